//! Failing runs through calls of recursive procedures, found again where they can be executed.

use crate::blocks::{BlockProgram, FlatOptions, FlatProgram};
use base::{Observer, Stop};
use bitvec::Terms;
use program::cfa::ProcedureId;
use program::objects::Program;

use super::bounded::{Bound, Unrolling};
use super::path::BlockInputs;
use super::trace::Trace;

/// A failing run, of at most so many blocks, of the program whose calls are copied in as deep as the options say; `None` if the
/// program is too large, or no run fails.
///
/// # Errors
/// If the observer ends the search.
pub fn failing_run<'p>(
    program: &'p Program,
    entry: ProcedureId,
    options: &FlatOptions<'_>,
    blocks: usize,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<Option<(BlockProgram<'p>, Trace)>, Stop> {
    let Some(flat) = FlatProgram::new(program, entry, options) else { return Ok(None) };
    let flat = BlockProgram::new(flat, terms);
    let inputs = BlockInputs::new(&flat, terms);
    let mut unrolling = Unrolling::new(&flat, &inputs);
    while unrolling.bound() < blocks {
        match unrolling.extend(terms, observer) {
            Ok(Bound::Fails(trace)) => return Ok(Some((flat, trace))),
            Ok(Bound::Holds) => {}
            // Runs that come to a deeper call are not the one that is wanted.
            Ok(Bound::Complete) | Err(Stop::Incomplete(_)) => return Ok(None),
            Err(stop) => return Err(stop),
        }
    }
    Ok(None)
}
