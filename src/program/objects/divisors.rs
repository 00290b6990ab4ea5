//! Checks for a divisor of 0 where tests that come before exclude it.

use fixedbitset::FixedBitSet;

use super::{
    Comparison, Condition, Location, Operand, Operation, OperationEdge, Procedure, ProcedureId, Program, Rvalue,
};
use base::{Idx, IndexVec};

/// For every location, the locals that some path to it may leave at 0; `None` if no path leads there.
type MayBeZero = IndexVec<Location, Option<FixedBitSet>>;

impl Program {
    /// Removes exceptions that are thrown only if a local is 0, such as that of a division, where the local never is: on every path it was
    /// compared with a constant, or set to one. Analyses that do not follow numbers would take them to be possible. Runs stay the same.
    pub fn settle_divisors(&mut self, entry: ProcedureId) {
        for id in self.reachable(entry) {
            let procedure = &mut self.procedures[id];
            let zero = procedure.may_be_zero();
            let mut edges = procedure.cfa.edges.as_slice().to_vec();
            edges.retain(|edge| {
                let before = zero[edge.source].as_ref();
                let is_excluded = before.is_some_and(|zero| procedure.after(edge, zero).is_none());
                !is_excluded || procedure.thrown_at(edge.target).is_none()
            });
            if edges.len() < procedure.cfa.edges.len() {
                procedure.cfa.edges = edges.into_iter().collect();
                procedure.keep_reachable();
            }
        }
    }
}

impl Procedure {
    /// The least solution of the forward data-flow equations.
    fn may_be_zero(&self) -> MayBeZero {
        let mut zero: MayBeZero = IndexVec::filled(None, self.cfa.locations.len());
        let mut all = FixedBitSet::with_capacity(self.locals.len());
        all.insert_range(..);
        zero[self.cfa.entry] = Some(all);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for edge in &self.cfa.edges {
                let Some(before) = zero[edge.source].clone() else { continue };
                for handler in edge.handlers() {
                    changed |= join(&mut zero[handler], &before);
                }
                if let Some(after) = self.after(edge, &before) {
                    changed |= join(&mut zero[edge.target], &after);
                }
            }
        }
        zero
    }

    /// The locals that may be 0 after an edge if these may be before; `None` if it is a test for 0 that fails.
    fn after(&self, edge: &OperationEdge, before: &FixedBitSet) -> Option<FixedBitSet> {
        let may_be_zero = |operand: Operand| match operand {
            Operand::Integer(number) => number == 0,
            Operand::Local(local) => before.contains(local.index()),
            Operand::Null | Operand::Boolean(_) => true,
        };
        let mut after = before.clone();
        match &edge.operation {
            Operation::Assume(Condition::Compare { comparison, left, right })
                if !self.compares_unsigned_64(*left, *right) =>
            {
                for (comparison, one, other) in [(*comparison, *left, *right), (comparison.mirrored(), *right, *left)] {
                    let Operand::Local(local) = one else { continue };
                    let may_hold_of_zero = match other {
                        Operand::Integer(number) => comparison.compare(&0, &number),
                        _ => comparison != Comparison::Equal || may_be_zero(other),
                    };
                    if !may_hold_of_zero {
                        after.set(local.index(), false);
                    } else if (comparison, other) == (Comparison::Equal, Operand::Integer(0)) && !may_be_zero(one) {
                        return None;
                    }
                }
            }
            Operation::Assign { target, value: Rvalue::Operand(operand) } => {
                after.set(target.index(), may_be_zero(*operand));
            }
            operation => after.extend(operation.defines().map(Idx::index)),
        }
        Some(after)
    }
}

/// Adds facts to those of a location; returns whether they are new.
fn join(facts: &mut Option<FixedBitSet>, more: &FixedBitSet) -> bool {
    match facts {
        Some(facts) if more.is_subset(facts) => return false,
        Some(facts) => facts.union_with(more),
        None => *facts = Some(more.clone()),
    }
    true
}
