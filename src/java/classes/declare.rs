//! Builds the class table from the tree: names, then hierarchy, then members, then constants.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::JavaOptions;
use super::super::constants::{Constant, fold};
use super::super::lexer::Name;
use super::super::library::{COMPARABLE, LibraryKind, may_be_extended, unboxed};
use super::super::syntax::{BinaryOperator, ClassDecl, ExprId, ExprKind, Member, MethodDecl, Tree, TypeRef};
use super::super::types::Ty;
use super::{CONSTRUCTOR, ClassInfo, ClassTable, FieldInfo, FieldPosition, MethodInfo, ParameterInfo, TypeScope};
use base::{CompactSort, Diagnostic, Idx, IndexVec, library_package, msg};
use program::cfa::ProcedureId;
use program::objects::{ClassId, FieldId};

/// The interfaces of `java.util` that are implemented by who calls a program.
const OPEN: &[&str] = &["Comparator", "Enumeration", "Iterator", "ListIterator"];

/// Whether the program declares a class outside of others.
fn is_outermost(class: &ClassDecl) -> bool {
    class.outer.is_none() && !class.is_library
}

/// The simple names of classes that several packages declare.
fn shared_names(tree: &Tree) -> FxHashSet<Name> {
    let mut packages: FxHashMap<&Name, &str> = FxHashMap::default();
    let mut shared = FxHashSet::default();
    for class in tree.classes.iter().filter(|class| is_outermost(class)) {
        let package = tree.package(class.name_span.file);
        if *packages.entry(&class.name).or_insert(package) != package {
            shared.insert(class.name.clone());
        }
    }
    shared
}

impl<'t> ClassTable<'t> {
    /// Declares every class of the tree.
    pub(crate) fn new(tree: &'t Tree, options: &'t JavaOptions, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut table = Self {
            tree,
            options,
            classes: IndexVec::new(),
            entry_class: None,
            observes_null: tree.has_try,
            elements: FxHashMap::default(),
            methods: IndexVec::new(),
            given: FxHashMap::default(),
            nested: FxHashMap::default(),
            packaged: FxHashMap::default(),
            shared: shared_names(tree),
            simple: FxHashMap::default(),
            functions: FxHashMap::default(),
            assigned: FxHashSet::default(),
            changed: false,
            mentions: None,
            is_unchecked: false,
            terms: IndexSet::new(),
            written: FxHashSet::default(),
            fields: 0,
            procedures: 0,
        };
        for declaration in &tree.classes {
            table.declare_name(declaration, diagnostics);
        }
        table.object();
        let declared: Vec<ClassId> = (0..tree.classes.len()).map(ClassId::at).collect();
        // The header of a nested class may name what its enclosing class inherits.
        let depth = |class: ClassId| std::iter::successors(Some(class), |&class| table.classes[class].outer).count();
        let mut by_depth: Vec<(usize, ClassId)> = declared.iter().map(|&class| (depth(class), class)).collect();
        by_depth.compact_sort();
        for (_, class) in by_depth {
            table.declare_supertypes(class, diagnostics);
        }
        table.break_cycles(&declared, diagnostics);
        let mut fields = 0;
        for &class in &declared {
            table.declare_members(class, &mut fields, diagnostics);
        }
        let mut procedures = table.number_procedures(&declared);
        table.fold_constants(&declared);
        table.number_statics(&declared, &mut fields, &mut procedures);
        (table.fields, table.procedures) = (fields, procedures);
        for &class in &declared {
            table.check_implementations(class, diagnostics);
            table.mark_hidden_fields(class);
        }
        table
    }

