mod source_path;

use serde_json::{Value, json};

use super::*;
use task::{NoFiles, SCHEMA, load};

const RING: &str = "class Ring { Ring succ; static void walk(Ring r) { while (r != null) r = r.succ; } }";
const HEAP: &str = r#"{"nodes":[{"type":"NULL","number":1},{"type":"ListNode","number":1,}],"externals":[],
    "variables":[{"name":"null","target":0},{"name":"@parameter0:","target":1}],"selectors":[],
    "hyperedges":[{"label":"RefSLList","tentacles":[1,0]}]} trailing text"#;
const GRAMMAR: &str = "[]";
const CONTRACT: &str = r#"{"method": "<Ring: void f()>", "contracts": []}"#;
const SETTINGS: &str = "--classpath ex/Ring/code\n--class Ring\n--method walk\n--predefined-grammar SLList\n\
    --rename ListNode=Ring next=succ\n--initial \"ex/Ring/input/ring.json\"\n";

fn files(files: &[(&str, &str)]) -> Vec<NamedText> {
    files.iter().map(|&(name, text)| NamedText { name: name.to_owned(), text: text.to_owned() }).collect()
}

/// Task and notes of files without errors.
#[track_caller]
fn gathered(given: &[(&str, &str)]) -> (Value, String) {
    let ImportedTask { task, diagnostics, choices, notes } = import_files(&files(given));
    let text = task.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let again = load(&text, "task.json", &mut NoFiles);
    assert!(!has_errors(&again.diagnostics), "{:?}", again.diagnostics);
    (serde_json::from_str(&text).unwrap(), [choices, notes].concat().join("\n"))
}

/// The first error of files that are not a task.
#[track_caller]
fn refused(given: &[(&str, &str)], code: &str, message: &str) {
    let found = import_files(&files(given));
    assert_eq!(found.task, None);
    let error = &found.diagnostics[0];
    assert_eq!(error.code, code, "{error:?}");
    assert!(error.message.contains(message), "{error:?}");
}

#[test]
fn settings_find_their_files_wherever_they_are() {
    let at = |settings: &str, code: &str, input: &str, rest: &[(&str, &str)]| {
        let ring = format!("{code}Ring.java");
        let heap = format!("{input}ring.json");
        let mut all = vec![(settings, SETTINGS), (ring.as_str(), RING), (heap.as_str(), HEAP)];
        all.extend(rest);
        gathered(&all)
    };
    let (task, notes) = at("run.attestor", "ex/Ring/code/", "ex/Ring/input/", &[]);
    assert_eq!((task["program"]["entry"].as_str(), notes.as_str()), (Some("Ring.walk"), ""));
    for (settings, code, input) in [
        ("proj/configuration/run.attestor", "proj/ex/Ring/code/", "proj/ex/Ring/input/"),
        ("configuration/run.attestor", "Ring/code/", "Ring/input/"),
        ("C:\\proj\\run.attestor", "C:\\proj\\ex\\Ring\\code\\", "C:\\proj\\ex\\Ring\\input\\"),
        ("./run.attestor", "./ex/Ring/code/", "./ex/../ex/Ring/input/"),
        ("run.attestor", "", ""),
    ] {
        assert_eq!(at(settings, code, input, &[]), (task.clone(), String::new()), "{settings}");
    }
    let other = [("proj/old/ring.json", "{nodes: []}"), ("proj/notes.txt", "x")];
    let (again, notes) = at("proj/run.attestor", "proj/ex/Ring/code/", "proj/in/", &other[1..]);
    assert_eq!(
        (&again, notes.as_str()),
        (&task, "found by name only: `proj/in/ring.json`\nnot used: `proj/notes.txt`")
    );
    assert_eq!(at("proj/run.attestor", "proj/ex/Ring/code/", "proj/ex/Ring/input/", &other).0, task);
    let (again, notes) = at("run.attestor", "code/", "", &[("package.json", "{\"name\": 1}"), ("broken.json", "{")]);
    assert_eq!((&again, notes.as_str()), (&task, "not used: `package.json`, `broken.json`"));
    let root = format!("--root-path /home/me/attestor\n{SETTINGS}");
    let rooted = [("run.attestor", root.as_str()), ("Ring/code/Ring.java", RING), ("Ring/input/ring.json", HEAP)];
    assert_eq!(gathered(&rooted).0, task);
}

