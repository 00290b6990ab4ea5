//! The tables and plots in `docs/benchmark.md` and `docs/strategies.md` agree with the engine, except for times.

use std::path::{Path, PathBuf};

use clap::Parser;
use expect_test::expect;
use serde_json::{Value, json};

use crate::support::program::{directory, program};

#[path = "../../benches/reference/main.rs"]
#[expect(dead_code, reason = "it has a main function")]
mod tables;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The comparison of the output of the benchmark with the reference.
fn compared(measured: &Path, options: &[&str]) -> Result<String, String> {
    let arguments = [Path::new("reference"), measured];
    tables::run(&tables::Arguments::parse_from(
        arguments.map(Path::as_os_str).into_iter().chain(options.iter().map(AsRef::as_ref)),
    ))
}

/// Runs the benchmark with these strategies, without times, and compares its output with the reference. Also returns
/// the directory for plots.
fn bench(test: &str, strategies: &[&str], options: &[&str]) -> (String, PathBuf) {
    let directory = directory(test);
    let output = program(&directory)
        .args(["bench", "--repeat", "1", "--no-times", "--format", "json"])
        .arg(root().join("examples/benchmark"))
        .args(strategies)
        .output()
        .expect("the program");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let measured = directory.join("measured.json");
    std::fs::write(&measured, output.stdout).expect("a file");
    let data = |name: &str| root().join("tests/data").join(name).to_string_lossy().into_owned();
    let (reference, notes) = (data("reference-benchmark.csv"), data("benchmark-notes.csv"));
    let place = directory.to_string_lossy();
    let all = [&["--reference", &reference, "--notes", &notes, "--directory", &place], options].concat();
    let text = compared(&measured, &all).expect("a comparison");
    assert!(!text.contains("Not explained"), "a difference from the reference has no note:\n{text}");
    (text, directory)
}

/// The text after the heading of the results.
fn results(document: &str) -> String {
    let text = read(&root().join("docs").join(document));
    text.split_once("## Results\n").expect("results").1.to_owned()
}

/// The cells of a line of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    Some(line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").map(str::trim).collect())
}

/// The lines that do not depend on the machine; in tables, the columns that do not.
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
    let (now, _) = bench("benchmark", &[], &[]);
    check("benchmark.md", &now, 84);
}

#[test]
fn the_documented_comparison_of_strategies_is_up_to_date() {
    let options = ["--format", "comparison", "--images", "img"];
    let (now, directory) = bench("strategies", &["--strategies", "all"], &options);
    check("strategies.md", &now, 84);
    for strategy in ["rsm", "on-the-fly", "hybrid"] {
        let plot = format!("img/strategies-states-{strategy}.svg");
        assert!(read(&directory.join(&plot)) == read(&root().join("docs").join(&plot)), "{plot} is out of date");
    }
    // The strategies that check states inside calls agree on every task.
    let mut tasks = 0;
    for row in now.lines().filter_map(cells).filter(|row| row[0].contains('_')) {
        let verdicts = [3, 5, 7].map(|column| row[column].chars().next());
        assert!(matches!(verdicts[0], Some('t' | 'f' | '?')), "{row:?}");
        assert!(verdicts.iter().all(|v| *v == verdicts[0]), "{row:?}");
        tasks += 1;
    }
    assert_eq!(tasks, 84);
}

/// The output of the benchmark for one property of a task; without milliseconds there are no times.
fn row(task: &str, property: &str, strategy: &str, verdict: &str, states: u32, ms: Option<f64>) -> Value {
    let mut row = json!({ "task": task, "property": property, "strategy": strategy, "verdict": verdict,
        "states_main": states, "states_total": states });
    for time in ["read_ms", "generate_ms", "check_ms", "total_ms", "confirm_ms"] {
        if let Some(ms) = ms {
            row[time] = json!(ms);
        }
    }
    row
}

