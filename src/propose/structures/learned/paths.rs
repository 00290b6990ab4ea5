//! Paths through regions: regions from which one part is cut out. Without them, structures cannot be folded above an object to which a variable
//! refers.
//!
//! A path is a sequence of steps, from a region to one of its parts, between regions that have each other as parts. Its arguments are the first
//! object, what of the arguments of the region its objects refer to, the first object of the part that is cut out, and those of the arguments of
//! this part that are objects on the path. Of the path in a doubly linked list, the latter is the last object on it.
//!
//! - laws: what the predicates of regions derive stays the same.

use super::{Call, Predicate, Rule, Value, Variable};
use program::objects::ClassId;

/// Steps of paths.
const STEPS: usize = 40;
/// Kinds of paths.
const PATHS: usize = 8;
/// Rules of all paths.
const RULES: usize = 120;

/// An argument of the part that is cut out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passed {
    Null,
    /// An argument of the region, or its first object.
    Given(usize),
    /// An object on the path, by number.
    Own(usize),
}

/// A kind of path.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Kind {
    from: usize,
    to: usize,
    /// The arguments of the region to whose objects it refers.
    used: Vec<usize>,
    passed: Vec<Passed>,
}

impl Kind {
    fn own(&self) -> usize {
        self.passed
            .iter()
            .map(|passed| if let Passed::Own(number) = passed { number + 1 } else { 0 })
            .max()
            .unwrap_or(0)
    }
}

/// A part of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    /// A rule of a region without one of its calls.
    Step { from: usize, rule: usize, call: usize },
    /// A path, by its number.
    Path(usize),
}

/// The paths through regions, whose predicates come after those of regions, and get rules with paths; `None` if there are too many of them.
pub(super) fn add_paths(regions: &mut [Predicate]) -> Option<Vec<Predicate>> {
    let mut search = Search { regions, kinds: Vec::new() };
    let steps = search.steps();
    (steps.len() <= STEPS).then_some(())?;
    let mut before = usize::MAX;
    while before != search.kinds.len() {
        before = search.kinds.len();
        for (one, other) in search.pairs(&steps) {
            let (kind, _) = search.compose(&[one, other]);
            if !search.kinds.contains(&kind) {
                search.kinds.push(kind);
            }
            (search.kinds.len() <= PATHS).then_some(())?;
        }
    }
    let mut paths: Vec<Predicate> = search.kinds.iter().map(|kind| search.predicate(kind)).collect();
    let mut add = |kind: &Kind, rule: Rule| {
        if let Some(number) = search.kinds.iter().position(|known| known == kind) {
            paths[number].rules.push(rule);
        }
    };
    for &step in &steps {
        let (kind, rule) = search.compose(&[step]);
        add(&kind, rule);
    }
    for (one, other) in search.pairs(&steps) {
        let (kind, rule) = search.compose(&[one, other]);
        // A path may be this step, unless the last object on it is an argument: then it must be possible to see it.
        let is_covered = match other {
            Piece::Step { .. } => search.kinds.contains(&search.compose(&[other]).0),
            Piece::Path(_) => false,
        };
        if !is_covered || matches!(one, Piece::Path(_)) && kind.own() > 0 {
            add(&kind, rule);
        }
    }
    let count: usize = paths.iter().map(|path| path.rules.len()).sum();
    (count <= RULES).then_some(())?;
    let more: Vec<(usize, Rule)> = (0..search.kinds.len()).map(|number| search.filled(number)).collect();
    for (region, rule) in more {
        regions[region].rules.push(rule);
    }
    Some(paths)
}

struct Search<'a> {
    regions: &'a [Predicate],
    kinds: Vec<Kind>,
}

