//! Monitors as data: what their pictures are drawn from.

use serde::Serialize;

/// A monitor.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MonitorView {
    /// Its name.
    pub name: String,
    /// Its states: the initial one, then the others in the order in which edges mention them.
    pub states: Vec<MonitorStateView>,
    /// Its edges, in the order of the text.
    pub edges: Vec<MonitorEdgeView>,
}

/// A state of a monitor.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MonitorStateView {
    /// Its name.
    pub name: String,
    /// Whether the monitor starts there.
    pub is_initial: bool,
    /// Whether a run that reaches it is accepted.
    pub is_target: bool,
    /// Whether a run that visits it infinitely often is accepted.
    pub is_repeating: bool,
}

/// An edge of a monitor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MonitorEdgeView {
    /// From this state …
    pub source: u32,
    /// … to this one …
    pub target: u32,
    /// … if this holds; without a guard always.
    pub guard: Option<String>,
}
