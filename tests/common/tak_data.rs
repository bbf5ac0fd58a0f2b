//! The reader of `tests/data/tak-tactics.tsv`: positions with a road that cannot be prevented.

/// Position in which the seat to move can force a road.
pub struct TakTactic {
    pub position: &'static str,
    pub wins_in: u32,
    /// Moves that win, in byte order.
    pub keys: Vec<&'static str>,
}

pub fn tactics() -> Vec<TakTactic> {
    let lines = include_str!("../data/tak-tactics.tsv").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let [position, wins_in, keys] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        let wins_in = wins_in.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        TakTactic { position, wins_in, keys: keys.split(' ').collect() }
    };
    lines.map(read).collect()
}
