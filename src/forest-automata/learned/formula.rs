//! A formula about the shapes that were learned.

use super::{Held, Origin};
use crate::explored::ExploredForests;
use base::{RETURN, Sources};
use program::objects::is_program_name;

/// A formula that should hold: what the program returns has its shape, or else a variable where sets were generalised.
pub(super) fn formula(
    explored: &ExploredForests,
    sources: &Sources,
    origin: &Origin,
    held: &[(Held, String)],
) -> Option<String> {
    let procedure = &explored.system.program().procedures[origin.entry];
    let shape = |held: &Held, name: &str, variable: &str| {
        let shape = format!("{{L({name}) of {variable}}}");
        if held.may_be_null { format!("{{{variable} == null}} | {shape}") } else { shape }
    };
    let own = || held.iter().filter(|(held, _)| held.procedure == origin.entry && held.is_always);
    for (held, name) in own().filter(|(held, _)| held.location == procedure.cfa.exit) {
        if procedure.locals.as_slice().get(held.register).is_some_and(|local| local.name == RETURN) {
            return Some(format!("G ({{terminated}} -> {})", shape(held, name, "return")));
        }
    }
    own().filter(|(held, _)| held.location != procedure.cfa.exit).find_map(|(held, name)| {
        let local = procedure.locals.as_slice().get(held.register)?;
        let span = procedure.cfa.locations[held.location];
        let line = sources.file(span.file).position(span.start).0;
        is_program_name(&local.name).then(|| format!("G ({{at({line})}} -> {})", shape(held, name, &local.name)))
    })
}
