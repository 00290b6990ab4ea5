//! Files beside a task.

use std::path::PathBuf;

use hrglass::task::Files;

/// The files of a folder.
pub struct Folder(pub PathBuf);

impl Files for Folder {
    fn read(&mut self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(self.0.join(path)).map_err(|e| e.to_string())
    }

    fn list(&mut self, _: &str) -> Result<Vec<String>, String> {
        Err("folders are not listed here".to_owned())
    }
}
