//! Verdicts and violating runs compared with the oracles.

use hrglass::base::{Limits, Random, Silent};
use hrglass::logic::{Binary, Formulas, Unary, negation_normal_form};
use hrglass::rsm::Path;
use hrglass::tableau::{CheckVerdict, check, violations, watch};

use super::FAMILIES;
use super::flatten::Beyond;
use super::pushdown;
use super::system::{Family, System};
use super::validate::{Visit, replay};
use crate::support::ltl::{self, Ltl, Op};

/// A verdict, with the run if it is a violation.
struct Judged {
    verdict: CheckVerdict,
    run: Option<Path<u32>>,
}

/// Maximum number of visits of an expanded run.
const SHOWN: usize = 100_000;

/// The verdicts of the proof structure of a formula, and of the monitor that accepts its violations.
fn judged(system: &mut System, ltl: &Ltl) -> [Judged; 2] {
    let mut formulas = Formulas::new();
    let propositions = ltl::propositions(&mut formulas);
    let formula = ltl.intern(&mut formulas, &propositions);
    let normal = negation_normal_form(&mut formulas, formula);
    system.propositions = propositions;
    let proof = check(system, &formulas, normal, &Limits::default(), &mut Silent);
    let run = proof.run(SHOWN).map(|run| run.map(|failing| failing.state));
    let proof = Judged { verdict: proof.verdict, run };
    let monitor = violations(&mut formulas, normal, &mut Silent).expect("small formulas");
    let watched = watch(system, &monitor, &formulas, &Limits::default(), &mut Silent);
    [proof, Judged { run: watched.run(SHOWN), verdict: watched.verdict }]
}

/// Formulas with at most eight operators and operands; one in four is about what happens infinitely often.
fn formula(random: &mut Random, round: usize) -> Ltl {
    if !round.is_multiple_of(4) {
        return Ltl::random(random, 8, round.is_multiple_of(2));
    }
    let mut nodes = Vec::new();
    for operand in 0..2 + random.below(4) / 3 {
        let operators = [[Unary::Finally, Unary::Globally], [Unary::Globally, Unary::Finally]][random.below(4) / 3];
        let left = nodes.len();
        nodes.push(Op::Atom(random.below(3) as u8));
        for operator in operators {
            nodes.push(Op::Unary(operator, nodes.len() - 1));
        }
        if operand > 0 {
            let operator = [Binary::Implies, Binary::Or, Binary::And, Binary::And][random.below(4)];
            nodes.push(Op::Binary(operator, left - 1, nodes.len() - 1));
        }
    }
    if random.below(2) == 0 {
        nodes.push(Op::Unary(Unary::Not, nodes.len() - 1));
    }
    Ltl(nodes)
}

/// Numbers of occurrences.
#[derive(Default, Debug)]
struct Tally {
    satisfied: usize,
    /// Violating runs: finite ones; lassos; lassos with calls suspended at the start of the cycle, with calls that
    /// return in the cycle, or with infinite recursion; runs that are too long to be expanded.
    finite: usize,
    lassos: usize,
    stacked: usize,
    returning: usize,
    pushing: usize,
    folded: usize,
}

impl Tally {
    /// Checks the run of a violation.
    fn violation(&mut self, system: &System, ltl: &Ltl, judged: &Judged) {
        let run = judged.run.as_ref().expect("it is violated");
        if !run.is_whole() {
            self.folded += 1;
            return;
        }
        let visits: Vec<Visit> = run.visits.iter().map(|s| (s.state, s.caller.map(|c| c as usize))).collect();
        let replay = replay(system, &visits, run.cycle.map(|cycle| cycle as usize));
        assert!(replay.violates(system, ltl), "{visits:?} {:?}: {ltl:?} on {system:?}", run.cycle);
        match run.cycle {
            None => self.finite += 1,
            Some(start) => {
                self.lassos += 1;
                self.stacked += usize::from(visits[start as usize].1.is_some());
                self.returning += usize::from(replay.is_returning);
                self.pushing += usize::from(replay.is_pushing);
            }
        }
    }
}

