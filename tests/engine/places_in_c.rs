//! Programs in C of which nothing is asked: what is checked of them, and where what is found is said to be.

use hrglass::base::Silent;
use hrglass::editor::{load_program, memory_task};
use hrglass::report::{Judgement, MEMORY_UNCHECKED, Report, Verdict};
use hrglass::session::run;
use hrglass::task::{Analysis, Check, Language, Loaded, NoFiles, Overrides};

const HEADER: &str = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n";

fn loaded(program: &str, overrides: &Overrides) -> Loaded {
    load_program(&format!("{HEADER}{program}"), "main.c", Language::C, &mut NoFiles, overrides)
}

fn report(program: &str, overrides: &Overrides) -> Report {
    run(&loaded(program, overrides), &mut Silent).report().clone()
}

/// What is said of a check, with graph grammars and with forest automata.
fn judged(program: &str, check: Check) -> [Judgement; 2] {
    [Analysis::Heap, Analysis::Forest].map(|analysis| {
        let overrides = Overrides { analysis: Some(analysis), checks: vec![check], ..Overrides::default() };
        let found = report(program, &overrides);
        assert_eq!(found.properties.len(), 1, "{:?}", found.diagnostics);
        found.properties[0].judgement.clone()
    })
}

/// Where an executed run goes wrong, in lines of the program without its header.
#[track_caller]
fn goes_wrong_in(program: &str, check: Check, line: usize) {
    for judgement in judged(program, check) {
        assert_eq!(judgement.verdict, Verdict::Violated);
        let reason = judgement.reason.expect("a reason").to_string();
        let expected = format!("in line {} of main.c", line + HEADER.lines().count());
        assert!(reason.ends_with(&expected), "{reason}, not {expected}");
    }
}

#[test]
fn memory_is_lost_by_the_step_that_loses_it() {
    // LeakSanitizer names what was allocated; that nothing leads to it any more is seen in GDB after these lines.
    goes_wrong_in(
        "int main(void) {\n  int *p = malloc(4);\n  p = NULL;\n  return p != NULL;\n}",
        Check::ValidMemtrack,
        3,
    );
    let returned = "static int *f(int *p, int k) {\n  if (k == 1) {\n    int *lost = malloc(4);\n    return p;\n  }\n  \
        if (k == 2) {\n    return p;\n  }\n  k = k + 1;\n  return p;\n}\nint main(void) {\n  \
        int *q = f(NULL, __VERIFIER_nondet_int());\n  return q != NULL;\n}";
    goes_wrong_in(returned, Check::ValidMemtrack, 4);
    let inside = "struct buf { int *data; int *copy; };\nstatic void drop(struct buf *b) {\n  free(b->data);\n  free(b);\n}\n\
        int main(void) {\n  struct buf *b = malloc(sizeof *b);\n  b->data = malloc(4);\n  b->copy = malloc(4);\n  \
        drop(b);\n  return 0;\n}";
    goes_wrong_in(inside, Check::ValidMemtrack, 4);
    // Nothing is lost that a variable holds until the program has ended.
    goes_wrong_in(
        "static int *kept;\nint main(void) {\n  kept = malloc(4);\n  return 0;\n}",
        Check::ValidMemcleanup,
        5,
    );
}

#[test]
fn what_is_said_is_what_was_executed() {
    // Which of both fails first is the run's business, not that of the abstraction.
    let program = "struct n { struct n *next; };\nint main(void) {\n  struct n *p = NULL;\n  \
        while (__VERIFIER_nondet_int()) {\n    struct n *q = malloc(sizeof *q);\n    q->next = p;\n    p = q;\n  }\n  \
        while (p) {\n    struct n *q = p;\n    p = p->next;\n    free(q);\n    if (p == NULL) {\n      free(q);\n    }\n  \
        }\n  return 0;\n}";
    goes_wrong_in(program, Check::ValidFree, 14);
}

