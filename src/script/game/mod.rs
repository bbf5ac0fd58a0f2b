//! One position of any plan: legal moves, play and undo, outcome, score and the reasons for a refusal. Everything
//! above (perft, bots, the prompt) plays through [`Game`]; the native board and the hooks of scripts meet here.

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

/// A game in progress.
pub struct Game {
    plan: Arc<RulePlan>,
    board: Box<dyn Position>,
    scripts: Scripts,
    vars: Vec<VarValue>,
    /// How the game ended where a script said so; the board's own verdict otherwise.
    ending: Option<GameEnding>,
    played: usize,
    /// What the board does not keep, a frame for every move in which scripts changed some of it.
    frames: Vec<GameUndoFrame>,
    /// The moves played, where some script asks for them.
    history: Vec<Action>,
    /// Whether the players have changed sides.
    swapped: bool,
}

/// Why a game cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(transparent)]
pub enum StartError {
    Position(#[from] SetupError),
    Script(#[from] HookFault),
}

/// What the board does not keep of a move: how it was before.
struct GameUndoFrame {
    /// The move's number, the first being 1.
    number: usize,
    ending: Option<GameEnding>,
    /// The script variables, where it changed any.
    vars: Option<Vec<VarValue>>,
    /// The scripts that did something after the move, in stacking order, and whether one changed how the game stands.
    followed: Vec<Arc<str>>,
    overruled: bool,
    /// Whether the players changed sides.
    swaps: bool,
}

impl Game {
    /// A game at its start, or at a position set up by hand with the script variables as they are told there; what is
    /// dealt follows from the seed. The `maker` of the plan's hooks must be there if it has any.
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

    /// Begins another game at its start, as [`Game::new`] would, in the memory of this one; what is dealt follows from the
    /// seed.
    pub fn begin_anew(&mut self, seed: u64) -> Result<(), StartError> {
        if !self.board.reset(seed) {
            self.board = self.plan.position(None, seed)?;
        }
        // A script may have kept something to itself.
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

    /// Asks the scripts about a position in which nobody has moved.
    fn open(&mut self) -> Result<(), HookFault> {
        let clock = self.board.clock();
        let first = self.plan.mechanic.first_step(clock.turns);
        let before = clock.moved_last(first, self.plan.names.seats.len());
        self.ending = self.judge_end(before, None)?;
        self.pass_if_nothing_is_allowed()
    }

    pub fn plan(&self) -> &Arc<RulePlan> {
        &self.plan
    }

    pub fn board(&self) -> &dyn Position {
        &*self.board
    }

    /// The script variables, in the plan's order.
    pub fn vars(&self) -> &[VarValue] {
        &self.vars
    }

    /// Gives the script variables other values than the moves so far gave them, and asks the scripts what follows.
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

    pub fn seat(&self) -> Seat {
        self.board.clock().seat
    }

    /// How many moves have been played in this game.
    pub fn played(&self) -> usize {
        self.played
    }

    fn has_hook(&self, kind: HookKind) -> bool {
        self.plan.has_hook(kind)
    }

    /// Whether scripts have a say in which moves are legal.
    pub fn filters_moves(&self) -> bool {
        self.has_hook(HookKind::Allow) || self.has_hook(HookKind::Reject)
    }

    /// The board itself, where no script has a say in anything that playing on it does or asks later what was played, and
    /// all moves are made on it.
    pub fn unscripted_position(&mut self) -> Option<&mut dyn Position> {
        let is_minded = self.plan.is_scripted() || self.plan.keeps_history() || self.expects_acts();
        if is_minded { None } else { Some(&mut *self.board) }
    }

    /// Every legal move; none when the game is over.
    pub fn legal_moves(&mut self) -> Result<Vec<Move>, HookFault> {
        self.legal_moves_asked(|_| {})
    }

    /// The legal moves that somebody who searches has to look at: where something must be done at once the others are
    /// certain to be no better.
    pub fn search_moves(&mut self) -> Result<Vec<Move>, HookFault> {
        let mut moves = self.legal_moves()?;
        if let Some(board) = self.unscripted_position() {
            board.retain_forcing(&mut moves);
        }
        Ok(moves)
    }

    /// Every legal move, spelled out.
    pub fn legal_actions(&mut self) -> Result<Vec<Action>, HookFault> {
        let moves = self.legal_moves()?;
        Ok(moves.into_iter().map(|mv| self.unpack_named(mv)).collect())
    }

    /// The legal moves; scripts are asked about the board's own in the order that `arrange` puts them in. What is owed
    /// comes first, but what a script forbids is not owed.
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

    /// The same moves, the scripts asked about the last one first: a script that keeps something to itself from one
    /// question to the next may answer differently.
    pub fn legal_moves_asked_backwards(&mut self) -> Result<Vec<Move>, HookFault> {
        let mut allowed = self.legal_moves_asked(|moves| moves.reverse())?;
        allowed.reverse();
        Ok(allowed)
    }

    /// Those of the board's moves that the scripts allow.
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

    /// One legal move, every one as likely as any other; none when there is none. A move is drawn first and the
    /// scripts are asked about that one only: drawing again after a refusal keeps the choice uniform.
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

    /// Whether the board has moves that come before all others.
    pub fn owes(&mut self) -> bool {
        let mut owed = Vec::new();
        self.board.mandatory_moves(&mut owed);
        !owed.is_empty()
    }

    /// Plays a move that [`Game::legal_moves`] gave in this position. A script that fails leaves it unchanged.
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

    /// Ends a turn in which only what is owed may be played, where scripts forbid all of it.
    fn pass_if_nothing_is_allowed(&mut self) -> Result<(), HookFault> {
        while self.filters_moves() && self.board.may_pass() && !self.ended() && self.legal_moves()?.is_empty()
        {
            self.board.pass();
        }
        Ok(())
    }

    /// Plays a move within the budget that is running.
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

    /// Notes a move before it is played, where some script asks for those that were.
    #[inline]
    fn note(&mut self, mv: Move) {
        if self.plan.keeps_history() {
            self.history.push(self.unpack_named(mv));
        }
    }

    /// Plays random moves until the game is over, nobody can move or `most` were played.
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

    /// Takes back every move.
    pub fn undo_all(&mut self) {
        self.history.truncate(self.history.len().saturating_sub(self.played));
        self.board.take_back(std::mem::take(&mut self.played));
        while let Some(frame) = self.frames.pop() {
            self.put_back(frame);
        }
    }

    /// Takes back the last move and all that followed from it; false if there is none.
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

    /// The frame of the last move. A move without one found no ending of a script, left none and changed no variable.
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

    /// Whether the game is over, as far as can be told without listing moves.
    pub fn ended(&self) -> bool {
        self.ending.is_some() || self.board.outcome().is_some() && !self.has_hook(HookKind::Finish)
    }

    /// The result of a game that is over. Having no legal move is an end too.
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

    /// Who wins where the seat to move has no legal move, and by what.
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

    /// How the game ended, as far as can be told without listing moves. For those who ask after every move;
    /// [`Game::outcome`] says it in full.
    pub fn end(&self) -> Option<GameEnd> {
        if let Some(ending) = &self.ending {
            return Some(ending.end(&self.plan));
        }
        let verdict = self.board.outcome().filter(|_| !self.has_hook(HookKind::Finish))?;
        Some(GameEnding::native(verdict).end(&self.plan))
    }

    /// How the game ends if the seat to move has no legal move; none where that means nothing.
    pub fn end_if_stuck(&self) -> Option<GameEnd> {
        (!self.board.has_unknown_hand()).then(|| GameEnd::won(self.stuck_result().0, &self.plan.names))
    }

    /// Puts what a seat cannot see in any order that fits what it sees. For those who think ahead in a fork of a game.
    /// Scripts that deal are not asked again: they put a whole deal in order and not what is left of one, and nobody can tell
    /// from their answer how likely another was. So some of these orders may be ones that they would not have dealt, but
    /// none tells more of the real one than the seat knows.
    pub fn determinise(&mut self, seat: Seat, rng: &mut Rng) {
        self.board.determinise(seat, rng);
    }

    /// The seat that does something: in a race an action that is spelled out tells it.
    pub fn mover(&self, action: &Action) -> Seat {
        action.seat().unwrap_or(self.seat())
    }

    /// The outcome that an end rule or a script has given.
    fn decided(&self) -> Option<Outcome> {
        self.context(self.seat()).outcome()
    }

    /// A number that tells positions apart, script variables included.
    pub fn key(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::collections::hash_map::DefaultHasher::new();
        self.board.hash().hash(&mut hasher);
        format!("{:?} {:?} {}", self.vars, self.ending, self.swapped).hash(&mut hasher);
        hasher.finish()
    }
}
