//! How programs use their memory: the interpreter ends them as GCC's sanitizers do.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use hrglass::base::Sources;
use hrglass::c::{COptions, DataModel, parse_c};
use hrglass::grammar::Grammar;
use hrglass::heap::{Alphabet, Heap};
use hrglass::interpreter::{Decision, End, InvalidAddress, Machine, Setting, Value};
use hrglass::program::cfa::{EdgeId, ProcedureId};
use hrglass::program::objects::{Comparison, Condition, Failure, Operation, Program};

use super::{block_generate, memory_generate};
use crate::support::{cases, gcc};

const HEADERS: &str = "#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n";

/// A number that follows from the seed, for each call.
const NUMBERS: &str = "static unsigned seed_ = SEED;
int __VERIFIER_nondet_int(void) { seed_ = seed_ * 1103515245u + 12345u; return (seed_ >> 16) % 3 != 0; }\n";

const OPTIONS: [&str; 8] = [
    "-std=gnu11",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    // Variables without a value, like memory in the sanitizer's heap, are filled with a pattern that is no address.
    "-ftrivial-auto-var-init=pattern",
    "-g",
    "-O0",
    "-w",
    "-o",
];

/// How a run ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    /// It returns a number.
    Returns(String),
    /// It returns, and memory is lost.
    Leak,
    Null,
    UseOfUndefined,
    UseAfterFree,
    UseAfterEnd,
    UseOutside,
    DoubleFree,
    InvalidFree,
    /// What the interpreter does not know.
    Unknown(String),
}

/// How the interpreter ends a run. A pointer without a value equals nothing.
fn interpreted(program: &Program, entry: ProcedureId) -> (Outcome, usize) {
    let (alphabet, grammar) = (Alphabet::default(), Grammar::default());
    let setting = Setting { program, entry, alphabet: &alphabet, grammar: &grammar };
    let mut machine = Machine::new(setting, &Heap::default());
    for step in 0..200_000 {
        while let Some(decision) = machine.decision() {
            let option = match &decision {
                Decision::Branch(edges) => unequal(program, &machine, edges),
                Decision::Number(..) => Some(0),
                Decision::Derive(_) => None,
            };
            let Some(option) = option else { return (Outcome::Unknown(format!("{decision:?}")), step) };
            machine.decide(&decision, option);
        }
        if let Err(end) = machine.step() {
            return (outcome(&machine, end), step);
        }
    }
    (Outcome::Unknown("too long".to_owned()), 200_000)
}

/// The edge that says that two pointers differ.
fn unequal(program: &Program, machine: &Machine<'_>, edges: &[EdgeId]) -> Option<usize> {
    let procedure = &program.procedures[machine.top().procedure];
    edges.iter().position(|&edge| {
        let operation = &procedure.cfa.edges[edge].operation;
        matches!(operation, Operation::Assume(Condition::Compare { comparison: Comparison::NotEqual, .. }))
    })
}

fn outcome(machine: &Machine<'_>, end: End) -> Outcome {
    use InvalidAddress::{Automatic, Ended, Freed, OtherType, Outside, Part, Static, Undefined};
    let top = machine.top();
    match end {
        End::Returned if !machine.lost().is_empty() => Outcome::Leak,
        End::Returned => match top.local(machine.setting().program.procedures[top.procedure].returned) {
            Value::Number(n) => Outcome::Returns(n.cast_unsigned().to_string()),
            value => Outcome::Unknown(format!("{value:?}")),
        },
        End::NullDereference => Outcome::Null,
        End::InvalidDereference { because: Undefined, .. } | End::InvalidFree { because: Undefined, .. } => {
            Outcome::UseOfUndefined
        }
        End::InvalidDereference { because: Freed, .. } => Outcome::UseAfterFree,
        End::InvalidDereference { because: Ended, .. } => Outcome::UseAfterEnd,
        End::InvalidDereference { because: Outside, .. } | End::Failed(Failure::OutOfBounds) => Outcome::UseOutside,
        End::InvalidFree { because: Freed, .. } => Outcome::DoubleFree,
        End::InvalidFree { because: Ended | Outside | Part | Automatic | Static, .. }
        | End::Failed(Failure::InvalidFree) => Outcome::InvalidFree,
        End::InvalidDereference { because: OtherType | Part | Automatic | Static, .. }
        | End::InvalidFree { because: OtherType, .. }
        | End::Thrown
        | End::NullDereferenceThrown
        | End::Failed(_)
        | End::Ended
        | End::Stuck
        | End::TooLarge => Outcome::Unknown(format!("{end:?}")),
    }
}

