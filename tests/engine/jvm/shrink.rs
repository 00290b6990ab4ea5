//! Shrinks programs that demonstrate a failure: delta debugging, with many candidates for each start of the JVM.

use super::generate::tree::{Node, cuts, line, size, without};
use super::random::{Case, Failure, Kind, Statistics, judge_all, package};

/// Number of candidates compiled and run at once.
const AT_ONCE: usize = 60;
/// Maximum number of starts of the JVM.
const STARTS: usize = 120;

/// Removes parts as long as the failure is the same: large ones first, and all at once that can be removed one by one.
pub fn shrink(mut failure: Failure, folder: &str) -> Failure {
    let mut starts = 0;
    'rounds: loop {
        // The package declaration is kept.
        let all = cuts(&failure.tree[1..]);
        for some in all.chunks(AT_ONCE) {
            starts += 1;
            if starts > STARTS {
                return failure;
            }
            let trees: Vec<Vec<Node>> =
                some.iter().map(|cut| without(&failure.tree[1..], std::slice::from_ref(cut))).collect();
            let found = still_failing(&failure, &trees, folder);
            if found.is_empty() {
                continue;
            }
            let mut together: Vec<_> = found.iter().map(|one| some[one.number].clone()).collect();
            let mut trees = Vec::new();
            while together.len() > 1 {
                trees.push(without(&failure.tree[1..], &together));
                together.truncate(together.len() / 2);
            }
            let combined = still_failing(&failure, &trees, folder);
            let best = combined.into_iter().chain(found).min_by_key(|one| size(&one.tree)).expect("some failure");
            failure = Failure { number: failure.number, ..best };
            continue 'rounds;
        }
        return failure;
    }
}

/// The programs with the same failure as the given one, numbered as in `trees`.
fn still_failing(failure: &Failure, trees: &[Vec<Node>], folder: &str) -> Vec<Failure> {
    let case = |(number, tree): (usize, &Vec<Node>)| {
        let mut tree = tree.clone();
        tree.insert(0, line(format!("package {};", package(number))));
        let mut case = Case::new(number, tree, failure.generated.clone());
        case.set_inputs(failure.inputs.clone());
        if matches!(failure.kind, Kind::Unsound | Kind::Spurious) {
            case.analyse();
        }
        case
    };
    // Programs that the engine rejects cannot have this failure.
    let may_fail = |case: &Case| case.subject.is_ok() || matches!(failure.kind, Kind::Refused | Kind::NotJava);
    let cases: Vec<Case> = trees.iter().enumerate().map(case).filter(may_fail).collect();
    let is_same = |other: &Failure| {
        let same_words = || first_words(&other.message) == first_words(&failure.message);
        other.kind == failure.kind && (other.kind == Kind::Differs || same_words())
    };
    let found = judge_all(&cases, &format!("{folder}-shrink"), &mut Statistics::default());
    found.into_iter().filter(is_same).collect()
}

/// The first words of a message, without names.
fn first_words(message: &str) -> String {
    message.split_once(": ").map_or(message, |(_, rest)| rest).chars().take(11).collect()
}
