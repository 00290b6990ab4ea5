//! Random programs on singly linked lists, and random properties.

use serde_json::{Value, json};

use hrglass::base::Random;

const VARIABLES: [&str; 4] = ["a", "b", "c", "d"];

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    /// Statements that may still be written.
    room: usize,
    /// Names of the method's variables.
    names: &'a [&'a str],
}

impl Writer<'_> {
    fn name(&mut self) -> &'static str {
        let position = self.random.below(self.names.len());
        let name = self.names[position];
        VARIABLES.iter().copied().find(|v| *v == name).unwrap_or("a")
    }

    fn value(&mut self) -> String {
        match self.random.below(8) {
            0 => "null".to_owned(),
            1 | 2 => "new N()".to_owned(),
            3 => format!("help({}, {})", self.name(), self.name()),
            4 => format!("walk({})", self.name()),
            _ => self.name().to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        let (x, y) = (self.name(), self.name());
        match self.random.below(7) {
            0 => format!("{x} == {y}"),
            1 => format!("{x} == null"),
            2 => format!("{x} != null && {x}.next != null"),
            3 => format!("{x} != null && {x}.next == {y}"),
            4 => format!("{x} == null || {x}.mark"),
            _ => format!("{x} != null"),
        }
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..=self.random.below(4) {
            if self.room == 0 {
                return;
            }
            self.room -= 1;
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let (x, y) = (self.name(), self.name());
        // Most accesses are guarded, or every program would fail at once.
        let guard = if self.random.below(5) == 0 { String::new() } else { format!("if ({x} != null) ") };
        let line = match self.random.below(if depth < 3 { 11 } else { 7 }) {
            0 | 1 => format!("{guard}{x}.next = {y};"),
            2 | 3 => format!("{}{y} = {x}.next;", guard),
            4 => format!("{x} = {};", self.value()),
            5 => format!("{guard}{x}.mark = {};", ["true", "false"][self.random.below(2)]),
            6 if self.random.below(2) == 0 => format!("{x} = walk({y});"),
            6 => format!("help({x}, {y});"),
            7 | 8 => {
                let condition = self.condition();
                self.text += &format!("while ({condition}) {{\n");
                self.block(depth + 1);
                // Mostly loops that get somewhere.
                if self.random.below(4) > 0 {
                    self.text += &format!("if ({x} != null) {x} = {x}.next;\n");
                }
                "}".to_owned()
            }
            _ => {
                let condition = self.condition();
                self.text += &format!("if ({condition}) {{\n");
                self.block(depth + 1);
                if self.random.below(2) == 0 {
                    self.text += "} else {\n";
                    self.block(depth + 1);
                }
                "}".to_owned()
            }
        };
        self.text += &line;
        self.text += "\n";
    }
}

/// A task with a random program, options and properties about its entry method.
pub fn random_task(random: &mut Random) -> Value {
    let text = program(random, false);
    let mut chosen: Vec<Value> = Vec::new();
    for (number, ltl) in PROPERTIES.iter().enumerate() {
        if random.below(5) == 0 {
            chosen.push(json!({"id": format!("F{number}"), "ltl": ltl}));
        }
    }
    task(random, text, chosen)
}

/// The text of a program; with `calls`, it uses both methods and both fields.
fn program(random: &mut Random, calls: bool) -> String {
    let mut writer = Writer { random, text: String::new(), room: 14, names: &VARIABLES };
    writer.text += "class N { N next; boolean mark;\nstatic N main(N a, N b) {\nN c = null; N d = a;\n";
    writer.block(0);
    if calls {
        let [x, y, z] = [(); 3].map(|()| writer.name());
        writer.text += &format!("if ({x} != null) {x}.mark = true;\n");
        writer.text += &match writer.random.below(2) {
            0 => format!("{x} = walk({y});\nhelp({y}, {z});\n"),
            _ => format!("{x} = help({y}, {z});\nwalk({z});\n"),
        };
    }
    writer.block(0);
    let result = writer.name();
    writer.text += &format!("return {result};\n}}\nstatic N help(N a, N b) {{\n");
    (writer.room, writer.names) = (5, &VARIABLES[..2]);
    writer.block(1);
    let result = writer.name();
    writer.text +=
        &format!("return {result};\n}}\nstatic N walk(N a) {{\nif (a == null) return null;\nN b = a.next;\n");
    (writer.room, writer.names) = (4, &VARIABLES[..2]);
    writer.block(2);
    writer.text += &format!(
        "if (b != null) {{ {}walk(b); }}\nreturn a;\n}} }}\n",
        ["", "a = ", "a.next = "][writer.random.below(3)]
    );
    writer.text
}

const PROPERTIES: [&str; 12] = [
    "F {terminated}",
    "G ({terminated} -> {isReachable(a,d,[next])})",
    "G {a != b}",
    "G ({a == null} -> X {a == null})",
    "G {d != null}",
    "F {visited(a)}",
    "G ({c == d} | {isReachable(a,b)})",
    "G F ({b == c} | {terminated})",
    "G {identicNeighbours}",
    "G {a.next != b}",
    "F G {isReachable(d,c)}",
    "G {isAcyclic}",
];

fn task(random: &mut Random, text: String, properties: Vec<Value>) -> Value {
    let initial = json!([
        {"heap": {"nodes": [{"type": "NULL", "number": 1}, {"type": "N", "number": 2}], "externals": [],
            "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1},
                {"name": "@parameter1:", "target": 2}],
            "selectors": [], "hyperedges": [{"label": "RefSLList", "tentacles": [1, 2]},
                {"label": "RefSLList", "tentacles": [2, 0]}]}},
        {"heap": {"nodes": [{"type": "NULL", "number": 1}, {"type": "N", "number": 1}], "externals": [],
            "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1},
                {"name": "@parameter1:", "target": 0}],
            "selectors": [], "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}]}}
    ]);
    let mut options = json!({"maxStates": 4000, "maxHeap": 60});
    let flags =
        ["admissibleAbstraction", "admissibleFull", "admissibleConstants", "admissibleMarkings", "postProcessing"];
    for flag in flags {
        options[flag] = json!(random.below(if flag == "admissibleAbstraction" { 2 } else { 6 }) == 0);
    }
    options["garbageCollection"] = json!(random.below(3) > 0);
    options["chainAbstraction"] = json!(random.below(4) > 0);
    options["ruleCollapsing"] = json!(random.below(4) > 0);
    json!({"schema": "hrglass.task/1", "title": "random", "program": {"language": "java", "entry": "N.main",
        "files": [{"name": "N.java", "text": text}]},
        "grammars": [{"predefined": "SLList", "rename": {"ListNode": "N"}}], "initial": initial,
        "properties": properties, "options": options})
}

/// A task as [`random_task`], with many random properties about callees and their callers.
pub fn random_task_on_calls(random: &mut Random) -> Value {
    let text = program(random, true);
    // Propositions that follow an object multiply the states.
    let marks = random.below(4) == 0;
    let count = 40;
    let properties = (0..count).map(|k| json!({"id": format!("F{k}"), "ltl": formula(random, marks)})).collect();
    let mut task = task(random, text, properties);
    if random.below(8) == 0 {
        let method = ["help", "N.walk"][random.below(2)];
        task["options"]["mcSkip"] = json!([method]);
    }
    task
}

fn formula(random: &mut Random, marks: bool) -> String {
    let mut p = || {
        let atom = proposition(random, marks);
        if random.below(4) == 0 { format!("!{atom}") } else { atom }
    };
    let (p, q, r) = (p(), p(), p());
    let method = ["help", "walk"][random.below(2)];
    match random.below(20) {
        0 => format!("G {p}"),
        1 => format!("F {p}"),
        2 => format!("G ({p} -> X {q})"),
        3 => format!("G ({p} -> X X ({q} | {r}))"),
        4 => format!("G (({p} & X {q}) -> X X {r})"),
        5 => format!("{p} U ({q} | {r})"),
        6 => format!("G ({p} -> F {q})"),
        7 => format!("F G ({p} | {q})"),
        8 => format!("G F {p} -> F ({q} & X {r})"),
        9 => format!("({p} | {q}) W {r}"),
        10 => format!("G ({p} -> ({q} U {r}))"),
        11 => format!("G (({p} & {q}) -> {r})"),
        12 => format!("X X X ({p} | X {q})"),
        13 => format!("F ({p} & F {q})"),
        14 => format!("G ({p} -> G ({q} | {r}))"),
        15..18 => format!("G ({{in({method})}} -> ({p} | {q}))"),
        18 => format!("G (({{in({method})}} & X {{in(main)}}) -> X X ({p} | {q}))"),
        _ => format!("G ({p} | {q})"),
    }
}

fn proposition(random: &mut Random, marks: bool) -> String {
    let method = ["main", "help", "walk"][random.below(3)];
    let mut variable = || {
        let name = VARIABLES[random.below(4)];
        match random.below(6) {
            0 => format!("main::{name}"),
            // These two declare a and b only.
            1 => format!("help::{}", VARIABLES[random.below(2)]),
            2 => format!("N.walk::{}", VARIABLES[random.below(2)]),
            _ => name.to_owned(),
        }
    };
    let (x, y) = (variable(), variable());
    let equal = ["==", "!="][random.below(2)];
    match random.below(if marks { 22 } else { 18 }) {
        0..3 => format!("{{{x} {equal} {y}}}"),
        3..5 => format!("{{{x} {equal} null}}"),
        5..8 => format!("{{in({method})}}"),
        8 => "{terminated}".to_owned(),
        9 => "{nullDereference}".to_owned(),
        10 => format!("{{isReachable({x},{y})}}"),
        11 => format!("{{isReachable({x},null,[next])}}"),
        12 => format!("{{{x}.next {equal} {y}}}"),
        13 => format!("{{{x}.mark == true}}"),
        14 => ["{isTree}", "{isAcyclic}"][random.below(2)].to_owned(),
        15 => format!("{{at({})}}", 3 + random.below(30)),
        16 => format!("{{return {equal} null}}"),
        17 => "{exception}".to_owned(),
        18 | 19 => format!("{{visited({x})}}"),
        20 => "{visited}".to_owned(),
        _ => "{identicNeighbours}".to_owned(),
    }
}
