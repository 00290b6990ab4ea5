//! Small changes of documents that keep most of them valid.

use serde_json::{Value, json};

use hrglass::base::Random;

/// All values inside a value, ending with itself.
fn below<'a>(value: &'a Value, path: &mut Vec<String>, out: &mut Vec<(Vec<String>, &'a Value)>) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect(),
        Value::Object(members) => members.iter().map(|(k, v)| (k.clone(), v)).collect(),
        _ => Vec::new(),
    };
    for (key, part) in parts {
        path.push(key);
        below(part, path, out);
        path.pop();
    }
    out.push((path.clone(), value));
}

/// Changes one value of a document.
pub fn mutate(document: &mut Value, random: &mut Random) {
    let copy = document.clone();
    let mut all = Vec::new();
    below(&copy, &mut Vec::new(), &mut all);
    let (path, value) = &all[random.below(all.len())];
    let pointer: String = path.iter().map(|key| format!("/{}", key.replace('~', "~0").replace('/', "~1"))).collect();
    let twin = || all.iter().filter(|(_, v)| std::mem::discriminant(*v) == std::mem::discriminant(*value));
    let twins: Vec<&Value> = twin().map(|&(_, v)| v).collect();
    let new = match (value, random.below(3)) {
        (Value::Number(_), 0 | 1) => json!(random.below(6)),
        (Value::Bool(b), _) => json!(!b),
        (Value::Array(items), 0) if !items.is_empty() => {
            let mut items = items.clone();
            items.remove(random.below(items.len()));
            Value::Array(items)
        }
        (Value::Array(items), 1) if !items.is_empty() => {
            let mut items = items.clone();
            items.push(items[random.below(items.len())].clone());
            let other = random.below(items.len());
            items.swap(0, other);
            Value::Array(items)
        }
        (Value::String(text), 0 | 1) if text.len() > 4 => Value::String(scrambled(text, random)),
        _ => twins[random.below(twins.len())].clone(),
    };
    if let Some(place) = document.pointer_mut(&pointer) {
        *place = new;
    }
}

/// A text with one word replaced or removed.
pub fn scrambled(text: &str, random: &mut Random) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut pieces: Vec<String> = Vec::new();
    let mut last = None;
    for c in text.chars() {
        let kind = (is_word(c), c.is_whitespace(), if is_word(c) || c.is_whitespace() { ' ' } else { c });
        match pieces.last_mut().filter(|_| last == Some(kind)) {
            Some(piece) => piece.push(c),
            None => pieces.push(c.to_string()),
        }
        last = Some(kind);
    }
    let solid: Vec<usize> = (0..pieces.len()).filter(|&i| !pieces[i].trim().is_empty()).collect();
    if solid.is_empty() {
        return String::new();
    }
    let (at, from) = (solid[random.below(solid.len())], solid[random.below(solid.len())]);
    pieces[at] = match random.below(4) {
        0 => String::new(),
        1 => format!("{} {}", pieces[at], pieces[from]),
        _ => pieces[from].clone(),
    };
    pieces.concat()
}