/// A directory with measurements, figures to compare them with, and notes.
fn given(test: &str, rows: &[Value], reference: &str, notes: &str) -> PathBuf {
    let directory = directory(test);
    let mut strategies: Vec<&Value> = Vec::new();
    for row in rows {
        if !strategies.contains(&&row["strategy"]) {
            strategies.push(&row["strategy"]);
        }
    }
    let strategies: Vec<Value> = strategies.iter().map(|name| json!({ "strategy": name, "rows": 1 })).collect();
    let totals = json!({ "tasks": 1, "rows": rows.len(), "strategies": strategies });
    std::fs::write(directory.join("measured.json"), json!({ "rows": rows, "totals": totals }).to_string()).unwrap();
    std::fs::write(directory.join("reference.csv"), reference).unwrap();
    std::fs::write(directory.join("notes.csv"), notes).unwrap();
    directory
}

/// The comparison of the files in the directory.
fn compare(directory: &Path, options: &[&str]) -> Result<String, String> {
    let path = |name: &str| directory.join(name).to_string_lossy().into_owned();
    let (reference, notes, place) = (path("reference.csv"), path("notes.csv"), path("."));
    let all = [&["--reference", &reference, "--notes", &notes, "--directory", &place], options].concat();
    compared(&directory.join("measured.json"), &all)
}

const HEAD: &str = "task,formula,top_verdict,top_states_main,top_states_total,top_ms_warm,otf_verdict,otf_states_main,\
                    otf_states_total,otf_ms_warm\n";
const NOTES: &str = "task,strategy,kind,note\n";