    fn declare_name(&mut self, declaration: &'t ClassDecl, diagnostics: &mut Vec<Diagnostic>) {
        let outer = declaration.outer.map(ClassId::at);
        // Local classes have unique names.
        let around = outer.filter(|_| declaration.local.is_none());
        let own_package = is_outermost(declaration).then(|| self.tree.package(declaration.name_span.file));
        let name: Name = match (around, own_package) {
            (Some(outer), _) => Rc::from(format!("{}${}", self.classes[outer].name, declaration.name)),
            (None, Some(package)) if !package.is_empty() && self.shared.contains(&declaration.name) => {
                Rc::from(format!("{}${}", package.replace('.', "$"), declaration.name))
            }
            (None, _) => declaration.name.clone(),
        };
        let package = library_package(&name).filter(|_| declaration.is_library);
        let name = match package {
            Some(package) if self.nested.contains_key(&(None, name.clone())) => Rc::from(format!("{package}.{name}")),
            _ => name,
        };
        // Programs, and who calls them, have objects of others that implement it.
        let is_open_interface = |package: &str| package != "java.util" || OPEN.contains(&&*declaration.name);
        let is_function = declaration.is_interface && package.is_some_and(is_open_interface);
        let is_open = declaration.is_library && &*name == COMPARABLE;
        let id = self.classes.push(ClassInfo {
            outer,
            library: is_open.then_some(LibraryKind::Interface),
            is_interface: declaration.is_interface,
            is_inner: declaration.is_inner,
            unmodelled: declaration.unmodelled,
            is_abstract: declaration.is_interface || declaration.modifiers.is_abstract,
            type_parameters: &declaration.type_parameters,
            members: &declaration.members,
            name_span: Some(declaration.name_span),
            span: (!is_function).then_some(declaration.span),
            ..ClassInfo::new(name)
        });
        if package.is_some() {
            self.given.insert(declaration.name.clone(), id);
            return;
        }
        let first = match own_package {
            Some(package) => {
                let own = *self.packaged.entry((package.to_owned(), declaration.name.clone())).or_insert(id);
                (own != id).then_some(own)
            }
            None => self.nested.get(&(around, declaration.name.clone())).copied(),
        };
        if let Some(first) = first {
            let message = msg!("class `{}` is declared twice", declaration.name);
            let mut error = Diagnostic::error("java/duplicate", declaration.name_span, message);
            if let Some(span) = self.classes[first].name_span {
                error = error.label(span, msg!("first declared here"));
                if span.file != declaration.name_span.file {
                    error = error.suggest(msg!(
                        "files that are one program declare a class once; check separate programs one by one"
                    ));
                }
            }
            diagnostics.push(error);
        } else {
            self.nested.entry((around, declaration.name.clone())).or_insert(id);
            if declaration.local.is_none() && !declaration.is_library {
                self.simple.entry(declaration.name.clone()).or_default().push(id);
            }
        }
    }

    fn declare_supertypes(&mut self, class: ClassId, diagnostics: &mut Vec<Diagnostic>) {
        let declaration = &self.tree.classes[class.index()];
        // Names in a class header are resolved in the enclosing class and its own type variables.
        let scope = TypeScope { class: Some(class), type_parameters: &[] };
        let object = self.object();
        self.classes[class].superclass = Some(object);
        if declaration.constants.is_some() {
            self.classes[class].superclass = self.library("Enum");
        }
        let superclass = declaration.superclass.as_ref().filter(|_| declaration.constants.is_none());
        let is_anonymous = declaration.local.as_ref().is_some_and(|local| local.simple_name.is_none());
        let resolved = superclass.and_then(|extends| self.resolve(extends, scope, diagnostics));
        self.classes[class].is_incomplete = superclass.is_some() && resolved.is_none();
        if let (Some(extends), Some((Ty::Class(superclass), _))) = (superclass, resolved) {
            self.check_arguments(extends, scope);
            let term = self.generic(extends, scope);
            self.classes[class].super_terms.extend(term);
            let info = &self.classes[superclass];
            if info.is_interface && is_anonymous {
                self.classes[class].interfaces.push(superclass);
                return;
            }
            if self.is_opaque(superclass) && may_be_extended(&info.name) {
                let message = msg!("extending `{}` is not supported", extends.text());
                diagnostics.push(Diagnostic::error("java/unsupported", extends.span, message));
                self.classes[class].is_incomplete = true;
                return self.declare_interfaces(class, diagnostics);
            }
            let why = if info.is_interface {
                Some(msg!("`{}` is an interface; write `implements`", extends.text()))
            } else if self.is_opaque(superclass) {
                Some(msg!("`{}` cannot be extended", extends.text()))
            } else {
                None
            };
            match why {
                Some(why) => diagnostics.push(Diagnostic::error("java/hierarchy", extends.span, why)),
                None => self.classes[class].superclass = Some(superclass),
            }
        }
        self.declare_interfaces(class, diagnostics);
    }

