use serde_json::{Value, json};

use super::*;
use crate::editor::{NamedText, import_files};

const STACK: &str = "class Stack<T> { private Node<T> top; int size() { int n = 0; Node<T> at = top; while (at != null) { n++; at = at.next; } return n; }
    void push(T value) { Node<T> node = new Node<>(); node.value = value; node.next = top; top = node; }
    static Stack<String> of(int[] numbers) { return new Stack<>(); }
    static class Node<E> { E value; Node<E> next; } }";
const TWO_WAYS: &str = "class Two { Two next, prev; static Two last(Two head) { Two at = head; while (at.next != null) at = at.next; return at; }
    static void unlink(Two node) { node.prev.next = node.next; } }";

/// The task that is made of a class.
#[track_caller]
fn task(text: &str) -> String {
    let file = NamedText { name: "A.java".to_owned(), text: text.to_owned() };
    import_files(&[file]).task.expect("the class is a program")
}

fn value(document: &str) -> Value {
    serde_json::from_str(document).unwrap()
}

fn words(suggestions: &Suggestions) -> Vec<String> {
    suggestions.assumptions.iter().map(|assumption| suggestions.in_words(assumption).to_string()).collect()
}

#[test]
fn methods_come_with_headlines_after_their_class() {
    let suggestions = suggest(&task(STACK)).unwrap();
    let entries: Vec<(&str, &str, bool)> =
        suggestions.entries.iter().map(|entry| (&*entry.name, &*entry.headline, entry.is_chosen)).collect();
    assert_eq!(
        entries,
        [
            ("Stack.*", "Stack.*", true),
            ("Stack.size", "size(): int", false),
            ("Stack.push", "push(Object value): void", false),
            ("Stack.of", "of(int[] numbers): Stack", false),
        ]
    );
    assert!(suggestions.is_proposed && suggestions.assumptions.is_empty());
    let suggestions = suggest(&with_entry(&task(STACK), "Stack.size").unwrap()).unwrap();
    assert!(suggestions.is_proposed && suggestions.entries[1].is_chosen);
    assert_eq!(words(&suggestions), ["`this` is a `Stack` that holds any list through `next`, or none"]);
}

#[test]
fn structures_come_with_evidence_and_pictures() {
    let suggestions = suggest(&task(STACK)).unwrap();
    let [FamilyChoice { classes, chosen, candidates }] = &suggestions.families[..] else { panic!() };
    assert_eq!((classes, *chosen), (&vec!["Stack.Node".to_owned()], Some(0)));
    let said: Vec<(&str, Option<&str>)> =
        candidates.iter().map(|candidate| (&*candidate.words, candidate.misfit.as_deref())).collect();
    assert_eq!(said, [("list through `next`", None), ("ring through `next`", Some("new Stack, push"))]);
    assert!(candidates[0].tried > 1);
    let selectors = |candidate: &StructureCandidate| -> Vec<usize> {
        let arrows = |picture: &Scene| picture.description.matches("next").count();
        candidate.pictures.iter().map(arrows).collect()
    };
    assert_eq!(candidates.iter().map(selectors).collect::<Vec<_>>(), [[1, 2, 3], [1, 2, 3]]);
}

#[test]
fn another_structure_brings_its_grammar_and_its_heaps() {
    let before = task(TWO_WAYS);
    let after = with_structure(&before, 0, 2).unwrap();
    let suggestions = suggest(&after).unwrap();
    assert_eq!((suggestions.families[0].chosen, suggestions.is_proposed), (Some(2), true));
    assert_eq!(words(&suggestions), ["`head` is any tree over `next` and `prev`, or null"]);
    assert_eq!(value(&with_structure(&after, 0, 0).unwrap()), value(&before));
    assert_eq!(with_structure(&before, 0, 9), None);
    assert_eq!(with_structure(&before, 9, 0), None);
}

