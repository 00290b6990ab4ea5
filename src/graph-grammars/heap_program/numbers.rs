//! What the operations of a program do to its local numbers, whatever its heap is.

use smallvec::SmallVec;

use super::{Point, Semantics};
use base::Idx;
use program::cfa::{Location, ProcedureId};
use program::objects::{
    Binary, Call, Comparison, Condition, LocalId, LocalKind, Operand, Operation, OperationEdge, Procedure, Rvalue,
    Type, Unary,
};
use rsm::{Arithmetic, Ranges, Term};

impl Semantics {
    /// The locals at a point, with their ranges if they are numbers that are held as they are.
    pub(super) fn ranges(&self, point: Point) -> Ranges {
        let locals = self.place(point).into_iter().flat_map(|(procedure, _)| &procedure.locals);
        locals.map(|local| range(local.ty)).collect()
    }

    /// What happens to the locals of a state in one step or call, or in entering a call: one for each way that leads from a
    /// point to another one.
    pub(super) fn arithmetic_between(&self, source: Point, target: Point, enters: bool) -> Vec<Arithmetic> {
        let (Some((procedure, from)), Some(to)) = (self.place(source), self.location(target)) else {
            return Vec::new();
        };
        let edges = procedure.cfa.edges_from(from).map(|(_, edge)| edge);
        if enters {
            let callee = self.points.instance(self.points.instance_of(target)).procedure;
            return edges.filter_map(|edge| self.entering(procedure, edge, callee)).collect();
        }
        edges.flat_map(|edge| along(procedure, edge, to)).collect()
    }

    /// The locals of a callee: arguments have become parameters.
    fn entering(&self, caller: &Procedure, edge: &OperationEdge, callee: ProcedureId) -> Option<Arithmetic> {
        let Operation::Call(Call { arguments, .. }) = &edge.operation else { return None };
        let callee = &self.model.program.procedures[callee];
        let mut values = vec![None; callee.locals.len()];
        for (&parameter, &argument) in callee.parameters.iter().zip(arguments) {
            let ty = callee.locals[parameter].ty;
            values[parameter.index()] = passed(caller, edge.source, argument, ty);
        }
        Some(Arithmetic { values, guards: Vec::new() })
    }
}

/// The range of the numbers of a type that are held as they are.
fn range(ty: Type) -> Option<(i64, i64)> {
    match ty {
        Type::Integer(ty) if !ty.is_unsigned_64() => Some(ty.range()),
        _ => None,
    }
}

/// What an edge does on its ways to a location.
fn along(procedure: &Procedure, edge: &OperationEdge, to: Location) -> Vec<Arithmetic> {
    let unchanged = || (0..procedure.locals.len()).map(|local| term(procedure, Operand::Local(LocalId::at(local))));
    let mut ways = Vec::new();
    if edge.target == to {
        let mut values: Vec<Option<Term>> = unchanged().collect();
        if let Some(target) = edge.operation.defines() {
            values[target.index()] = match &edge.operation {
                Operation::Assign { value, .. } => assigned(procedure, procedure.locals[target].ty, value),
                _ => None,
            };
        }
        let mut guards = guards(procedure, &edge.operation);
        let more = guards.iter().flat_map(|&guard| guards_of_new_values(procedure, edge.source, guard));
        let more: Vec<(Term, Term)> = more.collect();
        guards.extend(more);
        ways.push(Arithmetic { values, guards });
    }
    // An operation that throws an exception has changed no number.
    if edge.handlers().any(|handler| handler == to) {
        ways.push(Arithmetic { values: unchanged().collect(), guards: Vec::new() });
    }
    ways
}

/// An operand as a term.
fn term(procedure: &Procedure, operand: Operand) -> Option<Term> {
    match operand {
        Operand::Local(local) => {
            range(procedure.locals[local].ty)?;
            Some(Term { number: Some(local.0), constant: 0 })
        }
        Operand::Integer(constant) => Some(Term { number: None, constant }),
        Operand::Null | Operand::Boolean(_) => None,
    }
}

