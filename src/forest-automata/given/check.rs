//! What definitions say by themselves, whatever the program: which predicates they use and how, and which of them are boxes.

use std::collections::{BTreeMap, BTreeSet};

use base::{CollectByInsertion, Diagnostic, Message, Span, did_you_mean, has_errors, msg};
use heap_grammar::separation::{Atom, Definition, FieldValue, Formula, Name, Term, TermValue};

/// A case of a definition.
#[derive(Clone, Copy)]
pub(super) struct CaseId {
    /// The position of the definition.
    pub place: usize,
    /// That of the case among its cases.
    pub case: usize,
}

/// Definitions, with their cases taken apart.
pub(super) struct Checked<'d> {
    pub definitions: &'d [Definition],
    places: BTreeMap<&'d str, usize>,
    /// The cases of each definition.
    pub cases: Vec<Vec<Case<'d>>>,
    /// Whether a definition says something of the object at its first parameter only, so that it can be a state.
    is_state: Vec<bool>,
}

/// A case of a definition.
pub(super) enum Case<'d> {
    /// The first parameter is this.
    Is(&'d Term),
    /// A graph: what is said of the object that a variable points to.
    Graph(BTreeMap<&'d str, Object<'d>>),
}

/// What is said of an object.
#[derive(Default)]
pub(super) struct Object<'d> {
    /// Its class, fields and position, if it is given.
    pub fields: Option<(Option<&'d Name>, &'d [FieldValue], Span)>,
    /// The predicates of which it is the first argument.
    pub predicates: Vec<PredicateUse<'d>>,
}

/// A predicate with its arguments.
#[derive(Clone, Copy)]
pub(super) struct PredicateUse<'d> {
    /// The place of its definition.
    pub place: usize,
    pub name: &'d Name,
    /// The arguments after the first one.
    pub arguments: &'d [Term],
}

/// Most definitions of a task.
const DEFINITIONS: usize = 200;

/// Most atoms of a definition, and most fields of an object.
const ATOMS: usize = 300;

/// Most parameters of a definition.
const PARAMETERS: usize = 16;

/// The variable that a term is, with the part.
pub(super) fn variable(term: &Term) -> Option<(&Name, &str)> {
    match &term.value {
        TermValue::Variable { name, part, .. } => Some((name, part)),
        _ => None,
    }
}

impl<'d> Checked<'d> {
    /// Takes definitions apart. If an error is found, the result is of no use.
    pub(super) fn new(definitions: &'d [Definition], found: &mut Vec<Diagnostic>) -> Self {
        let mut checked = Self { definitions, places: BTreeMap::new(), cases: Vec::new(), is_state: Vec::new() };
        if let Some(definition) = definitions.get(DEFINITIONS) {
            let message = msg!("there are more than {DEFINITIONS} definitions");
            let advice = msg!("leave out those that are not used");
            found.push(Diagnostic::error("boxes/limit", definition.name.span, message).suggest(advice));
            return checked;
        }
        for (place, definition) in definitions.iter().enumerate() {
            check_head(definition, found);
            if let Some(first) = checked.places.insert(&definition.name.text, place) {
                let message = msg!("`{}` is defined twice", definition.name.text);
                let advice = msg!("rename one of them, or make it a case of the other, after `|`");
                let error = Diagnostic::error("boxes/duplicate", definition.name.span, message).suggest(advice);
                found.push(error.label(definitions[first].name.span, msg!("the first definition")));
            }
        }
        if has_errors(found) {
            return checked;
        }
        for definition in definitions {
            let cases = definition.cases.iter().map(|case| checked.case(definition, case, found)).collect();
            checked.cases.push(cases);
        }
        let own = |(definition, cases): (&Definition, &Vec<Case<'_>>)| {
            let others = || definition.parameters[1..].iter().map(|parameter| parameter.name.text.as_str());
            cases.iter().all(|case| match case {
                Case::Is(_) => true,
                Case::Graph(objects) => others().all(|name| !objects.contains_key(name)),
            })
        };
        checked.is_state = definitions.iter().zip(&checked.cases).map(own).collect();
        if has_errors(found) {
            return checked;
        }
        for (definition, cases) in definitions.iter().zip(&checked.cases) {
            for (case, formula) in cases.iter().zip(&definition.cases) {
                checked.check_variables(definition, case, formula, found);
            }
        }
        checked
    }

