//! Structures of programs in C.

use expect_test::{Expect, expect};

use super::*;
use ::c::{COptions, parse_c};

/// How many heaps functions build, and what is assumed where one starts.
#[track_caller]
fn check(text: &str, entry: &str, expected: Expect) {
    let mut sources = Sources::default();
    let file = sources.add("main.c", format!("#include <stdlib.h>\n{text}"));
    let options = COptions { has_input: true, ..COptions::default() };
    let (program, found) = parse_c(&sources, &[file], options, entry);
    let (program, entry) = program.unwrap_or_else(|| panic!("{found:?}"));
    let mut structures = Structures::of(&program);
    let samples = c_samples(&sources, &[file], &structures, COptions::default());
    let mut text = format!("{} samples\n", samples.len());
    if let Some(origin) = structures.learn(&samples) {
        text += &format!("nothing fits {origin}\n");
    }
    structures.assume_payload(entry, &samples);
    for grammar in structures.grammars() {
        text += &match grammar {
            StructureGrammar::Definitions(definitions) => format!("{definitions}\n"),
            StructureGrammar::Predefined { name, rename } => format!("{name} {rename:?}\n"),
        };
    }
    let inputs = structures.inputs(entry);
    inputs.assumptions.iter().for_each(|assumption| text += &format!("{}\n", assumption.words(program.names)));
    inputs.formulas.iter().for_each(|formula| text += &format!("{formula}\n"));
    expected.assert_eq(&text);
}

const NODE: &str = "struct node { int v; struct node *next; };\n";

