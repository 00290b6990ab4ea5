//! Graph grammars and forest automata describe the heaps at the heads of loops; neither description lacks a heap that the program
//! produces. All runs with few choices from small inputs are executed, and whether a heap is described is decided by what grammars and
//! forest automata mean.

mod actual;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use hrglass::base::{Idx, Silent};
use hrglass::forest_automata::semantics::{ForestId, ForestState};
use hrglass::grammar::derivations;
use hrglass::graph_grammars::heap_program::{HeapState, Instance, PointKind};
use hrglass::heap::{Heap, Role, build_heap};
use hrglass::interpreter::bind_parameters;
use hrglass::interpreter::{Decision, Machine, Places, Setting, Value, places};
use hrglass::program::cfa::{Location, ProcedureId};
use hrglass::program::objects::{Liveness, LocalId, Program};
use hrglass::session::{Session, run};
use hrglass::task::separation::with_documents;
use hrglass::task::{Analysis, Loaded, NoFiles, load};
use hrglass::tree_automata::forest::Graph;
use serde_json::{Value as Json, json};

use crate::support::tasks::tasks;
use actual::Actual;

/// Choices of a run that are followed in all ways.
const CHOICES: usize = 8;

/// Steps of a run.
const STEPS: usize = 300;

/// Runs on an input.
const RUNS: usize = 600;

/// Objects of a heap that is compared.
const OBJECTS: usize = 5;

/// Objects of an input.
const INPUT_OBJECTS: usize = 5;

/// Inputs made of each initial heap.
const INPUTS: usize = 12;

/// A program with both analyses.
struct Both {
    loaded: Loaded,
    heap: Session,
    forest: Session,
    heaps: BTreeMap<(ProcedureId, Location), Vec<HeapState>>,
    forests: BTreeMap<(ProcedureId, Location), Vec<ForestState>>,
    /// The graphs of forests.
    members: RefCell<BTreeMap<ForestId, Vec<Graph>>>,
}

/// What came of a program.
#[derive(Default, Debug)]
struct Tally {
    /// The pairs of heap and head that were compared.
    compared: usize,
    /// Those of them that are in no description by graph grammars, …
    not_in_heaps: Vec<String>,
    /// … or in none by forest automata.
    not_in_forests: Vec<String>,
    /// Those that would take too long to find.
    undecided: usize,
}

/// The state spaces of a task; `None` if one of the analyses does not have all of it.
fn both(task: &Json) -> Option<Both> {
    let mut task = task.clone();
    // Without a grammar that folds them, heaps grow.
    (task["options"]["maxHeap"], task["options"]["maxStates"]) = (json!(60), json!(3_000));
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let own = run(&loaded, &mut Silent);
    let learned = own.learned().map(|learned| serde_json::from_str(&learned.grammar).expect("strict JSON"));
    let other = loaded.task.for_other_analysis(learned)?.task;
    let other = load(&other.to_json(), "task.json", &mut NoFiles);
    let session = run(&other, &mut Silent);
    for session in [&own, &session] {
        if session.report().exploration.as_ref().is_none_or(|found| found.partial) {
            return None;
        }
    }
    let is_own = loaded.task.analysis == Analysis::Heap;
    let (loaded, heap, forest) = if is_own { (loaded, own, session) } else { (other, session, own) };
    let (mut heaps, mut forests): (BTreeMap<_, Vec<_>>, BTreeMap<_, Vec<_>>) = Default::default();
    let (system, rsm) = heap.machine()?;
    let heads: BTreeMap<ProcedureId, _> =
        system.model().program.procedures.iter_enumerated().map(|(id, own)| (id, own.cfa.loop_heads())).collect();
    let is_head = |procedure, location| heads.get(&procedure).is_some_and(|heads| heads[location]);
    for state in rsm.nodes.iter().map(|node| node.state) {
        if let PointKind::At(instance, location) = system.points().kind(state.point) {
            let procedure = system.points().instance(instance).procedure;
            if is_head(procedure, location) {
                heaps.entry((procedure, location)).or_default().push(state);
            }
        }
    }
    for state in forest.forests()?.1 {
        if is_head(state.procedure, state.location) {
            forests.entry((state.procedure, state.location)).or_default().push(state);
        }
    }
    Some(Both { loaded, heap, forest, heaps, forests, members: RefCell::default() })
}

