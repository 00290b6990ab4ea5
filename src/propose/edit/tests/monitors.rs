use super::*;

/// Monitors as people write them.
const WRITTEN: [&str; 3] = [
    r#"[{"name": "m", "initial": "a", "target": ["c"], "edges": [{"from": "a", "to": "b", "guard": "{p}"}, {"from": "b", "to": "c"}, {"from": "b", "to": "b"}]}]"#,
    r#"// Two of them.
[ { name: m, 'initial': a, /* bad */ target: ["c", "b"], repeating: [], "edges": [
    { "from": "a", "to": "a", "guard": "!{p}" }, // stays
    { "from": "a", "to": "b", "guard": "{p}" }, { "from": "b", "to": "c" }, # goes on
    { "from": "c", "to": "a", },
  ], },
  { "name": "other", "initial": "a", "target": ["b"], "edges": [ { "from": "a", "to": "b" } ] }
]"#,
    "[\r\n  {\r\n    \"name\": \"m\",\r\n    \"initial\": \"\\u0061\",\r\n    \"repeating\": [\r\n      \"b\"\r\n    ],\r\n    \"edges\": [\r\n      {\r\n        \"from\": \"a\",\r\n        \"to\": \"b\",\r\n        \"guard\": \"{x == \\u0022q\\u0022}\"\r\n      },\r\n      {\r\n        \"from\": \"b\",\r\n        \"to\": \"c\"\r\n      }\r\n    ]\r\n  }\r\n]",
];

const ODD: &str = "ü \\ \"x\"\n😀";

/// What a monitor means.
#[derive(Clone, PartialEq, Debug)]
struct Model {
    name: String,
    initial: String,
    accepting: [Vec<String>; 2],
    edges: Vec<(String, String, Option<String>)>,
}

fn model(monitor: &WrittenMonitor) -> Model {
    Model {
        name: monitor.name.clone(),
        initial: monitor.initial.clone(),
        accepting: [monitor.target.clone(), monitor.repeating.clone()],
        edges: monitor.edges.iter().map(|edge| (edge.from.clone(), edge.to.clone(), edge.guard.clone())).collect(),
    }
}

fn models(text: &str) -> Vec<Model> {
    written_monitors(text).iter().map(model).collect()
}

impl Model {
    fn states(&self) -> Vec<String> {
        let ends = self.edges.iter().flat_map(|(from, to, _)| [from, to]);
        let mut states = Vec::new();
        for state in std::iter::once(&self.initial).chain(ends) {
            if !states.contains(state) {
                states.push(state.clone());
            }
        }
        states
    }

    fn without(&self, is_gone: impl Fn(usize) -> bool) -> Self {
        let mut all = self.clone();
        let edges = self.edges.iter().enumerate().filter(|(place, _)| !is_gone(*place));
        all.edges = edges.map(|(_, edge)| edge.clone()).collect();
        let left = all.states();
        let lost: Vec<String> = self.states().into_iter().filter(|state| !left.contains(state)).collect();
        all.accepting.iter_mut().for_each(|states| states.retain(|state| !lost.contains(state)));
        all
    }

    /// The same change of what the text means.
    fn after(&self, edit: &MonitorEdit) -> Self {
        let mut all = self.clone();
        match edit {
            MonitorEdit::AddMonitor { .. } | MonitorEdit::RemoveMonitor { .. } => {}
            MonitorEdit::RenameMonitor { name, .. } => all.name.clone_from(name),
            MonitorEdit::AddEdge { from, to, .. } => all.edges.push((from.clone(), to.clone(), None)),
            MonitorEdit::RemoveEdge { edge, .. } => return self.without(|place| place == *edge),
            MonitorEdit::SetGuard { edge, guard, .. } => all.edges[*edge].2.clone_from(guard),
            MonitorEdit::RemoveState { state, .. } => {
                return self.without(|place| [&self.edges[place].0, &self.edges[place].1].contains(&state));
            }
            MonitorEdit::RenameState { state, name, .. } => {
                let ends = all.edges.iter_mut().flat_map(|(from, to, _)| [from, to]);
                let all = std::iter::once(&mut all.initial).chain(all.accepting.iter_mut().flatten()).chain(ends);
                all.filter(|own| *own == state).for_each(|own| own.clone_from(name));
            }
            MonitorEdit::SetInitial { state, .. } => all.initial.clone_from(state),
            MonitorEdit::SetAcceptance { state, kind, accepts, .. } => {
                let states = &mut all.accepting[usize::from(*kind == Acceptance::Repeating)];
                if !accepts {
                    states.retain(|own| own != state);
                } else if !states.contains(state) {
                    states.push(state.clone());
                }
            }
        }
        all
    }

