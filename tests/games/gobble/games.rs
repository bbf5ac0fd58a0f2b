//! Random games of every setup, 1000 of each in a full run.

use std::collections::BTreeMap;

use crate::common::{self, GameSetup, dealt};
use crate::gobble::GAME_SETUPS;
use houserule_core::mechanics::TurnState;
use houserule_script::game::Game;
use houserule_script::lua::Ruleset;
use houserule_script::notation::ParsedStart;
use houserule_script::play::Rng;

/// Games of each setup in a plain run.
const GAMES: usize = 100;

fn load((game, settings): GameSetup) -> Ruleset {
    let load = common::workspace().load(game, &common::to_settings(settings));
    load.unwrap_or_else(|error| panic!("{game} {settings:?}: {error}"))
}

/// State that undo must restore.
fn game_state(game: &Game) -> (u64, TurnState) {
    (game.position_hash(), game.board().turn_state())
}

/// Game from the written position of another.
fn reparsed(rules: &Ruleset, game: &Game) -> Game {
    let notation = rules.plan.notation;
    let text = notation.write_position(game.board(), &[]);
    let setup = match notation.read_position(&text, game.board()) {
        Ok(ParsedStart::Setup(setup)) => setup,
        other => panic!("`{text}`: {other:?}"),
    };
    rules.game(Some(&setup), 99).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// Outcome and reason in words.
fn outcome_text(game: &mut Game) -> String {
    let plan = game.plan().clone();
    let outcome = game.outcome().expect("no script fails");
    outcome.map_or("open".into(), |outcome| format!("{} by {}", outcome.describe(&plan), outcome.reason))
}

/// Plays games of one setup, checks each, and counts how they ended.
fn play_all_games(setup: GameSetup) -> BTreeMap<String, usize> {
    let rules = load(setup);
    let notation = rules.plan.notation;
    let mut ends = BTreeMap::new();
    for seed in 0..common::scaled(GAMES) as u64 {
        let case = format!("{setup:?}, seed {seed}");
        let mut game = rules.game(None, seed).unwrap_or_else(|error| panic!("{case}: {error}"));
        let mut rng = Rng::new(seed);
        let (mut history, mut texts) = (vec![game_state(&game)], Vec::new());
        loop {
            let moves = game.legal_moves().expect("no script fails");
            let Some(&mv) = moves.get(rng.below(moves.len().max(1))) else { break };
            if rng.below(8) == 0 {
                let mut again = reparsed(&rules, &game);
                let listed = again.legal_moves().expect("no script fails");
                assert_eq!(
                    (again.position_hash(), listed.len()),
                    (game.position_hash(), moves.len()),
                    "{case}, read back"
                );
            }
            texts.push(notation.write_move(&game.board().unpack(mv), game.board()));
            game.play(mv).expect("no script fails");
            history.push(game_state(&game));
            assert!(texts.len() < 400, "{case} does not end");
        }
        let end = outcome_text(&mut game);
        assert_ne!(end, "open", "{case} has no move left and no outcome");
        let mut again = reparsed(&rules, &game);
        assert_eq!(
            (again.position_hash(), outcome_text(&mut again)),
            (game.position_hash(), end.clone()),
            "{case}, its end read back"
        );
        let mut replayed = rules.game(None, seed).expect("it was dealt before");
        for text in &texts {
            let action = notation.read_move(text, replayed.board()).unwrap_or_else(|error| panic!("{case}: {error}"));
            replayed.try_play(&action).unwrap_or_else(|refused| panic!("{case}, `{text}`: {refused}"));
        }
        assert_eq!(
            (game_state(&replayed), outcome_text(&mut replayed)),
            (game_state(&game), end.clone()),
            "{case}, replayed"
        );
        while let Some(expected) = history.pop() {
            assert_eq!(game_state(&game), expected, "{case}, undone to move {}", history.len());
            game.undo();
        }
        // The kind of an ending does not include the winners.
        let kind = end.rsplit(" by ").next().unwrap_or_default().to_string();
        let kind = if rules.plan.names.teams.len() == 1 { end } else { kind };
        *ends.entry(kind).or_default() += 1;
    }
    ends
}

/// One test per setup, so that they run in parallel.
macro_rules! modes {
    ($($name:ident: $index:literal ends by $ends:expr;)*) => {
        $(#[test]
        fn $name() {
            let ends = play_all_games(GAME_SETUPS[$index]);
            common::notice(&format!("{:?}: {ends:?}", GAME_SETUPS[$index]));
            let kinds: Vec<&str> = ends.keys().map(String::as_str).collect();
            // Rare kinds of endings occur only among many games.
            let is_full_run = common::stride() == 1;
            assert!(kinds.iter().all(|kind| $ends.contains(kind)) && (kinds == $ends || !is_full_run), "{ends:?}");
            assert_eq!(ends.values().sum::<usize>(), common::scaled(GAMES));
        })*
    };
}

modes! {
    random_solo_games_end: 0 ends by ["failed by discards-left", "solved by all-laid"];
    random_races_of_two_end: 1 ends by ["blocked", "out"];
    random_races_of_three_end: 2 ends by ["blocked", "out"];
    random_races_of_four_end: 3 ends by ["out"];
    random_races_of_five_end: 4 ends by ["out"];
    random_races_of_six_end: 5 ends by ["out"];
    random_solitaires_for_a_line_end: 6 ends by ["failed by goal"];
    random_solitaires_for_a_loop_end: 7 ends by ["failed by goal"];
    random_solitaires_for_a_line_of_all_end: 8 ends by ["failed by goal"];
    random_solitaires_for_a_loop_of_all_end: 9 ends by ["failed by goal"];
    random_solitaires_with_a_hand_end: 10 ends by ["failed by goal", "failed by stuck", "partial by goal"];
}

#[test]
fn handicap_games_end() {
    for game in ["gobble+remainder", "gobble+child", "gobble+expert", "gobble+slow", "gobble+child+expert"] {
        for seed in 0..20 {
            let mut session = dealt((game, &[("players", "4")]), seed);
            session.game.playout(400, |bound| (seed as usize * 7919 + 13) % bound).expect("no script fails");
            let outcome = session.game.outcome().expect("no script fails");
            assert!(outcome.is_some(), "{game}, seed {seed}: {}", session.position());
        }
    }
}
