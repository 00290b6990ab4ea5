//! The concrete run behind a violation as a test in Java.
//!
//! A test asserts only what it can see from outside: how the call ends, and what must hold of arguments and result when it has
//! returned. It does so if that is a consequence of the property, and false on this run. Else, and if the run takes decisions
//! that are not the input's, it is a walk-through.

mod at_end;
mod literal;
mod names;

use std::collections::BTreeSet;

use super::evidence::{KeptRun, distinct_name, setting};
use super::explored::Explored;
use super::shown::ShownHeaps;
use crate::base::{Idx, Sources, Span};
use crate::export::junit::{Call, CallResult, Check, FieldValue, NewObject, TestClass};
use crate::logic::{NegationNormalForm, negation_normal_form};
use crate::program::cfa::ProcedureId;
use crate::program::objects::{ClassId, LocalId, Type};
use crate::report::Report;
use crate::report::claim::PropertyKind;
use crate::report::evidence::{ConcreteRun, Ending, EvidenceFile};
use crate::semantics::concrete::{End, Machine, ObjectId, Origin, Value};

use at_end::{Condition, Finish, at_end};
use literal::LastState;
use names::{Names, in_one_word};

/// Larger inputs are not written: methods of Java have a limited size.
const OBJECTS: usize = 500;

/// More steps of a run are not told.
const STEPS: usize = 60;

/// Steps after which a run is taken not to end.
const LENGTH: u32 = 20_000;

impl ShownHeaps {
    /// The test; absent if Java cannot build the input or name the entry method.
    pub(super) fn junit(&self, report: &Report, property: u32) -> Option<EvidenceFile> {
        let kept = self.kept_run(property)?;
        let result = report.properties.get(property as usize)?;
        let told = result.judgement.evidence.as_ref()?.counterexample.as_ref()?;
        let Executed { start, last, end, asserting } = Executed::new(&self.explored, kept);
        let input = Input::new(&start, &last, &self.explored)?;
        let call = input.call()?;
        let by_input = last.symbols().iter().all(|open| open.origin != Origin::Drawn || open.value.is_none());
        let finish = match (end, told.ending) {
            _ if !by_input => None,
            (Some(End::Returned), _) => Some(Finish::Returned),
            (Some(End::Thrown), _) => Some(Finish::Thrown),
            (Some(End::NullDereference | End::NullDereferenceThrown), _) => Some(Finish::NullDereference),
            (_, Ending::Repeats { .. } | Ending::Diverges) => Some(Finish::Never),
            _ => None,
        };
        let formula = kept.formula.map(|formula| {
            let mut formulas = self.formulas.clone();
            let normal: NegationNormalForm = negation_normal_form(&mut formulas, formula);
            (formulas, normal.formula())
        });
        let check = match (finish, &formula) {
            (None, _) => Check::Walk,
            (Some(Finish::Thrown | Finish::NullDereference), None)
                if result.claim.kind == PropertyKind::MemorySafety =>
            {
                Check::DoesNotThrow
            }
            // What a monitor has seen on the way cannot be seen from outside.
            (Some(Finish::Thrown | Finish::NullDereference), None) => Check::WalkToException,
            (Some(Finish::Returned), None) => Check::WalkToReturn,
            (Some(Finish::Never), None) => Check::Walk,
            (Some(finish), Some((formulas, formula))) => {
                let state = LastState::new(&input, &last, kept, self);
                let condition = at_end(formulas, *formula, finish, |p, positive| state.literal(p, positive));
                check(&condition, finish)
            }
        };
        let spell = |name: &str| format!("{}{}Test", self.subject(), in_one_word(name));
        let name = distinct_name(report, property, |name| spell(name), |name| input.is_class(name));
        let subject = match result.claim.kind {
            PropertyKind::MemorySafety => "memory safety",
            _ => result.id.as_str(),
        };
        let claim = result.claim.text();
        let test = in_one_word(&result.id);
        let class = TestClass {
            package: input.names.package().map(str::to_owned),
            has_test: input.is_class("Test"),
            assertions: asserting
                .into_iter()
                .filter_map(|class| input.names.class(&input.names.program.classes[class].name))
                .collect(),
            method: format!("{}{test}", if check.asserts() { "holds" } else { "walkThrough" }),
            about: about(&check, told, subject, claim, by_input),
            objects: input.objects.clone(),
            fields: input.fields(),
            call,
            message: format!("{subject}: {claim}"),
            steps: if check.asserts() { Vec::new() } else { steps(told) },
            check,
            name,
        };
        Some(EvidenceFile { name: format!("{}.java", class.name), text: class.text() })
    }

