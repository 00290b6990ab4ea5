//! Finds where the order of evaluation decides what an expression does (C11 6.5, paragraphs 2 and 3): the standard leaves it open, so that
//! nothing is known of a run that comes there.
//!
//! Compared are the variables, members and elements that an expression names, also in functions that it calls. What pointers refer to is not
//! known here: where it may matter, operands are taken to be evaluated from left to right.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::typed::{Checked, FunctionId, Kind, Node, Statement, StatementId, StatementKind, VariableId};
use base::{CompactSort, Diagnostic, IndexVec, Message, Span, msg};

/// A variable or a part of it: the way to the part, with `None` for an element whose index varies.
type Part = (VariableId, Rc<[Option<usize>]>);

/// What the evaluation of an expression does to variables.
#[derive(Clone, Default)]
struct Effects {
    reads: Vec<Part>,
    /// All that it assigns.
    writes: Vec<Part>,
    /// What it assigns without a point after which that is complete.
    pending: Vec<Part>,
    /// What it does to what pointers refer to.
    pointed: Pointed,
}

/// What is done to what pointers refer to.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Pointed {
    is_read: bool,
    is_written: bool,
}

impl Pointed {
    const READ: Self = Self { is_read: true, is_written: false };
    const WRITTEN: Self = Self { is_read: false, is_written: true };

    fn add(&mut self, other: Self) {
        self.is_read |= other.is_read;
        self.is_written |= other.is_written;
    }
}

impl Effects {
    fn add(&mut self, other: Effects) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.pending.extend(other.pending);
        self.pointed.add(other.pointed);
    }

    /// What comes before is complete.
    fn then(mut self, other: Effects) -> Effects {
        self.pending.clear();
        self.add(other);
        self
    }

    /// Reads a part of a variable, or what a pointer refers to.
    fn read(&mut self, part: Option<Part>) {
        match part {
            Some(part) => self.reads.push(part),
            None => self.pointed.add(Pointed::READ),
        }
    }

    fn conflict(&self, other: &Effects) -> Option<VariableId> {
        let touches = |a: &Effects, b: &Effects| common(&a.writes, &b.writes).or_else(|| common(&a.writes, &b.reads));
        touches(self, other).or_else(|| touches(other, self))
    }

    /// Whether one may change something through a pointer that the other one uses, or the other way round; pointers may lead to `addressed`
    /// variables.
    fn may_conflict(&self, other: &Effects, addressed: &FxHashSet<VariableId>) -> bool {
        let names = |parts: &[Part]| parts.iter().any(|(variable, _)| addressed.contains(variable));
        let changes = |a: &Effects, b: &Effects| {
            let uses = b.pointed.is_read || b.pointed.is_written;
            a.pointed.is_written && (uses || names(&b.reads) || names(&b.writes)) || names(&a.writes) && uses
        };
        changes(self, other) || changes(other, self)
    }
}

/// A variable of which both mention a part that may be the same.
fn common(some: &[Part], others: &[Part]) -> Option<VariableId> {
    let meets = |a: &Part, b: &Part| {
        a.0 == b.0 && a.1.iter().zip(b.1.iter()).all(|(a, b)| a.is_none() || b.is_none() || a == b)
    };
    some.iter().find(|a| others.iter().any(|b| meets(a, b))).map(|part| part.0)
}

struct Sequencing<'a> {
    checked: &'a Checked,
    /// What each function does, also in those that it calls.
    functions: IndexVec<FunctionId, FunctionEffects>,
    /// The variables to which pointers may lead.
    addressed: FxHashSet<VariableId>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// What is to be said of the statement that is looked at.
    found: Option<Order>,
}

/// Of a statement whose effect depends on the order of evaluation, or may do so.
pub(crate) enum Order {
    /// It does: nothing is known of a run that comes there, for this reason.
    Undefined(Message),
    /// It does if pointers lead to the same object: operands are taken to be evaluated from left to right.
    LeftToRight,
}

