//! The reader of `tests/data/tak-perft.json`.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
struct TakFile {
    positions: Vec<TakEntry>,
}

#[derive(Deserialize)]
struct TakEntry {
    size: u32,
    position: String,
    nodes: BTreeMap<u32, u64>,
}

/// A published count: so many sequences of `depth` moves start at a position.
#[derive(Clone, Debug)]
pub struct TakCount {
    pub size: String,
    /// The usual start where there is none.
    pub position: Option<String>,
    pub depth: u32,
    pub nodes: u64,
}

/// Every count, the largest first.
pub fn counts() -> Vec<TakCount> {
    let text = include_str!("../data/tak-perft.json");
    let file: TakFile = serde_json::from_str(text).expect("tests/data/tak-perft.json is well formed");
    let mut counts: Vec<TakCount> = file.positions.iter().flat_map(TakEntry::counts).collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.nodes));
    counts
}

impl TakEntry {
    fn counts(&self) -> impl Iterator<Item = TakCount> {
        self.nodes.iter().map(|(&depth, &nodes)| TakCount {
            size: self.size.to_string(),
            position: Some(self.position.clone()).filter(|text| text != "startpos"),
            depth,
            nodes,
        })
    }
}
