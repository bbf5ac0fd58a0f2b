//! Round-robin tournament: every bot plays every other, equally often on all seats; and their ratings.

mod text;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::experiment::{Experiment, GameResult, game_seed};
use super::points::{PointMean, PointSums, mean_of_teams};
use super::report::{csv_means, csv_table};
use super::run::{RunConfig, RunError, run};
use super::statistics::{
    CONFIDENCE, ConfidenceSequence, Elo, Interval, Meeting, Paired, Ratings, holm, ratings, wilson,
};
use super::tally::{ResultCounts, SHARES_PER_GAME};
use super::text::settings;
use crate::bot::BotName;
use houserule_core::mechanics::Seat;
use houserule_script::game::BotError;
use houserule_script::lua::{LoadError, Ruleset};
use houserule_script::matches::MatchTerms;

/// Number of games of a pair between two looks at the data, if play continues until the result is clear.
const GAMES_PER_LOOK: u64 = 10;

/// Two bots and their results.
pub struct Pair {
    /// Indices into the list of bots.
    pub bots: [usize; 2],
    /// Seatings: with an odd number of seats, the bots alternate at the extra seat.
    line_ups: Vec<Experiment>,
    /// Results of the first bot.
    pub results: ResultCounts,
    pub unfinished: u64,
    /// Points of both bots, and the lead of each over the other, in games that have points.
    points: [PointSums; 2],
    /// Whether it stopped early because the result was clear.
    pub is_settled: bool,
}

pub struct Tournament {
    pub game: String,
    pub bots: Vec<String>,
    pub pairs: Vec<Pair>,
    /// Terms of the matches that are played instead of single games.
    pub match_terms: Option<MatchTerms>,
    /// Margin in percentage points: a pair stops when one bot is known to be stronger, or both are within it.
    pub margin: Option<f64>,
    seats: u64,
}

