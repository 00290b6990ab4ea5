//! Random programs about what stands beside the statements: whatever is accepted, GCC accepts, and each definite verdict is what runs do.

use std::path::Path;
use std::process::Command;

use super::generate::{Program, memory, numbers};
use super::{found, found_by};
use crate::support::{cases, gcc};

/// How many programs are compiled at once.
const TOGETHER: usize = 100;

/// Runs each program in a process of its own, and prints what it returns.
const DRIVER: &str = "#include <stdio.h>\n#include <unistd.h>\n#include <sys/wait.h>
static void scrub(void) { volatile char stack[5000]; for (int i = 0; i < 5000; i++) stack[i] = 0; }
static void run(long long (*check)(void)) {
  if (!fork()) { alarm(20); long long found = check(); scrub(); printf(\"%lld\", found); exit(0); }
  int status; wait(&status); puts(status ? \" fails\" : \"\"); fflush(stdout);
}\n";

const OVERFLOW: &str = "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero";
const MISUSE: &str = "-fsanitize=address,undefined";

/// For each option, what each variant of a program returns, as text that ends with `fails` where it fails.
type Runs = Vec<Vec<String>>;

/// Compiles a text; whether GCC accepts it.
fn compiles(folder: &Path, text: &str, binary: &Path, options: &[&str]) -> bool {
    let file = folder.join("all.c");
    std::fs::write(&file, text).expect("it is written");
    let usual = ["-std=gnu17", "-O0", "-w", "-fno-builtin", "-o"];
    let compiled = Command::new("gcc").args(usual).arg(binary).arg(&file).args(options).output().expect("gcc runs");
    compiled.status.success()
}

/// Which of some programs GCC accepts.
fn accepted(folder: &Path, programs: &[Program]) -> Vec<bool> {
    let text: String = programs.iter().map(|program| &*program.variants[0]).collect();
    if compiles(folder, &text, &folder.join("all.o"), &["-c"]) {
        return vec![true; programs.len()];
    }
    if programs.len() == 1 {
        return vec![false];
    }
    let (left, right) = programs.split_at(programs.len() / 2);
    [accepted(folder, left), accepted(folder, right)].concat()
}

/// What each of some programs returns, which are accepted.
fn returned(folder: &Path, programs: &[(u64, &str)], options: &[&str]) -> Vec<String> {
    let binary = folder.join("all");
    let mut text: String = programs.iter().map(|(_, program)| *program).collect();
    text += &format!("{DRIVER}int main(void) {{\n");
    for (seed, _) in programs {
        text += &format!("  run(check_{seed});\n");
    }
    text += "  return 0;\n}\n";
    assert!(compiles(folder, &text, &binary, options), "GCC accepted each of {}", folder.display());
    let output = Command::new(&binary).output().expect("it runs").stdout;
    let lines: Vec<String> = String::from_utf8_lossy(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), programs.len());
    lines
}

/// What the variants of each program return.
fn of_variants(folder: &Path, programs: &[(u64, &Program)], options: &[&str]) -> Vec<Vec<String>> {
    let most = programs.iter().map(|(_, program)| program.variants.len()).max().unwrap_or(0);
    let mut all = vec![Vec::new(); programs.len()];
    for variant in 0..most {
        let texts: Vec<(u64, &str)> = (programs.iter())
            .map(|&(seed, program)| (seed, &*program.variants[variant % program.variants.len()]))
            .collect();
        for (results, result) in all.iter_mut().zip(returned(folder, &texts, options)) {
            results.push(result);
        }
    }
    all
}

/// Tries batches of programs; `judge` says what is wrong with one, given its runs if GCC accepts it, and counts definite verdicts.
fn each_batch(
    name: &str,
    total: u64,
    generate: fn(u64) -> Program,
    options: &[&[&str]],
    judge: impl Fn(u64, &Program, Option<&Runs>, &mut u64) -> Option<String>,
) {
    if !gcc::is_there() {
        return;
    }
    let folder = gcc::folder(name);
    let seeds: Vec<u64> = cases::seeds(total).collect();
    let (mut definite, mut refused, mut wrong) = (0, 0, Vec::new());
    for batch in seeds.chunks(TOGETHER) {
        let programs: Vec<Program> = batch.iter().map(|&seed| generate(seed)).collect();
        let accepted = accepted(&folder, &programs);
        let good: Vec<(u64, &Program)> = (batch.iter().copied().zip(&programs).zip(&accepted))
            .filter(|(_, good)| **good)
            .map(|(one, _)| one)
            .collect();
        refused += programs.len() - good.len();
        let by_option: Vec<_> = options.iter().map(|options| of_variants(&folder, &good, options)).collect();
        let mut runs = (0..good.len()).map(|at| by_option.iter().map(|all| all[at].clone()).collect::<Runs>());
        for ((&seed, program), is_accepted) in batch.iter().zip(&programs).zip(accepted) {
            let runs = if is_accepted { runs.next() } else { None };
            if let Some(fault) = judge(seed, program, runs.as_ref(), &mut definite) {
                wrong.push(format!("program {seed}: {fault}\n{}\n", program.text));
            }
        }
    }
    println!("{} programs, {definite} definite verdicts, {refused} refused by GCC", seeds.len());
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(definite * 3 > seeds.len() as u64, "{definite} definite verdicts");
}

fn fails(result: &str) -> bool {
    result.ends_with("fails")
}

/// Why a verdict is not what happens, if each of these may; a program that GCC refuses has none.
fn contradiction(check: &str, verdict: &str, truths: Option<&[bool]>, definite: &mut u64) -> Option<String> {
    *definite += u64::from(matches!(verdict, "satisfied" | "violated"));
    let is_wrong = match (verdict, truths) {
        ("refused", _) => false,
        (_, None) => true,
        ("satisfied", Some(truths)) => truths.contains(&true),
        ("violated", Some(truths)) => truths.contains(&false),
        _ => false,
    };
    is_wrong.then(|| format!("{check}: {verdict}, but {truths:?}"))
}

#[test]
fn numbers_are_those_of_gcc() {
    let options: [&[&str]; 3] =
        [&["-fwrapv"], &[OVERFLOW, "-fno-sanitize-recover=all"], &[MISUSE, "-fno-sanitize-recover=all"]];
    each_batch("edges-numbers", 200, numbers, &options, |seed, program, runs, definite| {
        let whole = |statement: &str| {
            format!("void reach_error(void);\n{}int main(void) {{ {statement}; return 0; }}\n", program.text)
        };
        let check = format!("check_{seed}()");
        let overflows: Option<Vec<bool>> = runs.map(|runs| runs[1].iter().map(|run| fails(run)).collect());
        let verdict = found(&whole(&check), "no-overflow", "LP64");
        let wrong = contradiction("no-overflow", &verdict, overflows.as_deref(), definite);
        let runs = runs.filter(|runs| !runs[2].iter().any(|run| fails(run)));
        wrong.or_else(|| {
            let values = &runs?[0];
            let (operator, reached) = if seed % 2 == 0 { ("==", true) } else { ("!=", false) };
            let truths: Vec<bool> = values.iter().map(|value| (*value == values[0]) == reached).collect();
            let statement = format!("if ({check} {operator} {}) reach_error()", values[0]);
            let verdict = found(&whole(&statement), "unreach-call", "LP64");
            contradiction(&statement, &verdict, Some(&truths), definite)
        })
    });
}

#[test]
fn uses_of_memory_are_those_of_gcc() {
    let options: [&[&str]; 1] = [&[MISUSE, "-fno-sanitize-recover=all"]];
    each_batch("edges-uses", 100, memory, &options, |seed, program, runs, definite| {
        let mut truths: Option<Vec<bool>> = runs.map(|runs| runs[0].iter().map(|run| fails(run)).collect());
        if let Some(truths) = truths.as_mut().filter(|truths| program.any_counts && truths.contains(&true)) {
            truths.fill(true);
        }
        let whole = format!("{}int main(void) {{ check_{seed}(); return 0; }}\n", program.text);
        let verdicts =
            ["valid-deref", "valid-free", "valid-memtrack"].map(|check| found_by("forest", &whole, check, "LP64"));
        let together = match () {
            () if verdicts.iter().any(|verdict| verdict == "refused") => "refused",
            () if verdicts.iter().any(|verdict| verdict == "violated") => "violated",
            () if verdicts.iter().all(|verdict| verdict == "satisfied") => "satisfied",
            () => "unknown",
        };
        contradiction(&format!("{verdicts:?}"), together, truths.as_deref(), definite)
    });
}
