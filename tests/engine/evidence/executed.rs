//! What executed runs say: their inputs with every value that decides, and how they end.

use hrglass::base::Silent;
use hrglass::report::Judgement;
use hrglass::report::evidence::Ending;
use hrglass::report::heap::HeapView;
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::json;

/// The judgement on memory safety of a method of a class `T`, which may start on a heap.
fn judged(java: &str, initial: Option<&str>) -> Judgement {
    let initial: Vec<_> = initial.into_iter().map(|formula| json!({"formula": formula})).collect();
    let task = json!({"schema": "hrglass.task/1", "initial": initial,
        "program": {"language": "java", "entry": "T.run", "files": [{"name": "T.java", "text": java}]}});
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    session.report().memory_safety().expect("it is checked").clone()
}

/// The fields and variables of an input that have constants as values.
fn constants(heap: &HeapView) -> Vec<String> {
    let constant = |vertex: u32| heap.vertices[vertex as usize].constants.first();
    let fields = heap.selectors.iter().filter_map(|edge| Some(format!("{} = {}", edge.label, constant(edge.target)?)));
    let variables = heap.vertices.iter().flat_map(|vertex| {
        let value = vertex.constants.first();
        vertex.variables.iter().filter_map(move |name| Some(format!("{name} = {}", value?)))
    });
    variables.chain(fields).collect()
}

#[test]
fn inputs_list_every_value_that_decides() {
    let java = "class T { Object o, p; boolean ready; int count, other; \
        int run(int n) { if (ready && count == 3 && n > 7) return o.hashCode(); return other; } }";
    let judgement = judged(java, Some("this: T -> {}"));
    let run = judgement.evidence.and_then(|evidence| evidence.counterexample).expect("it is executed");
    assert_eq!(constants(&run.input), ["n = 8", "ready = true", "count = 3", "o = null"]);
    assert_eq!(run.null.as_deref(), Some("this.o"));
    // Objects that are not followed: that they are there, and which are the same.
    let java = "class T { Object o, p, q; int run() { if (o != null && o != p && o == q) { T t = null; return t.run(); } return 0; } }";
    let judgement = judged(java, Some("this: T -> {}"));
    let run = judgement.evidence.and_then(|evidence| evidence.counterexample).expect("it is executed");
    let listed = constants(&run.input);
    let of = |name: &str| listed.iter().find_map(|own| own.strip_prefix(name)).expect("it is listed").to_owned();
    assert!(of("o = ").starts_with("non-null"), "{listed:?}");
    assert_eq!(of("o = "), of("q = "), "{listed:?}");
    assert_ne!(of("o = "), of("p = "), "{listed:?}");
}

/// The run of the analysis fails otherwise than the only one that can be executed.
#[test]
fn reasons_are_those_of_executed_runs() {
    let class =
        "class T { static class Twice extends RuntimeException { } int x; static void run(int n) { int k = n * 2;";
    let judgement = judged(
        &format!("{class}\n if (k == 5) {{ T t = null; t.x = 1; }}\n if (n == 3) throw new Twice(); }} }}"),
        None,
    );
    let uncaught = judgement.uncaught.expect("an exception");
    assert_eq!((uncaught.class.as_str(), uncaught.places.join(" ")), ("T.Twice", "T.java:3".to_owned()));
    let judgement = judged(
        &format!("{class}\n if (k == 5) throw new Twice();\n if (n == 3) {{ T t = null; t.x = 1; }} }} }}"),
        None,
    );
    assert_eq!(judgement.uncaught, None);
    assert_eq!(judgement.reason.expect("a reason").to_string(), "null is dereferenced");
    let run = judgement.evidence.and_then(|evidence| evidence.counterexample).expect("it is executed");
    assert_eq!((run.ending, run.null.as_deref()), (Ending::NullDereference, Some("t")));
}

/// A method of the library needs an object that a field does not have.
#[test]
fn what_the_library_needs_has_a_name() {
    let java = "class T { T next; Comparable c; static int run(T t, String s) { return t.next.c.compareTo(s); } }";
    let judgement = judged(java, Some("t: T -> {next: u} * u: T -> {next: null}"));
    let run = judgement.evidence.and_then(|evidence| evidence.counterexample).expect("it is executed");
    assert_eq!(run.null.as_deref(), Some("t.next.c"));
    assert_eq!(constants(&run.input), ["next = null", "c = null"]);
}
