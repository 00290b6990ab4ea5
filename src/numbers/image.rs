//! What values may be where equations hold, as points that span them.

use std::collections::BTreeMap;

use bitvec::{Operator, Sort, TermId, Terms, inverse};

/// A sum of multiples of terms, and a constant, modulo 2^width.
#[derive(Clone, Default, Debug)]
struct Sum {
    factors: BTreeMap<TermId, u64>,
    constant: u64,
}

impl Sum {
    fn add(&mut self, other: &Sum, times: u64, mask: u64) {
        self.constant = self.constant.wrapping_add(other.constant.wrapping_mul(times)) & mask;
        for (&term, &factor) in &other.factors {
            let sum = self.factors.get(&term).copied().unwrap_or(0).wrapping_add(factor.wrapping_mul(times)) & mask;
            match sum {
                0 => self.factors.remove(&term),
                sum => self.factors.insert(term, sum),
            };
        }
    }

    /// Puts what a term is in its place.
    fn put(&mut self, term: TermId, is: &Sum, mask: u64) {
        if let Some(factor) = self.factors.remove(&term) {
            self.add(is, factor, mask);
        }
    }
}

/// Linear equations in triangular form: what is solved occurs nowhere else.
#[derive(Debug)]
struct Equations {
    mask: u64,
    solved: BTreeMap<TermId, Sum>,
}

impl Equations {
    /// Those of the conjuncts of `given` that are equations between terms of a sort; `None` if they contradict each other.
    fn of(terms: &Terms, given: TermId, sort: Sort) -> Option<Self> {
        let mask = sort.mask();
        let conjuncts = match terms.operator(given) {
            Operator::And => terms.operands(given),
            _ => std::slice::from_ref(&given),
        };
        let mut equations = Self { mask, solved: BTreeMap::new() };
        for &conjunct in conjuncts {
            if let (Operator::Equal, &[a, b]) = (terms.operator(conjunct), terms.operands(conjunct))
                && terms.sort(a) == sort
            {
                let difference = equations.difference(terms, a, b);
                equations.add(difference)?;
            }
        }
        Some(equations)
    }

    /// What is 0 if two terms are equal.
    fn difference(&self, terms: &Terms, a: TermId, b: TermId) -> Sum {
        let mut difference = self.reduced(terms, a);
        difference.add(&self.reduced(terms, b), self.mask, self.mask);
        difference
    }

    /// A term without what is solved.
    fn reduced(&self, terms: &Terms, term: TermId) -> Sum {
        let mut found = sum(terms, term, self.mask);
        for (&term, is) in &self.solved {
            found.put(term, is, self.mask);
        }
        found
    }

    /// Adds that a sum is 0; `None` if it is not.
    fn add(&mut self, mut sum: Sum) -> Option<()> {
        let Some((&term, &factor)) = sum.factors.iter().find(|&(_, factor)| factor % 2 == 1) else {
            // One that holds modulo less is not used.
            return (!sum.factors.is_empty() || sum.constant == 0).then_some(());
        };
        sum.factors.remove(&term);
        let mut is = Sum::default();
        is.add(&sum, inverse(factor).wrapping_neg(), self.mask);
        self.solved.values_mut().for_each(|other| other.put(term, &is, self.mask));
        self.solved.insert(term, is);
        Some(())
    }
}

/// Points whose affine hull modulo 2^width contains the values of terms, all of one width, in every model of `given`; `None` if its
/// equations contradict each other.
///
/// Of `given` those conjuncts are used that are equations between terms of that width; what is no sum may have any value.
pub fn affine_image(terms: &Terms, given: TermId, values: &[TermId]) -> Option<Vec<Vec<u64>>> {
    let Some(sort @ Sort::Bits(_)) = values.first().map(|&value| terms.sort(value)) else { return Some(Vec::new()) };
    let equations = Equations::of(terms, given, sort)?;
    let values: Vec<Sum> = values.iter().map(|&value| equations.reduced(terms, value)).collect();
    let mut free: Vec<TermId> = values.iter().flat_map(|value| value.factors.keys().copied()).collect();
    free.sort_unstable();
    free.dedup();
    let origin = values.iter().map(|value| value.constant).collect();
    let along = |term: &TermId| {
        let factor = |value: &Sum| value.factors.get(term).copied().unwrap_or(0);
        values.iter().map(|value| value.constant.wrapping_add(factor(value)) & equations.mask).collect()
    };
    Some(std::iter::once(origin).chain(free.iter().map(along)).collect())
}

