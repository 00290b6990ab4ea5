//! Every engine against all runs of random programs.

use std::collections::HashMap;

use hrglass::base::{Idx, Patience, Random, Silent};
use hrglass::bitvec::{Answer, Evaluation, Solver, Substitution, TermId, Terms};
use hrglass::large_blocks::blocks::{BlockProgram, FlatOptions, FlatProgram, FrameId, Notation};
use hrglass::large_blocks::{
    Abstraction, AbstractionAnswer, AbstractionOptions, BlockAnswer, BlockEngine, BlockInputs, Bound, Induction,
    InductionAnswer, InductionOptions, Invariants, Pdr, PdrAnswer, PredicateAbstraction, Unrolling, affine_relations,
    failing_run, proves, proves_by_induction, proves_units, replay, search, templates,
};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::{Condition, Failure, FieldId, LocalId, Operation, Program, Rvalue};

use super::brute_force::{explore, fails};
use super::generate::program;
use super::recursion::assert_contracts_follow;
use crate::support::cases;

/// A search is given up after so many questions to its observer: multiplication and division can be hard.
const ANSWERS: u32 = 400;

/// Programs with more states are not judged.
const STATES: usize = 4_000;

#[derive(Default, Debug)]
struct Tally {
    programs: usize,
    too_large: usize,
    failing: usize,
    bounded: usize,
    proved: usize,
    unknown: usize,
    /// By predicate abstraction: Boolean, Cartesian.
    abstracted: [usize; 2],
    given_up: [usize; 2],
    /// Programs with recursion, and those of them that summaries decide.
    recursive: usize,
    summarised: usize,
    /// By k-induction: plain, on simple paths, with invariants.
    induced: [usize; 3],
    executed: usize,
    /// Affine relations, and conditions of simple shapes.
    relations: usize,
    templates: usize,
    /// States at heads in which what is proved was checked.
    states: usize,
    loops: usize,
    /// Some calls are not followed.
    cut: usize,
}

#[test]
fn verdicts_are_those_of_all_runs() {
    let mut tally = Tally::default();
    for seed in cases::seeds(250) {
        judge(seed, &mut tally);
    }
    println!("{tally:?}");
    assert!(
        tally.unknown < tally.programs / 10
            && tally.cut > 0
            && tally.templates > tally.programs
            && tally.relations > tally.programs / 10
            && tally.states > tally.programs,
        "{tally:?}"
    );
    assert!(tally.failing > tally.programs / 10 && tally.proved + tally.bounded > tally.programs / 4, "{tally:?}");
}

/// Whether there are choices in a program that nothing determines: of edges, or of values that stand for others.
pub fn has_choices(program: &Program) -> bool {
    let edges =
        program.procedures.iter().flat_map(|procedure| procedure.cfa.edges.iter().map(move |edge| (procedure, edge)));
    let mut edges = edges;
    edges.any(|(procedure, edge)| match &edge.operation {
        Operation::Assign { value: Rvalue::Unknown, .. } | Operation::Assume(Condition::Unknown) => true,
        Operation::Assume(_) => false,
        _ => procedure.cfa.edges_from(edge.source).count() > 1,
    })
}

/// Whether every block leads from states in which the conditions hold to such states.
fn are_kept(blocks: &BlockProgram<'_>, known: &Invariants, terms: &mut Terms) -> bool {
    blocks.blocks.iter().all(|block| {
        let mut put = Substitution::new(block.next.iter().map(|&(v, value)| (blocks.current[v], value)));
        let mut given = if block.source == BlockProgram::ENTRY { Vec::new() } else { known[block.source].clone() };
        given.push(block.guard);
        known[block.target].iter().all(|&condition| {
            let after = put.apply(terms, condition);
            let fails = terms.not(after);
            let asked = [given.as_slice(), &[fails]].concat();
            Solver::new().check(terms, &asked, &mut Silent) == Ok(Answer::Unsatisfiable)
        })
    })
}

