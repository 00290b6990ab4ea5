//! What is in memory, as the variables of the topmost frame see it.

use std::collections::BTreeMap;

use hrglass::base::{Idx, IndexVec};
use hrglass::forest_automata::semantics::ForestProgram;
use hrglass::interpreter::{Lifetime, Machine, Object, ObjectId, Value};
use hrglass::program::objects::{ClassId, LocalId, Program, Role};
use hrglass::tree_automata::forest::{Graph, Leaf, Value as ForestValue};

/// A value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Content {
    Null,
    NoValue,
    /// An object that was freed.
    Gone,
    /// A number, if it is decided.
    Number(Option<i64>),
    /// A part of a node.
    Node(usize, String),
}

/// An object with everything inside of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ActualNode {
    class: String,
    /// The fields of all parts, by their paths.
    fields: BTreeMap<String, Content>,
}

/// A memory. Nodes are numbered as they are found, so that isomorphic memories are equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Actual {
    pub locals: Vec<Content>,
    pub nodes: Vec<ActualNode>,
}

impl Actual {
    /// `None` if there are addresses outside of all objects.
    pub fn of(machine: &Machine<'_>) -> Option<Self> {
        let mut reader = Reader { machine, order: Vec::new() };
        let top = machine.top();
        let locals = machine.setting().program.procedures[top.procedure].locals.indices();
        let locals = locals.map(|local| reader.content(top.local(local))).collect::<Option<Vec<_>>>()?;
        let mut nodes = Vec::new();
        while let Some(&object) = reader.order.get(nodes.len()) {
            nodes.push(reader.node(object)?);
        }
        Some(Self { locals, nodes })
    }

    /// Whether it is this graph, as far as that says something of variables.
    pub fn is(&self, graph: &Graph, system: &ForestProgram, is_live: &dyn Fn(LocalId) -> bool) -> bool {
        let images = vec![None; graph.nodes.len()];
        let mut matching = Matching { actual: self, graph, system, images, open: Vec::new() };
        let is_value = |(local, own): (usize, &Content)| {
            let value = graph.registers[local];
            let is_forgotten = value.leaf == Leaf::Undefined && !is_live(LocalId::at(local));
            is_forgotten || matching.agrees(value, own)
        };
        self.locals.iter().enumerate().all(is_value) && matching.completes()
    }
}

/// A graph and a memory that agree so far.
struct Matching<'a> {
    actual: &'a Actual,
    graph: &'a Graph,
    system: &'a ForestProgram,
    /// What nodes of the graph are.
    images: Vec<Option<usize>>,
    /// Nodes of the graph whose fields are not compared yet.
    open: Vec<(usize, usize)>,
}

impl Matching<'_> {
    fn agrees(&mut self, value: ForestValue, own: &Content) -> bool {
        match (value.leaf, own) {
            (Leaf::Null, Content::Null)
            | (Leaf::Undefined, Content::NoValue)
            | (Leaf::Dangling, Content::Gone)
            | (Leaf::Unknown, _)
            | (Leaf::Number, Content::Number(_))
            // Numbers that were not decided may be any, and those that were never read are missing.
            | (Leaf::Integer(_), Content::Number(None))
            | (Leaf::Number | Leaf::Integer(_), Content::NoValue)
            | (Leaf::Undefined, Content::Number(None)) => true,
            (Leaf::Integer(number), Content::Number(Some(own))) => number == *own,
            (Leaf::Reference(root), Content::Node(node, part)) => {
                let (root, kind) = (root.index(), self.graph.nodes[root.index()].kind);
                if kind.is_none_or(|kind| self.system.part_name(kind, value.part) != *part) {
                    return false;
                }
                match self.images[root] {
                    Some(known) => known == *node,
                    None if self.images.contains(&Some(*node)) => false,
                    None => {
                        self.images[root] = Some(*node);
                        self.open.push((root, *node));
                        true
                    }
                }
            }
            _ => false,
        }
    }

    /// Compares the fields of all nodes that variables lead to.
    fn completes(&mut self) -> bool {
        while let Some((node, image)) = self.open.pop() {
            let (found, own) = (&self.graph.nodes[node], &self.actual.nodes[image]);
            let Some(kind) = found.kind.filter(|&kind| self.system.class_name(kind) == own.class) else { return false };
            let mut named = BTreeMap::new();
            for &(selector, value) in &found.values {
                let name = self.system.selector_name(Some(kind), selector);
                if !self.agrees(value, own.fields.get(&name).unwrap_or(&Content::NoValue)) {
                    return false;
                }
                named.insert(name, ());
            }
            let is_nothing = |content: &Content| matches!(content, Content::NoValue | Content::Number(_));
            if own.fields.iter().any(|(name, content)| !named.contains_key(name) && !is_nothing(content)) {
                return false;
            }
        }
        true
    }
}

