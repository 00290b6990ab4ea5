//! The classes of the objects that definitions mention: as given, or those that have the fields.

use std::collections::BTreeMap;

use super::check::{Case, CaseId, Checked, Object, variable};
use crate::semantics::ForestProgram;
use base::{Diagnostic, did_you_mean, msg};
use heap_grammar::separation::{Definition, Name, TermValue};
use program::objects::{ClassId, Storage, Type};
use tree_automata::forest::{NodeKind, Part, Selector};

/// The names that a class has for its selectors and parts.
#[derive(Default)]
pub(super) struct ClassNames {
    selectors: Vec<(String, Selector)>,
    parts: Vec<(String, Part)>,
}

impl ClassNames {
    /// The selector of this name.
    pub(super) fn selector(&self, name: &str) -> Option<Selector> {
        self.selectors.iter().find(|(own, _)| own == name).map(|&(_, selector)| selector)
    }

    /// The part of this name.
    pub(super) fn part(&self, name: &str) -> Option<Part> {
        self.parts.iter().find(|(own, _)| own == name).map(|&(_, part)| part)
    }
}

/// The classes that an object may have; `None` for all.
type Candidates = Option<Vec<NodeKind>>;

/// The classes of a program, and which of them objects may have.
pub(super) struct Classes {
    pub names: BTreeMap<NodeKind, ClassNames>,
    /// For each definition, case and variable.
    found: Vec<Vec<Known>>,
    parameters: Vec<Vec<Candidates>>,
}

/// The classes that the objects at variables may have.
type Known = Vec<(String, Candidates)>;

fn get<'k>(known: &'k Known, name: &str) -> Option<&'k Vec<NodeKind>> {
    known.iter().find(|(own, _)| own == name)?.1.as_ref()
}

/// Both.
fn meet(own: &mut Candidates, more: Candidates) {
    let Some(more) = more else { return };
    match own {
        Some(own) => own.retain(|kind| more.contains(kind)),
        None => *own = Some(more),
    }
}

impl Classes {
    /// Finds classes, and what no class has.
    pub(super) fn new(system: &mut ForestProgram, checked: &Checked<'_>, found: &mut Vec<Diagnostic>) -> Self {
        let kinds: Vec<NodeKind> = system.kinds().collect();
        let mut names = BTreeMap::new();
        for kind in kinds {
            let mut own = ClassNames::default();
            for selector in system.selectors(kind) {
                own.selectors.push((system.selector_name(Some(kind), selector), selector));
            }
            let parts = system.parts(kind).filter(|part| *part != Part::WHOLE);
            own.parts = parts.map(|part| (system.part_name(kind, part), part)).collect();
            names.insert(kind, own);
        }
        let everything = |definition: &Definition| vec![None; definition.parameters.len()];
        let parameters = checked.definitions.iter().map(everything).collect();
        let mut classes = Self { names, found: Vec::new(), parameters };
        // Candidates only become fewer.
        loop {
            let places = 0..checked.definitions.len();
            classes.found = places.map(|place| classes.cases(system, checked, place)).collect();
            let parameters = classes.of_parameters(checked);
            if parameters == classes.parameters {
                break;
            }
            classes.parameters = parameters;
        }
        classes.report(system, checked, found);
        classes
    }

    fn cases(&self, system: &ForestProgram, checked: &Checked<'_>, place: usize) -> Vec<Known> {
        let definition = &checked.definitions[place];
        let mut of_cases = Vec::new();
        for case in &checked.cases[place] {
            let mut known = Known::new();
            let mut add = |name: &str, more: Candidates| match known.iter_mut().find(|(own, _)| own == name) {
                Some((_, own)) => meet(own, more),
                None => known.push((name.to_owned(), more)),
            };
            for parameter in &definition.parameters {
                add(&parameter.name.text, parameter.class.as_ref().map(|class| self.named(system, class)));
            }
            let objects = match case {
                Case::Graph(objects) => Some(objects),
                Case::Is(_) => None,
            };
            for (&source, object) in objects.into_iter().flatten() {
                add(source, None);
                if let Some((class, fields, _)) = object.fields {
                    add(source, class.map(|class| self.named(system, class)));
                    for field in fields {
                        add(source, Some(self.with(|names| names.selector(&field.field.text).is_some())));
                        if let TermValue::Variable { name, part, class } = &field.value.value {
                            add(&name.text, class.as_ref().map(|class| self.named(system, class)));
                            if !part.is_empty() {
                                add(&name.text, Some(self.with(|names| names.part(part).is_some())));
                            }
                        }
                    }
                }
                if let Some(uses) = checked.state(object) {
                    add(source, self.parameters[uses.place][0].clone());
                    for (term, candidates) in uses.arguments.iter().zip(&self.parameters[uses.place][1..]) {
                        if let Some((name, _)) = variable(term) {
                            add(&name.text, candidates.clone());
                        }
                    }
                }
                for term in object.predicates.iter().flat_map(|uses| uses.arguments) {
                    if let TermValue::Variable { name, class: Some(class), .. } = &term.value {
                        add(&name.text, Some(self.named(system, class)));
                    }
                }
            }
            of_cases.push(known);
        }
        of_cases
    }

