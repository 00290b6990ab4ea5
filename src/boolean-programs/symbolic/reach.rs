//! Reachable states: path edges and summaries [Ball, Rajamani, SPIN 2000], by iteration with frontiers.
//!
//! For each location of an activation there is a relation from the activation's input to the states it may be in. A
//! call adds to the inputs of its callee; the states that reach the callee's exit are its summary, which every caller
//! uses. For an acceptance set, states also record whether it was visited since their activation began, and therefore
//! summaries do, too.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::layout::{StatePart, VERSIONS, Version, level};
use super::model::{Return, SymbolicModel, Written};
use base::{Idx, IndexVec, Stop, newtype_index};
use bdd::{Bdd, Bdds, Renaming};
use program::cfa::{Location, ProcedureId};

newtype_index! {
    /// A location of an activation.
    pub(super) struct Head;
    /// A call site.
    pub(super) struct CallMoveId;
}

/// All heads, numbered. The activation at the bottom of the stack is separate from others of the same component: when
/// it ends, the run ends.
pub(super) struct Heads {
    entry: ProcedureId,
    /// The first head of the bottom activation, and of each component.
    first: Vec<u32>,
}

impl Heads {
    pub(super) fn new(model: &SymbolicModel) -> Self {
        let components = &model.ersm.components;
        let mut first = vec![0];
        let mut next = components[model.ersm.entry].cfa.locations.len() as u32;
        for component in components {
            first.push(next);
            next += component.cfa.locations.len() as u32;
        }
        first.push(next);
        Self { entry: model.ersm.entry, first }
    }

    pub(super) fn len(&self) -> usize {
        self.first.last().map_or(0, |&len| len as usize)
    }

    /// A location of the bottom activation.
    pub(super) fn bottom(&self, place: Location) -> Head {
        Head(place.0)
    }

    /// A location of a called activation.
    pub(super) fn called(&self, component: ProcedureId, place: Location) -> Head {
        Head(self.first[component.index() + 1] + place.0)
    }

    /// Whether the activation is at the bottom of the stack.
    pub(super) fn is_bottom(&self, head: Head) -> bool {
        head.0 < self.first[1]
    }

    pub(super) fn place(&self, head: Head) -> (ProcedureId, Location) {
        let activation = self.first.partition_point(|&first| first <= head.0) - 1;
        let component = if activation == 0 { self.entry } else { ProcedureId::at(activation - 1) };
        (component, Location(head.0 - self.first[activation]))
    }

    /// Another location of the same activation.
    pub(super) fn beside(&self, head: Head, place: Location) -> Head {
        Head(head.0 - self.place(head).1.0 + place.0)
    }
}

/// Sets with the time at which they were added, pairwise disjoint.
pub(super) type Layers = Vec<(u32, Bdd)>;

/// The path edges of a head.
#[derive(Clone)]
pub(super) struct Paths {
    pub all: Bdd,
    /// Those whose moves have not been computed yet.
    fresh: Bdd,
    pub layers: Layers,
}

/// A move within an activation.
pub(super) struct LocalMove {
    pub target: Location,
    pub relation: Bdd,
    pub written: Written,
}

/// A call in some component.
pub(super) struct CallMove {
    pub component: ProcedureId,
    pub source: Location,
    pub target: Location,
    pub call: Rc<Return>,
    /// From the caller to the input of the callee; the slot of the acceptance set holds whether entering visits it.
    pub enter: Bdd,
    pub written: Written,
    /// From the state before the call to the state after it.
    pub effect: Bdd,
}

/// The moves from a location.
pub(super) struct Moves {
    pub locals: Vec<LocalMove>,
    pub sites: Vec<CallMoveId>,
    /// The step of the monitor, from the current to the next state.
    pub transition: Bdd,
    /// The self-loop of terminated or failed runs.
    pub stays: LocalMove,
}

/// The inputs, callers and summary of a called component.
#[derive(Clone)]
pub(super) struct CalleeSummaries {
    /// All inputs.
    given: Bdd,
    /// The inputs by the time of the calls, with their callers.
    pub givers: Vec<(u32, Head, Bdd)>,
    /// From inputs to outputs.
    pub summary: Bdd,
    pub layers: Layers,
    callers: Vec<CallMoveId>,
    pub cubes: Option<Cubes>,
}

