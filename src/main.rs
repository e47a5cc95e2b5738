//! argv -> [`sanqi::cli`] -> exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    sanqi::cli::run(std::env::args_os())
}
