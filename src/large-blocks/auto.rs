//! Bounded model checking, k-induction and property-directed reachability, one of them or all in turn, each given as much work as
//! the others, until one of them has the answer; where calls are not followed, also predicate abstraction with summaries.

use crate::blocks::BlockProgram;
use base::{IndexVec, Observer, Resource, Stop, msg};
use bitvec::Terms;

use super::abstraction::{Abstraction, AbstractionAnswer, AbstractionOptions, AbstractionStatistics, UnitProof};
use super::affine::affine_relations;
use super::bounded::{Bound, Unrolling};
use super::check_induction::proves_by_induction;
use super::check_proof::{Invariants, proves, proves_units};
use super::induction::{InductionOptions, InductionStep, proved_by};
use super::path::BlockInputs;
use super::patience::Patience;
use super::pdr::{Pdr, PdrAnswer, PdrStatistics};
use super::shorten_proof::shorten_proof;
use super::templates::templates;
use super::trace::Trace;

/// What looks for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockEngine {
    /// All in turn, each given as much work as the others.
    Auto,
    /// Bounded model checking.
    Bounded,
    /// k-induction.
    KInduction,
    /// Property-directed reachability over predicates.
    Pdr,
    /// Predicate abstraction, with summaries of recursive procedures.
    Predicates,
}

/// Which engine has an answer, and what it is.
pub enum BlockAnswer {
    /// No run fails: none is longer than so many blocks.
    Exhausted(usize),
    /// No run fails: these conditions hold at the heads. They have been checked again.
    Proved(Invariants),
    /// No run fails, by induction over so many blocks. It has been checked again.
    ProvedByInduction(usize),
    /// No run fails, with a proof in parts for every unit. It has been checked again.
    ProvedWithSummaries(UnitProof),
    /// A run fails.
    Fails(Trace),
    /// A run fails, with more calls open than are followed: [`failing_run`](super::failing_run) finds it with this many.
    FailsInCalls {
        /// The number of calls of one procedure that are open at a time.
        depth: u32,
        /// The greatest number of blocks.
        blocks: usize,
    },
}

/// What was done for an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockStatistics {
    /// All runs of at most so many blocks were looked at.
    pub bound: usize,
    /// All sequences of at most so many blocks from any state were looked at.
    pub induction: usize,
    /// Of the search for a proof.
    pub pdr: PdrStatistics,
    /// Of predicate abstraction.
    pub abstraction: AbstractionStatistics,
}

/// How many questions the search for a proof may ask before the other one has its turn.
const TURN_QUERIES: u64 = 100;

/// How many blocks longer runs may become before the other one has its turn.
const TURN_BLOCKS: usize = 4;

/// What longer runs may cost before the search for a proof begins. It decides many a program with few runs, or with a short one that fails,
/// for which templates and relations take ten times as long.
const FIRST_SHARE: Share = Share { blocks: 64, terms: 1_000, conflicts: 1_000 };

/// What they may cost before the search for a proof goes on, when conditions of simple shapes were no proof.
const SECOND_SHARE: Share = Share { blocks: 128, terms: 4_000, conflicts: 8_000 };

/// Where all runs were looked at, the search for conditions of simple shapes may take so many steps.
const EXPLAINED: u64 = 1_000;

/// Invariants say more than that a proof by induction exists, so that their search may ask this many questions first.
const INDUCTION_AFTER: u64 = 2_000;

/// Where blocks are large, each model for affine relations takes long, so that the search for invariants may ask this many questions first.
const RELATIONS_AFTER: u64 = 1_000;

/// A program with more edges has large blocks.
const FEW_EDGES: usize = 100;

/// What a search may cost from its start on.
struct Share {
    blocks: usize,
    terms: usize,
    conflicts: u64,
}

