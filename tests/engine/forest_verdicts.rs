//! Verdicts of forest automata on whole tasks.

use hrglass::base::Silent;
use hrglass::report::evidence::{AddressKind, Ending};
use hrglass::report::{Report, Verdict};
use hrglass::session::Session;
use hrglass::task::{NoFiles, load};

fn run(program: &str) -> Session {
    run_with(program, serde_json::json!({}))
}

fn run_with(program: &str, options: serde_json::Value) -> Session {
    let files = serde_json::json!([{ "name": "main.c", "text": program }]);
    let program = serde_json::json!({ "language": "c", "files": files });
    let task =
        serde_json::json!({ "schema": "hrglass.task/1", "analysis": "forest", "program": program, "options": options });
    hrglass::session::run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent)
}

fn violated(report: &Report) -> Vec<&str> {
    let properties = report.properties.iter().filter(|p| p.judgement.verdict == Verdict::Violated);
    properties.map(|p| p.id.as_str()).collect()
}

#[test]
fn numbers_of_any_size_are_followed() {
    let program = "#include <stdlib.h>\nstruct node { long n; struct node *next; };\nint main(void) {\n  long n = -1, m = -9223372036854775807 - 1, k = 9223372036854775807;\n\
        struct node *p = malloc(sizeof *p); p->n = n; if (p->n != -1) return 1; if (m == k) return 1; free(p); return 0; }";
    let session = run(program);
    assert_eq!(violated(session.report()), Vec::<&str>::new(), "{:?}", session.report().diagnostics);
    assert!(session.unlabelled_space().is_some_and(|space| space.states.len() > 10));
}

/// The steps of a run name states that can be looked at, or none.
#[test]
fn runs_of_refined_checks_name_no_states() {
    for (id, text) in
        hrglass::task::examples().iter().filter(|(id, _)| id.starts_with("forest/") && id.ends_with("-faulty"))
    {
        let session = hrglass::session::run(&load(text, "task.json", &mut NoFiles), &mut Silent);
        let space = session.unlabelled_space().expect("states");
        for property in &session.report().properties {
            let Some(run) = &property.judgement.run else { continue };
            assert_eq!(property.judgement.verdict, Verdict::Violated, "{id}");
            for step in &run.prefix {
                let named = step.index.map(|index| space.states[index as usize].id.clone());
                assert!(named.is_none_or(|name| name == step.state), "{id}: {} at {}", step.state, step.line);
            }
        }
    }
}

/// A pointer into an object that a variable names says to which part of it.
#[test]
fn pointers_say_to_which_part_they_lead() {
    let program = "#include <stdlib.h>\nstruct link { struct link *next; };\nstruct item { int n; struct link link; };\nint main(void) {\n  struct item *item = malloc(sizeof *item);\n\
        item->link.next = &item->link;\n  struct item *kept = item;\n  free(kept); return 0; }";
    let session = run(program);
    let heaps = (0..).map_while(|number| session.heap(number));
    let labels: Vec<String> = heaps.flat_map(|heap| heap.selectors).map(|selector| selector.label).collect();
    assert!(labels.iter().any(|label| label == "link.next → link"), "{labels:?}");
}

