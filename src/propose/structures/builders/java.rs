//! Heaps that the constructors and methods of a Java program build.

use super::calls::{NULL, arguments, building, given, mixed_sequences, sequences};
use super::{BUILDINGS, METHODS, TEXT_LIMIT, execute, returned, sample};
use crate::structures::{Sample, Structures};
use std::collections::BTreeSet;

use base::{CollectByInsertion, FileId, Sources};
use java::{JavaOptions, parse_java};
use program::cfa::ProcedureId;
use program::objects::{ClassId, Procedure, Type};

/// Values that are given to other methods are counted from these numbers on, besides 1.
const NUMBERS: [u32; 4] = [0, 2, 3, 4];
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
    let mut builder = Builder::new(sources, files, structures, options);
    builder.add_all(sequences);
    builder.add_static(1);
    builder.add_changed();
    builder.found
}

/// The heaps that methods which take nothing give to a method, where they call it themselves.
pub fn given_java_samples(
    sources: &Sources,
    files: &[FileId],
    structures: &Structures<'_>,
    options: &JavaOptions,
    entry: ProcedureId,
) -> Vec<Sample> {
    let program = structures.program();
    let length: usize = files.iter().map(|&file| sources.file(file).text.len()).sum();
    let Procedure { name, class, span, .. } = &program.procedures[entry];
    let wanted = (name, *span, &program.classes[*class].name);
    let is_driver = |procedure: &Procedure| {
        let is_plain = |&local: &_| program.is_command_line(procedure, procedure.locals[local].ty);
        procedure.receiver.is_none()
            && !procedure.name.starts_with('<')
            && procedure.parameters.iter().all(is_plain)
            && (&procedure.name, procedure.span) != (name, *span)
    };
    let calls = |id: ProcedureId| {
        program.callees(id).any(|callee| {
            let called = &program.procedures[callee];
            (&called.name, called.span) == (name, *span)
        })
    };
    let drivers = program.procedures.iter_enumerated().filter(|&(id, own)| is_driver(own) && calls(id));
    let mut found: Vec<Sample> = Vec::new();
    for (_, driver) in drivers.take(if length > TEXT_LIMIT { 0 } else { METHODS }) {
        let origin = format!("{}.{}", program.classes[driver.class].name.replace('$', "."), driver.name);
        let (Some((mut program, start)), _) = parse_java(sources, files, options, &origin) else { continue };
        program.forget_executions();
        execute(&program, start, 1, |machine| {
            let frame = machine.top();
            let procedure = &program.procedures[frame.procedure];
            let own = (&procedure.name, procedure.span, &program.classes[procedure.class].name);
            if machine.depth() == 2 && frame.location == procedure.cfa.entry && found.len() < BUILDINGS && own == wanted
            {
                let values = procedure.receiver.iter().chain(&procedure.parameters).map(|&local| frame.local(local));
                found.extend(values.filter_map(|value| sample(machine, structures, value, &origin)));
            }
        });
    }
    found.retain(|sample| sample.objects.first().is_some_and(|object| structures.graph.is_structural(object.class)));
    found
}

/// The same after more calls, also of several methods in a row, and with other numbers: from these heaps more can be learned.
pub fn more_java_samples(
    sources: &Sources,
    files: &[FileId],
    structures: &Structures<'_>,
    options: &JavaOptions,
) -> Vec<Sample> {
    let mut builder = Builder::new(sources, files, structures, options);
    builder.add_all(mixed_sequences);
    NUMBERS.into_iter().for_each(|number| builder.add_static(number));
    builder.found
}

/// Builds heaps.
struct Builder<'a, 'p> {
    sources: &'a Sources,
    files: &'a [FileId],
    structures: &'a Structures<'p>,
    options: &'a JavaOptions,
    /// So many more are tried.
    left: usize,
    found: Vec<Sample>,
}

impl<'a, 'p> Builder<'a, 'p> {
    fn new(
        sources: &'a Sources,
        files: &'a [FileId],
        structures: &'a Structures<'p>,
        options: &'a JavaOptions,
    ) -> Self {
        let length: usize = files.iter().map(|&file| sources.file(file).text.len()).sum();
        let left = if length > TEXT_LIMIT { 0 } else { BUILDINGS };
        Self { sources, files, structures, options, left, found: Vec::new() }
    }

