//! Infinite runs that meet all conditions for ever [Emerson, Lei, LICS 1986].
//!
//! They are the paths of a finite graph: its nodes are heads with states, its edges are moves inside of activations,
//! whole calls by their summaries, and calls that never end. Whether edges in turn meet all conditions for ever is a greatest
//! fixpoint of least ones; that several runs through one call meet different conditions is no harm, as a path may
//! take the call again and again.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::layout::{Part, State, VERSIONS, Version, level};
use super::model::{Model, Written};
use super::reach::{Head, Heads, Layers, Reach, SiteId, image, preimage};
use super::run::SymbolicState;
use super::trace::Tracer;
use crate::base::{IndexVec, Stop};
use crate::bdd::{Bdd, Bdds};
use crate::program::cfa::ProcedureId;
use crate::rsm::Path;

/// Cycles are listed if they, and the way to them, have at most so many edges.
const LISTED: usize = 100_000;

#[derive(Clone)]
enum Kind {
    Inside(Written),
    /// A whole call, with its number in the searches for the conditions.
    Summary(Written, Vec<SiteId>),
    Enter,
}

/// An edge of the graph.
struct Edge {
    source: Head,
    target: Head,
    kind: Kind,
    any: Bdd,
    /// For each condition the part that meets it.
    met: Vec<Bdd>,
}

/// For a condition, from where edges that meet it are reached inside of a set of states.
struct Attractor {
    /// Where they begin.
    seeds: IndexVec<Head, Bdd>,
    layers: IndexVec<Head, Layers>,
}

pub(super) struct Fair<'r> {
    /// For each condition one; if there is none, one.
    reaches: &'r [Reach],
    heads: &'r Heads,
    edges: Vec<Edge>,
    from: IndexVec<Head, Vec<usize>>,
    into: IndexVec<Head, Vec<usize>>,
    /// States from which there may be a path that meets all conditions for ever.
    states: IndexVec<Head, Bdd>,
    attractors: Vec<Attractor>,
}

/// A step of a walk: an edge, and the condition that it is to meet.
struct Stride {
    edge: usize,
    meets: Option<usize>,
    target: State,
}

impl<'r> Fair<'r> {
    pub(super) fn new(
        reaches: &'r [Reach],
        heads: &'r Heads,
        model: &mut Model,
        bdds: &mut Bdds,
    ) -> Result<Self, Stop> {
        let met = model.layout.met();
        let both = bdds.cube([(level(met, Version::Current), true), (level(met, Version::Next), true)])?;
        let becomes = bdds.cube([(level(met, Version::Current), false), (level(met, Version::Next), true)])?;
        let entered = bdds.variable(level(met, Version::Entry))?;
        let mut fair = Self {
            reaches,
            heads,
            edges: Vec::new(),
            from: IndexVec::filled(Vec::new(), heads.len()),
            into: IndexVec::filled(Vec::new(), heads.len()),
            states: IndexVec::filled(Bdd::FALSE, heads.len()),
            attractors: Vec::new(),
        };
        let all = &reaches[0];
        for (head, paths) in all.heads.iter_enumerated() {
            let (component, place) = heads.place(head);
            if paths.all.is_false() {
                continue;
            }
            let slots = model.layout.slots(component, Part::Given);
            let entry = model.cube(&slots, Version::Entry, bdds)?;
            let current = bdds.variable(level(met, Version::Current))?;
            let hidden = bdds.and(entry, current)?;
            fair.states[head] = bdds.exists(paths.all, hidden)?;
            let moves: Option<Vec<_>> = reaches.iter().map(|reach| reach.known_moves(component, place)).collect();
            // Every search finds the same places.
            let Some(moves) = moves else { continue };
            let procedure = &model.ersm.components[component];
            let is_end = procedure.cfa.exit == place && heads.is_bottom(head);
            let stays = (is_end || procedure.cfa.locations[place].is_fault).then_some(moves[0].locals.len());
            for position in (0..moves[0].locals.len()).chain(stays) {
                let locals: Vec<_> =
                    moves.iter().map(|moves| moves.locals.get(position).unwrap_or(&moves.stays)).collect();
                let mut edge = Edge {
                    source: head,
                    target: heads.beside(head, locals[0].target),
                    kind: Kind::Inside(locals[0].written.clone()),
                    any: bdds.exists(locals[0].relation, both)?,
                    met: Vec::new(),
                };
                for local in locals {
                    edge.met.push(bdds.cofactor(local.relation, becomes)?);
                }
                fair.push(edge);
            }
            let mut calls = Vec::new();
            for position in 0..moves[0].sites.len() {
                let ids: Vec<SiteId> = moves.iter().map(|moves| moves.sites[position]).collect();
                let sites: Vec<_> = ids.iter().zip(reaches).map(|(&id, reach)| &reach.sites[id]).collect();
                let callee = sites[0].call.callee;
                let mut summary = Edge {
                    source: head,
                    target: heads.beside(head, sites[0].target),
                    kind: Kind::Summary(sites[0].written.clone(), ids),
                    any: bdds.exists(sites[0].effect, both)?,
                    met: Vec::new(),
                };
                let mut call = Edge {
                    source: head,
                    target: heads.called(callee, model.ersm.components[callee].cfa.entry),
                    kind: Kind::Enter,
                    any: bdds.exists(sites[0].enter, entered)?,
                    met: Vec::new(),
                };
                for site in sites {
                    summary.met.push(bdds.cofactor(site.effect, becomes)?);
                    call.met.push(bdds.cofactor(site.enter, entered)?);
                }
                fair.push(summary);
                calls.push(call);
            }
            // Where there is a choice, calls end.
            calls.into_iter().for_each(|call| fair.push(call));
        }
        Ok(fair)
    }

