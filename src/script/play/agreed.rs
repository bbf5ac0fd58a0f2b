//! Games that players end: by resignation or by agreeing to a draw. Neither is a move, so records keep it in the
//! result.

use super::Session;
use crate::game::{GameEnd, HookFault, Outcome};
use houserule_core::mechanics::{Seat, SeatSet, teammates};

/// How players end a game before the rules do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgreedResult {
    /// A seat resigned.
    Resigned(Seat),
    /// All agreed to a draw.
    Agreed,
}

/// Why people cannot end a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CloseError {
    #[error("the game is over: {0}")]
    Over(String),
    #[error("there is nobody to agree with on a draw; `resign` gives up")]
    Alone,
    #[error(transparent)]
    Script(#[from] HookFault),
}

impl AgreedResult {
    /// Reason in an outcome.
    fn how(self) -> &'static str {
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
    fn winners_by(&self, closing: AgreedResult) -> SeatSet {
        let names = &self.plan().names;
        let all = SeatSet::first(names.seats.len());
        match closing {
            AgreedResult::Resigned(seat) => all.without(teammates(names, seat)),
            AgreedResult::Agreed => all,
        }
    }

    /// Ends an open game, or explains why it cannot be ended this way.
    pub fn close(&mut self, closing: AgreedResult) -> Result<(), CloseError> {
        self.may_close(closing)?;
        self.game.close(self.winners_by(closing), closing.how());
        self.closing = Some(closing);
        Ok(())
    }

    /// Checks that players can end the game this way.
    pub fn may_close(&mut self, closing: AgreedResult) -> Result<(), CloseError> {
        if let Some(outcome) = self.game.outcome()? {
            return Err(CloseError::Over(outcome.words(self.plan())));
        }
        if closing == AgreedResult::Agreed && self.plan().names.teams.len() < 2 {
            return Err(CloseError::Alone);
        }
        Ok(())
    }

    /// Reopens a game that players ended, and returns how they had.
    pub fn reopen(&mut self) -> Option<AgreedResult> {
        let closing = self.closing.take()?;
        self.game.reopen();
        Some(closing)
    }

    /// Ends an open game as the result of a record says, if players can have ended it that way.
    pub fn close_as(&mut self, result: &str) -> bool {
        let seats = self.plan().names.seats.indices();
        let ways = seats.map(AgreedResult::Resigned).chain([AgreedResult::Agreed]);
        let told = |closing: &AgreedResult| {
            let names = &self.plan().names;
            let end = GameEnd::won(self.winners_by(*closing), names);
            self.result(&Outcome::new(end, closing.how(), names)) == result
        };
        let Some(closing) = ways.into_iter().find(told) else { return false };
        self.close(closing).is_ok()
    }
}
