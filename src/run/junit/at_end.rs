//! What a formula asks of the end of a run: what can be seen from outside once the call is over.

use std::rc::Rc;

use crate::base::Idx;
use crate::logic::{Binary, Formula, FormulaId, Formulas, Proposition, Unary};

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finish {
    /// The entry procedure returns.
    Returned,
    /// It throws an exception.
    Thrown,
    /// Null is dereferenced.
    NullDereference,
    /// It runs for ever.
    Never,
}

/// Conditions with more literals are not written: they are taken to be true.
const SIZE: usize = 64;

/// A condition on the last state, as an expression of Java.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// The same for all last states.
    Always(bool),
    /// An expression, and whether it holds on the run at hand.
    Java { text: String, holds: bool },
    /// All, and there are several.
    All(Vec<Rc<Condition>>),
    /// Some, and there are several.
    Any(Vec<Rc<Condition>>),
}

impl Condition {
    /// Whether it holds on the run at hand.
    pub fn holds(&self) -> bool {
        match self {
            Condition::Always(holds) | Condition::Java { holds, .. } => *holds,
            Condition::All(parts) => parts.iter().all(|part| part.holds()),
            Condition::Any(parts) => parts.iter().any(|part| part.holds()),
        }
    }

    fn size(&self) -> usize {
        match self {
            Condition::Always(_) => 0,
            Condition::Java { .. } => 1,
            Condition::All(parts) | Condition::Any(parts) => parts.iter().map(|part| part.size()).sum(),
        }
    }

    /// The expressions that must all hold.
    pub fn demands(&self) -> Vec<String> {
        match self {
            Condition::All(parts) => parts.iter().flat_map(|part| part.demands()).collect(),
            one => vec![one.text()],
        }
    }

    fn text(&self) -> String {
        let join = |parts: &[Rc<Condition>], operator: &str| {
            let inner = |part: &Rc<Condition>| match **part {
                Condition::All(_) | Condition::Any(_) => format!("({})", part.text()),
                _ => part.text(),
            };
            parts.iter().map(inner).collect::<Vec<_>>().join(operator)
        };
        match self {
            Condition::Always(holds) => holds.to_string(),
            Condition::Java { text, .. } => text.clone(),
            Condition::All(parts) => join(parts, " && "),
            Condition::Any(parts) => join(parts, " || "),
        }
    }

    fn both(a: &Rc<Condition>, b: &Rc<Condition>) -> Rc<Condition> {
        match (&**a, &**b) {
            (Condition::Always(true), _) => Rc::clone(b),
            (_, Condition::Always(true)) => Rc::clone(a),
            (Condition::Always(false), _) | (_, Condition::Always(false)) => Rc::new(Condition::Always(false)),
            _ if a == b => Rc::clone(a),
            _ => limited(Condition::All(vec![Rc::clone(a), Rc::clone(b)])),
        }
    }

    fn either(a: &Rc<Condition>, b: &Rc<Condition>) -> Rc<Condition> {
        match (&**a, &**b) {
            (Condition::Always(false), _) => Rc::clone(b),
            (_, Condition::Always(false)) => Rc::clone(a),
            (Condition::Always(true), _) | (_, Condition::Always(true)) => Rc::new(Condition::Always(true)),
            _ if a == b => Rc::clone(a),
            _ => limited(Condition::Any(vec![Rc::clone(a), Rc::clone(b)])),
        }
    }
}

fn limited(condition: Condition) -> Rc<Condition> {
    let too_large = condition.size() > SIZE;
    Rc::new(if too_large { Condition::Always(true) } else { condition })
}

/// What a run that ends so must have in its last state, if it satisfies the formula. `literal` says what it means there that
/// a proposition holds, or does not; [`Condition::Always`] true if that cannot be said.
///
/// Law: whatever the other states are, a run that satisfies the formula satisfies the condition. What is not known of a state
/// before the last may be true there, except that the run has not ended.
pub(super) fn at_end(
    formulas: &Formulas,
    formula: FormulaId,
    finish: Finish,
    literal: impl Fn(&Proposition, bool) -> Condition,
) -> Rc<Condition> {
    let always = |holds| Rc::new(Condition::Always(holds));
    // For each subformula what it asks in the last state, and what it asks of that state in those before.
    let mut known: Vec<Option<[Rc<Condition>; 2]>> = vec![None; formula.index() + 1];
    let atom = |proposition: &Proposition, positive: bool| {
        let ended = match proposition {
            Proposition::Terminated => Some(Finish::Returned),
            Proposition::Exception => Some(Finish::Thrown),
            Proposition::NullDereference => Some(Finish::NullDereference),
            _ => None,
        };
        match ended {
            Some(ended) => [always((finish == ended) == positive), always(!positive)],
            None => [Rc::new(literal(proposition, positive)), always(true)],
        }
    };
    for id in formulas.subformulas(formula) {
        let of = |part: FormulaId| known[part.index()].clone().unwrap_or_else(|| [always(true), always(true)]);
        let pair = match formulas.formula(id) {
            Formula::True => [always(true), always(true)],
            Formula::False => [always(false), always(false)],
            Formula::Atom(proposition) => atom(formulas.proposition(proposition), true),
            Formula::Unary(Unary::Not, negated) => match formulas.formula(negated) {
                Formula::Atom(proposition) => atom(formulas.proposition(proposition), false),
                // In positive normal form there is nothing else.
                _ => [always(true), always(true)],
            },
            Formula::Unary(operator, a) => {
                let [last, before] = of(a);
                let before = match operator {
                    _ if finish == Finish::Never => before,
                    Unary::Globally => Condition::both(&before, &last),
                    _ => Condition::either(&before, &last),
                };
                [last, before]
            }
            Formula::Binary(operator, a, b) => binary(operator, finish, &of(a), &of(b)),
        };
        known[id.index()] = Some(pair);
    }
    let whole = known.pop().flatten();
    // The first state is not the last.
    whole.map_or_else(|| always(true), |[_, before]| before)
}

fn binary(
    operator: Binary,
    finish: Finish,
    [last_a, a]: &[Rc<Condition>; 2],
    [last_b, b]: &[Rc<Condition>; 2],
) -> [Rc<Condition>; 2] {
    match operator {
        Binary::And => [Condition::both(last_a, last_b), Condition::both(a, b)],
        Binary::Or => [Condition::either(last_a, last_b), Condition::either(a, b)],
        Binary::Until | Binary::Release if finish == Finish::Never => [Rc::clone(last_b), Rc::clone(b)],
        Binary::Until => [Rc::clone(last_b), Condition::either(b, &Condition::both(a, last_b))],
        Binary::Release => {
            let released = Condition::both(a, b);
            [Rc::clone(last_b), Condition::either(&released, &Condition::both(b, last_b))]
        }
        // In positive normal form there is nothing else.
        _ => [Rc::new(Condition::Always(true)), Rc::new(Condition::Always(true))],
    }
}
