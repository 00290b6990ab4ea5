//! `compareTo` on values that may be objects of the program, strings or boxes.

use super::super::classes::MethodId;
use super::super::types::Ty;
use super::call::Pending;
use super::dispatch::dispatch;
use super::{Destination, Emitter, Typed};
use program::cfa::ProcedureId;
use program::objects::{ClassId, Function, Operand};

impl Emitter<'_, '_> {
    /// A call of an interface whose objects may also be strings and boxes, for which the result is unknown.
    pub(super) fn open_call(
        &mut self,
        method: MethodId,
        call: &Pending<'_>,
        receiver: Typed,
        arguments: Vec<Operand>,
    ) -> Typed {
        let mut table: Vec<(ClassId, ProcedureId)> = Vec::new();
        for (class, entry) in self.table.classes.iter_enumerated() {
            if !entry.is_abstract && entry.library.is_none() && self.table.is_subtype(class, call.class) {
                let found = self.table.implementation(class, method);
                table.extend(found.and_then(|m| Some((class, self.table.methods[m].procedure?))));
            }
        }
        let (hit, after) = (self.graph.fresh(), self.graph.fresh());
        let result = self.table.methods[method].result;
        let local = self.place(call.target, result);
        self.class_tests(receiver.operand, &table, hit, call.span);
        if !receiver.never_null {
            self.require_opaque(receiver.operand, call.span);
        }
        for &argument in &arguments {
            self.require_opaque(argument, call.span);
        }
        let value = self.unknown(Some(Destination { local, ty: result }), result, call.span);
        if let &[argument] = &arguments[..] {
            self.computed(value, Function::CompareTo, vec![receiver.operand, argument], None);
        }
        self.graph.goto(after, call.span);
        self.graph.here = hit;
        if let Some(callee) = dispatch(&table) {
            self.call_on_object(Some(local), callee, receiver.operand, arguments, call.span);
            self.graph.goto(after, call.span);
        }
        self.graph.here = after;
        Typed::new(Operand::Local(local), Ty::Int)
    }
}
