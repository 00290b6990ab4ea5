//! Expansion by the rules: the obligations that an assertion leaves to the successors of its state.

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::closure::{Closure, Member, MemberId, MemberSet, Reading, is_subset, union};
use super::rule::Rule;
use crate::logic::PropositionId;
use crate::logic::Truth;
use base::{Idx, IndexVec, Stop, msg, newtype_index};
use rsm::{AcceptanceMarkId, AcceptanceMarks};

newtype_index! {
    /// A set of formulas, one of which must hold; equal sets have equal ids.
    pub(super) struct ObligationsId;
    /// A list of rules; equal lists have equal ids.
    pub(super) struct RulesId;
    /// A node of a decision tree.
    struct DecisionId;
    /// A set of formulas to which a rule was applied, in [`Expander::uses`].
    struct UseId;
}

/// The maximum work for one expansion, in comparisons of alternatives.
const MAX_WORK: usize = 20_000_000;

/// One way in which an assertion may fail: all of `next` fail from the next state on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// The formulas that must fail there. Empty: the assertion has failed.
    pub next: ObligationsId,
    /// The acceptance sets visited on the way.
    pub mark: AcceptanceMarkId,
    /// The rules applied on the way, each to one formula, in a possible order of application.
    pub rules: RulesId,
}

/// Cached expansions of sets of formulas: for each a decision tree over the propositions relevant to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Decisions {
    sets: IndexSet<MemberSet, FxBuildHasher>,
    /// The decision trees of the sets.
    roots: IndexVec<ObligationsId, DecisionId>,
    nodes: IndexVec<DecisionId, Decision>,
    leaves: Vec<Leaf>,
    rules: IndexSet<Vec<Rule>, FxBuildHasher>,
}

impl Decisions {
    /// The sets, in order of their ids, each sorted.
    pub(super) fn sets(&self) -> impl Iterator<Item = &MemberSet> {
        self.sets.iter()
    }

    /// The leaves of a set at a state at which it has been expanded; `label` gives the truth of propositions. `None` if
    /// it has not been expanded there.
    pub(super) fn leaves_of(
        &self,
        set: ObligationsId,
        label: impl Fn(PropositionId) -> Option<Truth>,
    ) -> Option<&[Leaf]> {
        let mut decision = self.roots[set];
        loop {
            match self.nodes[decision] {
                Decision::Done(first, end) => return Some(&self.leaves[first as usize..end as usize]),
                Decision::Ask(proposition, next) => decision = next[label(proposition)? as usize],
                Decision::Open => return None,
            }
        }
    }

    /// The rules of a leaf.
    pub(super) fn rules(&self, id: RulesId) -> &[Rule] {
        &self.rules[id.index()]
    }

    fn intern(&mut self, set: MemberSet) -> ObligationsId {
        let (position, is_new) = self.sets.insert_full(set);
        if is_new {
            self.roots.push(self.nodes.push(Decision::Open));
        }
        ObligationsId::at(position)
    }

    fn ask(&mut self, proposition: PropositionId) -> Decision {
        Decision::Ask(proposition, std::array::from_fn(|_| self.nodes.push(Decision::Open)))
    }
}

/// Expands assertions, caching the results.
///
/// Each release formula has an acceptance set, numbered as in [`Closure::releases`]. An edge of the proof structure
/// represents a path of single rule applications. It belongs to the set of `ρ = φ R ψ` iff `ρ` is not pending or
/// `ψ` is among the formulas somewhere on that path. This is equivalent to: `ρ` is not in the expanded set, or `ψ`
/// occurs on the way. (If `ρ` is in the set, it is pending until its rule adds `ψ`.)
pub(super) struct Expander<'a> {
    closure: &'a Closure,
    reading: Reading,
    marks: AcceptanceMarks,
    decisions: Decisions,
    /// The values on the path through a decision tree.
    known: Vec<(PropositionId, Truth)>,
    /// The values of formulas during the expansion of a set.
    values: IndexVec<MemberId, Option<Vec<Alternative>>>,
    /// The formulas that have a value.
    valued: Vec<MemberId>,
    /// The sets of formulas that values depend on; the first is the empty set.
    uses: IndexVec<UseId, Use>,
    /// The formulas that hold for all values of the unknown propositions.
    proved: IndexVec<MemberId, bool>,
    work: usize,
}

