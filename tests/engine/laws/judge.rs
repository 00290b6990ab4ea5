//! Checks the laws on one task.

use std::collections::{BTreeMap, BTreeSet};

use hrglass::base::{FileId, Idx, Patience, Random, Severity, Stop};
use hrglass::grammar::AbstractionOptions;
use hrglass::graph_grammars::heap_program::{Contexts, HeapLabels, HeapModel, HeapProgram, HeapState, PointKind};
use hrglass::heap::{Admissibility, Canoniser, ExternalOrder, Heap, Selector, VertexId};
use hrglass::logic::{Formulas, Proposition, Truth, parse_formula};
use hrglass::program::objects::Type;
use hrglass::rsm::Rsm;
use hrglass::session::Session;
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::Value as Json;

use super::derive::{Bounds, Language, Rules, language, size};
use super::graph::{Graph, Kind, Name, Names, show};
use super::meaning::{Declarations, Meaning};
use super::read::{engine_heap, grammar, heap, to_engine};
use super::statistics::Statistics;

/// What a law is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Law {
    /// The initial states together describe every initial heap.
    InitialStates,
    /// Some initial state tracks each object of each initial heap.
    Marking,
    /// Making a selector concrete loses no heap.
    Materialisation,
    /// If rules suffice for that, it adds none.
    Exactness,
    /// A folded heap describes all heaps that it described before.
    Abstraction,
    /// A definite truth value is the truth value on every heap.
    Truth,
}

/// A broken law.
#[derive(Clone, Debug)]
pub struct Finding {
    pub law: Law,
    /// The kind of proposition, or empty.
    pub about: String,
    pub message: String,
}

/// Maximum number of objects in enumerated heaps, beyond those of the heap from which they are derived.
const OBJECTS: usize = 6;

/// Maximum number of heaps derived further for one language.
const STEPS: usize = 40;

/// Maximum number of states checked for each task.
const STATES: usize = 8;
/// Maximum number of heaps per task on which the laws of grammars are checked.
const HEAPS: usize = 2;
/// Maximum number of fields checked for each of these heaps.
const FIELDS: usize = 3;

/// A task that was run by the engine, with an independent reading of it.
struct Case<'s> {
    system: &'s HeapProgram,
    rsm: &'s Rsm<HeapState>,
    names: Names,
    /// The rules as given in the task.
    given: Rules,
    /// The rules used for states.
    refined: Rules,
    initial: Vec<Graph>,
    propositions: Vec<Proposition>,
    declarations: Declarations,
}

