//! What an abstract reachability graph without errors proves: invariants, which can be checked, and the same as contracts of procedures,
//! which can be read.

use std::collections::BTreeMap;

use crate::blocks::{BlockProgram, HeadId, UnitId};
use base::{Idx, IndexVec, Observer, Stop};
use bdd::Bdd;
use bitvec::{Substitution, TermId, Terms};
use rsm::ComponentId;

use super::super::check_proof::Invariants;
use super::graph::AbstractMachine;
use super::posts::{at_entry, unit_of};
use super::readable::readable;
use super::regions::Regions;

/// A proof in parts for each unit.
pub struct UnitProof {
    /// The invariants of all heads: in the entry unit the regions; in others, that the unit was entered in the first region of a
    /// component, and that for each component, if it was entered there, the regions of the component.
    pub invariants: Vec<Invariants>,
    /// The same of every unit but the entry, for each component.
    pub contracts: Vec<UnitContract>,
}

/// What holds in a procedure that was entered where some conditions held.
pub struct UnitContract {
    /// The procedure.
    pub unit: UnitId,
    /// Conditions that all held when it was entered, over [copies](BlockProgram::copies).
    pub entered: Vec<TermId>,
    /// At the heads of loops and where it returns, the conditions that then all hold, over the variables and the copies; nothing where
    /// it never comes to.
    pub holds: BTreeMap<HeadId, Vec<TermId>>,
}

/// The proof that a complete graph is.
///
/// # Errors
/// If the observer ends it.
pub(super) fn proof(
    units: &[BlockProgram<'_>],
    machine: &AbstractMachine,
    regions: &mut Regions,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<UnitProof, Stop> {
    // By component and head, the states that were reached.
    let mut reached: BTreeMap<(ComponentId, HeadId), Vec<Bdd>> = BTreeMap::new();
    for node in &machine.nodes {
        reached.entry((node.component, node.state.state.head)).or_default().push(node.state.state.region);
    }
    let mut components: Vec<EnteredComponent> = Vec::new();
    let mut contracts: Vec<UnitContract> = Vec::new();
    for (component, found) in machine.components.iter_enumerated() {
        let Some(&entry) = found.entries.first() else { continue };
        let entry = machine.nodes[entry].state.state;
        let program = unit_of(units, entry.unit);
        let begins = regions.term(terms, entry.region);
        let entered = program.copies.iter().map(|&(variable, copy)| (program.current[variable], copy));
        let mut then = Substitution::new(entered.collect::<Vec<_>>());
        components.push(EnteredComponent { unit: entry.unit, component, entered: then.apply(terms, begins) });
        if entry.unit == UnitId(0) {
            continue;
        }
        let unchanged: Vec<TermId> =
            program.copies.iter().map(|&(variable, copy)| terms.same(program.current[variable], copy)).collect();
        let begins = readable(regions, entry.region, &unchanged, terms, observer)?;
        let entered: Vec<TermId> = begins.into_iter().map(|condition| then.apply(terms, condition)).collect();
        let mut holds = BTreeMap::new();
        let loops = program.flat.cfa.loop_heads();
        for (head, place) in program.heads.iter_enumerated() {
            let Some(found) = reached.get(&(component, head)) else { continue };
            if head == program.ends[0] || loops[place.location] {
                let union = found.iter().try_fold(Bdd::FALSE, |all, &region| regions.union(all, region))?;
                holds.insert(head, readable(regions, union, &entered, terms, observer)?);
            }
        }
        contracts.push(UnitContract { unit: entry.unit, entered, holds });
    }
    let of_unit = |(unit, program): (usize, &BlockProgram<'_>), terms: &mut Terms, regions: &mut Regions| {
        let own: Vec<&EnteredComponent> = components.iter().filter(|own| own.unit.index() == unit).collect();
        let any: Vec<TermId> = own.iter().map(|own| own.entered).collect();
        let any = terms.any(&any);
        let mut all: Invariants = IndexVec::new();
        for head in (0..program.heads.len()).map(HeadId::at) {
            let mut conditions = vec![any];
            for (copy, current) in at_entry(program, head) {
                conditions.push(terms.same(copy, current));
            }
            for EnteredComponent { component, entered, .. } in &own {
                let found = reached.get(&(*component, head)).map_or(&[][..], |found| &found[..]);
                let found: Vec<TermId> = found.iter().map(|&region| regions.term(terms, region)).collect();
                let found = terms.any(&found);
                let otherwise = terms.not(*entered);
                conditions.push(terms.or(otherwise, found));
            }
            conditions.retain(|&condition| condition != Terms::TRUE);
            all.push(conditions);
        }
        all
    };
    let invariants = units.iter().enumerate().map(|unit| of_unit(unit, terms, regions)).collect();
    Ok(UnitProof { invariants, contracts })
}

/// A component of the graph.
struct EnteredComponent {
    unit: UnitId,
    component: ComponentId,
    /// Its first region, over the values that the variables had when the unit was entered.
    entered: TermId,
}
