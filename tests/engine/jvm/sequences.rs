//! Random sequences of calls of every public method of the collections that the library has, with null, boundary and ordinary arguments, through every
//! static type that fits: executions know result, exception and callbacks as the JVM does, or give the run up.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use hrglass::base::{Random, Silent};
use hrglass::editor::load_program;
use hrglass::report::Verdict;
use hrglass::session::run;
use hrglass::task::{Language, NoFiles, Overrides};

use super::closed;
use super::java::Batch;
use super::outcome::{Answer, JavaEnd, JavaRun, JavaValue};
use super::subject::{Subject, task};

/// What was seen of the sequences.
#[derive(Default)]
pub struct Counts {
    pub sequences: usize,
    pub ended: closed::Counts,
    /// What the analysis says of programs that check their own results.
    pub decided: usize,
    pub undecided: usize,
    /// The methods that were called.
    pub methods: BTreeSet<String>,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { sequences, ended, decided, undecided, methods } = self;
        write!(
            out,
            "{sequences} sequences of calls of {} methods: {ended:?}; {decided} verdicts, {undecided} undecided",
            methods.len()
        )
    }
}

/// A public method or constructor of the JDK.
struct Method {
    is_static: bool,
    result: String,
    name: String,
    types: Vec<String>,
}

/// The public classes of `java.util` that the library has.
#[derive(Default)]
struct Library {
    /// Their methods and constructors, by class.
    methods: BTreeMap<String, Vec<Method>>,
    makers: Vec<(String, Vec<String>)>,
    /// The supertypes of a class.
    above: BTreeMap<String, Vec<String>>,
}

impl Library {
    /// Asks a JVM.
    fn new() -> Self {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/java/library");
        let mut names: Vec<String> = vec!["Map$Entry".to_owned()];
        for entry in std::fs::read_dir(sources).expect("the library") {
            let path = entry.expect("a file").path();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if text.starts_with("package java.util;\n")
                && text.contains("\npublic ")
                && !text.contains("abstract class Abstract")
            {
                names.push(path.file_stem().expect("a name").to_string_lossy().into_owned());
            }
        }
        let missing = include_str!("../java_library/missing.txt");
        let missing: BTreeSet<String> = missing.lines().map(|line| line.replace(", ", ",")).collect();
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("jvm-methods-{}", std::process::id()));
        std::fs::create_dir_all(&root).expect("a folder");
        std::fs::write(root.join("Methods.java"), include_str!("sequences/Methods.java")).expect("a file");
        let output =
            Command::new("java").arg("Methods.java").args(names).current_dir(&root).output().expect("Java runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let _ = std::fs::remove_dir_all(&root);
        let mut own = Self::default();
        let said = String::from_utf8_lossy(&output.stdout);
        let (types, methods): (Vec<_>, Vec<_>) =
            said.lines().map(|line| line.split(' ').collect::<Vec<_>>()).partition(|words| words[0] == "type");
        for words in types {
            own.above.entry(words[1].to_owned()).or_default().push(words[2].to_owned());
        }
        for words in methods {
            let class = words[1].to_owned();
            let types: Vec<String> = words[4].split(',').filter(|ty| !ty.is_empty()).map(str::to_owned).collect();
            // One method declares that it throws whatever its argument makes.
            let is_handled = words[3] != "orElseThrow" || types.is_empty();
            if !is_handled || !types.iter().all(|ty| is_made(ty)) {
                continue;
            }
            if FRACTIONAL.contains(&&*class) {
                continue;
            }
            if words[0] == "new" {
                own.makers.push((class, types));
                continue;
            }
            let (is_static, result, name) = (words[0] == "static", words[2].to_owned(), words[3].to_owned());
            let above = own.above.get(&class).cloned().unwrap_or_default();
            // That of an object is any number, and no other object equals it.
            let is_of_object = ["hashCode", "equals"].contains(&words[3]) && IDENTITIES.contains(&words[1]);
            // Its views are sets of one element, which refuse all changes.
            let is_single = (&*class, &*name, types.len()) == ("Map", "of", 2);
            let is_missing = |of: &String| missing.contains(&format!("{of}.{name}({})", words[4]));
            if !is_missing(&class) && !above.iter().any(is_missing) && !is_of_object && !is_single
                // What is synchronized is the collection itself here.
                && !name.starts_with("synchronized") && !LEFT_OUT.contains(&&*name)
            {
                own.methods.entry(class).or_default().push(Method { is_static, result, name, types });
            }
        }
        own
    }
}