    /// A parameter has a class of one of the cases.
    fn of_parameters(&self, checked: &Checked<'_>) -> Vec<Vec<Candidates>> {
        let of = |place: usize, definition: &Definition| {
            let parameter = |name: &str| {
                let mut all: Vec<NodeKind> = Vec::new();
                let graphs = checked.cases[place].iter().zip(&self.found[place]);
                let graphs = graphs.filter(|(case, _)| matches!(case, Case::Graph(_)));
                let mut is_any = true;
                for (_, known) in graphs {
                    is_any = false;
                    let new = get(known, name)?.iter().filter(|kind| !all.contains(kind));
                    let new: Vec<NodeKind> = new.copied().collect();
                    all.extend(new);
                }
                (!is_any).then_some(all)
            };
            definition.parameters.iter().map(|own| parameter(&own.name.text)).collect()
        };
        checked.definitions.iter().enumerate().map(|(place, definition)| of(place, definition)).collect()
    }

    fn named(&self, system: &ForestProgram, class: &Name) -> Vec<NodeKind> {
        self.names.keys().copied().filter(|&kind| system.class_name(kind) == class.text).collect()
    }

    fn with(&self, has: impl Fn(&ClassNames) -> bool) -> Vec<NodeKind> {
        self.names.iter().filter(|(_, names)| has(names)).map(|(&kind, _)| kind).collect()
    }

    /// Reports classes and fields that do not exist.
    fn report(&self, system: &ForestProgram, checked: &Checked<'_>, found: &mut Vec<Diagnostic>) {
        let names = || self.names.keys().map(|&kind| system.class_name(kind));
        for (place, definition) in checked.definitions.iter().enumerate() {
            let mut classes: Vec<&Name> = definition.parameters.iter().filter_map(|own| own.class.as_ref()).collect();
            for object in checked.cases[place].iter().flat_map(objects) {
                let (class, fields, _) = object.fields.unwrap_or((None, &[], definition.name.span));
                classes.extend(class);
                let arguments = object.predicates.iter().flat_map(|uses| uses.arguments);
                for term in fields.iter().map(|field| &field.value).chain(arguments) {
                    if let TermValue::Variable { class: Some(class), .. } = &term.value {
                        classes.push(class);
                    }
                }
            }
            for class in classes {
                if self.named(system, class).is_empty() {
                    let message = msg!("the program has no class `{}`", class.text);
                    let suggestion = did_you_mean(&class.text, names());
                    found.push(Diagnostic::error("boxes/class", class.span, message).suggest(suggestion));
                }
            }
        }
        if base::has_errors(found) {
            return;
        }
        for (place, definition) in checked.definitions.iter().enumerate() {
            for (number, (case, known)) in checked.cases[place].iter().zip(&self.found[place]).enumerate() {
                let Case::Graph(graph) = case else { continue };
                for (&name, object) in graph {
                    let is_none = get(known, name).is_some_and(Vec::is_empty);
                    if is_none {
                        let span = definition.cases[number].span;
                        found.push(self.no_class(system, name, object, definition).unwrap_or_else(|| {
                            let message = msg!("the object at `{name}` can be of no class");
                            let advice = msg!("its fields, and what predicates say of it, belong to different classes");
                            Diagnostic::error("boxes/class", span, message).suggest(advice)
                        }));
                    }
                }
            }
        }
    }

