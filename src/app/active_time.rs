//! Time in which the program was active: monotonic, and without the times when it was suspended. Clocks of games use
//! nothing else, so neither Ctrl-Z nor a changed date costs a player anything.

use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// Interval at which a thread reads the time while a clock is used, and the interval between two readings from which the
/// program was suspended in between.
const HEARTBEAT: Duration = Duration::from_millis(100);
const MAX_INTERVAL: Duration = Duration::from_millis(500);

/// Source of the time since some start.
#[derive(Clone)]
pub struct TimeSource(Arc<dyn Fn() -> Duration + Send + Sync>);

impl TimeSource {
    /// The time of this program.
    pub fn system() -> TimeSource {
        TimeSource(Arc::new(|| {
            let mut guard = ACTIVE_TIME.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            guard.get_or_insert_with(|| ActiveTime::new(now)).read(now)
        }))
    }

    /// A time that a test sets.
    #[cfg(test)]
    pub fn of(now: impl Fn() -> Duration + Send + Sync + 'static) -> TimeSource {
        TimeSource(Arc::new(now))
    }

    pub fn now(&self) -> Duration {
        (self.0)()
    }

    /// Notices from now on when the program is suspended.
    pub fn watch(&self) {
        static THREAD: Once = Once::new();
        THREAD.call_once(|| {
            let now = TimeSource::system();
            // Without the thread, suspensions count.
            let _ = std::thread::Builder::new().name("heartbeat".to_string()).spawn(move || {
                now.now();
                if let Some(time) = ACTIVE_TIME.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
                    time.is_watched = true;
                }
                loop {
                    std::thread::sleep(HEARTBEAT);
                    now.now();
                }
            });
        });
    }
}

static ACTIVE_TIME: Mutex<Option<ActiveTime>> = Mutex::new(None);

/// Time since the start without suspensions, which show as long intervals between readings.
struct ActiveTime {
    start: Instant,
    last: Instant,
    suspended: Duration,
    /// Whether the time is read at short intervals.
    is_watched: bool,
}

impl ActiveTime {
    fn new(now: Instant) -> ActiveTime {
        ActiveTime { start: now, last: now, suspended: Duration::ZERO, is_watched: false }
    }

    fn read(&mut self, now: Instant) -> Duration {
        let interval = now.saturating_duration_since(self.last);
        if self.is_watched && interval > MAX_INTERVAL {
            self.suspended += interval - HEARTBEAT;
        }
        self.last = self.last.max(now);
        (self.last - self.start).saturating_sub(self.suspended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suspension_is_not_counted() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        let mut time = ActiveTime::new(start);
        assert_eq!(time.read(at(5_000)).as_millis(), 5_000, "readings may be rare");
        time.is_watched = true;
        for millis in [5_100, 5_200, 5_650] {
            assert_eq!(time.read(at(millis)).as_millis(), u128::from(millis), "a late heartbeat");
        }
        assert_eq!(time.read(at(3_600_000)).as_millis(), 5_750, "an hour in the background");
        assert_eq!(time.read(at(3_600_100)).as_millis(), 5_850);
        assert_eq!(time.read(at(3_600_000)).as_millis(), 5_850, "it never runs backwards");
    }
}
