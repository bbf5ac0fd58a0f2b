//! Several threads that search the same position, each in a tree of its own. What they found is added up at the root.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::search::Search;
use super::tree::{Node, Proof, Tree};
use crate::bot::{Limit, Progress, Watch};
use crate::chance::Dice;
use crate::game::{Game, HookFault, Thinker};
use crate::mechanics::{Move, Seat};

/// How often somebody who watches is asked.
const MOMENT: Duration = Duration::from_millis(1);

/// Playouts are added up in lots of so many.
const LOT: u64 = 32;

/// How many positions a search that counts playouts may look at for each, to hang moves below their nodes. On boards with
/// hundreds of moves it takes fewer; with tens of thousands a level would take a hundred times as long as elsewhere.
const PER_PLAYOUT: u64 = 128;

/// What the threads of a search share.
pub struct Team<'a> {
    /// A script that judges positions.
    judge: Option<&'a dyn Thinker>,
    started: Instant,
    limit: Limit,
    /// Whether somebody wants to know what the best move is worth, and not only which it is.
    wants_worth: bool,
    /// Raised by the first who finds the answer, fails or is told to stop.
    over: AtomicBool,
    playouts: AtomicU64,
    /// Positions that those who have ended looked at.
    positions: AtomicU64,
}

impl<'a> Team<'a> {
    pub fn new(
        limit: Limit,
        started: Instant,
        judge: Option<&'a dyn Thinker>,
        wants_worth: bool,
    ) -> Team<'a> {
        let (over, playouts, positions) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
        Team { judge, started, limit, wants_worth, over, playouts, positions }
    }

    /// Searches with as many threads as there are places for trees, of which some may be known from before. Gives the trees.
    pub fn search(
        &self,
        game: &Game,
        seat: Seat,
        trees: Vec<Option<Tree>>,
        dice: &mut Dice,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Tree>, HookFault> {
        let threads = trees.len().max(1);
        let mut trees = trees.into_iter();
        let own = trees.next().flatten();
        std::thread::scope(|scope| {
            let helpers: Vec<_> = trees
                .map(|tree| {
                    let (parcel, mut dice) = (game.parcel(), Dice::new(dice.below(usize::MAX) as u64));
                    scope.spawn(move || {
                        let search = Search::new(parcel.open(), seat, threads);
                        self.told(self.explore(search, tree, &mut dice, None))
                    })
                })
                .collect();
            let search = Search::new(game.fork(), seat, threads);
            let own = self.told(self.explore(search, own, dice, Some(watch)));
            self.over.store(true, Ordering::Relaxed);
            let others = helpers
                .into_iter()
                .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            std::iter::once(own).chain(others).collect()
        })
    }

    /// Whoever fails stops the others.
    fn told<T>(&self, result: Result<T, HookFault>) -> Result<T, HookFault> {
        result.inspect_err(|_| self.over.store(true, Ordering::Relaxed))
    }

    /// What one thread does.
    fn explore(
        &self,
        mut search: Search,
        tree: Option<Tree>,
        dice: &mut Dice,
        mut watch: Option<&mut dyn Watch>,
    ) -> Result<Tree, HookFault> {
        if let Some(judge) = self.judge {
            search.ask(judge)?;
        }
        search.until = self.limit.time.and_then(|time| self.started.checked_add(time));
        match tree {
            Some(tree) => search.tree = tree,
            None => search.begin(dice)?,
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
                next = time + MOMENT;
                let so_far = || self.progress(std::slice::from_ref(&search.tree), played % LOT);
                if watch.look(&so_far).is_break() {
                    self.over.store(true, Ordering::Relaxed);
                }
            }
            // Past that its sums would not grow any more.
            if search.tree.is_sated() && self.limit.playouts.is_none() {
                std::thread::sleep(MOMENT);
                continue;
            }
            search.simulate(dice)?;
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

    /// What some trees tell; `more` playouts are not added up yet.
    pub fn progress(&self, trees: &[Tree], more: u64) -> Progress {
        let mut progress = Progress {
            playouts: self.playouts.load(Ordering::Relaxed) + more,
            positions: self.positions.load(Ordering::Relaxed),
            time: self.started.elapsed(),
            worth: 0.5,
            is_proven: false,
            line: Vec::new(),
        };
        let Some(best) = Choice::best(trees) else { return progress };
        progress.worth = best.worth();
        progress.is_proven = best.proof.is_some();
        progress.line.push(best.mv);
        let below = |tree: &'_ Tree| Some((tree.node(tree.child(best.mv)?).visits, tree.child(best.mv)?));
        let deepest = trees.iter().filter_map(|tree| Some((below(tree)?, tree))).max_by_key(|(at, _)| *at);
        if let Some(((_, child), tree)) = deepest {
            progress.line.extend(tree.line(child));
        }
        progress
    }
}

/// What all trees together know of a move.
pub struct Choice {
    pub mv: Move,
    visits: u64,
    sum: f64,
    proof: Option<Proof>,
}

impl Choice {
    /// The move to play: one that is proven to win, or else the one most often tried of those that are not lost.
    pub fn best(trees: &[Tree]) -> Option<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        let mut places: HashMap<Move, usize> = HashMap::new();
        for (number, tree) in trees.iter().enumerate() {
            for at in tree.children(Tree::ROOT) {
                let choice = Choice::of(tree.node(at));
                // One tree alone, as mostly, has every move once.
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
        let rank = |(order, choice): &(usize, Choice)| {
            let proven = match choice.proof {
                Some(Proof::Win) => 2,
                Some(Proof::Loss) => 0,
                _ => 1,
            };
            (proven, choice.visits, (choice.sum * 1024.0) as u64, Reverse(*order))
        };
        choices.into_iter().enumerate().max_by_key(rank).map(|(_, choice)| choice)
    }

    fn of(node: &Node) -> Choice {
        let (visits, sum) = (u64::from(node.visits), f64::from(node.sum()));
        Choice { mv: node.mv, visits, sum, proof: node.proof }
    }

    /// Adds what another tree knows; what is proven in one is proven.
    fn join(&mut self, other: Choice) {
        self.visits += other.visits;
        self.sum += other.sum;
        self.proof = self.proof.or(other.proof);
    }

    fn worth(&self) -> f32 {
        match self.proof {
            Some(Proof::Win) => 1.0,
            Some(Proof::Draw) => 0.5,
            Some(Proof::Loss) => 0.0,
            None if self.visits == 0 => 0.5,
            None => (self.sum / self.visits as f64) as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::bot::{Bot, Mcts};
    use crate::play::{Session, Table};
    use crate::script::Library;

    fn open(game: &str, moves: &str) -> Session {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        let table = Table { library: Library::new(Vec::new()), seed: 1 };
        table.open(game, &[], None, &moves).unwrap_or_else(|error| panic!("{game}: {error}"))
    }

    /// Somebody who stops a search after so many looks.
    struct Impatient {
        looks: usize,
        seen: Vec<Progress>,
        found: Option<Progress>,
    }

    impl Watch for Impatient {
        fn look(&mut self, so_far: &dyn Fn() -> Progress) -> ControlFlow<()> {
            self.seen.push(so_far());
            if self.seen.len() < self.looks { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }

        fn learn(&mut self, found: Progress) {
            self.found = Some(found);
        }
    }

    fn searched(game: &str, moves: &str, threads: usize, limit: Limit) -> (String, Impatient) {
        let (mut session, mut watch) =
            (open(game, moves), Impatient { looks: 20, seen: Vec::new(), found: None });
        let (seat, mut dice) = (session.game.seat(), Dice::new(3));
        let mut mcts = Mcts::endless().on(threads);
        let before = session.game.key();
        let mv = mcts
            .choose_watched(&mut session.game, seat, &mut dice, limit, &mut watch)
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
                let (_, watch) = searched(game, "", threads, Limit::NONE);
                assert_eq!(watch.seen.len(), 20, "{game}");
                let found = watch.found.expect("told what was found");
                let last = watch.seen.last().expect("it looked");
                assert!(
                    found.playouts >= last.playouts && last.playouts > 0,
                    "{game}: {found:?} after {last:?}"
                );
                assert!((0.0..=1.0).contains(&found.worth) && !found.line.is_empty(), "{game}: {found:?}");
            }
        }
    }

    #[test]
    fn a_line_of_play_can_be_played() {
        let (text, watch) = searched("tak", "a1 e5 c3 c2 d3 b2", 2, Limit::NONE);
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
            let (text, watch) = searched("tak", "a5 e1 d1 a4 c1 b4 b1 c4", threads, Limit::NONE);
            let found = watch.found.expect("told what was found");
            assert!(["a1", "Ca1"].contains(&text.as_str()), "{text}");
            assert_eq!((found.worth, found.is_proven), (1.0, true));
        }
    }

    #[test]
    fn what_is_limited_by_playouts_is_the_same_on_any_number_of_threads() {
        let limit = Limit { playouts: Some(300), ..Limit::NONE };
        let told = |threads| {
            let mut session = open("tak", "a1 e5 c3");
            let (seat, mut dice) = (session.game.seat(), Dice::new(3));
            let mut watch = Impatient { looks: usize::MAX, seen: Vec::new(), found: None };
            let mut mcts = Mcts::endless().on(threads);
            let mv = mcts.choose_watched(&mut session.game, seat, &mut dice, limit, &mut watch);
            let found = watch.found.map(|found| (found.playouts, found.worth, found.line));
            (mv.unwrap_or_else(|fault| panic!("{fault}")), found)
        };
        assert_eq!(told(1), told(2));
        assert_eq!(told(1).1.map(|found| found.0), Some(300));
    }
}
