//! The foundation of all modules: typed indices, source positions, cursors, diagnostics, limits, observers.
//!
//! Nothing here knows what a program or a heap is.

mod budget;
mod components;
mod cursor;
mod diagnostic;
mod index;
pub mod json;
mod library;
mod message;
mod observe;
mod random;
mod sha256;
mod sort;
mod source;
mod suggest;
mod words;

pub use budget::{Limits, Resource, Stop};
pub use components::StrongComponents;
pub use cursor::{Located, TextCursor, TokenCursor};
pub use diagnostic::{Diagnostic, KEPT, Label, Rendered, Severity, bound, has_errors, shorten};
pub use index::{Idx, IndexVec};
pub use library::{
    library_class_for_objects, library_class_with, library_file, library_files_with, library_names, library_package,
    provide_library,
};
pub use message::{GERMAN, Language, Message, Template, Text, Words, templates, word};
pub use observe::{Growth, Observer, Patience, Phase, Progress, Shared, Silent};
pub use random::{Random, each_case};
pub use sha256::{sha256, sha256_hex};
pub use sort::{CollectByInsertion, CompactSort};
pub use source::{FileId, SourceFile, Sources, Span, Spanned};
pub use suggest::{closest, did_you_mean};
pub use words::{RETURN, counted};

pub use java_library::chains;
#[doc(hidden)]
pub use {inventory, macros::message};
