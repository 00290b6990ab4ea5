//! Lookup of types, fields and methods by name.

use super::super::lexer::Name;
use super::super::library::{COMPARABLE, box_of, library_class, library_names, package_of, unboxed};
use super::super::syntax::{ExprId, TypeRef};
use super::super::types::Ty;
use super::{ClassTable, FieldInfo, MethodId, Scoped, TypeScope};
use base::{CompactSort, Diagnostic, FileId, Idx, Message, Span, closest, did_you_mean, msg};
use program::objects::ClassId;

/// The declaration of a field.
#[derive(Clone, Copy)]
pub(crate) struct FieldPosition {
    /// The class.
    pub class: ClassId,
    /// Its position among the fields of the class.
    pub position: usize,
}

/// The result of method lookup.
pub(crate) enum Overload {
    /// This method.
    Found(MethodId),
    /// This method, whose last parameter is an array of the remaining arguments.
    Variadic(MethodId),
    /// Ambiguous: several methods are equally specific.
    Ambiguous(Vec<MethodId>),
    /// None of these methods is applicable.
    Unsuitable(Vec<MethodId>),
    /// There is no method with this name.
    Unknown,
}

impl Overload {
    /// The method, if there is one, and how it takes its arguments.
    pub(crate) fn chosen(&self) -> Option<(MethodId, Arity)> {
        match self {
            Overload::Found(method) => Some((*method, Arity::Fixed)),
            Overload::Variadic(method) => Some((*method, Arity::Variable)),
            Overload::Ambiguous(_) | Overload::Unsuitable(_) | Overload::Unknown => None,
        }
    }
}

/// How a method takes its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arity {
    /// One for each parameter.
    Fixed,
    /// The last parameter is an array of the remaining ones.
    Variable,
}

/// A phase of the search for applicable methods (JLS 15.12.2).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Strict,
    Boxing,
    Variadic,
}

impl<'t> ClassTable<'t> {
    /// The type denoted by a name, and whether it is an erased type variable.
    pub(crate) fn resolve(
        &mut self,
        ty: &TypeRef,
        scope: TypeScope<'t>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<(Ty, bool)> {
        let (mut found, erased) = self.resolve_element(ty, scope, diagnostics)?;
        for _ in 0..ty.dimensions {
            found = Ty::Class(self.array(found));
        }
        Some((found, erased))
    }

    /// The same without its dimensions.
    fn resolve_element(
        &mut self,
        ty: &TypeRef,
        scope: TypeScope<'t>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<(Ty, bool)> {
        if let [name] = ty.path.as_slice() {
            if let Some(primitive) = Ty::primitive(name) {
                return Some((primitive, false));
            }
            // A bound may be a variable itself; a chain longer than this is a cycle.
            let mut name = name;
            for _ in 0..8 {
                let Some(variable) = self.type_variable(name, scope) else { break };
                match variable {
                    None => return Some((Ty::Class(self.object()), true)),
                    Some(bound) => match bound.path.as_slice() {
                        [next] if self.type_variable(next, scope).is_some() => name = next,
                        _ => {
                            let bound = self.find_path(&bound.path, scope.class)?;
                            return Some((Ty::Class(bound), true));
                        }
                    },
                }
            }
        }
        if let Some(class) = self.find_path(&ty.path, scope.class) {
            if let Some(what) = self.classes[class].unmodelled {
                let message = msg!("{what} not supported");
                let error = Diagnostic::error("java/unsupported", ty.span, message);
                diagnostics.push(error.suggest(msg!("write classes instead")));
                return None;
            }
            return Some((Ty::Class(class), false));
        }
        let imported = match ty.path.as_slice() {
            [name] => self.tree.imported_by_name(ty.span.file, name).map(|package| format!("{package}.{name}")),
            _ => None,
        };
        let message = msg!("class `{}` is not given", imported.unwrap_or_else(|| ty.text()));
        let advice = self.advice_without(&ty.path, ty.span.file);
        diagnostics.push(Diagnostic::error("java/unknown-class", ty.span, message).suggest(advice));
        None
    }

