//! Notation of offboard moves: the seat before a move of a race, `2:14@1,0:3`; gifts, `2:give:22>3`; `discard`, `take`;
//! and in positions the parts `discards 4,5` (top last), `owes 0/1` and `places 1/-` by seat, `takes 1`.

use super::read_tile;
use crate::notation::NotationError;
use houserule_core::mechanics::{Action, OffboardState, Seat, TileBoard};
use houserule_core::text::{one_line, series};
use houserule_core::tiles::TileSet;

const GIVE: &str = "give";
const DISCARD: &str = "discard";
const TAKE: &str = "take";
/// Place of a seat that is not out.
const IN: &str = "-";

/// Parts of a position with offboard state.
pub const PARTS: [&str; 4] = ["discards", "owes", "places", "takes"];

/// Words that moves of a game may begin with.
fn words(board: &dyn TileBoard) -> Vec<&'static str> {
    let Some(moves) = board.plan().offboard else { return Vec::new() };
    let words = [(moves.gives, GIVE), (moves.discards, DISCARD), (moves.takes, TAKE)];
    words.into_iter().filter(|(has, _)| *has).map(|(_, word)| word).collect()
}

/// Whether a word begins moves other than placements.
pub fn is_begun(word: &str, board: &dyn TileBoard) -> bool {
    words(board).iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Number before a move, and the move; in a placement the colon comes after the cell.
fn apart(text: &str) -> Option<(&str, &str)> {
    let (number, rest) = text.split_once(':')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some((number, rest))
}

/// A move without the seat before it.
pub fn without_seat(text: &str) -> &str {
    apart(text).map_or(text, |(_, rest)| rest)
}

/// Seat that a move of a race names, and the rest.
pub fn read_seat<'a>(text: &'a str, board: &dyn TileBoard) -> Result<(Option<Seat>, &'a str), NotationError> {
    match apart(text).filter(|_| board.plan().is_race()) {
        Some((number, rest)) => Ok((Some(seat_numbered(number, board)?), rest)),
        None => Ok((None, text)),
    }
}

fn seat_numbered(number: &str, board: &dyn TileBoard) -> Result<Seat, NotationError> {
    let seats = board.plan().names.seats.len();
    let seat = number.parse::<usize>().ok().filter(|number| (1..=seats).contains(number));
    let seat = seat.ok_or_else(|| format!("there is no seat `{}`; they go from 1 to {seats}", one_line(number, 20)))?;
    Ok(Seat::new(seat - 1))
}

/// Parses a move other than a placement, if it is one.
pub fn read(text: &str, seat: Option<Seat>, board: &dyn TileBoard) -> Option<Result<Action, NotationError>> {
    let (word, rest) = match text.split_once(':') {
        Some((word, rest)) => (word.trim(), Some(rest.trim())),
        None => (text.trim(), None),
    };
    let word = words(board).into_iter().find(|known| known.eq_ignore_ascii_case(word))?;
    let set = &board.plan().set;
    Some(match (word, rest) {
        (GIVE, Some(gift)) => gift.split_once('>').ok_or_else(give_help).and_then(|(tile, to)| {
            Ok(Action::Give { seat, tile: read_tile(tile.trim(), set)?, to: seat_numbered(to.trim(), board)? })
        }),
        (GIVE, None) => Err(give_help()),
        (DISCARD, Some(tile)) => read_tile(tile.trim(), set).map(|tile| Action::Discard { tile }),
        (DISCARD, None) => match board.stock().map(|stock| stock.hand(board.seat())).unwrap_or_default() {
            [only] => Ok(Action::Discard { tile: *only }),
            [] => Err("there is no tile in hand to discard".into()),
            hand => {
                let ways: Vec<String> = hand.iter().map(|tile| write_discard(set, *tile)).collect();
                Err(format!("which tile? {}", series(&ways, "or")).into())
            }
        },
        (_, None) => Ok(Action::TakeBack),
        (_, Some(_)) => Err(format!("`{TAKE}` stands alone: it is the top discard that goes back to the bag").into()),
    })
}

fn give_help() -> NotationError {
    format!("a gift is a tile and the number of a seat, as in `{GIVE}:22>3`").into()
}

fn write_discard(set: &TileSet, tile: u16) -> String {
    format!("{DISCARD}:{}", set.tiles[tile as usize].name)
}

