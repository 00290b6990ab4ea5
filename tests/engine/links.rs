//! Links: they preserve the task, stay short, and can be read for ever; any other text is reported as an error and
//! never causes a panic.

use hrglass::base::{Diagnostic, Random, Severity};
use hrglass::task::link::{Decoded, LENGTH_LIMIT, LENGTH_WARNING, decode, encode};
use hrglass::task::{NoFiles, examples, load};
use serde_json::{Value, json};

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("strict JSON")
}

/// The link for a task; decoding it gives the same task.
#[track_caller]
fn link(task: &Value) -> String {
    let encoded = encode(&task.to_string(), &[]).unwrap();
    let Decoded { task: text, view } = decode(&encoded.fragment).unwrap();
    assert_eq!((&value(&text), view), (task, Vec::new()));
    assert!(encoded.fragment.is_ascii() && !encoded.fragment.contains([' ', '"', '<', '>']));
    encoded.fragment
}

/// A link with this text as its data.
fn packed(text: &str) -> String {
    let bytes = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 10);
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let bits: String = bytes.iter().map(|b| format!("{b:08b}")).collect();
    let digits = bits.as_bytes().chunks(6).map(|chunk| {
        let group = format!("{:0<6}", std::str::from_utf8(chunk).unwrap());
        char::from(ALPHABET[usize::from_str_radix(&group, 2).unwrap()])
    });
    digits.collect()
}

/// The code of the error for a link, which has a suggestion.
#[track_caller]
fn refused(link: &str) -> (&'static str, String) {
    let error = decode(link).expect_err(link);
    assert_eq!((error.severity, error.span), (Severity::Error, None));
    assert!(error.suggestion.is_some_and(|s| !s.is_empty()), "{}", error.message);
    assert!(error.message.len() < 400 && !error.message.contains('\n'), "{}", error.message);
    (error.code, error.message.to_string())
}

#[test]
fn examples_go_by_name() {
    for (name, text) in examples() {
        assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-/".contains(&b)), "{name}");
        assert_eq!(link(&value(text)), format!("#v1.e.{name}"));
    }
}

#[test]
fn small_changes_of_examples_are_short() {
    for (i, (name, text)) in examples().iter().enumerate() {
        let example = value(text);
        let changes: [&dyn Fn(&mut Value); 6] = [
            &|task| {
                let ltl = json!("G ({terminated} -> {isReachable(head, tail, [next])})");
                task["properties"] = json!([{"id": task["properties"][0]["id"].as_str().unwrap_or("F1"), "ltl": ltl}]);
            },
            &|task| task["options"]["maxStates"] = json!(1234),
            &|task| task["title"] = json!("My own title, with some öther letters"),
            &|task| {
                let property = json!({"id": "mine", "ltl": "GF {terminated} -> F {x.next == null}"});
                let mut all = task["properties"].as_array().cloned().unwrap_or_default();
                all.push(property);
                task["properties"] = json!(all);
            },
            &|task| {
                let rest =
                    task["properties"].as_array().map_or(Vec::new(), |all| all.iter().skip(1).cloned().collect());
                task["properties"] = json!(rest);
            },
            &|task| {
                for key in ["expected", "options"] {
                    task.as_object_mut().unwrap().shift_remove(key);
                }
            },
        ];
        // Every third change of the examples, because finding the nearest one takes long in debug builds.
        for change in changes.iter().skip(i % 3).step_by(3) {
            let mut task = example.clone();
            change(&mut task);
            let link = link(&task);
            assert!(link.starts_with("#v1.e."), "{name}: {link}");
            assert!(link.len() <= 500, "{name}: {}", link.len());
        }
    }
}

#[test]
fn whole_tasks_are_not_too_long() {
    let in_full = |text: &str| packed(&value(text).to_string()).len() + "#v1.".len();
    let mut lengths: Vec<usize> = examples().iter().map(|(_, text)| in_full(text)).collect();
    lengths.sort_unstable();
    let (median, longest) = (lengths[lengths.len() / 2], lengths[lengths.len() - 1]);
    println!("in full: median {median}, longest {longest}");
    assert!(median <= 1_600 && longest <= 2_500, "{median} {longest}");
}

