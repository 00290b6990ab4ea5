//! The search for a sequence of calls that fails: the most general client of a class is executed at random, for few calls first.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::search::Search;
use super::{Counterexample, ReplayClaim, ReplayTask};
use base::{CollectByInsertion, Random, Span, Stop};
use interpreter::{Decision, End, Machine, Script, Setting, Symbol, Value};
use program::cfa::{Location, ProcedureId};
use program::objects::{
    CHOSEN, Comparison, Computation, Condition, ExceptionKind, Function, Operand, Operation, OperationEdge, PASSED,
    Procedure, Program, Step, THROWN,
};

/// Sequences of so many calls are tried, each number for an equal share of the steps.
const CALLS: [usize; 7] = [1, 2, 3, 4, 6, 8, 12];

/// A call that takes more steps is not waited for.
const STEPS: u32 = 2_000;

/// So many steps are taken for one that is taken along the failing run of an analysis: all claims share the sequences.
const SHARED: u32 = 16;

/// Where the last call of a sequence fails, so often something else is tried …
const OTHERS: u64 = 400;

/// … with so many calls at most.
const MORE: usize = 3;

/// Methods are left out by so many bits.
const RARE: usize = 30;

/// What a sequence rather leaves out, and what ends it without a failure, is chosen so rarely.
const UNLIKELY: usize = 8;

/// The failing sequences of calls of a client, those of few calls first: of those that end in the same way, in the same call, a shortest one,
/// and longer ones that were found before it. They are looked for when they are first asked for.
#[derive(Debug, Default)]
pub struct FailingSequences(OnceCell<Vec<Script>>);

impl FailingSequences {
    /// None, as they have been looked for before.
    pub fn none() -> Self {
        Self(OnceCell::from(Vec::new()))
    }

    /// The decisions of each.
    fn scripts(&self, search: &mut Search<'_, '_>) -> Result<&[Script], Stop> {
        if let Some(known) = self.0.get() {
            return Ok(known);
        }
        let found = find(search)?;
        Ok(self.0.get_or_init(|| found))
    }
}

/// A sequence that shows what is claimed; `None` if none was found.
pub(super) fn failing_sequence(search: &mut Search<'_, '_>) -> Result<Option<Counterexample>, Stop> {
    let task = search.task;
    let (ReplayClaim::Comes(_), [input]) = (task.claim, task.inputs) else { return Ok(None) };
    let scripts = task.sequences.scripts(search)?;
    Ok(scripts.iter().find_map(|script| search.judge_on(input.clone(), script, false)))
}

/// The call in which a sequence fails, and how it ends.
type Failure = (Option<Span>, End, Option<ExceptionKind>);

/// A sequence that fails.
struct Failing<'a> {
    failure: Failure,
    /// The number of its calls.
    calls: usize,
    script: Script,
    /// What was there before its last call: where one call fails, others may.
    before: Machine<'a>,
}

/// Executes sequences until the effort is spent.
fn find<'a>(search: &mut Search<'a, '_>) -> Result<Vec<Script>, Stop> {
    let Search { task, effort, .. } = search;
    let (task, effort) = (*task, *effort);
    let calls_of = Calls::of(&task.setting);
    let mut found: Vec<Failing<'_>> = Vec::new();
    let execute = |search: &mut Search<'_, '_>, found: &mut Vec<Failing<'a>>, mut client: Client<'a, '_>| {
        search.ask()?;
        let ended = client.run();
        search.spent += client.steps.max(1);
        if let (Some(end), Some(before)) = (ended.filter(|end| end.is_unsafe()), client.before) {
            let failure = (client.machine.called(), end, client.machine.exception_kind(end));
            let calls = client.called;
            // What fails sooner may be judged otherwise.
            if found.iter().all(|known| known.failure != failure || known.calls > calls) {
                found.push(Failing { failure, calls, script: client.machine.script(), before });
            }
        }
        Ok(())
    };
    let steps = effort.steps.saturating_mul(SHARED);
    let share = steps / u32::try_from(CALLS.len()).unwrap_or(1);
    for (round, &calls) in CALLS.iter().enumerate() {
        let end = share.saturating_mul(u32::try_from(round + 1).unwrap_or(1));
        let mut attempt = 0;
        while search.spent < end {
            attempt += 1;
            let seed = (round as u64) << 32 | attempt;
            execute(search, &mut found, Client::new(task, &calls_of, calls, seed))?;
        }
    }
    let mut continued = 0;
    while let Some(failing) = found.get(continued) {
        let before = (failing.before.clone(), failing.calls - 1);
        for seed in 0..OTHERS {
            execute(search, &mut found, Client::after(before.clone(), &calls_of, seed))?;
        }
        continued += 1;
    }
    found.sort_by_key(|failing| failing.calls);
    Ok(found.into_iter().map(|failing| failing.script).collect())
}

