//! Tasks that are written in separation logic: aliases, classes of the program, and errors with their places.

use expect_test::{Expect, expect};

use hrglass::grammar::build_rules;
use hrglass::grammar::document::GrammarDocument;
use hrglass::heap::{Alphabet, Role, build_heap};
use hrglass::java::{JavaOptions, parse_java};
use hrglass::task::separation::with_documents;
use hrglass::task::{NoFiles, load};

const PROGRAM: &str = "class Node { Node next; int data;
  static Node rest(Node head, Node other) { Node next = head.next; return next; } }
class Tree { Tree left, right; Tree up; }
class Row { Row below; Node cells; }
class Deque { Node first, last; int size; static class Cell { Cell after; } }";

/// What a task finds: its messages with places and advice, and the heaps with parameters bound.
fn found_of(grammars: &[&str], formula: &str) -> String {
    let grammars: Vec<serde_json::Value> =
        grammars.iter().map(|text| serde_json::json!({ "definitions": text })).collect();
    let task = serde_json::json!({
        "program": {"entry": "Node.rest", "files": [{"name": "Node.java", "text": PROGRAM}]},
        "grammars": grammars,
        "initial": [{"formula": formula}],
    });
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let mut found = loaded.diagnostics.clone();
    let (code, more) =
        parse_java(&loaded.sources, &loaded.program_files, &JavaOptions::default(), &loaded.task.program.entry);
    found.extend(more);
    let read = with_documents(&loaded, code.as_ref().map(|(program, entry)| (program, *entry)), &mut found);
    let mut text = String::new();
    for diagnostic in &found {
        let at = diagnostic.render(&loaded.sources);
        let advice = at.suggestion.unwrap_or_else(|| panic!("{diagnostic:?} has no advice"));
        text += &format!(
            "{}:{}:{} {} ({advice})\n",
            at.file.unwrap_or_default(),
            at.line.unwrap_or(0),
            at.column.unwrap_or(0),
            at.message
        );
    }
    let mut alphabet = Alphabet::default();
    let all: Vec<GrammarDocument> = read.grammars.iter().map(|own| own.grammar.clone()).collect();
    let (rules, _) = build_rules(&all, &mut alphabet);
    for initial in &read.initial {
        let heap = build_heap(&initial.heap, &mut alphabet, Role::Program).expect("a heap");
        text += &format!("{}\n", hrglass::heap::print_heap(&heap, &alphabet));
    }
    if !rules.is_empty() {
        text += &format!("{} rules\n", rules.len());
    }
    text
}

#[track_caller]
fn check_found(grammars: &[&str], formula: &str, expected: Expect) {
    expected.assert_eq(&found_of(grammars, formula));
}

