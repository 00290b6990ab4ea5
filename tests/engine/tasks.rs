//! Whole tasks: the gallery, the paper's benchmark, and small programs for which simpler algorithms give wrong answers.

use std::path::{Path, PathBuf};

use crate::support::folder::Folder;
use crate::support::tasks::tasks;
use hrglass::base::{Rendered, Silent};
use hrglass::report::assumption::Assumption;
use hrglass::report::{PropertyReport, Report, Verdict};
use hrglass::session::run;
use hrglass::task::{Analysis, Expectation, Loaded, Strategy, load};

fn read(path: &Path) -> Loaded {
    let text = std::fs::read_to_string(path).expect("a task file");
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    load(&text, &path.display().to_string(), &mut Folder(folder))
}

fn report(loaded: &Loaded) -> Report {
    run(loaded, &mut Silent).report().clone()
}

fn check(path: &Path) -> Report {
    report(&read(path))
}

fn path(task: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(task)
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Satisfied => "satisfied",
        Verdict::Violated => "violated",
        Verdict::Suspected => "suspected",
        Verdict::Unknown => "unknown",
    }
}

fn expectation(verdict: Expectation) -> &'static str {
    match verdict {
        Expectation::Satisfied => "satisfied",
        Expectation::Violated => "violated",
        Expectation::Suspected => "suspected",
        Expectation::Unknown => "unknown",
    }
}

/// The verdicts by property and strategy.
fn verdicts(report: &Report) -> Vec<(&str, &str, Verdict)> {
    report.properties.iter().map(|p| (p.id.as_str(), p.strategy.as_str(), p.judgement.verdict)).collect()
}

fn tasks_in(folder: &str) -> Vec<PathBuf> {
    tasks(folder).into_iter().map(|(path, _)| path).collect()
}

