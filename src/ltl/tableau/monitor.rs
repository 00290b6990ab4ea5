//! Monitors beside a system: whether there is a run that they look for.

use super::check::{CheckVerdict, EXPLAINED, dead_end, no_run, not_definite};
use super::closure::Reading;
use super::guards::{Guards, Move};
use super::labels::{Labelled, Labels};
use crate::logic::{Formulas, Monitor, MonitorStateId, PropositionId, Truth};
use base::{Idx, Limits, Observer, Stop};
use rsm::{
    AcceptanceMarkId, AcceptanceMarks, FairSearch, FairSystem, NodeId, Order, Path, RankedComponent, RecursiveSystem,
    Rsm, Sizes, SizesOf, Step, find_fair_cycle,
};

/// A state of a system beside that of a monitor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MonitoredState<S> {
    /// That of the system.
    pub state: S,
    /// That of the monitor.
    pub monitor: MonitorStateId,
    /// Whether the monitor is taken into a target here.
    pub hit: bool,
}

/// What a search with a monitor has found.
pub struct MonitorOutcome<S> {
    /// Whether no run is what the monitor looks for.
    pub verdict: CheckVerdict,
    /// The state because of which the verdict is unknown, if it is one.
    pub culprit: Option<S>,
    search: Search<S>,
}

/// One of the two searches, as far as it has come.
enum Search<S> {
    /// For a hit.
    Reachability(Box<Rsm<MonitoredState<S>>>, Result<Option<NodeId>, Stop>),
    /// For an infinite run that visits all acceptance sets.
    FairCycle(Box<FairSearch<MonitoredState<S>>>, AcceptanceMarks),
}

impl<S: Idx> Search<S> {
    fn rsm(&self) -> &Rsm<MonitoredState<S>> {
        match self {
            Search::Reachability(rsm, _) => rsm,
            Search::FairCycle(search, _) => &search.rsm,
        }
    }

    /// Whether a run was found, or why that is not known.
    fn is_found(&self) -> Result<bool, Stop> {
        match self {
            Search::Reachability(_, found) => found.clone().map(|node| node.is_some()),
            Search::FairCycle(search, _) => search.stop.clone().map_or(Ok(search.lasso.is_some()), Err),
        }
    }

    /// The run found; without a cycle it has reached a target.
    fn run(&self, limit: usize) -> Option<Path<MonitoredState<S>>> {
        let mut run = match self {
            Search::Reachability(rsm, found) => rsm.whole_run_to((*found.as_ref().ok()?)?, limit),
            Search::FairCycle(search, marks) => search.run(search.lasso.as_ref()?, marks, limit),
        };
        if let (Search::FairCycle(search, _), Some(start)) = (self, run.cycle.map(Idx::index))
            && search.rsm.nodes[*run.state(start)].state.hit
        {
            // It is there, and nothing needs to be repeated.
            run.visits.truncate(start + 1);
            run.cycle = None;
        }
        Some(run.map(|&node| self.rsm().nodes[node].state))
    }
}

impl<S: Idx> MonitorOutcome<S> {
    /// The part of the product that was generated.
    pub fn rsm(&self) -> &Rsm<MonitoredState<S>> {
        self.search.rsm()
    }

    /// The components of the product in which no run stays for ever that the monitor looks for, with the reasons.
    pub fn ranked(&self) -> &[RankedComponent] {
        match &self.search {
            Search::FairCycle(search, _) => &search.ranked,
            Search::Reachability(..) => &[],
        }
    }

    /// A run that the monitor looks for; without a cycle it has reached a target. Calls that have returned are shown as far
    /// as the run has at most `limit` visits.
    pub fn run(&self, limit: usize) -> Option<Path<S>> {
        let run = self.search.run(limit).filter(|_| self.verdict == CheckVerdict::Violated)?;
        Some(run.map(|monitored| monitored.state))
    }
}

/// Whether no run of `system` is what a monitor looks for; stops as soon as it has seen one.
///
/// Where only targets are looked for this is reachability, else a fair cycle: the two searches of Alur, Chaudhuri, Etessami,
/// Madhusudan (TACAS 2005) on the product of section 5.
///
/// - `Violated` and `Satisfied` are definite: a run found takes only edges whose guards are true; and if there is none, no run
///   takes edges whose guards are true or unknown, either.
/// - `Unknown` comes from a limit, from a label that is unknown and matters, from a state without successors, or from there
///   being no run at all.
pub fn watch<S: Labelled>(
    system: &mut S,
    monitor: &Monitor,
    formulas: &Formulas,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> MonitorOutcome<S::State> {
    let propositions = monitor.propositions(formulas);
    let first = propositions.iter().copied().filter(|&p| system.is_cheap(p)).collect();
    let mut product = Product {
        labels: Labels::new(propositions),
        guards: Guards::new(monitor, formulas, first),
        system,
        monitor,
        reading: Reading::Optimistic,
        marks: AcceptanceMarks::new(monitor.acceptance_sets.map_or(0, Idx::index)),
        indefinite: false,
        dead_end: None,
        states: Vec::new(),
    };
    let search = product.search(limits, observer);
    if product.indefinite && search.is_found() == Ok(false) {
        drop(search);
        product = Product { reading: Reading::Pessimistic, dead_end: None, ..product };
        let search = product.search(limits, observer);
        return product.outcome(search, formulas);
    }
    product.outcome(search, formulas)
}

/// The product of a system with a monitor. A state with a hit stays where it is and visits all acceptance sets.
struct Product<'p, S: Labelled> {
    system: &'p mut S,
    monitor: &'p Monitor,
    labels: Labels,
    guards: Guards<'p>,
    /// Edges with unknown guards are taken if it is pessimistic.
    reading: Reading,
    marks: AcceptanceMarks,
    /// Whether some edge has an unknown guard.
    indefinite: bool,
    /// A state without successors in which the monitor could go on.
    dead_end: Option<S::State>,
    states: Vec<S::State>,
}

