//! Perft against published counts. A plain run covers small counts; a release run (`cargo test --release --test
//! games perft::`) goes up to two billion nodes, and `HOUSERULE_PERFT=nodes` sets the limit.

use std::sync::Mutex;

use crate::common::perft_data::{TakCount, counts};
use houserule_script::play::{divide, perft};

fn limit() -> u64 {
    let usual = if cfg!(debug_assertions) { 1_000_000 } else { 2_000_000_000 };
    std::env::var("HOUSERULE_PERFT").map_or(usual, |nodes| nodes.parse().expect("HOUSERULE_PERFT is a number of nodes"))
}

/// Counts again and describes the difference, if any.
fn mismatch_of(count: &TakCount) -> Option<String> {
    let settings = [("size", count.size.as_str())];
    let mut session = crate::common::open("tak", &settings, count.position.as_deref(), "");
    let nodes = perft(&mut session.game, count.depth).expect("Tak has no scripts that could fail");
    (nodes != count.nodes).then(|| {
        format!(
            "size {} from {}, depth {}: {} sequences are published, {nodes} were counted",
            count.size,
            count.position.as_deref().unwrap_or("the start"),
            count.depth,
            count.nodes,
        )
    })
}

#[test]
fn published_counts_match() {
    let (skipped, selected): (Vec<TakCount>, Vec<TakCount>) =
        counts().into_iter().partition(|count| count.nodes > limit());
    if !skipped.is_empty() {
        let (count, limit) = (skipped.len(), limit());
        crate::common::notice(&format!(
            "skipped {count} of {} counts: more than {limit} nodes",
            count + selected.len()
        ));
    }
    assert!(selected.len() >= 100, "only {} counts are selected", selected.len());
    let (queue, mismatches) = (Mutex::new(selected.iter()), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no counter panics").next();
                    let Some(count) = next else { break };
                    let mismatch = mismatch_of(count);
                    mismatches.lock().expect("no counter panics").extend(mismatch);
                }
            });
        }
    });
    let mismatches = mismatches.into_inner().expect("no counter panics");
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}

#[test]
fn divide_splits_perft_by_first_move() {
    let mut session = crate::common::start("tak", &[("size", "4")]);
    let parts = divide(&mut session.game, 3).expect("no script fails");
    let nodes: Vec<u64> = parts.iter().map(|(_, nodes)| *nodes).collect();
    assert_eq!(
        (nodes.len(), nodes.iter().sum::<u64>()),
        (16, 7440),
        "16 first moves lead to 7440 sequences of three: {nodes:?}"
    );
}
