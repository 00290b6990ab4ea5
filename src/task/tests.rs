//! Task documents and settings files, read from memory.

mod written;

use std::collections::BTreeMap;

use super::settings::{export_settings, import_arguments};
use super::*;
use base::{Message, Severity, has_errors};

/// Files in memory.
#[derive(Default)]
struct MemoryFiles(BTreeMap<String, String>);

impl MemoryFiles {
    fn with(mut self, path: &str, text: &str) -> Self {
        self.0.insert(path.to_owned(), text.to_owned());
        self
    }
}

impl Files for MemoryFiles {
    fn read(&mut self, path: &str) -> Result<String, Message> {
        self.0.get(path).cloned().ok_or_else(|| Message::verbatim("no such file"))
    }

    fn list(&mut self, path: &str) -> Result<Vec<String>, Message> {
        let names = self.0.keys().filter_map(|p| p.strip_prefix(path)?.strip_prefix('/'));
        let names: Vec<String> = names.filter(|n| !n.contains('/')).map(str::to_owned).collect();
        if names.is_empty() { Err(Message::verbatim("no such directory")) } else { Ok(names) }
    }
}

const RING: &str = "class Ring { Ring succ; }";
const HEAP: &str = r#"{"nodes":[{"type":"NULL","number":1},{"type":"ListNode","number":2}],"externals":[],
    "variables":[{"name":"null","target":0}],"selectors":[{"label":"next","origin":1,"target":2}],"hyperedges":[]}"#;
const CONTRACT: &str = r#"{"method": "<Ring: void f()>", "contracts": []}"#;

fn files() -> MemoryFiles {
    MemoryFiles::default()
        .with("code/Ring.java", RING)
        .with("heap.json", HEAP)
        .with("grammar.json", "[]")
        .with("contract.json", CONTRACT)
}

fn codes(loaded: &Loaded, severity: Severity) -> Vec<&'static str> {
    loaded.diagnostics.iter().filter(|d| d.severity == severity).map(|d| d.code).collect()
}

mod document {
    use super::*;

