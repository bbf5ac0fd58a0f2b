//! Parallel run of many games, delivered in the order of their numbers, so that the result does not depend on the
//! number of threads.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;

sentence_errors! {
    /// A game that failed, by its number.
    RunError;
}

/// Threads of a run, and when it ends.
#[derive(Clone, Copy)]
pub struct RunConfig<'a> {
    pub threads: usize,
    /// Number of games that each thread plays before it delivers them.
    pub block_size: u64,
    /// Stop flag: ends the run with the games delivered so far.
    pub stop: &'a AtomicBool,
    pub deadline: Option<Instant>,
}

impl RunConfig<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Block of games, and the error that ended it.
struct GameBlock<T> {
    games: Vec<T>,
    error: Option<RunError>,
}

/// Receives the block with this index, keeping those that arrive early; `None` when all threads have ended.
fn next_block<T>(
    receive: &Receiver<(u64, GameBlock<T>)>,
    early: &mut BTreeMap<u64, GameBlock<T>>,
    index: u64,
) -> Option<GameBlock<T>> {
    while !early.contains_key(&index) {
        let (index, block) = receive.recv().ok()?;
        early.insert(index, block);
    }
    early.remove(&index)
}

/// Plays the games with these numbers. `make_worker` creates a worker for each block, so that hidden state of scripts
/// depends on the numbers and not on the threads; a worker returns `None` if it is stopped. `on_game` gets every game
/// in order and may stop the run. Returns the number of games delivered. The first error ends the run after the games
/// before it were delivered.
pub fn run<T, W, E>(
    numbers: Range<u64>,
    run_config: &RunConfig,
    make_worker: impl Fn() -> W + Sync,
    mut on_game: impl FnMut(u64, T) -> ControlFlow<()>,
) -> (u64, Result<(), RunError>)
where
    T: Send,
    W: FnMut(u64, &dyn Fn() -> bool) -> Result<Option<T>, E>,
    E: Display,
{
    let block_size = run_config.block_size.max(1);
    let blocks = (numbers.end - numbers.start).div_ceil(block_size);
    let (next_index, is_stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let is_over = || is_stopped.load(Ordering::Relaxed) || run_config.is_over();
    let (send, receive) = sync_channel::<(u64, GameBlock<T>)>(4 * run_config.threads.max(1));
    let work = |send: SyncSender<(u64, GameBlock<T>)>| {
        while !is_over() {
            let index = next_index.fetch_add(1, Ordering::Relaxed);
            if index >= blocks {
                break;
            }
            let from = numbers.start + index * block_size;
            let block = GameBlock::play(from..numbers.end.min(from + block_size), &mut make_worker(), &is_over);
            // The receiver is dropped once the run has ended.
            if send.send((index, block)).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        for _ in 0..run_config.threads.max(1) {
            let send = send.clone();
            scope.spawn(move || work(send));
        }
        drop(send);
        let (mut early, mut delivered, mut result) = (BTreeMap::new(), 0, Ok(()));
        for index in 0..blocks {
            let Some(block) = next_block(&receive, &mut early, index) else { break };
            let is_complete =
                block.games.len() as u64 == block_size.min(numbers.end - numbers.start - index * block_size);
            let flow = block.games.into_iter().try_for_each(|game| {
                delivered += 1;
                on_game(numbers.start + delivered - 1, game)
            });
            if flow.is_break() || !is_complete {
                result = block.error.filter(|_| flow.is_continue()).map_or(Ok(()), Err);
                break;
            }
        }
        is_stopped.store(true, Ordering::Relaxed);
        // Releases threads that are blocked in `send`.
        drop(receive);
        (delivered, result)
    })
}

impl<T> GameBlock<T> {
    fn play<E: Display>(
        numbers: Range<u64>,
        play_game: &mut impl FnMut(u64, &dyn Fn() -> bool) -> Result<Option<T>, E>,
        is_over: &dyn Fn() -> bool,
    ) -> GameBlock<T> {
        let mut block = GameBlock { games: Vec::new(), error: None };
        for number in numbers {
            if is_over() {
                break;
            }
            match play_game(number, is_over) {
                Ok(Some(game)) => block.games.push(game),
                Ok(None) => break,
                Err(error) => {
                    block.error = Some(format!("game {}: {error}", number + 1).into());
                    break;
                }
            }
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(run_config: &RunConfig, max_games: usize) -> (Vec<(u64, u64)>, u64, Result<(), RunError>) {
        let mut taken = Vec::new();
        let make_worker = || {
            |number: u64, _: &dyn Fn() -> bool| match number {
                77 => Err("seven"),
                number => Ok(Some(number * number)),
            }
        };
        let (count, result) = run(5..100, run_config, make_worker, |number, square| {
            taken.push((number, square));
            if taken.len() == max_games { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (taken, count, result)
    }

    #[test]
    fn games_arrive_in_order_on_any_number_of_threads() {
        let stop = AtomicBool::new(false);
        let expected = |end: u64| (5..end).map(|number| (number, number * number)).collect::<Vec<_>>();
        for threads in 1..5 {
            for block_size in [1, 7, 200] {
                let run_config = RunConfig { threads, block_size, stop: &stop, deadline: None };
                assert_eq!(squares(&run_config, 20), (expected(25), 20, Ok(())));
                assert_eq!(squares(&run_config, 99), (expected(77), 72, Err("game 78: seven".into())));
            }
        }
    }

    #[test]
    fn a_run_that_is_stopped_at_once_delivers_nothing() {
        let (stopped, running) = (AtomicBool::new(true), AtomicBool::new(false));
        let past = Some(Instant::now());
        let configs = [
            RunConfig { threads: 2, block_size: 3, stop: &stopped, deadline: None },
            RunConfig { threads: 2, block_size: 3, stop: &running, deadline: past },
        ];
        for run_config in configs {
            assert_eq!(squares(&run_config, 20), (vec![], 0, Ok(())));
        }
    }
}
