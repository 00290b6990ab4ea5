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
    check(&piped(&here, &["check", "-"], "// no word says what it is\n main() begin end"), 3, "", "error");
    let forced = piped(&here, &["check", "-", "--language", "boolean"], "main() begin end");
    check(&forced, 3, "", "procedure `main` has no type");
    check(&hrglass(&here, &["explore", "driver.bp", "--format", "dot"]), 1, "digraph", "");
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
    check(&cut, 1, "null is dereferenced", "assumed: `l` is any list through `next`, or null");
    assert!(!String::from_utf8_lossy(&cut.stderr).contains("there is no grammar"));
    check(&hrglass(&here, &["check", "List.java", "--entry", "List.cut"]), 1, "null is dereferenced", "");
    let two_methods = LIST.replace("main", "make");
    let ambiguous = piped(&here, &["check", "-"], &two_methods);
    check(&ambiguous, 3, "", "the entry is ambiguous: `List.cut`, `List.make`");
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
