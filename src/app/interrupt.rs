//! Handling of Ctrl-C and termination signals: long computations are asked to stop and report what they have so far.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

pub use houserule_script::stop::STOP;

/// Leaders of the process groups that we started; Ctrl-C does not reach them.
static CHILD_GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// When [`STOP`] was last raised.
static RAISED_AT: Mutex<Option<Instant>> = Mutex::new(None);

/// A request to end the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StopRequest {
    /// Ctrl-C. A second one ends the program at once.
    Interrupt,
    /// SIGTERM and SIGHUP. A batch system may send several at once to make sure that one arrives.
    Terminate,
}

impl StopRequest {
    /// Time within which further requests count as the same one: `timeout` sends its signal to the program and, within
    /// a millisecond, to the whole group.
    fn debounce_time(self) -> Duration {
        match self {
            // Too short for a second press of the keys.
            StopRequest::Interrupt => Duration::from_millis(20),
            StopRequest::Terminate => Duration::from_secs(1),
        }
    }

    /// Whether this request, `elapsed` after the first one, ends the program at once.
    fn is_final(self, elapsed: Duration) -> bool {
        elapsed > self.debounce_time()
    }
}

/// Installs the Ctrl-C handler: the first Ctrl-C raises [`STOP`], the second ends the program at once. If it cannot be
/// installed, the first one ends the program.
pub fn handle_ctrl_c() {
    handle_ctrl_c_with(|| ());
}

/// Like [`handle_ctrl_c`], for a loop that hears of each Ctrl-C and lowers [`STOP`] again.
pub fn handle_ctrl_c_with(notify: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(move || {
        handle(StopRequest::Interrupt);
        notify();
    });
}

/// Makes the line editor return, which waits for a key: its handler of SIGINT takes this for a Ctrl-C. Where there are no
/// signals it does nothing, and the editor returns with the line.
pub fn wake_line_editor() {
    #[cfg(unix)]
    signals::raise_interrupt();
}

/// Like [`handle_ctrl_c`], for long runs without a user: handles SIGTERM and SIGHUP too, from `timeout`, a batch system
/// or a closed terminal. Call it before other threads start: they inherit the signal mask.
pub fn handle_all_signals() {
    #[cfg(unix)]
    signals::spawn_listener();
    handle_ctrl_c();
}

fn handle(request: StopRequest) {
    let now = Instant::now();
    let Ok(mut raised_at) = RAISED_AT.lock() else { return };
    if !STOP.swap(true, Ordering::Relaxed) {
        *raised_at = Some(now);
        return;
    }
    if raised_at.is_none_or(|first| request.is_final(now.saturating_duration_since(first))) {
        kill_children();
        crate::terminal::restore_keyboard();
        std::process::exit(130);
    }
}

/// Registers a child process that must not outlive the program.
pub fn register_child(pid: u32) {
    if let Ok(mut groups) = CHILD_GROUPS.lock() {
        groups.push(pid);
    }
}

/// Removes a child process that has ended.
pub fn unregister_child(pid: u32) {
    if let Ok(mut groups) = CHILD_GROUPS.lock() {
        groups.retain(|other| *other != pid);
    }
}

/// Kills the process groups that we started and that have not ended.
pub fn kill_children() {
    let groups = CHILD_GROUPS.lock().map_or(Vec::new(), |groups| groups.clone());
    groups.into_iter().for_each(kill_group);
}

/// Kills the process group that `pid` leads.
pub fn kill_group(pid: u32) {
    #[cfg(unix)]
    signals::kill_group(pid);
    #[cfg(not(unix))]
    let _ = pid;
}

#[cfg(unix)]
mod signals {
    use nix::sys::signal::{SigSet, Signal, killpg, raise};
    use nix::unistd::Pid;

    /// Spawns a thread that waits for the signals.
    pub fn spawn_listener() {
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGTERM);
        // `nohup` ignores SIGHUP, so we do too.
        if handles_sighup() {
            signals.add(Signal::SIGHUP);
        }
        if signals.thread_block().is_ok() {
            std::thread::spawn(move || {
                while signals.wait().is_ok() {
                    super::handle(super::StopRequest::Terminate);
                }
            });
        }
    }

    /// Whether SIGHUP, signal 1, is not ignored; false where `/proc` does not say.
    fn handles_sighup() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.is_some_and(|mask| mask & 1 == 0)
    }

    pub fn raise_interrupt() {
        let _ = raise(Signal::SIGINT);
    }

    pub fn kill_group(pid: u32) {
        // Fails if the group has already ended.
        let _ = i32::try_from(pid).map(|group| killpg(Pid::from_raw(group), Signal::SIGKILL));
    }
}

#[cfg(test)]
mod tests {
    use super::StopRequest::{Interrupt, Terminate};
    use super::*;

    #[test]
    fn only_a_second_ctrl_c_or_a_late_signal_ends_at_once() {
        let ends_at_once = |request: StopRequest| [1, 100, 2000].map(|ms| request.is_final(Duration::from_millis(ms)));
        assert_eq!(ends_at_once(Interrupt), [false, true, true]);
        assert_eq!(ends_at_once(Terminate), [false, false, true]);
    }
}
