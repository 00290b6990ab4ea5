//! Random boolean programs, as text.

use std::fmt::Write;

use hrglass::base::{Random, Sources};
use hrglass::boolean::{BooleanOptions, parse_boolean};
use hrglass::program::guarded::Ersm;

/// A variable of the text.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    /// The number of its values; 2 for booleans.
    pub size: usize,
    pub is_integer: bool,
}

/// A procedure, with what properties and calls use of it.
#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: &'static str,
    /// Its parameters, then its other locals.
    pub locals: Vec<Declared>,
    parameters: usize,
    /// The types of its results.
    results: Vec<&'static str>,
    pub labels: Vec<String>,
}

/// A program: its text and its names.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    pub text: String,
    pub globals: Vec<Declared>,
    pub procedures: Vec<Procedure>,
    /// The owner of the only variable with very many values, in programs with such a variable.
    vast: Option<Owner>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Owner {
    Program,
    Procedure(usize),
}

const BOOLEAN: (&str, usize) = ("bool", 2);
/// The last three have too many values to be generated at once; the values of the last two are generated in more than
/// two parts.
const INTEGERS: [(&str, usize); 7] = [
    ("int<2>", 4),
    ("int[0..2]", 3),
    ("int[-1..1]", 3),
    ("int<1>", 2),
    ("int[-3..16]", 20),
    ("int[0..50]", 51),
    ("int[-3..40]", 44),
];
/// The number of combinations of values that suffices for a variable of one of the last two types.
const VAST: usize = 51;

/// The constants of programs, and those for variables with very many values: on both sides of the limits of the parts
/// and of the domain.
const CONSTANTS: [i64; 10] = [0, 1, 2, 3, -1, 0, 1, 4, 5, 6];
const FAR_CONSTANTS: [i64; 14] = [-3, 0, 1, 2, 4, 5, 8, 16, 28, 29, 32, 33, 40, 50];

/// A placeholder for the target of a jump until all labels are known.
const JUMP: &str = "@jump@";

/// A placeholder for a possible label.
const LABEL: char = '§';

impl Generated {
    /// A program with few variables and statements.
    pub fn random(random: &mut Random) -> Self {
        let mut program = Self::default();
        let procedures = 1 + random.below(3);
        if random.one_in(16) {
            let owner = random.below(procedures + 1);
            program.vast = Some(owner.checked_sub(1).map_or(Owner::Program, Owner::Procedure));
        }
        // The number of combinations of values that the variables may have.
        let mut room = program.room_if_vast(Owner::Program).unwrap_or(6);
        for name in ["g", "h"] {
            if random.below(3) < 2 {
                let (declared, text) = declaration(random, name, &mut room, true);
                program.globals.extend(declared);
                program.text += &text;
            }
        }
        for name in &["main", "p", "q"][..procedures] {
            program.declare(random, name);
        }
        for procedure in 0..program.procedures.len() {
            program.define(random, procedure);
        }
        program
    }

    /// The program as read by the engine.
    pub fn ersm(&self) -> Ersm {
        let mut sources = Sources::default();
        let file = sources.add("p.bp", self.text.clone());
        let (ersm, found) = parse_boolean(&sources, &[file], &BooleanOptions::default());
        ersm.unwrap_or_else(|| panic!("{found:?}\n{}", self.text))
    }

    /// A constant that is likely to matter.
    pub fn constant(&self, random: &mut Random) -> i64 {
        if self.vast.is_some() { *random.one_of(&FAR_CONSTANTS) } else { *random.one_of(&CONSTANTS) }
    }

    /// In a program with a variable of very many values, the number of combinations of values that the variables of
    /// this owner may have.
    fn room_if_vast(&self, owner: Owner) -> Option<usize> {
        self.vast.map(|vast| if vast == owner { VAST } else { 1 })
    }

    /// The number of combinations of values that locals may have.
    fn room_for_locals(&self, random: &mut Random, procedure: usize) -> usize {
        let usual = if random.one_in(6) { 20 } else { 12 };
        self.room_if_vast(Owner::Procedure(procedure)).unwrap_or(usual)
    }

