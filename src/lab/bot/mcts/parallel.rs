//! Root parallelization: several threads search the same position in separate trees, and the statistics are summed at
//! the root.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::search::MctsSearch;
use super::tree::{ProvenValue, SearchTree, TreeNode};
use crate::bot::{SearchLimit, SearchObserver, SearchProgress};
use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_script::game::{BotScript, Game, HookFault};

/// Interval between calls of the observer.
const OBSERVER_INTERVAL: Duration = Duration::from_millis(1);

/// Playouts are added to the shared counter in batches of this size.
const LOT: u64 = 32;

/// Positions a playout-limited search may evaluate per playout to expand nodes. Boards with hundreds of moves need
/// fewer; with tens of thousands of moves, a level would take a hundred times as long as elsewhere.
const PER_PLAYOUT: u64 = 128;

/// State shared by the threads of a search.
pub struct ParallelSearch<'a> {
    /// Script that evaluates positions.
    judge: Option<&'a dyn BotScript>,
    started: Instant,
    limit: SearchLimit,
    /// Whether the observer wants the value of the best move, not only the move.
    wants_worth: bool,
    /// Set by the first thread that solves the position, fails or is stopped.
    over: AtomicBool,
    playouts: AtomicU64,
    /// Positions evaluated by threads that have ended.
    positions: AtomicU64,
}

impl<'a> ParallelSearch<'a> {
    pub fn new(
        limit: SearchLimit,
        started: Instant,
        judge: Option<&'a dyn BotScript>,
        wants_worth: bool,
    ) -> ParallelSearch<'a> {
        let (over, playouts, positions) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
        ParallelSearch { judge, started, limit, wants_worth, over, playouts, positions }
    }

    /// Searches with one thread per entry of `trees`, reusing the trees that are given, and returns the trees.
    pub fn search(
        &self,
        game: &Game,
        seat: Seat,
        trees: Vec<Option<SearchTree>>,
        rng: &mut Rng,
        watch: &mut dyn SearchObserver,
    ) -> Result<Vec<SearchTree>, HookFault> {
        let threads = trees.len().max(1);
        let mut trees = trees.into_iter();
        let own = trees.next().flatten();
        std::thread::scope(|scope| {
            let helpers: Vec<_> = trees
                .map(|tree| {
                    let (snapshot, mut rng) = (game.snapshot(), Rng::new(rng.below(usize::MAX) as u64));
                    scope.spawn(move || {
                        let search = MctsSearch::new(snapshot.open(), seat, threads);
                        self.told(self.explore(search, tree, &mut rng, None))
                    })
                })
                .collect();
            let search = MctsSearch::new(game.fork(), seat, threads);
            let own = self.told(self.explore(search, own, rng, Some(watch)));
            self.over.store(true, Ordering::Relaxed);
            let others = helpers
                .into_iter()
                .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            std::iter::once(own).chain(others).collect()
        })
    }

    /// Stops the other threads on failure.
    fn told<T>(&self, result: Result<T, HookFault>) -> Result<T, HookFault> {
        result.inspect_err(|_| self.over.store(true, Ordering::Relaxed))
    }

    /// Body of one thread.
    fn explore(
        &self,
        mut search: MctsSearch,
        tree: Option<SearchTree>,
        rng: &mut Rng,
        mut watch: Option<&mut dyn SearchObserver>,
    ) -> Result<SearchTree, HookFault> {
        if let Some(judge) = self.judge {
            search.ask(judge)?;
        }
        search.until = self.limit.time.and_then(|time| self.started.checked_add(time));
        match tree {
            Some(tree) => search.tree = tree,
            None => search.begin(rng)?,
        }
        let begun_with = search.positions;
        search.allowance = self.limit.playouts.map(|most| begun_with + most.saturating_mul(PER_PLAYOUT));
        let (mut played, mut next) = (0, Duration::ZERO);
        while !search.is_settled(self.wants_worth) {
            let time = self.started.elapsed();
            if self.is_over(played, time) {
                break;
            }
            if let Some(watch) = watch.as_mut().filter(|_| time >= next) {
                next = time + OBSERVER_INTERVAL;
                let so_far = || self.progress(std::slice::from_ref(&search.tree), played % LOT);
                if watch.look(&so_far).is_break() {
                    self.over.store(true, Ordering::Relaxed);
                }
            }
            // Beyond this number of visits the sums would stop growing.
            if search.tree.is_saturated() && self.limit.playouts.is_none() {
                std::thread::sleep(OBSERVER_INTERVAL);
                continue;
            }
            search.simulate(rng)?;
            played += 1;
            if played.is_multiple_of(LOT) {
                self.playouts.fetch_add(LOT, Ordering::Relaxed);
            }
        }
        self.playouts.fetch_add(played % LOT, Ordering::Relaxed);
        self.positions.fetch_add(search.positions, Ordering::Relaxed);
        self.over.store(true, Ordering::Relaxed);
        Ok(search.tree)
    }

    fn is_over(&self, played: u64, time: Duration) -> bool {
        self.limit.playouts.is_some_and(|most| played >= most)
            || self.limit.time.is_some_and(|most| time >= most)
            || self.over.load(Ordering::Relaxed)
    }

    /// Progress according to some trees; `more` playouts are not yet in the shared counter.
    pub fn progress(&self, trees: &[SearchTree], more: u64) -> SearchProgress {
        let mut progress = SearchProgress {
            playouts: self.playouts.load(Ordering::Relaxed) + more,
            positions: self.positions.load(Ordering::Relaxed),
            time: self.started.elapsed(),
            win_rate: 0.5,
            is_proven: false,
            line: Vec::new(),
        };
        let Some(best) = MoveStats::best(trees) else { return progress };
        progress.win_rate = best.win_rate();
        progress.is_proven = best.proof.is_some();
        progress.line.push(best.mv);
        let below = |tree: &'_ SearchTree| Some((tree.node(tree.child(best.mv)?).visits, tree.child(best.mv)?));
        let deepest = trees.iter().filter_map(|tree| Some((below(tree)?, tree))).max_by_key(|(at, _)| *at);
        if let Some(((_, child), tree)) = deepest {
            progress.line.extend(tree.principal_variation(child));
        }
        progress
    }
}

