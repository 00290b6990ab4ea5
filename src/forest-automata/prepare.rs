//! From a loaded task to a program and what is checked of it.

use std::borrow::Cow;
use std::rc::Rc;

use super::given::{self, add_boxes};
use super::inputs::with_inputs;
use super::learned::Origin;
use crate::semantics::ForestProgram;
pub(crate) use analysis::danger::{Danger, usual_checks};
use analysis::exceptions::{ExceptionCheck, check_of_other_language, exception_checks};
use analysis::only_run::OnlyRun;
use analysis::read_code::read_code;
use analysis::read_heaps::{left_out, read_grammar, read_heaps};
use analysis::replay::FailingSequences;
use analysis::{claim_of_check, foreign};
use base::{CollectByInsertion, Diagnostic, Limits, Message, Observer, Sources, Span, has_errors, msg, text};
use heap_grammar::grammar::Grammar;
use heap_grammar::heap::{Alphabet, Heap};
use heap_grammar::separation::Definition;
use interpreter::Setting;
use program::cfa::ProcedureId;
use program::objects::Program;
use report::claim::PropertyClaim;
use task::separation::with_documents;
use task::{Check, Language, Loaded, NamedGrammar};

/// A property that can be checked.
pub struct ForestProperty {
    pub id: String,
    pub claim: PropertyClaim,
    pub danger: Danger,
    /// Whether it is a part of the memory safety before it.
    pub is_part: bool,
}

/// A task ready to be checked.
pub struct PreparedForestTask {
    pub program: Rc<Program>,
    pub entry: ProcedureId,
    pub origin: Origin,
    pub sources: Sources,
    pub properties: Vec<ForestProperty>,
    pub limits: Limits,
    /// The definitions of the boxes that are given.
    pub boxes: Vec<Definition>,
    /// Whether boxes are learned.
    pub learns: bool,
    /// Why nothing can be proved: what the program says of memory that its translation does not.
    pub inexact: Option<Message>,
    /// What concrete runs start with: nothing, as the program makes its inputs itself.
    pub inputs: [Heap; 1],
    /// The failing sequences of calls, if the program starts in a client.
    pub sequences: FailingSequences,
    /// The names and rules of that.
    names: (Alphabet, Grammar),
}

impl PreparedForestTask {
    /// What concrete runs of the program execute.
    pub(super) fn setting(&self) -> Setting<'_> {
        let (alphabet, grammar) = &self.names;
        Setting { program: &self.program, entry: self.entry, alphabet, grammar }
    }

    /// The run of the program, if it has no other.
    pub(super) fn only_run(&self, observer: &mut dyn Observer) -> Option<OnlyRun<'_>> {
        if self.inexact.is_some() { None } else { OnlyRun::new(self.setting(), &self.inputs, observer) }
    }
}

impl ForestProperty {
    fn of_check(id: String, check: Check, call: Option<&str>) -> Self {
        Self { id, claim: claim_of_check(check, call), danger: Danger::of(check), is_part: false }
    }

    fn of_exceptions(ExceptionCheck { id, claim, danger, is_part }: ExceptionCheck) -> Self {
        Self { id, claim, danger, is_part }
    }
}

