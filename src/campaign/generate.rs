//! Random tasks.

use serde_json::{Value as Json, json};

use super::contract::add_contracts;
use super::draft::random_heap;
use super::program::{assignments, parameters, program};
use super::property::Properties;
use super::random_grammar::random_structure;
use super::structure::{Structure, shipped, shipped_names};
use base::Random;

/// The name for random grammars.
pub const RANDOM_GRAMMAR: &str = "random";

/// The names of grammars that random tasks can use.
pub fn grammar_names() -> Vec<&'static str> {
    shipped_names().chain([RANDOM_GRAMMAR]).collect()
}

/// A random task with one of these grammars, or with any if the list is empty: a program with calls, recursion,
/// exceptions and numbers, initial heaps, options and properties. Some of them are rejected by the engine.
pub fn random_task(grammars: &[&str], random: &mut Random) -> Json {
    let structure = match grammars {
        // Lists exercise most of the grammar code, and fastest.
        [] => match random.below(10) {
            0..3 => shipped("SLList"),
            3..7 => None,
            _ => {
                let names: Vec<&str> = shipped_names().collect();
                shipped(names[random.below(names.len())])
            }
        },
        _ => shipped(grammars[random.below(grammars.len())]),
    };
    let structure = match structure {
        Some(mut structure) => {
            if random.one_in(4) {
                structure.add_subclass();
            }
            structure
        }
        None => random_structure(random),
    };
    let text = program(&structure, random);
    let parameters = parameters(&structure);
    let initial: Vec<Json> =
        (0..1 + random.below(3)).map(|_| json!({"heap": random_heap(&structure, &parameters, random)})).collect();
    let mut options = options(random);
    let is_local = options["strategy"] == "top-level";
    let whole = is_local || random.one_in(6);
    // Splitting the grammars of trees with more fields takes seconds.
    let paths = structure.name == "random" || structure.references(0).count() < 3;
    // Contexts with garbage are numerous and large.
    options["maxHeap"] = json!(if whole && !is_local { 9 } else { 24 });
    let writer = Properties { structure: &structure, marks: random.one_in(4), whole, paths, calls: true };
    let mut properties = Vec::new();
    for number in 0..3 + random.below(6) {
        let formula = writer.formula(random);
        // If all runs agree, one of the two should be satisfied; a wrong analysis might satisfy the other.
        properties.push(json!({"id": format!("N{number}"), "ltl": format!("!({formula})")}));
        properties.push(json!({"id": format!("F{number}"), "ltl": formula}));
    }
    let mut task = document(&structure, text, initial, properties, options);
    if random.one_in(8) {
        let spoiled = random.one_in(2);
        add_contracts(&mut task, spoiled, random);
    }
    task
}

/// A random task for the laws of grammars: a random grammar of any kind, one initial heap, an entry method with at most
/// a few assignments, options, and properties that are single propositions, possibly negated. The tags list the
/// features of the grammar.
pub fn random_laws_task(random: &mut Random) -> Json {
    let structure = random_structure(random);
    let text = assignments(&structure, random);
    let initial = vec![json!({"heap": random_heap(&structure, &parameters(&structure), random)})];
    let mut options = options(random);
    options["strategy"] = json!("top-level");
    options["maxHeap"] = json!(24);
    options["maxStates"] = json!(100);
    if let Some(options) = options.as_object_mut() {
        options.shift_remove("mcSkip");
    }
    let marks = random.one_in(5);
    let writer = Properties { structure: &structure, marks, whole: true, paths: true, calls: false };
    let property = |number: usize| json!({"id": format!("P{number}"), "ltl": writer.proposition(random)});
    let properties = (0..8).map(property).collect();
    document(&structure, text, initial, properties, options)
}

fn document(structure: &Structure, text: String, initial: Vec<Json>, properties: Vec<Json>, options: Json) -> Json {
    let main = &structure.classes[0].name;
    json!({
        "schema": "hrglass.task/1",
        "title": format!("A random program ({})", structure.name),
        "tags": structure.features.iter().map(|f| f.tag()).collect::<Vec<_>>(),
        "program": {
            "language": "java",
            "entry": format!("{main}.main"),
            "files": [{"name": format!("{main}.java"), "text": text}]
        },
        "grammars": [structure.grammar],
        "initial": initial,
        "properties": properties,
        "options": options
    })
}

fn options(random: &mut Random) -> Json {
    let mut options = json!({"maxStates": 1500});
    options["strategy"] = json!(["top-level", "top-level", "rsm", "rsm", "hybrid", "all"][random.below(6)]);
    options["admissibleAbstraction"] = json!(random.one_in(2));
    for flag in ["admissibleFull", "admissibleConstants", "admissibleMarkings", "postProcessing", "canonical"] {
        options[flag] = json!(random.one_in(6));
    }
    if options["canonical"] == true {
        // The option has no effect there, which is an error.
        options["postProcessing"] = json!(false);
    }
    options["garbageCollection"] = json!(!random.one_in(3));
    options["chainAbstraction"] = json!(!random.one_in(4));
    options["ruleCollapsing"] = json!(!random.one_in(4));
    if random.one_in(4) {
        options["search"] = json!("breadthFirst");
    }
    if random.one_in(10) {
        let method = ["help", "walk", "step"][random.below(3)];
        options["mcSkip"] = json!([method]);
    }
    options
}
