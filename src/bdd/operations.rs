//! The operations. Each is a recursion over the levels, with an explicit stack.

use super::{BOTTOM, Bdd, Bdds};
use base::{CompactSort, Stop};

/// A renaming of variables registered with a [`Bdds`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Renaming(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Operator {
    And,
    Or,
    Xor,
    /// If `a` then `b` else `c`.
    Ite,
    /// Quantifies in `a` the variables of the cube `b`.
    Exists,
    /// Quantifies in the conjunction of `a` and `b` the variables of the cube `c`.
    AndExists,
    /// Restricts `a` by the literals of the cube `b`.
    Cofactor,
    Rename(Renaming),
}

/// An operation on diagrams; unused operands are false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Task {
    operator: Operator,
    a: Bdd,
    b: Bdd,
    c: Bdd,
}

/// Pending work. Results are on a second stack.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// Compute this.
    Do(Task),
    /// Both cofactor results for the variable of a level are available: create the node.
    Node(u32, Task),
    /// Likewise, if the level may be in the wrong order.
    Choose(u32, Task),
    /// The cofactor result of the first task for 0 is available and its variable is quantified: the second task computes that for 1.
    High(Task, Task),
    /// Both results are available: compute their disjunction.
    Join(Task, Bdd),
    /// The result is available: store it.
    Store(Task),
}

/// The result of simplifying a task.
enum Simple {
    Value(Bdd),
    Task(Task),
}

