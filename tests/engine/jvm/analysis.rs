//! What the abstract analysis says of a program on some inputs, judged by what the JVM did on them.

use hrglass::base::Patience;
use hrglass::report::evidence::{EvidenceKind, EvidenceStatus};
use hrglass::report::{Judgement, Verdict};
use hrglass::session::Session;
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::{Value as Json, json};

use super::outcome::{JavaEnd, JavaRun, JavaValue};
use super::shapes::{Final, Shape};

/// What is asked at the end of a run.
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
    /// A parameter, which keeps its value, reaches the result, or null, along selectors.
    Reaches(usize),
    /// It does not.
    ReachesNot(usize),
    /// An exception leaves the method.
    Throws,
    /// No exception leaves the method.
    ThrowsNot,
    /// The heap at the end has a shape, or has it not.
    Heap(Shape, bool),
}

impl Question {
    /// Its formula; none of memory safety.
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

    /// The parameter that it mentions.
    fn mentioned(self) -> Option<usize> {
        match self {
            Question::Reaches(n) | Question::ReachesNot(n) | Question::Heap(Shape::Part(_, Some(n)), _) => Some(n),
            _ => None,
        }
    }

    /// Whether it holds on a run that the JVM did to its end.
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
            // A null dereference that nothing handles is an error of its own, and cannot be told from what is thrown.
            (Question::Throws, JavaEnd::Thrown(..)) => true,
            (Question::ThrowsNot, JavaEnd::Thrown(..)) => java.thrown() == Some("NullPointerException"),
            (Question::Heap(shape, holds), JavaEnd::Returned(_)) => end.has(shape).is_none_or(|has| has == holds),
            (_, JavaEnd::Thrown(..)) => true,
        }
    }
}

/// A program that was analysed.
pub struct Analysed {
    questions: Vec<Question>,
    /// The parameters that they mention.
    mentioned: Vec<usize>,
    /// The class that the grammar is about.
    node: String,
    session: Session,
}

/// A test in Java that shows a violation.
pub struct Shown {
    pub question: Question,
    /// The class.
    pub name: String,
    pub text: String,
}

impl Analysed {
    /// Analyses a task on these initial heaps, in place of its own, with these questions, in place of its properties; the
    /// grammar is about the class `node`.
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
        let mentioned = questions.iter().filter_map(|q| q.mentioned()).collect();
        Self { questions, mentioned, node: node.to_owned(), session }
    }

    /// What is wrong with the task, if it was not run.
    pub fn refused(&self) -> Option<String> {
        let report = self.session.report();
        let told = || report.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; ");
        report.memory_safety().is_none().then(told)
    }

    fn judgements(&self) -> impl Iterator<Item = (Question, u32, &Judgement)> {
        // Memory safety comes first.
        let asked = self.questions.iter().filter(|q| **q != Question::Safe);
        let questions = std::iter::once(&Question::Safe).chain(asked).zip(0_u32..);
        questions.zip(&self.session.report().properties).map(|((question, at), p)| (*question, at, &p.judgement))
    }

    /// What the analysis has proved and a run refutes; `parameters`: what they hold at its end.
    pub fn refuted(&self, java: &JavaRun, parameters: &[JavaValue]) -> Option<Question> {
        let end = Final { java, parameters, mentioned: &self.mentioned, node: &self.node };
        self.satisfied().find(|question| !question.holds(&end))
    }

    /// What holds on every run, as the analysis has it.
    pub fn satisfied(&self) -> impl Iterator<Item = Question> {
        let is_satisfied = |j: &Judgement| j.verdict == Verdict::Satisfied;
        self.judgements().filter(move |(.., j)| is_satisfied(j)).map(|(question, ..)| question)
    }

    /// The tests for the violations that are confirmed.
    pub fn shown(&self) -> Vec<Shown> {
        let is_real = |j: &Judgement| {
            j.verdict == Verdict::Violated && j.evidence.as_ref().is_some_and(|e| e.status == EvidenceStatus::Confirmed)
        };
        let confirmed = self.judgements().filter(|(.., j)| is_real(j));
        let file = |at| self.session.evidence_file(at, EvidenceKind::Junit);
        confirmed
            .filter_map(|(question, at, _)| {
                let file = file(at)?;
                Some(Shown { question, name: file.name.trim_end_matches(".java").to_owned(), text: file.text })
            })
            .collect()
    }
}
