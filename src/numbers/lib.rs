//! What programs do to numbers, as terms: conditions and values of operations; steps in a row, whether any values take them, and which
//! predicates exclude those that none take.
//!
//! Of references only one thing is followed: whether they are null.

mod encode;
mod hull;
mod image;
mod path;
mod text;

pub use encode::{Encoder, Number, Values, sort_of};
pub use hull::AffineHull;
pub use image::{affine_image, affine_truth};
pub use path::{InfeasiblePath, NameAtom, PathCheck, PathStep, atoms, check_path, is_infeasible};
pub use text::{Notation, VariableText, expression, literal};
