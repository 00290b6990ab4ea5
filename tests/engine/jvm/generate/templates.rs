//! Statements and expressions with special constructs, as texts with holes.

use super::expressions::{Expression, primary};
use super::model::{OBJECT, Ty};
use super::statements::Written;
use super::tree::{block, line};
use super::writer::Writer;

/// The places at which a template may be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Anywhere,
    /// In methods that may call others; in those called by a library, calls of the library might not terminate.
    NoLeaf,
    /// In methods of objects of the first class.
    First,
    /// In programs with classes whose initialisation is observable.
    Late,
    /// In programs whose exceptions override no method.
    Mute,
    /// In `main`.
    Program,
}

/// Statements that complete; each line is a separate statement, with `¶` for line breaks inside. The holes are those of
/// [`Writer::fill`].
const STATEMENTS: &[(Place, &str)] = {
    use Place::{Anywhere, First, Late, Mute, NoLeaf, Program};
    &[
        (Anywhere, "Cell<$A> g$n = new Cell<>($a);\ng$n.set($a);\n$A q$n = g$n.get();\nif (g$n.v == q$n) { }"),
        (Anywhere, "Cell<$A> g$n = new Cell<$A>();\n((Cell) g$n).v = $o;\n$A q$n = g$n.v;"),
        (Anywhere, "Cell<$A> g$n = new Own();\n((Cell) g$n).set($o);\ng$n.get();"),
        (Anywhere, "Cell<Object> g$n = new Cell<>($o);\nif ($b) g$n.v = $t;\nboolean q$n = g$n.v instanceof $A;"),
        (Anywhere, "$A q$n = Main.<$A>same($a);\nObject r$n = Main.peek(new Cell<$A>(q$n));"),
        (Anywhere, "$A q$n = Main.pick($b, $a, $a);"),
        (Anywhere, "new Shut().k = $i;\nB0 q$n = new Shut();"),
        (Anywhere, "var q$n = $d;\nboolean r$n = q$n < $d;"),
        (Anywhere, "Boolean q$n = $b;\nboolean r$n = q$n;\nLong u$n = $b ? null : $l;\nif ($b) u$n++;"),
        (Anywhere, "Character q$n = $c;\nint r$n = q$n + $i;"),
        (Anywhere, "try { \"ab\".charAt($i); } catch (StringIndexOutOfBoundsException e$n) { int q$n = $i; }"),
        (Anywhere, "String q$n = \"\"\"¶    a\\tb¶      \\\"\"\"\";\nq$n += $i;\nq$n += $c;"),
        (Anywhere, "int[] q$n = new int[$i & 3];\nif (q$n.length > 0) q$n[0] += $i;"),
        (Anywhere, "$A[] q$n = { $a, null };\nq$n[0] = q$n[1];\n$A r$n = q$n[$i & 1];\nif (r$n != null) r$n = q$n[0];"),
        (Anywhere, "int[][] q$n = new int[2][$i & 3];\nint r$n = q$n[1].length;"),
        (Anywhere, "int[] q$n = $b ? null : new int[3];\nq$n[2]++;"),
        (Anywhere, "for ($A r$n : new $A[] { $a, $a }) { if (r$n == $a) { int s$n = $i; } }"),
        (Anywhere, "try { int[] q$n = new int[($i) % 3]; } catch (NegativeArraySizeException e$n) { int r$n = $i; }"),
        (
            Anywhere,
            "try { int r$n = new int[] { 1, $i }[$i]; } catch (ArrayIndexOutOfBoundsException e$n) { $T u$n = $e; }",
        ),
        (
            Anywhere,
            "int[] q$n = new int[] { $i, 2 }.clone();\nArrays.fill(q$n, $i);\nSystem.arraycopy(q$n, 0, q$n, 1, 1);",
        ),
        (Anywhere, "Integer q$n = $b ? null : $i;\nint r$n = Math.max(q$n, 2);\nr$n = Integer.compare(r$n, q$n);"),
        (Anywhere, "Integer q$n = $b ? null : 2;\nString r$n = \"ab\".repeat(q$n);"),
        (
            Anywhere,
            "List<$A> q$n = new ArrayList<>($i % 3);\nif ($b) q$n = null;\nList<$A> r$n = new LinkedList<>(q$n);",
        ),
        (
            Anywhere,
            "PriorityQueue<Integer> q$n = new PriorityQueue<Integer>($i % 3);\nArrayDeque<$A> r$n = new ArrayDeque<>($i);",
        ),
        (Anywhere, "StringBuilder q$n = new StringBuilder($b ? null : $t);\nq$n = new StringBuilder($i % 4);"),
        (
            Anywhere,
            "char[] q$n = $b ? null : new char[] { 'a' };\nString r$n = String.valueOf(q$n);\nr$n = new String(q$n);",
        ),
        (
            Anywhere,
            "LinkedList<$A> q$n = new LinkedList<>();\nq$n.add($b ? null : $a);\nArrayDeque<$A> r$n = new ArrayDeque<>();\nr$n.push($a);",
        ),
        (
            Anywhere,
            "Queue<$A> q$n = new LinkedList<>();\nq$n.offer($a);\nMap<String, $A> r$n = new HashMap<>();\nr$n.put($t, $a);",
        ),
        (
            Anywhere,
            "$A[] q$n = { $a, $a };\n$A[] r$n = { null, $a };\nSystem.arraycopy(r$n, 0, q$n, 0, 1);\nif ($b) q$n[0].hashCode();",
        ),
        (Anywhere, "Integer[] q$n = { $i, $b ? null : 1 };\nif ($b) Arrays.sort(q$n);"),
        (Anywhere, "Object q$n = $i;\nint r$n = (int) q$n;\nNumber u$n = $l;\nlong v$n = (long) u$n + r$n;"),
        (Anywhere, "final int k$n = 5;\nbyte q$n = k$n;\nchar r$n = k$n;\nint u$n = q$n + r$n + $i;"),
        (Anywhere, "Object[] w$n = { $o };\n$A r$n = ($A) w$n[0];"),
        (Anywhere, "Object[] w$n = { $o, $t };\nif (w$n[0] instanceof $A) { Object r$n = w$n[0]; }"),
        (NoLeaf, "$A[] w$n = { $a };\nif (w$n[0] != null) { int r$n = w$n[0].hashCode(); }"),
        (
            NoLeaf,
            "StringBuilder q$n = new StringBuilder();\nq$n.append($i).append($t).append((Object) ($a));\nString r$n = q$n.toString();",
        ),
        (NoLeaf, "boolean q$n = Objects.equals($a, $o);\nint r$n = Objects.hash($a, 1);"),
        (Anywhere, "$A q$n = Objects.requireNonNull($a);"),
        (Anywhere, "try { int q$n = Integer.parseInt($t); } catch (NumberFormatException e$n) { int r$n = $i; }"),
        (Anywhere, "int q$n = Integer.compare($i, $i);\nif (Character.isDigit($c)) q$n++;"),
        (
            Anywhere,
            "List<$A> all$n = new ArrayList<>();\nall$n.add($a);\n$A r$n = all$n.get(0);\nfor ($A s$n : all$n) { if (s$n != null) r$n = s$n; }",
        ),
        (Anywhere, "Optional<$A> q$n = Optional.ofNullable($a);\nif (q$n.isPresent()) { $A r$n = q$n.get(); }"),
        (Anywhere, "boolean q$n = ((Object) ($o)).getClass() == ((Object) ($a)).getClass();"),
        (NoLeaf, "String q$n = $t;\nq$n += $o;"),
        (NoLeaf, "System.out.print($i);\nSystem.out.println($a);\nSystem.err.println((Object) $t);"),
        (
            NoLeaf,
            "System.out.printf(\"%5d|%s%n\", $i, $a);\nString q$n = String.format(\"%-3s %c %b %x\", $o, $c, $b, $l);",
        ),
        (
            NoLeaf,
            "Op fun$n = $b ? null : x -> x + 1;\nOp g$n = Main.<Op>pick($b, fun$n != null ? fun$n : x -> x * 3, fun$n);\nif (g$n.of($i) == ($b ? g$n : (Op) x -> 1).of(2)) throw new IllegalStateException();",
        ),
        (
            NoLeaf,
            "Comparator<Num> c$n = Comparator.nullsFirst(Comparator.comparingInt((Num z) -> z.k).reversed());\nComparator<Num> d$n = Comparator.nullsLast(Comparator.comparingLong((Num z) -> z.k)).thenComparing(c$n);\nif (c$n.compare($b ? null : new Num($i), new Num(2)) > d$n.compare($b ? null : new Num($i), $b ? null : new Num(1))) throw new IllegalStateException();",
        ),
        (
            NoLeaf,
            "Comparator<Num> c$n = Comparator.comparing((Num z) -> z, Comparator.reverseOrder());\nif (c$n.thenComparingInt(z -> z.k).compare(new Num($i), new Num($i)) > 0) throw new ArithmeticException();",
        ),
        (
            NoLeaf,
            "Predicate<Object> p$n = Objects::nonNull;\nOp h$n = Math::abs;\nFunction<Object, Object> fun$n = Objects::requireNonNull;\nif (p$n.test($a) && fun$n.apply($a) == null) throw new IllegalStateException();\nint q$n = h$n.of($i);",
        ),
        (
            Anywhere,
            "for (String q$n : \"a, b\".split(\",\\\\s*\")) { int r$n = q$n.length(); }\nboolean s$n = \"ab\".matches(\"a+b|c\");",
        ),
        (Anywhere, "String q$n = $b ? null : $t;\nString r$n = String.join(q$n, \"a\", $t);"),
        (
            Anywhere,
            "Integer q$n = Integer.getInteger(\"no.such\");\nint r$n = Integer.getInteger(\"no.such\", $i);\nif ($b) q$n++;",
        ),
        (
            Anywhere,
            "TreeMap<String, Integer> q$n = new TreeMap<>();\nif ($b) q$n.firstKey();\nPriorityQueue<Integer> r$n = new PriorityQueue<>();\nr$n.isEmpty();",
        ),
        // Runs are given up on some paths.
        (
            NoLeaf,
            "List<$A> all$n = new ArrayList<>();\nall$n.add($a);\nif ($b) all$n.forEach(z -> { if (z == null) throw new IllegalStateException(); });\n$A r$n = $b ? all$n.iterator().next() : null;",
        ),
        (
            NoLeaf,
            "int q$n = $b ? List.of($i, 2).stream().mapToInt(z -> 1 / z).sum() : $i;\nif (q$n == 1) throw new Fault();",
        ),
        (
            NoLeaf,
            "List<$A> all$n = $b ? null : Arrays.asList($a, $a);\nlong k$n = all$n.stream().filter(z -> z == null).count();\nif (k$n == 1) throw new Fault();\nList<$A> q$n = all$n.stream().limit(1).collect(Collectors.toList());",
        ),
        (
            NoLeaf,
            "int q$n = new Random($i).nextInt(3);\nfor (Hue h$n : Hue.values()) { q$n += h$n.m($i); }\nif (Hue.values()[1] != Hue.GREEN) throw new Fault();\nString r$n = \"%d:%s\".formatted(q$n, $t);",
        ),
        (Anywhere, "String[] q$n = \"a\".split($t);"),
        (NoLeaf, "assert $b : $a;"),
        (NoLeaf, "String q$n = \"\" + new Fault();"),
        (NoLeaf, "RuntimeException q$n = new IllegalStateException(new Fault());\nq$n.getMessage();"),
        (
            NoLeaf,
            "try { throw new IllegalArgumentException(new Fault()); } catch (RuntimeException e$n) { $T u$n = $e; }",
        ),
        (NoLeaf, "Throwable q$n = $b ? new Fault() : null;\nString r$n = q$n.getLocalizedMessage() + q$n;"),
        (Mute, "new Fault().printStackTrace();"),
        (Program, "String q$n = args[$i & 1];\nif (args.length > $i) q$n += args.length;"),
        (Program, "try { String q$n = args[$i]; } catch (ArrayIndexOutOfBoundsException e$n) { $T u$n = $e; }"),
        (First, "In q$n = new In($i);\nq$n.next = new In(q$n.get());\nq$n = q$n.next.next;"),
        (
            NoLeaf,
            "Chain g$n = new Chain();\nChain.Link h$n = g$n.new Link($a);\nChain.Link i$n = g$n.new Link($a);\nint q$n = h$n.rank() * 3 + i$n.rank();\nif (q$n != 9 || i$n.up() != g$n || h$n.new Deep().get() != i$n.a) throw new IllegalStateException();",
        ),
        (
            NoLeaf,
            "Chain g$n = $b ? null : new Chain($a);\nChain.Link h$n = g$n.new Low($a);\nif (h$n.rank() == $i) throw new IllegalStateException();",
        ),
        (
            NoLeaf,
            "final int k$n = $i;\nfinal $A c$n = $a;\nclass Loc$n { int n = k$n; $A get() { return c$n; } Loc$n again() { return new Loc$n(); } int up() { return ++n; } }\nLoc$n q$n = new Loc$n().again();\nif (q$n.up() != k$n + 1 || q$n.get() != c$n) throw new IllegalStateException();",
        ),
        (
            NoLeaf,
            "final int k$n = $i;\nclass Out$n { int m = k$n + 1; Op make() { int w = m; return x -> new Object() { int z = x + w + m + k$n; int get() { return z; } }.get(); } }\nif (new Out$n().make().of($i) == $i) throw new ArithmeticException();",
        ),
        (
            NoLeaf,
            "final int k$n = $i;\nHook g$n = new Hook($i) { void hook() { s += k$n; } };\nif (g$n.s == $i) throw new ArithmeticException();",
        ),
        (
            NoLeaf,
            "final int k$n = $i;\nOp g$n = x -> x * 2 + k$n;\nif (g$n.twice().of($i) == $i) throw new IllegalStateException();",
        ),
        (
            NoLeaf,
            "Op g$n = null;\nfor (int j$n = 0; j$n < 3; j$n++) { int z = j$n; Op w = g$n; g$n = x -> w == null ? x + z : w.of(x) * 2 + z; }\nif (g$n.of($i) == $i) throw new IllegalStateException();",
        ),
        (First, "Supplier<$A> g$n = () -> this;\nif (g$n.get() != this) throw new IllegalStateException();"),
        (
            NoLeaf,
            "final $A c$n = $a;\nFunction<$A, $A> fun$n = x -> x == c$n ? null : c$n;\nPredicate<$A> p$n = x -> x == null;\nif (p$n.negate().or(x -> x == c$n).test(fun$n.andThen(fun$n).apply($a))) throw new IllegalStateException();",
        ),
        (
            NoLeaf,
            "Function<$A, Function<$A, $A>> fun$n = x -> y -> x == null ? y : x;\nif (fun$n.apply($a).apply($a) == null) throw new IllegalStateException();",
        ),
        (
            NoLeaf,
            "Supplier<Chain> s$n = Chain::new;\nFunction<$A, Chain> m$n = Chain::new;\nFunction<Pair, $A> fun$n = Pair::a;\nSupplier<$A> g$n = new Pair($a, $i)::a;\nOp h$n = Main::inc;\nif (fun$n.apply(new Pair(g$n.get(), 1)) == null || s$n.get().size + m$n.apply($a).size == h$n.of($i)) throw new ArithmeticException();",
        ),
        (
            NoLeaf,
            "Pair p$n = $b ? (Pair) null : Pair.of($i);\nSupplier<$A> g$n = p$n::a;\nif (p$n.k() == $i) throw new IllegalStateException();",
        ),
        (
            NoLeaf,
            "Hue h$n = $b ? Hue.RED : Hue.GREEN;\nint q$n = h$n.m($i) + h$n.next().ordinal() + Hue.BLUE.m(1);\nswitch (h$n) { case RED: q$n++; case GREEN: q$n += 2; break; default: q$n = 0; }\nif (q$n == $i || h$n.compareTo(Hue.BLUE) > 0) throw new IllegalStateException();",
        ),
        (
            NoLeaf,
            "Hue h$n = $b ? null : Hue.BLUE;\nint q$n = switch (h$n) { case BLUE -> 1; case RED, GREEN -> 2; };\nif (q$n == 2) throw new Fault();",
        ),
        (NoLeaf, "Hue h$n = Hue.valueOf($t);"),
        (
            NoLeaf,
            "Pair p$n = new Pair($a, $i);\nif (!p$n.equals(new Pair(p$n.a(), p$n.k())) || p$n.twice() == $i) throw new IllegalStateException();\nint q$n = p$n.hashCode();\nString r$n = \"\" + p$n;",
        ),
        (
            NoLeaf,
            "Chain g$n = new Chain($a);\ng$n.new Link(null);\nint q$n = 0;\nfor ($A z : g$n) { if (z == null) { q$n += 2; continue; } q$n++; }\nif (q$n == $i) throw new IllegalStateException();\ng$n.forEach(z -> Main.closed += z == null ? 1 : 0);\ng$n.iterator().remove();",
        ),
        (NoLeaf, "for ($A z : new Chain($a)) { if (z == null) throw new IllegalStateException(); }"),
        (
            NoLeaf,
            "try (Shutter r$n = new Shutter($i); Shutter s$n = $b ? null : new Shutter($i)) { if ($b) throw new Fault(); } catch (IllegalStateException | Fault e$n) { Main.closed += 2; }\nif (Main.closed == 2) throw new IllegalStateException();",
        ),
        (NoLeaf, "int q$n = 0;\nswitch ($t) { case \"ab\": q$n = 1; break; default: q$n = 2; }"),
        (NoLeaf, "int q$n = Main.many($i) + Main.many($i, $i, $i);\nif (q$n == $i) throw new IllegalStateException();"),
        (
            NoLeaf,
            "Runnable r$n = (Runnable & java.io.Serializable) () -> { Main.closed = 5; };\nr$n.run();\nif (Main.closed != 5) throw new IllegalStateException();",
        ),
        (NoLeaf, "Class<?> q$n = $A.class;\nif (q$n == null) throw new Fault();"),
        (
            NoLeaf,
            "Comparator<Num> c$n = Comparator.naturalOrder();\nif (c$n.reversed().compare(new Num($i), new Num($i)) > 0) throw new IllegalStateException();\nif (Comparator.comparingInt((Num z) -> z.k).compare(new Num($i), new Num(1)) == 0) throw new ArithmeticException();",
        ),
        (
            NoLeaf,
            "Cell<Pair> g$n = new Cell<>($b ? null : Pair.of($i));\nif (g$n.v.k() + g$n.get().twice() == Main.pick($b, new Pair($a, 1), Pair.of($i)).k()) throw new IllegalStateException();",
        ),
        (Late, "int q$n = Late.l;"),
        (Late, "int q$n = Late.b;\nBase.b--;"),
        (Late, "int q$n = Late.E + Early.s();"),
        (Late, "int q$n = new Late().d();"),
        (Late, "int q$n = Late.touch() + Late.L;"),
        (Late, "int q$n = Broken.C;"),
        (Late, "try { Broken.m(); } catch (ExceptionInInitializerError e$n) { int q$n = $i; }"),
        (Late, "try { int q$n = Broken.k; } catch (NoClassDefFoundError | ExceptionInInitializerError e$n) { }"),
        (Late, "Broken q$n = $b ? null : new Broken();"),
    ]
};

