//! Monitors.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{TextChange, TextRange, Units, changed, items, quoted, read, string, strings};
use base::json::{JsonNode, JsonValue, TextEditor, position_in_string};
use base::{CompactSort, SourceFile};
use task::guard_file;

/// A monitor as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct WrittenMonitor {
    /// Its name; empty if it has none.
    pub name: String,
    /// The initial state.
    pub initial: String,
    /// The states that no run may reach.
    pub target: Vec<String>,
    /// The states that no run may visit infinitely often.
    pub repeating: Vec<String>,
    /// The states that its edges mention, and the initial one, which comes first.
    pub states: Vec<WrittenState>,
    /// The edges.
    pub edges: Vec<WrittenEdge>,
    /// Where it is written.
    pub range: TextRange,
}

/// A state of a monitor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct WrittenState {
    /// Its name.
    pub name: String,
    /// Everywhere that it is mentioned.
    pub ranges: Vec<TextRange>,
    /// The number of its edges, which go with it.
    pub edges: u32,
    /// The other states that go with it, since nothing else mentions them.
    pub lost: Vec<String>,
}

/// An edge of a monitor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct WrittenEdge {
    /// The state that it leaves.
    pub from: String,
    /// The state that it leads to.
    pub to: String,
    /// When it can be taken; null: always.
    pub guard: Option<String>,
    /// Where it is written.
    pub range: TextRange,
    /// The states that go with it, since nothing else mentions them.
    pub lost: Vec<String>,
}

/// The kinds of states at which a run is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Acceptance {
    /// Reaching it is enough.
    Target,
    /// It must be visited infinitely often.
    Repeating,
}

impl Acceptance {
    pub(super) const ALL: [Self; 2] = [Self::Target, Self::Repeating];

    fn key(self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::Repeating => "repeating",
        }
    }
}

/// A change of the monitors of a text, which are counted from 0, as are their edges.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(tag = "of", rename_all = "camelCase")]
pub enum MonitorEdit {
    /// Adds a monitor with one state.
    AddMonitor {
        /// Its name.
        name: String,
        /// The state.
        initial: String,
    },
    /// Removes a monitor.
    RemoveMonitor {
        /// The monitor.
        monitor: usize,
    },
    /// Gives a monitor another name.
    RenameMonitor {
        /// The monitor.
        monitor: usize,
        /// Its name from now on.
        name: String,
    },
    /// Adds an edge that can always be taken; states exist by their edges.
    AddEdge {
        /// The monitor.
        monitor: usize,
        /// The state that it leaves.
        from: String,
        /// The state that it leads to.
        to: String,
    },
    /// Removes an edge, and the states that only it mentions.
    RemoveEdge {
        /// The monitor.
        monitor: usize,
        /// The edge.
        edge: usize,
    },
    /// Sets the guard of an edge.
    SetGuard {
        /// The monitor.
        monitor: usize,
        /// The edge.
        edge: usize,
        /// The guard; null: the edge can always be taken.
        guard: Option<String>,
    },
    /// Removes a state with its edges, and the states that only these mention. The initial state stays.
    RemoveState {
        /// The monitor.
        monitor: usize,
        /// The state.
        state: String,
    },
    /// Gives a state another name, wherever the monitor mentions it.
    RenameState {
        /// The monitor.
        monitor: usize,
        /// The state.
        state: String,
        /// Its name from now on.
        name: String,
    },
    /// Makes another state the initial one.
    SetInitial {
        /// The monitor.
        monitor: usize,
        /// The state.
        state: String,
    },
    /// Sets whether a run is accepted at a state.
    SetAcceptance {
        /// The monitor.
        monitor: usize,
        /// The state.
        state: String,
        /// How it is accepted.
        kind: Acceptance,
        /// Whether it is.
        accepts: bool,
    },
}

/// What an edit does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct EditedMonitors {
    /// The changes of the text; none if what is changed is not there.
    pub changes: Vec<TextChange>,
    /// How the monitors are written then.
    pub written: Vec<WrittenMonitor>,
}

/// A position of a message about a guard in the text of the monitors; lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GuardPlace {
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

/// The monitors of a text; none if it is not well-formed.
pub(crate) fn written_monitors(text: &str) -> Vec<WrittenMonitor> {
    let (list, units) = (read(text), Units::new(text));
    items(list.as_ref()).iter().map(|node| Monitor::of(node).written(&units)).collect()
}

/// Does something to the monitors of a text.
pub fn edit_monitors(text: &str, edit: &MonitorEdit) -> EditedMonitors {
    let list = read(text);
    let (changes, after) = changed(text, |editor| match (&list, edit) {
        (Some(list), edit) => apply(editor, list, edit),
        (None, MonitorEdit::AddMonitor { name, initial }) if text.trim().is_empty() => {
            editor.rewrite(format!("[{}]", new_monitor(name, initial)));
        }
        (None, _) => {}
    });
    EditedMonitors { changes, written: written_monitors(&after) }
}

