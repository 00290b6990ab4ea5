//! Random grammars of all kinds; some of them are rejected on loading.

use serde_json::{Value as Json, json};

use super::draft::{Draft, DraftKind, DraftNode, Filling, number};
use super::feature::Feature;
use super::structure::{Class, Field, FieldType, FieldUsage, Structure, Symbol, Tentacle};
use base::Random;

/// A structure with a random grammar, which may be rejected.
pub(super) fn random_structure(random: &mut Random) -> Structure {
    let features = Feature::some(random);
    let name = "random".to_owned();
    let mut structure = Structure { name, classes: Vec::new(), symbols: Vec::new(), grammar: Json::Null, features };
    add_classes(&mut structure, random);
    let mut rules: Vec<Vec<Draft>> = Vec::new();
    if structure.has(Feature::Wide) {
        rules = wide(&mut structure);
    } else {
        structure.symbols = symbols(&structure, random);
        // Whether selectors at tentacles may come from the edges of a rule. If they are hidden for ever, the grammar is
        // rejected, which takes long.
        let hides = random.one_in(6);
        for position in 0..structure.symbols.len() {
            let count = if structure.has(Feature::ManyRules) { 7 + random.below(6) } else { 2 + random.below(3) };
            let own = (0..count).filter_map(|number| rule(&structure, position, number, hides, random)).collect();
            rules.push(own);
        }
        if structure.has(Feature::Overlap) && rules.len() > 1 {
            let shared: Vec<Draft> = rules[0].iter().filter(|_| random.one_in(2)).cloned().collect();
            rules[1].extend(shared);
        }
    }
    structure.grammar = json!({"name": "random.json", "grammar": documents(&structure, &rules, random)});
    structure
}

fn add_classes(structure: &mut Structure, random: &mut Random) {
    let count = 1 + random.below(2);
    let has_second = structure.has(Feature::EqualNames) || random.one_in(6);
    let mut fields: Vec<Field> = ["f", "g"].iter().take(count).map(|f| Field::reference(f, 0)).collect();
    if has_second && count > 1 && random.one_in(2) {
        fields[1].ty = FieldType::Class(1);
    }
    if structure.has(Feature::UnruledFields) {
        let name = if count > 1 { "h" } else { "g" };
        fields.push(Field { in_rules: false, ..Field::reference(name, 0) });
    }
    if structure.has(Feature::UnusedFields) {
        fields.push(Field { usage: FieldUsage::Declared, ..Field::reference("idle", 0) });
    }
    if structure.has(Feature::UndeclaredFields) {
        fields.push(Field { usage: FieldUsage::Undeclared, ..Field::reference("hidden", 0) });
    }
    let in_rules = structure.has(Feature::Constants);
    fields.push(Field { in_rules, ..Field::new("mark", FieldType::Boolean) });
    fields.push(Field { in_rules: in_rules && random.one_in(2), ..Field::new("data", FieldType::Integer) });
    let names: Vec<String> = fields.iter().map(|f| f.name.clone()).collect();
    structure.classes.push(Class::new("N", fields));
    if has_second {
        let mut fields = vec![Field::reference("o", random.below(2))];
        if structure.has(Feature::EqualNames) {
            // One reference field of the first class is a number here, and one of its numbers is a reference.
            let ty = [FieldType::Boolean, FieldType::Integer, FieldType::Class(1)][random.below(3)];
            let own: Vec<&String> = names.iter().filter(|n| n.len() == 1).collect();
            let usage = if random.one_in(2) { FieldUsage::Accessed } else { FieldUsage::Declared };
            let name = *random.one_of(&own);
            fields.push(Field { usage, in_rules: random.one_in(2), ..Field::new(name, ty) });
            if random.one_in(2) {
                fields.push(Field { usage, in_rules: random.one_in(2), ..Field::reference("mark", 0) });
            }
        }
        structure.classes.push(Class::new("O", fields));
    }
    if structure.has(Feature::Subclasses) || random.one_in(4) {
        structure.add_subclass();
    }
}

