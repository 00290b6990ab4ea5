//! Witnesses as `hrglass check` writes them, read and followed by a reader of their own.

use super::reader::{Said, follow, read, watch};
use super::{fitting, yaml_is_there};
use crate::support::{gcc, program};

const DECLARED: &str = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
    extern unsigned __VERIFIER_nondet_uint(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n\
    extern long __VERIFIER_nondet_long(void);\nextern short __VERIFIER_nondet_short(void);\n";

/// Programs with the property that they are about.
const PROGRAMS: [(&str, &str, &str); 24] = [
    (
        "drawn",
        "unreach-call",
        "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 77)\n    reach_error();\n  return 0;\n}\n",
    ),
    (
        "unset",
        "unreach-call",
        "int main(void) {\n  int x, y;\n  y = 3;\n  if (x == y + 4) reach_error();\n  return 0;\n}\n",
    ),
    (
        "counted",
        "unreach-call",
        "int main(void) {\n  int i = 0;\n  while (i < 3) {\n    if (__VERIFIER_nondet_int() != i) return 0;\n    i++;\n  }\n  reach_error();\n  return 0;\n}\n",
    ),
    (
        "callee",
        "unreach-call",
        "int half(int n) {\n  int other = __VERIFIER_nondet_int();\n  return other > n ? n / 2 : n;\n}\nint main(void) {\n  int n = half(10) + half(20);\n  if (n == 15) { reach_error(); }\n  return 0;\n}\n",
    ),
    (
        "recursive",
        "unreach-call",
        "int sum(int n) {\n  if (n <= 0) return 0;\n  return n + sum(n - 1);\n}\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n > 4) return 0;\n  if (sum(n) == 6) reach_error();\n  return 0;\n}\n",
    ),
    (
        "wide",
        "unreach-call",
        "int main(void) {\n  long a = __VERIFIER_nondet_long();\n  if (a + 1 < a && sizeof(long) == 4) reach_error();\n  if (a > 2147483647L) reach_error();\n  return 0;\n}\n",
    ),
    (
        "chosen",
        "unreach-call",
        "int main(void) {\n  unsigned char c = __VERIFIER_nondet_uchar();\n  switch (c) {\n  case 1: case 2: return 0;\n  case 200:\n    reach_error();\n  default:\n    break;\n  }\n  return 0;\n}\n",
    ),
    (
        "jump",
        "unreach-call",
        "int main(void) {\n  int x = __VERIFIER_nondet_int();\nagain:\n  if (x < 0) { x = __VERIFIER_nondet_int(); goto again; }\n  if (x == 5) { goto bad; }\n  return 0;\nbad:\n  reach_error();\n  return 0;\n}\n",
    ),
    (
        "inner",
        "unreach-call",
        "int x = 1;\nint main(void) {\n  int y = x;\n  {\n    int x = __VERIFIER_nondet_int();\n    if (x == y + 1) reach_error();\n  }\n  return 0;\n}\n",
    ),
    (
        "members",
        "unreach-call",
        "struct pair { int a; int b; };\nint main(void) {\n  struct pair p;\n  p.a = __VERIFIER_nondet_int();\n  p.b = __VERIFIER_nondet_short();\n  if (p.a == p.b * 2 && p.b > 9) reach_error();\n  return 0;\n}\n",
    ),
    (
        "cells",
        "unreach-call",
        "int main(void) {\n  int a[3] = {1, 2, 3};\n  unsigned i = __VERIFIER_nondet_uint();\n  if (i > 2) return 0;\n  if (a[i] == 3) reach_error();\n  return 0;\n}\n",
    ),
    (
        "increment",
        "no-overflow",
        "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = 2;\n  y = x + y;\n  return 0;\n}\n",
    ),
    (
        "product",
        "no-overflow",
        "int square(int n) {\n  return n * n;\n}\nint main(void) {\n  int x = __VERIFIER_nondet_short();\n  x = square(x + 20000);\n  return 0;\n}\n",
    ),
    (
        "negated",
        "no-overflow",
        "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x < 0) {\n    x = -x;\n  }\n  return 0;\n}\n",
    ),
    (
        "tally",
        "no-overflow",
        "int main(void) {\n  int sum = 2147483640;\n  for (int i = 0; i < 5; i++) {\n    sum = sum + __VERIFIER_nondet_uchar();\n  }\n  return 0;\n}\n",
    ),
    (
        "upwards",
        "unreach-call",
        "int main(void) {\n  int i = 0;\n  while (i < 100) {\n    i++;\n  }\n  if (i != 100) reach_error();\n  return 0;\n}\n",
    ),
    (
        "hidden",
        "unreach-call",
        "int i = 7;\nint main(void) {\n  int sum = 0;\n  for (int i = 0; i < 10; i++) {\n    sum = i;\n  }\n  if (i != 7 || sum > 9) reach_error();\n  return 0;\n}\n",
    ),
    (
        "nested",
        "unreach-call",
        "int main(void) {\n  unsigned sum = 0;\n  for (unsigned i = 0; i < 5; i++) {\n    unsigned k = 0;\n    while (k < i) {\n      k++;\n      if (sum < 3) sum++;\n    }\n  }\n  if (sum > 3) reach_error();\n  return 0;\n}\n",
    ),
    (
        "shadows",
        "unreach-call",
        "int n = 4;\nint main(void) {\n  int n = 0;\n  while (__VERIFIER_nondet_int()) {\n    int n = 50;\n    if (n != 50) reach_error();\n  }\n  if (n != 0) reach_error();\n  return 0;\n}\n",
    ),
    (
        "clamped",
        "unreach-call",
        "static int top = 0;\nvoid put(int v) {\n  while (v > 10) {\n    v = 10;\n  }\n  if (v > top) top = v;\n}\nint main(void) {\n  while (__VERIFIER_nondet_int()) {\n    put(__VERIFIER_nondet_int());\n  }\n  if (top > 10) reach_error();\n  return 0;\n}\n",
    ),
    (
        "ninety",
        "unreach-call",
        "int f(int n) {\n  if (n > 100) return n - 10;\n  return f(f(n + 11));\n}\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n >= 0 && n <= 101 && f(n) != 91) reach_error();\n  return 0;\n}\n",
    ),
    (
        "bounded",
        "no-overflow",
        "int main(void) {\n  int sum = 0, i = 0;\n  while (i < 20) {\n    int c = __VERIFIER_nondet_uchar();\n    if (sum < 1000) sum = sum + c;\n    i = i + 1;\n  }\n  return 0;\n}\n",
    ),
    (
        "widened",
        "no-overflow",
        "int main(void) {\n  long long x = __VERIFIER_nondet_int();\n  x = x * 2 + 1;\n  return 0;\n}\n",
    ),
    (
        "parity",
        "unreach-call",
        "int main(void) {\n  unsigned i = 0, j = 0;\n  while (__VERIFIER_nondet_int()) {\n    i = i + 1;\n    j = j + 2;\n  }\n  if (j != 2 * i) reach_error();\n  return 0;\n}\n",
    ),
];

#[test]
fn written_witnesses_are_read_and_followed() {
    if !gcc::is_there() || !yaml_is_there() {
        return;
    }
    let here = program::directory("followed");
    let folder = gcc::folder("followed");
    let models: Vec<&str> = [("ILP32", "-m32"), ("LP64", "-m64")]
        .into_iter()
        .filter(|(_, option)| gcc::links(&folder, option))
        .map(|(model, _)| model)
        .collect();
    let mut written = Vec::new();
    for (name, property, body) in PROGRAMS {
        let (file, text) = (format!("{name}.c"), DECLARED.to_owned() + body);
        std::fs::write(here.join(&file), &text).expect("it is written");
        for model in &models {
            let witness = format!("{name}.{model}.yml");
            let arguments = ["check", &file, "--property", property, "--data-model", model, "--witness", &witness];
            let code = program::hrglass(&here, &arguments).status.code().expect("a code");
            assert!(code < 2, "{name} is decided");
            written.push((here.join(witness), text.clone(), *model, code == 1));
        }
    }
    let paths: Vec<_> = written.iter().map(|(path, ..)| path.clone()).collect();
    let (mut violations, mut proofs, mut invariants) = (0, 0, 0);
    for (data, (_, text, model, is_violated)) in fitting(&paths).iter().zip(&written) {
        let entry = &data[0];
        assert_eq!(entry["metadata"]["task"]["data_model"], *model);
        let found = read(entry, text);
        if *is_violated {
            violations += 1;
            follow(&folder, model, text, &found);
        } else {
            proofs += 1;
            invariants +=
                found.iter().filter(|(_, said)| matches!(said, Said::Invariant { is_loop: true, .. })).count();
            watch(&folder, model, text, &found);
        }
    }
    println!("{violations} violations followed, {proofs} proofs with {invariants} invariants of loops watched");
    assert_eq!((violations, proofs), (15 * models.len(), 9 * models.len()));
    assert!(invariants >= 7 * models.len(), "{invariants}");
}

/// Properties of memory have no witness, and none of an earlier run stays for one.
#[test]
fn properties_of_memory_have_no_witness() {
    let here = program::directory("memory");
    let text = "#include <stdlib.h>\nstruct node { struct node *next; };\n\
        int main(void) {\n  struct node *p = malloc(sizeof(struct node));\n  free(p);\n  return 0;\n}\n";
    std::fs::write(here.join("freed.c"), text).expect("it is written");
    std::fs::write(here.join("twice.c"), text.replace("free(p);", "free(p); free(p);")).expect("it is written");
    for property in ["valid-memsafety", "valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup", "nonsense"] {
        for file in ["freed.c", "twice.c"] {
            std::fs::write(here.join("w.yml"), "that of an earlier run").expect("it is written");
            let output = program::hrglass(&here, &["check", file, "--property", property, "--witness", "w.yml"]);
            assert!(!here.join("w.yml").exists(), "{file}, {property}: {output:?}");
        }
    }
}
