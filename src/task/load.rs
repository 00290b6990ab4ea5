//! Loading: from the text of a task document or settings file to everything that an analysis needs.

use std::collections::{BTreeMap, BTreeSet};

use super::check::Check;
use super::document::{
    Analysis, BoxSource, ContractSource, DataModel, GrammarSource, HeapSource, Language, ProgramFile, Property, Task,
};
use super::library::{predefined_grammar, predefined_grammars};
use super::options::{Abstraction, Strategy};
use super::{monitors, read, settings};
use base::json::{self, JsonNode};
use base::{Diagnostic, FileId, Message, Sources, Span, bound, did_you_mean, msg, shorten};
use heap_grammar::grammar::document::GrammarDocument;
use heap_grammar::heap::document::{ContractDocument, HeapDocument, Renaming, Vocabulary};
use heap_grammar::separation::{Definition, Formula, parse_cases, parse_definitions};
use program::objects::ClientLimits;

/// Resolves paths in tasks.
pub trait Files {
    /// The text at `path`, or a sentence that says why there is none.
    fn read(&mut self, path: &str) -> Result<String, Message>;

    /// The names (without directories) of the files in the directory `path`, sorted, or why there are none.
    fn list(&mut self, path: &str) -> Result<Vec<String>, Message>;
}

/// No files: tasks must be self-contained.
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, _: &str) -> Result<String, Message> {
        Err(msg!("there is no file system here; include the text in the task"))
    }

    fn list(&mut self, path: &str) -> Result<Vec<String>, Message> {
        self.read(path).map(|_| Vec::new())
    }
}

/// A loaded task.
///
/// There is always one, and `diagnostics` lists its problems; if there is an error, the parts may be
/// incomplete and the task must not run.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The task without paths: it contains all texts.
    pub task: Task,
    /// All texts; the first is the task document or settings file itself.
    pub sources: Sources,
    /// The files of the program.
    pub program_files: Vec<FileId>,
    /// The grammars in order, renamed.
    pub grammars: Vec<NamedGrammar>,
    /// The initial heaps in order, renamed. If there are none, and no formulas, the empty heap is meant.
    pub initial: Vec<NamedHeap>,
    /// Initial heaps that are formulas, whose classes and variables are those of the program.
    pub formulas: Vec<NamedFormula>,
    /// The contracts in order, renamed.
    pub contracts: Vec<ContractDocument>,
    /// The files with definitions of boxes, in order.
    pub boxes: Vec<FileId>,
    /// For each monitor of the task, the files with the guards of its edges.
    pub guards: Vec<Vec<Option<FileId>>>,
    /// The properties in order.
    pub properties: Vec<PropertyText>,
    /// Whether nothing else is checked, not even memory safety of Java, as somebody has asked for just these.
    pub only_properties: bool,
    /// What clients of classes leave out.
    pub client_limits: ClientLimits,
    /// Whether sequences of calls of a client have been executed before.
    pub has_executed_calls: bool,
    /// Whether collections of the library are not followed that are in fields which are no part of the shape.
    pub has_opaque_collections: bool,
    /// Whether paths through trees are told apart by the field that they follow.
    pub splits_paths: bool,
    /// Whether no object is followed, not even those that the program makes.
    pub follows_nothing: bool,
    /// The position of the entry method's name.
    pub entry_span: Option<Span>,
    /// The diagnostics of reading.
    pub diagnostics: Vec<Diagnostic>,
}

/// A grammar and its name in messages.
#[derive(Clone, Debug)]
pub struct NamedGrammar {
    /// Its name.
    pub name: String,
    /// The grammar.
    pub grammar: GrammarDocument,
    /// The definitions of a grammar that has no rules yet, as its classes are those of the program.
    pub definitions: Vec<Definition>,
}

impl NamedGrammar {
    /// The names of its nonterminals, in order.
    pub fn nonterminals(&self) -> impl Iterator<Item = &str> {
        let defined = self.definitions.iter().map(|definition| definition.name.text.as_str());
        self.grammar.nonterminals.iter().map(|nonterminal| nonterminal.name.as_str()).chain(defined)
    }
}

/// An initial heap and its name in messages.
#[derive(Clone, Debug)]
pub struct NamedHeap {
    /// Its name.
    pub name: String,
    /// The heap.
    pub heap: HeapDocument,
}

