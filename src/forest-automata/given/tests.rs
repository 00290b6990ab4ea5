//! Definitions become boxes, and boxes become definitions.

use std::any::Any;
use std::fmt::Write;
use std::rc::Rc;

use expect_test::{Expect, expect};

use super::add_boxes;
use crate::definitions::definitions;
use crate::explored::ExploredForests;
use crate::names::BoxNames;
use crate::semantics::ForestProgram;
use crate::{ForestAutomata, ShownForests};
use base::{FileId, Random, Silent, Sources};
use c::{COptions, parse_c};
use heap_grammar::separation::parse_definitions;
use report::{AnalysisName, Report, SCHEMA};
use task::{NoFiles, examples, load};

/// An example that was explored.
fn explored(id: &str, text: &str) -> Box<ShownForests> {
    let mut loaded = load(text, id, &mut NoFiles);
    loaded.properties.clear();
    let (schema, task) = (SCHEMA.to_owned(), String::new());
    let (diagnostics, properties) = Default::default();
    let mut report = Report {
        schema,
        analysis: AnalysisName::Forest,
        task,
        diagnostics,
        tried: Vec::new(),
        properties,
        exploration: None,
    };
    let shown = analysis::run::<ForestAutomata>(&loaded, &mut report, &mut Silent);
    let shown: Box<dyn Any> = shown.unwrap_or_else(|| panic!("{id}: {:?}", report.diagnostics));
    shown.downcast().expect("forest automata")
}

/// All boxes are written as definitions which read back to the same boxes; what was written.
#[track_caller]
fn check_reads_back(system: &mut ForestProgram, names: &BoxNames, at: &str) -> String {
    let mut written = String::new();
    for id in system.alphabet.boxes.indices() {
        for definition in definitions(system, names, id).unwrap_or_else(|why| panic!("{at}, {}: {why}", names.of(id))) {
            writeln!(written, "{definition}").expect("a string");
        }
    }
    let (read, diagnostics) = parse_definitions(&written, FileId(0));
    assert!(diagnostics.is_empty(), "{at}\n{written}\n{diagnostics:?}");
    let known = std::mem::take(&mut system.alphabet.boxes);
    let (_, diagnostics) = add_boxes(system, &read);
    assert!(diagnostics.is_empty(), "{at}\n{written}\n{diagnostics:?}");
    assert_eq!(system.alphabet.boxes.len(), known.len(), "{at}\n{written}");
    for (id, before) in known.iter_enumerated() {
        let after = &system.alphabet.boxes[id];
        let equal = before.includes(after).expect("small") && after.includes(before).expect("small");
        assert!(equal, "{at}, {}\n{written}\n{before:?}\n{after:?}", names.of(id));
    }
    written
}