    fn push(&mut self, mut edge: Edge) {
        if self.reaches[0].condition.is_none() {
            edge.met = vec![edge.any];
        }
        self.from[edge.source].push(self.edges.len());
        self.into[edge.target].push(self.edges.len());
        self.edges.push(edge);
    }

    fn roots(&self, model: &Model) -> Vec<Bdd> {
        let mut roots = Vec::new();
        model.roots(&mut roots);
        self.reaches.iter().for_each(|reach| reach.roots(&mut roots));
        roots.extend(self.states.iter());
        for edge in &self.edges {
            roots.push(edge.any);
            roots.extend(&edge.met);
        }
        for attractor in &self.attractors {
            roots.extend(attractor.seeds.iter());
            roots.extend(attractor.layers.iter().flatten().map(|l| l.1));
        }
        roots
    }

    /// The states from which an edge, as far as it is in `relation`, leads to some states.
    fn before(&self, edge: &Edge, relation: Bdd, states: Bdd, model: &mut Model, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        match &edge.kind {
            Kind::Inside(written) | Kind::Summary(written, _) => preimage(states, relation, written, bdds),
            Kind::Enter => {
                let (callee, _) = self.heads.place(edge.target);
                let begin = model.begin(callee, bdds)?;
                let Some(cubes) = self.reaches[0].callees[callee].cubes else { return Ok(Bdd::FALSE) };
                let given = bdds.and_exists(begin, states, cubes.all)?;
                bdds.and_exists(relation, given, cubes.given)
            }
        }
    }

    /// The states to which it leads.
    fn after(&self, edge: &Edge, relation: Bdd, states: Bdd, model: &mut Model, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let states = match &edge.kind {
            Kind::Inside(written) | Kind::Summary(written, _) => image(states, relation, written, bdds)?,
            Kind::Enter => {
                let ((caller, _), (callee, _)) = (self.heads.place(edge.source), self.heads.place(edge.target));
                let begin = model.begin(callee, bdds)?;
                let cubes = |component: ProcedureId| self.reaches[0].callees[component].cubes;
                let (Some(own), Some(cubes)) = (cubes(caller), cubes(callee)) else { return Ok(Bdd::FALSE) };
                let given = bdds.and_exists(states, relation, own.all)?;
                bdds.and_exists(given, begin, cubes.given)?
            }
        };
        let met = bdds.variable(level(model.layout.met(), Version::Current))?;
        bdds.exists(states, met)
    }

