//! `"abstraction": "auto"`: settings of the abstraction in turn, each more precise, until all properties are decided.

use std::collections::BTreeSet;

use super::read::{TaskParts, read};
use super::{GraphGrammars, untracked};
use analysis::Shown;
use analysis::read_code::read_code;
use base::{Diagnostic, Idx, Observer, Phase, Progress};
use program::objects::{CLIENT, ClientLimits};
use report::assumption::{Assumption, AssumptionKind};
use report::claim::PropertyKind;
use report::remedy::Remedy;
use report::setting::{AbstractionSetting, TriedSetting};
use report::{Judgement, PropertyReport, Report, Verdict};
use task::{Abstraction, Language, Loaded, NamedHeap, Options};

/// As long as there are other settings to try, a setting may generate so many states …
const QUICK_STATES: u32 = 10_000;

/// … with heaps of so many vertices.
const QUICK_VERTICES: u32 = 100;

/// So many states are generated next, if the first ones do not decide everything: then it is seen better whether heaps grow without end.
const MORE_STATES: u32 = 100_000;

/// What one setting gave.
struct Outcome {
    setting: AbstractionSetting,
    report: Report,
    shown: Option<Box<dyn Shown>>,
}

/// Runs the analysis with the settings that the options ask for.
pub fn run(loaded: &Loaded, report: &mut Report, observer: &mut dyn Observer) -> Option<Box<dyn Shown>> {
    let options = &loaded.task.options;
    if options.abstraction == Abstraction::Fixed {
        return analysis::run::<GraphGrammars>(loaded, report, observer);
    }
    let least = setting_of(options);
    let quick = Options {
        max_states: options.max_states.min(QUICK_STATES),
        max_heap: options.max_heap.min(QUICK_VERTICES),
        ..options.clone()
    };
    let more = Options { max_states: options.max_states.min(MORE_STATES), ..quick.clone() };
    let mut attempts =
        Attempts { loaded, template: report.clone(), tried: Vec::new(), best: None, short: BTreeSet::new() };
    for setting in AbstractionSetting::ALL.into_iter().filter(|&setting| setting >= least) {
        if !attempts.add(setting, &quick, observer) {
            break;
        }
    }
    attempts.add_spines(&quick, observer);
    attempts.add_limited(AbstractionSetting::Unshared, &quick, observer);
    if let Some(setting) = attempts.wants_states(&quick).filter(|_| more.max_states > quick.max_states) {
        attempts.add(setting, &more, observer);
    }
    attempts.add_limited(AbstractionSetting::OfClass, &quick, observer);
    if let Some(setting) = attempts.wants_budget(options, &more) {
        attempts.add(setting, options, observer);
    }
    attempts.add_called(&quick, observer);
    attempts.add_opaque(&quick, observer);
    if let Some(unfollowed) = attempts.without_input() {
        attempts.add_unfollowed(&unfollowed, AbstractionSetting::Unfollowed, &quick, observer);
    }
    if let Some(made) = attempts.without_shape() {
        attempts.add_unfollowed(&made, AbstractionSetting::Made, &quick, observer);
    }
    let Attempts { tried, best, .. } = attempts;
    let Outcome { report: found, shown, .. } = best?;
    *report = found;
    report.tried = tried;
    settle_whole(&mut report.properties);
    for property in &mut report.properties {
        property.judgement.remedies.retain(|remedy| *remedy != Remedy::Abstraction);
    }
    shown
}

/// The setting that options name themselves: no other one is less precise.
pub(super) fn setting_of(options: &Options) -> AbstractionSetting {
    match (options.admissible_abstraction, options.admissible_full) {
        (false, _) => AbstractionSetting::Fast,
        (true, false) => AbstractionSetting::Admissible,
        (true, true) => AbstractionSetting::Full,
    }
}

/// What clients leave out with a setting: those of a class, or those that call a method of theirs to make its inputs.
fn limits_of_clients(setting: AbstractionSetting, is_client: bool) -> ClientLimits {
    ClientLimits {
        is_careful: setting == AbstractionSetting::Unshared,
        of_class: matches!(setting, AbstractionSetting::OfClass | AbstractionSetting::Called),
        to_entry: matches!(setting, AbstractionSetting::Called | AbstractionSetting::Opaque) && !is_client,
    }
}

/// The settings tried so far, with the best outcome.
struct Attempts<'a> {
    loaded: &'a Loaded,
    /// The report before anything was run.
    template: Report,
    tried: Vec<TriedSetting>,
    best: Option<Outcome>,
    /// The settings of which the latest attempt lacked a budget, and nothing else.
    short: BTreeSet<AbstractionSetting>,
}

