//! Random programs in C whose pointers have little to do with each other: what is proved of their parts, each by itself, is what happens when
//! GCC has compiled the whole.

use std::process::Command;

use serde_json::json;

use crate::support::{cases, gcc};
use hrglass::base::{Random, Silent};
use hrglass::report::setting::AbstractionSetting;
use hrglass::report::{PropertyReport, Verdict};
use hrglass::session::run;
use hrglass::task::{NoFiles, load};

/// How many programs are compiled at once, and how often each is run.
const TOGETHER: usize = 25;
const RUNS: u32 = 16;

/// What a run is told: its inputs, and how many objects it has not freed at its end.
const DRIVER: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <sys/wait.h>
static unsigned drawn, seed; static int live;
int __VERIFIER_nondet_int(void) {
  unsigned x = (seed * 7919u + ++drawn) * 2654435761u; x ^= x >> 15; x *= 2246822519u; x ^= x >> 13;
  return drawn < 80 ? (x >> 8) & 1 : 0;
}
static void *allocated(unsigned long n) { live++; return malloc(n); }
static void freed(void *p) { if (p) live--; free(p); }
static void last(void) { _exit(live ? 3 : 0); }
#define malloc allocated
#define free freed\n";

struct Group {
    /// Declarations outside of functions.
    outside: String,
    /// What is done in `main`, in this order; between these, other groups do theirs.
    steps: Vec<String>,
}

/// Picks one of some texts; the last one rarely.
fn usual<'t>(random: &mut Random, texts: &[&'t str]) -> &'t str {
    let rare = random.below(50) == 0;
    if rare { texts[texts.len() - 1] } else { texts[random.below(texts.len() - 1)] }
}

fn group(random: &mut Random, i: usize, shared: bool, kinds: usize) -> Group {
    let guard = if shared { "s > 0" } else { "__VERIFIER_nondet_int()" };
    let (mut outside, steps): (String, Vec<String>) = match random.below(kinds) {
        0 => {
            let end =
                usual(random, &["free(p@);", "if (p@) free(p@);", "if (p@) { free(p@); p@ = 0; }", "if (s) free(p@);"]);
            let middle =
                usual(random, &["if (p@) p@->v = s;", "if (p@ != 0) { p@->next = p@; s = p@->v = 1; }", "p@->v = 1;"]);
            (String::new(), vec![format!("struct n *p@ = 0; if ({guard}) p@ = make();"), middle.into(), end.into()])
        }
        1 => {
            let walk = usual(
                random,
                &[
                    "for (struct n *t@ = h@; t@; t@ = t@->next) t@->v = s;",
                    "s = 0; for (struct n *t@ = h@; t@; t@ = t@->next) s = 1;",
                    "if (h@) h@->v = h@->next->v;",
                ],
            );
            let end = usual(
                random,
                &[
                    "while (h@) { struct n *t@ = h@->next; free(h@); h@ = t@; }",
                    "while (h@) pop(&h@);",
                    "if (h@) { h@ = h@->next; } while (h@) pop(&h@);",
                ],
            );
            let push =
                usual(random, &["struct n *x@ = make(); x@->next = h@; h@ = x@;", "push(&h@);", "push(&h@); s++;"]);
            let build = format!("struct n *h@ = 0; while (__VERIFIER_nondet_int()) {{ {push} }}");
            (String::new(), vec![build, walk.into(), end.into()])
        }
        2 => {
            let end = usual(random, &["if (c@) free(q@);", "if (c@ == 1) { free(q@); }", "if (!c@) free(q@);"]);
            let begin = "struct n *q@; int c@ = __VERIFIER_nondet_int() ? 1 : 0; if (c@) q@ = make();";
            (String::new(), vec![begin.into(), "if (c@) q@->v = 1;".into(), end.into()])
        }
        3 => {
            let take = usual(
                random,
                &[
                    "static void take@(void) { struct n *x = g@; if (x) { g@ = x->next; free(x); } }",
                    "static void take@(void) { if (g@) pop(&g@); }",
                    "static void take@(void) { struct n *x = g@; g@ = x->next; free(x); }",
                ],
            );
            let outside = format!(
                "static struct n *g@;\nstatic void put@(void) {{ struct n *x = make(); x->next = g@; g@ = x; }}\n{take}\n"
            );
            let work = "while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) put@(); else take@(); }";
            (outside, vec![work.into(), "put@();".into(), "while (g@) take@();".into()])
        }
        4 => {
            // One variable after the other: the second object is another one.
            let between = usual(random, &["free(r@); r@ = 0;", "free(r@);", "r@ = 0;"]);
            (
                String::new(),
                vec![
                    format!("struct n *r@ = make(); if ({guard}) r@->v = s;"),
                    format!("{between} r@ = make();"),
                    "free(r@);".into(),
                ],
            )
        }
        _ => {
            let test = usual(
                random,
                &[
                    "if (f@) s = 2;",
                    "if (f@ > 1) fail();",
                    "while (f@ && __VERIFIER_nondet_int()) s = 3;",
                    "if (f@ > 0 && s > 9) stop();",
                ],
            );
            (
                String::new(),
                vec!["int f@ = __VERIFIER_nondet_int() ? 1 : 0;".into(), "if (f@) f@ = 1;".into(), test.into()],
            )
        }
    };
    let named = |text: &str| text.replace('@', &i.to_string());
    outside = named(&outside);
    Group { outside, steps: steps.iter().map(|step| named(step)).collect() }
}

