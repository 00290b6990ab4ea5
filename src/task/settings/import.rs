//! Applies the options of a settings file.

use std::collections::BTreeMap;

use super::lex::{Token, tokens};
use super::table::{Arity, Effect, OPTIONS, Spec, find};
use crate::load::{Files, Loaded, Loader, Overrides, Rename, file_name};
use crate::{Strategy, WRITTEN};
use base::{Diagnostic, FileId, Message, Sources, Span, did_you_mean, msg};
use heap_grammar::heap::document::Renaming;

/// Loads the task described by the settings file `settings` (name and text) and the command line
/// `arguments`. The options of the file come first; a `--load` among the arguments names the file, if none is given.
pub fn import_arguments(
    settings: Option<(&str, &str)>,
    arguments: &[String],
    files: &mut dyn Files,
    overrides: &Overrides,
) -> Loaded {
    let mut loader = Loader::new(files);
    let file = settings.map(|(name, text)| loader.loaded.sources.add(name, text));
    let line = command_line(arguments, &mut loader.loaded.sources);
    let mut calls = Vec::new();
    if let Some(file) = file {
        calls = read_calls(&mut loader, file);
    }
    let mut given = interpret(line, &mut loader);
    if file.is_none() {
        let is_load = |c: &OptionCall| matches!(c.spec.effect, Effect::Load);
        let roots = given.iter().find(|c| matches!(c.spec.effect, Effect::RootPath));
        let root = roots.map_or_else(String::new, |c| c.argument().to_owned());
        if given.iter().filter(|c| is_load(c)).count() > 1 {
            let span = given.iter().rfind(|c| is_load(c)).map(|c| c.span);
            loader.report(Diagnostic::warning("settings/load", span, msg!("only the last `--load` has an effect")));
        }
        if let Some(load) = given.iter().rfind(|c| is_load(c)) {
            let path = join(&root, load.argument());
            if let Some(file) = loader.read_path(&path, load.span) {
                calls = read_calls(&mut loader, file);
            }
        }
        given.retain(|c| !is_load(c));
    }
    calls.append(&mut given);
    carry_out(&calls, &mut loader);
    loader.finish(overrides)
}

/// Reads the settings in `file`.
pub(crate) fn read_file(loader: &mut Loader<'_>, file: FileId) {
    let calls = read_calls(loader, file);
    carry_out(&calls, loader);
}

/// An option with its arguments.
struct OptionCall {
    spec: &'static Spec,
    arguments: Vec<Token>,
    span: Span,
}

impl OptionCall {
    /// The only argument.
    fn argument(&self) -> &str {
        self.arguments.first().map_or("", |t| t.text.as_str())
    }

    /// The position of the argument, or of the option if there is none.
    fn argument_span(&self) -> Span {
        self.arguments.first().map_or(self.span, |t| t.span)
    }
}

/// The arguments as tokens of a separate source, so that messages have positions.
fn command_line(arguments: &[String], sources: &mut Sources) -> Vec<Token> {
    if arguments.is_empty() {
        return Vec::new();
    }
    let mut text = String::new();
    let mut places = Vec::new();
    for argument in arguments {
        text.push_str(if text.is_empty() { "" } else { " " });
        places.push((text.len(), text.len() + argument.len()));
        text.push_str(argument);
    }
    let file = sources.add(msg!("command line").as_str(), text);
    let token = |(text, (start, end)): (&String, (usize, usize))| Token {
        text: text.clone(),
        span: Span::new(file, start, end),
        quoted: false,
    };
    arguments.iter().zip(places).map(token).collect()
}

fn read_calls(loader: &mut Loader<'_>, file: FileId) -> Vec<OptionCall> {
    let Loaded { sources, diagnostics, .. } = &mut loader.loaded;
    let tokens = tokens(file, &sources.file(file).text, diagnostics);
    let mut calls = interpret(tokens, loader);
    for call in calls.extract_if(.., |c| matches!(c.spec.effect, Effect::Load)) {
        loader.error("settings/load", call.span, msg!("a settings file cannot load another one"));
    }
    calls
}

