//! Soundness against concrete runs: what a program does on an actual heap, the analysis must have seen.
//!
//! For every task, inputs are drawn from the initial heaps and the program is run on them by an interpreter of its own
//! ([`machine`]). Then (1) a run that dereferences null or ends with an exception forbids memory safety; (2) a run on
//! which a property fails by the definition of the logic ([`logic`]) forbids that property: as the entry procedure sees
//! the run at top level, with all states in callees ([`global`]) in the other strategies; (3) the run must be
//! simulated by a path of the state space: step by step the memory must be in the language of the abstract heap
//! ([`cover`]), as far as its variables reach.

mod cover;
#[path = "../support/folder.rs"]
mod folder;
mod global;
mod logic;
mod machine;
mod programs;
mod propositions;
mod simulation;
#[path = "../support/tasks.rs"]
mod tasks;

use std::collections::BTreeMap;
use std::path::Path;

use hrglass::base::{Random, Silent, has_errors};
use hrglass::grammar::{Grammar, build_rules};
use hrglass::heap::{Alphabet, Heap, Role, build_heap};
use hrglass::lang::java::find_entry;
use hrglass::logic::{FormulaId, Formulas, Proposition, Truth, VariableRef, parse_formula};
use hrglass::outcome::report::Verdict;
use hrglass::program::Procedure;
use hrglass::run::{Session, run};
use hrglass::task::{Loaded, load};
use serde_json::{Value as Json, json};

use folder::Folder;
use global::Watch;
use logic::{Tail, holds};
use machine::{End, Machine, Value, inputs};
use propositions::{Binding, Mark, of_heap};
use simulation::{Moment, Place, Space, record};
use tasks::tasks;

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
#[derive(Clone, Default, Debug)]
struct Tried {
    runs: usize,
    simulated: usize,
    ended: usize,
    judged: usize,
    /// The same in the strategies that look at all procedures.
    judged_globally: usize,
    /// For each property by its identifier, how many runs with all states in callees do not have it.
    fails: BTreeMap<String, usize>,
}

const TOP_LEVEL: &str = "top-level";

/// The first looks at the entry procedure only.
const STRATEGIES: [&str; 4] = [TOP_LEVEL, "rsm", "hybrid", "on-the-fly"];

/// A task that was run with one strategy.
struct Claims<'a> {
    strategy: &'a str,
    session: Session,
}

impl Claims<'_> {
    fn are_safe(&self) -> bool {
        self.session.report().memory_safety.as_ref().is_some_and(|j| j.verdict == Verdict::Satisfied)
    }

    fn satisfies(&self, id: &str) -> bool {
        let properties = &self.session.report().properties;
        properties.iter().any(|p| p.id == id && p.judgement.verdict == Verdict::Satisfied)
    }
}

/// What runs are compared with.
struct Confronted<'a> {
    loaded: &'a Loaded,
    claims: &'a [Claims<'a>],
    /// The state space of the entry procedure, if it was explored as a whole.
    space: Option<Space<'a>>,
    alphabet: &'a Alphabet,
    formulas: Formulas,
    /// Identifiers, texts and formulas of the properties.
    properties: Vec<(String, String, FormulaId)>,
    skipped: Vec<String>,
}

