//! The grammars and initial heaps of a task.

use base::{Diagnostic, Message, msg};
use heap_grammar::grammar::{self, Grammar, Rule, build_rules};
use heap_grammar::heap::{Alphabet, Heap, Role, build_heap};
use interpreter::bind_parameters;
use program::cfa::ProcedureId;
use program::objects::Program;
use task::Loaded;

/// The grammar of all documents; `None` if there are errors, which are added to what was found.
pub fn read_grammar(loaded: &Loaded, alphabet: &mut Alphabet, found: &mut Vec<Diagnostic>) -> Option<Grammar> {
    let documents: Vec<_> = loaded.grammars.iter().map(|g| g.grammar.clone()).collect();
    let (rules, more) = build_rules(&documents, alphabet);
    found.extend(more);
    let errors = grammar::check_rules(alphabet, &rules);
    let sound = errors.is_empty();
    found.extend(errors);
    let compiled = sound.then(|| Grammar::new(alphabet, rules))?;
    if has_own_grammars(loaded) {
        found.extend(grammar::check_productive(alphabet, &compiled));
    }
    Some(compiled)
}

/// Why nothing can be proved if the task says that its initial heaps are only some of those on which runs may start.
pub fn left_out(loaded: &Loaded) -> Option<Message> {
    let is_partial = loaded.task.initial.iter().any(|heap| heap.partial);
    is_partial.then(|| msg!("no run that starts on one of the given heaps fails, but there are other heaps"))
}

/// Whether a task has grammars that are not built in. Those are checked by tests; what is worth knowing about them stands in their
/// description.
pub fn has_own_grammars(loaded: &Loaded) -> bool {
    loaded.task.grammars.iter().any(|grammar| grammar.predefined.is_none())
}

/// The initial heaps with the parameters of the entry procedure bound; if the task has none, the empty heap.
pub fn read_heaps(
    loaded: &Loaded,
    alphabet: &mut Alphabet,
    grammar: Option<&Grammar>,
    code: Option<&(Program, ProcedureId)>,
    found: &mut Vec<Diagnostic>,
) -> Vec<Heap> {
    let mut heaps = Vec::new();
    let rules: Vec<&Rule> = grammar.into_iter().flat_map(Grammar::rules).map(|(_, rule)| rule).collect();
    for document in &loaded.initial {
        match build_heap(&document.heap, alphabet, Role::Program) {
            Ok(heap) => {
                let span = Some(document.heap.span);
                found.extend(grammar::check_attached(alphabet, &rules, &heap, span));
                heaps.push((heap, span));
            }
            Err(errors) => found.extend(errors),
        }
    }
    // Formulas that are still there are wrong, which was reported.
    if !loaded.has_initial() {
        heaps.push((Heap::with_null(), loaded.entry_span));
    }
    if let Some((program, entry)) = code {
        for (heap, span) in &mut heaps {
            bind_parameters(heap, program, *entry, alphabet, *span, found);
        }
        // The object whose method is called is there, also where a predicate says that it may be null.
        let procedure = &program.procedures[*entry];
        let receiver = procedure.receiver.and_then(|this| alphabet.find_variable(&procedure.locals[this].name));
        let is_there = |heap: &Heap| receiver.and_then(|this| heap.variable(this)).is_none_or(|v| heap.is_object(v));
        if heaps.iter().any(|(heap, _)| is_there(heap)) {
            heaps.retain(|(heap, _)| is_there(heap));
        }
    }
    heaps.into_iter().map(|(heap, _)| heap).collect()
}
