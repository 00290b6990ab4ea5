//! A failing run as lines of the source.

use std::fmt::Write;

use indexmap::IndexMap;

use super::style::{BOLD, DIM};
use base::{Message, Sources, msg};
use report::stack::StackFrame;
use report::statements::{StatementView, statements, text};
use report::{Run, RunStep, VariableValue};

/// Above this number of nested calls, only the outermost and the innermost are named.
const CHAIN_LIMIT: usize = 6;

/// Above this number of values of a variable on one line, only the first and the last are shown.
const VALUE_LIMIT: usize = 6;

/// The run as [statements] of the program: calls are indented, a cycle is
/// marked. If the run fails inside a call, the first line names the enclosing calls.
pub(super) fn trace(run: &Run, sources: &Sources) -> String {
    let mut out = chain(run, sources);
    let width = run.prefix.iter().chain(&run.cycle).map(|s| place(s).len()).max().unwrap_or(0);
    let steps: Vec<&RunStep> = run.prefix.iter().chain(&run.cycle).collect();
    let statements = statements(run, sources);
    let (first, again) = statements.split_at(statements.partition_point(|statement| !statement.repeats));
    write_steps(first, &steps, "  ", width, &mut None, &mut out);
    if !again.is_empty() {
        let _ = writeln!(out, "  {BOLD}{}{BOLD:#}", msg!("and forever:"));
        write_steps(again, &steps, "↻ ", width, &mut None, &mut out);
    }
    out
}

/// The calls on the stack where the run fails, outermost first: at its end, or those open during the whole cycle.
fn chain(run: &Run, sources: &Sources) -> String {
    let last = run.cycle.iter().min_by_key(|s| s.stack.len());
    let last = last.or_else(|| run.prefix.iter().rfind(|step| !step.is_of_library()));
    let Some(last) = last.filter(|s| !s.stack.is_empty()) else { return String::new() };
    let callers =
        last.stack.iter().map(|frame| match run.prefix.iter().chain(&run.cycle).find(|step| frame.is_at(step)) {
            Some(step) => link(step, sources),
            None => format!("[{frame}]"),
        });
    let all: Vec<String> = callers.chain([link(last, sources)]).collect();
    let shown = match all.as_slice() {
        [first, .., before, last] if all.len() > CHAIN_LIMIT => {
            let hidden = all.len() - 3;
            format!("{first} → {} → {before} → {last}", msg!("… {hidden} more …"))
        }
        all => all.join(" → "),
    };
    format!("  {BOLD}{shown}{BOLD:#}\n")
}

fn link(step: &RunStep, sources: &Sources) -> String {
    format!("[{}: {}]", step.method, text(step, sources))
}

/// The callee of a printed call.
fn callee(operation: &str) -> &str {
    let before = operation.split('(').next().unwrap_or_default().trim_end();
    before.rsplit(' ').next().unwrap_or_default()
}

fn place(step: &RunStep) -> String {
    if step.line == 0 { step.file.clone() } else { format!("{}:{}", step.file, step.line) }
}

fn write_steps<'a>(
    statements: &[StatementView],
    steps: &[&'a RunStep],
    mark: &str,
    width: usize,
    previous: &mut Option<&'a RunStep>,
    out: &mut String,
) {
    for statement in statements {
        let group = &steps[statement.first as usize..=statement.last as usize];
        let step = group[0];
        let indent = "  ".repeat(step.stack.len().min(20));
        let entered = previous.is_none_or(|p| p.method != step.method || p.stack != step.stack);
        if entered {
            let callers: Vec<String> = step.stack.iter().rev().take(3).map(StackFrame::to_string).collect();
            let more = if step.stack.len() > 3 { ", …" } else { "" };
            let method = Message::verbatim(&step.method);
            let place = match callers.as_slice() {
                [] => msg!("in {method}"),
                callers => msg!("in {method}, from {}", Message::verbatim(callers.join(", ") + more)),
            };
            let _ = writeln!(out, "{mark}{:width$}  {indent}{DIM}{place}{DIM:#}", "");
        }
        let text = statement.valued();
        let count = match group.len() {
            1 => String::new(),
            steps => format!(" {DIM}{}{DIM:#}", msg!("({steps} steps)")),
        };
        let values = changed(group, previous.filter(|_| !entered));
        let _ = writeln!(out, "{mark}{:<width$}  {indent}{text}{count}{values}", place(step));
        for call in group.iter().filter(|s| s.folded) {
            let folded = msg!("… call of {}, folded (returns)", Message::verbatim(callee(&call.operation)));
            let _ = writeln!(out, "{mark}{:width$}  {indent}  {DIM}{folded}{DIM:#}", "");
        }
        *previous = group.last().copied();
    }
}

