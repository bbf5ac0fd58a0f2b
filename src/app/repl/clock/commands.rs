//! Commands about the clock, and its times in the text of the prompt.

use std::io::{self, Write};

use super::super::{CommandOutcome, CommandResult, Context, done, puzzle, refuse};
use super::ActiveGame;
use houserule_core::text::plural;
use houserule_script::play::clock::{ClockFace, TimeControl};

const NO_CLOCK: &str = "the game has no clock; `clock 10m+5s` sets one";

impl ActiveGame {
    /// Runs `clock`, `clock 10m+5s` or `clock off`.
    pub fn clock(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        match rest {
            "" => done(self.show_clocks(out)),
            "off" if self.clock.is_none() => refuse(NO_CLOCK),
            "off" => {
                self.set_clock(None, context);
                self.revision += 1;
                done(writeln!(out, "The clock is off."))
            }
            text => {
                let control: TimeControl = or_refuse!(text.parse());
                let clock = or_refuse!(self.session.start_clock(control));
                self.set_clock(Some(clock), context);
                self.revision += 1;
                done(self.show_times(out))
            }
        }
    }

    /// Runs `pause`: stops the clock, or lets it run again.
    pub fn pause(&mut self, _: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        let Some(table) = &mut self.clock else { return refuse(NO_CLOCK) };
        table.is_paused = !table.is_paused;
        match table.is_paused {
            true => writeln!(out, "The clock is paused. Press Enter to continue.")?,
            false => writeln!(out, "The clock runs.")?,
        }
        Ok(CommandOutcome::Done)
    }

    /// Prints the clocks and the time since the start.
    fn show_clocks(&self, out: &mut dyn Write) -> io::Result<()> {
        self.show_times(out)?;
        let times = self.session.plan().mechanic.puzzle().and_then(|plan| plan.times.as_ref());
        writeln!(out, "{}", puzzle::clock_text(self.started.elapsed(), times))
    }

    /// Prints the control and the time of every seat.
    fn show_times(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(table) = &self.clock else { return Ok(()) };
        let clock = table.clock_now(self.thinking_bot());
        let (face, names) = (ClockFace::of(&clock), &self.session.plan().names);
        writeln!(out, "clock {}{}", clock.control(), if table.is_paused { ", paused" } else { "" })?;
        for seat in names.seats.indices() {
            let player = self.session.game.player(seat);
            let time = match clock.time_of(player) {
                None => "no limit".to_string(),
                time => face.write(time).trim().to_string(),
            };
            let penalty = match clock.penalty_of(player) {
                0 => String::new(),
                points => format!(", {} lost", plural(points as usize, "point")),
            };
            writeln!(out, "{}: {time}{penalty}", names.seats[seat])?;
        }
        Ok(())
    }

    /// Returns the times of all seats for the prompt, ` [ 9:58 | 10:00]`: as wide as ever.
    pub fn clock_suffix(&self) -> String {
        let Some(table) = &self.clock else { return String::new() };
        let clock = table.clock_now(self.thinking_bot());
        let face = ClockFace::of(&clock);
        let time = |player| face.write(clock.time_of(player));
        let times: Vec<String> = self.session.players_by_seat().into_iter().map(time).collect();
        format!(" [{}]", times.join(" | "))
    }
}
