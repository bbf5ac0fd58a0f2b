//! Root parallelization: several threads search the same position in separate trees, and the statistics are summed at
//! the root.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::search::MctsSearch;
use super::tree::{ProvenValue, SearchTree, TreeNode};
use crate::bot::time::{Decision, Effort, RootStats};
use crate::bot::{SearchObserver, SearchProgress};
use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_script::game::{BotScript, Game, HookFault};

/// Interval between calls of the observer.
const OBSERVER_INTERVAL: Duration = Duration::from_millis(1);

/// Number of playouts between two looks at whether the search may end.
const PLAYOUTS_PER_DECISION: u64 = 32;

/// Playouts are added to the shared counter in batches of this size.
const PLAYOUT_BATCH: u64 = 32;

/// Positions a playout-limited search may evaluate per playout to expand nodes. Boards with hundreds of moves need
/// fewer; with tens of thousands of moves, a level would take a hundred times as long as elsewhere.
const MAX_POSITIONS_PER_PLAYOUT: u64 = 128;

/// State shared by the threads of a search.
pub struct ParallelSearch<'a> {
    /// Script that evaluates positions.
    evaluator: Option<&'a dyn BotScript>,
    started: Instant,
    effort: Effort,
    /// Whether the observer wants the value of the best move, not only the move.
    wants_value: bool,
    /// Set by the first thread that solves the position, fails or is stopped.
    stop: AtomicBool,
    playouts: AtomicU64,
    /// Positions evaluated by threads that have ended.
    positions: AtomicU64,
}

