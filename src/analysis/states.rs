//! State spaces and contracts as data, of every system whose states can be described.

use fixedbitset::FixedBitSet;

use rustc_hash::{FxHashMap, FxHashSet};

use base::{CompactSort, Idx};
use program::{
    cfa::{Location, ProcedureId},
    objects::{OperationEdge, Program},
};
use report::content::ContentKind;
use report::contracts::{ContractEnd, ContractExit, ContractState, ContractView};
use report::space::LoopHeadView;
use report::space::{
    ComponentView, EdgeKind, EdgeView, PlaceEdge, PlaceView, RestView, StateKind, StateSpaceView, StateView,
};
use report::stack::StackFrame;
use report::{Run, RunStep};
use rsm::{ComponentId, NodeId, Rank, Rsm, Step};

/// Of a state space with more states only the first ones found are listed; the others are counted.
pub const STATE_LIMIT: usize = 50_000;

/// Of a call stack at most this many frames are listed.
const STACK_LIMIT: usize = 64;

/// Where a state is in the source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourcePlace {
    /// Qualified name of the procedure.
    pub method: String,
    /// Name of the file.
    pub file: String,
    /// The first line, from 1.
    pub line: u32,
    /// The first column, UTF-16, from 1.
    pub column: u32,
    /// The last line.
    pub end_line: u32,
    /// The column after the last one.
    pub end_column: u32,
}

/// How the states of a machine are described to people.
pub trait DescribeStates<S> {
    /// What is in them.
    const CONTENTS: ContentKind;

    /// Where it is in the source.
    fn place(&self, state: S) -> SourcePlace;

    /// Its content hash.
    fn name(&self, state: S) -> String;

    /// The number of its location in the procedure.
    fn location(&self, state: S) -> u32;

    /// The number of what is in it, and the size of that.
    fn content(&self, state: S) -> (u32, u32);

    /// How the entry procedure ends in this exit state.
    fn ends(&self, state: S) -> StateKind {
        let _ = state;
        StateKind::Final
    }

    /// What an error state is.
    fn fault(&self, state: S) -> StateKind {
        let _ = state;
        StateKind::Failed
    }

    /// The operation that leads from a state to the next one; without that, of the only edge if there is one, else empty.
    fn operation(&self, state: S, next: Option<S>) -> String;

    /// The value of the condition of the statement there, if the operation that leads on shows it.
    fn condition(&self, state: S, next: Option<S>) -> Option<bool> {
        let _ = (state, next);
        None
    }

    /// What a measure adds up in a state, printed.
    fn measure(&self, state: S, rank: &Rank) -> String {
        let _ = (state, rank);
        String::new()
    }

    /// Whether the contract that is entered here is given, so that the calls were not explored.
    fn is_trusted(&self, state: S) -> bool {
        let _ = state;
        false
    }
}

/// Mixes a word into a content hash, the same on every machine.
pub fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The heads of the loops that a program comes to, with what is in the states there. `place` says at which location a state is; none if it
/// does not count.
pub fn loop_heads<S: Copy>(
    program: &Program,
    rsm: &Rsm<S>,
    describe: &impl DescribeStates<S>,
    place: impl Fn(S) -> Option<(ProcedureId, Location)>,
) -> Vec<LoopHeadView> {
    let mut views = Vec::new();
    for (id, procedure) in program.procedures.iter_enumerated() {
        let heads = procedure.cfa.loop_heads();
        for location in heads.indices().filter(|&location| heads[location]) {
            let is_here = |&state: &S| place(state) == Some((id, location));
            let mut view: Option<LoopHeadView> = None;
            let mut known = FixedBitSet::new();
            for state in rsm.nodes.iter().map(|node| node.state).filter(is_here) {
                let view = view.get_or_insert_with(|| {
                    let SourcePlace { method, file, line, .. } = describe.place(state);
                    LoopHeadView { procedure: method, location: location.0, file, line, contents: Vec::new() }
                });
                let (content, _) = describe.content(state);
                known.grow(content as usize + 1);
                if !known.put(content as usize) {
                    view.contents.push(content);
                }
            }
            views.extend(view);
        }
    }
    views
}

/// The edge that leads from a location to another; the only edge if there is one.
pub fn edge_of(
    program: &Program,
    procedure: ProcedureId,
    location: Location,
    target: Option<Location>,
) -> Option<&OperationEdge> {
    let leads_there =
        |edge: &OperationEdge| target.is_some_and(|t| t == edge.target || edge.handlers().any(|h| h == t));
    let edges: Vec<&OperationEdge> =
        program.procedures[procedure].cfa.edges_from(location).map(|(_, edge)| edge).collect();
    match edges.as_slice() {
        [only] => Some(*only),
        several => several.iter().find(|edge| leads_there(edge)).copied(),
    }
}

/// The operation on the [edge](edge_of) that leads from a location to another; empty without one.
pub fn operation_of(program: &Program, procedure: ProcedureId, location: Location, target: Option<Location>) -> String {
    edge_of(program, procedure, location, target).map_or(String::new(), |edge| {
        let procedure = &program.procedures[procedure];
        let operation = program.operation(procedure, &edge.operation);
        // Of a call the exception may be that of the callee; it was entered then.
        match edge.on_null.is_some() && edge.on_null == target && target != Some(edge.target) {
            true => format!("{operation} (null is dereferenced)"),
            false => operation,
        }
    })
}