    fn declare_interfaces(&mut self, class: ClassId, diagnostics: &mut Vec<Diagnostic>) {
        let declaration = &self.tree.classes[class.index()];
        let scope = TypeScope { class: Some(class), type_parameters: &[] };
        for implements in &declaration.interfaces {
            let Some((Ty::Class(interface), _)) = self.resolve(implements, scope, diagnostics) else {
                self.classes[class].is_incomplete = true;
                continue;
            };
            self.check_arguments(implements, scope);
            let term = self.generic(implements, scope);
            self.classes[class].super_terms.extend(term);
            if self.is_opaque(interface) {
                let message = msg!("implementing `{}` is not supported", implements.text());
                diagnostics.push(Diagnostic::error("java/unsupported", implements.span, message));
                self.classes[class].is_incomplete = true;
            } else if self.classes[interface].is_interface {
                self.classes[class].interfaces.push(interface);
            } else {
                let message = msg!("`{}` is not an interface", implements.text());
                diagnostics.push(Diagnostic::error("java/hierarchy", implements.span, message));
            }
        }
    }

    /// Breaks every cycle of the hierarchy, so that all traversals terminate.
    fn break_cycles(&mut self, declared: &[ClassId], diagnostics: &mut Vec<Diagnostic>) {
        let object = self.object();
        // 0: not visited, 1: on the current path, 2: done. Depth-first search with an explicit stack.
        let mut colour = vec![0_u8; self.classes.len()];
        for &root in declared {
            let mut path = vec![(root, 0)];
            while let Some((class, next)) = path.last_mut() {
                let class = *class;
                colour[class.index()] = colour[class.index()].max(1);
                let info = &self.classes[class];
                let parent = match *next {
                    0 => info.superclass,
                    n => info.interfaces.get(n - 1).copied(),
                };
                *next += 1;
                match parent.map(|p| (p, colour[p.index()])) {
                    None if *next <= 1 => {}
                    None => {
                        colour[class.index()] = 2;
                        path.pop();
                    }
                    Some((parent, 0)) => path.push((parent, 0)),
                    Some((parent, 1)) => {
                        let name = self.classes[class].name.clone();
                        let span = self.classes[class].name_span;
                        diagnostics.push(Diagnostic::error(
                            "java/hierarchy",
                            span,
                            msg!("class `{name}` extends or implements itself"),
                        ));
                        let info = &mut self.classes[class];
                        info.interfaces.retain(|&i| i != parent);
                        if info.superclass == Some(parent) {
                            info.superclass = Some(object);
                        }
                        *next = 0;
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn declare_members(&mut self, class: ClassId, fields: &mut usize, diagnostics: &mut Vec<Diagnostic>) {
        let declaration: &'t ClassDecl = &self.tree.classes[class.index()];
        let scope = TypeScope { class: Some(class), type_parameters: &[] };
        let mut has_constructor = declaration.is_interface || declaration.unmodelled.is_some();
        let mut field_names = FxHashSet::default();
        for member in &declaration.members {
            match member {
                Member::Field(field) => {
                    let (ty, erased) = self.variable_type(&field.ty, scope, diagnostics);
                    if !field_names.insert(field.name.clone()) {
                        let message = msg!("field `{}` is declared twice", field.name);
                        diagnostics.push(Diagnostic::error("java/duplicate", field.span, message));
                    }
                    let generic = self.generic(&field.ty, scope);
                    let id = (!field.modifiers.is_static).then(|| {
                        *fields += 1;
                        FieldId::at(*fields - 1)
                    });
                    self.classes[class].add_field(FieldInfo {
                        name: field.name.clone(),
                        ty,
                        erased,
                        generic,
                        id,
                        is_static: field.modifiers.is_static,
                        is_final: field.modifiers.is_final,
                        initializer: field.initializer,
                        is_constant: false,
                        is_ambiguous: false,
                        constant: None,
                        span: field.span,
                    });
                }
                Member::Method(method) => {
                    has_constructor |= method.result.is_none();
                    self.declare_method(class, method, diagnostics);
                }
                Member::Initializer(_) | Member::StaticInitializer(_) => {}
            }
        }
        if !has_constructor {
            self.add_method(MethodInfo::new(class, CONSTRUCTOR.into()));
        }
    }

    fn declare_method(&mut self, class: ClassId, method: &'t MethodDecl, diagnostics: &mut Vec<Diagnostic>) {
        let scope = TypeScope { class: Some(class), type_parameters: &method.type_parameters };
        let (mut parameters, mut variadic) = (Vec::new(), None);
        for parameter in &method.parameters {
            let (ty, erased) = self.variable_type(&parameter.ty, scope, diagnostics);
            let generic = self.generic(&parameter.ty, scope);
            parameters.push(ParameterInfo { ty, erased, generic });
            if parameter.is_variadic {
                let dimensions = parameter.ty.dimensions.saturating_sub(1);
                let element = TypeRef { dimensions, ..parameter.ty.clone() };
                variadic = Some(self.variable_type(&element, scope, diagnostics).0);
            }
        }
        let result_generic = method.result.as_ref().and_then(|result| self.generic(result, scope));
        let (result, result_erased) = match &method.result {
            Some(result) if result.path.len() == 1 && &*result.path[0] == "void" => (Ty::Void, false),
            Some(result) => self.variable_type(result, scope, diagnostics),
            None => (Ty::Void, false),
        };
        let name: Name = if method.result.is_some() { method.name.clone() } else { CONSTRUCTOR.into() };
        let modifiers = method.modifiers;
        let twin = self
            .declared_methods(class, &name)
            .iter()
            .copied()
            .find(|&other| self.methods[other].parameters.iter().map(|p| p.ty).eq(parameters.iter().map(|p| p.ty)));
        if let Some(twin) = twin {
            let message = msg!("method `{}` is declared twice with the same parameters", method.name);
            let mut error = Diagnostic::error("java/duplicate", method.name_span, message);
            if let Some(first) = self.methods[twin].declaration {
                error = error.label(first.name_span, msg!("first declared here"));
            }
            diagnostics.push(error);
        }
        let is_called_by_others = match &*name {
            // The garbage collector calls it at an unknown time.
            "finalize" => true,
            // The constructors of library exceptions call it.
            "fillInStackTrace" => self.is_throwable(class),
            _ => false,
        };
        if is_called_by_others && parameters.is_empty() {
            let message = msg!("`{name}` is called by the virtual machine, which is not supported");
            diagnostics.push(Diagnostic::error("java/unsupported", method.name_span, message));
        }
        if modifiers.is_abstract && !self.classes[class].is_abstract {
            let message = msg!("method `{}` has no body, and its class is not abstract", method.name);
            diagnostics.push(Diagnostic::error("java/hierarchy", method.name_span, message));
        }
        self.add_method(MethodInfo {
            parameters,
            result,
            result_erased,
            result_generic,
            variadic,
            is_static: modifiers.is_static,
            is_private: modifiers.is_private,
            declaration: Some(method),
            ..MethodInfo::new(class, name)
        });
    }

    pub(super) fn add_method(&mut self, method: MethodInfo<'t>) {
        let name = method.name.clone();
        let class = &mut self.classes[method.class];
        let id = self.methods.push(method);
        class.methods.push(id);
        class.named.entry(name).or_default().push(id);
    }

    /// The type of a variable, and whether it is erased.
    pub(crate) fn variable_type(
        &mut self,
        ty: &TypeRef,
        scope: TypeScope<'t>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Ty, bool) {
        if ty.path.len() == 1 && &*ty.path[0] == "void" {
            diagnostics.push(Diagnostic::error("java/type", ty.span, msg!("a variable cannot be `void`")));
            return (Ty::Error, false);
        }
        self.check_arguments(ty, scope);
        self.resolve(ty, scope, diagnostics).unwrap_or((Ty::Error, false))
    }

    /// Numbers every method with a body and every constructor with an effect; returns their count.
    fn number_procedures(&mut self, declared: &[ClassId]) -> usize {
        let mut next = 0;
        for &class in declared {
            for method in self.classes[class].methods.clone() {
                let exists = match self.methods[method].declaration {
                    Some(declaration) => declaration.body.is_some(),
                    None => !self.implicit_constructor_is_empty(class),
                };
                if exists {
                    self.methods[method].procedure = Some(ProcedureId::at(next));
                    next += 1;
                }
            }
        }
        next
    }

    /// Whether neither `class` nor a superclass has a constructor or initialiser.
    fn implicit_constructor_is_empty(&self, class: ClassId) -> bool {
        self.ancestry(class).all(|c| {
            let constructors = self.declared_methods(c, CONSTRUCTOR);
            let explicit = constructors.iter().any(|&m| self.methods[m].declaration.is_some());
            let initialised = self.classes[c].members.iter().any(|member| match member {
                Member::Field(field) => !field.modifiers.is_static && field.initializer.is_some(),
                Member::Initializer(_) => true,
                Member::Method(_) | Member::StaticInitializer(_) => false,
            });
            !explicit && !initialised
        })
    }

    /// Finds the `static final` fields with constant initialisers and evaluates integers and booleans. Each pass uses the constants of the previous one,
    /// so a constant may refer to later ones; stops when nothing changes or after a few passes.
    fn fold_constants(&mut self, declared: &[ClassId]) {
        for _ in 0..16 {
            let mut changed = false;
            for &class in declared {
                for position in 0..self.classes[class].fields.len() {
                    let field = &self.classes[class].fields[position];
                    let (ty, may_be) = (field.ty, field.is_final && field.is_static && !field.is_constant);
                    let Some(initializer) = field.initializer.filter(|_| may_be) else { continue };
                    let value = fold(self.tree, initializer, &mut |name| self.named_constant(class, name));
                    let value = value.and_then(|v| v.assigned_to(ty));
                    let text = matches!(ty, Ty::Class(c) if self.is_opaque(c) && &*self.classes[c].name == "String");
                    // The values of strings are not tracked, but they are constants.
                    if value.is_some() || ((text || ty.is_primitive()) && self.is_constant(class, initializer)) {
                        let field = &mut self.classes[class].fields[position];
                        (field.is_constant, field.constant) = (true, value);
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The constant that a name in `class` denotes, if no local hides it.
    pub(crate) fn named_constant(&self, class: ClassId, name: &ExprKind) -> Option<Constant> {
        if let Some(place) = self.named_field(class, name) {
            return self.field_at(place).constant;
        }
        match name {
            ExprKind::Field { object, name } if self.class_named_by(*object, class).is_none() => {
                declared_by_library(&self.path_of(*object)?, name)
            }
            _ => None,
        }
    }

    /// The text of a constant field, as far as it is known.
    pub(crate) fn constant_text(&self, place: FieldPosition) -> Option<String> {
        self.text_of_constant(place.class, self.field_at(place).initializer?)
    }

    fn text_of_constant(&self, class: ClassId, e: ExprId) -> Option<String> {
        if let Some(text) = self.tree.texts.get(&e) {
            return Some(text.to_string());
        }
        if let Some(constant) = fold(self.tree, e, &mut |name| self.named_constant(class, name)) {
            return constant.text();
        }
        match &self.tree.expressions[e].kind {
            ExprKind::Binary(BinaryOperator::Add, left, right) => {
                Some(self.text_of_constant(class, *left)? + &self.text_of_constant(class, *right)?)
            }
            name => self.constant_text(self.named_field(class, name)?),
        }
    }

    /// Whether a name in `class` denotes a constant, if no local hides it.
    pub(super) fn names_constant(&self, class: ClassId, name: &ExprKind) -> bool {
        let field = self.named_field(class, name).map(|place| self.field_at(place));
        field.is_some_and(|f| f.is_constant) || self.named_constant(class, name).is_some()
    }

    /// The field that a simple name in `class` denotes, if no local hides it.
    fn named_field(&self, class: ClassId, name: &ExprKind) -> Option<FieldPosition> {
        match name {
            ExprKind::Name(name) => self.field_in_scope(class, name),
            ExprKind::Field { object, name } => self.field(self.class_named_by(*object, class)?, name),
            _ => None,
        }
    }

    /// In a heap, a field is an edge with its name, so an object has only one field of each name: hiding and
    /// hidden fields cannot be used.
    fn mark_hidden_fields(&mut self, class: ClassId) {
        let Some(superclass) = self.classes[class].superclass else { return };
        for position in 0..self.classes[class].fields.len() {
            let field = &self.classes[class].fields[position];
            let hidden = self.field(superclass, &field.name).filter(|_| !field.is_static);
            if let Some(hidden) = hidden.filter(|&place| !self.field_at(place).is_static) {
                self.classes[class].fields[position].is_ambiguous = true;
                self.classes[hidden.class].fields[hidden.position].is_ambiguous = true;
            }
        }
    }

    /// Checks that every concrete class implements every abstract method that it inherits.
    fn check_implementations(&mut self, class: ClassId, diagnostics: &mut Vec<Diagnostic>) {
        if self.classes[class].is_abstract || self.is_incomplete(class) {
            return;
        }
        for ancestor in self.supertypes(class) {
            for &method in &self.classes[ancestor].methods {
                let m = &self.methods[method];
                let is_missing = m.declaration.is_some_and(|d| d.body.is_none() && !d.modifiers.is_native);
                if is_missing && ancestor != class && self.implementation(class, method).is_none() {
                    let message = msg!(
                        "class `{}` is not abstract and does not implement `{}`",
                        self.type_name(Ty::Class(class)),
                        self.signature(method)
                    );
                    let span = self.classes[class].name_span;
                    diagnostics.push(Diagnostic::error("java/hierarchy", span, message));
                }
            }
        }
    }
}

/// `Integer.MAX_VALUE`, `Double.NaN`, `Math.PI` and the like: numbers that the library declares.
fn declared_by_library(class: &[Name], name: &str) -> Option<Constant> {
    let [class] = class else { return None };
    if &**class == "Math" {
        let value = match name {
            "PI" => std::f64::consts::PI,
            "E" => std::f64::consts::E,
            _ => return None,
        };
        return Some(Constant::floating(Ty::Double, value));
    }
    let ty = unboxed(class)?;
    if ty.is_floating() {
        let value = match (name, ty) {
            ("NaN", _) => f64::NAN,
            ("POSITIVE_INFINITY", _) => f64::INFINITY,
            ("NEGATIVE_INFINITY", _) => f64::NEG_INFINITY,
            ("MAX_VALUE", Ty::Float) => f32::MAX.into(),
            ("MAX_VALUE", _) => f64::MAX,
            ("MIN_VALUE", Ty::Float) => f32::from_bits(1).into(),
            ("MIN_VALUE", _) => f64::from_bits(1),
            ("MIN_NORMAL", Ty::Float) => f32::MIN_POSITIVE.into(),
            ("MIN_NORMAL", _) => f64::MIN_POSITIVE,
            _ => return None,
        };
        return Some(Constant::floating(ty, value));
    }
    let (least, most) = ty.range()?;
    let value = match name {
        "MIN_VALUE" => least,
        "MAX_VALUE" => most,
        _ => return None,
    };
    Some(Constant::integral(ty, value))
}
