//! Searches against what the definitions say: runs are replayed by an interpreter of its own, answers are compared with
//! those of an enumeration.

mod enumeration;
mod examples;
mod explicit;
mod generate;
mod replay;

use super::*;
use crate::base::{Random, Resource, Silent};
use explicit::Machine;

/// What is found with frequent collections of garbage and changes of the order, and how many of the latter.
fn find(machine: &Machine) -> (Option<SymbolicRun>, u32) {
    let mut silent = Silent;
    let mut bdds = Bdds::new(NODE_BUDGET, &mut silent);
    bdds.crowd_at(200);
    let found = search_in(&mut bdds, machine.ersm, machine.monitor, machine.formulas, machine.truth);
    (found.answer.expect("room"), bdds.siftings())
}

fn agree(seeds: std::ops::Range<u64>) {
    let (mut violated, mut cyclic, mut folded, mut sifted) = (0, 0, 0, 0);
    for seed in seeds.clone() {
        let task = generate::task(&mut Random::scattered(seed));
        let machine = task.machine();
        let Some(expected) = enumeration::is_violated(&machine) else { continue };
        let (found, siftings) = find(&machine);
        sifted += u32::from(siftings > 0);
        assert_eq!(found.is_some(), expected, "seed {seed}\n{}", task.text());
        let Some(run) = found else { continue };
        violated += 1;
        cyclic += u32::from(run.cycle.is_some());
        folded += u32::from(run.visits.iter().any(|visit| visit.folded));
        assert!(!run.is_cut, "seed {seed}");
        if let Err(why) = replay::check(&machine, &run) {
            panic!("seed {seed}: {why}\n{}\n{run:#?}", task.text());
        }
    }
    let all = (seeds.end - seeds.start) as u32;
    assert!(violated > all / 4 && violated < all - all / 8, "{violated} of {all} violated");
    assert!(sifted > all / 4, "{sifted} of {all} sifted");
    assert!(cyclic > all / 20 && folded == 0, "{cyclic} cycles, {folded} folded, of {all}");
}

/// `SYMBOLIC_SCALE` multiplies the number of machines.
#[test]
fn answers_and_runs_are_right_on_random_machines() {
    let scale = std::env::var("SYMBOLIC_SCALE").ok().and_then(|scale| scale.parse().ok()).unwrap_or(1);
    agree(0..1500 * scale);
}

#[test]
fn limits_are_answers() {
    let task = generate::task(&mut Random::scattered(3));
    let machine = task.machine();
    let found = search(
        machine.ersm,
        machine.monitor,
        machine.formulas,
        machine.truth,
        Budget { nodes: 10, ..Budget::default() },
        &mut Silent,
    );
    assert_eq!(found.answer, Err(Stop::Budget(Resource::DiagramNodes, 10)));
    assert!(found.statistics.peak_nodes <= 10);
}