    /// What may help if a class that is named in a file is not given.
    pub(crate) fn advice_without(&self, path: &[Name], file: FileId) -> Message {
        let add = msg!("add its class as another file");
        let Some(name) = path.last() else { return add };
        if path.len() == 1 && self.shared.contains(name) {
            let mut packages: Vec<&str> =
                self.packaged.keys().filter(|(_, own)| own == name).map(|(package, _)| package.as_str()).collect();
            packages.retain(|package| !package.is_empty());
            packages.compact_sort();
            let imports = packages.into_iter().map(|package| Message::code(format!("import {package}.{name};")));
            return msg!("add {}", Message::any_of(imports));
        }
        if path.len() > 1 || self.tree.imported_by_name(file, name).is_some() {
            return add;
        }
        if let Some(package) = package_of(name) {
            return msg!("add `import {package}.{name};`, or its class as another file");
        }
        let mut names: Vec<&str> = library_names().collect();
        names.extend(self.simple.keys().map(|n| &**n));
        names.compact_sort();
        closest(name, names).map_or(add, |near| msg!("did you mean `{near}`?"))
    }

    /// The bound of a type variable, if `name` is one.
    pub(super) fn type_variable(&self, name: &Name, scope: TypeScope<'t>) -> Option<Option<&'t TypeRef>> {
        let mut found = scope.type_parameters.iter().find(|p| p.name == *name);
        let mut around = scope.class;
        while let (None, Some(class)) = (found, around) {
            let mut visible = self.classes[class].type_parameters.iter().chain(self.method_variables(class));
            found = visible.find(|p| p.name == *name);
            around = self.classes[class].outer;
        }
        found.map(|parameter| parameter.bound.as_ref())
    }

    /// The class denoted by a possibly qualified name in the code of `from`, or of the library if that is `None`.
    pub(crate) fn find_path(&mut self, path: &[Name], from: Option<ClassId>) -> Option<ClassId> {
        if let Some(class) = self.find_declared_path(path, from) {
            return Some(class);
        }
        let name = path.last()?;
        (library_class(name).is_some() && self.is_of_library(path, from)).then(|| self.library(name))?
    }

    /// The package of the library from which the code of `from` takes a class with this name.
    fn library_package(&self, name: &str, from: Option<ClassId>) -> Option<&'static str> {
        let package = package_of(name)?;
        let file = self.file_of(from);
        file.is_none_or(|file| self.tree.sees(file, package, name)).then_some(package)
    }

    /// Whether a name in the code of `from`, with the names of packages or without, is that of a class of the library.
    pub(crate) fn is_of_library(&self, path: &[Name], from: Option<ClassId>) -> bool {
        let Some((name, packages)) = path.split_last() else { return false };
        match package_of(name) {
            Some(_) if packages.is_empty() => self.library_package(name, from).is_some(),
            Some(package) => packages.join(".") == package,
            None => false,
        }
    }

    /// A class or interface to which the objects of both belong, and no other such one is below it.
    pub(crate) fn common_class(&mut self, one: ClassId, other: ClassId) -> ClassId {
        let object = self.object();
        let mut common = self.supertypes(one);
        common.retain(|&c| c != object && self.is_subtype(other, c));
        let is_least = |&&c: &&ClassId| !common.iter().any(|&d| d != c && self.is_subtype(d, c));
        common.iter().find(is_least).copied().unwrap_or(object)
    }

    /// Whether the program declares a class.
    pub(crate) fn is_of_program(&self, class: ClassId) -> bool {
        self.file_of(Some(class)).is_some()
    }

    /// Whether a class is declared as `public`.
    pub(crate) fn is_public(&self, class: ClassId) -> bool {
        self.tree.classes.get(class.index()).is_some_and(|declaration| declaration.modifiers.is_public)
    }

