//! Games that players end: by resignation or by agreeing to a draw. Neither is a move, so records keep it in the
//! result.

use super::Session;
use crate::game::{GameEnd, HookFault, Outcome};
use houserule_core::mechanics::{Seat, SeatSet, teammates};

/// Result by which players end a game before the rules do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgreedResult {
    /// A seat resigned.
    Resigned(Seat),
    /// All agreed to a draw.
    Agreed,
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
        }
    }

    /// Noun for messages about undoing it.
    pub fn noun(self) -> &'static str {
        match self {
            AgreedResult::Resigned(_) => "the resignation",
            AgreedResult::Agreed => "the draw",
        }
    }
}

impl Session {
    /// Winners: all seats except the team that resigned, or everyone.
    fn winners_by(&self, agreed: AgreedResult) -> SeatSet {
        let names = &self.plan().names;
        let all = SeatSet::all(names.seats.len());
        match agreed {
            AgreedResult::Resigned(seat) => all.without(teammates(names, seat)),
            AgreedResult::Agreed => all,
        }
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

    /// Ends an open game with a recorded result, if players can have agreed on it.
    pub fn end_as_recorded(&mut self, result: &str) -> bool {
        let seats = self.plan().names.seats.indices();
        let candidates = seats.map(AgreedResult::Resigned).chain([AgreedResult::Agreed]);
        let is_recorded = |agreed: &AgreedResult| {
            let names = &self.plan().names;
            let end = GameEnd::won(self.winners_by(*agreed), names);
            self.result(&Outcome::new(end, agreed.reason(), names)) == result
        };
        let Some(agreed) = candidates.into_iter().find(is_recorded) else { return false };
        self.end_by_agreement(agreed).is_ok()
    }
}
