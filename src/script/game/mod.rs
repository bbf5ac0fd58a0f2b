//! Game in progress under any plan: legal moves, play and undo, outcome, score and the reasons why a move is illegal.
//! Everything above (perft, bots, the prompt) plays through [`Game`], which combines the native board with the hooks of
//! scripts.

mod acts;
mod automatic;
mod bot_script;
mod checker;
mod hooks;
mod outcome;
mod scripts;
mod snapshot;
mod why;

use std::sync::Arc;

use crate::rules::{HookKind, RulePlan, VarValue};
use houserule_core::error::SetupError;
use houserule_core::mechanics::{Action, Move, Position, Seat, SeatSet, Setup, StuckResult, teammates};
use houserule_core::rng::Rng;
use scripts::Scripts;

pub use acts::{ACT_LETTERS, is_act};
pub use bot_script::{BotError, BotScript, BotScriptKind, BotScripts, ScriptBot};
pub use checker::{CheckerAnswer, LessonChecker};
pub use hooks::{Effect, HookContext, HookFault, HookMove, Hooks, RequestedEffect};
pub use outcome::{EndReason, GameEnd, GameEnding, Outcome, ScoreLine};
pub use scripts::{HooksFactory, MAX_INSTANCE_MEMORY, workers};
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
    played: usize,
    /// State that the board does not save: one frame for every move in which scripts changed some of it.
    frames: Vec<GameUndoFrame>,
    /// Moves played, if some script reads them.
    history: Vec<Action>,
    /// Whether the players have swapped.
    swapped: bool,
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
    /// Scripts that did something after the move, in stacking order, and whether one overrode the outcome.
    followed: Vec<Arc<str>>,
    overruled: bool,
    /// Whether the players swapped.
    swaps: bool,
}

impl Game {
    /// Game at its start, or at a position that was set up with the given script variables; the seed determines the
    /// deal. `maker` must be given if the plan has hooks.
    pub fn new(
        plan: Arc<RulePlan>,
        maker: Option<HooksFactory>,
        setup: Option<(&Setup, Option<Vec<VarValue>>)>,
        seed: u64,
    ) -> Result<Game, StartError> {
        debug_assert!(plan.hooks.is_empty() || maker.is_some(), "a plan with hooks comes with their maker");
        let is_dealt = setup.is_none();
        let (setup, vars) = setup.map_or((None, None), |(setup, vars)| (Some(setup), vars));
        let board = plan.position(setup, seed)?;
        let vars = vars.unwrap_or_else(|| plan.first_vars());
        let mut game = Game {
            plan,
            board,
            scripts: Scripts::new(maker),
            vars,
            ending: None,
            played: 0,
            frames: Vec::new(),
            history: Vec::new(),
            swapped: false,
        };
        if is_dealt {
            game.deal(seed)?;
            game.run_setup_hooks()?;
        }
        game.open()?;
        Ok(game)
    }

    /// Restarts the game with a new seed, like [`Game::new`], reusing memory.
    pub fn begin_anew(&mut self, seed: u64) -> Result<(), StartError> {
        if !self.board.reset(seed) {
            self.board = self.plan.position(None, seed)?;
        }
        // The scripts may have kept hidden state.
        self.scripts = Scripts::new(self.scripts.maker());
        self.vars = self.plan.first_vars();
        (self.ending, self.played) = (None, 0);
        self.frames.clear();
        self.history.clear();
        self.swapped = false;
        self.deal(seed)?;
        self.run_setup_hooks()?;
        Ok(self.open()?)
    }

