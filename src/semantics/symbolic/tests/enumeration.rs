//! The same question decided by enumeration: path edges one by one, cycles by strongly connected components.

use std::collections::{HashMap, HashSet};

use petgraph::graph::{DiGraph, NodeIndex};

use super::explicit::{Machine, Values};
use crate::logic::MonitorStateId;
use crate::program::cfa::{EdgeId, Location, ProcedureId};

/// More path edges are not enumerated.
const MOST: usize = 20_000;

/// An activation: whether runs begin with it, and how it begins.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Context {
    is_bottom: bool,
    component: ProcedureId,
    begin: (Values, MonitorStateId),
}

/// A state in an activation, and the conditions met since that began.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Path {
    context: Context,
    place: Location,
    values: Values,
    monitor: MonitorStateId,
    met: u32,
}

/// A node of the graph of heads.
type Head = (bool, ProcedureId, Location, Values, MonitorStateId);

#[derive(Default)]
struct Search {
    paths: HashSet<Path>,
    pending: Vec<Path>,
    /// For each activation its callers, with the edge, and what the call met.
    callers: HashMap<Context, HashSet<(Path, EdgeId, u32)>>,
    /// For each activation how it may end: values at the exit, the monitor after the return, what was met until then.
    ends: HashMap<Context, HashSet<(Values, MonitorStateId, u32)>>,
    nodes: HashMap<Head, NodeIndex>,
    graph: DiGraph<(), u32>,
}

impl Search {
    fn node(&mut self, path: &Path) -> NodeIndex {
        let context = &path.context;
        let head = (context.is_bottom, context.component, path.place, path.values.clone(), path.monitor);
        *self.nodes.entry(head).or_insert_with(|| self.graph.add_node(()))
    }

    fn add(&mut self, from: Option<(&Path, u32)>, path: Path) {
        let node = self.node(&path);
        if let Some((from, met)) = from {
            let from = self.node(from);
            self.graph.add_edge(from, node, met);
        }
        if self.paths.insert(path.clone()) {
            self.pending.push(path);
        }
    }

    fn give_back(
        &mut self,
        machine: &Machine,
        (call, edge, at_call): &(Path, EdgeId, u32),
        (exit, monitor, met): &(Values, MonitorStateId, u32),
    ) {
        let component = call.context.component;
        let place = machine.call(component, *edge).1;
        for values in machine.returns(component, *edge, &call.values, exit) {
            let all = at_call | met;
            let path = Path { place, values, monitor: *monitor, met: call.met | all, ..call.clone() };
            self.add(Some((call, all)), path);
        }
    }

    fn expand(&mut self, machine: &Machine, path: &Path) {
        let Path { context, place, values, monitor, met } = path;
        let at = (context.component, *place);
        let procedure = &machine.ersm.components[context.component];
        let stays = machine.stays(at, context.is_bottom);
        let mut steps = machine.steps(at, values);
        steps.extend(stays.then(|| (*place, values.clone())));
        for (next, now) in machine.monitor_steps(at, values, *monitor) {
            for (place, values) in &steps {
                let (context, values) = (context.clone(), values.clone());
                let after = Path { context, place: *place, values, monitor: next, met: met | now };
                self.add(Some((path, now)), after);
            }
            for (edge, begins) in machine.calls(at, values) {
                let component = machine.call(at.0, edge).0;
                for begin in begins {
                    let context = Context { is_bottom: false, component, begin: (begin.clone(), next) };
                    let place = machine.ersm.components[component].cfa.entry;
                    let start = Path { context: context.clone(), place, values: begin, monitor: next, met: 0 };
                    self.add(Some((path, now)), start);
                    let caller = (path.clone(), edge, now);
                    if self.callers.entry(context.clone()).or_default().insert(caller.clone()) {
                        for end in self.ends.get(&context).cloned().unwrap_or_default() {
                            self.give_back(machine, &caller, &end);
                        }
                    }
                }
            }
            if procedure.cfa.exit == *place && !stays {
                let end = (values.clone(), next, met | now);
                if self.ends.entry(context.clone()).or_default().insert(end.clone()) {
                    for caller in self.callers.get(context).cloned().unwrap_or_default() {
                        self.give_back(machine, &caller, &end);
                    }
                }
            }
        }
    }
}

/// Whether there is a run that is looked for; `None` if there are too many states.
pub(super) fn is_violated(machine: &Machine) -> Option<bool> {
    let mut search = Search::default();
    let entry = machine.ersm.entry;
    for values in machine.starts() {
        for &monitor in &machine.monitor.initial {
            let context = Context { is_bottom: true, component: entry, begin: (values.clone(), monitor) };
            let place = machine.ersm.components[entry].cfa.entry;
            search.add(None, Path { context, place, values: values.clone(), monitor, met: 0 });
        }
    }
    while let Some(path) = search.pending.pop() {
        if search.paths.len() > MOST {
            return None;
        }
        search.expand(machine, &path);
    }
    let is_found = |path: &Path| machine.is_found((path.context.component, path.place), &path.values, path.monitor);
    if search.paths.iter().any(is_found) {
        return Some(true);
    }
    let Some(conditions) = machine.monitor.conditions else { return Some(false) };
    let is_fair = |nodes: &Vec<NodeIndex>| {
        let nodes: HashSet<NodeIndex> = nodes.iter().copied().collect();
        let inside = search.graph.edge_indices().filter_map(|edge| {
            let (source, target) = search.graph.edge_endpoints(edge)?;
            (nodes.contains(&source) && nodes.contains(&target)).then(|| search.graph[edge])
        });
        inside.reduce(|all, some| all | some).is_some_and(|met| met == (1 << conditions) - 1)
    };
    Some(petgraph::algo::tarjan_scc(&search.graph).iter().any(is_fair))
}
