//! The scope of code in a random program.

use hrglass::base::Random;

use super::model::{Family, Model, Ty};

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub ty: Ty,
    /// Whether code may change it.
    pub is_open: bool,
    /// Whether code may read it: in a `switch`, the variables of other groups are in scope, but not assigned.
    pub is_readable: bool,
}

/// A statement that can be left by `break`.
#[derive(Clone, Debug)]
pub struct Target {
    pub label: Option<String>,
    pub is_loop: bool,
    /// Whether a `break` without label leaves it.
    pub is_plain: bool,
    /// Whether some `break` leaves it.
    pub is_left: bool,
}

/// The context of a piece of code.
#[derive(Clone, Debug)]
pub struct Scope {
    pub class: usize,
    pub is_static: bool,
    /// If set, it may only call leaves and create objects of classes before this one.
    pub creates_before: Option<usize>,
    /// Whether it may only call methods by `super`, and create nothing.
    pub is_leaf: bool,
    /// Whether fields must be accessed by `this`, as initialisers must do for fields declared later.
    pub is_initialiser: bool,
    /// The expression that limits the depth of calls from here.
    pub fuel: String,
    pub may_throw_checked: bool,
    pub result: Ty,
    pub locals: Vec<Local>,
    pub targets: Vec<Target>,
    /// The number of targets that a jump must not leave, if any; such a jump must not leave the method either.
    pub barrier: Option<usize>,
    /// The type of the innermost enclosing `switch` expression.
    pub yields: Option<Ty>,
    /// The number of statements that may still be written.
    pub room: usize,
    /// The number of calls so far of methods that are not leaves.
    pub calls: usize,
    /// The number of places so far that may throw a checked exception.
    pub declared_throws: usize,
    /// The number of variable names used so far.
    pub names: usize,
    pub loops: usize,
}

impl Scope {
    /// The context of a static method of a class, before its body is written.
    pub fn new(class: usize, result: Ty, room: usize) -> Self {
        Self {
            class,
            is_static: true,
            creates_before: None,
            is_leaf: false,
            is_initialiser: false,
            fuel: "d - 1".to_owned(),
            may_throw_checked: false,
            result,
            locals: Vec::new(),
            targets: Vec::new(),
            barrier: None,
            yields: None,
            room,
            calls: 0,
            declared_throws: 0,
            names: 0,
            loops: 0,
        }
    }
}

/// Writes the code of a program.
pub struct Writer<'r> {
    pub random: &'r mut Random,
    pub model: Model,
    /// The data classes and interfaces.
    pub data: Vec<usize>,
    /// The first data class.
    pub first: usize,
    /// Whether there are classes whose initialisation is observable.
    pub is_late: bool,
    /// Whether exceptions override methods that the library calls.
    pub speaks: bool,
    /// The number of a special statement that is still to be written, modulo their number.
    pub due: Option<usize>,
    pub scope: Scope,
}