fn judge(seed: u64, tally: &mut Tally) {
    let program = program(&mut Random::scattered(seed));
    tally.programs += 1;
    let failures: &[Failure] = match seed % 3 {
        0 => &[Failure::Assertion, Failure::Reached],
        1 => &[Failure::DivisionByZero, Failure::Assertion, Failure::Overflow],
        _ => &[Failure::Reached, Failure::Overflow],
    };
    let options = FlatOptions { failures, exceptions: &[], depth: 2, edges: 100_000 };
    // Without overflow as a failure, its checks say nothing.
    let failures: Vec<Failure> = failures.to_vec();
    let program = if failures.contains(&Failure::Overflow) { program } else { without_overflow(program) };
    let Some(expected) = fails(&program, &failures, STATES) else {
        tally.too_large += 1;
        return;
    };
    tally.failing += usize::from(expected);
    let flat = FlatProgram::new(&program, ProcedureId(0), &options).unwrap();
    let mut terms = Terms::new();
    let blocks = BlockProgram::new(flat, &mut terms);
    tally.loops += usize::from(blocks.blocks.iter().any(|block| block.target <= block.source));
    tally.cut += usize::from(blocks.blocks_to(blocks.cut).next().is_some());
    let inputs = BlockInputs::new(&blocks, &terms);
    let is_sure = !has_choices(&program);
    judge_units(seed, (&program, &options), expected, is_sure, &mut terms, tally);
    let mut confirm = |trace: &_| {
        let executed = replay(&blocks, trace);
        let failed = executed.failure();
        assert!(
            !is_sure || matches!(failed, Some(Some(failure)) if failures.contains(&failure)),
            "seed {seed}: {:?} after {} states\n{trace:?}",
            executed.end,
            executed.states.len()
        );
        tally.executed += usize::from(failed.is_some());
    };
    let mut unrolling = Unrolling::new(&blocks, &inputs);
    for _ in 0..12 {
        let Ok(bound) = unrolling.extend(&mut terms, &mut Patience(ANSWERS)) else { break };
        match bound {
            Bound::Holds => {}
            Bound::Complete => {
                assert!(!expected, "seed {seed}: no run of {} blocks fails, but one does", unrolling.bound());
                tally.bounded += 1;
                break;
            }
            Bound::Fails(trace) => {
                assert!(expected, "seed {seed}: unrolling finds a failing run where there is none");
                confirm(&trace);
                break;
            }
        }
    }
    let mut pdr = Pdr::new(&blocks, &inputs, 1_000, &mut terms);
    match pdr.advance(400, &mut terms, &mut Patience(ANSWERS)) {
        Ok(Some(PdrAnswer::Safe(invariants))) => {
            assert!(!expected, "seed {seed}: a proof, but a run fails");
            assert!(proves(&blocks, &invariants, &mut terms, &mut Silent).unwrap(), "seed {seed}: no proof");
            tally.proved += 1;
        }
        Ok(Some(PdrAnswer::Fails(trace))) => {
            assert!(expected, "seed {seed}: a failing run where there is none");
            confirm(&trace);
        }
        Ok(None) | Err(_) => tally.unknown += 1,
    }
    let known = affine_relations(&blocks, &mut terms, &mut Patience(ANSWERS));
    tally.relations += known.iter().flatten().map(Vec::len).sum::<usize>();
    let simple = templates(&blocks, &mut terms, &mut Patience(ANSWERS));
    tally.templates += simple.iter().flatten().map(Vec::len).sum::<usize>();
    for known in [known, simple].iter().flatten() {
        assert!(are_kept(&blocks, known, &mut terms), "seed {seed}: conditions that a block does not keep");
        if seed % 5 == 2 && blocks.blocks_to(blocks.cut).next().is_none() {
            tally.states += hold_in_all_states(seed, (&program, &failures), &blocks, known, &terms);
        }
    }
    let mut auxiliary: Option<Invariants> = None;
    for (kind, abstraction) in [PredicateAbstraction::Boolean, PredicateAbstraction::Cartesian].into_iter().enumerate()
    {
        let options =
            AbstractionOptions { abstraction, queries: 1_000, record: seed.is_multiple_of(4), ..Default::default() };
        let mut search = Abstraction::new(std::slice::from_ref(&blocks), options, &terms);
        let mut patience = Patience(2 * ANSWERS);
        // In turns, so that rounds are interrupted.
        let answer = loop {
            match search.advance(1 + seed % 50, &mut terms, &mut patience) {
                Ok(None) => {}
                answer => break answer,
            }
        };
        match answer {
            Ok(Some(AbstractionAnswer::Safe(proof))) => {
                assert!(!expected, "seed {seed}: {abstraction:?} abstraction proves what fails");
                assert!(
                    proves_units(std::slice::from_ref(&blocks), &proof.invariants, &mut terms, &mut Silent).unwrap(),
                    "seed {seed}: no proof"
                );
                tally.abstracted[kind] += 1;
                if seed % 5 == kind as u64 {
                    let known = &proof.invariants[0];
                    tally.states += hold_in_all_states(seed, (&program, &failures), &blocks, known, &terms);
                }
                auxiliary = proof.invariants.into_iter().next();
            }
            Ok(Some(AbstractionAnswer::Fails(trace))) => {
                assert!(expected, "seed {seed}: {abstraction:?} abstraction finds a run where there is none");
                confirm(&trace);
                tally.abstracted[kind] += 1;
            }
            Ok(Some(AbstractionAnswer::FailsInCalls { .. }) | None) => unreachable!(),
            Err(_) => tally.given_up[kind] += 1,
        }
    }
    for (kind, simple_paths, auxiliary) in [(0, false, None), (1, true, None), (2, false, auxiliary.as_ref())] {
        let options = InductionOptions { auxiliary, simple_paths };
        let mut patience = Patience(ANSWERS);
        let induction = Induction::new(&blocks, &inputs, &options, 12, &mut terms, &mut patience);
        match induction.and_then(|mut search| search.advance(12, &mut terms, &mut patience)) {
            Ok(Some(InductionAnswer::Proved(k))) => {
                assert!(!expected, "seed {seed}: {k}-induction proves what fails");
                assert!(
                    proves_by_induction(&blocks, k, &options, &mut terms, &mut Silent).unwrap(),
                    "seed {seed}: no proof by {k}-induction"
                );
                tally.induced[kind] += 1;
            }
            Ok(Some(InductionAnswer::Exhausted(_))) => assert!(!expected, "seed {seed}"),
            Ok(Some(InductionAnswer::Fails(trace))) => {
                assert!(expected, "seed {seed}");
                confirm(&trace);
            }
            Ok(None) | Err(_) => {}
        }
    }
    match search(&blocks, &[], &mut terms, BlockEngine::Auto, 400, &mut Patience(ANSWERS)).0 {
        Ok(BlockAnswer::Fails(_)) => assert!(expected, "seed {seed}"),
        Ok(_) => assert!(!expected, "seed {seed}"),
        Err(_) => {}
    }
}

