//! The writer: strict, readable JSON.

use serde_json::Value;

/// Maximum line width for values written on one line.
const WIDTH: usize = 120;

/// Strict JSON: values that fit on a line are on one line, others have a line for each member. Ends with a line break.
pub fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, 0, &mut text);
    text.push('\n');
    text
}

/// Writes `value` at a line position of `column`.
fn write(value: &Value, indent: usize, column: usize, out: &mut String) {
    if let Some(line) = on_one_line(value, WIDTH.saturating_sub(column)) {
        out.push_str(&line);
        return;
    }
    let inner = indent + 2;
    match value {
        Value::Array(items) if !items.is_empty() => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                start_line(i, inner, out);
                write(item, inner, inner + 1, out);
            }
            finish(']', indent, out);
        }
        Value::Object(members) if !members.is_empty() => {
            out.push('{');
            for (i, (key, item)) in members.iter().enumerate() {
                start_line(i, inner, out);
                let key = format!("{}: ", Value::from(key.as_str()));
                out.push_str(&key);
                write(item, inner, inner + key.len() + 1, out);
            }
            finish('}', indent, out);
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

fn start_line(position: usize, indent: usize, out: &mut String) {
    out.push_str(if position == 0 { "\n" } else { ",\n" });
    out.extend(std::iter::repeat_n(' ', indent));
}

fn finish(close: char, indent: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
    out.push(close);
}

/// The value on one line with spaces after `:` and `,`, unless that takes more than `room` bytes.
fn on_one_line(value: &Value, room: usize) -> Option<String> {
    let mut out = String::new();
    match value {
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                out.push_str(&on_one_line(item, room.checked_sub(out.len() + 1)?)?);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (i, (key, item)) in members.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                out.push_str(&format!("{}: ", Value::from(key.as_str())));
                out.push_str(&on_one_line(item, room.checked_sub(out.len() + 1)?)?);
            }
            out.push('}');
        }
        scalar => out = scalar.to_string(),
    }
    (out.len() <= room).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_values_stay_on_a_line_and_long_ones_break() {
        let value = serde_json::json!({"b": [1, 2], "a": {"text": "x".repeat(120)}});
        let text = pretty(&value);
        assert_eq!(
            text,
            format!("{{\n  \"b\": [1, 2],\n  \"a\": {{\n    \"text\": \"{}\"\n  }}\n}}\n", "x".repeat(120))
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
