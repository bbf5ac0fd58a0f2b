//! Round-robin tournament: every bot meets every other, on all seats equally, and their ratings.

mod text;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::experiment::{Experiment, GameResult, seed_of};
use super::report::csv_table;
use super::run::{RunConfig, RunError, run};
use super::statistics::{CONFIDENCE, Elo, Interval, Meeting, Paired, Ratings, Sequence, holm, ratings, wilson};
use super::tally::{POINTS_PER_GAME, ResultCounts};
use super::text::settings;
use crate::bot::BotName;
use houserule_core::mechanics::Seat;
use houserule_script::game::BotError;
use houserule_script::lua::{LoadError, Ruleset};

/// Number of games of a pair between two looks, if play continues until the result is clear.
const LOOK: u64 = 10;

/// Two bots and their results.
pub struct Pair {
    /// Indices into the list.
    pub bots: [usize; 2],
    /// If the number of seats is odd, either bot gets the extra seat in turn.
    line_ups: Vec<Experiment>,
    /// From the first bot's view.
    pub results: ResultCounts,
    pub unfinished: u64,
    /// Whether it stopped early because the result is clear.
    pub is_settled: bool,
}

pub struct Tournament {
    pub game: String,
    pub bots: Vec<String>,
    pub pairs: Vec<Pair>,
    /// Stop when it is known which of a pair is stronger, or that neither is by more than this many percentage points.
    pub until: Option<f64>,
    seats: u64,
}

impl Tournament {
    pub fn new(
        ruleset: &Ruleset,
        bots: &[BotName],
        seed: u64,
        longest: Option<usize>,
        records: Option<&str>,
    ) -> Result<Tournament, BotError> {
        let names = &ruleset.plan.names;
        if names.teams.len() < 2 {
            bail!("{} is played alone; a tournament takes at least two", ruleset.reference);
        }
        if bots.len() < 2 {
            return Err("a tournament takes at least two bots; name them with --bots easy,medium".into());
        }
        if let Some(twice) = (1..bots.len()).find(|&later| bots[..later].contains(&bots[later])) {
            bail!("`{}` is named twice; name every bot once", bots[twice]);
        }
        let line_up = |lead: [usize; 2], number: u64| {
            let seats: Vec<BotName> = (0..names.seats.len()).map(|seat| bots[lead[seat % 2]].clone()).collect();
            let mut experiment = Experiment::new(ruleset.clone(), &seats, seed_of(seed, number))?;
            experiment.max_moves = longest.unwrap_or(experiment.max_moves);
            experiment.records = records.map(str::to_string);
            Ok::<Experiment, BotError>(experiment)
        };
        let mut pairs = Vec::new();
        for two in 1..bots.len() {
            for one in 0..two {
                let number = pairs.len() as u64;
                let mut line_ups = vec![line_up([one, two], number)?];
                if names.seats.len() % 2 == 1 {
                    line_ups.push(line_up([two, one], number)?);
                }
                let (results, unfinished) = (ResultCounts::default(), 0);
                pairs.push(Pair { bots: [one, two], line_ups, results, unfinished, is_settled: false });
            }
        }
        let tournament = Tournament {
            game: format!("{}{}", ruleset.reference, settings(&ruleset.plan, "")),
            bots: bots.iter().map(BotName::to_string).collect(),
            pairs,
            until: None,
            seats: names.seats.len() as u64,
        };
        match tournament.mixes_teams() {
            true => bail!(
                "the seats of a side of {} do not take turns with those of the others, so that bots cannot be told apart",
                ruleset.reference
            ),
            false => Ok(tournament),
        }
    }

    /// Whether some team would be played by both bots of a pair.
    fn mixes_teams(&self) -> bool {
        let Some(line_up) = self.pairs.first().and_then(|pair| pair.line_ups.first()) else { return false };
        let team_of = &line_up.ruleset.plan.names.team_of;
        (0..self.seats).any(|number| {
            let first = |seat: Seat| line_up.bot_at(seat, number).is_multiple_of(2);
            team_of.indices().any(|a| Seat::all(a.index()).any(|b| team_of[a] == team_of[b] && first(a) != first(b)))
        })
    }

