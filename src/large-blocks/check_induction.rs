//! The separate check of proofs by k-induction. Its formulas are relations between states with a program counter; those of the
//! search are functions of the first state, with one guard for each head.

use crate::blocks::{BlockProgram, FlatVariable, HeadId};
use base::{Idx, IndexVec, Observer, Stop};
use bitvec::{Answer, Solver, Substitution, TermId, Terms};

use super::check_proof::Invariants;
use super::induction::InductionOptions;
use super::path::BlockInputs;

/// Whether no run comes to the error location, nor to a call that is not followed, by induction over `k` blocks.
///
/// # Errors
/// If the observer ends the check.
pub fn proves_by_induction(
    program: &BlockProgram<'_>,
    k: usize,
    options: &InductionOptions<'_>,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<bool, Stop> {
    if let Some(auxiliary) = options.auxiliary
        && !are_invariant(program, auxiliary, terms, observer)?
    {
        return Ok(false);
    }
    let inputs = BlockInputs::new(program, terms);
    let states: Vec<PathState> = (0..=k).map(|_| PathState::new(program, terms)).collect();
    let mut solver = Solver::new();
    for pair in states.windows(2) {
        let step = pair[0].step(program, &inputs, &pair[1], terms);
        solver.assert(terms, step, observer)?;
    }
    let wrong: Vec<TermId> = states.iter().map(|state| state.is_wrong(program, terms)).collect();
    // Step case.
    let mut assumptions = vec![wrong[k]];
    for head in (0..program.heads.len()).map(HeadId::at) {
        let known = options.auxiliary.map_or(Terms::TRUE, |auxiliary| terms.all(&auxiliary[head]));
        let known = states[0].read(program).apply(terms, known);
        let elsewhere = states[0].is_not_at(head, terms);
        assumptions.push(terms.or(elsewhere, known));
        for (position, later) in states[..k].iter().enumerate().filter(|_| options.simple_paths) {
            for earlier in &states[..position] {
                let mut differ = vec![earlier.is_not_at(head, terms), later.is_not_at(head, terms)];
                for &variable in &program.heads[head].live {
                    let same = terms.same(earlier.values[variable], later.values[variable]);
                    differ.push(terms.not(same));
                }
                assumptions.push(terms.any(&differ));
            }
        }
    }
    if solver.check(terms, &assumptions, observer)? == Answer::Satisfiable {
        return Ok(false);
    }
    // Base case. Steps behind a failure are impossible, so that each length has a solver of its own.
    for length in 0..k {
        let mut solver = Solver::new();
        for pair in states[..=length].windows(2) {
            let step = pair[0].step(program, &inputs, &pair[1], terms);
            solver.assert(terms, step, observer)?;
        }
        let elsewhere = states[0].is_not_at(BlockProgram::ENTRY, terms);
        let starts = terms.not(elsewhere);
        if solver.check(terms, &[starts, wrong[length]], observer)? == Answer::Satisfiable {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether conditions hold at the heads in all runs: at the entry, and after every block.
fn are_invariant(
    program: &BlockProgram<'_>,
    invariants: &Invariants,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<bool, Stop> {
    let entry = terms.all(&invariants[BlockProgram::ENTRY]);
    let not_at_entry = terms.not(entry);
    if Solver::new().check(terms, &[not_at_entry], observer)? == Answer::Satisfiable {
        return Ok(false);
    }
    for block in program.blocks.iter().filter(|block| ![program.error, program.cut].contains(&block.target)) {
        let next = block.next.iter().map(|&(variable, value)| (program.current[variable], value));
        let mut next = Substitution::new(next.collect::<Vec<_>>());
        let [before, after] = [block.source, block.target].map(|head| terms.all(&invariants[head]));
        let after = next.apply(terms, after);
        let fails = terms.not(after);
        if Solver::new().check(terms, &[before, block.guard, fails], observer)? == Answer::Satisfiable {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A state of a path.
struct PathState {
    /// The number of the head.
    counter: TermId,
    values: IndexVec<FlatVariable, TermId>,
}

impl PathState {
    fn new(program: &BlockProgram<'_>, terms: &mut Terms) -> Self {
        let zero = terms.bits(32, 0);
        let counter = terms.variable(terms.sort(zero));
        Self { counter, values: program.current.iter().map(|&v| terms.variable(terms.sort(v))).collect() }
    }

    fn is_not_at(&self, head: HeadId, terms: &mut Terms) -> TermId {
        let number = terms.bits(32, u64::from(u32::at(head.index())));
        let here = terms.equal(self.counter, number);
        terms.not(here)
    }

    fn is_wrong(&self, program: &BlockProgram<'_>, terms: &mut Terms) -> TermId {
        let elsewhere = [program.error, program.cut].map(|head| self.is_not_at(head, terms));
        let elsewhere = terms.all(&elsewhere);
        terms.not(elsewhere)
    }

    /// Puts its values for the variables.
    fn read(&self, program: &BlockProgram<'_>) -> Substitution {
        Substitution::new(program.current.iter().copied().zip(self.values.iter().copied()))
    }

    /// That some block leads from here to the next state.
    fn step(&self, program: &BlockProgram<'_>, inputs: &BlockInputs, next: &PathState, terms: &mut Terms) -> TermId {
        let mut any = Vec::new();
        for (id, block) in program.blocks.iter_enumerated() {
            let fresh: Vec<(TermId, TermId)> =
                inputs.of(id).iter().map(|&input| (input, terms.variable(terms.sort(input)))).collect();
            let own = program.current.iter().copied().zip(self.values.iter().copied());
            let mut read = Substitution::new(own.chain(fresh));
            let mut all = vec![read.apply(terms, block.guard)];
            for (state, head) in [(self, block.source), (next, block.target)] {
                let elsewhere = state.is_not_at(head, terms);
                all.push(terms.not(elsewhere));
            }
            for &variable in &program.heads[block.target].live {
                let changed = block.next.iter().find(|&&(v, _)| v == variable);
                let value = changed.map_or(program.current[variable], |&(_, value)| value);
                let value = read.apply(terms, value);
                all.push(terms.same(next.values[variable], value));
            }
            any.push(terms.all(&all));
        }
        terms.any(&any)
    }
}