#[test]
fn rows_have_the_figures_and_footnotes_of_their_tasks() {
    let rows = [
        row("one", "F1", "top-level", "satisfied", 30, Some(2.0)),
        row("one", "F1", "on-the-fly", "satisfied", 3, Some(0.25)),
        row("two", "F1", "top-level", "violated", 1, Some(200.0)),
        row("two", "F2", "top-level", "violated", 1, Some(1.0)),
    ];
    let reference =
        "One,\"a, b\",violated,10,20,8,timeout,,,\nTWO_f2,c,violated,1,1,3,,,,\ntwo,d,satisfied,7,7,1,,,,\n";
    let notes = "one,top-level,verdict,\"It \"\"holds\"\", see below.\"\none,,verdict,Too slow.\n";
    let here = given("figures", &rows, &format!("{HEAD}{reference}"), &format!("{NOTES}{notes}"));
    expect![[r#"
        | task | strategy | verdict | ref. | states main | ref. | states total | ref. | ms | ref. ms | factor | replay ms |
        | --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | one | top-level | satisfied[^1] | violated | 30[^2] | 10 | 30 | 20 | 2.0 | 8.0 | 4 | 2.0 |
        | one | on-the-fly | satisfied[^3] | timeout | 3 |  | 3 |  | 0.250 |  |  | 0.250 |
        | two | top-level | violated |  | 1 |  | 1 |  | 200 |  |  | 200 |
        | two | top-level | violated | violated | 1 | 1 | 1 | 1 | 1.0 | 3.0 | 3 | 1.0 |

        1 tasks, 4 rows.
        *top-level*: 1 of 2 verdicts agree with the reference.
        *top-level*: The reference takes 11.0 ms: factor 4.
        *on-the-fly*: 0 of 1 verdicts agree with the reference.

        [^1]: It "holds", see below.

        [^2]: Not explained yet.

        [^3]: Too slow.
    "#]].assert_eq(&compare(&here, &[]).unwrap());
}

#[test]
fn differences_are_percentages_and_bars_on_a_logarithmic_scale() {
    let mut rows = Vec::new();
    // Multiples of 1,000 states at top level.
    for (number, states) in [1000, 1001, 500, 2000, 10_000, 10, 1, 0].into_iter().enumerate() {
        let task = format!("a<{number}");
        rows.push(row(&task, "F1", "top-level", "satisfied", 1000, Some(2.0)));
        rows.push(row(&task, "F1", "on-the-fly", "satisfied", states, Some(number as f64)));
    }
    let means: Vec<String> = rows
        .chunks(2)
        .map(|pair| {
            let here = given("percent", pair, HEAD, NOTES);
            let text = compare(&here, &["--format", "comparison"]).unwrap();
            let all = text.lines().find_map(|line| line.strip_prefix("| All | 1 | ")).expect("the mean");
            all.split(" | ").next().expect("states").to_owned()
        })
        .collect();
    assert_eq!(means, ["±0 %", "±0 %", "−50 %", "+100 %", "+900 %", "−99 %", "−99.9 %", "−100 %"]);

    let reference = format!("{HEAD}a<0,f,satisfied,2,2,1,satisfied,1,1,1\n");
    let here = given("bars", &[&rows[..2], &rows[6..8]].concat(), &reference, NOTES);
    let text = compare(&here, &["--format", "comparison", "--images", "plots"]).unwrap();
    assert!(text.contains("](plots/strategies-states-on-the-fly.svg)"), "{text}");
    assert!(text.contains("Satisfied with *on-the-fly* and *top-level*: 2."), "{text}");
    assert!(text.contains("with *top-level*: 0.75 in the median."), "{text}");
    let plot = read(&here.join("plots/strategies-states-on-the-fly.svg"));
    // No difference in this engine and half as many in the reference; then twice as many in this
    // engine.
    assert!(plot.contains("<rect class=\"here\" x=\"610.0\" y=\"105\" width=\"2.0\" height=\"5\"/>"), "{plot}");
    assert!(plot.contains("<rect class=\"reference\" x=\"350.0\" y=\"111\" width=\"260.0\" height=\"5\"/>"), "{plot}");
    assert!(plot.contains("<rect class=\"here\" x=\"610.0\" y=\"119\" width=\"260.0\" height=\"5\"/>"), "{plot}");
    assert!(plot.contains("a&lt;0") && !plot.contains("a<0"), "{plot}");
    assert!(here.join("plots/strategies-time-on-the-fly.svg").exists());
}

#[test]
fn strategies_stand_side_by_side() {
    let [top, rsm, lazy, hybrid] = ["top-level", "rsm", "on-the-fly", "hybrid"];
    let rows = [
        row("walk", "F1", top, "satisfied", 9, None),
        row("walk", "F1", rsm, "violated", 9, None),
        row("walk", "F1", lazy, "violated", 8, None),
        row("walk", "F1", hybrid, "violated", 8, None),
    ];
    let here = given("side", &rows, HEAD, NOTES);
    expect![[r#"
        ### Other tasks

        | task | top-level | states | rsm | states | on-the-fly | states | hybrid | states |
        | --- | --- | ---: | --- | ---: | --- | ---: | --- | ---: |
        | walk | t | 9 | f | 9 | f | 8 | f | 8 |

        ### Differences from top level

        | mean difference | tasks | states, rsm | states, on-the-fly | states, hybrid |
        | --- | ---: | ---: | ---: | ---: |
        | Verdict differs from top level | 1 | ±0 % | −11 % | −11 % |
        | All | 1 | ±0 % | −11 % | −11 % |

        ![Difference in generated states: rsm against top-level](img/strategies-states-rsm.svg)

        ![Difference in generated states: on-the-fly against top-level](img/strategies-states-on-the-fly.svg)

        ![Difference in generated states: hybrid against top-level](img/strategies-states-hybrid.svg)

        - Violated with *rsm* and *on-the-fly*: 1. States generated with *on-the-fly*: fewer for 1.
    "#]]
    .assert_eq(&compare(&here, &["--format", "comparison", "--images", "img"]).unwrap());
    for strategy in [rsm, lazy, hybrid] {
        let plot = read(&here.join(format!("img/strategies-states-{strategy}.svg")));
        assert!(plot.starts_with("<svg") && plot.contains(">walk</text>"), "{plot}");
    }
    assert_eq!(std::fs::read_dir(here.join("img")).unwrap().count(), 3, "without times no plots of times");
}

#[test]
fn wrong_input_is_an_error() {
    let rows = [row("one", "F1", "top-level", "satisfied", 1, None)];
    let error = |reference: &str, notes: &str| compare(&given("wrong", &rows, reference, notes), &[]).unwrap_err();
    assert!(error("task\n", NOTES).contains("reference.csv` has no column `top_verdict`"));
    assert!(error(&HEAD.replace("otf_ms_warm", "x"), NOTES).contains("no column `otf_ms_warm`"));
    assert!(error(HEAD, "task\n").contains("notes.csv` has no column `strategy`"));
    let here = given("json", &rows, HEAD, NOTES);
    std::fs::write(here.join("measured.json"), "{}").unwrap();
    assert!(compare(&here, &[]).unwrap_err().contains("is not the output of `hrglass bench --format json`"));
    assert!(compared(&here.join("nowhere.json"), &[]).unwrap_err().contains("cannot read"));
}
