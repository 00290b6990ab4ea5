//! Boxes as definitions of separation logic, the reverse of [`given`](super::given).
//!
//! A state becomes a predicate of its own, unless it is only used once and does not repeat: then it is written where it is used. Law: what is
//! written reads back to the same box, up to the names of its states.

use std::collections::{BTreeMap, BTreeSet};

use super::given::{WORDS, any_value};
use super::names::BoxNames;
use crate::semantics::ForestProgram;
use base::{CollectByInsertion, CompactSort, FileId, Idx, Message, Span, msg};
use heap_grammar::separation::{Atom, Definition, FieldValue, Formula, Name, Parameter, Term, TermValue};
use program::objects::Storage;
use tree_automata::forest::{BoxDefinition, BoxId, EdgeLabel, Label, Leaf, NodeKind, Part, RootId, Selector};
use tree_automata::{Rule, StateId};

/// The definition of a box, and those of the predicates that it uses, without the boxes inside of it; or why the notation cannot say it.
pub(super) fn definitions(system: &ForestProgram, names: &BoxNames, id: BoxId) -> Result<Vec<Definition>, Message> {
    Writer::new(system, names, id).write(id)
}

/// The name of a port.
fn port_name(port: usize) -> String {
    match port {
        0..3 => ["x", "y", "z"][port].to_owned(),
        _ => format!("x{port}"),
    }
}

/// The object at which a predicate that is written for a state starts.
const OBJECT: &str = "n";

fn name(text: impl Into<String>) -> Name {
    Name { text: text.into(), span: NOWHERE }
}

fn term(value: TermValue) -> Term {
    Term { value, span: NOWHERE }
}

fn variable(text: &str, part: String) -> Term {
    term(TermValue::Variable { name: name(text), part, class: None })
}

const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

struct Writer<'a> {
    system: &'a ForestProgram,
    names: &'a BoxNames,
    definition: &'a BoxDefinition,
    /// The classes of ports that fit to what the box says of them.
    classes: Vec<Option<NodeKind>>,
    /// States that are written where they are used.
    inlined: BTreeSet<StateId>,
    /// The predicates of states, in the order in which they are needed.
    predicates: BTreeMap<StateId, String>,
    waiting: Vec<StateId>,
    own: String,
}

/// A formula that is being written, and how many variables it has.
#[derive(Default)]
struct Case {
    atoms: Vec<Atom>,
    variables: usize,
}

impl<'a> Writer<'a> {
    fn new(system: &'a ForestProgram, names: &'a BoxNames, id: BoxId) -> Self {
        let definition = &system.alphabet.boxes[id];
        let classes = (0..definition.components.len()).map(|port| class_of_port(system, definition, port)).collect();
        let automaton = &definition.automaton;
        let mut uses: BTreeMap<StateId, usize> = BTreeMap::new();
        let children = automaton.all_rules().flat_map(|(_, rule)| &rule.children);
        children.for_each(|&child| *uses.entry(child).or_default() += 1);
        let is_inlined = |&state: &StateId| {
            let is_node = matches!(automaton.rules(state), [rule] if system.alphabet.leaf(rule.symbol).is_none());
            is_node && uses.get(&state) == Some(&1) && !repeats(definition, state)
        };
        let inlined = automaton.states().filter(is_inlined).collect_by_insertion();
        let (predicates, waiting) = Default::default();
        Self { system, names, definition, classes, inlined, predicates, waiting, own: names.predicate(id) }
    }

    fn write(mut self, id: BoxId) -> Result<Vec<Definition>, Message> {
        let components = &self.definition.components;
        let first = components[0].ok_or_else(|| msg!("nothing starts at its first port"))?;
        let mut cases = Vec::new();
        if components[1..].iter().all(Option::is_none) {
            for rule in self.definition.automaton.rules(first) {
                let mut case = Case::default();
                self.object(&mut case, &port_name(0), rule, Some(0))?;
                cases.push(case);
            }
        } else {
            let mut case = Case::default();
            for (port, component) in components.iter().enumerate() {
                let Some(state) = *component else { continue };
                match self.definition.automaton.rules(state) {
                    [rule] => self.object(&mut case, &port_name(port), rule, Some(port))?,
                    _ => {
                        let atom = self.predicate(state, &port_name(port));
                        case.atoms.push(atom);
                    }
                }
            }
            cases.push(case);
        }
        let parameters = (0..components.len()).map(|port| {
            // The class of an object without fields is said where fields lead to its parts.
            let is_said =
                components[port].is_none() && self.definition.entered(port).iter().any(|part| *part != Part::WHOLE);
            let class = self.classes[port].filter(|_| is_said).map(|kind| name(self.system.class_name(kind)));
            Parameter { name: name(port_name(port)), class, is_null: false }
        });
        let formula = |case: Case| Formula { atoms: case.atoms, span: NOWHERE };
        let in_order = |cases: Vec<Case>| {
            let mut formulas: Vec<Formula> = cases.into_iter().map(formula).collect();
            // Ends come before what repeats.
            let predicates =
                |formula: &Formula| formula.atoms.iter().filter(|a| matches!(a, Atom::Predicate { .. })).count();
            formulas.compact_sort_by_key(predicates);
            formulas
        };
        let mut found = vec![Definition {
            name: name(self.names.predicate(id)),
            parameters: parameters.collect(),
            cases: in_order(cases),
        }];
        let mut next = 0;
        while let Some(&state) = self.waiting.get(next) {
            next += 1;
            let port = self.definition.components.iter().position(|component| *component == Some(state));
            let ports = self.ports(state);
            let others =
                ports.iter().map(|port| Parameter { name: name(port_name(port.index())), class: None, is_null: false });
            let parameters =
                std::iter::once(Parameter { name: name(OBJECT), class: None, is_null: false }).chain(others).collect();
            let mut cases = Vec::new();
            for rule in self.definition.automaton.rules(state) {
                let mut case = Case::default();
                match self.system.alphabet.leaf(rule.symbol) {
                    Some(leaf) => case.atoms.push(Atom::Comparison {
                        left: variable(OBJECT, String::new()),
                        right: value(leaf),
                        is_equal: true,
                        span: NOWHERE,
                    }),
                    None => self.object(&mut case, OBJECT, rule, port)?,
                }
                cases.push(case);
            }
            found.push(Definition { name: name(&self.predicates[&state]), parameters, cases: in_order(cases) });
        }
        Ok(found)
    }

