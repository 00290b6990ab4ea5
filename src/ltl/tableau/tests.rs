//! Small systems and formulas for which simpler algorithms give wrong answers.

use super::*;
use crate::logic::{Formulas, PropositionId, Truth, negation_normal_form, parse_formula};
use base::{FileId, Limits, Resource, Silent, Stop};
use rsm::{RecursiveSystem, Step};

mod rules;

/// States given by `(the propositions that hold, successors)`; `?` before a proposition means unknown. The first is
/// initial.
struct Graph<'a> {
    states: &'a [(&'a str, &'a [u32])],
    formulas: Formulas,
}

impl RecursiveSystem for Graph<'_> {
    type State = u32;

    fn entry(&mut self, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.push(0);
        Ok(())
    }

    fn step(&mut self, &state: &u32, states: &mut Vec<u32>) -> Result<Step, Stop> {
        states.extend(self.states[state as usize].1);
        Ok(Step::Internal)
    }

    fn resume(&mut self, _: &u32, _: &u32, _: &u32, _: &mut Vec<u32>) -> Result<(), Stop> {
        Ok(())
    }
}

impl Labelled for Graph<'_> {
    fn label(&mut self, state: u32, proposition: PropositionId) -> Result<Truth, Stop> {
        let name = self.formulas.proposition(proposition).to_string();
        let found = self.states[state as usize].0.split(' ').find(|p| p.trim_start_matches('?') == name);
        Ok(match found {
            None => Truth::False,
            Some(p) if p.starts_with('?') => Truth::Unknown,
            Some(_) => Truth::True,
        })
    }
}

/// The states of a run: its prefix and its cycle.
fn states_of(outcome: &ProofOutcome<u32>) -> Option<(Vec<u32>, Vec<u32>)> {
    let run = outcome.run(usize::MAX)?;
    let states: Vec<u32> = run.states().map(|failing| failing.state).collect();
    let (prefix, cycle) = states.split_at(run.cycle.map_or(states.len(), |start| start as usize));
    Some((prefix.to_vec(), cycle.to_vec()))
}

/// `prefix(cycle)` of a violating run, `satisfied`, or why the verdict is unknown. In the formula `p`, `q` and `o`
/// stand for propositions.
#[track_caller]
fn check_on(states: &[(&str, &[u32])], formula: &str, expected: &str) {
    let write = |text: &str| text.replace('p', "{visited}").replace('q', "{isAcyclic}").replace('o', "{exception}");
    let states: Vec<(String, &[u32])> = states.iter().map(|(labels, next)| (write(labels), *next)).collect();
    let states: Vec<(&str, &[u32])> = states.iter().map(|(labels, next)| (labels.as_str(), *next)).collect();
    let mut formulas = Formulas::new();
    let (formula, diagnostics) = parse_formula(&write(formula), FileId(0), &mut formulas);
    assert_eq!(diagnostics, []);
    let normal = negation_normal_form(&mut formulas, formula.expect("it parses"));
    let mut graph = Graph { states: &states, formulas: formulas.clone() };
    let outcome = check(&mut graph, &formulas, normal, &Limits::default(), &mut Silent);
    let found = match (&outcome.verdict, states_of(&outcome)) {
        (_, Some((prefix, cycle))) => {
            let text = |states: Vec<u32>| states.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
            format!("{}({})", text(prefix), text(cycle))
        }
        (CheckVerdict::Unknown(stop), None) => match outcome.culprit {
            Some(state) => format!("{stop}: {state}"),
            None => stop.to_string(),
        },
        (_, None) => "satisfied".to_owned(),
    };
    assert_eq!(found, expected);
}

#[test]
fn a_release_formula_on_a_cycle_is_no_excuse() {
    // Each iteration drops the old `G p` and starts a new one.
    check_on(&[("", &[0])], "F X G p", "(0)");
    check_on(&[("", &[0])], "F (true & X G p)", "(0)");
    check_on(&[("", &[0])], "F G p", "(0)");
    check_on(&[("p", &[0])], "F X G p", "satisfied");
}

#[test]
fn all_of_a_cycle_counts() {
    // `p` holds in one of the two states of the only cycle.
    check_on(&[("p", &[1]), ("", &[0])], "F G p", "(0 1)");
    check_on(&[("p", &[1]), ("", &[0])], "G F p", "satisfied");
    check_on(&[("p", &[1]), ("", &[0])], "F G p | G F !p", "satisfied");
    check_on(&[("p", &[1]), ("", &[0])], "F X G (p & X p)", "(0 1)");
}

#[test]
fn another_cycle_through_a_state_does_not_help() {
    // State 0 lies on the accepted cycle 0 1 and on the violating cycle 0 2.
    check_on(&[("", &[1, 2]), ("p", &[0]), ("q", &[0])], "G F p", "(0 2)");
    check_on(&[("", &[1, 2]), ("p", &[0]), ("q", &[0])], "G F p -> G F q", "(0 1)");
    check_on(&[("", &[1, 2]), ("p", &[0]), ("q", &[0])], "G F p | G F q", "satisfied");
}