/// Conjunctions of variables, for quantification.
#[derive(Clone, Copy)]
pub(super) struct Cubes {
    /// The input of the component, in the copy of the entry.
    pub given: Bdd,
    /// The local part of the callee, in the current copy, and the monitor there.
    hidden: Bdd,
    /// The variables shared by callee and caller: the output, and whether entering visited the acceptance set.
    pub returned: Bdd,
    /// The states, in the current copy.
    pub all: Bdd,
    to_exit: Renaming,
}

/// The reachable states, as far as they have been explored.
pub(super) struct ReachableStates {
    /// Whose visits are recorded, if there is one.
    pub acceptance_set: Option<u32>,
    pub heads: IndexVec<Head, Paths>,
    pub sites: IndexVec<CallMoveId, CallMove>,
    pub callees: IndexVec<ProcedureId, CalleeSummaries>,
    moves: FxHashMap<(ProcedureId, Location), Rc<Moves>>,
    /// The heads with path edges whose moves have not been computed yet.
    open: BTreeSet<Head>,
    /// The last expanded head.
    at: Head,
    /// The number of expanded frontiers.
    pub time: u32,
}

impl ReachableStates {
    pub(super) fn new(model: &SymbolicModel, heads: &Heads, acceptance_set: Option<u32>) -> Self {
        let nothing = Paths { all: Bdd::FALSE, fresh: Bdd::FALSE, layers: Vec::new() };
        let callee = CalleeSummaries {
            given: Bdd::FALSE,
            givers: Vec::new(),
            summary: Bdd::FALSE,
            layers: Vec::new(),
            callers: Vec::new(),
            cubes: None,
        };
        Self {
            acceptance_set,
            heads: IndexVec::filled(nothing, heads.len()),
            sites: IndexVec::new(),
            callees: IndexVec::filled(callee, model.ersm.components.len()),
            moves: FxHashMap::default(),
            open: BTreeSet::new(),
            at: Head(0),
            time: 0,
        }
    }

    /// All diagrams in use.
    pub(super) fn roots(&self, out: &mut Vec<Bdd>) {
        let layers = |layers: &Layers, out: &mut Vec<Bdd>| out.extend(layers.iter().map(|l| l.1));
        for paths in &self.heads {
            out.extend([paths.all, paths.fresh]);
            layers(&paths.layers, out);
        }
        for site in &self.sites {
            out.extend([site.enter, site.effect, site.call.relation, site.call.invariant]);
            out.extend([site.written.current, site.written.next]);
        }
        for callee in &self.callees {
            out.extend([callee.given, callee.summary]);
            out.extend(callee.givers.iter().map(|g| g.2));
            layers(&callee.layers, out);
            out.extend(callee.cubes.iter().flat_map(|c| [c.given, c.hidden, c.returned, c.all]));
        }
        for moves in self.moves.values() {
            out.push(moves.transition);
            for local in moves.locals.iter().chain([&moves.stays]) {
                out.extend([local.relation, local.written.current, local.written.next]);
            }
        }
    }

    /// Explores everything, or stops at the first head at which the monitor is taken to a target, and returns that
    /// head. The diagrams in `needed` are not collected.
    pub(super) fn explore(
        &mut self,
        model: &mut SymbolicModel,
        heads: &Heads,
        needed: &[Bdd],
        bdds: &mut Bdds,
    ) -> Result<Option<Head>, Stop> {
        let entry = model.ersm.entry;
        let given = model.initial(bdds)?;
        let begin = model.begin(entry, bdds)?;
        let start = bdds.and(given, begin)?;
        self.add(heads.bottom(model.ersm.components[entry].cfa.entry), start, bdds)?;
        while let Some(head) = self.next() {
            self.time += 1;
            bdds.ask()?;
            let paths = &mut self.heads[head];
            let fresh = std::mem::replace(&mut paths.fresh, Bdd::FALSE);
            paths.layers.push((self.time, fresh));
            paths.all = bdds.or(paths.all, fresh)?;
            let goal = model.goal(heads.place(head), bdds)?;
            if !bdds.and(fresh, goal)?.is_false() {
                return Ok(Some(head));
            }
            self.expand(head, fresh, model, heads, bdds)?;
            if bdds.is_crowded() {
                let mut roots = needed.to_vec();
                model.roots(&mut roots);
                self.roots(&mut roots);
                bdds.tidy(&roots, VERSIONS)?;
            }
        }
        Ok(None)
    }

    /// Removes the head to expand next: the next one in textual order, cyclically. The paths through a loop body join
    /// before the code after them is explored, and each iteration of the loop counts once.
    fn next(&mut self) -> Option<Head> {
        let after = self.open.range(Head(self.at.0 + 1)..).next().or_else(|| self.open.first()).copied()?;
        self.open.remove(&after);
        self.at = after;
        Some(after)
    }