/// Runs a task abstractly, and concretely `runs` times for each of some inputs; returns what does not agree.
fn confront(
    task: &Json,
    folder: &Path,
    strategies: &[&str],
    runs: usize,
    random: &mut Random,
    tried: &mut Tried,
) -> Result<(), String> {
    let mut task = task.clone();
    if !task["options"].is_object() {
        task["options"] = json!({});
    }
    // It explores the whole state space, and calls `complete` satisfied iff it could.
    if let Some(properties) = task["properties"].as_array_mut() {
        properties.push(json!({"id": "complete", "ltl": "G true"}));
    }
    // What a contract says is taken on trust.
    if task["contracts"].as_array().is_some_and(|c| !c.is_empty()) {
        return Ok(());
    }
    let mut claims = Vec::new();
    let mut kept = None;
    for &strategy in strategies {
        task["options"]["strategy"] = json!(strategy);
        let loaded = load(&task.to_string(), "task.json", &mut Folder(folder.to_owned()));
        let session = run(&loaded, &mut Silent);
        if session.report().memory_safety.is_none() {
            return match has_errors(&loaded.diagnostics) {
                true => Err(format!("does not load: {:?}", loaded.diagnostics)),
                false => Err(format!("does not run: {:?}", session.report().diagnostics)),
            };
        }
        claims.push(Claims { strategy, session });
        kept = Some(loaded);
    }
    let loaded = kept.expect("some strategy");
    let (alphabet, grammar, initial) = heaps(&loaded);
    let explored = claims.iter_mut().find(|c| c.strategy == TOP_LEVEL && c.satisfies("complete"));
    let space = explored.map(|c| Space::new(&mut c.session, &grammar, &alphabet));
    let mut formulas = Formulas::new();
    let mut properties = Vec::new();
    for property in &loaded.properties {
        let text = &loaded.sources.file(property.file).text;
        if let (Some(formula), _) = parse_formula(text, property.file, &mut formulas) {
            properties.push((property.id.clone(), text.to_string(), formula));
        }
    }
    let names = task["options"]["mcSkip"].as_array().into_iter().flatten();
    let skipped = names.filter_map(|m| m.as_str().map(str::to_owned)).collect();
    let confronted =
        Confronted { loaded: &loaded, claims: &claims, space, alphabet: &alphabet, formulas, properties, skipped };
    for heap in &initial {
        for input in inputs(&grammar, heap, 5) {
            for _ in 0..runs {
                tried.runs += 1;
                one_run(&confronted, &input, random, tried)?;
            }
        }
    }
    Ok(())
}

/// More steps of one run are not taken.
const STEPS: usize = 400;

fn one_run(with: &Confronted<'_>, input: &Heap, random: &mut Random, tried: &mut Tried) -> Result<(), String> {
    let session = &with.claims[0].session;
    let program = session.program().expect("a program that ran");
    let entry = find_entry(program, &with.loaded.task.program.entry).expect("the entry of a program that ran");
    let marked = random.below(64);
    let mut machine = Machine::new(program, entry, input, with.alphabet, random);
    let objects = machine.objects.len();
    let marked = (objects > 0).then(|| marked % objects);
    let neighbours = marked.map(|m| machine.objects[m].fields.clone()).unwrap_or_default();
    let mark = Mark { object: marked, neighbours };
    let [locally, globally] = [true, false].map(|top| with.claims.iter().any(|c| (c.strategy == TOP_LEVEL) == top));
    let mut moments: Vec<Moment> = vec![record(&machine, Place::At(machine.location()))];
    let mut watch = Watch::new(&with.formulas, session.sources(), &mark, &with.skipped);
    watch.look(&machine, false);
    let mut end = None;
    for _ in 0..STEPS {
        let called = machine.depth() > 1;
        let ended = machine.step().err();
        let fault = ended == Some(End::NullDereference);
        if locally && fault {
            let place = if called { Place::FaultInCall } else { Place::Fault };
            moments.push(record(&machine, place));
        } else if locally && ended.is_none() && machine.depth() == 1 {
            moments.push(record(&machine, Place::At(machine.location())));
        }
        if globally && (fault || ended.is_none()) {
            watch.look(&machine, fault);
        }
        if ended.is_some() {
            end = ended;
            break;
        }
    }
    tried.ended += usize::from(matches!(end, Some(End::Returned | End::Thrown | End::NullDereference)));
    let told =
        || format!("{:?} after {} states, {} of them of the entry procedure", end, watch.length(), moments.len());
    if matches!(end, Some(End::Thrown | End::NullDereference | End::Stuck))
        && let Some(claims) = with.claims.iter().find(|c| c.are_safe())
    {
        return Err(format!("memory safety is claimed with {}, but {}", claims.strategy, told()));
    }
    if let Some(space) = &with.space {
        tried.simulated += 1;
        space.simulate(&moments).map_err(|why| format!("{why}; {}", told()))?;
    }
    let tail = match end {
        Some(End::Returned | End::Thrown | End::NullDereference) => Tail::Stutters,
        Some(End::Stuck) | None => Tail::Cut,
    };
    let procedure = &program.procedures[entry];
    for (id, text, formula) in &with.properties {
        let whole = globally.then(|| {
            let truth = |position, id| watch.truth(position, id);
            holds(&with.formulas, *formula, watch.length(), tail, truth)
        });
        if whole == Some(Truth::False) {
            *tried.fails.entry(id.clone()).or_default() += 1;
        }
        for claims in with.claims.iter().filter(|c| c.satisfies(id)) {
            let truth = if claims.strategy == TOP_LEVEL {
                holds(&with.formulas, *formula, moments.len(), tail, |position, id| {
                    of_entry(with.formulas.proposition(id), &moments[position], procedure, &mark)
                })
            } else {
                let truth = whole.expect("looked at for this strategy");
                tried.judged_globally += usize::from(truth != Truth::Unknown);
                truth
            };
            tried.judged += usize::from(truth != Truth::Unknown);
            if truth == Truth::False {
                return Err(format!("{text} is claimed with {}, but fails on a run: {}", claims.strategy, told()));
            }
        }
    }
    Ok(())
}

