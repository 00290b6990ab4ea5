//! A settings file for a task.

use crate::{Analysis, GrammarSource, Language, Options, Strategy, Task, WRITTEN};
use base::{Diagnostic, Message, json, msg};

/// A settings file and the files that it refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The text of the settings file.
    pub settings: String,
    /// Path (relative to the settings file) and text of each file that it refers to.
    pub files: Vec<(String, String)>,
    /// What a settings file cannot express.
    pub lost: Vec<Message>,
}

/// Writes the settings of a loaded task, which has no paths.
///
/// # Errors
/// If it has another analysis or language: settings files only support that of heaps, of Java programs.
pub fn export_settings(task: &Task) -> Result<Exported, Diagnostic> {
    if task.analysis != Analysis::Heap || task.program.language != Language::Java {
        let message = match task.analysis {
            Analysis::Heap => msg!("settings files describe Java programs, and this task has another language"),
            other => msg!("settings files describe the analysis of heaps, and this task has {}", other.programs()),
        };
        let error = Diagnostic::error("settings/analysis", None, message);
        return Err(error.suggest(msg!("export it as a link")));
    }
    let mut out = Exported { settings: String::new(), files: Vec::new(), lost: Vec::new() };
    let text = if task.description.is_empty() { &task.title } else { &task.description };
    if !text.is_empty() {
        out.option("description", text);
    }
    let (class, method) = task.program.entry.rsplit_once('.').unwrap_or(("", &task.program.entry));
    out.option("classpath", "code");
    out.option("class", class);
    out.option("method", method);
    for file in &task.program.files {
        let package = class.rsplit_once('.').map_or(String::new(), |(p, _)| format!("{}/", p.replace('.', "/")));
        out.file(format!("code/{package}{}", file.name), file.text.clone().unwrap_or_default());
    }
    for (i, grammar) in task.grammars.iter().enumerate() {
        out.grammar(i, grammar);
    }
    for (i, heap) in task.initial.iter().enumerate() {
        let json = json_path("initial", heap.name.as_deref(), i);
        let (path, text) = match &heap.formula {
            Some(formula) => (written_path(&json), formula.clone()),
            None => (json, heap.heap.as_ref().map(json::pretty).unwrap_or_default()),
        };
        out.option("initial", &path);
        out.file(path, text);
    }
    for (i, contract) in task.contracts.iter().enumerate() {
        let path = json_path("contracts", contract.name.as_deref(), i);
        out.option("contract", &path);
        out.file(path, contract.contract.as_ref().map(json::pretty).unwrap_or_default());
    }
    for property in &task.properties {
        match &property.ltl {
            Some(ltl) => out.option("model-checking", ltl),
            None => out
                .lost
                .push(msg!("the property `{}` is checked with a monitor, which has no counterpart", property.id)),
        }
    }
    out.options(&task.options);
    Ok(out)
}

fn json_path(directory: &str, name: Option<&str>, position: usize) -> String {
    let name = name.map_or(String::new(), |n| n.trim_end_matches(".json").to_owned());
    let plain: String = name.chars().filter(|c| c.is_alphanumeric() || "-_.".contains(*c)).collect();
    format!("{directory}/{position}-{}.json", if plain.is_empty() { "document" } else { &plain })
}

/// The path of a document that is written in separation logic.
fn written_path(json: &str) -> String {
    let path = json.trim_end_matches(".json");
    format!("{}{WRITTEN}", path.trim_end_matches(WRITTEN))
}

impl Exported {
    fn flag(&mut self, name: &str) {
        self.settings.push_str(&format!("--{name}\n"));
    }

    /// Writes an option with one argument; settings files have no escape sequences or line breaks.
    fn option(&mut self, name: &str, value: &str) {
        let plain: String = value.split_whitespace().collect::<Vec<_>>().join(" ");
        if plain.contains('"') {
            self.lost.push(msg!("double quotes in `--{name}` are written as single quotes"));
        }
        self.settings.push_str(&format!("--{name} \"{}\"\n", plain.replace('"', "'")));
    }

    fn file(&mut self, path: String, text: String) {
        self.files.push((path, text));
    }

    fn grammar(&mut self, position: usize, grammar: &GrammarSource) {
        if let Some(name) = &grammar.predefined {
            self.option("predefined-grammar", name);
        } else {
            let json = json_path("grammars", grammar.name.as_deref(), position);
            let (path, text) = match &grammar.definitions {
                Some(definitions) => (written_path(&json), definitions.clone()),
                None => (json, grammar.grammar.as_ref().map(json::pretty).unwrap_or_default()),
            };
            self.option("grammar", &path);
            self.file(path, text);
        }
        let Some(text) = grammar.predefined.as_deref().and_then(crate::predefined_grammar) else { return };
        // The predefined grammars are valid: they are only read to find out which selector belongs to which type.
        let file = base::Sources::default().add("", "");
        let mut ignored = Vec::new();
        let node = json::parse(file, text, &mut ignored);
        let document = node.and_then(|n| heap_grammar::grammar::document::GrammarDocument::read(&n, &mut ignored));
        let Some(document) = document else { return };
        let vocabulary = heap_grammar::heap::document::Vocabulary::of(document.rules());
        for ty in &vocabulary.types {
            let new_type = grammar.rename.get(ty).unwrap_or(ty);
            let mut line = format!("--rename {ty}={new_type}");
            let mut renames = new_type != ty;
            for (_, selector) in vocabulary.selectors.iter().filter(|(owner, _)| owner == ty) {
                let exact = grammar.rename.get(&format!("{ty}.{selector}"));
                if let Some(new) = exact.or_else(|| grammar.rename.get(selector)) {
                    line.push_str(&format!(" {selector}={new}"));
                    renames = true;
                }
            }
            if renames {
                self.settings.push_str(&line);
                self.settings.push('\n');
            }
        }
    }

    fn options(&mut self, options: &Options) {
        let default = Options::default();
        let canonical = options.canonical;
        for (given, name) in [
            (options.admissible_abstraction, "admissible-abstraction"),
            (options.admissible_constants && !canonical, "admissible-constants"),
            (options.admissible_markings && !canonical, "admissible-markings"),
            (options.admissible_full && !canonical, "admissible-full"),
            (canonical, "canonical"),
            (!options.chain_abstraction && !canonical, "no-chain-abstraction"),
            (!options.rule_collapsing, "no-rule-collapsing"),
            (options.post_processing, "post-processing"),
            (!options.garbage_collection, "no-garbage-collector"),
            (options.strategy != Strategy::TopLevel, "hierarchical-model-checking"),
        ] {
            if given {
                self.flag(name);
            }
        }
        if !options.mc_skip.is_empty() {
            self.option("mc-skip", &options.mc_skip.join(","));
        }
        let number = |n: u32| if n == u32::MAX { "-1".to_owned() } else { n.to_string() };
        self.settings.push_str(&format!("--max-state-space {}\n", number(options.max_states)));
        self.settings.push_str(&format!("--max-heap {}\n", number(options.max_heap)));
        for (lost, name) in [
            (!matches!(options.strategy, Strategy::TopLevel | Strategy::Rsm), "strategy"),
            (options.seconds.is_some(), "seconds"),
            (options.memory.is_some(), "memory"),
            (options.search != default.search, "search"),
            (!options.assume_pure.is_empty(), "assumePure"),
        ] {
            if lost {
                self.lost.push(msg!("the option `{name}` has no counterpart"));
            }
        }
    }
}
