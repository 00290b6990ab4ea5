//! The built program as a user runs it.

use std::path::{Path, PathBuf};

use expect_test::expect;

use crate::support::program::{check, directory, folder, hrglass, piped};

const SETTINGS: &str = "--description \"walk the ring\"\n--classpath code\n--class Ring\n--method walk\n\
    --predefined-grammar SLList\n--rename ListNode=Ring next=succ\n--initial ring.json\n--export out\n\
    -mc \"G {L(RefSLList)}\"\n";

fn settings(test: &str) -> PathBuf {
    let directory = directory(test);
    std::fs::create_dir(directory.join("code")).unwrap();
    let files = [
        ("run.attestor", SETTINGS),
        ("code/Ring.java", "class Ring { Ring succ; static void walk(Ring r) { while (r != null) r = r.succ; } }"),
        (
            "ring.json",
            r#"{"nodes":[{"type":"NULL","number":1},{"type":"ListNode","number":1,}],"externals":[],
            "variables":[{"name":"null","target":0},{"name":"@parameter0:","target":1}],"selectors":[],
            "hyperedges":[{"label":"RefSLList","tentacles":[1,0]}]} trailing text"#,
        ),
    ];
    for (name, text) in files {
        std::fs::write(directory.join(name), text).unwrap();
    }
    directory
}

#[test]
fn help_and_version() {
    let here = directory("help");
    check(&hrglass(&here, &["--help"]), 0, "Exit codes", "");
    check(&hrglass(&here, &["check", "--help"]), 0, "Examples:", "");
    check(&hrglass(&here, &["--version"]), 0, env!("CARGO_PKG_VERSION"), "");
    check(&hrglass(&here, &["completions", "bash"]), 0, "hrglass", "");
    check(&hrglass(&here, &["man"]), 0, ".TH hrglass", "");
    check(&hrglass(&here, &["man", "check"]), 0, ".TH hrglass-check", "");
    check(&hrglass(&here, &["man", "chekc"]), 3, "", "there is no command `chekc`");
}

#[test]
fn wrong_input_has_exit_code_3() {
    let here = directory("wrong");
    check(&hrglass(&here, &[]), 3, "", "Usage");
    check(&hrglass(&here, &["chekc"]), 3, "", "check");
    check(&hrglass(&here, &["check"]), 3, "", "TASK");
    check(&hrglass(&here, &["check", "--strategy", "x", "a.json"]), 3, "", "top-level");
    check(&hrglass(&here, &["check", "nowhere.json"]), 3, "", "cannot read `nowhere.json`");
    check(&hrglass(&here, &["grammar", "check", "nowhere.json"]), 3, "", "cannot read");
    check(&hrglass(&here, &["bench", "."]), 3, "", "");
    std::fs::write(here.join("task.json"), "{\n  \"titel\": 1 }").unwrap();
    let output = hrglass(&here, &["check", "task.json"]);
    check(&output, 3, "", "--> task.json:2:3");
    check(&output, 3, "", "did you mean `title`?");
    std::fs::write(here.join("bytes.json"), b"\xff\xfe\x00{").unwrap();
    for command in [["check", "bytes.json"], ["explore", "bytes.json"], ["import", "bytes.json"]] {
        check(&hrglass(&here, &command), 3, "", "error");
    }
}

#[test]
fn a_result_is_json_also_for_wrong_input() {
    let here = directory("json");
    std::fs::write(here.join("task.json"), "{").unwrap();
    let calls: [(&[&str], &str); 5] = [
        (&["task.json"], "json/"),
        (&["nowhere.c"], "task/unreadable"),
        (&["lists/reverse", "--property", "nonsense"], "task/property"),
        (&["lists/reverse", "--property", "all is well in the end"], "task/property"),
        (&["lists/reverse", "lists/reverse", "--witness", "w.yml"], "task/property"),
    ];
    for (arguments, code) in calls {
        let output = hrglass(&here, &[&["check", "--format", "json"], arguments].concat());
        check(&output, 3, "hrglass.result/3", "");
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        // Several tasks have an array of reports, one has its report.
        let first = if arguments[1..].contains(&"--witness") { &value[0] } else { &value };
        let found = &first["diagnostics"][0];
        assert_eq!(found["severity"], "error");
        assert!(found["code"].as_str().unwrap().starts_with(code), "{found}");
    }
}

#[test]
fn a_settings_file_is_imported_and_exported() {
    let here = settings("settings");
    let output = hrglass(&here, &["import", "run.attestor"]);
    check(&output, 0, "\"entry\": \"Ring.walk\"", "--export` is ignored");
    std::fs::write(here.join("run.json"), &output.stdout).unwrap();
    assert_eq!(hrglass(&here, &["import", "run.json"]).stdout, output.stdout, "a fixed point");
    let elsewhere = directory("settings-elsewhere");
    let path = here.join("run.attestor");
    assert_eq!(hrglass(&elsewhere, &["import", path.to_str().unwrap()]).stdout, output.stdout, "beside the document");
    let rooted = ["import", "--root", here.to_str().unwrap(), "--", "--load", "run.attestor"];
    assert_eq!(hrglass(&elsewhere, &rooted).stdout, output.stdout, "below the root");
    let more = ["import", "run.attestor", "--", "--method", "go"];
    check(&hrglass(&here, &more), 0, "\"entry\": \"Ring.go\"", "");

    check(&hrglass(&here, &["export", "run.json", "--settings"]), 0, "--rename ListNode=Ring next=succ", "");
    check(&hrglass(&here, &["export", "run.json", "--settings", "--output", "exported"]), 0, "", "");
    let again = hrglass(&here, &["import", "exported/task.attestor"]);
    check(&again, 0, "\"entry\": \"Ring.walk\"", "");
}

