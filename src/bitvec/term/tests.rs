//! What terms look like after simplification. That it keeps their meaning is checked in tests/engine/solve_oracle.

use super::*;

/// A Boolean and two bit-vectors.
fn variables(terms: &mut Terms) -> [TermId; 4] {
    let boolean = terms.variable(Sort::Boolean);
    [boolean, terms.variable(Sort::Bits(8)), terms.variable(Sort::Bits(8)), terms.variable(Sort::Bits(4))]
}

#[test]
fn linear_sums_are_canonical() {
    let mut terms = Terms::new();
    let [_, x, y, _] = variables(&mut terms);
    let (one, three, five) = (terms.bits(8, 1), terms.bits(8, 3), terms.bits(8, 5));
    let not_x = terms.not(x);
    let negative = terms.negate(x);
    assert_eq!(terms.add(not_x, one), negative);
    let (left, right) = (terms.add(x, three), terms.add(y, five));
    let both = terms.add(left, right);
    let (sum, eight) = (terms.add(y, x), terms.bits(8, 8));
    assert_eq!(both, terms.add(eight, sum));
    assert_eq!(terms.subtract(both, right), left);
    let product = terms.multiply(three, left);
    let (scaled, nine) = (terms.multiply(x, three), terms.bits(8, 9));
    assert_eq!(product, terms.add(scaled, nine));
    assert_eq!(terms.equal(left, three), {
        let zero = terms.bits(8, 0);
        terms.equal(zero, x)
    });
    assert_eq!(terms.equal(sum, left), terms.equal(y, three));
}

#[test]
fn conjuncts_decide_what_is_next_to_them() {
    let mut terms = Terms::new();
    let [a, x, y, _] = variables(&mut terms);
    let b = terms.unsigned_less(x, y);
    let c = terms.signed_less(x, y);
    let (not_a, not_b) = (terms.not(a), terms.not(b));
    let implication = terms.implies(a, b);
    let both = terms.and(a, b);
    assert_eq!(terms.and(a, implication), both);
    assert_eq!(terms.and(not_a, implication), not_a);
    assert_eq!(terms.all(&[a, implication, not_b]), Terms::FALSE);
    let either = terms.any(&[a, b, c]);
    let rest = terms.or(b, c);
    assert_eq!(terms.and(not_a, either), terms.and(not_a, rest));
    assert_eq!(terms.or(a, both), a);
    assert_eq!(terms.all(&[]), Terms::TRUE);
    assert_eq!(terms.any(&[]), Terms::FALSE);
}

#[test]
fn extensions_disappear_where_they_are_not_needed() {
    let mut terms = Terms::new();
    let [_, x, y, z] = variables(&mut terms);
    let (wide_x, wide_y) = (terms.sign_extend(x, 32), terms.sign_extend(y, 32));
    let sum = terms.add(wide_x, wide_y);
    let narrow = terms.extract(sum, 0, 8);
    assert_eq!(narrow, terms.add(x, y));
    assert_eq!(terms.signed_less(wide_x, wide_y), terms.signed_less(x, y));
    let (wide_z, bound) = (terms.zero_extend(z, 8), terms.bits(8, 200));
    assert_eq!(terms.unsigned_less(wide_z, bound), Terms::TRUE);
    assert_eq!(terms.equal(wide_z, bound), Terms::FALSE);
    let (high, low) = (terms.extract(x, 3, 5), terms.extract(x, 0, 3));
    assert_eq!(terms.concat(high, low), x);
    let (two, six) = (terms.bits(8, 2), terms.bits(8, 6));
    let shifted = terms.shift_left(x, two);
    let back = terms.logical_shift_right(shifted, two);
    let lower = terms.extract(x, 0, 6);
    assert_eq!(back, terms.zero_extend(lower, 8));
    assert_eq!(terms.width(back), 8);
    assert_eq!(terms.unsigned_remainder(x, six), terms.unsigned_remainder(x, six));
}

#[test]
fn choices_between_constants_are_conditions_where_they_are_compared() {
    let mut terms = Terms::new();
    let [a, x, ..] = variables(&mut terms);
    let (zero, one, seven) = (terms.bits(8, 0), terms.bits(8, 1), terms.bits(8, 7));
    let flag = terms.ite(a, one, zero);
    assert_eq!(terms.equal(flag, one), a);
    let not_a = terms.not(a);
    assert_eq!(terms.equal(flag, zero), not_a);
    assert_eq!(terms.equal(flag, seven), Terms::FALSE);
    assert_eq!(terms.signed_less(zero, flag), a);
    let next = terms.add(flag, seven);
    assert_eq!(terms.signed_less(seven, next), a);
    let other = terms.ite(a, seven, x);
    let is_zero = terms.equal(x, zero);
    assert_eq!(terms.equal(other, zero), terms.and(not_a, is_zero));
}
