//! What C leaves without a value, or to others: nothing is proved from it, and no run that depends on it counts as executed
//! unless the value may be any.

use std::process::Command;

use hrglass::base::Random;
use hrglass::c::DataModel;
use hrglass::large_blocks::blocks::FlatOptions;
use hrglass::program::objects::Failure;

use super::gcc;
use crate::large_blocks::references::{Found, judge_by};
use crate::support::cases;

const DECLARATIONS: &str = "void reach_error(void); void abort(void); void *malloc(__SIZE_TYPE__); void free(void *);
struct s { struct s *next; int a, b; }; int some(void);\n";

const OPTIONS: FlatOptions<'_> =
    FlatOptions { failures: &[Failure::Reached, Failure::Assertion], exceptions: &[], depth: 2, edges: 100_000 };

fn verdict(text: &str) -> Found {
    let program = format!("{DECLARATIONS}{text}");
    let (program, entry) = super::read(&program, DataModel::Lp64, "main").unwrap_or_else(|e| panic!("{program}\n{e}"));
    judge_by(&program, entry, &OPTIONS).0
}

/// By the standard, or by the documented meaning of functions without a body.
#[test]
fn verdicts_on_undefined_values() {
    let of_main = [
        // Pointers without a value.
        ("int *p; if (p) reach_error();", Found::Fails),
        ("int *p; if (!p) reach_error();", Found::Fails),
        ("int *p, *q = p; if ((p == 0) != (q == 0)) reach_error();", Found::Safe),
        ("struct s t, u; u = t; if (t.next && !u.next) reach_error();", Found::Safe),
        ("struct s *p = (struct s *)malloc(sizeof *p); if (!p) reach_error();", Found::Safe),
        ("struct s *p = (struct s *)malloc(sizeof *p); if (p->a == 7) reach_error();", Found::Fails),
        ("struct s *p = (struct s *)malloc(sizeof *p); p->a = 7; if (p->a != 7) reach_error();", Found::Unconfirmed),
        // A use of freed memory ends the run.
        (
            "struct s *p = (struct s *)malloc(sizeof *p); p->a = 7; free(p); if (p->a != 7) reach_error();",
            Found::Unconfirmed,
        ),
        // A dereference of null ends the run.
        ("struct s *p = 0; p->a = 1; reach_error();", Found::Safe),
        (
            "struct s *p = 0; if (some()) p = (struct s *)malloc(sizeof *p); p->a = 1; if (!p) reach_error();",
            Found::Safe,
        ),
        // Pointers without a value may be compared, not dereferenced.
        ("int *p; if (p) { if (*p == 3) reach_error(); }", Found::Unconfirmed),
        ("int *p; if (p) { *p = 3; reach_error(); }", Found::Unconfirmed),
        ("int x, *p; if (p == &x) reach_error();", Found::Unconfirmed),
        // Each time a declaration is passed.
        ("for (int i = 0; i < 2; i++) { int x; if (i && x == 3) reach_error(); x = 5; }", Found::Fails),
        ("for (int i = 0; i < 2; i++) { int x = x; if (i && x == 3) reach_error(); x = 5; }", Found::Fails),
        ("for (int i = 0; i < 2; i++) { int x = 5; if (i && x == 3) reach_error(); x = 3; }", Found::Safe),
        // A jump past it.
        (
            "int n = 0; again: { if (n) goto in; int x; x = 5; in: if (n && x != 5) reach_error(); } if (n++ < 1) goto again;",
            Found::Fails,
        ),
        (
            "int n = 0; again: { if (n) goto in; int x, *p; p = &x; x = 5; in: if (n && x != 5) reach_error(); } if (n++ < 1) goto again;",
            Found::Fails,
        ),
        (
            "for (int i = 0; i < 2; i++) switch (i) { int x; case 0: x = 4; break; case 1: if (x != 4) reach_error(); }",
            Found::Fails,
        ),
        (
            "for (int i = 0; i < 2; i++) switch (i) { case 0: { int x = 4; case 1: if (i && x != 4) reach_error(); } }",
            Found::Fails,
        ),
        (
            "int n = 0; { int x = 4; again: if (x != 4) reach_error(); } { int x = 5; if (n++ < 1) goto again; }",
            Found::Fails,
        ),
        ("int n = 0; { int x = 4; again: if (x != 4) reach_error(); if (n++ < 1) goto again; }", Found::Safe),
        // Strings are the same object every time.
        (
            "const char *p = 0, *q; for (int i = 0; i < 2; i++) { q = p; p = \"x\"; if (i && p != q) reach_error(); }",
            Found::Unconfirmed,
        ),
    ];
    for (body, expected) in of_main {
        assert_eq!(verdict(&format!("int main(void) {{ {body} return 0; }}")), expected, "{body}");
    }
    let programs = [
        ("extern int outside; int main(void) { if (outside) reach_error(); return 0; }", Found::Fails),
        ("extern int outside; int outside; int main(void) { if (outside) reach_error(); return 0; }", Found::Safe),
        ("static int x; static int *p = &x; int main(void) { if (!p) reach_error(); return 0; }", Found::Safe),
        (
            "static struct s t = { .a = 3 }, *p = &t; int main(void) { if (p->a != 3) reach_error(); return 0; }",
            Found::Unconfirmed,
        ),
        (
            "static struct s t = { .a = 3 }; int main(void) { if (t.a != 3 || t.b || t.next) reach_error(); return 0; }",
            Found::Safe,
        ),
        ("int main(int count, char **words) { if (count < 0) reach_error(); return 0; }", Found::Safe),
        ("int f(int b) { if (b) return 1; } int main(void) { if (f(0) == 9) reach_error(); return 0; }", Found::Fails),
        ("int *f(int b) { if (b) return 0; } int main(void) { if (f(0)) reach_error(); return 0; }", Found::Fails),
        ("void stop(void) __attribute__((noreturn)); int main(void) { stop(); reach_error(); return 0; }", Found::Safe),
        (
            "static void stop(int b) { if (b) abort(); } int main(void) { stop(some()); stop(1); reach_error(); }",
            Found::Safe,
        ),
        // Functions of the library compute something, functions of others anything.
        ("int abs(int); int main(void) { if (abs(3) != 3) reach_error(); return 0; }", Found::Unconfirmed),
        ("int other(int); int main(void) { if (other(3) != 3) reach_error(); return 0; }", Found::Fails),
        (
            "void *memset(void *, int, __SIZE_TYPE__); int main(void) { int a[3]; memset(a, 0, sizeof a); if (a[1]) reach_error(); return 0; }",
            Found::Unconfirmed,
        ),
        (
            "void *memset(void *, int, __SIZE_TYPE__); int main(void) { struct s t; void *p = memset(&t, 0, sizeof t); if (!p) reach_error(); return 0; }",
            Found::Safe,
        ),
        (
            "extern int errno; int other(void); int main(void) { errno = 0; other(); if (errno) reach_error(); return 0; }",
            Found::Unconfirmed,
        ),
        // Lists are not followed.
        (
            "int main(void) { struct s *list = 0; for (int i = 0; i < 2; i++) { struct s *n = (struct s *)malloc(sizeof *n); n->next = list; list = n; } \
             if (!list->next) reach_error(); return 0; }",
            Found::Unconfirmed,
        ),
    ];
    for (text, expected) in programs {
        assert_eq!(verdict(text), expected, "{text}");
    }
}

