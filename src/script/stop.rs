//! Flag that asks long work to stop.

use std::sync::atomic::AtomicBool;

/// Set when the user asks the program to stop, for example with Ctrl-C. Long work polls it.
pub static STOP: AtomicBool = AtomicBool::new(false);