impl Both {
    /// Executes all runs with few choices, and compares the heaps at the heads of loops.
    fn compare(&self) -> Tally {
        let (system, _) = self.heap.machine().expect("a state space");
        let model = system.model();
        let mut alphabet = model.alphabet.clone();
        let written = with_documents(&self.loaded, Some((&model.program, model.entry)), &mut Vec::new());
        let initial = written.initial.iter();
        let mut initial: Vec<Heap> =
            initial.map(|named| build_heap(&named.heap, &mut alphabet, Role::Program).expect("a heap")).collect();
        if initial.is_empty() {
            initial.push(Heap::with_null());
        }
        for heap in &mut initial {
            bind_parameters(heap, &model.program, model.entry, &mut alphabet, None, &mut Vec::new());
        }
        let inputs = initial.iter().flat_map(|heap| derivations(&model.given, heap, INPUT_OBJECTS, INPUTS));
        let setting =
            Setting { program: &model.program, entry: model.entry, alphabet: &alphabet, grammar: &model.given };
        let liveness: BTreeMap<ProcedureId, Liveness> =
            model.program.procedures.iter_enumerated().map(|(id, own)| (id, Liveness::new(own))).collect();
        let mut tally = Tally::default();
        let mut seen = BTreeSet::new();
        for input in inputs {
            visit(setting, &input, &mut |machine| {
                let place = (machine.top().procedure, machine.top().location);
                let Some(actual) = Actual::of(machine).filter(|actual| actual.nodes.len() <= OBJECTS) else { return };
                if seen.insert((place, machine.depth() == 1, actual.clone())) {
                    self.check(machine, place, &actual, &liveness[&place.0], &mut tally);
                }
            });
        }
        tally
    }

    fn check<'a>(
        &'a self,
        machine: &Machine<'a>,
        place: (ProcedureId, Location),
        actual: &Actual,
        liveness: &Liveness,
        tally: &mut Tally,
    ) {
        let is_live = |local| liveness.is_live(place.1, local);
        let Some(in_heaps) = self.is_in_heaps(machine, place, &is_live) else {
            tally.undecided += 1;
            return;
        };
        let Some(in_forests) = self.is_in_forests(place, actual, &is_live) else {
            tally.undecided += 1;
            return;
        };
        tally.compared += 1;
        let text = || format!("{place:?} {actual:?}");
        tally.not_in_heaps.extend((!in_heaps).then(text));
        tally.not_in_forests.extend((!in_forests).then(text));
    }

    /// Whether some abstract heap there stands for what is in memory.
    fn is_in_heaps<'a>(
        &'a self,
        machine: &Machine<'a>,
        place: (ProcedureId, Location),
        is_live: &dyn Fn(LocalId) -> bool,
    ) -> Option<bool> {
        let (system, _) = self.heap.machine().expect("a state space");
        let model = system.model();
        let (variables, objects) = actual::for_grammars(machine);
        let own = &model.program.procedures[place.0];
        // What has a value is known by name.
        let bound = own.locals.iter_enumerated().filter(|&(local, declared)| {
            let value = machine.top().local(local);
            declared.ty.is_reference() && is_live(local) && matches!(value, Value::Null | Value::Object(_))
        });
        let bound: Vec<_> = bound.filter_map(|(_, local)| model.alphabet.find_variable(&local.name)).collect();
        let is_entry = machine.depth() == 1;
        let here = self.heaps.get(&place).into_iter().flatten();
        let here = here.filter(|state| (system.points().instance_of(state.point) == Instance::at(0)) == is_entry);
        let heaps: Vec<Heap> = here.map(|state| system.store().get(state.heap)).collect();
        let heaps = heaps.iter().filter(|heap| bound.iter().all(|&variable| heap.variable(variable).is_some()));
        let unknown = Places::new();
        let asked: Vec<(&Heap, &Places)> = heaps.map(|heap| (heap, &unknown)).collect();
        let found = places(&asked, &variables, &objects, (&model.given, &model.alphabet))?;
        Some(found.iter().any(|ways| !ways.is_empty()))
    }

    /// Whether some forest automaton there has the graph; `None` if callers know parts of it by names that no run has.
    fn is_in_forests(
        &self,
        place: (ProcedureId, Location),
        actual: &Actual,
        is_live: &dyn Fn(LocalId) -> bool,
    ) -> Option<bool> {
        let (system, _) = self.forest.forests().expect("a state space");
        let forests = self.forests.get(&place).into_iter().flatten();
        let mut is_decided = true;
        for state in forests {
            let forest = system.forest(state.forest);
            is_decided &= forest.registers.len() == actual.locals.len();
            let mut known = self.members.borrow_mut();
            let members = known
                .entry(state.forest)
                .or_insert_with(|| forest.members(&system.alphabet, OBJECTS).into_iter().collect());
            if members.iter().any(|graph| actual.is(graph, system, is_live)) {
                return Some(true);
            }
        }
        is_decided.then_some(false)
    }
}

