//! The laws of folding, on small random state spaces, compared with their definitions.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use base::{Random, each_case};
use report::space::{ComponentView, EdgeView, PlaceEdge, PlaceView, RestView, StateView};

fn state(component: u32, line: u32, kind: StateKind) -> StateView {
    StateView {
        id: String::new(),
        component,
        kind,
        location: line,
        file: "A.java".into(),
        line,
        column: 1,
        end_line: line,
        end_column: 2,
        content: 0,
        size: 1,
        labels: Vec::new(),
    }
}

/// A state space: states by component, line and kind; the procedures of the components; the edges.
fn space(states: &[(u32, u32, StateKind)], procedures: &[&str], edges: &[(u32, u32, EdgeKind)]) -> StateSpaceView {
    let edge = |&(source, target, kind): &(u32, u32, EdgeKind)| EdgeView {
        source,
        target,
        kind,
        exit: None,
        label: String::new(),
    };
    let entries: Vec<u32> =
        states.iter().zip(0..).filter(|(s, _)| s.2 == StateKind::Initial).map(|(_, number)| number).collect();
    let component = |(position, procedure): (usize, &&str)| ComponentView {
        procedure: (*procedure).to_owned(),
        entries: if position == 0 { entries.clone() } else { Vec::new() },
        exits: Vec::new(),
    };
    StateSpaceView {
        components: procedures.iter().enumerate().map(component).collect(),
        states: states.iter().map(|&(component, line, kind)| state(component, line, kind)).collect(),
        edges: edges.iter().map(edge).collect(),
        ..StateSpaceView::default()
    }
}

fn random_space(random: &mut Random) -> StateSpaceView {
    use StateKind::*;
    const KINDS: [StateKind; 9] = [Inner, Inner, Inner, Inner, Inner, Initial, Final, NullDereference, Exception];
    const EDGES: [EdgeKind; 8] = [
        EdgeKind::Step,
        EdgeKind::Step,
        EdgeKind::Step,
        EdgeKind::Step,
        EdgeKind::Summary,
        EdgeKind::Call,
        EdgeKind::Return,
        EdgeKind::Stutter,
    ];
    let count = 1 + random.below(11);
    let states: Vec<_> =
        (0..count).map(|_| (random.below(3) as u32, 1 + random.below(3) as u32, *random.one_of(&KINDS))).collect();
    let edges: Vec<_> = (0..random.below(18))
        .map(|_| (random.below(count) as u32, random.below(count) as u32, *random.one_of(&EDGES)))
        .collect();
    space(&states, &["A.f", "A.g", "A.f"], &edges)
}

/// Up to two states, some of which may not exist.
fn random_states(random: &mut Random) -> Vec<u32> {
    (0..random.below(3)).map(|_| random.below(14) as u32).collect()
}

fn random_options(random: &mut Random) -> ChartOptions {
    let fold = *random.one_of(&[Fold::None, Fold::Chains, Fold::Lines, Fold::Procedures, Fold::Contents, Fold::Scc]);
    let (open, keep) = (random_states(random), random_states(random));
    let focus = random.one_in(2).then(|| Focus { state: random.below(14) as u32, radius: random.below(4) as u32 });
    let path = random.one_in(2).then(|| random.below(14) as u32);
    ChartOptions { fold, open, keep, focus, path }
}

fn only(fold: Fold) -> ChartOptions {
    ChartOptions { fold, ..ChartOptions::default() }
}

/// The groups, as sets of states.
fn groups(folded: &Folded) -> Vec<Vec<u32>> {
    (0..folded.node_count()).filter(|&n| folded.is_group(n)).map(|n| folded.members_of(n).to_vec()).collect()
}

/// The lengths of shortest paths between all states, by Floyd and Warshall.
fn distances(view: &StateSpaceView, edges: impl Fn(EdgeKind) -> bool, both_ways: bool) -> Vec<Vec<Option<u32>>> {
    let n = view.states.len();
    let mut length = vec![vec![None; n]; n];
    (0..n).for_each(|s| length[s][s] = Some(0));
    for e in view.edges.iter().filter(|e| edges(e.kind) && e.source != e.target) {
        length[e.source as usize][e.target as usize] = Some(1);
        if both_ways {
            length[e.target as usize][e.source as usize] = Some(1);
        }
    }
    for middle in 0..n {
        for a in 0..n {
            for b in 0..n {
                if let (Some(first), Some(second)) = (length[a][middle], length[middle][b])
                    && length[a][b].is_none_or(|known| first + second < known)
                {
                    length[a][b] = Some(first + second);
                }
            }
        }
    }
    length
}

