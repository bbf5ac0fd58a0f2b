//! An engine at a seat: it is told the game as it went, or the position where that is not known, and what it answers is
//! held against the rules.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Stable;
use super::allowance::Clock;
use super::introduction::Terms;
use super::process::{Engine, Hurry};
use crate::bot::{Bot, Limit, Progress, Unwatched, Watch};
use crate::chance::Dice;
use crate::game::{Game, HookFault};
use crate::mechanics::{Mechanic, Move, Seat};
use crate::notation::{self, Notation};
use crate::rules::options::Setting;
use crate::vocabulary::one_line;

pub struct Player {
    stable: Arc<Stable>,
    /// The engine that plays this game, once it has begun.
    engine: Option<Engine>,
    past: Option<Past>,
    clock: Clock,
}

/// How the engine was told that a position came about.
struct Past {
    start: String,
    moves: Vec<String>,
    board: Box<dyn Mechanic>,
}

impl Player {
    pub fn new(stable: Arc<Stable>) -> Player {
        let clock = Clock::new(stable.allowance);
        Player { stable, engine: None, past: None, clock }
    }

    fn ask(&mut self, game: &mut Game, hurry: Hurry) -> Result<Move, String> {
        crate::protocol::suits(game.plan())?;
        let notation = notation::by_name(game.plan().notation);
        if self.engine.is_none() {
            let mut engine = self.stable.engine(hurry)?;
            engine.begin(&terms(game, notation)?, hurry)?;
            self.engine = Some(engine);
            self.past = Past::at_start(game);
        }
        let mut past = self.past.take().unwrap_or_else(|| Past::at(game, notation));
        if !past.reach(game.board(), notation) {
            past = Past::at(game, notation);
        }
        let Some(engine) = &mut self.engine else { return Err(format!("{} does not run", self.stable.name)) };
        let turn = self.clock.begin();
        let text = engine.best_move(&past.text(), &turn, hurry)?;
        if let Some(late) = self.clock.end(&turn)
            && !self.stable.is_told_late.swap(true, Ordering::Relaxed)
        {
            let _ = writeln!(crate::terminal::stderr(), "{} {late}", self.stable.name);
        }
        let mv = self.legal(&text, game, notation)?;
        past.moves.push(notation.write_move(&game.board().spell(mv), game.board()));
        past.board.play(mv);
        self.past = Some(past);
        Ok(mv)
    }

    /// The move that an engine means, if it is one.
    fn legal(&self, text: &str, game: &mut Game, notation: &dyn Notation) -> Result<Move, String> {
        let (name, shown) = (&self.stable.name, one_line(text, 40));
        let deed = notation
            .read_move(text, game.board())
            .map_err(|_| format!("{name} plays `{shown}`, which is no move in {}", game.plan().notation))?;
        let refusals = game.why(&deed).map_err(|fault| fault.to_string())?;
        if let Some(refusal) = refusals.first() {
            return Err(format!("{name} plays {shown}, which is illegal here: {refusal}"));
        }
        let mv = game.board().pack(&deed);
        mv.ok_or_else(|| format!("{name} plays {shown}, which is no move here"))
    }
}

impl Bot for Player {
    fn choose(&mut self, game: &mut Game, seat: Seat, dice: &mut Dice) -> Result<Option<Move>, HookFault> {
        self.choose_watched(game, seat, dice, Limit::NONE, &mut Unwatched)
    }

    /// An engine keeps to its own limit, and is told to stop when its watcher says so.
    fn choose_watched(
        &mut self,
        game: &mut Game,
        _: Seat,
        _: &mut Dice,
        _: Limit,
        watch: &mut dyn Watch,
    ) -> Result<Option<Move>, HookFault> {
        let Some(&any) = game.legal_moves()?.first() else { return Ok(None) };
        let mut hurry = || watch.look(&|| Progress::of(any)).is_break();
        let chosen = self.ask(game, &mut hurry);
        if chosen.is_err() {
            // One that has failed once is not asked again.
            self.engine = None;
        }
        chosen.map(Some).map_err(HookFault::new)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.engine.take().into_iter().for_each(|engine| self.stable.give_back(engine));
    }
}

/// What an engine must know of a board before it plays on it.
fn terms(game: &Game, notation: &dyn Notation) -> Result<Terms, String> {
    let position = notation.write_position(game.board(), &[]);
    let shape = notation.settings_of_position(&position)?;
    let size = shape.into_iter().find(|(key, _)| key == "size").map(|(_, size)| size);
    let half_komi = match game.plan().settings.get("komi") {
        Some(Setting::Number(komi)) => (2.0 * komi).round() as i64,
        _ => 0,
    };
    Ok(Terms { size: size.unwrap_or_default(), half_komi })
}

impl Past {
    /// A game that has not begun.
    fn at_start(game: &Game) -> Option<Past> {
        let board = game.plan().position(None, 0).ok()?;
        Some(Past { start: "startpos".to_string(), moves: Vec::new(), board })
    }

    /// A game of which only the position is known.
    fn at(game: &Game, notation: &dyn Notation) -> Past {
        let start = format!("tps {}", notation.write_position(game.board(), &[]));
        Past { start, moves: Vec::new(), board: game.board().fork() }
    }

    /// Follows a game that has gone on by at most one move; false if it went elsewhere.
    fn reach(&mut self, now: &dyn Mechanic, notation: &dyn Notation) -> bool {
        let is_now = |board: &dyn Mechanic| board.clock() == now.clock() && board.key() == now.key();
        if is_now(&*self.board) {
            return true;
        }
        let mut moves = Vec::new();
        self.board.list(&mut moves);
        for mv in moves {
            let text = notation.write_move(&self.board.spell(mv), &*self.board);
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
