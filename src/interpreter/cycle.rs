//! Runs that are again in a state in which they were before, so that they repeat themselves for ever.

use std::rc::Rc;

use super::Machine;

/// Brent's cycle detection (\[R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20, 1980\], section 7) on the states of a run
/// without decisions: each is compared with the one that was the last when the number of steps had doubled.
///
/// States are equal if all of them is: what is garbage counts, and so do the numbers of objects. So a run that makes objects again and again is
/// never seen to repeat itself.
pub struct CycleDetection<'a> {
    kept: Machine<'a>,
    /// The number of steps since then, …
    steps: u32,
    /// … and after how many the next state is kept instead.
    limit: u32,
    /// So much may be compared: as much as there were steps.
    credit: usize,
}

impl<'a> CycleDetection<'a> {
    /// Starts with the first state.
    pub fn new(start: &Machine<'a>) -> Self {
        Self { kept: start.clone(), steps: 0, limit: 1, credit: 0 }
    }

    /// Looks at the state after one more step. The length of the cycle, if it closes one.
    pub fn closes(&mut self, machine: &Machine<'a>) -> Option<u32> {
        (self.steps, self.credit) = (self.steps + 1, self.credit + 1);
        if machine.has_same_top(&self.kept) && self.credit >= machine.size() {
            self.credit -= machine.size();
            if machine.is_same(&self.kept) {
                return Some(self.steps);
            }
        }
        if self.steps == self.limit {
            (self.kept, self.steps, self.limit) = (machine.clone(), 0, self.limit.saturating_mul(2));
        }
        None
    }
}

impl Machine<'_> {
    /// Whether the top frames are equal, and there are as many of them.
    fn has_same_top(&self, other: &Self) -> bool {
        self.top().location == other.top().location && self.depth() == other.depth() && self.top() == other.top()
    }

    /// Whether the states are equal, apart from what it has cost to come there.
    fn is_same(&self, other: &Self) -> bool {
        // What is compared by its address first is rarely compared any further.
        self.frames == other.frames
            && self.objects == other.objects
            && self.library == other.library
            && self.outside == other.outside
            && self.symbols == other.symbols
            && self.ghosts == other.ghosts
            && self.given == other.given
            && self.branch == other.branch
            && self.assumed == other.assumed
            && self.called == other.called
            && (self.assumes_bounds, self.left_bounds) == (other.assumes_bounds, other.left_bounds)
            && Rc::ptr_eq(&self.input, &other.input)
    }
}
