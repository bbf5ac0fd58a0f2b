//! Random games under our rules and in the engine `fast-tak`: at every ply the same moves, position and result.

use crate::common::random_player::RandomPlayer;
use crate::common::scaled;
use fast_tak::takparse::{self, Move, MoveKind, Piece, Tps};
use fast_tak::{Game, GameResult, Reserves};
use houserule_script::play::Session;

/// Limit on stacks, which `fast-tak` stores in 63 bits; taller ones are tested in `tall_stacks.rs`.
const MAX_PEER_HEIGHT: u32 = 55;

/// Their move in our notation: they omit the star of a crush.
fn move_text<const N: usize, const K: i8>(game: &Game<N, K>, mv: Move) -> String {
    let crush = match mv.kind() {
        MoveKind::Place(_) => false,
        MoveKind::Spread(direction, pattern) => {
            let end =
                (0..pattern.count_squares()).try_fold(mv.square(), |square, _| square.checked_step(direction, N as u8));
            let top = end.and_then(|square| game.board.get(square)?.top());
            top.is_some_and(|(piece, _)| piece == Piece::Wall)
        }
    };
    format!("{mv}{}", if crush { "*" } else { "" })
}

fn their_moves<const N: usize, const K: i8>(game: &Game<N, K>) -> Vec<String> {
    let mut moves = Vec::new();
    if game.result() == GameResult::Ongoing {
        game.possible_moves(&mut moves);
    }
    let mut texts: Vec<String> = moves.into_iter().map(|mv| move_text(game, mv)).collect();
    texts.sort_unstable();
    texts
}

fn their_result<const N: usize, const K: i8>(game: &Game<N, K>) -> String {
    takparse::GameResult::try_from(game.result()).map_or("open".into(), |code| code.to_string())
}

fn assert_same_game<const N: usize, const K: i8>(ours: &mut Session, seed: u64)
where
    Reserves<N>: Default,
{
    let mut player = RandomPlayer::new(seed);
    let mut theirs = Game::<N, K>::default();
    let mut crushed_since_placing = false;
    loop {
        let played = ours.moves().join(" ");
        let at = || format!("size {N}, half komi {K}, after `{played}`");
        let moves = crate::common::moves(ours);
        let result = crate::common::result(ours);
        // They draw after 50 plies without a placement; in our rules a crush is progress too.
        if crushed_since_placing && theirs.reversible_plies >= fast_tak::MAX_REVERSIBLE_PLIES {
            return;
        }
        assert_eq!(result, their_result(&theirs), "{}", at());
        assert_eq!(moves, their_moves(&theirs), "{}", at());
        let tps = Tps::from(theirs.clone()).to_string();
        assert_eq!(ours.position(), tps, "{}", at());
        let tallest = theirs.board.iter().flatten().map(|stack| stack.size()).max();
        if moves.is_empty() || tallest > Some(MAX_PEER_HEIGHT) {
            return;
        }
        let text = player.choose(&moves);
        let spread = text.contains(['<', '>', '+', '-']);
        crushed_since_placing = spread && (crushed_since_placing || text.ends_with('*'));
        ours.play(&text).unwrap_or_else(|error| panic!("{}: `{text}` is rejected: {error}", at()));
        let bare = text.trim_end_matches('*');
        let mv: Move = bare.parse().unwrap_or_else(|_| panic!("they cannot read `{bare}`"));
        theirs.play(mv).unwrap_or_else(|error| panic!("{}: they reject `{text}`: {error:?}", at()));
    }
}

fn assert_same_games<const N: usize, const K: i8>(games: usize)
where
    Reserves<N>: Default,
{
    let (size, komi) = (N.to_string(), (f64::from(K) / 2.0).to_string());
    let settings = [("size", size.as_str()), ("komi", komi.as_str())];
    let mut session = crate::common::start("tak+no-progress", &settings);
    for seed in 0..scaled(games) as u64 {
        assert_same_game::<N, K>(&mut session, seed);
        while session.undo().is_some() {}
    }
}

#[test]
fn fast_tak_agrees_on_small_boards() {
    assert_same_games::<3, 0>(300);
    assert_same_games::<4, 0>(150);
}

#[test]
fn fast_tak_agrees_on_medium_boards() {
    assert_same_games::<5, 0>(60);
    assert_same_games::<6, 0>(25);
}

#[test]
fn fast_tak_agrees_on_large_boards() {
    assert_same_games::<7, 0>(7);
    assert_same_games::<8, 0>(5);
}

#[test]
fn fast_tak_agrees_with_komi() {
    assert_same_games::<3, 4>(30);
    assert_same_games::<3, 1>(30);
    assert_same_games::<4, -3>(20);
    assert_same_games::<4, -10>(10);
    assert_same_games::<5, 19>(10);
}