/// Expressions by type, of high enough precedence for every operator.
const EXPRESSIONS: &[(Place, Ty, &str)] = {
    use Place::{Anywhere, NoLeaf};
    &[
        (Anywhere, Ty::Int, "Math.max($i, $i)"),
        (Anywhere, Ty::Int, "Math.abs($i)"),
        (Anywhere, Ty::Int, "((String) ($t)).length()"),
        (Anywhere, Ty::Int, "\"abc\".indexOf($t)"),
        (Anywhere, Ty::Int, "new Random().nextInt(2)"),
        (NoLeaf, Ty::Int, "(($A) ($a)).hashCode()"),
        (NoLeaf, Ty::Int, "((Object) ($o)).hashCode()"),
        (Anywhere, Ty::Boolean, "((String) ($t)).isEmpty()"),
        (Anywhere, Ty::Boolean, "((String) ($t)).equals($t)"),
        (Anywhere, Ty::Boolean, "(($t) == ($t))"),
        (Anywhere, Ty::Boolean, "new Random().nextBoolean()"),
        (NoLeaf, Ty::Boolean, "(($A) ($a)).equals($o)"),
        (NoLeaf, Ty::Boolean, "((Object) ($o)).equals($a)"),
        (Anywhere, Ty::Char, "\"abc\".charAt(($i) & 1)"),
        (Anywhere, Ty::Long, "Math.max($l, $i)"),
        (Anywhere, Ty::Text, "String.valueOf($i)"),
        (Anywhere, Ty::Text, "((String) ($t)).concat($t)"),
        (NoLeaf, Ty::Text, "String.valueOf((Object) ($o))"),
        (NoLeaf, Ty::Text, "Objects.toString($a)"),
        (NoLeaf, Ty::Text, "(($A) ($a)).toString()"),
    ]
};

