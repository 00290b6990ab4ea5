//! Programs in C on forest automata: all states are found, and none of them is faulty unless the program is.

use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;

use hrglass::base::{Limits, Silent, Sources};
use hrglass::c::{COptions, DataModel, parse_c};
use hrglass::forest_automata::semantics::{Fault, ForestProgram};
use hrglass::rsm::{Covering, Order, explore};

/// The faults of a program.
fn faults(text: &str) -> BTreeSet<Fault> {
    let mut sources = Sources::default();
    let file = sources.add("program.c", text);
    let options = COptions { model: DataModel::Lp64, ..COptions::default() };
    let (program, diagnostics) = parse_c(&sources, &[file], options, "main");
    let (program, entry) = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let mut system = ForestProgram::new(Rc::new(program), entry, 1);
    let limits = Limits { states: 6_000, ..Limits::default() };
    let found = explore(&mut Covering::new(&mut system), Order::Ranked, &limits, &mut Silent);
    assert!(found.stop.is_none(), "{:?}", found.stop);
    found.nodes.iter().filter_map(|node| node.state.state.fault).collect()
}

/// Programs without numbers on which more than a choice depends.
const LISTS: [&str; 21] = [
    "bubble_sort",
    "circular",
    "container_of",
    "doubly_linked",
    "embedded_first",
    "linux_list",
    "linux_lists",
    "list",
    "lists_of_doubly_linked",
    "lists_of_lists",
    "literals",
    "merge_sort",
    "pointer_to_local",
    "pointer_to_pointer",
    "queue",
    "recursive_lists",
    "rings_of_rings",
    "scopes",
    "sentinel",
    "sorting_doubly_linked",
    "void_pointers",
];

const TREES: [&str; 6] = [
    "recursive_trees",
    "rotated_and_disposed",
    "search_tree_with_parents",
    "tree_rotating",
    "tree_with_parents",
    "tree_with_stack",
];

fn program(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/c/tests/memory");
    std::fs::read_to_string(folder.join(format!("{name}.c"))).expect("a program")
}

#[track_caller]
fn check_safe(names: &[&str]) {
    for &name in names {
        // This one frees nothing.
        let expected: &[Fault] = if name == "tree_rotating" { &[Fault::Lost, Fault::NotFreed] } else { &[] };
        assert_eq!(faults(&program(name)), expected.iter().copied().collect(), "{name}");
    }
}

#[test]
fn programs_with_lists_are_safe() {
    check_safe(&LISTS);
}

#[test]
fn programs_with_trees_are_safe() {
    check_safe(&TREES);
}

#[test]
fn mistakes_in_programs_are_found() {
    for (name, find, put, fault) in [
        ("bubble_sort", "first->next = second->next;", "first->next = NULL;", Fault::Lost),
        ("recursive_lists", "    free(list);", "    free(list); free(list);", Fault::DoubleFree),
        ("recursive_lists", "    list->next = before;", "", Fault::Lost),
        ("rings_of_rings", "        dispose(at->inner);", "", Fault::Lost),
        ("rotated_and_disposed", "        at->right = pred;", "        at->right = NULL;", Fault::Lost),
        ("search_tree_with_parents", "new->parent = parent;", "new->parent = NULL;", Fault::Lost),
        ("tree_with_stack", "        free(st);", "        free(n);", Fault::DanglingDereference),
    ] {
        let text = program(name);
        assert!(text.contains(find), "{name} has changed");
        let found = faults(&text.replace(find, put));
        assert!(found.contains(&fault), "{found:?} of {name} with {put:?}");
    }
}

#[test]
fn mistakes_are_found() {
    let list = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nstruct node { struct node *next; struct node *prev; };\n\
        int main(void) {\n  struct node *list = NULL, *it, *n;\n  while (__VERIFIER_nondet_int()) {\n\
        n = malloc(sizeof *n); n->next = list; n->prev = NULL; if (list) list->prev = n; list = n; }\n";
    for (rest, fault) in [
        ("while (list) { n = list->next; free(list); list = n; } return 0; }", None),
        ("while (list) { free(list); list = list->next; } return 0; }", Some(Fault::DanglingDereference)),
        (
            "it = list->next; while (list) { n = list->next; free(list); list = n; } return 0; }",
            Some(Fault::NullDereference),
        ),
        (
            "if (list) { it = list->next; free(list); list = it; if (it) it->prev->next = NULL; } while (list) { n = list->next; free(list); list = n; } return 0; }",
            Some(Fault::DanglingDereference),
        ),
        (
            "while (list) { n = list->next; free(list); list = n; if (n) free(n->prev); } return 0; }",
            Some(Fault::DoubleFree),
        ),
        ("while (list) { list = list->next; } n = NULL; return 0; }", Some(Fault::Lost)),
        (
            "struct node m; m.next = list; it = &m; while (it->next) { n = it->next->next; free(it->next); it->next = n; } free(it); return 0; }",
            Some(Fault::InvalidFree),
        ),
        (
            "n = malloc(sizeof *n); it = n->prev; n->prev = it->next; free(n); while (list) { n = list->next; free(list); list = n; } return 0; }",
            Some(Fault::UndefinedDereference),
        ),
        (
            "struct node *q; if (q == NULL) free(q); while (list) { n = list->next; free(list); list = n; } return 0; }",
            Some(Fault::InvalidFree),
        ),
    ] {
        let found = faults(&format!("{list}{rest}"));
        // What a fault leaves behind may be lost, too.
        assert!(fault.map_or(found.is_empty(), |fault| found.contains(&fault)), "{found:?} of {rest}");
    }
}

/// A callee gets what is reached backwards through boxes, too.
#[test]
fn callees_walk_back() {
    let text = "#include <stdlib.h>
        extern int __VERIFIER_nondet_int(void);
        struct node { struct node *next; struct node *prev; };
        struct node *first(struct node *at) { while (at->prev != NULL) at = at->prev; return at->prev->next; }
        int main(void) {
          struct node *list = calloc(1, sizeof *list), *last = list;
          while (__VERIFIER_nondet_int()) {
            last->next = calloc(1, sizeof *list); last->next->prev = last; last = last->next;
          }
          first(last);
          while (list) { last = list->next; free(list); list = last; }
          return 0;
        }";
    assert_eq!(faults(text), BTreeSet::from([Fault::NullDereference]));
    assert_eq!(faults(&text.replace("return at->prev->next", "return at->next")), BTreeSet::new());
}

/// Large numbers without a sign are not negative.
#[test]
fn unsigned_numbers_are_compared_as_such() {
    let text = "#include <stddef.h>
        int main(void) { unsigned long large = 18446744073709551615UL; int *p = NULL; if (large > 1UL) *p = 1; return 0; }";
    assert_eq!(faults(text), BTreeSet::from([Fault::NullDereference]));
    assert_eq!(faults(&text.replace("large > 1UL", "large < 1UL")), BTreeSet::new());
}
