//! Boards as pictures: lines of text, in colour where the reader's terminal wants it, and drawings.

mod arrangement;
mod colours;
mod deciding;
mod film;
mod fold;
mod hands;
mod hexes;
mod layouts;
mod look;
mod page;
mod palette;
mod picture;
mod png;
mod pointed;
mod reel;
mod screen;
mod squares;
mod stones;
mod svg;
mod threats;
mod window;

use crate::game::Game;
use crate::mechanics::{Look, TileBoard};

pub use arrangement::Arrangement;
pub use fold::{folded, folded_aside, folded_at, folded_seen, wrapped};
pub use hexes::board as hex_board;
pub use look::look;
pub use palette::Palette;
pub use picture::{Format, picture};
pub use png::png;
pub use pointed::{Deciding, Pointed};
pub use screen::{Depth, Ground, Screen, Wishes};
pub use svg::{Sheet, svg, svg_of_tiles};

/// The board with its coordinates, and the hands below it. Styled text: print it through `anstream`, or strip it where
/// colours are not wanted.
pub fn board(game: &mut Game) -> String {
    let pointed = Pointed::of(game);
    board_with(game, &seen_now(game, pointed), Hands::Seen)
}

/// The board for all to see: where hands are hidden, without any, and without the letters that would tell of them.
pub fn public_board(game: &mut Game) -> String {
    let pointed = Pointed::public(game);
    let hands = if hides_hands(game) { Hands::Covered } else { Hands::Seen };
    board_with(game, &seen_now(game, pointed), hands)
}

/// Adds what is marked only where somebody sits before the board.
fn seen_now(game: &Game, pointed: Pointed) -> Pointed {
    if Screen::current().marks { pointed.with_threats(game) } else { pointed }
}

/// Whether the hand of the seat to move is shown where hands are hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hands {
    Seen,
    Covered,
}

/// Whether seats do not see the hands of the others.
pub fn hides_hands(game: &Game) -> bool {
    let dealing = game.board().look().tiles().and_then(|board| board.plan().dealing.as_ref());
    dealing.is_some_and(|dealing| !dealing.open)
}

/// So many lines below a board of tiles are reckoned with by whoever draws it.
const LEGEND: usize = 1;

/// The board in text with whatever is to be pointed out on it, as the screen of this program can show it.
pub fn board_with(game: &Game, pointed: &Pointed, hands: Hands) -> String {
    board_on(game, pointed, hands, &Screen::current())
}

/// The same on any screen.
pub fn board_on(game: &Game, pointed: &Pointed, hands: Hands, screen: &Screen) -> String {
    match game.board().look() {
        Look::Stones(board) => stones::board(game, board, pointed, screen),
        Look::Tiles(board) => {
            let beside =
                hands::hands(board, hands == Hands::Covered, screen) + &hands::legend(board, pointed, screen);
            // The board has the room that what stands below it leaves.
            let taken = beside.lines().count().saturating_sub(LEGEND);
            let room = Screen { rows: screen.rows.map(|rows| rows.saturating_sub(taken)), ..*screen };
            let picture = match board.plan().lattice.sides() {
                6 => hexes::board(board, pointed, &room),
                _ => squares::board(board, pointed, &room),
            };
            picture + &beside
        }
        Look::Layout(layout) => layouts::board(layout, pointed, screen),
    }
}

/// The tiles that the last move forced, by their names as they are now.
pub fn forced(board: &dyn TileBoard) -> Vec<String> {
    let corner = board.corner();
    board.last_laid().into_iter().skip(1).map(|at| board.plan().naming.write(at, corner)).collect()
}
