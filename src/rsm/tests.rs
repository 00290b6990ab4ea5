//! Searches against their definitions, on small random systems.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use super::*;
use crate::base::{Limits, Silent};

/// A reproducible source of numbers (xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32 % bound
    }
}

/// A system given by tables. A state's component follows from how it was entered, so any state may occur anywhere.
struct Table {
    entry: Vec<u32>,
    steps: Vec<(Step, Vec<u32>)>,
    /// By call state, exit state.
    returns: Vec<Vec<Vec<u32>>>,
}

impl Table {
    fn random(random: &mut Random) -> Self {
        let states = 2 + random.below(5);
        let some = |most: u32, random: &mut Random| -> Vec<u32> {
            (0..random.below(most + 1)).map(|_| random.below(states)).collect()
        };
        let step = |random: &mut Random| match random.below(10) {
            0..4 => Step::Internal,
            4..7 => Step::Call,
            7..9 => Step::Exit,
            _ => Step::Fault,
        };
        Self {
            entry: some(2, random),
            steps: (0..states).map(|_| (step(random), some(2, random))).collect(),
            returns: (0..states).map(|_| (0..states).map(|_| some(2, random)).collect()).collect(),
        }
    }
}

impl RecursiveSystem for Table {
    type State = u32;

    fn entry(&mut self, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.extend(&self.entry);
        Ok(())
    }

    fn step(&mut self, &state: &u32, states: &mut Vec<u32>) -> Result<Step, Stop> {
        let (step, next) = &self.steps[state as usize];
        states.extend(next);
        Ok(*step)
    }

    fn resume(&mut self, &call: &u32, _: &u32, &exit: &u32, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.extend(&self.returns[call as usize][exit as usize]);
        Ok(())
    }
}

/// A frame of a global state: the state on entry (`None`: the entry component), and the current state.
type Frame = (Option<u32>, u32);

/// All pairs (how the top frame was entered, its state) of global states with at most `depth` frames, by running.
fn by_running(table: &Table, depth: usize) -> BTreeSet<Frame> {
    let mut seen: BTreeSet<Vec<Frame>> = table.entry.iter().map(|&s| vec![(None, s)]).collect();
    let mut open: Vec<Vec<Frame>> = seen.iter().cloned().collect();
    while let Some(stack) = open.pop() {
        let (entry, state) = stack[stack.len() - 1];
        let below = &stack[..stack.len() - 1];
        let (step, next) = &table.steps[state as usize];
        let successors: Vec<Vec<Frame>> = match step {
            Step::Internal => next.iter().map(|&t| [below, &[(entry, t)]].concat()).collect(),
            Step::Call => next.iter().map(|&t| [&stack[..], &[(Some(t), t)]].concat()).collect(),
            Step::Exit => match below.split_last() {
                Some((&(outer, call), below)) => {
                    let back = &table.returns[call as usize][state as usize];
                    back.iter().map(|&t| [below, &[(outer, t)]].concat()).collect()
                }
                None => Vec::new(),
            },
            Step::Fault => Vec::new(),
        };
        for successor in successors {
            if successor.len() <= depth && seen.insert(successor.clone()) {
                open.push(successor);
            }
        }
    }
    seen.iter().map(|stack| stack[stack.len() - 1]).collect()
}

/// The same without a bound on the depth, as the least solution of its equations, computed naively.
fn by_equations(table: &Table) -> BTreeSet<Frame> {
    let mut found: BTreeSet<Frame> = table.entry.iter().map(|&s| (None, s)).collect();
    loop {
        let mut more = found.clone();
        for &(entry, state) in &found {
            let (step, next) = &table.steps[state as usize];
            match step {
                Step::Internal => more.extend(next.iter().map(|&t| (entry, t))),
                Step::Call => {
                    more.extend(next.iter().map(|&t| (Some(t), t)));
                    let exits = found.iter().filter(|&&(callee, exit)| {
                        callee.is_some_and(|c| next.contains(&c)) && table.steps[exit as usize].0 == Step::Exit
                    });
                    for &(_, exit) in exits {
                        more.extend(table.returns[state as usize][exit as usize].iter().map(|&t| (entry, t)));
                    }
                }
                Step::Exit | Step::Fault => {}
            }
        }
        if more == found {
            return found;
        }
        found = more;
    }
}

