//! What definitions and formulas may mention of a program.

use super::infer::{INT, NULL};
use crate::heap::document::HeapDocument;
use crate::separation::{Atom, Definition, TermValue};

/// The classes of a program, and the variables of its entry, as plain data.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The classes.
    pub classes: Vec<ScopeClass>,
    /// The variables that formulas may mention; all other names stand for some object.
    pub variables: Vec<ScopeVariable>,
    /// Whether these are all classes, so that others are mistakes.
    pub is_complete: bool,
}

/// A class.
#[derive(Clone, Debug, Default)]
pub struct ScopeClass {
    /// Its name.
    pub name: String,
    /// The class that it extends.
    pub superclass: Option<String>,
    /// Its fields with their types, inherited ones included.
    pub fields: Vec<(String, ScopeType)>,
}

/// The declared type of a field or variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScopeType {
    /// A number or Boolean.
    Number,
    /// A reference to objects of this class, or one that extends it.
    Object(String),
    /// Not known.
    Unknown,
    /// References to objects of several classes.
    Several,
}

impl ScopeType {
    /// The type of vertices that are usually there.
    pub(super) fn usual(&self) -> Option<&str> {
        match self {
            ScopeType::Number => Some(INT),
            ScopeType::Object(class) => Some(class),
            ScopeType::Unknown | ScopeType::Several => None,
        }
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct ScopeVariable {
    /// Its name in formulas.
    pub name: String,
    /// Its name in heaps.
    pub in_heaps: String,
    /// Its type.
    pub ty: ScopeType,
}

impl Scope {
    /// The class with this name.
    pub fn class(&self, name: &str) -> Option<&ScopeClass> {
        self.classes.iter().find(|class| class.name == name)
    }

    /// The name of the class that a name means: an inner class may be written with a dot, and without the class around it if only one is called
    /// so.
    pub fn resolve<'n>(&'n self, name: &'n str) -> &'n str {
        let is_meant = |class: &&ScopeClass| class.name == name || class.name.replace('$', ".") == name;
        if let Some(class) = self.classes.iter().find(is_meant) {
            return &class.name;
        }
        let mut inner = self.classes.iter().filter(|class| class.name.rsplit(['$', '.']).next() == Some(name));
        inner.next().filter(|_| inner.next().is_none()).map_or(name, |class| &class.name)
    }

    /// The variable that formulas call so.
    pub fn variable(&self, name: &str) -> Option<&ScopeVariable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    /// Whether a class is another one or extends it.
    pub(super) fn extends(&self, class: &str, other: &str) -> bool {
        let mut next = Some(class);
        for _ in 0..=self.classes.len() {
            match next {
                Some(own) if own == other => return true,
                Some(own) => next = self.class(own).and_then(|class| class.superclass.as_deref()),
                None => return false,
            }
        }
        false
    }

    /// Adds the classes of a rule with the fields that they have there.
    pub(super) fn learn(&mut self, rule: &HeapDocument) {
        for selector in &rule.selectors {
            let [origin, target] = [selector.origin, selector.target].map(|node| rule.nodes.get(node as usize));
            let (Some(origin), Some(target)) = (origin, target) else { continue };
            let ty = match target.value.as_str() {
                NULL => ScopeType::Unknown,
                INT => ScopeType::Number,
                class => ScopeType::Object(class.to_owned()),
            };
            self.learn_field(&origin.value, &selector.label, ty);
        }
    }

    /// Adds the classes that a definition names with the fields that they have there.
    pub(super) fn learn_from(&mut self, definition: &Definition) {
        for case in &definition.cases {
            for atom in &case.atoms {
                let Atom::PointsTo { source, class, fields, .. } = atom else { continue };
                let of_parameter = definition.parameters.iter().find(|parameter| parameter.name.text == source.text);
                let class = class.as_ref().or_else(|| of_parameter?.class.as_ref());
                let Some(class) = class else { continue };
                for field in fields {
                    let ty = match field.value.value {
                        TermValue::Integer(_) => ScopeType::Number,
                        _ => ScopeType::Unknown,
                    };
                    self.learn_field(&class.text, &field.field.text, ty);
                }
            }
        }
    }

    /// Adds a field of a class with its type; whether that was not known.
    pub(super) fn learn_field(&mut self, class: &str, field: &str, ty: ScopeType) -> bool {
        let place = self.classes.iter().position(|own| own.name == class).unwrap_or_else(|| {
            self.classes.push(ScopeClass { name: class.to_owned(), ..ScopeClass::default() });
            self.classes.len() - 1
        });
        let fields = &mut self.classes[place].fields;
        let Some((_, own)) = fields.iter_mut().find(|(own, _)| own == field) else {
            fields.push((field.to_owned(), ty));
            return true;
        };
        let learned = match (&*own, ty) {
            (ScopeType::Several, _) | (_, ScopeType::Unknown) => return false,
            (ScopeType::Unknown, ty) => ty,
            (known, ty) if *known == ty => return false,
            _ => ScopeType::Several,
        };
        *own = learned;
        true
    }
}
