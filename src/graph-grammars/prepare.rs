//! From the parts of a task to everything that exploration and checking need.

use std::collections::BTreeSet;
use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::explored::setting;
use super::propositions;
use super::read::{DescribedHeaps, HeapProperty, TaskParts};
use super::stopped::is_improvable;
use super::untracked;
use crate::heap_program::{
    Contract, HeapModel, HeapOptions, Marking, MarkingRules, Observables, UnknownReferences, mark,
};
use analysis::only_run::OnlyRun;
use analysis::replay::FailingSequences;
use base::{Idx, Limits, Message, Observer, Phase, Progress, Sources, Stop, msg};
use heap_grammar::grammar::{
    AbstractionOptions, Entered, Grammar, ReferenceFields, Refinement, refine, split_by_fields,
};
use heap_grammar::heap::{Admissibility, Alphabet, Canoniser, ExternalOrder, Heap, Selector};
use ltl::logic::Formulas;
use program::cfa::ProcedureId;
use program::objects::{FieldId, Program, STATICS};
use rsm::Order;
use task::{Options, Search};

/// How many heaps refinement may make of one initial heap.
const REFINED_LIMIT: usize = 10_000;

/// A task ready to be explored.
pub struct PreparedHeapTask {
    pub model: Rc<HeapModel>,
    pub formulas: Formulas,
    pub properties: Vec<HeapProperty>,
    /// Why nothing can be proved: what the program says of memory that its translation does not, or initial heaps that are left out.
    pub inexact: Option<Message>,
    /// The initial heaps as they were given, their parameters bound.
    pub inputs: Vec<Heap>,
    /// The initial heaps, marked and refined; or why these could not be generated.
    pub initial: Result<Vec<Heap>, Stop>,
    /// Why they are not marked, although propositions ask for it: properties with these are unknown.
    pub without_marks: Option<Stop>,
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
    /// The failing sequences of calls, if the program starts in a client.
    pub sequences: FailingSequences,
    /// Milliseconds that all this took.
    pub prepare_ms: f64,
}

impl PreparedHeapTask {
    /// The run of the program, if it has no other. Contracts that are trusted may allow more.
    pub(super) fn only_run(&self, observer: &mut dyn Observer) -> Option<OnlyRun<'_>> {
        let is_exact = self.inexact.is_none() && self.contracts.is_empty();
        if is_exact { OnlyRun::new(setting(&self.model), &self.inputs, observer) } else { None }
    }

    /// The variables that stay visible.
    pub fn kept(&self) -> Vec<String> {
        propositions::kept(&self.formulas, &self.model.alphabet)
    }
}

/// The heaps of a task over a grammar that is split by the fields that it shows.
struct SplitHeaps {
    refinement: Refinement,
    /// Or why these could not be generated.
    initial: Result<Vec<Heap>, Stop>,
    contracts: Result<Vec<Contract>, Stop>,
    /// Why these are not marked.
    without_marks: Option<Stop>,
}

/// The heaps of a task over a grammar that is also refined for its propositions.
struct RefinedHeaps {
    refinement: Refinement,
    /// Or why these could not be generated.
    initial: Result<Vec<Heap>, Stop>,
    contracts: Vec<Contract>,
}

impl TaskParts {
    /// Marks and refines the initial heaps as the propositions need it.
    pub fn prepare(mut self, sources: &Sources, observer: &mut dyn Observer) -> PreparedHeapTask {
        let start = observer.now();
        let unmarked = self.without_marks().map(|parts| Box::new(parts.prepare(sources, observer)));
        propositions::declare_qualified(&self.formulas, &mut self.alphabet);
        // What a nonterminal hides must be certain before anything is made concrete.
        let split = self.split(observer);
        let split = self.mark_all(split, observer);
        let observables = propositions::observables(&self.formulas, &self.alphabet);
        let unknown = self.unknown_references(&split);
        let without_marks = split.without_marks.clone();
        let RefinedHeaps { refinement, initial, contracts } = self.refine(split, &observables, observer);
        let limits = self.options.limits();
        let mut heap_options = heap_options(&self.options, &limits);
        // Whether something is lost is found out before.
        heap_options.garbage_collection |= self.program.is_manual();
        let statics = self.program.class_named(STATICS).and_then(|_| self.alphabet.find_type(STATICS));
        let model = HeapModel {
            program: self.program,
            entry: self.entry,
            sources: sources.clone(),
            alphabet: self.alphabet,
            given: self.heaps.grammar,
            refinement,
            observables,
            unknown,
            statics,
            options: heap_options,
        };
        PreparedHeapTask {
            model: Rc::new(model),
            formulas: self.formulas,
            properties: self.properties,
            inexact: self.inexact,
            unmarked,
            inputs: self.heaps.initial,
            initial,
            without_marks,
            contracts,
            skipped: self.skipped,
            limits,
            is_improvable: is_improvable(&self.options),
            order: match self.options.search {
                Search::DepthFirst => Order::DepthFirst,
                Search::BreadthFirst => Order::BreadthFirst,
            },
            sequences: if self.has_executed_calls { FailingSequences::none() } else { FailingSequences::default() },
            prepare_ms: observer.since(start),
        }
    }

