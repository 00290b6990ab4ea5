//! Mistakes are reported at their places, all in one go.

use expect_test::expect;

use super::{check_diagnostics, check_files};

#[test]
fn syntax() {
    check_diagnostics(
        "int f(a, b) int a; int b; { return a; }\nint main(void) { int x = ; x = 1 +; if (x { } return 0; }\nint 3;\n\
         void g(void) { else; x = 08; }\n",
        expect![[r#"
            a.c:2:26: expected an expression, but found `;`
            a.c:2:35: expected an expression, but found `;`
            a.c:2:43: expected `)`, but found `{`
            a.c:3:5: expected a name, but found `3`
            a.c:4:16: this `else` has no `if`
            a.c:4:22: `x` is not declared (did you mean `f`?)
            a.c:4:26: `08` is not a number of 64 bits
        "#]],
    );
}

#[test]
fn names() {
    check_diagnostics(
        "struct point { int left; }; int counter;\n\
         int main(void) { struct point p; countr = 1; p.lft = 2; goto ned; p->left = 3; end: return NULL == 0; }\n",
        expect![[r#"
            a.c:2:34: `countr` is not declared (did you mean `counter`?)
            a.c:2:48: `struct point` has no member `lft` (did you mean `left`?)
            a.c:2:62: there is no label `ned` in `main` (did you mean `end`?)
            a.c:2:70: `->` needs a pointer, but this is of type `struct point` (write `.left`)
            a.c:2:92: `NULL` is not declared (`#include <stddef.h>` declares it)
        "#]],
    );
}

#[test]
fn types() {
    check_diagnostics(
        "struct s { int a; } s; const int c = 1; void v(void); int two(int a, int b);\n\
         int main(void) { int x = s; c = 2; x = v(); two(1); 3 = x; x = *x; x(); &x = 0; x = s + 1; return 1 % s.a; }\n\
         int a[-1]; int b[]; struct unknown u; void w; int two(int a); int main(void) { return 0; }\n",
        expect![[r#"
            a.c:2:26: cannot assign a value of type `struct s` to a variable of type `int`
            a.c:2:29: this is `const`, so that it cannot be assigned
            a.c:2:40: cannot assign a value of type `void` to a variable of type `int`
            a.c:2:45: the function has 2 parameters, but 1 arguments are given
              a.c:1: the declaration
            a.c:2:53: this cannot be assigned
            a.c:2:64: `*` cannot be applied to `int`
            a.c:2:68: a value of type `int` is no function
            a.c:2:73: this cannot be assigned
            a.c:2:85: `+` cannot be applied to `struct s` and `int`
            a.c:3:6: the size of an array is negative
            a.c:3:36: `struct unknown` is not complete
            a.c:3:44: `w` has the type `void`
            a.c:3:51: `two` is declared with another type before
              a.c:1: the other declaration
            a.c:3:67: `main` is defined twice
              a.c:2: the first definition
        "#]],
    );
}

#[test]
fn statements() {
    check_diagnostics(
        "int main(void) { break; continue; case 1: ; default: ; switch (1) { case 2: case 2: ; } l: ; l: ; int x; long x; return 0; }",
        expect![[r#"
            a.c:1:18: `break` outside of a loop or `switch`
            a.c:1:25: `continue` outside of a loop
            a.c:1:35: `case` outside of a `switch`
            a.c:1:45: `default` outside of a `switch`
            a.c:1:77: this `switch` has two cases for the same value
            a.c:1:94: the label `l` is defined twice
              a.c:1: the first definition
            a.c:1:111: `x` is declared twice
              a.c:1: the first declaration
        "#]],
    );
}

#[test]
fn uses_of_macros_show_their_definition() {
    check_diagnostics(
        "#define BAD(x) (x).nothing\nint main(void) {\n  int y = 0;\n  return BAD(y);\n}\n",
        expect![[r#"
            a.c:4:10: a value of type `int` has no members
              a.c:1: the definition of the macro `BAD`
        "#]],
    );
}

#[test]
fn what_is_not_supported_is_given_up_only_where_it_is_reached() {
    let unsupported = "union u { int i; char c; }; struct b { int f : 3; };\n\
        double half(double d) { return d / 2; }\n\
        int odd(int n, int (*f)(int)) { int a[n]; union u x; struct b y; x.i = 1; y.f = 1; a[0] = f(1); asm(\"nop\"); return (int)half(n); }\n";
    check_diagnostics(&format!("{unsupported} int main(void) {{ return 0; }}"), expect![[""]]);
    check_diagnostics(
        &format!("{unsupported} int main(void) {{ return odd(1, 0); }}"),
        expect![[r#"
            a.c:3:66: warning: a union is not supported yet
            a.c:3:91: warning: a pointer to a function is not supported yet (call the function by its name)
            a.c:3:97: warning: inline assembly is not supported yet
        "#]],
    );
}

#[test]
fn pointers() {
    check_diagnostics(
        "#include <stdlib.h>\n\
         int main(void) { int a[3]; int *p = a; p++; p = &a[1]; int *q = malloc(40); void *v = malloc(4); long n = (long)p; p = (int *)n; return p < q; }",
        expect![[r#"
            a.c:2:120: warning: the conversion of a number to a pointer is not supported yet
        "#]],
    );
}

#[test]
fn notes() {
    check_diagnostics(
        "#include <stdio.h>\nint outside(int *); int big[1000];\n\
         int main(int argc, char **argv) { int x; int here[70]; here[0] = 1; outside(&x); printf(\"%d\", x); missing(); return big[2]; }",
        expect![[r#"
            a.c:3:69: note: `outside` changes no global or static variable and nothing that one leads to
            a.c:3:69: note: `outside` has no body: it may return any value
            a.c:3:82: note: output is skipped
            a.c:3:99: warning: `missing` is not declared, so that it is taken to return `int`
            a.c:3:99: note: `missing` changes no global or static variable and nothing that one leads to
            a.c:3:99: note: `missing` has no body: it may return any value
        "#]],
    );
}

#[test]
fn there_must_be_an_entry() {
    check_diagnostics(
        "int mian(void) { return 0; }",
        expect![[r#"
        there is no function `main` with a body (did you mean `mian`?)
    "#]],
    );
}

#[test]
fn expressions_that_depend_on_the_order_of_evaluation() {
    check_diagnostics(
        "struct s { int a, b; };
static int g;
static int f(void) { return g++; }
static int h(void) { g = 2; return 1; }
int main(void) {
  int i = 0, a[4] = {0}, x; struct s s = {0};
  i = i++;
  a[i] = i++;
  x = i + i++;
  x = f() + h();
  x = f() + g;
  i = i + 1; i += i; x = (i++, i); x = i++ && i++; x = i ? i++ : i--;
  s.a = s.b++; s.a = s.a++;
  a[0] = a[1]++;
  f(); x = f(); g = f(); x = f() - i;
  i = (i = 3);
  x = (i = 3);
  return x;
}",
        expect![[r#"
            a.c:7:3: warning: the order in which this uses and assigns `i` is not defined (write a statement for each: nothing is known of runs that come here)
            a.c:8:3: warning: the order in which this uses and assigns `i` is not defined (write a statement for each: nothing is known of runs that come here)
            a.c:9:7: warning: the order in which this uses and assigns `i` is not defined (write a statement for each: nothing is known of runs that come here)
            a.c:10:7: warning: the order in which this uses and assigns `g` is not defined (write a statement for each: nothing is known of runs that come here)
            a.c:11:7: warning: the order in which this uses and assigns `g` is not defined (write a statement for each: nothing is known of runs that come here)
            a.c:13:16: warning: the order in which this uses and assigns `s` is not defined (write a statement for each: nothing is known of runs that come here)
            a.c:16:3: warning: the order in which this uses and assigns `i` is not defined (write a statement for each: nothing is known of runs that come here)
        "#]],
    );
}

#[test]
fn jumps_into_expressions() {
    check_diagnostics(
        "int main(int x) {
  goto in;
  x = ({ in: x++; goto in; x; });
  switch (x) { case 1: x = ({ case 2: x; }); }
  return x;
}",
        expect![[r#"
            a.c:2:8: a jump into a block in an expression
            a.c:4:28: cannot assign a value of type `void` to a variable of type `int`
            a.c:4:31: the `switch` of this is outside of the block in an expression
        "#]],
    );
}

#[test]
fn static_names_belong_to_their_file() {
    check_files(
        &[
            (
                "a.c",
                "static int n = 1; static int f(void) { return n; } int g(void); int main(void) { return f() + g(); }",
            ),
            ("b.c", "static int n = 2; static int f(void) { return n; } int g(void) { return f(); } int main(void);"),
        ],
        expect![[""]],
    );
    check_diagnostics(
        "extern int n; static int n;",
        expect![[r#"
        a.c:1:26: `n` is `static` here, but not where it is declared first
          a.c:1: the first declaration
    "#]],
    );
}

#[test]
fn conversions_to_types_that_are_not_declared_are_no_calls() {
    check_diagnostics(
        "#include <stddef.h\nint main(void) { return (uint)(3); }",
        expect![[r#"
        a.c:1:2: `#include` needs the name of a file: `"file.h"` or `<file.h>`
        a.c:2:26: `uint` is not declared
    "#]],
    );
}

#[test]
fn static_assertions() {
    check_diagnostics(
        "_Static_assert(sizeof(int) == 4, \"int\"); struct s { int a; _Static_assert(2 > 3, \"in it\"); };\n\
         int main(int n, char **v) { _Static_assert(sizeof(struct s) == 8, \"s\"); _Static_assert(0); _Static_assert(n, \"n\"); return 0; }\n",
        expect![[r#"
            a.c:1:60: the static assertion does not hold: `in it`
            a.c:2:29: the static assertion does not hold: `s`
            a.c:2:73: the static assertion does not hold
            a.c:2:107: the condition is not an integer constant
        "#]],
    );
}

#[test]
fn generic_selections() {
    check_diagnostics(
        "int g(void); double f; const int c = 1; enum e { E } e;\n\
         _Static_assert(_Generic(f, int: 1, double: 2) + _Generic(c, const int: 8, int: 3) + _Generic(e, unsigned: 4, default: 5) == 9, \"\");\n\
         int main(void) { return _Generic(\"\", char *: g, default: 3)() + _Generic(1, char: 2) + _Generic(1, default: 1, default: 2); }\n",
        expect![[r#"
            a.c:3:65: nothing here is for a value of type `int`
            a.c:3:88: there are two `default`
        "#]],
    );
}

#[test]
fn parameters_before_c89() {
    check_diagnostics(
        "int add(a, b) int b; { return a + b; }\nlong sum(n, p) unsigned char n; long p[]; { return n + p[0]; }\nint one(a) int b; { return a; }\n\
         int main(void) { long l[2] = {1, 2}; return add(1, 2) + sum(300, l) + add(1); }\n",
        expect![[r#"
            a.c:3:16: there is no parameter `b`
            a.c:4:71: the function has 2 parameters, but 1 arguments are given
              a.c:1: the declaration
        "#]],
    );
}

const NODE: &str = "struct node { struct node *next; int v; };\ntypedef struct { struct node *first; union { int n; }; } list;\n\
                    struct hidden;\nextern int count;\nint sum(list *l);\nstruct hidden *hide(struct node *n);\ninline int twice(int x) { return 2 * x; }\n";

#[test]
fn files_have_the_same_types() {
    let one = "#include \"node.h\"\nstruct own { int a; };\nstatic int f(struct own *o) { return o->a; }\nint count;\n\
               int sum(list *l) { struct own o = { 1 }; return l->first->v + l->n + f(&o); }\n";
    let other = "#include \"node.h\"\nstruct own { long b; };\nstatic long f(struct own *o) { return o->b; }\nstruct hidden { int x; };\n\
                 struct hidden *hide(struct node *n) { return 0; }\n\
                 int main(void) { struct node n = { 0, 1 }; list l = { &n }; struct own o = { 2 }; return sum(&l) + count + f(&o) + twice(1); }\n";
    check_files(
        &[("a.c", one), ("b.c", other), ("node.h", NODE)],
        expect![[r#"
        a.c:5:63: warning: a union is not supported yet
    "#]],
    );
}

#[test]
fn files_are_linked() {
    check_files(
        &[
            (
                "a.c",
                "int n; int m; int m; extern int k; int k = 1; int f(void) { return n; } int g(int a); int t(void);",
            ),
            (
                "b.c",
                "extern int n; int m; extern long k; int f(void) { return 2; } int g(long a); static int t(void) { return 0; }\n\
                 int main(void) { return f() + t() + k; }",
            ),
        ],
        expect![[r#"
            b.c:1:19: `m` is defined in another file, too (declare it with `extern` in all files but one, or with `static` in each)
              a.c:1: the other definition
            b.c:1:34: `k` is declared with another type before
              a.c:1: the other declaration
            b.c:1:41: `f` is defined twice
              a.c:1: the first definition
            b.c:1:67: `g` is declared with another type before
              a.c:1: the other declaration
        "#]],
    );
}

#[test]
fn bit_fields() {
    check_diagnostics(
        "struct s { unsigned a : 3; int b : 33; int c : 0; unsigned long long d : 3; } x; int n = sizeof x.a; int *p = &x.a;\n\
         int main(void) { return __builtin_offsetof(struct s, a) + x.a + x.d; }\n",
        expect![[r#"
            a.c:1:32: this bit-field has a wrong type or width
            a.c:1:44: this bit-field has a wrong type or width
            a.c:1:90: a bit-field has no size
            a.c:1:111: a bit-field has no address
            a.c:2:54: a bit-field has no address
        "#]],
    );
}
