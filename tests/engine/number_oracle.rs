//! Rankings of random systems with numbers, against all runs: types have so few numbers that they can be enumerated.
//!
//! `NUMBERS=100000` tries that many systems, `NUMBERS_SEED` others. And Java programs with counters, some of which run for ever
//! because numbers wrap around.

use std::rc::Rc;

use hrglass::base::{Limits, Random, Silent, Stop};
use hrglass::report::Verdict;
use hrglass::rsm::{
    AcceptanceMarkId, AcceptanceMarks, Arithmetic, FairSystem, Flow, Parts, Ranges, RecursiveSystem, Sizes, Step, Term,
    Transition, find_fair_cycle,
};
use hrglass::session::run;
use hrglass::task::{NoFiles, load};

use crate::support::cases;

/// The types of numbers.
const TYPES: [(i64, i64); 4] = [(-2, 3), (-2, 3), (-1, 1), (0, 4)];

/// A successor: the node, all ways to get there, and whether this is accepting.
type Next = (usize, Vec<Arithmetic>, bool);

/// A node of a component.
struct Node {
    component: usize,
    step: Step,
    /// The numbers; those that are not followed have no range.
    ranges: Ranges,
    /// The successors, or the entry that it calls.
    next: Vec<Next>,
    /// Of a call: where it continues for each exit of the callee.
    returns: Vec<(usize, Next)>,
}

/// A recursive system with numbers. Component 0 starts at node 0.
struct System {
    nodes: Vec<Node>,
    marks: AcceptanceMarks,
}

/// One of the numbers that are followed, or a constant.
fn term(random: &mut Random, ranges: &Ranges) -> Term {
    let numbers: Vec<u32> = (0..).zip(ranges).filter(|(_, range)| range.is_some()).map(|(number, _)| number).collect();
    if numbers.is_empty() || random.one_in(4) {
        return Term { number: None, constant: random.below(5) as i64 - 2 };
    }
    Term { number: Some(*random.one_of(&numbers)), constant: 0 }
}

fn arithmetic(random: &mut Random, source: &Ranges, target: &Ranges) -> Arithmetic {
    let mut values: Vec<Option<Term>> = Vec::new();
    for (number, range) in (0..).zip(target) {
        let is_here = source.get(number as usize).is_some_and(Option::is_some);
        let here = Term { number: Some(number), constant: 0 };
        values.push(match random.below(30) {
            _ if range.is_none() => None,
            0 => None,
            1 => Some(term(random, source)),
            2..=3 => {
                let term = term(random, source);
                Some(Term { constant: term.constant + random.below(4) as i64 - 2, ..term })
            }
            // Counters run in one direction.
            4..=9 if is_here => Some(Term { constant: if number == 0 { -1 } else { 1 }, ..here }),
            _ if is_here => Some(here),
            _ => Some(term(random, source)),
        });
    }
    let mut guards = Vec::new();
    while guards.len() < 2 && random.one_in(2) {
        let (mut upper, mut lower) = (term(random, source), term(random, source));
        if !random.one_in(4) && (upper.number == Some(1) || lower.number == Some(0)) {
            std::mem::swap(&mut upper, &mut lower);
        }
        guards.push((upper, Term { constant: lower.constant + random.below(3) as i64 - 1, ..lower }));
    }
    Arithmetic { values, guards }
}

fn ways(random: &mut Random, source: &Ranges, target: &Ranges) -> Vec<Arithmetic> {
    let count = if random.one_in(20) { 0 } else { 1 + usize::from(random.one_in(6)) };
    (0..count).map(|_| arithmetic(random, source, target)).collect()
}

