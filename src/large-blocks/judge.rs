//! What becomes of a property: the search in its blocks, and the execution of what it finds.

use std::convert::Infallible;

use super::abstraction::UnitProof;
use super::auto::{BlockAnswer, BlockEngine, BlockStatistics, search};
use super::patience::Patience;
use super::prepare::{BlockProperty, PreparedBlockTask};
use super::recursive::failing_run;
use super::replay::{ExecutedTrace, replay, replay_only_run};
use super::{LargeBlocks, story, too_deep, witness};
use crate::blocks::{BlockProgram, FlatOptions, FlatPlace, FlatProgram, Notation};
use analysis::danger::nothing_undefined;
use analysis::only_run::OnlyRun;
use analysis::{Attempt, LabelledRun, Pass};
use base::{Idx, Observer, Resource, Stop, msg};
use bitvec::Terms;
use interpreter::{End, Garbage, Seen, Watch};
use program::objects::Failure;
use report::assumption::Assumption;
use report::evidence::Evidence;
use report::remedy::Remedy;
use report::witness::Witness;
use report::{BlockSearchStatistics, BlockSizes, Invariant, Judgement, PropertyReport, PropertyStatistics, Verdict};
use task::Strategy;

/// How many calls of one procedure are followed at a time: the first number with which the program is not too large.
const DEPTHS: [u32; 5] = [16, 8, 4, 2, 1];

/// A program with more edges is too large, callees copied in.
pub(super) const EDGES: usize = 500_000;

/// A program that is larger than this is followed less deeply.
const MANY_EDGES: usize = 20_000;

/// How many questions a search for a proof may ask: eight times as many as any of our programs needs that have a proof.
pub(super) const QUERIES: u64 = 20_000;

/// How many steps a search for a proof may take of what is known from the only run: a tenth of a second.
const FEW_STEPS: u64 = 500;

/// What is kept of a check to be shown.
#[derive(Default)]
pub struct KeptSearch {
    /// The places of the steps of the run in the report.
    pub(super) places: Vec<FlatPlace>,
    /// That run with what holds in its states, if it refutes a formula or monitor.
    pub(super) labelled: Option<LabelledRun>,
    /// What the proof says of loops.
    pub(super) known: Vec<(FlatPlace, Invariant)>,
    /// What supports the verdict, of programs in C.
    pub witness: Option<Witness>,
}

/// An engine at work.
pub struct BlockPass<'a> {
    pub(super) analysis: &'a LargeBlocks,
    pub(super) engine: BlockEngine,
    /// The sizes of the program for the first property, and the milliseconds to build it.
    pub(super) built: Option<(BlockSizes, f64)>,
    /// The run of a program that has no other, if the engine makes use of it.
    pub(super) only_run: Option<OnlyRun<'a>>,
}

impl LargeBlocks {
    /// The program for a property with callees copied in; `None` if it is too large.
    pub(super) fn flat(&self, property: &BlockProperty) -> Option<FlatProgram<'_>> {
        let PreparedBlockTask { program, entry, .. } = &self.prepared;
        let flat = |depth, edges| FlatProgram::new(program, *entry, &options(property, depth, edges));
        let deep = DEPTHS.into_iter().find_map(|depth| flat(depth, MANY_EDGES));
        deep.or_else(|| flat(1, EDGES))
    }

    /// The same with one call of each procedure at a time.
    pub(super) fn shallow(&self, property: &BlockProperty) -> Option<FlatProgram<'_>> {
        FlatProgram::new(&self.prepared.program, self.prepared.entry, &options(property, 1, EDGES))
    }

    /// The program as units, where calls are not followed in the flat program, or `whenever` it is asked for.
    fn units(
        &self,
        property: &BlockProperty,
        flat: &BlockProgram<'_>,
        whenever: bool,
        terms: &mut Terms,
    ) -> Vec<BlockProgram<'_>> {
        if !whenever && flat.blocks_to(flat.cut).next().is_none() {
            return Vec::new();
        }
        self.all_units(property, terms).unwrap_or_default()
    }

    /// The program as units; `None` if one is too large.
    pub(super) fn all_units(&self, property: &BlockProperty, terms: &mut Terms) -> Option<Vec<BlockProgram<'_>>> {
        let PreparedBlockTask { program, entry, .. } = &self.prepared;
        BlockProgram::units(program, *entry, &options(property, 1, EDGES), terms)
    }
}

