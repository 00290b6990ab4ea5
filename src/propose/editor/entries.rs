//! The methods and functions in which runs of a program can start, the most interesting ones first.

use super::code::Code;
use crate::structures::Structures;
use base::{CompactSort, Message, msg};
use program::cfa::ProcedureId;
use program::objects::{CLIENT, Operation, OperationEdge, Procedure, Program, Type};
use task::Language;

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
    /// As part of a sentence about the method, or the function in C.
    pub(super) fn words(self, language: Language) -> Message {
        match self {
            Self::Main => msg!("which is called `main`"),
            Self::Loop if language == Language::C => msg!("the first function that loops over a data structure"),
            Self::Structure if language == Language::C => msg!("the first function that is given a data structure"),
            Self::Static | Self::Other if language == Language::C => msg!("the first function"),
            Self::Loop => msg!("the first method that loops over a data structure"),
            Self::Structure => msg!("the first method that is given a data structure"),
            Self::Static => msg!("the first static method"),
            Self::Other => msg!("the first method"),
        }
    }

    fn of(procedure: &Procedure, structures: &Structures<'_>, has_loop: bool) -> Self {
        let is_common = OF_OBJECTS.contains(&procedure.name.as_str());
        if procedure.name == "main" {
            Self::Main
        } else if structures.are_given_to(procedure) && !is_common {
            if has_loop { Self::Loop } else { Self::Structure }
        } else if procedure.receiver.is_none() {
            Self::Static
        } else {
            Self::Other
        }
    }
}

/// A procedure in which runs can start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    /// Its name in tasks.
    pub name: String,
    /// What declares it.
    pub owner: String,
    /// How it is declared.
    pub headline: String,
    /// Whether it has no receiver, in Java.
    pub is_static: bool,
    /// How likely it is wanted.
    pub interest: Interest,
}

/// Whether a procedure is written in the program, and no constructor.
fn is_of_user(procedure: &Procedure) -> bool {
    procedure.name != CLIENT && !procedure.name.starts_with(['<', '$']) && !procedure.span.is_of_library()
}

/// The user's procedures, the most interesting ones first, otherwise in text order; without constructors.
pub(super) fn ranked(program: &Program, has_loop: impl Fn(ProcedureId) -> bool) -> Vec<(ProcedureId, Interest)> {
    let structures = Structures::of(program);
    // Nobody calls a lambda expression by its name.
    let is_named = |procedure: &Procedure| !program.classes[procedure.class].name.contains("$lambda$");
    let is_listed = |procedure: &Procedure| is_of_user(procedure) && is_named(procedure);
    let ids = program.procedures.indices().filter(|&id| is_listed(&program.procedures[id]));
    let mut methods: Vec<(ProcedureId, Interest)> =
        ids.map(|id| (id, Interest::of(&program.procedures[id], &structures, has_loop(id)))).collect();
    let place = |id: ProcedureId| {
        let procedure = &program.procedures[id];
        (procedure.span.file, procedure.span.start, procedure.class)
    };
    methods.compact_sort_by_key(|&(id, interest)| (interest, place(id)));
    // A copy of the entry procedure comes after the original.
    methods.dedup_by_key(|&mut (id, _)| place(id));
    methods
}

/// Whether the users of a class come to structures, if the program has any: they have objects that keep one, or methods and
/// constructors make nodes.
fn comes_to_structures(program: &Program, client: ProcedureId) -> bool {
    let structures = Structures::of(program);
    let keeps = |procedure: &Procedure| {
        is_of_user(procedure) && procedure.receiver.is_some() && structures.leads_to_structure(procedure.class)
    };
    let makes = |edge: &OperationEdge| match edge.operation {
        Operation::New { class, .. } => structures.are_made_of(class),
        _ => false,
    };
    let takes = |procedure: &Procedure| {
        let mut types = procedure.parameters.iter().map(|&local| procedure.locals[local].ty);
        let of_others = types.any(|ty| matches!(ty, Type::Reference(class) if structures.are_made_of(class)));
        of_others && procedure.name == "<init>" && structures.are_made_of(procedure.class)
    };
    let mut called = program.reachable(client).into_iter().filter(|&id| id != client).map(|id| &program.procedures[id]);
    structures.families().is_empty() || called.any(|own| keeps(own) || takes(own) || own.cfa.edges.iter().any(makes))
}

