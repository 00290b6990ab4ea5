//! Formulas and monitors: the program beside the automaton of what must not happen, where that is a location to be reached.
//!
//! What the automaton accepts after finitely many steps, and runs that end, are decided exactly. Of runs that never end it is
//! only proved that there are none: none comes to the heads of the loops in question more than so many times.

mod fairness;
mod observer;

use fixedbitset::FixedBitSet;

use super::auto::{BlockAnswer, BlockEngine, BlockStatistics, search};
use super::facts::{Fact, FactObserver, LastState, truth_in};
use super::judge::{BlockPass, EDGES, KeptSearch, QUERIES, figures, sizes};
use super::prepare::{BlockProperty, PreparedBlockTask};
use super::replay::{ExecutedTrace, replay_watched};
use super::story;
use super::trace::Trace;
use super::{LargeBlocks, not_followed};
use crate::blocks::{BlockProgram, FlatProgram, FrameId, Notation};
use analysis::{Claim, LabelledRun, RunClaim};
use base::{Idx, IndexVec, Message, Observer, Sources, Stop, msg};
use bitvec::Terms;
use interpreter::{Machine, Value};
use ltl::logic::{Formulas, Monitor, PropositionId, Tail, Truth};
use ltl::tableau;
use program::objects::Program;
use report::evidence::Evidence;
use report::{Judgement, PropertyStatistics};

use fairness::Fairness;
use observer::AutomatonObserver;

/// How often runs may come to heads of loops where they may never end, one attempt after the other.
const VISITS: [u32; 3] = [0, 2, 8];

/// A formula or monitor, and a program.
pub struct TemporalCheck<'a, 'p> {
    flat: &'a FlatProgram<'p>,
    claim: &'a Claim,
    formulas: Formulas,
    facts: &'a IndexVec<PropositionId, Fact>,
    sources: &'a Sources,
    is_java: bool,
    /// Accepts the runs that refute the claim.
    automaton: Monitor,
    /// The locations before a run starts.
    before: FixedBitSet,
}

/// Formulas with an interpretation of their propositions.
#[derive(Clone, Copy)]
pub struct InterpretedFormulas<'a> {
    /// The formulas.
    pub formulas: &'a Formulas,
    /// By proposition, what it means.
    pub facts: &'a IndexVec<PropositionId, Fact>,
}

/// What a search for a run that refutes a formula or monitor has come to.
pub struct TemporalSearch<'p> {
    /// The program beside the automaton: a run that is accepted leads to its error location.
    pub program: BlockProgram<'p>,
    /// The terms of its blocks.
    pub terms: Terms,
    /// What was found.
    pub outcome: TemporalOutcome,
    /// What was done last.
    pub done: BlockStatistics,
    /// How long it took to build, in milliseconds, and to search.
    times: [f64; 2],
}

/// What was found.
pub enum TemporalOutcome {
    /// No run is accepted.
    Holds {
        /// Why the error location is not reached.
        answer: BlockAnswer,
        /// Whether the proof is about runs until they end, and not only until the automaton rejects them.
        says_all: bool,
    },
    /// A run is accepted: after finitely many steps, or because it ends.
    Refuted(Trace),
    /// No run is accepted that ends, or after finitely many steps. Of runs that never end that is not known.
    MayNotEnd,
    /// The search has ended before.
    Stopped(Stop),
}

impl LargeBlocks {
    /// The program in which the error location is what no run may reach: that of [`LargeBlocks::flat`], or the product with the
    /// automaton of a formula or monitor. `None` if it is too large.
    pub(super) fn searched(&self, property: &BlockProperty, observer: &mut dyn Observer) -> Option<FlatProgram<'_>> {
        let flat = self.flat(property)?;
        let Some(claim) = &property.temporal else { return Some(flat) };
        let PreparedBlockTask { formulas, facts, notation, .. } = &self.prepared;
        let is_java = *notation == Notation::Java;
        let check =
            TemporalCheck::new(&flat, claim, InterpretedFormulas { formulas, facts }, &self.sources, is_java, observer)
                .ok()?;
        check.product(None, observer).ok().map(|(product, _)| product)
    }
}

