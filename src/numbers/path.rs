//! Steps in a row: values that take them, or predicates that exclude them.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use base::{Observer, Stop};
use bitvec::{Answer, Model, Operator, Solver, Sort, Substitution, TermId, Terms};

/// A core is made smaller by at most this many questions.
const CORE_QUERIES: u32 = 50;

/// So many comparisons are made from choices at most.
const LIFTED: usize = 20_000;

/// So few atoms are all taken: those that one path needs may say too much about it.
const FEW: usize = 8;

/// A condition is projected to at most this many atoms.
const PROJECTED: usize = 8;

/// A step of a path, over the variables of the path: a guard, and what is assigned all at once.
#[derive(Clone, Debug)]
pub struct PathStep {
    /// When it is taken.
    pub guard: TermId,
    /// The variables that it assigns, and their values before it.
    pub next: Vec<(TermId, TermId)>,
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
    let (guards, values) = over_beginning(steps, terms);
    let mut solver = Solver::new();
    if solver.check(terms, &guards, observer)? == Answer::Satisfiable {
        return Ok(PathCheck::Feasible(solver.model()));
    }
    let core = solver.minimal_core(terms, CORE_QUERIES, observer)?;
    let needed = (0..guards.len()).filter(|&i| core.contains(&guards[i])).collect();
    Ok(PathCheck::Infeasible(InfeasiblePath { steps, guards, values, needed }))
}

/// Whether no values take a path; why is not looked for, which takes longer by far.
///
/// # Errors
/// If the observer ends the search.
pub fn is_infeasible(steps: &[PathStep], terms: &mut Terms, observer: &mut dyn Observer) -> Result<bool, Stop> {
    let (guards, _) = over_beginning(steps, terms);
    Ok(Solver::new().check(terms, &guards, observer)? == Answer::Unsatisfiable)
}

/// The guards of a path over the variables at its beginning, and before every step the values of the variables assigned so far.
fn over_beginning(steps: &[PathStep], terms: &mut Terms) -> (Vec<TermId>, Vec<Substitution>) {
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
    (guards, values)
}

/// The name of an atom at the beginning of a step, if it has one; from the values of the variables there, over those at the
/// beginning of the path.
pub type NameAtom<'a> = &'a mut dyn FnMut(&mut Terms, usize, TermId, &mut Substitution) -> Option<TermId>;

impl InfeasiblePath<'_> {
    /// The values of variables before a step, over those at the beginning of the path.
    pub fn values(&self, step: usize) -> Substitution {
        self.values[step].clone()
    }

    /// The variables before each step on which it depends that the path is infeasible.
    pub fn relevant(&self, terms: &Terms) -> Vec<BTreeSet<TermId>> {
        let mut relevant = BTreeSet::new();
        let mut all = Vec::new();
        for (position, PathStep { guard, next }) in self.steps.iter().enumerate().rev() {
            let mut read = Vec::new();
            for (variable, value) in next {
                if relevant.remove(variable) {
                    read.push(*value);
                }
            }
            read.extend(self.needed.contains(&position).then_some(*guard));
            relevant.extend(terms.variables_of(&read).into_iter().map(|variable| terms.term_of(variable)));
            all.push(relevant.clone());
        }
        all.reverse();
        all
    }

    /// The atoms of weakest preconditions of its end, before each step but the first, the last step first: those that have a name
    /// there. With `only_needed`, and where there are more than a few, those whose values on the way there contradict the
    /// precondition; then the steps before must exclude all that these do not.
    ///
    /// # Errors
    /// If the observer ends the search.
    pub fn atoms(
        &self,
        only_needed: bool,
        name: NameAtom<'_>,
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
            weakest = lift_choices(terms, weakest);
            if weakest == Terms::FALSE {
                break;
            }
            let mut there = self.values[step].clone();
            let found = atoms(terms, weakest);
            let named = found.iter().filter_map(|&atom| Some((atom, name(terms, step, atom, &mut there)?)));
            let named: Vec<(TermId, TermId)> = named.collect();
            let are_few = named.len() == found.len() && found.len() <= FEW;
            if only_needed
                && !are_few
                && let Some((kept, rest)) = self.project(step, weakest, &named, terms, observer)?
            {
                weakest = rest;
                all.push((step, kept.into_iter().map(|at| named[at].1).collect()));
            } else {
                all.push((step, named.into_iter().map(|(_, name)| name).collect()));
            }
        }
        Ok(all)
    }

    /// Of the atoms of a condition before a step those whose values on the way there contradict it, and all that it says of these:
    /// what the region before the step must exclude. `None` if the condition is possible as far as the atoms tell.
    fn project(
        &self,
        step: usize,
        condition: TermId,
        atoms: &[(TermId, TermId)],
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Option<(Vec<usize>, TermId)>, Stop> {
        let mut there = self.values[step].clone();
        let names: Vec<TermId> = atoms.iter().map(|_| terms.variable(Sort::Boolean)).collect();
        let named = atoms.iter().zip(&names).map(|(&(atom, _), &name)| (atom, name));
        let skeleton = Substitution::new(named).apply(terms, condition);
        // Atoms without a name are possible for any values of the variables that they mention.
        let others = terms.variables(skeleton).into_iter().map(|v| terms.term_of(v));
        let others: Vec<TermId> = others.filter(|variable| !names.contains(variable)).collect();
        let others = others.into_iter().map(|variable| (variable, terms.variable(terms.sort(variable))));
        let skeleton = Substitution::new(others.collect::<Vec<_>>()).apply(terms, skeleton);
        let mut solver = Solver::new();
        solver.assert(terms, skeleton, observer)?;
        for &before in self.needed.iter().filter(|&&before| before < step) {
            solver.assert(terms, self.guards[before], observer)?;
        }
        let links = atoms.iter().zip(&names).map(|(&(atom, _), &name)| {
            let value = there.apply(terms, atom);
            terms.iff(name, value)
        });
        let links: Vec<TermId> = links.collect();
        if solver.check(terms, &links, observer)? == Answer::Satisfiable {
            return Ok(None);
        }
        let core = solver.minimal_core(terms, CORE_QUERIES, observer)?;
        let kept: Vec<usize> = (0..links.len()).filter(|&at| core.contains(&links[at])).collect();
        if kept.len() > PROJECTED {
            return Ok(Some((kept, condition)));
        }
        let over: Vec<TermId> = kept.iter().map(|&at| names[at]).collect();
        let mut cubes: Vec<Vec<(TermId, bool)>> = Vec::new();
        Solver::new().all_models(terms, skeleton, &over, observer, &mut |cube| {
            cubes.push(cube.to_vec());
            Ok(())
        })?;
        let named = atoms.iter().zip(&names).map(|(&(atom, _), &name)| (name, atom));
        let mut atom_of = Substitution::new(named);
        let mut possible = Vec::new();
        for cube in cubes {
            let literal = |(name, value): (TermId, bool)| if value { name } else { terms.not(name) };
            let literals: Vec<TermId> = cube.into_iter().map(literal).collect();
            let cube = terms.all(&literals);
            possible.push(atom_of.apply(terms, cube));
        }
        Ok(Some((kept, terms.any(&possible))))
    }
}