/// Checks the laws on a task; returns the first broken one.
pub fn judge(task: &Json, statistics: &mut Statistics) -> Option<Finding> {
    let loaded = load(&unchecked(task).to_string(), "task.json", &mut NoFiles);
    let session = run(&loaded, &mut Patience(300));
    statistics.tasks += 1;
    let tags = task["tags"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let case = Case::read(task, &session);
    statistics.count(tags, case.is_some());
    let Some(case) = case else {
        let errors = session.report().diagnostics.iter().filter(|d| d.severity == Severity::Error);
        statistics.refuse(errors.map(|d| d.code.to_string()));
        return None;
    };
    let hash = task.to_string().bytes().fold(0, |hash: u64, b| hash.wrapping_mul(31) ^ u64::from(b));
    let mut random = Random::scattered(hash);
    case.initial_states(statistics)
        .or_else(|| case.grammar_laws(&mut random, statistics))
        .or_else(|| case.truths(statistics))
}

/// The task with formulas that are true whatever their propositions are, so that their propositions are evaluated but
/// nothing is searched for or replayed.
fn unchecked(task: &Json) -> Json {
    let mut task = task.clone();
    for property in task["properties"].as_array_mut().into_iter().flatten() {
        property["ltl"] = format!("true | ({})", property["ltl"].as_str().unwrap_or_default()).into();
    }
    task
}

impl<'s> Case<'s> {
    fn read(task: &Json, session: &'s Session) -> Option<Self> {
        let (system, rsm) = session.machine()?;
        let model = &**system.model();
        let names = Names::default();
        let entry = &model.program.procedures[model.entry];
        let is_number = |ty: Type| !ty.is_reference() && ty != Type::Void;
        // The result has no value before the end.
        let locals = entry.locals.iter().filter(|l| is_number(l.ty) && !l.name.starts_with('@'));
        let numbers = locals.map(|l| names.number(&l.name)).collect();
        let given = Rules::new(grammar(task, &names));
        let mut refined: BTreeMap<Name, Vec<Graph>> = BTreeMap::new();
        for (_, rule) in model.grammar().rules() {
            let label = names.number(&model.alphabet.nonterminal(rule.label).name);
            refined.entry(label).or_default().push(engine_heap(&rule.body, &model.alphabet, &names));
        }
        let refined = Rules::new(refined);
        let documents = task["initial"].as_array().into_iter().flatten();
        let mut initial: Vec<Graph> = documents.map(|d| heap(&d["heap"], &names)).collect();
        if initial.is_empty() {
            initial.push(Graph::default());
        }
        initial.iter_mut().for_each(|graph| bind_parameters(graph, model, &names));
        let mut formulas = Formulas::new();
        for property in task["properties"].as_array().into_iter().flatten() {
            let _ = parse_formula(property["ltl"].as_str().unwrap_or_default(), FileId::at(0), &mut formulas);
        }
        let propositions = formulas.propositions().map(|(_, p)| p.clone()).collect();
        let program = &model.program;
        let references = program.classes.iter_enumerated().flat_map(|(class, info)| {
            let fields = program.ancestry(class).flat_map(|ancestor| &program.classes[ancestor].fields);
            let fields = fields.map(|&field| &program.fields[field]).filter(|field| field.ty.is_reference());
            let mentioned = fields.filter(|field| model.alphabet.find_selector(&field.name).is_some());
            mentioned.map(|field| (names.number(&info.name), names.number(&field.name)))
        });
        let references = references.collect();
        let declarations = Declarations { numbers, references };
        Some(Self { system, rsm, names, given, refined, initial, propositions, declarations })
    }

    fn model(&self) -> &HeapModel {
        self.system.model()
    }

    fn graph(&self, heap: &Heap) -> Graph {
        engine_heap(heap, &self.model().alphabet, &self.names)
    }

    fn show(&self, graph: &Graph) -> String {
        show(graph, &self.names)
    }

    /// The part of a heap visible to runs: without garbage, if that is collected.
    fn seen(&self, heap: &Graph) -> Graph {
        if self.model().options.garbage_collection { heap.without_garbage() } else { heap.clone() }
    }

    fn bounds(&self, start: &Graph, rules: &Rules) -> Bounds {
        // At least the size of the heap and of its smallest derivation.
        let least = rules.least(start).unwrap_or(0).saturating_sub(start.fields.len());
        Bounds { objects: OBJECTS.max(start.objects() + 2).max(least.min(12)), steps: STEPS }
    }

    fn language(&self, start: &Graph, rules: &Rules) -> Language {
        language(start, rules, self.bounds(start, rules))
    }

    /// The language of a heap, enumerated up to the size of the largest of `members`.
    fn language_for<'h>(&self, start: &Graph, members: impl Iterator<Item = &'h Graph>) -> Language {
        let objects = members.map(Graph::objects).max().unwrap_or(0);
        language(start, &self.refined, Bounds { objects, steps: STEPS })
    }

    /// The heap with only those variables for which `keep` returns true.
    fn with_variables(heap: &Graph, keep: impl Fn(Name) -> bool) -> Graph {
        let mut heap = heap.clone();
        heap.variables.retain(|(n, _)| keep(*n));
        heap
    }

    /// The initial states together describe every heap that the initial heaps describe; if objects are tracked, every
    /// object of these is marked.
    fn initial_states(&self, statistics: &mut Statistics) -> Option<Finding> {
        // Initial states may be missing then, and there is no verdict; but errors of steps occur only after the
        // initial states.
        let is_of_steps = |stop: &Stop| match stop {
            Stop::Incomplete(why) => why.contains("has no field") || why.contains("is dereferenced"),
            _ => false,
        };
        if self.rsm.stop.as_ref().is_some_and(|stop| !is_of_steps(stop)) {
            statistics.stopped += 1;
            return None;
        }
        let states: Vec<Graph> = self
            .rsm
            .entries()
            .iter()
            .map(|&n| self.graph(&self.system.store().get(self.rsm.nodes[n].state.heap)))
            .collect();
        let is_composed = |n: Name| self.names.text(n).starts_with('%') && self.names.text(n).contains('-');
        // Dead variables are removed at once.
        let known: BTreeSet<Name> =
            states.iter().flat_map(|s| &s.variables).map(|(n, _)| *n).filter(|n| !is_composed(*n)).collect();
        let marks: Vec<Name> = known.iter().copied().filter(|n| self.names.text(*n).starts_with('%')).collect();
        let start = |heap: &Graph| Self::with_variables(heap, |n| known.contains(&n));
        let all: Vec<Graph> = self.initial.iter().flat_map(|h| self.language(&start(h), &self.given).heaps).collect();
        let mut covered: BTreeSet<Graph> = BTreeSet::new();
        let mut complete = usize::MAX;
        for state in &states {
            let found = self.language_for(state, all.iter());
            complete = complete.min(found.complete);
            let plain = found.heaps.iter().map(|h| self.seen(&Self::with_variables(h, |n| known.contains(&n))));
            for heap in plain {
                covered.insert(heap.canonical()?);
            }
        }
        for heap in &all {
            if size(heap) >= complete {
                statistics.undecided += 1;
                continue;
            }
            statistics.absent += u64::from(self.given.leave_out_of(heap));
            for marked in marked(heap, &marks) {
                statistics.covered_initially += 1;
                if !covered.contains(&self.seen(&marked).canonical()?) {
                    let law = if marks.is_empty() { Law::InitialStates } else { Law::Marking };
                    let states: Vec<String> = states.iter().map(|s| self.show(s)).collect();
                    let message = format!(
                        "no state in which the program starts describes\n  {}\nbut only these:\n  {}",
                        self.show(&marked),
                        states.join("\n  ")
                    );
                    return Some(Finding { law, about: String::new(), message });
                }
            }
        }
        None
    }

    /// The distinct heaps of states of the entry method, in order.
    fn heaps(&self) -> Vec<Heap> {
        let mut heaps: Vec<Heap> = Vec::new();
        for node in self.rsm.nodes.iter().filter(|n| n.component == Rsm::<HeapState>::MAIN) {
            let heap = self.system.store().get(node.state.heap);
            if !heaps.contains(&heap) {
                heaps.push(heap);
            }
        }
        heaps
    }

    /// Checks operations of grammars on heaps.
    fn grammar_laws(&self, random: &mut Random, statistics: &mut Statistics) -> Option<Finding> {
        let heaps = self.heaps();
        let hiding = heaps.iter().filter(|h| !h.nonterminals().is_empty()).take(HEAPS);
        let concrete = heaps.iter().filter(|h| h.nonterminals().is_empty()).take(HEAPS);
        for heap in hiding.chain(concrete) {
            let language = self.language(&self.graph(heap), &self.refined);
            let found = self.materialisation(heap, random, statistics);
            if let Some(found) = found.or_else(|| self.abstraction(heap, &language, random, statistics)) {
                return Some(found);
            }
        }
        None
    }

    fn materialisation(&self, heap: &Heap, random: &mut Random, statistics: &mut Statistics) -> Option<Finding> {
        let model = self.model();
        let grammar = model.grammar();
        let places = heap.vertices().flat_map(|v| model.alphabet.selectors().map(move |s| (v, s)));
        let mut hidden: Vec<(VertexId, Selector)> = places.filter(|&(v, s)| grammar.is_hidden(heap, v, s)).collect();
        while hidden.len() > FIELDS {
            hidden.swap_remove(random.below(hidden.len()));
        }
        for (vertex, selector) in hidden {
            // There are too many ways, so propositions about the field are unknown.
            let Ok(results) = grammar.materialise(heap, vertex, selector) else { continue };
            statistics.materialised += 1;
            // Marks the vertex, because others may be indistinguishable.
            let here = self.names.number("@here");
            let with_mark = |heap: &Heap| {
                let mut graph = self.graph(heap);
                graph.variables.extend(heap.vertices().position(|v| v == vertex).map(|at| (here, at)));
                graph
            };
            let language = self.language(&with_mark(heap), &self.refined);
            let mut covered: BTreeSet<Graph> = BTreeSet::new();
            let mut complete = usize::MAX;
            for result in &results {
                let found = self.language_for(&with_mark(result), language.heaps.iter());
                complete = complete.min(found.complete);
                covered.extend(found.heaps);
            }
            let told = || {
                let field = model.alphabet.selector_name(selector);
                let results: Vec<String> = results.iter().map(|r| self.show(&with_mark(r))).collect();
                format!("@here.{field} of\n  {}\ngives\n  {}", self.show(&with_mark(heap)), results.join("\n  "))
            };
            for member in &language.heaps {
                if size(member) >= complete {
                    statistics.undecided += 1;
                    continue;
                }
                statistics.kept += 1;
                if !covered.contains(member) {
                    let message = format!("{}\nbut not\n  {}", told(), self.show(member));
                    return Some(Finding { law: Law::Materialisation, about: String::new(), message });
                }
            }
            let is_exact = grammar.repaired().all(|(.., s, _)| s != selector);
            if is_exact {
                let objects = self.bounds(&with_mark(heap), &self.refined).objects;
                let is_listed = |h: &&Graph| size(h) < language.complete && h.objects() <= objects;
                if let Some(more) = covered.iter().filter(is_listed).find(|h| !language.heaps.contains(*h)) {
                    let message = format!("{}\nand thus more than before:\n  {}", told(), self.show(more));
                    return Some(Finding { law: Law::Exactness, about: String::new(), message });
                }
            }
        }
        None
    }

    fn abstraction(
        &self,
        heap: &Heap,
        language: &Language,
        random: &mut Random,
        statistics: &mut Statistics,
    ) -> Option<Finding> {
        let model = self.model();
        let on = random.one_in(2);
        let admissibility = Admissibility { on, constants: random.one_in(2), markings: random.one_in(2) };
        let options = AbstractionOptions { admissibility, collapse: !random.one_in(4) };
        let members = language.heaps.iter().filter_map(|h| to_engine(h, &model.alphabet, &self.names)).take(2);
        let whole = std::iter::once((heap.clone(), language.heaps.clone()));
        let members = members.map(|h| {
            let form = self.graph(&h).canonical();
            (h, form.into_iter().collect())
        });
        for (before, members) in whole.chain(members) {
            let mut folded = before.clone();
            Canoniser::default().canonicalise(&mut folded, ExternalOrder::Fixed);
            if !model.grammar().abstract_heap(&mut folded, &model.alphabet, options) {
                continue;
            }
            statistics.folded += 1;
            let after = self.graph(&folded);
            let found = self.language_for(&after, members.iter());
            for member in &members {
                if size(member) >= found.complete {
                    statistics.undecided += 1;
                } else if !found.heaps.contains(member) {
                    let message = format!(
                        "{}\nis folded to\n  {}\nwhich does not describe\n  {}",
                        self.show(&self.graph(&before)),
                        self.show(&after),
                        self.show(member)
                    );
                    return Some(Finding { law: Law::Abstraction, about: String::new(), message });
                }
            }
        }
        None
    }

    /// A definite truth value in a state is the truth value on every heap that the state describes.
    fn truths(&self, statistics: &mut Statistics) -> Option<Finding> {
        let propositions: Vec<&Proposition> = self.propositions.iter().collect();
        let contexts = Contexts::new(self.system, &propositions);
        let mut labels = HeapLabels::new(self.system);
        let mut meaning = Meaning::new(&self.given, &self.names, &self.declarations);
        let main = self.rsm.nodes.iter().filter(|n| n.component == Rsm::<HeapState>::MAIN);
        for node in main.take(STATES) {
            let state = node.state;
            let start = self.graph(&self.system.store().get(state.heap));
            let described = self.language(&start, &self.refined);
            for &proposition in &propositions {
                let truth = labels.truth(self.system, &contexts, Contexts::NONE, state, proposition);
                if let Some(by_place) = self.of_place(state, proposition) {
                    if truth != by_place {
                        let message = format!("{proposition} is {truth:?} at a place where it is {by_place:?}");
                        return Some(Finding { law: Law::Truth, about: kind(proposition), message });
                    }
                    continue;
                }
                statistics.truth(kind(proposition), truth);
                if truth == Truth::Unknown {
                    continue;
                }
                for heap in &described.heaps {
                    let Some(real) = meaning.truth(proposition, &self.asked_about(proposition, state, heap)) else {
                        statistics.undecided += 1;
                        continue;
                    };
                    statistics.compared += 1;
                    if real != truth {
                        let message = format!(
                            "{proposition} is {truth:?} in the state\n  {}\nbut {real:?} of\n  {}",
                            self.show(&start),
                            self.show(heap)
                        );
                        return Some(Finding { law: Law::Truth, about: kind(proposition), message });
                    }
                }
            }
        }
        None
    }

    /// The part of a heap that a proposition is about in a state of the entry method.
    fn asked_about(&self, proposition: &Proposition, state: HeapState, heap: &Graph) -> Graph {
        let seen = self.seen(heap);
        let collects = self.model().options.garbage_collection;
        if !proposition.is_of_whole_heap() || collects && *proposition == Proposition::IsGarbageFree {
            return seen;
        }
        let held = Self::with_variables(&seen, |name| self.is_held(state, &self.names.text(name)));
        match proposition {
            Proposition::IsGarbageFree => held,
            _ => self.seen(&held),
        }
    }

    /// Whether what a variable leads to is part of the whole heap: marks hold nothing, and when the method has ended, only its
    /// caller holds something, but for the result. (The programs declare no variables in blocks.)
    fn is_held(&self, state: HeapState, name: &str) -> bool {
        let model = self.model();
        let entry = &model.program.procedures[model.entry];
        let kind = self.system.points().kind(state.point);
        let has_ended =
            matches!(kind, PointKind::At(_, here) if [entry.cfa.exit, entry.exceptional_exit].contains(&here));
        let own = entry.locals.iter_enumerated().find(|(_, local)| local.name == name);
        match own {
            _ if name.starts_with('%') => false,
            Some((local, _)) if has_ended && !name.starts_with('@') && !["return", "static"].contains(&name) => {
                let is_assigned = entry.cfa.edges.iter().any(|edge| edge.operation.defines() == Some(local));
                entry.parameters.contains(&local) && !is_assigned
            }
            _ => true,
        }
    }

    /// The truth value of a proposition about the location of a state.
    fn of_place(&self, state: HeapState, proposition: &Proposition) -> Option<Truth> {
        let model = self.model();
        let entry = &model.program.procedures[model.entry];
        let kind = self.system.points().kind(state.point);
        let is_at = |location| matches!(kind, PointKind::At(_, here) if here == location);
        Some(match proposition {
            Proposition::Terminated => is_at(entry.cfa.exit).into(),
            Proposition::Exception => is_at(entry.exceptional_exit).into(),
            Proposition::NullDereference => matches!(kind, PointKind::Fault(..)).into(),
            // Only states of the entry method are looked at, below which is nothing.
            Proposition::In { method } | Proposition::During { method } => (*method == entry.name).into(),
            _ => return None,
        })
    }
}

