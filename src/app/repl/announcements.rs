//! Output about a game: board, turn, moves played, violations, rules and score.

use std::io::{self, Write};

use super::active_game::ActiveGame;
use super::rule_changes::settings_of;
use super::{CommandOutcome, CommandResult, Context, done, puzzle, refuse};
use crate::render::{self, BoardStyle, HandVisibility, Replies, Screen};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{Pie, Seat};
use houserule_core::names::Names;
use houserule_core::text::{capitalised, one_line, padded, plural_of, series, widest};
use houserule_script::game::ScoreLine;
use houserule_script::play::Session;

/// Returns `, move 1 of 2` in games with several moves a turn.
fn move_of_turn(session: &Session) -> String {
    let (clock, plan) = (session.game.board().turn_state(), &session.plan().mechanic);
    let first = plan.first_step(clock.turns);
    match plan.moves_per_turn().map(|moves| moves - first) {
        Some(moves) if moves > 1 => format!(", move {} of {moves}", clock.step.saturating_sub(first) + 1),
        _ => String::new(),
    }
}

impl ActiveGame {
    /// Returns the text of the prompt: the seat to move, the turn and the clocks.
    pub fn prompt_text(&mut self) -> String {
        let paused = if self.is_paused() { ", paused" } else { "" };
        format!("{}{paused}{}> ", self.turn_text(), self.clock_suffix())
    }

    /// Returns what goes on: a search, or the seat to move and the turn.
    fn turn_text(&mut self) -> String {
        if let Some(search) = self.describe_search() {
            return search;
        }
        let session = &mut self.session;
        if let Ok(Some(_)) = session.game.outcome() {
            return "game over".to_string();
        }
        if session.is_race() {
            return format!("race {}", session.game.board().turn_state().ply + 1);
        }
        let turn = session.game.board().turn_state().round(session.plan().names.seats.len());
        let seat = session.game.seat();
        let name = self.seating.name(session.game.player(seat)).map(|name| format!("{name}, ")).unwrap_or_default();
        format!("{name}{} {turn}{}", session.plan().names.seat_and_team(seat), move_of_turn(session))
    }

    /// Prints the board, and the result if the game is over.
    pub fn show(&mut self, context: &Context, out: &mut dyn Write) -> io::Result<()> {
        let (can_see_hand, is_hidden) = (self.can_see_hand(), self.is_hand_hidden());
        let session = &mut self.session;
        if can_see_hand {
            self.is_hand_shown = true;
        }
        self.is_board_due = false;
        let hands = if can_see_hand { HandVisibility::Visible } else { HandVisibility::Hidden };
        write!(out, "{}", render::board_since(&mut session.game, hands, &self.replies))?;
        if render::hides_hands(&session.game) && !session.game.is_over() && !can_see_hand && !is_hidden {
            match session.is_race() {
                true => writeln!(out, "`hand` shows the hands of everyone who may move.")?,
                false => {
                    let seat = session.plan().names.seat_and_team(session.game.seat());
                    writeln!(out, "`hand` shows the hand of {seat}.")?;
                }
            }
        }
        match session.game.describe_result() {
            Ok(Some(words)) => {
                let text = format!("The game is over: {words}. Type `new`, `undo` or `quit`.");
                writeln!(out, "{}", render::wrap_hanging(&text))?;
                match session.plan().mechanic.puzzle() {
                    Some(plan) if context.is_interactive => {
                        writeln!(out, "{}", puzzle::clock_text(self.started.elapsed(), plan.times.as_ref()))
                    }
                    _ => Ok(()),
                }
            }
            Ok(None) => Ok(()),
            Err(fault) => writeln!(out, "{fault}"),
        }
    }

    /// Prints a move and the tiles it forced. The board follows once no bot answers any more.
    pub fn announce(
        &mut self,
        seat: Seat,
        notation: &str,
        described: Option<String>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.is_board_due = true;
        let session = &self.session;
        let changed = session.game.board().view().last_changed();
        if !self.seating.is_bot(session.game.player(seat)) || self.seating.has_only_bots() {
            self.replies = Replies::default();
        } else {
            self.replies.cells.splice(0..0, changed);
        }
        self.replies.lines += 1;
        match described {
            Some(words) => writeln!(out, "{} {words}.", capitalised(session.plan().seat_name(seat)))?,
            None => writeln!(out, "{}: {notation}", session.plan().seat_name(seat))?,
        }
        if notation == Pie::WORD && session.plan().has_pie() {
            self.announce_swap(out)?;
        }
        let forced = session.game.board().view().tile_game().map(render::forced_tiles).unwrap_or_default();
        if !forced.is_empty() {
            writeln!(out, "{}", render::wrap_hanging(&format!("forced: {}", forced.join(" "))))?;
            self.replies.lines += 1;
        }
        Ok(())
    }

    /// Describes a move in words where the screen is for listeners.
    pub fn describe_move(&self, seat: Seat, text: &str) -> Option<String> {
        if Screen::current().boards != BoardStyle::Words {
            return None;
        }
        let session = &self.session;
        render::describe_action(session.game.board(), seat, &session.read(text).ok()?)
    }

