//! Control-flow automata, whatever the operations on their edges.

use fixedbitset::FixedBitSet;

use base::{CompactSort, Idx, IndexVec, Span, StrongComponents, newtype_index};

newtype_index! {
    /// A procedure: a method, constructor or function; a component of a recursive state machine.
    pub struct ProcedureId;
    /// A location of one procedure.
    pub struct Location;
    /// An edge of one procedure.
    pub struct EdgeId;
}

/// An edge of a control-flow automaton: one step of a run.
pub trait Transition {
    /// The source.
    fn source(&self) -> Location;

    /// The target.
    fn target(&self) -> Location;

    /// The locations to which an exception may lead.
    fn handlers(&self) -> impl Iterator<Item = Location> {
        std::iter::empty()
    }

    /// Whether it calls a procedure.
    fn is_call(&self) -> bool;

    /// Calls `visit` for every location that it mentions.
    fn for_each_location(&mut self, visit: impl FnMut(&mut Location));
}

/// A control-flow automaton `(locations, edges, entry, exit)`. Its locations carry an `L`, which contains at least the
/// source range of the statement that starts there.
///
/// Invariants: edges are sorted by source; those of one source are in the order in which they are tried. No edge leaves the
/// exit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cfa<E, L = Span> {
    /// The locations.
    pub locations: IndexVec<Location, L>,
    /// The edges.
    pub edges: IndexVec<EdgeId, E>,
    /// The location at which a call starts.
    pub entry: Location,
    /// The location at which a call ends normally.
    pub exit: Location,
}

impl<E: Transition, L> Cfa<E, L> {
    /// The edges that leave `location`, in the order in which they are tried.
    pub fn edges_from(&self, location: Location) -> impl DoubleEndedIterator<Item = (EdgeId, &E)> {
        let edges = self.edges.as_slice();
        leaving(edges, location).map(move |i| (EdgeId::at(i), &edges[i]))
    }

    /// The locations at which states merge: [cut points](Self::cut_points), and locations after calls, so that equal
    /// results of a call that were reached in different ways are no longer distinguished.
    pub fn merge_points(&self, other_exits: &[Location]) -> IndexVec<Location, bool> {
        let mut merge = self.cut_points(other_exits);
        for edge in self.edges.iter().filter(|edge| edge.is_call()) {
            merge[edge.target()] = true;
            edge.handlers().for_each(|handler| merge[handler] = true);
        }
        merge
    }

    /// The locations with several incoming edges, those with calls, and the first and last ones of the procedure. Every
    /// cycle of a program contains one of them, including cycles of recursion.
    pub fn cut_points(&self, other_exits: &[Location]) -> IndexVec<Location, bool> {
        let mut incoming = IndexVec::filled(0_u32, self.locations.len());
        let mut cut = IndexVec::filled(false, self.locations.len());
        incoming[self.entry] += 1;
        for edge in &self.edges {
            cut[edge.source()] |= edge.is_call();
            std::iter::once(edge.target()).chain(edge.handlers()).for_each(|target| incoming[target] += 1);
        }
        for &location in [self.entry, self.exit].iter().chain(other_exits) {
            cut[location] = true;
        }
        for (location, &count) in incoming.iter_enumerated() {
            cut[location] |= count > 1;
        }
        cut
    }

    /// The heads of loops: targets of edges that lead back to a location from which a depth-first search came. Every cycle
    /// passes through one of them.
    pub fn loop_heads(&self) -> IndexVec<Location, bool> {
        let mut is_head = IndexVec::filled(false, self.locations.len());
        let mut is_seen = is_head.clone();
        let mut is_open = is_head.clone();
        let targets = |location: Location| -> Vec<Location> {
            let edges = self.edges_from(location);
            edges.flat_map(|(_, edge)| std::iter::once(edge.target()).chain(edge.handlers())).collect()
        };
        let mut path = vec![(self.entry, targets(self.entry))];
        (is_seen[self.entry], is_open[self.entry]) = (true, true);
        while let Some((location, rest)) = path.last_mut() {
            let Some(next) = rest.pop() else {
                is_open[*location] = false;
                path.pop();
                continue;
            };
            is_head[next] |= is_open[next];
            if !std::mem::replace(&mut is_seen[next], true) {
                is_open[next] = true;
                path.push((next, targets(next)));
            }
        }
        is_head
    }

