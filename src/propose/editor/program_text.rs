//! A task made from a program alone, such as files on the command line.

use super::code::Code;
use super::source_path::needed_files;
use super::structures::propose;
use super::{COUNT_LIMIT, NamedText, listed_names, methods};
use base::{CompactSort, Diagnostic, FileId, Message, Sources, msg};
use boolean::{BooleanOptions, parse_boolean};
use c::COptions;
use java::{JavaOptions, find_entry, outline, signature};
use program::cfa::ProcedureId;
use program::objects::{CLIENT, Procedure, Program};
use task::{Abstraction, Analysis, Check, Files, Language, Loaded, Loader, Overrides, file_name};

/// Maximum number of methods named in a message.
const CANDIDATES: usize = 12;
/// Maximum number of files named in the title of a task.
const TITLE: usize = 3;

/// The language of a program, by its file name, or else by its first word; `None` for anything else, such as a task
/// document.
pub fn language_of(name: &str, text: &str) -> Option<Language> {
    let is = |extension: &str| name.ends_with(extension);
    if is(".java") {
        return Some(Language::Java);
    }
    if is(".bp") {
        return Some(Language::Boolean);
    }
    if is(".c") || is(".i") {
        return Some(Language::C);
    }
    if is(".json") || is(".attestor") {
        return None;
    }
    let rest = after_comments(text);
    let word = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    match word {
        "package" | "import" | "public" | "private" | "protected" | "static" | "final" | "abstract" | "sealed"
        | "strictfp" | "class" | "interface" | "enum" | "record" => Some(Language::Java),
        "decl" | "const" | "void" | "bool" | "int" | "dfs" | "module" | "define" | "thread_local" => {
            Some(Language::Boolean)
        }
        _ if rest.starts_with('@') => Some(Language::Java),
        _ if rest.starts_with('<') => Some(Language::Boolean),
        _ => None,
    }
}

/// The name of a file for a text that comes without one, such as `List.java`; `None` if it is no program and no task.
pub fn name_of(text: &str) -> Option<String> {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if start.starts_with('{') {
        return Some("task.json".to_owned());
    }
    if start.starts_with("--") {
        return Some("task.attestor".to_owned());
    }
    let word = after_comments(text).split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let is_directive =
        |line: &str| ["include", "define"].iter().any(|own| line.trim_start_matches(['#', ' ']).starts_with(own));
    let is_c = match word {
        "struct" | "typedef" | "extern" | "union" | "unsigned" | "signed" | "char" | "long" | "short" | "size_t" => {
            true
        }
        "int" | "void" | "bool" | "const" | "static" => text.contains('{'),
        _ => start.lines().any(|line| line.starts_with('#') && is_directive(line)),
    };
    if is_c && declared_class(text).is_none() {
        return Some("main.c".to_owned());
    }
    match language_of("", text)? {
        Language::Java => declared_class(text).map(|class| format!("{class}.java")),
        Language::Boolean => Some("main.bp".to_owned()),
        Language::C => Some("main.c".to_owned()),
    }
}

/// The public class that a text in Java declares, or else the first one.
fn declared_class(text: &str) -> Option<String> {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    let mut declared = declared_classes(&sources, &[file]);
    let is_public = |(start, _): &(usize, String)| {
        let head = text.get(*start..).and_then(|text| text.split(['{', ';']).next());
        head.is_some_and(|head| head.split_whitespace().any(|word| word == "public"))
    };
    let place = declared.iter().position(is_public).unwrap_or(0);
    (place < declared.len()).then(|| declared.swap_remove(place).1)
}

/// The classes outside of others that files in Java declare, in text order, with where their declarations start.
pub(super) fn declared_classes(sources: &Sources, files: &[FileId]) -> Vec<(usize, String)> {
    let program = outline(sources, files);
    let outer = program.classes.iter().filter(|class| !class.name.contains('$'));
    let written = outer.filter_map(|class| Some((class.span.filter(|span| !span.is_of_library())?, &class.name)));
    let mut declared: Vec<(FileId, u32, &String)> = written.map(|(span, name)| (span.file, span.start, name)).collect();
    declared.compact_sort();
    declared.into_iter().map(|(_, start, name)| (start as usize, name.clone())).collect()
}