    fn case(&self, definition: &'d Definition, formula: &'d Formula, found: &mut Vec<Diagnostic>) -> Case<'d> {
        let first = definition.parameters[0].name.text.as_str();
        let mut objects: BTreeMap<&'d str, Object<'d>> = BTreeMap::new();
        for atom in &formula.atoms {
            match atom {
                Atom::PointsTo { source, class, fields, span } => {
                    let object = objects.entry(&source.text).or_default();
                    if let Some((.., other)) = object.fields {
                        let message = msg!("two parts of the heap are the object at `{}`", source.text);
                        let advice = msg!("what is separated by `*` is disjoint: list all fields in one place");
                        let error = Diagnostic::error("boxes/shared", *span, message).suggest(advice);
                        found.push(error.label(other, msg!("the other one")));
                    }
                    for (place, FieldValue { field, .. }) in fields.iter().enumerate() {
                        if fields[..place].iter().any(|other| other.field.text == field.text) {
                            let message = msg!("the field `{}` is given twice", field.text);
                            let advice = msg!("leave out one of them");
                            found.push(Diagnostic::error("boxes/field", field.span, message).suggest(advice));
                        }
                    }
                    object.fields = Some((class.as_ref(), fields, *span));
                }
                Atom::Predicate { name, roles, arguments, span } => {
                    if let Some(role) = roles.first() {
                        let message = msg!("the predicates of boxes are about the fields that they list");
                        let advice = msg!("define `{}` for each class of objects", name.text);
                        found.push(Diagnostic::error("boxes/roles", role.span, message).suggest(advice));
                    }
                    let Some(place) = self.predicate(name, arguments, *span, found) else { continue };
                    let Some((source, "")) = variable(&arguments[0]) else {
                        let message = msg!("`{}` starts at an object", name.text);
                        let advice = msg!("its first argument is a variable; parts stand where a field leads to them");
                        let error = Diagnostic::error("boxes/argument", arguments[0].span, message);
                        found.push(error.suggest(advice));
                        continue;
                    };
                    let uses = PredicateUse { place, name, arguments: &arguments[1..] };
                    objects.entry(&source.text).or_default().predicates.push(uses);
                }
                Atom::Comparison { left, right, is_equal, span } => {
                    let is_first =
                        |term: &Term| variable(term).is_some_and(|(name, part)| name.text == first && part.is_empty());
                    match (is_first(left), is_first(right)) {
                        (true, false) if *is_equal && formula.atoms.len() == 1 => return Case::Is(right),
                        (false, true) if *is_equal && formula.atoms.len() == 1 => return Case::Is(left),
                        _ => {
                            let message = msg!("only a case that says what the first parameter is has a comparison");
                            let advice = match is_equal {
                                true => msg!(
                                    "write `{first} == null` as a case of its own, or the value in place of the variable"
                                ),
                                false => msg!("leave it out: different objects of a box differ anyway"),
                            };
                            found.push(Diagnostic::error("boxes/comparison", *span, message).suggest(advice));
                        }
                    }
                }
            }
        }
        Case::Graph(objects)
    }

    /// The place of the predicate that is used here.
    fn predicate(&self, name: &Name, arguments: &[Term], span: Span, found: &mut Vec<Diagnostic>) -> Option<usize> {
        let Some(&place) = self.places.get(name.text.as_str()) else {
            let message = msg!("`{}` is not defined", name.text);
            let suggestion = did_you_mean(&name.text, self.places.keys().copied());
            found.push(Diagnostic::error("boxes/predicate", name.span, message).suggest(suggestion));
            return None;
        };
        let definition = &self.definitions[place];
        let (has, needs) = (arguments.len(), definition.parameters.len());
        if has != needs {
            let message = msg!("`{}` has {needs} parameters, not {has}", name.text);
            let names: Vec<&str> = definition.parameters.iter().map(|parameter| parameter.name.text.as_str()).collect();
            let advice = msg!("write `{}({})`", name.text, names.join(", "));
            let error = Diagnostic::error("boxes/arity", span, message).suggest(advice);
            found.push(error.label(definition.name.span, msg!("its definition")));
            return None;
        }
        Some(place)
    }

    /// The predicate that alone says what an object is, so that it is a state.
    pub(super) fn state(&self, object: &Object<'d>) -> Option<PredicateUse<'d>> {
        match (&object.fields, &object.predicates[..]) {
            (None, [only]) if self.is_state[only.place] => Some(*only),
            _ => None,
        }
    }

    /// Every variable that is no parameter is an object that is reached exactly once.
    fn check_variables(
        &self,
        definition: &Definition,
        case: &Case<'d>,
        formula: &Formula,
        found: &mut Vec<Diagnostic>,
    ) {
        let Case::Graph(objects) = case else { return };
        let is_parameter = |name: &str| definition.parameters.iter().any(|parameter| parameter.name.text == name);
        let mut reached: BTreeMap<&str, &str> = BTreeMap::new();
        let mut waiting: Vec<&str> = objects.keys().copied().filter(|name| is_parameter(name)).collect();
        let mut error = |code, span, message: Message, advice: Message| {
            found.push(Diagnostic::error(code, span, message).suggest(advice));
        };
        let mut seen: BTreeSet<&str> = waiting.iter().copied().collect_by_insertion();
        for (&source, object) in objects {
            let state = self.state(object);
            let values = object.fields.iter().flat_map(|(_, fields, _)| fields.iter().map(|field| &field.value));
            let arguments = object.predicates.iter().flat_map(|uses| uses.arguments);
            for (term, is_argument) in values.map(|value| (value, false)).chain(arguments.map(|term| (term, true))) {
                let Some((name, part)) = variable(term) else { continue };
                if is_argument && !part.is_empty() {
                    let advice = msg!("parts stand where a field leads to them: `link.next: y.link`");
                    error("boxes/argument", term.span, msg!("`{}` gets a part of an object", source), advice);
                }
                if is_parameter(&name.text) {
                    continue;
                }
                if let Some(uses) = state.filter(|_| is_argument) {
                    let message = msg!("the object at `{}` is reached only inside of `{}`", name.text, uses.name.text);
                    let advice = msg!("say what follows in a case of that predicate, or make the variable a parameter");
                    error("boxes/reached", term.span, message, advice);
                    seen.insert(&name.text);
                } else if !objects.contains_key(name.text.as_str()) {
                    let message = msg!("nothing says what `{}` is", name.text);
                    let advice = msg!(
                        "add `* … -> {{…}}` or a predicate, make it a parameter, or write `_` if it does not matter"
                    );
                    error("boxes/reached", term.span, message, advice);
                } else if reached.insert(&name.text, source).is_some() {
                    let message = msg!("the object at `{}` is reached twice", name.text);
                    let advice = msg!("make it a parameter: what several edges lead to is a port of the box");
                    error("boxes/reached", term.span, message, advice);
                }
            }
        }
        while let Some(from) = waiting.pop() {
            for (&name, _) in reached.iter().filter(|(_, source)| **source == from) {
                if seen.insert(name) {
                    waiting.push(name);
                }
            }
        }
        for &name in objects.keys().filter(|name| !seen.contains(*name)) {
            let first = &definition.parameters[0].name.text;
            let message = msg!("nothing leads to the object at `{name}`");
            let advice =
                msg!("let a field of an object that is reached from `{first}` lead to it, or make it a parameter");
            let span = formula.atoms.iter().find(|atom| starts_at(atom, name)).map_or(formula.span, Atom::span);
            error("boxes/reached", span, message, advice);
        }
    }

    /// The definitions that are boxes, those inside of others first: a definition that is only used as a state of others is none.
    pub(super) fn boxes(&self, found: &mut Vec<Diagnostic>) -> Vec<usize> {
        // For each definition those that it uses as boxes, and as states.
        let mut boxes: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.definitions.len()];
        let mut states = boxes.clone();
        for (place, cases) in self.cases.iter().enumerate() {
            for case in cases {
                let Case::Graph(objects) = case else { continue };
                for object in objects.values() {
                    let state = self.state(object).map(|uses| uses.place);
                    let uses = object.predicates.iter().map(|uses| uses.place);
                    match state {
                        Some(state) => _ = states[place].insert(state),
                        None => boxes[place].extend(uses),
                    }
                }
            }
        }
        let below = |start: usize| {
            let (mut all, mut waiting) = (BTreeSet::default(), vec![start]);
            all.insert(start);
            while let Some(place) = waiting.pop() {
                waiting.extend(states[place].iter().filter(|&&state| all.insert(state)));
            }
            all
        };
        let all = 0..self.definitions.len();
        let used = |place: usize| all.clone().any(|other| other != place && states[other].contains(&place));
        let inside: BTreeSet<usize> = boxes.iter().flatten().copied().collect_by_insertion();
        let mut is_box: Vec<bool> = all.clone().map(|place| inside.contains(&place) || !used(place)).collect();
        // Of definitions that only use each other the first one is a box.
        let mut reached: BTreeSet<usize> =
            all.clone().filter(|&place| is_box[place]).flat_map(below).collect_by_insertion();
        for place in all.clone() {
            if !reached.contains(&place) {
                is_box[place] = true;
                reached.extend(below(place));
            }
        }
        let needed: Vec<BTreeSet<usize>> = all
            .clone()
            .map(|place| below(place).into_iter().flat_map(|state| &boxes[state]).copied().collect_by_insertion())
            .collect();
        let mut order: Vec<usize> = Vec::new();
        loop {
            let is_next = |place: &usize| {
                is_box[*place] && !order.contains(place) && needed[*place].iter().all(|inner| order.contains(inner))
            };
            match all.clone().find(is_next) {
                Some(next) => order.push(next),
                None => break,
            }
        }
        let contains_itself = |place: usize| {
            let (mut inside, mut waiting) = (needed[place].clone(), Vec::from_iter(needed[place].iter().copied()));
            while let Some(inner) = waiting.pop() {
                waiting.extend(needed[inner].iter().filter(|&&next| inside.insert(next)));
            }
            inside.contains(&place)
        };
        for place in all.filter(|&place| is_box[place] && contains_itself(place)) {
            let Definition { name, .. } = &self.definitions[place];
            let message = msg!("the box `{}` contains itself", name.text);
            let advice = msg!(
                "what repeats has edges at its first object only; a box of two objects is used by a predicate that repeats"
            );
            found.push(Diagnostic::error("boxes/nested", name.span, message).suggest(advice));
        }
        order
    }
}

