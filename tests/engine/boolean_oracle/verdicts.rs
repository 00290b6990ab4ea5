//! Verdicts of whole tasks compared with the reference.

use std::collections::BTreeSet;

use hrglass::base::{IndexVec, Limits, Message, Random, Silent};
use hrglass::boolean_programs::valuation::{Observation, Observed, PartialValue, ValuationId, Valuations};
use hrglass::logic::{Formula, Formulas, Monitor, MonitorEdge, MonitorState, MonitorStateId};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::guarded::{Binary, Ersm, Expression, VariableId};
use hrglass::report::Verdict;
use hrglass::rsm::{Node, Rsm};
use hrglass::session::run;
use hrglass::tableau::{self, MonitoredState, watch};
use hrglass::task::{Files, load};
use serde_json::{Value, json};

use super::generate::Generated;
use super::meaning::Meaning;
use super::property::{Atoms, Watch, monotone, text};
use super::reference::{Labels, State, Violation, finds, states};
use crate::support::cases;
use crate::support::ltl::Ltl;

/// The strategies compared with the reference.
const STRATEGIES: &[&str] = &["explicit", "symbolic"];

/// The default number of programs.
const PROGRAMS: u64 = 500;

/// Maximum number of rules of a pushdown system.
const RULES: usize = 5_000;

/// Maximum number of temporal operators of a formula.
const OPERATORS: usize = 4;

/// Maximum number of explored states of a program, each counted once for every entry of its procedure.
const VISITS: u32 = 20_000;

/// The kind of property to check on a program.
enum Question {
    Formula,
    Target,
    Repeating,
    Assertions,
}

/// Numbers of occurrences.
#[derive(Default, Debug)]
struct Tally {
    programs: usize,
    /// Programs with propositions about what is on the call stack.
    stacks: usize,
    /// Programs without initial states.
    empty: usize,
    too_large: usize,
    /// By kind of property, the numbers of satisfied and violated ones.
    formulas: [usize; 2],
    targets: [usize; 2],
    repeating: [usize; 2],
    assertions: [usize; 2],
    /// Violating runs that are finite, or have a cycle; those with callers in some state; those with folded calls.
    finite: usize,
    lassos: usize,
    stacked: usize,
    folded: usize,
    states: u64,
    /// Verdicts that differ from the reference.
    wrong: Vec<String>,
}

impl Tally {
    /// Checks that everything occurred often enough.
    fn is_worth_it(&self) {
        let enough = |all: [usize; 2], share: usize| all.iter().all(|count| count * share > self.programs);
        assert!(enough(self.formulas, 2) && enough(self.repeating, 3), "{self:?}");
        assert!(enough(self.targets, 12) && enough(self.assertions, 15), "{self:?}");
        assert!(enough([self.finite, self.lassos], 2) && enough([self.stacked; 2], 3), "{self:?}");
        assert!(self.stacks * 10 > self.programs, "{self:?}");
        assert!(self.empty < self.programs / 10 && self.too_large < self.programs * STRATEGIES.len() / 4, "{self:?}");
    }
}

struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, path: &str) -> Result<String, Message> {
        Err(Message::verbatim(format!("no file {path}")))
    }

    fn list(&mut self, path: &str) -> Result<Vec<String>, Message> {
        Err(Message::verbatim(format!("no folder {path}")))
    }
}

/// A formula, and the automaton that accepts its violations.
fn formula(random: &mut Random) -> (Ltl, Violation) {
    loop {
        let positive = random.one_in(2);
        let ltl = Ltl::random(random, 8, positive);
        if let Some(violation) = Violation::new(&monotone(&ltl), OPERATORS) {
            return (ltl, violation);
        }
    }
}

/// Compares the verdicts of the engine on one program with the reference.
fn compare(seed: u64, tally: &mut Tally) {
    let mut random = Random::scattered(seed);
    let program = Generated::random(&mut random);
    let atoms = Atoms::random(&mut random, &program);
    let ersm = program.ersm();
    let of = |component, place, values: &[i64], calls| atoms.labels(&ersm, component, place, values, calls);
    let labels = Labels { of: &of, watched: atoms.watched(&ersm) };
    tally.stacks += usize::from(labels.watched != 0);
    tally.programs += 1;
    tally.empty += usize::from(Meaning(&ersm).initial().is_empty());
    let (mut properties, mut monitors) = (Vec::new(), Vec::new());
    let mut questions: Vec<(String, Question, Option<bool>)> = Vec::new();
    for number in 0..2 {
        let (ltl, violation) = formula(&mut random);
        let id = format!("F{number}");
        properties.push(json!({"id": id, "ltl": text(&ltl, &atoms)}));
        let expected = finds(Meaning(&ersm), &labels, &violation, RULES);
        questions.push((id, Question::Formula, expected));
        let watch = Watch::random(&mut random);
        let (id, name) = (format!("M{number}"), format!("m{number}"));
        monitors.push(watch.document(&name, &atoms));
        properties.push(json!({"id": id, "monitor": name}));
        let expected = finds(Meaning(&ersm), &labels, &watch, RULES);
        let question = if watch.repeating.is_empty() { Question::Target } else { Question::Repeating };
        questions.push((id, question, expected));
    }
    let states = states(Meaning(&ersm), RULES);
    if ersm.components.iter().any(|c| c.cfa.locations.iter().any(|place| place.is_fault)) {
        let is_fault = |state: &State| ersm.components[state.0].cfa.locations[state.1].is_fault;
        let expected = states.as_ref().map(|states| states.iter().any(is_fault));
        questions.push(("assertions".to_owned(), Question::Assertions, expected));
    }
    let files = [json!({"name": "p.bp", "text": program.text})];
    let document = json!({
        "schema": "hrglass.task/1",
        "analysis": "boolean",
        "program": {"language": "boolean", "entry": "main", "files": files},
        "monitors": monitors,
        "properties": properties,
    });
    for strategy in STRATEGIES {
        let mut document = document.clone();
        document["options"] = json!({"strategy": strategy});
        judge(seed, &document, &questions, tally);
    }
    explore(&ersm, &Observed::default(), tally);
    let Some(states) = states else { return };
    let Some(found) = explore(&ersm, &everything(&ersm), tally) else { return };
    if found != states {
        let differ: Vec<&State> = states.symmetric_difference(&found).collect();
        tally.wrong.push(format!("seed {seed}: states {differ:?}\n{}", program.text));
    }
}