    const TASK: &str = r#"{ "schema": "hrglass.task/1", "title": "T", "description": "D",
  "look": "at L", "tags": ["rings", "lists"], "figure": "2.3", "de": {"title": "Ring", "description": "B", "look": "S"},
  "expected": {"F1": "satisfied", "F2": {"top-level": "unknown", "*": "satisfied"}, "memorySafety": "violated"},
  "analysis": "heap",
  "program": { "language": "java", "entry": "Ring.walk", "files": [ {"name": "Ring.java", "text": "class Ring {}"} ] },
  "grammars": [ {"predefined": "SLList", "rename": {"ListNode": "Ring", "next": "succ"}}, {"path": "grammar.json"} ],
  "initial": [ {"path": "heap.json", "rename": {"ListNode": "Ring"}} ],
  "contracts": [ {"path": "contract.json"} ],
  "properties": [ {"id": "F1", "ltl": "G true"}, {"ltl": "F {terminated}"} ],
  "options": { "maxStates": "20", "search": "breadthFirst", "mcSkip": ["f"] },
  "view": { "tab": "proof", "property": "F2", "strategy": "rsm", "state": "a1", "component": "f", "step": 3, "assertion": 7, "line": "Ring.java:1" } }"#;

    fn read(text: &str) -> Loaded {
        load(text, "task.json", &mut files())
    }

    /// `TASK` with one replacement has this error at this text, and the suggestion mentions `advice`.
    #[track_caller]
    fn rejects(old: &str, new: &str, code: &str, place: &str, advice: &str) {
        assert!(TASK.contains(old));
        let text = TASK.replacen(old, new, 1);
        let loaded = read(&text);
        let error = loaded.diagnostics.iter().find(|d| d.severity == Severity::Error).expect("an error");
        let span = error.span.expect("a place");
        let source = &loaded.sources.file(span.file).text;
        assert_eq!((error.code, &source[span.start as usize..span.end as usize]), (code, place), "{}", error.message);
        assert!(error.suggestion.clone().unwrap_or_default().contains(advice), "{:?}", error.suggestion);
    }

    #[test]
    fn everything_is_read_and_the_result_is_self_contained() {
        let loaded = read(TASK);
        assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
        assert_eq!(loaded.task.options.max_states, 20);
        assert_eq!(loaded.task.options.search, Search::BreadthFirst);
        assert_eq!(loaded.task.expected["memorySafety"], Expected::Always(Expectation::Violated));
        let expected = ["top-level", "rsm"].map(|strategy| loaded.task.expected["F2"].with(strategy));
        assert_eq!(expected, [Some(Expectation::Unknown), Some(Expectation::Satisfied)]);
        assert_eq!(loaded.sources.file(loaded.program_files[0]).text, "class Ring {}");
        assert_eq!(loaded.properties[1].id, "F2");
        assert_eq!(loaded.sources.file(loaded.properties[1].file).text, "F {terminated}");
        assert_eq!(loaded.initial[0].heap.nodes[1].value, "Ring");
        let rules = loaded.grammars[0].grammar.rules().next().unwrap();
        assert_eq!((rules.nodes[0].value.as_str(), rules.selectors[0].label.as_str()), ("Ring", "succ"));
        let task = &loaded.task;
        assert_eq!((task.look.as_str(), task.figure.as_deref()), ("at L", Some("2.3")));
        assert_eq!(task.tags, ["rings", "lists"]);
        assert_eq!(task.de.as_ref().map(|de| [&*de.title, &*de.description, &*de.look]), Some(["Ring", "B", "S"]));
        assert_eq!(
            VIEW_KEYS.map(|key| task.view[key].as_str()),
            ["proof", "F2", "rsm", "a1", "f", "3", "7", "Ring.java:1"]
        );
        let text = loaded.task.to_json();
        let again = load(&text, "task.json", &mut NoFiles);
        assert!(again.diagnostics.is_empty());
        assert_eq!(again.task, loaded.task);
        assert_eq!(again.task.to_json(), text);
        // What serde reads is the same task.
        assert_eq!(serde_json::from_str::<Task>(&text).unwrap(), loaded.task);
    }

    #[test]
    fn mistakes_are_errors_at_their_place() {
        rejects("\"title\"", "\"titel\"", "json/unknown-key", "\"titel\"", "`title`");
        rejects("task/1", "task/2", "task/schema", "\"hrglass.task/2\"", "");
        rejects("\"heap\"", "\"hepa\"", "task/unknown-value", "\"hepa\"", "`heap`");
        rejects("\"java\"", "\"jva\"", "task/unknown-value", "\"jva\"", "java");
        rejects(
            "{\"ltl\": \"F {terminated}\"}",
            "{\"check\": \"no-overflow\"}",
            "task/check",
            "\"no-overflow\"",
            "blocks",
        );
        rejects(
            "{\"ltl\": \"F {terminated}\"}",
            "{\"check\": \"overflow\"}",
            "task/unknown-value",
            "\"overflow\"",
            "no-overflow",
        );
        rejects("{\"ltl\"", "{\"check\": \"no-overflow\", \"ltl\"", "task/one-of", "\"no-overflow\"", "");
        rejects("\"files\"", "\"dataModel\": \"LP64\", \"files\"", "json/unknown-key", "\"dataModel\"", "");
        rejects("\"Ring.walk\"", "\"Ring.\"", "task/entry", "\"Ring.\"", "Class.method");
        rejects("\"SLList\"", "\"SList\"", "task/unknown-grammar", &rename_entry("SList"), "`SLList`");
        rejects("\"next\": \"succ\"", "\"nxt\": \"succ\"", "task/rename", "\"nxt\"", "`next`");
        rejects("\"F1\": \"satisfied\"", "\"F1\": \"satisfid\"", "task/unknown-value", "\"satisfid\"", "satisfied");
        rejects("{\"F1\": ", "{\"F9\": ", "task/expected", "\"F9\"", "F1");
        rejects("\"top-level\": \"unk", "\"toplevel\": \"unk", "task/expected", "\"toplevel\"", "`top-level`");
        rejects("\"*\": \"satisfied\"", "\"*\": \"maybe\"", "task/unknown-value", "\"maybe\"", "");
        rejects("\"maxStates\"", "\"maxState\"", "json/unknown-key", "\"maxState\"", "`maxStates`");
        rejects("\"20\"", "\"many\"", "json/wrong-type", "\"many\"", "");
        rejects(
            "\"path\": \"heap.json\"",
            "\"path\": \"nowhere\"",
            "task/unreadable",
            &initial_entry("\"path\": \"nowhere\""),
            "",
        );
        rejects("\"path\": \"heap.json\"", "\"name\": \"x\"", "task/one-of", &initial_entry("\"name\": \"x\""), "");
        rejects(
            "{\"ltl\"",
            "{\"id\": \"F1\", \"ltl\"",
            "task/duplicate",
            "{\"id\": \"F1\", \"ltl\": \"F {terminated}\"}",
            "",
        );
        rejects("\"maxStates\"", "\"strategy\": \"rms\", \"maxStates\"", "task/unknown-value", "\"rms\"", "rsm");
        rejects("\"maxStates\"", "\"indexed\": true, \"maxStates\"", "task/indexed", "true", "");
    }

    #[test]
    fn mistakes_in_what_is_for_people_are_errors_at_their_place() {
        rejects("\"look\"", "\"lok\"", "json/unknown-key", "\"lok\"", "`look`");
        rejects("\"at L\"", "[]", "json/wrong-type", "[]", "");
        rejects("[\"rings\", \"lists\"]", "\"rings\"", "json/wrong-type", "\"rings\"", "");
        rejects("\"rings\"", "\"\"", "json/empty-name", "\"\"", "");
        rejects("\"rings\"", "{}", "json/wrong-type", "{}", "");
        rejects("\"2.3\"", "[2.3]", "json/wrong-type", "[2.3]", "");
        rejects("{\"title\": \"Ring\"", "{\"titel\": \"Ring\"", "json/unknown-key", "\"titel\"", "`title`");
        rejects("\"look\": \"S\"}", "\"look\": {}}", "json/wrong-type", "{}", "");
        rejects("\"proof\"", "\"prof\"", "task/unknown-value", "\"prof\"", "`proof`");
        rejects("\"tab\"", "\"tap\"", "json/unknown-key", "\"tap\"", "`tab`");
        rejects("\"property\": \"F2\"", "\"property\": \"F3\"", "task/unknown-value", "\"F3\"", "`F1`");
        rejects("\"strategy\": \"rsm\"", "\"strategy\": \"all\"", "task/unknown-value", "\"all\"", "pdr");
        rejects("\"a1\"", "{\"number\": 1}", "json/wrong-type", "{\"number\": 1}", "");
        rejects("\"step\": 3", "\"step\": -3", "json/wrong-type", "-3", "");
    }

    fn rename_entry(name: &str) -> String {
        format!("{{\"predefined\": \"{name}\", \"rename\": {{\"ListNode\": \"Ring\", \"next\": \"succ\"}}}}")
    }

    fn initial_entry(first: &str) -> String {
        format!("{{{first}, \"rename\": {{\"ListNode\": \"Ring\"}}}}")
    }

    #[test]
    fn selectors_can_be_renamed_for_one_type() {
        let task = TASK.replace("\"next\": \"succ\"", "\"ListNode.next\": \"succ\"");
        assert_eq!(read(&task).task.grammars, read(TASK).task.grammars);
    }

    #[test]
    fn paths_need_files() {
        let loaded = load(TASK, "task.json", &mut NoFiles);
        assert_eq!(codes(&loaded, Severity::Error), ["task/unreadable"; 3]);
    }

    #[test]
    fn overrides_win() {
        let text = TASK.replace("\"maxStates\"", "\"strategy\": \"rsm\", \"maxStates\"");
        let strategy = Some(Strategy::TopLevel);
        let overrides = Overrides { strategy, max_states: Some(7), seconds: Some(3), ..Overrides::default() };
        let loaded = load_with(&text, "task.json", &mut files(), &overrides);
        assert!(!has_errors(&loaded.diagnostics));
        let options = loaded.task.options;
        assert_eq!((options.strategy, options.max_states, options.seconds), (Strategy::TopLevel, 7, Some(3)));
    }

    #[test]
    fn canonical_has_its_consequences() {
        let with = |options: &str| {
            read(&TASK.replace("{\"path\": \"contract.json\"}", "").replace("\"maxStates\": \"20\"", options))
        };
        let loaded = with("\"canonical\": true, \"admissibleAbstraction\": true");
        assert!(!codes(&loaded, Severity::Warning).contains(&"task/options"));
        let options = &loaded.task.options;
        assert!(options.admissible_full && options.admissible_constants && options.admissible_markings);
        assert!(!options.chain_abstraction);
        assert_eq!(codes(&with("\"canonical\": true"), Severity::Warning), ["task/options"]);
        let both = with("\"canonical\": true, \"admissibleAbstraction\": true, \"postProcessing\": true");
        assert_eq!(codes(&both, Severity::Error), ["task/options"]);
        assert_eq!(codes(&with("\"admissibleFull\": true"), Severity::Warning), ["task/options"]);
    }

    #[test]
    fn the_library_is_in_order() {
        for (name, _) in predefined_grammars() {
            let text = format!(
                r#"{{program: {{entry: A.f, files: [{{text: "class A {{}}"}}]}}, grammars: [{{predefined: {name}}}]}}"#
            );
            assert_eq!(read(&text).diagnostics, [], "{name}");
        }
        for (name, text) in examples() {
            let loaded = load(text, name, &mut NoFiles);
            assert!(!has_errors(&loaded.diagnostics), "{name}: {:?}", loaded.diagnostics);
        }
    }

    #[test]
    fn tasks_about_heaps_are_also_tasks_of_the_other_analysis() {
        let mut left_out = 0;
        for (name, text) in examples() {
            let task = load(text, name, &mut NoFiles).task;
            let has_other = matches!(task.analysis, Analysis::Heap | Analysis::Forest);
            let Some(other) = task.for_other_analysis(Some(serde_json::json!([]))) else {
                assert!(!has_other, "{name}");
                continue;
            };
            assert!(has_other && other.task.analysis != task.analysis, "{name}");
            assert_eq!(other.task.properties.len() + other.left_out.len(), task.properties.len(), "{name}");
            assert_eq!(other.is_learned, task.analysis == Analysis::Forest && task.grammars.is_empty(), "{name}");
            assert_eq!(other.task.grammars.len(), task.grammars.len() + usize::from(other.is_learned), "{name}");
            let loaded = load(&other.task.to_json(), name, &mut NoFiles);
            assert!(!has_errors(&loaded.diagnostics), "{name}: {:?}", loaded.diagnostics);
            left_out += other.left_out.len();
        }
        assert!(left_out > 20, "{left_out}");
    }

    #[test]
    fn forest_automata_are_asked_neither_for_formulas_nor_for_contracts() {
        let task = read(TASK).task;
        let other = task.for_other_analysis(None).expect("forest automata");
        assert_eq!((other.left_out, other.is_learned), (vec!["F1".to_owned(), "F2".to_owned()], false));
        let OtherTask { task: other, .. } = task.for_other_analysis(None).expect("forest automata");
        assert_eq!((other.properties.len(), other.contracts.len(), other.grammars.len()), (0, 0, 2));
        assert_eq!(other.options.strategy, Strategy::default());
    }
}