impl Tournament {
    pub fn new(
        ruleset: &Ruleset,
        bots: &[BotName],
        seed: u64,
        max_moves: Option<usize>,
        record_file: Option<&str>,
        match_terms: Option<&MatchTerms>,
    ) -> Result<Tournament, BotError> {
        let names = &ruleset.plan.names;
        if names.teams.len() < 2 {
            bail!("{} is for one player; a tournament needs a game for at least two", ruleset.reference);
        }
        if bots.len() < 2 {
            return Err("a tournament needs at least two bots, such as --bots easy,medium".into());
        }
        if let Some(repeated) = (1..bots.len()).find(|&later| bots[..later].contains(&bots[later])) {
            bail!("bot `{}` is listed twice; list each bot once", bots[repeated]);
        }
        let line_up = |pair: [usize; 2], number: u64| {
            let seats: Vec<BotName> = (0..names.seats.len()).map(|seat| bots[pair[seat % 2]].clone()).collect();
            let mut experiment = Experiment::new(ruleset.clone(), &seats, game_seed(seed, number))?;
            experiment.max_moves = max_moves.unwrap_or(experiment.max_moves);
            experiment.record_file = record_file.map(str::to_string);
            experiment.match_terms = match_terms.cloned();
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
                pairs.push(Pair {
                    bots: [one, two],
                    line_ups,
                    results: ResultCounts::default(),
                    unfinished: 0,
                    points: Default::default(),
                    is_settled: false,
                });
            }
        }
        let tournament = Tournament {
            game: format!("{}{}", ruleset.reference, settings(&ruleset.plan, "")),
            bots: bots.iter().map(BotName::to_string).collect(),
            pairs,
            match_terms: match_terms.cloned(),
            margin: None,
            seats: names.seats.len() as u64,
        };
        match tournament.mixes_teams() {
            true => bail!("cannot compare bots in {}: the seats of its sides do not alternate", ruleset.reference),
            false => Ok(tournament),
        }
    }

    /// Returns whether both bots of a pair would play for the same team.
    fn mixes_teams(&self) -> bool {
        let Some(line_up) = self.pairs.first().and_then(|pair| pair.line_ups.first()) else { return false };
        let team_of = &line_up.ruleset.plan.names.team_of;
        (0..self.seats).any(|number| {
            let first = |seat: Seat| line_up.bot_at(seat, number).is_multiple_of(2);
            team_of.indices().any(|a| Seat::all(a.index()).any(|b| team_of[a] == team_of[b] && first(a) != first(b)))
        })
    }

    /// Plays a number of games per pair, or until the results are clear or the time is up; pairs take turns. `on_game`
    /// gets every game that counts and may stop the tournament.
    pub fn play(
        &mut self,
        games: u64,
        run_config: &RunConfig,
        mut on_game: impl FnMut(&GameResult) -> ControlFlow<()>,
    ) -> Result<(), RunError> {
        let (count, seats) = (self.pairs.len() as u64, self.seats);
        let settled: Vec<AtomicBool> = self.pairs.iter().map(|_| AtomicBool::new(false)).collect();
        let sequence = ConfidenceSequence::new(400.0, 1.0 - (1.0 - CONFIDENCE) / count as f64);
        let margin = self.margin;
        let line_ups: Vec<Vec<Experiment>> =
            self.pairs.iter_mut().map(|pair| std::mem::take(&mut pair.line_ups)).collect();
        let assignment = |number: u64| {
            let (pair, game) = ((number % count) as usize, number / count);
            (pair, (game / seats) as usize % line_ups[pair].len(), game)
        };
        let make_worker = || {
            let mut runners: Vec<Vec<_>> =
                line_ups.iter().map(|pair| pair.iter().map(Experiment::runner).collect()).collect();
            let (settled, assignment) = (&settled, &assignment);
            move |number: u64, stop: &dyn Fn() -> bool| {
                let (pair, line_up, game) = assignment(number);
                if settled[pair].load(Ordering::Relaxed) {
                    return Ok::<_, LoadError>(Some(None));
                }
                Ok(runners[pair][line_up].play(game, stop)?.map(Some))
            }
        };
        let pairs = &mut self.pairs;
        let (_, result) =
            run(0..games.saturating_mul(count), run_config, make_worker, |number, game_result: Option<GameResult>| {
                let (index, line_up, game) = assignment(number);
                let pair = &mut pairs[index];
                // Games in progress when a pair was settled do not count; otherwise the result would depend on the
                // number of threads.
                let Some(game_result) = game_result.filter(|_| !pair.is_settled) else {
                    let is_over = pairs.iter().all(|pair| pair.is_settled);
                    return if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                };
                pair.add(&line_ups[index][line_up], line_up, game, &game_result);
                if let Some(margin) = margin
                    && pair.results.games().is_multiple_of(GAMES_PER_LOOK)
                    && pair.is_decided(&sequence, margin / 100.0)
                {
                    pair.is_settled = true;
                    settled[index].store(true, Ordering::Relaxed);
                }
                on_game(&game_result)
            });
        for (pair, line_ups) in self.pairs.iter_mut().zip(line_ups) {
            pair.line_ups = line_ups;
        }
        result
    }

    /// Returns the number of games, or of matches.
    pub fn games(&self) -> u64 {
        self.pairs.iter().map(|pair| pair.results.games() + pair.unfinished).sum()
    }

    /// Returns whether no game ended.
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

    /// Returns the results of a bot against another.
    pub fn results_between(&self, one: usize, two: usize) -> ResultCounts {
        let mut pairs = self.pairs.iter().filter(|_| one != two);
        match pairs.find(|pair| pair.bots.contains(&one) && pair.bots.contains(&two)) {
            Some(pair) if pair.bots[0] == one => pair.results,
            Some(Pair { results, .. }) => ResultCounts { won: results.lost, lost: results.won, ..*results },
            None => ResultCounts::default(),
        }
    }

    /// Returns the results of a bot against all others.
    pub fn results_of(&self, bot: usize) -> ResultCounts {
        let mut all = ResultCounts::default();
        (0..self.bots.len())
            .filter(|&other| other != bot)
            .for_each(|other| all.merge(&self.results_between(bot, other)));
        all
    }

    /// Returns the mean points of every bot and its mean lead over the other bot, in the order of the list of bots; none if
    /// the game has no points.
    pub fn points(&self) -> Vec<(&str, [PointMean; 2])> {
        let mut sums = vec![PointSums::default(); self.bots.len()];
        for pair in &self.pairs {
            pair.bots.iter().zip(&pair.points).for_each(|(&bot, points)| sums[bot].merge(points));
        }
        let has_points = sums.iter().any(|sums| sums.points.count > 0);
        let rows = self.bots.iter().map(String::as_str).zip(&sums).filter(|_| has_points);
        PointSums::means(rows.collect())
    }

    /// Returns the p-value of each pair's result under equal strength, corrected for the number of pairs.
    pub fn p_values(&self) -> Vec<f64> {
        let pairs = self.pairs.len();
        let sequence = ConfidenceSequence::new(400.0, 1.0 - (1.0 - CONFIDENCE) / pairs as f64);
        let raw_values: Vec<f64> = self.pairs.iter().map(|pair| pair.p_value(self.margin.map(|_| &sequence))).collect();
        holm(&raw_values)
    }

    /// Returns the bots, strongest first.
    pub fn ranking(&self, ratings: &Ratings) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.bots.len()).collect();
        order.sort_by(|&a, &b| ratings.elo[b].estimate.total_cmp(&ratings.elo[a].estimate));
        order
    }

    /// Returns the results as JSON.
    pub fn to_json(&self, seed: u64) -> Value {
        let ratings = self.ratings();
        let points = self.points();
        let bot_value = |bot: usize| {
            let mut value = json!({ "bot": self.bots[bot], "elo": ratings.elo[bot], "results": self.results_of(bot) });
            if let Some((_, [points, margin])) = points.get(bot) {
                (value["points"], value["margin"]) = (json!(points), json!(margin));
            }
            value
        };
        let bots: Vec<Value> = self.ranking(&ratings).into_iter().map(bot_value).collect();
        let pairs = self.pairs.iter().zip(self.p_values()).map(|(pair, p)| {
            let mut value = json!({
                "bots": pair.bots.map(|bot| &self.bots[bot]), "results": pair.results, "unfinished": pair.unfinished,
                "percent": 100.0 * pair.share(), "interval": pair.interval(), "p": p, "settled": pair.is_settled,
            });
            if !points.is_empty() {
                let [one, two] = pair.bots.map(|bot| self.bots[bot].as_str());
                let means = PointSums::means(vec![(one, &pair.points[0]), (two, &pair.points[1])]);
                value["points"] = means.iter().map(|(bot, [points, _])| (bot.to_string(), json!(points))).collect();
                value["margin"] = json!(means[0].1[1]);
            }
            value
        });
        let mut value = json!({
            "game": self.game, "seed": seed, "games": self.games(), "bots": bots, "pairs": pairs.collect::<Vec<_>>(),
            "bounded_by_hand": ratings.is_bounded_by_hand,
        });
        if let Some(terms) = &self.match_terms {
            value["match"] = json!(terms);
        }
        value
    }

    /// Formats one CSV line per bot.
    pub fn to_csv(&self) -> String {
        let (ratings, points) = (self.ratings(), self.points());
        let rows = self.ranking(&ratings).into_iter().map(|bot| {
            let (Elo { estimate, interval, .. }, results) = (ratings.elo[bot], self.results_of(bot));
            let [elo, low, high] = [estimate, interval.low, interval.high].map(|elo| format!("{elo:.1}"));
            let counts = [results.games(), results.won, results.drawn, results.lost];
            let [games, won, drawn, lost] = counts.map(|count| count.to_string());
            let [mean, mean_low, mean_high, margin, margin_low, margin_high] =
                csv_means(points.get(bot).map(|(_, means)| means));
            [
                self.bots[bot].clone(),
                elo,
                low,
                high,
                games,
                won,
                drawn,
                lost,
                mean,
                mean_low,
                mean_high,
                margin,
                margin_low,
                margin_high,
            ]
        });
        const HEADER: &str = "bot,elo,low,high,games,won,drawn,lost,\
                              points,points_low,points_high,margin,margin_low,margin_high";
        csv_table(HEADER, rows)
    }
}

