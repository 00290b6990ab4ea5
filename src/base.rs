//! What every room stands on: typed indices, source positions, diagnostics, limits, observers.
//!
//! Nothing here knows what a program or a heap is.

mod diagnostic;
mod index;
pub mod json;
mod observe;
mod random;
mod sort;
mod source;
mod suggest;
mod words;

pub use diagnostic::{Diagnostic, Label, Rendered, Severity, has_errors, shorten};
pub use index::{Idx, IndexVec};
pub use observe::{Growth, Limits, Observer, Patience, Phase, Progress, Shared, Silent, Stop};
pub use random::Random;
pub use sort::{CollectByInsertion, CompactSort};
pub use source::{FileId, SourceFile, Sources, Span, Spanned};
pub use suggest::{closest, did_you_mean};
pub use words::counted;

pub(crate) use index::newtype_index;
