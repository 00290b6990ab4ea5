//! The tolerant reader.

use crate::message::Message;
use crate::msg;
use rustc_hash::FxHashSet;

use super::{JsonMember, JsonNode, JsonValue};
use crate::{Diagnostic, FileId, Span, TextCursor, bound};

/// Maximum nesting depth of arrays and objects.
pub const NESTING_LIMIT: u32 = 64;

/// Reads the first JSON value of `text`, the content of `file`. There may be a value even if there are errors; never panics.
pub fn parse(file: FileId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<JsonNode> {
    let mut reader = Reader { file, text: TextCursor::new(text), diagnostics };
    reader.text.accept("\u{feff}");
    reader.skip_blanks();
    if reader.text.at_end() {
        let end = text.len();
        reader.error("json/empty", end, end, msg!("expected a JSON value, found nothing"));
        return None;
    }
    reader.value(0).ok()
}

/// Skips white space, `// …`, `# …` and `/* … */`.
pub(super) fn skip_blanks(text: &mut TextCursor<'_>) {
    loop {
        text.skip_white_space();
        if text.at("//") || text.at("#") {
            text.take_while(|c| c != '\n');
        } else if text.accept("/*") {
            let length = text.rest().find("*/").map_or(usize::MAX, |end| end + 2);
            text.take(length);
        } else {
            return;
        }
    }
}

/// The byte of `text` at which the byte `at` of a string is written, which is `node`.
pub fn position_in_string(text: &str, node: &JsonNode, at: usize) -> usize {
    let mut reader = Reader { file: node.span.file, text: TextCursor::new(text), diagnostics: &mut Vec::new() };
    reader.text.move_to(node.span.start as usize);
    if !matches!(reader.text.peek(), Some('"' | '\'')) {
        return (reader.text.position() + at).min(node.span.end as usize);
    }
    let quote = reader.text.advance();
    let mut value = String::new();
    loop {
        let here = reader.text.position();
        if !reader.character(quote, &mut value) || value.len() > at {
            return here;
        }
    }
}

/// Reading cannot continue; the reason has been reported.
struct Lost;

struct Reader<'a, 'd> {
    file: FileId,
    text: TextCursor<'a>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a> Reader<'a, '_> {
    fn error(&mut self, code: &'static str, start: usize, end: usize, message: Message) {
        let span = Span::new(self.file, start, end);
        self.diagnostics.push(Diagnostic::error(code, span, message));
        bound(self.diagnostics);
    }

    /// Reports that `wanted` is missing at the next character.
    fn expected(&mut self, wanted: &Message) -> Lost {
        let (start, next) = (self.text.position(), self.text.peek());
        let found = next.map_or_else(|| msg!("the end of the text"), |c| Message::code(c.escape_debug()));
        let end = start + next.map_or(0, char::len_utf8);
        self.error("json/syntax", start, end, msg!("expected {wanted}, found {found}"));
        Lost
    }

    fn skip_blanks(&mut self) {
        skip_blanks(&mut self.text);
    }

    fn value(&mut self, depth: u32) -> Result<JsonNode, Lost> {
        let start = self.text.position();
        if depth > NESTING_LIMIT {
            let message = msg!("arrays and objects are nested more than {NESTING_LIMIT} deep");
            self.error("json/nesting", start, start + 1, message);
            return Err(Lost);
        }
        let value = match self.text.peek() {
            Some('{') => self.object(depth)?,
            Some('[') => self.array(depth)?,
            Some('"' | '\'') => JsonValue::String(self.string()?),
            _ => classify(self.word()?),
        };
        Ok(JsonNode { span: Span::new(self.file, start, self.text.position()), value })
    }

    fn array(&mut self, depth: u32) -> Result<JsonValue, Lost> {
        self.text.advance();
        let mut items = Vec::new();
        loop {
            self.skip_blanks();
            if self.text.accept("]") {
                return Ok(JsonValue::Array(items));
            }
            items.push(self.value(depth + 1)?);
            self.separator("]")?;
        }
    }

    fn object(&mut self, depth: u32) -> Result<JsonValue, Lost> {
        self.text.advance();
        let mut members: Vec<JsonMember> = Vec::new();
        let mut keys = FxHashSet::default();
        loop {
            self.skip_blanks();
            if self.text.accept("}") {
                return Ok(JsonValue::Object(members));
            }
            let start = self.text.position();
            let key = if let Some('"' | '\'') = self.text.peek() { self.string()? } else { self.word()?.to_owned() };
            let key_span = Span::new(self.file, start, self.text.position());
            self.skip_blanks();
            if !self.text.accept(":") {
                return Err(self.expected(&msg!("`:`")));
            }
            self.skip_blanks();
            let value = self.value(depth + 1)?;
            if keys.insert(key.clone()) {
                members.push(JsonMember { key, key_span, value });
            } else {
                self.diagnostics.push(Diagnostic::error(
                    "json/duplicate-key",
                    key_span,
                    msg!("the key `{key}` occurs twice"),
                ));
                bound(self.diagnostics);
            }
            self.separator("}")?;
        }
    }

    /// A comma, or (not consumed) the closing bracket.
    fn separator(&mut self, close: &str) -> Result<(), Lost> {
        self.skip_blanks();
        if self.text.accept(",") || self.text.at(close) {
            return Ok(());
        }
        Err(self.expected(&msg!("`,` or `{close}`")))
    }

    /// A bare word: everything up to a delimiter, a comment or the end of the line.
    fn word(&mut self) -> Result<&'a str, Lost> {
        let rest = self.text.rest();
        let mut end = rest.find(|c: char| c.is_control() || ",:;[]{}\"'#=\\".contains(c)).unwrap_or(rest.len());
        for comment in ["//", "/*"] {
            end = rest[..end].find(comment).unwrap_or(end);
        }
        let end = rest[..end].trim_end().len();
        if end == 0 {
            return Err(self.expected(&msg!("a value")));
        }
        Ok(self.text.take(end))
    }

    fn string(&mut self) -> Result<String, Lost> {
        let start = self.text.position();
        let quote = self.text.advance();
        let mut text = String::new();
        while self.character(quote, &mut text) {}
        if self.text.peek() == quote {
            self.text.advance();
            return Ok(text);
        }
        self.error("json/unclosed-string", start, start + 1, msg!("unclosed string"));
        Err(Lost)
    }

    /// Adds the next character of a string, or what an escape sequence stands for; returns whether there was one before the closing quote.
    fn character(&mut self, quote: Option<char>, text: &mut String) -> bool {
        let next = self.text.peek().filter(|_| self.text.peek() != quote);
        self.text.take(next.map_or(0, char::len_utf8));
        match next {
            None => return false,
            Some('\\') => self.escape(text),
            Some(other) => text.push(other),
        }
        true
    }

    fn escape(&mut self, text: &mut String) {
        let start = self.text.position() - 1;
        let plain = match self.text.advance() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('u') => match self.unicode() {
                Some(c) => c,
                None => {
                    self.error(
                        "json/escape",
                        start,
                        self.text.position(),
                        msg!("`\\u` must be followed by four hexadecimal digits"),
                    );
                    char::REPLACEMENT_CHARACTER
                }
            },
            Some(c @ ('"' | '\'' | '\\' | '/')) => c,
            Some('\n') => return,
            Some(other) => {
                self.error(
                    "json/escape",
                    start,
                    self.text.position(),
                    msg!("`\\{}` is not an escape sequence", other.escape_debug()),
                );
                other
            }
            // The unclosed string is reported by the caller.
            None => return,
        };
        text.push(plain);
    }

    /// The character after `\u`; a surrogate without its partner becomes the replacement character.
    fn unicode(&mut self) -> Option<char> {
        let first = self.hexadecimal()?;
        if !(0xd800..0xdc00).contains(&first) || !self.text.at("\\u") {
            return Some(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let after_first = self.text.position();
        self.text.accept("\\u");
        let second = self.hexadecimal()?;
        if (0xdc00..0xe000).contains(&second) {
            return char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
        }
        self.text.move_to(after_first);
        Some(char::REPLACEMENT_CHARACTER)
    }

    fn hexadecimal(&mut self) -> Option<u32> {
        let digits = self.text.rest().get(..4)?;
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        u32::from_str_radix(self.text.take(4), 16).ok()
    }
}

fn classify(word: &str) -> JsonValue {
    match word {
        "null" => JsonValue::Null,
        "true" => JsonValue::Boolean(true),
        "false" => JsonValue::Boolean(false),
        _ if is_decimal(word) => JsonValue::Number(word.to_owned()),
        _ => JsonValue::String(word.to_owned()),
    }
}

/// Whether `word` consists of digits, optionally with sign, point and exponent. Parsing a float instead would add
/// its tables to the WebAssembly module, 10 kB that do not compress.
fn is_decimal(word: &str) -> bool {
    let sign = |part: &str| usize::from(part.starts_with(['+', '-']));
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let (mantissa, exponent) = word.split_once(['e', 'E']).unwrap_or((word, "0"));
    let (mantissa, exponent) = (&mantissa[sign(mantissa)..], &exponent[sign(exponent)..]);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    digits(whole) && digits(fraction) && whole.len() + fraction.len() > 0 && digits(exponent) && !exponent.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sources, has_errors};

    fn read(text: &str) -> (Option<serde_json::Value>, Vec<String>) {
        let mut diagnostics = Vec::new();
        let file = Sources::default().add("test.json", text);
        let node = parse(file, text, &mut diagnostics);
        assert!(node.is_some() || has_errors(&diagnostics), "{text:?} is neither accepted nor reported");
        (node.map(|n| n.to_value()), diagnostics.into_iter().map(|d| d.message.to_string()).collect())
    }

    #[test]
    fn words_that_are_numbers() {
        for word in ["0", "-1", "+1", ".5", "5.", "-2.5e3", "1E-7", "1e+9"] {
            assert!(is_decimal(word) && word.parse::<f64>().is_ok(), "{word}");
        }
        for word in ["", "+", ".", "-.", "e5", "1e", "1e+", "1.2.3", "--1", "1_000", "0x1f", "+inf", "NaN", "1é"] {
            assert!(!is_decimal(word), "{word}");
        }
    }

    #[track_caller]
    fn accepts(text: &str, strict: &str) {
        let (value, messages) = read(text);
        assert_eq!(messages, Vec::<String>::new());
        assert_eq!(value, Some(serde_json::from_str(strict).unwrap()));
    }

    #[track_caller]
    fn rejects(text: &str, message: &str) {
        let (_, messages) = read(text);
        assert!(messages.iter().any(|m| m.contains(message)), "{text:?}: {messages:?}");
    }

    #[test]
    fn strict_json_is_read() {
        let text = r#"{"a": [1, -2.5e3, true, null, "x\n\u00e4\ud83d\ude00"], "b": {}}"#;
        accepts(text, text);
    }

    #[test]
    fn tolerance() {
        accepts("{'a': [1,], b : two words ,}", r#"{"a": [1], "b": "two words"}"#);
        accepts("// head\n[1 /* one */, # two\n2] and whatever } follows", "[1, 2]");
        accepts("\u{feff}\t[\"two\nlines\"]", "[\"two\\nlines\"]");
        accepts("[int_-1, 007]", r#"["int_-1", "007"]"#);
    }

    #[test]
    fn mistakes_have_a_place_and_a_name() {
        rejects("", "nothing");
        rejects("[1", "`,` or `]`");
        rejects("{\"a\" 1}", "expected `:`");
        rejects("[1, , 2]", "expected a value");
        rejects("{\"a\": 1, \"a\": 2}", "occurs twice");
        rejects("\"abc", "unclosed string");
        rejects(r#""\q""#, "not an escape sequence");
        rejects(r#""\u12é""#, "hexadecimal");
        rejects(&"[".repeat(100_000), "nested more than 64");
    }

    #[test]
    fn numbers_stay_what_they_are() {
        accepts("[-7, 0.1, 18446744073709551615]", "[-7, 0.1, 18446744073709551615]");
        let digits = "9".repeat(66) + &"1".repeat(9) + &"9".repeat(55);
        for text in
            [digits.as_str(), "9999999999999999999999999999999999999999999999999999e99", "1e130", "-2.5e-3", "1e999"]
        {
            let (value, _) = read(text);
            let written = value.as_ref().unwrap().to_string();
            assert_eq!(read(&written).0, value, "{text}");
        }
    }

    #[test]
    fn a_lone_surrogate_is_replaced() {
        accepts(r#"["\ud83d", "\ud83d\u0041"]"#, "[\"\u{fffd}\", \"\u{fffd}A\"]");
    }
}
