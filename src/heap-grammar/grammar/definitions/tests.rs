//! Definitions and formulas read as rules and heaps, and what is shown reads back; what is wrong has a place and advice.

use expect_test::{Expect, expect};

use super::{Notation, Scope, ScopeClass, ScopeType, ScopeVariable, definitions_of, formula_of, shown_definitions};
use crate::grammar::document::GrammarDocument;
use crate::grammar::{build_rules, check_rules};
use crate::heap::document::HeapDocument;
use crate::heap::{Alphabet, Canoniser, ExternalOrder, Heap, Role, build_heap, print_heap};
use crate::separation::{parse_cases, parse_definitions};
use base::{Diagnostic, Sources, has_errors, json};

/// The classes of a small program: lists, trees, and a list with a first and a last element, of which another class is a special one.
fn scope() -> Scope {
    let class = |name: &str, superclass: Option<&str>, fields: &[(&str, &str)]| ScopeClass {
        name: name.to_owned(),
        superclass: superclass.map(str::to_owned),
        fields: fields.iter().map(|(field, ty)| ((*field).to_owned(), ty_of(ty))).collect(),
    };
    fn ty_of(ty: &str) -> ScopeType {
        if ty == "int" { ScopeType::Number } else { ScopeType::Object(ty.to_owned()) }
    }
    let variable = |name: &str, in_heaps: &str, ty: &str| ScopeVariable {
        name: name.to_owned(),
        in_heaps: in_heaps.to_owned(),
        ty: ty_of(ty),
    };
    Scope {
        classes: vec![
            class("Node", None, &[("next", "Node"), ("data", "int")]),
            class("Tree", None, &[("left", "Tree"), ("right", "Tree")]),
            class("Queue", None, &[("head", "Node"), ("tail", "Node"), ("size", "int")]),
            class("Deque", Some("Queue"), &[("head", "Node"), ("tail", "Node"), ("size", "int")]),
        ],
        variables: vec![
            variable("this", "@this:", "Queue"),
            variable("head", "@parameter0:", "Node"),
            variable("count", "@parameter1:", "int"),
        ],
        is_complete: true,
    }
}

/// What was found with places and advice.
fn shown(found: &[Diagnostic], sources: &Sources) -> String {
    let line = |diagnostic: &Diagnostic| {
        let at = diagnostic.render(sources);
        let place = (at.line.expect("a place"), at.column.expect("a place"));
        let advice = at.suggestion.unwrap_or_else(|| panic!("{diagnostic:?} has no advice"));
        format!("{}:{} {} ({advice})\n", place.0, place.1, at.message)
    };
    found.iter().map(line).collect()
}

/// The grammar of definitions, and what was found.
fn read(text: &str, scope: Scope) -> (GrammarDocument, Notation, String, bool) {
    let mut sources = Sources::default();
    let file = sources.add("grammar.sl", text);
    let (definitions, mut found) = parse_definitions(text, file);
    let mut notation = Notation::new(scope, std::iter::empty());
    let mut grammars = notation.define(&[&definitions], &mut found);
    (grammars.remove(0), notation, shown(&found, &sources), has_errors(&found))
}

/// The rules of a grammar, one on each line.
fn rules(grammar: &GrammarDocument) -> String {
    let mut alphabet = Alphabet::default();
    let (rules, found) = build_rules(std::slice::from_ref(grammar), &mut alphabet);
    assert!(!has_errors(&found), "{found:?}");
    let line = |rule: &crate::grammar::Rule| {
        let types = rule.body.vertices().map(|v| alphabet.type_name(rule.body.vertex_type(v)));
        let types: Vec<&str> = types.collect();
        let name = &alphabet.nonterminal(rule.label).name;
        format!("{name}: {}   [{}]\n", print_heap(&rule.body, &alphabet), types.join(" "))
    };
    rules.iter().map(line).collect()
}

#[track_caller]
fn check_rules_of(text: &str, expected: Expect) {
    let (grammar, _, found, _) = read(text, scope());
    expected.assert_eq(&format!("{found}{}", rules(&grammar)));
}

#[track_caller]
fn check_wrong(text: &str, expected: Expect) {
    let (_, _, found, failed) = read(text, scope());
    assert!(failed, "{found}");
    expected.assert_eq(&found);
}

