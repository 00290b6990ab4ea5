//! From a loaded task to everything that exploration and checking need, or to diagnostics.

use std::collections::BTreeSet;
use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::contracts::read_contracts;
use super::propositions;
use super::stopped::is_improvable;
use super::untracked::{self, UntrackedFields};
use crate::analysis::claims::PropertyReader;
use crate::analysis::danger::{Danger, usual_checks};
use crate::analysis::foreign;
use crate::analysis::read_code::read_code;
use crate::analysis::read_heaps::{has_own_grammars, left_out, read_grammar, read_heaps};
use crate::analysis::{CheckedProperty, claim_of_check};
use crate::base::{
    CollectByInsertion, Diagnostic, FileId, Idx, Limits, Observer, Phase, Progress, Severity, Sources, Span, Stop,
    did_you_mean, has_errors,
};
use crate::grammar::{
    self, AbstractionOptions, Entered, Grammar, HeapAutomaton, ReferenceFields, Refinement, Rule, Sharing, refine,
    split_by_fields,
};
use crate::heap::{Admissibility, Alphabet, Canoniser, ExternalOrder, Heap, Selector};
use crate::logic::{Formulas, parse_formula};
use crate::program::cfa::ProcedureId;
use crate::program::objects::{FieldId, LocalId, Program, STATICS};
use crate::report::MEMORY_SAFETY;
use crate::report::claim::PropertyClaim;
use crate::rsm::Order;
use crate::semantics::heap_program::{Contract, HeapModel, HeapOptions, Marking, MarkingRules, declare, mark};
use crate::task::{Abstraction, Check, Language, Loaded, Options, PROPOSED, Search};
use crate::written::with_documents;

/// How many heaps refinement may make of one initial heap.
const REFINED_LIMIT: usize = 10_000;

/// A task ready to be explored.
pub struct PreparedHeapTask {
    pub model: Rc<HeapModel>,
    pub formulas: Formulas,
    pub properties: Vec<HeapProperty>,
    /// Why nothing can be proved: what the program says of memory that its translation does not, or initial heaps that are left out.
    pub inexact: Option<String>,
    /// The initial heaps as they were given, their parameters bound.
    pub inputs: Vec<Heap>,
    /// The initial heaps, marked and refined; or why these could not be generated.
    pub initial: Result<Vec<Heap>, Stop>,
    pub contracts: Vec<Contract>,
    /// Procedures whose calls are one step in every strategy.
    pub skipped: BTreeSet<ProcedureId>,
    pub limits: Limits,
    /// Whether a more precise abstraction can be tried.
    pub is_improvable: bool,
    /// The order in which states are generated.
    pub order: Order,
    /// The same without its formulas, if these follow something by which lost memory would seem to be held during a call.
    pub unmarked: Option<Box<PreparedHeapTask>>,
    /// Milliseconds that all this took.
    pub prepare_ms: f64,
}

impl PreparedHeapTask {
    /// The variables that stay visible.
    pub fn kept(&self) -> Vec<String> {
        propositions::kept(&self.formulas, &self.model.alphabet)
    }
}

/// What can be checked of a program with heaps.
pub enum HeapProperty {
    /// What no run may do: of Java programs, end with an exception.
    Safety(SafetyProperty),
    /// What the task claims of all runs.
    Claimed(Box<CheckedProperty>),
}

/// What no run may do.
pub struct SafetyProperty {
    pub id: String,
    pub claim: PropertyClaim,
    pub danger: Danger,
}

impl HeapProperty {
    fn no_exception() -> Self {
        let claim = PropertyClaim::memory_safety();
        Self::Safety(SafetyProperty { id: MEMORY_SAFETY.to_owned(), claim, danger: Danger::Exception })
    }

    fn of_check(id: &str, check: Check) -> Self {
        let (claim, danger) = (claim_of_check(check), Danger::Check(check));
        Self::Safety(SafetyProperty { id: id.to_owned(), claim, danger })
    }
}

