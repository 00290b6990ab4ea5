//! The most general client of a class: code that makes objects of it and calls its methods for ever, in any order, with any arguments.
//!
//! It is written in Java and read as a static method of the class that no file contains, so that all that is true of methods is true of
//! it: a run of it is a sequence of calls. Its statements stand where what they call is declared.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::classes::{CONSTRUCTOR, ClassTable, FieldInfo, MethodId};
use super::lexer::KEYWORDS;
use super::lower::NOWHERE;
use super::parser::SyntheticText;
use super::syntax::{ExprKind, Member, MethodDecl};
use super::types::Ty;
use base::{CollectByInsertion, Diagnostic, Idx, Message, Span, msg};
use program::objects::{CHOSEN, CLIENT, ClassId, ClientLimits, PASSED, THROWN};

/// A client holds at most so many objects of a class at a time.
const HELD: usize = 3;

/// The variables that it needs for itself.
const OWN: [&str; 4] = [CHOSEN, "first", PASSED, THROWN];

/// The path of a class, if this is the name of its most general client: `Outer.Inner.*`.
pub(crate) fn class_of(entry: &str) -> Option<String> {
    let class = entry.trim().strip_suffix(CLIENT)?.trim_end().strip_suffix('.')?;
    Some(class.chars().filter(|c| !c.is_whitespace()).collect::<String>().replace('.', "$"))
}

/// The class in the table with a path, which may leave out classes around it.
pub(crate) fn find(table: &ClassTable<'_>, path: &str) -> Option<ClassId> {
    let is_written = |class: ClassId| table.is_of_program(class);
    let names = || table.classes.iter_enumerated().filter(|(id, _)| is_written(*id));
    let exact = names().find(|(_, info)| &*info.name == path).map(|(id, _)| id);
    let inside = |name: &str| name.strip_suffix(path).is_some_and(|outer| outer.ends_with('$'));
    let of_package = |name: &str| path.strip_suffix(name).is_some_and(|package| package.ends_with('$'));
    exact.or_else(|| {
        let mut others = names().filter(|(_, info)| inside(&info.name) || of_package(&info.name));
        others.next().filter(|_| others.next().is_none()).map(|(id, _)| id)
    })
}

/// The classes of the program whose methods clients can call, in text order: on their objects, or static ones but for `main`.
pub(crate) fn classes(table: &ClassTable<'_>) -> Vec<ClassId> {
    let declared = || (0..table.tree.classes.len()).map(ClassId::at);
    let made = declared().filter(|&class| can_be_made(table, class) && is_visible(table, class));
    let made: FxHashSet<ClassId> = made.flat_map(|class| table.supertypes(class)).collect();
    let is_called = |class: ClassId, method: MethodId| {
        let info = &table.methods[method];
        let is_called = if info.is_static { &*info.name != "main" } else { made.contains(&class) };
        is_called && &*info.name != CONSTRUCTOR && is_accessible(table, method)
    };
    let has_methods = |class: ClassId| {
        let mut methods = table.ancestry(class).flat_map(|class| &table.classes[class].methods);
        methods.any(|&method| is_called(class, method))
    };
    declared().filter(|&class| !is_library(table, class) && is_visible(table, class) && has_methods(class)).collect()
}

/// Whether a class has objects that a constructor without an object around makes.
fn can_be_made(table: &ClassTable<'_>, class: ClassId) -> bool {
    let info = &table.classes[class];
    let is_plain = info.unmodelled.is_none() && table.constants(class).is_none() && !info.is_abstract;
    is_plain && info.span.is_some() && !info.is_inner && !is_library(table, class)
}

/// Whether code outside of the program can make objects of a class, also inside of others: collections of the library, too.
pub(crate) fn is_open(table: &ClassTable<'_>, class: ClassId) -> bool {
    let info = &table.classes[class];
    let is_plain = info.unmodelled.is_none() && table.constants(class).is_none() && !info.is_abstract;
    let is_collection =
        info.outer.is_none() && table.tree.classes.get(class.index()).is_some_and(|c| c.modifiers.is_public);
    let is_reachable = if is_library(table, class) { is_collection } else { is_visible(table, class) };
    is_plain && info.span.is_some() && is_reachable
}

/// Whether the library declares a class.
fn is_library(table: &ClassTable<'_>, class: ClassId) -> bool {
    table.tree.classes.get(class.index()).is_none_or(|declared| declared.is_library)
}

/// Whether a class is that of all that compares itself with others.
fn is_comparable(table: &ClassTable<'_>, class: ClassId) -> bool {
    is_library(table, class) && &*table.classes[class].name == "Comparable"
}