    /// The positions of locations in a weak topological order: a loop follows its head, and what comes after the loop follows all
    /// of it. (Bourdoncle, *Efficient chaotic iteration strategies with widenings*, 1993, section 3.)
    pub fn weak_order(&self) -> IndexVec<Location, usize> {
        let heads = self.loop_heads();
        let mut positions = IndexVec::filled(0, self.locations.len());
        let mut count = 0;
        let mut waiting: Vec<Vec<Location>> = vec![positions.indices().collect()];
        while let Some(part) = waiting.pop() {
            if let [location] = part[..] {
                positions[location] = count;
                count += 1;
                continue;
            }
            let mut vertices = IndexVec::filled(None, self.locations.len());
            part.iter().zip(0..).for_each(|(&location, vertex)| vertices[location] = Some(vertex));
            let mut edges = Vec::new();
            for edge in &self.edges {
                for target in std::iter::once(edge.target()).chain(edge.handlers()) {
                    if let (Some(from), Some(to)) = (vertices[edge.source()], vertices[target]) {
                        edges.push((from, to));
                    }
                }
            }
            // The last ones come first.
            for component in StrongComponents::new(part.len(), &edges).components {
                let mut locations: Vec<Location> = component.into_iter().map(|vertex| part[vertex as usize]).collect();
                locations.compact_sort();
                if locations.len() > 1 {
                    let head = locations.iter().position(|&location| heads[location]).unwrap_or(0);
                    let head = locations.remove(head);
                    waiting.push(locations);
                    waiting.push(vec![head]);
                } else {
                    waiting.push(locations);
                }
            }
        }
        positions
    }

    /// Solves backward data-flow equations: `at` holds the initial facts of each location, and is extended to the
    /// smallest sets with `before(edge, at) ⊆ at[source]` for every edge. Returns whether any set has grown.
    pub fn solve_backward(
        &self,
        at: &mut IndexVec<Location, FixedBitSet>,
        mut before: impl FnMut(&E, &IndexVec<Location, FixedBitSet>, &mut FixedBitSet),
    ) -> bool {
        let mut facts = FixedBitSet::new();
        let mut has_grown = false;
        loop {
            let mut changed = false;
            for edge in self.edges.iter().rev() {
                facts.clone_from(&at[edge.target()]);
                before(edge, at, &mut facts);
                if !facts.is_subset(&at[edge.source()]) {
                    at[edge.source()].union_with(&facts);
                    changed = true;
                }
            }
            if !changed {
                return has_grown;
            }
            has_grown = true;
        }
    }
}

impl<E: Transition + Clone, L: Clone> Cfa<E, L> {
    /// Removes unreachable locations, and numbers the others in reverse postorder of a depth-first search that takes
    /// the edges of a location in order. Exits are kept; unreachable ones come last. The edges need not be sorted.
    pub fn keep_reachable(&mut self, other_exits: &mut [Location]) {
        let mut edges = self.edges.as_slice().to_vec();
        edges.compact_sort_by_key(Transition::source);
        let mut number: IndexVec<Location, Option<Location>> = IndexVec::filled(None, self.locations.len());
        let mut kept = IndexVec::new();
        let order = reverse_postorder(&edges, self.locations.len(), self.entry);
        for &location in order.iter().chain(&[self.exit]).chain(other_exits.iter()) {
            if number[location].is_none() {
                number[location] = Some(kept.push(self.locations[location].clone()));
            }
        }
        let renumber = |location: &mut Location| *location = number[*location].unwrap_or(*location);
        // Targets of edges with a reachable source are reachable.
        edges.retain(|edge| number[edge.source()].is_some());
        edges.iter_mut().for_each(|edge| edge.for_each_location(renumber));
        edges.compact_sort_by_key(Transition::source);
        [&mut self.entry, &mut self.exit].into_iter().chain(other_exits).for_each(renumber);
        (self.edges, self.locations) = (edges.into_iter().collect(), kept);
    }
}

/// The positions of the edges that leave a location.
fn leaving<E: Transition>(edges: &[E], location: Location) -> std::ops::Range<usize> {
    let start = edges.partition_point(|edge| edge.source() < location);
    // Few edges leave a location.
    let count = edges[start..].iter().take_while(|edge| edge.source() == location).count();
    start..start + count
}

