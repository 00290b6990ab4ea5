//! Reachable nodes and fair cycles compared with saturation.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use hrglass::base::{Limits, Random, Silent, Stop};
use hrglass::rsm::{
    AcceptanceMarkId, AcceptanceMarks, FairSystem, Order, RecursiveSystem, Rsm, Step, explore, find_fair_cycle,
};

use super::FAMILIES;
use super::pushdown::{self, Frame};
use super::system::System;
use super::validate::{Visit, replay};

fn frames(rsm: &Rsm<u32>) -> BTreeSet<Frame> {
    let all = rsm.nodes.iter().map(|node| {
        let entered = rsm.components[node.component].entries[0];
        ((node.component != Rsm::<u32>::MAIN).then(|| rsm.nodes[entered].state), node.state)
    });
    all.collect()
}

#[test]
fn explorations_find_what_saturation_finds() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let (mut nodes, mut partial) = (0, 0);
    for round in 0..20_000 {
        let mut system = System::random(&mut random, FAMILIES[round % 3]);
        if round % 2 == 0 {
            system.cut(&mut random);
        }
        system.ends.clear();
        let order = if round % 4 < 2 { Order::DepthFirst } else { Order::BreadthFirst };
        let rsm = explore(&mut system, order, &Limits::default(), &mut Silent);
        assert_eq!(rsm.stop, None);
        let expected = pushdown::reachable(&system);
        assert_eq!(frames(&rsm), expected, "round {round}: {system:?}");
        assert_eq!(rsm.nodes.len(), expected.len(), "a node occurs once");
        nodes += expected.len();
        partial +=
            usize::from(expected.iter().map(|frame| frame.1).collect::<BTreeSet<_>>().len() < system.nodes.len());
    }
    assert!(nodes > 100_000 && partial > 5_000, "{nodes} {partial}");
}

/// A machine whose transitions visit acceptance sets.
struct Accepting {
    system: System,
    sets: AcceptanceMarks,
    /// By source and target, as bits.
    visited: Vec<Vec<u32>>,
}

impl Accepting {
    fn random(random: &mut Random, system: System) -> Self {
        let acceptance_sets = 1 + random.below(3);
        let nodes = system.nodes.len();
        let rarity = 3 + random.below(6);
        let mut visited = |_| (0..acceptance_sets).map(|c| u32::from(random.below(rarity) == 0) << c).sum();
        let visited = (0..nodes).map(|_| (0..nodes).map(&mut visited).collect()).collect();
        Self { system, sets: AcceptanceMarks::new(acceptance_sets), visited }
    }

    fn all(&self) -> u32 {
        (1 << self.sets.set_count()) - 1
    }

    fn visited_on(&self, source: u32, target: u32) -> u32 {
        self.visited[source as usize][target as usize]
    }
}

impl RecursiveSystem for Accepting {
    type State = u32;

    fn entry(&mut self, states: &mut Vec<u32>) -> Result<(), Stop> {
        self.system.entry(states)
    }

    fn step(&mut self, state: &u32, states: &mut Vec<u32>) -> Result<Step, Stop> {
        self.system.step(state, states)
    }

    fn resume(&mut self, call: &u32, entry: &u32, exit: &u32, states: &mut Vec<u32>) -> Result<(), Stop> {
        self.system.resume(call, entry, exit, states)
    }

    fn end(&mut self, exit: &u32, states: &mut Vec<u32>) -> Result<(), Stop> {
        RecursiveSystem::end(&mut self.system, exit, states)
    }
}

impl FairSystem for Accepting {
    fn marks(&mut self) -> &mut AcceptanceMarks {
        &mut self.sets
    }

    fn mark(&mut self, &source: &u32, &target: &u32) -> Result<AcceptanceMarkId, Stop> {
        let mut set = FixedBitSet::with_capacity(self.sets.set_count());
        (0..set.len()).for_each(|c| set.set(c, self.visited_on(source, target) >> c & 1 == 1));
        Ok(self.sets.intern(set))
    }
}

#[test]
fn fair_cycles_are_found_iff_there_are_some() {
    let mut random = Random::new(0xD1B5_4A32_D192_ED03);
    let (mut found, mut stacked, mut pushing, mut folded) = (0, 0, 0, 0);
    let rounds = 20_000;
    for round in 0..rounds {
        let mut system = System::random(&mut random, FAMILIES[round % 3]);
        if round % 4 == 0 {
            system.cut(&mut random);
        }
        system.shuffle_ends(&mut random);
        let mut system = Accepting::random(&mut random, system);
        let search = find_fair_cycle(&mut system, &Limits::default(), &mut Silent);
        assert_eq!(search.stop, None);
        let visited =
            |step: pushdown::Move, _| if step.stays { 0 } else { system.visited_on(step.source, step.target) };
        let expected = pushdown::pushdown(&system.system, 1, |_, _| 0, visited, |_, _| true).has_fair_run(system.all());
        assert_eq!(search.lasso.is_some(), expected, "round {round}: {:?} {:?}", system.system, system.visited);
        let Some(lasso) = &search.lasso else { continue };
        found += 1;
        let run = search.run(lasso, &system.sets, 100_000);
        if run.visits.iter().any(|visit| visit.folded) {
            folded += 1;
            continue;
        }
        let visit = |visit: &hrglass::rsm::Visit<hrglass::rsm::NodeId>| -> Visit {
            (search.rsm.nodes[visit.state].state, visit.caller.map(|caller| caller as usize))
        };
        let visits: Vec<Visit> = run.visits.iter().map(visit).collect();
        let replay = replay(&system.system, &visits, run.cycle.map(|cycle| cycle as usize));
        let visited = replay
            .turn()
            .windows(2)
            .map(|pair| system.visited_on(pair[0], pair[1]))
            .fold(0, |all, visited| all | visited);
        assert_eq!(visited, system.all(), "round {round}: {visits:?} {:?} {:?}", system.system, system.visited);
        stacked += usize::from(visits.iter().any(|visit| visit.1.is_some()));
        pushing += usize::from(replay.is_pushing);
    }
    println!("fair: {rounds} machines, {found} fair, {stacked} with calls, {pushing} pushing, {folded} folded");
    assert!(found > 4_000 && rounds - found > 4_000, "{found}");
    assert!(stacked > 3_000 && pushing > 1_000 && folded < 20, "{stacked} {pushing} {folded}");
}
