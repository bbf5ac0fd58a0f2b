//! Tally of many games: integers only, so that sums are the same in any order.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::experiment::{Experiment, GameResult, PlayedGame};
use super::points::PointTally;
use super::rule_impact::RuleImpact;
use super::trace::{MAX_COUNT, TraceStats};
use houserule_core::mechanics::{MAX_SEATS, Seat, Team};
use houserule_script::matches::MAX_MATCH_GAMES;

/// Shares of a game, which its winners divide: divisible by every number of teams, so that sums are exact.
pub const SHARES_PER_GAME: u32 = 60;

const _: () = {
    let mut sides = 1;
    while sides <= MAX_SEATS as u32 {
        assert!(SHARES_PER_GAME.is_multiple_of(sides));
        sides += 1;
    }
};

/// Numbers of games won, drawn and lost; for a solitaire solved, partially solved and failed. A shared win counts as
/// drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultCounts {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// Shares of the drawn games ([`SHARES_PER_GAME`]): half of a game if two teams share it, a third if three do.
    pub shared: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Results of every team, in order.
    pub sides: Vec<ResultCounts>,
    /// Results of every bot, in the order of their names: one per game and team. Bots with the same name count as the
    /// first of them.
    pub bots: Vec<ResultCounts>,
    /// Points of the teams and bots, in games that have points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointTally>,
    /// Games that were stopped at the maximum length.
    pub unfinished: u64,
    /// Number of games by end rule.
    pub ends: BTreeMap<String, u64>,
    /// Number of games by number of moves, or of matches by number of games.
    pub lengths: BTreeMap<u32, u64>,
    #[serde(rename = "watched")]
    pub trace: TraceStats,
    /// Impact of each rule, if it was sampled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mattered: Option<RuleImpact>,
    /// Number of distinct games, unless a bot plays at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub courses: Option<DistinctGames>,
    /// The matches that the games belong to, counted like games. Their sides are those of the first game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<Box<Tally>>,
}

/// Number of games compared with each other to find repeats.
const MAX_COMPARED_GAMES: u64 = 1_000;

/// Number of games compared, and the hashes of the distinct ones.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DistinctGames {
    pub games: u64,
    pub different: BTreeSet<u64>,
}

impl DistinctGames {
    /// Returns whether most games repeat others, and so add no information.
    pub fn are_mostly_repeats(&self) -> bool {
        2 * (self.different.len() as u64) < self.games
    }

    fn merge(&mut self, other: &DistinctGames) {
        self.games += other.games;
        self.different.extend(&other.different);
    }
}

impl ResultCounts {
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the wins plus the shares of draws.
    pub fn score(&self) -> f64 {
        self.won as f64 + self.shared as f64 / f64::from(SHARES_PER_GAME)
    }

    /// Returns the sum of squared scores. A shared game counts as a half even if more than two teams share it, which
    /// overestimates the sum and never underestimates it.
    pub fn squared_score(&self) -> f64 {
        self.won as f64 + self.shared as f64 / f64::from(SHARES_PER_GAME) / 2.0
    }

    /// Adds a game with this number of shares ([`SHARES_PER_GAME`]).
    pub(super) fn add(&mut self, shares: u32) {
        match shares {
            SHARES_PER_GAME => self.won += 1,
            0 => self.lost += 1,
            _ => self.drawn += 1,
        }
        self.shared += u64::from(shares % SHARES_PER_GAME);
    }

    pub(super) fn merge(&mut self, other: &ResultCounts) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.shared += other.shared;
    }
}

/// Returns the shares of every team in a game that all share ([`SHARES_PER_GAME`]).
pub(super) fn even_shares(sides: usize) -> u32 {
    SHARES_PER_GAME / sides.max(1) as u32
}

impl GameResult {
    /// Returns the shares of each team ([`SHARES_PER_GAME`]); `None` if the game was stopped. A solitaire that was
    /// stopped is lost.
    pub fn shares(&self, sides: usize) -> Option<Vec<u32>> {
        let Some((winners, _)) = &self.outcome else { return (sides == 1).then(|| vec![0]) };
        let is_solitaire = sides == 1;
        let shares_of = |team: Team| match (winners.contains(&team), winners.len()) {
            (true, 1) if is_solitaire && self.is_partial => SHARES_PER_GAME / 2,
            (true, winners) => SHARES_PER_GAME / winners as u32,
            // If no team wins, none loses either.
            (false, 0) if !is_solitaire => even_shares(sides),
            (false, _) => 0,
        };
        Some(Team::all(sides).map(shares_of).collect())
    }
}