mod settings_files {
    use super::*;

    const BASE: &str =
        "--class Ring --classpath code --method walk --predefined-grammar SLList --rename ListNode=Ring next=succ\n";

    fn import(settings: &str) -> Loaded {
        load(settings, "run.attestor", &mut files())
    }

    /// The loaded task of `BASE` with more options, which must be all right.
    #[track_caller]
    fn with(more: &str) -> Task {
        let loaded = import(&format!("{BASE}{more}"));
        assert!(!has_errors(&loaded.diagnostics), "{:?}", loaded.diagnostics);
        loaded.task
    }

    #[track_caller]
    fn rejects(settings: &str, code: &str) {
        let loaded = import(settings);
        assert!(codes(&loaded, Severity::Error).contains(&code), "{:?}", loaded.diagnostics);
    }

    #[test]
    fn the_program() {
        let task = with("");
        assert_eq!(task.program.entry, "Ring.walk");
        assert_eq!(task.program.files[0].text.as_deref(), Some(RING));
        assert_eq!(with("--method go").program.entry, "Ring.go");
        assert_eq!(with("-m go -m stop").program.entry, "Ring.stop");
        assert_eq!(import("--class Ring --classpath code").task.program.entry, "Ring.main");
        rejects("--classpath code", "settings/missing-option");
        rejects("--class Ring", "settings/missing-option");
        rejects("--class Ring --classpath nowhere", "task/unreadable");
    }

