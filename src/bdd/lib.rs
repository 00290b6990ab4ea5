//! Reduced ordered binary decision diagrams in one shared store [Bryant, IEEE Trans. Computers 1986].
//!
//! A diagram is a Boolean function of variables, which are numbered from 0. Initially this is also their order in diagrams, from
//! the topmost *level* down; [`Bdds::sift`] searches for a better one. All diagrams of a store share their nodes, and equal
//! functions have equal ids. Every operation may exceed the node limit or be stopped by the observer; existing diagrams
//! stay valid.
//!
//! Nodes are freed only by [`Bdds::collect`], whose argument says which diagrams are still needed.

mod cache;
mod count;
mod operations;
mod sift;
#[cfg(test)]
mod tests;
mod vector;

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use base::{CompactSort, Observer, Phase, Progress, Resource, Stop};
use cache::Cache;
use operations::Frame;

pub use operations::Renaming;
pub use vector::Vector;

/// A Boolean function of a [`Bdds`]. Law: equal functions are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bdd(u32);

impl Bdd {
    /// The function that is always false.
    pub const FALSE: Bdd = Bdd(0);
    /// The function that is always true.
    pub const TRUE: Bdd = Bdd(1);

    /// A constant function.
    pub fn constant(value: bool) -> Self {
        Bdd(u32::from(value))
    }

    /// Whether it is always false.
    pub fn is_false(self) -> bool {
        self == Bdd::FALSE
    }

    /// Whether it is always true.
    pub fn is_true(self) -> bool {
        self == Bdd::TRUE
    }

    fn is_constant(self) -> bool {
        self.0 <= 1
    }
}

/// The level of the constants: below every variable.
const BOTTOM: u32 = u32::MAX;
/// Minimum number of nodes for a garbage collection.
const CROWD: u32 = 1 << 16;
/// Number of steps between calls of the observer.
const STRIDE: u64 = 1 << 12;
/// Number of steps that a call of the observer counts for.
const STEPS_OF_ASKING: u64 = 64;

/// Minimum number of nodes for a search for a better order.
const WORTH_SIFTING: u32 = 1 << 17;
/// How often such a search may visit each node.
const SIFTING: u64 = 32;

/// If the variable of `level` is 0 then `low`, otherwise `high`.
///
/// Invariants: the two differ, and their levels are greater.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    level: u32,
    low: Bdd,
    high: Bdd,
}

impl Node {
    fn hash(self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.level, self.low.0, self.high.0).hash(&mut hasher);
        hasher.finish()
    }
}

/// The number of nodes a store has needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BddStatistics {
    /// The peak number in use, including garbage not yet collected.
    pub peak: u32,
    /// The total number created.
    pub made: u64,
    /// The number of searches for a better order.
    pub siftings: u32,
}

/// The store of nodes, with a cache of results.
pub struct Bdds<'o> {
    nodes: Vec<Node>,
    unique: HashTable<u32>,
    free: Vec<u32>,
    cache: Cache,
    frames: Vec<Frame>,
    values: Vec<Bdd>,
    /// As they were given, and with levels in place of variables, sorted.
    renamings: Vec<Vec<(u32, u32)>>,
    renamed_levels: Vec<Vec<(u32, u32)>>,
    /// The order, if it differs from that of the numbers: levels by variable, and variables by level.
    level_of: Vec<u32>,
    variable_at: Vec<u32>,
    limit: u32,
    /// Number of nodes above which the store is crowded, and its minimum.
    crowd: u32,
    floor: u32,
    /// Number of needed nodes above which to search for a better order, and the step of the last search.
    sift_above: u32,
    sift_floor: u32,
    sifted_at: u64,
    statistics: BddStatistics,
    steps: u64,
    /// The step of the next call of the observer.
    ask_at: u64,
    /// The step limit of operations.
    step_limit: u64,
    phase: Phase,
    observer: &'o mut dyn Observer,
}

