//! Linear temporal logic on one finite run, by definition, in three values.

use hrglass::base::Idx;
use hrglass::logic::{Binary, Formula, FormulaId, Formulas, PropositionId, Truth, Unary};

/// What comes after the last state of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// That state again and again.
    Stutters,
    /// Nobody knows.
    Cut,
}

fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Truth::False, _) | (_, Truth::False) => Truth::False,
        (Truth::True, Truth::True) => Truth::True,
        _ => Truth::Unknown,
    }
}

fn not(a: Truth) -> Truth {
    match a {
        Truth::True => Truth::False,
        Truth::False => Truth::True,
        Truth::Unknown => Truth::Unknown,
    }
}

fn or(a: Truth, b: Truth) -> Truth {
    not(and(not(a), not(b)))
}

/// Whether a run of `length` states satisfies the formula.
pub fn holds(
    formulas: &Formulas,
    root: FormulaId,
    length: usize,
    tail: Tail,
    label: impl Fn(usize, PropositionId) -> Truth,
) -> Truth {
    let parts = formulas.subformulas(root);
    let mut values: Vec<Option<Vec<Truth>>> = vec![None; parts.iter().map(|f| f.index() + 1).max().unwrap_or(0)];
    for part in parts {
        let value = |f: FormulaId| values[f.index()].as_deref().expect("parts come first");
        let constant = |truth| vec![truth; length];
        let map = |f: FormulaId, op: fn(Truth) -> Truth| value(f).iter().map(|&v| op(v)).collect::<Vec<_>>();
        let zip = |a: &[Truth], b: &[Truth], op: fn(Truth, Truth) -> Truth| -> Vec<Truth> {
            a.iter().zip(b).map(|(&x, &y)| op(x, y)).collect()
        };
        let found = match formulas.formula(part) {
            Formula::True => constant(Truth::True),
            Formula::False => constant(Truth::False),
            Formula::Atom(p) => (0..length).map(|i| label(i, p)).collect(),
            Formula::Unary(Unary::Not, a) => map(a, not),
            Formula::Unary(Unary::Next, a) => {
                let a = value(a);
                let last = if tail == Tail::Stutters { a[length - 1] } else { Truth::Unknown };
                a[1..].iter().copied().chain([last]).collect()
            }
            Formula::Unary(Unary::Finally, a) => until(&constant(Truth::True), value(a), tail),
            Formula::Unary(Unary::Globally, a) => release(&constant(Truth::False), value(a), tail),
            Formula::Binary(operator, a, b) => {
                let (a, b) = (value(a), value(b));
                match operator {
                    Binary::And => zip(a, b, and),
                    Binary::Or => zip(a, b, or),
                    Binary::Implies => zip(a, b, |a, b| or(not(a), b)),
                    Binary::Iff => zip(a, b, |a, b| and(or(not(a), b), or(not(b), a))),
                    Binary::Until => until(a, b, tail),
                    Binary::Release => release(a, b, tail),
                    Binary::WeakUntil => release(b, &zip(a, b, or), tail),
                    Binary::StrongRelease => until(b, &zip(a, b, and), tail),
                }
            }
        };
        values[part.index()] = Some(found);
    }
    values[root.index()].as_ref().expect("the root is the last part")[0]
}

fn until(a: &[Truth], b: &[Truth], tail: Tail) -> Vec<Truth> {
    let mut next = if tail == Tail::Stutters { Truth::False } else { Truth::Unknown };
    let mut found: Vec<Truth> = Vec::new();
    for (&a, &b) in a.iter().zip(b).rev() {
        next = or(b, and(a, next));
        found.push(next);
    }
    found.reverse();
    found
}

fn release(a: &[Truth], b: &[Truth], tail: Tail) -> Vec<Truth> {
    let mut next = if tail == Tail::Stutters { Truth::True } else { Truth::Unknown };
    let mut found: Vec<Truth> = Vec::new();
    for (&a, &b) in a.iter().zip(b).rev() {
        next = and(b, or(a, next));
        found.push(next);
    }
    found.reverse();
    found
}
