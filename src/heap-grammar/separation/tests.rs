//! Definitions are read as written, and printed as they are read; what is wrong has a place and advice.

use super::{Atom, Definition, TermValue, parse_cases, parse_definitions};
use base::{FileId, Sources};

/// The definitions of a text without mistakes.
#[track_caller]
fn read(text: &str) -> Vec<Definition> {
    let (found, diagnostics) = parse_definitions(text, FileId(0));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    found
}

fn printed(definitions: &[Definition]) -> Vec<String> {
    definitions.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn check_printed(text: &str, expected: &str) {
    let found = printed(&read(text));
    assert_eq!(found.join("\n"), expected);
    assert_eq!(printed(&read(expected)), found, "what is printed reads back");
}

/// The diagnostics of a text, with their places and advice, and how many definitions were read nevertheless.
fn wrong(text: &str) -> (usize, Vec<String>) {
    let mut sources = Sources::default();
    let file = sources.add("boxes", text);
    let (found, diagnostics) = parse_definitions(text, file);
    let shown = diagnostics.iter().map(|diagnostic| {
        let at = diagnostic.render(&sources);
        assert!(at.suggestion.is_some(), "{diagnostic:?} has no advice");
        format!("{}:{} {}", at.line.unwrap_or(0), at.column.unwrap_or(0), at.message)
    });
    (found.len(), shown.collect())
}

#[test]
fn definitions_are_printed_as_they_are_read() {
    check_printed("dll(x, y) := x -> {next: y} * y -> {prev: x}", "dll(x, y) := x -> {next: y} * y -> {prev: x}");
    check_printed(
        "// a list\nlist(x):=x==null|/* or */x:Node->{next:y,data:_,size:-3}*list(y)\nnone() := emp * emp",
        "list(x) := x == null\n         | x: Node -> {next: y, data: _, size: -3} * list(y)\nnone() := emp",
    );
    check_printed("a(x) := emp | x == null | x == 1", "a(x) := emp\n      | x == null\n      | x == 1");
    check_printed(
        "ring(x : \"local item\", y) := x -> {link.next: y.link: Outer.Inner, _id: _number} * p() * 1 != \"null\"",
        "ring(x: \"local item\", y) := x -> {link.next: y.link: Outer.Inner, \"_id\": _number} * p() * 1 != \"null\"",
    );
}

#[test]
fn names_of_heaps_roles_and_constants_are_printed_as_they_are_read() {
    check_printed(
        "tree(x,null):=x->{a:true,b:false}*p<Node.next,prev>(@this,%m1,N#3)",
        "tree(x, null) := x -> {a: 1, b: 0} * p<Node.next, prev>(@this, %m1, N#3)",
    );
    check_printed(
        "\"#\"(\"null\") := \"@\"(\"%a-b\", \"true\", @1)",
        "\"#\"(\"null\") := \"@\"(\"%a-b\", \"true\", @1)",
    );
}

#[test]
fn cases_without_a_definition() {
    let read = |text: &str| {
        let mut sources = Sources::default();
        let file = sources.add("formula", text);
        let (found, wrong) = parse_cases(text, file);
        let places = wrong.iter().map(|d| d.render(&sources)).map(|d| format!("{:?} {}", d.column, d.message));
        (found.iter().map(ToString::to_string).collect::<Vec<_>>(), places.collect::<Vec<_>>())
    };
    assert_eq!(
        read("x == null|sll(x,null)*y->{}"),
        (vec!["x == null".into(), "sll(x, null) * y -> {}".into()], vec![])
    );
    assert_eq!(read("emp x"), (vec![], vec!["Some(5) here should be `*`, `|` or the end".to_owned()]));
    assert_eq!(read("x == null |").1, ["Some(12) the text ends, where there should be a part of a heap"]);
    assert_eq!(read("x ! y").1, ["Some(3) `!` has no meaning here"]);
    assert_eq!(read("p(x) := emp").1.len(), 1);
}

#[test]
fn every_part_has_its_position() {
    let text = "p(x) := x: C -> {f: y.g} * q(y, null)\n  | emp";
    let [definition] = &read(text)[..] else { panic!("one definition") };
    let at = |span: base::Span| &text[span.start as usize..span.end as usize];
    let [first, second] = &definition.cases[..] else { panic!("two cases") };
    assert_eq!((at(definition.name.span), at(definition.parameters[0].name.span)), ("p", "x"));
    assert_eq!((at(first.span), at(second.span)), ("x: C -> {f: y.g} * q(y, null)", "emp"));
    let [Atom::PointsTo { class: Some(class), fields, .. }, Atom::Predicate { name, arguments, .. }] = &first.atoms[..]
    else {
        panic!("an object and a predicate")
    };
    assert_eq!((at(first.atoms[0].span()), at(class.span), at(fields[0].field.span)), ("x: C -> {f: y.g}", "C", "f"));
    assert_eq!((at(fields[0].value.span), at(name.span), at(arguments[1].span)), ("y.g", "q", "null"));
    let TermValue::Variable { name, part, class: None } = &fields[0].value.value else { panic!("a variable") };
    assert_eq!((name.text.as_str(), part.as_str()), ("y", "g"));
}

#[test]
fn what_is_wrong_has_a_place_and_the_next_definition_is_read() {
    let good = "\nq(x) := x -> {next: null}";
    let cases = [
        ("p(x) := x -> {next y}", "1:20 here should be `:` with the value of the field"),
        ("p(x) := x -> {next: y", "2:1 here should be `,` or `}`"),
        ("p(x) = x -> {next: y}", "1:6 `=` has no meaning here"),
        ("p(x) := x -> {next: y} & emp", "1:24 `&` has no meaning here"),
        ("p(x) := x -> {next: y} *", "2:1 here should be a part of a heap"),
        ("p(x) := x -> {next: y} y -> {}", "1:24 here should be `*`, `|` or the next definition"),
        ("p(x) := null -> {}", "1:9 only variables point to objects"),
        ("p(x) := x.link -> {next: y}", "1:9 a part of an object has no fields of its own here"),
        ("p(x) := x", "2:1 here should be `->`, `==` or `!=`"),
        ("p(1) := emp", "1:3 here should be a parameter"),
        ("p(x) := q<a.b(x)", "1:14 here should be `,` or `>`"),
        ("p(x) := q<>x", "1:12 here should be `(` with the arguments"),
        ("p(x) := x -> {a: 99999999999999999999}", "1:18 this is not an integer"),
        ("p(x) := \"x -> {a: b}", "1:9 this name in quotes has no end"),
        ("* (x) := emp", "1:1 here should be a definition"),
        ("x -> {next: y}", "1:3 here should be `(` with the parameters"),
    ];
    for (text, expected) in cases {
        let (_, found) = wrong(&format!("{text}{good}"));
        assert_eq!(found, [expected], "{text}");
        let (count, _) = wrong(&format!("{text}{good}"));
        assert_eq!(count, 1, "{text}: the other definition is read");
    }
    let ends = "the text ends, where there should be ";
    assert_eq!(wrong("p(x"), (0, vec![format!("1:4 {ends}`,` or `)`")]));
    assert_eq!(
        wrong("p(x) := /* x"),
        (0, vec!["1:9 this comment has no end".into(), format!("1:13 {ends}a part of a heap")])
    );
    assert_eq!(wrong("p(x) := emp ∗ emp").1.len(), 1);
    assert_eq!(wrong(""), (0, Vec::new()));
}
