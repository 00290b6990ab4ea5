//! Every statement and declaration.

use expect_test::expect;

use super::{BooleanOptions, accepted, check, check_statements, parse_files};
use base::Idx;
use program::cfa::ProcedureId;
use program::guarded::{Domain, Ersm};

#[test]
fn the_core_of_the_language() {
    check(
        "decl g;
         void main() begin
           decl a,b;
           a,b := *,F;
           a,b := swap(a,b);
           if (a) then SLIC_ERROR: skip; elsif (b) then g := T; else goto L1, L2; fi
           L1: assert(!a);
           L2: skip;
         end
         bool<2> swap(x,y) begin
           if * then x,y := swap(x,y); fi
           return y,x;
         end",
        expect![[r#"
            main() entry 0 exit 9
            0 -> 1: b, a := 0, *
            1 -> 2: a, b := swap(a, b)
            2 -> 3: [a]
            2 -> 4: [!a]
            3 -> 7: skip
            4 -> 5: [b]
            4 -> 6: [!b]
            5 -> 7: g := 1
            6 -> 7: skip
            6 -> 8: skip
            7 -> 10 (fault): [!!a]
            7 -> 8: [!a]
            8 -> 9: skip
            SLIC_ERROR is 3
            L1 is 7
            L2 is 8

            swap(x, y) entry 0 exit 3 results @0, @1
            0 -> 1: [*] $0 := *
            0 -> 2: [!*] $0 := *
            1 -> 2: x, y := swap(x, y)
            2 -> 3: @0, @1 := y, x
        "#]],
    );
}

#[test]
fn assignments_are_parallel() {
    check_statements(
        "a, b := b, a; i, j := j, i + 1; _ := a; _, a := a, b; skip",
        expect![[r#"
        main() entry 0 exit 5
        0 -> 1: a, b := b, a
        1 -> 2: i, j := j, i + 1
        2 -> 3: skip
        3 -> 4: a := b
        4 -> 5: skip
    "#]],
    );
}

#[test]
fn a_choice_alone_is_a_value_that_is_forgotten() {
    check_statements(
        "a := *; i, a, j := *, b, *; dead a, i; a := (*);",
        expect![[r#"
        main() entry 0 exit 4
        0 -> 1: a := *
        1 -> 2: a, i, j := b, *, *
        2 -> 3: a, i := *, *
        3 -> 4: a := *
    "#]],
    );
}

#[test]
fn constraints_speak_of_both_states() {
    check_statements(
        "a := * constrain 'a | a;
         i := i + 1 constrain 'i > i & 'j = j;
         i, j := *, * constrain 'i = 'j;
         a := schoose[F, F] constrain 'a;
         a := b constrain T;",
        expect![[r#"
            main() entry 0 exit 5
            0 -> 1: [* | a] a, $0 := *, *
            1 -> 2: [((i + 1) > i) & (j = j)] i := i + 1
            2 -> 3: [* = *] i, j, $1, $2 := *, *, *, *
            3 -> 4: [0 | (!0 & *)] a, $0 := 0 | (!0 & *), *
            4 -> 5: a := b
        "#]],
    );
}

#[test]
fn conditions_have_an_edge_for_each_case() {
    check_statements(
        "if a then fi
         if (a) then a := b; else b := a fi;
         if (i) then skip elsif (* & b) then skip elsif T then skip else skip; fi
         while * do od
         while (i < 3) do i := i + 1; od
         while (F) do skip od
         a := b",
        expect![[r#"
            main() entry 0 exit 17
            0 -> 1: [a]
            0 -> 1: [!a]
            1 -> 2: [a]
            1 -> 3: [!a]
            2 -> 4: a := b
            3 -> 4: b := a
            4 -> 5: [i != 0]
            4 -> 6: [!(i != 0)]
            5 -> 11: skip
            6 -> 7: [* & b] $0 := *
            6 -> 8: [!(* & b)] $0 := *
            7 -> 11: skip
            8 -> 9: skip
            9 -> 11: skip
            10 -> 11: skip
            11 -> 11: [*] $0 := *
            11 -> 12: [!*] $0 := *
            12 -> 13: [i < 3]
            12 -> 14: [!(i < 3)]
            13 -> 12: i := i + 1
            14 -> 16: skip
            15 -> 14: skip
            16 -> 17: a := b
        "#]],
    );
}

#[test]
fn jumps() {
    check_statements(
        "A: B: goto C, A;
         C: if a then D: fi
         while b do E: goto D, E, G; od;
         G:",
        expect![[r#"
            main() entry 0 exit 6
            0 -> 1: skip
            0 -> 0: skip
            1 -> 2: [a]
            1 -> 3: [!a]
            2 -> 3: skip
            3 -> 4: [b]
            3 -> 5: [!b]
            4 -> 2: skip
            4 -> 4: skip
            4 -> 5: skip
            5 -> 6: skip
            A is 0
            B is 0
            C is 1
            D is 2
            E is 4
            G is 5
        "#]],
    );
}

#[test]
fn assertions_have_a_fault_of_their_own() {
    check_statements(
        "assert(a); assert i = 3; assume(a) & b; assert T; assume T; assert(* | a); assert F",
        expect![[r#"
            main() entry 0 exit 7
            0 -> 8 (fault): [!a]
            0 -> 1: [a]
            1 -> 9 (fault): [!(i = 3)]
            1 -> 2: [i = 3]
            2 -> 3: [a & b]
            3 -> 4: skip
            4 -> 5: skip
            5 -> 10 (fault): [!(* | a)] $0 := *
            5 -> 6: [* | a] $0 := *
            6 -> 11 (fault): skip
        "#]],
    );
    let ersm = accepted("void main() begin assert(T | F); end");
    let component = &ersm.components[ersm.entry];
    let fault = component.cfa.locations.iter().find(|p| p.is_fault).expect("a fault");
    assert_eq!((fault.span.start, fault.span.end), (18, 31));
}

#[test]
fn calls_and_results() {
    check(
        "decl g : int<3>;
         <bool, int<4>> f(x : bool, n : int[-1..1]) begin
           if x then return T, n + 1 fi
           if g then return *, * fi
           return * & x, x ? * : 3;
         end
         void main() begin
           decl a : bool, i : int<4>;
           f(a, i); a, i := f(*, *); _, g := f(T, 3 * i); _, _ := f(F, 0);
           h(); i := k(); return
         end
         dfs void h() begin return; skip; end
         int<4> k() begin end
         bool<0> nothing() begin decl z; z := T end",
        expect![[r#"
            f(x, n) entry 0 exit 5 results @0, @1
            0 -> 1: [x]
            0 -> 2: [!x]
            1 -> 5: @0, @1 := 1, n + 1
            2 -> 3: [g != 0]
            2 -> 4: [!(g != 0)]
            3 -> 5: @0, @1 := *, *
            4 -> 5: @0, @1, $0, $1 := * & x, x ? * : 3, *, *

            main() entry 0 exit 7
            0 -> 1: _, _ := f(a, i)
            1 -> 2: a, i := f(*, *)
            2 -> 3: _, g := f(1, 3 * i)
            3 -> 4: _, _ := f(0, 0)
            4 -> 5: h()
            5 -> 6: i := k()
            6 -> 7: skip

            h() entry 0 exit 2
            0 -> 2: skip
            1 -> 2: skip

            k() entry 0 exit 1 results @0
            0 -> 1: skip

            nothing() entry 0 exit 1
            0 -> 1: z := 1
        "#]],
    );
}

#[test]
fn invariants() {
    check(
        "void main(p) begin decl q; enforce !(p & q); abortif p | q; enforce 3; skip; end",
        expect![[r#"
        main(p) entry 0 exit 1 invariant (!(p & q) & !(p | q)) & 1
        0 -> 1: skip
    "#]],
    );
}

#[test]
fn print_and_skip_do_nothing() {
    check_statements(
        "print(a, i + 1); skip; print(); print(*);",
        expect![[r#"
        main() entry 0 exit 4
        0 -> 1: skip
        1 -> 2: skip
        2 -> 3: skip
        3 -> 4: skip
    "#]],
    );
}

#[test]
fn a_return_value_is_no_statement() {
    check_statements(
        "if a then return fi if b then return a := b else return a, b := b, a fi return f() end void f() begin",
        expect![[r#"
            main() entry 0 exit 9
            0 -> 1: [a]
            0 -> 2: [!a]
            1 -> 9: skip
            2 -> 3: [b]
            2 -> 5: [!b]
            3 -> 9: skip
            4 -> 7: a := b
            5 -> 9: skip
            6 -> 7: a, b := b, a
            7 -> 9: skip
            8 -> 9: f()

            f() entry 0 exit 1
            0 -> 1: skip
        "#]],
    );
}

#[test]
fn comments_and_names() {
    check(
        "// one line
         /* several
            lines */ # and a third kind
         decl {x>0}, {a = {b}}, _x$1;
         void main() begin {x>0} := {a = {b}}; assert !{x>0}; _x$1 := F; end",
        expect![[r#"
            main() entry 0 exit 3
            0 -> 1: {x>0} := {a = {b}}
            1 -> 4 (fault): [!!{x>0}]
            1 -> 2: [!{x>0}]
            2 -> 3: _x$1 := 0
        "#]],
    );
}

#[test]
fn variables_have_domains_and_initial_values() {
    let ersm = accepted(
        "decl g, h : int[-2..5] := -1, k : bool := T, u := *;
         void main(p, q : int<32>) begin decl x : int[0..0], y := false; decl z : int<1> := 1; end",
    );
    let domains: Vec<(i64, i64, Option<i64>)> = ersm
        .globals
        .iter()
        .chain(&ersm.components[ersm.entry].locals)
        .map(|v| (v.domain.low(), v.domain.high(), v.initial))
        .collect();
    let expected = [
        (-2, 5, None),
        (-2, 5, Some(-1)),
        (0, 1, Some(1)),
        (0, 1, None),
        (0, (1 << 32) - 1, None),
        (0, (1 << 32) - 1, None),
        (0, 0, None),
        (0, 1, Some(0)),
        (0, 1, Some(1)),
    ];
    assert_eq!(domains, expected);
    assert_eq!(ersm.globals[2].domain, Domain::Boolean);
}

#[test]
fn locals_hide_globals() {
    check(
        "decl x, y; void main(x) begin x := y; end",
        expect![[r#"
        main(x) entry 0 exit 1
        0 -> 1: x := y
    "#]],
    );
    let ersm = accepted("decl x, y; void main(x) begin x := y; end");
    let edge = ersm.components[ersm.entry].cfa.edges.iter().next().expect("an edge");
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    edge.for_each_read(|v| reads.push(v.index()));
    edge.for_each_write(|v| writes.push(v.index()));
    assert_eq!((reads, writes), (vec![1], vec![2]));
}

#[test]
fn files_are_one_program_and_runs_start_anywhere() {
    let texts = ["decl g; void main() begin f(); end", "decl h; void f() begin g := h; end"];
    let options = BooleanOptions { entry: Some("f".to_owned()) };
    let (_, ersm, diagnostics) = parse_files(&texts, &options);
    assert_eq!(diagnostics, []);
    let ersm = ersm.expect("a program");
    assert_eq!((ersm.globals.len(), ersm.components.len(), ersm.entry), (2, 2, ProcedureId(1)));
}

#[test]
fn places_are_statements() {
    let text = "void main() begin decl a;\nL: a := T;\nif (a) then skip; elsif !a then fi\nwhile * do od\nend";
    let ersm = accepted(text);
    let component = &ersm.components[ersm.entry];
    let spans: Vec<&str> =
        component.cfa.locations.iter().map(|p| &text[p.span.start as usize..p.span.end as usize]).collect();
    assert_eq!(spans, ["a := T", "if (a)", "skip", "elsif !a", "while *", "end"]);
    for edge in &component.cfa.edges {
        assert_eq!(edge.span, component.cfa.locations[edge.source].span);
    }
    assert_eq!(component.cfa.locations[component.cfa.entry].labels, ["L"]);
}

#[test]
fn calls_that_are_remembered_are_passed_on_and_not_shown() {
    let mut ersm =
        accepted("void main() begin f(T); g(); end void f(x) begin if x then g(); fi end void g() begin f(F); end");
    let operations = |ersm: &Ersm| -> Vec<String> {
        let of = |id| ersm.components[id].cfa.edges.iter().map(move |edge| ersm.operation(id, edge));
        ersm.components.indices().flat_map(of).collect()
    };
    let before = operations(&ersm);
    let f = ersm.component_named("f").expect("it is declared");
    let first = ersm.remember_calls(&[f]);
    assert_eq!(first.iter().map(|variable| variable.0).collect::<Vec<_>>(), [0, 1, 0]);
    let initial = |id| ersm.variable(id, first[id]).initial;
    assert_eq!(ersm.components.indices().map(initial).collect::<Vec<_>>(), [Some(0), Some(1), Some(0)]);
    let listings: Vec<String> = ersm.components.indices().map(|id| ersm.listing(id)).collect();
    expect![[r#"
        main(@during f) entry 0 exit 2
        0 -> 1: f(1, 1)
        1 -> 2: g(@during f)
        f(x, @during f) entry 0 exit 2
        0 -> 1: [x]
        0 -> 2: [!x]
        1 -> 2: g(@during f)
        g(@during f) entry 0 exit 1
        0 -> 1: f(0, 1)
    "#]]
    .assert_eq(&listings.join(""));
    assert_eq!(operations(&ersm), before);
}