fn found_by(exploration: &Exploration<u32>) -> BTreeSet<Frame> {
    let frame = |node: &Node<u32>| {
        let entered = exploration.components[node.component].entries[0];
        ((node.component != ComponentId(0)).then(|| exploration.nodes[entered].state), node.state)
    };
    let frames: BTreeSet<Frame> = exploration.nodes.iter().map(frame).collect();
    assert_eq!(frames.len(), exploration.nodes.len(), "a node occurs once");
    frames
}

/// Replays a run with its call stack, by the definition of the system.
fn check_run(table: &Table, exploration: &Exploration<u32>, node: NodeId) {
    let run = exploration.run_to(node);
    let state = |n: NodeId| exploration.nodes[n].state;
    assert!(table.entry.contains(&state(run.visits[0].node)));
    assert_eq!(run.visits[run.visits.len() - 1].node, node);
    for (position, pair) in run.visits.windows(2).enumerate() {
        let edge = pair[1].edge.expect("a step");
        assert_eq!((edge.source, edge.target), (pair[0].node, pair[1].node));
        let (step, next) = &table.steps[state(edge.source) as usize];
        let mut stack = run.stack(position);
        match edge.kind {
            EdgeKind::Step => assert!(*step == Step::Internal && next.contains(&state(edge.target))),
            EdgeKind::Call => {
                assert!(*step == Step::Call && next.contains(&state(edge.target)));
                stack.push(edge.source);
            }
            EdgeKind::Summary(exit) => {
                assert_eq!(exploration.nodes[exit].step, Some(Step::Exit));
                let returns = &table.returns[state(edge.source) as usize][state(exit) as usize];
                assert!(*step == Step::Call && returns.contains(&state(edge.target)));
            }
        }
        assert_eq!(run.stack(position + 1), stack);
    }
}

#[test]
fn explorations_find_exactly_what_is_reachable() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut deep = 0;
    for round in 0..4000 {
        let mut table = Table::random(&mut random);
        let depth_first = explore(&mut table, Order::DepthFirst, &Limits::default(), &mut Silent);
        let breadth_first = explore(&mut table, Order::BreadthFirst, &Limits::default(), &mut Silent);
        assert_eq!((&depth_first.stop, &breadth_first.stop), (&None, &None));
        let found = found_by(&depth_first);
        assert_eq!(found, found_by(&breadth_first), "round {round}");
        assert_eq!(found, by_equations(&table), "round {round}");
        assert_eq!(depth_first.edges.len(), breadth_first.edges.len());
        if round % 4 == 0 {
            let shallow = by_running(&table, 5);
            assert!(shallow.is_subset(&found), "round {round}");
            deep += usize::from(shallow != found);
        }
        for node in depth_first.nodes.indices() {
            check_run(&table, &depth_first, node);
            check_run(&table, &breadth_first, node);
        }
    }
    assert!(deep < 10, "five frames are nearly always enough: {deep}");
}

#[test]
fn a_limit_ends_an_exploration_with_what_is_found() {
    let mut table = Table {
        entry: vec![0],
        steps: (0..10).map(|s| (Step::Internal, vec![(s + 1) % 10])).collect(),
        returns: vec![vec![vec![]; 10]; 10],
    };
    let limits = Limits { states: 4, ..Limits::default() };
    let exploration = explore(&mut table, Order::BreadthFirst, &limits, &mut Silent);
    assert_eq!(exploration.stop, Some(Stop::States(4)));
    assert_eq!(exploration.nodes.len(), 4);
    assert_eq!(exploration.nodes[NodeId(2)].step, Some(Step::Internal));
    assert_eq!(exploration.edges_of(NodeId(2)).len(), 1);
    assert_eq!(exploration.edges_of(NodeId(3)).len(), 0);
}