/// A text without leading white space and comments.
fn after_comments(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let ending = match rest.get(..2) {
            Some("//") => "\n",
            Some("/*") => "*/",
            _ if rest.starts_with('#') => "\n",
            _ => return rest,
        };
        rest = rest.split_once(ending).map_or("", |(_, rest)| rest);
    }
}

/// The task that checks a program in one file, as [`load_program_files`] does.
pub fn load_program(
    text: &str,
    name: &str,
    language: Language,
    files: &mut dyn Files,
    overrides: &Overrides,
) -> Loaded {
    let file = NamedText { name: name.to_owned(), text: text.to_owned() };
    load_program_files(&[file], language, files, overrides)
}

/// The task that checks a program: its assertions and error labels, or its memory safety. The entry is that of `overrides`, or else
/// `main`, or else the only procedure of what is `given`; if there are several, the diagnostics list them. The files that a program in C
/// includes belong to it, and those of classes that one in Java uses, if they are there.
pub fn load_program_files(
    given: &[NamedText],
    language: Language,
    files: &mut dyn Files,
    overrides: &Overrides,
) -> Loaded {
    let mut loader = Loader::new(files);
    loader.loaded.task.title = title(given);
    loader.loaded.task.program.language = language;
    given.iter().for_each(|file| add(&mut loader, file));
    let own = loader.loaded.program_files.clone();
    let mut found = Vec::new();
    let entry = match language {
        Language::Boolean => boolean_entry(&loader.loaded.sources, &own),
        Language::Java => {
            let needed = needed_files(given, loader.files);
            needed.files.iter().for_each(|file| add(&mut loader, file));
            found.extend(needed.found);
            java_entry(&loader.loaded, &own, overrides, &mut found)
        }
        Language::C => {
            let included = add_included(&mut loader, own, overrides);
            let code = Code::c(&loader.loaded.sources, &included, overrides.data_model, c_options(overrides));
            match &overrides.entry {
                Some(entry) => entry.clone(),
                None => {
                    let (entry, choice) = code.start();
                    found.extend(choice.map(|choice| Diagnostic::note("task/entry", None, choice)));
                    entry
                }
            }
        }
    };
    loader.loaded.task.program.entry = entry;
    let analyses = language.analyses();
    let checks_all = |analysis: &&Analysis| overrides.checks.iter().all(|check| check.analyses().contains(analysis));
    let usual = *analyses.iter().find(checks_all).unwrap_or(&analyses[0]);
    let analysis = match language == Language::C && overrides.analysis.is_none() {
        true => of_c(&loader.loaded).filter(|analysis| checks_all(&analysis)).unwrap_or(usual),
        false => usual,
    };
    loader.loaded.task.analysis = analysis;
    if overrides.analysis.unwrap_or(analysis) == Analysis::Heap {
        loader.loaded.task.options.abstraction = Abstraction::Auto;
        add_structures(&mut loader, overrides, &mut found);
        if loader.loaded.task.grammars.is_empty() {
            found.push(no_grammar());
        }
    }
    loader.loaded.diagnostics.extend(found);
    loader.finish(overrides)
}

/// Adds a file of the program.
fn add(loader: &mut Loader<'_>, NamedText { name, text }: &NamedText) {
    let file = loader.loaded.sources.add(&**name, &**text);
    loader.add_program_file(name, file);
}

/// The analysis for a program in C of which nothing is asked.
fn of_c(loaded: &Loaded) -> Option<Analysis> {
    Some(Code::of(loaded)?.usual_analysis(&loaded.task.program.entry))
}

