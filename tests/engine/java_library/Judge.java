import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares the collections of the model with those of the JDK: random sequences of calls, and what is declared. */
public final class Judge {
    private static volatile Sequence current;

    /** Arguments: the folder of the model's sources, how many sequences, the first seed. Prints what is wrong, then a line `missing` and what is missing. */
    public static void main(String[] arguments) throws Exception {
        try (var files = Files.list(Path.of(arguments[0]))) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                try {
                    if (java.lang.reflect.Modifier.isPublic(Class.forName("model." + name).getModifiers()) && !name.equals("Cells")) Pairs.NAMES.add(name);
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        Pairs.NAMES.add("Map$Entry");
        int total = Integer.parseInt(arguments[1]);
        long first = Long.parseLong(arguments[2]);
        List<String> wrong = new ArrayList<>(Pairs.wrongDeclarations());
        List<Sequence.Subject> subjects = subjects();
        Map<String, String> failures = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        long calls = 0;
        watch();
        for (int i = 0; i < total; i++) {
            Sequence.Subject subject = subjects.get(i % subjects.size());
            if (arguments.length > 3 && !subject.name().equals(arguments[3])) continue;
            Sequence sequence = new Sequence(subject, first * 1_000_003 + i);
            current = sequence;
            try {
                sequence.run(i / subjects.size() % 8 == 7 ? 30 : 6);
            } catch (RuntimeException e) {
                throw new IllegalStateException(subject.name() + "\n" + sequence.text, e);
            }
            calls += sequence.calls;
            if (sequence.wrong == null) continue;
            String what = sequence.wrong.substring(0, sequence.wrong.indexOf('\n'));
            String key = subject.name() + " " + sequence.last + " " + what, text = sequence.text + "  wrong: " + sequence.wrong;
            counts.merge(key, 1, Integer::sum);
            failures.merge(key, text, (a, b) -> a.length() <= b.length() ? a : b);
        }
        for (int i = 0; i < total && arguments.length < 4; i++) {
            String expected = jdk.Pipelines.run(first * 1_000_003 + i), got = made.Pipelines.run(first * 1_000_003 + i);
            if (!expected.equals(got)) wrong.add("stream " + i + ":\n" + expected + "\n" + got);
        }
        failures.forEach((key, text) -> wrong.add(key + ", " + counts.get(key) + " times:\n" + text));
        for (String line : wrong) System.out.println(line + "\n");
        System.out.println("compared " + total + " sequences with " + calls + " calls");
        System.out.println("missing");
        System.out.print(Pairs.missing());
    }

    /** Ends the program where a sequence does not end. */
    private static void watch() {
        Thread thread = new Thread(() -> {
            for (Sequence before = null; ; before = current) {
                try {
                    Thread.sleep(20_000);
                } catch (InterruptedException e) {
                    return;
                }
                if (current == before) {
                    System.out.println(current.text + "does not end");
                    Runtime.getRuntime().halt(1);
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static List<Sequence.Subject> subjects() {
        List<Sequence.Subject> all = new ArrayList<>();
        for (String name : List.of("ArrayList", "LinkedList", "Vector", "Stack", "ArrayDeque")) all.add(subject(name, name, false, Sequence.Calls.EXACT));
        for (String name : List.of("HashSet", "HashMap")) {
            all.add(subject(name, "Linked" + name, false, Sequence.Calls.SET));
            all.add(subject(name, name, true, Sequence.Calls.NONE));
        }
        for (String name : List.of("LinkedHashSet", "LinkedHashMap")) all.add(subject(name, name, false, Sequence.Calls.SET));
        for (String name : List.of("TreeSet", "TreeMap", "EnumMap")) all.add(subject(name, name, false, Sequence.Calls.NONE));
        all.add(subject("PriorityQueue", "PriorityQueue", true, Sequence.Calls.NONE));
        for (Class<?> type : List.of(java.util.List.class, java.util.Set.class, java.util.Map.class, java.util.Optional.class)) {
            boolean isUnordered = type == java.util.Set.class || type == java.util.Map.class;
            all.add(new Sequence.Subject(type.getSimpleName(), type, null, null, isUnordered, isUnordered ? Sequence.Calls.NONE : Sequence.Calls.EXACT));
        }
        all.add(new Sequence.Subject("AsList", java.util.List.class, null, null, false, Sequence.Calls.EXACT));
        all.add(new Sequence.Subject("OwnCollection", java.util.AbstractCollection.class, Own.JdkCollection.class, Own.ModelCollection.class, false, Sequence.Calls.EXACT));
        all.add(new Sequence.Subject("OwnSet", java.util.AbstractSet.class, Own.JdkSet.class, Own.ModelSet.class, false, Sequence.Calls.EXACT));
        all.add(new Sequence.Subject("OwnMap", java.util.Map.class, Own.JdkMap.class, Own.ModelMap.class, false, Sequence.Calls.EXACT));
        all.add(new Sequence.Subject("OwnCache", java.util.LinkedHashMap.class, Own.JdkCache.class, Own.ModelCache.class, false, Sequence.Calls.SET));
        return all;
    }

    private static Sequence.Subject subject(String name, String jdk, boolean isUnordered, Sequence.Calls calls) {
        return new Sequence.Subject(name, Pairs.jdk(name), Pairs.jdk(jdk), Pairs.model(Pairs.jdk(name)), isUnordered, calls);
    }
}