/// Every task has expected verdicts, and gets exactly these.
#[track_caller]
fn all_as_expected(folder: &str, at_least: usize) {
    let tasks = tasks_in(folder);
    assert!(tasks.len() >= at_least, "{} tasks in {folder}", tasks.len());
    let mut wrong = Vec::new();
    for path in tasks {
        let loaded = read(&path);
        let report = report(&loaded);
        let found = verdicts(&report);
        let expected = &loaded.task.expected;
        assert!(!expected.is_empty(), "{}", path.display());
        for (property, expected) in expected {
            let judged: Vec<_> = found.iter().filter(|(id, ..)| id == property).collect();
            assert!(!judged.is_empty(), "{}: {property} was not checked: {:?}", path.display(), report.diagnostics);
            for (_, strategy, verdict) in judged {
                let (verdict, expected) = (name(*verdict), expected.with(strategy).map(expectation));
                if expected != Some(verdict) {
                    wrong
                        .push(format!("{}: {property} is {verdict} {strategy}, expected {expected:?}", path.display()));
                }
            }
        }
        for judgement in report.properties.iter().map(|p| &p.judgement) {
            let fails = matches!(judgement.verdict, Verdict::Violated | Verdict::Suspected);
            assert_eq!(fails, judgement.run.is_some(), "{}", path.display());
            assert!(judgement.verdict != Verdict::Unknown || judgement.reason.is_some(), "{}", path.display());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn gallery() {
    all_as_expected("examples", 146);
}

#[test]
fn shortcuts_that_go_wrong_elsewhere() {
    all_as_expected("tests/tasks/unsound", 96);
}

/// It is what variables in scope lead to, and what the caller has given.
#[test]
fn the_whole_heap() {
    all_as_expected("tests/tasks/whole-heap", 6);
}

#[test]
fn propositions_mean_what_they_say() {
    all_as_expected("tests/tasks/meaning", 5);
}

#[test]
fn grammars_and_heaps_that_claim_what_is_not_so_are_refused() {
    let refused = [
        ("heap-with-static-fields", "heap/reserved"),
        ("nonterminal-on-a-subclass", "grammar/type"),
        ("reduction-tentacle-with-a-selector", "grammar/reduction-tentacles"),
    ];
    for (name, code) in refused {
        let report = check(&path(&format!("tests/refused/{name}.json")));
        let errors: Vec<&str> = report.diagnostics.iter().map(|d| d.code.as_str()).collect();
        assert!(errors.contains(&code) && report.properties.is_empty(), "{name}: {errors:?}");
    }
}

/// A handled dereference is a warning with its line; an unhandled one is a violation with its line.
#[test]
fn dereferences_of_null_are_handled_or_not() {
    let check = |task: &str, lines: &[u32], reason: Option<&str>| {
        let report = check(&path("tests/tasks/unsound").join(task));
        let warnings = report.diagnostics.iter().filter(|d| d.code == "java/null-dereference");
        assert_eq!(warnings.filter_map(|d| d.line).collect::<Vec<_>>(), lines, "{task}");
        assert_eq!(report.memory_safety().expect("it ran").reason.as_deref(), reason, "{task}");
    };
    let unhandled = |line: u32| format!("null is dereferenced at Node.java:{line}, and the exception is not caught");
    check("caught-null-dereference.json", &[8], None);
    check("null-dereference-caught-by-caller.json", &[27], None);
    check("null-dereference-rethrown.json", &[15], None);
    check("null-dereference-through-finally.json", &[], Some(&unhandled(8)));
    check("null-dereference-with-some-callers.json", &[], Some(&unhandled(16)));
    check("u29-null-dereference.json", &[], Some("null is dereferenced"));
}

/// The interpreter throws, unwinds and handles exceptions as the analysis does.
#[test]
fn runs_through_handlers_are_executed() {
    for path in tasks_in("tests/tasks/unsound") {
        let handled = ["null-dereference", "caught", "boxes", "conditional", "cast-of", "library", "empty-range"];
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        if file.starts_with("index") || !handled.iter().any(|word| file.contains(word)) {
            continue;
        }
        let report = check(&path);
        let judgements = report.properties.iter().map(|p| &p.judgement);
        for judgement in judgements {
            assert_ne!(judgement.verdict, Verdict::Suspected, "{file}");
        }
    }
}

#[test]
fn calls() {
    all_as_expected("tests/tasks/hierarchy", 23);
}

/// A proof that depends on the return of calls says so; others do not.
#[test]
fn proofs_say_that_calls_are_assumed_to_return() {
    let assumptions = |task: &str| -> Vec<(String, String)> {
        let report = check(&path(task));
        let of = |p: PropertyReport| Some((p.id, Assumption::in_words(&p.judgement.assumptions)?.to_string()));
        report.properties.into_iter().filter_map(of).collect()
    };
    let assumed = assumptions("tests/tasks/hierarchy/skipped-and-assumed-to-return.json");
    let returns = ("F1".to_owned(), "if every call of `Node.f` returns".to_owned());
    assert_eq!(assumed, vec![returns; 4], "with every strategy");
    for task in
        ["skipped", "skipped-and-endless", "skipped-and-recursive", "skipped-and-never-back", "skipped-and-faulty"]
    {
        assert_eq!(assumptions(&format!("tests/tasks/hierarchy/{task}.json")), [], "{task}");
    }
}

/// States are identified by their content: on the fly, no other states are generated than in advance, and all of them
/// if a formula needs all.
#[test]
fn strategies_generate_the_same_states() {
    for path in ["examples", "tests/tasks"].iter().flat_map(|folder| tasks_in(folder)) {
        let loaded = read(&path);
        if loaded.task.options.strategy != Strategy::All || loaded.task.analysis != Analysis::Heap {
            continue;
        }
        let report = report(&loaded);
        let states = |id: &str, strategy: Strategy| {
            let property = report.properties.iter().find(|p| p.id == id && p.strategy == strategy.name());
            property.map(|p| p.statistics.states_total).expect("each strategy is there")
        };
        for property in &loaded.properties {
            let all = states(&property.id, Strategy::Rsm);
            for strategy in [Strategy::OnTheFly, Strategy::Hybrid] {
                assert!(states(&property.id, strategy) <= all, "{}: {}", path.display(), property.id);
            }
        }
        if path.ends_with("u18-states-generated-twice.json") {
            let [all, some] = [Strategy::Rsm, Strategy::OnTheFly].map(|s| ["F1", "F2"].map(|id| states(id, s)));
            assert!(some[0] == all[0] && some[1] < all[1], "{all:?} {some:?}");
        }
    }
}

/// States generated for one formula do not change the verdicts of the next.
#[test]
fn formulas_checked_together_have_the_verdicts_that_they_have_alone() {
    for path in ["tests/tasks/hierarchy", "tests/tasks/unsound", "tests/tasks/whole-heap"]
        .iter()
        .flat_map(|folder| tasks_in(folder))
    {
        let mut together = read(&path);
        together.task.options.strategy = Strategy::Hybrid;
        let report_together = report(&together);
        let mut alone = Vec::new();
        for property in &together.properties {
            let mut one = together.clone();
            one.properties.retain(|p| p.id == property.id);
            alone.extend(report(&one).of_task().filter(|own| own.id == property.id).cloned());
        }
        let is_asked = |own: &&PropertyReport| together.properties.iter().any(|property| property.id == own.id);
        let verdicts = |properties: Vec<PropertyReport>| -> Vec<_> {
            properties.iter().map(|p| (p.id.clone(), name(p.judgement.verdict), p.judgement.reason.clone())).collect()
        };
        assert_eq!(
            verdicts(report_together.of_task().filter(is_asked).cloned().collect()),
            verdicts(alone),
            "{}",
            path.display()
        );
    }
}

/// A run that ends in a fault ends in the frame of the fault, on top of its callers.
#[test]
fn a_fault_keeps_the_call_stack() {
    let report = check(&path("tests/tasks/hierarchy/fault-in-callee.json"));
    let property = report.properties.iter().find(|p| p.id == "F2" && p.strategy == "rsm").expect("F2");
    let run = property.judgement.run.as_ref().expect("a run");
    let last = run.cycle.last().or(run.prefix.last()).expect("a step");
    assert_eq!(last.method, "Node.second");
    let stack: Vec<String> = last.stack.iter().map(ToString::to_string).collect();
    assert_eq!(stack, ["Node.run:7", "Node.first:12"]);
}

/// `mcSkip` without effect is reported.
#[test]
fn skipping_an_unknown_method_is_a_warning() {
    let mut loaded = read(&path("tests/tasks/hierarchy/skipped.json"));
    loaded.task.options.mc_skip = vec!["Node.wrok".to_owned()];
    let report = report(&loaded);
    let [warning] = &report.diagnostics[..] else { panic!("{:?}", report.diagnostics) };
    assert_eq!(warning.code, "task/skip");
    assert!(warning.suggestion.as_ref().is_some_and(|s| s.contains("Node.work")), "{warning:?}");
    // Nothing is skipped then: the states in `work` are checked.
    assert!(verdicts(&report).contains(&("F1", "rsm", Verdict::Violated)));
}

#[test]
fn nothing_is_proved_by_losing_heaps() {
    all_as_expected("tests/tasks/soundness", 13);
}

#[test]
fn boolean_programs() {
    all_as_expected("tests/tasks/boolean", 11);
}

#[test]
fn monitors_of_java_programs() {
    all_as_expected("tests/tasks/monitors", 6);
    let report = check(&path("tests/tasks/monitors/unknown-guard.json"));
    let zero = report.properties.iter().find(|p| p.id == "zero" && p.strategy == "hybrid").expect("it was checked");
    let reason = zero.judgement.reason.as_deref().unwrap_or_default();
    assert!(reason.contains("{n == 0}") && reason.contains("Node.java:6"), "{reason}");
}

/// Errors in a guard are reported at their position.
#[test]
fn guards_of_java_programs_are_checked() {
    let diagnostics = |guard: &str| {
        let task = std::fs::read_to_string(path("tests/tasks/monitors/unknown-guard.json")).expect("a task file");
        let task = task.replacen("{terminated} & {n == 0}", guard, 1);
        let found = report(&load(&task, "task.json", &mut Folder(PathBuf::new()))).diagnostics;
        let of_guard = |d: &&Rendered| d.file.as_deref() == Some("monitor zero: a to b");
        found.iter().filter(of_guard).map(|d| d.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(diagnostics("{terminated}"), [""; 0]);
    assert_eq!(diagnostics("F {terminated}"), ["task/monitor"]);
    assert_eq!(diagnostics("{m == 0}"), ["formula/variable"]);
    assert_eq!(diagnostics("{L(Tree)}"), ["formula/nonterminal"]);
    assert!(!diagnostics("{n == ").is_empty() && !diagnostics("{at(L)}").is_empty());
}

#[test]
fn contracts_are_trusted() {
    all_as_expected("tests/tasks/contracts", 1);
}

/// Garbage that is kept amounts to only a few heaps, however often it is produced.
/// A contract of a method with a result says what that is.
#[test]
fn a_contract_without_a_result_is_an_error() {
    let text = std::fs::read_to_string(path("tests/tasks/contracts/trusted.json")).expect("a task file");
    let mut task: serde_json::Value = serde_json::from_str(&text).expect("strict JSON");
    let variables = &mut task["contracts"][0]["contract"]["contracts"][0]["postconditions"][0]["variables"];
    variables.as_array_mut().expect("variables").retain(|variable| variable["name"] != "@return");
    let report = report(&load(&task.to_string(), "task.json", &mut Folder(PathBuf::new())));
    assert!(report.properties.is_empty());
    let error = report.diagnostics.iter().find(|d| d.code == "contract/result").expect("a diagnostic");
    assert!(error.line.is_some() && error.message.contains("SLList.last"), "{error:?}");
}

#[test]
fn tasks_that_keep_garbage_end() {
    all_as_expected("tests/tasks/garbage", 2);
    for task in tasks_in("tests/tasks/garbage") {
        let exploration = check(&task).exploration.expect("it was explored");
        assert!(
            !exploration.partial && exploration.heaps.expect("heaps").peak_vertices < 20,
            "{}: {exploration:?}",
            task.display()
        );
    }
}

/// Verdicts that differ from the reference, with the reason why ours is right.
const DIFFERENCES: &[(&str, &str)] = &[
    (
        "DLList_build_shape",
        "the loop runs at least once, so every result has at least two elements; the reference folds shapes without \
         collapsed rules and so does not see that a list of two elements, with null at both ends, is a list",
    ),
    (
        "DLList_traverse_shape2",
        "a traversal changes nothing, so the heap is a list throughout; the reference folds shapes without collapsed \
         rules and so does not see that a list of two elements, with null at both ends, is a list",
    ),
    (
        "DLList_reverse_neighborhoodPreservance",
        "every list has an end, and then each element has other neighbours; the reference's failing run goes round the loop \
         for ever",
    ),
    ("SLList_reverse_neighborhoodPreservance", "as for doubly-linked lists"),
];

/// All tasks of the paper's benchmark have the verdict of the reference tool at top level, or a documented reason.
#[test]
fn the_papers_benchmark() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(root.join("tests/data/reference-benchmark.csv")).expect("the figures");
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let column = header.iter().position(|&c| c == "top_verdict").expect("the column");
    let mut count = 0;
    for line in lines {
        let cells = cells(line);
        let (task, theirs) = (cells[0].as_str(), cells[column].as_str());
        let report = check(&root.join(format!("examples/benchmark/{task}.json")));
        let ours = report.of_task().next().map(|p| name(p.judgement.verdict));
        let difference = DIFFERENCES.iter().find(|(t, _)| *t == task);
        assert_eq!(ours == Some(theirs), difference.is_none(), "{task}: {ours:?}, the reference says {theirs}");
        count += 1;
    }
    assert_eq!(count, 84);
}

/// The cells of a CSV line, unquoted.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            c => cells.last_mut().expect("one cell at least").push(c),
        }
    }
    cells
}

#[test]
fn two_runs_are_equal() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/benchmark/SLList_reverse_neighborhoodPreservance.json");
    assert_eq!(format!("{:?}", check(&path)), format!("{:?}", check(&path)));
}

