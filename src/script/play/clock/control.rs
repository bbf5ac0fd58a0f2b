//! Time controls as players write them: `10m`, `10m+5s`, `30s/move`, `15m:-1`, `white=5m,black=10m`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use houserule_core::mechanics::Seat;
use houserule_core::names::Names;
use houserule_core::text::{one_line, series};

/// Longest time of a control.
const MAX_TIME: Duration = Duration::from_secs(24 * 3600);

/// Most points that a begun minute may cost.
const MAX_PENALTY: u32 = 1_000;

/// Longest part of a control that messages quote.
const MAX_SHOWN_LEN: usize = 40;

const FORMS: &str = "10m, 1h30m, 10m+5s (an increment), 30s/move, 15m:-1 (a point for every minute over time) or \
    SEAT=5m,SEAT=10m";

/// What happens at the end of a player's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renewal {
    /// Nothing is added.
    Nothing,
    /// Fischer increment: this time is added.
    Increment(Duration),
    /// The player has the whole time again.
    Whole,
}

/// Time of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerTime {
    /// Time at the start.
    pub time: Duration,
    /// Time that is added.
    pub renewal: Renewal,
    /// Points that every minute begun over time costs. Without a penalty the player loses.
    pub penalty: Option<u32>,
}

/// Time control of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// The same time for everyone.
    Equal(PlayerTime),
    /// The time of single seats, by name. Other seats have no limit.
    BySeat(Vec<(String, PlayerTime)>),
}

/// Reason why a text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClockError {
    /// Text in no known form.
    #[error("invalid clock `{0}`; write {FORMS}")]
    Form(String),
    /// No time at all.
    #[error("invalid clock `{0}`; the time must be more than zero, for example 10m")]
    Zero(String),
    /// Negative time.
    #[error("invalid clock `{0}`; a time cannot be negative, and a penalty is written after a colon, as in 15m:-1")]
    Negative(String),
    /// Time beyond the limit.
    #[error("invalid clock `{0}`; the longest time is 24h")]
    TooLong(String),
    /// Penalty out of range.
    #[error("invalid clock `{0}`; a minute over time costs from 1 to {MAX_PENALTY} points, as in 15m:-1")]
    Penalty(String),
    /// Text and a seat that it names twice.
    #[error("the clock `{0}` names {1} twice; name each seat once")]
    Twice(String, String),
    /// Seat that the game does not have, and its seats.
    #[error("the clock names an unknown seat `{0}`; the seats are {1}")]
    UnknownSeat(String, String),
    /// Times in a record that do not fit its control.
    #[error("invalid times `{0}` of a saved clock")]
    Times(String),
}

impl TimeControl {
    /// Checks that the game has the seats that are named.
    pub fn check_seats(&self, names: &Names) -> Result<(), ClockError> {
        let TimeControl::BySeat(seats) = self else { return Ok(()) };
        match seats.iter().find(|(seat, _)| names.seat(seat).is_none()) {
            None => Ok(()),
            Some((seat, _)) => Err(ClockError::UnknownSeat(one_line(seat, MAX_SHOWN_LEN), series(&names.seats, "and"))),
        }
    }

    /// Returns the control with the seats that its players had at first; `player_of` returns the player who has a seat now.
    pub(super) fn by_player(self, names: &Names, player_of: impl Fn(Seat) -> Seat) -> TimeControl {
        match self {
            TimeControl::Equal(time) => TimeControl::Equal(time),
            TimeControl::BySeat(seats) => {
                let name = |seat: &str| names.seat(seat).map(|seat| names.seats[player_of(seat)].clone());
                TimeControl::BySeat(seats.into_iter().filter_map(|(seat, time)| Some((name(&seat)?, time))).collect())
            }
        }
    }

