//! Regions: sets of valuations of predicates, as decision diagrams.

use rustc_hash::{FxHashMap, FxHashSet};

use base::{Idx, Silent, Stop};
use bdd::{Bdd, Bdds};
use bitvec::{TermId, Terms};

/// A store of regions has at most this many nodes.
const NODES: u32 = 1 << 20;

/// Values of some predicates; the others may have any.
pub type RegionCube = Vec<(TermId, bool)>;

/// The store of regions. Every predicate is a variable of the diagrams, wherever it is used.
pub struct Regions {
    bdds: Bdds<'static>,
    predicates: Vec<TermId>,
    variables: FxHashMap<TermId, u32>,
    terms: FxHashMap<Bdd, TermId>,
    /// The regions that stay when nodes are freed.
    kept: FxHashSet<Bdd>,
}

impl Default for Regions {
    fn default() -> Self {
        Self::new()
    }
}

impl Regions {
    /// A store without predicates.
    pub fn new() -> Self {
        // An observer without a size is not allocated. Diagrams are small; those who use them ask theirs.
        let bdds = Bdds::new(NODES, Box::leak(Box::new(Silent)));
        let (variables, terms) = (FxHashMap::default(), FxHashMap::default());
        Self { bdds, predicates: Vec::new(), variables, terms, kept: FxHashSet::default() }
    }

    /// Keeps a region for ever. Others are valid until the next union.
    pub fn keep(&mut self, region: Bdd) {
        self.kept.insert(region);
    }

    /// The states in which a predicate has a value.
    ///
    /// # Errors
    /// If there are too many nodes; likewise for all others here.
    pub fn literal(&mut self, predicate: TermId, value: bool) -> Result<Bdd, Stop> {
        let next = u32::at(self.predicates.len());
        let variable = *self.variables.entry(predicate).or_insert(next);
        if variable == next {
            self.predicates.push(predicate);
        }
        self.bdds.literal(variable, value)
    }

    /// The states of a cube.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn cube(&mut self, cube: impl IntoIterator<Item = (TermId, bool)>) -> Result<Bdd, Stop> {
        let mut region = Bdd::TRUE;
        for (predicate, value) in cube {
            let literal = self.literal(predicate, value)?;
            region = self.bdds.and(region, literal)?;
        }
        Ok(region)
    }

    /// The states of either region.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn union(&mut self, a: Bdd, b: Bdd) -> Result<Bdd, Stop> {
        if self.bdds.is_crowded() {
            self.bdds.collect(self.kept.iter().copied().chain([a, b]));
            self.terms.retain(|region, _| self.kept.contains(region));
        }
        self.bdds.or(a, b)
    }

    /// The states of both regions.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn intersection(&mut self, a: Bdd, b: Bdd) -> Result<Bdd, Stop> {
        self.bdds.and(a, b)
    }

    /// Whether the first region includes the second one.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn includes(&mut self, all: Bdd, some: Bdd) -> Result<bool, Stop> {
        Ok(self.bdds.difference(some, all)?.is_false())
    }

    /// A region as a term over the variables of the program: a conditional for every node of the diagram.
    pub fn term(&mut self, terms: &mut Terms, region: Bdd) -> TermId {
        let mut stack = vec![region];
        while let Some(&next) = stack.last() {
            if self.terms.contains_key(&next) {
                stack.pop();
                continue;
            }
            let term = match self.bdds.decision(next) {
                None => Terms::boolean(next.is_true()),
                Some((variable, low, high)) => match (self.terms.get(&low), self.terms.get(&high)) {
                    (Some(&low), Some(&high)) => terms.ite(self.predicates[variable as usize], high, low),
                    _ => {
                        stack.extend([low, high]);
                        continue;
                    }
                },
            };
            self.terms.insert(next, term);
            stack.pop();
        }
        self.terms[&region]
    }

    /// Disjoint cubes that make up a region; `None` if there are more than `most`.
    pub fn cubes(&self, region: Bdd, most: usize) -> Option<Vec<RegionCube>> {
        let mut found = Vec::new();
        let mut pending = vec![(region, RegionCube::new())];
        while let Some((region, cube)) = pending.pop() {
            match self.bdds.decision(region) {
                None if region.is_false() => {}
                None if found.len() == most => return None,
                None => found.push(cube),
                Some((variable, low, high)) => {
                    for (value, rest) in [(false, low), (true, high)] {
                        let mut cube = cube.clone();
                        cube.push((self.predicates[variable as usize], value));
                        pending.push((rest, cube));
                    }
                }
            }
        }
        Some(found)
    }
}