/// Keeps those properties of a task that some but few runs do not have: what an error in the analysis might claim.
fn keep_delicate(task: &mut Json, count: usize, random: &mut Random) -> Result<(), String> {
    let mut quick = task.clone();
    quick["options"]["maxStates"] = json!(1);
    let mut tried = Tried::default();
    confront(&quick, Path::new("."), &STRATEGIES[1..2], 1, random, &mut tried)?;
    let mut fails: Vec<(usize, String)> = tried.fails.into_iter().map(|(id, n)| (n, id)).collect();
    fails.sort();
    fails.truncate(count);
    if let Some(properties) = task["properties"].as_array_mut() {
        properties.retain(|p| fails.iter().any(|(_, id)| p["id"] == **id));
    }
    Ok(())
}

/// Whether a proposition holds for the entry procedure.
fn of_entry(proposition: &Proposition, moment: &Moment, procedure: &Procedure, mark: &Mark) -> Truth {
    match proposition {
        Proposition::Terminated => (moment.place == Place::At(procedure.exit)).into(),
        Proposition::NullDereference => matches!(moment.place, Place::Fault | Place::FaultInCall).into(),
        Proposition::Exception => (moment.place == Place::At(procedure.exceptional_exit)).into(),
        _ if moment.place == Place::FaultInCall => Truth::Unknown,
        proposition => {
            let variable = |x: &VariableRef| match moment.variables.get(&x.name) {
                None | Some(Value::Unset) => Binding::Unknown,
                Some(&value) => Binding::To(value),
            };
            of_heap(proposition, variable, &moment.objects, mark)
        }
    }
}

/// Adds the negation of each property: where all runs are alike, one of both should be satisfied, and if the analysis
/// errs, it is the wrong one.
fn add_negations(task: &mut Json) {
    let Some(properties) = task["properties"].as_array_mut() else { return };
    let negation = |p: &Json| {
        Some(json!({"id": format!("not {}", p["id"].as_str()?), "ltl": format!("!({})", p["ltl"].as_str()?)}))
    };
    let negations: Vec<Json> = properties.iter().filter_map(negation).collect();
    properties.extend(negations);
}

