//! Paths to the error location: a run, or new predicates that exclude it.

use std::collections::BTreeMap;

use crate::base::{Observer, Stop};
use crate::program::blocks::{BlockId, BlockProgram};
use crate::solve::{Answer, Model, Solver, Sort, Substitution, TermId, Terms};

use super::path::{BlockInputs, PathStep, block_steps, trace_step};
use super::predicates::{Allowed, Predicates, atoms};
use super::trace::Trace;

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
    let (steps, renamings) = block_steps(program, inputs, path, terms);
    let infeasible = match check_path(&steps, terms, observer)? {
        PathCheck::Infeasible(infeasible) => infeasible,
        PathCheck::Feasible(model) => {
            let mut model = model.evaluation(terms);
            let steps = path.iter().zip(&renamings);
            let steps = steps.map(|(&block, renaming)| trace_step(inputs, block, renaming, &mut model)).collect();
            let entry = &program.heads[BlockProgram::ENTRY].live;
            let initial = entry.iter().map(|&v| (v, model.value(program.current[v]))).collect();
            return Ok(Refinement::Feasible(Trace { initial, steps }));
        }
    };
    let mut refined = false;
    for only_needed in [true, false] {
        for (step, found) in infeasible.atoms(only_needed, terms, observer)? {
            let source = program.blocks[path[step]].source;
            let allowed = Allowed::new(program, source);
            for atom in found.into_iter().filter(|&atom| allowed.covers(terms, atom)).collect::<Vec<_>>() {
                refined |= predicates.add(terms, source, atom);
            }
        }
        if refined {
            return Ok(Refinement::Refined);
        }
    }
    Ok(Refinement::Stuck)
}

/// Whether values of the variables at its beginning and of the inputs take a path.
pub enum PathCheck<'a> {
    /// These do.
    Feasible(Model),
    /// None do.
    Infeasible(InfeasiblePath<'a>),
}

/// A path that no run takes.
pub struct InfeasiblePath<'a> {
    steps: &'a [PathStep],
    /// The guards, over the variables at the beginning.
    guards: Vec<TermId>,
    /// Before every step, the values of the variables assigned so far.
    values: Vec<Substitution>,
    /// The steps whose guards contradict each other.
    pub needed: Vec<usize>,
}

/// Looks whether any values take a path.
///
/// # Errors
/// If the observer ends the search.
pub fn check_path<'a>(
    steps: &'a [PathStep],
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<PathCheck<'a>, Stop> {
    let mut assigned: BTreeMap<TermId, TermId> = BTreeMap::new();
    let (mut guards, mut values) = (Vec::new(), Vec::new());
    for step in steps {
        let mut now = Substitution::new(assigned.iter().map(|(&variable, &value)| (variable, value)));
        guards.push(now.apply(terms, step.guard));
        for &(variable, value) in &step.next {
            assigned.insert(variable, now.apply(terms, value));
        }
        values.push(now);
    }
    let mut solver = Solver::new();
    if solver.check(terms, &guards, observer)? == Answer::Satisfiable {
        return Ok(PathCheck::Feasible(solver.model()));
    }
    let core = solver.core();
    let needed = (0..guards.len()).filter(|&i| core.contains(&guards[i])).collect();
    Ok(PathCheck::Infeasible(InfeasiblePath { steps, guards, values, needed }))
}

impl InfeasiblePath<'_> {
    /// The atoms of weakest preconditions of its end, before each step but the first, the last step first. With `only_needed`
    /// those whose values on the way there contradict the precondition.
    ///
    /// # Errors
    /// If the observer ends the search.
    pub fn atoms(
        &self,
        only_needed: bool,
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Vec<(usize, Vec<TermId>)>, Stop> {
        let last = self.needed.last().copied().unwrap_or(0);
        let mut weakest = Terms::TRUE;
        let mut all = Vec::new();
        // At the entry nothing is known.
        for step in (1..=last).rev() {
            let PathStep { guard, next } = &self.steps[step];
            weakest = Substitution::new(next.iter().copied()).apply(terms, weakest);
            if self.needed.contains(&step) {
                weakest = terms.and(weakest, *guard);
            }
            if weakest == Terms::FALSE {
                break;
            }
            let mut found = atoms(terms, weakest);
            if only_needed {
                found = self.needed_atoms(step, weakest, &found, terms, observer)?;
            }
            all.push((step, found));
        }
        Ok(all)
    }

    /// Of the atoms of a condition before a step those whose values on the way there contradict it.
    fn needed_atoms(
        &self,
        step: usize,
        condition: TermId,
        atoms: &[TermId],
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Vec<TermId>, Stop> {
        let mut put = self.values[step].clone();
        let names: Vec<(TermId, TermId)> = atoms.iter().map(|&a| (a, terms.variable(Sort::Boolean))).collect();
        let skeleton = Substitution::new(names.clone()).apply(terms, condition);
        let mut solver = Solver::new();
        solver.assert(terms, skeleton, observer)?;
        for &before in self.needed.iter().filter(|&&before| before < step) {
            solver.assert(terms, self.guards[before], observer)?;
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
}