/// Initial heaps as a formula, with its name in messages.
#[derive(Clone, Debug)]
pub struct NamedFormula {
    /// Its name.
    pub name: String,
    /// Its cases, each of which stands for a heap.
    pub cases: Vec<Formula>,
}

impl Loaded {
    /// Whether the task says on which heaps the entry method starts.
    pub fn has_initial(&self) -> bool {
        !self.initial.is_empty() || !self.formulas.is_empty()
    }
}

/// A property; its formula is a separate file, so that messages about it have a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyText {
    /// Its name.
    pub id: String,
    /// The file of the formula, or of the reference to a monitor.
    pub file: FileId,
    /// The position of the monitor in the task.
    pub monitor: Option<usize>,
    /// What no run may do, if it is neither a formula nor a monitor.
    pub check: Option<Check>,
    /// The function whose calls alone the check is about.
    pub call: Option<String>,
}

impl Loaded {
    /// Checks these, and nothing else.
    pub fn check_only(&mut self, checks: impl IntoIterator<Item = Check>) {
        self.properties.clear();
        self.task.properties.clear();
        for check in checks {
            let (id, name) = (check.name().to_owned(), format!("property {}", check.name()));
            let file = self.sources.add(name, check.name());
            self.properties.push(PropertyText { id: id.clone(), file, monitor: None, check: Some(check), call: None });
            self.task.properties.push(Property { id, ltl: None, monitor: None, check: Some(check), call: None });
        }
    }

    /// Checks these formulas, and no other formulas or monitors of the task; checks stay if they are kept.
    pub fn check_formulas(&mut self, formulas: &[String], keeps_checks: bool) {
        self.properties.retain(|property| keeps_checks && property.check.is_some());
        self.task.properties.retain(|property| keeps_checks && property.check.is_some());
        self.only_properties = true;
        for (number, formula) in formulas.iter().enumerate() {
            let id = format!("P{}", number + 1);
            let file = self.sources.add(format!("property {id}"), formula.as_str());
            self.properties.push(PropertyText { id: id.clone(), file, monitor: None, check: None, call: None });
            self.task.properties.push(Property {
                id,
                ltl: Some(formula.clone()),
                monitor: None,
                check: None,
                call: None,
            });
        }
    }
}

/// User overrides for an existing task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Overrides {
    /// The entry method or procedure.
    pub entry: Option<String>,
    /// The strategy.
    pub strategy: Option<Strategy>,
    /// How the options of the abstraction are found.
    pub abstraction: Option<Abstraction>,
    /// The limit of states.
    pub max_states: Option<u32>,
    /// The limit of vertices.
    pub max_heap: Option<u32>,
    /// The limit of seconds.
    pub seconds: Option<u32>,
    /// The limit of megabytes.
    pub memory: Option<u32>,
    /// Additional methods assumed to be pure.
    pub assume_pure: Vec<String>,
    /// Additional methods whose calls are one step.
    pub mc_skip: Vec<String>,
    /// Labels of a boolean program, `L` or `f::L`, that no run may reach.
    pub reach: Vec<String>,
    /// The analysis.
    pub analysis: Option<Analysis>,
    /// The widths of the integer types of C.
    pub data_model: Option<DataModel>,
    /// Directives that stand before each file of a program in C, behind those of the task.
    pub preamble: String,
    /// Folders in which a program in C finds the files that it includes, after that of the file which includes them.
    pub include_folders: Vec<String>,
    /// What no run may do, instead of what the task says.
    pub checks: Vec<Check>,
    /// The function whose calls alone the check `unreach-call` is then about.
    pub call: Option<String>,
    /// Definitions of boxes, in addition to those of the task: names and texts.
    pub boxes: Vec<(String, String)>,
    /// Whether only boxes that are given are used.
    pub given_boxes: bool,
}

/// Loads the task document or settings file `text`, called `name` in messages. Never panics.
pub fn load(text: &str, name: &str, files: &mut dyn Files) -> Loaded {
    load_with(text, name, files, &Overrides::default())
}

/// Like [`load`], with overrides.
pub fn load_with(text: &str, name: &str, files: &mut dyn Files, overrides: &Overrides) -> Loaded {
    if !is_settings(text, name) {
        return document(text, name, files, overrides);
    }
    let mut loader = Loader::new(files);
    let file = loader.loaded.sources.add(name, text);
    settings::import::read_file(&mut loader, file);
    loader.finish(overrides)
}

