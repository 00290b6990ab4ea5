//! Finds where the order of evaluation decides what an expression does (C11 6.5, paragraphs 2 and 3): the standard leaves it open, so that
//! nothing is known of a run that comes there.
//!
//! Compared are the variables, members and elements that an expression names, also in functions that it calls; what
//! pointers refer to is not.

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
}

impl Effects {
    fn add(&mut self, other: Effects) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.pending.extend(other.pending);
    }

    /// What comes before is complete.
    fn then(mut self, other: Effects) -> Effects {
        self.pending.clear();
        self.add(other);
        self
    }

    fn conflict(&self, other: &Effects) -> Option<VariableId> {
        let touches = |a: &Effects, b: &Effects| common(&a.writes, &b.writes).or_else(|| common(&a.writes, &b.reads));
        touches(self, other).or_else(|| touches(other, self))
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
    /// The static variables that each function reads and writes, also in those that it calls.
    functions: IndexVec<FunctionId, [FxHashSet<VariableId>; 2]>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// What is wrong with the statement that is looked at.
    found: Option<Message>,
}

/// More than so many parts of one expression are not compared.
const PARTS: usize = 1_000;

/// The statements with an expression whose effect depends on the order of evaluation, with a warning for each, and with why nothing is known
/// of a run that comes there.
pub(crate) fn unordered(checked: &Checked, diagnostics: &mut Vec<Diagnostic>) -> FxHashMap<StatementId, Message> {
    let functions = effects_of_functions(checked);
    let mut sequencing = Sequencing { checked, functions, diagnostics, found: None };
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

/// The static variables that functions read and write, directly or through calls.
fn effects_of_functions(checked: &Checked) -> IndexVec<FunctionId, [FxHashSet<VariableId>; 2]> {
    let mut effects: IndexVec<FunctionId, [FxHashSet<VariableId>; 2]> =
        IndexVec::filled(Default::default(), checked.functions.len());
    let mut callers: IndexVec<FunctionId, Vec<FunctionId>> = IndexVec::filled(Vec::new(), checked.functions.len());
    for (id, function) in checked.functions.iter_enumerated() {
        let Some(body) = &function.body else { continue };
        for_each_node(checked, body.statement, &mut |node| match &node.kind {
            Kind::Variable(variable) if checked.variables[*variable].is_static => _ = effects[id][0].insert(*variable),
            Kind::Assign(place, _) | Kind::Compound(_, place, ..) | Kind::Step { place, .. } => {
                let assigned = part(place).map(|(variable, _)| variable);
                effects[id][1].extend(assigned.filter(|&variable| checked.variables[variable].is_static));
            }
            Kind::Call(callee, _) => callers[*callee].push(id),
            _ => {}
        });
    }
    let mut open: Vec<FunctionId> = checked.functions.indices().collect();
    while let Some(callee) = open.pop() {
        for caller in callers[callee].clone() {
            let mut has_grown = false;
            for kind in [0, 1] {
                let of_callee = effects[callee][kind].clone();
                let before = effects[caller][kind].len();
                effects[caller][kind].extend(of_callee);
                has_grown |= effects[caller][kind].len() > before;
            }
            if has_grown {
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
            node.for_each_part(&mut |part| {
                visit(part);
                if let Kind::Block(inner) = part.kind {
                    open.push(inner);
                }
            });
        });
        statement.kind.for_each_statement(|inner| open.push(inner));
    }
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
        let [reads, writes] = &self.functions[function];
        Effects { reads: whole(reads), writes: whole(writes), pending: Vec::new() }
    }

    /// What an expression does; reports what depends on the order of its operands.
    fn effects(&mut self, node: &Node) -> Effects {
        let span = node.span;
        match &node.kind {
            Kind::Variable(_) | Kind::Member(..) | Kind::Index(..) => {
                let mut effects = self.of_place(node);
                effects.reads.extend(part(node));
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
                effects.reads.extend(part(place));
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
                    Kind::Assign(place, _) | Kind::Compound(_, place, ..) | Kind::Step { place, .. } => {
                        effects.writes.extend(part(place));
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
        let Some(assigned) = part(place) else { return };
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
        self.found.get_or_insert_with(|| message.clone());
        let warning = Diagnostic::warning("c/order", span, message);
        self.diagnostics
            .push(warning.suggest(msg!("write a statement for each: nothing is known of runs that come here")));
    }
}
