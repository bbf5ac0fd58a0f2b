//! Moves at the prompt: play, pick from a list, undo, redo.

use std::io::{self, Write};

use super::active_game::{ActiveGame, Pace, Redoable};
use super::announcements::columns;
use super::{CommandOutcome, CommandResult, Context, done, help, refuse};
use crate::preview::{MovePreview, TextStatus};
use crate::render::{self, BoardStyle, Screen};
use anyhow::anyhow;
use houserule_core::mechanics::{Action, Pie};
use houserule_core::text::{one_line, padded, widest};
use houserule_script::play::{AgreedResult, PlayError, Session};

impl ActiveGame {
    pub fn play(&mut self, text: &str, out: &mut dyn Write) -> CommandResult {
        self.unpause();
        let text = or_refuse!(self.resolve_pick(text));
        let text = text.as_str();
        let session = &mut self.session;
        let typed = session.judge_typed(text);
        if session.is_race()
            && session.variation().is_none()
            && let Ok(typed) = &typed
            && let Some(bot) = self.seating.bot_name(session.game.player(typed.seat))
        {
            let seat = session.plan().names.seat_and_team(typed.seat);
            return refuse(format!("{bot} plays {seat}; `seats` changes who plays"));
        }
        let seat = typed.as_ref().map_or_else(|_| session.game.seat(), |typed| typed.seat);
        let described = self.describe_move(seat, text);
        let short = typed.as_ref().ok().and_then(|typed| self.terminal_form(typed.legal_move()?));
        let session = &mut self.session;
        let result = typed.and_then(|typed| Ok((typed.seat, session.play_typed(typed)?)));
        match result {
            Ok((seat, notation)) => {
                self.after_move(seat);
                done(self.announce(seat, &short.unwrap_or(notation), described, out))
            }
            Err(error) => match error {
                PlayError::NotAMove(_) => {
                    let first = session.choices(text).into_iter().next().filter(|_| session.is_first_tile());
                    match first {
                        Some(first) => self.play(&first, out),
                        None => self.list_choices(text, &error, out),
                    }
                }
                error => match session.explain_end() {
                    Some(end) => refuse(format!("{end}; type `undo` or `new`")),
                    None => refuse(format!("{text} cannot be played: {}", session.explain_error(&error))),
                },
            },
        }
    }

    /// Lists the moves that a partial text may become, numbered for `#1`.
    pub fn list_choices(&mut self, typed: &str, error: &PlayError, out: &mut dyn Write) -> CommandResult {
        let session = &mut self.session;
        let choices = session.choices(typed);
        if choices.is_empty() && is_several_moves(session, typed) {
            let first = typed.split_whitespace().next().unwrap_or_default();
            return refuse(format!("type one move per line, starting with `{}`", one_line(first, 20)));
        }
        if choices.is_empty() {
            return refuse(
                session.explain_no_choice(typed).unwrap_or_else(|| help::describe_typo(session, typed, error)),
            );
        }
        let mut choices: Vec<(String, String)> = session.shorten(&choices).into_iter().zip(choices).collect();
        choices.sort();
        let (short, choices): (Vec<String>, Vec<String>) = choices.into_iter().unzip();
        let numbered: Vec<String> =
            short.iter().enumerate().map(|(index, mv)| format!("#{} {mv}", index + 1)).collect();
        match choices.len() <= MAX_DESCRIBED_CHOICES {
            true => describe_choices(session, &choices, &numbered, out)?,
            false => writeln!(out, "{}", columns(&numbered))?,
        }
        writeln!(out, "Type #1 to play the first one.")?;
        self.offered_moves = choices;
        Ok(CommandOutcome::Done)
    }

    /// Resolves `#3` to the third listed move; returns any other text unchanged.
    pub fn resolve_pick(&self, text: &str) -> anyhow::Result<String> {
        let Some(number) = text.strip_prefix('#') else { return Ok(text.to_string()) };
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let choice = index.and_then(|index| self.offered_moves.get(index));
        choice.cloned().ok_or_else(|| match self.offered_moves.len() {
            0 => anyhow!("there is no list to pick `{}` from; type the start of a move to get one", one_line(text, 20)),
            last => anyhow!("`{}` is not in the list, which ends at #{last}", one_line(text, 20)),
        })
    }

    /// Runs `swap`.
    pub fn swap(&mut self, _: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        match self.session.plan().has_pie() {
            true => self.play(Pie::WORD, out),
            false => refuse("these rules do not allow a swap"),
        }
    }