/// The analysis of a program of which nothing is asked, what it checks, and what is checked of its memory beside that.
fn unasked(program: &str) -> (Analysis, Vec<String>, Vec<String>) {
    let own = loaded(program, &Overrides::default());
    let ids = |loaded: &Loaded| {
        let report = run(loaded, &mut Silent).report().clone();
        report.properties.into_iter().map(|property| property.id).collect::<Vec<_>>()
    };
    let said = run(&own, &mut Silent).report().clone();
    let leaves_memory = said.diagnostics.iter().any(|found| found.code == MEMORY_UNCHECKED);
    let memory = if leaves_memory { ids(&memory_task(&own)) } else { Vec::new() };
    (own.task.analysis, ids(&own), memory)
}

const MEMORY: [&str; 4] = ["valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"];

#[test]
fn use_of_memory_is_checked_without_being_asked_for() {
    let nothing: Vec<String> = Vec::new();
    let of_memory = MEMORY.map(str::to_owned).to_vec();
    let freed = "int main(void) { int *p = malloc(4); free(p); free(p); return 0; }";
    assert_eq!(unasked(freed), (Analysis::Forest, of_memory.clone(), nothing.clone()));
    let leaked = "int main(void) { int *p = malloc(4); p = NULL; return 0; }";
    assert_eq!(unasked(leaked), (Analysis::Forest, of_memory.clone(), nothing.clone()));
    let pointer = "static int f(int *p) { return *p; } int main(void) { int x = 1; return f(&x); }";
    assert_eq!(unasked(pointer), (Analysis::Forest, of_memory.clone(), nothing.clone()));
    // Where numbers may fail, too, both are checked.
    let both = "int main(void) { int n = __VERIFIER_nondet_int(), *p = malloc(4); *p = 1; free(p); return 7 / n; }";
    assert_eq!(unasked(both), (Analysis::Blocks, vec!["no-division-by-zero".to_owned()], of_memory));
    let numbers = "int main(void) { int n = __VERIFIER_nondet_int(); return 7 / n; }";
    assert_eq!(unasked(numbers), (Analysis::Blocks, vec!["no-division-by-zero".to_owned()], nothing.clone()));
    assert_eq!(unasked("int main(void) { return 7; }"), (Analysis::Blocks, nothing.clone(), nothing));
}

#[test]
fn nothing_is_violated_on_members_of_which_an_input_says_nothing() {
    // GCC's sanitizers say nothing of callers that give these members values.
    let programs = [
        "struct hook { struct hook *nx; };\nstruct box { int k; struct hook h; };\n\
         void job(struct box *p) { struct hook *n = p->h.nx; if (n) if (n->nx) reach_error(); }",
        "struct h { int *x; };\nstruct s { int n; struct h h; };\nvoid job(struct s *p) { if (p->h.x) if (*p->h.x == 3) reach_error(); }",
        "struct e { struct e *nx; };\nvoid job(void **list) { for (struct e *x = *list; x != 0; x = x->nx) { } }",
    ];
    for program in programs {
        let overrides = Overrides {
            entry: Some("job".to_owned()),
            analysis: Some(Analysis::Heap),
            checks: vec![Check::ValidDeref],
            ..Overrides::default()
        };
        let found = report(program, &overrides);
        let judgement = &found.properties[0].judgement;
        assert_eq!(judgement.verdict, Verdict::Suspected, "{program}: {:?}", found.diagnostics);
        let departure = judgement.evidence.as_ref().and_then(|evidence| evidence.departure.as_ref());
        assert!(departure.expect("no run").reason.to_string().contains("say nothing of"), "{program}");
    }
    // A variable of the program that has no value is another matter.
    let own = "struct e { struct e *nx; };\nvoid job(struct e *p) { struct e *q; if (p) q->nx = p; }";
    let overrides =
        Overrides { entry: Some("job".to_owned()), checks: vec![Check::ValidDeref], ..Overrides::default() };
    assert_eq!(report(own, &overrides).properties[0].judgement.verdict, Verdict::Violated);
}
