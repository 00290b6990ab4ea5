//! Robustness against arbitrary bytes: every reader returns a value or an error, and none panics.

use hrglass::base::{Diagnostic, Message, Random, Sources, has_errors, json};
use hrglass::grammar::document::GrammarDocument;
use hrglass::heap::document::{ContractDocument, HeapDocument};
use hrglass::task::settings::{export_settings, import_arguments};
use hrglass::task::{Files, Loaded, NoFiles, Overrides, load};

const HEAP: &str = r#"{ "nodes": [ {"type":"NULL","number":1}, {"type":"Ring","number":2,} ], "externals": [1],
  "variables": [ {"name":"null","target":0}, {"name":"@parameter0:","target":"1"} ], // comment
  "selectors": [ {"label":"next","origin":1,"target":2} ], /* and */ 'hyperedges': [ {label:RefSLList,"tentacles":[2,0]} ] } rest"#;

const SETTINGS: &str = "# tiny run\n--description \"walk the ring\"\n--classpath\t\"ex\"\r\n--class Ring\n--method=walk\n\
    --predefined-grammar DLList\n--rename DLListNode=Ring next=succ\n--initial i.json -mc \"G ({terminated})\"\n-a -ms 7 -e x\n";

/// A file system in which every file has the same text.
struct Everywhere(String);

impl Files for Everywhere {
    fn read(&mut self, _: &str) -> Result<String, Message> {
        Ok(self.0.clone())
    }

    fn list(&mut self, _: &str) -> Result<Vec<String>, Message> {
        Ok(vec!["A.java".to_owned(), "Ring.java".to_owned()])
    }
}

fn grammar() -> String {
    format!("[{{\"nonterminal\":\"RefSLList\",\"rank\":1,\"reductionTentacles\":[false],\"rules\":[{HEAP}]}}]")
        .replace(" rest", "")
}

fn contract() -> String {
    format!("{{\"method\":\"f\",\"contracts\":[{{\"precondition\":{HEAP},\"postconditions\":[{HEAP}]}}]}}")
        .replace(" rest", "")
}

fn task() -> String {
    format!(
        r#"{{ "schema": "hrglass.task/1", "title": "ä𝄞", "expected": {{"F1": "satisfied"}}, "analysis": "heap",
  "program": {{ "language": "java", "entry": "Ring.walk", "files": [ {{"name": "Ring.java", "text": "class Ring {{}}"}} ] }},
  "grammars": [ {{"predefined": "SLList", "rename": {{"ListNode": "Ring", "next": "succ"}}}} ],
  "initial": [ {{"heap": {} }} ], "contracts": [], "properties": [ {{"id": "F1", "ltl": "G true"}} ],
  "options": {{ "maxStates": "20", "canonical": true }}, "tags": ["a"], "figure": "2.3",
  "de": {{ "title": "\u00e4", "look": "L" }}, "view": {{ "tab": "proof", "state": "\u00e4\ud83d\ude00", "step": 2 }} }}"#,
        HEAP.replace("// comment", "").replace(" rest", "")
    )
}

/// Every diagnostic can be shown: its position is inside its file.
fn show(diagnostics: &[Diagnostic], sources: &Sources) {
    for diagnostic in diagnostics {
        let _ = diagnostic.render(sources);
        if let Some(span) = diagnostic.span {
            assert!(span.end as usize <= sources.file(span.file).text.len() + 1, "{diagnostic:?}");
        }
    }
}

fn document<T>(text: &str, read: impl Fn(&json::JsonNode, &mut Vec<Diagnostic>) -> Option<T>) {
    let mut diagnostics = Vec::new();
    let mut sources = Sources::default();
    let file = sources.add("document.json", text);
    let found = json::parse(file, text, &mut diagnostics).and_then(|n| read(&n, &mut diagnostics));
    assert!(found.is_some() || has_errors(&diagnostics), "neither read nor reported: {text:?}");
    show(&diagnostics, &sources);
}

fn loaded(loaded: &Loaded) {
    show(&loaded.diagnostics, &loaded.sources);
    if !has_errors(&loaded.diagnostics) {
        // A task that is accepted can be written and read again.
        let again = load(&loaded.task.to_json(), "again.json", &mut NoFiles);
        assert!(!has_errors(&again.diagnostics), "{:?}\n{}", again.diagnostics, loaded.task.to_json());
        assert_eq!(again.task, loaded.task);
        let _ = export_settings(&loaded.task);
    }
}

fn all_readers(text: &str) {
    document(text, HeapDocument::read);
    document(text, GrammarDocument::read);
    document(text, ContractDocument::read);
    loaded(&load(text, "task.json", &mut Everywhere(text.to_owned())));
    loaded(&load(text, "run.attestor", &mut Everywhere(HEAP.to_owned())));
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    loaded(&import_arguments(None, &words, &mut Everywhere(SETTINGS.to_owned()), &Overrides::default()));
}

fn seeds() -> [String; 5] {
    [HEAP.to_owned(), grammar(), contract(), task(), SETTINGS.to_owned()]
}

#[test]
fn the_seeds_are_right() {
    let [heap, grammar, contract, task, settings] = seeds();
    let accepts = |text: &str, found: bool| assert!(found, "{text}");
    let parse = |text: &str| json::parse(Sources::default().add("", text), text, &mut Vec::new()).unwrap();
    accepts(&heap, HeapDocument::read(&parse(&heap), &mut Vec::new()).is_some());
    accepts(&grammar, GrammarDocument::read(&parse(&grammar), &mut Vec::new()).is_some());
    accepts(&contract, ContractDocument::read(&parse(&contract), &mut Vec::new()).is_some());
    for (name, text) in [("task.json", task), ("run.attestor", settings)] {
        let loaded = load(&text, name, &mut Everywhere(HEAP.to_owned()));
        assert!(!has_errors(&loaded.diagnostics), "{:?}", loaded.diagnostics);
    }
}

#[test]
fn truncated_at_every_byte() {
    for seed in seeds() {
        for end in 0..=seed.len() {
            all_readers(&String::from_utf8_lossy(&seed.as_bytes()[..end]));
        }
    }
}

#[test]
fn mutated() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let pieces: [&[u8]; 16] = [
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b",",
        b":",
        b"-1",
        b"99999999999999999999",
        b"null",
        b"\\u",
        b"--",
        b"=",
        b"\xff",
        b"\n",
        b"true",
    ];
    for seed in seeds() {
        for _ in 0..1500 {
            let mut bytes = seed.clone().into_bytes();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len());
                let piece = pieces[random.below(pieces.len())];
                match random.below(4) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => drop(bytes.splice(at..at, piece.iter().copied())),
                    2 => drop(bytes.drain(at..(at + random.below(30)).min(bytes.len()))),
                    _ => {
                        let from = random.below(bytes.len());
                        let part = bytes[from..(from + random.below(60)).min(bytes.len())].to_vec();
                        bytes.splice(at..at, part);
                    }
                }
            }
            all_readers(&String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn random_bytes() {
    let mut random = Random::new(0x1234_5678_9abc_def1);
    for _ in 0..3000 {
        let length = random.below(80);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        all_readers(&String::from_utf8_lossy(&bytes));
        let alphabet = b"{}[]\"':,\\/#*-=0123456789 abnu\n\t";
        let bytes: Vec<u8> = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
        all_readers(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn deep_nesting_needs_little_stack() {
    let run = || {
        for open in ["[", "{\"a\":", "[{a:"] {
            all_readers(&open.repeat(200_000));
        }
    };
    // As much stack as a WebAssembly module has.
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}