    /// The ports to which the trees of a state lead.
    fn ports(&self, state: StateId) -> BTreeSet<RootId> {
        let automaton = &self.definition.automaton;
        let states = below(self.definition, state);
        let rules = states.iter().flat_map(|&state| automaton.rules(state));
        rules.filter_map(|rule| self.system.alphabet.leaf(rule.symbol)?.root()).collect_by_insertion()
    }

    /// A state as a predicate at a variable.
    fn predicate(&mut self, state: StateId, at: &str) -> Atom {
        if !self.predicates.contains_key(&state) {
            let mut own = format!("{}_{}", self.own, self.predicates.len() + 1);
            while self.names.given.contains(&own) {
                own.push('_');
            }
            self.predicates.insert(state, own);
            self.waiting.push(state);
        }
        let ports = self.ports(state).into_iter().map(|port| variable(&port_name(port.index()), String::new()));
        let arguments = std::iter::once(variable(at, String::new())).chain(ports).collect();
        Atom::Predicate { name: name(&self.predicates[&state]), roles: Vec::new(), arguments, span: NOWHERE }
    }

    /// What a rule says of the object at a variable.
    fn object(&mut self, case: &mut Case, at: &str, rule: &Rule, port: Option<usize>) -> Result<(), Message> {
        let Label::Node(kind, _) = self.system.alphabet.label(rule.symbol) else {
            return Err(msg!("a port is no object"));
        };
        let kind = match port {
            None => *kind,
            Some(0) => self.definition.kind.or(self.classes[0]),
            Some(port) => self.classes[port],
        };
        let kind = kind.ok_or_else(|| msg!("no class of the program has all fields of an object"))?;
        let place = case.atoms.len();
        let (mut fields, mut selectors) = (Vec::new(), Vec::new());
        for (label, children) in self.system.alphabet.edges(rule).unwrap_or_default() {
            match label {
                EdgeLabel::Selector(selector, part) => {
                    selectors.push(selector);
                    if port.is_none()
                        && self.is_any(selector, children[0])
                        && !self.system.selector_type(selector).is_reference()
                    {
                        continue;
                    }
                    let value = self.value(case, Some(selector), part, children[0])?;
                    let field = name(self.system.selector_name(Some(kind), selector));
                    fields.push(FieldValue { field, value });
                }
                EdgeLabel::Box(id) => {
                    let mut arguments = vec![variable(at, String::new())];
                    for &child in &children {
                        arguments.push(self.value(case, None, Part::WHOLE, child)?);
                    }
                    let box_name = name(self.names.predicate(id));
                    // Before what follows at its other ends.
                    case.atoms
                        .insert(place, Atom::Predicate { name: box_name, roles: Vec::new(), arguments, span: NOWHERE });
                }
            }
        }
        let shown: Vec<String> = fields.iter().map(|field| field.field.text.clone()).collect();
        let class = (!self.is_clear(kind, &shown)).then(|| name(self.system.class_name(kind)));
        case.atoms.insert(place, Atom::PointsTo { source: name(at), class, fields, span: NOWHERE });
        Ok(())
    }

    /// Whether a class follows from the names of fields.
    fn is_clear(&self, kind: NodeKind, fields: &[String]) -> bool {
        if fields.is_empty() {
            return false;
        }
        let has = |other: NodeKind| {
            let own = self.system.selector_names(other);
            fields.iter().all(|field| own.contains(field))
        };
        let kinds: Vec<NodeKind> = self.system.kinds().filter(|&other| has(other)).collect();
        let is_heap = |kind: NodeKind| self.system.program().storage(self.system.class(kind)) == Storage::Heap;
        match kinds[..] {
            [only] => only == kind,
            _ => is_heap(kind) && kinds.iter().all(|&other| other == kind || !is_heap(other)),
        }
    }

