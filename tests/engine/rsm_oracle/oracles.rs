//! The oracles compared with each other.

use hrglass::base::Random;

use super::FAMILIES;
use super::flatten::{Beyond, Global};
use super::pushdown;
use super::system::System;
use crate::support::lasso::Lasso;
use crate::support::ltl::Ltl;

/// All lassos in a run, and whether their cycles push: a node is repeated, and the calls suspended at its first
/// occurrence stay suspended.
fn lassos(system: &System, run: &[Global]) -> Vec<(Lasso, bool)> {
    let labels = |run: &[Global]| run.iter().map(|(_, node)| system.node(*node).labels).collect::<Vec<_>>();
    let mut lassos = Vec::new();
    for (start, (stack, node)) in run.iter().enumerate() {
        for end in (start + 1..run.len()).take_while(|&end| run[end].0.starts_with(stack)) {
            if run[end].1 == *node {
                let lasso = Lasso { prefix: labels(&run[..start]), cycle: labels(&run[start..end]) };
                lassos.push((lasso, run[end].0.len() > stack.len()));
            }
        }
    }
    lassos
}

/// The verdict on the systems of global states with few calls: one with some runs missing, and one with too many runs.
fn bounded_violation(system: &System, ltl: &Ltl) -> Option<bool> {
    let fewer = system.flattened(4, Beyond::Nothing, 300)?;
    if fewer.has_violation(ltl) || !fewer.is_cut {
        return Some(fewer.has_violation(ltl));
    }
    let more = system.flattened(4, Beyond::Anything, 300)?;
    (!more.has_violation(ltl)).then_some(false)
}

#[test]
fn saturation_agrees_with_global_states_and_with_runs() {
    let mut random = Random::new(0x2545_F491_4F6C_DD1D);
    let (mut exact, mut violations, mut pushing, mut open) = (0, 0, 0, 0);
    for round in 0..4000 {
        let system = System::random(&mut random, FAMILIES[round % 3]);
        let ltl = Ltl::random(&mut random, 8, round % 2 == 0);
        let found = pushdown::has_violation(&system, &ltl);
        let bounded = bounded_violation(&system, &ltl);
        assert!(bounded.is_none_or(|bounded| bounded == found), "round {round}: {ltl:?} on {system:?}");
        exact += usize::from(bounded.is_some());
        let mut is_open = bounded.is_none();
        for (lasso, is_pushing) in lassos(&system, &system.random_run(&mut random, 16)) {
            if !ltl.holds(&lasso) {
                assert!(found, "round {round}: {lasso:?}, {ltl:?} on {system:?}");
                violations += 1;
                pushing += usize::from(is_pushing);
                is_open = false;
            }
        }
        open += usize::from(is_open);
    }
    // `open` counts the verdicts that neither check confirms: no violation, or only one on an unusual
    // run with many calls.
    assert!(
        exact > 3000 && violations > 10_000 && pushing > 10_000 && open < 400,
        "{exact} {violations} {pushing} {open}"
    );
}

#[test]
fn saturation_reaches_the_nodes_of_global_states() {
    let mut random = Random::new(0x94D0_49BB_1331_11EB);
    let mut cut = 0;
    for round in 0..4000 {
        let mut system = System::random(&mut random, FAMILIES[round % 3]);
        if round % 2 == 0 {
            system.cut(&mut random);
        }
        system.ends.clear();
        let reached = pushdown::reachable(&system);
        let Some((frames, is_cut)) = system.frames(5, 1000) else { continue };
        assert!(frames.is_subset(&reached), "round {round}: {system:?}");
        if is_cut {
            cut += usize::from(frames != reached);
        } else {
            assert_eq!(frames, reached, "round {round}: {system:?}");
        }
    }
    assert!(cut < 40, "five calls are nearly always enough: {cut}");
}
