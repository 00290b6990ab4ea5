//! Functions of whole terms: value, substitution, variables, size.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::{Operator, Sort, TermId, Terms, VariableId, meaning};
use base::CompactSort;

/// The values of terms under one assignment, each computed once.
pub struct Evaluation<'t, F> {
    terms: &'t Terms,
    assignment: F,
    values: FxHashMap<TermId, u64>,
}

impl<'t, F: FnMut(VariableId) -> u64> Evaluation<'t, F> {
    /// Bits of the assigned values that a variable does not have are dropped.
    pub fn new(terms: &'t Terms, assignment: F) -> Self {
        Self { terms, assignment, values: FxHashMap::default() }
    }

    /// The value of a term; of Booleans, 1 or 0.
    pub fn value(&mut self, term: TermId) -> u64 {
        let terms = self.terms;
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            if self.values.contains_key(&next) {
                stack.pop();
                continue;
            }
            let (operands, sort) = (terms.operands(next), terms.sort(next));
            let value = match terms.operator(next) {
                Operator::Constant(value) => value,
                Operator::Variable(variable) => (self.assignment)(variable) & sort.mask(),
                operator => {
                    let before = stack.len();
                    stack.extend(operands.iter().filter(|operand| !self.values.contains_key(operand)));
                    if stack.len() > before {
                        continue;
                    }
                    let values: SmallVec<[(u64, Sort); 4]> =
                        operands.iter().map(|operand| (self.values[operand], terms.sort(*operand))).collect();
                    meaning::apply(operator, sort, &values)
                }
            };
            self.values.insert(next, value);
            stack.pop();
        }
        self.values[&term]
    }

    /// Whether a Boolean term is true.
    pub fn holds(&mut self, term: TermId) -> bool {
        self.value(term) == 1
    }
}

/// Replaces terms, usually variables, all at once. What was replaced is remembered for the next term.
#[derive(Clone, Default)]
pub struct Substitution {
    images: FxHashMap<TermId, TermId>,
}

impl Substitution {
    /// Replaces each first term by the second one, of the same sort.
    pub fn new(images: impl IntoIterator<Item = (TermId, TermId)>) -> Self {
        Self { images: images.into_iter().collect() }
    }

    /// Also replaces this term, where no term that contains it was replaced before.
    pub fn put(&mut self, term: TermId, image: TermId) {
        self.images.insert(term, image);
    }

    /// The term with everything replaced, simplified.
    pub fn apply(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            if self.images.contains_key(&next) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.operands(next).iter().filter(|operand| !self.images.contains_key(operand)));
            if stack.len() > before {
                continue;
            }
            let operands: SmallVec<[TermId; 4]> =
                terms.operands(next).iter().map(|operand| self.images[operand]).collect();
            let same = operands[..] == *terms.operands(next);
            let image = if same { next } else { terms.build(terms.operator(next), terms.sort(next), &operands) };
            debug_assert_eq!(terms.sort(next), terms.sort(image));
            self.images.insert(next, image);
            stack.pop();
        }
        self.images[&term]
    }
}

impl Terms {
    /// All terms in these, each once, operands before what they are operands of.
    pub fn subterms(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut ordered = Vec::new();
        // A term is left after its operands.
        let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
        while let Some((term, leave)) = stack.pop() {
            if leave {
                ordered.push(term);
            } else if seen.insert(term) {
                stack.push((term, true));
                stack.extend(self.operands(term).iter().rev().map(|&operand| (operand, false)));
            }
        }
        ordered
    }

    /// The variables in a term, in ascending order.
    pub fn variables(&self, term: TermId) -> Vec<VariableId> {
        self.variables_of(&[term])
    }

    /// The variables in these terms, in ascending order.
    pub fn variables_of(&self, roots: &[TermId]) -> Vec<VariableId> {
        let variable = |term| match self.operator(term) {
            Operator::Variable(variable) => Some(variable),
            _ => None,
        };
        let mut variables: Vec<VariableId> = self.subterms(roots).into_iter().filter_map(variable).collect();
        variables.compact_sort();
        variables
    }

    /// The number of different terms in these.
    pub fn size(&self, roots: &[TermId]) -> usize {
        self.subterms(roots).len()
    }
}
