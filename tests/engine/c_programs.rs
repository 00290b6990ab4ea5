//! The C front end compared with GCC: what it accepts, and what programs compute.

mod bit_fields;
mod block_generate;
mod expressions;
mod floating;
mod generate;
mod memory;
mod memory_generate;
mod run;
mod undefined;

use std::path::Path;
use std::process::Command;

use hrglass::base::{Random, Sources, has_errors};
use hrglass::c::{COptions, DataModel, parse_c};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::{Operation, OperationEdge, Program};

use crate::support::{cases, gcc};

const MODELS: [(DataModel, &str); 2] = [(DataModel::Ilp32, "-m32"), (DataModel::Lp64, "-m64")];

/// The program, or the diagnostics as text.
fn read(text: &str, model: DataModel, entry: &str) -> Result<(Program, ProcedureId), String> {
    let mut sources = Sources::default();
    let file = sources.add("program.c", text);
    let (program, diagnostics) = parse_c(&sources, &[file], COptions { model, ..COptions::default() }, entry);
    assert_eq!(program.is_none(), has_errors(&diagnostics), "a program if and only if there is no error");
    program.ok_or_else(|| {
        let lines = diagnostics.iter().map(|d| d.render(&sources));
        lines.map(|r| format!("{:?}:{:?}: {}\n", r.line, r.column, r.message)).collect()
    })
}

/// Random programs compute the same numbers as with GCC.
#[test]
fn random_programs_compute_as_with_gcc() {
    if !gcc::is_there() {
        return;
    }
    let (total, first) = (100 * cases::factor(), cases::seed(0));
    let folder = gcc::folder("c-run");
    for (model, option) in MODELS {
        if !gcc::links(&folder, option) {
            eprintln!("skipped: gcc links no programs with {option}");
            continue;
        }
        let (mut steps, mut unordered) = (0, 0);
        for start in (first..first + total).step_by(50) {
            let end = (start + 50).min(first + total);
            let programs: Vec<String> = (start..end).map(generate::program).collect();
            let expected = outputs(&folder, option, start, &programs);
            for ((seed, program), expected) in (start..).zip(&programs).zip(expected) {
                let entry = format!("check_{seed}");
                let (lowered, entry) = match read(program, model, &entry) {
                    Ok(lowered) => lowered,
                    Err(errors) if errors.contains("in which the order of evaluation decides") => {
                        unordered += 1;
                        continue;
                    }
                    Err(errors) => panic!("program {seed}, {model:?}:\n{program}\n{errors}"),
                };
                let (result, taken) = run::run(&lowered, entry);
                steps += taken;
                // The order of evaluation decides, as far as is known.
                let gives_up = |edge: &OperationEdge| matches!(edge.operation, Operation::GiveUp(_));
                let mut procedures = lowered.procedures.iter();
                if result.starts_with("Stuck") && procedures.any(|procedure| procedure.cfa.edges.iter().any(gives_up)) {
                    unordered += 1;
                    continue;
                }
                assert_eq!(result, expected, "program {seed}, {model:?}:\n{program}");
            }
        }
        println!("{model:?}: {total} programs, {steps} steps, {unordered} depend on the order of evaluation");
        assert!(unordered * 5 < total, "{unordered} of {total}");
        assert!(steps as u64 > total * 50, "{steps}");
    }
}

/// Numbers with fractions are computed as by GCC, to the last digit.
#[test]
fn floating_point_numbers_are_those_of_gcc() {
    let (folder, (model, option)) = (gcc::folder("c-floating"), MODELS[1]);
    if !gcc::is_there() || !gcc::links(&folder, option) {
        return;
    }
    let (total, first) = (200 * cases::factor(), cases::seed(0));
    for start in (first..first + total).step_by(50) {
        let end = (start + 50).min(first + total);
        let programs: Vec<String> = (start..end).map(floating::program).collect();
        let expected = outputs_of(&folder, &[option], floating::HEADER, start, &programs);
        for ((seed, program), expected) in (start..).zip(&programs).zip(expected) {
            let text = format!("{}{program}", floating::HEADER);
            let (lowered, entry) =
                read(&text, model, &format!("check_{seed}")).unwrap_or_else(|e| panic!("{program}{e}"));
            assert_eq!(run::run(&lowered, entry).0, expected, "program {seed}:\n{program}");
        }
    }
}

#[test]
fn bit_fields_are_those_of_gcc() {
    if !gcc::is_there() {
        return;
    }
    let (total, first) = (50 * cases::factor(), cases::seed(0));
    let folder = gcc::folder("c-bit-fields");
    for (model, option) in MODELS.into_iter().filter(|(_, option)| gcc::links(&folder, option)) {
        let programs: Vec<String> = (first..first + total).map(bit_fields::program).collect();
        let expected = outputs(&folder, option, first, &programs);
        for ((seed, program), expected) in (first..).zip(&programs).zip(expected) {
            let (lowered, entry) =
                read(program, model, &format!("check_{seed}")).unwrap_or_else(|e| panic!("{program}{e}"));
            assert_eq!(run::run(&lowered, entry).0, expected, "program {seed}, {model:?}:\n{program}");
        }
    }
}

#[test]
fn expressions_compute_as_with_gcc() {
    if !gcc::is_there() {
        return;
    }
    let folder = gcc::folder("c-expressions");
    let programs = expressions::programs(0);
    for (model, option) in MODELS {
        if !gcc::links(&folder, option) {
            eprintln!("skipped: gcc links no programs with {option}");
            continue;
        }
        let expected = outputs(&folder, option, 0, &programs);
        for ((number, program), expected) in programs.iter().enumerate().zip(expected) {
            let (lowered, entry) =
                read(program, model, &format!("check_{number}")).unwrap_or_else(|e| panic!("{program}{e}"));
            assert_eq!(run::run(&lowered, entry).0, expected, "{}, {model:?}", expressions::EXPRESSIONS[number]);
        }
    }
}

