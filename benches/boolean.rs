//! Scaling of the check of boolean programs with the range of integers, the number of inputs, and the number of
//! statements. `scripts/boolean.mjs` makes the tables and the plot of docs/boolean-programs.md from it; figures other
//! than times are printed to standard error.

use divan::{Bencher, counter::ItemsCount};
use hrglass::base::Silent;
use hrglass::report::Verdict;
use hrglass::session::run;
use hrglass::task::{NoFiles, example, load};
use serde_json::{Value, json};

fn main() {
    divan::main();
}

/// The number of bits of integers.
const BITS: &[u32] = &[4, 6, 8, 10, 12, 16, 20, 24, 28, 32];

/// The numbers of bits if sets of states are large.
const FEW_BITS: &[u32] = &[4, 6, 8, 10];

/// The numbers of bits if each value is a state.
const SOME_BITS: &[u32] = &[4, 6, 8, 10, 12, 16];

/// The number of inputs.
const INPUTS: &[u32] = &[2, 4, 6, 8, 10, 12, 14];

/// The number of statements.
const STATEMENTS: &[u32] = &[1_000, 10_000, 100_000, 1_000_000];

/// Runs a task with one property.
fn measure(bencher: Bencher, bench: &str, n: u32, task: &Value, expected: Verdict) {
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let session = run(&loaded, &mut Silent);
    let [property] = &session.report().properties[..] else { panic!("{:?}", session.report().diagnostics) };
    assert_eq!(property.judgement.verdict, expected, "{bench} {n}: {:?}", property.judgement.reason);
    let statistics = &property.statistics;
    eprintln!("figures {bench} {n} {} {}", statistics.states_total, statistics.nodes.unwrap_or(0));
    bencher.counter(ItemsCount::new(n)).bench(|| run(&loaded, &mut Silent));
}

/// An example of the gallery with another number of bits, a single property, and a higher limit of states.
fn of_gallery(id: &str, bits: u32, property: &str, strategy: &str) -> Value {
    let mut task: Value = serde_json::from_str(example(id).expect("an example")).expect("JSON");
    let text = task["program"]["files"][0]["text"].as_str().expect("a text");
    let start = text.find("const BITS = ").expect("a number of bits");
    let end = start + text[start..].find(';').expect("an end");
    let text = format!("{}const BITS = {bits}{}", &text[..start], &text[end..]);
    task["program"]["files"][0]["text"] = json!(text);
    task["properties"].as_array_mut().expect("properties").retain(|p| p["id"] == property);
    task["expected"] = json!({});
    task["view"] = json!({});
    task["options"] = json!({"strategy": strategy, "maxStates": 10_000_000});
    task
}

#[divan::bench(args = BITS, sample_count = 10)]
fn cycle_explicit(bencher: Bencher, bits: u32) {
    let task = of_gallery("boolean/quicksort-faulty", bits, "again", "explicit");
    measure(bencher, "cycle_explicit", bits, &task, Verdict::Violated);
}

#[divan::bench(args = FEW_BITS, sample_count = 3)]
fn cycle_symbolic(bencher: Bencher, bits: u32) {
    let task = of_gallery("boolean/quicksort-faulty", bits, "again", "symbolic");
    measure(bencher, "cycle_symbolic", bits, &task, Verdict::Violated);
}

#[divan::bench(args = BITS, sample_count = 10)]
fn end_explicit(bencher: Bencher, bits: u32) {
    let task = of_gallery("boolean/quicksort-faulty", bits, "may end", "explicit");
    measure(bencher, "end_explicit", bits, &task, Verdict::Violated);
}

#[divan::bench(args = BITS, sample_count = 10)]
fn end_symbolic(bencher: Bencher, bits: u32) {
    let task = of_gallery("boolean/quicksort-faulty", bits, "may end", "symbolic");
    measure(bencher, "end_symbolic", bits, &task, Verdict::Violated);
}

#[divan::bench(args = BITS, sample_count = 10)]
fn twice_explicit(bencher: Bencher, bits: u32) {
    let task = of_gallery("boolean/locks", bits, "once", "explicit");
    measure(bencher, "twice_explicit", bits, &task, Verdict::Violated);
}