    #[test]
    fn the_program_is_what_the_class_mentions() {
        let mut files = MemoryFiles::default()
            .with("code/p/Main.java", "package p; class Main { A a; }")
            .with("code/p/A.java", "package p; class A { B b; }")
            .with("code/p/B.java", "package p; class B { Main m; }")
            .with("code/p/Other.java", "package p; class Other { Main m; }");
        let loaded = load("--class p.Main\n--classpath code\n--method f", "x.attestor", &mut files);
        let names: Vec<&str> = loaded.task.program.files.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["Main.java", "A.java", "B.java"]);
        let loaded = load("--class p.Inner\n--classpath code\n--method f", "x.attestor", &mut files);
        assert_eq!(loaded.task.program.files.len(), 4);
    }

    #[test]
    fn description() {
        assert_eq!(with("--description \"a b\"").description, "a b");
        assert_eq!(with("-d \"-a\"").description, "-a");
    }

    #[test]
    fn root_path_prefixes_and_the_first_counts() {
        let mut files = MemoryFiles::default().with("r/code/Ring.java", RING).with("r/heap.json", HEAP);
        let settings = format!("{BASE}--root-path r -i heap.json -rp s");
        let loaded = load(&settings, "x.attestor", &mut files);
        assert!(!has_errors(&loaded.diagnostics), "{:?}", loaded.diagnostics);
        assert_eq!(loaded.initial.len(), 1);
    }

    #[test]
    fn heaps_grammars_and_contracts() {
        let task = with("--initial heap.json -i heap.json --grammar grammar.json --contract contract.json");
        assert_eq!((task.initial.len(), task.contracts.len()), (2, 1));
        let heap = task.initial[0].heap.clone().unwrap().to_string();
        assert!(heap.contains("Ring") && heap.contains("succ") && !heap.contains("ListNode"));
        // User grammars come first, whatever the order of the options.
        assert_eq!(task.grammars[0].name.as_deref(), Some("grammar.json"));
        assert_eq!(task.grammars[1].predefined.as_deref(), Some("SLList"));
        assert_eq!(task.grammars[1].rename["next"], "succ");
        rejects(&format!("{BASE}-i nowhere.json"), "task/unreadable");
        rejects(&format!("{BASE}-pg SList"), "task/unknown-grammar");
    }

    #[test]
    fn renaming() {
        rejects(&format!("{BASE}-r A=B=C"), "settings/rename");
        rejects(&format!("{BASE}-r A"), "settings/rename");
        rejects(&format!("{BASE}-r =B"), "settings/rename");
        rejects(&format!("{BASE}-r ListNode=Other"), "settings/rename");
        let loaded = import(&format!("{BASE}--rename DLListNode=Doubly"));
        assert_eq!(codes(&loaded, Severity::Warning), ["settings/rename"]);
        let task = with("--predefined-grammar BT --rename BTNode=Tree left=l right=r");
        assert_eq!(task.grammars[1].rename["BTNode"], "Tree");
        assert_eq!(task.grammars[1].rename["right"], "r");
    }

    #[test]
    fn formulas() {
        let task = with("--model-checking \"G true\"\n-mc \"F {terminated}\"");
        let formulas: Vec<(&str, &str)> =
            task.properties.iter().map(|p| (p.id.as_str(), p.ltl.as_deref().unwrap_or_default())).collect();
        assert_eq!(formulas, [("F1", "G true"), ("F2", "F {terminated}")]);
        assert_eq!(with("--mc-skip a,<init> --mc-skip b").options.mc_skip, ["a", "<init>", "b"]);
        let loaded = import(&format!("{BASE}--hierarchical-model-checking"));
        assert_eq!(codes(&loaded, Severity::Error), [""; 0]);
        assert_eq!(loaded.task.options.strategy, Strategy::Rsm);
    }

    #[test]
    fn flags() {
        // Settings ask for the other strategies.
        let default = Options { strategy: Strategy::TopLevel, ..Options::default() };
        assert_eq!(with("").options, default);
        let a = Options { admissible_abstraction: true, ..default.clone() };
        let all = [
            ("-a", a.clone()),
            ("-a --admissible-constants", Options { admissible_constants: true, ..a.clone() }),
            ("-a --admissible-markings", Options { admissible_markings: true, ..a.clone() }),
            ("-a --admissible-full", Options { admissible_full: true, ..a.clone() }),
            ("-a --post-processing", Options { post_processing: true, ..a.clone() }),
            ("--no-chain-abstraction", Options { chain_abstraction: false, ..default.clone() }),
            ("--no-rule-collapsing", Options { rule_collapsing: false, ..default.clone() }),
            ("--no-garbage-collector", Options { garbage_collection: false, ..default.clone() }),
            ("-ngc", Options { garbage_collection: false, ..default.clone() }),
            (
                "--admissible-abstraction --canonical",
                Options {
                    canonical: true,
                    admissible_full: true,
                    admissible_constants: true,
                    admissible_markings: true,
                    chain_abstraction: false,
                    ..a.clone()
                },
            ),
        ];
        for (text, expected) in all {
            assert_eq!(with(text).options, expected, "{text}");
        }
        rejects(&format!("{BASE}-a --canonical --post-processing"), "task/options");
        for unsupported in ["--indexed", "--predicate", "-sid x", "--initial-heap x", "--abstraction-rule x"] {
            rejects(&format!("{BASE}{unsupported}"), "settings/unsupported");
        }
    }

    #[test]
    fn limits() {
        assert_eq!(with("--max-state-space 70 -mh=9").options.limits(), base::Limits { states: 70, heap_vertices: 9 });
        let none = base::Limits { states: u32::MAX, heap_vertices: u32::MAX };
        assert_eq!(with("-ms -1 -mh 9").options.limits(), none);
        rejects(&format!("{BASE}-ms many"), "settings/number");
        rejects(&format!("{BASE}-ms -2"), "settings/number");
    }

    #[test]
    fn exports_and_logging_are_ignored_with_a_note() {
        for option in [
            "--export x",
            "-e x",
            "--export-grammar x",
            "--export-large-states x",
            "--export-contracts x",
            "--save-contracts x",
            "--quiet",
            "-q",
            "--verbose",
            "-v",
            "--debug",
        ] {
            let loaded = import(&format!("{BASE}{option}"));
            assert_eq!(codes(&loaded, Severity::Note), ["settings/ignored"], "{option}");
            assert_eq!(loaded.diagnostics.len(), 1, "{option}");
        }
    }

    #[test]
    fn names_values_and_surplus() {
        assert_eq!(with("--method=go").program.entry, "Ring.go");
        assert_eq!(with("--meth go").program.entry, "Ring.go");
        assert_eq!(with("--method=\"go\"").program.entry, "Ring.go");
        rejects(&format!("{BASE}--methd go"), "settings/unknown-option");
        rejects(&format!("{BASE}--admissible"), "settings/unknown-option");
        rejects(&format!("{BASE}--method --debug"), "settings/argument");
        rejects(&format!("{BASE}--debug=1"), "settings/argument");
        let loaded = import(&format!("{BASE}--method A B"));
        assert_eq!(codes(&loaded, Severity::Warning), ["settings/surplus"]);
        let loaded = import("--no-such thing");
        let suggestions: Vec<_> = loaded.diagnostics.iter().filter_map(|d| d.suggestion.as_deref()).collect();
        assert!(!suggestions.is_empty());
    }

    #[test]
    fn load_works_from_the_command_line_only() {
        let arguments = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut files = files().with("run.attestor", BASE).with("s/run.attestor", BASE);
        for words in ["--load run.attestor --method go", "-m go -l run.attestor", "--read run.attestor -m go"] {
            let loaded = import_arguments(None, &arguments(words), &mut files, &Overrides::default());
            assert!(!has_errors(&loaded.diagnostics), "{:?}", loaded.diagnostics);
            assert_eq!(loaded.task.program.entry, "Ring.go", "{words}");
        }
        let root = arguments("-rp s -l run.attestor");
        let loaded = import_arguments(None, &root, &mut files, &Overrides::default());
        assert_eq!(codes(&loaded, Severity::Error), ["task/unreadable"], "the program is looked for below s");
        rejects(&format!("{BASE}--load other.attestor"), "settings/load");
        let both = import_arguments(Some(("x.attestor", BASE)), &arguments("-a"), &mut files, &Overrides::default());
        assert!(both.task.options.admissible_abstraction);
    }

    #[test]
    fn export_and_import_are_inverse() {
        let task = with(
            "--description D -a --canonical -ngc -i heap.json --contract contract.json --grammar grammar.json \
             -mc \"G true\" --mc-skip f -ms 77 -mh 8 -pg BT -r BTNode=Tree left=l",
        );
        let exported = export_settings(&task).expect("a Java program");
        assert_eq!(exported.lost, Vec::<Message>::new());
        let mut files = MemoryFiles::default();
        for (path, text) in &exported.files {
            files = files.with(path, text);
        }
        let again = load(&exported.settings, "x.attestor", &mut files);
        assert!(!has_errors(&again.diagnostics), "{:?}", again.diagnostics);
        let mut again = again.task;
        assert_eq!(again.initial[0].heap, task.initial[0].heap);
        // Only the names of documents change.
        again.initial = task.initial.clone();
        again.contracts[0].name = task.contracts[0].name.clone();
        again.grammars[0].name = task.grammars[0].name.clone();
        assert_eq!(again, task);
    }
}

