//! Clocks as prompts show them: every time in the same width, whatever is left.

use std::time::Duration;

use super::{Clock, TimeLeft};
use houserule_core::mechanics::Seat;

/// Below this time, tenths of a second are shown.
const SHOWS_TENTHS: Duration = Duration::from_secs(10);

/// How times are written: a width that all times of a clock share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockFace {
    width: usize,
}

impl ClockFace {
    /// Returns the face for a clock, wide enough for its longest time.
    pub fn of(clock: &Clock) -> ClockFace {
        let controls = || Seat::all(clock.player_count()).filter_map(|player| clock.control_of(player));
        let has_hours = controls().any(|control| control.time >= Duration::from_secs(3600));
        // `1:00:00`, `10:00`, and a sign where players may go on over time.
        let digits = if has_hours { 8 } else { 5 };
        ClockFace { width: digits + usize::from(controls().any(|control| control.penalty.is_some())) }
    }

    /// Writes a time: ` 9:58`, `  9.8`, `1:30:00`, `-0:12` over time, and `-` without a limit. Seconds that have begun
    /// count as whole, so `0:00` means that no time is left.
    pub fn write(self, time: Option<TimeLeft>) -> String {
        let text = match time {
            None => "-".to_string(),
            Some(TimeLeft { over, .. }) if !over.is_zero() => format!("-{}", self.digits(over)),
            Some(TimeLeft { left, .. }) if left < SHOWS_TENTHS && !left.is_zero() => {
                // Rounded down, but never to nothing.
                let tenths = (left.as_millis() / 100).max(1);
                format!("{}.{}", tenths / 10, tenths % 10)
            }
            Some(TimeLeft { left, .. }) => self.digits(left),
        };
        format!("{text:>width$}", width = self.width)
    }

    fn digits(self, time: Duration) -> String {
        let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let minutes_only = format!("{}:{seconds:02}", hours * 60 + minutes);
        let texts = [
            if hours == 0 || minutes_only.len() <= 5 && self.width < 8 { minutes_only } else { String::new() },
            format!("{hours}:{minutes:02}:{seconds:02}"),
            // An increment can add hours to a clock of minutes.
            format!("{hours}h{minutes:02}"),
            format!("{hours}h"),
        ];
        let fits = |text: &String| !text.is_empty() && text.len() <= self.width;
        texts.into_iter().find(fits).unwrap_or_else(|| ">".repeat(self.width))
    }
}