    /// Undoes turns until it is a person's turn again.
    pub fn undo(&mut self, context: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        if let Some(agreed) = self.session.reopen() {
            if let AgreedResult::Flagged(seat) = agreed {
                self.forgive_flag(seat);
            }
            self.redo_stack.push((self.session.moves().len(), Redoable::AgreedResult(agreed)));
            return self.show_change(&format!("undone: {}", agreed.noun()), context, out);
        }
        let mut undone: Vec<String> = Vec::new();
        loop {
            let turn = self.session.undo_turn();
            let is_done = turn.is_empty();
            undone.splice(0..0, turn);
            if is_done || !self.is_bots_turn() {
                break;
            }
        }
        if undone.is_empty() {
            if let Some(name) = self.session.variation() {
                let name = one_line(name, 60);
                return refuse(format!("the variation {name} begins here; `back` returns to where you left the game"));
            }
            return match self.undo_set_up(context) {
                None => refuse("there is no move to undo"),
                Some(Err(error)) => refuse(error),
                Some(Ok(())) => self.show_change("undone: the set-up", context, out),
            };
        }
        (self.pace, self.moves_before_cut) = (Pace::Playing, None);
        self.show_change(&format!("undone: {}", undone.join(" ")), context, out)
    }

    /// Shows a position that was changed, below a message about the change.
    fn show_change(&mut self, message: &str, context: &Context, out: &mut dyn Write) -> CommandResult {
        self.mark_rewound();
        writeln!(out, "{message}")?;
        done(self.show(context, out))
    }

    /// Restores a set-up or an agreed result that was undone at this point.
    fn redo_other(&mut self, context: &Context) -> Option<anyhow::Result<String>> {
        if self.session.variation().is_some() {
            return None;
        }
        let plies = self.session.moves().len();
        let (at, redoable) = self.redo_stack.pop_if(|(at, _)| *at == plies)?;
        let result: anyhow::Result<String> = match &redoable {
            Redoable::AgreedResult(agreed) => {
                let result = self.session.end_by_agreement(*agreed);
                result.map(|()| format!("redone: {}", agreed.noun())).map_err(Into::into)
            }
            Redoable::SetUp(record) => {
                let result = self.redo_set_up(record, context);
                result.map(|()| "redone: the set-up".to_string()).map_err(Into::into)
            }
        };
        if result.is_err() {
            self.redo_stack.push((at, redoable));
        }
        Some(result)
    }

    /// Replays undone turns until it is a person's turn.
    pub fn redo(&mut self, context: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        match self.redo_other(context) {
            None => {}
            Some(Err(error)) => return refuse(error),
            Some(Ok(message)) => return self.show_change(&message, context, out),
        }
        let mut redone: Vec<String> = Vec::new();
        loop {
            let session = &mut self.session;
            let turn = match session.redo_turn() {
                Ok(turn) => turn,
                Err(error) if redone.is_empty() => {
                    let next = session.undone_moves().into_iter().next().unwrap_or_default();
                    return refuse(format!("{next} cannot be played: {}", session.explain_error(&error)));
                }
                Err(_) => break,
            };
            let is_done = turn.is_empty();
            redone.extend(turn);
            if is_done || !self.is_bots_turn() {
                break;
            }
        }
        if redone.is_empty() {
            return refuse("there is no move to redo");
        }
        self.pace = Pace::of(&self.session);
        self.show_change(&format!("redone: {}", redone.join(" ")), context, out)
    }
}

/// Maximum number of choices whose effects are shown.
const MAX_DESCRIBED_CHOICES: usize = 16;

/// Prints choices a line each, with what they would do; where tracks are drawn, the tiles as they would lie too.
fn describe_choices(
    session: &mut Session,
    choices: &[String],
    numbered: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    let orientation = |mv: &String| match session.read(mv) {
        Ok(Action::Lay { orientation, .. }) => orientation,
        _ => None,
    };
    let tiles: Option<Vec<(String, _)>> =
        choices.iter().enumerate().map(|(index, mv)| Some((format!("#{}", index + 1), orientation(mv)?))).collect();
    if let (Some(tiles), Some(board)) = (tiles, session.game.board().view().tiles()) {
        write!(out, "{}", render::row_of_tiles(board, &tiles))?;
    }
    let speaks = Screen::current().boards == BoardStyle::Words;
    let mut preview = MovePreview::new(session.snapshot());
    let width = widest(numbered);
    for (mv, text) in choices.iter().zip(numbered) {
        let mut effect = match preview.as_mut().map(|preview| preview.judge(mv)) {
            Some(TextStatus::Legal(effect)) => effect,
            _ => String::new(),
        };
        if let (true, Some(orientation), Some(board)) = (speaks, orientation(mv), session.game.board().view().tiles()) {
            let tracks = render::describe_tracks(board, orientation);
            effect = if effect.is_empty() { tracks } else { format!("{tracks}; {effect}") };
        }
        let line = format!("{}  {effect}", padded(text, width));
        writeln!(out, "{}", render::wrap_indented(line.trim_end(), width + 2))?;
    }
    Ok(())
}

/// Returns whether a line consists of several well-formed moves.
fn is_several_moves(session: &Session, typed: &str) -> bool {
    let mut words = typed.split_whitespace();
    typed.contains(char::is_whitespace) && words.all(|word| session.read(word).is_ok())
}
