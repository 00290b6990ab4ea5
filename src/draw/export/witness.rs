//! Witnesses as files in the exchange format of verification tools, version 2.0, which is YAML.
//!
//! [Beyer et al. 2024, Software Verification Witnesses 2.0]; `docs/schema/witness-2.0.json` describes what is written here.

use std::fmt::Write;

use base::sha256;
use report::witness::{WaypointKind, Witness, WitnessPlace};

/// What a witness says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessMetadata {
    /// The files of the program: name and hash, in hexadecimal digits.
    pub files: Vec<(String, String)>,
    /// The property.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    /// When it was made, as ISO 8601 has it.
    pub creation_time: String,
}

/// The text of a witness. Its identifier is made from everything else in it, so that equal witnesses are equal files.
pub fn witness_file(witness: &Witness, metadata: &WitnessMetadata) -> String {
    let body = body(witness, metadata);
    let identifier = identifier(body.as_bytes());
    // The first line is the type of the entry.
    let (first, rest) = body.split_once('\n').unwrap_or((&body, ""));
    format!("{first}\n  metadata:\n    format_version: \"2.0\"\n    uuid: \"{identifier}\"\n{rest}")
}

/// An identifier for some bytes: as a UUID of version 5 [RFC 9562], with SHA-256.
fn identifier(bytes: &[u8]) -> String {
    let mut hash = sha256(bytes);
    hash[6] = hash[6] & 0x0F | 0x50;
    hash[8] = hash[8] & 0x3F | 0x80;
    let digits: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

fn body(witness: &Witness, metadata: &WitnessMetadata) -> String {
    let kind = match witness {
        Witness::Correctness(_) => "invariant_set",
        Witness::Violation(_) => "violation_sequence",
    };
    let mut out = format!("- entry_type: \"{kind}\"\n");
    // Writing to a string does not fail.
    let _ = write!(
        out,
        "    creation_time: {}\n    producer:\n      name: \"hrglass\"\n      version: {}\n    task:\n      input_files:\n",
        quoted(&metadata.creation_time),
        quoted(env!("CARGO_PKG_VERSION"))
    );
    metadata.files.iter().for_each(|(name, _)| _ = writeln!(out, "        - {}", quoted(name)));
    out += "      input_file_hashes:\n";
    metadata.files.iter().for_each(|(name, hash)| _ = writeln!(out, "        {}: {}", quoted(name), quoted(hash)));
    let _ = write!(
        out,
        "      specification: {}\n      data_model: {}\n      language: \"C\"\n  content:\n",
        quoted(&metadata.specification),
        quoted(&metadata.data_model)
    );
    match witness {
        Witness::Correctness(invariants) => {
            for invariant in invariants {
                let kind = if invariant.is_loop { "loop_invariant" } else { "location_invariant" };
                let _ = writeln!(out, "    - invariant:\n        type: \"{kind}\"");
                location(&mut out, "        ", &invariant.at);
                let value = quoted(&invariant.condition);
                let _ = writeln!(out, "        value: {value}\n        format: \"c_expression\"");
            }
        }
        Witness::Violation(points) => {
            for point in points {
                let (kind, constraint) = match &point.kind {
                    WaypointKind::Assumption(condition) => ("assumption", Some((condition.clone(), "c_expression"))),
                    WaypointKind::Returned(value) => {
                        ("function_return", Some((format!("\\result == {value}"), "ext_c_expression")))
                    }
                    WaypointKind::Target => ("target", None),
                };
                let _ = writeln!(out, "    - segment:\n        - waypoint:\n            type: \"{kind}\"");
                out += "            action: \"follow\"\n";
                if let Some((value, format)) = constraint {
                    let value = quoted(&value);
                    out += "            constraint:\n";
                    let _ = writeln!(out, "              value: {value}\n              format: \"{format}\"");
                }
                location(&mut out, "            ", &point.at);
            }
        }
    }
    out
}

fn location(out: &mut String, indent: &str, at: &WitnessPlace) {
    let WitnessPlace { file, line, column, function } = at;
    let _ = writeln!(out, "{indent}location:");
    let (file, function) = (quoted(file), quoted(function));
    let _ = writeln!(out, "{indent}  file_name: {file}\n{indent}  line: {line}\n{indent}  column: {column}");
    let _ = writeln!(out, "{indent}  function: {function}");
}

/// A text in quotation marks. Strings of JSON are also strings of YAML, except for a few characters that YAML takes for line breaks.
fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.chars().fold(String::new(), |mut quoted, c| {
        match c {
            '\u{7F}'..='\u{9F}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}' => _ = write!(quoted, "\\u{:04x}", u32::from(c)),
            _ => quoted.push(c),
        }
        quoted
    })
}