/// A formula that cannot be parsed is an error, and nothing is run (U36). Returns the error of a formula in a task.
#[track_caller]
fn formula_error(task: &str, formula: &str) -> Rendered {
    let text = std::fs::read_to_string(path(task)).expect("a task file");
    let mut document: serde_json::Value = serde_json::from_str(&text).expect("strict JSON");
    document["properties"] = serde_json::json!([{"id": "F1", "ltl": "G true"}, {"id": "F2", "ltl": formula}]);
    document["expected"] = serde_json::json!({});
    let loaded = load(&document.to_string(), "task.json", &mut Folder(PathBuf::new()));
    let session = run(&loaded, &mut Silent);
    assert!(session.report().properties.is_empty());
    let error = session.report().diagnostics.iter().find(|d| d.code.starts_with("formula/")).expect("a diagnostic");
    assert!(error.line == Some(1) && error.column.is_some(), "{error:?}");
    error.clone()
}

#[test]
fn an_unreadable_formula_stops_the_task() {
    formula_error("examples/lists/reverse.json", "G ({terminated} ->");
}

#[test]
fn only_the_entry_method_has_a_result() {
    let task = "tests/tasks/unsound/result-of-a-callee.json";
    let error = formula_error(task, "G {make::return == null}");
    assert!(error.message.contains("the result of a method other than the entry method"), "{error:?}");
    assert!(error.suggestion.is_some_and(|s| s.contains("`return` is the result of Node.run")));
    let error = formula_error(task, "G ({run::return == null} -> {Node.run::return == x})");
    assert!(error.message.contains("declares the variable `x`"), "{error:?}");
}