/// An argument for a parameter of this type, as a term at the call. What was computed in the steps before is replaced by what it was
/// computed from, so that calls one after the other, as in `fib(n - 1) + fib(n - 2)`, count down the same number.
fn passed(caller: &Procedure, call: Location, argument: Operand, parameter: Type) -> Option<Term> {
    let mut term = term(caller, argument)?;
    let mut assigned_since: SmallVec<[u32; 4]> = SmallVec::new();
    let mut at = call;
    for _ in 0..LOOKED_BACK {
        let Some(edge) = only_edge_into(caller, at) else { break };
        if let Some(target) = edge.operation.defines() {
            if term.number == Some(target.0) {
                let ty = caller.locals[target].ty;
                let Operation::Assign { value, .. } = &edge.operation else { break };
                let Some(from) = assigned(caller, ty, value) else { break };
                let is_lost = |number: u32| number == target.0 || assigned_since.contains(&number);
                // Both wrap around at the same numbers.
                if from.number.is_some_and(is_lost) || range(ty) != range(parameter) {
                    break;
                }
                term = from;
                if term.constant != 0 {
                    break;
                }
            }
            assigned_since.push(target.0);
        }
        at = edge.source;
    }
    Some(term)
}

/// The edge into a location, if it is the only one.
pub(super) fn only_edge_into(procedure: &Procedure, at: Location) -> Option<&OperationEdge> {
    let leads = |edge: &&OperationEdge| edge.target == at || edge.handlers().any(|handler| handler == at);
    let mut into = procedure.cfa.edges.iter().filter(leads);
    let edge = into.next().filter(|_| at != procedure.cfa.entry)?;
    into.next().is_none().then_some(edge)
}

/// A value that is assigned to a local of this type, before it wraps around.
fn assigned(procedure: &Procedure, target: Type, value: &Rvalue) -> Option<Term> {
    let plus = |term: Term, constant: i64| Some(Term { constant: term.constant.checked_add(constant)?, ..term });
    match *value {
        Rvalue::Operand(operand) => term(procedure, operand),
        Rvalue::Unary(Unary::Convert(ty), operand) if target == Type::Integer(ty) => term(procedure, operand),
        Rvalue::Binary { operator, ty, left, right } if target == Type::Integer(ty) => {
            let (left, right) = (term(procedure, left)?, term(procedure, right)?);
            match (operator, left.number, right.number) {
                (Binary::Add, _, None) => plus(left, right.constant),
                (Binary::Add, None, _) => plus(right, left.constant),
                (Binary::Subtract, _, None) => plus(left, right.constant.checked_neg()?),
                _ => None,
            }
        }
        Rvalue::Unary(..) | Rvalue::Binary { .. } => None,
        Rvalue::Unknown | Rvalue::Object | Rvalue::Opaque | Rvalue::Drawn => None,
    }
}

/// What holds of terms before an operation with which a run continues.
fn guards(procedure: &Procedure, operation: &Operation) -> Vec<(Term, Term)> {
    let Operation::Assume(Condition::Compare { comparison, left, right }) = operation else { return Vec::new() };
    let (Some(left), Some(right)) = (term(procedure, *left), term(procedure, *right)) else { return Vec::new() };
    let more = |term: Term| term.constant.checked_add(1).map(|constant| Term { constant, ..term });
    let guard = |upper: Term, lower: Option<Term>| lower.map(|lower| (upper, lower));
    match comparison {
        Comparison::Less => guard(right, more(left)).into_iter().collect(),
        Comparison::LessEqual => vec![(right, left)],
        Comparison::Greater => guard(left, more(right)).into_iter().collect(),
        Comparison::GreaterEqual => vec![(left, right)],
        Comparison::Equal => vec![(left, right), (right, left)],
        Comparison::NotEqual => Vec::new(),
    }
}

