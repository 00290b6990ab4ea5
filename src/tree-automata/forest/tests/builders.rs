//! Programs that build data structures, at random.

use super::*;

/// An operation on registers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Create(usize),
    Copy(usize, usize),
    Clear(usize),
    Load(usize, usize, Selector),
    Store(usize, Selector, usize),
    Remove(usize),
    /// Goes on if a register is a node, or is not.
    IsNode(usize, bool),
}

pub(super) const REGISTERS: usize = 4;
pub(super) const SELECTORS: [Selector; 3] = [NEXT, PREV, DOWN];

fn is_node(forest: &Forest, register: usize) -> bool {
    forest.registers[register].root().is_some()
}

/// The step on a forest; nothing if it dereferences what is no node.
pub(super) fn on_forest(lab: &mut Lab, mut forest: Forest, step: Step) -> Vec<Forest> {
    match step {
        Step::Create(to) => {
            lab.create(&mut forest, to, &SELECTORS);
            vec![forest]
        }
        Step::Copy(to, from) => {
            forest.registers[to] = forest.registers[from];
            vec![forest]
        }
        Step::Clear(to) => {
            forest.registers[to] = Leaf::Null.into();
            vec![forest]
        }
        Step::Load(to, base, selector) if is_node(&forest, base) => lab.load(vec![forest], to, base, selector),
        Step::Store(base, selector, value) if is_node(&forest, base) => lab.store(vec![forest], base, selector, value),
        Step::Remove(base) if is_node(&forest, base) => {
            let root = forest.registers[base].root().expect("a node");
            forest.remove(&mut lab.alphabet, root, &SELECTORS).expect("small")
        }
        Step::IsNode(register, expected) if is_node(&forest, register) == expected => vec![forest],
        _ => Vec::new(),
    }
}

/// A loop that builds: steps before it, and the ways through its body.
struct Builder {
    name: &'static str,
    start: Vec<Step>,
    /// The ways through its body.
    bodies: Vec<Vec<Step>>,
}

impl Builder {
    /// All that it builds.
    fn build(&self) -> (Lab, Vec<Forest>) {
        let mut lab = Lab::new();
        let run = |lab: &mut Lab, forest: Forest, steps: &[Step]| {
            steps.iter().fold(vec![forest], |forests, &step| {
                forests.into_iter().flat_map(|forest| on_forest(lab, forest, step)).collect()
            })
        };
        let start = run(&mut lab, empty(REGISTERS), &self.start).remove(0);
        let (built, _) = lab.fixpoint(start, |lab, forest| {
            let mut next = Vec::new();
            for steps in &self.bodies {
                next.extend(run(lab, forest.clone(), steps));
            }
            next
        });
        (lab, built)
    }
}

