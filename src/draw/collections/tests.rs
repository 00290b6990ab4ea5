use base::chains::{CELLS, ENTRIES};

use super::*;
use crate::heap_diff::heap_diff;
use crate::heap_drawing::{heap_scene, marked_heap_scene};
use crate::scene::{Link, Scene, Shape};
use report::heap::{NonterminalView, VertexView};

/// The classes of the library.
fn classes() -> CollectionClasses {
    let collection = |chain, is_set| CollectionPart::Collection { chain, is_set };
    let parts = [
        ("ArrayList", collection(&CELLS, false)),
        ("HashSet", collection(&CELLS, true)),
        ("HashMap", collection(&ENTRIES, false)),
        ("CellList$Cell", CollectionPart::Link(&CELLS)),
        ("EntryChain$Entry", CollectionPart::Link(&ENTRIES)),
        ("CellList$Walk", CollectionPart::Iterator(&CELLS)),
        ("EntryChain$Walk", CollectionPart::Iterator(&ENTRIES)),
        ("EntryChain$Keys", CollectionPart::Between),
        ("CellList$Version", CollectionPart::Between),
    ];
    CollectionClasses(parts.into_iter().map(|(name, part)| (name.to_owned(), part)).collect())
}

/// A heap from lines like `list: ArrayList, first = a, size = 2`, where `null` and numbers need no line, an object is named like the
/// variables that point to it or with a `.` before its name, and `path(a, b)` is a nonterminal.
fn heap(text: &str) -> HeapView {
    let mut heap = HeapView::default();
    let mut names = vec!["null".to_owned()];
    heap.vertices.push(vertex("NULL", VertexKind::Null));
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for (name, rest) in lines.iter().filter_map(|line| line.split_once(": ")) {
        let class = rest.split(", ").next().unwrap_or_default();
        let mut own = vertex(class, VertexKind::Object);
        own.variables.extend((!name.starts_with('.')).then(|| name.to_owned()));
        own.number = Some(name.bytes().fold(1, |all, byte| all * 31 + u32::from(byte)));
        names.push(name.to_owned());
        heap.vertices.push(own);
    }
    let mut number = |heap: &mut HeapView, name: &str| {
        names.iter().position(|own| own == name).unwrap_or_else(|| {
            names.push(name.to_owned());
            heap.vertices.push(vertex("int", VertexKind::Constant));
            names.len() - 1
        }) as u32
    };
    for line in lines {
        if let Some((name, rest)) = line.split_once(": ") {
            for (label, target) in rest.split(", ").filter_map(|field| field.split_once(" = ")) {
                let (source, target) = (number(&mut heap, name), number(&mut heap, target));
                heap.selectors.push(SelectorView { source, target, label: label.to_owned() });
            }
        } else if let Some((label, ends)) = line.trim_end_matches(')').split_once('(') {
            let tentacles = ends.split(", ").map(|end| number(&mut heap, end)).collect();
            heap.nonterminals.push(NonterminalView { label: label.to_owned(), tentacles });
        }
    }
    heap
}

fn vertex(class: &str, kind: VertexKind) -> VertexView {
    VertexView {
        ty: class.to_owned(),
        kind,
        external: None,
        variables: Vec::new(),
        markings: Vec::new(),
        constants: Vec::new(),
        number: None,
    }
}

fn texts(scene: &Scene) -> Vec<&str> {
    scene
        .shapes
        .iter()
        .filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text.as_str()) } else { None })
        .collect()
}

/// Checks the words for the picture.
#[track_caller]
fn check(text: &str, expected: &str) {
    let raw = heap(text);
    let folded = classes().folded(&raw);
    assert_eq!(heap_scene(&folded).description.to_string(), expected);
    // Vertices and nonterminals keep their numbers.
    let kinds = |heap: &HeapView| heap.vertices.iter().map(|own| own.kind).collect::<Vec<_>>();
    assert_eq!((kinds(&raw), &raw.nonterminals), (kinds(&folded), &folded.nonterminals));
}

