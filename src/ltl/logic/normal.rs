//! Negation normal form.

use super::formula::{Binary, Formula, FormulaId, Formulas, Unary};
use base::Idx;

/// A formula in negation normal form: only literals, `&`, `|`, `X`, `U` and `R`, with constants only alone or as
/// the left operand of `U` (`true`) and `R` (`false`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NegationNormalForm(FormulaId);

impl NegationNormalForm {
    /// The formula.
    pub fn formula(self) -> FormulaId {
        self.0
    }
}

/// The negation normal form of `formula`: negations only at propositions.
///
/// - equivalent to `formula` on infinite runs
/// - linear: each subformula is translated at most once for each polarity. `a <-> b` needs both, and `a W b` and
///   `a M b` mention an operand twice; the store shares what the text would repeat.
///
/// `F a = true U a`, `G a = false R a`, `a W b = b R (a | b)`, `a M b = b U (a & b)`; negation by duality.
pub fn negation_normal_form(formulas: &mut Formulas, formula: FormulaId) -> NegationNormalForm {
    let order = formulas.subformulas(formula);
    let mut wanted = vec![[false; 2]; formula.index() + 1];
    wanted[formula.index()][POSITIVE] = true;
    for &id in order.iter().rev() {
        for polarity in [POSITIVE, NEGATIVE] {
            if wanted[id.index()][polarity] {
                want_operands(formulas.formula(id), polarity, &mut wanted);
            }
        }
    }
    let mut normal: Vec<[Option<FormulaId>; 2]> = vec![[None; 2]; formula.index() + 1];
    for id in order {
        for polarity in [POSITIVE, NEGATIVE] {
            if wanted[id.index()][polarity] {
                let operand = |operand: FormulaId, polarity: usize| {
                    normal[operand.index()][polarity].expect("operands come first and were requested")
                };
                normal[id.index()][polarity] = Some(translate(formulas, id, polarity, &operand));
            }
        }
    }
    NegationNormalForm(normal[formula.index()][POSITIVE].expect("the whole formula was requested"))
}

/// Under an even number of negations.
const POSITIVE: usize = 0;
/// Under an odd number of negations.
const NEGATIVE: usize = 1;

/// Requests the translations of the operands that [`translate`] uses.
fn want_operands(formula: Formula, polarity: usize, wanted: &mut [[bool; 2]]) {
    match formula {
        Formula::True | Formula::False | Formula::Atom(_) => {}
        Formula::Unary(Unary::Not, a) => wanted[a.index()][1 - polarity] = true,
        Formula::Unary(_, a) => wanted[a.index()][polarity] = true,
        Formula::Binary(Binary::Iff, a, b) => {
            wanted[a.index()] = [true; 2];
            wanted[b.index()] = [true; 2];
        }
        Formula::Binary(operator, a, b) => {
            let left = if operator == Binary::Implies { 1 - polarity } else { polarity };
            wanted[a.index()][left] = true;
            wanted[b.index()][polarity] = true;
        }
    }
}

fn translate(
    formulas: &mut Formulas,
    id: FormulaId,
    polarity: usize,
    operand: &dyn Fn(FormulaId, usize) -> FormulaId,
) -> FormulaId {
    let positive = polarity == POSITIVE;
    match formulas.formula(id) {
        Formula::True => constant(formulas, positive),
        Formula::False => constant(formulas, !positive),
        Formula::Atom(_) if positive => id,
        Formula::Atom(_) => formulas.unary(Unary::Not, id),
        Formula::Unary(Unary::Not, a) => operand(a, 1 - polarity),
        Formula::Unary(Unary::Next, a) => next(formulas, operand(a, polarity)),
        Formula::Unary(Unary::Finally, a) => eventually(formulas, positive, operand(a, polarity)),
        Formula::Unary(Unary::Globally, a) => eventually(formulas, !positive, operand(a, polarity)),
        Formula::Binary(Binary::Implies, a, b) => {
            let (a, b) = (operand(a, 1 - polarity), operand(b, polarity));
            if positive { or(formulas, a, b) } else { and(formulas, a, b) }
        }
        Formula::Binary(Binary::Iff, a, b) => {
            let same = and(formulas, operand(a, POSITIVE), operand(b, polarity));
            let other = and(formulas, operand(a, NEGATIVE), operand(b, 1 - polarity));
            or(formulas, same, other)
        }
        Formula::Binary(operator, a, b) => {
            let (a, b) = (operand(a, polarity), operand(b, polarity));
            match if positive { operator } else { dual(operator) } {
                Binary::And => and(formulas, a, b),
                Binary::Until => until(formulas, a, b),
                Binary::Release => release(formulas, a, b),
                Binary::WeakUntil => {
                    let either = or(formulas, a, b);
                    release(formulas, b, either)
                }
                Binary::StrongRelease => {
                    let both = and(formulas, a, b);
                    until(formulas, b, both)
                }
                Binary::Or | Binary::Implies | Binary::Iff => or(formulas, a, b),
            }
        }
    }
}

