//! References that are not followed: payload of lists, elements of arrays, values of the library.

use expect_test::{Expect, expect};
use hrglass::base::Silent;
use hrglass::report::Verdict;
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::json;

const NODE: &str = "class Node { Object data; Node next; }\n";

/// What an analysis says of a method of `L` on all lists: verdicts, evidence, reasons.
#[track_caller]
fn check(analysis: &str, body: &str, formulas: &[&str], expected: Expect) {
    let text = format!("{NODE}class L {{ {body} }}");
    let properties: Vec<_> =
        formulas.iter().enumerate().map(|(n, ltl)| json!({"id": format!("F{n}"), "ltl": ltl})).collect();
    let heap = json!({
        "nodes": [{"type": "NULL", "number": 1}, {"type": "Node", "number": 1}], "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": [], "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}],
    });
    let task = json!({
        "schema": "hrglass.task/1", "title": "", "analysis": analysis,
        "program": {"language": "java", "entry": "L.f", "files": [{"name": "L.java", "text": text}]},
        "grammars": [{"predefined": "SLList", "rename": {"ListNode": "Node"}}],
        "initial": [{"heap": heap}], "properties": properties,
    });
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    let report = session.report();
    let mut found = String::new();
    for property in &report.properties {
        let judgement = &property.judgement;
        let reason = judgement.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        found += &format!("{} {:?}{reason}\n", property.id, judgement.verdict);
    }
    for diagnostic in &report.diagnostics {
        found += &format!("{}\n", diagnostic.message);
    }
    expected.assert_eq(&found);
}

const CONTAINS: &str = "static boolean f(Node head) { Node cur = head; Object k = null;
    while (cur != null && !eq(cur.data, k)) cur = cur.next;
    return cur != null; }
    static boolean eq(Object a, Object b) { return a == null ? b == null : a.equals(b); }";