    /// Calls the scripts for a position in which no move was made.
    fn open(&mut self) -> Result<(), HookFault> {
        let clock = self.board.clock();
        let first = self.plan.mechanic.first_step(clock.turns);
        let before = clock.moved_last(first, self.plan.names.seats.len());
        self.ending = self.judge_end(before, None)?;
        self.pass_if_nothing_is_allowed()
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

    /// Overrides the script variables, and calls the scripts for the consequences.
    pub fn tell_vars(&mut self, vars: Vec<VarValue>) -> Result<(), HookFault> {
        let is_same = vars == self.vars;
        self.vars = vars;
        if is_same {
            return Ok(());
        }
        self.begin();
        if self.has_hook(HookKind::Finish) {
            return self.open();
        }
        self.pass_if_nothing_is_allowed()
    }

    /// Seat to move.
    pub fn seat(&self) -> Seat {
        self.board.clock().seat
    }

    /// Number of moves played.
    pub fn played(&self) -> usize {
        self.played
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
        let is_minded = self.plan.is_scripted() || self.plan.keeps_history() || self.expects_acts();
        if is_minded { None } else { Some(&mut *self.board) }
    }

    /// Every legal move; none when the game is over.
    pub fn legal_moves(&mut self) -> Result<Vec<Move>, HookFault> {
        self.legal_moves_asked(|_| {})
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
        Ok(moves.into_iter().map(|mv| self.unpack_named(mv)).collect())
    }

    /// Legal moves; scripts are asked about the board's moves in the order that `arrange` gives them. Mandatory moves
    /// come first, but a move that a script forbids is not mandatory.
    fn legal_moves_asked(&mut self, arrange: impl Fn(&mut Vec<Move>)) -> Result<Vec<Move>, HookFault> {
        let mut moves = Vec::new();
        if self.ended() {
            return Ok(moves);
        }
        if !self.filters_moves() {
            self.board.list(&mut moves);
            if self.expects_acts() && !self.owes() {
                self.begin();
                self.list_acts(&mut moves)?;
            }
            arrange(&mut moves);
            return Ok(moves);
        }
        self.board.mandatory_moves(&mut moves);
        arrange(&mut moves);
        let owed = self.allowed(moves)?;
        if !owed.is_empty() {
            return Ok(owed);
        }
        let mut moves = Vec::new();
        self.board.free_moves(&mut moves);
        self.list_acts(&mut moves)?;
        arrange(&mut moves);
        self.allowed(moves)
    }

    /// The legal moves, with the scripts asked in reverse order: a script with hidden state may answer differently.
    pub fn legal_moves_asked_backwards(&mut self) -> Result<Vec<Move>, HookFault> {
        let mut allowed = self.legal_moves_asked(|moves| moves.reverse())?;
        allowed.reverse();
        Ok(allowed)
    }

    /// The board's moves that the scripts allow.
    fn allowed(&mut self, moves: Vec<Move>) -> Result<Vec<Move>, HookFault> {
        self.begin();
        let mut kept = Vec::with_capacity(moves.len());
        for mv in moves {
            if self.scripts_allow(mv)? {
                kept.push(mv);
            }
        }
        Ok(kept)
    }

    /// Uniformly random legal move; `None` if there is none. A move is sampled first and the scripts are only asked
    /// about that one (rejection sampling keeps the choice uniform).
    pub fn random_move(&mut self, mut draw: impl FnMut(usize) -> usize) -> Result<Option<Move>, HookFault> {
        if self.ended() {
            return Ok(None);
        }
        if self.expects_acts() {
            let moves = self.legal_moves()?;
            return Ok(if moves.is_empty() { None } else { Some(moves[draw(moves.len())]) });
        }
        if !self.filters_moves() {
            return Ok(self.board.sample_move(&mut draw));
        }
        self.begin();
        const MAX_SAMPLES: usize = 32;
        for _ in 0..MAX_SAMPLES {
            let Some(mv) = self.board.sample_move(&mut draw) else {
                return Ok(None);
            };
            if self.scripts_allow(mv)? {
                return Ok(Some(mv));
            }
        }
        let moves = self.legal_moves()?;
        Ok(if moves.is_empty() { None } else { Some(moves[draw(moves.len())]) })
    }

    /// Whether the board has mandatory moves.
    pub fn owes(&mut self) -> bool {
        let mut owed = Vec::new();
        self.board.mandatory_moves(&mut owed);
        !owed.is_empty()
    }

    /// Plays a move that [`Game::legal_moves`] returned in this position. If a script fails, the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), HookFault> {
        self.begin();
        self.play_on(mv)?;
        if !self.filters_moves() {
            return Ok(());
        }
        let passed = self.pass_if_nothing_is_allowed();
        if passed.is_err() {
            self.undo();
        }
        passed
    }

    /// Ends a turn that consists of mandatory moves only, if scripts forbid all of them.
    fn pass_if_nothing_is_allowed(&mut self) -> Result<(), HookFault> {
        while self.filters_moves() && self.board.may_pass() && !self.ended() && self.legal_moves()?.is_empty() {
            self.board.pass();
        }
        Ok(())
    }

    /// Plays a move within the current work budget.
    fn play_on(&mut self, mv: Move) -> Result<(), HookFault> {
        if self.plan.has_acts()
            && let Some(done) = self.play_act(mv)
        {
            return done;
        }
        self.note(mv);
        self.played += 1;
        if !self.plan.scripts_change_play() {
            self.board.play(mv);
            return Ok(());
        }
        let asked = self.has_hook(HookKind::AfterMove).then(|| HookMove::played(mv, &*self.board));
        let (mover, turns) = (self.board.mover(mv), self.board.clock().turns);
        if self.ending.is_some() {
            self.frame().ending = self.ending.take();
        }
        self.board.play(mv);
        let after = self.follow_up(mover, turns, asked.as_ref());
        if after.is_err() {
            self.undo();
        }
        after
    }

