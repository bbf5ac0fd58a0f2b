use crate::common;
use crate::common::trax_data::{FromStart, MODES, counts, from_start};
use houserule_script::game::Game;
use houserule_script::play::perft;

#[test]
fn every_count_is_met_in_all_three_games() {
    let counts = counts();
    assert!(counts.len() >= 60, "only {} counts were read", counts.len());
    for count in counts {
        let mut session = common::open(&count.mode, &[], None, &count.moves);
        let nodes = perft(&mut session.game, count.depth).expect("no script fails");
        assert_eq!(nodes, count.nodes, "{count:?}");
    }
}

#[test]
fn six_turns_from_the_start_are_counted_in_all_three_games() {
    for mode in MODES {
        let mut session = common::start(mode, &[]);
        let depths = 1..=from_start().len() as u32;
        let nodes: Vec<u64> = depths.map(|depth| perft(&mut session.game, depth).expect("no script fails")).collect();
        let expected: Vec<u64> = from_start().iter().map(|row| row.nodes).collect();
        assert_eq!(nodes, expected, "{mode}");
    }
}

/// Counts turn sequences and those that end the game, `found[0]` those of one turn.
fn walk(game: &mut Game, found: &mut [FromStart]) {
    let Some((here, deeper)) = found.split_first_mut() else { return };
    for mv in game.legal_moves().expect("no script fails") {
        game.play(mv).expect("no script fails");
        here.nodes += 1;
        match game.board().outcome().and_then(|verdict| verdict.winners.single()) {
            Some(seat) => here.won[seat.index()] += 1,
            None => walk(game, deeper),
        }
        game.undo();
    }
}

#[test]
fn as_many_sequences_are_won_by_each_seat_as_are_published() {
    let expected = from_start();
    let mut found = vec![FromStart { nodes: 0, won: [0, 0] }; expected.len()];
    walk(&mut common::start("trax", &[]).game, &mut found);
    assert_eq!(found, expected);
}
