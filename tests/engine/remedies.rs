//! The remedies suggested by reports work: they lead to a verdict, or to a confirmed one.

use std::path::Path;

use crate::support::folder::Folder;
use crate::support::own::own_program;
use hrglass::base::Silent;
use hrglass::editor::{load_program, with_structure};
use hrglass::report::remedy::{Budget, BudgetOption, Remedy};
use hrglass::report::setting::AbstractionSetting;
use hrglass::report::{PropertyReport, Report, Verdict};
use hrglass::session::run;
use hrglass::task::{Abstraction, Language, Loaded, NoFiles, Options, Overrides, Strategy, example, load};
use serde_json::{Value, json};

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
    property.judgement.is_decided()
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
            let remedies = [Remedy::Abstraction, Remedy::Budget(Budget { option, limit })];
            assert_eq!(property.judgement.remedies, remedies, "{}", property.id);
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
    another_strategy("examples/lists/reverse.json", "F3", Strategy::Rsm, 150, Strategy::OnTheFly);
    another_strategy("examples/lists/reverse.json", "F3", Strategy::TopLevel, 150, Strategy::OnTheFly);
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

/// A class as people bring it, changed, with a fixed abstraction or not.
fn own(name: &str, entry: &str, abstraction: Abstraction, change: impl Fn(&str) -> String) -> Report {
    let file = format!("{name}.java");
    let text = change(&own_program(&file).0);
    let overrides = Overrides {
        entry: Some(format!("{name}.{entry}")),
        abstraction: Some(abstraction),
        max_states: Some(3_000),
        max_heap: Some(60),
        ..Overrides::default()
    };
    report(&load_program(&text, &file, Language::Java, &mut NoFiles, &overrides))
}

/// Heaps that grow need another abstraction, not more of a budget. What methods only pass on is left out.
#[test]
fn a_more_precise_abstraction() {
    let with = |abstraction| own("IntSearchTree", "delete(int)", abstraction, str::to_owned);
    let fixed = with(Abstraction::Fixed);
    let judgement = fixed.memory_safety().expect("a verdict");
    assert_eq!((judgement.verdict, judgement.setting), (Verdict::Unknown, None));
    assert_eq!(judgement.remedies, [Remedy::Abstraction]);
    let auto = with(Abstraction::Auto);
    assert!(auto.properties.iter().all(is_settled), "{:?}", auto.properties);
    let settings: Vec<AbstractionSetting> = auto.tried.iter().map(|tried| tried.setting).collect();
    assert_eq!(settings, [AbstractionSetting::Fast, AbstractionSetting::Admissible]);
    assert_eq!(auto.memory_safety().and_then(|judgement| judgement.setting), Some(AbstractionSetting::Admissible));
}

/// That a set returns true for the first element is not known; a test of the reference is.
#[test]
fn a_condition_on_what_is_modelled() {
    let with = |condition: &str| {
        let change = |text: &str| text.replace("seen.add(current.value)", condition);
        own("RemoveDuplicates", "removeDuplicates", Abstraction::Auto, change)
    };
    let suspected = with("String.valueOf(current.value).length() < 2");
    let judgement = suspected.memory_safety().expect("a verdict");
    assert_eq!(judgement.verdict, Verdict::Suspected, "{judgement:?}");
    let remedies = [Remedy::Condition { file: "RemoveDuplicates.java".to_owned(), line: 29 }];
    assert_eq!(judgement.remedies, remedies);
    let helped = with("seen.size() < 9 || previous == null");
    assert_eq!(helped.memory_safety().map(|judgement| judgement.verdict), Some(Verdict::Satisfied));
}

/// A task of one method with these grammars.
fn written(program: &str, entry: &str, grammars: Value, initial: Value) -> Report {
    let task = json!({
        "schema": "hrglass.task/1", "program": {"entry": entry, "files": [{"name": "A.java", "text": program}]},
        "grammars": grammars, "initial": initial, "options": {"maxStates": 2_000, "maxHeap": 60},
    });
    report(&load(&task.to_string(), "task.json", &mut NoFiles))
}

#[test]
fn a_structure_for_a_class() {
    let program = "class Node { Node next; }\nclass A {\n  static Node build(int n) {\n    Node head = null;\n    while (n > 0) {\n      \
                   Node node = new Node();\n      node.next = head;\n      head = node;\n      n--;\n    }\n    return head;\n  }\n}";
    let plain = written(program, "A.build", json!([]), json!([]));
    let judgement = plain.memory_safety().expect("a verdict");
    assert_eq!(judgement.remedies.first(), Some(&Remedy::Structure { class: "Node".to_owned() }), "{judgement:?}");
    let list = "ls(x, y) := x -> {next: y} | x -> {next: z} * ls(z, y) | ls(x, z) * ls(z, y)";
    let folded = written(program, "A.build", json!([{"definitions": list}]), json!([]));
    assert_eq!(folded.memory_safety().map(|judgement| judgement.verdict), Some(Verdict::Satisfied), "{folded:?}");
}