/// Statements on `r` that read what has no value; `N` is replaced by a number.
const UNDEFINED: [&str; 12] = [
    "int xN; r += xN & 3;",
    "int *pN; r += pN == 0;",
    "for (int i = 0; i < 2; i++) { int x; if (i) r ^= x & 7; x = 5; }",
    "struct s tN; r += tN.a & 3; { struct s u = tN; r ^= u.b & 1; r += u.next != 0; }",
    "unsigned char cN; r ^= cN + 1;",
    "{ int x = x; r += x & 1; }",
    "{ int x = r, *p; if (r & 1) p = &x; r += p != 0; }",
    "{ long x; if (r > 2) x = 3; r ^= (int)x & 15; }",
    "{ struct { int a; short b[2]; } t, u = t; r += u.b[1] & 3; }",
    "{ int a[3]; a[1] = 2; r += a[r & 1] & 1; }",
    "r = r & 255; if (r > 4) r -= 2;",
    "{ static int kept; r += kept; kept = 1; }",
];

/// What GCC computes with either of two patterns in variables without a value may be computed here.
#[test]
fn what_gcc_computes_is_not_excluded() {
    if !gcc::is_there() {
        return;
    }
    let folder = gcc::folder("c-undefined");
    let (mut compared, mut proved) = (0, 0);
    for seed in cases::seeds(25) {
        let mut random = Random::scattered(seed);
        let mut body = String::new();
        for number in 0..1 + random.below(3) {
            body += &random.one_of(&UNDEFINED).replace('N', &number.to_string());
        }
        let check = format!("{DECLARATIONS}int check(void) {{ int r = {seed}; {body} return r; }}\n");
        let main = "int printf(const char *, ...); int main(void) { printf(\"%d\\n\", check()); return 0; }\n";
        let (file, binary) = (folder.join("one.c"), folder.join("one"));
        std::fs::write(&file, format!("{check}{main}")).expect("it is written");
        for pattern in ["zero", "pattern"] {
            let option = format!("-ftrivial-auto-var-init={pattern}");
            let mut compiled = Command::new("gcc");
            compiled.args(["-std=gnu11", "-w", "-O0", &option, "-o"]).arg(&binary).arg(&file);
            if !compiled.output().expect("gcc runs").status.success() {
                eprintln!("skipped: this gcc does not know {option}");
                return;
            }
            let output = Command::new(&binary).output().expect("it runs");
            let result = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            let text = format!("{check}int main(void) {{ if (check() == {result}) reach_error(); return 0; }}");
            let found = verdict(text.strip_prefix(DECLARATIONS).unwrap());
            assert_ne!(found, Found::Safe, "GCC computes {result} with {pattern}:\n{text}");
            compared += 1;
        }
        let never = format!("{check}int main(void) {{ if (check() == -77777) reach_error(); return 0; }}");
        proved += u32::from(verdict(never.strip_prefix(DECLARATIONS).unwrap()) == Found::Safe);
    }
    println!("{compared} results compared, {proved} others excluded");
    assert!(compared > 0 && proved > 0);
}
