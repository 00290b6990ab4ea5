//! Programs of which a Java compiler warns that it cannot check them: they keep no promise of type arguments. `javac -Xlint:unchecked` is the judge of
//! random programs with generic, raw and nested types, type variables and casts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use hrglass::base::{Random, Sources, has_errors};
use hrglass::java::{JavaOptions, parse_java};

use crate::support::{cases, jdk};

/// The first method has a cast that a compiler inserts: what is assumed of it tells whether the program is taken at its word.
const IMPORTS: &str = "import java.util.*; import java.util.function.*;\n";
const HEAD: &str = "import java.util.*; import java.util.function.*;
class A { int x; } class B extends A implements Comparable<B> { public int compareTo(B b) { return 0; } }
class Box<T> { T held; Box() { } Box(T held) { this.held = held; } T get() { return held; } void set(T t) { held = t; }
  <U> U as(U u) { return u; } static <S> Box<S> of(S s) { return new Box<>(s); } List<String> names() { return null; } }
class Outer<T> { T own; class Inner { T held; T get() { return own; } } static class Nested<U> { U u; } Inner inner() { return new Inner(); } }
class Chest<T> extends Box<T> { } class Case extends Box<A> { } interface Gives<T> { T give(); }
";
/// Types that have to do with each other, and expressions of them.
const FAMILIES: &[(&str, &str)] = &[
    (
        "Box | Box<A> | Box<B> | Box<?> | Box<? extends A> | Chest | Chest<A> | Case | Object | Gives | Gives<B>",
        "raw | boxA | boxB | any | chest | new Box<>(a) | new Box(a) | Box.of(b) | new Chest<>() | new Case() | new Chest() | new Box<A>(b) { } | \
         new Box() { } | raw.as(raw) | gives | new Box<B>(b)",
    ),
    (
        "List | List<A> | List<B> | Collection<A> | Iterable<B> | Iterable | Collection | List<? super B> | ArrayList<B> | List<Box> | List<Box<A>>",
        "list | listA | new ArrayList<>() | new ArrayList(listA) | new ArrayList<>(list) | raw.names() | boxA.names() | Collections.emptyList() | \
         all | new LinkedList<>(listA) | List.of(b) | List.of(raw) | Arrays.asList(boxA)",
    ),
    (
        "Iterator | Iterator<A> | Iterator<B> | Iterator<?> | Iterator<Box>",
        "it | itA | list.iterator() | listA.iterator() | all.iterator() | map.values().iterator() | mapA.values().iterator() | \
         new ArrayList().iterator()",
    ),
    (
        "Enumeration | Enumeration<A> | Enumeration<B>",
        "enumA | each | new Vector<A>().elements() | new Vector().elements()",
    ),
    (
        "Comparator | Comparator<A> | Comparator<B> | Comparator<? super B>",
        "order | orderA | order.reversed() | orderA.reversed() | Collections.reverseOrder() | (x, y) -> 0 | Comparator.naturalOrder()",
    ),
    ("Comparable | Comparable<B> | Comparable<A> | Comparable<?>", "is | isB | b"),
    (
        "Function | Function<A, A> | Function<A, B> | Function<?, ?> | UnaryOperator<A> | UnaryOperator",
        "f | fA | x -> x | x -> (A) x | x -> null | f.andThen(f) | Function.identity()",
    ),
    ("Supplier | Supplier<A> | Supplier<B> | Supplier<Box>", "s | sA | () -> b | () -> null | () -> raw | Box::new"),
    (
        "Map | Map<String, A> | Map<String, B> | Map<?, ?> | HashMap<String, A> | Map<String, List> | Map<String, List<A>>",
        "map | mapA | new HashMap<>() | new HashMap(mapA) | new TreeMap<>(map) | Map.of(\"a\", b) | Collections.emptyMap()",
    ),
    (
        "Map.Entry | Map.Entry<String, A> | Map.Entry<String, B> | Map.Entry<?, ?>",
        "entry | entryA | mapA.entrySet().iterator().next() | Map.entry(\"a\", b) | null",
    ),
    (
        "Outer.Inner | Outer<A>.Inner | Outer<B>.Inner | Object",
        "inner | innerA | outerA.inner() | outerA.new Inner() | outer.inner() | outer.new Inner() | new Outer<B>().inner() | new Outer().inner()",
    ),
    ("In | L.In | L<A>.In | L<U>.In | Out | Object", "in | new In() | null | o | inB | rawIn | rawIn.get() | inB.held"),
    (
        "Outer | Outer<A> | Outer<?> | Outer.Nested | Outer.Nested<A> | Outer.Nested<B>",
        "outer | outerA | new Outer<>() | new Outer() | new Outer.Nested<A>() | new Outer.Nested<>() | nested | nestedA",
    ),
    (
        "Optional | Optional<A> | Optional<B> | Optional<?>",
        "maybe | maybeA | Optional.of(b) | Optional.empty() | maybe.map(x -> x) | maybeA.filter(x -> true)",
    ),
    (
        "Deque | Deque<A> | Queue<A> | Deque<B> | Queue",
        "queue | queueA | new ArrayDeque<>() | new ArrayDeque(queueA) | new ArrayDeque<A>()",
    ),
    (
        "Class | Class<?> | Class<A> | Class<? extends A>",
        "a.getClass() | A.class | Box.class | raw.getClass() | boxA.getClass()",
    ),
    ("Box<A>[] | Box[] | Object[] | T[] | List<A>[]", "new Box[2] | boxes | boxesA | null"),
    (
        "A | B | T | U | Object | Comparable<B> | String",
        "a | b | t | u | o | null | raw.get() | raw.held | boxA.get() | boxB.held | any.get() | list.get(0) | listA.get(0) | innerA.get() | \
         inner.get() | it.next() | itA.next() | same(b) | one(b, a) | raw.as(b) | boxA.as(b) | f.apply(a) | s.get() | mapA.get(\"a\") | \
         entryA.getValue() | enumA.nextElement() | maybeA.get() | nestedA.u | outerA.own | outer.own | (B) a | queueA.poll()",
    ),
];
/// `$t` is a type, `$e` an expression; both are of one family.
const STATEMENTS: &str = "$t v = $e; | $t v = $e; | $t v; v = $e; | $t v = ($t) $e; | Object v = ($t) $e; | $t v = ($t) o; | $t v = ($t) (Object) $e; | \
    $t v = k > 0 ? $e : $e; | $t v = same($e); | $t v = one($e, $e); | Supplier<$t> v = () -> $e; | \
    Supplier<$t> v = () -> { $t w = $e; return w; }; | Function<$t, $t> v = x -> ($t) $e; | Function<Object, $t> v = x -> ($t) x; | \
    Box<$t> v = new Box<>($e); $t w = v.get(); | Box<$t> v = Box.of($e); | List<$t> v = new ArrayList<>(); v.add($e); for ($t w : v) { } | \
    Map<String, $t> v = new HashMap<>(); v.put(\"a\", $e); | Object v = new Box<$t>(); | Object v = Box.<$t>of($e); | \
    class V extends Box<$t> { $t get() { return $e; } } | class V<W extends $t> { W w; } | \
    class V { $t m($t w) { return w; } Object n() { return m($e); } } | if (o instanceof $t) { } | if ($e instanceof $t) { } | take(($t) $e); | \
    var v = $e; $t w = v; | $t[] v = null; | Gives<$t> v = () -> $e; $t w = v.give();";
