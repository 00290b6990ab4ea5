//! Recursive state machines as systems of global states: stacks and nodes.

use std::collections::BTreeSet;

use hrglass::base::Random;
use hrglass::rsm::Step;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::pushdown::Frame;
use super::system::System;
use crate::support::buchi;
use crate::support::ltl::Ltl;

/// The suspended calls with their entries, outermost first, and the node.
pub type Global = (Vec<(u32, u32)>, u32);

/// The treatment of calls at the maximum depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beyond {
    /// They are omitted: some runs are missing.
    Nothing,
    /// Anything may follow them: there are too many runs.
    Anything,
}

/// A system without calls.
pub struct Flat {
    pub initial: Vec<u32>,
    pub successors: Vec<Vec<u32>>,
    pub labels: Vec<u8>,
    /// Whether some call was at the maximum depth.
    pub is_cut: bool,
}

impl System {
    /// The successors of a global state.
    pub fn global_successors(&self, (stack, node): &Global) -> Vec<Global> {
        let next = &self.node(*node).next;
        let with = |stack: &[(u32, u32)], nodes: &[u32]| nodes.iter().map(|&n| (stack.to_vec(), n)).collect();
        match (self.node(*node).step, stack.split_last()) {
            (Step::Internal, _) => with(stack, next),
            (Step::Call, _) => next.iter().map(|&e| ([&stack[..], &[(*node, e)]].concat(), e)).collect(),
            (Step::Exit, Some((&(call, entry), below))) => with(below, self.back(call, entry, *node)),
            (Step::Exit, None) => with(stack, self.end(*node)),
            (Step::Fault, _) => vec![(stack.clone(), *node)],
        }
    }

    /// The system of the global states with at most `depth` calls, if there are at most `most`.
    pub fn flattened(&self, depth: usize, beyond: Beyond, most: usize) -> Option<Flat> {
        let mut states: IndexSet<Global, FxBuildHasher> = IndexSet::default();
        let mut flat = Flat { initial: Vec::new(), successors: Vec::new(), labels: Vec::new(), is_cut: false };
        // Eight states with all sets of labels, each a successor of each.
        let first = if beyond == Beyond::Anything { 8 } else { 0 };
        for labels in 0..first {
            flat.successors.push((0..first).collect());
            flat.labels.push(labels as u8);
        }
        let mut number = |state: Global| first + states.insert_full(state).0 as u32;
        flat.initial = self.entry.iter().map(|&node| number((Vec::new(), node))).collect();
        while flat.successors.len() < first as usize + states.len() {
            if states.len() > most {
                return None;
            }
            let state = states[flat.successors.len() - first as usize].clone();
            flat.labels.push(self.node(state.1).labels);
            let is_cut = self.node(state.1).step == Step::Call && state.0.len() == depth;
            flat.is_cut |= is_cut;
            flat.successors.push(if is_cut {
                (0..first).collect()
            } else {
                let next = self.global_successors(&state);
                next.into_iter().map(|next| first + states.insert_full(next).0 as u32).collect()
            });
        }
        Some(flat)
    }

    /// The topmost frames of the global states with at most `depth` calls, if there are at most `most` states; and
    /// whether some call was at the maximum depth.
    pub fn frames(&self, depth: usize, most: usize) -> Option<(BTreeSet<Frame>, bool)> {
        let mut states: IndexSet<Global, FxBuildHasher> = self.entry.iter().map(|&node| (Vec::new(), node)).collect();
        let (mut position, mut is_cut) = (0, false);
        while position < states.len() {
            for next in self.global_successors(&states[position]) {
                if next.0.len() <= depth {
                    states.insert(next);
                } else {
                    is_cut = true;
                }
            }
            position += 1;
            if states.len() > most {
                return None;
            }
        }
        let frames = states.iter().map(|(stack, node)| (stack.last().map(|&(_, entry)| entry), *node));
        Some((frames.collect(), is_cut))
    }

    /// A random run of this many global states, or fewer if it cannot continue.
    pub fn random_run(&self, random: &mut Random, length: usize) -> Vec<Global> {
        let mut run = vec![(Vec::new(), self.entry[random.below(self.entry.len())])];
        while run.len() < length {
            let mut next = self.global_successors(&run[run.len() - 1]);
            if next.is_empty() {
                break;
            }
            run.push(next.swap_remove(random.below(next.len())));
        }
        run
    }
}

impl Flat {
    pub fn has_violation(&self, ltl: &Ltl) -> bool {
        buchi::has_violation(&self.initial, &self.successors, &self.labels, ltl)
    }
}
