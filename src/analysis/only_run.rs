//! Programs that have one run, as they get no input and draw nothing: it is executed.

use super::LabelledRun;
use super::danger::{Danger, fault_of, is_excluded, located, nothing_undefined, words};
use super::replay::{
    Counterexample, Guide, ObservedState, ReplayClaim, ReplayTask, ReportedRun, concrete_step, reported_run, tail,
    trace,
};
use base::{Message, Observer, Phase, Progress, counted, msg, text};
use heap_grammar::heap::{Heap, TypeId};
use interpreter::{CycleDetection, End, ExecutedRun, Machine, Mark, Script, Setting, Value, Watch};
use ltl::logic::{PropositionId, Tail, Truth};
use program::Fault;
use program::objects::{COMMAND_LINE, ExceptionKind, seen_class};
use report::evidence::Evidence;
use report::heap::HeapView;
use report::{Judgement, Run, Uncaught};
use task::Check;

/// A program whose only run is known is explored up to so many states, which may explain more than the run does.
pub const STATES: u32 = 10_000;

/// A run with more steps is not executed to its end: two seconds, and in the browser twice as many. The naive `fib(30)` and the primes up to
/// 1,000,000 have fewer.
const STEPS: u32 = 14_000_000;

/// Formulas are judged on runs that are not longer than this, and not more expensive to look at.
const LABELLED: u32 = 100_000;

/// How often it is asked whether to go on.
const ASKED: u32 = 10_000;

/// How a run goes on after its last step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Continuation {
    /// It does not: this is its end.
    Ends(End),
    /// It repeats so many of its last steps for ever.
    Repeats(u32),
}

/// The run of a program that has only one, up to its end, or until it repeats itself.
///
/// Law: no step depended on a value that neither the program nor its initial heap determines.
pub struct OnlyRun<'a> {
    setting: Setting<'a>,
    input: Heap,
    last: Machine<'a>,
    /// What comes then.
    continuation: Continuation,
    /// How many steps it has.
    steps: u32,
}

impl<'a> OnlyRun<'a> {
    /// Executes a program; `None` if it has several runs, does something that is not modelled, has not come to its end or to a
    /// state in which it was before after [`STEPS`], or the observer does not wait for it.
    pub fn new(setting: Setting<'a>, inputs: &[Heap], observer: &mut dyn Observer) -> Option<Self> {
        let [input] = inputs else { return None };
        // Of an object that is given, not all may be given.
        let is_command_line = |&ty: &TypeId| setting.alphabet.type_name(ty) == COMMAND_LINE;
        let command_lines = input.vertices().map(|vertex| input.vertex_type(vertex)).filter(is_command_line).count();
        if !input.nonterminals().is_empty() || input.objects() > command_lines {
            return None;
        }
        let mut last = Machine::new(setting, input);
        // An input that is not followed stands for many.
        let entry = &setting.program.procedures[setting.entry];
        let mut given = entry.receiver.iter().chain(&entry.parameters);
        if given.any(|&local| matches!(last.top().local(local), Value::Opaque(_))) {
            return None;
        }
        let mut cycle = CycleDetection::new(&last);
        for before in 0..STEPS {
            if before % ASKED == 0 {
                observer.ask(Progress { phase: Phase::Replaying, states: before, frontier: 0 }).ok()?;
            }
            let (steps, continuation) = match last.step_undecided() {
                Ok(true) => (before + 1, cycle.closes(&last).map(Continuation::Repeats)),
                Ok(false) => return None,
                Err(end) => (before, Some(Continuation::Ends(end))),
            };
            if let Some(continuation) = continuation {
                return Some(Self { setting, input: input.clone(), last, continuation, steps });
            }
        }
        None
    }

    /// How it ends, if it does.
    pub fn end(&self) -> Option<End> {
        match self.continuation {
            Continuation::Ends(end) => Some(end),
            Continuation::Repeats(_) => None,
        }
    }

    /// Whether it is known of all indices whether they are within bounds.
    pub fn follows_bounds(&self) -> bool {
        !self.last.assumes_bounds()
    }

    /// Whether it decides a property that an abstraction has decided, which takes indices to be within bounds where nothing handles the
    /// exception.
    pub fn overrules(&self) -> bool {
        self.last.has_left_bounds()
    }

    /// Whether it shows what is claimed; `None` if that is not known.
    pub fn shows(&self, task: &ReplayTask<'_>) -> Option<bool> {
        match task.claim {
            ReplayClaim::Comes(danger) => self.does(danger),
            ReplayClaim::Shows(..) => self.refutes(task),
        }
    }

    /// Whether it does what is forbidden. Of a run that ends in something else that is undefined, nothing is known.
    fn does(&self, danger: Danger) -> Option<bool> {
        if danger.is_seen(&self.last, self.end()) {
            return Some(true);
        }
        let is_other_exception = danger.is_exception() && self.exception_kind().is_some();
        (matches!(self.end(), None | Some(End::Returned | End::Ended)) || is_other_exception).then_some(false)
    }

