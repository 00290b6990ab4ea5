//! The house keeps its plan: a room uses only rooms above it.

use std::path::{Path, PathBuf};

/// The rooms from the ground up; the borders may use everything.
const ROOMS: &[&str] = &[
    "base",
    "bdd",
    "program",
    "lang",
    "heap",
    "grammar",
    "task",
    "logic",
    "rsm",
    "semantics",
    "tableau",
    "check",
    "outcome",
    "run",
    "campaign",
];
const BORDERS: &[&str] = &["cli", "wasm", "lib", "main"];

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn no_arrow_points_up() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&root).expect("below src");
        let room = inside.iter().next().and_then(|r| r.to_str()).unwrap_or_default().trim_end_matches(".rs").to_owned();
        if BORDERS.contains(&room.as_str()) {
            continue;
        }
        let own = ROOMS.iter().position(|r| *r == room).unwrap_or_else(|| panic!("{room} is not in the plan"));
        for (number, line) in std::fs::read_to_string(&file).expect("text").lines().enumerate() {
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                let Some(other) = ROOMS.iter().position(|r| *r == used) else { continue };
                if other > own {
                    wrong.push(format!("{}:{}: {room} uses {used}", inside.display(), number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
