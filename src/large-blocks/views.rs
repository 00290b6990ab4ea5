//! What can be looked at of programs in large blocks beyond their verdicts: how the blocks come about, and how two engines search,
//! each by itself and from the beginning.

mod frames;
mod reduction;
mod refinement;

use crate::blocks::{BlockProgram, FlatProgram, HeadId, Notation};
use base::{Idx, Sources, Stop, msg};
use program::cfa::Location;
use report::search::{SearchEnd, SearchFigures, SearchPlace};
use report::space::StateKind;

pub(super) use frames::frames;
pub(super) use reduction::reduction;
pub(super) use refinement::refinement;

/// How many questions a search that is shown may ask: enough for programs whose pictures can be read.
const QUERIES: u64 = 20_000;

/// How many steps a search that is shown may take: some seconds.
pub(super) const STEPS: u64 = 60_000;

/// Why a search that is shown has ended without an answer.
fn open(stop: &Stop) -> SearchEnd {
    let reason = match stop {
        Stop::Cancelled => msg!("by itself, this search takes too long to be shown"),
        stop => stop.message(),
    };
    SearchEnd::Open { reason }
}

/// How terms of a program are written.
#[derive(Clone, Copy)]
pub(super) struct Wording<'a> {
    pub sources: &'a Sources,
    pub notation: Notation,
}

impl Wording<'_> {
    /// A location.
    fn place(self, flat: &FlatProgram<'_>, location: Location, is_loop: bool) -> SearchPlace {
        let frame = flat.cfa.locations[location].frame;
        let span = flat.span(location);
        let file = self.sources.file(span.file);
        let kind = match location {
            _ if location == flat.cfa.entry => StateKind::Initial,
            _ if location == flat.cfa.exit => StateKind::Final,
            _ if location == flat.thrown => StateKind::Exception,
            _ if location == flat.error => StateKind::Failed,
            _ => StateKind::Inner,
        };
        SearchPlace {
            procedure: flat.program.qualified_name(flat.frames[frame].procedure),
            file: file.name.clone(),
            line: file.position(span.start).0,
            kind,
            is_loop,
            is_cut: location == flat.cut,
        }
    }

    /// The heads of a program.
    fn heads(self, program: &BlockProgram<'_>) -> Vec<SearchPlace> {
        let is_loop = program.flat.cfa.loop_heads();
        let place = |head: HeadId| {
            let location = program.heads[head].location;
            self.place(&program.flat, location, is_loop[location])
        };
        program.heads.indices().map(place).collect()
    }
}

/// The sizes of units.
fn sizes(units: &[BlockProgram<'_>]) -> SearchFigures {
    SearchFigures {
        heads: u32::at(units.iter().map(|unit| unit.heads.len()).sum()),
        blocks: u32::at(units.iter().map(|unit| unit.blocks.len()).sum()),
        ..SearchFigures::default()
    }
}
