//! Which objects of the heaps along a run are the same.

use std::cmp::Ordering;
use std::rc::Rc;

use super::explored::Explored;
use crate::heap_program::HeapState;
use base::Idx;
use report::{Run, RunStep};
use rsm::{EdgeKind, Flow, NodeId, SizeContracts, SizedRsm, Sizes, Step, Transition};

/// For each step of a run the numbers of the objects in its heap, by vertex. An object keeps its number as long as steps, calls and returns
/// say where it comes from; one that is new, or comes out of a nonterminal, gets the next one. Ends at a state that is not shown.
pub(super) fn object_numbers(explored: &mut Explored, run: &Run) -> Vec<Vec<Option<u32>>> {
    let steps: Vec<&RunStep> = run.prefix.iter().chain(&run.cycle).collect();
    let count = explored.rsm.nodes.len();
    let node = |step: &&RunStep| step.index.filter(|&index| index.index() < count).map(NodeId);
    let nodes: Vec<NodeId> = steps.iter().map_while(node).collect();
    let mut numbering = Numbering { explored, next: 0, parts: Vec::new() };
    for (position, &here) in nodes.iter().enumerate() {
        let flows = position.checked_sub(1).and_then(|before| {
            let depth = |position: usize| steps[position].stack.len();
            // The call that returns is the last one on this level.
            let call = (0..position).rev().find(|&other| depth(other) == depth(position));
            let way = match (depth(before).cmp(&depth(position)), call) {
                (Ordering::Equal, _) if numbering.calls(nodes[before]) => Way::WholeCall,
                (Ordering::Equal, _) => Way::Step,
                (Ordering::Less, _) => Way::Call,
                (Ordering::Greater, Some(call)) => Way::Return { call },
                (Ordering::Greater, None) => return None,
            };
            numbering.flows(&nodes, before, way).map(|flows| (flows, way, before))
        });
        numbering.add(here, flows);
    }
    numbering.by_vertex(&nodes)
}

/// How a run comes from one step to the next.
#[derive(Clone, Copy)]
enum Way {
    Step,
    WholeCall,
    Call,
    Return { call: usize },
}

struct Numbering<'a> {
    explored: &'a mut Explored,
    next: u32,
    /// By position, for each part of the heap there the number of its object; none for nonterminals.
    parts: Vec<Vec<Option<u32>>>,
}

impl Numbering<'_> {
    /// Whether a procedure is called from a state.
    fn calls(&self, node: NodeId) -> bool {
        self.explored.rsm.nodes[node].step == Some(Step::Call)
    }

    /// Where the parts of the heap after a position come from; `None` if it is not known.
    fn flows(&mut self, nodes: &[NodeId], before: usize, way: Way) -> Option<Rc<[Flow]>> {
        let Explored { system, rsm, .. } = &mut *self.explored;
        let state = |position: usize| rsm.nodes[nodes[position]].state;
        let (source, target) = (state(before), state(before + 1));
        let transition: Transition<HeapState> = match way {
            Way::Step => Transition::Step { source, target },
            Way::Call => Transition::Call { call: source, entry: target },
            Way::Return { call } => {
                Transition::Return { call: state(call), entry: state(call + 1), exit: source, target }
            }
            Way::WholeCall => {
                let (call, after) = (nodes[before], nodes[before + 1]);
                let mut machine = SizedRsm { rsm, sizes: system };
                let contracts = SizeContracts::new(&mut machine, &[call]).ok()?;
                let mut edges = rsm.edges_of(call).filter(|edge| edge.target == after && edge.kind != EdgeKind::Call);
                let flows = contracts.flows(&mut machine, edges.next()?).ok()?;
                // With several exits it is not known which one it was.
                return edges.next().is_none().then(|| flows.to_vec().into());
            }
        };
        let transition = match &transition {
            Transition::Step { source, target } => Transition::Step { source, target },
            Transition::Call { call, entry } => Transition::Call { call, entry },
            Transition::Return { call, entry, exit, target } => Transition::Return { call, entry, exit, target },
        };
        system.flows(transition).ok()
    }

    /// Numbers the parts of the next heap.
    fn add(&mut self, here: NodeId, flows: Option<(Rc<[Flow]>, Way, usize)>) {
        let parts = self.explored.system.parts(&self.explored.rsm.nodes[here].state);
        let mut own: Vec<Option<u32>> = vec![None; parts.count().index()];
        if let Some((flows, way, before)) = flows
            && let Some((first, others)) = flows.split_first()
        {
            let sources: Vec<Option<u32>> = match way {
                Way::Return { call } => self.parts[call].iter().chain(&self.parts[before]).copied().collect(),
                Way::Step | Way::WholeCall | Way::Call => self.parts[before].clone(),
            };
            for (part, from) in first.0.iter().enumerate().skip(parts.collections.index()) {
                if others.iter().all(|other| other.0.get(part) == Some(from))
                    && let [only] = from.as_slice()
                {
                    own[part] = sources.get(only.index()).copied().flatten();
                }
            }
        }
        for number in own.iter_mut().skip(parts.collections.index()).filter(|number| number.is_none()) {
            self.next += 1;
            *number = Some(self.next);
        }
        self.parts.push(own);
    }

    /// The numbers by vertex.
    fn by_vertex(self, nodes: &[NodeId]) -> Vec<Vec<Option<u32>>> {
        let Explored { system, rsm, .. } = self.explored;
        let numbers = nodes.iter().zip(self.parts).map(|(&node, parts)| {
            let heap = system.store().get(rsm.nodes[node].state.heap);
            let mut objects = parts.into_iter().skip(heap.nonterminals().len());
            let numbers =
                heap.vertices().map(|vertex| if heap.is_object(vertex) { objects.next().flatten() } else { None });
            numbers.collect()
        });
        numbers.collect()
    }
}
