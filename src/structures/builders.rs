//! Heaps that the constructors and methods of a Java program build, found by executing them.

use std::collections::BTreeMap;

use super::Structures;
use super::evidence::{Sample, SampleObject};
use crate::base::{FileId, Random, Sources};
use crate::grammar::Grammar;
use crate::heap::{Alphabet, Heap};
use crate::lang::java::{JavaOptions, parse_java};
use crate::program::objects::{Class, ClassId, FieldId, IntegerType, Procedure, Program, Type};
use crate::semantics::concrete::{End, Machine, ObjectId, Setting, Value};

/// So many methods of a class are tried …
const METHODS: usize = 6;
/// … each up to so many times in a row.
const CALLS: usize = 3;
/// So many methods of a class are tried together.
const MIXED: usize = 4;
/// So many ways to build something are tried …
const BUILDINGS: usize = 60;
/// … of programs with so many bytes, as each is read anew.
const TEXT_LIMIT: usize = 100_000;
/// Steps of one run.
const STEPS: usize = 5_000;
/// Objects of one heap.
const OBJECTS: usize = 60;
/// What is not known is decided in so many ways.
const SEEDS: u64 = 3;
/// What is given where there is nothing else to give.
const NULL: &str = "null";
/// Arguments of constructors are objects, whose constructors take objects, this deep.
const DEPTH: u32 = 2;
/// The class that calls them.
const BUILDER: &str = "Hrglass$Builder";

/// The heaps that objects of these classes lead to after a constructor, and after some calls of their methods with numbers and
/// texts. Methods that take objects of structures are left out, as are runs that fail.
pub fn samples(sources: &Sources, files: &[FileId], structures: &Structures<'_>, options: &JavaOptions) -> Vec<Sample> {
    let program = structures.program();
    let mut builder = Builder::new(sources, files, structures, options);
    builder.add_all(sequences);
    for procedure in program.procedures.iter().filter(|procedure| procedure.receiver.is_none()) {
        let Type::Reference(result) = procedure.result else { continue };
        if structures.leads_to_structure(result) && structures.takes_plain(procedure) {
            let [own, result] = [procedure.class, result].map(|class| program.classes[class].name.replace('$', "."));
            let call = format!("{own}.{}({})", procedure.name, arguments(structures, procedure, &mut 1));
            builder.add(&result, format!("return {call};"), call);
        }
    }
    builder.found
}

/// The same after more calls, also of several methods in a row: from these heaps more can be learned.
pub fn more_samples(
    sources: &Sources,
    files: &[FileId],
    structures: &Structures<'_>,
    options: &JavaOptions,
) -> Vec<Sample> {
    let mut builder = Builder::new(sources, files, structures, options);
    builder.add_all(mixed_sequences);
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
        if let (Some((built, entry)), _) = parse_java(&sources, &files, self.options, &format!("{BUILDER}.build")) {
            let (alphabet, grammar) = (Alphabet::default(), Grammar::default());
            let setting = Setting { program: &built, entry, alphabet: &alphabet, grammar: &grammar };
            let before = self.found.len();
            for seed in 1..=SEEDS {
                let (built, is_random) = execute(setting, self.structures, &origin, seed);
                let is_known =
                    |sample: &Sample| self.found[before..].iter().any(|known| known.objects == sample.objects);
                let built = built.filter(|sample| !is_known(sample));
                self.found.extend(built.map(|sample| Sample { is_given_null, ..sample }));
                if !is_random {
                    break;
                }
            }
        }
    }

    /// Adds what constructors and sequences of calls build.
    fn add_all(&mut self, sequences: impl Fn(&Structures<'p>, ClassId) -> Vec<Vec<&'p Procedure>>) {
        let structures = self.structures;
        // Nodes are not what holders make of them, unless there are none.
        let (nodes, holders): (Vec<ClassId>, Vec<ClassId>) =
            structures.structural_classes().partition(|&class| structures.graph.family(class).is_some());
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

impl Structures<'_> {
    /// Whether a procedure takes no objects of structures.
    fn takes_plain(&self, procedure: &Procedure) -> bool {
        let is_plain = |ty: Type| !matches!(ty, Type::Reference(class) if self.leads_to_structure(class));
        procedure.parameters.iter().all(|&local| is_plain(procedure.locals[local].ty))
    }
}

/// Some calls of methods that may build something, shorter ones first; and of methods without parameters, which may take away what the
/// constructor or the first of the others has built.
fn sequences<'p>(structures: &Structures<'p>, class: ClassId) -> Vec<Vec<&'p Procedure>> {
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

