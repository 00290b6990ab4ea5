//! Counters: differences of numbers that only get smaller.
//!
//! A loop over a counter comes to an end because the counter comes nearer to a bound, and its type has finitely many numbers. This
//! holds as long as no result wraps around; that the bound is tested again and again excludes it.
//!
//! Only of edges that test the bound, *guarded* ones, it is claimed that they are taken finitely often: what is known of a difference is
//! known from the first test on.

use super::ranking::{Measure, NodeSet, Quantity, Rank, SizedEdge, SizedGraph};

/// A number of a state plus a constant; without a number, the constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The number.
    pub number: Option<u32>,
    /// The constant.
    pub constant: i64,
}

/// What one way to take a transition does to numbers, and says of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arithmetic {
    /// The numbers of the target, as numbers of the source; `None` if nothing is known. A number is this term if the term is in its
    /// range, otherwise any other one.
    pub values: Vec<Option<Term>>,
    /// The transition is taken only if the first of two terms of the source is at least the second one.
    pub guards: Vec<(Term, Term)>,
}

/// The least and the greatest value of each number of a state; `None` if it is not followed.
pub type Ranges = Vec<Option<(i64, i64)>>;

/// One number minus another one; 0 stands for those that are missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The first number.
    pub upper: Option<u32>,
    /// The second number.
    pub lower: Option<u32>,
}

/// More differences are not tried on one part of a graph.
const TRIED: usize = 32;
/// Rounds in which upper bounds are found: a value is computed and then converted.
const UPPER_ROUNDS: usize = 4;
/// Larger changes are not looked at, so that sums of them stay small.
const LARGEST: i64 = 1 << 40;

impl Difference {
    /// This difference after a transition, as one before it and a constant.
    fn before(self, arithmetic: &Arithmetic) -> Option<(Self, i128)> {
        let [upper, lower] = self.terms(arithmetic)?;
        let constant = i128::from(upper.constant) - i128::from(lower.constant);
        let [upper, lower] = if upper.number == lower.number { [None; 2] } else { [upper.number, lower.number] };
        Some((Self { upper, lower }, constant))
    }

    /// Both numbers after a transition, as terms of the source.
    fn terms(self, arithmetic: &Arithmetic) -> Option<[Term; 2]> {
        let term = |number: Option<u32>| match number {
            Some(number) => *arithmetic.values.get(number as usize)?,
            None => Some(Term { number: None, constant: 0 }),
        };
        Some([term(self.upper)?, term(self.lower)?])
    }

    /// What a transition says at least of this difference before it.
    fn guarded(self, arithmetic: &Arithmetic) -> Option<i128> {
        let is_this = |(upper, lower): &&(Term, Term)| upper.number == self.upper && lower.number == self.lower;
        let guards = arithmetic.guards.iter().filter(is_this);
        guards.map(|(upper, lower)| i128::from(lower.constant) - i128::from(upper.constant)).max()
    }

    /// Whether each way along an edge says something of this difference at its source.
    fn is_guarded(self, edge: &SizedEdge) -> bool {
        !edge.arithmetic.is_empty() && edge.arithmetic.iter().all(|way| self.guarded(way).is_some())
    }
}

/// The least and the greatest value that something may have.
type Bounds = (i128, i128);

/// The differences of a measure, with what is known of them in runs that have taken guarded edges and stay in a part.
struct Bounded<'a> {
    graph: &'a SizedGraph,
    measure: &'a Measure,
    /// By position of a node.
    bounds: Vec<Bounds>,
}