#[test]
fn payload_is_tested_and_compared() {
    check(
        "heap",
        CONTAINS,
        &["F {terminated}", "G {isTree}"],
        expect![[r#"
        memorySafety Satisfied
        F0 Satisfied
        F1 Satisfied
        the field `data` is not followed: no rule and no initial heap mentions it
    "#]],
    );
    check(
        "forest",
        CONTAINS,
        &[],
        expect![[r#"
        memorySafety Satisfied
    "#]],
    );
}

#[test]
fn what_a_branch_knows_is_kept() {
    let body = "static int f(Node head) { if (head == null) return 0; Object o = head.data; if (o != null) return o.hashCode(); return 1; }";
    check(
        "heap",
        body,
        &[],
        expect![[r#"
        memorySafety Satisfied
        the field `data` is not followed: no rule and no initial heap mentions it
    "#]],
    );
    check(
        "forest",
        body,
        &[],
        expect![[r#"
        memorySafety Satisfied
    "#]],
    );
}

#[test]
fn payload_may_be_null() {
    let body = "static int f(Node head) { return head == null ? 0 : head.data.hashCode(); }";
    check(
        "heap",
        body,
        &[],
        expect![[r#"
            memorySafety Violated: null is dereferenced
            the field `data` is not followed: no rule and no initial heap mentions it
        "#]],
    );
    check(
        "forest",
        body,
        &[],
        expect![[r#"
            memorySafety Violated: null is dereferenced in line 2 of L.java
        "#]],
    );
}

/// Loads without a store between them give the same, also through calls; another object, or a store, is something else.
#[test]
fn payload_is_remembered_from_load_to_load() {
    let safe = |method: &str, expected: Expect| check("heap", method, &[], expected);
    safe(
        "static boolean f(Node head) { return head != null && head.data != null && head.data.equals(head); }",
        expect![[r#"
        memorySafety Satisfied
        the field `data` is not followed: no rule and no initial heap mentions it
    "#]],
    );
    safe(
        "static Object get(Node n) { return n.data; }\n\
         static int f(Node head) { return head == null || get(head) == null ? 0 : get(head).hashCode(); }",
        expect![[r#"
        memorySafety Satisfied
        the field `data` is not followed: no rule and no initial heap mentions it
    "#]],
    );
    safe(
        "static int f(Node head) { if (head == null || head.data == null) return 0; head.data = null; return head.data.hashCode(); }",
        expect![[r#"
            memorySafety Violated: null is dereferenced
            the field `data` is not followed: no rule and no initial heap mentions it
        "#]],
    );
    safe(
        "static int f(Node head) { if (head == null || head.next == null || head.data == null) return 0; return head.next.data.hashCode(); }",
        expect![[r#"
            memorySafety Violated: null is dereferenced
            the field `data` is not followed: no rule and no initial heap mentions it
        "#]],
    );
}

#[test]
fn following_payload_makes_unknown_what_depends_on_it() {
    let body = "static Node f(Node head) { Node n = null; if (head.data instanceof Node m) { n = m; } return n; }";
    check(
        "heap",
        body,
        &["G !{return == head}"],
        expect![[r#"
        memorySafety Satisfied
        F0 Unknown: the truth of {return == head} is not definite at L.java:2 in L.f
        the field `data` is not followed: no rule and no initial heap mentions it
    "#]],
    );
    let body = "static void f(Node head) { Node a = head; if (head == null) return; Object o = head.data;
        if (o instanceof Node) { Node n = (Node) o; n.next = null; } }";
    check(
        "heap",
        body,
        &["F {at(3)}", "G !{at(4)}", "G {isAcyclic}"],
        expect![[r#"
        memorySafety Unknown: `n` is not followed, and used at L.java:3: it comes from a field that no rule and no initial heap mentions, from an array, or from a library
        F0 Satisfied
        F1 Unknown: `n` is not followed, and used at L.java:3: it comes from a field that no rule and no initial heap mentions, from an array, or from a library
        F2 Unknown: `n` is not followed, and used at L.java:3: it comes from a field that no rule and no initial heap mentions, from an array, or from a library
        the field `data` is not followed: no rule and no initial heap mentions it
    "#]],
    );
}

#[test]
fn violations_elsewhere_are_found() {
    let body = "static void f(Node head) { if (head.next == null) { head.next.next = null; } if (head.data instanceof Node n) n.next = null; }";
    check(
        "heap",
        body,
        &[],
        expect![[r#"
            memorySafety Violated: null is dereferenced
            the field `data` is not followed: no rule and no initial heap mentions it
        "#]],
    );
}

#[test]
fn calls_give_up_as_well() {
    let body = "static void f(Node head) { g(head); } static void g(Node n) { if (n != null && n.data instanceof Node m) m.next = n; }";
    check(
        "heap",
        body,
        &["F {terminated}", "G {isAcyclic}"],
        expect![[r#"
        memorySafety Unknown: `m` is not followed, and used at L.java:2: it comes from a field that no rule and no initial heap mentions, from an array, or from a library
        F0 Unknown: `m` is not followed, and used at L.java:2: it comes from a field that no rule and no initial heap mentions, from an array, or from a library
        F1 Unknown: `m` is not followed, and used at L.java:2: it comes from a field that no rule and no initial heap mentions, from an array, or from a library
        the field `data` is not followed: no rule and no initial heap mentions it
    "#]],
    );
}

#[test]
fn what_is_not_followed_is_not_stored_in_the_shape() {
    let body = "static void f(Node head) { Object[] a = { head }; if (head != null && a[0] instanceof Node n) head.next = n; }";
    check(
        "heap",
        body,
        &["F {terminated}"],
        expect![[r#"
        memorySafety Unknown: `n` is not followed, and used at L.java:2: it comes from a field that no rule and no initial heap mentions, from an array, or from a library
        F0 Unknown: `n` is not followed, and used at L.java:2: it comes from a field that no rule and no initial heap mentions, from an array, or from a library
    "#]],
    );
}

#[test]
fn exit_ends_the_run() {
    let body = "static void f(Node head) { if (head.next == null) System.exit(1); head.next.next = null; }";
    check(
        "heap",
        body,
        &["F {terminated}", "G !{at(9)}"],
        expect![[r#"
        memorySafety Satisfied
        F0 Satisfied
        F1 Satisfied
    "#]],
    );
    check(
        "forest",
        body,
        &[],
        expect![[r#"
        memorySafety Satisfied
    "#]],
    );
}

/// What is not modelled makes unknown what comes after it, and nothing else.
#[test]
fn runs_are_given_up_where_something_is_not_modelled() {
    let found = |analysis: &str, statement: &str| {
        let java = format!(
            "class A {{ A next; static void f(int k) {{ A a = new A(); {statement} }}\n static void g() {{ A a = null; a.next = a; }} }}"
        );
        let task = json!({
            "schema": "hrglass.task/1", "title": "", "analysis": analysis, "grammars": [], "properties": [],
            "program": {"language": "java", "entry": "A.f", "files": [{"name": "A.java", "text": java}]},
        });
        let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
        let report = session.report();
        let judgement = &report.properties.first().unwrap_or_else(|| panic!("{:?}", report.diagnostics)).judgement;
        (judgement.verdict, judgement.reason.clone().unwrap_or_default())
    };
    for analysis in ["heap", "forest", "blocks"] {
        // It comes first, or the violation does, or it is on another path; in a callee, in a loop, in a handler.
        for (statement, expected) in [
            ("new Thread().start();", Verdict::Unknown),
            ("new Thread().start(); g();", Verdict::Unknown),
            ("g(); new Thread().start();", Verdict::Violated),
            ("if (k > 0) new Thread().start(); else g();", Verdict::Violated),
            ("if (k > 0) if (k < 0) new Thread().start();", Verdict::Unknown),
            ("if (a == null) new Thread().start();", Verdict::Satisfied),
            ("if (a != null) return; new Thread().start(); g();", Verdict::Satisfied),
            ("h(a); } static void h(A a) { if (a != null) Unknown.call(a);", Verdict::Unknown),
            ("h(a); } static void h(A a) { if (a == null) Unknown.call(a);", Verdict::Satisfied),
            ("h(a); } static void h(A a) { if (a != null) h(null); String s = Unknown.text();", Verdict::Unknown),
            ("h(a); } static void h(A a) { h(a); Unknown.call();", Verdict::Satisfied),
            // Neither branch of what is not modelled goes on.
            ("h(k > 0 ? () -> { } : null); } static void h(Runnable r) { if (r != null) g();", Verdict::Unknown),
            ("h(k > 0 ? null : () -> { }); } static void h(Runnable r) { if (r != null) g();", Verdict::Unknown),
            ("while (a != null) { a = a.next; } Unknown.call(a);", Verdict::Unknown),
            ("try { Unknown.call(); } catch (Exception e) { } finally { a = null; }", Verdict::Unknown),
            ("try { k++; } catch (Exception e) { Unknown.call(); } finally { }", Verdict::Satisfied),
            ("\"a\".split(\"[\" + k);", Verdict::Unknown),
            // Whether the library throws is not determined, so that no run is executed.
            ("\"a\".split(\"[\" + k); g();", Verdict::Suspected),
            ("new B(); } static class B extends Thread { ", Verdict::Unknown),
        ] {
            let (verdict, reason) = found(analysis, statement);
            // That both conditions hold is refuted by those that know numbers beside references.
            let is_refuted = analysis != "forest" && statement.contains("k < 0");
            let expected = if is_refuted { Verdict::Satisfied } else { expected };
            assert_eq!(verdict, expected, "{analysis}: {statement}: {reason}");
            assert_eq!(
                verdict == Verdict::Unknown,
                reason.contains("is not followed"),
                "{analysis}: {statement}: {reason}"
            );
        }
    }
}

/// Formulas are true or false as far as that does not depend on what is not modelled.
#[test]
fn formulas_about_runs_that_are_given_up() {
    check(
        "heap",
        "static Node f(Node head) { Node n = head; while (n != null) { n = n.next; } Unknown.call(); return head; }",
        &["G {isTree}", "F {n == null}", "F {terminated}", "X G {n != head}"],
        expect![[r#"
            memorySafety Unknown: a run is not followed from L.java:2 on: the code of `Unknown.call` is not given
            F0 Unknown: a run is not followed from L.java:2 on: the code of `Unknown.call` is not given
            F1 Satisfied
            F2 Unknown: a run is not followed from L.java:2 on: the code of `Unknown.call` is not given
            F3 Violated
            the code of `Unknown.call` is not given, so runs are not followed from here on
        "#]],
    );
}
