//! The program of a task, in whatever language an analysis reads it.

use base::{Diagnostic, msg};
use c::{COptions, parse_c};
use c::{DataModel, usual_model};
use java::{JavaOptions, parse_java};
use program::cfa::ProcedureId;
use program::objects::Program;
use report::assumption::AssumptionKind;
use task::Language;
use task::{Loaded, ProgramText, PropertyText};

/// The data model of a program in C: that of the task, or else the one that its text suggests.
pub fn data_model(loaded: &Loaded) -> task::DataModel {
    loaded.task.program.data_model.unwrap_or_else(|| {
        // One file that follows conventions stands for all.
        let mut usual = loaded.program_files.iter().map(|&file| usual_model(&loaded.sources.file(file).text));
        match usual.any(|model| model == DataModel::Ilp32) {
            true => task::DataModel::Ilp32,
            false => task::DataModel::Lp64,
        }
    })
}

/// The program with its entry; `None` if there are no files, or errors, which are added to what was found.
pub fn read_code(loaded: &Loaded, found: &mut Vec<Diagnostic>) -> Option<(Program, ProcedureId)> {
    match loaded.task.program.language {
        Language::C => read_c(loaded, found),
        Language::Java => read_java(loaded, found),
        // That it is not for this analysis was found when the task was loaded.
        Language::Boolean => None,
    }
}

fn read_c(loaded: &Loaded, found: &mut Vec<Diagnostic>) -> Option<(Program, ProcedureId)> {
    if loaded.program_files.is_empty() {
        return None;
    }
    let model = match data_model(loaded) {
        task::DataModel::Ilp32 => DataModel::Ilp32,
        task::DataModel::Lp64 => DataModel::Lp64,
    };
    let overflow = loaded.properties.iter().any(|property| property.check == Some(task::Check::NoOverflow));
    let only_call = only_call(loaded, found);
    let entry = &loaded.task.program.entry;
    // Other analyses know no heaps of programs in C.
    let has_input = loaded.task.analysis == task::Analysis::Heap && loaded.has_initial();
    let ProgramText { preamble, include_folders: folders, .. } = &loaded.task.program;
    let options = COptions { model, preamble, folders, overflow, has_input, only_call };
    let (program, mut more) = parse_c(&loaded.sources, &loaded.program_files, options, entry);
    for error in more.iter_mut().filter(|d| d.span.is_none()) {
        error.span = loaded.entry_span;
    }
    found.extend(more);
    if let Some((program, entry)) = &program {
        note_exit(program, *entry, found);
    }
    program
}

/// The function whose calls alone are errors, if a property says so. Then labels and assertions are none for any property.
fn only_call<'l>(loaded: &'l Loaded, found: &mut Vec<Diagnostic>) -> Option<&'l str> {
    let function = loaded.properties.iter().find_map(|property| property.call.as_deref())?;
    let is_about_others = |property: &&PropertyText| match property.check {
        Some(task::Check::UnreachCall) => property.call.as_deref() != Some(function),
        Some(_) => false,
        None => true,
    };
    if let Some(other) = loaded.properties.iter().find(is_about_others) {
        let message = msg!("`{}` cannot be checked together with calls of `{function}` alone", other.id);
        let advice = msg!("check these properties one after the other");
        found.push(Diagnostic::error("task/check", None, message).suggest(advice));
    }
    Some(function)
}

/// The Java program with its entry method; `None` if there are no files, or errors, which are added to what was found.
fn read_java(loaded: &Loaded, found: &mut Vec<Diagnostic>) -> Option<(Program, ProcedureId)> {
    if loaded.program_files.is_empty() {
        return None;
    }
    let client_limits = loaded.client_limits;
    let options = JavaOptions { assume_pure: loaded.task.options.assume_pure.clone(), client_limits };
    let entry = &loaded.task.program.entry;
    let (program, mut more) = parse_java(&loaded.sources, &loaded.program_files, &options, entry);
    for error in more.iter_mut().filter(|d| d.span.is_none()) {
        error.span = loaded.entry_span;
    }
    found.extend(more);
    let (mut program, entry) = program?;
    program.settle_exceptions(entry);
    program.settle_divisors(entry);
    let reached = program.reachable(entry);
    if reached.iter().any(|&id| program.procedures[id].ignores_bounds) {
        let words = msg!("indices are within bounds, and sizes of arrays are not negative");
        found.push(Diagnostic::note(AssumptionKind::Bounds.code(), None, words));
    }
    note_exit(&program, entry, found);
    Some((program, entry))
}

/// Says what is assumed of a program that ends its runs itself.
fn note_exit(program: &Program, entry: ProcedureId, found: &mut Vec<Diagnostic>) {
    if program.reachable(entry).iter().any(|&id| program.procedures[id].ended.is_some()) {
        let words = msg!("runs that the program ends itself, as by `exit`, count only up to there");
        found.push(Diagnostic::note(AssumptionKind::Exit.code(), None, words));
    }
}
