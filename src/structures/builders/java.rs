//! Heaps that the constructors and methods of a Java program build.

use super::{BUILDINGS, CALLS, METHODS, NULL, TEXT_LIMIT, returned};
use crate::base::{FileId, Sources};
use crate::lang::java::{JavaOptions, parse_java};
use crate::program::objects::{ClassId, IntegerType, Procedure, Program, Type};
use crate::structures::{Sample, Structures};

/// Arguments of constructors are objects, whose constructors take objects, this deep.
const DEPTH: u32 = 2;
/// The class that calls them.
const BUILDER: &str = "Hrglass$Builder";

/// The heaps that objects of these classes lead to after a constructor, and after some calls of their methods with numbers and
/// texts. Methods that take objects of structures are left out, as are runs that fail.
pub fn java_samples(
    sources: &Sources,
    files: &[FileId],
    structures: &Structures<'_>,
    options: &JavaOptions,
) -> Vec<Sample> {
    let program = structures.program();
    let mut found = Vec::new();
    let length: usize = files.iter().map(|&file| sources.file(file).text.len()).sum();
    let mut left = if length > TEXT_LIMIT { 0 } else { BUILDINGS };
    let mut add = |result: &str, body: String, origin: String| {
        let is_given_null = body.contains(NULL);
        let Some(fewer) = left.checked_sub(1) else { return };
        left = fewer;
        let mut sources = sources.clone();
        let text = format!("class {BUILDER} {{ static {result} build() {{ {body} }} }}");
        let file = sources.add(format!("{BUILDER}.java"), text);
        let files = [files, &[file]].concat();
        if let (Some((built, entry)), _) = parse_java(&sources, &files, options, &format!("{BUILDER}.build")) {
            let built = returned(&built, entry, structures, &origin);
            found.extend(built.map(|sample| Sample { is_given_null, ..sample }));
        }
    };
    // Nodes are not what holders make of them, unless there are none.
    let (nodes, holders): (Vec<ClassId>, Vec<ClassId>) =
        structures.structural_classes().partition(|&class| structures.graph.family(class).is_some());
    for class in if holders.is_empty() { nodes } else { holders } {
        let name = program.classes[class].name.replace('$', ".");
        for calls in sequences(structures, class) {
            let Some(body) = building(structures, class, &name, &calls) else { continue };
            add(&name, body, calls.iter().fold(format!("new {name}"), |text, call| format!("{text}, {}", call.name)));
        }
    }
    for procedure in program.procedures.iter().filter(|procedure| procedure.receiver.is_none()) {
        let Type::Reference(result) = procedure.result else { continue };
        if structures.leads_to_structure(result) && structures.takes_plain(procedure) {
            let [own, result] = [procedure.class, result].map(|class| program.classes[class].name.replace('$', "."));
            let call = format!("{own}.{}({})", procedure.name, arguments(program, procedure, &mut 1));
            add(&result, format!("return {call};"), call);
        }
    }
    found
}

/// Some calls of methods that may build something, shorter ones first; and of methods without parameters, which may take away what the
/// constructor or the first of the others has built.
fn sequences<'p>(structures: &Structures<'p>, class: ClassId) -> Vec<Vec<&'p Procedure>> {
    let program = structures.program();
    let own = program.procedures.iter().filter(|procedure| procedure.class == class && procedure.receiver.is_some());
    let own = own.filter(|procedure| !procedure.name.starts_with('<') && structures.takes_plain(procedure));
    let (takers, builders): (Vec<&Procedure>, Vec<&Procedure>) =
        own.partition(|procedure| procedure.parameters.is_empty());
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

/// An expression that makes an object of a class, with values counted from a number on: by the constructor that takes the fewest objects of
/// structures, and the fewest values. `None` if these objects in turn take too many others.
fn creation(structures: &Structures<'_>, class: ClassId, number: &mut u32, depth: u32) -> Option<String> {
    let program = structures.program();
    let name = program.classes[class].name.replace('$', ".");
    let constructors = program.procedures.iter().filter(|own| own.class == class && own.name == "<init>");
    let Some(constructor) = constructors.min_by_key(|own| (!structures.takes_plain(own), own.parameters.len())) else {
        // One that is not written has no code, unless it initialises fields.
        return Some(format!("new {name}()"));
    };
    if structures.takes_plain(constructor) {
        return Some(format!("new {name}({})", arguments(program, constructor, number)));
    }
    let deeper = depth.checked_sub(1)?;
    let values = constructor.parameters.iter().map(|&local| match constructor.locals[local].ty {
        Type::Reference(class) if structures.leads_to_structure(class) => {
            let mut made = structures.graph.objects(class).iter();
            made.find_map(|&class| creation(structures, class, number, deeper))
        }
        ty => {
            *number += 1;
            Some(argument(program, ty, *number))
        }
    });
    Some(format!("new {name}({})", values.collect::<Option<Vec<_>>>()?.join(", ")))
}

/// Statements that make an object of a class with this name, call methods and return the object; `None` if no constructor can be called.
fn building(structures: &Structures<'_>, class: ClassId, name: &str, calls: &[&Procedure]) -> Option<String> {
    let program = structures.program();
    let mut number = 1;
    let mut body = format!("{name} made = {};", creation(structures, class, &mut number, DEPTH)?);
    for call in calls {
        body += &format!(" made.{}({});", call.name, arguments(program, call, &mut number));
    }
    Some(format!("{body} return made;"))
}

/// Values for the parameters of a procedure, counted from a number on.
fn arguments(program: &Program, procedure: &Procedure, number: &mut u32) -> String {
    let values = procedure.parameters.iter().map(|&local| {
        *number += 1;
        argument(program, procedure.locals[local].ty, *number)
    });
    values.collect::<Vec<_>>().join(", ")
}

/// A value of a type.
fn argument(program: &Program, ty: Type, number: u32) -> String {
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
            _ => NULL.to_owned(),
        },
        Type::Void => String::new(),
    }
}
