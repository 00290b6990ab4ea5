use super::*;

/// Grammars as people write them, and the path of the rule in them.
const WRITTEN: [(&str, [u32; 3]); 2] = [
    (
        r#"[{"predefined": "SLList"}, {"grammar": [{"nonterminal": "N", "rank": 2, "rules": [
    {"nodes": [{"type": "A", "number": 3}, {"type": "B", "number": 1}], "externals": [0, 2], "variables": [{"name": "%m", "target": 3}],
     "selectors": [{"label": "f", "origin": 0, "target": 1}, {"label": "g", "origin": 1, "target": 3}], "hyperedges": [{"label": "N", "tentacles": [3, 2]}]}
  ]}]}]"#,
        [1, 0, 0],
    ),
    (
        r#"[ { grammar: [ { nonterminal: N, rank: 2, rules: [ /* the only one */ { nodes: [ {type: A, number: "1"}, {type: A, number: 1}, # three
      {type: B, number: 1}, ], externals: [2, 0], variables: [], selectors: [
        { "label": "f", "origin": 0, "target": 1 }, // first
        { "label": "f", "origin": 1, "target": 2 } // last
      ], hyperedges: [] } ] } ] } ]"#,
        [0, 0, 0],
    ),
];

/// What a rule means.
#[derive(Clone, PartialEq, Default, Debug)]
struct Model {
    types: Vec<String>,
    externals: Vec<u32>,
    variables: Vec<u32>,
    selectors: Vec<(String, u32, u32)>,
    edges: Vec<(String, Vec<u32>)>,
}

fn model(rule: &WrittenRule, text: &str) -> Model {
    let all = |vertices: &[Option<u32>]| vertices.iter().map(|vertex| vertex.expect("a number")).collect();
    let selector = |own: &WrittenSelector| Some((own.label.clone(), own.origin?, own.target?));
    let cut = read(&text[rule.range.from as usize..rule.range.to as usize]).expect("it is JSON");
    let target = |own: &JsonNode| string(own.get("target")).and_then(|target| target.parse().ok()).expect("a number");
    Model {
        types: rule.types.clone(),
        externals: all(&rule.externals),
        variables: items(cut.get("variables")).iter().map(target).collect(),
        selectors: rule.selectors.iter().map(|own| selector(own).expect("numbers")).collect(),
        edges: rule.hyperedges.iter().map(|own| (own.label.clone(), all(&own.tentacles))).collect(),
    }
}

/// The rules of the nonterminal at a path.
fn models(text: &str, [grammar, nonterminal, _]: [u32; 3]) -> Vec<Model> {
    let all = written_nonterminals(text);
    let own = all.iter().find(|own| own.path == [grammar, nonterminal]).expect("it is there");
    own.rules.iter().map(|rule| model(rule, text)).collect()
}

impl Model {
    fn without(&self, vertex: u32) -> Self {
        let at = |own: u32| if own > vertex { own - 1 } else { own };
        let mut all = self.clone();
        all.types.remove(vertex as usize);
        all.externals.iter_mut().for_each(|own| *own = at(*own));
        all.variables.retain(|&target| target != vertex);
        all.variables.iter_mut().for_each(|own| *own = at(*own));
        all.selectors.retain(|&(_, origin, target)| origin != vertex && target != vertex);
        all.selectors.iter_mut().for_each(|(_, origin, target)| (*origin, *target) = (at(*origin), at(*target)));
        all.edges.retain(|(_, tentacles)| !tentacles.contains(&vertex));
        all.edges.iter_mut().flat_map(|(_, tentacles)| tentacles).for_each(|own| *own = at(*own));
        all
    }
}

/// The text after an edit.
fn edited(text: &str, edit: &RuleEdit) -> String {
    let EditedRules { changes, written } = edit_rules(text, edit);
    let after = applied(text, changes);
    assert_eq!(written, written_nonterminals(&after));
    after
}