impl System {
    fn random(random: &mut Random) -> Self {
        let components = 1 + random.below(2);
        let mut nodes: Vec<Node> = Vec::new();
        let mut entries = Vec::new();
        for component in 0..components {
            entries.push(nodes.len());
            let types: Ranges = (0..1 + random.below(2)).map(|_| Some(*random.one_of(&TYPES))).collect();
            for at in 0..2 + random.below(3) {
                let step = match random.below(6) {
                    0 if at > 0 && component > 0 => Step::Exit,
                    1 if components > 1 => Step::Call,
                    _ => Step::Internal,
                };
                let of_node = |range: &Option<(i64, i64)>| range.filter(|_| !random.one_in(20));
                let ranges = types.iter().map(of_node).collect();
                nodes.push(Node { component, step, ranges, next: Vec::new(), returns: Vec::new() });
            }
        }
        for node in 0..nodes.len() {
            let here: Vec<usize> = (0..nodes.len()).filter(|&n| nodes[n].component == nodes[node].component).collect();
            match nodes[node].step {
                Step::Internal => {
                    for _ in 0..1 + random.below(2) {
                        let target = here[random.below(here.len())];
                        let ways = ways(random, &nodes[node].ranges, &nodes[target].ranges);
                        nodes[node].next.push((target, ways, !random.one_in(3)));
                    }
                    nodes[node].next.sort_by_key(|&(target, ..)| target);
                    nodes[node].next.dedup_by_key(|next| next.0);
                }
                Step::Call => {
                    let entry = entries[1];
                    let calling = ways(random, &nodes[node].ranges, &nodes[entry].ranges);
                    nodes[node].next.push((entry, calling, !random.one_in(3)));
                    for exit in 0..nodes.len() {
                        if nodes[exit].component == 1 && nodes[exit].step == Step::Exit {
                            let target = here[random.below(here.len())];
                            let ways = ways(random, &nodes[node].ranges, &nodes[target].ranges);
                            // Summaries of all exits that lead to one node do the same.
                            let known = nodes[node].returns.iter().find(|(_, next)| next.0 == target);
                            let ways = known.map_or(ways, |(_, next)| next.1.clone());
                            nodes[node].returns.push((exit, (target, ways, !random.one_in(3))));
                        }
                    }
                }
                Step::Exit | Step::Fault => {}
            }
        }
        Self { nodes, marks: AcceptanceMarks::new(1) }
    }
}

impl RecursiveSystem for System {
    type State = usize;

    fn entry(&mut self, states: &mut Vec<usize>) -> Result<(), Stop> {
        states.push(0);
        Ok(())
    }

    fn step(&mut self, &state: &usize, states: &mut Vec<usize>) -> Result<Step, Stop> {
        states.extend(self.nodes[state].next.iter().map(|&(target, ..)| target));
        Ok(self.nodes[state].step)
    }

    fn resume(&mut self, &call: &usize, _: &usize, &exit: &usize, states: &mut Vec<usize>) -> Result<(), Stop> {
        states.extend(self.nodes[call].returns.iter().filter(|returns| returns.0 == exit).map(|(_, next)| next.0));
        Ok(())
    }
}

impl FairSystem for System {
    fn marks(&mut self) -> &mut AcceptanceMarks {
        &mut self.marks
    }

    fn mark(&mut self, &source: &usize, &target: &usize) -> Result<AcceptanceMarkId, Stop> {
        let is_accepting = self.nodes[source].next.iter().any(|&(to, _, accepting)| to == target && accepting);
        Ok(if is_accepting { self.marks.all() } else { AcceptanceMarks::NONE })
    }

    fn sizes(&mut self) -> Option<Box<dyn Sizes<State = usize> + '_>> {
        Some(Box::new(self))
    }
}

impl Sizes for System {
    type State = usize;

    fn parts(&mut self, _: &usize) -> Parts {
        Parts::default()
    }

    fn flows(&mut self, _: Transition<&usize>) -> Result<Rc<[Flow]>, Stop> {
        Ok([Flow::unknown(Parts::default())].into())
    }

    fn numbers(&mut self, &state: &usize) -> Ranges {
        self.nodes[state].ranges.clone()
    }

    fn arithmetic(&mut self, &source: &usize, &target: &usize, enters: bool) -> Vec<Arithmetic> {
        let Node { step, next, returns, .. } = &self.nodes[source];
        let mut all: Vec<&Next> = match *step == Step::Call && !enters {
            true => returns.iter().map(|(_, next)| next).collect(),
            false => next.iter().collect(),
        };
        all.retain(|next| next.0 == target);
        all.first().map_or_else(Vec::new, |next| next.1.clone())
    }
}

/// The same system with a value of each number.
struct Counted<'a>(&'a mut System);

type CountedState = (usize, Vec<i64>);

/// All values of numbers; those that are not followed are 0.
fn values(ranges: &Ranges) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for range in ranges {
        let (least, greatest) = range.unwrap_or((0, 0));
        all = all.iter().flat_map(|v| (least..=greatest).map(move |n| [v.as_slice(), &[n]].concat())).collect();
    }
    all
}

