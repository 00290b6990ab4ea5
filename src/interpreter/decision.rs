//! Decisions: nondeterminism of the program and unknown parts of its input.

use std::rc::Rc;

use smallvec::SmallVec;

use super::arithmetic::{compare, overflows};
use super::library::{Content, Missing};
use super::spelled::{PLAIN, SPELLED};
use super::{End, Machine, OpenNumber, Origin, Symbol, Value};
use base::Idx;
use heap_grammar::heap::Heap;
use program::cfa::{EdgeId, Location, ProcedureId};
use program::objects::{
    ClassId, Comparison, Condition, Instead, Operand, Operation, OperationEdge, Rvalue, SPELLED_LENGTH, Type,
};

/// A decision required before the next step. Its options are in the order in which they should be tried.
#[derive(Clone, Debug)]
pub enum Decision {
    /// Which of several enabled edges to take.
    Branch(SmallVec<[EdgeId; 2]>),
    /// The value of a number. The options are a selection of all possible values.
    Number(Symbol, SmallVec<[i64; 8]>),
    /// The input behind the field being read: all derivation steps that make the field concrete.
    Derive(Vec<Heap>),
}

impl Decision {
    /// The number of options; 0 for a derivation if the input contradicts the grammar.
    pub fn options(&self) -> usize {
        match self {
            Decision::Branch(edges) => edges.len(),
            Decision::Number(_, numbers) => numbers.len(),
            Decision::Derive(heaps) => heaps.len(),
        }
    }
}

/// The truth of a condition.
enum Holds {
    Yes,
    No,
    /// Both are possible.
    Maybe,
    /// It depends on this open number, which is compared with a known number, if any.
    DependsOn(Symbol, Option<i64>),
}

/// The decisions of a run about numbers and edges, with which it can be repeated on its complete input.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Script {
    /// The numbers, in order of their first occurrence; `None` if a number was never decided.
    pub numbers: Vec<Option<i64>>,
    /// The edges, in order.
    pub branches: Vec<EdgeId>,
}

impl<'a> Machine<'a> {
    /// The decisions made so far, other than those about the input.
    pub fn script(&self) -> Script {
        let whole = self.symbols.iter().filter(|open| !open.origin.is_of_text());
        let numbers = whole.map(|open| open.value.map(|number| self.settled(number))).collect();
        Script { numbers, branches: self.branches.to_vec() }
    }

    /// Makes a decision according to a script, or chooses the first option if the script does not contain it.
    ///
    /// # Errors
    /// If there is no option.
    pub fn decide_by(&mut self, decision: &Decision, script: &Script) -> Result<(), End> {
        if decision.options() == 0 {
            return Err(End::Stuck);
        }
        if self.assumes(decision) {
            let place = (self.top().procedure, self.top().location);
            self.assumed.get_or_insert(place);
        }
        match decision {
            Decision::Number(symbol, _) if let Some(&Some(number)) = script.numbers.get(self.position(*symbol)) => {
                self.settle(*symbol, number);
            }
            Decision::Branch(edges) => {
                let edge = script.branches.get(self.branches.len());
                self.decide(decision, edge.and_then(|e| edges.iter().position(|f| f == e)).unwrap_or(0));
            }
            _ => self.decide(decision, 0),
        }
        Ok(())
    }

    /// Whether the decision resolves nondeterminism of the program rather than an unknown part of its input: an actual
    /// run determines it, but the program does not specify how.
    pub fn assumes(&self, decision: &Decision) -> bool {
        match decision {
            // What has no value may equal anything.
            Decision::Branch(_) => !self.compares_undefined(),
            Decision::Number(symbol, _) => self.symbols[*symbol].origin.is_unmodelled(),
            Decision::Derive(_) => false,
        }
    }

    /// Whether the next condition compares a pointer without a value.
    fn compares_undefined(&self) -> bool {
        let top = self.top();
        let mut edges = self.setting.program.procedures[top.procedure].cfa.edges_from(top.location);
        edges.any(|(_, edge)| match &edge.operation {
            Operation::Assume(Condition::Compare { left, right, .. }) => {
                [left, right].into_iter().any(|operand| self.operand(operand) == Value::Undefined)
            }
            _ => false,
        })
    }

    /// The first location at which a script made such a decision.
    pub fn assumed(&self) -> Option<(ProcedureId, Location)> {
        self.assumed
    }

    /// Makes all decisions required here according to a script, then executes one step.
    ///
    /// # Errors
    /// If the run has ended; the state is the last one.
    pub fn step_by(&mut self, script: &Script) -> Result<(), End> {
        while let Some(decision) = self.decision() {
            self.decide_by(&decision, script)?;
        }
        self.step()
    }

