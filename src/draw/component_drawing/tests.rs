//! Properties of the pictures.

mod open;

use super::*;
use crate::call_graph_drawing::call_graph_scene;
use crate::components::rsm_view;
use crate::components::tests::{many_calls, space};
use crate::scene::CalleeLink;
use base::Language;
use report::space::StateSpaceView;

/// A loop with a call that may fault, and one that never returns.
fn example() -> StateSpaceView {
    space(
        "List.main: 0 -> 5
         List.swap: 7 -> 9 10
         List.spin: 11 ->",
        "0>1 1(7 1(9)2 1(10)3 2>1 2>4 3>5 4(11 3>6 6! 7>8 8>9 8>10",
        &[],
    )
}

fn drawn(space: &StateSpaceView, number: u32) -> Scene {
    drawn_open(space, number, &[])
}

/// The picture with some calls open.
fn drawn_open(space: &StateSpaceView, number: u32, open: &[&str]) -> Scene {
    let open = open.iter().map(|path| (*path).to_owned()).collect();
    let scene = component_scene(&rsm_view(space), number, &open).expect("a component");
    inside(&scene);
    scene
}

/// Everything lies inside the picture, and no coordinate is infinite or undefined.
#[track_caller]
fn inside(scene: &Scene) {
    let within = |p: &Point| (0..2).all(|i| p[i] >= -0.1 && p[i] <= scene.size[i] + 0.1);
    for shape in &scene.shapes {
        let fine = match shape {
            Shape::Circle { at, .. } | Shape::Box { at, .. } | Shape::Text { at, .. } => within(at),
            Shape::Line { points, .. } => points.iter().all(within),
        };
        assert!(fine, "{shape:?} of {:?}", scene.size);
    }
    assert!(scene.hotspots.iter().all(|h| within(&h.at)));
}

fn circles(scene: &Scene, wanted: Role) -> Vec<Point> {
    let at = |s: &Shape| match s {
        Shape::Circle { at, role, .. } if *role == wanted => Some(*at),
        _ => None,
    };
    scene.shapes.iter().filter_map(at).collect()
}

/// Left and right borders of the first box with a role.
fn borders(scene: &Scene, wanted: Role) -> [f32; 2] {
    let found = scene.shapes.iter().find_map(|s| match s {
        Shape::Box { at, size, role, .. } if *role == wanted => Some([at[0] - size[0] / 2.0, at[0] + size[0] / 2.0]),
        _ => None,
    });
    found.expect("a box")
}

#[test]
fn ports_stand_on_the_borders() {
    let scene = drawn(&example(), 0);
    let [left, right] = borders(&scene, Role::Component);
    assert!(circles(&scene, Role::Initial).iter().all(|p| (p[0] - left).abs() < 0.1));
    assert!(circles(&scene, Role::Final).iter().all(|p| (p[0] - right).abs() < 0.1));
    let [box_left, box_right] = borders(&scene, Role::Callee);
    assert!((circles(&scene, Role::Call)[0][0] - box_left).abs() < 0.1);
    let returns = circles(&scene, Role::Return);
    assert_eq!(returns.len(), 2, "the call that never returns has none");
    assert!(returns.iter().all(|p| (p[0] - box_right).abs() < 0.1));
    assert!(returns[0][1] < returns[1][1], "in the order of the exits");
    let fault = circles(&scene, Role::NullDereference);
    assert!(fault.len() == 1 && fault[0][0] < right && fault[0][0] > left);
}

#[test]
fn every_port_and_box_leads_somewhere() {
    let scene = drawn(&example(), 0);
    let links: Vec<Link> = scene.hotspots.iter().map(|h| h.link.clone()).collect();
    let call = |state, component, path: &str| {
        let callee = CalleeLink { component, path: path.into(), open: false };
        Link::Call { states: vec![state], callees: vec![callee] }
    };
    let state = |number| Link::State { number };
    assert!(links.starts_with(&[call(1, 1, "0"), call(4, 2, "1"), state(0)]), "{links:?}");
    assert!(links.contains(&state(6)));
    assert!(scene.hotspots.iter().any(|h| h.name == "Line 40: call of List.spin, component 2 · no return"));
}

#[test]
fn the_call_graph_shows_recursion_faults_and_what_never_ends() {
    let space = space(
        "A.main: 0 -> 1
         A.walk: 2 -> 4",
        "0(2 0(4)1 2>3 3(2 3(4)4 2>5 5!",
        &[],
    );
    let scene = call_graph_scene(&rsm_view(&space));
    inside(&scene);
    assert_eq!(scene.hotspots.len(), 2);
    assert!(scene.description.ends_with("A.main calls A.walk. A.walk calls A.walk"), "{}", scene.description);
    assert!(scene.hotspots[1].name.ends_with("with a null dereference"), "{}", scene.hotspots[1].name);
    let endless = call_graph_scene(&rsm_view(&example()));
    assert!(endless.hotspots[2].name.contains("no exit"));
}

#[test]
fn crowds_are_put_together_and_said_so() {
    let many = rsm_view(&many_calls(60, false));
    let scene = call_graph_scene(&many);
    assert_eq!(
        scene.hotspots.iter().map(|h| h.name.as_str()).collect::<Vec<_>>(),
        ["Component main, 121 states", "Component f, 60 components · 60 states",]
    );
    let inner = component_scene(&many, 0, &BTreeSet::new()).expect("a component");
    inside(&inner);
    let remark = |s: &Shape| matches!(s, Shape::Text { text, .. } if text.starts_with("36 more call sites not drawn"));
    assert!(inner.shapes.iter().any(remark));
}

#[test]
fn boxes_are_as_wide_as_their_words_in_the_language_that_is_spoken() {
    Language::speak(Some(Language::german()));
    let scene = call_graph_scene(&rsm_view(&many_calls(60, false)));
    Language::speak(None);
    assert_eq!(scene.hotspots[1].name, "Komponente f, 60 Komponenten · 60 Zustände");
    inside(&scene);
    let figures = "60 Komponenten · 60 Zustände";
    assert!(scene.shapes.iter().any(|s| matches!(s, Shape::Text { text, .. } if text == figures)));
    assert!(scene.hotspots[1].size[0] > text_width(figures, SMALL));
}

#[test]
fn nothing_is_an_empty_picture() {
    let empty = rsm_view(&StateSpaceView::default());
    assert_eq!(call_graph_scene(&empty).size, [0.0, 0.0]);
    assert_eq!(component_scene(&empty, 0, &BTreeSet::new()), None);
}
