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

/// Who plays, and until when.
#[derive(Clone, Copy)]
pub struct RunConfig<'a> {
    pub threads: usize,
    /// Number of games that each thread plays before it delivers them.
    pub block: u64,
    /// Set from outside to end the run with the games delivered so far.
    pub stop: &'a AtomicBool,
    pub deadline: Option<Instant>,
}

impl RunConfig<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Block of games: those that were played, and the error after them.
struct GameBlock<T> {
    played: Vec<T>,
    fault: Option<RunError>,
}

/// Block of an index. Blocks that arrive early wait; when all threads have ended, nothing more arrives.
fn next_block<T>(
    receive: &Receiver<(u64, GameBlock<T>)>,
    early: &mut BTreeMap<u64, GameBlock<T>>,
    index: u64,
) -> Option<GameBlock<T>> {
    while !early.contains_key(&index) {
        let (index, done) = receive.recv().ok()?;
        early.insert(index, done);
    }
    early.remove(&index)
}

/// Plays the games with these numbers. `make_worker` creates a worker for each block, which plays a game or gives up
/// when asked to, so that hidden state of scripts depends on the numbers and not on the threads. `take` gets every game
/// in order and may stop the run. Returns the number of games taken; the first error ends the run after the games
/// before it were taken.
pub fn run<T, W, E>(
    numbers: Range<u64>,
    run_config: &RunConfig,
    make_worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<()>,
) -> (u64, Result<(), RunError>)
where
    T: Send,
    W: FnMut(u64, &dyn Fn() -> bool) -> Result<Option<T>, E>,
    E: Display,
{
    let block = run_config.block.max(1);
    let blocks = (numbers.end - numbers.start).div_ceil(block);
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let is_over = || enough.load(Ordering::Relaxed) || run_config.is_over();
    let (send, receive) = sync_channel::<(u64, GameBlock<T>)>(4 * run_config.threads.max(1));
    let work = |send: SyncSender<(u64, GameBlock<T>)>| {
        while !is_over() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= blocks {
                break;
            }
            let from = numbers.start + index * block;
            let done = GameBlock::play(from..numbers.end.min(from + block), &mut make_worker(), &is_over);
            // The receiver is gone once it has enough.
            if send.send((index, done)).is_err() {
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
        let (mut early, mut taken, mut result) = (BTreeMap::new(), 0, Ok(()));
        for index in 0..blocks {
            let Some(done) = next_block(&receive, &mut early, index) else { break };
            let is_whole = done.played.len() as u64 == block.min(numbers.end - numbers.start - index * block);
            let mut flow = ControlFlow::Continue(());
            for played in done.played {
                flow = take(numbers.start + taken, played);
                taken += 1;
                if flow.is_break() {
                    break;
                }
            }
            if flow.is_break() || !is_whole {
                result = done.fault.filter(|_| flow.is_continue()).map_or(Ok(()), Err);
                break;
            }
        }
        enough.store(true, Ordering::Relaxed);
        // Releases threads that wait to deliver.
        drop(receive);
        (taken, result)
    })
}

impl<T> GameBlock<T> {
    fn play<E: Display>(
        numbers: Range<u64>,
        play: &mut impl FnMut(u64, &dyn Fn() -> bool) -> Result<Option<T>, E>,
        is_over: &dyn Fn() -> bool,
    ) -> GameBlock<T> {
        let mut block = GameBlock { played: Vec::new(), fault: None };
        for number in numbers {
            if is_over() {
                break;
            }
            match play(number, is_over) {
                Ok(Some(played)) => block.played.push(played),
                Ok(None) => break,
                Err(error) => {
                    block.fault = Some(format!("game {}: {error}", number + 1).into());
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

    fn squares(run_config: &RunConfig, most: usize) -> (Vec<(u64, u64)>, u64, Result<(), RunError>) {
        let mut taken = Vec::new();
        let hire = || {
            |number: u64, _: &dyn Fn() -> bool| match number {
                77 => Err("seven"),
                number => Ok(Some(number * number)),
            }
        };
        let (count, result) = run(5..100, run_config, hire, |number, square| {
            taken.push((number, square));
            if taken.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (taken, count, result)
    }

    #[test]
    fn games_come_in_order_until_there_is_enough_or_one_fails_whatever_the_threads() {
        let go = AtomicBool::new(false);
        let upto = |end: u64| (5..end).map(|number| (number, number * number)).collect::<Vec<_>>();
        for threads in 1..5 {
            for block in [1, 7, 200] {
                let run_config = RunConfig { threads, block, stop: &go, deadline: None };
                assert_eq!(squares(&run_config, 20), (upto(25), 20, Ok(())));
                assert_eq!(squares(&run_config, 99), (upto(77), 72, Err("game 78: seven".into())));
            }
        }
    }

    #[test]
    fn whoever_is_stopped_at_once_has_nothing() {
        let (stop, go) = (AtomicBool::new(true), AtomicBool::new(false));
        let late = Some(Instant::now());
        let crews = [
            RunConfig { threads: 2, block: 3, stop: &stop, deadline: None },
            RunConfig { threads: 2, block: 3, stop: &go, deadline: late },
        ];
        for run_config in crews {
            assert_eq!(squares(&run_config, 20), (vec![], 0, Ok(())));
        }
    }
}
