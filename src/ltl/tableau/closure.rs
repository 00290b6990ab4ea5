//! The formulas that can occur in a proof, numbered from 0, and sets of them.

use smallvec::SmallVec;

use crate::logic::{Binary, Formula, FormulaId, Formulas, NegationNormalForm, PropositionId, Truth, Unary};
use base::{CompactSort, Idx, IndexVec, newtype_index};

newtype_index! {
    /// A formula of a [`Closure`]; subformulas have smaller numbers than the formulas that contain them.
    pub(super) struct MemberId;
}

/// A formula in negation normal form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Member {
    True,
    False,
    Literal { proposition: PropositionId, positive: bool },
    And(MemberId, MemberId),
    Or(MemberId, MemberId),
    Next(MemberId),
    Until(MemberId, MemberId),
    Release(MemberId, MemberId),
}

/// The reading of unknown propositions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// As true and as false, whichever helps the proof: every failure is then definite.
    Optimistic,
    /// As neither: every proof is then definite.
    Pessimistic,
}

impl Reading {
    /// Whether a literal holds in this reading, given the truth of its proposition.
    pub(super) fn holds(self, truth: Truth, positive: bool) -> bool {
        match truth {
            Truth::True => positive,
            Truth::False => !positive,
            Truth::Unknown => self == Reading::Optimistic,
        }
    }
}

/// All subformulas of a formula in negation normal form.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    pub members: IndexVec<MemberId, Member>,
    /// The same formulas as in the formula store.
    pub formulas: IndexVec<MemberId, FormulaId>,
    /// The whole formula.
    pub root: MemberId,
    /// The release formulas in order; their positions are the numbers of their acceptance sets.
    pub releases: Vec<MemberId>,
    /// The propositions in order.
    pub propositions: Vec<PropositionId>,
    /// The propositions to evaluate before others, because they are cheap and may make others irrelevant.
    pub first: Vec<PropositionId>,
}

impl Closure {
    /// The closure of a formula; `is_first` selects the propositions to evaluate before others.
    pub(super) fn new(formulas: &Formulas, root: NegationNormalForm, is_first: impl Fn(PropositionId) -> bool) -> Self {
        let ids: IndexVec<MemberId, FormulaId> = formulas.subformulas(root.formula()).into_iter().collect();
        let member = |id: FormulaId| {
            let found = ids.as_slice().binary_search(&id);
            MemberId::at(found.unwrap_or_else(|_| unreachable!("parts of a subformula are subformulas")))
        };
        let members: IndexVec<MemberId, Member> = ids
            .iter()
            .map(|&id| match formulas.formula(id) {
                Formula::True => Member::True,
                Formula::False => Member::False,
                Formula::Atom(proposition) => Member::Literal { proposition, positive: true },
                Formula::Unary(Unary::Next, a) => Member::Next(member(a)),
                Formula::Binary(Binary::And, a, b) => Member::And(member(a), member(b)),
                Formula::Binary(Binary::Or, a, b) => Member::Or(member(a), member(b)),
                Formula::Binary(Binary::Until, a, b) => Member::Until(member(a), member(b)),
                Formula::Binary(Binary::Release, a, b) => Member::Release(member(a), member(b)),
                Formula::Unary(_, a) => match formulas.formula(a) {
                    Formula::Atom(proposition) => Member::Literal { proposition, positive: false },
                    _ => unreachable!("a negation normal form negates propositions only"),
                },
                Formula::Binary(..) => unreachable!("a negation normal form has no other operator"),
            })
            .collect();
        let propositions = formulas.propositions_in(root.formula());
        let releases = members.iter_enumerated().filter(|(_, m)| matches!(m, Member::Release(..))).map(|(i, _)| i);
        Self {
            releases: releases.collect(),
            root: member(root.formula()),
            first: propositions.iter().copied().filter(|&p| is_first(p)).collect(),
            propositions,
            members,
            formulas: ids,
        }
    }

    /// The members that hold at a state whatever happens next, given the known labels.
    pub(super) fn proved(&self, known: impl Fn(PropositionId) -> Option<(Truth, Reading)>) -> IndexVec<MemberId, bool> {
        let mut proved: IndexVec<MemberId, bool> = IndexVec::new();
        for member in &self.members {
            let holds = match *member {
                Member::True => true,
                Member::False | Member::Next(_) => false,
                Member::Literal { proposition, positive } => {
                    known(proposition).is_some_and(|(truth, reading)| reading.holds(truth, positive))
                }
                Member::Or(a, b) => proved[a] || proved[b],
                Member::And(a, b) | Member::Release(a, b) => proved[a] && proved[b],
                Member::Until(_, b) => proved[b],
            };
            proved.push(holds);
        }
        proved
    }

    /// The propositions needed to expand some members, given the members already `proved`.
    pub(super) fn asked_now(&self, members: &[MemberId], proved: &IndexVec<MemberId, bool>) -> Vec<PropositionId> {
        let mut seen = vec![false; self.members.len()];
        let mut open = members.to_vec();
        let mut asked = Vec::new();
        while let Some(member) = open.pop() {
            if proved[member] || std::mem::replace(&mut seen[member.index()], true) {
                continue;
            }
            match self.members[member] {
                Member::Literal { proposition, .. } => asked.push(proposition),
                Member::And(a, b) | Member::Or(a, b) | Member::Until(a, b) | Member::Release(a, b) => {
                    open.extend([a, b]);
                }
                Member::True | Member::False | Member::Next(_) => {}
            }
        }
        asked.compact_sort();
        asked.dedup();
        asked
    }

    /// The possible members of a set of obligations: the whole formula, and what rules leave to the next state.
    fn obligations(&self) -> Vec<MemberId> {
        let mut found = vec![self.root];
        for (id, member) in self.members.iter_enumerated() {
            match *member {
                Member::Next(a) => found.push(a),
                Member::Until(..) | Member::Release(..) => found.push(id),
                _ => {}
            }
        }
        found
    }
}

/// The propositions needed in states in which those that are `known` are false.
pub fn asked_where(
    formulas: &Formulas,
    formula: NegationNormalForm,
    is_false: impl Fn(PropositionId) -> bool,
) -> Vec<PropositionId> {
    let closure = Closure::new(formulas, formula, &is_false);
    let proved = closure.proved(|p| is_false(p).then_some((Truth::False, Reading::Pessimistic)));
    let mut asked = closure.asked_now(&closure.obligations(), &proved);
    asked.retain(|&p| !is_false(p));
    asked
}

/// A set of members: sorted, without duplicates. Most have one or two elements.
pub(super) type MemberSet = SmallVec<[MemberId; 4]>;

/// The union of two sets.
pub(super) fn union(a: &[MemberId], b: &[MemberId]) -> MemberSet {
    let mut union = MemberSet::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a, b);
    while let (Some(&x), Some(&y)) = (a.first(), b.first()) {
        union.push(x.min(y));
        a = &a[usize::from(x <= y)..];
        b = &b[usize::from(y <= x)..];
    }
    union.extend_from_slice(a);
    union.extend_from_slice(b);
    union
}

/// Whether `a` is a subset of `b`.
pub(super) fn is_subset(a: &[MemberId], b: &[MemberId]) -> bool {
    let mut rest = b.iter();
    a.len() <= b.len() && a.iter().all(|x| rest.any(|y| y == x))
}
