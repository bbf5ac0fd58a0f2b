//! An engine as a bot: it receives the moves of the game, or the position where they are unknown, and its answer is
//! checked against the rules.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::allowance::{GameClock, MoveTime};
use super::introduction::BoardTerms;
use super::process::{DeadlineCheck, EngineProcess};
use super::{DEFAULT_MOVE_TIME, EnginePool};
use crate::protocol::ProtocolError;
use houserule_core::bail;
use houserule_core::mechanics::{Move, Position, Seat};
use houserule_core::rng::Rng;
use houserule_core::text::one_line;
use houserule_lab::bot::{Bot, GameTime, SearchObserver, SearchProgress, SearchRequest};
use houserule_script::game::{Game, HookFault};
use houserule_script::notation::Notation;
use houserule_script::rules::options::Setting;

pub struct EnginePlayer {
    pool: Arc<EnginePool>,
    /// The engine that plays this game, once it has begun.
    engine: Option<EngineProcess>,
    sent: Option<SentPosition>,
    clock: GameClock,
}

/// The position as it was sent to the engine: a start and the moves since.
struct SentPosition {
    start: String,
    moves: Vec<String>,
    board: Box<dyn Position>,
}

impl EnginePlayer {
    pub fn new(pool: Arc<EnginePool>) -> EnginePlayer {
        let clock = GameClock::new(pool.allowance.unwrap_or(DEFAULT_MOVE_TIME));
        EnginePlayer { pool, engine: None, sent: None, clock }
    }

    /// Starts the engine and the game, unless it has begun.
    fn begin(&mut self, game: &Game, should_stop: DeadlineCheck) -> Result<(), ProtocolError> {
        crate::protocol::ensure_supported(game.plan())?;
        if self.engine.is_none() {
            let mut engine = self.pool.acquire(should_stop)?;
            engine.new_game(&board_terms(game, game.plan().notation)?, should_stop)?;
            self.engine = Some(engine);
            self.sent = SentPosition::at_start(game);
        }
        Ok(())
    }

    fn choose_move(
        &mut self,
        game: &mut Game,
        seat: Seat,
        time: Option<&GameTime>,
        should_stop: DeadlineCheck,
    ) -> Result<Move, ProtocolError> {
        self.begin(game, should_stop)?;
        let notation = game.plan().notation;
        let mut sent = self.sent.take().unwrap_or_else(|| SentPosition::from_position(game, notation));
        if !sent.advance_to(game.board(), notation) {
            sent = SentPosition::from_position(game, notation);
        }
        let Some(engine) = &mut self.engine else { bail!("{} is not running", self.pool.name) };
        let on_clock = time.and_then(|time| MoveTime::on_clock(self.pool.allowance, time, seat));
        let turn = on_clock.unwrap_or_else(|| self.clock.start_turn());
        let text = engine.best_move(&sent.to_tei(), &turn, should_stop)?;
        if time.is_none()
            && let Some(warning) = self.clock.end_turn(&turn)
            && !self.pool.has_reported_late.swap(true, Ordering::Relaxed)
        {
            crate::terminal::note(format!("{} {warning}", self.pool.name));
        }
        let mv = self.parse_legal_move(&text, game, notation)?;
        sent.moves.push(notation.write_move(&game.board().unpack(mv), game.board()));
        sent.board.play(mv);
        self.sent = Some(sent);
        Ok(mv)
    }

    /// Parses the engine's move and checks that it is legal.
    fn parse_legal_move(&self, text: &str, game: &mut Game, notation: &dyn Notation) -> Result<Move, ProtocolError> {
        let (name, shown) = (&self.pool.name, one_line(text, 40));
        let action = notation
            .read_move(text, game.board())
            .map_err(|_| format!("{name} plays `{shown}`, which is not a move in {}", game.plan().notation.name()))?;
        let violations = game.why(&action).map_err(|fault| fault.to_string())?;
        if let Some(violation) = violations.first() {
            bail!("{name} plays {shown}, which is illegal here: {violation}");
        }
        let mv = game.board().pack(&action);
        mv.ok_or_else(|| format!("{name} plays {shown}, which is not a move here").into())
    }
}

impl Bot for EnginePlayer {
    fn prepare(&mut self, game: &Game, observer: &mut dyn SearchObserver) -> Result<(), HookFault> {
        let nothing = || SearchProgress { pv: Vec::new(), ..SearchProgress::unsearched(Move(0)) };
        let mut should_stop = || observer.on_progress(&nothing).is_break();
        self.begin(game, &mut should_stop).map_err(HookFault::new)
    }

    /// Uses the engine's own time limit, within the clock of the game; the observer can stop it earlier.
    fn search(&mut self, game: &mut Game, _: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault> {
        let Some(&any) = game.legal_moves()?.first() else { return Ok(None) };
        let mut should_stop = || request.observer.on_progress(&|| SearchProgress::unsearched(any)).is_break();
        let chosen = self.choose_move(game, request.seat, request.time, &mut should_stop);
        if chosen.is_err() {
            // An engine that has failed is not asked again.
            self.engine = None;
        }
        chosen.map(Some).map_err(HookFault::new)
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        self.engine.take().into_iter().for_each(|engine| self.pool.release(engine));
    }
}

/// Returns the size and komi that an engine must know before it plays.
fn board_terms(game: &Game, notation: &dyn Notation) -> Result<BoardTerms, ProtocolError> {
    let position = notation.write_position(game.board(), &[]);
    let settings = notation.settings_of_position(&position).map_err(|error| error.to_string())?;
    let size = settings.into_iter().find(|(key, _)| key == "size").map(|(_, size)| size);
    let half_komi = match game.plan().settings.get("komi") {
        Some(Setting::Number(komi)) => (2.0 * komi).round() as i64,
        _ => 0,
    };
    Ok(BoardTerms { size: size.unwrap_or_default(), half_komi })
}

impl SentPosition {
    /// The start of a game.
    fn at_start(game: &Game) -> Option<SentPosition> {
        let board = game.plan().position(None, 0).ok()?;
        Some(SentPosition { start: "startpos".to_string(), moves: Vec::new(), board })
    }

    /// A position whose moves are unknown.
    fn from_position(game: &Game, notation: &dyn Notation) -> SentPosition {
        let start = format!("tps {}", notation.write_position(game.board(), &[]));
        SentPosition { start, moves: Vec::new(), board: game.board().fork() }
    }

    /// Follows the game by at most one move; false if that does not reach the position.
    fn advance_to(&mut self, target: &dyn Position, notation: &dyn Notation) -> bool {
        let is_target =
            |board: &dyn Position| board.turn_state() == target.turn_state() && board.hash() == target.hash();
        if is_target(&*self.board) {
            return true;
        }
        let mut moves = Vec::new();
        self.board.list_moves(&mut moves);
        for mv in moves {
            let text = notation.write_move(&self.board.unpack(mv), &*self.board);
            self.board.play(mv);
            if is_target(&*self.board) {
                self.moves.push(text);
                return true;
            }
            self.board.undo();
        }
        false
    }

    /// Writes the arguments of `position`. Some engines require `moves` even where none follows.
    fn to_tei(&self) -> String {
        if self.moves.is_empty() {
            return format!("{} moves", self.start);
        }
        format!("{} moves {}", self.start, self.moves.join(" "))
    }
}
