//! Clocks in saved games: the control, and the times after every move as one word each.

use std::time::Duration;

use super::{Clock, ClockError, TimeControl, TimeLeft, Times};
use houserule_core::names::Names;
use houserule_core::text::one_line;
use serde::{Deserialize, Serialize};

/// Clock in a record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedClock {
    /// The time control.
    pub control: String,
    /// Times in milliseconds: a word for the start, one after every move, undone ones too, and one for now. Empty if only
    /// the control is known, as in files of other programs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub times: String,
}

impl SavedClock {
    /// Whether more than the control is known.
    pub fn has_times(&self) -> bool {
        !self.times.trim().is_empty()
    }
}

/// Writes the times of all players: `598000/600000`, a negative number over time, `-` without a limit.
fn write_times(times: &Times) -> String {
    let word = |time: &Option<TimeLeft>| match time {
        None => "-".to_string(),
        Some(TimeLeft { left, over }) if over.is_zero() => left.as_millis().to_string(),
        // After a penalty an increment may have added time again.
        Some(TimeLeft { left, over }) if left.is_zero() => format!("-{}", over.as_millis().max(1)),
        Some(TimeLeft { left, over }) => format!("{}-{}", left.as_millis(), over.as_millis().max(1)),
    };
    times.iter().map(word).collect::<Vec<_>>().join("/")
}

fn read_times(word: &str) -> Option<Times> {
    let millis = |text: &str| match text {
        "" => Some(Duration::ZERO),
        text if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok().map(Duration::from_millis),
        _ => None,
    };
    let time = |text: &str| match text.split_once('-') {
        Some(("", "")) => Some(None),
        Some((left, over)) => Some(Some(TimeLeft { left: millis(left)?, over: millis(over)? })),
        None if text.is_empty() => None,
        None => Some(Some(TimeLeft { left: millis(text)?, over: Duration::ZERO })),
    };
    word.split('/').map(time).collect()
}

impl Clock {
    /// Returns the clock for a record of a game with some moves, undone ones too.
    pub fn to_saved(&self, moves: usize) -> SavedClock {
        let states = self.history.iter().take(moves + 1).chain([&self.times]);
        let times: Vec<String> = states.map(write_times).collect();
        SavedClock { control: self.control.to_string(), times: times.join(" ") }
    }

    /// Restores a clock; `None` if the record contains no times.
    pub fn from_saved(saved: &SavedClock, names: &Names) -> Result<Option<Clock>, ClockError> {
        let control: TimeControl = saved.control.parse()?;
        let mut clock = Clock::new(control, names, |seat| seat, 0)?;
        if !saved.has_times() {
            return Ok(None);
        }
        let fits = |times: &Times| {
            times.len() == clock.times.len()
                && times.iter().zip(&clock.players).all(|(time, player)| time.is_some() == player.is_some())
        };
        let invalid = |word: &str| ClockError::Times(one_line(word, 40));
        let read = |word: &str| read_times(word).filter(fits).ok_or_else(|| invalid(word));
        let mut states = saved.times.split_whitespace().map(read).collect::<Result<Vec<Times>, _>>()?;
        let (Some(now), true) = (states.pop(), !states.is_empty()) else { return Err(invalid(&saved.times)) };
        (clock.times, clock.history) = (now, states);
        Ok(Some(clock))
    }
}