#[test]
fn what_the_examples_learn_reads_back_to_the_same_boxes() {
    let (mut tasks, mut count) = (0, 0);
    for (id, text) in examples().iter().filter(|(id, _)| id.starts_with("forest/")) {
        let ExploredForests { system, names, .. } = &mut explored(id, text).explored;
        tasks += 1;
        count += system.alphabet.boxes.len();
        check_reads_back(system, names, id);
    }
    expect![[r#"
        48 tasks, 71 boxes
    "#]]
    .assert_eq(&format!("{tasks} tasks, {count} boxes\n"));
}

/// Classes for definitions: neighbours, rings with elements, objects with a part, and two classes with a field of the same name.
const CLASSES: &str = "#include <stdlib.h>
struct node { struct node *next; struct node *prev; int data; };
struct ring { struct node *inner; struct ring *next; };
struct link { struct link *next; struct link *prev; };
struct item { struct link links; int key; };
struct left { struct left *other; };
struct right { struct right *other; };
int main(void) {
  struct node *a = malloc(sizeof *a); struct ring *b = malloc(sizeof *b); struct item *c = malloc(sizeof *c);
  struct left *d = malloc(sizeof *d); struct right *e = malloc(sizeof *e);
  struct node local;
  local.next = &local; c->links.next = &c->links; d->other = d; e->other = e; a->data = 7;
  return 0;
}";

fn program() -> ForestProgram {
    let mut sources = Sources::default();
    let file = sources.add("classes.c", CLASSES);
    let (program, diagnostics) = parse_c(&sources, &[file], COptions::default(), "main");
    let (program, entry) = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    ForestProgram::new(Rc::new(program), entry, 1)
}

/// The boxes of a text, and what is wrong with it, with places and advice.
fn given(text: &str) -> (ForestProgram, BoxNames, Vec<String>) {
    let mut system = program();
    let mut sources = Sources::default();
    let file = sources.add("boxes", text);
    let (read, mut found) = parse_definitions(text, file);
    assert!(found.is_empty(), "{found:?}");
    let (names, diagnostics) = add_boxes(&mut system, &read);
    found.extend(diagnostics);
    let shown = found.iter().map(|diagnostic| {
        let at = diagnostic.render(&sources);
        let (line, column) = (at.line.expect("a place"), at.column.expect("a place"));
        format!(
            "{line}:{column} {} ({})",
            at.message,
            at.suggestion.unwrap_or_else(|| panic!("{diagnostic:?} has no advice"))
        )
    });
    let shown = shown.collect();
    (system, names, shown)
}

/// The boxes that a text gives, as they are written.
#[track_caller]
fn check_given(text: &str, expected: Expect) {
    let (mut system, names, wrong) = given(text);
    assert!(wrong.is_empty(), "{wrong:#?}");
    expected.assert_eq(&check_reads_back(&mut system, &names, text));
}

#[track_caller]
fn check_wrong(text: &str, expected: Expect) {
    let (_, _, wrong) = given(text);
    let mut lines = String::new();
    wrong.iter().for_each(|line| writeln!(lines, "{line}").expect("a string"));
    expected.assert_eq(&lines);
}

#[test]
fn definitions_become_boxes() {
    check_given(
        "dll(x, y) := x -> {next: y} * y: node -> {prev: x}",
        expect![[r#"
        dll(x, y) := x: node -> {next: y} * y: node -> {prev: x}
    "#]],
    );
    // A predicate at an object alone is a state, and no box; numbers may be left out.
    check_given(
        "ring(x) := x -> {inner: y} * seg(y, x)
         seg(x, y) := x -> {next: y, prev: null} | x -> {next: z, prev: null} * seg(z, y)",
        expect![[r#"
            ring(x) := x -> {inner: m} * ring_1(m, x)
            ring_1(n, x) := n: node -> {next: x, prev: null}
                          | n: node -> {next: m, prev: null} * ring_1(m, x)
        "#]],
    );
    // A box at an object of which more is said is a box in a box, and gives fields to the next object.
    check_given(
        "dll(x, y) := x: node -> {next: y} * y -> {prev: x}
         many(x, y) := x: node -> {} * dll(x, z) * more(z, y)
         more(x, y) := x == y | x: node -> {} * dll(x, z) * more(z, y)",
        expect![[r#"
            dll(x, y) := x: node -> {next: y} * y: node -> {prev: x}
            many(x, y) := x: node -> {} * dll(x, m) * many_1(m, y)
            many_1(n, y) := n == y
                          | n: node -> {} * dll(n, m) * many_1(m, y)
        "#]],
    );
    // Pointers to parts.
    check_given(
        "links(x, y: item) := x: item -> {links.next: y.links, links.prev: z.links} * tail(z)
         tail(x) := x: item -> {links.next: null, links.prev: _, key: _number} | x == null",
        expect![[r#"
            links(x, y: item) := x -> {links.next: y.links, links.prev: m.links} * links_1(m)
            links_1(n) := n == null
                        | n -> {key: _number, links.next: null, links.prev: _}
        "#]],
    );
    // Cases that are other predicates, and values.
    check_given(
        "tree(x) := x: ring -> {inner: null, next: y} * sub(y)
         sub(x) := none(x) | tree(x)
         none(x) := x == null | x == _undefined",
        expect![[r#"
            tree(x) := x -> {inner: null, next: m} * tree_1(m)
            tree_1(n) := n == null
                       | n == _undefined
                       | n -> {inner: null, next: m} * tree_1(m)
        "#]],
    );
}

#[test]
fn what_does_not_fit_is_an_error_with_a_place_and_advice() {
    check_wrong(
        "a(x) := x -> {nxt: x}",
        expect![[r#"
        1:15 no class of the program has a field `nxt` (did you mean `next`?)
    "#]],
    );
    check_wrong(
        "a(x, null) := x -> {inner: null} * a<ring.next>(x, null)",
        expect![[r#"
        1:6 a box has no port at null (write `null` where it is needed)
    "#]],
    );
    check_wrong(
        "a(x) := x: item -> {next: x}",
        expect![[r#"
        1:21 `item` has no field `next` (candidates: key, links.next, links.prev)
    "#]],
    );
    check_wrong(
        "a(x) := x: itm -> {key: 1}",
        expect![[r#"
        1:12 the program has no class `itm` (did you mean `item`?)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: null, data: 0}",
        expect![[r#"
        1:9 no class of the program has all of these fields (the fields of an object are those of one class)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {other: y} * b(y)\nb(x) := x -> {other: null}",
        expect![[r#"
            1:15 several classes have a field `other` (name the class: `x: … -> {…}`, with one of left, right)
        "#]],
    );
    check_wrong(
        "a(x, y) := x -> {other: y} * y -> {other: x}",
        expect![[r#"
        1:18 several classes have a field `other` (name the class: `x: … -> {…}`, with one of left, right)
        1:36 several classes have a field `other` (name the class: `y: … -> {…}`, with one of left, right)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: y, next: y} * b(y)\nb(x) := x -> {next: null, prev: null}",
        expect![[r#"
        1:31 the object at `y` is reached twice (make it a parameter: what several edges lead to is a port of the box)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: x} * y -> {next: null, prev: null}",
        expect![[r#"
        1:27 nothing leads to the object at `y` (let a field of an object that is reached from `x` lead to it, or make it a parameter)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: z}",
        expect![[r#"
        1:22 nothing says what `z` is (add `* … -> {…}` or a predicate, make it a parameter, or write `_` if it does not matter)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: y} * b(y)",
        expect![[r#"
            1:27 `b` is not defined (did you mean `a`?)
        "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: y} * b(y)\nb(x, y) := x -> {next: y, prev: null}",
        expect![[r#"
            1:27 `b` has 2 parameters, not 1 (write `b(x, y)`)
        "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: y} * b(y)\nb(x) := x -> {next: z, prev: null} * b(z)",
        expect![[r#"
            2:1 `b` has no end (add a case that does not use it again, such as `x -> {next: null}`)
        "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: y} * b(y)\nb(x) := x -> {next: null}",
        expect![[r#"
            2:9 nothing is said of the field `prev` of `node` (add `prev: null`, `prev: …` with a variable, or `prev: _`)
        "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: y} * b(y)\nb(x) := x -> {next: x, prev: null}",
        expect![[r#"
            2:21 the object at `x` is reached twice (it is inside of a structure: only ports of the box are reached by several edges)
        "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: y} * b(y, z) * c(z)\nb(x, y) := x -> {next: y, prev: null}\nc(x) := x -> {next: null, prev: null}",
        expect![[r#"
            1:32 the object at `z` is reached only inside of `b` (say what follows in a case of that predicate, or make the variable a parameter)
        "#]],
    );
    check_wrong(
        "a(x, y) := x -> {inner: z} * b(z, y) * b(y, x)\nb(x, y) := x: node -> {next: y} * c(x, y) * y: node -> {prev: x}\nc(x, y) := b(x, y) * y: node -> {prev: x}",
        expect![[r#"
            2:1 the box `b` contains itself (what repeats has edges at its first object only; a box of two objects is used by a predicate that repeats)
            3:1 the box `c` contains itself (what repeats has edges at its first object only; a box of two objects is used by a predicate that repeats)
        "#]],
    );
    check_wrong(
        "a(x, y) := x -> {inner: y} * y -> {data: 0} | x -> {inner: y} * y -> {data: 1}",
        expect![[r#"
        1:47 the cases of `a` say something of several parameters (make a box of each case, or say what differs at each parameter in a predicate of its own)
    "#]],
    );
    check_wrong(
        "a(x, y) := y: node -> {next: x}",
        expect![[r#"
        1:12 nothing starts at `x` (the first parameter of a box has edges: `x -> {…}`, or is the first argument of a predicate)
    "#]],
    );
    check_wrong(
        "a(x) := emp",
        expect![[r#"
        1:9 nothing starts at `x` (the first parameter of a box has edges: `x -> {…}`, or is the first argument of a predicate)
    "#]],
    );
    check_wrong(
        "a(x) := x == null",
        expect![[r#"
        1:9 the first parameter of the box `a` is an object (let this case be one of a predicate that the box uses)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: null} * x != null",
        expect![[r#"
        1:30 only a case that says what the first parameter is has a comparison (leave it out: different objects of a box differ anyway)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: y} * b(y)\nb(x) := x == null * x -> {next: null, prev: null}",
        expect![[r#"
        2:9 only a case that says what the first parameter is has a comparison (write `x == null` as a case of its own, or the value in place of the variable)
    "#]],
    );
    check_wrong(
        "a() := emp",
        expect![[r#"
        1:1 `a` has no parameters (the first parameter is the object at which the box starts)
    "#]],
    );
    check_wrong(
        "a(x, x) := x -> {inner: x}\na(y) := y -> {inner: y}",
        expect![[r#"
        1:6 two parameters are called `x` (rename one of them)
        2:1 `a` is defined twice (rename one of them, or make it a case of the other, after `|`)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: null} * x -> {next: null}",
        expect![[r#"
        1:30 two parts of the heap are the object at `x` (what is separated by `*` is disjoint: list all fields in one place)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: null, inner: null}",
        expect![[r#"
        1:28 the field `inner` is given twice (leave out one of them)
    "#]],
    );
    check_wrong(
        "a(x) := x: node -> {data: 8, next: 1, prev: _what}",
        expect![[r#"
        1:27 the analysis does not follow the number 8 (write `_`; it follows 0, 1, 7)
    "#]],
    );
    check_wrong(
        "a(x) := x: node -> {data: null}",
        expect![[r#"
        1:27 a number is not null (write a number or `_`)
    "#]],
    );
    check_wrong(
        "a(x, y) := x: item -> {links.next: y.lnks}",
        expect![[r#"
        1:36 the object at `y` has no part `lnks` (a part is a structure inside of it)
    "#]],
    );
    check_wrong(
        "a(x, y) := x: item -> {links.next: y} * b(y.links)\nb(x) := x: link -> {next: null}",
        expect![[r#"
        1:43 `b` starts at an object (its first argument is a variable; parts stand where a field leads to them)
    "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: y} * b(y) * c(y)\nb(x) := x: node -> {next: null}\nc(x) := x: node -> {next: null, prev: null}",
        expect![[r#"
            1:34 `c` gives the object a field that it has already (a field has one value: leave out the other one)
        "#]],
    );
    check_wrong(
        "a(x) := x -> {inner: null} * b(x, null)\nb(x, y) := x: ring -> {next: y} * y: ring -> {inner: null}",
        expect![[r#"
            1:35 the box `b` has fields at an object here (write a variable)
        "#]],
    );
}

/// Texts with random changes are read, or it is said what is wrong with them; what is read can be written, or it is said why not.
#[test]
fn no_text_is_too_strange() {
    let texts = [
        "dll(x, y) := x: node -> {next: y} * y -> {prev: x}
         ring(x) := x -> {inner: y} * seg(y, x)
         seg(x, y) := x == y | x: node -> {next: z, prev: null} * seg(z, y) | x: node -> {} * dll(x, z) * more(z)
         more(x) := x -> {next: null} | x == null",
        "links(x, y: item) := x: item -> {links.next: y.links, links.prev: z.links} * tail(z) * dll(x, y)
         dll(x, y) := a(x, y) * b(y, x)
         a(x, y) := x: item -> {key: 1} | x: item -> {key: _number}
         b(x, y) := x: item -> {links.next: y.links}
         tail(x) := x: item -> {links.next: null, links.prev: _, key: 7} | x == null",
    ];
    let words = [
        "x", "y", "z", "seg", "dll", "->", "{", "}", "(", ")", ":=", "|", "*", ",", ":", "null", "_", "next", "==",
        "node", "1", ".",
    ];
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..600 {
        let mut random = Random::scattered(seed);
        let mut tokens: Vec<&str> = random.one_of(&texts).split_inclusive([' ', '(', '{', ',', ')']).collect();
        for _ in 0..1 + random.below(4) {
            let at = random.below(tokens.len());
            match random.below(3) {
                0 => _ = tokens.remove(at),
                1 => tokens.insert(at, *random.one_of(&words)),
                _ => tokens.swap(at, at / 2),
            }
        }
        let text = tokens.concat();
        let (read, diagnostics) = parse_definitions(&text, FileId(0));
        let mut system = program();
        let (names, more) = add_boxes(&mut system, &read);
        if !diagnostics.is_empty() || !more.is_empty() {
            wrong += 1;
            continue;
        }
        right += 1;
        check_reads_back(&mut system, &names, &text);
    }
    assert!(right > 20 && wrong > 300, "{right} right, {wrong} wrong");
}
