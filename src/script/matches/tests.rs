//! Tables of matches whose games are given, as people would reckon them.

use super::*;
use crate::game::{GameEnd, Outcome};
use crate::lua::{Library, Reference, Ruleset};
use houserule_core::mechanics::{Seat, SeatSet, Team};
use houserule_core::names::Names;

fn ruleset(game: &str) -> Ruleset {
    let reference = Reference::parse(game).expect("a reference");
    Ruleset::load(&Library::default(), &reference, &[]).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Result in which some teams win; a draw if all do.
fn score(names: &Names, winners: &[&str], points: &[f64]) -> GameScore {
    let teams: Vec<Team> = winners.iter().map(|name| names.team(name).expect("a team")).collect();
    let seats: SeatSet = teams.iter().flat_map(|team| names.seats_of(*team)).collect();
    let outcome = Outcome::new(GameEnd::won(seats, names), "test", names);
    let result = match winners {
        [winner] => format!("{winner} wins by test"),
        _ => "draw by test".to_string(),
    };
    let points = points.iter().map(|number| Points::nearest(*number).expect("points")).collect();
    let started_at = names.seats.indices().collect();
    GameScore { outcome, points, result, moves: 10, began: Some(Seat::FIRST), started_at }
}

fn terms(ruleset: &Ruleset, request: MatchRequest) -> MatchTerms {
    MatchTerms::resolve(&ruleset.plan, &request).expect("terms")
}

fn players(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

fn new_match(ruleset: &Ruleset, request: MatchRequest, names: &[&str]) -> Match {
    Match::new(terms(ruleset, request), &players(names), ruleset, 1).expect("a match")
}

/// Adds a game under the rules of the match.
fn add(played: &mut Match, ruleset: &Ruleset, score: &GameScore) {
    let rules = GameRules::of(ruleset);
    played.add(score, &ruleset.plan.names, &rules, &mut None).expect("a game");
}

const GAMES_3: MatchRequest = MatchRequest { games: Some(3), first_to: None, target: None, begins: None };

#[test]
fn the_table_adds_the_points_of_players_who_change_seats() {
    let tak = ruleset("tak");
    let names = &tak.plan.names;
    let mut played = new_match(&tak, GAMES_3, &["Ann", "Bob"]);
    assert_eq!(played.table(), "No game of the match is over yet.\n");
    for (winner, points) in [("white", [32.0, 0.0]), ("white", [30.5, 0.0]), ("black", [0.0, 27.0])] {
        add(&mut played, &tak, &score(names, &[winner], &points));
    }
    let expected = "\
game  began  result                        Ann          Bob
1     Ann    Ann (white) wins by test  32 (32)        0 (0)
2     Bob    Bob (white) wins by test   0 (32)  30.5 (30.5)
3     Ann    Bob (black) wins by test   0 (32)    27 (57.5)
Bob wins the match 57.5 to 32.
";
    assert_eq!(played.table(), expected);
    assert_eq!((played.end(), played.winner()), (Some(MatchEnd::Games), Some(1)));
}