/// Reads program and properties. All diagnostics of all of them; nothing else if one is an error.
pub(super) fn read(loaded: &Loaded) -> (Option<PreparedForestTask>, Vec<Diagnostic>) {
    let mut found = loaded.diagnostics.clone();
    let has_heaps = loaded.task.program.language == Language::Java;
    let unused = [
        (!has_heaps && !loaded.grammars.is_empty(), text!("grammars")),
        (!loaded.contracts.is_empty(), text!("contracts")),
    ];
    for (_, what) in unused.into_iter().filter(|&(is_unused, _)| is_unused) {
        let message = msg!("forest automata need no {what}; they are ignored");
        found.push(Diagnostic::warning("task/unused", None, message));
    }
    let before = found.len();
    let code = read_code(loaded, &mut found);
    let mut inexact =
        found[before..].iter().find(|d| d.code == "c/alloca").map(|d| d.message.clone()).or_else(|| left_out(loaded));
    if !has_heaps && loaded.has_initial() {
        let message = msg!("forest automata know no initial heaps of programs in C");
        found.push(Diagnostic::error("task/unused", None, message));
    }
    let properties = read_properties(loaded, code.as_ref(), &mut found);
    let boxes = given::read(loaded, &mut found);
    let written = match has_heaps {
        true => with_documents(loaded, code.as_ref().map(|(program, entry)| (program, *entry)), &mut found),
        false => Cow::Borrowed(loaded),
    };
    let loaded = &*written;
    let inputs = has_heaps.then(|| read_inputs(loaded, code.as_ref(), &mut found));
    let Some((mut program, mut entry)) = code.filter(|_| !has_errors(&found)) else { return (None, found) };
    let names = loaded.grammars.iter().flat_map(NamedGrammar::nonterminals);
    let nonterminals = names.map(str::to_owned).collect_by_insertion();
    let origin = Origin { task: loaded.task.clone(), entry, nonterminals };
    if let Some((alphabet, Some(grammar), heaps)) = &inputs
        && takes_input(&program, entry)
    {
        let built = with_inputs(program, entry, (alphabet, grammar), heaps);
        (program, entry, inexact) = (built.program, built.entry, inexact.or(built.left_out));
    }
    let program = Rc::new(program);
    let mut system = ForestProgram::new(Rc::clone(&program), entry, 1);
    found.extend(add_boxes(&mut system, &boxes).1);
    if has_errors(&found) {
        return (None, found);
    }
    let (sources, options) = (loaded.sources.clone(), &loaded.task.options);
    let (limits, learns) = (options.limits(), options.learn_boxes);
    let (inputs, names) = ([Heap::with_null()], Default::default());
    let prepared = PreparedForestTask {
        program,
        entry,
        origin,
        sources,
        properties,
        limits,
        boxes,
        learns,
        inexact,
        inputs,
        sequences: FailingSequences::default(),
        names,
    };
    (Some(prepared), found)
}

/// The initial heaps, with the grammar that derives their nonterminals.
fn read_inputs(
    loaded: &Loaded,
    code: Option<&(Program, ProcedureId)>,
    found: &mut Vec<Diagnostic>,
) -> (Alphabet, Option<Grammar>, Vec<Heap>) {
    let mut alphabet = Alphabet::default();
    let grammar = read_grammar(loaded, &mut alphabet, found);
    if let Some((program, _)) = code {
        found.extend(foreign::warnings(loaded, program));
        found.extend(foreign::reserved(loaded));
        found.extend(foreign::abstract_objects(loaded, program));
    }
    let heaps = read_heaps(loaded, &mut alphabet, grammar.as_ref(), code, found);
    (alphabet, grammar, heaps)
}

/// Whether a procedure can see anything of an initial heap.
fn takes_input(program: &Program, entry: ProcedureId) -> bool {
    let procedure = &program.procedures[entry];
    procedure.receiver.is_some() || !procedure.parameters.is_empty()
}

/// The properties of the task, or else those that the program suggests.
fn read_properties(
    loaded: &Loaded,
    code: Option<&(Program, ProcedureId)>,
    found: &mut Vec<Diagnostic>,
) -> Vec<ForestProperty> {
    let is_java = loaded.task.program.language == Language::Java;
    let of_exceptions = exception_checks(loaded, code, false).into_iter();
    let mut properties: Vec<ForestProperty> = of_exceptions.map(ForestProperty::of_exceptions).collect();
    for property in &loaded.properties {
        found.extend(check_of_other_language(loaded, property));
        match property.check {
            Some(check) if !check.exceptions().is_empty() => {}
            Some(check) => {
                properties.push(ForestProperty::of_check(property.id.clone(), check, property.call.as_deref()));
            }
            None => {
                let span = Span::new(property.file, 0, loaded.sources.file(property.file).text.len());
                let message = msg!("forest automata check what no run may do, but neither formulas nor monitors");
                let advice = match is_java {
                    true => msg!("check it with `\"analysis\": \"heap\"`"),
                    false => msg!("check it with `\"analysis\": \"blocks\"`, if it is about numbers"),
                };
                found.push(Diagnostic::error("task/formula", span, message).suggest(advice));
            }
        }
    }
    if let Some((program, entry)) = code
        && !is_java
        && loaded.properties.is_empty()
    {
        let checks = usual_checks(program, *entry).into_iter();
        properties.extend(checks.map(|check| ForestProperty::of_check(check.name().to_owned(), check, None)));
    }
    properties
}
