//! Macros, conditions and included files.

use expect_test::{Expect, expect};

use super::super::preprocess::{Unit, preprocess};
use super::super::types::DataModel;
use super::{check_diagnostics, check_files};
use base::{Sources, has_errors};

/// The tokens after preprocessing, with their lines.
#[track_caller]
fn check_tokens(text: &str, expected: Expect) {
    let mut sources = Sources::default();
    let file = sources.add("a.c", text);
    let mut diagnostics = Vec::new();
    let Unit { tokens, .. } = preprocess(&sources, &[file], file, super::OPTIONS, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{}", super::render(&sources, &diagnostics));
    let (mut shown, mut last) = (String::new(), 0);
    for token in tokens {
        let line = sources.line_of(token.span);
        shown += match line == last {
            true if token.spaced => " ",
            true => "",
            false if last == 0 => "",
            false => "\n",
        };
        last = line;
        shown += &token.text;
    }
    expected.assert_eq(&format!("{shown}\n"));
}

/// The examples of the standard (C11 6.10.3.5).
#[test]
fn rescanning() {
    check_tokens(
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n\
         #define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n\
         #define str(x) # x\n\
         f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n\
         g(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
         p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\n\
         char c[2][6] = { str(hello), str() };\n",
        expect![[r#"
            f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);
            f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))
            ^m(0,1);
            int i[] = { 1, 23, 4, 5, };
            char c[2][6] = { "hello", "" };
        "#]],
    );
}

#[test]
fn strings_and_pasting() {
    check_tokens(
        "#define xstr(s) str(s)\n#define str(s) # s\n\
         #define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n#define LOW LOW \", world\"\n\
         str(strncmp(\"abc\\0d\", \"abc\", '\\4') == 0)\n\
         xstr(INCFILE(2).h)\nglue(HIGH, LOW);\nxglue(HIGH, LOW)\n\
         #define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\njoin(x, y);\n",
        expect![[r#"
            "strncmp(\"abc\\0d\", \"abc\", '\\4') == 0"
            "vers2.h"
            "hello";
            "hello" ", world"
            "x ## y";
        "#]],
    );
}

#[test]
fn variable_arguments() {
    check_tokens(
        "#define log(format, ...) print(format, ## __VA_ARGS__)\n#define all(list...) f(list)\nlog(1) log(1, 2, 3) all(1, 2) all()\n",
        expect![["
            print(1) print(1, 2, 3) f(1, 2) f()
        "]],
    );
}

#[test]
fn lines_and_files() {
    check_tokens(
        "__LINE__ __FILE__\n# 30 \"b.c\" 1 3\n__LINE__ __FILE__\n#line 7\n__LINE__ a\\\nb /* c\n */ // d \\\n e\nf\n",
        expect![[r#"
            1 "a.c"
            30 "b.c"
            7 ab
            f
        "#]],
    );
}

#[test]
fn conditions() {
    check_tokens(
        "#if 0\n#if 1\n#error no\n#else\n#endif\n'\n#elif -1 < 0u\nno\n#elif (1 ? 2 : 3) == 2 && 'a' == 97 && undefined == 0\nyes\n#elif 1\nno\n#else\nno\n#endif\n\
         #ifndef A\n#define A 1\n#endif\n#if defined A && defined(A) && A\nyes\n#endif\n#if 0 && 1 / 0\n#else\nyes\n#endif\n",
        expect![["
            yes
            yes
            yes
        "]],
    );
}

#[test]
fn files_are_included() {
    check_files(
        &[
            (
                "main.c",
                "#include \"part.h\"\n#include <stdio.h>\n#include \"part.h\"\nint main(void) { return twice(2); }\n",
            ),
            ("part.h", "#pragma once\nstatic int twice(int x) { return x + x; }\n"),
        ],
        expect![[""]],
    );
    check_diagnostics(
        "#include \"prat.h\"\n#include <stdoi.h>\nint main(void) { return 0; }",
        expect![[r#"
            a.c:1:2: there is no file `prat.h` (did you mean `crypt.h`?)
            a.c:2:2: there is no file `stdoi.h` (did you mean `stdio.h`?)
        "#]],
    );
}

#[test]
fn every_header_of_ours_can_be_read_in_both_models() {
    for name in super::super::preprocess::header_names() {
        for model in [DataModel::Ilp32, DataModel::Lp64] {
            let options = super::COptions { model, ..super::COptions::default() };
            let text = format!("#include <{name}>\n#include <{name}>\nint main(void) {{ return 0; }}");
            let (sources, program, diagnostics) = super::parse_files(&[("a.c", &text)], options);
            assert!(program.is_some() && diagnostics.is_empty(), "{name}: {}", super::render(&sources, &diagnostics));
        }
    }
}

#[test]
fn mistakes() {
    check_diagnostics(
        "#if 1 +\n#endif\n#else\n#ifdef\n#endif\n#define F(x) x\n#define G(a, a)\n#define H ## x\n#defin X\n#error some words\n\
         #define F(y) y\nint a = F(1, 2);\n#undef\n#include\n#if 1\n",
        expect![[r#"
            a.c:1:7: an operand is missing
            a.c:3:2: this has no `#if`
            a.c:4:2: the name of a macro is missing
            a.c:7:9: the parameters of `G` cannot be read
            a.c:8:9: `##` needs a token on each side
            a.c:9:2: there is no directive `#defin` (did you mean `define`?)
            a.c:10:2: #error some words
            a.c:11:9: warning: `F` is defined in another way before (write `#undef F` first)
              a.c:6: the earlier definition
            a.c:12:9: macro `F` has 1 parameters, but 2 arguments are given
            a.c:12:16: expected an expression, but found `;`
            a.c:13:2: the name of a macro is missing
            a.c:14:2: `#include` needs the name of a file: `"file.h"` or `<file.h>`
            a.c:15:2: this `#if` has no `#endif`
        "#]],
    );
}

#[test]
fn macros_that_grow_exponentially_are_cut_short() {
    let mut text = String::from("#define A0 x x x x x x x x x x\n");
    for n in 1..30 {
        text += &format!("#define A{n} A{0} A{0} A{0} A{0} A{0} A{0} A{0} A{0} A{0} A{0}\n", n - 1);
    }
    text += "A29\n#define E(x) x x\n";
    text += &format!("{}1{}\n", "E(".repeat(200), ")".repeat(200));
    let (sources, program, diagnostics) = super::parse_files(&[("a.c", &text)], super::OPTIONS);
    assert!(program.is_none());
    let rendered = super::render(&sources, &diagnostics);
    assert!(rendered.contains("more than"), "{}", &rendered[..rendered.len().min(500)]);
}

#[test]
fn names_and_literals_that_double_are_cut_short() {
    let doubled = |operator: &str| {
        let define = |n: usize| format!("#define M{n}(x) M{}({operator})\n", n - 1);
        let all: String = (1..100).map(define).collect();
        format!("#define M0(x) x\n{all} char *x = M99(a);")
    };
    let repeated = format!("#define S \"{}\"\nchar *x = {};", "a".repeat(1 << 20), "S ".repeat(100_000));
    for text in [doubled("x##x"), doubled("#x"), repeated] {
        let (sources, program, diagnostics) = super::parse_files(&[("a.c", &text)], super::OPTIONS);
        assert!(program.is_none());
        let rendered = super::render(&sources, &diagnostics);
        assert!(rendered.contains("have more than 67108864 bytes"), "{}", &rendered[..rendered.len().min(500)]);
    }
}

#[test]
fn long_names_are_pasted_in_one_go() {
    let many = 100_000;
    let text = format!("#define M(a, b) {}b\nint M(x, y); int main(void) {{ return M(x, y); }}", "a##".repeat(many));
    assert!(!has_errors(&super::parse_files(&[("a.c", &text)], super::OPTIONS).2));
}

#[test]
fn a_file_that_includes_itself_is_an_error() {
    check_diagnostics(
        "#include \"a.c\"\n",
        expect![[r#"
        a.c:1:2: files are included too deeply
    "#]],
    );
}

#[test]
fn pragmas_keep_macros() {
    check_tokens(
        "#define A 1\n#pragma push_macro(\"A\")\n#undef A\n#define A 2\nA\n_Pragma(\"pop_macro(\\\"A\\\")\") A\n#pragma pop_macro(\"A\")\nA\n\
         #pragma push_macro(\"B\")\n#define B 3\nB\n#pragma pop_macro(\"B\")\nB\n",
        expect![["
            2
            1
            1
            3
            B
        "]],
    );
}

#[test]
fn structures_are_packed_where_pragmas_say_so() {
    let packed = "struct __attribute__((packed)) s;\n";
    let plain = "struct s;\n";
    for (text, expected) in [
        ("#pragma pack(push, 1)\nstruct s;\n#pragma pack(pop)\nstruct s;\n", format!("{packed}{plain}")),
        ("#pragma pack(2)\nstruct s;\n#pragma pack()\nstruct s;\n", format!("{packed}{plain}")),
        (
            "#define ONE 1\n#pragma pack(ONE)\n#pragma pack(push)\n#pragma pack(16)\nstruct s;\n_Pragma(\"pack(pop)\") struct s;\n",
            format!("{plain}{packed}"),
        ),
    ] {
        let mut sources = Sources::default();
        let file = sources.add("a.c", text);
        let Unit { tokens, .. } = preprocess(&sources, &[file], file, super::OPTIONS, &mut Vec::new());
        let words: Vec<&str> = tokens.iter().map(|token| &*token.text).collect();
        assert_eq!(words.concat(), expected.replace([' ', '\n'], ""));
    }
}