    /// Splits the grammar by the fields that it shows, and the heaps with it.
    fn split(&mut self, observer: &mut dyn Observer) -> SplitHeaps {
        let DescribedHeaps { grammar, initial, contracts } = &self.heaps;
        let (refinement, failed) = or_unrefined(split_by_fields(&mut self.alphabet, grammar, observer), grammar);
        let (initial, contracts) = match (failed, refinement.is_split) {
            (Some(stop), _) => (Err(stop), Ok(contracts.clone())),
            (None, false) => (Ok(initial.clone()), Ok(contracts.clone())),
            (None, true) => {
                (refined(&refinement, initial, observer), refined_contracts(&refinement, contracts, observer))
            }
        };
        let initial = initial.and_then(|heaps| self.possible(heaps, &refinement.grammar));
        SplitHeaps { refinement, initial, contracts, without_marks: None }
    }

    /// Leaves out initial heaps that contradict themselves, or says why if all do.
    fn possible(&self, mut heaps: Vec<Heap>, grammar: &Grammar) -> Result<Vec<Heap>, Stop> {
        let mut why = None;
        heaps.retain(|heap| {
            let found = grammar.owned_twice(heap);
            if let Some((vertex, selector)) = found {
                let field = self.alphabet.selector_name(selector);
                let mut bound = heap.variables().iter().filter(|&&(_, to)| to == vertex);
                why = Some(match bound.next() {
                    _ if heap.vertex_type(vertex).is_leaf() => {
                        msg!("an initial heap contradicts itself: a part of it has the field `{field}` of null")
                    }
                    Some(&(variable, _)) => msg!(
                        "an initial heap contradicts itself: two parts of it have the field `{field}` of the object at `{}`",
                        self.alphabet.variable_name(variable).trim_start_matches('@').trim_end_matches(':')
                    ),
                    None => msg!("an initial heap contradicts itself: two parts of it have the field `{field}` of one object"),
                });
            }
            found.is_none()
        });
        match why {
            Some(why) if heaps.is_empty() => Err(Stop::Incomplete(why)),
            _ => Ok(heaps),
        }
    }

    /// Marks the initial heaps in every way for which propositions ask. What cannot be marked stays as it is, for other properties.
    fn mark_all(&mut self, mut split: SplitHeaps, observer: &mut dyn Observer) -> SplitHeaps {
        let kinds = propositions::markings(&self.formulas);
        if kinds.is_empty() {
            return split;
        }
        let Ok(given) = split.initial.clone() else { return split };
        for kind in kinds {
            let grammar = &split.refinement.grammar;
            split.initial = split.initial.and_then(|heaps| self.mark(kind, &heaps, grammar, observer));
        }
        if let Err(stop @ Stop::Incomplete(_)) = &split.initial {
            split.without_marks = Some(stop.clone());
            split.initial = Ok(given);
        }
        split
    }

    /// What is not known of references.
    fn unknown_references(&self, split: &SplitHeaps) -> UnknownReferences {
        let (program, untracked) = (&self.program, &self.untracked);
        let may_hold = untracked.references(program, self.entry);
        // In C what is not there has no value: nothing may follow it, and it leads nowhere.
        let (absent, may_be_lacking) = match program.is_manual() {
            true => (Vec::new(), false),
            false => {
                let grammar = &split.refinement.grammar;
                let fields = reference_fields(program, &self.alphabet, &untracked.all);
                let left = split.contracts.iter().flatten().flat_map(|contract| &contract.postconditions);
                let mut absent = grammar.absent_fields(split.initial.iter().flatten().chain(left), &fields);
                absent.extend(untracked::held_by(program, &self.alphabet, &may_hold, untracked));
                let is_any = untracked.into_shape || !absent.is_empty() || grammar.adds_without(&fields);
                (absent, is_any)
            }
        };
        UnknownReferences {
            fields: untracked.all.clone(),
            lead_into_shape: untracked.into_shape,
            may_hold,
            never_null: untracked.never_null.clone(),
            contents: untracked.contents.clone(),
            opaque: untracked.opaque,
            opaque_objects: untracked.opaque_objects.clone(),
            absent,
            may_be_lacking,
        }
    }

