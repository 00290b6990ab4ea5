//! Selection of the calls drawn with the inside of the callee.

use std::collections::BTreeSet;

use super::boxes::{Called, Callee};
use super::{Plan, Point, describe};
use crate::components::{BoxView, RsmComponentView, RsmView};
use crate::scene::Scene;
use base::{Message, msg};

/// Maximum depth of calls drawn inside calls.
pub(super) const DEPTH_LIMIT: usize = 8;

/// Number of shapes in a picture from which on no more calls are opened.
pub(super) const SHAPE_LIMIT: usize = 2_000;

/// A component, drawn separately at the origin.
pub(super) struct Drawn<'r> {
    pub component: &'r RsmComponentView,
    pub scene: Scene,
    /// The centres of its ports.
    pub places: Vec<Point>,
}

pub(super) struct Unfolding<'r> {
    rsm: &'r RsmView,
    open: &'r BTreeSet<String>,
    /// The number of shapes that may still be drawn.
    left: usize,
    /// The number of calls that should be open but are not.
    cut: u32,
}

impl<'r> Unfolding<'r> {
    pub(super) fn new(rsm: &'r RsmView, open: &'r BTreeSet<String>) -> Self {
        Self { rsm, open, left: SHAPE_LIMIT, cut: 0 }
    }

    /// A remark if not all calls were opened.
    pub(super) fn remark(&self) -> Option<Message> {
        let why = msg!("calls are drawn up to {DEPTH_LIMIT} deep and {SHAPE_LIMIT} shapes");
        match self.cut {
            0 => None,
            1 => Some(msg!("1 open call stays closed: {why}")),
            cut => Some(msg!("{cut} open calls stay closed: {why}")),
        }
    }

    /// Draws a component with its open calls; `path` names it. Recursive, with limited depth.
    pub(super) fn draw(&mut self, number: u32, path: &str, depth: usize) -> Option<Drawn<'r>> {
        let rsm = self.rsm;
        let component = rsm.components.get(number as usize)?;
        self.left = self.left.saturating_sub(shapes_of(component));
        let boxes = (0..).zip(&component.boxes);
        let called: Vec<Called<'r>> = boxes
            .map(|(of_box, view)| {
                let callees = view.callees.iter().map(|&callee| self.callee(callee, of_box, view, path, depth));
                Called::new(component, of_box, view, callees.collect())
            })
            .collect();
        let mut scene = Scene { description: describe(component, number, &called), ..Scene::default() };
        let mut places = Plan::new(component, called, depth > 0).draw(number, &mut scene);
        let by = scene.shrink_to_fit();
        places.iter_mut().for_each(|at| *at = [at[0] + by[0], at[1] + by[1]]);
        Some(Drawn { component, scene, places })
    }

    fn callee(&mut self, component: u32, of_box: u32, view: &BoxView, path: &str, depth: usize) -> Callee<'r> {
        let before = if path.is_empty() { String::new() } else { format!("{path}/") };
        let which = if view.callees.len() > 1 { format!(":{component}") } else { String::new() };
        let path = format!("{before}{of_box}{which}");
        let mut inside = None;
        if self.open.contains(&path) {
            let fits = self.rsm.components.get(component as usize).is_some_and(|c| shapes_of(c) <= self.left);
            if fits && depth < DEPTH_LIMIT {
                inside = self.draw(component, &path, depth + 1);
            } else {
                self.cut += 1;
            }
        }
        Callee { component, path, inside }
    }
}

/// An upper bound of the number of shapes of a component without its open calls, including its connections with the
/// surrounding box.
fn shapes_of(component: &RsmComponentView) -> usize {
    4 + 2 * component.paths.len() + 4 * component.boxes.len() + 3 * component.ports.len()
}
