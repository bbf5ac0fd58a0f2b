//! Tables of matches whose games are given, as people would reckon them.

use super::*;
use crate::game::{GameEnd, Outcome};
use crate::lua::{Library, Reference, Ruleset};
use crate::play::{Session, Workspace};
use houserule_core::mechanics::{Seat, SeatSet, Team};
use houserule_core::names::Names;
use houserule_core::rng::Rng;

fn ruleset(game: &str) -> Ruleset {
    ruleset_with(game, &[])
}

fn ruleset_with(game: &str, sets: &[(&str, &str)]) -> Ruleset {
    let reference = Reference::parse(game).expect("a reference");
    let sets: Vec<_> = sets.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    Ruleset::load(&Library::default(), &reference, &sets).unwrap_or_else(|error| panic!("{game}: {error}"))
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

const GAMES_3: MatchRequest = MatchRequest { games: Some(3), first_to: None, target: None, begins: None, points: None };

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

#[test]
fn a_match_ends_with_the_first_of_its_ends() {
    let tak = ruleset("tak");
    let names = &tak.plan.names;
    let white = |points: f64| score(names, &["white"], &[points, 0.0]);
    let request = || MatchRequest {
        first_to: Some(2),
        target: Some(100.0),
        begins: Some(Begins::Same),
        games: Some(5),
        points: None,
    };
    let ends = |scores: &[GameScore]| -> Vec<Option<MatchEnd>> {
        let mut played = new_match(&tak, request(), &["Ann", "Bob"]);
        let end = |score| {
            add(&mut played, &tak, score);
            played.end()
        };
        scores.iter().map(end).collect()
    };
    assert_eq!(ends(&[white(30.0), white(30.0)]), [None, Some(MatchEnd::FirstTo)]);
    assert_eq!(ends(&[white(120.0)]), [Some(MatchEnd::Target)]);
    let draw = || score(names, &["white", "black"], &[0.0, 0.0]);
    let games = ends(&[draw(), draw(), white(30.0), draw(), draw()]);
    assert_eq!(games, [None, None, None, None, Some(MatchEnd::Games)]);
}

#[test]
fn games_won_decide_a_match_to_a_number_of_them() {
    let tak = ruleset("tak");
    let names = &tak.plan.names;
    let request = MatchRequest { games: Some(3), first_to: Some(2), begins: Some(Begins::Same), ..GAMES_3 };
    let mut played = new_match(&tak, request, &["Ann", "Bob"]);
    let games = [(["black"], [0.0, 60.0]), (["white"], [20.0, 0.0]), (["white"], [20.0, 0.0])];
    for (winners, points) in games {
        add(&mut played, &tak, &score(names, &winners, &points));
    }
    assert_eq!((played.end(), played.winner()), (Some(MatchEnd::FirstTo), Some(0)), "Bob has more points");
    let table = played.table();
    assert!(table.ends_with("Games won: Ann 2, Bob 1.\nAnn wins the match 2 games to 1.\n"), "{table}");
}

#[test]
fn points_of_a_game_are_its_own_a_margin_a_win_or_a_place() {
    let tantrix = ruleset_with("tantrix", &[("players", "3")]);
    let names = &tantrix.plan.names;
    let games = [
        score(names, &["red"], &[24.0, 18.0, 20.0]),
        score(names, &["yellow", "green"], &[10.0, 22.0, 22.0]),
        score(names, &["red", "yellow", "green"], &[9.0, 9.0, 9.0]),
        // A side that has more points loses, since it resigned.
        score(names, &["yellow"], &[40.0, 18.0, 5.0]),
    ];
    let all = |points: GamePoints| -> Vec<Vec<f64>> {
        let terms = MatchTerms { points, ..terms(&tantrix, MatchRequest { begins: Some(Begins::Same), ..GAMES_3 }) };
        let mut played = Match::new(MatchTerms { games: None, ..terms }, &names.seats, &tantrix, 1).expect("a match");
        games.iter().for_each(|game| add(&mut played, &tantrix, game));
        played.games().iter().map(|game| game.points.iter().map(|points| points.to_f64()).collect()).collect()
    };
    let third = Points::whole(1).shared(3).to_f64();
    assert_eq!(all(GamePoints::Score)[0], [24.0, 18.0, 20.0]);
    let nothing = vec![0.0; 3];
    assert_eq!(all(GamePoints::Margin), [vec![4.0, 0.0, 0.0], nothing.clone(), nothing.clone(), nothing]);
    assert_eq!(all(GamePoints::Wins), [[1.0, 0.0, 0.0], [0.0, 0.5, 0.5], [third; 3], [0.0, 1.0, 0.0]]);
    let places = GamePoints::Places([4, 2, 1].map(Points::whole).to_vec());
    let sevenths = Points::whole(7).shared(3).to_f64();
    assert_eq!(all(places), [[4.0, 1.0, 2.0], [1.0, 3.0, 3.0], [sevenths; 3], [2.0, 4.0, 1.0]]);
}

/// Names of the players by seat in games with these winners, and in the next one.
fn seats(begins: Begins, winners: &[&[&str]]) -> Vec<String> {
    let tantrix = ruleset_with("tantrix", &[("players", "3")]);
    let request = MatchRequest { begins: Some(begins), ..MatchRequest::default() };
    let mut played = new_match(&tantrix, request, &["A", "B", "C"]);
    let seats = |played: &Match| played.seating().into_iter().map(|player| played.players()[player].as_str()).collect();
    let mut all: Vec<String> = vec![seats(&played)];
    for winners in winners {
        let points =
            tantrix.plan.names.teams.iter().enumerate().map(|(index, team)| match winners.contains(&team.as_str()) {
                true => 30.0,
                false => 20.0 - index as f64,
            });
        let points: Vec<f64> = points.collect();
        add(&mut played, &tantrix, &score(&tantrix.plan.names, winners, &points));
        all.push(seats(&played));
    }
    all
}

#[test]
fn the_beginner_alternates_or_is_the_loser_or_stays() {
    let winners: [&[&str]; 4] = [&["red"], &["green"], &["red", "yellow", "green"], &["yellow"]];
    assert_eq!(seats(Begins::Alternate, &winners), ["ABC", "BCA", "CAB", "ABC", "BCA"]);
    assert_eq!(seats(Begins::Same, &winners), ["ABC"; 5]);
    // Green is last, then yellow; after a draw the next in turn begins.
    assert_eq!(seats(Begins::Loser, &winners), ["ABC", "CAB", "ABC", "BCA", "ABC"]);
}

#[test]
fn a_drawn_beginner_repeats_from_the_seed() {
    let winners: Vec<&[&str]> = vec![&["red"]; 30];
    let first = seats(Begins::Drawn, &winners);
    assert_eq!(first, seats(Begins::Drawn, &winners));
    for beginner in ["A", "B", "C"] {
        assert!(first.iter().filter(|seats| seats.starts_with(beginner)).count() > 3, "{first:?}");
    }
}

#[test]
fn partners_add_up_their_points_together() {
    let teams = ruleset("tantrix+teams");
    let names = &teams.plan.names;
    let mut played = new_match(&teams, GAMES_3, &["Ann", "Bob", "Cid", "Dee"]);
    assert_eq!([0, 1].map(|entrant| played.entrant_name(entrant)), ["Ann and Cid", "Bob and Dee"]);
    let red_wins = score(names, &["red"], &[24.0, 18.0]);
    add(&mut played, &teams, &red_wins);
    assert_eq!(played.seating(), [1, 2, 3, 0], "Bob moves on to the first seat, and still plays with Dee");
    add(&mut played, &teams, &red_wins);
    assert_eq!(played.totals(), [42, 42].map(Points::whole));
    assert_eq!(played.standing(), "After 2 of 3 games, Ann and Cid and Bob and Dee are level with 42 points.");
}

#[test]
fn points_belong_to_the_player_who_swapped_seats() {
    let tak = ruleset("tak");
    let names = &tak.plan.names;
    let mut played = new_match(&tak, GAMES_3, &["Ann", "Bob"]);
    let swapped = GameScore { started_at: vec![Seat::new(1), Seat::new(0)], ..score(names, &["white"], &[30.0, 0.0]) };
    add(&mut played, &tak, &swapped);
    assert_eq!(played.totals(), [0, 30].map(Points::whole));
    assert_eq!((&played.games()[0].sides[..], played.wins()), (&["black", "white"].map(String::from)[..], vec![0, 1]));
    assert_eq!(played.result(&played.games()[0]), "Bob (white) wins by test");
    assert_eq!(played.games()[0].began, Some(0));
}

#[test]
fn an_undone_game_leaves_no_trace() {
    let tak = ruleset("tak+best-of-three");
    let names = &tak.plan.names;
    let mut played = new_match(&tak, MatchRequest::default(), &["Ann", "Bob"]);
    add(&mut played, &tak, &score(names, &["white"], &[30.0, 0.0]));
    let before = played.clone();
    add(&mut played, &tak, &score(names, &["black"], &[0.0, 30.0]));
    assert!(played.is_over(), "Ann has won twice");
    assert_eq!(played.undo().map(|game| game.winners), Some(vec![0]));
    assert_eq!(played, before);
    assert_eq!((played.undo().is_some(), played.undo()), (true, None));
}

#[test]
fn a_game_by_other_rules_is_marked_in_the_table() {
    let (tak, komi) = (ruleset("tak"), ruleset_with("tak", &[("komi", "2")]));
    let names = &tak.plan.names;
    let mut played = new_match(&tak, GAMES_3, &["Ann", "Bob"]);
    let white = score(names, &["white"], &[30.0, 0.0]);
    add(&mut played, &tak, &white);
    for _ in 0..2 {
        played.add(&white, names, &GameRules::of(&komi), &mut None).expect("a game");
    }
    let table = played.table();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[2], "      rules from here: tak, komi=2, size=5", "{table}");
    assert_eq!(table.matches("rules from here").count(), 1, "{table}");
    let three = ruleset_with("tantrix", &[("players", "3")]);
    let error =
        played.clone().add(&white, &three.plan.names, &GameRules::of(&three), &mut None).expect_err("another size");
    assert_eq!(error.message, "the match is for 2 seats, but these rules have 3");
}

