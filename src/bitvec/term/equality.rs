//! Equality.

use smallvec::SmallVec;

use super::{Operator, Sort, TermId, Terms};

/// How many choices an equality is distributed over.
const CHOICES: usize = 16;

/// What is known of an equality.
enum Step {
    /// It is equivalent to this one.
    Same(TermId, TermId),
    /// It is equivalent to this term.
    Is(TermId),
    /// It is this one or the condition.
    Or(TermId, TermId, TermId),
    /// It is this one and the condition.
    And(TermId, TermId, TermId),
}

impl Terms {
    /// Equality of two terms of any sort.
    pub fn same(&mut self, a: TermId, b: TermId) -> TermId {
        match self.sort(a) {
            Sort::Boolean => self.iff(a, b),
            Sort::Bits(_) => self.equal(a, b),
        }
    }

    /// Whether both have the same value.
    pub fn equal(&mut self, mut a: TermId, mut b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if self.sort(a) == Sort::Boolean {
            return self.iff(a, b);
        }
        // Conditions around the equality, outer ones first.
        let mut around: SmallVec<[(bool, TermId); 4]> = SmallVec::new();
        let mut inner = loop {
            if self.value(a).is_some() || (self.value(b).is_none() && b < a) {
                (a, b) = (b, a);
            }
            let step = match self.value(b) {
                _ if a == b => break Self::TRUE,
                Some(value) => self.equals_constant(a, b, value),
                None => self.equals_term(a, b),
            };
            match step {
                Some(Step::Is(term)) => break term,
                Some(Step::Same(one, other)) => (a, b) = (one, other),
                Some(Step::Or(condition, one, other)) if around.len() < CHOICES => {
                    around.push((false, condition));
                    (a, b) = (one, other);
                }
                Some(Step::And(condition, one, other)) if around.len() < CHOICES => {
                    around.push((true, condition));
                    (a, b) = (one, other);
                }
                _ => break self.intern(Operator::Equal, Sort::Boolean, &self.constant_first(a, b)),
            }
        };
        while let Some((both, condition)) = around.pop() {
            inner = if both { self.and(condition, inner) } else { self.or(condition, inner) };
        }
        inner
    }

    /// A constant first, others in ascending order.
    fn constant_first(&self, a: TermId, b: TermId) -> [TermId; 2] {
        match (self.value(a), self.value(b)) {
            (Some(_), _) => [a, b],
            (None, Some(_)) => [b, a],
            (None, None) => [a.min(b), a.max(b)],
        }
    }

    /// Simplifies the equality of a term with a constant.
    fn equals_constant(&mut self, a: TermId, b: TermId, value: u64) -> Option<Step> {
        let sort = self.sort(a);
        let (operator, operands) = (self.operator(a), self.operands(a));
        match (operator, operands) {
            (Operator::Constant(other), _) => Some(Step::Is(Self::boolean(other == value))),
            (Operator::Not, &[inner]) => Some(Step::Same(inner, self.constant(sort, !value))),
            (Operator::Xor, &[key, rest]) if let Some(key) = self.value(key) => {
                Some(Step::Same(rest, self.constant(sort, value ^ key)))
            }
            (Operator::Multiply, &[factor, inner])
                if let Some(factor) = self.value(factor)
                    && factor % 2 == 1 =>
            {
                Some(Step::Same(inner, self.constant(sort, value.wrapping_mul(inverse(factor)))))
            }
            (Operator::Add, &[first, ref rest @ ..]) if let Some(first) = self.value(first) => {
                let rest: SmallVec<[TermId; 4]> = rest.into();
                let rest = if let [one] = rest[..] { one } else { self.intern(Operator::Add, sort, &rest) };
                Some(Step::Same(rest, self.constant(sort, value.wrapping_sub(first))))
            }
            (Operator::Add, &[one, other]) if value == 0 => {
                let opposite = |term| match (self.operator(term), self.operands(term)) {
                    (Operator::Multiply, &[factor, inner]) if self.value(factor) == Some(sort.mask()) => Some(inner),
                    _ => None,
                };
                match (opposite(one), opposite(other)) {
                    (Some(inner), _) => Some(Step::Same(inner, other)),
                    (None, Some(inner)) => Some(Step::Same(inner, one)),
                    (None, None) => None,
                }
            }
            (Operator::ZeroExtend | Operator::SignExtend, &[inner]) => {
                let narrow = self.constant(self.sort(inner), value);
                let fits = self.fold(operator, sort, &[narrow]) == Some(value);
                Some(if fits { Step::Same(inner, narrow) } else { Step::Is(Self::FALSE) })
            }
            (Operator::Concat, &[high, low]) => {
                let upper = self.constant(self.sort(high), value >> self.width(low));
                let lower = self.constant(self.sort(low), value);
                let upper = self.equal(high, upper);
                let lower = self.equal(low, lower);
                Some(Step::Is(self.and(upper, lower)))
            }
            (Operator::Ite, &[condition, yes, no]) => self.equals_choice(condition, yes, no, b),
            _ if sort == Sort::Bits(1) && value == 0 => {
                let one = self.constant(sort, 1);
                let equal = self.intern(Operator::Equal, Sort::Boolean, &[one, a]);
                Some(Step::Is(self.not(equal)))
            }
            _ => None,
        }
    }

