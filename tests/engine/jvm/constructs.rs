//! Constructs in random programs, by row of the table in docs/java.md.

use std::collections::BTreeMap;

/// For each row of the table, texts: a program that has the construct contains at least one of them, and each of them
/// must occur. Constructs that are errors when used occur in methods that no run reaches.
const CONSTRUCTS: &[(&str, &[&str])] = &[
    ("packages and imports", &["import java.util.*;"]),
    ("annotations and their declarations", &["@interface Mark", "@Mark(2)", "names = \"a\"", "@Deprecated"]),
    (
        "access, `final`, `strictfp`, `transient`, `volatile`, `sealed`",
        &["private ", "final class", "strictfp ", "transient ", "volatile ", "sealed ", "protected "],
    ),
    ("generic types", &["class Cell<T>", "new Cell<>(", "((Cell) "]),
    ("generic methods, wildcards, bounds", &["Main.<A>same", "Main.peek(", "Main.pick(", "Cell<? extends"]),
    ("interfaces and abstract classes", &["interface I ", "abstract class "]),
    ("methods of interfaces with a body", &["default ", "private int q() "]),
    ("overriding and overloading", &["over(", "Object over(", "long a0) {"]),
    ("private methods, which are not inherited", &["private int m", "private void m", "private boolean m"]),
    ("`super`", &["super.m", "super.f", "super(", "super.toString()"]),
    ("fields that hide one of a superclass", &["extends Hidden { "]),
    ("native methods", &["static native int"]),
    ("synchronized methods and statements", &["synchronized public", "synchronized ("]),
    ("threads", &["new Thread("]),
    ("finalizers", &["void finalize()"]),
    ("constructors", &["A(int a0) {", "this();", "super("]),
    ("constructors that are not written", &["class Failure extends Fault"]),
    ("initial values of fields", &["int code0 = "]),
    ("initialiser blocks", &["{ this.f"]),
    ("initial values of static fields", &["static int l = Main.step(4)"]),
    ("static blocks", &["static {"]),
    ("fields of interfaces", &["int E = Main.step(1)", "Late.E"]),
    ("static fields", &["Main.s", "Globals.s", "Base.b--"]),
    ("initialisation of superclasses", &["new Late()", "Late.touch()"]),
    ("initialisation that fails", &["catch (ExceptionInInitializerError", "NoClassDefFoundError"]),
    ("constants", &["Broken.C", "Late.L", "Main.K"]),
    ("static nested classes", &["new Main."]),
    ("inner classes that do not use the object around them", &["new In("]),
    ("inner classes that use the object around them", &["Outer.this.o", ".rank()"]),
    ("inner classes in others and in superclasses", &[".new Deep()", ".new Low("]),
    ("`a.new In()` and `A.this`", &["new Outer().new Using()", ".new Link(", "Chain.this"]),
    ("local classes", &["class Local", "class Loc"]),
    ("anonymous classes", &["new Object() { int k", "new Iterator<>() {"]),
    ("anonymous classes see captured variables in constructors of superclasses", &["void hook() { s +="]),
    ("lambda expressions", &["Runnable r = () ->", "f = x -> x", "x -> x * 2 + k"]),
    ("lambda expressions that use `this`", &["() -> this"]),
    ("functions of functions", &[".negate().or(", ".andThen(", ".twice()"]),
    ("method references", &["Object::new", "Chain::new", "Pair::a", ")::a", "Main::inc"]),
    ("method references to the library", &["Objects::nonNull", "Math::abs", "Objects::requireNonNull"]),
    ("functions in conditional expressions", &[" : x -> x * 3", ": (Op) x -> 1"]),
    (
        "comparators of comparators",
        &["Comparator.nullsFirst(", "Comparator.nullsLast(", ".thenComparing(", ".thenComparingInt("],
    ),
    ("enums", &["enum E { X(1)", "RED(1), BLUE(2)", ".ordinal()", "Hue.BLUE.m("]),
    ("names of enums", &["Hue.valueOf("]),
    ("arrays of the constants of an enum", &["E.values()", "Hue.values()"]),
    ("records", &["record R(", "record Pair("]),
    ("implicit methods of records", &[".equals(new Pair", "(Pair) null"]),
    ("variable numbers of arguments", &["int vary(int... k)", "Main.many("]),
    ("creation of arrays", &["= new int[", "[][] q"]),
    ("sizes of arrays, seen by a handler", &["catch (NegativeArraySizeException"]),
    ("initial values of arrays", &["[] q", "new int[] { "]),
    ("elements of arrays", &["[1];", "[2]++"]),
    ("lengths of arrays", &[".length > 0"]),
    ("methods with brackets behind their parameters", &["odd()[]"]),
    ("indices of arrays, seen by a handler", &["catch (ArrayIndexOutOfBoundsException"]),
    ("assignments to elements of arrays", &["[0] += ", "[0] = "]),
    ("arrays of a subclass as arrays of its superclass", &["Object[] sub = new "]),
    ("copies of arrays", &[".clone();"]),
    ("local variables", &["int x0", "var x"]),
    ("blocks, labels, `break`, `continue`", &["L1: {", "break L", "break;", "continue;", "continue L"]),
    ("`if`", &["if ("]),
    ("`while`, `do`", &["while (", "do {"]),
    ("`for`", &["for (;;)", "for (int"]),
    ("`for` over `Iterable`s", &["a : all", " : new Chain("]),
    ("`Iterator.remove`", &[".remove();"]),
    ("`Comparable` and `Comparator`", &["Comparator.naturalOrder()", "Comparator.comparingInt("]),
    ("`for` over arrays", &[" : new "]),
    ("`for` over collections", &[" : all"]),
    ("`switch` that falls through", &["switch (", "default:"]),
    ("`switch` with arrows and `yield`", &["default -> {", "yield ", "case 0 ->"]),
    ("`switch` on strings", &["case \"a\":", "case \"ab\":"]),
    ("`switch` on enums", &["case X: break;", "case RED:", "case BLUE ->"]),
    ("`return`", &["return;", "return "]),
    ("`throw`", &["throw new "]),
    ("`throw null`", &[") null;"]),
    ("`try`, `catch`, `finally`", &["try {", "} finally {", " | "]),
    ("resources of `try`", &["try (Res", "try (Shutter"]),
    ("handlers of `StackOverflowError`", &["catch (StackOverflowError"]),
    ("`assert`", &["assert "]),
    ("messages of `assert`", &[" : (A) "]),
    ("calls whose value is not used", &["hashCode()", ".m0("]),
    ("assignments as values", &["= a0 = ", " = ("]),
    ("compound assignments", &["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", ">>>="]),
    ("compound assignments that divide", &["/=", "%="]),
    ("increments", &["++;", "--;", "++(", "--("]),
    ("conditional expressions", &[" ? "]),
    ("`&&`, `||`, `!`", &["&&", "||", "!("]),
    ("`&`, `|`, `^` on truth values", &["false & ", "true | ", "true ^ "]),
    ("comparisons", &["<=", ">=", " == ", " != "]),
    ("arithmetic", &[" * ", " + ", " - "]),
    ("division by zero", &[" / ", " % "]),
    ("shifts", &[" << ", " >> ", " >>> "]),
    ("casts of numbers", &["(byte) (", "(short) (", "(char) "]),
    ("floating-point numbers", &["(double) ", "1.5", "double "]),
    ("floating-point numbers with `var`", &["var q"]),
    ("casts of references", &["(B) (A) ", "(A) (Object) "]),
    ("casts of what is not followed", &[") w"]),
    ("references that are not followed", &["[0] instanceof ", "[0].hashCode()"]),
    ("casts to several types", &["(Runnable & "]),
    ("`instanceof`", &["instanceof B", "instanceof C p"]),
    ("class literals", &["A.class"]),
    ("boxes", &["Integer x", "Boolean q", "Long u", "Character q"]),
    ("boxes of program values", &["Integer f", "Integer a"]),
    ("text blocks and escapes", &["\"\"\"", "\\u0041\\\""]),
    ("`+` on strings", &["\"a\" + "]),
    ("`+=` on strings", &["q1 += "]),
    ("objects without `toString` as texts", &["int hashCode() {"]),
    ("exceptions as texts", &["String getMessage() {", "\"\" + new Fault()"]),
    ("causes of exceptions", &["Exception(new Fault())"]),
    ("exceptions that override `fillInStackTrace`", &["fillInStackTrace()"]),
    ("stack traces", &["printStackTrace()"]),
    ("`print`, `println`", &["System.out.print(", "System.out.println(", "System.err.println("]),
    ("`printf`, `format`, `formatted`", &["System.out.printf(", "String.format(", ".formatted("]),
    ("formats that arguments may not fit", &["printf(\"%q\""]),
    ("`String.valueOf`, `Objects.toString`", &["String.valueOf(", "Objects.toString("]),
    ("methods of `String`", &[".length()", ".isEmpty()", ".concat(", ".charAt(", ".indexOf("]),
    ("indices of strings, seen by a handler", &["catch (StringIndexOutOfBoundsException"]),
    ("`String.join`", &["String.join("]),
    ("regular expressions", &[".split(\",", ".matches(\"a+b|c\")"]),
    ("regular expressions that may be wrong", &["\"a\".split("]),
    ("numbers in system properties", &["Integer.getInteger(\"no.such\")", "Integer.getInteger(\"no.such\", "]),
    ("methods of `Object` that are overridden", &["boolean equals(Object o)", ".equals(", ".toString()"]),
    ("`getClass`", &[".getClass() == "]),
    ("`clone`, `wait`, `notify`", &["notify()"]),
    ("comparisons of strings", &[")) == ((String) ("]),
    ("`Random`", &["nextInt(2)", "nextBoolean()"]),
    ("`Math`", &["Math.max(", "Math.abs("]),
    ("`System.exit`", &["System.exit("]),
    ("other code that is not given", &["Runtime.getRuntime()"]),
    ("numbers in boxes as arguments of the library", &["Math.max(q", ".repeat(q"]),
    ("constructors of the library", &["new PriorityQueue<Integer>(", "new LinkedList<>(q"]),
    ("arrays of characters as texts", &["String.valueOf(q", "new String(q"]),
    ("null in collections", &["new ArrayDeque<>()", "Queue<"]),
    ("casts of objects to numbers", &["(int) q", "(long) u"]),
    ("local variables that are constants", &["final int k"]),
    ("`System.arraycopy`, `Arrays`", &["Arrays.fill(", "System.arraycopy("]),
    ("arrays as lists", &["Arrays.asList("]),
    ("`Objects`", &["Objects.equals(", "Objects.hash(", "Objects.requireNonNull("]),
    ("`StringBuilder`", &["new StringBuilder()"]),
    ("numbers in strings", &["Integer.parseInt("]),
    ("methods of boxes and `Character`", &["Integer.compare(", "Character.isDigit("]),
    ("collections", &["new ArrayList<>()"]),
    ("maps", &["new HashMap<>()"]),
    ("`Optional`", &["Optional.ofNullable("]),
    ("`Scanner`", &["new Scanner("]),
    ("collections that may call the program", &["new HashSet<"]),
    ("collections that are sorted", &["new TreeMap<>()"]),
    ("collections that sort objects", &["new TreeSet<Object>().add("]),
    ("collections that get a comparator", &["new PriorityQueue<>((a, b) -> 0)"]),
    ("collections that call functions", &[".forEach(z -> { if"]),
    ("iterators of collections", &[".iterator().next()", "all.iterator()"]),
    ("streams", &[".stream().filter(", ".stream().mapToInt(", "Collectors.toList()"]),
    ("streams of other kinds", &[".parallelStream()"]),
    ("classes that extend collections", &["extends ArrayList<"]),
    ("static members through objects", &["((Main) ("]),
    ("static imports of classes that are not given", &["int k = max("]),
];