    fn declare(&mut self, random: &mut Random, name: &'static str) {
        let types = |random: &mut Random| if random.one_in(4) { random.one_of(&INTEGERS[..4]).0 } else { BOOLEAN.0 };
        let results = (0..[0, 0, 1, 1, 2][random.below(5)]).map(|_| types(random)).collect();
        let mut room = self.room_for_locals(random, self.procedures.len());
        self.procedures.push(Procedure { name, locals: Vec::new(), parameters: 0, results, labels: Vec::new() });
        let mut locals = Vec::new();
        let parameters = if name == "main" { random.below(5) / 3 } else { [0, 1, 1, 2][random.below(4)] };
        for name in &["x", "y"][..parameters] {
            locals.extend(declaration(random, name, &mut room, false).0);
        }
        let own = &mut self.procedures.last_mut().expect("it was just added");
        own.parameters = locals.len();
        own.locals = locals;
    }

    fn define(&mut self, random: &mut Random, procedure: usize) {
        let own = &self.procedures[procedure];
        let results = match &own.results[..] {
            [] => "void".to_owned(),
            both if both == [BOOLEAN.0; 2] => "bool<2>".to_owned(),
            [one] => (*one).to_owned(),
            more => format!("<{}>", more.join(", ")),
        };
        let parameter = |d: &Declared| format!("{} : {}", d.name, d.type_name());
        let parameters: Vec<String> = own.locals.iter().map(parameter).collect();
        let mut text = format!("{results} {}({}) begin\n", own.name, parameters.join(", "));
        let taken = own.locals.iter().map(|d| d.size).product::<usize>().max(1);
        let mut room = self.room_for_locals(random, procedure) / taken;
        for name in &["a", "b"][..[0, 1, 1, 2][random.below(4)]] {
            let (declared, line) = declaration(random, name, &mut room, true);
            self.procedures[procedure].locals.extend(declared);
            text += &line;
        }
        let mut writer = Writer { program: self, random, procedure, stars: 0, left: 0 };
        // Invariants that exclude few states.
        for (word, operator) in [("enforce", '|'), ("abortif", '&')] {
            if writer.random.one_in(6) {
                let (left, right) = (writer.boolean(2), writer.boolean(1));
                let _ = writeln!(text, "  {word} ({left} {operator} {right});");
            }
        }
        writer.left = 3 + writer.random.below(5);
        let mut body = String::new();
        while writer.left > 0 {
            writer.statement(2, &mut body);
        }
        // Labels, then jumps to them.
        let mut labels = Vec::new();
        let mut labelled = String::new();
        for c in body.chars() {
            if c != LABEL {
                labelled.push(c);
            } else if random.one_in(3) {
                let name = ["L", "M", "N", "O", "P"].get(labels.len());
                if let Some(name) = name {
                    let _ = write!(labelled, "{name}: ");
                    labels.push((*name).to_owned());
                }
            }
        }
        while let Some(at) = labelled.find(JUMP) {
            let jump = if labels.is_empty() {
                "skip".to_owned()
            } else {
                let first = random.one_of(&labels).clone();
                let second = random.one_of(&labels).clone();
                if random.one_in(2) { format!("goto {first}") } else { format!("goto {first}, {second}") }
            };
            labelled.replace_range(at..at + JUMP.len(), &jump);
        }
        self.procedures[procedure].labels = labels;
        text += &labelled;
        text += "end\n";
        self.text += &text;
    }
}

impl Declared {
    fn type_name(&self) -> &'static str {
        if !self.is_integer {
            return BOOLEAN.0;
        }
        // The first letter of the name gives the type: see `declaration`.
        INTEGERS[usize::from(self.name.as_bytes()[1] - b'0')].0
    }
}