    fn is_any(&self, selector: Selector, state: StateId) -> bool {
        let rules = self.definition.automaton.rules(state).iter();
        let any = any_value(self.system, selector);
        let is_any = |leaf: Option<Leaf>| leaf.is_some_and(|leaf| any.contains(&leaf));
        rules.len() == any.len() && rules.map(|rule| self.system.alphabet.leaf(rule.symbol)).all(is_any)
    }

    /// What leads to a part of what a state stands for.
    fn value(
        &mut self,
        case: &mut Case,
        selector: Option<Selector>,
        part: Part,
        state: StateId,
    ) -> Result<Term, Message> {
        let rules = self.definition.automaton.rules(state);
        let leaf = match rules {
            [rule] => self.system.alphabet.leaf(rule.symbol),
            _ => None,
        };
        match leaf {
            Some(Leaf::Reference(root)) => {
                let part = self.part_name(part, self.classes[root.index()].as_slice())?;
                return Ok(variable(&port_name(root.index()), part));
            }
            Some(leaf) if part == Part::WHOLE => return Ok(value(leaf)),
            _ => {}
        }
        if selector.is_some_and(|selector| self.is_any(selector, state)) && part == Part::WHOLE {
            return Ok(term(TermValue::Wildcard(String::new())));
        }
        case.variables += 1;
        let at = match case.variables {
            1 => "m".to_owned(),
            number => format!("m{number}"),
        };
        let kinds = self.kinds(state);
        let part = self.part_name(part, &kinds)?;
        if self.inlined.contains(&state) {
            let rule = rules[0].clone();
            self.object(case, &at, &rule, None)?;
        } else {
            let atom = self.predicate(state, &at);
            case.atoms.push(atom);
        }
        Ok(variable(&at, part))
    }

    /// The classes of the objects that a state stands for.
    fn kinds(&self, state: StateId) -> Vec<NodeKind> {
        let rules = self.definition.automaton.rules(state).iter();
        let kinds = rules.filter_map(|rule| match self.system.alphabet.label(rule.symbol) {
            Label::Node(kind, _) => *kind,
            Label::Leaf(leaf) => leaf.root().and_then(|root| self.classes[root.index()]),
        });
        kinds.collect()
    }

    fn part_name(&self, part: Part, kinds: &[NodeKind]) -> Result<String, Message> {
        if part == Part::WHOLE {
            return Ok(String::new());
        }
        let known = |kind: &NodeKind| self.system.parts(*kind).any(|own| own == part);
        if kinds.is_empty() || !kinds.iter().all(known) {
            return Err(msg!(
                "a pointer leads to an address outside of an object, or to a part that not all objects have"
            ));
        }
        let name = self.system.part_name(kinds[0], part);
        match kinds.iter().all(|&kind| self.system.part_name(kind, part) == name) {
            true => Ok(name),
            false => Err(msg!("a pointer leads to parts of different classes")),
        }
    }
}

fn value(leaf: Leaf) -> Term {
    term(match leaf {
        Leaf::Null => TermValue::Null,
        Leaf::Integer(number) => TermValue::Integer(number),
        Leaf::Reference(root) => return variable(&port_name(root.index()), String::new()),
        Leaf::Number | Leaf::Unknown | Leaf::Object | Leaf::Undefined | Leaf::Dangling => {
            let word = WORDS.iter().find(|(_, own)| *own == leaf).map_or("", |(word, _)| word);
            TermValue::Wildcard(word.to_owned())
        }
    })
}

/// The states below a state, with itself only if it repeats.
fn strictly_below(definition: &BoxDefinition, state: StateId) -> BTreeSet<StateId> {
    let children =
        |state: StateId| definition.automaton.rules(state).iter().flat_map(|rule| rule.children.iter().copied());
    let mut waiting: Vec<StateId> = children(state).collect();
    let mut found: BTreeSet<StateId> = waiting.iter().copied().collect_by_insertion();
    while let Some(state) = waiting.pop() {
        waiting.extend(children(state).filter(|&child| found.insert(child)));
    }
    found
}

fn below(definition: &BoxDefinition, state: StateId) -> BTreeSet<StateId> {
    let mut found = strictly_below(definition, state);
    found.insert(state);
    found
}

fn repeats(definition: &BoxDefinition, state: StateId) -> bool {
    strictly_below(definition, state).contains(&state)
}

/// The first class whose objects have the selectors of a port, and the parts to which others lead: allocated ones before others.
fn class_of_port(system: &ForestProgram, definition: &BoxDefinition, port: usize) -> Option<NodeKind> {
    if let (0, Some(kind)) = (port, definition.kind) {
        return Some(kind);
    }
    let fits = |&kind: &NodeKind| {
        definition.covered(port).iter().all(|&selector| system.has_selector(kind, selector))
            && definition.entered(port).iter().all(|&part| system.parts(kind).any(|own| own == part))
    };
    let is_heap = |kind: &NodeKind| system.program().storage(system.class(*kind)) == Storage::Heap;
    let kinds: Vec<NodeKind> = system.kinds().filter(fits).collect();
    kinds.iter().copied().find(is_heap).or_else(|| kinds.first().copied())
}