impl Bdds<'_> {
    /// `a` and `b`.
    pub fn and(&mut self, a: Bdd, b: Bdd) -> Result<Bdd, Stop> {
        self.run(Operator::And, a, b, Bdd::FALSE)
    }

    /// `a` or `b`.
    pub fn or(&mut self, a: Bdd, b: Bdd) -> Result<Bdd, Stop> {
        self.run(Operator::Or, a, b, Bdd::FALSE)
    }

    /// Exclusive or of `a` and `b`.
    pub fn xor(&mut self, a: Bdd, b: Bdd) -> Result<Bdd, Stop> {
        self.run(Operator::Xor, a, b, Bdd::FALSE)
    }

    /// Not `a`.
    pub fn not(&mut self, a: Bdd) -> Result<Bdd, Stop> {
        self.run(Operator::Xor, a, Bdd::TRUE, Bdd::FALSE)
    }

    /// `a` and not `b`.
    pub fn difference(&mut self, a: Bdd, b: Bdd) -> Result<Bdd, Stop> {
        self.run(Operator::Ite, b, Bdd::FALSE, a)
    }

    /// Whether `a` and `b` are equal.
    pub fn iff(&mut self, a: Bdd, b: Bdd) -> Result<Bdd, Stop> {
        let different = self.xor(a, b)?;
        self.not(different)
    }

    /// If `condition` then `a` else `b`.
    pub fn ite(&mut self, condition: Bdd, a: Bdd, b: Bdd) -> Result<Bdd, Stop> {
        self.run(Operator::Ite, condition, a, b)
    }

    /// Existential quantification of `a` over the variables in `cube`, a conjunction of variables.
    pub fn exists(&mut self, a: Bdd, cube: Bdd) -> Result<Bdd, Stop> {
        self.run(Operator::Exists, a, cube, Bdd::FALSE)
    }

    /// Existential quantification of `a` and `b` over the variables in `cube`.
    pub fn and_exists(&mut self, a: Bdd, b: Bdd, cube: Bdd) -> Result<Bdd, Stop> {
        self.run(Operator::AndExists, a, b, cube)
    }

    /// The restriction of `a` by the literals of `cube`, a conjunction of literals.
    pub fn cofactor(&mut self, a: Bdd, cube: Bdd) -> Result<Bdd, Stop> {
        self.run(Operator::Cofactor, a, cube, Bdd::FALSE)
    }

    /// A renaming that replaces each first variable by the second, simultaneously.
    pub fn renaming(&mut self, pairs: impl IntoIterator<Item = (u32, u32)>) -> Renaming {
        let mut pairs: Vec<(u32, u32)> = pairs.into_iter().filter(|(from, to)| from != to).collect();
        pairs.compact_sort();
        let known = self.renamings.iter().position(|r| *r == pairs);
        Renaming(known.unwrap_or_else(|| {
            self.renamed_levels.push(self.levels_of(&pairs));
            self.renamings.push(pairs);
            self.renamings.len() - 1
        }) as u32)
    }

    /// `a` with its variables renamed. Linear if that keeps the order of their levels.
    pub fn rename(&mut self, a: Bdd, renaming: Renaming) -> Result<Bdd, Stop> {
        self.run(Operator::Rename(renaming), a, Bdd::FALSE, Bdd::FALSE)
    }

    fn run(&mut self, operator: Operator, a: Bdd, b: Bdd, c: Bdd) -> Result<Bdd, Stop> {
        self.frames.push(Frame::Do(Task { operator, a, b, c }));
        let done = self.work();
        if done.is_err() {
            self.frames.clear();
            self.values.clear();
        }
        done.map(|()| self.result())
    }

    fn result(&mut self) -> Bdd {
        self.values.pop().unwrap_or(Bdd::FALSE)
    }

    fn work(&mut self) -> Result<(), Stop> {
        while let Some(frame) = self.frames.pop() {
            match frame {
                Frame::Do(task) => match self.simplify(task) {
                    Simple::Value(value) => self.values.push(value),
                    Simple::Task(task) => match self.cache.get(task) {
                        Some(value) => self.values.push(value),
                        None => {
                            self.tick()?;
                            self.expand(task);
                        }
                    },
                },
                Frame::Node(level, task) => {
                    let high = self.result();
                    let low = self.result();
                    let value = self.make(level, low, high)?;
                    self.finish(task, value);
                }
                Frame::Choose(level, task) => {
                    let high = self.result();
                    let low = self.result();
                    if level < self.level(low).min(self.level(high)) {
                        let value = self.make(level, low, high)?;
                        self.finish(task, value);
                    } else {
                        let condition = self.make(level, Bdd::FALSE, Bdd::TRUE)?;
                        self.frames.push(Frame::Store(task));
                        self.frames.push(Frame::Do(Task { operator: Operator::Ite, a: condition, b: high, c: low }));
                    }
                }
                Frame::High(task, other) => {
                    let low = self.result();
                    if low.is_true() {
                        self.finish(task, low);
                    } else {
                        self.frames.push(Frame::Join(task, low));
                        self.frames.push(Frame::Do(other));
                    }
                }
                Frame::Join(task, low) => {
                    let high = self.result();
                    self.frames.push(Frame::Store(task));
                    self.frames.push(Frame::Do(Task { operator: Operator::Or, a: low, b: high, c: Bdd::FALSE }));
                }
                Frame::Store(task) => {
                    let value = self.result();
                    self.finish(task, value);
                }
            }
        }
        Ok(())
    }

    fn finish(&mut self, task: Task, value: Bdd) {
        self.cache.insert(task, value);
        self.values.push(value);
    }

    /// Pushes the work for both values of the topmost variable.
    fn expand(&mut self, task: Task) {
        let Task { operator, a, b, c } = task;
        let level = match operator {
            Operator::And | Operator::Or | Operator::Xor | Operator::AndExists => self.level(a).min(self.level(b)),
            Operator::Ite => self.level(a).min(self.level(b)).min(self.level(c)),
            Operator::Exists | Operator::Cofactor | Operator::Rename(_) => self.level(a),
        };
        let (a0, a1) = self.split(a, level);
        let (b0, b1) = self.split(b, level);
        let (c0, c1) = self.split(c, level);
        let (mut low, high) = (Task { operator, a: a0, b: b0, c: c0 }, Task { operator, a: a1, b: b1, c: c1 });
        let mut frame = Frame::Node(level, task);
        match operator {
            // Simplification has moved the cube down to the level, or below.
            Operator::Exists if self.level(b) == level => {
                low.b = b1;
                frame = Frame::High(task, high);
            }
            Operator::AndExists if self.level(c) == level => {
                low.c = c1;
                frame = Frame::High(task, high);
            }
            Operator::Rename(Renaming(id)) => {
                let pairs = &self.renamed_levels[id as usize];
                let found = pairs.binary_search_by_key(&level, |&(from, _)| from);
                frame = Frame::Choose(found.map_or(level, |i| pairs[i].1), task);
            }
            _ => {}
        }
        let both = !matches!(frame, Frame::High(..));
        self.frames.push(frame);
        if both {
            self.frames.push(Frame::Do(high));
        }
        self.frames.push(Frame::Do(low));
    }

    /// Solves a task with constant or equal operands; normalises others to the form in which their result is cached.
    fn simplify(&self, mut task: Task) -> Simple {
        use Simple::Value;
        const FALSE: Bdd = Bdd::FALSE;
        const TRUE: Bdd = Bdd::TRUE;
        loop {
            let Task { operator, a, b, c } = task;
            let become_ = |operator, a, b| Task { operator, a, b, c: FALSE };
            match operator {
                Operator::And => match (a, b) {
                    (FALSE, _) | (_, FALSE) => return Value(FALSE),
                    (TRUE, other) | (other, TRUE) => return Value(other),
                    _ if a == b => return Value(a),
                    _ => return Simple::Task(Task { a: a.min(b), b: a.max(b), ..task }),
                },
                Operator::Or => match (a, b) {
                    (TRUE, _) | (_, TRUE) => return Value(TRUE),
                    (FALSE, other) | (other, FALSE) => return Value(other),
                    _ if a == b => return Value(a),
                    _ => return Simple::Task(Task { a: a.min(b), b: a.max(b), ..task }),
                },
                Operator::Xor => match (a, b) {
                    (FALSE, other) | (other, FALSE) => return Value(other),
                    _ if a == b => return Value(FALSE),
                    _ => return Simple::Task(Task { a: a.min(b), b: a.max(b), ..task }),
                },
                Operator::Ite => match (a, b, c) {
                    (TRUE, ..) => return Value(b),
                    (FALSE, ..) => return Value(c),
                    _ if b == c => return Value(b),
                    (_, TRUE, FALSE) => return Value(a),
                    (_, FALSE, TRUE) => task = become_(Operator::Xor, a, TRUE),
                    (_, TRUE, _) => task = become_(Operator::Or, a, c),
                    (_, _, FALSE) => task = become_(Operator::And, a, b),
                    _ if a == b => task = become_(Operator::Or, a, c),
                    _ if a == c => task = become_(Operator::And, a, b),
                    _ => return Simple::Task(task),
                },
                Operator::Exists => {
                    let level = self.level(a);
                    let cube = self.below(b, level);
                    if a.is_constant() || cube.is_true() {
                        return Value(a);
                    }
                    return Simple::Task(Task { b: cube, ..task });
                }
                Operator::AndExists => {
                    let cube = self.below(c, self.level(a).min(self.level(b)));
                    match (a, b) {
                        (FALSE, _) | (_, FALSE) => return Value(FALSE),
                        (TRUE, other) | (other, TRUE) => task = become_(Operator::Exists, other, cube),
                        _ if a == b => task = become_(Operator::Exists, a, cube),
                        _ if cube.is_true() => task = become_(Operator::And, a, b),
                        _ => return Simple::Task(Task { a: a.min(b), b: a.max(b), c: cube, operator }),
                    }
                }
                Operator::Cofactor => {
                    let level = self.level(a);
                    let cube = self.below(b, level);
                    if a.is_constant() || cube.is_true() {
                        return Value(a);
                    }
                    let (node, literal) = (self.node(a), self.node(cube));
                    if literal.level != level {
                        return Simple::Task(Task { b: cube, ..task });
                    }
                    let is_one = literal.low.is_false();
                    task = if is_one {
                        become_(operator, node.high, literal.high)
                    } else {
                        become_(operator, node.low, literal.low)
                    };
                }
                Operator::Rename(_) => {
                    return if a.is_constant() { Value(a) } else { Simple::Task(task) };
                }
            }
        }
    }

    /// A cube without its literals above a level.
    fn below(&self, mut cube: Bdd, level: u32) -> Bdd {
        let mut node = self.node(cube);
        while node.level < level && node.level != BOTTOM {
            cube = if node.low.is_false() { node.high } else { node.low };
            node = self.node(cube);
        }
        cube
    }
}
