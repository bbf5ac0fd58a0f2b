//! Text below the board: the bag, the hands, and the cells of the labels.

use std::fmt::Write;

use super::HandVisibility;
use super::annotations::Annotations;
use super::colours::{colour_letter, track_style};
use super::lines;
use super::screen::Screen;
use houserule_core::geometry::Coord;
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Seat, TextLine, TileBoard, TilesView};
use houserule_core::text::{padded, plural, widest, width};
use houserule_core::tiles::{ColourIndex, TileIndex};

/// Renders the bag and every hand, a line each. A hidden hand shows only its size, unless its seat may move and it is
/// visible; an unknown hand shows a question mark. A tile is its number and its edges, clockwise from the first side.
pub fn render_hands(board: &dyn TilesView, view: (HandVisibility, &[Seat]), screen: &Screen) -> String {
    let Some(board) = board.game() else { return String::new() };
    let (Some(stock), Some(_)) = (board.stock(), &board.tile_game().dealing) else { return String::new() };
    let names = &board.tile_game().names;
    let seats: IndexVec<Seat, String> = names.seats.indices().map(|seat| names.seat_and_team(seat)).collect();
    let widest = widest(&seats);
    let has_pile = board.tile_game().has_discards();
    let widest = if has_pile { widest.max(DISCARDS.len()) } else { widest };
    let (mut counts, mut out) = (vec![plural(stock.bag().len(), "tile")], String::new());
    if has_pile {
        out.push_str(&discards(board, widest, screen));
    }
    let offboard = board.offboard();
    for (seat, name) in seats.iter_enumerated() {
        let marker = if board.may_move(seat) { '>' } else { ' ' };
        let head = format!("{marker} {}  ", padded(name, widest));
        let mut events = Vec::new();
        if offboard.places[seat] > 0 && seats.len() > 1 {
            events.push(format!("out, place {}", offboard.places[seat]));
        }
        if offboard.gifts_due[seat] > 0 {
            events.push(format!("owes {}:", plural(offboard.gifts_due[seat], "tile")));
        }
        let (items, drawn) = match list_hand(board, seat, view, width(&head), screen) {
            HandText::Counted(count) if events.is_empty() => {
                counts.push(format!("{name} {}", plural(count, "tile")));
                continue;
            }
            HandText::Counted(count) => (vec![plural(count, "tile")], String::new()),
            HandText::Listed(items) => (items, String::new()),
            HandText::Drawn(drawn) => (Vec::new(), drawn),
        };
        let items = events.into_iter().chain(items);
        let _ = writeln!(out, "{}", screen.wrap_items(&head, items, 2, width(&head)).trim_end());
        out += &drawn;
    }
    let head = format!("  {:<widest$}  ", "bag");
    format!("{}\n{out}", screen.wrap_items(&head, counts, 2, width(&head)).trim_end())
}

/// A hand below the board.
enum HandText {
    Listed(Vec<String>),
    Drawn(String),
    /// Number of tiles of a long hand, where a window has no room for the tiles.
    Counted(usize),
}

/// Lists the hand of a seat. On a window the board needs the lines of long hands more: those of others are counted, and
/// a person's own shows its tracks if that takes few lines.
fn list_hand(
    board: &dyn TileBoard,
    seat: Seat,
    (visibility, viewers): (HandVisibility, &[Seat]),
    head: usize,
    screen: &Screen,
) -> HandText {
    let set = board.set();
    let Some(known) = board.stock().and_then(|stock| stock.known_hand(seat)) else {
        return HandText::Listed(vec!["?".to_string()]);
    };
    let Some(hand) = visible_hand(board, seat, visibility) else {
        return HandText::Listed(vec![plural(known.len(), "tile")]);
    };
    let is_own = board.may_move(seat) && (viewers.is_empty() || viewers.contains(&seat));
    if is_own && hand.len() <= MAX_DRAWN_TILES && shows_tiles(screen) {
        let tile = |tile: &TileIndex| Some((set.tiles[*tile].name.clone(), set.orientation_of(*tile, 0)?));
        let tiles: Vec<_> = hand.iter().filter_map(tile).collect();
        if !tiles.is_empty() {
            return HandText::Drawn(lines::row_of_tiles(board, &tiles, screen));
        }
    }
    let tracks: Vec<String> = hand.iter().map(|tile| tile_text(board, *tile, screen)).collect();
    let Some(rows) = screen.rows.filter(|_| hand.len() > MAX_DRAWN_TILES && visibility != HandVisibility::Full) else {
        return HandText::Listed(tracks);
    };
    let lines = screen.wrap_items(&" ".repeat(head), tracks.clone(), 2, head).lines().count();
    match is_own {
        false => HandText::Counted(hand.len()),
        true if lines * MIN_PART_OF_HAND <= rows => HandText::Listed(tracks),
        true => {
            let names = hand.iter().map(|tile| set.tiles[*tile].name.clone());
            HandText::Listed(names.chain(["(`hand` shows the tracks)".to_string()]).collect())
        }
    }
}

