//! Boards as text, in colour where the terminal supports it, and as pictures.

mod annotations;
mod arrangement;
mod blocks;
mod canvas;
mod cells;
mod colours;
mod film;
mod hands;
mod hexes;
mod lines;
mod on_screen;
mod overview;
mod page;
mod palette;
mod picture;
pub mod plot;
mod png;
mod reel;
mod screen;
mod speech;
mod squares;
mod stones;
mod strokes;
mod svg;
mod threats;
mod window;
mod wrap;

use houserule_core::geometry::Coord;
use houserule_core::mechanics::{BoardView, TileBoard, TilesView};
use houserule_core::tiles::OrientationIndex;
use houserule_script::game::Game;

pub use annotations::Annotations;
pub use arrangement::Arrangement;
pub use hexes::board as hex_board;
pub use overview::overview;
pub use palette::Palette;
pub use picture::{PictureFormat, render_picture};
pub use png::png;
pub use screen::{BoardChoice, BoardStyle, ColourDepth, Screen, TermOptions, TerminalBackground};
pub use speech::{describe_action, describe_cell};
pub use svg::{SvgStyle, svg, svg_of_tiles};
pub use wrap::{wrap_for_stderr, wrap_hanging, wrap_indented, wrap_list, wrap_on_terminal, wrap_prose};

/// Renders the board with its coordinates, and the hands below it, as styled text: print it through `anstream`, or
/// strip the styles where colours are not wanted.
pub fn board(game: &mut Game) -> String {
    board_since(game, HandVisibility::Visible, &Replies::default())
}

/// What happened on the board since a person's last turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replies {
    /// Cells that moves of others have changed, the latest first.
    pub cells: Vec<Coord>,
    /// Number of lines that announced the moves, the person's own too.
    pub lines: usize,
}

/// Lines of announcements for which boards always leave room.
const USUAL_ANNOUNCEMENTS: usize = 2;

/// Renders the board like [`board`], also marked where earlier moves changed it, and so that their announcements stay on
/// the screen. With hidden hands, the labels that would reveal them are hidden too.
pub fn board_since(game: &mut Game, hands: HandVisibility, replies: &Replies) -> String {
    let mut annotations = match hands {
        HandVisibility::Hidden => Annotations::public(game),
        HandVisibility::Visible => Annotations::of(game),
    };
    annotations.earlier = replies.cells.iter().filter(|at| !annotations.last_move.contains(at)).copied().collect();
    let screen = Screen::current();
    let more_lines = replies.lines.saturating_sub(USUAL_ANNOUNCEMENTS);
    let reduced = Screen { rows: screen.rows.map(|rows| rows.saturating_sub(more_lines)), ..screen };
    board_on(game, &with_marks(game, annotations), hands, &reduced)
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
    if screen.boards == BoardStyle::Words {
        let mut text = wrap_prose(&speech::board(game, annotations, hands)) + "\n";
        if let Some(board) = game.board().view().tiles() {
            text += &hands::pool(board, screen);
        }
        text.extend(game.board().status().into_iter().map(|line| hands::format_line(screen, line)));
        return text;
    }
    match game.board().view() {
        BoardView::Stones(board) => match screen.boards {
            BoardStyle::Picture(_) => {
                let text = || stones::board(game, board, annotations, screen);
                render_on_screen(game, annotations, screen)
                    .map_or_else(text, |drawn| drawn + &stones::reserves(game, board, screen))
            }
            _ => stones::board(game, board, annotations, screen),
        },
        BoardView::Tiles(board) => {
            // Where the board is drawn, its labels are all that has to be typed.
            let legend =
                if screen.boards.shows_tracks() { String::new() } else { hands::legend(board, annotations, screen) };
            let mut footer = hands::render_hands(board, hands, screen) + &legend;
            // The board gets the rows that the footer leaves.
            let taken = footer.lines().count().saturating_sub(LEGEND_LINES);
            let reduced = Screen { rows: screen.rows.map(|rows| rows.saturating_sub(taken)), ..*screen };
            footer += &hands::pool(board, screen);
            footer.extend(game.board().status().into_iter().map(|line| hands::format_line(screen, line)));
            let drawn = render_on_screen(game, annotations, &reduced);
            drawn.unwrap_or_else(|| render_tiles(board, annotations, &reduced)) + &footer
        }
    }
}

/// Draws the board where the screen has blocks or pictures.
fn render_on_screen(game: &Game, annotations: &Annotations, screen: &Screen) -> Option<String> {
    let lists_texts = match screen.boards {
        BoardStyle::Letters | BoardStyle::Words | BoardStyle::Lines => return None,
        BoardStyle::Blocks => true,
        BoardStyle::Picture(_) => false,
    };
    let style = SvgStyle { palette: screen.palette, lists_texts, ..SvgStyle::default() };
    let drawing = svg::draw_board(game, annotations, &style);
    let view = game.board().view();
    let focus = match view {
        BoardView::Stones(_) => annotations.last_move.first().copied().unwrap_or(Coord { x: 0, y: 0 }),
        BoardView::Tiles(board) => cells::focus_cell(board, annotations),
    };
    let (focus, pitch) = svg::cell_centre(view, focus);
    on_screen::render(&on_screen::ScreenDrawing { drawing, focus, pitch }, screen).ok()
}

/// Draws tiles side by side, each after a text; empty where the screen has letters.
pub fn row_of_tiles(board: &dyn TilesView, tiles: &[(String, OrientationIndex)]) -> String {
    let screen = Screen::current();
    if screen.boards.shows_tracks() { lines::row_of_tiles(board, tiles, &screen) } else { String::new() }
}

/// Renders tiles as text.
fn render_tiles(board: &dyn TilesView, annotations: &Annotations, screen: &Screen) -> String {
    match (screen.boards, board.lattice().sides()) {
        (BoardStyle::Letters | BoardStyle::Words, 6) => hexes::board(board, annotations, screen),
        (BoardStyle::Letters | BoardStyle::Words, _) => squares::board(board, annotations, screen),
        _ => lines::board(board, annotations, screen),
    }
}

/// Returns the names of the tiles that the last move forced.
pub fn forced_tiles(board: &dyn TileBoard) -> Vec<String> {
    board.last_laid().into_iter().skip(1).map(|at| board.name(at)).collect()
}
