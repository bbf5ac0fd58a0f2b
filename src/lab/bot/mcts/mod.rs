//! Plays many games out and keeps a tree of how they went (UCT). Wins and losses that are proven are never forgotten,
//! good-looking moves are tried first and the others only in time, and what a seat cannot see is dealt afresh for every
//! game. For any number of teams, alone at the table, and for races.
//!
//! | room | what lives there |
//! |---|---|
//! | `tree` | the tree: which move is tried next, what is proven |
//! | `search` | one game after another through the tree and on to its end |
//! | `tactics` | a look at all wins in two before that |
//! | `team` | the threads of a search, its limits and who watches it |

mod parallel;
mod search;
mod tactics;
mod tree;

use std::sync::Arc;
use std::time::Instant;

use super::players::PlayerMap;
use super::{Bot, Budget, NoObserver, SearchLimit, SearchObserver, SearchProgress, own_moves};
use houserule_core::mechanics::{Move, Position, Seat, Team};
use houserule_core::rng::Rng;
use houserule_script::game::{BotScript, Game, HookFault, workers};
use parallel::{MoveStats, ParallelSearch};
use tactics::WinSearchBudget;
use tree::{NodeIndex, SearchTree};

/// A bot that searches.
pub struct Mcts {
    limit: SearchLimit,
    /// How many threads search; what is limited by playouts is searched by one, so that it repeats.
    threads: usize,
    kept: Option<ReusedTree>,
    /// A script that judges positions in place of random games to their end.
    judge: Option<Arc<dyn BotScript>>,
}

/// What the last search found out about the position after the move that was chosen.
struct ReusedTree {
    /// The trees, and where in each the position is.
    trees: Vec<(SearchTree, NodeIndex)>,
    board: Box<dyn Position>,
}

impl Mcts {
    pub fn new(budget: Budget) -> Mcts {
        Mcts { limit: budget.into(), threads: 1, kept: None, judge: None }
    }

    /// A search that asks a script what positions are worth.
    pub fn judged_by(judge: Arc<dyn BotScript>, budget: Budget) -> Mcts {
        Mcts { judge: Some(judge), ..Mcts::new(budget) }
    }

    /// One that goes on until it is stopped.
    pub fn endless() -> Mcts {
        Mcts { limit: SearchLimit::NONE, threads: 1, kept: None, judge: None }
    }

    /// The same on several threads.
    pub fn on(self, threads: usize) -> Mcts {
        Mcts { threads: threads.max(1), ..self }
    }

    /// The parts of the last trees that begin with the position of a game, as far as they are there.
    fn recall(&mut self, game: &Game, team: Team, threads: usize) -> Vec<Option<SearchTree>> {
        let mut found: Vec<Option<SearchTree>> = match self.kept.take() {
            None => Vec::new(),
            Some(ReusedTree { trees, mut board }) => trees
                .into_iter()
                .take(threads)
                .map(|(tree, at)| part(&tree, at, &mut *board, game, team))
                .collect(),
        };
        found.resize(threads, None);
        found
    }

    fn search(
        &mut self,
        game: &mut Game,
        seat: Seat,
        rng: &mut Rng,
        limit: SearchLimit,
        watch: &mut dyn SearchObserver,
    ) -> Result<Option<Move>, HookFault> {
        let mut moves = own_moves(game, seat)?;
        if moves.len() < 2 {
            self.kept = None;
            let only = moves.pop();
            only.into_iter().for_each(|mv| watch.learn(SearchProgress::of(mv)));
            return Ok(only);
        }
        let started = Instant::now();
        let table = PlayerMap::of(game);
        let team = table.team(game, seat);
        let looks = tactics::looks(limit);
        if looks > 0 && table.can_prove() {
            rng.shuffle(&mut moves);
            let until = limit.time.and_then(|time| started.checked_add(time / 2));
            let win = tactics::win_in_two(
                &mut game.fork(),
                &table,
                team,
                &moves,
                WinSearchBudget::new(looks, until),
            )?;
            if let Some(win) = win {
                self.kept = None;
                watch.learn(SearchProgress { win_rate: 1.0, is_proven: true, ..SearchProgress::of(win) });
                return Ok(Some(win));
            }
        }
        let scripts = usize::from(!game.plan().hooks.is_empty()) + usize::from(self.judge.is_some());
        let threads = if limit.playouts.is_some() { 1 } else { workers(self.threads, scripts) };
        let known = self.recall(game, team, threads);
        let team = ParallelSearch::new(limit, started, self.judge.as_deref(), watch.wants_worth());
        let trees = team.search(game, seat, known, rng, watch)?;
        let Some(MoveStats { mv, .. }) = MoveStats::best(&trees) else { return Ok(None) };
        watch.learn(team.progress(&trees, 0));
        // Of a script's variables the board knows nothing, and what is hidden was never the same twice.
        if table.can_prove() && !game.plan().is_scripted() && !game.plan().has_acts() {
            let mut board = game.board().fork();
            board.play(mv);
            let at = |tree: SearchTree| tree.child(mv).map(|at| (tree, at));
            self.kept = Some(ReusedTree { trees: trees.into_iter().filter_map(at).collect(), board });
        }
        Ok(Some(mv))
    }
}

/// The part of a tree that begins with the position of a game, if it is where the tree was left or one move later.
fn part(
    tree: &SearchTree,
    left: NodeIndex,
    board: &mut dyn Position,
    game: &Game,
    team: Team,
) -> Option<SearchTree> {
    let is_now =
        |board: &dyn Position| board.clock() == game.board().clock() && board.hash() == game.board().hash();
    let mut found = is_now(board).then_some(left);
    // Where nothing was tried below a move, nothing is known.
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
    fn choose(&mut self, game: &mut Game, seat: Seat, rng: &mut Rng) -> Result<Option<Move>, HookFault> {
        self.search(game, seat, rng, self.limit, &mut NoObserver)
    }

    fn choose_observed(
        &mut self,
        game: &mut Game,
        seat: Seat,
        rng: &mut Rng,
        limit: SearchLimit,
        watch: &mut dyn SearchObserver,
    ) -> Result<Option<Move>, HookFault> {
        self.search(game, seat, rng, self.limit.and(limit), watch)
    }
}
