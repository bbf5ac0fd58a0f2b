//! The door through which scripts take part in a game. What a script is made of is not known here.

use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;

use super::{GameEnding, Outcome};
use crate::rules::{Diagnostic, FaultKind, HookKind, RulePlan, VarValue};
use houserule_core::mechanics::{Action, BoardEffect, Move, Position, Seat, TileIndex, Violation};

/// The functions of a plan's scripts.
pub trait Hooks {
    /// A new move, listing or command begins: the work budget starts anew.
    fn begin_span(&mut self);

    /// Whether scripts let a move pass, seen from the position before it.
    fn allows(&mut self, context: &HookContext, asked: &HookMove) -> Result<bool, HookFault>;
    /// What scripts hold against it.
    fn allow(&mut self, context: &HookContext, asked: &HookMove) -> Result<Vec<Violation>, HookFault>;
    /// What scripts hold against a move, seen from the position after it.
    fn reject(&mut self, context: &HookContext, asked: &HookMove) -> Result<Vec<Violation>, HookFault>;
    /// Appends what follows from a move, in stacking order.
    fn after_move(
        &mut self,
        context: &HookContext,
        asked: &HookMove,
        out: &mut Vec<RequestedEffect>,
    ) -> Result<(), HookFault>;
    /// The words of moves that scripts offer beside those of the board.
    fn moves(&mut self, context: &HookContext) -> Result<Vec<String>, HookFault>;
    /// Who moves next; `base` is who would by the rules without this hook.
    fn next(&mut self, context: &HookContext, base: Seat) -> Result<Seat, HookFault>;
    /// The order in which tiles are drawn, by the script that is the `nth` to be asked; `base` is the one without it. Every
    /// tile of the game is in both.
    fn deal(
        &mut self,
        context: &HookContext,
        nth: usize,
        base: &[TileIndex],
    ) -> Result<Vec<TileIndex>, HookFault>;
    /// Appends what scripts ask for before the first move.
    fn setup(&mut self, context: &HookContext, out: &mut Vec<RequestedEffect>) -> Result<(), HookFault>;
    /// Whether the game is over; `base` is what the rules without this hook say.
    fn finish(
        &mut self,
        context: &HookContext,
        base: Option<GameEnding>,
    ) -> Result<Option<GameEnding>, HookFault>;
    /// Every seat's points; `base` is what the rules without this hook say.
    fn points(&mut self, context: &HookContext, base: Vec<f64>) -> Result<Vec<f64>, HookFault>;
}

/// A move that scripts are asked about. It is spelled out when one of them looks at it: few do, and it would take a good
/// part of the time of a call.
pub struct HookMove {
    source: LazyMove,
    action: OnceCell<Action>,
}

/// What is known of a move before it is spelled out.
enum LazyMove {
    InFull,
    /// It could be played on the board.
    Listed(Move),
    /// It is the last that was played on the board.
    Played(Move),
}

impl HookMove {
    pub fn in_full(action: Action) -> HookMove {
        HookMove { source: LazyMove::InFull, action: OnceCell::from(action) }
    }

    pub(super) fn listed(mv: Move) -> HookMove {
        HookMove { source: LazyMove::Listed(mv), action: OnceCell::new() }
    }

    /// A move that is about to be played on `board`, to be asked about when it has been.
    pub(super) fn played(mv: Move, board: &dyn Position) -> HookMove {
        if board.can_unpack_last() {
            return HookMove { source: LazyMove::Played(mv), action: OnceCell::new() };
        }
        HookMove::in_full(board.unpack(mv))
    }

    /// The move as it stands before it is played; `board` is the one it is asked about.
    pub fn action(&self, board: &dyn Position) -> &Action {
        self.action.get_or_init(|| match self.source {
            LazyMove::InFull => unreachable!("a move told in full has its deed"),
            LazyMove::Listed(mv) => board.unpack(mv),
            LazyMove::Played(mv) => board.unpack_last(mv),
        })
    }
}

/// A read-only look at a game.
pub struct HookContext<'a> {
    pub plan: &'a RulePlan,
    pub board: &'a dyn Position,
    pub vars: &'a [VarValue],
    /// The seat whose move is being asked about.
    pub mover: Seat,
    /// The moves played, where some script asks for them.
    pub history: &'a [Action],
    /// How the game ended where a script said so.
    pub(super) ending: Option<&'a GameEnding>,
}

impl HookContext<'_> {
    /// The outcome that an end rule or a script has given.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(ending) = self.ending {
            return Some(ending.outcome(self.plan));
        }
        let verdict = self.board.outcome().filter(|_| !self.plan.has_hook(HookKind::Finish))?;
        Some(GameEnding::native(verdict).outcome(self.plan))
    }
}

/// What a script asks for after a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    Board(BoardEffect),
    /// A script variable, by its index, and its new value.
    Set(usize, VarValue),
    End(GameEnding),
}

/// An effect, and who asks for it.
pub struct RequestedEffect {
    pub effect: Effect,
    /// The place of the function, as `tak.lua:12`.
    pub source: Arc<str>,
    /// The line where the effect was made.
    pub line: Option<u32>,
    /// The index of the function among the hooks of the plan.
    pub hook: usize,
}

impl RequestedEffect {
    /// A fault in what is asked for.
    pub(super) fn fault(&self, says: impl Into<String>) -> HookFault {
        let fault = HookFault::of(&self.source, says).on_line(self.line);
        HookFault { hook: Some(self.hook), ..fault }
    }
}

/// A script that failed: where and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HookFault {
    /// The file and the line, where they are known.
    pub at: Option<(String, u32)>,
    /// The key path of the function, where what it returned is at fault.
    pub key_path: Option<String>,
    pub kind: FaultKind,
    /// The function that failed: its index among the hooks of the plan.
    pub hook: Option<usize>,
    pub message: String,
}

impl HookFault {
    pub fn new(says: impl Into<String>) -> HookFault {
        HookFault { at: None, key_path: None, hook: None, kind: FaultKind::Wrong, message: says.into() }
    }

    /// A fault in what the function written at `source` (`tak.lua:12`) asked for.
    pub fn of(source: &str, says: impl Into<String>) -> HookFault {
        let at =
            source.rsplit_once(':').and_then(|(file, line)| Some((file.to_string(), line.parse().ok()?)));
        match at {
            Some(_) => HookFault { at, ..HookFault::new(says) },
            None => HookFault::new(format!("{source}: {}", says.into())),
        }
    }
}

impl HookFault {
    /// The same on another line of its file, where that is known better.
    pub fn on_line(self, line: Option<u32>) -> HookFault {
        match (line, self.at) {
            (Some(line), Some((file, _))) => HookFault { at: Some((file, line)), key_path: None, ..self },
            (_, at) => HookFault { at, ..self },
        }
    }
}

impl From<Vec<Diagnostic>> for HookFault {
    /// Scripts that loaded once and do not load again: the first reason stands for all.
    fn from(faults: Vec<Diagnostic>) -> HookFault {
        let Some(first) = faults.first() else { return HookFault::new("the scripts do not load again") };
        let place = &first.place;
        let at = place.line().map(|line| (place.source.file.clone(), line));
        HookFault { at, kind: first.kind, ..HookFault::new(&first.message) }
    }
}

impl fmt::Display for HookFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some((file, line)) = &self.at {
            write!(f, "{file}:{line}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for HookFault {}
