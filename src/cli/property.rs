//! Properties on the command line: names of checks, and property files of the competition on software verification.

use std::path::Path;

use super::files::read_text;
use crate::base::did_you_mean;
use crate::task::Check;

/// What a property on the command line stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Checks(pub Vec<Check>);

/// Parses the name of a check, or the path of a property file.
pub(super) fn checks(text: &str) -> Result<Checks, String> {
    if let Some(check) = Check::ALL.into_iter().find(|check| check.name() == text) {
        return Ok(Checks(vec![check]));
    }
    if Path::new(text).extension().is_none_or(|extension| extension != "prp") {
        let advice = did_you_mean(text, Check::ALL.map(Check::name)).unwrap_or_default();
        return Err(format!("there is no property `{text}` ({advice})"));
    }
    let contents = read_text(Path::new(text)).map_err(|why| format!("cannot read `{text}`: {why}"))?;
    let lines = contents.lines().map(str::trim).filter(|line| !line.is_empty());
    let checks: Vec<Check> = lines.map(check_of_line).collect::<Result<_, _>>()?;
    if checks.is_empty() { Err(format!("there is no property in `{text}`")) } else { Ok(Checks(checks)) }
}

/// A line of a property file: `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
fn check_of_line(line: &str) -> Result<Check, String> {
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
        Some(formula) => Err(format!(
            "the property `{formula}` is not supported; supported are `G ! call(reach_error())`, `G ! overflow`, `G valid-deref`, \
             `G valid-free`, `G valid-memtrack` and `G valid-memcleanup`"
        )),
        None => Err(format!("`{line}` is no property: it must be `CHECK( init(main()), LTL(…) )`")),
    }
}
