//! An incremental solver for formulas.

use rustc_hash::{FxHashMap, FxHashSet};

use super::blast::Blaster;
use super::sat::{Batsat, Literal, SatSolver};
use super::term::{Evaluation, Operator, TermId, Terms, VariableId};
use base::{Observer, Stop};

/// Whether some values of the variables make everything true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The [model](Solver::model) does.
    Satisfiable,
    /// None do; not even those that only the [core](Solver::core) restricts.
    Unsatisfiable,
}

/// What a solver has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SolverStatistics {
    /// The number of searches.
    pub queries: u64,
    /// The number of conflicts in all searches.
    pub conflicts: u64,
    /// The number of clauses added, without learnt ones.
    pub clauses: u64,
    /// The number of Boolean variables.
    pub variables: u32,
}

/// Values of variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    values: FxHashMap<VariableId, u64>,
}

impl Model {
    /// The value of a variable, 0 where any would do; of Booleans, 1 or 0.
    pub fn of(&self, variable: VariableId) -> u64 {
        self.values.get(&variable).copied().unwrap_or(0)
    }

    /// The value of a term; of Booleans, 1 or 0.
    pub fn value(&self, terms: &Terms, term: TermId) -> u64 {
        self.evaluation(terms).value(term)
    }

    /// The values of terms, each computed once.
    pub fn evaluation<'t>(&'t self, terms: &'t Terms) -> Evaluation<'t, impl FnMut(VariableId) -> u64> {
        Evaluation::new(terms, |variable| self.of(variable))
    }
}

/// The maximum number of conflicts in one search: some ten seconds.
const CONFLICTS: u64 = 100_000;
/// The maximum number of clauses, without learnt ones: about 400 MB.
const CLAUSES: u64 = 10_000_000;

/// Decides whether formulas have a model, under assumptions that differ from query to query. Everything that was
/// translated or learnt is kept for later queries.
///
/// There are no scopes: what is to hold in some queries only is asserted as an implication by a Boolean variable, which
/// these queries assume, and whose negation is asserted in the end.
///
/// All terms that a solver sees are of the same [`Terms`].
pub struct Solver<S = Batsat> {
    pub(super) blaster: Blaster<S>,
    pub(super) asserted: Vec<TermId>,
    core: Vec<TermId>,
    conflict_limit: u64,
    queries: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver without assertions, with generous limits.
    pub fn new() -> Self {
        Self::with_limits(CONFLICTS, CLAUSES)
    }

    /// A solver that gives up a search after so many conflicts, and translation at so many clauses.
    pub fn with_limits(conflicts: u64, clauses: u64) -> Self {
        Self {
            blaster: Blaster::new(Batsat::default(), clauses),
            asserted: Vec::new(),
            core: Vec::new(),
            conflict_limit: conflicts,
            queries: 0,
        }
    }
}

impl<S: SatSolver> Solver<S> {
    /// Makes a Boolean term true for ever.
    ///
    /// # Errors
    /// If there are too many clauses, or if the observer stops it. Then it is not asserted.
    pub fn assert(&mut self, terms: &Terms, term: TermId, observer: &mut dyn Observer) -> Result<(), Stop> {
        // Conjuncts one by one, disjuncts in one clause.
        let mut clauses = Vec::new();
        for &conjunct in parts(terms, &term) {
            let clause: Vec<Literal> = match terms.operator(conjunct) {
                Operator::Not => {
                    let negated = parts(terms, &terms.operands(conjunct)[0]);
                    negated
                        .iter()
                        .map(|&term| Ok(!self.literal(terms, term, observer)?))
                        .collect::<Result<_, Stop>>()?
                }
                _ => vec![self.literal(terms, conjunct, observer)?],
            };
            clauses.push(clause);
        }
        clauses.iter().for_each(|clause| self.blaster.gates().clause(clause));
        self.asserted.push(term);
        Ok(())
    }

