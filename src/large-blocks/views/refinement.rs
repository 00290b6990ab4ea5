//! Predicate abstraction with refinement, round by round.

use super::super::abstraction::{
    AbstractEdge, AbstractNode, Abstraction, AbstractionAnswer, AbstractionOptions, AbstractionRound,
    PredicateAbstraction, RegionCube, UnitStep,
};
use super::super::patience::Patience;
use super::{QUERIES, STEPS, Wording, open, sizes};
use crate::blocks::{BlockProgram, FlatVariable, HeadId, UnitHead, UnitId};
use base::{Idx, Message, Silent};
use bitvec::{TermId, Terms, VariableId};
use report::search::{
    PathFormulaView, PredicateView, RefinementOptions, RefinementView, RegionEdgeKind, RegionEdgeView, RegionView,
    RoundView, SearchEnd, SearchFigures,
};

/// A search by predicate abstraction from the beginning.
pub(crate) fn refinement(
    units: &[BlockProgram<'_>],
    options: RefinementOptions,
    wording: Wording<'_>,
    terms: &mut Terms,
) -> RefinementView {
    let abstraction = if options.cartesian { PredicateAbstraction::Cartesian } else { PredicateAbstraction::Boolean };
    let options = AbstractionOptions { abstraction, queries: QUERIES, record: true, ..AbstractionOptions::default() };
    let mut search = Abstraction::new(units, options, terms);
    let end = match search.advance(u64::MAX, terms, &mut Patience::new(STEPS, &mut Silent)) {
        Ok(Some(AbstractionAnswer::Safe(_))) => SearchEnd::Proved,
        Ok(Some(AbstractionAnswer::Fails(_) | AbstractionAnswer::FailsInCalls { .. })) => SearchEnd::Fails,
        Ok(None) => SearchEnd::Open { reason: Message::default() },
        Err(stop) => open(&stop),
    };
    let mut first = 0;
    let offsets = units.iter().map(|unit| {
        let offset = first;
        first += u32::at(unit.heads.len());
        offset
    });
    let writer = Writer { units, offsets: offsets.collect(), wording, terms };
    let rounds = search.rounds.iter().map(|round| writer.round(round)).collect();
    let done = search.statistics;
    RefinementView {
        places: units.iter().flat_map(|unit| wording.heads(unit)).collect(),
        rounds,
        end,
        figures: SearchFigures {
            rounds: done.rounds,
            refinements: done.refinements,
            predicates: done.predicates,
            queries: u32::try_from(done.queries).unwrap_or(u32::MAX),
            nodes: done.nodes,
            ..sizes(units)
        },
    }
}

struct Writer<'a, 'p> {
    units: &'a [BlockProgram<'p>],
    /// The number of the first head of each unit.
    offsets: Vec<u32>,
    wording: Wording<'a>,
    terms: &'a Terms,
}

impl Writer<'_, '_> {
    fn place(&self, unit: UnitId, head: HeadId) -> u32 {
        self.offsets[unit.index()] + head.0
    }

    fn text(&self, unit: UnitId, head: HeadId, term: TermId) -> Option<String> {
        self.text_with(UnitHead { unit, head }, term, &mut Vec::new())
    }

    /// The same, where some inputs have names already.
    fn text_with(
        &self,
        UnitHead { unit, head }: UnitHead,
        term: TermId,
        inputs: &mut Vec<VariableId>,
    ) -> Option<String> {
        let program = &self.units[unit.index()];
        program.description(self.terms, term, program.frame_of(head), self.wording.notation, inputs)
    }

