//! Heaps that the functions of a program in C build.

use super::{BUILDINGS, CALLS, METHODS, TEXT_LIMIT, execute, returned, sample};
use crate::structures::{Sample, Structures};
use base::{FileId, Sources};
use c::{COptions, Function, Outline, outline, parse_c};
use program::cfa::ProcedureId;
use program::objects::{ClassId, Procedure, Type};

/// The function that calls them.
const BUILDER: &str = "hrglass_builder";
/// Heaps that are taken from the run of `main`.
const GIVEN: usize = 20;

/// Statements that build something, in a file of the program.
struct Building {
    file: FileId,
    /// The type of what they return.
    result: String,
    body: String,
    /// The functions that are called.
    origin: String,
}

/// The heaps that functions build: of what others have made, or of NULL, with numbers and texts. If they build none, those that `main` gives to
/// functions; otherwise single nodes. Functions that take several structures are left out, as are runs that fail.
pub fn c_samples(
    sources: &Sources,
    files: &[FileId],
    structures: &Structures<'_>,
    options: COptions<'_>,
) -> Vec<Sample> {
    let length: usize = files.iter().map(|&file| sources.file(file).text.len()).sum();
    if length > TEXT_LIMIT {
        return Vec::new();
    }
    let build = |building: &Building| {
        let mut sources = sources.clone();
        let Building { file, result, body, origin } = building;
        let before = sources.file(*file);
        let text = format!("{}\n#include <stdlib.h>\n{result}{BUILDER}(void) {{ {body} }}\n", before.text);
        let new = sources.add(before.name.clone(), text);
        let files: Vec<FileId> = files.iter().map(|&known| if known == *file { new } else { known }).collect();
        let parsed = parse_c(&sources, &files, options, BUILDER).0;
        parsed.map_or_else(Vec::new, |(program, entry)| returned(&program, entry, structures, origin))
    };
    let outline = outline(sources, files, options);
    let declared = Structures::of(&outline.program);
    let functions = Functions { outline: &outline, structures: &declared };
    let (nodes, others): (Vec<Building>, Vec<Building>) = functions.buildings();
    let built: Vec<Sample> = others.iter().take(BUILDINGS).flat_map(build).collect();
    if !built.is_empty() {
        return built;
    }
    let mut given = Vec::new();
    if let (Some((program, entry)), _) = parse_c(sources, files, options, "main") {
        execute(&program, entry, 1, |machine| {
            let frame = machine.top();
            let procedure = &program.procedures[frame.procedure];
            if machine.depth() == 2 && frame.location == procedure.cfa.entry && given.len() < GIVEN {
                let values = procedure.parameters.iter().map(|&parameter| frame.local(parameter));
                given.extend(values.filter_map(|value| sample(machine, structures, value, "main")));
            }
        });
        given.retain(|sample| structures.are_structural(sample));
    }
    if given.is_empty() { nodes.iter().take(BUILDINGS).flat_map(build).collect() } else { given }
}

impl Structures<'_> {
    /// Whether a sample is of structures.
    fn are_structural(&self, sample: &Sample) -> bool {
        sample.objects.first().is_some_and(|object| self.graph.is_structural(object.class))
    }
}

/// The functions of a program.
struct Functions<'a> {
    outline: &'a Outline,
    structures: &'a Structures<'a>,
}

