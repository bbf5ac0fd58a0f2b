//! Plays many games out and keeps a tree of how they went (UCT). Wins and losses that are proven are never forgotten,
//! good-looking moves are tried first and the others only in time, and what a seat cannot see is dealt afresh for every
//! game. For any number of sides, alone at the table, and for races.
//!
//! | room | what lives there |
//! |---|---|
//! | `tree` | the tree: which move is tried next, what is proven |
//! | `search` | one game after another through the tree and on to its end |
//! | `tactics` | a look at all wins in two before that |

mod search;
mod tactics;
mod tree;

use std::sync::Arc;
use std::time::Instant;

use super::{Bot, Budget, own_moves};
use crate::chance::Dice;
use crate::game::{Game, HookFault, Thinker};
use crate::mechanics::{Mechanic, Move, Seat};
use search::Search;
use tree::Tree;

/// A bot that searches.
pub struct Mcts {
    budget: Budget,
    kept: Option<Kept>,
    /// A script that judges positions in place of random games to their end.
    judge: Option<Arc<dyn Thinker>>,
}

/// What the last search found out about the position after the move that was chosen.
struct Kept {
    tree: Tree,
    board: Box<dyn Mechanic>,
}

impl Mcts {
    pub fn new(budget: Budget) -> Mcts {
        Mcts { budget, kept: None, judge: None }
    }

    /// A search that asks a script what positions are worth.
    pub fn judged_by(judge: Arc<dyn Thinker>, budget: Budget) -> Mcts {
        Mcts { judge: Some(judge), ..Mcts::new(budget) }
    }

    /// The part of the last tree that begins with the position of a game, if it is there.
    fn recall(&mut self, game: &Game, side: u8) -> Option<Tree> {
        let Kept { mut tree, mut board } = self.kept.take()?;
        let is_now =
            |board: &dyn Mechanic| board.clock() == game.board().clock() && board.key() == game.board().key();
        let mut found = is_now(&*board).then_some(Tree::ROOT);
        for child in tree.children(Tree::ROOT).collect::<Vec<_>>() {
            if found.is_some() {
                break;
            }
            board.play(tree.node(child).mv);
            found = is_now(&*board).then_some(child);
            board.undo();
        }
        tree = tree.below(found?, side);
        (!tree.is_bare()).then_some(tree)
    }
}

impl Bot for Mcts {
    fn choose(&mut self, game: &mut Game, seat: Seat, dice: &mut Dice) -> Result<Option<Move>, HookFault> {
        let mut moves = own_moves(game, seat)?;
        if moves.len() < 2 {
            self.kept = None;
            return Ok(moves.pop());
        }
        let started = Instant::now();
        let mut search = Search::new(game, seat)?;
        if let Some(judge) = &self.judge {
            search.ask(&**judge)?;
        }
        let side = search.table.side(seat);
        if let Some(tree) = self.recall(game, side) {
            search.tree = tree;
        } else {
            search.begin(dice)?;
        }
        if !search.is_settled() {
            let (tree, looks) = (&search.tree, tactics::looks(self.budget));
            let moves: Vec<Move> = tree.children(Tree::ROOT).map(|child| tree.node(child).mv).collect();
            let win = tactics::win_in_two(&mut search.game, &search.table, side, &moves, looks)?;
            if win.is_some() {
                return Ok(win);
            }
        }
        let mut played = 0;
        while !search.is_settled() {
            let is_spent = match self.budget {
                Budget::Playouts(playouts) => played >= playouts,
                Budget::Time(time) => started.elapsed() >= time,
            };
            if is_spent {
                break;
            }
            search.simulate(dice)?;
            played += 1;
        }
        let Some(best) = search.tree.best() else { return Ok(None) };
        let mv = search.tree.node(best).mv;
        // Of a script's variables the board knows nothing, and what is hidden was never the same twice.
        if search.table.can_prove() && !game.plan().is_scripted() {
            let tree = search.tree.below(best, side);
            search.game.play(mv)?;
            self.kept = Some(Kept { tree, board: search.game.board().fork() });
        }
        Ok(Some(mv))
    }
}
