//! The rules on the edges agree with those of the paper, one formula at a time.

use std::collections::BTreeSet;

use super::*;
use crate::logic::{Binary, Formula, FormulaId, Unary};
use base::Idx;
use rsm::NodeId;

/// The formulas of an assertion, each with whether it is under an `X`.
type Set = BTreeSet<(bool, FormulaId)>;

/// All assertions to which one application of a rule leads.
fn applied(rule: Rule, set: &Set, formulas: &Formulas, holds: &impl Fn(PropositionId) -> bool) -> Vec<Set> {
    let mut found = Vec::new();
    for &chosen in set.iter().filter(|(later, _)| !later) {
        let with = |added: &[(bool, FormulaId)]| {
            let rest = set.iter().filter(|&&f| f != chosen);
            rest.chain(added).map(|&f| unwrapped(f, formulas)).collect::<Set>()
        };
        let (now, later) = (|f| (false, f), |f| (true, f));
        let whole = later(chosen.1);
        match (rule, formulas.formula(chosen.1)) {
            (Rule::Or, Formula::Binary(Binary::Or, a, b)) => found.push(with(&[now(a), now(b)])),
            (Rule::And, Formula::Binary(Binary::And, a, b)) => found.extend([with(&[now(a)]), with(&[now(b)])]),
            (Rule::Until, Formula::Binary(Binary::Until, a, b)) => {
                found.extend([with(&[now(b), now(a)]), with(&[now(b), whole])]);
            }
            (Rule::Release, Formula::Binary(Binary::Release, a, b)) => {
                found.extend([with(&[now(b)]), with(&[now(a), whole])]);
            }
            (Rule::Fails, Formula::False) => found.push(with(&[])),
            (Rule::Fails, Formula::Atom(p)) if !holds(p) => found.push(with(&[])),
            (Rule::Fails, Formula::Unary(Unary::Not, a)) => match formulas.formula(a) {
                Formula::Atom(p) if holds(p) => found.push(with(&[])),
                _ => {}
            },
            _ => {}
        }
    }
    found
}

/// `X φ` as represented in a [`Set`].
fn unwrapped((later, formula): (bool, FormulaId), formulas: &Formulas) -> (bool, FormulaId) {
    match formulas.formula(formula) {
        Formula::Unary(Unary::Next, a) if !later => (true, a),
        _ => (later, formula),
    }
}

/// Whether the rules, in this order, lead from some formulas to those left to the next state.
fn leads(
    rules: &[Rule],
    from: &[FormulaId],
    to: &[FormulaId],
    formulas: &Formulas,
    holds: impl Fn(PropositionId) -> bool,
) -> bool {
    let mut sets: BTreeSet<Set> = [from.iter().map(|&f| unwrapped((false, f), formulas)).collect()].into();
    for &rule in rules.iter().filter(|rule| **rule != Rule::Next) {
        sets = sets.iter().flat_map(|set| applied(rule, set, formulas, &holds)).collect();
    }
    sets.contains(&to.iter().map(|&f| (true, f)).collect::<Set>())
}

/// Checks a formula and every edge of its proof; returns the rules that end the initial assertion or lead to its
/// successors.
#[track_caller]
fn rules_of(states: &[(&str, &[u32])], formula: &str) -> Vec<String> {
    let mut formulas = Formulas::new();
    let (formula, diagnostics) = parse_formula(formula, FileId(0), &mut formulas);
    assert_eq!(diagnostics, []);
    let normal = negation_normal_form(&mut formulas, formula.expect("it parses"));
    let mut graph = Graph { states, formulas: formulas.clone() };
    let ProofOutcome { proof, .. } = check(&mut graph, &formulas, normal, &Limits::default(), &mut Silent);
    for assertion in proof.assertions() {
        let labels = states[proof.state(assertion).index()].0;
        let holds = |p| labels.split(' ').any(|l| l == formulas.proposition(p).to_string());
        let from = proof.obligations(assertion);
        for edge in proof.edges_of(assertion) {
            let rules = proof.rules(&edge);
            assert_eq!(rules.iter().position(|&r| r == Rule::Next), Some(rules.len() - 1), "{rules:?}");
            assert!(leads(&rules, from, proof.obligations(edge.target), &formulas, holds), "{rules:?}");
        }
        if proof.is_refuted(assertion) {
            assert!(leads(&proof.last_rules(assertion), from, &[], &formulas, holds));
        }
    }
    let printed = |rules: Vec<Rule>| rules.iter().map(Rule::to_string).collect::<Vec<_>>().join(" ");
    let first = NodeId::at(0);
    let mut found: Vec<String> = proof.edges_of(first).iter().map(|edge| printed(proof.rules(edge))).collect();
    found.extend(Some(printed(proof.last_rules(first))).filter(|last| !last.is_empty()));
    found
}

#[test]
fn the_rules_of_each_operator() {
    let p: &[(&str, &[u32])] = &[("{visited}", &[0])];
    assert_eq!(rules_of(p, "{visited}"), ["⊨"]);
    assert_eq!(rules_of(p, "!{visited}"), ["⊭"]);
    assert_eq!(rules_of(p, "X {visited}"), ["X"]);
    // Release is `false R p` here, until is `true U q`; the branch of a literal that holds is closed.
    assert_eq!(rules_of(p, "G {visited}"), ["R ⊭ X"]);
    assert_eq!(rules_of(p, "F {isAcyclic}"), ["U ⊭ X"]);
    assert_eq!(rules_of(p, "{isAcyclic} | X {visited}"), ["∨ ⊭ X"]);
    assert_eq!(rules_of(p, "X {visited} & X {isAcyclic}"), ["∧ X", "∧ X"]);
    assert_eq!(rules_of(p, "{visited} & {isAcyclic}"), ["∧ ⊭"]);
    assert_eq!(rules_of(p, "F {isAcyclic} | G {isAcyclic}"), ["∨ R U ⊭ X"]);
}

#[test]
fn every_edge_is_a_path_of_single_applications() {
    let graphs: [&[(&str, &[u32])]; 3] = [
        &[("{visited}", &[1, 2]), ("", &[0]), ("{isAcyclic}", &[2, 1])],
        &[("", &[1]), ("{visited} {isAcyclic}", &[2]), ("{exception}", &[0, 2])],
        &[("{visited}", &[1]), ("{visited} {isAcyclic}", &[1, 0])],
    ];
    let mut edges = 0;
    for formula in [
        "G F p",
        "F G p",
        "G (p -> X q) & G (q -> F p)",
        "(G F p & G F q) -> G F o",
        "p U (q U o)",
        "(p R q) | (q U X p)",
        "G (p | X (q & X o)) | F (o & X p)",
        "F X G (p & X p)",
        "(p W q) & (q M p) & X X (o | p)",
        "((p & X q) U (q | X p)) R (o | X (p U q))",
    ] {
        let formula = formula.replace('p', "{visited}").replace('q', "{isAcyclic}").replace('o', "{exception}");
        for graph in graphs {
            edges += rules_of(graph, &formula).len();
        }
    }
    assert!(edges > 30, "{edges}");
}
