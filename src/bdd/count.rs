//! Properties of a single diagram: its nodes and its models.

use base::CompactSort;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{BOTTOM, Bdd, Bdds};

impl Bdds<'_> {
    /// The nodes of a diagram without the constants, bottom up.
    fn nodes_of(&self, bdd: Bdd) -> Vec<Bdd> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut pending = vec![bdd];
        while let Some(bdd) = pending.pop() {
            if !bdd.is_constant() && seen.insert(bdd) {
                let node = self.node(bdd);
                pending.extend([node.high, node.low]);
                found.push(bdd);
            }
        }
        found.compact_sort_by_key(|&bdd| std::cmp::Reverse(self.level(bdd)));
        found
    }

    /// Number of nodes of a diagram, without the constants.
    pub fn size(&self, bdd: Bdd) -> usize {
        self.nodes_of(bdd).len()
    }

    /// The number of assignments to `variables`, which contain all that `bdd` depends on, that make it true. Rounded beyond 2^53.
    pub fn count(&self, bdd: Bdd, variables: &[u32]) -> f64 {
        let mut levels: Vec<u32> = variables.iter().map(|&variable| self.level_of(variable)).collect();
        levels.compact_sort();
        let position = |bdd: Bdd| match self.level(bdd) {
            BOTTOM => levels.len(),
            level => levels.partition_point(|&l| l < level),
        };
        // For each node, the number for the variables from its own on.
        let mut known: FxHashMap<Bdd, f64> = FxHashMap::default();
        known.extend([(Bdd::FALSE, 0.0), (Bdd::TRUE, 1.0)]);
        let seen_from = |bdd: Bdd, from: usize, known: &FxHashMap<Bdd, f64>| {
            let skipped = position(bdd).saturating_sub(from);
            known.get(&bdd).map_or(0.0, |count| count * 2_f64.powi(skipped as i32))
        };
        for bdd in self.nodes_of(bdd) {
            let node = self.node(bdd);
            let below = position(bdd) + 1;
            let count = seen_from(node.low, below, &known) + seen_from(node.high, below, &known);
            known.insert(bdd, count);
        }
        seen_from(bdd, 0, &known)
    }

    /// The lexicographically least model, in the order of the levels: the relevant variables in
    /// increasing order; all others are 0. `None` if there is none.
    pub fn least(&self, bdd: Bdd) -> Option<Vec<(u32, bool)>> {
        let mut literals = Vec::new();
        let mut node = self.node(bdd);
        if bdd.is_false() {
            return None;
        }
        while node.level != BOTTOM {
            let value = node.low.is_false();
            literals.push((self.variable_at(node.level), value));
            node = self.node(if value { node.high } else { node.low });
        }
        literals.compact_sort();
        Some(literals)
    }
}
