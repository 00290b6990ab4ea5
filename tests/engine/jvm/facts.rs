//! Random methods about what is known of values that are not followed: elements of arrays, their lengths, divisors, fields that constructors
//! set. What is proved to be safe must be so in the JVM, on all small inputs and after every constructor.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use hrglass::base::{Patience, Random};
use hrglass::editor::load_program;
use hrglass::report::Verdict;
use hrglass::session::run;
use hrglass::task::{Language, NoFiles, Overrides};

/// What the programs were found to be.
#[derive(Default, Debug)]
pub struct Counts {
    pub satisfied: usize,
    pub failing: usize,
    pub refused: usize,
}

/// One of these texts.
fn one<'t>(random: &mut Random, texts: &[&'t str]) -> &'t str {
    random.one_of::<&'t str>(texts)
}

const ELEMENTS: &[&str] = &["t[i]", "t[i]", "t[j]", "t[0]", "u[i]", "f[i]", "f[i]", "this.f[j]", "f[1]", "s[i]"];
const VALUES: &[&str] = &["new T(q)", "new T(p)", "null", "x", "t[j]", "f[i]", "u[0]", "s[i]"];
const DISTURBANCES: &[&str] = &[
    "i = j;",
    "i = (i + 1) & 3;",
    "j = i;",
    "t = u;",
    "u = t;",
    "u = f;",
    "x = $v;",
    "$e = $v;",
    "$e = $v;",
    "$e = new T(q);",
    "spoil(t);",
    "spoil(f);",
    "keep(t);",
    "java.util.Arrays.fill(t, null);",
    "System.arraycopy(u, 0, t, 0, 2);",
    "b = a;",
    "b++;",
    "f = grow(f.length * 2);",
    "t = new T[4];",
    "u[j] = t[i] = $v;",
    "t[i = j] = $v;",
    "t[i] = (t = u) == f ? new T(p) : new T(q);",
    "java.util.List<T> z = java.util.Arrays.asList(t); z.set(0, null);",
    "new T(p);",
    "k = a;",
];
const USES: &[&str] = &[
    "$e.k++;",
    "$e.k++;",
    "$e.c[0] = $v;",
    "x = $e; x.k++;",
    "x.k++;",
    "k = $e.s.hashCode();",
    "k = o.hashCode();",
    "k = x.s.hashCode();",
    "k = a / f.length;",
    "k = b % g.length;",
    "k = Math.floorMod(a, f.length);",
    "k = a / b;",
    "k = a % g.length;",
    "if ($e.c[0] != null) $e.c[0].k++;",
];

struct Generator {
    random: Random,
    out: String,
    indent: usize,
    names: usize,
}

impl Generator {
    fn fill(&mut self, template: &str) -> String {
        let mut text = template.to_owned();
        while let Some(at) = text.find("$e") {
            let element = one(&mut self.random, ELEMENTS);
            text.replace_range(at..at + 2, element);
        }
        while let Some(at) = text.find("$v") {
            let value = one(&mut self.random, VALUES);
            text.replace_range(at..at + 2, value);
        }
        if text.contains(" z ") {
            self.names += 1;
            text = text.replace(" z ", &format!(" z{} ", self.names)).replace(" z.", &format!(" z{}.", self.names));
        }
        text
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", self.indent * 2);
    }

    fn disturb(&mut self) {
        let template = one(&mut self.random, DISTURBANCES);
        let text = self.fill(template);
        self.line(&text);
    }

    /// A use of something that was just tested, with something between, maybe.
    fn guarded(&mut self, element: &str, depth: usize) {
        if self.random.one_in(3) {
            self.statement(depth);
        }
        let own = ["$e.k++;", "x = $e; x.k++;", "$e.c[1] = x;"];
        let text = one(&mut self.random, &own).replace("$e", element);
        self.line(&text);
    }

    fn block(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
        body(self);
        self.indent -= 1;
        self.line("}");
    }