fn symbols(structure: &Structure, random: &mut Random) -> Vec<Symbol> {
    let first: Vec<String> = reference_names(structure, 0);
    let tentacle = |position: usize, random: &mut Random| match random.below(11) {
        0 if first.len() > 1 => Tentacle::Source(0, vec![random.one_of(&first).clone()]),
        1 => Tentacle::Source(0, first.clone()),
        _ if position == 0 => Tentacle::Source(0, first.clone()),
        2 | 3 => Tentacle::Object(class(structure, random)),
        4 => Tentacle::Null,
        5 if structure.has(Feature::Constants) => Tentacle::Number(number(random)),
        6 if structure.second().is_some() => Tentacle::Source(1, reference_names(structure, 1)),
        _ => Tentacle::Any(class(structure, random)),
    };
    let names = ["X", "Y", "Z"];
    let most = if random.one_in(4) { 3 } else { 2 };
    let count = 1 + random.below(most);
    let mut symbols: Vec<Symbol> = Vec::new();
    for (position, name) in names.iter().take(count).enumerate() {
        let rank = if position == 0 && structure.has(Feature::LargeRank) {
            9 + random.below(2)
        } else if random.one_in(8) {
            4
        } else {
            1 + random.below(3)
        };
        let tentacles = match symbols.first() {
            Some(other) if position == 1 && structure.has(Feature::Overlap) => other.tentacles.clone(),
            _ => {
                let mut all: Vec<Tentacle> = Vec::new();
                for position in 0..rank {
                    let one = tentacle(position, random);
                    // External vertices are distinct, and a constant is a single vertex.
                    let is_constant = matches!(one, Tentacle::Null | Tentacle::Number(_));
                    let has_constant = all.iter().any(|t| matches!(t, Tentacle::Null | Tentacle::Number(_)));
                    all.push(if is_constant && has_constant { Tentacle::Any(0) } else { one });
                }
                all
            }
        };
        symbols.push(Symbol { name: (*name).to_owned(), tentacles });
    }
    symbols
}

/// The reference fields of a class that rules set.
fn reference_names(structure: &Structure, class: usize) -> Vec<String> {
    let fields = structure.fields(class).filter(|f| f.in_rules && matches!(f.ty, FieldType::Class(_)));
    fields.map(|f| f.name.clone()).collect()
}

/// A class, usually the first.
fn class(structure: &Structure, random: &mut Random) -> usize {
    let subclass = structure.subclass().filter(|_| structure.has(Feature::Subclasses) && random.one_in(4));
    let second = structure.second().filter(|_| random.one_in(3));
    subclass.or(second).unwrap_or(0)
}

/// A rule; the first one of a nonterminal has no nonterminal edges.
fn rule(
    structure: &Structure,
    symbol: usize,
    number_of_rule: usize,
    hides: bool,
    random: &mut Random,
) -> Option<Draft> {
    let symbol = &structure.symbols[symbol];
    for _ in 0..8 {
        let mut draft = Draft::default();
        for tentacle in &symbol.tentacles {
            let (kind, mut open) = match tentacle {
                Tentacle::Source(class, fields) => (DraftKind::Object(*class), fields.clone()),
                Tentacle::Object(class) | Tentacle::Any(class) => (DraftKind::Object(*class), Vec::new()),
                Tentacle::Null => (DraftKind::Null, Vec::new()),
                Tentacle::Number(name) => (DraftKind::Number(name), Vec::new()),
            };
            if let (DraftKind::Object(class), false) = (kind, open.is_empty()) {
                let is_primitive = |f: &&Field| f.in_rules && !matches!(f.ty, FieldType::Class(_));
                open.extend(structure.fields(class).filter(is_primitive).map(|f| f.name.clone()));
            }
            let is_direct = !hides || !random.one_in(4);
            draft.nodes.push(DraftNode { kind, open, is_reached: true, is_direct });
        }
        let (inner, edges) = if number_of_rule == 0 { (0, 0) } else { (random.below(3), 1 + random.below(2)) };
        for _ in 0..inner {
            let class = class(structure, random);
            draft.add_object(structure, class, true);
        }
        if random.one_in(2) {
            draft.constant(DraftKind::Null);
        }
        let leaves_out = structure.has(Feature::AbsentSelectors);
        draft.fill(structure, Filling { edges, leaves_out }, random);
        // A rule must derive something.
        let is_unit = draft.selectors.is_empty() && inner == 0 && draft.edges.len() < 2;
        let is_object = |n: &&DraftNode| matches!(n.kind, DraftKind::Object(_));
        let is_reached = structure.has(Feature::Garbage) || draft.nodes.iter().filter(is_object).all(|n| n.is_reached);
        let is_attached = |n: usize| draft.is_attached(n) || !matches!(draft.nodes[n].kind, DraftKind::Object(_));
        let rank = symbol.tentacles.len();
        let has_edges = rank > 4 || structure.has(Feature::NoEdges) || random.one_in(4) || (0..rank).all(is_attached);
        if !is_unit && is_reached && has_edges {
            finish(structure, &mut draft, rank, random);
            return Some(draft);
        }
    }
    None
}

/// Removes or adds isolated constants.
fn finish(structure: &Structure, draft: &mut Draft, rank: usize, random: &mut Random) {
    let is_used = structure.has(Feature::UnusedConstants) && random.one_in(2);
    if is_used {
        let kind = if random.one_in(2) { DraftKind::Null } else { DraftKind::Number(number(random)) };
        draft.constant(kind);
    }
    while draft.nodes.len() > rank && !is_used {
        let last = draft.nodes.len() - 1;
        if matches!(draft.nodes[last].kind, DraftKind::Object(_)) || draft.is_attached(last) {
            break;
        }
        draft.pop();
    }
}

