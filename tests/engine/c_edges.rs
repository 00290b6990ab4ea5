//! What programs in C say beside their statements: attributes, names for the assembler, pragmas, predefined macros, builtin functions, the
//! order of evaluation. Each is modelled, harmless, or makes a verdict unknown or an error; GCC says what a program does.

mod generate;
mod memory;
mod random;

use std::process::Command;

use hrglass::base::{Severity, Silent};
use hrglass::report::assumption::AssumptionKind;
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::json;

use crate::support::gcc;

/// What large blocks find of a check: a verdict, or that the program is refused.
fn found(program: &str, check: &str, model: &str) -> String {
    found_by("blocks", program, check, model)
}

/// What an analysis finds.
fn found_by(analysis: &str, program: &str, check: &str, model: &str) -> String {
    let task = json!({"schema": "hrglass.task/1", "analysis": analysis, "properties": [{"id": check, "check": check}],
        "program": {"language": "c", "dataModel": model, "entry": "main", "files": [{"name": "a.c", "text": program}]}});
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    let report = session.report();
    if report.diagnostics.iter().any(|found| found.severity == Severity::Error) {
        return "refused".to_owned();
    }
    let judgement = &report.properties.first().expect("a verdict").judgement;
    // Then it is about one order of several.
    let is_ordered = judgement.is_decided() && judgement.assumes(AssumptionKind::Order);
    if is_ordered { "ordered".to_owned() } else { format!("{:?}", judgement.verdict).to_lowercase() }
}

/// Whether a program calls `reach_error` when GCC has compiled it; `None` if it does not compile for this model.
fn reaches(program: &str, option: &str) -> Option<bool> {
    let folder = gcc::folder("edges");
    let (file, binary) = (folder.join("edge.c"), folder.join("edge"));
    let text = format!("void _exit(int);\nvoid reach_error(void) {{ _exit(42); }}\n{program}");
    std::fs::write(&file, text).expect("it is written");
    let options = [option, "-std=gnu11", "-O0", "-w", "-o"];
    let compiled = Command::new("gcc").args(options).arg(&binary).arg(&file).output().expect("gcc runs");
    compiled.status.success().then(|| Command::new(&binary).status().expect("it runs").code() == Some(42))
}

