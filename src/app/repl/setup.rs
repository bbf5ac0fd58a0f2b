//! Boards set up by hand: `put`, `clear` and `position TEXT`. The game restarts there; `undo` restores the previous
//! game.

use std::io::Write;

use super::active_game::{ActiveGame, Redoable};
use super::autosave::AutosaveFile;
use super::{CommandOutcome, CommandResult, Context, done, refuse};
use crate::render;
use houserule_script::lua::LoadError;
use houserule_script::notation::record::Record;
use houserule_script::play::Session;
use houserule_script::rules::vars;

/// Maximum number of set-ups that can be undone.
const MAX_SETUP_UNDOS: usize = 100;

impl ActiveGame {
    pub fn put(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        let session = &self.session;
        if rest.is_empty() {
            return refuse("`put` needs a cell and a piece, for example put c3 white; with tiles put 1,0 16:2");
        }
        let result = session.with_put(rest);
        self.start_from(result, context, out)
    }

    pub fn clear(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        let session = &self.session;
        let result = session.with_cleared(rest);
        let is_same = |other: &Session| other.position() == session.position();
        if session.plan().mechanic.puzzle().is_some() && result.as_ref().is_ok_and(is_same) {
            return refuse("there is nothing to clear; `help move` explains how to write a move");
        }
        self.start_from(result, context, out)
    }

    /// Runs `position`, which prints the position, or `position TEXT`, which sets it. With hidden hands `position`
    /// prints only what the person to move sees; `position all` prints everything.
    pub fn position(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        let session = &self.session;
        match rest {
            "" if render::hides_hands(&session.game) => {
                let seat = session.game.seat();
                let is_bots = self.seating.bot_name(session.game.player(seat)).is_some();
                let seat = (!session.is_race() && !is_bots).then_some(seat);
                self.is_hand_shown |= seat.is_some();
                writeln!(out, "{}", session.visible_position(seat))?;
                writeln!(out, "`position all` prints every hand and the tiles to come.")?;
                return Ok(CommandOutcome::Done);
            }
            "" | "all" => {
                self.is_hand_shown |= render::hides_hands(&session.game);
                writeln!(out, "{}", session.position())?;
                return Ok(CommandOutcome::Done);
            }
            _ => {}
        }
        let implied = or_refuse!(session.plan().settings_of_position(vars::split(rest).0));
        let settings = session.plan().settings.iter().map(|(key, value)| (key.clone(), value.to_string()));
        let settings: Vec<_> = settings.filter(|(key, _)| !implied.iter().any(|(other, _)| other == key)).collect();
        let result = context.workspace.open(&session.ruleset.reference, &settings, Some(rest), &[]);
        self.start_from(result, context, out)
    }

    /// Continues the game from a position set up by hand.
    fn start_from(
        &mut self,
        result: Result<Session, LoadError>,
        context: &Context,
        out: &mut dyn Write,
    ) -> CommandResult {
        if let Some(refusal) = self.variation_refusal("a set-up") {
            return refuse(refusal);
        }
        let new_session = or_refuse!(result);
        self.setup_undos.push(self.session.full_record());
        if self.setup_undos.len() > MAX_SETUP_UNDOS {
            self.setup_undos.remove(0);
        }
        if !self.session.moves().is_empty() {
            // This is a new game; the old one stays in its file.
            self.file = AutosaveFile::default();
        }
        self.set_session(new_session);
        self.mark_rewound();
        self.redo_stack.clear();
        done(self.show(context, out))
    }

    /// Undoes the last set-up. The caller has undone all moves since.
    pub fn undo_set_up(&mut self, context: &Context) -> Option<Result<(), LoadError>> {
        let record = self.setup_undos.last()?;
        let (session, _) = match context.workspace.restore(record, None) {
            Ok(restored) => restored,
            Err(error) => return Some(Err(error)),
        };
        self.setup_undos.pop();
        let record = Box::new(self.session.full_record());
        self.redo_stack.push((session.moves().len(), Redoable::SetUp(record)));
        self.switch_to(session);
        Some(Ok(()))
    }

    /// Redoes a set-up.
    pub fn redo_set_up(&mut self, record: &Record, context: &Context) -> Result<(), LoadError> {
        let (session, _) = context.workspace.restore(record, None)?;
        self.setup_undos.push(self.session.full_record());
        self.switch_to(session);
        Ok(())
    }

    /// Switches to a session with the same players; the number of seats may differ.
    fn switch_to(&mut self, session: Session) {
        let seats = self.seats();
        self.set_session(session);
        if self.seats() != seats {
            self.reseat();
        }
    }
}
