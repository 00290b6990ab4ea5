//! Random methods that take no input and draw nothing, and compute with arrays, collections, texts or what type arguments tell: each has one run, in which nothing is open,
//! and that ends as in the JVM.

mod breadth;

use std::fmt::Write;

use hrglass::base::Random;
use hrglass::interpreter::{End, Machine, Setting, Value};
use hrglass::program::objects::{ExceptionKind, seen_class};

use super::input::Input;
use super::java::Batch;
use super::outcome::{Answer, JavaEnd, JavaRun, JavaValue};
use super::subject::{Subject, task};

/// How the runs ended.
#[derive(Default, Debug)]
pub struct Counts {
    pub returned: usize,
    pub thrown: usize,
    pub out_of_bounds: usize,
    pub given_up: usize,
}

/// The holes: `$i` is a number, `$x` an index that is mostly within bounds, `$a` an array of numbers, `$t` an object or null.
const STATEMENTS: &[&str] = &[
    "$a[$x] = $i;",
    "$a[$x] += $i;",
    "i += $a[$x]++;",
    "j = $a[$x]-- - i;",
    "$a[i & 3] = i = $i;",
    "$a[i++ & 3] = $a[i & 3] + j--;",
    "h = 31 * h + $a[$x];",
    "a = $a;",
    "b = $a.clone();",
    "b = new int[] { $i, i++, i, $i };",
    "a = new int[$x + 2];",
    "m[$x & 1] = $a;",
    "m = new int[2][$x + 2];",
    "m[1][$x] ^= $i;",
    "h += m[$x & 1].length * 3 + m.length;",
    "t[$x] = $t;",
    "put(t, $x, new T($i));",
    "if (t[$x] != null) h += t[$x].k;",
    "T u = t[$x]; if (u == t[j & 3]) h++; else if (u != null) u.a[$x] = $i;",
    "t[$x].k = $i;",
    "h = h * 7 + at($a, $x) + sum($i, j) + sum() + sum($a);",
    "for (int x : $a) { if (x > 5) continue; h += x; a[0]++; }",
    "for (int[] row : m) for (int x : row) h = h * 3 + x;",
    "for (T x : t) if (x != null && x.a[$x] > 1) { h += x.k; break; }",
    "z[$x] = (byte) ($i * 50); h += z[i & 3];",
    "l[$x] = h << 3 | $i; h ^= l[j & 3];",
    "c[$x]++; h += c[i & 3];",
    "f[$x] = $i > j; if (f[$x] != f[j & 3]) h += 5;",
    "Arrays.fill($a, $i);",
    "Arrays.sort($a);",
    "if (Arrays.equals($a, $a)) h += 11;",
    "a = Arrays.copyOf($a, $x + 3);",
    "System.arraycopy($a, $x & 1, $a, $x & 1, 2);",
    "try { h += $a[$i]; } catch (ArrayIndexOutOfBoundsException e) { h += 13; }",
    "try { $a[$x] = 100 / ($i); } catch (ArithmeticException e) { h += 17; } finally { a[1] = $i; }",
    "try { int[] y = new int[$i]; h += y.length; } catch (NegativeArraySizeException e) { h += 19; }",
    "try { System.arraycopy($a, $i, $a, 0, $x); } catch (IndexOutOfBoundsException e) { h += 23; }",
    "int[] y = $a; y[$x] = (y = b)[j & 3] + $a[$x];",
    "g[$x] = s++; h += g[i & 3];",
    "assert $a[$x] < 9000 : h;",
];
/// On collections; `$k` is a key, at most eight of which have the same place in a table of hash codes, and `$c` an argument of a constructor.
const CALLS: &[&str] = &[
    "p.put($k, $n);",
    "p.put($k, $n);",
    "p.merge($k, $n, Integer::sum);",
    "p.computeIfAbsent($k, x -> x % 3 == 0 ? null : x * 2);",
    "p.computeIfPresent($k, (x, y) -> y > 3 ? null : y + 1);",
    "p.compute($k, (x, y) -> y == null ? 7 : y > 9 ? null : x + y);",
    "p.putIfAbsent($k, $n);",
    "p.replaceAll((x, y) -> x - y);",
    "h += p.getOrDefault($k, 3);",
    "h = 31 * h + p.size();",
    "p.remove($k);",
    "for (int x : p.keySet()) h = 31 * h + x;",
    "for (int x : p.values()) h = 31 * h + x;",
    "for (Map.Entry<Integer, Integer> e : p.entrySet()) { h = 31 * h + e.getKey(); e.setValue(e.getValue() + 1); }",
    "for (Iterator<Integer> x = p.keySet().iterator(); x.hasNext();) if (x.next() % 3 == 0) x.remove();",
    "h = 31 * h + p.toString().hashCode();",
    "p.values().removeIf(x -> x % 3 == 0);",
    "p.putAll(t);",
    "t.putAll(p);",
    "p = new HashMap<>(t);",
    "p = new HashMap<>($c);",
    "p.clear();",
    "q.put(\"k\" + $k, $n);",
    "q.merge(\"\" + $k, $n, (x, y) -> x * y);",
    "h += q.containsKey(\"k\" + $k) ? 5 : 3;",
    "for (String x : q.keySet()) h = 31 * h + x.hashCode() + q.get(x);",
    "q.forEach((x, y) -> o.add(y));",
    "s.add($k);",
    "h += s.add($k) ? 7 : 1;",
    "h += s.contains($k) ? 7 : 1;",
    "s.addAll(a);",
    "s.retainAll(p.keySet());",
    "s.removeIf(x -> x < 3);",
    "s = new HashSet<>(o);",
    "s = new HashSet<>($c);",
    "for (int x : s) h = 31 * h + x;",
    "o.addAll(s);",
    "w.addAll(s);",
    "u.add(new U($k, $n)); for (U x : u) h = 31 * h + x.b;",
    "h += u.contains(new U($k, $n)) ? 13 : 2;",
    "c.put((j & 1) == 0 ? C.U : C.R, $n); for (C x : c.keySet()) h = 31 * h + x.ordinal();",
    "a.add($n);",
    "a.add(a.size() / 2, $n);",
    "h += a.isEmpty() ? 1 : a.remove(a.size() - 1);",
    "h += a.indexOf($n);",
    "a.remove(Integer.valueOf($n));",
    "if (a.size() > 2) a.set(1, a.get(2) + $n);",
    "for (int x : a) h = 31 * h + x;",
    "d.push($n);",
    "d.addLast($n);",
    "h += d.isEmpty() ? 1 : d.pollFirst() * 3 + d.size();",
    "w.add($n);",
    "h += w.isEmpty() ? 1 : w.poll() + w.size();",
    "t.put($n, j);",
    "h += t.isEmpty() ? 1 : t.firstKey() * 3 + t.lastKey();",
    "Integer x = t.floorKey($n); h += x == null ? 1 : x;",
    "Collections.sort(a); h = 31 * h + a.hashCode();",
    "Collections.reverse(a);",
    "h += p.equals(t) ? 1 : 2;",
    "h += a.get($n);",
    "j = d.getFirst();",
];
/// On texts; `$s` is a text, and `$y` an index that is mostly within bounds.
const TEXTS: &[&str] = &[
    "s += ($n);",
    "s = $s + 'x' + $s;",
    "s += (char) ('a' + r);",
    "s = $s.substring($y);",
    "s = $s.substring($y, $s.length());",
    "h = 31 * h + $s.charAt($y);",
    "h = 31 * h + $s.hashCode();",
    "h = 31 * h + $s.length();",
    "h += $s.isEmpty() ? 1 : 2;",
    "h += $s.isBlank() ? 1 : 2;",
    "h += $s.indexOf($s) * 3 + $s.lastIndexOf($s);",
    "h += $s.indexOf('a', $n) * 5 + $s.lastIndexOf(\"b\", $n) + $s.indexOf(\"\", $n);",
    "h += $s.contains($s) ? 3 : $s.startsWith($s, $y) ? 4 : 5;",
    "h += $s.startsWith($s) ? 3 : $s.endsWith($s) ? 4 : 5;",
    "h += $s.equals($s) ? 3 : $s.equalsIgnoreCase($s) ? 4 : 5;",
    "h = 31 * h + $s.compareTo($s) + $s.compareToIgnoreCase($s);",
    "s = $s.concat($s).replace('a', 'Q');",
    "t = $s.replace($s, \"-\");",
    "t = \" x \".repeat(j & 3) + $s;",
    "t = $s.trim() + $s.strip();",
    "s = $s.toUpperCase() + t.toLowerCase();",
    "for (char x : $s.toCharArray()) h = 31 * h + x;",
    "for (String x : $s.split(\"b\")) h = 31 * h + x.length();",
    "for (String x : $s.split(\"\\\\s+\")) h = 31 * h + x.hashCode();",
    "h = 31 * h + $s.split(\" \").length * 7 + $s.split(\"\\\\.\").length;",
    "s = String.join(\", \", $s, t);",
    "h += Integer.parseInt(\"\" + ($n)) + Integer.valueOf(\"12\");",
    "try { h += Integer.parseInt($s); } catch (NumberFormatException e) { h += 17; }",
    "try { h += $s.charAt($n); } catch (StringIndexOutOfBoundsException e) { h += 19; }",
    "try { s = $s.substring(($n), $y); } catch (StringIndexOutOfBoundsException e) { h += 23; }",
    "s = String.valueOf($n) + Integer.toString(j) + Boolean.toString(i > j) + Character.toString('c') + Integer.toString('a') + c.name();",
    "switch ($s) { case \"ab\": h += 3; case \"b\": h += 5; break; case \"\": h += 7; break; default: h += 11; }",
    "b.append($s).append($n).append('c').append(i > j).append((Object) null);",
    "b.insert($y, $s);",
    "b.append(1.5); h++; b = new StringBuilder($s);",
    "b.reverse(); h = 31 * h + b.length();",
    "if (b.length() > 0) b.deleteCharAt(b.length() - 1);",
    "b.delete($y, $y + 2);",
    "b.setLength(j & 3); h += b.indexOf(\"a\");",
    "if (b.length() > 1) { b.setCharAt(1, 'z'); b.replace(0, 1, $s); h += b.charAt(1); }",
    "t = b.toString() + b; b = new StringBuilder($s); if (b.equals(b) && !b.equals(t)) h++;",
    "Object o = $s; h += o.equals($s) ? 2 : 3; h += o.toString().length() + o.hashCode();",
    "Integer x = $n; h += x.equals(3) ? 2 : 3; h += x.toString().length() + x.compareTo(j) + x.intValue();",
    "h += c.name().length() + C.valueOf(\"T\").ordinal(); c = C.U;",
    "q.merge($s, $n, (x, y) -> x + y); for (String x : q.keySet()) h = 31 * h + x.length() + q.get(x);",
    "h += $s == null ? 1 : 2; h = 31 * h + Objects.hash($s, $n, null);",
];
/// On objects whose types are known by type arguments; `$e` is an `A`, and `$f` a `B`.
const GENERICS: &[&str] = &[
    "A x = pick($e, $e, j > 3); if (x != null) h = 31 * h + x.get();",
    "A x = pick($f, $e, j > 3); if (x != null) h = 31 * h + x.get();",
    "h = 31 * h + pick(new B($n), new A($n), i > 4).get();",
    "h = 31 * h + pick(new A($n), new B($n), i > 4).get();",
    "h += pick(\"ab\", \"c\", i > j).length() + pick(i, 70000, i > j);",
    "B x = same($f); h += x == null ? 1 : x.w;",
    "Object x = pick($e, \"text\", j > 5); h += x == null ? 2 : x instanceof A ? 3 : 5;",
    "box = new Box<>($e); A x = box.get(); h += x == null ? 2 : x.v;",
    "Box<B> x = new Box<>($f); box = new Box<>(x.get()); h += x.held == null ? 7 : x.held.w;",
    "try { B x = (B) $e; h += x == null ? 2 : x.w; } catch (ClassCastException e) { h += 7; }",
    "try { B x = (B) box.get(); h += x == null ? 2 : x.w; } catch (ClassCastException e) { h += 11; }",
    "Object x = $e; try { h += ((B) x).w; } catch (ClassCastException | NullPointerException e) { h += 13; }",
    "all.add($e); if (all.size() > 6) all.clear();",
    "some.add($f); if (some.size() > 6) some.clear();",
    "all.addAll(some);",
    "for (A x : all) h = 31 * h + (x == null ? 3 : x.get());",
    "for (B x : some) h = 31 * h + (x == null ? 3 : x.w);",
    "if (!some.isEmpty()) { B x = last(some); h += x == null ? 1 : x.w; }",
    "List<? extends A> x = (j & 1) == 0 ? all : some; if (!x.isEmpty()) { A y = x.get(0); h += y == null ? 5 : y.get(); }",
    "map.put(\"k\" + ($n & 3), $e); A x = map.get(\"k\" + (j & 3)); h += x == null ? 5 : x.get();",
    "for (Map.Entry<String, A> x : map.entrySet()) if (x.getValue() != null) h += x.getKey().length() * x.getValue().get();",
    "Function<A, Integer> f = x -> x == null ? 4 : x.get(); h = 31 * h + f.apply($e) + f.apply($f);",
    "Supplier<B> f = () -> new B(3); h = 31 * h + f.get().w + pick(f, f, true).get().get();",
    "Optional<A> x = Optional.ofNullable($e); h += x.isPresent() ? x.get().get() : 3; h += x.map(y -> y.v).orElse(17);",
    "Pair<A, B> x = new Pair<>($e, $f); Pair<B, A> y = swap(x); h += y.left == null ? 2 : y.left.w; h += y.right == null ? 3 : y.right.get();",
    "try { List<Object> x = new ArrayList<>(all); for (Object y : x) h += ((B) y).w; } catch (ClassCastException | NullPointerException e) { h += 19; }",
    "queue.add(new B($n)); B x = queue.poll(); h = 31 * h + x.w;",
    "stack.push($e); A x = stack.peek(); h = 31 * h + (x == null ? 1 : x.get()); if (stack.size() > 4) stack.pop();",
    "h += count(all, x -> x instanceof B) * 5 + count(some, x -> x != null);",
];
/// The same that a compiler warns of.
const UNCHECKED: &[&str] = &[
    "List x = some; x.add(new A($n)); try { for (B y : some) h += y == null ? 2 : y.w; } catch (ClassCastException e) { h += 23; } some.clear();",
    "List<B> x = (List<B>) (Object) all; try { for (B y : x) h += y == null ? 2 : y.w; } catch (ClassCastException e) { h += 29; }",
    "try { B x = L.<B>cast($e); h += x == null ? 2 : x.w; } catch (ClassCastException e) { h += 31; }",
    "Box x = new Box(new A($n)); try { Box<B> y = x; h += y.get().w; } catch (ClassCastException e) { h += 37; }",
];
const ANY: &[&str] = &["new A($n)", "new B($n)", "null", "last", "box.get()", "map.get(\"k1\")", "$f"];
const BELOW: &[&str] = &["new B($n)", "new B(j)", "null", "same(new B($n))", "(some.isEmpty() ? null : some.get(0))"];
const STRINGS: &[&str] = &["s", "t", "\"ab\"", "\"b\"", "\"\"", "\" a b\"", "(\"a\" + (j & 3))", "\"x.y\""];
const PLACES: &[&str] = &["0", "0", "0", "(s.length() / 2 & 1)", "(j & 1)"];
const KEYS: &[&str] = &["($n & 7)", "($n & 5) * 16", "($n & 3) * 1000003", "-(j & 3)"];
const CAPACITIES: &[&str] = &["", "2", "0", "13", "70"];
const NUMBERS: &[&str] = &["i", "j", "r", "$a[$x]", "i - j", "$a.length", "3", "-1", "7", "r * 5 - 9", "(j & 3)"];
const INDICES: &[&str] = &["(i & 3)", "(j & 3)", "(r & 3)", "(i & 1)", "2", "0", "(i + j & 3)", "(b[0] & 3)"];
const PLAIN: &[&str] = &["i", "j", "r", "i - j", "p.size()", "3", "-1", "7", "r * 5 - 9", "(j & 3)"];
const ARRAYS: &[&str] = &["a", "a", "b", "g", "m[0]", "m[i & 1]"];
const OBJECTS: &[&str] = &["new T($i)", "t[$x]", "null", "o"];

