//! State spaces as text, and the machines derived from them.

use super::*;
use report::space::{ComponentView, StateView};

/// A state space. Components: `name: entries -> exits`, one per line, each with the states from its first entry up to
/// the next component. Edges: `1>2` a step, `1(4` a call, `1(6)2` a whole call by exit 6, `3!` a fault. The line of a
/// state is ten times its number, unless `lines` gives another one.
pub(crate) fn space(components: &str, edges: &str, lines: &[(u32, u32)]) -> StateSpaceView {
    let numbers = |text: &str| -> Vec<u32> { text.split_whitespace().map(|n| n.parse().expect("a number")).collect() };
    let components: Vec<ComponentView> = components
        .lines()
        .map(|line| {
            let (name, ports) = line.trim().split_once(": ").expect("a name");
            let (entries, exits) = ports.split_once("->").expect("an arrow");
            ComponentView { procedure: name.into(), entries: numbers(entries), exits: numbers(exits) }
        })
        .collect();
    let mut found = Vec::new();
    let mut faults = Vec::new();
    let mut highest = 0;
    for token in edges.split_whitespace() {
        if let Some(state) = token.strip_suffix('!') {
            faults.push(state.parse::<u32>().expect("a state"));
            continue;
        }
        let ends = numbers(&token.replace(['>', '(', ')'], " "));
        let (kind, exit) = match (token.contains('>'), ends.len()) {
            (true, _) => (EdgeKind::Step, None),
            (false, 2) => (EdgeKind::Call, None),
            (false, _) => (EdgeKind::Summary, Some(ends[1])),
        };
        let target = *ends.last().expect("a target");
        highest = highest.max(ends.iter().copied().max().unwrap_or(0));
        found.push(EdgeView { source: ends[0], target, kind, exit, label: String::new() });
    }
    found.sort_by_key(|e| e.source);
    let exits = components.iter().flat_map(|c| &c.exits).copied().max().unwrap_or(0);
    let state = |n: u32| StateView {
        id: String::new(),
        component: components.iter().rposition(|c| c.entries[0] <= n).expect("a component") as u32,
        kind: if faults.contains(&n) { StateKind::NullDereference } else { StateKind::Inner },
        location: n,
        file: "A.java".into(),
        line: lines.iter().find(|(s, _)| *s == n).map_or(10 * n, |(_, line)| *line),
        column: 1,
        end_line: 0,
        end_column: 0,
        content: 0,
        size: 1,
        labels: Vec::new(),
    };
    let states = (0..=highest.max(exits)).map(state).collect();
    StateSpaceView { components, states, edges: found, ..StateSpaceView::default() }
}

fn port_text(component: &RsmComponentView, port: u32) -> String {
    let port = &component.ports[port as usize];
    let what = match port.of_box.map(|b| &component.boxes[b as usize]) {
        Some(called) => format!("{:?} {}:{}{:?}", port.kind, called.line, called.method, called.callees),
        None => format!("{:?}", port.kind),
    };
    format!("{what} {:?}", port.states)
}

/// The component with its paths, one per line.
fn text(component: &RsmComponentView) -> String {
    let paths = component
        .paths
        .iter()
        .map(|p| format!("{} -{}-> {}", port_text(component, p.source), p.states, port_text(component, p.target)));
    let lonely = (0u32..)
        .zip(&component.ports)
        .filter(|(i, _)| component.paths.iter().all(|p| p.source != *i && p.target != *i));
    let lonely = lonely.map(|(i, _)| port_text(component, i));
    format!(
        "{}: {} states\n{}",
        component.procedure,
        component.states,
        paths.chain(lonely).collect::<Vec<_>>().join("\n")
    )
}

#[track_caller]
fn check(space: &StateSpaceView, number: usize, expected: &str) {
    let rsm = rsm_view(space);
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(text(&rsm.components[number]), expected.join("\n"));
}

#[test]
fn internal_states_are_counted() {
    let space = space("main: 0 -> 4", "0>1 0>2 1>3 2>3 3>4", &[]);
    check(&space, 0, "main: 5 states\nEntry [0] -3-> Exit [4]");
}

#[test]
fn a_call_has_a_port_for_each_exit() {
    let space = space(
        "main: 0 -> 5
         f: 6 -> 8 9",
        "0>1 1(6 1(8)2 1(9)3 2>4 4>5 3>5 6>7 7>8 7>9",
        &[],
    );
    check(
        &space,
        0,
        "main: 6 states
         Entry [0] -0-> Call 10:f[1] [1]
         Return 10:f[1] [2] -1-> Exit [5]
         Return 10:f[1] [3] -0-> Exit [5]",
    );
    check(&space, 1, "f: 4 states\nEntry [6] -1-> Exit [8]\nEntry [6] -1-> Exit [9]");
}

