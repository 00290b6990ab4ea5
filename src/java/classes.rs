//! The classes of a program: hierarchy, fields, methods, and the names of types.

mod declare;
mod functions;
mod generic;
mod held;
mod initialise;
mod inner;
mod lookup;
mod mentions;
mod unchecked;

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::JavaOptions;
use super::constants::Constant;
use super::lexer::Name;
use super::library::{LibraryKind, library_class};
use super::syntax::{ExprId, Member, MethodDecl, Tree, TypeParameter};
use super::types::Ty;
use base::{Idx, IndexVec, Span, Text, newtype_index};
use program::cfa::ProcedureId;
use program::objects::{ClassId, FieldId, RAISED, STATICS};

pub(crate) use functions::{Function, Functions};
pub(crate) use generic::{Generic, Inferred, Term, TermId};
pub(crate) use initialise::StaticInitialiser;
pub(crate) use inner::{Captured, Scoped, Visible};
pub(crate) use lookup::{Arity, FieldPosition, Overload};

newtype_index! {
    /// A method or constructor of a [`ClassTable`].
    pub struct MethodId;
}

/// All classes: those of the tree, at the same positions, then library classes as needed.
pub(crate) struct ClassTable<'t> {
    /// The syntax.
    pub tree: &'t Tree,
    /// What the user says about the program.
    pub options: &'t JavaOptions,
    /// All classes.
    pub classes: IndexVec<ClassId, ClassInfo<'t>>,
    /// The class of the entry method, once known.
    pub entry_class: Option<ClassId>,
    /// Whether the program may do something with the exception of a dereference of null: in a `try`, or in the initialisation of a
    /// class, which wraps it.
    pub observes_null: bool,
    /// The types of the elements of arrays, by their classes.
    elements: FxHashMap<ClassId, Ty>,
    /// All methods and constructors of declared classes.
    pub methods: IndexVec<MethodId, MethodInfo<'t>>,
    /// Classes of the library whose code is given, by simple name.
    given: FxHashMap<Name, ClassId>,
    /// The other classes by enclosing class and simple name.
    nested: FxHashMap<(Option<ClassId>, Name), ClassId>,
    /// The classes of the program outside of others, by package and simple name.
    packaged: FxHashMap<(String, Name), ClassId>,
    /// The simple names of these that several packages declare.
    shared: FxHashSet<Name>,
    /// Classes by simple name.
    simple: FxHashMap<Name, Vec<ClassId>>,
    /// The classes of lambda expressions and method references that have been lowered.
    pub functions: Functions<'t>,
    /// The local variables that are assigned after their declaration, by name and position.
    pub assigned: FxHashSet<(Name, Span)>,
    /// Whether lowering has added a class, method or field, so that everything must be lowered again.
    pub changed: bool,
    /// Which names occur where, once that is asked.
    mentions: Option<mentions::Mentions>,
    /// Whether the program may put objects where their types do not allow them: a compiler warns of that.
    pub is_unchecked: bool,
    /// Types before erasure.
    terms: IndexSet<Term>,
    /// Those that the program itself writes.
    written: FxHashSet<TermId>,
    /// Number of fields with a number.
    fields: usize,
    /// Number of procedures.
    procedures: usize,
}

