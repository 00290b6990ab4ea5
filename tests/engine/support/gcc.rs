//! GCC, if there is one.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether it is there; says so if it is not.
pub fn is_there() -> bool {
    let found = Command::new("gcc").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: there is no gcc on the PATH");
    }
    found
}

/// A new folder for files of a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Whether GCC can link programs for a data model, `-m32` or `-m64`, and has its headers.
pub fn links(folder: &Path, option: &str) -> bool {
    let file = folder.join("empty.c");
    std::fs::write(&file, "#include <limits.h>\nint main(void) { return 0; }\n").expect("it is written");
    let status =
        Command::new("gcc").arg(option).arg("-o").arg(folder.join("empty")).arg(file).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// A program that is compiled with these options.
pub fn compiled(folder: &Path, options: &[&str], program: &str) -> PathBuf {
    let (file, binary) = (folder.join("all.c"), folder.join("all"));
    std::fs::write(&file, program).expect("it is written");
    let usual = ["-std=gnu11", "-O0", "-w", "-o"];
    let compiled =
        Command::new("gcc").args(options).args(usual).arg(&binary).arg(&file).arg("-lm").output().expect("gcc runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    binary
}

/// What a program prints that is compiled with these options.
pub fn output(folder: &Path, options: &[&str], program: &str) -> String {
    let output = Command::new(compiled(folder, options, program)).output().expect("it runs");
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}
