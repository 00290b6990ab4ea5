//! What a batch runs: tasks, and programs with the verdicts that task definitions expect.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{compile_commands, yaml};
use crate::files::{self, read_text};
use crate::given::load_only;
use crate::{TaskOptions, complain};
use base::{Message, msg};
use task::{Expectation, Expected};

/// One run of `hrglass check`.
pub(super) struct Job {
    /// What it is called in tables.
    pub name: String,
    /// The task, and options of its own.
    pub arguments: Vec<String>,
    pub expected: Expectations,
    /// Why it is not run, and nothing is known: what it needs is not supported.
    pub refused: Option<Message>,
}

/// What is known of the verdicts of a job.
pub(super) enum Expectations {
    /// Of each property, by its name.
    Each(BTreeMap<String, Expected>),
    /// Of all of them together: a task definition asks for one property.
    Whole(ExpectedAnswer),
    Unknown,
}

/// What a task definition says of a property.
pub(super) struct ExpectedAnswer {
    /// The name of its file.
    pub property: String,
    pub verdict: Option<Expectation>,
    /// Of a violated property that consists of several: which of these is violated.
    pub subproperty: Option<String>,
}

impl Expectations {
    /// That of a property.
    pub(super) fn of(&self, property: &str, strategy: &str) -> Option<Expectation> {
        match self {
            Expectations::Each(all) => all.get(property)?.with(strategy),
            Expectations::Whole(answer) => answer.verdict,
            Expectations::Unknown => None,
        }
    }
}

/// The jobs in a file: a task, a program, a task definition, or a list of such; or in a directory, searched recursively. Returns whether
/// everything could be read; what could not is reported.
pub(super) fn collect(path: &str, options: &TaskOptions, jobs: &mut Vec<Job>) -> bool {
    let mut found = true;
    if !Path::new(path).is_dir() {
        return collect_file(path, options, jobs, &mut BTreeSet::new());
    }
    // Programs of a task definition are no tasks of their own.
    let mut programs = BTreeSet::new();
    let files = files::files_below(Path::new(path));
    let (definitions, others): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|file| has_extension(file, &["yml"]));
    let mut own = Vec::new();
    for file in &definitions {
        found &= collect_file(&file.to_string_lossy(), options, &mut own, &mut programs);
    }
    for file in others.iter().filter(|file| files::is_task(file) || has_extension(file, &["c", "i", "bp"])) {
        if !programs.contains(file) {
            found &= collect_file(&file.to_string_lossy(), options, &mut own, &mut programs);
        }
    }
    own.sort_by(|a, b| a.name.cmp(&b.name));
    jobs.extend(own);
    found
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|own| extensions.iter().any(|extension| own.eq_ignore_ascii_case(extension)))
}

fn collect_file(path: &str, options: &TaskOptions, jobs: &mut Vec<Job>, programs: &mut BTreeSet<PathBuf>) -> bool {
    let file = Path::new(path);
    if has_extension(file, &["yml", "yaml"]) {
        return match definition(file, jobs, programs) {
            Ok(()) => true,
            Err(why) => {
                complain(&format!("hrglass: {}\n", msg!("`{path}` is no task definition: {why}")));
                false
            }
        };
    }
    if has_extension(file, &["txt", "list", "set"]) {
        return list(path, options, jobs);
    }
    if file.file_name().is_some_and(|name| name == compile_commands::NAME) {
        return match compile_commands::jobs(file) {
            Ok(found) => {
                programs.extend(found.iter().map(|job| PathBuf::from(&job.name)));
                jobs.extend(found);
                true
            }
            Err(why) => {
                complain(&format!("hrglass: {}\n", msg!("`{path}` is no compilation database: {why}")));
                false
            }
        };
    }
    let expected = match has_extension(file, &["c", "i", "bp", "java"]) {
        true => Expectations::Unknown,
        // A task that cannot be read is reported by its run.
        false => load_only(&[path.to_owned()], options)
            .map_or(Expectations::Unknown, |loaded| Expectations::Each(loaded.task.expected)),
    };
    jobs.push(Job { name: path.to_owned(), arguments: vec![path.to_owned()], expected, refused: None });
    true
}

/// A list has a path on each line, from the directory of the list.
fn list(path: &str, options: &TaskOptions, jobs: &mut Vec<Job>) -> bool {
    let text = match read_text(Path::new(path)) {
        Ok(text) => text,
        Err(why) => {
            complain(&format!("hrglass: {}\n", files::unreadable(path, &why)));
            return false;
        }
    };
    let mut found = true;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let file = beside(Path::new(path), line);
        if has_extension(Path::new(&file), &["txt", "list", "set"]) {
            complain(&format!("hrglass: {}\n", msg!("`{path}` names another list, `{line}`: that is not followed")));
            found = false;
        } else {
            found &= collect(&file, options, jobs);
        }
    }
    found
}

/// A path that is relative to a file.
fn beside(file: &Path, path: &str) -> String {
    file.parent().map_or_else(|| PathBuf::from(path), |folder| folder.join(path)).to_string_lossy().into_owned()
}

/// The jobs of a task definition of the competition on software verification: one for each property.
fn definition(file: &Path, jobs: &mut Vec<Job>, programs: &mut BTreeSet<PathBuf>) -> Result<(), Message> {
    let value = yaml::read(&read_text(file)?)?;
    let input = match &value["input_files"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        _ => return Err(msg!("it has no `input_files`")),
    };
    let inputs: Vec<String> = input.into_iter().map(|program| beside(file, program)).collect();
    let refused = match inputs.as_slice() {
        [] => return Err(msg!("it has no `input_files`")),
        [program] if Path::new(program).is_dir() => {
            Some(msg!("`{program}` is a directory, which is not supported as `input_files`"))
        }
        [_] => None,
        files if files.iter().all(|file| has_extension(Path::new(file), &["c", "i"])) => None,
        _ => Some(msg!("it has several `input_files` that are not in C, which is not supported")),
    };
    programs.extend(inputs.iter().map(PathBuf::from));
    let properties = value["properties"].as_array().ok_or_else(|| msg!("it has no `properties`"))?;
    let model = value["options"]["data_model"].as_str();
    for property in properties {
        let path = property["property_file"].as_str().ok_or_else(|| msg!("a property has no `property_file`"))?;
        let mut arguments = inputs.clone();
        arguments.extend(["--property".to_owned(), beside(file, path)]);
        arguments.extend(model.into_iter().flat_map(|model| ["--data-model".to_owned(), model.to_owned()]));
        let verdict = match property["expected_verdict"] {
            Value::Bool(true) => Some(Expectation::Satisfied),
            Value::Bool(false) => Some(Expectation::Violated),
            _ => None,
        };
        let expected = Expectations::Whole(ExpectedAnswer {
            property: Path::new(path).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()),
            verdict,
            subproperty: property["subproperty"].as_str().map(str::to_owned),
        });
        let name = file.to_string_lossy().into_owned();
        jobs.push(Job { name, arguments, expected, refused: refused.clone() });
    }
    Ok(())
}