/// The number of programs that contain each text of each construct.
#[derive(Clone, Default)]
pub struct Occurrences(BTreeMap<&'static str, usize>);

impl std::fmt::Debug for Occurrences {
    /// Lists the rarest constructs.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut all: Vec<_> = self.0.iter().map(|(needle, count)| (count, needle)).collect();
        all.sort();
        out.debug_map().entries(all.into_iter().take(8).map(|(count, needle)| (needle, count))).finish()
    }
}

impl Occurrences {
    /// Counts the constructs of a program.
    pub fn count(&mut self, text: &str) {
        for needle in CONSTRUCTS.iter().flat_map(|(_, needles)| *needles) {
            *self.0.entry(needle).or_default() += usize::from(text.contains(needle));
        }
    }

    /// The constructs that occur nowhere, each with a missing text.
    pub fn missing(&self) -> Vec<(&'static str, &'static str)> {
        let all = CONSTRUCTS.iter().flat_map(|(construct, needles)| needles.iter().map(|&needle| (*construct, needle)));
        all.filter(|(_, needle)| self.0.get(needle).is_none_or(|&count| count == 0)).collect()
    }
}

/// The random programs cover exactly the constructs of the documentation.
#[test]
fn random_programs_know_every_construct() {
    let table = include_str!("../../../docs/java.md").lines().filter_map(|line| line.strip_prefix("| "));
    let documented =
        table.filter_map(|row| row.split(" | ").next()).filter(|cell| !["construct", "---"].contains(cell));
    let documented: Vec<String> = documented.map(|cell| cell.replace("\\|", "|")).collect();
    assert!(documented.len() > 100);
    let known: Vec<&str> = CONSTRUCTS.iter().map(|(construct, _)| *construct).collect();
    assert_eq!(documented, known);
}
