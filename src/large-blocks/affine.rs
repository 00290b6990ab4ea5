//! Affine relations between variables, modulo 2^width: for every head the least affine space that contains all states there that
//! any block leads to from the spaces of other heads (Müller-Olm, Seidl, TOPLAS 2007; found by models as in King, Søndergaard,
//! CAV 2008).
//!
//! They say that two counters keep step, whatever the blocks do: no other search for proofs guesses `sum == 2 * i`, since no condition
//! of the program has the difference. As equations modulo 2^width they are not lost when numbers wrap around.

use rustc_hash::FxHashSet;

use super::check_proof::Invariants;
use crate::blocks::{BlockId, BlockProgram, FlatVariable, HeadId};
use base::{CompactSort, Idx, IndexVec, Observer, Phase, Progress, Stop};
use bitvec::{Answer, Operator, Solver, Substitution, TermId, Terms, VariableId};
use numbers::AffineHull;
use program::objects::Type;

/// At most this many variables of one width are related at a head, those first that are computed from others.
const VARIABLES: usize = 16;

/// Equations that do not hold modulo 2^width hold modulo 2 to this power at most.
const BITS: u32 = 3;

/// At most this many questions are asked.
const QUERIES: u32 = 500;

/// Equations at the heads that every block keeps, as conditions; together they are a proof of themselves. None are found if
/// that takes too many questions, or where no block computes with numbers.
///
/// # Errors
/// If the observer ends the search.
pub fn affine_relations(
    program: &BlockProgram<'_>,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<Invariants, Stop> {
    let relevant = Relevant::new(program, terms);
    let spaces: IndexVec<HeadId, Vec<Space>> =
        program.heads.indices().map(|head| spaces(program, head, &relevant, terms)).collect();
    let mut search = Search {
        program,
        spaces,
        is_reached: IndexVec::filled(false, program.heads.len()),
        solvers: program.heads.iter().map(|_| Solver::new()).collect(),
        queries: 0,
    };
    search.is_reached[BlockProgram::ENTRY] = true;
    let is_found = search.spaces.iter().any(|spaces| !spaces.is_empty()) && search.run(terms, observer)?;
    let equations = |head: HeadId| if is_found { search.equations(head, terms) } else { Vec::new() };
    Ok(program.heads.indices().map(equations).collect())
}

/// Variables of one width at a head, and how they are related.
struct Space {
    variables: Vec<TermId>,
    /// `None` if no state was found.
    hull: Option<AffineHull>,
}

struct Search<'a, 'p> {
    program: &'a BlockProgram<'p>,
    spaces: IndexVec<HeadId, Vec<Space>>,
    is_reached: IndexVec<HeadId, bool>,
    /// For the blocks that begin at each head.
    solvers: IndexVec<HeadId, Solver>,
    queries: u32,
}