/// On values of several families.
const CALLS: &str = "raw.set($e); | boxA.set(b); | chest.set(a); | raw.held = $e; | boxA.held = b; | list.add($e); | listA.add(b); | list.addAll(listA); | \
    listA.addAll(list); | map.put(a, b); | mapA.putAll(map); | map.putAll(mapA); | inner.held = $e; | innerA.held = a; | outer.own = a; | \
    nested.u = a; | list.forEach(x -> { }); | all.forEach(x -> { }); | list.sort(order); | listA.sort(order); | listA.sort(orderA); | \
    order.compare(a, b); | is.compareTo(a); | isB.compareTo(b); | f.apply(a); | queue.add(a); | lists(listA, list); | \
    lists(list, new ArrayList<>()); | fill(listA, b); | fill(list, b); | Collections.sort(list); | Collections.addAll(list, a); | \
    Collections.addAll(listA, a, b); | for (A v : listA) { } | for (Object v : list) { } | for (Object v : map.keySet()) { } | it.remove(); | \
    entry.setValue(a); | entryA.setValue(b); | maybe.ifPresent(x -> { }); | listA.toArray(new A[0]); | list.toArray(new A[0]); | \
    Collections.max(list); | new ArrayList(list); | new ArrayList<A>(list); | new PriorityQueue<A>(order); | new TreeMap<A, B>(order); | \
    ((Box) boxA).set(t); | ((List) listA).add(t); | raw.as(b).x++; | Object v = new ArrayList<Box>(); | A[] v = all(a, b); | \
    Object v = all(boxA, boxA);";