#[test]
fn the_nodes_are_a_partition_in_the_order_of_their_states() {
    each_case(|random| {
        let view = random_space(random);
        let options = random_options(random);

        let folded = Folded::new(&view, &options);
        let mut seen = BTreeSet::new();
        let mut last = None;
        for node in 0..folded.node_count() {
            let members = folded.members_of(node);
            assert!(members.is_sorted() && last < members.first().copied());
            last = members.first().copied();
            for &state in members {
                assert!(seen.insert(state));
                assert_eq!(folded.node_of[state as usize], Some(node));
            }
        }
        let nowhere = folded.node_of.iter().filter(|node| node.is_none()).count();
        assert_eq!(folded.hidden() as usize, nowhere);
        assert_eq!(seen.len() + nowhere, view.states.len());
        assert_eq!(folded.group_count() as usize, groups(&folded).len());
    });
}

/// The state space with so many listed states; the others are counted.
fn cut(view: &StateSpaceView, limit: u32) -> StateSpaceView {
    let key = |state: u32| {
        let StateView { component, line, kind, .. } = view.states[state as usize];
        (component, line, kind as u8)
    };
    let mut rest = RestView::default();
    let mut place_of = BTreeMap::new();
    for (state, view) in (0..).zip(&view.states) {
        let place = *place_of.entry(key(state)).or_insert(rest.places.len());
        if place == rest.places.len() {
            let StateView { component, line, kind, ref file, .. } = *view;
            let first = Some(state).filter(|&state| state < limit);
            rest.places.push(PlaceView { component, file: file.clone(), line, kind, first, unlisted: 0 });
        }
        rest.places[place].unlisted += u32::from(state >= limit);
    }
    let is_listed = |edge: &&EdgeView| edge.source.max(edge.target) < limit;
    for edge in view.edges.iter().filter(|edge| !is_listed(edge)) {
        let [source, target] = [edge.source, edge.target].map(|state| place_of[&key(state)] as u32);
        rest.edges.push(PlaceEdge { source, target, kind: edge.kind });
    }
    StateSpaceView {
        components: view.components.clone(),
        states: view.states[..limit as usize].to_vec(),
        edges: view.edges.iter().filter(is_listed).cloned().collect(),
        rest: Some(rest),
        ..StateSpaceView::default()
    }
}

#[test]
fn states_that_are_not_listed_count_in_the_groups_of_their_places() {
    each_case(|random| {
        let view = random_space(random);
        let limit = 1 + random.below(view.states.len()) as u32;
        let cut = cut(&view, limit);
        for fold in [Fold::Lines, Fold::Procedures] {
            let (whole, folded) = (Folded::new(&view, &only(fold)), Folded::new(&cut, &only(fold)));
            let mut node_of = BTreeMap::new();
            for node in 0..folded.node_count() {
                let same = whole.node_of[folded.members_of(node)[0] as usize].expect("every state is shown");
                assert_eq!(folded.size_of(node), whole.size_of(same));
                node_of.insert(same, node);
            }
            let expected: BTreeSet<_> = whole
                .edges
                .iter()
                .filter_map(|edge| Some((*node_of.get(&edge.source)?, *node_of.get(&edge.target)?, edge.kind as u8)))
                .collect();
            let drawn: BTreeSet<_> =
                folded.edges.iter().map(|edge| (edge.source, edge.target, edge.kind as u8)).collect();
            assert_eq!(drawn, expected);
        }
        for fold in [Fold::None, Fold::Chains, Fold::Contents, Fold::Scc] {
            assert!(Folded::new(&cut, &only(fold)).unlisted.iter().all(|&count| count == 0));
        }
        // What is opened, or left out, is not counted as a group.
        let open = ChartOptions { open: vec![0], ..only(Fold::Lines) };
        let opened = Folded::new(&cut, &open);
        let group = opened.group_of[0];
        for state in (0..limit).filter(|&state| opened.group_of[state as usize] == group) {
            assert!(!opened.is_group(opened.node_of[state as usize].expect("every state is shown")));
        }
        let focus = ChartOptions { focus: Some(Focus { state: 0, radius: 1 }), ..only(Fold::Lines) };
        assert!(Folded::new(&cut, &focus).unlisted.iter().all(|&count| count == 0));
    });
}