/// Looks for a failing run and for a proof that there is none. The same program as units is searched as well; without units, runs
/// with calls that are not followed have no proof.
///
/// # Errors
/// If the observer ends the search, or `queries` questions to the solver were not enough.
pub fn search(
    program: &BlockProgram<'_>,
    units: &[BlockProgram<'_>],
    terms: &mut Terms,
    engine: BlockEngine,
    queries: u64,
    observer: &mut dyn Observer,
) -> (Result<BlockAnswer, Stop>, BlockStatistics) {
    let inputs = BlockInputs::new(program, terms);
    let options = InductionOptions::default();
    let step = match InductionStep::new(program, &inputs, &options, terms, observer) {
        Ok(step) => step,
        Err(stop) => return (Err(stop), BlockStatistics::default()),
    };
    let unrolling = Unrolling::new(program, &inputs);
    let pdr = Pdr::new(program, &inputs, queries, terms);
    let idle = |is_idle: bool| is_idle.then(|| Stop::Incomplete(msg!("it was not asked for")));
    let mut searches = Searches {
        program,
        engine,
        unrolling,
        unrolled_terms: 0,
        step,
        pdr,
        has_templates: false,
        has_relations: false,
        known: IndexVec::filled(Vec::new(), program.heads.len()),
        no_longer: idle(matches!(engine, BlockEngine::Pdr | BlockEngine::Predicates)),
        no_step: idle(!matches!(engine, BlockEngine::Auto | BlockEngine::KInduction)),
        no_proof: idle(!matches!(engine, BlockEngine::Auto | BlockEngine::Pdr)),
        units,
        abstraction: Abstraction::new(units, AbstractionOptions { queries, ..Default::default() }, terms),
        no_summary: idle(match engine {
            BlockEngine::Auto => units.len() < 2,
            BlockEngine::Predicates => units.is_empty(),
            BlockEngine::Bounded | BlockEngine::KInduction | BlockEngine::Pdr => true,
        }),
    };
    let answer = searches.alternate(terms, observer);
    let Searches { unrolling, step, pdr, abstraction, .. } = searches;
    let (bound, induction) = (unrolling.bound(), step.bound());
    let statistics = BlockStatistics { bound, induction, pdr: pdr.statistics, abstraction: abstraction.statistics };
    (answer, statistics)
}

/// The searches that take turns. One that cannot go on leaves the rest to the others.
struct Searches<'a, 'p> {
    program: &'a BlockProgram<'p>,
    engine: BlockEngine,
    unrolling: Unrolling<'a, 'p>,
    /// How many terms longer runs have added.
    unrolled_terms: usize,
    step: InductionStep<'a, 'p>,
    pdr: Pdr<'a, 'p>,
    /// Whether conditions of simple shapes were sought.
    has_templates: bool,
    /// Whether affine relations were sought.
    has_relations: bool,
    /// What was found so.
    known: Invariants,
    no_longer: Option<Stop>,
    no_step: Option<Stop>,
    no_proof: Option<Stop>,
    units: &'a [BlockProgram<'p>],
    abstraction: Abstraction<'a, 'p>,
    no_summary: Option<Stop>,
}