#[test]
fn aliases_bring_their_grammars() {
    check_found(
        &[],
        "sll<Node.next>(head, null) * sll(other, null)",
        expect![[r#"
        @parameter0: -> v0; @parameter1: -> v2; RefSLList(v0, null); RefSLList(v2, null)
        3 rules
    "#]],
    );
    check_found(
        &[],
        "head == null | ring(head) * other == head",
        expect![[r#"
        @parameter0: -> null
        @parameter0: -> v0; @parameter1: -> v0; RefCSLList(v0)
        7 rules
    "#]],
    );
    check_found(
        &[],
        "sll(x, null) * nested(r) * queue(d)",
        expect![[r#"
            formula:1:28 the fields of no class of the program do not show what `queue` is about (name them: `queue<TailList.head, tail, ListNode.next>(list)`)
        "#]],
    );
    check_found(
        &[],
        "tree<Tree.left, right>(t) * ptree<Tree>(u, null)",
        expect![[r#"
        formula:1:35 the fields of `Tree` do not show what `ptree` is about (name them: `ptree<ParentTreeNode.left, right, parent>(root)`)
    "#]],
    );
    check_found(
        &["holder(d) := d: Deque -> {first: h, last: _} * sll(h, null)"],
        "holder(d)",
        expect![[r#"
            holder(v0)
            4 rules
        "#]],
    );
}

#[test]
fn inner_classes_are_named_as_in_programs() {
    check_found(
        &["p(x: Deque.Cell) := x -> {after: y: Cell}"],
        "p(c) * sll<Cell.after>(d, null)",
        expect![[r#"
        p(v0); RefSLList(v1, null)
        4 rules
    "#]],
    );
    check_found(
        &[],
        "sll<Deque.Cell>(c, null) * d: Cell -> {}",
        expect![[r#"
        RefSLList(v1, null)
        3 rules
    "#]],
    );
}

#[test]
fn aliases_that_do_not_fit_are_errors() {
    check_found(
        &[],
        "sl(head, null)",
        expect![[r#"
            formula:1:1 there is no predicate `sl` (did you mean `sll`?)
        "#]],
    );
    check_found(
        &[],
        "sll(head)",
        expect![[r#"
        formula:1:1 `sll` has other arguments (write `sll(first, end)`)
    "#]],
    );
    check_found(
        &[],
        "dll(null, head, other, null)",
        expect![[r#"
        formula:1:1 the fields of `Node` do not show what `dll` is about (name them: `dll<DLListNode.next, prev>(before, first, last, after)`)
    "#]],
    );
    check_found(
        &[],
        "tree<Tree.left, rigth>(t)",
        expect![[r#"
        formula:1:17 `Tree` has no field `rigth` (did you mean `right`?)
    "#]],
    );
    check_found(
        &[],
        "tree<Tree.left>(t) * tree<left, right>(u)",
        expect![[r#"
        formula:1:6 `tree` is about other fields (write, for example, `tree<BTNode.left, right>(root)`)
        formula:1:27 the class of the field `left` is missing (write, for example, `tree<BTNode.left, right>(root)`)
    "#]],
    );
    check_found(
        &[],
        "sll<Nod.next>(head, null)",
        expect![[r#"
        formula:1:5 the program has no class `Nod` (did you mean `Node`?)
    "#]],
    );
    check_found(
        &[],
        "sll<Tree.left>(t, null) * sll<Tree.right>(u, null)",
        expect![[r#"
        formula:1:27 the same class has this structure along different fields (define one of them as a predicate of its own in a grammar)
    "#]],
    );
    check_found(
        &["sll(x) := x: Node -> {next: null}"],
        "sll(head, null)",
        expect![[r#"
        formula:1:1 `sll` has 1 argument, but 2 are given (write `_` for an object that has no other name)
        1 rules
    "#]],
    );
}

#[test]
fn what_is_wrong_has_its_place_in_definitions_and_formulas() {
    check_found(
        &["p(x) := x -> {next: y} * p(y)", "q(x) := x -> {nxt: null}"],
        "p(head)",
        expect![[r#"
        definitions 2:1:15 no class of the program has a field `nxt` (did you mean `next`?)
        1 rules
    "#]],
    );
    check_found(
        &["p(x) := x -> {next: null} * r("],
        "p(head) * q(other)",
        expect![[r#"
            definitions:1:31 the text ends, where there should be a variable or a value (it is a name, `null`, a number, or `_`)
        "#]],
    );
    check_found(
        &["p(x) := x -> {next: null}"],
        "p(haed) * other -> {data: null}",
        expect![[r#"
        formula:1:21 the field `data` of `Node` is a number (write a number, or `_`)
        formula:1:3 `haed` is no parameter of the entry: it stands for some object (did you mean `head`?)
        1 rules
    "#]],
    );
    check_found(
        &["p(x) := x -> {next: null}"],
        "p(haed)",
        expect![[r#"
        formula:1:3 `haed` is no parameter of the entry: it stands for some object (did you mean `head`?)
        p(v0)
        1 rules
    "#]],
    );
}
