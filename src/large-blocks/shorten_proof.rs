//! Of a proof what it needs: starting from what must not be reached, only the conditions that a block needs to keep those that are
//! already known to be needed.

use std::collections::BTreeSet;

use super::check_proof::Invariants;
use crate::blocks::{BlockId, BlockProgram, HeadId};
use base::{IndexVec, Observer, Stop};
use bitvec::{Answer, Solver, Substitution, TermId, Terms};

/// A part of a proof that is a proof. Law: if `proof` is one, then so is the result.
///
/// # Errors
/// If the observer ends it.
pub fn shorten_proof(
    program: &BlockProgram<'_>,
    proof: &Invariants,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<Invariants, Stop> {
    let mut needed: IndexVec<HeadId, BTreeSet<TermId>> = IndexVec::filled(BTreeSet::new(), program.heads.len());
    let mut pending: Vec<(BlockId, TermId)> = Vec::new();
    for end in [program.error, program.cut] {
        pending.extend(program.blocks_to(end).map(|(id, _)| (id, Terms::FALSE)));
    }
    while let Some((id, wanted)) = pending.pop() {
        let block = &program.blocks[id];
        let images = block.next.iter().map(|&(variable, value)| (program.current[variable], value));
        let after = Substitution::new(images).apply(terms, wanted);
        let fails = terms.not(after);
        let source = block.source;
        let given = if source == BlockProgram::ENTRY { &[][..] } else { &proof[source] };
        let mut assumptions: Vec<TermId> = given.to_vec();
        assumptions.extend([block.guard, fails]);
        let mut solver = Solver::new();
        if solver.check(terms, &assumptions, observer)? == Answer::Satisfiable {
            // It is no proof; then nothing is left out.
            return Ok(proof.clone());
        }
        let core = solver.minimal_core(terms, CORE_QUERIES, observer)?;
        for &condition in given.iter().filter(|condition| core.contains(condition)) {
            if needed[source].insert(condition) {
                pending.extend(program.blocks_to(source).map(|(id, _)| (id, condition)));
            }
        }
    }
    let kept = |(head, conditions): (HeadId, &Vec<TermId>)| {
        conditions.iter().copied().filter(|condition| needed[head].contains(condition)).collect()
    };
    Ok(proof.iter_enumerated().map(kept).collect())
}

/// How many questions a core may take to become smaller.
const CORE_QUERIES: u32 = 60;
