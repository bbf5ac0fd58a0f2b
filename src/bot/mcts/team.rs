//! Several threads that search the same position, each in a tree of its own. What they found is added up at the root.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::search::Search;
use super::tree::{Index, Proof, Tree};
use crate::bot::{Limit, Progress, Watch};
use crate::chance::Dice;
use crate::game::{Game, HookFault};
use crate::mechanics::{Move, Seat};

/// How often somebody who watches is asked.
const MOMENT: Duration = Duration::from_millis(1);

/// Playouts are added up in lots of so many.
const LOT: u64 = 32;

/// What the threads of a search share.
pub struct Team {
    started: Instant,
    limit: Limit,
    /// Raised by the first who finds the answer, fails or is told to stop.
    over: AtomicBool,
    playouts: AtomicU64,
}

impl Team {
    pub fn new(limit: Limit, started: Instant) -> Team {
        Team { started, limit, over: AtomicBool::new(false), playouts: AtomicU64::new(0) }
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
                        let search = parcel.open().and_then(|game| Search::new(game, seat, threads));
                        self.told(search.and_then(|search| self.explore(search, tree, &mut dice, None)))
                    })
                })
                .collect();
            let search = game.fork().and_then(|game| Search::new(game, seat, threads));
            let own = self.told(search.and_then(|search| self.explore(search, own, dice, Some(watch))));
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
        match tree {
            Some(tree) => search.tree = tree,
            None => search.begin(dice)?,
        }
        let (mut played, mut next) = (0, Duration::ZERO);
        while !search.is_settled() {
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
        for tree in trees {
            for at in tree.children(Tree::ROOT) {
                Choice::add(&mut choices, tree, at);
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

    fn add(choices: &mut Vec<Choice>, tree: &Tree, at: Index) {
        let node = tree.node(at);
        let (visits, sum) = (u64::from(node.visits), f64::from(node.sum()));
        match choices.iter_mut().find(|choice| choice.mv == node.mv) {
            Some(choice) => {
                choice.visits += visits;
                choice.sum += sum;
                choice.proof = choice.proof.or(node.proof);
            }
            None => choices.push(Choice { mv: node.mv, visits, sum, proof: node.proof }),
        }
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
