//! The control-flow automaton of a program in blocks as a state space to be looked at: one component for each copy of a procedure.

use std::collections::BTreeMap;

use crate::blocks::{FlatAction, FlatEdge, FlatPlace, FlatProgram, FrameId};
use analysis::STATE_LIMIT;
use base::{CollectByInsertion, CompactSort, Idx, Sources, Span};
use program::cfa::Location;
use report::content::ContentKind;
use report::space::{ComponentView, EdgeKind, EdgeView, StateKind, StateSpaceView, StateView};
use report::valuation::{ValuationView, VariableView};
use report::{Invariant, RunStep};

/// The automaton, with what is known at its locations.
pub(super) struct ShownAutomaton {
    pub space: StateSpaceView,
    /// By the number of a state, what is known there.
    contents: Vec<ValuationView>,
    /// The states of locations.
    states: BTreeMap<(FrameId, Location), u32>,
}

/// A state that is to be shown: a location, or the end of runs in a copy that fail, or that are not followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    At(Location),
    Fails(FrameId),
    IsCut(FrameId),
}

impl ShownAutomaton {
    /// The automaton of a program; of a large one the locations near the start.
    pub(crate) fn new(flat: &FlatProgram<'_>, sources: &Sources) -> Self {
        let places = flat
            .cfa
            .locations
            .iter_enumerated()
            .map(|(at, place)| ((place.frame, place.location), at))
            .collect_by_insertion();
        let (numbers, space) = (BTreeMap::new(), StateSpaceView::default());
        let mut building = Building { flat, sources, places, numbers, space };
        building.space.contents = ContentKind::Valuations;
        for frame in flat.frames.indices() {
            let procedure = flat.program.qualified_name(flat.frames[frame].procedure);
            building.space.components.push(ComponentView { procedure, entries: Vec::new(), exits: Vec::new() });
        }
        building.number(Node::At(flat.cfa.entry), flat.span(flat.cfa.entry));
        for edge in &flat.cfa.edges {
            building.edge(edge);
        }
        let Building { mut space, numbers, .. } = building;
        space.edges.compact_sort_by_key(|edge| (edge.source, edge.target, edge.kind as u8));
        space.edges.dedup();
        let empty = |state: &StateView| ValuationView {
            procedure: space.components[state.component as usize].procedure.clone(),
            ..ValuationView::default()
        };
        let contents = space.states.iter().map(empty).collect();
        let place = |(node, number): (&Node, &u32)| match *node {
            Node::At(location) => {
                let FlatPlace { frame, location } = flat.cfa.locations[location];
                Some(((frame, location), *number))
            }
            Node::Fails(_) | Node::IsCut(_) => None,
        };
        let states = numbers.iter().filter_map(place).collect_by_insertion();
        Self { space, contents, states }
    }

    /// Says at the states of loops what is known there.
    pub(crate) fn tell(&mut self, known: &[(FlatPlace, Invariant)]) {
        for (FlatPlace { frame, location }, invariant) in known {
            let Some(&number) = self.states.get(&(*frame, *location)) else { continue };
            let holds = |condition: &String| VariableView {
                name: condition.clone(),
                value: "T".to_owned(),
                is_open: false,
                before: None,
            };
            self.contents[number as usize].locals.extend(invariant.conditions.iter().map(holds));
            self.space.states[number as usize].size = u32::at(self.contents[number as usize].locals.len());
        }
    }

    /// Tells the steps of a run, which are at these places, the numbers of their states.
    pub(crate) fn locate(&self, steps: &mut [RunStep], places: &[FlatPlace]) {
        for (step, FlatPlace { frame, location }) in steps.iter_mut().zip(places) {
            step.index = self.states.get(&(*frame, *location)).copied();
        }
    }

    /// What is known in the state with this number.
    pub(crate) fn content(&self, number: u32) -> Option<&ValuationView> {
        self.contents.get(number as usize)
    }
}

struct Building<'a, 'p> {
    flat: &'a FlatProgram<'p>,
    sources: &'a Sources,
    /// The locations at places.
    places: BTreeMap<(FrameId, Location), Location>,
    numbers: BTreeMap<Node, u32>,
    space: StateSpaceView,
}

impl Building<'_, '_> {
    /// The state of a node; `None` if there are too many. Where a run fails it stands at the statement that fails, which is at `span`.
    fn number(&mut self, node: Node, span: Span) -> Option<u32> {
        if let Some(&number) = self.numbers.get(&node) {
            return Some(number);
        }
        let number = u32::at(self.space.states.len());
        if self.space.states.len() >= STATE_LIMIT {
            return None;
        }
        let flat = self.flat;
        let (at, frame, kind) = match node {
            Node::At(location) => {
                let frame = flat.cfa.locations[location].frame;
                let kind = match location {
                    _ if location == flat.cfa.entry => StateKind::Initial,
                    _ if location == flat.cfa.exit => StateKind::Final,
                    _ if location == flat.thrown => StateKind::Exception,
                    _ => StateKind::Inner,
                };
                (location, frame, kind)
            }
            Node::Fails(frame) => (flat.error, frame, StateKind::Failed),
            Node::IsCut(frame) => (flat.cut, frame, StateKind::Inner),
        };
        let span = if matches!(node, Node::At(_)) { flat.span(at) } else { span };
        let file = self.sources.file(span.file);
        let ((line, column), (end_line, end_column)) = (file.position(span.start), file.position(span.end));
        let place = flat.cfa.locations[at];
        let procedure = flat.procedure(frame);
        let component = &mut self.space.components[frame.index()];
        if matches!(node, Node::At(_)) && place.location == procedure.cfa.entry {
            component.entries.push(number);
        }
        if matches!(node, Node::At(_))
            && (place.location == procedure.cfa.exit || place.location == procedure.exceptional_exit)
        {
            component.exits.push(number);
        }
        self.space.states.push(StateView {
            id: format!("{:08x}{:08x}", frame.0, at.0),
            component: frame.0,
            kind,
            location: place.location.0,
            file: file.name.clone(),
            line,
            column,
            end_line,
            end_column,
            content: number,
            size: 0,
            labels: Vec::new(),
        });
        self.numbers.insert(node, number);
        Some(number)
    }

    fn edge(&mut self, edge: &FlatEdge) {
        let flat = self.flat;
        let node = |location: Location, frame| match location {
            _ if location == flat.error => Node::Fails(frame),
            _ if location == flat.cut => Node::IsCut(frame),
            _ => Node::At(location),
        };
        let origin = flat.origin(edge);
        let label = flat.program.operation(flat.procedure(edge.frame), &origin.operation);
        let (source, target, kind) = match edge.action {
            FlatAction::Enter(_) => (edge.source, node(edge.target, edge.frame), EdgeKind::Call),
            // A whole call, from where it begins.
            FlatAction::Return(_) | FlatAction::Throw => {
                let begin = flat.frames[flat.cfa.locations[edge.source].frame].caller;
                let call = begin.map(|(caller, call)| (caller, flat.procedure(caller).cfa.edges[call].source));
                let Some(&begin) = call.and_then(|call| self.places.get(&call)) else { return };
                (begin, node(edge.target, edge.frame), EdgeKind::Summary)
            }
            _ => (edge.source, node(edge.target, edge.frame), EdgeKind::Step),
        };
        let exit = (kind == EdgeKind::Summary).then(|| self.number(Node::At(edge.source), origin.span)).flatten();
        if let (Some(source), Some(target)) =
            (self.number(Node::At(source), origin.span), self.number(target, origin.span))
        {
            self.space.edges.push(EdgeView { source, target, kind, exit, label });
        }
    }
}
