//! What stands above and below a board: the game and whose turn it is; reserves or hands; what the marks mean.

use super::super::stones::joined;
use super::super::{Annotations, HandVisibility, colours};
use super::drawing::{FAINT, INK, SvgDrawing, SvgLayer, TextStyle, number};
use super::paint::{FORCED, LAST, Paint, SEEN, THREAT, WON};
use super::transform::HALF;
use super::{SvgStyle, pieces, tiles};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::puzzle::PuzzlePosition;
use houserule_core::mechanics::{BoardView, Seat, Stone, StoneBoard, TileBoard, TilesView};
use houserule_core::text::counted;
use houserule_script::game::Game;

/// Whose turn it is, or how the game ended.
pub fn state(game: &mut Game) -> String {
    if let Ok(Some(outcome)) = game.outcome() {
        return outcome.words(game.plan());
    }
    let (plan, seat) = (game.plan(), game.seat());
    match plan.names.seats.len() {
        1 => "open".to_string(),
        _ if plan.mechanic.is_race() => "all may move".to_string(),
        _ => format!("{} to move", plan.names.seat_and_team(seat)),
    }
}

/// The game's name, and how it stands.
pub fn heading(drawing: &mut SvgDrawing, title: &str, state: &str) {
    let [x, y] = [drawing.bounds.left, drawing.bounds.top - 26.0];
    let (name, says) = (TextStyle::new(20.0, INK).bold(), TextStyle::new(15.0, FAINT));
    let end = x + name.width(title) + 14.0;
    drawing.write(SvgLayer::Margin, name, [x, y], title);
    drawing.write(SvgLayer::Margin, says, [end, y + 1.5], state);
}

/// How far lines below a board are apart, and how wide they may be at least.
const LINE: f64 = 30.0;
const LEAST: f64 = 430.0;

/// A cursor that writes below the board.
struct LegendCursor<'d> {
    drawing: &'d mut SvgDrawing,
    left: f64,
    right: f64,
    y: f64,
}

impl LegendCursor<'_> {
    fn word(&mut self, kind: TextStyle, x: f64, text: &str) -> f64 {
        self.drawing.write(SvgLayer::Margin, kind, [x, self.y], text);
        x + kind.width(text)
    }

    fn shape(&mut self, svg: String, reach: f64) {
        let y = self.y;
        self.drawing.bounds.reach([self.left, y - reach], [self.left, y + reach]);
        self.drawing.put(SvgLayer::Margin, svg);
    }
}

const BOLD: TextStyle = TextStyle { size: 15.0, bold: true, anchor: super::drawing::TextAnchor::Start, paint: INK };
const PLAIN: TextStyle = TextStyle { bold: false, ..BOLD };
const SMALL_TEXT: TextStyle =
    TextStyle { size: 13.0, bold: false, anchor: super::drawing::TextAnchor::Start, paint: FAINT };

pub fn legend(
    drawing: &mut SvgDrawing,
    game: &Game,
    pointed: &Annotations,
    sheet: &SvgStyle,
    paints: &IndexVec<Seat, Paint>,
) {
    let (left, width) = (drawing.bounds.left, drawing.bounds.width().max(LEAST));
    let y = drawing.bounds.bottom + 30.0;
    let mut below = LegendCursor { drawing, left, right: left + width, y };
    match game.board().view() {
        BoardView::Stones(board) => reserves(&mut below, game, board, paints),
        BoardView::Tiles(tiles) => {
            if let Some(board) = tiles.game() {
                hands(&mut below, board, sheet, game.ended());
            }
            if let Some(puzzle) = tiles.puzzle() {
                pool(&mut below, puzzle, sheet);
            }
        }
    }
    marks(&mut below, game, pointed);
}

/// One line for each seat: its piece, its name, what it has left, and which sides are its own.
fn reserves(below: &mut LegendCursor, game: &Game, board: &dyn StoneBoard, paints: &IndexVec<Seat, Paint>) {
    let (plan, names) = (board.game(), &game.plan().names);
    let over = game.ended();
    for (seat, name) in names.seats.iter_enumerated() {
        let kind = plan.usual_piece();
        let id = pieces::define(below.drawing, plan, &[Stone { seat, kind }], paints);
        let [x, y] = [below.left + 14.0, below.y].map(number);
        below.shape(format!("<use href=\"#{id}\" transform=\"translate({x} {y}) scale(0.42)\"/>"), 14.0);
        let left: Vec<String> = plan
            .pools()
            .into_iter()
            .filter(|&kind| plan.reserve.get(seat, kind) > 0)
            .map(|kind| counted(board.in_reserve(seat, kind) as usize, &names.pieces[kind]))
            .collect();
        let next = below.word(BOLD, below.left + 36.0, name);
        let mut next = below.word(PLAIN, next + 12.0, &format!("{} left", left.join(", ")));
        if let Some(joined) = joined(board, seat) {
            next = below.word(SMALL_TEXT, next + 14.0, &joined);
        }
        if seat == game.seat() && !over {
            below.word(SMALL_TEXT, next + 14.0, "to move");
        }
        below.y += LINE;
    }
}

/// How large tiles are drawn beside the board.
const SCALE: f64 = 0.5;

