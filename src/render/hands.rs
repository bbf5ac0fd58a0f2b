//! What lies beside the board: the bag, the hands, and where the letters on the board are.

use std::fmt::Write;

use super::colours::{letter, style};
use super::fold::fold;
use super::marks::Marks;
use crate::mechanics::{Seat, TileBoard};
use crate::vocabulary::counted;

/// The bag and every hand, a line each; of a hidden hand only how many tiles it has, unless it is its turn and not covered, and of one
/// that the position does not tell a question mark. A tile is its
/// number and its edges, clockwise from the first side.
pub fn hands(board: &dyn TileBoard, covered: bool) -> String {
    let (Some(stock), Some(dealing)) = (board.stock(), &board.plan().dealing) else {
        return String::new();
    };
    let names = &board.plan().names;
    let seats: Vec<String> = (0..names.seats.len() as Seat).map(|seat| names.seat_and_side(seat)).collect();
    let widest = seats.iter().map(String::len).max().unwrap_or(0);
    let mut out = format!("  {:<widest$}  {}\n", "bag", counted(stock.bag().len(), "tile"));
    for (seat, name) in seats.iter().enumerate() {
        let to_move = board.seat() == seat as Seat;
        let sign = if to_move { '>' } else { ' ' };
        let held = match stock.told(seat as Seat) {
            None => vec!["?".to_string()],
            Some(hand) if dealing.open || to_move && !covered => {
                hand.iter().map(|tile| self::tile(board, *tile)).collect()
            }
            Some(hand) => vec![counted(hand.len(), "tile")],
        };
        let head = format!("{sign} {name:<widest$}  ");
        let _ = writeln!(out, "{}", fold(&head, held, "  ", head.len()).trim_end());
    }
    out
}

fn tile(board: &dyn TileBoard, tile: u16) -> String {
    let set = &board.plan().set;
    let coloured = |colour: &u8| {
        let style = style(board, *colour);
        format!("{style}{}{style:#}", letter(board, *colour))
    };
    let edges: String = set.lies_of(tile)[0].colours.iter().map(coloured).collect();
    format!("{} {edges}", set.tiles[tile as usize].name)
}

/// The letters on the board and the cells they stand for.
pub fn legend(marks: &Marks) -> String {
    let labelled = marks.iter().filter_map(|(at, mark)| Some((at, mark.label.as_ref()?)));
    let mut entries: Vec<(usize, String)> =
        labelled.map(|(at, label)| (label.len(), format!("{label} {},{}", at.x, at.y))).collect();
    entries.sort();
    match entries.is_empty() {
        true => String::new(),
        false => fold("  ", entries.into_iter().map(|(_, entry)| entry), "  ", 2) + "\n",
    }
}
