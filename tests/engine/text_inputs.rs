//! Texts as inputs: which text makes a method fail. A JVM calls the method with each text that is found, and must fail as well.

use std::collections::BTreeMap;
use std::process::Command;

use hrglass::base::{Random, Silent};
use hrglass::editor::load_program;
use hrglass::report::Verdict;
use hrglass::session::run;
use hrglass::task::{Language, NoFiles, Overrides};

use crate::support::{cases, jdk, program::folder};

/// A method that dereferences null if a condition on `s` holds.
fn method(name: &str, condition: &str) -> String {
    format!("static void {name}(String s) {{ N n = new N(); if ({condition}) n = null; n.next = null; }}\n")
}

fn class(methods: &str) -> String {
    format!("class T {{ static class N {{ N next; }}\n{methods}}}")
}

/// The text on which the method is shown to fail, as Java writes it.
fn failing(method: &str) -> Option<String> {
    let overrides = Overrides { entry: Some("T.f".to_owned()), ..Overrides::default() };
    let task = load_program(&class(method), "T.java", Language::Java, &mut NoFiles, &overrides);
    let session = run(&task, &mut Silent);
    let property = session.report().properties.first()?;
    let counterexample = property.judgement.evidence.as_ref()?.counterexample.as_ref()?;
    assert_eq!(property.judgement.verdict, Verdict::Violated, "{method}");
    let mut vertices = counterexample.input.vertices.iter();
    let text = vertices.find(|vertex| vertex.variables.iter().any(|variable| variable == "s"))?;
    text.constants.first().cloned()
}

/// What a JVM says of calls of methods: whether null is dereferenced.
fn in_java(name: &str, calls: &[(String, String)]) -> Vec<bool> {
    let mut methods = String::new();
    let mut main = String::new();
    for (number, (method, text)) in calls.iter().enumerate() {
        methods += &method.replacen("void f(", &format!("void f{number}("), 1);
        main += &format!(
            "try {{ f{number}({text}); System.out.println(false); }} catch (NullPointerException e) {{ System.out.println(true); }}\n"
        );
    }
    methods += &format!("public static void main(String[] args) {{ {main} }}");
    let folder = folder(name, &[("T.java", &class(&methods))]);
    let output = Command::new("java").arg(folder.join("T.java")).output().expect("a JVM");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(|line| line == "true").collect()
}

#[test]
fn texts_that_are_asked_for_are_found() {
    let conditions = [
        "s.equals(\"quit\")",
        "s.length() == 4",
        "s.isEmpty()",
        "s.length() == 2 && s.charAt(1) == '#'",
        "s.startsWith(\"--\")",
        "!s.isEmpty() && s.charAt(s.length() - 1) == ';'",
        "s.length() > 2 && s.charAt(0) == '(' && s.charAt(2) == ']'",
        "s.length() == 3 && s.charAt(0) == s.charAt(2) && s.charAt(1) != s.charAt(0)",
        "s.length() > 0 && Character.isDigit(s.charAt(0))",
        "s.length() > 0 && s.charAt(0) >= 'x' && s.charAt(0) <= 'z'",
        "s.toCharArray().length == 3",
        "s.length() > 1 && s.toCharArray()[1] == '!'",
        "s.length() == 6 && s.charAt(5) == ' '",
    ];
    let mut found = Vec::new();
    for condition in conditions {
        let method = method("f", condition);
        let text = failing(&method).unwrap_or_else(|| panic!("a text for {condition}"));
        found.push((method, text));
    }
    if jdk::is_there() {
        let failed = in_java("texts", &found);
        assert!(failed.len() == found.len() && failed.iter().all(|&failed| failed), "{found:?}");
    }
}

#[test]
fn loops_over_texts_are_followed() {
    let body = "static int f(String s) { N top = null;
        for (int i = 0; i < s.length(); i++) { char c = s.charAt(i);
            switch (c) { case '(': N n = new N(); n.next = top; top = n; break; case ')': top = top.next; break; default: } }
        return 0; }";
    assert!(failing(body).is_some_and(|text| text.contains(')')));
    let cases = "static void f(String s) { N n = null; switch (s) { case \"push\": n = new N(); break; case \"pop\": break; default: n = new N(); } n.next = n; }";
    assert_eq!(failing(cases).as_deref(), Some("\"pop\""));
    // What no text is.
    assert_eq!(failing(&method("f", "s.length() < 0")), None);
    assert_eq!(failing(&method("f", "s.length() == 1 && s.startsWith(\"ab\")")), None);
}

/// A random condition on a text.
fn condition(random: &mut Random, depth: u32) -> String {
    let letter = *random.one_of::<char>(&['a', 'b', '(', '7', ' ', '.']);
    let index = random.below(4);
    let literal = *random.one_of::<&str>(&["ab", "(", "a1", "7.", "end", "b b"]);
    match random.below(if depth == 0 { 9 } else { 12 }) {
        0 => format!("s.length() == {index}"),
        1 => format!("s.length() > {index}"),
        2 | 3 => format!("s.length() > {index} && s.charAt({index}) == '{letter}'"),
        4 => format!("s.length() > {index} && s.charAt({index}) < '{letter}'"),
        5 => format!("s.indexOf('{letter}') == {index}"),
        6 => format!("s.{}(\"{literal}\")", random.one_of::<&str>(&["equals", "startsWith", "endsWith", "contains"])),
        7 => format!("s.length() > {index} && s.toCharArray()[{index}] == '{letter}'"),
        8 => format!("s.length() >= {index} && s.substring({index}).isEmpty()"),
        9 => format!("!({})", condition(random, depth - 1)),
        10 => format!("({}) || ({})", condition(random, depth - 1), condition(random, depth - 1)),
        _ => format!("({}) && ({})", condition(random, depth - 1), condition(random, depth - 1)),
    }
}

#[test]
fn a_jvm_fails_on_every_text_that_is_found() {
    if !jdk::is_there() {
        return;
    }
    let mut random = Random::new(cases::seed(41));
    let mut found = Vec::new();
    let mut counts: BTreeMap<bool, u32> = BTreeMap::new();
    for _ in 0..cases::scaled(60) {
        let method = method("f", &condition(&mut random, 2));
        let text = failing(&method);
        *counts.entry(text.is_some()).or_default() += 1;
        found.extend(text.map(|text| (method, text)));
    }
    let failed = in_java("random-texts", &found);
    assert_eq!(failed.len(), found.len());
    let wrong: Vec<_> = found.iter().zip(failed).filter(|(_, failed)| !failed).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(counts.get(&true) > counts.get(&false), "{counts:?}");
}