impl Pair {
    fn add(&mut self, experiment: &Experiment, line_up: usize, game: u64, result: &GameResult) {
        let names = &experiment.ruleset.plan.names;
        let Some((winners, _)) = &result.outcome else {
            self.unfinished += 1;
            return;
        };
        // Bots whose teams won: one of them, both or none.
        let mut won = [false; 2];
        for (seat, team) in names.team_of.iter_enumerated() {
            let bot = (experiment.bot_at(seat, game) + line_up) % 2;
            won[bot] |= winners.contains(team);
        }
        self.results.add(match won {
            [true, false] => SHARES_PER_GAME,
            [false, true] => 0,
            _ => SHARES_PER_GAME / 2,
        });
        if let Some(points) = &result.points {
            let bot_of = |seat: Seat| (experiment.bot_at(seat, game) + line_up) % 2;
            let [one, two] = [0, 1].map(|bot| mean_of_teams(names, points, |seat| bot_of(seat) == bot));
            self.points[0].add(one, one - two);
            self.points[1].add(two, two - one);
        }
    }

    /// Returns the score of the first bot, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.results.score() / self.results.games().max(1) as f64
    }

    /// Returns the Wilson interval of the score in percent.
    pub fn interval(&self) -> Interval {
        let interval = wilson(self.results.score(), self.results.games() as f64, CONFIDENCE);
        Interval { low: 100.0 * interval.low, high: 100.0 * interval.high }
    }

    /// Estimates the standard deviation of one game's score, with an additional win for each bot.
    fn deviation(&self) -> f64 {
        let all = self.results.games() as f64 + 2.0;
        let mean = (self.results.score() + 1.0) / all;
        ((self.results.squared_score() + 1.0) / all - mean * mean).max(0.0).sqrt()
    }

    fn is_decided(&self, sequence: &ConfidenceSequence, margin: f64) -> bool {
        let difference = sequence.difference(self.share() - 0.5, self.deviation(), self.results.games());
        !difference.interval.contains(0.0) || difference.interval.is_within(0.0, margin)
    }

    /// Returns the p-value of the result under equal strength.
    fn p_value(&self, sequence: Option<&ConfidenceSequence>) -> f64 {
        let ResultCounts { won, lost, .. } = self.results;
        match sequence {
            Some(sequence) => sequence.difference(self.share() - 0.5, self.deviation(), self.results.games()).p,
            None => {
                // Draws do not show which bot is stronger.
                let all = won + lost;
                let games = Paired { pairs: all, sum: won as i64 - lost as i64, squares: all };
                games.difference(1, CONFIDENCE).p
            }
        }
    }
}