fn check_head(definition: &Definition, found: &mut Vec<Diagnostic>) {
    let Definition { name, parameters, .. } = definition;
    let mut error = |span, message: Message, advice: Message| {
        found.push(Diagnostic::error("boxes/parameters", span, message).suggest(advice));
    };
    if parameters.is_empty() {
        let message = msg!("`{}` has no parameters", name.text);
        error(name.span, message, msg!("the first parameter is the object at which the box starts"));
    }
    if parameters.len() > PARAMETERS {
        let message = msg!("`{}` has more than {PARAMETERS} parameters", name.text);
        error(name.span, message, msg!("split it into several boxes"));
    }
    let atoms = || definition.cases.iter().flat_map(|case| &case.atoms);
    let is_wide = |atom: &Atom| matches!(atom, Atom::PointsTo { fields, .. } if fields.len() > ATOMS);
    if atoms().count() > ATOMS || atoms().any(is_wide) {
        let message = msg!("`{}` has more than {ATOMS} parts or fields", name.text);
        error(name.span, message, msg!("split it into several predicates"));
    }
    for (place, parameter) in parameters.iter().enumerate().take(PARAMETERS) {
        if parameter.is_null {
            error(parameter.name.span, msg!("a box has no port at null"), msg!("write `null` where it is needed"));
        }
        if parameters[..place].iter().any(|other| other.name.text == parameter.name.text) {
            let message = msg!("two parameters are called `{}`", parameter.name.text);
            error(parameter.name.span, message, msg!("rename one of them"));
        }
    }
}

/// Whether an atom says something of the object at a variable.
fn starts_at(atom: &Atom, name: &str) -> bool {
    match atom {
        Atom::PointsTo { source, .. } => source.text == name,
        Atom::Predicate { arguments, .. } => {
            arguments.first().and_then(variable).is_some_and(|(first, _)| first.text == name)
        }
        Atom::Comparison { .. } => false,
    }
}
