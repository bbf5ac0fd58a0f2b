//! What lies beside the board: the bag, the hands, and where the letters on the board are.

use std::fmt::Write;

use super::HandVisibility;
use super::annotations::Annotations;
use super::colours::{letter, style};
use super::screen::Screen;
use houserule_core::geometry::Coord;
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Seat, TextLine, TileBoard, TilesView};
use houserule_core::text::{counted, padded, widest, width};

/// The bag and every hand, a line each; of a hidden hand only how many tiles it has, unless it is its turn and not covered, and of one
/// that the position does not tell a question mark. A tile is its
/// number and its edges, clockwise from the first side.
pub fn hands(board: &dyn TilesView, hands: HandVisibility, screen: &Screen) -> String {
    let Some(board) = board.game() else { return String::new() };
    let (Some(stock), Some(dealing)) = (board.stock(), &board.plan().dealing) else {
        return String::new();
    };
    let names = &board.plan().names;
    let seats: IndexVec<Seat, String> = names.seats.indices().map(|seat| names.seat_and_team(seat)).collect();
    let widest = widest(&seats);
    let has_pile = board.plan().has_discards();
    let widest = if has_pile { widest.max(DISCARDS.len()) } else { widest };
    let mut out = format!("  {:<widest$}  {}\n", "bag", counted(stock.bag().len(), "tile"));
    if has_pile {
        out.push_str(&discards(board, widest, screen));
    }
    let beside = board.beside();
    for (seat, name) in seats.iter_enumerated() {
        let to_move = board.may_move(seat);
        let sign = if to_move { '>' } else { ' ' };
        let mut held = match stock.told(seat) {
            None => vec!["?".to_string()],
            Some(hand) if dealing.open || to_move && hands == HandVisibility::Seen => {
                hand.iter().map(|tile| tile_text(board, *tile, screen)).collect()
            }
            Some(hand) => vec![counted(hand.len(), "tile")],
        };
        if beside.owes[seat] > 0 {
            held.insert(0, format!("owes {}:", counted(beside.owes[seat] as usize, "tile")));
        }
        if beside.places[seat] > 0 && seats.len() > 1 {
            held.insert(0, format!("out, place {}", beside.places[seat]));
        }
        let head = format!("{sign} {}  ", padded(name, widest));
        let _ = writeln!(out, "{}", screen.fold(&head, held, 2, width(&head)).trim_end());
    }
    out
}

const DISCARDS: &str = "discards";

/// The pile of discards, the top last.
fn discards(board: &dyn TileBoard, widest: usize, screen: &Screen) -> String {
    let pile = board.stock().map(|stock| stock.pile()).unwrap_or_default();
    let mut tiles: Vec<String> = pile.iter().map(|tile| tile_text(board, *tile, screen)).collect();
    if board.beside().takes > 0 {
        tiles.push("<- `take` it back to the bag, or lay it".into());
    }
    let head = format!("  {DISCARDS:<widest$}  ");
    format!("{}\n", screen.fold(&head, tiles, 2, head.len()).trim_end())
}

/// A tile as its number and its edges, clockwise from the first side.
pub fn tile_text(board: &dyn TilesView, tile: u16, screen: &Screen) -> String {
    let set = board.set();
    let coloured = |colour: &u8| {
        let style = style(board, *colour, screen);
        format!("{style}{}{style:#}", letter(board, *colour))
    };
    let edges: String = set.orientations_of(tile)[0].colours.iter().map(coloured).collect();
    format!("{} {edges}", set.tiles[tile as usize].name)
}

/// The letters on the board and the cells they stand for.
pub fn legend(board: &dyn TilesView, pointed: &Annotations, screen: &Screen) -> String {
    let cell = |at: &Coord| board.name(*at);
    let labelled = pointed.labels.iter().map(|(at, label)| (label.len(), format!("{label} {}", cell(at))));
    let mut entries: Vec<(usize, String)> = labelled.collect();
    entries.sort();
    match entries.is_empty() {
        true => String::new(),
        false => screen.fold("  ", entries.into_iter().map(|(_, entry)| entry), 2, 2) + "\n",
    }
}

/// Width of what a line below a puzzle begins with.
const HEAD: usize = 8;

/// One line below a board.
pub fn line(screen: &Screen, TextLine { head, items }: TextLine) -> String {
    let head = format!("  {head:<HEAD$}");
    screen.fold(&head, items, 2, head.len()).trim_end().to_string() + "\n"
}

/// The tiles of a puzzle that are left, each with its edges.
pub fn pool(board: &dyn TilesView, screen: &Screen) -> String {
    let tiles = board.puzzle().map(|puzzle| puzzle.pool()).unwrap_or_default();
    let items: Vec<String> = tiles.iter().map(|tile| tile_text(board, *tile, screen)).collect();
    if items.is_empty() { String::new() } else { line(screen, TextLine { head: "left".into(), items }) }
}
