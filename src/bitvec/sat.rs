//! The SAT solver behind everything: a trait, and its implementation by `batsat`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, Theory, TheoryArg, Var, lbool};

use base::{Observer, Phase, Progress, Resource, Stop};

/// A Boolean variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The literal of a variable that is true if the variable is.
    pub const fn positive(variable: u32) -> Self {
        Self(variable << 1)
    }

    /// The literal of a variable that is true if the variable is not.
    pub const fn negative(variable: u32) -> Self {
        Self(variable << 1 | 1)
    }

    /// The variable.
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the negation of its variable.
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal or its negation: negated if `negate`.
    pub fn negated_if(self, negate: bool) -> Self {
        Self(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Literal {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// An incremental SAT solver. It is deterministic: the same calls give the same models and cores.
pub trait SatSolver {
    /// A new variable, as its positive literal.
    fn variable(&mut self) -> Literal;

    /// Adds a clause for ever.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Whether there is a model in which all assumptions are true.
    ///
    /// # Errors
    /// If the search needs more than this number of conflicts, or if the observer stops it. What was learnt is kept, and
    /// the solver can be used on.
    fn solve(&mut self, assumptions: &[Literal], conflicts: u64, observer: &mut dyn Observer) -> Result<bool, Stop>;

    /// Whether the literal is true in the model that was found last. Contract: the last search found one, and the
    /// variable existed then.
    fn value(&self, literal: Literal) -> bool;

    /// Assumptions that cannot all be true. Contract: the last search found no model.
    fn core(&self) -> &[Literal];

    /// The number of variables.
    fn variable_count(&self) -> u32;

    /// The number of conflicts in all searches.
    fn conflict_count(&self) -> u64;
}

/// Number of decisions between questions to the observer.
const STRIDE: u32 = 1 << 10;

/// The solver of the crate `batsat`.
pub struct Batsat {
    solver: batsat::Solver<Meter>,
    clause: Vec<Lit>,
    assumptions: Vec<Lit>,
    core: Vec<Literal>,
}

impl Default for Batsat {
    fn default() -> Self {
        let meter = Meter { conflicts: 0, limit: 0, stopped: Arc::default() };
        Self {
            solver: batsat::Solver::new(batsat::SolverOpts::default(), meter),
            clause: Vec::new(),
            assumptions: Vec::new(),
            core: Vec::new(),
        }
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.variable()), !literal.is_negative())
}

impl SatSolver for Batsat {
    fn variable(&mut self) -> Literal {
        Literal::positive(self.solver.new_var_default().idx())
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(lit));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Literal], conflicts: u64, observer: &mut dyn Observer) -> Result<bool, Stop> {
        let meter = self.solver.cb_mut();
        meter.limit = meter.conflicts.saturating_add(conflicts);
        meter.stopped.store(false, Ordering::Relaxed);
        let mut watch = Watch { observer, stopped: meter.stopped.clone(), stop: None, levels: 0, decisions: 0 };
        watch.ask();
        if let Some(stop) = watch.stop {
            return Err(stop);
        }
        self.assumptions.clear();
        self.assumptions.extend(assumptions.iter().copied().map(lit));
        let answer = self.solver.solve_limited_th(&mut watch, &self.assumptions);
        self.core.clear();
        if answer == lbool::TRUE {
            return Ok(true);
        }
        if answer == lbool::FALSE {
            // The solver has the clause of negated assumptions, which may hold an assumption twice over.
            let negated = |lit: &Lit| !Literal::positive(lit.var().idx()).negated_if(!lit.sign());
            self.core.extend(self.solver.unsat_core().iter().map(negated));
            return Ok(false);
        }
        Err(watch.stop.unwrap_or(Stop::Budget(Resource::Conflicts, conflicts)))
    }

    fn value(&self, literal: Literal) -> bool {
        self.solver.value_lit(lit(literal)) == lbool::TRUE
    }

    fn core(&self) -> &[Literal] {
        &self.core
    }

    fn variable_count(&self) -> u32 {
        self.solver.num_vars()
    }

    fn conflict_count(&self) -> u64 {
        self.solver.num_conflicts()
    }
}