fn apply(editor: &mut TextEditor<'_>, list: &JsonNode, edit: &MonitorEdit) {
    use MonitorEdit as E;
    let monitor = match *edit {
        E::AddMonitor { ref name, ref initial } => return editor.push(list, &new_monitor(name, initial)),
        E::RemoveMonitor { monitor } => return editor.remove(list, |place| place == monitor),
        E::RenameMonitor { monitor, .. }
        | E::AddEdge { monitor, .. }
        | E::RemoveEdge { monitor, .. }
        | E::SetGuard { monitor, .. }
        | E::RemoveState { monitor, .. }
        | E::RenameState { monitor, .. }
        | E::SetInitial { monitor, .. }
        | E::SetAcceptance { monitor, .. } => monitor,
    };
    let Some(monitor) = list.items().get(monitor).map(Monitor::of) else { return };
    match edit {
        E::AddMonitor { .. } | E::RemoveMonitor { .. } => {}
        E::RenameMonitor { name, .. } => match monitor.node.get("name") {
            Some(before) => editor.replace(before, quoted(name)),
            None => editor.insert_member(monitor.node, "name", &quoted(name), None),
        },
        E::AddEdge { from, to, .. } => {
            if let Some(edges) = monitor.node.get("edges") {
                editor.push(edges, &format!(r#"{{"from": {}, "to": {}}}"#, quoted(from), quoted(to)));
            }
        }
        E::RemoveEdge { edge, .. } => monitor.remove_edges(editor, |place| place == *edge),
        E::SetGuard { edge, guard, .. } => {
            let Some(node) = monitor.edges.get(*edge).map(|edge| edge.node) else { return };
            match (guard, node.get("guard")) {
                (None, _) => editor.remove_member(node, "guard"),
                (Some(guard), Some(before)) => editor.replace(before, quoted(guard)),
                (Some(guard), None) => editor.insert_member(node, "guard", &quoted(guard), None),
            }
        }
        E::RemoveState { state, .. } => {
            monitor.remove_edges(editor, |place| monitor.edges[place].mentions(state));
        }
        E::RenameState { state, name, .. } => {
            for node in monitor.mentions().filter(|node| string(Some(node)).as_ref() == Some(state)) {
                editor.replace(node, quoted(name));
            }
        }
        E::SetInitial { state, .. } => {
            if let Some(before) = monitor.node.get("initial") {
                editor.replace(before, quoted(state));
            }
        }
        E::SetAcceptance { state, kind, accepts: false, .. } => monitor.reject(editor, *kind, |own| own == state),
        E::SetAcceptance { state, kind, accepts: true, .. } => match monitor.node.get(kind.key()) {
            Some(list) if strings(Some(list)).contains(state) => {}
            Some(list) if matches!(list.value, JsonValue::Array(_)) => editor.push(list, &quoted(state)),
            Some(other) => editor.replace(other, format!("[{}]", quoted(state))),
            None => editor.insert_member(monitor.node, kind.key(), &format!("[{}]", quoted(state)), Some("initial")),
        },
    }
}

/// A monitor with one state, as JSON.
fn new_monitor(name: &str, initial: &str) -> String {
    let (name, initial) = (quoted(name), quoted(initial));
    format!("{{\n  \"name\": {name},\n  \"initial\": {initial}, \"target\": [],\n  \"edges\": [\n  ]\n}}")
}

/// The place of a message about a guard, which is at a position in the file of this name: that from one line and column to another, both from 1.
///
/// Such files are named after the monitor and the edge; of several edges between the same states, the first one that is long enough is taken.
pub fn guard_place(text: &str, file: &str, from: [u32; 2], to: [u32; 2]) -> Option<GuardPlace> {
    let list = read(text)?;
    let source = SourceFile::new("", text);
    list.items().iter().map(Monitor::of).find_map(|monitor| {
        let name = string(monitor.node.get("name")).unwrap_or_default();
        monitor.edges.iter().find_map(|edge| {
            let guard = SourceFile::new("", edge.guard.clone()?);
            if file != guard_file(&name, &edge.from, &edge.to) {
                return None;
            }
            let (start, end) = (guard.byte(from)?, guard.byte(to)?);
            let node = edge.node.get("guard")?;
            let place = |byte: usize| source.position(position_in_string(text, node, byte) as u32);
            let ((line, column), (end_line, end_column)) = (place(start), place(end));
            Some(GuardPlace { line, column, end_line, end_column })
        })
    })
}

/// A monitor that was read from a text.
struct Monitor<'n> {
    node: &'n JsonNode,
    initial: String,
    edges: Vec<Edge<'n>>,
}

struct Edge<'n> {
    node: &'n JsonNode,
    from: String,
    to: String,
    guard: Option<String>,
}