/// The properties of a task that are free of errors, with the store of their formulas.
#[cfg(feature = "cli")]
pub(crate) fn read_properties(loaded: &Loaded) -> (Vec<CheckedProperty>, Formulas) {
    let mut reader = PropertyReader::new(loaded, parse_formula);
    (reader.properties(), reader.formulas)
}

/// Reads program, grammars, heaps and properties. Diagnostics of all of them; no parts if one is an error.
pub(super) fn read(loaded: &Loaded) -> (Option<TaskParts>, Vec<Diagnostic>) {
    let mut found = loaded.diagnostics.clone();
    let mut reader = PropertyReader::new(loaded, parse_formula);
    let mut properties = read_all_properties(loaded, &mut reader);
    let PropertyReader { formulas, found: more, texts, .. } = reader;
    found.extend(more);
    let mut alphabet = Alphabet::default();
    let before = found.len();
    let mut code = read_code(loaded, &mut found);
    if let Some((program, _)) = &mut code {
        let narrowed = program.narrow_fields();
        found.extend(untracked::narrowed(program, &narrowed));
    }
    let is_inexact = |d: &&Diagnostic| cfg!(feature = "c") && d.code == "c/alloca";
    let inexact = found[before..].iter().find(is_inexact).map(|d| d.message.clone()).or_else(|| left_out(loaded));
    let written = with_documents(loaded, code.as_ref().map(|(program, entry)| (program, *entry)), &mut found);
    let loaded = &*written;
    let mut untracked = UntrackedFields::default();
    if let Some((program, entry)) = &code {
        untracked = UntrackedFields::new(loaded, (program, *entry), &formulas);
        found.extend(untracked::notes(program, *entry, &untracked.all));
        found.extend(untracked::assumptions(program, *entry, &untracked));
        declare(&mut alphabet, program, *entry, (&untracked.all, untracked.follows_nothing));
        // A program in C of whose memory nothing is claimed.
        if cfg!(feature = "c") && properties.iter().all(|property| matches!(property, HeapProperty::Claimed(_))) {
            let checks = usual_checks(program, *entry).into_iter();
            properties.splice(0..0, checks.map(|check| HeapProperty::of_check(check.name(), check)));
        }
    }
    let grammar = read_grammar(loaded, &mut alphabet, &mut found);
    if let Some(grammar) = grammar.as_ref().filter(|_| has_own_grammars(loaded)) {
        let mut of_grammar = grammar::check_abstraction(&alphabet, grammar);
        of_grammar.retain(|found| found.severity != Severity::Note || !are_proposed(loaded));
        found.extend(of_grammar);
    }
    if let Some((program, _)) = &code {
        found.extend(foreign::warnings(loaded, program));
        found.extend(foreign::reserved(loaded));
        found.extend(foreign::abstract_objects(loaded, program));
    }
    let initial = read_heaps(loaded, &mut alphabet, grammar.as_ref(), code.as_ref(), &mut found);
    let contracts = match &code {
        Some((program, entry)) => read_contracts(loaded, program, *entry, &mut alphabet, &mut found),
        None => Vec::new(),
    };
    let (Some((mut program, entry)), Some(grammar)) = (code, grammar) else { return (None, found) };
    let rules: Vec<&Rule> = grammar.rules().map(|(_, rule)| rule).collect();
    for heap in contracts.iter().flat_map(|c| std::iter::once(&c.precondition).chain(&c.postconditions)) {
        found.extend(grammar::check_attached(&alphabet, &rules, heap, None));
    }
    let scope = propositions::Scope {
        program: &program,
        entry,
        alphabet: &alphabet,
        initial: &initial,
        sources: &loaded.sources,
    };
    for (formula, file) in texts {
        found.extend(scope.check(&formulas, formula, file));
    }
    let options = loaded.task.options.clone();
    let skipped = skipped(&program, entry, &options.mc_skip, &mut found);
    if has_errors(&found) {
        return (None, found);
    }
    if options.abstraction == Abstraction::Auto && !program.is_manual() {
        drop_unused_arguments(&mut program, entry, &contracts, &propositions::kept(&formulas, &alphabet));
    }
    let parts = TaskParts {
        program,
        entry,
        alphabet,
        grammar,
        initial,
        contracts,
        formulas,
        properties,
        inexact,
        untracked,
        skipped,
        options,
    };
    (Some(parts), found)
}

