//! Boxes that a task gives: programs are proved with them and without learning.

use hrglass::report::remedy::Remedy;
use hrglass::task::{NoFiles, example, load};
use hrglass::{Session, Silent, Verdict, run};
use serde_json::{Value, json};

const DLL: &str = "dll(x, y) := x -> {next: y} * y -> {prev: x}";

/// A ring of cells, of any size, at one of them.
const RING: &str = "ring(x) := x: cell -> {next: x} | x: cell -> {next: y} * seg(y, x)
    seg(x, y) := x: cell -> {next: y} | x: cell -> {next: z} * seg(z, y)";

/// An example with boxes instead of learning.
fn with_boxes(id: &str, boxes: &Value, states: u32) -> Session {
    let mut task: Value = serde_json::from_str(example(id).expect("an example")).expect("JSON");
    task["boxes"] = boxes.clone();
    task["options"] = json!({ "learnBoxes": false, "maxStates": states });
    run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent)
}

fn verdicts(session: &Session) -> Vec<Verdict> {
    assert!(session.report().diagnostics.is_empty(), "{:?}", session.report().diagnostics);
    session.report().properties.iter().map(|property| property.judgement.verdict).collect()
}

#[test]
fn lists_are_proved_with_given_boxes_and_unknown_without() {
    for (id, boxes) in [
        ("forest/dll-insert", DLL),
        ("forest/dll-reverse", DLL),
        ("forest/dll-insertion-sort-1", DLL),
        ("forest/java-doubly-linked", DLL),
        ("forest/sll-of-cslls", RING),
    ] {
        let session = with_boxes(id, &json!([boxes]), 4_000);
        assert!(
            verdicts(&session).iter().all(|verdict| *verdict == Verdict::Satisfied),
            "{id}: {:?}",
            session.report().properties
        );
        let known = session.boxes().expect("boxes");
        assert!(known.len() == 1 && known[0].given && known[0].used && known[0].states > 0, "{id}: {known:?}");
        let session = with_boxes(id, &json!([]), 200);
        let property = &session.report().properties[0];
        assert_eq!(property.judgement.verdict, Verdict::Unknown, "{id}");
        assert_eq!(property.judgement.remedies.first(), Some(&Remedy::Boxes), "{id}");
        assert_eq!(session.boxes(), Some(Vec::new()), "{id}");
    }
}

#[test]
fn boxes_are_texts_or_files_and_say_whether_they_are_used() {
    let boxes = json!(["loop(x: node) := x -> {next: x}", { "name": "mine", "text": DLL }]);
    let session = with_boxes("forest/dll-insert", &boxes, 2_000);
    assert_eq!(verdicts(&session), [Verdict::Satisfied; 4]);
    let boxes = session.boxes().expect("boxes");
    let shown: Vec<_> = boxes.iter().map(|own| (own.name.as_str(), own.used, own.definition.as_deref())).collect();
    assert_eq!(shown, [("loop", false, Some("loop(x) := x -> {next: x}")), ("dll", true, Some(DLL))]);
}

/// A program in C with boxes and without learning; its verdict on `valid-deref`, and which boxes are used.
fn checked(text: &str, boxes: &str) -> (Verdict, Vec<(String, bool)>) {
    let task = json!({
        "analysis": "forest", "program": { "language": "c", "files": [{ "name": "program.c", "text": text }] },
        "boxes": [boxes], "properties": [{ "id": "deref", "check": "valid-deref" }],
        "options": { "learnBoxes": false, "maxStates": 300 }
    });
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    let known = session.boxes().expect("boxes").into_iter().map(|own| (own.name, own.used));
    (verdicts(&session)[0], known.collect())
}

#[test]
fn numbers_may_be_left_out_of_definitions() {
    let text = |value: &str| {
        "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct cell { struct cell *next; int value; };
int main(void) {
  struct cell *ring = malloc(sizeof *ring);
  ring->next = ring;
  while (__VERIFIER_nondet_int()) {
    struct cell *added = malloc(sizeof *added);
    added->value = VALUE;
    added->next = ring->next;
    ring->next = added;
  }
  struct cell *at = ring->next;
  while (at != ring) at = at->next;
  return 0;
}"
        .replace("VALUE", value)
    };
    let ring = |value: &str| {
        format!(
            "ring(x)   := x -> {{next: x}} | x -> {{next: y}} * seg(y, x)
             seg(x, y) := x -> {{next: y{value}}} | x -> {{next: z{value}}} * seg(z, y)"
        )
    };
    let used = |used| vec![("ring".to_owned(), used)];
    for value in ["__VERIFIER_nondet_int()", "3"] {
        assert_eq!(checked(&text(value), &ring("")), (Verdict::Satisfied, used(true)));
        assert_eq!(checked(&text(value), &ring(", value: _")), (Verdict::Satisfied, used(true)));
    }
    // No cell has this number.
    assert_eq!(checked(&text("3"), &ring(", value: 0")).1, used(false));
}

#[test]
fn the_ports_of_a_box_may_have_any_order() {
    let text = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *a; struct node *b; };
static struct node *make(struct node *a, struct node *b) {
  struct node *made = malloc(sizeof *made);
  made->a = a;
  made->b = b;
  return made;
}
int main(void) {
  struct node *p = make(NULL, NULL), *q = make(NULL, NULL), *x = make(make(p, q), p), *w = make(q, NULL);
  p = NULL;
  q = NULL;
  while (__VERIFIER_nondet_int())
    w->b = NULL;
  return x->a->a->a == w->a->b;
}";
    for parameters in ["x, y, z", "x, z, y"] {
        let boxes = format!("fork({parameters}) := x -> {{a: m, b: y}} * m -> {{a: y, b: z}}");
        assert_eq!(checked(text, &boxes), (Verdict::Satisfied, vec![("fork".to_owned(), true)]), "{boxes}");
    }
}

#[test]
fn other_analyses_say_that_they_use_no_boxes() {
    let mut task: Value = serde_json::from_str(example("c/twins").expect("an example")).expect("JSON");
    task["boxes"] = json!([DLL]);
    let found = load(&task.to_string(), "task.json", &mut NoFiles).diagnostics;
    assert_eq!(found.iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>(), ["task/unused"]);
}
