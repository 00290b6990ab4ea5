//! Random methods and classes with inputs that build, loop over and modify collections. What is proved of them is so in the JVM, on many inputs and in
//! many sequences of calls, and what is violated fails there as a JUnit test.

mod generate;

use hrglass::base::Patience;
use hrglass::editor::load_program;
use hrglass::report::assumption::AssumptionKind;
use hrglass::report::evidence::EvidenceKind;
use hrglass::report::{PropertyReport, Verdict};
use hrglass::session::{Session, run};
use hrglass::task::{Language, NoFiles, Overrides};

use super::java::Batch;
use crate::java_constructs::jvm::thrown_if_valid;
use crate::whole_classes::jvm::refute;
use generate::{Generated, Kind, program};

const INPUTS: &str = include_str!("open/Inputs.java");
/// The formula about the end of every run.
const ENDS: &str = "F {terminated}";

/// What was found of the programs.
#[derive(Default, Debug)]
pub struct Counts {
    pub programs: usize,
    pub refused: usize,
    /// Verdicts on memory safety, its parts, methods and the end of runs.
    pub satisfied: usize,
    pub violated: usize,
    pub undecided: usize,
    /// Programs or methods that fail on some input.
    pub failing: usize,
    /// Violations that fail in the JVM.
    pub shown: usize,
}

/// A program with what the analysis says of it.
struct Judged {
    text: String,
    reports: Vec<PropertyReport>,
    /// The tests of what is violated: the property, the class and the text.
    tests: Vec<(String, String, String)>,
}

fn analyse(text: &str, entry: &str, ends: bool) -> Session {
    let overrides = Overrides {
        entry: Some(entry.to_owned()),
        max_states: Some(1_000),
        max_heap: Some(30),
        ..Overrides::default()
    };
    let mut loaded = load_program(text, "M.java", Language::Java, &mut NoFiles, &overrides);
    if ends {
        loaded.check_formulas(&[ENDS.to_owned()], false);
    }
    run(&loaded, &mut Patience(300))
}

impl Judged {
    fn new(text: String, entry: &str, ends: bool) -> Self {
        let mut own = Self { text, reports: Vec::new(), tests: Vec::new() };
        own.add(&analyse(&own.text, entry, false));
        if ends {
            own.add(&analyse(&own.text, entry, true));
        }
        own
    }

    fn add(&mut self, session: &Session) {
        for (at, report) in (0_u32..).zip(&session.report().properties) {
            if report.judgement.verdict == Verdict::Violated
                && let Some(file) = session.evidence_file(at, EvidenceKind::Junit)
            {
                let class = file.name.trim_end_matches(".java").to_owned();
                self.tests.push((report.id.clone(), class, file.text));
            }
            self.reports.push(report.clone());
        }
    }
}

/// As the JVM runs it: loops count, and hash maps and sets have the order that verdicts assume.
fn in_java(text: &str) -> String {
    let text = text.replace("new HashMap<", "new LinkedHashMap<").replace("new HashSet<", "new LinkedHashSet<");
    text.replace("/*step*/", "Inputs.step();")
}

/// A failure in the JVM.
struct Failure<'t> {
    kind: &'t str,
    with_null: bool,
    with_null_inside: bool,
    with_object: bool,
    text: &'t str,
}

impl<'t> Failure<'t> {
    fn read(text: &'t str) -> Self {
        let mut words = text.split(' ');
        let (kind, nulls) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        Self {
            kind,
            with_null: nulls.contains('n'),
            with_null_inside: nulls.contains('h'),
            with_object: nulls.contains('o'),
            text,
        }
    }

    /// Whether a proof speaks of it.
    fn refutes(&self, report: &PropertyReport) -> bool {
        let (judgement, is_end) = (&report.judgement, report.claim.formula.is_some());
        let assumes =
            |words: &str| judgement.assumptions.iter().any(|assumption| assumption.words.as_str().contains(words));
        let is_about =
            if report.claim.kind.is_part() { report.id == self.kind } else { is_end || self.kind != "no-end" };
        let is_within = self.kind != "index-out-of-bounds" || !judgement.assumes(AssumptionKind::Bounds);
        let has_inputs = !(self.with_null_inside && assumes("no element of a collection is null"))
            && !(self.with_null
                && (assumes("pass no null") || judgement.assumes(AssumptionKind::Input) && !assumes("null")))
            && !(self.with_object && assumes("themselves"));
        is_about && is_within && has_inputs
    }
}

