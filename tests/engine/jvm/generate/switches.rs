//! Random switches.

use super::model::Ty;
use super::statements::Written;
use super::tree::{Node, line};
use super::writer::Writer;

impl Writer<'_> {
    /// The operand of a `switch`, and some distinct labels for it.
    pub fn selector(&mut self) -> (String, Vec<String>) {
        let ty = [Ty::Int, Ty::Int, Ty::Char, Ty::Byte, Ty::Short][self.random.below(5)];
        let mut text = self.expression(ty, 2).text;
        if ty == Ty::Int && self.random.one_in(2) {
            text = format!("({text}) & 3");
        }
        let labels: &[&str] = match ty {
            Ty::Char => &["'a'", "98", "'\\n'", "'A'", "'z'"],
            Ty::Int => &["0", "1", "2", "-1", "Main.K", "1 + 6"],
            _ => &["0", "1", "2", "-1", "Main.K", "'a'"],
        };
        let mut labels: Vec<String> = labels.iter().map(|&l| l.to_owned()).collect();
        while labels.len() > 1 + self.random.below(4) {
            let drop = self.random.below(labels.len());
            labels.remove(drop);
        }
        (text, labels)
    }

    pub fn switch_statement(&mut self, depth: usize) -> Written {
        let (selector, mut labels) = self.selector();
        let arrows = self.random.one_in(2);
        let mut groups: Vec<Vec<String>> = Vec::new();
        while let Some(label) = labels.pop() {
            match groups.last_mut().filter(|_| self.random.one_in(4)) {
                Some(last) => last.push(label),
                None => groups.push(vec![label]),
            }
        }
        let default = self.random.one_in(2).then(|| self.random.below(groups.len() + 1));
        if let Some(position) = default {
            groups.insert(position, Vec::new());
        }
        self.enter(false, true, None);
        let mark = self.scope.locals.len();
        let mut parts = vec![(format!("switch ({selector}) {{"), Vec::new())];
        let mut completes = default.is_none();
        let count = groups.len();
        for (number, labels) in groups.into_iter().enumerate() {
            let is_last = number + 1 == count;
            let mut nodes = Vec::new();
            if arrows {
                let head = if labels.is_empty() { "default".to_owned() } else { format!("case {}", labels.join(", ")) };
                match self.random.below(5) {
                    0 => {
                        let exception = self.exception(1);
                        parts.push((format!("{head} -> throw {exception};"), nodes));
                    }
                    1 => {
                        let statement = self.assignment_text();
                        completes = true;
                        parts.push((format!("{head} -> {statement}"), nodes));
                    }
                    _ => {
                        let body = self.block(depth + 1);
                        completes |= body.completes;
                        parts.push((format!("{head} -> {{"), body.nodes));
                        parts.push(("}".to_owned(), Vec::new()));
                    }
                }
                continue;
            }
            let head = match (labels.is_empty(), self.random.one_in(2)) {
                (true, _) => "default:".to_owned(),
                (_, true) => format!("case {}:", labels.join(", ")),
                _ => labels.iter().map(|l| format!("case {l}: ")).collect::<String>(),
            };
            // The variables of a group are in scope in later groups, but not assigned.
            let before = self.scope.locals.len();
            let mut falls = true;
            for _ in 0..self.random.below(3) {
                if self.scope.room == 0 || !falls {
                    break;
                }
                self.scope.room -= 1;
                let written = self.statement(depth + 1);
                nodes.extend(written.nodes);
                falls = written.completes;
            }
            self.scope.locals[before..].iter_mut().for_each(|l| l.is_readable = false);
            if falls && !self.random.one_in(3) {
                nodes.push(line("break;"));
                self.scope.targets.last_mut().expect("the switch").is_left = true;
                falls = false;
            }
            completes |= is_last && falls;
            parts.push((head, nodes));
        }
        self.scope.locals.truncate(mark);
        completes |= self.leave();
        Written { nodes: vec![Node::Parts(parts, "}".to_owned())], completes }
    }

    pub fn assignment_text(&mut self) -> String {
        for _ in 0..6 {
            let ty = self.variable_type();
            if let Some(e) = self.change(ty, 2) {
                return format!("{};", e.text);
            }
        }
        "{ }".to_owned()
    }

    /// `x = switch (..) { .. };`
    pub fn switch_value(&mut self, depth: usize) -> Written {
        let ty = self.variable_type();
        let existing = if self.random.one_in(2) { self.writable(ty, 1) } else { None };
        let (head, name) = match existing {
            Some((place, _)) => (format!("{place} ="), None),
            None => {
                let name = self.fresh_name();
                (format!("{} {name} =", self.model.name(ty)), Some(name))
            }
        };
        let mark = self.scope.locals.len();
        if let Some(name) = &name {
            // In scope, but not assigned.
            self.declare(name, ty, false);
            self.scope.locals[mark].is_readable = false;
        }
        let (selector, labels) = self.selector();
        let arrows = !self.random.one_in(3);
        let before = self.scope.barrier.replace(self.scope.targets.len());
        let mut parts = vec![(format!("{head} switch ({selector}) {{"), Vec::new())];
        let mut heads: Vec<String> = labels.iter().map(|l| format!("case {l}")).collect();
        let position = self.random.below(heads.len() + 1);
        heads.insert(position, "default".to_owned());
        let outer = self.scope.yields.replace(ty);
        let last = heads.len() - 1;
        // The compiler requires some result.
        let mut gives = false;
        for (number, head) in heads.into_iter().enumerate() {
            let must_give = number == last && !gives;
            if arrows && !self.random.one_in(3) {
                let text = if self.random.one_in(5) && !must_give {
                    format!("{head} -> throw {};", self.exception(1))
                } else {
                    gives = true;
                    format!("{head} -> {};", self.assigned(ty, 2).text)
                };
                parts.push((text, Vec::new()));
                continue;
            }
            let before = self.scope.locals.len();
            let mut nodes = Vec::new();
            let mut completes = true;
            if self.scope.room > 0 && self.random.one_in(2) && !must_give {
                self.scope.room -= 1;
                let written = self.statement(depth + 1);
                nodes = written.nodes;
                completes = written.completes;
            }
            if completes {
                gives = true;
                let value = self.assigned(ty, 2).text;
                let give = line(format!("yield {value};"));
                nodes.push(if self.random.one_in(4) {
                    let room = self.scope.room.min(1);
                    let kept = std::mem::replace(&mut self.scope.room, room);
                    let before = self.scope.declared_throws;
                    let last = self.block(depth + 2);
                    self.scope.room += kept - room;
                    let last = if last.completes {
                        last.nodes
                    } else {
                        self.scope.declared_throws = before;
                        Vec::new()
                    };
                    Node::Parts(
                        vec![("try {".to_owned(), vec![give]), ("} finally {".to_owned(), last)],
                        "}".to_owned(),
                    )
                } else {
                    give
                });
            }
            if arrows {
                self.scope.locals.truncate(before);
                parts.push((format!("{head} -> {{"), nodes));
                parts.push(("}".to_owned(), Vec::new()));
            } else {
                self.scope.locals[before..].iter_mut().for_each(|l| l.is_readable = false);
                parts.push((format!("{head}:"), nodes));
            }
        }
        self.scope.locals.truncate(mark);
        (self.scope.barrier, self.scope.yields) = (before, outer);
        if let Some(name) = &name {
            self.declare(name, ty, true);
        }
        Written::of(Node::Parts(parts, "};".to_owned()))
    }
}