const VARIABLES: &str = "Box raw | Box<A> boxA | Box<B> boxB | Box<?> any | Chest<A> chest | Gives gives | List list | List<A> listA | Iterable all | Map map | \
    Map<String, A> mapA | Map.Entry entry | Map.Entry<String, A> entryA | Outer.Inner inner | Outer<A>.Inner innerA | In in | L<B>.In inB | \
    L.In rawIn | Outer outer | Outer<A> outerA | Outer.Nested nested | Outer.Nested<A> nestedA | Iterator it | Iterator<A> itA | \
    Enumeration each | Enumeration<A> enumA | Comparator order | Comparator<A> orderA | Comparable is | Comparable<B> isB | Function f | \
    Function<A, A> fA | Supplier s | Supplier<A> sA | Object o | A a | B b | T t | U u | Optional maybe | Optional<A> maybeA | Deque queue | \
    Deque<A> queueA | Box[] boxes | Box<A>[] boxesA";

/// One of some texts with bars between them.
fn one<'t>(random: &mut Random, texts: &'t str) -> &'t str {
    let all: Vec<&str> = texts.split(" | ").collect();
    random.one_of::<&str>(&all)
}

/// The file in which the compiler finds what all programs share, and the beginning of each in the engine.
const SHARED: &str = "Shared.java";

/// A random class; the text without what all programs share.
fn program(random: &mut Random, name: &str) -> String {
    let templates = if random.one_in(4) { CALLS } else { STATEMENTS };
    let template = one(random, templates);
    let body = filled(random, template);
    let words: BTreeSet<&str> = body.split(|c: char| !c.is_alphanumeric()).collect();
    let variables =
        VARIABLES.split(" | ").filter(|variable| variable.rsplit(' ').next().is_some_and(|name| words.contains(name)));
    let variables = variables.map(|variable| format!(", {variable}"));
    let variables =
        variables.collect::<String>().replace("L.In", &format!("{name}.In")).replace("L<", &format!("{name}<"));
    let body = body.replace("L.In", &format!("{name}.In")).replace("L<", &format!("{name}<"));
    format!(
        "class {name}<U> {{
  static int f(List<A> list) {{ A a = list.get(0); return a == null ? 0 : a.x; }}
  static <T> T same(T t) {{ return t; }} static <T> T one(T s, T t) {{ return s; }} static <T> void fill(List<T> all, T t) {{ all.add(t); }}
  class In {{ U held; U get() {{ return held; }} }} static class Out {{ }}
  static void take(Object o) {{ }} static void lists(List<A> a, List<B> b) {{ }} static <T> T[] all(T... ts) {{ return ts; }}
  <T> void g(int k{variables}) {{ {body} }}
}}
"
    )
}

fn filled(random: &mut Random, template: &str) -> String {
    let mut text = template.to_owned();
    let (types, expressions) = random.one_of(FAMILIES);
    while let Some(at) = text.find('$') {
        let part = one(random, if text.as_bytes()[at + 1] == b't' { types } else { expressions });
        text.replace_range(at..at + 2, part);
    }
    text
}

/// What a compiler says of a program.
#[derive(Default, Debug)]
struct Said {
    /// The warnings that a variable may hold what its type does not allow.
    unchecked: Vec<String>,
    /// Whether some type is raw.
    is_raw: bool,
}