/// Loads the self-contained task document `text`, which messages call `name`. Never panics.
pub fn load_document(text: &str, name: &str) -> Loaded {
    document(text, name, &mut NoFiles, &Overrides::default())
}

/// Loads the grammars of a task by themselves: the JSON array `text`, called `name` in messages. Never panics.
pub fn load_grammars(text: &str, name: &str) -> Loaded {
    load_part(text, name, |node, loader| read::read_grammars(Some(node), loader))
}

/// The same for its monitors.
pub fn load_monitors(text: &str, name: &str) -> Loaded {
    load_part(text, name, |node, loader| read::read_monitors(Some(node), loader))
}

fn load_part(text: &str, name: &str, read: impl FnOnce(&JsonNode, &mut Loader<'_>)) -> Loaded {
    let mut files = NoFiles;
    let mut loader = Loader::new(&mut files);
    let file = loader.loaded.sources.add(name, text);
    if let Some(node) = loader.parse(file) {
        read(&node, &mut loader);
    }
    shorten(&mut loader.loaded.diagnostics);
    loader.loaded
}

fn document(text: &str, name: &str, files: &mut dyn Files, overrides: &Overrides) -> Loaded {
    let mut loader = Loader::new(files);
    let file = loader.loaded.sources.add(name, text);
    read::read_document(&mut loader, file);
    loader.finish(overrides)
}

/// Whether `text`, called `name`, is a settings file rather than a task document.
pub fn is_settings(text: &str, name: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    name.ends_with(".attestor") || (!name.ends_with(".json") && text.starts_with("--"))
}

/// Collects the parts of a task.
pub struct Loader<'f> {
    /// What opens the files that the task mentions.
    pub files: &'f mut dyn Files,
    /// What has been collected.
    pub loaded: Loaded,
    /// The names of the properties.
    ids: BTreeSet<String>,
}

impl<'f> Loader<'f> {
    /// Nothing has been collected.
    pub fn new(files: &'f mut dyn Files) -> Self {
        Self { files, loaded: Loaded::default(), ids: BTreeSet::new() }
    }

    /// Applies overrides and checks the task as a whole.
    pub fn finish(mut self, overrides: &Overrides) -> Loaded {
        if let Some(entry) = &overrides.entry {
            self.loaded.task.program.entry.clone_from(entry);
            self.loaded.entry_span = None;
        }
        let options = &mut self.loaded.task.options;
        options.strategy = overrides.strategy.unwrap_or(options.strategy);
        options.abstraction = overrides.abstraction.unwrap_or(options.abstraction);
        options.max_states = overrides.max_states.unwrap_or(options.max_states);
        options.max_heap = overrides.max_heap.unwrap_or(options.max_heap);
        options.seconds = overrides.seconds.or(options.seconds);
        options.memory = overrides.memory.or(options.memory);
        options.assume_pure.extend(overrides.assume_pure.iter().cloned());
        options.mc_skip.extend(overrides.mc_skip.iter().cloned());
        options.learn_boxes &= !overrides.given_boxes;
        for (name, text) in &overrides.boxes {
            let file = self.loaded.sources.add(name, text);
            self.add_boxes(name.clone(), file);
        }
        self.override_program(overrides);
        if let (Some(&file), true) = (self.loaded.boxes.first(), self.loaded.task.analysis != Analysis::Forest) {
            let span = Span::new(file, 0, self.loaded.sources.file(file).text.len());
            let message = msg!("only forest automata use boxes; they are ignored");
            let advice = msg!("check the program with `\"analysis\": \"forest\"`");
            self.report(Diagnostic::warning("task/unused", span, message).suggest(advice));
        }
        let (strategy, analysis) = (self.loaded.task.options.strategy, self.loaded.task.analysis);
        if !strategy.fits(analysis) {
            let message = msg!("{} are not checked with the strategy `{}`", analysis.programs(), strategy.name());
            let others = Strategy::ALL
                .into_iter()
                .filter(|s| s.fits(analysis) && (*s != Strategy::Hybrid || analysis == Analysis::Heap));
            let names = Message::any_of(others.map(|other| Message::code(other.name())));
            self.report(Diagnostic::error("task/strategy", None, message).suggest(msg!("choose {names}")));
        }
        if analysis == Analysis::Boolean {
            overrides.reach.iter().for_each(|label| monitors::add_unreachable(label, &mut self));
        } else if !overrides.reach.is_empty() {
            let advice = msg!("use a formula with a line number, such as `G !{{at(12)}}`");
            let message = msg!("label reachability is only supported for boolean programs");
            self.report(Diagnostic::error("task/reach", None, message).suggest(advice));
        }
        shorten(&mut self.loaded.diagnostics);
        self.loaded
    }

