//! Failing runs of boolean programs, executed by the definition of the transition relation (Alur, Chaudhuri, Etessami,
//! Madhusudan, TACAS 2005, section 2), which shares nothing with the searches.
//!
//! A search decides only those variables that matter. Here all get values: one that nothing decides keeps its value from
//! step to step, so all states of a run in which it must be the same get the value that it has in one of them.

use petgraph::unionfind::UnionFind;

use super::meaning::evaluate;
use super::written::shows;
use crate::base::Idx;
use crate::logic::{FormulaId, Formulas, Monitor, PropositionId, Truth};
use crate::program::cfa::{EdgeId, Location, ProcedureId};
use crate::program::guarded::{Action, Edge, Ersm, VariableId};
use crate::semantics::valuation::{Observation, Observed};

/// A state of a run, as a search tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldState {
    /// The component on top of the call stack.
    pub component: ProcedureId,
    /// Where it is.
    pub place: Location,
    /// The values of the variables in scope that are decided.
    pub values: Vec<Option<i64>>,
    /// The edge that leads on, of a calling state that of the call; none at exits and faults, or if nothing follows.
    pub edge: Option<EdgeId>,
    /// Position in the run of the call that it runs in.
    pub caller: Option<u32>,
    /// Whether a whole call, which is not told, lies between this state and the next.
    pub folded: bool,
}

/// A run as a search tells it: finite, or with a part that is repeated.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ToldRun {
    /// The states.
    pub states: Vec<ToldState>,
    /// Where the part begins that is repeated after the last state.
    pub cycle: Option<u32>,
}

/// What is said of a run.
#[derive(Clone, Copy)]
pub enum ToldClaim<'a> {
    /// It does not satisfy a formula.
    Violates(FormulaId),
    /// It is what a monitor looks for.
    IsFound(&'a Monitor),
}

/// For each state of a told run the values of all variables in scope, if there is a run of the program with them that is
/// what is claimed. Whole calls that are not told are not executed; then the claim is not looked at.
///
/// # Errors
/// What does not fit, in one sentence: then a search errs.
pub fn replay(
    ersm: &Ersm,
    told: &ToldRun,
    claim: ToldClaim<'_>,
    formulas: &Formulas,
    observed: &Observed,
) -> Result<Vec<Vec<i64>>, String> {
    if told.cycle.is_some_and(|start| start.index() >= told.states.len()) {
        return Err("the run repeats nothing".to_owned());
    }
    // What is repeated is executed twice: what matters to it is the same after the first time, so it goes on for ever.
    let states = unrolled(ersm, told);
    let links: Vec<Link> = (1..states.len()).map(|at| link(ersm, &states, at)).collect();
    let values = decide(ersm, &states, &links)?;
    let execution = Execution { ersm, states: &states, values: &values };
    execution.check_start()?;
    (0..states.len()).try_for_each(|at| execution.check_state(at))?;
    (1..states.len()).try_for_each(|at| execution.check_step(at, links[at - 1]))?;
    let label = |at: usize, proposition: PropositionId| -> Truth {
        match observed.get(proposition, states[at].component) {
            Observation::Never => Truth::False,
            Observation::At(places) => places.contains(states[at].place.index()).into(),
            Observation::Where(condition) => (evaluate(condition, &values[at]) != 0).into(),
        }
    };
    let is_whole = states.iter().all(|state| !state.folded);
    if is_whole && !shows(told, claim, formulas, &label) {
        return Err("the run does not show what is claimed of it".to_owned());
    }
    Ok(values.into_iter().take(told.states.len()).collect())
}

/// Writes down the edges of a run of which all values are known: for each state one that leads to the next.
pub fn find_edges(ersm: &Ersm, told: &mut ToldRun) {
    let again = told.cycle.and_then(|start| told.states.get(start.index()));
    let following = told.states.iter().skip(1).chain(again);
    let found: Vec<Option<EdgeId>> =
        told.states.iter().zip(following).map(|(here, after)| edge_between(ersm, here, after)).collect();
    told.states.iter_mut().zip(found).for_each(|(state, edge)| state.edge = edge);
}

/// An edge by which one state leads to another, whatever their callers.
fn edge_between(ersm: &Ersm, here: &ToldState, after: &ToldState) -> Option<EdgeId> {
    let all = |state: &ToldState| state.values.iter().map(|value| value.unwrap_or_default()).collect();
    let values: [Vec<i64>; 2] = [all(here), all(after)];
    let mut edges = ersm.components[here.component].cfa.edges_from(here.place);
    let found = edges.find(|(_, edge)| {
        let is_shown = is_call(edge) && !here.folded;
        let caller = is_shown.then_some(0);
        let states = [ToldState { caller: None, ..here.clone() }, ToldState { caller, ..after.clone() }];
        let execution = Execution { ersm, states: &states, values: &values };
        match is_call(edge) {
            true if is_shown => execution.calls(1, edge),
            true => execution.takes(0, edge) && after.place == edge.target,
            false => execution.steps(1, edge),
        }
    });
    found.map(|(id, _)| id)
}

