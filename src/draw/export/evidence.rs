//! Executed runs as files, to be used elsewhere.

mod initial_heap;
mod junit;

use interpreter::ExecutedRun;
use report::evidence::{EvidenceFile, EvidenceKind};
use report::{PropertyReport, Report};

/// The executed run behind the result with this position in [`Report::properties`], as a file; absent if there is no such
/// file of it.
pub fn evidence_file(
    run: &ExecutedRun<'_>,
    report: &Report,
    property: u32,
    kind: EvidenceKind,
) -> Option<EvidenceFile> {
    match kind {
        EvidenceKind::Input => {
            let name = distinct_name(report, property, str::to_owned, |_| false);
            Some(EvidenceFile { name: format!("{name}.json"), text: initial_heap::document(run).to_json() })
        }
        // Tests are in Java.
        EvidenceKind::Junit if run.setting.program.is_manual() => None,
        EvidenceKind::Junit => junit::test(run, report, property),
    }
}

/// What files about a result are called: `property`, or `property-strategy` if there are several, spelt in some way; distinct
/// for distinct results, even where case does not matter.
fn distinct_name(
    report: &Report,
    property: u32,
    spell: impl Fn(&str) -> String,
    is_taken: impl Fn(&str) -> bool,
) -> String {
    let properties = &report.properties;
    let name = |property: &PropertyReport| {
        let several = properties.iter().filter(|other| other.id == property.id).count() > 1;
        let strategy = if several { format!("-{}", property.strategy) } else { String::new() };
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        spell(&format!("{}{strategy}", property.id.chars().map(plain).collect::<String>()))
    };
    let position = property as usize;
    let mut names: Vec<String> = properties.iter().take(position + 1).map(name).collect();
    let own = names.pop().unwrap_or_default();
    match is_taken(&own) || names.iter().any(|other| other.eq_ignore_ascii_case(&own)) {
        true => format!("{own}{position}"),
        false => own,
    }
}
