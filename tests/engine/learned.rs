//! Structures that no kind describes: they are learned from what the methods build, and methods are checked on them.

use std::path::PathBuf;

use hrglass::base::{Severity, Silent};
use hrglass::editor::{load_program, suggest, with_entry, with_structure};
use hrglass::report::assumption::Assumption;
use hrglass::report::remedy::Remedy;
use hrglass::report::{Report, Verdict};
use hrglass::session::run;
use hrglass::task::{Language, Loaded, NoFiles, Overrides, Property, load};
use serde_json::{Value, json};

use crate::support::folder::Folder;
use crate::support::tasks::tasks;

const TWO_LISTS: &str = "class TwoLists {
    Node first, second;
    static class Node { int v; Node next; }
    TwoLists() { Node common = new Node(); first = common; second = common; }
    void pushFirst(int v) { Node n = new Node(); n.next = first; first = n; }
    void pushSecond(int v) { Node n = new Node(); n.next = second; second = n; }
    Node meet() {
        for (Node a = first; a != null; a = a.next)
            for (Node b = second; b != null; b = b.next) if (a == b) return a;
        return null;
    }
    int common() { return meet().v; }
    int beyond() { return meet().next.v; }
}";

const LOG: &str = "class Log {
    Entry newest, mark;
    static class Entry { int v; Entry older; }
    void add(int v) { Entry e = new Entry(); e.v = v; e.older = newest; newest = e; }
    void mark() { mark = newest; }
    int sinceMark() { int sum = 0; for (Entry e = newest; e != mark; e = e.older) sum += e.v; return sum; }
    int fromMark() { int sum = 0; for (Entry e = mark; e != newest; e = e.older) sum += e.v; return sum; }
}";

const CHAIN: &str = "class Chain {
    Link start;
    static class Link { int key; Link next, prev; }
    Chain() { start = new Link(); start.prev = start; }
    void add(int v) {
        Link n = new Link(); n.key = v; n.next = start.next; n.prev = start;
        if (n.next != null) n.next.prev = n;
        start.next = n;
    }
    void remove(int v) {
        Link n = start.next;
        while (n != null && n.key != v) n = n.next;
        if (n != null) { n.prev.next = n.next; if (n.next != null) n.next.prev = n.prev; }
    }
    void removeWrong(int v) {
        Link n = start.next;
        while (n != null && n.key != v) n = n.next;
        if (n != null) { n.prev.next = n.next; n.next.prev = n.prev; }
    }
}";

const PAIRS: &str = "class Pairs {
    Node first, last;
    static class Node { int key; Node next, twin; }
    void add(int v) {
        Node a = new Node(), b = new Node(); a.key = v; a.twin = b; b.twin = a;
        if (first == null) first = a; else last.next = a;
        last = a;
    }
    int sum() { int sum = 0; for (Node n = first; n != null; n = n.next) sum += n.twin.twin.key; return sum; }
    int wrong() { int sum = 0; for (Node n = first; n != null; n = n.next) sum += n.twin.next.key; return sum; }
}";

const INDEX: &str = "class Index {
    Tree root;
    static class Tree { Tree left, right; Item items; }
    static class Item { int key; Tree owner; Item next; }
    Index() { root = new Tree(); }
    void put(int key) { Item i = new Item(); i.key = key; i.owner = root; i.next = root.items; root.items = i; }
    void grow(int key) { Tree t = new Tree(); t.left = root; t.right = new Tree(); root = t; }
    Tree find(int key) {
        Tree t = root;
        while (t.left != null) {
            for (Item i = t.items; i != null; i = i.next) if (i.key == key) return i.owner.right;
            t = key < 0 ? t.left : t.right;
        }
        return t;
    }
    Item last(int key) {
        Tree t = root;
        while (t.left != null) t = t.right;
        Item i = t.items;
        while (i.next != null) i = i.next;
        return i.owner.items;
    }
}";

