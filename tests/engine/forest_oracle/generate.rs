//! Random programs in C on lists and trees.

use std::fmt::Write;

use hrglass::base::Random;

/// The variables.
const VARIABLES: [&str; 3] = ["a", "b", "c"];

/// Most statements of a block.
const LENGTH: usize = 5;

struct Writer {
    random: Random,
    text: String,
    depth: usize,
    /// Whether there is a function to call, with these names of parameter and local.
    calls: bool,
    names: [&'static str; 3],
}

/// A program: nodes with two pointers, made, linked, walked along and freed, in loops and branches that are chosen or depend on
/// pointers; in every third one a function that may call itself.
pub fn program(seed: u64) -> String {
    let mut writer = Writer {
        random: Random::scattered(seed),
        text: "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nstruct node { struct node *next; struct node *prev; };\n"
            .to_owned(),
        depth: 0,
        calls: false,
        names: VARIABLES,
    };
    if writer.random.one_in(3) {
        writer.calls = true;
        writer.names = ["p", "q", "p"];
        writer.text += "static struct node *f(struct node *p) {\n  struct node *q = NULL;\n";
        writer.text += "  if (__VERIFIER_nondet_int()) return p;\n";
        writer.block(3);
        let result = *writer.random.one_of(&["p", "q"]);
        _ = writeln!(writer.text, "  return {result};\n}}");
        writer.names = VARIABLES;
    }
    writer.text += "int main(void) {\n  struct node *a = NULL, *b = NULL, *c = NULL, *n;\n";
    if !writer.random.one_in(4) {
        writer.builder();
    }
    writer.block(LENGTH);
    if !writer.random.one_in(3) {
        writer.text += "  while (a) { n = a->next; free(a); a = n; }\n";
    }
    writer.text += "  return 0;\n}\n";
    writer.text
}

impl Writer {
    fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.depth + 1);
        _ = writeln!(self.text, "{indent}{line}");
    }

    fn variable(&mut self) -> &'static str {
        let at = self.random.below(3);
        self.names[at]
    }

    fn field(&mut self) -> &'static str {
        if self.random.one_in(3) { "prev" } else { "next" }
    }

    /// A loop that makes a list in `a`, with one pointer or two.
    fn builder(&mut self) {
        let back = if self.random.one_in(2) { " if (a) a->prev = n;" } else { "" };
        let set = if self.random.one_in(8) { "" } else { " n->prev = NULL;" };
        let line =
            format!("while (__VERIFIER_nondet_int()) {{ n = malloc(sizeof *n); n->next = a;{set}{back} a = n; }}");
        self.line(&line);
    }

    fn block(&mut self, most: usize) {
        for _ in 0..1 + self.random.below(most) {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let (x, y, field) = (self.variable(), self.variable(), self.field());
        // Most accesses are guarded, so that runs come far.
        let guard = |writer: &mut Self, pointer: &str| match writer.random.one_in(12) {
            true => String::new(),
            false => format!("if ({pointer}) "),
        };
        match self.random.below(13) {
            0 | 1 => {
                let rest = if self.random.one_in(10) { "" } else { "->prev = NULL" };
                self.line(&format!("{x} = malloc(sizeof *{x}); {x}->next = NULL;"));
                if !rest.is_empty() {
                    self.line(&format!("{x}{rest};"));
                }
            }
            2 => self.line(&format!("{x} = {y};")),
            3 => self.line(&format!("{x} = NULL;")),
            4 | 5 => {
                let guard = guard(self, y);
                self.line(&format!("{guard}{x} = {y}->{field};"));
            }
            6 | 7 => {
                let (guard, z) = (guard(self, x), self.variable());
                self.line(&format!("{guard}{x}->{field} = {z};"));
            }
            8 => {
                let guard = guard(self, x);
                let forget = if self.random.one_in(3) { String::new() } else { format!(" {x} = NULL;") };
                self.line(&format!("{guard}{{ free({x});{forget} }}"));
            }
            9 if self.calls => self.line(&format!("{x} = f({y});")),
            9 | 10 if self.depth < 2 => {
                let condition = match self.random.below(4) {
                    0 => format!("{x} == {y}"),
                    1 => format!("{x} != NULL"),
                    _ => "__VERIFIER_nondet_int()".to_owned(),
                };
                self.nested(&format!("if ({condition})"), 3);
            }
            11 if self.depth < 2 => self.nested("while (__VERIFIER_nondet_int())", 3),
            12 if self.depth < 2 => {
                let walk = format!("{x} = {x}->{field};");
                self.line(&format!("while ({x} && __VERIFIER_nondet_int()) {{"));
                self.depth += 1;
                self.block(2);
                let guard = guard(self, x);
                self.line(&format!("{guard}{walk}"));
                self.depth -= 1;
                self.line("}");
            }
            _ => self.line(&format!("{x} = {y};")),
        }
    }

    fn nested(&mut self, head: &str, most: usize) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        self.block(most);
        self.depth -= 1;
        self.line("}");
    }
}
