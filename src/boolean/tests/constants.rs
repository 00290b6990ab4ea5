//! Named numbers.

use expect_test::expect;

use super::super::parse_condition;
use super::{BooleanOptions, accepted, check, findings, findings_in, parse_files, render};
use base::Sources;

#[test]
fn constants_are_numbers() {
    check(
        "const BITS = 4;
         const LAST = (1 << BITS) - 1, STEP = -LAST / 7, REST = LAST % BITS >> 1;
         decl g : int[0..LAST] := LAST - 1;
         int<BITS> main(x : int[-LAST..(LAST)], b) begin
           decl c, d, y : int<1 + BITS> := 2 * BITS;
           assume x < LAST;
           x, b := x + STEP * REST, schoose[x > BITS, x = -BITS] constrain 'x < BITS;
           f(BITS, LAST); b, c, d := many();
           if BITS then print(LAST); fi
           BITS: return BITS;
         end
         void f(x : int<BITS>, y : int[STEP..LAST]) begin end
         bool<REST - STEP> many() begin return T, LAST, F; end",
        expect![[r#"
            main(x, b) entry 0 exit 7 results @0
            0 -> 1: [x < 15]
            1 -> 2: [(x + (-2 * 1)) < 4] x, b, $0 := x + (-2 * 1), (x > 4) | (!(x = -4) & *), *
            2 -> 3: f(4, 15)
            3 -> 4: b, c, d := many()
            4 -> 5: skip
            5 -> 6: skip
            6 -> 7: @0 := 4
            BITS is 6

            f(x, y) entry 0 exit 1
            0 -> 1: skip

            many() entry 0 exit 1 results @0, @1, @2
            0 -> 1: @0, @1, @2 := 1, 15, 0
        "#]],
    );
}

#[test]
fn constants_give_types_and_initial_values() {
    let ersm = accepted(
        "const N = 3, M = N * N; decl a : int<N>, b : int[-N..M] := -N, c := N - 2, d : int<N + (M - 1 >> 1) + 1>;
         void main(p : int[N..N + 1]) begin decl q : int<(1 << N) - N>; end",
    );
    let variables = ersm.globals.iter().chain(&ersm.components[ersm.entry].locals);
    let known: Vec<(i64, i64, Option<i64>)> = variables.map(|v| (v.domain.low(), v.domain.high(), v.initial)).collect();
    let expected = [(0, 7, None), (-3, 9, Some(-3)), (0, 1, Some(1)), (0, 255, None), (3, 4, None), (0, 31, None)];
    assert_eq!(known, expected);
}

#[test]
fn constants_hold_in_all_later_files() {
    let texts = ["const N = 3;", "const M = N + 1; decl x : int<M>;", "void main() begin x := M; end"];
    let (sources, ersm, diagnostics) = parse_files(&texts, &BooleanOptions::default());
    assert_eq!(render(&sources, &diagnostics), "");
    assert_eq!(ersm.expect("a program").globals[0].domain.high(), 15);
    let (sources, _, diagnostics) = parse_files(&[texts[1], texts[0], texts[2]], &BooleanOptions::default());
    expect![[r#"
        1:11: boolean/unknown-name: no constant `N` is declared
    "#]]
    .assert_eq(&render(&sources, &diagnostics));
}

#[test]
fn propositions_know_constants() {
    let ersm = accepted("const N = 3, MORE = N + 1; decl x : int<N>; void main() begin skip; end");
    let mut sources = Sources::default();
    let file = sources.add("formula", "");
    let read = |text: &str| match parse_condition(text, file, 0, &ersm) {
        Ok(condition) => ersm.expression(ersm.entry, condition.in_component(ersm.entry).expect("it is in scope")),
        Err(diagnostics) => diagnostics.iter().map(|d| format!("{} {:?}", d.message, d.suggestion)).collect(),
    };
    assert_eq!(read("x < 2 * MORE"), "x < (2 * 4)");
    assert_eq!(read("N"), "1");
    expect![[r#"no variable `MOR` Some("did you mean `MORE`?")"#]].assert_eq(&read("x = MOR"));
}

#[test]
fn what_is_no_number() {
    findings(
        "decl g;
         const A = 1 << 62, B = 1 / 0, C = 1 << -1, D = 9223372036854775807 + 1, E = 4294967297, F0 = -4294967296;
         const G = g, H = UP, I = T & F, J = 2 > 1, K = *, L = 'A, M = main::g, UP = 2, V = 1 ? 2 : 3;
         decl h : int<UPP>, i : int<g + 1>, j : int[*..UP], k : int[UP..UP - 1], l := !UP, m := UP;
         bool<UP = 2> main() begin end",
        expect![[r#"
            boolean/entry: there is no entry procedure `main`
            2:20: boolean/range: constants are between -4294967296 and 4294967296
            2:33: boolean/range: this number exceeds 64 bits, divides by zero, or shifts by a negative amount
            2:44: boolean/range: this number exceeds 64 bits, divides by zero, or shifts by a negative amount
            2:57: boolean/range: this number exceeds 64 bits, divides by zero, or shifts by a negative amount
            2:86: boolean/range: constants are between -4294967296 and 4294967296
            3:20: boolean/unknown-name: no constant `g` is declared (did you mean `A`?)
            3:27: boolean/unknown-name: no constant `UP` is declared (candidates: A, B, C, D, E, F0, G)
            3:35: boolean/constant: `T & F` is not a number (numbers may contain constants, `+`, `-`, `*`, `/`, `%`, `<<`, `>>` and parentheses)
            3:46: boolean/constant: `2 > 1` is not a number (numbers may contain constants, `+`, `-`, `*`, `/`, `%`, `<<`, `>>` and parentheses)
            3:57: boolean/constant: `*` is not a number (numbers may contain constants, `+`, `-`, `*`, `/`, `%`, `<<`, `>>` and parentheses)
            3:64: boolean/constant: `'A` is not a number (numbers may contain constants, `+`, `-`, `*`, `/`, `%`, `<<`, `>>` and parentheses)
            3:72: boolean/constant: `main::g` is not a number (numbers may contain constants, `+`, `-`, `*`, `/`, `%`, `<<`, `>>` and parentheses)
            3:93: boolean/constant: `1 ? 2 : 3` is not a number (numbers may contain constants, `+`, `-`, `*`, `/`, `%`, `<<`, `>>` and parentheses)
            4:23: boolean/unknown-name: no constant `UPP` is declared (did you mean `UP`?)
            4:37: boolean/unknown-name: no constant `g` is declared (did you mean `G`?)
            4:53: boolean/constant: `*` is not a number (numbers may contain constants, `+`, `-`, `*`, `/`, `%`, `<<`, `>>` and parentheses)
            4:65: boolean/type: no integer is in this range (write `int<4>` for four bits, or `int[0..15]`)
            4:87: boolean/constant: `!UP` is not a number (numbers may contain constants, `+`, `-`, `*`, `/`, `%`, `<<`, `>>` and parentheses)
            4:97: boolean/range: the initial value 2 is not between 0 and 1
            5:18: boolean/syntax: expected `>`, found `=`
        "#]],
    );
    findings(
        "const ; const A; const B := 3; const C = ; const D = 1 const E = 2; void main() begin end",
        expect![[r#"
            1:7: boolean/syntax: expected a name, found `;`
            1:16: boolean/syntax: expected `=`, found `;`
            1:26: boolean/syntax: expected `=`, found `:=`
            1:42: boolean/syntax: expected an expression, found `;`
            1:56: boolean/syntax: expected `,` or `;`, found `const`
        "#]],
    );
}

#[test]
fn names_of_constants_are_theirs() {
    findings(
        "const N = 1, N = 2, _ = 3, $0 = 4;
         decl N, x;
         const x = 3;
         void main(N) begin decl x; N: goto N; end
         void N() begin N(); end",
        expect![[r#"
            1:14: boolean/duplicate: constant `N` is declared twice
              F0.bp:1: first here
            1:21: boolean/name: a constant cannot be called `_` (`_` ignores results, and names that start with `$` are reserved)
            1:28: boolean/name: a constant cannot be called `$0` (`_` ignores results, and names that start with `$` are reserved)
            2:15: boolean/duplicate: variable `N` has the name of a constant
              F0.bp:1: declared here
            2:18: boolean/duplicate: variable `x` has the name of a constant
              F0.bp:3: declared here
            4:20: boolean/duplicate: parameter `N` has the name of a constant
              F0.bp:1: declared here
            4:34: boolean/duplicate: variable `x` has the name of a constant
              F0.bp:3: declared here
        "#]],
    );
    findings_in(
        "N := 3; a, N := b, c; dead N; a := b constrain 'N = 3; N := f(); a := f::N; a := NN; const M = 1; b := M;
         end bool f() begin return T; end const N = 4, NM = 3; void g() begin",
        expect![[r#"
            2:1: boolean/constant: `N` is a constant
              F0.bp:3: declared here
            2:12: boolean/constant: `N` is a constant
              F0.bp:3: declared here
            2:28: boolean/constant: `N` is a constant
              F0.bp:3: declared here
            2:49: boolean/constant: `N` is a constant
              F0.bp:3: declared here
            2:56: boolean/constant: `N` is a constant
              F0.bp:3: declared here
            2:71: boolean/syntax: only properties can use `::` (pass the value as a parameter or result)
            2:82: boolean/unknown-name: no variable `NN` (did you mean `N`?)
            2:86: boolean/syntax: constants must be declared outside of procedures
            2:104: boolean/unknown-name: no variable `M` (did you mean `a`?)
        "#]],
    );
}
