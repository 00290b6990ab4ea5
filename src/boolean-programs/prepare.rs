//! From a loaded task with a boolean program to what can be checked.

use fixedbitset::FixedBitSet;

use crate::valuation::{Observation, Observed};
use analysis::claims::PropertyReader;
use analysis::{CheckedProperty, Claim};
use base::{Diagnostic, FileId, Idx, IndexVec, Span, bound, did_you_mean, has_errors, msg, text};
use boolean::{BooleanOptions, parse_boolean, parse_condition};
use ltl::logic::{Formula, Formulas, Monitor, MonitorEdge, MonitorState, MonitorStateId, Proposition, PropositionId};
use program::cfa::{Location, ProcedureId};
use program::guarded::{Ersm, ErsmComponent, Expression, VariableId};
use report::claim::PropertyClaim;
use task::{ASSERTIONS, ERROR_LABELS, Loaded, UNREACH_CALL};

/// A property that can be checked.
pub struct BooleanProperty {
    pub property: CheckedProperty,
    /// What it observes of the program.
    pub observed: Observed,
}

/// The state in which a monitor starts that looks for something once.
const WATCHING: MonitorStateId = MonitorStateId(0);

/// A task ready to be checked.
pub struct PreparedBooleanTask {
    pub ersm: Ersm,
    pub formulas: Formulas,
    pub properties: Vec<BooleanProperty>,
    /// What all propositions observe.
    pub observed: Observed,
}

/// Reads program, monitors and formulas. All diagnostics of all of them; nothing else if one is an error.
pub(super) fn read(loaded: &Loaded) -> (Option<PreparedBooleanTask>, Vec<Diagnostic>) {
    let mut found = loaded.diagnostics.clone();
    check_parts(loaded, &mut found);
    let entry = Some(loaded.task.program.entry.clone()).filter(|entry| !entry.is_empty());
    let (ersm, more) = parse_boolean(&loaded.sources, &loaded.program_files, &BooleanOptions { entry });
    found.extend(more);
    let mut reader = PropertyReader::of_conditions(loaded);
    let mut properties = reader.properties();
    if let Some(ersm) = &ersm {
        properties.extend(implied(ersm, loaded, &mut reader.formulas));
    }
    let PropertyReader { formulas, found: more, .. } = reader;
    found.extend(more);
    let Some(mut ersm) = ersm else { return (None, found) };
    if loaded.properties.is_empty() && properties.is_empty() {
        let message = msg!(
            "nothing is checked: the task has no property, and the program neither an assertion nor a label \
                       `ERROR` or `SLIC_ERROR`"
        );
        let advice = msg!("add a property, an `assert`, or the label `ERROR` where no run may come");
        found.push(Diagnostic::warning("task/nothing-checked", None, message).suggest(advice));
    }
    let during = CallsUnderWay::new(&mut ersm, &formulas);
    let mentions = formulas.first_mentions();
    let mut of_formulas = Vec::new();
    let observations: IndexVec<PropositionId, IndexVec<ProcedureId, Observation>> = formulas
        .propositions()
        .map(|(id, proposition)| {
            // Those that no text mentions are the engine's own, and right.
            let span = mentions.get(&id).copied().unwrap_or(Span::new(FileId(0), 0, 0));
            bound(&mut of_formulas);
            observations(&ersm, &during, loaded, proposition, span, &mut of_formulas)
        })
        .collect();
    found.append(&mut of_formulas);
    if has_errors(&found) {
        return (None, found);
    }
    let observed = |claim: &Claim| {
        let used = claim.refutation().propositions(&formulas);
        let of = |(p, all): (PropositionId, &IndexVec<_, _>)| match used.binary_search(&p) {
            Ok(_) => all.clone(),
            Err(_) => IndexVec::new(),
        };
        Observed(observations.iter_enumerated().map(of).collect())
    };
    let with_observed = |property: CheckedProperty| BooleanProperty { observed: observed(&property.claim), property };
    let properties = properties.into_iter().map(with_observed).collect();
    (Some(PreparedBooleanTask { ersm, formulas, properties, observed: Observed(observations) }), found)
}