impl Searches<'_, '_> {
    fn alternate(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<BlockAnswer, Stop> {
        loop {
            if self.unrolling.conflicts() + self.step.conflicts() + self.pdr.conflicts() > CONFLICTS {
                return Err(Stop::Budget(Resource::Conflicts, CONFLICTS));
            }
            if let Some(answer) = self.longer(terms, observer)? {
                return Ok(answer);
            }
            if let Some(answer) = self.induction(terms, observer)? {
                return Ok(answer);
            }
            if let Some(answer) = self.proof(terms, observer)? {
                return Ok(answer);
            }
            if let Some(answer) = self.summaries(terms, observer)? {
                return Ok(answer);
            }
            if let (Some(no_longer), Some(no_proof), Some(no_summary)) =
                (&self.no_longer, &self.no_proof, &self.no_summary)
            {
                let stop = match self.engine {
                    BlockEngine::Bounded | BlockEngine::KInduction => no_longer,
                    BlockEngine::Predicates => no_summary,
                    BlockEngine::Auto | BlockEngine::Pdr => no_proof,
                };
                return Err(stop.clone());
            }
        }
    }

    /// Longer runs. Conflicts are what all searches spend most time on.
    fn longer(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Option<BlockAnswer>, Stop> {
        while self.no_longer.is_none() {
            let is_cheap = self.are_within(if self.has_templates { &SECOND_SHARE } else { &FIRST_SHARE });
            if !is_cheap && self.no_proof.is_none() && self.unrolling.conflicts() > self.pdr.conflicts() {
                break;
            }
            let before = terms.count();
            let found = self.unrolling.extend(terms, observer);
            self.unrolled_terms += terms.count() - before;
            let bound = self.unrolling.bound();
            match found {
                Ok(Bound::Fails(trace)) => return Ok(Some(BlockAnswer::Fails(trace))),
                Ok(Bound::Complete) => return Ok(Some(self.explained(terms, observer))),
                Ok(Bound::Holds) if bound < BOUND => {}
                Ok(Bound::Holds) => self.no_longer = Some(Stop::Budget(Resource::Blocks, BOUND as u64)),
                Err(stop) => self.no_longer = Some(leave(stop)?),
            }
            if !is_cheap && bound.is_multiple_of(TURN_BLOCKS) {
                break;
            }
        }
        Ok(None)
    }

    /// That all runs were looked at; or conditions that hold in them, which say more, if these are found soon.
    fn explained(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> BlockAnswer {
        let bound = self.unrolling.bound();
        let may_search =
            self.no_proof.is_none() && bound > TURN_BLOCKS && !std::mem::replace(&mut self.has_templates, true);
        let mut patience = Patience::new(EXPLAINED, observer);
        match may_search.then(|| self.simple_proof(terms, &mut patience)) {
            Some(Ok(Some(proof))) => BlockAnswer::Proved(proof),
            _ => BlockAnswer::Exhausted(bound),
        }
    }

    /// Whether longer runs have cost no more than a share.
    fn are_within(&self, share: &Share) -> bool {
        self.unrolling.bound() < share.blocks
            && self.unrolled_terms < share.terms
            && self.unrolling.conflicts() < share.conflicts
    }

    /// The step case, one block at a time; it needs no more of them than were looked at from the entry.
    fn induction(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Option<BlockAnswer>, Stop> {
        let Self { program, unrolling, step, pdr, .. } = self;
        let is_due = (self.no_proof.is_some() || pdr.statistics.queries >= INDUCTION_AFTER)
            && step.bound() <= unrolling.bound()
            && step.conflicts() <= pdr.conflicts().max(unrolling.conflicts());
        if self.no_step.is_none() && is_due && step.holds().is_none() && !unrolling.is_cut() {
            match step.extend(terms, observer) {
                Ok(()) => {}
                Err(stop) => self.no_step = Some(leave(stop)?),
            }
        }
        if self.no_step.is_none()
            && let Some(k) = proved_by(unrolling, step)
        {
            if proves_by_induction(program, k, &InductionOptions::default(), terms, observer)? {
                return Ok(Some(BlockAnswer::ProvedByInduction(k)));
            }
            self.no_step = Some(no_proof());
        }
        Ok(None)
    }

    /// A proof of no conditions, or of conditions of simple shapes; if they are none, the search for one gets to know them.
    fn simple_proof(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Option<Invariants>, Stop> {
        let nothing = IndexVec::filled(Vec::new(), self.program.heads.len());
        if proves(self.program, &nothing, terms, observer)? {
            return Ok(Some(nothing));
        }
        self.known = templates(self.program, terms, observer)?;
        self.known_proof(terms, observer)
    }

    /// A proof of affine relations and conditions of simple shapes; if they are none, the search for one gets to know them.
    fn related_proof(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Option<Invariants>, Stop> {
        let related = affine_relations(self.program, terms, observer)?;
        if related.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        self.known.iter_mut().zip(&related).for_each(|(known, related)| known.extend(related));
        self.known_proof(terms, observer)
    }

    fn known_proof(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Option<Invariants>, Stop> {
        let known = self.known.clone();
        if proves(self.program, &known, terms, observer)? {
            let short = shorten_proof(self.program, &known, terms, observer)?;
            return Ok(Some(if proves(self.program, &short, terms, observer)? { short } else { known }));
        }
        self.pdr.assume_invariants(known, terms, observer)?;
        Ok(None)
    }

    fn proof(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Option<BlockAnswer>, Stop> {
        if self.no_proof.is_some() {
            return Ok(None);
        }
        if !std::mem::replace(&mut self.has_templates, true)
            && let Some(proof) = self.simple_proof(terms, observer)?
        {
            return Ok(Some(BlockAnswer::Proved(proof)));
        }
        let is_small = self.program.flat.cfa.edges.len() <= FEW_EDGES;
        if !self.has_relations && (is_small || self.pdr.statistics.queries >= RELATIONS_AFTER) {
            self.has_relations = true;
            if let Some(proof) = self.related_proof(terms, observer)? {
                return Ok(Some(BlockAnswer::Proved(proof)));
            }
        }
        match self.pdr.advance(TURN_QUERIES, terms, observer) {
            Ok(None) => {}
            Ok(Some(PdrAnswer::Fails(trace))) => return Ok(Some(BlockAnswer::Fails(trace))),
            Ok(Some(PdrAnswer::Safe(invariants))) => {
                let invariants = shorten_proof(self.program, &invariants, terms, observer)?;
                if proves(self.program, &invariants, terms, observer)? {
                    return Ok(Some(BlockAnswer::Proved(invariants)));
                }
                self.no_proof = Some(no_proof());
            }
            Err(stop) => self.no_proof = Some(leave(stop)?),
        }
        Ok(None)
    }

    /// Predicate abstraction of the units.
    fn summaries(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Option<BlockAnswer>, Stop> {
        if self.no_summary.is_some() {
            return Ok(None);
        }
        match self.abstraction.advance(TURN_QUERIES, terms, observer) {
            Ok(None) => {}
            Ok(Some(AbstractionAnswer::Safe(proof))) => {
                if proves_units(self.units, &proof.invariants, terms, observer)? {
                    return Ok(Some(BlockAnswer::ProvedWithSummaries(proof)));
                }
                self.no_summary = Some(no_proof());
            }
            Ok(Some(AbstractionAnswer::Fails(trace))) => return Ok(Some(BlockAnswer::Fails(trace))),
            Ok(Some(AbstractionAnswer::FailsInCalls { depth, blocks })) => {
                return Ok(Some(BlockAnswer::FailsInCalls { depth, blocks }));
            }
            Err(stop) => self.no_summary = Some(leave(stop)?),
        }
        Ok(None)
    }
}

/// Why a search cannot go on, unless nothing can.
fn leave(stop: Stop) -> Result<Stop, Stop> {
    if stop.ends_the_run() { Err(stop) } else { Ok(stop) }
}

fn no_proof() -> Stop {
    Stop::Incomplete(msg!("a proof was found that does not stand its check"))
}

/// How many conflicts all searches may have together: forty times as many as any of our programs needs. Each takes a tenth of a
/// millisecond, or more where large terms are multiplied.
const CONFLICTS: u64 = 100_000;

/// Runs of more blocks are not looked at.
const BOUND: usize = 1_000;
