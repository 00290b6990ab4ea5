//! Random programs in which flags, numbers and references depend on each other: what is proved of them, a JVM does not refute on any of many
//! inputs. Nothing is executed by the engine: facts alone must not exclude the runs that fail.

use std::ops::ControlFlow;

use hrglass::base::{Observer, Phase, Progress, Random, Stop};
use hrglass::report::{Judgement, Verdict};
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::json;

use crate::java_constructs::jvm::thrown;
use crate::support::{cases, jdk};

/// What all programs declare.
const CLASSES: &str = "class Node { Node next; int value; boolean mark; }
class T {
    static int c; static boolean on; boolean flag; int level; Node kept;
    static boolean odd(int m) { return m % 2 != 0; }
    static Node make(boolean yes) { if (yes) return new Node(); return null; }
    static void set(Node x, boolean yes) { if (yes) x.value = 1; }
    static void tick() { T.c = T.c + 1; }
    void bump() { level = level + 1; }
    static void toggle() { T.on = !T.on; }
    static void flip(Node x) { if (x != null) x.mark = !x.mark; }
    static int down(int m) { m = m - 1; return m; }
    static boolean over(int m) { m = m - 2; return m > 0; }
    void keep(Node x) { kept = x; flag = x != null; }
    boolean has() { return flag; }
    void reset(boolean hard) { if (hard) { kept = null; flag = false; } level = 0; }
    static void run(Node head, int n, boolean b) {
        T t = new T(); Node p = head; Node q = null; int k = 0; int i = 0; boolean f = false; boolean g = b;
";

/// Calls `run` on all lists of up to three nodes, with some numbers. Runs that do not end are left out.
const INPUTS: &str = "class A {
    static int steps;
    static void step() { if (++steps > 2000) throw new IllegalStateException(); }
    public static void f() {
        for (int length = 0; length < 4; length++)
            for (int n = -2; n < 5; n++)
                for (int bits = 0; bits < 16; bits++) {
                    Node head = null;
                    for (int j = 0; j < length; j++) {
                        Node node = new Node();
                        node.next = head; node.value = (bits + j) % 4 - 1; node.mark = (bits >> j & 1) != 0;
                        head = node;
                    }
                    T.c = 0; T.on = false; steps = 0;
                    try { T.run(head, n, (bits & 1) != 0); } catch (IllegalStateException e) { }
                }
    }
}
";

/// Writes a program. Few conditions occur often.
struct Writer<'r> {
    random: &'r mut Random,
    conditions: Vec<String>,
    objects: usize,
}

