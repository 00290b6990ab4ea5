//! Bounded model checking and property-directed reachability, one of them or both in turn, each given as much work as the other,
//! until one of them has the answer.

use crate::base::{IndexVec, Observer, Resource, Stop};
use crate::program::blocks::{BlockProgram, HeadId};
use crate::solve::{TermId, Terms};

use super::bounded::{Bound, Unrolling};
use super::check_proof::proves;
use super::path::BlockInputs;
use super::pdr::{Pdr, PdrAnswer, PdrStatistics};
use super::trace::Trace;

/// What looks for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockEngine {
    /// All in turn, each given as much work as the others.
    Auto,
    /// Bounded model checking.
    Bounded,
    /// Property-directed reachability over predicates.
    Pdr,
}

/// Which engine has an answer, and what it is.
pub enum BlockAnswer {
    /// No run fails: none is longer than so many blocks.
    Exhausted(usize),
    /// No run fails: these conditions hold at the heads. They have been checked again.
    Proved(IndexVec<HeadId, Vec<TermId>>),
    /// A run fails.
    Fails(Trace),
}

/// What was done for an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockStatistics {
    /// All runs of at most so many blocks were looked at.
    pub bound: usize,
    /// Of the search for a proof.
    pub pdr: PdrStatistics,
}

/// How many questions the search for a proof may ask before the other one has its turn.
const TURN_QUERIES: u64 = 100;

/// How many blocks longer runs may become before the other one has its turn.
const TURN_BLOCKS: usize = 4;

/// Looks for a failing run and for a proof that there is none.
///
/// # Errors
/// If the observer ends the search, or `queries` questions to the solver were not enough.
pub fn search(
    program: &BlockProgram<'_>,
    terms: &mut Terms,
    engine: BlockEngine,
    queries: u64,
    observer: &mut dyn Observer,
) -> (Result<BlockAnswer, Stop>, BlockStatistics) {
    let inputs = BlockInputs::new(program, terms);
    let mut unrolling = Unrolling::new(program, &inputs);
    let mut pdr = Pdr::new(program, &inputs, queries, terms);
    let answer = alternate(program, engine, &mut unrolling, &mut pdr, terms, observer);
    (answer, BlockStatistics { bound: unrolling.bound(), pdr: pdr.statistics })
}

fn alternate(
    program: &BlockProgram<'_>,
    engine: BlockEngine,
    unrolling: &mut Unrolling<'_, '_>,
    pdr: &mut Pdr<'_, '_>,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<BlockAnswer, Stop> {
    // A search that cannot go on leaves the rest to the other one.
    let idle = |is_idle: bool| is_idle.then(|| Stop::Incomplete("it was not asked for".to_owned()));
    let mut no_longer = idle(engine == BlockEngine::Pdr);
    let mut no_proof = idle(engine == BlockEngine::Bounded);
    loop {
        // Conflicts are what both searches spend most time on.
        while no_longer.is_none() && (no_proof.is_some() || unrolling.conflicts() <= pdr.conflicts()) {
            match unrolling.extend(terms, observer) {
                Ok(Bound::Fails(trace)) => return Ok(BlockAnswer::Fails(trace)),
                Ok(Bound::Complete) => return Ok(BlockAnswer::Exhausted(unrolling.bound())),
                Ok(Bound::Holds) if unrolling.bound() < BOUND => {}
                Ok(Bound::Holds) => no_longer = Some(Stop::Budget(Resource::Blocks, BOUND as u64)),
                Err(stop) if stop.ends_the_run() => return Err(stop),
                Err(stop) => no_longer = Some(stop),
            }
            if unrolling.bound().is_multiple_of(TURN_BLOCKS) {
                break;
            }
        }
        if no_proof.is_none() {
            match pdr.advance(TURN_QUERIES, terms, observer) {
                Ok(None) => {}
                Ok(Some(PdrAnswer::Fails(trace))) => return Ok(BlockAnswer::Fails(trace)),
                Ok(Some(PdrAnswer::Safe(invariants))) => {
                    if proves(program, &invariants, terms, observer)? {
                        return Ok(BlockAnswer::Proved(invariants));
                    }
                    no_proof = Some(Stop::Incomplete("a proof was found that does not stand its check".to_owned()));
                }
                Err(stop) if stop.ends_the_run() => return Err(stop),
                Err(stop) => no_proof = Some(stop),
            }
        }
        if let (Some(no_longer), Some(no_proof)) = (&no_longer, &no_proof) {
            return Err(if engine == BlockEngine::Bounded { no_longer } else { no_proof }.clone());
        }
    }
}

/// Runs of more blocks are not looked at.
const BOUND: usize = 1_000;