    fn statement(&mut self, depth: usize) {
        let kind = if depth == 0 { 0 } else { self.random.below(11) };
        let element = one(&mut self.random, ELEMENTS);
        match kind {
            1 | 2 => self.block(&format!("if ({element} != null)"), |own| own.guarded(element, depth - 1)),
            3 | 4 => {
                let made = one(&mut self.random, &["new T(q)", "new T(p)", "x"]);
                self.line(&format!("if ({element} == null) {element} = {made};"));
                self.guarded(element, depth - 1);
            }
            5 => {
                self.line(&format!("if ({element} == null) return;"));
                self.guarded(element, depth - 1);
            }
            6 => {
                let (guard, by) = *self.random.one_of(&[
                    ("b != 0", "b"),
                    ("b > 0", "b"),
                    ("a == 2", "a"),
                    ("g.length > 0", "g.length"),
                    ("b == 0 || p", "b"),
                ]);
                self.block(&format!("if ({guard})"), |own| {
                    if own.random.one_in(3) {
                        own.statement(depth - 1);
                    }
                    own.line(&format!("k = 7 / {by};"));
                });
            }
            7 => self.block("while (q)", |own| {
                own.statement(depth - 1);
                own.line("q = false;");
                own.statement(depth - 1);
            }),
            8 => self.block("if (p)", |own| own.statement(depth - 1)),
            9 if self.random.one_in(3) => {
                self.block("try", |own| own.statement(depth - 1));
                self.block("catch (NullPointerException | ArithmeticException e)", |own| own.disturb());
            }
            10 if self.random.one_in(2) => {
                let template = one(&mut self.random, USES);
                let text = self.fill(template);
                self.line(&text);
            }
            _ => self.disturb(),
        }
    }
}

/// The text of a class with the method `m`.
fn program(name: &str, seed: u64) -> String {
    let mut own = Generator { random: Random::scattered(seed), out: String::new(), indent: 0, names: 0 };
    own.block(&format!("class {name}"), |own| {
        let set = one(
            &mut own.random,
            &["this.s = s;", "this.s = s == null ? \"\" : s;", "this.s = \"s\";", "this.s = s == null ? make() : s;"],
        );
        let given = one(&mut own.random, &["p ? \"x\" : null", "\"x\"", "new Object()"]);
        own.block("static class T", |own| {
            own.line("int k;");
            own.line("T[] c = new T[2];");
            own.line("final Object s;");
            own.line(&format!("T(boolean p) {{ this({given}); }}"));
            own.line(&format!("T(Object s) {{ {set} }}"));
            own.line("static Object make() { return \"made\"; }");
        });
        let first = one(
            &mut own.random,
            &["new T[4]", "grow(4)", "{ null, new T(false), null, new T(true) }", "new T[Math.max(4, 1)]"],
        );
        own.line(&format!("T[] f = {first};"));
        let numbers = one(&mut own.random, &["new int[3]", "{ 1, 2 }", "new int[0]", "{}"]);
        own.line(&format!("int[] g = {numbers};"));
        own.line("T[] kept;");
        let object = one(&mut own.random, &["Object o = \"o\";", "Object o;", "final Object o;"]);
        own.line(object);
        let built = match object {
            "Object o = \"o\";" => one(&mut own.random, &["", "if (p) o = a;"]),
            "Object o;" => one(&mut own.random, &["", "if (p) o = \"p\"; else o = new Object();", "if (p) o = \"p\";"]),
            _ => one(&mut own.random, &["o = p ? \"p\" : null;", "o = new int[a & 1];"]),
        };
        let numbers = one(&mut own.random, &["", "", "if (p) g = new int[a & 1];", "g = new int[a * 2 + 1 & 7];"]);
        own.line(&format!("{name}(boolean p, int a) {{ {built} {numbers} }}"));
        let grown = one(&mut own.random, &["new T[n]", "new T[n]", "java.util.Arrays.copyOf(f(), n)", "new T[n & 4]"]);
        own.line(&format!("static T[] grow(int n) {{ return {grown}; }}"));
        own.line("static T[] f() { return new T[4]; }");
        let spoilt = one(&mut own.random, &["t[0] = null;", "t = null;", "T z = t[1]; t[1] = z;"]);
        own.line(&format!("static void spoil(T[] t) {{ {spoilt} }}"));
        own.line("void keep(T[] t) { if (kept != null) kept[2] = null; kept = t; }");
        own.block("void m(int a, int b, boolean p, boolean q)", |own| {
            own.line("int i = a & 3, j = b & 3, k = 0;");
            let shared = one(&mut own.random, &["f", "new T[4]", "t"]);
            own.line("T[] t = new T[4];");
            own.line(&format!("T[] u = {shared}, s = new T[] {{ new T(p), null, x(), new T(q) }};"));
            own.line("T x = p ? null : new T(q);");
            for _ in 0..2 + own.random.below(5) {
                own.statement(3);
            }
        });
        own.line("T x() { return f[0]; }");
    });
    own.out
}

