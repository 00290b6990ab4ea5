//! Inputs: small object graphs, as initial heaps for the engine and as commands for the JVM.

use std::fmt::Write;

use hrglass::base::Random;
use hrglass::program::objects::{ClassId, Field, Program, Type};
use serde_json::{Value as Json, json};

use super::outcome::JavaValue;

/// A value of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputValue {
    Null,
    /// An object, by its number.
    Object(usize),
    Number(i64),
    /// The command-line arguments.
    Texts,
}

/// An object of an input, with a value for each field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputObject {
    pub class: String,
    pub fields: Vec<(String, InputValue)>,
}

/// The arguments of the method under test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Input {
    pub objects: Vec<InputObject>,
    pub receiver: Option<InputValue>,
    pub arguments: Vec<InputValue>,
}

/// The structure of the objects of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// Each object is the target of at most one field: lists and trees.
    Tree,
    /// Any structure, with sharing and cycles.
    Graph,
}

impl Input {
    /// The input as commands for the JVM.
    pub fn orders(&self) -> String {
        let mut out = String::new();
        for object in &self.objects {
            let _ = writeln!(out, "object {}", object.class);
        }
        for (number, object) in self.objects.iter().enumerate() {
            for (field, value) in &object.fields {
                let _ = writeln!(out, "field {number} {field} {}", value.order());
            }
        }
        if let Some(receiver) = &self.receiver {
            let _ = writeln!(out, "this {}", receiver.order());
        }
        for argument in &self.arguments {
            let _ = writeln!(out, "argument {}", argument.order());
        }
        out
    }

    /// The input as an initial heap: vertex 0 is null, object `n` is vertex `n + 1`. Numbers are unknown.
    pub fn heap(&self) -> Json {
        let vertex = |value: InputValue| match value {
            InputValue::Null => Some(0),
            InputValue::Object(n) => Some(n + 1),
            InputValue::Number(_) | InputValue::Texts => None,
        };
        let mut nodes = vec![json!({"type": "NULL", "number": 1})];
        nodes.extend(self.objects.iter().map(|o| json!({"type": o.class, "number": 1})));
        let mut variables = vec![json!({"name": "null", "target": 0})];
        let names = (0..self.arguments.len()).map(|n| format!("@parameter{n}:"));
        let receiver = self.receiver.iter().map(|&value| ("@this:".to_owned(), value));
        for (name, value) in receiver.chain(names.zip(self.arguments.iter().copied())) {
            variables.extend(vertex(value).map(|target| json!({"name": name, "target": target})));
        }
        let mut selectors = Vec::new();
        for (number, object) in self.objects.iter().enumerate() {
            for (field, value) in &object.fields {
                let edge = |target| json!({"label": field, "origin": number + 1, "target": target});
                selectors.extend(vertex(*value).map(edge));
            }
        }
        json!({"nodes": nodes, "externals": [], "variables": variables, "selectors": selectors, "hyperedges": []})
    }
}

impl InputValue {
    /// The corresponding value in the JVM, where objects have the same numbers.
    pub fn in_java(self) -> JavaValue {
        match self {
            InputValue::Null => JavaValue::Null,
            InputValue::Object(n) => JavaValue::Object(n),
            InputValue::Number(n) => JavaValue::Number(n),
            InputValue::Texts => JavaValue::Opaque,
        }
    }

    fn order(self) -> String {
        match self {
            InputValue::Null => "null".to_owned(),
            InputValue::Object(n) => format!("#{n}"),
            InputValue::Number(n) => n.to_string(),
            InputValue::Texts => "texts".to_owned(),
        }
    }
}

/// Draws inputs of one program.
pub struct Inputs<'p> {
    pub program: &'p Program,
    /// The classes with instances; library classes and abstract ones have none here.
    pub concrete: Vec<ClassId>,
    /// Whether an object of the first class can be used where the second is expected, including interfaces.
    pub is_subtype: &'p dyn Fn(ClassId, ClassId) -> bool,
    /// The Java keyword of the type of a field.
    pub java_type: &'p dyn Fn(&Field) -> String,
}