/// A variable, if there is room for its values; the names of integers contain the number of their type.
fn declaration(random: &mut Random, name: &str, room: &mut usize, initialised: bool) -> (Option<Declared>, String) {
    let wide = *room == VAST || *room >= INTEGERS[4].1 && !random.one_in(4);
    let number = match (wide, *room) {
        (true, VAST) => 5 + random.below(2),
        (true, _) => 4,
        _ => random.below(4),
    };
    let is_integer = wide || random.one_in(3);
    let size = if is_integer { INTEGERS[number].1 } else { BOOLEAN.1 };
    if size > *room {
        return (None, String::new());
    }
    *room /= size;
    let name = if is_integer { format!("{name}{number}") } else { name.to_owned() };
    let declared = Declared { name, size, is_integer };
    let initial = match (initialised && random.one_in(2), is_integer) {
        (false, _) => "",
        (true, true) => [" := 0", " := 1"][random.below(2)],
        (true, false) => [" := F", " := T"][random.below(2)],
    };
    let text = format!("decl {} : {}{initial};\n", declared.name, declared.type_name());
    (Some(declared), text)
}

/// A body under construction.
struct Writer<'g, 'r> {
    program: &'g Generated,
    random: &'r mut Random,
    procedure: usize,
    /// The number of choices that the statement may still draw.
    stars: usize,
    /// The number of statements still to be written.
    left: usize,
}

impl Writer<'_, '_> {
    fn variables(&self) -> Vec<Declared> {
        self.program.globals.iter().chain(&self.program.procedures[self.procedure].locals).cloned().collect()
    }

    fn variable(&mut self, is_integer: bool) -> Option<String> {
        let all: Vec<Declared> = self.variables().into_iter().filter(|v| v.is_integer == is_integer).collect();
        if all.is_empty() { None } else { Some(self.random.one_of(&all).name.clone()) }
    }

    fn boolean(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.one_in(3) {
            if self.stars > 0 && self.random.one_in(4) {
                self.stars -= 1;
                return "*".to_owned();
            }
            let constant = ["T", "F"][self.random.below(2)].to_owned();
            return self.variable(false).filter(|_| !self.random.one_in(12)).unwrap_or(constant);
        }
        let depth = depth - 1;
        match self.random.below(9) {
            0 | 1 => format!("!({})", self.boolean(depth)),
            2..=4 => {
                let operator = ["&", "|", "^", "=>", "=", "!="][self.random.below(6)];
                format!("({} {operator} {})", self.boolean(depth), self.boolean(depth))
            }
            5 | 6 => {
                let operator = ["<", "<=", ">", ">=", "==", "!="][self.random.below(6)];
                format!("({} {operator} {})", self.integer(depth), self.integer(depth))
            }
            7 if self.stars > 0 => {
                self.stars -= 1;
                format!("schoose[{}, {}]", self.boolean(depth), self.boolean(depth))
            }
            _ => format!("({} ? {} : {})", self.boolean(depth), self.boolean(depth), self.boolean(depth)),
        }
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.one_in(2) {
            let constant = self.program.constant(self.random).to_string();
            return self.variable(true).filter(|_| !self.random.one_in(3)).unwrap_or(constant);
        }
        let depth = depth - 1;
        match self.random.below(8) {
            0 => format!("-({})", self.integer(depth)),
            1..=4 => {
                let operator = ["+", "-", "*", "/", "%"][self.random.below(5)];
                format!("({} {operator} {})", self.integer(depth), self.integer(depth))
            }
            5 => format!("({} {} {})", self.integer(depth), ["<<", ">>"][self.random.below(2)], self.random.below(3)),
            6 => self.boolean(depth),
            _ => format!("({} ? {} : {})", self.boolean(depth), self.integer(depth), self.integer(depth)),
        }
    }

    /// A value for a variable of either type; sometimes it has the other type.
    fn value(&mut self, is_integer: bool) -> String {
        if self.random.one_in(8) {
            return "*".to_owned();
        }
        if is_integer != self.random.one_in(12) { self.integer(2) } else { self.boolean(2) }
    }

