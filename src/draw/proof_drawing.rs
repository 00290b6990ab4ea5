//! Pictures of proof structures.

use super::layout::Drawing;
use super::scene::{Role, Scene, Shape, trimmed};
use super::state_drawing::{STATE_RADIUS, draw_graph, edge_role, right_of, self_loop};
use base::{Message, msg};
use report::proof::{AssertionStatus, AssertionView, ProofView};

/// Lays out the assertions like the states of a state space.
pub fn draw_proof(view: &ProofView) -> Drawing {
    draw_graph(view.assertions.len(), view.edges.iter().map(|e| (e.source, e.target, e.kind)))
}

/// The drawing as a picture for export: every assertion with its line, the failing path in the colour of failures, and the edges
/// that no run takes for ever in the colour of what is proved.
pub fn proof_scene(view: &ProofView) -> Scene {
    let drawing = draw_proof(view);
    let failing = view.failing_edges();
    let mut shapes = Vec::new();
    let mut width = drawing.size[0];
    for (edge, route) in view.edges.iter().zip(&drawing.routes) {
        let points = match route.is_empty() {
            false => trimmed(route, STATE_RADIUS, STATE_RADIUS + 2.0),
            true if edge.source == edge.target => self_loop(drawing.positions[edge.source as usize], STATE_RADIUS),
            // A call or a return.
            true => continue,
        };
        let fails = failing.binary_search(&(edge.source, edge.target)).is_ok();
        let role = match edge.decreasing {
            _ if fails => Role::Refuted,
            Some(_) => Role::Proved,
            None => edge_role(edge.kind),
        };
        width = right_of(&points).max(width);
        shapes.push(Shape::Line { points, arrow: true, role });
    }
    for (assertion, &at) in view.assertions.iter().zip(&drawing.positions) {
        let role = match assertion.status {
            AssertionStatus::Reduced if assertion.initial => Role::Initial,
            AssertionStatus::Reduced | AssertionStatus::HandedOn => Role::State,
            AssertionStatus::Proved => Role::Proved,
            AssertionStatus::Refuted => Role::Refuted,
            AssertionStatus::Open => Role::Open,
        };
        shapes.push(Shape::Circle { at, radius: STATE_RADIUS, role, title: Some(title(assertion)) });
        shapes.push(Shape::centred(at, &assertion.line.to_string(), role));
    }
    let description = msg!("Proof structure with {} assertions and {} edges", view.assertions.len(), view.edges.len());
    Scene { size: [width, drawing.size[1]], shapes, description, ..Scene::default() }
}

/// An assertion in words: where it is, its formulas, and the measures that get smaller.
fn title(assertion: &AssertionView) -> Message {
    let formulas = assertion.formulas.iter().map(Message::verbatim);
    let claim = formulas.reduce(|some, next| msg!("{some} or {next}")).unwrap_or_else(|| msg!("nothing"));
    let title = msg!("{}:{}: {claim}", Message::verbatim(&assertion.file), assertion.line);
    match assertion.measures.as_slice() {
        [] => title,
        measures => msg!("{title}; gets smaller: {}", Message::verbatim(measures.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::proof::proof_of_edges as proof;

    #[test]
    fn the_picture_shows_the_failing_cycle() {
        let scene = proof_scene(&proof(4, &[(0, 1), (0, 3), (1, 2), (2, 1)], &[0, 1, 2], Some(1)));
        let count = |wanted: Role| {
            scene.shapes.iter().filter(|s| matches!(s, Shape::Line { role, .. } if *role == wanted)).count()
        };
        assert_eq!((count(Role::Refuted), count(Role::Step)), (3, 1));
        let proved = |s: &&Shape| matches!(s, Shape::Circle { role: Role::Proved, .. });
        assert_eq!(scene.shapes.iter().filter(proved).count(), 1);
    }

    #[test]
    fn the_picture_shows_an_assertion_that_leads_to_itself() {
        let scene = proof_scene(&proof(2, &[(0, 1), (1, 1)], &[], None));
        assert_eq!(scene.shapes.iter().filter(|s| matches!(s, Shape::Line { .. })).count(), 2);
    }

    #[test]
    fn the_picture_shows_where_measures_get_smaller() {
        let mut view = proof(3, &[(0, 1), (1, 2), (2, 1)], &[], None);
        view.assertions[2].measures = vec!["|List(x, null)| + 1".into()];
        view.edges[2].decreasing = Some(0);
        let scene = proof_scene(&view);
        let is_marked = |s: &&Shape| matches!(s, Shape::Line { role: Role::Proved, .. });
        assert_eq!(scene.shapes.iter().filter(is_marked).count(), 1);
        let tells =
            |s: &&Shape| matches!(s, Shape::Circle { title: Some(title), .. } if title.contains("|List(x, null)| + 1"));
        assert_eq!(scene.shapes.iter().filter(tells).count(), 1);
    }
}
