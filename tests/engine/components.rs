//! Pictures of components with open calls, for whole tasks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::support::folder::Folder;
use crate::support::tasks::tasks;
use hrglass::base::Silent;
use hrglass::draw::component_drawing::component_scene;
use hrglass::draw::components::{PortKind, RsmView, rsm_view};
use hrglass::draw::scene::{CalleeLink, Link, Role, Scene, Shape};
use hrglass::session::run;
use hrglass::task::load;

fn machine(path: &Path) -> RsmView {
    let text = std::fs::read_to_string(path).expect("a task file");
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let loaded = load(&text, &path.display().to_string(), &mut Folder(folder));
    run(&loaded, &mut Silent).state_space().as_ref().map(rsm_view).unwrap_or_default()
}

fn callees(scene: &Scene) -> Vec<CalleeLink> {
    let links = scene.hotspots.iter().filter_map(|h| match &h.link {
        Link::Call { callees, .. } => Some(callees.clone()),
        _ => None,
    });
    links.flatten().collect()
}

/// The upper left and lower right corners of the components and boxes.
fn rectangles(scene: &Scene) -> Vec<[[f32; 2]; 2]> {
    let corners = |s: &Shape| match s {
        Shape::Box { at, size, .. } => Some([-0.5, 0.5].map(|part| [0, 1].map(|i| at[i] + part * size[i]))),
        _ => None,
    };
    scene.shapes.iter().filter_map(corners).collect()
}

/// The number of drawn ports of a kind, and the number that the drawn components have.
fn ports(rsm: &RsmView, root: u32, scene: &Scene, kind: PortKind, role: Role) -> [usize; 2] {
    let drawn = scene.shapes.iter().filter(|s| matches!(s, Shape::Circle { role: r, .. } if *r == role)).count();
    let open = callees(scene).into_iter().filter(|c| c.open).map(|c| c.component);
    let of = |component: u32| rsm.components[component as usize].ports_of(kind).count();
    [drawn, open.chain([root]).map(of).sum()]
}

#[test]
fn opened_calls_of_real_programs() {
    let mut opened = 0;
    let folders = ["examples/recursion", "examples/hierarchy", "examples/inheritance", "tests/tasks/hierarchy"];
    let paths: Vec<PathBuf> = folders.iter().flat_map(|folder| tasks(folder)).map(|(path, _)| path).collect();
    for path in paths {
        let rsm = machine(&path);
        for number in 0..rsm.components.len().min(3) as u32 {
            let mut open = BTreeSet::new();
            // Opens the closed calls, twice.
            for _ in 0..2 {
                let scene = component_scene(&rsm, number, &open).expect("a component");
                open.extend(callees(&scene).into_iter().take(6).map(|c| c.path));
            }
            let scene = component_scene(&rsm, number, &open).expect("a component");
            let name = format!("{} {number}", path.display());
            assert_eq!(component_scene(&rsm, number, &open).as_ref(), Some(&scene), "{name}");
            let cut =
                scene.shapes.iter().any(|s| matches!(s, Shape::Text { text, .. } if text.contains("closed: calls")));
            let visible: Vec<CalleeLink> = callees(&scene);
            assert_eq!(cut, visible.iter().any(|c| !c.open && open.contains(&c.path)), "{name}");
            opened += visible.iter().filter(|c| c.open).count();
            for (kind, role) in
                [(PortKind::Entry, Role::Initial), (PortKind::Exit, Role::Final), (PortKind::Call, Role::Call)]
            {
                let [drawn, expected] = ports(&rsm, number, &scene, kind, role);
                assert_eq!(drawn, expected, "{name}: {kind:?}");
            }
            let all = rectangles(&scene);
            for (i, a) in all.iter().enumerate() {
                for b in &all[..i] {
                    let apart = (0..2).any(|i| a[1][i] < b[0][i] || b[1][i] < a[0][i]);
                    // Inner shapes are drawn later.
                    let inside = (0..2).all(|i| b[0][i] < a[0][i] && a[1][i] < b[1][i]);
                    assert!(apart || inside, "{name}: {a:?} and {b:?} overlap");
                }
            }
        }
    }
    assert!(opened > 100, "{opened}");
}
