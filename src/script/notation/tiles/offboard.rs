//! Notation of offboard moves: the seat before a move of a race, `2:14@1,0:3`; gifts, `2:give:22>3`; `discard`, `take`;
//! and in positions the parts `discards 4,5` (top last), `owes 0/1` and `places 1/-` by seat, `takes 1`.

use super::read_tile;
use crate::notation::NotationError;
use houserule_core::mechanics::{Action, OffboardState, Seat, TileBoard};
use houserule_core::text::{one_line, plural, series};
use houserule_core::tiles::{TileIndex, TileSet};

const GIVE: &str = "give";
const DISCARD: &str = "discard";
const TAKE: &str = "take";
/// Place of a seat that still plays.
const NOT_OUT: &str = "-";

/// Parts of a position with offboard state.
pub const PARTS: [&str; 4] = ["discards", "owes", "places", "takes"];

/// Words that moves of a game may begin with.
fn move_words(board: &dyn TileBoard) -> Vec<&'static str> {
    let Some(moves) = board.tile_game().offboard else { return Vec::new() };
    let words = [(moves.has_gifts, GIVE), (moves.has_discards, DISCARD), (moves.has_take_back, TAKE)];
    words.into_iter().filter(|(has, _)| *has).map(|(_, word)| word).collect()
}

/// Whether a word begins moves other than placements.
pub fn is_move_word(word: &str, board: &dyn TileBoard) -> bool {
    move_words(board).iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Splits a move into the seat number before it and the rest; in a placement the colon comes after the cell.
fn split_seat(text: &str) -> Option<(&str, &str)> {
    let (number, rest) = text.split_once(':')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some((number, rest))
}

/// Strips the seat number from a move.
pub fn strip_seat(text: &str) -> &str {
    split_seat(text).map_or(text, |(_, rest)| rest)
}

/// Seat that a move of a race names, and the rest.
pub fn read_seat<'a>(text: &'a str, board: &dyn TileBoard) -> Result<(Option<Seat>, &'a str), NotationError> {
    match split_seat(text).filter(|_| board.tile_game().is_race()) {
        Some((number, rest)) => Ok((Some(parse_seat(number, board)?), rest)),
        None => Ok((None, text)),
    }
}

fn parse_seat(number: &str, board: &dyn TileBoard) -> Result<Seat, NotationError> {
    let seats = board.tile_game().names.seats.len();
    let seat = number.parse::<usize>().ok().filter(|number| (1..=seats).contains(number));
    let seat = seat.ok_or_else(|| format!("unknown seat `{}`; the seats are 1 to {seats}", one_line(number, 20)))?;
    Ok(Seat::new(seat - 1))
}

/// Parses a move other than a placement, if it is one.
pub fn read(text: &str, seat: Option<Seat>, board: &dyn TileBoard) -> Option<Result<Action, NotationError>> {
    let (word, rest) = match text.split_once(':') {
        Some((word, rest)) => (word.trim(), Some(rest.trim())),
        None => (text.trim(), None),
    };
    let word = move_words(board).into_iter().find(|known| known.eq_ignore_ascii_case(word))?;
    let set = &board.tile_game().set;
    Some(match (word, rest) {
        (GIVE, Some(gift)) => gift.split_once('>').ok_or_else(give_help).and_then(|(tile, to)| {
            Ok(Action::Give { seat, tile: read_tile(tile.trim(), set)?, to: parse_seat(to.trim(), board)? })
        }),
        (GIVE, None) => Err(give_help()),
        (DISCARD, Some(tile)) => read_tile(tile.trim(), set).map(|tile| Action::Discard { tile }),
        (DISCARD, None) => match board.stock().map(|stock| stock.hand(board.seat())).unwrap_or_default() {
            [only] => Ok(Action::Discard { tile: *only }),
            [] => Err("there is no tile in hand to discard".into()),
            hand => {
                let ways: Vec<String> = hand.iter().map(|tile| write_discard(set, *tile)).collect();
                Err(format!("several tiles could be discarded; write {}", series(&ways, "or")).into())
            }
        },
        (_, None) => Ok(Action::TakeBack),
        (_, Some(_)) => Err(format!("`{TAKE}` takes no tile; it always returns the top discard").into()),
    })
}

fn give_help() -> NotationError {
    format!("malformed gift; write a tile and the number of a seat, as in `{GIVE}:22>3`").into()
}

fn write_discard(set: &TileSet, tile: TileIndex) -> String {
    format!("{DISCARD}:{}", set.tiles[tile].name)
}

/// Writes a move other than a placement, without its seat.
pub fn write(action: &Action, board: &dyn TileBoard) -> Option<String> {
    let set = &board.tile_game().set;
    Some(match action {
        Action::Give { tile, to, .. } => format!("{GIVE}:{}>{}", set.tiles[*tile].name, to.number()),
        Action::Discard { tile } => match board.stock().map(|stock| stock.hand(board.seat())) {
            Some([_]) => DISCARD.into(),
            _ => write_discard(set, *tile),
        },
        Action::TakeBack => TAKE.into(),
        _ => return None,
    })
}