/// Executions do not know numbers with fractions, nor their texts.
const FRACTIONAL: [&str; 2] = ["IntSummaryStatistics", "OptionalDouble"];

/// Of these nothing is compared: what they do depends on chance, on what is no part of a sequence, or on accidents (the values of a map with
/// one entry are a set, and which iterators look at an action that none needs).
const LEFT_OUT: [&str; 7] = ["forEachRemaining", "shuffle", "copyInto", "wait", "spliterator", "clone", "singletonMap"];

/// The static types of objects that may leave `equals` and `hashCode` to `Object`.
const IDENTITIES: [&str; 9] = [
    "Collection",
    "Queue",
    "Deque",
    "ArrayDeque",
    "PriorityQueue",
    "Comparator",
    "Iterator",
    "ListIterator",
    "Enumeration",
];

/// Whether there are arguments of a type.
fn is_made(ty: &str) -> bool {
    !arguments(ty).is_empty()
}

/// Arguments of a type: `$x` is an element, `$y` another collection.
fn arguments(ty: &str) -> &'static [&'static str] {
    match ty {
        "int" => &["-1", "0", "0", "1", "2", "9"],
        // That others are refused is not known.
        "float" => &["0.75f"],
        "boolean" => &["true", "false"],
        "Object" | "Comparable" => &["$x", "$x", "$x", "$x", "null"],
        "Object[]" => &["new Object[0]", "new Object[4]", "new Object[] { $x, $x }", "null"],
        "String" => &["\"text\"", "null"],
        "Collection" | "Iterable" => &["$l", "$l", "new ArrayDeque($l)", "new HashSet($l)", "null"],
        "List" => &["$l", "$l", "new LinkedList($l)", "List.of($x)", "null"],
        "Set" => &["new LinkedHashSet($l)", "new HashSet($l)", "null"],
        "Map" => &["$m", "$m", "new TreeMap($m)", "null"],
        "PriorityQueue" => &["new PriorityQueue($l)"],
        "Deque" | "Queue" => &["new ArrayDeque($l)", "null"],
        "Map.Entry" => &["Map.entry($x, $x)"],
        "Comparator" => &[
            "null",
            "(x, y) -> Ear.order(x, y)",
            "(x, y) -> Ear.order(y, x)",
            "Comparator.naturalOrder()",
            "Collections.reverseOrder()",
        ],
        "Consumer" => &["x -> e.hear(x)", "x -> e.hear(x)", "null"],
        "BiConsumer" => &["(x, y) -> { e.hear(x); e.hear(y); }", "null"],
        "Predicate" => &["x -> { e.hear(x); return Ear.rank(x) % 2 == 0; }", "x -> x == null", "x -> true", "null"],
        "UnaryOperator" => &["x -> { e.hear(x); return $x; }", "x -> x", "null"],
        "Function" => &["x -> { e.hear(x); return $x; }", "x -> null", "x -> Ear.rank(x) > 1 ? x : null", "null"],
        "BiFunction" => &["(x, y) -> { e.hear(x); e.hear(y); return $x; }", "(x, y) -> null", "(x, y) -> y", "null"],
        "Supplier" => &["() -> { e.hear(3); return $x; }", "() -> null", "null"],
        "IntFunction" => &["n -> new Object[n]"],
        "ToIntFunction" => &["x -> Ear.rank(x)", "null"],
        "Runnable" => &["() -> e.hear(5)", "null"],
        _ => &[],
    }
}