/// Whether a client can name a class.
fn is_visible(table: &ClassTable<'_>, class: ClassId) -> bool {
    let around = std::iter::successors(Some(class), |&class| table.classes[class].outer);
    around.into_iter().all(|class| {
        let declared = table.tree.classes.get(class.index());
        declared
            .is_some_and(|declared| declared.local.is_none() && !declared.modifiers.is_private && !declared.is_library)
    })
}

/// Whether a client can call a method or constructor.
fn is_accessible(table: &ClassTable<'_>, method: MethodId) -> bool {
    let info = &table.methods[method];
    let is_record = |class: ClassId| table.tree.classes.get(class.index()).is_some_and(|c| c.components.is_some());
    let is_written = |declared: &MethodDecl| !declared.is_implicit || is_record(info.class);
    !info.is_private && info.declaration.is_none_or(is_written)
}

/// Whether a method or constructor is public; what is not written is as the class is.
fn is_public(table: &ClassTable<'_>, method: MethodId) -> bool {
    let info = &table.methods[method];
    table.classes[info.class].is_interface || info.declaration.is_none_or(|d| d.is_implicit || d.modifiers.is_public)
}

/// The text of the client of a class, and what is assumed of clients.
pub(crate) fn client(table: &ClassTable<'_>, class: ClassId, limits: ClientLimits) -> (SyntheticText, Vec<Diagnostic>) {
    let writer = Writer::new(table, class, limits, None);
    (writer.text(), writer.assumptions())
}

/// The same of a client that calls others only to come to a call of a method; `None` if it cannot call that.
pub(crate) fn client_of_method(
    table: &ClassTable<'_>,
    method: MethodId,
    limits: ClientLimits,
) -> Option<(SyntheticText, Vec<Diagnostic>)> {
    let writer = Writer::new(table, table.methods[method].class, limits, Some(method));
    let is_called = writer.calls.iter().any(|&(_, called)| called == method);
    is_called.then(|| (writer.text(), writer.assumptions()))
}

/// What a client may call.
struct Writer<'a, 't> {
    table: &'a ClassTable<'t>,
    class: ClassId,
    /// The classes of which it holds objects, with the names of the variables for them.
    held: IndexMap<ClassId, Vec<String>>,
    /// What it may call: the class of the receiver, and the method.
    calls: Vec<(ClassId, MethodId)>,
    /// What it leaves out.
    limits: ClientLimits,
    /// The method of which the calls are checked, if all others are called only to come to them.
    checked: Option<MethodId>,
    /// The parameters of constructors for which it passes null, by their positions.
    without: FxHashSet<(MethodId, usize)>,
    /// The names of variables, so that no two are the same.
    names: BTreeSet<String>,
}

impl<'a, 't> Writer<'a, 't> {
    fn new(table: &'a ClassTable<'t>, class: ClassId, limits: ClientLimits, checked: Option<MethodId>) -> Self {
        let (held, calls) = (IndexMap::from([(class, Vec::new())]), Vec::new());
        let names = OWN.iter().map(|&name| name.to_owned()).collect_by_insertion();
        let without = FxHashSet::default();
        let mut writer = Self { table, class, held, calls, limits, checked, without, names };
        writer.collect();
        writer.pass_null();
        writer.name();
        writer
    }

    /// Finds the classes of which a client holds objects, and what it may call on these.
    fn collect(&mut self) {
        let mut next = 0;
        while let Some((&class, _)) = self.held.get_index(next) {
            next += 1;
            if self.limits.of_class && !self.is_used(class) {
                continue;
            }
            let makers = self.makers(class);
            let methods = self.methods_of(class);
            methods.iter().for_each(|&method| self.add_call(class, method));
            self.add_constructors(class, &makers);
            // What only objects of a subclass can do needs variables of that class.
            let does_more = |&maker: &ClassId| maker != class && self.methods_of(maker).len() > methods.len();
            let more: Vec<ClassId> = makers.into_iter().filter(does_more).collect();
            more.into_iter().for_each(|class| _ = self.held.entry(class).or_default());
        }
        if self.limits.of_class {
            self.add_lacking();
        }
        // Objects come first.
        let table = self.table;
        self.calls.sort_by_key(|&(_, method)| &*table.methods[method].name != CONSTRUCTOR);
    }

    /// Adds a call, with variables for what it takes and returns.
    fn add_call(&mut self, class: ClassId, method: MethodId) {
        let info = &self.table.methods[method];
        self.calls.push((class, method));
        let types = info.parameters.iter().map(|parameter| parameter.ty).chain([info.result]);
        let held: Vec<ClassId> = types.filter_map(|ty| self.holds(ty)).collect();
        held.into_iter().for_each(|class| _ = self.held.entry(class).or_default());
    }

