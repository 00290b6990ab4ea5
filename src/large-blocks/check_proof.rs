//! The separate check of proofs: whether conditions at the heads hold at the entry, are kept by every block, call and return, and
//! exclude the error location. It shares nothing with the searches but the blocks and the solver.

use crate::blocks::{BlockCall, BlockProgram, CallReturn, HeadId};
use base::{Idx, IndexVec, Observer, Stop};
use bitvec::{Answer, Solver, Substitution, TermId, Terms};

/// Conditions at every head, which all hold there.
pub type Invariants = IndexVec<HeadId, Vec<TermId>>;

/// Whether `invariants` prove that no run comes to the error location, nor to a call that is not followed.
///
/// # Errors
/// If the observer ends the check.
pub fn proves(
    program: &BlockProgram<'_>,
    invariants: &Invariants,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<bool, Stop> {
    proves_units(std::slice::from_ref(program), std::slice::from_ref(invariants), terms, observer)
}

/// Whether the invariants of all units prove that no run comes to an error location, nor to a call that is not followed. At the exit
/// of a unit they are its summary, over its variables and the values that these had when it was entered.
///
/// # Errors
/// If the observer ends the check.
pub fn proves_units(
    units: &[BlockProgram<'_>],
    invariants: &[Invariants],
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<bool, Stop> {
    let mut check = ProofCheck { units, invariants, terms, observer };
    for (unit, program) in units.iter().enumerate() {
        for block in &program.blocks {
            let before = check.at(unit, block.source);
            let next = block.next.iter().map(|&(v, value)| (program.current[v], value)).collect();
            if !check.implies(&[before, block.guard], unit, block.target, next)? {
                return Ok(false);
            }
        }
        for call in &program.calls {
            if !check.call(unit, call)? {
                return Ok(false);
            }
            for way in &call.returns {
                if !check.call_return(unit, call, way)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

struct ProofCheck<'a, 'p, 'o> {
    units: &'a [BlockProgram<'p>],
    invariants: &'a [Invariants],
    terms: &'a mut Terms,
    observer: &'o mut dyn Observer,
}

impl ProofCheck<'_, '_, '_> {
    /// What holds at a head. A run may begin with any values.
    fn at(&mut self, unit: usize, head: HeadId) -> TermId {
        let program = &self.units[unit];
        match head {
            BlockProgram::ENTRY if unit == 0 => Terms::TRUE,
            _ if head == program.error || head == program.cut => Terms::FALSE,
            _ => self.terms.all(&self.invariants[unit][head]),
        }
    }

    /// Whether what holds before a step implies what holds after it, where variables have these values.
    fn implies(
        &mut self,
        before: &[TermId],
        unit: usize,
        head: HeadId,
        values: Vec<(TermId, TermId)>,
    ) -> Result<bool, Stop> {
        let end = self.at(unit, head);
        let after = Substitution::new(values).apply(self.terms, end);
        let fails = self.terms.not(after);
        let mut question = before.to_vec();
        question.push(fails);
        Ok(Solver::new().check(self.terms, &question, self.observer)? == Answer::Unsatisfiable)
    }

    /// The variables of a callee when it is entered, as they were then and as they are now.
    fn entered(&mut self, call: &BlockCall) -> [Vec<(TermId, TermId)>; 2] {
        let callee = &self.units[call.callee.index()];
        let mut now: Vec<(TermId, TermId)> =
            callee.current.iter().map(|&v| (v, self.terms.variable(self.terms.sort(v)))).collect();
        for &(variable, value) in &call.passed {
            now[variable.index()].1 = value;
        }
        let then = callee.copies.iter().map(|&(variable, copy)| (copy, now[variable.index()].1)).collect();
        [then, now]
    }

    fn call(&mut self, unit: usize, call: &BlockCall) -> Result<bool, Stop> {
        let before = self.at(unit, call.head);
        let [then, now] = self.entered(call);
        let values = then.into_iter().chain(now).collect();
        self.implies(&[before], call.callee.index(), BlockProgram::ENTRY, values)
    }

    fn call_return(&mut self, unit: usize, call: &BlockCall, way: &CallReturn) -> Result<bool, Stop> {
        let (caller, callee) = (&self.units[unit], &self.units[call.callee.index()]);
        let before = self.at(unit, call.head);
        let [then, _] = self.entered(call);
        let ended = callee.current.iter().map(|&v| (v, self.terms.variable(self.terms.sort(v))));
        let mut inside = Substitution::new(then.into_iter().chain(ended).collect::<Vec<_>>());
        let summary = self.at(call.callee.index(), way.exit);
        let summary = inside.apply(self.terms, summary);
        let assigned = way.assigned.iter().map(|&(v, value)| (caller.current[v], inside.apply(self.terms, value)));
        let assigned = assigned.collect();
        self.implies(&[before, summary], unit, way.target, assigned)
    }
}
