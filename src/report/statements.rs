//! Runs as statements of the source, each with the small steps that it consists of.
//!
//! One convention holds everywhere: a step is a state *before* its operation, so what a statement has changed is in the state before the
//! next statement.

use serde::Serialize;

use super::stack::StackFrame;
use super::{Run, RunStep};
use base::Sources;

/// A statement that a run executes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StatementView {
    /// Qualified name of the procedure.
    pub method: String,
    /// File of the statement.
    pub file: String,
    /// Its line; 0 if it has none.
    pub line: u32,
    /// Its first line in the source; the operation if there is none.
    pub text: String,
    /// If it decides a condition, the value of that.
    pub condition: Option<bool>,
    /// Suspended callers, outermost first, each as `Class.method:line`.
    #[cfg_attr(feature = "wasm", tsify(type = "string[]"))]
    pub stack: Vec<StackFrame>,
    /// Position of its first small step, prefix and cycle in one.
    pub first: u32,
    /// Position of its last small step.
    pub last: u32,
    /// Position of the state after it: that before the next statement, on a cycle after the last statement the first one of the cycle. Absent
    /// at the end of the run.
    pub after: Option<u32>,
    /// Whether it is on the cycle.
    pub repeats: bool,
}

impl StatementView {
    /// The text with the value of the condition: `while (p != null): true`.
    pub fn valued(&self) -> String {
        let Some(value) = self.condition else { return self.text.clone() };
        let text = [" {", "{", " do", " then"].into_iter().find_map(|end| self.text.strip_suffix(end));
        format!("{}: {value}", text.unwrap_or(&self.text).trim_end())
    }
}

/// The statements of a run. Law: their steps are all steps of the run, in order.
///
/// Small steps belong to one statement as long as they are on one line of one call and no condition has been decided. What the library does
/// belongs to the statement that calls it.
pub fn statements(run: &Run, sources: &Sources) -> Vec<StatementView> {
    let count = run.prefix.len() + run.cycle.len();
    let mut views: Vec<StatementView> = Vec::new();
    for (steps, repeats) in [(&run.prefix, false), (&run.cycle, true)] {
        let mut first = if repeats { run.prefix.len() } else { 0 };
        for group in groups(steps) {
            let (step, end) = (&group[0], first + group.len());
            let start = run.prefix.len();
            views.push(StatementView {
                method: step.method.clone(),
                file: step.file.clone(),
                line: step.line,
                text: text(step, sources).to_owned(),
                condition: group.iter().filter(|step| !step.is_of_library()).find_map(|step| step.condition),
                stack: step.stack.clone(),
                first: first as u32,
                last: end as u32 - 1,
                after: if end < count { Some(end as u32) } else { (start < count).then_some(start as u32) },
                repeats,
            });
            first = end;
        }
    }
    views
}

/// The line of the program at which a step is, or its operation if there is no line.
pub fn text<'a>(step: &'a RunStep, sources: &'a Sources) -> &'a str {
    let line = sources.iter().find(|(_, f)| f.name == step.file).map_or("", |(_, f)| f.line(step.line).trim());
    // A client is written nowhere.
    if line.is_empty() || step.method.ends_with(".*") { &step.operation } else { line }
}

/// The steps of each statement.
fn groups(steps: &[RunStep]) -> impl Iterator<Item = &[RunStep]> {
    // The steps of the program that called what is executed, innermost last.
    let mut callers: Vec<&RunStep> = Vec::new();
    let mut owners: Vec<&RunStep> = Vec::new();
    for step in steps {
        callers.retain(|caller| caller.stack.len() < step.stack.len());
        if callers.is_empty() || !step.is_of_library() {
            callers.push(step);
        }
        owners.extend(callers.last());
    }
    let ends = |at: usize| {
        let decides = owners[at].condition.is_some() && !steps[at].is_of_library();
        decides || owners.get(at + 1).is_none_or(|next| frame(next) != frame(owners[at]))
    };
    let ends: Vec<usize> = (0..steps.len()).filter(|&at| ends(at)).map(|at| at + 1).collect();
    let starts = std::iter::once(0).chain(ends.clone());
    starts.zip(ends).map(|(start, end)| &steps[start..end])
}

fn frame(step: &RunStep) -> (&str, &[StackFrame], &str, u32) {
    (&step.method, &step.stack, &step.file, step.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(line: u32, condition: Option<bool>, stack: &[&str]) -> RunStep {
        let stack = stack.iter().map(|&frame| StackFrame::try_from(frame.to_owned()).expect(frame)).collect();
        RunStep { file: "A.java".to_owned(), line, condition, stack, ..RunStep::default() }
    }

    #[test]
    fn steps_of_a_line_are_one_statement_until_a_condition_is_decided() {
        let mut sources = Sources::default();
        sources.add("A.java", "while (p != null) {\nf();\nwhile (q) q = g();\n");
        let prefix = vec![step(1, None, &[]), step(1, Some(true), &[]), step(2, None, &[]), step(2, None, &["A.f:2"])];
        let cycle = vec![step(3, Some(true), &[]), step(3, None, &[]), step(3, None, &[])];
        let views = statements(&Run { prefix, cycle }, &sources);
        let told: Vec<_> = views.iter().map(|v| (v.valued(), v.first, v.last, v.after, v.repeats)).collect();
        let one = |text: &str, first, last, after, repeats| (text.to_owned(), first, last, Some(after), repeats);
        assert_eq!(
            told,
            [
                one("while (p != null): true", 0, 1, 2, false),
                one("f();", 2, 2, 3, false),
                one("f();", 3, 3, 4, false),
                one("while (q) q = g();: true", 4, 4, 5, true),
                one("while (q) q = g();", 5, 6, 4, true),
            ]
        );
        let run = Run { prefix: vec![step(2, None, &[])], cycle: Vec::new() };
        assert_eq!(statements(&run, &sources)[0].after, None);
    }
}
