//! Exported files: pictures as SVG, TikZ and DOT, data as JSON, and runs as tests for JUnit.

pub mod dot;
pub mod junit;
mod look;
pub mod picture;
pub mod svg;
pub mod tikz;
