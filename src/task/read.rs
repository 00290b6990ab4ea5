//! The task document from JSON.

use std::collections::BTreeMap;

use super::check::Check;
use super::document::{Analysis, DataModel, Expectation, Expected, Language, SCHEMA};
use super::load::{Loader, PropertyText, Rename, file_name};
use super::monitors;
use super::options::{Options, Strategy, choice};
use super::presentation;
use base::json::{Fields, JsonNode, JsonValue};
use base::{Diagnostic, FileId, Message, Severity, Span, Text, msg, text};

/// The property that no assertion of a boolean program fails.
pub const ASSERTIONS: &str = "assertions";

/// The property that no run of a boolean program reaches one of the [`ERROR_LABELS`].
pub const UNREACH_CALL: &str = "unreach-call";

/// Error labels, unless a property of the task mentions them.
pub const ERROR_LABELS: [&str; 2] = ["SLIC_ERROR", "ERROR"];

/// How the names of files with definitions and formulas end.
pub const WRITTEN: &str = ".sl";

/// Reads the document in `file`.
pub(super) fn read_document(loader: &mut Loader<'_>, file: FileId) {
    let Some(node) = loader.parse(file) else { return };
    let Some(mut fields) = Fields::new(&node, text!("a task"), &mut loader.loaded.diagnostics) else { return };
    check_schema(fields.take("schema"), loader);
    presentation::read(&mut fields, loader);
    let expected = fields.take("expected");
    let analyses = [
        ("heap", Analysis::Heap),
        ("boolean", Analysis::Boolean),
        ("blocks", Analysis::Blocks),
        ("forest", Analysis::Forest),
    ];
    if let Some(analysis) = one_of(text!("analysis"), fields.take("analysis"), &analyses, loader) {
        loader.loaded.task.analysis = analysis;
    }
    match fields.take("program") {
        Some(node) => read_program(node, loader),
        None => loader.error("json/missing-key", fields.span(), msg!("a task must have a key `program`")),
    }
    read_grammars(fields.take("grammars"), loader);
    for node in elements(fields.take("initial"), Text::Code("initial"), loader) {
        read_initial(node, loader);
    }
    for node in elements(fields.take("contracts"), Text::Code("contracts"), loader) {
        let fields = Fields::new(node, text!("a contract"), &mut loader.loaded.diagnostics);
        let part = fields.and_then(|fields| read_part(fields, "contract", loader));
        if let Some((name, node, rename)) = part {
            loader.add_contract(name, &node, &Rename::Keys(rename));
        }
    }
    for node in elements(fields.take("boxes"), Text::Code("boxes"), loader) {
        read_boxes(node, loader);
    }
    read_monitors(fields.take("monitors"), loader);
    for node in elements(fields.take("properties"), Text::Code("properties"), loader) {
        read_property(node, loader);
    }
    read_expected(expected, loader);
    if let Some(node) = fields.take("options") {
        loader.loaded.task.options = Options::read(node, &mut loader.loaded.diagnostics);
    }
    if let Some(node) = fields.take("view") {
        loader.loaded.task.view = presentation::read_view(node, loader);
    }
    fields.finish(Severity::Error, &mut loader.loaded.diagnostics);
}

/// Reads the grammars of a task.
pub(super) fn read_grammars(node: Option<&JsonNode>, loader: &mut Loader<'_>) {
    for node in elements(node, Text::Code("grammars"), loader) {
        read_grammar(node, loader);
    }
}

/// Reads the monitors of a task.
pub(super) fn read_monitors(node: Option<&JsonNode>, loader: &mut Loader<'_>) {
    for node in elements(node, Text::Code("monitors"), loader) {
        monitors::read(node, loader);
    }
}

fn check_schema(node: Option<&JsonNode>, loader: &mut Loader<'_>) {
    let Some(node) = node else { return };
    let Some(schema) = node.string(Text::Code("schema"), &mut loader.loaded.diagnostics) else { return };
    if let Err(why) = known_schema(&schema) {
        loader.error("task/schema", node.span, why);
    }
}

/// Checks whether this version reads documents with this schema; the error is a sentence.
pub(super) fn known_schema(schema: &str) -> Result<(), Message> {
    let unknown = || msg!("the document has the schema `{schema}`, but this version reads `{SCHEMA}`");
    (schema == SCHEMA).then_some(()).ok_or_else(unknown)
}

