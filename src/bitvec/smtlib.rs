//! Formulas as text in SMT-LIB 2, for other solvers.

use std::fmt::Write;

use super::term::{Operator, Sort, TermId, Terms};

/// A script that declares variables `v0`, `v1`, …, asserts these Boolean terms, and asks for satisfiability. Its size is linear
/// in the number of different terms, each of which has a definition.
pub fn script(terms: &Terms, asserted: &[TermId]) -> String {
    let mut text = "(set-logic QF_BV)\n".to_owned();
    for term in terms.subterms(asserted) {
        let sort = sort(terms.sort(term));
        // Writing to a string does not fail.
        _ = match terms.operator(term) {
            Operator::Constant(_) => Ok(()),
            Operator::Variable(variable) => writeln!(text, "(declare-const v{} {sort})", variable.0),
            _ => writeln!(text, "(define-fun t{} () {sort} {})", term.0, definition(terms, term)),
        };
    }
    asserted.iter().for_each(|&term| _ = writeln!(text, "(assert {})", name(terms, term)));
    text + "(check-sat)\n"
}

fn sort(sort: Sort) -> String {
    match sort {
        Sort::Boolean => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
    }
}

/// What stands for a term where it is used.
fn name(terms: &Terms, term: TermId) -> String {
    match (terms.operator(term), terms.sort(term)) {
        (Operator::Constant(value), Sort::Boolean) => (value == 1).to_string(),
        (Operator::Constant(value), Sort::Bits(width)) => format!("(_ bv{value} {width})"),
        (Operator::Variable(variable), _) => format!("v{}", variable.0),
        _ => format!("t{}", term.0),
    }
}

/// An operator on the names of its operands.
fn definition(terms: &Terms, term: TermId) -> String {
    let operands: Vec<String> = terms.operands(term).iter().map(|&operand| name(terms, operand)).collect();
    let all = operands.join(" ");
    let boolean = terms.sort(term) == Sort::Boolean;
    let width = terms.width(term);
    let of = terms.width(terms.operands(term)[0]);
    let operator = match terms.operator(term) {
        Operator::Constant(_) | Operator::Variable(_) => unreachable!("it has a name"),
        Operator::Not => {
            if boolean {
                "not"
            } else {
                "bvnot"
            }
        }
        Operator::And => {
            if boolean {
                "and"
            } else {
                "bvand"
            }
        }
        Operator::Xor => {
            if boolean {
                "xor"
            } else {
                "bvxor"
            }
        }
        Operator::Ite => "ite",
        Operator::Equal => "=",
        Operator::UnsignedLess => "bvult",
        Operator::SignedLess => "bvslt",
        Operator::Add => "bvadd",
        Operator::Multiply => "bvmul",
        Operator::UnsignedDivide => "bvudiv",
        Operator::UnsignedRemainder => "bvurem",
        Operator::SignedDivide => "bvsdiv",
        Operator::SignedRemainder => "bvsrem",
        Operator::ShiftLeft => "bvshl",
        Operator::LogicalShiftRight => "bvlshr",
        Operator::ArithmeticShiftRight => "bvashr",
        Operator::Concat => "concat",
        Operator::Extract(low) => return format!("((_ extract {} {low}) {all})", low + width - 1),
        Operator::ZeroExtend => return format!("((_ zero_extend {}) {all})", width - of),
        Operator::SignExtend => return format!("((_ sign_extend {}) {all})", width - of),
        Operator::UnsignedMultiplyOverflows => return multiply_overflows("zero_extend", of, &operands),
        Operator::SignedMultiplyOverflows => return multiply_overflows("sign_extend", of, &operands),
    };
    format!("({operator} {all})")
}

/// The product of twice the width is not the extension of its lower half.
fn multiply_overflows(extend: &str, width: u8, operands: &[String]) -> String {
    let wide = |operand: &String| format!("((_ {extend} {width}) {operand})");
    let product: Vec<String> = operands.iter().map(wide).collect();
    let last = width - 1;
    format!("(let ((p (bvmul {}))) (not (= p ((_ {extend} {width}) ((_ extract {last} 0) p)))))", product.join(" "))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn shared_terms_are_defined_once() {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(Sort::Bits(8)), terms.variable(Sort::Bits(4)));
        let wide = terms.sign_extend(y, 8);
        let (sum, five) = (terms.add(x, wide), terms.bits(8, 5));
        let (less, low) = (terms.signed_less(sum, five), terms.extract(sum, 2, 3));
        let (two, overflows) = (terms.bits(3, 2), terms.unsigned_multiply_overflows(x, sum));
        let equal = terms.equal(low, two);
        expect![[r#"
            (set-logic QF_BV)
            (declare-const v0 (_ BitVec 8))
            (declare-const v1 (_ BitVec 4))
            (define-fun t4 () (_ BitVec 8) ((_ sign_extend 4) v1))
            (define-fun t5 () (_ BitVec 8) (bvadd v0 t4))
            (define-fun t7 () Bool (bvslt t5 (_ bv5 8)))
            (define-fun t8 () (_ BitVec 3) ((_ extract 4 2) t5))
            (define-fun t11 () Bool (= (_ bv2 3) t8))
            (define-fun t10 () Bool (let ((p (bvmul ((_ zero_extend 8) v0) ((_ zero_extend 8) t5)))) (not (= p ((_ zero_extend 8) ((_ extract 7 0) p))))))
            (assert t7)
            (assert t11)
            (assert t10)
            (assert t7)
            (check-sat)
        "#]].assert_eq(&script(&terms, &[less, equal, overflows, less]));
    }
}
