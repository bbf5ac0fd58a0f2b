//! Why a move is refused: the board's reasons, the scripts' reasons, or that the game is over.

use std::fmt;

use super::{Asked, Game, HookFault};
use crate::mechanics::{Deed, Move, Refusal};

/// A move that was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The rules it breaks.
    Illegal(Vec<Refusal>),
    /// A script failed while it was asked.
    Script(HookFault),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refused::Illegal(refusals) => {
                let lines: Vec<String> = refusals.iter().map(Refusal::to_string).collect();
                f.write_str(&lines.join("; "))
            }
            Refused::Script(fault) => write!(f, "{fault}"),
        }
    }
}

/// A deed that was judged in some position, and counts there alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// In full, as the board understands it, where the board has nothing against it; else as it was meant.
    pub deed: Deed,
    /// The move that it is, legal or not, if it is one at all.
    pub mv: Option<Move>,
    /// Every rule that forbids it; empty if it is legal.
    pub refusals: Vec<Refusal>,
}

impl Judged {
    /// The move, if it is legal.
    pub fn legal(&self) -> Option<Move> {
        self.mv.filter(|_| self.refusals.is_empty())
    }
}

impl Game {
    /// Judges a deed: the one place where all that is typed, read from a record or asked about is held against the rules.
    pub fn judge(&mut self, deed: Deed) -> Result<Judged, HookFault> {
        counts::judged();
        if let Some(outcome) = self.decided() {
            let says = format!("the game is over: {}", outcome.words(&self.plan));
            let over = Refusal::new("over", format!("finish.{}", outcome.how), says);
            return Ok(Judged { deed, mv: None, refusals: vec![over] });
        }
        self.begin();
        let mut refusals = match &deed {
            Deed::Act { word } => self.act_refused(word)?.into_iter().collect(),
            deed => self.board.refusals(deed),
        };
        let is_sound = refusals.is_empty();
        let mv = self.pack(&deed);
        refusals.extend(self.owed_first(mv.filter(|_| !matches!(deed, Deed::Act { .. })))?);
        let native = refusals.len();
        let Some(packed) = mv else {
            return Ok(Judged { deed, mv, refusals });
        };
        // Scripts see the deed as the rules understand it, not as it was typed.
        let deed = if is_sound { self.spell(packed) } else { deed };
        if self.filters_moves() {
            refusals.extend(self.forbidden(packed, &deed, native == 0)?);
            // A script forbids a move in words; what it is about is where the move is made.
            refusals[native..].iter_mut().for_each(|refusal| refusal.cells.extend(deed.at()));
        }
        Ok(Judged { deed, mv, refusals })
    }

    /// What scripts hold against a move. One that the board forbids need not be coped with, and is never played.
    fn forbidden(&mut self, mv: Move, deed: &Deed, is_legal: bool) -> Result<Vec<Refusal>, HookFault> {
        let mover = self.mover(deed);
        let mut refusals = match self.not_allowed(mover, &Asked::in_full(deed.clone())) {
            Err(_) if !is_legal => Vec::new(),
            asked => asked?,
        };
        if is_legal {
            refusals.extend(self.rejected(mv)?);
        }
        Ok(refusals)
    }

    /// Every rule that forbids a deed; empty if it is legal.
    pub fn why(&mut self, deed: &Deed) -> Result<Vec<Refusal>, HookFault> {
        Ok(self.judge(deed.clone())?.refusals)
    }

    /// What must be played before a move, if anything: the rules owe only what scripts allow.
    fn owed_first(&mut self, own: Option<Move>) -> Result<Option<Refusal>, HookFault> {
        let mut owed = Vec::new();
        self.board.owed(&mut owed);
        if own.is_some_and(|mv| owed.contains(&mv)) {
            return Ok(None);
        }
        for mv in owed {
            if !self.filters_moves() || self.scripts_allow(mv)? {
                return Ok(Some(self.board.owes_instead(mv)));
            }
        }
        Ok(None)
    }

    /// Plays a deed that was judged in this position, if it is legal.
    pub fn play_judged(&mut self, judged: Judged) -> Result<Move, Refused> {
        match judged.legal() {
            Some(mv) => self.play(mv).map(|()| mv).map_err(Refused::Script),
            None => Err(Refused::Illegal(judged.refusals)),
        }
    }

    /// Plays a deed if it is legal; the checked door for people and scripts.
    pub fn try_play(&mut self, deed: &Deed) -> Result<Move, Refused> {
        let judged = self.judge(deed.clone()).map_err(Refused::Script)?;
        self.play_judged(judged)
    }
}

/// How often something was judged, for tests that hold us to once a move.
pub(crate) mod counts {
    #[cfg(test)]
    thread_local! {
        pub static JUDGED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    pub(super) fn judged() {
        #[cfg(test)]
        JUDGED.set(JUDGED.get() + 1);
    }
}