/// How a state comes from the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Link {
    /// By an edge that is no call.
    Step(EdgeId),
    /// By a call.
    Call(EdgeId),
    /// By a return to the call at this position.
    Return(usize, EdgeId),
    /// By a whole call that is not told.
    Folded(EdgeId),
    /// It stays the same: the program has ended, or failed.
    Stays,
}

fn is_call(edge: &Edge) -> bool {
    matches!(edge.action, Action::Call { .. })
}

/// How a state comes from the one before; `Stays` if there is no other way.
fn link(ersm: &Ersm, states: &[ToldState], at: usize) -> Link {
    let before = &states[at - 1];
    let component = &ersm.components[before.component];
    match before.edge {
        Some(edge) if before.folded => Link::Folded(edge),
        Some(edge) if is_call(&component.cfa.edges[edge]) => Link::Call(edge),
        Some(edge) => Link::Step(edge),
        None => {
            let call = before.caller.map(Idx::index).filter(|_| before.place == component.cfa.exit);
            let back = call.and_then(|call| Some((call, states[call].edge?)));
            back.map_or(Link::Stays, |(call, edge)| Link::Return(call, edge))
        }
    }
}

/// The states of a run, those of its cycle twice.
fn unrolled(ersm: &Ersm, told: &ToldRun) -> Vec<ToldState> {
    let mut states = told.states.clone();
    let Some(start) = told.cycle.map(Idx::index).filter(|&start| start < states.len()) else { return states };
    let length = states.len() - start;
    let (first, last) = (states[start].caller, states.len() - 1);
    // The call in which the first state of the cycle runs when it comes again.
    states.push(states[start].clone());
    let again = match link(ersm, &states, last + 1) {
        Link::Call(_) => Some(u32::at(last)),
        Link::Return(call, _) => states[call].caller,
        Link::Step(_) | Link::Folded(_) | Link::Stays => states[last].caller,
    };
    states.pop();
    for position in start..=last {
        let mut state = states[position].clone();
        state.caller = match state.caller {
            Some(call) if call.index() >= start => Some(u32::at(call.index() + length)),
            call => {
                // As far down the stack as before.
                let (mut old, mut new) = (first, again);
                while old != call && old.is_some() {
                    old = old.and_then(|c| states[c.index()].caller);
                    new = new.and_then(|c| states[c.index()].caller);
                }
                new
            }
        };
        states.push(state);
    }
    states
}

/// The values of all variables in all states.
fn decide(ersm: &Ersm, states: &[ToldState], links: &[Link]) -> Result<Vec<Vec<i64>>, String> {
    let mut first = Vec::with_capacity(states.len());
    let mut cells = 0;
    for state in states {
        first.push(cells);
        cells += ersm.scope(state.component);
    }
    let mut same: UnionFind<usize> = UnionFind::new(cells);
    for (before, &link) in links.iter().enumerate() {
        let after = before + 1;
        let globals = ersm.globals.len();
        let scope = ersm.scope(states[after].component);
        let mut unite = |a: usize, b: usize, variables: &mut dyn Iterator<Item = usize>, changed: &[usize]| {
            variables.filter(|v| !changed.contains(v)).for_each(|v| _ = same.union(first[a] + v, first[b] + v));
        };
        let written = |at: usize, edge: EdgeId| {
            let mut written = Vec::new();
            ersm.components[states[at].component].cfa.edges[edge].for_each_write(|v| written.push(v.index()));
            written
        };
        match link {
            Link::Stays => unite(before, after, &mut (0..scope), &[]),
            Link::Step(edge) => unite(before, after, &mut (0..scope), &written(before, edge)),
            Link::Call(_) => unite(before, after, &mut (0..globals), &[]),
            Link::Folded(edge) => unite(before, after, &mut (globals..scope), &written(before, edge)),
            Link::Return(call, edge) => {
                let changed = written(call, edge);
                unite(before, after, &mut (0..globals), &changed);
                unite(call, after, &mut (globals..scope), &changed);
                // What a result is may be decided after the return only.
                let caller = states[call].component;
                if let Action::Call { callee, results, .. } = &ersm.components[caller].cfa.edges[edge].action {
                    for (&result, target) in ersm.components[*callee].results.iter().zip(results) {
                        let domain = ersm.variable(*callee, result).domain;
                        if let Some(target) = target.filter(|&t| ersm.variable(caller, t).domain == domain) {
                            same.union(first[before] + result.index(), first[after] + target.index());
                        }
                    }
                }
            }
        }
    }
    let mut known: Vec<Option<i64>> = vec![None; cells];
    for (state, &first) in states.iter().zip(&first) {
        for (variable, value) in state.values.iter().enumerate() {
            let class = &mut known[same.find(first + variable)];
            match (*class, *value) {
                (Some(a), Some(b)) if a != b => {
                    let name = &ersm.variable(state.component, VariableId::at(variable)).name;
                    return Err(format!("`{name}` is {a} and {b} at once"));
                }
                (None, Some(_)) => *class = *value,
                _ => {}
            }
        }
    }
    // What no search has decided has the value that it got first.
    let mut values: Vec<Vec<i64>> = Vec::with_capacity(states.len());
    for (at, state) in states.iter().enumerate() {
        let link = at.checked_sub(1).map(|before| links[before]);
        let mut own = Vec::with_capacity(ersm.scope(state.component));
        for variable in 0..ersm.scope(state.component) {
            let class = same.find(first[at] + variable);
            let value = known[class].unwrap_or_else(|| stored(ersm, states, &values, link, VariableId::at(variable)));
            known[class] = Some(value);
            own.push(value);
        }
        values.push(own);
    }
    Ok(values)
}