#[test]
fn a_loaded_example_goes_by_name() {
    // The command line shares tasks as loaded, with resolved paths.
    for (name, text) in examples() {
        let encoded = encode(&load(text, name, &mut NoFiles).task.to_json(), &[]).unwrap();
        let rest = encoded.fragment.strip_prefix(&format!("#v1.e.{name}"));
        // A key with a default value may be missing.
        assert!(rest.is_some_and(|rest| rest.len() <= 60), "{name}: {}", encoded.fragment);
    }
}

#[test]
fn a_view_and_an_address_may_be_around_a_task() {
    let view = [("tab", "proof"), ("state", "7f3a"), ("q", "x == y & #1")].map(|(k, v)| (k.to_owned(), v.to_owned()));
    let task = value(examples()[0].1);
    let encoded = encode(&task.to_string(), &view).unwrap();
    assert_eq!(encoded.fragment, "#v1.e.lists/reverse&tab=proof&state=7f3a&q=x%20%3D%3D%20y%20%26%20%231");
    assert_eq!(encoded.warning, None);
    let bare = &encoded.fragment[1..];
    let forms = [
        encoded.fragment.clone(),
        bare.to_owned(),
        format!("https://example.org/play/?x=1{}", encoded.fragment),
        format!("  file:///tmp/index.html{}\n", encoded.fragment),
        format!("#{}", bare.replacen("lists/reverse", "lists%2Freverse", 1)),
    ];
    for form in forms {
        let decoded = decode(&form).unwrap_or_else(|e| panic!("{form}: {}", e.message));
        assert_eq!((value(&decoded.task), &decoded.view[..]), (task.clone(), &view[..]), "{form}");
    }
    let wrong = [("Tab".to_owned(), String::new())];
    assert_eq!(encode(&task.to_string(), &wrong).unwrap_err().code, "link/view");
}

#[test]
fn any_document_survives() {
    let tasks = [
        json!({}),
        json!({"schema": null, "view": {"list": [1, -2, 0.5, null, true, {"a/b": "~"}], "": ""}}),
        json!({"schema": "hrglass.task/1", "title": "ä 𝄞 \u{0} \" \\ </script>", "program": null}),
        json!({"view": {"deep": {"deep": [[[[[[[[]]]]]]]]}}, "": {"": [{}]}}),
    ];
    for task in &tasks {
        link(task);
    }
    // Edited examples of every kind: any member removed or replaced.
    let example = value(examples()[0].1);
    for key in example.as_object().unwrap().keys() {
        for new in [None, Some(json!(null)), Some(json!([])), Some(json!({"x": [null]}))] {
            let mut task = example.clone();
            let members = task.as_object_mut().unwrap();
            match new.clone() {
                Some(new) => drop(members.insert(key.clone(), new)),
                None => drop(members.shift_remove(key)),
            }
            match encode(&task.to_string(), &[]) {
                Ok(encoded) => assert_eq!(value(&decode(&encoded.fragment).unwrap().task), task),
                Err(error) => assert_eq!((error.code, key.as_str()), ("link/task", "schema"), "{new:?}"),
            }
        }
    }
    assert!(encode("// mine\n{'title': x,}", &[]).is_ok(), "JSON as people write it");
    for wrong in ["", "[]", "{", "{\"schema\": \"hrglass.task/2\"}", "{\"a\": 1, \"a\": 2}", &"[".repeat(100_000)] {
        let error = encode(wrong, &[]).unwrap_err();
        assert!(error.code == "link/task" && error.suggestion.is_some(), "{error:?}");
    }
}