/// One of the `available` choices; reports any other.
fn one_of<T: Copy>(what: Text, node: Option<&JsonNode>, available: &[(&str, T)], loader: &mut Loader<'_>) -> Option<T> {
    let names: Vec<&str> = available.iter().map(|a| a.0).collect();
    let position = choice(node?, what, &names, &mut loader.loaded.diagnostics)?;
    Some(available[position].1)
}

pub(super) fn elements<'a>(node: Option<&'a JsonNode>, what: Text, loader: &mut Loader<'_>) -> &'a [JsonNode] {
    node.and_then(|n| n.array(what, &mut loader.loaded.diagnostics)).unwrap_or(&[])
}

fn read_program(node: &JsonNode, loader: &mut Loader<'_>) {
    let Some(mut fields) = Fields::new(node, text!("a program"), &mut loader.loaded.diagnostics) else { return };
    let languages = [("java", Language::Java), ("boolean", Language::Boolean), ("c", Language::C)];
    let language = one_of(text!("language"), fields.take("language"), &languages, loader);
    let language = language.unwrap_or(match loader.loaded.task.analysis {
        Analysis::Heap => Language::Java,
        Analysis::Boolean => Language::Boolean,
        Analysis::Blocks | Analysis::Forest => Language::C,
    });
    loader.loaded.task.program.language = language;
    loader.check_language(Some(node.span));
    let model = if language == Language::C { fields.take("dataModel") } else { None };
    let models = DataModel::ALL.map(|model| (model.name(), model));
    loader.loaded.task.program.data_model = one_of(text!("data model"), model, &models, loader);
    if let Some(preamble) = if language == Language::C { fields.take("preamble") } else { None } {
        let text = preamble.string(text!("the preamble"), &mut loader.loaded.diagnostics).unwrap_or_default();
        text.clone_into(&mut loader.loaded.task.program.preamble);
    }
    if let Some(folders) = if language == Language::C { fields.take("includeFolders") } else { None } {
        let folders = folders.array(text!("the folders of included files"), &mut loader.loaded.diagnostics);
        for folder in folders.unwrap_or_default() {
            let folder = folder.string(text!("a folder"), &mut loader.loaded.diagnostics).unwrap_or_default();
            loader.loaded.task.program.include_folders.push(folder.to_owned());
        }
    }
    let entry = match language {
        Language::Java => fields.require("entry", &mut loader.loaded.diagnostics),
        Language::Boolean | Language::C => fields.take("entry"),
    };
    if entry.is_none() && language != Language::Java {
        loader.loaded.task.program.entry = "main".to_owned();
    }
    if let Some(entry) = entry {
        let name = entry.string(text!("the entry method"), &mut loader.loaded.diagnostics).unwrap_or_default();
        loader.set_entry(name, entry.span);
    }
    let files = fields.require("files", &mut loader.loaded.diagnostics);
    for file in elements(files, Text::Code("files"), loader) {
        read_program_file(file, loader);
    }
    if let Some(files) = files.filter(|n| matches!(&n.value, JsonValue::Array(items) if items.is_empty())) {
        loader.error("task/no-program", files.span, msg!("the program has no files"));
    }
    fields.finish(Severity::Error, &mut loader.loaded.diagnostics);
}

fn read_program_file(node: &JsonNode, loader: &mut Loader<'_>) {
    let diagnostics = &mut loader.loaded.diagnostics;
    let Some(mut fields) = Fields::new(node, text!("a file"), diagnostics) else { return };
    let name = fields.take("name").and_then(|n| n.string(text!("the name of a file"), diagnostics));
    let text = fields.take("text").map(|n| n.string(text!("the text of a file"), diagnostics).unwrap_or_default());
    let path = fields.take("path").map(|n| n.string(text!("the path of a file"), diagnostics).unwrap_or_default());
    fields.finish(Severity::Error, diagnostics);
    match (text, path) {
        (Some(text), None) => {
            // Formulas in links name files of boolean programs so.
            let extension = if loader.loaded.task.program.language == Language::C { "c" } else { "java" };
            let number = loader.loaded.program_files.len() + 1;
            let name = name.unwrap_or_else(|| format!("File{number}.{extension}"));
            let file = loader.loaded.sources.add(name.as_str(), text);
            loader.add_program_file(&name, file);
        }
        (None, Some(path)) => {
            let Some(file) = loader.read_path(&path, node.span) else { return };
            let name = name.unwrap_or_else(|| file_name(&path).to_owned());
            loader.add_program_file(&name, file);
        }
        _ => loader.error("task/one-of", node.span, msg!("a file must have either a `text` or a `path`")),
    }
}

