//! Settings files (`.attestor`): the command lines of the Attestor tool, one option or more on a line.
//!
//! `lex` splits lines into tokens, `table` knows the options, `import` carries them out, `export` writes a settings
//! file for a task. Options that only steer exports of that tool are accepted and reported as ignored. An option that
//! sets no limit (`--max-state-space`, `--max-heap`) leaves our default, not that tool's.

mod classpath;
mod export;
pub(super) mod import;
mod lex;
mod table;

pub use export::{Exported, export_settings};
pub use import::import_arguments;