/// A class or interface.
pub(crate) struct ClassInfo<'t> {
    /// `Outer$Inner` for nested classes, and `p$C` where several packages have a class with this name.
    pub name: Name,
    /// The enclosing class.
    pub outer: Option<ClassId>,
    /// How it is modelled, if it is a library class.
    pub library: Option<LibraryKind>,
    /// Whether it is an interface.
    pub is_interface: bool,
    /// Whether its objects belong to an object of the enclosing class.
    pub is_inner: bool,
    /// Its kind if it is not modelled: an enum or record.
    pub unmodelled: Option<Text>,
    /// Whether one of its supertypes is not given, so that it may have unknown members.
    pub is_incomplete: bool,
    /// Whether it has no direct instances: an interface or abstract class.
    pub is_abstract: bool,
    /// Its superclass.
    pub superclass: Option<ClassId>,
    /// Its direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// Its superclass and superinterfaces with their type arguments.
    pub super_terms: Vec<TermId>,
    /// Its type variables.
    pub type_parameters: &'t [TypeParameter],
    /// The variables that its body can use, if it is a local class whose declaration has been lowered.
    pub environment: Option<Rc<[Visible]>>,
    /// The hidden field for the object around, if some code uses that.
    pub outer_field: Option<FieldId>,
    /// The hidden fields for captured variables.
    pub captured: Vec<Captured>,
    /// The constructor of the superclass that an anonymous class calls.
    pub super_constructor: Option<MethodId>,
    /// The number of lambda expressions and method references in it.
    pub functions: usize,
    /// The fields that it declares.
    pub fields: Vec<FieldInfo>,
    /// The position of the first one with a name.
    field_positions: FxHashMap<Name, usize>,
    /// The code that runs before it is first used.
    pub initialiser: Option<StaticInitialiser>,
    /// The methods and constructors that it declares, including the implicit constructor.
    pub methods: Vec<MethodId>,
    /// The same by name.
    named: FxHashMap<Name, Vec<MethodId>>,
    /// Its members as written.
    pub members: &'t [Member],
    /// The position of its name.
    pub name_span: Option<Span>,
    /// The whole declaration.
    pub span: Option<Span>,
}

/// A field.
#[derive(Clone)]
pub(crate) struct FieldInfo {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
    /// Whether the type is what a type variable was erased to.
    pub erased: bool,
    /// Its type before erasure.
    pub generic: Generic,
    /// Its number in the program; static fields that are constants or not modelled have none.
    pub id: Option<FieldId>,
    /// Whether it is `static`.
    pub is_static: bool,
    /// Whether it is `final`.
    pub is_final: bool,
    /// Its initial value.
    pub initializer: Option<ExprId>,
    /// Whether it is static and a constant variable (JLS 4.12.4): reading it initialises nothing.
    pub is_constant: bool,
    /// Whether it hides a field of a superclass, or is hidden by one of a subclass.
    pub is_ambiguous: bool,
    /// Its value, for constants that are integers or booleans.
    pub constant: Option<Constant>,
    /// The declarator.
    pub span: Span,
}

/// A parameter type.
#[derive(Clone, Copy)]
pub(crate) struct ParameterInfo {
    /// The type.
    pub ty: Ty,
    /// Whether it is what a type variable was erased to.
    pub erased: bool,
    /// The type before erasure.
    pub generic: Generic,
}

/// A method or constructor.
pub(crate) struct MethodInfo<'t> {
    /// The class that declares it.
    pub class: ClassId,
    /// Its name; `<init>` for constructors.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<ParameterInfo>,
    /// Its result type.
    pub result: Ty,
    /// Whether that is what a type variable was erased to.
    pub result_erased: bool,
    /// Its result type before erasure.
    pub result_generic: Generic,
    /// The type of each of a variable number of arguments.
    pub variadic: Option<Ty>,
    /// Whether it is `static`.
    pub is_static: bool,
    /// Whether it is `private`.
    pub is_private: bool,
    /// Its declaration; implicit constructors have none.
    pub declaration: Option<&'t MethodDecl>,
    /// The lambda expression or method reference that it executes.
    pub function: Option<ExprId>,
    /// Its procedure, if it has a body or an effect.
    pub procedure: Option<ProcedureId>,
}

impl<'t> ClassInfo<'t> {
    /// A class without members.
    fn new(name: Name) -> Self {
        Self {
            name,
            outer: None,
            library: None,
            is_interface: false,
            is_inner: false,
            unmodelled: None,
            is_incomplete: false,
            is_abstract: false,
            superclass: None,
            interfaces: Vec::new(),
            super_terms: Vec::new(),
            type_parameters: &[],
            environment: None,
            outer_field: None,
            captured: Vec::new(),
            super_constructor: None,
            functions: 0,
            fields: Vec::new(),
            field_positions: FxHashMap::default(),
            initialiser: None,
            methods: Vec::new(),
            named: FxHashMap::default(),
            members: &[],
            name_span: None,
            span: None,
        }
    }

