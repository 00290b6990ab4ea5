//! Conditions of simple shapes that hold at heads: of all candidates the greatest set that every block keeps (Houdini: Flanagan,
//! Leino, FME 2001).
//!
//! Weakest preconditions repeat what the program says, one round of a loop after the other; bounds of variables and relations between them that
//! no condition of the program mentions are found here.

use rustc_hash::FxHashSet;

use super::check_proof::Invariants;
use crate::blocks::{Block, BlockId, BlockProgram, FlatVariable, HeadId};
use base::{CompactSort, Idx, IndexVec, Observer, Phase, Progress, Stop};
use bitvec::{Answer, Operator, Solver, Sort, Substitution, TermId, Terms};
use program::objects::{IntegerType, Type};

/// With more variables at a head, only those are compared that some term of a block mentions together.
const FEW_VARIABLES: usize = 12;

/// A head has at most this many candidates.
const CANDIDATES: usize = 500;

/// With at most this many constants variables are compared.
const CONSTANTS: usize = 8;

/// At most this many questions are asked.
const QUERIES: u32 = 1_000;

/// Conditions at the heads that hold at the entry of each loop and are kept by every block; together they are a proof of themselves.
/// None are found if that takes too many questions.
///
/// # Errors
/// If the observer ends the search.
pub fn templates(
    program: &BlockProgram<'_>,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<Invariants, Stop> {
    let none = IndexVec::filled(Vec::new(), program.heads.len());
    let mut kept = none.clone();
    let constants = constants(program, terms);
    for head in kept.indices() {
        if head != BlockProgram::ENTRY && program.blocks_from(head).next().is_some() {
            kept[head] = candidates(program, head, &constants, terms);
        }
    }
    let mut sources: IndexVec<HeadId, Solver> = program.heads.iter().map(|_| Solver::new()).collect();
    let mut queries = 0;
    let mut pending: Vec<BlockId> = program.blocks.indices().rev().collect();
    while let Some(id) = pending.pop() {
        let block = &program.blocks[id];
        if kept[block.target].is_empty() {
            continue;
        }
        let images = block.next.iter().map(|&(variable, value)| (program.current[variable], value));
        let mut put = Substitution::new(images);
        let ends: Vec<(TermId, TermId)> =
            kept[block.target].iter().map(|&candidate| (candidate, put.apply(terms, candidate))).collect();
        let mut lost = FxHashSet::default();
        loop {
            let open: Vec<TermId> =
                ends.iter().filter(|(candidate, _)| !lost.contains(candidate)).map(|&(_, end)| end).collect();
            let held = terms.all(&open);
            let fails = terms.not(held);
            let mut assumptions = kept[block.source].clone();
            // Its own candidates are lost on both sides.
            assumptions.retain(|candidate| block.source != block.target || !lost.contains(candidate));
            assumptions.extend([block.guard, fails]);
            queries += 1;
            if queries > QUERIES {
                return Ok(none);
            }
            observer.ask(Progress { phase: Phase::Checking, states: queries, frontier: u32::at(pending.len()) })?;
            match sources[block.source].check(terms, &assumptions, observer) {
                Ok(Answer::Unsatisfiable) => break,
                Ok(Answer::Satisfiable) => {}
                Err(stop) if stop.ends_the_run() => return Err(stop),
                Err(_) => return Ok(none),
            }
            let model = sources[block.source].model();
            let mut model = model.evaluation(terms);
            lost.extend(ends.iter().filter(|&&(_, end)| !model.holds(end)).map(|&(candidate, _)| candidate));
        }
        if !lost.is_empty() {
            kept[block.target].retain(|candidate| !lost.contains(candidate));
            let again = program.blocks_from(block.target).map(|(id, _)| id);
            let new: Vec<BlockId> = again.filter(|id| !pending.contains(id)).collect();
            pending.extend(new);
        }
    }
    Ok(kept)
}

