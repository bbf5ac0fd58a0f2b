//! Many games on many threads, handed over in the order of their numbers: whoever takes them cannot tell how many threads
//! there were.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Instant;

sentence_errors! {
    /// A game that failed, by its number.
    RunError;
}

/// Who plays, and until when.
#[derive(Clone, Copy)]
pub struct RunConfig<'a> {
    pub threads: usize,
    /// Games that each thread plays before it hands them over.
    pub block: u64,
    /// Raised from outside: what is known by then is all.
    pub stop: &'a AtomicBool,
    pub deadline: Option<Instant>,
}

impl RunConfig<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// One stretch of games: those that were played, and what went wrong after them.
struct GameBlock<T> {
    played: Vec<T>,
    fault: Option<RunError>,
}

/// Plays the games of these numbers. `hire` gives each block somebody who plays a game, or gives up when asked to, so that
/// what a script keeps to itself from game to game follows from the numbers and not from the threads;
/// `take` gets every game in order and may say that it has enough. Gives how many were taken; the first fault ends it
/// all, after the games before it were taken.
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
            // Nobody waits for it once there is enough.
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
            // What comes before its turn waits. When everybody has left, nothing more comes.
            while !early.contains_key(&index) {
                match receive.recv() {
                    Ok((index, done)) => drop(early.insert(index, done)),
                    Err(_) => break,
                }
            }
            let Some(done) = early.remove(&index) else { break };
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
        // Those who wait to hand something over are let go.
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
