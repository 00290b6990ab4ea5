//! Verdicts of proof structures compared with two independent definitions, on random small systems and
//! formulas: a product with a Büchi automaton, and the semantics of temporal logic on lassos.

pub mod monitor;
pub mod system;

use hrglass::base::{FileId, Limits, Random, Silent};
use hrglass::logic::{Formulas, negation_normal_form, parse_formula};
use hrglass::tableau::{CheckVerdict, ProofOutcome, check, violations, watch};

use crate::support::buchi;
use crate::support::lasso::Lasso;
use crate::support::ltl::{self, Ltl};
use monitor::Watch;
use system::System;

/// Checks a formula; returns the outcome, and the formula in its store.
fn verdict(system: &mut System, ltl: &Ltl) -> ProofOutcome<u32> {
    let mut formulas = Formulas::new();
    let propositions = ltl::propositions(&mut formulas);
    let formula = ltl.intern(&mut formulas, &propositions);
    let normal = negation_normal_form(&mut formulas, formula);
    system.propositions = propositions;
    check(system, &formulas, normal, &Limits::default(), &mut Silent)
}

fn has_violation(system: &System, ltl: &Ltl) -> bool {
    buchi::has_violation(&system.initial, &system.successors, &system.labels, ltl)
}

/// Checks that a violating run is a run and violates the formula.
fn check_run(system: &System, ltl: &Ltl, prefix: &[u32], cycle: &[u32], random: &mut Random) {
    let path: Vec<u32> = prefix.iter().chain(cycle).chain(cycle.first()).copied().collect();
    assert!(system.initial.contains(&path[0]));
    assert!(path.windows(2).all(|pair| system.successors[pair[0] as usize].contains(&pair[1])));
    let labels = |states: &[u32]| states.iter().map(|&s| system.labels[s as usize]).collect::<Vec<_>>();
    if !cycle.is_empty() {
        assert!(!ltl.holds(&Lasso { prefix: labels(prefix), cycle: labels(cycle) }));
        return;
    }
    // A finite violating run violates however it continues: by a run of the system, or by anything else.
    for attempt in 0..4 {
        let mut prefix = labels(prefix);
        prefix.extend((0..random.below(3)).map(|_| random.below(8) as u8));
        let cycle = (0..=random.below(3)).map(|_| random.below(8) as u8).collect();
        assert!(!ltl.holds(&Lasso { prefix, cycle }), "continuation {attempt}");
    }
}

#[test]
fn verdicts_agree_with_buchi_products_and_counterexamples_with_the_semantics() {
    let mut random = Random::new(0x2545_F491_4F6C_DD1D);
    let (mut satisfied, mut lassos, mut paths) = (0, 0, 0);
    for round in 0..100_000 {
        let mut system = System::random(&mut random, 5);
        let ltl = Ltl::random(&mut random, 9, round % 3 == 0);
        let outcome = verdict(&mut system, &ltl);
        let expected = !has_violation(&system, &ltl);
        assert_eq!(outcome.verdict == CheckVerdict::Satisfied, expected, "round {round}: {ltl:?} on {system:?}");
        assert!(!matches!(outcome.verdict, CheckVerdict::Unknown(_)));
        match outcome.run(usize::MAX) {
            Some(run) => {
                let states: Vec<u32> = run.states().map(|failing| failing.state).collect();
                let (prefix, cycle) = states.split_at(run.cycle.map_or(states.len(), |start| start as usize));
                check_run(&system, &ltl, prefix, cycle, &mut random);
                *if cycle.is_empty() { &mut paths } else { &mut lassos } += 1;
            }
            None => {
                satisfied += 1;
                if round % 16 == 0 {
                    system.for_each_lasso(5, |lasso| assert!(ltl.holds(lasso), "round {round}: {ltl:?} on {lasso:?}"));
                }
            }
        }
    }
    assert!(satisfied > 10_000 && lassos > 10_000 && paths > 10_000, "{satisfied} {lassos} {paths}");
}

#[test]
fn printed_formulas_read_back_as_themselves() {
    let mut random = Random::new(0xD6E8_FEB8_6659_FD93);
    for _ in 0..10_000 {
        let mut formulas = Formulas::new();
        let propositions = ltl::propositions(&mut formulas);
        let formula = Ltl::random(&mut random, 16, false).intern(&mut formulas, &propositions);
        let normal = negation_normal_form(&mut formulas, formula).formula();
        for formula in [formula, normal] {
            let text = formulas.display(formula).to_string();
            assert_eq!(parse_formula(&text, FileId(0), &mut formulas), (Some(formula), vec![]), "{text}");
        }
    }
}