    /// Adds the heap that a method with this result and body returns, if it does.
    fn add(&mut self, result: &str, body: String, origin: String) {
        let is_given_null = body.contains(NULL);
        let Some(fewer) = self.left.checked_sub(1) else { return };
        self.left = fewer;
        let mut sources = self.sources.clone();
        let text = format!("class {BUILDER} {{ static {result} build() {{ {body} }} }}");
        let file = sources.add(format!("{BUILDER}.java"), text);
        let files = [self.files, &[file]].concat();
        if let (Some((mut built, entry)), _) = parse_java(&sources, &files, self.options, &format!("{BUILDER}.build")) {
            // Arrays of other lengths than those in `main` build more heaps.
            built.forget_executions();
            let built = returned(&built, entry, self.structures, &origin);
            self.found.extend(built.into_iter().map(|sample| Sample { is_given_null, ..sample }));
        }
    }

    /// Adds what methods without receivers build, given values counted from a number on.
    fn add_static(&mut self, number: u32) {
        let (structures, program) = (self.structures, self.structures.program());
        let is_own = |procedure: &&Procedure| !procedure.span.is_of_library();
        let own = program.procedures.iter().filter(is_own);
        for procedure in own.filter(|procedure| procedure.receiver.is_none()) {
            let Type::Reference(result) = procedure.result else { continue };
            if structures.leads_to_structure(result) && structures.takes_plain(procedure) {
                let [own, result] =
                    [procedure.class, result].map(|class| program.classes[class].name.replace('$', "."));
                let mut number = number;
                let call = format!("{own}.{}({})", procedure.name, arguments(structures, procedure, &mut number));
                self.add(&result, format!("return {call};"), call);
            }
        }
    }

    /// Adds what methods without receivers make of null and of new objects that share nothing. What other methods call may leave structures
    /// half done, so only methods that clients call are tried.
    fn add_changed(&mut self) {
        let (structures, program) = (self.structures, self.structures.program());
        let calls = |caller| program.callees(caller).filter(move |&callee| callee != caller);
        let called: BTreeSet<ProcedureId> = program.procedures.indices().flat_map(calls).collect_by_insertion();
        for (id, procedure) in program.procedures.iter_enumerated() {
            let is_of_library = procedure.span.is_of_library();
            if is_of_library
                || procedure.receiver.is_some()
                || called.contains(&id)
                || structures.takes_plain(procedure)
            {
                continue;
            }
            let own = program.classes[procedure.class].name.replace('$', ".");
            let origin = format!("{own}.{}", procedure.name);
            let makes = matches!(procedure.result, Type::Reference(class) if structures.leads_to_structure(class));
            for is_null in [false, true] {
                let Some((statements, names)) = given(structures, procedure, is_null) else { continue };
                let call = format!(
                    "{own}.{}({})",
                    procedure.name,
                    names.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(", ")
                );
                if let (true, Type::Reference(result)) = (makes, procedure.result) {
                    let result = program.classes[result].name.replace('$', ".");
                    self.add(&result, format!("{statements} return {call};"), origin.clone());
                } else if !is_null {
                    for (name, class) in names.iter().filter_map(|(name, class)| Some((name, class.as_ref()?))) {
                        self.add(class, format!("{statements} {call}; return {name};"), origin.clone());
                    }
                }
            }
        }
    }

    /// Adds what constructors and sequences of calls build.
    fn add_all(&mut self, sequences: impl Fn(&Structures<'p>, ClassId) -> Vec<Vec<&'p Procedure>>) {
        let structures = self.structures;
        let own = structures.structural_classes().filter(|&class| !structures.graph.is_collection(class));
        // Nodes are not what holders make of them, unless there are none.
        let (nodes, holders): (Vec<ClassId>, Vec<ClassId>) =
            own.partition(|&class| structures.graph.family(class).is_some());
        for class in if holders.is_empty() { nodes } else { holders } {
            let name = structures.program().classes[class].name.replace('$', ".");
            for calls in sequences(structures, class) {
                let Some(body) = building(structures, class, &name, &calls) else { continue };
                let calls = calls.iter();
                self.add(&name, body, calls.fold(format!("new {name}"), |text, call| format!("{text}, {}", call.name)));
            }
        }
    }
}
