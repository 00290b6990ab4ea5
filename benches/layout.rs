//! Layered drawing of graphs of the size of typical state spaces, plain and folded. The goal in WebAssembly is half a
//! second for 5,000 states and two seconds for 20,000.

use divan::Bencher;
use hrglass::base::{Random, Silent};
use hrglass::draw::folding::{ChartOptions, Fold, Folded};
use hrglass::draw::layout::{Graph, Spacing, layered};
use hrglass::draw::state_drawing::draw_folded;
use hrglass::report::space::StateSpaceView;
use hrglass::session::run;
use hrglass::task::{NoFiles, load};

#[path = "../tests/engine/support/counter.rs"]
mod counter;
use counter::counter_task;

fn main() {
    divan::main();
}

const SPACING: Spacing = Spacing { node: 16.0, edge: 8.0, layer: 32.0, part: 48.0 };

const SIZES: &[usize] = &[500, 5_000, 20_000, 50_000];

fn number(n: usize) -> u32 {
    u32::try_from(n).expect("few states")
}

fn graph(states: usize, edges: Vec<(u32, u32)>) -> Graph {
    Graph { sizes: vec![[24.0, 24.0]; states], edges, last: Vec::new() }
}

/// Similar to a state space: long chains that branch, merge, and sometimes lead back.
fn state_space(states: usize) -> Graph {
    let mut random = Random::new(0x5DEE_CE66_D1CE_4E5B);
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
    graph(states, edges)
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn states(bencher: Bencher, states: usize) {
    let graph = state_space(states);
    bencher.bench(|| layered(&graph, &SPACING));
}

/// One path with edges that lead far back.
#[divan::bench(args = SIZES, sample_count = 10)]
fn chain(bencher: Bencher, states: usize) {
    let mut random = Random::new(0x5DEE_CE66_D1CE_4E5B);
    let mut edges: Vec<(u32, u32)> = (1..states).map(|state| (number(state - 1), number(state))).collect();
    edges.extend((0..states / 50).map(|_| (number(random.below(states)), number(random.below(states)))));
    let graph = graph(states, edges);
    bencher.bench(|| layered(&graph, &SPACING));
}

/// Few layers, with many edges between them.
#[divan::bench(args = SIZES, sample_count = 10)]
fn wide(bencher: Bencher, states: usize) {
    let mut random = Random::new(0x5DEE_CE66_D1CE_4E5B);
    let width = (states / 8).max(1);
    let edges = (width..states).flat_map(|state| [state; 2]).map(|state| {
        let above = (state / width - 1) * width + random.below(width);
        (number(above), number(state))
    });
    let graph = graph(states, edges.collect());
    bencher.bench(|| layered(&graph, &SPACING));
}

/// Numbers of booleans with which a program has about 5,000, 20,000 and 50,000 states.
const BITS: &[usize] = &[9, 11, 12];

fn counter(bits: usize) -> StateSpaceView {
    let loaded = load(&counter_task(bits, "rsm"), "task.json", &mut NoFiles);
    run(&loaded, &mut Silent).state_space().expect("it runs")
}

fn folded(bencher: Bencher, bits: usize, fold: Fold) {
    let view = counter(bits);
    let options = ChartOptions { fold, ..ChartOptions::default() };
    bencher.bench(|| draw_folded(&Folded::new(&view, &options)));
}

#[divan::bench(args = BITS, sample_count = 10)]
fn program(bencher: Bencher, bits: usize) {
    folded(bencher, bits, Fold::None);
}

#[divan::bench(args = BITS, sample_count = 10)]
fn program_chains(bencher: Bencher, bits: usize) {
    folded(bencher, bits, Fold::Chains);
}

#[divan::bench(args = BITS, sample_count = 10)]
fn program_lines(bencher: Bencher, bits: usize) {
    folded(bencher, bits, Fold::Lines);
}

#[divan::bench(args = BITS, sample_count = 10)]
fn program_scc(bencher: Bencher, bits: usize) {
    folded(bencher, bits, Fold::Scc);
}

/// The data of the views, before anything is drawn.
#[divan::bench(args = BITS, sample_count = 5)]
fn program_view(bencher: Bencher, bits: usize) {
    let loaded = load(&counter_task(bits, "rsm"), "task.json", &mut NoFiles);
    let mut session = run(&loaded, &mut Silent);
    bencher.bench_local(|| session.state_space());
}