    /// Adds the constructors of some classes that make objects of a class.
    fn add_constructors(&mut self, class: ClassId, makers: &[ClassId]) {
        self.constructors(makers).into_iter().for_each(|constructor| self.add_call(class, constructor));
    }

    /// Adds constructors for what calls take and nothing returns.
    fn add_lacking(&mut self) {
        let mut added = FxHashSet::from_iter([self.class]);
        loop {
            let got = self.got();
            let lacks = self.calls.iter().flat_map(|&(_, method)| {
                let parameters = &self.table.methods[method].parameters;
                self.lacks(method, &got).into_iter().filter_map(|position| self.holds(parameters[position].ty))
            });
            let Some(class) = lacks.into_iter().find(|class| !added.contains(class)) else { return };
            added.insert(class);
            let makers = self.makers(class);
            self.add_constructors(class, &makers);
        }
    }

    /// Lets the client pass null where it could not make objects otherwise: to `Node(int value, Node next)` of a class without another
    /// constructor. Constructors that need objects of their own class come first.
    fn pass_null(&mut self) {
        loop {
            let got = self.got();
            let lacking = |&&(class, method): &&(ClassId, MethodId)| {
                self.is_constructor(method) && !got.contains(&class) && !self.lacks(method, &got).is_empty()
            };
            let needs_own = |&&(class, method): &&(ClassId, MethodId)| {
                let mut lacks = self.lacks(method, &got).into_iter();
                lacks.any(|position| self.table.methods[method].parameters[position].ty == Ty::Class(class))
            };
            let mut found = self.calls.iter().filter(lacking);
            let Some(&(_, method)) = found.clone().find(needs_own).or_else(|| found.next()) else { return };
            self.without.extend(self.lacks(method, &got).into_iter().map(|position| (method, position)));
        }
    }

    /// The classes of which it comes to hold objects.
    fn got(&self) -> FxHashSet<ClassId> {
        let mut got: FxHashSet<ClassId> = FxHashSet::default();
        loop {
            let before = got.len();
            for &(class, method) in &self.calls {
                let info = &self.table.methods[method];
                let has_receiver = info.is_static || self.is_constructor(method) || got.contains(&class);
                if has_receiver && self.lacks(method, &got).is_empty() {
                    let returned = || self.holds(info.result).filter(|&class| self.is_made(class));
                    got.extend(if self.is_constructor(method) { Some(class) } else { returned() });
                }
            }
            if got.len() == before {
                return got;
            }
        }
    }

    /// Whether the program itself makes objects of a class, as far as names tell: others come only from its clients.
    fn is_made(&self, class: ClassId) -> bool {
        let table = self.table;
        let simple = |class: ClassId| table.classes[class].name.rsplit('$').next();
        let makes = |name: &str| {
            table.tree.expressions.iter().any(|expression| match &expression.kind {
                ExprKind::New(creation) => creation.class.path.last().is_some_and(|last| &**last == name),
                _ => false,
            })
        };
        let below = table.classes.indices().filter(|&below| table.is_subtype(below, class));
        is_library(table, class) || below.filter_map(simple).any(makes)
    }

    /// The positions of the parameters for which it has nothing to pass as long as it only holds objects of some classes.
    fn lacks(&self, method: MethodId, got: &FxHashSet<ClassId>) -> Vec<usize> {
        let parameters = self.table.methods[method].parameters.iter().enumerate();
        let lacking = parameters.filter(|&(position, parameter)| {
            let is_there = |class: ClassId| {
                self.function(class).is_some()
                    || self.may_be_other(class)
                    || self.held.keys().any(|&held| got.contains(&held) && self.table.is_subtype(held, class))
            };
            !self.without.contains(&(method, position))
                && self.holds(parameter.ty).is_some_and(|class| !is_there(class))
        });
        lacking.map(|(position, _)| position).collect()
    }

    fn is_constructor(&self, method: MethodId) -> bool {
        &*self.table.methods[method].name == CONSTRUCTOR
    }

    /// The constructors of some classes that a client can call.
    fn constructors(&self, classes: &[ClassId]) -> Vec<MethodId> {
        let methods = classes.iter().flat_map(|&class| &self.table.classes[class].methods).copied();
        methods.filter(|&m| self.is_constructor(m) && self.is_callable(m)).collect()
    }

