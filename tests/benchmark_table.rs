//! The table in `docs/benchmark.md` is what the engine gives.

use std::path::Path;
use std::process::Command;

/// The rows of a table in Markdown, without the last `skip` columns.
fn rows(text: &str, skip: usize) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|l| l.starts_with('|') && !l.starts_with("| ---"));
    lines
        .map(|line| {
            let mut cells: Vec<String> = line.trim_matches('|').split('|').map(|c| c.trim().to_owned()).collect();
            cells.truncate(cells.len().saturating_sub(skip));
            cells
        })
        .collect()
}

fn footnotes(text: &str) -> Vec<&str> {
    text.lines().filter(|l| l.starts_with("[^")).collect()
}

#[test]
fn the_documented_benchmark_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documented = std::fs::read_to_string(root.join("docs/benchmark.md")).expect("the document");
    let output = Command::new(env!("CARGO_BIN_EXE_hrglass"))
        .args(["bench", "examples/benchmark", "--repeat", "1", "--no-times", "--format", "markdown"])
        .args(["--reference", "tests/data/reference-benchmark.csv", "--notes", "tests/data/benchmark-notes.csv"])
        .current_dir(root)
        .output()
        .expect("the program");
    assert!(output.status.success());
    let now = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!now.contains("Not explained"), "a difference from the reference has no note:\n{now}");
    let (documented_rows, rows_now) = (rows(&documented, 3), rows(&now, 0));
    assert_eq!(rows_now.len(), 85);
    let stale: Vec<_> = rows_now.iter().filter(|row| !documented_rows.contains(row)).collect();
    assert!(stale.is_empty(), "docs/benchmark.md is to be generated anew: {stale:#?}");
    assert_eq!(documented_rows.len(), rows_now.len());
    assert_eq!(footnotes(&documented), footnotes(&now));
}
