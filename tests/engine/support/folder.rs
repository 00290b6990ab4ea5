//! Files beside a task.

use hrglass::base::Message;
use std::path::PathBuf;

use hrglass::task::Files;

/// The files of a folder.
pub(crate) struct Folder(pub PathBuf);

impl Files for Folder {
    fn read(&mut self, path: &str) -> Result<String, Message> {
        std::fs::read_to_string(self.0.join(path)).map_err(Message::verbatim)
    }

    fn list(&mut self, _: &str) -> Result<Vec<String>, Message> {
        Err(Message::verbatim("folders are not listed here"))
    }
}
