//! Properties of pictures with open calls.

use super::super::unfold::{DEPTH_LIMIT, SHAPE_LIMIT};
use super::*;
use crate::components::PORT_LIMIT;

/// A rectangle: upper left and lower right corner.
type Rectangle = [Point; 2];

fn rectangles(scene: &Scene, wanted: Role) -> Vec<Rectangle> {
    let corners = |s: &Shape| match s {
        Shape::Box { at, size, role, .. } if *role == wanted => {
            Some([[at[0] - size[0] / 2.0, at[1] - size[1] / 2.0], [at[0] + size[0] / 2.0, at[1] + size[1] / 2.0]])
        }
        _ => None,
    };
    scene.shapes.iter().filter_map(corners).collect()
}

fn within(inner: Rectangle, outer: Rectangle) -> bool {
    (0..2).all(|i| outer[0][i] < inner[0][i] && inner[1][i] < outer[1][i])
}

fn apart(a: Rectangle, b: Rectangle) -> bool {
    (0..2).any(|i| a[1][i] < b[0][i] || b[1][i] < a[0][i])
}

/// Components and boxes are nested or disjoint; the components of open boxes lie inside them, one level deeper each
/// time.
#[track_caller]
fn nested(scene: &Scene) {
    let frames = rectangles(scene, Role::Component);
    let all: Vec<Rectangle> = frames.iter().copied().chain(rectangles(scene, Role::Callee)).collect();
    for (i, &a) in all.iter().enumerate() {
        for &b in &all[..i] {
            assert!(apart(a, b) || within(a, b) || within(b, a), "{a:?} and {b:?} overlap");
        }
        let around = all.iter().filter(|&&b| within(a, b)).count();
        let is_frame = i < frames.len();
        assert_eq!(around % 2 == 0, is_frame, "components lie in boxes, boxes in components");
    }
}

/// The links of the boxes, by path.
fn calls(scene: &Scene) -> Vec<CalleeLink> {
    let links = scene.hotspots.iter().filter_map(|h| match &h.link {
        Link::Call { callees, .. } => Some(callees.clone()),
        _ => None,
    });
    links.flatten().collect()
}

fn texts<'s>(scene: &'s Scene, start: &str) -> Vec<&'s str> {
    let text = |s: &'s Shape| match s {
        Shape::Text { text, .. } if text.starts_with(start) => Some(text.as_str()),
        _ => None,
    };
    scene.shapes.iter().filter_map(text).collect()
}

fn lines(scene: &Scene, wanted: Role) -> Vec<&[Point]> {
    let points = |s: &'_ Shape| matches!(s, Shape::Line { role, .. } if *role == wanted);
    let found = scene.shapes.iter().filter(|s| points(s));
    found.map(|s| if let Shape::Line { points, .. } = s { points.as_slice() } else { &[] }).collect()
}

#[test]
fn paths_that_name_nothing_change_nothing() {
    let closed = drawn(&example(), 0);
    for nothing in ["", "2", "0/0", "1:2", "-1", "00", "0 ", "1/0"] {
        assert_eq!(drawn_open(&example(), 0, &[nothing]), closed, "{nothing}");
    }
    nested(&closed);
}

#[test]
fn an_open_box_holds_the_callee_between_its_ports() {
    let scene = drawn_open(&example(), 0, &["0"]);
    nested(&scene);
    let [outer, inner] = rectangles(&scene, Role::Component)[..] else { panic!("two components") };
    let [opened, _] = rectangles(&scene, Role::Callee)[..] else { panic!("two boxes") };
    assert!(within(inner, opened) && within(opened, outer));
    // The callee's entry and exits are on its frame, once each.
    let on = |x: f32, points: Vec<Point>| points.iter().filter(|p| (p[0] - x).abs() < 0.1).count();
    assert_eq!(circles(&scene, Role::Initial).len(), 2);
    assert_eq!(on(inner[0][0], circles(&scene, Role::Initial)), 1);
    assert_eq!(circles(&scene, Role::Final).len(), 3);
    assert_eq!(on(inner[1][0], circles(&scene, Role::Final)), 2);
    // The call leads to the entry, and each exit to its own return.
    let [call] = lines(&scene, Role::Call)[..] else { panic!("one way in") };
    assert!(call[0][0] < inner[0][0] && call[0][0] > opened[0][0]);
    let returns = lines(&scene, Role::Return);
    let ends: BTreeSet<String> = returns.iter().map(|line| format!("{:.0}", line[line.len() - 1][1])).collect();
    assert_eq!((returns.len(), ends.len()), (2, 2));
    assert!(scene.description.contains("in this box: Component 1, List.swap"), "{}", scene.description);
    assert_eq!(
        calls(&scene).iter().map(|c| (c.component, c.path.as_str(), c.open)).collect::<Vec<_>>(),
        [(1, "0", true), (2, "1", false)]
    );
    assert_eq!(drawn_open(&example(), 0, &["0"]), scene, "twice the same");
}

