//! Games that end by what people say: resigned, or drawn by agreement. Neither is a move, so the result tells it in
//! records.

use super::Session;
use crate::game::{GameEnd, HookFault, Outcome};
use houserule_core::mechanics::{Seat, SeatSet, teammates};

/// How people end a game before the rules do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgreedResult {
    Resigned(Seat),
    /// A draw that all agreed on.
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
    /// How an outcome says it.
    fn how(self) -> &'static str {
        match self {
            AgreedResult::Resigned(_) => "resignation",
            AgreedResult::Agreed => "agreement",
        }
    }

    /// What taking it back is called.
    pub fn noun(self) -> &'static str {
        match self {
            AgreedResult::Resigned(_) => "the resignation",
            AgreedResult::Agreed => "the draw",
        }
    }
}

impl Session {
    /// Who wins: all but the team of whoever resigned, or everybody.
    fn winners_by(&self, closing: AgreedResult) -> SeatSet {
        let names = &self.plan().names;
        let all = SeatSet::first(names.seats.len());
        match closing {
            AgreedResult::Resigned(seat) => all.without(teammates(names, seat)),
            AgreedResult::Agreed => all,
        }
    }

    /// Ends an open game, or says why it cannot be ended so.
    pub fn close(&mut self, closing: AgreedResult) -> Result<(), CloseError> {
        self.may_close(closing)?;
        self.game.close(self.winners_by(closing), closing.how());
        self.closing = Some(closing);
        Ok(())
    }

    /// Why people cannot end the game so, if they cannot.
    pub fn may_close(&mut self, closing: AgreedResult) -> Result<(), CloseError> {
        if let Some(outcome) = self.game.outcome()? {
            return Err(CloseError::Over(outcome.words(self.plan())));
        }
        if closing == AgreedResult::Agreed && self.plan().names.teams.len() < 2 {
            return Err(CloseError::Alone);
        }
        Ok(())
    }

    /// Opens a game that people ended, and tells how they had.
    pub fn reopen(&mut self) -> Option<AgreedResult> {
        let closing = self.closing.take()?;
        self.game.reopen();
        Some(closing)
    }

    /// Ends an open game the way that the result of a record says, if people can have ended it so.
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
