//! The built program, as a user runs it.

use std::io::Write;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An empty directory for a test; the names must differ within each file.
#[track_caller]
pub fn directory(test: &str) -> PathBuf {
    let module = Path::new(Location::caller().file()).file_stem().unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(module).join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The program in a directory.
pub fn program(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hrglass"));
    command.current_dir(directory);
    command
}

pub fn hrglass(directory: &Path, arguments: &[&str]) -> Output {
    program(directory).args(arguments).output().unwrap()
}

/// Checks the exit code, and the texts that standard output and standard error must contain.
#[track_caller]
pub fn check(output: &Output, code: i32, stdout: &str, stderr: &str) {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{out}\n{err}");
    assert!(out.contains(stdout), "{out}");
    assert!(err.contains(stderr), "{err}");
    assert!(!out.contains('\x1b') && !err.contains('\x1b'), "colours without a terminal");
}

/// The program in a directory, given a text on standard input.
pub fn piped(directory: &Path, arguments: &[&str], text: &str) -> Output {
    let mut command = program(directory);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.args(arguments).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// A directory for a test, with these files, also in folders.
#[track_caller]
pub fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let here = directory(name);
    for (file, text) in files {
        let path = here.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    here
}
