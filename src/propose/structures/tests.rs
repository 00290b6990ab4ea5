use expect_test::{Expect, expect};

use super::*;
use base::{FileId, Sources};
use java::{JavaOptions, find_entry, parse_all};
use program::objects::Names;

mod c;

/// A Java program without errors.
#[track_caller]
fn read(java: &str) -> (Sources, FileId, Program) {
    let mut sources = Sources::default();
    let file = sources.add("A.java", java);
    let (program, found) = parse_all(&sources, &[file], &JavaOptions::default());
    let program = program.unwrap_or_else(|| panic!("{found:?}"));
    (sources, file, program)
}

/// The families of a Java program, the grammars of the first candidates, and the inputs of a method.
#[track_caller]
fn check(java: &str, entry: &str, expected: Expect) {
    let (_, _, program) = read(java);
    let structures = Structures::of(&program);
    let mut text = String::new();
    for (number, family) in structures.families().iter().enumerate() {
        let kinds: Vec<String> = family.candidates.iter().map(|candidate| format!("{:?}", candidate.kind)).collect();
        text += &format!("{} ({})\n", structures.words(number).words(), kinds.join(", "));
    }
    for grammar in structures.grammars() {
        match grammar {
            StructureGrammar::Definitions(definitions) => text += &format!("{definitions}\n"),
            StructureGrammar::Predefined { name, rename } => text += &format!("{name} {rename:?}\n"),
        }
    }
    let inputs = structures.inputs(find_entry(&program, entry).expect("an entry"));
    inputs.assumptions.iter().for_each(|assumption| text += &format!("{}\n", assumption.words(Names::Java)));
    inputs.formulas.iter().for_each(|formula| text += &format!("{formula}\n"));
    expected.assert_eq(&text);
    assert!(!inputs.is_cut);
}