/// What tasks with heaps have means nothing here.
fn check_parts(loaded: &Loaded, found: &mut Vec<Diagnostic>) {
    let parts = [
        (loaded.grammars.is_empty(), text!("grammars")),
        (!loaded.has_initial(), text!("initial heaps")),
        (loaded.contracts.is_empty(), text!("contracts")),
    ];
    for (_, what) in parts.into_iter().filter(|(empty, _)| !empty) {
        let message = msg!("boolean programs have no {what}; they are ignored");
        found.push(Diagnostic::warning("task/unused", None, message));
    }
}

/// What is claimed of a program without a property that says so: no assertion fails, and no run comes to a label that
/// stands for an error. The task may have properties of these names; and labels that its properties mention have the
/// meaning that they give them.
fn implied(ersm: &Ersm, loaded: &Loaded, formulas: &mut Formulas) -> Vec<CheckedProperty> {
    let has_property = |id: &str| loaded.properties.iter().any(|p| p.id == id);
    let places = || ersm.components.iter().flat_map(|c| c.cfa.locations.iter());
    let is_mentioned = |name: &str| {
        let mut propositions = formulas.propositions().map(|(_, proposition)| proposition);
        propositions.any(|p| matches!(p, Proposition::Label { label, .. } if label == name))
    };
    let is_label = |name: &&str| places().any(|place| place.labels.iter().any(|label| label == name));
    let labels: Vec<&str> = ERROR_LABELS.into_iter().filter(is_label).filter(|label| !is_mentioned(label)).collect();
    let mut found = Vec::new();
    let mut add = |id: &str, text: PropertyClaim, avoided: Vec<Proposition>| {
        let claim = Claim::Nothing(avoiding(avoided, formulas));
        found.push(CheckedProperty { id: id.to_owned(), text, claim });
    };
    if places().any(|place| place.is_fault) && !has_property(ASSERTIONS) {
        add(ASSERTIONS, PropertyClaim::assertions(), vec![Proposition::Failed]);
    }
    if !labels.is_empty() && !has_property(UNREACH_CALL) {
        let at = |label: &&str| Proposition::Label { procedure: None, label: (*label).to_owned() };
        let text = PropertyClaim::unreach_call(labels.iter().map(|&label| label.to_owned()).collect());
        add(UNREACH_CALL, text, labels.iter().map(at).collect());
    }
    found
}

/// The monitor that looks for a state in which one of the propositions holds.
fn avoiding(propositions: Vec<Proposition>, formulas: &mut Formulas) -> Monitor {
    let always = formulas.intern(Formula::True);
    let mut monitor = Monitor { initial: vec![WATCHING], ..Monitor::default() };
    monitor.states.push(MonitorState { name: "watching".to_owned(), is_target: false });
    let found = monitor.states.push(MonitorState { name: "found".to_owned(), is_target: true });
    monitor.edges.push(MonitorEdge { source: WATCHING, target: WATCHING, guard: always, acceptance_sets: Vec::new() });
    for proposition in propositions {
        let guard = formulas.atom(proposition);
        monitor.edges.push(MonitorEdge { source: WATCHING, target: found, guard, acceptance_sets: Vec::new() });
    }
    monitor
}

/// The variables that tell which calls are under way.
struct CallsUnderWay {
    /// The components of which propositions ask that.
    watched: Vec<ProcedureId>,
    /// By component, the first of its variables.
    first: IndexVec<ProcedureId, VariableId>,
}

impl CallsUnderWay {
    /// Gives the components these variables.
    fn new(ersm: &mut Ersm, formulas: &Formulas) -> Self {
        let watched = formulas.propositions().filter_map(|(_, proposition)| match proposition {
            Proposition::During { method } => ersm.component_named(method),
            _ => None,
        });
        let watched: Vec<ProcedureId> = watched.collect();
        Self { first: ersm.remember_calls(&watched), watched }
    }

