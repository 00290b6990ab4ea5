//! Changes of a text that leave everything else as it is: comments, white space, and how strings are written.

use super::read::skip_blanks;
use super::{JsonNode, JsonValue};
use crate::{CompactSort, Span, TextCursor};

/// A replacement of the bytes `start..end` of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextEdit {
    /// The first byte that is replaced.
    pub start: usize,
    /// The first byte after them.
    pub end: usize,
    /// What stands there instead.
    pub insert: String,
}

/// Collects changes of a text of JSON, each for a value that was read from it. They must not overlap.
pub struct TextEditor<'t> {
    text: &'t str,
    edits: Vec<TextEdit>,
}

impl<'t> TextEditor<'t> {
    /// Changes nothing yet.
    pub fn new(text: &'t str) -> Self {
        Self { text, edits: Vec::new() }
    }

    /// The changes in the order of their positions, which are those of the text as it was, and the text with them.
    pub fn finish(mut self) -> (Vec<TextEdit>, String) {
        self.edits.compact_sort_by_key(|edit| (edit.start, edit.end));
        let mut text = self.text.to_owned();
        for TextEdit { start, end, insert } in self.edits.iter().rev() {
            text.replace_range(*start..*end, insert);
        }
        (self.edits, text)
    }

    /// Writes another text in the place of the whole one.
    pub fn rewrite(&mut self, text: impl Into<String>) {
        self.edit(0, self.text.len(), text);
    }

    /// Writes `value`, a JSON text, in the place of a value.
    pub fn replace(&mut self, node: &JsonNode, value: impl Into<String>) {
        let (start, end) = range(node.span);
        self.edit(start, end, value);
    }

    /// Adds `value`, a JSON text, at the end of an array.
    pub fn push(&mut self, array: &JsonNode, value: &str) {
        if let JsonValue::Array(items) = &array.value {
            let parts: Vec<Span> = items.iter().map(|item| item.span).collect();
            self.append(array.span, &parts, value);
        }
    }

    /// Removes the elements at these positions of an array, each with its comma, and with its line if it has one of its own. Comments stay.
    pub fn remove(&mut self, array: &JsonNode, is_gone: impl Fn(usize) -> bool) {
        let parts: Vec<Span> = array.items().iter().map(|item| item.span).collect();
        self.cut(&parts, is_gone);
    }

    /// Adds a member, whose value is a JSON text, to an object: behind the member `after` on its line if there is one, or at the end.
    pub fn insert_member(&mut self, object: &JsonNode, key: &str, value: &str, after: Option<&str>) {
        let JsonValue::Object(members) = &object.value else { return };
        let member = format!("{}: {value}", serde_json::Value::from(key));
        let parts = member_spans(object);
        let place = members.iter().position(|member| Some(member.key.as_str()) == after);
        match place.filter(|place| place + 1 < parts.len()) {
            Some(place) => {
                let (_, end) = range(parts[place]);
                self.edit(end, end, format!(", {member}"));
            }
            None => self.append(object.span, &parts, &member),
        }
    }

    /// Removes a member of an object.
    pub fn remove_member(&mut self, object: &JsonNode, key: &str) {
        let JsonValue::Object(members) = &object.value else { return };
        self.cut(&member_spans(object), |place| members[place].key == key);
    }

    fn edit(&mut self, start: usize, end: usize, insert: impl Into<String>) {
        self.edits.push(TextEdit { start, end, insert: insert.into() });
    }

    /// Adds an element behind the last one of an array or object, written like its neighbours: on its own line if these are.
    fn append(&mut self, list: Span, parts: &[Span], insert: &str) {
        let text = self.text;
        let (start, end) = range(list);
        let Some(&last) = parts.last() else {
            let line = match text[start..end].contains('\n') {
                true => format!("{}{}  ", line_break(text), indent_at(text, start)),
                false => String::new(),
            };
            return self.edit(start + 1, start + 1, line + insert);
        };
        let Ending { comma, comment_end } = ending(text, last);
        let before = parts.len().checked_sub(2).map_or(start + 1, |place| range(parts[place]).1);
        let (last_start, last_end) = range(last);
        let is_on_line = comment_end.is_some() || text[before..last_start].contains('\n');
        let space = match is_on_line {
            true => format!("{}{}", line_break(text), indent_at(text, last_start)),
            false => " ".to_owned(),
        };
        let Some(end) = comment_end else { return self.edit(last_end, last_end, format!(",{space}{insert}")) };
        if comma.is_none() {
            self.edit(last_end, last_end, ",");
        }
        self.edit(end, end, format!("{space}{insert}{}", if comma.is_some() { "," } else { "" }));
    }

