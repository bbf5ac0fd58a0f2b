//! A thousand random games of every mode.

use std::collections::BTreeMap;

use crate::common;
use crate::gobble::{MODES, Mode, dealt};
use houserule_core::mechanics::TurnState;
use houserule_script::game::Game;
use houserule_script::lua::Ruleset;
use houserule_script::notation::ParsedStart;
use houserule_script::play::Rng;

const GAMES: u64 = 1000;

fn loaded((game, sets): Mode) -> Ruleset {
    let loaded = common::table().load(game, &common::owned(sets));
    loaded.unwrap_or_else(|error| panic!("{game} {sets:?}: {error}"))
}

/// Everything that taking back must restore.
fn state(game: &Game) -> (u64, TurnState) {
    (game.position_hash(), game.board().turn_state())
}

/// The same position, written and read back.
fn read_back(rules: &Ruleset, game: &Game) -> Game {
    let notation = rules.plan.notation;
    let text = notation.write_position(game.board(), &[]);
    let setup = match notation.read_position(&text, game.board()) {
        Ok(ParsedStart::Setup(setup)) => setup,
        other => panic!("`{text}`: {other:?}"),
    };
    rules.game(Some(&setup), 99).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// The outcome in words; the same position has the same one.
fn ended(game: &mut Game) -> String {
    let plan = game.plan().clone();
    let outcome = game.outcome().expect("no script fails");
    outcome.map_or("open".into(), |outcome| format!("{} by {}", outcome.describe(&plan), outcome.reason))
}

/// Plays a thousand games and holds each against what must be; gives how often every end came.
fn play_all(mode: Mode) -> BTreeMap<String, usize> {
    let rules = loaded(mode);
    let notation = rules.plan.notation;
    let mut ends = BTreeMap::new();
    for seed in 0..GAMES {
        let what = format!("{mode:?}, seed {seed}");
        let mut game = rules.game(None, seed).unwrap_or_else(|error| panic!("{what}: {error}"));
        let mut rng = Rng::new(seed);
        let (mut past, mut written) = (vec![state(&game)], Vec::new());
        loop {
            let moves = game.legal_moves().expect("no script fails");
            let Some(&mv) = moves.get(rng.below(moves.len().max(1))) else { break };
            if rng.below(8) == 0 {
                let mut again = read_back(&rules, &game);
                let listed = again.legal_moves().expect("no script fails");
                assert_eq!(
                    (again.position_hash(), listed.len()),
                    (game.position_hash(), moves.len()),
                    "{what}, read back"
                );
            }
            written.push(notation.write_move(&game.board().unpack(mv), game.board()));
            game.play(mv).expect("no script fails");
            past.push(state(&game));
            assert!(written.len() < 400, "{what} does not end");
        }
        let end = ended(&mut game);
        assert_ne!(end, "open", "{what} has no move left and no outcome");
        let mut again = read_back(&rules, &game);
        assert_eq!(
            (again.position_hash(), ended(&mut again)),
            (game.position_hash(), end.clone()),
            "{what}, its end read back"
        );
        let mut replayed = rules.game(None, seed).expect("it was dealt before");
        for text in &written {
            let action = notation.read_move(text, replayed.board()).unwrap_or_else(|says| panic!("{what}: {says}"));
            replayed.try_play(&action).unwrap_or_else(|refused| panic!("{what}, `{text}`: {refused}"));
        }
        assert_eq!((state(&replayed), ended(&mut replayed)), (state(&game), end.clone()), "{what}, replayed");
        while let Some(expected) = past.pop() {
            assert_eq!(state(&game), expected, "{what}, taken back to move {}", past.len());
            game.undo();
        }
        // Who wins a race, and how many share it, is no kind of end.
        let kind = end.rsplit(" by ").next().unwrap_or_default().to_string();
        let kind = if rules.plan.names.teams.len() == 1 { end } else { kind };
        *ends.entry(kind).or_default() += 1;
    }
    ends
}

/// One test a mode, so that they run side by side.
macro_rules! modes {
    ($($name:ident: $index:literal ends by $ends:expr;)*) => {
        $(#[test]
        fn $name() {
            let ends = play_all(MODES[$index]);
            common::say(&format!("{:?}: {ends:?}", MODES[$index]));
            let seen: Vec<&str> = ends.keys().map(String::as_str).collect();
            assert_eq!(seen, $ends, "{ends:?}");
            assert_eq!(ends.values().sum::<usize>() as u64, GAMES);
        })*
    };
}

modes! {
    random_games_alone_end_properly: 0 ends by ["failed by discards-left", "solved by all-laid"];
    random_races_of_two_end_properly: 1 ends by ["blocked", "out"];
    random_races_of_three_end_properly: 2 ends by ["blocked", "out"];
    random_races_of_four_end_properly: 3 ends by ["out"];
    random_races_of_five_end_properly: 4 ends by ["out"];
    random_races_of_six_end_properly: 5 ends by ["out"];
    random_solitaires_for_a_line_end_properly: 6 ends by ["failed by goal"];
    random_solitaires_for_a_loop_end_properly: 7 ends by ["failed by goal"];
    random_solitaires_for_a_line_of_all_end_properly: 8 ends by ["failed by goal"];
    random_solitaires_for_a_loop_of_all_end_properly: 9 ends by ["failed by goal"];
    random_solitaires_with_a_hand_end_properly: 10 ends by ["failed by goal", "failed by stuck", "partial by goal"];
}

#[test]
fn handicaps_end_properly_too() {
    for game in ["gobble+remainder", "gobble+child", "gobble+expert", "gobble+slow", "gobble+child+expert"] {
        for seed in 0..20 {
            let mut session = dealt((game, &[("players", "4")]), seed);
            session.game.playout(400, |bound| (seed as usize * 7919 + 13) % bound).expect("no script fails");
            let outcome = session.game.outcome().expect("no script fails");
            assert!(outcome.is_some(), "{game}, seed {seed}: {}", session.position());
        }
    }
}