/// Checks that nothing is folded.
#[track_caller]
fn check_raw(text: &str) {
    let raw = heap(text);
    assert_eq!(classes().folded(&raw), raw);
}

const LIST: &str = "
    list: ArrayList, first = .a, near = null, size = 2, version = .v
    .a: CellList$Cell, value = x, next = .b
    .b: CellList$Cell, value = null, next = null
    .v: CellList$Version
    x: Node";

#[test]
fn a_list_has_its_elements_in_order() {
    check(LIST, "list point to vertex 1; x point to vertex 5; vertex 1[0] is vertex 5; vertex 1[1] is null");
    let scene = heap_scene(&classes().folded(&heap(LIST)));
    assert_eq!(texts(&scene), ["", "ArrayList", "[0]", "[1]", "null", "list", "x"]);
    assert!(!scene.shapes.iter().any(|shape| matches!(shape, Shape::Circle { role: crate::scene::Role::Null, .. })));
}

#[test]
fn a_map_has_keys_and_values_and_an_empty_one_says_so() {
    check(
        "map: HashMap, first = .a, size = 1, table = 16, version = null
         set: HashSet, first = null, near = null, size = 0, version = null
         .a: EntryChain$Entry, key = x, value = x, hash = 7, next = null
         x: Node",
        "map point to vertex 1; set point to vertex 2; x point to vertex 4; vertex 2 is empty; vertex 1[0].key is vertex 4; \
         vertex 1[0].value is vertex 4",
    );
}

#[test]
fn what_is_abstracted_away_is_one_place() {
    let text = "list: ArrayList, first = .a, near = null, version = null
         .a: CellList$Cell, value = x, next = .b
         .b: CellList$Cell
         .c: CellList$Cell, value = x, next = null
         x: Node
         path(.b, .c, x)";
    check(
        text,
        "list point to vertex 1; x point to vertex 5; vertex 1 has one or more at …; vertex 1[0] is vertex 5; vertex 1[n-1] is vertex 5",
    );
    let scene = heap_scene(&classes().folded(&heap(text)));
    let spots: Vec<&Link> = scene.hotspots.iter().map(|spot| &spot.link).collect();
    assert!(spots.contains(&&Link::Nonterminal { number: 0 }), "{spots:?}");
}

#[test]
fn a_tail_of_any_length_is_one_place() {
    check(
        "list: ArrayList, first = .a, near = null, version = null
         .a: CellList$Cell, value = null
         tail(.a)",
        "list point to vertex 1; vertex 1 has any number at …; vertex 1[0] is null",
    );
}

#[test]
fn a_nonterminal_may_hide_the_first_element() {
    check(
        "list: ArrayList
         .b: CellList$Cell, value = null, next = null
         rows: Rows
         path(list, .b)
         path(rows, list)",
        "list point to vertex 1; rows point to vertex 3; vertex 1 has any number at …; vertex 1[n-1] is null; path(vertex 3, vertex 1)",
    );
}

#[test]
fn an_iterator_is_between_two_places() {
    let text = LIST.replace("list: A", ".l: A")
        + "
        it: CellList$Walk, list = .l, next = .b, last = .a, expected = .v, index = 1
        .e: CellList$Walk, list = .l, next = null, last = .b, expected = .w
        .w: CellList$Version";
    check(
        &text,
        "x point to vertex 5; it point to vertex 6; vertex 1[0] is vertex 5; vertex 1[1] is null; vertex 6.next is vertex 1[1]; \
         vertex 7 is at the end of vertex 1",
    );
    let folded = classes().folded(&heap(&text));
    assert_eq!(
        (folded.hidden.as_slice(), folded.vertices[7].markings.as_slice()),
        (&[4, 8, 9, 10][..], &[OUTDATED.to_owned()][..])
    );
    assert!(folded.vertices[6].markings.is_empty());
}

