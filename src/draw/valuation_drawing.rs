//! Pictures of the values of variables, one row each.

use super::scene::{Change, FONT, Point, Role, SMALL, Scene, Shape, note, text_width};
use base::{Message, counted, msg, text};
use report::valuation::{ValuationView, VariableView};

const ROW: f32 = 26.0;
const HEIGHT: f32 = 22.0;
const PADDING: f32 = 16.0;
const BETWEEN_COLUMNS: f32 = 28.0;
/// Maximum number of rows in a column.
const ROWS: usize = 16;

/// Draws values in rows; changed values are marked as added.
pub fn valuation_scene(view: &ValuationView) -> Scene {
    let mut scene = Scene { description: describe(view), ..Scene::default() };
    let mut left = 0.0;
    for (title, variables) in view.groups() {
        note(&mut scene, [left, -ROW], &title);
        for column in variables.chunks(ROWS) {
            left += draw_column(column, left, &mut scene) + BETWEEN_COLUMNS;
        }
    }
    if scene.shapes.is_empty() {
        note(&mut scene, [0.0, 0.0], &msg!("no variables"));
    }
    scene.shrink_to_fit();
    scene
}

/// Draws variables from `left` on, and returns their width.
fn draw_column(variables: &[VariableView], left: f32, scene: &mut Scene) -> f32 {
    let width = |text: &dyn Fn(&VariableView) -> String, size: f32| {
        let widths = variables.iter().map(|v| text_width(&text(v), size));
        widths.fold(0.0, f32::max) + PADDING
    };
    let names = width(&|v| v.name.clone(), SMALL + 1.0);
    let values = width(&ValuationView::written, FONT).max(HEIGHT + 6.0);
    let mut top = 0.0;
    for variable in variables {
        let title = Some(says(variable));
        let cell = |from: f32, width: f32, role: Role, title: Option<Message>| {
            let at: Point = [from + width / 2.0, top];
            (at, Shape::Box { at, size: [width, HEIGHT], corner: 3.0, role, title })
        };
        let (at, name) = cell(left, names, Role::Variable, title.clone());
        scene.shapes.extend([name, Shape::centred(at, &variable.name, Role::Variable)]);
        let first = scene.shapes.len();
        let role = if variable.is_open { Role::Open } else { Role::Constant };
        let (at, value) = cell(left + names, values, role, title);
        scene.shapes.extend([value, Shape::centred(at, &ValuationView::written(variable), Role::State)]);
        scene.mark_from(first, variable.before.is_some().then_some(Change::Added));
        top += ROW;
    }
    names + values
}

/// The values of the variables in words.
fn describe(view: &ValuationView) -> Message {
    let count = counted((view.globals.len() + view.locals.len()) as u32, text!("variable"), text!("variables"));
    let description = msg!("Values of {count} in {}", Message::verbatim(&view.procedure));
    view.groups().fold(description, |description, (title, variables)| {
        let one = |v: &VariableView| match &v.before {
            Some(before) => msg!("{} (before: {})", says(v), Message::verbatim(before)),
            None => says(v),
        };
        let all: Vec<Message> = variables.iter().map(one).collect();
        msg!("{description}. {title}: {}", Message::joined(&all, ", "))
    })
}

/// A variable with its value.
fn says(variable: &VariableView) -> Message {
    msg!("{} is {}", Message::verbatim(&variable.name), Message::verbatim(&variable.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str, value: &str) -> VariableView {
        VariableView { name: name.to_owned(), value: value.to_owned(), is_open: value == "any", before: None }
    }

    fn valuation(procedure: &str, g: &str, x: &str) -> ValuationView {
        ValuationView {
            procedure: procedure.to_owned(),
            globals: vec![variable("g", g)],
            locals: vec![variable("x", x)],
        }
    }

    #[test]
    fn what_has_changed_is_marked() {
        let view = valuation("f", "T", "3").since(&valuation("f", "T", "any"));
        assert_eq!(view.globals[0].before, None);
        assert_eq!(view.locals[0].before.as_deref(), Some("any"));
        let scene = valuation_scene(&view);
        // The cell and its text.
        assert_eq!(scene.changes.len(), 2);
        assert_eq!(scene.description, "Values of 2 variables in f. globals: g is T. f: x is 3 (before: any)");
    }

    #[test]
    fn locals_of_other_procedures_are_other_variables() {
        let view = valuation("f", "F", "3").since(&valuation("main", "T", "4"));
        assert_eq!(view.globals[0].before.as_deref(), Some("T"));
        assert_eq!(view.locals[0].before, None);
    }

    #[test]
    fn many_variables_stand_in_columns() {
        let locals = (0..40).map(|i| variable(&format!("x{i}"), "T")).collect();
        let scene = valuation_scene(&ValuationView { procedure: "f".to_owned(), globals: Vec::new(), locals });
        assert!(scene.size[1] < (ROWS + 2) as f32 * ROW);
        let none = valuation_scene(&ValuationView::default());
        assert!(none.size[0] > 0.0);
    }
}