    /// Why no class has the fields of an object.
    fn no_class(
        &self,
        system: &ForestProgram,
        name: &str,
        object: &Object<'_>,
        definition: &Definition,
    ) -> Option<Diagnostic> {
        let (class, fields, span) = object.fields?;
        let parameter = definition.parameters.iter().find(|parameter| parameter.name.text == name);
        let class = class.or_else(|| parameter.and_then(|parameter| parameter.class.as_ref()));
        let kinds = class.map_or_else(|| self.names.keys().copied().collect(), |class| self.named(system, class));
        let has = |field: &str| kinds.iter().any(|kind| self.names[kind].selector(field).is_some());
        let known = || kinds.iter().flat_map(|kind| self.names[kind].selectors.iter().map(|(name, _)| name.as_str()));
        if let Some(field) = fields.iter().find(|field| !has(&field.field.text)) {
            let field = &field.field;
            let message = match class {
                Some(class) => msg!("`{}` has no field `{}`", class.text, field.text),
                None => msg!("no class of the program has a field `{}`", field.text),
            };
            let suggestion = did_you_mean(&field.text, known());
            let suggestion = suggestion.unwrap_or_else(|| msg!("the program has no objects with fields"));
            return Some(Diagnostic::error("boxes/field", field.span, message).suggest(suggestion));
        }
        let all = self.with(|names| fields.iter().all(|field| names.selector(&field.field.text).is_some()));
        all.is_empty().then(|| {
            let advice = msg!("the fields of an object are those of one class");
            Diagnostic::error("boxes/field", span, msg!("no class of the program has all of these fields"))
                .suggest(advice)
        })
    }

    /// The classes that the object at a variable may have.
    pub(super) fn candidates(&self, at: CaseId, name: &str) -> Vec<NodeKind> {
        get(&self.found[at.place][at.case], name).cloned().unwrap_or_else(|| self.names.keys().copied().collect())
    }

    /// The class of the object at a variable; all that it may be if it is not clear. `reached`: the class of the pointer that leads to it.
    pub(super) fn class(
        &self,
        system: &ForestProgram,
        checked: &Checked<'_>,
        at: CaseId,
        name: &str,
        reached: Option<ClassId>,
    ) -> Result<NodeKind, Vec<NodeKind>> {
        let CaseId { place, case } = at;
        let mut kinds = self.candidates(at, name);
        // What else speaks for a class, the strongest first.
        let mut hints: Vec<Vec<NodeKind>> = Vec::new();
        if let Some(ty) = reached {
            let fits = |kind: &NodeKind| system.program().is_subclass(system.class(*kind), ty);
            hints.push(kinds.iter().copied().filter(fits).collect());
        }
        if let Case::Graph(graph) = &checked.cases[place][case] {
            for object in graph.values() {
                let arguments = object
                    .predicates
                    .iter()
                    .flat_map(|uses| uses.arguments.iter().zip(1..).map(move |a| (uses.place, a)));
                for (inner, (_, port)) in
                    arguments.filter(|(_, (term, _))| variable(term).is_some_and(|(own, _)| own.text == name))
                {
                    hints.extend(self.parameters[inner][port].clone());
                }
            }
            for field in graph.get(name).and_then(|object| object.fields).iter().flat_map(|(_, fields, _)| *fields) {
                let Some((target, "")) = variable(&field.value) else { continue };
                let Some(targets) = get(&self.found[place][case], &target.text) else { continue };
                let leads = |kind: &NodeKind| {
                    let ty =
                        self.names[kind].selector(&field.field.text).and_then(|selector| reference(system, selector));
                    ty.is_some_and(|ty| targets.iter().any(|&t| system.program().is_subclass(system.class(t), ty)))
                };
                hints.push(kinds.iter().copied().filter(leads).collect());
            }
            let own = graph.get(name).into_iter().flat_map(|object| &object.predicates);
            hints.extend(own.filter_map(|uses| self.parameters[uses.place][0].clone()));
        }
        let heap = |kind: &NodeKind| system.program().storage(system.class(*kind)) == Storage::Heap;
        hints.push(kinds.iter().copied().filter(heap).collect());
        for hint in hints {
            if kinds.len() > 1 && kinds.iter().any(|kind| hint.contains(kind)) {
                kinds.retain(|kind| hint.contains(kind));
            }
        }
        match kinds[..] {
            [only] => Ok(only),
            _ => Err(kinds),
        }
    }
}

/// The class to which a selector leads.
pub(super) fn reference(system: &ForestProgram, selector: Selector) -> Option<ClassId> {
    match system.selector_type(selector) {
        Type::Reference(class) => Some(class),
        _ => None,
    }
}

fn objects<'a, 'd>(case: &'a Case<'d>) -> impl Iterator<Item = &'a Object<'d>> {
    match case {
        Case::Graph(objects) => Some(objects.values()),
        Case::Is(_) => None,
    }
    .into_iter()
    .flatten()
}
