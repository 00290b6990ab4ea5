//! The command line: reads files, watches time and memory, prints. It decides nothing about verification.
//!
//! Results go to standard output, everything else to standard error; colours and progress appear on terminals only.

mod batch;
mod bench;
mod check;
mod compare;
mod evidence;
mod exchange;
mod explore;
mod files;
mod fuzz;
mod given;
mod grammar;
mod guard;
mod init;
mod message;
mod program;
mod properties;
mod property;
#[cfg(test)]
mod schema;
mod spoken;
mod style;
mod trace;
mod watch;
mod witness;

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use base::{Message, msg};
use program::{ProgramLanguage, ProgramOptions};
use spoken::{SpokenLanguage, spoken_first};
use task::{Abstraction, Check, Overrides, Strategy};

/// How a command ends, from best to worst: for several tasks the worst counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    /// Everything is satisfied.
    Satisfied,
    /// Something is suspected or unknown, nothing violated.
    Undecided,
    /// Something is violated.
    Violated,
    /// The input has errors, or something cannot be read or written.
    WrongInput,
}

impl Outcome {
    fn code(self) -> u8 {
        match self {
            Outcome::Satisfied => 0,
            Outcome::Violated => 1,
            Outcome::Undecided => 2,
            Outcome::WrongInput => 3,
        }
    }
}

/// The exit code of a panic.
const INTERNAL_ERROR: i32 = 4;

const EXIT_CODES: &str = "\
Exit codes:
  0  everything is satisfied
  1  something is violated
  2  something is suspected or unknown, nothing is violated
  3  the input has errors, or a file cannot be read or written
  4  internal error

Examples:
  hrglass check reverse.json                      verify a task
  hrglass check driver.bp                         verify the assertions and error labels of a boolean program
  hrglass check locks.c                           verify the assertions and error labels of a program in C
  hrglass check --root ~/attestor run.attestor    verify the task of a settings file
  hrglass explore reverse.json --format dot | dot -Tsvg > states.svg
  hrglass import run.attestor > run.json          turn it into a self-contained task";

#[derive(Parser)]
#[command(name = "hrglass", version, about, after_help = EXIT_CODES)]
struct Arguments {
    /// The language of what is said, before or behind the command
    #[arg(
        id = "spoken",
        long = "language",
        value_enum,
        default_value_t,
        value_name = "LANGUAGE",
        overrides_with = "spoken"
    )]
    language: SpokenLanguage,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Verify tasks: check every property and memory safety
    #[command(after_help = "\
Examples:
  hrglass check reverse.json traverse.json
  hrglass check reverse.json --format json --no-times
  hrglass check reverse.json --strategy all
  hrglass check reverse.json --evidence tests/      counterexamples as heaps and JUnit tests
  hrglass check run.attestor --root ~/attestor --seconds 60 --memory 2000
  hrglass check '#v1.e.lists/reverse'               the task in a link
  hrglass check driver.bp --reach LOCKED_TWICE      can the label be reached?
  hrglass check List.java --entry List.reverse      memory safety of a program without a task
  hrglass check src/ --entry Main.run               files in Java are one program, also those in folders
  hrglass check main.c list.c -I include -DNDEBUG   files in C are one program, as a linker makes it
  hrglass check --each a.c b.c                      each is a program of its own
  hrglass check locks.c --property no-overflow      can an operation on signed numbers overflow?
  hrglass check a.i --property unreach-call.prp --data-model ILP32
  hrglass check lists/reverse --property 'no call ends with an exception'
  generate | hrglass check -                        a task or a program from standard input")]
    Check(check::Check),
    /// Check a program with graph grammars and with forest automata, and print what both say of the heaps at its loops
    #[command(after_help = "\
Graph grammars use the grammars of the task; without any, the one that forest automata learn from the program.

Examples:
  hrglass compare forest/sll-reverse
  hrglass compare lists/reverse --format json --no-times
  hrglass compare List.java --entry List.reverse")]
    Compare(compare::Compare),
    /// Print the state space, a heap, the contracts or other views of a task, as pictures or data
    #[command(after_help = "\
