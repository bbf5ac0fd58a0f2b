//! Interface through which scripts take part in a game. It does not depend on the scripting language.

use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;

use super::{GameEnding, Outcome};
use crate::rules::{Diagnostic, FaultKind, HookKind, RulePlan, VarValue};
use houserule_core::mechanics::{Action, BoardEffect, Move, Position, Seat, Violation};
use houserule_core::tiles::TileIndex;

/// Hook functions of a plan's scripts.
pub trait Hooks {
    /// Starts a new work budget, for a move, a listing or a command.
    fn reset_budget(&mut self);

    /// Whether scripts allow a move, given the position before it.
    fn is_allowed(&mut self, context: &HookContext, hook_move: &HookMove) -> Result<bool, HookFault>;
    /// Violations that scripts report for a move, given the position before it.
    fn allow(&mut self, context: &HookContext, hook_move: &HookMove) -> Result<Vec<Violation>, HookFault>;
    /// Violations that scripts report for a move, given the position after it.
    fn reject(&mut self, context: &HookContext, hook_move: &HookMove) -> Result<Vec<Violation>, HookFault>;
    /// Appends the effects that follow a move, in stacking order.
    fn after_move(
        &mut self,
        context: &HookContext,
        hook_move: &HookMove,
        out: &mut Vec<RequestedEffect>,
    ) -> Result<(), HookFault>;
    /// Words of the named actions that scripts offer.
    fn moves(&mut self, context: &HookContext) -> Result<Vec<String>, HookFault>;
    /// Seat that moves next; `base` is the one by the rules without this hook.
    fn next(&mut self, context: &HookContext, base: Seat) -> Result<Seat, HookFault>;
    /// Order in which tiles are drawn, by the `nth` script that has this hook; `base` is the order without it. Both
    /// contain every tile of the game.
    fn deal(&mut self, context: &HookContext, nth: usize, base: &[TileIndex]) -> Result<Vec<TileIndex>, HookFault>;
    /// Appends the effects that scripts request before the first move.
    fn setup(&mut self, context: &HookContext, out: &mut Vec<RequestedEffect>) -> Result<(), HookFault>;
    /// Ending of the game, if it is over; `base` is the result of the rules without this hook.
    fn finish(&mut self, context: &HookContext, base: Option<GameEnding>) -> Result<Option<GameEnding>, HookFault>;
    /// Points of every seat; `base` is the result of the rules without this hook.
    fn points(&mut self, context: &HookContext, base: Vec<f64>) -> Result<Vec<f64>, HookFault>;
}

/// Move passed to a hook. It is unpacked lazily: few scripts read it, and unpacking would take a large part of the
/// call's time.
pub struct HookMove {
    source: LazyMove,
    action: OnceCell<Action>,
}

/// Form of a move before it is unpacked.
enum LazyMove {
    Unpacked,
    /// Playable on the board.
    Listed(Move),
    /// The last move played on the board.
    Played(Move),
}

impl HookMove {
    /// Move that is already unpacked.
    pub fn unpacked(action: Action) -> HookMove {
        HookMove { source: LazyMove::Unpacked, action: OnceCell::from(action) }
    }

    pub(super) fn listed(mv: Move) -> HookMove {
        HookMove { source: LazyMove::Listed(mv), action: OnceCell::new() }
    }

    /// Move about to be played on `board`, for hooks called after it.
    pub(super) fn played(mv: Move, board: &dyn Position) -> HookMove {
        if board.can_unpack_last() {
            return HookMove { source: LazyMove::Played(mv), action: OnceCell::new() };
        }
        HookMove::unpacked(board.unpack(mv))
    }

    /// Unpacks the move; `board` is the board that the hook sees.
    pub fn action(&self, board: &dyn Position) -> &Action {
        self.action.get_or_init(|| match self.source {
            LazyMove::Unpacked => unreachable!("an unpacked move has its action"),
            LazyMove::Listed(mv) => board.unpack(mv),
            LazyMove::Played(mv) => board.unpack_last(mv),
        })
    }
}