    /// Whether a claim about states is true of it.
    fn refutes(&self, task: &ReplayTask<'_>) -> Option<bool> {
        let ReplayClaim::Shows(formulas, claim) = task.claim else { return None };
        let propositions = claim.propositions(formulas);
        // What only arrays lead to is no part of the heap as formulas see it.
        let is_of_heap = propositions.iter().any(|&id| formulas.proposition(id).is_of_heap());
        if is_of_heap && self.last.has_objects_in_library() {
            return None;
        }
        // A value that is open decides nothing of the run, but maybe what holds in its states.
        let is_open = !self.last.symbols().is_empty();
        if is_open || self.steps > LABELLED || propositions.iter().any(|&id| formulas.proposition(id).is_of_marked()) {
            return None;
        }
        let start = self.start();
        let mark = Mark::new(&start, None);
        let mut labels: Vec<Truth> = Vec::new();
        let (mut cost, mut length) = (0, 0);
        let mut look = |machine: &Machine<'_>, is_fault: bool| {
            let truth = |&id| task.watch.truth(machine, is_fault, formulas.proposition(id), &mark);
            labels.extend(propositions.iter().map(truth));
            length += 1;
            cost += task.watch.take_work();
            cost <= LABELLED
        };
        let mut machine = start.clone();
        // The first of the states that are repeated is the last one, too.
        let (count, first) = match self.continuation {
            Continuation::Ends(_) => (self.steps + 1, None),
            Continuation::Repeats(period) => (self.steps, Some(self.steps - period)),
        };
        let (mut seen, mut start_of_cycle) = (0, 0);
        for number in 0..count {
            if first == Some(number) {
                start_of_cycle = seen;
            }
            if task.watch.sees(&machine) {
                if !look(&machine, false) {
                    return None;
                }
                seen += 1;
            }
            if machine.step().is_err() {
                break;
            }
        }
        if let Some(end) = self.end().filter(|end| end.is_fault()) {
            look(&machine, end == End::NullDereference);
        }
        let tail = match self.continuation {
            Continuation::Ends(end) => tail(end, self.setting.program),
            // A call that is one step and never returns stays where it is.
            Continuation::Repeats(_) if start_of_cycle == seen => Tail::Stutters,
            Continuation::Repeats(_) => Tail::Repeats(start_of_cycle),
        };
        let label = |at: usize, id: PropositionId| {
            let column = propositions.binary_search(&id).expect("it is one of the claim's");
            labels[at * propositions.len() + column]
        };
        match claim.truth(formulas, length, tail, &label) {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Unknown => None,
        }
    }

    fn start(&self) -> Machine<'a> {
        Machine::new(self.setting, &self.input)
    }

    /// The verdict on what is claimed, if it is known.
    pub fn judge(&self, task: &ReplayTask<'_>) -> Option<JudgedRun> {
        match self.shows(task) {
            None if self.overrules() => {
                let reason = msg!("an index is out of bounds on the only run of the program");
                return Some(JudgedRun::of(Judgement::unknown_because(reason)));
            }
            None => {
                let ReplayClaim::Comes(danger) = task.claim else { return None };
                return self.satisfied_earlier(|fault| danger.is_fault(fault)).map(JudgedRun::of);
            }
            Some(false) => return Some(JudgedRun::of(self.satisfied())),
            Some(true) => {}
        }
        let danger = if let ReplayClaim::Comes(danger) = task.claim { Some(danger) } else { None };
        let reason = match danger.map(|danger| danger.check) {
            Some(Check::ValidMemtrack) => Some(words(Fault::Lost)),
            Some(Check::ValidMemcleanup) => Some(words(Fault::NotFreed)),
            Some(_) => self.fault(task.watch),
            None => None,
        };
        let uncaught = self.uncaught().filter(|_| danger.is_some_and(Danger::is_exception));
        let judgement = Judgement { uncaught, ..Judgement::suspected(reason, self.told(task.watch)) };
        let counterexample =
            Counterexample { input: self.input.clone(), marked: None, script: Script::default(), follows: false };
        // It may be too long to be kept with all of its heaps.
        let too_long = || JudgedRun::of(judgement.clone().with_evidence(Evidence::executed()));
        Some(JudgedRun::shown(task, counterexample, &judgement).unwrap_or_else(too_long))
    }

    /// Its verdict on what it does not do.
    pub fn satisfied(&self) -> Judgement {
        let steps = counted(self.steps, text!("step"), text!("steps"));
        let reason = match self.continuation {
            Continuation::Ends(_) => msg!("the program has one run, which was executed to its end: {steps}"),
            Continuation::Repeats(_) => {
                msg!("the program has one run, which was executed until it repeated itself for ever: {steps}")
            }
        };
        Judgement { reason: Some(reason), ..Judgement::satisfied() }
    }

    /// Its verdict on what it has not done when it comes to something undefined, in C, that a property does not look for: it is assumed that
    /// no run comes there earlier than to what the property looks for, as where nothing is executed.
    pub fn satisfied_earlier(&self, looks_for: impl Fn(Fault) -> bool) -> Option<Judgement> {
        let fault = fault_of(self.end().filter(|end| end.is_fault())?)?;
        let assumptions = nothing_undefined(self.setting.program, self.setting.entry, looks_for);
        if !is_excluded(fault, &assumptions) {
            return None;
        }
        let steps = counted(self.steps, text!("step"), text!("steps"));
        let reason = msg!(
            "the program has one run, which was executed until {steps} had led to something undefined: {}",
            words(fault)
        );
        Some(Judgement { reason: Some(reason), assumptions, ..Judgement::satisfied() })
    }

    /// The kind of exception with which it ends.
    pub fn exception_kind(&self) -> Option<ExceptionKind> {
        self.end().and_then(|end| self.last.exception_kind(end))
    }

    /// What is wrong at its end, and where if that is one place.
    pub fn fault(&self, watch: &Watch<'_>) -> Option<Message> {
        let what = match (self.uncaught(), self.end().and_then(fault_of)) {
            (Some(uncaught), _) => return Some(uncaught.words()),
            (None, Some(fault)) => words(fault),
            (None, None) => words(Fault::NullDereference),
        };
        let top = self.last.top();
        let edge = self.setting.program.procedures[top.procedure].cfa.edges_from(top.location).next();
        let place = edge.filter(|_| self.end().is_some_and(End::is_fault)).map(|(_, edge)| watch.place(edge.span));
        Some(place.map_or(what.clone(), |(file, line)| located(&what, &file, line)))
    }

    /// The exception with which it ends.
    fn uncaught(&self) -> Option<Uncaught> {
        let class = self.last.thrown().filter(|_| self.end() == Some(End::Thrown))?;
        let name = seen_class(&self.setting.program.classes[class].name);
        Some(Uncaught { class: name.replace('$', "."), places: Vec::new() })
    }

    /// Its steps for a report, the first and the last of many.
    pub fn told(&self, watch: &Watch<'_>) -> Run {
        let mut machine = self.start();
        let (mut prefix, mut cycle) = (Vec::new(), Vec::new());
        let is_told = |number: u32| number < TOLD || number + TOLD > self.steps;
        // The first of the states that are repeated is the last one, too.
        let (count, start_of_cycle) = match self.continuation {
            Continuation::Ends(_) => (self.steps + 1, u32::MAX),
            Continuation::Repeats(period) => (self.steps, self.steps - period),
        };
        for number in 0..count {
            let is_last = number == self.steps;
            let before = is_told(number).then(|| machine.clone());
            if !is_last {
                _ = machine.step();
            }
            let Some(before) = before else { continue };
            let fault = self.end().filter(|end| is_last && end.is_fault());
            let hides_next = !is_last && !is_told(number + 1);
            let after = || ObservedState { machine: machine.clone(), fault: None };
            let after = (!is_last && !hides_next).then(after);
            let before = ObservedState { machine: before, fault };
            let mut step = concrete_step(watch, &self.last, &before, after.as_ref(), None).told();
            step.folded = hides_next;
            if number < start_of_cycle { prefix.push(step) } else { cycle.push(step) }
        }
        Run { prefix, cycle }
    }
}