/// Tiles in a row from `x` on, as many lines as it takes.
fn row(below: &mut LegendCursor, board: &dyn TilesView, tiles: &[u16], x: f64, sheet: &SvgStyle) {
    let step = 2.0 * HALF * SCALE + 6.0;
    let mut at = x;
    for &tile in tiles {
        if at + step > below.right && at > x {
            (at, below.y) = (x, below.y + step + 20.0);
        }
        let orientation = board.set().tiles[tile as usize].first_orientation;
        let id = tiles::define_bare(below.drawing, board.set(), orientation, sheet.palette);
        let [dx, dy] = [at + step / 2.0, below.y].map(number);
        below.shape(format!("<use href=\"#{id}\" transform=\"translate({dx} {dy}) scale({SCALE})\"/>"), step / 2.0);
        let kind = TextStyle::new(12.0, INK).middle();
        let name = &board.set().tiles[tile as usize].name;
        below.drawing.write(SvgLayer::Margin, kind, [at + step / 2.0, below.y + step / 2.0 + 8.0], name);
        at += step;
    }
}

/// The bag, the discards and every hand; without them, who plays which colour.
fn hands(below: &mut LegendCursor, board: &dyn TileBoard, sheet: &SvgStyle, is_over: bool) {
    let plan = board.plan();
    let names = &plan.names;
    let wide = names.seats.iter().map(|name| BOLD.width(name)).fold(BOLD.width("discards"), f64::max);
    let x = below.left + 34.0 + wide + 14.0;
    let stock = board.stock();
    if let Some(stock) = stock {
        below.word(BOLD, below.left + 34.0, "bag");
        below.word(PLAIN, x + 4.0, &counted(stock.bag().len(), "tile"));
        below.y += LINE;
        if plan.has_discards() {
            below.word(BOLD, below.left + 34.0, "discards");
            row(below, board, stock.pile(), x, sheet);
            below.y += LINE + 16.0;
        }
    }
    let is_open = plan.dealing.as_ref().is_some_and(|dealing| dealing.open);
    for (seat, name) in names.seats.iter_enumerated() {
        let hand = stock.map(|stock| stock.told(seat));
        if hand.is_some() {
            below.y += 8.0;
        }
        for (nth, colour) in plan.colours_of_team.get(names.team_of[seat]).into_iter().flatten().enumerate() {
            let paint = Paint::of_track(sheet.palette, colours::name(board, *colour), *colour as usize);
            let [x, y] = [below.left + 5.0 + 7.0 * nth as f64, below.y - 8.0].map(number);
            below.shape(
                format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"16\" height=\"16\" rx=\"4\" fill=\"{}\" stroke=\"{}\"/>",
                    paint.face, paint.line
                ),
                8.0,
            );
        }
        let next = below.word(BOLD, below.left + 34.0, name);
        let may_move = board.may_move(seat);
        match hand {
            None => {
                if may_move && !is_over {
                    below.word(SMALL_TEXT, next + 12.0, "to move");
                }
            }
            Some(None) => {
                below.word(PLAIN, x + 4.0, "?");
            }
            Some(Some(tiles)) if is_open || may_move && sheet.hands == HandVisibility::Seen => {
                row(below, board, tiles, x, sheet);
                below.y += 26.0;
            }
            Some(Some(tiles)) => {
                below.word(PLAIN, x + 4.0, &counted(tiles.len(), "tile"));
            }
        }
        below.y += LINE;
    }
}

/// The tiles of a puzzle that are left.
fn pool(below: &mut LegendCursor, layout: &PuzzlePosition, sheet: &SvgStyle) {
    let tiles = layout.pool();
    if tiles.is_empty() {
        return;
    }
    below.y += 8.0;
    let x = below.word(BOLD, below.left, "left") + 12.0;
    row(below, layout, &tiles, x, sheet);
    below.y += LINE + 22.0;
}

/// What the marks mean, of those that are there.
fn marks(below: &mut LegendCursor, game: &Game, pointed: &Annotations) {
    let stones = game.board().view().stones().is_some();
    let is_seen = |there: bool, swatch: String, says: &'static str| there.then_some((swatch, says));
    let ring = |paint: &str, more: &str| {
        format!(
            "<rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\" rx=\"4\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"3\"{more}/>"
        )
    };
    let full = |paint: &str| format!("<rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\" rx=\"4\" fill=\"{paint}\"/>");
    let decided = !pointed.deciding.is_empty();
    let last = if stones { full(LAST) } else { ring(LAST, "") };
    let entries = [
        is_seen(!(pointed.last.is_empty() || stones && decided), last, "last move"),
        is_seen(!stones && pointed.last.len() > 1, ring(LAST, " stroke-dasharray=\"5 3\""), "followed from it"),
        is_seen(!pointed.forced.is_empty(), ring(FORCED, " stroke-dasharray=\"5 3\""), "to be filled first"),
        is_seen(
            !pointed.controlled.is_empty(),
            format!(
                "<path class=\"faint-line\" d=\"M-8 0H8\" stroke=\"{FAINT}\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
            ),
            "nothing goes here now",
        ),
        is_seen(
            !pointed.threats.is_empty(),
            format!(
                "<path d=\"M-8 -3V-8H-3M3 -8H8V-3M8 3V8H3M-3 8H-8V3\" fill=\"none\" stroke=\"{THREAT}\" stroke-width=\"3\"/>"
            ),
            "a win threatens",
        ),
        is_seen(!pointed.highlights.is_empty(), ring(SEEN, ""), "pointed out"),
        is_seen(decided, full(WON), "decided the game"),
    ];
    let mut x = below.left;
    below.y += 2.0;
    for (swatch, says) in entries.into_iter().flatten() {
        let wide = 26.0 + SMALL_TEXT.width(says) + 18.0;
        if x + wide > below.right && x > below.left {
            (x, below.y) = (below.left, below.y + 24.0);
        }
        let [dx, dy] = [x + 12.0, below.y].map(number);
        below.shape(format!("<g transform=\"translate({dx} {dy})\">{swatch}</g>"), 9.0);
        below.word(SMALL_TEXT, x + 27.0, says);
        x += wide;
    }
}