#[test]
fn missing_and_ambiguous_files_are_errors() {
    let settings = ("run.attestor", SETTINGS);
    refused(&[settings, ("code/Ring.java", RING)], "task/unreadable", "not among the opened files");
    let twins = [settings, ("code/Ring.java", RING), ("a/ring.json", HEAP), ("b/ring.json", HEAP)];
    refused(&twins, "task/unreadable", "`a/ring.json` or `b/ring.json`");
    refused(&[settings, ("input/ring.json", HEAP)], "task/unreadable", "Ring.java");
    refused(&[settings, ("ring.json", HEAP)], "settings/no-program", "no Java files");
    refused(&[settings, ("b.attestor", SETTINGS)], "files/several-tasks", "`run.attestor`, `b.attestor`");
    refused(&[], "files/nothing", "no task");
    refused(&[("x.txt", "text"), ("y.png", "")], "files/nothing", "no task");
    refused(&[("g.json", GRAMMAR)], "files/no-program", "a grammar (`g.json`)");
    refused(&[("h.json", HEAP), ("c.json", CONTRACT)], "files/no-program", "an initial heap (`h.json`) and a contract");
    refused(&[("t.json", "{")], "json/syntax", "");
    refused(&[("t.json", "{\"programm\": {}}")], "json/missing-key", "`program`");
    refused(&[("t.json", "{\"schema\": \"hrglass.task/9\"}")], "task/schema", "hrglass.task/9");
    refused(&[("t.json", &"[".repeat(100_000))], "json/nesting", "nested");
    refused(&[("A.java", ""), ("B.java", "no program")], "files/no-class", "`A.java`, `B.java`");
    refused(&[("a/A.java", RING), ("a/./A.java", RING)], "files/duplicate", "`a/A.java`");
    refused(&[("A.java", &" ".repeat(SIZE_LIMIT))], "files/too-much", "2000000 bytes");
    refused(&[(&"a/".repeat(NAME_LIMIT), RING)], "files/too-much", "500 bytes");
    let many: Vec<String> = (0..=COUNT_LIMIT).map(|n| format!("{n}.java")).collect();
    refused(&many.iter().map(|name| (name.as_str(), "")).collect::<Vec<_>>(), "files/too-much", "400 files");
}

#[test]
fn a_task_document_comes_with_its_files() {
    let text = json!({"schema": SCHEMA, "program": {"entry": "Ring.walk", "files": [{"name": "Ring.java", "path": "src/Ring.java"}]},
        "grammars": [{"path": "grammar.json"}], "initial": [{"path": "ring.json"}]})
    .to_string();
    let all = [("p/src/Ring.java", RING), ("p/task.json", &text), ("p/grammar.json", GRAMMAR), ("p/ring.json", HEAP)];
    let (task, notes) = gathered(&all);
    assert_eq!((task["program"]["files"][0]["text"].as_str(), notes.as_str()), (Some(RING), ""));
    assert_eq!(gathered(&[("own.json", &task.to_string())]).0, task);
}