/// What all programs share: elements, and what is heard of values. There are no static fields, as runs start in other methods than the entry.
const SHARED: &str = "class K implements Comparable {
  int k; K(int k) { this.k = k; }
  public int hashCode() { return k; } public boolean equals(Object o) { return o instanceof K && ((K) o).k == k; }
  public int compareTo(Object o) { return k - ((K) o).k; } public String toString() { return \"K\" + k; }
}
class Ear {
  long h = 1;
  static int rank(Object o) { return o instanceof Integer ? (Integer) o : o instanceof String ? ((String) o).length() : o instanceof K ? ((K) o).k : 0; }
  static int order(Object a, Object b) { return rank(a) - rank(b); }
  void hear(Object o) { h = 31 * h + code(o); }
  static long kind(Object o) {
    return (o instanceof List ? 1 : 0) + (o instanceof Set ? 2 : 0) + (o instanceof Queue ? 4 : 0) + (o instanceof Deque ? 8 : 0) + (o instanceof ArrayList ? 16 : 0)
      + (o instanceof LinkedList ? 32 : 0) + (o instanceof Vector ? 64 : 0) + (o instanceof HashSet ? 128 : 0) + (o instanceof LinkedHashSet ? 256 : 0) + (o instanceof TreeSet ? 512 : 0)
      + (o instanceof ArrayDeque ? 1024 : 0) + (o instanceof PriorityQueue ? 2048 : 0) + (o instanceof HashMap ? 4096 : 0) + (o instanceof LinkedHashMap ? 8192 : 0) + (o instanceof TreeMap ? 16384 : 0);
  }
  static long code(Object o) {
    if (o == null) return 1;
    if (o instanceof Integer) return (Integer) o;
    if (o instanceof String) return o.hashCode();
    if (o instanceof Boolean) return (Boolean) o ? 3 : 5;
    if (o instanceof K) return ((K) o).k + 100;
    if (o instanceof Map.Entry) return code(((Map.Entry) o).getKey()) * 7 + code(((Map.Entry) o).getValue());
    long all = 7;
    if (o instanceof Object[]) { for (Object x : (Object[]) o) all = 31 * all + code(x); return all; }
    if (o instanceof Map) { for (Object x : ((Map) o).entrySet()) all = 31 * all + code(x); return 31 * all + kind(o) + ((Map) o).size(); }
    if (o instanceof Collection) { for (Object x : (Collection) o) all = 31 * all + code(x); return 31 * all + kind(o) + ((Collection) o).size(); }
    if (o instanceof Optional) return ((Optional) o).isPresent() ? 11 + code(((Optional) o).get()) : 13;
    return 17;
  }
  void thrown(RuntimeException e) {
    hear(e instanceof NullPointerException ? 1001 : e instanceof IndexOutOfBoundsException ? 1002 : e instanceof ClassCastException ? 1003
      : e instanceof EmptyStackException ? 1004 : e instanceof NoSuchElementException ? 1005 : e instanceof ConcurrentModificationException ? 1006
      : e instanceof IllegalStateException ? 1007 : e instanceof IllegalArgumentException ? 1008 : e instanceof UnsupportedOperationException ? 1009
      : e instanceof ArrayStoreException ? 1010 : 1011);
  }
}
";
const ELEMENTS: [&[&str]; 3] = [
    &["1", "2", "3", "7", "-1"],
    &["\"a\"", "\"b\"", "\"\"", "\"cd\""],
    &["new K(1)", "new K(2)", "new K(2)", "new K(5)"],
];
/// Functions that make a collection with elements.
const MADE: &[(&str, &str)] = &[
    ("List", "List.of($x, $x)"),
    ("List", "List.of()"),
    ("Set", "Set.of($x)"),
    ("Map", "Map.of()"),
    ("List", "Collections.nCopies(2, $x)"),
    ("List", "Collections.unmodifiableList($l)"),
    ("Collection", "Collections.unmodifiableCollection($l)"),
    ("Map", "Collections.unmodifiableMap($m)"),
    ("Set", "Collections.singleton($x)"),
    ("List", "Collections.emptyList()"),
    ("List", "Collections.singletonList($x)"),
    ("Optional", "Optional.of($x)"),
    ("Optional", "Optional.empty()"),
    ("Optional", "Optional.ofNullable(null)"),
    ("Comparator", "Comparator.naturalOrder()"),
    ("Comparator", "Comparator.nullsLast(Comparator.naturalOrder())"),
    ("Comparator", "Comparator.comparing((Function) (x -> x))"),
];

/// Whether a function makes a collection that refuses modifications even where there is nothing to modify.
fn is_small(made: &str) -> bool {
    made.contains("singleton") || made.contains("nCopies")
}

struct Generator<'l> {
    random: Random,
    library: &'l Library,
    elements: &'static [&'static str],
    methods: &'l mut BTreeSet<String>,
    /// Whether one of the collections does.
    is_small: bool,
}

