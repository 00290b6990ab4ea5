//! What the examples in C are there to show: how they become blocks, and what it takes to prove them.

use hrglass::base::{Silent, Stop};
use hrglass::bitvec::Terms;
use hrglass::large_blocks::blocks::{BlockProgram, FlatOptions, FlatProgram, Reduction, Rule};
use hrglass::large_blocks::{
    Abstraction, AbstractionAnswer, AbstractionOptions, AbstractionStatistics, BlockAnswer, BlockEngine,
    PredicateAbstraction, search,
};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::{Failure, Program};
use hrglass::task::example;

use super::locks::bench::{self, read};

const OPTIONS: FlatOptions<'_> = FlatOptions { failures: &[Failure::Reached, Failure::Assertion], ..bench::OPTIONS };

fn program(id: &str) -> (Program, ProcedureId) {
    let task: serde_json::Value = serde_json::from_str(example(id).expect("an example")).expect("strict JSON");
    read(task["program"]["files"][0]["text"].as_str().expect("text"))
}

/// The numbers of locations and blocks that the rules leave, and how often each was applied: sequence, choice, advanced sequence.
fn reduced(id: &str, advanced: bool) -> ([usize; 2], [usize; 3]) {
    let (program, entry) = program(id);
    let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
    let reduction = Reduction::new(&flat, advanced);
    let applied = [Rule::Sequence, Rule::Choice, Rule::AdvancedSequence]
        .map(|rule| reduction.steps.iter().filter(|step| step.rule == rule).count());
    ([reduction.locations().len(), reduction.blocks.len()], applied)
}

#[test]
fn rules_reduce_a_loop_and_a_crossing() {
    // The entry, the loop, the error and the end.
    for advanced in [false, true] {
        let (sizes, [sequences, choices, crossings]) = reduced("c/rules", advanced);
        assert_eq!((sizes, choices, crossings), ([4, 4], 1, 0));
        assert!(sequences > 0);
    }
    // The crossing with two ways in and two ways out disappears by the advanced rule only: then there are four blocks for four edges.
    assert_eq!(reduced("c/advanced-rule", false).0, [6, 8]);
    let (sizes, [.., crossings]) = reduced("c/advanced-rule", true);
    assert_eq!((sizes, crossings), ([5, 8], 1));
    let (program, entry) = program("c/advanced-rule");
    let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
    assert_eq!(Reduction::new(&flat, true).steps.last().map(|step| step.rule), Some(Rule::AdvancedSequence));
}

/// Whether an example is safe, by predicate abstraction.
fn abstracted(id: &str, abstraction: PredicateAbstraction) -> (Result<bool, Stop>, AbstractionStatistics) {
    let (program, entry) = program(id);
    let mut terms = Terms::new();
    let units = BlockProgram::units(&program, entry, &OPTIONS, &mut terms).unwrap();
    let options = AbstractionOptions { abstraction, queries: 5_000, ..AbstractionOptions::default() };
    let mut search = Abstraction::new(&units, options, &terms);
    let answer = search.advance(u64::MAX, &mut terms, &mut Silent);
    (answer.map(|answer| matches!(answer, Some(AbstractionAnswer::Safe(_)))), search.statistics)
}

#[test]
fn predicates_are_learned_one_refinement_at_a_time() {
    let (answer, statistics) = abstracted("c/delay", PredicateAbstraction::Boolean);
    assert_eq!((answer, statistics.refinements, statistics.predicates), (Ok(true), 3, 3));
}

#[test]
fn flags_that_are_equal_need_boolean_abstraction() {
    assert_eq!(abstracted("c/twins", PredicateAbstraction::Boolean).0, Ok(true));
    let cartesian = abstracted("c/twins", PredicateAbstraction::Cartesian).0;
    assert!(matches!(cartesian, Err(Stop::Incomplete(_))), "{cartesian:?}");
}

#[test]
fn nested_recursion_is_proved_by_summaries_alone() {
    let (program, entry) = program("c/ackermann");
    for engine in
        [BlockEngine::Auto, BlockEngine::Predicates, BlockEngine::Pdr, BlockEngine::KInduction, BlockEngine::Bounded]
    {
        let mut terms = Terms::new();
        let flat = FlatProgram::new(&program, entry, &FlatOptions { depth: 2, ..OPTIONS }).unwrap();
        let flat = BlockProgram::new(flat, &mut terms);
        let units = BlockProgram::units(&program, entry, &OPTIONS, &mut terms).unwrap();
        let (answer, _) = search(&flat, &units, &mut terms, engine, 5_000, &mut Silent);
        match engine {
            BlockEngine::Auto | BlockEngine::Predicates => {
                assert!(matches!(answer, Ok(BlockAnswer::ProvedWithSummaries(_))), "{engine:?}");
            }
            _ => assert!(matches!(answer, Err(Stop::Incomplete(_))), "{engine:?}"),
        }
    }
}
