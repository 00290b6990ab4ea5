//! Random small recursive state machines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use hrglass::base::{Random, Stop};
use hrglass::logic::{PropositionId, Truth};
use hrglass::rsm::{RecursiveSystem, Step};
use hrglass::tableau::Labelled;

use super::pushdown;

/// A node of a component.
#[derive(Clone, Debug)]
pub struct Node {
    pub component: usize,
    pub step: Step,
    /// The successors, or the entries that it calls.
    pub next: Vec<u32>,
    /// The propositions that hold, as bits.
    pub labels: u8,
    /// The propositions whose truth is unknown.
    pub unknown: u8,
}

/// A recursive state machine with three propositions, as tables.
#[derive(Clone, Debug)]
pub struct System {
    /// The entries of component 0 at which runs start.
    pub entry: Vec<u32>,
    pub nodes: Vec<Node>,
    /// The nodes at which runs continue, by call, entry and exit.
    pub returns: BTreeMap<(u32, u32, u32), Vec<u32>>,
    /// The nodes at which runs continue at exits of the bottom frame; initially, they stay there.
    pub ends: BTreeMap<u32, Vec<u32>>,
    /// The three propositions.
    pub propositions: [PropositionId; 3],
}

/// The structure of the calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Any component calls any.
    Recursive,
    /// A component calls only those with higher numbers.
    Layered,
    /// Few components, and many calls.
    Deep,
}

/// The nodes of one component.
struct Outline {
    nodes: Range<u32>,
    entries: Vec<u32>,
}

/// From 1 to `most` distinct numbers of the range, often including the successor of `after`.
fn some(random: &mut Random, most: usize, range: &Range<u32>, after: Option<u32>) -> Vec<u32> {
    let mut list = Vec::new();
    for _ in 0..=random.below(most) {
        let next = after.map(|before| before + 1).filter(|next| range.contains(next) && random.below(2) == 0);
        list.push(next.unwrap_or_else(|| range.start + random.below(range.len()) as u32));
    }
    list.sort_unstable();
    list.dedup();
    list
}

impl System {
    /// A machine whose runs are all infinite; most often they reach at least half of it.
    pub fn random(random: &mut Random, family: Family) -> Self {
        let mut system = Self::any(random, family);
        for _ in 0..3 {
            let reached: BTreeSet<u32> = pushdown::reachable(&system).iter().map(|frame| frame.1).collect();
            if 2 * reached.len() >= system.nodes.len() {
                break;
            }
            system = Self::any(random, family);
        }
        system
    }

    fn any(random: &mut Random, family: Family) -> Self {
        let components = match family {
            Family::Recursive => 1 + random.below(4),
            Family::Layered => 2 + random.below(3),
            Family::Deep => 1 + random.below(2),
        };
        // Few choices make few runs, so more formulas hold.
        let choices = 1 + random.below(4);
        // In this case every cycle contains a call, and no exit is skipped.
        let is_forward = random.below(2) == 0;
        // In this case calls replace the exits of the first component.
        let is_endless = components > 1 && random.below(3) == 0;
        let mut nodes = Vec::new();
        let mut outlines = Vec::new();
        for component in 0..components {
            let outline = Self::outline(random, family, component, component + 1 == components, &mut nodes);
            outlines.push(outline);
        }
        // A proposition that holds only in one callee requires runs through it.
        let rarity = 2 + random.below(4);
        for node in &mut nodes {
            node.labels = (0..3).map(|bit| u8::from(random.below(rarity) == 0) << bit).sum();
        }
        if is_endless {
            nodes.iter_mut().filter(|n| n.component == 0 && n.step == Step::Exit).for_each(|n| n.step = Step::Call);
        }
        for (id, node) in nodes.iter_mut().enumerate() {
            let component = node.component;
            node.next = match node.step {
                Step::Internal => {
                    let Range { start, end } = outlines[component].nodes;
                    let start = if is_forward { id as u32 + 1 } else { start };
                    some(random, choices, &(start..end), Some(id as u32))
                }
                Step::Call => {
                    let lowest = if family == Family::Layered { component + 1 } else { 0 };
                    let mut entries: Vec<u32> = (0..=random.below(2))
                        .map(|_| {
                            let callee = &outlines[lowest + random.below(components - lowest)];
                            callee.entries[random.below(callee.entries.len())]
                        })
                        .collect();
                    entries.sort_unstable();
                    entries.dedup();
                    entries
                }
                Step::Exit | Step::Fault => Vec::new(),
            };
        }
        let exits = (0..nodes.len() as u32).filter(|&u| nodes[u as usize].step == Step::Exit);
        let mut system = Self {
            entry: outlines[0].entries.clone(),
            returns: BTreeMap::new(),
            ends: exits.map(|exit| (exit, vec![exit])).collect(),
            nodes,
            propositions: [PropositionId(0); 3],
        };
        for (call, entry) in system.calls() {
            for exit in system.exits(system.nodes[entry as usize].component) {
                let back = some(random, choices, &outlines[system.node(call).component].nodes, Some(call));
                system.returns.insert((call, entry, exit), back);
            }
        }
        system
    }