fn filled(random: &mut Random, template: &str) -> String {
    let mut text = template.to_owned();
    while let Some(at) = text.find('$') {
        let parts = match text.as_bytes()[at + 1] {
            b'i' => NUMBERS,
            b'a' => ARRAYS,
            b't' => OBJECTS,
            b'k' => KEYS,
            b's' => STRINGS,
            b'y' => PLACES,
            b'c' => CAPACITIES,
            b'n' => PLAIN,
            b'e' => ANY,
            b'f' => BELOW,
            // Out of bounds, now and then.
            _ if random.one_in(60) => &["i", "j", "7"],
            _ => INDICES,
        };
        // What is in a hole may have holes itself.
        let part = if text.len() > 300 { parts[0] } else { *random.one_of::<&str>(parts) };
        text.replace_range(at..at + 2, part);
    }
    text
}

fn program(package: &str, seed: u64) -> String {
    let mut random = Random::scattered(seed);
    let mut body = String::new();
    for _ in 0..3 + random.below(8) {
        let template = *random.one_of::<&str>(STATEMENTS);
        let _ = writeln!(body, "      {{ {} }}", filled(&mut random, template));
    }
    let rounds = 2 + random.below(8);
    format!(
        "package {package};
import java.util.*;
class Main {{
  static class T {{ int k; int[] a = {{ 1, 2, 3, 4 }}; T(int k) {{ this.k = k; }} }}
  static int s = 5;
  static int[] g = {{ 4, 3, 2, 1 }};
  static int at(int[] a, int i) {{ return a[i]; }}
  static void put(T[] a, int i, T x) {{ a[i] = x; }}
  static int sum(int... xs) {{ int n = xs.length; for (int x : xs) n += x; return n; }}
  static long run() {{
    int i = {}, j = {};
    long h = 1;
    int[] a = new int[4], b = {{ 3, 1, 4, 1 }};
    int[][] m = new int[2][4];
    T[] t = new T[4];
    T o = new T(9);
    byte[] z = new byte[4];
    long[] l = new long[4];
    char[] c = {{ 'a', 'b', 65535, 0 }};
    boolean[] f = new boolean[4];
    for (int r = 0; r < {rounds}; r++) {{
{body}    }}
    for (int x : a) h = 31 * h + x;
    for (int x : b) h = 31 * h + x;
    for (T x : t) h = 31 * h + (x == null ? 0 : x.k);
    return h + i * 3 + j;
  }}
}}
",
        random.below(9),
        random.below(9)
    )
}

