//! What propositions mean at the end of a call, as expressions of Java.

use super::super::evidence::KeptRun;
use super::super::shown::ShownHeaps;
use super::Input;
use super::at_end::Condition;
use crate::base::RETURN;
use crate::export::junit::literal;
use crate::heap::TypeId;
use crate::logic::{Operand, Proposition, Truth, VariableRef};
use crate::program::objects::{STATICS, Type};
use crate::semantics::concrete::{Garbage, Machine, Mark, ObjectId, Seen, Value, Watch};

/// The last state of a run that has returned, or of another one.
pub(super) struct LastState<'m, 'a> {
    input: &'m Input<'m, 'a>,
    last: &'m Machine<'a>,
    garbage: Garbage,
    mentioned: Vec<String>,
    mark: Mark<'a>,
}

/// An expression, and whether it is a number.
struct Term {
    text: String,
    is_number: bool,
}

impl<'m, 'a> LastState<'m, 'a> {
    pub fn new(input: &'m Input<'m, 'a>, last: &'m Machine<'a>, kept: &KeptRun, shown: &ShownHeaps) -> Self {
        let model = shown.explored.system.model();
        let garbage = if model.options.garbage_collection { Garbage::Collected } else { Garbage::Kept };
        let mentioned = shown.kept_variables();
        let marked = kept.counterexample.marked;
        let start = input.start.objects();
        let mark = start.iter_enumerated().find(|(_, object)| marked.is_some() && object.vertex == marked);
        let mark =
            mark.map_or(Mark::default(), |(id, object)| Mark { object: Some(id), neighbours: object.fields.clone() });
        Self { input, last, garbage, mentioned, mark }
    }

    /// What it means that a proposition holds, or does not.
    pub fn literal(&self, proposition: &Proposition, positive: bool) -> Condition {
        let program = self.input.names.program;
        let entry = &program.procedures[self.input.entry];
        let returned = self.last.depth() == 1 && self.last.top().location == entry.cfa.exit;
        let watch = Watch::new(self.input.names.sources, Seen::AllBut(&[]), self.garbage, &self.mentioned);
        let truth = match watch.truth(self.last, false, proposition, &self.mark) {
            _ if !returned => Truth::Unknown,
            truth if positive => truth,
            truth => truth.negated(),
        };
        let holds = match truth {
            Truth::True => true,
            Truth::False => false,
            Truth::Unknown => return Condition::Always(true),
        };
        if proposition.is_of_place() {
            return Condition::Always(holds);
        }
        match self.java(proposition, positive) {
            Some(text) => Condition::Java { text, holds },
            None if holds => Condition::Always(true),
            // The heap does not have the property that it should have; so it must not be this heap.
            None => match self.roots(proposition) {
                Some((texts, values)) => {
                    let heap = literal(&self.heap(&values));
                    let text = format!("!heap({}).equals({heap})", texts.join(", "));
                    Condition::Java { text, holds }
                }
                None => Condition::Always(true),
            },
        }
    }

    /// The same as an expression that is true just then, if there is one.
    fn java(&self, proposition: &Proposition, positive: bool) -> Option<String> {
        let not = if positive { "" } else { "!" };
        match proposition {
            Proposition::Compare { left, field, equal, right } => {
                let left = self.term(left)?;
                let right = match right {
                    Operand::Variable(x) => self.term(x)?,
                    Operand::Null => Term { text: "null".to_owned(), is_number: false },
                    Operand::Boolean(b) => Term { text: i64::from(*b).to_string(), is_number: true },
                    Operand::Integer(n) => Term { text: format!("{n}L"), is_number: true },
                };
                let Some(field) = field else {
                    let operator = if *equal == positive { "==" } else { "!=" };
                    return (left.is_number == right.is_number)
                        .then(|| format!("{} {operator} {}", left.text, right.text));
                };
                let operator = if *equal { "==" } else { "!=" };
                let mut held = format!("get({}, {})", left.text, literal(field));
                if right.is_number {
                    held = format!("number({held})");
                }
                // A field of null is neither equal nor not.
                let there = if left.text == "result" { "result != null && " } else { "" };
                Some(format!("{not}({there}{held} {operator} {})", right.text))
                    .filter(|_| !left.is_number && left.text != "null")
            }
            Proposition::Reachable { from, to, selectors } => {
                let (from, to) = (self.term(from)?, self.term(to)?);
                let names: String = selectors.iter().map(|s| format!(", {}", literal(s))).collect();
                (!from.is_number && !to.is_number).then(|| format!("{not}reaches({}, {}{names})", from.text, to.text))
            }
            Proposition::Visited(Some(x)) => {
                let x = self.term(x).filter(|x| !x.is_number)?;
                let operator = if positive { "==" } else { "!=" };
                Some(format!("{} {operator} {}", x.text, super::variable(self.mark.object?)))
            }
            Proposition::IdenticNeighbours => {
                let marked = super::variable(self.mark.object?);
                let same = self.mark.neighbours.iter().filter_map(|(field, value)| {
                    let was = match value {
                        Value::Null => "null".to_owned(),
                        Value::Object(object) => super::variable(object),
                        Value::Unset | Value::Number(_) | Value::Open(_) | Value::Given(_) => return None,
                    };
                    Some(format!("get({marked}, {}) == {was}", literal(field)))
                });
                let same: Vec<String> = same.collect();
                (!same.is_empty()).then(|| format!("{not}({})", same.join(" && ")))
            }
            _ => None,
        }
    }