impl<S: Labelled> Product<'_, S> {
    fn search(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Search<S::State> {
        if self.monitor.acceptance_sets.is_some() {
            let search = find_fair_cycle(self, limits, observer);
            return Search::FairCycle(Box::new(search), self.marks.clone());
        }
        let mut rsm = Rsm::default();
        let found = rsm.find(self, Order::DepthFirst, limits, observer, |state| state.hit);
        Search::Reachability(Box::new(rsm), found)
    }

    fn outcome(mut self, search: Search<S::State>, formulas: &Formulas) -> MonitorOutcome<S::State> {
        let may_block = self.system.may_block();
        let (verdict, culprit) = match (search.is_found(), self.reading) {
            (Err(stop), _) => (CheckVerdict::Unknown(stop), None),
            (Ok(true), Reading::Optimistic) => (CheckVerdict::Violated, None),
            (Ok(true), Reading::Pessimistic) => {
                let unknown = search.run(EXPLAINED).and_then(|run| self.first_unknown(&run));
                let proposition = unknown.map(|(_, proposition)| formulas.proposition(proposition));
                (CheckVerdict::Unknown(not_definite(proposition)), unknown.map(|(state, _)| state))
            }
            (Ok(false), _) if search.rsm().entries().is_empty() && !may_block => {
                (CheckVerdict::Unknown(no_run()), None)
            }
            (Ok(false), _) => match self.dead_end {
                Some(state) => (CheckVerdict::Unknown(dead_end()), Some(state)),
                None => (CheckVerdict::Satisfied, None),
            },
        };
        MonitorOutcome { verdict, culprit, search }
    }

    /// The edges that may be taken at a resolved state, whether or not they are, for [`Guards::get`].
    fn possible(&mut self, state: S::State, monitor: MonitorStateId) -> Result<std::ops::Range<u32>, Stop> {
        let (system, labels) = (&mut *self.system, &mut self.labels);
        self.guards.moves(monitor, |proposition| labels.get(system, state, proposition))
    }

    /// Calls `visit` for every edge that is taken at a resolved state.
    fn for_each_move(
        &mut self,
        state: S::State,
        monitor: MonitorStateId,
        mut visit: impl FnMut(&mut Self, Move) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for position in self.possible(state, monitor)? {
            let taken = self.guards.get(position);
            self.indefinite |= !taken.is_definite;
            if taken.is_taken(self.reading) {
                visit(self, taken)?;
            }
        }
        Ok(())
    }

    fn is_target(&self, monitor: MonitorStateId) -> bool {
        self.monitor.states[monitor].is_target
    }

    fn add(
        &mut self,
        state: S::State,
        monitor: MonitorStateId,
        states: &mut Vec<MonitoredState<S::State>>,
    ) -> Result<(), Stop> {
        let mut hit = false;
        // An unresolved state may turn out to be none.
        if !self.system.is_unresolved(state) {
            hit = self.is_target(monitor);
            self.for_each_move(state, monitor, |product, taken| {
                hit |= product.is_target(taken.edge(product.monitor).target);
                Ok(())
            })?;
        }
        states.push(MonitoredState { state, monitor, hit });
        Ok(())
    }

    /// Adds every state of `self.states` with every move of the monitor at `from`.
    fn add_moves(
        &mut self,
        from: &MonitoredState<S::State>,
        states: &mut Vec<MonitoredState<S::State>>,
    ) -> Result<(), Stop> {
        let found = std::mem::take(&mut self.states);
        let is_lost = found.is_empty() && !self.system.may_block() && !self.system.is_cut(from.state);
        let mut moves = 0;
        for position in 0..found.len().max(usize::from(is_lost)) {
            self.for_each_move(from.state, from.monitor, |product, taken| {
                moves += 1;
                let target = taken.edge(product.monitor).target;
                found.get(position).map_or(Ok(()), |&state| product.add(state, target, states))
            })?;
        }
        if is_lost && moves > 0 {
            self.dead_end.get_or_insert(from.state);
        }
        self.states = found;
        Ok(())
    }

    /// The first state of a run, and the proposition, because of which it is not certain that the monitor can follow it.
    fn first_unknown(&mut self, run: &Path<MonitoredState<S::State>>) -> Option<(S::State, PropositionId)> {
        let on_the_run = (0..run.len()).find_map(|at| {
            let next = run.after(at).filter(|_| !run.visits[at].folded).map(|next| run.state(next).monitor);
            let hit = run.state(at).hit;
            self.unknown_at(run.state(at), |product, target| {
                Some(if hit { product.is_target(target) } else { next == Some(target) })
            })
        });
        // Inside a call that is not shown, or an acceptance set may be visited.
        on_the_run.or_else(|| run.states().find_map(|at| self.unknown_at(at, |_, _| None)))
    }

    /// An unknown proposition at a state on which a move depends: if `leads` says of moves whether they lead where the run
    /// goes, one of these, unless another one is certain.
    fn unknown_at(
        &mut self,
        at: &MonitoredState<S::State>,
        leads: impl Fn(&Self, MonitorStateId) -> Option<bool>,
    ) -> Option<(S::State, PropositionId)> {
        if self.system.is_unresolved(at.state) {
            return None;
        }
        let positions = self.possible(at.state, at.monitor).ok()?;
        let moves: Vec<Move> = positions.map(|position| self.guards.get(position)).collect();
        let leads = |taken: &Move| leads(self, taken.edge(self.monitor).target);
        if moves.iter().any(|taken| taken.is_definite && leads(taken) == Some(true)) {
            return None;
        }
        let uncertain = moves.iter().find(|taken| !taken.is_definite && leads(taken) != Some(false))?;
        let mut asked = self.guards.propositions(*uncertain).into_iter();
        let unknown = asked.find(|&p| self.labels.known(at.state, p) == Some(Truth::Unknown))?;
        Some((at.state, unknown))
    }
}

