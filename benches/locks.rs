//! The locks of Beyer, Cimatti, Griggio, Keremoglu and Sebastiani (FMCAD 2009): sizes of their automata, and what it takes to check
//! them. `scripts/locks.mjs` makes the tables of docs/large-blocks.md from it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use hrglass::base::{Silent, Sources};
use hrglass::bitvec::Terms;
use hrglass::c::{COptions, DataModel, parse_c};
use hrglass::large_blocks::blocks::{BlockProgram, FlatOptions, FlatProgram, Reduction};
use hrglass::large_blocks::{Abstraction, AbstractionAnswer, AbstractionOptions, AbstractionStatistics};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::{Failure, Program};

/// Figures of others, by name of the program.
const REFERENCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/reference-locks.csv");

/// The locks that faulty programs release wrongly.
const FAULTY: &[u32] = &[2, 14];

/// Numbers of locks with which others were measured, and more.
const FEW: std::ops::RangeInclusive<u32> = 5..=15;
const MANY: [u32; 5] = [20, 50, 100, 150, 200];

/// Numbers of locks that can be proved edge by edge.
pub(crate) const SMALL: std::ops::RangeInclusive<u32> = 1..=6;

/// How often a program is checked for one time, and how many times there are.
const RUNS: u32 = 20;
const TIMES: usize = 5;