#[test]
fn exported_files_stay_in_their_directory() {
    let here = directory("escape");
    let task = r#"{"program": {"entry": "A.f", "files": [{"name": "../../evil.java", "text": ""}]}}"#;
    std::fs::write(here.join("task.json"), task).unwrap();
    let output = hrglass(&here, &["export", "task.json", "--settings", "--output", "deep/er"]);
    check(&output, 3, "", "leads out of the directory");
    assert!(!here.join("evil.java").exists());
}

#[test]
fn grammars_are_checked_and_shown() {
    let here = directory("grammar");
    check(&hrglass(&here, &["grammar", "show"]), 0, "DLList", "");
    check(&hrglass(&here, &["grammar", "show", "SLList"]), 0, "RefSLList(1,3) → 1.next = 2; RefSLList(2,3)", "");
    check(&hrglass(&here, &["grammar", "check", "BT_conf"]), 0, "2 nonterminals, 14 rules", "");
    let ranks = r#"[{"nonterminal": "N", "rank": 2, "rules": [{"nodes": [{"type": "A", "number": 2}], "externals": [0],
        "variables": [], "selectors": [{"label": "f", "origin": 0, "target": 1}], "hyperedges": []}]}]"#;
    std::fs::write(here.join("ranks.json"), ranks).unwrap();
    check(&hrglass(&here, &["grammar", "check", "ranks.json"]), 3, "", "error");
    std::fs::write(here.join("wrong.json"), "[{\"nonterminal\": \"N\"}]").unwrap();
    check(&hrglass(&here, &["grammar", "check", "wrong.json"]), 3, "", "must have a key `rank`");
}

/// A task whose only property is `formula`.
fn walk(directory: &Path, formula: &str, options: &str) -> PathBuf {
    let settings = SETTINGS.replace("G {L(RefSLList)}", formula).replace("--export out", options);
    let path = directory.join("walk.attestor");
    std::fs::write(&path, settings).unwrap();
    path
}

#[test]
fn verdicts_are_exit_codes() {
    let here = settings("verdicts");
    walk(&here, "F {terminated}", "");
    check(&hrglass(&here, &["check", "walk.attestor"]), 0, "satisfied", "");
    let code = "class Ring { Ring succ;\nstatic void walk(Ring r) {\nint n = 27;\n\
                while (n != 1) n = n % 2 == 0 ? n / 2 : 3 * n + 1;\n} }";
    let list = std::fs::read_to_string(here.join("code/Ring.java")).unwrap();
    std::fs::write(here.join("code/Ring.java"), code).unwrap();
    check(&hrglass(&here, &["check", "walk.attestor"]), 2, "F1 may fail on this abstract run", "");
    check(&hrglass(&here, &["check", "walk.attestor"]), 2, "while (n != 1) n = ", "");
    std::fs::write(here.join("code/Ring.java"), list).unwrap();
    walk(&here, "G ({terminated} -> {r == null})", "");
    check(&hrglass(&here, &["check", "walk.attestor"]), 0, "satisfied", "");
    check(&hrglass(&here, &["check", "walk.attestor", "--max-states", "2"]), 2, "the budget of 2 states", "");
    walk(&here, "G ({terminated} -> ", "");
    check(&hrglass(&here, &["check", "walk.attestor"]), 3, "", "property F1:1:");
}

#[test]
fn tasks_are_proposed_for_programs() {
    let here = directory("init");
    let code = "class Ring { static class Item { Item next; }\nItem last;\n\
                void add() { Item item = new Item(); if (last == null) item.next = item;\n\
                else { item.next = last.next; last.next = item; } last = item; }\n\
                Item first() { return last == null ? null : last.next; } }";
    std::fs::write(here.join("Ring.java"), code).unwrap();
    let init = |arguments: &[&str]| hrglass(&here, &[&["init", "Ring.java"], arguments].concat());
    check(&init(&[]), 0, "\"entry\": \"Ring.*\"", "Ring.Item is a ring through next");
    check(&init(&["--entry", "Ring.first"]), 0, "\"formula\": \"this: Ring -> {last: null}", "Ring.Item is a ring");
    check(&init(&[]), 0, "", "could be a list through next, but `new Ring, add` builds something else");
    check(
        &init(&["--entry", "Ring.first"]),
        0,
        "\"entry\": \"Ring.first\"",
        "starts in: first(): Item\nassumes: `this`",
    );
    let list = ["--entry", "Ring.first", "--structure", "Item=list"];
    check(&init(&list), 0, "list(last, null)", "--structure 'Ring.Item=ring through next'");
    check(&init(&["--structure", "Item=heap"]), 3, "", "what it may be: list through next; ring through next");
    check(&init(&["--structure", "Thing=ring"]), 3, "", "`Thing` is no part of a data structure: Ring.Item");
    check(&init(&["--structure", "ring"]), 3, "", "write CLASS=STRUCTURE");
    check(&init(&["--entry", "Ring.last"]), 3, "", "there is no method `Ring.last` with a body");
    std::fs::write(here.join("ring.json"), init(&["--entry", "Ring.first"]).stdout).unwrap();
    check(&hrglass(&here, &["check", "ring.json"]), 0, "memory safety  satisfied", "");
    std::fs::write(here.join("two.c"), "int f(void) { return 1; }\nint main(void) { return f(); }").unwrap();
    check(&hrglass(&here, &["init", "two.c", "--entry", "f"]), 0, "\"entry\": \"f\"", "");
    check(&hrglass(&here, &["init", "two.c", "Ring.java"]), 0, "Ring.", "not used: `two.c`");
    check(&hrglass(&here, &["init", "none.java"]), 3, "", "cannot read `none.java`");
    std::fs::write(here.join("Wrong.java"), "class Wrong {\n  int }").unwrap();
    check(&hrglass(&here, &["init", "Wrong.java"]), 3, "", "Wrong.java:2:7");
}

