//! The values that no search has decided.

use petgraph::unionfind::UnionFind;

use super::super::meaning::evaluate;
use super::PartialValuation;
use super::link::Link;
use base::{Idx, Message, msg};
use program::cfa::EdgeId;
use program::guarded::{Action, Ersm, VariableId};
use rsm::Path;

/// The values of all variables in all states: a class of cells that must be the same has the value that a search has decided
/// for one of them, else the one that its first cell is given.
pub(super) fn decide(ersm: &Ersm, run: &Path<PartialValuation>, links: &[Link]) -> Result<Vec<Vec<i64>>, Message> {
    let mut cells = Cells::new(ersm, run);
    for (before, &link) in links.iter().enumerate() {
        cells.unite(before, link);
    }
    let mut known = cells.known()?;
    let mut values: Vec<Vec<i64>> = Vec::with_capacity(run.len());
    for (at, state) in run.states().enumerate() {
        let link = at.checked_sub(1).map(|before| links[before]);
        let mut own = Vec::with_capacity(ersm.scope(state.component));
        for variable in 0..ersm.scope(state.component) {
            let class = cells.class(at, variable);
            let value = known[class].unwrap_or_else(|| stored(ersm, run, &values, link, VariableId::at(variable)));
            known[class] = Some(value);
            own.push(value);
        }
        values.push(own);
    }
    Ok(values)
}

/// A cell for each variable in each state; those that must have the same value are united.
struct Cells<'a> {
    ersm: &'a Ersm,
    run: &'a Path<PartialValuation>,
    /// By state, its first cell.
    first: Vec<usize>,
    same: UnionFind<usize>,
}

impl<'a> Cells<'a> {
    fn new(ersm: &'a Ersm, run: &'a Path<PartialValuation>) -> Self {
        let mut first = Vec::with_capacity(run.len());
        let mut cells = 0;
        for state in run.states() {
            first.push(cells);
            cells += ersm.scope(state.component);
        }
        Self { ersm, run, first, same: UnionFind::new(cells) }
    }

    fn class(&self, at: usize, variable: usize) -> usize {
        self.same.find(self.first[at] + variable)
    }

    /// Unites what a link to the next state keeps.
    fn unite(&mut self, before: usize, link: Link) {
        let (after, globals) = (before + 1, self.ersm.globals.len());
        let scope = self.ersm.scope(self.run.state(after).component);
        match link {
            Link::Stays => self.unite_all(before, after, 0..scope, &[]),
            Link::Step(edge) => self.unite_all(before, after, 0..scope, &self.written(before, edge)),
            Link::Call(_) => self.unite_all(before, after, 0..globals, &[]),
            Link::Folded(edge) => self.unite_all(before, after, globals..scope, &self.written(before, edge)),
            Link::Return(call, edge) => {
                let changed = self.written(call, edge);
                self.unite_all(before, after, 0..globals, &changed);
                self.unite_all(call, after, globals..scope, &changed);
                self.unite_results(before, call, edge);
            }
        }
    }

    fn unite_all(&mut self, a: usize, b: usize, variables: std::ops::Range<usize>, changed: &[usize]) {
        for variable in variables.filter(|v| !changed.contains(v)) {
            self.same.union(self.first[a] + variable, self.first[b] + variable);
        }
    }

    /// What a result is may be decided after the return only.
    fn unite_results(&mut self, before: usize, call: usize, edge: EdgeId) {
        let caller = self.run.state(call).component;
        let Action::Call { callee, results, .. } = &self.ersm.components[caller].cfa.edges[edge].action else { return };
        for (&result, target) in self.ersm.components[*callee].results.iter().zip(results) {
            let domain = self.ersm.variable(*callee, result).domain;
            if let Some(target) = target.filter(|&t| self.ersm.variable(caller, t).domain == domain) {
                self.same.union(self.first[before] + result.index(), self.first[before + 1] + target.index());
            }
        }
    }

    /// The variables that an edge from a state writes.
    fn written(&self, at: usize, edge: EdgeId) -> Vec<usize> {
        let mut written = Vec::new();
        self.ersm.components[self.run.state(at).component].cfa.edges[edge].for_each_write(|v| written.push(v.index()));
        written
    }

    /// By class, the value that a search has decided.
    fn known(&self) -> Result<Vec<Option<i64>>, Message> {
        let mut known: Vec<Option<i64>> = vec![None; self.same.len()];
        for (at, state) in self.run.states().enumerate() {
            for (variable, value) in state.values.iter().enumerate() {
                let class = &mut known[self.class(at, variable)];
                match (*class, *value) {
                    (Some(a), Some(b)) if a != b => {
                        let name = &self.ersm.variable(state.component, VariableId::at(variable)).name;
                        return Err(msg!("`{name}` is {a} and {b} at once"));
                    }
                    (None, Some(_)) => *class = *value,
                    _ => {}
                }
            }
        }
        Ok(known)
    }
}

/// The value that a variable is given where the next state comes about, after those with these values; any of its values if
/// it is given none.
fn stored(
    ersm: &Ersm,
    run: &Path<PartialValuation>,
    values: &[Vec<i64>],
    link: Option<Link>,
    variable: VariableId,
) -> i64 {
    let at = values.len();
    let (state, before) = (run.state(at), at.saturating_sub(1));
    let own = ersm.variable(state.component, variable);
    let edge = |at: usize, edge: EdgeId| &ersm.components[run.state(at).component].cfa.edges[edge].action;
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