fn main() -> ExitCode {
    // `cargo bench` says `--bench`, and without a name it runs all benches.
    let Some(engine) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) else {
        eprintln!("Nothing to measure; `node scripts/locks.mjs` does.");
        return ExitCode::SUCCESS;
    };
    match tables(Path::new(&engine)) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("locks: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The program with this many locks. Each is opened, taken and released in a loop, under a condition that never changes; faulty locks are
/// also released where they were not taken.
pub(crate) fn program(count: u32, faulty: &[u32]) -> String {
    let mut text =
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\nint main(void)\n{\n".to_owned();
    for i in 1..=count {
        let _ = writeln!(text, "  int p{i} = __VERIFIER_nondet_int();\n  int lk{i};");
    }
    text += "\n  while (1) {\n    if (__VERIFIER_nondet_int() == 0) goto out;\n\n";
    for i in 1..=count {
        let _ = writeln!(text, "    lk{i} = 0;");
    }
    text.push('\n');
    for i in 1..=count {
        let _ = writeln!(text, "    if (p{i} != 0) lk{i} = 1;");
    }
    text.push('\n');
    for i in 1..=count {
        let otherwise = if faulty.contains(&i) { " else goto ERROR;" } else { "" };
        let release = format!("      if (lk{i} != 1) goto ERROR;\n      lk{i} = 0;\n");
        let _ = writeln!(text, "    if (p{i} != 0) {{\n{release}    }}{otherwise}");
    }
    text + "  }\n\nout:\n  return 0;\n\nERROR:\n  reach_error();\n  return -1;\n}\n"
}

/// A program in C without errors, and its entry function.
pub(crate) fn read(text: &str) -> (Program, ProcedureId) {
    let mut sources = Sources::default();
    let file = sources.add("program.c", text);
    let options = COptions { model: DataModel::Ilp32, ..COptions::default() };
    let (program, found) = parse_c(&sources, &[file], options, "main");
    program.unwrap_or_else(|| panic!("{found:?}"))
}

/// A call of `reach_error` fails, and nothing else does.
pub(crate) const OPTIONS: FlatOptions<'_> =
    FlatOptions { failures: &[Failure::Reached], exceptions: &[], depth: 1, edges: 1_000_000 };

/// What does not depend on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counts {
    /// Locations and edges of the automaton.
    pub automaton: [usize; 2],
    /// Those that the rules leave.
    pub reduced: [usize; 2],
    /// Predicates and refinements of predicate abstraction.
    pub search: [u32; 2],
}

impl Counts {
    pub(crate) fn of(text: &str) -> Self {
        let (program, entry) = read(text);
        let flat = FlatProgram::new(&program, entry, &OPTIONS).expect("it is small");
        let reduction = Reduction::new(&flat, false);
        let mut locations: Vec<_> = flat.cfa.edges.iter().flat_map(|edge| [edge.source, edge.target]).collect();
        locations.sort_unstable();
        locations.dedup();
        let automaton = [locations.len(), flat.cfa.edges.len()];
        let mut terms = Terms::new();
        let units = [BlockProgram::new(flat, &mut terms)];
        let mut search = Abstraction::new(&units, AbstractionOptions::default(), &terms);
        let answer = search.advance(u64::MAX, &mut terms, &mut Silent);
        assert!(matches!(answer, Ok(Some(_))), "there is no limit");
        Self {
            automaton,
            reduced: [reduction.locations().len(), reduction.blocks.len()],
            search: [search.statistics.predicates, search.statistics.refinements],
        }
    }

    /// As the cells of a row.
    pub(crate) fn cells(self) -> [String; 4] {
        let Self { automaton, reduced, search } = self;
        [automaton, reduced]
            .map(|[locations, edges]| format!("{locations} / {edges}"))
            .into_iter()
            .chain(search.map(|n| n.to_string()))
            .collect::<Vec<_>>()
            .try_into()
            .expect("four")
    }
}

/// What predicate abstraction needs when every edge is a block, as a row of the third table.
pub(crate) fn small_row(count: u32) -> String {
    let (program, entry) = read(&program(count, &[]));
    let flat = FlatProgram::new(&program, entry, &OPTIONS).expect("it is small");
    let mut terms = Terms::new();
    let units = [BlockProgram::small(flat, &mut terms)];
    let mut search = Abstraction::new(&units, AbstractionOptions::default(), &terms);
    let answer = search.advance(u64::MAX, &mut terms, &mut Silent);
    assert!(matches!(answer, Ok(Some(AbstractionAnswer::Safe(_)))), "there is a proof");
    let AbstractionStatistics { refinements, predicates, queries, nodes, .. } = search.statistics;
    format!("| {count} | {refinements} | {predicates} | {nodes} | {queries} |")
}

/// The programs of the first table, with their names.
pub(crate) fn compared() -> impl Iterator<Item = (String, String)> {
    let sound = FEW.map(|count| (count.to_string(), program(count, &[])));
    sound.chain([14, 15].map(|count| (format!("{count}, faulty"), program(count, FAULTY))))
}

/// All tables.
fn tables(engine: &Path) -> Result<String, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let reference = std::fs::read_to_string(REFERENCE).map_err(|why| format!("{REFERENCE}: {why}"))?;
    let mut out = "| locks | locations / edges | by the rules | predicates | refinements | `predicates` ms | `auto` ms | [LBE] large s | [LBE] small s | CBMC s | ESBMC s |\n".to_owned();
    out += "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for (name, text) in compared() {
        let file = written(folder, &name, &text)?;
        let ours = Counts::of(&text).cells();
        let times = [milliseconds(engine, &file, "predicates")?, milliseconds(engine, &file, "auto")?];
        let times = times.map(|ms| format!("{ms:.1}"));
        let line = reference.lines().find_map(|line| line.strip_prefix(&format!("{};", name)));
        let others = line.ok_or_else(|| format!("there are no figures for {name}"))?.split(';').map(str::to_owned);
        let cells: Vec<String> = [name].into_iter().chain(ours).chain(times).chain(others).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out += "\n| locks | locations / edges | by the rules | predicates | refinements | `predicates` ms | exponent | `auto` ms | exponent |\n";
    out += "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    let one = written(folder, "1", &program(1, &[]))?;
    let mut before: Option<(u32, [f64; 2])> = None;
    let strategies = ["predicates", "auto"];
    let start = [milliseconds(engine, &one, strategies[0])?, milliseconds(engine, &one, strategies[1])?];
    for count in MANY {
        let text = program(count, &[]);
        let file = written(folder, &count.to_string(), &text)?;
        let mut cells: Vec<String> = [count.to_string()].into_iter().chain(Counts::of(&text).cells()).collect();
        let mut own = [0.0; 2];
        for (i, strategy) in strategies.into_iter().enumerate() {
            let ms = milliseconds(engine, &file, strategy)?;
            own[i] = ms - start[i];
            let exponent = before.map(|(fewer, ms)| (own[i] / ms[i]).ln() / (f64::from(count) / f64::from(fewer)).ln());
            cells.extend([format!("{ms:.1}"), exponent.map_or_else(String::new, |e| format!("{e:.2}"))]);
        }
        before = Some((count, own));
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    let _ = writeln!(
        out,
        "\nOne lock takes {:.1} ms; exponents are those of what is above that, from one row to the next.",
        start[0]
    );
    out += "\nEdge by edge:\n\n| locks | refinements | predicates | nodes | questions |\n| --- | ---: | ---: | ---: | ---: |\n";
    for count in SMALL {
        let _ = writeln!(out, "{}", small_row(count));
    }
    Ok(out)
}

fn written(folder: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let file = folder.join(format!("locks-{}.c", name.replace(", ", "-")));
    std::fs::write(&file, text).map_err(|why| format!("{}: {why}", file.display()))?;
    Ok(file)
}

/// How long the processor takes to check a file, from start to end of the process: the median.
fn milliseconds(engine: &Path, file: &Path, strategy: &str) -> Result<f64, String> {
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let before = ticks_of_children()?;
        for _ in 0..RUNS {
            let mut command = Command::new(engine);
            command.arg("check").arg(file).args(["--strategy", strategy]).stdout(Stdio::null());
            command.status().map_err(|why| format!("{}: {why}", engine.display()))?;
        }
        let ticks = ticks_of_children()? - before;
        // A tick is a hundredth of a second.
        times.push(f64::from(ticks) * 10.0 / f64::from(RUNS));
    }
    times.sort_by(f64::total_cmp);
    Ok(times[TIMES / 2])
}

/// The time that the processor has spent in processes that this one has started and that have ended.
fn ticks_of_children() -> Result<u32, String> {
    let text = std::fs::read_to_string("/proc/self/stat").map_err(|why| format!("/proc/self/stat: {why}"))?;
    // After the name of the program, which may contain anything, in parentheses.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let field = |number: usize| fields.get(number).and_then(|text| text.parse::<u32>().ok());
    let both = field(13).zip(field(14)).ok_or("/proc/self/stat has no such fields")?;
    Ok(both.0 + both.1)
}
