//! Traces: values are picked backwards through the frontiers, so every step gets closer to the start.

use super::layout::{ComponentState, StatePart, Version, level};
use super::model::SymbolicModel;
use super::reach::{CallMove, Head, Heads, ReachableStates};
use base::{CompactSort, Stop, msg};
use bdd::{Bdd, Bdds};
use program::cfa::{Location, ProcedureId};

/// A state in the trace of an activation.
pub(super) struct Hop {
    pub place: Location,
    pub state: ComponentState,
    /// The call to the next state, unless that is reached by a step.
    pub call: Option<TracedCall>,
}

/// A call, from its first to its last state.
pub(super) struct TracedCall {
    pub callee: ProcedureId,
    pub given: ComponentState,
    pub last: ComponentState,
}

/// A state in an activation, with the input of the activation.
pub(super) struct ActivationState {
    pub head: Head,
    pub given: ComponentState,
    pub state: ComponentState,
}

/// A predecessor, or several, of a state.
struct Way<'r> {
    /// The time at which source and summary were both known.
    time: u32,
    source: Head,
    /// The time at which the source was known.
    since: u32,
    /// The predecessors, with their inputs.
    found: Bdd,
    /// The call, and the time at which its summary was known; `None` for a step.
    call: Option<(&'r CallMove, u32)>,
}

/// Reconstructs how states were reached.
pub(super) struct Tracer<'t, 'm, 'o> {
    pub reach: &'t ReachableStates,
    pub model: &'t mut SymbolicModel<'m>,
    pub heads: &'t Heads,
    pub bdds: &'t mut Bdds<'o>,
    /// All diagrams that are needed later.
    pub roots: &'t [Bdd],
}

impl<'t> Tracer<'t, '_, '_> {
    /// The state as a conjunction of literals of some slots.
    fn cube(
        &mut self,
        at: ProcedureId,
        part: StatePart,
        version: Version,
        state: &ComponentState,
        only: impl Fn(u32) -> bool,
    ) -> Result<Bdd, Stop> {
        let bits = self.model.layout.bits(at, part, state);
        self.bdds.cube(bits.into_iter().filter(|b| only(b.0)).map(|(slot, is)| (level(slot, version), is)))
    }

    fn given(&mut self, at: ProcedureId, given: &ComponentState) -> Result<Bdd, Stop> {
        self.cube(at, StatePart::Given, Version::Entry, given, |_| true)
    }

    /// The least state in a set of states and inputs.
    fn pick(&self, head: Head, found: Bdd) -> Option<ActivationState> {
        let literals = self.bdds.least(found)?;
        let (component, _) = self.heads.place(head);
        let [given, state] =
            [Version::Entry, Version::Current].map(|v| self.model.layout.state(component, v, &literals));
        Some(ActivationState { head, given: ComponentState { visited: false, ..given }, state })
    }

    /// The activations from the bottom of the stack to the first state in which `goal` is true.
    pub(super) fn stack(&mut self, head: Head, goal: Bdd) -> Result<Vec<ActivationState>, Stop> {
        let mut stack = Vec::new();
        for &(_, layer) in &self.reach.heads[head].layers {
            let found = self.bdds.and(layer, goal)?;
            if !found.is_false() {
                stack.extend(self.pick(head, found));
                break;
            }
        }
        while let Some(frame) = stack.last().filter(|frame| !self.heads.is_bottom(frame.head)) {
            let (component, _) = self.heads.place(frame.head);
            let given = frame.given.clone();
            let caller = self.caller(component, &given)?.ok_or_else(lost)?;
            stack.push(caller);
        }
        stack.reverse();
        Ok(stack)
    }

    /// The first caller that gave this input to a component.
    fn caller(&mut self, component: ProcedureId, given: &ComponentState) -> Result<Option<ActivationState>, Stop> {
        let given = self.given(component, given)?;
        let reach = self.reach;
        for &(time, from, set) in &reach.callees[component].givers {
            if self.bdds.and(set, given)?.is_false() {
                continue;
            }
            let (caller, place) = self.heads.place(from);
            let Some(moves) = reach.known_moves(caller, place) else { continue };
            let layers = &reach.heads[from].layers;
            let Some(&(_, states)) = layers.iter().find(|l| l.0 == time) else { continue };
            for site in moves.sites.iter().map(|&id| &reach.sites[id]).filter(|s| s.call.callee == component) {
                let enter = self.bdds.cofactor(site.enter, given)?;
                let visited = self.bdds.variable(level(self.model.layout.visited(), Version::Entry))?;
                let enter = self.bdds.exists(enter, visited)?;
                let found = self.bdds.and(states, enter)?;
                if !found.is_false() {
                    return Ok(self.pick(from, found));
                }
            }
        }
        Ok(None)
    }