/// Whether numbers may become others: by some way, or anything if nothing is known.
fn leads(ways: &[Arithmetic], before: &[i64], target: &Ranges, after: &[i64]) -> bool {
    let value = |term: Term| term.number.map_or(0, |number| before[number as usize]) + term.constant;
    ways.is_empty()
        || ways.iter().any(|way| {
            let fits = |at: usize| {
                let exact = way.values[at].map(value).zip(target[at]);
                exact
                    .is_none_or(|(value, (least, greatest))| !(least..=greatest).contains(&value) || value == after[at])
            };
            way.guards.iter().all(|&(upper, lower)| value(upper) >= value(lower)) && (0..target.len()).all(fits)
        })
}

impl Counted<'_> {
    fn add(&self, (target, ways, _): &Next, before: &[i64], states: &mut Vec<CountedState>) {
        let ranges = &self.0.nodes[*target].ranges;
        let all = values(ranges).into_iter().filter(|after| leads(ways, before, ranges, after));
        states.extend(all.map(|after| (*target, after)));
    }
}

impl RecursiveSystem for Counted<'_> {
    type State = CountedState;

    fn entry(&mut self, states: &mut Vec<CountedState>) -> Result<(), Stop> {
        states.extend(values(&self.0.nodes[0].ranges).into_iter().map(|values| (0, values)));
        Ok(())
    }

    fn step(&mut self, (node, before): &CountedState, states: &mut Vec<CountedState>) -> Result<Step, Stop> {
        self.0.nodes[*node].next.iter().for_each(|next| self.add(next, before, states));
        Ok(self.0.nodes[*node].step)
    }

    fn resume(
        &mut self,
        (call, before): &CountedState,
        _: &CountedState,
        (exit, _): &CountedState,
        states: &mut Vec<CountedState>,
    ) -> Result<(), Stop> {
        let returns = self.0.nodes[*call].returns.iter().filter(|returns| returns.0 == *exit);
        returns.for_each(|(_, next)| self.add(next, before, states));
        Ok(())
    }
}

impl FairSystem for Counted<'_> {
    fn marks(&mut self) -> &mut AcceptanceMarks {
        &mut self.0.marks
    }

    fn mark(&mut self, source: &CountedState, target: &CountedState) -> Result<AcceptanceMarkId, Stop> {
        self.0.mark(&source.0, &target.0)
    }
}

#[test]
fn counters_that_come_to_an_end_do() {
    let (count, seed) = (6_000 * cases::factor(), cases::seed(1));
    let mut random = Random::new(seed);
    let (mut fair, mut ranked, mut excluded) = (0_u64, 0_u64, 0_u64);
    for system in 0..count {
        let mut numbered = System::random(&mut random);
        let ranking = find_fair_cycle(&mut numbered, &Limits::default(), &mut Silent);
        let runs = find_fair_cycle(&mut Counted(&mut numbered), &Limits::default(), &mut Silent);
        assert!(ranking.stop.is_none() && runs.stop.is_none(), "system {system}");
        let found = [ranking.lasso.is_some(), runs.lasso.is_some()];
        assert!(found[0] || !found[1], "system {system} of seed {seed} has a fair run: {:?}", runs.lasso);
        fair += u64::from(found[1]);
        ranked += u64::from(!ranking.ranked.is_empty() && !found[0]);
        excluded += u64::from(!found[1]);
    }
    eprintln!("{count} systems: {fair} have fair runs, {excluded} have none, {ranked} of these by a ranking");
    assert!(ranked * 100 > count && fair * 20 > count, "both kinds occur");
}

