//! Monte Carlo tree search: UCT with progressive widening, proven values (MCTS-Solver) and, where information is
//! hidden, a new determinization for every playout (information-set MCTS). It handles any number of teams, solitaires
//! and races.
//!
//! | module | contents |
//! |---|---|
//! | `tree` | selection, expansion, backpropagation, proofs |
//! | `search` | simulations through the tree |
//! | `tactics` | full-width search for a win in two before the tree search |
//! | `parallel` | threads, limits and the observer |

mod parallel;
mod search;
mod tactics;
mod tree;

use std::sync::Arc;
use std::time::Instant;

use super::players::PlayerMap;
use super::{Bot, Budget, SearchLimit, SearchProgress, SearchRequest, own_moves};
use houserule_core::mechanics::{Move, Position, Team};
use houserule_core::rng::Rng;
use houserule_script::game::{BotScript, Game, HookFault, workers};
use houserule_script::play::Prover;
use parallel::{MoveStats, ParallelSearch};
use tree::{NodeIndex, SearchTree};

/// Bot that searches with MCTS.
pub struct Mcts {
    limit: SearchLimit,
    /// Number of threads. A search limited by playouts uses one, so that it is reproducible.
    threads: usize,
    kept: Option<ReusedTree>,
    /// Script that evaluates positions instead of playouts.
    judge: Option<Arc<dyn BotScript>>,
}

/// Trees of the last search, kept for the position after the chosen move.
struct ReusedTree {
    /// The trees, each with the node of that position.
    trees: Vec<(SearchTree, NodeIndex)>,
    board: Box<dyn Position>,
}

impl Mcts {
    pub fn new(budget: Budget) -> Mcts {
        Mcts { limit: budget.into(), threads: 1, kept: None, judge: None }
    }

    /// MCTS that evaluates positions with a script.
    pub fn judged_by(judge: Arc<dyn BotScript>, budget: Budget) -> Mcts {
        Mcts { judge: Some(judge), ..Mcts::new(budget) }
    }

    /// MCTS without a limit; the observer stops it.
    pub fn endless() -> Mcts {
        Mcts { limit: SearchLimit::NONE, threads: 1, kept: None, judge: None }
    }

    /// Sets the number of threads.
    pub fn on(self, threads: usize) -> Mcts {
        Mcts { threads: threads.max(1), ..self }
    }

    /// Subtrees of the last search rooted at the game's current position, where it occurs in them.
    fn recall(&mut self, game: &Game, team: Team, threads: usize) -> Vec<Option<SearchTree>> {
        let mut found: Vec<Option<SearchTree>> = match self.kept.take() {
            None => Vec::new(),
            Some(ReusedTree { trees, mut board }) => {
                trees.into_iter().take(threads).map(|(tree, at)| part(&tree, at, &mut *board, game, team)).collect()
            }
        };
        found.resize(threads, None);
        found
    }
}

/// Subtree rooted at the game's position, which is either the kept position or one move after it.
fn part(tree: &SearchTree, left: NodeIndex, board: &mut dyn Position, game: &Game, team: Team) -> Option<SearchTree> {
    let is_now = |board: &dyn Position| board.clock() == game.board().clock() && board.hash() == game.board().hash();
    let mut found = is_now(board).then_some(left);
    // An unexpanded child holds no information.
    for child in tree.children(left).filter(|child| !tree.node(*child).is_leaf()) {
        if found.is_some() {
            break;
        }
        board.play(tree.node(child).mv);
        found = is_now(board).then_some(child);
        board.undo();
    }
    let tree = tree.reroot(found?, team);
    (!tree.is_bare()).then_some(tree)
}

impl Bot for Mcts {
    fn search(&mut self, game: &mut Game, rng: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault> {
        let SearchRequest { seat, limit, observer } = request;
        let limit = self.limit.and(limit);
        let mut moves = own_moves(game, seat)?;
        if moves.len() < 2 {
            self.kept = None;
            let only = moves.pop();
            only.into_iter().for_each(|mv| observer.learn(SearchProgress::of(mv)));
            return Ok(only);
        }
        let started = Instant::now();
        let table = PlayerMap::of(game);
        let team = game.team_of(seat);
        let looks = tactics::looks(limit);
        if looks > 0 && table.can_prove() {
            rng.shuffle(&mut moves);
            let until = limit.time.and_then(|time| started.checked_add(time / 2));
            let mut prover = Prover::new(team).within(looks).quick(until);
            let win = prover.winning_move(&mut game.fork(), &moves, tactics::TURNS)?;
            if let Some(win) = win {
                self.kept = None;
                observer.learn(SearchProgress { win_rate: 1.0, is_proven: true, ..SearchProgress::of(win) });
                return Ok(Some(win));
            }
        }
        let scripts = usize::from(!game.plan().hooks.is_empty()) + usize::from(self.judge.is_some());
        let threads = if limit.playouts.is_some() { 1 } else { workers(self.threads, scripts) };
        let known = self.recall(game, team, threads);
        let team = ParallelSearch::new(limit, started, self.judge.as_deref(), observer.wants_worth());
        let trees = team.search(game, seat, known, rng, observer)?;
        let Some(MoveStats { mv, .. }) = MoveStats::best(&trees) else { return Ok(None) };
        observer.learn(team.progress(&trees, 0));
        // A board alone does not identify a position with script variables, and hidden information differs each time.
        if table.can_prove() && !game.plan().is_scripted() && !game.plan().has_acts() {
            let mut board = game.board().fork();
            board.play(mv);
            let at = |tree: SearchTree| tree.child(mv).map(|at| (tree, at));
            self.kept = Some(ReusedTree { trees: trees.into_iter().filter_map(at).collect(), board });
        }
        Ok(Some(mv))
    }
}