#[derive(Clone, Copy, Debug)]
enum Decision {
    /// Not computed yet.
    Open,
    /// It depends on this proposition; one subtree for each of its truth values.
    Ask(PropositionId, [DecisionId; 3]),
    /// The leaves are a range of [`Decisions::leaves`].
    Done(u32, u32),
}

/// One way in which a formula may fail at a state.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Alternative {
    /// The formulas that must fail from the next state on.
    next: MemberSet,
    /// The release formulas `φ R ψ` of which `ψ` fails here.
    seen: MemberSet,
    /// The formulas to which a rule was applied.
    used: UseId,
}

/// A set of formulas as a tree: at most one formula to which a rule was applied, and two other sets. It is collected
/// only when needed, which few sets are if a formula has many alternatives.
struct Use(Option<MemberId>, [UseId; 2]);

/// The empty set.
const NOTHING: UseId = UseId(0);

/// The progress in computing the value of a formula.
enum Value {
    Known(Vec<Alternative>),
    /// The value of this subformula is needed first.
    Needs(MemberId),
    /// The truth of this proposition is needed first.
    Asks(PropositionId),
}

impl<'a> Expander<'a> {
    /// The set of no formulas.
    pub(super) const EMPTY: ObligationsId = ObligationsId(0);

    pub(super) fn new(closure: &'a Closure, reading: Reading) -> Self {
        let mut expander = Self {
            closure,
            reading,
            marks: AcceptanceMarks::new(closure.releases.len()),
            decisions: Decisions::default(),
            known: Vec::new(),
            values: IndexVec::filled(None, closure.members.len()),
            valued: Vec::new(),
            uses: IndexVec::new(),
            proved: IndexVec::new(),
            work: 0,
        };
        expander.decisions.intern(MemberSet::new());
        expander
    }

    /// The set of the whole formula alone.
    pub(super) fn root(&mut self) -> ObligationsId {
        self.decisions.intern(MemberSet::from_slice(&[self.closure.root]))
    }

    pub(super) fn marks(&mut self) -> &mut AcceptanceMarks {
        &mut self.marks
    }

    /// The cached expansions.
    pub(super) fn into_decisions(self) -> Decisions {
        self.decisions
    }

    /// The leaves of `s ⊢ set`, where `label` evaluates propositions at `s`. No leaves: it is proved. A leaf with no
    /// obligations: it has failed. Only relevant propositions are evaluated, and only leaves that are not subsumed by
    /// others are kept.
    ///
    /// # Errors
    /// If there are too many alternatives, or a label cannot be computed.
    pub(super) fn expand(
        &mut self,
        set: ObligationsId,
        mut label: impl FnMut(PropositionId) -> Result<Truth, Stop>,
    ) -> Result<&[Leaf], Stop> {
        self.known.clear();
        let mut decision = self.decisions.roots[set];
        loop {
            match self.decisions.nodes[decision] {
                Decision::Done(first, end) => return Ok(&self.decisions.leaves[first as usize..end as usize]),
                Decision::Ask(proposition, next) => {
                    let truth = label(proposition)?;
                    self.known.push((proposition, truth));
                    decision = next[truth as usize];
                }
                Decision::Open => self.decisions.nodes[decision] = self.decide(set)?,
            }
        }
    }

