//! The crates depend on each other as the design says, and the documentation shows how.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Each analysis, with the semantics of its own.
const ANALYSES: [&str; 4] = ["boolean-programs", "forest-automata", "graph-grammars", "large-blocks"];
const FRONT_ENDS: [&str; 3] = ["boolean", "c", "java"];

/// The crates of the workspace without the facade, and those that each uses, by their names without `hrglass-`.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--format-version", "1", "--offline"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let metadata: Value = serde_json::from_slice(&cargo.output().expect("cargo runs").stdout).expect("JSON");
    let short = |name: &Value| name.as_str().and_then(|name| name.strip_prefix("hrglass-")).map(str::to_owned);
    let packages = metadata["packages"].as_array().expect("packages").iter();
    let uses = |package: &Value| -> Vec<String> {
        let all = package["dependencies"].as_array().expect("dependencies").iter();
        let mut own: Vec<String> =
            all.filter(|own| own["kind"].is_null()).filter_map(|own| short(&own["name"])).collect();
        own.sort();
        own
    };
    packages.filter_map(|package| Some((short(&package["name"])?, uses(package)))).collect()
}

#[test]
fn analyses_and_front_ends_do_not_know_each_other() {
    let crates = dependencies();
    for front_end in FRONT_ENDS {
        assert_eq!(crates[front_end], ["base", "program"], "{front_end}");
    }
    for analysis in ANALYSES {
        let others: Vec<&String> = crates[analysis].iter().filter(|own| ANALYSES.contains(&own.as_str())).collect();
        assert!(others.is_empty(), "{analysis} uses {others:?}");
    }
    for foundation in ["base", "bdd", "bitvec", "heap-grammar", "ltl", "rsm", "tree-automata"] {
        assert!(!crates[foundation].contains(&"program".to_owned()), "{foundation} knows programs");
    }
}

/// To update it: `UPDATE_EXPECT=1 cargo test crates::`.
#[test]
fn the_documentation_shows_the_dependencies() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    let text = std::fs::read_to_string(&path).expect("text");
    let (start, end) = ("<!-- crates -->\n", "<!-- /crates -->");
    let from = text.find(start).expect("a start") + start.len();
    let to = text.find(end).expect("an end");
    let drawn = drawing(&dependencies());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, format!("{}{drawn}{}", &text[..from], &text[to..])).expect("it is written");
    } else {
        assert!(text[from..to] == drawn, "docs/architecture.md does not show the crates as they are");
    }
}

/// The crates as a graph without edges that follow from others, and as a table.
fn drawing(crates: &BTreeMap<String, Vec<String>>) -> String {
    let mut text = "```mermaid\nflowchart LR\n".to_owned();
    for (name, uses) in crates {
        let follows = |other: &String| uses.iter().any(|between| between != other && reaches(crates, between, other));
        uses.iter().filter(|other| !follows(other)).for_each(|other| text += &format!("  {name} --> {other}\n"));
    }
    text += "```\n\n| crate | uses |\n| --- | --- |\n";
    for (name, uses) in crates {
        let list = if uses.is_empty() { "–".to_owned() } else { uses.join(", ") };
        text += &format!("| `{name}` | {list} |\n");
    }
    text
}

fn reaches(crates: &BTreeMap<String, Vec<String>>, from: &str, to: &str) -> bool {
    crates[from].iter().any(|next| next == to || reaches(crates, next, to))
}
