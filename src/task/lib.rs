//! Verification tasks: what is to be checked, about which program, with which grammars and options.
//!
//! A task comes as a JSON document (`hrglass.task/1`) or as a settings file (`.attestor`). [`load()`] reads either into
//! [`Loaded`]: the self-contained [`Task`], the parsed heaps and grammars, and all sources for messages.
//! This room opens no file itself; whoever loads a task brings [`Files`].

mod aliases;
mod check;
mod document;
mod library;
pub mod link;
mod load;
mod monitors;
mod options;
mod other;
mod presentation;
mod read;
pub mod separation;
pub mod settings;
pub mod wording;

pub use aliases::{ALIASES, Alias, AliasReader, aliased};
pub use check::{Check, VALID_MEMSAFETY};
pub use document::{
    Analysis, BoxSource, ContractSource, DataModel, Expectation, Expected, GrammarSource, HeapSource, Language,
    MonitorEdgeText, MonitorText, PROPOSED, ProgramFile, ProgramText, Property, SCHEMA, Task, Texts,
};
pub use library::{example, examples, predefined_grammar, predefined_grammars, provide};
pub use load::{
    Files, Loaded, NamedFormula, NamedGrammar, NamedHeap, NoFiles, Overrides, PropertyText, is_settings, load,
    load_document, load_grammars, load_monitors, load_with,
};
pub use load::{Loader, file_name};
pub use monitors::guard_file;
pub use options::{Abstraction, Options, Search, Strategy};
pub use other::OtherTask;
pub use presentation::{TABS, VIEW_KEYS};
pub use read::{ASSERTIONS, ERROR_LABELS, UNREACH_CALL, WRITTEN};

#[cfg(test)]
mod tests;
