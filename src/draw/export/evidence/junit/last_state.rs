//! What propositions mean at the end of a call, as expressions of Java.

use super::at_end::Condition;
use super::input::{Input, variable};
use super::test_class::string_literal;
use base::RETURN;
use heap_grammar::heap::TypeId;
use interpreter::{Garbage, Mark, ObjectId, Seen, Value, Watch};
use ltl::logic::{Operand, Proposition, Truth, VariableRef};
use program::objects::{IntegerType, STATICS, Type};

/// The last state of a run that has returned, or of another one.
pub(super) struct LastState<'m, 'a> {
    input: &'m Input<'m, 'a>,
    watch: Watch<'m>,
    mark: Mark<'a>,
}

/// An expression, and whether it is a number.
struct Term {
    text: String,
    is_number: bool,
}

impl Term {
    fn null() -> Self {
        Self { text: "null".to_owned(), is_number: false }
    }

    fn number(n: i64) -> Self {
        Self { text: format!("{n}L"), is_number: true }
    }
}

/// Values from where objects are reached, and the same as expressions.
#[derive(Default)]
struct Roots {
    texts: Vec<String>,
    values: Vec<Value>,
}

impl Roots {
    fn add(&mut self, text: String, value: Value) {
        if text != "null" && !self.texts.contains(&text) {
            self.texts.push(text);
            self.values.push(value);
        }
    }
}

impl<'m, 'a> LastState<'m, 'a> {
    pub(super) fn new(input: &'m Input<'m, 'a>) -> Self {
        let run = input.run;
        let watch = Watch::new(run.sources, Seen::AllBut(&[]), run.garbage);
        Self { input, watch, mark: Mark::new(input.start, run.marked) }
    }

    /// What it means that a proposition holds, or does not.
    pub(super) fn literal(&self, proposition: &Proposition, positive: bool) -> Condition {
        let last = self.input.last;
        let returned = last.depth() == 1 && last.top().location == self.input.procedure().cfa.exit;
        let truth = match self.watch.truth(last, false, proposition, &self.mark) {
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
                Some(Roots { texts, values }) => {
                    let heap = string_literal(&self.heap(&values));
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
                let (left, right) = (self.term(left)?, self.operand(right)?);
                match field {
                    Some(field) => compare_field(&left, field, *equal, &right).map(|text| format!("{not}({text})")),
                    None => compare(&left, *equal == positive, &right),
                }
            }
            Proposition::Reachable { from, to, selectors } => {
                let (from, to) = (self.term(from)?, self.term(to)?);
                let names: String = selectors.iter().map(|s| format!(", {}", string_literal(s))).collect();
                (!from.is_number && !to.is_number).then(|| format!("{not}reaches({}, {}{names})", from.text, to.text))
            }
            Proposition::Visited(Some(x)) => {
                let x = self.term(x).filter(|x| !x.is_number)?;
                let operator = if positive { "==" } else { "!=" };
                Some(format!("{} {operator} {}", x.text, variable(self.mark.object?)))
            }
            Proposition::Reached { from, selectors } => {
                let from = self.term(from).filter(|from| !from.is_number)?;
                let marked = variable(self.mark.object?);
                let names: String = selectors.iter().map(|s| format!(", {}", string_literal(s))).collect();
                Some(format!("{not}({0} == {marked} || reaches({0}, {marked}{names}))", from.text))
            }
            Proposition::IdenticNeighbours => self.identical_neighbours(|_| true).map(|text| format!("{not}({text})")),
            Proposition::Unchanged(asked) => {
                self.identical_neighbours(|field| field == asked).map(|text| format!("{not}({text})"))
            }
            _ => None,
        }
    }

    /// Whether these fields of the object that is followed are what they were, if it has some.
    fn identical_neighbours(&self, is_asked: impl Fn(&str) -> bool) -> Option<String> {
        let marked = variable(self.mark.object?);
        let asked = self.mark.neighbours.iter().filter(|(field, _)| is_asked(field));
        let same = asked.filter_map(|(field, value)| {
            let was = match value {
                Value::Null => "null".to_owned(),
                Value::Object(object) => variable(object),
                Value::Unset
                | Value::Undefined
                | Value::Opaque(_)
                | Value::Library(_)
                | Value::Number(_)
                | Value::Open(_)
                | Value::Given(_) => return None,
            };
            Some(format!("get({marked}, {}) == {was}", string_literal(field)))
        });
        let same: Vec<String> = same.collect();
        (!same.is_empty()).then(|| same.join(" && "))
    }

