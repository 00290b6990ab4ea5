//! The remedies suggested by reports work: they lead to a verdict, or to a confirmed one.

use std::path::Path;

use crate::support::folder::Folder;
use hrglass::base::Silent;
use hrglass::report::evidence::EvidenceStatus;
use hrglass::report::remedy::{Budget, BudgetOption, Remedy};
use hrglass::report::{PropertyReport, Report, Verdict};
use hrglass::session::run;
use hrglass::task::{Loaded, Options, Strategy, load};

fn task(name: &str, change: impl FnOnce(&mut Options)) -> Loaded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = std::fs::read_to_string(&path).expect("a task file");
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut loaded = load(&text, name, &mut Folder(folder));
    change(&mut loaded.task.options);
    loaded
}

fn report(task: &Loaded) -> Report {
    run(task, &mut Silent).report().clone()
}

#[track_caller]
fn property<'r>(report: &'r Report, id: &str) -> &'r PropertyReport {
    report.properties.iter().find(|p| p.id == id).unwrap_or_else(|| panic!("{id}: {:?}", report.diagnostics))
}

/// Whether no remedy is needed any more.
fn is_settled(property: &PropertyReport) -> bool {
    let judgement = &property.judgement;
    let is_confirmed = judgement.evidence.as_ref().is_none_or(|e| e.status == EvidenceStatus::Confirmed);
    judgement.verdict != Verdict::Unknown && is_confirmed
}

#[test]
fn more_of_a_budget() {
    for (option, limit) in [(BudgetOption::MaxStates, 20), (BudgetOption::MaxHeap, 3)] {
        let with = |limit: u32| {
            report(&task("examples/lists/reverse.json", |options| match option {
                BudgetOption::MaxStates => options.max_states = limit,
                _ => options.max_heap = limit,
            }))
        };
        for property in &with(limit).properties {
            assert_eq!(property.judgement.verdict, Verdict::Unknown, "{}", property.id);
            assert_eq!(property.judgement.remedies, [Remedy::Budget(Budget { option, limit })], "{}", property.id);
        }
        let whole = with(100 * limit);
        for property in &whole.properties {
            assert!(is_settled(property) && property.judgement.remedies.is_empty(), "{property:?}");
        }
    }
}

/// Another strategy helps if the state space is too large, but the states needed by the formula are not.
#[track_caller]
fn another_strategy(name: &str, id: &str, strategy: Strategy, states: u32, other: Strategy) {
    let with =
        |strategy: Strategy| report(&task(name, |options| (options.strategy, options.max_states) = (strategy, states)));
    let cut = with(strategy);
    let remedy = Remedy::Strategy { strategy: other.name().to_owned() };
    let cut = &property(&cut, id).judgement;
    assert!(cut.verdict == Verdict::Unknown && cut.remedies.contains(&remedy), "{cut:?}");
    let helped = with(other);
    assert!(is_settled(property(&helped, id)), "{helped:?}");
    let all = with(Strategy::All);
    let remedies: Vec<&Remedy> = all.properties.iter().flat_map(|p| &p.judgement.remedies).collect();
    let is_tried = |name: &String| all.properties.iter().any(|p| p.strategy == *name);
    let untried = |r: &&Remedy| !matches!(r, Remedy::Strategy { strategy } if is_tried(strategy));
    assert!(!remedies.is_empty() && remedies.iter().all(untried), "{remedies:?}");
}

#[test]
fn states_on_demand() {
    another_strategy("examples/lists/reverse.json", "F3", Strategy::Rsm, 100, Strategy::OnTheFly);
    another_strategy("examples/lists/reverse.json", "F3", Strategy::TopLevel, 100, Strategy::OnTheFly);
}

#[test]
fn sets_of_states() {
    another_strategy("examples/boolean/parity.json", "assertions", Strategy::Explicit, 1_000, Strategy::Auto);
}

/// The contract promises null, which the method never returns.
#[test]
fn no_contracts() {
    let mut task = task("tests/tasks/contracts/trusted.json", |_| {});
    let trusted = report(&task);
    let methods = vec!["SLList.last".to_owned()];
    assert_eq!(property(&trusted, "F2").judgement.remedies, [Remedy::Contracts { methods }]);
    task.contracts.clear();
    let computed = report(&task);
    assert_eq!(property(&computed, "F2").judgement.verdict, Verdict::Satisfied);
    assert!(computed.properties.iter().all(is_settled), "{computed:?}");
}
