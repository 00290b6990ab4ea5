//! Verdicts of forest automata on whole tasks.

use hrglass::base::Silent;
use hrglass::report::evidence::EvidenceStatus;
use hrglass::report::{Report, Verdict};
use hrglass::session::Session;
use hrglass::task::{NoFiles, load};

fn run(program: &str) -> Session {
    let files = serde_json::json!([{ "name": "main.c", "text": program }]);
    let task = serde_json::json!({ "schema": "hrglass.task/1", "analysis": "forest", "program": { "language": "c", "files": files } });
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
            let evidence = property.judgement.evidence.as_ref().expect("evidence");
            assert_eq!(evidence.status, EvidenceStatus::Confirmed, "{id}");
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
