//! The foundation of all modules: typed indices, source positions, diagnostics, limits, observers.
//!
//! Nothing here knows what a program or a heap is.

mod diagnostic;
mod index;
pub mod json;
mod observe;
mod random;
mod source;
mod suggest;

pub use diagnostic::{Diagnostic, Label, Rendered, Severity, has_errors, shorten};
pub use index::{Idx, IndexVec};
pub use observe::{Growth, Limits, Observer, Patience, Phase, Progress, Shared, Silent, Stop};
pub use random::Random;
pub use source::{FileId, SourceFile, Sources, Span, Spanned};
pub use suggest::{closest, did_you_mean};

pub(crate) use index::newtype_index;