impl Attempts<'_> {
    /// Tries a setting within the budgets of `options`. Returns whether a more precise one may decide more.
    fn add(&mut self, setting: AbstractionSetting, options: &Options, observer: &mut dyn Observer) -> bool {
        let mut loaded = self.loaded.clone();
        // What the first setting executes is all that clients can do; the others execute no more.
        loaded.has_executed_calls = !self.tried.is_empty();
        self.add_to(loaded, setting, options, observer)
    }

    /// The same with another task.
    fn add_to(
        &mut self,
        mut loaded: Loaded,
        setting: AbstractionSetting,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> bool {
        loaded.task.options = with_setting(options, setting);
        loaded.client_limits = limits_of_clients(setting, self.is_of_client());
        let mut report = self.template.clone();
        let shown = analysis::run::<GraphGrammars>(&loaded, &mut report, observer);
        for property in &mut report.properties {
            property.judgement.setting = Some(setting);
        }
        let Some(exploration) = &report.exploration else {
            self.best.get_or_insert(Outcome { setting, report, shown });
            return false;
        };
        self.tried.push(tried(setting, options, exploration.states_total, &report));
        let open = report.properties.iter().map(|own| &own.judgement).filter(|judgement| !judgement.is_decided());
        let mut remedies = open.flat_map(|judgement| &judgement.remedies);
        match remedies.any(|remedy| matches!(remedy, Remedy::Budget(_))) {
            true => self.short.insert(setting),
            false => self.short.remove(&setting),
        };
        let progress = Progress { phase: Phase::Reading, states: exploration.states_total, frontier: 0 };
        let outcome = Outcome { setting, report, shown };
        let best = match self.best.take() {
            Some(best) => best.joined(outcome),
            None => outcome,
        };
        let judgements = best.report.properties.iter().map(|property| &property.judgement);
        let mut undecided = judgements.filter(|judgement| !judgement.is_decided());
        let goes_on = undecided.any(|judgement| judgement.remedies.contains(&Remedy::Abstraction));
        self.best = Some(best);
        goes_on && observer.ask(progress).is_ok()
    }

    /// Tries to tell paths through trees apart, if there are any: of the least node of a search tree it is known then that it is the leftmost.
    fn add_spines(&mut self, options: &Options, observer: &mut dyn Observer) {
        let is_open = self.best.as_ref().is_some_and(Outcome::is_open);
        // Formulas may speak of paths.
        if !is_open || self.loaded.properties.iter().any(|property| property.check.is_none()) {
            return;
        }
        let loaded = Loaded { splits_paths: true, has_executed_calls: true, ..self.loaded.clone() };
        if read(&loaded).0.is_some_and(|parts| parts.has_split_paths) {
            self.add_to(loaded, AbstractionSetting::Spines, options, observer);
        }
    }

    /// Tries a setting that leaves out something that clients do, if heaps may have an end then.
    fn add_limited(&mut self, setting: AbstractionSetting, options: &Options, observer: &mut dyn Observer) {
        if self.may_end_with(limits_of_clients(setting, self.is_of_client())) {
            self.add(setting, options, observer);
        }
    }

    /// Whether a class is checked, for all clients.
    fn is_of_client(&self) -> bool {
        self.loaded.task.program.entry.trim_end().ends_with(CLIENT)
    }

    /// Whether heaps have no end as far as it is known, while clients of a class do something that these limits leave out.
    fn may_end_with(&self, limits: ClientLimits) -> bool {
        let is_partial = |best: &Outcome| best.report.exploration.as_ref().is_some_and(|found| found.partial);
        let is_endless = self.best.as_ref().is_some_and(|best| best.is_open() && is_partial(best));
        if !is_endless || !self.is_of_client() || self.loaded.task.program.language != Language::Java {
            return false;
        }
        let assumed = |client_limits| {
            let mut found = Vec::new();
            read_code(&Loaded { client_limits, ..self.loaded.clone() }, &mut found)?;
            found.retain(|found| AssumptionKind::of_code(found.code) == Some(AssumptionKind::Client));
            Some(found)
        };
        assumed(limits) != assumed(ClientLimits::default())
    }

    /// The task with an input of which nothing is known, if it is open whether memory safety holds, or what was asked of it.
    fn without_input(&self) -> Option<Loaded> {
        if !self.is_open_without_shape() || !self.loaded.has_initial() {
            return None;
        }
        let (program, entry) = read_code(self.loaded, &mut Vec::new())?;
        let heap = NamedHeap { name: String::new(), heap: untracked::unfollowed(&program, entry) };
        let mut loaded = self.loaded.clone();
        loaded.grammars.clear();
        loaded.formulas.clear();
        loaded.properties.retain(|property| property.check.is_some());
        loaded.initial = vec![heap];
        // It stands for all inputs, whatever the task leaves out.
        loaded.task.initial.clear();
        Some(loaded)
    }

    /// The task without grammars, so that no object is followed, if the program makes all of them itself: how they are linked does not matter
    /// where fields are never null, or tested.
    fn without_shape(&self) -> Option<Loaded> {
        if !self.is_open_without_shape() || self.loaded.has_initial() {
            return None;
        }
        let client_limits = limits_of_clients(AbstractionSetting::Made, self.is_of_client());
        let mut loaded =
            Loaded { follows_nothing: true, has_executed_calls: true, client_limits, ..self.loaded.clone() };
        loaded.grammars.clear();
        loaded.properties.retain(|property| property.check.is_some());
        Some(loaded)
    }

    /// Whether something is open in a program in Java for which the shape of its heaps may not matter.
    fn is_open_without_shape(&self) -> bool {
        let Some(best) = &self.best else { return false };
        let mut properties = best.report.properties.iter();
        properties.any(|own| own.claim.kind.is_of_exceptions() && !own.judgement.is_decided())
            && self.loaded.contracts.is_empty()
            && self.loaded.task.program.language == Language::Java
    }

    /// Tries inputs that calls of the methods of the class make, if it is open how a run is that starts on those that were taken from the fields
    /// of the program.
    fn add_called(&mut self, options: &Options, observer: &mut dyn Observer) {
        if let Some(loaded) = self.called() {
            self.add_to(loaded, AbstractionSetting::Called, options, observer);
        }
    }

    /// Tries not to follow collections that get into fields which are no part of the shape, as the adjacency lists of a graph.
    fn add_opaque(&mut self, options: &Options, observer: &mut dyn Observer) {
        let is_open = self.best.as_ref().is_some_and(Outcome::is_open);
        let is_made = || !self.loaded.has_initial() && self.loaded.contracts.is_empty();
        let is_java = self.loaded.task.program.language == Language::Java;
        let loaded = self.called().or_else(|| (is_open && is_java && is_made()).then(|| self.loaded.clone()));
        let Some(loaded) = loaded else { return };
        let client_limits = limits_of_clients(AbstractionSetting::Opaque, self.is_of_client());
        let loaded = Loaded { has_opaque_collections: true, has_executed_calls: true, client_limits, ..loaded };
        let has_any = |parts: TaskParts| !parts.untracked.opaque.is_empty();
        if read(&loaded).0.is_some_and(has_any) {
            self.add_to(loaded, AbstractionSetting::Opaque, options, observer);
        }
    }

    /// The task with inputs that calls of the methods of the class make, if something is open that may depend on them.
    fn called(&self) -> Option<Loaded> {
        let task = &self.loaded.task;
        let is_given = |found: &Diagnostic| found.code != AssumptionKind::Input.code();
        let is_wanted = task.program.language == Language::Java
            && self.loaded.contracts.is_empty()
            && !self.loaded.diagnostics.iter().all(is_given)
            && self.best.as_ref().is_some_and(|best| {
                let mut properties = best.report.properties.iter();
                best.is_open() && properties.all(|own| own.claim.kind.is_of_exceptions())
            });
        if !is_wanted {
            return None;
        }
        let mut loaded = self.loaded.clone();
        loaded.initial.clear();
        loaded.formulas.clear();
        loaded.task.initial.clear();
        loaded.diagnostics.retain(is_given);
        Some(loaded)
    }

    /// Tries to show that a run is safe whatever its heaps are like.
    fn add_unfollowed(
        &mut self,
        loaded: &Loaded,
        setting: AbstractionSetting,
        options: &Options,
        observer: &mut dyn Observer,
    ) {
        let mut loaded = loaded.clone();
        loaded.task.options = options.clone();
        let mut report = self.template.clone();
        analysis::run::<GraphGrammars>(&loaded, &mut report, observer);
        let (Some(best), Some(exploration)) = (&mut self.best, &report.exploration) else { return };
        let states = exploration.states_total;
        self.tried.push(tried(setting, options, states, &report));
        add_parts(&mut best.report.properties, &report.properties);
        for own in best.report.properties.iter_mut().filter(|own| own.claim.kind.is_of_exceptions()) {
            if let Some(found) = proof_of(&report, own).filter(|_| !own.judgement.is_decided()) {
                (own.judgement, own.statistics) = (found.judgement.clone(), found.statistics.clone());
                own.judgement.setting = Some(setting);
            }
        }
    }

    /// The best setting so far, if it has generated as many states as it may, and something is undecided.
    fn wants_states(&self, budget: &Options) -> Option<AbstractionSetting> {
        let best = self.best.as_ref().filter(|best| best.is_open())?;
        let states = best.report.exploration.as_ref().map(|exploration| exploration.states_total);
        (states >= Some(budget.max_states)).then_some(best.setting)
    }

    /// The setting with which something is undecided only because smaller budgets were used up.
    fn wants_budget(&self, options: &Options, smaller: &Options) -> Option<AbstractionSetting> {
        let best = self.best.as_ref().filter(|best| best.is_open())?;
        let has_more = options.max_states > smaller.max_states || options.max_heap > smaller.max_heap;
        (has_more && self.short.contains(&best.setting)).then_some(best.setting)
    }
}

