//! Stand-in until the real one is merged.
use super::{RecursiveSystem, Step};
use crate::base::{IndexVec, Limits, Observer, Stop, newtype_index};
use rustc_hash::FxHashMap;
newtype_index! { /// n
pub struct NodeId; /// c
pub struct ComponentId; }
/// o
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// b
    BreadthFirst,
    /// d
    DepthFirst,
}
/// n
#[derive(Clone, Debug)]
pub struct Node<S> {
    /// s
    pub state: S,
    /// c
    pub component: ComponentId,
}
/// e
#[derive(Clone, Debug)]
pub struct Exploration<S> {
    /// n
    pub nodes: IndexVec<NodeId, Node<S>>,
    /// s
    pub edges: Vec<(NodeId, NodeId)>,
    /// c
    pub components: usize,
    /// s
    pub stop: Option<Stop>,
}
/// e
pub fn explore<S: RecursiveSystem>(
    system: &mut S,
    order: Order,
    limits: &Limits,
    _observer: &mut dyn Observer,
) -> Exploration<S::State> {
    let mut e = Exploration { nodes: IndexVec::new(), edges: vec![], components: 1, stop: None };
    if let Err(s) = go(system, order, limits, &mut e) {
        e.stop = Some(s);
    }
    e
}
fn go<S: RecursiveSystem>(
    system: &mut S,
    order: Order,
    limits: &Limits,
    e: &mut Exploration<S::State>,
) -> Result<(), Stop> {
    use crate::base::Idx;
    let mut known: FxHashMap<(u32, S::State), NodeId> = FxHashMap::default();
    let mut comps: FxHashMap<S::State, u32> = FxHashMap::default();
    let mut callers: Vec<Vec<NodeId>> = vec![vec![]];
    let mut exits: Vec<Vec<S::State>> = vec![vec![]];
    let mut entry_of: Vec<Option<S::State>> = vec![None];
    let mut work = std::collections::VecDeque::new();
    macro_rules! add {
        ($c:expr, $s:expr, $from:expr) => {{
            let c: u32 = $c;
            let s: S::State = $s;
            let id = match known.get(&(c, s.clone())) {
                Some(&i) => i,
                None => {
                    let i = e.nodes.push(Node { state: s.clone(), component: ComponentId(c) });
                    known.insert((c, s), i);
                    work.push_back(i);
                    i
                }
            };
            if let Some(f) = $from {
                let f: NodeId = f;
                e.edges.push((f, id));
            }
        }};
    }
    for s in system.entry()? {
        add!(0, s, None);
    }
    while let Some(n) = if order == Order::DepthFirst { work.pop_back() } else { work.pop_front() } {
        if e.nodes.len() > limits.states as usize {
            return Err(Stop::States(limits.states));
        }
        let Node { state, component } = e.nodes[n].clone();
        match system.step(&state)? {
            Step::Internal(v) => {
                for s in v {
                    add!(component.0, s, Some(n));
                }
            }
            Step::Call(v) => {
                for s in v {
                    let c = *comps.entry(s.clone()).or_insert_with(|| {
                        callers.push(vec![]);
                        exits.push(vec![]);
                        entry_of.push(Some(s.clone()));
                        e.components += 1;
                        (callers.len() - 1) as u32
                    });
                    add!(c, s.clone(), None);
                    callers[c.index()].push(n);
                    for x in exits[c.index()].clone() {
                        for r in system.resume(&state, &s, &x)? {
                            add!(component.0, r, Some(n));
                        }
                    }
                }
            }
            Step::Exit => {
                let c = component.index();
                exits[c].push(state.clone());
                for caller in callers[c].clone() {
                    let cs = e.nodes[caller].clone();
                    let en = entry_of[c].clone().unwrap();
                    for r in system.resume(&cs.state, &en, &state)? {
                        add!(cs.component.0, r, Some(caller));
                    }
                }
            }
            Step::Fault => {}
        }
    }
    Ok(())
}
