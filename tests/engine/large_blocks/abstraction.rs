//! Predicate abstraction and k-induction: what they need for known programs, and laws of abstract posts.

use hrglass::base::{IndexVec, Patience, Random, Silent, Stop};
use hrglass::bitvec::{Answer, Solver, Substitution, TermId, Terms};
use hrglass::large_blocks::blocks::{BlockProgram, FlatOptions, FlatProgram, UnitId};
use hrglass::large_blocks::{
    Abstraction, AbstractionAnswer, AbstractionOptions, AbstractionStatistics, BlockInputs, Induction, InductionAnswer,
    InductionOptions, Posts, PredicateAbstraction, PredicateId, Predicates, RegionStep, Regions, UnitStep,
    proves_by_induction, proves_units,
};
use hrglass::program::cfa::ProcedureId;

use super::blocks::{OPTIONS, java, locks};
use super::generate;

/// What a search says of a program.
struct Judged {
    answer: Result<bool, Stop>,
    statistics: AbstractionStatistics,
    /// For every round, the numbers of nodes, blocks in the path, and new predicates.
    rounds: Vec<[usize; 3]>,
}

fn judge(text: &str, abstraction: PredicateAbstraction) -> Judged {
    let (program, entry) = java(text, "Main.main");
    let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
    let mut terms = Terms::new();
    let units = [BlockProgram::new(flat, &mut terms)];
    let options = AbstractionOptions { abstraction, queries: 5_000, record: true, ..AbstractionOptions::default() };
    let mut search = Abstraction::new(&units, options, &terms);
    let answer = search.advance(u64::MAX, &mut terms, &mut Silent).map(|answer| match answer {
        Some(AbstractionAnswer::Safe(proof)) => {
            assert!(proves_units(&units, &proof.invariants, &mut terms, &mut Silent).unwrap(), "{text}: no proof");
            true
        }
        _ => false,
    });
    let rounds = search.rounds.iter().map(|round| {
        assert!(round.edges.iter().all(|edge| edge.source < round.nodes.len() && edge.target < round.nodes.len()));
        // Every node but the first was reached, and exactly.
        for node in 1..round.nodes.len() {
            assert!(round.edges.iter().any(|edge| edge.target == node && !edge.is_covered), "{text}");
        }
        [round.nodes.len(), round.path.len(), round.predicates.len()]
    });
    Judged { answer, statistics: search.statistics, rounds: rounds.collect() }
}

#[test]
fn locks_need_no_predicate() {
    for count in [5, 10, 15] {
        let Judged { answer, statistics, rounds } = judge(&locks(count, &[]), PredicateAbstraction::Boolean);
        assert_eq!(answer, Ok(true));
        assert_eq!((statistics.rounds, statistics.refinements, statistics.predicates), (1, 0, 0));
        assert_eq!(rounds, [[3, 0, 0]]);
    }
    for count in [14, 15] {
        let judged = judge(&locks(count, &[2, 14]), PredicateAbstraction::Boolean);
        assert_eq!((judged.answer, judged.statistics.rounds), (Ok(false), 1));
    }
}

/// What is asserted depends on what was drawn three rounds ago.
const DELAY: &str = "class Main { static void main() { java.util.Random r = new java.util.Random(); int a = 0; int b = 0; \
    int c = 0; while (true) { assert a >= 0; a = b; b = c; c = r.nextInt() & 255; } } }";

#[test]
fn a_loop_needs_several_refinements() {
    let Judged { answer, statistics, rounds } = judge(DELAY, PredicateAbstraction::Boolean);
    assert_eq!(answer, Ok(true));
    assert!(statistics.refinements >= 3, "{statistics:?}");
    // Paths become longer, and the last round has none.
    let lengths: Vec<usize> = rounds.iter().map(|&[_, path, _]| path).collect();
    assert!(lengths[..lengths.len() - 1].is_sorted() && lengths[lengths.len() - 1] == 0, "{lengths:?}");
    assert!(rounds[..rounds.len() - 1].iter().all(|&[_, _, predicates]| predicates > 0));
}