#[test]
fn changing_the_text_of_a_rule_then_reading_is_reading_then_changing() {
    for (text, path) in WRITTEN {
        let [rule] = &models(text, path)[..] else { panic!("one rule") };
        let mut edits: Vec<(RuleEdit, Model)> = Vec::new();
        let (class, label) = ("C d".to_owned(), "a \"b\" c".to_owned());
        let types = [&rule.types[..], std::slice::from_ref(&class)].concat();
        edits.push((RuleEdit::AddObject { path, class }, Model { types, ..rule.clone() }));
        let selectors = [&rule.selectors[..], &[(label.clone(), 1, 0)]].concat();
        edits.push((RuleEdit::AddSelector { path, label, origin: 1, target: 0 }, Model { selectors, ..rule.clone() }));
        let (label, tentacles) = ("M".to_owned(), vec![0, 1, 1]);
        let edges = [&rule.edges[..], &[(label.clone(), vec![0, 1, 1])]].concat();
        edits.push((RuleEdit::AddHyperedge { path, label, tentacles }, Model { edges, ..rule.clone() }));
        for number in 0..rule.selectors.len() {
            let mut less = rule.clone();
            less.selectors.remove(number);
            edits.push((RuleEdit::RemoveSelector { path, number: number as u32 }, less));
        }
        for number in 0..rule.edges.len() {
            let mut less = rule.clone();
            less.edges.remove(number);
            edits.push((RuleEdit::RemoveHyperedge { path, number: number as u32 }, less));
        }
        for number in 0..rule.types.len() as u32 {
            let less = if rule.externals.contains(&number) { rule.clone() } else { rule.without(number) };
            edits.push((RuleEdit::RemoveObject { path, number }, less));
        }
        for (edit, expected) in edits {
            let after = edited(text, &edit);
            assert_eq!(models(&after, path), [expected], "{edit:?}:\n{after}");
            assert_eq!(comments(&after), comments(text), "{edit:?}");
        }
    }
}

#[test]
fn adding_and_removing_rules_then_reading_is_reading_then_adding_and_removing() {
    for (text, path) in WRITTEN {
        let [grammar, nonterminal, _] = path;
        let add = |text: &str| edited(text, &RuleEdit::AddRule { path: [grammar, nonterminal] });
        let remove = |text: &str, rule: u32| edited(text, &RuleEdit::RemoveRule { path: [grammar, nonterminal, rule] });
        let [rule] = &models(text, path)[..] else { panic!("one rule") };
        let types = rule.externals.iter().map(|&vertex| rule.types[vertex as usize].clone()).collect();
        let added = Model { types, externals: vec![0, 1], ..Model::default() };
        let (mut now, mut expected) = (text.to_owned(), vec![rule.clone()]);
        for _ in 0..3 {
            now = add(&now);
            expected.push(added.clone());
            assert_eq!(models(&now, path), expected);
            assert_eq!(comments(&now), comments(text));
        }
        for number in 0..4 {
            let mut left = expected.clone();
            left.remove(number);
            assert_eq!(models(&remove(&now, number as u32), path), left);
        }
        let none = remove(text, 0);
        assert_eq!(models(&none, path), []);
        assert_eq!(models(&add(&none), path), [Model { types: vec!["Object".to_owned(); 2], ..added }]);
    }
}

#[test]
fn what_is_too_large_is_not_built() {
    let text = r#"[{"grammar": [{"nonterminal": "N", "rank": 1000000000000, "rules": [{"nodes": [{"type": "A", "number": 1000000000000}, {"type": "B", "number": x}], "externals": [0]}]}]}]"#;
    assert!(edited(text, &RuleEdit::AddRule { path: [0, 0] }).len() < 1_000_000);
    let groups = [r#"{"type": "A", "number": 10000}"#; 500].join(", ");
    let text = format!(r#"[{{"grammar": [{{"nonterminal": "N", "rank": 0, "rules": [{{"nodes": [{groups}]}}]}}]}}]"#);
    assert_eq!(written_nonterminals(&text)[0].rules[0].types.len(), 10_000);
}