    /// Records a move before it is played, if some script reads the history.
    #[inline]
    fn note(&mut self, mv: Move) {
        if self.plan.keeps_history() {
            self.history.push(self.unpack_named(mv));
        }
    }

    /// Random playout until the game is over, no move is legal or `most` moves were played.
    pub fn playout(&mut self, most: usize, mut pick: impl FnMut(usize) -> usize) -> Result<(), HookFault> {
        if let Some(board) = self.unscripted_position() {
            self.played += board.playout(most, &mut pick);
            return Ok(());
        }
        for left in (1..=most).rev() {
            match self.random_move(&mut pick)? {
                Some(mv) => self.play(mv)?,
                None => break,
            }
            if let Some(board) = self.unscripted_position() {
                self.played += board.playout(left - 1, &mut pick);
                break;
            }
        }
        Ok(())
    }

    /// Undoes every move.
    pub fn undo_all(&mut self) {
        self.history.truncate(self.history.len().saturating_sub(self.played));
        self.board.take_back(std::mem::take(&mut self.played));
        while let Some(frame) = self.frames.pop() {
            self.put_back(frame);
        }
    }

    /// Undoes the last move and everything that followed from it; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if self.played == 0 {
            return false;
        }
        if let Some(frame) = self.frames.pop_if(|frame| frame.number == self.played) {
            self.put_back(frame);
        }
        self.played -= 1;
        self.history.pop();
        self.board.undo();
        true
    }

    /// Frame of the last move. A move without one neither found nor left a script's ending and changed no variable.
    fn frame(&mut self) -> &mut GameUndoFrame {
        if self.frames.last().is_none_or(|frame| frame.number != self.played) {
            let number = self.played;
            self.frames.push(GameUndoFrame {
                number,
                ending: None,
                vars: None,
                followed: Vec::new(),
                overruled: false,
                swaps: false,
            });
        }
        self.frames.last_mut().expect("one was pushed if there was none")
    }

    fn put_back(&mut self, frame: GameUndoFrame) {
        self.swapped ^= frame.swaps;
        self.ending = frame.ending;
        if let Some(vars) = frame.vars {
            self.vars = vars;
        }
    }

    /// Whether the game is over, as far as can be determined without listing moves.
    pub fn ended(&self) -> bool {
        self.ending.is_some() || self.board.outcome().is_some() && !self.has_hook(HookKind::Finish)
    }

    /// Outcome of a finished game. Having no legal move also ends a game.
    pub fn outcome(&mut self) -> Result<Option<Outcome>, HookFault> {
        if let Some(outcome) = self.decided() {
            return Ok(Some(outcome));
        }
        if self.board.has_unknown_hand() {
            return Ok(None);
        }
        let stuck = if self.filters_moves() || self.expects_acts() {
            self.legal_moves()?.is_empty()
        } else {
            self.board.count() == 0
        };
        if !stuck {
            return Ok(None);
        }
        let (winners, id) = self.stuck_result();
        let names = &self.plan.names;
        Ok(Some(Outcome::new(GameEnd::won(winners, names), id, names)))
    }

    /// Winners if the seat to move has no legal move, and the rule that decides.
    fn stuck_result(&self) -> (SeatSet, &str) {
        let names = &self.plan.names;
        let (all, mine) = (SeatSet::first(names.seats.len()), teammates(names, self.seat()));
        let (id, result) = self.plan.stuck();
        let winners = match result {
            StuckResult::Fewest => {
                let (ahead, reached) = self.board.leaders();
                return (ahead, reached.map_or(id, |end| self.plan.end_id(end)));
            }
            StuckResult::Draw => all,
            StuckResult::Win => mine,
            StuckResult::Loss => all.without(mine),
        };
        (winners, id)
    }

    /// End of the game, as far as can be determined without listing moves. Cheap enough to call after every move;
    /// [`Game::outcome`] is complete.
    pub fn end(&self) -> Option<GameEnd> {
        if let Some(ending) = &self.ending {
            return Some(ending.end(&self.plan));
        }
        let verdict = self.board.outcome().filter(|_| !self.has_hook(HookKind::Finish))?;
        Some(GameEnding::native(verdict).end(&self.plan))
    }

    /// End of the game if the seat to move has no legal move; `None` where that means nothing.
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

    /// Seat that acts: in a race the unpacked action names it.
    pub fn mover(&self, action: &Action) -> Seat {
        action.seat().unwrap_or(self.seat())
    }

    /// Outcome by an end rule or a script.
    fn decided(&self) -> Option<Outcome> {
        self.context(self.seat()).outcome()
    }

    /// Hash of the position, including script variables.
    pub fn key(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::collections::hash_map::DefaultHasher::new();
        self.board.hash().hash(&mut hasher);
        format!("{:?} {:?} {}", self.vars, self.ending, self.swapped).hash(&mut hasher);
        hasher.finish()
    }
}