/// A failure of a run is one that GCC's checks find: with the same input, the program traps. Without it, the results are equal.
#[test]
fn failures_are_those_that_gcc_finds() {
    if !gcc::is_there() {
        return;
    }
    let folder = gcc::folder("c-fail");
    let faults =
        ["10 / (x - 3)", "10 % (x - 3)", "1 << (x * 16)", "1 >> (x - 3)", "a[x]", "a[x - 3]", "(x > 1 ? a[x] : 7)"];
    for (model, option) in MODELS {
        if !gcc::links(&folder, option) {
            eprintln!("skipped: gcc links no programs with {option}");
            continue;
        }
        for fault in faults {
            let runs = 0..6;
            let program = format!("unsigned long long check(int x) {{ int a[4] = {{ 1, 2, 3 }}; return {fault}; }}");
            let main = "int printf(const char *, ...); int atoi(const char *);\n\
                        int main(int count, char **words) { printf(\"%llu\\n\", check(atoi(words[1]))); return 0; }";
            let (file, binary) = (folder.join("fault.c"), folder.join("fault"));
            std::fs::write(&file, format!("{program}\n{main}\n")).expect("it is written");
            let checks = "-fsanitize=shift,integer-divide-by-zero,bounds";
            let options = ["-std=gnu11", "-w", checks, "-fsanitize-undefined-trap-on-error", option, "-o"];
            let compiled = Command::new("gcc").args(options).arg(&binary).arg(&file).output().expect("gcc runs");
            assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
            for x in runs {
                let output = Command::new(&binary).arg(x.to_string()).output().expect("it runs");
                let expected = match output.status.success() {
                    true => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
                    false => "fails".to_owned(),
                };
                let text = format!("{program} unsigned long long run(void) {{ return check({x}); }}");
                let (lowered, entry) = read(&text, model, "run").expect("a program");
                let (result, _) = run::run(&lowered, entry);
                let result = if result.contains("Failed") { "fails".to_owned() } else { result };
                assert_eq!(result, expected, "{fault} with {x}, {model:?}");
            }
        }
    }
}

/// What GCC computes for programs, each a function of its own.
fn outputs(folder: &Path, option: &str, start: u64, programs: &[String]) -> Vec<String> {
    outputs_of(folder, &["-fwrapv", option], "", start, programs)
}

/// The same, with these options, for programs behind a header.
fn outputs_of(folder: &Path, options: &[&str], header: &str, start: u64, programs: &[String]) -> Vec<String> {
    let mut text = format!("int printf(const char *, ...);\n{header}");
    for program in programs {
        text += program;
    }
    text += "int main(void) {\n";
    for seed in start..start + programs.len() as u64 {
        text += &format!("  printf(\"%llu\\n\", check_{seed}());\n");
    }
    text += "  return 0;\n}\n";
    let output = gcc::output(folder, options, &text);
    let lines: Vec<String> = output.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), programs.len(), "programs {start}..");
    lines
}

/// What the front end accepts, GCC accepts: random programs with random changes.
#[test]
fn gcc_accepts_what_is_accepted() {
    if !gcc::is_there() {
        return;
    }
    let (total, first) = (1_500 * cases::factor(), cases::seed(0));
    let folder = gcc::folder("c-accept");
    let everything = include_str!("../../src/c/tests/everything.c");
    let models: Vec<_> = MODELS.into_iter().filter(|(_, option)| gcc::links(&folder, option)).collect();
    let (mut accepted, mut wrong) = (0, Vec::new());
    for seed in first..first + total {
        let mut random = Random::scattered(seed);
        let (original, entry) = match seed % 3 {
            0 => (everything.to_owned(), "main".to_owned()),
            _ => (generate::program(seed), format!("check_{seed}")),
        };
        let program = if seed < 30 { original } else { mutated(&original, &mut random) };
        let (model, option) = models[seed as usize % models.len()];
        if read(&program, model, &entry).is_err() {
            assert!(seed >= 30, "{}\n{:?}", program, read(&program, model, &entry).err());
            continue;
        }
        accepted += 1;
        let file = folder.join("one.c");
        std::fs::write(&file, &program).expect("it is written");
        let options = ["-std=gnu11", "-fsyntax-only", "-w", option];
        let checked = Command::new("gcc").args(options).arg(&file).output().expect("gcc runs");
        if !checked.status.success() {
            let message = String::from_utf8_lossy(&checked.stderr);
            let errors: Vec<&str> = message.lines().filter(|line| line.contains("error")).collect();
            wrong.push(format!("{seed}: {}", errors.join("\n")));
        }
    }
    println!("{accepted} of {total} programs are accepted");
    assert!(wrong.is_empty(), "{} of {accepted}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(accepted > total / 25, "{accepted}");
}

/// A program with a few words replaced, moved, removed or repeated.
fn mutated(program: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> = Vec::new();
    let mut rest = program;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        words.push(&rest[..length]);
        rest = &rest[length..];
    }
    for _ in 0..1 + random.below(3) / 2 {
        let solid: Vec<usize> = (0..words.len()).filter(|&at| !words[at].trim().is_empty()).collect();
        let (at, from) = (*random.one_of(&solid), *random.one_of(&solid));
        match random.below(5) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[from]),
            2 => words.swap(at, from),
            _ => words[at] = words[from],
        }
    }
    words.concat()
}