    /// The entry method in one word.
    fn subject(&self) -> String {
        let model = self.explored.system.model();
        let entry = in_one_word(&model.program.qualified_name(model.entry));
        if entry.starts_with(|c: char| c.is_ascii_alphabetic()) { entry } else { format!("Run{entry}") }
    }
}

/// A run from its first to its last state, as far as it goes.
struct Executed<'a> {
    /// Before the first step.
    start: Machine<'a>,
    /// After the last one.
    last: Machine<'a>,
    /// How it ends.
    end: Option<End>,
    /// The classes whose `assert` statements it executes.
    asserting: BTreeSet<ClassId>,
}

impl<'a> Executed<'a> {
    fn new(shown: &'a Explored, kept: &KeptRun) -> Self {
        let setting = setting(shown);
        let sources = &shown.system.model().sources;
        let start = Machine::new(setting, &kept.counterexample.input);
        let (mut last, mut asserting) = (start.clone(), BTreeSet::new());
        let end = (0..LENGTH).find_map(|_| {
            let top = last.top();
            let procedure = &setting.program.procedures[top.procedure];
            if is_assert(sources, procedure.cfa.locations[top.location]) {
                asserting.insert(procedure.class);
            }
            last.step_by(&kept.counterexample.script).err()
        });
        Self { start, last, end, asserting }
    }
}

/// Whether a statement is an `assert`, which starts with that keyword.
fn is_assert(sources: &Sources, statement: Span) -> bool {
    let text = sources.file(statement.file).text.get(statement.start as usize..).unwrap_or_default();
    let rest = text.strip_prefix("assert");
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$'))
}

fn check(condition: &Condition, finish: Finish) -> Check {
    match (condition.holds(), finish) {
        (true, Finish::Returned) => Check::WalkToReturn,
        (true, Finish::Thrown | Finish::NullDereference) => Check::WalkToException,
        (true, Finish::Never) => Check::Walk,
        (false, Finish::Never) => Check::Ends,
        (false, Finish::Thrown | Finish::NullDereference) => Check::DoesNotThrow,
        (false, Finish::Returned) if *condition == Condition::Always(false) => Check::DoesNotReturn,
        (false, Finish::Returned) => Check::Holds(condition.demands()),
    }
}

fn about(check: &Check, run: &ConcreteRun, subject: &str, claim: &str, by_input: bool) -> Vec<String> {
    let mut lines = vec![format!("A counterexample to {subject}, found by hrglass:"), claim.to_owned(), String::new()];
    let place = run.steps.last().map_or(String::new(), |step| format!(", at {}:{}", step.file, step.line));
    let more = match check {
        Check::Walk if !by_input => {
            "The run depends on random numbers, so that the call may go another way than the steps below. Nothing is asserted."
                .to_owned()
        }
        Check::DoesNotThrow => format!("The call ends with an exception{place}."),
        Check::Ends => "The call does not terminate.".to_owned(),
        Check::DoesNotReturn => "The call returns.".to_owned(),
        Check::Holds(_) => "The test checks the end of the call, where this property fails.".to_owned(),
        Check::Walk | Check::WalkToReturn | Check::WalkToException => {
            "The property fails on the way, where a test does not see it. Nothing is asserted: follow the steps in a debugger."
                .to_owned()
        }
    };
    lines.extend(more.lines().map(str::to_owned));
    lines
}

