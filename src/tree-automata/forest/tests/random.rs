//! Random programs on forests and on all their small graphs.

use std::collections::BTreeMap;

use super::builders::{REGISTERS, SELECTORS, Step, built, on_forest};
use super::*;
use base::Random;

fn random_step(random: &mut Random) -> Step {
    let mut register = || random.below(REGISTERS);
    let (a, b) = (register(), register());
    let selector = SELECTORS[random.below(3)];
    match random.below(12) {
        0..=2 => Step::Create(a),
        3 => Step::Copy(a, b),
        4 => Step::Clear(a),
        5..=7 => Step::Load(a, b, selector),
        8..=10 => Step::Store(a, selector, b),
        _ => Step::Remove(a),
    }
}

/// A step of a cursor, mostly: so boxes are unfolded everywhere, also backwards.
fn random_move(random: &mut Random) -> Step {
    match random.below(8) {
        0 => Step::Copy(1, 0),
        1 => Step::Store(1, SELECTORS[random.below(3)], 1),
        _ => Step::Load(1, 1, SELECTORS[random.below(3)]),
    }
}

/// The step on a graph.
fn on_graph(graph: &Graph, step: Step) -> Option<Graph> {
    let mut graph = graph.clone();
    let mut removed = 0;
    let node = |graph: &Graph, register: usize| graph.registers[register].root().map(|root| root.0 as usize);
    match step {
        Step::Create(to) => {
            let values = SELECTORS.map(|selector| (selector, Leaf::Null.into()));
            graph.nodes.push(GraphNode { kind: Some(NODE), values: values.to_vec() });
            graph.registers[to] = Value::reference(RootId(graph.nodes.len() as u32 - 1), Part::WHOLE);
        }
        Step::Copy(to, from) => graph.registers[to] = graph.registers[from],
        Step::Clear(to) => graph.registers[to] = Leaf::Null.into(),
        Step::Load(to, base, selector) => {
            let values = &graph.nodes[node(&graph, base)?].values;
            graph.registers[to] = values.iter().find(|(own, _)| *own == selector)?.1;
        }
        Step::Store(base, selector, value) => {
            let (place, value) = (node(&graph, base)?, graph.registers[value]);
            graph.nodes[place].values.iter_mut().find(|(own, _)| *own == selector)?.1 = value;
        }
        Step::IsNode(register, expected) => {
            return (node(&graph, register).is_some() == expected).then_some(graph);
        }
        Step::Remove(base) => {
            let gone = node(&graph, base)?;
            let dangle = |value: &mut Value| {
                if value.root() == Some(RootId(gone as u32)) {
                    *value = Leaf::Dangling.into();
                }
            };
            graph.nodes.iter_mut().flat_map(|node| &mut node.values).for_each(|(_, value)| dangle(value));
            graph.registers.iter_mut().for_each(dangle);
            removed = 1;
        }
    }
    Some(renumbered(&graph, removed))
}

/// With the nodes that are reachable, in the order in which they are found.
fn renumbered(graph: &Graph, removed: usize) -> Graph {
    let mut numbers: BTreeMap<RootId, RootId> = BTreeMap::new();
    let mut order = Vec::new();
    let mut number = |value: Value, order: &mut Vec<RootId>| match value.root() {
        None => value,
        Some(root) => {
            let next = RootId(order.len() as u32);
            let own = *numbers.entry(root).or_insert_with(|| {
                order.push(root);
                next
            });
            Value::reference(own, value.part)
        }
    };
    let registers = graph.registers.iter().map(|&value| number(value, &mut order)).collect();
    let (mut nodes, mut next) = (Vec::new(), 0);
    while let Some(&root) = order.get(next) {
        next += 1;
        let GraphNode { kind, values } = &graph.nodes[root.0 as usize];
        let values = values.iter().map(|&(selector, value)| (selector, number(value, &mut order))).collect();
        nodes.push(GraphNode { kind: *kind, values });
    }
    Graph { lost: graph.lost + graph.nodes.len() - nodes.len() - removed, nodes, registers }
}