impl<'a> ParallelSearch<'a> {
    pub fn new(
        effort: Effort,
        started: Instant,
        evaluator: Option<&'a dyn BotScript>,
        wants_value: bool,
    ) -> ParallelSearch<'a> {
        let (stop, playouts, positions) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
        ParallelSearch { evaluator, started, effort, wants_value, stop, playouts, positions }
    }

    /// Searches with one thread per entry of `trees`, reusing the trees that are given, and returns the trees.
    pub fn search(
        &self,
        game: &Game,
        seat: Seat,
        trees: Vec<Option<SearchTree>>,
        rng: &mut Rng,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<SearchTree>, HookFault> {
        let threads = trees.len().max(1);
        let mut trees = trees.into_iter();
        let own_tree = trees.next().flatten();
        std::thread::scope(|scope| {
            let helpers: Vec<_> = trees
                .map(|tree| {
                    let (snapshot, mut rng) = (game.snapshot(), Rng::new(rng.below(usize::MAX) as u64));
                    scope.spawn(move || {
                        let search = MctsSearch::new(snapshot.into_game(), seat, threads);
                        self.stop_on_error(self.explore(search, tree, &mut rng, None))
                    })
                })
                .collect();
            let search = MctsSearch::new(game.fork(), seat, threads);
            let own_result = self.stop_on_error(self.explore(search, own_tree, rng, Some(observer)));
            self.stop.store(true, Ordering::Relaxed);
            let helper_results = helpers
                .into_iter()
                .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            std::iter::once(own_result).chain(helper_results).collect()
        })
    }

    /// Stops the other threads if the result is an error.
    fn stop_on_error<T>(&self, result: Result<T, HookFault>) -> Result<T, HookFault> {
        result.inspect_err(|_| self.stop.store(true, Ordering::Relaxed))
    }

    /// Runs the search of one thread.
    fn explore(
        &self,
        mut search: MctsSearch,
        tree: Option<SearchTree>,
        rng: &mut Rng,
        mut observer: Option<&mut dyn SearchObserver>,
    ) -> Result<SearchTree, HookFault> {
        if let Some(evaluator) = self.evaluator {
            search.use_evaluator(evaluator)?;
        }
        search.deadline = self.effort.limit.time.and_then(|time| self.started.checked_add(time));
        match tree {
            Some(tree) => search.tree = tree,
            None => search.expand_root(rng)?,
        }
        let initial_positions = search.positions;
        search.max_positions =
            self.effort.limit.playouts.map(|most| initial_positions + most.saturating_mul(MAX_POSITIONS_PER_PLAYOUT));
        let (mut playouts, mut next_report) = (0, Duration::ZERO);
        // The thread that has the observer decides for all.
        let mut decision = (self.effort.is_flexible && observer.is_some()).then(Decision::default);
        while !search.is_settled(self.wants_value) {
            let time = self.started.elapsed();
            if self.is_over(playouts, time) {
                break;
            }
            if let Some(observer) = observer.as_mut().filter(|_| time >= next_report) {
                next_report = time + OBSERVER_INTERVAL;
                let progress = || self.progress(std::slice::from_ref(&search.tree), playouts % PLAYOUT_BATCH);
                if observer.on_progress(&progress).is_break() {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            // More visits would exceed the precision of the sums.
            if search.tree.is_saturated() && self.effort.limit.playouts.is_none() {
                std::thread::sleep(OBSERVER_INTERVAL);
                continue;
            }
            search.simulate(rng)?;
            playouts += 1;
            if playouts.is_multiple_of(PLAYOUT_BATCH) {
                self.playouts.fetch_add(PLAYOUT_BATCH, Ordering::Relaxed);
            }
            if playouts.is_multiple_of(PLAYOUTS_PER_DECISION)
                && let Some(decision) = &mut decision
                && let Some(stats) = root_stats(&search.tree)
                && decision.is_over(&self.effort, playouts, self.started.elapsed(), &stats)
            {
                break;
            }
        }
        self.playouts.fetch_add(playouts % PLAYOUT_BATCH, Ordering::Relaxed);
        self.positions.fetch_add(search.positions, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
        Ok(search.tree)
    }

    fn is_over(&self, playouts: u64, time: Duration) -> bool {
        self.effort.limit.playouts.is_some_and(|most| playouts >= most)
            || self.effort.limit.time.is_some_and(|most| time >= most)
            || self.stop.load(Ordering::Relaxed)
    }

    /// Returns the progress according to some trees; `unreported` playouts are not yet in the shared counter.
    pub fn progress(&self, trees: &[SearchTree], unreported: u64) -> SearchProgress {
        let mut progress = SearchProgress {
            playouts: self.playouts.load(Ordering::Relaxed) + unreported,
            positions: self.positions.load(Ordering::Relaxed),
            time: self.started.elapsed(),
            win_rate: 0.5,
            is_proven: false,
            pv: Vec::new(),
        };
        let Some(best) = MoveStats::best(trees) else { return progress };
        progress.win_rate = best.win_rate();
        progress.is_proven = best.proof.is_some();
        progress.pv.push(best.mv);
        let child_stats = |tree: &'_ SearchTree| Some((tree.node(tree.child(best.mv)?).visits, tree.child(best.mv)?));
        let most_visited = trees.iter().filter_map(|tree| Some((child_stats(tree)?, tree))).max_by_key(|(at, _)| *at);
        if let Some(((_, child), tree)) = most_visited {
            progress.pv.extend(tree.principal_variation(child));
        }
        progress
    }
}

/// Returns the statistics by which a search decides whether it may end; `None` if no move was visited.
fn root_stats(tree: &SearchTree) -> Option<RootStats> {
    let best = MoveStats::best(std::slice::from_ref(tree)).filter(|best| best.visits > 0)?;
    let others = || {
        let nodes = tree.children(SearchTree::ROOT).map(|at| tree.node(at));
        nodes.filter(|node| node.mv != best.mv && node.proof != Some(ProvenValue::Loss)).map(MoveStats::of)
    };
    // An average of few visits says little.
    let is_better = |other: &MoveStats| other.visits * 4 >= best.visits && other.win_rate() > best.win_rate();
    Some(RootStats {
        best: best.mv,
        visits: best.visits,
        second_visits: others().map(|other| other.visits).max().unwrap_or(0),
        is_best_on_average: !others().any(|other| is_better(&other)),
    })
}

/// Statistics of one root move, summed over all trees.
pub struct MoveStats {
    pub mv: Move,
    visits: u64,
    reward_sum: f64,
    proof: Option<ProvenValue>,
}

impl MoveStats {
    /// Returns the move to play: a proven win, or else the most visited move that is not a proven loss.
    pub fn best(trees: &[SearchTree]) -> Option<MoveStats> {
        let mut choices: Vec<MoveStats> = Vec::new();
        let mut indices: HashMap<Move, usize> = HashMap::new();
        for (number, tree) in trees.iter().enumerate() {
            for at in tree.children(SearchTree::ROOT) {
                let choice = MoveStats::of(tree.node(at));
                // A single tree, the usual case, has every move once.
                let existing = if number == 0 { None } else { indices.get(&choice.mv) };
                match existing {
                    Some(&index) => choices[index].merge(choice),
                    None => {
                        if trees.len() > 1 {
                            indices.insert(choice.mv, choices.len());
                        }
                        choices.push(choice);
                    }
                }
            }
        }
        let rank = |(order, choice): &(usize, MoveStats)| {
            let proven = match choice.proof {
                Some(ProvenValue::Win) => 2,
                Some(ProvenValue::Loss) => 0,
                _ => 1,
            };
            (proven, choice.visits, (choice.reward_sum * 1024.0) as u64, Reverse(*order))
        };
        choices.into_iter().enumerate().max_by_key(rank).map(|(_, choice)| choice)
    }

    fn of(node: &TreeNode) -> MoveStats {
        let (visits, reward_sum) = (u64::from(node.visits), f64::from(node.reward_sum()));
        MoveStats { mv: node.mv, visits, reward_sum, proof: node.proof }
    }

    /// Adds the statistics of another tree. A proof in either tree holds.
    fn merge(&mut self, other: MoveStats) {
        self.visits += other.visits;
        self.reward_sum += other.reward_sum;
        self.proof = self.proof.or(other.proof);
    }

    fn win_rate(&self) -> f32 {
        match self.proof {
            Some(ProvenValue::Win) => 1.0,
            Some(ProvenValue::Draw) => 0.5,
            Some(ProvenValue::Loss) => 0.0,
            None if self.visits == 0 => 0.5,
            None => (self.reward_sum / self.visits as f64) as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::bot::{Bot, Mcts, SearchLimit, SearchRequest};
    use houserule_script::lua::Library;
    use houserule_script::play::{Session, Workspace};

    fn open(game: &str, moves: &str) -> Session {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        let table = Workspace { library: Library::new(Vec::new()), seed: 1 };
        table.open(game, &[], None, &moves).unwrap_or_else(|error| panic!("{game}: {error}"))
    }

    /// Observer that stops a search after a number of calls.
    struct StopAfter {
        max_calls: usize,
        reports: Vec<SearchProgress>,
        result: Option<SearchProgress>,
    }

    impl SearchObserver for StopAfter {
        fn on_progress(&mut self, progress: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
            self.reports.push(progress());
            if self.reports.len() < self.max_calls { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }

        fn on_result(&mut self, result: SearchProgress) {
            self.result = Some(result);
        }
    }

    fn run_search(game: &str, moves: &str, threads: usize, limit: SearchLimit) -> (String, StopAfter) {
        let (mut session, mut observer) =
            (open(game, moves), StopAfter { max_calls: 20, reports: Vec::new(), result: None });
        let (seat, mut rng) = (session.game.seat(), Rng::new(3));
        let mut mcts = Mcts::unlimited().with_threads(threads);
        let before = session.game.position_hash();
        let mv = mcts
            .search(&mut session.game, &mut rng, SearchRequest { limit, ..SearchRequest::new(seat, &mut observer) })
            .unwrap_or_else(|fault| panic!("{fault}"))
            .expect("there is a move");
        assert_eq!(session.game.position_hash(), before);
        assert!(session.game.legal_moves().unwrap_or_default().contains(&mv), "{game}: a legal move");
        (session.move_text(mv), observer)
    }

    #[test]
    fn an_unlimited_search_ends_when_its_observer_stops_it() {
        for game in ["tak", "tak+late-walls", "trax", "tantrix+hidden-hands", "gobble"] {
            for threads in 1..4 {
                let (_, observer) = run_search(game, "", threads, SearchLimit::NONE);
                assert_eq!(observer.reports.len(), 20, "{game}");
                let result = observer.result.expect("the observer gets the result");
                let last = observer.reports.last().expect("it looked");
                assert!(result.playouts >= last.playouts && last.playouts > 0, "{game}: {result:?} after {last:?}");
                assert!((0.0..=1.0).contains(&result.win_rate) && !result.pv.is_empty(), "{game}: {result:?}");
            }
        }
    }

    #[test]
    fn a_principal_variation_can_be_played() {
        let (text, observer) = run_search("tak", "a1 e5 c3 c2 d3 b2", 2, SearchLimit::NONE);
        let mut session = open("tak", "a1 e5 c3 c2 d3 b2");
        let pv = observer.result.expect("the observer gets the result").pv;
        for (index, mv) in pv.into_iter().enumerate() {
            let written = session.move_text(mv);
            assert!(index > 0 || written == text);
            session.play(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        }
    }

    #[test]
    fn a_win_that_one_of_several_threads_proves_is_played() {
        for threads in 1..4 {
            let (text, observer) = run_search("tak", "a5 e1 d1 a4 c1 b4 b1 c4", threads, SearchLimit::NONE);
            let result = observer.result.expect("the observer gets the result");
            assert!(["a1", "Ca1"].contains(&text.as_str()), "{text}");
            assert_eq!((result.win_rate, result.is_proven), (1.0, true));
        }
    }

    #[test]
    fn a_search_limited_by_playouts_does_not_depend_on_threads() {
        let limit = SearchLimit { playouts: Some(300), ..SearchLimit::NONE };
        let search = |threads| {
            let mut session = open("tak", "a1 e5 c3");
            let (seat, mut rng) = (session.game.seat(), Rng::new(3));
            let mut observer = StopAfter { max_calls: usize::MAX, reports: Vec::new(), result: None };
            let mut mcts = Mcts::unlimited().with_threads(threads);
            let request = SearchRequest { limit, ..SearchRequest::new(seat, &mut observer) };
            let mv = mcts.search(&mut session.game, &mut rng, request);
            let result = observer.result.map(|found| (found.playouts, found.win_rate, found.pv));
            (mv.unwrap_or_else(|fault| panic!("{fault}")), result)
        };
        assert_eq!(search(1), search(2));
        assert_eq!(search(1).1.map(|found| found.0), Some(300));
    }
}