/// The numbers in conditions and values of blocks.
fn constants(program: &BlockProgram<'_>, terms: &Terms) -> Vec<TermId> {
    let roots =
        |block: &Block| std::iter::once(block.guard).chain(block.next.iter().map(|&(_, value)| value)).collect();
    let roots: Vec<TermId> = program.blocks.iter().flat_map(|block| -> Vec<TermId> { roots(block) }).collect();
    let mut found: Vec<TermId> = terms.subterms(&roots);
    found.retain(|&term| terms.value(term).is_some() && terms.sort(term) != Sort::Boolean);
    found.compact_sort();
    found
}

fn candidates(program: &BlockProgram<'_>, head: HeadId, constants: &[TermId], terms: &mut Terms) -> Vec<TermId> {
    let live = &program.heads[head].live;
    let integer = |variable: FlatVariable| match program.flat.type_of(variable) {
        Type::Integer(ty) => Some((program.current[variable], ty)),
        _ => None,
    };
    let numbers: Vec<(TermId, IntegerType)> = live.iter().filter_map(|&variable| integer(variable)).collect();
    let mut found = Vec::new();
    for &variable in live.iter().filter(|&&variable| integer(variable).is_none()) {
        let term = program.current[variable];
        found.extend([term, terms.not(term)]);
    }
    let together = together(program, head, terms);
    for (position, &(a, ty)) in numbers.iter().enumerate() {
        for &(b, _) in numbers[position + 1..].iter().filter(|&&(_, other)| other == ty) {
            if numbers.len() <= FEW_VARIABLES || together.contains(&(a.min(b), a.max(b))) {
                let pair = [terms.equal(a, b), less_or_equal(terms, ty, a, b), less_or_equal(terms, ty, b, a)];
                found.extend(pair);
            }
        }
    }
    for &(a, ty) in &numbers {
        let (least, greatest) = limits(ty);
        let [zero, one, least, greatest] = [0, 1, least, greatest].map(|n| terms.bits(ty.bits, n));
        let is_least = terms.equal(a, least);
        let is_greatest = terms.equal(a, greatest);
        found.extend([terms.not(is_least), terms.not(is_greatest)]);
        let low = terms.and(a, one);
        found.extend([terms.equal(low, zero), terms.equal(low, one)]);
        let width = Sort::Bits(ty.bits);
        let own = constants.iter().copied().filter(|&constant| terms.sort(constant) == width);
        let mut own: Vec<TermId> = own.take(CONSTANTS).chain([zero, one]).collect();
        own.compact_sort();
        own.dedup();
        for constant in own {
            let [below, above] = [less_or_equal(terms, ty, a, constant), less_or_equal(terms, ty, constant, a)];
            found.extend([terms.equal(a, constant), below, above]);
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|&term| terms.value(term).is_none() && seen.insert(term));
    found.truncate(CANDIDATES);
    found
}

/// The pairs of variables that a comparison or a value of a block mentions together, for blocks that begin or end at a head.
fn together(program: &BlockProgram<'_>, head: HeadId, terms: &Terms) -> FxHashSet<(TermId, TermId)> {
    let mut pairs = FxHashSet::default();
    let blocks = program.blocks_from(head).chain(program.blocks_to(head));
    for (_, block) in blocks {
        let roots: Vec<TermId> = std::iter::once(block.guard).chain(block.next.iter().map(|&(_, v)| v)).collect();
        for term in terms.subterms(&roots) {
            let variables = |term: &TermId| matches!(terms.operator(*term), Operator::Variable(_));
            let own: Vec<TermId> = terms.operands(term).iter().copied().filter(variables).collect();
            for (position, &a) in own.iter().enumerate() {
                pairs.extend(own[position + 1..].iter().map(|&b| (a.min(b), a.max(b))));
            }
        }
    }
    pairs
}

fn less_or_equal(terms: &mut Terms, ty: IntegerType, a: TermId, b: TermId) -> TermId {
    if ty.signed { terms.signed_less_or_equal(a, b) } else { terms.unsigned_less_or_equal(a, b) }
}

/// The bits of the least and the greatest number.
fn limits(ty: IntegerType) -> (u64, u64) {
    let sort = Sort::Bits(ty.bits);
    match ty.signed {
        true => (sort.sign_bit(), sort.mask() ^ sort.sign_bit()),
        false => (0, sort.mask()),
    }
}
