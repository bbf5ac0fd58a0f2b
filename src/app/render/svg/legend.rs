//! Heading and legend of a board: the game and whose turn it is; reserves or hands; the meaning of marks.

use super::super::stones::{describe_reserve, describe_sides};
use super::super::{Annotations, HandVisibility, colours};
use super::drawing::{FAINT, INK, SvgDrawing, SvgLayer, TextStyle, number};
use super::paint::{DECISIVE, FORCED, HIGHLIGHT, LAST_MOVE, Paint, THREAT};
use super::transform::HALF;
use super::{SvgStyle, pieces, tiles};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::puzzle::PuzzlePosition;
use houserule_core::mechanics::{BoardView, Seat, Stone, StoneBoard, TileBoard, TilesView};
use houserule_core::text::plural;
use houserule_core::tiles::TileIndex;
use houserule_script::game::Game;

/// Describes whose turn it is, or how the game ended.
pub fn describe_state(game: &mut Game) -> String {
    if let Ok(Some(result)) = game.describe_result() {
        return result;
    }
    let (plan, seat) = (game.plan(), game.seat());
    match plan.names.seats.len() {
        1 => "in progress".to_string(),
        _ if plan.mechanic.is_race() => "everyone may move".to_string(),
        _ => format!("{} to move", plan.names.seat_and_team(seat)),
    }
}

/// Writes the title and the state above the board.
pub fn heading(drawing: &mut SvgDrawing, title: &str, state: &str) {
    let [x, y] = [drawing.bounds.left, drawing.bounds.top - 26.0];
    let (name, subtitle) = (TextStyle::new(20.0, INK).bold(), TextStyle::new(15.0, FAINT));
    let end = x + name.width(title) + 14.0;
    drawing.write(SvgLayer::Margin, name, [x, y], title);
    drawing.write(SvgLayer::Margin, subtitle, [end, y + 1.5], state);
}

/// Height of lines below a board, and minimum width of the legend.
const LINE_HEIGHT: f64 = 30.0;
const MIN_WIDTH: f64 = 430.0;

/// A cursor that writes below the board.
struct LegendCursor<'d> {
    drawing: &'d mut SvgDrawing,
    left: f64,
    right: f64,
    y: f64,
}

impl LegendCursor<'_> {
    fn write(&mut self, style: TextStyle, x: f64, text: &str) -> f64 {
        self.drawing.write(SvgLayer::Margin, style, [x, self.y], text);
        x + style.width(text)
    }

    fn put_shape(&mut self, svg: String, half_height: f64) {
        let y = self.y;
        self.drawing.bounds.include([self.left, y - half_height], [self.left, y + half_height]);
        self.drawing.put(SvgLayer::Margin, svg);
    }
}

const BOLD: TextStyle = TextStyle { size: 15.0, bold: true, anchor: super::drawing::TextAnchor::Start, paint: INK };
const PLAIN: TextStyle = TextStyle { bold: false, ..BOLD };
const SMALL_TEXT: TextStyle =
    TextStyle { size: 13.0, bold: false, anchor: super::drawing::TextAnchor::Start, paint: FAINT };

pub fn draw_legend(
    drawing: &mut SvgDrawing,
    game: &Game,
    annotations: &Annotations,
    style: &SvgStyle,
    paints: &IndexVec<Seat, Paint>,
) {
    let (left, width) = (drawing.bounds.left, drawing.bounds.width().max(MIN_WIDTH));
    let y = drawing.bounds.bottom + 30.0;
    let mut cursor = LegendCursor { drawing, left, right: left + width, y };
    match game.board().view() {
        BoardView::Stones(board) => reserves(&mut cursor, game, board, annotations, paints),
        BoardView::Tiles(tiles) => {
            if let Some(board) = tiles.game() {
                hands(&mut cursor, board, style, game, annotations);
            }
            if let Some(puzzle) = tiles.puzzle() {
                pool(&mut cursor, puzzle, style);
            }
        }
    }
    marks(&mut cursor, game, annotations);
}