/// What a client chooses from.
struct Calls {
    places: Vec<Choice>,
}

/// Where a client chooses whether it does something.
struct Choice {
    at: Location,
    /// Whether that makes a new object.
    makes: bool,
    /// Whether it changes something.
    changes: bool,
}

impl Calls {
    fn of(setting: &Setting<'_>) -> Self {
        let client = &setting.program.procedures[setting.entry];
        let is_choice = |edge: &OperationEdge| match &edge.operation {
            Operation::Assume(Condition::Compare { comparison, left: Operand::Local(local), right }) => {
                let is_taken = *right == Operand::Boolean(*comparison == Comparison::Equal);
                client.locals[*local].name == CHOSEN && is_taken
            }
            _ => false,
        };
        let choices = client.cfa.edges.iter().filter(|edge| is_choice(edge));
        let places: BTreeMap<Location, Location> =
            choices.map(|edge| (edge.source, edge.target)).collect_by_insertion();
        let places = places.iter().map(|(&at, &next)| {
            let done = done_from(client, next, &places);
            let makes = done.iter().any(|operation| match operation {
                Operation::New { class, .. } => setting.program.classes[*class].is_open,
                _ => false,
            });
            let calls = done.iter().filter_map(|operation| match operation {
                Operation::Call(call) => Some(call),
                _ => None,
            });
            let mut callees = calls.flat_map(|call| call.callee.candidates());
            Choice { at, makes, changes: makes || callees.any(|callee| changes_something(setting.program, callee)) }
        });
        Self { places: places.collect() }
    }
}

/// What a client may do from a location up to its next choice.
fn done_from<'p>(client: &'p Procedure, start: Location, choices: &BTreeMap<Location, Location>) -> Vec<&'p Operation> {
    let (mut open, mut seen, mut found) = (vec![start], BTreeSet::from([start]), Vec::new());
    while let Some(at) = open.pop() {
        for (_, edge) in client.cfa.edges_from(at) {
            found.push(&edge.operation);
            open.extend(Some(edge.target).filter(|next| !choices.contains_key(next) && seen.insert(*next)));
        }
    }
    found
}

/// Whether a procedure, or one that it may call, stores something.
fn changes_something(program: &Program, id: ProcedureId) -> bool {
    program.reachable(id).into_iter().any(|id| {
        program.procedures[id].cfa.edges.iter().any(|edge| {
            let is_done = |step: &Step| match step {
                Step::Compute(Computation { function, .. }) => {
                    matches!(function, Function::SetElement | Function::Fill | Function::Move | Function::Sort)
                }
                Step::Assign { .. } => false,
            };
            matches!(edge.operation, Operation::Store { .. }) || edge.then().iter().any(is_done)
        })
    })
}

/// A client at work.
struct Client<'a, 'c> {
    machine: Machine<'a>,
    random: Random,
    choices: &'c Calls,
    /// What it rather leaves out.
    rare: usize,
    /// Where it does something next.
    next: Option<Location>,
    /// How many it has called.
    called: usize,
    /// What was there before it chose its last call.
    before: Option<Machine<'a>>,
    /// How many more it calls.
    calls: usize,
    steps: u32,
}

impl<'a, 'c> Client<'a, 'c> {
    fn new(task: &ReplayTask<'a>, choices: &'c Calls, calls: usize, seed: u64) -> Self {
        let mut random = Random::scattered(seed);
        // A sequence of few methods, called more often, comes to what one of many does not come to.
        let rare = if random.one_in(2) { random.below(1 << RARE) } else { 0 };
        Self {
            machine: Machine::new(task.setting, &task.inputs[0]),
            random,
            choices,
            rare,
            next: None,
            called: 0,
            before: None,
            calls,
            steps: 0,
        }
    }

