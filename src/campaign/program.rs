//! Random programs on a structure.

use super::structure::{FieldType, FieldUsage, Structure};
use base::Random;

/// The variables of each class.
pub(super) const VARIABLES: [&[&str]; 2] = [&["a", "b", "c", "d"], &["p", "q"]];

/// A method under construction.
pub(super) struct Writer<'a> {
    random: &'a mut Random,
    structure: &'a Structure,
    text: String,
    /// The number of statements still to be written.
    room: usize,
    /// The number of variables of each class.
    counts: [usize; 2],
    /// The number of enclosing loops.
    loops: usize,
    /// The number of exceptions caught so far, which makes their names distinct.
    caught: usize,
    /// Whether there is a static field.
    has_static: bool,
}

/// The classes of the parameters of the entry method.
pub(super) fn parameters(structure: &Structure) -> Vec<usize> {
    [0, 0].into_iter().chain(structure.second()).collect()
}

/// The text of a program with the entry method `main`.
pub(super) fn program(structure: &Structure, random: &mut Random) -> String {
    let mut writer = Writer::new(structure, random);
    writer.classes(true);
    writer.text
}

/// A program with only `main`, which contains only assignments.
pub(super) fn assignments(structure: &Structure, random: &mut Random) -> String {
    let mut writer = Writer::new(structure, random);
    writer.classes(false);
    writer.text
}

impl<'a> Writer<'a> {
    fn new(structure: &'a Structure, random: &'a mut Random) -> Self {
        let has_static = random.one_in(4);
        Self { random, structure, text: String::new(), room: 0, counts: [0, 0], loops: 0, caught: 0, has_static }
    }

    fn classes(&mut self, has_calls: bool) {
        let structure = self.structure;
        for (position, class) in structure.classes.iter().enumerate() {
            if class.parent.is_some() {
                self.subclass(&class.name, has_calls);
                continue;
            }
            self.text += &format!("class {} {{\n", class.name);
            for field in class.fields.iter().filter(|f| f.usage != FieldUsage::Undeclared) {
                let ty = match field.ty {
                    FieldType::Class(to) => &structure.classes[to].name,
                    FieldType::Boolean => "boolean",
                    FieldType::Integer => "int",
                };
                self.text += &format!("{ty} {};\n", field.name);
            }
            if position == 0 && self.has_static {
                self.text += &format!("static {} held;\n", class.name);
            }
            if position == 0 {
                for (name, ty) in [("mark", "boolean"), ("data", "int")] {
                    if structure.fields(0).all(|f| f.name != name) {
                        self.text += &format!("{ty} {name};\n");
                    }
                }
                if has_calls { self.methods() } else { self.only_main() }
            }
            self.text += "}\n";
        }
    }

    fn subclass(&mut self, name: &str, has_calls: bool) {
        let main = &self.structure.classes[0].name;
        if !has_calls {
            self.text += &format!("class {name} extends {main} {{\n}}\n");
            return;
        }
        self.text +=
            &format!("class {name} extends {main} {{\n{main} step({main} a) {{\nint k = 0;\nboolean t = false;\n");
        (self.room, self.counts) = (2, [1, 0]);
        self.block(2);
        self.text += &format!("return {};\n}}\n}}\n", ["a", "this", "null"][self.random.below(3)]);
    }

    /// The head of the entry method, with its local variables.
    fn head(&mut self) {
        let main = &self.structure.classes[0].name;
        let second = self.structure.second().map(|s| &self.structure.classes[s].name);
        let more = second.map_or(String::new(), |s| format!(", {s} p"));
        self.text += &format!("static {main} main({main} a, {main} b{more}) {{\n{main} c = null;\n{main} d = a;\n");
        self.text += &second.map_or(String::new(), |s| format!("{s} q = null;\n"));
        self.text += "int k = 0;\nboolean t = false;\n";
        self.counts = [4, if second.is_some() { 2 } else { 0 }];
    }

    /// All names that propositions may use must occur.
    fn only_main(&mut self) {
        self.head();
        self.text += "if (t) {\nif (a != null) a.mark = true;\nif (a != null) a.data = 1;\n}\n";
        for _ in 0..self.random.below(4) {
            self.assignment();
        }
        let result = self.name(0);
        self.text += &format!("return {result};\n}}\n");
    }