    /// Whether the code of a class is given by the library.
    pub(crate) fn is_given(&self, class: ClassId) -> bool {
        self.classes.get(class).is_some_and(|info| info.span.is_some()) && !self.is_of_program(class)
    }

    /// The file of a class of the program.
    fn file_of(&self, class: Option<ClassId>) -> Option<FileId> {
        let mut class = class?;
        // The classes of lambda expressions are not written.
        while class.index() >= self.tree.classes.len() {
            class = self.classes[class].outer?;
        }
        let declared = &self.tree.classes[class.index()];
        (!declared.is_library).then_some(declared.name_span.file)
    }

    pub(super) fn find_declared_path(&self, path: &[Name], from: Option<ClassId>) -> Option<ClassId> {
        if let [packages @ .., name] = path
            && let Some(&class) = self.given.get(name)
            && package_of(name).is_some_and(|package| packages.join(".") == package)
        {
            return Some(class);
        }
        for start in 0..path.len() {
            let key = (start > 0).then(|| (path[..start].join("."), path[start].clone()));
            let qualified = key.and_then(|key| self.packaged.get(&key).copied());
            let found = qualified.or_else(|| self.find_class(&path[start], from));
            let Some(mut class) = found else { continue };
            let is_given = self.given.values().any(|&given| given == class);
            if is_given && !self.is_of_library(&path[..=start], from) {
                return None;
            }
            for name in &path[start + 1..] {
                class = self.member_class(class, name)?;
            }
            return Some(class);
        }
        None
    }

    /// The declared class with this simple name, resolved in `from`.
    fn find_class(&self, name: &Name, from: Option<ClassId>) -> Option<ClassId> {
        let mut around = from;
        while let Some(class) = around {
            if self.classes[class].name.rsplit('$').next() == Some(name) && self.classes[class].library.is_none() {
                return Some(class);
            }
            if let Some(found) = self.member_class(class, name) {
                return Some(found);
            }
            around = self.classes[class].outer;
        }
        let given = self.given.get(name).copied();
        if self.file_of(from).is_none() && given.is_some() {
            return given;
        }
        if self.is_hidden_by_library(name, from) {
            return given;
        }
        if let Some(class) = self.outermost(name, from) {
            return Some(class);
        }
        if given.is_some() {
            return given;
        }
        // Programs are pasted without their imports: a nested class with a unique name is found everywhere.
        match self.simple.get(name)?.as_slice() {
            &[class] if self.classes[class].library.is_none() => Some(class),
            _ => None,
        }
    }

    /// The class of the program outside of others that a simple name in the code of `from` stands for. If only one package has such a class,
    /// it needs no import.
    fn outermost(&self, name: &Name, from: Option<ClassId>) -> Option<ClassId> {
        if !self.shared.contains(name) {
            return self.nested.get(&(None, name.clone())).copied();
        }
        let file = self.file_of(from)?;
        let of = |package: &str| self.packaged.get(&(package.to_owned(), name.clone())).copied();
        if let Some(package) = self.tree.imported_by_name(file, name) {
            return of(package);
        }
        let imported = self.tree.imports.iter().filter(|import| import.file == file && import.class.is_none());
        std::iter::once(self.tree.package(file)).chain(imported.map(|import| &*import.package)).find_map(of)
    }

    /// Whether a simple name in the code of `from` is that of a class of the library, although the program declares one in another package.
    fn is_hidden_by_library(&self, name: &Name, from: Option<ClassId>) -> bool {
        let (Some(file), Some(package)) = (self.file_of(from), self.library_package(name, from)) else { return false };
        let declared = self.outermost(name, from).and_then(|class| self.file_of(Some(class)));
        let Some(declared) = declared.filter(|&declared| declared != file) else { return false };
        let own = self.tree.package(declared);
        self.tree.imported_by_name(file, name) == Some(package) || !self.tree.sees(file, own, name)
    }

