//! Properties on the command line: names of checks, property files of the competition on software verification, formulas, and
//! sentences that write formulas.

use std::path::Path;

use super::files::{read_text, unreadable};
use analysis::claim_of_check;
use base::{Message, did_you_mean, msg};
use report::claim::PropertyClaim;
use report::{Judgement, PropertyReport, PropertyStatistics};
use task::wording::{LANGUAGES, Subject, formula_of};
use task::{Check, Task};

/// What a property on the command line stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AskedProperty {
    /// What no run may do.
    Checks(AskedChecks),
    /// A formula or a sentence; which formula a sentence writes depends on the task.
    Words(String),
    /// A property of the competition that is not checked.
    Unsupported(UnsupportedProperty),
}

/// What no run may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct AskedChecks {
    pub checks: Vec<Check>,
    /// The function whose calls alone [`Check::UnreachCall`] is about.
    pub call: Option<String>,
    /// The function in which runs start, if a property file says so.
    pub entry: Option<String>,
}

/// What a property file asks for and nothing here checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UnsupportedProperty {
    /// The name of the file.
    pub name: String,
    pub formula: String,
}

impl UnsupportedProperty {
    /// That it is not known whether it holds.
    pub(crate) fn report(&self) -> PropertyReport {
        let formula = &self.formula;
        let known = Message::all_of(Check::ALL.into_iter().filter_map(|check| check.formula(None)).map(Message::code));
        let reason = msg!("the property `{formula}` is not supported; supported are {known}");
        let claim = PropertyClaim::ltl(formula.clone(), msg!("a property that is not supported"));
        PropertyReport { judgement: Judgement::unknown_because(reason), ..open(&self.name, claim) }
    }
}

/// The report of a property that was not checked with any strategy.
fn open(id: &str, claim: PropertyClaim) -> PropertyReport {
    PropertyReport {
        id: id.to_owned(),
        claim,
        strategy: String::new(),
        judgement: Judgement::unknown_because(Message::default()),
        statistics: PropertyStatistics::default(),
    }
}

impl AskedProperty {
    /// It, if it is not checked.
    pub(crate) fn unsupported(&self) -> Option<&UnsupportedProperty> {
        match self {
            AskedProperty::Unsupported(property) => Some(property),
            AskedProperty::Checks(_) | AskedProperty::Words(_) => None,
        }
    }

    /// What it claims, as reports have it of which nothing is known yet.
    pub(crate) fn reports(&self) -> Vec<PropertyReport> {
        match self {
            AskedProperty::Unsupported(property) => vec![property.report()],
            AskedProperty::Words(text) => vec![open(text, PropertyClaim::ltl(text.clone(), Message::verbatim(text)))],
            AskedProperty::Checks(asked) => {
                let claim = |check| claim_of_check(check, asked.call.as_deref());
                asked.checks.iter().map(|&check| open(check.name(), claim(check))).collect()
            }
        }
    }

    /// The formula that is asked of a task; `None` for all else.
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
    let mut all = AskedChecks::default();
    for name in text.split(',') {
        match checks(name)? {
            AskedProperty::Checks(checks) => all.add(checks)?,
            other => return Ok(other),
        }
    }
    Ok(AskedProperty::Checks(all))
}

impl AskedChecks {
    /// Adds others, which must be about runs from the same function, and about calls of the same one.
    pub(super) fn add(&mut self, more: AskedChecks) -> Result<(), Message> {
        for (own, other) in [(&self.call, &more.call), (&self.entry, &more.entry)] {
            if let Some((one, other)) = own.as_ref().zip(other.as_ref()).filter(|(one, other)| one != other) {
                return Err(msg!("properties about `{one}` and `{other}` cannot be checked together"));
            }
        }
        self.checks.extend(more.checks);
        self.call = self.call.take().or(more.call);
        self.entry = self.entry.take().or(more.entry);
        Ok(())
    }
}

/// Parses the name of checks, or the path of a property file.
fn checks(text: &str) -> Result<AskedProperty, Message> {
    let named = Check::named(text);
    if !named.is_empty() {
        return Ok(AskedProperty::Checks(AskedChecks { checks: named, ..AskedChecks::default() }));
    }
    let path = Path::new(text);
    if path.extension().is_none_or(|extension| extension != "prp") {
        let why = msg!("there is no property `{text}`");
        let advice = did_you_mean(text, Check::names());
        return Err(advice.map_or(why.clone(), |advice| msg!("{why}; {advice}")));
    }
    let contents = read_text(path).map_err(|why| unreadable(text, &why))?;
    let mut all = AskedChecks::default();
    for line in contents.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let Some((entry, formula)) = parts_of_line(line) else {
            return Err(msg!("`{line}` is no property: it must be `CHECK( init(main()), LTL(…) )`"));
        };
        match Check::of_formula(formula) {
            Some((check, call)) => {
                all.add(AskedChecks { checks: vec![check], call, entry: Some(entry.to_owned()) })?;
            }
            None => {
                let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
                return Ok(AskedProperty::Unsupported(UnsupportedProperty { name, formula: formula.to_owned() }));
            }
        }
    }
    if all.checks.is_empty() { Err(msg!("there is no property in `{text}`")) } else { Ok(AskedProperty::Checks(all)) }
}

/// The function and the formula of a line of a property file: `CHECK( init(main()), LTL(G ! call(reach_error())) )`. What tests must cover
/// has another form, `COVER( init(main()), FQL(…) )`.
fn parts_of_line(line: &str) -> Option<(&str, &str)> {
    let (start, claim) = arguments(line, &["CHECK", "COVER"])?.split_once(',')?;
    let entry = arguments(start, &["init"])?.trim().strip_suffix(')')?.trim_end().strip_suffix('(')?;
    Some((entry.trim_end(), arguments(claim, &["LTL", "FQL"])?.trim()))
}

/// What stands between the parentheses of one of these words.
fn arguments<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    let rest = words.iter().find_map(|word| text.trim().strip_prefix(word))?;
    rest.trim_start().strip_prefix('(')?.strip_suffix(')')
}