const GRID: &str = "class Grid {
    Cell corner;
    static class Cell { Cell right, down; }
    void grow(int v) {
        Cell above = corner; corner = new Cell(); Cell c = corner; c.down = above;
        while (above != null) { above = above.right; c.right = new Cell(); c = c.right; c.down = above; }
    }
    int width() { int n = 0; for (Cell c = corner; c != null; c = c.right) n++; return n; }
    int diagonal() { int n = 0; for (Cell c = corner; c != null && c.right != null; c = c.down.right) n++; return n; }
    boolean isSquare() { return corner != null && corner.down.right == corner.right.down; }
}";

fn task(java: &str, entry: &str) -> Loaded {
    let overrides = Overrides { entry: Some(entry.to_owned()), ..Overrides::default() };
    load_program(java, "A.java", Language::Java, &mut NoFiles, &overrides)
}

fn report(task: &Loaded) -> Report {
    run(task, &mut Silent).report().clone()
}

/// One method is safe on the structure that is learned, and another one is not, as a run shows.
#[track_caller]
fn check(java: &str, right: &str, wrong: &str) {
    for (entry, expected) in [(right, Verdict::Satisfied), (wrong, Verdict::Violated)] {
        let report = report(&task(java, entry));
        let judgement = report.memory_safety().unwrap_or_else(|| panic!("{entry}: {:?}", report.diagnostics));
        let said = Assumption::in_words(&judgement.assumptions).unwrap_or_default();
        assert!(said.contains("as the methods of the program build it, learned from"), "{entry}: {said:?}");
        assert_eq!(judgement.verdict, expected, "{entry}: {judgement:?}");
    }
}

#[test]
fn methods_are_checked_on_what_is_learned() {
    check(TWO_LISTS, "TwoLists.common", "TwoLists.beyond");
    check(LOG, "Log.sinceMark", "Log.fromMark");
    check(CHAIN, "Chain.remove", "Chain.removeWrong");
    check(INDEX, "Index.find", "Index.last");
}

#[test]
fn queues_of_pairs_are_learned() {
    check(PAIRS, "Pairs.sum", "Pairs.wrong");
}

#[test]
fn it_is_said_if_nothing_can_be_learned() {
    let report = report(&task(GRID, "Grid.width"));
    let mut assumed = report.memory_safety().expect("a verdict").assumptions.iter();
    let is_said =
        |it: &Assumption| it.words.ends_with("in one of the smallest heaps that methods of the program build");
    assert!(assumed.any(is_said), "{report:?}");
}

/// Of a grid nothing is learned: what methods build is looked at, from the empty one on. Nothing is proved of all grids.
#[test]
fn where_nothing_is_learned_violations_are_found_and_nothing_is_proved() {
    let right = report(&task(GRID, "Grid.diagonal"));
    let judgement = right.memory_safety().expect("a verdict");
    assert_eq!(judgement.verdict, Verdict::Unknown);
    assert_eq!(
        judgement.reason.as_deref(),
        Some("no run that starts on one of the given heaps fails, but there are other heaps")
    );
    assert_eq!(judgement.remedies, [Remedy::Structure { class: "Grid$Cell".to_owned() }]);
    let wrong = report(&task(GRID, "Grid.isSquare"));
    let judgement = wrong.memory_safety().expect("a verdict");
    assert_eq!(judgement.verdict, Verdict::Violated);
    // What holds for all objects, whatever is built, is proved.
    let any = report(&task(GRID, "Grid.width"));
    assert_eq!(any.memory_safety().expect("a verdict").verdict, Verdict::Satisfied);
    // So with a formula, and in the document that is shared.
    let mut document = task(GRID, "Grid.diagonal").task;
    let ltl = Some("F {terminated}".to_owned());
    document.properties.push(Property { id: "F1".to_owned(), ltl, monitor: None, check: None, call: None });
    let read = load(&document.to_json(), "task.json", &mut NoFiles);
    assert!(read.task.initial.iter().all(|heap| heap.partial) && read.task.initial.len() == 1);
    let verdicts: Vec<Verdict> = report(&read).properties.iter().map(|own| own.judgement.verdict).collect();
    assert_eq!(verdicts, [Verdict::Unknown, Verdict::Unknown]);
}

