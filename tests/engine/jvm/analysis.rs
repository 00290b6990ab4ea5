//! Results of the abstract analysis on a program with some inputs, compared with the runs of a JVM on these inputs.

use hrglass::base::Patience;
use hrglass::report::evidence::EvidenceKind;
use hrglass::report::{Judgement, Verdict};
use hrglass::session::Session;
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::{Value as Json, json};

use super::input::{Input, InputValue};
use super::outcome::{JavaEnd, JavaRun, JavaValue};
use super::shapes::{Final, Shape};

/// A question about the end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Neither a null dereference nor an uncaught exception.
    Safe,
    /// The run returns.
    Terminates,
    /// The result is null.
    ReturnsNull,
    /// The result is not null.
    ReturnsObject,
    /// The result, or null, is reachable along selectors from a parameter, which keeps its value.
    Reaches(usize),
    /// The negation of this.
    ReachesNot(usize),
    /// An exception leaves the method.
    Throws,
    /// No exception leaves the method.
    ThrowsNot,
    /// The heap at the end has a shape, or does not have it.
    Heap(Shape, bool),
}

impl Question {
    /// Its formula; `None` for memory safety.
    fn formula(self, parameters: &[String]) -> Option<String> {
        Some(match self {
            Question::Safe => return None,
            Question::Terminates => "F {terminated}".to_owned(),
            Question::ReturnsNull => "G ({terminated} -> {return == null})".to_owned(),
            Question::ReturnsObject => "G ({terminated} -> {return != null})".to_owned(),
            Question::Reaches(n) => format!("G ({{terminated}} -> {{isReachable({}, return)}})", parameters[n]),
            Question::ReachesNot(n) => format!("G ({{terminated}} -> !{{isReachable({}, return)}})", parameters[n]),
            Question::Throws => "F {exception}".to_owned(),
            Question::ThrowsNot => "G !{exception}".to_owned(),
            Question::Heap(shape, holds) => {
                let proposition = match shape {
                    Shape::Tree => "{isTree}".to_owned(),
                    Shape::Acyclic => "{isAcyclic}".to_owned(),
                    Shape::Whole(structure) => format!("{{L({})}}", structure.nonterminal()),
                    Shape::Part(structure, of) => {
                        let of = of.map_or("return", |n| &parameters[n]);
                        format!("{{L({}) of {of}}}", structure.nonterminal())
                    }
                };
                format!("G ({{terminated}} -> {}{proposition})", if holds { "" } else { "!" })
            }
        })
    }

    /// Whether it holds on a run that the JVM has completed.
    fn holds(self, end: &Final<'_>) -> bool {
        let java = end.java;
        let reaches = |value, n: usize| java.reaches(end.parameters[n], value);
        match (self, java.end) {
            (Question::Safe | Question::Terminates | Question::ThrowsNot, JavaEnd::Returned(_)) => true,
            (Question::Safe | Question::Terminates, JavaEnd::Thrown(..)) => false,
            (Question::ReturnsNull, JavaEnd::Returned(value)) => value == JavaValue::Null,
            (Question::ReturnsObject, JavaEnd::Returned(value)) => value != JavaValue::Null,
            (Question::Reaches(n), JavaEnd::Returned(value)) => reaches(value, n),
            (Question::ReachesNot(n), JavaEnd::Returned(value)) => !reaches(value, n),
            (Question::Throws, JavaEnd::Returned(_)) => false,
            // An unhandled null dereference is a separate error in the engine, indistinguishable here from a thrown
            // exception.
            (Question::Throws, JavaEnd::Thrown(..)) => true,
            (Question::ThrowsNot, JavaEnd::Thrown(..)) => java.thrown() == Some("NullPointerException"),
            (Question::Heap(shape, holds), JavaEnd::Returned(_)) => end.has(shape).is_none_or(|has| has == holds),
            (_, JavaEnd::Thrown(..)) => true,
        }
    }
}

/// A program with the results of its analysis.
pub struct Analysed {
    questions: Vec<Question>,
    /// The class described by the grammar.
    node: String,
    session: Session,
}

/// An exported test that demonstrates a violation.
pub struct Shown {
    pub question: Question,
    /// The class.
    pub name: String,
    pub text: String,
}

impl Analysed {
    /// Analyses a task with these initial heaps instead of its own, and these questions instead of its properties; the
    /// grammar describes the class `node`.
    pub fn new(task: &Json, heaps: &[Json], questions: Vec<Question>, parameters: &[String], node: &str) -> Self {
        let mut task = task.clone();
        task["initial"] = heaps.iter().map(|heap| json!({"heap": heap})).collect();
        let formulas = questions.iter().filter_map(|q| q.formula(parameters));
        task["properties"] = formulas.enumerate().map(|(n, ltl)| json!({"id": format!("P{n}"), "ltl": ltl})).collect();
        (task["expected"], task["view"]) = (json!({}), json!({}));
        if !task["options"].is_object() {
            task["options"] = json!({});
        }
        task["schema"] = json!("hrglass.task/1");
        (task["options"]["maxStates"], task["options"]["maxHeap"]) = (json!(3000), json!(40));
        let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
        let session = run(&loaded, &mut Patience(1500));
        Self { questions, node: node.to_owned(), session }
    }

    /// The errors of the task, if it was not run.
    pub fn refused(&self) -> Option<String> {
        let report = self.session.report();
        let told = || report.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; ");
        report.memory_safety().is_none().then(told)
    }

    fn judgements(&self) -> impl Iterator<Item = (Question, u32, &Judgement)> {
        // Several strategies may have judged one question.
        let asked: Vec<Question> = self.questions.iter().copied().filter(|q| *q != Question::Safe).collect();
        let question = move |id: &str| match id.strip_prefix('P').and_then(|number| number.parse::<usize>().ok()) {
            Some(number) => asked[number],
            None => Question::Safe,
        };
        let all = (0_u32..).zip(&self.session.report().properties);
        // Parts of memory safety are no questions of their own.
        all.filter(|(_, p)| !p.claim.kind.is_part()).map(move |(at, p)| (question(&p.id), at, &p.judgement))
    }

    /// A question proved by the analysis and refuted by a run on an input.
    pub fn refuted(&self, java: &JavaRun, input: &Input) -> Option<Question> {
        // Questions mention parameters only if these keep their values.
        let parameters: Vec<JavaValue> = input.arguments.iter().map(|&value| value.in_java()).collect();
        let receiver = input.receiver.map_or(JavaValue::Null, InputValue::in_java);
        let end = Final { java, receiver, parameters: &parameters, node: &self.node };
        self.satisfied().find(|question| !question.holds(&end))
    }

    /// The questions proved to hold on every run.
    pub fn satisfied(&self) -> impl Iterator<Item = Question> {
        let is_satisfied = |j: &Judgement| j.verdict == Verdict::Satisfied;
        self.judgements().filter(move |(.., j)| is_satisfied(j)).map(|(question, ..)| question)
    }

    /// The tests for the confirmed violations.
    pub fn shown(&self) -> Vec<Shown> {
        let violated = self.judgements().filter(|(.., j)| j.verdict == Verdict::Violated);
        let file = |at| self.session.evidence_file(at, EvidenceKind::Junit);
        violated
            .filter_map(|(question, at, _)| {
                let file = file(at)?;
                Some(Shown { question, name: file.name.trim_end_matches(".java").to_owned(), text: file.text })
            })
            .collect()
    }
}