    /// Expands a set as far as the known propositions allow.
    fn decide(&mut self, set: ObligationsId) -> Result<Decision, Stop> {
        self.work = 0;
        for member in self.valued.drain(..) {
            self.values[member] = None;
        }
        self.uses = IndexVec::new();
        self.uses.push(Use(None, [NOTHING; 2]));
        let members = self.decisions.sets[set.index()].clone();
        self.proved = self.closure.proved(|proposition| {
            let known = self.known.iter().find(|(p, _)| *p == proposition);
            known.map(|&(_, truth)| (truth, self.reading))
        });
        if !members.iter().any(|&m| self.proved[m]) {
            let asked = self.closure.asked_now(&members, &self.proved);
            let is_open = |p: &&PropositionId| self.known.iter().all(|(known, _)| known != *p);
            if let Some(&first) = asked.iter().filter(|p| self.closure.first.contains(p)).find(is_open) {
                return Ok(self.decisions.ask(first));
            }
        }
        let mut all = vec![Alternative::nothing()];
        for &member in &members {
            if let Some(proposition) = self.evaluate(member)? {
                return Ok(self.decisions.ask(proposition));
            }
            let value = self.values[member].as_deref().unwrap_or_default();
            all = product(&all, value, &mut self.uses, &mut self.work)?;
            if all.is_empty() {
                break;
            }
        }
        // Only `ψ` of the pending release formulas counts; ignoring the others subsumes more alternatives.
        let mut kept = Vec::new();
        for mut alternative in all {
            alternative.seen.retain(|release| members.contains(release));
            insert(&mut kept, alternative, &mut self.work)?;
        }
        let first = u32::at(self.decisions.leaves.len());
        for Alternative { next, seen, used } in kept {
            let mut mark = FixedBitSet::with_capacity(self.closure.releases.len());
            for (set, release) in self.closure.releases.iter().enumerate() {
                mark.set(set, !members.contains(release) || seen.contains(release));
            }
            let rules = RulesId::at(self.decisions.rules.insert_full(self.rules(used, &next)).0);
            let leaf = Leaf { next: self.decisions.intern(next), mark: self.marks.intern(mark), rules };
            self.decisions.leaves.push(leaf);
        }
        Ok(Decision::Done(first, u32::at(self.decisions.leaves.len())))
    }

    /// The rules applied to formulas, each before those of its subformulas, and the step to the next state if anything
    /// is left to it.
    fn rules(&self, used: UseId, next: &[MemberId]) -> Vec<Rule> {
        let mut members = FixedBitSet::with_capacity(self.closure.members.len());
        let mut seen = FixedBitSet::with_capacity(self.uses.len());
        let mut open = vec![used];
        while let Some(used) = open.pop() {
            if !seen.put(used.index()) {
                let Use(member, parts) = &self.uses[used];
                members.extend(member.iter().map(|member| member.index()));
                open.extend(parts);
            }
        }
        let rule = |member: usize| match self.closure.members[MemberId::at(member)] {
            Member::True | Member::False | Member::Literal { .. } => Some(Rule::Fails),
            Member::And(..) => Some(Rule::And),
            Member::Or(..) => Some(Rule::Or),
            Member::Until(..) => Some(Rule::Until),
            Member::Release(..) => Some(Rule::Release),
            Member::Next(_) => None,
        };
        let step = (!next.is_empty()).then_some(Rule::Next);
        // Subformulas have smaller numbers.
        members.ones().rev().filter_map(rule).chain(step).collect()
    }

    /// Computes the value of `root` and of everything it depends on, or returns the proposition that must be known
    /// first.
    fn evaluate(&mut self, root: MemberId) -> Result<Option<PropositionId>, Stop> {
        let mut open = vec![root];
        while let Some(&member) = open.last() {
            if self.values[member].is_none() {
                match self.value(member)? {
                    Value::Asks(proposition) => return Ok(Some(proposition)),
                    Value::Needs(part) => {
                        open.push(part);
                        continue;
                    }
                    Value::Known(value) => {
                        self.values[member] = Some(value);
                        self.valued.push(member);
                    }
                }
            }
            open.pop();
        }
        Ok(None)
    }