#[test]
fn a_call_that_never_returns_has_no_return_and_faults_are_ports() {
    let space = space(
        "main: 0 -> 2
         f: 3 ->",
        "0>1 0>2 1(3 3>4 4!",
        &[],
    );
    check(&space, 0, "main: 3 states\nEntry [0] -0-> Exit [2]\nEntry [0] -0-> Call 10:f[1] [1]");
    check(&space, 1, "f: 2 states\nEntry [3] -0-> Fault [4]");
}

#[test]
fn recursion_and_calls_in_a_row() {
    let space = space(
        "main: 0 -> 2
         f: 3 -> 6",
        "0(3 0(6)1 1(3 1(6)2 3(3 3>6 3(6)5 5>6",
        &[],
    );
    check(
        &space,
        0,
        "main: 3 states
         Entry [0] -0-> Call 0:f[1] [0]
         Return 0:f[1] [1] -0-> Call 10:f[1] [1]
         Return 10:f[1] [2] -0-> Exit [2]",
    );
    let rsm = rsm_view(&space);
    assert_eq!(rsm.components[1].caller, Some(CallerView { component: 0, state: 0, line: 0 }));
    assert_eq!(rsm.components[0].caller, None);
}

#[test]
fn one_call_site_with_two_callees_is_two_boxes_and_one_box_when_there_are_too_many() {
    let two = space(
        "main: 0 -> 3
         f: 4 -> 4
         f: 5 -> 5",
        "0>1 0>2 1(4 2(5 1(4)3 2(5)3",
        &[(1, 7), (2, 7)],
    );
    check(
        &two,
        0,
        "main: 4 states
         Entry [0] -0-> Call 7:f[1] [1]
         Entry [0] -0-> Call 7:f[2] [2]
         Return 7:f[1] [3] -0-> Exit [3]
         Return 7:f[2] [3] -0-> Exit [3]",
    );
    let many = many_calls(30, true);
    let main = &rsm_view(&many).components[0];
    assert_eq!((main.boxes.len(), main.boxes[0].callees.len(), main.hidden_calls), (1, 30, 0));
    assert_eq!(main.ports_of(PortKind::Return).count(), 1);
    assert_eq!(
        main.ports_of(PortKind::Exit).map(|p| p.states.len()).collect::<Vec<_>>(),
        [vec![1; 11], vec![19]].concat()
    );
}

#[test]
fn call_sites_beyond_the_limit_are_steps() {
    let main = &rsm_view(&many_calls(30, false)).components[0];
    assert_eq!((main.boxes.len(), main.hidden_calls), (BOX_LIMIT, 30 - BOX_LIMIT as u32));
    let direct = main.paths.iter().filter(|p| main.ports[p.source as usize].kind == PortKind::Entry);
    let to_exits = direct.filter(|p| main.ports[p.target as usize].kind == PortKind::Exit).count();
    assert_eq!(to_exits, 1, "the hidden calls lead to the exits of the last group");
}

/// An entry with `n` calls of separate components, each of which returns to an exit.
pub(crate) fn many_calls(n: u32, same_line: bool) -> StateSpaceView {
    let exits: Vec<String> = (n + 1..=2 * n).map(|e| e.to_string()).collect();
    let mut components = format!("main: 0 -> {}", exits.join(" "));
    let mut edges = String::new();
    let mut lines = Vec::new();
    for i in 1..=n {
        let callee = 2 * n + i;
        components += &format!("\nf: {callee} -> {callee}");
        edges += &format!("0>{i} {i}({callee} {i}({callee}){} ", n + i);
        lines.push((i, if same_line { 7 } else { i }));
    }
    space(&components, &edges, &lines)
}

#[test]
fn the_same_space_gives_the_same_view() {
    let space = many_calls(30, true);
    assert_eq!(rsm_view(&space), rsm_view(&space));
    assert_eq!(rsm_view(&StateSpaceView::default()), RsmView::default());
}

#[test]
fn paths_count_what_is_between_and_nothing_else() {
    // A loop beside the path, and a branch that leads nowhere.
    let steps = [(0, 1), (1, 2), (2, 1), (1, 3), (1, 4)];
    assert_eq!(contracted(5, &steps, &[&[0]], &[&[3]]), [(0, 0, 2)]);
    assert_eq!(contracted(5, &steps, &[&[0], &[4]], &[&[4], &[0]]), [(0, 0, 2), (0, 1, 0), (1, 0, 0)]);
    assert_eq!(contracted(5, &steps, &[&[3]], &[&[4]]), []);
}