/// A program whose groups take their steps in turn; some of them touch a common number, a few a common object.
fn program(seed: u64) -> String {
    let mut random = Random::scattered(seed);
    // Many that may each be there or not, or a few of all kinds.
    let (kinds, least) = if random.below(2) == 0 { (3, 11) } else { (6, 7) };
    let count = least + random.below(5);
    let shared = random.below(3) == 0;
    let groups: Vec<Group> = (0..count).map(|i| group(&mut random, i, shared, kinds)).collect();
    let mut text = "struct n { struct n *next; int v; };\n\
        static struct n *make(void) { struct n *x = malloc(sizeof *x); x->next = 0; x->v = 0; return x; }\n\
        static void push(struct n **h) { struct n *x = make(); x->next = *h; *h = x; }\n\
        static void pop(struct n **h) { struct n *x = *h; *h = x->next; free(x); }\n\
        static void stop(void) { exit(0); }\nstatic void fail(void) { ((struct n *) 0)->v = 1; }\n"
        .to_owned();
    text.extend(groups.iter().map(|group| group.outside.as_str()));
    text += "int main(void) {\n  int s = 0;\n";
    let mut next = vec![0; count];
    let mut joins = random.below(6) == 0;
    loop {
        let open: Vec<usize> = (0..count).filter(|&i| next[i] < groups[i].steps.len()).collect();
        if open.is_empty() {
            break;
        }
        let i = open[random.below(open.len())];
        text += &format!("  {}\n", groups[i].steps[next[i]]);
        next[i] += 1;
        if joins && next.iter().all(|&done| done > 0) {
            joins = false;
            let name = |i: usize| {
                groups[i].steps[0]
                    .split_once("struct n *")
                    .map(|(_, rest)| rest.split([' ', ';', '=']).next().unwrap_or("").to_owned())
            };
            let names: Vec<String> = (0..count).filter(|&i| next[i] < groups[i].steps.len()).filter_map(name).collect();
            if let [a, .., b] = names.as_slice()
                && !a.starts_with(['q', 'x'])
                && !b.starts_with(['q', 'x'])
            {
                text += &format!(
                    "  {}\n",
                    [
                        "if (A && B && A != B) B->next = A;",
                        "if (A == B) s = 1;",
                        "if (A && B) B->v = A->v;",
                        "if (!A) A = B;"
                    ][random.below(4)]
                    .replace('A', a)
                    .replace('B', b)
                );
            }
        }
    }
    text + "  return 0;\n}\n"
}