    /// The methods that a client can call on objects of a class, each once, and the static ones of the class itself.
    fn methods_of(&self, class: ClassId) -> Vec<MethodId> {
        let table = self.table;
        let mut seen: FxHashSet<(&str, Vec<String>)> = FxHashSet::default();
        let mut found: Vec<MethodId> = Vec::new();
        for ancestor in table.supertypes(class) {
            for &method in &table.classes[ancestor].methods {
                let info = &table.methods[method];
                let is_static_of_other = info.is_static && ancestor != self.class;
                if self.is_constructor(method) || is_static_of_other || self.is_left_out(method) {
                    continue;
                }
                // One that is overridden is the one that overrides it.
                let types = info.parameters.iter().map(|parameter| self.type_name(parameter.ty)).collect();
                if self.is_callable(method) && seen.insert((&info.name, types)) {
                    found.push(method);
                }
            }
        }
        // What all objects have may be overridden only below the class.
        let below = table.classes.indices().filter(|&id| table.is_of_program(id) && table.is_subtype(id, class));
        for &method in below.flat_map(|id| &table.classes[id].methods) {
            let info = &table.methods[method];
            let types = info.parameters.iter().map(|parameter| self.type_name(parameter.ty)).collect();
            if self.is_of_all_objects(method) && is_accessible(table, method) && seen.insert((&info.name, types)) {
                found.push(method);
            }
        }
        found
    }

    /// Whether all objects have a method that is so called: `equals`, `hashCode`, `toString`.
    fn is_of_all_objects(&self, method: MethodId) -> bool {
        let info = &self.table.methods[method];
        match (&*info.name, info.parameters.as_slice()) {
            ("equals", [other]) => self.is_any(other.ty),
            ("hashCode" | "toString", []) => true,
            _ => false,
        }
    }

    /// Whether it calls what a class has though it is limited to its own class: as for that class, or what the library declares.
    fn is_used(&self, class: ClassId) -> bool {
        let around = || std::iter::successors(Some(class), |&class| self.table.classes[class].outer);
        let is_public =
            |class: ClassId| self.table.tree.classes.get(class.index()).is_some_and(|c| c.modifiers.is_public);
        class == self.class || is_library(self.table, class) || self.has_public() && around().all(is_public)
    }

    /// Whether it may call a method or constructor: of the class itself those that are not public may be left out.
    fn is_callable(&self, method: MethodId) -> bool {
        let is_of_class = self.table.is_subtype(self.class, self.table.methods[method].class);
        let is_left_out = self.limits.of_class && is_of_class && !is_public(self.table, method) && self.has_public();
        is_accessible(self.table, method) && (!is_left_out || self.checked == Some(method))
    }

    /// Whether some method of the class is public.
    fn has_public(&self) -> bool {
        let mut methods =
            self.table.supertypes(self.class).into_iter().flat_map(|class| &self.table.classes[class].methods);
        methods
            .any(|&method| !self.is_constructor(method) && !self.is_left_out(method) && is_public(self.table, method))
    }

    /// Whether a method is left to others: `main` is a program of its own, and default methods of the library call those that the class has.
    fn is_left_out(&self, method: MethodId) -> bool {
        let info = &self.table.methods[method];
        let is_library = is_library(self.table, info.class);
        let is_default = is_library && info.declaration.is_some_and(|declared| declared.body.is_some());
        let is_main = info.is_static && &*info.name == "main";
        is_main || is_default && !info.parameters.is_empty() || info.function.is_some()
    }

    /// The classes whose constructors make objects of a class, as far as a client can call them.
    fn makers(&self, class: ClassId) -> Vec<ClassId> {
        let table = self.table;
        let is_made = |&id: &ClassId| {
            can_be_made(table, id) && (id == self.class || is_visible(table, id)) && table.is_subtype(id, class)
        };
        (0..table.tree.classes.len()).map(ClassId::at).filter(is_made).collect()
    }

    /// The class of which a client holds objects because a parameter or result has this type.
    fn holds(&self, ty: Ty) -> Option<ClassId> {
        let Ty::Class(class) = ty else { return None };
        let info = &self.table.classes[class];
        let declared = self.table.tree.classes.get(class.index())?;
        let is_held = match declared.is_library {
            // Objects of the interfaces of the library that the program implements.
            true => matches!(&*info.name, "Iterator" | "Iterable") && self.is_implemented(class),
            false => {
                let is_made_by_clients = self.table.constants(class).is_none();
                is_made_by_clients
                    && is_visible(self.table, class)
                    && !self.table.is_throwable(class)
                    && info.unmodelled.is_none()
            }
        };
        is_held.then_some(class)
    }