/// A graph given by tables; each edge meets a set of conditions.
struct Conditioned {
    starts: Vec<u32>,
    edges: Vec<Vec<FairEdge<u32>>>,
    sets: ConditionSets,
}

impl Conditioned {
    fn random(random: &mut Random) -> Self {
        let nodes = 1 + random.below(7);
        let mut sets = ConditionSets::new(random.below(4) as usize);
        let mut edge = |random: &mut Random| {
            let mut met = FixedBitSet::with_capacity(sets.conditions());
            (0..sets.conditions()).for_each(|c| met.set(c, random.below(4) == 0));
            FairEdge { target: random.below(nodes), met: sets.intern(met) }
        };
        let edges = (0..nodes).map(|_| (0..random.below(4)).map(|_| edge(random)).collect()).collect();
        Self { starts: (0..1 + random.below(2)).map(|_| random.below(nodes)).collect(), edges, sets }
    }

    /// By Warshall's algorithm: a reachable node on a strongly connected set of edges that meet everything.
    fn has_fair_cycle(&self) -> bool {
        let n = self.edges.len();
        let mut reach = vec![vec![false; n]; n];
        for (s, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|e| reach[s][e.target as usize] = true);
        }
        for via in 0..n {
            for s in 0..n {
                for t in 0..n {
                    reach[s][t] |= reach[s][via] && reach[via][t];
                }
            }
        }
        (0..n).any(|node| {
            let reachable = self.starts.iter().any(|&s| s as usize == node || reach[s as usize][node]);
            let mut met = FixedBitSet::with_capacity(self.sets.conditions());
            let inside = |other: usize| reach[node][other] && reach[other][node];
            for (s, edges) in self.edges.iter().enumerate().filter(|(s, _)| inside(*s)) {
                for edge in edges.iter().filter(|e| inside(e.target as usize)) {
                    debug_assert!(inside(s));
                    met.union_with(self.sets.get(edge.met));
                }
            }
            reachable && inside(node) && met.is_full()
        })
    }

    /// What the edges from `s` to `t` meet, those that are there.
    fn between(&self, s: u32, t: u32) -> Vec<ConditionSetId> {
        self.edges[s as usize].iter().filter(|e| e.target == t).map(|e| e.met).collect()
    }
}

impl FairGraph for Conditioned {
    type Node = u32;

    fn initial(&mut self, nodes: &mut Vec<u32>) -> Result<(), Stop> {
        nodes.extend(&self.starts);
        Ok(())
    }

    fn successors(&mut self, node: u32, edges: &mut Vec<FairEdge<u32>>) -> Result<(), Stop> {
        edges.extend(&self.edges[node as usize]);
        Ok(())
    }

    fn conditions(&mut self) -> &mut ConditionSets {
        &mut self.sets
    }
}

#[test]
fn fair_cycles_are_found_iff_there_are_some() {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let mut found = 0;
    for round in 0..20_000 {
        let mut graph = Conditioned::random(&mut random);
        let search = find_fair_cycle(&mut graph, &mut Silent);
        assert_eq!(search.lasso.is_some(), graph.has_fair_cycle(), "round {round}");
        let Some(Lasso { prefix, cycle }) = search.lasso else { continue };
        found += 1;
        let path: Vec<u32> = [&prefix[..], &cycle, &cycle[..1]].concat();
        assert!(graph.starts.contains(&path[0]));
        assert!(path.windows(2).all(|p| !graph.between(p[0], p[1]).is_empty()));
        let mut met = FixedBitSet::with_capacity(graph.sets.conditions());
        for pair in path[prefix.len()..].windows(2) {
            for set in graph.between(pair[0], pair[1]) {
                met.union_with(graph.sets.get(set));
            }
        }
        assert!(met.is_full(), "round {round}");
    }
    assert!(found > 1000);
}
