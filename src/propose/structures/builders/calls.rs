//! Calls of constructors and methods that may build something, as text.

use super::{CALLS, METHODS};
use crate::structures::Structures;
use program::objects::{Class, ClassId, IntegerType, Operation, Procedure, Program, Type};

/// So many methods of a class are tried together.
const MIXED: usize = 4;
/// Arguments of constructors are objects, whose constructors take objects, this deep.
const DEPTH: u32 = 2;
/// What is given where there is nothing else to give.
pub(super) const NULL: &str = "null";

impl Structures<'_> {
    /// Whether a procedure takes no objects of structures.
    pub(super) fn takes_plain(&self, procedure: &Procedure) -> bool {
        let is_plain = |ty: Type| !matches!(ty, Type::Reference(class) if self.leads_to_structure(class));
        procedure.parameters.iter().all(|&local| is_plain(procedure.locals[local].ty))
    }
}

/// Some calls of methods that may build something, shorter ones first; and of methods that get and make nothing, which may take away what
/// the constructor or the first of the others has built.
pub(super) fn sequences<'p>(structures: &Structures<'p>, class: ClassId) -> Vec<Vec<&'p Procedure>> {
    let (takers, builders) = methods(structures, class);
    let mut sequences = vec![Vec::new()];
    for &method in builders.iter().take(METHODS) {
        sequences.extend((1..=CALLS).map(|count| vec![method; count]));
    }
    for taker in takers.into_iter().take(METHODS) {
        sequences.extend((1..CALLS).map(|count| vec![taker; count]));
        sequences.extend(builders.first().map(|&builder| vec![builder, taker]));
    }
    sequences
}

/// Methods that can be called: those that get no values and make no object of a structure, and all others.
fn methods<'p>(structures: &Structures<'p>, class: ClassId) -> (Vec<&'p Procedure>, Vec<&'p Procedure>) {
    let own = structures.program().procedures.iter();
    let own = own.filter(|procedure| procedure.class == class && procedure.receiver.is_some());
    let own = own.filter(|procedure| !procedure.name.starts_with('<') && structures.takes_plain(procedure));
    let is_new = |operation: &Operation| matches!(*operation, Operation::New { class, .. } if structures.graph.is_structural(class));
    own.partition(|procedure| {
        procedure.parameters.is_empty() && !procedure.cfa.edges.iter().any(|edge| is_new(&edge.operation))
    })
}

/// Longer sequences, of one method and of two.
pub(super) fn mixed_sequences<'p>(structures: &Structures<'p>, class: ClassId) -> Vec<Vec<&'p Procedure>> {
    let (takers, mut methods) = methods(structures, class);
    methods.extend(takers);
    methods.truncate(MIXED);
    let mut sequences: Vec<Vec<&Procedure>> = Vec::new();
    for &method in &methods {
        sequences.extend((CALLS..=CALLS + 2).map(|count| vec![method; count]));
    }
    for (at, &one) in methods.iter().enumerate() {
        for (other, &two) in methods.iter().enumerate().filter(|&(other, _)| other != at) {
            sequences.push(vec![one, two]);
            sequences.push(vec![one, one, two]);
            sequences.push(vec![one, two, one, one]);
            if at < other {
                sequences.push(vec![one, two, two, one]);
            }
        }
    }
    sequences
}

/// An expression that makes an object of a class, with values counted from a number on: by the constructor that takes the fewest objects of
/// structures, and the fewest values. Where these objects in turn take too many others, they get `at_end`; `None` without it.
fn creation(
    structures: &Structures<'_>,
    class: ClassId,
    number: &mut u32,
    depth: u32,
    at_end: Option<&str>,
) -> Option<String> {
    let program = structures.program();
    let name = program.classes[class].name.replace('$', ".");
    let constructors = program.procedures.iter().filter(|own| own.class == class && own.name == "<init>");
    let Some(constructor) = constructors.min_by_key(|own| (!structures.takes_plain(own), own.parameters.len())) else {
        // One that is not written has no code, unless it initialises fields.
        return Some(format!("new {name}()"));
    };
    if structures.takes_plain(constructor) {
        return Some(format!("new {name}({})", arguments(structures, constructor, number)));
    }
    let values = constructor.parameters.iter().map(|&local| match constructor.locals[local].ty {
        Type::Reference(class) if structures.leads_to_structure(class) => {
            let Some(deeper) = depth.checked_sub(1) else { return at_end.map(str::to_owned) };
            let mut made = structures.graph.objects(class).iter();
            made.find_map(|&class| creation(structures, class, number, deeper, at_end))
        }
        ty => {
            *number += 1;
            Some(argument(structures, ty, *number))
        }
    });
    Some(format!("new {name}({})", values.collect::<Option<Vec<_>>>()?.join(", ")))
}