/// What functions do.
#[derive(Clone, Default)]
struct FunctionEffects {
    /// The static variables that they read, …
    reads: FxHashSet<VariableId>,
    /// … and those that they assign.
    writes: FxHashSet<VariableId>,
    pointed: Pointed,
}

impl FunctionEffects {
    /// Adds what a function does that is called; whether that is more than was known.
    fn add(&mut self, callee: &FunctionEffects) -> bool {
        let before = (self.reads.len(), self.writes.len(), self.pointed);
        self.reads.extend(&callee.reads);
        self.writes.extend(&callee.writes);
        self.pointed.add(callee.pointed);
        before != (self.reads.len(), self.writes.len(), self.pointed)
    }
}

/// More than so many parts of one expression are not compared.
const PARTS: usize = 1_000;

/// The statements with an expression whose effect depends on the order of evaluation, or may do so, with a warning for each that does.
pub(crate) fn unordered(checked: &Checked, diagnostics: &mut Vec<Diagnostic>) -> FxHashMap<StatementId, Order> {
    let functions = effects_of_functions(checked);
    let mut addressed = FxHashSet::default();
    let mut take = |node: &Node| {
        if let Kind::Address(place) | Kind::Decay(place) = &node.kind {
            addressed.extend(part(place).map(|(variable, _)| variable));
        }
    };
    for statement in &checked.statements {
        statement.kind.for_each_expression(|node| visit_parts(node, &mut take));
    }
    for (_, initial) in &checked.statics {
        initial.iter().flat_map(|initial| &initial.parts).for_each(|(_, value)| visit_parts(value, &mut take));
    }
    let mut sequencing = Sequencing { checked, functions, addressed, diagnostics, found: None };
    let mut all = FxHashMap::default();
    for (id, statement) in checked.statements.iter_enumerated() {
        sequencing.statement(statement);
        all.extend(sequencing.found.take().map(|found| (id, found)));
    }
    all
}

/// Whether an expression assigns something or calls a function.
pub(crate) fn has_effects(node: &Node) -> bool {
    let mut found = false;
    node.for_each_part(&mut |part| {
        found |= matches!(
            part.kind,
            Kind::Assign(..) | Kind::Compound(..) | Kind::Step { .. } | Kind::Call(..) | Kind::Block(_)
        );
    });
    found
}

/// What functions do, directly or through calls.
fn effects_of_functions(checked: &Checked) -> IndexVec<FunctionId, FunctionEffects> {
    let mut effects = IndexVec::filled(FunctionEffects::default(), checked.functions.len());
    let mut callers: IndexVec<FunctionId, Vec<FunctionId>> = IndexVec::filled(Vec::new(), checked.functions.len());
    for (id, function) in checked.functions.iter_enumerated() {
        let own = &mut effects[id];
        let Some(body) = &function.body else {
            if matches!(&*function.name, "free" | "realloc") {
                own.pointed = Pointed::WRITTEN;
            }
            continue;
        };
        for_each_node(checked, body.statement, &mut |node| match &node.kind {
            Kind::Variable(variable) if checked.variables[*variable].is_static => _ = own.reads.insert(*variable),
            Kind::Dereference(_) => own.pointed.add(Pointed::READ),
            Kind::Assign(place, _) | Kind::Compound(_, place, ..) | Kind::Step { place, .. } => match part(place) {
                Some((variable, _)) if checked.variables[variable].is_static => _ = own.writes.insert(variable),
                Some(_) => {}
                None => own.pointed.add(Pointed::WRITTEN),
            },
            Kind::Call(callee, _) => callers[*callee].push(id),
            _ => {}
        });
    }
    let mut open: Vec<FunctionId> = checked.functions.indices().collect();
    while let Some(callee) = open.pop() {
        for caller in callers[callee].clone() {
            let of_callee = effects[callee].clone();
            if effects[caller].add(&of_callee) {
                open.push(caller);
            }
        }
    }
    effects
}