Examples:
  hrglass explore reverse.json --format dot | dot -Tsvg > states.svg
  hrglass explore reverse.json --view heap --heap 3 --format tikz > heap.tex
  hrglass explore reverse.json --view heap --heap 3 --before 2 --format svg > changes.svg
  hrglass explore reverse.json --view contracts
  hrglass explore reverse.json --view cfa --format json
  hrglass explore 'https://example.org/#v1.e.lists/reverse'")]
    Explore(explore::Explore),
    /// List sentences about a task that `check --property` understands, with their formulas and what fits into their holes
    #[command(after_help = "\
Examples:
  hrglass properties lists/reverse
  hrglass properties lists/reverse --words de
  hrglass check lists/reverse --property 'every call ends normally'")]
    Properties(properties::Properties),
    /// Propose a task for a program: print its document, and on standard error what was chosen and what else could be
    #[command(after_help = "\
Examples:
  hrglass init List.java > list.json && hrglass check list.json
  hrglass init List.java Node.java --entry List.insert
  hrglass init Queue.java --structure Node=ring
  hrglass init locks.c --entry main")]
    Init(init::Init),
    /// Print a settings file or task document as a self-contained task document
    #[command(after_help = "\
Examples:
  hrglass import run.attestor > run.json
  hrglass import run.attestor -- --method reverse --admissible-abstraction
  hrglass import -- --load run.attestor --root-path ~/attestor")]
    Import(exchange::Import),
    /// Print a task as a link or as a settings file, or write the latter with all files that it refers to
    #[command(after_help = "\
Examples:
  hrglass export reverse.json --link
  hrglass export run.attestor --link --base https://example.org/
  hrglass export reverse.json --settings
  hrglass export reverse.json --settings --output reverse/")]
    Export(exchange::Export),
    /// Print the task document in a link
    #[command(after_help = "\
Examples:
  hrglass open '#v1.e.lists/reverse' > reverse.json
  hrglass open 'https://example.org/#v1.e.lists/reverse&tab=proof'")]
    Open(exchange::Open),
    /// Check, print or learn a graph grammar, or print heaps that it describes
    #[command(after_help = "\
Examples:
  hrglass grammar check mine.json
  hrglass grammar show SLList
  hrglass grammar learn List.java --entry List.reverse
  hrglass grammar sample SLList --at @parameter0:,null --format json")]
    Grammar(grammar::Grammar),
    /// Run tasks repeatedly and print a table of medians
    #[command(after_help = "\
Examples:
  hrglass bench examples/ --repeat 5
  hrglass bench examples/ --strategies top-level,rsm,on-the-fly,hybrid
  hrglass bench a.json b.json --format csv")]
    Bench(bench::Bench),
    /// Run many tasks, each in a process of its own with limits of time and memory, and compare with expected verdicts
    #[command(after_help = "\
A task definition (.yml) names a program, property files and expected verdicts, as in the competition on software
verification. The score is as there: 2 for a correct proof, 1 for a correct violation, -32 for a wrong proof, -16 for a
wrong violation. The exit code is the worst of all tasks.

Examples:
  hrglass batch examples/ --jobs 4
  hrglass batch benchmarks/loops/ --seconds 900 --memory 8000 --csv loops.csv
  hrglass batch tasks.txt --seconds 10 -- --strategy bounded")]
    Batch(batch::Batch),
    /// Search for unsoundness: execute random programs, or tasks, on actual inputs and compare with the analysis
    #[command(after_help = "\
Examples:
  hrglass fuzz --programs 1000
  hrglass fuzz --seed 7 --seconds 600 --grammar DLList --grammar random --out failures/
  hrglass fuzz examples/lists/reverse.json failures/f1.json")]
    Fuzz(fuzz::Fuzz),
    /// List the built-in examples; their names can be used as tasks
    Examples,
    /// Print a shell completion script
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man {
        /// The command to describe [default: an overview of all]
        command: Option<String>,
    },
}

