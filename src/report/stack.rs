//! Call stacks.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::RunStep;

/// An entry of a call stack. In documents it is a text: `Class.method:line`, or `… 3 more`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum StackFrame {
    /// A suspended caller.
    Caller {
        /// Qualified name of the procedure.
        method: String,
        /// Line of the call.
        line: u32,
    },
    /// So many callers that are left out.
    Omitted(usize),
}

impl StackFrame {
    /// Whether this is a caller that is suspended at a step.
    pub fn is_at(&self, step: &RunStep) -> bool {
        matches!(self, Self::Caller { method, line } if *method == step.method && *line == step.line)
    }
}

impl fmt::Display for StackFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Caller { method, line } => write!(f, "{method}:{line}"),
            Self::Omitted(count) => write!(f, "… {count} more"),
        }
    }
}

impl From<StackFrame> for String {
    fn from(frame: StackFrame) -> Self {
        frame.to_string()
    }
}

impl TryFrom<String> for StackFrame {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let caller = text.rsplit_once(':').and_then(|(method, line)| Some((method.to_owned(), line.parse().ok()?)));
        let omitted = || text.strip_prefix("… ")?.strip_suffix(" more")?.parse().ok();
        match caller {
            Some((method, line)) => Ok(Self::Caller { method, line }),
            None => omitted().map(Self::Omitted).ok_or_else(|| format!("`{text}` is no entry of a call stack")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_texts_in_documents() {
        for text in ["Node.run:7", "main:0", "… 3 more"] {
            let frame = StackFrame::try_from(text.to_owned()).expect(text);
            assert_eq!(String::from(frame), text);
        }
        assert!(StackFrame::try_from("Node.run".to_owned()).is_err());
    }
}