/// Groups tokens into options with their arguments.
fn interpret(tokens: Vec<Token>, loader: &mut Loader<'_>) -> Vec<OptionCall> {
    let mut calls = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if !looks_like_option(&token) {
            let message = msg!("`{}` does not belong to an option and is ignored", token.text);
            loader.report(
                Diagnostic::warning("settings/surplus", token.span, message)
                    .suggest(msg!("put a value with spaces in double quotes")),
            );
            continue;
        }
        let word = token.text.trim_start_matches('-');
        let (name, value) = word.split_once('=').map_or((word, None), |(n, v)| (n, Some(v)));
        let spec = match find(name) {
            Ok(spec) => spec,
            Err(candidates) => {
                loader.report(unknown_option(&token, name, &candidates));
                // Arguments of an unknown option are not reported again.
                while tokens.next_if(|t| !looks_like_option(t)).is_some() {}
                continue;
            }
        };
        let mut arguments: Vec<Token> = Vec::new();
        if let Some(value) = value {
            arguments.push(Token { text: unquoted(value).to_owned(), span: token.span, quoted: true });
        }
        let most = match spec.arity {
            Arity::None => 0,
            Arity::One => 1,
            Arity::Many => usize::MAX,
        };
        while arguments.len() < most
            && let Some(argument) = tokens.next_if(|t| !is_known_option(t))
        {
            arguments.push(Token { text: unquoted(&argument.text).to_owned(), ..argument });
        }
        if spec.arity == Arity::None && value.is_some() {
            loader.error("settings/argument", token.span, msg!("`--{}` takes no argument", spec.long));
        } else if spec.arity != Arity::None && arguments.is_empty() {
            loader.error("settings/argument", token.span, msg!("`--{}` needs an argument", spec.long));
        } else {
            calls.push(OptionCall { spec, arguments, span: token.span });
        }
    }
    calls
}

fn unknown_option(token: &Token, name: &str, candidates: &[&'static str]) -> Diagnostic {
    let message = if candidates.is_empty() {
        msg!("there is no option `{}`", token.text)
    } else {
        msg!("`{}` is ambiguous", token.text)
    };
    let suggestion = if candidates.is_empty() {
        did_you_mean(name, OPTIONS.iter().map(|o| o.long))
    } else {
        let candidates = candidates.iter().map(|name| msg!("`--{name}`"));
        Some(msg!("write {}", Message::any_of(candidates)))
    };
    Diagnostic::error("settings/unknown-option", token.span, message).suggest(suggestion)
}

/// Whether a token starts with a dash and is neither quoted nor a negative number.
fn looks_like_option(token: &Token) -> bool {
    let after = token.text.trim_start_matches('-');
    !token.quoted && after.len() < token.text.len() && after.starts_with(|c: char| c.is_alphabetic())
}

/// Whether a token is a known option: only these cannot be values.
fn is_known_option(token: &Token) -> bool {
    if !looks_like_option(token) {
        return false;
    }
    let word = token.text.trim_start_matches('-');
    let name = word.split_once('=').map_or(word, |(n, _)| n);
    token.text.starts_with("--") || find(name).is_ok()
}

/// A value without a pair of surrounding quotes.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text)
}

fn join(root: &str, path: &str) -> String {
    if root.is_empty() { path.to_owned() } else { format!("{}/{path}", root.trim_end_matches('/')) }
}

/// State that is complete only when all options have been read.
#[derive(Default)]
struct Plan {
    class: Option<(String, Span)>,
    classpath: Option<(String, Span)>,
    method: Option<(String, Span)>,
    renaming: Renaming,
    rename_spans: Vec<(String, Span)>,
}