/// Whether conditions at the heads hold in all states of all runs; how many there are at heads.
fn hold_in_all_states(
    seed: u64,
    (program, failures): (&Program, &[Failure]),
    blocks: &BlockProgram<'_>,
    known: &Invariants,
    terms: &Terms,
) -> usize {
    let flat = &blocks.flat;
    let places = flat.cfa.locations.iter_enumerated().map(|(at, place)| ((place.frame, place.location), at));
    let places: HashMap<_, _> = places.filter(|&(_, at)| at != flat.error && at != flat.cut).collect();
    let heads: HashMap<_, _> = blocks.heads.iter_enumerated().map(|(id, head)| (head.location, id)).collect();
    let mut found = 0;
    explore(program, failures, STATES, &mut |state| {
        let mut frame = FrameId(0);
        for pair in state.frames.windows(2) {
            let edge = program.procedures[pair[0].procedure].cfa.edges_from(pair[0].location).next().unwrap().0;
            let inner = flat.frames.iter_enumerated().find(|(_, inner)| inner.caller == Some((frame, edge)));
            frame = inner.expect("what is proved is followed").0;
        }
        let at = places.get(&(frame, state.frames[state.frames.len() - 1].location));
        let Some(&head) = at.and_then(|at| heads.get(at)) else { return };
        // Variables of the frames on the stack; others are not live.
        let mut values: HashMap<TermId, i64> = HashMap::new();
        let mut copy = Some(frame);
        for found in state.frames.iter().rev() {
            let own = copy.expect("as many copies as frames");
            for (local, &value) in found.locals.iter().enumerate() {
                values.extend(flat.local(own, LocalId::at(local)).map(|v| (blocks.current[v], value)));
            }
            copy = flat.frames[own].caller.map(|(caller, _)| caller);
        }
        for (field, &value) in state.statics.iter().enumerate() {
            values.extend(flat.static_field(FieldId::at(field)).map(|v| (blocks.current[v], value)));
        }
        let value = |variable| values.get(&terms.term_of(variable)).map_or(0, |&value| value.cast_unsigned());
        let mut evaluation = Evaluation::new(terms, value);
        for &condition in &known[head] {
            if !evaluation.holds(condition) {
                let said = blocks.description(terms, condition, blocks.frame_of(head), Notation::Java, &mut Vec::new());
                panic!("seed {seed}: {said:?} is proved of head {head:?}, but not true in {state:?}");
            }
        }
        found += 1;
    });
    found
}