    fn targets(&mut self, count: usize) -> Vec<Declared> {
        let mut all = self.variables();
        while all.len() > count {
            let gone = self.random.below(all.len());
            all.remove(gone);
        }
        all
    }

    fn statement(&mut self, depth: usize, out: &mut String) {
        self.left = self.left.saturating_sub(1);
        self.stars = usize::from(self.random.one_in(3));
        out.push(LABEL);
        let kind = if depth == 0 { self.random.below(13) } else { self.random.below(18) };
        match kind {
            0 => *out += "skip",
            1..=4 => self.assignment(out),
            5..=7 => self.call(out),
            8 => *out += JUMP,
            9 => {
                let count = self.program.procedures[self.procedure].results.len();
                let values: Vec<String> = (0..count).map(|_| self.value(false)).collect();
                let _ = write!(out, "return {}", values.join(", "));
            }
            10 => {
                let _ = write!(out, "assert ({})", self.boolean(2));
            }
            11 => {
                let _ = write!(out, "assume ({})", self.boolean(2));
            }
            12 => match self.targets(1).first() {
                Some(variable) => {
                    let _ = write!(out, "dead {}", variable.name);
                }
                None => *out += "skip",
            },
            13..=15 => {
                let _ = writeln!(out, "if {} then", self.condition());
                self.block(depth - 1, out);
                if self.random.one_in(4) {
                    self.stars = 1;
                    let _ = writeln!(out, "elsif {} then", self.condition());
                    self.block(depth - 1, out);
                }
                if self.random.one_in(2) {
                    *out += "else\n";
                    self.block(depth - 1, out);
                }
                *out += "fi";
            }
            _ => {
                let _ = writeln!(out, "while {} do", self.condition());
                self.block(depth - 1, out);
                *out += "od";
            }
        }
        *out += ";\n";
    }

    fn condition(&mut self) -> String {
        if self.random.one_in(3) { "*".to_owned() } else { format!("({})", self.boolean(2)) }
    }

    fn block(&mut self, depth: usize, out: &mut String) {
        for _ in 0..self.random.below(3) {
            self.statement(depth, out);
        }
    }

    fn assignment(&mut self, out: &mut String) {
        let count = 1 + self.random.below(4) / 3;
        let targets = self.targets(count);
        if targets.is_empty() {
            *out += "skip";
            return;
        }
        let names: Vec<&str> = targets.iter().map(|t| t.name.as_str()).collect();
        let values: Vec<String> = targets.iter().map(|t| self.value(t.is_integer)).collect();
        let _ = write!(out, "{} := {}", names.join(", "), values.join(", "));
        if self.random.one_in(6) {
            let next = format!("'{}", names[self.random.below(names.len())]);
            let operator = ["=", "!=", "<=", ">"][self.random.below(4)];
            let (other, more) = (self.integer(1), self.boolean(1));
            let _ = match self.random.below(2) {
                0 => write!(out, " constrain ({next} {operator} {other})"),
                _ => write!(out, " constrain (({next} {operator} {other}) | {more})"),
            };
        }
    }

    fn call(&mut self, out: &mut String) {
        let callee = self.random.below(self.program.procedures.len());
        let callee = self.program.procedures[callee].clone();
        let parameters = &callee.locals[..callee.parameters];
        let arguments: Vec<String> = parameters.iter().map(|p| self.value(p.is_integer)).collect();
        if !callee.results.is_empty() && !self.random.one_in(4) {
            let mut targets = self.targets(callee.results.len());
            let mut names: Vec<String> = Vec::new();
            for _ in &callee.results {
                let ignored = targets.is_empty() || self.random.one_in(6);
                names.push(if ignored {
                    "_".to_owned()
                } else {
                    targets.remove(self.random.below(targets.len())).name
                });
            }
            let _ = write!(out, "{} := ", names.join(", "));
        }
        let _ = write!(out, "{}({})", callee.name, arguments.join(", "));
    }
}
