//! Verdicts of the engines on programs whose verdicts are known.

use hrglass::base::{IndexVec, Patience, Silent, Stop};
use hrglass::bitvec::Terms;
use hrglass::large_blocks::blocks::{BlockProgram, FlatOptions, FlatProgram, Notation};
use hrglass::large_blocks::{BlockAnswer, BlockEngine, BlockInputs, Pdr, PdrAnswer, proves, replay, search};

use super::blocks::{OPTIONS, java, locks};

/// Whether no exception leaves a method, as a search on its blocks finds out; calls are followed to this depth.
fn judge(text: &str, depth: u32) -> Result<bool, Stop> {
    let (program, entry) = java(text, "Main.main");
    let flat = FlatProgram::new(&program, entry, &FlatOptions { depth, ..OPTIONS }).unwrap();
    let mut terms = Terms::new();
    let blocks = BlockProgram::new(flat, &mut terms);
    search(&blocks, &[], &mut terms, BlockEngine::Auto, 10_000, &mut Silent).0.map(|answer| match answer {
        BlockAnswer::Exhausted(_) | BlockAnswer::Proved(_) | BlockAnswer::ProvedByInduction(_) => true,
        BlockAnswer::ProvedWithSummaries(_) | BlockAnswer::FailsInCalls { .. } => unreachable!("there are no units"),
        BlockAnswer::Fails(trace) => {
            assert!(replay(&blocks, &trace).failure().is_some(), "{text}: the run cannot be executed");
            false
        }
    })
}

fn is_safe(text: &str) -> bool {
    judge(text, 1).unwrap_or_else(|stop| panic!("{text}: {stop}"))
}

#[test]
fn small_programs() {
    let programs = [
        // A constant of a type without negative numbers, next to numbers that may be negative, and to a narrower one.
        ("static void main(int n) { char c = 60000; assert n > 5 || c > n; }", true),
        ("static void main(int n) { char c = 60000; assert n < 60000 || c > n; }", false),
        ("static void main(byte n) { char c = 60000; assert c > n; }", true),
        ("static void main() { int x = 0; while (x < 10) x++; assert x == 10; }", true),
        ("static void main() { int x = 0; while (x < 10) x++; assert x == 11; }", false),
        ("static void main(int n) { int x = 0; int y = 0; while (x != n) { x++; y++; } assert x == y; }", true),
        (
            "static void main() { int s = 0; int c = 0; while (true) { c++; if (s == 0) { s = 1; } else if (s == 1) { s = 2; } \
             else if (s == 2) { s = 1; } else { assert false; } if (c > 100) c = 0; } }",
            true,
        ),
        (
            "static void main(int n) { int s = 0; while (true) { if (s == 0) { s = 1; } else if (s == 1) { s = 2; } \
             else if (s == 2) { s = 3; } else { assert n != 5; } } }",
            false,
        ),
        (
            "static int f(int x) { return x > 100 ? x - 1 : x; } static void main(int n) { assert f(n) <= 2147483646; }",
            true,
        ),
        ("static void main(int a, int b) { if (a > 0 && b > 0) assert (a + b) / 2 > 0; }", false),
        ("static void main(int a, int b) { if (a > 0 && b > 0) assert (a + b) >>> 1 > 0; }", true),
        ("static void main(byte a) { assert (byte) (a + 1) > a; }", false),
        (
            // Two ways of as many blocks lead back to the outer loop.
            "static void main(int n) { java.util.Random r = new java.util.Random(); int x = 0; int i = 0; while (i < 2) { \
             if (i == 1) { if (n == 0) { assert x == 1; } else { assert x == 2; } } \
             if (n == 0) { while (r.nextBoolean()) ; x = 1; } else { while (r.nextBoolean()) ; x = 2; } i++; } }",
            true,
        ),
        // What these need, no condition of the program says.
        (
            "static void main(int n) { int s = 0; if (n >= 0) for (int i = 0; i < n; i++) { s = s + 1; assert s <= n; } }",
            true,
        ),
        (
            "static int gcd(int a, int b) { while (a != b) { if (a > b) a = a - b; else b = b - a; } return a; }              static void main(int a, int b) { if (a > 0 && b > 0) assert gcd(a, b) > 0; }",
            true,
        ),
        (
            "static void main(int n) { int a = 0; int b = 1; while (n != 0) { n--; a = a + 2; b = b + 2; }              assert a % 2 == 0; assert b % 2 != 0; }",
            true,
        ),
        ("static int n; static void add() { n += 2; } static void main() { add(); add(); assert n == 4; }", true),
    ];
    for (text, safe) in programs {
        assert_eq!(is_safe(&format!("class Main {{ {text} }}")), safe, "{text}");
    }
}

/// What is known at the loops of a method whose assertions are proved.
fn invariants(text: &str) -> Vec<String> {
    let text = format!("class Main {{ {text} }}");
    let (program, entry) = java(&text, "Main.main");
    let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
    let mut terms = Terms::new();
    let blocks = BlockProgram::new(flat, &mut terms);
    match search(&blocks, &[], &mut terms, BlockEngine::Auto, 1_000, &mut Silent).0 {
        Ok(BlockAnswer::Proved(proof)) => {
            let known = proof.iter_enumerated().flat_map(|(head, known)| known.iter().map(move |&term| (head, term)));
            let text = |(head, term)| blocks.expression(&terms, term, blocks.frame_of(head), Notation::Java);
            known.map(|known| text(known).expect("variables of the method")).collect()
        }
        Ok(_) => panic!("{text}: no proof by invariants"),
        Err(stop) => panic!("{text}: {stop}"),
    }
}