fn program_with_collections(package: &str, seed: u64) -> String {
    let mut random = Random::scattered(seed);
    let mut body = String::new();
    for _ in 0..3 + random.below(12) {
        let template = *random.one_of::<&str>(CALLS);
        let _ = writeln!(body, "      {{ {} }}", filled(&mut random, template));
    }
    let rounds = 2 + random.below(12);
    format!(
        "package {package};
import java.util.*;
class Main {{
  enum C {{ R, S, T, U }}
  static class U {{
    int a, b;
    U(int a, int b) {{ this.a = a; this.b = b; }}
    public int hashCode() {{ return a; }}
    public boolean equals(Object o) {{ return o instanceof U && ((U) o).a == a && ((U) o).b % 3 == b % 3; }}
  }}
  static long run() {{
    int i = {}, j = {};
    long h = 1;
    Map<Integer, Integer> p = new HashMap<>();
    Map<String, Integer> q = new HashMap<>();
    Set<Integer> s = new HashSet<>();
    Set<U> u = new HashSet<>();
    Map<C, Integer> c = new EnumMap<>(C.class);
    List<Integer> a = new ArrayList<>(), o = new LinkedList<>();
    Deque<Integer> d = new ArrayDeque<>();
    PriorityQueue<Integer> w = new PriorityQueue<>();
    TreeMap<Integer, Integer> t = new TreeMap<>();
    for (int r = 0; r < {rounds}; r++) {{
{body}      i += 5 - r;
      j = j * 3 + r & 15;
    }}
    for (int x : p.keySet()) h = 31 * h + x;
    for (int x : s) h = 31 * h + x;
    for (int x : o) h = 31 * h + x;
    return h + i * 3 + j;
  }}
}}
",
        random.below(9),
        random.below(9)
    )
}

