//! One layout for all heaps along a run, in which objects keep their places: that of all these heaps together, of which each picture
//! shows a part (Diehl and Görg, "Graphs, They Are Changing", GD 2002).
//!
//! Deviation: where all of them together would be larger than the largest of them by more than a little, a new layout begins, and objects
//! move once.

#[cfg(test)]
mod tests;
mod union;

use std::ops::Range;

use crate::heap_diff::heap_diff;
use crate::layout::Point;
use crate::marked_heap::MarkedHeap;
use crate::scene::Scene;
use report::heap::HeapView;
use union::{Placed, Union};

/// Runs whose heaps have more vertices and nonterminals in all have no layout of their own: the first picture would have to wait for it.
const SIZE_LIMIT: usize = 20_000;
/// How much larger a layout may be than the largest of its heaps by itself: in height and in width, as layers stand in pictures …
const STRETCH: Point = [1.6, 1.25];
/// … with this height more, for edges that lead around others.
const LANES: f32 = 40.0;

/// A layout for the heaps along a run.
#[derive(Debug, Default)]
pub struct RunLayout {
    sections: Vec<Section>,
}

/// Steps with one layout.
#[derive(Debug)]
struct Section {
    steps: Range<usize>,
    placed: Placed,
    /// The corners of what is drawn of all heaps.
    frame: (Point, Point),
}

impl RunLayout {
    /// The layout of heaps, each of which is compared with the one before it, and with those with which it stands in `pairs` of positions,
    /// the earlier one first. Heaps with objects that have no number are left out.
    pub fn new(heaps: &[HeapView], pairs: &[(usize, usize)]) -> Self {
        let mut layout = Self::default();
        if heaps.iter().map(|heap| heap.vertices.len() + heap.nonterminals.len()).sum::<usize>() > SIZE_LIMIT {
            return layout;
        }
        let mut compared: Vec<Vec<usize>> =
            (0..heaps.len()).map(|step| step.checked_sub(1).into_iter().collect()).collect();
        for &(before, after) in pairs.iter().filter(|&&(before, after)| before < heaps.len() && after < heaps.len()) {
            if !compared[after].contains(&before) {
                compared[after].push(before);
            }
        }
        let mut growing: Option<Growing> = None;
        for (step, before) in compared.iter().enumerate() {
            let changes = before.iter().map(|&before| heap_diff(&heaps[before], &heaps[step]).marked());
            let here: Vec<MarkedHeap> = std::iter::once(MarkedHeap::plain(&heaps[step])).chain(changes).collect();
            if growing.as_mut().is_none_or(|growing| !growing.extend(&here)) {
                layout.sections.extend(growing.take().map(|growing| growing.close(step)));
                growing = Growing::new(step, here);
            }
        }
        layout.sections.extend(growing.map(|growing| growing.close(heaps.len())));
        layout
    }

    /// The picture of the heap at a step, or of what changed there; absent if the layout has no place for some part of it.
    pub(crate) fn scene(&self, step: usize, marked: &MarkedHeap) -> Option<Scene> {
        let Section { placed, frame, .. } = self.sections.iter().find(|section| section.steps.contains(&step))?;
        let mut scene = placed.scene(marked)?;
        let (low, high) = around(*frame, scene.bounds()?);
        scene.frame(low, high);
        Some(scene)
    }
}

/// A section that may get more steps.
struct Growing {
    start: usize,
    union: Union,
    /// The largest width and height of a picture by itself.
    largest: Point,
    drawn: Vec<MarkedHeap>,
}

impl Growing {
    /// A section of one step; none if its objects have no numbers.
    fn new(start: usize, drawn: Vec<MarkedHeap>) -> Option<Self> {
        let (mut union, mut largest) = (Union::default(), [0.0; 2]);
        // What is compared with a heap that has no numbers has no place; the heap itself has.
        let drawn: Vec<MarkedHeap> = drawn
            .into_iter()
            .filter(|marked| union.add(marked).map(|size| largest = larger(largest, size)).is_some())
            .collect();
        (!drawn.is_empty()).then_some(Self { start, union, largest, drawn })
    }

    /// Adds a step. False, and nothing happens, if the pictures would become much larger than the heaps in them.
    fn extend(&mut self, here: &[MarkedHeap]) -> bool {
        let (mut union, mut largest) = (self.union.clone(), self.largest);
        for marked in here {
            let Some(size) = union.add(marked) else { return false };
            largest = larger(largest, size);
        }
        let size = union.size();
        let fits = size[0] <= STRETCH[0] * largest[0] + LANES && size[1] <= STRETCH[1] * largest[1];
        if fits {
            (self.union, self.largest) = (union, largest);
            self.drawn.extend_from_slice(here);
        }
        fits
    }

    fn close(self, end: usize) -> Section {
        let placed = self.union.place();
        let bounds = self.drawn.iter().filter_map(|marked| placed.scene(marked)?.bounds());
        let frame = bounds.reduce(around).unwrap_or_default();
        Section { steps: self.start..end, placed, frame }
    }
}

fn larger(a: Point, b: Point) -> Point {
    [a[0].max(b[0]), a[1].max(b[1])]
}

/// The corners of the smallest rectangle around two others.
fn around(a: (Point, Point), b: (Point, Point)) -> (Point, Point) {
    let both = |f: fn(f32, f32) -> f32, a: Point, b: Point| [f(a[0], b[0]), f(a[1], b[1])];
    (both(f32::min, a.0, b.0), both(f32::max, a.1, b.1))
}