/// Read-only view of a game for scripts.
pub struct HookContext<'a> {
    /// Compiled rules.
    pub plan: &'a RulePlan,
    /// The board.
    pub board: &'a dyn Position,
    /// Script variables, in the plan's order.
    pub vars: &'a [VarValue],
    /// Seat whose move is in question.
    pub mover: Seat,
    /// Moves played, if some script reads them.
    pub history: &'a [Action],
    /// Ending declared by a script.
    pub(super) ending: Option<&'a GameEnding>,
}

impl HookContext<'_> {
    /// Outcome by an end rule or a script.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(ending) = self.ending {
            return Some(ending.outcome(self.plan));
        }
        let outcome = self.board.outcome().filter(|_| !self.plan.has_hook(HookKind::Finish))?;
        Some(GameEnding::from_board(outcome).outcome(self.plan))
    }
}

/// Effect requested by a script.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Change to the board.
    Board(BoardEffect),
    /// New value of a script variable, given by its index.
    Set(usize, VarValue),
    /// End of the game.
    End(GameEnding),
}

/// Effect with its origin.
pub struct RequestedEffect {
    /// The effect.
    pub effect: Effect,
    /// Location of the function, such as `tak.lua:12`.
    pub source: Arc<str>,
    /// Line that created the effect.
    pub line: Option<u32>,
    /// Index of the function among the hooks of the plan.
    pub hook: usize,
}

impl RequestedEffect {
    /// Fault in a requested effect.
    pub(super) fn fault(&self, message: impl Into<String>) -> HookFault {
        let fault = HookFault::at_source(&self.source, message).on_line(self.line);
        HookFault { hook: Some(self.hook), ..fault }
    }
}

/// Failure of a script: where and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HookFault {
    /// File and line, if known.
    pub location: Option<(String, u32)>,
    /// Key path of the function, if its return value is at fault.
    pub key_path: Option<String>,
    /// Kind of fault.
    pub kind: FaultKind,
    /// Index of the failed function among the hooks of the plan.
    pub hook: Option<usize>,
    /// Explanation for the author.
    pub message: String,
}

impl HookFault {
    /// Fault at an unknown place.
    pub fn new(message: impl Into<String>) -> HookFault {
        HookFault { location: None, key_path: None, hook: None, kind: FaultKind::Other, message: message.into() }
    }

    /// Fault in a request of the function at `source` (`tak.lua:12`).
    pub fn at_source(source: &str, message: impl Into<String>) -> HookFault {
        let location = source.rsplit_once(':').and_then(|(file, line)| Some((file.to_string(), line.parse().ok()?)));
        match location {
            Some(_) => HookFault { location, ..HookFault::new(message) },
            None => HookFault::new(format!("{source}: {}", message.into())),
        }
    }
}

impl HookFault {
    /// Moves the fault to another line of its file, if a more precise one is known.
    pub fn on_line(self, line: Option<u32>) -> HookFault {
        match (line, self.location) {
            (Some(line), Some((file, _))) => HookFault { location: Some((file, line)), key_path: None, ..self },
            (_, location) => HookFault { location, ..self },
        }
    }
}

impl From<Vec<Diagnostic>> for HookFault {
    /// Failure of scripts that loaded before and do not load again: the first diagnostic stands for all.
    fn from(faults: Vec<Diagnostic>) -> HookFault {
        let Some(first) = faults.first() else { return HookFault::new("the scripts cannot be loaded again") };
        let place = &first.place;
        let location = place.line().map(|line| (place.source.file.clone(), line));
        HookFault { location, kind: first.kind, ..HookFault::new(&first.message) }
    }
}

impl fmt::Display for HookFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some((file, line)) = &self.location {
            write!(f, "{file}:{line}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for HookFault {}