/// So many steps at either end of a long run are told.
const TOLD: u32 = 500;

/// What the only run says of a property.
pub struct JudgedRun {
    /// The verdict.
    pub judgement: Judgement,
    /// The run, if the property fails on it and it is short enough to be shown with its heaps.
    pub shown: Option<ShownExecution>,
}

impl JudgedRun {
    /// What a counterexample says that was found without a run of the analysis; `None` if it is too long to be told.
    pub fn of_counterexample(task: &ReplayTask<'_>, counterexample: Counterexample) -> Option<Self> {
        let mut found = Self::shown(task, counterexample, &Judgement::suspected(None, Run::default()))?;
        let told = found.judgement.evidence.as_ref().and_then(|evidence| evidence.counterexample.as_ref());
        found.judgement.run = told.map(|run| run.run());
        Some(found)
    }

    /// A judgement with the run behind it.
    fn shown(task: &ReplayTask<'_>, counterexample: Counterexample, judgement: &Judgement) -> Option<Self> {
        let mut trace = trace(task, &counterexample.input, &counterexample.script, ExecutedRun::LENGTH);
        trace.shows(task)?;
        trace.shorten(task, None);
        let ReportedRun { run, heaps, fault, left_out: _ } =
            reported_run(task, &Guide::default(), &counterexample, &trace);
        let judgement = Judgement { reason: fault.clone().or(judgement.reason.clone()), ..judgement.clone() };
        let labelled = trace.labelled(task, None);
        let shown = Some(ShownExecution { counterexample, heaps, labelled, fault });
        Some(Self { judgement: judgement.with_evidence(Evidence::of(run)), shown })
    }

    fn of(judgement: Judgement) -> Self {
        Self { judgement, shown: None }
    }
}

/// An executed run on which a property fails.
pub struct ShownExecution {
    /// How to execute it again.
    pub counterexample: Counterexample,
    /// The heaps of its states.
    pub heaps: Vec<HeapView>,
    /// What holds in them, if a formula or monitor is claimed.
    pub labelled: Option<LabelledRun>,
    /// What is wrong in it, and where, if a fault is claimed.
    pub fault: Option<Message>,
}