#[test]
fn solitaires_add_up() {
    let solitaire = ruleset("four-loops");
    let names = &solitaire.plan.names;
    let mut played = new_match(&solitaire, GAMES_3, &["Ann"]);
    for (winners, points) in [(&["player"][..], 12.0), (&[], 7.0), (&["player"], 5.5)] {
        add(&mut played, &solitaire, &score(names, winners, &[points]));
    }
    assert_eq!((played.totals(), played.winner()), (vec![Points::whole(49).shared(2)], None));
    assert!(played.table().ends_with("The match is over: Ann has 24.5 points after 3 games.\n"), "{}", played.table());
}

#[test]
fn a_match_without_an_end_stops_at_the_limit() {
    let tak = ruleset("tak");
    let names = &tak.plan.names;
    let request = MatchRequest { first_to: Some(1), ..MatchRequest::default() };
    let mut played = new_match(&tak, request, &["Ann", "Bob"]);
    let draw = score(names, &["white", "black"], &[0.0, 0.0]);
    while !played.is_over() {
        add(&mut played, &tak, &draw);
    }
    assert_eq!((played.end(), played.games().len()), (Some(MatchEnd::Limit), MAX_MATCH_GAMES as usize));
    let sentence = "A match has at most 1000 games, so this one is over. The match is a draw, 0 points each.";
    assert_eq!(played.standing(), sentence);
}

