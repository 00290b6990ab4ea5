//! Files for elsewhere: pictures as SVG, TikZ and DOT, data as JSON, executed runs as initial heaps and as tests for JUnit.

pub mod dot;
pub mod evidence;
mod look;
pub mod picture;
pub mod svg;
pub mod tikz;