    fn add(&mut self, head: Head, states: Bdd, bdds: &mut Bdds) -> Result<(), Stop> {
        let paths = &mut self.heads[head];
        let mut fresh = bdds.difference(states, paths.all)?;
        if !fresh.is_false() {
            if paths.fresh.is_false() {
                self.open.insert(head);
            }
            fresh = bdds.or(paths.fresh, fresh)?;
            paths.fresh = fresh;
        }
        Ok(())
    }

    fn expand(
        &mut self,
        head: Head,
        fresh: Bdd,
        model: &mut SymbolicModel,
        heads: &Heads,
        bdds: &mut Bdds,
    ) -> Result<(), Stop> {
        let (component, place) = heads.place(head);
        let moves = self.moves(component, place, model, bdds)?;
        let procedure = &model.ersm.components[component];
        let (is_fault, is_exit) = (procedure.cfa.locations[place].is_fault, procedure.cfa.exit == place);
        let stays = is_fault || is_exit && heads.is_bottom(head);
        for local in moves.locals.iter().chain(stays.then_some(&moves.stays)) {
            let image = image(fresh, local.relation, &local.written, bdds)?;
            self.add(heads.beside(head, local.target), image, bdds)?;
        }
        if !moves.sites.is_empty() {
            let cubes = self.cubes(component, model, bdds)?;
            let states = bdds.exists(fresh, cubes.given)?;
            let visited = bdds.variable(level(model.layout.visited(), Version::Entry))?;
            for &id in &moves.sites {
                let site = &self.sites[id];
                let callee = site.call.callee;
                let image = image(fresh, site.effect, &site.written, bdds)?;
                let given = bdds.and_exists(states, site.enter, cubes.all)?;
                let given = bdds.exists(given, visited)?;
                self.add(heads.beside(head, site.target), image, bdds)?;
                self.give(callee, given, head, model, heads, bdds)?;
            }
        }
        if is_exit && !stays {
            self.summarise(component, fresh, &moves, model, heads, bdds)?;
        }
        Ok(())
    }

    /// Adds inputs of a component.
    fn give(
        &mut self,
        callee: ProcedureId,
        given: Bdd,
        from: Head,
        model: &mut SymbolicModel,
        heads: &Heads,
        bdds: &mut Bdds,
    ) -> Result<(), Stop> {
        let known = &mut self.callees[callee];
        let given = bdds.difference(given, known.given)?;
        if given.is_false() {
            return Ok(());
        }
        known.given = bdds.or(known.given, given)?;
        known.givers.push((self.time, from, given));
        let begin = model.begin(callee, bdds)?;
        let start = bdds.and(given, begin)?;
        self.add(heads.called(callee, model.ersm.components[callee].cfa.entry), start, bdds)
    }

    /// Adds new path edges at the exit of a component to its summary.
    fn summarise(
        &mut self,
        component: ProcedureId,
        fresh: Bdd,
        moves: &Moves,
        model: &SymbolicModel,
        heads: &Heads,
        bdds: &mut Bdds,
    ) -> Result<(), Stop> {
        let cubes = self.cubes(component, model, bdds)?;
        let summary = bdds.and_exists(fresh, moves.transition, cubes.hidden)?;
        let summary = bdds.rename(summary, cubes.to_exit)?;
        let known = &mut self.callees[component];
        let summary = bdds.difference(summary, known.summary)?;
        if summary.is_false() {
            return Ok(());
        }
        known.summary = bdds.or(known.summary, summary)?;
        known.layers.push((self.time, summary));
        for id in known.callers.clone() {
            let effect = self.effect(id, summary, model, bdds)?;
            let site = &mut self.sites[id];
            site.effect = bdds.or(site.effect, effect)?;
            let (source, target) = (site.source, site.target);
            let mut callers = vec![heads.called(site.component, source)];
            if site.component == model.ersm.entry {
                callers.push(heads.bottom(source));
            }
            for head in callers {
                let image = image(self.heads[head].all, effect, &self.sites[id].written, bdds)?;
                self.add(heads.beside(head, target), image, bdds)?;
            }
        }
        Ok(())
    }

    /// The effect of a call with this summary of its callee.
    fn effect(&mut self, id: CallMoveId, summary: Bdd, model: &SymbolicModel, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let cubes = self.cubes(self.sites[id].call.callee, model, bdds)?;
        let site = &self.sites[id];
        let called = bdds.and_exists(site.enter, summary, cubes.given)?;
        let back = bdds.and_exists(called, site.call.relation, cubes.returned)?;
        bdds.and(back, site.call.invariant)
    }

