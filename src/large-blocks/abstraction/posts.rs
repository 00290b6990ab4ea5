//! Abstract posts: the strongest region after a step that holds all states to which the step leads from a region.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::blocks::{BlockCall, BlockId, BlockProgram, FlatVariable, HeadId, UnitHead, UnitId};
use base::{IndexVec, Observer, Resource, Stop};
use bdd::Bdd;
use bitvec::{Answer, Solver, Substitution, TermId, Terms};

use super::super::predicates::PredicateId;
use super::regions::Regions;

/// Which regions there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PredicateAbstraction {
    /// All sets of valuations (Boolean abstraction): a post is computed from all models.
    #[default]
    Boolean,
    /// Conjunctions of predicates and negated ones (Cartesian abstraction): a post needs two questions for each predicate, but
    /// forgets how predicates depend on each other.
    Cartesian,
}

/// A step of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnitStep {
    /// A block.
    Block(BlockId),
    /// A call begins: the number of it in [`BlockProgram::calls`].
    Call(usize),
    /// A call returns: its number, and that of the way.
    Return(usize, usize),
}

impl UnitStep {
    /// Where the step begins and ends; the end of a call is in its callee.
    pub fn ends(self, units: &[BlockProgram<'_>], unit: UnitId) -> (HeadId, UnitHead) {
        let program = unit_of(units, unit);
        let here = |head| UnitHead { unit, head };
        match self {
            UnitStep::Block(block) => (program.blocks[block].source, here(program.blocks[block].target)),
            UnitStep::Call(call) => {
                let called = &program.calls[call];
                (called.head, UnitHead { unit: called.callee, head: BlockProgram::ENTRY })
            }
            UnitStep::Return(call, way) => (program.calls[call].head, here(program.calls[call].returns[way].target)),
        }
    }
}

/// A step of a unit from a region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RegionStep {
    /// The unit.
    pub unit: UnitId,
    /// The step.
    pub step: UnitStep,
    /// The region before it.
    pub before: Bdd,
    /// For a return, the region in which the callee returns; otherwise true.
    pub exit: Bdd,
}

/// A unit of a program.
pub(super) fn unit_of<'a, 'p>(units: &'a [BlockProgram<'p>], unit: UnitId) -> &'a BlockProgram<'p> {
    &units[unit.0 as usize]
}

/// Replaces the values that variables had when the unit was entered by the current ones, if the head is only passed then.
pub(super) fn at_entry(program: &BlockProgram<'_>, head: HeadId) -> Vec<(TermId, TermId)> {
    let returns = |call: &BlockCall| call.returns.iter().any(|way| way.target == head);
    if head != BlockProgram::ENTRY || program.blocks_to(head).next().is_some() || program.calls.iter().any(returns) {
        return Vec::new();
    }
    program.copies.iter().map(|&(variable, copy)| (copy, program.current[variable])).collect()
}

/// A step as a formula.
struct StepFormula {
    solver: Solver,
    /// When it is taken.
    guard: TermId,
    /// What a region before the step means before it.
    before: Substitution,
    /// What the region of the callee's exit means before it.
    exit: Substitution,
    /// What a predicate after the step means before it.
    after: Substitution,
}

/// The posts that are known.
pub struct Posts<'a, 'p> {
    units: &'a [BlockProgram<'p>],
    abstraction: PredicateAbstraction,
    formulas: BTreeMap<(UnitId, UnitStep), StepFormula>,
    /// By the step, and the number of predicates after it, which only grows.
    known: FxHashMap<(RegionStep, usize), Bdd>,
    /// Questions to solvers.
    pub queries: u64,
    /// How many questions may be asked.
    pub limit: u64,
}

impl<'a, 'p> Posts<'a, 'p> {
    /// None yet.
    pub fn new(units: &'a [BlockProgram<'p>], abstraction: PredicateAbstraction, limit: u64) -> Self {
        Self { units, abstraction, formulas: BTreeMap::new(), known: FxHashMap::default(), queries: 0, limit }
    }

    /// Whether the post is known.
    pub fn is_known(&self, step: RegionStep, predicates: usize) -> bool {
        self.known.contains_key(&(step, predicates))
    }

    /// The states after a step, as far as the predicates after it show them.
    ///
    /// # Errors
    /// If the observer ends the search, or a limit is reached.
    pub fn post(
        &mut self,
        from: RegionStep,
        predicates: &IndexVec<PredicateId, TermId>,
        regions: &mut Regions,
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Bdd, Stop> {
        let RegionStep { unit, step, before, exit } = from;
        let key = (from, predicates.len());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        if self.queries >= self.limit {
            return Err(Stop::Budget(Resource::Queries, self.limit));
        }
        let units = self.units;
        let formula = self.formulas.entry((unit, step)).or_insert_with(|| StepFormula::new(units, unit, step, terms));
        let given = regions.term(terms, before);
        let given = formula.before.apply(terms, given);
        let returned = regions.term(terms, exit);
        let returned = formula.exit.apply(terms, returned);
        let taken = terms.all(&[given, formula.guard, returned]);
        let images = predicates.iter().map(|&predicate| (predicate, formula.after.apply(terms, predicate)));
        let images: Vec<(TermId, TermId)> = images.collect();
        let asked = formula.solver.statistics().queries;
        let limit = self.limit;
        let question = PostQuestion { solver: &mut formula.solver, taken, images, limit, left: limit - self.queries };
        let found = match self.abstraction {
            PredicateAbstraction::Boolean => question.all_valuations(regions, terms, observer),
            PredicateAbstraction::Cartesian => question.determined(regions, terms, observer),
        };
        self.queries += formula.solver.statistics().queries - asked;
        let found = found?;
        regions.keep(found);
        self.known.insert(key, found);
        Ok(found)
    }
}