impl Tally {
    pub fn new(experiment: &Experiment) -> Tally {
        let sides = experiment.ruleset.plan.names.teams.len();
        let zeros = |count| vec![ResultCounts::default(); count];
        Tally { sides: zeros(sides), bots: zeros(experiment.seats()), ..Tally::default() }
    }

    /// Adds game or match `number` of an experiment.
    pub fn add(&mut self, experiment: &Experiment, number: u64, result: &GameResult) {
        let bot_at = |seat: Seat| experiment.bot_at(seat, number);
        let Some(games) = &result.games else {
            return self.add_unit(experiment, number, result, result.moves, bot_at);
        };
        for PlayedGame { result, bots } in games {
            self.add_unit(experiment, number, result, result.moves, |seat| bots[seat.index()]);
        }
        let matches = self.matches.get_or_insert_with(|| Box::new(Tally::new(experiment)));
        matches.add_unit(experiment, number, result, games.len() as u32, bot_at);
    }

    /// Adds a game or a match with the bot at each seat.
    fn add_unit(
        &mut self,
        experiment: &Experiment,
        number: u64,
        result: &GameResult,
        length: u32,
        bot_at: impl Fn(Seat) -> usize,
    ) {
        let names = &experiment.ruleset.plan.names;
        let same_bot_at = |seat: Seat| experiment.same_bot(bot_at(seat));
        *self.lengths.entry(length).or_default() += 1;
        match &result.outcome {
            Some((_, end)) => match self.ends.get_mut(end) {
                Some(count) => *count += 1,
                None => drop(self.ends.insert(end.clone(), 1)),
            },
            None => self.unfinished += 1,
        }
        if let Some(trace) = &result.trace {
            self.trace.join(trace);
        }
        if let Some(impact) = &result.rule_impact {
            self.mattered.get_or_insert_default().merge(impact);
        }
        if let Some(move_hash) = result.move_hash.filter(|_| number < MAX_COMPARED_GAMES) {
            let distinct = self.courses.get_or_insert_default();
            distinct.games += 1;
            distinct.different.insert(move_hash);
        }
        if let Some(points) = &result.points {
            let tally = self.points.get_or_insert_with(|| experiment.point_tally());
            tally.add(names, points, same_bot_at);
        }
        let Some(shares) = result.shares(names.teams.len()) else { return };
        self.sides.iter_mut().zip(&shares).for_each(|(results, &shares)| results.add(shares));
        // Partners with the same name win one game together, not one each.
        let bot_and_team = |seat: Seat| (same_bot_at(seat), names.team_of[seat]);
        for seat in names
            .team_of
            .indices()
            .filter(|&seat| Seat::all(seat.index()).all(|earlier| bot_and_team(earlier) != bot_and_team(seat)))
        {
            let (bot, team) = bot_and_team(seat);
            self.bots[bot].add(shares[team.index()]);
        }
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &Tally) {
        self.sides.iter_mut().zip(&other.sides).for_each(|(mine, more)| mine.merge(more));
        self.bots.iter_mut().zip(&other.bots).for_each(|(mine, more)| mine.merge(more));
        self.unfinished += other.unfinished;
        other.ends.iter().for_each(|(end, count)| *self.ends.entry(end.clone()).or_default() += count);
        other.lengths.iter().for_each(|(&moves, count)| *self.lengths.entry(moves).or_default() += count);
        self.trace.join(&other.trace);
        if let Some(impact) = &other.mattered {
            self.mattered.get_or_insert_default().merge(impact);
        }
        if let Some(points) = &other.points {
            match &mut self.points {
                Some(mine) => mine.merge(points),
                None => self.points = Some(points.clone()),
            }
        }
        if let Some(distinct) = &other.courses {
            self.courses.get_or_insert_default().merge(distinct);
        }
        if let Some(matches) = &other.matches {
            match &mut self.matches {
                Some(mine) => mine.merge(matches),
                None => self.matches = Some(matches.clone()),
            }
        }
    }

    /// Returns what the experiment repeats: the tally of its matches, or of its games.
    pub fn units(&self) -> &Tally {
        self.matches.as_deref().unwrap_or(self)
    }

