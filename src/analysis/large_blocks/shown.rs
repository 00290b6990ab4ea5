//! What can be looked at after a run of a program in large blocks.

use super::automaton::ShownAutomaton;
use crate::analysis::Shown;
use crate::report::content::StateContent;
use crate::report::space::StateSpaceView;
use crate::report::witness::Witness;

/// A program in large blocks that has been run.
pub struct ShownBlocks {
    /// Its control-flow automaton, unless it is too large.
    pub(super) automaton: Option<ShownAutomaton>,
    /// The witness of each result.
    pub(super) witnesses: Vec<Option<Witness>>,
}

impl Shown for ShownBlocks {
    fn state_space(&self) -> Option<StateSpaceView> {
        self.automaton.as_ref().map(|automaton| automaton.space.clone())
    }

    fn content(&self, number: u32) -> Option<StateContent> {
        self.automaton.as_ref()?.content(number).cloned().map(StateContent::Valuation)
    }

    fn variables(&self, number: u32) -> Vec<String> {
        let known = self.automaton.as_ref().and_then(|automaton| automaton.content(number));
        known.map_or_else(Vec::new, |known| known.locals.iter().map(|variable| variable.name.clone()).collect())
    }
    fn witness(&self, property: u32) -> Option<&Witness> {
        self.witnesses.get(property as usize)?.as_ref()
    }
}