/// Leaves out arguments that methods only pass on, unless a contract or a proposition (`kept`) may mention them.
fn drop_unused_arguments(program: &mut Program, entry: ProcedureId, contracts: &[Contract], kept: &[String]) {
    let mentioned: BTreeSet<(ProcedureId, LocalId)> = program
        .procedures
        .iter_enumerated()
        .flat_map(|(id, procedure)| {
            let has_contract = contracts.iter().any(|contract| contract.procedure == id);
            let locals = procedure.locals.iter_enumerated();
            locals
                .filter(move |(_, local)| has_contract || kept.contains(&local.name))
                .map(move |(local, _)| (id, local))
        })
        .collect_by_insertion();
    program.drop_unused_arguments(entry, |procedure, local| mentioned.contains(&(procedure, local)));
}

/// The properties of the task in their order. Of Java programs the first one is that no run ends with an exception.
fn read_all_properties(loaded: &Loaded, reader: &mut PropertyReader<'_>) -> Vec<HeapProperty> {
    // Builds that cannot read C check nothing of it.
    let is_java = !cfg!(feature = "c") || loaded.task.program.language == Language::Java;
    let mut properties = Vec::new();
    if is_java {
        properties.push(HeapProperty::no_exception());
    }
    let monitors = reader.monitors();
    for text in &loaded.properties {
        match text.check {
            Some(check) if is_java => reader.found.push(unchecked(loaded, text.file, check)),
            Some(check) => properties.push(HeapProperty::of_check(&text.id, check)),
            None => {
                let claimed = reader.property(text, &monitors);
                properties.extend(claimed.map(|property| HeapProperty::Claimed(Box::new(property))));
            }
        }
    }
    properties
}

/// An error for a check of a Java program.
fn unchecked(loaded: &Loaded, file: FileId, check: Check) -> Diagnostic {
    let span = Span::new(file, 0, loaded.sources.file(file).text.len());
    let message = format!("`{}` is checked of programs in C", check.name());
    let advice = "in Java, memory safety is checked anyway: no exception leaves the entry method";
    Diagnostic::error("task/check", span, message).suggest(advice.to_owned())
}

/// The procedures with these names, simple or qualified. Names of nothing that is analysed are reported.
fn skipped(
    program: &Program,
    entry: ProcedureId,
    names: &[String],
    found: &mut Vec<Diagnostic>,
) -> BTreeSet<ProcedureId> {
    let mut skipped = BTreeSet::new();
    let analysed = program.reachable(entry);
    for name in names {
        let is_named =
            |&&id: &&ProcedureId| program.procedures[id].name == *name || program.qualified_name(id) == *name;
        let before = skipped.len();
        skipped.extend(analysed.iter().filter(is_named));
        if skipped.len() == before {
            let known: Vec<String> = analysed.iter().map(|&id| program.qualified_name(id)).collect();
            let message = format!("no analysed method is called `{name}`; this `mcSkip` has no effect");
            let suggestion = did_you_mean(name, known.iter().map(String::as_str));
            found.push(Diagnostic::warning("task/skip", None, message).suggest(suggestion));
        }
    }
    skipped
}

/// The parts of a task that is free of errors.
pub struct TaskParts {
    program: Program,
    entry: ProcedureId,
    alphabet: Alphabet,
    grammar: Grammar,
    initial: Vec<Heap>,
    contracts: Vec<Contract>,
    formulas: Formulas,
    properties: Vec<HeapProperty>,
    inexact: Option<String>,
    /// The fields that are no part of the shape.
    untracked: UntrackedFields,
    skipped: BTreeSet<ProcedureId>,
    options: Options,
}