/// Programs without input, with what is found of `unreach-call`.
const PROGRAMS: [(&str, &str); 103] = [
    // Attributes of functions.
    (
        "static int ok; __attribute__((constructor)) static void init(void) { ok = 1; } int main() { if (ok) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "static void end(void) __attribute__((__destructor__)); static void end(void) { reach_error(); } int main() { return 0; }",
        "unknown",
    ),
    (
        "int f(void) { return 1; } int g(void) __attribute__((alias(\"f\"))); int main() { if (g() != 1) reach_error(); return 0; }",
        "unknown",
    ),
    ("int f(void) { return 1; } int g(void) __attribute__((alias(\"f\"))); int main() { return 0; }", "satisfied"),
    (
        "int f(void) { return 1; } int g(void) __asm__(\"f\"); int main() { if (g() == 1) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "void call(void (*f)(void) __attribute__((noreturn))) { } void stop(void) { } int main() { call(stop); reach_error(); return 0; }",
        "unknown",
    ),
    (
        "int next(int noreturn); int next(int n) { return n; } int main() { next(1); reach_error(); return 0; }",
        "violated",
    ),
    (
        "__attribute__((noinline, cold, __unused__)) static int f(void) { return 2; } int main() { if (f() == 2) reach_error(); return 0; }",
        "violated",
    ),
    (
        "static inline __attribute__((always_inline)) int f(void) { return 2; } int main() { if (f() != 2) reach_error(); return 0; }",
        "satisfied",
    ),
    // Of variables.
    (
        "int n; static void done(int *x) { n = *x; } void f(void) { int x __attribute__((cleanup(done))) = 5; } int main() { f(); if (n == 5) reach_error(); return 0; }",
        "unknown",
    ),
    ("int main() { int x __attribute__((aligned(64), unused)) = 3; if (x == 3) reach_error(); return 0; }", "violated"),
    (
        "int a = 4; extern int b __attribute__((alias(\"a\"))); int main() { if (b == 4) reach_error(); return 0; }",
        "unknown",
    ),
    // Of types and members.
    (
        "typedef unsigned int byte __attribute__((__mode__(__QI__))); int main() { byte b = 255; b++; if (b == 0) reach_error(); return 0; }",
        "violated",
    ),
    (
        "typedef int wide __attribute__((mode(DI))); int main() { if (sizeof(wide) == 8) reach_error(); return 0; }",
        "violated",
    ),
    (
        "int main() { unsigned __attribute__((mode(HI))) x = 65535; x++; if (x == 0) reach_error(); return 0; }",
        "violated",
    ),
    (
        "struct a { char c; int x __attribute__((packed)); }; int main() { if (sizeof(struct a) == 5) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "struct a { _Alignas(16) char c; }; int main() { if (sizeof(struct a) == 16) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "struct a { char c; int x; } __attribute__((packed)); int main() { if (sizeof(struct a) == 5) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "typedef int big __attribute__((aligned(16))); struct a { char c; big x; }; int main() { if (sizeof(struct a) == 32) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "typedef int v4 __attribute__((vector_size(16))); int main() { if (sizeof(v4) == 16) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "enum __attribute__((packed)) e { X }; int main() { if (sizeof(enum e) == 1) reach_error(); return 0; }",
        "violated",
    ),
    (
        "enum e { X } __attribute__((unused)); int main() { if (sizeof(enum e) == 4) reach_error(); return 0; }",
        "violated",
    ),
    // Pragmas.
    (
        "#pragma pack(1)\nstruct a { char c; int x; };\nint main() { if (sizeof(struct a) == 5) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "_Pragma(\"pack(1)\") struct a { char c; int x; }; int main() { if (sizeof(struct a) == 5) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "#pragma GCC diagnostic ignored \"-Wall\"\n#pragma STDC FENV_ACCESS ON\nint main() { reach_error(); return 0; }",
        "violated",
    ),
    // Builtin functions, and functions of the program with such names.
    (
        "int popcount(int n) { while (1) n = 1; return 1; } int main() { if (__builtin_popcount(7) == 3) reach_error(); return 0; }",
        "suspected",
    ),
    ("int main() { if (__builtin_popcount(7) != 3) reach_error(); return 0; }", "suspected"),
    ("int main() { if (__builtin_clz(1) != 31 || __builtin_ctz(8) != 3) reach_error(); return 0; }", "suspected"),
    ("int main() { int r; if (!__builtin_add_overflow(1, 2, &r) && r != 3) reach_error(); return 0; }", "unknown"),
    ("int abs(int n) { return 7; } int main() { if (__builtin_abs(-3) != 3) reach_error(); return 0; }", "suspected"),
    ("int x; int main() { __sync_fetch_and_add(&x, 2); if (x != 2) reach_error(); return 0; }", "suspected"),
    ("int main() { if (__builtin_labs(-6442450944L) == 6442450944L) reach_error(); return 0; }", "unknown"),
    ("int main() { if (sizeof(__builtin_llabs(3)) == 8) reach_error(); return 0; }", "unknown"),
    ("int main() { if (strspn(\"ab\", \"a\") == 1) reach_error(); return 0; }", "unknown"),
    (
        "unsigned long long g = 6442450944ULL; int main() { if (__sync_fetch_and_add(&g, 2ULL) == 6442450944ULL) reach_error(); return 0; }",
        "suspected",
    ),
    (
        "#include <string.h>\nint main() { if (sizeof strspn(\"a\", \"a\") == sizeof(long)) reach_error(); return 0; }",
        "violated",
    ),
    (
        "#include <stdlib.h>\nint main() { if (strtoul(\"4294967295\", 0, 10) == 4294967295UL) reach_error(); return 0; }",
        "suspected",
    ),
    ("int puts(); int strange() { return 2; } int main() { if (strange() == 2) reach_error(); return 0; }", "violated"),
    ("int main() { if (strange(3) == 4) reach_error(); return 0; } int strange(int n) { return n + 1; }", "violated"),
    (
        "int g; int next(void) { return ++g; } int main() { if (({ g + next(); }) == 2) reach_error(); return 0; }",
        "unknown",
    ),
    // What pointers lead to.
    (
        "int g; int set(int *p) { *p = 5; return 1; } int first(int a, int b) { return a; } int main() { int *q = &g; if (first(g, set(q)) != 0) reach_error(); return 0; }",
        "ordered",
    ),
    (
        "struct n { struct n *next; }; int set(struct n *p) { p->next = p; return 1; } int first(int a, int b) { return a; } int main() { struct n x = { 0 }, *p = &x; if (!first(p->next == 0, set(p))) reach_error(); return 0; }",
        "ordered",
    ),
    (
        "int g; int set(int *p) { *p = 5; return 1; } int main() { int k = 3, *q = &g; if (k + set(q) != 4) reach_error(); return 0; }",
        "satisfied",
    ),
    (
        "struct s { int *p; }; int g; int first(int a, int b) { return a; } int change(int *p) { *p = 5; return 1; } int main() { int *q = ((struct s){ .p = &g }).p; if (first(g, change(q)) != 0) reach_error(); return 0; }",
        "ordered",
    ),
    // Characters in conditions of the preprocessor.
    (
        "#if -1 > U'a' && -1 > u'a' && -1 < L'a' && L'\\xffffffff' < 0\nint main() { reach_error(); return 0; }\n#else\nint main() { return 0; }\n#endif",
        "violated",
    ),
    (
        "#include <stdint.h>\n#if PTRDIFF_MIN > U'c'\nint main() { reach_error(); return 0; }\n#else\nint main() { return 0; }\n#endif",
        "violated",
    ),
    ("int main() { if (__builtin_expect(1, 0)) reach_error(); return 0; }", "violated"),
    // The order of evaluation.
    (
        "int g = 1; int f(void) { g = 10; return 1; } int main() { g += f(); if (g == 11) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "int g; int next(void) { return ++g; } int pair(int a, int b) { return a * 10 + b; } int main() { if (pair(next(), next()) == 21) reach_error(); return 0; }",
        "unknown",
    ),
    ("int g; int next(void) { return ++g; } int main() { if (g + next() == 2) reach_error(); return 0; }", "unknown"),
    (
        "int g; int next(void) { return ++g; } int main() { while (g + next() < 4) ; reach_error(); return 0; }",
        "unknown",
    ),
    (
        "int g; int next(void) { return ++g; } int main() { int a = next(); a += g; if (a == 2) reach_error(); return 0; }",
        "violated",
    ),
    (
        "int g; int next(void) { return ++g; } int main() { if (0) g = g + next(); reach_error(); return 0; }",
        "violated",
    ),
    // Types of constants, sizes and alignments.
    (
        "int main() { if (sizeof(L\"ab\") == 12 && sizeof(u\"ab\") == 6 && sizeof(U\"ab\") == 12) reach_error(); return 0; }",
        "violated",
    ),
    ("int main() { if (sizeof(\"a\" L\"b\") == 12 && sizeof(u8\"ab\") == 3) reach_error(); return 0; }", "violated"),
    (
        "int main() { if (sizeof(u'a') == 2 && sizeof(U'a') == 4 && sizeof(L'a') == 4 && sizeof('a') == 4) reach_error(); return 0; }",
        "violated",
    ),
    (
        "int main() { if (sizeof(u\"\\U0001F600\") == 6 && sizeof(U\"\\U0001F600\") == 8) reach_error(); return 0; }",
        "violated",
    ),
    (
        "int main() { if (L'\\xffffffff' == -1 && U'\\xffffffff' > 0 && u'\\xffff' == 65535) reach_error(); return 0; }",
        "violated",
    ),
    (
        "__WCHAR_TYPE__ text[] = L\"ab\"; int main() { if (sizeof text == 12 && text[1] == 'b' && text[2] == 0) reach_error(); return 0; }",
        "violated",
    ),
    ("int main() { __WCHAR_TYPE__ *p = L\"ab\"; if (*p == 'a') reach_error(); return 0; }", "unknown"),
    (
        "int main() { if (__alignof__(long long) == 8 && __alignof__(double) == 8 && __alignof__(long long[2]) == 8) reach_error(); return 0; }",
        "violated",
    ),
    ("int main() { if (_Alignof(long long) == 4) reach_error(); return 0; }", "by model"),
    ("struct s { long long x; }; int main() { if (__alignof__(struct s) == 4) reach_error(); return 0; }", "by model"),
    (
        "float f; double d; int main() { if (sizeof(f * d) == 8 && sizeof(f + 1) == 4 && sizeof(1 ? f : d) == 8) reach_error(); return 0; }",
        "violated",
    ),
    (
        "int main() { if (sizeof(1.5f) == 4 && sizeof(1.5) == 8 && sizeof(0x1p3F) == 4) reach_error(); return 0; }",
        "violated",
    ),
    ("double d; int main() { if (sizeof(1.0L) == 16 && sizeof(d * 1.0L) == 16) reach_error(); return 0; }", "by model"),
    // Initial values that override others.
    (
        "struct in { int a, b; }; struct out { struct in x; int y; }; int main() { struct in v = {8, 9}; struct out q = {.x = v, .x.a = 1}; if (q.x.b == 0) reach_error(); return 0; }",
        "violated",
    ),
    (
        "struct in { int a, b; }; struct out { struct in x; int y; }; int main() { struct out q = {.x = {8, 9}, .x.a = 1}; if (q.x.b == 9) reach_error(); return 0; }",
        "violated",
    ),
    // Functions of the standard library, of which the headers are not ours.
    ("int isxdigit(int c); int main() { if (!isxdigit('A')) reach_error(); return 0; }", "suspected"),
    (
        "int strspn(const char *a, const char *b); int main() { if (strspn(\"aab\", \"a\") != 2) reach_error(); return 0; }",
        "suspected",
    ),
    ("int ffs(int n); int main() { if (ffs(8) != 4) reach_error(); return 0; }", "suspected"),
    // What other verifiers have.
    ("int main() { int x = 3; __CPROVER_assert(x == 4, \"four\"); return 0; }", "violated"),
    (
        "int any(void); int main() { int x = any(); __ESBMC_assume(x > 3); __ESBMC_assert(x != 3, \"\"); return 0; }",
        "satisfied",
    ),
    // Conversions to the same type.
    (
        "struct s { int v; }; typedef struct s t; int main() { struct s a = {1}, b = (t)a; if (b.v == 1 && ((t)a).v == 1) reach_error(); return 0; }",
        "violated",
    ),
    (
        "int g; int f(void) { return ++g; } int main() { int a[2] = { f(), f() * 10 }; if (a[0] == 1) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "int g; int f(void) { return ++g; } int main() { if (g + ({ f(); 0; }) == 1) reach_error(); return 0; }",
        "unknown",
    ),
    // The value of a range is evaluated once.
    (
        "int g; int f(void) { return ++g; } int main() { int a[2] = { [0 ... 1] = f() }; if (g == 2) reach_error(); return 0; }",
        "unknown",
    ),
    ("int main() { int n = 3, a[2] = { [0 ... 1] = n }; if (a[1] == 3) reach_error(); return 0; }", "violated"),
    // Constants.
    (
        "int main() { if (sizeof(0xffffffff) == 4 && sizeof(4294967295) == 8 && -0x80000000 > 0) reach_error(); return 0; }",
        "violated",
    ),
    // Macros that GCC defines, and limits.
    (
        "int main() { if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && __ORDER_LITTLE_ENDIAN__ == 1234) reach_error(); return 0; }",
        "violated",
    ),
    (
        "int main() {\n#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__\nreturn 0;\n#endif\nreach_error(); return 0; }",
        "violated",
    ),
    (
        "#include <stdint.h>\nint main() {\n#if UINTPTR_MAX > 0xffffffffu\nreach_error();\n#endif\nreturn 0; }",
        "by model",
    ),
    (
        "#include <stdint.h>\nint main() { if (INT_FAST16_MAX > 32767 && INT_LEAST8_MIN == -128 && WCHAR_MAX == 2147483647) reach_error(); return 0; }",
        "violated",
    ),
    (
        "#include <limits.h>\nint main() { if (MB_LEN_MAX == 16 && ULLONG_MAX == 18446744073709551615ULL && SHRT_MIN == -32768) reach_error(); return 0; }",
        "violated",
    ),
    ("int main() {\n#ifdef __x86_64__\nif (sizeof(long) == 8) reach_error();\n#endif\nreturn 0; }", "by model"),
    (
        "int main() { if (__SIZEOF_SIZE_T__ == sizeof(sizeof(int)) && __UINT8_MAX__ == 255 && __INTMAX_MAX__ > 0) reach_error(); return 0; }",
        "violated",
    ),
    ("int main() { if (__STDC_VERSION__ >= 201112L && __GNUC__ == 12) reach_error(); return 0; }", "violated"),
    // At file scope.
    ("__asm__(\".globl there\\nthere: ret\\n\"); int main() { return 0; }", "unknown"),
    // What is valid in GCC's eyes, beyond the standard or beside the usual.
    (
        "static int *p = &(int){4}; int main() { int *q = p; if (q && sizeof *q == 4) reach_error(); return 0; }",
        "violated",
    ),
    (
        "struct s { int a, b; }; static struct s x = (struct s){.b = 2}; static int y[] = (int[]){5, 6}; int main() { if (x.a == 0 && x.b == 2 && y[1] == 6 && sizeof y == 8) reach_error(); return 0; }",
        "violated",
    ),
    (
        "struct in { int a, b; }; struct out { struct in x; int y; }; static struct out q = {.x = (struct in){8, 9}, .x.a = 1}; int main() { if (q.x.b == 9 && q.x.a == 1) reach_error(); return 0; }",
        "violated",
    ),
    (
        "struct in { int a, b; }; struct out { struct in x; int y; }; int main() { struct out q = {.x = (struct in){8, 9}, .x.a = 1}; if (q.x.b == 0) reach_error(); return 0; }",
        "violated",
    ),
    (
        "int main() { int i = 0; again: ; int a = i; if (a < 3) { i++; goto again; } next: int b = a; switch (b) { case 3: int c = 4; if (c == 4) reach_error(); } return 0; }",
        "violated",
    ),
    (
        "int main() { int r = 0; { __label__ a; goto a; r = 5; a: r++; } { __label__ a; a: r++; if (r < 4) goto a; } if (r == 4) reach_error(); return 0; }",
        "violated",
    ),
    (
        "static x = 3; f(); f() { return x; } main() { const y = 4; if (f() + y == 7) reach_error(); return 0; }",
        "violated",
    ),
    ("static __thread int n = 2; int main() { n++; if (n == 3) reach_error(); return 0; }", "violated"),
    ("int main() { _Atomic int n = 2; n++; if (n == 3) reach_error(); return 0; }", "violated"),
    (
        "struct w { long long a; __float128 b; }; _Float64x f(_Float32x x) { return x; } int main() { reach_error(); return 0; }",
        "violated",
    ),
    ("int main() { __auto_type x = 1u - 2; if (x > 0) reach_error(); return 0; }", "violated"),
    // What compares and exchanges returns whether it did, not what it exchanged.
    (
        "int main() { long long x = 0; if (sizeof __sync_bool_compare_and_swap(&x, 0, 1) != 1) reach_error(); return 0; }",
        "unknown",
    ),
    (
        "int main() { long long x = 0, e = 0; if (sizeof __atomic_compare_exchange_n(&x, &e, 1, 0, 0, 0) != 1) reach_error(); return 0; }",
        "unknown",
    ),
    // What a statement expression reads through a pointer may be written by the other operand.
    ("int main() { int x = 1, *p = &x; if (({ *p; }) + (x = 5) == 6) reach_error(); return 0; }", "ordered"),
    // A jump into a loop comes to its condition.
    (
        "int g; int next(void) { return ++g; } int main() { goto in; while (g + next() < 4) { in: ; } reach_error(); return 0; }",
        "unknown",
    ),
];

/// No definite verdict contradicts what GCC makes of a program, for both data models; and each is as it is written down.
#[test]
fn what_stands_beside_statements_is_not_dropped() {
    let judges = gcc::is_there();
    let mut wrong = String::new();
    for (program, expected) in PROGRAMS {
        for (model, option) in [("LP64", "-m64"), ("ILP32", "-m32")] {
            let whole = format!("void reach_error(void);\n{program}");
            let truth = if judges { reaches(program, option) } else { None };
            for analysis in ["blocks", "heap", "forest"] {
                let found = found_by(analysis, &whole, "unreach-call", model);
                let contradicts =
                    matches!((found.as_str(), truth), ("satisfied", Some(true)) | ("violated", Some(false)));
                let differs = analysis == "blocks" && found != expected && expected != "by model";
                // What is not modelled is not reached in one analysis only.
                let misses = expected == "unknown" && found == "satisfied";
                if contradicts || differs || misses {
                    let reached = format!("expected {expected}, reached: {truth:?}");
                    wrong += &format!("{analysis}, {model}: {found}, {reached}\n{program}\n\n");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Overflows of constants and of operations are those of UndefinedBehaviorSanitizer.
#[test]
fn overflow_is_one_predicate() {
    let programs = [
        ("int main() { int a = -2147483647 - 1, b = -1; return a % b; }", "violated"),
        ("int main() { return (-2147483647 - 1) % -1; }", "violated"),
        ("int main() { int a = -2147483647 - 1; a %= -1; return a; }", "violated"),
        ("int main() { return -(-2147483647 - 1) != 0; }", "violated"),
        ("int main() { return -(-9223372036854775807LL - 1) != 0; }", "violated"),
        ("int main() { return -1 << 3 != 0; }", "violated"),
        ("int main() { int a = -1; return a << 3 != 0; }", "violated"),
        ("int main() { return (1 << 31) != 0; }", "violated"),
        ("int main() { return -2147483647 % -1 + (7 << 2) + (5 - 9) % 3; }", "satisfied"),
        ("int main() { unsigned u = 1u << 31; return -u != 0; }", "satisfied"),
    ];
    for (program, expected) in programs {
        assert_eq!(found(program, "no-overflow", "LP64"), expected, "{program}");
    }
}

/// The macros before a program are those of GCC.
#[test]
fn predefined_macros_are_those_of_gcc() {
    let version = Command::new("gcc").arg("-dumpversion").output().map(|output| output.stdout).unwrap_or_default();
    if !version.starts_with(b"12") {
        eprintln!("skipped: there is no GCC 12");
        return;
    }
    let common = include_str!("../../src/c/preprocess/gcc/common.h");
    for (option, own) in [
        ("-m64", include_str!("../../src/c/preprocess/gcc/lp64.h")),
        ("-m32", include_str!("../../src/c/preprocess/gcc/ilp32.h")),
    ] {
        let output =
            Command::new("gcc").args([option, "-dM", "-E", "-x", "c", "/dev/null"]).output().expect("gcc runs");
        let text = String::from_utf8(output.stdout).expect("text");
        let sorted = |lines: &mut Vec<String>| lines.sort();
        let mut theirs: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut ours: Vec<String> =
            common.lines().chain(own.lines()).filter(|line| line.starts_with('#')).map(str::to_owned).collect();
        sorted(&mut theirs);
        sorted(&mut ours);
        assert_eq!(ours, theirs, "{option}");
    }
}
