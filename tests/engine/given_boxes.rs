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
