//! Expressions: evaluation order, conditions, numbers.

use expect_test::expect;

use super::{check, check_body, check_diagnostics};

#[test]
fn operands_are_evaluated_from_left_to_right() {
    check_body(
        "int m(int i)",
        "return i + (i = 2);",
        expect![[r#"
        T.m(i) entry 0 exit 3 throws 4
        0 -> 1: $0 = i
        1 -> 2: i = 2
        2 -> 3: @return = $0 + i
    "#]],
    );
    check_body(
        "int m(int i)",
        "return i + i++ * ++i;",
        expect![[r#"
        T.m(i) entry 0 exit 6 throws 7
        0 -> 1: $0 = i
        1 -> 2: $1 = i
        2 -> 3: i = $1 + 1
        3 -> 4: i = i + 1
        4 -> 5: $2 = $1 * i
        5 -> 6: @return = $0 + $2
    "#]],
    );
    check_body(
        "int m(int i, int k)",
        "return i + (k = 2);",
        expect![[r#"
        T.m(i, k) entry 0 exit 2 throws 3
        0 -> 1: k = 2
        1 -> 2: @return = i + k
    "#]],
    );
    check_body(
        "void m(List x, List y)",
        "x.next = x = y;",
        expect![[r#"
        T.m(x, y) entry 0 exit 3 throws 4
        0 -> 1: $0 = x
        1 -> 2: x = y
        2 -> 3: $0.next = x
    "#]],
    );
    check_body(
        "boolean m(List x, List y)",
        "return x == (x = y);",
        expect![[r#"
        T.m(x, y) entry 0 exit 5 throws 6
        0 -> 1: $0 = x
        1 -> 2: x = y
        2 -> 3: [$0 == x]
        2 -> 4: [$0 != x]
        3 -> 5: @return = true
        4 -> 5: @return = false
    "#]],
    );
}

#[test]
fn chained_assignment() {
    check_body(
        "void m(List x, List y)",
        "x = x.next = y;",
        expect![[r#"
        T.m(x, y) entry 0 exit 2 throws 3
        0 -> 1: x.next = y
        1 -> 2: x = y
    "#]],
    );
    check_body(
        "void m(List x, List y)",
        "x = y = null; x.next.next = y.next = x;",
        expect![[r#"
        T.m(x, y) entry 0 exit 5 throws 6
        0 -> 1: y = null
        1 -> 2: x = y
        2 -> 3: $0 = x.next
        3 -> 4: y.next = x
        4 -> 5: $0.next = x
    "#]],
    );
}

#[test]
fn variables_may_be_called_like_temporaries() {
    check_body(
        "int m(int $i)",
        "return $i + ($i = 2);",
        expect![[r#"
        T.m($i) entry 0 exit 3 throws 4
        0 -> 1: $0 = $i
        1 -> 2: $i = 2
        2 -> 3: @return = $0 + $i
    "#]],
    );
}

#[test]
fn assignment_to_itself_keeps_the_operand() {
    check_body(
        "void m(int i)",
        "i = i++;",
        expect![[r#"
        T.m(i) entry 0 exit 3 throws 4
        0 -> 1: $0 = i
        1 -> 2: i = $0 + 1
        2 -> 3: i = $0
    "#]],
    );
    check_body(
        "void m(int i)",
        "i += i++; i += (i = 3);",
        expect![[r#"
        T.m(i) entry 0 exit 7 throws 8
        0 -> 1: $0 = i
        1 -> 2: $1 = i
        2 -> 3: i = $1 + 1
        3 -> 4: i = $0 + $1
        4 -> 5: $2 = i
        5 -> 6: i = 3
        6 -> 7: i = $2 + i
    "#]],
    );
}

#[test]
fn compound_assignment_evaluates_its_target_once() {
    check_body(
        "void m(List x)",
        "x.next.n += 2; x.n++; --x.n;",
        expect![[r#"
        T.m(x) entry 0 exit 10 throws 11
        0 -> 1: $0 = x.next
        1 -> 2: $1 = $0.n
        2 -> 3: $2 = $1 + 2
        3 -> 4: $0.n = $2
        4 -> 5: $3 = x.n
        5 -> 6: $4 = $3 + 1
        6 -> 7: x.n = $4
        7 -> 8: $5 = x.n
        8 -> 9: $6 = $5 - 1
        9 -> 10: x.n = $6
    "#]],
    );
    check_body(
        "int m(List x)",
        "return x.n++ + ++x.n;",
        expect![[r#"
        T.m(x) entry 0 exit 7 throws 8
        0 -> 1: $0 = x.n
        1 -> 2: $1 = $0 + 1
        2 -> 3: x.n = $1
        3 -> 4: $2 = x.n
        4 -> 5: $3 = $2 + 1
        5 -> 6: x.n = $3
        6 -> 7: @return = $0 + $3
    "#]],
    );
    check_body(
        "void m(List x, List y)",
        "x.n += (x = y).n;",
        expect![[r#"
        T.m(x, y) entry 0 exit 6 throws 7
        0 -> 1: $0 = x
        1 -> 2: $1 = $0.n
        2 -> 3: x = y
        3 -> 4: $2 = x.n
        4 -> 5: $3 = $1 + $2
        5 -> 6: $0.n = $3
    "#]],
    );
}

#[test]
fn compound_assignment_narrows() {
    check_body(
        "void m(byte b, char c, short s, int i, long l)",
        "b += 1; c++; s <<= 2; i += l; l += i; i *= 1.5; b = (byte) i; i = (int) l; c = 'x';",
        expect![[r#"
            T.m(b, c, s, i, l) entry 0 exit 13 throws 14
            0 -> 1: $0 = b + 1
            1 -> 2: b = (byte) $0
            2 -> 3: $1 = c + 1
            3 -> 4: c = (char) $1
            4 -> 5: $2 = s << 2
            5 -> 6: s = (short) $2
            6 -> 7: $3 = i + l
            7 -> 8: i = (int) $3
            8 -> 9: l = l + i
            9 -> 10: i = *
            10 -> 11: b = (byte) i
            11 -> 12: i = (int) l
            12 -> 13: c = 120
        "#]],
    );
    check_body(
        "void m(List x)",
        "x.small++; x.small -= 3;",
        expect![[r#"
        T.m(x) entry 0 exit 8 throws 9
        0 -> 1: $0 = x.small
        1 -> 2: $1 = $0 + 1
        2 -> 3: $2 = (byte) $1
        3 -> 4: x.small = $2
        4 -> 5: $3 = x.small
        5 -> 6: $4 = $3 - 3
        6 -> 7: $5 = (byte) $4
        7 -> 8: x.small = $5
    "#]],
    );
}

#[test]
fn short_circuit() {
    check_body(
        "int m(List x)",
        "if (x != null && x.next != null) return 1; return 0;",
        expect![[r#"
        T.m(x) entry 0 exit 5 throws 6
        0 -> 1: [x != null]
        0 -> 4: [x == null]
        1 -> 2: $0 = x.next
        2 -> 3: [$0 != null]
        2 -> 4: [$0 == null]
        3 -> 5: @return = 1
        4 -> 5: @return = 0
    "#]],
    );
    check_body(
        "int m(List x, int i)",
        "if (!(x == null || i < 3)) return 1; return 0;",
        expect![[r#"
        T.m(x, i) entry 0 exit 4 throws 5
        0 -> 2: [x == null]
        0 -> 1: [x != null]
        1 -> 2: [i < 3]
        1 -> 3: [i >= 3]
        2 -> 4: @return = 0
        3 -> 4: @return = 1
    "#]],
    );
    check_body(
        "boolean m(List x, boolean b)",
        "return b || x.b;",
        expect![[r#"
        T.m(x, b) entry 0 exit 5 throws 6
        0 -> 3: [b == true]
        0 -> 1: [b == false]
        1 -> 2: $0 = x.b
        2 -> 3: [$0 == true]
        2 -> 4: [$0 == false]
        3 -> 5: @return = true
        4 -> 5: @return = false
    "#]],
    );
}

#[test]
fn strict_logic_evaluates_both_sides() {
    check_body(
        "boolean m(List x, boolean b)",
        "if (b & x.b) b = b | x.next.b; return b ^ true;",
        expect![[r#"
        T.m(x, b) entry 0 exit 7 throws 8
        0 -> 1: $0 = x.b
        1 -> 2: $1 = b & $0
        2 -> 3: [$1 == true]
        2 -> 6: [$1 == false]
        3 -> 4: $2 = x.next
        4 -> 5: $3 = $2.b
        5 -> 6: b = b | $3
        6 -> 7: @return = b ^ true
    "#]],
    );
}

#[test]
fn booleans() {
    check_body(
        "boolean m(boolean a, boolean b)",
        "if (a == b) return !a; if (a != false) return !(a && b); return a == b;",
        expect![[r#"
        T.m(a, b) entry 0 exit 12 throws 13
        0 -> 1: $0 = a ^ b
        1 -> 2: [$0 == true]
        1 -> 11: [$0 == false]
        2 -> 3: [a == true]
        2 -> 7: [a == false]
        3 -> 4: [a == true]
        3 -> 6: [a == false]
        4 -> 5: [b == true]
        4 -> 6: [b == false]
        5 -> 12: @return = false
        6 -> 12: @return = true
        7 -> 8: $1 = a ^ b
        8 -> 9: [$1 == true]
        8 -> 10: [$1 == false]
        9 -> 12: @return = false
        10 -> 12: @return = true
        11 -> 12: @return = !a
    "#]],
    );
    check_body(
        "boolean m(int i)",
        "boolean r = i > 0; if (r = i == 2) return r; return true;",
        expect![[r#"
        T.m(i) entry 0 exit 9 throws 10
        0 -> 1: [i > 0]
        0 -> 2: [i <= 0]
        1 -> 3: r = true
        2 -> 3: r = false
        3 -> 4: [i == 2]
        3 -> 5: [i != 2]
        4 -> 6: r = true
        5 -> 6: r = false
        6 -> 7: [r == true]
        6 -> 8: [r == false]
        7 -> 9: @return = r
        8 -> 9: @return = true
    "#]],
    );
}

#[test]
fn conditional_expressions() {
    check_body(
        "List m(List x, boolean b)",
        "x = b ? x.next : null; return b ? x : x.next;",
        expect![[r#"
        T.m(x, b) entry 0 exit 6 throws 7
        0 -> 1: [b == true]
        0 -> 2: [b == false]
        1 -> 3: x = x.next
        2 -> 3: x = null
        3 -> 4: [b == true]
        3 -> 5: [b == false]
        4 -> 6: @return = x
        5 -> 6: @return = x.next
    "#]],
    );
    check_body(
        "int m(int i, boolean b)",
        "if (b ? i == 1 : i == 2) return 1; return 1 + (b ? i : 0);",
        expect![[r#"
        T.m(i, b) entry 0 exit 8 throws 9
        0 -> 1: [b == true]
        0 -> 2: [b == false]
        1 -> 3: [i == 1]
        1 -> 4: [i != 1]
        2 -> 3: [i == 2]
        2 -> 4: [i != 2]
        3 -> 8: @return = 1
        4 -> 5: [b == true]
        4 -> 6: [b == false]
        5 -> 7: $0 = i
        6 -> 7: $0 = 0
        7 -> 8: @return = 1 + $0
    "#]],
    );
}

#[test]
fn division_checks_its_divisor() {
    check_body(
        "int m(int i, int k)",
        "return i / 2 + i % k;",
        expect![[r#"
        T.m(i, k) entry 0 exit 6 throws 3
        0 -> 1: $0 = i / 2
        1 -> 2: [k == 0]
        1 -> 4: [k != 0]
        2 -> 3: @exception = new ArithmeticException
        4 -> 5: $1 = i % k
        5 -> 6: @return = $0 + $1
    "#]],
    );
    check_body(
        "int m(int i)",
        "i /= 0; return i;",
        expect![[r#"
        T.m(i) entry 0 exit 2 throws 1
        0 -> 1: @exception = new ArithmeticException
    "#]],
    );
    check_body(
        "double m(double d)",
        "return d / 0;",
        expect![[r#"
        T.m(d) entry 0 exit 1 throws 2
        0 -> 1: @return = *
    "#]],
    );
}

#[test]
fn arithmetic() {
    check_body(
        "long m(int i, long l)",
        "l = i + l; i = -i; i = ~i; l = -l; return i << l;",
        expect![[r#"
        T.m(i, l) entry 0 exit 5 throws 6
        0 -> 1: l = i + l
        1 -> 2: i = 0 - i
        2 -> 3: i = ~i
        3 -> 4: l = 0 - l
        4 -> 5: @return = i << l
    "#]],
    );
    check_body(
        "int m(int i)",
        "return i >>> 1 >> 2 << 3 & 7 | 1 ^ +i;",
        expect![[r#"
        T.m(i) entry 0 exit 6 throws 7
        0 -> 1: $0 = i >>> 1
        1 -> 2: $1 = $0 >> 2
        2 -> 3: $2 = $1 << 3
        3 -> 4: $3 = $2 & 7
        4 -> 5: $4 = 1 ^ i
        5 -> 6: @return = $3 | $4
    "#]],
    );
    check_body(
        "long m(long l, int i)",
        "return l >>> i;",
        expect![[r#"
        T.m(l, i) entry 0 exit 1 throws 2
        0 -> 1: @return = l >>> i
    "#]],
    );
}

#[test]
fn constants_are_folded() {
    check(
        "class T { static final int A = 1 + 2 * 3, B = A << 1; static final boolean D = B > A; static final char C = 'a';\n\
         static final long BIG = 1L << 40; static final byte SMALL = (byte) 300;\n\
         static int m() { int min = -2147483648; int x = 0x7fff_ffff + 1; if (D) x = B; byte b = SMALL; long l = BIG;\n\
         int c = C + 1; x = Integer.MAX_VALUE; return 7 / 2 - -7 % 3; } }",
        expect![[r#"
            T.m() entry 0 exit 8 throws 9
            0 -> 1: min = -2147483648
            1 -> 2: x = -2147483648
            2 -> 3: x = 14
            3 -> 4: b = 44
            4 -> 5: l = 1099511627776
            5 -> 6: c = 98
            6 -> 7: x = 2147483647
            7 -> 8: @return = 4
        "#]],
    );
}

/// So are those that the library declares.
#[test]
fn numbers_that_the_library_declares_are_folded() {
    check(
        "class T { static final int A = (int) (Math.PI * 1000), B = (int) Double.POSITIVE_INFINITY, C = (int) (Math.E * 1000);\n\
         static final boolean D = Double.NaN == Double.NaN, E = Float.MAX_VALUE < Double.MAX_VALUE, F = Float.MIN_VALUE > Double.MIN_VALUE;\n\
         static final boolean G = Double.MIN_VALUE > 0, H = Float.MIN_NORMAL == 0x1p-126f, I = Float.NEGATIVE_INFINITY < -Float.MAX_VALUE;\n\
         static int m() { int x = A; x = B; x = C; boolean b = D; b = E; b = F; b = G; b = H; b = I; return 0; } }",
        expect![[r#"
            T.m() entry 0 exit 10 throws 11
            0 -> 1: x = 3141
            1 -> 2: x = 2147483647
            2 -> 3: x = 2718
            3 -> 4: b = false
            4 -> 5: b = true
            5 -> 6: b = true
            6 -> 7: b = true
            7 -> 8: b = true
            8 -> 9: b = true
            9 -> 10: @return = 0
        "#]],
    );
}

/// Constant expressions may contain floating-point numbers; each field is what `javac` takes it for.
#[test]
fn floating_constants_are_folded() {
    check(
        "class T { static final int A = (int) 1.5, B = (byte) (300.9f * 2), C = (char) -1.5, D = (int) (7 / 2.0);\n\
         static final long E = (long) 1e30, F = (int) (0.0 / 0.0); static final float THIRD = 1f / 3;\n\
         static final boolean G = THIRD == 1.0 / 3, H = THIRD == (float) (1.0 / 3), I = 0x1.8p3f == 12 & 0x.8p-1 == 0.25, J = 5.5 % 2 == 1.5;\n\
         static final boolean K = 16777217 == 16777216f, L = 16777217 == 16777216.0, M = (\"a\" == \"b\"), N = (M ? 1 : 2) / 2 == 0;\n\
         static int m() { int x = A; x = B; x = C; x = D; x = (int) E; x = (int) F; boolean b = G; b = H; b = I; b = J; b = K; b = L;\n\
         b = M; switch (x) { case (int) 3.99f: return 1; } return (true ? 1 : 2.0) == 1 ? 1 : 0; } }",
        expect![[r#"
            T.m() entry 0 exit 16 throws 17
            0 -> 1: x = 1
            1 -> 2: x = 89
            2 -> 3: x = 65535
            3 -> 4: x = 3
            4 -> 5: x = -1
            5 -> 6: x = 0
            6 -> 7: b = false
            7 -> 8: b = true
            8 -> 9: b = true
            9 -> 10: b = true
            10 -> 11: b = true
            11 -> 12: b = false
            12 -> 13: b = *
            13 -> 14: [x == 3]
            13 -> 15: [x != 3]
            14 -> 16: @return = 1
            15 -> 16: @return = 1
        "#]],
    );
}

#[test]
fn comparisons_of_floats_are_unknown() {
    check_body(
        "int m(double d, int i)",
        "if (d < 1.0) i = 1; if (i == d) i = 2; float f = i; return (int) f;",
        expect![[r#"
            T.m(d, i) entry 0 exit 6 throws 7
            0 -> 1: [*]
            0 -> 2: [*]
            1 -> 2: i = 1
            2 -> 3: [*]
            2 -> 4: [*]
            3 -> 4: i = 2
            4 -> 5: f = *
            5 -> 6: @return = *
        "#]],
    );
}

#[test]
fn random_numbers() {
    check_body(
        "int m(int i)",
        "java.util.Random r = new java.util.Random(); if (r.nextBoolean()) i = r.nextInt(7); if (Math.random() < 0.5) return Math.max(i, 3); return i;",
        expect![[r#"
            T.m(i) entry 0 exit 7 throws 8
            0 -> 1: r = some object
            1 -> 2: $0 = *
            2 -> 3: [$0 == true]
            2 -> 4: [$0 == false]
            3 -> 4: i = *
            4 -> 5: [*]
            4 -> 6: [*]
            5 -> 7: @return = *
            6 -> 7: @return = i
        "#]],
    );
}

#[test]
fn strings_are_opaque() {
    check_body(
        "boolean m(String s)",
        "String t = s + 1; t += \"x\"; if (t == null) return false; return s.isEmpty();",
        expect![[r#"
            T.m(s) entry 0 exit 7 throws 8
            0 -> 1: t = some object
            1 -> 2: t = some object
            2 -> 3: [t == null]
            2 -> 4: [t != null]
            3 -> 7: @return = false
            4 -> 5: [s == null]
            4 -> 6: [s != null]
            5 -> 6: require null != null
            6 -> 7: @return = *
        "#]],
    );
}

#[test]
fn boxes_are_opaque() {
    check_body(
        "int m(Integer x, int i)",
        "Integer y = i; if (y > 3) x = 7; return x;",
        expect![[r#"
            T.m(x, i) entry 0 exit 9 throws 10
            0 -> 1: y = some object
            1 -> 2: [y == null]
            1 -> 3: [y != null]
            2 -> 3: require null != null
            3 -> 4: $0 = *
            4 -> 5: [$0 > 3]
            4 -> 6: [$0 <= 3]
            5 -> 6: x = some object
            6 -> 7: [x == null]
            6 -> 8: [x != null]
            7 -> 8: require null != null
            8 -> 9: @return = *
        "#]],
    );
}

#[test]
fn casts_and_instance_tests() {
    check(
        "interface I {} class A {} class B extends A implements I {} class C extends B {} class D extends A implements I {}\n\
         class T { static B cast(A a) { B b = (B) a; A up = (A) b; return b; }\n\
         static int test(Object o, A a) { if (a instanceof A) return 0; if (o instanceof I) return 1; I i = (I) a;\n\
         boolean is = o instanceof C; return 2; }\n\
         static A pattern(Object o) { if (!(o instanceof A a)) return null; while (o instanceof B b && b != a) o = b; return a; } }",
        expect![[r#"
            T.cast(a) entry 0 exit 5 throws 7
            0 -> 2: [a == null]
            0 -> 1: [a != null]
            1 -> 2: [a instanceof B]
            1 -> 6: [!a instanceof B]
            2 -> 3: b = a
            3 -> 4: up = b
            4 -> 5: @return = b
            6 -> 7: @exception = new ClassCastException

            T.test(o, a) entry 0 exit 13 throws 15
            0 -> 1: [a != null]
            0 -> 2: [a == null]
            1 -> 13: @return = 0
            2 -> 4: [o instanceof B]
            2 -> 3: [!o instanceof B]
            3 -> 4: [o instanceof D]
            3 -> 5: [!o instanceof D]
            4 -> 13: @return = 1
            5 -> 8: [a == null]
            5 -> 6: [a != null]
            6 -> 8: [a instanceof B]
            6 -> 7: [!a instanceof B]
            7 -> 8: [a instanceof D]
            7 -> 14: [!a instanceof D]
            8 -> 9: i = a
            9 -> 10: [o instanceof C]
            9 -> 11: [!o instanceof C]
            10 -> 12: is = true
            11 -> 12: is = false
            12 -> 13: @return = 2
            14 -> 15: @exception = new ClassCastException

            T.pattern(o) entry 0 exit 8 throws 9
            0 -> 1: [o instanceof A]
            0 -> 7: [!o instanceof A]
            1 -> 2: a = o
            2 -> 3: [o instanceof B]
            2 -> 6: [!o instanceof B]
            3 -> 4: b = o
            4 -> 5: [b != a]
            4 -> 6: [b == a]
            5 -> 2: o = b
            6 -> 8: @return = a
            7 -> 8: @return = null
        "#]],
    );
}

#[test]
fn a_conditional_of_small_numbers_is_small() {
    check(
        "class A { static int f(int i) { return 1; } static int f(short i) { return 2; } static int f(byte i) { return 3; }
         static int run(boolean c, byte b, short s, int i) {
             return f(false ? (byte) 1 : 3) + f(c ? b : 3) + f(c ? b : s) + f(c ? b : i) + f(c ? 300 : b); } }",
        expect![[r#"
            A.f(i) entry 0 exit 1 throws 2
            0 -> 1: @return = 1

            A.f(i) entry 0 exit 1 throws 2
            0 -> 1: @return = 2

            A.f(i) entry 0 exit 1 throws 2
            0 -> 1: @return = 3

            A.run(c, b, s, i) entry 0 exit 21 throws 22
            0 -> 1: $0 = A.f(3) throws to 22
            1 -> 2: [c == true]
            1 -> 3: [c == false]
            2 -> 4: $1 = b
            3 -> 4: $1 = 3
            4 -> 5: $2 = A.f($1) throws to 22
            5 -> 6: $3 = $0 + $2
            6 -> 7: [c == true]
            6 -> 8: [c == false]
            7 -> 9: $4 = b
            8 -> 9: $4 = s
            9 -> 10: $5 = A.f($4) throws to 22
            10 -> 11: $6 = $3 + $5
            11 -> 12: [c == true]
            11 -> 13: [c == false]
            12 -> 14: $7 = b
            13 -> 14: $7 = i
            14 -> 15: $8 = A.f($7) throws to 22
            15 -> 16: $9 = $6 + $8
            16 -> 17: [c == true]
            16 -> 18: [c == false]
            17 -> 19: $10 = 300
            18 -> 19: $10 = b
            19 -> 20: $11 = A.f($10) throws to 22
            20 -> 21: @return = $9 + $11
        "#]],
    );
}

/// A conditional has the least common type of both branches.
#[test]
fn least_common_interface() {
    check_diagnostics(
        "interface I { } interface J extends I { } class A implements I { } class B extends A implements I, J { }
class C extends A implements J { }
class T { static J m(boolean b, B x, J y, C z) { J k = b ? x : y; var l = b ? y : x; k = l; var o = b ? x : z; k = (J) o; return k; } }",
        expect![[""]],
    );
}