#[test]
fn equal_names_are_numbered() {
    let tak = ruleset("tak");
    assert_eq!(new_match(&tak, GAMES_3, &["easy", "easy"]).players(), ["easy 1", "easy 2"]);
}

#[test]
fn a_saved_match_is_read_as_it_was() {
    let tak = ruleset("tak+best-of-three");
    let names = &tak.plan.names;
    let mut played = new_match(&tak, MatchRequest::default(), &["Ann", "Bob"]);
    add(&mut played, &tak, &score(names, &["white", "black"], &[0.0, 0.0]));
    played
        .add(&score(names, &["white"], &[30.0, 0.0]), names, &GameRules::of(&ruleset("tak+komi")), &mut None)
        .expect("a game");
    let text = toml::to_string(&SavedMatch::from(&played)).expect("a file");
    let saved: SavedMatch = toml::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(Match::try_from(saved).expect("the same match"), played, "{text}");
    for (good, bad, message) in [
        ("teams = [0, 1]", "teams = [0, 2]", "its teams are incomplete"),
        ("players = [\"Ann\", \"Bob\"]", "players = [\"Ann\"]", "it has another number of players than seats"),
        ("games = 3", "games = 0", "its number of games is out of range"),
        ("seats = [1, 0]", "seats = [1, 1]", "game 2 does not fit its players"),
        ("winners = [1]", "winners = [2]", "game 2 does not fit its players"),
        ("places = [1, 1]", "places = [0, 1]", "game 1 does not fit its players"),
    ] {
        assert!(text.contains(good), "{good}\n{text}");
        let saved: SavedMatch = toml::from_str(&text.replacen(good, bad, 1)).expect("a table");
        let error = Match::try_from(saved).expect_err(bad);
        assert_eq!(error.to_string(), format!("the saved match is damaged: {message}"), "{bad}");
    }
}

