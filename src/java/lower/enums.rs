//! `switch` on enums and strings.

use base::msg;
use std::collections::HashSet;

use super::super::lexer::Name;
use super::super::syntax::{ExprId, ExprKind, Switch};
use super::super::types::Ty;
use super::{Lowering, Typed};
use program::cfa::Location;
use program::objects::{ClassId, Condition, Function, Operation};

impl Lowering<'_, '_> {
    /// Branches to the groups whose labels are this constant; returns whether all constants have labels.
    pub(super) fn test_constants(
        &mut self,
        value: Typed,
        class: ClassId,
        switch: &Switch,
        starts: &[Location],
    ) -> bool {
        let span = self.span(switch.selector);
        // Compiled switches look the ordinal up in a table whose creation initialises the class, even if the value is null.
        self.code.initialise(class, span);
        self.code.dereference(Operation::RequireNonNull(value.operand), value.operand, span);
        let mut seen: HashSet<Name> = HashSet::new();
        for (label, start) in labels(switch, starts) {
            let span = self.span(label);
            let name = match &self.expression(label).kind {
                ExprKind::Name(name) => name,
                ExprKind::Erroneous => continue,
                _ => {
                    self.code.error("java/type", span, msg!("a label must be the name of a constant"));
                    continue;
                }
            };
            let is_constant = self.code.table.constants(class).is_some_and(|all| all.contains(name));
            let place = self.code.table.field(class, name).filter(|_| is_constant);
            let Some(place) = place else {
                let ty = self.code.table.type_name(Ty::Class(class));
                self.code.error("java/unknown-name", span, msg!("`{ty}` has no constant `{name}`"));
                continue;
            };
            if !seen.insert(name.clone()) {
                self.code.error("java/duplicate", span, msg!("duplicate label"));
            }
            let Some(constant) = self.code.read_static(place, span) else { continue };
            let (left, right) = (value.operand, constant.operand);
            self.code.branch_if_equal(left, right, start, span);
        }
        self.code.table.constants(class).is_some_and(|all| seen.len() == all.len())
    }

    /// Every label of a switch on strings may be the one: strings are not followed.
    pub(super) fn test_texts(&mut self, value: Typed, switch: &Switch, starts: &[Location]) {
        let span = self.span(switch.selector);
        if !value.never_null {
            self.code.require_opaque(value.operand, span);
        }
        for (label, start) in labels(switch, starts) {
            let span = self.span(label);
            if matches!(self.expression(label).kind, ExprKind::Erroneous) {
                continue;
            }
            if !self.code.table.is_constant_text(self.code.class, label) {
                self.code.error("java/type", span, msg!("a label must be a constant string"));
                continue;
            }
            let next = self.code.graph.fresh();
            let text = self.value(label);
            let test = (Function::AreEqual, vec![value.operand, text.operand]);
            self.code.graph.branch_by(Condition::Unknown, test, start, next, span);
            self.code.graph.here = next;
        }
    }
}

fn labels<'a>(switch: &'a Switch, starts: &'a [Location]) -> impl Iterator<Item = (ExprId, Location)> + 'a {
    switch.groups.iter().zip(starts).flat_map(|(group, &start)| group.labels.iter().map(move |&label| (label, start)))
}
