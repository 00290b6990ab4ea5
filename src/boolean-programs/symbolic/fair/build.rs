//! The graph, and what of each edge visits which acceptance set, from what the searches have found.

use super::super::layout::{StatePart, Version, level};
use super::super::model::SymbolicModel;
use super::super::reach::{CallMove, CallMoveId, Head, Heads, LocalMove, Moves, ReachableStates};
use super::graph::{FairGraph, GraphEdge, GraphEdgeKind};
use super::{AcceptanceSet, Fair, Visit};
use base::{IndexVec, Stop};
use bdd::{Bdd, Bdds};

/// The bit that says whether an activation has visited an acceptance set, as relations of the searches have it.
struct VisitedBit {
    /// Its copies before and after a step.
    copies: Bdd,
    /// It becomes true with the step.
    rises: Bdd,
    /// It is true for a callee: entering has visited the set.
    entered: Bdd,
}

impl VisitedBit {
    fn new(model: &SymbolicModel, bdds: &mut Bdds) -> Result<Self, Stop> {
        let slot = model.layout.visited();
        let [before, after] = [Version::Current, Version::Next].map(|version| level(slot, version));
        Ok(Self {
            copies: bdds.cube([(before, true), (after, true)])?,
            rises: bdds.cube([(before, false), (after, true)])?,
            entered: bdds.variable(level(slot, Version::Entry))?,
        })
    }

    /// A relation without the bit.
    fn forget(&self, relation: Bdd, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        bdds.exists(relation, self.copies)
    }

    /// The part of a relation that visits the set.
    fn visit(&self, relation: Bdd, site: Option<CallMoveId>, bdds: &mut Bdds) -> Result<Visit, Stop> {
        Ok(Visit { relation: bdds.cofactor(relation, self.rises)?, site })
    }
}

impl<'r> Fair<'r> {
    /// The graph of what was found by one search for each acceptance set, or by a single search if there is no set: then
    /// every edge counts as a visit. All searches have found the same states.
    pub(in super::super) fn new(
        reaches: &'r [ReachableStates],
        heads: &'r Heads,
        model: &mut SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<Self, Stop> {
        let bit = VisitedBit::new(model, bdds)?;
        let first = &reaches[0];
        let mut fair = Self {
            graph: FairGraph::new(heads, &first.callees),
            sets: reaches.iter().map(AcceptanceSet::new).collect(),
            hull: IndexVec::filled(Bdd::FALSE, heads.len()),
        };
        for (head, paths) in first.heads.iter_enumerated().filter(|(_, paths)| !paths.all.is_false()) {
            fair.hull[head] = reachable(head, paths.all, heads, model, bdds)?;
            fair.add_edges_from(head, &bit, model, bdds)?;
        }
        Ok(fair)
    }

    /// Adds the edges from a head: steps, summaries, then calls, as a call returns where there is a choice.
    fn add_edges_from(
        &mut self,
        head: Head,
        bit: &VisitedBit,
        model: &SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<(), Stop> {
        let heads = self.graph.heads;
        let (component, place) = heads.place(head);
        let moves: Option<Vec<_>> =
            self.sets.iter().map(|set| Some(&**set.reach.known_moves(component, place)?)).collect();
        let Some(moves) = moves else { return Ok(()) };
        let locals =
            |position: usize| moves.iter().map(move |moves| &moves.locals[position]).collect::<Vec<&LocalMove>>();
        for position in 0..moves[0].locals.len() {
            self.add_step(head, &locals(position), bit, bdds)?;
        }
        let cfa = &model.ersm.components[component].cfa;
        if cfa.locations[place].is_fault || cfa.exit == place && heads.is_bottom(head) {
            let stays: Vec<&LocalMove> = moves.iter().map(|moves| &moves.stays).collect();
            self.add_step(head, &stays, bit, bdds)?;
        }
        let sites: Vec<Vec<(CallMoveId, &CallMove)>> =
            (0..moves[0].sites.len()).map(|position| self.sites(&moves, position)).collect();
        for sites in &sites {
            self.add_summary(head, sites, bit, bdds)?;
        }
        for sites in &sites {
            self.add_call(head, sites, bit, model, bdds)?;
        }
        Ok(())
    }

    /// A call from a place, as each search has found it.
    fn sites(&self, moves: &[&Moves], position: usize) -> Vec<(CallMoveId, &'r CallMove)> {
        let sites = self.sets.iter().zip(moves);
        sites.map(|(set, moves)| (moves.sites[position], &set.reach.sites[moves.sites[position]])).collect()
    }

    fn add_step(&mut self, head: Head, locals: &[&LocalMove], bit: &VisitedBit, bdds: &mut Bdds) -> Result<(), Stop> {
        let edge = GraphEdge {
            source: head,
            target: self.graph.heads.beside(head, locals[0].target),
            kind: GraphEdgeKind::Step(locals[0].written.clone()),
            relation: bit.forget(locals[0].relation, bdds)?,
        };
        let visits: Result<Vec<Visit>, Stop> =
            locals.iter().map(|local| bit.visit(local.relation, None, bdds)).collect();
        self.add(edge, visits?);
        Ok(())
    }

    fn add_summary(
        &mut self,
        head: Head,
        sites: &[(CallMoveId, &CallMove)],
        bit: &VisitedBit,
        bdds: &mut Bdds,
    ) -> Result<(), Stop> {
        let (_, site) = sites[0];
        let edge = GraphEdge {
            source: head,
            target: self.graph.heads.beside(head, site.target),
            kind: GraphEdgeKind::Summary(site.written.clone()),
            relation: bit.forget(site.effect, bdds)?,
        };
        let visits: Result<Vec<Visit>, Stop> =
            sites.iter().map(|&(id, site)| bit.visit(site.effect, Some(id), bdds)).collect();
        self.add(edge, visits?);
        Ok(())
    }

    fn add_call(
        &mut self,
        head: Head,
        sites: &[(CallMoveId, &CallMove)],
        bit: &VisitedBit,
        model: &SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<(), Stop> {
        let (_, site) = sites[0];
        let callee = site.call.callee;
        let edge = GraphEdge {
            source: head,
            target: self.graph.heads.called(callee, model.ersm.components[callee].cfa.entry),
            kind: GraphEdgeKind::Call,
            relation: bdds.exists(site.enter, bit.entered)?,
        };
        let mut visits = Vec::new();
        for (_, site) in sites {
            visits.push(Visit { relation: bdds.cofactor(site.enter, bit.entered)?, site: None });
        }
        self.add(edge, visits);
        Ok(())
    }

    fn add(&mut self, edge: GraphEdge, visits: Vec<Visit>) {
        for (set, visit) in self.sets.iter_mut().zip(visits) {
            let is_trivial = set.reach.acceptance_set.is_none();
            let relation = if is_trivial { edge.relation } else { visit.relation };
            set.visits.push(Visit { relation, ..visit });
        }
        self.graph.add(edge);
    }
}

/// The states of the path edges of a head, whatever their activation was given.
fn reachable(head: Head, paths: Bdd, heads: &Heads, model: &SymbolicModel, bdds: &mut Bdds) -> Result<Bdd, Stop> {
    let (component, _) = heads.place(head);
    let slots = model.layout.slots(component, StatePart::Given);
    let entry = model.cube(&slots, Version::Entry, bdds)?;
    let visited = bdds.variable(level(model.layout.visited(), Version::Current))?;
    let hidden = bdds.and(entry, visited)?;
    bdds.exists(paths, hidden)
}
