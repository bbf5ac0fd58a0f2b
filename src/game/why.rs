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

impl Game {
    /// Every rule that forbids a deed; empty if it is legal.
    pub fn why(&mut self, deed: &Deed) -> Result<Vec<Refusal>, HookFault> {
        if let Some(outcome) = self.decided() {
            let says = format!("the game is over: {}", outcome.words(&self.plan));
            return Ok(vec![Refusal::new("over", format!("finish.{}", outcome.how), says)]);
        }
        self.begin();
        let mut refusals = match deed {
            Deed::Act { word } => self.act_refused(word)?.into_iter().collect(),
            _ => self.board.refusals(deed),
        };
        refusals.extend(self.owed_first(deed)?);
        let native = refusals.len();
        let Some(mv) = self.pack(deed) else {
            return Ok(refusals);
        };
        // Scripts see the deed as the rules understand it, not as it was typed.
        let deed = if native == 0 { self.spell(mv) } else { deed.clone() };
        let (mover, place) = (self.mover(&deed), deed.at());
        match self.not_allowed(mover, &Asked::in_full(deed)) {
            Ok(more) => refusals.extend(more),
            // A script need not cope with a move that the board forbids.
            Err(fault) if native == 0 => return Err(fault),
            Err(_) => {}
        }
        if native == 0 {
            refusals.extend(self.rejected(mv)?);
        }
        // A script forbids a move in words; what it is about is where the move is made.
        refusals[native..].iter_mut().for_each(|refusal| refusal.cells.extend(place));
        Ok(refusals)
    }

    /// What must be played before a deed, if anything: the rules owe only what scripts allow.
    fn owed_first(&mut self, deed: &Deed) -> Result<Option<Refusal>, HookFault> {
        let mut owed = Vec::new();
        self.board.owed(&mut owed);
        if self.board.pack(deed).is_some_and(|mv| owed.contains(&mv)) {
            return Ok(None);
        }
        for mv in owed {
            if !self.filters_moves() || self.scripts_allow(mv)? {
                return Ok(Some(self.board.owes_instead(mv)));
            }
        }
        Ok(None)
    }

    /// A deed in full, as the board understands it, if the board has nothing against it.
    pub fn spelled(&mut self, deed: &Deed) -> Deed {
        if matches!(deed, Deed::Act { .. }) {
            return deed.clone();
        }
        let legal = self.board.refusals(deed).is_empty();
        let mv = self.board.pack(deed).filter(|_| legal);
        mv.map_or_else(|| deed.clone(), |mv| self.board.spell(mv))
    }

    /// Plays a deed if it is legal; the checked door for people and scripts.
    pub fn try_play(&mut self, deed: &Deed) -> Result<Move, Refused> {
        let refusals = self.why(deed).map_err(Refused::Script)?;
        match self.pack(deed) {
            Some(mv) if refusals.is_empty() => {
                self.play(mv).map_err(Refused::Script)?;
                Ok(mv)
            }
            _ => Err(Refused::Illegal(refusals)),
        }
    }
}