/// Prefixes a move with the number of its seat, if there is one.
pub fn with_seat(seat: Option<Seat>, text: String) -> String {
    seat.map_or(text.clone(), |seat| format!("{}:{text}", seat.number()))
}

/// Explains the notation of moves other than placements to a newcomer, in sentences.
pub fn describe_moves(board: &dyn TileBoard) -> String {
    let Some(moves) = board.tile_game().offboard else { return String::new() };
    let mut sentences = Vec::new();
    if moves.is_race {
        sentences.push("A move may begin with the number of the seat, as in `2:`".to_string());
    }
    if moves.has_gifts {
        sentences.push(format!("`{GIVE}:22>3` gives tile 22 to seat 3"));
    }
    if moves.has_discards {
        sentences.push(format!("`{DISCARD}` discards a tile that fits nowhere"));
    }
    if moves.has_take_back {
        sentences.push(format!("`{TAKE}` returns an earned discard to the bag"));
    }
    sentences.iter().map(|sentence| format!("{sentence}. ")).collect()
}

/// Parses one of [`PARTS`] except the discards, which are ordinary tiles.
pub fn read_part(
    word: &str,
    rest: &str,
    offboard: &mut OffboardState,
    board: &dyn TileBoard,
) -> Result<(), NotationError> {
    let names = &board.tile_game().names;
    let number = |text: &str| {
        let parsed = text.trim().parse::<u8>().ok().filter(|number| *number < 100);
        parsed.ok_or_else(|| format!("`{word}` needs small numbers, not `{}`", one_line(text.trim(), 20)))
    };
    if word == "takes" {
        offboard.discards_due = number(rest)?;
        return Ok(());
    }
    let values: Vec<&str> = rest.split('/').map(str::trim).collect();
    if values.len() != names.seats.len() {
        let (values, seats) = (plural(values.len(), "value"), plural(names.seats.len(), "seat"));
        bail!("`{word}` has {values}, but the game has {seats}");
    }
    let slots = if word == "owes" { &mut offboard.gifts_due } else { &mut offboard.places };
    for (slot, text) in slots.iter_mut().zip(values) {
        *slot = if text == NOT_OUT { 0 } else { number(text)? };
    }
    Ok(())
}

/// Explains why a game has no such part of a position; `None` if it has.
pub fn explain_missing_part(word: &str, board: &dyn TileBoard) -> Option<String> {
    let has_part = board.tile_game().offboard.is_some_and(|moves| match word {
        "discards" => moves.has_discards,
        "owes" => moves.has_gifts,
        "takes" => moves.has_take_back,
        _ => moves.has_places,
    });
    (!has_part).then(|| format!("positions of this game have no part `{word}`"))
}

/// Writes the parts of the offboard state that are not empty.
pub fn write_parts(board: &dyn TileBoard, names: &dyn Fn(&[TileIndex]) -> String) -> Vec<String> {
    let (offboard, seats) = (board.offboard(), board.tile_game().names.seats.len());
    let mut parts = Vec::new();
    if let Some(pile) = board.stock().map(|stock| stock.pile()).filter(|pile| !pile.is_empty()) {
        parts.push(format!("discards {}", names(pile)));
    }
    let by_seat = |numbers: &[u8], zero: &str| -> String {
        let texts = numbers[..seats].iter().map(|n| if *n == 0 { zero.to_string() } else { n.to_string() });
        texts.collect::<Vec<_>>().join("/")
    };
    if offboard.gifts_due.iter().any(|owes| *owes > 0) {
        parts.push(format!("owes {}", by_seat(&*offboard.gifts_due, "0")));
    }
    if offboard.places.iter().any(|place| *place > 0) {
        parts.push(format!("places {}", by_seat(&*offboard.places, NOT_OUT)));
    }
    if offboard.discards_due > 0 {
        parts.push(format!("takes {}", offboard.discards_due));
    }
    parts
}

/// Explains why no move of a race places a tile that was typed alone.
pub fn explain_no_choice(tile: TileIndex, name: &str, board: &dyn TileBoard) -> String {
    let names = &board.tile_game().names.seats;
    let holder = board.stock().and_then(|stock| names.indices().find(|seat| stock.holds(*seat, tile)));
    match holder {
        None => format!("no hand has tile {name}"),
        Some(seat) if board.offboard().gifts_due[seat] > 0 => {
            format!("{} must give a tile away first; `{}:{GIVE}` lists the gifts", names[seat], seat.number())
        }
        Some(seat) => format!("tile {name} of {} has no legal place now", names[seat]),
    }
}