    /// Plays a number of games per pair, or until the results are clear, or until the time is up; pairs take turns.
    /// `keep` gets every game that counts and may stop the tournament.
    pub fn play(
        &mut self,
        games: u64,
        run_config: &RunConfig,
        mut keep: impl FnMut(&GameResult) -> ControlFlow<()>,
    ) -> Result<(), RunError> {
        let (count, seats) = (self.pairs.len() as u64, self.seats);
        let settled: Vec<AtomicBool> = self.pairs.iter().map(|_| AtomicBool::new(false)).collect();
        let sequence = Sequence::new(400.0, 1.0 - (1.0 - CONFIDENCE) / count as f64);
        let until = self.until;
        let line_ups: Vec<Vec<Experiment>> =
            self.pairs.iter_mut().map(|pair| std::mem::take(&mut pair.line_ups)).collect();
        let turn = |number: u64| {
            let (pair, game) = ((number % count) as usize, number / count);
            (pair, (game / seats) as usize % line_ups[pair].len(), game)
        };
        let hire = || {
            let mut players: Vec<Vec<_>> =
                line_ups.iter().map(|pair| pair.iter().map(Experiment::player).collect()).collect();
            let (settled, turn) = (&settled, &turn);
            move |number: u64, stop: &dyn Fn() -> bool| {
                let (pair, line_up, game) = turn(number);
                if settled[pair].load(Ordering::Relaxed) {
                    return Ok::<_, LoadError>(Some(None));
                }
                Ok(players[pair][line_up].play(game, stop)?.map(Some))
            }
        };
        let pairs = &mut self.pairs;
        let (_, result) =
            run(0..games.saturating_mul(count), run_config, hire, |number, played: Option<GameResult>| {
                let (index, line_up, game) = turn(number);
                let pair = &mut pairs[index];
                // Games under way when a pair was settled do not count; otherwise the result would depend on the number
                // of threads.
                let Some(played) = played.filter(|_| !pair.is_settled) else {
                    let is_over = pairs.iter().all(|pair| pair.is_settled);
                    return if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                };
                pair.add(&line_ups[index][line_up], line_up, game, &played);
                if let Some(until) = until
                    && pair.results.games().is_multiple_of(LOOK)
                    && pair.is_known(&sequence, until / 100.0)
                {
                    pair.is_settled = true;
                    settled[index].store(true, Ordering::Relaxed);
                }
                keep(&played)
            });
        for (pair, line_ups) in self.pairs.iter_mut().zip(line_ups) {
            pair.line_ups = line_ups;
        }
        result
    }

    pub fn games(&self) -> u64 {
        self.pairs.iter().map(|pair| pair.results.games() + pair.unfinished).sum()
    }

    /// Whether no game ended.
    pub fn never_ends(&self) -> bool {
        self.games() > 0 && self.pairs.iter().all(|pair| pair.results.games() == 0)
    }

    pub fn ratings(&self) -> Ratings {
        let meetings = self.pairs.iter().filter(|pair| pair.results.games() > 0).map(|pair| {
            let ResultCounts { won, drawn, lost, .. } = pair.results;
            Meeting { players: pair.bots, won, drawn, lost }
        });
        ratings(self.bots.len(), &meetings.collect::<Vec<_>>(), CONFIDENCE)
    }

    /// Results of a bot against another, from its own view.
    pub fn between(&self, one: usize, two: usize) -> ResultCounts {
        let mut pairs = self.pairs.iter().filter(|_| one != two);
        match pairs.find(|pair| pair.bots.contains(&one) && pair.bots.contains(&two)) {
            Some(pair) if pair.bots[0] == one => pair.results,
            Some(Pair { results, .. }) => ResultCounts { won: results.lost, lost: results.won, ..*results },
            None => ResultCounts::default(),
        }
    }

    /// Results of a bot against all others.
    pub fn results_of(&self, bot: usize) -> ResultCounts {
        let mut all = ResultCounts::default();
        (0..self.bots.len()).filter(|&other| other != bot).for_each(|other| all.join(&self.between(bot, other)));
        all
    }

    /// p-value of each pair's result under equal strength, corrected for the number of pairs.
    pub fn doubts(&self) -> Vec<f64> {
        let pairs = self.pairs.len();
        let sequence = Sequence::new(400.0, 1.0 - (1.0 - CONFIDENCE) / pairs as f64);
        let raw: Vec<f64> = self.pairs.iter().map(|pair| pair.doubt(self.until.map(|_| &sequence))).collect();
        holm(&raw)
    }

