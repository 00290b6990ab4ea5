//! What courses use of the library beside collections: arrays as lists, constants of enums, records as keys, formats, numbers of generators with
//! a seed, and streams, whose callbacks are heard in their order.

use std::fmt::Write;

use hrglass::base::Random;

use super::filled;

/// `$n` is a number, `$s` a text, `$y` an index that is mostly within bounds.
const CALLS: &[&str] = &[
    "List<Integer> x = Arrays.asList($n, $n, $n); x.set(1, $n); Collections.sort(x); h = 31 * h + x.hashCode();",
    "Integer[] x = { $n, $n, $n }; List<Integer> y = Arrays.asList(x); y.set(0, $n); x[2] = $n; Collections.reverse(y); h = 31 * h + y.hashCode() + Arrays.toString(x).hashCode();",
    "List<Integer> x = Arrays.asList($n, $n); try { x.add($n); } catch (UnsupportedOperationException e) { h += 3; } h = 31 * h + x.toString().hashCode();",
    "List<Integer> x = Arrays.asList($n, 2); try { h += x.get($n); } catch (ArrayIndexOutOfBoundsException e) { h += 7; } try { x.remove(0); } catch (UnsupportedOperationException e) { h += 5; }",
    "List<Integer> x = Arrays.asList($n, $n, $n, $n, $n, $n, $n, $n); for (int y : x) h = 31 * h + y; h += x.indexOf($n) * 5 + x.lastIndexOf($n) + (x.contains($n) ? 1 : 2);",
    "List<String> x = Arrays.asList($s, null, $s); x.replaceAll(y -> y == null ? \"none\" : y + 1); h = 31 * h + x.hashCode();",
    "l.addAll(Arrays.asList($n, $n)); Collections.addAll(l, $n, $n);",
    "l = new ArrayList<>(Arrays.asList($n, $n, $n));",
    "Integer[] x = l.toArray(new Integer[0]); h = 31 * h + x.length; for (Integer y : x) h = 31 * h + y;",
    "Integer[] x = l.toArray(Integer[]::new); h = 31 * h + x.length + l.toArray().length;",
    "if (!l.isEmpty()) h = 31 * h + Collections.max(l) * 3 + Collections.min(l, Comparator.reverseOrder()) + Collections.max(l, Comparator.comparing(x -> x % 4));",
    "l.sort(null); h = 31 * h + l.hashCode();",
    "l.sort(Comparator.comparing(x -> x % 3)); h = 31 * h + l.hashCode();",
    "Collections.sort(l, Comparator.comparing((Integer x) -> x % 5).thenComparing(Comparator.reverseOrder())); h = 31 * h + l.hashCode();",
    "Collections.shuffle(l, new Random($n)); h = 31 * h + l.hashCode();",
    "for (C x : C.values()) h = 31 * h + x.ordinal() * 3 + x.name().length();",
    "c = C.values()[(c.ordinal() + 1) % C.values().length]; h = 31 * h + (\"\" + c).hashCode();",
    "h = 31 * h + c.next().toString().hashCode() + c.compareTo(C.S) + (\"\" + D.values()[j & 1] + D.B).hashCode();",
    "en.put(c, $n); en.merge(C.S, $n, Integer::sum); h = 31 * h + en.toString().hashCode() + en.size();",
    "ps.merge(new P($n & 7, \"k\" + ($n & 3)), $n, Integer::sum); for (P x : ps.keySet()) h = 31 * h + x.a() + ps.get(x);",
    "h = 31 * h + ps.toString().hashCode() + ps.hashCode();",
    "h = 31 * h + new P($n, $s).hashCode() + new P($n, null).toString().hashCode() + new N().hashCode() + new N().toString().length();",
    "Q x = new Q(new P($n, $s), i > j, $n, 'q'); h = 31 * h + x.hashCode() * 7 + x.toString().hashCode() + (x.equals(new Q(new P($n, $s), i > j, $n, 'q')) ? 1 : 2);",
    "qs.add(new P($n & 3, null)); h = 31 * h + qs.size(); for (P x : qs) h = 31 * h + x.a();",
    "h = 31 * h + String.format(\"%d|%5d|%-6d|%05d|%+d|% d\", $n, $n, $n, $n, $n, $n).hashCode();",
    "h = 31 * h + String.format(\"%s %S %8s %-8s| %.2s %b %c%n%%\", $s, $s, $s, c, $s, i > j, 'c').hashCode();",
    "h = 31 * h + String.format(\"%x %08X %x %x\", $n, $n, (long) $n, (byte) $n).hashCode() + \"%s-%s\".formatted(l, new P($n, $s)).hashCode();",
    "Integer x = $n; Object y = null; h = 31 * h + String.format(\"%d %s %b %b %5s %x\", x, y, y, x, y, x).hashCode();",
    "StringJoiner x = new StringJoiner(\", \", \"<\", \">\"); for (int y : l) x.add(\"\" + y); h = 31 * h + x.toString().hashCode() + x.length();",
    "h = 31 * h + String.join(\"-\", Arrays.asList($s, $s)).hashCode();",
    "char[] x = $s.toCharArray(); Arrays.sort(x); h = 31 * h + new String(x).hashCode() + String.valueOf(x).length() + new StringBuilder().append(x).append(x.length).toString().hashCode();",
    "h = 31 * h + $s.stripLeading().length() + $s.stripTrailing().length() * 3;",
    "h = 31 * h + $s.replaceAll(\"[^a-z]\", \"-\").hashCode() + $s.replaceFirst(\"\\\\s+\", \"\").hashCode() + $s.replaceAll(\"x*\", \"_\").hashCode();",
    "h = 31 * h + ($s.matches(\"[a-z]*\\\\d?.*\") ? 1 : 2) + Arrays.asList($s.split(\"[ab]\", $n)).hashCode() + $s.split(\"\\\\d+|b\").length;",
    "h = 31 * h + rn.nextInt() + rn.nextInt(($n & 63) + 1);",
    "h = 31 * h + rn.nextLong() + (rn.nextBoolean() ? 1 : 2);",
    "h = 31 * h + rn.nextInt(-5, ($n & 31) + 1) + rn.nextInt(1000000007);",
    "rn.nextGaussian(); rn.nextDouble(); rn.nextFloat(); h = 31 * h + rn.nextInt(100);",
    "rn.setSeed($n);",
    "rn = new Random($n);",
    "int[] x = { $n, $n, $n, $n }; Arrays.sort(x, 1, 3); h = 31 * h + Arrays.toString(x).hashCode(); Arrays.sort(x); h += Arrays.binarySearch(x, $n);",
    "int[] x = { $n, $n, $n, $n }; int[] y = Arrays.copyOfRange(x, $y, $y + 2); h = 31 * h + Arrays.hashCode(y); Arrays.fill(x, $y, 3, $n); h = 31 * h + Arrays.hashCode(x);",
    "try { h = 31 * h + Arrays.copyOfRange(new int[] { 1, 2, 3 }, j & 7, (j & 7) + 2).length; } catch (ArrayIndexOutOfBoundsException e) { h += 11; }",
    "String[] x = { $s, $s, $s }; Arrays.sort(x); h = 31 * h + Arrays.toString(x).hashCode(); Arrays.sort(x, Comparator.comparing(y -> y.length())); h = 31 * h + Arrays.hashCode(x);",
    "P[] x = { new P($n, $s), new P($n, $s) }; Arrays.sort(x, Comparator.comparing(P::a)); h = 31 * h + Arrays.toString(x).hashCode() + Arrays.asList(x).hashCode();",
    "int[][] x = { { $n, $n }, { $n }, { } }; h = 31 * h + Arrays.deepToString(x).hashCode();",
    "Queue<int[]> x = new ArrayDeque<>(); x.add(new int[] { $n, $n }); h = 31 * h + x.peek()[1] + x.poll().length;",
    "h = 31 * h + $s.chars().filter(x -> ask(x == 'a')).count() + $s.chars().map(x -> say(x)).sum();",
    "h = 31 * h + Arrays.stream(new int[] { $n, $n, $n }).map(x -> say(x * 2)).max().getAsInt() + IntStream.rangeClosed(1, j & 3).map(x -> say(x)).sum();",
    "h = 31 * h + IntStream.range(0, j & 7).mapToObj(x -> \"n\" + x).collect(Collectors.joining(\",\", \"[\", \"]\")).hashCode();",
    "h = 31 * h + ps.entrySet().stream().sorted(Map.Entry.comparingByValue()).map(x -> x.getKey().b() + x.getValue()).collect(Collectors.toList()).hashCode();",
    "h = 31 * h + Arrays.stream($s.split(\" \")).map(String::length).collect(Collectors.toList()).hashCode() + en.keySet().stream().map(C::name).collect(Collectors.joining()).hashCode();",
    "Stream<Integer> x = l.stream(); h += x.count(); try { x.forEach(y -> say(y)); } catch (IllegalStateException e) { h += 29; }",
    "IntSummaryStatistics x = l.stream().mapToInt(Integer::intValue).summaryStatistics(); h = 31 * h + x.getMax() + x.getMin() * 3 + x.getSum() + x.getCount();",
];

