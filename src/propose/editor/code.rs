//! Programs in Java and C: what is chosen for them is chosen in the same way.

use super::entries::{Candidate, ranked};
use crate::structures::{Sample, Structures, c_samples, given_java_samples, java_samples, more_java_samples};
use base::{Diagnostic, FileId, Sources};
use c::{COptions, DataModel, outline as c_outline, parse_c, usual_model};
use java::{JavaOptions, classes_with_clients, find_entry, headline, outline as java_outline, parse_java, signature};
use program::cfa::ProcedureId;
use program::fault::manages_memory;
use program::objects::{CLIENT, Contents, FieldId, Operation, Program};
use std::collections::BTreeMap;
use task::{Analysis, Language, Loaded, ProgramText, file_name};

/// So many classes are looked at for what their clients store.
const CLIENTS: usize = 4;

/// How a program is read.
enum Reading<'a> {
    Java(JavaOptions),
    C(COptions<'a>),
}

/// What of a program in C may go wrong.
pub(super) struct MayFail {
    /// How it uses memory.
    pub memory: bool,
    /// It comes to an error, or computes what has no result.
    pub otherwise: bool,
}

/// A program in Java or C.
pub(super) struct Code<'a> {
    sources: &'a Sources,
    files: &'a [FileId],
    reading: Reading<'a>,
}

impl<'a> Code<'a> {
    pub(super) fn java(sources: &'a Sources, files: &'a [FileId], options: JavaOptions) -> Self {
        Self { sources, files, reading: Reading::Java(options) }
    }

    pub(super) fn c(
        sources: &'a Sources,
        files: &'a [FileId],
        model: Option<task::DataModel>,
        options: COptions<'a>,
    ) -> Self {
        let mut usual = files.iter().map(|&file| usual_model(&sources.file(file).text));
        let model = match model {
            Some(task::DataModel::Ilp32) => DataModel::Ilp32,
            Some(task::DataModel::Lp64) => DataModel::Lp64,
            None if usual.any(|model| model == DataModel::Ilp32) => DataModel::Ilp32,
            None => DataModel::Lp64,
        };
        Self { sources, files, reading: Reading::C(COptions { model, ..options }) }
    }

    /// That of a task; `None` if it is a boolean program, or none.
    pub(super) fn of(loaded: &'a Loaded) -> Option<Self> {
        let (sources, files, task) = (&loaded.sources, &loaded.program_files, &loaded.task);
        match task.program.language {
            _ if files.is_empty() => None,
            Language::Java => Some(Self::java(
                sources,
                files,
                JavaOptions { assume_pure: task.options.assume_pure.clone(), ..JavaOptions::default() },
            )),
            Language::C => {
                let ProgramText { data_model, preamble, include_folders, .. } = &task.program;
                let options = COptions { preamble, folders: include_folders, ..COptions::default() };
                Some(Self::c(sources, files, *data_model, options))
            }
            Language::Boolean => None,
        }
    }

    /// The program with its entry, unless it has errors; and what was found in it. `has_input`: whether a function in C is given what its
    /// parameters point to.
    pub(super) fn read(&self, entry: &str, has_input: bool) -> (Option<(Program, ProcedureId)>, Vec<Diagnostic>) {
        match &self.reading {
            Reading::Java(options) => parse_java(self.sources, self.files, options, entry),
            &Reading::C(options) => parse_c(self.sources, self.files, COptions { has_input, ..options }, entry),
        }
    }

    /// The program with its entry, of which initial heaps can be said, unless it has errors.
    pub(super) fn parse(&self, entry: &str) -> Option<(Program, ProcedureId)> {
        self.read(entry, true).0
    }

    /// What of a program in C may go wrong; nothing is known if it has errors.
    pub(super) fn may_fail(&self, entry: &str) -> Option<MayFail> {
        let (program, entry) = self.read(entry, false).0?;
        let procedures = program.reachable(entry);
        let mut edges = procedures.iter().flat_map(|&id| &program.procedures[id].cfa.edges);
        let otherwise = edges.any(|edge| matches!(edge.operation, Operation::Fail(_)));
        Some(MayFail { memory: manages_memory(&program, entry), otherwise })
    }

    /// The analysis for a program in C of which nothing is asked: graph grammars for functions that are given data structures, forest
    /// automata where nothing but the use of memory may go wrong, or else large blocks.
    pub(super) fn usual_analysis(&self, entry: &str) -> Analysis {
        let is_memory = || self.may_fail(entry).is_some_and(|it| it.memory && !it.otherwise);
        match entry != "main" && self.gives_structures(entry) {
            true => Analysis::Heap,
            false if is_memory() => Analysis::Forest,
            false => Analysis::Blocks,
        }
    }

    pub(super) fn is_c(&self) -> bool {
        matches!(self.reading, Reading::C(_))
    }

    /// The program without code.
    pub(super) fn outline(&self) -> Program {
        match &self.reading {
            Reading::Java(_) => java_outline(self.sources, self.files),
            Reading::C(options) => c_outline(self.sources, self.files, *options).program,
        }
    }

