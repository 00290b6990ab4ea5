//! All models, as far as some Boolean terms show them.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::sat::{Literal, SatSolver};
use super::solver::{Answer, Solver};
use super::term::{TermId, Terms, VariableId};
use base::{CollectByInsertion, CompactSort, Observer, Stop};

/// Values of some Boolean terms; the others may have any.
pub type Cube = [(TermId, bool)];

/// How often the variables that a model needs are searched for fewer.
const SHRINKING: usize = 3;

impl<S: SatSolver> Solver<S> {
    /// All combinations of values that the Boolean terms `over` have in models of the formula and of what is asserted.
    /// They are passed on as cubes: values for some of the terms, in their order, so that with every combination of the others
    /// the whole is such a combination. Each combination is in some cube and may be in several.
    ///
    /// A term is left out of a cube if the formula is true whatever the variables of this term are, by a core, and nothing
    /// else in `over` depends on these. Variables in asserted terms are never taken for irrelevant.
    ///
    /// # Errors
    /// If there are too many clauses or conflicts, if the observer stops it, or if `each` does. The cubes so far were right, and the
    /// solver can be used on.
    pub fn all_models(
        &mut self,
        terms: &Terms,
        formula: TermId,
        over: &[TermId],
        observer: &mut dyn Observer,
        each: &mut dyn FnMut(&Cube) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let wanted = self.literal(terms, formula, observer)?;
        let literals =
            over.iter().map(|&term| self.literal(terms, term, observer)).collect::<Result<Vec<Literal>, Stop>>()?;
        let relevance = Relevance::new(terms, formula, over, &self.asserted);
        // Blocking clauses hold only for this enumeration.
        let active = self.blaster.gates().variable();
        let result = loop {
            match self.search(&[wanted, active], observer) {
                Ok(Answer::Satisfiable) => {}
                Ok(Answer::Unsatisfiable) => break Ok(()),
                Err(stop) => break Err(stop),
            }
            let values: Vec<bool> = literals.iter().map(|&literal| self.sat().value(literal)).collect();
            let chosen: Vec<Literal> = literals.iter().zip(&values).map(|(&l, &v)| l.negated_if(!v)).collect();
            let kept = match self.kept(wanted, &chosen, &relevance, observer) {
                Ok(kept) => kept,
                Err(stop) => break Err(stop),
            };
            let cube: Vec<_> = kept.iter().map(|&at| (over[at], values[at])).collect();
            if let Err(stop) = each(&cube) {
                break Err(stop);
            }
            let mut clause: Vec<Literal> = kept.iter().map(|&at| !chosen[at]).collect();
            clause.push(!active);
            self.blaster.gates().clause(&clause);
        };
        self.blaster.gates().clause(&[!active]);
        result
    }

    /// The positions of terms whose values in the current model are needed in its cube.
    fn kept(
        &mut self,
        wanted: Literal,
        chosen: &[Literal],
        relevance: &Relevance,
        observer: &mut dyn Observer,
    ) -> Result<Vec<usize>, Stop> {
        let all = (0..chosen.len()).collect();
        if !relevance.any_is_free {
            return Ok(all);
        }
        let bits = self.bits_in_model();
        // Variables whose values make the formula true on their own. Those that no term needs come first, as cores prefer
        // what is assumed first.
        let mut needed: Vec<VariableId> = relevance.variables.clone();
        for _ in 0..SHRINKING {
            let before = needed.len();
            let mut assumed: Vec<Literal> = needed.iter().flat_map(|variable| bits[variable].iter().copied()).collect();
            assumed.push(!wanted);
            if self.search(&assumed, observer)? == Answer::Satisfiable {
                // The formula depends on more than its variables: never.
                return Ok(all);
            }
            let core: FxHashSet<Literal> = self.sat().core().iter().copied().collect();
            needed.retain(|variable| bits[variable].iter().any(|bit| core.contains(bit)));
            if needed.len() == before {
                break;
            }
        }
        let fixed: FxHashSet<VariableId> = needed.iter().chain(&relevance.asserted).copied().collect();
        let assumed: Vec<Literal> = bits
            .iter()
            .filter(|(variable, _)| fixed.contains(variable))
            .flat_map(|(_, bits)| bits.iter().copied())
            .collect();
        let mut users: FxHashMap<VariableId, u32> = FxHashMap::default();
        for variables in &relevance.of_terms {
            variables.iter().filter(|v| !fixed.contains(v)).for_each(|&v| *users.entry(v).or_default() += 1);
        }
        let mut kept: Vec<usize> = Vec::new();
        for (at, variables) in relevance.of_terms.iter().enumerate() {
            let free: Vec<&VariableId> = variables.iter().filter(|variable| !fixed.contains(variable)).collect();
            let alone = !free.is_empty() && free.iter().all(|variable| users[variable] == 1);
            let both = alone && {
                let mut assumed = assumed.clone();
                assumed.push(!chosen[at]);
                self.search(&assumed, observer)? == Answer::Satisfiable
            };
            if !both {
                kept.push(at);
            }
        }
        Ok(kept)
    }

    /// The bits of all variables, each as the literal that is true in the current model.
    fn bits_in_model(&self) -> BTreeMap<VariableId, Vec<Literal>> {
        let of = |bits: &[Literal]| bits.iter().map(|&bit| bit.negated_if(!self.sat().value(bit))).collect();
        self.blaster.variables().map(|(variable, bits)| (variable, of(bits))).collect_by_insertion()
    }
}

/// Which variables occur where.
struct Relevance {
    /// In the formula; those that occur in none of the terms first.
    variables: Vec<VariableId>,
    /// In what is asserted.
    asserted: Vec<VariableId>,
    /// In each of the terms.
    of_terms: Vec<Vec<VariableId>>,
    /// Whether any of the terms has a variable of its own, or else none can be left out.
    any_is_free: bool,
}

impl Relevance {
    fn new(terms: &Terms, formula: TermId, over: &[TermId], asserted: &[TermId]) -> Self {
        let asserted = terms.variables_of(asserted);
        let of_terms: Vec<Vec<VariableId>> = over.iter().map(|&term| terms.variables(term)).collect();
        let mut users: FxHashMap<VariableId, u32> = FxHashMap::default();
        of_terms.iter().flatten().for_each(|&variable| *users.entry(variable).or_default() += 1);
        let own = |variable: &VariableId| users[variable] == 1 && asserted.binary_search(variable).is_err();
        let any_is_free = of_terms.iter().flatten().any(own);
        let mut variables = terms.variables(formula);
        variables.compact_sort_by_key(|variable| users.contains_key(variable));
        Self { variables, asserted, of_terms, any_is_free }
    }
}