impl StepFormula {
    fn new(units: &[BlockProgram<'_>], unit: UnitId, step: UnitStep, terms: &mut Terms) -> Self {
        let program = unit_of(units, unit);
        let (source, _) = step.ends(units, unit);
        let entered = at_entry(program, source);
        let (mut guard, mut exit, mut after) = (Terms::TRUE, Vec::new(), entered.clone());
        match step {
            UnitStep::Block(block) => {
                let block = &program.blocks[block];
                guard = block.guard;
                after.extend(block.next.iter().map(|&(variable, value)| (program.current[variable], value)));
            }
            UnitStep::Call(call) => {
                let call = &program.calls[call];
                let callee = unit_of(units, call.callee);
                after = entry_values(callee, &call.passed, terms);
                let begins = callee.copies.iter().zip(&after);
                let begins: Vec<_> = begins.map(|(&(v, _), &(_, value))| (callee.current[v], value)).collect();
                after.extend(begins);
            }
            UnitStep::Return(call, way) => {
                let call = &program.calls[call];
                let callee = unit_of(units, call.callee);
                exit = entry_values(callee, &call.passed, terms);
                // The callee may be the same unit as the caller.
                for &current in &callee.current {
                    exit.push((current, terms.variable(terms.sort(current))));
                }
                let mut inside = Substitution::new(exit.iter().copied());
                for &(variable, value) in &call.returns[way].assigned {
                    after.push((program.current[variable], inside.apply(terms, value)));
                }
            }
        }
        Self {
            solver: Solver::new(),
            guard,
            before: Substitution::new(entered),
            exit: Substitution::new(exit),
            after: Substitution::new(after),
        }
    }
}

/// The values that the callee's variables have when it is entered, for their copies: what is passed, or anything.
pub(super) fn entry_values(
    callee: &BlockProgram<'_>,
    passed: &[(FlatVariable, TermId)],
    terms: &mut Terms,
) -> Vec<(TermId, TermId)> {
    let value = |terms: &mut Terms, variable, copy| {
        let known = passed.iter().find(|&&(v, _)| v == variable).map(|&(_, value)| value);
        known.unwrap_or_else(|| terms.variable(terms.sort(copy)))
    };
    callee.copies.iter().map(|&(variable, copy)| (copy, value(terms, variable, copy))).collect()
}

/// Which valuations of predicates there are after a step.
struct PostQuestion<'s> {
    solver: &'s mut Solver,
    /// When the step is taken from the region.
    taken: TermId,
    /// What each predicate after it means before it.
    images: Vec<(TermId, TermId)>,
    /// How many questions may be asked in all, and how many of them are left.
    limit: u64,
    left: u64,
}

impl PostQuestion<'_> {
    /// All valuations of predicates after a step.
    fn all_valuations(self, regions: &mut Regions, terms: &Terms, observer: &mut dyn Observer) -> Result<Bdd, Stop> {
        let Self { solver, taken, images, left, limit } = self;
        let mut fixed = Vec::new();
        let mut over: Vec<TermId> = Vec::new();
        for &(predicate, image) in &images {
            match terms.value(image) {
                Some(value) => fixed.push((predicate, value == 1)),
                None => over.push(image),
            }
        }
        // A term that stands for several predicates is there as often, so that no cube leaves it out.
        let mut found = Bdd::FALSE;
        let mut count = 0;
        solver.all_models(terms, taken, &over, observer, &mut |cube| {
            count += 1;
            if count > left {
                return Err(Stop::Budget(Resource::Queries, limit));
            }
            let of_image = |&(predicate, image): &(TermId, TermId)| {
                let at = cube.iter().find(|&&(term, _)| term == image);
                at.map(|&(_, value)| (predicate, value))
            };
            let cube = regions.cube(images.iter().filter_map(of_image))?;
            found = regions.union(found, cube)?;
            Ok(())
        })?;
        let fixed = regions.cube(fixed)?;
        regions.intersection(found, fixed)
    }

    /// What each predicate is after a step, if it is determined.
    fn determined(self, regions: &mut Regions, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Bdd, Stop> {
        let Self { solver, taken, images, .. } = self;
        if solver.check(terms, &[taken], observer)? == Answer::Unsatisfiable {
            return Ok(Bdd::FALSE);
        }
        let mut known = Vec::new();
        for (predicate, image) in images {
            let negated = terms.not(image);
            for (value, other) in [(true, negated), (false, image)] {
                if solver.check(terms, &[taken, other], observer)? == Answer::Unsatisfiable {
                    known.push((predicate, value));
                    break;
                }
            }
        }
        regions.cube(known)
    }
}
