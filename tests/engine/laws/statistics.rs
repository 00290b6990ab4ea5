//! Statistics of the checked tasks, to detect empty tests.

use std::collections::BTreeMap;
use std::fmt;

use hrglass::logic::Truth;

/// The figures of the checked tasks.
#[derive(Default, Debug)]
pub struct Statistics {
    /// Tasks.
    pub tasks: u64,
    /// Rejected tasks, by code of the first error.
    pub refused: BTreeMap<String, u64>,
    /// Tasks by tag: all of them, and those that the engine accepts.
    pub tags: BTreeMap<String, [u64; 2]>,
    /// Tasks for which not all initial states were generated.
    pub stopped: u64,
    /// Heaps, with and without marks, that initial states must describe.
    pub covered_initially: u64,
    /// Initial heaps in which an object lacks a selector that rules give to its class.
    pub absent: u64,
    /// Selectors that were made concrete.
    pub materialised: u64,
    /// Heaps that had to be preserved by that.
    pub kept: u64,
    /// Heaps that were folded.
    pub folded: u64,
    /// Truth values in states, by kind of proposition: true, false, unknown.
    pub truths: BTreeMap<String, [u64; 3]>,
    /// Pairs of a definite truth value and a heap.
    pub compared: u64,
    /// Heaps for which a law could not be decided, because a language was not enumerated far enough.
    pub undecided: u64,
}

impl Statistics {
    /// Counts a task rejected for these reasons.
    pub fn refuse(&mut self, mut codes: impl Iterator<Item = String>) {
        *self.refused.entry(codes.next().unwrap_or_default()).or_default() += 1;
    }

    /// Counts a task with these tags, accepted or not.
    pub fn count<'t>(&mut self, tags: impl Iterator<Item = &'t str>, is_accepted: bool) {
        for tag in tags.chain([""]) {
            let [seen, accepted] = self.tags.entry(tag.to_owned()).or_default();
            *seen += 1;
            *accepted += u64::from(is_accepted);
        }
    }

    /// Counts a truth value.
    pub fn truth(&mut self, kind: String, truth: Truth) {
        let position = match truth {
            Truth::True => 0,
            Truth::False => 1,
            Truth::Unknown => 2,
        };
        self.truths.entry(kind).or_default()[position] += 1;
    }

    /// The number of tasks with a tag.
    pub fn seen(&self, tag: &str) -> u64 {
        self.tags.get(tag).map_or(0, |[seen, _]| *seen)
    }

    /// The number of these that the engine accepts.
    pub fn accepted(&self, tag: &str) -> u64 {
        self.tags.get(tag).map_or(0, |[_, accepted]| *accepted)
    }

    /// The number of definite truth values of a kind of proposition.
    pub fn definite(&self, kind: &str) -> u64 {
        self.truths.get(kind).map_or(0, |[holds, fails, _]| holds + fails)
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} tasks, {} stopped early", self.tasks, self.stopped)?;
        writeln!(f, "refused: {:?}", self.refused)?;
        writeln!(f, "tasks with a feature, and accepted: {:?}", self.tags)?;
        writeln!(f, "heaps that initial states describe: {}", self.covered_initially)?;
        writeln!(
            f,
            "selectors made concrete: {}; heaps kept: {}; initial heaps that lack a selector: {}",
            self.materialised, self.kept, self.absent
        )?;
        writeln!(f, "heaps folded: {}", self.folded)?;
        writeln!(f, "definite truths compared with heaps: {}; undecided: {}", self.compared, self.undecided)?;
        self.truths.iter().try_for_each(|(kind, [holds, fails, unknown])| {
            writeln!(f, "  {kind}: {holds} true, {fails} false, {unknown} unknown")
        })
    }
}
