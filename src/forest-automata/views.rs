//! How states are described.

use super::explored::ExploredForests;
use crate::semantics::{Fault, ForestProgram, ForestState};
pub(crate) use analysis::states::{DescribeStates, SourcePlace, edge_of, mix, operation_of};
use base::{Idx, Message, Sources, Stop, msg};
use program::objects::{Operand, is_program_name};
use report::content::ContentKind;
use report::space::StateKind;
use rsm::CoveredState;
use tree_automata::Rule;
use tree_automata::forest::Leaf;

/// The states of a program, with its texts.
pub(super) struct Described<'a> {
    pub explored: &'a ExploredForests,
    pub sources: &'a Sources,
}

/// Where a state is in the source.
pub(super) fn place(system: &ForestProgram, sources: &Sources, state: ForestState) -> SourcePlace {
    let program = system.program();
    let cfa = &program.procedures[state.procedure].cfa;
    // Where something failed, it is the operation that counts, not its statement.
    let failed = cfa.edges_from(state.location).next().filter(|_| is_operation(state.fault));
    let span = failed.map_or(cfa.locations[state.location], |(_, edge)| edge.span);
    let file = sources.file(span.file);
    let ((line, column), (end_line, end_column)) = (file.position(span.start), file.position(span.end));
    let method = program.qualified_name(state.procedure);
    SourcePlace { method, file: file.name.clone(), line, column, end_line, end_column }
}

/// Why nothing is known of a run from a state on in which it uses a reference that is not followed, or does what is not modelled.
pub(super) fn given_up(system: &ForestProgram, sources: &Sources, state: ForestState) -> Stop {
    let procedure = &system.program().procedures[state.procedure];
    let place = place(system, sources, state);
    let edges = procedure.cfa.edges_from(state.location);
    if let Some(why) = edges.filter_map(|(_, edge)| edge.operation.given_up()).next() {
        return Stop::Incomplete(msg!(
            "a run is not followed from {}:{} on: {why}",
            Message::verbatim(&place.file),
            place.line
        ));
    }
    let used = procedure.cfa.edges_from(state.location).find_map(|(_, edge)| edge.operation.dereferences());
    let name = match used {
        Some(Operand::Local(local)) if is_program_name(&procedure.locals[local].name) => {
            Message::code(&procedure.locals[local].name)
        }
        _ => msg!("a reference"),
    };
    Stop::Incomplete(msg!(
        "{name} is not followed, and used at {}:{}: it comes from an array, from a library, or from a part of the initial heaps that says \
         nothing of it",
        Message::verbatim(&place.file),
        place.line
    ))
}

/// Whether an operation cannot be executed.
fn is_operation(fault: Option<Fault>) -> bool {
    fault.is_some_and(|fault| !matches!(fault, Fault::Lost | Fault::NotFreed | Fault::Thrown(_)))
}

/// The content hash of a state.
pub(super) fn name(system: &ForestProgram, state: ForestState) -> String {
    let forest = system.forest(state.forest);
    let leaf = |leaf: Leaf| match leaf {
        Leaf::Null => 0,
        Leaf::Undefined => 1,
        Leaf::Dangling => 2,
        Leaf::Number => 3,
        Leaf::Unknown => 4,
        Leaf::Integer(number) => mix(5, number.cast_unsigned()),
        Leaf::Reference(root) => mix(6, root.index() as u64),
        Leaf::Object => 7,
    };
    let fault = state.fault.map(Fault::number);
    let place = [state.procedure.index(), state.location.index()].into_iter().chain(fault);
    let registers = forest.registers.iter().map(|value| mix(leaf(value.leaf), value.part.index() as u64));
    let roots = forest.roots.iter().map(|state| state.index() as u64);
    let rules = forest.automaton.all_rules().map(|(state, Rule { symbol, children })| {
        let words = [state.index(), symbol.index()].into_iter().chain(children.iter().map(|child| child.index()));
        words.fold(0, |hash, word| mix(hash, word as u64))
    });
    let words = place.map(|word| word as u64).chain(registers).chain(roots).chain(rules);
    format!("{:016x}", words.fold(0, mix))
}

impl DescribeStates<CoveredState<ForestState>> for Described<'_> {
    const CONTENTS: ContentKind = ContentKind::Heaps;

    fn place(&self, state: CoveredState<ForestState>) -> SourcePlace {
        place(&self.explored.system, self.sources, state.state)
    }

    fn name(&self, state: CoveredState<ForestState>) -> String {
        name(&self.explored.system, state.state)
    }

    fn location(&self, state: CoveredState<ForestState>) -> u32 {
        state.state.location.0
    }

    fn content(&self, state: CoveredState<ForestState>) -> (u32, u32) {
        let ForestState { procedure, forest, .. } = state.state;
        let number = self.explored.contents.get_index_of(&(procedure, forest)).unwrap_or_default();
        (u32::at(number), u32::at(self.explored.system.forest(forest).automaton.states().count()))
    }

    fn ends(&self, state: CoveredState<ForestState>) -> StateKind {
        let procedure = &self.explored.system.program().procedures[state.state.procedure];
        match state.state.location == procedure.exceptional_exit {
            true => StateKind::Exception,
            false => StateKind::Final,
        }
    }

    fn fault(&self, state: CoveredState<ForestState>) -> StateKind {
        match state.state.fault {
            Some(Fault::NullDereference) => StateKind::NullDereference,
            Some(Fault::Thrown(_)) => StateKind::Exception,
            Some(Fault::NotFollowed) => StateKind::Inner,
            _ => StateKind::Failed,
        }
    }

    fn operation(&self, state: CoveredState<ForestState>, next: Option<CoveredState<ForestState>>) -> String {
        if self.explored.is_skipped(&state) {
            return "joined with other sets of heaps".to_owned();
        }
        let ForestState { procedure, location, .. } = state.state;
        let target = next.filter(|next| next.state.procedure == procedure).map(|next| next.state.location);
        operation_of(self.explored.system.program(), procedure, location, target)
    }

    fn condition(&self, state: CoveredState<ForestState>, next: Option<CoveredState<ForestState>>) -> Option<bool> {
        if self.explored.is_skipped(&state) {
            return None;
        }
        let ForestState { procedure, location, .. } = state.state;
        let target = next.filter(|next| next.state.procedure == procedure).map(|next| next.state.location);
        edge_of(self.explored.system.program(), procedure, location, target)?.condition
    }
}
