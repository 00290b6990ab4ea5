//! What can be looked at after a run of a program in large blocks.

use std::collections::BTreeMap;

use super::LargeBlocks;
use super::automaton::ShownAutomaton;
use super::patience::Patience;
use super::prepare::BlockProperty;
use super::views::{self, STEPS, Wording};
use crate::blocks::BlockProgram;
use analysis::{LabelledRun, Shown};
use base::Silent;
use bitvec::Terms;
use ltl::logic::Formulas;
use report::content::StateContent;
use report::search::{FramesView, ReductionView, RefinementOptions, RefinementView};
use report::space::StateSpaceView;
use report::witness::Witness;

/// A program in large blocks that has been run.
pub struct ShownBlocks {
    /// The task.
    pub(super) analysis: LargeBlocks,
    /// The property of each result.
    pub(super) ids: Vec<String>,
    /// Its control-flow automaton, unless it is too large.
    pub(super) automaton: Option<ShownAutomaton>,
    /// The witness of each result.
    pub(super) witnesses: Vec<Option<Witness>>,
    /// The failing run of each result, with what holds in its states.
    pub(super) labelled_runs: Vec<Option<LabelledRun>>,
    /// The searches that were looked at, by result.
    pub(super) refinements: BTreeMap<(u32, RefinementOptions), RefinementView>,
}

impl ShownBlocks {
    fn property(&self, number: u32) -> Option<&BlockProperty> {
        let id = self.ids.get(number as usize)?;
        self.analysis.prepared.properties.iter().find(|property| property.id == *id)
    }

    fn wording(&self) -> Wording<'_> {
        Wording { sources: &self.analysis.sources, notation: self.analysis.prepared.notation }
    }

    fn searched(&self, property: u32, options: RefinementOptions) -> Option<RefinementView> {
        let property = self.property(property)?;
        let mut terms = Terms::new();
        let searched = |terms: &mut Terms| {
            let flat = self.analysis.searched(property, &mut Patience::new(STEPS, &mut Silent))?;
            Some(if options.small { BlockProgram::small(flat, terms) } else { BlockProgram::new(flat, terms) })
        };
        // Beside an automaton, calls are not kept.
        let units = match options.small || property.temporal.is_some() {
            true => vec![searched(&mut terms)?],
            false => self.analysis.all_units(property, &mut terms)?,
        };
        Some(views::refinement(&units, options, self.wording(), &mut terms))
    }
}

impl Shown for ShownBlocks {
    fn state_space(&self) -> Option<StateSpaceView> {
        self.automaton.as_ref().map(|automaton| automaton.space.clone())
    }

    fn labelled_run(&self, property: u32) -> Option<(&Formulas, &LabelledRun)> {
        Some((&self.analysis.prepared.formulas, self.labelled_runs.get(property as usize)?.as_ref()?))
    }

    fn content(&self, number: u32) -> Option<StateContent> {
        self.automaton.as_ref()?.content(number).cloned().map(StateContent::Valuation)
    }

    fn variables(&self, number: u32) -> Vec<String> {
        let known = self.automaton.as_ref().and_then(|automaton| automaton.content(number));
        known.map_or_else(Vec::new, |known| known.locals.iter().map(|variable| variable.name.clone()).collect())
    }

    fn reduction(&self, property: u32) -> Option<ReductionView> {
        let property = self.property(property)?;
        let flat = self.analysis.searched(property, &mut Patience::new(STEPS, &mut Silent))?;
        // One level of a recursion shows as much as sixteen nested ones.
        let is_cut = flat.cfa.edges.iter().any(|edge| edge.target == flat.cut) && flat.given_up().is_none();
        let shallow = if is_cut && property.temporal.is_none() { self.analysis.shallow(property) } else { None };
        views::reduction(&shallow.unwrap_or(flat), self.wording())
    }

    fn refinement(&mut self, property: u32, options: RefinementOptions) -> Option<&RefinementView> {
        let key = (property, options);
        if !self.refinements.contains_key(&key) {
            let view = self.searched(property, options)?;
            self.refinements.insert(key, view);
        }
        self.refinements.get(&key)
    }

    fn frames(&self, property: u32) -> Option<FramesView> {
        let mut terms = Terms::new();
        let flat = self.analysis.searched(self.property(property)?, &mut Patience::new(STEPS, &mut Silent))?;
        let program = BlockProgram::new(flat, &mut terms);
        Some(views::frames(&program, self.wording(), &mut terms))
    }

    fn witness(&self, property: u32) -> Option<&Witness> {
        self.witnesses.get(property as usize)?.as_ref()
    }
}