#[test]
fn counters_that_keep_step_are_related() {
    // None of these relations is a condition of the program, or the difference of two of its values.
    let programs = [
        (
            "static void main(int n) { int s = 0; int i = 0; if (n < 0) return; while (i < n) { s += 2; i++; } assert s == 2 * n; }",
            "i <= n; s == 2 * i",
        ),
        ("static void main(int n) { int i = 0; int j = n; while (j != 0) { i++; j--; } assert i == n; }", "i + j == n"),
        (
            "static void main(int n) { int x = 0; int y = 0; int i = n; while (i != 0) { x += 3; y += 2; i -= 5; } \
             assert 4 * x == 6 * y; }",
            "2 * x == 3 * y",
        ),
        (
            "static void main(int n) { int s = 0; int odd = 1; int i = 0; while (i < n) { s += odd; odd += 2; i++; } \
             assert odd == 2 * i + 1; }",
            "odd == 2 * i + 1",
        ),
        (
            "static void main() { java.util.Random r = new java.util.Random(); int x = 3; while (r.nextBoolean()) { \
             if (r.nextBoolean()) x += 8; else x += 12; } assert (x & 2) != 0; }",
            "(x & 3) == 3",
        ),
        (
            "static void main(byte n) { byte a = n; byte b = 10; while (a != 0) { a--; b++; } assert (byte) (b - n) == 10; }",
            "((a + b - n) & 255) == 10",
        ),
    ];
    for (text, known) in programs {
        assert_eq!(invariants(text).join("; "), known, "{text}");
    }
}

#[test]
fn locks_need_no_refinement() {
    for count in [5, 10, 15] {
        assert!(is_safe(&locks(count, &[])));
    }
    assert!(!is_safe(&locks(14, &[2, 14])));
    assert!(!is_safe(&locks(15, &[2, 14])));
}

#[test]
fn calls_that_are_not_followed_are_no_proof() {
    let text = |argument: &str| {
        format!(
            "class Main {{ static int sum(int n) {{ if (n == 0) return 0; return n + sum(n - 1); }} \
             static void main(int n) {{ assert sum({argument}) == 6; }} }}"
        )
    };
    // Four calls are open at most.
    assert_eq!(judge(&text("3"), 4), Ok(true));
    assert_eq!(judge(&text("2"), 4), Ok(false));
    assert!(matches!(judge(&text("3"), 3), Err(Stop::Incomplete(_))));
    // The condition excludes deeper calls.
    let small = text("n > 0 && n < 4 ? 3 : 3").replace("sum(n - 1)", "(n > 3 ? 0 : sum(n - 1))");
    assert_eq!(judge(&small, 4), Ok(true));
    let unbounded = text("3").replace("== 6", ">= n - n").replace("sum(3)", "(sum(n) & 0)");
    assert!(matches!(judge(&unbounded, 3), Err(Stop::Incomplete(_))));
    // Clauses alone are none, either: what is checked afterwards must not be needed for that.
    let (program, entry) = java(&unbounded, "Main.main");
    let flat = FlatProgram::new(&program, entry, &FlatOptions { depth: 3, ..OPTIONS }).unwrap();
    let mut terms = Terms::new();
    let blocks = BlockProgram::new(flat, &mut terms);
    let inputs = BlockInputs::new(&blocks, &terms);
    let found = Pdr::new(&blocks, &inputs, 10_000, &mut terms).advance(u64::MAX, &mut terms, &mut Silent);
    assert!(matches!(found, Err(Stop::Incomplete(_))));
}

#[test]
fn a_search_can_be_stopped_at_any_question() {
    let (program, entry) = java(
        "class Main { static void main(int n) { int x = 0; int y = 0; while (x != n) { x++; y++; } assert x == y; } }",
        "Main.main",
    );
    let mut stopped = 0;
    for patience in 0.. {
        let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
        let mut terms = Terms::new();
        let blocks = BlockProgram::new(flat, &mut terms);
        match search(&blocks, &[], &mut terms, BlockEngine::Auto, 10_000, &mut Patience(patience)).0 {
            Err(stop) => assert_eq!(stop, Stop::Cancelled),
            Ok(answer) => {
                assert!(matches!(answer, BlockAnswer::Proved(_) | BlockAnswer::ProvedByInduction(_)));
                break;
            }
        }
        stopped += 1;
    }
    assert!(stopped > 5, "{stopped}");
}

#[test]
fn predicates_come_from_paths_and_proofs_are_checked() {
    let (program, entry) =
        java("class Main { static void main() { int x = 0; while (x < 10) x++; assert x == 11; } }", "Main.main");
    let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
    let mut terms = Terms::new();
    let blocks = BlockProgram::new(flat, &mut terms);
    let inputs = BlockInputs::new(&blocks, &terms);
    let mut pdr = Pdr::new(&blocks, &inputs, 10_000, &mut terms);
    let answer = pdr.advance(10_000, &mut terms, &mut Silent).unwrap();
    assert!(matches!(answer, Some(PdrAnswer::Fails(_))) && pdr.statistics.refinements > 0, "{:?}", pdr.statistics);
    // Nothing is claimed, so nothing is proved.
    let nothing = IndexVec::filled(Vec::new(), blocks.heads.len());
    assert!(!proves(&blocks, &nothing, &mut terms, &mut Silent).unwrap());
}
