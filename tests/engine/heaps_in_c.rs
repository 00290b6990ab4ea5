//! Programs in C with graph grammars: checks of memory, formulas, calls, initial heaps.

use hrglass::base::Silent;
use hrglass::report::{Report, Verdict};
use hrglass::task::{NoFiles, examples, load};
use serde_json::{Value, json};

const HEADER: &str = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
    extern void __VERIFIER_assume(int);\nstruct node { struct node *next; };\n";

fn run(program: &str, more: Value) -> Report {
    let mut task = json!({
        "schema": "hrglass.task/1", "analysis": "heap",
        "program": {"language": "c", "files": [{"name": "main.c", "text": format!("{HEADER}{program}")}]},
        "grammars": [{"predefined": "SLList", "rename": {"ListNode": "node"}}],
        "options": {"admissibleAbstraction": true},
    });
    let Value::Object(more) = more else { unreachable!() };
    for (key, value) in more {
        task[&key] = value;
    }
    hrglass::session::run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent).report().clone()
}

/// What is violated; and then what is not known, with a `?`.
#[track_caller]
fn found(report: &Report) -> String {
    assert!(!report.properties.is_empty(), "{:?}", report.diagnostics);
    let said = |verdict| report.properties.iter().filter(move |p| p.judgement.verdict == verdict);
    assert_eq!(said(Verdict::Suspected).next(), None);
    let violated = said(Verdict::Violated).map(|p| p.id.clone());
    let unknown = said(Verdict::Unknown).map(|p| format!("{}?", p.id));
    violated.chain(unknown).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(program: &str, expected: &str) {
    assert_eq!(found(&run(program, json!({}))), expected, "{program}");
}

/// The verdict on a formula, of a program that uses its memory as it should.
#[track_caller]
fn check_formula(program: &str, formula: &str, expected: Verdict) {
    let report = run(program, json!({"properties": [{"id": "p", "ltl": formula}]}));
    let judgement = report.properties.iter().find(|p| p.id == "p").map(|p| &p.judgement);
    assert_eq!(judgement.map(|j| j.verdict), Some(expected), "{formula}: {:?} {:?}", report.diagnostics, judgement);
}

const BUILD: &str =
    "struct node *a = NULL, *n; while (__VERIFIER_nondet_int()) { n = malloc(sizeof *n); n->next = a; a = n; }";
const FREE: &str = "while (a) { n = a->next; free(a); a = n; }";

#[test]
fn memory_is_used_as_it_should_be() {
    check(&format!("int main(void) {{ {BUILD} {FREE} return 0; }}"), "");
    check("int main(void) { free(NULL); return 0; }", "");
    check("int main(void) { struct node x; struct node *p = &x; x.next = p; p = p->next; return p != &x; }", "");
    // What variables hold that nothing reads counts until they end.
    check(
        "int main(void) { struct node *p = malloc(sizeof *p); if (__VERIFIER_nondet_int()) exit(0); free(p); return 0; }",
        "valid-memcleanup",
    );
    check("struct node *s; int main(void) { s = malloc(sizeof *s); return 0; }", "valid-memcleanup");
}

#[test]
fn wrong_uses_of_memory_are_found_and_executed() {
    check("int main(void) { struct node *p = NULL; p = p->next; return 0; }", "valid-deref");
    check("int main(void) { struct node *p; p->next = NULL; return 0; }", "valid-deref");
    check(
        "int main(void) { struct node *p = malloc(sizeof *p); struct node *q = p->next; free(p); q->next = NULL; return 0; }",
        "valid-deref",
    );
    check("int main(void) { struct node *p = malloc(sizeof *p); free(p); p->next = NULL; return 0; }", "valid-deref");
    check("int main(void) { struct node *p; { struct node x; p = &x; } p->next = NULL; return 0; }", "valid-deref");
    check("int main(void) { struct node *p = malloc(sizeof *p); free(p); free(p); return 0; }", "valid-free");
    check("int main(void) { struct node x; free(&x); return 0; }", "valid-free");
    check("int main(void) { struct node *p; free(p); return 0; }", "valid-free");
    check("int main(void) { reach_error(); return 0; }", "unreach-call");
    // A dangling pointer that leads into what nonterminals stand for.
    check(&format!("int main(void) {{ {BUILD} struct node *b = a; {FREE} if (b) free(b); return 0; }}"), "valid-free");
}

#[test]
fn lost_memory_is_noticed_before_it_is_collected() {
    check(
        "int main(void) { struct node *p = malloc(sizeof *p); p = NULL; return 0; }",
        "valid-memtrack valid-memcleanup",
    );
    check(
        "struct node *f(void) { return malloc(sizeof(struct node)); } int main(void) { f(); return 0; }",
        "valid-memtrack valid-memcleanup",
    );
    check(
        "void f(struct node *p) { p = NULL; } int main(void) { f(malloc(sizeof(struct node))); return 0; }",
        "valid-memtrack valid-memcleanup",
    );
    // All of it is a part of a nonterminal, or hangs on one.
    check(&format!("int main(void) {{ {BUILD} a = NULL; return 0; }}"), "valid-memtrack valid-memcleanup");
    check(
        &format!(
            "int main(void) {{ {BUILD} if (a) {{ n = a; while (n->next) n = n->next; a = n; }} {FREE} return 0; }}"
        ),
        "valid-memtrack valid-memcleanup",
    );
    // It is lost though the run never ends.
    let memtrack = || json!({"properties": [{"id": "lost", "check": "valid-memtrack"}]});
    let forever = "int main(void) { struct node *p = malloc(sizeof *p); p = NULL; while (1); }";
    assert_eq!(found(&run(forever, memtrack())), "lost");
    let nameless = "int main(void) { if ((struct node *)malloc(sizeof(struct node)) == NULL) return 0; while (1); }";
    assert_eq!(found(&run(nameless, memtrack())), "lost");
}

#[test]
fn objects_inside_of_others_end_with_them() {
    let outer = "struct outer { int n; struct node link; };\n";
    check(
        &format!(
            "{outer}int main(void) {{ struct outer *p = malloc(sizeof *p); struct node *q = &p->link; q->next = NULL; free(p); return 0; }}"
        ),
        "",
    );
    check(
        &format!(
            "{outer}int main(void) {{ struct outer *p = malloc(sizeof *p); struct node *q = &p->link; free(p); q->next = NULL; return 0; }}"
        ),
        "valid-deref",
    );
    check(
        &format!("{outer}int main(void) {{ struct outer *p = malloc(sizeof *p); free(&p->link); return 0; }}"),
        "valid-free",
    );
    let first = "struct outer { struct node link; int n; };\n";
    check(
        &format!(
            "{first}int main(void) {{ struct outer *p = malloc(sizeof *p); struct node *q = &p->link; free(q); return 0; }}"
        ),
        "",
    );
    // An address that is that of no object is not followed.
    let around = "(struct outer *)((char *)q - __builtin_offsetof(struct outer, link))";
    let program = format!(
        "{outer}int main(void) {{ struct node x; struct node *q = &x; struct outer *p = {around}; if (nondet()) return 2; return &p->link == q; }}"
    );
    check(&program, "valid-deref? valid-free? valid-memtrack? valid-memcleanup?");
}

#[test]
fn formulas_are_about_runs_as_far_as_they_go() {
    let list = format!("int main(void) {{ {BUILD} {FREE} return 0; }}");
    check_formula(&list, "G ({terminated} -> {a == null})", Verdict::Satisfied);
    check_formula(&list, "G {a == null}", Verdict::Violated);
    check_formula(
        "int main(void) { if (__VERIFIER_nondet_int()) exit(1); return 0; }",
        "F {terminated}",
        Verdict::Satisfied,
    );
    check_formula(
        "int main(void) { __VERIFIER_assume(__VERIFIER_nondet_int()); return 0; }",
        "F {terminated}",
        Verdict::Satisfied,
    );
    check_formula(
        "int main(void) { if (__VERIFIER_nondet_int()) while (1); return 0; }",
        "F {terminated}",
        Verdict::Violated,
    );
    // A failure stays where it is.
    check_formula(
        "int main(void) { if (__VERIFIER_nondet_int()) reach_error(); return 0; }",
        "F {terminated}",
        Verdict::Violated,
    );
    // What has happened before the end counts.
    check_formula(
        "int main(void) { struct node *p = NULL; exit(0); return p == NULL; }",
        "G !{p == null}",
        Verdict::Violated,
    );
}

/// Examples for forest automata, with the grammar that describes what they build, and the type of its objects.
const EXAMPLES: [(&str, &str, &str); 24] = [
    ("cdll", "DLList", "DLListNode"),
    ("cdll-faulty", "DLList", "DLListNode"),
    ("dll-delete-faulty", "DLList", "DLListNode"),
    ("dll-insert", "DLList", "DLListNode"),
    ("dll-insert-faulty", "DLList", "DLListNode"),
    ("dll-insertion-sort-1", "DLList", "DLListNode"),
    ("dll-insertion-sort-2", "DLList", "DLListNode"),
    ("dll-reverse", "DLList", "DLListNode"),
    ("recursive-sll-build", "SLList", "ListNode"),
    ("recursive-sll-delete", "SLList", "ListNode"),
    ("recursive-sll-destroy", "SLList", "ListNode"),
    ("recursive-sll-reverse", "SLList", "ListNode"),
    ("recursive-tree-build", "BT", "BTNode"),
    ("recursive-tree-copy", "BT", "BTNode"),
    ("recursive-tree-destroy", "BT", "BTNode"),
    ("recursive-tree-insert", "BT", "BTNode"),
    ("sll-bubble-sort", "SLList", "ListNode"),
    ("sll-delete-all-faulty", "SLList", "ListNode"),
    ("sll-delete-faulty", "SLList", "ListNode"),
    ("sll-insertion-sort", "SLList", "ListNode"),
    ("sll-merge-sort", "SLList", "ListNode"),
    ("sll-reverse", "SLList", "ListNode"),
    ("sll-reverse-faulty", "SLList", "ListNode"),
    ("tree", "BT", "BTNode"),
];

#[test]
fn verdicts_are_those_of_forest_automata() {
    let examples = examples();
    for (name, grammar, ty) in EXAMPLES {
        let (_, text) = examples.iter().find(|(id, _)| *id == format!("forest/{name}")).expect("an example");
        let mut task: Value = serde_json::from_str(text).expect("JSON");
        task["analysis"] = json!("heap");
        task["grammars"] = json!([{"predefined": grammar, "rename": {ty: "node"}}]);
        task["options"] = json!({"admissibleAbstraction": true});
        let session = hrglass::session::run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
        for property in &session.report().properties {
            let verdict = serde_json::to_value(property.judgement.verdict).expect("JSON");
            assert_eq!(verdict, task["expected"][&property.id], "{name}: {}", property.id);
        }
        assert!(session.report().properties.len() >= 4, "{name}: {:?}", session.report().diagnostics);
    }
}

/// A list that an initial heap gives.
fn list() -> Value {
    json!([{"name": "list", "heap": {
        "nodes": [{"type": "NULL", "number": 1}, {"type": "node", "number": 1}], "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": [], "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}],
    }}])
}

#[test]
fn initial_heaps_are_arguments() {
    let program = |body: &str| {
        let text = format!("{HEADER}struct node *reverse(struct node *list) {{ {body} }}");
        json!({
            "program": {"language": "c", "entry": "reverse", "files": [{"name": "main.c", "text": text}]}, "initial": list(),
            "properties": [{"id": "valid-deref", "check": "valid-deref"}, {"id": "valid-memtrack", "check": "valid-memtrack"},
                {"id": "ends", "ltl": "G ({terminated} -> {L(RefSLList) of return})"}],
        })
    };
    let loop_ =
        "struct node *to = NULL, *n; while (list) { n = list->next; list->next = to; to = list; list = n; } return to;";
    assert_eq!(found(&run("", program(loop_))), "");
    let bounded = "struct node *to = NULL, *n; while (list) { n = list->next; list->next = to; to = list; list = n; } return list;";
    assert_eq!(found(&run("", program(bounded))), "valid-memtrack ends");
    // The caller keeps its pointer to the first element, but nothing else.
    assert_eq!(found(&run("", program("return list->next->next->next;"))), "valid-deref ends");
    let cut = "if (list->next) list->next = list->next->next; return list;";
    assert_eq!(found(&run("", program(cut))), "valid-memtrack");
}

/// An initial heap has names of its own, and formulas follow objects: neither is a variable of the program.
#[test]
fn what_formulas_follow_holds_no_memory() {
    let text = format!(
        "{HEADER}static void cut(struct node *l) {{ l->next = NULL; while (1); }}\n\
         void start(struct node *list) {{ if (list->next) cut(list); }}"
    );
    let mut initial = list();
    initial[0]["heap"] = json!({
        "nodes": [{"type": "NULL", "number": 1}, {"type": "node", "number": 2}], "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}, {"name": "tail", "target": 2}],
        "selectors": [{"label": "next", "origin": 1, "target": 2}, {"label": "next", "origin": 2, "target": 0}],
        "hyperedges": [],
    });
    for formula in ["G !{list == tail}", "F {visited(list)} | true"] {
        let task = json!({
            "program": {"language": "c", "entry": "start", "files": [{"name": "main.c", "text": text}]}, "initial": initial,
            "properties": [{"id": "valid-memtrack", "check": "valid-memtrack"}, {"id": "p", "ltl": formula}],
        });
        assert_eq!(found(&run("", task)), "valid-memtrack", "{formula}");
    }
}

/// A contract of a function that is trusted, so that nothing in it is looked at.
#[test]
fn contracts_replace_functions() {
    let text = format!(
        "{HEADER}static void walk(struct node *l) {{ if (l) walk(l->next->next); }}\n\
         void start(struct node *list) {{ walk(list); while (list) {{ struct node *n = list->next; free(list); list = n; }} }}"
    );
    let heap = list()[0]["heap"].clone();
    let task = |contracts: Value| {
        let files = json!([{"name": "main.c", "text": text}]);
        json!({"program": {"language": "c", "entry": "start", "files": files}, "initial": list(), "contracts": contracts})
    };
    assert_eq!(found(&run("", task(json!([])))), "valid-deref");
    let unchanged = json!({"method": "walk", "contracts": [{"precondition": external(&heap, true), "postconditions": [external(&heap, false)]}]});
    let contracts = json!([{"name": "walk", "contract": unchanged}]);
    let report = run("", task(contracts));
    assert!(report.diagnostics.iter().any(|d| d.code == "contract/trusted"), "{:?}", report.diagnostics);
    assert_eq!(found(&report), "");
}

/// A list whose first element the caller knows, too.
fn external(heap: &Value, binds: bool) -> Value {
    let mut heap = heap.clone();
    heap["externals"] = json!([1]);
    if !binds {
        heap["variables"] = json!([{"name": "null", "target": 0}]);
    }
    heap
}

/// Types of objects may be called as those of numbers in heaps.
#[test]
fn numbers_on_the_heap_are_objects() {
    let lost = "valid-memtrack valid-memcleanup";
    check("int main(void) { int *p = malloc(sizeof(int)); *p = 3; p = NULL; return 0; }", lost);
    check("int main(void) { char *p = malloc(sizeof(char)); *p = 3; free(p); return 0; }", "");
    check(
        "struct byte { int n; }; int main(void) { struct byte *p = malloc(sizeof *p); p->n = 1; p = NULL; return 0; }",
        lost,
    );
    let inside =
        "struct box { int *n; }; int main(void) { struct box *b = malloc(sizeof *b); b->n = malloc(sizeof(int));";
    check(&format!("{inside} free(b); return 0; }}"), lost);
    check(&format!("{inside} free(b->n); free(b); return 0; }}"), "");
}
