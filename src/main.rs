//! Turns what [`houserule::cli::run`] found into an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    houserule::cli::run()
}
