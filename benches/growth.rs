//! Scaling with the size of the program: a chain of procedures each of which calls the next one twice, so that runs
//! grow as 2^n, and n recursive procedures on a list. Items are counted linearly, so if the throughput is constant, the
//! time is linear. `scripts/growth.mjs` makes the table and the plot of docs/strategies.md from it.

use divan::{Bencher, counter::ItemsCount};
use hrglass::base::{FileId, Limits, Silent, Stop};
use hrglass::logic::{Formulas, PropositionId, Truth, negation_normal_form, parse_formula};
use hrglass::rsm::{Order, RecursiveSystem, Step, explore};
use hrglass::session::run;
use hrglass::tableau::{CheckVerdict, Labelled, check};
use hrglass::task::{Loaded, NoFiles, load};
use serde_json::{Value, json};

fn main() {
    divan::main();
}

/// The number of procedures.
const PROCEDURES: &[u32] = &[10, 100, 1_000, 10_000, 100_000];

/// The number of procedures of a Java program.
const IN_JAVA: &[u32] = &[10, 100, 1_000, 10_000];

/// Procedures that call the next one twice; the last one does nothing. State `3 p + i` is location `i` of procedure `p`.
struct Chain {
    procedures: u32,
}

impl RecursiveSystem for Chain {
    type State = u32;

    fn entry(&mut self, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.push(0);
        Ok(())
    }

    fn step(&mut self, &state: &u32, states: &mut Vec<u32>) -> Result<Step, Stop> {
        let (procedure, location) = (state / 3, state % 3);
        Ok(match location {
            2 => Step::Exit,
            _ if procedure + 1 == self.procedures => {
                states.push(state + 1);
                Step::Internal
            }
            _ => {
                states.push(3 * (procedure + 1));
                Step::Call
            }
        })
    }

    fn resume(&mut self, &call: &u32, _: &u32, _: &u32, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.push(call + 1);
        Ok(())
    }
}

impl Labelled for Chain {
    /// `{visited}`: in the last procedure; `{terminated}`: at the end of the first.
    fn label(&mut self, state: u32, proposition: PropositionId) -> Result<Truth, Stop> {
        let last = state / 3 + 1 == self.procedures;
        Ok(Truth::from(if proposition.0 == 0 { last } else { state == 2 }))
    }
}

#[divan::bench(args = PROCEDURES, sample_count = 10)]
fn chain_explore(bencher: Bencher, procedures: u32) {
    bencher
        .counter(ItemsCount::new(procedures))
        .bench(|| explore(&mut Chain { procedures }, Order::DepthFirst, &Limits::default(), &mut Silent));
}

/// Every run reaches the last procedure and ends, so obligations pass through all calls.
#[divan::bench(args = PROCEDURES, sample_count = 10)]
fn chain_check(bencher: Bencher, procedures: u32) {
    check_chain(bencher, procedures, "F {visited} & G ({visited} -> F {terminated})");
}

/// Two nested eventualities: more obligations, and two acceptance sets.
#[divan::bench(args = PROCEDURES, sample_count = 10)]
fn chain_check_nested(bencher: Bencher, procedures: u32) {
    check_chain(bencher, procedures, "F {visited} & (GF {terminated} -> F ({terminated} & G !{visited}))");
}

fn check_chain(bencher: Bencher, procedures: u32, text: &str) {
    let mut formulas = Formulas::new();
    let (formula, found) = parse_formula(text, FileId(0), &mut formulas);
    assert_eq!(found, []);
    let normal = negation_normal_form(&mut formulas, formula.expect("it parses"));
    let run = || check(&mut Chain { procedures }, &formulas, normal, &Limits::default(), &mut Silent);
    assert_eq!(run().verdict, CheckVerdict::Satisfied);
    bencher.counter(ItemsCount::new(procedures)).bench(run);
}

/// A task from its parts: entry and text of the program, grammars, initial heaps, a formula, and the strategy.
fn task((entry, text): (&str, &str), grammars: &[Value], initial: &[Value], ltl: &str, strategy: &str) -> Loaded {
    let document = json!({
        "schema": "hrglass.task/1",
        "program": {"language": "java", "entry": entry, "files": [{"name": "Node.java", "text": text}]},
        "grammars": grammars,
        "initial": initial,
        "properties": [{"id": "F1", "ltl": ltl}],
        "options": {"strategy": strategy},
    });
    let loaded = load(&document.to_string(), "task.json", &mut NoFiles);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded
}

/// Runs a task that is satisfied.
fn bench_task(bencher: Bencher, size: u32, loaded: &Loaded) {
    let session = run(loaded, &mut Silent);
    let verdicts = session.report().properties.iter().map(|p| p.judgement.verdict);
    assert_eq!(verdicts.collect::<Vec<_>>(), [hrglass::report::Verdict::Satisfied]);
    bencher.counter(ItemsCount::new(size)).bench(|| run(loaded, &mut Silent));
}

/// The chain as a Java program.
fn chain_program(procedures: u32) -> String {
    let middle = (0..procedures - 1).map(|p| format!("    static void m{p}() {{ m{0}(); m{0}(); }}\n", p + 1));
    let last = format!("    static void m{}() {{ Node mark = new Node(); mark = null; }}\n", procedures - 1);
    format!("class Node {{\n{}{last}}}\n", middle.collect::<String>())
}

