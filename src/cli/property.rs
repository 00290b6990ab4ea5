//! Properties on the command line: names of checks, property files of the competition on software verification, formulas, and
//! sentences that write formulas.

use std::path::Path;

use super::files::{read_text, unreadable};
use base::{Message, did_you_mean, msg};
use task::wording::{LANGUAGES, Subject, formula_of};
use task::{Check, Task};

/// What a property on the command line stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AskedProperty {
    /// What no run may do.
    Checks(Vec<Check>),
    /// A formula or a sentence; which formula a sentence writes depends on the task.
    Words(String),
}

impl AskedProperty {
    /// The formula that is asked of a task; `None` for checks.
    pub(crate) fn formula(&self, task: &Task) -> Option<Result<String, Message>> {
        let AskedProperty::Words(text) = self else { return None };
        if is_formula(text) {
            return Some(Ok(text.clone()));
        }
        let Some(subject) = Subject::of(task.analysis, task.program.language) else {
            return Some(Err(msg!("{} are not checked for formulas", task.analysis.programs())));
        };
        Some(formula_of(text, subject, &LANGUAGES).map_err(|advice| match advice {
            Some(advice) => {
                msg!("`{text}` is no sentence about this task ({advice}); `hrglass properties` lists them")
            }
            None => msg!("`{text}` is no sentence about this task; `hrglass properties` lists them"),
        }))
    }
}

/// Whether a text is a formula rather than a sentence.
fn is_formula(text: &str) -> bool {
    text.contains('{') || ["true", "false"].iter().any(|constant| text.ends_with(constant))
}

/// Parses names of checks, paths of property files, a formula, or a sentence.
pub(super) fn asked(text: &str) -> Result<AskedProperty, Message> {
    if is_formula(text) || text.trim().contains(char::is_whitespace) {
        return Ok(AskedProperty::Words(text.to_owned()));
    }
    let all: Vec<Vec<Check>> = text.split(',').map(checks).collect::<Result<_, _>>()?;
    Ok(AskedProperty::Checks(all.concat()))
}

/// Parses the name of a check, or the path of a property file.
fn checks(text: &str) -> Result<Vec<Check>, Message> {
    if let Some(check) = Check::ALL.into_iter().find(|check| check.name() == text) {
        return Ok(vec![check]);
    }
    if Path::new(text).extension().is_none_or(|extension| extension != "prp") {
        let why = msg!("there is no property `{text}`");
        let advice = did_you_mean(text, Check::ALL.map(Check::name));
        return Err(advice.map_or(why.clone(), |advice| msg!("{why}; {advice}")));
    }
    let contents = read_text(Path::new(text)).map_err(|why| unreadable(text, &why))?;
    let lines = contents.lines().map(str::trim).filter(|line| !line.is_empty());
    let checks: Vec<Check> = lines.map(check_of_line).collect::<Result<_, _>>()?;
    if checks.is_empty() { Err(msg!("there is no property in `{text}`")) } else { Ok(checks) }
}

/// A line of a property file: `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
fn check_of_line(line: &str) -> Result<Check, Message> {
    let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let formula = compact.strip_prefix("CHECK(").and_then(|rest| rest.strip_suffix(')'));
    let formula = formula.and_then(|rest| rest.split_once(",LTL(")?.1.strip_suffix(')'));
    match formula {
        Some("G!call(reach_error())" | "G!call(__VERIFIER_error())" | "G!label(ERROR)") => Ok(Check::UnreachCall),
        Some("G!overflow") => Ok(Check::NoOverflow),
        Some("Gvalid-deref") => Ok(Check::ValidDeref),
        Some("Gvalid-free") => Ok(Check::ValidFree),
        Some("Gvalid-memtrack") => Ok(Check::ValidMemtrack),
        Some("Gvalid-memcleanup") => Ok(Check::ValidMemcleanup),
        Some(formula) => Err(msg!(
            "the property `{formula}` is not supported; supported are `G ! call(reach_error())`, `G ! overflow`, `G valid-deref`, `G valid-free`, `G valid-memtrack` and `G valid-memcleanup`"
        )),
        None => Err(msg!("`{line}` is no property: it must be `CHECK( init(main()), LTL(…) )`")),
    }
}
