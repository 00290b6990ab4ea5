//! The JSON Schema of reports, generated from their types: `docs/schema/hrglass.result-3.json`.

use std::path::Path;

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};

use super::{Report, SCHEMA};

/// Where the schema is published.
const FILE: &str = "docs/schema/hrglass.result-3.json";

/// Set, the test writes the file instead of comparing it.
const UPDATE: &str = "UPDATE_SCHEMA";

fn schema() -> String {
    // Lines of comments end where the source does.
    let unwrap = |schema: &mut Schema| {
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = text.replace('\n', " ");
        }
    };
    let generator =
        SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(unwrap)).into_generator();
    let mut schema = generator.into_root_schema_for::<Report>();
    schema.insert("title".to_owned(), SCHEMA.into());
    schema.insert("description".to_owned(), "The report of one task.".into());
    if let Some(properties) = schema.get_mut("properties").and_then(|p| p.get_mut("schema")) {
        *properties = json!({"const": SCHEMA});
    }
    format!("{}\n", serde_json::to_string_pretty(&schema).expect("plain data"))
}

#[test]
fn the_published_schema_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(FILE);
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, schema()).expect("the folder is there");
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(published == schema(), "{FILE} is stale: {UPDATE}=1 cargo test -p hrglass-report schema");
}
