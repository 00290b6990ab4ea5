//! The programs of the gallery on small inputs.

use hrglass::base::Random;
use hrglass::program::objects::{ClassId, Field, IntegerType, Type};
use hrglass::task::load;
use serde_json::Value as Json;

use super::analysis::{Analysed, Question};
use super::engine::Verdict;
use super::input::{Input, Inputs};
use super::java::Batch;
use super::outcome::Answer;
use super::random::Statistics;
use super::subject::{Start, Subject};
use crate::support::folder::Folder;
use crate::support::tasks::tasks;

/// Number of inputs for each program.
const INPUTS: usize = 8;
/// Maximum number of objects of an input.
const OBJECTS: usize = 4;

/// A program of the gallery.
struct Case {
    path: String,
    package: String,
    task: Json,
    subject: Subject,
    starts: Vec<Start>,
    analysed: Option<Analysed>,
}

impl Case {
    fn new(number: usize, path: String, task: Json, analyses: bool, random: &mut Random) -> Option<Self> {
        let subject = Subject::new(&task).ok()?;
        let program = &subject.program;
        let is_declared = |c: &ClassId| {
            let class = &program.classes[*c];
            class.span.is_some() && !class.is_abstract
        };
        let concrete: Vec<ClassId> = program.classes.indices().filter(is_declared).collect();
        let is_subtype = |a: ClassId, b: ClassId| program.is_subclass(a, b);
        let java_type = |field: &Field| word(field.ty);
        let inputs = Inputs { program, concrete, is_subtype: &is_subtype, java_type: &java_type };
        let procedure = &program.procedures[subject.entry];
        let parameters: Vec<(Type, String)> =
            procedure.parameters.iter().map(|&p| procedure.locals[p].ty).map(|ty| (ty, word(ty))).collect();
        let receiver = procedure.receiver.map(|_| procedure.class);
        let drawn: Vec<Input> = (0..INPUTS).map(|_| inputs.draw(receiver, &parameters, OBJECTS, random)).collect();
        let fits = |i: &Input| receiver.is_none() || i.receiver.is_some();
        let starts: Vec<Start> = drawn.into_iter().filter(fits).map(|input| subject.start(input)).collect();
        let analysed = analyses.then(|| {
            let heaps: Vec<Json> = starts.iter().map(|start| start.input.heap()).collect();
            let mut questions = vec![Question::Safe, Question::Terminates];
            if procedure.result.is_reference() {
                questions.extend([Question::ReturnsNull, Question::ReturnsObject]);
            }
            Analysed::new(&task, &heaps, questions, &[], "")
        });
        Some(Self { path, package: format!("g{number}"), task, subject, starts, analysed })
    }

    fn put(&self, batch: &mut Batch) {
        let sources = &self.subject.loaded.sources;
        let files = self.subject.loaded.program_files.iter().map(|&f| sources.file(f)).map(|file| {
            let name = file.name.rsplit('/').next().unwrap_or_default().to_owned();
            // All lines keep their numbers.
            let own = format!("package {};", self.package);
            let text = match file.text.strip_prefix("package ").and_then(|text| text.split_once(';')) {
                Some((_, rest)) => own + rest,
                None => format!("{own} {}", file.text),
            };
            (name, text)
        });
        batch.files.insert(self.package.clone(), files.collect());
        let program = &self.subject.program;
        let procedure = &program.procedures[self.subject.entry];
        let class = &program.classes[procedure.class].name;
        let types: Vec<String> = procedure.parameters.iter().map(|&p| self.java_name(procedure.locals[p].ty)).collect();
        for (number, start) in self.starts.iter().enumerate() {
            if self.subject.on(start).first().is_some() {
                let id = format!("{}/{number}", self.package);
                batch.call(&id, &self.package, class, &procedure.name, &types, &start.input.orders());
            }
        }
    }

    fn java_name(&self, ty: Type) -> String {
        match ty {
            Type::Reference(class) => {
                self.subject.program.classes[class].name.rsplit('$').next().unwrap_or_default().to_owned()
            }
            ty => word(ty),
        }
    }
}

/// The Java keyword of a type, where the program determines it.
fn word(ty: Type) -> String {
    match ty {
        Type::Boolean => "boolean",
        Type::Integer(IntegerType::LONG) => "long",
        Type::Integer(IntegerType::SHORT) => "short",
        Type::Integer(IntegerType::CHAR) => "char",
        Type::Integer(IntegerType::BYTE) => "byte",
        Type::Float => "double",
        _ => "int",
    }
    .to_owned()
}

/// Tries all programs; returns the failures.
pub fn try_gallery(statistics: &mut Statistics) -> Vec<String> {
    let mut random = Random::scattered(1);
    let mut cases: Vec<Case> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for (number, (path, task)) in tasks("examples").into_iter().enumerate() {
        // Sequences of calls have a judge of their own.
        let is_class = task["program"]["entry"].as_str().is_some_and(|entry| entry.ends_with(".*"));
        if task["analysis"].as_str() == Some("boolean") || is_class {
            continue;
        }
        let folder = path.parent().expect("a folder").to_owned();
        let loaded = load(&task.to_string(), "task.json", &mut Folder(folder));
        let mut task: Json = serde_json::from_str(&loaded.task.to_json()).expect("a document");
        (task["contracts"], task["initial"]) = (serde_json::json!([]), serde_json::json!([]));
        // Many tasks share a program.
        let program = task["program"].to_string();
        if known.contains(&program) {
            continue;
        }
        known.push(program);
        cases.extend(Case::new(number, path.display().to_string(), task, true, &mut random));
    }
    let mut batch = Batch::default();
    cases.iter().for_each(|case| case.put(&mut batch));
    let answers = batch.run("jvm-gallery");
    let mut wrong = Vec::new();
    for case in &cases {
        statistics.programs += 1;
        statistics.analysed += usize::from(case.analysed.as_ref().is_some_and(|a| a.refused().is_none()));
        if let Some([Answer::Refused(why), ..]) = answers.get(&case.package).map(Vec::as_slice) {
            wrong.push(format!("{}: {why}", case.path));
        }
        for (number, start) in case.starts.iter().enumerate() {
            let told = |what: &str| format!("{}: {what}\n{}{}", case.path, start.input.orders(), case.task["program"]);
            match answers.get(&format!("{}/{number}", case.package)).and_then(|a| a.first()) {
                None => statistics.undecided += 1,
                // Numbers decide here how often a loop goes round a cycle of the input.
                Some(Answer::Failed(why)) if why.starts_with("timeout") => statistics.undecided += 1,
                Some(Answer::Ran(java)) => {
                    match case.subject.on(start).compare(java) {
                        Verdict::Agrees => statistics.count(java),
                        Verdict::Undecided => statistics.undecided += 1,
                        Verdict::Differs(differences) => wrong.push(told(&format!("{differences:?}; the JVM: {java}"))),
                    }
                    statistics.satisfied += case.analysed.iter().flat_map(Analysed::satisfied).count();
                    if let Some(question) = case.analysed.as_ref().and_then(|a| a.refuted(java, &start.input)) {
                        wrong.push(told(&format!("{question:?} is satisfied; the JVM: {java}")));
                    }
                }
                Some(other) => wrong.push(told(&format!("{other:?}"))),
            }
        }
    }
    wrong
}
