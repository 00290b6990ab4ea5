//! Checking formulas on given systems, so that only the cost of the proof structure is measured.

use divan::Bencher;
use hrglass::base::{FileId, Limits, Silent, Stop};
use hrglass::logic::{Formulas, PropositionId, Truth, negation_normal_form, parse_formula};
use hrglass::rsm::{RecursiveSystem, Step};
use hrglass::tableau::{CheckVerdict, Labelled, check};

fn main() {
    divan::main();
}

/// A ring of states with chords; proposition `i` holds at every state that is not a multiple of `i + 2`.
struct Ring {
    states: u32,
}

impl RecursiveSystem for Ring {
    type State = u32;

    fn entry(&mut self, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.push(0);
        Ok(())
    }

    fn step(&mut self, &state: &u32, states: &mut Vec<u32>) -> Result<Step, Stop> {
        states.extend([(state + 1) % self.states, (7 * state + 3) % self.states]);
        Ok(Step::Internal)
    }

    fn resume(&mut self, _: &u32, _: &u32, _: &u32, _: &mut Vec<u32>) -> Result<(), Stop> {
        Ok(())
    }
}

impl Labelled for Ring {
    fn label(&mut self, state: u32, proposition: PropositionId) -> Result<Truth, Stop> {
        Ok(Truth::from(!state.is_multiple_of(proposition.0 + 2)))
    }
}

/// Satisfied formulas, so that the whole proof structure is built.
const FORMULAS: &[&str] = &[
    "G true",
    "GF {terminated} -> GF {terminated}",
    "(FG {visited} & GF {isAcyclic}) -> GF ({visited} & {isAcyclic})",
    "G ({visited} -> ({isAcyclic} R {visited})) -> G ({visited} -> ({isAcyclic} R {visited}))",
];

#[divan::bench(args = FORMULAS, sample_count = 20)]
fn formula(bencher: Bencher, text: &str) {
    let mut formulas = Formulas::new();
    let (formula, found) = parse_formula(text, FileId(0), &mut formulas);
    assert_eq!(found, []);
    let normal = negation_normal_form(&mut formulas, formula.expect("it parses"));
    let run = || check(&mut Ring { states: 10_000 }, &formulas, normal, &Limits::default(), &mut Silent);
    assert_eq!(run().verdict, CheckVerdict::Satisfied);
    bencher.bench(run);
}
