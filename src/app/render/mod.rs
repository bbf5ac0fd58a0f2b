//! Boards as text, in colour where the terminal supports it, and as pictures.

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
pub use overview::overview;
pub use palette::Palette;
pub use picture::{PictureFormat, render_picture};
pub use png::png;
pub use screen::{ColourDepth, Screen, TermOptions, TerminalBackground};
pub use svg::{SvgStyle, svg, svg_of_tiles};
pub use wrap::{wrap_for_stderr, wrap_hanging, wrap_indented, wrap_on_terminal, wrap_prose};

/// Renders the board with its coordinates, and the hands below it, as styled text: print it through `anstream`, or
/// strip the styles where colours are not wanted.
pub fn board(game: &mut Game) -> String {
    let annotations = Annotations::of(game);
    board_with(game, &with_marks(game, annotations), HandVisibility::Visible)
}

/// Renders the board for all to see: without hidden hands, and without the labels that would reveal them.
pub fn public_board(game: &mut Game) -> String {
    let annotations = Annotations::public(game);
    let hands = if hides_hands(game) { HandVisibility::Hidden } else { HandVisibility::Visible };
    board_with(game, &with_marks(game, annotations), hands)
}

/// Adds threats where the screen shows marks.
fn with_marks(game: &Game, annotations: Annotations) -> Annotations {
    if Screen::current().marks { annotations.with_threats(game) } else { annotations }
}

/// Whether the hand of the seat to move is shown where hands are hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandVisibility {
    Visible,
    Hidden,
}

/// Whether seats cannot see each other's hands.
pub fn hides_hands(game: &Game) -> bool {
    let dealing = game.board().view().tile_game().and_then(|board| board.tile_game().dealing.as_ref());
    dealing.is_some_and(|dealing| !dealing.is_open)
}

/// Lines below a board of tiles that its renderer already leaves free.
const LEGEND_LINES: usize = 1;

/// Renders the board as text with annotations, for the current screen.
pub fn board_with(game: &Game, annotations: &Annotations, hands: HandVisibility) -> String {
    board_on(game, annotations, hands, &Screen::current())
}

/// Like [`board_with`], for any screen.
pub fn board_on(game: &Game, annotations: &Annotations, hands: HandVisibility, screen: &Screen) -> String {
    match game.board().view() {
        BoardView::Stones(board) => stones::board(game, board, annotations, screen),
        BoardView::Tiles(board) => {
            let mut footer = hands::render_hands(board, hands, screen) + &hands::legend(board, annotations, screen);
            // The board gets the rows that the footer leaves.
            let taken = footer.lines().count().saturating_sub(LEGEND_LINES);
            let reduced = Screen { rows: screen.rows.map(|rows| rows.saturating_sub(taken)), ..*screen };
            footer += &hands::pool(board, screen);
            footer.extend(game.board().status().into_iter().map(|line| hands::format_line(screen, line)));
            render_tiles(board, annotations, &reduced) + &footer
        }
    }
}

/// Renders tiles as text.
fn render_tiles(board: &dyn TilesView, annotations: &Annotations, screen: &Screen) -> String {
    match board.lattice().sides() {
        6 => hexes::board(board, annotations, screen),
        _ => squares::board(board, annotations, screen),
    }
}

/// Returns the names of the tiles that the last move forced.
pub fn forced_tiles(board: &dyn TileBoard) -> Vec<String> {
    board.last_laid().into_iter().skip(1).map(|at| board.name(at)).collect()
}