/// The same condition with comparisons of chosen values as choices between comparisons, so that what decides is an atom of its
/// own.
fn lift_choices(terms: &mut Terms, condition: TermId) -> TermId {
    let mut images = Substitution::default();
    let mut compared: FxHashMap<(Operator, [TermId; 2]), TermId> = FxHashMap::default();
    for term in terms.subterms(&[condition]) {
        let operator = terms.operator(term);
        if matches!(operator, Operator::Equal | Operator::UnsignedLess | Operator::SignedLess) {
            let operands = [terms.operands(term)[0], terms.operands(term)[1]];
            let image = compare_choices(terms, operator, operands, &mut images, &mut compared);
            images.put(term, image);
        }
    }
    images.apply(terms, condition)
}

/// A comparison as a choice between comparisons; as it is where there would be too many.
fn compare_choices(
    terms: &mut Terms,
    operator: Operator,
    operands: [TermId; 2],
    images: &mut Substitution,
    compared: &mut FxHashMap<(Operator, [TermId; 2]), TermId>,
) -> TermId {
    let mut stack = vec![operands];
    while let Some(&[a, b]) = stack.last() {
        if compared.contains_key(&(operator, [a, b])) {
            stack.pop();
            continue;
        }
        let choice = [a, b].iter().position(|&operand| terms.operator(operand) == Operator::Ite);
        let image = match choice {
            Some(side) if compared.len() < LIFTED => {
                let choice = [a, b][side];
                let [condition, yes, no] = [0, 1, 2].map(|at| terms.operands(choice)[at]);
                let with = |branch| if side == 0 { [branch, b] } else { [a, branch] };
                let [yes, no] = [with(yes), with(no)];
                let known = |pair| compared.get(&(operator, pair)).copied();
                let (Some(yes), Some(no)) = (known(yes), known(no)) else {
                    stack.extend([yes, no]);
                    continue;
                };
                let condition = images.apply(terms, condition);
                terms.ite(condition, yes, no)
            }
            _ => terms.build(operator, Sort::Boolean, &[a, b]),
        };
        compared.insert((operator, [a, b]), image);
        stack.pop();
    }
    compared[&(operator, operands)]
}

/// The Boolean parts of a term that are not put together from other Boolean terms.
pub fn atoms(terms: &Terms, term: TermId) -> Vec<TermId> {
    let is_atom = |&term: &TermId| {
        let operator = terms.operator(term);
        let is_put_together =
            matches!(operator, Operator::Not | Operator::And | Operator::Xor | Operator::Ite | Operator::Constant(_));
        terms.sort(term) == Sort::Boolean && !is_put_together
    };
    terms.subterms(&[term]).into_iter().filter(is_atom).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Silent;

    #[test]
    fn lifted_choices_mean_the_same() {
        let mut terms = Terms::new();
        let [c, d] = [0; 2].map(|_| terms.variable(Sort::Boolean));
        let [x, y, z] = [0; 3].map(|_| terms.variable(Sort::Bits(4)));
        let inner = terms.ite(d, y, z);
        let (one, other) = (terms.ite(c, x, inner), terms.ite(d, z, x));
        let sum = terms.add(one, y);
        let comparisons = [terms.equal(one, other), terms.signed_less(one, other), terms.unsigned_less(other, sum)];
        let condition = terms.any(&comparisons);
        let lifted = lift_choices(&mut terms, condition);
        let differ = terms.xor(condition, lifted);
        assert_eq!(Solver::new().check(&terms, &[differ], &mut Silent).unwrap(), Answer::Unsatisfiable);
        // What decides is an atom of its own, and what is compared is no choice.
        let found = atoms(&terms, lifted);
        assert!(found.contains(&c) && found.contains(&d));
        let chosen = |&atom: &TermId| terms.operands(atom).iter().any(|&of| terms.operator(of) == Operator::Ite);
        assert!(!found.iter().any(chosen));
    }
}
