//! Random programs on random inputs.

use std::fmt::Write;

use hrglass::base::{Patience, Random};
use hrglass::bitvec::Terms;
use hrglass::large_blocks::blocks::{BlockProgram, FlatOptions, FlatProgram};
use hrglass::large_blocks::{BlockAnswer, BlockEngine, search};
use hrglass::program::objects::{ClassId, ExceptionKind, Field, Program, Type};

use serde_json::{Value as Json, json};

use super::analysis::{Analysed, Question, Shown};
use super::constructs::Occurrences;
use super::engine::Verdict;
use super::generate::model::{Model, Ty};
use super::generate::tree::{Node, print};
use super::generate::{Generated, Structure, generate};
use super::input::{Input, Inputs};
use super::java::Batch;
use super::outcome::{Answer, JavaRun};
use super::shapes::Shape;
use super::shrink::shrink;
use super::subject::{Start, Subject, task};

/// Number of inputs for each program.
const INPUTS: usize = 4;
/// One in this many programs is analysed.
const ANALYSED: usize = 3;
/// Maximum number of objects of an input.
const OBJECTS: usize = 4;

/// Statistics of the comparison.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    pub programs: usize,
    /// Runs that were compared.
    pub runs: usize,
    /// Of these, those that ended with an exception.
    pub thrown: usize,
    /// Of these, with a null dereference.
    pub null_dereferences: usize,
    /// Runs on which the interpreter is too imprecise, or that are too long.
    pub undecided: usize,
    /// Programs that were analysed.
    pub analysed: usize,
    /// Properties proved by the analysis and not refuted by the JVM.
    pub satisfied: usize,
    /// Of these, about the shape of the heap at the end.
    pub shapes: usize,
    /// Violations confirmed by the analysis and by the JVM.
    pub violated: usize,
    /// Programs of which large blocks have proved that no exception leaves the entry method.
    pub proved_in_blocks: usize,
    /// The constructs in the programs.
    pub constructs: Occurrences,
}

impl Statistics {
    /// Counts a run on which both sides agree.
    pub fn count(&mut self, java: &JavaRun) {
        self.runs += 1;
        self.thrown += usize::from(java.thrown().is_some());
        self.null_dereferences += usize::from(java.thrown() == Some("NullPointerException"));
    }
}

/// A program with its inputs.
pub struct Case {
    number: usize,
    tree: Vec<Node>,
    generated: Generated,
    pub subject: Result<Subject, String>,
    /// Whether large blocks prove that no exception leaves the entry method.
    proved_in_blocks: bool,
    starts: Vec<Start>,
    /// The results of the analysis, if it was run.
    analysed: Option<Analysed>,
    /// Its violations as exported tests.
    shown: Vec<Shown>,
}

/// Something that goes wrong.
pub struct Failure {
    pub number: usize,
    pub tree: Vec<Node>,
    pub generated: Generated,
    pub kind: Kind,
    pub message: String,
    /// The input that demonstrates it, or all of them.
    pub inputs: Vec<Input>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The engine rejects a program that the compiler accepts.
    Refused,
    /// The compiler rejects the program.
    NotJava,
    /// The runs differ.
    Differs,
    /// The JVM did not complete the run.
    Failed,
    /// A property proved by the analysis does not hold.
    Unsound,
    /// The JVM does not confirm a violation that the analysis has confirmed.
    Spurious,
}

pub fn package(number: usize) -> String {
    format!("p{number}")
}

impl Case {
    pub fn new(number: usize, tree: Vec<Node>, generated: Generated) -> Self {
        let class = generated.model.name(Ty::Class(generated.entry));
        let entry = format!("{class}.{}", generated.name);
        let subject = Subject::new(&task(&print(&tree), &entry));
        let proved_in_blocks = subject.as_ref().is_ok_and(is_proved_in_blocks);
        Self {
            number,
            tree,
            generated,
            subject,
            proved_in_blocks,
            starts: Vec::new(),
            analysed: None,
            shown: Vec::new(),
        }
    }