/// Calls `visit` for every expression in a statement.
fn for_each_node<'a>(checked: &'a Checked, statement: StatementId, visit: &mut impl FnMut(&'a Node)) {
    let mut open = vec![statement];
    while let Some(id) = open.pop() {
        let Some(statement) = checked.statements.get(id) else { continue };
        statement.kind.for_each_expression(|node| {
            visit_parts(node, &mut |part| {
                visit(part);
                if let Kind::Block(inner) = part.kind {
                    open.push(inner);
                }
            });
        });
        statement.kind.for_each_statement(|inner| open.push(inner));
    }
}

/// Calls `visit` for an expression and all of its parts, those of compound literals among them.
fn visit_parts<'a>(node: &'a Node, visit: &mut dyn FnMut(&'a Node)) {
    node.for_each_part(&mut |part| {
        visit(part);
        if let Kind::Literal(_, initial) = &part.kind {
            initial.parts.iter().for_each(|(_, value)| visit_parts(value, visit));
        }
    });
}

/// The variable that an lvalue names, or the part of it.
fn part(place: &Node) -> Option<Part> {
    let mut way = Vec::new();
    let mut at = place;
    loop {
        match &at.kind {
            Kind::Variable(variable) => {
                way.reverse();
                return Some((*variable, way.into()));
            }
            Kind::Member(object, number) => {
                way.push(Some(*number));
                at = object;
            }
            Kind::Index(array, index) => {
                way.push(index.number().and_then(|index| usize::try_from(index).ok()));
                at = array;
            }
            _ => return None,
        }
    }
}

