//! Hidden fields: of inner classes, for the object around them; of local and anonymous classes and of lambda
//! expressions, for the variables that they capture (JLS 8.1.3).
//!
//! A field is added when code that needs it is lowered; then everything is lowered again.

use std::rc::Rc;

use super::super::constants::Constant;
use super::super::lexer::Name;
use super::super::syntax::ClassDecl;
use super::super::types::Ty;
use super::functions::REFINEMENTS;
use super::generic::Generic;
use super::{CONSTRUCTOR, ClassTable, FieldInfo, FieldPosition, MethodId};
use base::{FileId, Idx, Span};
use program::cfa::ProcedureId;
use program::objects::{ClassId, FieldId};

/// A variable of a method that classes and lambda expressions in its body can use.
#[derive(Clone)]
pub(crate) struct Visible {
    /// Its name.
    pub name: Name,
    /// Where it is declared.
    pub origin: Span,
    /// Its type.
    pub ty: Ty,
    /// Whether that is what a type variable was erased to.
    pub erased: bool,
    /// Its type before erasure.
    pub generic: Generic,
    /// Whether it is a non-null reference of otherwise unknown value.
    pub never_null: bool,
    /// Its value, if it is a constant.
    pub constant: Option<Constant>,
}

impl Visible {
    /// Whether this is the variable `name` that is declared at `origin`.
    pub(crate) fn is(&self, name: &str, origin: Span) -> bool {
        self.origin == origin && *self.name == *name
    }
}

/// A hidden field for a captured variable.
#[derive(Clone)]
pub(crate) struct Captured {
    /// The variable.
    pub variable: Visible,
    /// The field.
    pub field: FieldId,
    /// How often its type has become more precise.
    refined: u8,
}

/// What a simple name denotes that is not a local variable.
pub(crate) enum Scoped {
    /// A field of this class or an enclosing one, inherited by `holder`.
    Field {
        /// The declaration.
        place: FieldPosition,
        /// The class in which the name is found.
        holder: ClassId,
    },
    /// A variable of the method around a local class.
    Variable {
        /// The local class.
        class: ClassId,
        /// The variable.
        variable: Visible,
    },
}

impl ClassTable<'_> {
    /// What a name denotes in the body of `class`, if no local variable hides it.
    pub(crate) fn in_scope(&self, class: ClassId, name: &str) -> Option<Scoped> {
        let mut around = Some(class);
        while let Some(class) = around {
            if let Some(place) = self.field(class, name) {
                return Some(Scoped::Field { place, holder: class });
            }
            let variables = self.environment(class);
            if let Some(variable) = variables.iter().rev().find(|v| *v.name == *name) {
                return Some(Scoped::Variable { class, variable: variable.clone() });
            }
            around = self.classes[class].outer;
        }
        None
    }

    /// The variables that the body of a local class can use.
    pub(crate) fn environment(&self, class: ClassId) -> &[Visible] {
        self.classes[class].environment.as_deref().unwrap_or(&[])
    }

    /// Sets the variables that the body of a local class can use. Enums, records and interfaces use none.
    pub(crate) fn set_environment(&mut self, class: ClassId, variables: Vec<Visible>) {
        let declared = &self.tree.classes[class.index()];
        if declared.is_interface || declared.constants.is_some() || declared.components.is_some() {
            return;
        }
        if self.classes[class].environment.is_none() {
            self.changed |= !variables.is_empty();
            self.classes[class].environment = Some(Rc::from(variables));
        }
    }

    /// Remembers which constructor of its superclass an anonymous class calls, and with that its parameters.
    pub(crate) fn set_super_constructor(&mut self, class: ClassId, method: MethodId) {
        if self.classes[class].super_constructor.replace(method) == Some(method) {
            return;
        }
        self.changed = true;
        let parameters = self.methods[method].parameters.clone();
        for own in self.declared_methods(class, CONSTRUCTOR).to_vec() {
            self.methods[own].parameters.clone_from(&parameters);
        }
    }

    /// The hidden field for the object around objects of `class`.
    pub(crate) fn outer_field(&mut self, class: ClassId) -> Option<FieldId> {
        if let Some(field) = self.classes[class].outer_field {
            return Some(field);
        }
        let outer = self.classes[class].outer?;
        let mut depth = 0;
        let mut around = outer;
        while self.classes[around].is_inner
            && let Some(next) = self.classes[around].outer
        {
            (around, depth) = (next, depth + 1);
        }
        let field = self.add_hidden_field(class, format!("this${depth}"), Ty::Class(outer));
        self.classes[class].outer_field = Some(field);
        Some(field)
    }

    /// The hidden field of `class` for a captured variable.
    pub(crate) fn captured_field(&mut self, class: ClassId, variable: &Visible) -> FieldId {
        let known = self.classes[class].captured.iter_mut().find(|c| c.variable.is(&variable.name, variable.origin));
        if let Some(known) = known {
            let field = known.field;
            // The type of a parameter of a lambda expression around may be known better now.
            if known.variable.ty != variable.ty && known.refined < REFINEMENTS {
                known.variable = variable.clone();
                known.refined += 1;
                let hidden = self.classes[class].fields.iter_mut().find(|hidden| hidden.id == Some(field));
                hidden.into_iter().for_each(|hidden| hidden.ty = variable.ty);
                self.changed = true;
            }
            return field;
        }
        let field = self.add_hidden_field(class, format!("val${}", variable.name), variable.ty);
        self.classes[class].captured.push(Captured { variable: variable.clone(), field, refined: 0 });
        field
    }

    /// Adds a field whose name no superclass or subclass uses, as an object has only one field of each name.
    fn add_hidden_field(&mut self, class: ClassId, mut name: String, ty: Ty) -> FieldId {
        let below = self.subclasses(class);
        let related = self.supertypes(class).into_iter().chain(below.iter().copied());
        let related: Vec<ClassId> = related.filter(|&c| self.classes[c].library.is_none()).collect();
        while related.iter().any(|&c| self.classes[c].field(&name).is_some()) {
            name.push('$');
        }
        let id = FieldId::at(self.fields);
        self.fields += 1;
        self.changed = true;
        let span = self.classes[class].name_span.unwrap_or(Span { file: FileId(0), start: 0, end: 0 });
        self.classes[class].add_field(FieldInfo {
            name: name.into(),
            ty,
            erased: false,
            generic: None,
            id: Some(id),
            is_static: false,
            is_final: true,
            initializer: None,
            is_constant: false,
            is_ambiguous: false,
            constant: None,
            span,
        });
        // Constructors of subclasses assign it.
        for below in below {
            for method in self.declared_methods(below, CONSTRUCTOR).to_vec() {
                if self.methods[method].declaration.is_none() && self.methods[method].procedure.is_none() {
                    self.methods[method].procedure = Some(self.next_procedure());
                }
            }
        }
        id
    }

    /// The other classes whose objects are objects of a class. Nobody extends a class without a name, of which there may be many.
    fn subclasses(&self, class: ClassId) -> Vec<ClassId> {
        let declared = self.tree.classes.get(class.index());
        let is_anonymous =
            |declared: &ClassDecl| declared.local.as_ref().is_some_and(|local| local.simple_name.is_none());
        if declared.is_none_or(is_anonymous) {
            return Vec::new();
        }
        self.classes.indices().filter(|&c| c != class && self.is_subtype(c, class)).collect()
    }

    /// The number of a new procedure.
    pub(super) fn next_procedure(&mut self) -> ProcedureId {
        self.procedures += 1;
        ProcedureId::at(self.procedures - 1)
    }
}