impl TaskParts {
    /// Marks and refines the initial heaps as the propositions need it.
    pub fn prepare(mut self, sources: &Sources, observer: &mut dyn Observer) -> PreparedHeapTask {
        let start = observer.now();
        let unmarked = self.without_marks().map(|parts| Box::new(parts.prepare(sources, observer)));
        let limits = self.options.limits();
        let formulas = std::mem::take(&mut self.formulas);
        propositions::declare_qualified(&formulas, &mut self.alphabet);
        let inputs = std::mem::take(&mut self.initial);
        // What a nonterminal hides must be certain before anything is made concrete.
        let (split, failed) = match split_by_fields(&mut self.alphabet, &self.grammar, observer) {
            Ok(split) => (split, None),
            Err(stop) => (Refinement::unrefined(&self.grammar), Some(stop)),
        };
        let mut initial = match (failed, split.is_split) {
            (Some(stop), _) => Err(stop),
            (None, true) => refined(&split, &inputs, observer),
            (None, false) => Ok(inputs.clone()),
        };
        for kind in propositions::markings(&formulas) {
            initial = initial.and_then(|heaps| self.mark(kind, &heaps, &split.grammar, &limits, observer));
        }
        let reachability = propositions::reachability(&formulas, &self.alphabet);
        let sharing = propositions::needs_sharing(&formulas);
        let observed = propositions::observed(&formulas, &self.alphabet);
        let mut automata: Vec<&dyn HeapAutomaton> = reachability.iter().map(|r| r as &dyn HeapAutomaton).collect();
        if sharing {
            automata.push(&Sharing);
        }
        // Without automata every nonterminal has one state, and refinement changes nothing.
        let (refinement, failed) = match refine(&mut self.alphabet, &split.grammar, &automata, observer) {
            Ok(refinement) => (refinement, None),
            Err(stop) => (Refinement::unrefined(&split.grammar), Some(stop)),
        };
        let may_hold = self.untracked.references(&self.program, self.entry);
        let fields = reference_fields(&self.program, &self.alphabet, &self.untracked.all);
        let contracts = match split.is_split {
            true => refined_contracts(&split, &self.contracts, observer),
            false => Ok(self.contracts),
        };
        let left = contracts.iter().flatten().flat_map(|contract| &contract.postconditions);
        // In C what is not there has no value: nothing may follow it, and it leads nowhere.
        let may_lack = !self.program.is_manual();
        let absent = split.grammar.absent_fields(initial.iter().flatten().chain(left), &fields);
        let mut absent = if may_lack { absent } else { Vec::new() };
        if may_lack {
            absent.extend(untracked::held_by(&self.program, &self.alphabet, &may_hold, &self.untracked));
        }
        let lacks_references =
            may_lack && (self.untracked.into_shape || !absent.is_empty() || split.grammar.adds_without(&fields));
        let contracts = contracts.and_then(|contracts| refined_contracts(&refinement, &contracts, observer));
        let (initial, contracts) = match (failed, contracts) {
            (Some(stop), _) | (None, Err(stop)) => (Err(stop), Vec::new()),
            (None, Ok(contracts)) => (initial.and_then(|heaps| refined(&refinement, &heaps, observer)), contracts),
        };
        let mut heap_options = heap_options(&self.options, &limits);
        // Whether something is lost is found out before.
        heap_options.garbage_collection |= self.program.is_manual();
        let statics = self.program.class_named(STATICS).and_then(|_| self.alphabet.find_type(STATICS));
        let model = HeapModel {
            program: self.program,
            entry: self.entry,
            sources: sources.clone(),
            alphabet: self.alphabet,
            given: self.grammar,
            refinement,
            reachability,
            sharing,
            observed,
            leads_into_shape: self.untracked.into_shape,
            untracked: self.untracked.all,
            may_hold,
            never_null: self.untracked.never_null,
            absent,
            lacks_references,
            statics,
            options: heap_options,
        };
        PreparedHeapTask {
            model: Rc::new(model),
            formulas,
            properties: self.properties,
            inexact: self.inexact,
            unmarked,
            inputs,
            initial,
            contracts,
            skipped: self.skipped,
            limits,
            is_improvable: is_improvable(&self.options),
            order: match self.options.search {
                Search::DepthFirst => Order::DepthFirst,
                Search::BreadthFirst => Order::BreadthFirst,
            },
            prepare_ms: observer.since(start),
        }
    }

