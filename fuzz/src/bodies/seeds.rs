//! Initial inputs of the fuzzers, from the examples and the grammars.

use std::path::Path;

use hrglass::logic::{Formulas, parse_formula};
use hrglass::task::link::encode;
use hrglass::task::settings::export_settings;
use hrglass::task::{Loaded, NoFiles, examples, load, predefined_grammars};
use serde_json::Value;

use super::SEPARATOR;

type Seeds = Vec<(String, String)>;

fn loaded() -> impl Iterator<Item = (String, Loaded)> {
    examples().iter().map(|(name, text)| (name.replace('/', "-"), load(text, "task.json", &mut NoFiles)))
}

/// A seed for each of several texts of an example, without duplicates.
fn of_examples(texts: impl Fn(&Loaded) -> Vec<String>) -> Seeds {
    let mut seeds = Seeds::new();
    for (name, task) in loaded() {
        for (number, text) in texts(&task).into_iter().enumerate() {
            if seeds.iter().all(|(_, other)| *other != text) {
                seeds.push((format!("{name}-{number}"), text));
            }
        }
    }
    seeds
}

fn joined(sections: &[&str]) -> String {
    sections.join(SEPARATOR)
}

fn program(task: &Loaded) -> String {
    let files: Vec<&str> = task.program_files.iter().map(|&file| task.sources.file(file).text.as_str()).collect();
    files.join("\n")
}

fn formulas_of(task: &Loaded) -> Vec<String> {
    task.properties.iter().map(|property| task.sources.file(property.file).text.clone()).collect()
}

fn grammar_of(task: &Loaded) -> String {
    let rules = task.grammars.iter().flat_map(|grammar| match grammar.grammar.to_value() {
        Value::Array(rules) => rules,
        other => vec![other],
    });
    let rules: Vec<Value> = rules.collect();
    if rules.is_empty() { String::new() } else { Value::Array(rules).to_string() }
}

/// The text of a file of the project, from here or from the folder of the fuzzers.
fn file(path: &str) -> Option<String> {
    let roots = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().take(2);
    roots.filter_map(|root| std::fs::read_to_string(root.join(path)).ok()).next()
}

pub fn c() -> Seeds {
    let everything = file("src/c/tests/everything.c").unwrap_or_default();
    let parts = joined(&["#include \"part1.h\"\nint main(void) { return N; }\n", "#define N 3\n"]);
    vec![("everything".to_owned(), everything), ("parts".to_owned(), parts)]
}

pub fn java() -> Seeds {
    let mut seeds = of_examples(|task| vec![program(task)]);
    let text = file("src/java/tests/everything.java");
    seeds.extend(text.map(|text| ("everything".to_owned(), text)));
    seeds
}

/// A seed for each boolean program, with a formula.
pub fn boolean() -> Seeds {
    let roots = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().take(2);
    let folders = roots.filter_map(|root| std::fs::read_dir(root.join("tests/tasks/boolean")).ok());
    let mut paths: Vec<_> = folders.flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let texts = paths.iter().filter_map(|path| std::fs::read_to_string(path).ok());
    let tasks = texts.map(|text| load(&text, "task.json", &mut NoFiles));
    let seed = |(number, task): (usize, Loaded)| {
        let formula = task.task.properties.iter().find_map(|p| p.ltl.as_deref());
        (format!("task-{number}"), joined(&[&program(&task), formula.unwrap_or("F {terminated}")]))
    };
    tasks.enumerate().map(seed).collect()
}

pub fn formulas() -> Seeds {
    of_examples(formulas_of)
}

pub fn definitions() -> Seeds {
    let mut seeds = of_examples(|task| task.boxes.iter().map(|&file| task.sources.file(file).text.clone()).collect());
    let all = "p(x: node, y) := x -> {next: y.link, prev: null} | x: node -> {} * q(x, z) * r(z, y)
        q(x, y) := x: node -> {next: y} * y: node -> {prev: x}
        r(x, y) := x == y | x == _undefined | x: node -> {next: null, data: 1}";
    seeds.push(("everything".to_owned(), all.to_owned()));
    let grammar = "ls(x: Node, y) := x == y | x -> {next: z, data: _} * ls(z, y)
        tree(x: Tree, null) := x -> {left: null, right: y} * tree(y, null) | x -> {left: x: Tree, data: true}";
    seeds.push(("grammar".to_owned(), grammar.to_owned()));
    let formula = "ls(@head, null) * _x: Node -> {} * @tail == 3 | emp | tree<Tree.left, right>(%m, _) * @this == null";
    seeds.push(("formula".to_owned(), formula.to_owned()));
    seeds
}