/// Writes one line per seat: its piece, its name, its reserve, and its sides.
fn reserves(
    cursor: &mut LegendCursor,
    game: &Game,
    board: &dyn StoneBoard,
    annotations: &Annotations,
    paints: &IndexVec<Seat, Paint>,
) {
    let (plan, names) = (board.game(), &game.plan().names);
    let is_over = game.is_over();
    for seat in names.seats.indices() {
        let kind = plan.default_piece();
        let id = pieces::define_pile(cursor.drawing, plan, &[Stone { seat, kind }], paints);
        let [x, y] = [cursor.left + 14.0, cursor.y].map(number);
        cursor.put_shape(format!("<use href=\"#{id}\" transform=\"translate({x} {y}) scale(0.42)\"/>"), 14.0);
        let next = cursor.write(BOLD, cursor.left + 36.0, &annotations.seat_label(game, seat));
        let mut next = cursor.write(PLAIN, next + 12.0, &describe_reserve(board, seat));
        if let Some(sides) = describe_sides(board, seat) {
            next = cursor.write(SMALL_TEXT, next + 14.0, &sides);
        }
        if seat == game.seat() && !is_over {
            cursor.write(SMALL_TEXT, next + 14.0, "to move");
        }
        cursor.y += LINE_HEIGHT;
    }
}

/// Scale of tiles in the legend.
const SCALE: f64 = 0.5;

/// Draws tiles in a row from `x` on, in as many lines as needed.
fn draw_tiles(cursor: &mut LegendCursor, board: &dyn TilesView, tiles: &[TileIndex], x: f64, style: &SvgStyle) {
    let step = 2.0 * HALF * SCALE + 6.0;
    let mut at = x;
    for &tile in tiles {
        if at + step > cursor.right && at > x {
            (at, cursor.y) = (x, cursor.y + step + 20.0);
        }
        let orientation = board.set().tiles[tile].first_orientation;
        let id = tiles::define_tile(cursor.drawing, board.set(), orientation, style.palette);
        let [dx, dy] = [at + step / 2.0, cursor.y].map(number);
        cursor
            .put_shape(format!("<use href=\"#{id}\" transform=\"translate({dx} {dy}) scale({SCALE})\"/>"), step / 2.0);
        let text_style = TextStyle::new(12.0, INK).middle();
        let name = &board.set().tiles[tile].name;
        cursor.drawing.write(SvgLayer::Margin, text_style, [at + step / 2.0, cursor.y + step / 2.0 + 8.0], name);
        at += step;
    }
}

/// Writes the bag, the discards and every hand; without hands, the colours of the seats.
fn hands(cursor: &mut LegendCursor, board: &dyn TileBoard, style: &SvgStyle, game: &Game, annotations: &Annotations) {
    let (plan, is_over) = (board.tile_game(), game.is_over());
    let names = &plan.names;
    let labels: Vec<String> = names.seats.indices().map(|seat| annotations.seat_label(game, seat)).collect();
    let name_width = labels.iter().map(|label| BOLD.width(label)).fold(BOLD.width("discards"), f64::max);
    let x = cursor.left + 34.0 + name_width + 14.0;
    let stock = board.stock();
    if let Some(stock) = stock {
        cursor.write(BOLD, cursor.left + 34.0, "bag");
        cursor.write(PLAIN, x + 4.0, &plural(stock.bag().len(), "tile"));
        cursor.y += LINE_HEIGHT;
        if plan.has_discards() {
            cursor.write(BOLD, cursor.left + 34.0, "discards");
            draw_tiles(cursor, board, stock.pile(), x, style);
            cursor.y += LINE_HEIGHT + 16.0;
        }
    }
    let is_open = plan.dealing.as_ref().is_some_and(|dealing| dealing.is_open);
    for (seat, label) in names.seats.indices().zip(&labels) {
        let hand = stock.map(|stock| stock.known_hand(seat));
        if hand.is_some() {
            cursor.y += 8.0;
        }
        for (nth, colour) in plan.colours_of_team.get(names.team_of[seat]).into_iter().flatten().enumerate() {
            let paint = Paint::of_track(style.palette, colours::colour_name(board, *colour), colour.index());
            let [x, y] = [cursor.left + 5.0 + 7.0 * nth as f64, cursor.y - 8.0].map(number);
            cursor.put_shape(
                format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"16\" height=\"16\" rx=\"4\" fill=\"{}\" stroke=\"{}\"/>",
                    paint.face, paint.line
                ),
                8.0,
            );
        }
        let next = cursor.write(BOLD, cursor.left + 34.0, label);
        let may_move = board.may_move(seat);
        match hand {
            None => {
                if may_move && !is_over {
                    cursor.write(SMALL_TEXT, next + 12.0, "to move");
                }
            }
            Some(None) => {
                cursor.write(PLAIN, x + 4.0, "?");
            }
            Some(Some(tiles)) if is_open || may_move && style.hands != HandVisibility::Hidden => {
                draw_tiles(cursor, board, tiles, x, style);
                cursor.y += 26.0;
            }
            Some(Some(tiles)) => {
                cursor.write(PLAIN, x + 4.0, &plural(tiles.len(), "tile"));
            }
        }
        cursor.y += LINE_HEIGHT;
    }
}

