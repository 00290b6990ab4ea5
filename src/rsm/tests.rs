//! Searches compared with their definitions, on small random systems.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use super::*;
use base::{Idx, Limits, Random, Resource, Silent};

/// A system given by tables. The component of a state depends on how it was entered, so any state may occur in any
/// component.
struct Table {
    entry: Vec<u32>,
    steps: Vec<(Step, Vec<u32>)>,
    /// By call state and exit state.
    returns: Vec<Vec<Vec<u32>>>,
}

impl Table {
    fn random(random: &mut Random) -> Self {
        let states = 2 + random.below(5) as u32;
        let some = |most: u32, random: &mut Random| -> Vec<u32> {
            (0..random.below(most as usize + 1)).map(|_| random.below(states as usize) as u32).collect()
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

/// All pairs (entry of the top frame, its state) of global states with at most `depth` frames, by execution.
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

fn found_by(exploration: &Rsm<u32>) -> BTreeSet<Frame> {
    let frame = |node: &Node<u32>| {
        let entered = exploration.components[node.component].entries[0];
        ((node.component != ComponentId(0)).then(|| exploration.nodes[entered].state), node.state)
    };
    let frames: BTreeSet<Frame> = exploration.nodes.iter().map(frame).collect();
    assert_eq!(frames.len(), exploration.nodes.len(), "a node occurs once");
    frames
}

/// Replays a run with its call stack, by the definition of the system.
fn check_run(table: &Table, exploration: &Rsm<u32>, node: NodeId) {
    let run = exploration.run_to(node);
    let state = |n: NodeId| exploration.nodes[n].state;
    assert!(table.entry.contains(&state(run.visits[0].state)));
    assert_eq!(run.visits[run.visits.len() - 1].state, node);
    for (position, pair) in run.visits.windows(2).enumerate() {
        let [source, target] = [pair[0].state, pair[1].state];
        let (step, next) = &table.steps[state(source) as usize];
        let mut stack = run.stack(position);
        if pair[0].folded {
            let exits =
                exploration.nodes.iter().filter(|n| n.step == Some(Step::Exit) && n.component != Rsm::<u32>::MAIN);
            let mut returns = exits.flat_map(|n| &table.returns[state(source) as usize][n.state as usize]);
            assert!(*step == Step::Call && returns.any(|&r| r == state(target)));
        } else if *step == Step::Call {
            assert!(next.contains(&state(target)));
            stack.push(&pair[0].state);
        } else {
            assert!(*step == Step::Internal && next.contains(&state(target)));
        }
        assert_eq!(run.stack(position + 1), stack);
    }
}

#[test]
fn explorations_find_exactly_what_is_reachable() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let mut deep = 0;
    for round in 0..4000 {
        let mut table = Table::random(&mut random);
        let depth_first = explore(&mut table, Order::DepthFirst, &Limits::default(), &mut Silent);
        let breadth_first = explore(&mut table, Order::BreadthFirst, &Limits::default(), &mut Silent);
        assert_eq!((&depth_first.stop, &breadth_first.stop), (&None, &None));
        let found = found_by(&depth_first);
        assert_eq!(found, found_by(&breadth_first), "round {round}");
        assert_eq!(found, by_equations(&table), "round {round}");
        assert_eq!(depth_first.edge_count(), breadth_first.edge_count());
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
    assert_eq!(exploration.stop, Some(Stop::Budget(Resource::States, 4)));
    assert_eq!(exploration.nodes.len(), 4);
    assert_eq!(exploration.nodes[NodeId(2)].step, Some(Step::Internal));
    assert_eq!(exploration.edges_of(NodeId(2)).count(), 1);
    assert_eq!(exploration.edges_of(NodeId(3)).count(), 0);
}

/// A system whose transitions visit acceptance sets, given by source and target.
struct Accepting {
    table: Table,
    mark: Vec<Vec<AcceptanceMarkId>>,
    sets: AcceptanceMarks,
}

impl Accepting {
    fn random(random: &mut Random) -> Self {
        let table = Table::random(random);
        let mut sets = AcceptanceMarks::new(random.below(4));
        let mut set = |random: &mut Random| {
            let mut mark = FixedBitSet::with_capacity(sets.set_count());
            (0..sets.set_count()).for_each(|c| mark.set(c, random.below(4) == 0));
            sets.intern(mark)
        };
        let states = table.steps.len();
        let mark = (0..states).map(|_| (0..states).map(|_| set(random)).collect()).collect();
        Self { table, mark, sets }
    }

    fn mark_of(&self, source: u32, target: u32) -> &FixedBitSet {
        self.sets.get(self.mark[source as usize][target as usize])
    }

    /// Whether there is a fair cycle, by the definition of summaries and Warshall's algorithm.
    fn has_fair_cycle(&mut self) -> bool {
        let rsm = explore(&mut self.table, Order::BreadthFirst, &Limits::default(), &mut Silent);
        let n = rsm.nodes.len();
        let edges: Vec<Edge> = rsm.edges().collect();
        let none = FixedBitSet::with_capacity(self.sets.set_count());
        // The acceptance sets visited on some path from the entry of its component to a node, as the least solution of the
        // equations.
        let mut since_entry = vec![none.clone(); n];
        let state = |node: NodeId| rsm.nodes[node].state;
        let mark_on = |edge: &Edge, since_entry: &[FixedBitSet]| {
            let EdgeKind::Summary(exit) = edge.kind else {
                return self.mark_of(state(edge.source), state(edge.target)).clone();
            };
            let entry = rsm.components[rsm.nodes[exit].component].entries[0];
            let mut mark = self.mark_of(state(edge.source), state(entry)).clone();
            mark.union_with(&since_entry[exit.0 as usize]);
            mark.union_with(self.mark_of(state(exit), state(edge.target)));
            mark
        };
        loop {
            let mut more = since_entry.clone();
            for edge in edges.iter().filter(|e| e.kind != EdgeKind::Call) {
                more[edge.target.0 as usize].union_with(&mark_on(edge, &since_entry));
                more[edge.target.0 as usize].union_with(&since_entry[edge.source.0 as usize]);
            }
            if more == since_entry {
                break;
            }
            since_entry = more;
        }
        let mut reach = vec![vec![false; n]; n];
        edges.iter().for_each(|e| reach[e.source.0 as usize][e.target.0 as usize] = true);
        for via in 0..n {
            for s in 0..n {
                for t in 0..n {
                    reach[s][t] |= reach[s][via] && reach[via][t];
                }
            }
        }
        (0..n).any(|node| {
            let inside = |other: NodeId| reach[node][other.0 as usize] && reach[other.0 as usize][node];
            let mut mark = none.clone();
            for edge in edges.iter().filter(|e| inside(e.source) && inside(e.target)) {
                mark.union_with(&mark_on(edge, &since_entry));
            }
            reach[node][node] && mark.is_full()
        })
    }

    /// Replays a run with its call stack, and checks the acceptance sets on its cycle, by the definition of the
    /// system.
    fn check_run(&self, search: &FairSearch<u32>, run: &Path<NodeId>) {
        let state = |visit: &Visit<NodeId>| search.rsm.nodes[visit.state].state;
        let start = run.cycle.expect("a cycle") as usize;
        // A caller is a position, so in the second iteration of the cycle the stack has other positions but the same
        // states.
        let mut visits = run.visits.clone();
        visits.push(run.visits[start]);
        assert!(self.table.entry.contains(&state(&visits[0])) && visits[0].caller.is_none());
        let mut stack: Vec<u32> = Vec::new();
        let mut mark = FixedBitSet::with_capacity(self.sets.set_count());
        let mut depth_at_start = 0;
        for (position, pair) in visits.windows(2).enumerate() {
            if position == start {
                depth_at_start = stack.len();
            }
            let [source, target] = [state(&pair[0]), state(&pair[1])];
            let (step, next) = &self.table.steps[source as usize];
            assert!(!pair[0].folded);
            match step {
                Step::Internal => assert!(next.contains(&target)),
                Step::Call => {
                    assert!(next.contains(&target));
                    stack.push(source);
                }
                Step::Exit => {
                    let call = stack.pop().expect("a caller");
                    assert!(self.table.returns[call as usize][source as usize].contains(&target));
                }
                Step::Fault => panic!("a fault goes nowhere"),
            }
            if position >= start {
                assert!(stack.len() >= depth_at_start, "a cycle does not return from calls that began before it");
                mark.union_with(self.mark_of(source, target));
            }
            if position + 1 < run.visits.len() {
                let shown: Vec<u32> = run.stack(position + 1).iter().map(|&&n| search.rsm.nodes[n].state).collect();
                assert_eq!(shown, stack);
            }
        }
        assert!(mark.is_full());
    }
}

impl RecursiveSystem for Accepting {
    type State = u32;

    fn entry(&mut self, states: &mut Vec<u32>) -> Result<(), Stop> {
        self.table.entry(states)
    }

    fn step(&mut self, state: &u32, states: &mut Vec<u32>) -> Result<Step, Stop> {
        self.table.step(state, states)
    }

    fn resume(&mut self, call: &u32, entry: &u32, exit: &u32, states: &mut Vec<u32>) -> Result<(), Stop> {
        self.table.resume(call, entry, exit, states)
    }
}

impl FairSystem for Accepting {
    fn marks(&mut self) -> &mut AcceptanceMarks {
        &mut self.sets
    }

    fn mark(&mut self, &source: &u32, &target: &u32) -> Result<AcceptanceMarkId, Stop> {
        Ok(self.mark[source as usize][target as usize])
    }
}

#[test]
fn fair_cycles_are_found_iff_there_are_some() {
    let mut random = Random::new(0xD1B5_4A32_D192_ED03);
    let (mut found, mut recursive, mut returning) = (0, 0, 0);
    for round in 0..40_000 {
        let mut system = Accepting::random(&mut random);
        let search = find_fair_cycle(&mut system, &Limits::default(), &mut Silent);
        assert_eq!(search.stop, None);
        assert_eq!(search.lasso.is_some(), system.has_fair_cycle(), "round {round}");
        let Some(lasso) = &search.lasso else { continue };
        let run = search.run(lasso, &system.sets, usize::MAX);
        system.check_run(&search, &run);
        found += 1;
        recursive += usize::from(lasso.cycle.iter().any(|m| search.edges[m.edge as usize].edge.kind == EdgeKind::Call));
        returning += usize::from(lasso.cycle.iter().any(|m| m.visits.is_some()));
        let folded = search.run(lasso, &system.sets, 0);
        assert!(folded.visits.len() <= run.visits.len());
    }
    assert!(found > 3_000 && recursive > 1_000 && returning > 100, "{found} {recursive} {returning}");
}

#[test]
fn edges_come_in_the_order_in_which_they_are_found() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    for _ in 0..2_000 {
        let mut table = Table::random(&mut random);
        let rsm = explore(&mut table, Order::BreadthFirst, &Limits::default(), &mut Silent);
        let all = rsm.edges_since(0, rsm.nodes.len());
        let mut sorted = all.clone();
        sorted.sort_unstable();
        let mut expected: Vec<Edge> = rsm.edges().collect();
        expected.sort_unstable();
        assert_eq!(sorted, expected);
        for count in 0..=all.len() {
            assert_eq!(rsm.edges_since(count, rsm.nodes.len()), all[count..]);
        }
        let first = rsm.nodes.len() / 2;
        let among: Vec<Edge> =
            all.iter().copied().filter(|e| e.source.index() < first && e.target.index() < first).collect();
        assert_eq!(rsm.edges_since(0, first), among);
        // Each node except the entries was found by an edge from a node with a smaller number.
        for node in rsm.nodes.indices().filter(|node| !rsm.entries().contains(node)) {
            let by = all.iter().find(|e| e.target == node).expect("it was found");
            assert!(by.source < node);
        }
    }
}
