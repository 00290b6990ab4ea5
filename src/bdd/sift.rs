//! Sifting [Rudell, ICCAD 1993]: each block of variables moves through the order and stays where the number of nodes is smallest.
//!
//! Nodes are changed in place, so every kept diagram is the same function as before, with the same id. The
//! tables for sifting (parents, nodes of each variable) exist only during sifting; the
//! operations do not use them.

use hashbrown::HashTable;

use super::{BOTTOM, Bdd, Bdds, Node};
use base::{CompactSort, Stop};

/// A block stops moving when the number of nodes exceeds this multiple, in tenths, of that at its best position.
const GROWTH: usize = 12;

impl Bdds<'_> {
    /// Moves blocks of `block` variables, those from `block * i` on for each `i`, to better positions in the order. Frees
    /// everything that no diagram of `roots` needs, like [`Bdds::collect`]. Visits about `work` nodes at most.
    ///
    /// Laws: diagrams of `roots` are the same functions; the variables of a block stay together, in their order; the number
    /// of nodes does not increase.
    ///
    /// # Errors
    /// If the observer stops it; then the order may have changed, but the store is valid.
    pub fn sift(&mut self, roots: &[Bdd], block: u32, work: u64) -> Result<(), Stop> {
        self.collect(roots.iter().copied());
        let mut sifting = Sifting::new(self, roots, block, work);
        let done = sifting.run();
        sifting.finish();
        done
    }
}

struct Sifting<'s, 'o> {
    bdds: &'s mut Bdds<'o>,
    block: usize,
    /// The variable at each level. During sifting, nodes contain their variable instead of their level.
    variable_at: Vec<u32>,
    /// For each variable its nodes, found by their children.
    tables: Vec<HashTable<u32>>,
    /// For each node the number of its parents and roots.
    parents: Vec<u32>,
    live: usize,
    /// Number of nodes that may still be visited.
    work: u64,
}

impl<'s, 'o> Sifting<'s, 'o> {
    fn new(bdds: &'s mut Bdds<'o>, roots: &[Bdd], block: u32, work: u64) -> Self {
        let block = block.max(1) as usize;
        let levels = bdds.nodes[2..].iter().map(|node| node.level).filter(|&level| level != BOTTOM);
        let used = levels.max().map_or(0, |level| level as usize + 1).max(bdds.variable_at.len());
        let count = used.next_multiple_of(block);
        let mut variable_at = bdds.variable_at.clone();
        variable_at.extend(bdds.variable_at.len() as u32..count as u32);
        let (tables, parents) = (vec![HashTable::new(); count], vec![0; bdds.nodes.len()]);
        let mut sifting = Self { bdds, block, variable_at, tables, parents, live: 0, work };
        let ids: Vec<u32> = sifting.bdds.unique.iter().copied().collect();
        sifting.live = ids.len();
        for &id in &ids {
            let node = &mut sifting.bdds.nodes[id as usize];
            node.level = sifting.variable_at[node.level as usize];
            let Node { low, high, .. } = *node;
            sifting.parents[low.0 as usize] += 1;
            sifting.parents[high.0 as usize] += 1;
        }
        roots.iter().for_each(|root| sifting.parents[root.0 as usize] += 1);
        ids.into_iter().for_each(|id| sifting.enter(id));
        sifting
    }

    /// Sifts every block, those with the most nodes first.
    fn run(&mut self) -> Result<(), Stop> {
        let mut blocks: Vec<(usize, u32)> = (0..self.variable_at.len() / self.block)
            .map(|position| {
                let variables = &self.variable_at[position * self.block..][..self.block];
                (variables.iter().map(|&v| self.tables[v as usize].len()).sum(), variables[0])
            })
            .filter(|&(nodes, _)| nodes > 0)
            .collect();
        blocks.compact_sort_by_key(|&(nodes, first)| (std::cmp::Reverse(nodes), first));
        for (_, first) in blocks {
            self.bdds.ask()?;
            if self.work == 0 {
                break;
            }
            self.place(first);
        }
        Ok(())
    }

    /// Moves the block with this first variable to its best position: to the nearer end, then to the other, then back.
    fn place(&mut self, first: u32) {
        let count = self.variable_at.len() / self.block;
        let start = self.variable_at.iter().position(|&v| v == first).unwrap_or(0) / self.block;
        let mut position = start;
        let mut best = (self.live, start);
        let down_first = 2 * start >= count;
        for down in [down_first, !down_first] {
            while (if down { position + 1 < count } else { position > 0 }) && self.may_go_on(best.0) {
                let upper = if down { position } else { position - 1 };
                if !self.exchange(upper) {
                    break;
                }
                position = if down { position + 1 } else { position - 1 };
                // Of equally good positions, the one nearest to the original.
                if (self.live, position.abs_diff(start)) < (best.0, best.1.abs_diff(start)) {
                    best = (self.live, position);
                }
            }
        }
        while position != best.1 {
            let down = position < best.1;
            self.exchange_all(if down { position } else { position - 1 });
            position = if down { position + 1 } else { position - 1 };
        }
    }