/// Definitions of boxes: a text, or an object with a text or a path.
fn read_boxes(node: &JsonNode, loader: &mut Loader<'_>) {
    let number = loader.loaded.boxes.len() + 1;
    let usual = if number == 1 { "boxes".to_owned() } else { format!("boxes {number}") };
    if let JsonValue::String(text) = &node.value {
        let file = loader.loaded.sources.add(usual.as_str(), text.as_str());
        return loader.add_boxes(usual, file);
    }
    let diagnostics = &mut loader.loaded.diagnostics;
    let Some(mut fields) = Fields::new(node, text!("definitions of boxes"), diagnostics) else { return };
    let name = fields.take("name").and_then(|n| n.string(text!("a name"), diagnostics));
    let text = fields.take("text").map(|n| n.string(text!("the text of definitions"), diagnostics).unwrap_or_default());
    let path = fields.take("path").map(|n| n.string(text!("a path"), diagnostics).unwrap_or_default());
    fields.finish(Severity::Error, diagnostics);
    match (text, path) {
        (Some(text), None) => {
            let name = name.unwrap_or(usual);
            let file = loader.loaded.sources.add(name.as_str(), text);
            loader.add_boxes(name, file);
        }
        (None, Some(path)) => {
            let Some(file) = loader.read_path(&path, node.span) else { return };
            loader.add_boxes(name.unwrap_or_else(|| file_name(&path).to_owned()), file);
        }
        _ => loader.error("task/one-of", node.span, msg!("definitions of boxes must have either a `text` or a `path`")),
    }
}

fn read_grammar(node: &JsonNode, loader: &mut Loader<'_>) {
    let is_predefined = match &node.value {
        JsonValue::Object(members) => members.iter().any(|m| m.key == "predefined"),
        _ => false,
    };
    if !is_predefined {
        let Some(fields) = Fields::new(node, text!("a grammar"), &mut loader.loaded.diagnostics) else { return };
        if is_written(node, "definitions") {
            let others = loader.loaded.task.grammars.iter().filter(|grammar| grammar.definitions.is_some()).count();
            let usual = numbered("definitions", others);
            if let Some((name, file)) = read_written(fields, "definitions", usual, loader) {
                loader.add_definitions(name, file);
            }
        } else if let Some((name, grammar, rename)) = read_part(fields, "grammar", loader) {
            loader.add_grammar(name, &grammar, &Rename::Keys(rename));
        }
        return;
    }
    let Some(mut fields) = Fields::new(node, text!("a predefined grammar"), &mut loader.loaded.diagnostics) else {
        return;
    };
    let name =
        fields.take("predefined").and_then(|n| n.string(Text::Code("predefined"), &mut loader.loaded.diagnostics));
    let rename = read_rename(fields.take("rename"), loader);
    fields.finish(Severity::Error, &mut loader.loaded.diagnostics);
    if let Some(name) = name {
        loader.add_predefined(&name, &Rename::Keys(rename), node.span);
    }
}

/// The usual name of the next part of a kind of which there are some already.
fn numbered(kind: &str, others: usize) -> String {
    if others == 0 { kind.to_owned() } else { format!("{kind} {}", others + 1) }
}

/// Whether a part is written in separation logic: it has this key, or the path of such a file.
fn is_written(node: &JsonNode, key: &str) -> bool {
    let JsonValue::Object(members) = &node.value else { return false };
    let is_path = |text: &JsonNode| matches!(&text.value, JsonValue::String(path) if path.ends_with(WRITTEN));
    members.iter().any(|member| member.key == key || member.key == "path" && is_path(&member.value))
}

/// Reads an initial heap, which is written in either way.
fn read_initial(node: &JsonNode, loader: &mut Loader<'_>) {
    let diagnostics = &mut loader.loaded.diagnostics;
    let Some(mut fields) = Fields::new(node, text!("an initial heap"), diagnostics) else { return };
    let partial = fields.take("partial").and_then(|n| n.boolean(Text::Code("partial"), diagnostics)).unwrap_or(false);
    let before = loader.loaded.task.initial.len();
    if is_written(node, "formula") {
        let usual = numbered("formula", loader.loaded.formulas.len());
        if let Some((name, file)) = read_written(fields, "formula", usual, loader) {
            loader.add_formula(name, file);
        }
    } else if let Some((name, node, rename)) = read_part(fields, "heap", loader) {
        loader.add_initial(name, &node, &Rename::Keys(rename));
    }
    loader.loaded.task.initial[before..].iter_mut().for_each(|heap| heap.partial = partial);
}

