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
use std::time::{Duration, Instant};

use super::game_traits::GameTraits;
use super::time::{Effort, MoveTime, SeatTime};
use super::{Bot, Budget, SearchLimit, SearchProgress, SearchRequest, own_moves};
use houserule_core::mechanics::{Move, Position, Team};
use houserule_core::rng::Rng;
use houserule_script::game::{BotScript, Game, HookFault, worker_count};
use houserule_script::play::Prover;
use parallel::{MoveStats, ParallelSearch};
use tree::{NodeIndex, SearchTree};

/// Bot that searches with MCTS.
pub struct Mcts {
    limit: SearchLimit,
    /// How its limit is meant on a clock.
    on_clock: OnClock,
    /// Time by which searches have exceeded their limits and clocks their plan; it is forgotten move by move.
    overrun: Duration,
    /// Time on its clock after its last move, as far as it knows.
    expected_left: Option<Duration>,
    /// Number of threads. A search limited by playouts uses one, so that it is reproducible.
    threads: usize,
    reused: Option<ReusedTree>,
    /// Script that evaluates positions instead of playouts.
    evaluator: Option<Arc<dyn BotScript>>,
}

/// What a limit means on a clock, which is never exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OnClock {
    /// The budget that was asked for.
    Exact,
    /// A number of playouts: fewer where the best move is certain, and up to this many times the number where it is not.
    Stretch(u64),
    /// As long as the clock allows.
    Whole,
}

/// Limit of a bot without a budget in games without a clock.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Longest time that counts as lag; a greater difference means that the clock was set.
const MAX_OVERRUN: Duration = Duration::from_millis(300);

/// Trees of the last search, for reuse at the position after the chosen move.
struct ReusedTree {
    /// The trees, each with the node of that position.
    trees: Vec<(SearchTree, NodeIndex)>,
    board: Box<dyn Position>,
}

impl Mcts {
    pub fn new(budget: Budget) -> Mcts {
        Mcts { limit: budget.into(), on_clock: OnClock::Exact, ..Mcts::unlimited() }
    }

    /// Creates a bot with a budget, or one that uses its clock; without one it takes a second for each move.
    pub fn with_budget(budget: Option<Budget>) -> Mcts {
        let on_clock = if budget.is_some() { OnClock::Exact } else { OnClock::Whole };
        Mcts { on_clock, ..Mcts::new(budget.unwrap_or(Budget::Time(DEFAULT_TIME))) }
    }

    /// Lets a bot use up to `stretch` times its playouts on a clock.
    pub fn with_stretch(self, stretch: u64) -> Mcts {
        Mcts { on_clock: OnClock::Stretch(stretch), ..self }
    }

    /// Creates a bot that evaluates positions with a script.
    pub fn with_evaluator(evaluator: Arc<dyn BotScript>, budget: Budget) -> Mcts {
        Mcts { evaluator: Some(evaluator), ..Mcts::new(budget).with_stretch(1) }
    }

    /// Creates a bot without a limit; the observer stops it.
    pub fn unlimited() -> Mcts {
        Mcts {
            limit: SearchLimit::NONE,
            on_clock: OnClock::Whole,
            overrun: Duration::ZERO,
            expected_left: None,
            threads: 1,
            reused: None,
            evaluator: None,
        }
    }

    /// Returns how much to search within a limit and the time of the bot.
    fn effort(&self, limit: SearchLimit, time: Option<SeatTime>) -> Effort {
        let Some(time) = time else { return Effort::exact(self.limit.stricter(limit)) };
        let MoveTime { target, limit: most } = time.next_move(self.overrun);
        let within = |own: SearchLimit, time: Duration| {
            SearchLimit { time: Some(time), ..SearchLimit::NONE }.stricter(limit).stricter(own)
        };
        match self.on_clock {
            OnClock::Exact => Effort::exact(within(self.limit, most)),
            OnClock::Stretch(times) => {
                let playouts = self.limit.playouts.map(|playouts| playouts.saturating_mul(times));
                let stretched = within(SearchLimit { playouts, ..self.limit }, most);
                Effort { target: within(self.limit, most), limit: stretched, is_flexible: true }
            }
            OnClock::Whole => {
                let [target, limit] = [target, most].map(|time| within(SearchLimit::NONE, time));
                Effort { target, limit, is_flexible: true }
            }
        }
    }

    /// Sets the number of threads.
    pub fn with_threads(self, threads: usize) -> Mcts {
        Mcts { threads: threads.max(1), ..self }
    }