/// How calls are followed, and which failures count.
fn options(property: &BlockProperty, depth: u32, edges: usize) -> FlatOptions<'_> {
    FlatOptions { failures: property.failures, exceptions: property.exceptions, depth, edges }
}

pub(super) fn sizes(program: &BlockProgram<'_>) -> BlockSizes {
    let cfa = &program.flat.cfa;
    // The ends to which nothing leads are there, too.
    let mut is_reached = vec![false; cfa.locations.len()];
    is_reached[cfa.entry.index()] = true;
    cfa.edges.iter().for_each(|edge| is_reached[edge.target.index()] = true);
    BlockSizes {
        locations: u32::at(is_reached.iter().filter(|&&reached| reached).count()),
        edges: u32::at(cfa.edges.len()),
        heads: u32::at(program.heads.len()),
        blocks: u32::at(program.blocks.len()),
    }
}

impl Pass for BlockPass<'_> {
    type Property = BlockProperty;
    type Kept = KeptSearch;
    type Precision = Infallible;

    /// The engines refine by themselves.
    const ROUNDS: u32 = 0;

    const IS_INDEPENDENT: bool = true;

    fn follows_bounds(&self) -> bool {
        self.only_run.as_ref().is_some_and(OnlyRun::follows_bounds)
    }

    fn attempt(&mut self, property: &BlockProperty, observer: &mut dyn Observer) -> Attempt<KeptSearch, Infallible> {
        let analysis = self.analysis;
        let start = observer.now();
        let mut statistics = PropertyStatistics::default();
        let mut kept = KeptSearch::default();
        let flat = property.temporal.is_none().then(|| analysis.flat(property));
        let judgement = match flat {
            None => {
                let claim = property.temporal.as_ref().expect("it is a formula or monitor");
                let found = self.temporal(property, claim, &mut statistics, &mut kept, observer);
                Judgement { assumptions: self.assumed(property), ..found }
            }
            Some(None) => self.executed(property, None, &mut kept).unwrap_or_else(|| {
                let why = msg!("the program has more than {EDGES} steps when all calls are copied into their callers");
                Judgement::unknown(&Stop::Incomplete(why), None)
            }),
            Some(Some(flat)) => {
                let mut terms = Terms::new();
                let program = BlockProgram::new(flat, &mut terms);
                let build_ms = observer.since(start);
                self.built.get_or_insert_with(|| (sizes(&program), build_ms));
                statistics.generate_ms = Some(build_ms);
                let executed = self.executed(property, Some(&program), &mut kept);
                let judgement = match executed {
                    Some(executed) if executed.verdict == Verdict::Violated => executed,
                    executed => {
                        // A proof explains more than that the only run does not fail, if it is found at once.
                        let steps = if executed.is_some() { FEW_STEPS } else { Patience::ENDLESS };
                        let observer = &mut Patience::new(steps, observer);
                        let found = self.searched(property, &program, &mut terms, &mut statistics, &mut kept, observer);
                        let found = Judgement { assumptions: self.assumed(property), ..found };
                        executed.filter(|_| found.verdict != Verdict::Satisfied).unwrap_or(found)
                    }
                };
                if judgement.verdict == Verdict::Satisfied && kept.witness.is_none() {
                    kept.witness = Some(witness::without_invariants(&program, &analysis.sources));
                }
                judgement
            }
        };
        let (id, claim) = (property.id.clone(), property.claim.clone());
        let strategy = self.engine.name().to_owned();
        let report = PropertyReport { id, claim, strategy, judgement, statistics };
        if analysis.prepared.notation != Notation::C {
            kept.witness = None;
        }
        Attempt { report, kept, refinement: None }
    }

    fn refined(&self, precision: Infallible, _: &mut dyn Observer) -> Self {
        match precision {}
    }
}

