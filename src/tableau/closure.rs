//! The formulas that can occur in a proof, numbered from 0, and sets of them.

use smallvec::SmallVec;

use crate::base::{Idx, IndexVec, newtype_index};
use crate::logic::{Binary, Formula, FormulaId, Formulas, PositiveForm, PropositionId, Unary};

newtype_index! {
    /// A formula of a [`Closure`]; parts have smaller numbers than what they are in.
    pub(super) struct MemberId;
}

/// A formula in positive normal form.
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

/// All subformulas of a formula in positive normal form.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    pub members: IndexVec<MemberId, Member>,
    /// The same formulas in their store.
    pub formulas: IndexVec<MemberId, FormulaId>,
    /// The whole formula.
    pub root: MemberId,
    /// The release formulas in order; positions are the numbers of their conditions.
    pub releases: Vec<MemberId>,
    /// The propositions in order.
    pub propositions: Vec<PropositionId>,
}

impl Closure {
    pub fn new(formulas: &Formulas, root: PositiveForm) -> Self {
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
                    _ => unreachable!("a positive normal form negates propositions only"),
                },
                Formula::Binary(..) => unreachable!("a positive normal form has no other operator"),
            })
            .collect();
        let releases = members.iter_enumerated().filter(|(_, m)| matches!(m, Member::Release(..))).map(|(i, _)| i);
        Self {
            releases: releases.collect(),
            root: member(root.formula()),
            propositions: formulas.propositions_in(root.formula()),
            members,
            formulas: ids,
        }
    }
}

/// A set of members: sorted, without repetition. Most have one or two elements.
pub(super) type MemberSet = SmallVec<[MemberId; 4]>;

/// What is in one of two sets.
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

/// Whether all of `a` is in `b`.
pub(super) fn is_subset(a: &[MemberId], b: &[MemberId]) -> bool {
    let mut rest = b.iter();
    a.len() <= b.len() && a.iter().all(|x| rest.any(|y| y == x))
}