/// Executes all runs on an input with few choices; `visit` gets each state at the head of a loop.
fn visit<'a>(setting: Setting<'a>, input: &Heap, visit: &mut dyn FnMut(&Machine<'a>)) {
    let program: &Program = setting.program;
    let heads: Vec<_> = program.procedures.iter().map(|own| own.cfa.loop_heads()).collect();
    let mut open = vec![(Machine::new(setting, input), 0, 0)];
    let mut runs = 0;
    while let Some((mut machine, mut steps, choices)) = open.pop() {
        loop {
            if let Some(decision) = machine.decision() {
                // Of numbers, the first ones decide most of what is asked.
                let most = if let Decision::Number(..) = decision { 2 } else { usize::MAX };
                let options = if choices < CHOICES && runs < RUNS { decision.options().min(most) } else { 0 };
                for option in (0..options).rev() {
                    let mut next = machine.clone();
                    next.decide(&decision, option);
                    open.push((next, steps, choices + 1));
                }
                break;
            }
            let top = machine.top();
            let is_arrival = heads[top.procedure.index()][top.location];
            if is_arrival {
                visit(&machine);
            }
            steps += 1;
            if steps > STEPS || machine.step().is_err() {
                runs += 1;
                break;
            }
        }
    }
}

fn program(name: &str) -> Json {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).with_extension("json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("a task")).expect("strict JSON")
}

/// `DESCRIPTIONS` is a part of the paths of tasks.
#[test]
fn neither_description_lacks_a_heap() {
    let wanted = std::env::var("DESCRIPTIONS").ok();
    let folders =
        ["control-flow", "doubly-linked", "forest", "heaps-in-c", "learned", "lists", "memory-safety", "trees"];
    let all = folders.iter().flat_map(|folder| tasks(&format!("examples/{folder}")));
    let all: Vec<(PathBuf, Json)> = match &wanted {
        Some(part) => tasks("examples").into_iter().filter(|(path, _)| path.to_string_lossy().contains(part)).collect(),
        None => all.collect(),
    };
    let is_heap = |task: &Json| matches!(task["analysis"].as_str(), None | Some("heap" | "forest"));
    let (mut programs, mut cut, mut compared, mut undecided) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for (path, task) in all.iter().filter(|(_, task)| is_heap(task)) {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let start = std::time::Instant::now();
        let Some(both) = both(task) else {
            println!("{name}: cut short ({:?})", start.elapsed());
            cut += 1;
            continue;
        };
        let tally = both.compare();
        println!("{name}: {} compared, {} undecided ({:?})", tally.compared, tally.undecided, start.elapsed());
        programs += usize::from(tally.compared > 0);
        compared += tally.compared;
        undecided += tally.undecided;
        let missing = tally.not_in_heaps.iter().map(|text| ("graph grammars", text));
        let missing = missing.chain(tally.not_in_forests.iter().map(|text| ("forest automata", text)));
        wrong.extend(missing.take(2).map(|(which, text)| format!("{name}: {which} lack {text}")));
    }
    println!("{compared} heaps of {programs} programs compared, {undecided} undecided, {cut} programs cut short");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(wanted.is_some() || programs > 40 && compared > 1_000 && undecided * 10 < compared, "too few");
}

/// Leaves out each abstract heap, and each set of heaps, in turn: `[left out, noticed]` for both.
#[track_caller]
fn seed(name: &str) -> [[usize; 2]; 2] {
    let mut both = both(&program(name)).expect("all of it");
    let (mut in_heaps, mut in_forests) = ([0, 0], [0, 0]);
    for place in both.heaps.keys().copied().collect::<Vec<_>>() {
        for at in 0..both.heaps[&place].len() {
            let state = both.heaps.get_mut(&place).expect("states").remove(at);
            let tally = both.compare();
            assert!(tally.not_in_forests.is_empty());
            in_heaps = [in_heaps[0] + 1, in_heaps[1] + usize::from(!tally.not_in_heaps.is_empty())];
            both.heaps.get_mut(&place).expect("states").insert(at, state);
        }
    }
    for place in both.forests.keys().copied().collect::<Vec<_>>() {
        for at in 0..both.forests[&place].len() {
            let state = both.forests.get_mut(&place).expect("states").remove(at);
            let tally = both.compare();
            assert!(tally.not_in_heaps.is_empty());
            in_forests = [in_forests[0] + 1, in_forests[1] + usize::from(!tally.not_in_forests.is_empty())];
            both.forests.get_mut(&place).expect("states").insert(at, state);
        }
    }
    [in_heaps, in_forests]
}

/// Those that are not missed have only heaps that others have as well, or that none of the runs produces.
#[test]
fn what_is_left_out_is_noticed() {
    assert_eq!(seed("forest/sll-reverse"), [[15, 12], [15, 9]]);
    assert_eq!(seed("forest/dll-insert"), [[11, 10], [13, 7]]);
    assert_eq!(seed("forest/java-list-reverse"), [[10, 5], [11, 4]]);
    assert_eq!(seed("heaps-in-c/free-from-end"), [[18, 18], [11, 6]]);
}
