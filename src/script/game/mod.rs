//! Game in progress under any plan: legal moves, play and undo, outcome, score and the reasons why a move is illegal.
//! Everything above (perft, bots, the prompt) plays through [`Game`], which combines the native board with the hooks of
//! scripts.

mod bot_script;
mod checker;
mod effects;
mod hooks;
mod named_actions;
mod outcome;
mod scripts;
mod snapshot;
mod why;

use std::sync::Arc;

use crate::rules::{HookKind, RulePlan, VarValue};
use houserule_core::error::SetupError;
use houserule_core::geometry::{CellNaming, Coord};
use houserule_core::mechanics::{Action, Move, Position, Seat, SeatSet, Setup, StuckResult, teammates};
use houserule_core::rng::Rng;
use scripts::Scripts;

pub use bot_script::{BotError, BotScript, BotScriptKind, BotScripts, ScriptBot};
pub use checker::{CheckerAnswer, LessonChecker};
pub use hooks::{Effect, HookContext, HookFault, HookMove, Hooks, RequestedEffect};
pub use named_actions::{ACTION_WORD_LEN, is_action_word};
pub use outcome::{EndReason, GameEnd, GameEnding, Outcome, ScoreLine, TIME};
pub use scripts::{HooksFactory, MAX_INSTANCE_MEMORY, worker_count};
pub use snapshot::GameSnapshot;
#[cfg(test)]
pub(crate) use why::counts;
pub use why::{IllegalMove, JudgedAction};

/// Game in progress.
pub struct Game {
    plan: Arc<RulePlan>,
    board: Box<dyn Position>,
    scripts: Scripts,
    vars: Vec<VarValue>,
    /// Ending declared by a script; otherwise the board's own outcome counts.
    ending: Option<GameEnding>,
    move_count: usize,
    /// State that the board does not save: one frame for every move in which scripts changed some of it.
    frames: Vec<GameUndoFrame>,
    /// Moves played, if some script reads them.
    history: Vec<Action>,
    /// Whether the players have swapped.
    has_swapped: bool,
    /// Points that teams lose for time; empty if none does. Searches do not know them.
    penalties: Vec<f64>,
}

