//! Edges of components and of the monitor as relations between states.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::TruthAt;
use super::expression::Scope;
use super::layout::{BitLayout, StatePart, Version, level};
use base::{CompactSort, Idx, Stop};
use bdd::{Bdd, Bdds, Renaming, Vector};
use ltl::logic::{Formulas, Monitor, MonitorStateId};
use program::cfa::{Location, ProcedureId};
use program::guarded::{Action, Domain, Ersm, ErsmEdge, Expression, VariableId};

/// The slots that a move changes. Other slots do not occur in the relations of moves.
#[derive(Clone)]
pub(super) struct Written {
    pub slots: Vec<u32>,
    pub current: Bdd,
    pub next: Bdd,
    /// From [`Version::Next`] to [`Version::Current`].
    pub forward: Renaming,
    pub backward: Renaming,
}

/// An edge of a component, without the monitor.
pub(super) struct Transfer {
    pub target: Location,
    /// From the current state to the next; for a call, to the entry of the callee, without the bit of the acceptance
    /// set.
    pub relation: Bdd,
    pub written: Written,
    pub call: Option<Rc<Return>>,
}

/// The return of a call.
pub(super) struct Return {
    pub callee: ProcedureId,
    /// From the output of the callee to the next state. The acceptance set was visited if it was before the call, or at
    /// the entry of the callee (in the slot of the entry), or in the callee.
    pub relation: Bdd,
    /// The invariant of the caller after the call.
    pub invariant: Bdd,
}

/// A location with its outgoing edges.
pub(super) struct Exits {
    pub transfers: Vec<Transfer>,
    /// Where the guards of the monitor's edges are true.
    guards: Vec<Bdd>,
}

/// The relations of a program and a monitor, constructed on demand.
pub(super) struct SymbolicModel<'a> {
    pub ersm: &'a Ersm,
    pub monitor: &'a Monitor,
    formulas: &'a Formulas,
    truth: &'a TruthAt<'a>,
    pub layout: BitLayout,
    exits: FxHashMap<(ProcedureId, Location), Rc<Exits>>,
    begins: FxHashMap<ProcedureId, Bdd>,
}

impl<'a> SymbolicModel<'a> {
    pub(super) fn new(ersm: &'a Ersm, monitor: &'a Monitor, formulas: &'a Formulas, truth: &'a TruthAt<'a>) -> Self {
        let layout = BitLayout::new(ersm, monitor);
        Self { ersm, monitor, formulas, truth, layout, exits: FxHashMap::default(), begins: FxHashMap::default() }
    }

    /// All diagrams in use.
    pub(super) fn roots(&self, out: &mut Vec<Bdd>) {
        out.extend(self.begins.values());
        for exits in self.exits.values() {
            out.extend(&exits.guards);
            for transfer in &exits.transfers {
                out.extend([transfer.relation, transfer.written.current, transfer.written.next]);
                out.extend(transfer.call.iter().flat_map(|call| [call.relation, call.invariant]));
            }
        }
    }

    /// The conjunction of all variables of some slots in one copy.
    pub(super) fn cube(&self, slots: &[u32], version: Version, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        bdds.cube(slots.iter().map(|&slot| (level(slot, version), true)))
    }

    pub(super) fn written(&self, mut slots: Vec<u32>, bdds: &mut Bdds) -> Result<Written, Stop> {
        slots.extend(self.layout.monitor());
        slots.push(self.layout.visited());
        slots.compact_sort();
        let pair = |&slot: &u32| (level(slot, Version::Next), level(slot, Version::Current));
        Ok(Written {
            current: self.cube(&slots, Version::Current, bdds)?,
            next: self.cube(&slots, Version::Next, bdds)?,
            forward: bdds.renaming(slots.iter().map(pair)),
            backward: bdds.renaming(slots.iter().map(pair).map(|(next, current)| (current, next))),
            slots,
        })
    }

    /// Where slots hold a non-negative integer.
    fn hold(&self, slots: &[u32], version: Version, value: &Vector, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        slots.iter().enumerate().try_fold(Bdd::TRUE, |all, (position, &slot)| {
            let bit = bdds.variable(level(slot, version))?;
            let same = bdds.iff(bit, value.bit(position))?;
            bdds.and(all, same)
        })
    }

    /// Where slots are equal in two copies.
    fn keep(&self, slots: &[u32], from: Version, to: Version, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        slots.iter().try_fold(Bdd::TRUE, |all, &slot| {
            let (a, b) = (bdds.variable(level(slot, from))?, bdds.variable(level(slot, to))?);
            let same = bdds.iff(a, b)?;
            bdds.and(all, same)
        })
    }

    /// Where the value of a variable is within its domain.
    fn within(&self, slots: &[u32], version: Version, domain: Domain, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let bits = slots.iter().map(|&slot| bdds.variable(level(slot, version))).collect::<Result<_, _>>()?;
        let size = Vector::constant(domain.high() - domain.low() + 1);
        Vector::unsigned(bits).less(&size, bdds)
    }