/// How many programs or runs, times what the environment asks for.
fn scaled(count: usize) -> usize {
    let factor = std::env::var("ORACLE_SCALE").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    count * factor
}

#[track_caller]
fn all_agree(folder: &str, strategies: &[&str], runs: usize) {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut tried = Tried::default();
    let mut wrong = Vec::new();
    for (path, mut task) in tasks(folder) {
        add_negations(&mut task);
        let parent = path.parent().expect("a folder");
        if let Err(why) = confront(&task, parent, strategies, scaled(runs), &mut random, &mut tried) {
            wrong.push(format!("{}: {why}", path.display()));
        }
    }
    eprintln!("{folder}: {tried:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried.simulated * 2 > tried.runs && tried.ended * 2 > tried.runs, "{tried:?}");
}

#[test]
fn examples_and_benchmark() {
    all_agree("examples", &[TOP_LEVEL, "rsm"], 3);
}

#[test]
fn shortcuts_that_go_wrong_elsewhere() {
    all_agree("tests/tasks/unsound", &STRATEGIES, 10);
}

#[test]
fn calls() {
    all_agree("tests/tasks/hierarchy", &STRATEGIES, 10);
}

/// Objects that caller and callee share must not be mixed up.
#[test]
fn two_shared_objects() {
    let text = "class N { N next;\nstatic void main() {\nN x = new N();\nN y = new N();\nx.next = x;\ntwo(y, x);\n\
                x.next = y;\n}\nstatic void two(N p, N q) {\nN r = q;\n}\n}\n";
    let equations = ["x == p", "x == q", "y == p", "y == q", "x.next == x", "x.next == q", "main::y == r"];
    let properties = equations.map(|e| json!({"id": e, "ltl": format!("F ({{in(two)}} & {{{e}}})")}));
    let mut task = json!({"schema": "hrglass.task/1", "title": "two shared objects", "grammars": [],
        "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java", "text": text}]},
        "properties": properties});
    add_negations(&mut task);
    let mut tried = Tried::default();
    let agrees = confront(&task, Path::new("."), &STRATEGIES[1..], 1, &mut Random::new(1), &mut tried);
    assert_eq!(agrees, Ok(()));
    // One of each pair is satisfied, and `complete`.
    assert_eq!(tried.judged_globally, (equations.len() + 1) * (STRATEGIES.len() - 1));
}

#[track_caller]
fn random_tasks_agree(
    seed: u64,
    count: usize,
    task: impl Fn(&mut Random) -> Json,
    strategies: impl Fn(usize) -> &'static [&'static str],
) -> Tried {
    let mut random = Random::new(seed);
    let mut tried = Tried::default();
    let mut wrong = Vec::new();
    for number in 0..scaled(count) {
        let mut task = task(&mut random);
        let kept = if strategies(number)[0] == TOP_LEVEL { Ok(()) } else { keep_delicate(&mut task, 5, &mut random) };
        if let Err(why) =
            kept.and_then(|()| confront(&task, Path::new("."), strategies(number), 2, &mut random, &mut tried))
        {
            wrong.push(format!("program {number}: {why}\n{task}"));
        }
        if wrong.len() == 3 {
            break;
        }
    }
    eprintln!("random programs: {tried:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    tried
}

#[test]
fn random_programs() {
    let tried = random_tasks_agree(0x1234_5678_9abc_def1, 320, programs::random_task, |_| &[TOP_LEVEL]);
    assert!(tried.simulated * 2 > tried.runs && tried.judged > 0, "{tried:?}");
}

#[test]
fn random_programs_with_their_callees() {
    let sample = |number| match number % 4 {
        0 => &STRATEGIES[1..],
        _ => &STRATEGIES[1..2],
    };
    let tried = random_tasks_agree(0x2468_ace0_1357_9bdf, 50, programs::random_task_on_calls, sample);
    assert!(tried.fails.values().sum::<usize>() * 2 > tried.runs, "{tried:?}");
}