    /// The task without formulas, if it is needed: callees of a program that manages its memory do not know whether a
    /// variable of a caller or only a formula holds what they work on.
    fn without_marks(&self) -> Option<Self> {
        let Self { program, entry, alphabet, formulas, .. } = self;
        let has_calls = program.reachable(*entry).len() > 1;
        if !program.is_manual() || !has_calls {
            return None;
        }
        let mentioned = propositions::kept(formulas, alphabet);
        let locals = &program.procedures[*entry].locals;
        let is_extra = |name: &str| {
            let is_bound = |heap: &Heap| alphabet.find_variable(name).is_some_and(|v| heap.variable(v).is_some());
            locals.iter().all(|local| local.name != name) && self.initial.iter().any(is_bound)
        };
        let follows = !propositions::markings(formulas).is_empty() || mentioned.iter().any(|name| is_extra(name));
        follows.then(|| Self {
            program: program.clone(),
            entry: *entry,
            alphabet: alphabet.clone(),
            grammar: self.grammar.clone(),
            initial: self.initial.clone(),
            contracts: self.contracts.clone(),
            formulas: Formulas::new(),
            properties: Vec::new(),
            inexact: self.inexact.clone(),
            untracked: self.untracked.clone(),
            skipped: self.skipped.clone(),
            options: self.options.clone(),
        })
    }