impl Edge<'_> {
    fn mentions(&self, state: &str) -> bool {
        self.from == state || self.to == state
    }
}

impl<'n> Monitor<'n> {
    fn of(node: &'n JsonNode) -> Self {
        let edge = |node: &'n JsonNode| {
            let state = |key| string(node.get(key)).unwrap_or_default();
            Edge { node, from: state("from"), to: state("to"), guard: string(node.get("guard")) }
        };
        Self {
            node,
            initial: string(node.get("initial")).unwrap_or_default(),
            edges: items(node.get("edges")).iter().map(edge).collect(),
        }
    }

    fn written(&self, units: &Units) -> WrittenMonitor {
        let mut places: IndexMap<String, Vec<TextRange>> = IndexMap::default();
        for node in self.mentions() {
            places.entry(string(Some(node)).unwrap_or_default()).or_default().push(units.range(node.span));
        }
        let uses = self.uses();
        let mut edges_at: IndexMap<&str, Vec<usize>> = IndexMap::default();
        for (place, edge) in self.edges.iter().enumerate() {
            edges_at.entry(&edge.from).or_default().push(place);
            if edge.to != edge.from {
                edges_at.entry(&edge.to).or_default().push(place);
            }
        }
        let state = |&name: &&str| {
            let edges = edges_at.get(name).map_or(&[][..], Vec::as_slice);
            let lost = self.lost(&uses, edges.iter().copied()).into_iter().filter(|other| *other != name);
            WrittenState {
                name: name.to_owned(),
                ranges: places.get(name).cloned().unwrap_or_default(),
                edges: edges.len() as u32,
                lost: lost.map(str::to_owned).collect(),
            }
        };
        let edge = |(place, edge): (usize, &Edge<'_>)| WrittenEdge {
            from: edge.from.clone(),
            to: edge.to.clone(),
            guard: edge.guard.clone(),
            range: units.range(edge.node.span),
            lost: self.lost(&uses, std::iter::once(place)).into_iter().map(str::to_owned).collect(),
        };
        WrittenMonitor {
            name: string(self.node.get("name")).unwrap_or_default(),
            initial: self.initial.clone(),
            target: strings(self.node.get("target")),
            repeating: strings(self.node.get("repeating")),
            states: uses.keys().map(state).collect(),
            edges: self.edges.iter().enumerate().map(edge).collect(),
            range: units.range(self.node.span),
        }
    }

    /// The states in their order, and how often the monitor mentions each, without where it accepts.
    fn uses(&self) -> IndexMap<&str, usize> {
        let mut uses = IndexMap::from([(self.initial.as_str(), 1)]);
        for state in self.edges.iter().flat_map(|edge| [edge.from.as_str(), &edge.to]) {
            *uses.entry(state).or_default() += 1;
        }
        uses
    }

    /// The states that go when edges do: nothing else mentions them.
    fn lost<'s>(&'s self, uses: &IndexMap<&'s str, usize>, gone: impl Iterator<Item = usize>) -> Vec<&'s str> {
        let mut ends: IndexMap<&str, usize> = IndexMap::default();
        for edge in gone.map(|place| &self.edges[place]) {
            *ends.entry(&edge.from).or_default() += 1;
            *ends.entry(&edge.to).or_default() += 1;
        }
        ends.retain(|state, count| uses.get(state) == Some(count));
        let mut lost: Vec<&str> = ends.into_keys().collect();
        lost.compact_sort_by_key(|state| uses.get_index_of(state));
        lost
    }

    /// Everywhere that a state is mentioned.
    fn mentions(&self) -> impl Iterator<Item = &'n JsonNode> {
        let node = self.node;
        let accepting = Acceptance::ALL.into_iter().flat_map(move |kind| items(node.get(kind.key())));
        let ends = self.edges.iter().flat_map(|edge| [edge.node.get("from"), edge.node.get("to")]);
        node.get("initial").into_iter().chain(accepting).chain(ends.flatten())
    }

    /// Removes edges, and with them the states that only they mention.
    fn remove_edges(&self, editor: &mut TextEditor<'_>, is_gone: impl Fn(usize) -> bool) {
        let Some(edges) = self.node.get("edges") else { return };
        editor.remove(edges, &is_gone);
        let lost = self.lost(&self.uses(), (0..self.edges.len()).filter(|&place| is_gone(place)));
        for kind in Acceptance::ALL {
            self.reject(editor, kind, |state| lost.contains(&state));
        }
    }

    /// Removes states from those at which a run is accepted.
    fn reject(&self, editor: &mut TextEditor<'_>, kind: Acceptance, is_meant: impl Fn(&str) -> bool) {
        if let Some(list) = self.node.get(kind.key()) {
            let states = strings(Some(list));
            editor.remove(list, |place| is_meant(&states[place]));
        }
    }
}