#[test]
fn what_only_leads_to_a_map_is_left_out() {
    let text = ".m: HashMap, first = .a, version = null
         .a: EntryChain$Entry, key = x, value = null, next = null
         x: Node
         .k: EntryChain$Keys, map = .m
         it: EntryChain$Walk, view = .k, next = .a, last = null";
    check(
        text,
        "x point to vertex 3; it point to vertex 5; vertex 1[0].key is vertex 3; vertex 1[0].value is null; vertex 5.next is vertex 1[0]",
    );
    // A variable of the program points to it.
    let folded = classes().folded(&heap(&text.replace(".k", "keys")));
    assert_eq!(folded.hidden, Vec::<u32>::new());
}

#[test]
fn variables_that_point_to_a_cell_are_in_its_row() {
    let text = LIST.replace(".b", "c");
    check(
        &text,
        "list point to vertex 1; x point to vertex 5; c point to vertex 1[1]; vertex 1[0] is vertex 5; vertex 1[1] is null",
    );
    assert!(texts(&heap_scene(&classes().folded(&heap(&text)))).contains(&"c"));
}

#[test]
fn what_is_half_built_is_drawn_as_it_is() {
    // Without a first cell, with a ring, with a cell of which nobody knows what follows, and with one of another class.
    check_raw("list: ArrayList, size = 0");
    check_raw("list: ArrayList\n rows: Rows\n path(rows, list)");
    check_raw("list: ArrayList, first = .a\n .a: CellList$Cell, value = null, next = .a");
    check_raw("list: ArrayList, first = .a\n .a: CellList$Cell, value = null");
    check_raw("list: ArrayList, first = .a\n .a: Node, value = null, next = null");
    check_raw(
        "list: ArrayList, first = .a\n .a: CellList$Cell\n .b: CellList$Cell\n .c: CellList$Cell\n fork(.a, .b, .c)",
    );
    check_raw(".a: CellList$Cell, value = null, next = null\n it: CellList$Walk, list = null, next = .a");
    // Two lists do not share cells.
    let shared = "a: ArrayList, first = .c\n b: ArrayList, first = .c\n .c: CellList$Cell, value = null, next = null";
    let folded = classes().folded(&heap(shared));
    assert_eq!(folded.collections.iter().map(|own| own.vertex).collect::<Vec<_>>(), [1]);
    assert!(folded.selectors.iter().any(|own| own.source == 2 && own.label == FIRST));
}

#[test]
fn classes_of_the_program_with_such_names_are_none() {
    let raw = heap(&LIST.replace("ArrayList", "MyList"));
    assert_eq!(classes().folded(&raw), raw);
    assert_eq!(CollectionClasses::default().folded(&heap(LIST)), heap(LIST));
}

/// Checks the difference in words.
#[track_caller]
fn check_change(before: &str, after: &str, expected: &str) {
    let diff = heap_diff(&heap(before), &heap(after)).folded(&classes());
    let scene = marked_heap_scene(&diff.marked());
    let changes: Vec<&str> =
        scene.description.split("; ").filter(|part| part.starts_with("new: ") || part.starts_with("gone: ")).collect();
    assert_eq!(changes.join("; "), expected);
    assert_eq!(changes.is_empty(), scene.changes.is_empty());
    let numbers: Vec<u32> = scene.changes.iter().map(|changed| changed.shape).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
}

#[test]
fn a_place_that_is_new_or_gone_is_marked_and_the_others_are_not() {
    let one = LIST.replace("next = .b", "next = null").replace(".b: CellList$Cell, value = null, next = null", "");
    check_change(&one, LIST, "new: vertex 1[1]; new: vertex 1[1] is null");
    check_change(LIST, &one, "gone: vertex 1[1]; gone: vertex 1[1] is null");
    check_change(LIST, LIST, "");
    check_change(
        LIST,
        &LIST.replace("value = x", "value = null"),
        "new: vertex 1[0] is null; gone: vertex 1[0] is vertex 5",
    );
}