    /// Simplifies the equality of a choice with a term if one branch decides it.
    fn equals_choice(&mut self, condition: TermId, yes: TermId, no: TermId, b: TermId) -> Option<Step> {
        let not_condition = self.not(condition);
        for (condition, not_condition, branch, other) in
            [(condition, not_condition, yes, no), (not_condition, condition, no, yes)]
        {
            if branch == b {
                return Some(Step::Or(condition, other, b));
            }
            if self.value(branch).is_some() && self.value(b).is_some() {
                return Some(Step::And(not_condition, other, b));
            }
        }
        None
    }

    /// Simplifies the equality of two different terms that are not constant.
    fn equals_term(&mut self, a: TermId, b: TermId) -> Option<Step> {
        match (self.operator(a), self.operator(b)) {
            (Operator::Not, Operator::Not) => return Some(Step::Same(self.operands(a)[0], self.operands(b)[0])),
            (Operator::ZeroExtend, Operator::ZeroExtend) | (Operator::SignExtend, Operator::SignExtend) => {
                let (a, b) = self.narrowed(a, b);
                return Some(Step::Same(a, b));
            }
            (Operator::Concat, Operator::Concat) => {
                let (&[high, low], &[other_high, other_low]) = (self.operands(a), self.operands(b)) else {
                    return None;
                };
                if self.sort(low) == self.sort(other_low) {
                    let upper = self.equal(high, other_high);
                    let lower = self.equal(low, other_low);
                    return Some(Step::Is(self.and(upper, lower)));
                }
            }
            _ => {}
        }
        for (choice, other) in [(a, b), (b, a)] {
            if let Some([condition, yes, no]) = self.choice(choice)
                && (yes == other || no == other)
            {
                return self.equals_choice(condition, yes, no, other);
            }
        }
        // What is on both sides cancels out.
        let arithmetic = |term| matches!(self.operator(term), Operator::Add | Operator::Multiply | Operator::Not);
        if !arithmetic(a) && !arithmetic(b) {
            return None;
        }
        let sort = self.sort(a);
        let mut difference = self.linear(sort, &[(a, 1), (b, u64::MAX)]);
        match difference.parts[..] {
            [] => Some(Step::Is(Self::boolean(difference.constant == 0))),
            [_] => {
                let value = self.constant(sort, difference.constant.wrapping_neg());
                difference.constant = 0;
                Some(Step::Same(self.of_linear(&difference), value))
            }
            [(one, p), (other, q)] if difference.constant == 0 && p.wrapping_add(q) & sort.mask() == 0 => {
                let unit = p == 1 || q == 1;
                (unit && [one, other] != [a.min(b), a.max(b)]).then_some(Step::Same(one, other))
            }
            _ => None,
        }
    }

    /// Two terms, both extended in the same way, with as few bits as the longer of the two needs.
    pub(super) fn narrowed(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        let operator = self.operator(a);
        let (a, b) = (self.operands(a)[0], self.operands(b)[0]);
        let width = self.width(a).max(self.width(b));
        let mut widen = |term| match operator {
            Operator::ZeroExtend => self.zero_extend(term, width),
            _ => self.sign_extend(term, width),
        };
        (widen(a), widen(b))
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's method: each step doubles the number of correct bits, at first 3.
pub fn inverse(odd: u64) -> u64 {
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}
