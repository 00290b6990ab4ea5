//! Parts of memory safety: a real JVM says with which exception a run ends, and so which part fails.
//!
//! Each program has one run. No analysis may say of the part that fails that it is satisfied, nor of another one that it is violated.
//! Programs throw with the message `on purpose` what they make themselves.

use hrglass::base::Silent;
use hrglass::report::assumption::AssumptionKind;
use hrglass::report::{Judgement, Report, Verdict};
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::json;

use crate::java_constructs::jvm::{Thrown, thrown};
use crate::support::jdk;

const PARTS: [&str; 6] =
    ["null-dereference", "index-out-of-bounds", "wrong-cast", "division-by-zero", "assertion", "exception"];

/// The body of `f`, and the part that fails; none if nothing does.
const PROGRAMS: &[(&str, Option<&str>)] = &[
    ("A a = null; a.n = a;", Some("null-dereference")),
    ("A a = null; a.m();", Some("null-dereference")),
    ("int[] a = null; int b = a.length;", Some("null-dereference")),
    ("String s = null; s.length();", Some("null-dereference")),
    ("Integer i = null; int j = i;", Some("null-dereference")),
    ("RuntimeException e = null; throw e;", Some("null-dereference")),
    ("java.util.Objects.requireNonNull(null);", Some("null-dereference")),
    ("throw new NullPointerException(\"on purpose\");", Some("exception")),
    (
        "if (new A().n == null) throw new NullPointerException(\"on purpose\"); else new A().n.n = null;",
        Some("exception"),
    ),
    ("int[] a = new int[2]; a[2] = 0;", Some("index-out-of-bounds")),
    ("int n = -1; int[] a = new int[n];", Some("index-out-of-bounds")),
    ("char c = \"ab\".charAt(2);", Some("index-out-of-bounds")),
    ("new java.util.ArrayList<A>().get(0);", Some("index-out-of-bounds")),
    ("int[] a = new int[2]; try { a[2] = 0; } finally { a = null; }", Some("index-out-of-bounds")),
    ("throw new IndexOutOfBoundsException(\"on purpose\");", Some("exception")),
    ("throw new ArrayIndexOutOfBoundsException(\"on purpose\");", Some("exception")),
    ("Object o = new A(); B b = (B) o;", Some("wrong-cast")),
    ("try { Object o = new A(); B b = (B) o; } finally { int x = 0; }", Some("wrong-cast")),
    ("throw new ClassCastException(\"on purpose\");", Some("exception")),
    ("int b = 0; int a = 1 / b;", Some("division-by-zero")),
    ("int b = 0; int a = 1 % b;", Some("division-by-zero")),
    ("long b = 0; long a = 1; a /= b;", Some("division-by-zero")),
    ("int b = 0; int a = Math.floorMod(1, b);", Some("division-by-zero")),
    ("int b = 0; try { int a = 1 / b; } catch (NullPointerException e) { b = 1; }", Some("division-by-zero")),
    ("int b = 0; try { int a = 1 / b; } finally { b = 1; }", Some("division-by-zero")),
    ("int b = 0; try { int a = 1 / b; } catch (ArithmeticException e) { throw e; }", Some("division-by-zero")),
    ("int b = 0; try { int a = 1 / b; } catch (RuntimeException e) { A a = null; a.n = a; }", Some("null-dereference")),
    ("int b = 0; try { A a = null; a.n = a; } finally { int a = 1 / b; }", Some("division-by-zero")),
    ("int b = 0; if (b == 0) throw new ArithmeticException(\"on purpose\"); int a = 1 / b;", Some("exception")),
    ("throw new Mine(\"on purpose\");", Some("exception")),
    ("throw new Sub(\"on purpose\");", Some("exception")),
    ("new Once().next(); new Once().fail();", Some("exception")),
    ("new java.util.ArrayList<A>().iterator().next();", Some("exception")),
    ("int x = Integer.parseInt(\"a\");", Some("exception")),
    ("int i = 0; assert i > 0;", Some("assertion")),
    ("int i = 0; assert i > 0 : \"a message\";", Some("assertion")),
    ("throw new AssertionError(\"on purpose\");", Some("assertion")),
    ("int i = 0; try { assert i > 0; } finally { i = 1; }", Some("assertion")),
    ("deep(2, null);", Some("null-dereference")),
    ("divide(0);", Some("division-by-zero")),
    ("try { divide(0); } catch (ArithmeticException e) { throw new Mine(\"on purpose\"); }", Some("exception")),
    ("try { divide(0); } catch (ArithmeticException e) { }", None),
    ("try { deep(1, null); } catch (NullPointerException e) { divide(0); }", Some("division-by-zero")),
    ("int x = Bad.x;", Some("exception")),
    ("try { throw new Mine(\"on purpose\"); } catch (Mine e) { Object o = new A(); B b = (B) o; }", Some("wrong-cast")),
    (
        "RuntimeException kept = null; try { divide(0); } catch (RuntimeException e) { kept = e; } throw kept;",
        Some("division-by-zero"),
    ),
    ("deep(2, new A()); divide(1); Object o = new B(); B b = (B) o; assert b != null;", None),
];

