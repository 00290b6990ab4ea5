//! A provisional drawing of a state space that is still growing.
//!
//! Each state is placed once, below the state from which it was first found, and stays there, so that the drawing does
//! not move while it grows. Crossings are not avoided; [`draw_folded`](crate::state_drawing::draw_folded) does
//! that once the state space is complete.

use std::collections::BTreeMap;

use crate::layout::Point;
use crate::state_drawing::{SPACING, STATE_RADIUS};

/// A drawing that grows.
#[derive(Clone, Debug, Default)]
pub struct GrowingDrawing {
    /// The column and row of each state.
    places: Vec<(i32, u32)>,
    /// The occupied columns of each row, as intervals from first to last.
    rows: Vec<BTreeMap<i32, i32>>,
}

impl GrowingDrawing {
    /// The number of states that have been placed.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether no state has been placed.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Places the next state: as near as possible below its parent, or in the first row if it has none. A parent that
    /// is not placed yet is ignored.
    pub fn place(&mut self, parent: Option<u32>) -> Point {
        let above = parent.and_then(|parent| self.places.get(parent as usize));
        let (wanted, row) = above.map_or((0, 0), |&(column, row)| (column, row + 1));
        if self.rows.len() <= row as usize {
            self.rows.resize_with(row as usize + 1, BTreeMap::new);
        }
        let column = occupy(&mut self.rows[row as usize], wanted);
        self.places.push((column, row));
        let size = 2.0 * STATE_RADIUS;
        [column as f32 * (size + SPACING.node), row as f32 * (size + SPACING.layer)]
    }
}

/// Occupies the free column nearest to `wanted`; the right one of two.
fn occupy(runs: &mut BTreeMap<i32, i32>, wanted: i32) -> i32 {
    let taken = runs.range(..=wanted).next_back().filter(|&(_, &last)| last >= wanted);
    let column = taken.map_or(
        wanted,
        |(&first, &last)| {
            if last + 1 - wanted <= wanted - (first - 1) { last + 1 } else { first - 1 }
        },
    );
    let before = runs.range(..column).next_back().filter(|&(_, &last)| last == column - 1).map(|(&first, _)| first);
    let after = runs.remove(&(column + 1));
    runs.insert(before.unwrap_or(column), after.unwrap_or(column));
    column
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use base::each_case;

    #[test]
    fn each_state_gets_the_nearest_free_place_below_its_parent() {
        each_case(|random| {
            let parents =
                (0..1 + random.below(59)).map(|_| (random.below(6) as u32, random.below(4))).collect::<Vec<_>>();

            let mut drawing = GrowingDrawing::default();
            let mut taken: BTreeSet<(i32, u32)> = BTreeSet::new();
            let mut places: Vec<(i32, u32)> = Vec::new();
            for (state, &(back, chance)) in parents.iter().enumerate() {
                // Usually a parent shortly before; sometimes the first state, or none.
                let parent = match chance {
                    0 => None,
                    1 => Some(0),
                    _ => (state as u32).checked_sub(back + 1),
                };
                let [x, y] = drawing.place(parent);
                let place = ((x / 46.0).round() as i32, (y / 58.0).round() as u32);
                let above = parent.and_then(|p| places.get(p as usize));
                let (wanted, row) = above.map_or((0, 0), |&(column, row)| (column, row + 1));
                assert_eq!(place.1, row);
                let free = (0..).flat_map(|d| [wanted + d, wanted - d]).find(|&c| !taken.contains(&(c, row)));
                assert_eq!(Some(place.0), free);
                assert!(taken.insert(place));
                places.push(place);
            }
            assert_eq!(drawing.len(), parents.len());
        });
    }

    #[test]
    fn a_hub_with_many_successors_is_no_trouble() {
        let mut drawing = GrowingDrawing::default();
        drawing.place(None);
        let columns: BTreeSet<i32> = (0..50_000).map(|_| drawing.place(Some(0))[0] as i32).collect();
        assert_eq!(columns.len(), 50_000);
    }
}
