//! Parts of tasks that are written in separation logic: they stay as they were written.

use super::*;

const DEFINITIONS: &str = "ls(x, y) := x == y | x -> {next: z} * ls(z, y) // a segment";
const FORMULA: &str = "head == null\n| ls(head, null)";

fn task(grammars: &str, initial: &str) -> Loaded {
    let text = format!(
        r#"{{"program": {{"entry": "Ring.walk", "files": [{{"name": "Ring.java", "text": "class Ring {{}}"}}]}},
        "grammars": [{grammars}], "initial": [{initial}]}}"#
    );
    load(&text, "task.json", &mut files().with("list.sl", DEFINITIONS).with("heap.sl", FORMULA))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[test]
fn definitions_and_formulas_stay_as_they_were_written() {
    let grammars = format!(r#"{{"definitions": {}}}, {{"path": "list.sl"}}"#, quoted(DEFINITIONS));
    let initial = format!(r#"{{"formula": {}, "name": "all"}}, {{"path": "heap.sl"}}"#, quoted(FORMULA));
    let loaded = task(&grammars, &initial);
    assert_eq!(loaded.diagnostics, []);
    let names = |grammar: &NamedGrammar| grammar.nonterminals().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(loaded.grammars.iter().map(names).collect::<Vec<_>>(), [["ls"], ["ls"]]);
    assert_eq!(loaded.formulas.iter().map(|formula| formula.cases.len()).collect::<Vec<_>>(), [2, 2]);
    assert!(loaded.has_initial());
    let grammar = |name: &str| GrammarSource {
        name: Some(name.to_owned()),
        definitions: Some(DEFINITIONS.to_owned()),
        ..GrammarSource::default()
    };
    assert_eq!(loaded.task.grammars, [grammar("definitions"), grammar("list.sl")]);
    let heap = |name: &str| HeapSource {
        name: Some(name.to_owned()),
        formula: Some(FORMULA.to_owned()),
        ..HeapSource::default()
    };
    assert_eq!(loaded.task.initial, [heap("all"), heap("heap.sl")]);
    let again = load(&loaded.task.to_json(), "task.json", &mut NoFiles);
    assert_eq!((again.diagnostics, again.task), (Vec::new(), loaded.task.clone()));
    // They survive links and settings files.
    let link = link::encode(&loaded.task.to_json(), &[]).expect("a link");
    let decoded = link::decode(&link.fragment).expect("a task");
    assert_eq!(load(&decoded.task, "task.json", &mut NoFiles).task, loaded.task);
    let exported = export_settings(&loaded.task).expect("a Java program");
    let mut files = MemoryFiles::default();
    for (path, text) in &exported.files {
        files = files.with(path, text);
    }
    let again = load(&exported.settings, "x.attestor", &mut files);
    assert!(!has_errors(&again.diagnostics), "{:?}\n{}", again.diagnostics, exported.settings);
    let texts = |task: &Task| {
        let heaps = task.initial.iter().map(|initial| initial.formula.clone());
        task.grammars.iter().map(|grammar| grammar.definitions.clone()).chain(heaps).collect::<Vec<_>>()
    };
    assert_eq!(texts(&again.task), texts(&loaded.task));
}

#[test]
fn mistakes_are_errors_at_their_place() {
    let rejects = |grammars: &str, initial: &str, expected: (&str, &str, u32)| {
        let loaded = task(grammars, initial);
        let shown: Vec<_> = loaded.diagnostics.iter().map(|d| (d.code, d.render(&loaded.sources))).collect();
        let places = shown.iter().map(|(code, at)| (*code, at.file.as_deref().unwrap_or(""), at.line.unwrap_or(0)));
        assert_eq!(places.collect::<Vec<_>>(), [expected]);
    };
    rejects(r#"{"definitions": "p(x) = x -> {next: x}"}"#, "", ("definitions/token", "definitions", 1));
    rejects("", r#"{"formula": "emp"}, {"formula": "emp\n| x -> {"}"#, ("definitions/syntax", "formula 2", 2));
    rejects("", r#"{"formula": "emp", "rename": {}}"#, ("task/rename", "task.json", 2));
    rejects("", r#"{"formula": "emp", "path": "heap.sl"}"#, ("task/one-of", "task.json", 2));
    rejects("", r#"{"formula": "emp", "heap": {}}"#, ("json/unknown-key", "task.json", 2));
    rejects("", r#"{"name": "a"}"#, ("task/one-of", "task.json", 2));
    rejects(r#"{"path": "nowhere.sl"}"#, "", ("task/unreadable", "task.json", 2));
}

#[test]
fn aliases_are_nonterminals_of_their_grammars() {
    for alias in ALIASES {
        let text = predefined_grammar(alias.grammar).expect("a grammar");
        let (alphabet, grammar) = heap_grammar::grammar::Grammar::read(text).expect("a right grammar");
        let label = alphabet.find_nonterminal(alias.nonterminal).expect("a nonterminal");
        let rank = alias.arguments.len() + usize::from(alias.ends_at_null);
        assert_eq!(alphabet.nonterminal(label).rank(), rank, "{}", alias.name);
        for (class, fields) in alias.classes {
            let ty = alphabet.find_type(class).expect("a class");
            for (field, target) in *fields {
                let selector = alphabet.find_selector(field).expect("a field");
                assert!(grammar.knows_field(ty, selector) && alphabet.find_type(target).is_some(), "{}", alias.name);
            }
        }
    }
    // The table in the folder of grammars lists them.
    let readme = include_str!("../../../grammars/README.md");
    for alias in ALIASES {
        let null = if alias.ends_at_null { ", null" } else { "" };
        let row = format!("| `{}` | `{}({}{null})` |", alias.usage(), alias.nonterminal, alias.arguments.join(", "));
        assert!(readme.contains(&row), "{row}");
    }
}