/// Judges so many programs; returns those that are proved to be safe and fail.
pub fn try_facts(seed: u64, count: usize, counts: &mut Counts) -> Vec<String> {
    let programs: Vec<(String, String)> = (0..count)
        .map(|number| {
            let name = format!("Facts{number}");
            let text = program(&name, seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
            (name, text)
        })
        .collect();
    let thrown = run_in_jvm(&programs);
    let mut wrong = Vec::new();
    for (number, (name, text)) in programs.iter().enumerate() {
        let verdict = verdict(name, text);
        let failures: Vec<&String> =
            thrown.iter().filter(|line| line.split(' ').next() == Some(&number.to_string())).collect();
        counts.failing += usize::from(!failures.is_empty());
        counts.refused += usize::from(verdict.is_none());
        if verdict == Some(Verdict::Satisfied) {
            counts.satisfied += 1;
            if let Some(failure) = failures.first() {
                wrong.push(format!("{failure}\n{text}"));
            }
        }
    }
    wrong
}

/// Whether the method is proved to be safe.
fn verdict(name: &str, text: &str) -> Option<Verdict> {
    let overrides = Overrides {
        entry: Some(format!("{name}.m")),
        max_states: Some(2_000),
        max_heap: Some(40),
        ..Overrides::default()
    };
    let loaded = load_program(text, &format!("{name}.java"), Language::Java, &mut NoFiles, &overrides);
    let session = run(&loaded, &mut Patience(2_000));
    session.report().memory_safety().map(|judgement| judgement.verdict)
}

/// The programs that throw something on some input: the number, the exception and the input, a line each.
fn run_in_jvm(programs: &[(String, String)]) -> Vec<String> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("jvm-facts-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&root);
    std::fs::create_dir_all(&root).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(root.join(format!("{name}.java")), text).expect("a file");
    programs.iter().for_each(|(name, text)| write(name, text));
    let calls: String = programs
        .iter()
        .enumerate()
        .map(|(number, (name, _))| {
            format!("    call({number}, (p, a) -> {{ {name} o = new {name}(p, a); return o::m; }});\n")
        })
        .collect();
    write("RunFacts", &include_str!("RunFacts.java").replace("// calls\n", &calls));
    let javac = Command::new("javac").args(["-nowarn", "-d", "."]).arg("RunFacts.java").current_dir(&root).output();
    let javac = javac.expect("javac runs");
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
    let java = Command::new("java").args(["-XX:TieredStopAtLevel=1", "RunFacts"]).current_dir(&root).output();
    let java = java.expect("Java runs");
    assert!(java.status.success(), "{}", String::from_utf8_lossy(&java.stderr));
    let _ = std::fs::remove_dir_all(&root);
    String::from_utf8_lossy(&java.stdout).lines().map(str::to_owned).collect()
}