#[test]
fn a_class_with_one_reference_to_itself_is_a_list() {
    check(
        "class Node { int value; Object data; Node next; static Node merge(Node a, Node b) { return a; } }",
        "Node.merge",
        expect![[r#"
            list through `next` (List, Ring)
            list(x: Node, y: Node) := x: Node -> {next: y}
                                    | x: Node -> {next: z} * list(z, y)
                                    | list(x, z) * list(z, y)
            `a` is any list through `next`, or null
            `b` is any list through `next`, or null
            `a` and `b` lead to different objects
            a == null * b == null
            a == null * list(b, null)
            list(a, null) * b == null
            list(a, null) * list(b, null)
        "#]],
    );
}

#[test]
fn a_stack_holds_a_list() {
    check(
        "class Stack { Node top; int size; static class Node { Node next; } void push() { Node n = new Node(); } }",
        "Stack.push",
        expect![[r#"
            list through `next` (List, Ring)
            list(x: Stack$Node, y: Stack$Node) := x: Stack$Node -> {next: y}
                                                | x: Stack$Node -> {next: z} * list(z, y)
                                                | list(x, z) * list(z, y)
            `this` is a `Stack` that holds any list through `next`, or none
            this: Stack -> {top: null}
            this: Stack -> {top: top} * list(top, null)
        "#]],
    );
}

#[test]
fn first_and_last_are_ends_of_one_list() {
    check(
        "class Queue { Node first, last; void f() { } } class Node { Node next; }",
        "Queue.f",
        expect![[r#"
            list through `next` (List, Ring)
            list(x: Node, y: Node) := x: Node -> {next: y}
                                    | x: Node -> {next: z} * list(z, y)
                                    | list(x, z) * list(z, y)
            `this` is a `Queue` that holds any list through `next`, or none; `first` and `last` are its first and its last node
            this: Queue -> {first: null, last: null}
            this: Queue -> {first: first, last: first} * first: Node -> {next: null}
            this: Queue -> {first: first, last: last} * list(first, last) * last: Node -> {next: null}
        "#]],
    );
    check(
        "class Deque { Node head; Node tail; void f() { } } class Node { Node prev; Node next; }",
        "Deque.f",
        expect![[r#"
            doubly linked list through `next` and `prev` (DoublyLinkedList, DoublyLinkedRing, Tree)
            dll(before: Node, first: Node, last: Node, after: Node) := first: Node -> {next: last, prev: before} * last: Node -> {next: after, prev: first}
                                                                     | first: Node -> {next: x, prev: before} * dll(first, x, last, after)
                                                                     | dll(before, first, x, last) * last: Node -> {next: after, prev: x}
                                                                     | dll(before, first, x, y) * dll(x, y, last, after)
            `this` is a `Deque` that holds any doubly linked list through `next` and `prev`, or none; `head` and `tail` are its first and its last node
            this: Deque -> {head: null, tail: null}
            this: Deque -> {head: head, tail: head} * head: Node -> {next: null, prev: null}
            this: Deque -> {head: head, tail: tail} * dll(null, head, tail, null)
        "#]],
    );
}

#[test]
fn trees_have_paths() {
    check(
        "class Node { Node left, right; void f() { } }",
        "Node.f",
        expect![[r#"
            tree over `left` and `right` (Tree, DoublyLinkedList, DoublyLinkedRing)
            tree(x: Node) := x: Node -> {left: null, right: null}
                           | x: Node -> {left: null, right: right} * tree(right)
                           | x: Node -> {left: left, right: null} * tree(left)
                           | x: Node -> {left: left, right: right} * tree(left) * tree(right)
                           | path(x, z) * tree(z)
            path(x: Node, y: Node) := x: Node -> {left: y, right: null}
                                    | x: Node -> {left: y, right: right} * tree(right)
                                    | x: Node -> {left: z, right: null} * path(z, y)
                                    | x: Node -> {left: z, right: right} * tree(right) * path(z, y)
                                    | x: Node -> {left: null, right: y}
                                    | x: Node -> {left: left, right: y} * tree(left)
                                    | x: Node -> {left: null, right: z} * path(z, y)
                                    | x: Node -> {left: left, right: z} * tree(left) * path(z, y)
                                    | path(x, z) * path(z, y)
            `this` is any tree over `left` and `right`
            tree(this)
        "#]],
    );
    check(
        "class Node { Node left, right, parent; void f() { } }",
        "Node.f",
        expect![[r#"
        tree over `left`, `right` and `parent` (ParentTree, Tree)
        ParentTree [("ParentTreeNode", "Node"), ("left", "left"), ("right", "right"), ("parent", "parent")]
        `this` is any tree over `left`, `right` and `parent`
        RefParentTree(this, null)
    "#]],
    );
}

#[test]
fn several_classes_are_a_tree() {
    check(
        "abstract class Expr { static void f(Expr e) { new Add(); new Num(); } } class Add extends Expr { Expr left, right; } class Num extends Expr { int value; }",
        "Expr.f",
        expect![[r#"
            tree over `left` and `right` in which no child is missing (Term, Tree)
            tree(x: Add) := x: Add -> {left: left, right: right} * left: Num -> {} * right: Num -> {}
                          | x: Add -> {left: left, right: right} * left: Num -> {} * tree(right)
                          | x: Add -> {left: left, right: right} * tree(left) * right: Num -> {}
                          | x: Add -> {left: left, right: right} * tree(left) * tree(right)
                          | path(x, z) * tree(z)
            path(x: Add, y: Add) := x: Add -> {left: y, right: right} * right: Num -> {}
                                  | x: Add -> {left: y, right: right} * tree(right)
                                  | x: Add -> {left: z, right: right} * right: Num -> {} * path(z, y)
                                  | x: Add -> {left: z, right: right} * tree(right) * path(z, y)
                                  | x: Add -> {left: left, right: y} * left: Num -> {}
                                  | x: Add -> {left: left, right: y} * tree(left)
                                  | x: Add -> {left: left, right: z} * left: Num -> {} * path(z, y)
                                  | x: Add -> {left: left, right: z} * tree(left) * path(z, y)
                                  | path(x, z) * path(z, y)
            `e` is any tree over `left` and `right` in which no child is missing, or null
            e == null
            e: Num -> {}
            tree(e)
        "#]],
    );
    check(
        "class Row { Row next; Cell cells; static void f(Row r) { } } class Cell { Cell next; }",
        "Row.f",
        expect![[r#"
            list through `next` with what its elements hold (Tree)
            list through `next` (List, Ring)
            tree_Row(x: Row) := x: Row -> {next: null, cells: null}
                              | x: Row -> {next: null, cells: cells} * list_Cell(cells, null)
                              | x: Row -> {next: next, cells: null} * tree_Row(next)
                              | x: Row -> {next: next, cells: cells} * tree_Row(next) * list_Cell(cells, null)
                              | path_Row(x, z) * tree_Row(z)
            path_Row(x: Row, y: Row) := x: Row -> {next: y, cells: null}
                                      | x: Row -> {next: y, cells: cells} * list_Cell(cells, null)
                                      | x: Row -> {next: z, cells: null} * path_Row(z, y)
                                      | x: Row -> {next: z, cells: cells} * list_Cell(cells, null) * path_Row(z, y)
                                      | path_Row(x, z) * path_Row(z, y)
            list_Cell(x: Cell, y: Cell) := x: Cell -> {next: y}
                                         | x: Cell -> {next: z} * list_Cell(z, y)
                                         | list_Cell(x, z) * list_Cell(z, y)
            `r` is any list through `next` with what its elements hold, or null
            r == null
            tree_Row(r)
        "#]],
    );
}

/// The structures of a Java program after its builders were executed.
#[track_caller]
fn check_learned(java: &str, entry: &str, expected: Expect) {
    let (sources, file, program) = read(java);
    let mut structures = Structures::of(&program);
    let samples = java_samples(&sources, &[file], &structures, &JavaOptions::default());
    let misfit = structures.learn(&samples);
    let entry = find_entry(&program, entry).expect("an entry");
    structures.assume_payload(entry, &samples);
    let mut text = format!("{} samples", samples.len());
    misfit.iter().for_each(|origin| text += &format!(", none fits {origin}"));
    (0..structures.families().len()).for_each(|family| text += &format!("\n{}", structures.words(family).words()));
    let inputs = structures.inputs(entry);
    inputs.assumptions.iter().for_each(|assumption| text += &format!("\n{}", assumption.words(Names::Java)));
    inputs.formulas.iter().for_each(|formula| text += &format!("\n{formula}"));
    expected.assert_eq(&format!("{text}\n"));
}

#[test]
fn builders_show_what_a_structure_is() {
    check_learned(
        "class Ring { Node last; static class Node { int v; Node next; } \
         void add(int v) { Node n = new Node(); n.v = v; if (last == null) n.next = n; else { n.next = last.next; last.next = n; } last = n; } }",
        "Ring.add",
        expect![[r#"
            4 samples
            ring through `next`
            `this` is a `Ring` that holds any ring through `next`, or none
            this: Ring -> {last: null}
            this: Ring -> {last: last} * ring(last)
        "#]],
    );
    check_learned(
        "class Cache { Node head, tail; static class Node { Node prev, next; int key; } \
         Cache(int capacity) { head = new Node(); tail = new Node(); head.next = tail; tail.prev = head; } \
         void put(int key, String value) { Node n = new Node(); n.next = head.next; n.prev = head; head.next.prev = n; head.next = n; } }",
        "Cache.put",
        expect![[r#"
            4 samples
            doubly linked list through `next` and `prev`
            `this` is a `Cache` that holds any doubly linked list through `next` and `prev`; `head` and `tail` are its first and its last node; `head` is never null; `tail` is never null
            this: Cache -> {head: head, tail: tail} * dll(null, head, tail, null)
        "#]],
    );
    check_learned(
        "class Shared { Node a; static class Node { Node left, right; } void grow(int n) { Node s = new Node(); a = new Node(); a.left = s; a.right = s; } }",
        "Shared.grow",
        expect![[r#"
            4 samples, none fits new Shared, grow
            tree over `left` and `right`
            `this` is a `Shared` that holds any tree over `left` and `right`, or none
            this: Shared -> {a: null}
            this: Shared -> {a: a} * tree(a)
        "#]],
    );
}

#[test]
fn what_is_left_out_is_said() {
    let fields: String = (0..7).map(|number| format!("N f{number}; ")).collect();
    let (_, _, program) = read(&format!("class N {{ {fields} static void f(N n) {{ }} }}"));
    let inputs = Structures::of(&program).inputs(find_entry(&program, "N.f").expect("an entry"));
    assert!(inputs.is_cut);
}

#[test]
fn payload_is_any_object_or_null() {
    check(
        "class Node { Node next; Person p; static void add(Node n, Person p, String s) { } } class Person { String name; }",
        "Node.add",
        expect![[r#"
            list through `next` (List, Ring)
            list(x: Node, y: Node) := x: Node -> {next: y}
                                    | x: Node -> {next: z} * list(z, y)
                                    | list(x, z) * list(z, y)
            `n` is any list through `next`, or null
            `p` is any `Person`, or null
            n == null * p == null
            n == null * p: Person -> {}
            list(n, null) * p == null
            list(n, null) * p: Person -> {}
        "#]],
    );
}

/// Classes that hold each other in a chain of diamonds: looked at once each.
#[test]
fn many_classes_are_looked_at_quickly() {
    let class = |number: u32| {
        let next = number + 1;
        format!("class C{number} {{ C{next} a; C{next} b; void f() {{ }} }} ")
    };
    let chain: String = (0..40).map(class).collect();
    let (_, _, program) = read(&format!("{chain} class C40 {{ N n; }} class N {{ N next; }}"));
    let inputs = Structures::of(&program).inputs(find_entry(&program, "C0.f").expect("an entry"));
    assert!(inputs.is_cut && inputs.assumptions.len() == 1);
}

/// Ends that have other names, and payload that nothing tests: both are seen where programs build structures.
#[test]
fn ends_are_seen_where_no_name_says_them() {
    check_learned(
        "class S { Node header = new Node(); Node trailer = new Node(); static class Node { Node next, prev; int v; } \
         S() { header.next = trailer; trailer.prev = header; } \
         void add(int v) { Node n = new Node(); n.v = v; n.next = header.next; n.prev = header; header.next.prev = n; header.next = n; } }",
        "S.add",
        expect![[r#"
            4 samples
            doubly linked list through `next` and `prev`
            `this` is a `S` that holds any doubly linked list through `next` and `prev`; `header` and `trailer` are its first and its last node; `header` is never null; `trailer` is never null
            this: S -> {header: header, trailer: trailer} * dll(null, header, trailer, null)
        "#]],
    );
}

const PAYLOAD: &str = "class Bag { Node head; static class Node { String key; Node next; Node(String key, Node next) { this.key = key; this.next = next; } } \
     void add(String key) { head = new Node(key, head); } \
     boolean has(String key) { for (Node n = head; n != null; n = n.next) if (n.key.equals(key)) return true; return false; } ";

#[test]
fn payload_that_nothing_tests_or_sets_to_null_is_never_null() {
    check_learned(
        &format!("{PAYLOAD} }}"),
        "Bag.has",
        expect![[r#"
        7 samples
        list through `next`
        `this` is a `Bag` that holds any list through `next`, or none
        `key` of a `Bag.Node` is never null
        this: Bag -> {head: null}
        this: Bag -> {head: head} * list(head, null)
    "#]],
    );
    // A test, a null, and another field of this name.
    for more in [
        "boolean empty() { return head.key == null; } }",
        "void none() { add(null); } }",
        "} class Other { String key; }",
    ] {
        let (sources, file, program) = read(&format!("{PAYLOAD} {more}"));
        let mut structures = Structures::of(&program);
        let samples = java_samples(&sources, &[file], &structures, &JavaOptions::default());
        structures.learn(&samples);
        let entry = find_entry(&program, "Bag.has").expect("an entry");
        structures.assume_payload(entry, &samples);
        assert_eq!(structures.payload.fields, [], "{more}");
    }
}

#[test]
fn holders_whose_constructors_take_structures_are_built() {
    check_learned(
        "class Machine { State initial, current; Machine(State initial) { this.initial = initial; this.current = initial; } \
         static class State { Edge edges; } static class Edge { int signal; State target; Edge next; \
         Edge(int signal, State target, Edge next) { this.signal = signal; this.target = java.util.Objects.requireNonNull(target); this.next = next; } } \
         void fire(int signal) { Edge e = current.edges; while (e != null) { if (e.signal == signal) { current = e.target; return; } e = e.next; } } }",
        "Machine.fire",
        expect![[r#"
            5 samples
            list through `next`
            `this` is a `Machine` that holds any list through `next`; `initial` and `current` may lead to the same object; `initial` is never null; `current` is never null
            `target` of a `Machine.Edge` is never null
            this: Machine -> {initial: initial, current: initial} * initial: Machine$State -> {edges: null}
            this: Machine -> {initial: initial, current: initial} * initial: Machine$State -> {edges: edges} * list(edges, null)
            this: Machine -> {initial: initial, current: current} * initial: Machine$State -> {edges: null} * current: Machine$State -> {edges: null}
            this: Machine -> {initial: initial, current: current} * initial: Machine$State -> {edges: null} * current: Machine$State -> {edges: edges} * list(edges, null)
            this: Machine -> {initial: initial, current: current} * initial: Machine$State -> {edges: edges} * list(edges, null) * current: Machine$State -> {edges: null}
            this: Machine -> {initial: initial, current: current} * initial: Machine$State -> {edges: edges} * list(edges, null) * current: Machine$State -> {edges: edges2} * list(edges2, null)
        "#]],
    );
}

#[test]
fn rows_of_edges_lead_across_structures() {
    // What a tree holds comes from nowhere else.
    let program = |build: &str| {
        format!(
            "class Graph {{ City first; static class City {{ Road roads; City next; }} \
             static class Road {{ City target; Road next; Road(City target, Road next) {{ this.target = target; this.next = next; }} }} {build} }}"
        )
    };
    let words = |build: &str| {
        let text = program(build);
        let (_, _, program) = read(&text);
        let structures = Structures::of(&program);
        (0..structures.families().len()).map(|family| structures.words(family).words().to_string()).collect::<Vec<_>>()
    };
    let shared = "void go(City a, City b) { a.roads = new Road(b, a.roads); }";
    assert_eq!(words(shared), ["list through `next` with what its elements hold", "list through `next`"]);
    let own = "void go() { first.roads = new Road(new City(), first.roads); }";
    assert_eq!(words(own), ["tree over `roads`, `next` and `target`"]);
}

#[test]
fn skip_lists_have_two_levels() {
    check_learned(
        "class Skip { Node base = new Node(null, null), express = new Node(null, base); \
         static class Node { Node next; final Node down; Node(Node next, Node down) { this.next = next; this.down = down; } } \
         void add(int key) { Node node = new Node(base.next, null); base.next = node; \
         if (express.next == null) express.next = new Node(null, node); } void get() { } }",
        "Skip.get",
        expect![[r#"
            7 samples
            skip list of two levels through `next` and `down`
            `this` is a `Skip` that holds any skip list of two levels through `next` and `down`; `express` and `base` are the first nodes of its two levels; `base` is never null; `express` is never null
            this: Skip -> {express: express, base: base} * skip(express, base, null, null)
        "#]],
    );
    // Nothing leads from the upper level to nodes of another row.
    check_learned(
        "class Skip { Node base = new Node(null, null), express = new Node(null, new Node(null, null)); \
         static class Node { Node next; final Node down; Node(Node next, Node down) { this.next = next; this.down = down; } } \
         void get() { } }",
        "Skip.get",
        expect![[r#"
            3 samples
            skip list of two levels through `next` and `down`
            `this` is a `Skip` that holds any skip list of two levels through `next` and `down`; `base` is never null; `express` is never null
            this: Skip -> {base: base, express: express} * row(base, null) * row(express, null)
            this: Skip -> {base: base, express: express} * row(base, null) * skip(express, below2, null, null)
            this: Skip -> {base: base, express: express} * skip(base, below, null, null) * row(express, null)
            this: Skip -> {base: base, express: express} * skip(base, below, null, null) * skip(express, below2, null, null)
        "#]],
    );
}

#[test]
fn what_is_tested_for_a_class_may_be_one() {
    check_learned(
        "class Set { Node first; static class Node { Node next; } \
         public boolean equals(Object other) { return other instanceof Set s && s.first == first; } }",
        "Set.equals",
        expect![[r#"
            4 samples
            list through `next`
            `this` is a `Set` that holds any list through `next`, or none
            `other` is null, `this`, a `Set`, or an object of no class of the program
            `other` is `this`, or leads to objects of its own
            this: Set -> {first: null} * other == null
            this: Set -> {first: null} * other == _foreign
            this: Set -> {first: null} * other == this
            this: Set -> {first: null} * other: Set -> {first: null}
            this: Set -> {first: null} * other: Set -> {first: first} * list(first, null)
            this: Set -> {first: first} * list(first, null) * other == null
            this: Set -> {first: first} * list(first, null) * other == _foreign
            this: Set -> {first: first} * list(first, null) * other == this
            this: Set -> {first: first} * list(first, null) * other: Set -> {first: null}
            this: Set -> {first: first} * list(first, null) * other: Set -> {first: first2} * list(first2, null)
        "#]],
    );
}

/// What a number that is not known decides is decided in several ways, and what implements an interface is given where it is wanted.
#[test]
fn values_are_given_to_builders() {
    check_learned(
        "interface Rule { boolean holds(int v); } class Even implements Rule { public boolean holds(int v) { return v % 2 == 0; } } \
         class Bag { Node first; static class Node { int v; Node next; } \
         void add(int v, Rule rule) { if (rule.holds(v)) { Node n = new Node(); n.next = first; first = n; } } \
         void addSome(double v) { if (v * v > 7) { Node n = new Node(); n.next = first; first = n; } } }",
        "Bag.add",
        expect![[r#"
            9 samples
            list through `next`
            `this` is a `Bag` that holds any list through `next`, or none
            `rule` is any `Rule`, or null
            this: Bag -> {first: null} * rule == null
            this: Bag -> {first: null} * rule: Even -> {}
            this: Bag -> {first: first} * list(first, null) * rule == null
            this: Bag -> {first: first} * list(first, null) * rule: Even -> {}
        "#]],
    );
}

#[test]
fn methods_without_receivers_show_what_lists_are_not() {
    let node = "class T { static class N { N next; N(N n) { next = n; } } static int len(N n) { return n == null ? 0 : 1 + len(n.next); }";
    check_learned(
        &format!("{node} static N tie(N a) {{ N x = new N(a); if (a != null) a.next = x; return x; }} }}"),
        "T.len",
        expect![[r#"
            3 samples, none fits T.tie
            list through `next`
            `n` is any list through `next`, or null
            n == null
            list(n, null)
        "#]],
    );
    // What only a method of the program calls may leave structures half done.
    check_learned(
        &format!(
            "{node} static N tie(N a) {{ N x = new N(a); a.next = x; return x; }} static N two() {{ N x = tie(new N(null)); x.next.next = null; return x; }} }}"
        ),
        "T.len",
        expect![[r#"
            2 samples
            list through `next`
            `n` is any list through `next`, or null
            n == null
            list(n, null)
        "#]],
    );
    check_learned(
        &format!("{node} static void join(N a, N b) {{ b.next = b; }} }}"),
        "T.len",
        expect![[r#"
        3 samples, none fits T.join
        list through `next`
        `n` is any list through `next`, or null
        n == null
        list(n, null)
    "#]],
    );
}

#[test]
fn payload_that_clients_set_may_be_null() {
    let class = "class T { static class N { N next; Object data; N(Object d) { data = d; } } N head; void add(Object d) { N n = new N(d); n.next = head; head = n; } int use() { return head.data.hashCode(); }";
    check_learned(
        &format!("{class} }}"),
        "T.use",
        expect![[r#"
        5 samples
        list through `next`
        `this` is a `T` that holds any list through `next`, or none
        `data` of a `T.N` is never null
        this: T -> {head: null}
        this: T -> {head: head} * list(head, null)
    "#]],
    );
    check_learned(
        &format!("{class} void wipe(Object o) {{ head.data = o; }} }}"),
        "T.use",
        expect![[r#"
        5 samples
        list through `next`
        `this` is a `T` that holds any list through `next`, or none
        this: T -> {head: null}
        this: T -> {head: head} * list(head, null)
    "#]],
    );
    // What is used before it is stored is there.
    check_learned(
        &format!("{class} void wipe(Object o) {{ o.hashCode(); head.data = o; }} }}"),
        "T.use",
        expect![[r#"
            5 samples
            list through `next`
            `this` is a `T` that holds any list through `next`, or none
            `data` of a `T.N` is never null
            this: T -> {head: null}
            this: T -> {head: head} * list(head, null)
        "#]],
    );
}