#[test]
fn long_links_are_announced_and_too_long_ones_refused() {
    let mut random = Random::new(7);
    let noise = |length: usize, random: &mut Random| -> String {
        (0..length)
            .map(|_| char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-"[random.below(64)]))
            .collect()
    };
    let task = |length: usize, random: &mut Random| json!({"description": noise(length, random)}).to_string();
    let fits = encode(&task(7_000, &mut random), &[]).unwrap();
    assert!(fits.warning.is_none() && fits.fragment.len() <= LENGTH_WARNING);
    let long = encode(&task(20_000, &mut random), &[]).unwrap();
    assert!(long.warning.is_some_and(|w| w.contains("file")) && long.fragment.len() > LENGTH_WARNING);
    assert!(decode(&long.fragment).is_ok());
    let error = encode(&task(40_000, &mut random), &[]).unwrap_err();
    assert!(error.code == "link/too-long" && error.suggestion.is_some_and(|s| s.contains("file")));
    let blank = |length: usize| json!({"description": " ".repeat(length)});
    assert!(link(&blank(1_000_000)).len() < LENGTH_WARNING);
    assert_eq!(encode(&blank(1 << 20).to_string(), &[]).unwrap_err().code, "link/too-much");
    let deep = format!("{{\"a\":{}{}{}}}", "[".repeat(60), ["1"; 400_000].join(","), "]".repeat(60));
    assert!(decode(&format!("#v1.{}", packed(&deep))).unwrap().task.len() <= 1 << 20);
    assert_eq!(refused(&format!("#v1.{}", "A".repeat(LENGTH_LIMIT))).0, "link/too-long");
    assert_eq!(refused(&format!("#{}", "ä".repeat(LENGTH_LIMIT))).0, "link/too-long");
}

#[test]
fn invalid_links_are_errors() {
    let whole = packed("{\"schema\": \"hrglass.task/1\"}");
    for (text, code, message) in [
        ("", "link/no-task", "no task"),
        ("#", "link/no-task", "no task"),
        ("https://example.org/", "link/no-task", "no task"),
        ("https://example.org/?v1.e.lists/reverse", "link/no-task", "no task"),
        ("#v1", "link/no-task", "no task"),
        ("#v0.e.lists/reverse", "link/no-task", "no task"),
        ("#v+1.e.lists/reverse", "link/no-task", "no task"),
        ("#v2.e.lists/reverse", "link/version", "newer version"),
        ("#v99999999999999999999999.x", "link/version", "newer version"),
        ("#v1.", "link/damaged", "cannot be decompressed"),
        ("#v1.A", "link/damaged", "invalid characters or an invalid length"),
        ("#v1.äöü", "link/damaged", "invalid characters or an invalid length"),
        ("#v1.%", "link/damaged", "percent"),
        ("#v1.e", "link/damaged", "invalid characters or an invalid length"),
        ("#v1.e.", "link/unknown-example", "no example ``"),
        ("#v1.e.lists/revers", "link/unknown-example", "`lists/revers`"),
        ("#v1.e.../../etc/passwd", "link/unknown-example", "no example ``"),
        ("#v1.e.lists/reverse.", "link/damaged", "cannot be decompressed"),
        ("#v1.e.lists/reverse&", "link/view", "key=value"),
        ("#v1.e.lists/reverse&TAB=1", "link/view", "`TAB`"),
        (&format!("#v1.{}", &whole[..whole.len() - 4]), "link/damaged", "cannot be decompressed"),
        (&format!("#v1.{}", packed("{\"schema\": ")), "link/damaged", ""),
        (&format!("#v1.{}", packed("[]")), "link/damaged", "not a task"),
        (&format!("#v1.{}", packed("{\"a\": 1, \"a\": 2}")), "link/damaged", "twice"),
        (&format!("#v1.{}", packed("{\"schema\": \"hrglass.task/2\"}")), "task/schema", "hrglass.task/2"),
        (&format!("#v1.{}", packed("{\"schema\": [1]}")), "task/schema", "`[1]`"),
        (&format!("#v1.{}", packed(&"{\"a\":".repeat(20_000))), "link/damaged", "nested"),
        (&format!("#v1.{}", packed(&"[".repeat(1 << 20))), "link/damaged", "nested"),
        (&format!("#v1.{}", packed(&" ".repeat((1 << 20) + 1))), "link/too-much", "1048576 bytes"),
        (&format!("#v1.{}", packed(&"x".repeat(20_000_000))), "link/too-much", "1048576 bytes"),
        (&format!("#v1.e.lists/reverse.{}", packed("{\"/nowhere/0\": 1}")), "link/differences", "`/nowhere/0`"),
        (&format!("#v1.e.lists/reverse.{}", packed("{\"/schema\": \"x\"}")), "task/schema", "`x`"),
    ] {
        let found = refused(text);
        assert!(found.0 == code && found.1.contains(message), "{}: {found:?}", &text[..text.len().min(60)]);
    }
    let Diagnostic { suggestion, .. } = decode("#v1.e.lists/revers").unwrap_err();
    assert_eq!(suggestion.as_deref(), Some("did you mean `lists/reverse`?"));
}

/// Links of every kind with their tasks.
fn golden() -> Vec<Value> {
    value(include_str!("../data/links.json")).as_array().expect("a list").clone()
}

/// Links that somebody may have sent or put on slides can be read for ever: entries are added here, never changed. An
/// entry has the whole `task`, or the `example` named by the link with the values that it `changes`.
#[test]
fn links_are_read_for_ever() {
    let golden = golden();
    assert!(golden.len() >= 8);
    for entry in golden {
        let link = entry["link"].as_str().unwrap();
        let decoded = decode(link).unwrap_or_else(|e| panic!("{link}: {}", e.message));
        let expected = match entry["example"].as_str() {
            None => entry["task"].clone(),
            Some(name) => {
                let (_, text) = examples().iter().find(|(n, _)| *n == name).expect("the example is still there");
                let mut task = value(text);
                for (pointer, new) in entry["changes"].as_object().into_iter().flatten() {
                    *task.pointer_mut(pointer).expect("a place in the example") = new.clone();
                }
                task
            }
        };
        assert_eq!(value(&decoded.task), expected, "{link}");
        let view =
            entry["view"].as_object().into_iter().flatten().map(|(k, v)| (k.clone(), v.as_str().unwrap().to_owned()));
        assert_eq!(decoded.view, view.collect::<Vec<_>>(), "{link}");
    }
}

#[test]
fn damaged_links_never_panic() {
    let links: Vec<String> = golden().iter().map(|entry| entry["link"].as_str().unwrap().to_owned()).collect();
    let mut random = Random::new(0x1f);
    let strange =
        ['#', '&', '.', '=', '%', '/', '-', '_', 'v', 'e', '0', ' ', '\0', '\n', 'ä', '\u{1d11e}', '\u{feff}'];
    let (mut read, mut wrong) = (0, 0);
    for round in 0..6_000 {
        let mut link: Vec<char> = links[round % links.len()].chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(link.len() + 1);
            match random.below(6) {
                0 => link.truncate(at),
                1 => link.insert(at, strange[random.below(strange.len())]),
                2 => drop(link.drain(at..(at + random.below(9)).min(link.len()))),
                3 => {
                    let other = links[random.below(links.len())].chars();
                    link.splice(at.., other.skip(at));
                }
                4 => link.extend_from_within(at..),
                _ if at < link.len() => link[at] = char::from(b'0' + random.below(75) as u8),
                _ => {}
            }
        }
        let link: String = link.into_iter().collect();
        match decode(&link) {
            Ok(decoded) => {
                read += 1;
                let loaded = load(&decoded.task, "link.json", &mut NoFiles);
                assert!(loaded.diagnostics.iter().all(|d| d.code != "task/schema"), "{link}");
            }
            Err(error) => {
                wrong += 1;
                assert!(error.suggestion.is_some(), "{link}: {}", error.message);
            }
        }
    }
    assert!(read > 100 && wrong > 1_000, "{read} {wrong}");
}
