//! Tak Positional System: a position in one line.

use crate::notation::NotationError;
use houserule_core::geometry::{Coord, Grid};
use houserule_core::mechanics::StoneGame;
use houserule_core::mechanics::{Seat, Stone, StoneBoard, StoneSetup};
use houserule_core::text::one_line;

/// Fields of a position: the three of TPS, and one of ours for the next move of a turn with several.
struct TpsFields<'a> {
    rows: Vec<&'a str>,
    seat: &'a str,
    turn: &'a str,
    step: Option<&'a str>,
}

fn fields(text: &str) -> Result<TpsFields<'_>, NotationError> {
    let mut words = text.split_whitespace();
    let (Some(board), Some(seat), Some(turn), step, None) =
        (words.next(), words.next(), words.next(), words.next(), words.next())
    else {
        return Err(invalid_position(text));
    };
    Ok(TpsFields { rows: board.split('/').collect(), seat, turn, step })
}

fn invalid_position(text: &str) -> NotationError {
    format!(
        "`{}` is not a position; write the rows from the top, the seat to move and the move number, as in `x3/x3/x3 1 1`",
        shorten(text)
    )
    .into()
}

fn shorten(text: &str) -> String {
    one_line(text, 60)
}

/// Number of rows of a position: the side length of a square board.
pub fn size(text: &str) -> Result<usize, NotationError> {
    Ok(fields(text)?.rows.len())
}

pub fn read(text: &str, plan: &StoneGame) -> Result<StoneSetup, NotationError> {
    let fields = fields(text)?;
    let side = fields.rows.len();
    if side > Grid::MAX_SIDE as usize {
        bail!("the position has {side} rows; a board has at most {}", Grid::MAX_SIDE);
    }
    let width = if side == usize::from(plan.grid.height) { usize::from(plan.grid.width) } else { side };
    let mut stacks = Vec::new();
    for (index, row) in fields.rows.iter().enumerate() {
        let y = (side - 1 - index) as i32;
        let mut x = 0;
        for square in row.split(',') {
            if let Some(count) = empty_run(square) {
                x += count;
            } else {
                stacks.push((Coord { x, y }, stack(square, plan)?));
                x += 1;
            }
            if x as usize > width {
                break;
            }
        }
        if x as usize != width {
            bail!("row {} of the position, `{}`, does not have {width} squares", side - index, shorten(row));
        }
    }
    let seats = plan.names.seats.len();
    let seat: usize = fields
        .seat
        .parse()
        .ok()
        .filter(|seat| (1..=seats).contains(seat))
        .ok_or_else(|| format!("`{}` is not a seat; write a number from 1 to {seats}", shorten(fields.seat)))?;
    let turn: u32 =
        fields.turn.parse().ok().filter(|turn| (1..=1_000_000).contains(turn)).ok_or_else(|| {
            format!("`{}` is not a move number; write a number from 1 to 1000000", shorten(fields.turn))
        })?;
    let step = match fields.step {
        Some(_) if plan.steps == 1 => return Err(invalid_position(text)),
        Some(step) => {
            let number: Option<u8> = step.parse().ok().filter(|step| (1..=plan.steps).contains(step));
            let error =
                || format!("`{}` is not a step of a turn; write a number from 1 to {}", shorten(step), plan.steps);
            Some(number.ok_or_else(error)? - 1)
        }
        None => None,
    };
    Ok(StoneSetup { width: width as u8, height: side as u8, stacks, seat: Seat::new(seat - 1), turn, step })
}

/// Run of empty cells: `x` or `x3`.
fn empty_run(square: &str) -> Option<i32> {
    match square.strip_prefix(['x', 'X'])? {
        "" => Some(1),
        count => count.parse().ok().filter(|count| (1..=Grid::MAX_SIDE as i32).contains(count)),
    }
}

/// Parses a stack: owners from bottom to top, each with its letter unless it is the usual piece.
pub fn stack(square: &str, plan: &StoneGame) -> Result<Vec<Stone>, NotationError> {
    let error = || -> NotationError {
        let square = shorten(square);
        format!(
            "`{square}` is not a square; write the owners from the bottom up, then the letter of the top piece, as in `1212S`"
        )
        .into()
    };
    let usual = plan.default_piece();
    let seats = plan.names.seats.len() as u32;
    let mut stack: Vec<Stone> = Vec::new();
    for letter in square.chars() {
        if let Some(seat) = letter.to_digit(10) {
            let seat = seat.checked_sub(1).filter(|seat| *seat < seats).ok_or_else(error)?;
            stack.push(Stone { seat: Seat::new(seat as usize), kind: usual });
        } else {
            let wanted = letter.to_ascii_uppercase();
            let kind = plan.pieces.position(|piece| piece.letter == wanted).ok_or_else(error)?;
            stack.last_mut().filter(|stone| stone.kind == usual).ok_or_else(error)?.kind = kind;
        }
    }
    if stack.is_empty() { Err(error()) } else { Ok(stack) }
}

pub fn write(board: &dyn StoneBoard) -> String {
    let plan = board.game();
    let grid = &plan.grid;
    let row = |y: i32| {
        let mut squares: Vec<String> = Vec::new();
        let mut empty = 0;
        for x in 0..=i32::from(grid.width) {
            let stack = board.stack(Coord { x, y });
            if stack.is_empty() && x < i32::from(grid.width) {
                empty += 1;
                continue;
            }
            match std::mem::take(&mut empty) {
                0 => {}
                1 => squares.push("x".into()),
                run => squares.push(format!("x{run}")),
            }
            if x < i32::from(grid.width) {
                squares.push(write_stack(&stack, plan));
            }
        }
        squares.join(",")
    };
    let rows: Vec<String> = (0..i32::from(grid.height)).rev().map(row).collect();
    let clock = board.turn_state();
    let turn = clock.round(plan.names.seats.len());
    // A reader infers the earlier turns only from the position.
    let step = match clock.step == plan.first_step(plan.turns_before(turn, clock.seat)) {
        true => String::new(),
        false => format!(" {}", clock.step + 1),
    };
    format!("{} {} {turn}{step}", rows.join("/"), clock.seat.number())
}

fn write_stack(stack: &[Stone], plan: &StoneGame) -> String {
    let usual = plan.default_piece();
    let mut text = String::new();
    for stone in stack {
        text.push_str(&stone.seat.number().to_string());
        text.extend((stone.kind != usual).then(|| plan.pieces[stone.kind].letter));
    }
    text
}
