//! What is wrong, where, and what to do about it.

use expect_test::expect;

use super::{BooleanOptions, findings, findings_in, parse_files, render};

#[test]
fn unknown_names() {
    findings_in("aa := bb; foo(a); mian(); goto LL; L1: x := 'a; dead y", expect![[""]]);
}

#[test]
fn declared_twice() {
    findings(
        "decl x, x; decl x; void main(a, a) begin decl a, b, b; L: skip; L: skip; end\nvoid main() begin end",
        expect![[""]],
    );
    findings_in("a, a := b, c; dead b, b; a, a := f(); _, _ := b, c end bool<2> f() begin return T, F;", expect![[""]]);
}

#[test]
fn arity() {
    findings_in(
        "a, b := c; a := b, c; a := f(); a, b := f(a); f(a, b, c); a := h(); return a end
         bool<2> f(x) begin return; return x; return x, x, x; end
         void h() begin",
        expect![[""]],
    );
}

#[test]
fn labels_of_other_procedures() {
    findings("void main() begin L: f(); end void f() begin goto L; end", expect![[""]]);
}

#[test]
fn ranges() {
    findings_in(
        "a := j << 62;\nj := j * j * j * j * j * j * j * j * j * j * j * j * j * j * j * j * j * j;\ni := 1 << -1; i := i << j - 1",
        expect![[""]],
    );
    findings(
        "decl a : int<0>, b : int<33>, c : int, d : int[3..1], e : int[0..5000000000] := 9;
         decl f : int<2> := 4, g := 2, h : float, i := 99999999999999999999;
         bool<1001> main(p : int[0..1] := 1) begin end",
        expect![[""]],
    );
}

#[test]
fn division_by_zero() {
    findings_in("i := i / 0; i := i % 0; i := i / F; i := i / i", expect![[""]]);
}

#[test]
fn precedence_is_told_once() {
    findings_in("a := (a = b) & !c;\na := a = b & c;\na := !a = b;", expect![[""]]);
    findings_in("a := a => b\n  != c;", expect![[""]]);
    findings_in("a := !a = b | c;", expect![[""]]);
    findings_in("a := b = !a; a := (!a) = b; a := i + 1 = 3; a := i < 3 & j > 3", expect![[""]]);
}

#[test]
fn choices_and_bits() {
    findings_in("a := * = i; i := * + 1; a := * = b; a := i & j; a := i & 3; a := i && b; a := i & 1", expect![[""]]);
    findings("void main(p) begin enforce * | p; abortif schoose[p, p]; end", expect![[""]]);
}

#[test]
fn next_values_belong_to_constraints() {
    findings_in("a := 'b; assume 'a; a := b constrain 'zz", expect![[""]]);
}

#[test]
fn names_that_are_taken() {
    findings("decl _, $0; void main($x) begin decl _; end", expect![[""]]);
}

#[test]
fn threads() {
    findings(
        "thread_local decl t;
         void main() begin start_thread goto L; atomic_begin; t := T; atomic_end; sync; L: end_thread; end",
        expect![[""]],
    );
}

#[test]
fn unreachable_statements() {
    findings_in(
        "if a then return; b := a; c := a; fi goto L; a := b; L: while T do skip od a := b; b := a",
        expect![[""]],
    );
}

#[test]
fn types() {
    findings("main() begin f(); end\nf(x) begin end", expect![[""]]);
    findings("decl a, b, i : int<4>; void main(p, q : int[0..1]) begin decl x : bool, y : bool; end", expect![[""]]);
}

#[test]
fn entry() {
    findings("void mian() begin end", expect![[""]]);
    findings("decl g;", expect![[""]]);
    findings("", expect![[""]]);
    let options = BooleanOptions { entry: Some("g".to_owned()) };
    let (sources, ersm, diagnostics) = parse_files(&["void f() begin end"], &options);
    assert!(ersm.is_none());
    expect![[""]].assert_eq(&render(&sources, &diagnostics));
}

#[test]
fn syntax() {
    findings_in(
        "a = b;\na := ;\nif a & then b := c; fi\nif (a then x fi\nwhile a skip od\nassert;\na := f(b) & c;\na := b & f(c);
skip skip a b := c;\nreturn a b;\nfi\nod\n:= 3; 3 := a; goto; dead; print a; decl z; z := a; L",
        expect![[""]],
    );
}

#[test]
fn missing_ends() {
    findings("void main() begin if T then while F do skip;\nend\nvoid f() begin if T then skip od end", expect![[""]]);
    findings("void main() begin skip;\nvoid f() begin skip;", expect![[""]]);
    findings(
        "void main( begin end void f(a b) begin end void g() skip end decl x void h() begin x := T; end",
        expect![[""]],
    );
    findings("skip; void main() begin end } decl decl; bool<2 f() begin end <bool g() begin end x y", expect![[""]]);
}

#[test]
fn what_is_no_token() {
    findings("decl {a b\n; decl x@y; /* no end", expect![[""]]);
    findings_in("a := \"text\"; a := b.c; λ := {x\n; a := b", expect![[""]]);
}
