//! Settings files (`.attestor`): command lines of the Attestor tool, with one or more options per line.
//!
//! `lex` splits lines into tokens, `table` lists the options, `import` applies them, `export` writes a settings
//! file for a task. Options that only control exports of that tool are accepted and reported as ignored. If there is no
//! limit (`--max-state-space`, `--max-heap`), our default applies, not that tool's.

mod classpath;
mod export;
pub(super) mod import;
mod lex;
mod table;

pub use export::{Exported, export_settings};
pub use import::import_arguments;
