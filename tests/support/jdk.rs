//! The JDK, if there is one.

use std::process::Command;

/// Whether Java programs can be compiled and run here.
pub fn is_there() -> bool {
    ["java", "javac"].iter().all(|tool| Command::new(tool).arg("-version").output().is_ok_and(|o| o.status.success()))
}
