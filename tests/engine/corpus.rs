//! Replays the initial inputs of the fuzzers, the corpus, and the inputs that have revealed faults.

use std::path::Path;

#[path = "../../fuzz/src/bodies/mod.rs"]
mod bodies;

use bodies::{TARGETS, Target, replay};

/// The inputs of a fuzzer in one of the folders, by name.
fn kept(folder: &str, target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(folder).join(target.name);
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut inputs: Vec<_> = files
        .map(|file| (file.file_name().to_string_lossy().into_owned(), std::fs::read(file.path()).expect("a file")))
        .collect();
    inputs.sort();
    inputs
}

fn all(inputs: impl Fn(&Target) -> Vec<(String, Vec<u8>)>) {
    for target in &TARGETS {
        for (name, input) in inputs(target) {
            println!("{}/{name}", target.name);
            replay(target.name, &input);
        }
    }
}

#[test]
fn seeds() {
    all(|target| {
        let seeds = (target.seeds)();
        assert!(!seeds.is_empty(), "{} starts with nothing", target.name);
        seeds.into_iter().map(|(name, text)| (name, text.into_bytes())).collect()
    });
}

#[test]
fn corpus() {
    all(|target| kept("corpus", target));
}

#[test]
fn regressions() {
    all(|target| kept("regressions", target));
}

#[test]
fn every_fuzzer_has_a_binary() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/fuzz_targets");
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut found: Vec<_> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    let mut names: Vec<_> = TARGETS.iter().map(|target| format!("{}.rs", target.name)).collect();
    found.sort();
    names.sort();
    assert_eq!(found, names);
}
