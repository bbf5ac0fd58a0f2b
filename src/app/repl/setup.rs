//! Boards set up by hand: `put`, `clear` and `position TEXT`. The game begins there; what was played before can be had
//! back with `undo`.

use std::io::Write;

use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, Redoable, refused};
use crate::render;
use houserule_script::lua::LoadError;
use houserule_script::notation::record::Record;
use houserule_script::play::Session;
use houserule_script::rules::vars;

/// So many set-ups can be taken back.
const MAX_SETUP_UNDOS: usize = 100;

impl Prompt {
    pub(super) fn put(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        if rest.is_empty() {
            return refused("put what where? put CELL PIECE, as in put c3 white; of tiles put 1,0 16:2");
        }
        let arranged = session.with_put(rest);
        self.arranged(arranged, out)
    }

    pub(super) fn clear(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        let arranged = session.with_cleared(rest);
        let is_same = |other: &Session| other.position() == session.position();
        if session.plan().mechanic.puzzle().is_some() && arranged.as_ref().is_ok_and(is_same) {
            return refused("nothing can be taken up here; `help move` tells how moves are written");
        }
        self.arranged(arranged, out)
    }

    /// `position` tells it, `position TEXT` sets it. Where hands are hidden it is told as the person to move sees it, and
    /// `position all` tells the rest.
    pub(super) fn position(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        match rest {
            "" if render::hides_hands(&session.game) => {
                let seat = session.game.seat();
                let is_bots = self.seated.bot_name(session.game.player(seat)).is_some();
                let seat = (!session.is_race() && !is_bots).then_some(seat);
                self.shows_hand |= seat.is_some();
                writeln!(out, "{}", session.position_seen(seat))?;
                writeln!(out, "`position all` would tell every hand and what is drawn next.")?;
                return Ok(CommandOutcome::Done);
            }
            "" | "all" => {
                self.shows_hand |= render::hides_hands(&session.game);
                writeln!(out, "{}", session.position())?;
                return Ok(CommandOutcome::Done);
            }
            _ => {}
        }
        let implied = match session.plan().settings_of_position(vars::split(rest).0) {
            Ok(implied) => implied,
            Err(says) => return refused(says),
        };
        let settings = session.plan().settings.iter().map(|(key, value)| (key.clone(), value.to_string()));
        let settings: Vec<_> = settings.filter(|(key, _)| !implied.iter().any(|(other, _)| other == key)).collect();
        let begun = self.table.open(&session.ruleset.reference, &settings, Some(rest), &[]);
        self.arranged(begun, out)
    }

    /// Goes on with a game from a position that somebody set up.
    fn arranged(&mut self, arranged: Result<Session, LoadError>, out: &mut dyn Write) -> CommandResult {
        let arranged = match arranged {
            Ok(arranged) => arranged,
            Err(error) => return refused(error),
        };
        if let Some(session) = &mut self.session {
            let was_played = !session.moves().is_empty();
            self.before.push(session.record_in_full());
            if self.before.len() > MAX_SETUP_UNDOS {
                self.before.remove(0);
            }
            if was_played {
                // Another game from here; the one that was played stays where it is kept.
                self.autosave.turn_page();
            }
        }
        self.adopt(arranged);
        self.taken_back.clear();
        self.keep();
        self.show(out)?;
        Ok(CommandOutcome::Done)
    }

    /// Takes the last set-up back, if the game has not gone on since.
    pub(super) fn undo_set_up(&mut self) -> Option<Result<(), LoadError>> {
        let record = self.before.last()?;
        let (session, _) = match self.table.restore(record, None) {
            Ok(restored) => restored,
            Err(error) => return Some(Err(error)),
        };
        self.before.pop();
        if let Some(set_up) = &mut self.session {
            let record = Box::new(set_up.record_in_full());
            self.taken_back.push((session.moves().len(), Redoable::SetUp(record)));
        }
        self.go_over_to(session);
        Some(Ok(()))
    }

    /// Brings back a set-up that was taken back.
    pub(super) fn redo_set_up(&mut self, record: &Record) -> Result<(), LoadError> {
        let (session, _) = self.table.restore(record, None)?;
        if let Some(now) = &mut self.session {
            self.before.push(now.record_in_full());
        }
        self.go_over_to(session);
        Ok(())
    }

    /// Goes over to a board with the same people, which may have more seats or fewer.
    fn go_over_to(&mut self, session: Session) {
        let seats = |session: &Session| session.plan().names.seats.len();
        let others = self.session.as_ref().is_some_and(|now| seats(now) != seats(&session));
        self.adopt(session);
        if others {
            self.reseat();
        }
    }
}
