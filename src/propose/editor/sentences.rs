//! The sentences about the runs of a task, with what fits into their holes.

use indexmap::IndexSet;
use serde::Serialize;

use super::code::Code;
use super::names::names_of;
use base::{CompactSort, FileId, Idx, Span};
use program::cfa::ProcedureId;
use program::objects::{ClassId, Program, Type, is_program_name};
use task::Loaded;
use task::wording::{ENGLISH, GERMAN, HoleKind, RESULT, SentenceHole, Subject, sentences};

/// Maximum number of things that are listed for a hole.
const CHOICE_LIMIT: usize = 1000;

/// A sentence that writes a formula. Its holes are `‹x›`, `‹N›` and so on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TaskSentence {
    /// Its name.
    pub id: &'static str,
    /// The formula.
    pub formula: &'static str,
    /// What it says.
    pub words: SentenceWords,
    /// Its holes, in the order of the formula.
    pub holes: Vec<TaskHole>,
}

/// A sentence in each language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SentenceWords {
    /// In English.
    pub en: String,
    /// In German.
    pub de: String,
}

/// A hole of a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TaskHole {
    /// How it is called in the texts, without `‹` and `›`.
    pub name: String,
    /// What may be put into it.
    pub kind: HoleKind,
    /// What the task has of that kind, at least one.
    pub choices: Vec<String>,
}

/// The sentences about the runs of a task, without those that need what it does not have. There are none if the analysis checks no
/// formulas, or the task has no program.
pub fn task_sentences(loaded: &Loaded) -> Vec<TaskSentence> {
    let program = &loaded.task.program;
    let (Some(subject), Some(choices)) = (Subject::of(loaded.task.analysis, program.language), Choices::new(loaded))
    else {
        return Vec::new();
    };
    let with_choices = sentences(subject).filter_map(|sentence| {
        let hole = |hole: SentenceHole| {
            let choices = choices.of(hole.kind);
            (!choices.is_empty()).then(|| TaskHole { name: hole.name.to_string(), kind: hole.kind, choices })
        };
        let holes: Vec<TaskHole> = sentence.holes().into_iter().map(hole).collect::<Option<_>>()?;
        let needs_result = sentence.formula().contains("{return ") || sentence.formula().contains("of return}");
        if needs_result && !choices.has_result {
            return None;
        }
        // Two different things of one kind are needed for two holes.
        let of_variables = holes.iter().filter(|hole| hole.kind == HoleKind::Variable);
        if of_variables.count() > choices.variables.len() {
            return None;
        }
        let words = SentenceWords { en: sentence.shown(&ENGLISH), de: sentence.shown(&GERMAN) };
        Some(TaskSentence { id: sentence.id, formula: sentence.formula(), words, holes })
    });
    with_choices.collect()
}

/// What the holes of the sentences of a task may hold.
#[derive(Default)]
struct Choices {
    nonterminals: Vec<String>,
    variables: Vec<String>,
    labels: Vec<String>,
    /// The variables of the entry method that point to lists, sets and queues.
    collections: Vec<String>,
    fields: Vec<String>,
    lines: Vec<String>,
    assertions: Vec<String>,
    methods: Vec<String>,
    /// Whether the entry method returns a reference, as far as that is known.
    has_result: bool,
}

impl Choices {
    fn new(loaded: &Loaded) -> Option<Self> {
        let names = names_of(loaded)?;
        let mut choices = Self {
            nonterminals: names.nonterminals,
            variables: names.variables,
            labels: names.labels,
            has_result: true,
            ..Self::default()
        };
        if let Some((program, entry)) = parse(loaded) {
            choices.add_program(loaded, &program, entry);
        }
        Some(choices)
    }

    fn add_program(&mut self, loaded: &Loaded, program: &Program, entry: ProcedureId) {
        let start = &program.procedures[entry];
        self.has_result = start.result.is_reference();
        if self.variables.is_empty() {
            let of_program =
                start.locals.iter().filter(|local| local.ty.is_reference() && is_program_name(&local.name));
            let names: IndexSet<&str> = of_program.map(|local| local.name.as_str()).collect();
            self.variables = names.into_iter().map(str::to_owned).collect();
        }
        let collection = program.library_class("Collection");
        let is_collection = |ty: Type| match (ty, collection) {
            (Type::Reference(class), Some(collection)) => program.is_subtype(class, collection),
            _ => false,
        };
        let own = start.locals.iter().filter(|local| is_collection(local.ty) && is_program_name(&local.name));
        let names: IndexSet<&str> = own.map(|local| local.name.as_str()).collect();
        self.collections = names.into_iter().map(str::to_owned).collect();
        let is_written = |class: ClassId| program.classes[class].span.is_some_and(|span| !span.is_of_library());
        let own = program
            .fields
            .iter()
            .filter(|field| field.ty.is_reference() && is_written(field.class) && is_program_name(&field.name));
        let fields: IndexSet<&str> = own.map(|field| field.name.as_str()).collect();
        self.fields = fields.into_iter().map(str::to_owned).collect();
        let procedures = program.reachable(entry);
        let own = |id: &ProcedureId| is_written(program.procedures[*id].class);
        let methods: IndexSet<String> =
            procedures.iter().filter(|id| own(id)).map(|&id| program.qualified_name(id)).collect();
        self.methods = methods.into_iter().collect();
        let spans = procedures.iter().flat_map(|&id| program.procedures[id].cfa.locations.iter().copied());
        self.lines = lines(loaded, spans.collect());
        self.assertions = lines(loaded, program.assertion_failures(entry, &loaded.sources));
    }

    fn of(&self, kind: HoleKind) -> Vec<String> {
        let of_kind = match kind {
            HoleKind::Variable | HoleKind::Result => &self.variables,
            HoleKind::Collection => &self.collections,
            HoleKind::Field => &self.fields,
            HoleKind::Nonterminal => &self.nonterminals,
            HoleKind::Line => &self.lines,
            HoleKind::Assertion => &self.assertions,
            HoleKind::Label => &self.labels,
            HoleKind::Method => &self.methods,
        };
        let result = (kind == HoleKind::Result && self.has_result).then(|| RESULT.to_owned());
        result.into_iter().chain(of_kind.iter().cloned()).take(CHOICE_LIMIT).collect()
    }
}

/// The program and its entry, unless it has errors.
fn parse(loaded: &Loaded) -> Option<(Program, ProcedureId)> {
    let has_input = loaded.task.analysis == task::Analysis::Heap && loaded.has_initial();
    Code::of(loaded)?.read(&loaded.task.program.entry, has_input).0
}

/// The lines of some places in the files of the program, with the names of these if there are several.
fn lines(loaded: &Loaded, spans: Vec<Span>) -> Vec<String> {
    let mut places: Vec<(FileId, u32)> = spans
        .into_iter()
        .filter(|span| loaded.program_files.contains(&span.file))
        .map(|span| (span.file, loaded.sources.line_of(span)))
        .collect();
    places.compact_sort_by_key(|&(file, line)| (file.index(), line));
    places.dedup();
    let name = |&(file, line): &(FileId, u32)| match loaded.program_files.len() {
        0 | 1 => line.to_string(),
        _ => format!("{}:{line}", loaded.sources.file(file).name),
    };
    places.iter().map(name).collect()
}
