//! The task documents of the project.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// All task documents in a folder and its subfolders, by path.
pub fn tasks(folder: &str) -> Vec<(PathBuf, Value)> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "json") {
                let text = std::fs::read_to_string(&path).expect("text");
                if text.contains("\"hrglass.task/1\"") {
                    found.push((path, serde_json::from_str(&text).expect("strict JSON")));
                }
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}
