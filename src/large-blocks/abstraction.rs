//! Predicate abstraction with refinement on blocks (Beyer, Cimatti, Griggio, Keremoglu, Sebastiani, FMCAD 2009): regions over
//! predicates at every head, whose graph is explored up to covering; a path to the error location is a run, or weakest
//! preconditions along it become predicates. The first graph has no predicates at all.
//!
//! Procedures that are called recursively are components of the graph. Their predicates may mention what parameters and static
//! fields were when they were entered, so that the regions at their exits are summaries.

mod graph;
mod invariants;
mod paths;
mod posts;
mod readable;
mod regions;
mod system;

use std::cell::RefCell;

use crate::blocks::{BlockProgram, HeadId, UnitHead, UnitId};
use base::{Idx, Limits, Observer, Shared, Stop, msg};
use bitvec::{Evaluation, Substitution, TermId, Terms, VariableId};
use numbers::{InfeasiblePath, PathCheck, check_path};
use rsm::{Covering, NodeId, Order};

use super::not_followed;
use super::path::{BlockInputs, trace_step};
use super::predicates::Predicates;
use super::trace::Trace;

use graph::{AbstractMachine, Parents, is_goal, record};
use paths::FramedPath;
use system::AbstractSystem;

pub use graph::{AbstractEdge, AbstractNode, AbstractionRound, RECORDED_CUBES, RECORDED_NODES};
pub use invariants::{UnitContract, UnitProof};
pub use posts::{Posts, PredicateAbstraction, RegionStep, UnitStep};
pub use regions::{RegionCube, Regions};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct AbstractionOptions {
    /// Which regions there are.
    pub abstraction: PredicateAbstraction,
    /// How many questions the solvers may be asked.
    pub queries: u64,
    /// How many nodes a graph may have.
    pub nodes: u32,
    /// Whether to record the first [`RECORDED_ROUNDS`] rounds.
    pub record: bool,
}

impl Default for AbstractionOptions {
    fn default() -> Self {
        Self { abstraction: PredicateAbstraction::Boolean, queries: 100_000, nodes: 100_000, record: false }
    }
}

/// Only so many rounds are recorded.
pub const RECORDED_ROUNDS: usize = 100;

/// How the search has ended.
pub enum AbstractionAnswer {
    /// No run fails.
    Safe(UnitProof),
    /// A run fails.
    Fails(Trace),
    /// A run of a program with units fails: in a flat program, it has at most so many calls of a procedure open at a time, and no
    /// more blocks than this.
    FailsInCalls {
        /// The number of open calls.
        depth: u32,
        /// The number of blocks.
        blocks: usize,
    },
}

/// What the search has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AbstractionStatistics {
    /// Graphs that were explored to an end.
    pub rounds: u32,
    /// Rounds that ended with new predicates.
    pub refinements: u32,
    /// Predicates at all heads.
    pub predicates: u32,
    /// Questions to the solvers for abstract posts.
    pub queries: u64,
    /// The nodes of the last graph.
    pub nodes: u32,
}

/// A search.
pub struct Abstraction<'a, 'p> {
    units: &'a [BlockProgram<'p>],
    inputs: Vec<BlockInputs>,
    options: AbstractionOptions,
    predicates: Vec<Predicates>,
    /// What the program itself suggests, for when paths suggest nothing new.
    mined: Option<Vec<Predicates>>,
    posts: Posts<'a, 'p>,
    regions: Regions,
    /// What was recorded.
    pub rounds: Vec<AbstractionRound>,
    /// What has been done.
    pub statistics: AbstractionStatistics,
}

