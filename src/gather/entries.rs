//! The methods in which runs of a Java program can start, the most interesting ones first.

use crate::base::{CompactSort, FileId, Sources};
use crate::lang::java::{JavaOptions, find_entry, outline, parse_java, signature};
use crate::program::cfa::ProcedureId;
use crate::program::objects::{Procedure, Program};
use crate::structures::Structures;

/// So many methods are tried until the analysis accepts one.
const TRIED: usize = 8;
/// Methods of every object, which are rarely what a program is about.
const OF_OBJECTS: [&str; 4] = ["toString", "equals", "hashCode", "compareTo"];

/// How likely a person wants a run to start in a method, the likeliest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Interest {
    /// It loops over a data structure.
    Loop,
    /// It is given a data structure.
    Structure,
    /// It is called `main`.
    Main,
    /// It is static.
    Static,
    /// It is any other method.
    Other,
}

impl Interest {
    /// As part of a sentence about the method.
    pub fn words(self) -> &'static str {
        match self {
            Self::Loop => "the first method that loops over a data structure",
            Self::Structure => "the first method that is given a data structure",
            Self::Main => "which is called `main`",
            Self::Static => "the first static method",
            Self::Other => "the first method",
        }
    }

    fn of(procedure: &Procedure, structures: &Structures<'_>) -> Self {
        let is_common = OF_OBJECTS.contains(&procedure.name.as_str());
        if procedure.name == "main" {
            Self::Main
        } else if structures.are_given_to(procedure) && !is_common {
            let has_loop = procedure.cfa.loop_heads().iter().any(|&is_head| is_head);
            if has_loop { Self::Loop } else { Self::Structure }
        } else if procedure.receiver.is_none() {
            Self::Static
        } else {
            Self::Other
        }
    }
}

/// The user's methods, the most interesting ones first, otherwise in text order; without constructors. Whether a method has a loop is known if
/// the program has code.
pub(super) fn ranked(program: &Program) -> Vec<(ProcedureId, Interest)> {
    let structures = Structures::of(program);
    let of_user = |id: &ProcedureId| !program.procedures[*id].name.starts_with(['<', '$']);
    let ids = program.procedures.indices().filter(of_user);
    let mut methods: Vec<(ProcedureId, Interest)> =
        ids.map(|id| (id, Interest::of(&program.procedures[id], &structures))).collect();
    let place = |id: ProcedureId| {
        let procedure = &program.procedures[id];
        (procedure.span.file, procedure.span.start, procedure.class)
    };
    methods.compact_sort_by_key(|&(id, interest)| (interest, place(id)));
    // A copy of the entry procedure comes after the original.
    methods.dedup_by_key(|&mut (id, _)| place(id));
    methods
}

/// The name by which a task refers to a method.
pub(super) fn name(program: &Program, id: ProcedureId) -> String {
    let name = program.qualified_name(id);
    if find_entry(program, &name).is_ok() { name } else { signature(program, id) }
}

/// A program that starts in the wanted method, or else in the most interesting one that can be analysed; with that method, if there is code, and
/// without code otherwise.
pub(super) fn read(
    sources: &Sources,
    files: &[FileId],
    options: &JavaOptions,
    wanted: Option<&str>,
) -> (Program, Option<ProcedureId>) {
    let without_code = outline(sources, files);
    let candidates = ranked(&without_code).into_iter().take(TRIED).map(|(id, _)| name(&without_code, id));
    let parsed = |entry: &str| parse_java(sources, files, options, entry).0;
    let known = wanted.and_then(parsed);
    match known.or_else(|| candidates.into_iter().find_map(|entry| parsed(&entry))) {
        Some((program, entry)) => (program, Some(entry)),
        None => (without_code, None),
    }
}

/// The name of the most interesting method that can be analysed, or of the most interesting one if none can; `None` if there is no method.
pub(super) fn best(sources: &Sources, files: &[FileId], options: &JavaOptions) -> Option<(String, Interest)> {
    let (program, _) = read(sources, files, options, None);
    let named: Vec<(String, Interest)> =
        ranked(&program).into_iter().map(|(id, interest)| (name(&program, id), interest)).collect();
    let can_be_analysed = |(entry, _): &&(String, Interest)| parse_java(sources, files, options, entry).0.is_some();
    named.iter().take(TRIED).find(can_be_analysed).or(named.first()).cloned()
}
