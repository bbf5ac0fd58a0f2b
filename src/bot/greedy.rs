//! One move ahead: wins if it can, does not let the next seat win if that can be helped, and else takes what measures
//! best.

use std::cmp::Reverse;

use super::table::TableView;
use super::{Bot, own_moves};
use crate::chance::Dice;
use crate::game::{Game, GameEnd, HookFault};
use crate::mechanics::{Move, Seat};

pub struct Greedy;

impl Bot for Greedy {
    fn choose(&mut self, game: &mut Game, seat: Seat, dice: &mut Dice) -> Result<Option<Move>, HookFault> {
        let table = TableView::of(game);
        let mut game = game.fork();
        game.determinise(seat, dice);
        let mut moves = own_moves(&mut game, seat)?;
        if moves.len() < 2 {
            return Ok(moves.pop());
        }
        dice.shuffle(&mut moves);
        let side = table.side(&game, seat);
        let mut rated = Vec::with_capacity(moves.len());
        for mv in moves {
            let worth = match tried(&mut game, mv, |game| table.lead(game, side))? {
                (Some(end), _) => match table.sharers(&game, end, side) {
                    Some(1) if !end.is_partial => return Ok(Some(mv)),
                    Some(sharers) if sharers > 1 && sharers < table.sides => Worth::Share(Reverse(sharers)),
                    Some(_) => Worth::Draw,
                    None => Worth::Loss,
                },
                (None, lead) => Worth::Open(lead),
            };
            rated.push((worth, mv));
        }
        // Sorting keeps moves that are equally good in the order of the dice.
        rated.sort_by_key(|(worth, _)| Reverse(*worth));
        for &(worth, mv) in &rated {
            if table.is_race || !loses(&mut game, mv, worth, side, &table)? {
                return Ok(Some(mv));
            }
        }
        Ok(rated.first().map(|(_, mv)| *mv))
    }
}

/// What a move leads to, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    Loss,
    /// A game that all share, or half a success alone at the table.
    Draw,
    Open(i32),
    /// A game that some sides share while others lose: more than an even part of it.
    Share(Reverse<usize>),
}

/// Plays a move, asks how the game has ended, and something else if it has not, and takes it back.
fn tried(game: &mut Game, mv: Move, ask: impl Fn(&Game) -> i32) -> Result<(Option<GameEnd>, i32), HookFault> {
    game.play(mv)?;
    let end = game.end();
    let answer = if end.is_none() { ask(game) } else { 0 };
    game.undo();
    Ok((end, answer))
}

/// Whether a move loses, at once or to an answer.
fn loses(game: &mut Game, mv: Move, worth: Worth, side: u8, table: &TableView) -> Result<bool, HookFault> {
    if !matches!(worth, Worth::Open(_)) {
        return Ok(worth == Worth::Loss);
    }
    game.play(mv)?;
    let mut found = Ok(false);
    if table.side(game, game.seat()) != side {
        found = answered(game, side, table);
    }
    game.undo();
    found
}

/// Whether the seat to move can win against a side.
fn answered(game: &mut Game, side: u8, table: &TableView) -> Result<bool, HookFault> {
    for mv in game.legal_moves()? {
        let other = table.mover(game, mv);
        if let (Some(end), _) = tried(game, mv, |_| 0)?
            && table.sharers(game, end, other).is_some()
            && table.sharers(game, end, side).is_none()
        {
            return Ok(true);
        }
    }
    Ok(false)
}
