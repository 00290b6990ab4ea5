//! The heaps below a reference, as separating conjunctions.

use super::{Structure, StructureKind, Structures};
use base::{FileId, Span};
use heap_grammar::heap::Untracked;
use heap_grammar::separation::{Atom, FieldValue, Name, Term, TermValue};
use program::objects::{ClassId, FieldId, Type};

/// More cases are not listed; those that are left out come first, since the most general ones come last.
pub(super) const CASE_LIMIT: usize = 64;

/// One of the heaps at some references.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Case {
    /// The variables to which they refer; `None` for null.
    pub values: Vec<Option<String>>,
    /// What is there.
    pub atoms: Vec<Atom>,
    /// The names in use.
    pub names: Names,
}

/// Heaps, smaller ones first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cases {
    /// The heaps.
    pub all: Vec<Case>,
    /// Whether some were left out.
    pub is_cut: bool,
}

impl Cases {
    /// The heaps in which nothing is said yet.
    pub(super) fn nothing(names: Names) -> Self {
        Self { all: vec![Case { values: Vec::new(), atoms: Vec::new(), names }], is_cut: false }
    }

    /// These heaps, if they are not empty, with one more reference: to the same object as another one.
    fn with_same(mut self, other: usize) -> Self {
        self.all.retain(|case| case.values[other].is_some());
        self.all.iter_mut().for_each(|case| case.values.push(case.values[other].clone()));
        self
    }

    /// These heaps, and others.
    fn or(mut self, others: Cases) -> Self {
        self.is_cut |= others.is_cut;
        self.all.extend(others.all);
        self.limited()
    }

    /// The most general of these heaps, if there are too many.
    fn limited(mut self) -> Self {
        let surplus = self.all.len().saturating_sub(CASE_LIMIT);
        self.is_cut |= surplus > 0;
        self.all.drain(..surplus);
        self
    }

    /// Each of these heaps beside each of those that `more` gives for it.
    pub(super) fn beside(self, more: impl Fn(&Names) -> Cases) -> Self {
        let mut together = Self { all: Vec::new(), is_cut: self.is_cut };
        for case in self.all {
            let Cases { all, is_cut } = more(&case.names);
            together.is_cut |= is_cut;
            together.all.extend(all.into_iter().map(|other| Case {
                values: [case.values.as_slice(), &other.values].concat(),
                atoms: [case.atoms.as_slice(), &other.atoms].concat(),
                names: other.names,
            }));
        }
        together.limited()
    }
}

/// Objects of classes outside of families are looked into this deep.
const DEPTH_LIMIT: u32 = 3;

/// Names in use, and how deep below a parameter they are used.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Names {
    used: Vec<String>,
    depth: u32,
}

impl Names {
    /// Some names.
    pub(super) fn of(names: &[&str]) -> Self {
        Self { used: names.iter().map(|&name| name.to_owned()).collect(), depth: 0 }
    }

    /// Forgets a name.
    pub(super) fn free(&mut self, name: &str) {
        self.used.retain(|other| other != name);
    }

    /// A name like this one that is not in use yet.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 1;
        while self.used.contains(&name) {
            number += 1;
            name = format!("{wanted}{number}");
        }
        self.used.push(name.clone());
        name
    }
}

/// No position.
pub(super) fn nowhere() -> Span {
    Span::new(FileId(0), 0, 0)
}

/// A name that stands in no text.
pub(super) fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: nowhere() }
}

/// A variable; `None` for null.
pub(super) fn term(variable: Option<&str>) -> Term {
    let value = match variable {
        Some(text) => TermValue::Variable { name: name(text), part: String::new(), class: None },
        None => TermValue::Null,
    };
    Term { value, span: nowhere() }
}

/// `predicate(arguments)`.
pub(super) fn predicate(text: &str, arguments: &[Option<&str>]) -> Atom {
    let arguments = arguments.iter().map(|&argument| term(argument)).collect();
    Atom::Predicate { name: name(text), roles: Vec::new(), arguments, span: nowhere() }
}

/// An object that is not followed.
fn untracked(known: Untracked) -> Term {
    Term { value: TermValue::Wildcard(known.word().to_owned()), span: nowhere() }
}

fn is_equal(variable: &str, right: Term) -> Atom {
    Atom::Comparison { left: term(Some(variable)), right, is_equal: true, span: nowhere() }
}

/// `variable == null`.
pub(super) fn is_null(variable: &str) -> Atom {
    is_equal(variable, term(None))
}

/// `variable == other`.
pub(super) fn is_same(variable: &str, other: &str) -> Atom {
    is_equal(variable, term(Some(other)))
}