/// Adds the parts of memory safety that another setting has looked at, if nothing is known of any yet: some may be satisfied.
fn add_parts(properties: &mut Vec<PropertyReport>, others: &[PropertyReport]) {
    let is_part = |own: &&PropertyReport| own.claim.kind.is_part();
    let mut wholes = properties.iter().filter(|own| own.claim.kind == PropertyKind::MemorySafety);
    let (Some(whole), None) = (wholes.next().cloned(), wholes.next()) else { return };
    let is_some_proved = others.iter().filter(is_part).any(|own| own.judgement.verdict == Verdict::Satisfied);
    if whole.judgement.is_decided() || !is_some_proved || properties.iter().any(|own| is_part(&own)) {
        return;
    }
    // Their numbers come last: what is shown is that of the properties that were there before.
    let open = |part: &PropertyReport| PropertyReport { judgement: whole.judgement.clone(), ..part.clone() };
    properties.extend(others.iter().filter(is_part).map(open));
}

/// Says of memory safety that it is satisfied if all of its parts are, which different settings may have proved. What is proved of single calls
/// may leave others out.
fn settle_whole(properties: &mut [PropertyReport]) {
    let parts = || properties.iter().filter(|own| own.claim.kind.is_part());
    let is_proved =
        |own: &PropertyReport| own.claim.kind != PropertyKind::Call && own.judgement.verdict == Verdict::Satisfied;
    if parts().next().is_none() || !parts().all(is_proved) {
        return;
    }
    let mut assumptions: Vec<Assumption> = Vec::new();
    for assumption in parts().flat_map(|own| &own.judgement.assumptions) {
        if !assumptions.contains(assumption) {
            assumptions.push(assumption.clone());
        }
    }
    let setting = parts().filter_map(|own| own.judgement.setting).max();
    for whole in properties.iter_mut().filter(|own| own.claim.kind == PropertyKind::MemorySafety) {
        if !whole.judgement.is_decided() {
            let assumptions = assumptions.clone();
            whole.judgement = Judgement { setting, assumptions, ..Judgement::satisfied() };
        }
    }
}