    /// The class that is declared in `class` or a superclass.
    pub(crate) fn member_class(&self, class: ClassId, name: &Name) -> Option<ClassId> {
        self.ancestry(class).find_map(|c| self.nested.get(&(Some(c), name.clone())).copied())
    }

    /// The declared class named by an expression, resolved in `from`; the caller has checked that it is not a variable.
    pub(crate) fn class_named_by(&self, e: ExprId, from: ClassId) -> Option<ClassId> {
        self.find_declared_path(&self.path_of(e)?, Some(from))
    }

    /// The names of an expression that consists only of names.
    pub(crate) fn path_of(&self, e: ExprId) -> Option<Vec<Name>> {
        self.tree.path_of(e)
    }

    /// A field of a class, inherited ones included.
    pub(crate) fn field(&self, class: ClassId, name: &str) -> Option<FieldPosition> {
        self.supertypes(class).into_iter().find_map(|class| {
            let position = self.classes[class].field(name)?;
            Some(FieldPosition { class, position })
        })
    }

    /// The field denoted by a simple name inside `class`: its own, or one of an enclosing class.
    pub(crate) fn field_in_scope(&self, class: ClassId, name: &str) -> Option<FieldPosition> {
        match self.in_scope(class, name)? {
            Scoped::Field { place, .. } => Some(place),
            Scoped::Variable { .. } => None,
        }
    }

    /// The field with this declaration.
    pub(crate) fn field_at(&self, place: FieldPosition) -> &FieldInfo {
        &self.classes[place.class].fields[place.position]
    }

    /// The static field of a class of the program that a static import names.
    pub(crate) fn imported_field(&mut self, name: &str, span: Span) -> Option<FieldPosition> {
        let classes = self.imported_classes(name, span);
        let fields = classes.into_iter().filter_map(|class| self.field(class, name));
        fields.into_iter().find(|&place| self.field_at(place).is_static)
    }

    /// The class of the program from which a static import takes a method.
    pub(crate) fn imported_method(&mut self, name: &str, span: Span) -> Option<ClassId> {
        self.imported_classes(name, span).into_iter().find(|&class| self.has_method(class, name))
    }

    /// The classes of the program from which static imports may take this name.
    fn imported_classes(&mut self, name: &str, span: Span) -> Vec<ClassId> {
        let paths: Vec<Vec<Name>> =
            self.tree.imported(span.file, name).map(|from| from.split('.').map(Name::from).collect()).collect();
        paths.into_iter().filter_map(|path| self.find_path(&path, None)).collect()
    }

    /// A suggestion for an unknown field.
    pub(crate) fn suggest_field(&self, class: ClassId, name: &str, locals: &[Name]) -> Option<Message> {
        let types = self.supertypes(class);
        let fields = types.iter().flat_map(|&c| &self.classes[c].fields).map(|f| &*f.name);
        did_you_mean(name, locals.iter().map(|n| &**n).chain(fields))
    }

