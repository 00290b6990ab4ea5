//! All runs of a program, state by state, by the definition of its operations.

use std::collections::{HashSet, VecDeque};

use hrglass::base::Idx;
use hrglass::program::cfa::{Location, ProcedureId};
use hrglass::program::objects::{
    Binary, Callee, Comparison, Condition, Failure, IntegerType, LocalId, Operand, Operation, Program, Rvalue, Type,
    Unary,
};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BruteFrame {
    pub procedure: ProcedureId,
    pub location: Location,
    pub locals: Vec<i64>,
    /// Which locals were assigned since the call.
    pub assigned: Vec<bool>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BruteState {
    pub statics: Vec<i64>,
    pub frames: Vec<BruteFrame>,
}

/// Whether a run fails in one of these ways; `None` if there are more states than `most`, or if a run divides by zero without having
/// checked it, as jumps make possible.
pub fn fails(program: &Program, failures: &[Failure], most: usize) -> Option<bool> {
    explore(program, failures, most, &mut |_| ())
}

/// The same; passes on every state.
pub fn explore(
    program: &Program,
    failures: &[Failure],
    most: usize,
    visit: &mut dyn FnMut(&BruteState),
) -> Option<bool> {
    let start = initial(program);
    let mut known: HashSet<BruteState> = start.iter().cloned().collect();
    let mut pending: VecDeque<BruteState> = start.into();
    while let Some(state) = pending.pop_front() {
        visit(&state);
        for next in successors(program, &state) {
            match next {
                Next::Fails(failure) if failures.contains(&failure) => return Some(true),
                Next::Fails(_) => {}
                Next::Undefined => return None,
                Next::Goes(next) => {
                    if known.len() >= most {
                        return None;
                    }
                    if known.insert(next.clone()) {
                        pending.push_back(next);
                    }
                }
            }
        }
    }
    Some(false)
}

/// The states in which runs start.
pub fn initial(program: &Program) -> Vec<BruteState> {
    let entry = ProcedureId(0);
    let mut start = vec![BruteState { statics: vec![0; program.fields.len()], frames: vec![frame(program, entry)] }];
    for &parameter in &program.procedures[entry].parameters {
        start = start
            .into_iter()
            .flat_map(|state| {
                values(program.procedures[entry].locals[parameter].ty).map(move |value| {
                    let mut state = state.clone();
                    state.frames[0].locals[parameter.index()] = value;
                    state.frames[0].assigned[parameter.index()] = true;
                    state
                })
            })
            .collect();
    }
    start
}

pub enum Next {
    Goes(BruteState),
    Fails(Failure),
    Undefined,
}

fn frame(program: &Program, procedure: ProcedureId) -> BruteFrame {
    let found = &program.procedures[procedure];
    let count = found.locals.len();
    BruteFrame { procedure, location: found.cfa.entry, locals: vec![0; count], assigned: vec![false; count] }
}

fn values(ty: Type) -> std::ops::RangeInclusive<i64> {
    match ty {
        Type::Integer(IntegerType { signed: true, .. }) => -128..=127,
        Type::Integer(_) => 0..=255,
        _ => 0..=1,
    }
}

pub fn successors(program: &Program, state: &BruteState) -> Vec<Next> {
    let top = state.frames.last().unwrap();
    let procedure = &program.procedures[top.procedure];
    if top.location == procedure.cfa.exit {
        let [callers @ .., caller, _] = &state.frames[..] else { return Vec::new() };
        let waiting = &program.procedures[caller.procedure];
        let (_, edge) = waiting.cfa.edges_from(caller.location).next().unwrap();
        let Operation::Call(call) = &edge.operation else { unreachable!() };
        let mut caller = caller.clone();
        caller.location = edge.target;
        if let Some(target) = call.target {
            caller.locals[target.index()] = top.locals[procedure.returned.index()];
            caller.assigned[target.index()] = true;
        }
        let frames = callers.iter().cloned().chain([caller]).collect();
        return vec![Next::Goes(BruteState { statics: state.statics.clone(), frames })];
    }
    let value = |operand: Operand| match operand {
        Operand::Local(local) => top.locals[local.index()],
        Operand::Integer(n) => n,
        Operand::Boolean(b) => i64::from(b),
        Operand::Null => 0,
    };
    let mut found = Vec::new();
    for (_, edge) in procedure.cfa.edges_from(top.location) {
        let mut moved = state.clone();
        moved.frames.last_mut().unwrap().location = edge.target;
        let set = |mut state: BruteState, local: LocalId, value: i64| {
            let top = state.frames.last_mut().unwrap();
            top.locals[local.index()] = value;
            top.assigned[local.index()] = true;
            Next::Goes(state)
        };
        match &edge.operation {
            Operation::Skip | Operation::GiveUpMemory { .. } => found.push(Next::Goes(moved)),
            Operation::Fail(failure) => found.push(Next::Fails(*failure)),
            Operation::Assume(condition) => {
                if holds(condition, &value) {
                    found.push(Next::Goes(moved));
                }
            }
            Operation::Assign { target, value: assigned } => {
                let ty = procedure.locals[*target].ty;
                match assigned {
                    Rvalue::Drawn | Rvalue::Unknown => {
                        found.extend(values(ty).map(|value| set(moved.clone(), *target, value)));
                    }
                    // A reference that is not null.
                    Rvalue::Object | Rvalue::Opaque => found.push(set(moved, *target, 0)),
                    Rvalue::Operand(operand) => found.push(set(moved, *target, value(*operand))),
                    Rvalue::Unary(operator, operand) => {
                        let operand = value(*operand);
                        let result = match operator {
                            Unary::Not => 1 - operand,
                            Unary::Complement(ty) => wrap(*ty, -operand - 1),
                            Unary::Convert(ty) => wrap(*ty, operand),
                        };
                        found.push(set(moved, *target, result));
                    }
                    Rvalue::Binary { operator, ty, left, right } => {
                        let (left, right) = (value(*left), value(*right));
                        if right == 0 && matches!(operator, Binary::Divide | Binary::Remainder) {
                            found.push(Next::Undefined);
                            continue;
                        }
                        let result = exact(*operator, left, right);
                        let is_truth = procedure.locals[*target].ty == Type::Boolean;
                        found.push(set(moved, *target, if is_truth { result } else { wrap(*ty, result) }));
                    }
                }
            }
            Operation::New { target, .. } => {
                moved.statics.fill(0);
                moved.frames.last_mut().unwrap().assigned[target.index()] = true;
                found.push(Next::Goes(moved));
            }
            Operation::Load { target, field, .. } => found.push(set(moved, *target, state.statics[field.index()])),
            Operation::Store { field, value: stored, .. } => {
                moved.statics[field.index()] = value(*stored);
                found.push(Next::Goes(moved));
            }
            Operation::Call(call) => {
                let Callee::Static(callee) = call.callee else { unreachable!() };
                let mut inner = frame(program, callee);
                for (parameter, argument) in program.procedures[callee].parameters.iter().zip(&call.arguments) {
                    inner.locals[parameter.index()] = value(*argument);
                    inner.assigned[parameter.index()] = true;
                }
                let mut called = state.clone();
                called.frames.push(inner);
                found.push(Next::Goes(called));
            }
            Operation::RequireNonNull(_) | Operation::Free(_) | Operation::End(_) | Operation::GiveUp(_) => {
                unreachable!()
            }
        }
    }
    found
}

fn holds(condition: &Condition, value: &dyn Fn(Operand) -> i64) -> bool {
    match condition {
        Condition::Compare { comparison, left, right } => {
            let (left, right) = (value(*left), value(*right));
            match comparison {
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
                Comparison::Less => left < right,
                Comparison::LessEqual => left <= right,
                Comparison::Greater => left > right,
                Comparison::GreaterEqual => left >= right,
            }
        }
        Condition::Overflows { operator, ty, left, right, negated } => {
            let [left, right] = [left, right].map(|operand| wrap(*ty, value(*operand)));
            let result = exact(*operator, left, right);
            (wrap(*ty, result) != result) != *negated
        }
        Condition::Unknown | Condition::OutOfBounds { .. } => true,
        Condition::InstanceOf { .. } | Condition::KnownInstanceOf { .. } => unreachable!(),
    }
}

/// The exact result of an operation on numbers of eight bits.
fn exact(operator: Binary, a: i64, b: i64) -> i64 {
    let distance = b.rem_euclid(8);
    match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::Remainder => a % b,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::ShiftLeft => a * 2_i64.pow(u32::try_from(distance).unwrap()),
        Binary::ShiftRight => a.div_euclid(2_i64.pow(u32::try_from(distance).unwrap())),
        Binary::ShiftRightUnsigned => a.rem_euclid(256) / 2_i64.pow(u32::try_from(distance).unwrap()),
    }
}

/// The number of the type with the lowest eight bits of `n`.
fn wrap(ty: IntegerType, n: i64) -> i64 {
    let low = n.rem_euclid(256);
    if ty.signed && low > 127 { low - 256 } else { low }
}
