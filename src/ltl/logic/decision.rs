//! Why a formula is true or false on a run: the states that decide it, and what is so for ever.

use super::definition::{Tail, TruthOnRun};
use super::formula::{Binary, Formula, FormulaId, Formulas, Unary};
use super::truth::Truth;

/// A part of a formula at a position of a run, whose truth is needed for that of the whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The part.
    pub formula: FormulaId,
    /// The position.
    pub at: usize,
    /// Whether it is true there.
    pub is_true: bool,
    /// Whether the only one of its parts has its truth value in every state from the position on, around the cycle of the run. Its decision
    /// is that in the first state of the cycle, or at the position if that is on the cycle.
    pub is_for_ever: bool,
    /// An operand with its truth value in all states from the position on, up to those of the parts: `a` of `a U b`.
    pub before: Option<(FormulaId, bool)>,
    /// The decisions that suffice for this one, in the order of the operands; none if the state itself decides.
    pub parts: Vec<usize>,
}

/// Why a formula has its truth value at the start of a run. The first decision is that of the whole formula.
///
/// Law: a decision follows from its parts, from what is so [before](Decision::before) and [for ever](Decision::is_for_ever), whatever its
/// operands are elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decisions {
    all: Vec<Decision>,
    /// For each the number of steps until its position, around the cycle as often as needed.
    times: Vec<usize>,
}

/// An operand with its truth value.
type Wanted = (FormulaId, bool);

/// How a part is decided: by operands at a position, or by one that is so for ever.
enum How {
    Operands { at: usize, before: Option<Wanted>, operands: Vec<Wanted> },
    ForEver(FormulaId),
}

/// Which of some operands must have their values in a state that decides.
#[derive(Clone, Copy)]
enum Needed {
    Some,
    All,
}

impl Decisions {
    /// Why a formula is true or false on a run of `length` states; `None` if it is neither.
    pub fn new(formulas: &Formulas, root: FormulaId, length: usize, tail: Tail, truth: &TruthOnRun) -> Option<Self> {
        let decision = |formula, at, is_true| {
            let (is_for_ever, before, parts) = (false, None, Vec::new());
            Decision { formula, at, is_true, is_for_ever, before, parts }
        };
        let search = Search { formulas, length, tail, truth };
        let mut all = vec![decision(root, 0, definite(truth.of(root, 0))?)];
        let mut times = vec![0];
        let mut next = 0;
        while let Some(Decision { formula, at, is_true, .. }) = all.get(next).cloned() {
            let (there, before, operands, is_for_ever) = match search.how(formula, at, is_true) {
                How::Operands { at, before, operands } => (at, before, operands, false),
                How::ForEver(part) => {
                    let first = match tail {
                        Tail::Repeats(start) => at.max(start),
                        Tail::Stutters | Tail::Cut => length - 1,
                    };
                    (first, None, vec![(part, is_true)], true)
                }
            };
            (all[next].before, all[next].is_for_ever) = (before, is_for_ever);
            for (part, is_true) in operands {
                let number = all.len();
                all[next].parts.push(number);
                all.push(decision(part, there, is_true));
                times.push(times[next] + search.steps(at, there));
            }
            next += 1;
        }
        Some(Self { all, times })
    }

    /// All decisions, each before those that suffice for it.
    pub fn all(&self) -> &[Decision] {
        &self.all
    }

    /// The position at which the truth of the whole is settled: the last one of a state that is needed. If only what is so for ever is
    /// needed, the position of the first reason for that.
    pub fn position(&self) -> usize {
        self.settled(0).unwrap_or_else(|| {
            let for_ever = self.all.iter().find(|decision| decision.is_for_ever);
            let operand = for_ever.map_or(0, |decision| decision.parts[0]);
            self.settled(operand).unwrap_or(self.all[operand].at)
        })
    }

