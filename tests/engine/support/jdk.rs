//! The JDK, if there is one, and a substitute for JUnit.

use std::process::Command;

/// Whether Java programs can be compiled and run here.
pub fn is_there() -> bool {
    ["java", "javac"].iter().all(|tool| Command::new(tool).arg("-version").output().is_ok_and(|o| o.status.success()))
}

/// The substitute for JUnit, by file name.
pub const JUNIT: [(&str, &str); 4] = [
    ("Assertions.java", include_str!("junit/Assertions.java")),
    ("Assumptions.java", include_str!("junit/Assumptions.java")),
    ("Executable.java", include_str!("junit/Executable.java")),
    ("Test.java", include_str!("junit/Test.java")),
];