/// The variable refers to an object that is not followed.
pub(super) fn is_untracked(variable: &str, known: Untracked) -> Atom {
    is_equal(variable, untracked(known))
}

impl Structures<'_> {
    /// Whether objects of a class have a field.
    pub(super) fn has_field(&self, class: ClassId, field: FieldId) -> bool {
        let program = self.program();
        program.ancestry(class).any(|ancestor| program.classes[ancestor].fields.contains(&field))
    }

    /// `source: class -> {fields}`, and its payload that is never null.
    pub(super) fn points_to(&self, source: &str, class: ClassId, fields: &[(FieldId, Option<&str>)]) -> Atom {
        let value = |&(field, value): &(FieldId, Option<&str>)| FieldValue {
            field: name(self.field_name(field)),
            value: term(value),
        };
        // In C it is an object, which is shown last.
        let is_shown = |&&field: &&FieldId| !self.program().is_manual() && self.has_field(class, field);
        let payload = self.payload.fields.iter().filter(is_shown);
        let payload =
            payload.map(|&field| FieldValue { field: name(self.field_name(field)), value: untracked(Untracked::Any) });
        let is_token = |&field: &FieldId| match self.program().fields[field].ty {
            Type::Reference(of) => self.program().classes[of].is_token,
            _ => false,
        };
        let own = self.program().ancestry(class).flat_map(|of| self.program().classes[of].fields.iter().copied());
        // Nothing has looked at the object before the run.
        let tokens = own.filter(is_token).map(|field| value(&(field, None)));
        Atom::PointsTo {
            source: name(source),
            class: Some(name(&self.program().classes[class].name)),
            fields: fields.iter().map(value).chain(tokens).chain(payload).collect(),
            span: nowhere(),
        }
    }

    /// The name of a predicate of a family: with its class if there are several families, and with the classes of the arguments if the
    /// family has several.
    pub(super) fn predicate_name(&self, family: usize, of: &str, arguments: &[ClassId]) -> String {
        let mut name = of.to_owned();
        let simple = |class: ClassId| self.program().classes[class].name.replace('$', "_");
        if self.families.len() > 1 {
            name = format!("{name}_{}", simple(self.families[family].classes[0]));
        }
        if self.families[family].classes.len() > 1 {
            arguments.iter().for_each(|&class| name = format!("{name}_{}", simple(class)));
        }
        name
    }

    /// The family of the objects to which a reference of a class may refer.
    pub(super) fn family_of(&self, declared: ClassId) -> Option<usize> {
        self.graph.objects(declared).iter().find_map(|&class| self.graph.family(class))
    }

    /// The heaps at a reference to objects of some classes. `wanted` is the name of a variable for it.
    pub(super) fn cases(&self, objects: &[ClassId], may_be_null: bool, wanted: &str, names: &Names) -> Cases {
        let null = Case { values: vec![None], atoms: Vec::new(), names: names.clone() };
        let mut names = names.clone();
        let variable = names.fresh(wanted);
        let mut found = Cases { all: Vec::from_iter(may_be_null.then_some(null)), is_cut: false };
        let mut is_cut = false;
        let mut add = |cases: Cases| {
            found.is_cut |= cases.is_cut;
            let values = || vec![Some(variable.clone())];
            found.all.extend(cases.all.into_iter().map(|case| Case { values: values(), ..case }));
        };
        let (inner, depth) = (Names { depth: names.depth + 1, ..names.clone() }, names.depth);
        let (inside, outside): (Vec<ClassId>, Vec<ClassId>) =
            objects.iter().partition(|&&class| self.graph.family(class).is_some());
        for class in outside.into_iter().chain(inside) {
            match self.graph.family(class) {
                Some(family) => add(self.family_cases(family, class, &variable, &names)),
                None if depth == DEPTH_LIMIT && !self.graph.is_leaf(class) => is_cut = true,
                None => add(self.object(&variable, class, &inner)),
            }
        }
        found.is_cut |= is_cut;
        found.all.iter_mut().for_each(|case| case.names.depth = depth);
        found
    }

    /// The heaps at a variable that refers to an object of just this class, if samples say what they are.
    fn sampled_cases(&self, class: ClassId, variable: &str, names: &Names) -> Option<Cases> {
        let built = self.built_cases(class, variable, names);
        built.or_else(|| self.learned_cases(class, variable, names))
    }

    /// The heaps at a variable that refers to an object of just this class of a family.
    fn family_cases(&self, family: usize, class: ClassId, variable: &str, names: &Names) -> Cases {
        if let Some(cases) = self.sampled_cases(class, variable, names) {
            return cases;
        }
        let mut names = names.clone();
        let at = Some(variable);
        let Structure { kind, fields } = self.chosen(family);
        let heaps = match (kind, fields.as_slice()) {
            (StructureKind::List, _) => vec![vec![predicate(&self.predicate_name(family, "list", &[]), &[at, None])]],
            (StructureKind::Ring, _) => vec![vec![predicate(&self.predicate_name(family, "ring", &[]), &[at])]],
            (StructureKind::DoublyLinkedList, &[next, previous]) => {
                let last = names.fresh("last");
                vec![
                    vec![self.points_to(variable, class, &[(next, None), (previous, None)])],
                    vec![predicate(&self.predicate_name(family, "dll", &[]), &[None, at, Some(&last), None])],
                ]
            }
            (StructureKind::DoublyLinkedRing, &[next, previous]) => {
                let last = names.fresh("last");
                vec![
                    vec![self.points_to(variable, class, &[(next, at), (previous, at)])],
                    vec![predicate(&self.predicate_name(family, "dll", &[]), &[Some(&last), at, Some(&last), at])],
                ]
            }
            (StructureKind::SkipList, _) => {
                let below = names.fresh("below");
                vec![
                    vec![predicate(&self.predicate_name(family, "row", &[]), &[at, None])],
                    vec![predicate(&self.predicate_name(family, "skip", &[]), &[at, Some(&below), None, None])],
                ]
            }
            (StructureKind::ParentTree, _) => vec![vec![predicate("RefParentTree", &[at, None])]],
            // No sample has such an object.
            (StructureKind::Learned | StructureKind::Built, _) => {
                let fields: Vec<_> = self.graph.structural_fields(class).iter().map(|&field| (field, None)).collect();
                let object = self.points_to(variable, class, &fields);
                return Cases { all: vec![Case { values: Vec::new(), atoms: vec![object], names }], is_cut: true };
            }
            _ if self.part_of(class).is_some() => return self.object(variable, class, &names),
            _ => {
                vec![vec![predicate(&self.predicate_name(family, "tree", &[class]), &[at])]]
            }
        };
        let case = |atoms| Case { values: Vec::new(), atoms, names: names.clone() };
        Cases { all: heaps.into_iter().map(case).collect(), is_cut: false }
    }

    /// The heaps at a variable that refers to an object of just this class.
    pub(super) fn object(&self, variable: &str, class: ClassId, names: &Names) -> Cases {
        if let Some(cases) = self.sampled_cases(class, variable, names) {
            return cases;
        }
        let fields = self.graph.structural_fields(class);
        let mut order: Vec<FieldId> = Vec::new();
        let mut cases = Cases::nothing(names.clone());
        for &field in fields {
            // The last node of a list comes with the first one.
            if order.contains(&field) || self.is_end(fields, field) {
                continue;
            }
            let end = fields.iter().copied().find(|&other| !order.contains(&other) && self.are_ends(field, other));
            let same = order.iter().position(|&other| self.shared.contains(&(other, field)));
            let together = same.map(|other| cases.clone().with_same(other));
            cases = match end {
                Some(end) => cases.beside(|names| self.ends(field, end, names)),
                None => cases.beside(|names| self.field(field, names)),
            };
            cases = together.into_iter().fold(cases, |cases, together| together.or(cases));
            order.extend([Some(field), end].into_iter().flatten());
        }
        self.with_object(variable, class, &order, cases)
    }

    /// The same, with a field, of it or of an object that is a part of it, that refers to a variable of which nothing is said.
    pub(super) fn object_with(
        &self,
        variable: &str,
        class: ClassId,
        given: (&[FieldId], &str),
        names: &Names,
    ) -> Cases {
        let fields = self.graph.structural_fields(class);
        let mut cases = Cases::nothing(names.clone());
        for &field in fields {
            cases = cases.beside(|names| {
                let below = given.0.split_first().filter(|(first, _)| **first == field).map(|(_, below)| below);
                match (below, self.graph.targets(field)) {
                    (None, _) => return self.field(field, names),
                    (Some(below @ [_, ..]), &[part]) => {
                        let mut names = names.clone();
                        let variable = names.fresh(self.field_name(field));
                        let mut found = self.object_with(&variable, part, (below, given.1), &names);
                        found.all.iter_mut().for_each(|case| case.values = vec![Some(variable.clone())]);
                        return found;
                    }
                    _ => {}
                }
                let mut case = Cases::nothing(names.clone());
                case.all.iter_mut().for_each(|case| case.values.push(Some(given.1.to_owned())));
                case
            });
        }
        self.with_object(variable, class, fields, cases)
    }

    /// Heaps with an object whose fields have the values.
    fn with_object(&self, variable: &str, class: ClassId, order: &[FieldId], mut cases: Cases) -> Cases {
        for case in &mut cases.all {
            let values = case.values.iter().map(Option::as_deref);
            let fields: Vec<(FieldId, Option<&str>)> = order.iter().copied().zip(values).collect();
            let object = self.points_to(variable, class, &fields);
            case.atoms.insert(0, object);
        }
        cases
    }

    /// The heaps at a field.
    pub(super) fn field(&self, field: FieldId, names: &Names) -> Cases {
        let owner = self.family_of(self.program().fields[field].class);
        let is_child = owner == self.graph.family_of_targets(field)
            && owner.is_some_and(|family| self.chosen(family).kind == StructureKind::Term);
        match self.graph.targets(field) {
            [] => Cases::nothing(names.clone()),
            targets => {
                let may_be_null = !self.sentinels.contains(&field) && !is_child;
                self.cases(targets, may_be_null, self.field_name(field), names)
            }
        }
    }

    /// Whether two fields of an object lead to the first and the last node of one list, or to the first ones of both rows of a skip list.
    pub(super) fn are_ends(&self, first: FieldId, last: FieldId) -> bool {
        const FIRST: &[&str] = &["head", "first", "front", "top", "start", "newest", "oldest"];
        const LAST: &[&str] = &["tail", "last", "rear", "back", "end", "bottom", "newest", "oldest"];
        let of = |field: FieldId| self.graph.family_of_targets(field);
        let has = |field: FieldId, words: &[&str]| {
            let name = self.field_name(field).to_lowercase();
            words.iter().any(|word| name.contains(word))
        };
        let is_shown = self.ends.contains(&(first, last));
        let has_ends = |family: usize| match self.chosen(family).kind {
            StructureKind::List | StructureKind::DoublyLinkedList => is_shown || has(first, FIRST) && has(last, LAST),
            StructureKind::SkipList => is_shown,
            _ => false,
        };
        first != last && of(first) == of(last) && of(first).is_some_and(has_ends)
    }

    /// Whether a field of an object leads to the last node of a list to whose first node another one leads.
    pub(super) fn is_end(&self, fields: &[FieldId], field: FieldId) -> bool {
        let mut before = true;
        fields.iter().any(|&other| {
            before &= other != field;
            self.are_ends(other, field) && (before || !self.are_ends(field, other))
        })
    }

    /// The heaps at two fields that lead to the first and the last node of one list, or to the first ones of both rows of a skip list.
    fn ends(&self, first: FieldId, last: FieldId, names: &Names) -> Cases {
        let Some(family) = self.graph.family_of_targets(first) else {
            return Cases::nothing(names.clone());
        };
        let (class, fields) = (self.families[family].classes[0], &self.chosen(family).fields);
        let null: Vec<(FieldId, Option<&str>)> = fields.iter().map(|&field| (field, None)).collect();
        let has_sentinels = [first, last].iter().all(|field| self.sentinels.contains(field));
        let mut all = Vec::new();
        let is_skip_list = self.chosen(family).kind == StructureKind::SkipList;
        if !has_sentinels {
            all.push(Case { values: vec![None, None], atoms: Vec::new(), names: names.clone() });
        }
        if !has_sentinels && !is_skip_list {
            let mut names = names.clone();
            let one = names.fresh(self.field_name(first));
            let atoms = vec![self.points_to(&one, class, &null)];
            all.push(Case { values: vec![Some(one.clone()), Some(one)], atoms, names });
        }
        let mut names = names.clone();
        let [one, other] = [first, last].map(|field| names.fresh(self.field_name(field)));
        let ends = [Some(one.as_str()), Some(other.as_str())];
        let atoms = match self.chosen(family).kind {
            StructureKind::SkipList => {
                vec![predicate(&self.predicate_name(family, "skip", &[]), &[ends[0], ends[1], None, None])]
            }
            StructureKind::DoublyLinkedList => {
                vec![predicate(&self.predicate_name(family, "dll", &[]), &[None, ends[0], ends[1], None])]
            }
            _ => {
                vec![predicate(&self.predicate_name(family, "list", &[]), &ends), self.points_to(&other, class, &null)]
            }
        };
        all.push(Case { values: vec![Some(one), Some(other)], atoms, names });
        Cases { all, is_cut: false }
    }
}