/// Two variables that depend on each other, but on nothing that is known.
const TWINS: &str = "class Main { static void main(boolean b) { java.util.Random r = new java.util.Random(); \
    boolean x = b; boolean y = b; while (r.nextBoolean()) { x = !x; y = !y; } if (x) { assert y; } } }";

#[test]
fn boolean_abstraction_proves_more_than_cartesian_abstraction() {
    assert_eq!(judge(TWINS, PredicateAbstraction::Boolean).answer, Ok(true));
    let cartesian = judge(TWINS, PredicateAbstraction::Cartesian).answer;
    assert!(matches!(cartesian, Err(Stop::Incomplete(_))), "{cartesian:?}");
}

#[test]
fn induction_proves_what_repeats() {
    // From 37 or from 6 on, 20 is reached without a state twice.
    let cycle = "class Main { static void main() { int x = 0; while (true) { assert x != 20; x = x == 5 ? 0 : (x + 1 & 31); } } }";
    for (text, simple_paths, expected) in [(DELAY, false, Some(4)), (cycle, false, None), (cycle, true, Some(17))] {
        let (program, entry) = java(text, "Main.main");
        let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
        let mut terms = Terms::new();
        let blocks = BlockProgram::new(flat, &mut terms);
        let inputs = BlockInputs::new(&blocks, &terms);
        let options = InductionOptions { auxiliary: None, simple_paths };
        let limit = if simple_paths { 30 } else { 12 };
        let mut search = Induction::new(&blocks, &inputs, &options, limit, &mut terms, &mut Silent).unwrap();
        match search.advance(limit, &mut terms, &mut Silent) {
            Ok(Some(InductionAnswer::Proved(k))) => {
                assert_eq!(Some(k), expected);
                assert!(proves_by_induction(&blocks, k, &options, &mut terms, &mut Silent).unwrap());
                // Fewer blocks are no proof.
                assert!(!proves_by_induction(&blocks, k - 1, &options, &mut terms, &mut Silent).unwrap());
            }
            Ok(None) => assert_eq!(expected, None),
            _ => panic!("{text}"),
        }
    }
}

#[test]
fn induction_needs_its_base_case() {
    // Only the first round fails: from no state, three blocks lead to a failure.
    let text = "class Main { static void main() { java.util.Random r = new java.util.Random(); boolean first = true; \
        while (r.nextBoolean()) { assert !first; first = false; } } }";
    let (program, entry) = java(text, "Main.main");
    let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
    let mut terms = Terms::new();
    let blocks = BlockProgram::new(flat, &mut terms);
    let inputs = BlockInputs::new(&blocks, &terms);
    let options = InductionOptions::default();
    assert!(!proves_by_induction(&blocks, 3, &options, &mut terms, &mut Silent).unwrap());
    let mut search = Induction::new(&blocks, &inputs, &options, 10, &mut terms, &mut Silent).unwrap();
    assert!(matches!(search.advance(10, &mut terms, &mut Silent), Ok(Some(InductionAnswer::Fails(_)))));
    // What is assumed must hold.
    let nothing = blocks.heads.iter().map(|_| vec![Terms::FALSE]).collect();
    let options = InductionOptions { auxiliary: Some(&nothing), simple_paths: false };
    assert!(!proves_by_induction(&blocks, 1, &options, &mut terms, &mut Silent).unwrap());
}

#[test]
fn induction_proves_nothing_of_calls_that_are_not_followed() {
    // Only in the sixth round calls nest too deeply.
    let text = "class Main { static int f(int n) { return n == 0 ? 0 : f(n - 1); } \
        static void main() { int i = 0; while (true) { if (i == 5) f(3); assert i >= 0; i = i + 1 & 7; } } }";
    let (program, entry) = java(text, "Main.main");
    let flat = FlatProgram::new(&program, entry, &FlatOptions { depth: 2, ..OPTIONS }).unwrap();
    let mut terms = Terms::new();
    let blocks = BlockProgram::new(flat, &mut terms);
    let inputs = BlockInputs::new(&blocks, &terms);
    let options = InductionOptions::default();
    let mut search = Induction::new(&blocks, &inputs, &options, 12, &mut terms, &mut Silent).unwrap();
    let answer = search.advance(12, &mut terms, &mut Silent);
    assert!(!matches!(answer, Ok(Some(InductionAnswer::Proved(_) | InductionAnswer::Exhausted(_)))));
    assert!(!proves_by_induction(&blocks, 3, &options, &mut terms, &mut Silent).unwrap());
}

