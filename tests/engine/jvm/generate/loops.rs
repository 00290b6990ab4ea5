//! Random loops, labels and jumps.

use super::model::Ty;
use super::statements::Written;
use super::tree::{Node, block, line};
use super::writer::{Target, Writer};

impl Writer<'_> {
    /// A conditional jump, so that the following code is reachable.
    pub fn guarded_jump(&mut self) -> Written {
        let condition = self.expression(Ty::Boolean, 2).text;
        let jump = self.jump();
        if self.random.one_in(4) {
            return Written::of(line(format!("if ({condition}) {jump}")));
        }
        Written::of(block(format!("if ({condition}) {{"), vec![line(jump)]))
    }

    /// A jump out of this place.
    pub fn jump(&mut self) -> String {
        let from = self.scope.barrier.unwrap_or(0);
        for _ in 0..6 {
            match self.random.below(5) {
                4 => {
                    let Some(ty) = self.scope.yields else { continue };
                    return format!("yield {};", self.assigned(ty, 2).text);
                }
                0 => return format!("throw {};", self.exception(1)),
                1 if self.scope.barrier.is_none() => return self.returns(),
                2 => {
                    let all: Vec<usize> = (from..self.scope.targets.len()).collect();
                    if all.is_empty() {
                        continue;
                    }
                    let mut target = *self.random.one_of(&all);
                    let plain = (from..self.scope.targets.len()).rev().find(|&t| self.scope.targets[t].is_plain);
                    let label = self.scope.targets[target].label.clone().filter(|_| self.random.one_in(2));
                    if label.is_none() {
                        match plain {
                            Some(plain) => target = plain,
                            None => continue,
                        }
                    }
                    self.scope.targets[target].is_left = true;
                    return format!("break{};", label.map(|l| format!(" {l}")).unwrap_or_default());
                }
                3 => {
                    let loops: Vec<usize> =
                        (from..self.scope.targets.len()).filter(|&t| self.scope.targets[t].is_loop).collect();
                    let Some(&last) = loops.last() else { continue };
                    let target = *self.random.one_of(&loops);
                    let label = self.scope.targets[target].label.clone();
                    return match label {
                        Some(label) => format!("continue {label};"),
                        None if target == last => "continue;".to_owned(),
                        None => continue,
                    };
                }
                _ => {}
            }
        }
        format!("throw {};", self.exception(1))
    }

    /// `return`.
    pub fn returns(&mut self) -> String {
        match self.scope.result {
            Ty::Void => "return;".to_owned(),
            ty => format!("return {};", self.assigned(ty, 2).text),
        }
    }

    pub fn enter(&mut self, is_loop: bool, is_plain: bool, label: Option<String>) {
        self.scope.targets.push(Target { label, is_loop, is_plain, is_left: false });
        self.scope.loops += usize::from(is_loop);
    }

    /// Whether a `break` leaves the innermost target.
    pub fn leave(&mut self) -> bool {
        let target = self.scope.targets.pop().expect("a target");
        self.scope.loops -= usize::from(target.is_loop);
        target.is_left
    }

    /// A loop with a few iterations.
    pub fn repetition(&mut self, depth: usize) -> Written {
        self.scope.names += 1;
        let number = self.scope.names;
        let counter = format!("k{number}");
        let label = self.random.one_in(4).then(|| format!("L{number}"));
        let prefix = label.as_ref().map(|l| format!("{l}: ")).unwrap_or_default();
        let rounds = 1 + self.random.below(3);
        let mark = self.scope.locals.len();
        match self.random.below(5) {
            0 | 1 => {
                self.declare(&counter, Ty::Int, false);
                let (mut init, mut update) = (format!("int {counter} = 0"), format!("{counter}++"));
                if self.random.one_in(3) {
                    let other = format!("m{number}");
                    init = format!("{init}, {other} = {}", self.expression(Ty::Int, 1).text);
                    self.declare(&other, Ty::Int, true);
                    update = format!("{update}, {other} -= 2");
                }
                let more = if self.random.one_in(3) { format!(" && {}", self.condition()) } else { String::new() };
                self.enter(true, true, label);
                let body = self.block(depth + 1);
                self.leave();
                self.scope.locals.truncate(mark);
                let head = format!("{prefix}for ({init}; {counter} < {rounds}{more}; {update}) {{");
                Written::of(block(head, body.nodes))
            }
            kind @ (2 | 3) => {
                let goes_on = format!("{counter}++ < {rounds}");
                // A condition is generated only if it is used, because a call in it may throw.
                let condition = match self.random.below(3) {
                    0 => goes_on,
                    1 => format!("{goes_on} && {}", self.condition()),
                    _ => format!("{} && {goes_on}", self.condition()),
                };
                self.declare(&counter, Ty::Int, false);
                self.enter(true, true, label);
                let body = self.block(depth + 1);
                self.leave();
                self.scope.locals.truncate(mark + 1);
                let node = if kind == 2 {
                    block(format!("{prefix}while ({condition}) {{"), body.nodes)
                } else {
                    // Its condition must be reachable.
                    let mut nodes = body.nodes;
                    if !body.completes {
                        nodes = vec![block(format!("if ({}) {{", self.condition()), nodes)];
                    }
                    Node::Parts(vec![(format!("{prefix}do {{"), nodes)], format!("}} while ({condition});"))
                };
                Written { nodes: vec![line(format!("int {counter} = 0;")), node], completes: true }
            }
            _ => {
                // Infinite except for its jump.
                self.declare(&counter, Ty::Int, false);
                self.enter(true, true, label);
                let body = self.block(depth + 1);
                self.leave();
                self.scope.locals.truncate(mark + 1);
                let mut nodes = vec![line(format!("if ({counter}++ >= {rounds}) break;"))];
                nodes.extend(body.nodes);
                let head =
                    format!("{prefix}{} {{", ["while (true)", "for (;;)", "while (1 < 2)"][self.random.below(3)]);
                Written { nodes: vec![line(format!("int {counter} = 0;")), block(head, nodes)], completes: true }
            }
        }
    }

    /// A condition as an operand of `&&`.
    pub fn condition(&mut self) -> String {
        format!("({})", self.expression(Ty::Boolean, 2).text)
    }

    pub fn labelled(&mut self, depth: usize) -> Written {
        self.scope.names += 1;
        let label = format!("L{}", self.scope.names);
        self.enter(false, false, Some(label.clone()));
        let body = self.block(depth + 1);
        let is_left = self.leave();
        Written { nodes: vec![block(format!("{label}: {{"), body.nodes)], completes: body.completes || is_left }
    }
}
