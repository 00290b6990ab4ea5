//! What an abstract reachability graph without errors proves.

use std::collections::BTreeMap;

use crate::base::{Idx, IndexVec};
use crate::bdd::Bdd;
use crate::program::blocks::{BlockProgram, HeadId};
use crate::rsm::ComponentId;
use crate::solve::{Substitution, TermId, Terms};

use super::super::check_proof::Invariants;
use super::graph::AbstractMachine;
use super::posts::{at_entry, unit_of};
use super::regions::Regions;

/// The invariants of all heads: in the entry unit the regions; in others, that the unit was entered in the first region of a component,
/// and that for each component, if it was entered there, the regions of the component.
pub fn invariants(
    units: &[BlockProgram<'_>],
    machine: &AbstractMachine,
    regions: &mut Regions,
    terms: &mut Terms,
) -> Vec<Invariants> {
    // By component and head, the states that were reached.
    let mut reached: BTreeMap<(ComponentId, HeadId), Vec<Bdd>> = BTreeMap::new();
    for node in &machine.nodes {
        reached.entry((node.component, node.state.state.head)).or_default().push(node.state.state.region);
    }
    let mut contracts: Vec<Contract> = Vec::new();
    for (component, found) in machine.components.iter_enumerated() {
        let Some(&entry) = found.entries.first() else { continue };
        let entry = machine.nodes[entry].state.state;
        let program = unit_of(units, entry.unit);
        let begins = regions.term(terms, entry.region);
        let entered = program.copies.iter().map(|&(variable, copy)| (program.current[variable], copy));
        let entered = Substitution::new(entered.collect::<Vec<_>>()).apply(terms, begins);
        contracts.push(Contract { unit: entry.unit.index(), component, entered });
    }
    let of_unit = |(unit, program): (usize, &BlockProgram<'_>), terms: &mut Terms, regions: &mut Regions| {
        let own: Vec<&Contract> = contracts.iter().filter(|contract| contract.unit == unit).collect();
        let any: Vec<TermId> = own.iter().map(|contract| contract.entered).collect();
        let any = terms.any(&any);
        let mut all: Invariants = IndexVec::new();
        for head in (0..program.heads.len()).map(HeadId::at) {
            let mut conditions = vec![any];
            for (copy, current) in at_entry(program, head) {
                conditions.push(terms.same(copy, current));
            }
            for Contract { component, entered, .. } in &own {
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
    units.iter().enumerate().map(|unit| of_unit(unit, terms, regions)).collect()
}

/// A component of the graph.
struct Contract {
    unit: usize,
    component: ComponentId,
    /// Its first region, over the values that the variables had when the unit was entered.
    entered: TermId,
}