    /// The decision required before the next step, if any.
    pub fn decision(&self) -> Option<Decision> {
        self.next_edge().err()
    }

    /// Executes one step, unless a decision is required before it: then nothing happens, and the answer is no.
    ///
    /// # Errors
    /// If the run has ended; the state is the last one.
    pub fn step_undecided(&mut self) -> Result<bool, End> {
        match self.next_edge() {
            Ok(Some(edge)) => self.take(edge)?,
            Ok(None) => self.step()?,
            Err(_) => return Ok(false),
        }
        Ok(true)
    }

    /// The edge to take next, if there is one and no decision is required.
    fn next_edge(&self) -> Result<Option<&'a OperationEdge>, Decision> {
        let top = self.top();
        let procedure = &self.setting.program.procedures[top.procedure];
        let ends = [Some(procedure.cfa.exit), Some(procedure.exceptional_exit), procedure.ended];
        if ends.contains(&Some(top.location)) {
            return Ok(None);
        }
        if let Some(branch) = self.branch {
            self.decided(&procedure.cfa.edges[branch])?;
            return Ok(None);
        }
        let mut edges = procedure.cfa.edges_from(top.location).map(|(_, edge)| edge);
        let Some(first) = edges.next() else { return Ok(None) };
        let Some(second) = edges.next() else {
            if let Some(decision) = self.decision_of(&first.operation) {
                return Err(decision);
            }
            self.decided(first)?;
            return match self.may_take(first) {
                Some(Holds::DependsOn(symbol, other)) => Err(self.number(symbol, other)),
                Some(Holds::No) => Ok(None),
                Some(Holds::Yes | Holds::Maybe) | None => Ok(Some(first)),
            };
        };
        let (mut enabled, mut count) = (None, 0);
        for edge in [first, second].into_iter().chain(edges) {
            match self.may_take(edge) {
                Some(Holds::DependsOn(symbol, other)) => return Err(self.number(symbol, other)),
                Some(Holds::No) => {}
                Some(Holds::Yes | Holds::Maybe) | None => (enabled, count) = (Some(edge), count + 1),
            }
        }
        if count > 1 {
            return Err(Decision::Branch(self.enabled().map(|(id, _)| id).collect()));
        }
        enabled.map_or(Ok(()), |edge| self.decided(edge))?;
        Ok(enabled)
    }

    /// Whether nothing is open on which the steps depend that only execution takes at an edge.
    fn decided(&self, edge: &'a OperationEdge) -> Result<(), Decision> {
        self.wanted(edge).map_or(Ok(()), |symbol| Err(self.number(symbol, None)))
    }

    /// Whether the condition of an edge holds, if it has one.
    fn may_take(&self, edge: &OperationEdge) -> Option<Holds> {
        let Operation::Assume(condition) = &edge.operation else { return None };
        let Some(Instead::Test { function, arguments, negated }) = edge.instead() else {
            return Some(self.holds(condition));
        };
        Some(match self.test(function, arguments) {
            Ok(truth) if truth != *negated => Holds::Yes,
            Ok(_) => Holds::No,
            Err(Missing::Number(symbol)) => Holds::DependsOn(symbol, None),
            Err(Missing::Object | Missing::Effect | Missing::Room) => self.holds(condition),
        })
    }

    /// Makes the required decision by choosing an option.
    pub fn decide(&mut self, decision: &Decision, option: usize) {
        match decision {
            Decision::Branch(edges) => {
                self.branch = Some(edges[option]);
                Rc::make_mut(&mut self.branches).push(edges[option]);
            }
            Decision::Number(symbol, numbers) => self.settle(*symbol, numbers[option]),
            Decision::Derive(heaps) => self.take_input(heaps[option].clone()),
        }
    }

    /// Decides an open number, or an open reference. Contract: it can be this one.
    pub fn settle(&mut self, symbol: Symbol, number: i64) {
        let number = if number == SPELLED { self.spell(symbol) } else { number };
        let open = &mut Rc::make_mut(&mut self.symbols)[symbol];
        open.value = Some(number);
        if let Origin::Length(text) = open.origin {
            self.set_length(text, number);
        }
    }

    /// The position in scripts of an open number that is no part of a text.
    fn position(&self, symbol: Symbol) -> usize {
        let before = symbol.index();
        if self.spellings.is_empty() {
            return before;
        }
        before - self.symbols.iter().take(before).filter(|open| open.origin.is_of_text()).count()
    }

    /// The decision that the only edge of a location requires.
    fn decision_of(&self, operation: &Operation) -> Option<Decision> {
        if let Some(Value::Open(symbol)) = operation.dereferences().map(|base| self.operand(&base)) {
            return Some(self.number(symbol, None));
        }
        match operation {
            Operation::Assign { value, .. } => {
                let operands: SmallVec<[&Operand; 2]> = match value {
                    Rvalue::Unary(_, operand) => SmallVec::from_slice(&[operand]),
                    Rvalue::Binary { left, right, .. } => SmallVec::from_slice(&[left, right]),
                    Rvalue::Operand(_) | Rvalue::Unknown | Rvalue::Object | Rvalue::Opaque | Rvalue::Drawn => {
                        SmallVec::new()
                    }
                };
                operands.into_iter().find_map(|operand| match self.operand(operand) {
                    Value::Open(symbol) => Some(self.number(symbol, None)),
                    _ => None,
                })
            }
            Operation::Load { base, field, .. } => {
                let Value::Object(object) = self.operand(&Operand::Local(*base)) else { return None };
                let field = &self.setting.program.fields[*field].name;
                let (vertex, selector) = self.hidden(object, field)?;
                Some(Decision::Derive(self.setting.grammar.derive_towards(&self.input.heap, vertex, selector)))
            }
            _ => None,
        }
    }

    /// Candidates for the value of a number: those near the number it is compared with, small ones, and the ends of its
    /// range.
    fn number(&self, symbol: Symbol, other: Option<i64>) -> Decision {
        let OpenNumber { ty, origin, is_object, .. } = self.symbols[symbol];
        let near = other.into_iter().flat_map(|n| [n, n.saturating_add(1), n.saturating_sub(1)]);
        let part = match origin {
            Origin::Length(_) => Some((0..=SPELLED_LENGTH as i64, (1..=SPELLED_LENGTH as i64).chain([0]).collect())),
            Origin::Letter(_) => Some((PLAIN, self.letters_tried())),
            _ => None,
        };
        if let Some((range, usual)) = part {
            let options = other.into_iter().chain(usual).chain(near).filter(|n| range.contains(n));
            return Decision::Number(symbol, distinct(options));
        }
        // Null is apart from the objects of a type.
        let (low, high, null) = match ty {
            Type::Reference(class) => {
                let (first, last) = self.setting.program.payload(class);
                (first, last, !is_object)
            }
            ty => {
                let (low, high) = ty.range().unwrap_or((i64::from(i32::MIN), i64::from(i32::MAX)));
                (low, high, false)
            }
        };
        let usual = [0, 1, -1, 2, 3].map(|n| if ty.is_reference() && n > 0 { low + n - 1 } else { n });
        let all = near.chain(usual).chain([high, high.saturating_sub(1), low]);
        let mut options = distinct(all.filter(|n| (low..=high).contains(n) || null && *n == 0));
        if self.setting.program.is_text(ty) {
            // What is spelled may become anything: it comes behind null and one text.
            options.insert(options.len().min(2), SPELLED);
            options = distinct(options.into_iter().chain(self.literals()));
        }
        Decision::Number(symbol, options)
    }

    /// The enabled edges. All numbers that their conditions compare must be decided.
    pub(super) fn enabled(&self) -> impl Iterator<Item = (EdgeId, &'a OperationEdge)> + use<'a, '_> {
        let top = self.top();
        let edges = self.setting.program.procedures[top.procedure].cfa.edges_from(top.location);
        edges.filter(|(_, edge)| !matches!(self.may_take(edge), Some(Holds::No)))
    }

    /// Whether two references are equal. What is at the start of an object has its address.
    pub(super) fn are_same(&self, a: Value, b: Value) -> bool {
        match (a, b) {
            (Value::Object(a), Value::Object(b)) if self.is_manual() => self.outermost(a) == self.outermost(b),
            _ => a == b,
        }
    }

    /// Whether an object of the input that is not followed has a type with one class.
    fn is_typed(&self, object: i64) -> bool {
        let program = self.setting.program;
        self.symbols.iter().any(|open| open.value == Some(object) && program.is_final_foreign(open.ty))
    }

    /// Whether an object of the input that is not followed has a type by which it belongs to a class.
    fn has_type(&self, object: i64, class: ClassId) -> bool {
        let program = self.setting.program;
        let is_such = |ty: Type| matches!(ty, Type::Reference(own) if program.is_subtype(own, class));
        self.symbols.iter().any(|open| open.value == Some(object) && is_such(open.ty))
    }

    /// Whether an object of exactly one class is of another one.
    pub(super) fn is_instance(&self, own: ClassId, class: ClassId) -> Option<bool> {
        let program = self.setting.program;
        if program.is_subtype(own, class) {
            return Some(true);
        }
        // Of which arrays of objects an array is one, and what interfaces of the library there are, is not looked at.
        let info = &program.classes[class];
        let is_array = |class: ClassId| program.classes[class].name.ends_with("[]");
        let is_open = info.is_abstract || is_array(own) && is_array(class);
        (info.span.is_some() || !is_open || program.has_foreign(class)).then_some(false)
    }

    fn holds(&self, condition: &Condition) -> Holds {
        let truth = |truth| if truth { Holds::Yes } else { Holds::No };
        match condition {
            Condition::Unknown | Condition::OutOfBounds { .. } => Holds::Maybe,
            Condition::Compare { comparison, left, right } => match (self.operand(left), self.operand(right)) {
                (Value::Unset | Value::Undefined, _) | (_, Value::Unset | Value::Undefined) => Holds::Maybe,
                (Value::Number(a), Value::Number(b)) => {
                    let procedure = &self.setting.program.procedures[self.top().procedure];
                    truth(compare(*comparison, procedure.compares_unsigned_64(*left, *right), a, b))
                }
                (Value::Open(symbol), Value::Number(n)) | (Value::Number(n), Value::Open(symbol)) => {
                    Holds::DependsOn(symbol, Some(n))
                }
                (Value::Open(symbol), Value::Opaque(n)) | (Value::Opaque(n), Value::Open(symbol)) => {
                    Holds::DependsOn(symbol, Some(n))
                }
                (Value::Open(symbol), _) | (_, Value::Open(symbol)) => Holds::DependsOn(symbol, None),
                // Which object it is, is not known: a string may be the same as another one.
                (Value::SOME, Value::Opaque(_) | Value::Library(_))
                | (Value::Opaque(_) | Value::Library(_), Value::SOME) => Holds::Maybe,
                // An object of the input may be a literal, or the only box of a number.
                (Value::Opaque(_), Value::Library(id)) | (Value::Library(id), Value::Opaque(_))
                    if !matches!(
                        self.library[id].content,
                        Content::Elements(_) | Content::Builder(_) | Content::Random(_)
                    ) =>
                {
                    Holds::Maybe
                }
                // Constant expressions with equal texts are one object (JLS 15.29).
                (Value::Library(a), Value::Library(b))
                    if a != b
                        && matches!(self.library[a].content, Content::Text(_))
                        && self.library[a].content == self.library[b].content =>
                {
                    Holds::Maybe
                }
                (a, b) => truth(self.are_same(a, b) == (*comparison == Comparison::Equal)),
            },
            Condition::Overflows { operator, ty, left, right, negated } => {
                match (self.operand(left), self.operand(right)) {
                    (Value::Number(a), Value::Number(b)) => {
                        overflows(*operator, *ty, a, b).map_or(Holds::Maybe, |overflows| truth(overflows != *negated))
                    }
                    (Value::Open(symbol), _) | (_, Value::Open(symbol)) => Holds::DependsOn(symbol, None),
                    _ => Holds::Maybe,
                }
            }
            &Condition::KnownInstanceOf { operand, class, negated } => match self.operand(&operand) {
                Value::Object(_) | Value::Library(_) => {
                    match self.holds(&Condition::InstanceOf { operand, class, negated }) {
                        Holds::Maybe => Holds::No,
                        known => known,
                    }
                }
                Value::Open(symbol) if self.symbols[symbol].ty.is_reference() => Holds::DependsOn(symbol, None),
                _ => Holds::No,
            },
            Condition::InstanceOf { operand, class, negated } => match self.operand(operand) {
                Value::Object(object) => {
                    let program = self.setting.program;
                    let own = program.class_named(self.objects[object].class);
                    truth(own.is_some_and(|own| program.is_subclass(own, *class)) != *negated)
                }
                Value::Null => truth(*negated),
                Value::Opaque(_) | Value::Library(_) if self.setting.program.is_any(*class) => truth(*negated),
                Value::Library(object) => match self.is_instance(self.library[object].class, *class) {
                    Some(is_instance) => truth(is_instance != *negated),
                    None => Holds::Maybe,
                },
                Value::Opaque(n) if n > 0 && self.has_type(n, *class) => truth(!*negated),
                // An object of the input may belong to none of the classes of the library that are asked for, unless its type says so.
                Value::Opaque(n)
                    if self.setting.program.classes[*class].span.is_some() || n > 0 && !self.is_typed(n) =>
                {
                    truth(*negated)
                }
                Value::Open(symbol) if self.symbols[symbol].ty.is_reference() => Holds::DependsOn(symbol, None),
                Value::Opaque(_)
                | Value::Unset
                | Value::Undefined
                | Value::Number(_)
                | Value::Open(_)
                | Value::Given(_) => Holds::Maybe,
            },
        }
    }
}

/// Numbers in their order, each once.
fn distinct(numbers: impl Iterator<Item = i64>) -> SmallVec<[i64; 8]> {
    let mut found = SmallVec::new();
    for number in numbers {
        if !found.contains(&number) {
            found.push(number);
        }
    }
    found
}
