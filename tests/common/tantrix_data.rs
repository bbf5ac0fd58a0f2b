//! The reader of `tests/data/tantrix-cases.json`, and of games that the reference program writes in the same format.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Known answers about the strategy game, Gobble and puzzles.
#[derive(Deserialize)]
pub struct Cases {
    pub forced: Vec<ForcedPosition>,
    pub placements: Vec<PlacementCase>,
    pub scores: Vec<ScoreCase>,
    pub obligations: Vec<ObligationCase>,
    pub gobble: Vec<GobbleCase>,
    pub puzzles: Vec<KnownPuzzle>,
    pub games: Vec<PlayedGame>,
}

/// Placement of one tile in Gobble.
#[derive(Deserialize)]
pub struct GobbleCase {
    pub name: String,
    pub position: String,
    #[serde(rename = "move")]
    pub mv: String,
    pub legal: bool,
    pub tiles_given_away: usize,
}

/// Forced spaces of a position.
#[derive(Deserialize)]
pub struct ForcedPosition {
    pub name: String,
    pub position: String,
    pub bag: usize,
    pub forced: Vec<ForcedSpaceCase>,
}

#[derive(Deserialize)]
pub struct ForcedSpaceCase {
    pub q: i32,
    pub r: i32,
    pub sides: usize,
    /// Colour required on every side, clockwise from the north-east; a dot where there is no tile.
    pub need: String,
    /// Tiles not on the board that match the colours.
    pub fits_of_unplayed: Vec<u16>,
    /// Tiles that may be laid while the bag is not empty.
    pub legal_fills_with_bag: Vec<u16>,
}

/// Rules that one placement violates, apart from mandatory fills.
#[derive(Deserialize)]
pub struct PlacementCase {
    pub name: String,
    pub position: String,
    #[serde(rename = "move")]
    pub mv: String,
    pub with_bag: Vec<String>,
    pub bag_empty: Vec<String>,
}

/// Score of every colour in a position, by its letter.
#[derive(Deserialize)]
pub struct ScoreCase {
    pub position: String,
    pub scores: BTreeMap<char, u32>,
    /// Length of every line and loop, and whether it is closed; longest first.
    pub components: BTreeMap<char, Vec<(u32, bool)>>,
}

/// Mandatory fills of a hand.
#[derive(Deserialize)]
pub struct ObligationCase {
    pub name: String,
    pub position: String,
    pub hand: Vec<u16>,
    pub bag: usize,
    pub must_fill: bool,
    pub forced_moves: Vec<String>,
}

/// Puzzle with known solution counts.
#[derive(Deserialize)]
pub struct KnownPuzzle {
    pub name: String,
    pub tiles: Vec<u16>,
    /// `R:loop,B:line`.
    pub goal: String,
    /// `any`, or `triangle` with its side.
    pub shape: String,
    pub solvable: bool,
    pub count_holes_any: Option<u64>,
    pub count_no_holes: Option<u64>,
}

/// Game recorded by another program.
#[derive(Deserialize)]
pub struct PlayedGame {
    pub players: usize,
    pub deal: Vec<u16>,
    pub moves: Vec<PlayedMove>,
    /// `finished` or `deadlock`.
    pub result: String,
    pub scores: BTreeMap<char, u32>,
}

#[derive(Deserialize)]
pub struct PlayedMove {
    pub player: u8,
    /// `forced` if a fill was mandatory, else `free`.
    pub kind: String,
    /// Number of legal moves.
    pub options: usize,
    #[serde(rename = "move")]
    pub mv: String,
}

pub fn cases() -> Cases {
    let text = include_str!("../data/tantrix-cases.json");
    serde_json::from_str(text).expect("tests/data/tantrix-cases.json is well formed")
}

/// Games of a separate file.
pub fn parse_games(text: &str) -> Vec<PlayedGame> {
    serde_json::from_str(text).expect("games are in the format of tantrix-cases.json")
}

/// Rule id that `why` uses for a reason in the file.
pub fn rule_id(reason: &str) -> &str {
    match reason {
        "mismatch" => "match",
        "not_adjacent" => "touch",
        "R1" => "no-triple",
        "R2" => "no-fourth",
        "R3" => "controlled-side",
        same => same,
    }
}
