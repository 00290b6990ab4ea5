//! Declarations of the methods of a random program.

use super::Declared;
use super::model::{Family, OBJECT, Ty};
use super::writer::Writer;

impl Writer<'_> {
    pub fn families(&mut self, declared: &Declared) {
        let data: Vec<usize> = self.data.clone();
        for number in 0..3 + self.random.below(5) {
            let owner = match self.random.below(5) {
                0 => declared.main,
                _ => *self.random.one_of(&data),
            };
            let in_interface = self.model.classes[owner].is_interface;
            let is_static = owner == declared.main || self.random.one_in(4);
            let is_private = !is_static && !in_interface && self.random.one_in(6);
            let result = match self.random.below(4) {
                0 => Ty::Void,
                1 => Ty::Class(*self.random.one_of(&data)),
                _ => self.variable_type(),
            };
            let mut family = Family {
                name: format!("m{number}"),
                owner,
                is_static,
                is_private,
                is_leaf: self.random.one_in(2),
                parameters: (0..self.random.below(3)).map(|_| self.variable_type()).collect(),
                result,
                bodies: Vec::new(),
            };
            let is_abstract = !is_static
                && !is_private
                && (in_interface || self.model.classes[owner].is_abstract)
                && self.random.one_in(2);
            if !is_abstract {
                family.bodies.push(owner);
            }
            if !(is_private || is_static && in_interface) && owner != declared.main {
                for &class in &data {
                    let below = class != owner && self.model.is_subclass(class, owner);
                    let in_interface = self.model.classes[class].is_interface;
                    if below && !(is_static && in_interface) && self.random.one_in(2) {
                        family.bodies.push(class);
                    }
                }
            }
            if is_abstract {
                self.implement(&mut family, &data);
            }
            // A method of a subclass does not override a private one of the same name.
            if is_private && self.random.one_in(2) {
                let below: Vec<usize> =
                    data.iter().copied().filter(|&c| c != owner && self.model.is_subclass(c, owner)).collect();
                if let Some(&class) = below.first() {
                    let twin = Family { owner: class, is_private: false, bodies: vec![class], ..family.clone() };
                    self.model.families.push(twin);
                }
            }
            self.model.families.push(family);
        }
        if self.random.one_in(2) {
            self.overloads(declared);
        }
    }

    /// Implements an abstract method in every class with instances that does not inherit a body.
    pub fn implement(&mut self, family: &mut Family, data: &[usize]) {
        for &class in data {
            let own = &self.model.classes[class];
            if own.is_abstract || own.is_interface || !self.model.is_subclass(class, family.owner) {
                continue;
            }
            if !family.bodies.iter().any(|&b| self.model.is_subclass(class, b)) {
                family.bodies.push(class);
            }
        }
    }

    /// Methods of one name, from which the compiler chooses by the types of the arguments.
    pub fn overloads(&mut self, declared: &Declared) {
        let result = self.variable_type();
        let numbers: &[Ty] = &[Ty::Long, Ty::Int, Ty::Short, Ty::Byte];
        let second = declared.first + 1;
        let mut types: Vec<Ty> = numbers.iter().copied().filter(|_| self.random.one_in(2)).collect();
        if self.random.one_in(2) {
            types = vec![Ty::Class(OBJECT), Ty::Class(declared.first)];
            if self.data.contains(&second) && self.model.is_subclass(second, declared.first) {
                types.push(Ty::Class(second));
            }
        }
        let owner = if self.random.one_in(2) { declared.main } else { declared.first };
        for ty in types {
            self.model.families.push(Family {
                name: "over".to_owned(),
                owner,
                is_static: owner == declared.main,
                is_private: false,
                is_leaf: true,
                parameters: vec![ty],
                result,
                bodies: vec![owner],
            });
        }
    }
}