    /// The nodes of a component, without their successors.
    fn outline(random: &mut Random, family: Family, component: usize, is_last: bool, nodes: &mut Vec<Node>) -> Outline {
        let most = if random.below(16) == 0 { 15 } else { 7 };
        let size = 3 + random.below(most - 2);
        let exits = 1 + random.below(3.min(size / 2));
        let calls = match family {
            Family::Layered if is_last => 0,
            Family::Deep => 1 + random.below(3),
            _ => random.below(4),
        };
        let first = nodes.len() as u32;
        let inner = size - exits;
        let mut steps = vec![Step::Internal; inner];
        // Most calls come after a choice; otherwise most runs of recursive machines would never return.
        let place = |random: &mut Random| random.below(inner).max(random.below(inner));
        (0..calls).for_each(|_| steps[place(random)] = Step::Call);
        if random.below(6) == 0 {
            steps[place(random)] = Step::Fault;
        }
        steps.resize(size, Step::Exit);
        for step in steps {
            nodes.push(Node { component, step, next: Vec::new(), labels: 0, unknown: 0 });
        }
        let nodes = first..first + size as u32;
        // Occasionally an entry is also an exit.
        let starts = if random.below(16) == 0 { nodes.clone() } else { first..first + inner.div_ceil(3) as u32 };
        Outline { entries: some(random, 3, &starts, None), nodes }
    }

    /// All calls of entries.
    pub fn calls(&self) -> Vec<(u32, u32)> {
        let calls = (0..self.nodes.len() as u32).filter(|&u| self.node(u).step == Step::Call);
        calls.flat_map(|u| self.node(u).next.iter().map(move |&entry| (u, entry))).collect()
    }

    /// The exits of a component.
    pub fn exits(&self, component: usize) -> Vec<u32> {
        let all = 0..self.nodes.len() as u32;
        all.filter(|&u| self.node(u).component == component && self.node(u).step == Step::Exit).collect()
    }

    pub fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    /// The nodes at which a call continues.
    pub fn back(&self, call: u32, entry: u32, exit: u32) -> &[u32] {
        self.returns.get(&(call, entry, exit)).map_or(&[], Vec::as_slice)
    }

    /// The nodes at which a run continues at an exit of the bottom frame.
    pub fn end(&self, exit: u32) -> &[u32] {
        self.ends.get(&exit).map_or(&[], Vec::as_slice)
    }

    /// Changes the continuation of runs at exits of the bottom frame: none, or any nodes in the component of the entry.
    pub fn shuffle_ends(&mut self, random: &mut Random) {
        let main = self.nodes.iter().filter(|node| node.component == 0).count() as u32;
        for end in self.ends.values_mut() {
            *end = if random.below(2) == 0 { Vec::new() } else { some(random, 2, &(0..main), None) };
        }
    }

    /// Removes some successors, so that runs may get stuck.
    pub fn cut(&mut self, random: &mut Random) {
        for _ in 0..=random.below(3) {
            let node = random.below(self.nodes.len());
            self.nodes[node].next.clear();
        }
        // Removed calls have no entries.
        let calls = self.calls();
        self.returns.retain(|&(call, entry, _), _| calls.contains(&(call, entry)));
        if !self.returns.is_empty() && random.below(2) == 0 {
            let place = random.below(self.returns.len());
            self.returns.values_mut().nth(place).into_iter().for_each(Vec::clear);
        }
    }

    /// The machine in which stuck runs continue in every possible way.
    pub fn mended(&self) -> Self {
        let mut system = self.clone();
        let anything: Vec<u32> = (0..8).map(|labels| self.nodes.len() as u32 + labels).collect();
        for node in &mut system.nodes {
            if node.next.is_empty() && matches!(node.step, Step::Internal | Step::Call) {
                node.step = Step::Internal;
                node.next.clone_from(&anything);
            }
        }
        for back in system.returns.values_mut().filter(|back| back.is_empty()) {
            back.clone_from(&anything);
        }
        for labels in 0..8 {
            let next = anything.clone();
            // Outside of all components, so no exit leaves it.
            system.nodes.push(Node { component: usize::MAX, step: Step::Internal, next, labels, unknown: 0 });
        }
        system
    }

    /// Makes some labels unknown.
    pub fn blur(&mut self, random: &mut Random) {
        for _ in 0..1 + random.below(4) {
            let node = random.below(self.nodes.len());
            self.nodes[node].unknown |= 1 << random.below(3);
        }
    }

    /// All completions: machines in which every label is known.
    pub fn completions(&self) -> Vec<Self> {
        let mut systems = vec![self.clone()];
        systems[0].nodes.iter_mut().for_each(|node| node.unknown = 0);
        for (id, node) in self.nodes.iter().enumerate() {
            for bit in (0..3).filter(|bit| node.unknown >> bit & 1 == 1) {
                for index in 0..systems.len() {
                    let mut other = systems[index].clone();
                    other.nodes[id].labels ^= 1 << bit;
                    systems.push(other);
                }
            }
        }
        systems
    }
}

impl RecursiveSystem for System {
    type State = u32;

    fn entry(&mut self, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.extend(&self.entry);
        Ok(())
    }

    fn step(&mut self, &state: &u32, states: &mut Vec<u32>) -> Result<Step, Stop> {
        states.extend(&self.node(state).next);
        Ok(self.node(state).step)
    }

    fn resume(&mut self, &call: &u32, &entry: &u32, &exit: &u32, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.extend(self.back(call, entry, exit));
        Ok(())
    }

    fn end(&mut self, &exit: &u32, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.extend(System::end(self, exit));
        Ok(())
    }
}

impl Labelled for System {
    fn label(&mut self, state: u32, proposition: PropositionId) -> Result<Truth, Stop> {
        let bit = self.propositions.iter().position(|&p| p == proposition).expect("one of three");
        let Node { labels, unknown, .. } = self.node(state);
        Ok(if unknown >> bit & 1 == 1 { Truth::Unknown } else { Truth::from(labels >> bit & 1 == 1) })
    }
}
