//! What a formula asks of the end of a run: what can be seen from outside once the call is over.

use std::rc::Rc;

use base::Idx;
use ltl::logic::{Binary, Formula, FormulaId, Formulas, Proposition, Unary};

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
    pub(super) fn holds(&self) -> bool {
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
    pub(super) fn demands(&self) -> Vec<String> {
        match self {
            Condition::All(parts) => parts.iter().flat_map(|part| part.demands()).collect(),
            // If such an expression starts with a bracket, all of it is in brackets.
            Condition::Java { text, .. } => {
                let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
                vec![inner.unwrap_or(text).to_owned()]
            }
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
                // In negation normal form there is nothing else.
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
        // In negation normal form there is nothing else.
        _ => [Rc::new(Condition::Always(true)), Rc::new(Condition::Always(true))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Random;
    use ltl::logic::{Operand, PropositionId, Tail, Truth, VariableRef, negation_normal_form};

    fn compare(name: &str) -> Proposition {
        let left = VariableRef { method: None, name: name.to_owned() };
        Proposition::Compare { left, field: None, equal: true, right: Operand::Null }
    }

    fn formula(random: &mut Random, formulas: &mut Formulas, atoms: &[FormulaId], size: usize) -> FormulaId {
        use Binary::{And, Iff, Implies, Or, Release, StrongRelease, Until, WeakUntil};
        if size == 0 {
            return atoms[random.below(atoms.len())];
        }
        let left = formula(random, formulas, atoms, size / 2);
        if random.below(2) == 0 {
            let operator = [Unary::Not, Unary::Next, Unary::Finally, Unary::Globally][random.below(4)];
            return formulas.unary(operator, left);
        }
        let right = formula(random, formulas, atoms, (size - 1) / 2);
        let operators = [And, Or, Implies, Iff, Until, Release, WeakUntil, StrongRelease];
        formulas.binary(operators[random.below(operators.len())], left, right)
    }

    /// Whatever the states are, a run that satisfies a formula satisfies the condition; often enough it does not.
    #[test]
    fn the_condition_follows_from_the_formula() {
        let mut random = Random::new(7);
        let mut excluded = 0;
        for _ in 0..20_000 {
            let mut formulas = Formulas::new();
            let ends = [Proposition::Terminated, Proposition::Exception, Proposition::NullDereference];
            let others = [compare("x"), compare("y")];
            let atoms: Vec<FormulaId> =
                ends.iter().chain(&others).map(|proposition| formulas.atom(proposition.clone())).collect();
            let size = random.below(7);
            let whole = formula(&mut random, &mut formulas, &atoms, size);
            let (finish, ended) = [
                (Finish::Returned, Some(0)),
                (Finish::Thrown, Some(1)),
                (Finish::NullDereference, Some(2)),
                (Finish::Never, None),
            ][random.below(4)];
            let length = 2 + random.below(3);
            let tail = if ended.is_some() { Tail::Stutters } else { Tail::Repeats(random.below(length)) };
            let bits: Vec<usize> = (0..length).map(|_| random.below(4)).collect();
            let label = |position: usize, id: PropositionId| -> Truth {
                let place = ends.iter().chain(&others).position(|p| p == formulas.proposition(id)).expect("known");
                match place {
                    0..3 => (position + 1 == length && ended == Some(place)).into(),
                    place => (bits[position] >> (place - 3) & 1 == 1).into(),
                }
            };
            let satisfied = formulas.holds_on_run(whole, length, tail, label) == Truth::True;
            let mut normal = formulas.clone();
            let form = negation_normal_form(&mut normal, whole).formula();
            let condition = at_end(&normal, form, finish, |proposition, positive| {
                if finish == Finish::Never {
                    return Condition::Always(true);
                }
                let bit = usize::from(*proposition == compare("y"));
                let holds = (bits[length - 1] >> bit & 1 == 1) == positive;
                Condition::Java { text: format!("{proposition}"), holds }
            });
            assert!(!satisfied || condition.holds(), "{} {condition:?}", formulas.display(whole));
            excluded += usize::from(!condition.holds());
        }
        assert!(excluded > 4_000, "{excluded}");
    }
}
