//! Predicates that are the same up to their names.
//!
//! - laws: what the predicates derive stays the same.

use std::collections::BTreeSet;

use super::{Call, Predicate, Rule};

/// The predicates that have rules, one for all that have the same; and what describes regions, with these.
pub(super) fn minimal(predicates: Vec<Predicate>, described: &[Call]) -> (Vec<Predicate>, Vec<Call>) {
    // By predicate, the first one that is the same as far as is known.
    let first_with = |same: &dyn Fn(usize, usize) -> bool| -> Vec<usize> {
        (0..predicates.len()).map(|own| (0..own).find(|&other| same(own, other)).unwrap_or(own)).collect()
    };
    let mut first = first_with(&|own, other| {
        predicates[own].classes == predicates[other].classes
            && predicates[own].rules.is_empty() == predicates[other].rules.is_empty()
    });
    loop {
        let rules: Vec<BTreeSet<Rule>> =
            predicates.iter().map(|own| own.rules.iter().map(|rule| renamed(rule, &first)).collect()).collect();
        let finer = first_with(&|own, other| first[own] == first[other] && rules[own] == rules[other]);
        if finer == first {
            break;
        }
        first = finer;
    }
    let kept: Vec<usize> =
        (0..predicates.len()).filter(|&own| first[own] == own && !predicates[own].rules.is_empty()).collect();
    let number: Vec<usize> =
        first.iter().map(|own| kept.iter().position(|kept| kept == own).unwrap_or_default()).collect();
    let rename = |call: &Call| Call { predicate: number[call.predicate], arguments: call.arguments.clone() };
    let described = described.iter().map(rename).collect();
    let kept = kept.iter().map(|&own| {
        let Predicate { rules, .. } = &predicates[own];
        let mut renamed: Vec<Rule> = Vec::new();
        for rule in rules.iter().map(|rule| self::renamed(rule, &number)) {
            if !renamed.contains(&rule) {
                renamed.push(rule);
            }
        }
        Predicate { rules: renamed, ..predicates[own].clone() }
    });
    (kept.collect(), described)
}

/// A rule with other predicates.
fn renamed(rule: &Rule, image: &[usize]) -> Rule {
    let mut rule = rule.clone();
    rule.calls.iter_mut().for_each(|call| call.predicate = image[call.predicate]);
    rule
}