fn check_family(family: Family, seed: u64, rounds: usize) -> Tally {
    let mut random = Random::new(seed);
    let (mut tally, mut watched_tally) = (Tally::default(), Tally::default());
    for round in 0..rounds {
        let mut system = System::random(&mut random, family);
        let ltl = formula(&mut random, round);
        let [proof, watched] = judged(&mut system, &ltl);
        let case = || format!("round {round}: {ltl:?} on {system:?}");
        let expected =
            if pushdown::has_violation(&system, &ltl) { CheckVerdict::Violated } else { CheckVerdict::Satisfied };
        assert_eq!((&proof.verdict, &watched.verdict), (&expected, &expected), "{}", case());
        if family == Family::Layered
            && round.is_multiple_of(4)
            && let Some(flat) = system.flattened(usize::MAX, Beyond::Nothing, 300)
        {
            assert_eq!(flat.has_violation(&ltl), expected == CheckVerdict::Violated, "{}", case());
        }
        match proof.verdict {
            CheckVerdict::Violated => {
                tally.violation(&system, &ltl, &proof);
                watched_tally.violation(&system, &ltl, &watched);
            }
            _ => tally.satisfied += 1,
        }
    }
    println!("{family:?}: {rounds} cases, {tally:?}, with monitors {watched_tally:?}");
    assert!(watched_tally.finite > rounds / 10 && watched_tally.lassos > rounds / 10, "{watched_tally:?}");
    assert!(tally.satisfied > rounds / 5 && tally.finite > rounds / 10 && tally.lassos > rounds / 10, "{tally:?}");
    assert!(tally.folded.max(watched_tally.folded) < rounds / 1000, "{tally:?} {watched_tally:?}");
    tally
}

#[test]
fn verdicts_with_recursion() {
    let tally = check_family(Family::Recursive, 0x2545_F491_4F6C_DD1D, 38_000);
    assert!(tally.stacked > 4000 && tally.pushing > 3000 && tally.returning > 600, "{tally:?}");
}

#[test]
fn verdicts_without_recursion() {
    let tally = check_family(Family::Layered, 0xBF58_476D_1CE4_E5B9, 26_000);
    assert!(tally.stacked > 1500 && tally.pushing == 0 && tally.returning > 1500, "{tally:?}");
}

#[test]
fn verdicts_with_deep_recursion() {
    let tally = check_family(Family::Deep, 0x94D0_49BB_1331_11EB, 36_000);
    assert!(tally.stacked > 4000 && tally.pushing > 4000 && tally.returning > 300, "{tally:?}");
}

#[test]
fn runs_that_cannot_go_on_make_nothing_satisfied() {
    let mut random = Random::new(0xD6E8_FEB8_6659_FD93);
    let (mut satisfied, mut violated, mut unknown) = (0, 0, 0);
    for round in 0..10_000 {
        let mut system = System::random(&mut random, FAMILIES[round % 3]);
        system.cut(&mut random);
        let ltl = formula(&mut random, round);
        let judged = judged(&mut system, &ltl);
        let case = || format!("round {round}: {ltl:?} on {system:?}");
        // Whether a run violates the formula; and whether one does if stuck runs may continue arbitrarily.
        let mended = system.mended();
        let [certain, possible] = [&system, &mended].map(|system| pushdown::has_violation(system, &ltl));
        for judged in &judged {
            match &judged.verdict {
                CheckVerdict::Satisfied => {
                    assert!(!possible, "{}", case());
                    satisfied += 1;
                }
                CheckVerdict::Violated => {
                    assert!(possible, "{}", case());
                    Tally::default().violation(&system, &ltl, judged);
                    violated += 1;
                }
                CheckVerdict::Unknown(_) => {
                    assert!(!certain, "{}", case());
                    let nodes = system.nodes.len() as u32;
                    assert!(pushdown::reachable(&mended).iter().any(|frame| frame.1 >= nodes), "{}", case());
                    unknown += 1;
                }
            }
        }
    }
    println!("stuck: {satisfied} satisfied, {violated} violated, {unknown} unknown");
    assert!(satisfied > 1000 && violated > 1000 && unknown > 1000, "{satisfied} {violated} {unknown}");
}

#[test]
fn verdicts_hold_however_unknown_labels_may_be() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let (mut satisfied, mut violated, mut unknown) = (0, 0, 0);
    for round in 0..3000 {
        let mut system = System::random(&mut random, FAMILIES[round % 3]);
        system.blur(&mut random);
        let ltl = formula(&mut random, round);
        let judged = judged(&mut system, &ltl);
        let case = || format!("round {round}: {ltl:?} on {system:?}");
        for Judged { verdict, .. } in judged {
            let mut completions = system.completions().into_iter();
            match verdict {
                CheckVerdict::Satisfied => {
                    assert!(completions.all(|s| !pushdown::has_violation(&s, &ltl)), "{}", case());
                    satisfied += 1;
                }
                CheckVerdict::Violated => {
                    assert!(completions.all(|s| pushdown::has_violation(&s, &ltl)), "{}", case());
                    violated += 1;
                }
                CheckVerdict::Unknown(_) => unknown += 1,
            }
        }
    }
    println!("blurred: {satisfied} satisfied, {violated} violated, {unknown} unknown");
    assert!(satisfied > 500 && violated > 500 && unknown > 100, "{satisfied} {violated} {unknown}");
}