/// The heaps of a formula, one on each line, after what was found.
#[track_caller]
fn check_heaps(definitions: &str, formula: &str, expected: Expect) {
    let (grammar, notation, wrong, _) = read(definitions, scope());
    let mut sources = Sources::default();
    let file = sources.add("formula", formula);
    let (cases, mut found) = parse_cases(formula, file);
    let heaps = notation.heaps(&cases, &mut found);
    let mut alphabet = Alphabet::default();
    build_rules(&[grammar], &mut alphabet);
    let lines = heaps.iter().map(|heap| {
        let built = build_heap(heap, &mut alphabet, Role::Program).expect("a heap");
        let types: Vec<&str> = built.vertices().map(|v| alphabet.type_name(built.vertex_type(v))).collect();
        format!("{}   [{}]\n", print_heap(&built, &alphabet), types.join(" "))
    });
    let lines: Vec<String> = lines.collect();
    expected.assert_eq(&format!("{wrong}{}{}", shown(&found, &sources), lines.concat()));
}

const LIST: &str = "sll(x, y) := x -> {next: y} | x -> {next: z} * sll(z, y) | sll(x, z) * sll(z, y)";

#[test]
fn definitions_are_grammars() {
    check_rules_of(
        LIST,
        expect![[r#"
        sll: v0.next -> v1; ext(v0, v1)   [Node Node]
        sll: v0.next -> v2; sll(v2, v1); ext(v0, v1)   [Node Node Node]
        sll: sll(v0, v2); sll(v2, v1); ext(v0, v1)   [Node Node Node]
    "#]],
    );
    check_rules_of(
        "tree(x) := x -> {left: null, right: null} | x -> {left: l, right: r} * tree(l) * tree(r)",
        expect![[r#"
            tree: v0.left -> null; v0.right -> null; ext(v0)   [Tree NULL]
            tree: v0.left -> v1; v0.right -> v2; tree(v1); tree(v2); ext(v0)   [Tree Tree Tree]
        "#]],
    );
    check_rules_of(
        "t(x: Tree, null) := x -> {left: null, right: null} | h(x, y, null) * t(y, null)
         h(x, y, z) := x -> {left: y, right: z} * z == null",
        expect![[r#"
            t: v0.left -> v1; v0.right -> v1; ext(v0, v1)   [Tree NULL]
            t: h(v0, v2, v1); t(v2, v1); ext(v0, v1)   [Tree NULL Tree]
            h: v0.left -> v1; v0.right -> null; ext(v0, v1, null)   [Tree Tree NULL]
        "#]],
    );
    check_rules_of(
        "q(x: Deque) := x -> {head: y, tail: y, size: 1} * y -> {next: null, data: _}",
        expect![[r#"
        q: v0.head -> v1; v0.tail -> v1; v0.size -> 1; v1.next -> null; ext(v0)   [Deque Node int NULL]
    "#]],
    );
}

#[test]
fn cases_of_the_empty_heap_are_written_where_they_are_used() {
    check_rules_of(
        "ls(x, y) := x == y | x -> {next: z} * ls(z, y)",
        expect![[r#"
        ls: v0.next -> v2; ls(v2, v1); ext(v0, v1)   [Node Node Node]
        ls: v0.next -> v1; ext(v0, v1)   [Node Node]
    "#]],
    );
    check_rules_of(
        "list(x) := x == null * emp | x -> {next: y} * list(y)",
        expect![[r#"
        list: v0.next -> v1; list(v1); ext(v0)   [Node Node]
        list: v0.next -> null; ext(v0)   [Node NULL]
    "#]],
    );
    check_rules_of(
        "t(x) := x == null | x -> {left: l, right: r} * t(l) * t(r)",
        expect![[r#"
        t: v0.left -> v1; v0.right -> v2; t(v1); t(v2); ext(v0)   [Tree Tree Tree]
        t: v0.left -> null; v0.right -> v2; t(v2); ext(v0)   [Tree NULL Tree]
        t: v0.left -> v2; v0.right -> null; t(v2); ext(v0)   [Tree NULL Tree]
        t: v0.left -> null; v0.right -> null; ext(v0)   [Tree NULL]
    "#]],
    );
    check_rules_of(
        "ls(x, y) := x == y | x -> {next: z} * ls(z, y) | ls(x, z) * ls(z, y)",
        expect![[r#"
        ls: v0.next -> v2; ls(v2, v1); ext(v0, v1)   [Node Node Node]
        ls: v0.next -> v1; ext(v0, v1)   [Node Node]
        ls: ls(v0, v2); ls(v2, v1); ext(v0, v1)   [Node Node Node]
    "#]],
    );
    check_rules_of(
        "e(x) := x == null  q(x: Queue) := x -> {head: y, tail: z} * e(y) * e(z)",
        expect![[r#"
        q: v0.head -> null; v0.tail -> null; ext(v0)   [Queue NULL]
    "#]],
    );
}

#[test]
fn formulas_are_heaps() {
    check_heaps(
        LIST,
        "head == null | sll(head, null) | sll(head, x) * x -> {next: null}",
        expect![[r#"
        @parameter0: -> null   [NULL]
        @parameter0: -> v0; sll(v0, null)   [Node NULL]
        @parameter0: -> v1; v0.next -> null; sll(v1, v0)   [Node Node NULL]
    "#]],
    );
    check_heaps(
        LIST,
        "this -> {head: h, size: _} * sll(h, null) * head == h * count == 3",
        expect![[r#"
        @parameter0: -> v0; @parameter1: -> 3; @this: -> v2; v2.head -> v0; sll(v0, null)   [Node int Queue NULL]
    "#]],
    );
    check_heaps(
        LIST,
        "emp | this: Deque -> {head: head, tail: @tail} * sll(head, @tail)",
        expect![[r#"
           [NULL]
        @this: -> v0; @parameter0: -> v1; tail -> v2; v0.head -> v1; v0.tail -> v2; sll(v1, v2)   [Deque Node Node NULL]
    "#]],
    );
    check_heaps(
        "ls(x, y) := x == y | x -> {next: z} * ls(z, y)",
        "ls(head, null) * ls(z, head)",
        expect![[r#"
        @parameter0: -> v0; ls(v0, null); ls(v2, v0)   [Node NULL Node]
        @parameter0: -> null; ls(v1, null)   [NULL Node]
        @parameter0: -> v0; ls(v0, null)   [Node NULL]
        @parameter0: -> null   [NULL]
    "#]],
    );
    check_heaps(
        LIST,
        "hed -> {next: null} * head == x * x != null * x != hed",
        expect![[r#"
        @parameter0: -> v0; v1.next -> null   [Node Node NULL]
    "#]],
    );
}

#[test]
fn what_is_wrong_has_a_place_and_advice() {
    check_wrong(
        "p(x) := q(x)  qq(x) := x -> {next: null}",
        expect![[r#"
        1:9 there is no predicate `q` (did you mean `p`?)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {next: y} * p(x, y)",
        expect![[r#"
        1:26 `p` has 1 argument, but 2 are given (write `_` for an object that has no other name)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {nxt: null}",
        expect![[r#"
        1:15 no class of the program has a field `nxt` (did you mean `next`?)
    "#]],
    );
    check_wrong(
        "p(x: Node) := x -> {nxt: null}",
        expect![[r#"
        1:21 `Node` has no field `nxt` (did you mean `next`?)
    "#]],
    );
    check_wrong(
        "p(x: Nod) := x -> {next: null}",
        expect![[r#"
        1:6 the program has no class `Nod` (did you mean `Node`?)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {next: y}  * x -> {data: 1}",
        expect![[r#"
        1:27 two parts of the heap are the object at `x` (what is separated by `*` is disjoint: list all fields in one place)
    "#]],
    );
    check_wrong(
        "p(x, y) := x -> {next: null} * y == x",
        expect![[r#"
        1:12 `x` and `y` are one object here, as no rule of a grammar can say (leave the case out, and write it where the predicate is used)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {next: null, next: _}",
        expect![[r#"
        1:27 the field `next` is given twice (leave out one of them)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {next: null} * x == null",
        expect![[r#"
        1:9 a constant has no fields: nothing satisfies this (leave out the case, or the equation)
    "#]],
    );
    check_wrong(
        "p(x, y) := x -> {next: y} * y != null",
        expect![[r#"
        1:29 graph grammars cannot say that these are different (leave it out: the predicate then also holds where they are the same)
    "#]],
    );
    check_wrong(
        "p(x, y) := x -> {next: y} * x != x",
        expect![[r#"
        1:29 both sides are the same: nothing satisfies this (leave out this case)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {head: null}",
        expect![[r#"
        1:3 it is not clear of which class `x` is (write `x: Queue`; these classes have the fields: Queue, Deque)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {next: x: Tree}",
        expect![[r#"
        1:15 `Tree` has no field `next` (did you mean `left`?)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {next: 1, data: null}",
        expect![[r#"
        1:15 the field `next` of `Node` refers to an object, and is no number (write a variable, `null` or `_`)
        1:24 the field `data` of `Node` is a number (write a number, or `_`)
    "#]],
    );
    check_wrong(
        "p(x, x) := x -> {next: null}  p(x) := emp",
        expect![[r#"
        1:6 two parameters are called `x` (rename one of them)
        1:31 `p` is defined twice (rename one of them, or make it a case of the other, after `|`)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {next: y.z}",
        expect![[r#"
        1:21 references lead to whole objects here, and not to parts of them (write `y`)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {next: _number}",
        expect![[r#"
        1:21 `_` is a value of which nothing is said (write a name, or leave this out)
    "#]],
    );
    check_wrong(
        "p(x) := x -> {next: y} * q<Node.next>(y)  q(x) := x -> {next: null}",
        expect![[r#"
        1:28 `q` is about the fields in its definition (only predicates of predefined grammars are followed by fields)
    "#]],
    );
    check_wrong(
        "e(x) := x == null * x != 1",
        expect![[r#"
        1:21 a predicate that holds of the empty heap cannot say that something is different (leave it out: the predicate then also holds where both sides are the same)
    "#]],
    );
    check_wrong(
        "q(x, y) := x == y  p(x, y) := x -> {next: y} * q(x, y)",
        expect![[r#"
        1:31 `x` and `y` are one object here, as no rule of a grammar can say (leave the case out, and write it where the predicate is used)
    "#]],
    );
    check_wrong(
        "p(x, y) := p(y, x)",
        expect![[r#"
            1:3 it is not clear of which class `x` is (write `x: Node`, with its class)
            1:6 it is not clear of which class `y` is (write `y: Node`, with its class)
        "#]],
    );
}

#[test]
fn without_a_program_classes_follow_from_those_that_are_named() {
    let (grammar, _, found, _) = read("ls(x: A, y) := x == y | x -> {f: z} * ls(z, y)", Scope::default());
    expect![[r#"
        ls: v0.f -> v2; ls(v2, v1); ext(v0, v1)   [A A A]
        ls: v0.f -> v1; ext(v0, v1)   [A A]
    "#]]
    .assert_eq(&format!("{found}{}", rules(&grammar)));
}

#[test]
fn parameters_that_nothing_uses_are_warnings() {
    check_rules_of(
        "p(x, y: Node) := x -> {next: null}",
        expect![[r#"
        1:6 no case of `p` uses the parameter `y` (leave it out)
        p: v0.next -> null; ext(v0, v1)   [Node Node NULL]
    "#]],
    );
}

/// The canonical form of a heap.
fn canonical(heap: &HeapDocument, alphabet: &mut Alphabet, role: Role) -> Heap {
    let mut built = build_heap(heap, alphabet, role).expect("a heap");
    Canoniser::default().canonicalise(&mut built, ExternalOrder::Fixed);
    built
}

fn grammar(name: &str) -> GrammarDocument {
    let path = format!("{}/../../grammars/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a grammar");
    let mut found = Vec::new();
    let node = json::parse(Sources::default().add(name, text.as_str()), &text, &mut found).expect("JSON");
    GrammarDocument::read(&node, &mut found).expect("a grammar")
}

#[test]
fn the_predefined_grammars_read_back() {
    let mut count = 0;
    let folder = std::fs::read_dir(format!("{}/../../grammars", env!("CARGO_MANIFEST_DIR"))).expect("a folder");
    let names = folder.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    for name in names.filter(|name| name.ends_with(".json")) {
        let own = grammar(name.trim_end_matches(".json"));
        let text = shown_definitions(&definitions_of(&own));
        let (again, _, found, _) = read(&text, Scope::default());
        assert_eq!(found, "", "{text}");
        let mut alphabet = Alphabet::default();
        let (rules, _) = build_rules(std::slice::from_ref(&own), &mut alphabet);
        let (others, _) = build_rules(std::slice::from_ref(&again), &mut Alphabet::default());
        assert!(check_rules(&alphabet, &rules).is_empty());
        assert_eq!(rules.len(), others.len());
        assert_eq!(own.rules().count(), again.rules().count());
        for (before, after) in own.rules().zip(again.rules()) {
            let [before, after] = [before, after].map(|rule| canonical(rule, &mut alphabet, Role::RuleBody));
            assert_eq!(before, after, "{text}");
            count += 1;
        }
    }
    assert_eq!(count, 191);
}

#[test]
fn grammars_are_shown() {
    let text = ["SLList", "BT", "DLList", "TailList"].map(|name| shown_definitions(&definitions_of(&grammar(name))));
    expect![[r#"
        RefSLList(x: ListNode, y: ListNode) := x -> {next: y}
                                             | x -> {next: x1} * RefSLList(x1, y)
                                             | RefSLList(x, x1) * RefSLList(x1, y)

        RefBT(x: BTNode, null) := x -> {left: null, right: null}
                                | x -> {left: x1, right: null} * RefBT(x1, null)
                                | x -> {left: null, right: x1} * RefBT(x1, null)
                                | x -> {left: x1, right: x2} * RefBT(x1, null) * RefBT(x2, null)
                                | RefTP(x, x1, null) * RefBT(x1, null)

        RefTP(x: BTNode, y: BTNode, null) := x -> {left: y, right: null}
                                           | x -> {left: null, right: y}
                                           | x -> {left: y, right: x1} * RefBT(x1, null)
                                           | x -> {left: x1, right: y} * RefBT(x1, null)
                                           | x -> {left: x1, right: null} * RefTP(x1, y, null)
                                           | x -> {left: null, right: x1} * RefTP(x1, y, null)
                                           | x -> {left: x1, right: x2} * RefTP(x1, y, null) * RefBT(x2, null)
                                           | x -> {left: x1, right: x2} * RefBT(x1, null) * RefTP(x2, y, null)
                                           | RefTP(x, x1, null) * RefTP(x1, y, null)

        RefDLList(x: DLListNode, y: DLListNode, z: DLListNode, u: DLListNode) := y -> {next: z, prev: x} * z -> {next: u, prev: y}
                                                                               | y -> {next: x1, prev: x} * RefDLList(y, x1, z, u)
                                                                               | RefDLList(x, y, x1, z) * z -> {next: u, prev: x1}
                                                                               | RefDLList(x, y, x1, x2) * RefDLList(x1, x2, z, u)

        RefTailList(x: TailList, null) := x -> {head: null, tail: null}
                                        | x -> {head: x1, tail: x1} * x1: ListNode -> {next: null}
                                        | x -> {head: x1, tail: x2} * RefTailSegment(x1, x2, null)

        RefTailSegment(x: ListNode, y: ListNode, z: ListNode) := x -> {next: y} * y -> {next: z}
                                                               | x -> {next: x1} * RefTailSegment(x1, y, z)
                                                               | RefTailSegment(x, x1, y) * y -> {next: z}
                                                               | RefTailSegment(x, x1, x2) * RefTailSegment(x2, y, z)
    "#]].assert_eq(&text.join("\n"));
}

#[test]
fn heaps_are_shown() {
    let (own, notation, _, _) = read(LIST, scope());
    let text = "this: Deque -> {head: head, tail: @tail, size: 3} * sll(head, @tail) * %m == @tail * @x == null * @y == 3 * z: Tree -> {}";
    let (cases, mut found) = parse_cases(text, Sources::default().add("", ""));
    let heaps = notation.heaps(&cases, &mut found);
    assert_eq!(found, []);
    let again = formula_of(&heaps[0], scope(), std::iter::once(&own));
    expect!["%m == @tail * @x == null * @y == 3 * this: Deque -> {head: head, tail: @tail, size: 3} * sll(head, @tail) * x1: Tree -> {}"].assert_eq(&format!("{again}"));
}

#[test]
fn objects_that_are_not_followed_are_constants() {
    let bags = "bag(x: Tree) := x -> {left: _object, right: null} | x -> {left: _object, right: y} * bag(y)";
    check_rules_of(
        bags,
        expect![[r#"
        bag: v0.left -> @object; v0.right -> null; ext(v0)   [Tree int NULL]
        bag: v0.left -> @object; v0.right -> v2; bag(v2); ext(v0)   [Tree int Tree]
    "#]],
    );
    check_heaps(
        bags,
        "head == _object * this -> {head: _foreign, tail: head} * bag(_)",
        expect![[r#"
        @parameter0: -> @object; @this: -> v1; v1.head -> @foreign; v1.tail -> @object; bag(v3)   [int Queue int Tree NULL]
    "#]],
    );
    let (own, notation, ..) = read(bags, scope());
    let shown = shown_definitions(&definitions_of(&own));
    assert_eq!(rules(&read(&shown, scope()).0), rules(&own), "{shown}");
    let mut sources = Sources::default();
    let text = "head == _object * this -> {head: _foreign, tail: head}";
    let file = sources.add("formula", text);
    let heaps = notation.heaps(&parse_cases(text, file).0, &mut Vec::new());
    let again = formula_of(&heaps[0], scope(), std::iter::once(&own)).to_string();
    assert_eq!(again, "head == _object * this -> {head: _foreign, tail: _object}");
    check_wrong(
        "bag(x: Node) := x -> {data: _object} | x -> {data: _obect}",
        expect![[r#"
        1:52 `_` is a value of which nothing is said (write a name, or leave this out)
    "#]],
    );
}
