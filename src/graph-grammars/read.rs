//! From a loaded task to the parts that it has if it is free of errors, or to diagnostics.

use std::collections::BTreeSet;

use super::contracts::read_contracts;
use super::propositions;
use super::untracked::{self, UntrackedFields};
use crate::heap_program::{Contract, declare};
use analysis::claims::PropertyReader;
use analysis::danger::{Danger, usual_checks};
use analysis::exceptions::{ExceptionCheck, check_of_other_language, exception_checks};
use analysis::foreign;
use analysis::read_code::read_code;
use analysis::read_heaps::{has_own_grammars, left_out, read_grammar, read_heaps};
use analysis::{CheckedProperty, claim_of_check};
use base::{CollectByInsertion, Diagnostic, FileId, Message, Severity, did_you_mean, has_errors, msg};
use heap_grammar::grammar::{self, Grammar, Rule};
use heap_grammar::heap::{Alphabet, Heap};
use ltl::logic::{FormulaId, Formulas, parse_formula};
use program::cfa::ProcedureId;
use program::objects::{HELD_BY_CALLER, LocalId, Program};
use report::claim::PropertyClaim;
use task::separation::with_documents;
use task::{Abstraction, Check, Loaded, Options, PROPOSED};

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
    /// Whether it is a part of the memory safety before it.
    pub is_part: bool,
}

impl HeapProperty {
    fn of_exceptions(ExceptionCheck { id, claim, danger, is_part }: ExceptionCheck) -> Self {
        Self::Safety(SafetyProperty { id, claim, danger, is_part })
    }

    fn of_check(id: &str, check: Check, call: Option<&str>) -> Self {
        let (claim, danger) = (claim_of_check(check, call), Danger::of(check));
        Self::Safety(SafetyProperty { id: id.to_owned(), claim, danger, is_part: false })
    }
}

/// The properties of a task that are free of errors, with the store of their formulas.
pub fn read_properties(loaded: &Loaded) -> (Vec<CheckedProperty>, Formulas) {
    let mut reader = PropertyReader::new(loaded, parse_formula);
    (reader.properties(), reader.formulas)
}

/// The parts of a task that is free of errors.
pub struct TaskParts {
    pub(super) program: Program,
    pub(super) entry: ProcedureId,
    pub(super) alphabet: Alphabet,
    pub(super) heaps: DescribedHeaps,
    pub(super) formulas: Formulas,
    pub(super) properties: Vec<HeapProperty>,
    pub(super) inexact: Option<Message>,
    /// The fields that are no part of the shape.
    pub(super) untracked: UntrackedFields,
    pub(super) skipped: BTreeSet<ProcedureId>,
    pub(super) has_executed_calls: bool,
    /// Whether paths through trees were told apart.
    pub(super) has_split_paths: bool,
    pub(super) options: Options,
}

/// What a task says of heaps.
#[derive(Clone)]
pub(super) struct DescribedHeaps {
    pub grammar: Grammar,
    pub initial: Vec<Heap>,
    pub contracts: Vec<Contract>,
}

/// Reads program, grammars, heaps and properties. Diagnostics of all of them; no parts if one is an error.
pub(super) fn read(loaded: &Loaded) -> (Option<TaskParts>, Vec<Diagnostic>) {
    let mut found = loaded.diagnostics.clone();
    let parts = read_parts(loaded, &mut found);
    (parts, found)
}