impl Search<'_> {
    /// The steps between regions that have each other as parts.
    fn steps(&self) -> Vec<Piece> {
        let parts = |region: usize| self.regions[region].rules.iter().flat_map(|rule| &rule.calls);
        let leads = |from: usize, to: usize| {
            let (mut seen, mut open) = (Vec::new(), vec![from]);
            while let Some(region) = open.pop() {
                if region == to {
                    return true;
                }
                if !seen.contains(&region) {
                    seen.push(region);
                    open.extend(parts(region).map(|call| call.predicate));
                }
            }
            false
        };
        let mut steps = Vec::new();
        for (from, region) in self.regions.iter().enumerate() {
            for (number, rule) in region.rules.iter().enumerate() {
                let back = (0..rule.calls.len()).filter(|&call| leads(rule.calls[call].predicate, from));
                steps.extend(back.map(|call| Piece::Step { from, rule: number, call }));
            }
        }
        steps
    }

    fn ends(&self, piece: Piece) -> (usize, usize) {
        match piece {
            Piece::Step { from, rule, call } => (from, self.regions[from].rules[rule].calls[call].predicate),
            Piece::Path(number) => (self.kinds[number].from, self.kinds[number].to),
        }
    }

    /// All pieces that can follow each other.
    fn pairs(&self, steps: &[Piece]) -> Vec<(Piece, Piece)> {
        let pieces = || steps.iter().copied().chain((0..self.kinds.len()).map(Piece::Path));
        let after = |one: Piece| pieces().filter(move |&other| self.ends(one).1 == self.ends(other).0);
        pieces().flat_map(|one| after(one).map(move |other| (one, other))).collect()
    }

    /// What pieces that follow each other are together, and the rule for it.
    fn compose(&self, pieces: &[Piece]) -> (Kind, Rule) {
        let ends = pieces.first().zip(pieces.last()).map(|(&first, &last)| (self.ends(first).0, self.ends(last).1));
        let (from, to) = ends.unwrap_or_default();
        let rank = self.regions[from].classes.len();
        let mut rule = Rule::default();
        let mut next = rank;
        let mut arguments: Vec<Value> = (0..rank).map(Some).collect();
        for &piece in pieces {
            arguments = self.place(piece, &arguments, &mut next, &mut rule);
        }
        let mut copy = rule.clone();
        let occurring: Vec<Variable> = copy.values_mut().filter_map(|value| *value).collect();
        let used: Vec<usize> = (1..rank).filter(|argument| occurring.contains(argument)).collect();
        let mut own: Vec<Variable> = Vec::new();
        let passed = arguments.iter().skip(1).map(|&argument| match argument {
            None => Passed::Null,
            Some(given) if given < rank => Passed::Given(given),
            Some(object) => Passed::Own(own.iter().position(|&known| known == object).unwrap_or_else(|| {
                own.push(object);
                own.len() - 1
            })),
        });
        let kind = Kind { from, to, passed: passed.collect(), used };
        let first = std::iter::once(0).chain(kind.used.iter().copied()).chain(arguments.first().copied().flatten());
        let first: Vec<Variable> = first.chain(own).collect();
        (kind, rule.renumbered(&first))
    }

    /// Adds a piece whose region has these arguments; returns those of the part that is cut out.
    fn place(&self, piece: Piece, given: &[Value], next: &mut Variable, rule: &mut Rule) -> Vec<Value> {
        match piece {
            Piece::Step { from, rule: number, call } => {
                let step = &self.regions[from].rules[number];
                let (rank, start) = (given.len(), *next);
                *next += step.bound().saturating_sub(rank);
                let mut placed = step.mapped(|variable| match given.get(variable) {
                    Some(&value) => value,
                    None => Some(variable - rank + start),
                });
                let hole = placed.calls.remove(call);
                rule.objects.extend(placed.objects);
                rule.calls.extend(placed.calls);
                hole.arguments
            }
            Piece::Path(number) => {
                let kind = &self.kinds[number];
                let hole = *next;
                *next += 1 + kind.own();
                let used = kind.used.iter().map(|&argument| given[argument]);
                let arguments = std::iter::once(given[0]).chain(used).chain((hole..*next).map(Some)).collect();
                rule.calls.push(Call { predicate: self.regions.len() + number, arguments });
                let passed = kind.passed.iter().map(|&passed| match passed {
                    Passed::Null => None,
                    Passed::Given(argument) => given[argument],
                    Passed::Own(number) => Some(hole + 1 + number),
                });
                std::iter::once(Some(hole)).chain(passed).collect()
            }
        }
    }

    /// A region as a path with the part that is cut out of it.
    fn filled(&self, number: usize) -> (usize, Rule) {
        let Kind { from, to, .. } = self.kinds[number];
        let rank = self.regions[from].classes.len();
        let given: Vec<Value> = (0..rank).map(Some).collect();
        let mut rule = Rule::default();
        let arguments = self.place(Piece::Path(number), &given, &mut { rank }, &mut rule);
        rule.calls.push(Call { predicate: to, arguments });
        (from, rule.renumbered(&Vec::from_iter(0..rank)))
    }

    /// The predicate of a kind of path, without rules.
    fn predicate(&self, kind: &Kind) -> Predicate {
        let [from, to] = [kind.from, kind.to].map(|region| &self.regions[region]);
        let mut classes: Vec<ClassId> = vec![from.classes[0]];
        classes.extend(kind.used.iter().map(|&argument| from.classes[argument]));
        classes.push(to.classes[0]);
        for number in 0..kind.own() {
            let position = kind.passed.iter().position(|&passed| passed == Passed::Own(number));
            classes.extend(position.map(|position| to.classes[1 + position]));
        }
        let used = kind.used.iter().map(|&argument| from.arguments[argument].as_str());
        let arguments = std::iter::once("x").chain(used).chain(["y"]).chain((0..kind.own()).map(|_| "last"));
        let arguments = arguments.map(str::to_owned).collect();
        Predicate { name: format!("{}_path", from.name), arguments, classes, rules: Vec::new() }
    }
}
