//! Every statement and declaration.

use expect_test::expect;

use super::{BooleanOptions, accepted, check, check_statements, parse_files};
use crate::base::Idx;
use crate::program::ProcedureId;
use crate::program::ersm::Domain;

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
        expect![[""]],
    );
}

#[test]
fn assignments_are_parallel() {
    check_statements("a, b := b, a; i, j := j, i + 1; _ := a; _, a := a, b; skip", expect![[""]]);
}

#[test]
fn a_choice_alone_is_a_value_that_is_forgotten() {
    check_statements("a := *; i, a, j := *, b, *; dead a, i; a := (*);", expect![[""]]);
}

#[test]
fn constraints_speak_of_both_states() {
    check_statements(
        "a := * constrain 'a | a;
         i := i + 1 constrain 'i > i & 'j = j;
         i, j := *, * constrain 'i = 'j;
         a := schoose[F, F] constrain 'a;
         a := b constrain T;",
        expect![[""]],
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
        expect![[""]],
    );
}

#[test]
fn jumps() {
    check_statements(
        "A: B: goto C, A;
         C: if a then D: fi
         while b do E: goto D, E, G; od;
         G:",
        expect![[""]],
    );
}

#[test]
fn assertions_have_a_fault_of_their_own() {
    check_statements(
        "assert(a); assert i = 3; assume(a) & b; assert T; assume T; assert(* | a); assert F",
        expect![[""]],
    );
    let ersm = accepted("void main() begin assert(T | F); end");
    let component = &ersm.components[ersm.entry];
    let fault = component.places.iter().find(|p| p.is_fault).expect("a fault");
    assert_eq!((fault.span.start, fault.span.end), (18, 31));
}

#[test]
fn calls_and_results() {
    check(
        "decl g : int<3>;
         <bool, int<4>> f(x, n : int[-1..1]) begin
           if x then return T, n + 1 fi
           if g then return *, * fi
           return * & x, x ? * : 3;
         end
         void main() begin
           decl a, i : int<4>;
           f(a, i); a, i := f(*, *); _, g := f(T, 3 * i); _, _ := f(F, 0);
           h(); i := k(); return
         end
         dfs void h() begin return; skip; end
         int<4> k() begin end
         bool<0> nothing() begin decl z; z := T end",
        expect![[""]],
    );
}

#[test]
fn invariants() {
    check("void main(p) begin decl q; enforce !(p & q); abortif p | q; enforce 3; skip; end", expect![[""]]);
}

#[test]
fn print_and_skip_do_nothing() {
    check_statements("print(a, i + 1); skip; print(); print(*);", expect![[""]]);
}

#[test]
fn a_return_value_is_no_statement() {
    check_statements("if a then return fi if b then return a := b fi return f() end void f() begin", expect![[""]]);
}

#[test]
fn comments_and_names() {
    check(
        "// one line
         /* several
            lines */ # and a third kind
         decl {x>0}, {a = {b}}, _x$1;
         void main() begin {x>0} := {a = {b}}; assert !{x>0}; _x$1 := F; end",
        expect![[""]],
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
        (0, 1, None),
        (-2, 5, Some(-1)),
        (0, 1, Some(1)),
        (0, 1, None),
        (0, 1, None),
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
    check("decl x, y; void main(x) begin x := y; end", expect![[""]]);
    let ersm = accepted("decl x, y; void main(x) begin x := y; end");
    let edge = ersm.components[ersm.entry].edges.iter().next().expect("an edge");
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
    let spans: Vec<&str> = component.places.iter().map(|p| &text[p.span.start as usize..p.span.end as usize]).collect();
    assert_eq!(spans, ["a := T", "if (a)", "skip", "elsif !a", "while *", "end"]);
    for edge in &component.edges {
        assert_eq!(edge.span, component.places[edge.source].span);
    }
    assert_eq!(component.places[component.entry].labels, ["L"]);
}
