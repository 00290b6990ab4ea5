//! A state space as a recursive state machine: entries, exits, calls as boxes, and the paths between them.
//!
//! Alur, Benedikt, Etessami, Godefroid, Reps, Yannakakis, TOPLAS 2005, section 2. States between the ports are only
//! counted.

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::layout::Adjacency;
use base::CompactSort;
use report::space::{EdgeKind, EdgeView, StateKind, StateSpaceView};

/// Maximum number of boxes of a component. If it has more calls, there is one box for each call site; the first ones,
/// if there are more of these, too.
pub const BOX_LIMIT: usize = 24;

/// Maximum number of ports at one place; the last one represents all others.
pub const PORT_LIMIT: usize = 12;

/// The kind of a port.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PortKind {
    /// An entry of the component.
    Entry,
    /// An exit of the component.
    Exit,
    /// An exit of the entry procedure with an exception.
    Exception,
    /// Null was dereferenced inside the component.
    Fault,
    /// An assertion has failed inside the component.
    Failed,
    /// The entry of a box.
    Call,
    /// An exit of a box.
    Return,
}

/// A start or end of paths.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortView {
    /// What it is.
    pub kind: PortKind,
    /// Its states in the state space: states of this component, at least one.
    pub states: Vec<u32>,
    /// The line of the first state.
    pub line: u32,
    /// For calls and returns, the box, as an index of [`RsmComponentView::boxes`].
    pub of_box: Option<u32>,
    /// For returns, the exits of the callee that lead here, as states of the state space.
    pub exits: Vec<u32>,
}

/// A call site with its callees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BoxView {
    /// The called components: one, or, if there are too many boxes, all of the call site.
    pub callees: Vec<u32>,
    /// The name of the called procedure.
    pub method: String,
    /// The file of the call.
    pub file: String,
    /// The line of the call.
    pub line: u32,
}

/// Internal steps from one port to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PathView {
    /// The port at which it starts.
    pub source: u32,
    /// The port at which it ends.
    pub target: u32,
    /// The number of states between the ports.
    pub states: u32,
}

/// The call by which a component is first reached from the entry component.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CallerView {
    /// The calling component.
    pub component: u32,
    /// The calling state.
    pub state: u32,
    /// The line of the call.
    pub line: u32,
}

/// A component.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RsmComponentView {
    /// The qualified name of the procedure.
    pub procedure: String,
    /// The number of its states.
    pub states: u32,
    /// Its entries, exits and faults, then the call and the returns of each box.
    pub ports: Vec<PortView>,
    /// Its calls, in order of discovery.
    pub boxes: Vec<BoxView>,
    /// The paths, sorted by source and target.
    pub paths: Vec<PathView>,
    /// The number of call sites without a box, because only [`BOX_LIMIT`] are shown.
    pub hidden_calls: u32,
    /// The call by which it is first reached; absent for the entry component.
    pub caller: Option<CallerView>,
}

impl RsmComponentView {
    /// The ports of one kind.
    pub fn ports_of(&self, kind: PortKind) -> impl Iterator<Item = &PortView> {
        self.ports.iter().filter(move |p| p.kind == kind)
    }
}

/// A component without its inside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComponentSummary {
    /// The qualified name of the procedure.
    pub procedure: String,
    /// The number of its states.
    pub states: u32,
    /// The call by which it is first reached; absent for the entry component.
    pub caller: Option<CallerView>,
}

/// A recursive state machine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RsmView {
    /// The components, numbered as in the state space; the entry component is the first.
    pub components: Vec<RsmComponentView>,
}

impl RsmView {
    /// The components without their insides.
    pub fn summaries(&self) -> Vec<ComponentSummary> {
        let summary = |c: &RsmComponentView| ComponentSummary {
            procedure: c.procedure.clone(),
            states: c.states,
            caller: c.caller.clone(),
        };
        self.components.iter().map(summary).collect()
    }
}

/// Views `space` as a recursive state machine. Laws: a path between two ports is shown iff internal steps lead from a
/// state of one to a state of the other; a call that never returns is a box without returns.
pub fn rsm_view(space: &StateSpaceView) -> RsmView {
    let machine = Machine::new(space);
    let callers = machine.callers();
    let components = callers.into_iter().enumerate().map(|(c, caller)| machine.component(c, caller));
    RsmView { components: components.collect() }
}

