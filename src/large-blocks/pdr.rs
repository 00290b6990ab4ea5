//! Property-directed reachability over predicates: for every head clauses that over-approximate what is reached within so many
//! blocks, strengthened until they are inductive (Bradley, VMCAI 2011; with implicit predicate abstraction as in Cimatti,
//! Griggio, Mover, Tonetta, TACAS 2014, but with predicates from weakest preconditions instead of interpolants).

use std::collections::{BTreeMap, BTreeSet};

use crate::blocks::{BlockId, BlockProgram, HeadId};
use base::{CollectByInsertion, Idx, IndexVec, Observer, Phase, Progress, Resource, Stop, msg};
use bitvec::{Answer, Solver, Sort, Substitution, TermId, Terms};

use super::check_proof::Invariants;
use super::not_followed;
use super::path::BlockInputs;
use super::predicates::{PredicateId, Predicates};
use super::refine::{Refinement, refine};
use super::trace::Trace;

/// A predicate, or its negation.
type Literal = (PredicateId, bool);

/// States at a head: those in which all literals hold. In ascending order.
type Cube = Vec<Literal>;

/// How the search has ended.
pub enum PdrAnswer {
    /// No run fails; at every head this holds.
    Safe(IndexVec<HeadId, Vec<TermId>>),
    /// A run fails.
    Fails(Trace),
}

/// What happens in a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PdrEvent {
    /// Runs with one block more are looked at: so many.
    Level(usize),
    /// A clause holds at a head in all runs of at most so many blocks; the others there say no more than it.
    Learned(HeadId, TermId, usize, Vec<TermId>),
    /// A clause holds at a head in all runs of at most so many blocks, one more than before.
    Pushed(HeadId, TermId, usize),
    /// These predicates are new.
    Refined(Vec<(HeadId, TermId)>),
    /// Clauses for so many blocks are inductive.
    Inductive(usize),
    /// A run fails after so many blocks.
    Fails(usize),
}

/// Only so many events are recorded.
pub const RECORDED_EVENTS: usize = 5_000;

/// What the search has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct PdrStatistics {
    /// Questions to the solver.
    pub queries: u64,
    /// Refinements.
    pub refinements: u32,
    /// The last number of blocks.
    pub level: u32,
}

/// States that must not be reached.
struct Obligation {
    head: HeadId,
    cube: Cube,
    /// The obligation from which it comes, and the block that leads there.
    then: Option<(usize, BlockId)>,
}

/// What is asked of the blocks that begin at a head.
struct SourceSolver {
    solver: Solver,
    /// Which clauses are assumed: those of a level and of all above.
    levels: Vec<TermId>,
    /// Predicates at the ends of blocks, as conditions at their beginnings.
    next: BTreeMap<BlockId, (Substitution, BTreeMap<PredicateId, TermId>)>,
}

/// A search.
pub struct Pdr<'a, 'p> {
    program: &'a BlockProgram<'p>,
    inputs: &'a BlockInputs,
    predicates: Predicates,
    sources: IndexVec<HeadId, SourceSolver>,
    /// The blocked cubes of every head, by the level up to which they are blocked.
    blocked: IndexVec<HeadId, Vec<Vec<Cube>>>,
    level: usize,
    /// How many questions may be asked.
    queries: u64,
    /// What holds at the heads anyway.
    known: Invariants,
    /// What has happened, if it is recorded.
    events: Option<Vec<PdrEvent>>,
    /// What has been done.
    pub statistics: PdrStatistics,
}

/// What a question about the predecessors of states has shown.
enum Predecessor {
    /// A state at the source of a block.
    Found(BlockId, Cube),
    /// There is none, because of these literals.
    None(Cube),
}

