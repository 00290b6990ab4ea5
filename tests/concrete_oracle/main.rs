//! Soundness against concrete runs: what a program does on an actual heap, the analysis must have seen.
//!
//! For every task, inputs are drawn from the initial heaps and the program is run on them by an interpreter of its own
//! ([`machine`]). Then (1) a run that dereferences null or ends with an exception forbids memory safety; (2) a run on
//! which a property fails by the definition of the logic ([`logic`]) forbids that property; (3) the run must be
//! simulated by a path of the state space: step by step the memory must be in the language of the abstract heap
//! ([`cover`]), as far as its variables reach.

mod cover;
mod logic;
mod machine;
mod programs;
#[path = "../support/random.rs"]
mod random;
mod simulation;

use std::path::{Path, PathBuf};

use hrglass::base::{Silent, has_errors};
use hrglass::grammar::{Grammar, build_rules};
use hrglass::heap::{Alphabet, Heap, Role, build_heap};
use hrglass::lang::java::find_entry;
use hrglass::logic::{Formulas, Operand, Proposition, Truth, parse_formula};
use hrglass::outcome::report::Verdict;
use hrglass::run::{Session, run};
use hrglass::task::{Files, Loaded, load};
use serde_json::{Value as Json, json};

use logic::{Tail, holds};
use machine::{End, Machine, Value, inputs};
use random::Random;
use simulation::{Moment, Place, Space, record};

/// Files beside a task.
struct Folder(PathBuf);

impl Files for Folder {
    fn read(&mut self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(self.0.join(path)).map_err(|e| e.to_string())
    }

    fn list(&mut self, _: &str) -> Result<Vec<String>, String> {
        Err("folders are not listed here".to_owned())
    }
}

/// The grammar and the initial heaps of a task, built anew.
fn heaps(loaded: &Loaded) -> (Alphabet, Grammar, Vec<Heap>) {
    let mut alphabet = Alphabet::default();
    let documents: Vec<_> = loaded.grammars.iter().map(|g| g.grammar.clone()).collect();
    let (rules, _) = build_rules(&documents, &mut alphabet);
    let grammar = Grammar::new(&alphabet, rules);
    let mut heaps: Vec<Heap> = Vec::new();
    for initial in &loaded.initial {
        heaps.extend(build_heap(&initial.heap, &mut alphabet, Role::Program));
    }
    if heaps.is_empty() {
        heaps.push(Heap::with_null());
    }
    (alphabet, grammar, heaps)
}

/// How much was tried.
#[derive(Clone, Copy, Default, Debug)]
struct Tried {
    runs: usize,
    simulated: usize,
    ended: usize,
    judged: usize,
}

/// Runs a task abstractly, and concretely `runs` times for each of some inputs; returns what does not agree.
fn confront(task: &Json, folder: &Path, runs: usize, random: &mut Random, tried: &mut Tried) -> Result<(), String> {
    let mut task = task.clone();
    // It explores the whole state space, and calls `complete` satisfied iff it could; and it looks at what is looked at here.
    if !task["options"].is_object() {
        task["options"] = json!({});
    }
    task["options"]["strategy"] = json!("top-level");
    if let Some(properties) = task["properties"].as_array_mut() {
        properties.push(json!({"id": "complete", "ltl": "G true"}));
    }
    let loaded = load(&task.to_string(), "task.json", &mut Folder(folder.to_owned()));
    let mut session = run(&loaded, &mut Silent);
    if session.report().memory_safety.is_none() {
        return match has_errors(&loaded.diagnostics) {
            true => Err(format!("does not load: {:?}", loaded.diagnostics)),
            false => Err(format!("does not run: {:?}", session.report().diagnostics)),
        };
    }
    let (alphabet, grammar, initial) = heaps(&loaded);
    let space = Space::new(&mut session, &grammar, &alphabet);
    for heap in &initial {
        for input in inputs(&grammar, heap, 5) {
            for _ in 0..runs {
                tried.runs += 1;
                one_run(&session, &space, &loaded, &input, &alphabet, random, tried)?;
            }
        }
    }
    Ok(())
}

/// More steps of one run are not taken.
const STEPS: usize = 400;

