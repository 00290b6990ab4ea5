//! Heaps that the constructors and methods of a Java program build, found by executing them.

use std::collections::BTreeMap;

use super::Structures;
use super::calls::{NULL, arguments, building, mixed_sequences, sequences};
use super::evidence::{Sample, SampleObject};
use crate::base::{FileId, Random, Sources};
use crate::grammar::Grammar;
use crate::heap::{Alphabet, Heap};
use crate::lang::java::{JavaOptions, parse_java};
use crate::program::objects::{ClassId, FieldId, Procedure, Type};
use crate::semantics::concrete::{End, Machine, ObjectId, Setting, Value};

/// So many ways to build something are tried …
const BUILDINGS: usize = 60;
/// … of programs with so many bytes, as each is read anew.
const TEXT_LIMIT: usize = 100_000;
/// Steps of one run.
const STEPS: usize = 5_000;
/// Objects of one heap.
const OBJECTS: usize = 60;
/// Values that are given to other methods are counted from these numbers on, besides 1.
const NUMBERS: [u32; 4] = [0, 2, 3, 4];
/// What is not known is decided in so many ways.
const SEEDS: u64 = 3;
/// The class that calls them.
const BUILDER: &str = "Hrglass$Builder";

/// The heaps that objects of these classes lead to after a constructor, and after some calls of their methods with numbers and
/// texts. Methods that take objects of structures are left out, as are runs that fail.
pub fn samples(sources: &Sources, files: &[FileId], structures: &Structures<'_>, options: &JavaOptions) -> Vec<Sample> {
    let mut builder = Builder::new(sources, files, structures, options);
    builder.add_all(sequences);
    builder.add_static(1);
    builder.found
}

/// The same after more calls, also of several methods in a row, and with other numbers: from these heaps more can be learned.
pub fn more_samples(
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

    /// Adds what methods without receivers build, given values counted from a number on.
    fn add_static(&mut self, number: u32) {
        let (structures, program) = (self.structures, self.structures.program());
        for procedure in program.procedures.iter().filter(|procedure| procedure.receiver.is_none()) {
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