/// The task that checks how a program in C uses memory, which large blocks leave out.
pub fn memory_task(loaded: &Loaded) -> Loaded {
    let mut other = loaded.clone();
    other.task.analysis = Analysis::Forest;
    other.check_only(Check::of_memory(loaded.task.program.entry == "main"));
    other
}

/// Adds the structures that the classes of a program suggest, and says what they assume.
fn add_structures(loader: &mut Loader<'_>, overrides: &Overrides, found: &mut Vec<Diagnostic>) {
    let (sources, files) = (&loader.loaded.sources, &loader.loaded.program_files);
    let entry = overrides.entry.as_ref().unwrap_or(&loader.loaded.task.program.entry);
    let code = match loader.loaded.task.program.language {
        Language::C => Code::c(sources, files, overrides.data_model, c_options(overrides)),
        _ => Code::java(
            sources,
            files,
            JavaOptions { assume_pure: overrides.assume_pure.clone(), ..JavaOptions::default() },
        ),
    };
    let proposal = propose(&code, entry);
    for grammar in &proposal.grammars {
        loader.add_grammar_source(grammar);
    }
    for heap in &proposal.initial {
        loader.add_heap_source(heap);
    }
    let assumed = |sentence| Diagnostic::note("assumption/input", None, sentence);
    found.extend(proposal.assumptions.into_iter().map(assumed));
    let doubted = |sentence: Message| Diagnostic::warning("task/structure", None, sentence);
    found.extend(proposal.doubts.into_iter().map(doubted));
}

fn no_grammar() -> Diagnostic {
    let message = msg!("there is no grammar, so nothing is abstracted: loops that build heaps may need a budget");
    let advice = msg!("add grammars, initial heaps and properties in a task document (`hrglass import` creates one)");
    Diagnostic::note("task/no-grammar", None, message).suggest(advice)
}

/// Adds the files that those of a program in C include, and those that these include. Returns all of them. They are looked for as compilers
/// do: beside the file that includes them if they stand between quotes, then in the folders that are given for that. A file that is not there
/// is reported where it is included.
fn add_included(loader: &mut Loader<'_>, given: Vec<FileId>, overrides: &Overrides) -> Vec<FileId> {
    let mut all = given;
    let before = included(&overrides.preamble).map(|(name, is_system)| (String::new(), name.to_owned(), is_system));
    let mut wanted: Vec<(String, String, bool)> = before.collect();
    let mut next = 0;
    loop {
        for (including, name, is_system) in std::mem::take(&mut wanted) {
            for name in c::included_names(&including, &name, is_system, &overrides.include_folders) {
                if loader.loaded.task.program.files.iter().any(|known| known.name == name) || all.len() >= COUNT_LIMIT {
                    break;
                }
                if let Ok(text) = loader.files.read(&name) {
                    let file = loader.loaded.sources.add(&*name, text);
                    loader.add_program_file(&name, file);
                    all.push(file);
                    break;
                }
            }
        }
        let Some(&file) = all.get(next) else { return all };
        next += 1;
        let source = loader.loaded.sources.file(file);
        let found = included(&source.text).take(COUNT_LIMIT);
        wanted.extend(found.map(|(name, is_system)| (source.name.clone(), name.to_owned(), is_system)));
    }
}

/// How a program in C is read that is given with these.
fn c_options(overrides: &Overrides) -> COptions<'_> {
    COptions { preamble: &overrides.preamble, folders: &overrides.include_folders, ..COptions::default() }
}

/// The names in lines `#include "name.h"` or `#include <name.h>`, and whether they are those of the latter.
fn included(text: &str) -> impl Iterator<Item = (&str, bool)> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        match rest.strip_prefix('"') {
            Some(quoted) => Some((quoted.split_once('"')?.0, false)),
            None => Some((rest.strip_prefix('<')?.split_once('>')?.0, true)),
        }
    })
}

