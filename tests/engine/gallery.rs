//! The gallery as a whole: no example is missing, and its table of contents is up to date.

use std::path::Path;

use crate::support::tasks::tasks;
use expect_test::expect_file;
use hrglass::task::{NoFiles, TABS, Task, VIEW_KEYS, examples, load};

/// The examples, as read by the engine.
fn gallery() -> Vec<(&'static str, Task)> {
    let read = |&(id, text): &(&'static str, &str)| {
        let loaded = load(text, id, &mut NoFiles);
        let errors: Vec<_> =
            loaded.diagnostics.iter().filter(|d| d.severity == hrglass::base::Severity::Error).collect();
        assert!(errors.is_empty(), "{id}: {errors:?}");
        (id, loaded.task)
    };
    examples().iter().map(read).collect()
}

/// Every document below `examples/` is in the library, except for the benchmark.
#[test]
fn no_example_is_forgotten() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let id = |path: &Path| {
        let path = path.strip_prefix(&folder).expect("below the folder").with_extension("");
        path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    let mut found: Vec<String> = tasks("examples").iter().map(|(path, _)| id(path)).collect();
    found.sort_unstable();
    found.retain(|id| !id.starts_with("benchmark/"));
    let mut known: Vec<&str> = examples().iter().map(|&(id, _)| id).collect();
    known.sort_unstable();
    assert_eq!(found, known);
}

/// Titles, descriptions, tags and views of the documents are read.
#[test]
fn texts_tags_and_views_are_read() {
    for ((id, task), (_, text)) in gallery().iter().zip(examples()) {
        let document: serde_json::Value = serde_json::from_str(text).expect("strict JSON");
        let read = task.to_value();
        for key in ["title", "description", "look", "tags", "figure", "de", "view"] {
            assert_eq!(read.get(key), document.get(key), "{id}: {key}");
        }
        assert!(task.view.keys().all(|key| VIEW_KEYS.contains(&key.as_str())), "{id}: {:?}", task.view);
        assert!(task.view.get("tab").is_none_or(|tab| TABS.contains(&tab.as_str())), "{id}: {:?}", task.view);
    }
}

/// To update it: `UPDATE_EXPECT=1 cargo test gallery::`.
#[test]
fn the_table_of_contents_is_up_to_date() {
    let mut text = "# Examples\n\nEach is a [task document](../docs/input-formats.md); \
        `hrglass check lists/reverse` runs one, and the playground shows them all. \
        The last column lists the figures of [HMC](../docs/theory.md#references) that an example shows.\n\
        `benchmark/` contains the tasks of the [benchmark](../docs/benchmark.md).\n"
        .to_owned();
    let mut subject = "";
    for (id, task) in gallery() {
        let folder = id.split('/').next().unwrap_or_default();
        if folder != subject {
            subject = folder;
            text.push_str(&format!("\n## {folder}\n\n| example | | tags | figures |\n| --- | --- | --- | --- |\n"));
        }
        let (name, tags) = (id.rsplit('/').next().unwrap_or_default(), task.tags.join(", "));
        let figure = task.figure.unwrap_or_default();
        text.push_str(&format!("| [{name}]({id}.json) | {} | {tags} | {figure} |\n", task.title));
    }
    expect_file!["../../examples/README.md"].assert_eq(&text);
}
