//! Predicate abstraction with summaries on recursive programs.

use std::collections::BTreeSet;

use hrglass::base::{Idx, Silent, Stop};
use hrglass::bitvec::{Answer, Solver, TermId, Terms};
use hrglass::large_blocks::blocks::{BlockProgram, FlatOptions, FlatProgram};
use hrglass::large_blocks::{
    Abstraction, AbstractionAnswer, AbstractionOptions, AbstractionStatistics, BlockAnswer, BlockEngine, UnitProof,
    failing_run, proves_units, replay, search,
};

use super::blocks::{OPTIONS, java};

/// Whether a program is safe, by predicate abstraction with summaries. Proofs are checked.
fn judge(text: &str) -> (Result<bool, Stop>, AbstractionStatistics) {
    let (program, entry) = java(&format!("class Main {{ {text} }}"), "Main.main");
    let mut terms = Terms::new();
    let units = BlockProgram::units(&program, entry, &OPTIONS, &mut terms).unwrap();
    assert!(units.len() > 1, "{text} is not recursive");
    let options = AbstractionOptions { queries: 1_000, ..AbstractionOptions::default() };
    let mut search = Abstraction::new(&units, options, &terms);
    let answer = search.advance(u64::MAX, &mut terms, &mut Silent).map(|answer| match answer {
        Some(AbstractionAnswer::Safe(proof)) => {
            assert!(proves_units(&units, &proof.invariants, &mut terms, &mut Silent).unwrap(), "{text}: no proof");
            assert_contracts_follow(text, &units, &proof, &mut terms);
            true
        }
        Some(AbstractionAnswer::FailsInCalls { depth, blocks }) => {
            // Such a run exists where it can be executed.
            let options = FlatOptions { depth, ..OPTIONS };
            let found = failing_run(&program, entry, &options, blocks, &mut terms, &mut Silent).unwrap();
            let (flat, trace) = found.unwrap_or_else(|| panic!("{text}: no run with {depth} open calls"));
            assert!(replay(&flat, &trace).failure().is_some(), "{text}: the run cannot be executed");
            false
        }
        _ => unreachable!("paths through several units are no traces"),
    });
    (answer, search.statistics)
}

