use serde_json::json;

use super::{Names, names};
use task::{predefined_grammar, predefined_grammars};

/// Nonterminals, variables and labels, each separated by spaces.
#[track_caller]
fn check(document: &serde_json::Value, nonterminals: &str, variables: &str, labels: &str) {
    let found = names(&document.to_string()).expect("it can be read");
    let joined = |names: &[String]| names.join(" ");
    let Names { nonterminals: n, variables: v, labels: l, .. } = &found;
    assert_eq!([joined(n), joined(v), joined(l)], [nonterminals, variables, labels]);
}

fn java(entry: &str, text: &str) -> serde_json::Value {
    json!({"program": {"entry": entry, "files": [{"name": "Tree.java", "text": text}]}})
}

fn boolean(text: &str) -> serde_json::Value {
    json!({"analysis": "boolean", "program": {"files": [{"name": "main.bp", "text": text}]}})
}

#[test]
fn the_first_nonterminal_of_predefined_grammars_is_the_whole_structure() {
    for (name, _) in predefined_grammars() {
        assert!(predefined_grammar(name).is_some());
        let mut document = java("Tree.main", "class Tree {}");
        document["grammars"] = json!([{"predefined": name}]);
        let found = names(&document.to_string()).expect("it can be read").nonterminals;
        let whole = format!("Ref{}", name.split('_').next().unwrap_or(name));
        assert_eq!(found.first(), Some(&whole), "{name}");
    }
}

#[test]
fn the_notation_has_the_names_of_the_program() {
    let text =
        "class Queue { Node head; int size; void add(int value, Node more) {} static class Node { Node next; } }";
    let mut document = java("Queue.add", text);
    document["grammars"] = json!([{"definitions": "ls(x: Queue$Node, y: Queue$Node) := x -> {next: y}"}]);
    let found = names(&document.to_string()).and_then(|names| names.notation).expect("a program with heaps");
    assert_eq!(found.predicates, ["ls"]);
    assert_eq!(found.parameters, ["this", "value", "more"]);
    assert_eq!(found.classes, ["Queue", "Queue$Node"]);
    assert_eq!(found.fields, ["head", "size", "next"]);
    assert!(found.built_in.contains(&"sll<ListNode.next>(first, end)".to_owned()), "{:?}", found.built_in);
    assert_eq!(names(&boolean("void main() begin end").to_string()).map(|names| names.notation), Some(None));
}

#[test]
fn grammars_name_their_nonterminals_once() {
    let rule = |nonterminal: &str| json!({"nonterminal": nonterminal, "rank": 2, "rules": []});
    let mut document = java("Tree.main", "class Tree {}");
    document["grammars"] = json!([{"grammar": [rule("A"), rule("B")]}, {"grammar": [rule("B"), rule("C")]}]);
    check(&document, "A B C", "", "");
}

#[test]
fn variables_of_the_entry_method_point_to_objects_of_the_program() {
    let text = "class Tree { Tree left; /* Tree no; */
        static Tree leftmost(Tree root, int n, String text) {
            Tree here = root, there; boolean done = false; var more = root;
            for (Tree at = root; at != null; at = at.left) { Tree inner = at; Tree here2; }
            // Tree comment;
            return here;
        }
        static void other(Tree odd) { Tree local; }
    }";
    check(&java("Tree.leftmost", text), "", "root here there at inner here2", "");
    check(&java("Tree.other", text), "", "odd local", "");
    check(&java("Tree.missing", text), "", "", "");
    let generic =
        "class Node<T> { T value; Node<T> next; <S> void m(S any, T value, Node<T> node, Inner in) {} class Inner {} }";
    check(&java("Node.m", generic), "", "node in", "");
}

#[test]
fn what_can_be_read_of_broken_programs_has_names() {
    let broken = "class Tree { static void m(Tree root) { Tree here = root; no no no; here = ;
        if (here == ) {} Tree last = root ";
    check(&java("Tree.m", broken), "", "root here last", "");
    check(&java("Tree.m", "class Tree { void m("), "", "", "");
    check(&boolean("decl a, b; void main() begin decl c; L: a := ; M: skip; "), "", "a b c", "L M");
    check(&boolean("decl a, b; void main() begin decl c; L: a := ; M: skip; end"), "", "a b c", "L M");
}

#[test]
fn labels_and_boolean_variables_of_boolean_programs() {
    let text = "decl lock; decl count : int[0..7];
        void main() begin decl here; // NO: skip;
          AGAIN: lock := T; DONE: skip; ERROR: skip; end
        void other() begin decl there; DONE: skip; OTHER: skip; end";
    check(&boolean(text), "", "lock here", "AGAIN DONE ERROR OTHER");
}

#[test]
fn documents_that_cannot_be_read_have_no_names() {
    assert_eq!(names("{\"grammars\": [{"), None);
    assert_eq!(names("[]"), None);
    assert_eq!(names(&java("Tree.main", &" ".repeat(400_000)).to_string()), None);
}
