//! The classes of a program, as definitions of separation logic mention them.

use heap_grammar::grammar::definitions::{ScopeClass, ScopeType};
use program::objects::{Program, STATICS, Type};

/// The classes of a program with their fields, inherited ones included.
pub fn scope_classes(program: &Program) -> Vec<ScopeClass> {
    let classes = program.classes.iter_enumerated().filter(|(_, class)| class.name != STATICS);
    let classes = classes.map(|(id, class)| ScopeClass {
        name: class.name.clone(),
        superclass: class.superclass.map(|class| program.classes[class].name.clone()),
        fields: program
            .ancestry(id)
            .flat_map(|ancestor| &program.classes[ancestor].fields)
            .map(|&field| (program.fields[field].name.clone(), scope_type(program, program.fields[field].ty)))
            .collect(),
    });
    classes.collect()
}

/// The type of a field or variable.
pub(super) fn scope_type(program: &Program, ty: Type) -> ScopeType {
    match ty {
        Type::Reference(class) => ScopeType::Object(program.classes[class].name.clone()),
        Type::Boolean | Type::Integer(_) | Type::Float => ScopeType::Number,
        Type::Void => ScopeType::Unknown,
    }
}