/// A hand takes at most this part of a window: an eighth.
const MIN_PART_OF_HAND: usize = 8;

/// Returns the hand of a seat if it is shown.
pub(super) fn visible_hand(board: &dyn TileBoard, seat: Seat, visibility: HandVisibility) -> Option<&[TileIndex]> {
    let is_open = board.tile_game().dealing.as_ref().is_some_and(|dealing| dealing.is_open);
    let hand = board.stock()?.known_hand(seat)?;
    (is_open || board.may_move(seat) && visibility != HandVisibility::Hidden).then_some(hand)
}

/// Maximum number of tiles of a hand that is drawn: those of a line or two.
const MAX_DRAWN_TILES: usize = 8;

/// Minimum height of a screen on which the hand to play from is drawn.
const MIN_ROWS_FOR_DRAWN_HANDS: usize = 30;

fn shows_tiles(screen: &Screen) -> bool {
    screen.boards.shows_tracks() && screen.rows.is_none_or(|rows| rows >= MIN_ROWS_FOR_DRAWN_HANDS)
}

const DISCARDS: &str = "discards";

/// Renders the discard pile, its top last.
fn discards(board: &dyn TileBoard, widest: usize, screen: &Screen) -> String {
    let pile = board.stock().map(|stock| stock.pile()).unwrap_or_default();
    let mut tiles: Vec<String> = pile.iter().map(|tile| tile_text(board, *tile, screen)).collect();
    if board.offboard().discards_due > 0 {
        tiles.push("<- `take` it into the bag, or place it".into());
    }
    let head = format!("  {DISCARDS:<widest$}  ");
    format!("{}\n", screen.wrap_items(&head, tiles, 2, head.len()).trim_end())
}

/// Formats a tile as its number and its edges, clockwise from the first side.
pub fn tile_text(board: &dyn TilesView, tile: TileIndex, screen: &Screen) -> String {
    let set = board.set();
    let coloured = |colour: &ColourIndex| {
        let style = track_style(board, *colour, screen);
        format!("{style}{}{style:#}", colour_letter(board, *colour))
    };
    let edges: String = set.orientations_of(tile)[0].colours.iter().map(coloured).collect();
    format!("{} {edges}", set.tiles[tile].name)
}

/// Lists the labels on the board with their cells.
pub fn legend(board: &dyn TilesView, annotations: &Annotations, screen: &Screen) -> String {
    let cell = |at: &Coord| board.name(*at);
    let labelled = annotations.labels.iter().map(|(at, label)| (label.len(), format!("{label} {}", cell(at))));
    let mut entries: Vec<(usize, String)> = labelled.collect();
    entries.sort();
    match entries.is_empty() {
        true => String::new(),
        false => screen.wrap_items("  ", entries.into_iter().map(|(_, entry)| entry), 2, 2) + "\n",
    }
}

/// Width of the head of a line below a puzzle.
const HEAD: usize = 8;

/// Formats one line below a board.
pub fn format_line(screen: &Screen, TextLine { head, items }: TextLine) -> String {
    let head = format!("  {head:<HEAD$}");
    screen.wrap_items(&head, items, 2, head.len()).trim_end().to_string() + "\n"
}

/// Lists the unused tiles of a puzzle with their edges.
pub fn pool(board: &dyn TilesView, screen: &Screen) -> String {
    let tiles = board.puzzle().map(|puzzle| puzzle.pool()).unwrap_or_default();
    let items: Vec<String> = tiles.iter().map(|tile| tile_text(board, *tile, screen)).collect();
    if items.is_empty() { String::new() } else { format_line(screen, TextLine { head: "left".into(), items }) }
}