    /// Takes the subtrees of the last search that are rooted at the game's position, one entry per thread.
    fn take_subtrees(&mut self, game: &Game, team: Team, threads: usize) -> Vec<Option<SearchTree>> {
        let mut subtrees: Vec<Option<SearchTree>> = match self.reused.take() {
            None => Vec::new(),
            Some(ReusedTree { trees, mut board }) => trees
                .into_iter()
                .take(threads)
                .map(|(tree, at)| subtree_at(&tree, at, &mut *board, game, team))
                .collect(),
        };
        subtrees.resize(threads, None);
        subtrees
    }
}

/// Returns the subtree rooted at the game's position, which is either the stored position or one move after it.
fn subtree_at(
    tree: &SearchTree,
    node: NodeIndex,
    board: &mut dyn Position,
    game: &Game,
    team: Team,
) -> Option<SearchTree> {
    let is_current =
        |board: &dyn Position| board.turn_state() == game.board().turn_state() && board.hash() == game.board().hash();
    let mut root = is_current(board).then_some(node);
    // An unexpanded child contains no information.
    for child in tree.children(node).filter(|child| !tree.node(*child).is_leaf()) {
        if root.is_some() {
            break;
        }
        board.play(tree.node(child).mv);
        root = is_current(board).then_some(child);
        board.undo();
    }
    let tree = tree.reroot(root?, team);
    (!tree.is_unexpanded()).then_some(tree)
}

impl Bot for Mcts {
    fn search(&mut self, game: &mut Game, rng: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault> {
        let started = Instant::now();
        let own_time = request.own_time();
        self.note_lag(own_time);
        let effort = self.effort(request.limit, own_time);
        let chosen = self.search_within(&effort, started, game, rng, request);
        let late = effort.limit.time.map_or(Duration::ZERO, |limit| started.elapsed().saturating_sub(limit));
        self.overrun = (self.overrun * 7 / 8).max(late.min(MAX_OVERRUN));
        let left = |time: SeatTime| (time.left + time.increment).saturating_sub(started.elapsed());
        self.expected_left = own_time.filter(|time| time.moves_to_go.is_none()).map(left);
        chosen
    }
}

impl Mcts {
    /// Compares the clock with what it should show: the rest was lost on the way, and will be again.
    fn note_lag(&mut self, time: Option<SeatTime>) {
        if let (Some(expected), Some(time)) = (self.expected_left.take(), time) {
            self.overrun = self.overrun.max(expected.saturating_sub(time.left).min(MAX_OVERRUN));
        }
    }

    fn search_within(
        &mut self,
        effort: &Effort,
        started: Instant,
        game: &mut Game,
        rng: &mut Rng,
        request: SearchRequest,
    ) -> Result<Option<Move>, HookFault> {
        let SearchRequest { seat, observer, .. } = request;
        let mut moves = own_moves(game, seat)?;
        if moves.len() < 2 {
            self.reused = None;
            let only = moves.pop();
            only.into_iter().for_each(|mv| observer.on_result(SearchProgress::unsearched(mv)));
            return Ok(only);
        }
        let players = GameTraits::of(game);
        let team = game.team_of(seat);
        let move_budget = tactics::move_budget(effort.target);
        if move_budget > 0 && players.can_prove() {
            rng.shuffle(&mut moves);
            let deadline = effort.target.time.and_then(|time| started.checked_add(time / 2));
            let mut prover = Prover::new(team).with_move_limit(move_budget).quick(deadline);
            let win = prover.winning_move(&mut game.fork(), &moves, tactics::MAX_WIN_TURNS)?;
            if let Some(win) = win {
                self.reused = None;
                observer.on_result(SearchProgress {
                    win_rate: 1.0,
                    is_proven: true,
                    ..SearchProgress::unsearched(win)
                });
                return Ok(Some(win));
            }
        }
        let scripts = usize::from(!game.plan().hooks.is_empty()) + usize::from(self.evaluator.is_some());
        let threads = if effort.limit.playouts.is_some() { 1 } else { worker_count(self.threads, scripts) };
        let reused = self.take_subtrees(game, team, threads);
        let search = ParallelSearch::new(*effort, started, self.evaluator.as_deref(), observer.wants_value());
        let trees = search.search(game, seat, reused, rng, observer)?;
        let Some(MoveStats { mv, .. }) = MoveStats::best(&trees) else { return Ok(None) };
        observer.on_result(search.progress(&trees, 0));
        // The board alone does not identify a position with script variables, and hidden information differs each time.
        if players.can_prove() && !game.plan().is_scripted() && !game.plan().has_named_actions() {
            let mut board = game.board().fork();
            board.play(mv);
            let with_child = |tree: SearchTree| tree.child(mv).map(|at| (tree, at));
            self.reused = Some(ReusedTree { trees: trees.into_iter().filter_map(with_child).collect(), board });
        }
        Ok(Some(mv))
    }
}
