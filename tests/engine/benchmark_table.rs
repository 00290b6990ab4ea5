//! The tables and plots in `docs/benchmark.md` and `docs/strategies.md` are what the engine gives, times aside.

use std::path::{Path, PathBuf};

use crate::support::program::{directory, program};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// What the benchmark prints without times, and the directory in which it runs.
fn bench(test: &str, options: &[&str]) -> (String, PathBuf) {
    let directory = directory(test);
    let output = program(&directory)
        .args(["bench", "--repeat", "1", "--no-times"])
        .arg(root().join("examples/benchmark"))
        .args([Path::new("--reference"), &root().join("tests/data/reference-benchmark.csv")])
        .args([Path::new("--notes"), &root().join("tests/data/benchmark-notes.csv")])
        .args(options)
        .output()
        .expect("the program");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!text.contains("Not explained"), "a difference from the reference has no note:\n{text}");
    (text, directory)
}

/// What follows the heading of the results.
fn results(document: &str) -> String {
    let text = read(&root().join("docs").join(document));
    text.split_once("## Results\n").expect("results").1.to_owned()
}

/// The cells of a line of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    Some(line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").map(str::trim).collect())
}

/// The lines that do not depend on the machine; of tables the columns that do not.
fn without_times(text: &str) -> Vec<String> {
    const SENTENCES: [&str; 5] =
        ["Sum of the medians", "The reference takes", "Peak memory", "- Satisfied with", "![Difference in time"];
    let mut out = Vec::new();
    let mut kept: Option<Vec<usize>> = None;
    for line in text.lines().filter(|l| !l.is_empty() && !SENTENCES.iter().any(|s| l.starts_with(s))) {
        let Some(cells) = cells(line) else {
            kept = None;
            out.push(line.to_owned());
            continue;
        };
        let is_timeless = |head: &str| !(head.ends_with("ms") || head == "factor" || head.starts_with("time,"));
        let kept = kept.get_or_insert_with(|| (0..cells.len()).filter(|&c| is_timeless(cells[c])).collect());
        out.push(kept.iter().map(|&c| cells[c]).collect::<Vec<_>>().join(" | "));
    }
    out
}

#[track_caller]
fn check(document: &str, now: &str, rows: usize) {
    let (documented, now) = (without_times(&results(document)), without_times(now));
    let stale: Vec<_> = now.iter().filter(|line| !documented.contains(line)).collect();
    assert!(stale.is_empty(), "docs/{document} is outdated, run `node scripts/benchmark.mjs`: {stale:#?}");
    assert_eq!(documented, now);
    let is_row = |line: &&String| line.split_once(" | ").is_some_and(|(task, _)| task.contains('_'));
    assert_eq!(now.iter().filter(is_row).count(), rows);
}

#[test]
fn the_documented_benchmark_is_up_to_date() {
    let (now, _) = bench("benchmark", &["--format", "markdown"]);
    check("benchmark.md", &now, 84);
}

#[test]
fn the_documented_comparison_of_strategies_is_up_to_date() {
    let options = ["--strategies", "all", "--format", "comparison", "--images", "img"];
    let (now, directory) = bench("strategies", &options);
    check("strategies.md", &now, 84);
    for strategy in ["rsm", "on-the-fly", "hybrid"] {
        let plot = format!("img/strategies-states-{strategy}.svg");
        assert!(read(&directory.join(&plot)) == read(&root().join("docs").join(&plot)), "{plot} is out of date");
    }
    // The strategies that look into calls agree on every task.
    let mut tasks = 0;
    for row in now.lines().filter_map(cells).filter(|row| row[0].contains('_')) {
        let verdicts = [3, 5, 7].map(|column| row[column].chars().next());
        assert!(matches!(verdicts[0], Some('t' | 'f' | '?')), "{row:?}");
        assert!(verdicts.iter().all(|v| *v == verdicts[0]), "{row:?}");
        tasks += 1;
    }
    assert_eq!(tasks, 84);
}
