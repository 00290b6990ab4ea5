use super::*;

mod monitors;
mod rules;

/// The text after changes, as the page makes them.
fn applied(text: &str, mut changes: Vec<TextChange>) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    changes.sort_by_key(|change| std::cmp::Reverse((change.from, change.to)));
    let now = changes.into_iter().fold(units, |mut units, TextChange { from, to, insert }| {
        units.splice(from as usize..to as usize, insert.encode_utf16());
        units
    });
    String::from_utf16(&now).expect("no character is cut")
}

/// The comments of a text in their order; its strings contain none.
fn comments(text: &str) -> Vec<&str> {
    let mut cursor = base::TextCursor::new(text);
    let mut found = Vec::new();
    while cursor.advance().is_some() {
        let start = cursor.position();
        if cursor.at("//") || cursor.at("#") {
            found.push(cursor.take_while(|c| c != '\n'));
        } else if cursor.accept("/*") {
            cursor.take(cursor.rest().find("*/").map_or(0, |end| end + 2));
            found.push(cursor.read_since(start));
        }
    }
    found
}

#[test]
fn positions_count_units() {
    let text = "aä😀b";
    let units = Units::new(text);
    let found: Vec<u32> = text.char_indices().map(|(byte, _)| units.at(byte)).chain([units.at(text.len())]).collect();
    assert_eq!(found, [0, 1, 2, 4, 5]);
}
