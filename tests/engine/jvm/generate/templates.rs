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
        // Few programs and places allow some of them, so these are preferred.
        let rare = [Place::Program, Place::Late].into_iter().find(|&place| self.may_stand(place));
        let rare = rare.filter(|_| self.random.one_in(2));
        let is_chosen = |place: Place| self.may_stand(place) && rare.is_none_or(|rare| rare == place);
        let fits: Vec<&str> = STATEMENTS.iter().filter(|(place, _)| is_chosen(*place)).map(|s| s.1).collect();
        let template = *self.random.one_of(&fits);
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
