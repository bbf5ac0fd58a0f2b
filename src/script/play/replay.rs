//! Replay of a game under other rules: how far it goes, and the first move that differs.

use super::Session;
use crate::lua::{LoadError, Ruleset};
use houserule_core::geometry::Coord;
use houserule_core::text::plural;
use houserule_core::tiles::OrientationIndex;

/// Longest position that is shown; a longer one does not help the reader.
const MAX_SHOWN_POSITION_LEN: usize = 60;

/// A game under other rules.
pub struct Replay {
    /// The game as far as it could be played; the remaining moves can be redone.
    pub session: Session,
    /// Number of moves played.
    pub played: usize,
    /// Number of moves of the original game.
    pub total: usize,
    /// First difference, if there is one.
    pub first_difference: Option<FirstDifference>,
}

/// First move that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstDifference {
    /// Number of the move, from 1; 0 if the start differs.
    pub number: usize,
    /// The move in notation.
    pub text: String,
    /// Description of the difference.
    pub message: String,
}

impl Session {
    /// Replays this game under other rules, from the same deal if they deal the same. In a variation it is the game that
    /// was left, and the variation is entered again if it is still possible.
    pub fn replay_under(&self, ruleset: Ruleset) -> Result<Replay, LoadError> {
        let mut replayed = self.start_under(ruleset)?;
        // The original game, move by move: its rules are still available.
        let mut original = self.start_under(self.ruleset.clone())?;
        let game = self.game_line();
        let moves = &game.moves[..game.shown];
        let mut first_difference = original.describe_difference(&mut replayed).map(|message| FirstDifference {
            number: 0,
            text: String::new(),
            message,
        });
        for (index, text) in moves.iter().enumerate() {
            let was_played = original.replay_move(text).is_ok();
            let difference = match replayed.replay_move(text) {
                Err(error) => Some(format!("it is now illegal: {}", replayed.explain_error(&error))),
                Ok(_) if was_played && first_difference.is_none() => original.describe_difference(&mut replayed),
                Ok(_) => None,
            };
            if let (Some(message), None) = (difference, &first_difference) {
                first_difference = Some(FirstDifference { number: index + 1, text: text.clone(), message });
            }
            if replayed.moves().len() <= index {
                break;
            }
        }
        let played = replayed.moves().len();
        replayed.set_redo_moves(&game.moves[played..]);
        replayed.set_notes(&game.notes);
        replayed.history.spellings = game.spellings;
        replayed.set_variations(self.variations());
        replayed.source = self.source.clone();
        if let Some(agreed) = game.agreed.filter(|_| played == moves.len()) {
            // A game that is over by the new rules needs no resignation.
            let _ = replayed.end_by_agreement(agreed);
        }
        if let Some(place) = self.place().filter(|_| played == moves.len()) {
            // Some of its moves may be illegal under the new rules.
            let _ = replayed.go_to_place(&place);
        }
        Ok(Replay { session: replayed, played, total: moves.len(), first_difference })
    }

    /// Start of this game under some rules: if it was dealt from the seed, it is dealt again.
    pub(super) fn start_under(&self, ruleset: Ruleset) -> Result<Session, LoadError> {
        let position = self.start_position.as_deref();
        if position.is_some() && self.plan().mechanic.has_chance() {
            // A script that fails to deal now did not make this deal.
            let dealt = Session::new(self.ruleset.clone(), None, self.seed);
            if dealt.is_ok_and(|dealt| dealt.start_position == self.start_position) {
                return Session::new(ruleset, None, self.seed);
            }
        }
        Session::new(ruleset, position, self.seed)
    }

    /// Difference between two games after the same moves, in a few words.
    fn describe_difference(&mut self, replayed: &mut Session) -> Option<String> {
        let outcome = |session: &mut Session| match session.game.outcome() {
            Ok(Some(outcome)) => format!("the game is over, {}", outcome.describe(session.plan())),
            Ok(None) => String::new(),
            Err(fault) => format!("a script fails: {fault}"),
        };
        match (outcome(self), outcome(replayed)) {
            (then, now) if then == now => {}
            (_, now) if !now.is_empty() => return Some(now),
            (then, _) => return Some(format!("the game continues; before, {then}")),
        }
        let (old, new) = (placed_tiles(self), placed_tiles(replayed));
        if old != new {
            return Some(format!("{} on the board instead of {}", plural(new.len(), "tile"), old.len()));
        }
        let (old, new) = (self.position(), replayed.position());
        // A position of tiles would reveal hands that may be hidden.
        match self.plan().mechanic.tile_set() {
            _ if old == new => None,
            Some(_) => Some("the bag or the hands differ".to_string()),
            None if old.len().max(new.len()) > MAX_SHOWN_POSITION_LEN => {
                Some("it leads to another position".to_string())
            }
            None => Some(format!("it leads to {new} instead of {old}")),
        }
    }
}

/// Tiles on the board.
fn placed_tiles(session: &Session) -> Vec<(Coord, Option<OrientationIndex>)> {
    let Some(tiles) = session.game.board().view().tiles() else { return Vec::new() };
    tiles.tiles().into_iter().map(|at| (at, tiles.orientation_at(at))).collect()
}