/// The suspended callers at a position of a run, outermost first; `place` says in which method and line each one is.
pub fn call_stack<S>(run: &rsm::Path<S>, position: usize, place: impl Fn(&S) -> (String, u32)) -> Vec<StackFrame> {
    limited_stack(run.callers(position), |caller| place(run.state(caller)))
}

/// A call stack, outermost first, of the callers, innermost first; `place` says in which method and line each one is.
pub fn limited_stack<C>(callers: impl Iterator<Item = C>, place: impl Fn(C) -> (String, u32)) -> Vec<StackFrame> {
    let mut stack = Vec::new();
    let mut hidden = 0;
    for caller in callers {
        if stack.len() < STACK_LIMIT {
            let (method, line) = place(caller);
            stack.push(StackFrame::Caller { method, line });
        } else {
            hidden += 1;
        }
    }
    if hidden > 0 {
        stack.push(StackFrame::Omitted(hidden));
    }
    stack.reverse();
    stack
}

/// A run for a report. `is_shown`: its states are those that can be looked at.
pub fn run_view<S: Copy>(
    rsm: &Rsm<S>,
    path: &rsm::Path<NodeId>,
    describe: &impl DescribeStates<S>,
    is_shown: bool,
) -> Run {
    let state = |position: usize| rsm.nodes[*path.state(position)].state;
    let step = |position: usize| {
        let here = state(position);
        let SourcePlace { method, file, line, .. } = describe.place(here);
        RunStep {
            state: describe.name(here),
            index: is_shown.then_some(path.state(position).0),
            method,
            file,
            line,
            operation: describe.operation(here, path.after(position).map(state)),
            condition: describe.condition(here, path.after(position).map(state)),
            stack: call_stack(path, position, |&caller| {
                let place = describe.place(rsm.nodes[caller].state);
                (place.method, place.line)
            }),
            folded: path.visits[position].folded,
            values: Vec::new(),
        }
    };
    let (prefix, cycle) = path.split((0..path.len()).map(step).collect());
    Run { prefix, cycle }
}

/// The state space without labels. If it is too large to look at, the states found first are listed, and the others counted. A state's
/// number is that of its node.
pub fn state_space<S: Copy, D: DescribeStates<S>>(rsm: &Rsm<S>, describe: &D) -> StateSpaceView {
    state_space_up_to(rsm, describe, STATE_LIMIT)
}

/// As [`state_space`], where at most so many states are listed.
pub fn state_space_up_to<S: Copy, D: DescribeStates<S>>(rsm: &Rsm<S>, describe: &D, limit: usize) -> StateSpaceView {
    let is_shown = |node: NodeId| node.index() < limit;
    let kinds = special_kinds(rsm, describe);
    let mut states = Vec::new();
    for (id, node) in rsm.nodes.iter_enumerated().take(limit) {
        let state = node.state;
        let place = describe.place(state);
        let (content, size) = describe.content(state);
        states.push(StateView {
            id: describe.name(state),
            component: node.component.0,
            kind: kinds.get(&id).copied().unwrap_or(StateKind::Inner),
            location: describe.location(state),
            file: place.file,
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            content,
            size,
            labels: Vec::new(),
        });
    }
    let mut components = Vec::new();
    for component in &rsm.components {
        let shown = |nodes: &[NodeId]| -> Vec<NodeId> { nodes.iter().copied().filter(|&n| is_shown(n)).collect() };
        let (entries, exits) = (shown(&component.entries), shown(&component.exits));
        let procedure =
            component.entries.first().map_or(String::new(), |&node| describe.place(rsm.nodes[node].state).method);
        let numbers = |nodes: Vec<NodeId>| nodes.into_iter().map(|n| n.0).collect();
        components.push(ComponentView { procedure, entries: numbers(entries), exits: numbers(exits) });
    }
    let mut edges = Vec::new();
    for (id, node) in rsm.nodes.iter_enumerated().take(limit) {
        let mut add = |target: NodeId, kind, exit| {
            let label = match kind {
                EdgeKind::Step | EdgeKind::Summary | EdgeKind::Call => {
                    describe.operation(node.state, Some(rsm.nodes[target].state))
                }
                EdgeKind::Return | EdgeKind::Stutter => String::new(),
            };
            edges.push(EdgeView { source: id.0, target: target.0, kind, exit, label });
        };
        for edge in rsm.edges_of(id).filter(|e| is_shown(e.target)) {
            let exit = match edge.kind {
                rsm::EdgeKind::Summary(exit) => Some(exit.0).filter(|_| is_shown(exit)),
                rsm::EdgeKind::Step | rsm::EdgeKind::Call => None,
            };
            add(edge.target, kind_of(edge.kind), exit);
        }
        let main_exit = node.step == Some(Step::Exit) && node.component == Rsm::<S>::MAIN;
        // Of an inner state in which a run is given up, nothing is said of how it goes on.
        let stays = || node.step == Some(Step::Fault) && describe.fault(node.state) != StateKind::Inner;
        if main_exit || stays() {
            add(id, EdgeKind::Stutter, None);
        }
    }
    let rest = (rsm.nodes.len() > limit).then(|| rest(rsm, describe, &kinds, limit));
    StateSpaceView { contents: D::CONTENTS, components, states, edges, unlabelled: 0, rest }
}

