//! The headers of ours are compared with those that GCC reads: functions, constants, sizes of types, places of members.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use super::super::preprocess::header_texts;
use super::super::types::DataModel;
use crate::COptions;

/// What is nowhere else, or has another meaning there.
const OWN: [&str; 2] = ["verifier-builtins.h", "tgmath.h"];

/// With `_GNU_SOURCE`, their first parameters are of enumerations there; and two headers disagree about the last.
const OTHERWISE: [&str; 7] =
    ["getrlimit", "setrlimit", "getpriority", "setpriority", "getitimer", "setitimer", "basename"];

/// What headers declare, by their lines.
#[derive(Default)]
struct Declared {
    functions: Vec<(String, String)>,
    types: Vec<String>,
    members: Vec<(String, String)>,
    constants: Vec<String>,
}

impl Declared {
    /// Adds what a text declares, with or without `_GNU_SOURCE`.
    fn add(&mut self, text: &str, gnu: bool) {
        let (mut is_read, mut around, mut members) = (true, Vec::new(), Vec::new());
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["#ifdef", name] => {
                    around.push((*name, is_read));
                    is_read &= *name != "_GNU_SOURCE" || gnu;
                }
                ["#ifndef" | "#if", ..] => around.push(("", is_read)),
                ["#else"] if around.last().is_some_and(|(name, _)| *name == "_GNU_SOURCE") => is_read = !gnu,
                ["#endif"] => is_read = around.pop().is_none_or(|(_, outer)| outer),
                _ if !is_read => {}
                ["#define", name, value, ..] if is_constant(name) && !value.starts_with('{') => {
                    self.constants.push((*name).to_owned());
                }
                ["struct" | "union", _, "{"] => members = vec![format!("{} {}", words[0], words[1])],
                ["typedef", .., "{"] => members = vec![String::new()],
                ["};", ..] | ["}", "__attribute__((__packed__));"] if !members.is_empty() && line.starts_with('}') => {
                    let whole = members[0].clone();
                    self.members.extend(members.drain(..).skip(1).map(|member| (whole.clone(), member)));
                    self.types.push(whole);
                }
                ["}", name] if !members.is_empty() && line.starts_with('}') => {
                    let name = name.trim_end_matches(';');
                    let whole = if members[0].is_empty() { name.to_owned() } else { members[0].clone() };
                    self.members.extend(members.drain(..).skip(1).map(|member| (whole.clone(), member)));
                    self.types.push(whole);
                }
                [name, "=", ..] if line.starts_with("    ") => self.constants.push((*name).to_owned()),
                [.., member] if line.starts_with("    ") && !line.starts_with("     ") && member.ends_with(';') => {
                    let name = member.trim_start_matches('*').split(['[', ';']).next().unwrap_or_default();
                    let is_own = name.is_empty() || name.starts_with("__") || line.contains('(');
                    members.extend((!is_own && !members.is_empty()).then(|| name.to_owned()));
                }
                ["typedef", "struct", _, _] => {}
                ["typedef", .., name] if !line.contains('(') => {
                    self.types.push(name.trim_matches(['*', ';']).to_owned());
                }
                _ => {
                    let name = super::super::preprocess::declared(line).filter(|name| !name.starts_with("__"));
                    let name = name.filter(|name| !gnu || !OTHERWISE.contains(name));
                    self.functions.extend(name.map(|name| (name.to_owned(), line.to_owned())));
                }
            }
        }
    }
}

/// Whether a macro stands for a number, a string or a pointer that never changes.
fn is_constant(name: &str) -> bool {
    let is_other =
        name.contains('(') || name.starts_with("__") || ["MB_CUR_MAX", "SIGSTKSZ", "MINSIGSTKSZ"].contains(&name);
    !is_other && name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
}

/// What GCC prints that compiles and runs a program.
fn output_of_gcc(name: &str, options: &[&str], program: &str) -> String {
    let folder = std::env::temp_dir().join(format!("hrglass-headers-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, binary) = (folder.join("a.c"), folder.join("a"));
    std::fs::write(&file, program).unwrap();
    let mut compile = Command::new("gcc");
    let compiled = compile.args(options).args(["-std=gnu17", "-w", "-o"]).arg(&binary).arg(&file).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&binary).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Compares everything with GCC, for one data model.
fn compare(model: DataModel, option: &str, gnu: bool) {
    let mut declared = Declared::default();
    let mut include = if gnu { "#define _GNU_SOURCE\n".to_owned() } else { String::new() };
    for (name, text) in header_texts().filter(|(name, _)| !OWN.contains(name)) {
        declared.add(text, gnu);
        writeln!(include, "#include <{name}>").unwrap();
    }
    let mut program = format!("{include}#undef basename\nvoid visible(void) {{\n");
    for (name, _) in &declared.functions {
        writeln!(program, "  (void)&{name};").unwrap();
    }
    program += "}\n";
    for (name, line) in &declared.functions {
        // Some are macros, too.
        writeln!(program, "{}", line.replacen(&format!("{name}("), &format!("({name})("), 1)).unwrap();
    }
    program += "#define IS_INTEGER(x) _Generic((x), char: 1, signed char: 1, unsigned char: 1, short: 1, unsigned short: 1, int: 1, unsigned: 1, \
                long: 1, unsigned long: 1, long long: 1, unsigned long long: 1, default: 0)\nint main(void) {\n";
    for ty in &declared.types {
        writeln!(program, "  printf(\"_Static_assert(sizeof({ty}) == %zu, \\\"size of {ty}\\\");\\n\", sizeof({ty}));")
            .unwrap();
    }
    for (of, member) in &declared.members {
        writeln!(
            program,
            "  printf(\"_Static_assert(offsetof({of}, {member}) == %zu, \\\"{of}.{member}\\\");\\n\", offsetof({of}, {member}));"
        )
        .unwrap();
    }
    for name in &declared.constants {
        writeln!(
            program,
            "  if (IS_INTEGER({name})) printf(\"_Static_assert((unsigned long long)({name}) == %lluULL, \\\"{name}\\\");\\n\", (unsigned long long)({name}));\n  \
             printf(\"_Static_assert(sizeof({name}) == %zu, \\\"size of {name}\\\");\\n\", sizeof({name}));"
        )
        .unwrap();
    }
    program += "  return 0;\n}\n";
    assert!(declared.functions.len() > 900 && declared.types.len() > 200 && declared.constants.len() > 900);
    let said = output_of_gcc(&format!("{option}-{gnu}"), &[option], &program);
    let text = format!("{include}{said}int main(void) {{ return 0; }}\n");
    let options = COptions { model, ..COptions::default() };
    let (sources, program, diagnostics) = super::parse_files(&[("a.c", &text)], options);
    assert!(program.is_some(), "{}", super::render(&sources, &diagnostics));
    // What is not supported is not compared.
    let unchecked = diagnostics.iter().filter(|found| found.code == "c/ignored").count();
    assert!(unchecked < 24, "{}", super::render(&sources, &diagnostics));
}

#[test]
fn headers_are_those_of_gcc() {
    let found = |option: &str| {
        let mut gcc = Command::new("gcc");
        let gcc = gcc.args([option, "-E", "-include", "limits.h", "-x", "c", "/dev/null"]);
        gcc.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    for (model, option) in [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")] {
        if !found(option) {
            eprintln!("skipped: there is no gcc {option} with its headers");
            continue;
        }
        for gnu in [false, true] {
            compare(model, option, gnu);
        }
    }
}
