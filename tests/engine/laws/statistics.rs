//! What was judged, so that nobody takes an empty test for a test.

use std::collections::BTreeMap;
use std::fmt;

use hrglass::logic::Truth;

/// Figures of the judged tasks.
#[derive(Default, Debug)]
pub struct Statistics {
    /// Tasks.
    pub tasks: u64,
    /// Those that the engine refuses, by code of the first error.
    pub refused: BTreeMap<String, u64>,
    /// By what is special about them, all of them and those that it accepts.
    pub tags: BTreeMap<String, [u64; 2]>,
    /// Tasks of which not all initial states were generated.
    pub stopped: u64,
    /// Heaps, with and without marks, that initial states must describe.
    pub covered_initially: u64,
    /// Initial heaps in which an object lacks a selector that rules give to its class.
    pub absent: u64,
    /// Selectors that were made concrete.
    pub materialised: u64,
    /// Heaps that had to be kept there.
    pub kept: u64,
    /// Heaps that were folded.
    pub folded: u64,
    /// Truths in states, by kind of proposition: true, false, unknown.
    pub truths: BTreeMap<String, [u64; 3]>,
    /// Pairs of a definite truth and a heap.
    pub compared: u64,
    /// Heaps of which nothing could be said, as a language was not listed far enough.
    pub undecided: u64,
}

impl Statistics {
    /// Counts a task that is refused for these reasons.
    pub fn refuse(&mut self, mut codes: impl Iterator<Item = String>) {
        *self.refused.entry(codes.next().unwrap_or_default()).or_default() += 1;
    }

    /// Counts a task with these tags that is accepted, or is not.
    pub fn count<'t>(&mut self, tags: impl Iterator<Item = &'t str>, is_accepted: bool) {
        for tag in tags.chain([""]) {
            let [seen, accepted] = self.tags.entry(tag.to_owned()).or_default();
            *seen += 1;
            *accepted += u64::from(is_accepted);
        }
    }

    /// Counts a truth.
    pub fn truth(&mut self, kind: String, truth: Truth) {
        let position = match truth {
            Truth::True => 0,
            Truth::False => 1,
            Truth::Unknown => 2,
        };
        self.truths.entry(kind).or_default()[position] += 1;
    }

    /// Tasks with a tag; all with none.
    pub fn seen(&self, tag: &str) -> u64 {
        self.tags.get(tag).map_or(0, |[seen, _]| *seen)
    }

    /// Those of them that the engine accepts.
    pub fn accepted(&self, tag: &str) -> u64 {
        self.tags.get(tag).map_or(0, |[_, accepted]| *accepted)
    }

    /// Definite truths of a kind of proposition.
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