/// A move other than a placement, without its seat.
pub fn write(action: &Action, board: &dyn TileBoard) -> Option<String> {
    let set = &board.plan().set;
    Some(match action {
        Action::Give { tile, to, .. } => format!("{GIVE}:{}>{}", set.tiles[*tile as usize].name, to.number()),
        Action::Discard { tile } => match board.stock().map(|stock| stock.hand(board.seat())) {
            Some([_]) => DISCARD.into(),
            _ => write_discard(set, *tile),
        },
        Action::TakeBack => TAKE.into(),
        _ => return None,
    })
}

/// A move with the number of the seat before it, if there is one.
pub fn by(seat: Option<Seat>, text: String) -> String {
    seat.map_or(text.clone(), |seat| format!("{}:{text}", seat.number()))
}

/// Explanation of the notation of moves other than placements, for a newcomer.
pub fn help(board: &dyn TileBoard) -> String {
    let Some(moves) = board.plan().offboard else { return String::new() };
    let mut says = Vec::new();
    if moves.race {
        says.push("the number of the seat may stand before it, as in `2:`".to_string());
    }
    if moves.gives {
        says.push(format!("a gift that is owed is `{GIVE}:22>3`, a tile and the seat that gets it"));
    }
    if moves.discards {
        says.push(format!("`{DISCARD}` puts away a tile that fits nowhere"));
    }
    if moves.takes {
        says.push(format!("`{TAKE}` puts an earned discard back into the bag"));
    }
    says.iter().map(|says| format!("; {says}")).collect()
}

/// Parses one of [`PARTS`] except the discards, which are ordinary tiles.
pub fn read_part(
    word: &str,
    rest: &str,
    beside: &mut OffboardState,
    board: &dyn TileBoard,
) -> Result<(), NotationError> {
    let names = &board.plan().names;
    let number = |text: &str| {
        let told = text.trim().parse::<u8>().ok().filter(|number| *number < 100);
        told.ok_or_else(|| format!("`{word}` tells small numbers, not `{}`", one_line(text.trim(), 20)))
    };
    if word == "takes" {
        beside.takes = number(rest)?;
        return Ok(());
    }
    let told: Vec<&str> = rest.split('/').map(str::trim).collect();
    if told.len() != names.seats.len() {
        bail!("`{word}` tells of {} where there are {} seats", told.len(), names.seats.len());
    }
    let slots = if word == "owes" { &mut beside.owes } else { &mut beside.places };
    for (slot, text) in slots.iter_mut().zip(told) {
        *slot = if text == IN { 0 } else { number(text)? };
    }
    Ok(())
}

/// Why a part of a position makes no sense in a game.
pub fn cannot_have(word: &str, board: &dyn TileBoard) -> Option<String> {
    let has = board.plan().offboard.is_some_and(|moves| match word {
        "discards" => moves.discards,
        "owes" => moves.gives,
        "takes" => moves.takes,
        _ => moves.places,
    });
    (!has).then(|| format!("this game has no `{word}` to tell of"))
}

/// Offboard state, as far as there is any.
pub fn write_parts(board: &dyn TileBoard, names: &dyn Fn(&[u16]) -> String) -> Vec<String> {
    let (beside, seats) = (board.beside(), board.plan().names.seats.len());
    let mut parts = Vec::new();
    if let Some(pile) = board.stock().map(|stock| stock.pile()).filter(|pile| !pile.is_empty()) {
        parts.push(format!("discards {}", names(pile)));
    }
    let by_seat = |numbers: &[u8], zero: &str| -> String {
        let texts = numbers[..seats].iter().map(|n| if *n == 0 { zero.to_string() } else { n.to_string() });
        texts.collect::<Vec<_>>().join("/")
    };
    if beside.owes.iter().any(|owes| *owes > 0) {
        parts.push(format!("owes {}", by_seat(&*beside.owes, "0")));
    }
    if beside.places.iter().any(|place| *place > 0) {
        parts.push(format!("places {}", by_seat(&*beside.places, IN)));
    }
    if beside.takes > 0 {
        parts.push(format!("takes {}", beside.takes));
    }
    parts
}

/// Why no move of a race places a tile that was typed alone.
pub fn no_choice(tile: u16, name: &str, board: &dyn TileBoard) -> String {
    let names = &board.plan().names.seats;
    let holder = board.stock().and_then(|stock| names.indices().find(|seat| stock.holds(*seat, tile)));
    match holder {
        None => format!("nobody holds tile {name}"),
        Some(seat) if board.beside().owes[seat] > 0 => {
            format!("{} has to give a tile away first; `{}:{GIVE}` lists how", names[seat], seat.number())
        }
        Some(seat) => format!("tile {name} of {} has no place now", names[seat]),
    }
}
