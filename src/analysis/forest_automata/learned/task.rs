//! The task that checks the same program with the grammar that was learned.

use super::{Held, Origin};
use crate::analysis::forest_automata::explored::ExploredForests;
use crate::base::{RETURN, Sources};
use crate::grammar::document::GrammarDocument;
use crate::program::objects::is_program_name;
use crate::task::{Analysis, Property, Task};

/// The same program for graph grammars. It keeps the properties that they check, and gets one about the shapes that were learned.
pub fn with_grammar(task: &Task, grammar: &GrammarDocument, formula: Option<String>) -> Task {
    let mut task = task.clone();
    task.analysis = Analysis::Heap;
    task.title = format!("{} (with a learned grammar)", task.title);
    task.description = "Forest automata learned the grammar from the program.".to_owned();
    task.look.clear();
    (task.de, task.figure, task.expected, task.view) = Default::default();
    task.add_learned(grammar.to_value());
    task.properties.retain(|property| property.check.is_none_or(|check| check.analyses().contains(&Analysis::Heap)));
    if let Some(ltl) = formula {
        let names = (1..).map(|number| format!("S{number}"));
        let is_free = |id: &String| task.properties.iter().all(|property| property.id != *id);
        if let Some(id) = names.into_iter().find(is_free) {
            task.properties.push(Property { id, ltl: Some(ltl), monitor: None, check: None });
        }
    }
    task
}

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
