//! Random programs in C with drawn values, loops, calls, and a call of `reach_error` under a condition.

use hrglass::base::Random;

const TYPES: [(&str, &str); 8] = [
    ("int", "int"),
    ("int", "int"),
    ("unsigned", "uint"),
    ("char", "char"),
    ("unsigned char", "uchar"),
    ("short", "short"),
    ("long", "long"),
    ("_Bool", "bool"),
];

/// A program. Loops end when they have drawn something, or counted to a small number.
pub fn program(random: &mut Random) -> String {
    let mut text = String::from("extern void reach_error(void);\nextern void abort(void);\n");
    for (ty, name) in &TYPES[1..] {
        text += &format!("extern {ty} __VERIFIER_nondet_{name}(void);\n");
    }
    let (step, global) = (1 + random.below(3), TYPES[random.below(TYPES.len())].0);
    text += &format!("{global} total;\n");
    text += &format!("int climb(int from, int by) {{\n  int k = {};\n", random.below(2));
    text += &format!("  while (k < by) {{\n    k += {step};\n    total = k;\n  }}\n  return from + k;\n}}\n");
    text += "int main(void) {\n";
    let mut names = vec!["total".to_owned()];
    for name in ["a", "b", "c"] {
        let (ty, drawn) = TYPES[random.below(TYPES.len())];
        let value = match random.below(4) {
            0 => format!(" = __VERIFIER_nondet_{drawn}()"),
            // Any value.
            1 => String::new(),
            _ => format!(" = {}", random.below(4)),
        };
        text += &format!("  {ty} {name}{value};\n");
        names.push(name.to_owned());
    }
    let mut generator = Generator { random, names, text, loops: 0 };
    for _ in 0..2 + generator.random.below(3) {
        generator.statement(1);
    }
    let condition = generator.condition();
    generator.text += &format!("  if ({condition}) {{\n    reach_error();\n  }}\n  return 0;\n}}\n");
    generator.text
}

struct Generator<'r> {
    random: &'r mut Random,
    names: Vec<String>,
    text: String,
    loops: usize,
}

impl Generator<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        self.text += &format!("{}{line}\n", "  ".repeat(depth));
    }

    fn name(&mut self) -> String {
        self.random.one_of(&self.names).clone()
    }

    fn drawn(&mut self) -> String {
        let (_, name) = TYPES[self.random.below(TYPES.len())];
        format!("__VERIFIER_nondet_{name}()")
    }

    fn value(&mut self) -> String {
        let name = self.name();
        let small = self.random.below(9);
        match self.random.below(10) {
            0 => self.drawn(),
            1 => format!("{name} * {small}"),
            2..=4 => format!("{name} + {small}"),
            5 => format!("{name} - {small}"),
            6 => format!("({name} & {small}) + {}", self.name()),
            7 => format!("climb({name}, {})", self.random.below(4)),
            _ => small.to_string(),
        }
    }

    fn condition(&mut self) -> String {
        let operator = *self.random.one_of(&["==", "<", ">", "<=", "!=", ">="]);
        let (name, other, number) = (self.name(), self.name(), self.random.below(12));
        match self.random.below(5) {
            0 => format!("{name} {operator} {other}"),
            1 => format!("{name} {operator} -{number}"),
            2 => format!("{name} > {number} && {other} {operator} {number}"),
            _ => format!("{name} {operator} {number}"),
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(if depth > 2 { 3 } else { 8 }) {
            0..=2 => {
                let (name, value) = (self.name(), self.value());
                self.line(depth, &format!("{name} = {value};"));
            }
            3 | 4 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.statement(depth + 1);
                if self.random.one_in(2) {
                    self.line(depth, "} else {");
                    self.statement(depth + 1);
                }
                self.line(depth, "}");
            }
            5 => {
                self.line(depth, "while (__VERIFIER_nondet_int() > 0) {");
                self.statement(depth + 1);
                self.line(depth, "}");
            }
            6 => {
                self.loops += 1;
                let (name, count) = (format!("i{}", self.loops), self.random.below(6));
                self.line(depth, &format!("for (int {name} = 0; {name} < {count}; {name}++) {{"));
                self.statement(depth + 1);
                self.line(depth, "}");
            }
            _ => {
                let (condition, draw) = (self.condition(), self.drawn());
                self.line(depth, "while (1) {");
                self.line(depth + 1, &format!("if ({draw} == 0 || {condition}) break;"));
                self.statement(depth + 1);
                self.line(depth, "}");
            }
        }
    }
}