fn reverse_postorder<E: Transition>(edges: &[E], locations: usize, entry: Location) -> Vec<Location> {
    let successors = |location: Location| {
        // The edge visited last comes first in reverse postorder.
        let edges = &edges[leaving(edges, location)];
        edges.iter().flat_map(|edge| std::iter::once(edge.target()).chain(edge.handlers())).collect::<Vec<_>>()
    };
    let mut seen = IndexVec::<Location, bool>::filled(false, locations);
    seen[entry] = true;
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(entry))];
    while let Some((location, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if !std::mem::replace(&mut seen[next], true) => stack.push((next, successors(next))),
            Some(_) => {}
            None => {
                order.push(*location);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{FileId, Random};

    #[derive(Clone, Debug)]
    struct Plain(Location, Location);

    impl Transition for Plain {
        fn source(&self) -> Location {
            self.0
        }

        fn target(&self) -> Location {
            self.1
        }

        fn is_call(&self) -> bool {
            false
        }

        fn for_each_location(&mut self, visit: impl FnMut(&mut Location)) {
            [&mut self.0, &mut self.1].into_iter().for_each(visit);
        }
    }

    fn random_cfa(random: &mut Random) -> Cfa<Plain> {
        let count = 1 + random.below(8);
        let mut edges: Vec<Plain> = (0..random.below(14))
            .map(|_| Plain(Location::at(random.below(count)), Location::at(random.below(count))))
            .collect();
        edges.sort_by_key(|edge| edge.0);
        let span = Span { file: FileId(0), start: 0, end: 0 };
        Cfa {
            locations: (0..count).map(|_| span).collect(),
            edges: edges.into_iter().collect(),
            entry: Location(0),
            exit: Location::at(count - 1),
        }
    }

    #[test]
    fn every_cycle_passes_through_the_head_of_a_loop() {
        let mut random = Random::new(1);
        let mut loops = 0;
        for _ in 0..2_000 {
            let cfa = random_cfa(&mut random);
            let count = cfa.locations.len();
            let heads = cfa.loop_heads();
            // Without the heads, what is reachable can be taken away from its end on until nothing is left.
            let mut reached = IndexVec::filled(false, count);
            reached[cfa.entry] = true;
            for _ in 0..count {
                cfa.edges.iter().for_each(|edge| reached[edge.1] |= reached[edge.0]);
            }
            let mut left: Vec<Location> = reached.indices().filter(|&at| reached[at] && !heads[at]).collect();
            for _ in 0..count {
                let ends = |at: Location| !cfa.edges.iter().any(|edge| edge.0 == at && left.contains(&edge.1));
                left = left.iter().copied().filter(|&at| !ends(at)).collect();
            }
            assert!(left.is_empty(), "{cfa:?}: {heads:?}");
            loops += usize::from(heads.iter().any(|&head| head));
        }
        assert!(loops > 500, "{loops}");
    }

    #[test]
    fn loops_are_orders_of_their_own() {
        let mut random = Random::new(0x51ED_270B_9F4A_C3E1);
        for _ in 0..1_000 {
            let cfa = random_cfa(&mut random);
            let (heads, positions) = (cfa.loop_heads(), cfa.weak_order());
            let mut all: Vec<usize> = positions.iter().copied().collect();
            all.sort_unstable();
            assert_eq!(all, (0..cfa.locations.len()).collect::<Vec<_>>());
            let mut reaches: Vec<Vec<bool>> = vec![vec![false; all.len()]; all.len()];
            for _ in 0..all.len() {
                for Plain(from, to) in &cfa.edges {
                    for row in &mut reaches {
                        row[to.index()] |= row[from.index()];
                    }
                    reaches[from.index()][to.index()] = true;
                }
            }
            let is_reached = |at: Location| at == cfa.entry || reaches[cfa.entry.index()][at.index()];
            for Plain(from, to) in cfa.edges.iter().filter(|edge| is_reached(edge.0)) {
                assert!(positions[*from] < positions[*to] || heads[*to], "{cfa:?}: {positions:?}");
            }
            // Whatever stands between two locations of a loop belongs to it.
            for (a, b) in positions.indices().flat_map(|a| positions.indices().map(move |b| (a, b))) {
                if reaches[a.index()][b.index()] && reaches[b.index()][a.index()] {
                    let between = |at: &Location| positions[a] < positions[*at] && positions[*at] < positions[b];
                    for at in positions.indices().filter(between) {
                        assert!(
                            reaches[a.index()][at.index()] && reaches[at.index()][b.index()],
                            "{cfa:?}: {positions:?}"
                        );
                    }
                }
            }
        }
    }
}