    /// Analyses all inputs together, and also all lists if the program is about lists.
    pub fn analyse(&mut self) {
        let Ok(subject) = &self.subject else { return };
        let generated = &self.generated;
        let names: Vec<String> = generated.parameters.iter().map(|(_, name)| name.clone()).collect();
        let mut task = serde_json::to_value(&subject.loaded.task).expect("plain data");
        let node = generated.model.name(Ty::Class(generated.node));
        let grammar = match generated.structure {
            Structure::List => Some(("SLList", "ListNode")),
            Structure::DoublyLinked => Some(("DLList", "DLListNode")),
            Structure::Tree => Some(("BT", "BTNode")),
            Structure::Other => None,
        };
        if let Some((name, ty)) = grammar {
            task["grammars"] = json!([{"predefined": name, "rename": {ty: node}}]);
        }
        task["options"] = json!({"admissibleAbstraction": self.number.is_multiple_of(2)});
        let mut heaps: Vec<Json> = self.starts.iter().map(|start| start.input.heap()).collect();
        if generated.structure == Structure::List
            && generated.is_static
            && generated.parameters.first().is_some_and(|p| p.0 == Ty::Class(generated.node))
        {
            heaps.push(json!({"nodes": [{"type": "NULL", "number": 1}, {"type": node, "number": 1}], "externals": [],
                "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
                "selectors": [], "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}]}));
        }
        let mut questions = vec![Question::Safe, Question::Terminates, Question::Throws, Question::ThrowsNot];
        if matches!(generated.result, Ty::Class(_)) {
            questions.extend([Question::ReturnsNull, Question::ReturnsObject]);
            let is_kept = |n: &usize| generated.is_final && matches!(generated.parameters[*n].0, Ty::Class(_));
            if let Some(n) = (0..names.len()).find(is_kept) {
                questions.extend([Question::Reaches(n), Question::ReachesNot(n)]);
            }
        }
        questions.extend(self.shapes());
        let analysed = Analysed::new(&task, &heaps, questions, &names, &node);
        self.shown = analysed.shown();
        self.analysed = Some(analysed);
    }

    /// Questions about the heap at the end.
    fn shapes(&self) -> Vec<Question> {
        let generated = &self.generated;
        let mut shapes = vec![Shape::Tree, Shape::Acyclic];
        if generated.structure != Structure::Other {
            shapes.push(Shape::Whole(generated.structure));
            if matches!(generated.result, Ty::Class(_)) {
                shapes.push(Shape::Part(generated.structure, None));
            }
            let is_kept = |n: &usize| generated.is_final && matches!(generated.parameters[*n].0, Ty::Class(_));
            let kept = (0..generated.parameters.len()).find(is_kept);
            shapes.extend(kept.map(|n| Shape::Part(generated.structure, Some(n))));
        }
        // Each shape and its negation.
        shapes.into_iter().flat_map(|shape| [true, false].map(|holds| Question::Heap(shape, holds))).collect()
    }

    fn add_inputs(&mut self, random: &mut Random) {
        let inputs: Vec<Input> = match &self.subject {
            Ok(subject) => (0..INPUTS).map(|_| draw(&self.generated, subject, random)).collect(),
            Err(_) => return,
        };
        self.set_inputs(inputs);
    }

    pub fn set_inputs(&mut self, inputs: Vec<Input>) {
        let Ok(subject) = &self.subject else { return };
        // Without `this`, an instance method cannot be called.
        let starts = inputs.into_iter().filter(|i| self.generated.is_static || i.receiver.is_some());
        self.starts = starts.map(|input| subject.start(input)).collect();
    }

    /// Adds the program and its runs to the batch.
    fn put(&self, batch: &mut Batch) {
        let package = package(self.number);
        batch.files.insert(package.clone(), vec![("Main.java".to_owned(), print(&self.tree))]);
        let Ok(subject) = &self.subject else { return };
        let model = &self.generated.model;
        let simple = |ty: Ty| model.name(ty).rsplit('.').next().unwrap_or_default().to_owned();
        let types: Vec<String> = self.generated.parameters.iter().map(|(ty, _)| simple(*ty)).collect();
        let class = model.binary_name(self.generated.entry);
        for (number, shown) in self.shown.iter().enumerate() {
            let files = batch.files.entry(package.clone()).or_default();
            // Several properties may have the same test.
            let name = format!("{}.java", shown.name);
            if files.iter().all(|(other, _)| *other != name) {
                files.push((name, shown.text.clone()));
            }
            batch.test(&format!("{package}/shown{number}"), &package, &shown.name);
        }
        for (number, start) in self.starts.iter().enumerate() {
            if subject.on(start).first().is_some() {
                batch.call(
                    &format!("{package}/{number}"),
                    &package,
                    &class,
                    self.generated.name,
                    &types,
                    &start.input.orders(),
                );
            }
        }
    }

    fn failure(&self, kind: Kind, message: String, input: Option<&Input>) -> Failure {
        let (tree, generated) = (self.tree.clone(), self.generated.clone());
        let inputs = match input {
            Some(input) => vec![input.clone()],
            None => self.starts.iter().map(|start| start.input.clone()).collect(),
        };
        Failure { number: self.number, tree, generated, kind, message, inputs }
    }

    /// Compares the results with the answers of the JVM.
    fn judge(
        &self,
        answers: &std::collections::BTreeMap<String, Vec<Answer>>,
        statistics: &mut Statistics,
    ) -> Option<Failure> {
        let package = package(self.number);
        if let Some([Answer::Refused(why), ..]) = answers.get(&package).map(Vec::as_slice) {
            return Some(self.failure(Kind::NotJava, why.clone(), None));
        }
        let subject = match &self.subject {
            Ok(subject) => subject,
            Err(why) => return Some(self.failure(Kind::Refused, why.clone(), None)),
        };
        for (number, start) in self.starts.iter().enumerate() {
            match answers.get(&format!("{package}/{number}")).and_then(|a| a.first()) {
                None => statistics.undecided += 1,
                // There is always memory: every verdict assumes it.
                Some(Answer::Ran(java)) if java.thrown() == Some("OutOfMemoryError") => statistics.undecided += 1,
                Some(Answer::Ran(java)) => match subject.on(start).compare(java) {
                    Verdict::Agrees => {
                        if let Some(question) = self.unsound(&start.input, java) {
                            let message = format!("{question:?} is satisfied, but the JVM: {java}");
                            return Some(self.failure(Kind::Unsound, message, Some(&start.input)));
                        }
                        if self.proved_in_blocks && java.thrown().is_some() {
                            let message = format!("large blocks prove that nothing is thrown, but the JVM: {java}");
                            return Some(self.failure(Kind::Unsound, message, Some(&start.input)));
                        }
                        statistics.count(java);
                    }
                    Verdict::Undecided => statistics.undecided += 1,
                    // The interpreter has limits of its own; and javac sometimes produces code that the JVM rejects.
                    Verdict::Differs(_) if matches!(java.thrown(), Some("StackOverflowError" | "VerifyError")) => {
                        statistics.undecided += 1;
                    }
                    Verdict::Differs(differences) => {
                        let message = format!("{}\nthe JVM: {java}", differences.join("\n"));
                        return Some(self.failure(Kind::Differs, message, Some(&start.input)));
                    }
                },
                Some(Answer::Failed(why)) if why.contains("VerifyError") => statistics.undecided += 1,
                Some(other) => return Some(self.failure(Kind::Failed, format!("{other:?}"), Some(&start.input))),
            }
        }
        statistics.proved_in_blocks += usize::from(self.proved_in_blocks);
        if let Some(analysed) = &self.analysed {
            statistics.satisfied += analysed.satisfied().count();
            statistics.shapes += analysed.satisfied().filter(|q| matches!(q, Question::Heap(..))).count();
            if let Some(why) = analysed.refused() {
                return Some(self.failure(Kind::Refused, format!("line 0: {why}"), None));
            }
        }
        for (number, shown) in self.shown.iter().enumerate() {
            for answer in answers.get(&format!("{package}/shown{number}")).into_iter().flatten() {
                let (is_right, told) = (answer.shows_violation(), format!("{answer:?}"));
                statistics.violated += usize::from(is_right);
                if !is_right && !told.contains("VerifyError") {
                    let message = format!("{:?}: {told}\n{}", shown.question, shown.text);
                    return Some(self.failure(Kind::Spurious, message, None));
                }
            }
        }
        None
    }

    /// A property proved by the analysis and refuted by a run.
    fn unsound(&self, input: &Input, java: &JavaRun) -> Option<Question> {
        self.analysed.as_ref()?.refuted(java, input)
    }
}

/// Whether large blocks prove with little work that no exception leaves the entry method.
fn is_proved_in_blocks(subject: &Subject) -> bool {
    let options = FlatOptions { failures: &[], exceptions: &ExceptionKind::ALL, depth: 1, edges: 2_000 };
    let Some(flat) = FlatProgram::new(&subject.program, subject.entry, &options) else { return false };
    let mut terms = Terms::new();
    let blocks = BlockProgram::new(flat, &mut terms);
    // Without units: a stack that overflows is no exception of the program.
    match search(&blocks, &[], &mut terms, BlockEngine::Auto, 60, &mut Patience(100)).0 {
        Ok(BlockAnswer::Fails(_) | BlockAnswer::FailsInCalls { .. }) | Err(_) => false,
        Ok(_) => true,
    }
}

/// The class of the model that corresponds to a class of the program.
fn class_of(model: &Model, program: &Program, class: ClassId) -> Option<usize> {
    let name = &program.classes[class].name;
    (0..model.classes.len()).find(|&c| !model.classes[c].name.is_empty() && model.binary_name(c) == *name)
}

fn draw(generated: &Generated, subject: &Subject, random: &mut Random) -> Input {
    let (model, program) = (&generated.model, &subject.program);
    let class = |c: ClassId| class_of(model, program, c);
    let concrete: Vec<ClassId> = program
        .classes
        .indices()
        .filter(|&c| {
            class(c).is_some_and(|c| {
                !Model::is_library(c)
                    && model.instances(c).contains(&c)
                    && !matches!(&*model.classes[c].name, "Main" | "Globals")
            })
        })
        .collect();
    let is_subtype = |a: ClassId, b: ClassId| match (class(a), class(b)) {
        (Some(a), Some(b)) => model.is_subclass(a, b),
        _ => false,
    };
    let java_type = |field: &Field| {
        let class = class_of(model, program, field.class).expect("a declared class");
        let own = model.classes[class].fields.iter().find(|f| f.name == field.name);
        own.map_or("int".to_owned(), |f| model.name(f.ty))
    };
    let procedure = &program.procedures[subject.entry];
    let receiver = procedure.receiver.map(|_| procedure.class);
    let types = procedure.parameters.iter().zip(&generated.parameters);
    let parameters: Vec<(Type, String)> =
        types.map(|(&local, (ty, _))| (procedure.locals[local].ty, model.name(*ty))).collect();
    let inputs = Inputs { program, concrete, is_subtype: &is_subtype, java_type: &java_type };
    inputs.draw(receiver, &parameters, OBJECTS, random)
}

/// Tries the programs with these numbers of a campaign.
pub fn try_programs(
    seed: u64,
    numbers: std::ops::Range<usize>,
    folder: &str,
    statistics: &mut Statistics,
) -> Vec<String> {
    let mut cases: Vec<Case> = Vec::new();
    for number in numbers {
        let mut random = Random::scattered(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number as u64));
        let generated = generate(number, &package(number), &mut random);
        let mut case = Case::new(number, generated.tree.clone(), generated);
        statistics.constructs.count(&print(&case.tree));
        case.add_inputs(&mut random);
        if number.is_multiple_of(ANALYSED) {
            case.analyse();
            statistics.analysed += usize::from(case.analysed.is_some());
        }
        cases.push(case);
    }
    let failures = judge_all(&cases, folder, statistics);
    statistics.programs += cases.len();
    if std::env::var("JVM_RAW").is_ok() {
        return failures.into_iter().map(|failure| tell(seed, failure)).collect();
    }
    let shown = failures.into_iter().take(6);
    shown.map(|failure| tell(seed, shrink(failure, folder))).collect()
}

pub fn judge_all(cases: &[Case], folder: &str, statistics: &mut Statistics) -> Vec<Failure> {
    let mut batch = Batch::default();
    cases.iter().for_each(|case| case.put(&mut batch));
    let answers = batch.run(folder);
    cases.iter().filter_map(|case| case.judge(&answers, statistics)).collect()
}

fn tell(seed: u64, failure: Failure) -> String {
    let mut out = format!("seed {seed}, program {}: {:?}: {}\n", failure.number, failure.kind, failure.message);
    for (number, text) in print(&failure.tree).lines().enumerate() {
        let _ = writeln!(out, "{:3} {text}", number + 1);
    }
    for input in &failure.inputs {
        out += &input.orders();
    }
    out
}