    /// The variables whose objects are of a class, as far as anything can be in them.
    fn fitting(&self, class: ClassId) -> Vec<&String> {
        let is_got = |held: ClassId| {
            let is_result = |&(_, method): &(ClassId, MethodId)| self.table.methods[method].result == Ty::Class(held);
            self.calls.iter().any(is_result) || !self.constructors(&self.makers(held)).is_empty()
        };
        let fits = |held: ClassId| self.table.is_subtype(held, class) && is_got(held);
        self.held.iter().filter(|(held, _)| fits(**held)).flat_map(|(_, names)| names).collect()
    }

    /// Whether an object of the program's own may be passed that is neither held nor a function.
    fn may_be_other(&self, class: ClassId) -> bool {
        is_library(self.table, class) && self.holds(Ty::Class(class)).is_none() && self.is_implemented(class)
    }

    fn is_implemented(&self, interface: ClassId) -> bool {
        let table = self.table;
        let declared = || table.classes.iter_enumerated().filter(|(_, info)| !info.is_abstract);
        declared().any(|(class, _)| table.is_of_program(class) && table.is_subtype(class, interface))
    }

    /// Names the variables: as many of a class as a call may need.
    fn name(&mut self) {
        let table = self.table;
        let fits = |ty: Ty, held: ClassId| matches!(ty, Ty::Class(class) if class == held);
        let needed = |held: ClassId| {
            let of_call = self.calls.iter().map(|&(class, method)| {
                let info = &table.methods[method];
                let receiver = class == held && !info.is_static && !self.is_constructor(method);
                let others = info.parameters.iter().filter(|p| fits(p.ty, held)).count();
                // What is returned may share something with the object that returned it.
                let result = usize::from(!self.is_constructor(method) && fits(info.result, held));
                usize::from(receiver) + others.max(result)
            });
            of_call.max().unwrap_or(0).clamp(1, HELD)
        };
        let numbers: Vec<usize> = self.held.keys().map(|&held| needed(held)).collect();
        for (position, number) in numbers.into_iter().enumerate() {
            let class = self.held.get_index(position).map(|(&class, _)| class);
            let name = class.map_or_else(String::new, |class| simple_name(&table.classes[class].name));
            let names: Vec<String> = (0..number).map(|_| fresh(&mut self.names, &name)).collect();
            if let Some((_, variables)) = self.held.get_index_mut(position) {
                *variables = names;
            }
        }
    }

    /// What is assumed of clients, which may do more than this one.
    fn assumptions(&self) -> Vec<Diagnostic> {
        let table = self.table;
        let types = || self.calls.iter().flat_map(|&(_, method)| &table.methods[method].parameters).map(|p| p.ty);
        let classes = || types().filter_map(|ty| if let Ty::Class(class) = ty { Some(class) } else { None });
        let mut found = Vec::new();
        if classes().next().is_some() {
            let given: BTreeSet<ClassId> =
                self.without.iter().map(|&(method, _)| table.methods[method].class).collect_by_insertion();
            found.push(match given.is_empty() {
                true => msg!("clients pass no null"),
                false => {
                    let names = given.into_iter().map(|class| Message::code(self.type_name(Ty::Class(class))));
                    msg!("clients pass no null but to constructors of {}", Message::all_of(names))
                }
            });
        }
        if types().any(|ty| self.is_any(ty)) {
            found.push(msg!("where any object may be passed, clients pass none of a class of the program"));
            if table.classes.indices().any(|class| is_library(table, class) && is_open(table, class)) {
                found.push(msg!("where any object may be passed, clients pass no collection"));
            }
        }
        if classes().any(|class| is_comparable(table, class)) {
            found.push(msg!("what clients pass compares itself with others in one way, and changes nothing"));
        }
        if classes().any(|class| self.function(class).is_some()) {
            found.push(msg!("functions that clients pass return something other than null, and change nothing"));
        }
        let is_changed = |field: &FieldInfo| field.is_static && !field.is_final;
        let has_statics = table.classes.iter().any(|info| info.fields.iter().any(is_changed));
        if has_statics || self.held.values().any(|names| names.len() > 1) || self.held.len() > 1 {
            let numbers = self.held.iter().map(|(&class, names)| {
                let class = self.type_name(Ty::Class(class));
                msg!("{} of `{class}`", names.len())
            });
            found.push(msg!("clients hold no more objects at a time than {}", Message::all_of(numbers)));
        }
        if self.calls.iter().any(|&(class, method)| self.forgets(class, method)) {
            found.push(msg!(
                "clients pass no object twice or to itself, and use none again that they have passed to a constructor, beside another object, or to a method that returns one"
            ));
        }
        if self.calls.iter().any(|&(class, method)| self.leaves_iterators(class, method)) {
            found.push(msg!("clients use an iterator only until they call something else"));
        }
        if self.held.keys().any(|&class| self.has_open_fields(class)) {
            found.push(msg!("clients assign no fields"));
        }
        let is_open =
            |&class: &ClassId| self.table.tree.classes.get(class.index()).is_some_and(|c| !c.modifiers.is_final);
        if self.held.keys().any(is_open) {
            found.push(msg!("clients extend no classes of the program"));
        }
        if self.limits.of_class {
            found.extend(self.limits_in_words());
        }
        let others = self.others();
        if !others.is_empty() {
            found.push(msg!("clients do not use {} themselves", Message::any_of(others)));
        }
        let here = table.classes[self.class].name_span;
        found.into_iter().map(|words| Diagnostic::note("assumption/client", here, words)).collect()
    }