impl<'a> Bounded<'a> {
    /// First, lower bounds by types only. Upper bounds are sound in each round: those of one hold after one more step than those of the
    /// round before. Lower bounds hold after the first guarded edge, by induction over the steps from there on.
    fn new(graph: &'a SizedGraph, measure: &'a Measure, part: &[u32]) -> Option<Self> {
        let ranks = &measure.ranks;
        let mut this = Self { graph, measure, bounds: Vec::new() };
        let types: Vec<Bounds> = ranks.iter().map(|&(node, _)| this.of_type(node)).collect::<Option<_>>()?;
        this.bounds.clone_from(&types);
        for _ in 0..UPPER_ROUNDS {
            let mut highest: Vec<Option<i128>> = vec![None; ranks.len()];
            this.follow(part, |_, target, (_, high)| highest[target] = highest[target].max(Some(high)))?;
            for (bounds, highest) in this.bounds.iter_mut().zip(highest) {
                bounds.1 = highest.map_or(bounds.1, |highest| highest.min(bounds.1));
            }
        }
        // Lower bounds fall until they hold along all edges; those that fall on and on are those of the types.
        let mut reached = vec![false; ranks.len()];
        for round in 0.. {
            let mut found: Vec<(usize, i128)> = Vec::new();
            this.follow(part, |source, target, (low, _)| {
                if source.is_none_or(|source| reached[source]) {
                    found.push((target, low));
                }
            })?;
            let mut changed = false;
            for (target, low) in found {
                if !reached[target] || low < this.bounds[target].0 {
                    let low = if round > ranks.len() { types[target].0 } else { low.max(types[target].0) };
                    changed |= !reached[target] || low < this.bounds[target].0;
                    reached[target] = true;
                    this.bounds[target].0 = low;
                }
            }
            if !changed {
                break;
            }
        }
        reached.iter().all(|&reached| reached).then_some(this)
    }

    /// Tells for each way along each edge of a part what it means for the target; without source if the way is guarded.
    fn follow(&self, part: &[u32], mut tell: impl FnMut(Option<usize>, usize, Bounds)) -> Option<()> {
        for &edge in part {
            let edge = &self.graph.edges[edge as usize];
            let ((source, is), (target, _)) = (self.at(edge.source)?, self.at(edge.target)?);
            for way in &edge.arithmetic {
                let before = self.before(edge, way)?;
                let after = match self.change(edge, way, before) {
                    Some(change) => (before.0 + change, before.1 + change),
                    None => self.of_type(edge.target)?,
                };
                tell(Some(source).filter(|_| !is.is_guarded(edge)), target, after);
            }
        }
        Some(())
    }

    /// The position of a node, and its difference.
    fn at(&self, node: u32) -> Option<(usize, Difference)> {
        let at = self.measure.ranks.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some((at, self.measure.ranks[at].1.quantity.difference()?))
    }

    /// The bounds of the difference at a node by its types.
    fn of_type(&self, node: u32) -> Option<Bounds> {
        let (_, Difference { upper, lower }) = self.at(node)?;
        let (upper, lower) = (self.graph.range(node, upper)?, self.graph.range(node, lower)?);
        Some((upper.0 - lower.1, upper.1 - lower.0))
    }

    /// The bounds of the difference at the source when an edge is taken in some way.
    fn before(&self, edge: &SizedEdge, way: &Arithmetic) -> Option<Bounds> {
        let (source, difference) = self.at(edge.source)?;
        let (low, high) = self.bounds[source];
        Some(match difference.guarded(way) {
            // The first guard is all that is known.
            Some(guarded) if difference.is_guarded(edge) => (guarded, high),
            Some(guarded) => (guarded.max(low), high),
            None => (low, high),
        })
    }

    /// By how much the difference changes along one way to take an edge, if it has these bounds before and no result wraps around on
    /// which it depends.
    fn change(&self, edge: &SizedEdge, way: &Arithmetic, (low, high): Bounds) -> Option<i128> {
        let ((_, is), (_, after)) = (self.at(edge.source)?, self.at(edge.target)?);
        let (_, change) = after.before(way).filter(|(before, _)| *before == is)?;
        let [upper, lower] = after.terms(way)?;
        let [of_upper, of_lower] = [upper, lower].map(|term| self.graph.range(edge.source, term.number));
        let (of_upper, of_lower) = (of_upper?, of_lower?);
        // The bounds say how far one number is from the other one, unless both are the same.
        let (low, high) = if upper.number == lower.number { (0, 0) } else { (low, high) };
        let of_upper = (of_upper.0.max(of_lower.0 + low), of_upper.1.min(of_lower.1 + high));
        let of_lower = (of_lower.0.max(of_upper.0 - high), of_lower.1.min(of_upper.1 - low));
        let fits = |(term, of): (Term, Bounds), into: Bounds| {
            let constant = i128::from(term.constant);
            of.0 + constant >= into.0 && of.1 + constant <= into.1
        };
        let (into_upper, into_lower) =
            (self.graph.range(edge.target, after.upper)?, self.graph.range(edge.target, after.lower)?);
        (fits((upper, of_upper), into_upper) && fits((lower, of_lower), into_lower)).then_some(change)
    }

