//! What can be looked at after a run of a program in large blocks.

use crate::analysis::Shown;

/// A program in large blocks that has been run.
pub struct ShownBlocks;

impl Shown for ShownBlocks {}
