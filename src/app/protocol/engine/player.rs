//! An engine at a seat: it is told the game as it went, or the position where that is not known, and what it answers is
//! held against the rules.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::EnginePool;
use super::allowance::GameClock;
use super::introduction::BoardTerms;
use super::process::{DeadlineCheck, EngineProcess};
use crate::protocol::ProtocolError;
use houserule_core::bail;
use houserule_core::mechanics::{Move, Position};
use houserule_core::rng::Rng;
use houserule_core::text::one_line;
use houserule_lab::bot::{Bot, SearchProgress, SearchRequest};
use houserule_script::game::{Game, HookFault};
use houserule_script::notation::Notation;
use houserule_script::rules::options::Setting;

pub struct EnginePlayer {
    stable: Arc<EnginePool>,
    /// The engine that plays this game, once it has begun.
    engine: Option<EngineProcess>,
    past: Option<SentPosition>,
    clock: GameClock,
}

/// How the engine was told that a position came about.
struct SentPosition {
    start: String,
    moves: Vec<String>,
    board: Box<dyn Position>,
}

impl EnginePlayer {
    pub fn new(stable: Arc<EnginePool>) -> EnginePlayer {
        let clock = GameClock::new(stable.allowance);
        EnginePlayer { stable, engine: None, past: None, clock }
    }

    fn ask(&mut self, game: &mut Game, hurry: DeadlineCheck) -> Result<Move, ProtocolError> {
        crate::protocol::suits(game.plan())?;
        let notation = game.plan().notation;
        if self.engine.is_none() {
            let mut engine = self.stable.engine(hurry)?;
            engine.begin(&terms(game, notation)?, hurry)?;
            self.engine = Some(engine);
            self.past = SentPosition::at_start(game);
        }
        let mut past = self.past.take().unwrap_or_else(|| SentPosition::at(game, notation));
        if !past.reach(game.board(), notation) {
            past = SentPosition::at(game, notation);
        }
        let Some(engine) = &mut self.engine else { bail!("{} does not run", self.stable.name) };
        let turn = self.clock.begin();
        let text = engine.best_move(&past.text(), &turn, hurry)?;
        if let Some(late) = self.clock.end(&turn)
            && !self.stable.is_told_late.swap(true, Ordering::Relaxed)
        {
            let _ = writeln!(crate::terminal::stderr(), "{} {late}", self.stable.name);
        }
        let mv = self.legal(&text, game, notation)?;
        past.moves.push(notation.write_move(&game.board().unpack(mv), game.board()));
        past.board.play(mv);
        self.past = Some(past);
        Ok(mv)
    }

    /// The move that an engine means, if it is one.
    fn legal(&self, text: &str, game: &mut Game, notation: &dyn Notation) -> Result<Move, ProtocolError> {
        let (name, shown) = (&self.stable.name, one_line(text, 40));
        let action = notation
            .read_move(text, game.board())
            .map_err(|_| format!("{name} plays `{shown}`, which is no move in {}", game.plan().notation.name()))?;
        let violations = game.why(&action).map_err(|fault| fault.to_string())?;
        if let Some(violation) = violations.first() {
            bail!("{name} plays {shown}, which is illegal here: {violation}");
        }
        let mv = game.board().pack(&action);
        mv.ok_or_else(|| format!("{name} plays {shown}, which is no move here").into())
    }
}

impl Bot for EnginePlayer {
    /// An engine keeps to its own limit, and is told to stop when its watcher says so.
    fn search(&mut self, game: &mut Game, _: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault> {
        let Some(&any) = game.legal_moves()?.first() else { return Ok(None) };
        let mut hurry = || request.observer.look(&|| SearchProgress::of(any)).is_break();
        let chosen = self.ask(game, &mut hurry);
        if chosen.is_err() {
            // One that has failed once is not asked again.
            self.engine = None;
        }
        chosen.map(Some).map_err(HookFault::new)
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        self.engine.take().into_iter().for_each(|engine| self.stable.give_back(engine));
    }
}

/// What an engine must know of a board before it plays on it.
fn terms(game: &Game, notation: &dyn Notation) -> Result<BoardTerms, ProtocolError> {
    let position = notation.write_position(game.board(), &[]);
    let shape = notation.settings_of_position(&position).map_err(|error| error.to_string())?;
    let size = shape.into_iter().find(|(key, _)| key == "size").map(|(_, size)| size);
    let half_komi = match game.plan().settings.get("komi") {
        Some(Setting::Number(komi)) => (2.0 * komi).round() as i64,
        _ => 0,
    };
    Ok(BoardTerms { size: size.unwrap_or_default(), half_komi })
}

impl SentPosition {
    /// A game that has not begun.
    fn at_start(game: &Game) -> Option<SentPosition> {
        let board = game.plan().position(None, 0).ok()?;
        Some(SentPosition { start: "startpos".to_string(), moves: Vec::new(), board })
    }

    /// A game of which only the position is known.
    fn at(game: &Game, notation: &dyn Notation) -> SentPosition {
        let start = format!("tps {}", notation.write_position(game.board(), &[]));
        SentPosition { start, moves: Vec::new(), board: game.board().fork() }
    }

    /// Follows a game that has gone on by at most one move; false if it went elsewhere.
    fn reach(&mut self, now: &dyn Position, notation: &dyn Notation) -> bool {
        let is_now = |board: &dyn Position| board.clock() == now.clock() && board.hash() == now.hash();
        if is_now(&*self.board) {
            return true;
        }
        let mut moves = Vec::new();
        self.board.list(&mut moves);
        for mv in moves {
            let text = notation.write_move(&self.board.unpack(mv), &*self.board);
            self.board.play(mv);
            if is_now(&*self.board) {
                self.moves.push(text);
                return true;
            }
            self.board.undo();
        }
        false
    }

    /// There are engines that want the word even where no move follows.
    fn text(&self) -> String {
        if self.moves.is_empty() {
            return format!("{} moves", self.start);
        }
        format!("{} moves {}", self.start, self.moves.join(" "))
    }
}