    /// The trace of an activation up to one of its reached states.
    pub(super) fn within(&mut self, frame: &ActivationState) -> Result<Vec<Hop>, Stop> {
        let (component, mut place) = self.heads.place(frame.head);
        let (mut head, mut state) = (frame.head, frame.state.clone());
        let mut time = u32::MAX;
        let mut hops = vec![Hop { place, state: state.clone(), call: None }];
        loop {
            if self.bdds.is_crowded() {
                self.bdds.collect(self.roots.iter().copied());
            }
            let given = self.given(component, &frame.given)?;
            let now = self.cube(component, StatePart::All, Version::Current, &state, |_| true)?;
            let here = self.bdds.and(given, now)?;
            if place == self.model.ersm.components[component].cfa.entry {
                let begin = self.model.begin(component, self.bdds)?;
                if !self.bdds.and(begin, here)?.is_false() {
                    break;
                }
            }
            if time == u32::MAX {
                for &(when, layer) in &self.reach.heads[head].layers {
                    if !self.bdds.and(layer, here)?.is_false() {
                        time = when;
                        break;
                    }
                }
            }
            let way = self.way_into(head, given, &state, time)?.ok_or_else(lost)?;
            let before = self.pick(way.source, way.found).ok_or_else(lost)?;
            let call = match way.call {
                Some((site, when)) => Some(self.inside(site, when, &before.state, &state, Some(state.visited))?),
                None => None,
            };
            time = way.since;
            (head, state) = (way.source, before.state);
            place = self.heads.place(head).1;
            hops.push(Hop { place, state: state.clone(), call });
        }
        hops.reverse();
        Ok(hops)
    }