/// The new values of variables during these steps, each compared with the previous step; a first step without a
/// predecessor shows all values.
fn changed(steps: &[&RunStep], before: Option<&RunStep>) -> String {
    let mut changes: IndexMap<&str, Vec<&str>> = IndexMap::new();
    let befores = std::iter::once(before).chain(steps.iter().copied().map(Some));
    for (step, before) in steps.iter().zip(befores) {
        let is_new = |value: &&VariableValue| before.is_none_or(|before| !before.values.contains(value));
        for VariableValue { name, value } in step.values.iter().filter(is_new) {
            changes.entry(name).or_default().push(value);
        }
    }
    let written = |(name, values): (&str, Vec<&str>)| match values.as_slice() {
        [first, .., last] if values.len() > VALUE_LIMIT => format!("{name} = {first} → … → {last}"),
        values => format!("{name} = {}", values.join(" → ")),
    };
    let texts: Vec<String> = changes.into_iter().map(written).collect();
    if texts.is_empty() { String::new() } else { format!("  {DIM}{}{DIM:#}", texts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn step(method: &str, line: u32, stack: &[&str]) -> RunStep {
        RunStep {
            values: Vec::new(),
            state: String::new(),
            index: None,
            method: method.to_owned(),
            file: "A.java".to_owned(),
            line,
            operation: "skip".to_owned(),
            condition: None,
            stack: stack.iter().map(|&s| StackFrame::try_from(s.to_owned()).expect(s)).collect(),
            folded: false,
        }
    }

    #[test]
    fn values_are_shown_where_they_change() {
        let with = |line, x: &str| {
            let value = |name: &str, value: &str| VariableValue { name: name.to_owned(), value: value.to_owned() };
            RunStep { values: vec![value("g", "T"), value("x", x)], ..step("A.m", line, &[]) }
        };
        let run = Run { prefix: vec![with(1, "1"), with(2, "2"), with(3, "2")], cycle: Vec::new() };
        expect![[r#"
            trace:
                        in A.m
              A.java:1  f();  g = T, x = 1
              A.java:2  x = x.next;  x = 2
              A.java:3  loop();
        "#]]
        .assert_eq(&printed(&run));
    }

    #[test]
    fn no_change_on_a_line_of_several_statements_is_lost() {
        let with = |line, x: &str, y: &str| {
            let value = |name: &str, value: &str| VariableValue { name: name.to_owned(), value: value.to_owned() };
            RunStep { values: vec![value("x", x), value("y", y)], ..step("A.m", line, &[]) }
        };
        let prefix =
            vec![with(1, "0", "0"), with(2, "0", "0"), with(2, "1", "0"), with(3, "1", "1"), with(3, "2", "1")];
        let cycle = (0..9).map(|i| with(1, &(i % 2).to_string(), "1")).collect();
        expect![[r#"
            trace:
                        in A.m
              A.java:1  f();  x = 0, y = 0
              A.java:2  x = x.next; (2 steps)  x = 1
              A.java:3  loop(); (2 steps)  y = 1, x = 2
              and forever:
            ↻           in A.m
            ↻ A.java:1  f(); (9 steps)  x = 0 → … → 0, y = 1
        "#]]
        .assert_eq(&printed(&Run { prefix, cycle }));
    }

    fn printed(run: &Run) -> String {
        let mut sources = Sources::default();
        sources.add("A.java", "f();\nx = x.next;\nloop();\n");
        // A line without indentation, or the expected texts lose theirs.
        format!("trace:\n{}", anstream::adapter::strip_str(&trace(run, &sources)))
    }

    #[test]
    fn steps_fold_calls_indent_and_cycles_are_marked() {
        let run = Run {
            prefix: vec![step("A.m", 1, &[]), step("A.f", 2, &["A.m:1"]), step("A.f", 2, &["A.m:1"])],
            cycle: vec![step("A.m", 3, &[]), step("A.m", 9, &[])],
        };
        expect![[r#"
            trace:
                        in A.m
              A.java:1  f();
                          in A.f, from A.m:1
              A.java:2    x = x.next; (2 steps)
              and forever:
            ↻           in A.m
            ↻ A.java:3  loop();
            ↻ A.java:9  skip
        "#]]
        .assert_eq(&printed(&run));
    }

    #[test]
    fn a_failure_in_a_call_begins_with_the_chain_of_calls() {
        let run = Run { prefix: vec![step("A.m", 1, &[]), step("A.f", 2, &["A.m:1"])], cycle: Vec::new() };
        expect![[r#"
            trace:
              [A.m: f();] → [A.f: x = x.next;]
                        in A.m
              A.java:1  f();
                          in A.f, from A.m:1
              A.java:2    x = x.next;
        "#]]
        .assert_eq(&printed(&run));
        let run = Run { prefix: vec![step("A.m", 1, &[])], cycle: vec![step("A.f", 2, &["… 7 more", "A.m:1"])] };
        expect![[r#"
            trace:
              [… 7 more] → [A.m: f();] → [A.f: x = x.next;]
                        in A.m
              A.java:1  f();
              and forever:
            ↻               in A.f, from A.m:1, … 7 more
            ↻ A.java:2      x = x.next;
        "#]]
        .assert_eq(&printed(&run));
        let many = ["A.m:1"; 9];
        let run = Run { prefix: vec![step("A.m", 1, &many)], cycle: Vec::new() };
        expect![[r#"
            trace:
              [A.m: f();] → … 7 more … → [A.m: f();] → [A.m: f();]
                                          in A.m, from A.m:1, A.m:1, A.m:1, …
              A.java:1                    f();
        "#]]
        .assert_eq(&printed(&run));
    }

    #[test]
    fn a_call_that_is_not_shown_is_mentioned() {
        let call = RunStep { operation: "x = A.f(y, 1)".to_owned(), folded: true, ..step("A.m", 1, &[]) };
        let run = Run { prefix: vec![call, step("A.m", 2, &[])], cycle: Vec::new() };
        expect![[r#"
            trace:
                        in A.m
              A.java:1  f();
                          … call of A.f, folded (returns)
              A.java:2  x = x.next;
        "#]]
        .assert_eq(&printed(&run));
    }
}
