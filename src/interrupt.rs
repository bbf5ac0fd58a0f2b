//! Ctrl-C, and what else asks a program to end: what takes its time is asked to stop and tells what it has by then.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Raised by Ctrl-C.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Programs that we have started, each with those that it has started: Ctrl-C does not reach them.
static GUESTS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// From now on Ctrl-C raises [`STOP`]. Whoever presses it twice is not kept waiting. Without the handler it ends the
/// program as ever.
pub fn listen() {
    let _ = ctrlc::set_handler(hear);
}

/// The same for what plays for hours with nobody there: what ends it may be `timeout`, a batch system or a terminal that is
/// closed. To be called before there are other threads.
pub fn listen_to_all() {
    #[cfg(unix)]
    ends::listen();
    listen();
}

fn hear() {
    if STOP.swap(true, Ordering::Relaxed) {
        let guests = GUESTS.lock().map_or(Vec::new(), |guests| guests.clone());
        guests.into_iter().for_each(end);
        std::process::exit(130);
    }
}

/// A program runs that is to end when we do, at the latest.
pub fn answer_for(guest: u32) {
    if let Ok(mut guests) = GUESTS.lock() {
        guests.push(guest);
    }
}

/// It has ended.
pub fn forget(guest: u32) {
    if let Ok(mut guests) = GUESTS.lock() {
        guests.retain(|other| *other != guest);
    }
}

/// Ends a program that leads a group, and with it the group.
pub fn end(guest: u32) {
    #[cfg(unix)]
    ends::kill(guest);
    #[cfg(not(unix))]
    let _ = guest;
}

#[cfg(unix)]
mod ends {
    use nix::sys::signal::{SigSet, Signal, killpg};
    use nix::unistd::Pid;

    /// Waits for the signals on a thread of its own.
    pub fn listen() {
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGTERM);
        // Under `nohup` it is not to be heard.
        if hears_hang_up() {
            signals.add(Signal::SIGHUP);
        }
        if signals.thread_block().is_ok() {
            std::thread::spawn(move || {
                while signals.wait().is_ok() {
                    super::hear();
                }
            });
        }
    }

    /// Whether SIGHUP, the first of all signals, is not ignored; where nobody can tell it is left as it is.
    fn hears_hang_up() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.is_some_and(|mask| mask & 1 == 0)
    }

    pub fn kill(guest: u32) {
        // Whoever has left already needs no more.
        let _ = i32::try_from(guest).map(|group| killpg(Pid::from_raw(group), Signal::SIGKILL));
    }
}
