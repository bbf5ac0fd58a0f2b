//! Ctrl-C: what takes its time is asked to stop and tells what it has by then.

use std::sync::atomic::{AtomicBool, Ordering};

/// Raised by Ctrl-C.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C raises [`STOP`]. Whoever presses it twice is not kept waiting. Without the handler it ends the
/// program as ever.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}
