//! The state space of the entry procedure, and whether it contains a concrete run.

use std::collections::{BTreeMap, BTreeSet};

use hrglass::base::Idx;
use hrglass::grammar::Grammar;
use hrglass::heap::Alphabet;
use hrglass::outcome::view::{EdgeKind, HeapView, StateKind, StateSpaceView};
use hrglass::program::Location;
use hrglass::run::Session;

use crate::cover::covers;
use crate::machine::{Machine, Object, Value};

/// Where the entry procedure is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Before the edges of a location.
    At(Location),
    /// Its own operation has dereferenced null.
    Fault,
    /// A call from it has dereferenced null.
    FaultInCall,
}

/// A concrete state, as the entry procedure sees it.
pub struct Moment {
    pub place: Place,
    /// By name; names that several locals have are left out.
    pub variables: BTreeMap<String, Value>,
    pub objects: Vec<Object>,
}

/// The state of a machine.
pub fn record(machine: &Machine<'_>, place: Place) -> Moment {
    let mut variables = machine.ghosts.clone();
    let procedure = machine.entry();
    let mut twice = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for (id, local) in procedure.locals.iter_enumerated() {
        if !seen.insert(&local.name) {
            twice.insert(&local.name);
        }
        variables.insert(local.name.clone(), machine.locals()[id.index()]);
    }
    variables.retain(|name, _| !twice.contains(name));
    Moment { place, variables, objects: machine.objects.clone() }
}

/// The explored entry procedure.
pub struct Space<'a> {
    grammar: &'a Grammar,
    alphabet: &'a Alphabet,
    view: StateSpaceView,
    heaps: BTreeMap<u32, HeapView>,
    successors: Vec<Vec<u32>>,
}

impl<'a> Space<'a> {
    pub fn new(session: &mut Session, grammar: &'a Grammar, alphabet: &'a Alphabet) -> Self {
        let view = session.state_space().unwrap_or_default();
        let main = |s: u32| view.states[s as usize].component == 0;
        let mut heaps = BTreeMap::new();
        for state in view.states.iter().filter(|s| s.component == 0) {
            heaps.entry(state.heap).or_insert_with(|| session.heap(state.heap).expect("the heap of a state"));
        }
        let mut successors = vec![Vec::new(); view.states.len()];
        for edge in &view.edges {
            let inside = matches!(edge.kind, EdgeKind::Step | EdgeKind::Summary);
            if inside && main(edge.source) && main(edge.target) {
                successors[edge.source as usize].push(edge.target);
            }
        }
        Self { grammar, alphabet, view, heaps, successors }
    }

    fn matches(&self, state: u32, moment: &Moment, deep: bool) -> bool {
        let state = &self.view.states[state as usize];
        let faulty = state.kind == StateKind::NullDereference;
        let here = match moment.place {
            Place::At(location) => !faulty && state.location == location.0,
            Place::Fault => faulty,
            Place::FaultInCall => return true,
        };
        here && covers(&self.heaps[&state.heap], moment, self.grammar, self.alphabet, deep) != Some(false)
    }

    /// Follows a run along all paths of the state space that agree with it.
    pub fn simulate(&self, run: &[Moment]) -> Result<(), String> {
        let entries = self.view.components.first().map(|c| c.entries.clone()).unwrap_or_default();
        let mut at: BTreeSet<u32> = entries.into_iter().filter(|&s| self.matches(s, &run[0], true)).collect();
        if at.is_empty() {
            return Err("no initial state agrees with the input".to_owned());
        }
        for (position, moment) in run.iter().enumerate().skip(1) {
            if moment.place == Place::FaultInCall {
                return Ok(());
            }
            // Parsing is dear: some states and the last.
            let deep = position % 12 == 0 || position + 1 == run.len();
            let next = at.iter().flat_map(|&s| &self.successors[s as usize]).copied();
            let next: BTreeSet<u32> = next.filter(|&s| self.matches(s, moment, deep)).collect();
            if next.is_empty() {
                let lines: Vec<u32> = at.iter().map(|&s| self.view.states[s as usize].line).collect();
                return Err(format!(
                    "no state agrees with step {position} of the run, from states {at:?} on lines {lines:?} to {:?} with {:?}",
                    moment.place, moment.variables
                ));
            }
            at = next;
        }
        Ok(())
    }
}