    /// Changes of the first monitor.
    fn edits(&self) -> Vec<MonitorEdit> {
        use MonitorEdit as E;
        let (monitor, odd) = (0, || ODD.to_owned());
        let ends = ["a".to_owned(), odd()];
        let mut edits: Vec<E> = ends.map(|to| E::AddEdge { monitor, from: "b".to_owned(), to }).into();
        edits.extend(["other name".to_owned(), odd()].map(|name| E::RenameMonitor { monitor, name }));
        for edge in 0..self.edges.len() {
            edits.push(E::RemoveEdge { monitor, edge });
            edits.extend([Some(odd()), None].map(|guard| E::SetGuard { monitor, edge, guard }));
        }
        for state in self.states() {
            if state != self.initial {
                edits.push(E::RemoveState { monitor, state: state.clone() });
            }
            edits.push(E::RenameState { monitor, state: state.clone(), name: odd() });
            edits.push(E::SetInitial { monitor, state: state.clone() });
            for kind in Acceptance::ALL {
                let accept = |accepts| E::SetAcceptance { monitor, state: state.clone(), kind, accepts };
                edits.extend([true, false].map(accept));
            }
        }
        edits
    }
}

/// The text after an edit.
fn edited(text: &str, edit: &MonitorEdit) -> String {
    let EditedMonitors { changes, written } = edit_monitors(text, edit);
    let after = applied(text, changes);
    assert_eq!(written, written_monitors(&after));
    after
}

#[test]
fn changing_the_text_then_reading_is_reading_then_changing() {
    for text in WRITTEN {
        let before = models(text);
        for edit in before[0].edits() {
            let after = edited(text, &edit);
            let expected = [&[before[0].after(&edit)], &before[1..]].concat();
            assert_eq!(models(&after), expected, "{edit:?}:\n{after}");
            assert_eq!(comments(&after), comments(text), "{edit:?}");
            // Line breaks are those of the text.
            assert!(!text.contains('\r') || !after.replace("\r\n", "").contains('\n'), "{edit:?}");
        }
    }
}

#[test]
fn two_changes_one_after_the_other() {
    for text in WRITTEN {
        for first in models(text)[0].edits() {
            let between = edited(text, &first);
            let now = &models(&between)[0];
            for second in now.edits() {
                let after = edited(&between, &second);
                assert_eq!(models(&after)[0], now.after(&second), "{first:?}, then {second:?}:\n{after}");
            }
        }
    }
}