impl Generator<'_> {
    fn filled(&mut self, template: &str) -> String {
        let mut text = template.to_owned();
        while let Some(at) = text.find('$') {
            let part = match text.as_bytes()[at + 1] {
                b'x' => *self.random.one_of::<&str>(self.elements),
                b'l' => "list",
                _ => "map",
            };
            text.replace_range(at..at + 2, part);
        }
        text
    }

    /// Arguments of these types; a null has its type, as methods may be overloaded.
    fn arguments(&mut self, types: &[String]) -> String {
        let given = types.iter().map(|ty| {
            let template = *self.random.one_of::<&str>(arguments(ty));
            let is_primitive = matches!(&**ty, "int" | "float" | "boolean");
            let argument = self.filled(template);
            if is_primitive || ty == "Object" && argument != "null" { argument } else { format!("({ty}) ({argument})") }
        });
        given.collect::<Vec<_>>().join(", ")
    }

    /// A method with a sequence of calls.
    fn sequence(&mut self, number: usize) -> String {
        self.elements = self.random.one_of::<&[&str]>(&ELEMENTS);
        let mut text = format!(
            "  static long s{number}() {{\n    Ear e = new Ear();\n    List list = new ArrayList(); Map map = new LinkedHashMap();\n"
        );
        for _ in 0..self.random.below(3) {
            let line = self.filled("    list.add($x); map.put($x, $x);\n");
            text += &line;
        }
        let (ty, made) = if self.random.one_in(3) {
            let (ty, template) = self.random.one_of(MADE);
            ((*ty).to_owned(), self.filled(template))
        } else {
            let (class, types) = self.random.one_of(&self.library.makers);
            let arguments = if self.random.one_in(2) { self.arguments(types) } else { String::new() };
            let is_plain = self.library.makers.iter().any(|(other, types)| other == class && types.is_empty());
            let arguments = if is_plain { arguments } else { self.arguments(types) };
            let above = &self.library.above[class];
            (self.random.one_of(above).clone(), format!("new {class}({arguments})"))
        };
        self.is_small = is_small(&made);
        let _ = writeln!(
            text,
            "    {ty} v0 = null; try {{ v0 = {made}; }} catch (RuntimeException t) {{ e.thrown(t); return e.h; }}"
        );
        let mut variables = vec![ty];
        if matches!(&*variables[0], "Collection" | "List" | "Deque" | "Queue" | "Set") || variables[0].contains("List")
        {
            for _ in 0..self.random.below(4) {
                let line = self.filled("    try { v0.add($x); } catch (RuntimeException t) { e.thrown(t); }\n");
                text += &line;
            }
        }
        for _ in 0..1 + self.random.below(6) {
            text += &self.call(&mut variables);
        }
        // What iterators are is seen by what they do.
        for (at, ty) in variables.iter().enumerate() {
            if !matches!(&**ty, "Iterator" | "ListIterator" | "Enumeration" | "Comparator") {
                let _ = writeln!(text, "    try {{ e.hear(v{at}); }} catch (RuntimeException t) {{ e.thrown(t); }}");
            }
        }
        text + "    return e.h;\n  }\n"
    }

    fn call(&mut self, variables: &mut Vec<String>) -> String {
        let is_static = self.random.one_in(8);
        let (at, class) = if is_static {
            (None, (*self.random.one_of(&["Collections", "Objects", "Map", "List", "Set", "Optional"])).to_owned())
        } else {
            // The last one more often than the others.
            let at = if self.random.one_in(2) { variables.len() - 1 } else { self.random.below(variables.len()) };
            (Some(at), variables[at].clone())
        };
        let library = self.library;
        let Some(methods) = library.methods.get(&class) else { return String::new() };
        let is_refused =
            |method: &Method| self.is_small && ["removeIf", "replaceAll", "sort", "remove"].contains(&&*method.name);
        let fits = |method: &&Method| method.is_static == is_static && !is_refused(method);
        let fitting: Vec<&Method> = methods.iter().filter(fits).collect();
        if fitting.is_empty() {
            return String::new();
        }
        let method = *self.random.one_of(&fitting);
        self.methods.insert(format!("{class}.{}({})", method.name, method.types.join(",")));
        self.is_small |= is_small(&method.name);
        let arguments = self.arguments(&method.types);
        let call = match at {
            Some(at) => format!("v{at}.{}({arguments})", method.name),
            None => format!("{class}.{}({arguments})", method.name),
        };
        let is_receiver = library.methods.contains_key(&method.result);
        let handled = "catch (RuntimeException t) { e.thrown(t); }";
        if method.result == "void" {
            format!("    try {{ {call}; e.hear(19); }} {handled}\n")
        } else if is_receiver {
            variables.push(method.result.clone());
            let number = variables.len() - 1;
            format!(
                "    {} v{number} = null; try {{ v{number} = {call}; e.hear(v{number} == null); }} {handled}\n",
                method.result
            )
        } else if method.name == "toString" {
            format!("    try {{ e.hear({call}.length()); }} {handled}\n")
        } else {
            format!("    try {{ e.hear({call}); }} {handled}\n")
        }
    }
}