    fn cut(&mut self, parts: &[Span], is_gone: impl Fn(usize) -> bool) {
        let text = self.text;
        let mut cuts: Vec<(usize, usize)> = Vec::new();
        let last_kept = (0..parts.len()).rev().find(|&place| !is_gone(place));
        let ends_with_comma = parts.last().is_some_and(|&last| ending(text, last).comma.is_some());
        for (place, &part) in parts.iter().enumerate() {
            let comma = ending(text, part).comma;
            if let Some(comma) = comma
                && Some(place) == last_kept
                && place + 1 < parts.len()
                && !ends_with_comma
            {
                cuts.push((comma, comma + 1));
            }
            if !is_gone(place) {
                continue;
            }
            let (mut start, mut end) = range(part);
            match comma {
                Some(comma) if text[end..comma].trim().is_empty() => end = comma + 1,
                Some(comma) => cuts.push((comma, comma + 1)),
                None => {}
            }
            let before = blank_before(text, start);
            let is_line_start = text[before..start].contains('\n');
            let after = text[end..].trim_start_matches(is_space);
            // A bracket must not come behind a comment that lasts until the end of the line.
            let is_last = text[end..].trim_start().starts_with([']', '}']) && text[..before].ends_with([',', '[', '{']);
            let is_line_end = after.starts_with('\n') || after.starts_with("\r\n") || is_last;
            if is_line_end || (last_kept.is_none_or(|kept| place > kept) && !is_line_start) {
                start = before;
            } else {
                end = text.len() - after.len();
            }
            cuts.push((start, end));
        }
        cuts.compact_sort();
        let joined = cuts.into_iter().fold(Vec::new(), |mut joined: Vec<(usize, usize)>, (start, end)| {
            match joined.last_mut() {
                Some((_, last)) if start <= *last => *last = end.max(*last),
                _ => joined.push((start, end)),
            }
            joined
        });
        for (start, end) in joined {
            self.edit(start, end, "");
        }
    }
}

fn range(span: Span) -> (usize, usize) {
    (span.start as usize, span.end as usize)
}

/// The positions of the members of an object, from the key to the value.
fn member_spans(object: &JsonNode) -> Vec<Span> {
    let JsonValue::Object(members) = &object.value else { return Vec::new() };
    members.iter().map(|member| member.key_span.to(member.value.span)).collect()
}

/// White space inside of a line.
fn is_space(c: char) -> bool {
    c.is_whitespace() && !is_break(c)
}

fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// The white space at the beginning of the line of a position.
fn indent_at(text: &str, at: usize) -> &str {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    TextCursor::new(&text[line..at]).take_while(is_space)
}

/// The first line break of a text, so that new ones are like it.
fn line_break(text: &str) -> &'static str {
    let is_long = text.find('\n').is_some_and(|at| text[..at].ends_with('\r'));
    if is_long { "\r\n" } else { "\n" }
}