    /// Whether everything asserted and all assumptions, Boolean terms, can be true at once.
    ///
    /// # Errors
    /// If there are too many clauses or conflicts, or if the observer stops it. The solver can be used on.
    pub fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        observer: &mut dyn Observer,
    ) -> Result<Answer, Stop> {
        let literals = assumptions
            .iter()
            .map(|&term| self.literal(terms, term, observer))
            .collect::<Result<Vec<Literal>, Stop>>()?;
        let answer = self.search(&literals, observer)?;
        if answer == Answer::Unsatisfiable {
            let needed: FxHashSet<Literal> = self.sat().core().iter().copied().collect();
            let mut taken = FxHashSet::default();
            let wanted = |&(_, literal): &(&TermId, &Literal)| needed.contains(literal) && taken.insert(*literal);
            self.core = assumptions.iter().zip(&literals).filter(wanted).map(|(&term, _)| term).collect();
        }
        Ok(answer)
    }

    /// The values of variables that the last query has found. Contract: it was satisfiable, and nothing was asked since.
    pub fn model(&self) -> Model {
        let mut values = FxHashMap::default();
        for (variable, bits) in self.blaster.variables() {
            values.insert(variable, self.number(bits));
        }
        Model { values }
    }

    /// Assumptions of the last query, in their order, that contradict what is asserted. Contract: it was unsatisfiable.
    pub fn core(&self) -> &[TermId] {
        &self.core
    }

    /// A core of the last query of which no assumption can be spared; or fewer could be, but the number of
    /// queries to find out was not enough. Contract: the last query was unsatisfiable.
    ///
    /// # Errors
    /// As for [`Self::check`]; [`Self::core`] is still a core.
    pub fn minimal_core(
        &mut self,
        terms: &Terms,
        queries: u32,
        observer: &mut dyn Observer,
    ) -> Result<&[TermId], Stop> {
        let mut core = std::mem::take(&mut self.core);
        let mut at = 0;
        for _ in 0..queries {
            if at >= core.len() {
                break;
            }
            let rest: Vec<TermId> = [&core[..at], &core[at + 1..]].concat();
            match self.check(terms, &rest, observer) {
                Ok(Answer::Satisfiable) => at += 1,
                // Those before `at` are needed in every core within this one.
                Ok(Answer::Unsatisfiable) => core = std::mem::take(&mut self.core),
                Err(stop) => {
                    self.core = core;
                    return Err(stop);
                }
            }
        }
        self.core = core;
        Ok(&self.core)
    }

    /// What was done so far.
    pub fn statistics(&self) -> SolverStatistics {
        SolverStatistics {
            queries: self.queries,
            conflicts: self.sat().conflict_count(),
            clauses: self.blaster.clause_count(),
            variables: self.sat().variable_count(),
        }
    }

    pub(super) fn sat(&self) -> &S {
        self.blaster.sat()
    }

    pub(super) fn literal(
        &mut self,
        terms: &Terms,
        term: TermId,
        observer: &mut dyn Observer,
    ) -> Result<Literal, Stop> {
        self.blaster.literal(terms, term, observer)
    }

    pub(super) fn search(&mut self, assumptions: &[Literal], observer: &mut dyn Observer) -> Result<Answer, Stop> {
        self.queries += 1;
        let found = self.blaster.gates().sat_mut().solve(assumptions, self.conflict_limit, observer)?;
        Ok(if found { Answer::Satisfiable } else { Answer::Unsatisfiable })
    }

    /// The number that some bits are in the model.
    fn number(&self, bits: &[Literal]) -> u64 {
        bits.iter().rev().fold(0, |number, &bit| number << 1 | u64::from(self.sat().value(bit)))
    }
}

/// The conjuncts of a term.
fn parts<'t>(terms: &'t Terms, term: &'t TermId) -> &'t [TermId] {
    match terms.operator(*term) {
        Operator::And => terms.operands(*term),
        _ => std::slice::from_ref(term),
    }
}
