use std::collections::BTreeSet;

use crate::common;
use crate::common::tantrix_data::{PlayedGame, cases};
use crate::tantrix::{board, comma_list};
use houserule_core::mechanics::{Action, Seat, Team};
use houserule_script::play::Session;

/// Replays a recorded game, compares every ply and the result, and returns the number of plies.
pub fn assert_replays(game: &PlayedGame, name: &str) -> usize {
    let (players, deal) = (game.players.to_string(), comma_list(&game.deal));
    let mut session = common::start("tantrix", &[("players", &players), ("deal", &deal)]);
    for (ply, played) in game.moves.iter().enumerate() {
        let case = format!("{name}, deal {deal}, ply {} ({})", ply + 1, played.mv);
        let moves = common::moves(&mut session);
        // If a tile fits a forced space, only fills are legal.
        let fills = moves.iter().filter(|text| is_fill(&session, text)).count();
        let kind = match fills {
            0 => "free",
            all if all == moves.len() => "forced",
            some => panic!("{some} of {} moves are fills at {case}", moves.len()),
        };
        assert_eq!(
            (session.game.seat(), kind, moves.len()),
            (Seat::new(played.player.into()), played.kind.as_str(), played.options),
            "seat, kind and number of moves at {case}"
        );
        assert!(moves.contains(&played.mv), "not listed at {case}");
        session.play(&played.mv).unwrap_or_else(|error| panic!("rejected at {case}: {error}"));
    }
    assert_eq!(common::moves(&mut session), [] as [String; 0], "{name} is over, deal {deal}");
    assert_same_end(&mut session, game, &format!("{name}, deal {deal}"));
    game.moves.len()
}

/// Whether a move goes to a space with three neighbours or more.
fn is_fill(session: &Session, text: &str) -> bool {
    let Ok(Action::Lay { at, .. }) = session.read(text) else { panic!("`{text}` is listed, and cannot be read") };
    let board = board(session);
    let steps = &board.tile_game().lattice.steps;
    steps.iter().filter(|step| board.orientation_at(at.plus(**step, 1)).is_some()).count() >= 3
}

fn assert_same_end(session: &mut Session, game: &PlayedGame, name: &str) {
    let survey = board(session).survey();
    let set = board(session).tile_game().set.clone();
    for (colour, points) in set.colours.iter().zip(&survey.colours) {
        let points = points.line.max(2 * points.closed);
        assert_eq!(points, game.scores[&colour.letter], "{} in {name}", colour.name);
    }
    let score = session.game.score().expect("no script fails");
    let letter = |side: &str| set.colours.iter().find(|colour| colour.name == side).map(|colour| colour.letter);
    let expected: Vec<f64> =
        score.iter().map(|line| f64::from(game.scores[&letter(&line.team).expect("a colour")])).collect();
    let points: Vec<f64> = score.iter().map(|line| line.points).collect();
    assert_eq!(points, expected, "the score of {name}");
    let best = expected.iter().copied().fold(0.0, f64::max);
    let teams = Team::all(game.players);
    let leaders: Vec<Team> = teams.clone().filter(|team| expected[team.index()] == best).collect();
    let (winners, how): (Vec<Team>, &str) = match game.result.as_str() {
        "finished" => (leaders, "score"),
        "deadlock" => (teams.collect(), "deadlock"),
        other => panic!("{name} ends by `{other}`"),
    };
    let outcome = session.game.outcome().expect("no script fails").expect("the game is over");
    assert_eq!((outcome.winners, outcome.reason.as_str()), (winners, how), "the outcome of {name}");
}

#[test]
fn recorded_games_replay_ply_by_ply() {
    let games = cases().games;
    assert!(games.len() >= 5, "only {} games were read", games.len());
    let player_counts: BTreeSet<usize> = games.iter().map(|game| game.players).collect();
    assert_eq!(player_counts, BTreeSet::from([2, 3, 4]), "tables of two, three and four are recorded");
    for (number, game) in (1..).zip(&games) {
        assert_replays(game, &format!("recorded game {number}"));
    }
}
