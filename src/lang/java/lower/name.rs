//! Simple names: variables, captured variables, fields of this and enclosing classes, static imports.

use super::super::classes::{FieldPosition, Scoped};
use super::super::lexer::Name;
use super::expression::constant_value;
use super::{Lowering, Target, Typed};
use crate::base::{Diagnostic, Span};
use crate::program::objects::{ClassId, Operand};

impl Lowering<'_, '_> {
    pub(super) fn name(&mut self, name: &Name, target: Target, span: Span) -> Typed {
        if let Some(variable) = self.variable(name) {
            if let Some(constant) = variable.constant.filter(|_| variable.around != super::Around::No) {
                return constant_value(constant);
            }
            let Some(variable) = self.used_variable(name, span) else { return Typed::error() };
            let super::Variable { local, ty, erased, never_null, generic, .. } = variable;
            return Typed { erased, never_null, generic, ..Typed::new(Operand::Local(local), ty) };
        }
        match self.table.in_scope(self.class, name) {
            Some(Scoped::Field { place, .. }) if self.table.field_at(place).is_static => {
                self.static_field(place, target, span)
            }
            Some(Scoped::Field { holder, .. }) => match self.object_around(&|_, c| c == holder, span) {
                Some((object, class)) => {
                    let generic = Some(self.table.own_term(class));
                    self.load(object, class, generic, name, target, span)
                }
                None => self.of_outer_object(name, holder, span),
            },
            Some(Scoped::Variable { class, variable }) => {
                if let Some(constant) = variable.constant {
                    return constant_value(constant);
                }
                match self.object_around(&|_, c| c == class, span) {
                    Some((object, _)) => self.captured_by(class, object, &variable, span),
                    None => self.of_outer_object(name, class, span),
                }
            }
            None => match self.imported_field(name, span) {
                Some(place) => self.static_field(place, target, span),
                None => self.unknown_name(name, span),
            },
        }
    }

    /// Reports the use of a member of an object where there is none.
    pub(super) fn of_outer_object(&mut self, name: &str, holder: ClassId, span: Span) -> Typed {
        if holder == self.class {
            return self.error("java/static", span, "there is no `this` in a static method");
        }
        let message = format!("`{name}` is an instance member of an enclosing class");
        self.error("java/static", span, message)
    }

    /// The static field of a class of the program that a static import names.
    pub(super) fn imported_field(&mut self, name: &str, span: Span) -> Option<FieldPosition> {
        let classes = self.imported_classes(name, span);
        let fields = classes.into_iter().filter_map(|class| self.table.field(class, name));
        fields.into_iter().find(|&place| self.table.field_at(place).is_static)
    }

    /// The class of the program from which a static import takes a method.
    pub(super) fn imported_method(&mut self, name: &str, span: Span) -> Option<ClassId> {
        self.imported_classes(name, span).into_iter().find(|&class| self.table.has_method(class, name))
    }

    /// The classes of the program from which static imports may take this name.
    fn imported_classes(&mut self, name: &str, span: Span) -> Vec<ClassId> {
        let paths: Vec<Vec<Name>> =
            self.tree.imported(span.file, name).map(|from| from.split('.').map(Name::from).collect()).collect();
        paths.into_iter().filter_map(|path| self.table.find_path(&path, None)).collect()
    }

    pub(super) fn unknown_name(&mut self, name: &str, span: Span) -> Typed {
        if let Some(from) = self.tree.imported(span.file, name).next() {
            let error = Diagnostic::error("java/unsupported", span, format!("class `{from}` is not given"));
            self.report(error.suggest("add it as another file".to_owned()));
            return Typed::error();
        }
        // By convention, class names start with a capital letter.
        if name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase) {
            let message = format!("class `{name}` is not given");
            let advice = "add it as another file".to_owned();
            self.report(Diagnostic::error("java/unknown-class", span, message).suggest(advice));
            return Typed::error();
        }
        if self.table.is_incomplete(self.class) {
            return self.error("java/unsupported", span, format!("`{name}` is declared in a class that is not given"));
        }
        let locals: Vec<Name> = self.variables.iter().map(|v| v.name.clone()).collect();
        let advice = self.table.suggest_field(self.class, name, &locals);
        let message = format!("`{name}` is not declared");
        self.report(Diagnostic::error("java/unknown-name", span, message).suggest(advice));
        Typed::error()
    }
}