    /// What it leaves out of the class, and of the classes of which it holds objects.
    fn limits_in_words(&self) -> impl Iterator<Item = Message> {
        let own = self.type_name(Ty::Class(self.class));
        let is_left_out = |&&class: &&ClassId| {
            let mut constructors = self.constructors(&self.makers(class)).into_iter();
            !self.methods_of(class).is_empty() || constructors.any(|method| !self.calls.contains(&(class, method)))
        };
        let others = self.held.keys().filter(|&&class| !self.is_used(class)).filter(is_left_out);
        let others: Vec<Message> = others.map(|&class| Message::code(self.type_name(Ty::Class(class)))).collect();
        let takes = (!others.is_empty())
            .then(|| msg!("clients use {} only as what methods of `{own}` take and return", Message::all_of(others)));
        let mut own_methods = self.table.ancestry(self.class).flat_map(|class| &self.table.classes[class].methods);
        let is_hidden = |&&method: &&MethodId| is_accessible(self.table, method) && !self.is_callable(method);
        let is_narrowed = own_methods.any(|method| is_hidden(&method));
        is_narrowed.then(|| msg!("clients call only public methods of `{own}`")).into_iter().chain(takes)
    }

    /// The classes that clients could use, too: with static methods, or objects inside of others.
    fn others(&self) -> Vec<Message> {
        let table = self.table;
        let declared = (0..table.tree.classes.len()).map(ClassId::at);
        let is_used = |class: ClassId| self.held.keys().any(|&held| table.is_subtype(held, class));
        let is_other = |&class: &ClassId| {
            let may_be_named =
                is_visible(table, class) && table.constants(class).is_none() && !table.is_throwable(class);
            let mut methods = table.classes[class].methods.iter().filter(|&&method| is_accessible(table, method));
            let has_code = |&method: &MethodId| table.methods[method].declaration.is_some();
            may_be_named && !is_used(class) && methods.any(|method| has_code(method) && !self.is_left_out(*method))
        };
        declared.filter(is_other).map(|class| Message::code(self.type_name(Ty::Class(class)))).collect()
    }

    /// Whether clients could assign a field of a class.
    fn has_open_fields(&self, class: ClassId) -> bool {
        let members = self.table.ancestry(class).flat_map(|class| self.table.classes[class].members);
        let mut fields =
            members.filter_map(|member| if let Member::Field(field) = member { Some(field) } else { None });
        fields.any(|field| !field.modifiers.is_private && !field.modifiers.is_final)
    }

    fn text(&self) -> SyntheticText {
        let table = self.table;
        let here = table.classes[self.class].name_span.unwrap_or(NOWHERE);
        let mut text = SyntheticText::default();
        text.push("static void client() {", here);
        for (&class, names) in &self.held {
            for name in names {
                text.push(&format!("{} {name} = null;", self.type_name(Ty::Class(class))), here);
            }
        }
        text.push(&format!("boolean {CHOSEN}, {PASSED}; while (true) {{"), here);
        for &(class, method) in &self.calls {
            let at = self.place(method).unwrap_or(here);
            text.push(&self.call(class, method), at);
        }
        for (class, names) in self.held.iter().filter(|(_, names)| names.len() > 1) {
            text.push(&self.rotation(*class, names), here);
        }
        text.push("} }", here);
        text
    }

    /// Where a method is declared; one that only the library declares is where the program implements it.
    fn place(&self, method: MethodId) -> Option<Span> {
        let table = self.table;
        let info = &table.methods[method];
        let is_own = |class: &ClassId| table.is_of_program(*class) && table.is_subtype(*class, info.class);
        let declared = match is_library(self.table, info.class) {
            true => table.classes.indices().filter(is_own).find_map(|class| table.implementation(class, method))?,
            false => method,
        };
        Some(table.methods[declared].declaration?.name_span)
    }

