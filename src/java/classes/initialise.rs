//! Initialisation of classes (JLS 12.4): which static fields are kept, and which classes have code to run before their
//! first use.

use super::super::constants::fold;
use super::super::syntax::{BinaryOperator, ExprId, ExprKind, Literal, Member, StmtKind};
use super::super::types::Ty;
use super::{CONSTRUCTOR, ClassTable};
use base::Idx;
use program::cfa::ProcedureId;
use program::objects::{ClassId, FieldId, Operand};

/// The initialisation code of a class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StaticInitialiser {
    /// Its procedure: runs the code once, after that of its supertypes.
    pub procedure: ProcedureId,
    /// The field with its state: 0 before, 1 once it has begun, -1 after it has failed.
    pub state: FieldId,
}

impl ClassTable<'_> {
    /// Numbers static fields and static initialisers after everything else.
    pub(super) fn number_statics(&mut self, declared: &[ClassId], fields: &mut usize, procedures: &mut usize) {
        for &class in declared {
            for position in 0..self.classes[class].fields.len() {
                let field = &self.classes[class].fields[position];
                let is_kept = field.ty.is_reference() || field.ty.is_integral() || field.ty == Ty::Boolean;
                if field.is_static && !field.is_constant && is_kept {
                    self.classes[class].fields[position].id = Some(next(fields));
                }
            }
        }
        // A class may depend on its supertypes, in whatever order they are declared.
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &class in declared {
                if self.classes[class].initialiser.is_none() && self.has_code_of_its_own(class) {
                    let procedure = ProcedureId::at(*procedures);
                    *procedures += 1;
                    self.classes[class].initialiser = Some(StaticInitialiser { procedure, state: next(fields) });
                    self.observes_null = true;
                    changed = true;
                }
            }
        }
    }

    /// Whether a class must be initialised at its first use rather than at the start of the run.
    fn has_code_of_its_own(&self, class: ClassId) -> bool {
        // Code of supertypes could see a field before its initial value is assigned.
        let is_seen_before = !self.initialised_before(class).is_empty();
        self.classes[class].members.iter().any(|member| match member {
            Member::StaticInitializer(block) => {
                !matches!(&self.tree.statements[*block].kind, StmtKind::Block(body) if body.is_empty())
            }
            Member::Field(declared) => {
                let position = self.classes[class].field(&declared.name);
                let field = position.map(|at| &self.classes[class].fields[at]).filter(|f| f.is_static);
                let Some((field, initial)) = field.and_then(|f| f.initializer.map(|initial| (f, initial))) else {
                    return false;
                };
                let is_null = matches!(self.tree.expressions[initial].kind, ExprKind::Literal(Literal::Null));
                let has_no_effect = is_null || self.is_constant(class, initial);
                let is_known = is_null || self.initial_constant(class, initial, field.ty).is_some();
                !field.is_constant && !(has_no_effect && (field.id.is_none() || (is_known && !is_seen_before)))
            }
            Member::Method(_) | Member::Initializer(_) => false,
        })
    }

    /// The value of an initialiser, if it is a constant.
    pub(crate) fn initial_constant(&self, class: ClassId, initial: ExprId, ty: Ty) -> Option<Operand> {
        let constant = fold(self.tree, initial, &mut |name| self.named_constant(class, name))?.assigned_to(ty)?;
        let truth = constant.truth().map(Operand::Boolean);
        truth.or_else(|| constant.integer().map(Operand::Integer))
    }

    /// Whether an expression in `class` is constant (JLS 15.29), including strings and floating-point numbers.
    pub(super) fn is_constant(&self, class: ClassId, e: ExprId) -> bool {
        let mut rest = vec![e];
        while let Some(e) = rest.pop() {
            match &self.tree.expressions[e].kind {
                ExprKind::Literal(literal) if *literal != Literal::Null => {}
                name @ (ExprKind::Name(_) | ExprKind::Field { .. }) => {
                    if !self.names_constant(class, name) {
                        return false;
                    }
                }
                // Dividing by zero throws an exception, so it is not constant.
                ExprKind::Binary(BinaryOperator::Divide | BinaryOperator::Remainder, a, b) => {
                    let divisor = fold(self.tree, *b, &mut |name| self.named_constant(class, name));
                    if divisor.is_none_or(|divisor| divisor.integer() == Some(0)) {
                        return false;
                    }
                    rest.push(*a);
                }
                ExprKind::Unary(_, a) => rest.push(*a),
                ExprKind::Binary(_, a, b) => rest.extend([*a, *b]),
                ExprKind::Conditional(a, b, c) => rest.extend([*a, *b, *c]),
                ExprKind::Cast(ty, a) => {
                    let [name] = ty.path.as_slice() else { return false };
                    if ty.dimensions > 0 || !(Ty::primitive(name).is_some() || &**name == "String") {
                        return false;
                    }
                    rest.push(*a);
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether an expression in `class` is a constant string.
    pub(crate) fn is_constant_text(&self, class: ClassId, e: ExprId) -> bool {
        self.is_constant(class, e) && fold(self.tree, e, &mut |name| self.named_constant(class, name)).is_none()
    }

    /// The static initialisers that run when `class` is initialised, in this order; each runs those of its
    /// supertypes itself.
    pub(crate) fn initialisers(&self, class: ClassId) -> Vec<StaticInitialiser> {
        match self.classes[class].initialiser {
            Some(own) => vec![own],
            None => self.initialised_before(class),
        }
    }

    /// Those that run before the code of `class`: of its superclass, then of its superinterfaces that declare methods
    /// with a body (JLS 12.4.2, step 7).
    pub(crate) fn initialised_before(&self, class: ClassId) -> Vec<StaticInitialiser> {
        let mut all = Vec::new();
        if self.classes[class].is_interface {
            return all;
        }
        // The classes up to the first one with code, which initialises its supertypes.
        let mut chain = Vec::new();
        for above in self.ancestry(class) {
            chain.push(above);
            if above != class
                && let Some(initialiser) = self.classes[above].initialiser
            {
                all.push(initialiser);
                break;
            }
        }
        // Interfaces in postorder; the stack contains the later ones.
        for &of in chain.iter().rev().filter(|&&c| c == class || self.classes[c].initialiser.is_none()) {
            let mut stack: Vec<(ClassId, bool)> =
                self.classes[of].interfaces.iter().rev().map(|&i| (i, false)).collect();
            let mut seen = Vec::new();
            while let Some((interface, is_done)) = stack.pop() {
                if is_done {
                    let own = self.classes[interface].initialiser.filter(|_| self.declares_code(interface));
                    all.extend(own.filter(|o| all.iter().all(|a: &StaticInitialiser| a.procedure != o.procedure)));
                } else if !seen.contains(&interface) {
                    seen.push(interface);
                    stack.push((interface, true));
                    stack.extend(self.classes[interface].interfaces.iter().rev().map(|&i| (i, false)));
                }
            }
        }
        all
    }

    /// Whether an interface declares a method of objects with a body.
    fn declares_code(&self, interface: ClassId) -> bool {
        let methods = self.classes[interface].methods.iter().map(|&m| &self.methods[m]);
        methods
            .filter(|m| !m.is_static && &*m.name != CONSTRUCTOR)
            .any(|m| m.declaration.is_some_and(|d| d.body.is_some()))
    }
}

fn next(fields: &mut usize) -> FieldId {
    *fields += 1;
    FieldId::at(*fields - 1)
}