/// The paths between ports, sorted: from each of `starts` to each of `ends`, with the number of other nodes on the way.
/// Nodes are numbered up to `count`.
pub fn contracted(count: usize, steps: &[(u32, u32)], starts: &[&[u32]], ends: &[&[u32]]) -> Vec<(u32, u32, u32)> {
    let forward = Adjacency::new(count, steps.iter().copied());
    let backward = Adjacency::new(count, steps.iter().map(|&(a, b)| (b, a)));
    let after: Vec<FixedBitSet> = starts.iter().map(|nodes| reached(count, &forward, nodes)).collect();
    let before: Vec<FixedBitSet> = ends.iter().map(|nodes| reached(count, &backward, nodes)).collect();
    let mut paths = Vec::new();
    for (s, after) in after.iter().enumerate() {
        for (e, before) in before.iter().enumerate() {
            if !ends[e].iter().any(|&node| after.contains(node as usize)) {
                continue;
            }
            let mut own: Vec<u32> = starts[s].iter().chain(ends[e]).copied().collect();
            own.compact_sort();
            own.dedup();
            let on_both = |&&n: &&u32| after.contains(n as usize) && before.contains(n as usize);
            let of_ports = own.iter().filter(on_both).count();
            paths.push((s as u32, e as u32, (after.intersection_count(before) - of_ports) as u32));
        }
    }
    paths
}

fn reached(count: usize, next: &Adjacency, from: &[u32]) -> FixedBitSet {
    let mut seen = FixedBitSet::with_capacity(count);
    let mut stack = from.to_vec();
    while let Some(node) = stack.pop() {
        if !seen.put(node as usize) {
            stack.extend(next.of(node));
        }
    }
    seen
}

/// The states and edges of a state space by component.
struct Machine<'s> {
    space: &'s StateSpaceView,
    /// The states of each component.
    members: Vec<Vec<u32>>,
    /// The position of each state among those of its component.
    position: Vec<u32>,
    /// The position of the first edge of each state.
    first_edge: Vec<usize>,
}

/// A call site, or one of its callees.
#[derive(Default)]
struct Site {
    callees: Vec<u32>,
    calls: Vec<u32>,
    /// The states after the return, by exit of the callee.
    returns: IndexMap<u32, Vec<u32>>,
}

impl<'s> Machine<'s> {
    fn new(space: &'s StateSpaceView) -> Self {
        let mut members = vec![Vec::new(); space.components.len()];
        let mut position = Vec::with_capacity(space.states.len());
        for (number, state) in (0u32..).zip(&space.states) {
            let members = &mut members[state.component as usize];
            position.push(members.len() as u32);
            members.push(number);
        }
        let mut first_edge = vec![0; space.states.len() + 1];
        for edge in &space.edges {
            first_edge[edge.source as usize + 1] += 1;
        }
        for state in 0..space.states.len() {
            first_edge[state + 1] += first_edge[state];
        }
        Self { space, members, position, first_edge }
    }