    /// Calls something else instead of the last call of a sequence that fails.
    fn after((machine, called): (Machine<'a>, usize), choices: &'c Calls, seed: u64) -> Self {
        let mut random = Random::scattered(seed);
        let calls = 1 + random.below(MORE);
        Self { machine, random, choices, rare: 0, next: None, called, before: None, calls, steps: 0 }
    }

    /// Runs until it ends, or has called enough, or depends on what is not modelled; how it ends.
    fn run(&mut self) -> Option<End> {
        let mut since = 0;
        loop {
            while let Some(decision) = self.machine.decision() {
                if self.machine.assumes(&decision) {
                    return None;
                }
                if let Some((symbol, number)) = self.number_in_memory(&decision) {
                    self.machine.settle(symbol, number);
                    continue;
                }
                let option = self.option(&decision)?;
                self.machine.decide(&decision, option);
            }
            let depth = self.machine.depth();
            if depth == 1 && self.machine.client_step(&self.machine).is_some() {
                if self.calls == 0 {
                    return None;
                }
                self.calls -= 1;
                self.called += 1;
            }
            let ended = self.machine.step().err();
            self.steps += 1;
            since = if depth == 1 { 0 } else { since + 1 };
            if ended.is_some() {
                return ended;
            }
            if since > STEPS || self.steps > 10 * STEPS {
                return None;
            }
        }
    }

    fn option(&mut self, decision: &Decision) -> Option<usize> {
        let number = |wanted: bool| match decision {
            Decision::Number(_, numbers) => numbers.iter().position(|&number| number == i64::from(wanted)),
            _ => None,
        };
        match (decision.options(), self.asked()) {
            (0, _) => None,
            (_, Some(CHOSEN)) => {
                let chosen = self.chooses();
                number(chosen)
            }
            // A call that has failed is the last one.
            (_, Some(PASSED)) => {
                let ends = self.has_failed() || self.random.one_in(UNLIKELY);
                number(ends)
            }
            (options, _) => Some(self.random.below(options)),
        }
    }

    /// Whether the client does what it could do next: what it has chosen before. It rarely makes another object, or calls what it
    /// rather leaves out.
    fn chooses(&mut self) -> bool {
        let place = self.machine.top().location;
        let next = match self.next {
            Some(next) => next,
            None => {
                self.before = Some(self.machine.clone());
                self.choose()
            }
        };
        let is_next = place == next;
        self.next = (!is_next).then_some(next);
        is_next
    }

    fn choose(&mut self) -> Location {
        let places = &self.choices.places;
        loop {
            let number = self.random.below(places.len());
            let Choice { at, makes, changes } = places[number];
            let is_first = self.called == 0 && places.iter().any(|place| place.makes);
            let is_rare = self.rare >> (number % RARE) & 1 == 1 || makes || !changes && self.calls > 1;
            if (is_first && makes) || !is_first && (!is_rare || self.random.one_in(UNLIKELY)) {
                return at;
            }
        }
    }

    /// A number that some object or the client itself has, which may be that of what is looked for: one of two are such.
    fn number_in_memory(&mut self, decision: &Decision) -> Option<(Symbol, i64)> {
        let Decision::Number(symbol, options) = decision else { return None };
        let is_number = !self.machine.symbols()[*symbol].ty.is_reference();
        if !is_number || self.asked().is_some() || !self.random.one_in(2) {
            return None;
        }
        let own = self.machine.frames().first()?.names.iter().map(|(_, value)| value);
        let fields = self.machine.objects().iter().flat_map(|object| object.fields.iter().map(|(_, value)| value));
        let numbers = own.chain(fields).filter_map(|value| match self.machine.known(value) {
            Value::Number(number) => Some(number),
            _ => None,
        });
        let (low, high) = (*options.iter().min()?, *options.iter().max()?);
        let numbers: Vec<i64> = numbers.filter(|number| (low..=high).contains(number)).collect();
        let chosen = self.random.below(numbers.len().max(1));
        Some((*symbol, *numbers.get(chosen)?))
    }

    /// Whether the client has caught something that was not thrown on purpose.
    fn has_failed(&self) -> bool {
        let program = self.machine.setting().program;
        let thrown = self.machine.top().names.get(THROWN).map(|value| self.machine.known(value));
        let Some(Value::Object(exception)) = thrown else { return false };
        let class = program.class_named(self.machine.objects()[exception].class);
        class.is_some_and(|class| ExceptionKind::FAILURES.contains(&program.exception_kind(class)))
    }

    /// The variable that the next condition of the client asks.
    fn asked(&self) -> Option<&'a str> {
        if self.machine.depth() > 1 {
            return None;
        }
        let top = self.machine.top();
        let procedure = &self.machine.setting().program.procedures[top.procedure];
        let (_, edge) = procedure.cfa.edges_from(top.location).next()?;
        match &edge.operation {
            Operation::Assume(Condition::Compare { left: Operand::Local(local), .. }) => {
                Some(procedure.locals[*local].name.as_str())
            }
            _ => None,
        }
    }
}