pub fn propositions() -> Seeds {
    of_examples(|task| {
        let mut formulas = Formulas::new();
        for property in &task.properties {
            parse_formula(&task.sources.file(property.file).text, property.file, &mut formulas);
        }
        let printed = formulas.propositions().map(|(_, proposition)| proposition.to_string());
        printed.map(|text| text.trim_start_matches('{').trim_end_matches('}').to_owned()).collect()
    })
}

pub fn json() -> Seeds {
    let odd = "{ a: 'b', /* c */ \"d\": [1, -2.5e3, null, true,], // e\n \"\\u00e4\\ud83d\\ude00\": {} } rest";
    let mut seeds = heaps();
    seeds.push(("odd".to_owned(), odd.to_owned()));
    seeds
}

pub fn heaps() -> Seeds {
    of_examples(|task| task.initial.iter().map(|initial| initial.heap.to_value().to_string()).collect())
}

pub fn grammars() -> Seeds {
    let own = of_examples(|task| {
        let is_own = |&number: &usize| task.task.grammars[number].predefined.is_none();
        let own = (0..task.grammars.len()).filter(is_own);
        own.map(|number| task.grammars[number].grammar.to_value().to_string()).collect()
    });
    let given = predefined_grammars().iter().map(|&(name, text)| (name.to_owned(), text.to_owned()));
    own.into_iter().chain(given).collect()
}

pub fn contracts() -> Seeds {
    let of_heap = |(name, heap): (String, String)| {
        let text =
            format!("{{\"method\":\"A.f\",\"contracts\":[{{\"precondition\":{heap},\"postconditions\":[{heap}]}}]}}");
        (name, text)
    };
    heaps().into_iter().map(of_heap).collect()
}

pub fn settings() -> Seeds {
    of_examples(|task| {
        // Boolean programs have no settings.
        let Ok(exported) = export_settings(&task.task) else { return Vec::new() };
        let file = exported.files.last().map(|(_, text)| text.as_str());
        vec![joined(&[&exported.settings, file.unwrap_or_default()])]
    })
}

fn documents() -> impl Iterator<Item = (String, String)> {
    examples().iter().map(|&(name, text)| (name.replace('/', "-"), text.to_owned()))
}

pub fn tasks() -> Seeds {
    documents().collect()
}

pub fn files() -> Seeds {
    of_examples(|task| {
        let Ok(exported) = export_settings(&task.task) else { return Vec::new() };
        let named = exported.files.iter().map(|(name, text)| format!("{name}\n{text}"));
        let with_settings = named.clone().chain([format!("run.attestor\n{}", exported.settings)]);
        let sections = |texts: Vec<String>| texts.join(SEPARATOR);
        vec![sections(named.collect()), sections(with_settings.collect())]
    })
}

pub fn links() -> Seeds {
    let link = |(name, text): (String, String)| {
        let changed = text.replacen("\"title\": \"", "\"title\": \"A \", \"description\": \"", 1);
        let task = serde_json::from_str::<Value>(&changed).map_or(text, |value| value.to_string());
        let encoded = encode(&task, &[("tab".to_owned(), "proof".to_owned())]).ok()?;
        Some((name, joined(&[&encoded.fragment, &task, "tab=proof\nstate=ä"])))
    };
    documents().filter_map(link).collect()
}

pub fn parts() -> Seeds {
    of_examples(|task| {
        let heap = task.initial.first().map(|initial| initial.heap.to_value().to_string());
        let options = task.task.options.to_value().to_string();
        let (entry, formulas) = (&task.task.program.entry, formulas_of(task).join("\n"));
        vec![joined(&[entry, &options, &formulas, &program(task), &grammar_of(task), &heap.unwrap_or_default()])]
    })
}

pub fn runs() -> Seeds {
    documents().collect()
}
