//! Games that end by something other than a move: by resignation, by agreeing to a draw, or because a player has no time
//! left. Records keep it in the result.

use super::Session;
use super::clock::Clock;
use crate::game::{GameEnd, HookFault, Outcome, TIME};
use houserule_core::mechanics::{Seat, SeatSet, teammates};

/// Result by which players end a game before the rules do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgreedResult {
    /// A seat resigned.
    Resigned(Seat),
    /// All agreed to a draw.
    Agreed,
    /// A seat has no time left.
    Flagged(Seat),
}

/// Reason why players cannot end a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CloseError {
    #[error("the game is over: {0}")]
    Over(String),
    #[error("a draw needs an opponent; use `resign` to give up")]
    Solitaire,
    #[error(transparent)]
    Script(#[from] HookFault),
}

impl AgreedResult {
    /// Reason in an outcome.
    fn reason(self) -> &'static str {
        match self {
            AgreedResult::Resigned(_) => "resignation",
            AgreedResult::Agreed => "agreement",
            AgreedResult::Flagged(_) => TIME,
        }
    }

    /// Noun for messages about undoing it.
    pub fn noun(self) -> &'static str {
        match self {
            AgreedResult::Resigned(_) => "the resignation",
            AgreedResult::Agreed => "the draw",
            AgreedResult::Flagged(_) => "the loss on time",
        }
    }
}

impl Session {
    /// Winners: all seats except the team that resigned or has no time left, or everyone.
    fn winners_by(&self, agreed: AgreedResult) -> SeatSet {
        let names = &self.plan().names;
        let all = SeatSet::all(names.seats.len());
        match agreed {
            AgreedResult::Resigned(seat) | AgreedResult::Flagged(seat) => all.without(teammates(names, seat)),
            AgreedResult::Agreed => all,
        }
    }

    /// Result by which players ended the game.
    pub fn agreed(&self) -> Option<AgreedResult> {
        self.agreed
    }

    /// Ends an open game, or explains why it cannot be ended this way.
    pub fn end_by_agreement(&mut self, agreed: AgreedResult) -> Result<(), CloseError> {
        self.check_agreement(agreed)?;
        self.game.end_by_agreement(self.winners_by(agreed), agreed.reason());
        self.agreed = Some(agreed);
        Ok(())
    }

    /// Checks that players can end the game this way.
    pub fn check_agreement(&mut self, agreed: AgreedResult) -> Result<(), CloseError> {
        if let Some(outcome) = self.game.outcome()? {
            return Err(CloseError::Over(outcome.describe(self.plan())));
        }
        if agreed == AgreedResult::Agreed && self.plan().names.teams.len() < 2 {
            return Err(CloseError::Solitaire);
        }
        Ok(())
    }

    /// Reopens a game that players ended, and returns the agreed result.
    pub fn reopen(&mut self) -> Option<AgreedResult> {
        let agreed = self.agreed.take()?;
        self.game.reopen();
        Some(agreed)
    }

    /// Ends an open game with a recorded result, if players can have agreed on it, or lost on the recorded clock.
    pub fn end_as_recorded(&mut self, result: &str, clock: Option<&Clock>) -> bool {
        let seats = self.plan().names.seats.indices();
        let is_flagged = |seat: &Seat| clock.is_some_and(|clock| clock.flagged(&[self.game.player(*seat)]).is_some());
        let flagged = seats.clone().filter(is_flagged).map(AgreedResult::Flagged).collect::<Vec<_>>();
        let candidates = flagged.into_iter().chain(seats.map(AgreedResult::Resigned)).chain([AgreedResult::Agreed]);
        let is_recorded = |agreed: &AgreedResult| {
            let names = &self.plan().names;
            let end = GameEnd::won(self.winners_by(*agreed), names);
            self.result(&Outcome::new(end, agreed.reason(), names)) == result
        };
        let mut candidates = candidates;
        let Some(agreed) = candidates.find(is_recorded) else { return false };
        self.end_by_agreement(agreed).is_ok()
    }
}
