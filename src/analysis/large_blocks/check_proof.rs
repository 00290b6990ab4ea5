//! The separate check of proofs: whether conditions at the heads hold at the entry, are kept by every block, and exclude the error
//! location. It shares nothing with the search but the blocks and the solver.

use crate::base::{IndexVec, Observer, Stop};
use crate::program::blocks::{BlockProgram, HeadId};
use crate::solve::{Answer, Solver, Substitution, TermId, Terms};

/// Whether `invariants`, a conjunction for every head, prove that no run comes to the error location, nor to a call that is not
/// followed.
///
/// # Errors
/// If the observer ends the check.
pub fn proves(
    program: &BlockProgram<'_>,
    invariants: &IndexVec<HeadId, Vec<TermId>>,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<bool, Stop> {
    let at = |terms: &mut Terms, head: HeadId| match head {
        BlockProgram::ENTRY => Terms::TRUE,
        _ if head == program.error || head == program.cut => Terms::FALSE,
        _ => terms.all(&invariants[head]),
    };
    for block in &program.blocks {
        let before = at(terms, block.source);
        let images: Vec<(TermId, TermId)> = block.next.iter().map(|&(v, value)| (program.current[v], value)).collect();
        let end = at(terms, block.target);
        let after = Substitution::new(images).apply(terms, end);
        let fails = terms.not(after);
        if Solver::new().check(terms, &[before, block.guard, fails], observer)? == Answer::Satisfiable {
            return Ok(false);
        }
    }
    Ok(true)
}
