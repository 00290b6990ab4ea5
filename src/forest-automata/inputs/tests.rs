use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;

use super::with_inputs;
use base::Sources;
use heap_grammar::grammar::{Grammar, derivations};
use heap_grammar::heap::{Alphabet, Heap, Nonterminal, TypeId, VertexId};
use interpreter::{Machine, ObjectId, Setting, Value};
use java::{JavaOptions, parse_java};
use program::cfa::ProcedureId;
use program::objects::Program;

/// All built-in grammars but those of trees with parents or linked leaves, which take seconds each.
const GRAMMARS: [&str; 8] = [
    include_str!("../../../grammars/SLList.json"),
    include_str!("../../../grammars/DLList.json"),
    include_str!("../../../grammars/BT.json"),
    include_str!("../../../grammars/CSLList.json"),
    include_str!("../../../grammars/TailList.json"),
    include_str!("../../../grammars/HeadList.json"),
    include_str!("../../../grammars/NestedList.json"),
    include_str!("../../../grammars/SkipList.json"),
];

/// Most objects of the heaps that are compared.
const OBJECTS: usize = 4;

/// A program with the classes of a grammar, and an entry method with so many parameters.
fn program(alphabet: &Alphabet, grammar: &Grammar, parameters: usize) -> (Program, ProcedureId) {
    let mut classes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (_, rule) in grammar.rules() {
        for vertex in rule.body.vertices().filter(|&vertex| rule.body.is_object(vertex)) {
            let fields = classes.entry(alphabet.type_name(rule.body.vertex_type(vertex))).or_default();
            fields.extend(rule.body.selectors(vertex).iter().map(|&(selector, _)| alphabet.selector_name(selector)));
        }
    }
    let parameters: Vec<String> = (0..parameters).map(|number| format!("Object p{number}")).collect();
    let mut text = format!("class Main {{ static void main({}) {{}} }}\n", parameters.join(", "));
    for (class, fields) in classes {
        let fields: String = fields.iter().map(|field| format!("Object {field}; ")).collect();
        writeln!(text, "class {class} {{ {fields}}}").expect("a string");
    }
    let mut sources = Sources::default();
    let file = sources.add("Main.java", &text);
    let (program, diagnostics) = parse_java(&sources, &[file], &JavaOptions::default(), "Main.main");
    program.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"))
}

/// A nonterminal attached to parameters of the types that each of its rules has, and to null instead of one of them.
fn inputs(alphabet: &mut Alphabet, grammar: &Grammar, label: Nonterminal) -> Vec<Heap> {
    let bodies: Vec<Heap> = grammar.bodies(label).cloned().collect();
    let mut found = Vec::new();
    for body in bodies {
        for null in (0..=body.externals().len()).rev() {
            let mut heap = Heap::with_null();
            let mut tentacles: Vec<VertexId> = Vec::new();
            for (tentacle, &external) in body.externals().iter().enumerate() {
                let ty = body.vertex_type(external);
                let is_null = ty == TypeId::NULL || tentacle == null;
                tentacles.push(if is_null { heap.null().expect("null") } else { heap.add_vertex(ty) });
                heap.bind(alphabet.variable(&format!("p{tentacle}")), tentacles[tentacle]);
            }
            heap.add_nonterminal(label, tentacles);
            if !found.contains(&heap) {
                found.push(heap);
            }
        }
    }
    found
}

/// What a run sees that starts in the entry method: the objects that its parameters lead to. Fields without a value are left out.
fn seen(machine: &Machine<'_>) -> String {
    let procedure = &machine.setting().program.procedures[machine.top().procedure];
    let mut order: Vec<ObjectId> = Vec::new();
    let mut open = VecDeque::new();
    let mut text = String::new();
    let mut value = |value: Value, open: &mut VecDeque<ObjectId>| match value {
        Value::Object(object) => {
            let known = order.iter().position(|&other| other == object);
            let number = known.unwrap_or_else(|| {
                order.push(object);
                open.push_back(object);
                order.len() - 1
            });
            number.to_string()
        }
        other => format!("{other:?}"),
    };
    for &parameter in &procedure.parameters {
        text += &format!("{} ", value(machine.top().local(parameter), &mut open));
    }
    while let Some(object) = open.pop_front() {
        let object = &machine.objects()[object];
        let fields: BTreeMap<&str, Value> =
            object.fields.iter().filter(|&(_, value)| !matches!(value, Value::Unset | Value::Open(_))).collect();
        text += &format!("; {}", object.class);
        for (field, target) in fields {
            text += &format!(" {field}={}", value(target, &mut open));
        }
    }
    text
}

/// What all runs see that build at most so many objects.
fn built(program: &Program, start: ProcedureId, entry: ProcedureId) -> BTreeSet<String> {
    let (alphabet, grammar) = (Alphabet::default(), Grammar::default());
    let setting = Setting { program, entry: start, alphabet: &alphabet, grammar: &grammar };
    let mut found = BTreeSet::new();
    let mut open = vec![Machine::new(setting, &Heap::with_null())];
    while let Some(mut machine) = open.pop() {
        loop {
            if machine.top().procedure == entry {
                found.insert(seen(&machine));
                break;
            }
            if let Some(decision) = machine.decision() {
                for option in 0..decision.options() {
                    let mut other = machine.clone();
                    other.decide(&decision, option);
                    open.push(other);
                }
                break;
            }
            if machine.step().is_err() || machine.objects().len() > OBJECTS {
                break;
            }
        }
    }
    found
}

#[test]
fn programs_build_what_grammars_derive() {
    let mut compared = 0;
    for text in GRAMMARS {
        let (mut alphabet, grammar) = Grammar::read(text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let labels: Vec<Nonterminal> = alphabet.nonterminals().map(|(label, _)| label).collect();
        for label in labels {
            for input in inputs(&mut alphabet, &grammar, label) {
                let (program, entry) = program(&alphabet, &grammar, input.nonterminals()[0].tentacles.len());
                let setting = Setting { program: &program, entry, alphabet: &alphabet, grammar: &grammar };
                let derived = derivations(&grammar, &input, OBJECTS, 100_000);
                let expected: BTreeSet<String> =
                    derived.iter().map(|heap| seen(&Machine::new(setting, heap))).collect();
                let added = with_inputs(program.clone(), entry, (&alphabet, &grammar), std::slice::from_ref(&input));
                assert_eq!(added.left_out, None);
                let name = &alphabet.nonterminal(label).name;
                assert_eq!(built(&added.program, added.entry, entry), expected, "{name} on {input:?}");
                compared += expected.len();
            }
        }
    }
    assert_eq!(compared, 229);
}