struct Reader<'m, 'a> {
    machine: &'m Machine<'a>,
    /// The outermost objects, by number.
    order: Vec<ObjectId>,
}

impl Reader<'_, '_> {
    fn content(&mut self, value: Value) -> Option<Content> {
        Some(match self.machine.known(value) {
            Value::Null => Content::Null,
            Value::Unset | Value::Undefined => Content::NoValue,
            Value::Number(number) => Content::Number(Some(number)),
            // What is not followed is null or any object.
            Value::Opaque(_) | Value::Library(_) => return None,
            Value::Open(symbol) if self.machine.symbols()[symbol].ty.is_reference() => return None,
            Value::Open(_) | Value::Given(_) => Content::Number(None),
            Value::Object(object) => match self.machine.objects()[object].lifetime {
                Lifetime::Live => {
                    let (whole, path) = self.whole(object);
                    let known = self.order.iter().position(|&other| other == whole);
                    let number = known.unwrap_or_else(|| {
                        self.order.push(whole);
                        self.order.len() - 1
                    });
                    Content::Node(number, path)
                }
                Lifetime::Freed | Lifetime::Ended => Content::Gone,
                Lifetime::Outside => return None,
            },
        })
    }

    /// The object around an object, and the path that leads from there.
    fn whole(&self, mut object: ObjectId) -> (ObjectId, String) {
        let program = self.machine.setting().program;
        let mut path = Vec::new();
        while let Some(up) =
            class_of(program, &self.machine.objects()[object]).and_then(|class| program.container(class))
            && let Role::Container(part) = program.fields[up].role
            && let Some(Value::Object(outer)) = self.machine.objects()[object].fields.get(&program.fields[up].name)
        {
            path.push(program.fields[part].name.as_str());
            object = outer;
        }
        path.reverse();
        (object, path.join("."))
    }

    fn node(&mut self, object: ObjectId) -> Option<ActualNode> {
        let (program, objects) = (self.machine.setting().program, self.machine.objects());
        let mut fields = BTreeMap::new();
        let mut parts = vec![(object, String::new())];
        while let Some((part, path)) = parts.pop() {
            let class = class_of(program, &objects[part]);
            for (name, value) in objects[part].fields.iter() {
                let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
                let mut declared = class.into_iter().flat_map(|class| program.parts(class));
                let is_up = |class| program.container(class).is_some_and(|up| program.fields[up].name == name);
                if class.is_some_and(is_up) {
                    continue;
                }
                match value {
                    Value::Object(inner) if declared.any(|(_, field)| field.name == name) => parts.push((inner, path)),
                    value => _ = fields.insert(path, self.content(value)?),
                }
            }
        }
        Some(ActualNode { class: objects[object].class.to_owned(), fields })
    }
}

fn class_of(program: &Program, object: &Object<'_>) -> Option<ClassId> {
    object.declared.or_else(|| program.class_named(object.class))
}

/// The variables of the topmost frame and all objects, as graph grammars speak of them: what is gone is one object, and what has no value is
/// not there.
pub fn for_grammars<'a>(machine: &Machine<'a>) -> (BTreeMap<&'a str, Value>, IndexVec<ObjectId, Object<'a>>) {
    let objects = machine.objects();
    let is_gone = |object: &ObjectId| objects[*object].lifetime != Lifetime::Live;
    let gone = objects.indices().find(is_gone);
    let value = |value: Value| match machine.known(value) {
        Value::Object(object) if is_gone(&object) => gone.map(Value::Object),
        Value::Undefined => None,
        value => Some(value),
    };
    let named = |(name, own): (&'a str, Value)| value(own).map(|value| (name, value));
    let all = objects.iter_enumerated().map(|(id, object)| {
        let fields = object.fields.iter().filter(|_| !is_gone(&id)).filter_map(named);
        Object { fields: fields.collect(), ..object.clone() }
    });
    (machine.top().names.iter().filter_map(named).collect(), all.collect())
}