/// A part `{name, <key>}` or `{name, path}` that is written in separation logic: its name and its text.
fn read_written(
    mut fields: Fields<'_>,
    key: &'static str,
    usual: String,
    loader: &mut Loader<'_>,
) -> Option<(String, FileId)> {
    let (what, span, diagnostics) = (fields.what(), fields.span(), &mut loader.loaded.diagnostics);
    let name = fields.take("name").and_then(|n| n.string(text!("a name"), diagnostics));
    let text = fields.take(key).map(|n| n.string(Text::Code(key), diagnostics).unwrap_or_default());
    let path = fields.take("path").map(|n| n.string(text!("a path"), diagnostics).unwrap_or_default());
    if let Some(rename) = fields.take("rename") {
        let error = Diagnostic::error(
            "task/rename",
            rename.span,
            msg!("classes and fields are renamed where they are written"),
        );
        diagnostics.push(error.suggest(msg!("write the names of the program, and leave out `rename`")));
    }
    fields.finish(Severity::Error, diagnostics);
    match (text, path) {
        (Some(text), None) => {
            let name = name.unwrap_or(usual);
            let file = loader.loaded.sources.add(name.as_str(), text);
            Some((name, file))
        }
        (None, Some(path)) => {
            let file = loader.read_path(&path, span)?;
            Some((name.unwrap_or_else(|| file_name(&path).to_owned()), file))
        }
        _ => {
            loader.error("task/one-of", span, msg!("{what} must have either `{key}` or a `path`"));
            None
        }
    }
}

type RenameKeys<'a> = Vec<(&'a str, Span, String)>;

/// A part `{name, <key>, rename}` or `{name, path, rename}`: its name, its JSON value and its renaming.
fn read_part<'a>(
    mut fields: Fields<'a>,
    key: &'static str,
    loader: &mut Loader<'_>,
) -> Option<(String, JsonNode, RenameKeys<'a>)> {
    let (what, span) = (fields.what(), fields.span());
    let name = fields.take("name").and_then(|n| n.string(text!("a name"), &mut loader.loaded.diagnostics));
    let value = fields.take(key);
    let path =
        fields.take("path").map(|n| n.string(text!("a path"), &mut loader.loaded.diagnostics).unwrap_or_default());
    let rename = read_rename(fields.take("rename"), loader);
    fields.finish(Severity::Error, &mut loader.loaded.diagnostics);
    match (value, path) {
        (Some(value), None) => Some((name.unwrap_or_else(|| key.to_owned()), value.clone(), rename)),
        (None, Some(path)) => {
            let file = loader.read_path(&path, span)?;
            let value = loader.parse(file)?;
            Some((name.unwrap_or_else(|| file_name(&path).to_owned()), value, rename))
        }
        _ => {
            let message = match key {
                "grammar" => msg!("{what} must have either `definitions`, a `{key}` or a `path`"),
                "heap" => msg!("{what} must have either a `formula`, a `{key}` or a `path`"),
                _ => msg!("{what} must have either a `{key}` or a `path`"),
            };
            loader.error("task/one-of", span, message);
            None
        }
    }
}

fn read_rename<'a>(node: Option<&'a JsonNode>, loader: &mut Loader<'_>) -> RenameKeys<'a> {
    let diagnostics = &mut loader.loaded.diagnostics;
    let members = node.and_then(|n| n.members(Text::Code("rename"), diagnostics)).unwrap_or(&[]);
    let mut keys = Vec::new();
    for member in members {
        if let Some(new) = heap_grammar::heap::document::name(&member.value, text!("a new name"), diagnostics) {
            keys.push((member.key.as_str(), member.key_span, new));
        }
    }
    keys
}