fn program_with_texts(package: &str, seed: u64) -> String {
    let mut random = Random::scattered(seed);
    let mut body = String::new();
    for _ in 0..3 + random.below(9) {
        let template = *random.one_of::<&str>(TEXTS);
        let _ = writeln!(body, "      {{ {} }}", filled(&mut random, template).replace("p.size()", "s.length()"));
    }
    let rounds = 2 + random.below(8);
    format!(
        "package {package};
import java.util.*;
class Main {{
  enum C {{ R, S, T, U }}
  static long run() {{
    int i = {}, j = {};
    long h = 1;
    String s = \"ab\", t = \"b a\";
    StringBuilder b = new StringBuilder();
    Map<String, Integer> q = new HashMap<>();
    C c = C.S;
    for (int r = 0; r < {rounds}; r++) {{
{body}      i += 5 - r;
      j = j * 3 + r & 15;
      if (s.length() > 20) s = s.substring(3, 9);
      if (t.length() > 20) t = t.substring(10, 15);
      if (b.length() > 20) b.setLength(4);
      if (q.size() > 5) q.clear();
    }}
    return h * 31 + s.hashCode() * 7 + t.hashCode() * 3 + b.toString().hashCode() + i * 3 + j;
  }}
}}
",
        random.below(9),
        random.below(9)
    )
}