impl<S: Labelled> RecursiveSystem for Product<'_, S> {
    type State = MonitoredState<S::State>;

    fn entry(&mut self, states: &mut Vec<Self::State>) -> Result<(), Stop> {
        let mut found = std::mem::take(&mut self.states);
        found.clear();
        self.system.entry(&mut found)?;
        for &state in &found {
            for &monitor in &self.monitor.initial {
                self.add(state, monitor, states)?;
            }
        }
        self.states = found;
        Ok(())
    }

    fn step(&mut self, from: &Self::State, states: &mut Vec<Self::State>) -> Result<Step, Stop> {
        if from.hit {
            states.push(*from);
            return Ok(Step::Internal);
        }
        self.states.clear();
        let step = self.system.step(&from.state, &mut self.states)?;
        if self.system.is_unresolved(from.state) {
            let found = std::mem::take(&mut self.states);
            for &state in &found {
                self.add(state, from.monitor, states)?;
            }
            self.states = found;
            return Ok(Step::Internal);
        }
        match step {
            Step::Exit => return Ok(Step::Exit),
            Step::Fault => self.states.push(from.state),
            Step::Internal | Step::Call => {}
        }
        self.add_moves(from, states)?;
        Ok(if step == Step::Call { Step::Call } else { Step::Internal })
    }

    fn resume(
        &mut self,
        call: &Self::State,
        entry: &Self::State,
        exit: &Self::State,
        states: &mut Vec<Self::State>,
    ) -> Result<(), Stop> {
        self.states.clear();
        self.system.resume(&call.state, &entry.state, &exit.state, &mut self.states)?;
        self.add_moves(exit, states)
    }

    fn end(&mut self, exit: &Self::State, states: &mut Vec<Self::State>) -> Result<(), Stop> {
        self.states.clear();
        self.states.push(exit.state);
        self.add_moves(exit, states)
    }
}

impl<S: Labelled> FairSystem for Product<'_, S> {
    fn marks(&mut self) -> &mut AcceptanceMarks {
        &mut self.marks
    }

    fn mark(&mut self, source: &Self::State, target: &Self::State) -> Result<AcceptanceMarkId, Stop> {
        if source.hit {
            return Ok(self.marks.all());
        }
        if self.system.is_unresolved(source.state) {
            return Ok(AcceptanceMarks::NONE);
        }
        let mut mark = AcceptanceMarks::NONE;
        self.for_each_move(source.state, source.monitor, |product, taken| {
            let edge = taken.edge(product.monitor);
            if edge.target == target.monitor {
                mark = edge.acceptance_sets.iter().fold(mark, |mark, &set| product.marks.with(mark, set.index()));
            }
            Ok(())
        })?;
        Ok(mark)
    }

    fn sizes(&mut self) -> Option<Box<dyn Sizes<State = Self::State> + '_>> {
        let sizes = self.system.sizes()?;
        Some(Box::new(SizesOf { sizes, of: |at: &Self::State| &at.state }))
    }
}
