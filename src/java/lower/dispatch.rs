//! Which methods a call may run.

use super::super::classes::{CONSTRUCTOR, ClassTable, MethodId};
use super::super::types::Ty;
use super::call::Pending;
use program::cfa::ProcedureId;
use program::objects::{Callee, ClassId};

impl ClassTable<'_> {
    /// The possible callees of a call, or the method without code.
    pub(super) fn callee(&self, method: MethodId, call: &Pending<'_>) -> Result<Callee, MethodId> {
        let info = &self.methods[method];
        let own = |m: MethodId| self.methods[m].procedure.ok_or(m);
        if info.is_static || info.is_private || call.by_super || &*info.name == CONSTRUCTOR {
            return own(method).map(Callee::Static);
        }
        let mut table: Vec<(ClassId, ProcedureId)> = Vec::new();
        for (class, entry) in self.classes.iter_enumerated() {
            if entry.is_abstract || entry.library.is_some() || !self.is_subtype(class, call.class) {
                continue;
            }
            // A class without an implementation is reported where it is declared.
            let Some(implementation) = self.implementation(class, method) else { continue };
            table.push((class, own(implementation)?));
        }
        match dispatch(&table) {
            Some(callee) => Ok(callee),
            // There are no objects of this class, so the receiver is null.
            None if self.is_only_declared(method) && own(method).is_err() => Ok(Callee::Virtual(Vec::new())),
            None => own(method).map(Callee::Static),
        }
    }

    /// Whether a method is abstract and not assumed pure.
    fn is_only_declared(&self, method: MethodId) -> bool {
        let info = &self.methods[method];
        let is_native = info.declaration.is_none_or(|d| d.modifiers.is_native);
        !is_native && !self.is_assumed_pure(&self.type_name(Ty::Class(info.class)), &info.name)
    }

    /// Whether the options say that a method without code has no effect.
    pub(super) fn is_assumed_pure(&self, class: &str, method: &str) -> bool {
        let simple = class.rsplit('.').next().unwrap_or(class);
        self.options.assume_pure.iter().any(|pure| match pure.replace('$', ".").rsplit_once('.') {
            Some((c, m)) => m == method && (c == class || c == simple),
            None => pure == method,
        })
    }

    /// Whether some class of exceptions overrides a method that printing a stack trace calls.
    pub(super) fn prints_what_the_program_says(&self) -> bool {
        let called = ["toString", "getLocalizedMessage", "getMessage", "getCause", "getStackTrace", "printStackTrace"];
        let mut throwable = self.classes.indices().filter(|&c| self.is_throwable(c));
        throwable.any(|c| called.iter().any(|name| self.own_method(c, name, 0).is_some()))
    }
}

/// The callee of a virtual call on an object of one of these classes, with the procedure that each of them runs.
pub(super) fn dispatch(table: &[(ClassId, ProcedureId)]) -> Option<Callee> {
    let &(_, first) = table.first()?;
    match table.iter().all(|&(_, procedure)| procedure == first) {
        true => Some(Callee::Static(first)),
        false => Some(Callee::Virtual(table.to_vec())),
    }
}
