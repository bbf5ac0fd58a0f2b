//! Boards as pictures: lines of text, in colour where the reader's terminal wants it, and drawings.

mod annotations;
mod arrangement;
mod colours;
mod film;
mod hands;
mod hexes;
mod overview;
mod page;
mod palette;
mod picture;
pub mod plot;
mod png;
mod reel;
mod screen;
mod squares;
mod stones;
mod svg;
mod threats;
mod window;
mod wrap;

use houserule_core::mechanics::{BoardView, TileBoard, TilesView};
use houserule_script::game::Game;

pub use annotations::Annotations;
pub use arrangement::Arrangement;
pub use hexes::board as hex_board;
pub use overview::look;
pub use palette::Palette;
pub use picture::{PictureFormat, picture};
pub use png::png;
pub use screen::{ColourDepth, Screen, TermOptions, TerminalBackground};
pub use svg::{SvgStyle, svg, svg_of_tiles};
pub use wrap::{folded, folded_at, folded_seen, wrapped, wrapped_for_stderr};

/// The board with its coordinates, and the hands below it. Styled text: print it through `anstream`, or strip it where
/// colours are not wanted.
pub fn board(game: &mut Game) -> String {
    let pointed = Annotations::of(game);
    board_with(game, &seen_now(game, pointed), HandVisibility::Seen)
}

/// The board for all to see: where hands are hidden, without any, and without the letters that would tell of them.
pub fn public_board(game: &mut Game) -> String {
    let pointed = Annotations::public(game);
    let hands = if hides_hands(game) { HandVisibility::Covered } else { HandVisibility::Seen };
    board_with(game, &seen_now(game, pointed), hands)
}

/// Adds what is marked only where somebody sits before the board.
fn seen_now(game: &Game, pointed: Annotations) -> Annotations {
    if Screen::current().marks { pointed.with_threats(game) } else { pointed }
}

/// Whether the hand of the seat to move is shown where hands are hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandVisibility {
    Seen,
    Covered,
}

/// Whether seats do not see the hands of the others.
pub fn hides_hands(game: &Game) -> bool {
    let dealing = game.board().view().tile_game().and_then(|board| board.plan().dealing.as_ref());
    dealing.is_some_and(|dealing| !dealing.open)
}

/// So many lines below a board of tiles are reckoned with by whoever draws it.
const LEGEND: usize = 1;

/// The board in text with whatever is to be pointed out on it, as the screen of this program can show it.
pub fn board_with(game: &Game, pointed: &Annotations, hands: HandVisibility) -> String {
    board_on(game, pointed, hands, &Screen::current())
}

/// The same on any screen.
pub fn board_on(game: &Game, pointed: &Annotations, hands: HandVisibility, screen: &Screen) -> String {
    match game.board().view() {
        BoardView::Stones(board) => stones::board(game, board, pointed, screen),
        BoardView::Tiles(board) => {
            let mut beside = hands::hands(board, hands, screen) + &hands::legend(board, pointed, screen);
            // The board has the room that the lines below it leave.
            let taken = beside.lines().count().saturating_sub(LEGEND);
            let room = Screen { rows: screen.rows.map(|rows| rows.saturating_sub(taken)), ..*screen };
            beside += &hands::pool(board, screen);
            beside.extend(game.board().status().into_iter().map(|line| hands::line(screen, line)));
            tiles(board, pointed, &room) + &beside
        }
    }
}

/// Tiles as lines of text.
fn tiles(board: &dyn TilesView, pointed: &Annotations, screen: &Screen) -> String {
    match board.lattice().sides() {
        6 => hexes::board(board, pointed, screen),
        _ => squares::board(board, pointed, screen),
    }
}

/// The tiles that the last move forced, by their names as they are now.
pub fn forced(board: &dyn TileBoard) -> Vec<String> {
    board.last_laid().into_iter().skip(1).map(|at| board.name(at)).collect()
}