#[test]
fn nested_fairness() {
    check_on(&[("p", &[1]), ("q", &[0])], "G F p -> G F q", "satisfied");
    check_on(&[("p", &[0, 1]), ("q", &[1])], "G F p -> G F q", "(0)");
    check_on(&[("p", &[1]), ("q", &[2]), ("o", &[2])], "(G F p & G F q) -> G F o", "satisfied");
    check_on(&[("p", &[1]), ("q", &[0])], "(G F p & G F q) -> G F o", "(0 1)");
    check_on(&[("p", &[1]), ("q", &[0])], "G (p -> X q) & G (q -> X p)", "satisfied");
}

#[test]
fn a_run_may_have_to_alternate_between_cycles() {
    check_on(&[("", &[1, 2]), ("p", &[0]), ("q", &[0])], "F G !p | F G !q", "(0 1 0 2)");
    check_on(&[("", &[1, 2, 3]), ("p", &[0]), ("q", &[0]), ("o", &[0])], "G F p & G F q -> F G !o", "(0 1 0 2 0 3)");
}

#[test]
fn a_final_state_repeats_itself() {
    check_on(&[("", &[1]), ("p", &[1])], "X p", "satisfied");
    check_on(&[("", &[1]), ("p", &[1])], "X X X p", "satisfied");
    check_on(&[("", &[1]), ("p", &[1])], "F (p & X !p)", "0(1)");
    check_on(&[("", &[1]), ("p", &[1])], "F G p", "satisfied");
}

#[test]
fn a_finite_run_may_violate() {
    check_on(&[("p", &[1]), ("", &[1])], "G p", "0 1()");
    check_on(&[("p", &[1]), ("", &[1])], "p U q", "0 1()");
    check_on(&[("", &[0])], "p", "0()");
    check_on(&[("", &[0])], "false", "0()");
    check_on(&[("", &[0])], "true", "satisfied");
}

#[test]
fn weak_and_strong_operators_differ_at_infinity() {
    check_on(&[("p", &[0])], "p W q", "satisfied");
    check_on(&[("p", &[0])], "p U q", "(0)");
    check_on(&[("q", &[0])], "p R q", "satisfied");
    check_on(&[("q", &[0])], "p M q", "(0)");
}

#[test]
fn unknown_labels_matter_only_where_they_matter() {
    check_on(&[("?p q", &[0])], "G (p | q)", "satisfied");
    check_on(&[("?p", &[1]), ("", &[1])], "F q & (p | !p)", "0(1)");
    check_on(&[("?p", &[0])], "G p", "the truth of {visited} is not definite: 0");
    check_on(&[("", &[1]), ("?p", &[1])], "F !p", "satisfied");
    check_on(&[("q", &[1]), ("q ?p", &[1])], "G q & F X p", "the truth of {visited} is not definite: 1");
}

#[test]
fn nothing_is_satisfied_beyond_a_dead_end() {
    check_on(&[("p", &[])], "X p", "a state has no successor: 0");
    check_on(&[("p", &[])], "p", "satisfied");
    check_on(&[("p", &[1, 2]), ("p", &[]), ("", &[2])], "G p", "0 2()");
}

#[test]
fn a_limit_makes_a_verdict_unknown() {
    let mut formulas = Formulas::new();
    let (formula, _) = parse_formula("G F {visited}", FileId(0), &mut formulas);
    let normal = negation_normal_form(&mut formulas, formula.expect("it parses"));
    let states: &[(&str, &[u32])] = &[("{visited}", &[1]), ("{visited}", &[2]), ("{visited}", &[0])];
    let mut graph = Graph { states, formulas: formulas.clone() };
    for (states, verdict) in
        [(2, CheckVerdict::Unknown(Stop::Budget(Resource::States, 2))), (6, CheckVerdict::Satisfied)]
    {
        let limits = Limits { states, ..Limits::default() };
        assert_eq!(check(&mut graph, &formulas, normal, &limits, &mut Silent).verdict, verdict);
    }
}

#[test]
fn long_fairness_assumptions_stay_small() {
    let fair: Vec<String> = (0..40).map(|line| format!("G F {{at({})}}", line + 1)).collect();
    let mut formulas = Formulas::new();
    let (formula, _) = parse_formula(&format!("({}) -> G F {{visited}}", fair.join(" & ")), FileId(0), &mut formulas);
    let normal = negation_normal_form(&mut formulas, formula.expect("it parses"));
    let names: Vec<String> = (0..40).map(|line| format!("{{at({})}}", line + 1)).collect();
    let next: Vec<[u32; 1]> = (0..40).map(|i| [(i + 1) % 40]).collect();
    let states: Vec<(&str, &[u32])> = names.iter().zip(&next).map(|(n, t)| (n.as_str(), &t[..])).collect();
    let mut graph = Graph { states: &states, formulas: formulas.clone() };
    let outcome = check(&mut graph, &formulas, normal, &Limits::default(), &mut Silent);
    let (prefix, cycle) = states_of(&outcome).expect("every proposition recurs, and `visited` never holds");
    assert_eq!((prefix.len() + cycle.len()) % 40, 0);
    assert!(outcome.proof.assertion_count() < 200, "{}", outcome.proof.assertion_count());
}