fn carry_out(calls: &[OptionCall], loader: &mut Loader<'_>) {
    // Settings request the other strategies.
    loader.loaded.task.options.strategy = Strategy::TopLevel;
    let root = calls.iter().find(|c| matches!(c.spec.effect, Effect::RootPath));
    let root = root.map_or("", |c| c.argument());
    let mut plan = Plan::default();
    let mut limits = (None, None);
    for call in calls {
        let argument = || (call.argument().to_owned(), call.argument_span());
        match call.spec.effect {
            Effect::Description => loader.loaded.task.description = call.argument().to_owned(),
            Effect::Class => plan.class = Some(argument()),
            Effect::Classpath => plan.classpath = Some(argument()),
            Effect::Method => plan.method = Some(argument()),
            Effect::Rename => plan.rename(call, loader),
            Effect::ModelChecking => {
                let id = format!("F{}", loader.loaded.properties.len() + 1);
                loader.add_property(id, call.argument().to_owned(), call.argument_span());
            }
            Effect::McSkip => {
                let names = call.argument().split(',').map(str::trim).filter(|n| !n.is_empty());
                loader.loaded.task.options.mc_skip.extend(names.map(str::to_owned));
            }
            Effect::MaxStates => limits.0 = limit(call, loader).or(limits.0),
            Effect::MaxHeap => limits.1 = limit(call, loader).or(limits.1),
            Effect::Hierarchical => loader.loaded.task.options.strategy = Strategy::Rsm,
            Effect::Set(set) => set(&mut loader.loaded.task.options),
            Effect::Ignored(why) => {
                let message = msg!("`--{}` is ignored: {}", call.spec.long, why());
                loader.report(Diagnostic::note("settings/ignored", call.span, message));
            }
            Effect::Unsupported(why) => loader.error("settings/unsupported", call.span, why()),
            // These are handled elsewhere.
            Effect::RootPath
            | Effect::Load
            | Effect::Initial
            | Effect::Grammar
            | Effect::PredefinedGrammar
            | Effect::Contract => {}
        }
    }
    let options = &mut loader.loaded.task.options;
    // -1 removes both limits, whatever the heap limit is.
    let unbounded = limits.0 == Some(u32::MAX);
    options.max_states = limits.0.unwrap_or(options.max_states);
    options.max_heap = if unbounded { u32::MAX } else { limits.1.unwrap_or(options.max_heap) };
    if let Some(call) = calls.iter().find(|c| c.spec.long == "canonical").or(calls.first()) {
        options.settle(call.span, &mut loader.loaded.diagnostics);
    }
    // User grammars come before predefined ones: the order of rules matters.
    for (wanted, predefined) in [(Effect::Grammar, false), (Effect::PredefinedGrammar, true)] {
        let wanted = std::mem::discriminant(&wanted);
        for call in calls.iter().filter(|c| std::mem::discriminant(&c.spec.effect) == wanted) {
            let rename = Rename::Types(&plan.renaming);
            if predefined {
                loader.add_predefined(call.argument(), &rename, call.argument_span());
            } else if is_written(call) {
                read_text(call, root, loader, Loader::add_definitions);
            } else if let Some((name, node)) = read_json(call, root, loader) {
                loader.add_grammar(name, &node, &rename);
            }
        }
    }
    for call in calls {
        let rename = Rename::Types(&plan.renaming);
        match call.spec.effect {
            Effect::Initial if is_written(call) => read_text(call, root, loader, Loader::add_formula),
            Effect::Initial => {
                if let Some((name, node)) = read_json(call, root, loader) {
                    loader.add_initial(name, &node, &rename);
                }
            }
            Effect::Contract => {
                if let Some((name, node)) = read_json(call, root, loader) {
                    loader.add_contract(name, &node, &rename);
                }
            }
            _ => {}
        }
    }
    plan.finish(root, loader);
}

/// The limit set by an option; -1 for no limit.
fn limit(call: &OptionCall, loader: &mut Loader<'_>) -> Option<u32> {
    let text = call.argument().trim();
    if text == "-1" {
        return Some(u32::MAX);
    }
    let number = text.parse::<u32>().ok();
    if number.is_none() {
        let message = msg!("`--{}` needs a whole number, not `{text}`", call.spec.long);
        loader.error("settings/number", call.argument_span(), message);
    }
    number
}

