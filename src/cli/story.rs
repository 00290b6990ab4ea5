//! A failing run, told along the source.

use std::fmt::Write;

use super::style::{BOLD, DIM};
use crate::base::Sources;
use crate::outcome::report::{Run, RunStep};

/// The run as lines of the program: steps on one line of one call fold, calls are indented, a cycle is marked.
pub(super) fn story(run: &Run, sources: &Sources) -> String {
    let mut out = String::new();
    let width = run.prefix.iter().chain(&run.cycle).map(|s| place(s).len()).max().unwrap_or(0);
    let mut previous = None;
    tell(&run.prefix, "  ", width, &mut previous, sources, &mut out);
    if !run.cycle.is_empty() {
        let _ = writeln!(out, "  {BOLD}and for ever:{BOLD:#}");
        previous = None;
        tell(&run.cycle, "↻ ", width, &mut previous, sources, &mut out);
    }
    out
}

fn place(step: &RunStep) -> String {
    if step.line == 0 { step.file.clone() } else { format!("{}:{}", step.file, step.line) }
}

/// Where a step is, as far as folding is concerned.
fn frame(step: &RunStep) -> (&str, &[String], &str, u32) {
    (&step.method, &step.stack, &step.file, step.line)
}

fn tell<'a>(
    steps: &'a [RunStep],
    mark: &str,
    width: usize,
    previous: &mut Option<&'a RunStep>,
    sources: &Sources,
    out: &mut String,
) {
    for group in steps.chunk_by(|a, b| frame(a) == frame(b)) {
        let step = &group[0];
        let indent = "  ".repeat(step.stack.len().min(20));
        let entered = previous.is_none_or(|p| p.method != step.method || p.stack != step.stack);
        if entered {
            let callers: Vec<&str> = step.stack.iter().rev().take(3).map(String::as_str).collect();
            let more = if step.stack.len() > 3 { ", …" } else { "" };
            let from = if callers.is_empty() { String::new() } else { format!(", from {}{more}", callers.join(", ")) };
            let _ = writeln!(out, "{mark}{:width$}  {indent}{DIM}in {}{from}{DIM:#}", "", step.method);
        }
        let line = sources.iter().find(|(_, f)| f.name == step.file).map_or("", |(_, f)| f.line(step.line).trim());
        let text = if line.is_empty() { step.operation.as_str() } else { line };
        let count = if group.len() > 1 { format!(" {DIM}({} steps){DIM:#}", group.len()) } else { String::new() };
        let _ = writeln!(out, "{mark}{:<width$}  {indent}{text}{count}", place(step));
        *previous = group.last();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn step(method: &str, line: u32, stack: &[&str]) -> RunStep {
        RunStep {
            state: String::new(),
            index: None,
            method: method.to_owned(),
            file: "A.java".to_owned(),
            line,
            operation: "skip".to_owned(),
            stack: stack.iter().map(|&s| s.to_owned()).collect(),
            folded: false,
        }
    }

    #[test]
    fn steps_fold_calls_indent_and_cycles_are_marked() {
        let mut sources = Sources::default();
        sources.add("A.java", "f();\nx = x.next;\nloop();\n");
        let run = Run {
            prefix: vec![step("A.m", 1, &[]), step("A.f", 2, &["A.m:1"]), step("A.f", 2, &["A.m:1"])],
            cycle: vec![step("A.m", 3, &[]), step("A.m", 9, &[])],
        };
        let text = anstream::adapter::strip_str(&story(&run, &sources)).to_string();
        expect![[r#"
                        in A.m
              A.java:1  f();
                          in A.f, from A.m:1
              A.java:2    x = x.next; (2 steps)
              and for ever:
            ↻           in A.m
            ↻ A.java:3  loop();
            ↻ A.java:9  skip
        "#]]
        .assert_eq(&text);
    }
}