/// Whether an equation between numbers holds in every model of `given`, or in none, as far as the equations there tell.
pub fn affine_truth(terms: &Terms, given: TermId, equation: TermId) -> Option<bool> {
    let (Operator::Equal, &[a, b]) = (terms.operator(equation), terms.operands(equation)) else { return None };
    let difference = Equations::of(terms, given, terms.sort(a))?.difference(terms, a, b);
    difference.factors.is_empty().then_some(difference.constant == 0)
}

/// A term as a sum; what is none counts as a whole.
fn sum(terms: &Terms, term: TermId, mask: u64) -> Sum {
    let mut found = Sum::default();
    let mut open = vec![(term, 1_u64)];
    while let Some((term, times)) = open.pop() {
        let operands = terms.operands(term);
        match (terms.operator(term), operands) {
            (Operator::Constant(value), _) => {
                found.constant = found.constant.wrapping_add(value.wrapping_mul(times)) & mask
            }
            (Operator::Add, _) => open.extend(operands.iter().map(|&part| (part, times))),
            (Operator::Multiply, &[factor, part]) if terms.value(factor).is_some() => {
                open.push((part, terms.value(factor).unwrap_or(1).wrapping_mul(times)));
            }
            _ => {
                let one = Sum { factors: BTreeMap::from([(term, 1)]), constant: 0 };
                found.add(&one, times & mask, mask);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AffineHull;
    use base::each_case;
    use bitvec::{Evaluation, Substitution};

    #[test]
    fn the_hull_of_the_points_contains_all_values() {
        each_case(|random| {
            let mut terms = Terms::new();
            let width = 3;
            let variables: Vec<TermId> = (0..3).map(|_| terms.variable(Sort::Bits(width))).collect();
            let mut linear = |terms: &mut Terms| {
                let mut parts = vec![terms.bits(width, random.below(8) as u64)];
                for &variable in &variables {
                    let factor = terms.bits(width, random.below(8) as u64);
                    parts.push(terms.multiply(factor, variable));
                }
                terms.sum(&parts)
            };
            let mut given = Vec::new();
            for _ in 0..2 {
                let (a, b) = (linear(&mut terms), linear(&mut terms));
                given.push(terms.equal(a, b));
            }
            let values = [linear(&mut terms), linear(&mut terms)];
            let given = terms.all(&given);
            let asked = terms.equal(values[0], values[1]);
            let points = affine_image(&terms, given, &values);
            let hull = points.map(|points| {
                let mut hull = AffineHull::new(u32::from(width), &points[0]);
                points.iter().for_each(|point| hull.add(point));
                hull
            });
            let coordinates: Vec<TermId> = values.iter().map(|_| terms.variable(Sort::Bits(width))).collect();
            let inside = hull.map(|hull| hull.conditions(&coordinates, &mut terms));
            let inside = inside.map_or(Terms::FALSE, |conditions| terms.all(&conditions));
            let mut put = Substitution::new(coordinates.iter().copied().zip(values));
            let inside = put.apply(&mut terms, inside);
            for all in 0..512_u64 {
                let assigned = |variable| {
                    let at = variables.iter().position(|&own| terms.term_of(variable) == own);
                    all >> (3 * at.unwrap_or(0)) & 7
                };
                let mut evaluation = Evaluation::new(&terms, assigned);
                let holds = evaluation.holds(given);
                assert!(!holds || evaluation.holds(inside), "{all} {values:?}");
                let truth = affine_truth(&terms, given, asked);
                assert!(!holds || truth.is_none_or(|truth| truth == evaluation.holds(asked)), "{all} {asked:?}");
            }
        });
    }
}