    /// Bots, strongest first.
    pub fn order(&self, ratings: &Ratings) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.bots.len()).collect();
        order.sort_by(|&a, &b| ratings.elo[b].estimate.total_cmp(&ratings.elo[a].estimate));
        order
    }

    /// The results for programs.
    pub fn to_json(&self, seed: u64) -> Value {
        let rated = self.ratings();
        let bots: Vec<Value> = self
            .order(&rated)
            .into_iter()
            .map(|bot| json!({ "bot": self.bots[bot], "elo": rated.elo[bot], "results": self.results_of(bot) }))
            .collect();
        let pairs = self.pairs.iter().zip(self.doubts()).map(|(pair, p)| {
            json!({
                "bots": pair.bots.map(|bot| &self.bots[bot]), "results": pair.results, "unfinished": pair.unfinished,
                "percent": 100.0 * pair.share(), "interval": pair.interval(), "p": p, "settled": pair.is_settled,
            })
        });
        json!({
            "game": self.game, "seed": seed, "games": self.games(), "bots": bots, "pairs": pairs.collect::<Vec<_>>(),
            "bounded_by_hand": rated.is_bounded_by_hand,
        })
    }

    /// One line per bot, for spreadsheets.
    pub fn to_csv(&self) -> String {
        let rated = self.ratings();
        let rows = self.order(&rated).into_iter().map(|bot| {
            let (Elo { estimate, interval, .. }, results) = (rated.elo[bot], self.results_of(bot));
            let [elo, low, high] = [estimate, interval.low, interval.high].map(|elo| format!("{elo:.1}"));
            let counts = [results.games(), results.won, results.drawn, results.lost];
            let [games, won, drawn, lost] = counts.map(|count| count.to_string());
            [self.bots[bot].clone(), elo, low, high, games, won, drawn, lost]
        });
        csv_table("bot,elo,low,high,games,won,drawn,lost", rows)
    }
}

impl Pair {
    fn add(&mut self, experiment: &Experiment, line_up: usize, game: u64, played: &GameResult) {
        let names = &experiment.ruleset.plan.names;
        let Some((winners, _)) = &played.outcome else {
            self.unfinished += 1;
            return;
        };
        // Whose teams won: one's alone, the other's alone, or both or none.
        let mut won = [false; 2];
        for (seat, team) in names.team_of.iter_enumerated() {
            let bot = (experiment.bot_at(seat, game) + line_up) % 2;
            won[bot] |= winners.contains(team);
        }
        self.results.add(match won {
            [true, false] => POINTS_PER_GAME,
            [false, true] => 0,
            _ => POINTS_PER_GAME / 2,
        });
    }

    /// Score of the first bot, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.results.score() / self.results.games().max(1) as f64
    }

    /// Ordinary confidence interval of the score in percent.
    pub fn interval(&self) -> Interval {
        let within = wilson(self.results.score(), self.results.games() as f64, CONFIDENCE);
        Interval { low: 100.0 * within.low, high: 100.0 * within.high }
    }

    /// Standard deviation of one game's score, with an additional game for either.
    fn deviation(&self) -> f64 {
        let all = self.results.games() as f64 + 2.0;
        let mean = (self.results.score() + 1.0) / all;
        ((self.results.squares() + 1.0) / all - mean * mean).max(0.0).sqrt()
    }

    fn is_known(&self, sequence: &Sequence, within: f64) -> bool {
        let found = sequence.difference(self.share() - 0.5, self.deviation(), self.results.games());
        !found.interval.has(0.0) || found.interval.is_within(0.0, within)
    }

    /// p-value of the result under equal strength.
    fn doubt(&self, sequence: Option<&Sequence>) -> f64 {
        let ResultCounts { won, lost, .. } = self.results;
        match sequence {
            Some(sequence) => sequence.difference(self.share() - 0.5, self.deviation(), self.results.games()).p,
            None => {
                // Draws do not show who is stronger.
                let all = won + lost;
                let games = Paired { pairs: all, sum: won as i64 - lost as i64, squares: all };
                games.difference(1, CONFIDENCE).p
            }
        }
    }
}