impl<'o> Bdds<'o> {
    /// A store of at most `limit` nodes.
    pub fn new(limit: u32, observer: &'o mut dyn Observer) -> Self {
        let constants = [0, 1].map(|id| Node { level: BOTTOM, low: Bdd(id), high: Bdd(id) });
        Self {
            nodes: constants.to_vec(),
            unique: HashTable::new(),
            free: Vec::new(),
            cache: Cache::default(),
            frames: Vec::new(),
            values: Vec::new(),
            renamings: Vec::new(),
            renamed_levels: Vec::new(),
            level_of: Vec::new(),
            variable_at: Vec::new(),
            limit,
            crowd: CROWD,
            floor: CROWD,
            sift_above: WORTH_SIFTING,
            sift_floor: WORTH_SIFTING,
            sifted_at: 0,
            statistics: BddStatistics::default(),
            steps: 0,
            ask_at: STRIDE,
            step_limit: u64::MAX,
            phase: Phase::Exploring,
            observer,
        }
    }

    /// Sets a limit on the total number of steps.
    pub fn limit_steps(&mut self, steps: u64) {
        self.step_limit = steps;
    }

    /// Sets the progress reported to the observer.
    pub fn enter_phase(&mut self, phase: Phase) {
        self.phase = phase;
    }

    /// The number of nodes it has needed.
    pub fn statistics(&self) -> BddStatistics {
        self.statistics
    }

    /// The level of a variable.
    fn level_of(&self, variable: u32) -> u32 {
        self.level_of.get(variable as usize).copied().unwrap_or(variable)
    }

    /// The variable of a level.
    fn variable_at(&self, level: u32) -> u32 {
        self.variable_at.get(level as usize).copied().unwrap_or(level)
    }

    /// The function that is true if a variable is 1.
    ///
    /// # Errors
    /// If there are too many nodes; the operations below may also be stopped by the observer.
    pub fn variable(&mut self, variable: u32) -> Result<Bdd, Stop> {
        self.literal(variable, true)
    }

    /// The function that is true if a variable has this value.
    pub fn literal(&mut self, variable: u32, value: bool) -> Result<Bdd, Stop> {
        self.make(self.level_of(variable), Bdd::constant(!value), Bdd::constant(value))
    }

    /// The conjunction of literals, in any order; the last literal of a variable counts.
    pub fn cube(&mut self, literals: impl IntoIterator<Item = (u32, bool)>) -> Result<Bdd, Stop> {
        let mut literals: Vec<(u32, bool)> = literals.into_iter().map(|(v, is)| (self.level_of(v), is)).collect();
        literals.compact_sort_by_key(|&(level, _)| level);
        let mut cube = Bdd::TRUE;
        let mut last = None;
        for (level, value) in literals.into_iter().rev() {
            if last != Some(level) {
                let (low, high) = if value { (Bdd::FALSE, cube) } else { (cube, Bdd::FALSE) };
                cube = self.make(level, low, high)?;
                last = Some(level);
            }
        }
        Ok(cube)
    }

    /// The topmost variable, with the cofactors for 0 and 1; `None` for constants.
    pub fn decision(&self, bdd: Bdd) -> Option<(u32, Bdd, Bdd)> {
        let Node { level, low, high } = self.node(bdd);
        (!bdd.is_constant()).then(|| (self.variable_at(level), low, high))
    }

    /// Number of nodes in use, including garbage.
    fn in_use(&self) -> u32 {
        (self.nodes.len() - self.free.len()) as u32
    }

    fn node(&self, bdd: Bdd) -> Node {
        self.nodes[bdd.0 as usize]
    }

    fn level(&self, bdd: Bdd) -> u32 {
        self.node(bdd).level
    }

    /// The two cofactors for the variable of `level`, which is not below the top one.
    fn split(&self, bdd: Bdd, level: u32) -> (Bdd, Bdd) {
        let node = self.node(bdd);
        if node.level == level { (node.low, node.high) } else { (bdd, bdd) }
    }

    fn make(&mut self, level: u32, low: Bdd, high: Bdd) -> Result<Bdd, Stop> {
        if low == high {
            return Ok(low);
        }
        let node = Node { level, low, high };
        let hash = node.hash();
        let nodes = &self.nodes;
        if let Some(&id) = self.unique.find(hash, |&id| nodes[id as usize] == node) {
            return Ok(Bdd(id));
        }
        if self.in_use() >= self.limit {
            return Err(Stop::Budget(Resource::DiagramNodes, self.limit as u64));
        }
        let id = self.store(node);
        let nodes = &self.nodes;
        self.unique.insert_unique(hash, id, |&id| nodes[id as usize].hash());
        self.cache.fit(self.nodes.len());
        Ok(Bdd(id))
    }