impl<'a, 'p> Pdr<'a, 'p> {
    /// A search that has not begun. It asks about `queries` questions at most: a step that has begun is finished.
    pub fn new(program: &'a BlockProgram<'p>, inputs: &'a BlockInputs, queries: u64, terms: &mut Terms) -> Self {
        let predicates = Predicates::mined(program, terms);
        let heads = program.heads.len();
        let source = |_| SourceSolver { solver: Solver::new(), levels: Vec::new(), next: BTreeMap::new() };
        let mut search = Self {
            program,
            inputs,
            predicates,
            sources: (0..heads).map(source).collect(),
            blocked: IndexVec::filled(Vec::new(), heads),
            level: 0,
            queries,
            known: IndexVec::filled(Vec::new(), heads),
            events: None,
            statistics: PdrStatistics::default(),
        };
        search.begin_level();
        search
    }

    /// Records the first [`RECORDED_EVENTS`] events from now on.
    pub fn record(&mut self) {
        self.events = Some(vec![PdrEvent::Level(self.level)]);
    }

    /// What was recorded.
    pub fn events(&self) -> &[PdrEvent] {
        self.events.as_deref().unwrap_or_default()
    }

    fn note(&mut self, event: impl FnOnce(&Self) -> PdrEvent) {
        if self.events.as_ref().is_some_and(|events| events.len() < RECORDED_EVENTS) {
            let event = event(self);
            self.events.as_mut().expect("it was recorded").push(event);
        }
    }

    /// Tells the search what holds at the heads anyway, in all runs.
    ///
    /// # Errors
    /// If the observer ends it.
    pub fn assume_invariants(
        &mut self,
        known: Invariants,
        terms: &Terms,
        observer: &mut dyn Observer,
    ) -> Result<(), Stop> {
        for (head, conditions) in known.iter_enumerated() {
            for &condition in conditions {
                self.sources[head].solver.assert(terms, condition, observer)?;
            }
        }
        self.known = known;
        Ok(())
    }

    /// The predicates.
    pub fn predicates(&self) -> &Predicates {
        &self.predicates
    }

    /// Conflicts of the solvers so far.
    pub fn conflicts(&self) -> u64 {
        self.sources.iter().map(|source| source.solver.statistics().conflicts).sum()
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
    ) -> Result<Option<PdrAnswer>, Stop> {
        let enough = self.statistics.queries.saturating_add(queries);
        while self.statistics.queries < enough {
            if let Some(path) = self.block_errors(terms, observer)? {
                let ends_at = path.last().map(|&block| self.program.blocks[block].target);
                let before = self.predicates.counts();
                match refine(self.program, self.inputs, &path, &mut self.predicates, terms, observer)? {
                    Refinement::Feasible(_) if ends_at == Some(self.program.cut) => {
                        return Err(not_followed([self.program]));
                    }
                    Refinement::Feasible(trace) => {
                        self.note(|_| PdrEvent::Fails(path.len()));
                        return Ok(Some(PdrAnswer::Fails(trace)));
                    }
                    Refinement::Refined => {
                        self.statistics.refinements += 1;
                        self.note(|search| PdrEvent::Refined(search.predicates.since(&before)));
                    }
                    Refinement::Stuck => {
                        return Err(Stop::Incomplete(msg!("no further predicate excludes a path that no run takes")));
                    }
                }
            } else if let Some(level) = self.propagate(terms, observer)? {
                self.note(|_| PdrEvent::Inductive(level));
                return Ok(Some(PdrAnswer::Safe(self.invariants(terms, level))));
            } else {
                self.begin_level();
            }
        }
        Ok(None)
    }

    fn begin_level(&mut self) {
        self.level += 1;
        self.statistics.level = u32::try_from(self.level).unwrap_or(u32::MAX);
        for head in (0..self.blocked.len()).map(HeadId::at) {
            self.blocked[head].resize(self.level + 2, Vec::new());
        }
        self.note(|search| PdrEvent::Level(search.level));
    }