fn judge(seed: u64, document: &Value, questions: &[(String, Question, Option<bool>)], tally: &mut Tally) {
    let loaded = load(&document.to_string(), "task.json", &mut NoFiles);
    let session = run(&loaded, &mut Silent);
    let report = session.report();
    let case =
        || format!("seed {seed}: {}\n{document:#}", document["program"]["files"][0]["text"].as_str().unwrap_or(""));
    assert_eq!(report.properties.len(), questions.len(), "{:?}\n{}", report.diagnostics, case());
    for (id, question, expected) in questions {
        let judged = report.properties.iter().find(|p| p.id == *id).expect("it was asked");
        let judgement = &judged.judgement;
        let Some(expected) = *expected else {
            tally.too_large += 1;
            continue;
        };
        let verdict = if expected { Verdict::Violated } else { Verdict::Satisfied };
        if judgement.verdict != verdict {
            let reason = judgement.reason.as_deref().unwrap_or_default();
            tally.wrong.push(format!("{id} is {:?}, not {verdict:?}: {reason}\n{}", judgement.verdict, case()));
            continue;
        }
        let count = match question {
            Question::Formula => &mut tally.formulas,
            Question::Target => &mut tally.targets,
            Question::Repeating => &mut tally.repeating,
            Question::Assertions => &mut tally.assertions,
        };
        count[usize::from(expected)] += 1;
        let Some(run) = &judgement.run else { continue };
        tally.finite += usize::from(run.cycle.is_empty());
        tally.lassos += usize::from(!run.cycle.is_empty());
        let mut steps = run.prefix.iter().chain(&run.cycle);
        tally.stacked += usize::from(steps.clone().any(|step| !step.stack.is_empty()));
        tally.folded += usize::from(steps.any(|step| step.folded));
    }
}

/// Observes all variables, so that all are assigned in every state.
fn everything(ersm: &Ersm) -> Observed {
    let of = |component: ProcedureId| {
        let variables = (0..ersm.scope(component)).map(|v| Expression::variable(VariableId(v as u32)));
        let all = variables.reduce(|all, one| all.binary(Binary::Add, one));
        all.map_or(Observation::Never, Observation::Where)
    };
    let components: IndexVec<ProcedureId, Observation> = ersm.components.indices().map(of).collect();
    Observed([components].into_iter().collect())
}

/// All states in which everything observed is assigned; every state is visited once for each entry of its procedure.
/// `None` if there are too many.
fn explore(ersm: &Ersm, observed: &Observed, tally: &mut Tally) -> Option<BTreeSet<State>> {
    let mut formulas = Formulas::new();
    let guard = formulas.intern(Formula::True);
    let only = MonitorStateId(0);
    let mut monitor = Monitor { initial: vec![only], ..Monitor::default() };
    monitor.states.push(MonitorState::default());
    monitor.edges.push(MonitorEdge { source: only, target: only, guard, acceptance_sets: Vec::new() });
    let limits = Limits { states: VISITS, ..Limits::default() };
    let mut program = Valuations::new(ersm, observed);
    let watched = watch(&mut program, &monitor, &formulas, &limits, &mut Silent);
    assert!(watched.verdict != tableau::CheckVerdict::Violated);
    if watched.verdict != tableau::CheckVerdict::Satisfied {
        tally.too_large += 1;
        return None;
    }
    let rsm = watched.rsm();
    let pair = |node: &Node<MonitoredState<ValuationId>>| {
        let entry = rsm.components[node.component].entries[0];
        (
            (node.component != Rsm::<MonitoredState<ValuationId>>::MAIN).then(|| rsm.nodes[entry].state.state),
            node.state.state,
        )
    };
    assert_eq!(rsm.nodes.iter().map(pair).collect::<BTreeSet<_>>().len(), rsm.nodes.len());
    tally.states += rsm.nodes.len() as u64;
    let resolved = rsm.nodes.iter().map(|node| node.state.state).filter(|&state| !program.is_unresolved(state));
    let values = |state: ValuationId| {
        let (component, place) = program.states().place(state);
        let value = |v: usize| match program.states().value(state, VariableId(v as u32)) {
            PartialValue::Is(value) | PartialValue::From(value) => value,
        };
        (component, place, (0..ersm.scope(component)).map(value).collect())
    };
    Some(resolved.map(values).collect())
}

#[test]
fn verdicts_are_those_of_saturation() {
    let mut tally = Tally::default();
    for seed in cases::seeds(PROGRAMS) {
        compare(seed, &mut tally);
    }
    let wrong = std::mem::take(&mut tally.wrong);
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n\n"));
    tally.is_worth_it();
}