impl Inputs<'_> {
    /// An input with at most `most` objects; `receiver` is the class of `this`, if there is one.
    pub fn draw(
        &self,
        receiver: Option<ClassId>,
        parameters: &[(Type, String)],
        most: usize,
        random: &mut Random,
    ) -> Input {
        let shape = if random.one_in(2) { Shape::Tree } else { Shape::Graph };
        let mut input = Input::default();
        let mut classes = Vec::new();
        // Required objects come first; the rest are objects that some field can refer to.
        if let Some(class) = receiver {
            classes.extend(self.instance(class, random));
        }
        for _ in 0..usize::max(random.below(most + 1), random.below(most + 1)) {
            let wanted = parameters.iter().filter_map(|(ty, _)| reference(*ty)).collect::<Vec<_>>();
            let fields = classes.iter().flat_map(|&c| self.fields(c)).filter_map(|f| reference(f.ty));
            let all: Vec<ClassId> = wanted.iter().copied().chain(fields).collect();
            if all.is_empty() || classes.len() >= most {
                break;
            }
            classes.extend(self.instance(*random.one_of(&all), random));
        }
        // In trees, objects that are not yet the target of a field.
        let mut free: Vec<usize> = (0..classes.len()).collect();
        if receiver.is_some() {
            input.receiver = (!classes.is_empty()).then_some(InputValue::Object(0));
            free.retain(|&n| n != 0);
        }
        for (ty, java) in parameters {
            let value = self.value(*ty, java, &classes, shape, &mut free, 0, random);
            input.arguments.push(value);
        }
        for (number, &class) in classes.iter().enumerate() {
            let fields = self.fields(class).into_iter().map(|field| {
                let java = (self.java_type)(field);
                let value = self.value(field.ty, &java, &classes, shape, &mut free, number + 1, random);
                (field.name.clone(), value)
            });
            let fields = fields.collect();
            input.objects.push(InputObject { class: self.program.classes[class].name.clone(), fields });
        }
        input
    }

    /// All instance fields of a class that can be given values.
    fn fields(&self, class: ClassId) -> Vec<&Field> {
        let mut own: Vec<&Field> = Vec::new();
        for ancestor in self.program.ancestry(class) {
            own.extend(self.program.classes[ancestor].fields.iter().map(|&f| &self.program.fields[f]));
        }
        own
    }

    fn instance(&self, class: ClassId, random: &mut Random) -> Option<ClassId> {
        let all: Vec<ClassId> = self.concrete.iter().copied().filter(|&c| (self.is_subtype)(c, class)).collect();
        (!all.is_empty()).then(|| *random.one_of(&all))
    }

    /// A value; in trees only objects from `from` on that are not the target of a field yet.
    #[expect(clippy::too_many_arguments, reason = "it is what a value depends on")]
    fn value(
        &self,
        ty: Type,
        java: &str,
        classes: &[ClassId],
        shape: Shape,
        free: &mut Vec<usize>,
        from: usize,
        random: &mut Random,
    ) -> InputValue {
        if java == "String[]" {
            return InputValue::Texts;
        }
        let Some(class) = reference(ty) else { return InputValue::Number(number(java, random)) };
        let fits = |&n: &usize| (self.is_subtype)(classes[n], class);
        let all: Vec<usize> = match shape {
            Shape::Tree => free.iter().copied().filter(|&n| n >= from).filter(fits).take(1).collect(),
            Shape::Graph => (0..classes.len()).filter(fits).collect(),
        };
        if all.is_empty() || random.one_in(5) {
            return InputValue::Null;
        }
        let chosen = *random.one_of(&all);
        free.retain(|&n| n != chosen);
        InputValue::Object(chosen)
    }
}

fn reference(ty: Type) -> Option<ClassId> {
    match ty {
        Type::Reference(class) => Some(class),
        _ => None,
    }
}

/// A number of a Java type: mostly small, sometimes at the limit of the range.
fn number(java: &str, random: &mut Random) -> i64 {
    let small = random.below(6) as i64 - 2;
    let extreme = random.one_in(5);
    let low = random.one_in(2);
    let end = |least: i64, most: i64| if low { least } else { most };
    match java {
        "boolean" => random.below(2) as i64,
        "char" if extreme => end(0, 0xffff),
        "char" => small.abs() + i64::from(b'a'),
        "byte" if extreme => end(-0x80, 0x7f),
        "short" if extreme => end(-0x8000, 0x7fff),
        "int" if extreme => end(i64::from(i32::MIN), i64::from(i32::MAX)),
        "long" if extreme => end(i64::MIN, i64::MAX),
        _ => small,
    }
}
