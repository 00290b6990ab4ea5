//! The three-valued meaning of formulas on one run, by definition: for replaying runs and testing verdicts, not for
//! checking.

use super::{Binary, Formula, FormulaId, Formulas, PropositionId, Truth, Unary};
use base::Idx;

/// What follows the last state of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// The last state, forever.
    Stutters,
    /// The states from this position on, forever.
    Repeats(usize),
    /// Unknown.
    Cut,
}

impl Tail {
    /// The position that follows the last of `length` states.
    pub fn next(self, length: usize) -> Option<usize> {
        match self {
            Tail::Stutters => Some(length - 1),
            Tail::Repeats(start) => Some(start),
            Tail::Cut => None,
        }
    }
}

impl Formulas {
    /// Whether a formula holds in a state that is repeated forever, given the propositions that hold there: for a formula without
    /// temporal operators, whether it holds in the state.
    pub fn holds_now(&self, root: FormulaId, mut label: impl FnMut(PropositionId) -> Truth) -> Truth {
        match self.formula(root) {
            // Most guards have this form.
            Formula::True => Truth::True,
            Formula::Atom(proposition) => label(proposition),
            _ => self.holds_on_run(root, 1, Tail::Stutters, |_, proposition| label(proposition)),
        }
    }

    /// Whether a run of `length` states, at least one, satisfies a formula at its start, given the propositions that hold in its states.
    pub fn holds_on_run(
        &self,
        root: FormulaId,
        length: usize,
        tail: Tail,
        label: impl FnMut(usize, PropositionId) -> Truth,
    ) -> Truth {
        self.truth_on_run(root, length, tail, label).of(root, 0)
    }

    /// The truth of all parts of a formula in all states of such a run.
    pub fn truth_on_run(
        &self,
        root: FormulaId,
        length: usize,
        tail: Tail,
        mut label: impl FnMut(usize, PropositionId) -> Truth,
    ) -> TruthOnRun {
        let parts = self.subformulas(root);
        let mut values: Vec<Vec<Truth>> = vec![Vec::new(); parts.iter().map(|f| f.index() + 1).max().unwrap_or(0)];
        for part in parts {
            // Subformulas come first.
            let value = |f: FormulaId| values[f.index()].as_slice();
            let map = |f: FormulaId, op: fn(Truth) -> Truth| value(f).iter().map(|&v| op(v)).collect::<Vec<_>>();
            let zip = |a: &[Truth], b: &[Truth], op: fn(Truth, Truth) -> Truth| -> Vec<Truth> {
                a.iter().zip(b).map(|(&x, &y)| op(x, y)).collect()
            };
            let found = match self.formula(part) {
                Formula::True => vec![Truth::True; length],
                Formula::False => vec![Truth::False; length],
                Formula::Atom(p) => (0..length).map(|i| label(i, p)).collect(),
                Formula::Unary(Unary::Not, a) => map(a, Truth::negated),
                Formula::Unary(Unary::Next, a) => {
                    let a = value(a);
                    let last = tail.next(length).map_or(Truth::Unknown, |next| a[next]);
                    a[1..].iter().copied().chain([last]).collect()
                }
                Formula::Unary(Unary::Finally, a) => until(&vec![Truth::True; length], value(a), tail),
                Formula::Unary(Unary::Globally, a) => release(&vec![Truth::False; length], value(a), tail),
                Formula::Binary(operator, a, b) => {
                    let (a, b) = (value(a), value(b));
                    match operator {
                        Binary::And => zip(a, b, and),
                        Binary::Or => zip(a, b, or),
                        Binary::Implies => zip(a, b, |a, b| or(a.negated(), b)),
                        Binary::Iff => zip(a, b, |a, b| and(or(a.negated(), b), or(b.negated(), a))),
                        Binary::Until => until(a, b, tail),
                        Binary::Release => release(a, b, tail),
                        Binary::WeakUntil => release(b, &zip(a, b, or), tail),
                        Binary::StrongRelease => until(b, &zip(a, b, and), tail),
                    }
                }
            };
            values[part.index()] = found;
        }
        TruthOnRun { values }
    }
}

/// The truth of the parts of a formula in the states of a run.
#[derive(Clone, Debug)]
pub struct TruthOnRun {
    /// By formula, then by position.
    values: Vec<Vec<Truth>>,
}

impl TruthOnRun {
    /// The truth of a part at a position.
    pub fn of(&self, part: FormulaId, position: usize) -> Truth {
        self.values[part.index()][position]
    }
}

fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Truth::False, _) | (_, Truth::False) => Truth::False,
        (Truth::True, Truth::True) => Truth::True,
        _ => Truth::Unknown,
    }
}

fn or(a: Truth, b: Truth) -> Truth {
    and(a.negated(), b.negated()).negated()
}