/// What happens, a line for each line of the program.
fn steps(run: &ConcreteRun) -> Vec<String> {
    let place = |at: usize| run.steps.get(at).map(|step| (&step.method, &step.file, step.line, step.stack.len()));
    let new: Vec<usize> = (0..run.steps.len()).filter(|&at| at == 0 || place(at) != place(at - 1)).collect();
    let mut lines: Vec<String> = new
        .iter()
        .take(STEPS)
        .map(|&at| {
            let step = &run.steps[at];
            format!("{}{}:{} {}", "  ".repeat(step.stack.len().min(20)), step.file, step.line, step.operation)
        })
        .collect();
    if new.len() > STEPS {
        lines.push(format!("... and {} more", new.len() - STEPS));
    }
    lines.push(match run.ending {
        Ending::Returned => "The method returns here.".to_owned(),
        Ending::Thrown => "The method throws an exception here.".to_owned(),
        Ending::NullDereference => "Null is dereferenced here.".to_owned(),
        Ending::Repeats { from } => match place(from as usize) {
            Some((_, file, line, _)) => format!("From {file}:{line} on, this repeats forever."),
            None => "This repeats forever.".to_owned(),
        },
        Ending::Diverges => "The last call does not terminate.".to_owned(),
        Ending::Open => "The property has failed here, whatever follows.".to_owned(),
    });
    lines
}

/// The input of a run as Java builds it.
struct Input<'m, 'a> {
    names: Names<'a>,
    entry: ProcedureId,
    start: &'m Machine<'a>,
    last: &'m Machine<'a>,
    objects: Vec<NewObject>,
}

impl<'m, 'a> Input<'m, 'a> {
    fn new(start: &'m Machine<'a>, last: &'m Machine<'a>, shown: &'a Explored) -> Option<Self> {
        let model = shown.system.model();
        let names = Names::new(&model.program, &model.sources, model.entry);
        if start.objects().len() > OBJECTS {
            return None;
        }
        let object = |(id, object): (ObjectId, &crate::semantics::concrete::Object<'_>)| {
            let class = names.class(object.class)?;
            let plain = class.source.is_some() && names.is_plain(model.program.class_named(object.class)?);
            Some(NewObject { name: variable(id), class, plain })
        };
        let objects: Option<Vec<NewObject>> = start.objects().iter_enumerated().map(object).collect();
        Some(Self { objects: objects?, names, entry: model.entry, start, last })
    }

    fn is_class(&self, name: &str) -> bool {
        self.names.program.class_named(name).is_some()
    }

    /// A value of the input as an expression of a type; `None` if nothing has decided it.
    fn value(&self, value: Value, ty: Type, direct: bool) -> Option<String> {
        match self.last.known(value) {
            Value::Null => Some("null".to_owned()),
            Value::Object(object) => Some(variable(object)),
            Value::Number(n) => Some(match ty {
                Type::Boolean if direct => (n != 0).to_string(),
                Type::Byte | Type::Short | Type::Char | Type::Int | Type::Float if direct => n.to_string(),
                _ => format!("{n}L"),
            }),
            Value::Unset | Value::Open(_) | Value::Given(_) => None,
        }
    }

    /// The fields of the objects that do not have their default values.
    fn fields(&self) -> Vec<FieldValue> {
        let mut found = Vec::new();
        for (id, object) in self.start.objects().iter_enumerated() {
            // Numbers that were open at first are known in the end.
            let opened = self.last.symbols().iter_enumerated().filter_map(|(symbol, open)| match open.origin {
                Origin::Field(of, field) if of == id => Some((field, Value::Open(symbol))),
                _ => None,
            });
            for (field, value) in object.fields.iter().chain(opened) {
                let Some(declared) = self.names.field(object.class, field) else { continue };
                let known = self.last.known(value);
                if matches!(known, Value::Null | Value::Number(0)) {
                    continue;
                }
                let own = self.objects[id.index()].class.source.is_some();
                let direct = own && self.is_assignable(known, declared.ty) && self.names.is_assignable(declared);
                let Some(value) = self.value(value, declared.ty, direct) else { continue };
                found.push(FieldValue { object: variable(id), field: field.to_owned(), value, direct });
            }
        }
        found
    }