    fn operand(&self, operand: &Operand) -> Option<Term> {
        match operand {
            Operand::Variable(x) => self.term(x),
            Operand::Null => Some(Term::null()),
            Operand::Boolean(b) => Some(Term { text: i64::from(*b).to_string(), is_number: true }),
            Operand::Integer(n) => Some(Term::number(*n)),
        }
    }

    /// A variable as it can be seen from outside.
    fn term(&self, x: &VariableRef) -> Option<Term> {
        let (program, entry) = (self.input.names.program, self.input.procedure());
        let of_entry = |m: &String| *m == entry.name || *m == program.qualified_name(self.input.run.setting.entry);
        if !x.method.as_ref().is_none_or(of_entry) {
            return None;
        }
        self.named(&x.name)
    }

    fn named(&self, name: &str) -> Option<Term> {
        let entry = self.input.procedure();
        if name == "null" {
            return Some(Term::null());
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
                self.input.value(value, Type::Integer(IntegerType::LONG), false)
            }
        };
        let text = value?;
        Some(Term { is_number: text.ends_with('L'), text })
    }

    /// From where the objects are reached that a proposition is about.
    fn roots(&self, proposition: &Proposition) -> Option<Roots> {
        let last = self.input.last;
        let mut roots = Roots::default();
        for name in self.roots_named(proposition)? {
            match name.as_str() {
                RETURN => {
                    let entry = self.input.procedure();
                    if entry.result.is_reference() {
                        roots.add("result".to_owned(), last.top().local(entry.returned));
                    }
                }
                STATICS => self.static_fields()?.into_iter().for_each(|(text, value)| roots.add(text, value)),
                name => {
                    let term = self.named(name)?;
                    let value = last.top().names.get(name).or_else(|| last.ghosts.get(name))?;
                    if !term.is_number {
                        roots.add(term.text, value);
                    }
                }
            }
        }
        (!roots.texts.is_empty()).then_some(roots)
    }

    /// The names of the variables from where these objects are reached, if that is all of them.
    fn roots_named(&self, proposition: &Proposition) -> Option<Vec<String>> {
        match proposition {
            // The heap would have numbers, which the test does not compare.
            Proposition::Shape { .. } if self.input.run.setting.grammar.knows_type(TypeId::INT) => None,
            Proposition::Shape { of: Some(x), .. } => {
                self.term(x)?;
                Some(vec![x.name.clone()])
            }
            Proposition::Shape { .. } | Proposition::IsTree | Proposition::IsAcyclic
                if self.input.run.garbage == Garbage::Collected =>
            {
                let (last, entry) = (self.input.last, self.input.procedure());
                let given = entry.given().filter(|&local| entry.is_unchanged(local));
                let given = given.map(|local| entry.locals[local].name.as_str());
                let statics = last.top().names.contains(STATICS).then_some(STATICS);
                let ghosts = last.ghosts.iter().map(|(name, _)| name);
                let names = std::iter::once(RETURN).chain(given).chain(ghosts).chain(statics);
                Some(names.map(str::to_owned).collect())
            }
            _ => None,
        }
    }

    /// The static fields that refer to objects, as expressions and as values. To read others might initialise their class.
    fn static_fields(&self) -> Option<Vec<(String, Value)>> {
        let names = &self.input.names;
        let holder = self.input.last.objects().iter().find(|object| object.class == STATICS)?;
        let fields = holder.fields.iter().filter(|(_, value)| matches!(value, Value::Object(_)));
        let text = |(field, value): (&str, Value)| {
            let (class, name) = field.rsplit_once('.')?;
            let class = names.class(&class.replace('.', "$"))?.binary;
            Some((format!("held({}, {})", string_literal(&class), string_literal(name)), value))
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
            let object = &self.input.last.objects()[object];
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

/// A comparison of two terms, if they can be compared.
fn compare(left: &Term, equal: bool, right: &Term) -> Option<String> {
    let operator = if equal { "==" } else { "!=" };
    (left.is_number == right.is_number).then(|| format!("{} {operator} {}", left.text, right.text))
}

/// A comparison of what a field of an object holds; a field of null is neither equal nor not.
fn compare_field(object: &Term, field: &str, equal: bool, right: &Term) -> Option<String> {
    if object.is_number || object.text == "null" {
        return None;
    }
    let operator = if equal { "==" } else { "!=" };
    let held = format!("get({}, {})", object.text, string_literal(field));
    let held = if right.is_number { format!("number({held})") } else { held };
    let there = if object.text == "result" { "result != null && " } else { "" };
    Some(format!("{there}{held} {operator} {}", right.text))
}