    /// Returns the time of a seat; `None` if it has no limit.
    pub fn of_seat(&self, seat: Seat, names: &Names) -> Option<PlayerTime> {
        match self {
            TimeControl::Equal(time) => Some(*time),
            TimeControl::BySeat(seats) => {
                seats.iter().find(|(name, _)| names.seat(name) == Some(seat)).map(|(_, time)| *time)
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<TimeControl, ClockError> {
        let compact: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        if !compact.contains('=') {
            return parse_player_time(&compact, text).map(TimeControl::Equal);
        }
        let mut seats: Vec<(String, PlayerTime)> = Vec::new();
        for part in compact.split(',') {
            let (seat, time) = part.split_once('=').ok_or_else(|| ClockError::Form(shown(text)))?;
            if seat.is_empty() {
                return Err(ClockError::Form(shown(text)));
            }
            if seats.iter().any(|(other, _)| other.eq_ignore_ascii_case(seat)) {
                return Err(ClockError::Twice(shown(text), one_line(seat, MAX_SHOWN_LEN)));
            }
            seats.push((seat.to_string(), parse_player_time(time, time)?));
        }
        Ok(TimeControl::BySeat(seats))
    }
}

fn shown(text: &str) -> String {
    one_line(text.trim(), MAX_SHOWN_LEN)
}

/// Parses `10m+5s:-1`; messages show `typed`.
fn parse_player_time(text: &str, typed: &str) -> Result<PlayerTime, ClockError> {
    let typed = shown(typed);
    if text.starts_with('-') || text.contains("+-") {
        return Err(ClockError::Negative(typed));
    }
    let (text, penalty) = match text.split_once(':') {
        None => (text, None),
        Some((time, penalty)) => {
            let points = penalty.strip_prefix('-').filter(|points| points.bytes().all(|byte| byte.is_ascii_digit()));
            let points = points.filter(|points| !points.is_empty()).ok_or_else(|| ClockError::Form(typed.clone()))?;
            let points = points.parse().ok().filter(|points| (1..=MAX_PENALTY).contains(points));
            (time, Some(points.ok_or_else(|| ClockError::Penalty(typed.clone()))?))
        }
    };
    let time = |text: &str| match parse_time(text) {
        None => Err(ClockError::Form(typed.clone())),
        Some(time) if time > MAX_TIME => Err(ClockError::TooLong(typed.clone())),
        Some(time) => Ok(time),
    };
    let (base, renewal) = match (text.strip_suffix("/move"), text.split_once('+')) {
        (Some(base), _) => (time(base)?, Renewal::Whole),
        (None, Some((base, increment))) => match time(increment)? {
            Duration::ZERO => (time(base)?, Renewal::Nothing),
            increment => (time(base)?, Renewal::Increment(increment)),
        },
        (None, None) => (time(text)?, Renewal::Nothing),
    };
    if base.is_zero() {
        return Err(ClockError::Zero(typed));
    }
    Ok(PlayerTime { time: base, renewal, penalty })
}

/// Units from long to short, in milliseconds.
const UNITS: [(&str, f64); 4] = [("h", 3_600_000.0), ("m", 60_000.0), ("s", 1_000.0), ("ms", 1.0)];

/// Parses `1h30m`, `90s` or `0.5s`, to the millisecond.
pub fn parse_time(text: &str) -> Option<Duration> {
    let (mut rest, mut millis, mut next_unit) = (text, 0.0, 0);
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.find(|letter: char| letter.is_ascii_alphabetic())?);
        let (unit, after) =
            after.split_at(after.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(after.len()));
        let index = UNITS.iter().position(|(name, _)| *name == unit).filter(|index| *index >= next_unit)?;
        if !number.starts_with(|first: char| first.is_ascii_digit()) || number.ends_with('.') {
            return None;
        }
        let is_decimal = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        millis += number.parse::<f64>().ok().filter(|_| is_decimal)? * UNITS[index].1;
        (rest, next_unit) = (after, index + 1);
    }
    let is_time = next_unit > 0;
    // Longer times are rejected anyway, and would not fit.
    is_time.then(|| Duration::from_millis(millis.round().min(1e15) as u64))
}

/// Writes a time as players do: `1h30m`, `0.1s`.
pub fn format_time(time: Duration) -> String {
    let (seconds, millis) = (time.as_secs(), time.subsec_millis());
    let mut text = String::new();
    for (amount, unit) in [(seconds / 3600, "h"), (seconds / 60 % 60, "m")] {
        if amount > 0 {
            text += &format!("{amount}{unit}");
        }
    }
    if millis > 0 {
        text += format!("{}.{millis:03}", seconds % 60).trim_end_matches('0');
        text.push('s');
    } else if seconds % 60 > 0 || text.is_empty() {
        text += &format!("{}s", seconds % 60);
    }
    text
}

impl fmt::Display for PlayerTime {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&format_time(self.time))?;
        match self.renewal {
            Renewal::Nothing => {}
            Renewal::Increment(increment) => write!(f, "+{}", format_time(increment))?,
            Renewal::Whole => f.write_str("/move")?,
        }
        match self.penalty {
            None => Ok(()),
            Some(points) => write!(f, ":-{points}"),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TimeControl::Equal(time) => write!(f, "{time}"),
            TimeControl::BySeat(seats) => {
                let seats: Vec<String> = seats.iter().map(|(seat, time)| format!("{seat}={time}")).collect();
                f.write_str(&seats.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<TimeControl>().expect_err(text).to_string()
    }

    #[test]
    fn a_control_is_written_as_it_is_read() {
        for (typed, written) in [
            ("10m", "10m"),
            ("10m+5s", "10m+5s"),
            (" 10m + 5s ", "10m+5s"),
            ("90s", "1m30s"),
            ("1h30m", "1h30m"),
            ("1.5h", "1h30m"),
            ("60m", "1h"),
            ("10s+0.1s", "10s+0.1s"),
            ("10s+100ms", "10s+0.1s"),
            ("5m+0s", "5m"),
            ("30s/move", "30s/move"),
            ("15m:-1", "15m:-1"),
            ("15m+10s:-2", "15m+10s:-2"),
            ("1m/move:-3", "1m/move:-3"),
            ("white=5m,black=10m", "white=5m,black=10m"),
            ("red=5m+2s", "red=5m+2s"),
            ("24h", "24h"),
        ] {
            let control: TimeControl = typed.parse().unwrap_or_else(|error| panic!("{typed}: {error}"));
            assert_eq!(control.to_string(), written, "{typed}");
            assert_eq!(control.to_string().parse(), Ok(control), "{typed}");
        }
    }

    #[test]
    fn text_that_is_no_clock_is_named_with_the_known_forms() {
        let forms = "10m, 1h30m, 10m+5s (an increment), 30s/move, 15m:-1 (a point for every minute over time) or \
            SEAT=5m,SEAT=10m";
        for typed in [
            "",
            "xyzzy",
            "10",
            "10m+",
            "+5s",
            "10m+5",
            "m",
            "5m3h",
            "5m5m",
            "1.2.3s",
            ".5s",
            "5.s",
            "1e3s",
            "10m:1",
            "10m:-",
            "10m:-x",
            "10m/turn",
            "10m+5s/move",
            "30s/move+5s",
            "5m,black=10m",
            "=5m",
            "white=",
            "white=5m,",
            "10 M",
            "١m",
        ] {
            let expected = format!("invalid clock `{}`; write {forms}", typed);
            let message = error(typed);
            // The time of a single seat is shown alone.
            assert!(message == expected || typed.contains('=') && message.ends_with(forms), "{typed}: {message}");
        }
        let long = "x".repeat(500);
        assert!(error(&long).len() < 300, "a long text is cut");
    }

    #[test]
    fn impossible_times_are_explained() {
        for (typed, message) in [
            ("0s", "invalid clock `0s`; the time must be more than zero, for example 10m"),
            ("0m+5s", "invalid clock `0m+5s`; the time must be more than zero, for example 10m"),
            ("0.0001s", "invalid clock `0.0001s`; the time must be more than zero, for example 10m"),
            (
                "-5m",
                "invalid clock `-5m`; a time cannot be negative, and a penalty is written after a colon, as in 15m:-1",
            ),
            (
                "5m+-3s",
                "invalid clock `5m+-3s`; a time cannot be negative, and a penalty is written after a colon, as in 15m:-1",
            ),
            ("25h", "invalid clock `25h`; the longest time is 24h"),
            ("999999999999999999999h", "invalid clock `999999999999999999999h`; the longest time is 24h"),
            ("10m+25h", "invalid clock `10m+25h`; the longest time is 24h"),
            ("10m:-0", "invalid clock `10m:-0`; a minute over time costs from 1 to 1000 points, as in 15m:-1"),
            (
                "10m:-99999999999",
                "invalid clock `10m:-99999999999`; a minute over time costs from 1 to 1000 points, as in 15m:-1",
            ),
            ("white=5m,White=3m", "the clock `white=5m,White=3m` names White twice; name each seat once"),
            ("white=0s,black=5m", "invalid clock `0s`; the time must be more than zero, for example 10m"),
        ] {
            assert_eq!(error(typed), message);
        }
    }
}
