//! The reader of `tests/data/tak-perft.json`.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
struct TakPerftFile {
    positions: Vec<TakPerftEntry>,
}

#[derive(Deserialize)]
struct TakPerftEntry {
    size: u32,
    position: String,
    nodes: BTreeMap<u32, u64>,
}

/// Published number of move sequences of a length from a position.
#[derive(Clone, Debug)]
pub struct TakCount {
    pub size: String,
    /// `None` is the usual start.
    pub position: Option<String>,
    pub depth: u32,
    pub nodes: u64,
}

/// Every count, largest first.
pub fn counts() -> Vec<TakCount> {
    let text = include_str!("../data/tak-perft.json");
    let file: TakPerftFile = serde_json::from_str(text).expect("tests/data/tak-perft.json is well formed");
    let mut counts: Vec<TakCount> = file.positions.iter().flat_map(TakPerftEntry::counts).collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.nodes));
    counts
}

impl TakPerftEntry {
    fn counts(&self) -> impl Iterator<Item = TakCount> {
        self.nodes.iter().map(|(&depth, &nodes)| TakCount {
            size: self.size.to_string(),
            position: Some(self.position.clone()).filter(|text| text != "startpos"),
            depth,
            nodes,
        })
    }
}