/// Counts conflicts, and stops a search that has had too many or that the observer has stopped.
struct Meter {
    conflicts: u64,
    limit: u64,
    stopped: Arc<AtomicBool>,
}

impl Callbacks for Meter {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        self.conflicts >= self.limit || self.stopped.load(Ordering::Relaxed)
    }
}

/// Asks the observer during a search. For the solver it is a theory, as these are passed to each search and called
/// before each decision; it accepts everything.
struct Watch<'o> {
    observer: &'o mut dyn Observer,
    stopped: Arc<AtomicBool>,
    stop: Option<Stop>,
    levels: usize,
    decisions: u32,
}

impl Watch<'_> {
    fn ask(&mut self) {
        // Open decisions: none when a search begins.
        let frontier = u32::try_from(self.levels).unwrap_or(u32::MAX);
        let progress = Progress { phase: Phase::Checking, states: 0, frontier };
        if let Err(stop) = self.observer.ask(progress) {
            self.stop = Some(stop);
            self.stopped.store(true, Ordering::Relaxed);
        }
    }
}

impl Theory for Watch<'_> {
    fn final_check(&mut self, _: &mut TheoryArg) {}

    fn partial_check(&mut self, _: &mut TheoryArg) {
        self.decisions = self.decisions.wrapping_add(1);
        if self.decisions.is_multiple_of(STRIDE) && self.stop.is_none() {
            self.ask();
        }
    }

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, n: usize) {
        self.levels -= n;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Patience, Silent};

    /// The pigeonhole principle: so many pigeons do not fit into one hole fewer.
    fn pigeons(sat: &mut Batsat, count: usize) {
        let holes: Vec<Vec<Literal>> = (0..count).map(|_| (1..count).map(|_| sat.variable()).collect()).collect();
        for (at, pigeon) in holes.iter().enumerate() {
            sat.add_clause(pigeon);
            for other in &holes[at + 1..] {
                pigeon.iter().zip(other).for_each(|(&a, &b)| sat.add_clause(&[!a, !b]));
            }
        }
    }

    #[test]
    fn cores_are_subsets_of_the_assumptions() {
        let mut sat = Batsat::default();
        let [a, b, c, d] = std::array::from_fn(|_| sat.variable());
        sat.add_clause(&[!a, b]);
        sat.add_clause(&[!b, c]);
        assert_eq!(sat.solve(&[d, a, !c], u64::MAX, &mut Silent), Ok(false));
        let mut core = sat.core().to_vec();
        core.sort();
        assert_eq!(core, [a, !c]);
        assert_eq!(sat.solve(&[d, !d], u64::MAX, &mut Silent), Ok(false));
        assert_eq!(sat.core().len(), 2);
        sat.add_clause(&[a]);
        assert_eq!(sat.solve(&[d, !c], u64::MAX, &mut Silent), Ok(false));
        assert_eq!(sat.core(), [!c]);
        assert_eq!(sat.solve(&[!d], u64::MAX, &mut Silent), Ok(true));
        assert!(sat.value(c) && sat.value(!d));
        sat.add_clause(&[!c]);
        assert_eq!(sat.solve(&[d], u64::MAX, &mut Silent), Ok(false));
        assert_eq!(sat.core(), []);
    }

    #[test]
    fn conflicts_are_limited_and_the_search_can_go_on() {
        let mut sat = Batsat::default();
        pigeons(&mut sat, 7);
        assert_eq!(sat.solve(&[], 10, &mut Silent), Err(Stop::Budget(Resource::Conflicts, 10)));
        assert!((10..20).contains(&sat.conflict_count()), "{}", sat.conflict_count());
        assert_eq!(sat.solve(&[], u64::MAX, &mut Silent), Ok(false));
    }

    #[test]
    fn the_observer_stops_a_search() {
        let mut sat = Batsat::default();
        pigeons(&mut sat, 9);
        assert_eq!(sat.solve(&[], u64::MAX, &mut Patience(0)), Err(Stop::Cancelled));
        assert_eq!(sat.conflict_count(), 0);
        assert_eq!(sat.solve(&[], u64::MAX, &mut Patience(2)), Err(Stop::Cancelled));
        let conflicts = sat.conflict_count();
        assert!((1..5_000).contains(&conflicts), "{conflicts}");
    }
}