    /// The position of the field with this name that it declares.
    pub(crate) fn field(&self, name: &str) -> Option<usize> {
        self.field_positions.get(name).copied()
    }

    fn add_field(&mut self, field: FieldInfo) {
        self.field_positions.entry(field.name.clone()).or_insert(self.fields.len());
        self.fields.push(field);
    }
}

impl<'t> MethodInfo<'t> {
    /// A method without parameters and result.
    fn new(class: ClassId, name: Name) -> Self {
        Self {
            class,
            name,
            parameters: Vec::new(),
            result: Ty::Void,
            result_erased: false,
            result_generic: None,
            variadic: None,
            is_static: false,
            is_private: false,
            declaration: None,
            function: None,
            procedure: None,
        }
    }

    /// Whether it has a body, which may be native.
    pub(crate) fn has_code(&self) -> bool {
        self.function.is_some() || self.declaration.is_some_and(|d| d.body.is_some() || d.modifiers.is_native)
    }
}

/// The scope in which a type name is looked up.
#[derive(Clone, Copy)]
pub(crate) struct TypeScope<'t> {
    /// The enclosing class.
    pub class: Option<ClassId>,
    /// Type variables of the enclosing method.
    pub type_parameters: &'t [TypeParameter],
}

/// The name of constructors.
pub(crate) const CONSTRUCTOR: &str = "<init>";
/// The name of static initialisers.
pub(crate) const STATIC_INITIALISER: &str = "<clinit>";

impl<'t> ClassTable<'t> {
    /// The library class with this name, if there is one.
    pub(crate) fn library(&mut self, name: &str) -> Option<ClassId> {
        let (superclass, kind) = library_class(name)?;
        Some(self.library_entry(name, superclass, kind))
    }

    /// The class of the exceptions that the virtual machine throws where a program can only see this class of the library.
    pub(crate) fn raised(&mut self, name: &str) -> ClassId {
        self.library_entry(&format!("{RAISED}{name}"), Some(name), LibraryKind::Plain)
    }

    /// `Object`.
    pub(crate) fn object(&mut self) -> ClassId {
        self.library_entry("Object", None, LibraryKind::Plain)
    }

    /// The class of the object whose fields are the static fields.
    pub(crate) fn statics(&mut self) -> ClassId {
        self.library_entry(STATICS, Some("Object"), LibraryKind::Plain)
    }

    /// The class of arrays with elements of this type.
    pub(crate) fn array(&mut self, element: Ty) -> ClassId {
        let name = format!("{}[]", self.type_name(element));
        let class = self.library_entry(&name, Some("Object"), LibraryKind::Opaque);
        self.elements.insert(class, element);
        class
    }

    /// The type of the elements of an array.
    pub(crate) fn element(&self, array: Ty) -> Option<Ty> {
        let Ty::Class(class) = array else { return None };
        self.elements.get(&class).copied()
    }

    fn library_entry(&mut self, name: &str, superclass: Option<&str>, kind: LibraryKind) -> ClassId {
        // The name of a library class cannot hide a declared one: declared classes are looked up first.
        let key: Name = Rc::from(name);
        if let Some(&id) =
            self.simple.get(&key).and_then(|ids| ids.iter().find(|&&id| self.classes[id].library.is_some()))
        {
            return id;
        }
        // The library hierarchy has only a few levels.
        let mut supertypes = superclass.unwrap_or_default().split(' ');
        let first = supertypes.next().filter(|name| !name.is_empty());
        let superclass = first.and_then(|s| if s == "Object" { Some(self.object()) } else { self.library(s) });
        let mut interfaces = Vec::new();
        for interface in supertypes {
            let given = self.given.get(interface).copied();
            interfaces.extend(given.or_else(|| self.library(interface)));
        }
        let is_interface = matches!(kind, LibraryKind::Interface | LibraryKind::OpaqueInterface);
        let id = self.classes.push(ClassInfo {
            library: Some(kind),
            is_interface,
            is_abstract: is_interface,
            superclass,
            interfaces,
            ..ClassInfo::new(key.clone())
        });
        self.simple.entry(key).or_default().push(id);
        id
    }

