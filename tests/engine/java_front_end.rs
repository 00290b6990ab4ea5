//! The Java front end compared with another parser: everything accepted by the former is accepted by the latter.

use hrglass::base::Sources;
use hrglass::java::{JavaOptions, parse_all};
use java_lang::ast::CompilationUnit;

/// Programs of the subset.
const CORPUS: &[&str] = &[
    include_str!("../../src/java/tests/everything.java"),
    "class SLList { SLList next; SLList(SLList n) { next = n; }
     static SLList reverse(SLList head) { SLList r = null; while (head != null) { SLList n = head.next; head.next = r; r = head; head = n; } return r; } }",
    "public class Tree { Tree left, right; static int size(Tree t) { return t == null ? 0 : 1 + size(t.left) + size(t.right); } }",
    "class A { int f; int g(int i) { for (int k = 0, j = 1; k < i; k++, j += 2) { if (k == 3) continue; f += j; } return f; } }",
    "abstract class S { abstract int area(); } class Q extends S { int area() { return 1; } int both(S s) { return s.area() + area(); } }",
    "class E extends RuntimeException { int code; E(int c) { super(\"e\"); code = c; }
     static int run(int i) { try { if (i > 0) throw new E(i); return 10 / i; } catch (E e) { return e.code; } finally { i = 0; } } }",
    "interface Stack<T> { void push(T t); T pop(); } class Cell<T> { T value; Cell<T> below; }
     class Linked<T> implements Stack<T> { Cell<T> top; public void push(T t) { Cell<T> c = new Cell<>(); c.value = t; c.below = top; top = c; }
     public T pop() { T t = top.value; top = top.below; return t; } }",
    "class W { static int day(int d) { switch (d) { case 1: case 7: return 0; default: break; } return switch (d) { case 2, 3 -> 1; default -> { yield 2; } }; } }",
    "class B { static boolean b(Object o, B x) { return o instanceof B y && y != x || !(o instanceof String) ^ true; } }",
    "class L { void m(L a) { outer: while (true) { do { if (a == null) break outer; a = a.n; } while (a.n != null); } } L n; static class I { L.I i; } L.I i = new L.I(); }",
    "class N { long l = 1_000L + 0xFFL + 0b11 + 017; char c = '\\u0041', d = '\\n', e = '\\101'; double x = 1e3, y = .5; float f = 1f; int i = (int) l << 2 >>> 1; }",
];

fn accepted(java: &str) -> bool {
    let mut sources = Sources::default();
    let file = sources.add("Test.java", java);
    parse_all(&sources, &[file], &JavaOptions::default()).0.is_some()
}

#[test]
fn corpus_is_accepted_by_both() {
    for java in CORPUS {
        assert!(accepted(java), "{java}");
        assert!(java_lang::parse_str::<CompilationUnit>(java).is_ok(), "{java}");
    }
}

#[test]
fn accepted_mutants_are_java() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |limit: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % limit.max(1) as u64) as usize
    };
    let mut accepted_mutants = 0;
    for java in CORPUS {
        let words: Vec<&str> = java.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
        for _ in 0..200 {
            let mut mutant = words.clone();
            for _ in 0..=random(2) {
                let (at, from) = (random(mutant.len()), random(words.len()));
                match random(4) {
                    0 => mutant[at] = words[from],
                    1 => mutant.insert(at, words[from]),
                    2 => drop(mutant.remove(at)),
                    _ => mutant.swap(at, from.min(words.len().saturating_sub(3))),
                }
            }
            let mutant = mutant.concat();
            if accepted(&mutant) {
                accepted_mutants += 1;
                let unit = java_lang::parse_str::<CompilationUnit>(&mutant);
                assert!(unit.is_ok(), "{:?}\n{mutant}", unit.err());
            }
        }
    }
    assert!(accepted_mutants > 50, "some mutants are programs again: {accepted_mutants}");
}
