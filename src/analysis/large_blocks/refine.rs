//! Paths to the error location: a run, or new predicates that exclude it.

use crate::base::{Observer, Stop};
use crate::program::blocks::{BlockId, BlockProgram};
use crate::solve::{Answer, Solver, Sort, Substitution, TermId, Terms};

use super::path::{BlockInputs, Renaming, Values, after, substitution};
use super::predicates::{Allowed, Predicates, atoms};
use super::trace::{Trace, TraceStep};

/// A core is made smaller by at most this many questions.
const CORE_QUERIES: u32 = 50;

/// What a path has turned out to be.
pub enum Refinement {
    /// A run takes it.
    Feasible(Trace),
    /// No run does, and there are new predicates.
    Refined,
    /// No run does, but there are no new predicates.
    Stuck,
}

/// A path as formulas over the variables at the entry and copies of the inputs.
struct Unrolled {
    /// The conditions of its blocks.
    guards: Vec<TermId>,
    /// The values before every block.
    values: Vec<Values>,
    renamings: Vec<Renaming>,
}

/// Looks whether a run takes a path. If not, weakest preconditions of its end are put together from conditions on the variables at
/// each head; those that a proof of infeasibility needs become predicates there.
///
/// # Errors
/// If the observer ends the search.
pub fn refine(
    program: &BlockProgram<'_>,
    inputs: &BlockInputs,
    path: &[BlockId],
    predicates: &mut Predicates,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<Refinement, Stop> {
    let Unrolled { guards, values, renamings } = unroll(program, inputs, path, terms);
    let mut solver = Solver::new();
    if solver.check(terms, &guards, observer)? == Answer::Satisfiable {
        let model = solver.model();
        let mut model = model.evaluation(terms);
        let steps = path.iter().zip(&renamings).map(|(&block, renaming)| {
            let inputs = inputs.of(block).iter();
            let inputs = inputs.filter_map(|&input| Some((input, model.value(renaming.known(input)?)))).collect();
            TraceStep { block, inputs }
        });
        let steps = steps.collect();
        let entry = &program.heads[BlockProgram::ENTRY].live;
        let initial = entry.iter().map(|&v| (v, model.value(program.current[v]))).collect();
        return Ok(Refinement::Feasible(Trace { initial, steps }));
    }
    let core: Vec<TermId> = solver.core().to_vec();
    let needed: Vec<usize> = (0..guards.len()).filter(|&i| core.contains(&guards[i])).collect();
    let Some(&last) = needed.last() else { return Ok(Refinement::Stuck) };
    let mut refined = false;
    for only_needed in [true, false] {
        let mut weakest = Terms::TRUE;
        // At the entry nothing is known.
        for step in (1..=last).rev() {
            let block = &program.blocks[path[step]];
            let images = inputs.of(path[step]).iter().filter_map(|&input| Some((input, renamings[step].known(input)?)));
            let mut renamed = Substitution::new(images.collect::<Vec<_>>());
            let next = block.next.iter().map(|&(v, value)| (program.current[v], renamed.apply(terms, value)));
            let next: Vec<(TermId, TermId)> = next.collect();
            weakest = Substitution::new(next).apply(terms, weakest);
            if needed.contains(&step) {
                let guard = renamed.apply(terms, block.guard);
                weakest = terms.and(weakest, guard);
            }
            if weakest == Terms::FALSE {
                break;
            }
            let mut found = atoms(terms, weakest);
            if only_needed {
                let before: Vec<TermId> = needed.iter().filter(|&&i| i < step).map(|&i| guards[i]).collect();
                found = needed_atoms(program, weakest, &found, &values[step], &before, terms, observer)?;
            }
            let allowed = Allowed::new(program, block.source);
            for atom in found.into_iter().filter(|&atom| allowed.covers(terms, atom)).collect::<Vec<_>>() {
                refined |= predicates.add(terms, block.source, atom);
            }
        }
        if refined {
            return Ok(Refinement::Refined);
        }
    }
    Ok(Refinement::Stuck)
}

fn unroll(program: &BlockProgram<'_>, inputs: &BlockInputs, path: &[BlockId], terms: &mut Terms) -> Unrolled {
    let entry = &program.heads[BlockProgram::ENTRY].live;
    let mut now: Values = entry.iter().map(|&v| (v, program.current[v])).collect();
    let mut unrolled = Unrolled { guards: Vec::new(), values: Vec::new(), renamings: Vec::new() };
    for &id in path {
        let block = &program.blocks[id];
        let mut renaming = Renaming::default();
        let mut put = substitution(program, terms, inputs.of(id), &now, &mut renaming);
        unrolled.guards.push(put.apply(terms, block.guard));
        let next = after(program, terms, block, &now, &mut put);
        unrolled.values.push(std::mem::replace(&mut now, next));
        unrolled.renamings.push(renaming);
    }
    unrolled
}

/// Of the atoms of a condition on the variables at a head those whose values on the way there contradict it.
fn needed_atoms(
    program: &BlockProgram<'_>,
    condition: TermId,
    atoms: &[TermId],
    values: &Values,
    before: &[TermId],
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<Vec<TermId>, Stop> {
    let put: Vec<(TermId, TermId)> = values.iter().map(|(&v, &value)| (program.current[v], value)).collect();
    let mut put = Substitution::new(put);
    let names: Vec<(TermId, TermId)> = atoms.iter().map(|&a| (a, terms.variable(Sort::Boolean))).collect();
    let skeleton = Substitution::new(names.clone()).apply(terms, condition);
    let mut solver = Solver::new();
    solver.assert(terms, skeleton, observer)?;
    for &guard in before {
        solver.assert(terms, guard, observer)?;
    }
    let links: Vec<(TermId, TermId)> = names
        .iter()
        .map(|&(atom, name)| {
            let there = put.apply(terms, atom);
            (terms.iff(name, there), atom)
        })
        .collect();
    let assumptions: Vec<TermId> = links.iter().map(|&(link, _)| link).collect();
    if solver.check(terms, &assumptions, observer)? == Answer::Satisfiable {
        // An atom inside of another one stands for itself as well.
        return Ok(atoms.to_vec());
    }
    let core = solver.minimal_core(terms, CORE_QUERIES, observer)?;
    Ok(links.into_iter().filter(|(link, _)| core.contains(link)).map(|(_, atom)| atom).collect())
}