    fn methods(&mut self) {
        let main = self.structure.classes[0].name.clone();
        self.head();
        // Propositions may name every method and field, so all of them must occur.
        self.text += "if (t) {\nhelp(a, b);\nwalk(a);\nif (a != null) b = a.step(b);\nif (a != null) a.mark = true;\nif (a != null) a.data = 1;\n}\n";
        self.room = 4 + self.random.below(11);
        self.block(0);
        self.block(0);
        let result = self.name(0);
        self.text += &format!(
            "return {result};\n}}\nstatic {main} help({main} a, {main} b) {{\nint k = 0;\nboolean t = false;\n"
        );
        (self.room, self.counts) = (1 + self.random.below(5), [2, 0]);
        self.block(1);
        let result = self.name(0);
        let field = self.field(0, 0).unwrap_or_default();
        self.text += &format!(
            "return {result};\n}}\nstatic {main} walk({main} a) {{\nif (a == null) return null;\nint k = 0;\nboolean t = false;\n{main} b = a.{field};\n"
        );
        (self.room, self.counts) = (self.random.below(5), [2, 0]);
        self.block(2);
        // If the field has been overwritten, recursion may be infinite.
        let target = [String::new(), "a = ".to_owned(), format!("a.{field} = ")][self.random.below(3)].clone();
        self.text += &format!(
            "if (b != null) {{ {target}walk(b); }}\nreturn a;\n}}\n{main} step({main} a) {{\nint k = 0;\nboolean t = false;\n"
        );
        (self.room, self.counts) = (self.random.below(3), [1, 0]);
        self.block(2);
        self.text += &format!("return {};\n}}\n", ["a", "this"][self.random.below(2)]);
    }