#[test]
fn a_program_becomes_a_task() {
    let entry = |given: &[(&str, &str)]| {
        let (task, notes) = gathered(given);
        (task["program"]["entry"].as_str().unwrap().to_owned(), notes.lines().next().unwrap().to_owned())
    };
    let chosen = |entry: &str, why: &str| (entry.to_owned(), format!("the program starts with `{entry}`, {why}"));
    let looping = "the first method that loops over a data structure";
    assert_eq!(entry(&[("Ring.java", RING)]), chosen("Ring.walk", looping));
    let main = ("A.java", "class A { static void f() {} static void main() {} }");
    assert_eq!(entry(&[("Ring.java", RING), main]), chosen("Ring.walk", looping));
    assert_eq!(entry(&[main]), chosen("A.main", "which is called `main`"));
    let stack = "class S { N top; public String toString() { N n = top; while (n != null) n = n.next; return \"\"; } \
        int first() { return top.v; } static class N { N next; int v; } }";
    let of_class = |class: &str| {
        let why = format!("every sequence of calls is checked that users of the class `{class}` can make");
        (format!("{class}.*"), why)
    };
    assert_eq!(entry(&[("S.java", stack)]), of_class("S"));
    // That of the file, whatever else is declared there, if its users come to lists.
    let tools = "class Tools { int size(L l) { int n = 0; while (l != null) { n++; l = l.next; } return n; } L rest(L l) { return l.next; } } \
        class L { L next; void add(L l) { l.next = next; next = l; } L end() { L l = this; while (l.next != null) l = l.next; return l; } }";
    assert_eq!(entry(&[("Tools.java", tools)]), of_class("Tools"));
    assert_eq!(entry(&[("L.java", tools)]), of_class("L"));
    let of_others = "class Tools { static int size(L l) { int n = 0; while (l != null) { n++; l = l.next; } return n; } \
        static L rest(L l) { return l.next; } } class L { L next; }";
    assert_eq!(entry(&[("Tools.java", of_others)]), chosen("Tools.size", looping));
    let made = of_others.replace("L next; }", "L next; L(L rest) { next = rest; } }");
    assert_eq!(entry(&[("Tools.java", &made)]), of_class("Tools"));
    let returned = of_others.replace("return l.next;", "L first = new L(); first.next = l; return first;");
    assert_eq!(entry(&[("Tools.java", &returned)]), of_class("Tools"));
    let with_main = "class M { int n; void up() { n++; } void down() { n--; } public static void main(String[] a) { new M().up(); } }";
    assert_eq!(entry(&[("M.java", with_main)]), chosen("M.main", "which is called `main`"));
    let first = "class A { A() {} void g() {} static void f() {} static void h() {} }";
    assert_eq!(entry(&[("A.java", first)]), of_class("A"));
    assert_eq!(entry(&[("A.java", "class A { A() {} void g() {} void h() {} }")]), of_class("A"));
    assert_eq!(entry(&[("A.java", "class A { A() {} void g() {} }")]), chosen("A.g", "the first method"));
    let overloaded = "class A { static void f(int x) {} static void f(A a) {} }";
    assert_eq!(entry(&[("A.java", overloaded)]), of_class("A"));
    assert_eq!(entry(&[("A.java", "class A { static void f(int x) {} }")]), chosen("A.f", "the first static method"));
    let (guess, note) = entry(&[("x/B.java", "class B { int f( }"), ("A.java", "")]);
    assert!(guess == "A.main" && note.contains("guess"), "{guess} {note}");

    let all =
        [("s/B.java", "class B {}"), ("s/A.java", RING), ("g.json", GRAMMAR), ("h.json", HEAP), ("c.json", CONTRACT)];
    let (task, _) = gathered(&all);
    let names: Vec<&str> =
        task["program"]["files"].as_array().unwrap().iter().map(|f| f["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["A.java", "B.java"]);
    assert_eq!(["grammars", "initial", "contracts"].map(|key| task[key].as_array().map(Vec::len)), [Some(1); 3]);
    let twins = gathered(&[("p/A.java", "class A {}"), ("q/A.java", "class C {}")]).0;
    assert_eq!(twins["program"]["files"][1]["name"], "q/A.java");
}

#[test]
fn a_program_in_c_starts_in_main_or_is_about_what_it_is_given() {
    let node = "struct node { struct node *next; };\n";
    let walk = format!(
        "{node}int zero(void) {{ return 0; }}\nvoid walk(struct node *head) {{ while (head) head = head->next; }}"
    );
    let made = |given: &[(&str, &str)]| {
        let (task, notes) = gathered(given);
        let of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let program = &task["program"];
        let parts = ["grammars", "initial"].map(|part| task[part].as_array().map_or(0, Vec::len));
        ([of(&task["title"]), of(&task["analysis"]), of(&program["entry"])], parts, notes)
    };
    let chosen = ["walk", "heap", "walk"].map(str::to_owned);
    let (found, parts, notes) = made(&[("walk.c", &walk)]);
    assert_eq!((found, parts), (chosen, [1, 1]));
    assert!(
        notes.starts_with(
            "the program starts with `walk`, the first function that loops over a data structure\n`head` points"
        ),
        "{notes}"
    );
    let main = format!("{walk}\nint main(void) {{ walk(0); return 0; }}");
    let forest = ["walk", "forest", "main"].map(str::to_owned);
    assert_eq!(made(&[("src/walk.c", &main)]), (forest, [0, 0], String::new()));
    // Numbers may fail, too. That memory is not looked at is found when the task is read.
    let both = main.replace("walk(0); return 0;", "walk(0); return 1 / zero();");
    let blocks = |title: &str| [title, "blocks", "main"].map(str::to_owned);
    let (found, parts, notes) = made(&[("src/walk.c", &both)]);
    assert_eq!((found, parts, notes), (blocks("walk"), [0, 0], String::new()));
    // A header is a part of the program.
    let header = [("walk.c", "#include \"node.h\"\nint f(struct node *n) { return n->next == 0; }"), ("node.h", node)];
    assert_eq!(made(&header).1, [1, 1]);
    assert_eq!(made(&[("a.c", "int f( {")]).0, blocks("a"));
    assert!(made(&[("a.c", "int main(void) { return 0; }"), ("x.txt", "")]).2.contains("not used: `x.txt`"));
}

#[test]
fn the_language_of_a_program_is_known_by_its_name_or_first_word() {
    use task::Language::{Boolean, Java};
    for (name, text, language) in [
        ("A.java", "", Some(Java)),
        ("a.bp", "{", Some(Boolean)),
        ("a.json", "decl g;", None),
        ("a.attestor", "class A {}", None),
        ("-", "\u{feff}\n/* a\nprogram */ // of\n# mine\ndecl g;", Some(Boolean)),
        ("-", "void main() begin end", Some(Boolean)),
        ("-", "<bool, bool> f() begin return T, F; end", Some(Boolean)),
        ("-", "// A ring\npublic class Ring {}", Some(Java)),
        ("-", "@Deprecated class Ring {}", Some(Java)),
        ("-", "{\"schema\": 1}", None),
        ("-", "--classpath x", None),
        ("-", "declaration", None),
        ("-", "/* class", None),
        ("-", "", None),
        ("-", "é", None),
    ] {
        assert_eq!(language_of(name, text), language, "{name}: {text}");
    }
}

#[test]
fn a_text_without_a_name_gets_one() {
    for (text, name) in [
        (
            "import java.util.*;\nclass Other {} /** Numbers. */ public class Stack<T> { class Node {} }",
            Some("Stack.java"),
        ),
        ("class A { int f( }", Some("A.java")),
        ("import java.util.List;", None),
        ("#include <stdlib.h>\nstruct node { struct node *next; };", Some("main.c")),
        ("// A loop\nint main(void) { return 0; }", Some("main.c")),
        ("static int one(void) { return 1; }", Some("main.c")),
        ("# a program\ndecl g;\nvoid main() begin skip; end", Some("main.bp")),
        ("void main() begin skip; end", Some("main.bp")),
        (" {\"schema\": \"hrglass.task/1\"}", Some("task.json")),
        ("--classpath x", Some("task.attestor")),
        ("Dear all, classes start on Monday.", None),
        ("", None),
        ("\u{fffd}\0\u{1}", None),
    ] {
        assert_eq!(name_of(text).as_deref(), name, "{text}");
    }
}