/// What each mistake violates, and nothing else, and how the executed run ends that shows it.
#[test]
fn mistakes_violate_the_checks_that_forbid_them() {
    use AddressKind::{Automatic, Ended, Freed, Part, Undefined};
    let types = "#include <stddef.h>\n#include <stdlib.h>\n#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nstruct part { struct node *to; };\n\
        struct node { struct node *next; struct part part; };\nstruct node *kept;\n";
    let invalid = |of| Ending::InvalidDereference { of };
    let free = |of| Ending::InvalidFree { of };
    let make = "struct node *p = malloc(sizeof *p); if (!p) return 0;";
    for (functions, body, violations) in [
        ("", "free(p);", vec![]),
        ("", "p->part.to = NULL; free(p);", vec![]),
        ("", "free(p); p->next = NULL;", vec![("valid-deref", invalid(Freed))]),
        ("", "free(p); free(p);", vec![("valid-free", free(Freed))]),
        ("", "struct node *q; free(p); q->next = NULL;", vec![("valid-deref", invalid(Undefined))]),
        ("", "struct node *q; free(p); free(q);", vec![("valid-free", free(Undefined))]),
        (
            "",
            "struct node *q; { struct node n; q = &n; } free(p); q->next = NULL;",
            vec![("valid-deref", invalid(Ended))],
        ),
        ("", "struct node n; free(p); free(&n);", vec![("valid-free", free(Automatic))]),
        ("", "free(&p->part);", vec![("valid-free", free(Part))]),
        (
            "",
            "p->next = NULL; p = p->next; ",
            vec![("valid-memtrack", Ending::Lost), ("valid-memcleanup", Ending::NotFreed)],
        ),
        ("", "", vec![("valid-memtrack", Ending::Lost), ("valid-memcleanup", Ending::NotFreed)]),
        ("", "if ((void *)&p->part != (void *)p) free(p); free(p);", vec![("valid-free", free(Freed))]),
        ("", "unsigned long n = -1; if (n > 1) free(p); free(p);", vec![("valid-free", free(Freed))]),
        (
            "",
            "int n = __VERIFIER_nondet_int(); if (n != 1) { if (n != 1) free(p); free(p); } else free(p);",
            vec![("valid-free", free(Freed))],
        ),
        ("", "kept = p;", vec![("valid-memcleanup", Ending::NotFreed)]),
        ("", "assert(p == NULL);", vec![("unreach-call", Ending::Failed)]),
        ("static void stop(void) { exit(0); }\n", "stop(); free(p);", vec![("valid-memcleanup", Ending::NotFreed)]),
        ("static void drop(struct node *q) { free(q); }\n", "drop(p); free(p);", vec![("valid-free", free(Freed))]),
        (
            "struct outer { int n; struct node node; };\nstruct top { int n; struct outer outer; };\n",
            "struct top *t = malloc(sizeof *t); t->outer.node.part.to = p; free(t->outer.node.part.to); free(t);",
            vec![],
        ),
        (
            "struct link { struct link *next; };\nstruct item { int n; struct link link; };\n",
            "struct link *l = NULL; struct item *item; free(p);\n\
             while (__VERIFIER_nondet_int()) { item = malloc(sizeof *item); item->link.next = l; l = &item->link; }\n\
             while (l) { item = (struct item *)((char *)l - offsetof(struct item, link)); l = l->next; free(item); }",
            vec![],
        ),
        (
            "struct ring { struct ring *next; };\nstatic struct ring head;\n",
            "free(p); head.next = &head; while (__VERIFIER_nondet_int()) {\n\
             struct ring *r = malloc(sizeof *r); r->next = head.next; head.next = r; }",
            vec![("valid-memcleanup", Ending::NotFreed)],
        ),
        (
            "struct twin { struct twin *next, *prev; };\nstatic void cut(struct twin *twin) {\n\
             twin->prev->next = twin->next; if (twin->next) twin->next->prev = twin->prev; free(twin); }\n",
            "struct twin *l = NULL, *it; free(p); while (__VERIFIER_nondet_int()) { struct twin *n = malloc(sizeof *n);\n\
             n->next = l; n->prev = NULL; if (l) l->prev = n; l = n; }\n\
             it = l; while (it && __VERIFIER_nondet_int()) it = it->next; if (it && it->prev) { cut(it); free(it); }\n\
             while (l) { it = l->next; free(l); l = it; }",
            vec![("valid-free", free(Freed))],
        ),
    ] {
        let session = run(&format!("{types}{functions}int main(void) {{ {make} {body} return 0; }}"));
        let report = session.report();
        let ids: Vec<&str> = violations.iter().map(|(id, _)| *id).collect();
        assert_eq!(violated(report), ids, "{body} {:?}", report.diagnostics);
        for (id, ending) in violations {
            let property = report.properties.iter().find(|property| property.id == id).expect("a property");
            let evidence = property.judgement.evidence.as_ref().expect("evidence");
            assert_eq!(evidence.counterexample.as_ref().map(|run| run.ending), Some(ending), "{body}: {evidence:?}");
        }
    }
}

/// What is cut short proves nothing.
#[test]
fn cut_short_means_unknown() {
    let program = "#include <stdlib.h>\nint nondet(void);\nint main(void) { int *p = malloc(sizeof *p); if (nondet()) free(p); else free(p); return 0; }";
    let session = run_with(program, serde_json::json!({ "maxStates": 2 }));
    let verdicts: Vec<Verdict> = session.report().properties.iter().map(|p| p.judgement.verdict).collect();
    assert_eq!(verdicts, [Verdict::Unknown; 4]);
}
