//! Programs without a task document, as given on the command line.

use std::path::PathBuf;

use crate::support::program::{self, check, hrglass, piped};

/// A separate directory for each test, with some files.
fn directory(test: &str, files: &[(&str, &str)]) -> PathBuf {
    let path = program::directory(test);
    for (name, text) in files {
        std::fs::write(path.join(name), text).unwrap();
    }
    path
}

const DRIVER: &str = "void main() begin decl x; x := *;\nif x then ERROR: skip; fi end";
const TWO: &str = "void f() begin skip; end\nvoid g() begin L: skip; end";
const LIST: &str = "class List { List next; static void cut(List l) { l.next = null; }\n\
    static void main() { List l = new List(); l.next = null; } }";

#[test]
fn boolean_programs_are_checked_without_a_task() {
    let here = directory("loose-boolean", &[("driver.bp", DRIVER), ("safe.bp", "void f() begin assert(T | *); end")]);
    check(&hrglass(&here, &["check", "driver.bp"]), 1, "unreach-call   violated   no run reaches `ERROR`", "");
    // The only procedure is the entry.
    check(&hrglass(&here, &["check", "safe.bp"]), 0, "safe.bp f\n", "");
    check(&hrglass(&here, &["check", "driver.bp", "safe.bp"]), 1, "assertions", "");
    check(&piped(&here, &["check", "-"], DRIVER), 1, "violated", "");
    check(
        &piped(&here, &["check", "-"], "int main(void) { int x = 7; return 1 / (x - 7); }"),
        1,
        "no-division-by-zero",
        "",
    );
    check(&piped(&here, &["check", "-"], "// no word says what it is\n main() begin end"), 3, "", "error");
    let forced = piped(&here, &["check", "-", "--language", "boolean"], "main() begin end");
    check(&forced, 3, "", "procedure `main` has no type");
    check(&hrglass(&here, &["explore", "driver.bp", "--format", "dot"]), 0, "digraph", "");
    let task = hrglass(&here, &["import", "driver.bp"]);
    check(&task, 0, "\"analysis\": \"boolean\"", "");
    check(&piped(&here, &["check", "-"], &String::from_utf8_lossy(&task.stdout)), 1, "unreach-call", "");
}

#[test]
fn the_entry_is_named_or_the_only_one() {
    let here = directory("loose-entry", &[("two.bp", TWO), ("List.java", LIST)]);
    check(&hrglass(&here, &["check", "two.bp"]), 3, "", "candidates: f, g");
    check(&hrglass(&here, &["check", "two.bp", "--entry", "h"]), 3, "", "there is no entry procedure `h`");
    check(&hrglass(&here, &["check", "two.bp", "--entry", "g", "--reach", "L"]), 1, "two.bp g", "");
    check(&hrglass(&here, &["check", "List.java"]), 0, "List.java List.main", "");
    check(&piped(&here, &["check", "-"], "class A { static void main() { } }"), 0, "satisfied", "there is no grammar");
    let cut = hrglass(&here, &["check", "List.java", "--entry", "List.cut"]);
    check(&cut, 1, "null is dereferenced", "");
    assert!(!String::from_utf8_lossy(&cut.stderr).contains("there is no grammar"));
    check(&hrglass(&here, &["check", "List.java", "--entry", "List.cut"]), 1, "null is dereferenced", "");
    let two_methods = LIST.replace("main", "make");
    let of_class = piped(&here, &["check", "-"], "class A { static void make() { } static void cut() { } }");
    check(&of_class, 0, "A.*", "");
    // What is private is not for clients.
    let hidden = "class A { private static void make() { } private static void cut() { } }";
    let ambiguous = piped(&here, &["check", "-"], hidden);
    check(&ambiguous, 3, "", "the entry is ambiguous: `A.make`, `A.cut`");
    assert_eq!(String::from_utf8_lossy(&ambiguous.stderr).matches("error").count(), 1);
    check(&piped(&here, &["check", "-", "--entry", "make"], &two_methods), 0, "satisfied", "");
}

#[test]
fn where_nothing_is_checked_nothing_is_satisfied() {
    let empty = r#"{"schema": "hrglass.task/1", "analysis": "boolean", "properties": [],
        "program": {"language": "boolean", "files": [{"name": "a.bp", "text": "void main() begin skip; end"}]}}"#;
    let here = directory("loose-nothing", &[("empty.json", empty)]);
    let output = hrglass(&here, &["check", "empty.json"]);
    check(&output, 2, "nothing is checked", "warning: nothing is checked: the task has no property");
    check(&hrglass(&here, &["check", "empty.json", "--format", "json"]), 2, "task/nothing-checked", "");
}

