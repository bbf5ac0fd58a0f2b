//! The program `houserule`.

use std::process::ExitCode;

fn main() -> ExitCode {
    houserule_app::cli::run()
}
