//! The reader of `tests/data/tantrix-cases.json` and of the games that the reference program writes in the same form.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What the file knows of the strategy game and of Gobble.
#[derive(Deserialize)]
pub struct Cases {
    pub forced: Vec<Forced>,
    pub placements: Vec<Placement>,
    pub scores: Vec<Score>,
    pub obligations: Vec<Obligation>,
    pub gobble: Vec<Gobble>,
    pub puzzles: Vec<KnownPuzzle>,
    pub games: Vec<PlayedGame>,
}

/// One tile of a race.
#[derive(Deserialize)]
pub struct Gobble {
    pub name: String,
    pub position: String,
    #[serde(rename = "move")]
    pub placed: String,
    pub legal: bool,
    pub tiles_given_away: usize,
}

/// The forced spaces of a position.
#[derive(Deserialize)]
pub struct Forced {
    pub name: String,
    pub position: String,
    pub bag: usize,
    pub forced: Vec<ForcedCase>,
}

#[derive(Deserialize)]
pub struct ForcedCase {
    pub q: i32,
    pub r: i32,
    pub sides: usize,
    /// The colour wanted on every side, clockwise from the north-east; a dot where there is no tile.
    pub need: String,
    /// The tiles not on the board that match the colours.
    pub fits_of_unplayed: Vec<u16>,
    /// Those that may be laid while there is a bag.
    pub legal_fills_with_bag: Vec<u16>,
}

/// What the rules hold against one tile, obligations aside.
#[derive(Deserialize)]
pub struct Placement {
    pub name: String,
    pub position: String,
    #[serde(rename = "move")]
    pub placed: String,
    pub with_bag: Vec<String>,
    pub bag_empty: Vec<String>,
}

/// What a position is worth to every colour, by its letter.
#[derive(Deserialize)]
pub struct Score {
    pub position: String,
    pub scores: BTreeMap<char, u32>,
    /// The tiles of every line and loop, and whether it is closed; longest first.
    pub components: BTreeMap<char, Vec<(u32, bool)>>,
}

/// What a hand owes.
#[derive(Deserialize)]
pub struct Obligation {
    pub name: String,
    pub position: String,
    pub hand: Vec<u16>,
    pub bag: usize,
    pub must_fill: bool,
    pub forced_moves: Vec<String>,
}

/// A puzzle and what is known of its solutions.
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

/// A game that was played elsewhere.
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
    /// `forced` where a tile was owed, else `free`.
    pub kind: String,
    /// How many moves were legal.
    pub options: usize,
    #[serde(rename = "move")]
    pub placed: String,
}

pub fn cases() -> Cases {
    let text = include_str!("../data/tantrix-cases.json");
    serde_json::from_str(text).expect("tests/data/tantrix-cases.json is well formed")
}

/// Games in a file of their own.
pub fn games(text: &str) -> Vec<PlayedGame> {
    serde_json::from_str(text).expect("games are written in the form of tantrix-cases.json")
}

/// The name by which `why` calls what the file calls otherwise.
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
