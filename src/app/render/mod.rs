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
use houserule_core::mechanics::{BoardView, Seat, TileBoard, TilesView};
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
pub use speech::{SpokenBoard, describe_action, describe_cell, describe_tracks};
pub use stones::describe_reserve;
pub use svg::{SvgStyle, svg, svg_of_changes, svg_of_piece, svg_of_tile, svg_of_tiles, svg_with_targets};
pub use window::DrawnBoard;
pub use wrap::{wrap_for_stderr, wrap_hanging, wrap_indented, wrap_list, wrap_on_terminal, wrap_prose};

/// Renders the board with its coordinates, and the hands below it, as styled text: print it through `anstream`, or
/// strip the styles where colours are not wanted.
pub fn board(game: &mut Game) -> String {
    board_from(game, &Viewpoint::default()).text
}

/// How a person looks at a game.
#[derive(Clone, Debug)]
pub struct Viewpoint<'a> {
    pub hands: HandVisibility,
    /// Seats of those who look at the screen; with none, every seat is theirs.
    pub seats: &'a [Seat],
    pub replies: &'a Replies,
    /// Cell to highlight, and to show where only a part of the board fits.
    pub focus: Option<Coord>,
}

impl Default for Viewpoint<'_> {
    fn default() -> Self {
        const NO_REPLIES: &Replies = &Replies { cells: Vec::new(), lines: 0 };
        Viewpoint { hands: HandVisibility::Visible, seats: &[], replies: NO_REPLIES, focus: None }
    }
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
pub fn board_from(game: &mut Game, viewpoint: &Viewpoint) -> DrawnBoard {
    let mut annotations = match viewpoint.hands {
        HandVisibility::Hidden => Annotations::public(game),
        HandVisibility::Visible | HandVisibility::Full => Annotations::of(game),
    };
    let replies = viewpoint.replies;
    annotations.earlier = replies.cells.iter().filter(|at| !annotations.last_move.contains(at)).copied().collect();
    annotations.focus = viewpoint.focus;
    annotations.highlights.extend(viewpoint.focus);
    let screen = Screen::current();
    let more_lines = replies.lines.saturating_sub(USUAL_ANNOUNCEMENTS);
    let reduced = Screen { rows: screen.rows.map(|rows| rows.saturating_sub(more_lines)), ..screen };
    draw_board(game, &with_marks(game, annotations), (viewpoint.hands, viewpoint.seats), &reduced)
}

/// Describes what has changed on the board since something was said about it, and returns what is said now. Cells of
/// announced moves are left out.
pub fn describe_news(
    game: &mut Game,
    hands: HandVisibility,
    before: &SpokenBoard,
    announced: &[Coord],
) -> (String, SpokenBoard) {
    let mut now = spoken(game, hands);
    let news: String = now.news(game, before, announced).into_iter().map(|line| line + "\n").collect();
    (wrap_prose(&news), now)
}

/// Returns what a description of the whole board says.
pub fn spoken(game: &mut Game, hands: HandVisibility) -> SpokenBoard {
    let annotations = match hands {
        HandVisibility::Hidden => Annotations::public(game),
        HandVisibility::Visible | HandVisibility::Full => Annotations::of(game),
    };
    SpokenBoard::of(game, &annotations, hands)
}

/// Adds threats where the screen shows marks.
fn with_marks(game: &Game, annotations: Annotations) -> Annotations {
    if Screen::current().marks { annotations.with_threats(game) } else { annotations }
}

/// Whether the hand of the seat to move is shown where hands are hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandVisibility {
    Visible,
    /// Every tile with its tracks, however little room that leaves for the board.
    Full,
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
    draw_board(game, annotations, (hands, &[]), screen).text
}

/// Draws the board, and the hands as certain seats see them.
fn draw_board(
    game: &Game,
    annotations: &Annotations,
    (hands, seats): (HandVisibility, &[Seat]),
    screen: &Screen,
) -> DrawnBoard {
    if screen.boards == BoardStyle::Words {
        let mut text = wrap_prose(&speech::board(game, annotations, hands)) + "\n";
        if let Some(board) = game.board().view().tiles() {
            text += &hands::pool(board, screen);
        }
        text.extend(game.board().status().into_iter().map(|line| hands::format_line(screen, line)));
        return DrawnBoard::whole(text);
    }
    match game.board().view() {
        BoardView::Stones(board) => match screen.boards {
            BoardStyle::Picture(_) => match render_on_screen(game, annotations, screen) {
                Some(drawn) => drawn.with_footer(&stones::reserves(game, board, screen)),
                None => stones::board(game, board, annotations, screen),
            },
            _ => stones::board(game, board, annotations, screen),
        },
        BoardView::Tiles(board) => {
            // Where the board is drawn, its labels are all that has to be typed.
            let legend =
                if screen.boards.shows_tracks() { String::new() } else { hands::legend(board, annotations, screen) };
            let mut footer = hands::render_hands(board, (hands, seats), screen) + &legend;
            // The board gets the rows that the footer leaves.
            let taken = footer.lines().count().saturating_sub(LEGEND_LINES);
            let reduced = Screen { rows: screen.rows.map(|rows| rows.saturating_sub(taken)), ..*screen };
            footer += &hands::pool(board, screen);
            footer.extend(game.board().status().into_iter().map(|line| hands::format_line(screen, line)));
            let drawn = render_on_screen(game, annotations, &reduced);
            drawn.unwrap_or_else(|| render_tiles(board, annotations, &reduced)).with_footer(&footer)
        }
    }
}

/// Draws the board where the screen has blocks or pictures.
fn render_on_screen(game: &Game, annotations: &Annotations, screen: &Screen) -> Option<DrawnBoard> {
    let lists_texts = match screen.boards {
        BoardStyle::Letters | BoardStyle::Words | BoardStyle::Lines => return None,
        BoardStyle::Blocks => true,
        BoardStyle::Picture(_) => false,
    };
    let style = SvgStyle { palette: screen.palette, lists_texts, ..SvgStyle::default() };
    let drawing = svg::draw_board(game, annotations, &style);
    let view = game.board().view();
    let (all, focus) = match view {
        BoardView::Stones(_) => (view.cells(), annotations.focus_cells()),
        BoardView::Tiles(board) => (cells::all_cells(board, annotations), cells::focus_cells(board, annotations)),
    };
    let centre = |at: &Coord| svg::cell_centre(view, *at).0;
    let (_, pitch) = svg::cell_centre(view, Coord { x: 0, y: 0 });
    let focus = focus.iter().map(centre).collect();
    let (text, shown) = on_screen::render(&on_screen::ScreenDrawing { drawing, focus, pitch }, screen).ok()?;
    let hidden = all.into_iter().filter(|at| !shown.contains(centre(at))).collect();
    Some(DrawnBoard { text, hidden })
}

/// Draws tiles side by side, each after a text; empty where the screen has letters.
pub fn row_of_tiles(board: &dyn TilesView, tiles: &[(String, OrientationIndex)]) -> String {
    let screen = Screen::current();
    if screen.boards.shows_tracks() { lines::row_of_tiles(board, tiles, &screen) } else { String::new() }
}

/// Renders tiles as text.
fn render_tiles(board: &dyn TilesView, annotations: &Annotations, screen: &Screen) -> DrawnBoard {
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
