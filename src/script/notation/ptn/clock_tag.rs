//! The `Clock` tag: time and increment as Tak servers write them, `10:0 +20`, or a control in our own words.

use std::time::Duration;

use crate::play::clock::{PlayerTime, Renewal, SavedClock, TimeControl};

/// Writes a control: as servers do, if they know such a clock.
pub fn write(control: &str) -> String {
    let Ok(TimeControl::Equal(PlayerTime { time, renewal, penalty: None })) = control.parse() else {
        return control.to_string();
    };
    let increment = match renewal {
        Renewal::Nothing => Duration::ZERO,
        Renewal::Increment(increment) => increment,
        Renewal::Whole => return control.to_string(),
    };
    if time.subsec_nanos() > 0 || increment.subsec_nanos() > 0 {
        return control.to_string();
    }
    let (seconds, minutes, hours) = (time.as_secs() % 60, time.as_secs() / 60 % 60, time.as_secs() / 3600);
    let time = if hours > 0 { format!("{hours}:{minutes}:{seconds}") } else { format!("{minutes}:{seconds}") };
    if increment.is_zero() { time } else { format!("{time} +{}", increment.as_secs()) }
}

/// Reads a control without times; `None` if the text is no clock.
pub fn read(text: &str) -> Option<SavedClock> {
    let control = read_of_servers(text).or_else(|| text.parse().ok())?;
    Some(SavedClock { control: control.to_string(), times: String::new() })
}

/// Reads `1:30:0`, `10:0 +20` or a number of seconds.
fn read_of_servers(text: &str) -> Option<TimeControl> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let parts = time.trim().split(':').map(number).collect::<Option<Vec<u32>>>()?;
    let seconds = parts.iter().fold(0_u64, |sum, part| sum.saturating_mul(60).saturating_add(u64::from(*part)));
    // Checked and written as all controls are.
    format!("{seconds}s+{}s", number(increment)?).parse().ok().filter(|_| parts.len() <= 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_as_servers_write_them() {
        for (control, tag) in [
            ("10m", "10:0"),
            ("10m+20s", "10:0 +20"),
            ("1h30m+5s", "1:30:0 +5"),
            ("45s", "0:45"),
            ("10s+0.1s", "10s+0.1s"),
            ("30s/move", "30s/move"),
            ("15m:-1", "15m:-1"),
            ("white=5m,black=10m", "white=5m,black=10m"),
        ] {
            assert_eq!(write(control), tag);
            let read = read(tag).unwrap_or_else(|| panic!("{tag} is read"));
            assert_eq!(read.control, control);
        }
    }

    #[test]
    fn other_texts_in_the_tag_are_no_clock() {
        for text in ["", "none", "?", "10:", ":10", "1:2:3:4", "0:0", "10:0 +", "10:0 +x", "99999999999:0"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("600").map(|clock| clock.control).as_deref(), Some("10m"));
    }
}
