//! The most general client of a class: code that makes objects of it and calls its methods for ever, in any order, with any arguments.
//!
//! It is written in Java and read as a static method of the class that no file contains, so that all that is true of methods is true of
//! it: a run of it is a sequence of calls. Its statements stand where what they call is declared.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use indexmap::IndexMap;

use super::classes::{CONSTRUCTOR, ClassTable, FieldInfo, MethodId};
use super::lexer::KEYWORDS;
use super::lower::NOWHERE;
use super::parser::SyntheticText;
use super::syntax::Member;
use super::types::Ty;
use base::{Diagnostic, Idx, Message, Span, msg};
use program::objects::{CHOSEN, CLIENT, ClassId, PASSED, THROWN};

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
    let is_written = |class: ClassId| table.classes[class].span.is_some();
    let names = || table.classes.iter_enumerated().filter(|(id, _)| is_written(*id));
    let exact = names().find(|(_, info)| &*info.name == path).map(|(id, _)| id);
    let inside = |name: &str| name.strip_suffix(path).is_some_and(|outer| outer.ends_with('$'));
    let of_package = |name: &str| path.strip_suffix(name).is_some_and(|package| package.ends_with('$'));
    exact.or_else(|| {
        let mut others = names().filter(|(_, info)| inside(&info.name) || of_package(&info.name));
        others.next().filter(|_| others.next().is_none()).map(|(id, _)| id)
    })
}

/// The classes of the program whose objects clients can use, in text order.
pub(crate) fn classes(table: &ClassTable<'_>) -> Vec<ClassId> {
    let is_used = |&class: &ClassId| {
        let writer = Writer::new(table, class);
        let is_of_objects = |&(_, method): &(ClassId, MethodId)| {
            let info = &table.methods[method];
            !info.is_static && &*info.name != CONSTRUCTOR
        };
        writer.is_visible(class) && !writer.makers(class).is_empty() && writer.calls.iter().any(is_of_objects)
    };
    let declared = (0..table.tree.classes.len()).map(ClassId::at);
    declared.filter(|&class| !table.tree.classes[class.index()].is_library).filter(is_used).collect()
}

/// The text of the client of a class, and what is assumed of clients.
pub(crate) fn client(table: &ClassTable<'_>, class: ClassId) -> (SyntheticText, Vec<Diagnostic>) {
    let writer = Writer::new(table, class);
    (writer.text(), writer.assumptions())
}

/// What a client may call.
struct Writer<'a, 't> {
    table: &'a ClassTable<'t>,
    class: ClassId,
    /// The classes of which it holds objects, with the names of the variables for them.
    held: IndexMap<ClassId, Vec<String>>,
    /// What it may call: the class of the receiver, and the method.
    calls: Vec<(ClassId, MethodId)>,
    /// The variables by name, so that no two are the same.
    names: BTreeMap<String, usize>,
}

impl<'a, 't> Writer<'a, 't> {
    fn new(table: &'a ClassTable<'t>, class: ClassId) -> Self {
        let (held, calls) = (IndexMap::from([(class, Vec::new())]), Vec::new());
        let names = OWN.iter().map(|&name| (name.to_owned(), 1)).collect();
        let mut writer = Self { table, class, held, calls, names };
        writer.collect();
        writer.name();
        writer
    }

    /// Finds the classes of which a client holds objects, and what it may call on these.
    fn collect(&mut self) {
        let mut next = 0;
        while let Some((&class, _)) = self.held.get_index(next) {
            next += 1;
            for method in self.methods_of(class) {
                let info = &self.table.methods[method];
                self.calls.push((class, method));
                let types = info.parameters.iter().map(|parameter| parameter.ty).chain([info.result]);
                let held: Vec<ClassId> = types.filter_map(|ty| self.holds(ty)).collect();
                for class in held {
                    self.held.entry(class).or_default();
                }
            }
        }
    }

