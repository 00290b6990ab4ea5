package SIDE;

IMPORTS
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Random;

/** Random streams, compiled against both libraries: what their callbacks are asked, in which order, and how they end. */
public final class Pipelines {
    private final Random random;
    private final StringBuilder said = new StringBuilder();
    private final List<Integer> numbers = new ArrayList<>();
    /** After so many callbacks, one throws. */
    private int fuse;
    /** Whether an iterator may compute several elements when it is asked for one, which is not specified. */
    private boolean isFlat;

    private Pipelines(long seed) {
        random = new Random(seed);
        for (int i = random.nextInt(7); i > 0; i--) numbers.add(random.nextInt(6));
        fuse = random.nextInt(8) == 0 ? 1 + random.nextInt(6) : -1;
    }

    /** What is heard of a random stream. */
    public static String run(long seed) {
        Pipelines made = new Pipelines(seed);
        String end;
        try {
            end = String.valueOf(made.end(made.steps(made.source())));
        } catch (RuntimeException e) {
            end = e.getClass().getSimpleName();
        }
        return made.said + "-> " + end;
    }

    private Integer say(String what, Integer n) {
        said.append(what).append(n).append(' ');
        if (--fuse == 0) throw new ArithmeticException();
        return n;
    }

    private boolean ask(String what, Integer n) { return say(what, n) % 3 != random(what); }

    /** The same for all questions of one kind. */
    private int random(String what) { return what.length() % 3; }

    private Stream<Integer> source() {
        said.append(numbers).append(' ');
        int n = random.nextInt(5);
        switch (random.nextInt(12)) {
            case 0: return Stream.of(n, 3, 1);
            case 1: return Stream.of(n, 2, 5, n, 1, 0, 3);
            case 2: return Stream.empty();
            case 3: return IntStream.range(n, 6).boxed();
            case 4: return IntStream.rangeClosed(1, n).mapToObj(i -> say("object", i));
            case 5: return Stream.iterate(n, i -> say("next", i + 2)).limit(4);
            case 6: return Stream.iterate(n, i -> ask("on", i), i -> say("next", i + 1)).limit(9);
            case 7: return Stream.concat(stream(numbers).map(i -> say("first", i)), Stream.of(n));
            case 8: return Stream.generate(() -> say("made", n)).limit(3);
            case 9: return stream(new TreeSet<>(numbers));
            case 10: return IntStream.of(3, n, 1).filter(i -> ask("int", i)).boxed();
            default: return stream(numbers);
        }
    }

    private Stream<Integer> steps(Stream<Integer> s) {
        for (int i = random.nextInt(5); i > 0; i--) {
            said.append(i).append(": ");
            s = step(s);
        }
        return s;
    }

    private Stream<Integer> step(Stream<Integer> s) {
        int n = random.nextInt(4);
        int kind = random.nextInt(17);
        isFlat |= kind >= 3 && kind <= 5 || kind == 12 || kind == 13 || kind == 15;
        switch (kind) {
            case 0: return s.map(i -> say("map", i + 1));
            case 1: return s.map(i -> say("rest", i % 3));
            case 2: return s.filter(i -> ask("filter", i));
            case 3: return s.sorted();
            case 4: return s.sorted(Comparator.reverseOrder());
            case 5: return s.sorted((a, b) -> b % 3 - a % 3);
            case 6: return s.distinct();
            case 7: return s.limit(n);
            case 8: return s.skip(n);
            case 9: return s.peek(i -> say("peek", i));
            case 10: return s.takeWhile(i -> ask("take", i));
            case 11: return s.dropWhile(i -> ask("drop", i));
            case 12: return s.flatMap(i -> Stream.of(i, say("flat", i + 1)));
            case 13: return s.flatMap(i -> i == 2 ? null : stream(numbers).map(j -> say("inner", i + j)).limit(n));
            case 14: return s.mapToInt(i -> say("int", i)).map(i -> i * 2).filter(i -> ask("even", i)).skip(n % 2).boxed();
            case 15: return s.mapToInt(i -> i).sorted().distinct().peek(i -> say("sorted", i)).limit(3).mapToObj(i -> i);
            default: return s.unordered().sequential();
        }
    }

    private Object end(Stream<Integer> s) {
        said.append("end ");
        switch (random.nextInt(32)) {
            case 0: s.forEach(i -> say("each", i)); return "done";
            case 1: return s.count();
            case 2: return s.collect(Collectors.toList());
            case 3: return s.toList();
            case 4: return s.reduce(0, (a, b) -> say("sum", a - b));
            case 5: return s.reduce((a, b) -> say("sum", a * 3 + b));
            case 6: return s.reduce("", (a, b) -> a + say("text", b), (a, b) -> a + b);
            case 7: return s.anyMatch(i -> ask("any", i));
            case 8: return s.allMatch(i -> ask("all", i));
            case 9: return s.noneMatch(i -> ask("none", i));
            case 10: return s.findFirst();
            case 11: return s.findAny().isPresent();
            case 12: return s.max(Comparator.naturalOrder());
            case 13: return s.min((a, b) -> say("order", a % 3 - b % 3));
            case 14: return s.mapToInt(i -> say("int", i)).sum();
            case 15: return s.mapToInt(i -> i).max() + " " + numbers;
            case 16: return new TreeMap<>(s.collect(Collectors.groupingBy(i -> say("key", i % 3))));
            case 17: return new TreeMap<>(s.collect(Collectors.groupingBy(i -> i % 3, Collectors.counting())));
            case 18: return s.collect(Collectors.groupingBy(i -> i % 2, TreeMap::new, Collectors.mapping(i -> say("map", i), Collectors.toList())));
            case 19: return s.collect(Collectors.partitioningBy(i -> ask("part", i)));
            case 20: return s.map(i -> "t" + i).collect(Collectors.joining("/", "<", ">"));
            case 21: return new TreeMap<>(s.collect(Collectors.toMap(i -> i % 3, i -> say("value", i), (a, b) -> say("merge", a + b))));
            case 22: return new TreeMap<>(s.collect(Collectors.toMap(i -> i, i -> say("value", i))));
            case 23: return new TreeSet<>(s.collect(Collectors.toSet()));
            case 24: return s.toArray(Integer[]::new).length;
            case 25: {
                for (Iterator<Integer> all = isFlat ? s.toList().iterator() : s.iterator(); all.hasNext(); ) say("next", all.next());
                return "done";
            }
            case 26: return s.collect(Collectors.reducing(0, i -> say("map", i), (a, b) -> say("sum", a + b)));
            case 27: return s.collect(Collectors.minBy((a, b) -> say("order", a - b)));
            case 28: return s.collect(Collectors.collectingAndThen(Collectors.toList(), all -> say("size", all.size())));
            case 29: return s.collect(Collectors.filtering(i -> ask("filter", i), Collectors.summingInt(i -> i)));
            case 30: return s.mapToInt(i -> i).average() + " " + numbers;
            default: {
                s.filter(i -> ask("filter", i));
                try {
                    return s.count();
                } catch (IllegalStateException e) {
                    return "used";
                }
            }
        }
    }

    private static <T> Stream<T> stream(Collection<T> all) { return STREAM; }
}
