//! Errors with their positions and suggestions.

use expect_test::expect;

use super::{BooleanOptions, findings, findings_in, parse_files, render};

#[test]
fn unknown_names() {
    findings_in(
        "aa := bb; foo(a); mian(); goto LL; L1: x := 'a; dead y",
        expect![[r#"
        2:1: boolean/unknown-name: no variable `aa` (did you mean `a`?)
        2:7: boolean/unknown-name: no variable `bb` (did you mean `b`?)
        2:11: boolean/unknown-name: no procedure `foo` (candidates: main)
        2:19: boolean/unknown-name: no procedure `mian` (did you mean `main`?)
        2:32: boolean/unknown-name: no label `LL` (did you mean `L1`?)
        2:40: boolean/unknown-name: no variable `x` (did you mean `a`?)
        2:46: boolean/next: `'a` has a meaning after `constrain` only
        2:54: boolean/unknown-name: no variable `y` (did you mean `a`?)
    "#]],
    );
}

#[test]
fn declared_twice() {
    findings(
        "decl x, x; decl x; void main(a, a) begin decl a, b, b; L: skip; L: skip; end\nvoid main() begin end",
        expect![[r#"
            1:9: boolean/duplicate: variable `x` is declared twice
              F0.bp:1: first here
            1:17: boolean/duplicate: variable `x` is declared twice
              F0.bp:1: first here
            1:33: boolean/duplicate: parameter `a` is declared twice
              F0.bp:1: first here
            1:47: boolean/duplicate: variable `a` is declared twice
              F0.bp:1: first here
            1:53: boolean/duplicate: variable `b` is declared twice
              F0.bp:1: first here
            1:65: boolean/duplicate: label `L` is declared twice
              F0.bp:1: first here
            2:6: boolean/duplicate: procedure `main` is declared twice
              F0.bp:1: first here
        "#]],
    );
    findings_in(
        "a, a := b, c; dead b, b; a, a := f(); _, _ := b, c end bool<2> f() begin return T, F;",
        expect![[r#"
            2:4: boolean/duplicate: `a` occurs twice
            2:23: boolean/duplicate: `b` occurs twice
            2:29: boolean/duplicate: `a` occurs twice
        "#]],
    );
}

#[test]
fn arity() {
    findings_in(
        "a, b := c; a := b, c; a := f(); a, b := f(a); f(a, b, c); a := h(); return a end
         bool<2> f(x) begin return; return x; return x, x, x; end
         void h() begin",
        expect![[r#"
            2:1: boolean/arity: 1 value for 2 variables
            2:12: boolean/arity: 2 values for 1 variable
            2:28: boolean/arity: `f` has 1 parameter, but 0 values are given
              F0.bp:3: declared here
            2:28: boolean/arity: `f` has 2 results, but 1 variable is assigned
              F0.bp:3: declared here
            2:47: boolean/arity: `f` has 1 parameter, but 3 values are given
              F0.bp:3: declared here
            2:64: boolean/arity: `h` has 0 results, but 1 variable is assigned
              F0.bp:4: declared here
            2:69: boolean/arity: `main` has 0 results, but 1 value is given
              F0.bp:1: declared here
            3:29: boolean/arity: `f` has 2 results, but 0 values are given
              F0.bp:3: declared here
            3:37: boolean/arity: `f` has 2 results, but 1 value is given
              F0.bp:3: declared here
            3:47: boolean/arity: `f` has 2 results, but 3 values are given
              F0.bp:3: declared here
        "#]],
    );
}

#[test]
fn labels_of_other_procedures() {
    findings(
        "void main() begin L: f(); end void f() begin goto L; end",
        expect![[r#"
        1:51: boolean/label: label `L` is in another procedure, `main`
          F0.bp:1: here
    "#]],
    );
}

#[test]
fn ranges() {
    findings_in(
        "a := j << 62;\nj := j * j * j * j * j * j * j * j * j * j * j * j * j * j * j * j * j * j;\ni := 1 << -1; i := i << j - 1",
        expect![[r#"
            2:6: boolean/range: intermediate values may exceed 64 bits (use variables with smaller ranges; shift amounts must not be negative)
            3:6: boolean/range: intermediate values may exceed 64 bits (use variables with smaller ranges; shift amounts must not be negative)
            4:6: boolean/range: intermediate values may exceed 64 bits (use variables with smaller ranges; shift amounts must not be negative)
            4:20: boolean/range: intermediate values may exceed 64 bits (use variables with smaller ranges; shift amounts must not be negative)
        "#]],
    );
    findings(
        "decl a : int<0>, b : int<33>, c : int, d : int[3..1], e : int[0..5000000000] := 9;
         decl f : int<2> := 4, g := 2, h : float, i := 99999999999999999999;
         bool<1001> main(p : int[0..1] := 1) begin end",
        expect![[r#"
            1:10: boolean/type: integers have 1 to 32 bits (write `int<4>` for four bits, or `int[0..15]`)
            1:22: boolean/type: integers have 1 to 32 bits (write `int<4>` for four bits, or `int[0..15]`)
            1:35: boolean/type: integers need a range (write `int<4>` for four bits, or `int[0..15]`)
            1:44: boolean/type: no integer is in this range (write `int<4>` for four bits, or `int[0..15]`)
            1:59: boolean/type: integers are between -4294967296 and 4294967296 (write `int<4>` for four bits, or `int[0..15]`)
            2:29: boolean/range: the initial value 4 is not between 0 and 3
            2:37: boolean/range: the initial value 2 is not between 0 and 1
            2:44: boolean/syntax: expected `bool`, `int<4>` or `int[0..15]`, found `float`
            2:56: boolean/syntax: this number is too large
            3:15: boolean/type: procedures have at most 1000 results
            3:40: boolean/syntax: parameters cannot have an initial value
        "#]],
    );
}

#[test]
fn division_by_zero() {
    findings_in(
        "i := i / 0; i := i % 0; i := i / F; i := i / i",
        expect![[r#"
        2:6: warning boolean/division: division by zero: `a / 0` is 0
        2:18: warning boolean/division: division by zero: `a % 0` is `a`
        2:30: warning boolean/division: division by zero: `a / 0` is 0
    "#]],
    );
}

#[test]
fn precedence_is_noted_once() {
    findings_in(
        "a := (a = b) & !c;\na := a = b & c;\na := !a = b;",
        expect![[r#"
            3:6: note boolean/precedence: other tools parse this differently; here it means `(a = b) & c` (add parentheses; this note appears once per file)
        "#]],
    );
    findings_in(
        "a := a => b\n  != c;",
        expect![[r#"
            2:6: note boolean/precedence: other tools parse this differently; here it means `a => (b != c)` (add parentheses; this note appears once per file)
        "#]],
    );
    findings_in(
        "a := !a = b | c;",
        expect![[r#"
            2:6: note boolean/precedence: other tools parse this differently; here it means `(!a) = b` (add parentheses; this note appears once per file)
        "#]],
    );
    findings_in("a := b = !a; a := (!a) = b; a := i + 1 = 3; a := i < 3 & j > 3", expect![[""]]);
}

#[test]
fn choices_and_bits() {
    findings_in(
        "a := * = i; i := * + 1; a := * = b; a := i & j; a := i & 3; a := i && b; a := i & 1",
        expect![[r#"
            2:6: warning boolean/choice: inside an operation, `*` is a boolean: 0 or 1
            2:18: warning boolean/choice: inside an operation, `*` is a boolean: 0 or 1
            2:42: warning boolean/logical: bitwise operators are not supported: both integers are converted with `!= 0`
            2:54: warning boolean/logical: bitwise operators are not supported: both integers are converted with `!= 0`
        "#]],
    );
    findings(
        "void main(p) begin enforce * | p; abortif schoose[p, p]; end",
        expect![[r#"
            1:28: boolean/choice: an invariant cannot contain `*`
            1:43: boolean/choice: an invariant cannot contain `*`
        "#]],
    );
}

#[test]
fn next_values_belong_to_constraints() {
    findings_in(
        "a := 'b; assume 'a; a := b constrain 'zz",
        expect![[r#"
        2:7: boolean/next: `'b` has a meaning after `constrain` only
        2:18: boolean/next: `'a` has a meaning after `constrain` only
        2:39: boolean/unknown-name: no variable `zz` (candidates: a, b, c, g, i, j)
    "#]],
    );
}

#[test]
fn names_that_are_taken() {
    findings(
        "decl _, $0; void main($x) begin decl _; end",
        expect![[r#"
            1:6: boolean/name: a variable cannot be called `_` (`_` ignores results, and names that start with `$` are reserved)
            1:9: boolean/name: a variable cannot be called `$0` (`_` ignores results, and names that start with `$` are reserved)
            1:23: boolean/name: a variable cannot be called `$x` (`_` ignores results, and names that start with `$` are reserved)
            1:38: boolean/name: a variable cannot be called `_` (`_` ignores results, and names that start with `$` are reserved)
        "#]],
    );
}

#[test]
fn threads() {
    findings(
        "thread_local decl t;
         void main() begin start_thread goto L; atomic_begin; t := T; atomic_end; sync; L: end_thread; end",
        expect![[r#"
            1:1: boolean/threads: `thread_local` is not supported: programs have a single thread (model the interleaving in one thread, or remove it)
            2:28: boolean/threads: `start_thread` is not supported: programs have a single thread (model the interleaving in one thread, or remove it)
            2:49: boolean/threads: `atomic_begin` is not supported: programs have a single thread (model the interleaving in one thread, or remove it)
            2:71: boolean/threads: `atomic_end` is not supported: programs have a single thread (model the interleaving in one thread, or remove it)
            2:83: boolean/threads: `sync` is not supported: programs have a single thread (model the interleaving in one thread, or remove it)
            2:92: boolean/threads: `end_thread` is not supported: programs have a single thread (model the interleaving in one thread, or remove it)
        "#]],
    );
}

#[test]
fn unreachable_statements() {
    findings_in(
        "if a then return; b := a; c := a; fi goto L; a := b; L: while T do skip od a := b; b := a",
        expect![[r#"
            2:19: note boolean/unreachable: unreachable statement
            2:46: note boolean/unreachable: unreachable statement
            2:76: note boolean/unreachable: unreachable statement
        "#]],
    );
}

#[test]
fn types() {
    findings(
        "main() begin f(); end\nf(x) begin end",
        expect![[r#"
            1:1: boolean/type: procedure `main` has no type (write `void main(…)` if it has no results, otherwise `bool` or `bool<2>`)
            1:14: boolean/arity: `f` has 1 parameter, but 0 values are given
              F0.bp:2: declared here
            2:1: boolean/type: procedure `f` has no type (write `void f(…)` if it has no results, otherwise `bool` or `bool<2>`)
        "#]],
    );
}

#[test]
fn entry() {
    findings(
        "void mian() begin end void f() begin end",
        expect![[r#"
            boolean/entry: there is no entry procedure `main` (did you mean `mian`?)
        "#]],
    );
    // The only procedure is the entry.
    findings("void mian() begin end", expect![[""]]);
    findings(
        "decl g;",
        expect![[r#"
            boolean/entry: there is no entry procedure `main`
        "#]],
    );
    findings(
        "",
        expect![[r#"
            boolean/entry: there is no entry procedure `main`
        "#]],
    );
    let options = BooleanOptions { entry: Some("g".to_owned()) };
    let (sources, ersm, diagnostics) = parse_files(&["void f() begin end"], &options);
    assert!(ersm.is_none());
    expect![[r#"
        boolean/entry: there is no entry procedure `g` (did you mean `f`?)
    "#]]
    .assert_eq(&render(&sources, &diagnostics));
}

#[test]
fn syntax() {
    findings_in(
        "a = b;\na := ;\nif a & then b := c; fi\nif (a then x fi\nwhile a skip od\nassert;\na := f(b) & c;\na := b & f(c);
skip skip a b := c;\nreturn a b;\nfi\nod\n:= 3; 3 := a; goto; dead; print a; decl z; z := a; L",
        expect![[r#"
            2:3: boolean/syntax: expected `:=`, found `=` (assignments are written `x := e`)
            3:6: boolean/syntax: expected an expression, found `;`
            4:8: boolean/syntax: expected an expression, found `then`
            5:7: boolean/syntax: expected `)`, found `then`
            5:14: boolean/syntax: expected `:=`, `(` or `:`, found `fi`
            6:9: boolean/syntax: expected `do`, found `skip`
            7:7: boolean/syntax: expected an expression, found `;`
            8:6: boolean/unknown-name: no procedure `f` (candidates: main)
            8:11: boolean/syntax: expected a statement, found `&`
            9:10: boolean/call: `f(…)` is a call, and calls are not expressions (assign the result to a variable first: `x := f(…);`)
            10:13: boolean/syntax: expected `:=`, `(` or `:`, found `b`
            11:1: boolean/arity: `main` has 0 results, but 1 value is given
              F0.bp:1: declared here
            11:11: boolean/syntax: expected `:=`, `(` or `:`, found `;`
            12:1: boolean/syntax: expected a statement, found `fi`
            13:1: boolean/syntax: expected a statement, found `od`
            14:1: boolean/syntax: expected a statement, found `:=`
            14:7: boolean/syntax: expected a statement, found `3`
            14:19: boolean/syntax: expected a name, found `;`
            14:25: boolean/syntax: expected a name, found `;`
            14:33: boolean/syntax: expected `(`, found `a`
            14:36: boolean/syntax: variables must be declared at the start of a procedure
            15:1: boolean/syntax: expected `:=`, `(` or `:`, found `end`
        "#]],
    );
}

#[test]
fn missing_ends() {
    findings(
        "void main() begin if T then while F do skip;\nend\nvoid f() begin if T then skip od end",
        expect![[r#"
            2:1: boolean/syntax: expected `od`, found `end`
              F0.bp:1: this has no `od`
            3:31: boolean/syntax: expected `fi`, found `od`
              F0.bp:3: this has no `fi`
        "#]],
    );
    findings(
        "void main() begin skip;\nvoid f() begin skip;",
        expect![[r#"
            2:1: boolean/syntax: expected a statement or `end`, found `void`
              F0.bp:1: this procedure has no `end`
            2:21: boolean/syntax: expected a statement or `end`, found the end of the text
              F0.bp:2: this procedure has no `end`
        "#]],
    );
    findings(
        "void main( begin end void f(a b) begin end void g() skip end decl x void h() begin x := T; end",
        expect![[r#"
            1:12: boolean/syntax: expected a name, found `begin`
            1:31: boolean/syntax: expected `,` or `)`, found `b`
            1:53: boolean/syntax: expected `begin`, found `skip`
            1:69: boolean/syntax: expected `,` or `;`, found `void`
        "#]],
    );
    findings(
        "skip; void main() begin end } decl decl; bool<2 f() begin end <bool g() begin end x y",
        expect![[r#"
            1:1: boolean/syntax: expected `const`, `decl` or a procedure, found `skip`
            1:29: boolean/syntax: unexpected character "}"
            1:36: boolean/syntax: expected a name, found `decl`
            1:40: boolean/syntax: expected a name, found `;`
            1:49: boolean/syntax: expected `>`, found `f`
            1:69: boolean/syntax: expected `>`, found `g`
            1:83: boolean/syntax: expected `const`, `decl` or a procedure, found `x`
        "#]],
    );
}

#[test]
fn what_is_no_token() {
    findings(
        "decl {a b\n; decl x@y; /* no end",
        expect![[r#"
            boolean/entry: there is no entry procedure `main`
            1:6: boolean/syntax: this brace must be closed on the same line (a name such as `{x>0}` is on one line; blocks are written `begin … end`)
            2:1: boolean/syntax: expected a name, found `;`
            2:9: boolean/syntax: unexpected character "@"
            2:10: boolean/syntax: expected `,` or `;`, found `y`
            2:13: boolean/syntax: unclosed comment
        "#]],
    );
    findings_in(
        "a := \"text\"; a := b.c; λ := {x\n; a := b",
        expect![[r#"
            2:6: boolean/syntax: unexpected character "\""
            2:7: boolean/unknown-name: no variable `text` (candidates: a, b, c, g, i, j)
            2:11: boolean/syntax: unexpected character "\""
            2:20: boolean/syntax: unexpected character "."
            2:22: boolean/syntax: expected `:=`, `(` or `:`, found `;`
            2:29: boolean/syntax: this brace must be closed on the same line (a name such as `{x>0}` is on one line; blocks are written `begin … end`)
            3:1: boolean/syntax: expected an expression, found `;`
        "#]],
    );
}

#[test]
fn labels_that_start_threads() {
    findings(
        "void main() begin L: ASYNC_1: f(); ASYNC_2: skip; M: f(); __CPROVER_ASYNC_3: f(); end
         void f() begin goto ASYNC_4; ASYNC_4: skip; end",
        expect![[r#"
            1:22: boolean/threads: `ASYNC_1` is not supported: programs have a single thread (model the interleaving in one thread, or remove it)
            1:59: boolean/threads: `__CPROVER_ASYNC_3` is not supported: programs have a single thread (model the interleaving in one thread, or remove it)
        "#]],
    );
}

#[test]
fn one_statement_may_have_a_label_twice() {
    findings("void main() begin L: L: skip; goto L; end", expect![[""]]);
}

#[test]
fn habits_of_other_tools() {
    findings_in(
        "call f(a); a := call h(); call := a;\n a := choose[a, b]; a := choose(a, b); break;",
        expect![[r#"
            2:1: boolean/syntax: `call` is not part of the language (write `f(e);` or `x := f(e);`)
            2:6: boolean/unknown-name: no procedure `f` (candidates: main)
            2:17: boolean/syntax: `call` is not part of the language (write `f(e);` or `x := f(e);`)
            2:22: boolean/unknown-name: no procedure `h` (candidates: main)
            2:27: boolean/unknown-name: no variable `call` (candidates: a, b, c, g, i, j)
            3:7: boolean/syntax: `choose` is not part of the language (write `schoose[p, n]`: true if `p` is, otherwise false if `n` is, otherwise any value; or `*` for any value)
            3:26: boolean/unknown-name: no procedure `choose` (write `schoose[p, n]`: true if `p` is, otherwise false if `n` is, otherwise any value; or `*` for any value)
            3:40: boolean/syntax: `break` is not part of the language (write `goto L`, with a label `L:` after the loop)
        "#]],
    );
    findings_in(
        "if :: a -> b := c; :: else -> skip; fi; do :: T -> skip; od;",
        expect![[r#"
        2:4: boolean/syntax: expected an expression, found `::` (write `if c then … elsif d then … else … fi`)
        2:20: boolean/syntax: expected a statement, found `::` (write `if c then … elsif d then … else … fi`)
        2:28: boolean/syntax: expected a statement, found `-`
        2:41: boolean/syntax: expected a statement, found `do` (write `while c do … od`)
        2:58: boolean/syntax: expected a statement, found `od`
    "#]],
    );
    findings(
        "define N 3\nint i(3);\nbool x, y;\nmodule void main() begin bool z; int k = 3; x = y; end\nmodule void f() {\n}",
        expect![[r#"
            1:1: boolean/syntax: `define` is not part of the language (write `const N = 8;`)
            1:8: boolean/syntax: expected `const`, `decl` or a procedure, found `N`
            2:1: boolean/syntax: variables are declared with `decl` (write `decl x;`, or `decl i : int<4>;` for four bits)
            3:1: boolean/syntax: variables are declared with `decl` (write `decl x;`, or `decl i : int<4>;` for four bits)
            4:1: boolean/syntax: `module` is not part of the language (write `void f(x) begin … end`)
            4:26: boolean/syntax: variables are declared with `decl` (write `decl x;`, or `decl i : int<4>;` for four bits)
            4:34: boolean/syntax: variables are declared with `decl` (write `decl x;`, or `decl i : int<4>;` for four bits)
            4:47: boolean/syntax: expected `:=`, found `=` (assignments are written `x := e`)
            5:1: boolean/syntax: `module` is not part of the language (write `void f(x) begin … end`)
            5:17: boolean/syntax: this brace must be closed on the same line (a name such as `{x>0}` is on one line; blocks are written `begin … end`)
            6:1: boolean/syntax: unexpected character "}"
            6:2: boolean/syntax: expected `begin`, found the end of the text
        "#]],
    );
}
