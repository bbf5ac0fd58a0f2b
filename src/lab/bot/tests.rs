//! Properties of all bots, in all shipped games.

use super::*;
use houserule_script::lua::Library;
use houserule_script::play::{Session, Workspace};

fn workspace(seed: u64) -> Workspace {
    Workspace { library: Library::new(Vec::new()), seed }
}

fn open(game: &str, moves: &str) -> Session {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
    workspace(1).open(game, &[], None, &moves).unwrap_or_else(|error| panic!("{game} {moves:?}: {error}"))
}

fn bot_named(name: &str) -> Box<dyn Bot> {
    // This script bot plays any game; bots for a single game are tested with that game.
    let rules = workspace(1).load("tak", &[]).unwrap_or_else(|error| panic!("{error}"));
    let bot = name.parse::<BotName>().and_then(|bot| bot.resolve(&rules));
    bot.unwrap_or_else(|error| panic!("{error}")).create()
}

fn fail<T>(fault: HookFault) -> T {
    panic!("{fault}")
}

/// Plays a bot's move and checks that the move is legal and the search left the game unchanged.
fn play_move(bot: &mut dyn Bot, session: &mut Session, seat: Seat, rng: &mut Rng) -> Option<String> {
    let before = (session.game.position_hash(), session.game.board().turn_state());
    let legal = own_moves(&mut session.game, seat).unwrap_or_else(fail);
    let mv = bot.choose(&mut session.game, seat, rng).unwrap_or_else(fail);
    assert_eq!(
        (session.game.position_hash(), session.game.board().turn_state()),
        before,
        "the game comes back as it was"
    );
    assert_eq!(mv.is_none(), legal.is_empty(), "a bot moves if it can");
    let mv = mv?;
    assert!(legal.contains(&mv), "a bot makes legal moves");
    let text = session.move_text(mv);
    session.play(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Some(text)
}

/// Plays a game with the same bot at every seat.
fn play_game(name: &str, session: &mut Session, plies: usize, seed: u64) -> Vec<String> {
    let seats = session.plan().names.seats.len();
    let mut bots: Vec<Box<dyn Bot>> = (0..seats).map(|_| bot_named(name)).collect();
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    for ply in 0..plies {
        if session.game.outcome().unwrap_or_else(fail).is_some() {
            break;
        }
        let movers = session.game.board().movers();
        let next_mover = (0..seats).map(|seat| Seat::new((ply + seat) % seats)).find(|seat| movers.has(*seat));
        let seat = next_mover.expect("a seat may move in a game that is not over");
        moves.extend(play_move(&mut *bots[seat.index()], session, seat, &mut rng));
    }
    moves
}

/// Lets every bot play a few moves of every game after some random ones.
fn play_every_game(opening_plies: usize) {
    for (manifest, _) in workspace(1).library.manifests().playable {
        let game = manifest.reference();
        for (name, plies) in [("random", 40), ("greedy", 5), ("mcts:6", 5), ("easy", 3), ("stifle", 3)] {
            let mut session = open(&game, "");
            play_game("random", &mut session, opening_plies, 3);
            play_game(name, &mut session, plies, 5);
        }
    }
}

#[test]
fn every_bot_begins_every_game_with_legal_moves() {
    play_every_game(0);
}

#[test]
fn every_bot_plays_legal_moves_in_the_middle_of_every_game() {
    play_every_game(12);
}

#[test]
fn every_bot_plays_with_any_number_of_opponents() {
    for (game, players) in [("tantrix", "3"), ("tantrix", "4"), ("gobble", "1"), ("gobble", "5")] {
        for name in ["greedy", "mcts:6", "easy"] {
            let sets = [("players".to_string(), players.to_string())];
            let session = workspace(1).open(game, &sets, None, &[]);
            play_game(name, &mut session.unwrap_or_else(|error| panic!("{error}")), 8, 5);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for game in ["tak", "tak+late-walls", "trax", "tantrix", "tantrix+hidden-hands", "gobble"] {
        for name in ["greedy", "mcts:30", "easy", "stifle"] {
            let play = || play_game(name, &mut open(game, ""), 8, 11);
            assert_eq!(play(), play(), "{game} by {name}");
        }
    }
}

/// Returns the name of the winning team.
fn winner(session: &mut Session) -> Option<String> {
    let outcome = session.game.outcome().unwrap_or_else(fail)?;
    Some(session.plan().team_name(outcome.winner()?).to_string())
}

const WHITE_LACKS_A1: &str = "a5 e1 d1 a4 c1 b4 b1 c4";
const BLACK_CLOSES: &str = "a1 e5 b4 a2 c3 a3 d4 a4 e1";
const WHITE_THREATENS_A1: &str = "a5 e1 d1 a4 c1 e5 b1";

#[test]
fn a_win_in_one_is_taken() {
    for (game, moves, team) in [
        ("tak", WHITE_LACKS_A1, "white"),
        ("tak", BLACK_CLOSES, "black"),
        ("tak+late-walls", WHITE_LACKS_A1, "white"),
        ("trax", "@0/ A2\\ A0/", "red"),
        ("trax", "@0/ A2+ A3\\", "red"),
        ("supertrax", "@0+ B1+ C1+ D1+ E1+ F1+ G1+", "red"),
    ] {
        for name in ["greedy", "mcts:1", "medium", "hard"] {
            let mut session = open(game, moves);
            let seat = session.game.seat();
            play_move(&mut *bot_named(name), &mut session, seat, &mut Rng::new(2));
            assert_eq!(winner(&mut session).as_deref(), Some(team), "{game} after {moves} by {name}");
        }
    }
}

#[test]
fn a_loss_in_one_is_prevented() {
    for (game, moves) in [("tak", WHITE_THREATENS_A1), ("trax", "@0/ B1\\")] {
        for name in ["greedy", "medium", "hard"] {
            let mut session = open(game, moves);
            let seat = session.game.seat();
            let text = play_move(&mut *bot_named(name), &mut session, seat, &mut Rng::new(2));
            for reply in session.legal_moves().unwrap_or_else(fail) {
                session.play(&reply).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(winner(&mut session), None, "{game}: {name} plays {text:?}, then {reply}");
                session.undo();
            }
        }
    }
}

#[test]
fn bots_do_not_peek() {
    for game in ["tantrix+hidden-hands", "tantrix"] {
        let session = open(game, "");
        let seat = session.game.seat();
        for name in ["greedy", "mcts:20", "stifle"] {
            let chosen = |world: Option<u64>| {
                let mut game = session.game.fork();
                world.into_iter().for_each(|seed| game.determinise(seat, &mut Rng::new(seed)));
                bot_named(name).choose(&mut game, seat, &mut Rng::new(4)).unwrap_or_else(fail)
            };
            let expected = chosen(None);
            (0..3).for_each(|world| assert_eq!(chosen(Some(world)), expected, "{name} in {game}"));
        }
    }
}

#[test]
fn a_reused_tree_follows_the_game() {
    // One bot for both seats would search the wrong position; with two, each follows the whole game.
    let mut session = open("tak", "a1 e5");
    let moves = play_game("mcts:200", &mut session, 12, 9);
    assert_eq!(moves.len(), session.moves().len() - 2);
}

#[test]
fn names_are_parsed_as_they_are_displayed() {
    for name in ["random", "greedy", "mcts", "mcts:1000", "mcts:2s", "mcts:0.25s", "easy", "medium", "hard"] {
        assert_eq!(name.parse::<BotName>().map(|bot| bot.to_string()), Ok(name.to_string()));
    }
    assert_eq!("mcts:250ms".parse::<BotName>().map(|bot| bot.to_string()), Ok("mcts:0.25s".to_string()));
    for name in ["mcts:", "mcts:0", "mcts:-1s", "mcts:infs", "mcts:1e9s", "mcts:s", "a bot", ""] {
        assert!(name.parse::<BotName>().is_err(), "{name}");
    }
    let message = "unknown bot `rnadom`; did you mean `random`?";
    let rules = workspace(1).load("tak", &[]).unwrap_or_else(|error| panic!("{error}"));
    let resolve = |name: &str| name.parse::<BotName>().and_then(|bot| bot.resolve(&rules));
    assert_eq!(resolve("rnadom"), Err(message.into()));
    for name in ["mtcs", "Easy", "lua:mcts"] {
        assert!(resolve(name).is_err(), "{name}");
    }
    for name in ["stifle", "lua:stifle", "flat-counter"] {
        assert_eq!(resolve(name).map(|bot| bot.to_string()), Ok(name.to_string()));
    }
}

/// Sets up a 12x12 board with `count` stacks of nine, white on top and to move.
fn towers(count: usize) -> Session {
    let is_tower = |row: usize, column: usize| (row % 2, column % 3) == (0, 0) && row / 2 * 4 + column / 3 < count;
    let cell = |row, column| if is_tower(row, column) { "121212121" } else { "x" };
    let row = |row| (0..12).map(|column| cell(row, column)).collect::<Vec<_>>().join(",");
    let position = (0..12).map(row).collect::<Vec<_>>().join("/") + " 1 90";
    let sets = [("size".to_string(), "12".to_string())];
    workspace(1).open("tak+big", &sets, Some(&position), &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Observer that keeps the result of the search.
#[derive(Default)]
struct Listener(Option<SearchProgress>);

impl SearchObserver for Listener {
    fn on_progress(&mut self, _: &dyn Fn() -> SearchProgress) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Continue(())
    }

    fn on_result(&mut self, result: SearchProgress) {
        self.0 = Some(result);
    }
}

#[test]
fn a_search_limits_its_positions_if_there_are_very_many_moves() {
    const PLAYOUTS: u64 = 200;
    let mut session = towers(20);
    let moves = session.game.legal_moves().unwrap_or_else(fail).len() as u64;
    assert!(moves > 20_000, "{moves} moves");
    let (mut mcts, mut listener) = (Mcts::new(Budget::Playouts(PLAYOUTS)), Listener::default());
    let seat = session.game.seat();
    let chosen = mcts.search(&mut session.game, &mut Rng::new(1), SearchRequest::new(seat, &mut listener));
    assert!(chosen.unwrap_or_else(fail).is_some());
    let result = listener.0.expect("the observer gets the result");
    // All root moves, 128 per playout, and an overshoot at the last node.
    let max_positions = moves + 128 * PLAYOUTS + 2 * moves;
    assert!(result.playouts == PLAYOUTS && result.positions <= max_positions, "{result:?}, {max_positions} at most");
}

#[test]
fn a_search_without_time_for_all_moves_plays_one_of_them() {
    let mut session = towers(20);
    let (mut mcts, mut listener) = (Mcts::new(Budget::Time(std::time::Duration::from_millis(1))), Listener::default());
    let seat = session.game.seat();
    let chosen = mcts.search(&mut session.game, &mut Rng::new(1), SearchRequest::new(seat, &mut listener));
    let chosen = chosen.unwrap_or_else(fail).expect("there is a move");
    assert!(session.game.legal_moves().unwrap_or_else(fail).contains(&chosen));
    let result = listener.0.expect("the observer gets the result");
    assert!(result.positions < 20_000, "{result:?}");
}

/// Searches with a bot on a clock; returns its move and what it reports.
fn search_on_clock(name: &str, session: &mut Session, left: std::time::Duration) -> (Move, Option<SearchProgress>) {
    let time = SeatTime { left, increment: std::time::Duration::ZERO, moves_to_go: None };
    let times = GameTime { seats: vec![Some(time); session.plan().names.seats.len()] };
    let (seat, mut listener) = (session.game.seat(), Listener::default());
    let request = SearchRequest { time: Some(&times), ..SearchRequest::new(seat, &mut listener) };
    let chosen = bot_named(name).search(&mut session.game, &mut Rng::new(1), request);
    let chosen = chosen.unwrap_or_else(fail).expect("there is a move");
    assert!(session.game.legal_moves().unwrap_or_else(fail).contains(&chosen), "{name}: a legal move");
    (chosen, listener.0)
}

#[test]
fn bots_without_time_move_at_once() {
    for name in ["mcts", "mcts:100000000", "mcts:600s", "hard", "medium", "greedy", "random", "stifle"] {
        let mut session = towers(20);
        let (_, result) = search_on_clock(name, &mut session, std::time::Duration::ZERO);
        let (playouts, positions) = result.map_or((0, 0), |result| (result.playouts, result.positions));
        assert!(playouts < 10 && positions < 20_000, "{name}: {playouts} playouts, {positions} positions");
    }
}

#[test]
fn bots_with_a_number_of_playouts_play_the_same_on_a_long_clock() {
    const LONG: std::time::Duration = std::time::Duration::from_secs(1_000_000);
    let playouts = |name: &str, moves: &str| {
        let (one, result) = search_on_clock(name, &mut open("tak", moves), LONG);
        let (other, again) = search_on_clock(name, &mut open("tak", moves), LONG);
        let playouts = |result: Option<SearchProgress>| result.map_or(0, |result| result.playouts);
        let (count, again) = (playouts(result), playouts(again));
        assert_eq!((one, count), (other, again), "{name}");
        count
    };
    assert_eq!(playouts("mcts:500", "a1 e5"), 500, "a budget that was named");
    assert!(playouts("medium", "a1 e5") <= 60);
    let hard: Vec<u64> =
        ["", "a1", "a1 e5", "a1 e5 c3", "a1 e5 c3 c4 d3 d4"].map(|moves| playouts("hard", moves)).into();
    assert!(hard.iter().all(|count| *count <= 12_000), "{hard:?}");
    assert!(hard.iter().any(|count| *count != hard[0]), "it spends more where it matters: {hard:?}");
}
