//! The JSON Schemas of what commands print, generated from its types: the files in `docs/schema`.

use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};

use super::bench;
use super::compare::Comparison;
use draw::components::{RsmComponentView, RsmView};
use draw::export::automata::AutomataView;
use draw::heap_diff::HeapDiff;
use draw::scene::Scene;
use propose::editor::TaskSentence;
use report::contracts::ContractView;
use report::heap::{BoxView, HeapView};
use report::proof::ProofView;
use report::space::StateSpaceView;
use report::valuation::ValuationView;
use report::{Report, SCHEMA};

/// Set, the test writes the files instead of comparing them.
const UPDATE: &str = "UPDATE_SCHEMA";

/// What `hrglass explore --format json` and `--format scene` print, depending on `--view`.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Explored {
    /// `--view statespace`.
    Statespace(StateSpaceView),
    /// `--view rsm`.
    Machine(RsmView),
    /// `--view rsm --component N`.
    Component(RsmComponentView),
    /// `--view proof`.
    Proof(ProofView),
    /// `--view heap`.
    Heap(HeapView),
    /// `--view heap` of a boolean program.
    Valuation(ValuationView),
    /// `--view heap --before N`.
    Difference(HeapDiff),
    /// `--view contracts`.
    Contracts(Vec<ContractView>),
    /// `--view boxes`.
    Boxes(Vec<BoxView>),
    /// `--view cfa`.
    Automata(AutomataView),
    /// `--format scene`.
    Scene(Scene),
}

/// The schema of a type that is printed.
fn schema<T: JsonSchema>(title: &str, description: &str) -> Schema {
    // Lines of comments end where the source does.
    let unwrap = |schema: &mut Schema| {
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = text.replace('\n', " ");
        }
    };
    let generator =
        SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(unwrap)).into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    schema.insert("description".to_owned(), description.into());
    schema
}

/// All schemas, with the names of their files.
fn schemas() -> Vec<(&'static str, Schema)> {
    let mut report = schema::<Report>(SCHEMA, "The report of one task.");
    if let Some(properties) = report.get_mut("properties").and_then(|p| p.get_mut("schema")) {
        *properties = json!({"const": SCHEMA});
    }
    vec![
        ("hrglass.result-3.json", report),
        ("bench.json", schema::<bench::Table>("hrglass bench", "What `hrglass bench --format json` prints.")),
        ("compare.json", schema::<Comparison>("hrglass compare", "What `hrglass compare --format json` prints.")),
        (
            "explore.json",
            schema::<Explored>("hrglass explore", "What `hrglass explore --format json` or `--format scene` prints."),
        ),
        (
            "properties.json",
            schema::<Vec<TaskSentence>>("hrglass properties", "What `hrglass properties --format json` prints."),
        ),
    ]
}

#[test]
fn the_published_schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    for (file, schema) in schemas() {
        let schema = format!("{}\n", serde_json::to_string_pretty(&schema).expect("plain data"));
        if std::env::var_os(UPDATE).is_some() {
            std::fs::write(folder.join(file), &schema).expect("the folder is there");
        }
        let published = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        assert!(published == schema, "docs/schema/{file} is stale: {UPDATE}=1 cargo test -p hrglass-cli schema");
    }
}