impl Search<'_, '_> {
    /// Adds states to the spaces until no block leaves them. Whether it came to that.
    fn run(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<bool, Stop> {
        let mut pending: Vec<BlockId> = self.program.blocks_from(BlockProgram::ENTRY).map(|(id, _)| id).collect();
        while let Some(id) = pending.pop() {
            let target = self.program.blocks[id].target;
            // Nothing is asked of where runs end.
            if self.program.blocks_from(target).next().is_none() {
                continue;
            }
            match self.close(id, u32::at(pending.len()), terms, observer) {
                Ok(Some(true)) => {
                    let next = self.program.blocks_from(target).map(|(id, _)| id);
                    let new: Vec<BlockId> = next.filter(|id| !pending.contains(id)).collect();
                    pending.extend(new);
                }
                Ok(Some(false)) => {}
                Ok(None) => return Ok(false),
                Err(stop) if stop.ends_the_run() => return Err(stop),
                Err(_) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Adds states until a block does not leave the spaces at its end: whether any were added. `None` if there were too many questions.
    fn close(
        &mut self,
        id: BlockId,
        frontier: u32,
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Option<bool>, Stop> {
        let block = &self.program.blocks[id];
        let images = block.next.iter().map(|&(variable, value)| (self.program.current[variable], value));
        let mut put = Substitution::new(images);
        let mut assumptions = self.equations(block.source, terms);
        assumptions.push(block.guard);
        let mut changed = false;
        loop {
            let inside = self.equations(block.target, terms);
            let inside = terms.all(&inside);
            let after = put.apply(terms, inside);
            if after == Terms::TRUE {
                return Ok(Some(changed));
            }
            let leaves = terms.not(after);
            self.queries += 1;
            if self.queries > QUERIES {
                return Ok(None);
            }
            observer.ask(Progress { phase: Phase::Checking, states: self.queries, frontier })?;
            // A block from a head to itself begins where it may have led.
            if changed && block.source == block.target {
                assumptions = self.equations(block.source, terms);
                assumptions.push(block.guard);
            }
            assumptions.push(leaves);
            let solver = &mut self.solvers[block.source];
            if solver.check(terms, &assumptions, observer)? == Answer::Unsatisfiable {
                return Ok(Some(changed));
            }
            assumptions.pop();
            changed = true;
            self.is_reached[block.target] = true;
            let model = solver.model();
            for space in &mut self.spaces[block.target] {
                let values: Vec<TermId> = space.variables.iter().map(|&variable| put.apply(terms, variable)).collect();
                let mut model = model.evaluation(terms);
                let point: Vec<u64> = values.into_iter().map(|value| model.value(value)).collect();
                match &mut space.hull {
                    Some(hull) => hull.add(&point),
                    None => space.hull = Some(AffineHull::new(terms.sort(space.variables[0]).width(), &point)),
                }
                space.hull.iter_mut().for_each(|hull| hull.weaken(BITS));
            }
        }
    }

    /// What is known at a head; where runs end, nothing.
    fn equations(&self, head: HeadId, terms: &mut Terms) -> Vec<TermId> {
        if !self.is_reached[head] && self.program.blocks_from(head).next().is_some() {
            return vec![Terms::FALSE];
        }
        let mut found = Vec::new();
        for Space { variables, hull } in &self.spaces[head] {
            found.extend(hull.iter().flat_map(|hull| hull.conditions(variables, terms)));
        }
        found
    }
}

/// The variables to which a block assigns what is computed from others, and those that have their values from the same variables
/// or inputs.
struct Relevant {
    computed: FxHashSet<FlatVariable>,
    others: FxHashSet<FlatVariable>,
}

impl Relevant {
    fn new(program: &BlockProgram<'_>, terms: &Terms) -> Self {
        let assigned = program.blocks.iter().flat_map(|block| &block.next);
        let computes = |term: &TermId| matches!(terms.operator(*term), Operator::Add | Operator::Multiply);
        let computed = assigned.filter(|&&(_, value)| terms.subterms(&[value]).iter().any(computes));
        let computed: FxHashSet<FlatVariable> = computed.map(|&(variable, _)| variable).collect();
        let mut others = FxHashSet::default();
        for block in &program.blocks {
            let values = block.next.iter().filter(|(variable, _)| computed.contains(variable));
            let values: Vec<TermId> = values.map(|&(_, value)| value).collect();
            let sources = terms.variables_of(&values);
            let is_source = |variable: &VariableId| sources.binary_search(variable).is_ok();
            let shares = |value: TermId| terms.variables(value).iter().any(is_source);
            others.extend(block.next.iter().filter(|&&(_, value)| shares(value)).map(|&(variable, _)| variable));
            let live = program.heads[block.target].live.iter().copied();
            others.extend(live.filter(|&variable| shares(program.current[variable])));
        }
        Self { computed, others }
    }
}

/// The relevant variables at a head of each width that a computed one there has, with no state yet.
fn spaces(program: &BlockProgram<'_>, head: HeadId, relevant: &Relevant, terms: &Terms) -> Vec<Space> {
    if head == BlockProgram::ENTRY || program.blocks_from(head).next().is_none() {
        return Vec::new();
    }
    let Relevant { computed, others } = relevant;
    let live = program.heads[head].live.iter().copied();
    let integers = live.filter(|&variable| matches!(program.flat.type_of(variable), Type::Integer(_)));
    let (mut first, rest): (Vec<FlatVariable>, Vec<FlatVariable>) =
        integers.partition(|variable| computed.contains(variable));
    let mut widths: Vec<u8> = first.iter().map(|&variable| terms.width(program.current[variable])).collect();
    widths.compact_sort();
    widths.dedup();
    first.extend(rest.into_iter().filter(|variable| others.contains(variable)));
    let space = |width: u8| {
        let all = first.iter().map(|&variable| program.current[variable]);
        let own = all.filter(|&variable| terms.width(variable) == width).take(VARIABLES);
        Space { variables: own.collect(), hull: None }
    };
    widths.into_iter().map(space).collect()
}