    /// Prints the board after moves, unless a bot thinks about its answer. Games between bots show every move.
    pub fn show_due_board(&mut self, context: &Context, out: &mut dyn Write) -> io::Result<()> {
        let waits = self.search.is_some() && !self.seating.has_only_bots();
        if self.is_board_due && !waits { self.show(context, out) } else { Ok(()) }
    }

    pub fn why(&mut self, _: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        let session = &mut self.session;
        if rest.is_empty() {
            let example = session.legal_moves().ok().and_then(|moves| moves.into_iter().next());
            return refuse(format!("`why` needs a move, for example why {}", example.as_deref().unwrap_or("MOVE")));
        }
        let violations = or_refuse!(session.why(rest));
        if violations.is_empty() {
            writeln!(out, "legal")?;
        }
        for violation in &violations {
            writeln!(out, "{}", render::wrap_on_terminal(&session.explain(violation)))?;
        }
        Ok(CommandOutcome::Done)
    }

    /// Prints what variants change, then the full rules.
    pub fn rules(&mut self, context: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        let session = &self.session;
        let ruleset = &session.ruleset;
        if let Some(changes) = or_refuse!(context.workspace.changes(ruleset, &settings_of(session))) {
            writeln!(out, "{}", render::wrap_hanging(&changes.to_string()))?;
        }
        done(write!(out, "{}", render::wrap_hanging(&ruleset.rules_text().to_string())))
    }

    pub fn score(&mut self, _: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        let session = &mut self.session;
        let lines = or_refuse!(session.game.score());
        for line in lines {
            writeln!(out, "{}", render::wrap_on_terminal(&score_text(line, &session.plan().names)))?;
        }
        match or_refuse!(session.game.outcome()) {
            Some(outcome) => writeln!(out, "outcome: {}", outcome.describe(session.plan()))?,
            None => writeln!(out, "outcome: open")?,
        }
        Ok(CommandOutcome::Done)
    }

    pub fn list_moves(&mut self, _: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        let session = &mut self.session;
        let moves = or_refuse!(session.legal_moves());
        match moves.is_empty() {
            true => writeln!(out, "no legal moves")?,
            false => {
                let mut short = session.shorten(&moves);
                short.dedup();
                writeln!(out, "{}", columns(&short))?;
            }
        }
        Ok(CommandOutcome::Done)
    }

    /// `look`, or `look c3`: the position, or one cell.
    pub fn look(&mut self, _: &mut Context, cell: &str, out: &mut dyn Write) -> CommandResult {
        let session = &mut self.session;
        if cell.is_empty() {
            return done(write!(out, "{}", render::overview(&session.game)));
        }
        let labelled = session.labels().into_iter().find(|(_, label)| label.eq_ignore_ascii_case(cell));
        let at = labelled.map(|(at, _)| at).or_else(|| session.game.board().view().cell_named(cell));
        let Some(at) = at else { return refuse(format!("`{}` is not a cell of this board", one_line(cell, 20))) };
        let mut text = render::describe_cell(&session.game, at);
        let fitting = moves_at(session, at);
        if !fitting.is_empty() {
            text += &format!(". You can play {}", series(&fitting, "or"));
        }
        done(writeln!(out, "{}", render::wrap_prose(&text)))
    }

    /// `hand`: the board with the hand of the seat to move.
    pub fn show_hand(&mut self, _: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        let session = &mut self.session;
        self.is_hand_shown |= render::hides_hands(&session.game);
        done(write!(out, "{}", render::board_since(&mut session.game, HandVisibility::Visible, &self.replies)))
    }
}

/// Formats a line of the score: `white 2 flats`, `black 1 flat`.
fn score_text(mut line: ScoreLine, names: &Names) -> String {
    let piece = names.pieces.iter().find(|piece| plural_of(piece) == line.explanation);
    if let Some(piece) = piece.filter(|_| line.points == 1.0) {
        line.explanation = piece.clone();
    }
    line.to_string()
}

/// Lists the legal moves on a cell that has a label.
fn moves_at(session: &mut Session, at: Coord) -> Vec<String> {
    let Some((_, label)) = session.labels().into_iter().find(|(labelled, _)| *labelled == at) else {
        return Vec::new();
    };
    let legal = session.legal_moves().unwrap_or_default();
    let is_there = |mv: &String| mv.split([' ', ':']).nth(1) == Some(label.as_str());
    session.shorten(&legal).into_iter().filter(is_there).collect()
}

/// Formats words in columns that fit the terminal.
pub fn columns(words: &[String]) -> String {
    const MAX_COLUMN_WIDTH: usize = 78;
    let width = Screen::current().columns.min(MAX_COLUMN_WIDTH);
    let column = widest(words) + 2;
    let rows = words.chunks((width / column).max(1));
    let row = |row: &[String]| row.iter().map(|word| padded(word, column)).collect::<String>().trim_end().to_string();
    rows.map(row).collect::<Vec<_>>().join("\n")
}