impl Sequencing<'_> {
    /// Looks at the expressions of a statement.
    fn statement(&mut self, statement: &Statement) {
        // The values of parts are evaluated in any order (6.7.9, paragraph 23).
        if let StatementKind::Declare(_, Some(initial)) = &statement.kind {
            let values = initial.parts.iter().map(|(_, value)| value);
            if values.clone().any(has_effects) {
                self.unsequenced(values, false, statement.span);
            }
            return;
        }
        statement.kind.for_each_expression(|node| {
            if has_effects(node) {
                self.effects(node);
            }
        });
    }

    /// What a function does to static variables when it is called.
    fn of_call(&self, function: FunctionId) -> Effects {
        let whole = |variables: &FxHashSet<VariableId>| {
            let mut parts: Vec<Part> = variables.iter().map(|&variable| (variable, [].into())).collect();
            parts.compact_sort();
            parts
        };
        let FunctionEffects { reads, writes, pointed } = &self.functions[function];
        Effects { reads: whole(reads), writes: whole(writes), pending: Vec::new(), pointed: *pointed }
    }

    /// What an expression does; reports what depends on the order of its operands.
    fn effects(&mut self, node: &Node) -> Effects {
        let span = node.span;
        match &node.kind {
            Kind::Variable(_) | Kind::Member(..) | Kind::Index(..) => {
                let mut effects = self.of_place(node);
                effects.read(part(node));
                effects
            }
            Kind::Dereference(pointer) => {
                let mut effects = self.effects(pointer);
                effects.read(None);
                effects
            }
            Kind::Address(inner) | Kind::Decay(inner) => self.of_place(inner),
            Kind::Assign(place, value) => {
                let mut effects = self.unsequenced([&**place, &**value], true, span);
                self.assign(place, &mut effects, span);
                effects
            }
            Kind::Compound(_, place, value, _) => {
                // The place is read before or after the value is found.
                let mut effects = self.unsequenced([&**place, &**value], false, span);
                self.assign(place, &mut effects, span);
                effects
            }
            Kind::Step { place, .. } => {
                let mut effects = self.of_place(place);
                effects.read(part(place));
                self.assign(place, &mut effects, span);
                effects
            }
            Kind::And(first, second) | Kind::Or(first, second) | Kind::Comma(first, second) => {
                let first = self.effects(first);
                first.then(self.effects(second))
            }
            Kind::Conditional(condition, yes, no) => {
                let condition = self.effects(condition);
                let mut either = self.effects(yes);
                either.add(self.effects(no));
                condition.then(either)
            }
            Kind::Call(function, arguments) => {
                let evaluated = self.unsequenced(arguments, false, span);
                evaluated.then(self.of_call(*function))
            }
            Kind::Block(block) => {
                let mut effects = Effects::default();
                for_each_node(self.checked, *block, &mut |node| match &node.kind {
                    Kind::Variable(variable) => effects.reads.push((*variable, [].into())),
                    Kind::Dereference(_) => effects.pointed.add(Pointed::READ),
                    Kind::Assign(place, _) | Kind::Compound(_, place, ..) | Kind::Step { place, .. } => {
                        match part(place) {
                            Some(part) => effects.writes.push(part),
                            None => effects.pointed.add(Pointed::WRITTEN),
                        }
                    }
                    Kind::Call(function, _) => effects.add(self.of_call(*function)),
                    _ => {}
                });
                effects
            }
            Kind::Literal(_, initial) => self.unsequenced(initial.parts.iter().map(|(_, value)| value), false, span),
            kind => {
                let mut operands = Vec::new();
                kind.for_each_operand(|operand| operands.push(operand));
                self.unsequenced(operands, false, span)
            }
        }
    }

    /// What the evaluation of an lvalue does without reading it.
    fn of_place(&mut self, place: &Node) -> Effects {
        match &place.kind {
            Kind::Variable(_) => Effects::default(),
            Kind::Member(object, _) => self.of_place(object),
            Kind::Dereference(pointer) => self.effects(pointer),
            Kind::Index(array, index) => {
                let mut effects = self.of_place(array);
                effects.add(self.effects(index));
                effects
            }
            _ => self.effects(place),
        }
    }

    /// Operands that may be evaluated in any order; the first one may be an lvalue that is not read.
    fn unsequenced<'n>(
        &mut self,
        operands: impl IntoIterator<Item = &'n Node>,
        is_place_first: bool,
        span: Span,
    ) -> Effects {
        let mut all = Effects::default();
        for (position, operand) in operands.into_iter().enumerate() {
            let effects = if is_place_first && position == 0 { self.of_place(operand) } else { self.effects(operand) };
            if let Some(variable) = all.conflict(&effects) {
                self.report(variable, span);
            } else if all.may_conflict(&effects, &self.addressed) {
                self.found.get_or_insert(Order::LeftToRight);
            }
            all.add(effects);
            if all.reads.len() + all.writes.len() > PARTS {
                self.warn(msg!("this uses and assigns too much to find out whether its order matters"), span);
                return Effects::default();
            }
        }
        all
    }

    /// The assignment itself comes after the values of its operands, but not after their other effects.
    fn assign(&mut self, place: &Node, effects: &mut Effects, span: Span) {
        let Some(assigned) = part(place) else {
            effects.pointed.add(Pointed::WRITTEN);
            return;
        };
        let assigned = [assigned];
        if let Some(variable) = common(&assigned, &effects.pending) {
            self.report(variable, span);
        }
        effects.writes.extend(assigned.iter().cloned());
        effects.pending.extend(assigned);
    }

    fn report(&mut self, variable: VariableId, span: Span) {
        let name = &self.checked.variables[variable].name;
        self.warn(msg!("the order in which this uses and assigns `{name}` is not defined"), span);
    }

    fn warn(&mut self, message: Message, span: Span) {
        if !matches!(self.found, Some(Order::Undefined(_))) {
            self.found = Some(Order::Undefined(message.clone()));
        }
        let warning = Diagnostic::warning("c/order", span, message);
        self.diagnostics
            .push(warning.suggest(msg!("write a statement for each: nothing is known of runs that come here")));
    }
}
