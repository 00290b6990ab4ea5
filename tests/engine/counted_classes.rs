//! Random classes that count their objects, some of them wrongly: what is proved of them by their sizes, no sequence of calls refutes in a
//! JVM. Nothing is executed by the engine: sizes alone must not exclude the runs that fail.

use hrglass::base::Random;
use hrglass::report::assumption::AssumptionKind;
use hrglass::report::{PropertyReport, Verdict};

use crate::facts_oracle::WithoutExecutions;
use crate::support::{cases, jdk};
use crate::whole_classes::checked_by;
use crate::whole_classes::jvm::{Refutation, refute};

/// One of the first ones most of the time.
fn mostly<'t>(random: &mut Random, usual: &[&'t str], others: &[&'t str]) -> &'t str {
    let chosen = if random.one_in(20) { others } else { usual };
    chosen[random.below(chosen.len())]
}

/// A class with a counter, and with some methods that rely on it.
fn class(random: &mut Random) -> String {
    let kind = *random.one_of(&["stack", "stack", "queue", "queue", "double"]);
    let mut methods = Vec::new();
    for _ in 0..2 + random.below(3) {
        let up =
            mostly(random, &["size++;", "size += 1;", "size = size + 1;"], &["", "size += 2;", "if (v > 0) size++;"]);
        let down = mostly(random, &["size--;", "size = size - 1;"], &["", "size -= 2;", "if (size > 1) size--;"]);
        let empty =
            mostly(random, &["size == 0", "size == 0", "size <= 0", "head == null"], &["size < 0", "size == 1"]);
        let outside =
            mostly(random, &["i < 0 || i >= size", "i >= size || i < 0"], &["i < 0 || i > size", "i >= size"]);
        let bound = mostly(random, &["k < i"], &["k <= i", "k < size", "k != i", "k < i - 1"]);
        let more: &[&str] = match kind {
            "stack" => &[
                "void push(int v) { Node n = new Node(); n.value = v; n.next = head; head = n; UP }",
                "int pop() { if (EMPTY) return -1; int v = head.value; head = head.next; DOWN return v; }",
                "int get(int i) { if (OUTSIDE) return -1; Node c = head; for (int k = 0; BOUND; k++) c = c.next; return c.value; }",
                "void last(int v) { if (EMPTY) { head = new Node(); } else { Node c = head; while (c.next != null) c = c.next; \
                 c.next = new Node(); } UP }",
                "void clear() { head = null; size = 0; }",
                "void grow(int v) { head = new Node(v, head); UP }",
                "void hook(int v) { Node n = new Node(); n.join(head); head = n; UP }",
                "void skip() { if (EMPTY || head.next == null) return; head.join(head.next.next); DOWN }",
                "void under(int v) { if (EMPTY) return; head.join(new Node(v, head.next)); UP }",
            ],
            "queue" => &[
                "void add(int v) { Node n = new Node(); if (EMPTY) head = n; else tail.next = n; tail = n; UP }",
                "int take() { if (EMPTY) return -1; int v = head.value; head = head.next; DOWN if (EMPTY) tail = null; return v; }",
                "int peek() { return EMPTY ? 0 : head.value; }",
                "int newest() { if (EMPTY) return 0; return tail.value; }",
                "void clear() { head = null; tail = null; size = 0; }",
            ],
            _ => &[
                "void front(int v) { Node n = new Node(); n.next = head; if (EMPTY) tail = n; else head.prev = n; head = n; UP }",
                "void back(int v) { Node n = new Node(); n.prev = tail; if (EMPTY) head = n; else tail.next = n; tail = n; UP }",
                "int left() { if (EMPTY) return 0; int v = head.value; head = head.next; DOWN if (EMPTY) tail = null; \
                 else head.prev = null; return v; }",
                "int right() { if (EMPTY) return 0; int v = tail.value; tail = tail.prev; DOWN if (EMPTY) head = null; \
                 else tail.next = null; return v; }",
            ],
        };
        let method = random.one_of(more).to_string();
        let names = [("UP", up), ("DOWN", down), ("EMPTY", empty), ("OUTSIDE", outside), ("BOUND", bound)];
        methods.push(names.iter().fold(method, |text, (name, put)| text.replace(name, put)));
    }
    methods.push(if kind == "stack" {
        "void first(int v) { Node n = new Node(); n.next = head; head = n; size++; }".to_owned()
    } else {
        "int count() { return size; }".to_owned()
    });
    let name = |method: &String| method.split('(').next().unwrap_or_default().to_owned();
    let mut seen = std::collections::BTreeSet::new();
    methods.retain(|method| seen.insert(name(method)));
    let fields = "private Node head, tail; private int size;";
    let links = if kind == "double" { "next, prev" } else { "next" };
    let code = "Node() { } Node(int value, Node next) { this.value = value; this.next = next; } void join(Node to) { next = to; }";
    let node = format!("private static class Node {{ int value; Node {links}; {code} }}");
    format!("class T {{\n    {node}\n    {fields}\n    {}\n}}\n", methods.join("\n    "))
}

#[test]
fn what_sizes_prove_no_sequence_of_calls_refutes() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let classes: Vec<(String, String)> =
        cases::seeds(40).map(|seed| ("T".to_owned(), class(&mut Random::scattered(seed)))).collect();
    let reports: Vec<Vec<PropertyReport>> =
        classes.iter().map(|(class, text)| checked_by(text, class, &mut WithoutExecutions)).collect();
    let by_sizes = reports.iter().flatten().filter(|report| {
        let judgement = &report.judgement;
        judgement.verdict == Verdict::Satisfied && judgement.assumes(AssumptionKind::Size)
    });
    let by_sizes = by_sizes.count();
    let Refutation { wrong, valid, proved, failing } = refute("sizes", &classes, &reports, 4_000);
    println!("{valid} classes, {proved} methods or classes proved, {by_sizes} by sizes, {failing} methods fail");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(valid * 10 > classes.len() * 9 && by_sizes > 4 && failing > 3, "{valid} {by_sizes} {failing}");
}
