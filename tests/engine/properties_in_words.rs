//! Sentences about tasks: what they offer, and that the formulas that they write are checked.

use hrglass::base::Silent;
use hrglass::editor::{TaskSentence, task_sentences};
use hrglass::report::Verdict;
use hrglass::session::run;
use hrglass::task::wording::{ENGLISH, HoleKind, LANGUAGES, Subject, formula_of, read_out_text};
use hrglass::task::{Loaded, NoFiles, load};
use serde_json::json;

/// The method `L.f` on all lists.
fn task(method: &str, formulas: &[String]) -> Loaded {
    let text = format!("class Node {{ Node next; Node other; }}\nclass L {{\n{method}\n}}");
    let properties: Vec<_> =
        formulas.iter().enumerate().map(|(n, ltl)| json!({"id": format!("F{n}"), "ltl": ltl})).collect();
    let task = json!({
        "schema": "hrglass.task/1", "title": "",
        "program": {"language": "java", "entry": "L.f", "files": [{"name": "L.java", "text": text}]},
        "grammars": [{"predefined": "SLList", "rename": {"ListNode": "Node"}}],
        "initial": [{"formula": "head == null | RefSLList(head, null)"}], "properties": properties,
    });
    load(&task.to_string(), "task.json", &mut NoFiles)
}

/// Checks sentences about a method.
#[track_caller]
fn check(method: &str, sentences: &[(&str, Verdict)]) {
    let formula = |text: &str| formula_of(text, Subject::JavaHeaps, &LANGUAGES).expect(text);
    let formulas: Vec<String> = sentences.iter().map(|(text, _)| formula(text)).collect();
    let session = run(&task(method, &formulas), &mut Silent);
    let report = session.report();
    for (number, (text, verdict)) in sentences.iter().enumerate() {
        let found = report.properties.iter().find(|property| property.id == format!("F{number}"));
        let found = found.unwrap_or_else(|| panic!("{text}: {:?}", report.diagnostics));
        assert_eq!(found.judgement.verdict, *verdict, "{text}: {:?}", found.judgement.reason);
        assert_eq!(found.claim.words.replace('`', ""), *text);
    }
}

use Verdict::{Satisfied, Violated};

const KEEPS_ALL: &str = "no element is lost: all that was reachable from head is reachable from the result in the end";

#[test]
fn reversing_a_list_loses_nothing_and_changes_its_links() {
    check(
        "static Node f(Node head) { Node done = null;
           while (head != null) { Node rest = head.next; head.next = done; done = head; head = rest; }
           return done; }",
        &[
            ("every call ends normally", Satisfied),
            ("no call ends with an exception", Satisfied),
            (KEEPS_ALL, Satisfied),
            ("every element is visited by head", Satisfied),
            ("head and done never point to the same object", Violated),
            ("in the end, next of every element is as it was", Violated),
            ("in the end, neighbours are as they were", Violated),
            ("the result is never null", Violated),
            ("the result is always null or a RefSLList", Satisfied),
        ],
    );
}

#[test]
fn an_element_that_is_lost_is_found() {
    check(
        "static Node f(Node head) { if (head == null || head.next == null) return head;
           head.next = head.next.next; return head; }",
        &[(KEEPS_ALL, Violated), ("every element is visited by head", Violated)],
    );
    check("static Node f(Node head) { return head == null ? null : head.next; }", &[(KEEPS_ALL, Violated)]);
    // In calls, too.
    let cut = "static Node f(Node head) { if (head != null) head.next = g(head.next); return head; }
               static Node g(Node x) { if (x == null) return x; BODY return x; }";
    check(&cut.replace("BODY", "x = x.next;"), &[(KEEPS_ALL, Violated)]);
    check(&cut.replace("BODY", "x.next = g(x.next);"), &[(KEEPS_ALL, Satisfied)]);
}

#[test]
fn a_walk_leaves_links_as_they_are() {
    check(
        "static Node f(Node head) { Node x = head; while (x != null && x.next != null) { x = x.next; } return x; }",
        &[
            ("next of every element always stays as it is", Satisfied),
            ("neighbours always stay as they are", Satisfied),
            ("x is always reachable from head", Satisfied),
            ("every element is visited by x", Satisfied),
            (KEEPS_ALL, Violated),
            ("no run reaches line 3", Violated),
            ("every run reaches line 3", Satisfied),
        ],
    );
}

