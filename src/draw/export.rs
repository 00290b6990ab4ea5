//! Exported files: pictures as SVG, TikZ and DOT, data as JSON, executed runs as initial heaps and as JUnit tests,
//! proofs and runs as witnesses.

pub mod automata;
pub mod dot;
pub mod evidence;
mod look;
pub mod picture;
pub mod svg;
pub mod tikz;
pub mod witness;