    /// Applies the rules. A disjunction fails if both sides fail, a conjunction if one does; `φ U ψ` if `ψ` fails and
    /// either `φ` fails or the whole fails next; `φ R ψ` if `ψ` fails, or `φ` fails and the whole fails next.
    fn value(&mut self, member: MemberId) -> Result<Value, Stop> {
        if self.proved[member] {
            return Ok(Value::Known(Vec::new()));
        }
        let values = &self.values;
        let (uses, work) = (&mut self.uses, &mut self.work);
        macro_rules! part {
            ($part:expr) => {
                match &values[$part] {
                    Some(value) => value,
                    None => return Ok(Value::Needs($part)),
                }
            };
        }
        let mut value = match self.closure.members[member] {
            Member::True => Vec::new(),
            Member::False => vec![Alternative::nothing()],
            Member::Literal { proposition, positive } => {
                let Some(&(_, truth)) = self.known.iter().find(|(p, _)| *p == proposition) else {
                    return Ok(Value::Asks(proposition));
                };
                if self.reading.holds(truth, positive) { Vec::new() } else { vec![Alternative::nothing()] }
            }
            Member::Or(a, b) => {
                let left = part!(a);
                if left.is_empty() { Vec::new() } else { product(left, part!(b), uses, work)? }
            }
            Member::And(a, b) => {
                let mut value = part!(a).clone();
                for alternative in part!(b) {
                    insert(&mut value, alternative.clone(), work)?;
                }
                value
            }
            Member::Next(a) => return Ok(Value::Known(vec![Alternative::later(a)])),
            Member::Until(a, b) => {
                let right = part!(b);
                if right.is_empty() {
                    Vec::new()
                } else {
                    let mut left = part!(a).clone();
                    insert(&mut left, Alternative::later(member), work)?;
                    product(right, &left, uses, work)?
                }
            }
            Member::Release(a, b) => {
                let mut value: Vec<Alternative> = part!(b).clone();
                for alternative in &mut value {
                    alternative.seen = union(&alternative.seen, &[member]);
                }
                for alternative in part!(a) {
                    let again = Alternative { next: union(&alternative.next, &[member]), ..alternative.clone() };
                    insert(&mut value, again, work)?;
                }
                value
            }
        };
        for alternative in &mut value {
            alternative.used = uses.push(Use(Some(member), [alternative.used, NOTHING]));
        }
        Ok(Value::Known(value))
    }
}

impl Alternative {
    fn nothing() -> Self {
        Self { next: MemberSet::new(), seen: MemberSet::new(), used: NOTHING }
    }

    /// The alternative that leaves the formula to the next state.
    fn later(member: MemberId) -> Self {
        Self { next: MemberSet::from_slice(&[member]), ..Self::nothing() }
    }

    /// Whether `self` subsumes `other`, so that a proof that closes `self` closes `other` too: it leaves no more to
    /// fail, and has seen no less.
    ///
    /// This preserves fairness: whatever path `other` fails on, `self` fails on with the same choices, except that it
    /// chooses `ψ` for a pending `φ R ψ` where `other` had `ψ` from another formula.
    fn is_at_least(&self, other: &Self) -> bool {
        is_subset(&self.next, &other.next) && is_subset(&other.seen, &self.seen)
    }
}

/// Adds an alternative unless it is subsumed, and removes those that it subsumes. Returns whether it was added; it is
/// then the last.
fn insert(kept: &mut Vec<Alternative>, new: Alternative, work: &mut usize) -> Result<bool, Stop> {
    *work += kept.len() + 1;
    if *work > MAX_WORK {
        return Err(Stop::Incomplete(msg!("the formula has too many alternatives at one state")));
    }
    let is_better = !kept.iter().any(|old| old.is_at_least(&new));
    if is_better {
        kept.retain(|old| !new.is_at_least(old));
        kept.push(new);
    }
    Ok(is_better)
}

/// All ways in which two formulas can fail together.
fn product(
    a: &[Alternative],
    b: &[Alternative],
    uses: &mut IndexVec<UseId, Use>,
    work: &mut usize,
) -> Result<Vec<Alternative>, Stop> {
    let mut kept: Vec<Alternative> = Vec::new();
    for x in a {
        for y in b {
            let both = Alternative { next: union(&x.next, &y.next), seen: union(&x.seen, &y.seen), used: NOTHING };
            if insert(&mut kept, both, work)?
                && let Some(added) = kept.last_mut()
            {
                added.used = uses.push(Use(None, [x.used, y.used]));
            }
        }
    }
    Ok(kept)
}
