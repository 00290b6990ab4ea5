//! The command line of hrglass.

/// Runs the command line; see `hrglass --help`.
fn main() -> std::process::ExitCode {
    cli::main()
}