    /// Stores a new node.
    fn store(&mut self, node: Node) -> u32 {
        let id = match self.free.pop() {
            Some(id) => {
                self.nodes[id as usize] = node;
                id
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        self.statistics.made += 1;
        self.statistics.peak = self.statistics.peak.max(self.in_use());
        id
    }

    /// Counts a step of an operation.
    fn tick(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps < self.ask_at { Ok(()) } else { self.ask() }
    }

    /// Asks the observer whether to continue; operations do so regularly. This counts as some steps, because work
    /// between operations is not free.
    ///
    /// # Errors
    /// If the observer stops the operation, or the step limit is exceeded.
    pub fn ask(&mut self) -> Result<(), Stop> {
        self.steps += STEPS_OF_ASKING;
        self.ask_at = self.steps + STRIDE;
        if self.steps >= self.step_limit {
            return Err(Stop::Budget(Resource::DiagramSteps, self.steps));
        }
        self.observer.ask(Progress { phase: self.phase, states: self.in_use(), frontier: 0 })
    }

    /// Whether collecting garbage is worthwhile.
    pub fn is_crowded(&self) -> bool {
        self.in_use() > self.crowd
    }

    /// Frees all nodes that no diagram of `roots` needs. All other diagrams become invalid.
    pub fn collect(&mut self, roots: impl IntoIterator<Item = Bdd>) {
        let mut needed = vec![false; self.nodes.len()];
        needed[..2].fill(true);
        let mut pending: Vec<Bdd> = roots.into_iter().collect();
        while let Some(bdd) = pending.pop() {
            if !std::mem::replace(&mut needed[bdd.0 as usize], true) {
                let node = self.node(bdd);
                pending.extend([node.low, node.high]);
            }
        }
        self.unique.retain(|&mut id| needed[id as usize]);
        // In this order the next ids are the same on every machine, and the smallest.
        self.free.clear();
        self.free.extend((0..self.nodes.len() as u32).rev().filter(|&id| !needed[id as usize]));
        self.cache.clear();
        self.after_collection();
    }

    /// Collects garbage. If several times as many nodes are needed as at the last search, searches for a better order
    /// of blocks of `block` variables, in about as much work as was done since then.
    ///
    /// # Errors
    /// Like [`Bdds::sift`].
    pub fn tidy(&mut self, roots: &[Bdd], block: u32) -> Result<(), Stop> {
        self.collect(roots.iter().copied());
        if self.in_use() <= self.sift_above {
            return Ok(());
        }
        let work = (self.steps - self.sifted_at).max(SIFTING * u64::from(self.in_use()));
        let before = self.in_use();
        let done = self.sift(roots, block, work);
        self.statistics.siftings += 1;
        self.steps += work;
        self.sifted_at = self.steps;
        // An order that was already good usually stays so.
        let patience = if self.in_use() < before / 2 { 2 } else { 4 };
        self.sift_above = self.in_use().saturating_mul(patience).max(self.sift_floor);
        done
    }

    /// Sets the order of the variables, given by level.
    fn set_order(&mut self, variable_at: Vec<u32>) {
        self.level_of.resize(variable_at.len(), 0);
        for (level, &variable) in variable_at.iter().enumerate() {
            self.level_of[variable as usize] = level as u32;
        }
        self.variable_at = variable_at;
        self.renamed_levels = self.renamings.iter().map(|pairs| self.levels_of(pairs)).collect();
    }

    /// A renaming with levels in place of variables, sorted.
    fn levels_of(&self, pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let mut levels: Vec<(u32, u32)> =
            pairs.iter().map(|&(from, to)| (self.level_of(from), self.level_of(to))).collect();
        levels.sort_unstable();
        levels
    }

    /// Schedules the next garbage collection.
    fn after_collection(&mut self) {
        let live = self.in_use();
        let room = self.limit.saturating_sub(live) / 2;
        self.crowd = live.saturating_mul(2).max(self.floor).min(live + room);
    }

    /// Sets how many nodes there may be until garbage is collected for the first time, and at an eighth of it the order changed.
    /// Few make both frequent, which is for tests.
    pub fn crowd_at(&mut self, nodes: u32) {
        (self.crowd, self.floor) = (nodes, nodes);
        (self.sift_above, self.sift_floor) = (nodes / 8, nodes / 8);
    }
}
