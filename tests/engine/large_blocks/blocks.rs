//! Sizes of reduced automata, and equal results of the rules and the direct construction.

use std::collections::BTreeSet;
use std::fmt::Write;

use hrglass::base::{Silent, Sources};
use hrglass::bitvec::{Answer, Solver, Terms};
use hrglass::java::{JavaOptions, parse_all, parse_java};
use hrglass::large_blocks::blocks::{Block, BlockProgram, FlatOptions, FlatProgram, Reduction, Rule};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::{ExceptionKind, Program};
use hrglass::task::examples;

pub fn java(text: &str, entry: &str) -> (Program, ProcedureId) {
    let mut sources = Sources::default();
    let file = sources.add("Main.java".to_owned(), text.to_owned());
    let (program, found) = parse_java(&sources, &[file], &JavaOptions::default(), entry);
    program.unwrap_or_else(|| panic!("{found:?}"))
}

/// Locks that are opened, taken and released in a loop, each under a condition that never changes. In faulty programs, a lock
/// that was not taken must not be released, but is.
pub fn locks(count: u32, faulty: &[u32]) -> String {
    let each = |text: &dyn Fn(u32) -> String| (1..=count).map(text).collect::<String>();
    let parameters: Vec<String> = (1..=count).map(|i| format!("int p{i}")).collect();
    let mut text = format!("class Main {{ static void main({}) {{ ", parameters.join(", "));
    text += "java.util.Random random = new java.util.Random();";
    text += &each(&|i| format!("int lk{i};"));
    text += "while (true) { int cond = random.nextInt(); if (cond == 0) break;";
    text += &each(&|i| format!("lk{i} = 0;"));
    text += &each(&|i| format!("if (p{i} != 0) lk{i} = 1;"));
    for i in 1..=count {
        write!(text, "if (p{i} != 0) {{ assert lk{i} == 1; lk{i} = 0; }}").unwrap();
        if faulty.contains(&i) {
            text += " else { assert false; }";
        }
    }
    text + "} } }"
}

pub const OPTIONS: FlatOptions<'_> =
    FlatOptions { failures: &[], exceptions: &ExceptionKind::ALL, depth: 1, edges: 1_000_000 };

#[test]
fn locks_become_four_locations() {
    for count in [1, 5, 10, 15, 40] {
        let (program, entry) = java(&locks(count, &[]), "Main.main");
        let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
        // The entry and the generator of random numbers have a location and an edge more than the C programs.
        let n = count as usize;
        assert_eq!((flat.cfa.locations.len() - 1, flat.cfa.edges.len()), (7 * n + 5, 10 * n + 4), "{count} locks");
        let reduction = Reduction::new(&flat, false);
        assert_eq!((reduction.locations().len(), reduction.blocks.len()), (4, 4));
        assert!(reduction.steps.iter().all(|step| step.rule != Rule::AdvancedSequence));
        // That a lock is not taken where it is released contradicts the block itself.
        let mut terms = Terms::new();
        let blocks = BlockProgram::new(flat, &mut terms);
        assert!(blocks.blocks_to(blocks.error).next().is_none());
        assert_eq!(blocks.blocks.len(), 3);
    }
}

#[test]
fn the_rules_and_the_direct_construction_agree() {
    let mut programs: Vec<(String, Program, ProcedureId)> = Vec::new();
    for (count, faulty) in [(3, &[][..]), (5, &[2, 4])] {
        let (program, entry) = java(&locks(count, faulty), "Main.main");
        programs.push((format!("{count} locks"), program, entry));
    }
    for (id, text) in examples() {
        let Ok(task) = serde_json::from_str::<serde_json::Value>(text) else { continue };
        // Products of numbers in whole classes take the solver too long.
        if task["analysis"] == "boolean" || id.starts_with("own/") {
            continue;
        }
        let mut sources = Sources::default();
        let files: Vec<_> = task["program"]["files"].as_array().into_iter().flatten().collect();
        let add =
            |file: &serde_json::Value| sources.add("A.java".to_owned(), file["text"].as_str().unwrap().to_owned());
        let files: Vec<_> = files.into_iter().map(add).collect();
        let Some(program) = parse_all(&sources, &files, &JavaOptions::default()).0 else { continue };
        let is_written = |entry: &ProcedureId| !program.procedures[*entry].span.is_of_library();
        for entry in program.procedures.indices().filter(is_written) {
            programs.push((format!("{} {}", id, program.qualified_name(entry)), program.clone(), entry));
        }
    }
    let mut checked = 0;
    for (name, program, entry) in &programs {
        let Some(flat) = FlatProgram::new(program, *entry, &FlatOptions { edges: 2_000, ..OPTIONS }) else { continue };
        let reduction = Reduction::new(&flat, true);
        let mut terms = Terms::new();
        let mut direct = BlockProgram::new(flat, &mut terms);
        let by_rules = direct.of_reduction(&reduction, &mut terms);
        let heads: BTreeSet<_> = direct.heads.iter().map(|head| head.location).collect();
        assert!(reduction.locations().is_subset(&heads), "{name}");
        for block in &direct.blocks {
            let same = |other: &&Block| (other.source, other.target) == (block.source, block.target);
            let other = by_rules.iter().find(same).unwrap_or_else(|| panic!("{name}: {block:?}"));
            assert_equal(name, &direct, block, other, &mut terms);
            checked += 1;
        }
        // What only the rules have is never taken.
        for block in &by_rules {
            if !direct.blocks.iter().any(|other| (other.source, other.target) == (block.source, block.target)) {
                let taken = Solver::new().check(&terms, &[block.guard], &mut Silent).unwrap();
                assert_eq!(taken, Answer::Unsatisfiable, "{name}");
            }
        }
    }
    assert!(checked > 100, "{checked} blocks");
}

fn assert_equal(name: &str, program: &BlockProgram<'_>, one: &Block, other: &Block, terms: &mut Terms) {
    let mut differs = vec![terms.xor(one.guard, other.guard)];
    for &variable in &program.heads[one.target].live {
        let [a, b] = [one, other].map(|block| {
            let next = block.next.iter().find(|(changed, _)| *changed == variable);
            next.map_or(program.current[variable], |&(_, value)| value)
        });
        let equal = terms.equal(a, b);
        let unequal = terms.not(equal);
        differs.push(terms.and(one.guard, unequal));
    }
    let differs = terms.any(&differs);
    assert_eq!(
        Solver::new().check(terms, &[differs], &mut Silent).unwrap(),
        Answer::Unsatisfiable,
        "{name}: {one:?} {other:?}"
    );
}