    /// Whether there is an infinite run that meets all conditions for ever.
    pub(super) fn solve(&mut self, model: &mut Model, bdds: &mut Bdds) -> Result<bool, Stop> {
        loop {
            let before = self.states.clone();
            self.attractors.clear();
            for condition in 0..self.reaches.len() {
                self.attract(condition, &before, model, bdds)?;
            }
            if self.states.iter().all(|states| states.is_false()) {
                return Ok(false);
            }
            if self.states == before {
                return Ok(true);
            }
        }
    }

    /// Keeps the states from which edges that meet a condition are reached, without leaving the states.
    fn attract(
        &mut self,
        condition: usize,
        before: &IndexVec<Head, Bdd>,
        model: &mut Model,
        bdds: &mut Bdds,
    ) -> Result<(), Stop> {
        let nowhere = IndexVec::filled(Bdd::FALSE, self.heads.len());
        let mut seeds = nowhere.clone();
        for edge in &self.edges {
            let found = self.before(edge, edge.met[condition], self.states[edge.target], model, bdds)?;
            let found = bdds.and(found, self.states[edge.source])?;
            seeds[edge.source] = bdds.or(seeds[edge.source], found)?;
        }
        let mut queue: VecDeque<Head> = seeds.indices().filter(|&head| !seeds[head].is_false()).collect();
        let (mut fresh, mut found) = (seeds.clone(), seeds.clone());
        let mut layers: IndexVec<Head, Layers> = IndexVec::filled(Vec::new(), self.heads.len());
        let mut time = 0;
        while let Some(head) = queue.pop_front() {
            time += 1;
            bdds.ask()?;
            let states = std::mem::replace(&mut fresh[head], Bdd::FALSE);
            layers[head].push((time, states));
            for &position in &self.into[head] {
                let edge = &self.edges[position];
                let more = self.before(edge, edge.any, states, model, bdds)?;
                let more = bdds.and(more, self.states[edge.source])?;
                let more = bdds.difference(more, found[edge.source])?;
                if !more.is_false() {
                    if fresh[edge.source].is_false() {
                        queue.push_back(edge.source);
                    }
                    fresh[edge.source] = bdds.or(fresh[edge.source], more)?;
                    found[edge.source] = bdds.or(found[edge.source], more)?;
                }
            }
            if bdds.is_crowded() {
                let mut roots = self.roots(model);
                for sets in [&seeds, &fresh, &found, before] {
                    roots.extend(sets);
                }
                roots.extend(layers.iter().flatten().map(|l| l.1));
                bdds.tidy(&roots, VERSIONS)?;
            }
        }
        self.states = found;
        self.attractors.push(Attractor { seeds, layers });
        Ok(())
    }

    /// A run to the first of the states and from there on and on, if [`Fair::solve`] has found that there is one.
    pub(super) fn run(&self, model: &mut Model, bdds: &mut Bdds) -> Result<Path<SymbolicState>, Stop> {
        let roots = self.roots(model);
        let start = self.start(bdds)?;
        let mut run = Path::default();
        let Some(start) = start else { return Ok(run) };
        let mut tracer = Tracer { reach: &self.reaches[0], model, heads: self.heads, bdds, roots: &roots };
        let stack = tracer.stack(start, self.states[start])?;
        run.climb(&stack, &mut tracer)?;
        let Some(top) = stack.into_iter().next_back() else { return Ok(run) };
        let (strides, cycle) = self.walk(start, top.state.clone(), model, bdds, &roots)?;
        let Some(cycle) = cycle else {
            return Err(Stop::Incomplete("there is a failing run, but it is too long to be listed".to_owned()));
        };
        let (mut state, mut caller) = (top.state, run.visits.last().and_then(|visit| visit.caller));
        let last = strides.len();
        for (position, stride) in strides.into_iter().enumerate() {
            let here = run.end();
            if position == cycle {
                run.cycle = Some(here);
            }
            let edge = &self.edges[stride.edge];
            match &edge.kind {
                Kind::Inside(_) => {}
                Kind::Enter => caller = Some(here),
                Kind::Summary(_, ids) => {
                    let condition = stride.meets.unwrap_or(0);
                    let reach = &self.reaches[condition];
                    let mut tracer = Tracer { reach, model, heads: self.heads, bdds, roots: &roots };
                    let meets = stride.meets.is_some() && reach.condition.is_some();
                    let from = State { met: false, ..state };
                    let call = tracer.through(&reach.sites[ids[condition]], &from, &stride.target, meets)?;
                    run.enter(&call, &mut tracer)?;
                }
            }
            state = stride.target;
            if position + 1 < last {
                run.push(SymbolicState::new(self.heads.place(edge.target), state.clone()), caller);
            }
        }
        Ok(run)
    }

