//! What is claimed of programs: properties as they are read, and whether a run refutes them, by definition.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use base::{CompactSort, Diagnostic, FileId, Idx, Message, Span, StrongComponents, bound, msg};
use ltl::logic::{
    Formula, FormulaId, Formulas, Monitor, MonitorEdge, MonitorState, MonitorStateId, NegationNormalForm,
    PropositionId, Tail, Truth, negation_normal_form, parse_condition, parse_formula_with,
};
use report::claim::PropertyClaim;
use task::wording::{Subject, read_out, spoken};
use task::{Check, Loaded, MonitorText, PropertyText, Task};

/// What is claimed of all runs.
#[derive(Clone)]
pub enum Claim {
    /// They satisfy a formula, with its negation normal form.
    Holds(FormulaId, NegationNormalForm),
    /// None is what the monitor looks for.
    Nothing(Monitor),
}

impl Claim {
    /// What a run shows that refutes the claim.
    pub fn refutation(&self) -> RunClaim<'_> {
        match self {
            Claim::Holds(formula, _) => RunClaim::Violates(*formula),
            Claim::Nothing(monitor) => RunClaim::IsFound(monitor),
        }
    }
}

/// A property of a task.
pub struct CheckedProperty {
    /// Its name.
    pub id: String,
    /// What it says, for people.
    pub text: PropertyClaim,
    /// What it claims.
    pub claim: Claim,
}

/// What a check claims; of which function, if it is about calls of that one alone.
pub fn claim_of_check(check: Check, call: Option<&str>) -> PropertyClaim {
    match check {
        Check::UnreachCall => PropertyClaim::unreach_error(call),
        Check::NoDivisionByZero => PropertyClaim::no_division_by_zero(),
        Check::NoInvalidShift => PropertyClaim::no_invalid_shift(),
        Check::NoIndexOutOfBounds => PropertyClaim::no_index_out_of_bounds(),
        Check::NoOverflow => PropertyClaim::no_overflow(),
        Check::ValidDeref => PropertyClaim::valid_deref(),
        Check::ValidFree => PropertyClaim::valid_free(),
        Check::ValidMemtrack => PropertyClaim::valid_memtrack(),
        Check::ValidMemcleanup => PropertyClaim::valid_memcleanup(),
        Check::MemorySafety => PropertyClaim::memory_safety(),
        Check::NullDereference => PropertyClaim::null_dereference(),
        Check::IndexOutOfBounds => PropertyClaim::index_out_of_bounds(),
        Check::WrongCast => PropertyClaim::wrong_cast(),
        Check::DivisionByZero => PropertyClaim::division_by_zero(),
        Check::Assertion => PropertyClaim::assertion(),
        Check::Exception => PropertyClaim::exception(),
    }
}

/// What a property claims, in the notation of the competition on software verification, for runs that start in a function; `None` if it has
/// no such property.
pub fn specification(claim: &PropertyClaim, entry: &str) -> Option<String> {
    let check = Check::ALL.into_iter().find(|&check| claim_of_check(check, None).kind == claim.kind)?;
    Some(format!("CHECK( init({entry}()), LTL({}) )", check.formula(claim.call.as_deref())?))
}

/// What is said of one run.
#[derive(Clone, Copy)]
pub enum RunClaim<'a> {
    /// It does not satisfy a formula.
    Violates(FormulaId),
    /// It is what a monitor looks for.
    IsFound(&'a Monitor),
}

impl RunClaim<'_> {
    /// The propositions on which it depends, sorted.
    pub fn propositions(self, formulas: &Formulas) -> Vec<PropositionId> {
        match self {
            RunClaim::Violates(formula) => formulas.propositions_in(formula),
            RunClaim::IsFound(monitor) => monitor.propositions(formulas),
        }
    }

    /// Whether it is true of a run of `length` states, at least one, by definition, given what holds in its states. It is false
    /// only if that is known however the run goes on.
    pub fn truth(
        self,
        formulas: &Formulas,
        length: usize,
        tail: Tail,
        label: &dyn Fn(usize, PropositionId) -> Truth,
    ) -> Truth {
        match self {
            RunClaim::Violates(formula) => formulas.holds_on_run(formula, length, tail, label).negated(),
            RunClaim::IsFound(_) if self.is_shown(formulas, length, tail, label) => Truth::True,
            RunClaim::IsFound(monitor) => {
                let may_be_found =
                    accepted_run(monitor, formulas, length, tail, label, |guard| guard != Truth::False).is_some();
                if tail == Tail::Cut || may_be_found { Truth::Unknown } else { Truth::False }
            }
        }
    }

    /// Whether it is certainly true of such a run.
    pub fn is_shown(
        self,
        formulas: &Formulas,
        length: usize,
        tail: Tail,
        label: &dyn Fn(usize, PropositionId) -> Truth,
    ) -> bool {
        match self {
            RunClaim::Violates(formula) => formulas.holds_on_run(formula, length, tail, label) == Truth::False,
            RunClaim::IsFound(monitor) => {
                accepted_run(monitor, formulas, length, tail, label, |guard| guard == Truth::True).is_some()
            }
        }
    }
}