#[test]
fn changes_are_as_small_as_they_can_be() {
    let text = WRITTEN[0];
    let check = |edit: MonitorEdit, expected: String| assert_eq!(edited(text, &edit), expected);
    let (monitor, guard) = (0, Some("{q}".to_owned()));
    check(MonitorEdit::SetGuard { monitor, edge: 0, guard: guard.clone() }, text.replace("{p}", "{q}"));
    let longer = text.replace(r#""to": "c""#, r#""to": "c", "guard": "{q}""#);
    check(MonitorEdit::SetGuard { monitor, edge: 1, guard }, longer);
    check(MonitorEdit::RenameMonitor { monitor, name: "n".to_owned() }, text.replace(r#""m""#, r#""n""#));
    let rename = MonitorEdit::RenameState { monitor, state: "c".to_owned(), name: "end".to_owned() };
    check(rename, text.replace(r#""c""#, r#""end""#));
    let shorter = text.replace(r#""target": ["c"]"#, r#""target": []"#).replace(r#" {"from": "b", "to": "c"},"#, "");
    check(MonitorEdit::RemoveEdge { monitor, edge: 1 }, shorter);
    let accepting = text.replace(r#""initial": "a","#, r#""initial": "a", "repeating": ["b"],"#);
    let kind = Acceptance::Repeating;
    check(MonitorEdit::SetAcceptance { monitor, state: "b".to_owned(), kind, accepts: true }, accepting);
    // What is no list gives way to one.
    let mistaken = r#"[{"name": "m", "initial": "a", "target": "b", "edges": []}]"#;
    let accept = MonitorEdit::SetAcceptance { monitor, state: "a".to_owned(), kind: Acceptance::Target, accepts: true };
    assert_eq!(edited(mistaken, &accept), mistaken.replace(r#""b""#, r#"["a"]"#));
}

#[test]
fn a_new_monitor_has_lines_of_its_own_and_its_edges_too() {
    let add = |text: &str, name: &str| {
        edited(text, &MonitorEdit::AddMonitor { name: name.to_owned(), initial: "start".to_owned() })
    };
    assert_eq!(models(&add("", "m")), models(&add("[]", "m")));
    assert_eq!(add("[", "m"), "[");
    let text = add("[]", "m");
    let edge = MonitorEdit::AddEdge { monitor: 0, from: "start".to_owned(), to: "end".to_owned() };
    let longer = edited(&text, &edge);
    let expected = "[{\n  \"name\": \"m\",\n  \"initial\": \"start\", \"target\": [],\n  \"edges\": [\n    {\"from\": \"start\", \"to\": \"end\"}\n  ]\n}]";
    assert_eq!(longer, expected);
    let again = add(&longer, "n");
    assert_eq!(models(&again).iter().map(|own| own.name.as_str()).collect::<Vec<_>>(), ["m", "n"]);
    assert_eq!(edited(&again, &MonitorEdit::RemoveMonitor { monitor: 1 }), longer);
}

#[test]
fn what_is_written_where() {
    for text in WRITTEN {
        let units: Vec<u16> = text.encode_utf16().collect();
        let part = |range: &TextRange| {
            String::from_utf16(&units[range.from as usize..range.to as usize]).expect("no character is cut")
        };
        for monitor in written_monitors(text) {
            assert!(part(&monitor.range).starts_with('{'));
            for state in &monitor.states {
                let is_name = |range| part(range).replace("\\u0061", "a").trim_matches('"') == state.name;
                assert!(state.ranges.iter().all(is_name), "{state:?}");
            }
            for edge in &monitor.edges {
                assert!(part(&edge.range).contains(&format!("\"to\": \"{}\"", edge.to)), "{edge:?}");
            }
        }
    }
    let [monitor] = &written_monitors(WRITTEN[0])[..] else { panic!("one monitor") };
    let counts: Vec<(&str, u32, usize)> =
        monitor.states.iter().map(|own| (own.name.as_str(), own.edges, own.ranges.len())).collect();
    assert_eq!(counts, [("a", 1, 2), ("b", 3, 4), ("c", 1, 2)]);
    assert_eq!((&monitor.states[1].lost[..], &monitor.edges[0].lost[..]), (&["c".to_owned()][..], &[][..]));
}

#[test]
fn messages_about_guards_have_places_in_the_text() {
    let text = r#"[
  { "name": "m", "initial": "a", "target": ["b"], "edges": [
    { "from": "a", "to": "a", "guard": "T" },
    { "to": "b", "from": "a", "comment": [{"guard": "{x"}], "guard": "\u0021{p \"q\"" },
    { "from": "a", "to": "b", "guard": "!{at(NOWHERE)} & {y" }
  ] }
]"#;
    let column = |line: usize, part: &str| {
        text.lines().nth(line - 1).and_then(|line| line.rfind(part)).expect("it is there") as u32 + 1
    };
    let place = |file: &str, from: u32, to: u32| {
        guard_place(text, file, [1, from], [1, to])
            .map(|place| (place.line, place.column, place.end_line, place.end_column))
    };
    assert_eq!(place("monitor m: a to b", 2, 4), Some((4, column(4, "{p"), 4, column(4, "p \\") + 1)));
    assert_eq!(place("monitor m: a to b", 5, 6), Some((4, column(4, "\\\"q"), 4, column(4, "q"))));
    assert_eq!(place("monitor m: a to b", 18, 20), Some((5, column(5, "{y"), 5, column(5, "y\" }") + 1)));
    assert_eq!(place("monitor m: a to a", 1, 2), Some((3, column(3, "T\""), 3, column(3, "T\"") + 1)));
    assert_eq!(place("monitor m: b to a", 1, 2), None);
    assert_eq!(guard_place("[{", "monitor m: a to b", [1, 1], [1, 2]), None);
}
