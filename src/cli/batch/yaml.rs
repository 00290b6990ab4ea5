//! The part of YAML in which task definitions of the competition on software verification are written: block mappings and
//! sequences, flow sequences, plain and quoted scalars, comments. Everything else is an error.

use base::{Message, msg};
use serde_json::{Map, Value};

/// Nesting deeper than this is an error.
const DEPTH: usize = 20;

/// A line that has something on it.
struct Line<'t> {
    number: usize,
    indent: usize,
    text: &'t str,
}

/// Reads a document; numbers stay strings. Errors are sentences with the line.
pub(super) fn read(text: &str) -> Result<Value, Message> {
    let mut lines = Vec::new();
    for (number, whole) in (1..).zip(text.lines()) {
        let text = without_comment(whole).trim_end();
        let content = text.trim_start_matches(' ');
        if content.is_empty() || content == "---" {
            continue;
        }
        if content.starts_with('\t') {
            return Err(msg!("line {number} is indented by a tab"));
        }
        lines.push(Line { number, indent: text.len() - content.len(), text: content });
    }
    let mut at = 0;
    let Some(first) = lines.first() else { return Ok(Value::Null) };
    let value = block(&lines, &mut at, first.indent, DEPTH)?;
    match lines.get(at) {
        None => Ok(value),
        Some(line) => Err(msg!("line {} is not indented as the others", line.number)),
    }
}

/// A line without the comment at its end.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '#' && before.is_whitespace() => return &line[..at],
            None if (c == '"' || c == '\'') && !before.is_alphanumeric() => quote = Some(c),
            None => {}
        }
        before = c;
    }
    line
}

/// The lines from `at` on with this indentation, as one value.
fn block(lines: &[Line<'_>], at: &mut usize, indent: usize, depth: usize) -> Result<Value, Message> {
    let is_sequence = lines[*at].text == "-" || lines[*at].text.starts_with("- ");
    let Some(depth) = depth.checked_sub(1) else {
        return Err(msg!("line {} is nested too deep", lines[*at].number));
    };
    let (mut sequence, mut mapping) = (Vec::new(), Map::new());
    while let Some(line) = lines.get(*at).filter(|line| line.indent == indent) {
        if !is_sequence {
            let (key, rest) = entry(line)?;
            *at += 1;
            let value = match rest {
                "" => nested(lines, at, indent, depth)?,
                _ => scalar(rest, line.number)?,
            };
            if mapping.insert(key.to_owned(), value).is_some() {
                return Err(msg!("`{key}` in line {} was there before", line.number));
            }
            continue;
        }
        let Some(rest) = line.text.strip_prefix('-') else { break };
        let rest = rest.trim_start();
        if rest.is_empty() {
            *at += 1;
            sequence.push(nested(lines, at, indent, depth)?);
        } else if entry(&Line { number: line.number, indent, text: rest }).is_ok()
            && !rest.starts_with(['"', '\'', '['])
        {
            // A mapping that begins behind the dash.
            let inner = indent + line.text.len() - rest.len();
            let first = Line { number: line.number, indent: inner, text: rest };
            let after = lines[*at + 1..].iter().take_while(|line| line.indent > indent);
            let own: Vec<Line<'_>> = std::iter::once(first)
                .chain(after.map(|line| Line { number: line.number, indent: line.indent, text: line.text }))
                .collect();
            let mut inside = 0;
            sequence.push(block(&own, &mut inside, inner, depth)?);
            if let Some(line) = own.get(inside) {
                return Err(msg!("line {} is not indented as the others", line.number));
            }
            *at += inside;
        } else {
            *at += 1;
            sequence.push(scalar(rest, line.number)?);
        }
    }
    Ok(if is_sequence { Value::Array(sequence) } else { Value::Object(mapping) })
}

/// What belongs to a key or dash without a value on its line.
fn nested(lines: &[Line<'_>], at: &mut usize, indent: usize, depth: usize) -> Result<Value, Message> {
    let Some(next) = lines.get(*at) else { return Ok(Value::Null) };
    // Sequences may be as far left as their key.
    let is_sequence = next.text.starts_with('-');
    match next.indent > indent || next.indent == indent && is_sequence && !lines[*at - 1].text.starts_with('-') {
        true => block(lines, at, next.indent, depth),
        false => Ok(Value::Null),
    }
}

/// `key: rest`.
fn entry<'t>(line: &Line<'t>) -> Result<(&'t str, &'t str), Message> {
    let (key, rest) = match line.text.strip_suffix(':') {
        Some(key) => (key, ""),
        None => line.text.split_once(": ").ok_or_else(|| msg!("line {} is no `key: value`", line.number))?,
    };
    Ok((key.trim().trim_matches(['"', '\'']), rest.trim()))
}

fn scalar(text: &str, line: usize) -> Result<Value, Message> {
    if let Some(inner) = text.strip_prefix('[') {
        let inner = inner.strip_suffix(']').ok_or_else(|| msg!("`[` in line {line} has no `]` in it"))?;
        let parts = inner.split(',').map(str::trim).filter(|part| !part.is_empty());
        return parts.map(|part| scalar(part, line)).collect::<Result<_, _>>().map(Value::Array);
    }
    if text.starts_with(['{', '&', '*', '!', '|', '>', '%', '@', '`']) {
        return Err(msg!("`{}` in line {line} is YAML that is not read here", text.chars().next().unwrap_or(' ')));
    }
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote) {
            let inner = inner.strip_suffix(quote).filter(|inner| !inner.contains(['\\', quote]));
            let inner = inner.ok_or_else(|| msg!("`{text}` in line {line} is not a simple string"))?;
            return Ok(Value::from(inner));
        }
    }
    Ok(match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "null" | "~" => Value::Null,
        _ => Value::from(text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_definitions_are_read() {
        let text = "format_version: '2.0' # a comment\n\n# another\ninput_files: 'locks # 5.c'\nproperties:\n\
            \x20 - property_file: ../properties/unreach-call.prp\n    expected_verdict: true\n\
            \x20 - property_file: a.prp\n    expected_verdict: false\n    subproperty: \"valid-free\"\n\
            - property_file: b.prp\noptions:\n  language: C\n  data_model: ILP32\nmore: [a, 'b']\nlist:\n- x\n-\n  - y\n";
        let value = read(&text.replace("\n- property_file: b.prp", "")).unwrap();
        let expected = serde_json::json!({
            "format_version": "2.0", "input_files": "locks # 5.c",
            "properties": [
                { "property_file": "../properties/unreach-call.prp", "expected_verdict": true },
                { "property_file": "a.prp", "expected_verdict": false, "subproperty": "valid-free" }
            ],
            "options": { "language": "C", "data_model": "ILP32" },
            "more": ["a", "b"], "list": ["x", ["y"]]
        });
        assert_eq!(value, expected);
        assert_eq!(read("").unwrap(), Value::Null);
    }

    #[test]
    fn other_yaml_is_an_error_with_its_line() {
        for (text, line) in [
            ("a: 1\n  b: 2\n", 2),
            ("a:\n\tb: 1\n", 2),
            ("a: {b: 1}\n", 1),
            ("x: 1\na\n", 2),
            ("a: \"b\n", 1),
            ("a: [b\n", 1),
            ("a: 1\na: 2\n", 2),
            ("a: |\n  text\n", 1),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(&format!("line {line}")), "{text}: {error}");
        }
        let deep: String = (0..1_000).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
        assert!(read(&deep).unwrap_err().contains("too deep"));
        assert!(read(&"- ".repeat(50_000)).is_err() || read(&"- ".repeat(50_000)).is_ok());
    }
}
