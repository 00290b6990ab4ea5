//! Negation, conjunction, disjunction, exclusive or, and choice.

use smallvec::SmallVec;

use super::{Operator, Sort, TermId, Terms};
use base::CompactSort;

/// Conjunctions and sums with more operands are not merged into others: repeated extension of one would take quadratic space.
pub(super) const FLAT: usize = 8;

/// How often the conjuncts of a conjunction are simplified by one another.
const PASSES: usize = 4;

impl Terms {
    /// Every bit negated.
    pub fn not(&mut self, a: TermId) -> TermId {
        let sort = self.sort(a);
        match (self.operator(a), self.operands(a)) {
            (Operator::Constant(value), _) => self.constant(sort, !value),
            (Operator::Not, &[inner]) => inner,
            (Operator::Xor, &[key, rest]) if self.value(key).is_some() => {
                let key = self.not(key);
                self.xor(key, rest)
            }
            _ => self.intern(Operator::Not, sort, &[a]),
        }
    }

    /// Bitwise conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.all(&[a, b])
    }

    /// Bitwise disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.any(&[a, b])
    }

    /// `a` implies `b`, bit by bit.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// The disjunction of all these; of none, false.
    pub fn any(&mut self, operands: &[TermId]) -> TermId {
        let negated: SmallVec<[TermId; 8]> = operands.iter().map(|&operand| self.not(operand)).collect();
        let none = self.all(&negated);
        self.not(none)
    }

    /// The conjunction of all these; of none, true.
    pub fn all(&mut self, operands: &[TermId]) -> TermId {
        let sort = operands.first().map_or(Sort::Boolean, |&first| self.sort(first));
        debug_assert!(operands.iter().all(|&operand| self.sort(operand) == sort), "operands of different sorts");
        let mut key = sort.mask();
        let mut conjuncts: SmallVec<[TermId; 8]> = SmallVec::new();
        for &operand in operands {
            self.add_conjunct(operand, &mut key, &mut conjuncts);
        }
        for _ in 0..PASSES {
            conjuncts.compact_sort();
            conjuncts.dedup();
            if key == 0 || conjuncts.iter().any(|&x| self.has_complement(x, &conjuncts)) {
                return self.constant(sort, 0);
            }
            // All at once: a conjunct is simplified only by those that it contains, so none by one another.
            let simpler: SmallVec<[Option<TermId>; 8]> =
                conjuncts.iter().map(|&conjunct| self.without_implied(conjunct, &conjuncts)).collect();
            if simpler.iter().all(Option::is_none) {
                break;
            }
            for (conjunct, simpler) in std::mem::take(&mut conjuncts).into_iter().zip(simpler) {
                self.add_conjunct(simpler.unwrap_or(conjunct), &mut key, &mut conjuncts);
            }
        }
        conjuncts.compact_sort();
        conjuncts.dedup();
        if key == 0 {
            return self.constant(sort, 0);
        }
        if key != sort.mask() {
            let key = self.constant(sort, key);
            conjuncts.insert(0, key);
        }
        match conjuncts[..] {
            [] => self.constant(sort, key),
            [one] => one,
            _ => self.intern(Operator::And, sort, &conjuncts),
        }
    }

    /// Adds an operand to the conjuncts: constants to the key, and short conjunctions one by one.
    fn add_conjunct(&self, operand: TermId, key: &mut u64, conjuncts: &mut SmallVec<[TermId; 8]>) {
        let parts = match self.operator(operand) {
            Operator::And if self.operands(operand).len() <= FLAT => self.operands(operand),
            _ => &[operand],
        };
        for &part in parts {
            match self.value(part) {
                Some(value) => *key &= value,
                None => conjuncts.push(part),
            }
        }
    }

    /// Whether a term, one of some in ascending order, is the negation of another.
    fn has_complement(&self, term: TermId, sorted: &[TermId]) -> bool {
        self.operand_of(Operator::Not, term).is_some_and(|inner| sorted.binary_search(&inner).is_ok())
    }

    /// A negated conjunction without what the conjuncts next to it decide; `None` if there is no such part.
    fn without_implied(&mut self, conjunct: TermId, sorted: &[TermId]) -> Option<TermId> {
        let inner = self.operand_of(Operator::Not, conjunct)?;
        if self.operator(inner) != Operator::And {
            return None;
        }
        let parts: SmallVec<[TermId; 8]> = self.operands(inner).into();
        let holds = |part: &TermId| sorted.binary_search(part).is_ok();
        let fails =
            |part: &TermId| self.has_complement(*part, sorted) || self.negation(*part).is_some_and(|not| holds(&not));
        if parts.iter().any(fails) {
            return Some(self.constant(self.sort(conjunct), u64::MAX));
        }
        if !parts.iter().any(holds) {
            return None;
        }
        let sort = self.sort(conjunct);
        let rest: SmallVec<[TermId; 8]> = parts.into_iter().filter(|part| !holds(part)).collect();
        let rest = match rest[..] {
            [] => self.constant(sort, u64::MAX),
            [one] => one,
            _ => self.intern(Operator::And, sort, &rest),
        };
        Some(self.not(rest))
    }

    /// The negation of a term, if it exists.
    fn negation(&self, term: TermId) -> Option<TermId> {
        let sort = self.sort(term);
        self.find(super::hash(Operator::Not, sort, &[term]), Operator::Not, sort, &[term])
    }

    /// Bitwise exclusive or.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert_eq!(sort, self.sort(b));
        let mut key = 0;
        let mut rest: SmallVec<[TermId; 4]> = SmallVec::new();
        for mut operand in [a, b] {
            if let Some(inner) = self.operand_of(Operator::Not, operand) {
                key ^= sort.mask();
                operand = inner;
            }
            match (self.operator(operand), self.operands(operand)) {
                (Operator::Constant(value), _) => key ^= value,
                (Operator::Xor, &[first, second]) if self.value(first).is_some() => {
                    key ^= self.value(first).unwrap_or(0);
                    rest.push(second);
                }
                _ => rest.push(operand),
            }
        }
        let plain = match rest[..] {
            [] => return self.constant(sort, key),
            [one] => one,
            [one, other] => match self.cancelled(one, other) {
                Some(left) => {
                    let key = self.constant(sort, key);
                    return self.xor(key, left);
                }
                None => self.intern(Operator::Xor, sort, &[one.min(other), one.max(other)]),
            },
            _ => unreachable!("two operands"),
        };
        match self.operator(plain) {
            Operator::Constant(value) => self.constant(sort, value ^ key),
            _ if key == 0 => plain,
            _ if key == sort.mask() => self.not(plain),
            _ => {
                let key = self.constant(sort, key);
                self.intern(Operator::Xor, sort, &[key, plain])
            }
        }
    }

    /// What is left of an exclusive or if one operand occurs in the other.
    fn cancelled(&mut self, one: TermId, other: TermId) -> Option<TermId> {
        if one == other {
            return Some(self.constant(self.sort(one), 0));
        }
        [(one, other), (other, one)].into_iter().find_map(|(single, pair)| match self.operands(pair) {
            &[a, b] if self.operator(pair) == Operator::Xor => match single {
                _ if single == a => Some(b),
                _ if single == b => Some(a),
                _ => None,
            },
            _ => None,
        })
    }

    /// Equality of Booleans.
    pub fn iff(&mut self, a: TermId, b: TermId) -> TermId {
        let differ = self.xor(a, b);
        self.not(differ)
    }

    /// `a` if the condition holds, otherwise `b`.
    pub fn ite(&mut self, mut condition: TermId, mut a: TermId, mut b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert_eq!(self.sort(condition), Sort::Boolean);
        debug_assert_eq!(sort, self.sort(b));
        match self.value(condition) {
            Some(0) => return b,
            Some(_) => return a,
            None => {}
        }
        if let Some(inner) = self.operand_of(Operator::Not, condition) {
            (condition, a, b) = (inner, b, a);
        }
        // The condition is decided in the branches.
        if let Some([_, yes, _]) = self.choice(a).filter(|choice| choice[0] == condition) {
            a = yes;
        }
        if let Some([_, _, no]) = self.choice(b).filter(|choice| choice[0] == condition) {
            b = no;
        }
        if a == b {
            return a;
        }
        if sort == Sort::Boolean {
            return self.boolean_ite(condition, a, b);
        }
        // Two choices with a common branch are one.
        if let Some([other, yes, no]) = self.choice(b) {
            if yes == a {
                let either = self.or(condition, other);
                return self.ite_of(either, a, no);
            }
            if no == a {
                let not_other = self.not(other);
                let either = self.or(condition, not_other);
                return self.ite_of(either, a, yes);
            }
        }
        if let Some([other, yes, no]) = self.choice(a) {
            if no == b {
                let both = self.and(condition, other);
                return self.ite_of(both, yes, b);
            }
            if yes == b {
                let not_other = self.not(other);
                let both = self.and(condition, not_other);
                return self.ite_of(both, no, b);
            }
        }
        self.ite_of(condition, a, b)
    }

    /// A choice between different bit-vectors that is not simplified further, except for its condition.
    fn ite_of(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        match self.operator(condition) {
            Operator::Constant(0) => b,
            Operator::Constant(_) => a,
            _ if a == b => a,
            Operator::Not => {
                let condition = self.operands(condition)[0];
                self.intern(Operator::Ite, sort, &[condition, b, a])
            }
            _ => self.intern(Operator::Ite, sort, &[condition, a, b]),
        }
    }

    /// A choice between different Booleans; the condition is neither constant nor negated.
    fn boolean_ite(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        let not_condition = self.not(condition);
        if a == Self::TRUE || a == condition {
            return self.or(condition, b);
        }
        if b == Self::FALSE || b == condition {
            return self.and(condition, a);
        }
        if a == Self::FALSE || a == not_condition {
            return self.and(not_condition, b);
        }
        if b == Self::TRUE || b == not_condition {
            return self.or(not_condition, a);
        }
        let (plain_a, plain_b) = (self.operand_of(Operator::Not, a), self.operand_of(Operator::Not, b));
        if plain_a == Some(b) || plain_b == Some(a) {
            return self.iff(condition, a);
        }
        match (plain_a, plain_b) {
            (Some(plain_a), Some(plain_b)) => {
                let plain = self.intern(Operator::Ite, Sort::Boolean, &[condition, plain_a, plain_b]);
                self.not(plain)
            }
            _ => self.intern(Operator::Ite, Sort::Boolean, &[condition, a, b]),
        }
    }
}