/// A nonterminal with a rule that has many edges, all distinguished by a proposition about paths: a list whose elements
/// have a second field that is null, the element itself, or the first one.
fn wide(structure: &mut Structure) -> Vec<Vec<Draft>> {
    let names = reference_names(structure, 0);
    let (next, side) = (names[0].clone(), names.get(1).cloned().unwrap_or_else(|| "idle".to_owned()));
    if names.len() < 2 {
        let at = structure.classes[0].fields.iter().position(|f| f.name == side);
        let field = Field { usage: FieldUsage::Declared, ..Field::reference(&side, 0) };
        match at {
            Some(at) => structure.classes[0].fields[at] = field,
            None => structure.classes[0].fields.push(field),
        }
    } else if let Some(field) = structure.classes[0].fields.iter_mut().find(|f| f.name == side) {
        field.ty = FieldType::Class(0);
    }
    let symbol = |name: &str, fields: &[&String], more: Option<Tentacle>| Symbol {
        name: name.to_owned(),
        tentacles: [Tentacle::Source(0, fields.iter().map(|f| (*f).clone()).collect())]
            .into_iter()
            .chain(more)
            .collect(),
    };
    structure.symbols = vec![
        symbol("X", &[&next, &side], None),
        symbol("Y", &[&next, &side], None),
        symbol("W", &[&side], Some(Tentacle::Object(0))),
    ];
    let object = || DraftNode { kind: DraftKind::Object(0), open: Vec::new(), is_reached: true, is_direct: false };
    let null = || DraftNode { kind: DraftKind::Null, ..object() };
    let unit = Draft { nodes: vec![object()], edges: vec![("Y".to_owned(), vec![0])], ..Draft::default() };
    let elements = 5;
    let mut list = Draft { nodes: (0..elements).map(|_| object()).chain([null()]).collect(), ..Draft::default() };
    list.selectors = (0..elements).map(|i| (i, next.clone(), i + 1)).collect();
    list.selectors.push((0, side.clone(), elements));
    list.edges = (1..elements).map(|i| ("W".to_owned(), vec![i, 0])).collect();
    let to = |target: usize, has_null: bool| Draft {
        nodes: [object(), object()].into_iter().chain(has_null.then(null)).collect(),
        selectors: vec![(0, side.clone(), target)],
        edges: Vec::new(),
    };
    vec![vec![unit], vec![list], vec![to(2, true), to(0, false), to(1, false)]]
}

/// The nonterminals with their rules as a grammar document.
fn documents(structure: &Structure, rules: &[Vec<Draft>], random: &mut Random) -> Vec<Json> {
    let reduction = reduction(structure, rules);
    let is_wrong = structure.has(Feature::WrongReductionTentacles);
    let wrong = random.below(structure.symbols.len());
    let mut documents = Vec::new();
    for (position, symbol) in structure.symbols.iter().enumerate() {
        let rank = symbol.tentacles.len();
        let names_null = !structure.has(Feature::NamelessNull);
        let bodies: Vec<Json> = rules[position].iter().map(|d| d.json(structure, 0..rank, &[], names_null)).collect();
        let mut document = json!({"nonterminal": symbol.name, "rank": rank, "rules": bodies});
        if is_wrong || structure.has(Feature::ReductionTentacles) {
            let mut given = reduction[position].clone();
            if is_wrong && position == wrong {
                let tentacle = random.below(rank);
                given[tentacle] = !given[tentacle];
            }
            document["reductionTentacles"] = json!(given);
        }
        documents.push(document);
    }
    documents
}

/// By nonterminal and tentacle, whether no derivation gives it a selector: the greatest solution.
fn reduction(structure: &Structure, rules: &[Vec<Draft>]) -> Vec<Vec<bool>> {
    let position = |name: &str| structure.symbols.iter().position(|s| s.name == name);
    let mut reduction: Vec<Vec<bool>> = structure.symbols.iter().map(|s| vec![true; s.tentacles.len()]).collect();
    loop {
        let before = reduction.clone();
        for (symbol, drafts) in rules.iter().enumerate() {
            for (draft, tentacle) in drafts.iter().flat_map(|d| (0..before[symbol].len()).map(move |t| (d, t))) {
                let through = |(label, tentacles): &(String, Vec<usize>)| {
                    let known = position(label).map_or(&[][..], |p| before[p].as_slice());
                    tentacles.iter().zip(known).any(|(&t, &is)| t == tentacle && !is)
                };
                if draft.selectors.iter().any(|(s, ..)| *s == tentacle) || draft.edges.iter().any(through) {
                    reduction[symbol][tentacle] = false;
                }
            }
        }
        if reduction == before {
            return reduction;
        }
    }
}