/// Checks that forests that include others have their graphs, and that joined ones have those of both; returns for how many pairs.
fn check_inclusion(lab: &Lab, forests: &[Forest]) -> usize {
    let mut found = 0;
    for (a, one) in forests.iter().enumerate() {
        for (_, other) in forests.iter().enumerate().filter(|(b, _)| *b != a) {
            if one.includes(other).expect("small") {
                found += 1;
                assert!(
                    other.members(&lab.alphabet, 3).is_subset(&one.members(&lab.alphabet, 3)),
                    "{one:?}\nlacks what is in\n{other:?}"
                );
            } else if let Some(joined) = one.join(&lab.alphabet, other).expect("small") {
                found += 1;
                let joined = joined.members(&lab.alphabet, 3);
                for part in [one, other] {
                    assert!(part.members(&lab.alphabet, 3).is_subset(&joined), "{one:?}\njoined with\n{other:?}");
                }
            }
        }
    }
    found
}

#[test]
fn operations_do_what_they_do_to_each_graph() {
    let (mut compared, mut included, mut boxes) = (0, 0, 0);
    let factor = std::env::var("HRGLASS_CASES").ok().and_then(|n| n.parse::<u64>().ok()).unwrap_or(1);
    let programs = 260 * factor;
    for seed in 0..programs {
        let mut random = Random::new(seed);
        let (mut lab, mut forests) = match random.one_in(4) {
            true => (Lab::new(), vec![empty(REGISTERS)]),
            false => {
                let (_, lab, forests) = random.one_of(built());
                (lab.clone(), vec![random.one_of(forests).clone()])
            }
        };
        let moves = random.one_in(3);
        for _ in 0..14 {
            let step = if moves { random_move(&mut random) } else { random_step(&mut random) };
            let next: Vec<Forest> =
                forests.iter().flat_map(|forest| on_forest(&mut lab, forest.clone(), step)).collect();
            let expected: BTreeSet<Graph> =
                lab.members(&forests, 5).iter().filter_map(|graph| on_graph(graph, step)).collect();
            let actual = lab.members(&next, 5);
            compared += expected.len();
            // Steps add or remove one node at most.
            let size = |graph: &&Graph| graph.nodes.len() + graph.lost <= 4;
            let missing = expected.iter().filter(size).find(|graph| !actual.contains(graph));
            assert!(missing.is_none(), "seed {seed}, {step:?}: {missing:?} is missing\nfrom {forests:?}\nto {next:?}");
            let wrong = actual.iter().filter(size).find(|graph| !expected.contains(graph));
            assert!(wrong.is_none(), "seed {seed}, {step:?}: {wrong:?} is wrong\nfrom {forests:?}\nto {next:?}");
            if next.is_empty() {
                continue;
            }
            forests = next;
            forests.truncate(8);
            // Nodes that are lost are left out, as a collector of garbage would.
            if random.below(2) == 0 {
                let before = lab.members(&forests, 5);
                let is_normal = random.below(2) == 0;
                let has_lost = before.iter().any(|graph| graph.lost > 0);
                let before: BTreeSet<Graph> = before.into_iter().map(|graph| Graph { lost: 0, ..graph }).collect();
                let normals: Vec<Normal> = forests
                    .into_iter()
                    .flat_map(|forest| match is_normal {
                        true => forest.normal(&mut lab.alphabet).expect("small"),
                        false => forest.generalised(&mut lab.alphabet, FOLDING).expect("small"),
                    })
                    .collect();
                // With lost nodes, graphs may have been too large to be compared.
                let is_whole = normals.iter().all(|normal| !normal.lost);
                assert!(!is_whole || !has_lost, "seed {seed}: what is lost is not reported of {normals:?}");
                forests = normals.into_iter().map(|normal| normal.forest).collect();
                included += check_inclusion(&lab, &forests);
                let after = lab.members(&forests, 5);
                let lost = before.difference(&after).next();
                assert!(lost.is_none(), "seed {seed}: normal forms lack {lost:?}\nof {forests:?}");
                assert!(
                    !is_normal || !is_whole || before.iter().filter(size).eq(after.iter().filter(size)),
                    "seed {seed}: normal forms have {:?}\nof {forests:?}",
                    after.iter().filter(size).find(|graph| !before.contains(graph))
                );
            }
        }
        boxes += lab.alphabet.boxes.len();
    }
    assert!(
        compared > 20 * programs as usize && included > 2 * programs as usize && boxes > 50,
        "{compared} graphs, {included} inclusions, {boxes} boxes"
    );
}