/// Whether `F {terminated}` is shown for all lists, by a strategy, and whether some number gets smaller.
fn is_shown(text: &str, strategy: &str) -> (bool, bool) {
    let task = serde_json::json!({
        "schema": "hrglass.task/1",
        "program": {"language": "java", "entry": "C.run", "files": [{"name": "C.java", "text": text}]},
        "grammars": [{"predefined": "SLList", "rename": {"ListNode": "C"}}],
        "initial": [
            {"name": "empty.json", "heap": {"nodes": [{"type": "NULL", "number": 1}], "externals": [],
                "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 0}],
                "selectors": [], "hyperedges": []}},
            {"name": "list.json", "heap": {
                "nodes": [{"type": "NULL", "number": 1}, {"type": "C", "number": 1}], "externals": [],
                "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
                "selectors": [], "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}]}}],
        "properties": [{"id": "ends", "ltl": "F {terminated}"}], "options": {"strategy": strategy}});
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let session = run(&loaded, &mut Silent);
    let report = session.report();
    assert!(report.diagnostics.is_empty(), "{text}: {:?}", report.diagnostics);
    let judgement = &report.properties.iter().find(|result| result.id == "ends").expect("it was asked").judgement;
    let counts = judgement.descents.iter().any(|descent| descent.number.is_some());
    (judgement.verdict == Verdict::Satisfied, counts)
}

/// Whether all strategies show that a program ends.
#[track_caller]
fn check(parameters: &str, body: &str, others: &str, ends: bool) {
    let text = format!("class C {{ C next; static void run(C c{parameters}) {{ {body} }} {others} }}");
    for strategy in ["rsm", "hybrid", "on-the-fly"] {
        assert_eq!(is_shown(&text, strategy), (ends, ends), "{text} ({strategy})");
    }
}

/// Methods that take lists, and return others.
const METHODS: &str = "
    static C rest(C c) { return c.next; }
    static C push(C c) { C n = new C(); n.next = c; return n; }
    static C append(C c) { if (c == null) return new C(); c.next = append(c.next); return c; }
    static C fresh(boolean b) { C c = null; while (b) { c = push(c); b = b != (c.next != null); } return c; }
    static C many(C c) { C n = new C(); C m = n; while (c != null) { m.next = new C(); m = m.next; c = c.next; } return n; }";

#[test]
fn loops_over_lists_that_methods_return_end() {
    let ends = |body| assert_eq!(lists(body), [true; 3], "{body}");
    ends("while (c != null) c = rest(c);");
    ends("while (c != null) { C d = push(c); c = c.next; }");
    ends("while (c != null) { C d = fresh(true); c = c.next; }");
    ends("while (c != null && c.next != null) c = push(c.next.next);");
}

#[test]
fn loops_over_lists_that_methods_make_longer_are_not_shown_to_end() {
    let goes_on = |body| assert_eq!(lists(body), [false; 3], "{body}");
    goes_on("while (c != null) c = push(c);");
    goes_on("while (c != null) c = push(c.next);");
    goes_on("while (c != null) c = append(c);");
    goes_on("while (c != null) c = append(c.next);");
    goes_on("while (c != null && c.next != null) c = append(c.next);");
    goes_on("while (c != null) c = many(c.next);");
    goes_on("while (c != null) { C d = fresh(true); c = c.next; c = d; }");
    goes_on("while (c != null) { C d = many(c); c = c.next; if (c != null) c = d; }");
    goes_on("while (c != null && c.next != null) c = push(push(c.next.next));");
}

/// Whether a program with the `METHODS` is shown to end, by strategy.
fn lists(body: &str) -> [bool; 3] {
    let text = format!("class C {{ C next; static void run(C c) {{ {body} }} {METHODS} }}");
    ["rsm", "hybrid", "on-the-fly"].map(|strategy| is_shown(&text, strategy).0)
}

#[test]
fn loops_over_counters_end() {
    let ends = |parameters, body| check(parameters, body, "", true);
    ends(", int n", "for (int i = 0; i < n; i++) { }");
    ends("", "for (int i = 0; i < 10; i += 3) { }");
    ends("", "for (byte i = 0; i <= 100; i++) { }");
    ends("", "for (char d = 'a'; d <= 'z'; d++) { }");
    ends(", short n", "for (int i = 0; i <= n; i++) { }");
    ends(", long n", "for (long i = 0; i < n; i++) { }");
    ends(", int n", "while (n > 0) n -= 2;");
    ends(", int n", "while (n < 0) n++;");
    ends(", int n", "while (n-- > 0) { }");
    ends(", int n", "while (--n > 0) { }");
    ends("", "int i = 0; while (i++ < 10) { }");
    ends(", int n", "int i = 0; do { i++; } while (i < n);");
    ends(", int n", "int i = 0; while (true) { if (i >= n) break; i++; }");
    ends(", int n, int m", "for (int i = 0; i < n; i++) for (int j = i; j < m; j++) { C d = new C(); }");
    ends(", int n, int m, boolean b", "int i = 0; int j = 0; while (i < n && j < m) { if (b) i++; else j++; }");
    check(", int n", "down(n);", "static void down(int n) { if (n > 0) down(n - 1); }", true);
    let mutual = "static void a(int n) { if (n > 0) b(n - 1); } static void b(int n) { a(n); }";
    check(", int n", "a(n);", mutual, true);
    // Calls one after the other count down the same number.
    let fib = "static int fib(int n) { if (n <= 1) return 1; return fib(n - 1) + fib(n - 2); }";
    check(", int n", "fib(n);", fib, true);
    let computed_before = "static void f(int n) { if (n <= 0) return; int a = n - 1, b = n - 2; f(a); f(b); }";
    check(", int n", "f(n);", computed_before, true);
}

#[test]
fn loops_that_may_go_on_are_not_shown_to_end() {
    let goes_on = |parameters, body| check(parameters, body, "", false);
    goes_on(", int n", "for (int i = 0; i <= n; i++) { }");
    goes_on(", int n", "for (int i = 0; i < n; i += 2) { }");
    goes_on(", int n", "for (byte i = 0; i < n; i++) { }");
    goes_on(", int n", "while (n > 0) { n--; n++; }");
    goes_on(", int n", "int i = 0; while (i < n) { i++; if (i == 5) i = 0; }");
    goes_on(", int n", "int i = 0; while (i < n) { if (n == 3) i--; i++; }");
    goes_on(", int n", "int i = 0; while (i < n) { i++; n++; }");
    goes_on(", int n", "while (n < 10) n--;");
    goes_on(", int n", "while (n-- >= -2147483648) { }");
    goes_on(", int n", "int i = 0; while (i++ <= n) { }");
    // When `n` is the greatest number, it wraps around and comes back.
    goes_on(", byte n, byte m", "while (n++ > m) { m += 2; n--; }");
    goes_on(", int n, int m", "while (n++ > m) { m += 2; n--; }");
    goes_on(", byte n, byte m", "while (true) { byte k = n; if (n++ <= m) break; m += 2; n = k; }");
    check(", int n", "while (n > 0) { n = same(n); }", "static int same(int n) { return n; }", false);
    check(
        ", int n",
        "int i = 0; while (i < n) { i++; i = same(i); }",
        "static int same(int i) { return i - 1; }",
        false,
    );
    let more = "static void down(int n) { if (n > 0) down(n); }";
    check(", int n", "down(n);", more, false);
    // What was computed from a number that has changed since says nothing of the number as it is.
    let changed = "static void f(int n) { if (n <= 0) return; int a = n - 1; f(a); a = n + 1; n = n - 2; f(a); }";
    check(", int n", "f(n);", changed, false);
    let stays = "static void f(int n) { if (n <= 0) return; int a = n; n = n - 1; f(n); f(a); }";
    check(", int n", "f(n);", stays, false);
    // A byte that wraps around.
    let narrow = "static void f(int n) { if (n <= -200) return; byte a = (byte) (n - 1); f(a); f(a); }";
    check(", int n", "f(n);", narrow, false);
    // The caller counts down, the callee has another counter of this name.
    let other = "static void up(int n) { while (n > 0) { n++; } }";
    check(", int n", "while (n > 0) { up(n); n--; }", other, false);
}

/// A statement over the bytes `a`, `b` and `c`.
enum Statement {
    /// Adds something to a variable.
    Add(usize, i8),
    /// Sets a variable to another one plus something.
    Set(usize, usize, i8),
    /// A condition, with what is done as long as it holds, or once.
    While(Test, Vec<Statement>),
    If(Test, Vec<Statement>, Vec<Statement>),
}

/// A comparison of a variable, which may be changed before or after, with another one or a number.
struct Test {
    variable: usize,
    /// What is added, and whether before.
    change: Option<(i8, bool)>,
    comparison: usize,
    other: Result<usize, i8>,
}

const NAMES: [&str; 3] = ["a", "b", "c"];
const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "!=", "=="];

impl Test {
    fn random(random: &mut Random) -> Self {
        let change = random.one_in(3).then(|| (if random.one_in(2) { 1 } else { -1 }, random.one_in(2)));
        let number = *random.one_of(&[-128, -3, 0, 1, 10, 126, 127]);
        let other = if random.one_in(2) { Ok(random.below(3)) } else { Err(number) };
        let comparisons = if random.one_in(4) { 6 } else { 4 };
        let comparison = random.below(comparisons);
        Self { variable: random.below(3), change, comparison, other }
    }

    fn text(&self) -> String {
        let name = NAMES[self.variable];
        let left = match self.change {
            None => name.to_owned(),
            Some((by, is_before)) => {
                let operator = if by > 0 { "++" } else { "--" };
                if is_before { format!("{operator}{name}") } else { format!("{name}{operator}") }
            }
        };
        let right = self.other.map_or_else(|number| number.to_string(), |other| NAMES[other].to_owned());
        format!("{left} {} {right}", COMPARISONS[self.comparison])
    }

    fn holds(&self, values: &mut [i8; 3]) -> bool {
        let before = values[self.variable];
        if let Some((by, _)) = self.change {
            values[self.variable] = before.wrapping_add(by);
        }
        let left = if matches!(self.change, Some((_, true))) { values[self.variable] } else { before };
        let right = self.other.map_or_else(|number| number, |other| values[other]);
        [left < right, left <= right, left > right, left >= right, left != right, left == right][self.comparison]
    }
}

fn block(random: &mut Random, depth: usize) -> Vec<Statement> {
    let statement = |random: &mut Random| match random.below(if depth == 0 { 4 } else { 7 }) {
        0..=2 => Statement::Add(random.below(3), *random.one_of(&[-1, 1, 1, 2])),
        3 => Statement::Set(random.below(3), random.below(3), random.below(3) as i8 - 1),
        4 => Statement::If(Test::random(random), block(random, depth - 1), block(random, depth - 1)),
        _ => Statement::While(Test::random(random), block(random, depth - 1)),
    };
    (0..random.below(3)).map(|_| statement(random)).collect()
}

fn text(statements: &[Statement]) -> String {
    let text = |statement: &Statement| match statement {
        Statement::Add(variable, 1) => format!("{}++; ", NAMES[*variable]),
        Statement::Add(variable, by) => format!("{} += {by}; ", NAMES[*variable]),
        Statement::Set(variable, from, 0) => format!("{} = {}; ", NAMES[*variable], NAMES[*from]),
        Statement::Set(variable, from, by) => format!("{} = (byte) ({} + {by}); ", NAMES[*variable], NAMES[*from]),
        Statement::While(test, body) => format!("while ({}) {{ {}}} ", test.text(), text(body)),
        Statement::If(test, yes, no) => format!("if ({}) {{ {}}} else {{ {}}} ", test.text(), text(yes), text(no)),
    };
    statements.iter().map(text).collect()
}

/// Executes statements as Java does; `false` if there are too many steps.
fn execute(statements: &[Statement], values: &mut [i8; 3], steps: &mut u32) -> bool {
    statements.iter().all(|statement| {
        *steps = steps.saturating_sub(1);
        match statement {
            Statement::Add(variable, by) => values[*variable] = values[*variable].wrapping_add(*by),
            Statement::Set(variable, from, by) => values[*variable] = values[*from].wrapping_add(*by),
            Statement::If(test, yes, no) => return execute(if test.holds(values) { yes } else { no }, values, steps),
            Statement::While(test, body) => {
                while test.holds(values) {
                    *steps = steps.saturating_sub(1);
                    if *steps == 0 || !execute(body, values, steps) {
                        return false;
                    }
                }
            }
        }
        *steps > 0
    })
}

#[test]
fn random_loops_over_bytes_that_are_shown_to_end_do() {
    let (count, seed) = (400 * cases::factor(), cases::seed(1));
    let mut random = Random::new(seed);
    let mut counted = 0_u64;
    for _ in 0..count {
        let program = [Statement::While(Test::random(&mut random), block(&mut random, 1))];
        let text =
            format!("class C {{ C next; static void run(C x, byte a, byte b, byte c) {{ {}}} }}", text(&program));
        let (ends, counts) = is_shown(&text, "rsm");
        if !ends {
            continue;
        }
        counted += u64::from(counts);
        let starts = [-128, -127, -2, 0, 3, 9, 126, 127];
        for at in 0..512 {
            let start = [starts[at / 64], starts[at / 8 % 8], starts[at % 8]];
            let ended = execute(&program, &mut start.clone(), &mut 2_000_000);
            assert!(ended, "seed {seed}: {text} does not end on {start:?}");
        }
    }
    eprintln!("{count} programs: {counted} shown to end by counting");
    assert!(counted * 40 > count, "many loops count");
}
