//! z3's answers to scripts, through Python's package `z3-solver`.

use std::process::Command;

/// Whether Python has z3; prints a line if not.
pub fn is_there() -> bool {
    let there = python().args(["-c", "import z3"]).output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("skipped: python3 has no package `z3-solver`");
    }
    there
}

/// Python, with the packages that the set-up has installed.
fn python() -> Command {
    let mut python = Command::new("python3");
    let own = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(".cache/tools/z3");
    if own.exists() {
        let others = std::env::var_os("PYTHONPATH");
        let paths = std::iter::once(own).chain(others.iter().flat_map(std::env::split_paths));
        python.env("PYTHONPATH", std::env::join_paths(paths).expect("paths without separators"));
    }
    python
}

/// The answers: `sat`, `unsat` or `unknown`.
pub fn answers(name: &str, scripts: &[String]) -> Vec<String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = std::env::temp_dir().join(format!("hrglass-{name}-{}.smt2", std::process::id()));
    std::fs::write(&path, scripts.join(";;;;\n")).expect("it is written");
    let output =
        python().arg(format!("{root}/tests/engine/solve_oracle/ask_z3.py")).arg(&path).output().expect("python3 runs");
    std::fs::remove_file(&path).expect("it was there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), scripts.len());
    answers
}