#[test]
fn assertions_have_lines() {
    check(
        "static Node f(Node head) { Node x = new Node(); x.next = head;
           assert x.next == head;
           assert head != null : \"empty\";
           return x; }",
        &[
            ("what is asserted in line 4 always holds", Satisfied),
            ("what is asserted in line 5 always holds", Violated),
        ],
    );
    let wrong = |formula: &str| {
        let method = "static Node f(Node head) {\n throw new AssertionError(); }";
        let session = run(&task(method, &[formula.to_owned()]), &mut Silent);
        session.report().diagnostics.iter().map(|found| found.message.to_string()).collect::<Vec<_>>()
    };
    let message = "no analysed method has an `assert` statement on the line of {fails(4)}";
    assert!(wrong("G !{fails(4)}").contains(&message.to_owned()));
    let message = "no class, grammar or heap of the task has the field `nxt` of {unchanged(nxt)}";
    assert!(wrong("G {unchanged(nxt)}").contains(&message.to_owned()));
}

fn of(sentences: &[TaskSentence], id: &str) -> Vec<(HoleKind, String)> {
    let sentence = sentences.iter().find(|sentence| sentence.id == id);
    let holes = sentence.unwrap_or_else(|| panic!("{id} is missing")).holes.iter();
    holes.map(|hole| (hole.kind, hole.choices.join(" "))).collect()
}

#[test]
fn sentences_fit_the_task() {
    let method = "static Node f(Node head) {\n assert head != null; Node last = head; g(last); return last; }\n\
                  static void g(Node x) { }";
    let sentences = task_sentences(&task(method, &[]));
    assert_eq!(of(&sentences, "ends"), []);
    let result = (HoleKind::Result, "return head last".to_owned());
    assert_eq!(of(&sentences, "nothing-lost"), [(HoleKind::Variable, "head last".to_owned()), result]);
    assert_eq!(of(&sentences, "result-shape"), [(HoleKind::Nonterminal, "RefSLList".to_owned())]);
    assert_eq!(of(&sentences, "field-stays"), [(HoleKind::Field, "next other".to_owned())]);
    assert_eq!(of(&sentences, "assertion"), [(HoleKind::Assertion, "4".to_owned())]);
    assert_eq!(of(&sentences, "method-called"), [(HoleKind::Method, "L.f L.g".to_owned())]);
    assert!(!sentences.iter().any(|sentence| sentence.id.starts_with("label")));
    // A method without a result, in a program without structures.
    let sentences = task_sentences(&task("static void f(Node head) { }", &[]));
    assert!(!sentences.iter().any(|sentence| sentence.id.starts_with("result") || sentence.id == "assertion"));
    assert!(!sentences.iter().any(|sentence| sentence.id == "different"), "there is only one variable");
}

#[test]
fn sentences_about_other_programs() {
    let task = |analysis: &str, language: &str, name: &str, text: &str| {
        let program = json!({"language": language, "entry": "main", "files": [{"name": name, "text": text}]});
        let task = json!({"schema": "hrglass.task/1", "title": "", "analysis": analysis, "program": program});
        task_sentences(&load(&task.to_string(), "task.json", &mut NoFiles))
    };
    let boolean = task("boolean", "boolean", "a.bp", "decl x; void main() begin A: x := T; goto A; end");
    assert_eq!(of(&boolean, "label-again-and-again"), [(HoleKind::Label, "A".to_owned())]);
    assert!(!boolean.iter().any(|sentence| sentence.formula.contains("reached")));
    let c = "struct n { struct n *next; }; int main(void) {\n struct n *p = 0;\n if (p) p->next = p;\n return 0; }";
    let numbers = task("blocks", "c", "a.c", c);
    assert!(of(&numbers, "line-reached")[0].1.starts_with("2 3"), "{numbers:?}");
    let heaps = task("heap", "c", "a.c", c);
    assert_eq!(of(&heaps, "visited"), [(HoleKind::Variable, "p".to_owned())]);
    assert_eq!(of(&heaps, "field-stays"), [(HoleKind::Field, "next".to_owned())]);
    assert!(task("forest", "c", "a.c", c).is_empty(), "no formulas are checked");
}

#[test]
fn formulas_of_results_are_read_out() {
    let words = |text| read_out_text(text, Subject::CNumbers, &ENGLISH).expect("it is right");
    assert_eq!(
        words("G ({request == 1} -> F {failed})"),
        "whenever `request == 1` holds, then or later the run has failed"
    );
}
