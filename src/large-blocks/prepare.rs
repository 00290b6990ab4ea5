//! From a loaded task to programs in large blocks and what is checked of them.

use super::facts::{Fact, FactReader};
use super::replay::Input;
use crate::blocks::Notation;
use analysis::exceptions::{ExceptionCheck, check_of_other_language, exception_checks};
use analysis::read_code::read_code;
use analysis::{CheckedProperty, Claim, PropertyReader, claim_of_check};
use base::{Diagnostic, FileId, IndexVec, Span, Text, has_errors, msg, text};
use heap_grammar::heap::Heap;
use interpreter::bind_parameters;
use ltl::logic::{Formulas, PropositionId};
use program::Fault;
use program::cfa::ProcedureId;
use program::fault::manages_memory;
use program::objects::{ExceptionKind, Failure, Operation, Program};
use report::MEMORY_UNCHECKED;
use report::claim::PropertyClaim;
use task::{Check, Language, Loaded};

/// A property that can be checked.
pub struct BlockProperty {
    pub id: String,
    pub claim: PropertyClaim,
    /// The failures that no run may end with.
    pub failures: &'static [Failure],
    /// The kinds of exceptions of which none may leave the entry procedure.
    pub exceptions: &'static [ExceptionKind],
    /// Whether it is a part of the memory safety before it.
    pub is_part: bool,
    /// The formula or monitor that it is instead. Then failures are only what propositions are about.
    pub temporal: Option<Claim>,
}

impl BlockProperty {
    /// Whether a fault is a failure that it forbids.
    pub(super) fn looks_for(&self, fault: Fault) -> bool {
        matches!(fault, Fault::Failed(failure) if self.failures.contains(&failure))
    }
}

/// A task ready to be checked.
pub struct PreparedBlockTask {
    pub program: Program,
    pub entry: ProcedureId,
    pub properties: Vec<BlockProperty>,
    /// How conditions are written.
    pub notation: Notation,
    /// Formulas and guards.
    pub formulas: Formulas,
    /// What their propositions say.
    pub facts: IndexVec<PropositionId, Fact>,
    /// What the program starts on, if it has no parameters but the command line.
    pub(super) input: Option<Input>,
}

/// What a program starts on that has no parameters but the command line.
fn input(program: &Program, entry: ProcedureId) -> Option<Input> {
    let procedure = &program.procedures[entry];
    let mut types = procedure.parameters.iter().map(|&local| procedure.locals[local].ty);
    if procedure.receiver.is_some() || !types.all(|ty| program.is_command_line(procedure, ty)) {
        return None;
    }
    let mut input = Input { heap: Heap::with_null(), ..Input::default() };
    // Of these nothing is wrong.
    bind_parameters(&mut input.heap, program, entry, &mut input.alphabet, None, &mut Vec::new());
    Some(input)
}

/// The failures that propositions know. An overflow is none: the number wraps around.
const FAILURES: [Failure; 5] =
    [Failure::Reached, Failure::Assertion, Failure::DivisionByZero, Failure::ShiftDistance, Failure::OutOfBounds];

impl BlockProperty {
    fn of_check(id: String, check: Check, call: Option<&str>) -> Self {
        let failures: &[Failure] = match check {
            Check::UnreachCall => &[Failure::Reached, Failure::Assertion],
            Check::NoDivisionByZero => &[Failure::DivisionByZero],
            Check::NoInvalidShift => &[Failure::ShiftDistance],
            Check::NoIndexOutOfBounds => &[Failure::OutOfBounds],
            Check::NoOverflow => &[Failure::Overflow],
            // That this analysis does not check them, or that they are about exceptions, was found before.
            _ => &[],
        };
        let claim = claim_of_check(check, call);
        Self { id, claim, failures, exceptions: &[], is_part: false, temporal: None }
    }

    fn of_formula(property: CheckedProperty, is_java: bool) -> Self {
        let CheckedProperty { id, text, claim } = property;
        let exceptions: &[ExceptionKind] = if is_java { &ExceptionKind::ALL } else { &[] };
        Self { id, claim: text, failures: &FAILURES, exceptions, is_part: false, temporal: Some(claim) }
    }

    fn of_exceptions(ExceptionCheck { id, claim, danger, is_part }: ExceptionCheck) -> Self {
        Self { id, claim, failures: &[], exceptions: danger.exceptions(), is_part, temporal: None }
    }
}