impl Writer<'_> {
    /// Whether `this` is an object of a class.
    pub fn is_instance_of(&self, class: usize) -> bool {
        !self.scope.is_static && self.model.is_subclass(self.scope.class, class)
    }

    /// A new variable.
    pub fn declare(&mut self, name: &str, ty: Ty, is_open: bool) {
        self.scope.locals.push(Local { name: name.to_owned(), ty, is_open, is_readable: true });
    }

    /// A name for a variable: one used elsewhere, that of a field, or a fresh one.
    pub fn fresh_name(&mut self) -> String {
        let fields = self.model.fields(self.scope.class);
        let hides = !fields.is_empty() && self.random.one_in(5);
        let mut name =
            if hides { self.random.one_of(&fields).1.name.clone() } else { format!("x{}", self.scope.locals.len()) };
        while self.scope.locals.iter().any(|l| l.name == name) {
            self.scope.names += 1;
            name = format!("y{}", self.scope.names);
        }
        name
    }

    /// A variable, or a field named without an object, whose value can be used as `ty`.
    pub fn readable(&mut self, ty: Ty) -> Option<String> {
        let fits = |own: Ty| self.model.is_subtype(own, ty);
        let locals = self.scope.locals.iter().filter(|l| l.is_readable && fits(l.ty)).map(|l| l.name.clone());
        let locals: Vec<String> = locals.collect();
        let statics = self.statics(ty, true);
        let fields: Vec<String> = if self.scope.is_static || self.scope.is_initialiser {
            Vec::new()
        } else {
            let own = self.model.fields(self.scope.class).into_iter();
            let own = own.filter(|(_, f)| !f.is_static && fits(f.ty) && !self.is_hidden(&f.name));
            own.map(|(_, f)| f.name.clone()).collect()
        };
        let groups: Vec<Vec<String>> =
            [locals.clone(), locals, fields, statics].into_iter().filter(|g| !g.is_empty()).collect();
        if groups.is_empty() {
            return None;
        }
        let group = self.random.one_of(&groups).clone();
        Some(self.random.one_of(&group).clone())
    }

    fn is_hidden(&self, name: &str) -> bool {
        self.scope.locals.iter().any(|l| l.name == name)
    }

    /// Static fields accessible from anywhere, whose type can be used as `ty`.
    fn statics(&self, ty: Ty, reads: bool) -> Vec<String> {
        let mut found = Vec::new();
        for class in &self.model.classes {
            for field in class.fields.iter().filter(|f| f.is_static && (reads || !f.is_final)) {
                if if reads { self.model.is_subtype(field.ty, ty) } else { field.ty == ty } {
                    found.push(format!("{}.{}", class.name, field.name));
                }
            }
        }
        found
    }

    /// A variable, or a field of some object, of exactly this type and assignable; and whether it is a simple name.
    pub fn writable(&mut self, ty: Ty, depth: usize) -> Option<(String, bool)> {
        let locals: Vec<String> = self
            .scope
            .locals
            .iter()
            .filter(|l| l.is_open && l.is_readable && l.ty == ty)
            .map(|l| l.name.clone())
            .collect();
        let statics = self.statics(ty, false);
        if !locals.is_empty() && !self.random.one_in(3) {
            return Some((self.random.one_of(&locals).clone(), true));
        }
        if !statics.is_empty() && self.random.one_in(2) {
            return Some((self.random.one_of(&statics).clone(), true));
        }
        self.field_place(ty, depth, true)
    }

    /// A field of some object; if it is to be changed, of exactly this type. Also whether it is a simple name.
    pub fn field_place(&mut self, ty: Ty, depth: usize, changes: bool) -> Option<(String, bool)> {
        let mut found = Vec::new();
        for &class in &self.data {
            for field in self.model.classes[class].fields.iter().filter(|f| !f.is_static) {
                // It may not be assigned yet.
                if self.scope.is_initialiser && field.is_final && class == self.scope.class {
                    continue;
                }
                let fits =
                    if changes { field.ty == ty && !field.is_final } else { self.model.is_subtype(field.ty, ty) };
                if fits {
                    found.push((class, field.name.clone()));
                }
            }
        }
        if found.is_empty() {
            return None;
        }
        let (class, name) = self.random.one_of(&found).clone();
        if self.is_instance_of(class) && self.random.one_in(2) {
            let simple = !self.is_hidden(&name) && !self.scope.is_initialiser && self.random.one_in(2);
            let by_super = class != self.scope.class && self.random.one_in(4);
            return Some(match (simple, by_super) {
                (true, _) => (name, true),
                (_, true) => (format!("super.{name}"), true),
                _ => (format!("this.{name}"), true),
            });
        }
        Some((format!("{}.{name}", self.receiver(class, depth)), false))
    }

    /// The classes of which an object may be created here for a variable of type `class`.
    pub fn creatable(&self, class: usize) -> Vec<usize> {
        if self.scope.is_leaf {
            return Vec::new();
        }
        let before = self.scope.creates_before.unwrap_or(usize::MAX);
        let is_data = |c: usize| self.model.classes[c].fields.iter().all(|f| !f.is_static);
        let fits = |&c: &usize| {
            c < before && is_data(c) && (self.data.contains(&c) || c >= super::model::LIBRARY.len() || c == 0)
        };
        self.model.instances(class).into_iter().filter(fits).collect()
    }

    /// Whether a method may be called here.
    pub fn may_call(&self, family: usize) -> bool {
        let own: &Family = &self.model.families[family];
        // There must be a body.
        if !own.bodies.contains(&own.owner) && self.model.instances(own.owner).is_empty() {
            return false;
        }
        if own.is_private && self.scope.class != own.owner {
            return false;
        }
        let in_loop = self.scope.loops > 0;
        match own.is_leaf {
            true => !self.scope.is_leaf,
            false => {
                !self.scope.is_leaf
                    && self.scope.creates_before.is_none()
                    && self.scope.may_throw_checked
                    && self.scope.calls < 3
                    && !in_loop
            }
        }
    }
}