fn program_with_generics(package: &str, seed: u64) -> String {
    let mut random = Random::scattered(seed);
    let is_unchecked = random.one_in(4);
    let mut body = String::new();
    for _ in 0..3 + random.below(9) {
        let templates = if is_unchecked && random.one_in(3) { UNCHECKED } else { GENERICS };
        let template = *random.one_of::<&str>(templates);
        let _ = writeln!(body, "      {{ {} }}", filled(&mut random, template).replace("p.size()", "all.size()"));
    }
    let cast = if is_unchecked { "static <T> T cast(Object o) { return (T) o; }" } else { "" };
    let rounds = 2 + random.below(8);
    format!(
        "package {package};
import java.util.*;
import java.util.function.*;
class A {{ int v; A(int v) {{ this.v = v; }} int get() {{ return v; }} }}
class B extends A {{ int w; B(int w) {{ super(w + 1); this.w = w; }} int get() {{ return w * 3; }} }}
class Box<T> {{ T held; Box(T held) {{ this.held = held; }} T get() {{ return held; }} }}
class Pair<L, R> {{ final L left; final R right; Pair(L left, R right) {{ this.left = left; this.right = right; }} }}
class L {{ {cast} }}
class Main {{
  static <T> T pick(T one, T other, boolean first) {{ return first ? one : other; }}
  static <T extends A> T same(T one) {{ return one; }}
  static <T> T last(List<T> list) {{ T last = null; for (T x : list) last = x; return last; }}
  static <L, R> Pair<R, L> swap(Pair<L, R> pair) {{ return new Pair<>(pair.right, pair.left); }}
  static <T> int count(List<? extends T> list, Predicate<T> test) {{ int n = 0; for (T x : list) if (test.test(x)) n++; return n; }}
  static long run() {{
    int i = {}, j = {};
    long h = 1;
    List<A> all = new ArrayList<>();
    List<B> some = new LinkedList<>();
    Map<String, A> map = new HashMap<>();
    Deque<B> queue = new ArrayDeque<>();
    Stack<A> stack = new Stack<>();
    Box<A> box = new Box<>(null);
    A last = new B(2);
    for (int r = 0; r < {rounds}; r++) {{
{body}      i += 5 - r;
      j = j * 3 + r & 15;
    }}
    return h + i * 3 + j;
  }}
}}
",
        random.below(9),
        random.below(9)
    )
}