impl Writer<'_> {
    fn may_stand(&self, place: Place) -> bool {
        let calls = !self.scope.is_leaf && self.scope.creates_before.is_none();
        match place {
            Place::Anywhere => true,
            Place::NoLeaf => calls,
            Place::First => self.scope.class == self.first && !self.scope.is_static,
            Place::Late => self.is_late && calls,
            Place::Program => self.scope.locals.iter().any(|l| l.ty == Ty::Texts),
            Place::Mute => !self.speaks && calls,
        }
    }

    /// A statement with a construct that occurs nowhere else.
    pub fn special_statement(&mut self) -> Written {
        let due =
            self.due.map(|number| STATEMENTS[number % STATEMENTS.len()]).filter(|&(place, _)| self.may_stand(place));
        if due.is_some() {
            self.due = None;
        }
        // Few programs and places allow some of them, so these are preferred.
        let rare = [Place::Program, Place::Late].into_iter().find(|&place| self.may_stand(place));
        let rare = rare.filter(|_| self.random.one_in(2));
        let is_chosen = |place: Place| self.may_stand(place) && rare.is_none_or(|rare| rare == place);
        let fits: Vec<&str> = STATEMENTS.iter().filter(|(place, _)| is_chosen(*place)).map(|s| s.1).collect();
        let template = due.map_or_else(|| *self.random.one_of(&fits), |(_, text)| text);
        let text = self.fill(template);
        let nodes = text.lines().map(|one| line(one.replace('¶', "\n"))).collect();
        Written { nodes: vec![block("{", nodes)], completes: true }
    }

    /// An expression that calls the library.
    pub fn library_expression(&mut self, ty: Ty) -> Option<Expression> {
        let fits = |e: &&(Place, Ty, &str)| e.1 == ty && self.may_stand(e.0);
        let fits: Vec<&str> = EXPRESSIONS.iter().filter(fits).map(|e| e.2).collect();
        if fits.is_empty() {
            return None;
        }
        let template = *self.random.one_of(&fits);
        Some(primary(self.fill(template)))
    }

    /// A template with its holes filled: `$n` a fresh number, `$A` the first class, `$T` some type and `$e` a value of
    /// it; values `$a` of the first class, `$o` of `Object`, `$t` of `String`, `$i` of `int`, `$l` of `long`, `$b` of
    /// `boolean`, `$c` of `char`, `$d` of `double`.
    pub fn fill(&mut self, template: &str) -> String {
        self.scope.names += 1;
        let number = self.scope.names;
        let some = self.variable_type();
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('$') {
            text += before;
            let (hole, after) = after.split_at(1);
            rest = after;
            let ty = match hole {
                "n" => {
                    text += &number.to_string();
                    continue;
                }
                "A" => {
                    text += &self.model.name(Ty::Class(self.first));
                    continue;
                }
                "T" => {
                    text += &self.model.name(some);
                    continue;
                }
                "e" => some,
                "a" => Ty::Class(self.first),
                "o" => Ty::Class(OBJECT),
                "t" => Ty::Text,
                "i" => Ty::Int,
                "l" => Ty::Long,
                "b" => Ty::Boolean,
                "c" => Ty::Char,
                "d" => Ty::Double,
                other => unreachable!("a hole ${other}"),
            };
            let e = self.expression(ty, 1);
            // Safe in any context.
            text += &match ty {
                Ty::Class(_) | Ty::Text => format!("({}) ({})", self.model.name(ty), e.text),
                _ => format!("({})", e.text),
            };
        }
        text + rest
    }
}