    /// The constructors and methods that a client can call for objects of a class, each once.
    fn methods_of(&self, class: ClassId) -> Vec<MethodId> {
        let table = self.table;
        let mut found: Vec<MethodId> = Vec::new();
        // Only what is made as an object of a class has its constructors.
        for maker in self.makers(class) {
            let constructors = table.classes[maker].methods.iter().copied();
            found.extend(constructors.filter(|&m| &*table.methods[m].name == CONSTRUCTOR && self.is_accessible(m)));
        }
        for ancestor in table.supertypes(class) {
            for &method in &table.classes[ancestor].methods {
                let info = &table.methods[method];
                let is_static_of_other = info.is_static && ancestor != self.class;
                let is_overridden = |&other: &MethodId| {
                    let other = &table.methods[other];
                    let types =
                        |m: &super::classes::MethodInfo<'_>| m.parameters.iter().map(|p| p.ty).collect::<Vec<_>>();
                    other.name == info.name && types(other) == types(info)
                };
                let is_called = &*info.name != CONSTRUCTOR && self.is_accessible(method) && !is_static_of_other;
                if is_called && !self.is_left_out(method) && !found.iter().any(is_overridden) {
                    found.push(method);
                }
            }
        }
        found
    }

    /// Whether a method is left to others: `main` is a program of its own, and default methods of the library call those that the class has.
    fn is_left_out(&self, method: MethodId) -> bool {
        let info = &self.table.methods[method];
        let is_library = self.is_library(info.class);
        let is_default = is_library && info.declaration.is_some_and(|declared| declared.body.is_some());
        let is_main = info.is_static && &*info.name == "main";
        is_main || is_default && !info.parameters.is_empty() || info.function.is_some()
    }

    fn is_library(&self, class: ClassId) -> bool {
        self.table.tree.classes.get(class.index()).is_none_or(|declared| declared.is_library)
    }

    fn is_accessible(&self, method: MethodId) -> bool {
        let info = &self.table.methods[method];
        !info.is_private && info.declaration.is_none_or(|declared| !declared.is_implicit)
    }

    /// The classes whose constructors make objects of a class, as far as a client can call them.
    fn makers(&self, class: ClassId) -> Vec<ClassId> {
        let table = self.table;
        let is_made = |&id: &ClassId| {
            let info = &table.classes[id];
            let can_be_made = info.span.is_some() && !info.is_abstract && !info.is_inner && info.unmodelled.is_none();
            let is_nameable = id == self.class || self.is_visible(id);
            can_be_made && table.constants(id).is_none() && is_nameable && table.is_subtype(id, class)
        };
        table.classes.indices().filter(|id| id.index() < table.tree.classes.len()).filter(is_made).collect()
    }

