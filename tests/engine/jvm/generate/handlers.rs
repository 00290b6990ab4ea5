//! Random handlers of exceptions.

use super::model::{EXCEPTION, Model, Ty};
use super::statements::Written;
use super::tree::{Node, block, line};
use super::writer::Writer;

impl Writer<'_> {
    /// The class of checked exceptions.
    pub fn checked(&self) -> Option<usize> {
        (0..self.model.classes.len()).find(|&c| self.model.classes[c].name == "Checked")
    }

    pub fn try_statement(&mut self, depth: usize) -> Written {
        let before = self.scope.declared_throws;
        let left_before: Vec<bool> = self.scope.targets.iter().map(|t| t.is_left).collect();
        let body = self.block(depth + 1);
        let throws_checked = self.scope.declared_throws > before;
        let thrown_inside = self.scope.declared_throws;
        let mut completes = body.completes;
        let mut parts = vec![("try {".to_owned(), body.nodes)];
        let mut handled: Vec<usize> = Vec::new();
        let may_catch = |c: usize, model: &Model| {
            if !model.is_subclass(c, 1) {
                return false;
            }
            // The compiler must see a source of checked exceptions.
            !model.is_checked(c) || c == EXCEPTION || throws_checked
        };
        let count = self.random.below(3);
        for _ in 0..count {
            let mut all: Vec<usize> = (0..self.model.classes.len()).filter(|&c| may_catch(c, &self.model)).collect();
            all.retain(|&c| !handled.iter().any(|&h| self.model.is_subclass(c, h)));
            if all.is_empty() {
                break;
            }
            let mut chosen = vec![*self.random.one_of(&all)];
            if self.random.one_in(4) {
                let other = *self.random.one_of(&all);
                let unrelated = !self.model.is_subclass(other, chosen[0]) && !self.model.is_subclass(chosen[0], other);
                chosen.extend(unrelated.then_some(other));
            }
            let names: Vec<String> = chosen.iter().map(|&c| self.model.name(Ty::Class(c))).collect();
            self.scope.names += 1;
            let name = format!("e{}", self.scope.names);
            let mark = self.scope.locals.len();
            if let [one] = chosen[..] {
                self.declare(&name, Ty::Class(one), false);
            }
            let caught = self.block(depth + 1);
            self.scope.locals.truncate(mark);
            let mut nodes = caught.nodes;
            let mut ends = caught.completes;
            let may_rethrow = chosen.iter().all(|&c| !self.model.is_checked(c) || self.scope.may_throw_checked)
                && !chosen.contains(&1)
                && !chosen.contains(&EXCEPTION);
            if ends && may_rethrow && self.random.one_in(5) {
                nodes.push(line(format!("throw {name};")));
                self.scope.declared_throws += usize::from(chosen.iter().any(|&c| self.model.is_checked(c)));
                ends = false;
            }
            completes |= ends;
            parts.push((format!("}} catch ({} {name}) {{", names.join(" | ")), nodes));
            handled.extend(chosen);
        }
        if handled.iter().any(|&h| self.checked().is_some_and(|c| self.model.is_subclass(c, h))) {
            self.scope.declared_throws -= thrown_inside - before;
        }
        if handled.is_empty() || self.random.one_in(3) {
            let inside = self.scope.declared_throws;
            let left_inside: Vec<bool> = self.scope.targets.iter().map(|t| t.is_left).collect();
            for (target, was) in self.scope.targets.iter_mut().zip(&left_before) {
                target.is_left = *was;
            }
            let last = self.block(depth + 1);
            let mut nodes = last.nodes;
            let mut ends = last.completes;
            if ends && self.random.one_in(8) {
                let jump = self.jump();
                nodes = vec![block("{", nodes), line(jump)];
                ends = false;
            }
            if !ends {
                // A `finally` that does not complete discards earlier exceptions and jumps.
                self.scope.declared_throws -= inside - before;
            } else {
                for (target, was) in self.scope.targets.iter_mut().zip(&left_inside) {
                    target.is_left |= *was;
                }
            }
            completes &= ends;
            parts.push(("} finally {".to_owned(), nodes));
        }
        Written { nodes: vec![Node::Parts(parts, "}".to_owned())], completes }
    }
}