impl<'a> Functions<'a> {
    fn procedure(&self, id: ProcedureId) -> &'a Procedure {
        &self.outline.program.procedures[id]
    }

    fn function(&self, id: ProcedureId) -> &'a Function {
        &self.outline.functions[id]
    }

    /// The class of structures to which a type leads.
    fn structure(&self, ty: Type) -> Option<ClassId> {
        match ty {
            Type::Reference(class) => Some(class).filter(|&class| self.structures.leads_to_structure(class)),
            _ => None,
        }
    }

    /// The parameters of a function that lead to structures, by position, with their classes.
    fn taken(&self, id: ProcedureId) -> Vec<(usize, ClassId)> {
        let procedure = self.procedure(id);
        let ty = |(position, local)| Some((position, self.structure(procedure.locals[local].ty)?));
        procedure.parameters.iter().copied().enumerate().filter_map(ty).collect()
    }

    /// The functions that take one structure, and whether they take something else.
    fn takers(&self) -> impl Iterator<Item = (ProcedureId, usize, ClassId, bool)> {
        self.all().filter_map(|id| match self.taken(id).as_slice() {
            &[(position, class)] => Some((id, position, class, self.procedure(id).parameters.len() > 1)),
            _ => None,
        })
    }

    fn all(&self) -> impl Iterator<Item = ProcedureId> {
        self.outline.program.procedures.indices().filter(|&id| self.procedure(id).name != "main")
    }

    /// The functions that make a structure of a class of nothing.
    fn makers(&self, class: ClassId) -> impl Iterator<Item = ProcedureId> {
        let makes = move |id: &ProcedureId| self.procedure(*id).result == Type::Reference(class);
        self.all().filter(move |id| makes(id) && self.taken(*id).is_empty())
    }

    /// What makes single nodes; and what calls functions in turn, or makes what holds structures.
    fn buildings(&self) -> (Vec<Building>, Vec<Building>) {
        let (mut nodes, mut others) = (Vec::new(), Vec::new());
        for id in self.all().filter(|&id| self.taken(id).is_empty()) {
            let Some(class) = self.structure(self.procedure(id).result) else { continue };
            let call = self.call(id, None, &mut 1);
            let building = Building {
                file: self.procedure(id).span.file,
                result: spaced(&self.function(id).result),
                body: format!("return {call};"),
                origin: call,
            };
            let is_node = self.structures.graph.family(class).is_some();
            if is_node { nodes.push(building) } else { others.push(building) }
        }
        for (builder, position, class, _) in self.takers().filter(|&(.., has_values)| has_values).take(METHODS) {
            let Some(pointee) = &self.function(builder).pointees[position] else { continue };
            let same =
                self.takers().filter(|&(id, _, other, has_values)| id != builder && other == class && !has_values);
            let removers: Vec<ProcedureId> = same.take(METHODS).map(|(id, ..)| id).collect();
            let repeated = (1..=CALLS).map(|count| vec![builder; count]);
            let removed = removers.iter().map(|&remover| vec![builder, builder, remover]);
            for calls in repeated.chain(removed) {
                others.extend(self.building(class, pointee, &calls));
            }
        }
        (nodes, others)
    }

    /// Calls of functions with what the ones before have made.
    fn building(&self, class: ClassId, pointee: &str, calls: &[ProcedureId]) -> Option<Building> {
        let mut number = 1;
        let first = *calls.first()?;
        // A pointer to a pointer is given the address of a variable.
        let is_address = self.structures.graph.content(class).is_some();
        let result = if is_address { spaced(pointee) } else { format!("{} *", pointee).replace("* *", "**") };
        let mut origin: Vec<String> = Vec::new();
        let is_grown = self.procedure(first).result == Type::Reference(class);
        let start = match self.makers(class).next() {
            _ if is_address || is_grown => "0".to_owned(),
            Some(maker) => self.call(maker, None, &mut number),
            None => format!("calloc(1, sizeof({pointee}))"),
        };
        let mut body = format!("{result}made = {start};");
        let prepares = |id: ProcedureId| self.procedure(id).name.to_lowercase().contains("init");
        let prepared = self.takers().find(|&(id, _, other, has_values)| other == class && !has_values && prepares(id));
        let prepared = prepared.filter(|_| start.starts_with("calloc") || is_address).map(|(id, ..)| id);
        for &id in prepared.iter().chain(calls) {
            let given = if is_address { "&made" } else { "made" };
            let call = self.call(id, Some(given), &mut number);
            let replaces = self.procedure(id).result == Type::Reference(class);
            body += &if replaces { format!(" made = {call};") } else { format!(" {call};") };
            origin.push(self.procedure(id).name.clone());
        }
        if start != "0" && !start.starts_with("calloc") {
            origin.insert(0, start);
        }
        let file = self.procedure(first).span.file;
        Some(Building { file, result, body: format!("{body} return made;"), origin: origin.join(", ") })
    }

    /// A call with what is given for the structure, and values counted from a number on.
    fn call(&self, id: ProcedureId, given: Option<&str>, number: &mut u32) -> String {
        let procedure = self.procedure(id);
        let taken = self.taken(id);
        let argument = |(position, &local): (usize, &_)| {
            if taken.iter().any(|&(at, _)| at == position) {
                return given.unwrap_or("0").to_owned();
            }
            *number += 1;
            match (procedure.locals[local].ty, &self.function(id).pointees[position]) {
                (Type::Reference(_), Some(pointee)) if pointee == "char" => format!("\"{number}\""),
                (Type::Reference(_), _) => "0".to_owned(),
                _ => number.to_string(),
            }
        };
        let arguments: Vec<String> = procedure.parameters.iter().enumerate().map(argument).collect();
        format!("{}({})", procedure.name, arguments.join(", "))
    }
}

/// A type before a name.
fn spaced(ty: &str) -> String {
    if ty.ends_with('*') { ty.to_owned() } else { format!("{ty} ") }
}