impl<'a, 'p> Abstraction<'a, 'p> {
    /// A search in a program that has not begun. A flat program is one unit.
    pub fn new(units: &'a [BlockProgram<'p>], options: AbstractionOptions, terms: &Terms) -> Self {
        Self {
            units,
            inputs: units.iter().map(|program| BlockInputs::new(program, terms)).collect(),
            options,
            predicates: units.iter().map(Predicates::none).collect(),
            mined: None,
            posts: Posts::new(units, options.abstraction, options.queries),
            regions: Regions::new(),
            rounds: Vec::new(),
            statistics: AbstractionStatistics::default(),
        }
    }

    /// The predicates of a unit.
    pub fn predicates(&self, unit: UnitId) -> &Predicates {
        &self.predicates[unit.index()]
    }

    /// Searches on until there is an answer, or until so many more questions were asked; the search can then go on.
    ///
    /// # Errors
    /// If the observer ends it, all questions were asked, or no predicate excludes a path.
    pub fn advance(
        &mut self,
        queries: u64,
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Option<AbstractionAnswer>, Stop> {
        let pause = self.statistics.queries.saturating_add(queries);
        loop {
            match self.round(pause, terms, observer) {
                Ok(Some(answer)) => return Ok(Some(answer)),
                Ok(None) if self.statistics.queries >= pause => return Ok(None),
                Ok(None) => {}
                Err(RoundEnd::Pause) => return Ok(None),
                Err(RoundEnd::Stop(stop)) => return Err(stop),
            }
        }
    }

    /// Explores a graph, and looks at a path to the error location if there is one. Without an answer there are new predicates.
    fn round(
        &mut self,
        pause: u64,
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Option<AbstractionAnswer>, RoundEnd> {
        let observer = RefCell::new(observer);
        let ask = |progress| observer.borrow_mut().progress(progress);
        let mut system = AbstractSystem {
            units: self.units,
            predicates: &self.predicates,
            posts: &mut self.posts,
            regions: &mut self.regions,
            terms,
            observer: Shared(&ask),
            pause,
            is_paused: false,
        };
        let mut machine = AbstractMachine::default();
        let limits = Limits { states: self.options.nodes, ..Limits::default() };
        let units = self.units;
        let found =
            machine.find(&mut Covering::new(&mut system), Order::BreadthFirst, &limits, &mut Shared(&ask), |node| {
                is_goal(units, &node.state, false)
            });
        let is_paused = system.is_paused;
        self.statistics.queries = system.posts.queries;
        self.statistics.nodes = u32::at(machine.nodes.len());
        let found = match found {
            Err(_) if is_paused => return Err(RoundEnd::Pause),
            found => found?,
        };
        let cut = |node: &NodeId| is_goal(units, &machine.nodes[*node].state.state, true);
        let goal = found.or_else(|| machine.nodes.indices().find(cut));
        let records = self.options.record && self.rounds.len() < RECORDED_ROUNDS;
        let mut round = if records { Some(record(&machine, &mut system)?) } else { None };
        self.statistics.rounds += 1;
        let Some(goal) = goal else {
            self.rounds.extend(round);
            let proof = invariants::proof(units, &machine, &mut self.regions, terms, &mut Shared(&ask))?;
            return Ok(Some(AbstractionAnswer::Safe(proof)));
        };
        let path = Parents::new(&machine).path_to(&machine, goal, &system)?;
        let framed = FramedPath::new(units, &self.inputs, &path, terms);
        let observer = &mut **observer.borrow_mut();
        let answer = match check_path(&framed.steps, terms, observer)? {
            PathCheck::Feasible(_) if found.is_none() => {
                return Err(not_followed(units).into());
            }
            PathCheck::Feasible(model) => {
                let answer = self.failure(&path, &framed, &mut model.evaluation(terms));
                Some(answer)
            }
            PathCheck::Infeasible(infeasible) => {
                let added = self.refine(&framed, &infeasible, terms, observer)?;
                if let Some(round) = &mut round {
                    round.core.clone_from(&infeasible.needed);
                    round.predicates = added;
                }
                None
            }
        };
        if let Some(mut round) = round {
            round.path = path;
            self.rounds.push(round);
        }
        Ok(answer)
    }

    fn failure<F: FnMut(VariableId) -> u64>(
        &self,
        path: &[(UnitId, UnitStep)],
        framed: &FramedPath,
        model: &mut Evaluation<'_, F>,
    ) -> AbstractionAnswer {
        let blocks = path.iter().zip(&framed.renamings).filter_map(|((_, step), renaming)| match step {
            UnitStep::Block(block) => Some((*block, renaming)),
            UnitStep::Call(_) | UnitStep::Return(..) => None,
        });
        let [program] = self.units else {
            // Every block of a flat program is a step of a unit, or several.
            return AbstractionAnswer::FailsInCalls { depth: framed.depth, blocks: path.len() };
        };
        let steps = blocks.map(|(block, renaming)| trace_step(&self.inputs[0], block, renaming, model)).collect();
        let entry = &program.heads[BlockProgram::ENTRY].live;
        let initial = entry.iter().map(|&v| (v, model.value(program.current[v]))).collect();
        AbstractionAnswer::Fails(Trace { initial, steps })
    }

    /// Adds predicates that exclude a path: those that a proof of infeasibility needs, otherwise all in weakest preconditions,
    /// otherwise what the program itself suggests at the heads of the path.
    fn refine(
        &mut self,
        framed: &FramedPath,
        infeasible: &InfeasiblePath<'_>,
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Vec<(UnitId, HeadId, TermId)>, Stop> {
        let mut added = Vec::new();
        // Of the entry procedure nothing was passed.
        let called = |step: &usize| framed.scopes[*step].unit != UnitId(0);
        let relevant = if self.units.len() > 1 { infeasible.relevant(terms) } else { Vec::new() };
        for step in (0..relevant.len()).filter(called) {
            let (scope, relevant) = (&framed.scopes[step], &relevant[step]);
            for equation in scope.equations(terms, relevant, &mut infeasible.values(step)) {
                self.add(terms, scope.at(), equation, &mut added);
            }
        }
        for only_needed in [true, false] {
            let mut name = |terms: &mut Terms, step: usize, atom, there: &mut Substitution| {
                framed.scopes[step].name(terms, atom, there)
            };
            for (step, found) in infeasible.atoms(only_needed, &mut name, terms, observer)? {
                let scope = &framed.scopes[step];
                for atom in found {
                    self.add(terms, scope.at(), atom, &mut added);
                }
            }
            if !added.is_empty() {
                self.statistics.refinements += 1;
                return Ok(added);
            }
        }
        let mined = match self.mined.take() {
            Some(mined) => mined,
            None => self.units.iter().map(|program| Predicates::mined(program, terms)).collect(),
        };
        for scope in &framed.scopes {
            for &atom in mined[scope.unit.index()].of(scope.head) {
                self.add(terms, scope.at(), atom, &mut added);
            }
        }
        self.mined = Some(mined);
        if added.is_empty() {
            return Err(Stop::Incomplete(msg!("no further predicate excludes a path that no run takes")));
        }
        self.statistics.refinements += 1;
        Ok(added)
    }

    fn add(
        &mut self,
        terms: &mut Terms,
        UnitHead { unit, head }: UnitHead,
        atom: TermId,
        added: &mut Vec<(UnitId, HeadId, TermId)>,
    ) {
        if self.predicates[unit.index()].add(terms, head, atom) {
            self.statistics.predicates += 1;
            added.push((unit, head, atom));
        }
    }
}

/// Why a round ended without having found anything out.
enum RoundEnd {
    /// As many questions were asked as this turn may ask.
    Pause,
    /// The search has ended.
    Stop(Stop),
}

impl From<Stop> for RoundEnd {
    fn from(stop: Stop) -> Self {
        RoundEnd::Stop(stop)
    }
}