fn read_parts(loaded: &Loaded, found: &mut Vec<Diagnostic>) -> Option<TaskParts> {
    let Claims { mut properties, formulas, texts } = Claims::read(loaded, found);
    let (code, inexact) = read_program(loaded, found);
    let mut written = with_documents(loaded, code.as_ref().map(|(program, entry)| (program, *entry)), found);
    let has_split_paths = loaded.splits_paths && split_paths(written.to_mut());
    let loaded = &*written;
    let mut alphabet = Alphabet::default();
    let mut untracked = UntrackedFields::default();
    if let Some((program, entry)) = &code {
        untracked = read_untracked(loaded, program, *entry, &formulas, found);
        let UntrackedFields { all, contents, opaque_objects, follows_nothing, .. } = &untracked;
        declare(&mut alphabet, program, *entry, all, contents, opaque_objects, *follows_nothing);
        if program.is_manual() {
            add_usual_checks(&mut properties, program, *entry);
        }
    }
    let of_exceptions = exception_checks(loaded, code.as_ref(), true).into_iter().map(HeapProperty::of_exceptions);
    properties.splice(0..0, of_exceptions);
    let heaps = read_described(loaded, code.as_ref(), &mut alphabet, found);
    let ((mut program, entry), mut heaps) = code.zip(heaps)?;
    found.extend(heaps.check_contracts(&alphabet));
    let initial = &heaps.initial;
    let scope =
        propositions::Scope { program: &program, entry, alphabet: &alphabet, initial, sources: &loaded.sources };
    let mut of_formulas = Vec::new();
    texts.into_iter().for_each(|(formula, file)| scope.check(&formulas, formula, file, &mut of_formulas));
    found.append(&mut of_formulas);
    let options = loaded.task.options.clone();
    let skipped = skipped(&program, entry, &options.mc_skip, found);
    if has_errors(found) {
        return None;
    }
    let of_whole_heap = propositions::are_of_whole_heap(&formulas);
    if of_whole_heap && !program.is_manual() {
        bind_held_by_caller(&program, entry, &mut alphabet, &mut heaps.initial);
    }
    if options.abstraction == Abstraction::Auto && !program.is_manual() && !of_whole_heap {
        drop_unused_arguments(&mut program, entry, &heaps.contracts, &propositions::kept(&formulas, &alphabet));
    }
    let has_executed_calls = loaded.has_executed_calls;
    Some(TaskParts {
        program,
        entry,
        alphabet,
        heaps,
        formulas,
        properties,
        inexact,
        untracked,
        skipped,
        has_executed_calls,
        has_split_paths,
        options,
    })
}

/// Tells paths through trees apart by the field that they follow, but those of which initial heaps or contracts speak.
fn split_paths(loaded: &mut Loaded) -> bool {
    let mentioned: BTreeSet<String> =
        foreign::given(loaded).flat_map(|heap| &heap.hyperedges).map(|edge| edge.label.clone()).collect_by_insertion();
    let mut grammars: Vec<_> = loaded.grammars.iter_mut().map(|own| &mut own.grammar).collect();
    grammar::split_paths(&mut grammars, &mentioned)
}

/// What a task claims of its program.
struct Claims {
    properties: Vec<HeapProperty>,
    formulas: Formulas,
    /// The formulas and guards, each with its text.
    texts: Vec<(FormulaId, FileId)>,
}

impl Claims {
    fn read(loaded: &Loaded, found: &mut Vec<Diagnostic>) -> Self {
        let mut reader = PropertyReader::new(loaded, parse_formula);
        let properties = all_properties(&mut reader);
        let PropertyReader { formulas, found: more, texts, .. } = reader;
        found.extend(more);
        Self { properties, formulas, texts }
    }
}

/// The program with its entry, and why nothing can be proved of it.
fn read_program(loaded: &Loaded, found: &mut Vec<Diagnostic>) -> (Option<(Program, ProcedureId)>, Option<Message>) {
    let before = found.len();
    let mut code = read_code(loaded, found);
    if let Some((program, _)) = &mut code {
        let narrowed = program.narrow_fields();
        found.extend(untracked::narrowed(program, &narrowed));
    }
    let is_inexact = |d: &&Diagnostic| d.code == "c/alloca";
    let inexact = found[before..].iter().find(is_inexact).map(|d| d.message.clone());
    (code, inexact.or_else(|| left_out(loaded)))
}

/// The fields that are not followed.
fn read_untracked(
    loaded: &Loaded,
    program: &Program,
    entry: ProcedureId,
    formulas: &Formulas,
    found: &mut Vec<Diagnostic>,
) -> UntrackedFields {
    let untracked = UntrackedFields::new(loaded, program, entry, formulas);
    found.extend(untracked::notes(program, entry, &untracked.all));
    found.extend(untracked::assumptions(program, entry, &untracked));
    untracked
}

/// Adds what is usually checked of a program in C of whose memory nothing is claimed.
fn add_usual_checks(properties: &mut Vec<HeapProperty>, program: &Program, entry: ProcedureId) {
    if properties.iter().all(|property| matches!(property, HeapProperty::Claimed(_))) {
        let checks = usual_checks(program, entry).into_iter();
        properties.splice(0..0, checks.map(|check| HeapProperty::of_check(check.name(), check, None)));
    }
}

