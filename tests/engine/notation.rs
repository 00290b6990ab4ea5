//! Grammars as definitions and heaps as formulas: what is shown reads back, and tasks that are written so are those that are written as JSON.

use std::path::Path;

use expect_test::expect;
use hrglass::base::{Random, Silent, Sources, has_errors};
use hrglass::campaign::random_laws_task;
use hrglass::grammar::definitions::{
    Notation, Scope, ScopeType, ScopeVariable, definitions_of, formula_of, shown_definitions,
};
use hrglass::grammar::document::GrammarDocument;
use hrglass::grammar::{Rule, build_rules, check_rules};
use hrglass::heap::document::HeapDocument;
use hrglass::heap::{Alphabet, Canoniser, ExternalOrder, Heap, Role, build_heap};
use hrglass::separation::{Formula, parse_cases, parse_definitions};
use hrglass::session::run;
use hrglass::task::{Loaded, NoFiles, example, examples, load};

/// The grammar and the heaps of a task.
fn documents(loaded: &Loaded) -> (GrammarDocument, Vec<HeapDocument>) {
    let nonterminals = loaded.grammars.iter().flat_map(|own| own.grammar.nonterminals.clone()).collect();
    (GrammarDocument { nonterminals }, loaded.initial.iter().map(|initial| initial.heap.clone()).collect())
}

/// Rules and heaps in canonical form. Rules that occur twice count once.
fn canonical(
    grammar: &GrammarDocument,
    heaps: &[HeapDocument],
    alphabet: &mut Alphabet,
) -> (Vec<(String, Heap)>, Vec<Heap>) {
    let (rules, _) = build_rules(std::slice::from_ref(grammar), alphabet);
    let mut canoniser = Canoniser::default();
    let mut form = |mut heap: Heap| {
        canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        heap
    };
    let name = |rule: &Rule| alphabet.nonterminal(rule.label).name.clone();
    let mut found: Vec<(String, Heap)> = Vec::new();
    for rule in &rules {
        let own = (name(rule), form(rule.body.clone()));
        if !found.contains(&own) {
            found.push(own);
        }
    }
    let heaps = heaps.iter().filter_map(|heap| build_heap(heap, alphabet, Role::Program).ok()).map(form);
    (found, heaps.collect())
}

/// Shows grammar and heaps of a task, and reads what is shown: some variables have names of their own in formulas.
#[track_caller]
fn check_law(name: &str, loaded: &Loaded) -> (usize, usize) {
    let (grammar, heaps) = documents(loaded);
    let text = shown_definitions(&definitions_of(&grammar));
    let variables = heaps.iter().flat_map(|heap| &heap.variables).map(|variable| variable.name.clone());
    let known = variables.filter(|name| name.starts_with('@') && name.ends_with(':')).map(|in_heaps| {
        let name = in_heaps.trim_matches(['@', ':']).to_owned();
        ScopeVariable { name, in_heaps, ty: ScopeType::Unknown }
    });
    let of_heaps = Scope { variables: known.collect(), ..Scope::default() };
    let shown: Vec<String> =
        heaps.iter().map(|heap| formula_of(heap, of_heaps.clone(), std::iter::once(&grammar)).to_string()).collect();
    let mut sources = Sources::default();
    let file = sources.add("grammar.sl", text.as_str());
    let (definitions, mut found) = parse_definitions(&text, file);
    let mut notation = Notation::new(Scope::default(), std::iter::empty());
    let read = notation.define(&[&definitions], &mut found).remove(0);
    let notation = Notation::new(of_heaps, std::iter::once(&read));
    let cases: Vec<Formula> = shown.iter().flat_map(|text| parse_cases(text, file).0).collect();
    let again = notation.heaps(&cases, &mut found);
    let errors: Vec<String> = found.iter().map(|diagnostic| diagnostic.message.to_string()).collect();
    assert!(!has_errors(&found), "{name}: {errors:#?}\n{text}\n{shown:#?}");
    let mut alphabet = Alphabet::default();
    let before = canonical(&grammar, &heaps, &mut alphabet);
    assert_eq!(before, canonical(&read, &again, &mut alphabet), "{name}:\n{text}\n{shown:#?}");
    (grammar.rules().count(), heaps.len())
}

#[test]
fn grammars_and_heaps_of_all_tasks_read_back() {
    let mut texts: Vec<(String, String)> =
        examples().iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tasks")];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().map(|e| e.path()).collect();
        entries.sort();
        for path in entries {
            match path.extension() {
                Some(extension) if extension == "json" => {
                    texts.push((path.display().to_string(), std::fs::read_to_string(&path).expect("a text")));
                }
                None => folders.push(path),
                Some(_) => {}
            }
        }
    }
    let (mut rules, mut heaps) = (0, 0);
    for (name, text) in &texts {
        let loaded = load(text, "task.json", &mut NoFiles);
        if loaded.initial.is_empty() && loaded.grammars.is_empty() {
            continue;
        }
        let counts = check_law(name, &loaded);
        rules += counts.0;
        heaps += counts.1;
    }
    expect!["653 rules, 123 heaps"].assert_eq(&format!("{rules} rules, {heaps} heaps"));
}

#[test]
fn random_grammars_and_heaps_read_back() {
    let (mut rules, mut heaps) = (0, 0);
    for seed in 0..400 {
        let task = random_laws_task(&mut Random::scattered(seed));
        let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
        let (grammar, _) = documents(&loaded);
        let mut alphabet = Alphabet::default();
        let (built, found) = build_rules(std::slice::from_ref(&grammar), &mut alphabet);
        if has_errors(&found) || !check_rules(&alphabet, &built).is_empty() {
            continue;
        }
        let counts = check_law(&format!("{seed}: {task}"), &loaded);
        rules += counts.0;
        heaps += counts.1;
    }
    expect!["2050 rules, 380 heaps"].assert_eq(&format!("{rules} rules, {heaps} heaps"));
}

#[test]
fn a_formula_is_the_task_that_json_is() {
    let task = |grammars: serde_json::Value, initial: serde_json::Value| {
        let (_, example) = examples().iter().find(|(name, _)| *name == "lists/reverse").expect("an example");
        let mut task: serde_json::Value = serde_json::from_str(example).expect("JSON");
        task["grammars"] = grammars;
        task["initial"] = initial;
        let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
        let session = run(&loaded, &mut Silent);
        let report = session.report();
        assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
        let verdicts: Vec<String> =
            report.properties.iter().map(|p| format!("{} {:?}", p.id, p.judgement.verdict)).collect();
        (verdicts, session.unlabelled_space().map(|space| space.states.len()))
    };
    let json: serde_json::Value = serde_json::from_str(example("lists/reverse").expect("one")).expect("JSON");
    let formula =
        serde_json::json!([{"formula": "head -> {next: x} * sll<SLList.next>(x, @tail) * @tail -> {next: null}"}]);
    let own = task(serde_json::json!([]), formula);
    assert_eq!(own, task(json["grammars"].clone(), json["initial"].clone()));
}
