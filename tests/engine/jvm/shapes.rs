//! Properties of the heap at the end of a run, by definition: evaluated on the output of the JVM, without the engine.

use super::generate::Structure;
use super::outcome::{JavaEnd, JavaRun, JavaValue};

/// A property of a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `{isTree}`
    Tree,
    /// `{isAcyclic}`
    Acyclic,
    /// `{L(N)}`
    Whole(Structure),
    /// `{L(N) of x}`, of the result or of a parameter.
    Part(Structure, Option<usize>),
}

impl Structure {
    /// The nonterminal of the built-in grammar.
    pub fn nonterminal(self) -> &'static str {
        match self {
            Structure::List => "RefSLList",
            Structure::DoublyLinked => "RefDLList",
            Structure::Tree => "RefBT",
            Structure::Other => unreachable!("there is no grammar for it"),
        }
    }
}

/// A completed run, and the names that formulas about its end can use.
pub struct Final<'a> {
    pub java: &'a JavaRun,
    /// The object whose method is called, or null.
    pub receiver: JavaValue,
    /// What the method was given.
    pub parameters: &'a [JavaValue],
    /// The class described by the grammar.
    pub node: &'a str,
}

impl Final<'_> {
    fn result(&self) -> JavaValue {
        match self.java.end {
            JavaEnd::Returned(value) => value,
            JavaEnd::Thrown(..) => JavaValue::Null,
        }
    }

    /// Whether the heap has a shape; `None` where its definition does not determine that, or the JVM does not tell all of the heap.
    pub fn has(&self, shape: Shape) -> Option<bool> {
        if self.java.has_failed_class && !matches!(shape, Shape::Part(..)) {
            return None;
        }
        // What its caller has: the result, what it gave, and static fields.
        let roots = [self.result(), self.receiver].into_iter().chain(self.parameters.iter().copied());
        let roots = roots.chain(self.java.statics.values().copied());
        let mut whole: Vec<usize> = roots.flat_map(|root| self.java.reached(root)).collect();
        whole.sort_unstable();
        whole.dedup();
        match shape {
            Shape::Tree => Some(self.is_acyclic(&whole) && whole.iter().all(|&o| self.incoming(&whole, o) <= 1)),
            Shape::Acyclic => Some(self.is_acyclic(&whole)),
            Shape::Whole(structure) => self.is_structure(&whole, structure),
            Shape::Part(structure, of) => {
                let start = of.map_or(self.result(), |n| self.parameters[n]);
                self.is_structure(&self.java.reached(start), structure)
            }
        }
    }

    /// The number of fields of some objects that point to an object.
    fn incoming(&self, among: &[usize], object: usize) -> usize {
        among.iter().flat_map(|&o| self.java.targets(o)).filter(|&target| target == object).count()
    }

    /// Whether no object is reachable from itself.
    fn is_acyclic(&self, among: &[usize]) -> bool {
        among.iter().all(|&o| !self.java.reaches(JavaValue::Object(o), JavaValue::Object(o)))
    }

    fn field(&self, object: usize, name: &str) -> JavaValue {
        self.java.objects[object].fields[name]
    }

    /// Whether the nonterminal derives some objects, from which no others are reachable, with all their fields.
    fn is_structure(&self, all: &[usize], structure: Structure) -> Option<bool> {
        let fields: &[&str] = match structure {
            Structure::List => &["next"],
            Structure::DoublyLinked => &["next", "prev"],
            Structure::Tree => &["left", "right"],
            Structure::Other => return None,
        };
        for &object in all {
            let own = &self.java.objects[object];
            let references = || own.fields.iter().filter(|(_, value)| !matches!(value, JavaValue::Number(_)));
            // Objects without references do not count, and untracked ones are in no heap.
            if references().count() == 0 || own.fields.values().any(|v| *v == JavaValue::Opaque) {
                return None;
            }
            if own.class != self.node || references().any(|(name, _)| !fields.contains(&name.as_str())) {
                return Some(false);
            }
        }
        Some(match structure {
            Structure::List => all.iter().any(|&first| self.is_list(all, first)),
            Structure::DoublyLinked => all.iter().any(|&first| self.is_doubly_linked(all, first)),
            Structure::Tree => {
                let roots = all.iter().filter(|&&o| self.incoming(all, o) == 0).count();
                roots == 1 && self.is_acyclic(all) && all.iter().all(|&o| self.incoming(all, o) <= 1)
            }
            Structure::Other => unreachable!("it has no fields"),
        })
    }

    /// The objects from `first` on along `next`, up to a repeated one or null, which is returned as well.
    fn along(&self, first: usize) -> (Vec<usize>, JavaValue) {
        let mut chain = vec![first];
        loop {
            match self.field(chain[chain.len() - 1], "next") {
                JavaValue::Object(next) if !chain.contains(&next) => chain.push(next),
                end => return (chain, end),
            }
        }
    }

    /// All objects in one list that ends with null or, as several tentacles may be attached to one node, at its start.
    fn is_list(&self, all: &[usize], first: usize) -> bool {
        let (chain, end) = self.along(first);
        chain.len() == all.len() && (end == JavaValue::Null || end == JavaValue::Object(first))
    }

    /// At least two objects, each with the previous one as its `prev`. Beyond both ends is null, or one of the ends.
    fn is_doubly_linked(&self, all: &[usize], first: usize) -> bool {
        let (chain, end) = self.along(first);
        let last = chain[chain.len() - 1];
        let may_be_outside =
            |value| [JavaValue::Null, JavaValue::Object(first), JavaValue::Object(last)].contains(&value);
        chain.len() == all.len()
            && chain.len() > 1
            && may_be_outside(end)
            && may_be_outside(self.field(first, "prev"))
            && chain.windows(2).all(|pair| self.field(pair[1], "prev") == JavaValue::Object(pair[0]))
    }
}
