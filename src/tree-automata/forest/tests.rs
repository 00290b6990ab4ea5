//! Operations against all small graphs, and loops that build data structures.

mod boxes;
mod builders;
mod random;
mod show;

use std::collections::BTreeSet;

use super::*;

const NODE: NodeKind = NodeKind(0);
const NEXT: Selector = Selector(0);
const PREV: Selector = Selector(1);
const DOWN: Selector = Selector(2);
const FOLDING: Folding = Folding { height: 1, learns: true };

/// Sets of graphs, on which programs run.
#[derive(Clone)]
struct Lab {
    alphabet: ForestAlphabet,
}

impl Lab {
    fn new() -> Self {
        Self { alphabet: ForestAlphabet::default() }
    }

    fn members(&self, forests: &[Forest], nodes: usize) -> BTreeSet<Graph> {
        forests.iter().flat_map(|forest| forest.members(&self.alphabet, nodes)).collect()
    }

    /// A node with these values.
    fn create(&mut self, forest: &mut Forest, to: usize, selectors: &[Selector]) {
        let null = Value::from(Leaf::Null);
        let root = forest.create(&mut self.alphabet, NODE, selectors.iter().map(|&selector| (selector, null)));
        forest.registers[to] = Value::reference(root, Part::WHOLE);
    }

    fn store(&mut self, forests: Vec<Forest>, base: usize, selector: Selector, value: usize) -> Vec<Forest> {
        let run = |forest: Forest| {
            let root = forest.registers[base].root().expect("a node");
            let value = forest.registers[value];
            forest.store(&mut self.alphabet, root, selector, value).expect("small")
        };
        forests.into_iter().flat_map(run).collect()
    }

    fn load(&mut self, forests: Vec<Forest>, to: usize, base: usize, selector: Selector) -> Vec<Forest> {
        let run = |forest: Forest| {
            let root = forest.registers[base].root().expect("a node");
            let cases = forest.load(&mut self.alphabet, root, selector).expect("small").into_iter();
            cases.map(|(mut forest, value)| {
                forest.registers[to] = value;
                forest
            })
        };
        forests.into_iter().flat_map(run).collect()
    }

    /// What a loop makes of forests, at its head, and how many rounds it took.
    fn fixpoint(
        &mut self,
        start: Forest,
        mut body: impl FnMut(&mut Lab, Forest) -> Vec<Forest>,
    ) -> (Vec<Forest>, usize) {
        let mut known: Vec<Forest> = Vec::new();
        let mut waiting = std::collections::VecDeque::from([start]);
        let mut steps = 0;
        while let Some(forest) = waiting.pop_front() {
            steps += 1;
            assert!(steps < 4_000, "no end: {}", show::show_boxes(&self.alphabet));
            let original = forest.clone();
            let before = forest.members(&self.alphabet, 3);
            let general = forest.generalised(&mut self.alphabet, FOLDING).expect("small");
            let general: Vec<Forest> = general
                .into_iter()
                .map(|normal| {
                    assert!(!normal.lost, "a node is lost {}", show::show(&self.alphabet, &original));
                    normal.forest
                })
                .collect();
            let after = self.members(&general, 3);
            assert!(
                before.is_subset(&after),
                "generalising loses {:?}\n of {:?}",
                before.difference(&after).next(),
                general
            );
            for forest in general {
                if known.iter().any(|old| old.includes(&forest).expect("small")) {
                    continue;
                }
                let mut joined = vec![forest.clone()];
                for old in &known {
                    if let Some(both) = old.join(&self.alphabet, &forest).expect("small") {
                        let general = both.generalised(&mut self.alphabet, FOLDING).expect("small");
                        joined = general.into_iter().map(|normal| normal.forest).collect();
                        break;
                    }
                }
                assert!(self.members(&[forest], 3).is_subset(&self.members(&joined, 3)), "joining loses something");
                for forest in joined {
                    known.retain(|old| !forest.includes(old).expect("small"));
                    known.push(forest.clone());
                    waiting.extend(body(self, forest));
                }
            }
        }
        (known, steps)
    }
}

fn empty(registers: usize) -> Forest {
    Forest { registers: vec![Leaf::Null.into(); registers], ..Forest::default() }
}