#[test]
fn a_call_that_never_returns_can_be_opened() {
    let scene = drawn_open(&example(), 0, &["0", "1"]);
    nested(&scene);
    assert_eq!((lines(&scene, Role::Call).len(), lines(&scene, Role::Return).len()), (2, 2));
}

/// `f` calls itself twice in a row, or ends.
fn recursive() -> StateSpaceView {
    space(
        "A.main: 0 -> 1
         A.walk: 2 -> 4",
        "0(2 0(4)1 2>3 2>4 3(2 3(4)5 5(2 5(4)4",
        &[],
    )
}

#[test]
fn recursion_nests_as_far_as_it_is_opened() {
    let scene = drawn_open(&recursive(), 0, &["0", "0/1", "0/1/0", "0/0/0"]);
    nested(&scene);
    assert_eq!(rectangles(&scene, Role::Component).len(), 4);
    let closed: Vec<String> = calls(&scene).into_iter().filter(|c| !c.open).map(|c| c.path).collect();
    assert_eq!(closed, ["0/0", "0/1/0/0", "0/1/0/1", "0/1/1"], "0/0/0 is in a closed box");
}

/// All paths of this many boxes, `each` in every component but the first.
fn all_paths(depth: usize, each: usize) -> Vec<String> {
    let mut paths = vec!["0".to_owned()];
    let mut last = paths.clone();
    for _ in 1..depth {
        last = last.iter().flat_map(|path| (0..each).map(move |b| format!("{path}/{b}"))).collect();
        paths.extend_from_slice(&last);
    }
    paths
}

#[test]
fn recursion_is_cut_and_said_so() {
    let chain = space("A.main: 0 -> 1\n A.walk: 2 -> 4", "0(2 0(4)1 2>3 2>4 3(2 3(4)4", &[]);
    let paths = all_paths(DEPTH_LIMIT + 3, 1);
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let scene = drawn_open(&chain, 0, &paths);
    nested(&scene);
    assert_eq!(rectangles(&scene, Role::Component).len(), 1 + DEPTH_LIMIT);
    assert_eq!(
        texts(&scene, "1 open call stays closed"),
        ["1 open call stays closed: calls are drawn up to 8 deep and 2000 shapes"]
    );
    let whole = drawn_open(&chain, 0, &paths[..DEPTH_LIMIT]);
    assert!(texts(&whole, "1 open").is_empty() && rectangles(&whole, Role::Component).len() == 1 + DEPTH_LIMIT);
}

#[test]
fn large_pictures_are_cut_and_said_so() {
    let paths = all_paths(DEPTH_LIMIT, 2);
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let scene = drawn_open(&recursive(), 0, &paths);
    nested(&scene);
    assert!(scene.shapes.len() <= SHAPE_LIMIT + 1 && scene.shapes.len() > SHAPE_LIMIT / 2, "{}", scene.shapes.len());
    let open = calls(&scene).iter().filter(|c| c.open).count();
    let remark = scene.shapes.iter().filter_map(|s| if let Shape::Text { text, .. } = s { Some(text) } else { None });
    let cut: Vec<&String> = remark.filter(|t| t.contains("stay closed")).collect();
    let [cut] = cut[..] else { panic!("one remark") };
    let cut: usize = cut.split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    assert!(cut > 0 && open + cut <= paths.len());
}

#[test]
fn a_box_of_several_components_opens_each() {
    let many = many_calls(30, true);
    let closed = calls(&drawn(&many, 0));
    let paths: Vec<String> = (1..=30).map(|callee| format!("0:{callee}")).collect();
    assert_eq!(closed.iter().map(|c| c.path.clone()).collect::<Vec<_>>(), paths);
    let scene = drawn_open(&many, 0, &["0:3", "0:17", "0"]);
    nested(&scene);
    assert_eq!(rectangles(&scene, Role::Component).len(), 3);
    assert_eq!(texts(&scene, "2 of 30"), ["2 of 30 components"]);
    assert_eq!((lines(&scene, Role::Call).len(), lines(&scene, Role::Return).len()), (2, 2));
    let states = scene.hotspots.iter().find_map(|h| match &h.link {
        Link::Call { states, .. } => Some(states.len()),
        _ => None,
    });
    assert!(states > Some(PORT_LIMIT), "all that call");
}