#[test]
fn functions_are_called_in_turn_from_null() {
    let push = "struct node *push(struct node *l, int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = l; return n; }\n";
    check(
        &format!("{NODE}{push}int f(struct node *l) {{ return l->v; }}"),
        "f",
        expect![[r#"
        4 samples
        list(x: node, y: node) := x: node -> {next: y}
                                | x: node -> {next: z} * list(z, y)
                                | list(x, z) * list(z, y)
        `l` points to any list through `next`, or is NULL
        the caller keeps its pointers, so that what they lead to is not lost
        l == null
        list(l, null)
    "#]],
    );
    // A ring is what functions build, although its type says nothing of it.
    let join = "struct node *join(struct node *l, int v) { struct node *n = malloc(sizeof *n); n->v = v; \
        if (!l) n->next = n; else { n->next = l->next; l->next = n; } return n; }\n";
    check(
        &format!("{NODE}{join}int f(struct node *l) {{ return l->v; }}"),
        "f",
        expect![[r#"
        4 samples
        ring(x: node) := x: node -> {next: x}
                       | x: node -> {next: z} * list(z, x)
                       | list(x, x)
                       | list(x, z) * list(z, x)
        list(x: node, y: node) := x: node -> {next: y}
                                | x: node -> {next: z} * list(z, y)
                                | list(x, z) * list(z, y)
        `l` points to any ring through `next`, or is NULL
        the caller keeps its pointers, so that what they lead to is not lost
        l == null
        ring(l)
    "#]],
    );
    // Of single nodes little can be seen; what `main` gives says more.
    let main = "struct node *one(void) { struct node *n = malloc(sizeof *n); n->next = NULL; return n; }\n\
        int f(struct node *l) { return l != 0; } int main(void) { struct node *l = one(); l->next = one(); l->next->next = l; return f(l); }";
    check(
        &format!("{NODE}{main}"),
        "f",
        expect![[r#"
        1 samples
        ring(x: node) := x: node -> {next: x}
                       | x: node -> {next: z} * list(z, x)
                       | list(x, x)
                       | list(x, z) * list(z, x)
        list(x: node, y: node) := x: node -> {next: y}
                                | x: node -> {next: z} * list(z, y)
                                | list(x, z) * list(z, y)
        `l` points to any ring through `next`, or is NULL
        the caller keeps its pointers, so that what they lead to is not lost
        l == null
        ring(l)
    "#]],
    );
}

#[test]
fn holders_are_made_by_functions_or_initialised() {
    let queue = "typedef struct { struct node *head; struct node *tail; int size; } queue;\n\
        void queue_init(queue *q) { q->head = q->tail = NULL; q->size = 0; }\n\
        void enqueue(queue *q, int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = NULL; \
        if (q->tail) q->tail->next = n; else q->head = n; q->tail = n; }\n";
    check(
        &format!("{NODE}{queue}int f(queue *q, int *out) {{ *out = q->size; return 0; }}"),
        "f",
        expect![[r#"
            4 samples
            list(x: node, y: node) := x: node -> {next: y}
                                    | x: node -> {next: z} * list(z, y)
                                    | list(x, z) * list(z, y)
            `q` points to a `queue` that holds any list through `next`, or none; `head` and `tail` are its first and its last node
            `out` points to any `int`
            `q` and `out` lead to different objects
            the caller keeps its pointers, so that what they lead to is not lost
            q: queue -> {head: null, tail: null} * out: "automatic int" -> {}
            q: queue -> {head: head, tail: head} * head: node -> {next: null} * out: "automatic int" -> {}
            q: queue -> {head: head, tail: tail} * list(head, tail) * tail: node -> {next: null} * out: "automatic int" -> {}
        "#]],
    );
    let tested = "int f(queue *q) { return q == NULL || q->head == NULL; }";
    check(
        &format!("{NODE}{queue}{tested}"),
        "f",
        expect![[r#"
        5 samples
        list(x: node, y: node) := x: node -> {next: y}
                                | x: node -> {next: z} * list(z, y)
                                | list(x, z) * list(z, y)
        `q` points to a `queue` that holds any list through `next`, or none, or is NULL; `head` and `tail` are its first and its last node
        the caller keeps its pointers, so that what they lead to is not lost
        q == null
        q: queue -> {head: null, tail: null}
        q: queue -> {head: head, tail: head} * head: node -> {next: null}
        q: queue -> {head: head, tail: tail} * list(head, tail) * tail: node -> {next: null}
    "#]],
    );
}

#[test]
fn pointers_to_pointers_are_addresses_of_variables() {
    let push =
        "void push(struct node **l, int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = *l; *l = n; }\n";
    check(
        &format!("{NODE}{push}"),
        "push",
        expect![[r#"
        3 samples
        list(x: node, y: node) := x: node -> {next: y}
                                | x: node -> {next: z} * list(z, y)
                                | list(x, z) * list(z, y)
        `*l` points to any list through `next`, or is NULL
        the caller keeps its pointers, so that what they lead to is not lost
        l: "automatic struct_node_pointer" -> {value: null}
        l: "automatic struct_node_pointer" -> {value: value} * list(value, null)
    "#]],
    );
    // A member whose address is taken is an object of its own.
    let last = "struct node **last(struct node **l) { while (*l) l = &(*l)->next; return l; }";
    check(
        &format!("{NODE}{push}{last}"),
        "last",
        expect![[r#"
        3 samples
        list(x: node, y: node) := x: node -> {next: x$next} * x$next: node.next -> {value: y, @container: x}
                                | x: node -> {next: x$next} * x$next: node.next -> {value: z, @container: x} * list(z, y)
                                | list(x, z) * list(z, y)
        `*l` points to any list through `next`, or is NULL
        the caller keeps its pointers, so that what they lead to is not lost
        l: "automatic struct_node_pointer" -> {value: null}
        l: "automatic struct_node_pointer" -> {value: value} * list(value, null)
    "#]],
    );
}

#[test]
fn payload_that_is_followed_or_freed_has_objects() {
    let item = "struct item { char *name; int *count; void *other; struct item *next; };\n";
    let release = "void f(struct item *l) { while (l) { struct item *n = l->next; free(l->name); free(l); l = n; } }";
    check(
        &format!("{item}{release}"),
        "f",
        expect![[r#"
        0 samples
        list(x: item, y: item) := x: item -> {next: y, name: x$name} * x$name: "allocated char" -> {}
                                | x: item -> {next: z, name: x$name} * x$name: "allocated char" -> {} * list(z, y)
                                | list(x, z) * list(z, y)
        `l` points to any list through `next`, or is NULL
        `name` of a `item` is never NULL
        the caller keeps its pointers, so that what they lead to is not lost
        l == null
        list(l, null)
    "#]],
    );
    check(
        &format!("{item}int f(struct item *l) {{ return l ? *l->count : 0; }}"),
        "f",
        expect![[r#"
        0 samples
        list(x: item, y: item) := x: item -> {next: y, count: x$count} * x$count: "automatic int" -> {}
                                | x: item -> {next: z, count: x$count} * x$count: "automatic int" -> {} * list(z, y)
                                | list(x, z) * list(z, y)
        `l` points to any list through `next`, or is NULL
        `count` of a `item` is never NULL
        the caller keeps its pointers, so that what they lead to is not lost
        l == null
        list(l, null)
    "#]],
    );
}

#[test]
fn trees_and_lists_both_ways_are_known_by_their_members() {
    let tree = "typedef struct tree { struct tree *left, *right; int key; } tree;\n\
        tree *insert(tree *t, int k) { if (!t) { t = calloc(1, sizeof *t); t->key = k; } else if (k < t->key) t->left = insert(t->left, k); \
        else t->right = insert(t->right, k); return t; }";
    check(
        tree,
        "insert",
        expect![[r#"
        3 samples
        tree(x: tree) := x: tree -> {left: null, right: null}
                       | x: tree -> {left: null, right: right} * tree(right)
                       | x: tree -> {left: left, right: null} * tree(left)
                       | x: tree -> {left: left, right: right} * tree(left) * tree(right)
                       | path(x, z) * tree(z)
        path(x: tree, y: tree) := x: tree -> {left: y, right: null}
                                | x: tree -> {left: y, right: right} * tree(right)
                                | x: tree -> {left: z, right: null} * path(z, y)
                                | x: tree -> {left: z, right: right} * tree(right) * path(z, y)
                                | x: tree -> {left: null, right: y}
                                | x: tree -> {left: left, right: y} * tree(left)
                                | x: tree -> {left: null, right: z} * path(z, y)
                                | x: tree -> {left: left, right: z} * tree(left) * path(z, y)
                                | path(x, z) * path(z, y)
        `t` points to any tree over `left` and `right`, or is NULL
        the caller keeps its pointers, so that what they lead to is not lost
        t == null
        tree(t)
    "#]],
    );
    let both = "struct d { struct d *next, *prev; };\nint f(struct d *l) { return l != 0; }";
    check(
        both,
        "f",
        expect![[r#"
        0 samples
        dll(before: d, first: d, last: d, after: d) := first: d -> {next: last, prev: before} * last: d -> {next: after, prev: first}
                                                     | first: d -> {next: x, prev: before} * dll(first, x, last, after)
                                                     | dll(before, first, x, last) * last: d -> {next: after, prev: x}
                                                     | dll(before, first, x, y) * dll(x, y, last, after)
        `l` points to any doubly linked list through `next` and `prev`, or is NULL
        the caller keeps its pointers, so that what they lead to is not lost
        l == null
        l: d -> {next: null, prev: null}
        dll(null, l, last, null)
    "#]],
    );
}

#[test]
fn names_of_parameters_are_no_others() {
    check(
        &format!(
            "{NODE}struct box {{ struct node *value; }}; void f(struct box *b, int value) {{ b->value->v = value; }}"
        ),
        "f",
        expect![[r#"
            0 samples
            list(x: node, y: node) := x: node -> {next: y}
                                    | x: node -> {next: z} * list(z, y)
                                    | list(x, z) * list(z, y)
            `b` points to a `box` that holds any list through `next`, or none
            the caller keeps its pointers, so that what they lead to is not lost
            b: box -> {value: null}
            b: box -> {value: value2} * list(value2, null)
        "#]],
    );
    // What is given is no structure.
    check(
        "struct point { int x; }; int f(struct point *p, void *q) { return p->x; }",
        "f",
        expect![[r#"
        0 samples
        `p` points to any `point`
        the caller keeps its pointers, so that what they lead to is not lost
        p: point -> {}
    "#]],
    );
}
