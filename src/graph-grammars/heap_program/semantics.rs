//! What the program means on single heaps, whichever states were found.

use std::rc::Rc;

use super::constants::UntrackedConstants;
use super::layout::Layout;
use super::{HeapModel, Instance, Point, PointKind, Points, PropositionScope};
use heap_grammar::grammar::Entered;
use program::cfa::Location;
use program::objects::Procedure;

/// What the program does with one heap. Nothing of this changes while states are generated.
pub(super) struct Semantics {
    pub model: Rc<HeapModel>,
    pub points: Points,
    pub layout: Layout,
    pub constants: UntrackedConstants,
    /// What is reached inside of nonterminals, for programs that manage their memory.
    pub entered: Option<Entered>,
}

impl Semantics {
    pub(super) fn new(model: Rc<HeapModel>, kept: &[String], scope: PropositionScope) -> Self {
        Self {
            points: Points::new(&model, kept, scope),
            layout: Layout::new(&model),
            constants: UntrackedConstants::new(&model),
            entered: model.program.is_manual().then(|| Entered::new(model.grammar())),
            model,
        }
    }

    /// The procedure of an instance.
    pub(super) fn procedure(&self, instance: Instance) -> &Procedure {
        &self.model.program.procedures[self.points.instance(instance).procedure]
    }

    /// The location of a point, if it is no error point.
    pub(super) fn location(&self, point: Point) -> Option<Location> {
        match self.points.kind(point) {
            PointKind::At(_, location) => Some(location),
            PointKind::Fault(..) => None,
        }
    }

    /// The procedure and location of a point, if it is no error point.
    pub(super) fn place(&self, point: Point) -> Option<(&Procedure, Location)> {
        let location = self.location(point)?;
        Some((self.procedure(self.points.instance_of(point)), location))
    }

    /// Whether a procedure ends at a point.
    pub(super) fn is_exit(&self, point: Point) -> bool {
        let exits = |procedure: &Procedure| [procedure.cfa.exit, procedure.exceptional_exit];
        self.place(point).is_some_and(|(procedure, location)| exits(procedure).contains(&location))
    }

    /// Whether the program manages its memory.
    pub(super) fn is_manual(&self) -> bool {
        self.model.program.is_manual()
    }
}
