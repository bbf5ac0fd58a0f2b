//! Editing of boards: `c3 white wall`, or `c3 1212S` as positions write a stack.

use super::tps;
use crate::notation::NotationError;
use houserule_core::geometry::{Coord, Grid};
use houserule_core::mechanics::StoneGame;
use houserule_core::mechanics::{Seat, Stone, StoneSetup};
use houserule_core::text::{one_line, series};

/// Puts a stack on a cell, replacing what is there.
pub fn put(typed: &str, setup: &mut StoneSetup, plan: &StoneGame) -> Result<(), NotationError> {
    let mut words = typed.split_whitespace();
    let (cell, pieces) = (words.next().unwrap_or_default(), words.collect::<Vec<_>>());
    let at = parse_cell(cell, plan)?;
    let stack = match pieces[..] {
        [] => bail!("missing pieces for {cell}; {}", example(plan)),
        [one] if one.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()) => tps::stack(one, plan)?,
        _ => stack(&pieces, plan)?,
    };
    setup.stacks.retain(|(there, _)| *there != at);
    setup.stacks.push((at, stack));
    skip_opening(setup, plan);
    Ok(())
}

/// Empties a cell, or all.
pub fn clear(typed: &str, setup: &mut StoneSetup, plan: &StoneGame) -> Result<(), NotationError> {
    if typed.is_empty() {
        setup.stacks.clear();
    }
    for cell in typed.split_whitespace() {
        let at = parse_cell(cell, plan)?;
        setup.stacks.retain(|(there, _)| *there != at);
    }
    skip_opening(setup, plan);
    Ok(())
}

/// Skips the opening, since a board that was set up is past it.
fn skip_opening(setup: &mut StoneSetup, plan: &StoneGame) {
    if let Some(opening) = &plan.opening {
        let is_over = setup.turn > opening.turns;
        setup.turn = setup.turn.max(opening.turns + 1);
        setup.step = setup.step.filter(|_| is_over);
    }
}

fn parse_cell(name: &str, plan: &StoneGame) -> Result<Coord, NotationError> {
    let typed = Grid::parse(&name.to_lowercase());
    typed.filter(|at| plan.grid.cell(*at).is_some()).ok_or_else(|| {
        let limits = plan.grid.describe_limits(typed.unwrap_or(Coord { x: 0, y: -1 }));
        format!("`{}` is not a cell of the board, {limits}", one_line(name, 20)).into()
    })
}

/// Parses a stack from bottom to top, such as `white black wall`: each piece by its owner and, unless it is the usual
/// one, its name.
fn stack(words: &[&str], plan: &StoneGame) -> Result<Vec<Stone>, NotationError> {
    let (names, usual) = (&plan.names, plan.default_piece());
    let mut stack: Vec<Stone> = Vec::new();
    for word in words.iter().map(|word| word.to_lowercase()) {
        if let Some(seat) = names.seat(&word) {
            stack.push(Stone { seat, kind: usual });
            continue;
        }
        let error = || format!("`{}` is neither a seat nor a piece; {}", one_line(&word, 20), example(plan));
        let kind = names.piece(&word).ok_or_else(error)?;
        stack.last_mut().ok_or_else(|| format!("`{word}` needs a seat before it; {}", example(plan)))?.kind = kind;
    }
    Ok(stack)
}

fn example(plan: &StoneGame) -> String {
    let names = &plan.names;
    let seat = |index: usize| names.seats.get(Seat::new(index)).map_or("", String::as_str);
    let (one, other, pieces) = (seat(0), seat(1), series(&names.pieces, "or"));
    format!(
        "write `put a1 {one}`, or `put a1 {one} {other}` for a stack from the bottom up, with {pieces} after a seat, \
         or `put a1 12` as in positions"
    )
}