#[test]
fn any_label_can_be_checked() {
    let text = "void main() begin decl x; if x then A: skip; else f(); fi end\n\
        void f() begin A: ERROR: assume(F); B: SLIC_ERROR: skip; end";
    let here = directory("loose-reach", &[("labels.bp", text), ("List.java", LIST)]);
    let output = hrglass(&here, &["check", "labels.bp", "--reach", "A,B,f::A"]);
    check(&output, 1, "unreachable A     violated", "");
    check(&output, 1, "unreachable B     satisfied", "");
    check(&output, 1, "unreachable f::A  violated", "");
    // Error labels need not be named, and both are checked.
    check(&output, 1, "unreach-call      violated   no run reaches `SLIC_ERROR` or `ERROR`", "");
    let asked = hrglass(&here, &["check", "labels.bp", "--reach", "ERROR"]);
    check(&asked, 1, "unreach-call       satisfied  no run reaches `SLIC_ERROR`\n", "");
    check(&hrglass(&here, &["check", "labels.bp", "--reach", "C"]), 3, "", "no statement has the label `C`");
    check(&hrglass(&here, &["check", "labels.bp", "--reach", "A,A"]), 3, "", "two properties are called");
    check(&hrglass(&here, &["check", "List.java", "--reach", "A"]), 3, "", "only supported for boolean programs");
}

#[test]
fn a_count_of_states_that_is_too_large_is_marked() {
    let text = "decl a, b : int<32>; void main() begin skip; assert(T); assert(a + b >= 0); end";
    let here = directory("loose-count", &[("many.bp", text)]);
    let symbolic = ["check", "many.bp", "--strategy", "symbolic", "--format", "json"];
    check(&hrglass(&here, &symbolic), 0, "\"statesTotal\": 4294967295,\n        \"saturated\": true,", "");
    let all = ["check", "many.bp", "--strategy", "all", "--max-states", "1000"];
    check(&hrglass(&here, &all), 2, " >4294967295 ", "");
    let few = ["check", "-", "--strategy", "symbolic", "--format", "json"];
    let output = piped(&here, &few, "void main() begin decl x : int<16>; assert(x >= 0); end");
    // Only the drawn state space is partial.
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("\"partial\"").count(), 1);
}

/// An object has one class: what an interface or an abstract class hides is found out case by case.
#[test]
fn objects_of_abstract_classes_have_a_class() {
    let java = "class T { static abstract class Expr { } static class Num extends Expr { int v; }
        static class Add extends Expr { Expr left, right; Add(Expr l, Expr r) { left = l; right = r; } }
        static class Mul extends Expr { Expr left, right; Mul(Expr l, Expr r) { left = l; right = r; } }
        static void f(Expr e) {
            while (e != null) {
                if (e instanceof Add a) { e = a.left; }
                else if (e instanceof Mul m) { Object o = null; o.hashCode(); }
                else e = null;
            }
        } }";
    let here = directory("loose-abstract", &[("T.java", java)]);
    check(&hrglass(&here, &["check", "T.java", "--entry", "T.f"]), 1, "null is dereferenced", "");
    let harmless = java.replace("o.hashCode();", "");
    check(&piped(&here, &["check", "-", "--entry", "T.f"], &harmless), 0, "in which no child is missing", "");
}

/// What is assumed of payload is said, holds only of what is given, and is lost where the program stores something else.
#[test]
fn payload_is_assumed_not_to_be_null() {
    let java = "class Bag { Node head;
        static class Node { String key; Node next; Node(String key, Node next) { this.key = key; this.next = next; } }
        void add(String key) { head = new Node(key, head); }
        int size(String key) { int n = 0; for (Node i = head; i != null; i = i.next) n += i.key.length(); return n; }
        int addAndSize(String key) { add(key); return size(key); }
        int first(String other) { return other.length() + head.key.length(); }
        int addText() { add(\"text\"); return size(head.key); }
        int forgotten() { Node made = new Node(null, head); return made.key.length(); } }";
    let here = directory(
        "loose-payload",
        &[(
            "Bag.java",
            &java.replace("int forgotten() { Node made = new Node(null, head); return made.key.length(); }", ""),
        )],
    );
    for (entry, said) in [
        ("Bag.size", "`key` of a `Bag.Node` is never null"),
        ("Bag.addText", "`key` of a `Bag.Node` is never null"),
        ("Bag.addAndSize", "`key` is not null"),
    ] {
        let output = hrglass(&here, &["check", "Bag.java", "--entry", entry]);
        check(&output, 0, "memory safety  satisfied if", "");
        check(&output, 0, said, "");
    }
    // A task that says it explicitly: null that the program stores is null.
    let task = hrglass(&here, &["import", "Bag.java", "--entry", "Bag.size"]);
    let text = String::from_utf8_lossy(&task.stdout).into_owned();
    assert!(text.contains("key: _object"), "{text}");
    check(&piped(&here, &["check", "-"], &text), 0, "satisfied", "");
    let stored = "{ i.key = null; n += i.key.length(); }";
    check(&piped(&here, &["check", "-"], &text.replace("n += i.key.length();", stored)), 1, "null is dereferenced", "");
    let new = "{ Node made = new Node(null, head); n += made.key.length(); }";
    check(&piped(&here, &["check", "-"], &text.replace("n += i.key.length();", new)), 1, "null is dereferenced", "");
    // A test would have to build it.
    let failing = hrglass(&here, &["check", "Bag.java", "--entry", "Bag.first", "--evidence", "tests"]);
    check(&failing, 1, "null is dereferenced", "");
    let written: Vec<String> = std::fs::read_dir(here.join("tests"))
        .expect("a directory")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(written.iter().all(|name| !name.ends_with(".java")), "{written:?}");
    // Where it may be null, it is not assumed.
    check(&piped(&here, &["check", "-", "--entry", "Bag.size"], java), 1, "null is dereferenced", "");
}
