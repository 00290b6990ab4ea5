//! Properties that say that something happens.

use serde_json::{Value as Json, json};

/// The task with properties of which each says that every run comes somewhere, instead of its own.
pub fn with_endings(task: &Json) -> Json {
    let mut task = task.clone();
    let endings = [
        ("ends", "F ({terminated} | {nullDereference} | {exception})"),
        ("comes back", "G ({in(walk)} -> F ({in(main)} | {nullDereference} | {exception}))"),
        ("leaves", "G ({in(help)} -> F (!{in(help)} | {nullDereference} | {exception}))"),
        ("stays", "F G {in(main)}"),
    ];
    task["properties"] = endings.map(|(id, ltl)| json!({"id": id, "ltl": ltl})).into();
    task
}