    /// Whether a client can name a class.
    fn is_visible(&self, class: ClassId) -> bool {
        let mut around = Some(class);
        while let Some(class) = around {
            let Some(declared) = self.table.tree.classes.get(class.index()) else { return false };
            if declared.local.is_some() || declared.modifiers.is_private {
                return false;
            }
            around = self.table.classes[class].outer;
        }
        true
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
                    && self.is_visible(class)
                    && !self.table.is_throwable(class)
                    && info.unmodelled.is_none()
            }
        };
        is_held.then_some(class)
    }

    /// Whether only objects that a client holds are passed as arguments of a type.
    fn is_held(&self, ty: Ty) -> bool {
        self.holds(ty).is_some_and(|class| !self.fitting(class).is_empty())
    }

    /// The variables whose objects are of a class.
    fn fitting(&self, class: ClassId) -> Vec<&String> {
        let held = self.held.iter().filter(|(held, _)| self.table.is_subtype(**held, class));
        held.flat_map(|(_, names)| names).collect()
    }

    fn is_implemented(&self, interface: ClassId) -> bool {
        let table = self.table;
        let declared = || table.classes.iter_enumerated().filter(|(_, info)| info.span.is_some() && !info.is_abstract);
        declared().any(|(class, _)| table.is_subtype(class, interface))
    }

    /// Names the variables: as many of a class as a call may need.
    fn name(&mut self) {
        let table = self.table;
        let fits = |ty: Ty, held: ClassId| matches!(ty, Ty::Class(class) if class == held);
        let needed = |held: ClassId| {
            let of_call = self.calls.iter().map(|&(class, method)| {
                let info = &table.methods[method];
                let receiver = class == held && !info.is_static && &*info.name != CONSTRUCTOR;
                let others = info.parameters.iter().filter(|p| fits(p.ty, held)).count();
                // What is returned may share something with the object that returned it.
                let result = usize::from(&*info.name != CONSTRUCTOR && fits(info.result, held));
                usize::from(receiver) + others.max(result)
            });
            of_call.max().unwrap_or(0).clamp(1, HELD)
        };
        let numbers: Vec<usize> = self.held.keys().map(|&held| needed(held)).collect();
        for (position, number) in numbers.into_iter().enumerate() {
            let class = self.held.get_index(position).map(|(&class, _)| class);
            let name = class.map_or_else(String::new, |class| simple_name(&table.classes[class].name));
            let names: Vec<String> = (0..number).map(|_| self.fresh(&name)).collect();
            if let Some((_, variables)) = self.held.get_index_mut(position) {
                *variables = names;
            }
        }
    }

    /// A name for a variable that nothing else has: `list`, `list2`.
    fn fresh(&mut self, wanted: &str) -> String {
        let number = self.names.entry(wanted.to_owned()).or_default();
        *number += 1;
        match *number {
            1 if KEYWORDS.binary_search(&wanted).is_err() => wanted.to_owned(),
            1 => format!("{wanted}1"),
            number => format!("{wanted}{number}"),
        }
    }

    /// What is assumed of clients, which may do more than this one.
    fn assumptions(&self) -> Vec<Diagnostic> {
        let table = self.table;
        let types = || self.calls.iter().flat_map(|&(_, method)| &table.methods[method].parameters).map(|p| p.ty);
        let classes = || types().filter_map(|ty| if let Ty::Class(class) = ty { Some(class) } else { None });
        let mut found = Vec::new();
        if classes().next().is_some() {
            found.push(msg!("clients pass no null"));
        }
        if classes().any(|class| self.fitting(class).is_empty() && self.function(class).is_some()) {
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
        if self.held.keys().any(|&class| self.has_open_fields(class)) {
            found.push(msg!("clients assign no fields"));
        }
        let here = table.classes[self.class].name_span;
        found.into_iter().map(|words| Diagnostic::note("assumption/client", here, words)).collect()
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
        let is_own = |class: &ClassId| table.classes[*class].span.is_some() && table.is_subtype(*class, info.class);
        let declared = match self.is_library(info.class) {
            true => table.classes.indices().filter(is_own).find_map(|class| table.implementation(class, method))?,
            false => method,
        };
        Some(table.methods[declared].declaration?.name_span)
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
            let number = names.entry(wanted.to_owned()).or_default();
            *number += 1;
            let name = if *number == 1 { wanted.to_owned() } else { format!("{wanted}{number}") };
            let ty = self.type_name(parameter.ty);
            _ = write!(before, "{ty} {name} = {}; ", self.argument(parameter.ty));
            if self.is_held(parameter.ty) {
                conditions.push(format!("{name} != null"));
            }
            arguments.push(name);
        }
        let arguments = arguments.join(", ");
        let is_constructor = &*info.name == CONSTRUCTOR;
        let receiver = self.held.get(&class).and_then(|names| names.first()).cloned().unwrap_or_default();
        let called = if is_constructor {
            format!("{receiver} = new {}({arguments})", self.type_name(Ty::Class(info.class)))
        } else {
            let on = if info.is_static { self.type_name(Ty::Class(info.class)) } else { receiver.clone() };
            let call = format!("{on}.{}({arguments})", info.name);
            match self.target(info.result, (!info.is_static).then_some(&receiver)) {
                Some(target) => format!("{target} = {call}"),
                None => call,
            }
        };
        if !is_constructor && !info.is_static {
            conditions.insert(0, format!("{receiver} != null"));
        }
        // Each call has its own handler, so that it is known which one an exception leaves.
        let handled =
            format!("try {{ {called}; }} catch (Throwable thrown) {{ passed = ? boolean; if (passed) throw thrown; }}");
        let guarded = match conditions.is_empty() {
            true => handled,
            false => format!("if ({}) {handled}", conditions.join(" && ")),
        };
        format!("{CHOSEN} = ? boolean; if ({CHOSEN}) {{ {before}{guarded} continue; }}")
    }

    /// The variable that holds a result: not the receiver, if there is another.
    fn target(&self, result: Ty, receiver: Option<&String>) -> Option<&String> {
        let Ty::Class(class) = result else { return None };
        let names = self.held.get(&class)?;
        names.iter().rev().find(|name| Some(*name) != receiver).or(names.first())
    }

    /// An argument of a type: any number, any object that is held, or one of which nothing is known.
    fn argument(&self, ty: Ty) -> String {
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
        match self.fitting(class).split_last() {
            Some((last, others)) if self.holds(ty).is_some() => {
                let choices: String = others.iter().map(|name| format!("? boolean ? {name} : ")).collect();
                format!("{choices}{last}")
            }
            _ => self.function(class).unwrap_or(any),
        }
    }

    /// A function that changes nothing and returns anything, if an interface takes functions.
    fn function(&self, interface: ClassId) -> Option<String> {
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