    /// Returns whether all counts are possible for this number of games or matches.
    pub fn is_plausible(&self, units: u64) -> bool {
        let Some(matches) = &self.matches else { return self.has_plausible_counts(units) };
        let games = matches.lengths.iter().map(|(&games, count)| u64::from(games).saturating_mul(*count));
        matches.matches.is_none()
            && matches.has_plausible_counts(units)
            && matches.lengths.keys().all(|games| (1..=MAX_MATCH_GAMES).contains(games))
            && matches.sides.len() == self.sides.len()
            && matches.bots.len() == self.bots.len()
            && games.sum::<u64>() == self.games()
            && self.has_plausible_counts(self.games())
    }

    fn has_plausible_counts(&self, games: u64) -> bool {
        // A bot may play for all teams.
        let max_results = games.saturating_mul(self.sides.len() as u64);
        let results = |all: &ResultCounts| {
            let counts = [all.won, all.drawn, all.lost];
            counts.iter().all(|count| *count <= max_results) && all.shared <= all.drawn * u64::from(SHARES_PER_GAME / 2)
        };
        let counts = self.ends.values().chain(self.lengths.values()).copied();
        let trace = self.trace.all().all(|(_, statistic)| statistic.is_plausible(games));
        let moves = self.mattered.iter().flat_map(RuleImpact::counts).all(|count| count < MAX_COUNT);
        let results = self.sides.iter().chain(&self.bots).all(results);
        let courses = self
            .courses
            .iter()
            .all(|courses| courses.games <= games && courses.different.len() as u64 <= courses.games);
        let points = self.points.iter().all(|points| points.is_plausible(games, self.sides.len(), self.bots.len()));
        trace
            && points
            && moves
            && results
            && courses
            && counts.chain([self.unfinished, self.trace.games]).all(|count| count <= games)
    }

    /// Returns the number of games or matches played, including those that were stopped.
    pub fn games(&self) -> u64 {
        self.lengths.values().sum()
    }

    /// Returns the number of games by end rule, most frequent first, with unfinished games last.
    pub fn ends_by_count(&self) -> Vec<(&str, u64)> {
        let mut ends: Vec<(&str, u64)> = self.ends.iter().map(|(end, count)| (end.as_str(), *count)).collect();
        ends.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        ends.extend((self.unfinished > 0).then_some(("unfinished", self.unfinished)));
        ends
    }

    pub fn mean_length(&self) -> f64 {
        let moves: u64 = self.lengths.iter().map(|(&moves, count)| u64::from(moves) * count).sum();
        moves as f64 / self.games().max(1) as f64
    }

    /// Returns a quantile of the game length.
    pub fn length_quantile(&self, share: f64) -> u32 {
        let rank = (share * self.games() as f64).ceil().max(1.0) as u64;
        let mut cumulative = 0;
        let reaches = |(_, count): &(&u32, &u64)| {
            cumulative += **count;
            cumulative >= rank
        };
        self.lengths.iter().find(reaches).map_or(0, |(&moves, _)| moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(winners: &[Team], sides: usize) -> Vec<u32> {
        let outcome = Some((winners.to_vec(), "score".to_string()));
        let (moves, is_partial, points, move_hash, trace) = (9, false, None, None, None);
        let (rule_impact, record, games) = (None, None, None);
        let result = GameResult { outcome, is_partial, points, games, moves, move_hash, trace, rule_impact, record };
        result.shares(sides).expect("it is over")
    }

    #[test]
    fn the_shares_of_a_game_add_up_to_one_game() {
        assert_eq!(shares(&[Team::new(1)], 2), [0, SHARES_PER_GAME]);
        assert_eq!(shares(&[Team::FIRST, Team::new(1)], 2), [SHARES_PER_GAME / 2, SHARES_PER_GAME / 2]);
        assert_eq!(shares(&[Team::FIRST, Team::new(2)], 4), [SHARES_PER_GAME / 2, 0, SHARES_PER_GAME / 2, 0]);
        for sides in 2..=MAX_SEATS {
            for winners in 0..=sides {
                let winners: Vec<Team> = Team::all(winners).collect();
                let all: u32 = shares(&winners, sides).iter().sum();
                assert_eq!(all, SHARES_PER_GAME, "{winners:?} of {sides}");
            }
        }
    }
}
