//! Layered drawing of graphs as large as the state spaces that one looks at.

use divan::Bencher;
use hrglass::outcome::layout::{Graph, Spacing, layered};

#[path = "../tests/support/random.rs"]
mod random;
use random::Random;

fn main() {
    divan::main();
}

const SPACING: Spacing = Spacing { node: 16.0, edge: 8.0, layer: 32.0, part: 48.0 };

/// Like a state space: long chains that branch, merge and now and then lead back.
fn state_space(states: usize) -> Graph {
    let mut random = Random::new(0x5DEE_CE66_D1CE_4E5B);
    let number = |n: usize| u32::try_from(n).expect("few states");
    let mut edges = Vec::new();
    for state in 1..states {
        let parent = state - 1 - random.below(state.min(12));
        edges.push((number(parent), number(state)));
        match random.below(10) {
            0 => edges.push((number(state), number(state - random.below(state.min(40))))),
            1 | 2 => edges.push((number(state), number((state + 1 + random.below(20)).min(states - 1)))),
            _ => {}
        }
    }
    Graph { sizes: vec![[24.0, 24.0]; states], edges, last: Vec::new() }
}

#[divan::bench(args = [500, 5_000, 20_000], sample_count = 10)]
fn states(bencher: Bencher, states: usize) {
    let graph = state_space(states);
    bencher.bench(|| layered(&graph, &SPACING));
}
