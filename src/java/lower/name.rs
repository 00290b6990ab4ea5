//! Simple names: variables, captured variables, fields of this and enclosing classes, static imports.

use super::super::classes::Scoped;
use super::super::lexer::Name;
use super::expression::constant_value;
use super::{Emitter, Lowering, Target, Typed};
use base::{Diagnostic, Span, msg};
use program::objects::{ClassId, Operand};

impl Emitter<'_, '_> {
    /// Reports the use of a member of an object where there is none.
    pub(super) fn of_outer_object(&mut self, name: &str, holder: ClassId, span: Span) -> Typed {
        if holder == self.class {
            return self.error("java/static", span, msg!("there is no `this` in a static method"));
        }
        let message = msg!("`{name}` is an instance member of an enclosing class");
        self.error("java/static", span, message)
    }
}

impl Lowering<'_, '_> {
    pub(super) fn name(&mut self, name: &Name, target: Target, span: Span) -> Typed {
        if let Some(variable) = self.variable(name) {
            // The variable is a constant (JLS 4.12.4).
            if let Some(constant) = variable.constant {
                return constant_value(constant);
            }
            let Some(variable) = self.used_variable(name, span) else { return Typed::error() };
            let super::Variable { local, ty, erased, never_null, generic, .. } = variable;
            return Typed { erased, never_null, generic, ..Typed::new(Operand::Local(local), ty) };
        }
        match self.code.table.in_scope(self.code.class, name) {
            Some(Scoped::Field { place, .. }) if self.code.table.field_at(place).is_static => {
                self.code.static_field(place, target, span)
            }
            Some(Scoped::Field { holder, .. }) => match self.code.object_around(&|_, c| c == holder, span) {
                Some((object, class)) => {
                    let object = self.code.reference(object, class);
                    self.code.load(object, class, name, target, span)
                }
                None => self.code.of_outer_object(name, holder, span),
            },
            Some(Scoped::Variable { class, variable }) => {
                if let Some(constant) = variable.constant {
                    return constant_value(constant);
                }
                match self.code.object_around(&|_, c| c == class, span) {
                    Some((object, _)) => self.code.captured_by(class, object, &variable, span),
                    None => self.code.of_outer_object(name, class, span),
                }
            }
            None => match self.code.table.imported_field(name, span) {
                Some(place) => self.code.static_field(place, target, span),
                None => self.unknown_name(name, span),
            },
        }
    }

    pub(super) fn unknown_name(&mut self, name: &str, span: Span) -> Typed {
        if let Some(from) = self.tree.imported(span.file, name).next() {
            let error = Diagnostic::error("java/unsupported", span, msg!("class `{from}` is not given"));
            self.code.report(error.suggest(msg!("add it as another file")));
            return Typed::error();
        }
        // By convention, class names start with a capital letter.
        if name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase) {
            let message = msg!("class `{name}` is not given");
            let advice = self.code.table.advice_without(&[name.into()], span.file);
            self.code.report(Diagnostic::error("java/unknown-class", span, message).suggest(advice));
            return Typed::error();
        }
        if self.code.table.is_incomplete(self.code.class) {
            return self.code.error(
                "java/unsupported",
                span,
                msg!("`{name}` is declared in a class that is not given"),
            );
        }
        let locals: Vec<Name> = self.variables.iter().map(|v| v.name.clone()).collect();
        let advice = self.code.table.suggest_field(self.code.class, name, &locals);
        let message = msg!("`{name}` is not declared");
        self.code.report(Diagnostic::error("java/unknown-name", span, message).suggest(advice));
        Typed::error()
    }
}