/// How each run of some programs ends: 0, 3 if something is not freed, anything else if it does what it must not.
fn ends(folder: &std::path::Path, programs: &[(u64, String)]) -> Vec<Vec<i32>> {
    let mut text = DRIVER.to_owned();
    for (seed, program) in programs {
        let names =
            ["make", "push", "pop", "stop", "fail", "main"].map(|name| format!("#define {name} {name}_{seed}\n"));
        let statics =
            (0..16).flat_map(|i| ["g", "put", "take"].map(|name| format!("#define {name}{i} {name}{i}_{seed}\n")));
        text.extend(names.into_iter().chain(statics));
        text += &format!("#define n n_{seed}\n{program}\n#undef n\n");
        for name in ["make", "push", "pop", "stop", "fail", "main"] {
            text += &format!("#undef {name}\n");
        }
        (0..16).for_each(|i| ["g", "put", "take"].iter().for_each(|name| text += &format!("#undef {name}{i}\n")));
    }
    text += "static void check(int (*f)(void)) {\n  if (!fork()) { fclose(stderr); alarm(20); atexit(last); f(); last(); }\n\
        int status; wait(&status); printf(\"%d \", WIFEXITED(status) ? WEXITSTATUS(status) : 99); fflush(stdout);\n}\n\
        int main(void) {\n";
    for (seed, _) in programs {
        text += &format!("  for (seed = 0; seed < {RUNS}; seed++) check(main_{seed});\n  puts(\"\");\n");
    }
    text += "  return 0;\n}\n";
    let binary = gcc::compiled(folder, &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"], &text);
    let output = Command::new(binary).env("ASAN_OPTIONS", "detect_leaks=0").output().expect("it runs").stdout;
    let lines = String::from_utf8_lossy(&output);
    lines.lines().map(|line| line.split_whitespace().map(|end| end.parse().expect("a number")).collect()).collect()
}

fn verdicts(program: &str) -> Vec<PropertyReport> {
    let checks = ["valid-deref", "valid-free", "valid-memcleanup"].map(|check| json!({"id": check, "check": check}));
    let text = format!("#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n{program}");
    let task = json!({"schema": "hrglass.task/1", "analysis": "forest", "properties": checks, "options": {"maxStates": 8_000},
        "program": {"language": "c", "entry": "main", "files": [{"name": "a.c", "text": text}]}});
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    let report = session.report();
    assert!(report.properties.len() == 3, "{:?}\n{text}", report.diagnostics);
    report.properties.clone()
}

#[test]
fn parts_are_as_safe_as_the_whole() {
    if !gcc::is_there() {
        return;
    }
    let folder = gcc::folder("parts");
    let seeds: Vec<u64> = cases::seeds(75).collect();
    let (mut definite, mut apart, mut wrong) = (0, 0, Vec::new());
    for batch in seeds.chunks(TOGETHER) {
        let programs: Vec<(u64, String)> = batch.iter().map(|&seed| (seed, program(seed))).collect();
        for ((seed, program), ends) in programs.iter().zip(ends(&folder, &programs)) {
            let found = verdicts(program);
            let [deref, free, cleanup] = [0, 1, 2].map(|at: usize| found[at].judgement.verdict);
            definite += found.iter().filter(|own| own.judgement.is_decided()).count();
            apart += usize::from(found.iter().all(|own| own.judgement.setting == Some(AbstractionSetting::Apart)));
            let is_safe = deref == Verdict::Satisfied && free == Verdict::Satisfied;
            let fails = ends.iter().any(|end| ![0, 3].contains(end));
            if is_safe && fails || is_safe && cleanup == Verdict::Satisfied && ends.contains(&3) {
                wrong.push(format!("{seed}: {deref:?} {free:?} {cleanup:?}, but {ends:?}\n{program}"));
            }
        }
    }
    println!("{} programs, {definite} definite verdicts, {apart} proved part by part", seeds.len());
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(apart * 20 >= seeds.len() && definite >= seeds.len(), "{definite} definite verdicts, {apart} of parts");
}

/// How many states a program in C has, all of whose properties are satisfied.
fn states(body: &str) -> u32 {
    let text = format!(
        "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nstruct n {{ struct n *next; int v; }};\n{body}"
    );
    let task = json!({"schema": "hrglass.task/1", "analysis": "forest",
        "program": {"language": "c", "entry": "main", "files": [{"name": "a.c", "text": text}]}});
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    let report = session.report();
    assert!(report.properties.len() > 2, "{:?}", report.diagnostics);
    for own in &report.properties {
        assert_eq!(own.judgement.verdict, Verdict::Satisfied, "{}: {:?}", own.id, own.judgement.reason);
    }
    report.exploration.as_ref().expect("it was explored").states_total
}

#[test]
fn states_are_linear_in_the_number_of_parts() {
    let of = |count: usize, steps: [&str; 2]| {
        let all =
            steps.map(|step| (0..count).map(|i| step.replace('@', &i.to_string())).collect::<Vec<_>>().join("\n"));
        states(&format!(
            "int main(void) {{ struct n *p = malloc(sizeof *p);\n{}\nfree(p); return 0; }}",
            all.join("\n")
        ))
    };
    let families = [
        ["struct n *p@ = 0; if (__VERIFIER_nondet_int()) p@ = malloc(sizeof *p);", "if (p@) { p@->v = 1; free(p@); }"],
        [
            "struct n *h@ = 0; while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x); x->next = h@; h@ = x; }",
            "while (h@) { struct n *t = h@->next; free(h@); h@ = t; }",
        ],
        ["int c@ = __VERIFIER_nondet_int() ? 1 : 0;", "if (c@) p->v = 1;"],
    ];
    for steps in families {
        let [some, more, most] = [16, 32, 48].map(|count| of(count, steps));
        assert_eq!(most - more, more - some, "{steps:?}: {some}, {more}, {most}");
    }
}
