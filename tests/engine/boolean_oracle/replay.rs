//! Checks runs by definition.

use hrglass::base::Idx;
use hrglass::boolean_programs::symbolic::SymbolicState;
use hrglass::rsm::{Path, Visit};

use super::symbolic::Machine;

type SymbolicVisit = Visit<SymbolicState>;

type Checked<T> = Result<T, String>;

fn expect(is: bool, what: &str, position: usize) -> Checked<()> {
    if is { Ok(()) } else { Err(format!("{what} at {position}")) }
}

/// The kind of a move between two states of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Inside,
    Call,
    Return,
}

fn caller(visits: &[SymbolicVisit], visit: &SymbolicVisit) -> Option<usize> {
    visit.caller.map(|caller| caller as usize).filter(|&caller| caller < visits.len())
}

/// Checks the move from `visits[i]` to `to`, including the caller of `to`.
fn is_move(machine: &Machine, visits: &[SymbolicVisit], i: usize, to: &SymbolicVisit) -> Checked<Move> {
    let from = &visits[i];
    let at = (from.state.component, from.state.place);
    if !from.folded {
        let steps = machine.monitor_steps(from);
        expect(steps.iter().any(|s| s.0 == to.state.monitor.0), "no step of the monitor", i)?;
    }
    if to.state.component == from.state.component && to.caller == from.caller {
        if from.folded {
            let calls = machine.calls(at, &from.state.values);
            return expect(calls.iter().any(|call| call.edge.target == to.state.place), "no call", i)
                .map(|()| Move::Inside);
        }
        let is_bottom = from.caller.is_none();
        let stays =
            machine.stays(at, is_bottom) && from.state.place == to.state.place && from.state.values == to.state.values;
        if stays
            || machine.steps(at, &from.state.values).iter().any(|s| s.0 == to.state.place && s.1 == to.state.values)
        {
            return Ok(Move::Inside);
        }
    }
    let is_entry =
        |visit: &SymbolicVisit| machine.ersm.components[visit.state.component].cfa.entry == visit.state.place;
    let calls_at = |call: &SymbolicVisit, begin: &SymbolicVisit| {
        let mut calls = machine.calls((call.state.component, call.state.place), &call.state.values);
        calls.retain(|call| {
            call.callee == begin.state.component && is_entry(begin) && call.begins.contains(&begin.state.values)
        });
        calls
    };
    if caller(visits, to) == Some(i) {
        return expect(!calls_at(from, to).is_empty(), "no call", i).map(|()| Move::Call);
    }
    let component = &machine.ersm.components[from.state.component];
    expect(
        from.state.place == component.cfa.exit && !component.cfa.locations[from.state.place].is_fault,
        "no move",
        i,
    )?;
    let position = caller(visits, from).ok_or_else(|| format!("nowhere to return to at {i}"))?;
    let call = &visits[position];
    expect(to.caller == call.caller && to.state.component == call.state.component, "returns to someone else", i)?;
    let fits = calls_at(call, &visits[position + 1]).iter().any(|edge| {
        edge.edge.target == to.state.place && machine.returns(edge, call, &from.state.values).contains(&to.state.values)
    });
    expect(fits, "no return", i).map(|()| Move::Return)
}

/// Checks that it is a run of the machine that the monitor accepts.
pub fn check(machine: &Machine, run: &Path<SymbolicState>) -> Checked<()> {
    let visits = &run.visits;
    let first = visits.first().ok_or("empty")?;
    let entry = machine.ersm.entry;
    expect(
        first.state.component == entry && first.state.place == machine.ersm.components[entry].cfa.entry,
        "no start",
        0,
    )?;
    expect(machine.meaning().initial().contains(&first.state.values) && first.caller.is_none(), "no start", 0)?;
    expect(machine.monitor.initial.contains(&first.state.monitor), "no start of the monitor", 0)?;
    for i in 1..visits.len() {
        is_move(machine, visits, i - 1, &visits[i])?;
    }
    let last = visits.len() - 1;
    let end = &visits[last];
    let Some(cycle) = run.cycle.map(|cycle| cycle as usize) else {
        return expect(machine.is_found(end), "no target", last);
    };
    let acceptance_sets = machine.monitor.acceptance_sets.ok_or("nothing is to repeat")?;
    // One more iteration of the cycle, in the activation that it has led to.
    let base = visits[cycle].caller;
    let (length, mut again) = (visits.len() - cycle, visits.clone());
    let callers =
        [visits[last].caller, Some(u32::at(last)), caller(visits, &visits[last]).and_then(|c| visits[c].caller)];
    let mut wrapped = None;
    for next in callers {
        let to = SymbolicVisit { caller: next, ..visits[cycle].clone() };
        wrapped = wrapped.or(is_move(machine, visits, last, &to).ok().map(|_| next));
    }
    let next = wrapped.ok_or("the cycle is none")?;
    for visit in &visits[cycle..] {
        let caller = match visit.caller {
            caller if caller == base => next,
            Some(caller) if caller as usize >= cycle => Some(caller + u32::at(length)),
            _ => return Err("the cycle returns from where it began".to_owned()),
        };
        again.push(SymbolicVisit { caller, ..visit.clone() });
    }
    for i in visits.len()..again.len() {
        is_move(machine, &again, i - 1, &again[i])?;
    }
    let mut visited = 0;
    for i in cycle..visits.len() {
        let (from, to) = (&again[i], &again[i + 1]);
        let steps = machine.monitor_steps(from);
        visited |= steps.iter().filter(|s| s.0 == to.state.monitor.0).map(|s| s.1).fold(0, |all, some| all | some);
    }
    let is_shown = visits[cycle..].iter().all(|visit| !visit.folded);
    expect(!is_shown || visited == (1 << acceptance_sets) - 1, "an acceptance set is not visited", cycle)
}