#[test]
fn searches_can_be_stopped_at_any_question() {
    let (program, entry) = java(DELAY, "Main.main");
    let mut stopped = 0;
    for patience in (0..).step_by(7) {
        let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
        let mut terms = Terms::new();
        let units = [BlockProgram::new(flat, &mut terms)];
        let mut search = Abstraction::new(&units, AbstractionOptions::default(), &terms);
        match search.advance(u64::MAX, &mut terms, &mut Patience(patience)) {
            Err(stop) => assert_eq!(stop, Stop::Cancelled),
            Ok(answer) => {
                assert!(matches!(answer, Some(AbstractionAnswer::Safe(_))));
                break;
            }
        }
        stopped += 1;
    }
    assert!(stopped > 5, "{stopped}");
}

/// Posts of random regions: the Boolean one holds whatever a step leads to, and nothing that no step leads to as far as the
/// predicates show it; the Cartesian one includes it.
#[test]
fn posts_are_exact_up_to_predicates() {
    let mut compared = 0;
    for seed in 0..150 {
        let mut random = Random::scattered(seed);
        let program = generate::program(&mut random);
        let flat = FlatProgram::new(&program, ProcedureId(0), &OPTIONS).unwrap();
        let mut terms = Terms::new();
        let units = [BlockProgram::new(flat, &mut terms)];
        let program = &units[0];
        let mined = Predicates::mined(program, &mut terms);
        let mut regions = Regions::new();
        let [mut boolean, mut cartesian] =
            [PredicateAbstraction::Boolean, PredicateAbstraction::Cartesian].map(|a| Posts::new(&units, a, 100_000));
        for (id, block) in program.blocks.iter_enumerated() {
            let [before, after] = [block.source, block.target].map(|head| some_of(mined.of(head)));
            let cube: Vec<(TermId, bool)> = before.iter().map(|&p| (p, random.one_in(2))).collect();
            let given = regions.cube(cube.iter().copied().filter(|_| random.one_in(2))).unwrap();
            let post = |posts: &mut Posts<'_, '_>, regions: &mut Regions, terms: &mut Terms| {
                let exit = regions.cube([]).unwrap();
                let from = RegionStep { unit: UnitId(0), step: UnitStep::Block(id), before: given, exit };
                posts.post(from, &after, regions, terms, &mut Patience(400))
            };
            let Ok(exact) = post(&mut boolean, &mut regions, &mut terms) else { continue };
            let Ok(wide) = post(&mut cartesian, &mut regions, &mut terms) else { continue };
            assert!(regions.includes(wide, exact).unwrap(), "seed {seed}: {id:?}");
            // By the definition, valuation by valuation.
            let next = block.next.iter().map(|&(v, value)| (program.current[v], value));
            let mut next = Substitution::new(next.collect::<Vec<_>>());
            let taken = regions.term(&mut terms, given);
            for valuation in 0..1_u32 << after.len() {
                let value = |i: usize| valuation >> i & 1 == 1;
                let mut question = vec![taken, block.guard];
                for (i, &predicate) in after.iter().enumerate() {
                    let there = next.apply(&mut terms, predicate);
                    question.push(if value(i) { there } else { terms.not(there) });
                }
                let Ok(answer) = Solver::new().check(&terms, &question, &mut Patience(400)) else { continue };
                let cube = regions.cube(after.iter().enumerate().map(|(i, &p)| (p, value(i)))).unwrap();
                assert_eq!(
                    regions.includes(exact, cube).unwrap(),
                    answer == Answer::Satisfiable,
                    "seed {seed}: {id:?}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

/// At most five predicates.
fn some_of(predicates: &IndexVec<PredicateId, TermId>) -> IndexVec<PredicateId, TermId> {
    predicates.iter().take(5).copied().collect()
}