#[test]
fn what_is_built_is_one_of_the_choices() {
    let document = task(GRID, "Grid.width").task.to_json();
    let choice = |document: &str| suggest(document).expect("suggestions").families.remove(0);
    let family = choice(&document);
    let last = family.candidates.len() - 1;
    assert_eq!(family.chosen, Some(last as u32));
    assert!(family.candidates[last].words.starts_with("structure over `right` and `down` that is not known, as in "));
    assert!(!family.candidates[last].pictures.is_empty());
    let tree = with_structure(&document, 0, 0).expect("a task");
    assert_eq!(choice(&tree).chosen, Some(0));
    let again = with_structure(&tree, 0, last).expect("a task");
    let other = with_entry(&again, "Grid.grow").expect("a task");
    assert_eq!(choice(&other).chosen, Some(last as u32));
    let back = with_entry(&other, "Grid.width").expect("a task");
    let heaps = |document: &str| load(document, "task.json", &mut NoFiles).task.initial;
    assert_eq!(heaps(&back), heaps(&document));
}

#[test]
fn what_was_learned_is_one_of_the_choices() {
    let document = task(TWO_LISTS, "TwoLists.common").task.to_json();
    let choice = |document: &str| suggest(document).expect("suggestions").families.remove(0);
    let family = choice(&document);
    let words: Vec<&str> = family.candidates.iter().map(|candidate| candidate.words.as_str()).collect();
    assert!(
        words.len() == 3 && words[2].starts_with("learned structure over `next`, as methods build it in "),
        "{words:?}"
    );
    assert_eq!(family.chosen, Some(2));
    assert!(family.candidates[2].misfit.is_none() && !family.candidates[2].pictures.is_empty());
    assert!(family.candidates[..2].iter().all(|candidate| candidate.misfit.is_some()));
    // Another one, and back; another method, and back.
    let list = with_structure(&document, 0, 0).expect("a task");
    assert_eq!(choice(&list).chosen, Some(0));
    let again = with_structure(&list, 0, 2).expect("a task");
    let other = with_entry(&again, "TwoLists.pushFirst").expect("a task");
    assert_eq!(choice(&other).chosen, Some(2));
    let back = with_entry(&other, "TwoLists.common").expect("a task");
    let heaps = |document: &str| load(document, "task.json", &mut NoFiles).task.initial;
    assert_eq!(heaps(&back), heaps(&document));
    assert!(suggest(&back).expect("suggestions").is_proposed);
}

/// A list in a static variable, built and freed.
const GLOBAL: &str = "#include <stdlib.h>
struct n { struct n *next; };
struct n *g;
int __VERIFIER_nondet_int(void);
int main(void) {
  while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x); if (!x) abort(); x->next = g; g = x; }
  while (g) { struct n *t = g->next; free(g); g = t; }
  return 0;
}
";

/// What forest automata learn is a grammar for other tasks, of programs with static variables, too.
#[test]
fn learned_grammars_are_read_back() {
    let global = json!({"schema": "hrglass.task/1", "analysis": "forest",
        "program": {"language": "c", "entry": "main", "files": [{"name": "g.c", "text": GLOBAL}]}});
    let examples = tasks("examples").into_iter().filter(|(_, task)| task["analysis"] == "forest");
    let (mut read, mut with_rules) = (0, 0);
    for (path, mut task) in examples.chain([(PathBuf::from("examples/global"), global)]) {
        let folder = || Folder(path.parent().expect("a folder").to_owned());
        let session = run(&load(&task.to_string(), "task.json", &mut folder()), &mut Silent);
        let learned = session.learned().expect("forest automata");
        let grammar: Value = serde_json::from_str(&learned.grammar).expect("strict JSON");
        with_rules += usize::from(grammar.as_array().is_some_and(|nonterminals| !nonterminals.is_empty()));
        task["analysis"] = json!("heap");
        task["grammars"] = json!([{"grammar": grammar}]);
        for property in ["properties", "expected", "view", "options", "monitors"] {
            task.as_object_mut().expect("an object").remove(property);
        }
        task["options"] = json!({"maxStates": 20});
        let again = run(&load(&task.to_string(), "task.json", &mut folder()), &mut Silent);
        let found = &again.report().diagnostics;
        let errors: Vec<_> = found.iter().filter(|found| found.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        read += 1;
    }
    assert!(read > 10 && with_rules > 5, "{read} read, {with_rules} with rules");
}
