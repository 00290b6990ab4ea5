//! Differences between two JSON documents: a map from JSON pointers (RFC 6901) to new values, applied in
//! order; null removes. Arrays grow and shrink at the end.

use base::{Message, msg};
use serde_json::{Map, Value};

/// Maximum number of differences.
const COUNT: usize = 1_000;

/// The differences that turn `old` into `new`, if they can be expressed: no member of an object may become null.
///
/// A part is replaced as a whole if that is shorter than its differences.
pub(super) fn between(old: &Value, new: &Value) -> Option<Map<String, Value>> {
    let mut found = Vec::new();
    // The parser limits the nesting depth of the documents.
    let expressible = collect(old, new, &mut String::new(), &mut found);
    (expressible && found.len() <= COUNT).then(|| found.into_iter().collect())
}

fn collect(old: &Value, new: &Value, path: &mut String, out: &mut Vec<(String, Value)>) -> bool {
    if old == new {
        return true;
    }
    let start = out.len();
    let expressible = match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for key in old.keys().filter(|key| !new.contains_key(*key)) {
                out.push((format!("{path}/{}", escaped(key)), Value::Null));
            }
            new.iter().all(|(key, value)| part(old.get(key), value, &escaped(key), path, out))
        }
        (Value::Array(old), Value::Array(new)) => {
            for surplus in (new.len()..old.len()).rev() {
                out.push((format!("{path}/{surplus}"), Value::Null));
            }
            new.iter().enumerate().all(|(i, value)| part(old.get(i), value, &i.to_string(), path, out))
        }
        _ => false,
    };
    if path.is_empty() || new.is_null() {
        return expressible;
    }
    let length = |key: &str, value: &Value| key.len() + value.to_string().len() + 4;
    let parts: usize = out[start..].iter().map(|(key, value)| length(key, value)).sum();
    if !expressible || parts >= length(path, new) {
        out.truncate(start);
        out.push((path.clone(), new.clone()));
    }
    true
}

/// The differences below the member or element `key`, which may be missing in `old`.
fn part(old: Option<&Value>, new: &Value, key: &str, path: &mut String, out: &mut Vec<(String, Value)>) -> bool {
    let length = path.len();
    path.push('/');
    path.push_str(key);
    let expressible = match old {
        Some(old) => collect(old, new, path, out),
        None => {
            out.push((path.clone(), new.clone()));
            !new.is_null()
        }
    };
    path.truncate(length);
    expressible
}

/// Applies `differences` to `value`.
///
/// # Errors
/// A sentence that says which difference cannot be applied.
pub(super) fn apply(value: &mut Value, differences: Map<String, Value>) -> Result<(), Message> {
    if differences.len() > COUNT {
        return Err(msg!("there are more than {COUNT} differences"));
    }
    for (pointer, new) in differences {
        if apply_one(value, &pointer, new).is_none() {
            return Err(msg!("nothing can be changed at `{}`", super::view::shown(&pointer)));
        }
    }
    Ok(())
}

fn apply_one(value: &mut Value, pointer: &str, new: Value) -> Option<()> {
    let (parent, key) = pointer.rsplit_once('/')?;
    match value.pointer_mut(parent)? {
        Value::Object(members) => {
            let key = key.replace("~1", "/").replace("~0", "~");
            if new.is_null() {
                members.shift_remove(&key)?;
            } else {
                members.insert(key, new);
            }
        }
        Value::Array(items) => {
            let index = key.parse::<usize>().ok().filter(|index| index.to_string() == key)?;
            if new.is_null() {
                (index + 1 == items.len()).then(|| items.pop())?;
            } else if index == items.len() {
                items.push(new);
            } else {
                *items.get_mut(index)? = new;
            }
        }
        _ => return None,
    }
    Some(())
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(old: Value, new: Value, expected: Value) {
        let differences = between(&old, &new).expect("differences");
        assert_eq!(Value::Object(differences.clone()), expected);
        let mut made = old;
        apply(&mut made, differences).unwrap();
        assert_eq!(made, new);
    }

    #[test]
    fn the_shortest_is_written() {
        let list = json!(["the first", "the second", 3]);
        let properties = json!([{"id": "F1", "ltl": "G true"}]);
        let old = json!({"title": "a long title of a task", "properties": properties, "a/b~": list});
        let with = |change: &dyn Fn(&mut Value)| {
            let mut new = old.clone();
            change(&mut new);
            new
        };
        let changed = |change: &dyn Fn(&mut Value), expected| check(old.clone(), with(change), expected);
        changed(&|_| {}, json!({}));
        changed(&|v| v["properties"][0]["ltl"] = json!("F true"), json!({"/properties/0/ltl": "F true"}));
        changed(&|v| v["options"] = json!({"canonical": true}), json!({"/options": {"canonical": true}}));
        changed(&|v| drop(v["a/b~"].as_array_mut().unwrap().pop()), json!({"/a~1b~0/2": null}));
        changed(&|v| v["a/b~"].as_array_mut().unwrap().push(json!(4)), json!({"/a~1b~0/3": 4}));
        changed(&|v| v["a/b~"] = json!([]), json!({"/a~1b~0": []}));
        changed(&|v| v["title"] = json!({"x": null}), json!({"/title": {"x": null}}));
        let without = with(&|v| drop(v.as_object_mut().unwrap().shift_remove("title")));
        check(old.clone(), without, json!({"/title": null}));
        // A part that becomes null is written with its parent; the whole document has none.
        check(json!({"v": {"x": 1}}), json!({"v": {"x": null}}), json!({"/v": {"x": null}}));
        assert_eq!(between(&json!({"x": 1}), &json!({"x": null})), None);
        assert_eq!(between(&json!({}), &json!({"x": null})), None);
        assert_eq!(between(&json!({}), &json!([])), None);
    }

    #[test]
    fn impossible_differences_are_errors() {
        let old = json!({"a": [1, 2], "b": "text"});
        for pointer in ["", "x", "/a/3", "/a/01", "/a/+1", "/a/-", "/b/0", "/c/d", "/a/18446744073709551616"] {
            let differences = [(pointer.to_owned(), json!(7))].into_iter().collect();
            assert!(apply(&mut old.clone(), differences).is_err(), "{pointer}");
        }
        for pointer in ["/a/0", "/a/2", "/c"] {
            let differences = [(pointer.to_owned(), Value::Null)].into_iter().collect();
            assert!(apply(&mut old.clone(), differences).is_err(), "{pointer}");
        }
        let many: Map<String, Value> = (0..=COUNT).map(|n| (format!("/k{n}"), json!(1))).collect();
        assert!(apply(&mut old.clone(), many.clone()).is_err());
        assert_eq!(
            between(&json!({}), &Value::Object(many.into_iter().map(|(k, v)| (k[1..].to_owned(), v)).collect())),
            None
        );
    }
}