/// Judges so many programs; returns what is wrong.
pub fn try_open(seed: u64, count: usize, counts: &mut Counts) -> Vec<String> {
    let mut wrong = Vec::new();
    let seed = seed.wrapping_mul(1_000_003);
    let all: Vec<usize> = (0..count).collect();
    for numbers in all.chunks(1_000) {
        let of = |kind: Kind| numbers.iter().filter(move |&&number| (number % 3 == 2) == (kind == Kind::Class));
        let methods: Vec<(Generated, Judged)> = of(Kind::Method)
            .map(|&number| {
                let generated = program("o", Kind::Method, seed.wrapping_add(number as u64));
                let judged = Judged::new(generated.text.clone(), "M.m", number % 5 == 0);
                (generated, judged)
            })
            .collect();
        let classes: Vec<Judged> = of(Kind::Class)
            .map(|&number| Judged::new(program("o", Kind::Class, seed.wrapping_add(number as u64)).text, "M.*", false))
            .collect();
        wrong.extend(judge_methods(&methods, counts));
        wrong.extend(judge_classes(&classes, counts));
        let judged = methods.iter().map(|(_, judged)| judged).chain(&classes);
        wrong.extend(judge_tests(judged, counts));
    }
    wrong
}

fn count(reports: &[PropertyReport], counts: &mut Counts) {
    counts.programs += 1;
    counts.refused += usize::from(reports.is_empty());
    for report in reports {
        *match report.judgement.verdict {
            Verdict::Satisfied => &mut counts.satisfied,
            Verdict::Violated => &mut counts.violated,
            Verdict::Suspected | Verdict::Unknown => &mut counts.undecided,
        } += 1;
    }
}

/// What is proved of methods and fails on some input.
fn judge_methods(methods: &[(Generated, Judged)], counts: &mut Counts) -> Vec<String> {
    let programs: Vec<String> = methods
        .iter()
        .enumerate()
        .map(|(number, (generated, judged))| {
            let given: String = generated.parameters.iter().map(|name| format!(", in.{name}()")).collect();
            let text = in_java(&judged.text).replacen("package o;", &format!("package c{number};"), 1);
            let call = format!("Inputs.failing((a, b, p, in) -> M.m(a, b, p, in.given(){given}))");
            format!("{text}class A {{ static String f() {{ return {call}; }} }}\n{INPUTS}")
        })
        .collect();
    let mut wrong = Vec::new();
    for ((_, judged), ended) in methods.iter().zip(thrown_if_valid("open-methods", &programs)) {
        count(&judged.reports, counts);
        let Some(ended) = ended else {
            wrong.push(format!("javac refuses\n{}", judged.text));
            continue;
        };
        assert_eq!(ended.class, "nothing", "{}\n{}", ended.message, judged.text);
        let failures: Vec<Failure<'_>> =
            ended.message.split(';').filter(|text| !text.is_empty()).map(Failure::read).collect();
        counts.failing += usize::from(!failures.is_empty());
        for report in judged.reports.iter().filter(|report| report.judgement.verdict == Verdict::Satisfied) {
            if let Some(failure) = failures.iter().find(|failure| failure.refutes(report)) {
                let assumed: Vec<&str> = report.judgement.assumptions.iter().map(|it| it.words.as_str()).collect();
                wrong.push(format!("{} is satisfied if {assumed:?}, and {}\n{}", report.id, failure.text, judged.text));
            }
        }
    }
    wrong
}

/// What is proved of methods of classes and fails in some sequence of calls.
fn judge_classes(classes: &[Judged], counts: &mut Counts) -> Vec<String> {
    let texts: Vec<(String, String)> = classes
        .iter()
        .map(|judged| ("M".to_owned(), in_java(&judged.text).replace("Inputs.step", "Calls.step")))
        .collect();
    classes.iter().for_each(|judged| count(&judged.reports, counts));
    let reports: Vec<Vec<PropertyReport>> = classes.iter().map(|judged| judged.reports.clone()).collect();
    let found = refute("open-classes", &texts, &reports, 500);
    counts.failing += found.failing;
    found.wrong
}

/// What is violated and does not fail.
fn judge_tests<'t>(judged: impl Iterator<Item = &'t Judged>, counts: &mut Counts) -> Vec<String> {
    let mut batch = Batch::default();
    let mut asked = Vec::new();
    for (number, judged) in judged.enumerate() {
        let package = format!("o{number}");
        let in_package = |text: &str| text.replacen("package o;", &format!("package {package};"), 1);
        let mut files = vec![("M.java".to_owned(), in_package(&judged.text))];
        for (at, (property, class, text)) in judged.tests.iter().enumerate() {
            let name = format!("{class}.java");
            // Several properties may have the same test.
            if files.iter().all(|(other, _)| *other != name) {
                files.push((name, in_package(text)));
            }
            let id = format!("{package}/{at}");
            batch.test(&id, &package, class);
            asked.push((id, package.clone(), format!("{property} is violated\n{}\n{text}", judged.text)));
        }
        if !judged.tests.is_empty() {
            batch.files.insert(package, files);
        }
    }
    let answers = batch.run("jvm-open");
    let mut wrong = Vec::new();
    for (id, package, told) in asked {
        match (answers.get(&id), answers.get(&package)) {
            (Some(all), _) => {
                let failed = all.iter().filter(|answer| !answer.shows_violation());
                wrong.extend(failed.map(|answer| format!("{answer:?}: {told}")));
                counts.shown += all.iter().filter(|answer| answer.shows_violation()).count();
            }
            (None, answer) => wrong.push(format!("{answer:?}: {told}")),
        }
    }
    wrong
}