    /// Whether a call of this component is under way, in each.
    fn observations(&self, of: ProcedureId) -> IndexVec<ProcedureId, Observation> {
        let position = self.watched.iter().position(|&id| id == of).unwrap_or_default();
        let variable = |first: &VariableId| VariableId::at(first.index() + position);
        self.first.iter().map(|first| Observation::Where(Expression::variable(variable(first)))).collect()
    }
}

/// What a proposition says of each component; `span` is where it stands.
fn observations(
    ersm: &Ersm,
    during: &CallsUnderWay,
    loaded: &Loaded,
    proposition: &Proposition,
    span: Span,
    found: &mut Vec<Diagnostic>,
) -> IndexVec<ProcedureId, Observation> {
    let file = |component: &ErsmComponent| &loaded.sources.file(component.span.file).name;
    let line = |component: &ErsmComponent, at: Location| {
        let start = component.cfa.locations[at].span.start;
        loaded.sources.file(component.span.file).position(start).0
    };
    let at = |holds: &dyn Fn(ProcedureId, &ErsmComponent, Location) -> bool| -> IndexVec<ProcedureId, Observation> {
        let of = |(id, component): (ProcedureId, &ErsmComponent)| {
            let mut places = FixedBitSet::with_capacity(component.cfa.locations.len());
            component
                .cfa
                .locations
                .indices()
                .filter(|&p| holds(id, component, p))
                .for_each(|p| places.insert(p.index()));
            if places.is_clear() { Observation::Never } else { Observation::At(places) }
        };
        ersm.components.iter_enumerated().map(of).collect()
    };
    let all_names = || ersm.components.iter().map(|c| c.name.as_str());
    let unknown_procedure = |name: &str, found: &mut Vec<Diagnostic>| {
        if ersm.component_named(name).is_none() {
            let message = msg!("there is no procedure `{name}`");
            found.push(Diagnostic::error("formula/procedure", span, message).suggest(did_you_mean(name, all_names())));
        }
    };
    match proposition {
        Proposition::Terminated => at(&|id, component, place| id == ersm.entry && place == component.cfa.exit),
        Proposition::Failed => at(&|_, component, place| component.cfa.locations[place].is_fault),
        Proposition::In { method } => {
            unknown_procedure(method, found);
            at(&|_, component, _| component.name == *method)
        }
        Proposition::During { method } => {
            unknown_procedure(method, found);
            ersm.component_named(method).map_or_else(IndexVec::new, |id| during.observations(id))
        }
        Proposition::At { file: named, line: number } => at(&|_, component, place| {
            named.as_ref().is_none_or(|named| named == file(component)) && line(component, place) == *number
        }),
        Proposition::Label { procedure, label } => {
            if let Some(name) = procedure {
                unknown_procedure(name, found);
            }
            let places = at(&|_, component, place| {
                procedure.as_ref().is_none_or(|name| *name == component.name)
                    && component.cfa.locations[place].labels.contains(label)
            });
            if places.iter().all(|o| matches!(o, Observation::Never)) {
                let labels = ersm.components.iter().flat_map(|c| c.cfa.locations.iter()).flat_map(|p| &p.labels);
                let suggestion = did_you_mean(label, labels.map(String::as_str));
                let message = msg!("no statement has the label `{label}`");
                found.push(Diagnostic::error("formula/label", span, message).suggest(suggestion));
            }
            places
        }
        Proposition::Condition(text) => match parse_condition(text, span.file, span.start as usize, ersm) {
            Err(more) => {
                found.extend(more);
                at(&|_, _, _| false)
            }
            Ok(condition) => {
                let of = |id| condition.in_component(id).cloned().map_or(Observation::Never, Observation::Where);
                ersm.components.indices().map(of).collect()
            }
        },
        heap => {
            let message = msg!("{heap} is about heaps, but boolean programs have none");
            found.push(Diagnostic::error("formula/heap", span, message));
            at(&|_, _, _| false)
        }
    }
}