/// The value that a variable is given where the next state comes about, after those with these values; any of its values if
/// it is given none.
fn stored(ersm: &Ersm, states: &[ToldState], values: &[Vec<i64>], link: Option<Link>, variable: VariableId) -> i64 {
    let at = values.len();
    let (state, before) = (&states[at], at.saturating_sub(1));
    let own = ersm.variable(state.component, variable);
    let edge = |at: usize, edge: EdgeId| &ersm.components[states[at].component].cfa.edges[edge].action;
    let given = match link {
        Some(Link::Step(id)) => match edge(before, id) {
            Action::Assign(assignments) => assignments.iter().find(|a| a.0 == variable).map(|a| &a.1),
            Action::Call { .. } => None,
        }
        .map(|value| evaluate(value, &values[before])),
        Some(Link::Call(id)) => {
            let position = ersm.components[state.component].parameters.iter().position(|&p| p == variable);
            let argument = match (edge(before, id), position) {
                (Action::Call { arguments, .. }, Some(position)) => arguments.get(position),
                _ => None,
            };
            argument.map(|value| evaluate(value, &values[before])).or(own.initial)
        }
        Some(Link::Return(call, id)) => match edge(call, id) {
            Action::Call { callee, results, .. } => {
                let position = results.iter().position(|&target| target == Some(variable));
                position
                    .and_then(|p| ersm.components[*callee].results.get(p))
                    .map(|result| values[before][result.index()])
            }
            Action::Assign(_) => None,
        },
        Some(Link::Folded(_) | Link::Stays) => None,
        None => own.initial,
    };
    given.map_or_else(|| own.domain.low(), |value| own.domain.fit(value))
}

/// A run with all values, as it is checked.
struct Execution<'a> {
    ersm: &'a Ersm,
    states: &'a [ToldState],
    values: &'a [Vec<i64>],
}

