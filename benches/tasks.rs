//! Whole tasks: the largest ones of the benchmark, and the complete benchmark.

#[path = "../tests/engine/support/folder.rs"]
mod folder;

use std::path::{Path, PathBuf};

use divan::{Bencher, black_box};
use folder::Folder;
use hrglass::base::Silent;
use hrglass::session::run;
use hrglass::task::{Loaded, load};

fn main() {
    divan::main();
}

/// The largest tasks, and a small one for the minimum cost of a task.
const TASKS: &[&str] = &[
    "Tree_traverseRecursive_neighborhoodPreservance",
    "DLList_reverse_neighborhoodPreservance",
    "Tree_build_shape",
    "Tree_traverseRecursive_completeness",
    "Tree_getLeftmostChild_neighborhoodPreservance",
    "SLList_traverse_memory",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/benchmark")
}

fn read(task: &str) -> Loaded {
    let text = std::fs::read_to_string(folder().join(format!("{task}.json"))).expect("a task");
    load(&text, task, &mut Folder(folder()))
}

/// From the loaded task to its report.
#[divan::bench(args = TASKS)]
fn one(bencher: Bencher, task: &str) {
    let loaded = read(task);
    bencher.bench(|| run(black_box(&loaded), &mut Silent));
}

#[divan::bench(sample_count = 20)]
fn all(bencher: Bencher) {
    let names = std::fs::read_dir(folder()).expect("a folder").filter_map(|e| e.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter_map(|n| Some(n.strip_suffix(".json")?.to_owned())).collect();
    names.sort();
    // Initial heaps are JSON files, too; tasks are named after a class and a method.
    names.retain(|name| name.starts_with(char::is_uppercase) && name.contains('_'));
    let tasks: Vec<Loaded> = names.iter().map(|name| read(name)).collect();
    assert_eq!(tasks.len(), 84);
    bencher.bench(|| tasks.iter().map(|loaded| run(loaded, &mut Silent)).collect::<Vec<_>>());
}
