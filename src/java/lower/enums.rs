//! `switch` on enums and strings.

use base::{Span, msg};
use std::collections::HashSet;

use super::super::classes::FieldPosition;
use super::super::lexer::Name;
use super::super::syntax::{ExprId, ExprKind, Receiver, Switch};
use super::super::types::Ty;
use super::{Emitter, Lowering, Target, Typed};
use program::cfa::Location;
use program::objects::{ClassId, Condition, Function, Operand, Operation};

impl Emitter<'_, '_> {
    /// `C.values()`: a new array of the constants.
    pub(super) fn all_constants(&mut self, class: ClassId, constants: &[Name], target: Target, span: Span) -> Typed {
        self.initialise(class, span);
        let places: Vec<FieldPosition> = constants.iter().filter_map(|name| self.table.field(class, name)).collect();
        let read = |place| Some(self.read_static(place, span)?.operand);
        let elements: Vec<Operand> = places.into_iter().filter_map(read).collect();
        let array = self.table.array(Ty::Class(class));
        let value = self.opaque(target, Ty::Class(array), span);
        self.computed(value, Function::ArrayOf(array), elements, None);
        Typed { never_null: false, ..value }
    }
}

impl Lowering<'_, '_> {
    /// Whether an expression is `C.values()` for an enum.
    pub(super) fn is_all_constants(&mut self, e: ExprId) -> bool {
        let ExprKind::Call { receiver, name, arguments } = &self.expression(e).kind else { return false };
        if &**name != "values" || !arguments.is_empty() {
            return false;
        }
        let class = match receiver {
            Receiver::Implicit => Some(self.code.class),
            Receiver::Of(object) => self.named_class(*object),
            Receiver::Super | Receiver::SuperOf(_) => None,
        };
        class.is_some_and(|class| self.code.table.constants(class).is_some())
    }

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