    /// The head of which a state was reached first.
    fn start(&self, bdds: &mut Bdds) -> Result<Option<Head>, Stop> {
        let mut best: Option<(u32, Head)> = None;
        for (head, paths) in self.reaches[0].heads.iter_enumerated() {
            for &(time, layer) in &paths.layers {
                if best.is_some_and(|(earliest, _)| earliest <= time) {
                    break;
                }
                if !bdds.and(layer, self.states[head])?.is_false() {
                    best = Some((time, head));
                }
            }
        }
        Ok(best.map(|(_, head)| head))
    }

    /// Goes on from a state to edges that meet one condition after the other, always by the least choice, until a state
    /// comes again; and where it was. No such position if that takes too long.
    ///
    /// On the way to one edge the layers decrease, so in between every condition was met.
    fn walk(
        &self,
        mut head: Head,
        state: State,
        model: &mut Model,
        bdds: &mut Bdds,
        roots: &[Bdd],
    ) -> Result<(Vec<Stride>, Option<usize>), Stop> {
        let mut state = State { met: false, ..state };
        let mut seen: FxHashMap<(Head, State, usize), usize> = FxHashMap::default();
        let mut strides: Vec<Stride> = Vec::new();
        let mut condition = 0;
        while strides.len() < LISTED {
            if let Some(&position) = seen.get(&(head, state.clone(), condition)) {
                return Ok((strides, Some(position)));
            }
            seen.insert((head, state.clone(), condition), strides.len());
            if bdds.is_crowded() {
                bdds.collect(roots.iter().copied());
            }
            let lost = || Stop::Incomplete("a fair cycle was found but could not be reconstructed".to_owned());
            let stride = self.stride(head, &state, condition, model, bdds)?.ok_or_else(lost)?;
            if stride.meets.is_some() {
                condition = (condition + 1) % self.reaches.len();
            }
            head = self.edges[stride.edge].target;
            state = stride.target.clone();
            strides.push(stride);
        }
        Ok((strides, None))
    }

    fn stride(
        &self,
        head: Head,
        state: &State,
        condition: usize,
        model: &mut Model,
        bdds: &mut Bdds,
    ) -> Result<Option<Stride>, Stop> {
        let (component, _) = self.heads.place(head);
        let bits = model.layout.bits(component, Part::Plain, state);
        let here = bdds.cube(bits.into_iter().map(|(slot, is)| (level(slot, Version::Current), is)))?;
        let attractor = &self.attractors[condition];
        let is_seed = !bdds.and(attractor.seeds[head], here)?.is_false();
        let mut limit = 0;
        for &(time, layer) in &attractor.layers[head] {
            if !is_seed && !bdds.and(layer, here)?.is_false() {
                limit = time;
                break;
            }
        }
        let mut best = None;
        for &position in &self.from[head] {
            let edge = &self.edges[position];
            let relation = if is_seed { edge.met[condition] } else { edge.any };
            let after = self.after(edge, relation, here, model, bdds)?;
            let after = bdds.and(after, self.states[edge.target])?;
            if is_seed && !after.is_false() {
                best = Some((position, after));
                break;
            }
            for &(time, layer) in attractor.layers[edge.target].iter().take_while(|l| l.0 < limit) {
                let nearer = bdds.and(after, layer)?;
                if !nearer.is_false() {
                    best = Some((position, nearer));
                    limit = time;
                    break;
                }
            }
        }
        let Some((edge, states)) = best else { return Ok(None) };
        let (component, _) = self.heads.place(self.edges[edge].target);
        let found = bdds.least(states).map(|literals| model.layout.state(component, Version::Current, &literals));
        Ok(found.map(|target| Stride { edge, meets: is_seed.then_some(condition), target }))
    }
}
