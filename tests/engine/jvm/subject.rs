//! A program with inputs, for both the engine and the JVM.

use hrglass::base::{Diagnostic, has_errors};
use hrglass::grammar::Grammar;
use hrglass::heap::{Alphabet, Heap, Role, build_heap};
use hrglass::interpreter::bind_parameters;
use hrglass::java::{JavaOptions, parse_java};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::Program;
use hrglass::task::{Loaded, NoFiles, load};
use serde_json::{Value as Json, json};

use super::engine::Execution;
use super::input::Input;

/// A program read by the engine.
pub struct Subject {
    pub loaded: Loaded,
    pub program: Program,
    pub entry: ProcedureId,
}

/// An input as a heap.
pub struct Start {
    pub input: Input,
    alphabet: Alphabet,
    grammar: Grammar,
    heap: Heap,
}

/// The task of a program in one file.
pub fn task(text: &str, entry: &str) -> Json {
    json!({"schema": "hrglass.task/1", "title": "random", "grammars": [], "properties": [],
        "program": {"language": "java", "entry": entry, "files": [{"name": "Main.java", "text": text}]}})
}

impl Subject {
    /// Reads the program of a task.
    ///
    /// # Errors
    /// The diagnostics of the program.
    pub fn new(task: &Json) -> Result<Self, String> {
        let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
        let told = |found: &[Diagnostic]| {
            let errors = found.iter().filter(|d| has_errors(std::slice::from_ref(d)));
            let place = |d: &Diagnostic| d.span.map_or(0, |s| loaded.sources.file(s.file).position(s.start).0);
            errors.map(|d| format!("line {}: {}", place(d), d.message)).collect::<Vec<_>>().join("; ")
        };
        let name = &loaded.task.program.entry;
        let (read, found) = parse_java(&loaded.sources, &loaded.program_files, &JavaOptions::default(), name);
        let Some((mut program, entry)) = read else { return Err(told(&found)) };
        program.settle_exceptions(entry);
        Ok(Self { loaded, program, entry })
    }

    /// An input of it.
    pub fn start(&self, input: Input) -> Start {
        let mut task = serde_json::to_value(&self.loaded.task).expect("plain data");
        task["initial"] = json!([{"heap": input.heap()}]);
        let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
        assert!(!has_errors(&loaded.diagnostics), "{:?}\n{}", loaded.diagnostics, input.heap());
        let mut alphabet = Alphabet::default();
        let mut heap = build_heap(&loaded.initial[0].heap, &mut alphabet, Role::Program).expect("a heap");
        bind_parameters(&mut heap, &self.program, self.entry, &mut alphabet, None, &mut Vec::new());
        let grammar = Grammar::default();
        Start { input, alphabet, grammar, heap }
    }

    /// The execution on an input.
    pub fn on<'a>(&'a self, start: &'a Start) -> Execution<'a> {
        Execution {
            program: &self.program,
            entry: self.entry,
            sources: &self.loaded.sources,
            alphabet: &start.alphabet,
            grammar: &start.grammar,
            heap: &start.heap,
            input: &start.input,
        }
    }
}