    fn round(&self, round: &AbstractionRound) -> RoundView {
        let on_path = path_edges(round);
        let edge = |(number, edge): (usize, &AbstractEdge)| RegionEdgeView {
            source: u32::at(edge.source),
            target: u32::at(edge.target),
            kind: match edge.step {
                UnitStep::Block(_) => RegionEdgeKind::Block,
                UnitStep::Call(_) => RegionEdgeKind::Call,
                UnitStep::Return(..) => RegionEdgeKind::Summary,
            },
            is_covered: edge.is_covered,
            is_on_path: on_path[number],
        };
        let node = |node: &AbstractNode| RegionView {
            place: self.place(node.unit, node.head),
            cases: node.region.as_ref().map(|cubes| cubes.iter().map(|cube| self.case(node, cube)).collect()),
        };
        let predicate = |&(unit, head, term): &(UnitId, HeadId, TermId)| PredicateView {
            place: self.place(unit, head),
            text: self.text(unit, head, term),
        };
        RoundView {
            nodes: round.nodes.iter().map(node).collect(),
            is_cut_short: round.is_cut_short,
            edges: round.edges.iter().enumerate().map(edge).collect(),
            path: round.path.iter().enumerate().map(|(position, step)| self.formula(round, position, *step)).collect(),
            predicates: round.predicates.iter().map(predicate).collect(),
        }
    }

    fn case(&self, node: &AbstractNode, cube: &RegionCube) -> Vec<String> {
        let literal = |&(predicate, holds): &(TermId, bool)| {
            let text = self.text(node.unit, node.head, predicate).unwrap_or_else(|| "…".to_owned());
            if holds { text } else { negated(&text) }
        };
        cube.iter().map(literal).collect()
    }

    fn formula(&self, round: &AbstractionRound, position: usize, (unit, step): (UnitId, UnitStep)) -> PathFormulaView {
        let (head, after) = step.ends(self.units, unit);
        let before = UnitHead { unit, head };
        let program = &self.units[unit.index()];
        let (condition, changes) = match step {
            UnitStep::Block(id) => {
                let block = &program.blocks[id];
                let mut inputs = Vec::new();
                let condition = self.text_with(before, block.guard, &mut inputs);
                (condition, self.changes(before, after, &block.next, &mut inputs))
            }
            UnitStep::Call(call) => {
                let passed = &program.calls[call].passed;
                (Some(String::new()), self.changes(before, after, passed, &mut Vec::new()))
            }
            UnitStep::Return(call, way) => {
                let call = &program.calls[call];
                let way = &call.returns[way];
                let exit = UnitHead { unit: call.callee, head: way.exit };
                let changes = self.changes(exit, after, &way.assigned, &mut Vec::new());
                (Some(String::new()), changes)
            }
        };
        PathFormulaView {
            source: self.place(unit, head),
            target: self.place(after.unit, after.head),
            condition,
            changes,
            is_needed: round.core.contains(&position),
        }
    }

    /// Assignments of values, which are written at one head, to variables, which are at another one.
    fn changes(
        &self,
        before: UnitHead,
        after: UnitHead,
        next: &[(FlatVariable, TermId)],
        inputs: &mut Vec<VariableId>,
    ) -> Vec<(String, Option<String>)> {
        let program = &self.units[after.unit.index()];
        let mut change = |&(variable, value): &(FlatVariable, TermId)| {
            // What stays the same is no change.
            if before.unit == after.unit && program.current[variable] == value {
                return None;
            }
            let name = self.text(after.unit, after.head, program.current[variable]);
            let name = name.unwrap_or_else(|| program.flat.full_name(variable));
            Some((name, self.text_with(before, value, inputs)))
        };
        next.iter().filter_map(&mut change).collect()
    }
}

/// Which edges of the graph are on the path.
fn path_edges(round: &AbstractionRound) -> Vec<bool> {
    let mut is_on_path = vec![false; round.edges.len()];
    // The path begins at the first node.
    let mut at = 0;
    let mut calls = Vec::new();
    for &(_, step) in &round.path {
        let source = if let UnitStep::Return(..) = step { calls.pop().unwrap_or(at) } else { at };
        // The first one found leads to exactly the region of its target.
        let found = round.edges.iter().position(|edge| edge.source == source && edge.step == step);
        let Some(found) = found else { break };
        is_on_path[found] = true;
        if let UnitStep::Call(_) = step {
            calls.push(source);
        }
        at = round.edges[found].target;
    }
    is_on_path
}

fn negated(text: &str) -> String {
    let is_word = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if is_word { format!("!{text}") } else { format!("!({text})") }
}
