mod laws;

use expect_test::{Expect, expect};

use super::*;
use crate::structures::{StructureGrammar, java_samples, more_java_samples};
use base::Sources;
use java::{JavaOptions, find_entry, parse_all};
use program::objects::Names;

/// Learns from the heaps that a Java program builds.
#[track_caller]
fn learned(java: &str, see: impl FnOnce(&mut Structures<'_>, &[Sample], bool)) {
    let mut sources = Sources::default();
    let file = sources.add("A.java", java);
    let (program, found) = parse_all(&sources, &[file], &JavaOptions::default());
    let program = program.unwrap_or_else(|| panic!("{found:?}"));
    let mut structures = Structures::of(&program);
    let mut all = java_samples(&sources, &[file], &structures, &JavaOptions::default());
    structures.learn(&all);
    all.extend(more_java_samples(&sources, &[file], &structures, &JavaOptions::default()));
    let is_learned = structures.generalise(&all);
    see(&mut structures, &all, is_learned);
}

/// What is learned of a Java program, and the inputs of a method; or that nothing is.
#[track_caller]
fn check(java: &str, entry: &str, expected: Expect) {
    let mut text = String::new();
    learned(java, |structures, samples, is_learned| {
        text = format!("{} samples\n", samples.len());
        if !is_learned {
            text += "nothing\n";
            return;
        }
        assert_eq!(structures.misfit(samples), None);
        for grammar in structures.grammars() {
            let StructureGrammar::Definitions(definitions) = grammar else { panic!("{grammar:?}") };
            text += &format!("{definitions}\n");
        }
        let inputs = structures.inputs(find_entry(structures.program(), entry).expect("an entry"));
        inputs.assumptions.iter().for_each(|assumption| text += &format!("{}\n", assumption.words(Names::Java)));
        inputs.formulas.iter().for_each(|formula| text += &format!("{formula}\n"));
        assert!(!inputs.is_cut);
    });
    expected.assert_eq(&text);
}

const STACK: &str = "class Stack { Node top; static class Node { Node next; } void push(int v) { Node n = new Node(); n.next = top; top = n; } }";

const TWO_LISTS: &str = "class TwoLists { Node first, second; static class Node { int v; Node next; } \
    TwoLists() { Node common = new Node(); common.next = new Node(); first = common; second = common; } \
    void pushFirst(int v) { Node n = new Node(); n.next = first; first = n; } \
    void pushSecond(int v) { Node n = new Node(); n.next = second; second = n; } }";

const LOG: &str = "class Log { Entry newest, mark; static class Entry { int v; Entry older; } \
    void add(int v) { Entry e = new Entry(); e.older = newest; newest = e; } void mark() { mark = newest; } }";

const CHAIN: &str = "class Chain { Link start; static class Link { Link next, prev; } \
    Chain() { start = new Link(); start.prev = start; } \
    void add(int v) { Link n = new Link(); n.next = start.next; n.prev = start; if (n.next != null) n.next.prev = n; start.next = n; } }";

const PAIRS: &str = "class Pairs { Node first; static class Node { Node next, twin; } \
    void add(int v) { Node a = new Node(), b = new Node(); a.twin = b; b.twin = a; a.next = first; first = a; } }";

const INDEX: &str = "class Index { Tree root; static class Tree { Tree left, right; Item items; } static class Item { Tree owner; Item next; } \
    Index() { root = new Tree(); } \
    void put(int key) { Item i = new Item(); i.owner = root; i.next = root.items; root.items = i; } \
    void grow(int key) { Tree t = new Tree(); t.left = root; t.right = new Tree(); root = t; } }";

const WRAPPED: &str = "class Wrapped { Inner inner; static class Inner { Node a, b; } static abstract class Node { } \
    static class Cell extends Node { Node next; int v; } static class End extends Node { int v; } \
    Wrapped() { inner = new Inner(); End e = new End(); inner.a = e; inner.b = e; } \
    void addA(int v) { Cell c = new Cell(); c.next = inner.a; inner.a = c; } \
    void addB(int v) { Cell c = new Cell(); c.next = inner.b; inner.b = c; } }";

const TWINS: &str = "class Node { Node next, twin; int v; static Node make(int n) { Node first = null; for (int i = 0; i < n; i++) { \
    Node a = new Node(), b = new Node(); a.twin = b; b.twin = a; a.next = first; first = a; } return first; } \
    static int sum(Node n) { return n.v; } }";

#[test]
fn lists_are_learned() {
    check(
        STACK,
        "Stack.push",
        expect![[r#"
            7 samples
            node(x: Stack$Node, y: Stack$Node) := x: Stack$Node -> {next: y}
                                                | x: Stack$Node -> {next: next} * node(next, y)
                                                | node(x, z) * node(z, y)
            `this` is a `Stack` as the methods of the program build it, learned from 6 heaps
            this: Stack -> {top: null}
            this: Stack -> {top: top} * node(top, null)
        "#]],
    );
}

#[test]
fn two_lists_share_their_end() {
    check(
        TWO_LISTS,
        "TwoLists.pushFirst",
        expect![[r#"
            20 samples
            node(x: TwoLists$Node, next: TwoLists$Node) := x: TwoLists$Node -> {next: next}
                                                         | x: TwoLists$Node -> {next: next2} * node(next2, next)
                                                         | node(x, z) * node(z, next)
            `this` is a `TwoLists` as the methods of the program build it, learned from 17 heaps
            this: TwoLists -> {first: first, second: first} * node(first, null)
            this: TwoLists -> {first: first, second: second} * node(first, null) * node(second, first)
            this: TwoLists -> {first: first, second: second} * node(first, second) * node(second, null)
            this: TwoLists -> {first: first, second: second} * node(first, z) * node(second, z) * node(z, null)
        "#]],
    );
}

#[test]
fn a_list_has_two_heads() {
    check(
        LOG,
        "Log.add",
        expect![[r#"
            20 samples
            entry(x: Log$Entry, older: Log$Entry) := x: Log$Entry -> {older: older}
                                                   | x: Log$Entry -> {older: older2} * entry(older2, older)
                                                   | entry(x, z) * entry(z, older)
            `this` is a `Log` as the methods of the program build it, learned from 10 heaps
            this: Log -> {newest: null, mark: null}
            this: Log -> {newest: newest, mark: null} * entry(newest, null)
            this: Log -> {newest: newest, mark: newest} * entry(newest, null)
            this: Log -> {newest: newest, mark: mark} * entry(newest, mark) * entry(mark, null)
        "#]],
    );
}

#[test]
fn a_list_in_both_directions_begins_with_a_loop() {
    check(
        CHAIN,
        "Chain.add",
        expect![[r#"
            7 samples
            link(x: Chain$Link) := x: Chain$Link -> {next: null, prev: x}
                                 | x: Chain$Link -> {next: next, prev: x} * link2(next, x)
            link2(x: Chain$Link, prev: Chain$Link) := x: Chain$Link -> {next: null, prev: prev}
                                                    | x: Chain$Link -> {next: next, prev: prev} * link2(next, x)
                                                    | link_path(x, prev, z, z2) * link2(z, z2)
            link_path(x: Chain$Link, prev: Chain$Link, y: Chain$Link, last: Chain$Link) := x: Chain$Link -> {next: last, prev: prev} * last: Chain$Link -> {next: y, prev: x}
                                                                                         | x: Chain$Link -> {next: next, prev: prev} * link_path(next, x, y, last)
                                                                                         | last: Chain$Link -> {next: y, prev: prev2} * link_path(x, prev, last, prev2)
                                                                                         | link_path(x, prev, z, z2) * link_path(z, z2, y, last)
            `this` is a `Chain` as the methods of the program build it, learned from 6 heaps
            this: Chain -> {start: start} * link(start)
        "#]],
    );
}

#[test]
fn nodes_come_in_pairs() {
    check(
        PAIRS,
        "Pairs.add",
        expect![[r#"
            7 samples
            node(x: Pairs$Node, y: Pairs$Node) := x: Pairs$Node -> {next: y, twin: twin} * twin: Pairs$Node -> {next: null, twin: x}
                                                | x: Pairs$Node -> {next: next, twin: twin} * twin: Pairs$Node -> {next: null, twin: x} * node(next, y)
                                                | node(x, z) * node(z, y)
            `this` is a `Pairs` as the methods of the program build it, learned from 6 heaps
            this: Pairs -> {first: null}
            this: Pairs -> {first: first} * node(first, null)
        "#]],
    );
}

#[test]
fn leaves_of_trees_have_lists_with_the_root() {
    check(
        INDEX,
        "Index.put",
        expect![[r#"
            20 samples
            tree(x: Index$Tree) := x: Index$Tree -> {left: null, right: null, items: null}
                                 | x: Index$Tree -> {left: left, right: right, items: null} * tree(left) * tree(right)
                                 | x: Index$Tree -> {left: left, right: right, items: items} * tree(left) * tree(right) * item(items, x, null)
                                 | x: Index$Tree -> {left: null, right: null, items: items} * item(items, x, null)
                                 | tree_path(x, z) * tree(z)
            tree_path(x: Index$Tree, y: Index$Tree) := x: Index$Tree -> {left: y, right: right, items: null} * tree(right)
                                                     | x: Index$Tree -> {left: left, right: y, items: null} * tree(left)
                                                     | x: Index$Tree -> {left: y, right: right, items: items} * tree(right) * item(items, x, null)
                                                     | x: Index$Tree -> {left: left, right: y, items: items} * tree(left) * item(items, x, null)
                                                     | x: Index$Tree -> {left: left, right: right, items: null} * tree(right) * tree_path(left, y)
                                                     | x: Index$Tree -> {left: left, right: right, items: null} * tree(left) * tree_path(right, y)
                                                     | x: Index$Tree -> {left: left, right: right, items: items} * tree(right) * item(items, x, null) * tree_path(left, y)
                                                     | x: Index$Tree -> {left: left, right: right, items: items} * tree(left) * item(items, x, null) * tree_path(right, y)
                                                     | tree_path(x, z) * tree_path(z, y)
            item(x: Index$Item, owner: Index$Tree, y: Index$Item) := x: Index$Item -> {owner: owner, next: y}
                                                                   | x: Index$Item -> {owner: owner, next: next} * item(next, owner, y)
                                                                   | item(x, owner, z) * item(z, owner, y)
            `this` is a `Index` as the methods of the program build it, learned from 18 heaps
            this: Index -> {root: root} * tree(root)
        "#]],
    );
}

#[test]
fn grids_are_not_learned() {
    check(
        "class Grid { Cell corner; static class Cell { Cell right, down; } \
         void grow(int v) { Cell above = corner; corner = new Cell(); Cell c = corner; c.down = above; \
           while (above != null) { above = above.right; c.right = new Cell(); c = c.right; c.down = above; } } }",
        "Grid.grow",
        expect![[r#"
            7 samples
            nothing
        "#]],
    );
}

#[test]
fn graphs_are_not_learned() {
    check(
        "class Graph { Node first; static class Node { Node a, b; } \
         void add(int v) { Node n = new Node(); n.a = first; if (first != null) { n.b = first.a; if (first.a != null) first.a.b = n; } first = n; } }",
        "Graph.add",
        expect![[r#"
            7 samples
            nothing
        "#]],
    );
}

#[test]
fn nodes_may_have_several_classes() {
    check(
        WRAPPED,
        "Wrapped.addA",
        expect![[r#"
            21 samples
            inner(x: Wrapped$Inner) := x: Wrapped$Inner -> {a: a, b: a} * a: Wrapped$End -> {}
                                     | x: Wrapped$Inner -> {a: a, b: b} * a: Wrapped$End -> {} * cell(b, a)
                                     | x: Wrapped$Inner -> {a: a, b: b} * b: Wrapped$End -> {} * cell(a, b)
                                     | x: Wrapped$Inner -> {a: a, b: b} * z: Wrapped$End -> {} * cell(a, z) * cell(b, z)
            cell(x: Wrapped$Cell, next: Wrapped$End) := x: Wrapped$Cell -> {next: next}
                                                      | x: Wrapped$Cell -> {next: next2} * cell(next2, next)
                                                      | cell_path(x, z) * cell(z, next)
            cell_path(x: Wrapped$Cell, y: Wrapped$Cell) := x: Wrapped$Cell -> {next: y}
                                                         | x: Wrapped$Cell -> {next: next} * cell_path(next, y)
                                                         | cell_path(x, z) * cell_path(z, y)
            `this` is a `Wrapped` as the methods of the program build it, learned from 17 heaps
            this: Wrapped -> {inner: inner} * inner(inner)
        "#]],
    );
}

#[test]
fn nodes_are_built_without_holders() {
    check(
        TWINS,
        "Node.sum",
        expect![[r#"
            7 samples
            node(x: Node) := x: Node -> {next: null, twin: null}
                           | x: Node -> {next: next, twin: twin} * twin: Node -> {next: null, twin: x} * node(next)
                           | x: Node -> {next: null, twin: twin} * twin: Node -> {next: null, twin: x}
                           | node_path(x, z) * node(z)
            node_path(x: Node, y: Node) := x: Node -> {next: y, twin: twin} * twin: Node -> {next: null, twin: x}
                                         | x: Node -> {next: next, twin: twin} * twin: Node -> {next: null, twin: x} * node_path(next, y)
                                         | node_path(x, z) * node_path(z, y)
            `n` is a `Node` as the methods of the program build it, learned from 6 heaps, or null
            n == null
            node(n)
        "#]],
    );
}