    /// Refines the split grammar by the automata of propositions, and the heaps with it.
    fn refine(&mut self, split: SplitHeaps, observables: &Observables, observer: &mut dyn Observer) -> RefinedHeaps {
        let grammar = &split.refinement.grammar;
        // Without automata every nonterminal has one state, and refinement changes nothing.
        let (refinement, failed) =
            or_unrefined(refine(&mut self.alphabet, grammar, &observables.automata(), observer), grammar);
        let contracts = split.contracts.and_then(|contracts| refined_contracts(&refinement, &contracts, observer));
        let (initial, contracts) = match (failed, contracts) {
            (Some(stop), _) | (None, Err(stop)) => (Err(stop), Vec::new()),
            (None, Ok(contracts)) => {
                (split.initial.and_then(|heaps| refined(&refinement, &heaps, observer)), contracts)
            }
        };
        RefinedHeaps { refinement, initial, contracts }
    }

    /// The task without formulas, if it is needed: callees of a program that manages its memory do not know whether a
    /// variable of a caller or only a formula holds what they work on.
    fn without_marks(&self) -> Option<Self> {
        let Self { program, entry, alphabet, heaps, formulas, .. } = self;
        let has_calls = program.reachable(*entry).len() > 1;
        if !program.is_manual() || !has_calls {
            return None;
        }
        let mentioned = propositions::kept(formulas, alphabet);
        let locals = &program.procedures[*entry].locals;
        let is_extra = |name: &str| {
            let is_bound = |heap: &Heap| alphabet.find_variable(name).is_some_and(|v| heap.variable(v).is_some());
            locals.iter().all(|local| local.name != name) && heaps.initial.iter().any(is_bound)
        };
        let follows = !propositions::markings(formulas).is_empty() || mentioned.iter().any(|name| is_extra(name));
        follows.then(|| Self {
            program: program.clone(),
            entry: *entry,
            alphabet: alphabet.clone(),
            heaps: heaps.clone(),
            formulas: Formulas::new(),
            properties: Vec::new(),
            inexact: self.inexact.clone(),
            untracked: self.untracked.clone(),
            skipped: self.skipped.clone(),
            has_executed_calls: self.has_executed_calls,
            has_split_paths: self.has_split_paths,
            options: self.options.clone(),
        })
    }

    /// Marks the initial heaps in one way.
    fn mark(
        &mut self,
        kind: Marking,
        heaps: &[Heap],
        grammar: &Grammar,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Heap>, Stop> {
        let entered = Entered::new(grammar);
        if !heaps.iter().all(|heap| entered.reach_all(heap)) {
            let why = msg!(
                "a proposition follows an object of the input, but a nonterminal of an initial heap may derive objects \
                       that nothing in it reaches along selectors; they cannot be marked"
            );
            return Err(Stop::Incomplete(why));
        }
        let is_field = |selector: Selector, is_reference: bool| {
            let name = self.alphabet.selector_name(selector);
            self.program.fields.iter().any(|f| f.name == *name && f.ty.is_reference() == is_reference)
        };
        let references: Vec<Selector> = self.alphabet.selectors().filter(|&s| is_field(s, true)).collect();
        let selectors = self.alphabet.selectors().filter(|&s| references.contains(&s) || !is_field(s, false));
        let selectors: Vec<Selector> = selectors.collect();
        let limits = self.options.limits();
        let abstraction = heap_options(&self.options, &limits).abstraction;
        let references = &references[..];
        let rules = MarkingRules { selectors: &selectors, references, grammar, abstraction };
        mark(kind, heaps, &rules, &mut self.alphabet, &limits, observer)
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

/// A refinement, or none at all if that has failed, and then why.
fn or_unrefined(refined: Result<Refinement, Stop>, grammar: &Grammar) -> (Refinement, Option<Stop>) {
    match refined {
        Ok(refinement) => (refinement, None),
        Err(stop) => (Refinement::unrefined(grammar), Some(stop)),
    }
}

/// Every refinement of every heap, in canonical form and without repetition.
fn refined(refinement: &Refinement, heaps: &[Heap], observer: &mut dyn Observer) -> Result<Vec<Heap>, Stop> {
    let mut canoniser = Canoniser::default();
    let mut all: IndexSet<Heap, FxBuildHasher> = IndexSet::default();
    for heap in heaps {
        let Some(variants) = refinement.refine_heap(heap, REFINED_LIMIT) else {
            return Err(Stop::Incomplete(msg!("an initial heap has more than {REFINED_LIMIT} refinements")));
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

#[cfg(test)]
mod tests {
    use crate::heap_program::{HeapProgram, PropositionScope};
    use crate::read::read;
    use base::Silent;
    use program::objects::Management;
    use rsm::explore;
    use task::{NoFiles, load};

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