/// Where a task comes from and which options are overridden.
#[derive(Args, Clone, Default)]
struct TaskOptions {
    #[command(flatten)]
    program: ProgramOptions,
    /// How formulas are checked across calls [default: that of the task]
    #[arg(long, value_name = "NAME", value_parser = strategy())]
    strategy: Option<Strategy>,
    /// How the options of the abstraction are found [default: that of the task; `auto` for a program file]
    #[arg(long, value_name = "NAME", value_parser = abstraction())]
    abstraction: Option<Abstraction>,
    /// Directory to which the paths in the task are relative [default: that of the task, then the current one]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Give up at this number of states
    #[arg(long, value_name = "N")]
    max_states: Option<u32>,
    /// Give up at this number of vertices of one heap
    #[arg(long, value_name = "N")]
    max_heap: Option<u32>,
    /// Give up after this number of seconds
    #[arg(long, value_name = "S")]
    seconds: Option<u32>,
    /// Give up when the process uses this number of megabytes
    #[arg(long, value_name = "MB")]
    memory: Option<u32>,
    /// Methods without a body that are assumed to change nothing
    #[arg(long, value_name = "METHOD,…", value_delimiter = ',')]
    assume_pure: Vec<String>,
    /// Methods whose calls are one step in every strategy; states inside them are not checked
    #[arg(long, value_name = "METHOD,…", value_delimiter = ',')]
    mc_skip: Vec<String>,
    /// Labels of a boolean program that no run may reach: `ERR`, or `f::ERR` in procedure `f`
    #[arg(long, value_name = "LABEL,…", value_delimiter = ',')]
    reach: Vec<String>,
    /// Definitions of boxes for forest automata, in addition to those of the task: `dll(x, y) := x -> {next: y} * y -> {prev: x}`
    #[arg(long, value_name = "FILE")]
    boxes: Vec<PathBuf>,
    /// Use only the boxes that are given; learn none
    #[arg(long)]
    no_learning: bool,
    /// What no run may do, instead of what the task says; only `check` asks.
    #[arg(skip)]
    checks: Vec<Check>,
    /// The function whose calls alone are errors, if a property says so.
    #[arg(skip)]
    call: Option<String>,
}

impl TaskOptions {
    /// The overridden options, or which file with definitions cannot be read.
    fn overrides(&self) -> Result<Overrides, Message> {
        let boxes = self.boxes.iter().map(|path| {
            let text = files::read_text(path).map_err(|why| files::unreadable(path.display(), &why))?;
            Ok((path.display().to_string(), text))
        });
        Ok(Overrides {
            strategy: self.strategy,
            abstraction: self.abstraction,
            max_states: self.max_states,
            max_heap: self.max_heap,
            seconds: self.seconds,
            memory: self.memory,
            assume_pure: self.assume_pure.clone(),
            mc_skip: self.mc_skip.clone(),
            reach: self.reach.clone(),
            checks: self.checks.clone(),
            call: self.call.clone(),
            boxes: boxes.collect::<Result<_, _>>()?,
            given_boxes: self.no_learning,
            ..self.program.overrides()
        })
    }
}

/// Parses the name of a strategy.
fn strategy() -> impl TypedValueParser<Value = Strategy> {
    let values = Strategy::ALL.map(|strategy| PossibleValue::new(strategy.name()).help(meaning(strategy)));
    PossibleValuesParser::new(values)
        .map(|name| Strategy::ALL.into_iter().find(|strategy| strategy.name() == name).unwrap_or_default())
}

/// Parses how the options of the abstraction are found.
fn abstraction() -> impl TypedValueParser<Value = Abstraction> {
    let meaning = |abstraction: Abstraction| match abstraction {
        Abstraction::Fixed => "as the task says",
        Abstraction::Auto => "more and more precise ones in turn, until all properties are decided",
    };
    let values = Abstraction::ALL.map(|(name, abstraction)| PossibleValue::new(name).help(meaning(abstraction)));
    PossibleValuesParser::new(values).map(|name| {
        let found = Abstraction::ALL.into_iter().find(|(known, _)| *known == name);
        found.map_or(Abstraction::default(), |(_, abstraction)| abstraction)
    })
}