#[divan::bench(args = BITS, sample_count = 10)]
fn twice_symbolic(bencher: Bencher, bits: u32) {
    let task = of_gallery("boolean/locks", bits, "once", "symbolic");
    measure(bencher, "twice_symbolic", bits, &task, Verdict::Violated);
}

#[divan::bench(args = SOME_BITS, sample_count = 3)]
fn released_explicit(bencher: Bencher, bits: u32) {
    let task = of_gallery("boolean/locks", bits, "released", "explicit");
    measure(bencher, "released_explicit", bits, &task, Verdict::Satisfied);
}

#[divan::bench(args = BITS, sample_count = 10)]
fn released_symbolic(bencher: Bencher, bits: u32) {
    let task = of_gallery("boolean/locks", bits, "released", "symbolic");
    measure(bencher, "released_symbolic", bits, &task, Verdict::Satisfied);
}

/// Booleans counted one by one, and all at once.
fn parity(bencher: Bencher, inputs: u32, strategy: &str) {
    let names: Vec<String> = (0..inputs).map(|i| format!("x{i}")).collect();
    let calls: String = names.iter().map(|x| format!("  flip({x});\n")).collect();
    let (all, parity) = (names.join(", "), names.join(" ^ "));
    let text = format!(
        "decl {all};\ndecl parity := F;\nvoid main() begin\n{calls}  assert(parity = ({parity}));\nend\n\
         void flip(input) begin\n  if input then parity := !parity; fi\nend\n"
    );
    measure(bencher, &format!("parity_{strategy}"), inputs, &task(&text, &json!([]), strategy), Verdict::Satisfied);
}

#[divan::bench(args = INPUTS, sample_count = 10)]
fn parity_explicit(bencher: Bencher, inputs: u32) {
    parity(bencher, inputs, "explicit");
}

#[divan::bench(args = INPUTS, sample_count = 10)]
fn parity_symbolic(bencher: Bencher, inputs: u32) {
    parity(bencher, inputs, "symbolic");
}

/// Locks, each with a variable for its holder, which is declared apart from the locks: any of them is acquired or
/// released, and the two always agree.
fn locks(bencher: Bencher, locks: u32, strategy: &str) {
    let declared = |name: &str| (0..locks).map(|i| format!("{name}{i} := F")).collect::<Vec<_>>().join(", ");
    let branches: String = (0..locks)
        .map(|i| {
            format!("    {} * then lock{i} := !lock{i}; held{i} := !held{i};\n", if i == 0 { "if" } else { "elsif" })
        })
        .collect();
    let asserts: String = (0..locks).map(|i| format!("    assert(lock{i} = held{i});\n")).collect();
    let text = format!(
        "decl {}, {};\nvoid main() begin\n  while * do\n{branches}    fi\n{asserts}  od\nend\n",
        declared("lock"),
        declared("held")
    );
    measure(bencher, &format!("locks_{strategy}"), locks, &task(&text, &json!([]), strategy), Verdict::Satisfied);
}

#[divan::bench(args = [4, 8, 12], sample_count = 3)]
fn locks_explicit(bencher: Bencher, n: u32) {
    locks(bencher, n, "explicit");
}

#[divan::bench(args = [4, 8, 12, 16, 24], sample_count = 3)]
fn locks_symbolic(bencher: Bencher, n: u32) {
    locks(bencher, n, "symbolic");
}

#[divan::bench(args = [4, 8, 12, 16, 24], sample_count = 3)]
fn locks_auto(bencher: Bencher, n: u32) {
    locks(bencher, n, "auto");
}

/// Bits copied, all at once, to others that are declared after all of them.
fn copy(bencher: Bencher, bits: u32, strategy: &str) {
    let names = |name: &str| (0..bits).map(|i| format!("{name}{i}")).collect::<Vec<_>>().join(", ");
    let same: Vec<String> = (0..bits).map(|i| format!("(x{i} = y{i})")).collect();
    let (x, y, same) = (names("x"), names("y"), same.join(" & "));
    let text = format!("decl {x}, {y};\nvoid main() begin\n  {y} := {x};\n  assert({same});\nend\n");
    measure(bencher, &format!("copy_{strategy}"), bits, &task(&text, &json!([]), strategy), Verdict::Satisfied);
}

#[divan::bench(args = [4, 8, 12, 16], sample_count = 3)]
fn copy_explicit(bencher: Bencher, bits: u32) {
    copy(bencher, bits, "explicit");
}