    /// The position of the last state that a decision needs, other than for what is so for ever.
    fn settled(&self, root: usize) -> Option<usize> {
        let mut last: Option<usize> = None;
        let mut open = vec![root];
        while let Some(number) = open.pop() {
            let decision = &self.all[number];
            if decision.is_for_ever {
                continue;
            }
            open.extend(&decision.parts);
            if decision.parts.is_empty() && last.is_none_or(|last| self.times[number] > self.times[last]) {
                last = Some(number);
            }
        }
        last.map(|number| self.all[number].at)
    }
}

/// True or false.
fn definite(truth: Truth) -> Option<bool> {
    match truth {
        Truth::True => Some(true),
        Truth::False => Some(false),
        Truth::Unknown => None,
    }
}

struct Search<'a> {
    formulas: &'a Formulas,
    length: usize,
    tail: Tail,
    truth: &'a TruthOnRun,
}

impl Search<'_> {
    /// How a part that is true or false at a position is decided.
    fn how(&self, formula: FormulaId, at: usize, is_true: bool) -> How {
        use Needed::{All, Some as Any};
        let here = |operands| How::Operands { at, before: None, operands };
        match self.formulas.formula(formula) {
            Formula::True | Formula::False | Formula::Atom(_) => here(Vec::new()),
            Formula::Unary(Unary::Not, a) => here(vec![(a, !is_true)]),
            Formula::Unary(Unary::Next, a) => {
                How::Operands { at: self.next(at).unwrap_or(at), before: None, operands: vec![(a, is_true)] }
            }
            Formula::Unary(Unary::Finally, a) if is_true => self.first(at, Any, &[(a, true)], (a, false)),
            Formula::Unary(Unary::Globally, a) if !is_true => self.first(at, Any, &[(a, false)], (a, true)),
            Formula::Unary(Unary::Finally | Unary::Globally, a) => How::ForEver(a),
            Formula::Binary(operator, a, b) => match (operator, is_true) {
                (Binary::And, true) => here(vec![(a, true), (b, true)]),
                (Binary::And, false) => here(self.those(at, &[(a, false), (b, false)])),
                (Binary::Or, true) => here(self.one(at, &[(a, true), (b, true)])),
                (Binary::Or, false) => here(vec![(a, false), (b, false)]),
                (Binary::Implies, true) => here(self.one(at, &[(a, false), (b, true)])),
                (Binary::Implies, false) => here(vec![(a, true), (b, false)]),
                (Binary::Iff, _) => {
                    let value = |f| definite(self.truth.of(f, at)).map(|is_true| (f, is_true));
                    here([a, b].into_iter().filter_map(value).collect())
                }
                (Binary::Until, true) => self.first(at, Any, &[(b, true)], (a, true)),
                (Binary::Until, false) => self.first(at, All, &[(a, false), (b, false)], (b, false)),
                (Binary::Release, true) => self.first(at, All, &[(a, true), (b, true)], (b, true)),
                (Binary::Release, false) => self.first(at, Any, &[(b, false)], (a, false)),
                (Binary::WeakUntil, true) => self.first(at, Any, &[(b, true)], (a, true)),
                (Binary::WeakUntil, false) => self.first(at, All, &[(a, false), (b, false)], (b, false)),
                (Binary::StrongRelease, true) => self.first(at, All, &[(a, true), (b, true)], (b, true)),
                (Binary::StrongRelease, false) => self.first(at, Any, &[(b, false)], (a, false)),
            },
        }
    }

    fn next(&self, at: usize) -> Option<usize> {
        if at + 1 < self.length { Some(at + 1) } else { self.tail.next(self.length) }
    }

    /// The number of steps from one position to another one that the run comes to.
    fn steps(&self, from: usize, to: usize) -> usize {
        let back = self.tail.next(self.length).unwrap_or(0);
        if to >= from { to - from } else { self.length - from + to.saturating_sub(back) }
    }

    /// The first position from one on at which operands decide, up to which `before` has its value; if there is none, that is so for ever.
    fn first(&self, at: usize, needed: Needed, wanted: &[Wanted], before: Wanted) -> How {
        let mut seen = vec![false; self.length];
        let mut position = Some(at);
        while let Some(here) = position.filter(|&here| !std::mem::replace(&mut seen[here], true)) {
            let operands = self.those(here, wanted);
            let decides = match needed {
                Needed::Some => !operands.is_empty(),
                Needed::All => operands.len() == wanted.len(),
            };
            if decides {
                return How::Operands { at: here, before: Some(before), operands };
            }
            position = self.next(here);
        }
        How::ForEver(before.0)
    }

    /// Those of some operands that have these values.
    fn those(&self, at: usize, wanted: &[Wanted]) -> Vec<Wanted> {
        let has = |&&(formula, is_true): &&Wanted| definite(self.truth.of(formula, at)) == Some(is_true);
        wanted.iter().filter(has).copied().collect()
    }

    /// The first of some operands that has its value.
    fn one(&self, at: usize, wanted: &[Wanted]) -> Vec<Wanted> {
        self.those(at, wanted).into_iter().take(1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Proposition;
    use base::Random;

    /// Propositions are these lines.
    const LINES: [u32; 3] = [1, 2, 3];

    /// A run that is known: which propositions hold at each position, and where it repeats itself.
    struct Lasso {
        holds: Vec<Vec<bool>>,
        start: usize,
    }

    impl Lasso {
        /// The positions from one on, each at least twice if it is on the cycle.
        fn from(&self, at: usize) -> Vec<usize> {
            let cycle = self.start..self.holds.len();
            (at..self.holds.len()).chain(cycle.clone()).chain(cycle).collect()
        }

        /// The meaning of formulas, as a textbook has it; `given` may replace the truth of a formula at a position.
        fn satisfies(&self, f: &Formulas, formula: FormulaId, at: usize, given: Given<'_>) -> bool {
            let holds = |part, at| given(part, at).unwrap_or_else(|| self.satisfies(f, part, at, given));
            let ways = self.from(at);
            let next = ways[1];
            let eventually = |a: &dyn Fn(usize) -> bool| ways.iter().any(|&j| a(j));
            let until = |a: &dyn Fn(usize) -> bool, b: &dyn Fn(usize) -> bool| {
                (0..ways.len()).any(|n| b(ways[n]) && ways[..n].iter().all(|&j| a(j)))
            };
            match f.formula(formula) {
                Formula::True => true,
                Formula::False => false,
                Formula::Atom(p) => self.holds[at][p.0 as usize],
                Formula::Unary(Unary::Not, a) => !holds(a, at),
                Formula::Unary(Unary::Next, a) => holds(a, next),
                Formula::Unary(Unary::Finally, a) => eventually(&|j| holds(a, j)),
                Formula::Unary(Unary::Globally, a) => !eventually(&|j| !holds(a, j)),
                Formula::Binary(operator, a, b) => {
                    let (a, b) = (|j| holds(a, j), |j| holds(b, j));
                    match operator {
                        Binary::And => a(at) && b(at),
                        Binary::Or => a(at) || b(at),
                        Binary::Implies => !a(at) || b(at),
                        Binary::Iff => a(at) == b(at),
                        Binary::Until => until(&a, &b),
                        Binary::Release => !until(&|j| !a(j), &|j| !b(j)),
                        Binary::WeakUntil => until(&a, &b) || !eventually(&|j| !a(j)),
                        Binary::StrongRelease => until(&b, &|j| a(j) && b(j)),
                    }
                }
            }
        }
    }

    type Given<'g> = &'g dyn Fn(FormulaId, usize) -> Option<bool>;

    fn random_formula(formulas: &mut Formulas, random: &mut Random, depth: u32) -> FormulaId {
        use Binary::{And, Iff, Implies, Or, Release, StrongRelease, Until, WeakUntil};
        if depth == 0 || random.below(5) == 0 {
            let line = *random.one_of(&LINES);
            return formulas.atom(Proposition::At { file: None, line });
        }
        match random.below(3) {
            0 => {
                let a = random_formula(formulas, random, depth - 1);
                let operator = *random.one_of(&[Unary::Not, Unary::Next, Unary::Finally, Unary::Globally]);
                formulas.unary(operator, a)
            }
            _ => {
                let [a, b] = [0, 1].map(|_| random_formula(formulas, random, depth - 1));
                let operator = *random.one_of(&[And, Or, Implies, Iff, Until, Release, WeakUntil, StrongRelease]);
                formulas.binary(operator, a, b)
            }
        }
    }

    /// A random formula on a random run, with why it is true or false there.
    fn sample(seed: u64) -> (Formulas, Lasso, Decisions, Random) {
        let mut random = Random::new(seed);
        let mut formulas = Formulas::new();
        for line in LINES {
            formulas.intern_proposition(Proposition::At { file: None, line });
        }
        let root = random_formula(&mut formulas, &mut random, 4);
        let length = random.below(5) + 1;
        let start = random.below(length);
        let mut state = || LINES.iter().map(|_| random.below(2) == 0).collect();
        let lasso = Lasso { holds: (0..length).map(|_| state()).collect(), start };
        let label = |at: usize, p: crate::logic::PropositionId| Truth::from(lasso.holds[at][p.0 as usize]);
        let tail = Tail::Repeats(start);
        let truth = formulas.truth_on_run(root, length, tail, label);
        let decisions = Decisions::new(&formulas, root, length, tail, &truth).expect("everything is known");
        (formulas, lasso, decisions, random)
    }

    #[test]
    fn decisions_are_true_by_definition() {
        for seed in 0..2_000 {
            let (formulas, lasso, decisions, _) = sample(seed);
            for Decision { formula, at, is_true, is_for_ever, before, parts } in decisions.all() {
                let holds = |part, at| lasso.satisfies(&formulas, part, at, &|_, _| None);
                assert_eq!(holds(*formula, *at), *is_true, "{seed}: {} at {at}", formulas.display(*formula));
                if *is_for_ever {
                    let part = decisions.all()[parts[0]].formula;
                    assert!(lasso.from(*at).into_iter().all(|j| holds(part, j) == *is_true), "{seed}");
                }
                if let &Some((operand, is_true)) = before {
                    let there = decisions.all()[parts[0]].at;
                    let mut way = lasso.from(*at).into_iter().take_while(|&j| j != there);
                    assert!(way.all(|j| holds(operand, j) == is_true), "{seed}");
                }
            }
        }
    }

    #[test]
    fn decisions_follow_from_their_parts() {
        for seed in 0..1_000 {
            let (formulas, lasso, decisions, mut random) = sample(seed);
            for decision in decisions.all().iter().filter(|decision| !decision.parts.is_empty()) {
                let parts: Vec<&Decision> = decision.parts.iter().map(|&part| &decisions.all()[part]).collect();
                let way: Vec<usize> = lasso.from(decision.at).into_iter().take_while(|&j| j != parts[0].at).collect();
                // Operands are anything where nothing is said of them.
                let noise: Vec<bool> = (0..97).map(|_| random.below(2) == 0).collect();
                let given = |operand: FormulaId, at: usize| {
                    let part = parts.iter().find(|part| part.formula == operand && part.at == at);
                    let before = decision.before.filter(|&(part, _)| part == operand && way.contains(&at));
                    let for_ever = (decision.is_for_ever && parts[0].formula == operand)
                        .then_some(decision.is_true)
                        .filter(|_| lasso.from(decision.at).contains(&at));
                    let said = part.map(|part| part.is_true).or(before.map(|(_, is_true)| is_true)).or(for_ever);
                    Some(said.unwrap_or_else(|| noise[(operand.0 as usize * 7 + at) % noise.len()]))
                };
                assert_eq!(
                    lasso.satisfies(&formulas, decision.formula, decision.at, &given),
                    decision.is_true,
                    "{seed}"
                );
            }
        }
    }
}
