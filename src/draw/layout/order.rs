//! The order of nodes within layers, with few crossings.

use super::Adjacency;
use base::CompactSort;

/// A proper layering: long edges are cut by one bend in each layer that they pass.
pub(super) struct Layers {
    /// The nodes of each layer from left to right; nodes from [`Layers::node_count`] on are bends.
    pub(super) order: Vec<Vec<u32>>,
    /// The position of each node in its layer.
    pub(super) place: Vec<u32>,
    /// The layer of each node.
    pub(super) rank: Vec<u32>,
    /// The number of nodes that are not bends.
    pub(super) node_count: usize,
    /// For each edge, its bends from top to bottom: the first bend and their number.
    pub(super) bends: Vec<(u32, u32)>,
    /// Edges too long to be cut, which are routed around the drawing.
    pub(super) express: Vec<bool>,
    /// Neighbours in the layer above.
    pub(super) up: Adjacency,
    /// Neighbours in the layer below.
    pub(super) down: Adjacency,
}

impl Layers {
    /// Cuts the edges, which must lead downward, and orders each layer by a depth-first search.
    pub(super) fn new(rank: &[u32], edges: &[(u32, u32)]) -> Self {
        let node_count = rank.len();
        let span = |e: usize| rank[edges[e].1 as usize].saturating_sub(rank[edges[e].0 as usize]);
        // The total number of bends may be quadratic; the shortest edges get theirs first.
        let mut by_length: Vec<usize> = (0..edges.len()).collect();
        by_length.compact_sort_by_key(|&e| (span(e), e));
        let mut budget = 20_000 + 2 * node_count;
        let mut express = vec![false; edges.len()];
        for &e in &by_length {
            let need = (span(e) as usize).saturating_sub(1);
            express[e] = need > budget;
            budget -= need.min(budget);
        }

        let mut full_rank = rank.to_vec();
        let mut bends = vec![(0, 0); edges.len()];
        let mut pieces: Vec<(u32, u32)> = Vec::with_capacity(edges.len());
        for (e, &(source, target)) in edges.iter().enumerate() {
            if express[e] || source == target {
                continue;
            }
            bends[e].0 = full_rank.len() as u32;
            let mut above = source;
            for layer in rank[source as usize] + 1..rank[target as usize] {
                let bend = full_rank.len() as u32;
                full_rank.push(layer);
                pieces.push((above, bend));
                above = bend;
                bends[e].1 += 1;
            }
            pieces.push((above, target));
        }
        let total = full_rank.len();
        let down = Adjacency::new(total, pieces.iter().copied());
        let up = Adjacency::new(total, pieces.iter().map(|&(a, b)| (b, a)));
        let layer_count = full_rank.iter().copied().max().map_or(0, |r| r as usize + 1);
        let mut layers = Self {
            order: vec![Vec::new(); layer_count],
            place: vec![0; total],
            rank: full_rank,
            node_count,
            bends,
            express,
            up,
            down,
        };
        layers.initial_order();
        layers
    }

    fn initial_order(&mut self) {
        let total = self.rank.len();
        let mut seen = vec![false; total];
        let mut stack = Vec::new();
        for start in 0..total as u32 {
            stack.push(start);
            while let Some(node) = stack.pop() {
                if std::mem::replace(&mut seen[node as usize], true) {
                    continue;
                }
                let layer = &mut self.order[self.rank[node as usize] as usize];
                self.place[node as usize] = layer.len() as u32;
                layer.push(node);
                stack.extend(self.down.of(node).iter().rev().filter(|&&w| !seen[w as usize]));
            }
        }
    }

    /// Sweeps down and up, ordering each layer by the barycentres of its neighbours, and for small drawings also
    /// exchanging adjacent nodes; the best order is kept.
    pub(super) fn reduce_crossings(&mut self) {
        let total = self.rank.len();
        let sweeps = match total {
            0..2_000 => 24,
            2_000..10_000 => 12,
            10_000..40_000 => 8,
            _ => 4,
        };
        let mut best = self.order.clone();
        let mut fewest = self.crossings();
        for sweep in 0..sweeps {
            if fewest == 0 {
                break;
            }
            self.sweep(sweep % 2 == 0);
            if total < 2_000 {
                self.exchange_neighbours();
            }
            let crossings = self.crossings();
            if crossings < fewest {
                fewest = crossings;
                best.clone_from(&self.order);
            }
        }
        self.order = best;
        for layer in 0..self.order.len() {
            self.number(layer);
        }
    }

    fn number(&mut self, layer: usize) {
        for (i, &node) in self.order[layer].iter().enumerate() {
            self.place[node as usize] = i as u32;
        }
    }

    fn sweep(&mut self, downwards: bool) {
        let count = self.order.len();
        let mut keyed: Vec<(f32, u32, u32)> = Vec::new();
        for i in 1..count {
            let layer = if downwards { i } else { count - 1 - i };
            let fixed = if downwards { &self.up } else { &self.down };
            keyed.clear();
            for (i, &node) in self.order[layer].iter().enumerate() {
                let around = fixed.of(node);
                let key = if around.is_empty() {
                    i as f32
                } else {
                    around.iter().map(|&w| self.place[w as usize] as f32).sum::<f32>() / around.len() as f32
                };
                keyed.push((key, i as u32, node));
            }
            keyed.compact_sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for (slot, entry) in self.order[layer].iter_mut().zip(&keyed) {
                *slot = entry.2;
            }
            self.number(layer);
        }
    }

    fn exchange_neighbours(&mut self) {
        for layer in 0..self.order.len() {
            for i in 1..self.order[layer].len() {
                let (left, right) = (self.order[layer][i - 1], self.order[layer][i]);
                let (mut kept, mut exchanged) = (0, 0);
                for adjacency in [&self.up, &self.down] {
                    for &a in adjacency.of(left) {
                        for &b in adjacency.of(right) {
                            let (a, b) = (self.place[a as usize], self.place[b as usize]);
                            kept += u32::from(a > b);
                            exchanged += u32::from(a < b);
                        }
                    }
                }
                if exchanged < kept {
                    self.order[layer].swap(i - 1, i);
                    self.place[left as usize] = i as u32;
                    self.place[right as usize] = i as u32 - 1;
                }
            }
        }
    }

    /// The number of crossings, by counting inversions with a Fenwick tree (Barth, Jünger, Mutzel 2002).
    pub(super) fn crossings(&self) -> u64 {
        let mut total = 0u64;
        let (mut tree, mut targets) = (Vec::new(), Vec::new());
        for layer in 1..self.order.len() {
            tree.clear();
            tree.resize(self.order[layer].len() + 1, 0u32);
            let mut inserted = 0u32;
            for &node in &self.order[layer - 1] {
                targets.clear();
                targets.extend(self.down.of(node).iter().map(|&w| self.place[w as usize]));
                targets.compact_sort();
                for &t in &targets {
                    let (mut i, mut not_right) = (t as usize + 1, 0u32);
                    while i > 0 {
                        not_right += tree[i];
                        i &= i - 1;
                    }
                    total += u64::from(inserted - not_right);
                    let mut i = t as usize + 1;
                    while i < tree.len() {
                        tree[i] += 1;
                        i += i & i.wrapping_neg();
                    }
                    inserted += 1;
                }
            }
        }
        total
    }
}