/// What a guard says of variables that have just been computed from what is compared: if `n-- > 0`, not only was `n` at least 1, it is
/// now at least 0.
fn guards_of_new_values(procedure: &Procedure, location: Location, guard: (Term, Term)) -> Vec<(Term, Term)> {
    let mut guards = Vec::new();
    let computed = just_computed(procedure, location);
    let of = |number: u32| computed.iter().find(|computed| computed.local == number);
    for (is_upper, term, other) in [(true, guard.0, guard.1), (false, guard.1, guard.0)] {
        let Some(compared) = term.number.and_then(of) else { continue };
        let Some(bounds) = bounds(procedure, other) else { continue };
        // It is what it was computed to be, whatever that was; so the guard says something of the value before.
        if compared.exact != compared.of_old {
            continue;
        }
        let bound = |bound: i128| bound - i128::from(term.constant) - i128::from(compared.constant);
        let (least, greatest) = compared.of_old;
        let old =
            if is_upper { (least.max(bound(bounds.0)), greatest) } else { (least, greatest.min(bound(bounds.1))) };
        for new in computed.iter().filter(|new| new.old == compared.old && new.local != compared.local) {
            let is_exact = new.exact.0 <= old.0 && old.1 <= new.exact.1;
            let constant = term.constant.checked_add(compared.constant).and_then(|sum| sum.checked_sub(new.constant));
            if let Some(constant) =
                constant.filter(|_| is_exact && procedure.locals[LocalId(new.local)].kind == LocalKind::Declared)
            {
                let renamed = Term { number: Some(new.local), constant };
                guards.push(if is_upper { (renamed, other) } else { (other, renamed) });
            }
        }
    }
    guards
}

/// The least and the greatest value of a term.
fn bounds(procedure: &Procedure, term: Term) -> Option<(i128, i128)> {
    let (least, greatest) = match term.number {
        Some(number) => range(procedure.locals[LocalId(number)].ty)?,
        None => (0, 0),
    };
    Some((i128::from(least) + i128::from(term.constant), i128::from(greatest) + i128::from(term.constant)))
}

/// The value of a local, as what another one was some steps before.
#[derive(Clone, Copy)]
struct Computed {
    local: u32,
    /// The other one then, or the same.
    old: u32,
    constant: i64,
    /// The values that that may have.
    of_old: (i128, i128),
    /// Those of them with which nothing wraps around.
    exact: (i128, i128),
}

/// So many steps are looked back.
const LOOKED_BACK: usize = 6;

/// The locals at a location that have been assigned in the steps just before, on the only way that leads there, and what they are
/// computed from.
fn just_computed(procedure: &Procedure, location: Location) -> Vec<Computed> {
    let mut steps: Vec<(LocalId, &Rvalue)> = Vec::new();
    let mut at = location;
    while steps.len() < LOOKED_BACK {
        let Some(edge) = only_edge_into(procedure, at) else { break };
        let Operation::Assign { target, value } = &edge.operation else { break };
        steps.push((*target, value));
        at = edge.source;
    }
    let mut known: Vec<Computed> = Vec::new();
    // All values before.
    for local in 0..procedure.locals.len() {
        let id = LocalId::at(local);
        if let Some((least, greatest)) = range(procedure.locals[id].ty) {
            let all = (i128::from(least), i128::from(greatest));
            known.push(Computed { local: id.0, old: id.0, constant: 0, of_old: all, exact: all });
        }
    }
    let mut assigned_to: Vec<u32> = Vec::new();
    for &(target, value) in steps.iter().rev() {
        let ty = procedure.locals[target].ty;
        let from = assigned(procedure, ty, value);
        let from =
            from.and_then(|term| Some((known.iter().find(|known| Some(known.local) == term.number)?, term.constant)));
        let new = from.zip(range(ty)).and_then(|((from, more), (least, greatest))| {
            let constant = from.constant.checked_add(more)?;
            let (least, greatest) =
                (i128::from(least) - i128::from(constant), i128::from(greatest) - i128::from(constant));
            let exact = (from.exact.0.max(least), from.exact.1.min(greatest));
            Some(Computed { local: target.0, constant, exact, ..*from })
        });
        known.retain(|known| known.local != target.0);
        known.extend(new);
        assigned_to.push(target.0);
    }
    known.retain(|known| assigned_to.contains(&known.old) || assigned_to.contains(&known.local));
    known
}