/// Methods that can be called, without parameters and with some.
fn methods<'p>(structures: &Structures<'p>, class: ClassId) -> (Vec<&'p Procedure>, Vec<&'p Procedure>) {
    let own = structures.program().procedures.iter();
    let own = own.filter(|procedure| procedure.class == class && procedure.receiver.is_some());
    let own = own.filter(|procedure| !procedure.name.starts_with('<') && structures.takes_plain(procedure));
    own.partition(|procedure| procedure.parameters.is_empty())
}

/// Longer sequences, of one method and of two.
fn mixed_sequences<'p>(structures: &Structures<'p>, class: ClassId) -> Vec<Vec<&'p Procedure>> {
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
        return Some(format!("new {name}({})", arguments(structures, constructor, number)));
    }
    let deeper = depth.checked_sub(1)?;
    let values = constructor.parameters.iter().map(|&local| match constructor.locals[local].ty {
        Type::Reference(class) if structures.leads_to_structure(class) => {
            let mut made = structures.graph.objects(class).iter();
            made.find_map(|&class| creation(structures, class, number, deeper))
        }
        ty => {
            *number += 1;
            Some(argument(structures, ty, *number))
        }
    });
    Some(format!("new {name}({})", values.collect::<Option<Vec<_>>>()?.join(", ")))
}

/// Statements that make an object of a class with this name, call methods and return the object; `None` if no constructor can be called.
fn building(structures: &Structures<'_>, class: ClassId, name: &str, calls: &[&Procedure]) -> Option<String> {
    let mut number = 1;
    let mut body = format!("{name} made = {};", creation(structures, class, &mut number, DEPTH)?);
    for call in calls {
        body += &format!(" made.{}({});", call.name, arguments(structures, call, &mut number));
    }
    Some(format!("{body} return made;"))
}

/// Values for the parameters of a procedure, counted from a number on.
fn arguments(structures: &Structures<'_>, procedure: &Procedure, number: &mut u32) -> String {
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

/// The heap that a run returns, unless it fails or takes too long; and whether other numbers may give another run.
fn execute(setting: Setting<'_>, structures: &Structures<'_>, origin: &str, seed: u64) -> (Option<Sample>, bool) {
    let mut machine = Machine::new(setting, &Heap::default());
    let mut random = if seed == 1 { Random::new(seed) } else { Random::scattered(seed) };
    let mut is_random = false;
    for _ in 0..STEPS {
        while let Some(decision) = machine.decision() {
            let options = decision.options();
            if options == 0 {
                return (None, is_random);
            }
            is_random |= options > 1;
            machine.decide(&decision, random.below(options));
        }
        match machine.step() {
            Ok(()) => {}
            Err(End::Returned) => {
                let returned = setting.program.procedures[setting.entry].returned;
                return (sample(&machine, structures, machine.top().local(returned), origin.to_owned()), is_random);
            }
            Err(_) => break,
        }
    }
    (None, is_random)
}

/// What a value leads to, along fields that belong to structures.
fn sample(machine: &Machine<'_>, structures: &Structures<'_>, root: Value, origin: String) -> Option<Sample> {
    let program = structures.program();
    let Value::Object(root) = root else { return None };
    let mut order: Vec<ObjectId> = vec![root];
    let mut objects = Vec::new();
    while let Some(&id) = order.get(objects.len()) {
        let object = &machine.objects()[id];
        let class = program.class_named(object.class)?;
        let mut fields: BTreeMap<FieldId, Option<usize>> = BTreeMap::new();
        for &field in structures.graph.structural_fields(class) {
            let value = match object.fields.get(&program.fields[field].name) {
                Some(Value::Object(target)) => {
                    Some(order.iter().position(|&known| known == target).unwrap_or_else(|| {
                        order.push(target);
                        order.len() - 1
                    }))
                }
                _ => None,
            };
            fields.insert(field, value);
        }
        let payload = structures.payload_fields(class).into_iter();
        let is_null =
            |field: &FieldId| matches!(object.fields.get(&program.fields[*field].name), None | Some(Value::Null));
        let null_payload = payload.filter(is_null).collect();
        objects.push(SampleObject { class, fields, null_payload });
        if order.len() > OBJECTS {
            return None;
        }
    }
    Some(Sample { objects, origin, is_given_null: false })
}
