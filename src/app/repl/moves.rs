//! Moves at the prompt: played, picked from a list, taken back, played again.

use std::io::Write;

use super::announcements::columns;
use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, Redoable, help, refused};
use anyhow::anyhow;
use houserule_core::text::one_line;
use houserule_script::play::{PlayError, Session};

impl Prompt {
    pub(super) fn play(&mut self, text: &str, out: &mut dyn Write) -> CommandResult {
        let text = match self.picked(text) {
            Ok(text) => text,
            Err(says) => return refused(says),
        };
        let text = text.as_str();
        let Some(session) = &mut self.session else {
            return refused(NO_GAME);
        };
        let typed = session.typed(text);
        if session.is_race()
            && let Ok(typed) = &typed
            && let Some(bot) = self.seated.bot_name(session.game.player(typed.seat))
        {
            let seat = session.plan().names.seat_and_team(typed.seat);
            return refused(format!("{seat} is played by {bot}; `seats` changes who plays"));
        }
        let played = typed.and_then(|typed| Ok((typed.seat, session.play_typed(typed)?)));
        match played {
            Ok((seat, written)) => {
                self.moved(seat);
                // What is told has happened: it is on disk before.
                self.keep();
                self.announce(seat, &written, out)?;
                Ok(CommandOutcome::Done)
            }
            Err(error) => {
                self.offered_moves.clear();
                match error {
                    PlayError::NotAMove(_) => self.offer(text, &error, out),
                    error => refused(format!("{text} cannot be played: {}", session.tell(&error))),
                }
            }
        }
    }

    /// Lists what a half-typed move may become, with numbers to pick from.
    pub(super) fn offer(&mut self, typed: &str, error: &PlayError, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else {
            return refused(NO_GAME);
        };
        let choices = session.choices(typed);
        if choices.is_empty() && is_several(session, typed) {
            let first = typed.split_whitespace().next().unwrap_or_default();
            return refused(format!("a line is one move; type `{}` first", one_line(first, 20)));
        }
        if choices.is_empty() {
            return refused(session.no_choice(typed).unwrap_or_else(|| help::slip(session, typed, error)));
        }
        let numbered: Vec<String> =
            choices.iter().enumerate().map(|(index, mv)| format!("#{} {mv}", index + 1)).collect();
        writeln!(out, "{}", columns(&numbered))?;
        writeln!(out, "Type #1 to play the first of them.")?;
        self.offered_moves = choices;
        Ok(CommandOutcome::Done)
    }

    /// The move that `#3` means.
    pub(super) fn picked(&self, text: &str) -> anyhow::Result<String> {
        let Some(number) = text.strip_prefix('#') else {
            return Ok(text.to_string());
        };
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let picked = index.and_then(|index| self.offered_moves.get(index));
        picked.cloned().ok_or_else(|| match self.offered_moves.len() {
            0 => anyhow!("`{}` picks from a list, and none was shown", one_line(text, 20)),
            last => anyhow!("the list goes from #1 to #{last}"),
        })
    }

    /// Takes the last turn back, and where a bot has answered it, the turn before: it is a person's turn again.
    pub(super) fn undo(&mut self, out: &mut dyn Write) -> CommandResult {
        if let Some(closing) = self.session.as_mut().and_then(Session::reopen) {
            let played = self.session.as_ref().map_or(0, |session| session.moves().len());
            self.taken_back.push((played, Redoable::Closing(closing)));
            self.keep();
            writeln!(out, "took back {}", closing.noun())?;
            self.show(out)?;
            return Ok(CommandOutcome::Done);
        }
        let mut taken: Vec<String> = Vec::new();
        while let Some(session) = &mut self.session {
            let turn = session.undo_turn();
            let is_done = turn.is_empty();
            taken.splice(0..0, turn);
            if is_done || !self.is_bots_turn() {
                break;
            }
        }
        if taken.is_empty() {
            return match self.undo_set_up() {
                None => refused("there is no move to take back"),
                Some(Err(error)) => refused(error),
                Some(Ok(())) => {
                    self.keep();
                    writeln!(out, "took back what was set up")?;
                    self.show(out)?;
                    Ok(CommandOutcome::Done)
                }
            };
        }
        self.offered_moves.clear();
        (self.is_looking_back, self.cut_from) = (false, None);
        self.keep();
        writeln!(out, "took back {}", taken.join(" "))?;
        self.show(out)?;
        Ok(CommandOutcome::Done)
    }

    /// Brings back a set-up, or an end by word, if that was taken back here.
    fn redo_aside(&mut self) -> Option<anyhow::Result<String>> {
        let played = self.session.as_ref()?.moves().len();
        let (_, back) = self.taken_back.pop_if(|(then, _)| *then == played)?;
        Some(match back {
            Redoable::Closing(closing) => {
                let closed = self.session.as_mut()?.close(closing);
                closed.map(|()| format!("{} stands again", closing.noun())).map_err(Into::into)
            }
            Redoable::SetUp(record) => {
                let redone = self.redo_set_up(&record);
                redone.map(|()| "what was set up is there again".to_string()).map_err(Into::into)
            }
        })
    }

    /// Plays again what was taken back, up to a person's turn.
    pub(super) fn redo(&mut self, out: &mut dyn Write) -> CommandResult {
        match self.redo_aside() {
            None => {}
            Some(Err(says)) => return refused(says),
            Some(Ok(says)) => {
                self.keep();
                writeln!(out, "{says}")?;
                self.show(out)?;
                return Ok(CommandOutcome::Done);
            }
        }
        let mut played: Vec<String> = Vec::new();
        while let Some(session) = &mut self.session {
            let turn = match session.redo_turn() {
                Ok(turn) => turn,
                Err(error) if played.is_empty() => {
                    let next = session.taken_back().into_iter().next().unwrap_or_default();
                    return refused(format!("{next} cannot be played: {}", session.tell(&error)));
                }
                Err(_) => break,
            };
            let is_done = turn.is_empty();
            played.extend(turn);
            if is_done || !self.is_bots_turn() {
                break;
            }
        }
        if played.is_empty() {
            return refused("there is no move to play again");
        }
        self.offered_moves.clear();
        self.is_looking_back = self.session.as_ref().is_some_and(|session| !session.taken_back().is_empty());
        self.keep();
        writeln!(out, "played {} again", played.join(" "))?;
        self.show(out)?;
        Ok(CommandOutcome::Done)
    }
}

/// Whether a line holds several moves, each of them well written.
fn is_several(session: &Session, typed: &str) -> bool {
    let mut words = typed.split_whitespace();
    typed.contains(char::is_whitespace) && words.all(|word| session.read(word).is_ok())
}