#[divan::bench(args = [4, 8, 12, 16, 24], sample_count = 3)]
fn copy_symbolic(bencher: Bencher, bits: u32) {
    copy(bencher, bits, "symbolic");
}

#[divan::bench(args = [4, 8, 12, 16, 24], sample_count = 3)]
fn copy_auto(bencher: Bencher, bits: u32) {
    copy(bencher, bits, "auto");
}

/// An integer counted up to its greatest value.
fn counter(bencher: Bencher, bits: u32, strategy: &str) {
    let last = (1_u64 << bits) - 1;
    let text = format!(
        "decl i : int<{bits}> := 0;\nvoid main() begin\n  while i < {last} do i := i + 1; od\n  assert(i = {last});\nend\n"
    );
    measure(bencher, &format!("counter_{strategy}"), bits, &task(&text, &json!([]), strategy), Verdict::Satisfied);
}

#[divan::bench(args = [6, 10, 14, 18], sample_count = 3)]
fn counter_explicit(bencher: Bencher, bits: u32) {
    counter(bencher, bits, "explicit");
}

#[divan::bench(args = [6, 10, 14], sample_count = 3)]
fn counter_symbolic(bencher: Bencher, bits: u32) {
    counter(bencher, bits, "symbolic");
}

#[divan::bench(args = [6, 10, 14, 18], sample_count = 3)]
fn counter_auto(bencher: Bencher, bits: u32) {
    counter(bencher, bits, "auto");
}

#[divan::bench(args = [4, 8, 12, 14, 16], sample_count = 3)]
fn released_auto(bencher: Bencher, bits: u32) {
    let task = of_gallery("boolean/locks", bits, "released", "auto");
    measure(bencher, "released_auto", bits, &task, Verdict::Satisfied);
}

#[divan::bench(args = [4, 8, 12, 16], sample_count = 3)]
fn parity_auto(bencher: Bencher, inputs: u32) {
    parity(bencher, inputs, "auto");
}

/// A program without variables: procedures of a hundred statements, a tenth of them branches; each procedure calls two
/// others.
fn tree(statements: u32) -> String {
    let procedures = statements / 100;
    let one = |statement: u32| if statement.is_multiple_of(10) { "  if * then skip; fi\n" } else { "  skip;\n" };
    let body: String = (0..98).map(one).collect();
    let procedure = |p: u32| {
        let callees = [2 * p + 1, 2 * p + 2].into_iter().filter(|&callee| callee < procedures);
        let calls: String = callees.map(|callee| format!("  p{callee}();\n")).collect();
        format!("void p{p}() begin\n{calls}{body}end\n")
    };
    let all: String = (0..procedures).map(procedure).collect();
    format!("void main() begin p0(); END: skip; end\n{all}void unused() begin NEVER: skip; end\n")
}

fn task(text: &str, properties: &Value, strategy: &str) -> Value {
    json!({
        "schema": "hrglass.task/1",
        "analysis": "boolean",
        "program": {"language": "boolean", "files": [{"name": "program.bp", "text": text}]},
        "properties": properties,
        "options": {"strategy": strategy, "maxStates": 10_000_000},
    })
}

/// No run reaches a label, which requires visiting all states.
#[divan::bench(args = STATEMENTS, sample_count = 5)]
fn statements_reachability(bencher: Bencher, statements: u32) {
    let mut task = task(&tree(statements), &json!([{"id": "never", "monitor": "never"}]), "explicit");
    task["monitors"] = json!([{"name": "never", "initial": "before", "target": ["there"], "edges": [
        {"from": "before", "to": "before"}, {"from": "before", "to": "there", "guard": "{at(NEVER)}"}]}]);
    measure(bencher, "statements_reachability", statements, &task, Verdict::Satisfied);
}

/// Every run reaches the end.
#[divan::bench(args = STATEMENTS, sample_count = 5)]
fn statements_formula(bencher: Bencher, statements: u32) {
    let properties = json!([{"id": "ends", "ltl": "F {at(END)} & G ({at(END)} -> F {terminated})"}]);
    measure(
        bencher,
        "statements_formula",
        statements,
        &task(&tree(statements), &properties, "explicit"),
        Verdict::Satisfied,
    );
}