fn one_run(
    session: &Session,
    space: &Space<'_>,
    loaded: &Loaded,
    input: &Heap,
    alphabet: &Alphabet,
    random: &mut Random,
    tried: &mut Tried,
) -> Result<(), String> {
    let program = session.program().expect("a program that ran");
    let entry = find_entry(program, &loaded.task.program.entry).expect("the entry of a program that ran");
    let mark = random.below(64);
    let mut machine = Machine::new(program, entry, input, alphabet, random);
    let objects = machine.objects.len();
    let marked = (objects > 0).then(|| mark % objects);
    let neighbours = marked.map(|m| machine.objects[m].fields.clone()).unwrap_or_default();
    let mut moments: Vec<Moment> = vec![record(&machine, Place::At(machine.location()))];
    let mut end = None;
    for _ in 0..STEPS {
        let called = machine.depth() > 1;
        match machine.step() {
            Ok(()) if machine.depth() == 1 => {
                let place = Place::At(machine.location());
                moments.push(record(&machine, place));
            }
            Ok(()) => {}
            Err(ended) => {
                if ended == End::NullDereference {
                    let place = if called { Place::FaultInCall } else { Place::Fault };
                    moments.push(record(&machine, place));
                }
                end = Some(ended);
                break;
            }
        }
    }
    tried.ended += usize::from(matches!(end, Some(End::Returned | End::Thrown | End::NullDereference)));
    let report = session.report();
    let told = || format!("{:?} after {} states of the entry procedure", end, moments.len());
    let safe = report.memory_safety.as_ref().is_some_and(|j| j.verdict == Verdict::Satisfied);
    if safe && matches!(end, Some(End::Thrown | End::NullDereference | End::Stuck)) {
        return Err(format!("memory safety is claimed, but {}", told()));
    }
    let verdict = |id: &str| report.properties.iter().find(|p| p.id == id).map(|p| p.judgement.verdict);
    if verdict("complete") == Some(Verdict::Satisfied) {
        tried.simulated += 1;
        space.simulate(&moments).map_err(|why| format!("{why}; {}", told()))?;
    }
    let tail = match end {
        Some(End::Returned | End::Thrown | End::NullDereference) => Tail::Stutters,
        Some(End::Stuck) | None => Tail::Cut,
    };
    let procedure = &program.procedures[entry];
    for property in &loaded.properties {
        if verdict(&property.id) != Some(Verdict::Satisfied) {
            continue;
        }
        let text = &loaded.sources.file(property.file).text;
        let mut formulas = Formulas::new();
        let (formula, _) = parse_formula(text, property.file, &mut formulas);
        let Some(formula) = formula else { continue };
        let truth = holds(&formulas, formula, moments.len(), tail, |position, id| {
            let moment = &moments[position];
            match formulas.proposition(id) {
                Proposition::Terminated => (moment.place == Place::At(procedure.exit)).into(),
                Proposition::NullDereference => matches!(moment.place, Place::Fault | Place::FaultInCall).into(),
                Proposition::Exception => (moment.place == Place::At(procedure.exceptional_exit)).into(),
                proposition => of_heap(proposition, moment, marked, &neighbours),
            }
        });
        tried.judged += usize::from(truth != Truth::Unknown);
        if truth == Truth::False {
            return Err(format!("{text} is claimed, but fails on a run: {}", told()));
        }
    }
    Ok(())
}

/// Whether a proposition about the heap holds; unknown where the definition needs more than the memory.
fn of_heap(
    proposition: &Proposition,
    moment: &Moment,
    marked: Option<usize>,
    neighbours: &std::collections::BTreeMap<String, Value>,
) -> Truth {
    if moment.place == Place::FaultInCall {
        return Truth::Unknown;
    }
    let value = |name: &str| moment.variables.get(name).copied().filter(|v| *v != Value::Unset);
    match proposition {
        Proposition::Reachable { from, to, selectors } => match (value(&from.name), value(&to.name)) {
            (Some(Value::Object(from)), Some(to)) => moment.reaches(from, to, selectors).into(),
            (Some(Value::Null), Some(_)) => Truth::False,
            _ => Truth::Unknown,
        },
        Proposition::Compare { left, field, equal, right } => {
            let right = match right {
                Operand::Variable(x) => value(&x.name),
                Operand::Null => Some(Value::Null),
                Operand::Boolean(b) => Some(Value::Number(i64::from(*b))),
                Operand::Integer(n) => Some(Value::Number(*n)),
            };
            let (Some(left), Some(right)) = (value(&left.name), right) else { return Truth::Unknown };
            let left = match (field, left) {
                (None, left) => left,
                (Some(field), Value::Object(object)) => match moment.objects[object].fields.get(field) {
                    Some(&value) => value,
                    None => return Truth::Unknown,
                },
                (Some(_), _) => return Truth::False,
            };
            if left == Value::Unset { Truth::Unknown } else { ((left == right) == *equal).into() }
        }
        Proposition::Visited(Some(x)) => match (value(&x.name), marked) {
            (Some(value), Some(marked)) => (value == Value::Object(marked)).into(),
            _ => Truth::Unknown,
        },
        Proposition::IdenticNeighbours => match marked {
            Some(marked) => {
                let now = &moment.objects[marked].fields;
                neighbours.iter().all(|(f, v)| matches!(v, Value::Number(_)) || now.get(f) == Some(v)).into()
            }
            None => Truth::Unknown,
        },
        _ => Truth::Unknown,
    }
}

fn tasks(folder: &str) -> Vec<(PathBuf, Json)> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "json") {
                let text = std::fs::read_to_string(&path).expect("text");
                if text.contains("\"hrglass.task/1\"") {
                    found.push((path, serde_json::from_str(&text).expect("strict JSON")));
                }
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// How many programs or runs, times what the environment asks for.
fn scaled(count: usize) -> usize {
    let factor = std::env::var("ORACLE_SCALE").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    count * factor
}

#[track_caller]
fn all_agree(folder: &str, runs: usize) {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut tried = Tried::default();
    let mut wrong = Vec::new();
    for (path, task) in tasks(folder) {
        let parent = path.parent().expect("a folder");
        if let Err(why) = confront(&task, parent, scaled(runs), &mut random, &mut tried) {
            wrong.push(format!("{}: {why}", path.display()));
        }
    }
    eprintln!("{folder}: {tried:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried.simulated * 2 > tried.runs && tried.ended * 2 > tried.runs, "{tried:?}");
}

#[test]
fn examples_and_benchmark() {
    all_agree("examples", 3);
}

#[test]
fn shortcuts_that_go_wrong_elsewhere() {
    all_agree("tests/tasks/unsound", 10);
}

#[test]
fn random_programs() {
    let mut random = Random::new(0x1234_5678_9abc_def1);
    let mut tried = Tried::default();
    let mut wrong = Vec::new();
    for number in 0..scaled(320) {
        let task = programs::random_task(&mut random);
        if let Err(why) = confront(&task, Path::new("."), 2, &mut random, &mut tried) {
            wrong.push(format!("program {number}: {why}\n{task}"));
        }
        if wrong.len() == 3 {
            break;
        }
    }
    eprintln!("random programs: {tried:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried.simulated * 2 > tried.runs && tried.judged > 0, "{tried:?}");
}