/// Grammar, initial heaps and contracts; `None` if the grammar has errors.
fn read_described(
    loaded: &Loaded,
    code: Option<&(Program, ProcedureId)>,
    alphabet: &mut Alphabet,
    found: &mut Vec<Diagnostic>,
) -> Option<DescribedHeaps> {
    let grammar = read_grammar(loaded, alphabet, found);
    if let Some(grammar) = grammar.as_ref().filter(|_| has_own_grammars(loaded)) {
        let mut of_grammar = grammar::check_abstraction(alphabet, grammar);
        of_grammar.retain(|found| found.severity != Severity::Note || found.others > 0 || !are_proposed(loaded));
        found.extend(of_grammar);
    }
    if let Some((program, _)) = code {
        found.extend(foreign::warnings(loaded, program));
        found.extend(foreign::reserved(loaded));
        found.extend(foreign::abstract_objects(loaded, program));
    }
    let initial = read_heaps(loaded, alphabet, grammar.as_ref(), code, found);
    let contracts =
        code.map(|(program, entry)| read_contracts(loaded, program, *entry, alphabet, found)).unwrap_or_default();
    if let Some((program, _)) = code {
        let trusted: BTreeSet<ProcedureId> = contracts.iter().map(|contract| contract.procedure).collect_by_insertion();
        found.extend(trusted.into_iter().map(|procedure| {
            let words = msg!("every call of `{}` does what its contracts say", program.qualified_name(procedure));
            Diagnostic::note("assumption/contract", None, words)
        }));
    }
    Some(DescribedHeaps { grammar: grammar?, initial, contracts })
}

impl DescribedHeaps {
    /// What is wrong with the nonterminal edges of contracts.
    fn check_contracts(&self, alphabet: &Alphabet) -> Vec<Diagnostic> {
        let rules: Vec<&Rule> = self.grammar.rules().map(|(_, rule)| rule).collect();
        let heaps = self.contracts.iter().flat_map(|c| std::iter::once(&c.precondition).chain(&c.postconditions));
        heaps.flat_map(|heap| grammar::check_attached(alphabet, &rules, heap, None)).collect()
    }
}

/// Binds what the caller of the entry method holds although the method assigns its parameters: it counts for the whole heap. (The
/// front end of C stores it in static variables.)
fn bind_held_by_caller(program: &Program, entry: ProcedureId, alphabet: &mut Alphabet, initial: &mut [Heap]) {
    let procedure = &program.procedures[entry];
    for local in procedure.given().filter(|&local| !procedure.is_unchanged(local)) {
        let declared = &procedure.locals[local];
        let (given, held) =
            (alphabet.variable(&declared.name), alphabet.variable(&format!("{HELD_BY_CALLER}{}", declared.name)));
        for heap in initial.iter_mut() {
            if let Some(target) = heap.variable(given).filter(|&target| heap.is_object(target)) {
                heap.bind(held, target);
            }
        }
    }
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

/// The properties of the task in their order, but for those of exceptions.
fn all_properties(reader: &mut PropertyReader<'_>) -> Vec<HeapProperty> {
    let loaded = reader.loaded;
    let mut properties = Vec::new();
    let monitors = reader.monitors();
    for text in &loaded.properties {
        reader.found.extend(check_of_other_language(loaded, text));
        match text.check {
            Some(check) if !check.exceptions().is_empty() => {}
            Some(check) => properties.push(HeapProperty::of_check(&text.id, check, text.call.as_deref())),
            None => {
                let claimed = reader.property(text, &monitors);
                properties.extend(claimed.map(|property| HeapProperty::Claimed(Box::new(property))));
            }
        }
    }
    properties
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
            let message = msg!("no analysed method is called `{name}`; this `mcSkip` has no effect");
            let suggestion = did_you_mean(name, known.iter().map(String::as_str));
            found.push(Diagnostic::warning("task/skip", None, message).suggest(suggestion));
        }
    }
    skipped
}

/// Whether all grammars are predefined or proposed, as their names say: nobody has chosen the order of their rules.
fn are_proposed(loaded: &Loaded) -> bool {
    let is_proposed = |name: &Option<String>| name.as_ref().is_some_and(|name| name.starts_with(PROPOSED));
    let mut grammars = loaded.task.grammars.iter();
    grammars.all(|own| own.predefined.is_some() || own.definitions.is_some() && is_proposed(&own.name))
}