    /// The procedures in which runs can start, the most interesting ones first. Whether a method has a loop is known if the program, which is
    /// that of some entry, has code.
    pub(super) fn candidates(&self, program: &Program) -> Vec<Candidate> {
        let outline = match &self.reading {
            Reading::Java(_) => None,
            Reading::C(options) => Some(c_outline(self.sources, self.files, *options)),
        };
        let program = outline.as_ref().map_or(program, |outline| &outline.program);
        let has_loop = |id: ProcedureId| match &outline {
            Some(outline) => outline.functions[id].has_loop,
            None => program.procedures[id].cfa.loop_heads().iter().any(|&is_head| is_head),
        };
        let candidate = |(id, interest)| Candidate {
            name: self.name(program, id),
            owner: self.owner(program, id),
            headline: match &outline {
                Some(outline) => outline.functions[id].prototype.clone(),
                None => headline(program, id),
            },
            is_static: outline.is_none() && program.procedures[id].receiver.is_none(),
            interest,
        };
        ranked(program, has_loop).into_iter().map(candidate).collect()
    }

    /// The classes whose clients can be checked.
    pub(super) fn classes_with_clients(&self) -> Vec<String> {
        match &self.reading {
            Reading::Java(_) => classes_with_clients(self.sources, self.files),
            Reading::C(_) => Vec::new(),
        }
    }

    /// These classes, that with the name of a file first: its clients are checked if no method is asked about.
    pub(super) fn classes_of_users(&self) -> Vec<String> {
        let mut classes = self.classes_with_clients();
        let files = self.files.iter().map(|&file| file_name(&self.sources.file(file).name).trim_end_matches(".java"));
        if let Some(named) = files.into_iter().find_map(|name| classes.iter().position(|class| class == name)) {
            classes[..=named].rotate_right(1);
        }
        classes
    }

    /// The name of the first file.
    pub(super) fn first_file(&self) -> &'a str {
        self.files.first().map_or("", |&file| file_name(&self.sources.file(file).name))
    }

    /// The heaps that the program builds.
    pub(super) fn samples(&self, structures: &Structures<'_>) -> Vec<Sample> {
        match &self.reading {
            Reading::Java(options) => java_samples(self.sources, self.files, structures, options),
            Reading::C(options) => c_samples(self.sources, self.files, structures, *options),
        }
    }

    /// The heaps that a program in Java itself gives to a procedure.
    pub(super) fn given_samples(&self, structures: &Structures<'_>, entry: ProcedureId) -> Vec<Sample> {
        match &self.reading {
            Reading::Java(options) => given_java_samples(self.sources, self.files, structures, options, entry),
            Reading::C(_) => Vec::new(),
        }
    }

    /// More heaps of a program in Java, from which structures are learned.
    pub(super) fn more_samples(&self, structures: &Structures<'_>) -> Option<Vec<Sample>> {
        match &self.reading {
            Reading::Java(options) => Some(more_java_samples(self.sources, self.files, structures, options)),
            Reading::C(_) => None,
        }
    }

    /// The fields of collections that hold elements which are never null, as far as clients of the first classes of the program store any.
    pub(super) fn present_elements(&self, program: &Program) -> Vec<FieldId> {
        let mut may_be_null: BTreeMap<(String, String), bool> = BTreeMap::new();
        let name = |program: &Program, field: FieldId| {
            let field = &program.fields[field];
            (program.classes[field.class].name.clone(), field.name.clone())
        };
        for class in self.classes_of_users().into_iter().take(CLIENTS) {
            let Some((program, entry)) = self.parse(&format!("{class}.{CLIENT}")) else { continue };
            let contents = Contents::new(&program, entry);
            for &field in program.held.keys() {
                *may_be_null.entry(name(&program, field)).or_default() |=
                    contents.of(field).is_none_or(|content| content.null);
            }
        }
        let is_present = |&field: &FieldId| may_be_null.get(&name(program, field)) == Some(&false);
        program.held.keys().copied().filter(is_present).collect()
    }

    /// The procedure of a program to which a task refers by a name.
    pub(super) fn find(&self, program: &Program, name: &str) -> Option<ProcedureId> {
        match &self.reading {
            Reading::Java(_) => find_entry(program, name).ok(),
            Reading::C(_) => {
                let name = name.trim().trim_end_matches("()");
                program.procedures.iter_enumerated().find(|(_, own)| own.name == name).map(|(id, _)| id)
            }
        }
    }

    /// The name by which tasks refer to the procedure that one of them calls so.
    pub(super) fn canonical(&self, program: &Program, name: &str) -> Option<String> {
        match &self.reading {
            Reading::Java(_) => find_entry(program, name).ok().map(|id| self.name(program, id)),
            Reading::C(_) => Some(name.trim().trim_end_matches("()").to_owned()),
        }
    }

    /// The name by which a task refers to a procedure.
    fn name(&self, program: &Program, id: ProcedureId) -> String {
        let name = program.qualified_name(id);
        if self.find(program, &name).is_some() { name } else { signature(program, id) }
    }

    /// The name of what declares a procedure: its class, or its file in C.
    fn owner(&self, program: &Program, id: ProcedureId) -> String {
        let procedure = &program.procedures[id];
        match &self.reading {
            Reading::Java(_) => program.classes[procedure.class].name.replace('$', "."),
            Reading::C(_) => self.sources.file(procedure.span.file).name.clone(),
        }
    }
}

/// What is found in the program of a task in Java or C.
pub fn found_in_program(loaded: &Loaded) -> Vec<Diagnostic> {
    let has_input = loaded.task.analysis == Analysis::Heap && loaded.has_initial();
    let code = Code::of(loaded);
    code.map(|code| code.read(&loaded.task.program.entry, has_input).1).unwrap_or_default()
}