fn kind_of(kind: rsm::EdgeKind) -> EdgeKind {
    match kind {
        rsm::EdgeKind::Step => EdgeKind::Step,
        rsm::EdgeKind::Summary(_) => EdgeKind::Summary,
        rsm::EdgeKind::Call => EdgeKind::Call,
    }
}

/// The states that are not inner ones.
fn special_kinds<S: Copy>(rsm: &Rsm<S>, describe: &impl DescribeStates<S>) -> FxHashMap<NodeId, StateKind> {
    let main = &rsm.components[Rsm::<S>::MAIN];
    let entries = main.entries.iter().map(|&entry| (entry, StateKind::Initial));
    let exits = main.exits.iter().map(|&exit| (exit, describe.ends(rsm.nodes[exit].state)));
    let faults = rsm.components.iter().flat_map(|component| &component.faults);
    let faults = faults.map(|&fault| (fault, describe.fault(rsm.nodes[fault].state)));
    entries.chain(exits).chain(faults).collect()
}

/// Where the states beyond the first ones are, and how many.
fn rest<S: Copy>(
    rsm: &Rsm<S>,
    describe: &impl DescribeStates<S>,
    kinds: &FxHashMap<NodeId, StateKind>,
    limit: usize,
) -> RestView {
    let mut rest = RestView::default();
    // Texts are made once for each location.
    let mut of_location: FxHashMap<(u32, u32, u8), u32> = FxHashMap::default();
    let mut of_line: FxHashMap<(u32, String, u32, u8), u32> = FxHashMap::default();
    let mut place_of: Vec<u32> = Vec::with_capacity(rsm.nodes.len());
    for (id, node) in rsm.nodes.iter_enumerated() {
        let (component, kind) = (node.component.0, kinds.get(&id).copied().unwrap_or(StateKind::Inner));
        let known = of_location.entry((component, describe.location(node.state), kind as u8));
        let place = *known.or_insert_with(|| {
            let SourcePlace { file, line, .. } = describe.place(node.state);
            *of_line.entry((component, file.clone(), line, kind as u8)).or_insert_with(|| {
                let first = Some(id.0).filter(|_| id.index() < limit);
                rest.places.push(PlaceView { component, file, line, kind, first, unlisted: 0 });
                u32::at(rest.places.len() - 1)
            })
        });
        rest.places[place as usize].unlisted += u32::from(id.index() >= limit);
        place_of.push(place);
    }
    let mut known = FxHashSet::default();
    for (id, _) in rsm.nodes.iter_enumerated() {
        for edge in rsm.edges_of(id).filter(|edge| id.index().max(edge.target.index()) >= limit) {
            let (source, target) = (place_of[id.index()], place_of[edge.target.index()]);
            let edge = PlaceEdge { source, target, kind: kind_of(edge.kind) };
            if known.insert(edge) {
                rest.edges.push(edge);
            }
        }
    }
    rest
}

/// The contracts of all procedures, one for each component.
pub fn contracts<S: Copy>(rsm: &Rsm<S>, describe: &impl DescribeStates<S>) -> Vec<ContractView> {
    let at = |&node: &NodeId| ContractState {
        content: describe.content(rsm.nodes[node].state).0,
        state: Some(node.0).filter(|_| node.index() < STATE_LIMIT),
    };
    let contract = |(id, component): (ComponentId, &rsm::Component)| {
        let exits = component.exits.iter().map(|node| {
            let exceptional = describe.ends(rsm.nodes[*node].state) == StateKind::Exception;
            let end = if exceptional { ContractEnd::Exception } else { ContractEnd::Returns };
            ContractExit { end, at: at(node) }
        });
        let fault = |node: NodeId| match describe.fault(rsm.nodes[node].state) {
            StateKind::Inner => None,
            StateKind::Failed => Some(ContractEnd::Failed),
            _ => Some(ContractEnd::NullDereference),
        };
        let faults = component.faults.iter().filter_map(|node| Some(ContractExit { end: fault(*node)?, at: at(node) }));
        let mut exits: Vec<ContractExit> = exits.chain(faults).collect();
        exits.compact_sort_by_key(|exit| exit.end);
        let entry = component.entries.first().map(|&node| rsm.nodes[node].state);
        ContractView {
            procedure: entry.map_or(String::new(), |state| describe.place(state).method),
            component: id.0,
            trusted: entry.is_some_and(|state| describe.is_trusted(state)),
            entries: component.entries.iter().map(at).collect(),
            exits,
            calls: u32::at(component.callers.len()),
        }
    };
    rsm.components.iter_enumerated().map(contract).collect()
}
