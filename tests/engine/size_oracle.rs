//! Rankings of random systems with sizes, against all runs in which collections have few elements.
//!
//! The definition is executed: a state with sizes is a state of a system without, and a transition leads to all sizes for
//! which the elements can be distributed as its flow says. If that system has a fair run, then so has the one with sizes.
//! `SIZES=100000` tries that many systems, `SIZES_SEED` others.

use std::rc::Rc;

use hrglass::base::{Limits, Random, Silent, Stop};
use hrglass::rsm::{
    AcceptanceMarkId, AcceptanceMarks, FairSystem, Flow, PartSet, Parts, RecursiveSystem, Sizes, Step, Transition,
    find_fair_cycle,
};

use crate::support::cases;

/// The largest number of elements of a collection.
const LARGEST: u32 = 2;

/// A node of a component.
struct Node {
    component: usize,
    step: Step,
    parts: Parts,
    /// The successors, or the entry that it calls, each with the ways that lead there and whether it is accepting.
    next: Vec<(usize, Rc<[Flow]>, bool)>,
    /// Of a call: the node at which it continues, for each exit of the callee, with the ways.
    returns: Vec<(usize, usize, Rc<[Flow]>)>,
}

/// A recursive system with sizes. Component 0 starts at node 0.
struct System {
    nodes: Vec<Node>,
    marks: AcceptanceMarks,
}

/// A random flow: the elements of each part come from some of `sources`; if anything is created, also from that, or rarely from
/// elsewhere.
fn flow(random: &mut Random, sources: &[u32], created: Option<u32>, target: Parts) -> Flow {
    let part = |random: &mut Random| {
        let mut origins = PartSet::new();
        for &source in sources {
            if random.one_in(3) {
                origins.push(source);
            }
        }
        if let Some(created) = created.filter(|_| random.one_in(6)) {
            origins.push(created + random.below(2) as u32);
        }
        if created.is_some() && random.one_in(25) {
            origins.push(Flow::ELSEWHERE);
        }
        origins
    };
    // Most often parts keep their places. A single element comes from somewhere.
    let is_kept = !random.one_in(4);
    let parts = (0..target.count()).map(|at| {
        if is_kept && sources.contains(&at) && !random.one_in(6) {
            return PartSet::from_slice(&[at]);
        }
        let mut origins = part(random);
        if at >= target.collections && origins.is_empty() && !sources.is_empty() {
            origins.push(*random.one_of(sources));
        }
        origins
    });
    Flow(parts.collect())
}

fn flows(random: &mut Random, sources: &[u32], created: Option<u32>, target: Parts) -> Rc<[Flow]> {
    (0..1 + usize::from(random.one_in(4))).map(|_| flow(random, sources, created, target)).collect()
}

impl System {
    fn random(random: &mut Random) -> Self {
        let components = 1 + random.below(3);
        let is_closed = random.one_in(2);
        let created = |first: u32| (!is_closed).then_some(first);
        let mut nodes: Vec<Node> = Vec::new();
        let mut entries = Vec::new();
        for component in 0..components {
            entries.push(nodes.len());
            for at in 0..2 + random.below(3) {
                let step = match random.below(5) {
                    0 if at > 0 && component > 0 => Step::Exit,
                    1 | 2 if components > 1 => Step::Call,
                    _ => Step::Internal,
                };
                let collections = if random.one_in(6) { 0 } else { 1 + random.below(2) as u32 };
                let parts = Parts { collections, singles: random.below(2) as u32 };
                nodes.push(Node { component, step, parts, next: Vec::new(), returns: Vec::new() });
            }
        }
        let members = |nodes: &[Node], component: usize| -> Vec<usize> {
            (0..nodes.len()).filter(|&node| nodes[node].component == component).collect()
        };
        for node in 0..nodes.len() {
            let (parts, component) = (nodes[node].parts, nodes[node].component);
            let here = members(&nodes, component);
            match nodes[node].step {
                Step::Internal => {
                    for _ in 0..1 + random.below(2) {
                        let target = here[random.below(here.len())];
                        let sources: Vec<u32> = (0..parts.count()).collect();
                        let flows = flows(random, &sources, created(parts.count()), nodes[target].parts);
                        nodes[node].next.push((target, flows, !random.one_in(3)));
                    }
                    nodes[node].next.sort_by_key(|&(target, ..)| target);
                    nodes[node].next.dedup_by_key(|next| next.0);
                }
                Step::Call => {
                    let callee = 1 + random.below(components - 1);
                    // Each part goes to the callee, or stays.
                    let (mut passed, mut kept) = (Vec::new(), Vec::new());
                    for part in 0..parts.count() {
                        if random.one_in(2) { passed.push(part) } else { kept.push(part) }
                    }
                    let entry = entries[callee];
                    let calling = flows(random, &passed, created(parts.count()), nodes[entry].parts);
                    nodes[node].next.push((entry, calling, !random.one_in(3)));
                    for exit in members(&nodes, callee) {
                        if nodes[exit].step != Step::Exit {
                            continue;
                        }
                        let target = here[random.below(here.len())];
                        let of_exit = parts.count()..parts.count() + nodes[exit].parts.count();
                        let sources: Vec<u32> = kept.iter().copied().chain(of_exit.clone()).collect();
                        let flows = flows(random, &sources, created(of_exit.end), nodes[target].parts);
                        nodes[node].returns.push((exit, target, flows));
                    }
                }
                Step::Exit | Step::Fault => {}
            }
        }
        Self { nodes, marks: AcceptanceMarks::new(1) }
    }
}