impl Code<'_> {
    /// The program from the wanted procedure on, or else from the most interesting one that can be analysed; with that procedure, if there is
    /// code, and without code otherwise.
    pub(super) fn read_from(&self, wanted: Option<&str>) -> (Program, Option<ProcedureId>) {
        let known = wanted.and_then(|wanted| self.parse(wanted));
        if let Some((program, entry)) = known {
            return (program, Some(entry));
        }
        let without_code = self.outline();
        let mut candidates = self.candidates(&without_code).into_iter().take(TRIED);
        match candidates.find_map(|candidate| self.parse(&candidate.name)) {
            Some((program, entry)) => (program, Some(entry)),
            None => (without_code, None),
        }
    }

    /// The most interesting procedure that can be analysed, or the most interesting one if none can; `None` if there is none.
    pub(super) fn best(&self) -> Option<Candidate> {
        let (program, _) = self.read_from(None);
        let mut candidates = self.candidates(&program);
        let can_be_analysed = |candidate: &Candidate| self.parse(&candidate.name).is_some();
        let best = candidates.iter().take(TRIED).position(can_be_analysed).unwrap_or(0);
        (best < candidates.len()).then(|| candidates.swap_remove(best))
    }

    /// Where runs of a program start of which nothing is asked, and the reason for that choice.
    pub(super) fn start(&self) -> (String, Option<Message>) {
        if self.is_c() { self.start_in_c() } else { self.start_in_java() }
    }

    /// The class if its objects keep their structures themselves, or else the most interesting method.
    fn start_in_java(&self) -> (String, Option<Message>) {
        let Some(Candidate { name, interest, .. }) = self.best() else {
            let class = self.first_file().trim_end_matches(".java");
            let entry = format!("{}.main", if class.is_empty() { "Main" } else { class });
            let note = msg!("the methods of the program are not known yet; `{entry}` is a guess");
            return (entry, Some(note));
        };
        let mut classes = self.classes_of_users().into_iter().filter(|_| interest != Interest::Main);
        if let Some(class) = classes.find(|class| self.is_about_structures(class)) {
            let note = msg!("every sequence of calls is checked that users of the class `{class}` can make");
            return (format!("{class}.{CLIENT}"), Some(note));
        }
        let note = msg!("the program starts with `{name}`, {}", interest.words(Language::Java));
        (name, Some(note))
    }

    /// Whether a class has several methods, these or its objects lead to a structure, if the program has any, and users come to it.
    fn is_about_structures(&self, class: &str) -> bool {
        let program = self.outline();
        let structures = Structures::of(&program);
        let is_own = |procedure: &&Procedure| {
            is_of_user(procedure) && program.classes[procedure.class].name.replace('$', ".") == class
        };
        let mut own = program.procedures.iter().filter(is_own);
        let is_on_structure = |procedure: &Procedure| {
            let keeps = procedure.receiver.is_some() && structures.leads_to_structure(procedure.class);
            keeps || structures.are_given_to(procedure)
        };
        let has_several = own.clone().nth(1).is_some();
        let are_on_structures = has_several && (structures.families().is_empty() || own.any(is_on_structure));
        let client = || self.parse(&format!("{class}.{CLIENT}"));
        are_on_structures && client().is_some_and(|(program, entry)| comes_to_structures(&program, entry))
    }

    /// `main`, or the only function, or else the most interesting one that is given a data structure and can be analysed.
    fn start_in_c(&self) -> (String, Option<Message>) {
        let mut candidates = self.candidates(&Program::default());
        let is_main = |candidate: &Candidate| candidate.interest == Interest::Main;
        if let [only] = candidates.as_mut_slice() {
            return (std::mem::take(&mut only.name), None);
        }
        let main = ("main".to_owned(), None);
        if candidates.iter().any(is_main) {
            return main;
        }
        let is_given = |candidate: &&Candidate| candidate.interest <= Interest::Structure;
        let mut given = candidates.iter().filter(is_given).take(TRIED);
        let Some(Candidate { name, interest, .. }) = given.find(|candidate| self.parse(&candidate.name).is_some())
        else {
            return main;
        };
        let reason = msg!("the program starts with `{name}`, {}", interest.words(Language::C));
        (name.clone(), Some(reason))
    }

    /// Whether a procedure is given a data structure.
    pub(super) fn gives_structures(&self, entry: &str) -> bool {
        let program = self.outline();
        let procedure = self.find(&program, entry).map(|id| &program.procedures[id]);
        procedure.is_some_and(|procedure| Structures::of(&program).are_given_to(procedure))
    }
}
