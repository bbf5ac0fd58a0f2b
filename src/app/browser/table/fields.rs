//! The fields of the table, as the page reads them.

use std::collections::BTreeMap;

use crate::repl::{KnownVariant, LessonTally};
use serde::Serialize;

/// The table. Without a game only the first fields and `game: null` are there.
#[derive(Serialize)]
pub struct Table {
    /// Number of the state; answers to questions carry it, too.
    pub revision: u64,
    /// Seat of the window.
    pub seat: Option<String>,
    pub readonly: bool,
    /// Text of the prompt, without `> `.
    pub prompt: String,
    pub game: Option<GameInfo>,
    #[serde(flatten)]
    pub state: Option<GameState>,
}

/// The game and its rules.
#[derive(Serialize)]
pub struct GameInfo {
    /// Reference as `play` takes it, such as `tak+late-walls`.
    pub name: String,
    pub title: String,
    pub options: Vec<OptionInfo>,
    /// Variants that `variant` can add or remove.
    pub variants: Vec<KnownVariant>,
    /// Extensions of the files that the question `save` writes.
    pub formats: Vec<&'static str>,
    /// Seats in turn order, and the team of each.
    pub seats: Vec<String>,
    pub sides: Vec<String>,
}

#[derive(Serialize)]
pub struct OptionInfo {
    pub key: String,
    pub value: String,
    /// What it does, and what it may be.
    pub doc: Option<String>,
    pub allowed: String,
}

/// The position and what goes on.
#[derive(Serialize)]
pub struct GameState {
    pub turn: Turn,
    /// The result in words.
    pub over: Option<String>,
    /// The bot that thinks.
    pub thinking: Option<String>,
    /// What lies on the board: `stones` or `tiles`.
    pub kind: &'static str,
    /// Whether the game is a puzzle, and the seconds since its start.
    pub puzzle: bool,
    pub elapsed: Option<u64>,
    /// Kinds of stones that can be placed, the default one first.
    pub pieces: Vec<Piece>,
    pub board: Board,
    pub hands: Vec<Hand>,
    pub reserves: Vec<Reserve>,
    /// Moves by turn, also those that were undone.
    pub moves: Vec<TurnMoves>,
    /// Number of moves played and undone.
    pub at: usize,
    pub undone: usize,
    /// Name of the variation that is shown.
    pub variation: Option<String>,
    pub score: Vec<Score>,
    /// What the board does not show, such as the goals of a puzzle.
    pub status: Vec<String>,
    pub players: Vec<Player>,
    pub clock: Option<ClockInfo>,
    pub notes: Vec<NoteInfo>,
    #[serde(rename = "match")]
    pub match_table: Option<MatchInfo>,
    pub lesson: Option<LessonInfo>,
    pub marks: Marks,
    /// Hash of the rules.
    pub rules_hash: String,
}

#[derive(Serialize)]
pub struct Turn {
    pub number: u32,
    /// Seats that may move.
    pub seats: Vec<String>,
    /// Move of the turn, from 1.
    pub step: u32,
    pub race: bool,
}

#[derive(Serialize)]
pub struct Piece {
    pub name: String,
    /// A piece of the seat to move.
    pub svg: Option<String>,
    /// Letter in notation, and the key that chooses it.
    pub letter: String,
    pub key: String,
}

#[derive(Serialize)]
pub struct Board {
    pub svg: String,
}

/// Tiles of a seat, of the pool of a puzzle (no seat), or of the set where there are no hands.
#[derive(Serialize)]
pub struct Hand {
    pub seat: Option<String>,
    /// Whether it belongs to the window, which may lay from it in its turn.
    pub own: bool,
    pub hidden: bool,
    /// Number of tiles; `None` if unknown.
    pub count: Option<usize>,
    /// The tiles; empty if hidden.
    pub tiles: Vec<HandTile>,
}

#[derive(Serialize)]
pub struct HandTile {
    pub tile: String,
    pub svg: String,
    pub fits_forced: bool,
}

#[derive(Serialize)]
pub struct Reserve {
    pub seat: String,
    pub text: String,
    pub pieces: Vec<PieceCount>,
}

#[derive(Serialize)]
pub struct PieceCount {
    pub piece: String,
    pub left: u32,
}

#[derive(Serialize)]
pub struct TurnMoves {
    pub turn: u32,
    pub seat: String,
    pub moves: Vec<String>,
    /// Number of moves after the last of these.
    pub ply: usize,
    pub undone: bool,
    /// Line that shows the position after them.
    pub goto: String,
}

#[derive(Serialize)]
pub struct Score {
    pub side: String,
    pub points: f64,
    pub text: String,
}

#[derive(Serialize)]
pub struct Player {
    pub seat: String,
    pub name: String,
    pub bot: Option<String>,
    /// Seconds per move of a bot in a race.
    pub pace: Option<u32>,
}

#[derive(Serialize)]
pub struct ClockInfo {
    pub control: String,
    /// Seconds left by seat; negative over time.
    pub left: BTreeMap<String, f64>,
    pub paused: bool,
}

#[derive(Serialize)]
pub struct NoteInfo {
    /// Number of the move that it follows.
    pub after: usize,
    pub text: String,
}

#[derive(Serialize)]
pub struct MatchInfo {
    pub players: Vec<String>,
    pub games: usize,
    pub points: Vec<f64>,
    pub over: bool,
}

#[derive(Serialize)]
pub struct LessonInfo {
    pub name: String,
    /// Step from 1, of how many; `None` when it is over.
    pub step: Option<usize>,
    pub of: Option<usize>,
    pub say: Option<String>,
    pub ask: Option<String>,
    pub choices: Vec<String>,
    pub result: Option<LessonTally>,
    /// Words that lessons understand, such as `hint` and `skip`.
    pub words: Vec<&'static str>,
}

/// Cells by name.
#[derive(Serialize)]
pub struct Marks {
    pub last: Vec<String>,
    pub forced: Vec<String>,
    pub controlled: Vec<String>,
    pub threats: Vec<String>,
    pub decisive: Vec<String>,
    pub highlights: Vec<String>,
    /// Label by cell.
    pub labels: BTreeMap<String, String>,
}