#[divan::bench(args = IN_JAVA, sample_count = 10)]
fn chain_in_java_rsm(bencher: Bencher, procedures: u32) {
    let ltl = "F {mark != null} & G ({mark != null} -> F {terminated})";
    bench_task(bencher, procedures, &task(("Node.m0", &chain_program(procedures)), &[], &[], ltl, "rsm"));
}

#[divan::bench(args = IN_JAVA, sample_count = 10)]
fn chain_in_java_on_the_fly(bencher: Bencher, procedures: u32) {
    let ltl = "F {mark != null} & G ({mark != null} -> F {terminated})";
    bench_task(bencher, procedures, &task(("Node.m0", &chain_program(procedures)), &[], &[], ltl, "on-the-fly"));
}

/// Each procedure traverses the list by recursion and passes every suffix of it to the next one.
fn walks_program(procedures: u32) -> String {
    let walk = |p: u32| {
        let next = if p + 1 < procedures { format!(" m{}(list);", p + 1) } else { String::new() };
        format!("    static Node m{p}(Node list) {{ if (list != null) {{ m{p}(list.next);{next} }} return list; }}\n")
    };
    format!("class Node {{\n    Node next;\n{}}}\n", (0..procedures).map(walk).collect::<String>())
}

/// A list of any length is unchanged by all calls, and the last procedure reaches its end.
fn check_walks(bencher: Bencher, procedures: u32, strategy: &str) {
    let heap = json!({
        "nodes": [{"type": "NULL", "number": 1}, {"type": "Node", "number": 1}],
        "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": [],
        "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}],
    });
    let initial = [json!({"name": "list.json", "heap": heap})];
    let ltl = format!("G {{L(RefSLList)}} & (GF {{terminated}} -> F {{m{}::list == null}})", procedures - 1);
    let grammars = [json!({"predefined": "SLList", "rename": {"ListNode": "Node"}})];
    let text = walks_program(procedures);
    bench_task(bencher, procedures, &task(("Node.m0", &text), &grammars, &initial, &ltl, strategy));
}

#[divan::bench(args = IN_JAVA, sample_count = 10)]
fn walks_in_java_rsm(bencher: Bencher, procedures: u32) {
    check_walks(bencher, procedures, "rsm");
}

#[divan::bench(args = IN_JAVA, sample_count = 10)]
fn walks_in_java_on_the_fly(bencher: Bencher, procedures: u32) {
    check_walks(bencher, procedures, "on-the-fly");
}

const WALK: &str = "class Node {\n    Node next;\n    static void walk(Node list) {\n        if (list != null) {\n            \
    walk(list.next);\n            list.next = null;\n        }\n    }\n}\n";

/// Recursion over a concrete list: as many calls as elements, each with a heap that is one element shorter.
#[divan::bench(args = [10, 20, 40, 80, 160], sample_count = 10)]
fn recursion_over_a_list(bencher: Bencher, length: u32) {
    let selectors = |from: u32| json!({"label": "next", "origin": from, "target": (from + 1) % (length + 1)});
    let heap = json!({
        "nodes": [{"type": "NULL", "number": 1}, {"type": "Node", "number": length}],
        "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": (1..=length).map(selectors).collect::<Vec<_>>(),
        "hyperedges": [],
    });
    let initial = [json!({"name": "list.json", "heap": heap})];
    let ltl = "F {list == null} & F {terminated}";
    bench_task(bencher, length, &task(("Node.walk", WALK), &[], &initial, ltl, "rsm"));
}

/// Pointers that descend a tree nondeterministically, one of them in each step; the root stays known.
fn pointers_program(pointers: u32) -> String {
    let declared = (0..pointers).map(|p| format!("        Tree p{p} = tree;\n")).collect::<String>();
    let step = |number: u32, p: u32, child: &str| {
        format!("            if (n == {number} && p{p} != null) p{p} = p{p}.{child};\n")
    };
    let steps = (0..pointers).map(|p| step(2 * p, p, "left") + &step(2 * p + 1, p, "right")).collect::<String>();
    format!(
        "class Tree {{\n    Tree left, right;\n    static Tree walk(Tree tree, int n) {{\n{declared}        while (n > 0) \
         {{\n{steps}            n = n - 1;\n        }}\n        return tree;\n    }}\n}}\n"
    )
}

/// Exploration alone, with many abstract heaps: three pointers have 339,360 states. Items are states.
#[divan::bench(args = [1, 2, 3], sample_count = 3)]
fn pointers_in_a_tree(bencher: Bencher, pointers: u32) {
    let heap = json!({
        "nodes": [{"type": "NULL", "number": 1}, {"type": "Tree", "number": 1}],
        "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": [],
        "hyperedges": [{"label": "RefBT", "tentacles": [1, 0]}],
    });
    let initial = [json!({"name": "tree.json", "heap": heap})];
    let grammars = [json!({"predefined": "BT", "rename": {"BTNode": "Tree"}})];
    let text = pointers_program(pointers);
    let loaded = task(("Tree.walk", &text), &grammars, &initial, "true", "top-level");
    let session = run(&loaded, &mut Silent);
    let states = session.report().exploration.as_ref().expect("it is explored").states_total;
    bencher.counter(ItemsCount::new(states)).bench(|| run(&loaded, &mut Silent));
}