#[test]
fn an_edge_is_drawn_iff_there_is_one_between_members() {
    each_case(|random| {
        let view = random_space(random);
        let options = random_options(random);

        let folded = Folded::new(&view, &options);
        let mut expected: BTreeMap<(u32, u32, u8), usize> = BTreeMap::new();
        for edge in &view.edges {
            let ends = [edge.source, edge.target].map(|s| folded.node_of[s as usize]);
            if let [Some(a), Some(b)] = ends
                && (a != b || !folded.is_group(a))
            {
                *expected.entry((a, b, edge.kind as u8)).or_default() += 1;
            }
        }
        let mut drawn: BTreeMap<(u32, u32, u8), usize> = BTreeMap::new();
        for e in &folded.edges {
            *drawn.entry((e.source, e.target, e.kind as u8)).or_default() += 1;
        }
        assert_eq!(drawn.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (edge, count) in &drawn {
            let merges = folded.is_group(edge.0) || folded.is_group(edge.1);
            assert_eq!(*count, if merges { 1 } else { expected[edge] });
        }
        for (edge, number) in view.edges.iter().zip(&folded.edge_of) {
            if let Some(number) = *number {
                let drawn = folded.edges[number as usize];
                assert_eq!(folded.node_of[edge.source as usize], Some(drawn.source));
                assert_eq!(folded.node_of[edge.target as usize], Some(drawn.target));
                assert_eq!(edge.kind, drawn.kind);
            }
        }
    });
}

#[test]
fn opening_all_groups_is_not_folding() {
    each_case(|random| {
        let view = random_space(random);
        let options = random_options(random);

        let plain = Folded::new(&view, &ChartOptions { fold: Fold::None, ..options.clone() });
        let folded = Folded::new(&view, &ChartOptions { open: Vec::new(), keep: Vec::new(), ..options.clone() });
        let open = (0..folded.node_count()).map(|node| folded.group_of[folded.members_of(node)[0] as usize]).collect();
        let opened = Folded::new(&view, &ChartOptions { open, ..options });
        assert_eq!(&opened.members, &plain.members);
        assert_eq!(&opened.starts, &plain.starts);
        assert_eq!(&opened.edges, &plain.edges);
    });
}

#[test]
fn groups_keep_their_names() {
    each_case(|random| {
        let view = random_space(random);
        let options = random_options(random);

        let folded = Folded::new(&view, &options);
        let whole = Folded::new(&view, &only(options.fold));
        assert_eq!(&folded.group_of, &whole.group_of);
        for node in 0..whole.node_count() {
            let members = whole.members_of(node);
            assert!(members.iter().all(|&s| whole.group_of[s as usize] == members[0]));
        }
    });
}

#[test]
fn kept_states_stand_alone() {
    each_case(|random| {
        let view = random_space(random);
        let options = random_options(random);

        let folded = Folded::new(&view, &options);
        for &state in options.keep.iter().filter(|&&s| (s as usize) < view.states.len()) {
            assert!(folded.node_of[state as usize].is_none_or(|node| !folded.is_group(node)));
        }
    });
}

/// A group is a path, all steps into it lead to its first state, all steps out of it leave its last one, and it cannot
/// be longer.
#[test]
fn chains_keep_the_branching() {
    each_case(|random| {
        let view = random_space(random);
        let keep = random_states(random);

        let folded = Folded::new(&view, &ChartOptions { keep: keep.clone(), ..only(Fold::Chains) });
        let degree = |s: u32| {
            let ends = |f: fn(&EdgeView) -> u32| view.edges.iter().filter(|e| f(e) == s).count();
            (ends(|e| e.target), ends(|e| e.source))
        };
        let steps_only =
            |s: u32| view.edges.iter().filter(|e| e.source == s || e.target == s).all(|e| e.kind == EdgeKind::Step);
        let is_link = |s: u32| {
            let inner = view.states[s as usize].kind == StateKind::Inner;
            inner && degree(s) == (1, 1) && steps_only(s) && !keep.contains(&s)
        };
        for group in groups(&folded) {
            assert!(group.iter().all(|&s| is_link(s)));
            let inside = |s: u32| group.contains(&s);
            assert_eq!(view.edges.iter().filter(|e| inside(e.source) && inside(e.target)).count(), group.len() - 1);
            let outside = view.edges.iter().filter(|e| inside(e.source) != inside(e.target));
            for neighbour in outside.map(|e| if inside(e.source) { e.target } else { e.source }) {
                assert!(!is_link(neighbour), "the chain goes on at {}", neighbour);
            }
        }
        // Two consecutive links are in one group, unless they are on a cycle of links.
        for e in view.edges.iter().filter(|e| is_link(e.source) && is_link(e.target)) {
            let mut state = e.source;
            let mut seen = BTreeSet::new();
            while is_link(state) && seen.insert(state) {
                state = view.edges.iter().find(|f| f.target == state).map_or(state, |f| f.source);
            }
            let on_ring = is_link(state);
            assert_eq!(
                folded.node_of[e.source as usize] == folded.node_of[e.target as usize],
                !on_ring || e.source == e.target
            );
        }
    });
}

#[test]
fn strongly_connected_states_reach_each_other() {
    each_case(|random| {
        let view = random_space(random);

        let folded = Folded::new(&view, &only(Fold::Scc));
        let length = distances(&view, |kind| kind != EdgeKind::Return, false);
        for (a, row) in length.iter().enumerate() {
            for (b, forth) in row.iter().enumerate() {
                let mutual = forth.is_some() && length[b][a].is_some();
                assert_eq!(folded.node_of[a] == folded.node_of[b], mutual);
            }
        }
    });
}

#[test]
fn lines_procedures_and_contents_are_what_states_have_in_common() {
    each_case(|random| {
        let mut view = random_space(random);
        view.states.iter_mut().for_each(|state| state.content = random.below(3) as u32);

        let lines = Folded::new(&view, &only(Fold::Lines));
        let procedures = Folded::new(&view, &only(Fold::Procedures));
        let contents = Folded::new(&view, &only(Fold::Contents));
        for (a, first) in view.states.iter().enumerate() {
            for (b, second) in view.states.iter().enumerate() {
                let same_kind = first.kind == second.kind;
                let same_line = first.component == second.component && first.line == second.line;
                assert_eq!(lines.node_of[a] == lines.node_of[b], same_kind && same_line);
                let procedure = |s: &StateView| &view.components[s.component as usize].procedure;
                let same_procedure = procedure(first) == procedure(second);
                assert_eq!(procedures.node_of[a] == procedures.node_of[b], same_kind && same_procedure);
                let same_content = same_procedure && first.content == second.content;
                assert_eq!(contents.node_of[a] == contents.node_of[b], same_kind && same_content);
            }
        }
    });
}

#[test]
fn the_neighbourhood_is_a_ball() {
    each_case(|random| {
        let view = random_space(random);
        let state = random.below(12) as u32;
        let radius = random.below(5) as u32;

        let options = ChartOptions { focus: Some(Focus { state, radius }), ..ChartOptions::default() };
        let folded = Folded::new(&view, &options);
        let length = distances(&view, |_| true, true);
        for other in 0..view.states.len() {
            let near = length.get(state as usize).and_then(|row| row[other]).is_some_and(|d| d <= radius);
            assert_eq!(folded.node_of[other].is_some(), near);
        }
    });
}

#[test]
fn the_way_is_a_shortest_one() {
    each_case(|random| {
        let view = random_space(random);
        let to = random.below(12) as u32;

        let folded = Folded::new(&view, &ChartOptions { path: Some(to), ..ChartOptions::default() });
        let follows = |kind| matches!(kind, EdgeKind::Step | EdgeKind::Summary | EdgeKind::Call);
        let length = distances(&view, follows, false);
        let entries = view.components[0].entries.iter();
        let shortest = entries.filter_map(|&s| length[s as usize].get(to as usize).copied().flatten()).min();
        assert_eq!(folded.path.len(), shortest.map_or(0, |edges| edges as usize + 1));
        if let (Some(first), Some(last)) = (folded.path.first(), folded.path.last()) {
            assert!(view.components[0].entries.contains(first));
            assert_eq!(*last, to);
        }
        for pair in folded.path.windows(2) {
            let leads = |e: &&EdgeView| e.source == pair[0] && e.target == pair[1] && follows(e.kind);
            assert!(view.edges.iter().find(leads).is_some());
        }
        let mut expected: BTreeSet<u32> = folded.path.iter().copied().collect();
        expected.extend(Some(to).filter(|&s| (s as usize) < view.states.len()));
        assert_eq!(folded.members.iter().copied().collect::<BTreeSet<_>>(), expected);
    });
}

#[test]
fn the_same_twice() {
    each_case(|random| {
        let view = random_space(random);
        let options = random_options(random);

        assert_eq!(Folded::new(&view, &options), Folded::new(&view, &options));
    });
}

use StateKind::{Final, Initial, Inner, NullDereference};

/// 0 → 1 → 2 → 3 → 4, and from 3 back to 1; then 4 → 5 → 6 → 7.
fn loop_and_tail() -> StateSpaceView {
    let kinds = [Initial, Inner, Inner, Inner, Inner, Inner, Inner, Final];
    let states: Vec<_> = kinds.iter().zip(1..).map(|(&kind, line)| (0, line, kind)).collect();
    let edges = [(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 7)].map(|(a, b)| (a, b, EdgeKind::Step));
    space(&states, &["A.f"], &edges)
}

#[test]
fn without_options_everything_keeps_its_number() {
    let view = loop_and_tail();
    let folded = Folded::new(&view, &ChartOptions::default());
    assert_eq!(folded.members, [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(folded.edge_of, (0..8).map(Some).collect::<Vec<_>>());
    assert_eq!(folded.kinds, view.states.iter().map(|s| s.kind).collect::<Vec<_>>());
    assert_eq!((folded.hidden(), folded.group_count(), folded.calls_count), (0, 0, false));
}

#[test]
fn chains_and_cycles_of_a_loop_with_a_tail() {
    let view = loop_and_tail();
    assert_eq!(groups(&Folded::new(&view, &only(Fold::Chains))), [[4, 5, 6]]);
    assert_eq!(groups(&Folded::new(&view, &only(Fold::Scc))), [[1, 2, 3]]);
}

#[test]
fn a_state_that_is_kept_cuts_a_chain_which_opens_as_a_whole() {
    let states: Vec<_> = (0..7).map(|n| (0, n + 1, if n == 0 { Initial } else { Inner })).collect();
    let edges: Vec<_> = (0..6).map(|n| (n, n + 1, EdgeKind::Step)).chain([(6, 6, EdgeKind::Stutter)]).collect();
    let view = space(&states, &["A.f"], &edges);
    let keep = ChartOptions { keep: vec![3], ..only(Fold::Chains) };
    assert_eq!(groups(&Folded::new(&view, &keep)), [[1, 2], [4, 5]]);
    let open = ChartOptions { open: vec![1], ..keep };
    assert_eq!(groups(&Folded::new(&view, &open)), [[0; 0]; 0]);
}

#[test]
fn errors_are_not_lost_among_the_states_of_their_line() {
    let states = [(0, 1, Initial), (0, 2, Inner), (0, 2, Inner), (0, 2, NullDereference)];
    let view = space(&states, &["A.f"], &[(0, 1, EdgeKind::Step), (0, 2, EdgeKind::Step), (1, 3, EdgeKind::Step)]);
    for fold in [Fold::Lines, Fold::Procedures] {
        let folded = Folded::new(&view, &only(fold));
        assert_eq!(groups(&folded), [[1, 2]]);
        assert_eq!(folded.kinds, [Initial, Inner, NullDereference]);
        assert_eq!(folded.edges.len(), 2);
    }
}

#[test]
fn ways_lead_into_calls_but_not_out_again() {
    // State 0 calls 1, which exits at 2; the call continues at 3, according to the summary.
    let states = [(0, 1, Initial), (1, 5, Inner), (1, 6, Inner), (0, 2, Inner)];
    let view = space(
        &states,
        &["A.f", "A.g"],
        &[(0, 1, EdgeKind::Call), (0, 3, EdgeKind::Summary), (1, 2, EdgeKind::Step), (2, 3, EdgeKind::Return)],
    );
    let path = |to| Folded::new(&view, &ChartOptions { path: Some(to), ..ChartOptions::default() }).path;
    assert_eq!(path(2), [0, 1, 2]);
    assert_eq!(path(3), [0, 3]);
}

#[test]
fn long_chains_fold_without_a_large_stack() {
    let count = 100_000;
    let states: Vec<_> = (0..count).map(|n| (0, 1, if n == 0 { Initial } else { Inner })).collect();
    let edges: Vec<_> =
        (1..count).map(|n| (n - 1, n, EdgeKind::Step)).chain([(count - 1, 0, EdgeKind::Step)]).collect();
    let view = space(&states, &["A.f"], &edges);
    let sizes = |fold| groups(&Folded::new(&view, &only(fold))).iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(sizes(Fold::Chains), [count as usize - 1]);
    assert_eq!(sizes(Fold::Scc), [count as usize]);
}