const SOURCES: &[&str] = &[
    "l.stream()",
    "l.stream()",
    "Arrays.asList($n, $n, $n).stream()",
    "Stream.of($n, $n, $n)",
    "Stream.of($n, $n, $n, $n, $n, $n, $n)",
    "IntStream.range(0, $n & 7).boxed()",
    "Stream.iterate(1, x -> say(x * 2)).limit(j & 3)",
    "Stream.iterate($n, x -> ask(x < 9), x -> say(x + 2))",
    "Stream.concat(l.stream().map(x -> say(x)), Stream.of($n))",
    "qs.stream().map(P::a)",
    "new TreeSet<>(l).stream()",
    "$s.chars().boxed()",
    "Arrays.stream(new int[] { $n, $n }).boxed()",
];
const STEPS: &[&str] = &[
    ".map(x -> say(x + 1))",
    ".map(x -> say(x % 4))",
    ".filter(x -> ask(x % 3 != 0))",
    ".filter(x -> ask(x < 5))",
    ".sorted()",
    ".sorted(Comparator.reverseOrder())",
    ".sorted((x, y) -> y % 3 - x % 3)",
    ".distinct()",
    ".limit($n & 3)",
    ".skip(j & 1)",
    ".peek(x -> say(x * 5))",
    ".takeWhile(x -> ask(x < 6))",
    ".dropWhile(x -> ask(x < 3))",
    ".flatMap(x -> Stream.of(x, say(x + 2)))",
    ".flatMap(x -> l.stream().map(y -> say(x - y)).limit(2))",
    ".flatMap(x -> x > 3 ? null : Stream.of(x))",
    ".mapToInt(x -> say(x)).map(x -> x * 2).filter(x -> ask(x < 12)).boxed()",
    ".map(x -> \"s\" + x).map(x -> x.length())",
    ".mapToInt(Integer::intValue).sorted().distinct().mapToObj(x -> say(x))",
];
const ENDS: &[&str] = &[
    "$p.forEach(x -> say(x));",
    "h = 31 * h + $p.count();",
    "h = 31 * h + $p.collect(Collectors.toList()).hashCode();",
    "h = 31 * h + $p.toList().toString().hashCode();",
    "h = 31 * h + $p.reduce(0, (x, y) -> say(x - y));",
    "h = 31 * h + $p.reduce((x, y) -> say(x * 3 + y)).orElse(7);",
    "h += $p.anyMatch(x -> ask(x == 4)) ? 3 : 5;",
    "h += $p.allMatch(x -> ask(x < 4)) ? 3 : 5;",
    "h += $p.noneMatch(x -> ask(x > 4)) ? 3 : 5;",
    "h = 31 * h + $p.findFirst().orElse(9);",
    "h = 31 * h + $p.max(Comparator.naturalOrder()).orElse(1);",
    "h = 31 * h + $p.min((x, y) -> say(x % 4 - y % 4)).orElse(1);",
    "h = 31 * h + $p.mapToInt(x -> x).sum();",
    "h = 31 * h + $p.mapToInt(x -> say(x)).max().orElse(5);",
    "h = 31 * h + $p.collect(Collectors.groupingBy(x -> say(x % 3))).toString().hashCode();",
    "h = 31 * h + $p.collect(Collectors.groupingBy(x -> x % 2 == 0, TreeMap::new, Collectors.counting())).toString().hashCode();",
    "h = 31 * h + $p.collect(Collectors.groupingBy(x -> x % 3, Collectors.mapping(x -> x + 1, Collectors.toList()))).toString().hashCode();",
    "h = 31 * h + $p.collect(Collectors.partitioningBy(x -> ask(x > 2))).toString().hashCode();",
    "h = 31 * h + $p.map(x -> \"t\" + x).collect(Collectors.joining(\"/\")).hashCode();",
    "h = 31 * h + $p.collect(Collectors.toMap(x -> x % 5, x -> say(x), (x, y) -> say(x + y))).toString().hashCode();",
    "try { h = 31 * h + $p.collect(Collectors.toMap(x -> x, x -> say(x))).hashCode(); } catch (IllegalStateException e) { h += 17; }",
    "h = 31 * h + $p.collect(Collectors.toSet()).hashCode() + Arrays.hashCode(l.stream().mapToInt(x -> x).toArray());",
    "Integer[] z = $p.toArray(Integer[]::new); h = 31 * h + z.length; for (Integer x : z) h = 31 * h + x;",
    "for (Iterator<Integer> z = $p.iterator(); z.hasNext();) h = 31 * h + z.next();",
    "h = 31 * h + $p.collect(Collectors.reducing(0, x -> say(x), Integer::sum));",
    "h = 31 * h + $p.collect(Collectors.summingInt(x -> x)) + l.stream().collect(Collectors.counting());",
    "h = 31 * h + $p.collect(Collectors.collectingAndThen(Collectors.toList(), x -> say(x.size())));",
    "Optional<Integer> z = $p.filter(x -> x > 2).findAny(); h += z.isPresent() ? 3 : 2;",
];