#[test]
fn terms_that_cannot_be_reached_are_refused() {
    let refused = |game: &str, request: MatchRequest| {
        let error = MatchTerms::resolve(&ruleset(game).plan, &request).expect_err(game);
        format!("{}: {error}", error.key)
    };
    let games = |games: u32| MatchRequest { games: Some(games), ..MatchRequest::default() };
    let target = |target: f64| MatchRequest { target: Some(target), ..MatchRequest::default() };
    assert_eq!(refused("tak", games(0)), "games: expected 1 to 1000 games, not 0");
    assert_eq!(refused("tak", games(1001)), "games: expected 1 to 1000 games, not 1001");
    let too_many_wins = MatchRequest { first_to: Some(4), ..games(3) };
    assert_eq!(refused("tak", too_many_wins), "first_to: a match of 3 games cannot have 4 wins");
    for number in [0.0, -5.0, f64::NAN] {
        assert_eq!(
            refused("tak", target(number)),
            format!("target: expected a number of points above 0, not {number}")
        );
    }
    let no_points = "target: trax counts no points, so 10 are out of reach; ask for a number of wins instead";
    assert_eq!(refused("trax", target(10.0)), no_points);
    let ranking = MatchRequest { games: Some(3), ..target(13.0) };
    assert_eq!(refused("gobble+ranking", ranking), "target: 13 points are out of reach: 3 games give at most 12");
}

#[test]
fn what_players_ask_for_replaces_the_length_that_scripts_declare() {
    let tak = ruleset("tak+best-of-three");
    let asked = terms(&tak, MatchRequest { target: Some(3.5), ..MatchRequest::default() });
    assert_eq!((asked.games, asked.first_to, asked.target), (None, None, Points::nearest(3.5)));
    assert_eq!((asked.points, asked.begins), (GamePoints::Wins, Begins::Alternate));
    let declared = terms(&tak, MatchRequest { begins: Some(Begins::Loser), ..MatchRequest::default() });
    assert_eq!((declared.games, declared.first_to, declared.begins), (Some(3), Some(2), Begins::Loser));
    let margin = MatchRequest { points: GamePoints::named("margin"), ..GAMES_3 };
    assert_eq!(terms(&tak, margin).points, GamePoints::Margin);
    assert!(terms(&ruleset("trax"), MatchRequest::default()).is_open());
    assert_eq!(terms(&ruleset("trax"), MatchRequest::default()).points, GamePoints::Wins, "Trax counts no points");
}

#[test]
fn the_rules_of_a_match_are_not_part_of_the_rules_hash() {
    let hash = |game: &str, sets: &[(&str, &str)]| ruleset_with(game, sets).plan.hash.clone();
    assert_eq!(hash("tak+best-of-three", &[]), hash("tak", &[]));
    assert_eq!(hash("tak+rule-sheet", &[("games", "6")]), hash("tak", &[]));
    assert_eq!(hash("gobble+ranking", &[("players", "3")]), hash("gobble", &[("players", "3")]));
    assert_eq!(hash("tak+late-walls+rule-sheet", &[("games", "6")]), hash("tak+late-walls", &[]));
    let changed = |sets: &[(&str, &str)]| ruleset_with("tak+rule-sheet", sets).plan.match_rules.hash.clone();
    assert_ne!(changed(&[("games", "6")]), changed(&[]));
}

#[test]
fn the_games_of_a_match_replayed_from_their_records_give_the_same_table() {
    for (game, sets) in
        [("tak+rule-sheet", [("size", "3"), ("games", "6")]), ("tantrix+margins", [("players", "3"), ("games", "3")])]
    {
        let ruleset = ruleset_with(game, &sets);
        let names = &ruleset.plan.names;
        let terms = terms(&ruleset, MatchRequest::default());
        let mut played = Match::new(terms, &names.seats, &ruleset, 5).expect("a match");
        let mut records = Vec::new();
        while !played.is_over() {
            let mut session = Session::new(ruleset.clone(), None, played.game_seed()).expect("a game");
            let mut rng = Rng::new(played.game_seed());
            while let Some(mv) = session.game.random_move(|bound| rng.below(bound)).expect("a move") {
                session.play_listed(mv).expect("a legal move");
            }
            let score = GameScore::of_session(&mut session).expect("a score").expect("it is over");
            add(&mut played, &ruleset, &score);
            records.push(session.record().expect("a record"));
        }
        let workspace = Workspace { library: Library::default(), seed: 99 };
        assert_eq!(played.replayed(&workspace, &records).expect("the games"), played, "{game}");
        assert!(played.totals().iter().any(|points| *points > Points::ZERO), "{game}");
        records.swap(0, 1);
        assert_ne!(played.replayed(&workspace, &records).expect("the games"), played, "another order is another match");
    }
}