    fn may_go_on(&self, best: usize) -> bool {
        self.work > 0 && self.live * 10 <= best * GROWTH
    }

    /// Swaps a block with the one below, unless there may not be enough room.
    fn exchange(&mut self, upper: usize) -> bool {
        let nodes = &self.variable_at[upper * self.block..][..2 * self.block];
        let nodes: usize = nodes.iter().map(|&v| self.tables[v as usize].len()).sum();
        // Swapping two levels replaces each node by at most two.
        let fits = self.bdds.in_use() as usize + 2 * self.block * nodes <= self.bdds.limit as usize;
        if fits {
            self.exchange_all(upper);
        }
        fits
    }

    fn exchange_all(&mut self, upper: usize) {
        let first = upper * self.block;
        for moved in (0..self.block).rev() {
            (0..self.block).for_each(|step| self.swap(first + moved + step));
        }
    }

    /// Swaps the variable of a level with the one below.
    fn swap(&mut self, level: usize) {
        let [x, y] = [self.variable_at[level], self.variable_at[level + 1]];
        self.variable_at.swap(level, level + 1);
        if self.tables[x as usize].is_empty() || self.tables[y as usize].is_empty() {
            return;
        }
        let mut ids: Vec<u32> = self.tables[x as usize].iter().copied().collect();
        // In this order new nodes get the same ids on every machine.
        ids.compact_sort();
        self.work = self.work.saturating_sub(ids.len() as u64);
        for id in ids {
            let Node { low, high, .. } = self.bdds.nodes[id as usize];
            let [below_low, below_high] = [low, high].map(|child| self.bdds.nodes[child.0 as usize]);
            if below_low.level != y && below_high.level != y {
                continue;
            }
            let [(low0, low1), (high0, high1)] = [(low, below_low), (high, below_high)]
                .map(|(child, node)| if node.level == y { (node.low, node.high) } else { (child, child) });
            self.leave(id);
            let (low0, low1) = (self.make(x, low0, high0), self.make(x, low1, high1));
            self.bdds.nodes[id as usize] = Node { level: y, low: low0, high: low1 };
            self.enter(id);
            self.release(low);
            self.release(high);
        }
    }

    /// The node with these children, with one more parent.
    fn make(&mut self, variable: u32, low: Bdd, high: Bdd) -> Bdd {
        if low == high {
            self.parents[low.0 as usize] += 1;
            return low;
        }
        let node = Node { level: variable, low, high };
        let nodes = &self.bdds.nodes;
        if let Some(&id) = self.tables[variable as usize].find(node.hash(), |&id| nodes[id as usize] == node) {
            self.parents[id as usize] += 1;
            return Bdd(id);
        }
        let id = self.bdds.store(node);
        self.parents.resize(self.bdds.nodes.len(), 0);
        self.parents[id as usize] = 1;
        self.parents[low.0 as usize] += 1;
        self.parents[high.0 as usize] += 1;
        self.enter(id);
        self.live += 1;
        Bdd(id)
    }

    fn enter(&mut self, id: u32) {
        let nodes = &self.bdds.nodes;
        let node = nodes[id as usize];
        self.tables[node.level as usize].insert_unique(node.hash(), id, |&id| nodes[id as usize].hash());
    }

    fn leave(&mut self, id: u32) {
        let node = self.bdds.nodes[id as usize];
        if let Ok(entry) = self.tables[node.level as usize].find_entry(node.hash(), |&other| other == id) {
            entry.remove();
        }
    }

    /// Removes a parent of a node; a node without parents is freed, together with what only it needs.
    fn release(&mut self, bdd: Bdd) {
        let mut pending = vec![bdd];
        while let Some(bdd) = pending.pop() {
            let parents = &mut self.parents[bdd.0 as usize];
            *parents -= 1;
            if *parents == 0 && !bdd.is_constant() {
                let Node { low, high, .. } = self.bdds.nodes[bdd.0 as usize];
                self.leave(bdd.0);
                self.bdds.free.push(bdd.0);
                self.live -= 1;
                pending.extend([low, high]);
            }
        }
    }

    /// Restores the store to the form that the operations expect.
    fn finish(self) {
        let Self { bdds, variable_at, tables, .. } = self;
        bdds.set_order(variable_at);
        bdds.unique.clear();
        for id in tables.iter().flatten().copied() {
            let node = &mut bdds.nodes[id as usize];
            node.level = bdds.level_of[node.level as usize];
        }
        let mut ids: Vec<u32> = tables.into_iter().flatten().collect();
        ids.compact_sort();
        let nodes = &bdds.nodes;
        for &id in &ids {
            bdds.unique.insert_unique(nodes[id as usize].hash(), id, |&id| nodes[id as usize].hash());
        }
        bdds.cache.clear();
        bdds.after_collection();
    }
}
