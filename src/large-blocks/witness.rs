//! Proofs and executed runs as witnesses: what they say in terms of the program's text.

use std::collections::BTreeMap;

use super::check_proof::Invariants;
use super::replay::ExecutedTrace;
use super::story::edge_after;
use crate::blocks::{BlockProgram, FrameId, Notation, is_visible, literal};
use base::{Sources, Span};
use bitvec::Terms;
use program::objects::{Binary, LocalId, Operand, Operation, Procedure, Rvalue, Type};
use report::witness::{Waypoint, WaypointKind, Witness, WitnessInvariant, WitnessPlace};

/// What a proof in parts for each unit says at the loops of the program. Where a function has several copies, in whichever units, one of
/// their invariants holds; a loop for which a copy has none that can be written in the scope where it starts is left out, as are loops by `do` and `goto`, at whose heads the
/// format has no place for a condition.
pub(super) fn of_proof(units: &[BlockProgram<'_>], sources: &Sources, proof: &[Invariants], terms: &Terms) -> Witness {
    // For each loop the conditions of its copies; `None` if one says nothing.
    let mut loops: BTreeMap<WitnessPlace, Option<Vec<String>>> = BTreeMap::new();
    let heads = units.iter().zip(proof).flat_map(|(program, proof)| {
        let is_loop = program.flat.cfa.loop_heads();
        let heads = program.heads.iter_enumerated().filter(move |(_, head)| is_loop[head.location]);
        heads.map(move |(id, head)| (program, &proof[id], id, head.location))
    });
    for (program, proof, id, location) in heads {
        let (span, frame) = (program.flat.span(location), program.frame_of(id));
        if !["while", "for"].into_iter().any(|keyword| starts_with_word(text(sources, span), keyword)) {
            continue;
        }
        let known = proof.iter().filter_map(|&term| program.expression(terms, term, frame, Notation::StrictC));
        let own = own_variables(text(sources, span));
        let known: Vec<String> = known.filter(|condition| !words(condition).any(|word| own.contains(&word))).collect();
        let at = place(sources, span, program.flat.procedure(frame));
        let copies = loops.entry(at).or_insert_with(|| Some(Vec::new()));
        match (known.is_empty(), &mut *copies) {
            (true, _) => *copies = None,
            (false, Some(copies)) => {
                let condition = joined(&known, " && ");
                if !copies.contains(&condition) {
                    copies.push(condition);
                }
            }
            (false, None) => {}
        }
    }
    let found = loops.into_iter().filter_map(|(at, copies)| {
        let condition = joined(&copies?, " || ");
        Some(WitnessInvariant { at, is_loop: true, condition })
    });
    Witness::Correctness(at_least_one(&units[0], sources, found.collect()))
}

/// A proof without invariants: no run is long enough, or blocks in a row exclude a failure.
pub(super) fn without_invariants(program: &BlockProgram<'_>, sources: &Sources) -> Witness {
    Witness::Correctness(at_least_one(program, sources, Vec::new()))
}

/// The format wants an invariant: if there is none, something true at the first statement.
fn at_least_one(
    program: &BlockProgram<'_>,
    sources: &Sources,
    mut found: Vec<WitnessInvariant>,
) -> Vec<WitnessInvariant> {
    if found.is_empty() {
        let entry = program.flat.procedure(FrameId(0));
        let statements = entry.cfa.locations.iter().filter_map(|&span| statement(sources, span));
        let first = statements.min_by_key(|span| span.start);
        let at = place(sources, first.unwrap_or(entry.span), entry);
        found.push(WitnessInvariant { at, is_loop: false, condition: "1".to_owned() });
    }
    found
}

/// Conditions with an operator between them.
fn joined(conditions: &[String], operator: &str) -> String {
    match conditions {
        [one] => one.clone(),
        all => all.iter().map(|condition| grouped(condition)).collect::<Vec<_>>().join(operator),
    }
}

/// A condition in parentheses, unless it is an operand as it is.
fn grouped(condition: &str) -> String {
    let binds_loosely = ["&&", "||", "?"].iter().any(|operator| condition.contains(operator));
    if binds_loosely { format!("({condition})") } else { condition.to_owned() }
}

/// An executed run that fails: the values that the program drew, and where it fails.
pub(super) fn of_run(program: &BlockProgram<'_>, sources: &Sources, executed: &ExecutedTrace) -> Option<Witness> {
    let mut points: Vec<Waypoint> = Vec::new();
    // Variables that were not initialised, until the next statement of their function.
    let mut pending: Vec<Pending> = Vec::new();
    for (position, state) in executed.states.iter().enumerate() {
        let procedure = &program.flat.program.procedures[state.procedure];
        let span = procedure.cfa.locations[state.location];
        if let Some(start) = statement(sources, span) {
            let depth = state.callers.len();
            let (ready, rest): (Vec<_>, Vec<_>) =
                pending.into_iter().partition(|pending| pending.depth == depth && pending.declaration != span);
            pending = rest.into_iter().filter(|pending| pending.depth <= depth).collect();
            let conditions: Vec<String> = ready.into_iter().map(|pending| pending.condition).collect();
            if !conditions.is_empty() {
                let at = place(sources, start, procedure);
                points.push(Waypoint { at, kind: WaypointKind::Assumption(joined(&conditions, " && ")) });
            }
        }
        let Ok(number) = executed.drawn.binary_search_by_key(&position, |&(state, _)| state) else { continue };
        let Some(edge) = edge_after(program, executed, position) else { continue };
        let Operation::Assign { target, .. } = edge.operation else { continue };
        let Type::Integer(ty) = procedure.locals[target].ty else { continue };
        // If nothing depends on it, any number will do.
        let value = executed.drawn[number].1.unwrap_or(0);
        let value = match is_truth_value(program, executed, position + 1, target) {
            true => value & 1,
            false => value,
        };
        let text = text(sources, edge.span);
        if text.ends_with(')') && text.contains('(') {
            let last = Span { start: edge.span.end - 1, ..edge.span };
            let (at, kind) = (place(sources, last, procedure), WaypointKind::Returned(literal(ty, value)));
            points.push(Waypoint { at, kind });
        } else {
            let name = procedure.locals[target].name.as_str();
            if is_visible(program.flat.program, procedure, name, false, Notation::C) {
                let condition = format!("{name} == {}", literal(ty, value));
                pending.push(Pending { depth: state.callers.len(), declaration: span, condition });
            }
        }
    }
    let last = executed.states.last()?;
    let procedure = &program.flat.program.procedures[last.procedure];
    let at = place(sources, procedure.cfa.locations[last.location], procedure);
    points.push(Waypoint { at, kind: WaypointKind::Target });
    Some(Witness::Violation(points))
}

/// A variable that has just got any value.
struct Pending {
    /// The number of callers.
    depth: usize,
    declaration: Span,
    condition: String,
}

/// Whether only the lowest bit of a drawn byte counts, as that of a `_Bool`.
fn is_truth_value(program: &BlockProgram<'_>, executed: &ExecutedTrace, position: usize, local: LocalId) -> bool {
    let next = (position < executed.states.len()).then(|| edge_after(program, executed, position)).flatten();
    next.is_some_and(|edge| match edge.operation {
        Operation::Assign { value: Rvalue::Binary { operator, ty, left, right }, .. } => {
            (operator, left, right) == (Binary::And, Operand::Local(local), Operand::Integer(1)) && ty.bits == 8
        }
        _ => false,
    })
}

fn text(sources: &Sources, span: Span) -> &str {
    sources.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or_default()
}

fn starts_with_word(text: &str, word: &str) -> bool {
    let rest = text.strip_prefix(word);
    rest.is_some_and(|rest| !rest.starts_with(is_of_word))
}

/// The variables that a `for` declares: where it starts, they are not in scope.
fn own_variables(text: &str) -> Vec<&str> {
    let head = text.strip_prefix("for").and_then(|rest| rest.trim_start().strip_prefix('('));
    let Some((start, _)) = head.and_then(|head| head.split_once(';')) else { return Vec::new() };
    // A declaration starts with a type, and another word.
    let rest = start.trim_start().trim_start_matches(is_of_word);
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '*');
    if !rest.starts_with(is_of_word) || !start.trim_start().starts_with(is_of_word) {
        return Vec::new();
    }
    // Parts of a call are taken for declarations, too: then less is said.
    start.split(',').filter_map(|part| words(part.split(['=', '[']).next().unwrap_or(part)).last()).collect()
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_of_word(c)).filter(|word| !word.is_empty())
}

/// The statement at a location: its own range, or from the keyword if that is the condition of an `if` or `switch` or the start of a
/// `for`.
fn statement(sources: &Sources, span: Span) -> Option<Span> {
    let own = text(sources, span);
    let before = &sources.file(span.file).text.get(..span.start as usize)?;
    let Some(opened) = before.trim_end().strip_suffix('(') else {
        return (own.ends_with([';', '}']) && own.len() > 1).then_some(span);
    };
    let opened = opened.trim_end_matches(|c: char| c.is_whitespace() || c == '(');
    let keyword = ["if", "switch", "for"].into_iter().find(|keyword| {
        let rest = opened.strip_suffix(keyword);
        rest.is_some_and(|rest| !rest.ends_with(is_of_word))
    })?;
    let start = u32::try_from(opened.len() - keyword.len()).ok()?;
    Some(Span { start, ..span })
}

/// Where a range starts.
fn place(sources: &Sources, span: Span, procedure: &Procedure) -> WitnessPlace {
    let file = sources.file(span.file);
    let (line, column) = file.position(span.start);
    WitnessPlace { file: file.name.clone(), line, column, function: procedure.name.clone() }
}
