//! Declarations of variables, functions and names of types (C11 6.7).

use super::super::syntax::{Declaration, Definition, Derivation, TypeSpecifier};
use super::super::types::{Signature, Struct};
use super::*;
use crate::unsupported::Construct;
use base::msg;

impl Checker<'_> {
    /// Declares a name that must be new in its scope.
    pub(super) fn bind(&mut self, name: &Name, entity: Entity, span: Span) {
        if let Some((old, at)) = self.scope().names.get(name).copied() {
            let is_same = match (old, entity) {
                (Entity::Type(old, a), Entity::Type(new, b)) => old == new && a == b,
                _ => false,
            };
            if !is_same {
                let error = Diagnostic::error("c/declaration", span, msg!("`{name}` is declared twice"));
                self.diagnostics.push(error.label(at, msg!("the first declaration")));
            }
            return;
        }
        self.scope().names.insert(name.clone(), (entity, span));
    }

    /// A declaration; in a block, its initialised variables.
    pub(super) fn declaration(&mut self, declaration: &Declaration) -> Vec<StatementId> {
        let base = self.specified(&declaration.specifiers);
        let storage = declaration.specifiers.storage;
        let mut declared = Vec::new();
        if declaration.declarators.is_empty()
            && let TypeSpecifier::Struct { is_union, tag: Some((name, _)), members: None, .. } =
                &*declaration.specifiers.ty
            && !self.scope().tags.contains_key(name)
        {
            // `struct S;` declares a new tag in its scope.
            let union = *is_union;
            let known = self.of_another_file(Some(name), union, None);
            let structure = Struct::new(Some(name.clone()), union, declaration.span, false);
            let id = known.unwrap_or_else(|| self.new_structure(structure, None));
            self.scope().tags.insert(name.clone(), Tag::Struct(id, union));
        }
        for (declarator, initialiser) in &declaration.declarators {
            let Some((name, span)) = &declarator.name else { continue };
            self.lengths.clear();
            let mut ty = self.derived(base, declarator, *span);
            let mut lengths = std::mem::take(&mut self.lengths);
            let mut attributes = declaration.specifiers.attributes.clone();
            attributes.merge(declarator.attributes.clone());
            if self.tree.renamed.contains(name) {
                attributes.add(&"asm".into(), None);
            }
            if storage == Some(Storage::Typedef) && (!attributes.layout.is_empty() || attributes.other.is_some()) {
                ty.ty = self.types.intern(Type::Floating("type with an attribute"));
            }
            let is_local = !self.at_file_scope() && !matches!(storage, Some(Storage::Static | Storage::Extern));
            if declaration.specifiers.is_thread_local
                && (is_local || self.types.is_function(ty.ty) || storage == Some(Storage::Typedef))
            {
                self.error("c/declaration", *span, msg!("only static variables can be those of a thread"));
            }
            if storage == Some(Storage::Typedef) || self.types.is_function(ty.ty) {
                self.forbid_alignments(&attributes, *span);
            }
            if storage == Some(Storage::Typedef) {
                if initialiser.is_some() {
                    self.error("c/declaration", *span, msg!("a type has no initial value"));
                }
                self.bind(name, Entity::Type(ty.ty, ty.constant), *span);
                if let Some(id) = self.types.structure(ty.ty) {
                    self.types.structs[id].alias.get_or_insert_with(|| name.clone());
                }
                continue;
            }
            if self.types.is_function(ty.ty) {
                if initialiser.is_some() || (storage == Some(Storage::Static) && !self.at_file_scope()) {
                    self.error("c/declaration", *span, msg!("a function cannot be declared like this"));
                }
                if storage == Some(Storage::Automatic) {
                    self.error("c/declaration", *span, msg!("a function has no such storage class"));
                }
                if let Some(id) = self.declare_function(name, ty.ty, storage, *span) {
                    self.functions[id].note(&attributes);
                }
                continue;
            }
            if let Some(attribute) = &attributes.other {
                if self.at_file_scope() || storage == Some(Storage::Static) || storage == Some(Storage::Extern) {
                    ty.ty = self.types.intern(Type::Floating("variable with an attribute"));
                } else {
                    let what = Construct::Attribute(attribute.clone());
                    declared.push(self.statement(StatementKind::Unsupported(what), *span));
                }
            }
            if ty.ty == TypeId::VOID {
                self.error("c/type", *span, msg!("`{name}` has the type `void`"));
                continue;
            }
            if self.at_file_scope() && storage == Some(Storage::Automatic) {
                self.error("c/declaration", *span, msg!("a variable outside of functions has no such storage class"));
            }
            self.check_alignments(&attributes, ty.ty, *span);
            let whole = declaration.span.cover(*span);
            let length = match lengths.as_mut_slice() {
                [length] if is_local && matches!(self.types.get(ty.ty), Type::Variable(_)) => {
                    let length = std::mem::replace(length, Node::error(*span));
                    let (variable, statement) = self.length_of(name, length, whole);
                    declared.push(statement);
                    Some(variable)
                }
                _ => None,
            };
            let declared_as = (ty, length);
            declared.extend(self.variable(name, declared_as, storage, initialiser.as_ref(), *span, whole));
        }
        declared
    }

    /// The variable with the number of elements of an array of variable size.
    fn length_of(&mut self, name: &Name, length: Node, span: Span) -> (VariableId, StatementId) {
        let distance = self.types.difference_type();
        let ty = self.types.integer_type(distance);
        let length = self.converted(length, ty, span);
        let variable = self.variables.push(Variable {
            name: format!("@{name}.length").into(),
            ty: Qualified { ty, constant: false },
            span,
            is_static: false,
            is_defined: true,
            function: self.function,
            is_addressed: false,
            shadows: self.shadows(name),
            length: None,
        });
        let initial = Initial { parts: vec![(Vec::new(), length)], is_list: false };
        (variable, self.statement(StatementKind::Declare(variable, Some(initial)), span))
    }

    fn variable(
        &mut self,
        name: &Name,
        (ty, length): (Qualified, Option<VariableId>),
        storage: Option<Storage>,
        initialiser: Option<&super::super::syntax::Initialiser>,
        span: Span,
        whole: Span,
    ) -> Option<StatementId> {
        let at_file = self.at_file_scope();
        let is_extern = storage == Some(Storage::Extern);
        let is_static = at_file || is_extern || storage == Some(Storage::Static);
        let has_linkage = at_file || is_extern;
        if is_extern && !at_file && initialiser.is_some() {
            self.error("c/declaration", span, msg!("an `extern` declaration in a function has no initial value"));
        }
        if matches!(self.types.get(ty.ty), Type::Variable(_)) && (is_static || initialiser.is_some()) {
            self.error("c/type", span, msg!("an array of variable size is neither static nor initialised"));
        }
        let is_internal = at_file && storage == Some(Storage::Static);
        let known = self.declared_before(name, is_internal, span).filter(|_| has_linkage);
        let variable = match known {
            Some(Entity::Variable(known)) => {
                let old = self.variables[known].ty;
                match self.composite(old, ty) {
                    Some(both) => self.variables[known].ty = both,
                    None => {
                        let old_span = self.variables[known].span;
                        let error = Diagnostic::error(
                            "c/declaration",
                            span,
                            msg!("`{name}` is declared with another type before"),
                        );
                        self.diagnostics.push(error.label(old_span, msg!("the other declaration")));
                    }
                }
                known
            }
            Some(_) => {
                self.error("c/declaration", span, msg!("`{name}` is declared as a function"));
                return None;
            }
            None => {
                let function = self.function.filter(|_| !has_linkage);
                let is_addressed = match function {
                    Some(_) => self.addressed.contains(name),
                    None => self.tree.addressed.contains(name),
                };
                let shadows = self.shadows(name);
                let is_defined = !is_static;
                let variable = Variable {
                    name: name.clone(),
                    ty,
                    span,
                    is_static,
                    is_defined,
                    function,
                    is_addressed,
                    shadows,
                    length,
                };
                let id = self.variables.push(variable);
                if has_linkage {
                    self.link(name, Entity::Variable(id), is_internal);
                }
                id
            }
        };
        match self.scope().names.get(name).copied() {
            Some((Entity::Variable(old), _)) if old == variable => {}
            _ => self.bind(name, Entity::Variable(variable), span),
        }
        if is_static && known.is_none() {
            self.statics.push((variable, None));
        }
        let is_definition = !is_extern || initialiser.is_some();
        if is_static {
            if is_definition {
                self.variables[variable].is_defined = true;
                if has_linkage {
                    self.define_variable(variable, span);
                }
            }
            if !has_linkage && !self.types.is_complete(ty.ty) && initialiser.is_none() && ty.ty != TypeId::ERROR {
                self.error("c/type", span, msg!("the type of `{name}` is not complete"));
            }
            if at_file
                && storage == Some(Storage::Static)
                && !self.types.is_complete(ty.ty)
                && initialiser.is_none()
                && ty.ty != TypeId::ERROR
            {
                self.error("c/type", span, msg!("the type of `{name}` is not complete"));
            }
            if let Some(initialiser) = initialiser {
                let initial = self.initial(variable, initialiser, true);
                if let Some(entry) = self.statics.iter_mut().rev().find(|(id, _)| *id == variable) {
                    if entry.1.is_some() {
                        self.diagnostics.push(Diagnostic::error(
                            "c/declaration",
                            span,
                            msg!("`{name}` has two initial values"),
                        ));
                    }
                    entry.1 = Some(initial);
                }
            }
            return None;
        }
        let initial = initialiser.map(|initialiser| self.initial(variable, initialiser, false));
        let ty = self.variables[variable].ty.ty;
        if !self.types.is_complete(ty) && ty != TypeId::ERROR {
            self.error("c/type", span, msg!("the type of `{name}` is not complete"));
        }
        Some(self.statement(StatementKind::Declare(variable, initial), whole))
    }

    /// The variable or function that a name with linkage stands for.
    pub(super) fn linkage(&self, name: &Name) -> Option<Entity> {
        self.internal.get(name).or_else(|| self.linked.get(name)).copied()
    }

    /// The same for a declaration of it; other files do not see what is `static` in this one.
    fn declared_before(&mut self, name: &Name, is_internal: bool, span: Span) -> Option<Entity> {
        if !is_internal || self.internal.contains_key(name) {
            return self.linkage(name);
        }
        let first = self.scopes.first().and_then(|scope| scope.names.get(name)).copied();
        let (entity, at) = first.filter(|(entity, _)| self.is_linked(name, *entity))?;
        let message = msg!("`{name}` is `static` here, but not where it is declared first");
        let error = Diagnostic::error("c/declaration", span, message);
        self.diagnostics.push(error.label(at, msg!("the first declaration")));
        Some(entity)
    }

    fn is_linked(&self, name: &Name, entity: Entity) -> bool {
        match (self.linked.get(name), entity) {
            (Some(Entity::Variable(a)), Entity::Variable(b)) => *a == b,
            (Some(Entity::Function(a)), Entity::Function(b)) => *a == b,
            _ => false,
        }
    }

    fn link(&mut self, name: &Name, entity: Entity, is_internal: bool) {
        let names = if is_internal { &mut self.internal } else { &mut self.linked };
        names.insert(name.clone(), entity);
    }

    /// How many variables of the function have this name in the scopes around.
    fn shadows(&self, name: &str) -> usize {
        let around = self.scopes.get(1..self.scopes.len().max(2) - 1).unwrap_or_default();
        let named = around.iter().filter_map(|scope| scope.names.get(name));
        named.filter(|(entity, _)| matches!(entity, Entity::Variable(v) if !self.variables[*v].is_static)).count()
    }

    /// The type of a variable with two declarations.
    fn composite(&mut self, old: Qualified, new: Qualified) -> Option<Qualified> {
        if old.constant != new.constant {
            return None;
        }
        match (self.types.get(old.ty), self.types.get(new.ty)) {
            _ if old.ty == new.ty => Some(old),
            (Type::Array(a, None), Type::Array(b, _)) if a == b => Some(new),
            (Type::Array(a, _), Type::Array(b, None)) if a == b => Some(old),
            _ => None,
        }
    }

    /// Declares a function, or finds it.
    pub(super) fn declare_function(
        &mut self,
        name: &Name,
        ty: TypeId,
        storage: Option<Storage>,
        span: Span,
    ) -> Option<FunctionId> {
        let is_internal = storage == Some(Storage::Static);
        let id = match self.declared_before(name, is_internal, span) {
            Some(Entity::Function(id)) => {
                let old = self.functions[id].ty;
                // As in GCC, a function that was called before may return nothing.
                let is_implicit = std::mem::take(&mut self.functions[id].is_implicit);
                let old = if is_implicit { self.returning_as(old, ty) } else { old };
                match self.composite_function(old, ty) {
                    Some(both) => self.functions[id].ty = both,
                    None => {
                        let first = self.functions[id].span;
                        let error = Diagnostic::error(
                            "c/declaration",
                            span,
                            msg!("`{name}` is declared with another type before"),
                        );
                        self.diagnostics.push(error.label(first, msg!("the other declaration")));
                    }
                }
                id
            }
            Some(_) => {
                self.error("c/declaration", span, msg!("`{name}` is declared as a variable"));
                return None;
            }
            None => {
                let function = Function {
                    name: name.clone(),
                    ty,
                    span,
                    is_implicit: false,
                    never_returns: false,
                    attribute: None,
                    body: None,
                };
                let id = self.functions.push(function);
                self.link(name, Entity::Function(id), is_internal);
                id
            }
        };
        match self.scope().names.get(name).copied() {
            Some((Entity::Function(old), _)) if old == id => {}
            _ => self.bind(name, Entity::Function(id), span),
        }
        Some(id)
    }

    /// The type of a function that was called before it was declared, if its declaration returns nothing.
    fn returning_as(&mut self, old: TypeId, new: TypeId) -> TypeId {
        match (self.types.get(old).clone(), self.types.get(new)) {
            (Type::Function(called), Type::Function(declared)) if declared.result == TypeId::VOID => {
                self.types.intern(Type::Function(Signature { result: TypeId::VOID, ..called }))
            }
            _ => old,
        }
    }

    /// The type of a function with two declarations.
    fn composite_function(&mut self, old: TypeId, new: TypeId) -> Option<TypeId> {
        if old == new {
            return Some(old);
        }
        let (Type::Function(a), Type::Function(b)) = (self.types.get(old).clone(), self.types.get(new).clone()) else {
            return None;
        };
        if a.result != b.result {
            return None;
        }
        let promoted = |parameters: &[TypeId]| {
            parameters.iter().all(|&p| self.types.integer(p).is_none_or(|integer| integer.promoted() == integer))
        };
        match (&a.parameters, &b.parameters) {
            (None, Some(parameters)) if !b.variadic && promoted(parameters) => Some(new),
            (Some(parameters), None) if !a.variadic && promoted(parameters) => Some(old),
            _ => None,
        }
    }

    pub(super) fn definition(&mut self, definition: &Definition) {
        let Some((name, span)) = &definition.declarator.name else { return };
        let base = self.specified(&definition.specifiers);
        let ty = self.derived(base, &definition.declarator, *span);
        let Type::Function(signature) = self.types.get(ty.ty).clone() else { return };
        if matches!(definition.specifiers.storage, Some(Storage::Typedef | Storage::Automatic)) {
            self.error("c/declaration", *span, msg!("a function has no such storage class"));
        }
        // A definition without parameters takes none.
        let storage = definition.specifiers.storage;
        let Some(id) = self.declare_function(name, ty.ty, storage, *span) else { return };
        // Each file may have an inline definition (6.7.4, paragraph 7).
        if self.functions[id].body.is_some() && definition.specifiers.is_inline {
            return;
        }
        if self.functions[id].body.is_some() {
            let first = self.functions[id].span;
            let error = Diagnostic::error("c/declaration", *span, msg!("`{name}` is defined twice"));
            self.diagnostics.push(error.label(first, msg!("the first definition")));
            return;
        }
        self.functions[id].span = *span;
        self.functions[id].note(&definition.specifiers.attributes);
        self.functions[id].note(&definition.declarator.attributes);
        if signature.result != TypeId::VOID
            && !self.types.is_complete(signature.result)
            && signature.result != TypeId::ERROR
        {
            self.error("c/type", *span, msg!("the type of the result is not complete"));
        }
        self.function = Some(id);
        self.result = signature.result;
        self.addressed = definition.addressed.clone();
        self.labels.clear();
        self.label_numbers.clear();
        (self.loops, self.breakables) = (0, 0);
        self.switches.clear();
        self.scopes.push(Scope::default());
        let mut parameters = Vec::new();
        if let Some(Derivation::Function(declared, _)) = definition.declarator.derivations.last() {
            for (specifiers, declarator) in &declared.list {
                let (ty, name) = self.parameter(specifiers, declarator);
                let Some((name, span)) = name else {
                    self.error("c/declaration", specifiers.span, msg!("this parameter has no name"));
                    continue;
                };
                if !self.types.is_complete(ty.ty) {
                    self.error("c/type", span, msg!("the type of `{name}` is not complete"));
                }
                let is_addressed = self.addressed.contains(&name);
                let variable = Variable {
                    name: name.clone(),
                    ty,
                    span,
                    is_static: false,
                    is_defined: true,
                    function: Some(id),
                    is_addressed,
                    shadows: 0,
                    length: None,
                };
                let variable = self.variables.push(variable);
                self.bind(&name, Entity::Variable(variable), span);
                parameters.push(variable);
            }
        }
        // Marks it as defined for recursive calls.
        let placeholder = StatementId(u32::MAX);
        let body = Body { parameters, statement: placeholder, labels: Vec::new(), span: definition.span };
        self.functions[id].body = Some(body);
        let statement = self.body_block(definition.body);
        self.scopes.pop();
        self.check_jumps();
        let labels = std::mem::take(&mut self.labels);
        for (label, defined, used) in &labels {
            if defined.is_none() {
                let suggests = self.suggests();
                let names = labels.iter().filter(|(_, defined, _)| suggests && defined.is_some());
                let names = names.map(|(name, ..)| &**name);
                let error = Diagnostic::error("c/unknown-name", *used, msg!("there is no label `{label}` in `{name}`"));
                self.diagnostics.push(error.suggest(did_you_mean(label, names)));
            }
        }
        if let Some(body) = &mut self.functions[id].body {
            body.statement = statement;
            body.labels = labels.into_iter().map(|(name, ..)| name).collect();
        }
        self.function = None;
    }
}
