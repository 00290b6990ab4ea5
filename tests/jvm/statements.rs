//! Random statements.

use super::features;
use super::model::{EXCEPTION, Model, Ty};
use super::tree::{Node, block, line};
use super::writer::{Target, Writer};

/// Statements, and whether the end of the last one can be reached, as the compiler sees it.
pub struct Written {
    pub nodes: Vec<Node>,
    pub completes: bool,
}

impl Written {
    fn of(node: Node) -> Self {
        Self { nodes: vec![node], completes: true }
    }
}

impl Writer<'_> {
    /// Statements in a scope of their own.
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
                13 if features::OBJECT_VARIABLES => return Ty::Class(0),
                14 if features::FLOATING_POINT && self.random.one_in(3) => return Ty::Double,
                15 if features::TEXT && self.random.one_in(2) => return Ty::Text,
                16 if features::BOXES && self.random.one_in(3) => return Ty::Box,
                17..=23 => return Ty::Class(class),
                _ => {}
            }
        }
    }

    /// A statement at the top of a body.
    pub fn one_statement(&mut self) -> Written {
        self.statement(0)
    }

    fn statement(&mut self, depth: usize) -> Written {
        let simple = depth >= 3;
        match self.random.below(if simple { 14 } else { 30 }) {
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

    fn printed(&mut self) -> String {
        let types = [Ty::Int, Ty::Long, Ty::Boolean, Ty::Char, Ty::Text];
        let ty = types[self.random.below(if features::TEXT { 5 } else { 4 })];
        match ty {
            // A `null` literal would fit `char[]` as well.
            Ty::Text => format!("\"\" + ({})", self.expression(ty, 1).text),
            _ => self.expression(ty, 2).text,
        }
    }

    fn declaration(&mut self) -> Written {
        let ty = self.variable_type();
        let name = self.fresh_name();
        let is_final = self.random.one_in(6);
        let type_name = self.model.name(ty);
        // In scope in its own initial value, but without a value there.
        let mark = self.scope.locals.len();
        self.declare(&name, ty, false);
        self.scope.locals[mark].is_readable = false;
        if self.random.one_in(8) {
            // Definite assignment on both ways.
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

    fn assignment(&mut self) -> Written {
        for _ in 0..6 {
            let ty = self.variable_type();
            if let Some(e) = self.change(ty, 3) {
                return Written::of(self.guarded(&e.text));
            }
        }
        self.declaration()
    }

    /// A statement, mostly only where the object that it is about is there.
    fn guarded(&mut self, text: &str) -> Node {
        let object = text.split_once('.').map(|(object, _)| object);
        let is_local = |name: &&str| self.scope.locals.iter().any(|l| l.name == *name);
        match object.filter(is_local) {
            Some(object) if !self.random.one_in(4) => line(format!("if ({object} != null) {text};")),
            _ => line(format!("{text};")),
        }
    }

    fn call_statement(&mut self) -> Written {
        match self.call(Ty::Void, 2) {
            Some(e) => Written::of(self.guarded(&e.text)),
            None => self.assignment(),
        }
    }

    /// A jump behind a condition, so that what follows can be reached.
    fn guarded_jump(&mut self) -> Written {
        let condition = self.expression(Ty::Boolean, 2).text;
        let jump = self.jump();
        if self.random.one_in(4) {
            return Written::of(line(format!("if ({condition}) {jump}")));
        }
        Written::of(block(format!("if ({condition}) {{"), vec![line(jump)]))
    }

    /// A way out of here.
    fn jump(&mut self) -> String {
        let from = self.scope.barrier.unwrap_or(0);
        for _ in 0..6 {
            match self.random.below(4) {
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

    fn if_statement(&mut self, depth: usize) -> Written {
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
            let jump = self.jump();
            then_nodes.push(line(jump));
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

    /// `x instanceof C y`, maybe negated; declares `y`.
    fn pattern(&mut self) -> (Option<String>, bool) {
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
            // Assignments bind less tightly than `||`.
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

    fn enter(&mut self, is_loop: bool, is_plain: bool, label: Option<String>) {
        self.scope.targets.push(Target { label, is_loop, is_plain, is_left: false });
        self.scope.loops += usize::from(is_loop);
    }

    /// Whether a `break` leaves the innermost target.
    fn leave(&mut self) -> bool {
        let target = self.scope.targets.pop().expect("a target");
        self.scope.loops -= usize::from(target.is_loop);
        target.is_left
    }

    /// A loop of a few rounds.
    fn repetition(&mut self, depth: usize) -> Written {
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
                // What is written counts, so nothing is made up that is not used: a call in it may throw.
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
                // Endless but for its way out.
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
    fn condition(&mut self) -> String {
        format!("({})", self.expression(Ty::Boolean, 2).text)
    }

    fn labelled(&mut self, depth: usize) -> Written {
        self.scope.names += 1;
        let label = format!("L{}", self.scope.names);
        self.enter(false, false, Some(label.clone()));
        let body = self.block(depth + 1);
        let is_left = self.leave();
        Written { nodes: vec![block(format!("{label}: {{"), body.nodes)], completes: body.completes || is_left }
    }

    /// What a `switch` looks at, and some distinct labels for it.
    fn selector(&mut self) -> (String, Vec<String>) {
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

    fn switch_statement(&mut self, depth: usize) -> Written {
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
            // The variables of a group are in scope in those below, without a value.
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

    fn assignment_text(&mut self) -> String {
        for _ in 0..6 {
            let ty = self.variable_type();
            if let Some(e) = self.change(ty, 2) {
                return format!("{};", e.text);
            }
        }
        "{ }".to_owned()
    }

    /// `x = switch (..) { .. };`
    fn switch_value(&mut self, depth: usize) -> Written {
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
            // In scope, but without a value.
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
        for head in heads {
            if arrows && !self.random.one_in(3) {
                let text = if self.random.one_in(5) {
                    format!("{head} -> throw {};", self.exception(1))
                } else {
                    format!("{head} -> {};", self.assigned(ty, 2).text)
                };
                parts.push((text, Vec::new()));
                continue;
            }
            let before = self.scope.locals.len();
            let mut nodes = Vec::new();
            let mut completes = true;
            if self.scope.room > 0 && self.random.one_in(2) {
                self.scope.room -= 1;
                let written = self.statement(depth + 1);
                nodes = written.nodes;
                completes = written.completes;
            }
            if completes {
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
        self.scope.barrier = before;
        if let Some(name) = &name {
            self.declare(name, ty, true);
        }
        Written::of(Node::Parts(parts, "};".to_owned()))
    }

    /// The class of exceptions that must be declared.
    fn checked(&self) -> Option<usize> {
        (0..self.model.classes.len()).find(|&c| self.model.classes[c].name == "Checked")
    }

    fn try_statement(&mut self, depth: usize) -> Written {
        let before = self.scope.declared_throws;
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
            // Of checked exceptions the compiler must see where they come from.
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
            let last = self.block(depth + 1);
            let mut nodes = last.nodes;
            let mut ends = last.completes;
            if ends && self.random.one_in(8) {
                let jump = self.jump();
                nodes.push(line(jump));
                ends = false;
            }
            if !ends {
                // What was thrown before is lost.
                self.scope.declared_throws -= inside - before;
            }
            completes &= ends;
            parts.push(("} finally {".to_owned(), nodes));
        }
        Written { nodes: vec![Node::Parts(parts, "}".to_owned())], completes }
    }
}