#[test]
fn verdicts_hold_however_unknown_labels_may_be() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let mut definite = [0; 2];
    let mut unknown = 0;
    for round in 0..10_000 {
        let mut system = System::random(&mut random, 4);
        let ltl = Ltl::random(&mut random, 7, false);
        for _ in 0..random.below(6) {
            let state = random.below(system.labels.len());
            system.unknown[state] |= 1 << random.below(3);
        }
        let verdict = verdict(&mut system, &ltl).verdict;
        let violated: Vec<bool> = system.completions().iter().map(|s| has_violation(s, &ltl)).collect();
        match verdict {
            CheckVerdict::Satisfied => assert!(!violated.contains(&true), "round {round}: {ltl:?} on {system:?}"),
            CheckVerdict::Violated => assert!(!violated.contains(&false), "round {round}: {ltl:?} on {system:?}"),
            CheckVerdict::Unknown(_) => unknown += 1,
        }
        if !matches!(verdict, CheckVerdict::Unknown(_)) && violated.len() > 1 {
            definite[usize::from(violated[0])] += 1;
        }
    }
    assert!(definite[0] > 1000 && definite[1] > 1000 && unknown > 500, "{definite:?} {unknown}");
}

/// The results of random monitors on systems with unknown labels agree with those on all completions.
#[test]
fn monitors_find_what_they_look_for_however_unknown_labels_may_be() {
    let mut random = Random::new(0x6A09_E667_F3BC_C909);
    let (mut satisfied, mut violated, mut unknown, mut in_vain) = (0, 0, 0, 0);
    for round in 0..20_000 {
        let mut system = System::random(&mut random, 4);
        let looks = Watch::random(&mut random);
        let blurred = if round % 2 == 0 { 0 } else { random.below(5) };
        for _ in 0..blurred {
            let state = random.below(system.labels.len());
            system.unknown[state] |= 1 << random.below(3);
        }
        let mut formulas = Formulas::new();
        system.propositions = ltl::propositions(&mut formulas);
        let monitor = looks.monitor(&mut formulas, &system.propositions);
        let outcome = watch(&mut system, &monitor, &formulas, &Limits::default(), &mut Silent);
        let mut completions = system.completions().into_iter();
        let case = || format!("round {round}: {looks:?} on {system:?}");
        match &outcome.verdict {
            CheckVerdict::Satisfied => {
                assert!(completions.all(|s| !looks.finds(&s)), "{}", case());
                satisfied += 1;
            }
            CheckVerdict::Violated => {
                assert!(completions.all(|s| looks.finds(&s)), "{}", case());
                let run = outcome.run(usize::MAX).expect("it is violated");
                let states: Vec<u32> = run.states().copied().collect();
                let mut pairs: Vec<[u32; 2]> = states.windows(2).map(|pair| [pair[0], pair[1]]).collect();
                pairs.extend(run.cycle.map(|start| [states[states.len() - 1], states[start as usize]]));
                assert!(system.initial.contains(&states[0]), "{}", case());
                let is_step = |&[from, to]: &[u32; 2]| system.successors[from as usize].contains(&to);
                assert!(pairs.iter().all(is_step), "{}", case());
                violated += 1;
            }
            CheckVerdict::Unknown(_) => {
                assert!(blurred > 0 && outcome.culprit.is_some(), "{}", case());
                // If `p` is unknown, so is `p & !p`, although it is false.
                in_vain += usize::from(completions.all(|s| !looks.finds(&s)));
                unknown += 1;
            }
        }
    }
    println!("{satisfied} satisfied, {violated} violated, {unknown} unknown, of these {in_vain} in vain");
    assert!(satisfied > 2000 && violated > 2000 && unknown > 500, "{satisfied} {violated} {unknown}");
    assert!(in_vain < unknown / 4, "{in_vain} of {unknown}");
}

/// The monitor of a formula and the formula have the same verdict, if both are definite.
#[test]
fn monitors_of_formulas_agree_with_the_formulas() {
    let mut random = Random::new(0xBB67_AE85_84CA_A73B);
    let (mut agreed, mut lost) = (0, 0);
    for round in 0..10_000 {
        let mut system = System::random(&mut random, 4);
        let ltl = Ltl::random(&mut random, 7, false);
        for _ in 0..random.below(4) {
            let state = random.below(system.labels.len());
            system.unknown[state] |= 1 << random.below(3);
        }
        let by_formula = verdict(&mut system, &ltl).verdict;
        let mut formulas = Formulas::new();
        let propositions = ltl::propositions(&mut formulas);
        let formula = ltl.intern(&mut formulas, &propositions);
        let normal = negation_normal_form(&mut formulas, formula);
        let monitor = violations(&mut formulas, normal, &mut Silent).expect("small formulas");
        let by_monitor = watch(&mut system, &monitor, &formulas, &Limits::default(), &mut Silent).verdict;
        match (&by_formula, &by_monitor) {
            (CheckVerdict::Unknown(_), _) => {}
            (_, CheckVerdict::Unknown(_)) => lost += 1,
            _ => {
                assert_eq!(by_formula, by_monitor, "round {round}: {ltl:?} on {system:?}");
                agreed += 1;
            }
        }
    }
    println!("{agreed} agreed, of {lost} only the formula is definite");
    assert!(agreed > 5000 && lost < agreed / 10, "{agreed} {lost}");
}