/// Predicate abstraction with summaries, if there is recursion.
fn judge_units(
    seed: u64,
    (program, options): (&Program, &FlatOptions<'_>),
    expected: bool,
    is_sure: bool,
    terms: &mut Terms,
    tally: &mut Tally,
) {
    let units = BlockProgram::units(program, ProcedureId(0), options, terms).unwrap();
    if units.len() == 1 {
        return;
    }
    tally.recursive += 1;
    let abstraction =
        if seed.is_multiple_of(2) { PredicateAbstraction::Boolean } else { PredicateAbstraction::Cartesian };
    let how = AbstractionOptions { abstraction, queries: 1_000, record: true, ..Default::default() };
    let mut search = Abstraction::new(&units, how, terms);
    match search.advance(u64::MAX, terms, &mut Patience(2 * ANSWERS)) {
        Ok(Some(AbstractionAnswer::Safe(proof))) => {
            assert!(!expected, "seed {seed}: summaries prove what fails");
            assert!(proves_units(&units, &proof.invariants, terms, &mut Silent).unwrap(), "seed {seed}: no proof");
            assert_contracts_follow(&format!("seed {seed}"), &units, &proof, terms);
            tally.summarised += 1;
        }
        Ok(Some(AbstractionAnswer::FailsInCalls { depth, blocks })) => {
            assert!(expected, "seed {seed}: a failing run through calls where there is none");
            let deep = FlatOptions { depth, ..*options };
            let found = failing_run(program, ProcedureId(0), &deep, blocks, terms, &mut Silent).unwrap();
            let (flat, trace) = found.unwrap_or_else(|| panic!("seed {seed}: no run with {depth} open calls"));
            assert!(!is_sure || replay(&flat, &trace).failure().is_some(), "seed {seed}: not executed");
            tally.summarised += 1;
        }
        Ok(Some(AbstractionAnswer::Fails(_)) | None) => unreachable!(),
        Err(_) => {}
    }
}

/// The same with conditions about overflow that are as in an analysis that does not check it: there is none.
pub fn without_overflow(mut program: Program) -> Program {
    use hrglass::base::Idx;
    for procedure in (0..program.procedures.len()).map(ProcedureId::at) {
        let cfa = &mut program.procedures[procedure].cfa;
        let edges = cfa.edges.iter().cloned();
        let edges = edges.filter_map(|mut edge| {
            match edge.operation {
                Operation::Assume(Condition::Overflows { negated: false, .. }) => return None,
                Operation::Assume(Condition::Overflows { negated: true, .. }) => edge.operation = Operation::Skip,
                _ => {}
            }
            Some(edge)
        });
        cfa.edges = edges.collect();
    }
    program
}