    /// By how much the measure may grow along an edge, at most.
    fn growth(&self, edge: &SizedEdge) -> Option<i64> {
        let changes = edge.arithmetic.iter().map(|way| self.change(edge, way, self.before(edge, way)?));
        let most = changes.collect::<Option<Vec<i128>>>()?.into_iter().max()?;
        let [before, after] = [edge.source, edge.target].map(|node| self.measure.rank(node));
        let growth = most + i128::from(after?.constant) - i128::from(before?.constant);
        i64::try_from(growth).ok().filter(|growth| growth.abs() < LARGEST)
    }
}

impl SizedGraph {
    /// The range of a number at a node.
    fn range(&self, node: u32, number: Option<u32>) -> Option<Bounds> {
        let Some(number) = number else { return Some((0, 0)) };
        let &(least, greatest) = self.ranges[node as usize].get(number as usize)?.as_ref()?;
        Some((i128::from(least), i128::from(greatest)))
    }

    /// By how much a measure of differences may grow along each edge of a part, at most, in a run that takes guarded edges. `None` if
    /// there is no limit.
    pub(super) fn difference_growth(&self, measure: &Measure, part: &[u32]) -> Option<Vec<i64>> {
        let bounded = Bounded::new(self, measure, part)?;
        part.iter().map(|&edge| bounded.growth(&self.edges[edge as usize])).collect()
    }

    /// Those of some edges that say something of the difference of a measure.
    pub(super) fn guarded(&self, measure: &Measure, part: &[u32]) -> Vec<u32> {
        let is_guarded = |&edge: &u32| {
            let edge = &self.edges[edge as usize];
            let difference = measure.rank(edge.source).and_then(|rank| rank.quantity.difference());
            difference.is_some_and(|difference| difference.is_guarded(edge))
        };
        part.iter().copied().filter(is_guarded).collect()
    }

    /// Measures of differences on a strongly connected part, with the same constant everywhere: one for each guard that no earlier one covers.
    pub(super) fn differences(&self, part: &[u32]) -> Vec<Measure> {
        let (nodes, ends) = NodeSet::with_ends(self, part);
        let mut into: Vec<Vec<(u32, u32)>> = vec![Vec::new(); nodes.0.len()];
        for (&edge, &(source, target)) in part.iter().zip(&ends) {
            into[target as usize].push((source, edge));
        }
        let mut tried: Vec<Vec<Option<Difference>>> = Vec::new();
        let mut found = Vec::new();
        for (&edge, &(source, _)) in part.iter().zip(&ends) {
            for (upper, lower) in self.edges[edge as usize].arithmetic.iter().flat_map(|way| &way.guards) {
                let guarded = Difference { upper: upper.number, lower: lower.number };
                if tried.len() == TRIED || tried.iter().any(|known| known[source as usize] == Some(guarded)) {
                    continue;
                }
                let mut known: Vec<Option<Difference>> = vec![None; nodes.0.len()];
                known[source as usize] = Some(guarded);
                if self.spread(&into, source, &mut known) {
                    // It reads better with its bound.
                    let bound = if upper.number.is_none() { upper.constant } else { 0 };
                    let constant = if bound.abs() < LARGEST { bound } else { 0 };
                    let rank = |(&node, &difference): (&u32, &Option<Difference>)| {
                        Some((node, Rank { quantity: Quantity::Difference(difference?), constant }))
                    };
                    let ranks = nodes.0.iter().zip(&known).filter_map(rank).collect();
                    found.push(Measure { ranks, decreasing: Vec::new() });
                }
                tried.push(known);
            }
        }
        found
    }

    /// Finds what a difference that is known at one node is before it, along the edges into each node; returns whether that is one
    /// difference for each node.
    fn spread(&self, into: &[Vec<(u32, u32)>], start: u32, known: &mut [Option<Difference>]) -> bool {
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            for &(source, edge) in &into[node as usize] {
                let ways = self.edges[edge as usize].arithmetic.iter();
                let ways = ways.map(|way| known[node as usize]?.before(way)).collect::<Option<Vec<_>>>();
                let Some([(before, _), others @ ..]) = ways.as_deref() else { return false };
                if others.iter().any(|way| way.0 != *before) {
                    return false;
                }
                match &mut known[source as usize] {
                    Some(other) if other != before => return false,
                    Some(_) => {}
                    new => {
                        *new = Some(*before);
                        open.push(source);
                    }
                }
            }
        }
        true
    }
}
