//! Random calls.

use super::expressions::{CONDITIONAL, Expression, primary};
use super::model::Ty;
use super::objects::wrapped;
use super::writer::Writer;

impl Writer<'_> {
    /// Arguments for parameters of these types.
    pub fn arguments(&mut self, parameters: &[Ty], depth: usize) -> Vec<String> {
        let depth = depth.min(1);
        parameters
            .iter()
            .map(|&ty| match ty {
                // A plain `null` would match several constructors.
                Ty::Class(class) => {
                    let e = self.expression(ty, depth);
                    if e.text == "null" || e.level == CONDITIONAL {
                        let name = self.model.name(Ty::Class(class));
                        format!("({name}) {}", wrapped(&e.text))
                    } else {
                        e.text
                    }
                }
                _ => self.assignable(ty, depth).text,
            })
            .collect()
    }

    /// A call whose result can be used as `ty`.
    pub fn call(&mut self, ty: Ty, depth: usize) -> Option<Expression> {
        let model = &self.model;
        let fits = |f: &super::model::Family| match ty {
            Ty::Void => true,
            Ty::Class(_) => model.is_subtype(f.result, ty),
            _ => f.result == ty,
        };
        let all: Vec<usize> =
            (0..model.families.len()).filter(|&f| fits(&model.families[f]) && self.may_call(f)).collect();
        if all.is_empty() {
            return None;
        }
        let family = *self.random.one_of(&all);
        Some(primary(self.call_of(family, depth)))
    }

    /// The text of a call.
    pub fn call_of(&mut self, family: usize, depth: usize) -> String {
        let own = self.model.families[family].clone();
        let mut arguments = Vec::new();
        if !own.is_leaf {
            arguments.push(self.scope.fuel.clone());
            self.scope.declared_throws += 1;
            self.scope.calls += 1;
        }
        let prefix = self.callee(family, depth);
        arguments.extend(self.arguments(&own.parameters, depth));
        format!("{prefix}{}({})", own.name, arguments.join(", "))
    }

    /// The receiver or class written before the name of a called method.
    pub fn callee(&mut self, family: usize, depth: usize) -> String {
        let own = self.model.families[family].clone();
        let class = self.scope.class;
        if own.is_static {
            let holders = own.bodies.clone();
            let holder = *self.random.one_of(&holders);
            return match self.random.below(4) {
                0 if holder == class => String::new(),
                1 if !self.model.classes[holder].is_interface => format!("{}.", self.receiver(holder, depth)),
                _ => format!("{}.", self.model.name(Ty::Class(holder))),
            };
        }
        let here = self.is_instance_of(own.owner);
        if here && self.random.one_in(3) {
            return ["", "this."][self.random.below(2)].to_owned();
        }
        // Private methods are not inherited.
        if own.is_private {
            return format!("(({}) {}).", self.model.name(Ty::Class(own.owner)), self.receiver(own.owner, depth));
        }
        let holder = {
            let all: Vec<usize> = (0..self.model.classes.len())
                .filter(|&c| !self.model.classes[c].name.is_empty() && self.model.is_subclass(c, own.owner))
                .filter(|&c| !self.model.instances(c).is_empty())
                .collect();
            if all.is_empty() || self.random.one_in(2) { own.owner } else { *self.random.one_of(&all) }
        };
        format!("{}.", self.receiver(holder, depth))
    }
}