    /// A variable as it can be seen from outside.
    fn term(&self, x: &VariableRef) -> Option<Term> {
        let program = self.input.names.program;
        let entry = &program.procedures[self.input.entry];
        let of_entry = |m: &String| *m == entry.name || *m == program.qualified_name(self.input.entry);
        if !x.method.as_ref().is_none_or(of_entry) {
            return None;
        }
        self.named(&x.name)
    }

    fn named(&self, name: &str) -> Option<Term> {
        let entry = &self.input.names.program.procedures[self.input.entry];
        if name == "null" {
            return Some(Term { text: "null".to_owned(), is_number: false });
        }
        if name == RETURN {
            let is_number = !entry.result.is_reference();
            let known = !matches!(entry.result, Type::Void | Type::Float);
            return known.then(|| Term { text: "result".to_owned(), is_number });
        }
        let mut locals = entry.locals.iter_enumerated().filter(|(_, local)| local.name == name);
        let value = match locals.next() {
            Some((local, declared)) => {
                let is_assigned = || entry.cfa.edges.iter().any(|edge| edge.operation.defines() == Some(local));
                let is_input = entry.receiver == Some(local) || entry.parameters.contains(&local);
                if !is_input || locals.next().is_some() || is_assigned() {
                    return None;
                }
                self.input.value(self.input.start.top().local(local), declared.ty, false)
            }
            None => {
                let value = self.input.start.ghosts.get(name)?;
                self.input.value(value, Type::Long, false)
            }
        };
        let text = value?;
        Some(Term { is_number: text.ends_with('L'), text })
    }

    /// From where the objects are reached that a proposition is about, as expressions and as values.
    fn roots(&self, proposition: &Proposition) -> Option<(Vec<String>, Vec<Value>)> {
        let (alphabet_knows_numbers, collected) =
            (self.last.setting().grammar.knows_type(TypeId::INT), self.garbage == Garbage::Collected);
        let names: Vec<String> = match proposition {
            Proposition::Shape { .. } if alphabet_knows_numbers => return None,
            Proposition::Shape { of: Some(x), .. } => {
                self.term(x)?;
                vec![x.name.clone()]
            }
            Proposition::Shape { .. } | Proposition::IsTree | Proposition::IsAcyclic if collected => {
                let is_there = |name: &&String| {
                    let names = &self.last.top().names;
                    names.contains(name) || self.last.ghosts.contains(name)
                };
                let mentioned = self.mentioned.iter().filter(|name| name.as_str() != RETURN).filter(is_there);
                std::iter::once(RETURN.to_owned()).chain(mentioned.cloned()).collect()
            }
            _ => return None,
        };
        let (mut texts, mut values) = (Vec::new(), Vec::new());
        let mut add = |text: String, value: Value| {
            if text != "null" && !texts.contains(&text) {
                texts.push(text);
                values.push(value);
            }
        };
        for name in names {
            if name == RETURN {
                let entry = &self.input.names.program.procedures[self.input.entry];
                if entry.result.is_reference() {
                    add("result".to_owned(), self.last.top().local(entry.returned));
                }
                continue;
            }
            if name == STATICS {
                self.static_fields()?.into_iter().for_each(|(text, value)| add(text, value));
                continue;
            }
            let term = self.named(&name)?;
            let frame = self.last.top().names.get(name.as_str());
            let value = frame.or_else(|| self.last.ghosts.get(name.as_str()))?;
            if !term.is_number {
                add(term.text, value);
            }
        }
        if !matches!(proposition, Proposition::Shape { of: Some(_), .. }) {
            let marked = self.mark.object.map(Value::Object);
            for value in marked.into_iter().chain(self.mark.neighbours.values()) {
                if let Value::Object(object) = value {
                    add(super::variable(object), value);
                }
            }
        }
        (!texts.is_empty()).then_some((texts, values))
    }

    /// The static fields that refer to objects or null, as expressions and as values.
    fn static_fields(&self) -> Option<Vec<(String, Value)>> {
        let names = &self.input.names;
        let holder = self.last.objects().iter().find(|object| object.class == STATICS)?;
        let fields = holder.fields.iter().filter(|(_, value)| matches!(value, Value::Object(_) | Value::Null));
        let text = |(field, value): (&str, Value)| {
            let (class, name) = field.rsplit_once('.')?;
            let class = names.class(&class.replace('.', "$"))?.binary;
            Some((format!("held({}, {})", literal(&class), literal(name)), value))
        };
        fields.map(text).collect()
    }

    /// What can be reached from some values, as the helper `heap` of tests says it.
    fn heap(&self, roots: &[Value]) -> String {
        let mut objects: Vec<ObjectId> = Vec::new();
        let name = |objects: &mut Vec<ObjectId>, value: Value| match value {
            Value::Object(object) => {
                let known = objects.iter().position(|&o| o == object);
                let place = known.unwrap_or_else(|| {
                    objects.push(object);
                    objects.len() - 1
                });
                format!("@{}", place + 1)
            }
            _ => "null".to_owned(),
        };
        let mut words: Vec<String> = roots.iter().map(|&root| name(&mut objects, root)).collect();
        let names = &self.input.names;
        let mut at = 0;
        while let Some(&object) = objects.get(at) {
            let object = &self.last.objects()[object];
            let binary = names.class(object.class).map_or_else(|| object.class.to_owned(), |class| class.binary);
            words.extend(["|".to_owned(), binary]);
            for field in names.references(object.class) {
                let value = object.fields.get(field).unwrap_or(Value::Null);
                words.push(format!("{field}={}", name(&mut objects, value)));
            }
            at += 1;
        }
        words.join(" ")
    }
}