    fn edges_of(&self, state: u32) -> &'s [EdgeView] {
        &self.space.edges[self.first_edge[state as usize]..self.first_edge[state as usize + 1]]
    }

    fn line(&self, state: u32) -> u32 {
        self.space.states[state as usize].line
    }

    /// For each component, the last call of a shortest chain of calls from the entry component.
    fn callers(&self) -> Vec<Option<CallerView>> {
        let mut callers: Vec<Option<CallerView>> = vec![None; self.members.len()];
        let mut queue = vec![0usize];
        let mut position = 0;
        while let Some(&component) = queue.get(position)
            && component < self.members.len()
        {
            position += 1;
            for edge in self.members[component].iter().flat_map(|&s| self.edges_of(s)) {
                let callee = self.space.states[edge.target as usize].component as usize;
                if edge.kind == EdgeKind::Call && callee != 0 && callers[callee].is_none() {
                    let line = self.line(edge.source);
                    callers[callee] = Some(CallerView { component: component as u32, state: edge.source, line });
                    queue.push(callee);
                }
            }
        }
        callers
    }

    fn component(&self, number: usize, caller: Option<CallerView>) -> RsmComponentView {
        let members = &self.members[number];
        let mut sites = self.sites(members, false);
        if sites.len() > BOX_LIMIT {
            sites = self.sites(members, true);
        }
        let hidden = sites.split_off(sites.len().min(BOX_LIMIT));
        let mut ports = self.outer_ports(number);
        let mut boxes = Vec::new();
        for (of_box, site) in (0u32..).zip(sites) {
            let at = &self.space.states[site.calls[0] as usize];
            let method = self.space.components[site.callees[0] as usize].procedure.clone();
            let limit = if site.callees.len() > 1 { 1 } else { PORT_LIMIT };
            ports.push(self.port(PortKind::Call, site.calls, Some(of_box), Vec::new()));
            for group in grouped(site.returns.into_iter().map(|(e, s)| (vec![e], s)).collect(), limit) {
                ports.push(self.port(PortKind::Return, group.1, Some(of_box), group.0));
            }
            boxes.push(BoxView { callees: site.callees, method, file: at.file.clone(), line: at.line });
        }
        RsmComponentView {
            procedure: self.space.components[number].procedure.clone(),
            states: members.len() as u32,
            paths: self.paths(members, &ports, &hidden),
            ports,
            boxes,
            hidden_calls: hidden.len() as u32,
            caller,
        }
    }

    /// The calls of a component; `merged` combines all callees of one call site.
    fn sites(&self, members: &[u32], merged: bool) -> Vec<Site> {
        let mut sites: IndexMap<(&str, u32, u32, u32), Site> = IndexMap::new();
        for &state in members {
            let at = &self.space.states[state as usize];
            for edge in self.edges_of(state) {
                let entered = match (edge.kind, edge.exit) {
                    (EdgeKind::Call, _) => edge.target,
                    (EdgeKind::Summary, Some(exit)) => exit,
                    _ => continue,
                };
                let callee = self.space.states[entered as usize].component;
                let place = (at.file.as_str(), at.line, at.column, if merged { 0 } else { callee });
                let site = sites.entry(place).or_default();
                if !site.callees.contains(&callee) {
                    site.callees.push(callee);
                }
                // The states come in ascending order.
                if site.calls.last() != Some(&state) {
                    site.calls.push(state);
                }
                if edge.kind == EdgeKind::Summary {
                    site.returns.entry(entered).or_default().push(edge.target);
                }
            }
        }
        sites.into_values().collect()
    }

    /// Entries, exits and faults.
    fn outer_ports(&self, number: usize) -> Vec<PortView> {
        let component = &self.space.components[number];
        let is = |state: u32, kind: StateKind| self.space.states[state as usize].kind == kind;
        let exits = component.exits.iter().copied();
        let (exceptional, normal): (Vec<u32>, Vec<u32>) = exits.partition(|&s| is(s, StateKind::Exception));
        let all = |kind| self.members[number].iter().copied().filter(|&s| is(s, kind)).collect();
        let kinds = [
            (PortKind::Entry, component.entries.clone()),
            (PortKind::Exit, normal),
            (PortKind::Exception, exceptional),
            (PortKind::Fault, all(StateKind::NullDereference)),
            (PortKind::Failed, all(StateKind::Failed)),
        ];
        let mut ports = Vec::new();
        for (kind, states) in kinds {
            let groups = grouped(states.into_iter().map(|s| (Vec::new(), vec![s])).collect(), PORT_LIMIT);
            ports.extend(groups.into_iter().map(|(_, states)| self.port(kind, states, None, Vec::new())));
        }
        ports
    }

    fn port(&self, kind: PortKind, states: Vec<u32>, of_box: Option<u32>, exits: Vec<u32>) -> PortView {
        PortView { kind, line: self.line(states[0]), states, of_box, exits }
    }

    fn paths(&self, members: &[u32], ports: &[PortView], hidden: &[Site]) -> Vec<PathView> {
        let local = |state: u32| self.position[state as usize];
        let mut steps = Vec::new();
        for edge in members.iter().flat_map(|&s| self.edges_of(s)) {
            // A whole call without a box counts as one step.
            let plain = match edge.kind {
                EdgeKind::Step => true,
                EdgeKind::Summary => {
                    edge.exit.is_none() || hidden.iter().any(|h| h.calls.binary_search(&edge.source).is_ok())
                }
                EdgeKind::Call | EdgeKind::Return | EdgeKind::Stutter => false,
            };
            if plain {
                steps.push((local(edge.source), local(edge.target)));
            }
        }
        let begins = |p: &PortView| matches!(p.kind, PortKind::Entry | PortKind::Return);
        let select = |wanted: bool| -> (Vec<u32>, Vec<Vec<u32>>) {
            let chosen = (0u32..).zip(ports).filter(|(_, p)| begins(p) == wanted);
            chosen.map(|(i, p)| (i, p.states.iter().map(|&s| local(s)).collect())).unzip()
        };
        let ((sources, starts), (targets, ends)) = (select(true), select(false));
        let starts: Vec<&[u32]> = starts.iter().map(Vec::as_slice).collect();
        let ends: Vec<&[u32]> = ends.iter().map(Vec::as_slice).collect();
        let paths = contracted(members.len(), &steps, &starts, &ends).into_iter();
        paths
            .map(|(s, e, states)| PathView { source: sources[s as usize], target: targets[e as usize], states })
            .collect()
    }
}

/// At most `limit` groups; the last one combines all others.
fn grouped(groups: Vec<(Vec<u32>, Vec<u32>)>, limit: usize) -> Vec<(Vec<u32>, Vec<u32>)> {
    let mut kept: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    for (exits, states) in groups {
        let full = kept.len() == limit;
        match kept.last_mut() {
            Some(last) if full => {
                last.0.extend(exits);
                last.1.extend(states);
            }
            _ => kept.push((exits, states)),
        }
    }
    for (_, states) in &mut kept {
        states.compact_sort();
        states.dedup();
    }
    kept
}

#[cfg(test)]
pub(crate) mod tests;