/// The result of a property in another report, if it is satisfied there. Of memory safety that is satisfied there are no parts.
fn proof_of<'r>(report: &'r Report, own: &PropertyReport) -> Option<&'r PropertyReport> {
    let mut all = report.properties.iter();
    let same = all.find(|other| (&other.id, &other.strategy) == (&own.id, &own.strategy));
    let whole = || report.properties.iter().find(|other| other.claim.kind == PropertyKind::MemorySafety);
    let found = if own.claim.kind.is_part() { same.or_else(whole) } else { same };
    found.filter(|found| found.judgement.verdict == Verdict::Satisfied)
}

/// What a setting gave.
fn tried(setting: AbstractionSetting, options: &Options, states: u32, report: &Report) -> TriedSetting {
    TriedSetting {
        setting,
        max_states: options.max_states,
        max_heap: options.max_heap,
        states,
        decided: u32::at(report.properties.iter().filter(|property| property.judgement.is_decided()).count()),
        properties: u32::at(report.properties.len()),
    }
}

impl Outcome {
    /// Whether something is undecided.
    fn is_open(&self) -> bool {
        self.report.properties.iter().any(|property| !property.judgement.is_decided())
    }

    /// The better of two outcomes, with what only the other one has proved. Violations count most, as their runs are among the states
    /// that are shown.
    fn joined(self, later: Self) -> Self {
        let rank = |outcome: &Self| {
            let judgements = || outcome.report.properties.iter().map(|property| &property.judgement);
            let confirmed = judgements().filter(|judgement| judgement.verdict == Verdict::Violated).count();
            (confirmed, judgements().filter(|judgement| judgement.is_decided()).count())
        };
        let (mut best, other) = if rank(&later) > rank(&self) { (later, self) } else { (self, later) };
        for own in &mut best.report.properties {
            let Some(found) = proof_of(&other.report, own).filter(|_| !own.judgement.is_decided()) else { continue };
            (own.judgement, own.statistics) = (found.judgement.clone(), found.statistics.clone());
            // They number states that are not shown.
            own.judgement.descents.iter_mut().for_each(|descent| descent.decreasing.clear());
        }
        best
    }
}

/// Options with the setting of the abstraction.
fn with_setting(options: &Options, setting: AbstractionSetting) -> Options {
    let mut options = options.clone();
    options.admissible_abstraction |= setting != AbstractionSetting::Fast;
    if setting == AbstractionSetting::Full {
        options.admissible_full = true;
        options.admissible_constants = true;
        options.admissible_markings = true;
    }
    options
}
