//! Successors of states.

use smallvec::SmallVec;

use super::layout::PartialValue;
use super::liveness::{Liveness, liveness};
use super::observed::Observed;
use super::states::{States, ValuationId};
use base::{CompactSort, Idx, IndexVec, Stop};
use ltl::logic::{PropositionId, Truth};
use program::cfa::{EdgeId, Location, ProcedureId};
use program::guarded::{Action, Ersm, ErsmComponent, ErsmEdge, Expression, VariableId};
use rsm::{RecursiveSystem, Step};

/// The number of values first generated for an unassigned variable; later, as many as there are already, up to
/// [`MOST_VALUES`].
const FIRST_VALUES: i64 = 8;

/// Up to this many remaining values are generated at once.
const ALL_VALUES: i64 = 16;

/// Maximum number of values generated at once.
const MOST_VALUES: i64 = 1024;

/// A state under construction.
type Words = SmallVec<[u64; 4]>;

/// A boolean program as a recursive system; variables that propositions read are assigned in all resolved states.
pub struct Valuations<'a> {
    ersm: &'a Ersm,
    observed: &'a Observed,
    states: States,
    live: Liveness,
    /// Whether only some values of large domains are tried.
    tries_few: bool,
    /// Whether values have been omitted.
    has_left_out: bool,
    /// The variables that must be assigned at a location before the run continues.
    needed: IndexVec<ProcedureId, IndexVec<Location, Vec<VariableId>>>,
}

impl<'a> Valuations<'a> {
    /// A program with the truth of propositions in it.
    pub fn new(ersm: &'a Ersm, observed: &'a Observed) -> Self {
        let always = always_needed(ersm, observed);
        let live = liveness(ersm, &always);
        let needed = needed(ersm, &always);
        Self { ersm, observed, states: States::new(ersm), live, tries_few: false, has_left_out: false, needed }
    }

    /// As [`new`](Self::new), but with only a few values of large domains. This covers some of the runs, so violations
    /// found are real. A depth-first search does not get lost in the values of one variable if a failure depends on
    /// another.
    pub fn with_few_values(ersm: &'a Ersm, observed: &'a Observed) -> Self {
        Self { tries_few: true, ..Self::new(ersm, observed) }
    }

    /// Whether a program has variables with too many values to generate at once.
    pub fn has_large_domains(ersm: &Ersm) -> bool {
        let locals = ersm.components.iter().flat_map(|component| &component.locals);
        ersm.globals.iter().chain(locals).any(|v| v.domain.high() - v.domain.low() >= ALL_VALUES)
    }

    /// Whether values have been omitted, so that some runs are missing.
    pub fn has_left_out(&self) -> bool {
        self.has_left_out
    }