    /// Where the monitor is in this state.
    pub(super) fn is_in(&self, state: MonitorStateId, version: Version, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        self.hold(self.layout.monitor(), version, &Vector::constant(i64::from(state.0)), bdds)
    }

    /// The input of the entry component: initial values, in the copy of the entry.
    pub(super) fn initial(&self, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let entry = self.ersm.entry;
        let mut initial = Bdd::FALSE;
        for &state in &self.monitor.initial {
            let here = self.is_in(state, Version::Entry, bdds)?;
            initial = bdds.or(initial, here)?;
        }
        let globals = (0..self.ersm.globals.len()).map(VariableId::at);
        for variable in globals.chain(self.ersm.components[entry].parameters.iter().copied()) {
            let start = self.at_first(entry, variable, Version::Entry, bdds)?;
            initial = bdds.and(initial, start)?;
        }
        Ok(initial)
    }

    /// Where a variable has its initial value, or any value if it has none.
    fn at_first(&self, at: ProcedureId, v: VariableId, version: Version, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let (slots, domain) = (self.layout.variable(at, v), self.layout.domain(at, v));
        match self.ersm.variable(at, v).initial {
            Some(value) => {
                let offset = Vector::constant(domain.fit(value) - domain.low());
                self.hold(slots, version, &offset, bdds)
            }
            None => self.within(slots, version, domain, bdds),
        }
    }

    /// From the input of an activation to its possible first states.
    pub(super) fn begin(&mut self, component: ProcedureId, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        if let Some(&known) = self.begins.get(&component) {
            return Ok(known);
        }
        let given = self.layout.slots(component, StatePart::Given);
        let mut begin = self.keep(&given, Version::Entry, Version::Current, bdds)?;
        let not_visited = bdds.literal(level(self.layout.visited(), Version::Current), false)?;
        begin = bdds.and(begin, not_visited)?;
        let procedure = &self.ersm.components[component];
        for own in self.ersm.globals.len()..self.ersm.scope(component) {
            let variable = VariableId::at(own);
            if !procedure.parameters.contains(&variable) {
                let start = self.at_first(component, variable, Version::Current, bdds)?;
                begin = bdds.and(begin, start)?;
            }
        }
        let scope = Scope { layout: &self.layout, component, version: &|_| Version::Current };
        let invariant = scope.holds(procedure.invariant.as_ref(), bdds)?;
        begin = bdds.and(begin, invariant)?;
        self.begins.insert(component, begin);
        Ok(begin)
    }

    /// The outgoing edges of a location.
    pub(super) fn exits(&mut self, at: (ProcedureId, Location), bdds: &mut Bdds) -> Result<Rc<Exits>, Stop> {
        if let Some(known) = self.exits.get(&at) {
            return Ok(known.clone());
        }
        let (component, place) = at;
        let scope = Scope { layout: &self.layout, component, version: &|_| Version::Current };
        let truth = |proposition| (self.truth)(component, place, proposition);
        let mut known = FxHashMap::default();
        let mut guards = Vec::with_capacity(self.monitor.edges.len());
        for edge in &self.monitor.edges {
            guards.push(scope.formula(self.formulas, edge.guard, &truth, &mut known, bdds)?);
        }
        let mut transfers = Vec::new();
        for (_, edge) in self.ersm.components[component].cfa.edges_from(place) {
            transfers.push(self.transfer(component, edge, bdds)?);
        }
        let exits = Rc::new(Exits { transfers, guards });
        self.exits.insert(at, exits.clone());
        Ok(exits)
    }

    /// The current states at a location in which the monitor is in a target, or has an enabled edge to one.
    pub(super) fn goal(&mut self, at: (ProcedureId, Location), bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let monitor = self.monitor;
        let mut goal = Bdd::FALSE;
        let is_target = |&id: &MonitorStateId| monitor.states[id].is_target;
        for state in monitor.states.indices().filter(is_target) {
            let here = self.is_in(state, Version::Current, bdds)?;
            goal = bdds.or(goal, here)?;
        }
        if goal.is_false() {
            return Ok(goal);
        }
        let exits = self.exits(at, bdds)?;
        for (edge, &guard) in monitor.edges.iter().zip(&exits.guards).filter(|(edge, _)| is_target(&edge.target)) {
            let from = self.is_in(edge.source, Version::Current, bdds)?;
            let taken = bdds.and(from, guard)?;
            goal = bdds.or(goal, taken)?;
        }
        Ok(goal)
    }