#[test]
fn settings_know_no_boolean_programs() {
    let text = r#"{ "schema": "hrglass.task/1", "title": "t", "analysis": "boolean", "properties": [],
        "program": { "language": "boolean", "files": [ { "name": "a.bp", "text": "void main() begin end" } ] } }"#;
    let loaded = load(text, "task.json", &mut NoFiles);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let error = export_settings(&loaded.task).expect_err("no settings");
    assert_eq!(error.message, "settings files describe the analysis of heaps, and this task has boolean programs");
}

#[test]
fn tasks_in_c_are_read_and_written() {
    let text = r#"{ "schema": "hrglass.task/1", "title": "t", "analysis": "blocks",
        "program": { "language": "c", "dataModel": "ILP32", "preamble": "\n#define A 1\n", "files": [ { "text": "int main(void) { return 0; }" } ] },
        "properties": [ { "id": "a", "check": "no-overflow" }, { "check": "unreach-call" } ],
        "expected": { "a": "satisfied" }, "options": { "strategy": "pdr" } }"#;
    let loaded = load(text, "task.json", &mut NoFiles);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let Task { analysis, program, properties, .. } = &loaded.task;
    assert_eq!(
        (*analysis, program.language, program.data_model),
        (Analysis::Blocks, Language::C, Some(DataModel::Ilp32))
    );
    assert_eq!((program.entry.as_str(), program.files[0].name.as_str()), ("main", "File1.c"));
    assert_eq!(
        properties.iter().map(|p| p.check).collect::<Vec<_>>(),
        [Check::NoOverflow, Check::UnreachCall].map(Some)
    );
    let again = load(&loaded.task.to_json(), "task.json", &mut NoFiles);
    assert_eq!((again.task, again.diagnostics.len()), (loaded.task.clone(), 0));
    let java = text.replace("\"pdr\"", "\"rsm\"");
    assert_eq!(load(&java, "task.json", &mut NoFiles).diagnostics[0].code, "task/strategy");
    let overrides =
        Overrides { checks: vec![Check::NoInvalidShift], data_model: Some(DataModel::Lp64), ..Default::default() };
    let other = load_with(text, "task.json", &mut NoFiles, &overrides);
    assert_eq!(other.properties.iter().map(|p| p.id.as_str()).collect::<Vec<_>>(), ["no-invalid-shift"]);
    assert_eq!(other.task.program.data_model, Some(DataModel::Lp64));
    let overrides = Overrides { preamble: "#undef A\n".to_owned(), ..Overrides::default() };
    assert_eq!(
        load_with(text, "task.json", &mut NoFiles, &overrides).task.program.preamble,
        "\n#define A 1\n#undef A\n"
    );
}
