//! Operations on tree automata, compared with their definitions on all small automata and on random ones.
//!
//! The oracle has automata and trees of its own, and knows of a set of trees only what the definition of runs says.

mod definitions;
mod generate;
mod inclusion;
mod limits;
mod naive;
mod relations;
mod small;
mod timbuk;

/// The number of random cases, multiplied by `AUTOMATA_SCALE` of the environment.
fn scaled(count: u64) -> u64 {
    let scale = std::env::var("AUTOMATA_SCALE").ok().and_then(|text| text.parse::<u64>().ok());
    count * scale.unwrap_or(1)
}