    /// A way into a state, from states known before `time`, as early as possible.
    fn way_into(&mut self, head: Head, given: Bdd, state: &ComponentState, time: u32) -> Result<Option<Way<'t>>, Stop> {
        let (component, place) = self.heads.place(head);
        let reach = self.reach;
        let procedure = &self.model.ersm.components[component];
        let mut sources: Vec<Location> =
            procedure.cfa.edges.iter().filter(|e| e.target == place).map(|e| e.source).chain([place]).collect();
        sources.compact_sort();
        sources.dedup();
        let stays =
            procedure.cfa.locations[place].is_fault || procedure.cfa.exit == place && self.heads.is_bottom(head);
        let mut best: Option<Way<'t>> = None;
        for from in sources {
            let source = self.heads.beside(head, from);
            let layers = &reach.heads[source].layers;
            let Some(moves) = reach.known_moves(component, from) else { continue };
            let staying = (from == place && stays).then_some(&moves.stays);
            for local in moves.locals.iter().filter(|l| l.target == place).chain(staying) {
                let written = |slot: u32| local.written.slots.binary_search(&slot).is_ok();
                let next = self.cube(component, StatePart::All, Version::Next, state, written)?;
                let before = self.bdds.cofactor(local.relation, next)?;
                let kept = self.cube(component, StatePart::All, Version::Current, state, |slot| !written(slot))?;
                let before = self.bdds.and(before, kept)?;
                let before = self.bdds.and(before, given)?;
                let limit = best.as_ref().map_or(time, |best| best.time);
                if let Some((when, found)) = self.first(layers, before, limit)? {
                    best = Some(Way { time: when, source, since: when, found, call: None });
                }
            }
            for site in moves.sites.iter().map(|&id| &reach.sites[id]).filter(|s| s.target == place) {
                for &(when, summary) in &reach.callees[site.call.callee].layers {
                    let limit = best.as_ref().map_or(time, |best| best.time);
                    if when >= limit {
                        break;
                    }
                    let before = self.before_call(site, summary, state)?;
                    let before = self.bdds.and(before, given)?;
                    if let Some((then, found)) = self.first(layers, before, limit)? {
                        let time = when.max(then);
                        best = Some(Way { time, source, since: then, found, call: Some((site, when)) });
                    }
                }
            }
        }
        Ok(best)
    }

    /// The first of some layers before `time` that intersects a set, with the intersection.
    fn first(&mut self, layers: &[(u32, Bdd)], set: Bdd, time: u32) -> Result<Option<(u32, Bdd)>, Stop> {
        if set.is_false() {
            return Ok(None);
        }
        for &(when, layer) in layers.iter().take_while(|l| l.0 < time) {
            let found = self.bdds.and(layer, set)?;
            if !found.is_false() {
                return Ok(Some((when, found)));
            }
        }
        Ok(None)
    }

    /// The states from which a call with this summary leads to a state.
    fn before_call(&mut self, site: &CallMove, summary: Bdd, state: &ComponentState) -> Result<Bdd, Stop> {
        let written = |slot: u32| site.written.slots.binary_search(&slot).is_ok();
        let next = self.cube(site.component, StatePart::All, Version::Next, state, written)?;
        let back = self.bdds.cofactor(site.call.relation, next)?;
        let inner = self.bdds.and(back, summary)?;
        let Some(cubes) = self.reach.callees[site.call.callee].cubes else { return Ok(Bdd::FALSE) };
        let connecting = self.bdds.and(cubes.given, cubes.returned)?;
        let before = self.bdds.and_exists(inner, site.enter, connecting)?;
        let kept = self.cube(site.component, StatePart::All, Version::Current, state, |slot| !written(slot))?;
        self.bdds.and(before, kept)
    }

    /// A call that leads from one state to another using the summary of some time, and whether the acceptance set is
    /// visited after it, if that matters.
    fn inside(
        &mut self,
        site: &CallMove,
        time: u32,
        from: &ComponentState,
        to: &ComponentState,
        visited: Option<bool>,
    ) -> Result<TracedCall, Stop> {
        let (reach, callee, slot_of_visited) = (self.reach, site.call.callee, self.model.layout.visited());
        let written = |slot: u32| site.written.slots.binary_search(&slot).is_ok();
        let wanted = |slot: u32| written(slot) && (slot != slot_of_visited || visited.is_some());
        let next = ComponentState { visited: visited.unwrap_or(false), ..to.clone() };
        let next = self.cube(site.component, StatePart::All, Version::Next, &next, wanted)?;
        let now = self.cube(site.component, StatePart::All, Version::Current, from, |_| true)?;
        let back = self.bdds.cofactor(site.call.relation, next)?;
        let back = self.bdds.cofactor(back, now)?;
        let enter = self.bdds.cofactor(site.enter, now)?;
        let layer = |layers: &[(u32, Bdd)]| layers.iter().find(|l| l.0 == time).map(|l| l.1).ok_or_else(lost);
        let summary = layer(&reach.callees[callee].layers)?;
        let ends = self.bdds.and(back, summary)?;
        let ends = self.bdds.and(ends, enter)?;
        let literals = self.bdds.least(ends).ok_or_else(lost)?;
        let layout = &self.model.layout;
        let given = ComponentState { visited: false, ..layout.state(callee, Version::Entry, &literals) };
        let returned = layout.state(callee, Version::Exit, &literals);
        let of_monitor: Vec<u32> = layout.monitor().iter().copied().chain([slot_of_visited]).collect();
        let exit = self.model.ersm.components[callee].cfa.exit;
        let head = self.heads.called(callee, exit);
        let moves = reach.known_moves(callee, exit).ok_or_else(lost)?;
        let after = self.cube(callee, StatePart::Returned, Version::Next, &returned, |s| of_monitor.contains(&s))?;
        let values =
            self.cube(callee, StatePart::Returned, Version::Current, &returned, |s| !of_monitor.contains(&s))?;
        let mut last = self.bdds.cofactor(moves.transition, after)?;
        let given_cube = self.given(callee, &given)?;
        for also in [values, given_cube, layer(&reach.heads[head].layers)?] {
            last = self.bdds.and(last, also)?;
        }
        let last = self.pick(head, last).ok_or_else(lost)?.state;
        Ok(TracedCall { callee, given, last })
    }

    /// A call that leads from one state to another, and visits the acceptance set if `visited`.
    pub(super) fn through(
        &mut self,
        site: &CallMove,
        from: &ComponentState,
        to: &ComponentState,
        visited: bool,
    ) -> Result<TracedCall, Stop> {
        for &(time, summary) in &self.reach.callees[site.call.callee].layers {
            let to = ComponentState { visited: true, ..to.clone() };
            let mut before = self.before_call(site, summary, &to)?;
            if !visited {
                let otherwise = self.before_call(site, summary, &ComponentState { visited: false, ..to.clone() })?;
                before = self.bdds.or(before, otherwise)?;
            }
            let now = self.cube(site.component, StatePart::All, Version::Current, from, |_| true)?;
            if !self.bdds.and(before, now)?.is_false() {
                return self.inside(site, time, from, &to, visited.then_some(true));
            }
        }
        Err(lost())
    }
}

/// An internal error: the frontiers lack a state that they must contain.
fn lost() -> Stop {
    Stop::Incomplete(msg!("a violation was found but its run could not be reconstructed"))
}
