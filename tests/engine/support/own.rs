//! Classes as people bring them: starters of the gallery, and those in `tests/own`.

use std::path::Path;

use hrglass::task::{NoFiles, examples, load};

/// The text of a class, and where it is in the repository.
pub fn own_program(file: &str) -> (String, String) {
    for (id, document) in examples().iter().filter(|(id, _)| id.starts_with("own/")) {
        let program = load(document, id, &mut NoFiles).task.program;
        let found = program.files.into_iter().find(|found| found.name == file);
        if let Some(text) = found.and_then(|found| found.text) {
            return (text, format!("examples/{id}.json"));
        }
    }
    let path = format!("tests/own/programs/{file}");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path));
    (text.unwrap_or_else(|why| panic!("{path}: {why}")), path)
}