/// A heap with every way to mark objects; the heap itself if there are no marks or no objects.
fn marked(heap: &Graph, marks: &[Name]) -> Vec<Graph> {
    let mut all = vec![heap.clone()];
    let objects: Vec<usize> = (0..heap.kinds.len()).filter(|&v| heap.is_object(v)).collect();
    if objects.is_empty() {
        return all;
    }
    for &mark in marks {
        let with = |(heap, &object): (&Graph, &usize)| {
            let mut heap = heap.clone();
            heap.variables.push((mark, object));
            heap
        };
        all = all.iter().flat_map(|h| objects.iter().map(move |o| (h, o))).map(with).collect();
    }
    all
}

/// The name of a kind of proposition.
fn kind(proposition: &Proposition) -> String {
    let text = format!("{proposition:?}");
    text.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

/// Parameters are variables of the entry method; missing references are null.
fn bind_parameters(graph: &mut Graph, model: &HeapModel, names: &Names) {
    let entry = &model.program.procedures[model.entry];
    for (position, &local) in entry.parameters.iter().enumerate() {
        let given = names.find(&format!("@parameter{position}:")).and_then(|n| graph.variable(n));
        let local = &entry.locals[local];
        if given.is_some() || local.ty.is_reference() {
            let target = given.unwrap_or_else(|| graph.constant(Kind::Null));
            graph.variables.push((names.number(&local.name), target));
        }
    }
    graph.variables.retain(|(n, _)| !names.text(*n).starts_with('@'));
    // What the caller holds although the method assigns its parameters.
    for &parameter in &entry.parameters {
        let local = &entry.locals[parameter];
        let is_assigned = entry.cfa.edges.iter().any(|edge| edge.operation.defines() == Some(parameter));
        let given = names.find(&local.name).and_then(|n| graph.variable(n)).filter(|&v| graph.is_object(v));
        if let Some(target) = given.filter(|_| is_assigned && local.ty.is_reference()) {
            graph.variables.push((names.number(&format!("caller.{}", local.name)), target));
        }
    }
}
