//! Terms, formulas and answers of `solve`, compared with their definition.

mod naive;
mod simplification;

/// The number of random cases, multiplied by `SOLVE_SCALE` of the environment.
fn scaled(count: usize) -> usize {
    let scale = std::env::var("SOLVE_SCALE").ok().and_then(|text| text.parse().ok());
    count * scale.unwrap_or(1)
}