/// A program with so many sequences; `f` calls all of them, so that all classes are there that any of them makes.
fn program(package: &str, sequences: &[String]) -> String {
    let calls: String = (0..sequences.len()).map(|number| format!(" s{number}();")).collect();
    let all = sequences.concat();
    format!(
        "package {package};\nimport java.util.*;\nimport java.util.function.*;\n{SHARED}class Main {{\n{all}  static void run() {{{calls} }}\n}}\n"
    )
}

/// How many sequences are in one program.
const TOGETHER: usize = 40;

/// Tries so many sequences; returns those that do not end as in the JVM.
pub fn try_sequences(seed: u64, count: usize, counts: &mut Counts) -> Vec<String> {
    let library = Library::new();
    let mut methods = BTreeSet::new();
    let mut own = Generator {
        random: Random::scattered(seed),
        library: &library,
        elements: ELEMENTS[0],
        methods: &mut methods,
        is_small: false,
    };
    let mut batch = Batch::default();
    let mut programs = Vec::new();
    for first in (0..count).step_by(TOGETHER) {
        let package = format!("s{first}");
        let sequences: Vec<String> = (0..TOGETHER).map(|number| own.sequence(number)).collect();
        batch.files.insert(package.clone(), vec![("Main.java".to_owned(), program(&package, &sequences))]);
        for number in 0..TOGETHER {
            batch.call(&format!("{package}/{number}"), &package, "Main", &format!("s{number}"), &[], "");
        }
        programs.push((package, sequences));
    }
    counts.methods.append(&mut methods);
    let answers = batch.run("jvm-sequences");
    let mut wrong = Vec::new();
    for (package, sequences) in programs {
        if let Some(refused) = answers.get(&package) {
            wrong.push(format!("{refused:?}\n{}", program(&package, &sequences)));
            continue;
        }
        let subject = Subject::new(&task(&program(&package, &sequences), "Main.run"));
        let mut subject = match subject {
            Ok(subject) => subject,
            Err(refused) => {
                wrong.push(format!("{refused}\n{}", program(&package, &sequences)));
                continue;
            }
        };
        for (number, sequence) in sequences.iter().enumerate() {
            let java = match answers.get(&format!("{package}/{number}")).map(Vec::as_slice) {
                Some([Answer::Ran(java)]) => java,
                other => {
                    wrong.push(format!("{other:?}\n{sequence}"));
                    continue;
                }
            };
            counts.sequences += 1;
            let name = format!("s{number}");
            let procedures = subject.program.procedures.iter_enumerated();
            let entry = procedures.filter(|(_, procedure)| *procedure.name == name).map(|(id, _)| id).next();
            subject.entry = entry.expect("a method for each sequence");
            let found = closed::difference_of(&subject, java, &mut counts.ended);
            wrong.extend(found.map(|found| format!("{found}\n{sequence}")));
            // The analysis is asked seldom, as it reads the library for each.
            if number == 0 {
                wrong.extend(asked(sequence, java, counts));
            }
        }
    }
    wrong
}

/// What the analysis says wrong of a program that checks its own result.
fn asked(sequence: &str, java: &JavaRun, counts: &mut Counts) -> Option<String> {
    let JavaEnd::Returned(JavaValue::Number(expected)) = java.end else { return None };
    for (comparison, is_wrong) in [("==", Verdict::Violated), ("!=", Verdict::Satisfied)] {
        let main = format!(
            "  public static void main(String[] a) {{ if (!(s0() {comparison} {expected}L)) throw new IllegalStateException(); }}\n"
        );
        let text = program("s", &[sequence.to_owned() + &main]);
        let overrides =
            Overrides { entry: Some("Main.main".to_owned()), max_states: Some(3_000), ..Overrides::default() };
        let session = run(&load_program(&text, "Main.java", Language::Java, &mut NoFiles, &overrides), &mut Silent);
        let Some(judgement) = session.report().memory_safety() else {
            return Some(format!("{:?}\n{text}", session.report().diagnostics));
        };
        match judgement.verdict {
            Verdict::Satisfied | Verdict::Violated => counts.decided += 1,
            Verdict::Suspected | Verdict::Unknown => counts.undecided += 1,
        }
        if judgement.verdict == is_wrong {
            return Some(format!("the analysis says {:?}\n{text}", judgement.verdict));
        }
    }
    None
}
