//! Random statements.

use super::model::Ty;
use super::tree::{Node, block, line};
use super::writer::Writer;

/// Statements, and whether the compiler considers the end of the last one reachable.
pub struct Written {
    pub nodes: Vec<Node>,
    pub completes: bool,
}

impl Written {
    pub fn of(node: Node) -> Self {
        Self { nodes: vec![node], completes: true }
    }
}

impl Writer<'_> {
    /// Statements in a separate scope.
    pub fn block(&mut self, depth: usize) -> Written {
        let mark = self.scope.locals.len();
        let mut nodes = Vec::new();
        let mut completes = true;
        for _ in 0..=self.random.below(4) {
            if self.scope.room == 0 || !completes {
                break;
            }
            self.scope.room -= 1;
            let written = self.statement(depth);
            nodes.extend(written.nodes);
            completes = written.completes;
        }
        self.scope.locals.truncate(mark);
        Written { nodes, completes }
    }

    /// A type of variables.
    pub fn variable_type(&mut self) -> Ty {
        loop {
            let class = self.data_class();
            match self.random.below(24) {
                0..=4 => return Ty::Int,
                5 => return Ty::Byte,
                6 => return Ty::Short,
                7 => return Ty::Char,
                8 | 9 => return Ty::Long,
                10..=12 => return Ty::Boolean,
                13 => return Ty::Class(0),
                14 if self.random.one_in(3) => return Ty::Double,
                15 if self.random.one_in(2) => return Ty::Text,
                16 if self.random.one_in(3) => return Ty::Box,
                17..=23 => return Ty::Class(class),
                _ => {}
            }
        }
    }

    /// A statement at the top of a body.
    pub fn one_statement(&mut self) -> Written {
        self.statement(0)
    }

    pub fn statement(&mut self, depth: usize) -> Written {
        let simple = depth >= 3;
        match self.random.below(if simple { 14 } else { 32 }) {
            0..=2 => self.declaration(),
            3..=7 => self.assignment(),
            8 | 9 => self.call_statement(),
            10 => Written::of(line(format!("System.out.println({});", self.printed()))),
            11 | 12 => self.guarded_jump(),
            13 => match self.random.below(4) {
                0 => Written::of(line(";")),
                1 => {
                    let (condition, message) = (self.expression(Ty::Boolean, 2).text, self.expression(Ty::Int, 1).text);
                    Written::of(line(format!("assert {condition} : {message};")))
                }
                _ => Written::of(line(format!("assert {};", self.expression(Ty::Boolean, 2).text))),
            },
            14..=18 => self.if_statement(depth),
            19..=22 => self.repetition(depth),
            23 | 24 => self.switch_statement(depth),
            25..=27 => self.try_statement(depth),
            28 => self.labelled(depth),
            30 | 31 => self.special_statement(),
            _ => match self.random.below(3) {
                0 => {
                    let written = self.block(depth + 1);
                    Written { nodes: vec![block("{", written.nodes)], completes: written.completes }
                }
                1 => {
                    let class = self.data_class();
                    let lock = self.expression(Ty::Class(class), 1).text;
                    let lock = format!("({}) ({lock})", self.model.name(Ty::Class(class)));
                    let written = self.block(depth + 1);
                    let nodes = vec![block(format!("synchronized ({lock}) {{"), written.nodes)];
                    Written { nodes, completes: written.completes }
                }
                _ => self.switch_value(depth),
            },
        }
    }

    pub fn declaration(&mut self) -> Written {
        let ty = self.variable_type();
        let name = self.fresh_name();
        let is_final = self.random.one_in(6);
        let type_name = self.model.name(ty);
        // In scope in its own initialiser, but not assigned there.
        let mark = self.scope.locals.len();
        self.declare(&name, ty, false);
        self.scope.locals[mark].is_readable = false;
        if self.random.one_in(8) {
            // Definite assignment on both branches.
            let condition = self.expression(Ty::Boolean, 2).text;
            let (a, b) = (self.assigned(ty, 2).text, self.assigned(ty, 1).text);
            let parts = vec![
                (format!("if ({condition}) {{"), vec![line(format!("{name} = {a};"))]),
                ("} else {".to_owned(), vec![line(format!("{name} = {b};"))]),
            ];
            self.scope.locals.truncate(mark);
            self.declare(&name, ty, true);
            let nodes = vec![line(format!("{type_name} {name};")), Node::Parts(parts, "}".to_owned())];
            return Written { nodes, completes: true };
        }
        let value = self.assigned(ty, 3).text;
        self.scope.locals.truncate(mark);
        let inferred = self.random.one_in(8) && matches!(ty, Ty::Class(_));
        let text = if inferred {
            format!("var {name} = ({type_name}) ({value});")
        } else {
            format!("{}{type_name} {name} = {value};", if is_final { "final " } else { "" })
        };
        self.declare(&name, ty, !is_final);
        Written::of(line(text))
    }

    pub fn assignment(&mut self) -> Written {
        for _ in 0..6 {
            let ty = self.variable_type();
            if let Some(e) = self.change(ty, 3) {
                return Written::of(self.guarded(&e.text));
            }
        }
        self.declaration()
    }

    /// A statement, usually only executed if its object is not null.
    pub fn guarded(&mut self, text: &str) -> Node {
        let object = text.split_once('.').map(|(object, _)| object);
        let is_local = |name: &&str| self.scope.locals.iter().any(|l| l.name == *name);
        match object.filter(is_local) {
            Some(object) if !self.random.one_in(4) => line(format!("if ({object} != null) {text};")),
            _ => line(format!("{text};")),
        }
    }

    pub fn call_statement(&mut self) -> Written {
        match self.call(Ty::Void, 2) {
            Some(e) => Written::of(self.guarded(&e.text)),
            None => self.assignment(),
        }
    }

    pub fn if_statement(&mut self, depth: usize) -> Written {
        let mark = self.scope.locals.len();
        let (condition, negated) = if self.random.one_in(4) { self.pattern() } else { (None, false) };
        let condition = match condition {
            Some(text) => text,
            None => self.expression(Ty::Boolean, 3).text,
        };
        let variable = self.scope.locals.split_off(mark.min(self.scope.locals.len()));
        if !negated {
            self.scope.locals.extend(variable.clone());
        }
        let then = self.block(depth + 1);
        let mut then_nodes = then.nodes;
        let mut then_completes = then.completes;
        if then_completes && self.random.one_in(6) {
            // Names in it must not refer to variables of the block.
            let jump = self.jump();
            then_nodes = vec![block("{", then_nodes), line(jump)];
            then_completes = false;
        }
        self.scope.locals.truncate(mark);
        let mut parts = vec![(format!("if ({condition}) {{"), then_nodes)];
        let mut completes = true;
        if self.random.one_in(2) {
            if negated {
                self.scope.locals.extend(variable);
            }
            let otherwise = self.block(depth + 1);
            self.scope.locals.truncate(mark);
            parts.push(("} else {".to_owned(), otherwise.nodes));
            completes = then_completes || otherwise.completes;
        } else if negated && !then_completes {
            // The variable of the pattern is in scope after the statement.
            self.scope.locals.extend(variable);
        }
        Written { nodes: vec![Node::Parts(parts, "}".to_owned())], completes }
    }

    /// `x instanceof C y`, possibly negated; declares `y`.
    pub fn pattern(&mut self) -> (Option<String>, bool) {
        let class = self.data_class();
        let below: Vec<usize> = self.model.instances(class).into_iter().filter(|&c| c != class).collect();
        let Some(operand) = self.readable(Ty::Class(class)).filter(|_| !below.is_empty()) else {
            return (None, false);
        };
        let to = *self.random.one_of(&below);
        self.scope.names += 1;
        let name = format!("p{}", self.scope.names);
        let test = format!(
            "({}) {operand} instanceof {} {name}",
            self.model.name(Ty::Class(class)),
            self.model.name(Ty::Class(to))
        );
        let negated = self.random.one_in(2);
        let before = self.scope.declared_throws;
        let text = if negated {
            let rest = if self.random.one_in(3) {
                format!(" || {}", self.expression(Ty::Boolean, 1).text)
            } else {
                String::new()
            };
            // Assignments have lower precedence than `||`.
            if rest.contains('=') || rest.contains('?') {
                self.scope.declared_throws = before;
                format!("!({test})")
            } else {
                format!("!({test}){rest}")
            }
        } else {
            self.declare(&name, Ty::Class(to), true);
            let rest = if self.random.one_in(2) {
                format!(" && ({})", self.expression(Ty::Boolean, 1).text)
            } else {
                String::new()
            };
            return (Some(format!("{test}{rest}")), false);
        };
        self.declare(&name, Ty::Class(to), true);
        (Some(text), negated)
    }
}