/// What contracts say follows from the invariants, which have been checked: every call has a contract, and keeps it. Where they
/// say something, they say as much as the invariants.
pub fn assert_contracts_follow(name: &str, units: &[BlockProgram<'_>], proof: &UnitProof, terms: &mut Terms) {
    let excluded = |terms: &mut Terms, conditions: &[TermId]| {
        Solver::new().check(terms, conditions, &mut Silent).unwrap() == Answer::Unsatisfiable
    };
    for (unit, (program, invariants)) in units.iter().zip(&proof.invariants).enumerate().skip(1) {
        let own: Vec<_> = proof.contracts.iter().filter(|contract| contract.unit.index() == unit).collect();
        let mut without = invariants[BlockProgram::ENTRY].clone();
        for &(variable, copy) in &program.copies {
            without.push(terms.same(program.current[variable], copy));
        }
        for contract in &own {
            let entered = terms.all(&contract.entered);
            without.push(terms.not(entered));
        }
        assert!(excluded(terms, &without), "{name}: a call without a contract");
        let heads: BTreeSet<_> = own.iter().flat_map(|contract| contract.holds.keys().copied()).collect();
        for head in heads.into_iter().filter(|&head| head != BlockProgram::ENTRY) {
            let mut said = Vec::new();
            let mut entries = Vec::new();
            for contract in &own {
                let entered = terms.all(&contract.entered);
                let holds = contract.holds.get(&head).map_or(Terms::FALSE, |holds| terms.all(holds));
                let otherwise = terms.not(entered);
                said.push(terms.or(otherwise, holds));
                entries.push(entered);
            }
            said.push(terms.any(&entries));
            let known = terms.all(&invariants[head]);
            said.push(terms.not(known));
            assert!(excluded(terms, &said), "{name}: contracts that say less than the invariants");
        }
        for contract in own {
            for (&head, holds) in &contract.holds {
                let kept = terms.all(holds);
                let broken = terms.not(kept);
                let question = [&invariants[head][..], &contract.entered, &[broken]].concat();
                assert!(excluded(terms, &question), "{name}: a contract that does not follow");
            }
        }
    }
}

#[test]
fn recursive_programs() {
    let programs = [
        (
            "McCarthy's function",
            "static int f(int n) { if (n > 100) return n - 10; return f(f(n + 11)); } \
             static void main(int n) { int r = f(n); assert r == 91 || n > 101 && r == n - 10; }",
            true,
        ),
        (
            "McCarthy's function, wrong",
            "static int f(int n) { if (n > 100) return n - 10; return f(f(n + 11)); } \
             static void main(int n) { int r = f(n); assert r == 91 || n > 102 && r == n - 10; }",
            false,
        ),
        (
            "an identity",
            "static int id(int n) { if (n == 0) return 0; return id(n - 1) + 1; } \
             static void main(int n) { assert id(n) == n; }",
            true,
        ),
        (
            "a bound",
            "static int f(int n) { if (n <= 0) return 0; int r = f(n - 1); return r < 100 ? r + 1 : r; } \
             static void main(int n) { int r = f(n); assert r >= 0 && r <= 100; }",
            true,
        ),
        (
            "even and odd",
            "static boolean even(int n) { return n == 0 ? true : odd(n - 1); } \
             static boolean odd(int n) { return n == 0 ? false : even(n - 1); } \
             static void main(int n) { if (n > 0) { boolean e = even(n); assert !e || (n & 1) == 0; } }",
            true,
        ),
        (
            "a static field",
            "static int depth; static void down(int n) { if (n > 0) { depth++; down(n - 1); depth--; } } \
             static void main(int n) { down(n); assert depth == 0; }",
            true,
        ),
        (
            "a static field, wrong",
            "static int depth; static void down(int n) { if (n > 0) { depth++; down(n - 1); } } \
             static void main(int n) { down(n); assert depth == 0; }",
            false,
        ),
        (
            "a loop at the entry",
            "static int f(int n) { while (n > 0) n--; return n == 0 ? 0 : f(n + 1); } \
             static void main(int n) { assert f(n) == 0; }",
            true,
        ),
        (
            "Ackermann's function",
            "static int a(int m, int n) { if (m == 0) return n < 2147483647 ? n + 1 : n; if (n == 0) return a(m - 1, 1); \
             return a(m - 1, a(m, n - 1)); } \
             static void main(int m, int n) { if (m >= 0 && n >= 0) { int r = a(m, n); assert r > 0; } }",
            true,
        ),
    ];
    for (name, text, safe) in programs {
        let (answer, statistics) = judge(text);
        assert_eq!(answer, Ok(safe), "{name}: {statistics:?}");
    }
}

#[test]
fn the_search_for_an_answer_uses_summaries_where_calls_are_not_followed() {
    let text = |claim: &str| {
        format!(
            "class Main {{ static int sum(int n) {{ if (n <= 0) return 0; int r = sum(n - 1); return r < 100 ? r + 1 : r; }} \
             static void main(int n) {{ int r = sum(n); assert {claim}; }} }}"
        )
    };
    for (claim, safe) in [("r <= 100", true), ("r != 4", false)] {
        let (program, entry) = java(&text(claim), "Main.main");
        let mut terms = Terms::new();
        let flat = FlatProgram::new(&program, entry, &FlatOptions { depth: 2, ..OPTIONS }).unwrap();
        let flat = BlockProgram::new(flat, &mut terms);
        let units = BlockProgram::units(&program, entry, &OPTIONS, &mut terms).unwrap();
        let answer = search(&flat, &units, &mut terms, BlockEngine::Auto, 10_000, &mut Silent).0;
        match answer {
            Ok(BlockAnswer::ProvedWithSummaries(_)) => assert!(safe, "{claim}"),
            Ok(BlockAnswer::FailsInCalls { depth, .. }) => assert!(!safe && depth == 5, "{claim}: {depth}"),
            Ok(_) => panic!("{claim}: without summaries"),
            Err(stop) => panic!("{claim}: {stop}"),
        }
    }
}
