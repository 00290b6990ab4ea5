//! A run with a fair cycle, from the layers of the fixpoints (E. Clarke, O. Grumberg, K. McMillan, X. Zhao: Efficient
//! Generation of Counterexamples and Witnesses in Symbolic Model Checking, DAC 1995).

use rustc_hash::FxHashMap;

use super::super::layout::{ComponentState, StatePart, Version, level};
use super::super::model::SymbolicModel;
use super::super::reach::Head;
use super::super::run::SymbolicState;
use super::super::trace::Tracer;
use super::graph::{GraphEdgeId, GraphEdgeKind};
use super::{AcceptanceSetId, Fair};
use base::{Idx, Stop, msg};
use bdd::{Bdd, Bdds};
use rsm::Path;

/// Cycles are listed if they, and the way to them, have at most so many edges.
const LISTED: usize = 100_000;

/// A step of a walk through the graph.
struct Stride {
    edge: GraphEdgeId,
    /// The acceptance set that it is to visit.
    visits: Option<AcceptanceSetId>,
    target: ComponentState,
}

/// A walk that has come back to where it was before some stride.
struct Walk {
    strides: Vec<Stride>,
    /// The position of that stride.
    cycle: usize,
}

impl Fair<'_> {
    /// A run to a state of the hull, the one that was reached first, and from there to a fair cycle. [`Fair::shrink_hull`] has
    /// found that there are such states.
    pub(in super::super) fn run(
        &self,
        model: &mut SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<Path<SymbolicState>, Stop> {
        let roots = self.roots(model);
        let heads = self.graph.heads;
        let mut run = Path::default();
        let Some(start) = self.start(bdds)? else { return Ok(run) };
        let reach = self.sets[AcceptanceSetId::at(0)].reach;
        let mut tracer = Tracer { reach, model, heads, bdds, roots: &roots };
        let stack = tracer.stack(start, self.hull[start])?;
        tracer.climb(&mut run, &stack)?;
        let Some(top) = stack.into_iter().next_back() else { return Ok(run) };
        let Walk { strides, cycle } = self.walk(start, top.state.clone(), model, bdds, &roots)?;
        let (mut state, mut caller) = (top.state, run.visits.last().and_then(|visit| visit.caller));
        let last = strides.len();
        for (position, stride) in strides.into_iter().enumerate() {
            let here = run.end();
            if position == cycle {
                run.cycle = Some(here);
            }
            let edge = &self.graph.edges[stride.edge];
            match &edge.kind {
                GraphEdgeKind::Step(_) => {}
                GraphEdgeKind::Call => caller = Some(here),
                GraphEdgeKind::Summary(_) => {
                    let set = &self.sets[stride.visits.unwrap_or(AcceptanceSetId::at(0))];
                    let Some(site) = set.visits[stride.edge].site else { return Err(lost()) };
                    let mut tracer = Tracer { reach: set.reach, model, heads, bdds, roots: &roots };
                    let must_visit = stride.visits.is_some() && set.reach.acceptance_set.is_some();
                    let from = ComponentState { visited: false, ..state };
                    let call = tracer.through(&set.reach.sites[site], &from, &stride.target, must_visit)?;
                    tracer.enter(&mut run, &call)?;
                }
            }
            state = stride.target;
            if position + 1 < last {
                run.push(SymbolicState::new(heads.place(edge.target), state.clone()), caller);
            }
        }
        Ok(run)
    }

    /// The head at which a state of the hull was reached first.
    fn start(&self, bdds: &mut Bdds) -> Result<Option<Head>, Stop> {
        let mut best: Option<(u32, Head)> = None;
        for (head, paths) in self.sets[AcceptanceSetId::at(0)].reach.heads.iter_enumerated() {
            for &(time, layer) in &paths.layers {
                if best.is_some_and(|(earliest, _)| earliest <= time) {
                    break;
                }
                if !bdds.and(layer, self.hull[head])?.is_false() {
                    best = Some((time, head));
                }
            }
        }
        Ok(best.map(|(_, head)| head))
    }

    /// Walks from a state to visits of one acceptance set after the other, always by the least choice, until a state comes again
    /// with the same set to be visited next. In between every set was visited, as on the way to each visit the layers decrease.
    fn walk(
        &self,
        mut head: Head,
        state: ComponentState,
        model: &mut SymbolicModel,
        bdds: &mut Bdds,
        roots: &[Bdd],
    ) -> Result<Walk, Stop> {
        let mut state = ComponentState { visited: false, ..state };
        let mut seen: FxHashMap<(Head, ComponentState, AcceptanceSetId), usize> = FxHashMap::default();
        let mut strides: Vec<Stride> = Vec::new();
        let mut set = AcceptanceSetId::at(0);
        while strides.len() < LISTED {
            if let Some(&cycle) = seen.get(&(head, state.clone(), set)) {
                return Ok(Walk { strides, cycle });
            }
            seen.insert((head, state.clone(), set), strides.len());
            if bdds.is_crowded() {
                bdds.collect(roots.iter().copied());
            }
            let stride = self.stride(head, &state, set, model, bdds)?.ok_or_else(lost)?;
            if stride.visits.is_some() {
                set = AcceptanceSetId::at((set.index() + 1) % self.sets.len());
            }
            head = self.graph.edges[stride.edge].target;
            state = stride.target.clone();
            strides.push(stride);
        }
        Err(Stop::Incomplete(msg!("there is a failing run, but it is too long to be listed")))
    }

    /// The next edge from a state on the way to a visit: the visit itself, or an edge into the earliest layer.
    fn stride(
        &self,
        head: Head,
        state: &ComponentState,
        set: AcceptanceSetId,
        model: &mut SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<Option<Stride>, Stop> {
        let (graph, approach) = (&self.graph, &self.sets[set].approach);
        let (component, _) = graph.heads.place(head);
        let bits = model.layout.bits(component, StatePart::Plain, state);
        let here = bdds.cube(bits.into_iter().map(|(slot, is)| (level(slot, Version::Current), is)))?;
        let is_source = !bdds.and(approach.sources[head], here)?.is_false();
        let mut limit = 0;
        for &(time, layer) in &approach.layers[head] {
            if !is_source && !bdds.and(layer, here)?.is_false() {
                limit = time;
                break;
            }
        }
        let mut best = None;
        for &id in &graph.from[head] {
            let edge = &graph.edges[id];
            let relation = if is_source { self.sets[set].visits[id].relation } else { edge.relation };
            let after = graph.image(id, relation, here, model, bdds)?;
            let after = bdds.and(after, self.hull[edge.target])?;
            if is_source && !after.is_false() {
                best = Some((id, after));
                break;
            }
            for &(time, layer) in approach.layers[edge.target].iter().take_while(|l| l.0 < limit) {
                let nearer = bdds.and(after, layer)?;
                if !nearer.is_false() {
                    best = Some((id, nearer));
                    limit = time;
                    break;
                }
            }
        }
        let Some((edge, states)) = best else { return Ok(None) };
        let (component, _) = graph.heads.place(graph.edges[edge].target);
        let found = bdds.least(states).map(|literals| model.layout.state(component, Version::Current, &literals));
        Ok(found.map(|target| Stride { edge, visits: is_source.then_some(set), target }))
    }
}

/// The layers do not hold what they must.
fn lost() -> Stop {
    Stop::Incomplete(msg!("a fair cycle was found but could not be reconstructed"))
}