    /// The program.
    pub fn ersm(&self) -> &'a Ersm {
        self.ersm
    }

    /// All states found so far, resolved or not.
    pub fn states(&self) -> &States {
        &self.states
    }

    /// All states found so far.
    pub fn into_states(self) -> States {
        self.states
    }

    /// Whether a proposition holds in a resolved state.
    pub fn label(&self, state: ValuationId, proposition: PropositionId) -> Truth {
        self.states.label(self.observed, state, proposition)
    }

    /// The edge from a resolved state to a successor; with `folded`, the edge of the call after which the run continues
    /// there.
    pub fn edge_between(&mut self, state: ValuationId, next: ValuationId, folded: bool) -> Option<EdgeId> {
        let (component, place) = self.states.place(state);
        let words = Words::from_slice(self.states.words(state));
        let (_, target) = self.states.place(next);
        let mut edges = self.component(component).cfa.edges_from(place);
        let found = edges.find(|(_, edge)| {
            self.states.allows(component, &words, edge)
                && match &edge.action {
                    Action::Assign(_) => self.taken(component, &words, edge) == Some(next),
                    Action::Call { .. } if folded => edge.target == target,
                    call @ Action::Call { .. } => self.entered(component, &words, call) == Some(next),
                }
        });
        found.map(|(id, _)| id)
    }

    /// Whether a variable must be assigned first; such a state is not a state of a run.
    pub fn is_unresolved(&self, state: ValuationId) -> bool {
        self.undecided(self.states.place(state), self.states.words(state)).is_some()
    }

    fn component(&self, id: ProcedureId) -> &'a ErsmComponent {
        &self.ersm.components[id]
    }

    /// The first unassigned variable that must be assigned.
    fn undecided(&self, (component, place): (ProcedureId, Location), words: &[u64]) -> Option<(VariableId, i64)> {
        let scope = self.states.layout.scope(component);
        self.needed[component][place].iter().find_map(|&variable| match scope[variable.index()].get(words) {
            PartialValue::Is(_) => None,
            PartialValue::From(first) => Some((variable, first)),
        })
    }

    /// Moves a state to a location, unassigning dead variables; `None` if the invariant excludes it.
    fn arrive(&mut self, at: (ProcedureId, Location), mut words: Words) -> Option<ValuationId> {
        let (component, place) = at;
        let live = &self.live[component][place];
        let dead = self.states.layout.scope(component).iter().enumerate().filter(|(v, _)| !live.contains(*v));
        dead.for_each(|(_, field)| field.set(&mut words, PartialValue::any(field.domain)));
        if let Some(invariant) = &self.component(component).invariant
            && self.undecided(at, &words).is_none()
            && self.states.evaluate(component, &words, invariant) == 0
        {
            return None;
        }
        Some(self.states.insert(at, &mut words))
    }

    /// Splits a state by the next values of a variable and, if there are more, the rest.
    fn decide(&mut self, state: ValuationId, (variable, first): (VariableId, i64), states: &mut Vec<ValuationId>) {
        let at = self.states.place(state);
        let words = Words::from_slice(self.states.words(state));
        let field = self.states.layout.field(at.0, variable);
        let high = field.domain.high();
        let count = match (first - field.domain.low(), high - first) {
            (_, left) if left < ALL_VALUES => left + 1,
            (seen, left) => seen.clamp(FIRST_VALUES, MOST_VALUES).min(left + 1),
        };
        let values = (first..first + count).map(PartialValue::Is);
        let rest = (first + count <= high).then_some(match self.tries_few {
            true => PartialValue::Is(high),
            false => PartialValue::From(first + count),
        });
        self.has_left_out |= self.tries_few && first + count < high;
        for value in values.chain(rest) {
            let mut decided = words.clone();
            field.set(&mut decided, value);
            states.extend(self.arrive(at, decided));
        }
    }

    /// Sets a variable to a value; from an unassigned variable of another domain it may get any value.
    fn assign(&self, component: ProcedureId, words: &mut [u64], variable: VariableId, value: PartialValue) {
        let field = self.states.layout.field(component, variable);
        let fitted = match value {
            PartialValue::Is(value) => PartialValue::Is(field.domain.fit(value)),
            PartialValue::From(_) => PartialValue::any(field.domain),
        };
        field.set(words, fitted);
    }

    /// Makes the variables that an edge forgets unassigned.
    fn forget(&self, component: ProcedureId, edge: &ErsmEdge, words: &mut [u64]) {
        for &variable in &edge.forget {
            let field = self.states.layout.field(component, variable);
            field.set(words, PartialValue::any(field.domain));
        }
    }

    /// The state after an edge other than a call, if there is one.
    fn taken(&mut self, component: ProcedureId, words: &[u64], edge: &ErsmEdge) -> Option<ValuationId> {
        let Action::Assign(assignments) = &edge.action else { return None };
        let mut next = Words::from_slice(words);
        for (target, value) in assignments {
            let value = PartialValue::Is(self.states.evaluate(component, words, value));
            self.assign(component, &mut next, *target, value);
        }
        self.forget(component, edge, &mut next);
        self.arrive((component, edge.target), next)
    }

    /// The state at the entry of a callee, if there is one.
    fn entered(&mut self, caller: ProcedureId, words: &[u64], call: &Action) -> Option<ValuationId> {
        let Action::Call { callee, arguments, .. } = call else { return None };
        let component = self.component(*callee);
        let mut inside = self.fresh(*callee);
        // Globals have the same bits everywhere.
        for global in &self.states.layout.scope(caller)[..self.ersm.globals.len()] {
            global.set(&mut inside, global.get(words));
        }
        for (&parameter, argument) in component.parameters.iter().zip(arguments) {
            let value = PartialValue::Is(self.states.evaluate(caller, words, argument));
            self.assign(*callee, &mut inside, parameter, value);
        }
        self.arrive((*callee, component.cfa.entry), inside)
    }

    /// A state of a component in which all variables have their initial values.
    fn fresh(&self, component: ProcedureId) -> Words {
        let mut words: Words = smallvec::smallvec![0; self.states.layout.words];
        let variables = self.ersm.globals.iter().chain(&self.component(component).locals);
        for (field, variable) in self.states.layout.scope(component).iter().zip(variables) {
            let value = variable
                .initial
                .map_or(PartialValue::any(field.domain), |value| PartialValue::Is(field.domain.fit(value)));
            field.set(&mut words, value);
        }
        words
    }
}