    /// Blocks the error location at the current level, and then calls that are not followed; a path there if that fails.
    fn block_errors(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Option<Vec<BlockId>>, Stop> {
        for head in [self.program.error, self.program.cut] {
            if let Some(path) = self.block_head(terms, head, observer)? {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    fn block_head(
        &mut self,
        terms: &mut Terms,
        wanted: HeadId,
        observer: &mut dyn Observer,
    ) -> Result<Option<Vec<BlockId>>, Stop> {
        let mut all = vec![Obligation { head: wanted, cube: Cube::new(), then: None }];
        // By level, the last one first.
        let mut pending: BTreeSet<(usize, std::cmp::Reverse<usize>)> =
            BTreeSet::from([(self.level, std::cmp::Reverse(0))]);
        while let Some((level, std::cmp::Reverse(number))) = pending.pop_first() {
            if self.statistics.queries >= self.queries {
                return Err(Stop::Budget(Resource::Queries, self.queries));
            }
            // The solver asks only in long searches.
            let states = u32::try_from(self.statistics.queries).unwrap_or(u32::MAX);
            observer.ask(Progress {
                phase: Phase::Checking,
                states,
                frontier: u32::try_from(pending.len()).unwrap_or(u32::MAX),
            })?;
            let Obligation { head, ref cube, .. } = all[number];
            if head == BlockProgram::ENTRY {
                return Ok(Some(path(&all, number)));
            }
            let cube = cube.clone();
            if self.is_blocked(head, &cube, level) {
                continue;
            }
            match self.predecessor(terms, head, &cube, level, true, observer)? {
                Predecessor::Found(block, found) => {
                    let source = self.program.blocks[block].source;
                    let then = Some((number, block));
                    pending.insert((level, std::cmp::Reverse(number)));
                    pending.insert((level - 1, std::cmp::Reverse(all.len())));
                    all.push(Obligation { head: source, cube: found, then });
                }
                Predecessor::None(core) => {
                    let general = self.generalise(terms, head, core, level, observer)?;
                    let reached = self.lift(terms, head, &general, level, observer)?;
                    self.learn(terms, head, general, reached, observer)?;
                    if reached < self.level && head != wanted {
                        pending.insert((reached + 1, std::cmp::Reverse(number)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether a cube is contained in one that is blocked at a level.
    fn is_blocked(&self, head: HeadId, cube: &Cube, level: usize) -> bool {
        self.blocked[head][level..].iter().flatten().any(|known| known.iter().all(|l| cube.binary_search(l).is_ok()))
    }

    /// A state from which one block leads into a cube, reached with one block less than `level`. Without `wants_state` it is not
    /// said which.
    fn predecessor(
        &mut self,
        terms: &mut Terms,
        head: HeadId,
        cube: &Cube,
        level: usize,
        wants_state: bool,
        observer: &mut dyn Observer,
    ) -> Result<Predecessor, Stop> {
        let mut core = BTreeSet::new();
        let into: Vec<BlockId> = self.program.blocks_to(head).map(|(id, _)| id).collect();
        for id in into {
            let block = &self.program.blocks[id];
            let source = block.source;
            if source != BlockProgram::ENTRY && level <= 1 {
                continue;
            }
            let mut assumptions = self.levels(terms, source, level - 1);
            assumptions.push(block.guard);
            let ends: Vec<(TermId, Literal)> =
                cube.iter().map(|&literal| (self.ending(terms, id, literal), literal)).collect();
            assumptions.extend(ends.iter().map(|&(term, _)| term));
            // A first state in the cube has no predecessor in it.
            if source == head && !cube.is_empty() {
                assumptions.push(self.clause(terms, head, cube));
            }
            self.statistics.queries += 1;
            let solver = &mut self.sources[source].solver;
            if solver.check(terms, &assumptions, observer)? == Answer::Satisfiable {
                let state = if wants_state { self.cube_of_model(terms, id, &ends, observer)? } else { Cube::new() };
                return Ok(Predecessor::Found(id, state));
            }
            let failed: BTreeSet<TermId> = solver.core().iter().copied().collect_by_insertion();
            core.extend(ends.iter().filter(|(term, _)| failed.contains(term)).map(|&(_, literal)| literal));
        }
        Ok(Predecessor::None(core.into_iter().collect()))
    }

    /// The state of the last model at the source of a block, as a cube; without literals that do not matter for going on into the
    /// same cube with the same inputs, as far as one question tells.
    fn cube_of_model(
        &mut self,
        terms: &mut Terms,
        block: BlockId,
        ends: &[(TermId, Literal)],
        observer: &mut dyn Observer,
    ) -> Result<Cube, Stop> {
        let (source, guard) = (self.program.blocks[block].source, self.program.blocks[block].guard);
        let own = self.predicates.of(source);
        let model = self.sources[source].solver.model();
        let (cube, given): (Cube, Vec<(TermId, u64)>) = {
            let mut model = model.evaluation(terms);
            let cube = own.iter_enumerated().map(|(id, &predicate)| (id, model.holds(predicate))).collect();
            (cube, self.inputs.of(block).iter().map(|&input| (input, model.value(input))).collect())
        };
        let mut wanted: Vec<TermId> = ends.iter().map(|&(term, _)| term).collect();
        wanted.push(guard);
        // With the inputs of the model.
        let constants = given.iter().map(|&(input, value)| (input, terms.constant(terms.sort(input), value)));
        let mut put = Substitution::new(constants.collect::<Vec<_>>());
        let wanted: Vec<TermId> = wanted.into_iter().map(|term| put.apply(terms, term)).collect();
        let wanted = terms.all(&wanted);
        let unwanted = terms.not(wanted);
        let literals: Vec<(TermId, Literal)> =
            cube.iter().map(|&literal| (literal_of(terms, own[literal.0], literal.1), literal)).collect();
        let mut assumptions: Vec<TermId> = literals.iter().map(|&(term, _)| term).collect();
        assumptions.push(unwanted);
        self.statistics.queries += 1;
        let solver = &mut self.sources[source].solver;
        if solver.check(terms, &assumptions, observer)? == Answer::Satisfiable {
            return Ok(cube);
        }
        let failed: BTreeSet<TermId> = solver.core().iter().copied().collect_by_insertion();
        Ok(literals.iter().filter(|(term, _)| failed.contains(term)).map(|&(_, literal)| literal).collect())
    }

    /// A smaller cube that is blocked as well.
    fn generalise(
        &mut self,
        terms: &mut Terms,
        head: HeadId,
        mut cube: Cube,
        level: usize,
        observer: &mut dyn Observer,
    ) -> Result<Cube, Stop> {
        let mut position = 0;
        while position < cube.len() {
            let mut smaller = cube.clone();
            smaller.remove(position);
            match self.predecessor(terms, head, &smaller, level, false, observer)? {
                Predecessor::None(core) => {
                    // What was tried before and is still there is needed.
                    let kept = cube[..position].iter().filter(|literal| core.binary_search(literal).is_ok()).count();
                    position = kept;
                    cube = core;
                }
                Predecessor::Found(..) => position += 1,
            }
        }
        Ok(cube)
    }

    /// The greatest level at which a cube is blocked, at least this one.
    fn lift(
        &mut self,
        terms: &mut Terms,
        head: HeadId,
        cube: &Cube,
        mut level: usize,
        observer: &mut dyn Observer,
    ) -> Result<usize, Stop> {
        while level < self.level
            && let Predecessor::None(_) = self.predecessor(terms, head, cube, level + 1, false, observer)?
        {
            level += 1;
        }
        Ok(level)
    }

    fn learn(
        &mut self,
        terms: &mut Terms,
        head: HeadId,
        cube: Cube,
        level: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), Stop> {
        let clause = self.clause(terms, head, &cube);
        let subsumed = self.add_blocked(terms, head, cube, level, observer)?;
        if self.events.is_some() {
            let subsumed: Vec<TermId> = subsumed.iter().map(|cube| self.clause(terms, head, cube)).collect();
            self.note(|_| PdrEvent::Learned(head, clause, level, subsumed));
        }
        Ok(())
    }

    /// Blocks a cube up to a level; returns the cubes that are contained in it and no longer needed.
    fn add_blocked(
        &mut self,
        terms: &mut Terms,
        head: HeadId,
        cube: Cube,
        level: usize,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Cube>, Stop> {
        let mut subsumed = Vec::new();
        for known in &mut self.blocked[head][..=level] {
            let is_contained = |other: &mut Cube| cube.iter().all(|literal| other.binary_search(literal).is_ok());
            subsumed.extend(known.extract_if(.., is_contained));
        }
        self.assume(terms, head, &cube, level, observer)?;
        self.blocked[head][level].push(cube);
        Ok(subsumed)
    }

    /// Tells the solver of a head about a blocked cube.
    fn assume(
        &mut self,
        terms: &mut Terms,
        head: HeadId,
        cube: &Cube,
        level: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), Stop> {
        let clause = self.clause(terms, head, cube);
        let active = self.activation(terms, head, level);
        let inactive = terms.not(active);
        let conditional = terms.or(inactive, clause);
        self.sources[head].solver.assert(terms, conditional, observer)
    }

    fn clause(&self, terms: &mut Terms, head: HeadId, cube: &Cube) -> TermId {
        let own = self.predicates.of(head);
        let literals: Vec<TermId> = cube.iter().map(|&(id, value)| literal_of(terms, own[id], !value)).collect();
        terms.any(&literals)
    }

    fn activation(&mut self, terms: &mut Terms, head: HeadId, level: usize) -> TermId {
        let levels = &mut self.sources[head].levels;
        while levels.len() <= level {
            levels.push(terms.variable(Sort::Boolean));
        }
        levels[level]
    }

    /// The assumptions under which the solver of a head knows what is blocked at a level.
    fn levels(&mut self, terms: &mut Terms, head: HeadId, level: usize) -> Vec<TermId> {
        (level..=self.level + 1).map(|level| self.activation(terms, head, level)).collect()
    }

    /// A literal at the end of a block, as a condition at its beginning.
    fn ending(&mut self, terms: &mut Terms, id: BlockId, (predicate, value): Literal) -> TermId {
        let block = &self.program.blocks[id];
        let (put, known) = self.sources[block.source].next.entry(id).or_insert_with(|| {
            let images = block.next.iter().map(|&(variable, value)| (self.program.current[variable], value));
            (Substitution::new(images), BTreeMap::new())
        });
        let condition =
            *known.entry(predicate).or_insert_with(|| put.apply(terms, self.predicates.of(block.target)[predicate]));
        literal_of(terms, condition, value)
    }

    /// Moves what is blocked to higher levels; the level at which nothing is left behind, if any.
    fn propagate(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Option<usize>, Stop> {
        for level in 1..self.level {
            for head in (0..self.blocked.len()).map(HeadId::at) {
                for cube in std::mem::take(&mut self.blocked[head][level]) {
                    match self.predecessor(terms, head, &cube, level + 1, false, observer)? {
                        Predecessor::None(_) => {
                            let clause = self.clause(terms, head, &cube);
                            self.add_blocked(terms, head, cube, level + 1, observer)?;
                            self.note(|_| PdrEvent::Pushed(head, clause, level + 1));
                        }
                        Predecessor::Found(..) => self.blocked[head][level].push(cube),
                    }
                }
            }
            if self.blocked.iter().all(|blocked| blocked[level].is_empty()) {
                return Ok(Some(level + 1));
            }
        }
        Ok(None)
    }

    fn invariants(&self, terms: &mut Terms, level: usize) -> IndexVec<HeadId, Vec<TermId>> {
        let clauses = |(head, blocked): (HeadId, &Vec<Vec<Cube>>)| {
            let clauses = blocked[level..].iter().flatten().map(|cube| self.clause(terms, head, cube));
            clauses.chain(self.known[head].iter().copied()).collect()
        };
        self.blocked.iter_enumerated().map(clauses).collect()
    }
}

fn literal_of(terms: &mut Terms, predicate: TermId, value: bool) -> TermId {
    if value { predicate } else { terms.not(predicate) }
}

/// The blocks from the entry, where an obligation is, to the error location.
fn path(all: &[Obligation], mut number: usize) -> Vec<BlockId> {
    let mut blocks = Vec::new();
    while let Some((next, block)) = all[number].then {
        blocks.push(block);
        number = next;
    }
    blocks
}