impl RecursiveSystem for System {
    type State = usize;

    fn entry(&mut self, states: &mut Vec<usize>) -> Result<(), Stop> {
        states.push(0);
        Ok(())
    }

    fn step(&mut self, &state: &usize, states: &mut Vec<usize>) -> Result<Step, Stop> {
        states.extend(self.nodes[state].next.iter().map(|&(target, ..)| target));
        Ok(self.nodes[state].step)
    }

    fn resume(&mut self, &call: &usize, _: &usize, &exit: &usize, states: &mut Vec<usize>) -> Result<(), Stop> {
        states.extend(self.nodes[call].returns.iter().filter(|returns| returns.0 == exit).map(|returns| returns.1));
        Ok(())
    }
}

impl FairSystem for System {
    fn marks(&mut self) -> &mut AcceptanceMarks {
        &mut self.marks
    }

    fn mark(&mut self, &source: &usize, &target: &usize) -> Result<AcceptanceMarkId, Stop> {
        let mut edges = self.nodes[source].next.iter();
        let accepting = edges.any(|&(to, _, accepting)| to == target && accepting);
        Ok(if accepting { self.marks.all() } else { AcceptanceMarks::NONE })
    }

    fn sizes(&mut self) -> Option<Box<dyn Sizes<State = usize> + '_>> {
        Some(Box::new(self))
    }
}

impl Sizes for System {
    type State = usize;

    fn parts(&mut self, &state: &usize) -> Parts {
        self.nodes[state].parts
    }

    fn flows(&mut self, transition: Transition<&usize>) -> Result<Rc<[Flow]>, Stop> {
        Ok(match transition {
            Transition::Step { source, target } | Transition::Call { call: source, entry: target } => {
                let (_, flows, _) = self.nodes[*source].next.iter().find(|next| next.0 == *target).expect("an edge");
                Rc::clone(flows)
            }
            Transition::Return { call, exit, target, .. } => {
                let mut returns = self.nodes[*call].returns.iter();
                Rc::clone(&returns.find(|(e, t, _)| (e, t) == (exit, target)).expect("a return").2)
            }
        })
    }
}

/// The same system with numbers of elements instead of sizes.
struct Counted<'a>(&'a mut System);

type CountedState = (usize, Vec<u32>);