impl Writer<'_> {
    fn one(&mut self, of: &[&str]) -> String {
        (*self.random.one_of(of)).to_owned()
    }

    fn number(&mut self) -> String {
        self.one(&["n", "k", "i", "T.c", "0", "1", "2", "n + 1", "k - 1", "i + k", "n % 3", "k * 2"])
    }

    fn atom(&mut self) -> String {
        let (left, comparison) = (self.one(&["n", "k", "i", "T.c"]), self.one(&[">", "<", "==", "!=", ">="]));
        let right = self.one(&["0", "1", "2", "n", "k"]);
        let compared = format!("{left} {comparison} {right}");
        self.one(&[
            &compared,
            &compared,
            "f",
            "g",
            "b",
            "T.on",
            "(p != null && p.mark)",
            "(q != null && q.value > 0)",
            "odd(n)",
            "over(n)",
            "over(k)",
            "(head != null && head.mark)",
            "t.flag",
            "t.level > 0",
            "t.level == 1",
        ])
    }

    fn condition(&mut self) -> String {
        let (one, other) = (self.random.one_of(&self.conditions).clone(), self.random.one_of(&self.conditions).clone());
        match self.random.below(5) {
            0 | 1 => one,
            2 => format!("!({one})"),
            3 => format!("{one} && {other}"),
            _ => format!("{one} || {other}"),
        }
    }

    fn simple(&mut self) -> String {
        let (condition, number, of) = (self.condition(), self.number(), self.one(&["p", "q", "head", "t.kept"]));
        match self.random.below(21) {
            0 => format!("f = {condition};"),
            1 => format!("g = {condition};"),
            2 => format!("k = {number};"),
            3 => format!("i = {number};"),
            4 => format!("n = {number};"),
            5 => format!("T.c = {number};"),
            6 => format!("T.on = {condition};"),
            7 => "q = new Node();".to_owned(),
            8 => "q = head;".to_owned(),
            9 => "q = null;".to_owned(),
            10 => "p = q;".to_owned(),
            11 => "if (q != null) p = q.next;".to_owned(),
            12 => format!("q = make({condition});"),
            13 => "f = odd(k);".to_owned(),
            14 => format!("t.flag = {condition};"),
            15 => format!("t.level = {number};"),
            16 => format!("t.keep({of});"),
            17 => format!("t.reset({condition});"),
            18 => "f = t.has();".to_owned(),
            19 => format!("if (q != null) q.mark = {condition};"),
            _ => "T.tick();".to_owned(),
        }
    }

    /// Changes what conditions are about: directly, in a call, or under another name.
    fn spoiler(&mut self) -> String {
        let (number, condition) = (self.number(), self.condition());
        self.one(&[
            "T.tick();",
            "T.toggle();",
            "t.reset(b);",
            "t.reset(true);",
            "t.keep(head);",
            "flip(head);",
            "flip(q);",
            "T.on = !T.on;",
            "t.flag = !t.flag;",
            "t.level = t.level + 1;",
            "T.c = T.c + 1;",
            "n = n - 1;",
            "k = down(k);",
            "f = !f; g = !g;",
            "{ T u = t; u.flag = !u.flag; u.level = 1; }",
            "if (head != null) head.mark = !head.mark;",
            "if (p != null) p.mark = !p.mark;",
            "q = head; if (q != null) q.value = 1;",
            &format!("t.level = {number};"),
            &format!("t.flag = {condition};"),
        ])
    }

    /// An object that is made if something holds, and used if the same holds, said in another way.
    fn pair(&mut self, depth: usize) -> String {
        self.objects += 1;
        let (z, number, condition) = (self.objects, self.number(), self.condition());
        let made = self.one(&["new Node()", "new Node()", "make(true)"]);
        let between = match self.random.below(5) {
            0 => String::new(),
            1 | 2 => self.block(depth + 1, 2),
            _ => self.spoiler() + "\n",
        };
        let used = match self.random.below(3) {
            0 => format!("o{z}.next = null;"),
            1 => format!("o{z}.value = {number};"),
            _ => format!("set(o{z}, true);"),
        };
        let least = self.one(&["1", "2"]);
        match self.random.below(12) {
            // Some of these fail for one number.
            6 => format!("Node o{z} = null;\nif (over(n)) o{z} = {made};\n{between}if (n > {least}) {used}\n"),
            7 => format!(
                "t.level = n; Node o{z} = null;\nif (t.level++ > 1) o{z} = {made};\n{between}if (t.level > {least}) {used}\n"
            ),
            8 => format!(
                "t.level = n; Node o{z} = null;\nif (t.level > 1) o{z} = {made};\nt.bump();\nif (t.level > {least}) {used}\n"
            ),
            9 => format!(
                "T.c = n; Node o{z} = null;\nif (T.c > 1) o{z} = {made};\n{between}T.tick();\nif (T.c > {least}) {used}\n"
            ),
            10 => {
                let (call, test) = (self.one(&["", "flip(head);", "flip(p);"]), self.one(&["head.mark", "!head.mark"]));
                format!(
                    "if (head != null) {{\nNode o{z} = null;\nif (head.mark) o{z} = {made};\n{call}\nif ({test}) {used}\n}}\n"
                )
            }
            0 => format!("Node o{z} = null;\nif ({condition}) o{z} = {made};\n{between}if ({condition}) {used}\n"),
            1 => format!(
                "Node o{z} = null; boolean h{z} = {condition};\nif (h{z}) o{z} = {made};\n{between}if (h{z}) {used}\n"
            ),
            2 => {
                let (set, test) = (self.one(&["1", "n", "2"]), self.one(&["> 0", "== 1", "!= 0", ">= 1"]));
                format!(
                    "Node o{z} = null; int h{z} = 0;\nif ({condition}) {{ h{z} = {set}; o{z} = {made}; }}\n{between}if (h{z} {test}) {used}\n"
                )
            }
            3 => format!("Node o{z} = make({condition});\n{between}if ({condition}) {used}\n"),
            4 => {
                let test = self.one(&["t.flag", "t.has()"]);
                format!(
                    "t.kept = null; if ({condition}) {{ t.kept = {made}; t.flag = true; }} else t.flag = false;\n{between}if ({test}) t.kept.value = 1;\n"
                )
            }
            _ => {
                let test = self.one(&["> 0", "> 0", ">= 0", "> 2"]);
                format!(
                    "Node o{z} = null; int h{z} = {number};\nif (h{z} > 1) o{z} = {made};\n{between}h{z} = h{z} - 1;\nif (h{z} {test}) {used}\n"
                )
            }
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        if depth < 2 && self.random.one_in(3) {
            return self.pair(depth);
        }
        let condition = self.condition();
        match self.random.below(if depth > 2 { 4 } else { 9 }) {
            0 | 1 => self.simple() + "\n",
            2 if !self.random.one_in(12) => format!("if ({condition} && q != null) q.value = {};\n", self.number()),
            2 => format!("if ({condition}) q.value = {};\n", self.number()),
            3 => {
                let made = self.one(&["q = new Node();", "q = head;", "p = new Node();", "q = null;"]);
                format!("if ({condition}) {made}\n")
            }
            4 => format!("if ({condition}) {{\n{}}}\n", self.block(depth + 1, 3)),
            5 => {
                format!("if ({condition}) {{\n{}}} else {{\n{}}}\n", self.block(depth + 1, 2), self.block(depth + 1, 2))
            }
            6 => format!("while (p != null) {{\n{}p = p.next;\n}}\n", self.block(depth + 2, 1)),
            7 => {
                let bound = self.one(&["2", "n % 4", "3"]);
                format!("for (i = 0; i < {bound}; i++) {{\n{}}}\n", self.block(depth + 2, 2))
            }
            _ => {
                let of = self.one(&["p", "q", "head", "t.kept"]);
                format!("try {{ {of}.mark = {condition}; }} catch (NullPointerException e) {{ f = {condition}; }}\n")
            }
        }
    }

    fn block(&mut self, depth: usize, most: usize) -> String {
        (0..1 + self.random.below(most)).map(|_| self.statement(depth)).collect()
    }
}