    fn name(&mut self, class: usize) -> &'static str {
        VARIABLES[class][self.random.below(self.counts[class].max(1))]
    }

    /// A class that has variables.
    fn class(&mut self) -> usize {
        if self.counts[1] > 0 && self.random.one_in(3) { 1 } else { 0 }
    }

    /// A field from one class to another.
    fn field(&mut self, from: usize, to: usize) -> Option<String> {
        let (from, to) = (self.class_of(from), self.class_of(to));
        let fields: Vec<&str> = self.structure.references(from).filter(|(_, t)| *t == to).map(|(f, _)| f).collect();
        if fields.is_empty() { None } else { Some((*self.random.one_of(&fields)).to_owned()) }
    }

    /// The class of the variables with this number.
    fn class_of(&self, variables: usize) -> usize {
        self.structure.second().filter(|_| variables > 0).unwrap_or(0)
    }

    fn new_object(&mut self, class: usize) -> String {
        let subclass = self.structure.subclass().filter(|_| class == 0 && self.random.one_in(3));
        let class = subclass.unwrap_or(self.class_of(class));
        format!("new {}()", self.structure.classes[class].name)
    }

    /// An assignment without a call.
    fn assignment(&mut self) {
        if self.has_static && self.random.one_in(4) {
            let line = self.static_assignment();
            self.text += &format!("{line}\n");
            return;
        }
        let (class, to) = (self.class(), self.class());
        let (x, z) = (self.name(class), self.name(to));
        let guard = if self.random.one_in(6) { String::new() } else { format!("if ({x} != null) ") };
        let field = self.field(class, to);
        let line = match (self.random.below(10), field) {
            (0..3, Some(field)) => format!("{guard}{x}.{field} = {z};\n"),
            (3..7, Some(field)) => format!("{guard}{z} = {x}.{field};\n"),
            (7, _) => format!("{x} = {};\n", self.new_object(class)),
            (8, _) if class == 0 => format!("{guard}t = {x}.mark;\n"),
            (9, _) if class == 0 => format!("{guard}k = {x}.data;\n"),
            _ => format!("{x} = {};\n", self.name(class)),
        };
        self.text += &line;
    }

    fn static_assignment(&mut self) -> String {
        let x = self.name(0);
        if self.random.one_in(2) { format!("held = {x};") } else { format!("{x} = held;") }
    }

    fn value(&mut self, class: usize) -> String {
        match self.random.below(9) {
            0 => "null".to_owned(),
            1 | 2 => self.new_object(class),
            _ if class > 0 => self.name(class).to_owned(),
            3 => format!("help({}, {})", self.name(0), self.name(0)),
            4 => format!("walk({})", self.name(0)),
            _ => self.name(0).to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        let class = self.class();
        let (x, y) = (self.name(class), self.name(class));
        let main = &self.structure.classes[0].name.clone();
        match self.random.below(12) {
            0 => format!("{x} == {y}"),
            1 => format!("{x} == null"),
            2..5 if let Some(field) = self.field(class, class) => match self.random.below(2) {
                0 => format!("{x} != null && {x}.{field} != null"),
                _ => format!("{x} != null && {x}.{field} == {y}"),
            },
            5 if class == 0 => format!("{x} == null || {x}.mark"),
            6 if class == 0 => format!("{x} != null && {x}.data > {}", self.random.below(3)),
            7 => "t".to_owned(),
            8 => format!("k {} {}", ["<", "==", "!="][self.random.below(3)], self.random.below(3)),
            9 if class == 0 => {
                let subclass = if self.structure.subclass().is_some() { "M" } else { main };
                format!("{x} instanceof {subclass}")
            }
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
        if self.has_static && self.random.one_in(6) {
            let line = self.static_assignment();
            self.text += &format!("{line}\n");
            return;
        }
        let class = self.class();
        let (x, y) = (self.name(class), self.name(class));
        // Most accesses are guarded; otherwise nearly every program would fail at once.
        let guard = if self.random.one_in(6) { String::new() } else { format!("if ({x} != null) ") };
        let line = match self.random.below(if depth < 3 { 19 } else { 12 }) {
            0..3 => {
                let to = self.class();
                let z = self.name(to);
                self.field(class, to).map_or(String::new(), |field| format!("{guard}{x}.{field} = {z};"))
            }
            3..6 => {
                let to = self.class();
                let z = self.name(to);
                self.field(class, to).map_or(String::new(), |field| format!("{guard}{z} = {x}.{field};"))
            }
            6 | 7 => format!("{x} = {};", self.value(class)),
            8 if class == 0 => format!("{guard}{x}.mark = {};", ["true", "false", "t"][self.random.below(3)]),
            8 | 9 if class == 0 => format!("{guard}{x}.data = {};", ["k", "1", "2"][self.random.below(3)]),
            9 => format!("k = {};", ["k + 1", "0", "-1"][self.random.below(3)]),
            10 if class == 0 => match self.random.below(4) {
                0 => format!("{x} = walk({y});"),
                1 => format!("help({x}, {y});"),
                _ => format!("{guard}{y} = {x}.step({y});"),
            },
            11 => self.jump(class),
            12..14 => self.repetition(depth),
            14 => {
                self.text += "try {\n";
                self.block(depth + 1);
                let thrown = self.condition();
                self.text += &format!("if ({thrown}) throw new RuntimeException();\n}} ");
                if self.random.one_in(3) {
                    self.text += "finally {\n";
                } else {
                    self.caught += 1;
                    let handled =
                        if self.caught.is_multiple_of(3) { "NullPointerException" } else { "RuntimeException" };
                    self.text += &format!("catch ({handled} e{}) {{\n", self.caught);
                }
                self.block(depth + 1);
                "}".to_owned()
            }
            _ => {
                let condition = self.condition();
                self.text += &format!("if ({condition}) {{\n");
                self.block(depth + 1);
                if self.random.one_in(2) {
                    self.text += "} else {\n";
                    self.block(depth + 1);
                }
                "}".to_owned()
            }
        };
        self.text += &line;
        self.text += "\n";
    }

    /// A jump out of nested statements.
    fn jump(&mut self, class: usize) -> String {
        let condition = self.condition();
        let (result, x) = (self.name(0), self.name(class));
        let jump = match self.random.below(6) {
            0 => format!("return {result};"),
            1 => "throw new RuntimeException();".to_owned(),
            2 if self.loops > 0 => "break;".to_owned(),
            3 if self.loops > 0 => "continue;".to_owned(),
            4 => "t = !t;".to_owned(),
            _ => format!("{x} = null;"),
        };
        format!("if ({condition}) {jump}")
    }

    fn repetition(&mut self, depth: usize) -> String {
        let condition = self.condition();
        let x = self.name(0);
        if self.random.one_in(5) {
            let i = ["i", "j", "l"][depth.min(2)];
            self.text += &format!("for (int {i} = 0; {i} < {}; {i}++) {{\n", 1 + self.random.below(3));
        } else {
            self.text += &format!("while ({condition}) {{\n");
        }
        self.loops += 1;
        self.block(depth + 1);
        self.loops -= 1;
        // Mostly loops that make progress.
        if let Some(field) = self.field(0, 0).filter(|_| !self.random.one_in(4)) {
            self.text += &format!("if ({x} != null) {x} = {x}.{field};\n");
        }
        "}".to_owned()
    }
}