#[test]
fn another_entry_method_brings_its_heaps_unless_they_were_written() {
    let before = task(TWO_WAYS);
    assert_eq!(value(&before)["program"]["entry"], "Two.last");
    let after = value(&with_entry(&before, "Two.unlink").unwrap());
    assert_eq!((&after["title"], &after["program"]["entry"]), (&json!("Two.unlink"), &json!("Two.unlink")));
    assert!(after["initial"][0]["formula"].as_str().unwrap().starts_with("node == null"), "{after}");
    let mut written = value(&before);
    written["initial"] = json!([{"formula": "head == null"}]);
    let kept = value(&with_entry(&written.to_string(), "Two.unlink").unwrap());
    assert_eq!(kept["initial"][0]["formula"], "head == null");
    assert!(!suggest(&written.to_string()).unwrap().is_proposed);
    assert_eq!(with_entry("{", "Two.unlink"), None);
}

#[test]
fn another_entry_method_brings_what_is_never_null_there() {
    let text = "class Names { Names next; String name; Names(String name) { this.name = name; }
        static int count(Names at) { int n = 0; while (at != null) { n++; at = at.next; } return n; }
        static int letters(Names at) { int n = 0; while (at != null) { n += at.name.length(); at = at.next; } return n; } }";
    let count = with_entry(&task(text), "Names.count").unwrap();
    let letters = with_entry(&count, "Names.letters").unwrap();
    let definitions = |document: &str| value(document)["grammars"][0]["definitions"].to_string();
    assert!(!definitions(&count).contains("_object") && definitions(&letters).contains("name: _object"), "{letters}");
    assert_eq!(value(&with_entry(&letters, "Names.count").unwrap()), value(&count));
}

/// Which classes of the library make a structure depends on what a method comes to.
#[test]
fn another_entry_method_has_other_families() {
    let text = "import java.util.*; class Trie { final Map<Character, Trie> children = new HashMap<>(); boolean ends;
        boolean has(char c) { Trie next = children.get(c); return next != null && next.ends; }
        void add(char c) { children.put(c, new Trie()); }
        boolean isLeaf() { return children.isEmpty(); }
        static List<Trie> all(int n) { List<Trie> all = new LinkedList<>(); for (int i = 0; i < n; i++) all.add(new Trie()); return all; } }";
    let mut document = with_entry(&task(text), "Trie.has").unwrap();
    let tree = "`this` is any tree over `children` and through collections";
    for (entry, words_of) in
        [("Trie.add", Some(tree)), ("Trie.isLeaf", None), ("Trie.all", None), ("Trie.has", Some(tree))]
    {
        document = with_entry(&document, entry).unwrap();
        let suggestions = suggest(&document).unwrap();
        assert!(suggestions.is_proposed, "{entry}");
        assert_eq!(
            words(&suggestions).iter().any(|words| words == tree),
            words_of.is_some(),
            "{entry}: {:?}",
            words(&suggestions)
        );
        let own = |family: &FamilyChoice| family.classes.is_empty() || family.classes == ["Trie"];
        assert!(suggestions.families.iter().all(own), "{entry}");
    }
}

/// Objects that always have each other are no parts of each other.
#[test]
fn parts_have_an_end() {
    for text in [
        "class N { final Box<N> box; N(Box<N> box) { this.box = java.util.Objects.requireNonNull(box); } N next() { return box.held; }
            static class Box<T> { final T held; Box(T held) { this.held = java.util.Objects.requireNonNull(held); } } }",
        "import java.util.*; class N { final Optional<N> next; N(Optional<N> next) { this.next = Objects.requireNonNull(next); }
            N next() { return next.get(); } static Optional<N> of(N n) { return Optional.of(n); } }",
    ] {
        let document = with_entry(&task(text), "N.next").unwrap();
        assert!(suggest(&document).is_some());
    }
}