    /// The class of a procedure.
    pub(crate) fn class_of(&self, procedure: ProcedureId) -> Option<ClassId> {
        self.methods.iter().find(|m| m.procedure == Some(procedure)).map(|m| m.class)
    }

    /// `class` and its superclasses, nearest first.
    pub(crate) fn ancestry(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(Some(class), |&c| self.classes[c].superclass).take(self.classes.len())
    }

    /// `class` and all its supertypes, each once, classes before interfaces.
    pub(crate) fn supertypes(&self, class: ClassId) -> Vec<ClassId> {
        let mut all: Vec<ClassId> = self.ancestry(class).collect();
        let mut interfaces: FxHashSet<ClassId> = FxHashSet::default();
        let mut next = 0;
        while let Some(&c) = all.get(next) {
            next += 1;
            all.extend(self.classes[c].interfaces.iter().filter(|&&interface| interfaces.insert(interface)));
        }
        all
    }

    /// Whether every object of `class` is an object of `ancestor`.
    pub(crate) fn is_subtype(&self, class: ClassId, ancestor: ClassId) -> bool {
        if self.classes[ancestor].is_interface {
            return self.supertypes(class).contains(&ancestor);
        }
        self.ancestry(class).any(|c| c == ancestor)
            || (self.classes[ancestor].superclass.is_none() && self.classes[ancestor].library.is_some())
    }

    /// Whether a class may have unknown members.
    pub(crate) fn is_incomplete(&self, class: ClassId) -> bool {
        self.supertypes(class).iter().any(|&c| self.classes[c].is_incomplete)
    }

    /// Whether an object of `class`, or of an enclosing class, belongs to an object of `outer`.
    pub(crate) fn is_inside(&self, mut class: ClassId, outer: ClassId) -> bool {
        while self.classes[class].is_inner
            && let Some(around) = self.classes[class].outer
        {
            class = around;
            if self.is_subtype(class, outer) {
                return true;
            }
        }
        false
    }

    /// Whether objects of a class can be thrown.
    pub(crate) fn is_throwable(&self, class: ClassId) -> bool {
        self.ancestry(class).any(|c| self.classes[c].library.is_some() && &*self.classes[c].name == "Throwable")
    }

    /// Whether values of a class are not modelled.
    pub(crate) fn is_opaque(&self, class: ClassId) -> bool {
        matches!(self.classes[class].library, Some(LibraryKind::Opaque | LibraryKind::OpaqueInterface))
    }

    /// Whether a variable of this class may hold a value that is not modelled.
    pub(crate) fn may_be_opaque(&self, class: ClassId) -> bool {
        let own = &self.classes[class];
        match own.library {
            Some(LibraryKind::Opaque | LibraryKind::Interface | LibraryKind::OpaqueInterface) => true,
            Some(LibraryKind::Plain) => &*own.name == "Object",
            None => false,
        }
    }

    /// A type in source notation.
    pub(crate) fn type_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Class(class) => self.class_name(class),
            Ty::Function(_) => "lambda expression".to_owned(),
            Ty::Null => "null".to_owned(),
            Ty::Any | Ty::Error => "unknown".to_owned(),
            other => format!("{other:?}").to_ascii_lowercase(),
        }
    }

    fn class_name(&self, class: ClassId) -> String {
        let name = &self.classes[class].name;
        match self.tree.classes.get(class.index()).and_then(|declared| declared.local.as_ref()) {
            Some(local) => local.simple_name.as_ref().unwrap_or(name).to_string(),
            None => name.replace('$', "."),
        }
    }

    /// The constants of an enum.
    pub(crate) fn constants(&self, class: ClassId) -> Option<&'t [Name]> {
        self.tree.classes.get(class.index())?.constants.as_deref()
    }

    /// A method with its parameter types, in source notation.
    pub(crate) fn signature(&self, method: MethodId) -> String {
        let m = &self.methods[method];
        let parameters: Vec<String> = m.parameters.iter().map(|p| self.type_name(p.ty)).collect();
        format!("{}.{}({})", self.type_name(Ty::Class(m.class)), m.name, parameters.join(", "))
    }
}