    pub(super) fn cubes(
        &mut self,
        component: ProcedureId,
        model: &SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<Cubes, Stop> {
        if let Some(cubes) = self.callees[component].cubes {
            return Ok(cubes);
        }
        let layout = &model.layout;
        let [all, given, returned] =
            [StatePart::All, StatePart::Given, StatePart::Returned].map(|part| layout.slots(component, part));
        let of_monitor = |slot: &u32| *slot == layout.visited() || layout.monitor().contains(slot);
        let hidden: Vec<u32> = all.iter().copied().filter(|s| of_monitor(s) || !returned.contains(s)).collect();
        let back = returned.iter().map(|&slot| {
            let from = if of_monitor(&slot) { Version::Next } else { Version::Current };
            (level(slot, from), level(slot, Version::Exit))
        });
        let mut connecting: Vec<u32> = returned.iter().map(|&slot| level(slot, Version::Exit)).collect();
        connecting.push(level(layout.visited(), Version::Entry));
        let cubes = Cubes {
            given: model.cube(&given, Version::Entry, bdds)?,
            hidden: model.cube(&hidden, Version::Current, bdds)?,
            returned: bdds.cube(connecting.into_iter().map(|level| (level, true)))?,
            all: model.cube(&all, Version::Current, bdds)?,
            to_exit: bdds.renaming(back),
        };
        self.callees[component].cubes = Some(cubes);
        Ok(cubes)
    }

    /// The step of the monitor on entering a callee, from the current state to the input.
    fn entering(&self, transition: Bdd, model: &SymbolicModel, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let visited = model.layout.visited();
        let not_visited = bdds.literal(level(visited, Version::Current), false)?;
        let here = bdds.cofactor(transition, not_visited)?;
        let slots = model.layout.monitor().iter().chain([&visited]);
        let to_entry = bdds.renaming(slots.map(|&s| (level(s, Version::Next), level(s, Version::Entry))));
        bdds.rename(here, to_entry)
    }

    /// The moves from a location that was reached.
    pub(super) fn known_moves(&self, component: ProcedureId, place: Location) -> Option<&Rc<Moves>> {
        self.moves.get(&(component, place))
    }

    /// The moves from a location.
    fn moves(
        &mut self,
        component: ProcedureId,
        place: Location,
        model: &mut SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<Rc<Moves>, Stop> {
        if let Some(known) = self.moves.get(&(component, place)) {
            return Ok(known.clone());
        }
        let exits = model.exits((component, place), bdds)?;
        let transition = model.transition(&exits, self.acceptance_set, bdds)?;
        let (mut locals, mut sites) = (Vec::new(), Vec::new());
        for transfer in &exits.transfers {
            match &transfer.call {
                None => locals.push(LocalMove {
                    target: transfer.target,
                    relation: bdds.and(transfer.relation, transition)?,
                    written: transfer.written.clone(),
                }),
                Some(call) => {
                    let entering = self.entering(transition, model, bdds)?;
                    let enter = bdds.and(transfer.relation, entering)?;
                    let id = self.sites.push(CallMove {
                        component,
                        source: place,
                        target: transfer.target,
                        call: call.clone(),
                        enter,
                        written: transfer.written.clone(),
                        effect: Bdd::FALSE,
                    });
                    let summary = self.callees[call.callee].summary;
                    self.sites[id].effect = self.effect(id, summary, model, bdds)?;
                    self.callees[call.callee].callers.push(id);
                    sites.push(id);
                }
            }
        }
        let stays = LocalMove { target: place, relation: transition, written: model.written(Vec::new(), bdds)? };
        let moves = Rc::new(Moves { locals, sites, transition, stays });
        self.moves.insert((component, place), moves.clone());
        Ok(moves)
    }
}

/// The successors of some states under a relation.
pub(super) fn image(states: Bdd, relation: Bdd, written: &Written, bdds: &mut Bdds) -> Result<Bdd, Stop> {
    let next = bdds.and_exists(states, relation, written.current)?;
    bdds.rename(next, written.forward)
}

/// The predecessors of some states under a relation.
pub(super) fn preimage(states: Bdd, relation: Bdd, written: &Written, bdds: &mut Bdds) -> Result<Bdd, Stop> {
    let next = bdds.rename(states, written.backward)?;
    bdds.and_exists(next, relation, written.next)
}