    /// The step of the monitor at a location: from the current to the next state, and whether it visits the acceptance
    /// set.
    pub(super) fn transition(&self, exits: &Exits, acceptance_set: Option<u32>, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let visited = [self.layout.visited()];
        let as_before = self.keep(&visited, Version::Current, Version::Next, bdds)?;
        let now = bdds.variable(level(visited[0], Version::Next))?;
        let mut all = Bdd::FALSE;
        for (edge, &guard) in self.monitor.edges.iter().zip(&exits.guards) {
            let from = self.is_in(edge.source, Version::Current, bdds)?;
            let to = self.is_in(edge.target, Version::Next, bdds)?;
            let visits = acceptance_set.is_some_and(|set| edge.acceptance_sets.contains(&set));
            let mut step = bdds.and(to, if visits { now } else { as_before })?;
            step = bdds.and(step, guard)?;
            step = bdds.and(step, from)?;
            all = bdds.or(all, step)?;
        }
        Ok(all)
    }

    fn transfer(&self, at: ProcedureId, edge: &ErsmEdge, bdds: &mut Bdds) -> Result<Transfer, Stop> {
        let layout = &self.layout;
        let current = Scope { layout, component: at, version: &|_| Version::Current };
        let mut changed: Vec<VariableId> = Vec::new();
        edge.for_each_write(|variable| changed.push(variable));
        if matches!(edge.action, Action::Call { .. }) {
            changed.extend((0..self.ersm.globals.len()).map(VariableId::at));
        }
        changed.compact_sort();
        changed.dedup();
        let slots = changed.iter().flat_map(|&v| layout.variable(at, v)).copied().collect();
        let written = self.written(slots, bdds)?;
        let version = |v| if changed.binary_search(&v).is_ok() { Version::Next } else { Version::Current };
        let after = Scope { layout, component: at, version: &version };
        let invariant = after.holds(self.ersm.components[at].invariant.as_ref(), bdds)?;
        let mut relation = current.holds(edge.guard.as_ref(), bdds)?;
        let mut forgotten = Bdd::TRUE;
        for &variable in &edge.forget {
            let any = self.within(layout.variable(at, variable), Version::Next, layout.domain(at, variable), bdds)?;
            forgotten = bdds.and(forgotten, any)?;
        }
        let call = match &edge.action {
            Action::Assign(assignments) => {
                for (target, value) in assignments {
                    let value = current.fitted(value, layout.domain(at, *target), bdds)?;
                    let stored = self.hold(layout.variable(at, *target), Version::Next, &value, bdds)?;
                    relation = bdds.and(relation, stored)?;
                }
                relation = bdds.and(relation, forgotten)?;
                relation = bdds.and(relation, invariant)?;
                None
            }
            Action::Call { callee, arguments, results } => {
                let globals = (0..self.ersm.globals.len()).map(VariableId::at);
                for global in globals.clone() {
                    let kept = self.keep(layout.variable(at, global), Version::Current, Version::Entry, bdds)?;
                    relation = bdds.and(relation, kept)?;
                }
                for (position, &parameter) in self.ersm.components[*callee].parameters.iter().enumerate() {
                    let (slots, domain) = (layout.variable(*callee, parameter), layout.domain(*callee, parameter));
                    let passed = match arguments.get(position) {
                        Some(value) => {
                            let value = current.fitted(value, domain, bdds)?;
                            self.hold(slots, Version::Entry, &value, bdds)?
                        }
                        None => self.within(slots, Version::Entry, domain, bdds)?,
                    };
                    relation = bdds.and(relation, passed)?;
                }
                let exit = Scope { layout, component: *callee, version: &|_| Version::Exit };
                let mut back = self.back(bdds)?;
                back = bdds.and(back, forgotten)?;
                for (&result, target) in self.ersm.components[*callee].results.iter().zip(results) {
                    let Some(target) = *target else { continue };
                    let value = exit.fitted(&Expression::variable(result), layout.domain(at, target), bdds)?;
                    let stored = self.hold(layout.variable(at, target), Version::Next, &value, bdds)?;
                    back = bdds.and(back, stored)?;
                }
                let assigned = |v: &VariableId| results.contains(&Some(*v)) || edge.forget.contains(v);
                for global in globals.filter(|g| !assigned(g)) {
                    let kept = self.keep(layout.variable(at, global), Version::Exit, Version::Next, bdds)?;
                    back = bdds.and(back, kept)?;
                }
                Some(Rc::new(Return { callee: *callee, relation: back, invariant }))
            }
        };
        Ok(Transfer { target: edge.target, relation, written, call })
    }

    /// The effect of a return on the monitor's part of a state.
    fn back(&self, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let visited = self.layout.visited();
        let mut some = bdds.variable(level(visited, Version::Current))?;
        for version in [Version::Entry, Version::Exit] {
            let also = bdds.variable(level(visited, version))?;
            some = bdds.or(some, also)?;
        }
        let next = bdds.variable(level(visited, Version::Next))?;
        let visited = bdds.iff(next, some)?;
        let state = self.keep(self.layout.monitor(), Version::Exit, Version::Next, bdds)?;
        bdds.and(visited, state)
    }
}