/// Statements that make an object of a class with this name, call methods and return the object; `None` if no constructor can be called.
pub(super) fn building(
    structures: &Structures<'_>,
    class: ClassId,
    name: &str,
    calls: &[&Procedure],
) -> Option<String> {
    let mut number = 1;
    let mut body = format!("{name} made = {};", creation(structures, class, &mut number, DEPTH, None)?);
    for call in calls {
        body += &format!(" made.{}({});", call.name, arguments(structures, call, &mut number));
    }
    Some(format!("{body} return made;"))
}

/// An argument of a call, with the class of the variable that it is, if it is one.
pub(super) type Argument = (String, Option<String>);

/// Statements that declare a variable for each parameter of a procedure that takes an object of a structure, null or a new one; and its
/// arguments. `None` if one cannot be made.
pub(super) fn given(
    structures: &Structures<'_>,
    procedure: &Procedure,
    is_null: bool,
) -> Option<(String, Vec<Argument>)> {
    let program = structures.program();
    let (mut statements, mut number) = (String::new(), 1);
    let values = procedure.parameters.iter().enumerate().map(|(at, &local)| match procedure.locals[local].ty {
        Type::Reference(class) if structures.leads_to_structure(class) => {
            let mut made = structures.graph.objects(class).iter();
            let value = match is_null {
                true => NULL.to_owned(),
                false => made.find_map(|&class| creation(structures, class, &mut number, DEPTH, Some(NULL)))?,
            };
            let class = program.classes[class].name.replace('$', ".");
            statements += &format!("{class} given{at} = {value}; ");
            Some((format!("given{at}"), Some(class)))
        }
        ty => {
            number += 1;
            Some((argument(structures, ty, number), None))
        }
    });
    let values = values.collect::<Option<Vec<_>>>()?;
    Some((statements, values))
}

/// Values for the parameters of a procedure, counted from a number on.
pub(super) fn arguments(structures: &Structures<'_>, procedure: &Procedure, number: &mut u32) -> String {
    let values = procedure.parameters.iter().map(|&local| {
        *number += 1;
        argument(structures, procedure.locals[local].ty, *number)
    });
    values.collect::<Vec<_>>().join(", ")
}

/// A value of a type.
fn argument(structures: &Structures<'_>, ty: Type, number: u32) -> String {
    let program = structures.program();
    match ty {
        Type::Boolean => "true".to_owned(),
        Type::Integer(IntegerType::BYTE) => format!("(byte) {number}"),
        Type::Integer(IntegerType::SHORT) => format!("(short) {number}"),
        Type::Integer(IntegerType::CHAR) => format!("(char) ('a' + {number})"),
        Type::Integer(_) => number.to_string(),
        Type::Float => format!("{number}.0f"),
        Type::Reference(class) => match program.classes[class].name.as_str() {
            "String" => format!("\"{number}\""),
            "Object" | "Comparable" | "Integer" | "Number" => number.to_string(),
            _ => {
                let mut made = structures.graph.objects(class).iter();
                let made = made.find(|&&own| can_be_made(program, own));
                made.map_or(NULL.to_owned(), |&own| format!("new {}()", program.classes[own].name.replace('$', ".")))
            }
        },
        Type::Void => String::new(),
    }
}

/// Whether an object of a class can be made anywhere, of nothing.
fn can_be_made(program: &Program, class: ClassId) -> bool {
    let Class { name, fields, .. } = &program.classes[class];
    let is_named = name.split('$').all(|part| !part.starts_with(|first: char| first.is_ascii_digit()));
    let is_inner = fields.iter().any(|&field| program.fields[field].name.starts_with("this$"));
    let mut constructors =
        program.procedures.iter().filter(|own| own.class == class && own.name == "<init>").peekable();
    let is_plain = constructors.peek().is_none() || constructors.any(|own| own.parameters.is_empty());
    is_named && !is_inner && is_plain
}
