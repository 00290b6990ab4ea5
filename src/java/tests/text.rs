//! String conversion, and other callbacks from the library.

use expect_test::expect;

use super::{check_diagnostics, check_run};

#[test]
fn concatenation_calls_the_method_of_the_class() {
    check_run(
        "class A { public String toString() { return \"\"; } } class B extends A { public String toString() { return null; } }
         class T { static void f(A a, B b) { String s = a + \"x\" + b; s += a; } }",
        "T.f",
        expect![[r#"
            T.f(a, b) entry 0 exit 9 throws 10
            0 -> 1: skip
            1 -> 3: [a == null]
            1 -> 2: [a != null]
            2 -> 3: $1 = a.toString() throws to 10
            3 -> 5: [b == null]
            3 -> 4: [b != null]
            4 -> 5: $3 = b.B.toString() throws to 10
            5 -> 6: s = some object
            6 -> 8: [a == null]
            6 -> 7: [a != null]
            7 -> 8: $4 = a.toString() throws to 10
            8 -> 9: s = some object
            A.toString(this) entry 0 exit 1 throws 2
            0 -> 1: @return = some object
            B.toString(this) entry 0 exit 1 throws 2
            0 -> 1: @return = null
        "#]],
    );
}

#[test]
fn objects_without_to_string_have_their_hash_code_in_their_text() {
    check_run(
        "class A { public int hashCode() { return 1; } } class B { }
         class T { static void f(Object o, B b, String s, int i) { System.out.println(o); System.out.print(b + s + i); } }",
        "T.f",
        expect![[r#"
            T.f(o, b, s, i) entry 0 exit 3 throws 2
            0 -> 1: [o instanceof A]
            0 -> 3: [!o instanceof A]
            1 -> 3: o.A.hashCode() throws to 2
            A.hashCode(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 1
        "#]],
    );
}

#[test]
fn exceptions_have_their_message_in_their_text() {
    check_run(
        "class E extends Exception { public String getMessage() { return \"\"; } E(Exception e) { super(e); } }
         class T { static void f(E e, Object o) { assert o == null : o; Exception x = new Exception(e); e.getLocalizedMessage(); } }",
        "T.f",
        expect![[r#"
            T.f(e, o) entry 0 exit 6 throws 10
            0 -> 1: [o == null]
            0 -> 7: [o != null]
            1 -> 3: [e == null]
            1 -> 2: [e != null]
            2 -> 3: e.E.getMessage() throws to 10
            3 -> 4: x = new Exception
            4 -> 5: require e != null
            5 -> 6: e.E.getMessage() throws to 10
            7 -> 8: [o instanceof E]
            7 -> 9: [!o instanceof E]
            8 -> 9: o.E.getMessage() throws to 10
            9 -> 10: @exception = new AssertionError
            E.getMessage(this) entry 0 exit 1 throws 2
            0 -> 1: @return = some object
        "#]],
    );
}

#[test]
fn methods_of_objects_are_those_of_their_class() {
    check_run(
        "class A { public boolean equals(Object o) { return true; } public int hashCode() { return 7; }
           public String toString() { return super.toString(); } } class B { public boolean equals(B b) { return false; } }
         class T { static boolean f(Object o, Object p) { o.toString(); return o.equals(p) && o.hashCode() == 7; } }",
        "T.f",
        expect![[r#"
            T.f(o, p) entry 0 exit 22 throws 17
            0 -> 1: [o == null]
            0 -> 2: [o != null]
            1 -> 2: require null != null
            2 -> 3: [o instanceof A]
            2 -> 4: [!o instanceof A]
            3 -> 4: $0 = o.A.toString() throws to 17
            4 -> 5: [o == null]
            4 -> 6: [o != null]
            5 -> 6: require null != null
            6 -> 7: [o instanceof A]
            6 -> 8: [!o instanceof A]
            7 -> 12: $2 = o.A.equals(p) throws to 17
            8 -> 9: [o == p]
            8 -> 10: [o != p]
            9 -> 11: $3 = true
            10 -> 11: $3 = false
            11 -> 12: $2 = $3
            12 -> 13: [$2 == true]
            12 -> 21: [$2 == false]
            13 -> 14: [o == null]
            13 -> 15: [o != null]
            14 -> 15: require null != null
            15 -> 16: [o instanceof A]
            15 -> 18: [!o instanceof A]
            16 -> 19: $4 = o.A.hashCode() throws to 17
            18 -> 19: $4 = *
            19 -> 20: [$4 == 7]
            19 -> 21: [$4 != 7]
            20 -> 22: @return = true
            21 -> 22: @return = false
            A.toString(this) entry 0 exit 2 throws 3
            0 -> 1: this.A.hashCode() throws to 3
            1 -> 2: @return = *
            A.equals(this, o) entry 0 exit 1 throws 2
            0 -> 1: @return = true
            A.hashCode(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 7
        "#]],
    );
}

#[test]
fn runs_are_given_up_at_texts_of_unknown_code() {
    check_diagnostics(
        "class E extends Exception { public native String toString(); }
         class T { static void f(E e, Object o) { String s = \"\" + o; e.printStackTrace(); System.out.printf(s); o.getClass(); e.getCause(); } }",
        expect![[r#"
            F0.java:2:62: warning: the code of `E.toString` is not given (add its class as another file, or pass `--assume-pure E.toString`)
            F0.java:2:70: warning: the code of `Throwable.printStackTrace` is not given (add its class as another file, or pass `--assume-pure Throwable.printStackTrace`)
            F0.java:2:91: note: output is skipped
            F0.java:2:91: warning: whether these arguments fit the format is not known
            F0.java:2:127: warning: the code of `E.getCause` is not given (add its class as another file, or pass `--assume-pure E.getCause`)
        "#]],
    );
}
