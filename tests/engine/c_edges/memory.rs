//! Uses of memory in C that are followed only in part: elements of large arrays, arguments of functions without a body, constants.

use std::process::Command;

use super::{found, found_by};
use crate::support::gcc;

/// Whether the sanitizers of GCC find a wrong use of memory or a leak; `None` if it does not compile, as a function has no body.
fn misuses(program: &str) -> Option<bool> {
    let folder = gcc::folder("edges-memory");
    let (file, binary) = (folder.join("edge.c"), folder.join("edge"));
    std::fs::write(&file, program).expect("it is written");
    let options = ["-std=gnu11", "-O0", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-o"];
    let compiled = Command::new("gcc").args(options).arg(&binary).arg(&file).output().expect("gcc runs");
    compiled.status.success().then(|| !Command::new(&binary).output().expect("it runs").status.success())
}

/// Programs without input that use memory, with what is found of a property.
const MEMORY: [(&str, &str, &str); 57] = [
    // Elements of large arrays.
    (
        "struct r { char b[100]; int v; }; int main() { struct r *p = 0; p->b[3] = 1; return 0; }",
        "valid-deref",
        "violated",
    ),
    (
        "struct r { char b[100]; }; int main() { struct r *p = 0, q; q.b[0] = 1; *p = q; return 0; }",
        "valid-deref",
        "violated",
    ),
    (
        "#include <stdlib.h>\nstruct r { char b[128]; }; int main() { struct r *p = malloc(sizeof *p); p->b[0] = 1; free(p); return p->b[0]; }",
        "valid-deref",
        "violated",
    ),
    (
        "#include <stdlib.h>\nstruct k { int x, y; }; struct r { struct k a[80]; }; int main() { struct r *p = malloc(sizeof *p); p->a[7].y = 1; free(p); return 0; }",
        "valid-deref",
        "satisfied",
    ),
    (
        "#include <stdlib.h>\nstruct r { int m[9][9]; }; int main() { struct r *p = malloc(sizeof *p); free(p); p->m[2][2] = 1; return 0; }",
        "valid-deref",
        "violated",
    ),
    (
        "#include <stdlib.h>\nstruct r { char b[100]; }; int main() { struct r *p = malloc(sizeof *p); p->b[100] = 1; free(p); return 0; }",
        "valid-deref",
        "violated",
    ),
    (
        "#include <stdlib.h>\nstruct r { int n; char d[]; }; int main() { struct r *p = malloc(sizeof *p); p->d[3] = 1; free(p); return 0; }",
        "valid-deref",
        "unknown",
    ),
    (
        "#include <stdlib.h>\nstruct r { int n; char d[]; }; int main() { struct r *p = malloc(sizeof *p); p->n = 3; free(p); return 0; }",
        "valid-deref",
        "satisfied",
    ),
    (
        "#include <stdlib.h>\nstruct n { int v; }; static struct n *t[100]; int main() { t[5] = malloc(sizeof(struct n)); return 0; }",
        "valid-memtrack",
        "satisfied",
    ),
    (
        "#include <stdlib.h>\nstruct n { int v; }; static struct n *t[100]; int main() { struct n *p = malloc(sizeof *p); t[5] = 0; free(p); return 0; }",
        "valid-memtrack",
        "satisfied",
    ),
    ("int a, *t[100] = {&a}; int main() { a = 1; return 0; }", "valid-deref", "satisfied"),
    // Functions of the library.
    ("#include <string.h>\nint main() { char *s = 0; return strlen(s); }", "valid-deref", "violated"),
    ("#include <string.h>\nint main() { return strlen(\"abc\") - 3; }", "valid-deref", "satisfied"),
    (
        "#include <string.h>\n#include <stdlib.h>\nint main() { char *s = malloc(1); *s = 0; free(s); return strlen(s); }",
        "valid-deref",
        "violated",
    ),
    ("#include <string.h>\nint main() { char b[8]; memset(b, 0, 80); return 0; }", "valid-deref", "violated"),
    ("#include <string.h>\nint main() { char b[8]; memset(b, 0, sizeof b); return 0; }", "valid-deref", "satisfied"),
    (
        "#include <string.h>\nint main() { int a[4] = {1}, b[3]; memcpy(b, a, sizeof a); return 0; }",
        "valid-deref",
        "violated",
    ),
    (
        "#include <string.h>\nint main() { int a[4] = {1}, b[3]; memcpy(b, a, sizeof b); return 0; }",
        "valid-deref",
        "satisfied",
    ),
    ("#include <string.h>\nint main() { char b[4]; strcpy(b, \"abc\"); return 0; }", "valid-deref", "satisfied"),
    ("#include <string.h>\nint main() { char b[4]; strcpy(b, \"abcd\"); return 0; }", "valid-deref", "violated"),
    (
        "#include <string.h>\nint main() { char b[8] = \"hello\"; strcat(b, \" world\"); return 0; }",
        "valid-deref",
        "violated",
    ),
    (
        "#include <string.h>\n#include <stdlib.h>\nstruct r { char n[8]; }; int main() { struct r *p = malloc(sizeof *p); free(p); strcpy(p->n, \"a\"); return 0; }",
        "valid-deref",
        "violated",
    ),
    (
        "#include <stdio.h>\n#include <stdlib.h>\nint main() { char *s = malloc(1); *s = 0; free(s); printf(\"%s\", s); return 0; }",
        "valid-deref",
        "violated",
    ),
    (
        "#include <stdio.h>\n#include <stdlib.h>\nint main() { char *s = malloc(1); printf(\"%d %s %5.2x%% %p\\n\", 1, \"a\", 2u, s); free(s); return 0; }",
        "valid-deref",
        "satisfied",
    ),
    (
        "#include <stdio.h>\nint main() { fprintf(stderr, \"%lu\\n\", sizeof(int)); fflush(0); puts(\"a\"); return 0; }",
        "valid-deref",
        "satisfied",
    ),
    ("#include <stdio.h>\nint main() { printf(\"%s\"); return 0; }", "valid-deref", "unknown"),
    ("#include <stdio.h>\nint main() { char b[4]; sprintf(b, \"%d\", 123456); return 0; }", "valid-deref", "unknown"),
    (
        "#include <stdio.h>\nint main() { char b[4]; snprintf(b, 4, \"%d\", 123456); return 0; }",
        "valid-deref",
        "satisfied",
    ),
    (
        "#include <stdio.h>\nint main() { char b[4]; snprintf(b, 8, \"%d\", 123456); return 0; }",
        "valid-deref",
        "unknown",
    ),
    (
        "#include <stdio.h>\nint main() { int n = 0; sscanf(\"7\", \"%d\", &n); return n - 7; }",
        "valid-deref",
        "satisfied",
    ),
    ("#include <stdio.h>\nint main() { char n = 0; sscanf(\"7\", \"%d\", &n); return 0; }", "valid-deref", "unknown"),
    ("#include <stdio.h>\nint main() { int *p = 0; sscanf(\"7\", \"%d\", p); return 0; }", "valid-deref", "violated"),
    ("#include <stdio.h>\nint main() { char b[2]; sscanf(\"text\", \"%s\", b); return 0; }", "valid-deref", "unknown"),
    ("int main() { int x = 1; __sync_fetch_and_add(&x, 2); return 0; }", "valid-deref", "satisfied"),
    ("int main() { int *p = 0; __sync_fetch_and_add(p, 2); return 0; }", "valid-deref", "violated"),
    // Functions that are defined elsewhere.
    (
        "#include <stdlib.h>\nvoid take(int *p); int main() { int *p = malloc(sizeof *p); take(p); return 0; }",
        "valid-memtrack",
        "unknown",
    ),
    (
        "#include <stdlib.h>\nvoid take(const int *p); int main() { int *p = malloc(sizeof *p); take(p); free(p); return 0; }",
        "valid-free",
        "unknown",
    ),
    ("void say(const char *s); int main() { say(\"a\"); return 0; }", "valid-deref", "satisfied"),
    ("int any(int n); int main() { return any(3); }", "valid-deref", "satisfied"),
    // Constants.
    ("int main() { char *s = \"abc\"; *s = 'x'; return 0; }", "valid-deref", "unknown"),
    ("int main() { char *s = \"abc\", c = 'b', *p = &c; *p = 'x'; return *s - 'a'; }", "valid-deref", "satisfied"),
    ("static const int k = 3; int main() { int *p = (int *)&k; *p = 4; return 0; }", "valid-deref", "unknown"),
    ("static const int k = 3; int main() { int *p = (int *)&k; ++*p; return 0; }", "valid-deref", "unknown"),
    ("static const int k = 3; int main() { const int *p = &k; return *p - 3; }", "valid-deref", "satisfied"),
    (
        "struct s { int v; }; static const struct s k = {3}; int main() { struct s *p = (struct s *)&k; p->v = 4; return 0; }",
        "valid-deref",
        "unknown",
    ),
    (
        "struct o { int v; }; static const struct { int a; struct o in; } k = {1, {2}}; int main() { struct o *p = (struct o *)&k.in; p->v = 4; return 0; }",
        "valid-deref",
        "unknown",
    ),
    (
        "struct s { int a; struct { int b; } in; }; static const struct s k = {1, {2}}; int main() { int *p = (int *)&k.in.b; *p = 4; return 0; }",
        "valid-deref",
        "unknown",
    ),
    (
        "#include <stdlib.h>\nint take(long p); int main() { int *p = malloc(sizeof *p); take((long)p); return 0; }",
        "valid-memtrack",
        "unknown",
    ),
    (
        "#include <string.h>\nstatic const int k = 3; int main() { memset((int *)&k, 0, sizeof k); return 0; }",
        "valid-deref",
        "unknown",
    ),
    // Memory without a type, and functions that return it.
    (
        "#include <stdlib.h>\nstruct o { int v; }; int main() { malloc(sizeof(struct o)); return 0; }",
        "valid-memtrack",
        "violated",
    ),
    ("#include <stdlib.h>\nint main() { void *p = malloc(3); free(p); free(p); return 0; }", "valid-free", "violated"),
    (
        "#include <stdlib.h>\nstruct o { int v; }; static void *make(unsigned n) { return malloc(n); } int main() { struct o *p = make(sizeof *p); p->v = 1; free(p); return 0; }",
        "valid-memtrack",
        "satisfied",
    ),
    (
        "#include <stdlib.h>\nstruct o { int v; }; static void *make(unsigned n) { return malloc(n); } int main() { struct o *p = make(sizeof *p); free(p); return p->v; }",
        "valid-deref",
        "violated",
    ),
    (
        "#include <stdlib.h>\nstruct o { int v; struct o *n; }; static void *make(size_t n) { void *p = calloc(1, n); if (!p) abort(); return p; } static void *twice(size_t n) { return make(n); } int main() { struct o *p = twice(sizeof *p); int *q = make(sizeof *q); free(q); if (p->n) free(q); free(p); return 0; }",
        "valid-free",
        "satisfied",
    ),
    (
        "#include <stdlib.h>\nstruct o { int v, w; }; static void *make(size_t n) { n--; return malloc(n); } int main() { struct o *p = make(sizeof *p); p->w = 1; free(p); return 0; }",
        "valid-deref",
        "unknown",
    ),
    (
        "#include <stddef.h>\n#include <stdlib.h>\nstruct hook { struct hook *n; }; struct item { long v; struct hook h; }; int main() { struct item *p = malloc(sizeof *p); struct hook *h = &p->h; void *t = (void *)h - offsetof(struct item, h); struct item *q = t; q->v = 1; free(t); return 0; }",
        "valid-memtrack",
        "satisfied",
    ),
    (
        "#include <stddef.h>\n#include <stdlib.h>\nstruct hook { struct hook *n; }; struct item { long v; struct hook h; }; int main() { struct item *p = malloc(sizeof *p); struct hook *h = &p->h; void *t = (void *)h - offsetof(struct item, h); free(t); return p->v; }",
        "valid-deref",
        "violated",
    ),
];

/// What is read and dropped where memory is used never decides a verdict that the sanitizers of GCC contradict.
#[test]
fn uses_of_memory_that_are_not_followed_are_given_up() {
    let judges = gcc::is_there();
    let mut wrong = String::new();
    for (program, check, expected) in MEMORY {
        let found = found_by("forest", program, check, "LP64");
        let truth = if judges { misuses(program) } else { None };
        let contradicts = matches!((found.as_str(), truth), ("satisfied", Some(true)) | ("violated", Some(false)));
        if contradicts || found != expected {
            wrong += &format!("{check}: {found}, expected {expected}, misuses: {truth:?}\n{program}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// For large blocks, which follow no memory, a run goes on there; but it does not count as executed. One that leaves a block ends.
#[test]
fn uses_of_memory_do_not_matter_for_numbers() {
    for (program, expected) in [
        ("void reach_error(void); void take(int *p); int main() { int x = 1; take(&x); return 0; }", "satisfied"),
        (
            "void reach_error(void); void take(int *p); int main() { int x = 1, n = 2; take(&x); if (n != 2) reach_error(); return 0; }",
            "satisfied",
        ),
        (
            "void reach_error(void); void take(int *p); int main() { int x = 1; take(&x); if (x == 3) reach_error(); return 0; }",
            "suspected",
        ),
        (
            "#include <string.h>\nvoid reach_error(void); int main() { char b[2]; strcpy(b, \"too long\"); reach_error(); return 0; }",
            "satisfied",
        ),
    ] {
        assert_eq!(found(program, "unreach-call", "LP64"), expected, "{program}");
    }
}