/// What a strategy does, in the words of the documentation.
fn meaning(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::TopLevel => "a call is one step; states inside it are not checked",
        Strategy::Rsm => {
            "all methods are explored first, as a recursive state machine; states inside calls are checked"
        }
        Strategy::OnTheFly => "states are generated on demand, anew for each formula; states inside calls are checked",
        Strategy::Hybrid => {
            "states are generated on demand and kept for the next formula; states inside calls are checked"
        }
        Strategy::Explicit => "for boolean programs: states are generated one by one, on demand",
        Strategy::Symbolic => "for boolean programs: sets of states, as binary decision diagrams",
        Strategy::Auto => "for boolean programs and large blocks: all in turn, until one of them has the answer",
        Strategy::Bounded => "for large blocks: all runs of so many blocks at once",
        Strategy::KInduction => "for large blocks: so many blocks without a failure are followed by none",
        Strategy::Pdr => "for large blocks: clauses over predicates that are inductive",
        Strategy::Predicates => "for large blocks: predicate abstraction, refined along paths that no run takes",
        Strategy::All => "each of these, side by side",
    }
}

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TextFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let default_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        default_hook(info);
        eprintln!("hrglass: {}", msg!("internal error; please report it together with the task"));
        std::process::exit(INTERNAL_ERROR);
    }));
    let arguments = match Arguments::try_parse_from(spoken_first(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => {
            let text = error.render().ansi().to_string();
            if error.use_stderr() {
                complain(&text);
                return ended(Outcome::WrongInput);
            }
            print(&text);
            return ended(Outcome::Satisfied);
        }
    };
    base::Language::speak((arguments.language == SpokenLanguage::De).then(base::Language::german));
    let outcome = match arguments.command {
        Command::Check(command) => command.run(),
        Command::Compare(command) => command.run(),
        Command::Explore(command) => command.run(),
        Command::Properties(command) => command.run(),
        Command::Init(command) => command.run(),
        Command::Import(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Open(command) => command.run(),
        Command::Grammar(command) => command.run(),
        Command::Batch(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Fuzz(command) => command.run(),
        Command::Examples => {
            for (name, text) in task::examples() {
                let task = task::load(text, name, &mut task::NoFiles).task;
                print(&format!("{name:<40} {}\n", task.spoken_title()));
            }
            Outcome::Satisfied
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "hrglass", &mut script);
            print(&String::from_utf8_lossy(&script));
            Outcome::Satisfied
        }
        Command::Man { command } => manual(command.as_deref()),
    };
    ended(outcome)
}

/// The exit code of a command that has printed what it had to.
fn ended(outcome: Outcome) -> ExitCode {
    let outcome = if LOST_OUTPUT.load(Ordering::Relaxed) { Outcome::WrongInput } else { outcome };
    ExitCode::from(outcome.code())
}

fn manual(command: Option<&str>) -> Outcome {
    let mut all = Arguments::command();
    all.build();
    let Some(about) = command.map_or(Some(&all), |name| all.find_subcommand(name)) else {
        complain(&format!("hrglass: {}\n", msg!("there is no command `{}`", command.unwrap_or_default())));
        return Outcome::WrongInput;
    };
    let mut page = Vec::new();
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(about.clone()).render(&mut page);
    print(&String::from_utf8_lossy(&page));
    Outcome::Satisfied
}

/// Set when something could not be printed.
static LOST_OUTPUT: AtomicBool = AtomicBool::new(false);

/// Prints to standard output. A closed pipe is not an error; all else that goes wrong is, of the whole command.
fn print(text: &str) {
    let mut out = anstream::stdout();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush())
        && error.kind() != ErrorKind::BrokenPipe
        && !LOST_OUTPUT.swap(true, Ordering::Relaxed)
    {
        complain(&format!("hrglass: {}\n", msg!("cannot write the output: {}", files::trouble(&error))));
    }
}

/// Prints to standard error.
fn complain(text: &str) {
    let mut out = anstream::stderr();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