    /// Whether the variable of a value has a type that the test knows to be below the one wanted.
    fn is_assignable(&self, value: Value, wanted: Type) -> bool {
        let (Value::Object(object), Type::Reference(wanted)) = (value, wanted) else { return true };
        let NewObject { class, .. } = &self.objects[object.index()];
        let program = self.names.program;
        let own = program.class_named(self.start.objects()[object].class);
        class.source.is_some() && own.is_some_and(|own| program.is_subclass(own, wanted))
    }

    /// The call of the entry procedure; `None` of a constructor, if the receiver overrides it, or if reflection might take
    /// another one for it.
    fn call(&self) -> Option<Call> {
        let program = self.names.program;
        let entry = &program.procedures[self.entry];
        let value = |local: LocalId| self.start.top().local(local);
        if let Some(receiver) = entry.receiver {
            let Value::Object(object) = value(receiver) else { return None };
            let own = program.class_named(self.start.objects()[object].class)?;
            let below = program.ancestry(own).take_while(|&class| class != entry.class);
            let mut below = below.flat_map(|class| &program.classes[class].procedures);
            if entry.name == "<init>" || below.any(|&p| program.procedures[p].name == entry.name) {
                return None;
            }
        }
        let wanted = |local: LocalId| entry.locals[local].ty;
        let mut all = entry.receiver.iter().chain(&entry.parameters);
        let direct = self.names.is_callable(entry) && all.all(|&l| self.is_assignable(value(l), wanted(l)));
        let class = &program.classes[entry.class];
        let is_alike = |&&id: &&ProcedureId| {
            let other = &program.procedures[id];
            other.name == entry.name && other.parameters.len() == entry.parameters.len()
        };
        if !direct && class.procedures.iter().filter(is_alike).count() > 1 {
            return None;
        }
        let argument = |&local: &LocalId| {
            // What nothing has decided does not matter.
            let text = self.value(value(local), wanted(local), direct);
            let text = text.unwrap_or_else(|| match wanted(local) {
                Type::Boolean if direct => "false".to_owned(),
                Type::Reference(_) | Type::Void => "null".to_owned(),
                Type::Byte | Type::Short | Type::Char | Type::Int | Type::Float if direct => "0".to_owned(),
                _ => "0L".to_owned(),
            });
            // Of several methods with this name one is meant; and an argument is not narrowed without a cast.
            match wanted(local) {
                Type::Byte if direct => format!("(byte) {text}"),
                Type::Short if direct => format!("(short) {text}"),
                Type::Char if direct => format!("(char) {text}"),
                Type::Reference(class) if direct && text == "null" => {
                    let class = self.names.class(&program.classes[class].name).and_then(|class| class.source);
                    class.map_or_else(|| text.clone(), |class| format!("({class}) null"))
                }
                _ => text,
            }
        };
        Some(Call {
            class: self.names.class(&class.name)?,
            method: entry.name.clone(),
            direct,
            receiver: entry.receiver.and_then(|local| self.value(value(local), wanted(local), direct)),
            arguments: entry.parameters.iter().map(argument).collect(),
            result: match entry.result {
                Type::Void => CallResult::Nothing,
                Type::Reference(_) => CallResult::Reference,
                Type::Boolean => CallResult::Boolean,
                Type::Byte | Type::Short | Type::Char | Type::Int | Type::Long => CallResult::Number,
                // Its value is not tracked.
                Type::Float => CallResult::Nothing,
            },
        })
    }
}

/// What the test calls an object of the input.
fn variable(object: ObjectId) -> String {
    format!("o{}", object.index() + 1)
}