/// Lists and trees of all kinds; register 0 is the first node, and the others are null where they are not cursors.
fn builders() -> Vec<Builder> {
    use Step::{Clear, Copy, Create, IsNode, Load, Store};
    let push = vec![Create(1), Store(1, NEXT, 0), Copy(0, 1), Clear(1)];
    let push_first = [vec![IsNode(0, false)], push.clone()].concat();
    let push_back = vec![IsNode(0, true), Create(1), Store(1, NEXT, 0), Store(0, PREV, 1), Copy(0, 1), Clear(1)];
    let after = vec![Create(1), Load(2, 0, NEXT), Store(1, NEXT, 2), Store(0, NEXT, 1), Clear(1), Clear(2)];
    let around =
        vec![Create(1), Load(2, 0, NEXT), Store(1, NEXT, 2), Store(1, PREV, 0), Store(2, PREV, 1), Store(0, NEXT, 1)];
    let around = [around, vec![Clear(1), Clear(2)]].concat();
    let to_first = vec![Create(1), Store(1, PREV, 0), Load(2, 0, NEXT), Store(1, NEXT, 2), Store(0, NEXT, 1)];
    let to_first = [to_first, vec![Clear(1), Clear(2)]].concat();
    // A new first element with a cycle below it, and a longer cycle below the first element.
    let cycle = |is_doubly: bool| {
        let mut steps = vec![Create(1), Store(1, NEXT, 0), Create(2), Store(2, NEXT, 2), Store(1, DOWN, 2)];
        steps.extend(is_doubly.then_some(Store(2, PREV, 2)));
        [steps, vec![Copy(0, 1), Clear(1), Clear(2)]].concat()
    };
    let longer = |is_doubly: bool| {
        let mut steps =
            vec![IsNode(0, true), Load(1, 0, DOWN), Load(2, 1, NEXT), Create(3), Store(3, NEXT, 2), Store(1, NEXT, 3)];
        if is_doubly {
            steps.extend([Store(3, PREV, 1), Store(2, PREV, 3)]);
        }
        [steps, vec![Clear(1), Clear(2), Clear(3)]].concat()
    };
    let structure = |name, start: &[Step], bodies| Builder { name, start: start.to_vec(), bodies };
    vec![
        structure("list", &[], vec![push]),
        structure("doubly linked list", &[], vec![push_first, push_back]),
        structure("cyclic list", &[Create(0), Store(0, NEXT, 0)], vec![after]),
        structure("cyclic doubly linked list", &[Create(0), Store(0, NEXT, 0), Store(0, PREV, 0)], vec![around]),
        structure("list of cycles", &[], vec![cycle(false), longer(false)]),
        structure("list of doubly linked cycles", &[], vec![cycle(true), longer(true)]),
        structure("list with pointers to its first element", &[Create(0)], vec![to_first]),
        structure("tree", &[Create(0), Copy(1, 0)], grow(false)),
        structure("tree with parents", &[Create(0), Copy(1, 0)], grow(true)),
    ]
}

/// A cursor in a tree goes down, or adds a node where there is none, or returns to the root.
fn grow(has_parents: bool) -> Vec<Vec<Step>> {
    let mut ways = vec![vec![Step::Copy(1, 0)]];
    for side in [NEXT, DOWN] {
        ways.push(vec![Step::Load(1, 1, side)]);
        let mut add = vec![Step::Load(2, 1, side), Step::IsNode(2, false), Step::Create(2)];
        add.extend(has_parents.then_some(Step::Store(2, PREV, 1)));
        add.extend([Step::Store(1, side, 2), Step::Clear(2), Step::Copy(1, 0)]);
        ways.push(add);
    }
    ways
}

/// What each builder builds, by name.
pub(super) fn built() -> &'static [(&'static str, Lab, Vec<Forest>)] {
    static BUILT: std::sync::OnceLock<Vec<(&'static str, Lab, Vec<Forest>)>> = std::sync::OnceLock::new();
    BUILT.get_or_init(|| {
        let build = |builder: &Builder| {
            let (lab, forests) = builder.build();
            (builder.name, lab, forests)
        };
        builders().iter().map(build).collect()
    })
}

#[test]
fn data_structures_are_built() {
    let sizes = built()
        .iter()
        .map(|(name, lab, forests)| format!("{name}: {} forests, {} boxes", forests.len(), lab.alphabet.boxes.len()));
    let found: Vec<String> = sizes.collect();
    expect_test::expect![[r#"
        [
            "list: 2 forests, 0 boxes",
            "doubly linked list: 2 forests, 1 boxes",
            "cyclic list: 2 forests, 2 boxes",
            "cyclic doubly linked list: 3 forests, 5 boxes",
            "list of cycles: 3 forests, 3 boxes",
            "list of doubly linked cycles: 3 forests, 5 boxes",
            "list with pointers to its first element: 3 forests, 4 boxes",
            "tree: 3 forests, 0 boxes",
            "tree with parents: 5 forests, 2 boxes",
        ]
    "#]]
    .assert_debug_eq(&found);
}