/// How a monitor accepts a run.
pub struct AcceptedRun {
    /// The states of the monitor, each with the position of the run at which it is in it: up to one that is visited again and again in
    /// accepted states, or to the one from which an edge leads to a target.
    pub states: Vec<(usize, MonitorStateId)>,
    /// The position in the edges of the monitor of the one that leads to a target.
    pub to_target: Option<usize>,
}

/// How a monitor can be taken into a target, or visits all of its acceptance sets infinitely often, along edges whose guards
/// have a truth value with which they are taken; `None` if it cannot. A target is entered as early as possible.
pub fn accepted_run(
    monitor: &Monitor,
    formulas: &Formulas,
    length: usize,
    tail: Tail,
    label: &dyn Fn(usize, PropositionId) -> Truth,
    is_taken: impl Fn(Truth) -> bool,
) -> Option<AcceptedRun> {
    // Pairs of a position of the run and a state of the monitor; edges are those of the monitor.
    let mut pairs: IndexSet<(usize, MonitorStateId), FxBuildHasher> = IndexSet::default();
    // From which pair each one was found first.
    let mut found_from: Vec<Option<usize>> = Vec::new();
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut visited: Vec<&[u32]> = Vec::new();
    for &state in &monitor.initial {
        if pairs.insert((0, state)) {
            found_from.push(None);
        }
    }
    let way = |pairs: &IndexSet<_, _>, found_from: &[Option<usize>], end: usize| {
        let mut states: Vec<_> =
            std::iter::successors(Some(end), |&pair| found_from[pair]).map(|pair| pairs[pair]).collect();
        states.reverse();
        states
    };
    let mut pair = 0;
    while pair < pairs.len() {
        let (at, state) = pairs[pair];
        if monitor.states[state].is_target {
            return Some(AcceptedRun { states: way(&pairs, &found_from, pair), to_target: None });
        }
        let next = if at + 1 < length { Some(at + 1) } else { tail.next(length) };
        let first = monitor.edges.partition_point(|edge| edge.source < state);
        for (number, edge) in (first..).zip(monitor.edges_from(state)) {
            if !is_taken(formulas.holds_now(edge.guard, |p| label(at, p))) {
                continue;
            }
            if monitor.states[edge.target].is_target {
                return Some(AcceptedRun { states: way(&pairs, &found_from, pair), to_target: Some(number) });
            }
            let Some(next) = next else { continue };
            let (target, is_new) = pairs.insert_full((next, edge.target));
            if is_new {
                found_from.push(Some(pair));
            }
            edges.push((u32::at(pair), u32::at(target)));
            visited.push(&edge.acceptance_sets);
        }
        pair += 1;
    }
    let acceptance_sets = monitor.acceptance_sets.map(Idx::index)?;
    let components = StrongComponents::new(pairs.len(), &edges);
    let are_fair = components.are_fair(&edges, &visited, acceptance_sets);
    // The states that are visited are those in which such edges begin.
    let in_fair =
        |&(source, target): &(u32, u32)| components.around(source, target).is_some_and(|component| are_fair[component]);
    let again = edges.iter().zip(&visited).filter(|(edge, _)| in_fair(edge));
    let end =
        again.min_by_key(|((source, _), sets)| (sets.is_empty(), *source)).map(|((source, _), _)| source.index())?;
    Some(AcceptedRun { states: way(&pairs, &found_from, end), to_target: None })
}

/// How a formula is parsed.
pub type Parse = fn(&str, FileId, &mut Formulas) -> (Option<FormulaId>, Vec<Diagnostic>);

/// Reads the properties of a task.
pub struct PropertyReader<'a> {
    /// The task.
    pub loaded: &'a Loaded,
    /// The formulas that were read.
    pub formulas: Formulas,
    /// What was found to be wrong.
    pub found: Vec<Diagnostic>,
    /// The formulas and guards that were read, each with its text.
    pub texts: Vec<(FormulaId, FileId)>,
    parse: Parse,
}