/// Where the white space before a position starts: also the line break, if nothing else stands on its line.
fn blank_before(text: &str, at: usize) -> usize {
    let before = text[..at].trim_end_matches(is_space);
    let line = before.strip_suffix('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    line.unwrap_or(before).len()
}

/// What follows an element.
struct Ending {
    /// The comma.
    comma: Option<usize>,
    /// The end of a comment behind it, or behind that comma, that lasts until the end of the line.
    comment_end: Option<usize>,
}

fn ending(text: &str, part: Span) -> Ending {
    let (_, end) = range(part);
    let mut cursor = TextCursor::new(text);
    cursor.move_to(end);
    skip_blanks(&mut cursor);
    let comma = cursor.at(",").then(|| cursor.position());
    cursor.move_to(comma.map_or(end, |comma| comma + 1));
    cursor.take_while(is_space);
    if cursor.at("//") || cursor.at("#") {
        cursor.take_while(|c| !is_break(c));
        return Ending { comma, comment_end: Some(cursor.position()) };
    }
    let start = cursor.position();
    if !cursor.accept("/*") {
        return Ending { comma, comment_end: None };
    }
    let length = cursor.rest().find("*/").map_or(usize::MAX, |end| end + 2);
    cursor.take(length);
    let end = cursor.position();
    let is_one_line = length < usize::MAX && !cursor.read_since(start).contains(is_break);
    cursor.take_while(is_space);
    let is_last = cursor.peek().is_some_and(is_break);
    Ending { comma, comment_end: (is_one_line && is_last).then_some(end) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{parse, position_in_string};
    use crate::{FileId, has_errors};

    fn read(text: &str) -> JsonNode {
        let mut diagnostics = Vec::new();
        let node = parse(FileId(0), text, &mut diagnostics);
        assert!(!has_errors(&diagnostics), "{text}: {diagnostics:?}");
        node.expect("it is JSON")
    }

    /// The text after changes.
    fn edited(text: &str, change: impl FnOnce(&mut TextEditor<'_>, &JsonNode)) -> String {
        let mut editor = TextEditor::new(text);
        change(&mut editor, &read(text));
        editor.finish().1
    }

    fn added(text: &str) -> String {
        edited(text, |editor, array| editor.push(array, "\"new\""))
    }

    fn removed(text: &str, gone: &[usize]) -> String {
        edited(text, |editor, array| editor.remove(array, |place| gone.contains(&place)))
    }

    #[test]
    fn new_elements_are_written_like_their_neighbours() {
        assert_eq!(added("[]"), "[\"new\"]");
        assert_eq!(added("[a, b]"), "[a, b, \"new\"]");
        assert_eq!(added("[a, b,]"), "[a, b, \"new\",]");
        assert_eq!(added("[\n  a,\n  b\n]"), "[\n  a,\n  b,\n  \"new\"\n]");
        assert_eq!(added("[\r\n  a,\r\n  b\r\n]"), "[\r\n  a,\r\n  b,\r\n  \"new\"\r\n]");
        assert_eq!(added("[\n  a, // about a\n  b // about b\n]"), "[\n  a, // about a\n  b, // about b\n  \"new\"\n]");
        assert_eq!(
            added("[\n  a, // about a\n  b, // about b\n]"),
            "[\n  a, // about a\n  b, // about b\n  \"new\",\n]"
        );
        assert_eq!(added("[\n  a /* about\n a */\n]"), "[\n  a,\n  \"new\" /* about\n a */\n]");
        assert_eq!(added("[\n]"), "[\n  \"new\"\n]");
    }

    #[test]
    fn elements_go_with_their_commas_and_lines_and_comments_stay() {
        assert_eq!(removed("[a, b, c]", &[0]), "[b, c]");
        assert_eq!(removed("[a, b, c]", &[1]), "[a, c]");
        assert_eq!(removed("[a, b, c]", &[2]), "[a, b]");
        assert_eq!(removed("[a, b, c]", &[1, 2]), "[a]");
        assert_eq!(removed("[a, b]", &[0, 1]), "[]");
        assert_eq!(removed("[a, b,]", &[1]), "[a,]");
        assert_eq!(removed("[\n  a,\n  b\n]", &[1]), "[\n  a\n]");
        assert_eq!(removed("[\r\n  a,\r\n  b\r\n]", &[0]), "[\r\n  b\r\n]");
        assert_eq!(removed("[\n  a, // one\n  b // two\n]", &[1]), "[\n  a // one\n  // two\n]");
        assert_eq!(removed("[\n  /* one */ a,\n  b\n]", &[0]), "[\n  /* one */\n  b\n]");
    }

    /// The comments of a text in their order.
    fn comments(text: &str) -> Vec<&str> {
        let mut cursor = TextCursor::new(text);
        let mut found = Vec::new();
        while cursor.advance().is_some() {
            let start = cursor.position();
            if cursor.at("//") {
                found.push(cursor.take_while(|c| c != '\n'));
            } else if cursor.accept("/*") {
                cursor.take(cursor.rest().find("*/").map_or(0, |end| end + 2));
                found.push(cursor.read_since(start));
            }
        }
        found
    }

    /// All lists of up to four words in several layouts.
    fn lists() -> Vec<String> {
        let layouts = ["[%]", "[ % ]", "[\n  %\n]", "[%,]", "[ // first\n  % // last\n]"];
        let separators = [", ", ",", ",\n  ", ", // a comment\n  ", " /* before */, "];
        let words = |n: usize, separator: &str| (0..n).map(|i| format!("\"{i}\"")).collect::<Vec<_>>().join(separator);
        let mut lists = Vec::new();
        for layout in layouts {
            for separator in separators {
                lists.extend((1..=4).map(|n| layout.replace('%', &words(n, separator))));
            }
        }
        lists
    }

    #[test]
    fn changing_then_reading_is_reading_then_changing() {
        let words = |text: &str| -> Vec<String> {
            read(text)
                .items()
                .iter()
                .filter_map(|item| item.string(crate::text!("a string"), &mut Vec::new()))
                .collect()
        };
        for text in lists() {
            let before = words(&text);
            let after = added(&text);
            assert_eq!(words(&after), [&before[..], &["new".to_owned()]].concat(), "{text}");
            assert_eq!(comments(&after), comments(&text));
            for some in 1..1 << before.len() {
                let gone: Vec<usize> = (0..before.len()).filter(|&place| some & (1 << place) != 0).collect();
                let after = removed(&text, &gone);
                let kept: Vec<String> =
                    (0..before.len()).filter(|i| !gone.contains(i)).map(|i| i.to_string()).collect();
                assert_eq!(words(&after), kept, "{text} without {gone:?}");
                assert_eq!(comments(&after), comments(&text));
            }
        }
    }

    #[test]
    fn members_come_behind_others_on_their_line_and_go_again() {
        let text = "{\"a\": 1, \"b\": 2,\n \"c\": 3}";
        let more = edited(text, |editor, object| editor.insert_member(object, "d", "[4]", Some("a")));
        assert_eq!(
            more,
            "{\"a\": 1, \"d\": [4], \"b\": 2,
 \"c\": 3}"
        );
        assert_eq!(edited(&more, |editor, object| editor.remove_member(object, "d")), text);
        assert_eq!(edited("{}", |editor, object| editor.insert_member(object, "d", "4", None)), "{\"d\": 4}");
    }

    #[test]
    fn positions_in_strings_are_positions_in_the_text() {
        let check = |text: &str, expected: &[usize]| {
            let list = read(text);
            let node = &list.items()[0];
            let found: Vec<usize> = (0..expected.len()).map(|at| position_in_string(text, node, at)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check(r#"["a\u0041\"b"]"#, &[2, 3, 9, 11, 12, 12]);
        check("[ab]", &[1, 2, 3, 3]);
    }
}