/// Whether an option names a file that is written in separation logic.
fn is_written(call: &OptionCall) -> bool {
    call.argument().ends_with(WRITTEN)
}

/// Adds a file that is written in separation logic.
fn read_text<'f>(call: &OptionCall, root: &str, loader: &mut Loader<'f>, add: fn(&mut Loader<'f>, String, FileId)) {
    let path = join(root, call.argument());
    if let Some(file) = loader.read_path(&path, call.argument_span()) {
        add(loader, file_name(&path).to_owned(), file);
    }
}

fn read_json(call: &OptionCall, root: &str, loader: &mut Loader<'_>) -> Option<(String, base::json::JsonNode)> {
    let path = join(root, call.argument());
    let file = loader.read_path(&path, call.argument_span())?;
    Some((file_name(&path).to_owned(), loader.parse(file)?))
}

impl Plan {
    /// `Old=New f=g …`: a type and the selectors of the new type.
    fn rename(&mut self, call: &OptionCall, loader: &mut Loader<'_>) {
        let mut new_type: Option<String> = None;
        for token in &call.arguments {
            let parts: Vec<&str> = token.text.split('=').map(str::trim).collect();
            let &[old, new] = parts.as_slice() else {
                let message = msg!("`{}` is not a renaming", token.text);
                let diagnostic = Diagnostic::error("settings/rename", token.span, message);
                loader.report(diagnostic.suggest(msg!("write `Old=New field=newField`")));
                return;
            };
            if old.is_empty() || new.is_empty() {
                loader.error("settings/rename", token.span, msg!("`{}` renames nothing", token.text));
                return;
            }
            let before = match &new_type {
                None => {
                    new_type = Some(new.to_owned());
                    self.renaming.types.insert(old.to_owned(), new.to_owned())
                }
                Some(ty) => {
                    let of_type: &mut BTreeMap<_, _> = self.renaming.selectors.entry(ty.clone()).or_default();
                    of_type.insert(old.to_owned(), new.to_owned())
                }
            };
            if before.is_some_and(|b| b != new) {
                loader.error("settings/rename", token.span, msg!("`{old}` is renamed in two ways"));
            }
            if new_type.as_deref() == Some(new) && !self.rename_spans.iter().any(|(n, _)| n == new) {
                self.rename_spans.push((new.to_owned(), token.span));
            }
        }
    }

    /// Finds the program; reports missing parts.
    fn finish(self, root: &str, loader: &mut Loader<'_>) {
        for (ty, span) in &self.rename_spans {
            let heaps = loader.loaded.initial.iter().map(|h| &h.heap);
            let rules = loader.loaded.grammars.iter().flat_map(|g| g.grammar.rules());
            if !heaps.chain(rules).any(|h| h.nodes.iter().any(|n| n.value == *ty)) {
                let message = msg!("no grammar and no heap has the type that is renamed to `{ty}`");
                loader.report(Diagnostic::warning("settings/rename", *span, message));
            }
        }
        if loader.loaded.task.grammars.is_empty() && !base::has_errors(&loader.loaded.diagnostics) {
            let message = msg!("there is no grammar; nothing is abstracted");
            loader.report(Diagnostic::warning("settings/no-grammar", None, message));
        }
        let mut missing = |given: bool, option: &str| {
            if !given {
                loader.error("settings/missing-option", None, msg!("the option `--{option}` is missing"));
            }
        };
        missing(self.class.is_some(), "class");
        missing(self.classpath.is_some(), "classpath");
        let (Some((class, class_span)), Some((classpath, _))) = (self.class, self.classpath) else { return };
        let (method, method_span) = self.method.unwrap_or_else(|| ("main".to_owned(), class_span));
        let task = &mut loader.loaded.task;
        task.title = format!("{}.{method}", class.rsplit('.').next().unwrap_or(&class));
        loader.set_entry(format!("{class}.{method}"), method_span);
        super::classpath::collect(&join(root, &classpath), &class, class_span, loader);
    }
}