fn read_property(node: &JsonNode, loader: &mut Loader<'_>) {
    let diagnostics = &mut loader.loaded.diagnostics;
    let Some(mut fields) = Fields::new(node, text!("a property"), diagnostics) else { return };
    let id = fields
        .take("id")
        .and_then(|n| heap_grammar::heap::document::name(n, text!("the id of a property"), diagnostics));
    let monitor = fields.take("monitor").map(|n| (n.string(text!("the name of a monitor"), diagnostics), n.span));
    let check = fields.take("check").map(|node| (read_checks(node, diagnostics), node.span));
    let call =
        fields.take("call").and_then(|n| Some((n.string(text!("the name of a function"), diagnostics)?, n.span)));
    let ltl = match monitor.is_some() || check.is_some() {
        true => fields.take("ltl").map(|n| n.string(text!("a formula"), diagnostics).filter(|text| !text.is_empty())),
        false => Some(fields.require("ltl", diagnostics).and_then(|n| n.string(text!("a formula"), diagnostics))),
    };
    fields.finish(Severity::Error, diagnostics);
    if let Some((_, span)) = &call
        && check.as_ref().is_none_or(|(checks, _)| checks[..] != [Check::UnreachCall])
    {
        let message = msg!("only the check `{UNREACH_CALL}` is about calls of a function");
        diagnostics.push(Diagnostic::error("task/check", *span, message));
    }
    let id = id.unwrap_or_else(|| format!("F{}", loader.loaded.properties.len() + 1));
    match (ltl.flatten(), monitor, check) {
        (Some(ltl), None, None) => loader.add_property(id, ltl, node.span),
        (None, Some((Some(monitor), span)), None) => loader.add_monitored(id, monitor, span),
        (None, None, Some((checks, span))) => {
            for &check in &checks {
                let id = if checks.len() == 1 { id.clone() } else { format!("{id}.{}", check.name()) };
                loader.add_check(id, check, call.as_ref().map(|(call, _)| call.clone()), Some(span));
            }
        }
        (None, Some((None, _)), None) | (None, None, None) => {}
        (_, monitor, check) => {
            let span = monitor.map(|m| m.1).or(check.map(|c| c.1)).unwrap_or(node.span);
            loader.error("task/one-of", span, msg!("a property must have either a formula or a monitor or a check"));
        }
    }
}

/// What is checked under a name; nothing if there is no such name.
fn read_checks(node: &JsonNode, diagnostics: &mut Vec<Diagnostic>) -> Vec<Check> {
    let names: Vec<&str> = Check::names().collect();
    choice(node, text!("check"), &names, diagnostics).map_or_else(Vec::new, |position| Check::named(names[position]))
}

/// The names of what may be judged: the properties of the task, and what is checked without being asked for.
pub(super) fn judged_names(properties: &[PropertyText]) -> impl Iterator<Item = &str> {
    let implied = ["memorySafety", ASSERTIONS].into_iter().chain(Check::ALL.map(Check::name));
    properties.iter().map(|p| p.id.as_str()).chain(implied)
}

/// Reads the expected verdicts; each must refer to a property of the task.
fn read_expected(node: Option<&JsonNode>, loader: &mut Loader<'_>) {
    let Some(members) = node.and_then(|n| n.members(Text::Code("expected"), &mut loader.loaded.diagnostics)) else {
        return;
    };
    let mut expected = BTreeMap::new();
    for member in members {
        if let Some(verdicts) = read_expected_of(&member.value, loader) {
            expected.insert(member.key.clone(), verdicts);
        }
        let ids = || judged_names(&loader.loaded.properties);
        if !ids().any(|id| id == member.key) {
            let suggestion = base::did_you_mean(&member.key, ids());
            let message = msg!("there is no property `{}`", member.key);
            let diagnostic = Diagnostic::error("task/expected", member.key_span, message);
            loader.report(diagnostic.suggest(suggestion));
        }
    }
    loader.loaded.task.expected = expected;
}

/// Reads the expectation for one property: a verdict, or an object with one for each strategy.
fn read_expected_of(node: &JsonNode, loader: &mut Loader<'_>) -> Option<Expected> {
    let JsonValue::Object(members) = &node.value else {
        return read_verdict(node, loader).map(Expected::Always);
    };
    let mut verdicts = BTreeMap::new();
    for member in members {
        if let Some(verdict) = read_verdict(&member.value, loader) {
            verdicts.insert(member.key.clone(), verdict);
        }
        let ones = || Strategy::ALL.into_iter().filter(|&s| s != Strategy::All);
        let names = || ones().map(Strategy::name).chain([Expected::OTHERS]);
        if !names().any(|name| name == member.key) {
            let suggestion = base::did_you_mean(&member.key, names());
            let message = msg!("there is no strategy `{}`", member.key);
            let diagnostic = Diagnostic::error("task/expected", member.key_span, message);
            loader.report(diagnostic.suggest(suggestion));
        }
    }
    Some(Expected::ByStrategy(verdicts))
}

fn read_verdict(node: &JsonNode, loader: &mut Loader<'_>) -> Option<Expectation> {
    let names = ["satisfied", "violated", "suspected", "unknown"];
    let position = choice(node, text!("verdict"), &names, &mut loader.loaded.diagnostics)?;
    let verdicts = [Expectation::Satisfied, Expectation::Violated, Expectation::Suspected, Expectation::Unknown];
    Some(verdicts[position])
}
