//! z3's answers to scripts, through Python's package `z3-solver`.

use std::process::Command;

/// Whether Python has z3; prints a line if not.
pub fn is_there() -> bool {
    let there = Command::new("python3").args(["-c", "import z3"]).output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("skipped: python3 has no package `z3-solver`");
    }
    there
}

/// The answers: `sat`, `unsat` or `unknown`.
pub fn answers(name: &str, scripts: &[String]) -> Vec<String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = std::env::temp_dir().join(format!("hrglass-{name}-{}.smt2", std::process::id()));
    std::fs::write(&path, scripts.join(";;;;\n")).expect("it is written");
    let output = Command::new("python3")
        .arg(format!("{root}/tests/engine/solve_oracle/ask_z3.py"))
        .arg(&path)
        .output()
        .expect("python3 runs");
    std::fs::remove_file(&path).expect("it was there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), scripts.len());
    answers
}
