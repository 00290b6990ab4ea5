//! Formulas in SMT-LIB 2, written from the list of their operations: the engine simplifies nothing here.

use std::fmt::Write;

use hrglass::bitvec::Sort;

use super::formula::{Formula, Node};
use super::naive::Operation::{self, *};

/// A script that asks for satisfiability of the last node.
pub fn script(formula: &Formula) -> String {
    let mut text = "(set-logic QF_BV)\n".to_owned();
    for (at, (node, sort)) in formula.nodes.iter().enumerate() {
        let of = match sort {
            Sort::Boolean => "Bool".to_owned(),
            Sort::Bits(width) => format!("(_ BitVec {width})"),
        };
        match node {
            Node::Variable => writeln!(text, "(declare-const n{at} {of})"),
            Node::Constant(value) => writeln!(text, "(define-fun n{at} () {of} {})", constant(*value, *sort)),
            Node::Operation(operation, on) => {
                let names: Vec<String> = on.iter().map(|at| format!("n{at}")).collect();
                let body = applied(*operation, &names, formula.nodes[on[0]].1);
                writeln!(text, "(define-fun n{at} () {of} {body})")
            }
        }
        .expect("strings take everything");
    }
    text + &format!("(assert n{})\n(check-sat)\n", formula.nodes.len() - 1)
}

fn constant(value: u64, sort: Sort) -> String {
    match sort {
        Sort::Boolean => (value == 1).to_string(),
        Sort::Bits(width) => format!("(_ bv{value} {width})"),
    }
}

/// The operation on operands whose first has this sort.
fn applied(operation: Operation, on: &[String], sort: Sort) -> String {
    let all = on.join(" ");
    let width = sort.width();
    let a = &on[0];
    let boolean = sort == Sort::Boolean;
    let either = |on_booleans: &str, on_vectors: &str| {
        let name = if boolean { on_booleans } else { on_vectors };
        on[1..].iter().fold(a.clone(), |left, right| format!("({name} {left} {right})"))
    };
    // Exact in twice as many bits and two more.
    let more = width + 2;
    let wide = |extend: &str| on.iter().map(|x| format!("((_ {extend} {more}) {x})")).collect::<Vec<_>>().join(" ");
    let does_not_fit = |extend: &str, operator: &str| {
        let exact = format!("({operator} {})", wide(extend));
        format!("(let ((e {exact})) (not (= e ((_ {extend} {more}) ((_ extract {} 0) e)))))", width - 1)
    };
    let zero = constant(0, sort);
    let least = constant(sort.sign_bit(), sort);
    match operation {
        Not => format!("({} {a})", if boolean { "not" } else { "bvnot" }),
        And | All => either("and", "bvand"),
        Or | Any => either("or", "bvor"),
        Xor => either("xor", "bvxor"),
        Implies if boolean => format!("(=> {all})"),
        Implies => format!("(bvor (bvnot {a}) {})", on[1]),
        Iff | Equal => format!("(= {all})"),
        Ite => format!("(ite {all})"),
        UnsignedLess => format!("(bvult {all})"),
        UnsignedLessOrEqual => format!("(bvule {all})"),
        SignedLess => format!("(bvslt {all})"),
        SignedLessOrEqual => format!("(bvsle {all})"),
        IsNegative => format!("(bvslt {a} {zero})"),
        Add | Sum => either("", "bvadd"),
        Subtract => format!("(bvsub {all})"),
        Negate => format!("(bvneg {a})"),
        Multiply => format!("(bvmul {all})"),
        UnsignedDivide => format!("(bvudiv {all})"),
        UnsignedRemainder => format!("(bvurem {all})"),
        SignedDivide => format!("(bvsdiv {all})"),
        SignedRemainder => format!("(bvsrem {all})"),
        ShiftLeft => format!("(bvshl {all})"),
        LogicalShiftRight => format!("(bvlshr {all})"),
        ArithmeticShiftRight => format!("(bvashr {all})"),
        Concat => format!("(concat {all})"),
        Extract(low, bits) => format!("((_ extract {} {low}) {a})", low + bits - 1),
        ZeroExtend(wider) => format!("((_ zero_extend {}) {a})", u32::from(wider) - width),
        SignExtend(wider) => format!("((_ sign_extend {}) {a})", u32::from(wider) - width),
        UnsignedAddOverflows => does_not_fit("zero_extend", "bvadd"),
        UnsignedSubtractOverflows => does_not_fit("zero_extend", "bvsub"),
        UnsignedNegateOverflows => format!("(distinct {a} {zero})"),
        UnsignedMultiplyOverflows => does_not_fit("zero_extend", "bvmul"),
        SignedAddOverflows => does_not_fit("sign_extend", "bvadd"),
        SignedSubtractOverflows => does_not_fit("sign_extend", "bvsub"),
        SignedNegateOverflows => format!("(= {a} {least})"),
        SignedMultiplyOverflows => does_not_fit("sign_extend", "bvmul"),
        SignedDivideOverflows => format!("(and (= {a} {least}) (= {} {}))", on[1], constant(sort.mask(), sort)),
        UnsignedShiftLeftOverflows => shift_overflows("zero_extend", on, width),
        SignedShiftLeftOverflows => shift_overflows("sign_extend", on, width),
    }
}

/// Shifted by at most the width, in twice as many bits.
fn shift_overflows(extend: &str, on: &[String], width: u32) -> String {
    let wide = format!("((_ {extend} {width}) {})", on[0]);
    let distance = format!("((_ zero_extend {width}) {})", on[1]);
    let most = format!("(_ bv{width} {})", 2 * width);
    let at_most = format!("(ite (bvult {distance} {most}) {distance} {most})");
    let low = format!("((_ extract {} 0) e)", width - 1);
    format!("(let ((e (bvshl {wide} {at_most}))) (not (= e ((_ {extend} {width}) {low}))))")
}