#[test]
fn tasks_are_proposed_for_programs_in_c() {
    let here = directory("init-c");
    let code = "#include \"node.h\"\n#include <stdlib.h>\n\
                struct node *push(struct node *head) { struct node *n = malloc(sizeof *n); n->next = head; return n; }\n\
                void walk(struct node *head) { while (head) head = head->next; }\n\
                int main(int count, char **words) { walk(push(NULL)); return count; }";
    std::fs::write(here.join("list.c"), code).unwrap();
    std::fs::write(here.join("node.h"), "struct node { struct node *next; };").unwrap();
    let init = |arguments: &[&str]| hrglass(&here, &[&["init", "list.c"], arguments].concat());
    check(
        &init(&["--entry", "walk"]),
        0,
        "head == null",
        "starts in: void walk(struct node *head)\nassumes: `head` points to",
    );
    check(&init(&["--entry", "walk"]), 0, "", "could start in: struct node *push(struct node *head) (--entry 'push')");
    check(&init(&["--entry", "walk", "--structure", "node=ring"]), 0, "ring(head)", "node is a ring through next");
    check(
        &init(&["--entry", "walk", "--structure", "thing=ring"]),
        3,
        "",
        "`thing` is no part of a data structure: node",
    );
    check(&init(&["--entry", "run"]), 3, "", "there is no function `run` with a body");
    // Complete programs are about their memory if they have some, as long as nobody says something else.
    check(&init(&[]), 0, "\"analysis\": \"forest\"", "");
    check(&init(&["--analysis", "heap"]), 0, "list(x: node, y: node)", "node is a list through next");
    // Of a program whose numbers may fail, too, both are said, as one report.
    let both = "#include <stdlib.h>\nint main(void) { int n = 2, *p = malloc(4); free(p); return 1 / n; }";
    std::fs::write(here.join("both.c"), both).unwrap();
    check(&hrglass(&here, &["check", "both.c"]), 0, "valid-memcleanup  satisfied", "");
    let output = hrglass(&here, &["check", "both.c", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let ids = report["properties"].as_array().unwrap().iter().map(|property| property["id"].as_str().unwrap());
    let expected = ["no-division-by-zero", "valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"];
    assert_eq!(ids.collect::<Vec<_>>(), expected);
    check(&hrglass(&here, &["check", "both.c", "--analysis", "blocks"]), 0, "no-division-by-zero  satisfied", "");
    std::fs::write(here.join("walk.json"), init(&["--entry", "walk"]).stdout).unwrap();
    check(&hrglass(&here, &["check", "walk.json"]), 0, "valid-memtrack  satisfied", "");
    let assumed = "valid-deref     satisfied if `head` points to any list through `next`, or is NULL";
    check(&hrglass(&here, &["check", "list.c", "--entry", "walk"]), 0, assumed, "");
    std::fs::write(here.join("walk.c"), code.split("int main").next().unwrap()).unwrap();
    check(
        &hrglass(&here, &["check", "walk.c"]),
        0,
        "walk.c walk",
        "the program starts with `walk`, the first function that loops",
    );
}

#[test]
fn sentences_are_listed_and_checked() {
    let here = directory("sentences");
    let properties = |arguments: &[&str]| hrglass(&here, &[&["properties", "lists/reverse"], arguments].concat());
    check(&properties(&[]), 0, "every call ends normally\n    F {terminated}\n", "");
    check(&properties(&["--words", "de"]), 0, "jeder Aufruf endet normal\n    F {terminated}\n", "");
    check(&properties(&[]), 0, "    ‹N›: RefSLList\n", "");
    check(&properties(&["--format", "json"]), 0, "\"kind\": \"nonterminal\"", "");
    let checked = |property: &str| hrglass(&here, &["check", "lists/reverse", "--property", property]);
    check(&checked("every call ends"), 0, "P1             satisfied  F {terminated}\n", "");
    check(&checked("jeder Aufruf endet normal."), 0, "                 every call ends normally\n", "");
    let sentence =
        checked("no element is lost: all that was reachable from head is reachable from the result in the end");
    check(&sentence, 0, "{reached(head)} -> G ({terminated} -> {reached(return)})", "");
    check(&checked("G ({terminated} -> {return == null})"), 1, "the result is always null", "");
    check(&checked("every cal ends normaly"), 3, "", "(did you mean `every call ends normally`?)");
    check(&checked("the result is always a RefDLList"), 3, "", "no grammar of the task declares");
    check(&checked("no-overfow"), 3, "", "there is no property `no-overfow`");
    check(&checked("no-overflow,no-index-out-of-bounds"), 3, "", "no-overflow");
}

#[test]
fn parts_of_memory_safety_are_asked_alone() {
    let text = "class T { T n; static T f(T t, int b) { if (b == 3) throw new IllegalStateException(\"three\"); \
                int c = 6 / b; return t == null ? null : t.n; } }";
    let here = folder("parts", &[("T.java", text)]);
    let asked = |more: &[&str]| hrglass(&here, &[&["check", "T.java", "--entry", "T.f"], more].concat());
    let alone = |property: &str, code: i32, line: &str| {
        let output = asked(&["--property", property]);
        check(&output, code, line, "");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        // One property has one line, and others none.
        let lines =
            printed.lines().filter(|line| [" satisfied", " violated", " unknown"].iter().any(|v| line.contains(v)));
        assert_eq!(lines.count(), if property == "memory-safety" { 4 } else { 1 }, "{printed}");
    };
    alone("null-dereference", 0, "no uncaught null dereference\n");
    alone("no call ends with a null dereference", 0, "no call ends with a null dereference\n");
    alone("division-by-zero", 1, "an exception is not caught: `ArithmeticException`, thrown at T.java:1");
    alone("exception", 1, "an exception is not caught: `IllegalStateException`, thrown at T.java:1");
    alone("index-out-of-bounds", 0, "no index out of bounds");
    alone("memory-safety", 1, "  memory safety     violated");
    check(&asked(&[]), 1, "  null-dereference  satisfied", "");
    check(&asked(&["--property", "valid-deref"]), 3, "", "here it is `null-dereference`");
    let indexed =
        folder("indexed", &[("I.java", "class I { static int f(int i) { int[] a = new int[3]; return a[i]; } }")]);
    let of_index = |property: &str| hrglass(&indexed, &["check", "I.java", "--entry", "I.f", "--property", property]);
    check(&of_index("memory-safety"), 0, "satisfied if indices are within bounds", "");
    check(&of_index("null-dereference"), 0, "  null-dereference  satisfied  no", "");
    check(&of_index("index-out-of-bounds"), 2, "whether indices are within bounds is not followed", "");
}

/// As `SETTINGS`, for a method whose callee temporarily cuts the list.
fn with_call(directory: &Path) {
    let code = [
        "class Ring { Ring succ;",
        "  static void cut(Ring r) {",
        "    Ring rest = r.succ;",
        "    r.succ = null;",
        "    r.succ = rest;",
        "  }",
        "  static Ring walk(Ring r) {",
        "    cut(r);",
        "    return r;",
        "  }",
        "}",
    ];
    std::fs::write(directory.join("code/Ring.java"), code.join("\n")).unwrap();
    walk(directory, "G {L(RefSLList)}", "");
}

#[test]
fn strategies_are_explained_in_the_same_words_everywhere() {
    let here = directory("words");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = ["README.md", "docs/strategies.md"].map(|name| std::fs::read_to_string(root.join(name)).unwrap());
    let [rows, others] = documents.each_ref().map(|text| {
        let table = text.split_once("| strategy | what it does |\n| --- | --- |\n").expect("the table").1;
        table.lines().take_while(|line| line.starts_with('|')).collect::<Vec<_>>()
    });
    assert_eq!(rows, others);
    assert_eq!(rows.len(), 5);
    let unwrapped = |arguments: &[&str]| {
        let text = String::from_utf8(hrglass(&here, arguments).stdout).unwrap().replace("\\-", "-").replace("\\fI", "");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for row in rows {
        let (name, meaning) = row.trim_matches(['|', ' ']).split_once(" | ").unwrap();
        let name = name.trim_matches('`');
        for command in ["check", "bench", "explore"] {
            assert!(unwrapped(&[command, "--help"]).contains(&format!("- {name}: {meaning}")), "{command}: {row}");
        }
        assert!(unwrapped(&["man", "check"]).contains(&format!("{name}: {meaning}")), "man: {row}");
        assert!(unwrapped(&["completions", "zsh"]).contains(&format!("{name}\\:\"{meaning}\"")), "zsh: {row}");
    }
}

#[test]
fn strategies_are_compared() {
    let here = settings("strategies");
    with_call(&here);
    let run = |arguments: &[&str]| hrglass(&here, &[&["check", "walk.attestor"], arguments].concat());
    let output = run(&["--strategy", "all", "--no-times"]);
    assert_eq!(output.status.code(), Some(1));
    expect![[r#"
        Ring.walk Ring.walk
          memory safety  satisfied  no uncaught null dereference or other exception
          F1             G {L(RefSLList)}
            the heap is always one `RefSLList`
            strategy    verdict    states main       total  assertions
            top-level   satisfied            3           9           3
            rsm         violated             3           9           8
            on-the-fly  violated             2           8           8
            hybrid      violated             2           8           8
          3 states in the entry method, 9 in total, 10 heaps, largest with 3 vertices

        F1 (hybrid) fails on this run, executed on r = o1; o1.succ = o2; o2.succ = null:
          [Ring.walk: cut(r);] → [Ring.cut: r.succ = rest;]
                            in Ring.walk
          code/Ring.java:8  cut(r);
                              in Ring.cut, from Ring.walk:8
          code/Ring.java:3    Ring rest = r.succ;
          code/Ring.java:4    r.succ = null;
          code/Ring.java:5    r.succ = rest;
          Fails here, after line 4 and before line 5: the heap is not one `RefSLList`. This is in Ring.cut, called by `cut(r);` in Ring.walk:8.

    "#]]
    .assert_eq(&String::from_utf8_lossy(&output.stdout));
    check(&run(&["--strategy", "rsm", "--mc-skip", "cut"]), 0, "satisfied", "");
    check(&run(&["--strategy", "hybrid", "--mc-skip", "Ring.cut"]), 0, "satisfied", "");
    check(&run(&["--strategy", "rsm", "--mc-skip", "cutt"]), 1, "", "no analysed method is called `cutt`");
    check(&run(&["--strategy", "rsm"]), 1, "[Ring.walk: cut(r);] → [Ring.cut: ", "");
    check(&run(&["--strategy", "all"]), 1, "assertions        ms", "");
    let output = run(&["--strategy", "all", "--format", "json", "--no-times"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let strategies: Vec<_> =
        value["properties"].as_array().unwrap().iter().map(|p| p["strategy"].as_str().unwrap()).collect();
    assert_eq!(strategies, ["rsm", "top-level", "rsm", "on-the-fly", "hybrid"], "memory safety comes first");
    assert_eq!(value["properties"][2]["run"]["prefix"][1]["stack"], serde_json::json!(["Ring.walk:8"]));
    assert!(!String::from_utf8_lossy(&output.stdout).contains("Ms\""));
}

#[test]
fn assumptions_stand_beside_verdicts() {
    let here = directory("assumptions");
    let tasks = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tasks/hierarchy");
    let task = tasks.join("skipped-and-assumed-to-return.json").display().to_string();
    let run = |arguments: &[&str]| hrglass(&here, &[&["check", &task, "--no-times"], arguments].concat());
    let one = run(&["--strategy", "top-level"]);
    check(&one, 0, "F1             satisfied if every call of `Node.f` returns  F {terminated}\n", "");
    check(&one, 0, "F2             satisfied  G ({terminated} -> {return != null})\n", "");
    check(
        &run(&[]),
        0,
        "    hybrid      satisfied            3          11           3 if every call of `Node.f` returns\n",
        "",
    );
    let value: serde_json::Value = serde_json::from_slice(&run(&["--format", "json"]).stdout).unwrap();
    let properties = value["properties"].as_array().unwrap();
    let assumed = |property: &serde_json::Value| property["assumptions"].as_array().unwrap()[0].clone();
    let returns = serde_json::json!({"kind": "returns", "words": "every call of `Node.f` returns"});
    assert_eq!(properties.iter().map(assumed).filter(|it| *it == returns).count(), 4);
}

#[test]
fn results_without_times_are_the_same_bytes() {
    let here = settings("times");
    walk(&here, "G {r != null}", "");
    let arguments = ["check", "walk.attestor", "--format", "json", "--no-times"];
    let first = hrglass(&here, &arguments);
    check(&first, 1, "\"verdict\": \"violated\"", "");
    assert!(!String::from_utf8_lossy(&first.stdout).contains("Ms\""));
    assert_eq!(hrglass(&here, &arguments).stdout, first.stdout);
    check(&hrglass(&here, &["check", "walk.attestor", "--format", "json"]), 1, "generateMs", "");
}

#[test]
fn views_are_printed() {
    let here = settings("views");
    walk(&here, "G true", "");
    let explore = |arguments: &[&str]| hrglass(&here, &[&["explore", "walk.attestor"], arguments].concat());
    check(&explore(&[]), 0, "digraph \"state space\"", "");
    check(&explore(&["--view", "heap"]), 0, "digraph heap", "");
    check(&explore(&["--view", "cfa"]), 0, "Ring.walk", "");
    check(&explore(&["--view", "rsm"]), 0, "<svg", "");
    check(&explore(&["--view", "rsm", "--component", "0"]), 0, "<svg", "");
    check(&explore(&["--view", "rsm", "--component", "0", "--open", "0", "--open", "7/7"]), 0, "<svg", "");
    check(&explore(&["--view", "rsm", "--open", "0"]), 3, "", "--component");
    for view in [&["--view", "rsm"][..], &["--view", "cfa"], &[]] {
        let of = |named: &[&str]| explore(&[view, named].concat());
        check(&of(&["--component", "77"]), 3, "", "there is no component 77; there is only 0");
        check(&of(&["--property", "NIX"]), 3, "", "there is no property `NIX`; candidates: F1, memorySafety");
        check(&of(&["--component", "0", "--property", "F1"]), 0, "", "");
    }
    let recursive = ["explore", "hierarchy/reverse-inside", "--component", "77"];
    check(&hrglass(&here, &recursive), 3, "", "there is no component 77; there are 0 to 25");
    check(&explore(&["--view", "contracts", "--format", "dot"]), 3, "", "there are text, json");
    check(&explore(&["--view", "cfa", "--format", "tikz"]), 3, "", "there are dot, json");
    check(&explore(&["--view", "contracts"]), 0, "Ring.walk (component 0, computed, 0 calling states)", "");
    check(&explore(&["--view", "heap", "--heap", "1", "--before", "0"]), 0, "digraph heap", "");
    check(&explore(&["--view", "heap", "--before", "4000000"]), 3, "", "there is no heap 4000000");
    check(&explore(&["--view", "proof"]), 0, "<svg", "");
    check(&explore(&["--view", "proof", "--property", "F1"]), 0, "<svg", "");
    check(&explore(&["--view", "proof", "--property", "F9"]), 3, "", "there is no property `F9`; did you mean `F1`?");
    check(
        &hrglass(&here, &["explore", "c/locks-5", "--view", "cfa"]),
        3,
        "",
        "in the view `cfa`; there is something in `statespace`",
    );
    // A picture is complete, whatever the verdict.
    check(&hrglass(&here, &["explore", "lists/find-middle-faulty"]), 0, "digraph", "");
    let starts = [("dot", "digraph "), ("svg", "<svg "), ("tikz", "\\documentclass"), ("scene", "{"), ("json", "{")];
    for view in ["statespace", "rsm", "proof", "heap"] {
        for (format, start) in starts {
            let output = explore(&["--view", view, "--format", format]);
            assert!(output.stdout.starts_with(start.as_bytes()), "{view} {format}");
            assert!(start != "{" || serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok(), "{view}");
        }
    }
    for view in ["cfa", "contracts"] {
        let output = explore(&["--view", view, "--format", "json"]);
        assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok(), "{view}");
    }
    check(&explore(&["--view", "heap", "--heap", "4000000"]), 3, "", "there is no heap 4000000");
}

#[test]
fn measurements_are_tables() {
    let here = settings("bench");
    walk(&here, "F {terminated}", "");
    let bench = |arguments: &[&str]| hrglass(&here, &[&["bench", ".", "--repeat", "2"], arguments].concat());
    check(&bench(&["--format", "csv"]), 0, "task,property,strategy,verdict,states_main,states_total", "");
    let output = bench(&["--format", "json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["rows"].as_array().unwrap().len(), 2);
    assert_eq!(value["totals"]["tasks"], 2);
    check(&bench(&["--strategies", "rsm", "--strategy", "rsm"]), 3, "", "cannot be used with");
}

#[test]
fn measurements_compare_strategies() {
    let here = settings("bench-strategies");
    with_call(&here);
    let bench = |arguments: &[&str]| {
        let output = hrglass(&here, &[&["bench", "walk.attestor", "--repeat", "1", "--no-times"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    expect![[r#"
        task,property,strategy,verdict,states_main,states_total,assertions,contracts,contexts
        walk,F1,top-level,satisfied,3,9,3,0,1
        walk,F1,rsm,violated,3,9,8,1,1
        walk,F1,on-the-fly,violated,2,8,8,1,1
        walk,F1,hybrid,violated,2,8,8,1,1
    "#]]
    .assert_eq(&bench(&["--strategies", "all", "--format", "csv"]));
    assert_eq!(bench(&["--strategy", "all"]), bench(&["--strategies", "hybrid,rsm,on-the-fly,top-level,rsm"]));
}

#[test]
fn the_gallery_has_the_expected_verdicts_and_names() {
    let here = directory("gallery");
    check(&hrglass(&here, &["examples"]), 0, "lists/reverse", "");
    check(&hrglass(&here, &["check", "lists/reverse", "--format", "json"]), 0, "satisfied", "");
}

#[test]
fn a_task_may_come_from_standard_input() {
    check(&piped(Path::new("."), &["check", "-"], "{"), 3, "", "standard input:1:2");
}

#[test]
fn links_are_made_opened_and_checked() {
    let here = settings("links");
    check(&hrglass(&here, &["export", "lists/reverse", "--link"]), 0, "#v1.e.lists/reverse", "");
    let output = hrglass(&here, &["export", "run.attestor", "--link", "--base", "https://example.org/play/#old"]);
    check(&output, 0, "https://example.org/play/#v1.", "");
    let link = String::from_utf8(output.stdout).unwrap().trim_end().to_owned();
    let imported = hrglass(&here, &["import", "run.attestor"]).stdout;
    let opened = hrglass(&here, &["open", &format!("{link}&tab=proof&t=12")]);
    check(&opened, 0, "\"entry\": \"Ring.walk\"", "the page would show tab=\"proof\" t=\"12\"");
    assert_eq!(opened.stdout, imported);
    assert_eq!(hrglass(&here, &["import", &link]).stdout, imported);
    std::fs::write(here.join("run.json"), &imported).unwrap();
    let fragment = link.split_once('#').unwrap().1;
    for task in [link.as_str(), fragment, &format!("#{fragment}")] {
        let json = |task| hrglass(&here, &["check", task, "--format", "json", "--no-times"]);
        assert_eq!(json(task).stdout, json("run.json").stdout);
    }
    check(&hrglass(&here, &["explore", &link]), 0, "digraph", "");
    let again = hrglass(&here, &["export", &link, "--link", "--strategy", "rsm"]);
    let other = String::from_utf8(again.stdout).unwrap();
    check(&hrglass(&here, &["open", other.trim_end()]), 0, "\"strategy\": \"rsm\"", "");
}

#[test]
fn invalid_links_are_errors() {
    let here = directory("no-link");
    for command in ["open", "check", "explore", "import"] {
        check(&hrglass(&here, &[command, "#v1.x"]), 3, "", "this link is damaged");
        check(&hrglass(&here, &[command, "#v2.x"]), 3, "", "newer version");
        check(&hrglass(&here, &[command, "https://example.org/"]), 3, "", "nothing is fetched");
        check(&hrglass(&here, &[command, "v1.e.lists/revers"]), 3, "", "did you mean `lists/reverse`?");
    }
    check(&hrglass(&here, &["open", "lists/reverse"]), 3, "", "there is no task in this link");
    check(&hrglass(&here, &["export", "lists/reverse"]), 3, "", "--settings");
    check(&hrglass(&here, &["export", "lists/reverse", "--link", "--settings"]), 3, "", "cannot be used with");
    check(&hrglass(&here, &["export", "lists/reverse", "--settings", "--base", "x"]), 3, "", "cannot be used with");
    // The name of an existing file denotes this file.
    std::fs::write(here.join("v1.json"), "{").unwrap();
    check(&hrglass(&here, &["check", "v1.json"]), 3, "", "v1.json:1:2");
    let mut state = 1u64;
    let noise: String = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{:08x}", state >> 32)
    })
    .take(8_000)
    .collect();
    let program = "{\"entry\": \"A.f\", \"files\": [{\"name\": \"A.java\", \"text\": \"class A {}\"}]}";
    let task = format!("{{\"description\": \"{noise}\", \"program\": {program}}}");
    std::fs::write(here.join("large.json"), task).unwrap();
    check(&hrglass(&here, &["export", "large.json", "--link"]), 3, "", "save the task as a file");
}

#[test]
fn fuzz_says_what_it_tried() {
    let directory = directory("fuzz");
    let arguments = ["fuzz", "--seed", "5", "--programs", "4", "--grammar", "random", "--steps", "30"];
    let first = hrglass(&directory, &arguments);
    check(&first, 0, "concrete steps", "");
    // The same seed, the same bytes.
    assert_eq!(hrglass(&directory, &arguments).stdout, first.stdout);
    check(&hrglass(&directory, &["fuzz", "lists/reverse", "--inputs", "1", "--runs", "1"]), 0, "tasks explored", "");
    check(&hrglass(&directory, &["fuzz", "nowhere.json"]), 3, "", "nowhere.json");
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0, "nothing goes wrong, so nothing is written");
}

#[test]
fn counterexamples_are_written_as_files() {
    let here = directory("evidence");
    let output = hrglass(&here, &["check", "memory-safety/remove-last-faulty", "--evidence", "out"]);
    check(&output, 1, "violated", "hrglass: wrote out");
    let mut names: Vec<String> = std::fs::read_dir(here.join("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    expect![[r#"
        [
            "F1.json",
            "SLListRemoveLastF1Test.java",
            "SLListRemoveLastMemorySafetyTest.java",
            "memorySafety.json",
        ]
    "#]]
    .assert_debug_eq(&names);
    let text = std::fs::read_to_string(here.join("out/F1.json")).unwrap();
    assert!(text.contains("@parameter0:"), "{text}");
    // Again, overwriting files; then several tasks in a folder.
    std::fs::write(here.join("out/F1.json"), "old").unwrap();
    check(&hrglass(&here, &["check", "memory-safety/remove-last-faulty", "--evidence", "out"]), 1, "", "wrote");
    assert_eq!(std::fs::read_to_string(here.join("out/F1.json")).unwrap(), text);
    let several = ["check", "lists/reverse", "lists/drop-first", "--evidence", "all"];
    check(&hrglass(&here, &several), 1, "", "SLListDropFirstF1Test.java");
    assert!(here.join("all/lists-drop-first/F1.json").exists() && !here.join("all/lists-reverse").exists());
    std::fs::write(here.join("file"), "").unwrap();
    let blocked = hrglass(&here, &["check", "memory-safety/remove-last-faulty", "--evidence", "file"]);
    check(&blocked, 3, "violated", "cannot write");
}

#[test]
fn a_megabyte_of_garbage_has_a_hundred_findings() {
    let here = directory("garbage");
    let text = "} ( ; ] class = @ ".repeat(60_000);
    let program = |language: &str, analysis: &str| {
        serde_json::json!({
            "schema": "hrglass.task/1", "title": "garbage", "analysis": analysis,
            "program": { "language": language, "entry": "main", "files": [{ "name": "main", "text": text }] }
        })
    };
    for (language, analysis) in [("java", "heap"), ("boolean", "boolean")] {
        std::fs::write(here.join("garbage.json"), program(language, analysis).to_string()).unwrap();
        let output = hrglass(&here, &["check", "--format", "json", "garbage.json"]);
        assert_eq!(output.status.code(), Some(3));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let findings = report["diagnostics"].as_array().unwrap();
        assert!((1..=102).contains(&findings.len()), "{language}: {}", findings.len());
        assert!(findings.iter().any(|f| f["severity"] == "error"), "{language}");
    }
}

#[test]
fn a_predefined_grammar_without_objects_of_the_program_is_a_warning() {
    let here = directory("foreign");
    let task = |rename: serde_json::Value, fields: &str| {
        let text = format!("class Node {{ {fields} static void run(Node x) {{ }} }} class Other {{ int n; }}");
        let grammar = serde_json::json!({ "predefined": "DLList", "rename": rename });
        let task = serde_json::json!({
            "schema": "hrglass.task/1", "title": "foreign", "grammars": [grammar],
            "program": { "language": "java", "entry": "Node.run", "files": [{ "name": "Node.java", "text": text }] }
        });
        std::fs::write(here.join("task.json"), task.to_string()).unwrap();
        String::from_utf8(hrglass(&here, &["check", "task.json"]).stderr).unwrap()
    };
    let none = serde_json::json!({});
    let found = task(none.clone(), "Node next; Node prev;");
    assert!(found.contains("task/foreign-grammar"), "{found}");
    assert!(found.contains(r#"write `{"predefined": "DLList", "rename": {"DLListNode": "Node"}}`"#), "{found}");
    let found = task(none, "Node next;");
    assert!(found.contains("no class has the fields `next`, `prev`"), "{found}");
    let found = task(serde_json::json!({ "DLListNode": "Node" }), "Node next; Node prev;");
    assert!(!found.contains("task/foreign-grammar"), "{found}");
}

#[test]
fn replay_has_a_time_of_its_own() {
    let here = directory("replay");
    let text = "class C { static void main() { int n = 27; while (n != 1) { n = n % 2 == 0 ? n / 2 : 3 * n + 1; } } }";
    let task = serde_json::json!({
        "schema": "hrglass.task/1", "title": "Collatz", "grammars": [], "properties": [{ "id": "F1", "ltl": "F {terminated}" }],
        "program": { "language": "java", "entry": "C.main", "files": [{ "name": "C.java", "text": text }] }
    });
    let path = here.join("task.json");
    std::fs::write(&path, task.to_string()).unwrap();
    let task = path;
    let output = hrglass(&here, &["check", "--format", "json", task.to_str().unwrap()]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let statistics = &report["properties"][1]["statistics"];
    let times = ["checkMs", "generateMs", "confirmMs"].map(|name| statistics[name].as_f64().expect(name));
    assert!(times.iter().all(|ms| *ms >= 0.0), "{times:?}");
    assert!(times[2] > 0.0, "all of the effort was spent on a run that is not confirmed: {times:?}");
    let table = hrglass(&here, &["bench", "--format", "csv", task.to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&table.stdout).lines().next().unwrap().ends_with(",total_ms,confirm_ms"));
}

#[test]
fn both_analyses_of_heaps_are_compared() {
    let here = directory("compare");
    let output = hrglass(&here, &["compare", "forest/java-list-reverse", "--no-times"]);
    assert_eq!(output.status.code(), Some(0));
    expect![[r#"
        Reverse a list, in Java Reverse.main
                         graph grammars            forest automata
          memory safety  satisfied                 satisfied
          states         70                        81
          the grammar is the one that forest automata have learned

        loop in Reverse.build Reverse.java:10
          graph grammars: 3 abstract heaps, with List
            head = null
            head = o1; o1.next = null
            head = o1; o1.next = o2; o2.next = null
            head = o1; o1.next = o2; o2.next = o3; o3.next = null
          forest automata: 4 sets of heaps
            head = null
            head = o1; o1.next = null
            head = o1; o1.next = o2; o2.next = null
            head = o1; o1.next = o2; o2.next = o3; o3.next = null

        loop in Reverse.reverse Reverse.java:22
          graph grammars: 7 abstract heaps, with List
            list = null; reversed = null
            list = null; reversed = o1; o1.next = null
            list = o1; reversed = null; o1.next = null
            list = null; reversed = o1; o1.next = o2; o2.next = null
          forest automata: 7 sets of heaps
            list = null; reversed = null
            list = null; reversed = o1; o1.next = null
            list = o1; reversed = null; o1.next = null
            list = null; reversed = o1; o1.next = o2; o2.next = null

    "#]]
    .assert_eq(&String::from_utf8_lossy(&output.stdout));
    // What one of them does not check is said.
    let output = hrglass(&here, &["compare", "lists/reverse", "--no-times"]);
    check(&output, 0, "F1             satisfied                 not checked", "");
    // As data, the same every time.
    let json = || hrglass(&here, &["compare", "forest/dll-insert-faulty", "--format", "json", "--no-times"]);
    let output = json();
    assert_eq!(output.stdout, json().stdout);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let verdict = |side: usize| found["reports"][side]["properties"][0]["verdict"].as_str().unwrap();
    assert_eq!([verdict(0), verdict(1)], ["violated", "violated"]);
    assert_eq!(found["learnedGrammar"], true);
    let loops = found["loops"].as_array().unwrap();
    assert!(loops.iter().all(|head| head["heap"]["sets"] != 0 && head["forest"]["sets"] != 0), "{loops:?}");
}

#[test]
fn what_has_no_second_analysis_is_not_compared() {
    let here = directory("compare-wrong");
    check(&hrglass(&here, &["compare", "boolean/locks"]), 3, "", "no second analysis of boolean programs");
    check(&hrglass(&here, &["compare", "c/delay"]), 3, "", "no second analysis of programs in large blocks");
    check(&hrglass(&here, &["compare", "nowhere.json"]), 3, "", "cannot read `nowhere.json`");
    // Programs in C with initial heaps.
    let output = hrglass(&here, &["compare", "heaps-in-c/reverse"]);
    check(&output, 3, "", "forest automata cannot check this task");
}