/// The entry procedure of a boolean program; if the program has errors, which the check reports, the default one.
fn boolean_entry(sources: &Sources, files: &[FileId]) -> String {
    let (ersm, _) = parse_boolean(sources, files, &BooleanOptions::default());
    ersm.map_or_else(|| "main".to_owned(), |ersm| ersm.components[ersm.entry].name.clone())
}

/// The entry method of a Java program, in one of the files that are `given`, with an error if there are several candidates.
fn java_entry(loaded: &Loaded, given: &[FileId], overrides: &Overrides, found: &mut Vec<Diagnostic>) -> String {
    let (sources, files) = (&loaded.sources, &loaded.program_files);
    let program = outline(sources, files);
    let name = |id: ProcedureId| {
        let name = program.qualified_name(id);
        if find_entry(&program, &name).is_ok() { name } else { signature(&program, id) }
    };
    let candidates = candidates(&program, given);
    let entry = candidates.first().map_or_else(|| "main".to_owned(), |&first| name(first));
    let is_given = |class: &String| {
        let own = program.classes.iter().find(|own| own.name.replace('$', ".") == *class);
        own.and_then(|own| own.span).is_some_and(|span| given.contains(&span.file))
    };
    let classes = || -> Vec<String> {
        let all = Code::java(sources, files, JavaOptions::default()).classes_of_users();
        all.into_iter().filter(is_given).collect()
    };
    let is_method =
        |own: &Procedure| own.receiver.is_some() && !own.name.starts_with(['<', '$']) && !own.span.is_of_library();
    let is_static = candidates.first().is_some_and(|&first| !is_method(&program.procedures[first]));
    if overrides.entry.is_none()
        && (candidates.len() > 1 || is_static && program.procedures.iter().any(is_method))
        && let Some((class, others)) = classes().split_first().filter(|_| !entry.ends_with("main"))
    {
        if given.len() > 1 && !others.is_empty() {
            found.push(one_class(class, others));
        }
        return format!("{class}.{CLIENT}");
    }
    if candidates.len() > 1 && overrides.entry.is_none() {
        let names = candidates.iter().take(CANDIDATES).map(|&id| Message::code(name(id)));
        let more = (candidates.len() > CANDIDATES).then(|| Message::verbatim("…"));
        let names: Vec<Message> = names.chain(more).collect();
        let message = msg!("the entry is ambiguous: {}", Message::joined(&names, ", "));
        let advice = match given.len() {
            1 => msg!("choose one, as with `--entry '{entry}'`"),
            _ => msg!("choose one, as with `--entry '{entry}'`, or check the files one by one"),
        };
        found.push(Diagnostic::error("java/entry", None, message).suggest(advice));
    }
    entry
}

/// Says which class of several files is checked: somebody may have meant each of them.
fn one_class(class: &str, others: &[String]) -> Diagnostic {
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let message =
        msg!("the class `{class}` is checked, and what it uses; not by themselves: {}", listed_names(&others));
    let advice = msg!("choose another one, as with `--entry '{}.{CLIENT}'`, or check the files one by one", others[0]);
    Diagnostic::note("java/entry", None, message).suggest(advice)
}

/// What a program is called: by its first files.
fn title(files: &[NamedText]) -> String {
    let names = files.iter().map(|file| file_name(&file.name)).take(TITLE);
    let more = (files.len() > TITLE).then_some("…");
    names.chain(more).collect::<Vec<_>>().join(", ")
}

/// The static methods called `main` in some files, or else the static methods, or else all methods.
fn candidates(program: &Program, files: &[FileId]) -> Vec<ProcedureId> {
    let mut all = methods(program);
    all.retain(|&id| files.contains(&program.procedures[id].span.file));
    let statics: Vec<ProcedureId> =
        all.iter().copied().filter(|&id| program.procedures[id].receiver.is_none()).collect();
    let mains: Vec<ProcedureId> = statics.iter().copied().filter(|&id| program.procedures[id].name == "main").collect();
    [mains, statics, all].into_iter().find(|some| !some.is_empty()).unwrap_or_default()
}