    /// Reports a language that the analysis does not read; `span` is where it is named.
    pub(super) fn check_language(&mut self, span: Option<Span>) {
        let language = self.loaded.task.program.language;
        if language.analyses().contains(&self.loaded.task.analysis) {
            return;
        }
        let advice = match language {
            Language::Java => {
                msg!(
                    "programs in Java need `\"analysis\": \"heap\"` or `\"forest\"`, or `\"blocks\"` if they are about numbers"
                )
            }
            Language::Boolean => msg!("boolean programs need `\"analysis\": \"boolean\"`"),
            Language::C => {
                msg!(
                    "programs in C need `\"analysis\": \"blocks\"`, or `\"forest\"` or `\"heap\"` if they are about memory"
                )
            }
        };
        let message = msg!("this analysis does not support the language of the program");
        self.report(Diagnostic::error("task/analysis", span, message).suggest(advice));
    }

    /// Applies the overrides that are about the program, and what is checked of it.
    fn override_program(&mut self, overrides: &Overrides) {
        if let Some(analysis) = overrides.analysis {
            self.loaded.task.analysis = analysis;
            self.check_language(None);
        }
        let program = &mut self.loaded.task.program;
        if let Some(model) = overrides.data_model {
            program.data_model = Some(model);
            if program.language != Language::C {
                let message = msg!("only programs in C have a data model");
                self.report(Diagnostic::error("task/data-model", None, message));
            }
        }
        if !overrides.preamble.is_empty() {
            self.loaded.task.program.preamble += &overrides.preamble;
            if self.loaded.task.program.language != Language::C {
                let message = msg!("only programs in C have macros");
                self.report(Diagnostic::error("task/preamble", None, message));
            }
        }
        if !overrides.include_folders.is_empty() {
            self.loaded.task.program.include_folders.extend(overrides.include_folders.iter().cloned());
            if self.loaded.task.program.language != Language::C {
                let message = msg!("only programs in C include files from folders");
                self.report(Diagnostic::error("task/include-folders", None, message));
            }
        }
        if !overrides.checks.is_empty() {
            self.loaded.task.properties.clear();
            self.loaded.properties.clear();
            for &check in &overrides.checks {
                let call = overrides.call.clone().filter(|_| check == Check::UnreachCall);
                self.add_check(check.name().to_owned(), check, call, None);
            }
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.loaded.diagnostics.push(diagnostic);
        bound(&mut self.loaded.diagnostics);
    }

    pub(super) fn error(&mut self, code: &'static str, span: impl Into<Option<Span>>, message: Message) {
        self.report(Diagnostic::error(code, span, message));
    }

    /// Adds the file at `path` to the sources; `span` is the position of the path in the task.
    pub(super) fn read_path(&mut self, path: &str, span: Span) -> Option<FileId> {
        match self.files.read(path) {
            Ok(text) => Some(self.loaded.sources.add(path, text)),
            Err(why) => {
                self.error("task/unreadable", span, msg!("cannot read `{path}`: {why}"));
                None
            }
        }
    }

    /// The JSON value in a file of the sources.
    pub(super) fn parse(&mut self, file: FileId) -> Option<JsonNode> {
        let Loaded { sources, diagnostics, .. } = &mut self.loaded;
        json::parse(file, &sources.file(file).text, diagnostics)
    }

    /// Sets the entry method, whose name is at `span`.
    pub(super) fn set_entry(&mut self, name: String, span: Span) {
        if name.split('.').any(|part| part.trim().is_empty()) {
            let diagnostic = Diagnostic::error("task/entry", span, msg!("`{name}` does not name a method"));
            self.report(diagnostic.suggest(msg!("write `Class.method`")));
        }
        self.loaded.task.program.entry = name;
        self.loaded.entry_span = Some(span);
    }

    /// Adds a file of the program.
    pub fn add_program_file(&mut self, name: &str, file: FileId) {
        let text = self.loaded.sources.file(file).text.clone();
        let twin = self.loaded.task.program.files.iter().any(|f| f.name == name);
        if twin {
            self.error("task/duplicate", Span::new(file, 0, 0), msg!("two files of the program are called `{name}`"));
            return;
        }
        self.loaded.task.program.files.push(ProgramFile { name: name.to_owned(), text: Some(text), path: None });
        self.loaded.program_files.push(file);
    }

    /// Whether a name is that of no other property; reports it otherwise.
    fn names(&mut self, id: &str, span: impl Into<Option<Span>>) -> bool {
        let is_new = self.ids.insert(id.to_owned());
        if !is_new {
            self.error("task/duplicate", span, msg!("two properties are called `{id}`"));
        }
        is_new
    }

    pub(super) fn add_property(&mut self, id: String, ltl: String, span: Span) {
        if !self.names(&id, span) {
            return;
        }
        let file = self.loaded.sources.add(format!("property {id}"), ltl.clone());
        self.loaded.properties.push(PropertyText { id: id.clone(), file, monitor: None, check: None, call: None });
        self.loaded.task.properties.push(Property { id, ltl: Some(ltl), monitor: None, check: None, call: None });
    }

    /// Adds a property given by a monitor, whose name is at `span`.
    pub(super) fn add_monitored(&mut self, id: String, name: String, span: Span) {
        if !self.names(&id, span) {
            return;
        }
        let names = || self.loaded.task.monitors.iter().map(|m| m.name.as_str());
        let Some(position) = names().position(|n| n == name) else {
            let message = msg!("there is no monitor `{name}`");
            let suggestion = did_you_mean(&name, names());
            self.report(Diagnostic::error("task/monitor", span, message).suggest(suggestion));
            return;
        };
        let file = self.loaded.sources.add(format!("property {id}"), format!("monitor {name}"));
        self.loaded.properties.push(PropertyText {
            id: id.clone(),
            file,
            monitor: Some(position),
            check: None,
            call: None,
        });
        self.loaded.task.properties.push(Property { id, ltl: None, monitor: Some(name), check: None, call: None });
    }

    /// Adds a property of what no run may do; `span` is its position.
    pub(super) fn add_check(&mut self, id: String, check: Check, call: Option<String>, span: Option<Span>) {
        if !self.names(&id, span) {
            return;
        }
        if !check.analyses().contains(&self.loaded.task.analysis) {
            let message = msg!("{} are not checked for `{}`", self.loaded.task.analysis.programs(), check.name());
            let others = check.analyses().iter().map(|analysis| msg!("`\"analysis\": \"{}\"`", analysis.name()));
            let advice = msg!("programs in C are, with {}", Message::any_of(others));
            self.report(Diagnostic::error("task/check", span, message).suggest(advice));
        }
        let file = self.loaded.sources.add(format!("property {id}"), check.name());
        self.loaded.properties.push(PropertyText {
            id: id.clone(),
            file,
            monitor: None,
            check: Some(check),
            call: call.clone(),
        });
        self.loaded.task.properties.push(Property { id, ltl: None, monitor: None, check: Some(check), call });
    }

    /// Adds a predefined grammar with the given renaming.
    pub(super) fn add_predefined(&mut self, name: &str, rename: &Rename<'_>, span: Span) {
        let Some(text) = predefined_grammar(name) else {
            let names = predefined_grammars().iter().map(|(n, _)| *n);
            let message = msg!("there is no predefined grammar `{name}`");
            self.report(Diagnostic::error("task/unknown-grammar", span, message).suggest(did_you_mean(name, names)));
            return;
        };
        let file = self.loaded.sources.add(format!("{name}.json"), text);
        let Some(node) = self.parse(file) else { return };
        let Some((grammar, keys)) = self.grammar(&node, rename) else { return };
        self.loaded.grammars.push(NamedGrammar { name: name.to_owned(), grammar, definitions: Vec::new() });
        let predefined = Some(name.to_owned());
        self.loaded.task.grammars.push(GrammarSource { predefined, rename: keys, ..GrammarSource::default() });
    }

    /// Adds a grammar from the task or from a file.
    pub(super) fn add_grammar(&mut self, name: String, node: &JsonNode, rename: &Rename<'_>) {
        let Some((grammar, _)) = self.grammar(node, rename) else { return };
        let value = Some(grammar.to_value());
        let source = GrammarSource { name: Some(name.clone()), grammar: value, ..GrammarSource::default() };
        self.loaded.task.grammars.push(source);
        self.loaded.grammars.push(NamedGrammar { name, grammar, definitions: Vec::new() });
    }

    /// Adds a grammar that is written as definitions, or a predefined one.
    pub fn add_grammar_source(&mut self, source: &GrammarSource) {
        if let Some(text) = &source.definitions {
            let name = source.name.clone().unwrap_or_else(|| "definitions".to_owned());
            let file = self.loaded.sources.add(name.as_str(), text.as_str());
            self.add_definitions(name, file);
        } else if let Some(name) = &source.predefined {
            let nowhere = Span::new(FileId(0), 0, 0);
            let keys = source.rename.iter().map(|(given, own)| (given.as_str(), nowhere, own.clone()));
            self.add_predefined(name, &Rename::Keys(keys.collect()), nowhere);
        }
    }

    /// Adds initial heaps that are written as a formula.
    pub fn add_heap_source(&mut self, source: &HeapSource) {
        if let Some(text) = &source.formula {
            let name = source.name.clone().unwrap_or_else(|| "formula".to_owned());
            let file = self.loaded.sources.add(name.as_str(), text.as_str());
            self.add_formula(name, file);
            if let Some(heap) = self.loaded.task.initial.last_mut() {
                heap.partial = source.partial;
            }
        }
    }

    /// Adds a grammar that is written as definitions.
    pub(super) fn add_definitions(&mut self, name: String, file: FileId) {
        let text = self.loaded.sources.file(file).text.clone();
        let (definitions, found) = parse_definitions(&text, file);
        self.loaded.diagnostics.extend(found);
        let source = GrammarSource { name: Some(name.clone()), definitions: Some(text), ..GrammarSource::default() };
        self.loaded.task.grammars.push(source);
        let grammar = GrammarDocument { nonterminals: Vec::new() };
        self.loaded.grammars.push(NamedGrammar { name, grammar, definitions });
    }

    fn grammar(&mut self, node: &JsonNode, rename: &Rename<'_>) -> Option<(GrammarDocument, BTreeMap<String, String>)> {
        let diagnostics = &mut self.loaded.diagnostics;
        let mut grammar = GrammarDocument::read(node, diagnostics)?;
        let vocabulary = Vocabulary::of(grammar.rules());
        let renaming = rename.resolve(&vocabulary, diagnostics);
        grammar.rename(&renaming, diagnostics);
        Some((grammar, rename_keys(&renaming, &vocabulary)))
    }

    /// Adds an initial heap.
    pub(super) fn add_initial(&mut self, name: String, node: &JsonNode, rename: &Rename<'_>) {
        let diagnostics = &mut self.loaded.diagnostics;
        let Some(mut heap) = HeapDocument::read(node, diagnostics) else { return };
        let renaming = rename.resolve(&Vocabulary::of(std::iter::once(&heap)), diagnostics);
        heap.rename(&renaming, diagnostics);
        let value = Some(heap.to_value());
        self.loaded.task.initial.push(HeapSource { name: Some(name.clone()), heap: value, ..HeapSource::default() });
        self.loaded.initial.push(NamedHeap { name, heap });
    }

    /// Adds initial heaps that are written as a formula.
    pub(super) fn add_formula(&mut self, name: String, file: FileId) {
        let text = self.loaded.sources.file(file).text.clone();
        let (cases, found) = parse_cases(&text, file);
        self.loaded.diagnostics.extend(found);
        let source = HeapSource { name: Some(name.clone()), formula: Some(text), ..HeapSource::default() };
        self.loaded.task.initial.push(source);
        self.loaded.formulas.push(NamedFormula { name, cases });
    }

    /// Adds definitions of boxes.
    pub(super) fn add_boxes(&mut self, name: String, file: FileId) {
        let text = Some(self.loaded.sources.file(file).text.clone());
        self.loaded.task.boxes.push(BoxSource { name: Some(name), text, path: None });
        self.loaded.boxes.push(file);
    }

    /// Adds the contracts of a method.
    pub(super) fn add_contract(&mut self, name: String, node: &JsonNode, rename: &Rename<'_>) {
        let diagnostics = &mut self.loaded.diagnostics;
        let Some(mut contract) = ContractDocument::read(node, diagnostics) else { return };
        let heaps = contract.contracts.iter().flat_map(|c| std::iter::once(&c.precondition).chain(&c.postconditions));
        let renaming = rename.resolve(&Vocabulary::of(heaps), diagnostics);
        contract.rename(&renaming, diagnostics);
        let source = ContractSource { name: Some(name), contract: Some(contract.to_value()), ..Default::default() };
        self.loaded.task.contracts.push(source);
        self.loaded.contracts.push(contract);
    }
}

/// The last component of a path, as the name of a file or document.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The form of a renaming: with keys as in the task document, or by types.
pub(super) enum Rename<'a> {
    /// Old names (`Type`, `selector` or `Type.selector`) with their positions and new names. Each must occur.
    Keys(Vec<(&'a str, Span, String)>),
    /// By types, for several documents; names that do not occur are ignored.
    Types(&'a Renaming),
}

impl Rename<'_> {
    fn resolve(&self, vocabulary: &Vocabulary, diagnostics: &mut Vec<Diagnostic>) -> Renaming {
        let keys = match self {
            Rename::Types(renaming) => return (*renaming).clone(),
            Rename::Keys(keys) => keys,
        };
        let mut renaming = Renaming::default();
        for (key, _, new) in keys.iter().filter(|(key, ..)| vocabulary.types.iter().any(|t| t == key)) {
            renaming.types.insert((*key).to_owned(), new.clone());
        }
        for (key, span, new) in keys.iter().filter(|(key, ..)| !renaming.types.contains_key(*key)) {
            let named = |(ty, selector): &&(String, String)| {
                selector == key || key.strip_suffix(selector.as_str()).and_then(|k| k.strip_suffix('.')) == Some(ty)
            };
            let mut found = false;
            for (ty, selector) in vocabulary.selectors.iter().filter(named) {
                found = true;
                let of_type = renaming.selectors.entry(renaming.ty(ty).to_owned()).or_default();
                let before = of_type.insert(selector.clone(), new.clone());
                // `Type.selector` takes precedence over `selector`, whatever their order.
                let exact = keys.iter().find(|(k, ..)| *k == format!("{ty}.{selector}"));
                if let Some((.., exact)) = exact {
                    of_type.insert(selector.clone(), exact.clone());
                } else if before.is_some_and(|b| b != *new) {
                    let message = msg!("the selector `{selector}` of `{ty}` is renamed in two ways");
                    diagnostics.push(Diagnostic::error("task/rename", *span, message));
                }
            }
            if !found {
                let names = vocabulary.types.iter().chain(vocabulary.selectors.iter().map(|(_, s)| s));
                let suggestion = did_you_mean(key, names.map(String::as_str));
                let message = msg!("there is no type and no selector `{key}` to rename");
                diagnostics.push(Diagnostic::error("task/rename", *span, message).suggest(suggestion));
            }
        }
        renaming
    }
}

/// The keys of the task document that rename `vocabulary` as `renaming` does.
fn rename_keys(renaming: &Renaming, vocabulary: &Vocabulary) -> BTreeMap<String, String> {
    let mut keys = BTreeMap::new();
    for ty in vocabulary.types.iter().filter(|t| renaming.ty(t) != t.as_str()) {
        keys.insert(ty.clone(), renaming.ty(ty).to_owned());
    }
    for (ty, selector) in &vocabulary.selectors {
        let new_name = |of: &String| renaming.selector(renaming.ty(of), selector);
        if new_name(ty) == selector {
            continue;
        }
        let mut owners = vocabulary.selectors.iter().filter(|(_, s)| s == selector).map(|(owner, _)| owner);
        let uniform = owners.all(|owner| new_name(owner) == new_name(ty)) && !vocabulary.types.contains(selector);
        let key = if uniform { selector.clone() } else { format!("{ty}.{selector}") };
        keys.insert(key, new_name(ty).to_owned());
    }
    keys
}