impl BlockPass<'_> {
    /// Checks a formula or monitor.
    pub(super) fn temporal(
        &mut self,
        property: &BlockProperty,
        claim: &Claim,
        statistics: &mut PropertyStatistics,
        kept: &mut KeptSearch,
        observer: &mut dyn Observer,
    ) -> Judgement {
        let analysis = self.analysis;
        let start = observer.now();
        let Some(flat) = analysis.flat(property) else {
            let why = msg!("the program has more than {EDGES} steps when all calls are copied into their callers");
            return Judgement::unknown(&Stop::Incomplete(why), None);
        };
        if self.built.is_none() {
            let mut terms = Terms::new();
            let sizes = sizes(&BlockProgram::new(flat.clone(), &mut terms));
            self.built = Some((sizes, observer.since(start)));
        }
        let PreparedBlockTask { formulas, facts, notation, .. } = &analysis.prepared;
        let is_java = *notation == Notation::Java;
        let formulas = InterpretedFormulas { formulas, facts };
        let check = TemporalCheck::new(&flat, claim, formulas, &analysis.sources, is_java, observer);
        let found = check.and_then(|check| {
            let found = check.search(self.engine, QUERIES, observer)?;
            Ok((check, found))
        });
        let (check, found) = match found {
            Ok(found) => found,
            Err(stop) => return Judgement::unknown(&stop, None),
        };
        [statistics.generate_ms, statistics.check_ms] = found.times.map(Some);
        statistics.blocks = Some(figures(&found.program, &found.done));
        match &found.outcome {
            TemporalOutcome::Holds { answer, says_all } => self.temporal_proof(&found, &flat, answer, *says_all, kept),
            TemporalOutcome::Refuted(trace) => {
                let start = observer.now();
                let judgement = check.violation(&found.program, trace, kept);
                statistics.confirm_ms = Some(observer.since(start));
                judgement
            }
            TemporalOutcome::MayNotEnd => undecided(claim),
            TemporalOutcome::Stopped(stop) => self.unknown(stop, &found.done),
        }
    }

    /// The judgement on a program without a run that is accepted. `says_all`: the proof is about runs until they end, and not
    /// only until the automaton rejects them.
    fn temporal_proof(
        &self,
        TemporalSearch { program, terms, .. }: &TemporalSearch<'_>,
        flat: &FlatProgram<'_>,
        answer: &BlockAnswer,
        says_all: bool,
        kept: &mut KeptSearch,
    ) -> Judgement {
        let proof = match answer {
            BlockAnswer::Proved(proof) => Some(proof),
            BlockAnswer::ProvedWithSummaries(proof) => proof.invariants.first(),
            _ => None,
        };
        if let Some(proof) = proof.filter(|_| says_all) {
            let notation = self.analysis.prepared.notation;
            let known = story::invariants(program, &self.analysis.sources, proof, terms, notation);
            kept.known = story::whatever_was_observed(flat, &program.flat, known);
        }
        let invariants: Vec<_> = kept.known.iter().map(|(_, known)| known.clone()).collect();
        let reason = match answer {
            BlockAnswer::Exhausted(blocks) => {
                let blocks = if *blocks == 1 { msg!("one block") } else { msg!("{blocks} blocks") };
                match says_all {
                    true => msg!("no run has more than {blocks}, and none violates it"),
                    false => msg!("every run has decided it after {blocks}, and none violates it"),
                }
            }
            BlockAnswer::ProvedByInduction(blocks) => {
                msg!("by induction over {blocks} blocks in a row; the proof was checked once more")
            }
            _ if proof.is_some_and(|proof| proof.iter().all(Vec::is_empty)) => {
                msg!("no block leads to a violation, whatever holds at the loops")
            }
            _ if says_all => msg!("what holds at the loops excludes a violation; the proof was checked once more"),
            _ => msg!(
                "what holds at the loops, as long as a violation is possible, excludes one; the proof was checked once more"
            ),
        };
        Judgement { reason: Some(reason), invariants, ..Judgement::satisfied() }
    }
}

/// No run that ends is accepted, but one that never ends might be.
fn undecided(claim: &Claim) -> Judgement {
    let what = match claim {
        Claim::Holds(..) => {
            msg!(
                "no run that ends violates the formula, but one that never ends might: in blocks, what happens eventually can \
             rarely be decided. Formulas about what never happens can, such as `G !{{…}}` or `!{{…}} W {{…}}`"
            )
        }
        Claim::Nothing(_) => {
            msg!(
                "the monitor accepts no run that ends, but it might accept one that never ends: in blocks, what is repeated for \
             ever can rarely be decided. Monitors with a `target` can"
            )
        }
    };
    Judgement::unknown(&Stop::Incomplete(what), None)
}

impl<'a, 'p> TemporalCheck<'a, 'p> {
    /// A claim about the runs of a program without an observer.
    ///
    /// # Errors
    /// If the automaton is too large, or the observer ends the search.
    pub fn new(
        flat: &'a FlatProgram<'p>,
        claim: &'a Claim,
        InterpretedFormulas { formulas, facts }: InterpretedFormulas<'a>,
        sources: &'a Sources,
        is_java: bool,
        observer: &mut dyn Observer,
    ) -> Result<Self, Stop> {
        let mut formulas = formulas.clone();
        let automaton = match claim {
            Claim::Holds(_, formula) => tableau::violations(&mut formulas, *formula, observer)?,
            Claim::Nothing(monitor) => monitor.clone(),
        };
        let before = if is_java { FixedBitSet::new() } else { before_start(flat) };
        Ok(Self { flat, claim, formulas, facts, sources, is_java, automaton, before })
    }

