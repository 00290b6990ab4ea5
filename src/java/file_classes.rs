//! Which classes a file declares and names, and which classes of other files the names may stand for (JLS 6.4.1, 6.5.5, 7.5).

use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::lexer::Name;
use super::library::package_of;
use super::parser;
use super::syntax::{
    ClassDecl, Creation, ExprId, ExprKind, Lambda, Member, Parameter, Receiver, StmtKind, Tree, TypeParameter, TypeRef,
};
use super::types::Ty;
use base::{FileId, Sources, Span};

/// The classes that a file in Java declares, and those of other files that it names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileClasses {
    /// The package of the file; empty if it names none.
    pub package: String,
    /// The qualified names of the classes that the file declares outside of others, in text order.
    pub declared: Vec<String>,
    /// For each name that stands for none of the file's own classes, the qualified names of the classes that it may stand for: the first one
    /// that there is. If there is none, it may be a class of the library, a variable that is inherited, or a mistake.
    pub named: Vec<Vec<String>>,
}

/// Reads a file for the classes that it declares and names; what is wrong with the file is not said.
pub fn file_classes(sources: &Sources, file: FileId) -> FileClasses {
    let mut tree = Tree::default();
    parser::parse_file(sources, file, &mut tree, &mut Vec::new());
    let package = tree.packages.get(&file).cloned().unwrap_or_default();
    let outer = tree.classes.iter().filter(|class| class.outer.is_none());
    let declared = outer.map(|class| in_package(&package, &class.name)).collect();
    let mut named: IndexSet<Vec<String>> = IndexSet::new();
    for path in Uses::of(&tree).paths {
        named.insert(candidates(&tree, file, &package, &path));
    }
    for import in tree.static_imports.iter().filter(|import| !is_of_library(&import.class)) {
        named.insert(and_around(&import.class).collect());
    }
    named.retain(|candidates| !candidates.is_empty());
    FileClasses { package, declared, named: named.into_iter().collect() }
}

fn in_package(package: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
}

fn is_of_library(class: &str) -> bool {
    class.rsplit_once('.').is_some_and(|(package, name)| package_of(name) == Some(package))
}

/// A class, and those that may be around it.
fn and_around(class: &str) -> impl Iterator<Item = String> {
    std::iter::successors(Some(class), |class| Some(class.rsplit_once('.')?.0)).map(str::to_owned)
}

/// The classes of other files that a path may start with, in the order in which Java looks for them.
fn candidates(tree: &Tree, file: FileId, package: &str, path: &[Name]) -> Vec<String> {
    let first = &path[0];
    let library = package_of(first);
    if let Some(from) = tree.imported_by_name(file, first) {
        return if library == Some(from) { Vec::new() } else { and_around(&format!("{from}.{first}")).collect() };
    }
    let mut found = vec![in_package(package, first)];
    let imports = tree.imports.iter().filter(|import| import.file == file && import.class.is_none());
    let mut imports: Vec<&str> = imports.map(|import| import.package.as_str()).collect();
    if library.is_some_and(|library| library == "java.lang" || imports.contains(&library)) {
        return found;
    }
    // No program may add classes to those of the JDK.
    imports.retain(|package| !package.starts_with("java."));
    found.extend(imports.iter().map(|package| in_package(package, first)));
    // What is imported may be declared in a class.
    found.extend(imports.iter().map(|&class| class.to_owned()));
    let qualified = (1..path.len()).map(|end| format!("{}.{}", path[..end].join("."), path[end]));
    found.extend(qualified.take_while(|class| !is_of_library(class)));
    found
}

/// The parts of a text in which a name means something of the file itself: disjoint ones, in order.
#[derive(Default)]
struct Scopes(FxHashMap<Name, Vec<Span>>);

impl Scopes {
    fn add(&mut self, name: &Name, within: Span) {
        self.0.entry(name.clone()).or_default().push(within);
    }

    /// Declarations are inside of each other or apart.
    fn merge(&mut self) {
        for spans in self.0.values_mut() {
            spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
            let mut end = 0;
            spans.retain(|span| {
                let is_outside = span.end > end;
                end = end.max(span.end);
                is_outside
            });
        }
    }

    fn has(&self, name: &Name, at: u32) -> bool {
        let Some(spans) = self.0.get(name) else { return false };
        let before = spans.partition_point(|span| span.start <= at);
        before.checked_sub(1).is_some_and(|last| at < spans[last].end)
    }
}

/// The names in a file that may stand for classes of others.
#[derive(Default)]
struct Uses {
    /// Where names stand for classes and type variables of the file.
    own: Scopes,
    /// The names of variables: qualified names that start with one are none of classes (JLS 6.4.2).
    variables: FxHashSet<Name>,
    /// What is left, in the order of the tree.
    paths: IndexSet<Vec<Name>>,
}