/// `a U b`: the least solution of `u = b ∨ (a ∧ X u)`.
fn until(a: &[Truth], b: &[Truth], tail: Tail) -> Vec<Truth> {
    solution(a.len(), tail, Truth::False, |i, next| or(b[i], and(a[i], next)))
}

/// `a R b`: the greatest solution of `r = b ∧ (a ∨ X r)`.
fn release(a: &[Truth], b: &[Truth], tail: Tail) -> Vec<Truth> {
    solution(a.len(), tail, Truth::True, |i, next| and(b[i], or(a[i], next)))
}

/// The solution of `v(i) = equation(i, v(i + 1))` that is nearest to `start`, for monotone equations.
fn solution(length: usize, tail: Tail, start: Truth, equation: impl Fn(usize, Truth) -> Truth) -> Vec<Truth> {
    let mut after = if tail == Tail::Cut { Truth::Unknown } else { start };
    loop {
        let mut values = vec![start; length];
        let mut next = after;
        for i in (0..length).rev() {
            next = equation(i, next);
            values[i] = next;
        }
        // After one round each value has passed through the whole cycle; it changes at most twice, towards the other end.
        match tail.next(length).map(|again| values[again]) {
            Some(again) if again != after => after = again,
            _ => return values,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::parse_formula;
    use base::Sources;

    /// Whether a formula holds on a run given by the letters that hold in each state; `?` makes all others unknown.
    fn holds(text: &str, run: &[&str], tail: Tail) -> Truth {
        let mut sources = Sources::default();
        let file = sources.add("f", text);
        let mut formulas = Formulas::new();
        let (formula, found) = parse_formula(text, file, &mut formulas);
        let formula = formula.unwrap_or_else(|| panic!("{found:?}"));
        let label = |i: usize, p| {
            let name = formulas.proposition(p).to_string();
            let name = name.split(['{', ' ']).nth(1).expect("a variable");
            if run[i].contains(name) {
                Truth::True
            } else if run[i].contains('?') {
                Truth::Unknown
            } else {
                Truth::False
            }
        };
        formulas.holds_on_run(formula, run.len(), tail, label)
    }

    const A: &str = "{a == null}";

    #[test]
    fn the_three_tails() {
        use Tail::{Cut, Repeats, Stutters};
        let f = |op: &str| format!("{op} {A}");
        assert_eq!(holds(&f("G"), &["a", "a"], Stutters), Truth::True);
        assert_eq!(holds(&f("G"), &["a", "a"], Cut), Truth::Unknown);
        assert_eq!(holds(&f("G"), &["a", ""], Cut), Truth::False);
        assert_eq!(holds(&f("F"), &["", ""], Stutters), Truth::False);
        assert_eq!(holds(&f("F"), &["", ""], Cut), Truth::Unknown);
        assert_eq!(holds(&f("G F"), &["", "a", ""], Repeats(1)), Truth::True);
        assert_eq!(holds(&f("G F"), &["a", "", ""], Repeats(1)), Truth::False);
        assert_eq!(holds(&f("F G"), &["", "a", "a"], Repeats(1)), Truth::True);
        assert_eq!(holds(&f("F G"), &["a", "a", ""], Repeats(0)), Truth::False);
        assert_eq!(holds(&f("X X X"), &["", "a", ""], Repeats(1)), Truth::True);
        assert_eq!(holds(&f("X X X"), &["", "a", ""], Stutters), Truth::False);
        assert_eq!(holds(&f("G F"), &["", "?"], Repeats(0)), Truth::Unknown);
    }

    #[test]
    fn binary_operators_around_a_cycle() {
        let b = "{b == null}";
        let f = |op: &str| format!("{A} {op} {b}");
        assert_eq!(holds(&f("U"), &["a", "a", "a", "b"], Tail::Repeats(1)), Truth::True);
        assert_eq!(holds(&f("U"), &["a", "a"], Tail::Repeats(0)), Truth::False);
        assert_eq!(holds(&f("W"), &["a", "a"], Tail::Repeats(0)), Truth::True);
        assert_eq!(holds(&f("R"), &["b", "b"], Tail::Repeats(0)), Truth::True);
        assert_eq!(holds(&f("M"), &["b", "b"], Tail::Repeats(0)), Truth::False);
        assert_eq!(holds(&f("M"), &["b", "ab"], Tail::Cut), Truth::True);
        // From the last state once around to the middle.
        assert_eq!(holds(&format!("X X ({A} U {b})"), &["", "b", "a"], Tail::Repeats(1)), Truth::True);
        assert_eq!(holds(&format!("X X ({A} U {b})"), &["b", "", "a"], Tail::Repeats(1)), Truth::False);
    }
}