impl Execution<'_> {
    fn check_start(&self) -> Result<(), String> {
        let ersm = self.ersm;
        let first = self.states.first().ok_or("the run is empty")?;
        let is_start = first.component == ersm.entry && first.place == ersm.components[ersm.entry].cfa.entry;
        let globals = ersm.globals.iter().zip(&self.values[0]);
        let initial = globals.into_iter().all(|(g, &value)| g.initial.is_none_or(|i| g.domain.fit(i) == value));
        if is_start && initial && first.caller.is_none() && self.has_fresh_locals(0) {
            return Ok(());
        }
        Err("the run does not start where runs start".to_owned())
    }

    /// Whether locals with an initial value have it.
    fn has_fresh_locals(&self, at: usize) -> bool {
        let (globals, component) = (self.ersm.globals.len(), &self.ersm.components[self.states[at].component]);
        let locals = component.locals.iter().zip(&self.values[at][globals..]);
        locals.into_iter().all(|(local, &value)| local.initial.is_none_or(|i| local.domain.fit(i) == value))
    }

    fn check_state(&self, at: usize) -> Result<(), String> {
        let (state, values) = (&self.states[at], &self.values[at]);
        let in_domain = values.iter().enumerate().all(|(variable, value)| {
            let domain = self.ersm.variable(state.component, VariableId::at(variable)).domain;
            (domain.low()..=domain.high()).contains(value)
        });
        let invariant = &self.ersm.components[state.component].invariant;
        if in_domain && invariant.as_ref().is_none_or(|invariant| evaluate(invariant, values) != 0) {
            return Ok(());
        }
        Err(format!("state {at} of the run is no state of the program"))
    }

    fn check_step(&self, at: usize, link: Link) -> Result<(), String> {
        let (before, after) = (&self.states[at - 1], &self.states[at]);
        let fits = match link {
            Link::Stays => self.stays(at),
            Link::Step(edge) => self.steps(at, self.edge(at - 1, edge)),
            Link::Call(edge) => self.calls(at, self.edge(at - 1, edge)),
            Link::Return(call, edge) => {
                before.component == self.callee(self.edge(call, edge)) && self.returns(at, call, self.edge(call, edge))
            }
            // What the call does is not known; the other locals are the same by construction.
            Link::Folded(edge) => {
                let edge = self.edge(at - 1, edge);
                is_call(edge) && self.takes(at - 1, edge) && after.place == edge.target && after.caller == before.caller
            }
        };
        if fits { Ok(()) } else { Err(format!("no edge leads to state {at} of the run")) }
    }

    fn edge(&self, at: usize, edge: EdgeId) -> &Edge {
        &self.ersm.components[self.states[at].component].cfa.edges[edge]
    }

    fn callee(&self, edge: &Edge) -> ProcedureId {
        match edge.action {
            Action::Call { callee, .. } => callee,
            Action::Assign(_) => self.ersm.entry,
        }
    }

    /// Whether an edge leaves the place of a state, and may be taken there.
    fn takes(&self, at: usize, edge: &Edge) -> bool {
        let guard = edge.guard.as_ref().is_none_or(|guard| evaluate(guard, &self.values[at]) != 0);
        edge.source == self.states[at].place && guard
    }

    /// At an exit of the entry component, or at a fault.
    fn stays(&self, at: usize) -> bool {
        let (before, after) = (&self.states[at - 1], &self.states[at]);
        let component = &self.ersm.components[before.component];
        let ended = before.place == component.cfa.exit && before.caller.is_none();
        (ended || component.cfa.locations[before.place].is_fault)
            && (after.component, after.place, after.caller) == (before.component, before.place, before.caller)
            && self.values[at] == self.values[at - 1]
    }

    fn steps(&self, at: usize, edge: &Edge) -> bool {
        let (before, after) = (&self.states[at - 1], &self.states[at]);
        let Action::Assign(assignments) = &edge.action else { return false };
        let (old, new) = (&self.values[at - 1], &self.values[at]);
        let assigned = |variable: usize| assignments.iter().find(|(target, _)| target.index() == variable);
        let fits = (0..new.len()).all(|variable| match assigned(variable) {
            Some((target, value)) => {
                new[variable] == self.ersm.variable(after.component, *target).domain.fit(evaluate(value, old))
            }
            None => new[variable] == old[variable] || edge.forget.contains(&VariableId::at(variable)),
        });
        fits && self.takes(at - 1, edge)
            && (after.component, after.place, after.caller) == (before.component, edge.target, before.caller)
    }

    fn calls(&self, at: usize, edge: &Edge) -> bool {
        let after = &self.states[at];
        let Action::Call { callee, arguments, .. } = &edge.action else { return false };
        let component = &self.ersm.components[*callee];
        let (old, new, globals) = (&self.values[at - 1], &self.values[at], self.ersm.globals.len());
        let passed = component.parameters.iter().zip(arguments).all(|(parameter, argument)| {
            let domain = self.ersm.variable(*callee, *parameter).domain;
            new[parameter.index()] == domain.fit(evaluate(argument, old))
        });
        let entered =
            (after.component, after.place, after.caller) == (*callee, component.cfa.entry, Some(u32::at(at - 1)));
        entered && passed && self.takes(at - 1, edge) && old[..globals] == new[..globals] && self.has_fresh_locals(at)
    }

    fn returns(&self, at: usize, call: usize, edge: &Edge) -> bool {
        let (calling, after) = (&self.states[call], &self.states[at]);
        let Action::Call { callee, results, .. } = &edge.action else { return false };
        let (inside, outside, new) = (&self.values[at - 1], &self.values[call], &self.values[at]);
        let outputs = &self.ersm.components[*callee].results;
        let result = |variable: usize| {
            let mut pairs = outputs.iter().zip(results);
            pairs.find(|(_, target)| target.is_some_and(|t| t.index() == variable)).map(|(output, _)| output)
        };
        let fits = (0..new.len()).all(|variable| {
            let id = VariableId::at(variable);
            match result(variable) {
                Some(output) => {
                    new[variable] == self.ersm.variable(after.component, id).domain.fit(inside[output.index()])
                }
                None if edge.forget.contains(&id) => true,
                None if variable < self.ersm.globals.len() => new[variable] == inside[variable],
                None => new[variable] == outside[variable],
            }
        });
        fits && (after.component, after.place, after.caller) == (calling.component, edge.target, calling.caller)
    }
}