impl Uses {
    fn of(tree: &Tree) -> Self {
        let mut uses = Self::default();
        tree.classes.iter().for_each(|class| uses.declare(tree, class));
        uses.own.merge();
        for statement in &tree.statements {
            uses.variables.extend(match &statement.kind {
                StmtKind::Local { name, .. } | StmtKind::ForEach { name, .. } => vec![name.clone()],
                StmtKind::Try { catches, .. } => catches.iter().map(|catch| catch.name.clone()).collect(),
                _ => Vec::new(),
            });
        }
        for expression in &tree.expressions {
            uses.variables.extend(match &expression.kind {
                ExprKind::Lambda(Lambda { parameters, .. }) => parameters.iter().map(|p| p.name.clone()).collect(),
                ExprKind::InstanceOf { binding: Some(name), .. } => vec![name.clone()],
                _ => Vec::new(),
            });
        }
        tree.classes.iter().for_each(|class| uses.header_and_members(class));
        for statement in &tree.statements {
            match &statement.kind {
                StmtKind::Local { ty, .. } | StmtKind::ForEach { ty, .. } => uses.types(ty),
                StmtKind::Try { catches, .. } => uses.types(catches.iter().flat_map(|catch| &catch.types)),
                _ => {}
            }
        }
        for expression in &tree.expressions {
            uses.expression(tree, &expression.kind);
        }
        uses
    }

    fn declare(&mut self, tree: &Tree, class: &ClassDecl) {
        let is_anywhere = class.outer.is_none() || class.local.is_some();
        let around = class.outer.filter(|_| !is_anywhere).and_then(|outer| tree.classes.get(outer));
        let everywhere = Span { start: 0, end: u32::MAX, ..class.span };
        self.own.add(&class.name, around.map_or(everywhere, |outer| outer.span));
        let mut variables = |parameters: &[TypeParameter], within| {
            parameters.iter().for_each(|parameter| self.own.add(&parameter.name, within));
        };
        variables(&class.type_parameters, class.span);
        for member in &class.members {
            if let Member::Method(method) = member {
                variables(&method.type_parameters, method.span);
            }
        }
        let of_parameters = |parameters: &[Parameter]| parameters.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
        self.variables.extend(class.components.iter().flat_map(|components| of_parameters(components)));
        for member in &class.members {
            match member {
                Member::Field(field) => drop(self.variables.insert(field.name.clone())),
                Member::Method(method) => self.variables.extend(of_parameters(&method.parameters)),
                Member::Initializer(_) | Member::StaticInitializer(_) => {}
            }
        }
    }

    fn header_and_members(&mut self, class: &ClassDecl) {
        self.types(class.superclass.iter().chain(&class.interfaces));
        self.types(class.type_parameters.iter().filter_map(|parameter| parameter.bound.as_ref()));
        self.types(class.components.iter().flatten().map(|component| &component.ty));
        for member in &class.members {
            match member {
                Member::Field(field) => self.types([&field.ty]),
                Member::Method(method) => {
                    self.types(method.result.iter().chain(method.parameters.iter().map(|parameter| &parameter.ty)));
                    self.types(method.type_parameters.iter().filter_map(|parameter| parameter.bound.as_ref()));
                }
                Member::Initializer(_) | Member::StaticInitializer(_) => {}
            }
        }
    }

    fn expression(&mut self, tree: &Tree, kind: &ExprKind) {
        match kind {
            ExprKind::New(Creation { class: ty, .. })
            | ExprKind::NewArray { ty, .. }
            | ExprKind::Cast(ty, _)
            | ExprKind::InstanceOf { ty, .. } => self.types([ty]),
            ExprKind::Lambda(Lambda { parameters, .. }) => self.types(parameters.iter().filter_map(|p| p.ty.as_ref())),
            ExprKind::Field { object: qualifier, .. }
            | ExprKind::Call { receiver: Receiver::Of(qualifier) | Receiver::SuperOf(qualifier), .. }
            | ExprKind::Reference { receiver: Receiver::Of(qualifier) | Receiver::SuperOf(qualifier), .. }
            | ExprKind::ClassLiteral(Some(qualifier))
            | ExprKind::ThisOf(qualifier) => self.qualifier(tree, *qualifier),
            _ => {}
        }
    }

    fn types<'t>(&mut self, types: impl IntoIterator<Item = &'t TypeRef>) {
        let mut left: Vec<&TypeRef> = types.into_iter().collect();
        while let Some(ty) = left.pop() {
            left.extend(ty.arguments.iter().rev());
            let is_class = Ty::primitive(&ty.path[0]).is_none() && !matches!(&*ty.path[0], "var" | "?");
            if is_class {
                self.add(ty.path.clone(), ty.span);
            }
        }
    }

    fn qualifier(&mut self, tree: &Tree, qualifier: ExprId) {
        if let Some(path) = tree.path_of(qualifier)
            && !self.variables.contains(&path[0])
        {
            self.add(path, tree.expressions[qualifier].span);
        }
    }

    fn add(&mut self, path: Vec<Name>, span: Span) {
        if !self.own.has(&path[0], span.start) {
            self.paths.insert(path);
        }
    }
}
