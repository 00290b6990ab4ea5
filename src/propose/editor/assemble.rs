//! A new task from the files of a program and what else is given.

use serde_json::{Value, json};

use super::code::Code;
use super::loose::LooseFiles;
use super::structures::{Proposal, propose};
use super::{ImportedTask, Kind, NamedText, finish, listed, open, program_text};
use base::{Diagnostic, FileId, Message, Sources, msg};
use c::COptions;
use java::JavaOptions;
use task::{Analysis, Language, SCHEMA, file_name};

/// Makes a new task from the files of a program, grammars, heaps and contracts.
pub(super) fn assemble(files: &[NamedText], of_kind: &dyn Fn(Kind) -> Vec<usize>) -> ImportedTask {
    let (java, c) = (of_kind(Kind::Java), of_kind(Kind::C));
    let (language, mut own) = if java.is_empty() { (Language::C, c) } else { (Language::Java, java) };
    let parts = [Kind::Grammar, Kind::Heap, Kind::Contract].map(|kind| (kind, of_kind(kind)));
    if own.is_empty() {
        // The reader of task documents has the best error messages.
        let nothing_else = parts.iter().all(|(_, of)| of.is_empty());
        return match of_kind(Kind::Json).as_slice() {
            &[json, ..] if nothing_else => open(files, json),
            _ => ImportedTask::failed(no_program(files, &parts)),
        };
    }
    if language == Language::Java && own.iter().all(|&i| !has_class(&files[i].text)) {
        return ImportedTask::failed(no_class(files, &own));
    }
    own.sort_by_key(|&i| (file_name(&files[i].name), &files[i].name));
    let mut sources = Sources::default();
    let ids: Vec<FileId> = own.iter().map(|&i| sources.add(&*files[i].name, &*files[i].text)).collect();
    let code = match language {
        Language::C => Code::c(&sources, &ids, None, COptions::default()),
        _ => Code::java(&sources, &ids, JavaOptions::default()),
    };
    let (entry, choice) = code.start();
    let mut notes = Vec::new();
    let has_parts = parts.iter().any(|(_, of)| !of.is_empty());
    let analysis = match language {
        Language::C if !has_parts => code.usual_analysis(&entry),
        _ => Analysis::Heap,
    };
    let is_of_heaps = analysis == Analysis::Heap;
    let proposal = if has_parts || !is_of_heaps { Proposal::default() } else { propose(&code, &entry) };
    if proposal.grammars.is_empty() && parts[0].1.is_empty() && is_of_heaps {
        notes.push(msg!("there is no grammar, so nothing is abstracted; add one that fits the program"));
    }
    let program = json!({"language": language, "entry": entry, "files": program_files(files, &own)});
    let document = match is_of_heaps {
        true => of_heaps(files, &entry, program, &parts, &proposal),
        false => {
            let title = title(file_name(&files[own[0]].name));
            json!({"schema": SCHEMA, "title": title, "analysis": analysis.name(), "program": program})
        }
    };
    let choices = choice.into_iter().chain(proposal.assumptions).collect();
    notes.extend(proposal.doubts);
    let gathered = finish(&document.to_string(), "task.json", &mut LooseFiles::new(files, &[]));
    let beside = if language == Language::Java { of_kind(Kind::C) } else { Vec::new() };
    let other = [beside, of_kind(Kind::Json), of_kind(Kind::Other)].concat();
    if !other.is_empty() {
        notes.push(msg!("not used: {}", listed(files, &other)));
    }
    ImportedTask { choices, notes, ..gathered }
}

/// The files of a program in a task document, by their names without folders as far as these tell them apart.
fn program_files(files: &[NamedText], own: &[usize]) -> Vec<Value> {
    let simple = |i: usize| file_name(&files[i].name);
    let file = |&i: &usize| {
        let alone = own.iter().filter(|&&j| simple(j) == simple(i)).count() == 1;
        json!({"name": if alone { simple(i) } else { &files[i].name }, "path": files[i].name})
    };
    own.iter().map(file).collect()
}

/// A task document for heaps, with grammars, heaps and contracts that are given or proposed.
fn of_heaps(
    files: &[NamedText],
    entry: &str,
    program: Value,
    parts: &[(Kind, Vec<usize>); 3],
    proposal: &Proposal,
) -> Value {
    let paths = |of: &[usize]| -> Vec<Value> { of.iter().map(|&i| json!({"path": files[i].name})).collect() };
    let [mut grammars, mut initial, contracts] = parts.each_ref().map(|(_, of)| paths(of));
    grammars.extend(proposal.grammars.iter().map(|grammar| json!(grammar)));
    initial.extend(proposal.initial.iter().map(|heap| json!(heap)));
    json!({
        "schema": SCHEMA, "title": entry, "program": program,
        "grammars": grammars, "initial": initial, "contracts": contracts, "options": {"abstraction": "auto"},
    })
}

/// The name of a file without its extension.
fn title(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(title, _)| title)
}

/// Whether a text in Java declares a class, which may have errors.
fn has_class(text: &str) -> bool {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    !program_text::declared_classes(&sources, &[file]).is_empty()
}

fn no_class(files: &[NamedText], java: &[usize]) -> Diagnostic {
    let message = msg!("no class is declared in {}", listed(files, java));
    Diagnostic::error("files/no-class", None, message)
        .suggest(msg!("open the file with the class whose methods you want to check"))
}

fn no_program(files: &[NamedText], parts: &[(Kind, Vec<usize>)]) -> Diagnostic {
    let given = parts.iter().filter(|(_, of)| !of.is_empty());
    let given: Vec<Message> = given.map(|(kind, of)| msg!("{} ({})", kind.words(), listed(files, of))).collect();
    if given.is_empty() {
        let advice = msg!(
            "open a task document (.json), a settings file (.attestor) with the files that it refers to, or files in Java or C"
        );
        return Diagnostic::error("files/nothing", None, msg!("there is no task among these files")).suggest(advice);
    }
    let message = msg!("this is {}, but the program is missing", Message::all_of(given));
    let advice = msg!("add the files of the program, or paste this into the editor of a task");
    Diagnostic::error("files/no-program", None, message).suggest(advice)
}
