//! Random small systems.

use hrglass::base::{Random, Stop};
use hrglass::logic::PropositionId;
use hrglass::logic::Truth;
use hrglass::rsm::{RecursiveSystem, Step};
use hrglass::tableau::Labelled;

use crate::support::lasso::Lasso;

/// A system with three propositions; every state has a successor.
#[derive(Clone, Debug)]
pub struct System {
    pub initial: Vec<u32>,
    pub successors: Vec<Vec<u32>>,
    /// The propositions that hold, as bits.
    pub labels: Vec<u8>,
    /// The propositions whose truth is unknown.
    pub unknown: Vec<u8>,
    /// The three propositions.
    pub propositions: [PropositionId; 3],
}

impl System {
    pub fn random(random: &mut Random, states: usize) -> Self {
        let states = 1 + random.below(states);
        let some = |most: usize, random: &mut Random| -> Vec<u32> {
            let mut list: Vec<u32> = (0..=random.below(most)).map(|_| random.below(states) as u32).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        Self {
            initial: some(2, random),
            successors: (0..states).map(|_| some(3, random)).collect(),
            labels: (0..states).map(|_| random.below(8) as u8).collect(),
            unknown: vec![0; states],
            propositions: [PropositionId(0); 3],
        }
    }

    /// All completions: systems in which every label is known.
    pub fn completions(&self) -> Vec<System> {
        let mut systems = vec![System { unknown: vec![0; self.labels.len()], ..self.clone() }];
        for (state, unknown) in self.unknown.iter().enumerate() {
            for bit in (0..3).filter(|bit| unknown >> bit & 1 == 1) {
                for index in 0..systems.len() {
                    let mut other = systems[index].clone();
                    other.labels[state] ^= 1 << bit;
                    systems.push(other);
                }
            }
        }
        systems
    }

    /// All lassos of at most `length` states.
    pub fn for_each_lasso(&self, length: usize, mut visit: impl FnMut(&Lasso)) {
        let mut paths: Vec<Vec<u32>> = self.initial.iter().map(|&s| vec![s]).collect();
        while let Some(path) = paths.pop() {
            for &next in &self.successors[path[path.len() - 1] as usize] {
                for start in (0..path.len()).filter(|&i| path[i] == next) {
                    let labels: Vec<u8> = path.iter().map(|&s| self.labels[s as usize]).collect();
                    let (prefix, cycle) = labels.split_at(start);
                    visit(&Lasso { prefix: prefix.to_vec(), cycle: cycle.to_vec() });
                }
                if path.len() < length {
                    paths.push([&path[..], &[next]].concat());
                }
            }
        }
    }
}

impl RecursiveSystem for System {
    type State = u32;

    fn entry(&mut self, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.extend(&self.initial);
        Ok(())
    }

    fn step(&mut self, &state: &u32, states: &mut Vec<u32>) -> Result<Step, Stop> {
        states.extend(&self.successors[state as usize]);
        Ok(Step::Internal)
    }

    fn resume(&mut self, _: &u32, _: &u32, _: &u32, _: &mut Vec<u32>) -> Result<(), Stop> {
        Ok(())
    }
}

impl Labelled for System {
    fn label(&mut self, state: u32, proposition: PropositionId) -> Result<Truth, Stop> {
        let bit = self.propositions.iter().position(|&p| p == proposition).expect("one of three");
        Ok(if self.unknown[state as usize] >> bit & 1 == 1 {
            Truth::Unknown
        } else if self.labels[state as usize] >> bit & 1 == 1 {
            Truth::True
        } else {
            Truth::False
        })
    }

    /// The order in which propositions are evaluated must not change anything.
    fn is_cheap(&self, proposition: PropositionId) -> bool {
        proposition == self.propositions[1]
    }
}
