//! Tally of many games: integers only, so that sums are the same in any order.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::experiment::{Experiment, GameResult};
use super::rule_impact::RuleImpact;
use super::trace::{MAX_COUNT, TraceStats};
use houserule_core::mechanics::{MAX_SEATS, Seat, Team};

/// Parts of a game, divisible by every number of teams, so that sums are exact.
pub const POINTS_PER_GAME: u32 = 60;

const _: () = {
    let mut sides = 1;
    while sides <= MAX_SEATS as u32 {
        assert!(POINTS_PER_GAME.is_multiple_of(sides));
        sides += 1;
    }
};

/// Games won, drawn and lost; for a solitaire solved, partially solved and failed. A shared win counts as drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultCounts {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// Score of the drawn games in parts of a game ([`POINTS_PER_GAME`]): half of each if two share it, a third if
    /// three do.
    pub shared: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Results of every team, in order.
    pub sides: Vec<ResultCounts>,
    /// Results of every bot, in the order in which they were named: one per game and team. Bots with the same name
    /// count as the first of them.
    pub bots: Vec<ResultCounts>,
    /// Games that were stopped because they were too long.
    pub unfinished: u64,
    /// Number of games by end rule.
    pub ends: BTreeMap<String, u64>,
    /// Number of games by number of moves.
    pub lengths: BTreeMap<u32, u64>,
    #[serde(rename = "watched")]
    pub trace: TraceStats,
    /// Impact of each rule, if it was sampled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mattered: Option<RuleImpact>,
    /// Number of distinct games, unless a bot plays at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub courses: Option<DistinctGames>,
}

/// Number of games that are compared with each other.
const COMPARED: u64 = 1_000;

/// Number of games compared, and the distinct ones among them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DistinctGames {
    pub games: u64,
    pub different: BTreeSet<u64>,
}

impl DistinctGames {
    /// Whether most games repeat others, and so add no information.
    pub fn are_few(&self) -> bool {
        2 * (self.different.len() as u64) < self.games
    }

    fn join(&mut self, other: &DistinctGames) {
        self.games += other.games;
        self.different.extend(&other.different);
    }
}

impl ResultCounts {
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Wins plus the shares of draws.
    pub fn score(&self) -> f64 {
        self.won as f64 + self.shared as f64 / f64::from(POINTS_PER_GAME)
    }

    /// Sum of squared scores. A shared game counts as a half even if more than two share it, which overestimates and
    /// never underestimates.
    pub fn squares(&self) -> f64 {
        self.won as f64 + self.shared as f64 / f64::from(POINTS_PER_GAME) / 2.0
    }

    /// Adds a game with this number of parts ([`POINTS_PER_GAME`]).
    pub(super) fn add(&mut self, parts: u32) {
        match parts {
            POINTS_PER_GAME => self.won += 1,
            0 => self.lost += 1,
            _ => self.drawn += 1,
        }
        self.shared += u64::from(parts % POINTS_PER_GAME);
    }

    pub(super) fn join(&mut self, other: &ResultCounts) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.shared += other.shared;
    }
}

/// Score of every team in a game that all share ([`POINTS_PER_GAME`]).
pub(super) fn even(sides: usize) -> u32 {
    POINTS_PER_GAME / sides.max(1) as u32
}

impl GameResult {
    /// Score of each team ([`POINTS_PER_GAME`]); `None` if the game was stopped. A solitaire that was stopped is lost.
    pub fn parts(&self, sides: usize) -> Option<Vec<u32>> {
        let Some((winners, _)) = &self.outcome else {
            return (sides == 1).then(|| vec![0]);
        };
        let alone = sides == 1;
        let of_team = |team: Team| match (winners.contains(&team), winners.len()) {
            (true, 1) if alone && self.is_partial => POINTS_PER_GAME / 2,
            (true, winners) => POINTS_PER_GAME / winners as u32,
            // If no team wins, none is beaten either.
            (false, 0) if !alone => even(sides),
            (false, _) => 0,
        };
        Some(Team::all(sides).map(of_team).collect())
    }
}

impl Tally {
    pub fn new(experiment: &Experiment) -> Tally {
        let sides = experiment.ruleset.plan.names.teams.len();
        let none = |count| vec![ResultCounts::default(); count];
        Tally { sides: none(sides), bots: none(experiment.seats()), ..Tally::default() }
    }

