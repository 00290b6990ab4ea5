//! Terms, formulas and answers of `solve`, compared with their definition, with enumeration, and with z3.

mod answers;
mod formula;
mod models;
mod naive;
mod robustness;
mod simplification;
mod text;
mod z3;

/// The number of random cases, multiplied by `SOLVE_SCALE` of the environment.
fn scaled(count: usize) -> usize {
    let scale = std::env::var("SOLVE_SCALE").ok().and_then(|text| text.parse().ok());
    count * scale.unwrap_or(1)
}