impl<'a> PropertyReader<'a> {
    /// Reads nothing yet.
    pub fn new(loaded: &'a Loaded, parse: Parse) -> Self {
        Self { loaded, formulas: Formulas::new(), found: Vec::new(), texts: Vec::new(), parse }
    }

    /// The same for properties whose propositions are conditions of the program's language.
    pub fn of_conditions(loaded: &'a Loaded) -> Self {
        Self::new(loaded, |text, file, formulas| parse_formula_with(parse_condition, text, file, formulas))
    }

    /// The properties of the task that are free of errors.
    pub fn properties(&mut self) -> Vec<CheckedProperty> {
        let monitors = self.monitors();
        let texts = self.loaded.properties.iter().filter(|text| text.check.is_none());
        texts.filter_map(|text| self.property(text, &monitors)).collect()
    }

    /// The monitors of the task, in order; `None` for those with errors.
    pub fn monitors(&mut self) -> Vec<Option<Monitor>> {
        (0..self.loaded.task.monitors.len()).map(|position| self.monitor(position)).collect()
    }

    /// A formula or monitor of the task, unless it has errors.
    pub fn property(&mut self, text: &PropertyText, monitors: &[Option<Monitor>]) -> Option<CheckedProperty> {
        let claim = match text.monitor {
            Some(monitor) => monitors.get(monitor).cloned().flatten().map(Claim::Nothing),
            None => self.formula(text.file).map(|f| Claim::Holds(f, negation_normal_form(&mut self.formulas, f))),
        }?;
        let name = text.monitor.and_then(|monitor| self.loaded.task.monitors.get(monitor)).map(|m| m.name.clone());
        let said = match &claim {
            Claim::Holds(formula, _) => {
                let Task { analysis, program, .. } = &self.loaded.task;
                let subject = Subject::of(*analysis, program.language).unwrap_or(Subject::JavaHeaps);
                let words = read_out(&self.formulas, *formula, subject, spoken());
                PropertyClaim::ltl(self.formulas.display(*formula).to_string(), Message::verbatim(words))
            }
            Claim::Nothing(_) => PropertyClaim::monitor(name.unwrap_or_default()),
        };
        Some(CheckedProperty { id: text.id.clone(), text: said, claim })
    }

    fn formula(&mut self, file: FileId) -> Option<FormulaId> {
        let (formula, more) = (self.parse)(&self.loaded.sources.file(file).text, file, &mut self.formulas);
        self.found.extend(more);
        bound(&mut self.found);
        self.texts.extend(formula.map(|formula| (formula, file)));
        formula
    }

    fn monitor(&mut self, position: usize) -> Option<Monitor> {
        let loaded = self.loaded;
        let text: &MonitorText = &loaded.task.monitors[position];
        let mut monitor = Monitor::default();
        let state = |name: &str, monitor: &mut Monitor| -> MonitorStateId {
            let known = monitor.states.iter_enumerated().find(|(_, s)| s.name == name).map(|(id, _)| id);
            known.unwrap_or_else(|| {
                let is_target = text.target.iter().any(|t| t == name);
                monitor.states.push(MonitorState { name: name.to_owned(), is_target })
            })
        };
        let initial = state(&text.initial, &mut monitor);
        monitor.initial.push(initial);
        let mut complete = true;
        for (edge, file) in text.edges.iter().zip(&loaded.guards[position]) {
            let guard = match file {
                None => Some(self.formulas.intern(Formula::True)),
                Some(file) => self.guard(*file),
            };
            let Some(guard) = guard else {
                complete = false;
                continue;
            };
            let (source, target) = (state(&edge.from, &mut monitor), state(&edge.to, &mut monitor));
            // A state that repeats is visited when it is left, so once for each visit.
            let acceptance_sets = if text.repeating.contains(&edge.from) { vec![0] } else { Vec::new() };
            monitor.edges.push(MonitorEdge { source, target, guard, acceptance_sets });
        }
        monitor.edges.compact_sort_by_key(|edge| edge.source);
        monitor.acceptance_sets = (!text.repeating.is_empty()).then_some(1);
        complete.then_some(monitor)
    }

    fn guard(&mut self, file: FileId) -> Option<FormulaId> {
        let guard = self.formula(file)?;
        if !self.formulas.is_propositional(guard) {
            let span = Span::new(file, 0, self.loaded.sources.file(file).text.len());
            let message = msg!("a guard is about one state, so it has no temporal operators");
            self.found.push(Diagnostic::error("task/monitor", span, message));
            bound(&mut self.found);
            return None;
        }
        Some(guard)
    }
}