/// Whether elements can be distributed as a flow says: each goes to one of the parts that may have it.
fn fits(flow: &Flow, before: &[u32], after: &[u32]) -> bool {
    let mut elements: Vec<(u32, Option<usize>)> = Vec::new();
    for (part, &count) in (0..).zip(before) {
        elements.extend((0..count).map(|_| (part, None)));
    }
    let created = flow.0.iter().flatten().copied().filter(|&p| p != Flow::ELSEWHERE && p as usize >= before.len());
    let mut created: Vec<u32> = created.collect();
    created.sort_unstable();
    created.dedup();
    elements.extend(created.into_iter().map(|part| (part, None)));
    // Places that only elements with a known origin may fill, by augmenting paths.
    let places = flow.0.iter().zip(after).filter(|(origins, _)| !origins.contains(&Flow::ELSEWHERE));
    let places: Vec<&PartSet> = places.flat_map(|(origins, &count)| (0..count).map(move |_| origins)).collect();
    fn fill(place: usize, places: &[&PartSet], elements: &mut [(u32, Option<usize>)], seen: &mut [bool]) -> bool {
        for at in 0..elements.len() {
            if seen[at] || !places[place].contains(&elements[at].0) {
                continue;
            }
            seen[at] = true;
            let taken = elements[at].1;
            if taken.is_none_or(|other| fill(other, places, elements, seen)) {
                elements[at].1 = Some(place);
                return true;
            }
        }
        false
    }
    (0..places.len()).all(|place| {
        let mut seen = vec![false; elements.len()];
        fill(place, &places, &mut elements, &mut seen)
    })
}

/// All numbers of elements that parts may have.
fn counts(parts: Parts) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for part in 0..parts.count() {
        let numbers = if part < parts.collections { 0..LARGEST + 1 } else { 1..2 };
        all = all.iter().flat_map(|counts| numbers.clone().map(|n| [counts.as_slice(), &[n]].concat())).collect();
    }
    all
}

impl Counted<'_> {
    fn add(&self, target: usize, flows: &[Flow], before: &[u32], states: &mut Vec<CountedState>) {
        let all = counts(self.0.nodes[target].parts).into_iter();
        let fitting = all.filter(|after| flows.iter().any(|flow| fits(flow, before, after)));
        states.extend(fitting.map(|after| (target, after)));
    }
}

impl RecursiveSystem for Counted<'_> {
    type State = CountedState;

    fn entry(&mut self, states: &mut Vec<CountedState>) -> Result<(), Stop> {
        states.extend(counts(self.0.nodes[0].parts).into_iter().map(|counts| (0, counts)));
        Ok(())
    }

    fn step(&mut self, (node, before): &CountedState, states: &mut Vec<CountedState>) -> Result<Step, Stop> {
        for (target, flows, _) in &self.0.nodes[*node].next {
            self.add(*target, flows, before, states);
        }
        Ok(self.0.nodes[*node].step)
    }

    fn resume(
        &mut self,
        (call, before): &CountedState,
        _: &CountedState,
        (exit, inside): &CountedState,
        states: &mut Vec<CountedState>,
    ) -> Result<(), Stop> {
        let before = [before.as_slice(), inside].concat();
        for (_, target, flows) in self.0.nodes[*call].returns.iter().filter(|returns| returns.0 == *exit) {
            self.add(*target, flows, &before, states);
        }
        Ok(())
    }
}

impl FairSystem for Counted<'_> {
    fn marks(&mut self) -> &mut AcceptanceMarks {
        &mut self.0.marks
    }

    fn mark(&mut self, source: &CountedState, target: &CountedState) -> Result<AcceptanceMarkId, Stop> {
        self.0.mark(&source.0, &target.0)
    }
}

#[test]
fn what_cannot_go_on_for_ever_does_not() {
    let (count, seed) = (4_000 * cases::factor(), cases::seed(1));
    let mut random = Random::new(seed);
    let (mut fair, mut ranked, mut excluded) = (0_u64, 0_u64, 0_u64);
    for system in 0..count {
        let mut sized = System::random(&mut random);
        let with_sizes = find_fair_cycle(&mut sized, &Limits::default(), &mut Silent);
        let with_counts = find_fair_cycle(&mut Counted(&mut sized), &Limits::default(), &mut Silent);
        assert!(with_sizes.stop.is_none() && with_counts.stop.is_none(), "system {system}");
        let runs = [with_sizes.lasso.is_some(), with_counts.lasso.is_some()];
        assert!(runs[0] || !runs[1], "system {system} of seed {seed} has a fair run: {:?}", with_counts.lasso);
        fair += u64::from(runs[0]);
        ranked += u64::from(!with_sizes.ranked.is_empty() && !runs[0]);
        excluded += u64::from(!runs[1]);
    }
    eprintln!("{count} systems: {fair} may have fair runs, {ranked} ranked; {excluded} have none with few elements");
    assert!(ranked * 40 > count && fair * 20 > count, "both kinds occur");
}