    /// Whether the objects that it passes to a call are forgotten: a constructor keeps them, other objects may, and results may be the same.
    fn forgets(&self, class: ClassId, method: MethodId) -> bool {
        let info = &self.table.methods[method];
        let is_passed = |ty: Ty| self.holds(ty).is_some_and(|class| !self.fitting(class).is_empty());
        let passed = info.parameters.iter().filter(|parameter| is_passed(parameter.ty)).count();
        let is_constructor = self.is_constructor(method);
        let has_receiver = !info.is_static && !is_constructor && self.held.contains_key(&class);
        let is_kept = is_constructor || passed + usize::from(has_receiver) > 1 || self.holds(info.result).is_some();
        self.limits.is_careful && passed > 0 && is_kept
    }

    /// The variables for iterators.
    fn iterators(&self) -> impl Iterator<Item = &String> {
        self.held.iter().filter(|(class, _)| self.is_iterator(**class)).flat_map(|(_, names)| names)
    }

    fn is_iterator(&self, class: ClassId) -> bool {
        let is_such = |of: ClassId| is_library(self.table, of) && &*self.table.classes[of].name == "Iterator";
        self.table.supertypes(class).into_iter().any(is_such)
    }

    /// Whether iterators are not used any more once something is called.
    fn leaves_iterators(&self, class: ClassId, method: MethodId) -> bool {
        let is_on_iterator = !self.table.methods[method].is_static && self.is_iterator(class);
        self.limits.is_careful && !is_on_iterator && self.iterators().next().is_some()
    }

    /// Passes no object twice, and forgets what was passed, unless the result has taken its place.
    fn forget(
        &self,
        method: MethodId,
        arguments: &[String],
        receiver: Option<(&String, ClassId)>,
        target: Option<&String>,
        conditions: &mut Vec<String>,
        called: &mut String,
    ) {
        let mut passed: Vec<(&String, ClassId)> = receiver.into_iter().collect();
        for (argument, parameter) in arguments.iter().zip(&self.table.methods[method].parameters) {
            let Some(class) = self.holds(parameter.ty).filter(|&class| !self.fitting(class).is_empty()) else {
                continue;
            };
            for (other, of) in &passed {
                if self.table.is_subtype(class, *of) || self.table.is_subtype(*of, class) {
                    conditions.push(format!("({argument} != {other} || {argument} == null)"));
                }
            }
            passed.push((argument, class));
            let held = self.fitting(class).into_iter().filter(|held| Some(*held) != target);
            held.for_each(|held| _ = write!(called, " if ({held} == {argument}) {held} = null;"));
        }
    }

    /// `if (chosen) { call }`.
    fn call(&self, class: ClassId, method: MethodId) -> String {
        let table = self.table;
        let info = &table.methods[method];
        let mut names = self.names.clone();
        let (mut before, mut conditions, mut arguments) = (String::new(), Vec::new(), Vec::new());
        for (position, parameter) in info.parameters.iter().enumerate() {
            let written = info.declaration.and_then(|declared| declared.parameters.get(position));
            let wanted = written.map_or("value", |written| &*written.name);
            let name = fresh(&mut names, wanted);
            let ty = self.type_name(parameter.ty);
            let is_compared = &*info.name == "equals" && self.is_any(parameter.ty);
            let held = if is_compared { Some(class) } else { self.holds(parameter.ty) };
            let held = held.map_or_else(Vec::new, |class| self.fitting(class));
            if !held.is_empty() && !self.without.contains(&(method, position)) {
                conditions.push(format!("{name} != null"));
            }
            _ = write!(before, "{ty} {name} = {}; ", self.argument(parameter.ty, held));
            arguments.push(name);
        }
        let is_constructor = self.is_constructor(method);
        let receiver = self.held.get(&class).and_then(|names| names.first()).cloned().unwrap_or_default();
        let owner = self.type_name(Ty::Class(info.class));
        let (call, target) = if is_constructor {
            (format!("new {owner}({})", arguments.join(", ")), Some(&receiver))
        } else {
            let on = if info.is_static { &owner } else { &receiver };
            let target = self.target(info.result, (!info.is_static).then_some(&receiver));
            (format!("{on}.{}({})", info.name, arguments.join(", ")), target)
        };
        let mut called = target.map_or_else(String::new, |target| format!("{target} = ")) + &call + ";";
        if self.forgets(class, method) {
            let on = (!is_constructor && !info.is_static).then_some((&receiver, class));
            self.forget(method, &arguments, on, target, &mut conditions, &mut called);
        }
        if self.leaves_iterators(class, method) {
            let left: String = self.iterators().map(|iterator| format!("{iterator} = null; ")).collect();
            called = left + &called;
        }
        if !is_constructor && !info.is_static {
            conditions.insert(0, format!("{receiver} != null"));
        }
        // Each call has its own handler, so that it is known which one an exception leaves.
        let ends = match self.checked {
            None => "throw thrown",
            Some(_) => "return",
        };
        let handled = match self.checked == Some(method) {
            true => called,
            false => format!(
                "try {{ {called} }} catch (Throwable {THROWN}) {{ {PASSED} = ? boolean; if ({PASSED}) {ends}; }}"
            ),
        };
        let guarded = match conditions.is_empty() {
            true => handled,
            false => format!("if ({}) {{ {handled} }}", conditions.join(" && ")),
        };
        format!("{CHOSEN} = ? boolean; if ({CHOSEN}) {{ {before}{guarded} continue; }}")
    }