    fn mark(
        &mut self,
        kind: Marking,
        heaps: &[Heap],
        grammar: &Grammar,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Heap>, Stop> {
        let entered = Entered::new(grammar);
        if !heaps.iter().all(|heap| entered.reach_all(heap)) {
            let why = "a proposition follows an object of the input, but a nonterminal of an initial heap may derive objects \
                       that nothing in it reaches along selectors; they cannot be marked";
            return Err(Stop::Incomplete(why.to_owned()));
        }
        let is_field = |selector: Selector, is_reference: bool| {
            let name = self.alphabet.selector_name(selector);
            self.program.fields.iter().any(|f| f.name == *name && f.ty.is_reference() == is_reference)
        };
        let references: Vec<Selector> = self.alphabet.selectors().filter(|&s| is_field(s, true)).collect();
        let selectors = self.alphabet.selectors().filter(|&s| references.contains(&s) || !is_field(s, false));
        let selectors: Vec<Selector> = selectors.collect();
        let abstraction = heap_options(&self.options, limits).abstraction;
        let references = &references[..];
        let rules = MarkingRules { selectors: &selectors, references, grammar, abstraction };
        mark(kind, heaps, &rules, &mut self.alphabet, limits, observer)
    }
}

/// The fields of the classes of a program that hold references and are followed, as far as anything mentions them.
fn reference_fields(program: &Program, alphabet: &Alphabet, untracked: &[FieldId]) -> ReferenceFields {
    let mut fields = ReferenceFields::default();
    for (class, info) in program.classes.iter_enumerated() {
        let Some(ty) = alphabet.find_type(&info.name) else { continue };
        let all = program.ancestry(class).flat_map(|ancestor| &program.classes[ancestor].fields);
        let references = all
            .filter(|field| !untracked.contains(field))
            .map(|&field| &program.fields[field])
            .filter(|field| field.ty.is_reference());
        fields.add(ty, references.filter_map(|field| alphabet.find_selector(&field.name)));
    }
    fields
}

/// Every refinement of every heap, in canonical form and without repetition.
fn refined(refinement: &Refinement, heaps: &[Heap], observer: &mut dyn Observer) -> Result<Vec<Heap>, Stop> {
    let mut canoniser = Canoniser::default();
    let mut all: IndexSet<Heap, FxBuildHasher> = IndexSet::default();
    for heap in heaps {
        let Some(variants) = refinement.refine_heap(heap, REFINED_LIMIT) else {
            return Err(Stop::Incomplete(format!("an initial heap has more than {REFINED_LIMIT} refinements")));
        };
        for mut variant in variants {
            observer.ask(Progress { phase: Phase::Reading, states: u32::at(all.len()), frontier: 0 })?;
            canoniser.canonicalise(&mut variant, ExternalOrder::Fixed);
            all.insert(variant);
        }
    }
    Ok(all.into_iter().collect())
}

/// A contract for every refinement of a precondition; as nothing is known about which postcondition belongs to which,
/// each of them may be the result.
fn refined_contracts(
    refinement: &Refinement,
    contracts: &[Contract],
    observer: &mut dyn Observer,
) -> Result<Vec<Contract>, Stop> {
    let mut all = Vec::new();
    for Contract { procedure, precondition, postconditions } in contracts {
        let postconditions = refined(refinement, postconditions, observer)?;
        for precondition in refined(refinement, std::slice::from_ref(precondition), observer)? {
            all.push(Contract { procedure: *procedure, precondition, postconditions: postconditions.clone() });
        }
    }
    Ok(all)
}

fn heap_options(options: &Options, limits: &Limits) -> HeapOptions {
    let on = options.admissible_abstraction;
    HeapOptions {
        garbage_collection: options.garbage_collection,
        abstraction: AbstractionOptions {
            admissibility: Admissibility {
                on,
                constants: options.admissible_constants,
                markings: options.admissible_markings,
            },
            collapse: options.rule_collapsing,
        },
        abstract_everywhere: !options.chain_abstraction,
        // The other admissibility options have no effect without admissible abstraction.
        rectify: on && options.admissible_full,
        abstract_exits_fully: on && options.post_processing,
        heap_vertices: limits.heap_vertices,
    }
}

/// Whether all grammars are predefined or [proposed](crate::gather), as their names say: nobody has chosen the order of their rules.
fn are_proposed(loaded: &Loaded) -> bool {
    let is_proposed = |name: &Option<String>| name.as_ref().is_some_and(|name| name.starts_with(PROPOSED));
    let mut grammars = loaded.task.grammars.iter();
    grammars.all(|own| own.predefined.is_some() || own.definitions.is_some() && is_proposed(&own.name))
}

#[cfg(all(test, feature = "c"))]
mod tests {
    use super::*;
    use crate::base::Silent;
    use crate::program::objects::Management;
    use crate::rsm::explore;
    use crate::semantics::heap_program::{HeapProgram, PropositionScope};
    use crate::task::{NoFiles, load};

    /// Why the exploration of a program in C ends early if its memory is collected, as no front end says.
    fn stop(body: &str) -> String {
        let text = format!(
            "#include <stdlib.h>\nextern void reach_error(void);\nstruct n {{ int i; }};\nint main(void) {{ {body} }}"
        );
        let files = serde_json::json!([{"name": "main.c", "text": text}]);
        let task = serde_json::json!({
            "schema": "hrglass.task/1", "analysis": "heap", "program": {"language": "c", "files": files},
        });
        let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
        let (parts, found) = read(&loaded);
        let mut parts = parts.unwrap_or_else(|| panic!("{found:?}"));
        parts.program.management = Management::Collected;
        let task = parts.prepare(&loaded.sources, &mut Silent);
        let mut system = HeapProgram::new(task.model, &[], PropositionScope::AllProcedures);
        system.start_from(&task.initial.expect("a heap")).expect("a small heap");
        let stop = explore(&mut system, task.order, &task.limits, &mut Silent).stop;
        stop.map_or_else(String::new, |stop| stop.to_string())
    }

    #[test]
    fn what_ends_or_frees_where_memory_is_collected_is_not_known() {
        assert_eq!(stop("return 0;"), "");
        assert!(stop("reach_error();").contains("a run may end here (error)"));
        let frees = "the program frees memory that is collected";
        assert!(stop("struct n *p = malloc(sizeof *p); free(p); return 0;").contains(frees));
        assert!(stop("struct n x; struct n *p = &x; return p->i;").contains(frees));
    }
}