/// Reads program and properties. All diagnostics of all of them; nothing else if one is an error.
pub(super) fn read(loaded: &Loaded) -> (Option<PreparedBlockTask>, Vec<Diagnostic>) {
    let mut found = loaded.diagnostics.clone();
    for (_, what) in unused(loaded).into_iter().filter(|(empty, _)| !empty) {
        let message = msg!("programs in large blocks have no {what}; they are ignored");
        found.push(Diagnostic::warning("task/unused", None, message));
    }
    let code = read_code(loaded, &mut found);
    let notation = if loaded.task.program.language == Language::C { Notation::C } else { Notation::Java };
    let (properties, formulas) = read_properties(loaded, code.as_ref(), &mut found);
    let Some((program, entry)) = code else { return (None, found) };
    let mut reader = FactReader::new(&loaded.sources, &program, entry, notation == Notation::Java);
    let mentions = formulas.first_mentions();
    let read = |(id, proposition)| reader.read(proposition, mentions.get(&id).copied().unwrap_or(NOWHERE));
    let facts = formulas.propositions().map(read).collect();
    found.append(&mut reader.found);
    if has_errors(&found) {
        return (None, found);
    }
    let input = input(&program, entry);
    (Some(PreparedBlockTask { program, entry, properties, notation, formulas, facts, input }), found)
}

/// All propositions are mentioned somewhere.
const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// What tasks with heaps have means nothing here.
fn unused(loaded: &Loaded) -> [(bool, Text); 3] {
    [
        (loaded.grammars.is_empty(), text!("grammars")),
        (!loaded.has_initial(), text!("initial heaps")),
        (loaded.contracts.is_empty(), text!("contracts")),
    ]
}

/// The properties of the task, or else those that the program suggests.
fn read_properties(
    loaded: &Loaded,
    code: Option<&(Program, ProcedureId)>,
    found: &mut Vec<Diagnostic>,
) -> (Vec<BlockProperty>, Formulas) {
    let is_java = loaded.task.program.language == Language::Java;
    let of_exceptions = exception_checks(loaded, code, false).into_iter();
    let mut properties: Vec<BlockProperty> = of_exceptions.map(BlockProperty::of_exceptions).collect();
    let mut reader = PropertyReader::of_conditions(loaded);
    let monitors = reader.monitors();
    for property in &loaded.properties {
        found.extend(check_of_other_language(loaded, property));
        match property.check {
            Some(check) if !check.exceptions().is_empty() => {}
            Some(check) => {
                properties.push(BlockProperty::of_check(property.id.clone(), check, property.call.as_deref()));
            }
            None => {
                let read = reader.property(property, &monitors);
                properties.extend(read.map(|read| BlockProperty::of_formula(read, is_java)));
            }
        }
    }
    if let Some((program, entry)) = code
        && !is_java
        && loaded.properties.is_empty()
    {
        properties.extend(suggested(program, *entry));
        if manages_memory(program, *entry) {
            let message = msg!("how the program uses its memory is not checked in large blocks");
            let advice = msg!("forest automata check it: `\"analysis\": \"forest\"`");
            found.push(Diagnostic::warning(MEMORY_UNCHECKED, None, message).suggest(advice));
        }
        if properties.is_empty() {
            let message = msg!("nothing is checked: the task has no property, and the program nothing that could fail");
            let advice = msg!("add an `assert`, a call of `reach_error`, or a property such as `no-overflow`");
            found.push(Diagnostic::warning("task/nothing-checked", None, message).suggest(advice));
        }
    }
    found.append(&mut reader.found);
    (properties, reader.formulas)
}

/// The checks of all failures that the program mentions. Where a run is given up, it may come to errors of which nothing is read.
fn suggested(program: &Program, entry: ProcedureId) -> impl Iterator<Item = BlockProperty> {
    let procedures = program.reachable(entry);
    let edges = procedures.iter().flat_map(|&id| &program.procedures[id].cfa.edges);
    let mentioned: Vec<Failure> = edges
        .filter_map(|edge| match edge.operation {
            Operation::Fail(failure) => Some(failure),
            Operation::GiveUp(_) => Some(Failure::Reached),
            _ => None,
        })
        .collect();
    let checks = Check::ALL.map(|check| BlockProperty::of_check(check.name().to_owned(), check, None));
    checks.into_iter().filter(move |property| property.failures.iter().any(|failure| mentioned.contains(failure)))
}