    /// The variable that holds a result: not the receiver, if there is another.
    fn target(&self, result: Ty, receiver: Option<&String>) -> Option<&String> {
        let Ty::Class(class) = result else { return None };
        let names = self.held.get(&class)?;
        names.iter().rev().find(|name| Some(*name) != receiver).or(names.first())
    }

    /// Whether any object belongs to a type.
    fn is_any(&self, ty: Ty) -> bool {
        matches!(ty, Ty::Class(class) if is_library(self.table, class) && &*self.table.classes[class].name == "Object")
    }

    /// An argument of a type: any number, any of the objects that are held, or one of which nothing is known.
    fn argument(&self, ty: Ty, held: Vec<&String>) -> String {
        let name = self.type_name(ty);
        let any = format!("?! {name}");
        let Ty::Class(class) = ty else { return any };
        if let Some(constants) = self.table.constants(class) {
            let (last, others) = match constants.split_last() {
                Some(split) => split,
                None => return "null".to_owned(),
            };
            let choices: String = others.iter().map(|constant| format!("? boolean ? {name}.{constant} : ")).collect();
            return format!("{choices}{name}.{last}");
        }
        let mut options: Vec<String> = held.into_iter().cloned().chain(self.function(class)).collect();
        if options.is_empty() || self.may_be_other(class) {
            options.push(any);
        }
        let last = options.pop().unwrap_or_default();
        let choices: String = options.iter().map(|option| format!("? boolean ? {option} : ")).collect();
        format!("{choices}{last}")
    }

    /// A function that changes nothing and returns anything, if an interface takes functions; objects that can be compared compare themselves
    /// in one way.
    fn function(&self, interface: ClassId) -> Option<String> {
        if is_comparable(self.table, interface) {
            return None;
        }
        let method = &self.table.methods[self.table.function_of(interface)?];
        let parameters: Vec<String> = (1..=method.parameters.len()).map(|number| format!("given{number}")).collect();
        let body = match method.result {
            Ty::Void => "{ }".to_owned(),
            result => format!("?! {}", self.type_name(result)),
        };
        Some(format!("({}) -> {body}", parameters.join(", ")))
    }

    /// Exchanges the objects that are held, so that each comes to be the first.
    fn rotation(&self, class: ClassId, names: &[String]) -> String {
        let ty = self.type_name(Ty::Class(class));
        let mut text = format!("{CHOSEN} = ? boolean; if ({CHOSEN}) {{ {ty} first = {}; ", names[0]);
        for pair in names.windows(2) {
            _ = write!(text, "{} = {}; ", pair[0], pair[1]);
        }
        _ = write!(text, "{} = first; continue; }}", names[names.len() - 1]);
        text
    }

    fn type_name(&self, ty: Ty) -> String {
        self.table.type_name(ty)
    }
}

/// `list` of `Outer$List`.
fn simple_name(class: &str) -> String {
    let simple = class.rsplit('$').next().unwrap_or(class);
    let mut letters = simple.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A name for a variable that nothing else has: `list`, `list2`.
fn fresh(names: &mut BTreeSet<String>, wanted: &str) -> String {
    let numbered = (2..).map(|number| format!("{wanted}{number}"));
    let mut candidates = std::iter::once(wanted.to_owned()).chain(numbered);
    let is_free = |name: &String| KEYWORDS.binary_search(&name.as_str()).is_err() && !names.contains(name);
    let name = candidates.find(is_free).unwrap_or_default();
    names.insert(name.clone());
    name
}