/// Statistics of one root move, summed over all trees.
pub struct MoveStats {
    pub mv: Move,
    visits: u64,
    sum: f64,
    proof: Option<ProvenValue>,
}

impl MoveStats {
    /// The move to play: a proven win, or else the most visited move that is not a proven loss.
    pub fn best(trees: &[SearchTree]) -> Option<MoveStats> {
        let mut choices: Vec<MoveStats> = Vec::new();
        let mut places: HashMap<Move, usize> = HashMap::new();
        for (number, tree) in trees.iter().enumerate() {
            for at in tree.children(SearchTree::ROOT) {
                let choice = MoveStats::of(tree.node(at));
                // With a single tree, the usual case, every move occurs once.
                let known = if number == 0 { None } else { places.get(&choice.mv) };
                match known {
                    Some(&place) => choices[place].join(choice),
                    None => {
                        if trees.len() > 1 {
                            places.insert(choice.mv, choices.len());
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
            (proven, choice.visits, (choice.sum * 1024.0) as u64, Reverse(*order))
        };
        choices.into_iter().enumerate().max_by_key(rank).map(|(_, choice)| choice)
    }

    fn of(node: &TreeNode) -> MoveStats {
        let (visits, sum) = (u64::from(node.visits), f64::from(node.sum()));
        MoveStats { mv: node.mv, visits, sum, proof: node.proof }
    }

    /// Adds the statistics of another tree; a proof in either tree holds.
    fn join(&mut self, other: MoveStats) {
        self.visits += other.visits;
        self.sum += other.sum;
        self.proof = self.proof.or(other.proof);
    }

    fn win_rate(&self) -> f32 {
        match self.proof {
            Some(ProvenValue::Win) => 1.0,
            Some(ProvenValue::Draw) => 0.5,
            Some(ProvenValue::Loss) => 0.0,
            None if self.visits == 0 => 0.5,
            None => (self.sum / self.visits as f64) as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::bot::{Bot, Mcts, SearchRequest};
    use houserule_script::lua::Library;
    use houserule_script::play::{Session, Workspace};

    fn open(game: &str, moves: &str) -> Session {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        let table = Workspace { library: Library::new(Vec::new()), seed: 1 };
        table.open(game, &[], None, &moves).unwrap_or_else(|error| panic!("{game}: {error}"))
    }

    /// Observer that stops a search after a number of calls.
    struct StopAfter {
        looks: usize,
        seen: Vec<SearchProgress>,
        found: Option<SearchProgress>,
    }

    impl SearchObserver for StopAfter {
        fn look(&mut self, so_far: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
            self.seen.push(so_far());
            if self.seen.len() < self.looks { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }

        fn learn(&mut self, found: SearchProgress) {
            self.found = Some(found);
        }
    }

    fn searched(game: &str, moves: &str, threads: usize, limit: SearchLimit) -> (String, StopAfter) {
        let (mut session, mut watch) = (open(game, moves), StopAfter { looks: 20, seen: Vec::new(), found: None });
        let (seat, mut rng) = (session.game.seat(), Rng::new(3));
        let mut mcts = Mcts::endless().on(threads);
        let before = session.game.key();
        let mv = mcts
            .search(&mut session.game, &mut rng, SearchRequest { seat, limit, observer: &mut watch })
            .unwrap_or_else(|fault| panic!("{fault}"))
            .expect("there is a move");
        assert_eq!(session.game.key(), before);
        assert!(session.game.legal_moves().unwrap_or_default().contains(&mv), "{game}: a legal move");
        (session.written(mv), watch)
    }

    #[test]
    fn a_search_without_an_end_ends_when_its_watcher_says_so() {
        for game in ["tak", "tak+late-walls", "trax", "tantrix+hidden-hands", "gobble"] {
            for threads in 1..4 {
                let (_, watch) = searched(game, "", threads, SearchLimit::NONE);
                assert_eq!(watch.seen.len(), 20, "{game}");
                let found = watch.found.expect("told what was found");
                let last = watch.seen.last().expect("it looked");
                assert!(found.playouts >= last.playouts && last.playouts > 0, "{game}: {found:?} after {last:?}");
                assert!((0.0..=1.0).contains(&found.win_rate) && !found.line.is_empty(), "{game}: {found:?}");
            }
        }
    }

    #[test]
    fn a_line_of_play_can_be_played() {
        let (text, watch) = searched("tak", "a1 e5 c3 c2 d3 b2", 2, SearchLimit::NONE);
        let mut session = open("tak", "a1 e5 c3 c2 d3 b2");
        let line = watch.found.expect("told what was found").line;
        for (index, mv) in line.into_iter().enumerate() {
            let written = session.written(mv);
            assert!(index > 0 || written == text);
            session.play(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        }
    }

    #[test]
    fn a_win_that_one_of_several_threads_proves_is_played() {
        for threads in 1..4 {
            let (text, watch) = searched("tak", "a5 e1 d1 a4 c1 b4 b1 c4", threads, SearchLimit::NONE);
            let found = watch.found.expect("told what was found");
            assert!(["a1", "Ca1"].contains(&text.as_str()), "{text}");
            assert_eq!((found.win_rate, found.is_proven), (1.0, true));
        }
    }

    #[test]
    fn what_is_limited_by_playouts_is_the_same_on_any_number_of_threads() {
        let limit = SearchLimit { playouts: Some(300), ..SearchLimit::NONE };
        let told = |threads| {
            let mut session = open("tak", "a1 e5 c3");
            let (seat, mut rng) = (session.game.seat(), Rng::new(3));
            let mut watch = StopAfter { looks: usize::MAX, seen: Vec::new(), found: None };
            let mut mcts = Mcts::endless().on(threads);
            let mv = mcts.search(&mut session.game, &mut rng, SearchRequest { seat, limit, observer: &mut watch });
            let found = watch.found.map(|found| (found.playouts, found.win_rate, found.line));
            (mv.unwrap_or_else(|fault| panic!("{fault}")), found)
        };
        assert_eq!(told(1), told(2));
        assert_eq!(told(1).1.map(|found| found.0), Some(300));
    }
}
