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

/// What BenchExec prints of a benchmark; nothing where it cannot run.
fn benchmark(programs: &Path, definition: &Path, folder: &Path) -> Option<String> {
    let mut command = Command::new(programs.join("benchexec"));
    command.arg(definition).args(["--no-container", "--no-compress-results", "--tool-directory"]);
    // Where control groups are not available, limits of memory are not either.
    command.arg(tool_directory()).args(["--memorylimit", "-1", "--limitCores", "-1", "--outputpath"]);
    let output = run(command.arg(format!("{}/", folder.display())).current_dir(folder));
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    if text.contains("cgroups") && !text.contains("Statistics:") {
        eprintln!("skipped: BenchExec cannot use control groups here");
        return None;
    }
    Some(text.into_owned())
}

#[test]
fn a_benchmark_runs() {
    let Some(programs) = benchexec() else { return };
    let folder = crate::support::program::directory("runs");
    let definition = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/benchexec/hrglass.xml");
    let Some(text) = benchmark(programs, &definition, &folder) else { return };
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

/// Every property of the competition, supported or not: what is not supported is unknown, and the score is that of the other ones.
#[test]
fn every_property_has_a_result() {
    let Some(programs) = benchexec() else { return };
    let folder = crate::support::program::directory("properties");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("it is written");
    let ltl = |formula: &str| format!("CHECK( init(main()), LTL({formula}) )\n");
    let cover = |goal: &str| format!("COVER( init(main()), FQL(COVER EDGES(@{goal})) )\n");
    let memsafety = ["G valid-free", "G valid-deref", "G valid-memtrack"].map(ltl).concat();
    let supported = [
        ("unreach-call", ltl("G ! call(reach_error())")),
        ("no-overflow", ltl("G ! overflow")),
        ("valid-memsafety", memsafety),
        ("valid-memcleanup", ltl("G valid-memcleanup")),
    ];
    let others = [
        ("termination", ltl("F end")),
        ("no-data-race", ltl("G ! data-race")),
        ("def-behavior", ltl("G def-behavior")),
        ("coverage-branches", cover("DECISIONEDGE")),
        ("coverage-conditions", cover("CONDITIONEDGE")),
        ("coverage-error-call", cover("CALL(reach_error)")),
        ("coverage-statements", cover("BASICBLOCKENTRY")),
    ];
    let files = || supported.iter().chain(&others);
    files().for_each(|(name, text)| write(&format!("{name}.prp"), text));
    let main = |body: &str| {
        "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n#include <stdlib.h>\n\
            struct node { struct node *next; };\nint main(void) { struct node *p = malloc(sizeof(struct node));\n"
            .to_owned()
            + body
            + "\nreturn 0; }\n"
    };
    // The size of `long` decides in the first one.
    let sums = "long x = __VERIFIER_nondet_int(); x = x + 1; free(p);";
    let verdicts = [
        ("sum", sums, "ILP32", "no-overflow", "false(no-overflow)"),
        ("sum", sums, "LP64", "no-overflow", "true"),
        ("once", "free(p); if (!p) reach_error();", "LP64", "unreach-call", "true"),
        (
            "call",
            "free(p); if (__VERIFIER_nondet_int() == 7) reach_error();",
            "ILP32",
            "unreach-call",
            "false(unreach-call)",
        ),
        ("gone", "free(p); p->next = 0;", "LP64", "valid-memsafety", "false(valid-deref)"),
        ("twice", "free(p); free(p);", "ILP32", "valid-memsafety", "false(valid-free)"),
        ("lost", "p = 0;", "LP64", "valid-memsafety", "false(valid-memtrack)"),
        ("freed", "free(p);", "ILP32", "valid-memsafety", "true"),
        ("kept", "static struct node *q; q = p;", "LP64", "valid-memcleanup", "false(valid-memcleanup)"),
        ("freed", "free(p);", "LP64", "valid-memcleanup", "true"),
    ];
    let definition = |program: &str, model: &str, property: &str, more: &str| {
        let text = format!(
            "format_version: '2.0'\ninput_files: [{program}]\nproperties:\n  - property_file: {property}.prp\n{more}\
             options:\n  language: C\n  data_model: {model}\n"
        );
        let name = program.replace(".c, ", "-").replace(".c", "");
        write(&format!("{name}.{model}.{property}.yml"), &text);
    };
    for (name, body, model, property, result) in verdicts {
        write(&format!("{name}.c"), &main(body));
        let more = match result.strip_prefix("false(").and_then(|rest| rest.strip_suffix(')')) {
            Some(part) if part != property => format!("    expected_verdict: false\n    subproperty: {part}\n"),
            Some(_) => "    expected_verdict: false\n".to_owned(),
            None => "    expected_verdict: true\n".to_owned(),
        };
        definition(&format!("{name}.c"), model, property, &more);
    }
    for (name, _) in &others {
        let more = if name.starts_with("coverage") { "" } else { "    expected_verdict: true\n" };
        definition("freed.c", "LP64", name, more);
    }
    definition("freed.c, once.c", "LP64", "unreach-call", "    expected_verdict: true\n");
    let runs = files().map(|(name, _)| {
        format!(
            "<rundefinition name=\"{name}\"><tasks name=\"t\"><include>*.{name}.yml</include></tasks>\
             <propertyfile>{name}.prp</propertyfile></rundefinition>\n"
        )
    });
    let head = "<?xml version=\"1.0\"?>\n<!DOCTYPE benchmark PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN\" \
        \"https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd\">\n<benchmark tool=\".hrglass\" timelimit=\"60 s\">\n\
        <option name=\"--witness\">witness.yml</option>\n";
    write("all.xml", &(head.to_owned() + &runs.collect::<String>() + "</benchmark>\n"));
    let Some(text) = benchmark(programs, &folder.join("all.xml"), &folder) else { return };
    let result = |definition: &str| {
        let line = text.lines().find(|line| line.contains(&format!(" {definition}.yml")));
        line.and_then(|line| line.split_whitespace().nth(2)).unwrap_or_else(|| panic!("{definition}: {text}"))
    };
    for (name, _, model, property, expected) in verdicts {
        assert_eq!(result(&format!("{name}.{model}.{property}")), expected);
    }
    for (name, _) in &others {
        assert_eq!(result(&format!("freed.LP64.{name}")), "unknown");
    }
    assert_eq!(result("freed-once.LP64.unreach-call"), "unknown");
    let score = text.lines().find(|line| line.contains("Score:")).unwrap_or_default();
    assert!(score.contains("14 (max: 22)"), "{text}");
}

/// What is made of outputs, also of those that no run here has.
#[test]
fn outputs_are_results() {
    let Some(programs) = benchexec() else { return };
    const SCRIPT: &str = r#"
import json
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
several = json.dumps([json.loads(report("satisfied"))] * 2, indent=2) + "\n"
print(of(several))
print(Tool().get_value_from_output(BaseTool2.RunOutput(several.splitlines(keepends=True)), "reason"))
"#;
    let output = run(Command::new(programs.join("python")).args(["-c", SCRIPT]));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = "true\nfalse(unreach-call)\nfalse(no-overflow)\nfalse(valid-deref)\nfalse(valid-free)\n\
        false(valid-memtrack)\nfalse(valid-memcleanup)\nfalse\nunknown\nTIMEOUT\nOUT OF MEMORY\nunknown\nno unions\nTIMEOUT\n\
        OUT OF MEMORY\nERROR (signal 11)\nERROR (no report)\nunknown\nERROR (no report)\n\
        unknown\nseveral input files are not supported\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
