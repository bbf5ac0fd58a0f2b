//! The readers of `tests/data/trax-*`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The three games.
pub const MODES: [&str; 3] = ["trax", "supertrax", "looptrax"];

#[derive(Deserialize)]
struct TraxPerftFile {
    positions: Vec<TraxPerftEntry>,
}

#[derive(Deserialize)]
struct TraxPerftEntry {
    moves: String,
    nodes: BTreeMap<String, BTreeMap<u32, u64>>,
}

/// Published number of turn sequences of a length after some turns.
#[derive(Clone, Debug)]
pub struct TraxCount {
    pub mode: String,
    pub moves: String,
    pub depth: u32,
    pub nodes: u64,
}

/// Every count of `trax-perft.json`.
pub fn counts() -> Vec<TraxCount> {
    let text = include_str!("../data/trax-perft.json");
    let file: TraxPerftFile = serde_json::from_str(text).expect("tests/data/trax-perft.json is well formed");
    let mut counts = Vec::new();
    for TraxPerftEntry { moves, nodes } in file.positions {
        for (mode, nodes) in nodes {
            let count = |(depth, nodes)| TraxCount { mode: mode.clone(), moves: moves.clone(), depth, nodes };
            counts.extend(nodes.into_iter().map(count));
        }
    }
    counts
}

/// Fields of lines, separated by tabs; `#` begins a comment.
fn fields(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

/// Row of `trax-start.tsv`: the turn sequences of one depth from the start, and the number that each seat has just won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartCount {
    pub nodes: u64,
    pub won: [u64; 2],
}

/// Every row, depth 1 first.
pub fn start_counts() -> Vec<StartCount> {
    let rows = fields(include_str!("../data/trax-start.tsv"));
    rows.map(|row| {
        let number = |index: usize| row[index].parse().expect("trax-start.tsv has numbers");
        StartCount { nodes: number(1), won: [number(2), number(3)] }
    })
    .collect()
}

/// Row of `trax-tactics.tsv`.
pub struct TraxTactic {
    pub theme: &'static str,
    pub after: &'static str,
    /// Turns that win, in byte order.
    pub keys: Vec<&'static str>,
    pub wins_in: u32,
}

pub fn tactics() -> Vec<TraxTactic> {
    let rows = fields(include_str!("../data/trax-tactics.tsv"));
    rows.map(|row| {
        let mut keys: Vec<&str> = row[2].split(' ').collect();
        keys.sort_unstable();
        let wins_in = row[3].parse().expect("a number of turns");
        TraxTactic { theme: row[0], after: row[1], keys, wins_in }
    })
    .collect()
}
