//! How many games a search plays out in a second, on one thread and on several.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;

use serde::Deserialize;

use super::super::args::WithArgs;
use super::super::{Done, table};
use super::{ROUND, ROUNDS};
use crate::bot::{Bot, Limit, Mcts, Progress, Watch};
use crate::chance::Dice;

#[derive(Deserialize)]
pub struct Thought {
    pub name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    #[serde(default)]
    moves: String,
    threads: Vec<usize>,
}

/// Somebody who only wants to know how many there were.
#[derive(Default)]
struct Counter(Option<Progress>);

impl Watch for Counter {
    fn look(&mut self, _: &dyn Fn() -> Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn learn(&mut self, found: Progress) {
        self.0 = Some(found);
    }
}

impl Thought {
    pub fn speeds(&self, out: &mut dyn Write) -> Done {
        let table = table(&WithArgs::default())?;
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_string).collect();
        let mut session = table.open(&self.game, &sets, None, &moves)?;
        let seat = session.game.seat();
        let mut first = None;
        for &threads in &self.threads {
            let mut best: f64 = 0.0;
            for round in 0..ROUNDS {
                let (mut mcts, mut counter) = (Mcts::endless().on(threads), Counter::default());
                let (mut dice, limit) = (Dice::new(round as u64), Limit { time: Some(ROUND), ..Limit::NONE });
                mcts.choose_watched(&mut session.game, seat, &mut dice, limit, &mut counter)?;
                let rate = |found: Progress| found.playouts as f64 / found.time.as_secs_f64();
                best = best.max(counter.0.map_or(0.0, rate));
            }
            let kind =
                if session.game.board().is_telling() { "cut-short-by-the-measure" } else { "to-the-end" };
            writeln!(out, "{}-threads-{threads} {best:.0} simulations-{kind}/s", self.name)?;
            match first {
                None => first = Some(best),
                Some(first) => {
                    writeln!(out, "{}-gain-{threads} {:.2} of one thread", self.name, best / first)?
                }
            }
            out.flush()?;
        }
        Ok(())
    }
}