    /// Adds game `number` of an experiment.
    pub fn add(&mut self, experiment: &Experiment, number: u64, played: &GameResult) {
        let names = &experiment.ruleset.plan.names;
        *self.lengths.entry(played.moves).or_default() += 1;
        match &played.outcome {
            Some((_, how)) => match self.ends.get_mut(how) {
                Some(count) => *count += 1,
                None => drop(self.ends.insert(how.clone(), 1)),
            },
            None => self.unfinished += 1,
        }
        if let Some(trace) = &played.trace {
            self.trace.join(trace);
        }
        if let Some(mattered) = &played.mattered {
            self.mattered.get_or_insert_default().join(mattered);
        }
        if let Some(course) = played.course.filter(|_| number < COMPARED) {
            let courses = self.courses.get_or_insert_default();
            courses.games += 1;
            courses.different.insert(course);
        }
        let Some(parts) = played.parts(names.teams.len()) else { return };
        self.sides.iter_mut().zip(&parts).for_each(|(results, &parts)| results.add(parts));
        // Partners with the same name win one game together, not one each.
        let who = |seat: Seat| (experiment.same_bot_at(seat, number), names.team_of[seat]);
        for seat in
            names.team_of.indices().filter(|&seat| Seat::all(seat.index()).all(|before| who(before) != who(seat)))
        {
            let (bot, team) = who(seat);
            self.bots[bot].add(parts[team.index()]);
        }
    }

    /// Adds another tally.
    pub fn join(&mut self, other: &Tally) {
        self.sides.iter_mut().zip(&other.sides).for_each(|(mine, more)| mine.join(more));
        self.bots.iter_mut().zip(&other.bots).for_each(|(mine, more)| mine.join(more));
        self.unfinished += other.unfinished;
        other.ends.iter().for_each(|(how, count)| *self.ends.entry(how.clone()).or_default() += count);
        other.lengths.iter().for_each(|(&moves, count)| *self.lengths.entry(moves).or_default() += count);
        self.trace.join(&other.trace);
        if let Some(mattered) = &other.mattered {
            self.mattered.get_or_insert_default().join(mattered);
        }
        if let Some(courses) = &other.courses {
            self.courses.get_or_insert_default().join(courses);
        }
    }

    /// Whether no count exceeds this number of games.
    pub fn is_within(&self, games: u64) -> bool {
        // A bot may play for all teams.
        let most = games.saturating_mul(self.sides.len() as u64);
        let results = |all: &ResultCounts| {
            let counts = [all.won, all.drawn, all.lost];
            counts.iter().all(|count| *count <= most) && all.shared <= all.drawn * u64::from(POINTS_PER_GAME / 2)
        };
        let counts = self.ends.values().chain(self.lengths.values()).copied();
        let trace = self.trace.all().all(|(_, statistic)| statistic.is_within(games));
        let moves = self.mattered.iter().flat_map(RuleImpact::counts).all(|count| count < MAX_COUNT);
        let results = self.sides.iter().chain(&self.bots).all(results);
        let courses = self
            .courses
            .iter()
            .all(|courses| courses.games <= games && courses.different.len() as u64 <= courses.games);
        trace
            && moves
            && results
            && courses
            && counts.chain([self.unfinished, self.trace.games]).all(|count| count <= games)
    }

    /// Number of games played, including those that were stopped.
    pub fn games(&self) -> u64 {
        self.lengths.values().sum()
    }

    /// How games ended, the most frequent first, and how many were broken off.
    pub fn ends_by_count(&self) -> Vec<(&str, u64)> {
        let mut ends: Vec<(&str, u64)> = self.ends.iter().map(|(how, count)| (how.as_str(), *count)).collect();
        ends.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        ends.extend((self.unfinished > 0).then_some(("unfinished", self.unfinished)));
        ends
    }

    pub fn mean_length(&self) -> f64 {
        let moves: u64 = self.lengths.iter().map(|(&moves, count)| u64::from(moves) * count).sum();
        moves as f64 / self.games().max(1) as f64
    }

    /// Quantile of the game length.
    pub fn length_at(&self, share: f64) -> u32 {
        let wanted = (share * self.games() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        let reaches = |(_, count): &(&u32, &u64)| {
            seen += **count;
            seen >= wanted
        };
        self.lengths.iter().find(reaches).map_or(0, |(&moves, _)| moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(winners: &[Team], sides: usize) -> Vec<u32> {
        let outcome = Some((winners.to_vec(), "score".to_string()));
        let (moves, is_partial, course, trace, mattered, record) = (9, false, None, None, None, None);
        let played = GameResult { outcome, is_partial, moves, course, trace, mattered, record };
        played.parts(sides).expect("it is over")
    }

    #[test]
    fn however_many_share_a_game_it_is_one_game() {
        assert_eq!(parts(&[Team::new(1)], 2), [0, POINTS_PER_GAME]);
        assert_eq!(parts(&[Team::FIRST, Team::new(1)], 2), [POINTS_PER_GAME / 2, POINTS_PER_GAME / 2]);
        assert_eq!(parts(&[Team::FIRST, Team::new(2)], 4), [POINTS_PER_GAME / 2, 0, POINTS_PER_GAME / 2, 0]);
        for sides in 2..=MAX_SEATS {
            for winners in 0..=sides {
                let winners: Vec<Team> = Team::all(winners).collect();
                let all: u32 = parts(&winners, sides).iter().sum();
                assert_eq!(all, POINTS_PER_GAME, "{winners:?} of {sides}");
            }
        }
    }
}