/// How a compiled program ends.
fn executed(binary: &Path, argument: &str) -> Outcome {
    let mut command = Command::new(binary);
    command.arg(argument);
    command.env("ASAN_OPTIONS", "detect_leaks=1:detect_stack_use_after_return=1");
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stderr);
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if output.status.success() {
        Outcome::Returns(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else if has(&["heap-use-after-free"]) {
        Outcome::UseAfterFree
    } else if has(&["stack-use-after-scope", "stack-use-after-return"]) {
        Outcome::UseAfterEnd
    } else if has(&["attempting double-free"]) {
        Outcome::DoubleFree
    } else if has(&["attempting free on address which was not malloc", "INVALID vs free"]) {
        Outcome::InvalidFree
    } else if has(&["null pointer", "zero page"]) {
        Outcome::Null
    } else if has(&["0xbebebebe", "0xfefefefe", " on unknown address"]) {
        Outcome::UseOfUndefined
    } else if has(&["buffer-overflow", "buffer-underflow", "out of bounds", "insufficient space"]) {
        Outcome::UseOutside
    } else if has(&["LeakSanitizer: detected memory leaks"]) {
        Outcome::Leak
    } else {
        panic!("{:?}: {text}", output.status)
    }
}

fn compile(folder: &Path, name: &str, text: &str) {
    let (file, binary) = (folder.join(format!("{name}.c")), folder.join(name));
    std::fs::write(&file, text).expect("it is written");
    let compiled = Command::new("gcc").args(OPTIONS).arg(&binary).arg(&file).output().expect("gcc runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}

/// Whether GCC has its sanitizers and they find leaks here; says so if not.
fn has_sanitizers(folder: &Path) -> bool {
    let file = folder.join("leak.c");
    let text = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; p = 0; return 0; }\n";
    std::fs::write(&file, text).expect("it is written");
    let binary = folder.join("leak");
    let compiled = Command::new("gcc").args(OPTIONS).arg(&binary).arg(&file).stderr(Stdio::null()).status();
    let output = compiled.ok().filter(|status| status.success()).and_then(|_| Command::new(&binary).output().ok());
    let found = output.is_some_and(|output| String::from_utf8_lossy(&output.stderr).contains("detected memory leaks"));
    if !found {
        eprintln!("skipped: gcc has no sanitizers that find leaks here");
    }
    found
}

/// Random programs end as when they are compiled with sanitizers: in so many ways.
fn check_random(name: &str, generate: fn(u64) -> String, ways: usize) {
    let folder = gcc::folder(name);
    if !gcc::is_there() || !has_sanitizers(&folder) {
        return;
    }
    let (total, first) = (200 * cases::factor(), cases::seed(0));
    let (mut found, mut steps, mut wrong) = (BTreeMap::<String, u32>::new(), 0, Vec::new());
    for start in (first..first + total).step_by(50) {
        let seeds = start..(start + 50).min(first + total);
        let mut text = format!("{HEADERS}#include <stdio.h>\n");
        seeds.clone().for_each(|seed| text += &generate(seed));
        text += "int main(int count, char **words) { unsigned long long r = 0; switch (atoi(words[1])) {\n";
        seeds.clone().for_each(|seed| {
            _ = writeln!(text, "  case {seed}: r = check_{seed}(); break;");
        });
        text += "  } printf(\"%llu\\n\", r); return 0; }\n";
        compile(&folder, "all", &text);
        for seed in seeds {
            let expected = executed(&folder.join("all"), &seed.to_string());
            let program = format!("{HEADERS}{}", generate(seed));
            let (lowered, entry) = super::read(&program, DataModel::Lp64, &format!("check_{seed}"))
                .unwrap_or_else(|errors| panic!("program {seed}:\n{program}\n{errors}"));
            let (outcome, taken) = interpreted(&lowered, entry);
            steps += taken;
            let kind = format!("{outcome:?}");
            *found.entry(kind.split('(').next().unwrap_or_default().to_owned()).or_default() += 1;
            // The bytes before a variable may look to the sanitizer like the head of a freed object.
            let is_same = outcome == expected || (&outcome, &expected) == (&Outcome::InvalidFree, &Outcome::DoubleFree);
            if !is_same {
                let body = program.split("unsigned long long check").nth(1).unwrap_or_default();
                wrong.push(format!("{seed}: {outcome:?}, with GCC {expected:?}\n{body}"));
            }
        }
    }
    println!("{total} programs, {steps} steps: {found:?}");
    let shown = wrong.len().min(5);
    assert!(wrong.is_empty(), "{} of {total}:\n{}", wrong.len(), wrong[..shown].join("\n"));
    assert!(total < 200 || found.len() == ways && found.values().all(|&count| count > 1), "{found:?}");
}

#[test]
fn random_programs_end_as_with_sanitizers() {
    check_random("c-memory", memory_generate::program, 9);
}

#[test]
fn random_programs_with_blocks_end_as_with_sanitizers() {
    check_random("c-blocks", block_generate::program, 8);
}

/// Programs with lists and trees use their memory right; those that do not dispose of it leak.
#[test]
fn lists_and_trees_end_as_with_sanitizers() {
    let folder = gcc::folder("c-lists");
    if !gcc::is_there() || !has_sanitizers(&folder) {
        return;
    }
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/c/tests/memory");
    let mut names: Vec<_> = std::fs::read_dir(programs).expect("a folder").map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() > 20);
    for path in names {
        let text = std::fs::read_to_string(&path).expect("a program");
        // The numbers that a run is given are its own.
        let text = text.replace("extern int __VERIFIER_nondet_int(void);", NUMBERS);
        let text = text.replace("int main(void)", "int check(void)");
        for seed in 0..4 {
            let text = text.replace("SEED", &seed.to_string());
            let name = path.file_stem().unwrap().to_string_lossy();
            let main =
                "int printf(const char *, ...); int main(void) { int r = check(); printf(\"%d\\n\", r); return 0; }\n";
            compile(&folder, &name, &format!("{text}\n{main}"));
            let expected = executed(&folder.join(&*name), "");
            let (lowered, entry) =
                super::read(&text, DataModel::Lp64, "check").unwrap_or_else(|errors| panic!("{name}: {errors}"));
            let (outcome, _) = interpreted(&lowered, entry);
            assert_eq!(outcome, expected, "{name} with seed {seed}");
            let is_right = matches!(&outcome, Outcome::Returns(result) if result == "0");
            assert!(is_right || name == "tree_rotating" && outcome == Outcome::Leak, "{name}: {outcome:?}");
            if !text.contains("seed_") {
                break;
            }
        }
    }
}

/// The line whose step first loses an object.
fn lost_at(text: &str) -> Option<u32> {
    let mut sources = Sources::default();
    let file = sources.add("program.c", text);
    let (program, _) = parse_c(&sources, &[file], COptions::default(), "main");
    let (program, entry) = program.expect("a program");
    let (alphabet, grammar) = (Alphabet::default(), Grammar::default());
    let setting = Setting { program: &program, entry, alphabet: &alphabet, grammar: &grammar };
    let mut machine = Machine::new(setting, &Heap::default());
    loop {
        assert!(machine.decision().is_none());
        let top = machine.top();
        let line = sources.line_of(program.procedures[top.procedure].cfa.locations[top.location]);
        match machine.step() {
            Ok(()) if !machine.lost().is_empty() => return Some(line),
            Ok(()) => {}
            Err(End::Returned) => return None,
            Err(end) => panic!("{end:?}"),
        }
    }
}

/// By definition: no path leads there from a variable.
#[test]
fn objects_are_lost_where_no_path_leads_to_them() {
    const TYPES: &str = "#include <stdlib.h>\nstruct link { struct link *next; }; struct item { int n; struct link link; struct item *other; };\n\
        static struct link *kept; static struct item *make(void) { struct item *new = calloc(1, sizeof *new); return new; }\n";
    // The body begins in line 5.
    let bodies = [
        ("struct item *p = make();\np = 0;", Some(6)),
        ("struct item *p = make();\nstruct link *l = &p->link;\np = 0;\nl = 0;\nkept = l;", Some(8)),
        ("struct item *p = make();\np->other = make();\nkept = &p->other->link;\nfree(p);\nkept = 0;", Some(9)),
        ("struct item *p = make();\np->other = make();\nfree(p);\np = 0;", Some(7)),
        ("struct item *p = make(), *q = make();\np->other = q; q->other = p;\np = q;\nq = 0;\np = 0;", Some(9)),
        ("make();", Some(3)),
        ("free(make());", None),
        ("struct item *p = make();\nkept = &p->link;", None),
        ("struct item *p = make();\np->n = 1;", Some(7)),
    ];
    for (body, expected) in bodies {
        assert_eq!(lost_at(&format!("{TYPES}int main(void) {{\n{body}\nreturn 0; }}")), expected, "{body}");
    }
}