/// A stream of random steps.
fn pipeline(random: &mut Random) -> String {
    let mut text = random.one_of::<&str>(SOURCES).to_string();
    for _ in 0..random.below(4) {
        text += *random.one_of::<&str>(STEPS);
    }
    random.one_of::<&str>(ENDS).replace("$p", &text)
}

pub(super) fn program(package: &str, seed: u64) -> String {
    let mut random = Random::scattered(seed);
    let mut body = String::new();
    for _ in 0..3 + random.below(6) {
        let template =
            if random.one_in(2) { pipeline(&mut random) } else { (*random.one_of::<&str>(CALLS)).to_owned() };
        let text = filled(&mut random, &template).replace("p.size()", "l.size()");
        let _ = writeln!(body, "      {{ {text} }}");
    }
    let rounds = 2 + random.below(4);
    format!(
        "package {package};
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
class Main {{
  enum C {{ R, S, T, U; C next() {{ return values()[(ordinal() + 1) % values().length]; }} }}
  enum D {{ A, B {{ public String toString() {{ return \"b\" + ordinal(); }} }} }}
  record P(int a, String b) {{ }}
  record Q(P p, boolean f, long l, char c) {{ }}
  record N() {{ }}
  static long h = 1;
  static List<Integer> l = new ArrayList<>(List.of(4, 1, 3));
  static int say(int x) {{ h = 31 * h + x; return x; }}
  static boolean ask(boolean x) {{ h = 31 * h + (x ? 7 : 3); return x; }}
  static long run() {{
    int i = {}, j = {};
    Map<C, Integer> en = new EnumMap<>(C.class);
    Map<P, Integer> ps = new HashMap<>();
    Set<P> qs = new HashSet<>();
    Random rn = new Random({});
    C c = C.S;
    String s = \"ab\", t = \"b a\";
    for (int r = 0; r < {rounds}; r++) {{
{body}      i += 5 - r;
      j = j * 3 + r & 15;
      if (l.size() > 9) l = new ArrayList<>(Arrays.asList(2, 7, 2));
      s = \"s\" + (j & 3) + \"a b\";
    }}
    return h + i * 3 + j + l.hashCode();
  }}
}}
",
        random.below(9),
        random.below(9),
        random.below(100),
    )
}