fn program(random: &mut Random) -> String {
    let mut writer = Writer { random, conditions: Vec::new(), objects: 0 };
    writer.conditions = (0..3).map(|_| writer.atom()).collect();
    let body = writer.block(0, 4);
    format!("{CLASSES}{body}    }}\n}}\n")
}

/// Stops executions: otherwise those that fail would be found by them, whatever facts say.
pub struct WithoutExecutions;

impl Observer for WithoutExecutions {
    fn progress(&mut self, progress: Progress) -> ControlFlow<Stop> {
        match progress.phase {
            Phase::Replaying => ControlFlow::Break(Stop::Cancelled),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Whether anything fails, for all lists and numbers.
fn memory_safety(program: &str) -> Judgement {
    let nodes = |of: &[&str]| of.iter().map(|ty| json!({"type": ty, "number": 1})).collect::<Vec<_>>();
    let variables = |head: usize| json!([{"name": "null", "target": 0}, {"name": "@parameter0:", "target": head}]);
    let list = json!({"nodes": nodes(&["NULL", "Node"]), "externals": [], "variables": variables(1), "selectors": [],
        "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}]});
    let empty = json!({"nodes": nodes(&["NULL"]), "externals": [], "variables": variables(0), "selectors": [], "hyperedges": []});
    let task = json!({
        "schema": "hrglass.task/1", "title": "", "analysis": "heap",
        "program": {"language": "java", "entry": "T.run", "files": [{"name": "T.java", "text": program}]},
        "grammars": [{"predefined": "SLList", "rename": {"ListNode": "Node"}}],
        "initial": [{"heap": list}, {"heap": empty}], "properties": [],
    });
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut WithoutExecutions);
    let report = session.report();
    report.memory_safety().unwrap_or_else(|| panic!("{program}\n{:?}", report.diagnostics)).clone()
}

#[test]
fn what_facts_prove_no_input_refutes() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let seeds = cases::seeds(600);
    let programs: Vec<String> = seeds.map(|seed| program(&mut Random::scattered(seed))).collect();
    let judged: Vec<Judgement> = programs.iter().map(|program| memory_safety(program)).collect();
    let counted = |number: usize, program: &str| {
        let steps = |text: &str, loops: &str| text.replace(loops, &format!("{loops} A.step();"));
        let text: String = program
            .lines()
            .map(|line| match line.starts_with("while") || line.starts_with("for") {
                true => steps(line, ") {") + "\n",
                false => format!("{line}\n"),
            })
            .collect();
        format!("package c{number};\n{text}{INPUTS}")
    };
    let tested: Vec<String> = programs.iter().enumerate().map(|(number, text)| counted(number, text)).collect();
    let (mut wrong, mut refined, mut open, mut safe) = (Vec::new(), 0, 0, 0);
    for ((program, judgement), thrown) in programs.iter().zip(&judged).zip(thrown("facts", &tested)) {
        let fails = thrown.class == "java.lang.NullPointerException";
        assert!(fails || thrown.class == "nothing", "{}: {}\n{program}", thrown.class, thrown.message);
        safe += usize::from(!fails);
        match judgement.verdict {
            Verdict::Satisfied if fails => wrong.push(program.clone()),
            Verdict::Satisfied => refined += usize::from(judgement.reason.is_some()),
            Verdict::Suspected | Verdict::Unknown => open += usize::from(!fails),
            Verdict::Violated => panic!("nothing was executed:\n{program}"),
        }
    }
    println!("{} programs: {safe} do not fail, of these {refined} proved by facts, {open} open", programs.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(refined * 10 > programs.len() && open * 8 < programs.len(), "{refined} proved by facts, {open} open");
}