/// The programs that the compiler accepts, by number, with what it says of them.
fn judged(programs: &[String]) -> BTreeMap<usize, Said> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("unchecked-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&root);
    std::fs::create_dir_all(&root).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(root.join(name), text).expect("a file");
    write(SHARED, HEAD);
    for (number, text) in programs.iter().enumerate() {
        write(&format!("L{number}.java"), &format!("{IMPORTS}{text}"));
    }
    let mut left: BTreeSet<usize> = (0..programs.len()).collect();
    loop {
        let mut javac = Command::new("javac");
        javac.args([
            "-Xlint:unchecked,rawtypes",
            "-Xmaxwarns",
            "100000",
            "-Xmaxerrs",
            "100000",
            "-proc:none",
            "-d",
            "classes",
            SHARED,
        ]);
        javac.args(left.iter().map(|number| format!("L{number}.java"))).current_dir(&root);
        let output = javac.output().expect("javac runs");
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            let _ = std::fs::remove_dir_all(&root);
            return warnings(&said, left);
        }
        let before = left.len();
        said.lines()
            .filter(|line| line.contains(": error:"))
            .filter_map(number)
            .for_each(|wrong| _ = left.remove(&wrong));
        assert!(left.len() < before, "{said}");
    }
}

/// The program that a line is about.
fn number(line: &str) -> Option<usize> {
    line.strip_prefix('L')?.split('.').next()?.parse().ok()
}

fn warnings(said: &str, valid: BTreeSet<usize>) -> BTreeMap<usize, Said> {
    let mut found: BTreeMap<usize, Said> = valid.into_iter().map(|number| (number, Said::default())).collect();
    let mut lines = said.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(number) = number(line).filter(|_| line.contains(": warning: [")) else { continue };
        let mut text = line.to_owned();
        while let Some(more) = lines.next_if(|more| !more.contains(": warning: [")) {
            text += &format!("\n{more}");
        }
        let entry = found.entry(number).or_default();
        entry.is_raw |= line.contains("[rawtypes]");
        // Comparisons only give numbers, and casts of what is compared may always fail.
        let is_order = |ty: &str| ty.trim().starts_with("Compara");
        let types = text
            .lines()
            .filter_map(|l| l.trim().split_once(':'))
            .filter(|(kind, _)| matches!(*kind, "required" | "found"));
        let of_order = text.contains("raw type Compara")
            || text.contains("conversion from Compara")
            || types.flat_map(|(_, types)| types.split(',')).any(is_order);
        // What arrays hold is taken to be what their types say, as those of a superclass of theirs are not modelled.
        let of_array = text.contains("generic array creation")
            || text.contains("vararg")
            || text.lines().any(|l| l.trim().starts_with("required:") && l.ends_with("[]"));
        if line.contains("[unchecked]") && !of_array && !of_order {
            entry.unchecked.push(text);
        }
    }
    found
}

/// Whether casts of a program that a compiler inserts may fail; none if it is refused.
fn is_taken_at_its_word(name: &str, text: &str) -> Result<bool, String> {
    let mut sources = Sources::default();
    let file = sources.add("L.java", format!("{HEAD}{text}"));
    let (read, found) = parse_java(&sources, &[file], &JavaOptions::default(), &format!("{name}.f"));
    match read {
        Some(_) => Ok(found.iter().any(|found| found.code == "assumption/types")),
        None => {
            Err(found.iter().filter(|d| has_errors(std::slice::from_ref(*d))).map(|d| d.message.to_string()).collect())
        }
    }
}

#[test]
fn where_a_compiler_warns_no_promise_is_kept() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let total = cases::scaled(300);
    let mut random = Random::scattered(cases::seed(1));
    let programs: Vec<String> = (0..total).map(|number| program(&mut random, &format!("L{number}"))).collect();
    let (mut wrong, mut warned, mut clean, mut kept) = (Vec::new(), 0, 0, 0);
    for (number, said) in judged(&programs) {
        let text = &programs[number];
        let is_kept = match is_taken_at_its_word(&format!("L{number}"), text) {
            Ok(is_kept) => is_kept,
            Err(why) => {
                wrong.push(format!("refused: {why}\n{text}"));
                continue;
            }
        };
        warned += usize::from(!said.unchecked.is_empty());
        let is_clean = said.unchecked.is_empty() && !said.is_raw;
        clean += usize::from(is_clean);
        kept += usize::from(is_clean && is_kept);
        if is_kept && let Some(warning) = said.unchecked.first() {
            wrong.push(format!("{warning}\n{text}"));
        }
    }
    println!("{warned} programs with warnings, {clean} without, of which {kept} are taken at their word");
    assert!(wrong.is_empty(), "{} of {total}: {}", wrong.len(), wrong[0]);
    assert!(warned > total / 20 && kept > total / 50, "{warned} {clean} {kept}");
}