    fn facts(&self) -> FactObserver<'_, 'p> {
        FactObserver::new(self.flat, self.sources, self.is_java, self.facts.iter())
    }

    /// Looks for a run that refutes the claim: first one that ends, then, if there may be some, one that never ends.
    ///
    /// # Errors
    /// If the product of program and automaton is too large, or the observer ends the search.
    pub fn search(
        &self,
        engine: BlockEngine,
        queries: u64,
        observer: &mut dyn Observer,
    ) -> Result<TemporalSearch<'p>, Stop> {
        let facts = self.facts();
        let mut label = |place, proposition| facts.anywhere(place, &self.facts[proposition]).truth();
        let fairness = Fairness::new(self.flat, &self.automaton, &self.formulas, &self.before, &mut label, observer)?;
        let mut found = self.attempt(engine, queries, None, observer)?;
        for visits in VISITS.into_iter().filter(|_| !fairness.is_empty()) {
            if !matches!(found.outcome, TemporalOutcome::Holds { .. } | TemporalOutcome::MayNotEnd) {
                break;
            }
            let times = found.times;
            found = self.attempt(engine, queries, Some((&fairness, visits)), observer)?;
            found.times = [0, 1].map(|i| found.times[i] + times[i]);
            match &found.outcome {
                TemporalOutcome::Holds { .. } => break,
                TemporalOutcome::Stopped(stop) if stop.ends_the_run() => break,
                TemporalOutcome::Refuted(_) | TemporalOutcome::Stopped(_) | TemporalOutcome::MayNotEnd => {
                    found.outcome = TemporalOutcome::MayNotEnd;
                }
            }
        }
        Ok(found)
    }

    /// The program beside the automaton, and whether that follows all runs until they end.
    ///
    /// # Errors
    /// If it is too large, or the observer does not want to go on.
    fn product(
        &self,
        never_ending: Option<(&Fairness, u32)>,
        observer: &mut dyn Observer,
    ) -> Result<(FlatProgram<'p>, bool), Stop> {
        let mut automaton = AutomatonObserver::new(self, never_ending, observer);
        let product = self.flat.watched(&mut automaton, EDGES)?.ok_or_else(|| {
            Stop::Incomplete(msg!(
                "the program and the automaton of the property have more than {EDGES} steps together"
            ))
        })?;
        Ok((product, !automaton.has_rejected))
    }

    /// Looks for a run that is accepted, or that may be.
    fn attempt(
        &self,
        engine: BlockEngine,
        queries: u64,
        never_ending: Option<(&Fairness, u32)>,
        observer: &mut dyn Observer,
    ) -> Result<TemporalSearch<'p>, Stop> {
        let start = observer.now();
        let (product, says_all) = self.product(never_ending, observer)?;
        let mut terms = Terms::new();
        let program = BlockProgram::new(product, &mut terms);
        // Calls are not kept, so that the program is the only unit.
        let mut units = match engine {
            BlockEngine::Predicates => vec![BlockProgram::new(program.flat.clone(), &mut terms)],
            _ => Vec::new(),
        };
        let built = observer.since(start);
        let start = observer.now();
        let (answer, done) = search(&program, &units, &mut terms, engine, queries, observer);
        let outcome = match answer {
            Ok(BlockAnswer::Fails(trace)) => TemporalOutcome::Refuted(trace),
            Ok(BlockAnswer::FailsInCalls { .. }) => TemporalOutcome::Stopped(not_followed(&units)),
            Ok(answer) => TemporalOutcome::Holds { answer, says_all },
            Err(stop) => TemporalOutcome::Stopped(stop),
        };
        let times = [built, observer.since(start)];
        // Predicate abstraction has looked at its own copy.
        let program = units.pop().unwrap_or(program);
        Ok(TemporalSearch { program, terms, outcome, done, times })
    }

    /// The judgement on a run that is accepted.
    fn violation(&self, program: &BlockProgram<'_>, trace: &Trace, kept: &mut KeptSearch) -> Judgement {
        let Executed { trace: executed, reason, labels } = self.execute(program, trace);
        let (run, places) = story::run(program, self.sources, &executed);
        kept.places = places;
        kept.labelled = reason.as_ref().and(self.labelled(&executed, &labels));
        let Some(reason) = reason else {
            let what = match self.claim {
                Claim::Holds(..) => msg!("a run was found that violates the formula"),
                Claim::Nothing(_) => msg!("a run was found that the monitor accepts"),
            };
            let evidence = story::unfollowed(program, self.sources, &executed);
            return Judgement::suspected(Some(what), run).with_evidence(evidence);
        };
        Judgement::suspected(Some(reason), run).with_evidence(Evidence::executed())
    }

    /// Executes a run of the product, and says how it refutes the claim, by the definition of formulas and monitors on the
    /// states of the execution.
    pub fn execute(&self, program: &BlockProgram<'_>, trace: &Trace) -> Executed {
        let mut labels: Vec<PropositionLabels> = Vec::new();
        let mut watch = |machine: &Machine<'_>, state: LastState, number: &dyn Fn(Value) -> Option<i64>| {
            if !self.has_started(machine) {
                return;
            }
            let truth = |fact: &Fact| truth_in(fact, machine, state, self.sources, self.is_java, number);
            labels.push(self.facts.iter().map(truth).collect());
        };
        let executed = replay_watched(program, trace, &mut watch);
        let reason = self.refutation(program.flat.program, &executed, &labels);
        Executed { trace: executed, reason, labels }
    }

    /// An executed run with what holds in its states. It stays in its last one if that is its end.
    fn labelled(&self, executed: &ExecutedTrace, labels: &[PropositionLabels]) -> Option<LabelledRun> {
        let length = labels.len();
        let before = executed.states.len().checked_sub(length).filter(|_| length > 0)?;
        let is_final = executed.end.is_some_and(|end| end.is_final());
        let tail = if is_final { Tail::Stutters } else { Tail::Cut };
        let label =
            |at: usize, proposition: PropositionId| labels[at].get(proposition).copied().unwrap_or(Truth::Unknown);
        let mut labelled = LabelledRun::new(&self.formulas, self.claim.refutation(), length, tail, label);
        labelled.steps = (before..executed.states.len()).map(|at| story::step(executed, at)).collect();
        Some(labelled)
    }

    fn has_started(&self, machine: &Machine<'_>) -> bool {
        let top = machine.top();
        let places = &self.flat.cfa.locations;
        let is_there = |at: usize| {
            let place = places[program::cfa::Location::at(at)];
            machine.depth() == 1 && place.frame == FrameId(0) && place.location == top.location
        };
        !self.before.ones().any(is_there)
    }

    /// How an executed run refutes the claim, in a sentence; `None` if it does not.
    fn refutation(&self, program: &Program, executed: &ExecutedTrace, labels: &[PropositionLabels]) -> Option<Message> {
        if labels.is_empty() || executed.assumed {
            return None;
        }
        let label =
            |at: usize, proposition: PropositionId| labels[at].get(proposition).copied().unwrap_or(Truth::Unknown);
        let truth = |claim: RunClaim<'_>, tail| claim.truth(&self.formulas, labels.len(), tail, &label) == Truth::True;
        let refutes = |tail| truth(self.claim.refutation(), tail);
        let last = executed.states.last()?;
        let at = program.procedures[last.procedure].cfa.locations[last.location];
        let file = self.sources.file(at.file);
        let place = msg!("line {} of {}", file.position(at.start).0, Message::verbatim(&file.name));
        let is_refuted_now =
            refutes(Tail::Cut) || refutes(Tail::Stutters) && truth(RunClaim::IsFound(&self.automaton), Tail::Cut);
        if is_refuted_now {
            return Some(match self.claim {
                Claim::Holds(..) => msg!("after what has happened up to {place}, the formula cannot hold any more"),
                Claim::Nothing(_) => msg!("the run takes the monitor to a target in {place}"),
            });
        }
        let is_final = executed.end.is_some_and(|end| end.is_final());
        (is_final && refutes(Tail::Stutters)).then(|| match self.claim {
            Claim::Holds(..) => {
                msg!("the run ends in {place}, and stays in its last state, so that the formula does not hold")
            }
            Claim::Nothing(_) => {
                msg!("the run ends in {place}, and stays in its last state, where the monitor accepts it")
            }
        })
    }
}

/// What holds in a state, by proposition.
type PropositionLabels = IndexVec<PropositionId, Truth>;

/// A run of the product that was executed.
pub struct Executed {
    /// Its states.
    pub trace: ExecutedTrace,
    /// How it refutes the claim, in a sentence; `None` if it does not.
    pub reason: Option<Message>,
    /// What holds in its last states; all but those before the program starts.
    labels: Vec<PropositionLabels>,
}

/// The locations of a program in C at which static variables get their first values.
fn before_start(flat: &FlatProgram<'_>) -> FixedBitSet {
    let mut found = FixedBitSet::with_capacity(flat.cfa.locations.len());
    let mut at = flat.cfa.entry;
    while flat.span(at).start == flat.span(at).end
        && flat.cfa.locations[at].frame == FrameId(0)
        && let Some((_, edge)) = flat.cfa.edges_from(at).next()
        && !found.contains(edge.target.index())
    {
        found.insert(at.index());
        at = edge.target;
    }
    found
}
