//! Inner, local and anonymous classes, lambda expressions, enums and records.

use expect_test::expect;

use super::{check_diagnostics, check_run};

#[test]
fn the_object_around_is_a_hidden_field() {
    check_run(
        "class A { A next; class In { A get() { return next; } } class Node { Node n; } static A f(A a) { new A().g(); return a.new In().get(); } void g() { new Node(); } }",
        "A.f",
        expect![[r#"
            A.f(a) entry 0 exit 6 throws 7
            0 -> 1: $0 = new A
            1 -> 2: $0.A.g() throws to 7
            2 -> 3: require a != null
            3 -> 4: $1 = new A$In
            4 -> 5: $1.this$0 = a
            5 -> 6: @return = $1.A$In.get() throws to 7
            A.g(this) entry 0 exit 1 throws 2
            0 -> 1: $0 = new A$Node
            A$In.get(this) entry 0 exit 2 throws 3
            0 -> 1: $0 = this.this$0
            1 -> 2: @return = $0.next
        "#]],
    );
}

#[test]
fn constructors_of_subclasses_assign_the_hidden_field_of_the_superclass() {
    check_run(
        "class A { int k; class In { int get() { return k; } } class Low extends In { int low() { return k + A.this.k; } } int f() { return new Low().low(); } }",
        "A.f",
        expect![[r#"
            A.f(this) entry 0 exit 4 throws 5
            0 -> 1: $0 = new A$Low
            1 -> 2: $0.this$0$ = this
            2 -> 3: $0.A$Low.<init>() throws to 5
            3 -> 4: @return = $0.A$Low.low() throws to 5
            A$Low.<init>(this) entry 0 exit 2 throws 3
            0 -> 1: $0 = this.this$0$
            1 -> 2: this.this$0 = $0
            A$Low.low(this) entry 0 exit 5 throws 6
            0 -> 1: $0 = this.this$0$
            1 -> 2: $1 = $0.k
            2 -> 3: $2 = this.this$0$
            3 -> 4: $3 = $2.k
            4 -> 5: @return = $1 + $3
        "#]],
    );
}

#[test]
fn local_classes_capture_variables() {
    check_run(
        "class A { static A f(A a, A b) { final int k = 1; class L { A get() { return k == 1 ? a : null; } L again() { return new L(); } } return new L().again().get(); } }",
        "A.f",
        expect![[r#"
            A.f(a, b) entry 0 exit 5 throws 6
            0 -> 1: k = 1
            1 -> 2: $0 = new A$1L
            2 -> 3: $0.val$a = a
            3 -> 4: $1 = $0.A$1L.again() throws to 6
            4 -> 5: @return = $1.A$1L.get() throws to 6
            A$1L.again(this) entry 0 exit 4 throws 5
            0 -> 1: $0 = new A$1L
            1 -> 2: $1 = this.val$a
            2 -> 3: $0.val$a = $1
            3 -> 4: @return = $0
            A$1L.get(this) entry 0 exit 2 throws 3
            0 -> 1: $0 = this.val$a
            1 -> 2: @return = $0
        "#]],
    );
}

#[test]
fn anonymous_classes_pass_arguments_to_their_superclass() {
    check_run(
        "class B { B b; B(B b) { this.b = b; } B get() { return b; } } class A { static B f(B x) { return new B(x) { B own = x; B get() { return own; } }.get(); } }",
        "A.f",
        expect![[r#"
            A.f(x) entry 0 exit 4 throws 5
            0 -> 1: $0 = new A$1
            1 -> 2: $0.val$x = x
            2 -> 3: $0.A$1.<init>(x) throws to 5
            3 -> 4: @return = $0.A$1.get() throws to 5
            A$1.<init>(this, $0) entry 0 exit 3 throws 4
            0 -> 1: this.B.<init>($0) throws to 4
            1 -> 2: $1 = this.val$x
            2 -> 3: this.own = $1
            A$1.get(this) entry 0 exit 1 throws 2
            0 -> 1: @return = this.own
            B.<init>(this, b) entry 0 exit 1 throws 2
            0 -> 1: this.b = b
        "#]],
    );
}

#[test]
fn lambda_expressions_are_objects() {
    check_run(
        "interface F { A of(A a); } class A { A q; A g(A b) { F f = x -> x == b ? q : x; return f.of(b); } }",
        "A.g",
        expect![[r#"
            A.g(this, b) entry 0 exit 5 throws 6
            0 -> 1: $0 = new A$lambda$0
            1 -> 2: $0.this$0 = this
            2 -> 3: $0.val$b = b
            3 -> 4: f = $0
            4 -> 5: @return = f.A$lambda$0.of(b) throws to 6
            A$lambda$0.of(@lambda, x) entry 0 exit 5 throws 6
            0 -> 1: this = @lambda.this$0
            1 -> 2: b = @lambda.val$b
            2 -> 3: [x == b]
            2 -> 4: [x != b]
            3 -> 5: @return = this.q
            4 -> 5: @return = x
        "#]],
    );
}

#[test]
fn type_arguments_tell_the_types_of_parameters() {
    check_run(
        "import java.util.function.*; class A { A q; static <T, R> R with(T t, Function<T, R> f) { return f.apply(t); } static A g(A a) { return with(a, x -> x.q); } }",
        "A.g",
        expect![[r#"
            A.g(a) entry 0 exit 6 throws 7
            0 -> 1: $0 = new A$lambda$0
            1 -> 2: $1 = A.with(a, $0) throws to 7
            2 -> 5: [$1 == null]
            2 -> 3: [$1 != null]
            3 -> 4: [!$1 instanceof A, as is known]
            3 -> 5: [$1 instanceof A]
            4 -> 7: given up: a type argument that decides what happens here is not followed
            5 -> 6: @return = $1
            A.with(t, f) entry 0 exit 1 throws 2
            0 -> 1: @return = f.apply(t) throws to 2
            A$lambda$0.apply(@lambda, x) entry 0 exit 5 throws 3
            0 -> 4: [x == null]
            0 -> 1: [x != null]
            1 -> 2: [!x instanceof A, as is known]
            1 -> 4: [x instanceof A]
            2 -> 3: given up: a type argument that decides what happens here is not followed
            4 -> 5: @return = x.q
        "#]],
    );
}

#[test]
fn method_references_call_methods() {
    check_run(
        "interface F { A of(A a); } interface S { A get(); } class A { A q; A id() { return this; } static A f(A a) { F f = A::id; S s = f.of(a)::id, n = A::new; n.get(); return s.get(); } }",
        "A.f",
        expect![[r#"
            A.f(a) entry 0 exit 10 throws 11
            0 -> 1: f = new A$lambda$0
            1 -> 2: $0 = f.A$lambda$0.of(a) throws to 11
            2 -> 3: require $0 != null
            3 -> 4: $1 = $0
            4 -> 5: $2 = new A$lambda$1
            5 -> 6: $2.val$object = $1
            6 -> 7: s = $2
            7 -> 8: n = new A$lambda$2
            8 -> 9: n.get() throws to 11
            9 -> 10: @return = s.get() throws to 11
            A$lambda$0.of(@lambda, $0) entry 0 exit 2 throws 3
            0 -> 1: $1 = $0.A.id() throws to 3
            1 -> 2: @return = $1
            A$lambda$1.get(@lambda) entry 0 exit 3 throws 4
            0 -> 1: object = @lambda.val$object
            1 -> 2: $0 = object.A.id() throws to 4
            2 -> 3: @return = $0
            A$lambda$2.get(@lambda) entry 0 exit 2 throws 3
            0 -> 1: $0 = new A
            1 -> 2: @return = $0
            A.id(this) entry 0 exit 1 throws 2
            0 -> 1: @return = this
        "#]],
    );
}

#[test]
fn loops_over_objects() {
    check_run(
        "class A implements Iterable<A> { A q; public java.util.Iterator<A> iterator() { return null; } static void f(A a) { for (A x : a) { if (x == a) continue; break; } } }",
        "A.f",
        expect![[r#"
            A.f(a) entry 0 exit 10 throws 11
            0 -> 1: $0 = a.A.iterator() throws to 11
            1 -> 2: $1 = $0
            2 -> 3: $2 = $1.unimplemented() throws to 11
            3 -> 4: [$2 == true]
            3 -> 10: [$2 == false]
            4 -> 5: $3 = $1.unimplemented() throws to 11
            5 -> 8: [$3 == null]
            5 -> 6: [$3 != null]
            6 -> 7: [!$3 instanceof A, as is known]
            6 -> 8: [$3 instanceof A]
            7 -> 11: given up: a type argument that decides what happens here is not followed
            8 -> 9: x = $3
            9 -> 2: [x == a]
            9 -> 10: [x != a]
            A.iterator(this) entry 0 exit 1 throws 2
            0 -> 1: @return = null
        "#]],
    );
}

#[test]
fn enums_are_static_final_fields() {
    check_run(
        "enum E { X, Y { int m() { return 1; } }; int m() { return 0; } } class A { static int f(E e) { return switch (e) { case X -> e.m(); case Y -> 2; }; } }",
        "A.f",
        expect![[r#"
            A.f(e) entry 0 exit 9 throws 11
            0 -> 1: static = new static
            1 -> 2: E.<clinit>() throws to 11
            2 -> 3: require e != null on null to 11
            3 -> 4: $0 = E.X
            4 -> 5: [e == $0]
            4 -> 6: [e != $0]
            5 -> 9: @return = e.m() throws to 11 on null to 11
            6 -> 7: $1 = E.Y
            7 -> 8: [e == $1]
            7 -> 10: [e != $1]
            8 -> 9: @return = 2
            10 -> 11: @exception = new IncompatibleClassChangeError
            E.<clinit>() entry 0 exit 10 throws 4
            0 -> 1: $0 = E.class
            1 -> 10: [$0 == 1]
            1 -> 2: [$0 != 1]
            2 -> 3: [$0 == -1]
            2 -> 5: [$0 != -1]
            3 -> 4: @exception = new NoClassDefFoundError
            5 -> 6: E.class = 1
            6 -> 7: $1 = new E
            7 -> 8: E.X = $1
            8 -> 9: $2 = new E$1
            9 -> 10: E.Y = $2
            E.m(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 0
            E$1.m(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 1
        "#]],
    );
}

#[test]
fn resources_are_closed() {
    check_run(
        "class R implements AutoCloseable { public void close() { } } class A { static int f(R r) { try (r) { return 1; } } }",
        "A.f",
        expect![[r#"
            A.f(r) entry 0 exit 10 throws 8
            0 -> 1: @resource27 = r
            1 -> 2: @primary33_0 = null
            2 -> 3: $0 = 1
            3 -> 4: [@resource27 != null]
            3 -> 9: [@resource27 == null]
            4 -> 5: [@primary33_0 != null]
            4 -> 7: [@primary33_0 == null]
            5 -> 9: @resource27.R.close() throws to 6 on null to 6
            6 -> 9: @caught33_0 = @exception
            7 -> 9: @resource27.R.close() throws to 8 on null to 8
            9 -> 10: @return = $0
            R.close(this) entry 0 exit 1 throws 2
            0 -> 1: skip
        "#]],
    );
}

#[test]
fn mistakes() {
    check_diagnostics(
        "import java.util.Comparator; import java.util.function.*;\nimport static p.A.twice;\ninterface Two { void a(); void b(); }\nclass A {\n static int n; static int twice(int k) { return k; }\n void f(int p) {\n  int k = 1; k++; Runnable r = () -> g(k);\n  int l = 1; Runnable s = () -> { l = 2; };\n  Object m = new Object() { int h() { return p; } }; p = 1;\n  Runnable t = x -> g(1);\n  Two u = () -> g(1);\n  Object v = () -> g(1);\n  var w = () -> g(1);\n  Supplier<A> x = () -> g(1);\n  Runnable y = A::none;\n  Runnable z = new Runnable() { };\n  h(() -> 1);\n  E e = new E();\n  int a = switch (E.X) { case X -> 1; };\n  switch (E.X) { case Z: }\n  for (A b : this) { }\n  Comparator<A> c = Comparator.comparing(d -> d.n);\n }\n static void g(int k) { Runnable r = () -> this.f(1); }\n void h(IntSupplier i) { } void h(LongSupplier l) { }\n}\nenum E { X, Y }\nrecord R(int a, int a) { }\n",
        expect![[r#"
            F0.java:7:40: `k` is assigned elsewhere, so local classes and lambda expressions cannot use it (copy it to another variable that is never assigned again, or make it a field)
            F0.java:8:35: `l` is a variable of the method around, which cannot be assigned here (make it a field)
            F0.java:9:46: `p` is assigned elsewhere, so local classes and lambda expressions cannot use it (copy it to another variable that is never assigned again, or make it a field)
            F0.java:10:16: this lambda expression does not fit `Runnable.run()`
            F0.java:11:11: `Two` is not an interface with exactly one abstract method (cast the expression to such an interface, or assign it to a variable of that type)
            F0.java:12:14: `Object` is not an interface with exactly one abstract method (cast the expression to such an interface, or assign it to a variable of that type)
            F0.java:13:3: `var` cannot be inferred from a lambda expression; write the type
            F0.java:14:25: this call has no value
            F0.java:15:16: class `A` has no method `none` (candidates: f, g, h, twice)
            F0.java:16:20: class `A$2` is not abstract and does not implement `Runnable.run()`
            F0.java:17:3: warning: which method `h` of class `A` is called is not known
            F0.java:18:9: `E` is an enum; it has no objects but its constants
            F0.java:19:11: a switch expression needs a `default`, or labels for all constants
            F0.java:20:23: `E` has no constant `Z`
            F0.java:21:14: `A` is neither an array nor `Iterable`
            F0.java:24:44: there is no `this` in a static method
            F0.java:28:17: component `a` is declared twice
            F0.java:28:17: field `a` is declared twice
            F0.java:28:17: variable `a` is already declared
        "#]],
    );
}

#[test]
fn static_imports_of_the_program() {
    check_run(
        "import static p.B.*; import static B.k; class A { static int f() { k = 2; return twice(k); } } class B { static int k; static int twice(int n) { return n + n; } }",
        "A.f",
        expect![[r#"
            A.f() entry 0 exit 4 throws 5
            0 -> 1: static = new static
            1 -> 2: B.k = 2
            2 -> 3: $0 = B.k
            3 -> 4: @return = B.twice($0) throws to 5
            B.twice(n) entry 0 exit 1 throws 2
            0 -> 1: @return = n + n
        "#]],
    );
}
