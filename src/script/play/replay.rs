//! Replay of a game under other rules: how far it goes, and the first move that differs.

use super::Session;
use crate::lua::{LoadError, Ruleset};
use houserule_core::geometry::Coord;
use houserule_core::text::counted;

/// Longest position that is shown; a longer one does not help the reader.
const MAX_SHOWN_POSITION_LEN: usize = 60;

/// A game under other rules.
pub struct Replay {
    /// The game as far as it could be played; the remaining moves can be redone.
    pub session: Session,
    /// Number of moves played.
    pub stood: usize,
    /// Number of moves of the original game.
    pub of: usize,
    /// First difference, if there is one.
    pub change: Option<FirstDifference>,
}

/// First move that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstDifference {
    /// Number of the move, from 1; 0 if the start differs.
    pub number: usize,
    /// The move in notation.
    pub text: String,
    /// What happens there now.
    pub message: String,
}

impl Session {
    /// Replays this game under other rules, from the same deal if they deal the same.
    pub fn under(&self, ruleset: Ruleset) -> Result<Replay, LoadError> {
        let mut now = self.begun_under(ruleset)?;
        // The original game, move by move: its rules are still available.
        let mut then = self.begun_under(self.ruleset.clone())?;
        let moves = self.moves();
        let mut change =
            then.differs(&mut now).map(|says| FirstDifference { number: 0, text: String::new(), message: says });
        for (index, text) in moves.iter().enumerate() {
            let was = then.play_again(text).is_ok();
            let differs = match now.play_again(text) {
                Err(error) => Some(format!("it cannot be played any more: {}", now.tell(&error))),
                Ok(_) if was && change.is_none() => then.differs(&mut now),
                Ok(_) => None,
            };
            if let (Some(says), None) = (differs, &change) {
                change = Some(FirstDifference { number: index + 1, text: text.clone(), message: says });
            }
            if now.moves().len() <= index {
                break;
            }
        }
        let stood = now.moves().len();
        now.put_ahead(&[&moves[stood..], &self.taken_back()].concat());
        now.take_notes(self.notes());
        if let Some(closing) = self.closing.filter(|_| stood == moves.len()) {
            // A game that is over by the new rules needs no resignation.
            let _ = now.close(closing);
        }
        Ok(Replay { session: now, stood, of: moves.len(), change })
    }

    /// Start of this game under some rules: if it was dealt from the seed, it is dealt again.
    fn begun_under(&self, ruleset: Ruleset) -> Result<Session, LoadError> {
        let position = self.position.as_deref();
        if position.is_some() && self.plan().mechanic.has_chance() {
            // A script that fails to deal now did not make this deal.
            let dealt = Session::new(self.ruleset.clone(), None, self.seed);
            if dealt.is_ok_and(|dealt| dealt.position == self.position) {
                return Session::new(ruleset, None, self.seed);
            }
        }
        Session::new(ruleset, position, self.seed)
    }

    /// Difference between two games after the same moves, in a few words.
    fn differs(&mut self, now: &mut Session) -> Option<String> {
        let outcome = |session: &mut Session| match session.game.outcome() {
            Ok(Some(outcome)) => format!("the game is over, {}", outcome.words(session.plan())),
            Ok(None) => String::new(),
            Err(fault) => format!("a script fails: {fault}"),
        };
        match (outcome(self), outcome(now)) {
            (then, now) if then == now => {}
            (_, now) if !now.is_empty() => return Some(now),
            (then, _) => return Some(format!("the game goes on, where it was so far that {then}")),
        }
        let (was, is) = (laid(self), laid(now));
        if was != is {
            return Some(format!("{} lie there in place of {}", counted(is.len(), "tile"), was.len()));
        }
        let (was, is) = (self.position(), now.position());
        // A position of tiles would reveal hands that may be hidden.
        match self.plan().mechanic.tile_set() {
            _ if was == is => None,
            Some(_) => Some("the bag or the hands are others".to_string()),
            None if was.len().max(is.len()) > MAX_SHOWN_POSITION_LEN => {
                Some("it leads to another position".to_string())
            }
            None => Some(format!("it leads to {is} in place of {was}")),
        }
    }
}

/// Tiles on the board.
fn laid(session: &Session) -> Vec<(Coord, Option<u16>)> {
    let Some(laid) = session.game.board().view().tiles() else { return Vec::new() };
    laid.tiles().into_iter().map(|at| (at, laid.orientation_at(at))).collect()
}
