//! Output about a game: board, turn, moves played, violations, rules and score.

use std::io::{self, Write};

use super::active_game::ActiveGame;
use super::rule_changes::settings_of;
use super::{CommandOutcome, CommandResult, Context, done, puzzle, refuse};
use crate::render::{self, BoardStyle, DrawnBoard, HandVisibility, Replies, Screen, Viewpoint};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{Action, Pie, Seat};
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
    /// Returns the text of the prompt: what goes on, and the clocks.
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
        let place = session.variation().map(|name| format!("{}: ", one_line(name, 40))).unwrap_or_default();
        if let Ok(Some(_)) = session.game.outcome() {
            return format!("{place}game over");
        }
        if session.is_race() {
            return format!("{place}race {}", session.game.board().turn_state().ply + 1);
        }
        let turn = session.game.board().turn_state().round(session.plan().names.seats.len());
        let seat = session.game.seat();
        let name = self.seating.name(session.game.player(seat)).map(|name| format!("{name}, ")).unwrap_or_default();
        let names = &session.plan().names;
        let step = move_of_turn(session);
        let what = match names.seats.len() {
            1 if step.is_empty() => "move".to_string(),
            1 => "turn".to_string(),
            _ => names.seat_and_team(seat),
        };
        format!("{place}{name}{what} {turn}{step}")
    }

    /// Prints the board, and the result if the game is over.
    pub fn show(&mut self, context: &Context, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", self.draw_board(None, None).text)?;
        self.announced.clear();
        if Screen::current().boards == BoardStyle::Words {
            let hands = self.hand_visibility();
            self.spoken = Some(render::spoken(&mut self.session.game, hands));
        }
        self.show_state(context, out)
    }

    /// Says what has changed since the board was last described, or describes all of it.
    fn speak_news(&mut self, context: &Context, out: &mut dyn Write) -> io::Result<()> {
        let Some(before) = self.spoken.take() else { return self.show(context, out) };
        let hands = self.hand_visibility();
        let announced = std::mem::take(&mut self.announced);
        let (news, now) = render::describe_news(&mut self.session.game, hands, &before, &announced);
        self.spoken = Some(now);
        if !news.is_empty() {
            writeln!(out, "{news}")?;
        }
        self.show_state(context, out)
    }

    /// Notes that the board is shown; prints how to see a hidden hand, and the result if the game is over.
    fn show_state(&mut self, context: &Context, out: &mut dyn Write) -> io::Result<()> {
        let (can_see_hand, is_hidden) = (self.can_see_hand(), self.is_hand_hidden());
        if can_see_hand {
            self.is_hand_shown = true;
        }
        self.is_board_due = false;
        let session = &mut self.session;
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
                // In a match the table follows, with what to type.
                let text = match session.variation() {
                    None if self.match_play.is_some() => format!("The game is over: {words}."),
                    None => format!("The game is over: {words}. Type `new`, `undo` or `quit`."),
                    Some(_) => format!("The variation is over: {words}. Type `undo` or `back`."),
                };
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

    /// Draws the board for those who look at the screen, around a cell if one is given.
    fn draw_board(&mut self, hands: Option<HandVisibility>, focus: Option<Coord>) -> DrawnBoard {
        let seats = self.seating.people(&self.session);
        let hands = hands.unwrap_or_else(|| self.hand_visibility());
        let viewpoint = Viewpoint { hands, seats: &seats, replies: &self.replies, focus };
        let drawn = render::board_from(&mut self.session.game, &viewpoint);
        self.printed_boards.push(drawn.text.clone());
        drawn
    }

    fn hand_visibility(&mut self) -> HandVisibility {
        if self.can_see_hand() { HandVisibility::Visible } else { HandVisibility::Hidden }
    }

    /// Prints the board around a cell that is outside the part on the screen.
    pub fn show_hidden_cell(&mut self, at: Coord, out: &mut dyn Write) -> io::Result<()> {
        if !self.draw_board(None, None).hidden.contains(&at) {
            return Ok(());
        }
        write!(out, "{}", self.draw_board(None, Some(at)).text)
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
        let view = session.game.board().view();
        let (changed, has_tiles) = (view.last_changed(), view.tiles().is_some());
        if !self.seating.is_bot(session.game.player(seat)) || self.seating.has_only_bots() {
            self.replies = Replies::default();
        } else {
            self.replies.cells.splice(0..0, changed.iter().copied());
        }
        self.replies.lines += 1;
        if described.is_some() && (has_tiles || changed.len() == 1) {
            self.announced.extend(changed.first());
        }
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
        match self.is_board_due && !waits {
            true if Screen::current().boards == BoardStyle::Words => self.speak_news(context, out),
            true => self.show(context, out),
            false => Ok(()),
        }
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
        match lines.iter().any(ScoreLine::is_counted) {
            true => lines.iter().try_for_each(|line| {
                writeln!(out, "{}", render::wrap_on_terminal(&score_text(line, &session.plan().names)))
            })?,
            false => writeln!(out, "No side has points.")?,
        }
        match or_refuse!(session.game.describe_result()) {
            Some(result) => writeln!(out, "{}", render::wrap_on_terminal(&format!("The game is over: {result}.")))?,
            None => writeln!(out, "The game is not over.")?,
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
        self.show_hidden_cell(at, out)?;
        done(writeln!(out, "{}", render::wrap_prose(&text)))
    }

    /// `hand`: the board with the hand of the seat to move.
    pub fn show_hand(&mut self, _: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        self.is_hand_shown |= render::hides_hands(&self.session.game);
        done(write!(out, "{}", self.draw_board(Some(HandVisibility::Full), None).text))
    }
}

/// Words the score of a side: `white: 2 flats`, `red: 21 points (line of 21)`.
fn score_text(line: &ScoreLine, names: &Names) -> String {
    let piece = names.pieces.iter().find(|piece| plural_of(piece) == line.explanation);
    match (piece, line.reason()) {
        (Some(piece), _) => format!("{}: {}", line.team, line.count(piece)),
        (None, Some(reason)) => format!("{}: {} ({reason})", line.team, line.count("point")),
        (None, None) => format!("{}: {}", line.team, line.count("point")),
    }
}

/// Lists the legal moves that lay a tile on a cell.
fn moves_at(session: &mut Session, at: Coord) -> Vec<String> {
    let mut moves = session.legal_moves().unwrap_or_default();
    moves.retain(|mv| matches!(session.read(mv), Ok(Action::Lay { at: cell, .. }) if cell == at));
    let mut short = session.shorten(&moves);
    short.dedup();
    short
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
