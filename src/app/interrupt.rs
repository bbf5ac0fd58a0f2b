//! Ctrl-C, and what else asks a program to end: what takes its time is asked to stop and tells what it has by then.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

pub use houserule_script::stop::STOP;

/// Programs that we have started, each with those that it has started: Ctrl-C does not reach them.
static GUESTS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// When [`STOP`] was raised last.
static RAISED: Mutex<Option<Instant>> = Mutex::new(None);

/// What asks a program to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Request {
    /// Ctrl-C, which people press a second time when they do not want to wait.
    Interrupt,
    /// SIGTERM and SIGHUP. A batch system may send several at once to make sure that one arrives.
    Terminate,
}

impl Request {
    /// How soon after the first request another one is part of the same: `timeout` sends its signal to the program and,
    /// within a millisecond, to the whole group.
    fn same_within(self) -> Duration {
        match self {
            // Nobody presses a key twice within that time.
            Request::Interrupt => Duration::from_millis(20),
            Request::Terminate => Duration::from_secs(1),
        }
    }

    /// Whether it ends the program at once, so long after the first one.
    fn is_final(self, after: Duration) -> bool {
        after > self.same_within()
    }
}

/// From now on Ctrl-C raises [`STOP`], and a second Ctrl-C ends the program at once. Without the handler the first one
/// does.
pub fn listen() {
    let _ = ctrlc::set_handler(|| hear(Request::Interrupt));
}

/// The same for what plays for hours with nobody there: what ends it may be `timeout`, a batch system or a terminal that is
/// closed. To be called before there are other threads.
pub fn listen_to_all() {
    #[cfg(unix)]
    ends::listen();
    listen();
}

fn hear(request: Request) {
    let now = Instant::now();
    let Ok(mut raised) = RAISED.lock() else { return };
    if !STOP.swap(true, Ordering::Relaxed) {
        *raised = Some(now);
        return;
    }
    if raised.is_none_or(|raised| request.is_final(now.saturating_duration_since(raised))) {
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
                    super::hear(super::Request::Terminate);
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

#[cfg(test)]
mod tests {
    use super::Request::{Interrupt, Terminate};
    use super::*;

    #[test]
    fn only_a_second_ctrl_c_or_a_late_signal_ends_at_once() {
        let after = |request: Request| [1, 100, 2000].map(|ms| request.is_final(Duration::from_millis(ms)));
        assert_eq!(after(Interrupt), [false, true, true]);
        assert_eq!(after(Terminate), [false, false, true]);
    }
}
