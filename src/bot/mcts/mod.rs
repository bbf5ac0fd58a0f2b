//! Plays many games out and keeps a tree of how they went (UCT). Wins and losses that are proven are never forgotten,
//! good-looking moves are tried first and the others only in time, and what a seat cannot see is dealt afresh for every
//! game. For any number of sides, alone at the table, and for races.
//!
//! | room | what lives there |
//! |---|---|
//! | `tree` | the tree: which move is tried next, what is proven |
//! | `search` | one game after another through the tree and on to its end |
//! | `tactics` | a look at all wins in two before that |
//! | `team` | the threads of a search, its limits and who watches it |

mod search;
mod tactics;
mod team;
mod tree;

use std::sync::Arc;
use std::time::Instant;

use super::table::TableView;
use super::{Bot, Budget, Limit, Progress, Unwatched, Watch, own_moves};
use crate::chance::Dice;
use crate::game::{Game, HookFault, Thinker, workers};
use crate::mechanics::{Mechanic, Move, Seat};
use tactics::Effort;
use team::{Choice, Team};
use tree::{Index, Tree};

/// A bot that searches.
pub struct Mcts {
    limit: Limit,
    /// How many threads search; what is limited by playouts is searched by one, so that it repeats.
    threads: usize,
    kept: Option<Kept>,
    /// A script that judges positions in place of random games to their end.
    judge: Option<Arc<dyn Thinker>>,
}

/// What the last search found out about the position after the move that was chosen.
struct Kept {
    /// The trees, and where in each the position is.
    trees: Vec<(Tree, Index)>,
    board: Box<dyn Mechanic>,
}

impl Mcts {
    pub fn new(budget: Budget) -> Mcts {
        Mcts { limit: budget.into(), threads: 1, kept: None, judge: None }
    }

    /// A search that asks a script what positions are worth.
    pub fn judged_by(judge: Arc<dyn Thinker>, budget: Budget) -> Mcts {
        Mcts { judge: Some(judge), ..Mcts::new(budget) }
    }

    /// One that goes on until it is stopped.
    pub fn endless() -> Mcts {
        Mcts { limit: Limit::NONE, threads: 1, kept: None, judge: None }
    }

    /// The same on several threads.
    pub fn on(self, threads: usize) -> Mcts {
        Mcts { threads: threads.max(1), ..self }
    }

    /// The parts of the last trees that begin with the position of a game, as far as they are there.
    fn recall(&mut self, game: &Game, side: u8, threads: usize) -> Vec<Option<Tree>> {
        let mut found: Vec<Option<Tree>> = match self.kept.take() {
            None => Vec::new(),
            Some(Kept { trees, mut board }) => trees
                .into_iter()
                .take(threads)
                .map(|(tree, at)| part(&tree, at, &mut *board, game, side))
                .collect(),
        };
        found.resize(threads, None);
        found
    }

    fn search(
        &mut self,
        game: &mut Game,
        seat: Seat,
        dice: &mut Dice,
        limit: Limit,
        watch: &mut dyn Watch,
    ) -> Result<Option<Move>, HookFault> {
        let mut moves = own_moves(game, seat)?;
        if moves.len() < 2 {
            self.kept = None;
            let only = moves.pop();
            only.into_iter().for_each(|mv| watch.learn(Progress::of(mv)));
            return Ok(only);
        }
        let started = Instant::now();
        let table = TableView::of(game);
        let side = table.side(game, seat);
        let looks = tactics::looks(limit);
        if looks > 0 && table.can_prove() {
            dice.shuffle(&mut moves);
            let until = limit.time.and_then(|time| started.checked_add(time / 2));
            let win = tactics::win_in_two(&mut game.fork(), &table, side, &moves, Effort::new(looks, until))?;
            if let Some(win) = win {
                self.kept = None;
                watch.learn(Progress { worth: 1.0, is_proven: true, ..Progress::of(win) });
                return Ok(Some(win));
            }
        }
        let scripts = usize::from(!game.plan().hooks.is_empty()) + usize::from(self.judge.is_some());
        let threads = if limit.playouts.is_some() { 1 } else { workers(self.threads, scripts) };
        let known = self.recall(game, side, threads);
        let team = Team::new(limit, started, self.judge.as_deref(), watch.wants_worth());
        let trees = team.search(game, seat, known, dice, watch)?;
        let Some(Choice { mv, .. }) = Choice::best(&trees) else { return Ok(None) };
        watch.learn(team.progress(&trees, 0));
        // Of a script's variables the board knows nothing, and what is hidden was never the same twice.
        if table.can_prove() && !game.plan().is_scripted() && !game.plan().has_acts() {
            let mut board = game.board().fork();
            board.play(mv);
            let at = |tree: Tree| tree.child(mv).map(|at| (tree, at));
            self.kept = Some(Kept { trees: trees.into_iter().filter_map(at).collect(), board });
        }
        Ok(Some(mv))
    }
}

/// The part of a tree that begins with the position of a game, if it is where the tree was left or one move later.
fn part(tree: &Tree, left: Index, board: &mut dyn Mechanic, game: &Game, side: u8) -> Option<Tree> {
    let is_now =
        |board: &dyn Mechanic| board.clock() == game.board().clock() && board.key() == game.board().key();
    let mut found = is_now(board).then_some(left);
    // Where nothing was tried below a move, nothing is known.
    for child in tree.children(left).filter(|child| !tree.node(*child).is_bare()) {
        if found.is_some() {
            break;
        }
        board.play(tree.node(child).mv);
        found = is_now(board).then_some(child);
        board.undo();
    }
    let tree = tree.below(found?, side);
    (!tree.is_bare()).then_some(tree)
}

impl Bot for Mcts {
    fn choose(&mut self, game: &mut Game, seat: Seat, dice: &mut Dice) -> Result<Option<Move>, HookFault> {
        self.search(game, seat, dice, self.limit, &mut Unwatched)
    }

    fn choose_watched(
        &mut self,
        game: &mut Game,
        seat: Seat,
        dice: &mut Dice,
        limit: Limit,
        watch: &mut dyn Watch,
    ) -> Result<Option<Move>, HookFault> {
        self.search(game, seat, dice, self.limit.and(limit), watch)
    }
}