impl BlockPass<'_> {
    /// That runs come to nothing undefined before what the property is about.
    fn assumed(&self, property: &BlockProperty) -> Vec<Assumption> {
        let PreparedBlockTask { program, entry, .. } = &self.analysis.prepared;
        nothing_undefined(program, *entry, |fault| property.looks_for(fault))
    }

    /// What the only run says of a property, if there is one.
    fn executed(
        &self,
        property: &BlockProperty,
        program: Option<&BlockProgram<'_>>,
        kept: &mut KeptSearch,
    ) -> Option<Judgement> {
        let PreparedBlockTask { program: whole, input, .. } = &self.analysis.prepared;
        let run = self.only_run.as_ref()?;
        let fails = match run.end() {
            Some(End::Failed(failure)) if property.failures.contains(&failure) => true,
            // A failing assertion ends it, too.
            None | Some(End::Returned | End::Ended | End::Failed(Failure::Assertion)) => false,
            Some(end) if !whole.is_manual() => property.exceptions.contains(&run.exception_kind()?) && end.is_unsafe(),
            Some(_) => return run.satisfied_earlier(|fault| property.looks_for(fault)),
        };
        if !fails {
            return Some(run.satisfied());
        }
        let executed = program.zip(input.as_ref()).map(|(program, input)| (program, replay_only_run(program, input)));
        let judged = executed.map(|(program, executed)| self.violation(property, program, &executed, kept));
        // It may be too long, or have more calls open than are copied.
        judged.filter(Judgement::is_decided).or_else(|| {
            *kept = KeptSearch::default();
            let watch = Watch::new(&self.analysis.sources, Seen::AllBut(&[]), Garbage::Kept);
            let reason = run.fault(&watch);
            Some(Judgement::suspected(reason, run.told(&watch)).with_evidence(Evidence::executed()))
        })
    }

    /// What the search says of a property.
    fn searched(
        &self,
        property: &BlockProperty,
        program: &BlockProgram<'_>,
        terms: &mut Terms,
        statistics: &mut PropertyStatistics,
        kept: &mut KeptSearch,
        observer: &mut dyn Observer,
    ) -> Judgement {
        let start = observer.now();
        let units = match self.engine {
            BlockEngine::Auto | BlockEngine::Predicates => {
                let whenever = self.engine == BlockEngine::Predicates;
                self.analysis.units(property, program, whenever, terms)
            }
            BlockEngine::Bounded | BlockEngine::KInduction | BlockEngine::Pdr => Vec::new(),
        };
        let (answer, done) = search(program, &units, terms, self.engine, QUERIES, observer);
        statistics.check_ms = Some(observer.since(start));
        statistics.blocks = Some(figures(program, &done));
        let start = observer.now();
        match answer {
            Ok(BlockAnswer::Fails(trace)) => {
                // Predicate abstraction has looked at its own copy of the program.
                let program = if self.engine == BlockEngine::Predicates { &units[0] } else { program };
                let executed = replay(program, &trace);
                let judgement = self.violation(property, program, &executed, kept);
                statistics.confirm_ms = Some(observer.since(start));
                judgement
            }
            Ok(BlockAnswer::Exhausted(blocks)) => {
                let reason = match blocks {
                    1 => msg!("no run has more than one block, and none fails"),
                    _ => msg!("no run has more than {blocks} blocks, and none fails"),
                };
                Judgement { reason: Some(reason), ..Judgement::satisfied() }
            }
            Ok(BlockAnswer::FailsInCalls { depth, blocks }) => {
                let judgement = self.deep_violation(property, (depth, blocks), terms, kept, observer);
                statistics.confirm_ms = Some(observer.since(start));
                judgement
            }
            Ok(BlockAnswer::ProvedByInduction(blocks)) => {
                let reason = match blocks {
                    1 => msg!(
                        "a block without a failure, from any state, is followed by none, and no run fails in its \
                          first block; the proof was checked once more"
                    )
                    .to_owned(),
                    _ => msg!(
                        "{blocks} blocks in a row without a failure, from any state, are followed by none, and \
                         no run fails so soon; the proof was checked once more"
                    ),
                };
                Judgement { reason: Some(reason), ..Judgement::satisfied() }
            }
            Ok(BlockAnswer::ProvedWithSummaries(proof)) => self.proof(&units, &proof, terms, kept),
            Ok(BlockAnswer::Proved(proof)) => {
                let proof = UnitProof { invariants: vec![proof], contracts: Vec::new() };
                self.proof(std::slice::from_ref(program), &proof, terms, kept)
            }
            Err(stop) => self.unknown(&stop, &done),
        }
    }

    /// The judgement on a failing run, which was executed.
    fn violation(
        &self,
        property: &BlockProperty,
        program: &BlockProgram<'_>,
        executed: &ExecutedTrace,
        kept: &mut KeptSearch,
    ) -> Judgement {
        let is_failure = match executed.failure() {
            Some(Some(failure)) => property.failures.contains(&failure),
            Some(None) => true,
            None => false,
        };
        let (run, places) = story::run(program, &self.analysis.sources, executed);
        kept.places = places;
        if is_failure {
            kept.witness = witness::of_run(program, &self.analysis.sources, executed);
            let reason = story::failure(program, &self.analysis.sources, executed);
            return Judgement::suspected(reason, run).with_evidence(Evidence::executed());
        }
        if !property.exceptions.is_empty() && !executed.assumed && executed.end.is_some_and(End::is_unsafe) {
            // Which exceptions a `finally` throws again is not followed.
            let reason = msg!("a run ends with another exception, and whether one ends with this one is not known");
            return Judgement::unknown_because(reason);
        }
        let evidence = story::unfollowed(program, &self.analysis.sources, executed);
        Judgement::suspected(Some(msg!("a run was found that fails")), run).with_evidence(evidence)
    }

    /// The judgement on a run that fails with more calls open than the flat program follows.
    fn deep_violation(
        &self,
        property: &BlockProperty,
        (depth, blocks): (u32, usize),
        terms: &mut Terms,
        kept: &mut KeptSearch,
        observer: &mut dyn Observer,
    ) -> Judgement {
        let PreparedBlockTask { program, entry, .. } = &self.analysis.prepared;
        match failing_run(program, *entry, &options(property, depth, EDGES), blocks, terms, observer) {
            // Its places are not those of the flat program that is shown.
            Ok(Some((flat, trace))) => {
                let mut deep = KeptSearch::default();
                let judgement = self.violation(property, &flat, &replay(&flat, &trace), &mut deep);
                kept.witness = deep.witness;
                judgement
            }
            Ok(None) => {
                let why = msg!("a run fails with {depth} calls of one procedure open: too many to execute it");
                Judgement::unknown(&Stop::Incomplete(why), None)
            }
            Err(stop) => Judgement::unknown(&stop, None),
        }
    }

    /// The judgement on a program with a proof, in parts for each unit.
    fn proof(&self, units: &[BlockProgram<'_>], proof: &UnitProof, terms: &Terms, kept: &mut KeptSearch) -> Judgement {
        let LargeBlocks { sources, prepared } = self.analysis;
        let notation = prepared.notation;
        kept.witness = Some(witness::of_proof(units, sources, &proof.invariants, terms));
        let known = story::invariants(&units[0], sources, &proof.invariants[0], terms, notation);
        let mut invariants: Vec<Invariant> = known.iter().map(|(_, known)| known.clone()).collect();
        for contract in &proof.contracts {
            invariants.extend(story::contract(&units[contract.unit.index()], sources, contract, terms, notation));
        }
        if units.len() == 1 {
            // Units have places of their own.
            kept.known = known;
        }
        let says_nothing = invariants.iter().all(|known| known.conditions.is_empty() && known.hidden == 0);
        let reason = match (units.len(), says_nothing) {
            (1, true) => msg!("no block leads to it, whatever holds at the loops"),
            (1, false) => msg!("what holds at the loops excludes it; the proof was checked once more"),
            _ => {
                msg!(
                    "what recursive calls return, in terms of what was passed, excludes it; the proof was checked once more"
                )
            }
        };
        Judgement { reason: Some(reason), invariants, ..Judgement::satisfied() }
    }

    pub(super) fn unknown(&self, stop: &Stop, done: &BlockStatistics) -> Judgement {
        let mut judgement = Judgement::unknown(stop, None);
        if done.bound > 0 {
            judgement.reason = judgement.reason.map(|reason| match done.bound {
                1 => msg!("{reason}; no run of up to 1 block fails"),
                bound => msg!("{reason}; no run of up to {bound} blocks fails"),
            });
        }
        if *stop == too_deep() {
            judgement.remedies.push(Remedy::Depth);
        }
        if self.engine != BlockEngine::Auto && !matches!(stop, Stop::Cancelled | Stop::Budget(Resource::Megabytes, _)) {
            judgement.remedies.push(Remedy::Strategy { strategy: Strategy::Auto.name().to_owned() });
        }
        judgement
    }
}

pub(super) fn figures(program: &BlockProgram<'_>, done: &BlockStatistics) -> BlockSearchStatistics {
    BlockSearchStatistics {
        sizes: sizes(program),
        bound: u32::at(done.bound),
        queries: u32::try_from(done.pdr.queries + done.abstraction.queries).unwrap_or(u32::MAX),
        refinements: done.pdr.refinements + done.abstraction.refinements,
        level: done.pdr.level,
    }
}