const REST: &str = "
    A n;
    void m() { }
    static void deep(int i, A a) { if (i > 0) deep(i - 1, a); else a.n = null; }
    static int divide(int b) { return 1 / b; }
}
class B extends A { }
class Mine extends RuntimeException { Mine(String s) { super(s); } }
class Sub extends ArithmeticException { Sub(String s) { super(s); } }
class Once implements java.util.Iterator<A> {
    public boolean hasNext() { return false; }
    public A next() { return null; }
    void fail() { throw new java.util.NoSuchElementException(\"on purpose\"); }
}
class Bad { static int zero = 0; static int x = 1 / zero; }
";

fn java(body: &str) -> String {
    format!("public class A {{\n    public static void f() {{ {body} }}\n{REST}")
}

/// The part that fails when a run ends so.
fn part_of(Thrown { class, message }: &Thrown) -> Option<&'static str> {
    let simple = class.rsplit('.').next().unwrap_or_default();
    Some(match simple {
        "nothing" => return None,
        "AssertionError" => "assertion",
        _ if message == "on purpose" => "exception",
        "NullPointerException" => "null-dereference",
        "NegativeArraySizeException" => "index-out-of-bounds",
        _ if simple.ends_with("IndexOutOfBoundsException") => "index-out-of-bounds",
        "ClassCastException" => "wrong-cast",
        "ArithmeticException" => "division-by-zero",
        _ => "exception",
    })
}

fn check(java: &str, analysis: &str, asked: Option<&str>) -> Report {
    let properties: Vec<_> = asked.iter().map(|check| json!({"id": check, "check": check})).collect();
    let task = json!({
        "schema": "hrglass.task/1", "title": "", "analysis": analysis, "grammars": [],
        "program": {"language": "java", "entry": "A.f", "files": [{"name": "A.java", "text": java}]},
        "properties": properties, "options": {"seconds": 20},
    });
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    session.report().clone()
}

/// Whether a verdict on a part is right if this part fails.
fn is_right(part: &str, judgement: &Judgement, fails: Option<&str>) -> bool {
    match judgement.verdict {
        Verdict::Satisfied => fails != Some(part),
        Verdict::Violated => fails == Some(part),
        Verdict::Suspected | Verdict::Unknown => true,
    }
}

#[test]
fn the_jvm_says_which_part_fails() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let programs: Vec<String> =
        PROGRAMS.iter().enumerate().map(|(number, (body, _))| format!("package c{number};\n{}", java(body))).collect();
    for ((body, expected), thrown) in PROGRAMS.iter().zip(thrown("exceptions", &programs)) {
        assert_eq!(part_of(&thrown), *expected, "{body}: {} {}", thrown.class, thrown.message);
    }
}

#[test]
fn the_part_that_fails_is_told_from_the_others() {
    let (mut wrong, mut decided, mut named) = (Vec::new(), 0, 0);
    for analysis in ["heap", "forest", "blocks"] {
        for &(body, fails) in PROGRAMS {
            let java = java(body);
            for part in PARTS {
                let report = check(&java, analysis, Some(part));
                let [property] = &report.properties[..] else { panic!("{analysis}: {body}: {report:?}") };
                let judgement = &property.judgement;
                assert_eq!(property.id, part);
                decided += u32::from(judgement.is_decided());
                named += u32::from(fails == Some(part) && judgement.verdict == Verdict::Violated);
                if !is_right(part, judgement, fails) {
                    wrong.push(format!(
                        "{analysis}, {part} alone: {:?} {:?}: {body}",
                        judgement.verdict, judgement.reason
                    ));
                }
            }
            let report = check(&java, analysis, None);
            let group =
                report.memory_safety().unwrap_or_else(|| panic!("{analysis}: {body}: {:?}", report.diagnostics));
            let is_assumed = fails == Some("index-out-of-bounds") && group.assumes(AssumptionKind::Bounds);
            if group.verdict == Verdict::Satisfied && fails.is_some() && !is_assumed
                || group.verdict == Verdict::Violated && fails.is_none()
            {
                wrong.push(format!("{analysis}, memory safety: {:?}: {body}", group.verdict));
            }
            for part in report.properties.iter().filter(|property| property.claim.kind.is_part()) {
                if !is_right(&part.id, &part.judgement, fails) {
                    wrong.push(format!("{analysis}, {}: {:?}: {body}", part.id, part.judgement.verdict));
                }
            }
        }
    }
    println!("{decided} verdicts, {named} parts that fail");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all = 3 * PROGRAMS.len();
    assert!(decided as usize > all * PARTS.len() * 3 / 4 && named as usize > all / 2, "{decided} {named} of {all}");
}