#[test]
fn programs_with_errors_and_other_tasks_have_fewer_suggestions() {
    let mut broken = value(&task(TWO_WAYS));
    broken["program"]["files"][0]["text"] = json!(TWO_WAYS.replace("return at;", "return x;"));
    let suggestions = suggest(&broken.to_string()).unwrap();
    assert_eq!((suggestions.entries.len(), suggestions.assumptions.len()), (3, 0));
    let boolean = json!({"schema": "hrglass.task/1", "analysis": "boolean", "program": {"language": "boolean", "entry": "main",
        "files": [{"name": "a.bp", "text": "void main() begin skip; end"}]}});
    assert_eq!(suggest(&boolean.to_string()), None);
    assert_eq!(suggest("[]"), None);
}

const LIST_IN_C: &str = "#include <stdlib.h>
typedef struct node { int v; struct node *next; } Node;
Node *push(Node *head, int v) { Node *n = malloc(sizeof *n); n->v = v; n->next = head; return n; }
int length(const Node *head) { int n = 0; while (head) { n++; head = head->next; } return n; }
static void set(Node **head) { *head = NULL; }";

/// The task that is made of a program in C.
#[track_caller]
fn task_in_c(text: &str) -> String {
    let file = NamedText { name: "list.c".to_owned(), text: text.to_owned() };
    import_files(&[file]).task.expect("it is a program")
}

#[test]
fn functions_in_c_come_with_prototypes() {
    let suggestions = suggest(&task_in_c(LIST_IN_C)).unwrap();
    let entries: Vec<(&str, &str, &str, bool)> = suggestions
        .entries
        .iter()
        .map(|entry| (&*entry.name, &*entry.class, &*entry.headline, entry.is_chosen))
        .collect();
    assert_eq!(
        entries,
        [
            ("length", "list.c", "int length(struct node *head)", true),
            ("push", "list.c", "struct node *push(struct node *head, int v)", false),
            ("set", "list.c", "void set(struct node **head)", false),
        ]
    );
    let kept = "the caller keeps its pointers, so that what they lead to is not lost";
    assert_eq!(words(&suggestions), ["`head` points to any list through `next`, or is NULL", kept]);
    let [FamilyChoice { classes, chosen, candidates }] = &suggestions.families[..] else { panic!() };
    assert_eq!((classes, *chosen), (&vec!["node".to_owned()], Some(0)));
    assert_eq!(candidates[1].misfit.as_deref(), Some("push"));
}

#[test]
fn another_function_or_structure_in_c_brings_its_heaps() {
    let before = task_in_c(LIST_IN_C);
    let ring = with_structure(&before, 0, 1).unwrap();
    assert_eq!(words(&suggest(&ring).unwrap())[0], "`head` points to any ring through `next`, or is NULL");
    assert_eq!(value(&with_structure(&ring, 0, 0).unwrap()), value(&before));
    let set = value(&with_entry(&ring, "set").unwrap());
    assert_eq!((&set["title"], &set["program"]["entry"]), (&json!("set"), &json!("set")));
    let formula = "head: \"automatic struct_node_pointer\" -> {value: null}\n| head: \"automatic struct_node_pointer\" -> {value: value} * ring(value)";
    assert_eq!(set["initial"][0]["formula"], formula);
    assert_eq!(value(&with_entry(&set.to_string(), "length").unwrap()), value(&ring));
}

#[test]
fn programs_in_c_with_errors_have_fewer_suggestions() {
    let mut broken = value(&task_in_c(LIST_IN_C));
    broken["program"]["files"][0]["text"] = json!(LIST_IN_C.replace("n++", "m++"));
    let suggestions = suggest(&broken.to_string()).unwrap();
    assert_eq!((suggestions.entries.len(), suggestions.assumptions.len()), (3, 0));
    let blocks = task_in_c("int main(void) { return 0; }");
    assert_eq!((&value(&blocks)["analysis"], suggest(&blocks)), (&json!("blocks"), None));
}
