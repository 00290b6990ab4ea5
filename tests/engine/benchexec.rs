//! The module for BenchExec, with BenchExec: skipped where it cannot be installed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

const VERSION: &str = "3.35";

/// The programs of BenchExec, in a virtual environment that is made on first use; says so if there is none.
fn benchexec() -> Option<&'static Path> {
    static PROGRAMS: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = PROGRAMS.get_or_init(installed).as_deref();
    if found.is_none() {
        eprintln!("skipped: benchexec=={VERSION} cannot be installed");
    }
    found
}

fn installed() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("benchexec-{VERSION}"));
    let programs = folder.join("bin");
    let runs = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    let is_there = || runs(Command::new(programs.join("benchexec")).arg("--version"));
    let package = format!("benchexec=={VERSION}");
    let made = is_there()
        || runs(Command::new("python3").args(["-m", "venv"]).arg(&folder))
            && runs(Command::new(programs.join("pip")).args(["install", "--quiet", &package]))
            && is_there();
    made.then_some(programs)
}

fn run(command: &mut Command) -> Output {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/benchexec");
    command.env("PYTHONPATH", module).env("PYTHONDONTWRITEBYTECODE", "1").output().expect("it runs")
}

fn tool_directory() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_hrglass")).parent().expect("a directory").to_owned()
}

#[test]
fn the_module_is_accepted() {
    let Some(programs) = benchexec() else { return };
    let mut command = Command::new(programs.join("python"));
    command.args(["-m", "benchexec.test_tool_info", ".hrglass", "--no-container", "--tool-directory"]);
    let output = run(command.arg(tool_directory()));
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(text.contains(&format!("Version: “{}”", env!("CARGO_PKG_VERSION"))), "{text}");
    assert!(!text.contains("Error"), "{text}");
    let line = "'check', '--format', 'json', '--property', 'PROPERTY.PRP', '--data-model', 'ILP32', '--seconds', '900'";
    assert!(text.contains(line), "{text}");
}

#[test]
fn a_benchmark_runs() {
    let Some(programs) = benchexec() else { return };
    let folder = crate::support::program::directory("runs");
    let definition = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/benchexec/hrglass.xml");
    let mut command = Command::new(programs.join("benchexec"));
    command.arg(definition).args(["--no-container", "--no-compress-results", "--tool-directory"]);
    // Where control groups are not available, limits of memory are not either.
    command.arg(tool_directory()).args(["--memorylimit", "-1", "--limitCores", "-1", "--outputpath"]);
    let output = run(command.arg(format!("{}/", folder.display())).current_dir(&folder));
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    if text.contains("cgroups") && !text.contains("Statistics:") {
        eprintln!("skipped: BenchExec cannot use control groups here");
        return;
    }
    let of = |program: &str| text.lines().find(|line| line.contains(program)).unwrap_or_default().to_owned();
    let results = [
        ("average.yml", "false(no-overflow)"),
        ("bounded-count.yml", "true"),
        ("careful-average.yml", "true"),
        ("lost-lock.yml", "false(unreach-call)"),
        ("two-locks.yml", "true"),
    ];
    for (program, expected) in results {
        // Another name may end as this one does.
        let line = if program == "average.yml" { of(" average.yml") } else { of(program) };
        assert!(line.split_whitespace().any(|word| word == expected), "{program}: {text}");
    }
    let score = text.lines().find(|line| line.contains("Score:")).unwrap_or_default();
    assert!(score.contains("8 (max: 8)"), "{text}");
    // Reasons and figures are in the tables.
    let files = std::fs::read_dir(&folder).expect("a folder").filter_map(|entry| Some(entry.ok()?.path()));
    let tables: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|e| e == "xml"))
        .map(|path| std::fs::read_to_string(path).expect("text"))
        .collect();
    assert_eq!(tables.len(), 2, "two definitions");
    assert!(tables.iter().any(|table| table.contains("overflow in line 7")), "{tables:?}");
    assert!(tables.iter().any(|table| table.contains("title=\"queries\"")), "{tables:?}");
}

/// What is made of outputs, also of those that no run here has.
#[test]
fn outputs_are_results() {
    let Some(programs) = benchexec() else { return };
    const SCRIPT: &str = r#"
from benchexec.tools.template import BaseTool2
from benchexec.util import ProcessExitCode
from hrglass import Tool
def of(text, value=0, signal=None, reason=None):
    code = ProcessExitCode(0, value, signal)
    output = BaseTool2.RunOutput(text.splitlines(keepends=True))
    return Tool().determine_result(BaseTool2.Run(["hrglass"], code, output, reason))
def report(verdict, kind="unreach-call", more=""):
    return '{\n  "diagnostics": [],\n  "properties": [{"kind": "%s", "verdict": "%s"%s}]\n}\n' % (kind, verdict, more)
print(of("note\n" + report("satisfied") + "after\n"))
print(of(report("violated"), 1))
print(of(report("violated", "no-overflow"), 1))
for kind in ["valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"]:
    print(of(report("violated", kind), 1))
print(of(report("violated", "other"), 1))
print(of(report("unknown"), 2))
print(of(report("unknown", more=', "remedies": [{"kind": "budget", "option": "seconds", "limit": 9}]'), 2))
print(of(report("unknown", more=', "remedies": [{"kind": "budget", "option": "memory", "limit": 9}]'), 2))
print(of('{\n  "diagnostics": [{"severity": "error", "code": "c/float"}],\n  "properties": []\n}\n', 3))
error = '{\n  "diagnostics": [{"severity": "error", "message": "no unions"}],\n  "properties": []\n}\n'
print(Tool().get_value_from_output(BaseTool2.RunOutput(error.splitlines(keepends=True)), "reason"))
print(of(report("satisfied"), None, 9, "cputime"))
print(of("", None, 9, "memory"))
print(of("", None, 11))
print(of("hrglass: internal error\n", 4))
print(of('{\n  "diagnostics": [],\n  "properties": []\n}\n', 2))
print(of('{\n half of a report\n}\n', 2))
"#;
    let output = run(Command::new(programs.join("python")).args(["-c", SCRIPT]));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = "true\nfalse(unreach-call)\nfalse(no-overflow)\nfalse(valid-deref)\nfalse(valid-free)\n\
        false(valid-memtrack)\nfalse(valid-memcleanup)\nfalse\nunknown\nTIMEOUT\nOUT OF MEMORY\nunknown\nno unions\nTIMEOUT\n\
        OUT OF MEMORY\nERROR (signal 11)\nERROR (no report)\nunknown\nERROR (no report)\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