/// By component, the variables that propositions and the invariant read, sorted.
fn always_needed(ersm: &Ersm, observed: &Observed) -> IndexVec<ProcedureId, Vec<VariableId>> {
    let of = |(id, component): (ProcedureId, &ErsmComponent)| {
        let invariant = component.invariant.iter().flat_map(Expression::reads);
        let mut needed: Vec<VariableId> = observed.reads(id).chain(invariant).collect();
        needed.compact_sort();
        needed.dedup();
        needed
    };
    ersm.components.iter_enumerated().map(of).collect()
}

/// The variables that must be assigned at each location: those always needed, those that its edges read, and at an exit
/// the results that some caller stores in a variable of another domain.
fn needed(
    ersm: &Ersm,
    always: &IndexVec<ProcedureId, Vec<VariableId>>,
) -> IndexVec<ProcedureId, IndexVec<Location, Vec<VariableId>>> {
    let of = |(id, component): (ProcedureId, &ErsmComponent)| {
        let mut places = IndexVec::filled(always[id].clone(), component.cfa.locations.len());
        for edge in &component.cfa.edges {
            edge.for_each_read(|variable| places[edge.source].push(variable));
        }
        places
    };
    let mut needed: IndexVec<ProcedureId, IndexVec<Location, Vec<VariableId>>> =
        ersm.components.iter_enumerated().map(of).collect();
    for (caller, component) in ersm.components.iter_enumerated() {
        for edge in &component.cfa.edges {
            let Action::Call { callee, results, .. } = &edge.action else { continue };
            let inside = &ersm.components[*callee];
            for (&result, target) in inside.results.iter().zip(results) {
                let Some(target) = *target else { continue };
                if ersm.variable(*callee, result).domain != ersm.variable(caller, target).domain {
                    needed[*callee][inside.cfa.exit].push(result);
                }
            }
        }
    }
    for variables in needed.iter_mut().flat_map(|places| places.iter_mut()) {
        variables.compact_sort();
        variables.dedup();
    }
    needed
}

impl RecursiveSystem for Valuations<'_> {
    type State = ValuationId;

    fn entry(&mut self, states: &mut Vec<ValuationId>) -> Result<(), Stop> {
        let entry = self.ersm.entry;
        let words = self.fresh(entry);
        states.extend(self.arrive((entry, self.component(entry).cfa.entry), words));
        Ok(())
    }

    fn step(&mut self, state: &ValuationId, states: &mut Vec<ValuationId>) -> Result<Step, Stop> {
        let at = self.states.place(*state);
        if let Some(open) = self.undecided(at, self.states.words(*state)) {
            self.decide(*state, open, states);
            return Ok(Step::Internal);
        }
        let component = self.component(at.0);
        if at.1 == component.cfa.exit {
            return Ok(Step::Exit);
        }
        if component.cfa.locations[at.1].is_fault {
            return Ok(Step::Fault);
        }
        let words = Words::from_slice(self.states.words(*state));
        let mut step = Step::Internal;
        for (_, edge) in component.cfa.edges_from(at.1) {
            // If a location has a call, all of its edges are calls, including those that are not enabled.
            if let Action::Call { .. } = edge.action {
                step = Step::Call;
            }
            if !self.states.allows(at.0, &words, edge) {
                continue;
            }
            states.extend(match &edge.action {
                Action::Assign(_) => self.taken(at.0, &words, edge),
                call @ Action::Call { .. } => self.entered(at.0, &words, call),
            });
        }
        Ok(step)
    }

    fn resume(
        &mut self,
        call: &ValuationId,
        entry: &ValuationId,
        exit: &ValuationId,
        states: &mut Vec<ValuationId>,
    ) -> Result<(), Stop> {
        let (caller, place) = self.states.place(*call);
        let (left, _) = self.states.place(*exit);
        let words = Words::from_slice(self.states.words(*call));
        let outside = Words::from_slice(self.states.words(*exit));
        for (_, edge) in self.component(caller).cfa.edges_from(place) {
            let Action::Call { callee, results, .. } = &edge.action else { continue };
            // Several calls at one location may enter the same callee in different states.
            if *callee != left
                || !self.states.allows(caller, &words, edge)
                || self.entered(caller, &words, &edge.action) != Some(*entry)
            {
                continue;
            }
            let mut next = words.clone();
            for global in &self.states.layout.scope(caller)[..self.ersm.globals.len()] {
                global.set(&mut next, global.get(&outside));
            }
            for (&result, target) in self.component(left).results.iter().zip(results) {
                if let Some(target) = *target {
                    let value = self.states.layout.field(left, result).get(&outside);
                    self.assign(caller, &mut next, target, value);
                }
            }
            self.forget(caller, edge, &mut next);
            states.extend(self.arrive((caller, edge.target), next));
        }
        Ok(())
    }
}
