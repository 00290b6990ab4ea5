//! Runs over states of any type.

use base::Idx;

/// A global state of a run: the state on top of the call stack, and a link to the rest of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit<S> {
    /// The state.
    pub state: S,
    /// The position in the run of the call that entered the state's component; `None` in the entry component. Law: it
    /// precedes this visit.
    pub caller: Option<u32>,
    /// Whether a whole call between this visit and the next is not shown.
    pub folded: bool,
}

/// A run from an initial state: finite, or with a part that repeats for ever. The type of all runs, whether of nodes,
/// states, assertions or values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<S> {
    /// The global states in order.
    pub visits: Vec<Visit<S>>,
    /// The start of the part that is repeated after the last visit. If it contains calls that do not return, the stack
    /// grows with every repetition.
    pub cycle: Option<u32>,
}

impl<S> Default for Path<S> {
    fn default() -> Self {
        Self { visits: Vec::new(), cycle: None }
    }
}

impl<S> Path<S> {
    /// The run that consists of its first state.
    pub fn start(state: S) -> Self {
        Self { visits: vec![Visit { state, caller: None, folded: false }], cycle: None }
    }

    /// The number of visits, counting those of the cycle once.
    pub fn len(&self) -> usize {
        self.visits.len()
    }

    /// Whether there is no visit.
    pub fn is_empty(&self) -> bool {
        self.visits.is_empty()
    }

    /// The states in order.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = &S> + ExactSizeIterator {
        self.visits.iter().map(|visit| &visit.state)
    }

    /// The state at a position.
    pub fn state(&self, position: usize) -> &S {
        &self.visits[position].state
    }

    /// The next position; `None` at the end of a finite run.
    pub fn after(&self, position: usize) -> Option<usize> {
        if position + 1 < self.visits.len() { Some(position + 1) } else { self.cycle.map(Idx::index) }
    }

    /// Whether every call is shown.
    pub fn is_whole(&self) -> bool {
        self.visits.iter().all(|visit| !visit.folded)
    }

    /// The positions of the suspended callers, innermost first.
    pub fn callers(&self, position: usize) -> impl Iterator<Item = usize> {
        let caller = |position: usize| self.visits.get(position).and_then(|visit| visit.caller).map(Idx::index);
        std::iter::successors(caller(position), move |&call| caller(call))
    }

    /// The suspended callers, outermost first.
    pub fn stack(&self, position: usize) -> Vec<&S> {
        let mut stack: Vec<&S> = self.callers(position).map(|call| self.state(call)).collect();
        stack.reverse();
        stack
    }

    /// The run with its states mapped to others.
    pub fn map<T>(&self, mut state: impl FnMut(&S) -> T) -> Path<T> {
        let visit = |v: &Visit<S>| Visit { state: state(&v.state), caller: v.caller, folded: v.folded };
        Path { visits: self.visits.iter().map(visit).collect(), cycle: self.cycle }
    }

    /// The run without the states for which `skips` holds, none of which calls.
    #[must_use]
    pub fn without(self, mut skips: impl FnMut(&S) -> bool) -> Path<S> {
        let mut visits: Vec<Visit<S>> = Vec::with_capacity(self.visits.len());
        let mut positions = Vec::with_capacity(self.visits.len());
        for visit in self.visits {
            positions.push(u32::at(visits.len()));
            if !skips(&visit.state) {
                visits.push(Visit { caller: visit.caller.map(|caller| positions[caller.index()]), ..visit });
            }
        }
        Path { visits, cycle: self.cycle.map(|start| positions[start.index()]) }
    }

    /// Splits data of the visits into those before the cycle and those of the cycle.
    pub fn split<T>(&self, mut all: Vec<T>) -> (Vec<T>, Vec<T>) {
        let start = self.cycle.map_or(all.len(), Idx::index);
        let cycle = all.split_off(start.min(all.len()));
        (all, cycle)
    }

    /// Appends a state of the same component, or, with a caller, of the component called there.
    pub fn push(&mut self, state: S, caller: Option<u32>) {
        self.visits.push(Visit { state, caller, folded: false });
    }

    /// The position of the last visit; 0 if there is none.
    pub fn end(&self) -> u32 {
        u32::at(self.visits.len().saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a` calls `b`, which calls `c`, which returns to `b`; then from `b` again.
    fn nested() -> Path<char> {
        let visit = |(state, caller)| Visit { state, caller, folded: false };
        let visits = [('a', None), ('b', Some(0)), ('c', Some(1)), ('d', Some(0))].map(visit).to_vec();
        Path { visits, cycle: Some(1) }
    }

    #[test]
    fn stacks_lead_from_the_entry_to_the_state() {
        let run = nested();
        assert_eq!(run.stack(2), [&'a', &'b']);
        assert_eq!(run.stack(3), [&'a']);
        assert_eq!(run.stack(0), [&'\0'; 0]);
        assert_eq!(run.callers(2).collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn a_cycle_leads_back() {
        let run = nested();
        assert_eq!((run.after(0), run.after(3)), (Some(1), Some(1)));
        let finite = Path { cycle: None, ..run.clone() };
        assert_eq!(finite.after(3), None);
        assert_eq!(run.split(vec![0, 1, 2, 3]), (vec![0], vec![1, 2, 3]));
        assert_eq!(finite.split(vec![0, 1, 2, 3]), (vec![0, 1, 2, 3], vec![]));
    }

    #[test]
    fn what_is_left_out_moves_the_rest() {
        let run = nested().without(|&state| state == 'c');
        assert_eq!(run.states().collect::<String>(), "abd");
        assert_eq!((run.stack(2), run.cycle), (vec![&'a'], Some(1)));
        let mut long = nested();
        long.visits.insert(0, Visit { state: 'x', caller: None, folded: false });
        long.visits.iter_mut().for_each(|visit| visit.caller = visit.caller.map(|caller| caller + 1));
        long.cycle = Some(2);
        assert_eq!(long.without(|&state| state == 'x'), nested());
    }

    #[test]
    fn other_states_keep_callers_cycle_and_folds() {
        let mut run = nested();
        run.visits[1].folded = true;
        let numbers = run.map(|&letter| u32::from(letter));
        assert_eq!(numbers.map(|&n| char::from_u32(n).expect("a letter")), run);
        assert!(!numbers.is_whole() && nested().is_whole());
    }
}
