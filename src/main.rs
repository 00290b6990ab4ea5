//! The command line of hrglass.

/// Runs the command line; see `hrglass --help`.
#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    hrglass::cli::main()
}

/// There is no command line in a browser.
#[cfg(target_arch = "wasm32")]
fn main() {}