#[test]
fn a_field_that_is_followed() {
    let program = "class Item { int v; Item more; }\nclass Node { Node next; Item item; }\nclass A {\n  static int sum(Node n) {\n    int s = 0;\n    \
                   for (; n != null; n = n.next) { if (n.item != null) { s += n.item.more.v; } }\n    return s;\n  }\n}";
    let with = |node: &str| {
        let list =
            format!("ls(x, y) := {node} | {} * ls(z, y) | ls(x, z) * ls(z, y)", node.replace("next: y", "next: z"));
        written(program, "A.sum", json!([{"definitions": list}]), json!([{"formula": "ls(n, null)"}]))
    };
    let lost = with("x -> {next: y}");
    let judgement = lost.memory_safety().expect("a verdict");
    assert_eq!(judgement.verdict, Verdict::Unknown, "{lost:?}");
    assert_eq!(judgement.remedies, [Remedy::Field { field: "more".to_owned() }]);
    let followed = with("x -> {next: y, item: i} * i: Item -> {v: _, more: m} * m: Item -> {v: _}");
    assert_eq!(followed.memory_safety().map(|judgement| judgement.verdict), Some(Verdict::Satisfied), "{followed:?}");
}

/// What the gallery has of unknown verdicts is decided by what is said to help.
#[test]
fn unknown_examples_are_decided_by_what_helps() {
    let text = |name: &str| example(name).unwrap_or_else(|| panic!("no example {name}")).to_owned();
    let with = |name: &str, change: &dyn Fn(&mut Value)| {
        let mut task: Value = serde_json::from_str(&text(name)).expect("JSON");
        change(&mut task);
        task.to_string()
    };
    let program = |name: &str, from: &str, to: &str| {
        with(name, &|task| {
            let source = &mut task["program"]["files"][0]["text"];
            *source = json!(source.as_str().expect("a text").replace(from, to));
        })
    };
    let orders = "orders(x, y) := x: Order -> {next: y, customer: null} | x: Order -> {next: y, customer: c} * payers(c, null)\n\
        | x: Order -> {next: z, customer: null} * orders(z, y) | x: Order -> {next: z, customer: c} * payers(c, null) * orders(z, y)\n\
        | orders(x, z) * orders(z, y)\n\
        payers(x, y) := x: Customer -> {payer: y} | x: Customer -> {payer: z} * payers(z, y) | payers(x, z) * payers(z, y)";
    let mended = [
        ("unknown/a-small-budget", with("unknown/a-small-budget", &|task| task["options"]["maxStates"] = json!(1_000))),
        ("unknown/nothing-describes-it", with_structure(&text("unknown/nothing-describes-it"), 0, 0).expect("a list")),
        (
            "unknown/a-field-that-is-not-followed",
            with("unknown/a-field-that-is-not-followed", &|task| task["grammars"][0]["definitions"] = json!(orders)),
        ),
        (
            "unknown/a-number-from-outside",
            program("unknown/a-number-from-outside", "Box box =", "boolean holds = n == 0;\n        Box box =")
                .replace("{n == 0}", "{holds == true}"),
        ),
        (
            "unknown/a-class-of-the-library",
            with("unknown/a-class-of-the-library", &|task| task["program"]["entry"] = json!("Worker.largest")),
        ),
        (
            "unknown/runs-up-to-a-length",
            with("unknown/runs-up-to-a-length", &|task| task["options"]["strategy"] = json!("auto")),
        ),
        ("unknown/calls-too-deep", program("unknown/calls-too-deep", "n < 30", "n < 3")),
        ("unknown/state-by-state", with("unknown/state-by-state", &|task| task["options"]["strategy"] = json!("auto"))),
    ];
    for (name, mended) in mended {
        let before = report(&load(&text(name), name, &mut NoFiles));
        let open: Vec<&PropertyReport> = before.properties.iter().filter(|own| !is_settled(own)).collect();
        assert!(!open.is_empty() && open.iter().all(|own| !own.judgement.remedies.is_empty()), "{name}: {open:?}");
        let after = report(&load(&mended, name, &mut NoFiles));
        assert!(!after.properties.is_empty() && after.properties.iter().all(is_settled), "{name}: {after:?}");
    }
}
