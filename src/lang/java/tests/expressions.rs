//! Expressions: evaluation order, conditions, numbers.

use expect_test::expect;

use super::{check, check_body};

#[test]
fn operands_are_evaluated_from_left_to_right() {
    check_body("int m(int i)", "return i + (i = 2);", expect![[""]]);
    check_body("int m(int i)", "return i + i++ * ++i;", expect![[""]]);
    check_body("int m(int i, int k)", "return i + (k = 2);", expect![[""]]);
    check_body("void m(List x, List y)", "x.next = x = y;", expect![[""]]);
    check_body("boolean m(List x, List y)", "return x == (x = y);", expect![[""]]);
}

#[test]
fn chained_assignment() {
    check_body("void m(List x, List y)", "x = x.next = y;", expect![[""]]);
    check_body("void m(List x, List y)", "x = y = null; x.next.next = y.next = x;", expect![[""]]);
}

#[test]
fn assignment_to_itself_keeps_the_operand() {
    check_body("void m(int i)", "i = i++;", expect![[""]]);
    check_body("void m(int i)", "i += i++; i += (i = 3);", expect![[""]]);
}

#[test]
fn compound_assignment_evaluates_its_target_once() {
    check_body("void m(List x)", "x.next.n += 2; x.n++; --x.n;", expect![[""]]);
    check_body("int m(List x)", "return x.n++ + ++x.n;", expect![[""]]);
    check_body("void m(List x, List y)", "x.n += (x = y).n;", expect![[""]]);
}

#[test]
fn compound_assignment_narrows() {
    check_body(
        "void m(byte b, char c, short s, int i, long l)",
        "b += 1; c++; s <<= 2; i += l; l += i; i *= 1.5; b = (byte) i; i = (int) l; c = 'x';",
        expect![[""]],
    );
    check_body("void m(List x)", "x.small++; x.small -= 3;", expect![[""]]);
}

#[test]
fn short_circuit() {
    check_body("int m(List x)", "if (x != null && x.next != null) return 1; return 0;", expect![[""]]);
    check_body("int m(List x, int i)", "if (!(x == null || i < 3)) return 1; return 0;", expect![[""]]);
    check_body("boolean m(List x, boolean b)", "return b || x.b;", expect![[""]]);
}

#[test]
fn strict_logic_evaluates_both_sides() {
    check_body("boolean m(List x, boolean b)", "if (b & x.b) b = b | x.next.b; return b ^ true;", expect![[""]]);
}

#[test]
fn booleans() {
    check_body("boolean m(boolean a, boolean b)", "if (a == b) return !a; if (a != false) return !(a && b); return a == b;", expect![[""]]);
    check_body("boolean m(int i)", "boolean r = i > 0; if (r = i == 2) return r; return true;", expect![[""]]);
}

#[test]
fn conditional_expressions() {
    check_body("List m(List x, boolean b)", "x = b ? x.next : null; return b ? x : x.next;", expect![[""]]);
    check_body("int m(int i, boolean b)", "if (b ? i == 1 : i == 2) return 1; return 1 + (b ? i : 0);", expect![[""]]);
}

#[test]
fn division_checks_its_divisor() {
    check_body("int m(int i, int k)", "return i / 2 + i % k;", expect![[""]]);
    check_body("int m(int i)", "i /= 0; return i;", expect![[""]]);
    check_body("double m(double d)", "return d / 0;", expect![[""]]);
}

#[test]
fn arithmetic() {
    check_body("long m(int i, long l)", "l = i + l; i = -i; i = ~i; l = -l; return i << l;", expect![[""]]);
    check_body("int m(int i)", "return i >>> 1 >> 2 << 3 & 7 | 1 ^ +i;", expect![[""]]);
    check_body("long m(long l, int i)", "return l >>> i;", expect![[""]]);
}

#[test]
fn constants_are_folded() {
    check(
        "class T { static final int A = 1 + 2 * 3, B = A << 1; static final boolean D = B > A; static final char C = 'a';\n\
         static final long BIG = 1L << 40; static final byte SMALL = (byte) 300;\n\
         static int m() { int min = -2147483648; int x = 0x7fff_ffff + 1; if (D) x = B; byte b = SMALL; long l = BIG;\n\
         int c = C + 1; x = Integer.MAX_VALUE; return 7 / 2 - -7 % 3; } }",
        expect![[""]],
    );
}

#[test]
fn comparisons_of_floats_are_unknown() {
    check_body("int m(double d, int i)", "if (d < 1.0) i = 1; if (i == d) i = 2; float f = i; return (int) f;", expect![[""]]);
}

#[test]
fn random_numbers() {
    check_body(
        "int m(int i)",
        "java.util.Random r = new java.util.Random(); if (r.nextBoolean()) i = r.nextInt(7); if (Math.random() < 0.5) return Math.max(i, 3); return i;",
        expect![[""]],
    );
}

#[test]
fn strings_are_opaque() {
    check_body("boolean m(String s)", "String t = s + 1; t += \"x\"; if (t == null) return false; return s.isEmpty();", expect![[""]]);
}

#[test]
fn boxes_are_opaque() {
    check_body("int m(Integer x, int i)", "Integer y = i; if (y > 3) x = 7; return x;", expect![[""]]);
}

#[test]
fn casts_and_instance_tests() {
    check(
        "interface I {} class A {} class B extends A implements I {} class C extends B {} class D extends A implements I {}\n\
         class T { static B cast(A a) { B b = (B) a; A up = (A) b; return b; }\n\
         static int test(Object o, A a) { if (a instanceof A) return 0; if (o instanceof I) return 1; I i = (I) a;\n\
         boolean is = o instanceof C; return 2; }\n\
         static A pattern(Object o) { if (!(o instanceof A a)) return null; while (o instanceof B b && b != a) o = b; return a; } }",
        expect![[""]],
    );
}