    /// The methods called `name` that a class itself declares, in declaration order.
    pub(crate) fn declared_methods(&self, class: ClassId, name: &str) -> &[MethodId] {
        self.classes[class].named.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a method with this name can be called on `class`. Static methods of interfaces are not inherited.
    pub(crate) fn has_method(&self, class: ClassId, name: &str) -> bool {
        let stays =
            |of: ClassId, m: MethodId| of != class && self.classes[of].is_interface && self.methods[m].is_static;
        self.supertypes(class).iter().any(|&of| self.declared_methods(of, name).iter().any(|&m| !stays(of, m)))
    }

    /// A suggestion for an unknown method.
    pub(crate) fn suggest_method(&self, class: ClassId, name: &str) -> Option<Message> {
        let types = self.supertypes(class);
        let names = types.iter().flat_map(|&c| &self.classes[c].methods).map(|&m| &*self.methods[m].name);
        did_you_mean(name, names.filter(|&n| n != super::CONSTRUCTOR))
    }

    /// The most specific applicable method of a call (JLS 15.12.2): first without boxing, then with.
    pub(crate) fn overload(&self, class: ClassId, name: &str, arguments: &[Ty]) -> Overload {
        let constructors = name == super::CONSTRUCTOR;
        let types = if constructors { vec![class] } else { self.supertypes(class) };
        let mut named: Vec<MethodId> = Vec::new();
        for holder in types {
            for &method in self.declared_methods(holder, name) {
                // Private methods and static methods of interfaces are not inherited (JLS 8.4.8).
                let info = &self.methods[method];
                let stays = info.is_private || (info.is_static && self.classes[holder].is_interface);
                if (holder == class || !stays) && !named.iter().any(|&n| self.overrides(n, method)) {
                    named.push(method);
                }
            }
        }
        // Private methods are not inherited; if there are no others, accept them, because access rights are not checked.
        if named.iter().any(|&m| self.is_inherited(m, class)) {
            named.retain(|&m| self.is_inherited(m, class));
        }
        if named.is_empty() {
            return Overload::Unknown;
        }
        for phase in [Phase::Strict, Phase::Boxing, Phase::Variadic] {
            let suits = |&m: &MethodId| self.is_applicable(m, arguments, phase);
            let suitable: Vec<MethodId> = named.iter().copied().filter(suits).collect();
            let best: Vec<MethodId> = suitable
                .iter()
                .copied()
                .filter(|&m| suitable.iter().all(|&other| m == other || self.more_specific(m, other)))
                .collect();
            match (best.as_slice(), suitable.as_slice()) {
                (_, []) => {}
                (&[method], _) if phase == Phase::Variadic => return Overload::Variadic(method),
                (&[method], _) => return Overload::Found(method),
                // Arguments with errors match any type.
                (_, &[method, ..]) if arguments.contains(&Ty::Error) => return Overload::Found(method),
                _ => return Overload::Ambiguous(suitable),
            }
        }
        Overload::Unsuitable(named)
    }

    fn is_applicable(&self, method: MethodId, arguments: &[Ty], phase: Phase) -> bool {
        let info = &self.methods[method];
        let boxing = phase != Phase::Strict;
        if phase != Phase::Variadic {
            return info.parameters.len() == arguments.len()
                && info.parameters.iter().zip(arguments).all(|(p, &a)| {
                    // A type variable may be an interface.
                    let is_open = |class: ClassId| p.erased && self.classes[class].superclass.is_none();
                    matches!((p.ty, a), (Ty::Class(class), Ty::Function(_)) if is_open(class))
                        || self.accepts(p.ty, a, boxing)
                });
        }
        let Some(element) = info.variadic else { return false };
        let fixed = info.parameters.len().saturating_sub(1);
        arguments.len() >= fixed
            && arguments.iter().enumerate().all(|(position, &argument)| {
                let parameter = if position < fixed { info.parameters[position].ty } else { element };
                self.accepts(parameter, argument, boxing)
            })
    }

    fn is_inherited(&self, method: MethodId, by: ClassId) -> bool {
        self.methods[method].class == by || !self.methods[method].is_private
    }

    fn more_specific(&self, one: MethodId, other: MethodId) -> bool {
        let (one, other) = (&self.methods[one].parameters, &self.methods[other].parameters);
        one.iter().zip(other).all(|(a, b)| self.accepts(b.ty, a.ty, false))
    }

    /// Whether a value of type `from` can be passed as `to`.
    pub(crate) fn accepts(&self, to: Ty, from: Ty, boxing: bool) -> bool {
        match (to, from) {
            (Ty::Error, _) | (_, Ty::Error) => true,
            (_, Ty::Any) => to.is_primitive(),
            (Ty::Class(_), Ty::Null) => true,
            (Ty::Class(to), Ty::Function(e)) => self.suits_function(to, e),
            (Ty::Class(to), Ty::Class(from)) if self.is_subtype(from, to) => true,
            // Whether a store into such an array throws is asked where it is converted.
            (Ty::Class(_), Ty::Class(_)) => match (self.element(to), self.element(from)) {
                (Some(to @ Ty::Class(_)), Some(from @ Ty::Class(_))) => self.accepts(to, from, false),
                _ => false,
            },
            (Ty::Class(class), _) if boxing => {
                let target = &*self.classes[class].name;
                self.classes[class].library.is_some()
                    && box_of(from).is_some_and(|b| {
                        b == target
                            || matches!(target, "Object" | COMPARABLE)
                            || (target == "Number" && from.is_numeric())
                    })
            }
            (_, Ty::Class(class)) if boxing && self.is_opaque(class) => {
                unboxed(&self.classes[class].name).is_some_and(|from| from.widens_to(to))
            }
            _ => from.is_primitive() && from.widens_to(to),
        }
    }

    /// Whether `method` overrides `other`, declared in a supertype.
    pub(crate) fn overrides(&self, method: MethodId, other: MethodId) -> bool {
        let (m, o) = (&self.methods[method], &self.methods[other]);
        m.name == o.name
            && m.is_static == o.is_static
            && (!o.is_private || m.class == o.class)
            && m.parameters.len() == o.parameters.len()
            && m.parameters
                .iter()
                .zip(&o.parameters)
                .all(|(a, b)| a.ty == b.ty || (b.erased && a.ty.is_reference() && self.accepts(b.ty, a.ty, false)))
    }

    /// The methods of supertypes that a method overrides.
    pub(crate) fn overridden(&self, method: MethodId) -> Vec<MethodId> {
        let info = &self.methods[method];
        if info.is_static || &*info.name == super::CONSTRUCTOR {
            return Vec::new();
        }
        let above = self.supertypes(info.class).into_iter().filter(|&c| c != info.class);
        let named = above.flat_map(|c| self.declared_methods(c, &info.name)).copied();
        named.filter(|&other| self.overrides(method, other)).collect()
    }

    /// The method of the program that overrides a library method on objects of exactly this class; the
    /// parameters, as many as given, are `Object`s.
    pub(crate) fn own_method(&self, class: ClassId, name: &str, parameters: usize) -> Option<MethodId> {
        let is_object = |ty| matches!(ty, Ty::Class(c) if self.classes[c].superclass.is_none());
        let overrides = |m: &MethodId| {
            let m = &self.methods[*m];
            m.has_code()
                && !m.is_static
                && m.parameters.len() == parameters
                && m.parameters.iter().all(|p| is_object(p.ty))
        };
        self.ancestry(class).flat_map(|c| self.declared_methods(c, name)).copied().find(overrides)
    }

    /// The method with a body that runs when `method` is called on an object of exactly `class`: that of the nearest class,
    /// or else the default method of an interface that no other interface overrides (JLS 8.4.8).
    pub(crate) fn implementation(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let name = &self.methods[method].name;
        let declared = self.supertypes(class).into_iter().flat_map(|c| self.declared_methods(c, name)).copied();
        let has_body = |&m: &MethodId| self.methods[m].has_code();
        let suits = |&m: &MethodId| m == method || self.overrides(m, method);
        // Classes come before interfaces.
        let all: Vec<MethodId> = declared.filter(suits).filter(has_body).collect();
        let (&first, others) = all.split_first()?;
        if !self.classes[self.methods[first].class].is_interface {
            return Some(first);
        }
        let is_below = |m: MethodId, other: MethodId| {
            m != other && self.is_subtype(self.methods[m].class, self.methods[other].class)
        };
        Some(others.iter().fold(first, |nearest, &m| if is_below(m, nearest) { m } else { nearest }))
    }
}