/// Draws the unused tiles of a puzzle.
fn pool(cursor: &mut LegendCursor, puzzle: &PuzzlePosition, style: &SvgStyle) {
    let tiles = puzzle.pool();
    if tiles.is_empty() {
        return;
    }
    cursor.y += 8.0;
    let x = cursor.write(BOLD, cursor.left, "left") + 12.0;
    draw_tiles(cursor, puzzle, &tiles, x, style);
    cursor.y += LINE_HEIGHT + 22.0;
}

/// Explains the marks that are in use.
fn marks(cursor: &mut LegendCursor, game: &Game, annotations: &Annotations) {
    let has_stones = game.board().view().stones().is_some();
    let entry = |is_used: bool, swatch: String, meaning: &'static str| is_used.then_some((swatch, meaning));
    let ring = |paint: &str, attributes: &str| {
        format!(
            "<rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\" rx=\"4\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"3\"{attributes}/>"
        )
    };
    let filled =
        |paint: &str| format!("<rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\" rx=\"4\" fill=\"{paint}\"/>");
    let is_decided = !annotations.decisive.is_empty();
    let last = if has_stones { filled(LAST_MOVE) } else { ring(LAST_MOVE, "") };
    let entries = [
        entry(!(annotations.last_move.is_empty() || has_stones && is_decided), last, "last move"),
        entry(
            !has_stones && annotations.last_move.len() > 1,
            ring(LAST_MOVE, " stroke-dasharray=\"5 3\""),
            "forced by it",
        ),
        entry(!annotations.forced.is_empty(), ring(FORCED, " stroke-dasharray=\"5 3\""), "forced space"),
        entry(
            !annotations.controlled.is_empty(),
            format!(
                "<path class=\"faint-line\" d=\"M-8 0H8\" stroke=\"{FAINT}\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
            ),
            "no tile may go here now",
        ),
        entry(
            !annotations.threats.is_empty(),
            format!(
                "<path d=\"M-8 -3V-8H-3M3 -8H8V-3M8 3V8H3M-3 8H-8V3\" fill=\"none\" stroke=\"{THREAT}\" stroke-width=\"3\"/>"
            ),
            "winning threat",
        ),
        entry(!annotations.highlights.is_empty(), ring(HIGHLIGHT, ""), "highlighted"),
        entry(is_decided, filled(DECISIVE), "decided the game"),
    ];
    let mut x = cursor.left;
    cursor.y += 2.0;
    for (swatch, meaning) in entries.into_iter().flatten() {
        let width = 26.0 + SMALL_TEXT.width(meaning) + 18.0;
        if x + width > cursor.right && x > cursor.left {
            (x, cursor.y) = (cursor.left, cursor.y + 24.0);
        }
        let [dx, dy] = [x + 12.0, cursor.y].map(number);
        cursor.put_shape(format!("<g transform=\"translate({dx} {dy})\">{swatch}</g>"), 9.0);
        cursor.write(SMALL_TEXT, x + 27.0, meaning);
        x += width;
    }
}