/// What is different, if anything is.
fn difference(text: &str, java: &JavaRun, counts: &mut Counts) -> Option<String> {
    match Subject::new(&task(text, "Main.run")) {
        Ok(subject) => difference_of(&subject, java, counts),
        Err(refused) => Some(refused),
    }
}

/// What is different in the run of a program without input, if anything is.
pub fn difference_of(subject: &Subject, java: &JavaRun, counts: &mut Counts) -> Option<String> {
    let start = subject.start(Input::default());
    let execution = subject.on(&start);
    let (program, entry) = (execution.program, execution.entry);
    let setting = Setting { program, entry, alphabet: execution.alphabet, grammar: execution.grammar };
    let mut machine = Machine::new(setting, execution.heap);
    let end = loop {
        if let Some(decision) = machine.decision() {
            return Some(format!("{decision:?} is not decided"));
        }
        if let Err(end) = machine.step() {
            break end;
        }
    };
    let kind = machine.exception_kind(end);
    counts.out_of_bounds += usize::from(kind == Some(ExceptionKind::OutOfBounds));
    match (end, java.end) {
        (End::Returned, JavaEnd::Returned(JavaValue::Number(expected))) => {
            counts.returned += 1;
            let returned = machine.top().local(program.procedures[entry].returned);
            (machine.known(returned) != Value::Number(expected)).then(|| format!("{returned:?}, not {expected}"))
        }
        (end, JavaEnd::Thrown(..)) => {
            counts.thrown += 1;
            let thrown = machine.thrown().map(|class| seen_class(&program.classes[class].name));
            let thrown = if end == End::NullDereference { Some("NullPointerException") } else { thrown };
            (thrown != java.thrown()).then(|| format!("{end:?} with {thrown:?}, not {:?}", java.thrown()))
        }
        // The order of a table with a tree in it is not followed.
        (End::Stuck, _) => {
            counts.given_up += 1;
            None
        }
        (end, expected) => Some(format!("{end:?}, not {expected:?}")),
    }
}

/// Runs so many programs; returns those that do not end as in the JVM.
pub fn try_closed(seed: u64, count: usize, counts: &mut Counts) -> Vec<String> {
    let mut batch = Batch::default();
    let mut programs = Vec::new();
    for number in 0..count {
        let package = format!("c{number}");
        let makers = [program, program_with_collections, program_with_texts, program_with_generics, breadth::program];
        let make = makers[number % makers.len()];
        let text = make(&package, seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
        batch.files.insert(package.clone(), vec![("Main.java".to_owned(), text.clone())]);
        batch.call(&package, &package, "Main", "run", &[], "");
        programs.push((package, text));
    }
    let answers = batch.run("jvm-closed");
    let mut wrong = Vec::new();
    for (package, text) in programs {
        let found = match answers.get(&package).map(Vec::as_slice) {
            Some([Answer::Ran(java)]) => difference(&text, java, counts),
            other => Some(format!("{other:?}")),
        };
        wrong.extend(found.map(|found| format!("{found}\n{text}")));
    }
    wrong
}
