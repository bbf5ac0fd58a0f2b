use crate::common;
use crate::common::trax_data::{MODES, StartCount, counts, start_counts};
use houserule_script::game::Game;
use houserule_script::play::perft;

#[test]
fn published_counts_match_in_all_three_games() {
    let counts = counts();
    assert!(counts.len() >= 60, "only {} counts were read", counts.len());
    for count in counts {
        let mut session = common::open(&count.mode, &[], None, &count.moves);
        let nodes = perft(&mut session.game, count.depth).expect("no script fails");
        assert_eq!(nodes, count.nodes, "{count:?}");
    }
}

#[test]
fn six_turns_from_the_start_match_in_all_three_games() {
    for mode in MODES {
        let mut session = common::start(mode, &[]);
        let depths = 1..=start_counts().len() as u32;
        let nodes: Vec<u64> = depths.map(|depth| perft(&mut session.game, depth).expect("no script fails")).collect();
        let expected: Vec<u64> = start_counts().iter().map(|row| row.nodes).collect();
        assert_eq!(nodes, expected, "{mode}");
    }
}

/// Counts turn sequences and wins per depth; `found[0]` is for one turn.
fn count_sequences(game: &mut Game, found: &mut [StartCount]) {
    let Some((here, rest)) = found.split_first_mut() else { return };
    for mv in game.legal_moves().expect("no script fails") {
        game.play(mv).expect("no script fails");
        here.nodes += 1;
        match game.board().outcome().and_then(|verdict| verdict.winners.single()) {
            Some(seat) => here.won[seat.index()] += 1,
            None => count_sequences(game, rest),
        }
        game.undo();
    }
}

#[test]
fn published_win_counts_match() {
    let expected = start_counts();
    let mut found = vec![StartCount { nodes: 0, won: [0, 0] }; expected.len()];
    count_sequences(&mut common::start("trax", &[]).game, &mut found);
    assert_eq!(found, expected);
}