/// Why a game cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(transparent)]
pub enum StartError {
    /// The position cannot be set up.
    Position(#[from] SetupError),
    /// A hook failed while the game was set up.
    Script(#[from] HookFault),
}

/// State before a move that the board does not save.
struct GameUndoFrame {
    /// Number of the move, from 1.
    number: usize,
    ending: Option<GameEnding>,
    /// Script variables, if the move changed any.
    vars: Option<Vec<VarValue>>,
    /// Scripts whose effects were applied after the move, in stacking order, and whether one overrode the outcome.
    effect_sources: Vec<Arc<str>>,
    is_overridden: bool,
    /// Whether the players swapped.
    is_swap: bool,
}

impl Game {
    /// Game at its start, or at a position that was set up with the given script variables; the seed determines the
    /// deal. `factory` must be given if the plan has hooks.
    pub fn new(
        plan: Arc<RulePlan>,
        factory: Option<HooksFactory>,
        setup: Option<(&Setup, Option<Vec<VarValue>>)>,
        seed: u64,
    ) -> Result<Game, StartError> {
        debug_assert!(plan.hooks.is_empty() || factory.is_some(), "a plan with hooks has a factory");
        let is_dealt = setup.is_none();
        let (setup, vars) = setup.map_or((None, None), |(setup, vars)| (Some(setup), vars));
        let board = plan.position(setup, seed)?;
        let vars = vars.unwrap_or_else(|| plan.initial_vars());
        let mut game = Game {
            plan,
            board,
            scripts: Scripts::new(factory),
            vars,
            ending: None,
            move_count: 0,
            frames: Vec::new(),
            history: Vec::new(),
            has_swapped: false,
            penalties: Vec::new(),
        };
        if is_dealt {
            game.deal(seed)?;
            game.run_setup_hooks()?;
        }
        game.run_start_hooks()?;
        Ok(game)
    }

    /// Restarts the game with a new seed, like [`Game::new`], reusing memory.
    pub fn restart(&mut self, seed: u64) -> Result<(), StartError> {
        if !self.board.reset(seed) {
            self.board = self.plan.position(None, seed)?;
        }
        // The scripts may have hidden state.
        self.scripts = Scripts::new(self.scripts.factory());
        self.vars = self.plan.initial_vars();
        (self.ending, self.move_count) = (None, 0);
        self.frames.clear();
        self.history.clear();
        self.has_swapped = false;
        self.penalties.clear();
        self.deal(seed)?;
        self.run_setup_hooks()?;
        Ok(self.run_start_hooks()?)
    }

    /// Runs the hooks for a position in which no move was made.
    fn run_start_hooks(&mut self) -> Result<(), HookFault> {
        let clock = self.board.turn_state();
        let first_step = self.plan.mechanic.first_step(clock.turns);
        let last_mover = clock.last_mover(first_step, self.plan.names.seats.len());
        self.ending = self.run_finish_hook(last_mover, None)?;
        self.pass_if_no_legal_move()
    }

    /// Compiled rules.
    pub fn plan(&self) -> &Arc<RulePlan> {
        &self.plan
    }

    /// The board.
    pub fn board(&self) -> &dyn Position {
        &*self.board
    }

    /// Script variables, in the plan's order.
    pub fn vars(&self) -> &[VarValue] {
        &self.vars
    }

    /// Sets the script variables and runs the hooks that may depend on them.
    pub fn set_vars(&mut self, vars: Vec<VarValue>) -> Result<(), HookFault> {
        let is_same = vars == self.vars;
        self.vars = vars;
        if is_same {
            return Ok(());
        }
        self.reset_budget();
        if self.has_hook(HookKind::Finish) {
            return self.run_start_hooks();
        }
        self.pass_if_no_legal_move()
    }

    /// Seat to move.
    pub fn seat(&self) -> Seat {
        self.board.turn_state().seat
    }

    /// Number of moves played.
    pub fn move_count(&self) -> usize {
        self.move_count
    }

    fn has_hook(&self, kind: HookKind) -> bool {
        self.plan.has_hook(kind)
    }

    /// Whether scripts can forbid moves.
    pub fn filters_moves(&self) -> bool {
        self.has_hook(HookKind::Allow) || self.has_hook(HookKind::Reject)
    }

    /// The board alone, if no script takes part in playing, none reads the history, and all moves are made on the
    /// board.
    pub fn unscripted_position(&mut self) -> Option<&mut dyn Position> {
        let has_scripts = self.plan.is_scripted() || self.plan.keeps_history() || self.can_have_named_actions();
        if has_scripts { None } else { Some(&mut *self.board) }
    }

    /// Every legal move; none when the game is over.
    pub fn legal_moves(&mut self) -> Result<Vec<Move>, HookFault> {
        self.legal_moves_ordered(|_| {})
    }

    /// Legal moves that a search has to consider: in a forcing position the others cannot be better.
    pub fn search_moves(&mut self) -> Result<Vec<Move>, HookFault> {
        let mut moves = self.legal_moves()?;
        if let Some(board) = self.unscripted_position() {
            board.retain_forcing(&mut moves);
        }
        Ok(moves)
    }

    /// Every legal move, unpacked.
    pub fn legal_actions(&mut self) -> Result<Vec<Action>, HookFault> {
        let moves = self.legal_moves()?;
        Ok(moves.into_iter().map(|mv| self.unpack(mv)).collect())
    }

    /// Labels of the cells where a tile may be laid. None where a script fails: asking for the outcome reports that.
    pub fn labels(&mut self) -> Vec<(Coord, String)> {
        let notation = self.plan().notation;
        // Listing moves is slow, and only these boards show labels.
        if notation.naming() != CellNaming::Axial {
            return Vec::new();
        }
        let legal = self.legal_actions().unwrap_or_default();
        notation.labels(&legal, self.board())
    }

    /// Legal moves; hooks are called for the board's moves in the order set by `reorder`. Mandatory moves come first,
    /// but a move that a script forbids is not mandatory.
    fn legal_moves_ordered(&mut self, reorder: impl Fn(&mut Vec<Move>)) -> Result<Vec<Move>, HookFault> {
        let mut moves = Vec::new();
        if self.is_over() {
            return Ok(moves);
        }
        if !self.filters_moves() {
            self.board.list_moves(&mut moves);
            if self.can_have_named_actions() && !self.has_mandatory_moves() {
                self.reset_budget();
                self.list_named_actions(&mut moves)?;
            }
            reorder(&mut moves);
            return Ok(moves);
        }
        self.board.mandatory_moves(&mut moves);
        reorder(&mut moves);
        let mandatory = self.filter_allowed(moves)?;
        if !mandatory.is_empty() {
            return Ok(mandatory);
        }
        let mut moves = Vec::new();
        self.board.free_moves(&mut moves);
        self.list_named_actions(&mut moves)?;
        reorder(&mut moves);
        self.filter_allowed(moves)
    }

    /// Legal moves, with the hooks called in reverse order: a script with hidden state may answer differently.
    pub fn legal_moves_reversed(&mut self) -> Result<Vec<Move>, HookFault> {
        let mut allowed = self.legal_moves_ordered(|moves| moves.reverse())?;
        allowed.reverse();
        Ok(allowed)
    }

    /// The board's moves that the scripts allow.
    fn filter_allowed(&mut self, moves: Vec<Move>) -> Result<Vec<Move>, HookFault> {
        self.reset_budget();
        let mut allowed = Vec::with_capacity(moves.len());
        for mv in moves {
            if self.scripts_allow(mv)? {
                allowed.push(mv);
            }
        }
        Ok(allowed)
    }

    /// Uniformly random legal move; `None` if there is none. Rejection sampling: a move is sampled first, and only that
    /// one is passed to the scripts.
    pub fn random_move(&mut self, mut pick: impl FnMut(usize) -> usize) -> Result<Option<Move>, HookFault> {
        if self.is_over() {
            return Ok(None);
        }
        if self.can_have_named_actions() {
            let moves = self.legal_moves()?;
            return Ok(if moves.is_empty() { None } else { Some(moves[pick(moves.len())]) });
        }
        if !self.filters_moves() {
            return Ok(self.board.sample_move(&mut pick));
        }
        self.reset_budget();
        const MAX_SAMPLES: usize = 32;
        for _ in 0..MAX_SAMPLES {
            let Some(mv) = self.board.sample_move(&mut pick) else { return Ok(None) };
            if self.scripts_allow(mv)? {
                return Ok(Some(mv));
            }
        }
        let moves = self.legal_moves()?;
        Ok(if moves.is_empty() { None } else { Some(moves[pick(moves.len())]) })
    }

    /// Whether the board has mandatory moves.
    pub fn has_mandatory_moves(&mut self) -> bool {
        let mut moves = Vec::new();
        self.board.mandatory_moves(&mut moves);
        !moves.is_empty()
    }

    /// Plays a move that [`Game::legal_moves`] returned in this position. If a script fails, the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), HookFault> {
        self.reset_budget();
        self.play_within_budget(mv)?;
        if !self.filters_moves() {
            return Ok(());
        }
        let result = self.pass_if_no_legal_move();
        if result.is_err() {
            self.undo();
        }
        result
    }

    /// Ends a turn that consists of mandatory moves only, if scripts forbid all of them.
    fn pass_if_no_legal_move(&mut self) -> Result<(), HookFault> {
        while self.filters_moves() && self.board.may_pass() && !self.is_over() && self.legal_moves()?.is_empty() {
            self.board.pass();
        }
        Ok(())
    }

    /// Plays a move within the current work budget.
    fn play_within_budget(&mut self, mv: Move) -> Result<(), HookFault> {
        if self.plan.has_named_actions()
            && let Some(result) = self.play_named(mv)
        {
            return result;
        }
        self.record_history(mv);
        self.move_count += 1;
        if !self.plan.scripts_change_play() {
            self.board.play(mv);
            return Ok(());
        }
        let hook_move = self.has_hook(HookKind::AfterMove).then(|| HookMove::played(mv, &*self.board));
        let (mover, turns) = (self.board.mover(mv), self.board.turn_state().turns);
        if self.ending.is_some() {
            self.undo_frame().ending = self.ending.take();
        }
        self.board.play(mv);
        let result = self.complete_move(mover, turns, hook_move.as_ref());
        if result.is_err() {
            self.undo();
        }
        result
    }

    /// Records a move before it is played, if some script reads the history.
    #[inline]
    fn record_history(&mut self, mv: Move) {
        if self.plan.keeps_history() {
            self.history.push(self.unpack(mv));
        }
    }

    /// Plays random moves until the game is over, no move is legal or `max_moves` moves were played.
    pub fn playout(&mut self, max_moves: usize, mut pick: impl FnMut(usize) -> usize) -> Result<(), HookFault> {
        if let Some(board) = self.unscripted_position() {
            self.move_count += board.playout(max_moves, &mut pick);
            return Ok(());
        }
        for remaining in (1..=max_moves).rev() {
            match self.random_move(&mut pick)? {
                Some(mv) => self.play(mv)?,
                None => break,
            }
            if let Some(board) = self.unscripted_position() {
                self.move_count += board.playout(remaining - 1, &mut pick);
                break;
            }
        }
        Ok(())
    }

    /// Undoes every move.
    pub fn undo_all(&mut self) {
        self.history.truncate(self.history.len().saturating_sub(self.move_count));
        self.board.undo_many(std::mem::take(&mut self.move_count));
        while let Some(frame) = self.frames.pop() {
            self.restore(frame);
        }
    }

    /// Undoes the last move and everything that followed from it; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if self.move_count == 0 {
            return false;
        }
        if let Some(frame) = self.frames.pop_if(|frame| frame.number == self.move_count) {
            self.restore(frame);
        }
        self.move_count -= 1;
        self.history.pop();
        self.board.undo();
        true
    }

    /// Undo frame of the last move, created on first use. A move without one changed neither a script's ending nor a
    /// variable.
    fn undo_frame(&mut self) -> &mut GameUndoFrame {
        if self.frames.last().is_none_or(|frame| frame.number != self.move_count) {
            let number = self.move_count;
            self.frames.push(GameUndoFrame {
                number,
                ending: None,
                vars: None,
                effect_sources: Vec::new(),
                is_overridden: false,
                is_swap: false,
            });
        }
        self.frames.last_mut().expect("one was pushed if there was none")
    }

    fn restore(&mut self, frame: GameUndoFrame) {
        self.has_swapped ^= frame.is_swap;
        self.ending = frame.ending;
        if let Some(vars) = frame.vars {
            self.vars = vars;
        }
    }

    /// Whether the game is over, as far as can be determined without listing moves.
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.board.outcome().is_some() && !self.has_hook(HookKind::Finish)
    }

    /// Outcome of a finished game. A seat without a legal move also ends the game.
    pub fn outcome(&mut self) -> Result<Option<Outcome>, HookFault> {
        match self.outcome_by_rules()? {
            Some(outcome) => self.with_penalties(outcome).map(Some),
            None => Ok(None),
        }
    }

    /// Outcome without penalties for time.
    fn outcome_by_rules(&mut self) -> Result<Option<Outcome>, HookFault> {
        if let Some(outcome) = self.decided_outcome() {
            return Ok(Some(outcome));
        }
        if self.board.has_unknown_hand() {
            return Ok(None);
        }
        let is_stuck = if self.filters_moves() || self.can_have_named_actions() {
            self.legal_moves()?.is_empty()
        } else {
            self.board.count_moves() == 0
        };
        if !is_stuck {
            return Ok(None);
        }
        let (winners, id) = self.stuck_result();
        let names = &self.plan.names;
        Ok(Some(Outcome::new(GameEnd::won(winners, names), id, names)))
    }

    /// Winners if the seat to move has no legal move, and the rule that decides.
    fn stuck_result(&self) -> (SeatSet, &str) {
        let names = &self.plan.names;
        let all = SeatSet::all(names.seats.len());
        let own_team = || teammates(names, self.seat());
        let (id, result) = self.plan.stuck();
        let winners = match result {
            StuckResult::Fewest => {
                let (leaders, end_rule) = self.board.leaders();
                return (leaders, end_rule.map_or(id, |end| self.plan.end_id(end)));
            }
            StuckResult::Draw => all,
            StuckResult::Win => own_team(),
            StuckResult::Loss => all.without(own_team()),
        };
        (winners, id)
    }

    /// End of the game, as far as can be determined without listing moves. Cheap enough to call after every move;
    /// [`Game::outcome`] is complete.
    pub fn end(&self) -> Option<GameEnd> {
        if let Some(ending) = &self.ending {
            return Some(ending.end(&self.plan));
        }
        let outcome = self.board.outcome().filter(|_| !self.has_hook(HookKind::Finish))?;
        Some(GameEnding::from_board(outcome).end(&self.plan))
    }

    /// End of the game if the seat to move has no legal move; `None` if its hand is unknown.
    pub fn end_if_stuck(&self) -> Option<GameEnd> {
        (!self.board.has_unknown_hand()).then(|| GameEnd::won(self.stuck_result().0, &self.plan.names))
    }

    /// Determinization: samples what a seat cannot see consistently with what it sees. For searches in a fork of the
    /// game. Dealing scripts are not called again: they order a whole deal, not the rest of one, and their answer does
    /// not show how likely another was. So some samples may be deals that they would not have made, but none reveals
    /// more of the real one than the seat knows.
    pub fn determinise(&mut self, seat: Seat, rng: &mut Rng) {
        self.board.determinise(seat, rng);
    }

    /// Seat that makes a move: in a race the unpacked action names it.
    pub fn mover(&self, action: &Action) -> Seat {
        action.seat().unwrap_or(self.seat())
    }

    /// Outcome by an end rule or a script.
    fn decided_outcome(&self) -> Option<Outcome> {
        self.context(self.seat()).outcome()
    }

    /// Hash of the position, including script variables.
    pub fn position_hash(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::collections::hash_map::DefaultHasher::new();
        self.board.hash().hash(&mut hasher);
        format!("{:?} {:?} {}", self.vars, self.ending, self.has_swapped).hash(&mut hasher);
        hasher.finish()
    }
}
