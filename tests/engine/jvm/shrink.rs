//! Makes programs that show a failure small: delta debugging, many candidates for each start of the JVM.

use super::generate::tree::{Node, cuts, line, size, without};
use super::random::{Case, Failure, Kind, Statistics, judge_all, package};

/// So many candidates are compiled and run at once.
const AT_ONCE: usize = 60;
/// More often the JVM is not started.
const STARTS: usize = 120;

/// Takes things away as long as what goes wrong does so in the same way: large ones first, and all at once that can be
/// taken away one by one.
pub fn shrink(mut failure: Failure, folder: &str) -> Failure {
    let mut starts = 0;
    'rounds: loop {
        // The package stays.
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

/// The programs that go wrong as another one does, numbered as they are given.
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
    // What the engine refuses by now cannot differ any more.
    let may_fail = |case: &Case| case.subject.is_ok() || matches!(failure.kind, Kind::Refused | Kind::NotJava);
    let cases: Vec<Case> = trees.iter().enumerate().map(case).filter(may_fail).collect();
    let is_same = |other: &Failure| {
        let same_words = || first_words(&other.message) == first_words(&failure.message);
        other.kind == failure.kind && (other.kind == Kind::Differs || same_words())
    };
    let found = judge_all(&cases, &format!("{folder}-shrink"), &mut Statistics::default());
    found.into_iter().filter(is_same).collect()
}

/// What a message says, without names.
fn first_words(message: &str) -> String {
    message.split_once(": ").map_or(message, |(_, rest)| rest).chars().take(11).collect()
}
