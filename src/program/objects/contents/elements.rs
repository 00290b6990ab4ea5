//! What is in arrays that the program makes. Only arrays of arrays are followed: of which lengths the inner ones are.

use super::super::{ClassId, Computation, Function, Instead, Operand, OperationEdge, Procedure, Program, Step, Type};
use super::{Content, Range, Search, Values};

/// Arrays of arrays are arrays of these, too.
const ANY_ARRAYS: [&str; 3] = ["Object[]", "Cloneable[]", "Serializable[]"];

impl Search<'_> {
    /// The element that an edge reads of an array of arrays that the program has made.
    pub(super) fn element(&self, procedure: &Procedure, edge: &OperationEdge, values: &Values) -> Option<Content> {
        let Some(Instead::Compute(Computation { function: Function::Element, arguments, .. })) = edge.instead() else {
            return None;
        };
        let array = arguments.first()?;
        let class = class_of(procedure, array).filter(|class| self.program.is_array_of_arrays(*class))?;
        if !values.operand(*array).is_own_array {
            return None;
        }
        let stored = self.elements.iter().filter(|(of, _)| of.is_none_or(|of| self.program.may_be_array(of, class)));
        Some(stored.fold(Content::default(), |all, (_, content)| self.program.join(all, *content)))
    }

    /// Notes what an edge stores in arrays.
    pub(super) fn store_elements(&mut self, procedure: &Procedure, edge: &OperationEdge, values: &Values) {
        let instead = match edge.instead() {
            Some(Instead::Compute(computation)) => Some(computation),
            _ => None,
        };
        let then = edge.then().iter().filter_map(|step| match step {
            Step::Compute(computation) => Some(computation),
            Step::Assign { .. } => None,
        });
        for Computation { target, function, arguments, .. } in instead.into_iter().chain(then) {
            let made = target.and_then(|target| class_of(procedure, &Operand::Local(target)));
            let of_array = |position: usize| arguments.get(position).and_then(|array| class_of(procedure, array));
            // All elements of an array are stored in another one.
            let copied = |position: usize, class: Option<ClassId>| {
                let is_own = arguments.get(position).is_some_and(|array| values.operand(*array).is_own_array);
                if is_own && of_array(position) == class { Content::default() } else { Content::ANY }
            };
            let mut store = |class: Option<ClassId>, content: Content| self.store_element(class, content);
            match function {
                Function::NewArray { classes, default } => {
                    for (position, &class) in classes.iter().enumerate() {
                        let is_innermost = position + 1 == classes.len();
                        let element =
                            if is_innermost { values.operand(*default) } else { Content::array(Range::LENGTHS) };
                        store(Some(class), element);
                    }
                }
                Function::ArrayOf(class) => {
                    arguments.iter().for_each(|&element| store(Some(*class), values.operand(element)));
                }
                Function::CopyOf(default) => {
                    store(made, values.operand(*default));
                    store(made, copied(0, made));
                }
                Function::Clone => store(made, copied(0, made)),
                Function::Move => store(of_array(2), copied(0, of_array(2))),
                Function::SetElement | Function::Fill => {
                    store(of_array(0), arguments.last().map_or(Content::ANY, |&value| values.operand(value)));
                }
                _ => {}
            }
        }
    }

    /// Stores something in arrays of a class, or in any.
    pub(super) fn store_element(&mut self, class: Option<ClassId>, content: Content) {
        // Only of arrays of arrays anything is asked.
        let is_asked = class.is_none_or(|class| self.program.may_be_array_of_arrays(class));
        if is_asked && content != Content::default() {
            match self.elements.iter_mut().find(|(of, _)| *of == class) {
                Some((_, known)) => {
                    let joined = self.program.join(*known, content);
                    self.has_changed |= joined != *known;
                    *known = joined;
                }
                None => {
                    self.elements.push((class, content));
                    self.has_changed = true;
                }
            }
        }
    }
}

/// The class that an operand is declared to have.
pub(super) fn class_of(procedure: &Procedure, operand: &Operand) -> Option<ClassId> {
    match operand {
        Operand::Local(local) => match procedure.locals[*local].ty {
            Type::Reference(class) => Some(class),
            _ => None,
        },
        _ => None,
    }
}

impl Program {
    fn is_array_of_arrays(&self, class: ClassId) -> bool {
        self.classes[class].name.ends_with("[][]")
    }

    /// Whether variables of a class may refer to arrays of arrays: of such, or of any objects.
    fn may_be_array_of_arrays(&self, class: ClassId) -> bool {
        let name = self.classes[class].name.as_str();
        self.is_array_of_arrays(class) || !name.ends_with("[]") || ANY_ARRAYS.contains(&name)
    }

    /// Whether variables of one class may refer to arrays of another, which is of arrays. `Integer[][]` are `Object[][]`; of numbers and
    /// truth values, no array is one of another kind.
    fn may_be_array(&self, class: ClassId, of: ClassId) -> bool {
        let is_of_primitives = |class: ClassId| {
            let innermost = self.classes[class].name.trim_end_matches("[]");
            ["boolean", "byte", "short", "char", "int", "long", "float", "double"].contains(&innermost)
        };
        class == of || self.may_be_array_of_arrays(class) && !(is_of_primitives(class) && is_of_primitives(of))
    }
}