/// The operator `o'` with `!(a o b) = !a o' !b`. Implication and equivalence have none and are handled before.
fn dual(operator: Binary) -> Binary {
    match operator {
        Binary::And => Binary::Or,
        Binary::Or => Binary::And,
        Binary::Until => Binary::Release,
        Binary::Release => Binary::Until,
        Binary::WeakUntil => Binary::StrongRelease,
        Binary::StrongRelease => Binary::WeakUntil,
        Binary::Implies | Binary::Iff => operator,
    }
}

fn constant(formulas: &mut Formulas, value: bool) -> FormulaId {
    formulas.intern(if value { Formula::True } else { Formula::False })
}

fn value(formulas: &Formulas, id: FormulaId) -> Option<bool> {
    match formulas.formula(id) {
        Formula::True => Some(true),
        Formula::False => Some(false),
        _ => None,
    }
}

fn and(formulas: &mut Formulas, a: FormulaId, b: FormulaId) -> FormulaId {
    match (value(formulas, a), value(formulas, b)) {
        (Some(false), _) | (_, Some(true)) => a,
        (Some(true), _) | (_, Some(false)) => b,
        _ if a == b => a,
        _ => formulas.binary(Binary::And, a, b),
    }
}

fn or(formulas: &mut Formulas, a: FormulaId, b: FormulaId) -> FormulaId {
    match (value(formulas, a), value(formulas, b)) {
        (Some(true), _) | (_, Some(false)) => a,
        (Some(false), _) | (_, Some(true)) => b,
        _ if a == b => a,
        _ => formulas.binary(Binary::Or, a, b),
    }
}

fn next(formulas: &mut Formulas, a: FormulaId) -> FormulaId {
    if value(formulas, a).is_some() { a } else { formulas.unary(Unary::Next, a) }
}

fn until(formulas: &mut Formulas, a: FormulaId, b: FormulaId) -> FormulaId {
    let trivial = value(formulas, b).is_some() || value(formulas, a) == Some(false) || a == b;
    if trivial { b } else { formulas.binary(Binary::Until, a, b) }
}

fn release(formulas: &mut Formulas, a: FormulaId, b: FormulaId) -> FormulaId {
    let trivial = value(formulas, b).is_some() || value(formulas, a) == Some(true) || a == b;
    if trivial { b } else { formulas.binary(Binary::Release, a, b) }
}

/// `true U a` or `false R a`.
fn eventually(formulas: &mut Formulas, finally: bool, a: FormulaId) -> FormulaId {
    let left = constant(formulas, finally);
    if finally { until(formulas, left, a) } else { release(formulas, left, a) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::parse_formula;
    use base::FileId;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut formulas = Formulas::new();
        let (formula, diagnostics) = parse_formula(text, FileId(0), &mut formulas);
        assert_eq!(diagnostics, []);
        let normal = negation_normal_form(&mut formulas, formula.expect("it parses"));
        assert_eq!(formulas.display(normal.formula()).to_string(), expected);
    }

    #[test]
    fn negation_reaches_the_propositions() {
        check("!({x == y} U X {terminated})", "!{x == y} R X !{terminated}");
        check("!(F {terminated} & G {visited})", "(false R !{terminated}) | (true U !{visited})");
        check("!({isTree} -> {visited})", "{isTree} & !{visited}");
        check("!!{isTree}", "{isTree}");
    }

    #[test]
    fn weak_until_and_strong_release_become_release_and_until() {
        check("{isTree} W {visited}", "{visited} R ({isTree} | {visited})");
        check("{isTree} M {visited}", "{visited} U ({isTree} & {visited})");
        check("!({isTree} W {visited})", "!{visited} U (!{isTree} & !{visited})");
        check("!({isTree} M {visited})", "!{visited} R (!{isTree} | !{visited})");
    }

    #[test]
    fn constants_vanish() {
        check("G (true -> {isTree})", "false R {isTree}");
        check("X true | {isTree}", "true");
        check("{isTree} U false", "false");
        check("!true R {isTree}", "false R {isTree}");
    }

    #[test]
    fn equivalences_share_their_operands() {
        let mut formulas = Formulas::new();
        let text = vec!["{isTree}"; 400].join(" <-> X ");
        let (formula, _) = parse_formula(&text, FileId(0), &mut formulas);
        let normal = negation_normal_form(&mut formulas, formula.expect("it parses"));
        assert!(formulas.subformulas(normal.formula()).len() < 4000);
    }
}
