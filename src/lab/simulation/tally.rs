//! What many games come to: whole numbers only, so that adding them up gives the same in any order.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::experiment::{Experiment, GameResult};
use super::rule_impact::RuleImpact;
use houserule_core::mechanics::{MAX_SEATS, Seat, Team};

/// A game that is won, in parts of which every number of sides can have as many: whoever adds them up is exact.
pub const POINTS_PER_GAME: u32 = 60;

const _: () = {
    let mut sides = 1;
    while sides <= MAX_SEATS as u32 {
        assert!(POINTS_PER_GAME.is_multiple_of(sides));
        sides += 1;
    }
};

/// Games won, drawn and lost; of somebody alone solved, half solved and failed. Whoever shares a win has drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultCounts {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// What the drawn games gave, in parts of a [`WHOLE`]: half of each where two share it, a third where three do.
    pub shared: u64,
}

/// What was seen in games that were looked at move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TraceStats {
    pub games: u64,
    pub positions: u64,
    /// The legal moves of all these positions, and of the one with the most.
    pub choices: u64,
    pub most: u64,
    /// Games in which sides can be ahead, and how often another side took the lead in them.
    pub counted: u64,
    pub leads: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The results of every side, in their order.
    pub sides: Vec<ResultCounts>,
    /// The results of every bot, in the order in which they were named: one for each game and side. Bots of the same name
    /// are one, counted with the first of them.
    pub bots: Vec<ResultCounts>,
    /// Games that were broken off because they were too long.
    pub unfinished: u64,
    /// How many games ended by which rule.
    pub ends: BTreeMap<String, u64>,
    /// How many games took how many moves.
    pub lengths: BTreeMap<u32, u64>,
    pub watched: TraceStats,
    /// How often each rule mattered, where somebody asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mattered: Option<RuleImpact>,
    /// Whether games repeat each other, where nobody plays at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub courses: Option<DistinctGames>,
}

/// The first games of a run are compared with each other: so many.
const COMPARED: u64 = 1_000;

/// How many games were compared, and the different ones among them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DistinctGames {
    pub games: u64,
    pub different: BTreeSet<u64>,
}

impl DistinctGames {
    /// Whether most games repeat others, and so tell nothing new.
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

    /// Wins, and of draws what fell to one's share.
    pub fn score(&self) -> f64 {
        self.won as f64 + self.shared as f64 / f64::from(POINTS_PER_GAME)
    }

    /// The points of all games, each squared. Whoever shares a game has half of it at most: where more than two share
    /// one this is somewhat more than it is, never less.
    pub fn squares(&self) -> f64 {
        self.won as f64 + self.shared as f64 / f64::from(POINTS_PER_GAME) / 2.0
    }

    /// Counts a game that gave so many parts of a [`WHOLE`].
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

/// What everybody gets of a game that all share, in parts of a [`WHOLE`].
pub(super) fn even(sides: usize) -> u32 {
    POINTS_PER_GAME / sides.max(1) as u32
}

impl GameResult {
    /// What each side got, in parts of a [`WHOLE`]; none if the game was broken off. Alone, a game broken off is lost.
    pub fn parts(&self, sides: usize) -> Option<Vec<u32>> {
        let Some((winners, _)) = &self.outcome else {
            return (sides == 1).then(|| vec![0]);
        };
        let alone = sides == 1;
        let of_team = |team: Team| match (winners.contains(&team), winners.len()) {
            (true, 1) if alone && self.is_partial => POINTS_PER_GAME / 2,
            (true, winners) => POINTS_PER_GAME / winners as u32,
            // Where nobody wins nobody is beaten either.
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

    /// Counts game `number` of an experiment.
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
        if let Some(watched) = &played.watched {
            self.watched.join(watched);
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
        // Partners of the same name win one game between them, not one each.
        let who = |seat: Seat| (experiment.same_bot_at(seat, number), names.team_of[seat]);
        for seat in names
            .team_of
            .indices()
            .filter(|&seat| Seat::all(seat.index()).all(|before| who(before) != who(seat)))
        {
            let (bot, team) = who(seat);
            self.bots[bot].add(parts[team.index()]);
        }
    }

    /// Adds what was counted elsewhere.
    pub fn join(&mut self, other: &Tally) {
        self.sides.iter_mut().zip(&other.sides).for_each(|(mine, more)| mine.join(more));
        self.bots.iter_mut().zip(&other.bots).for_each(|(mine, more)| mine.join(more));
        self.unfinished += other.unfinished;
        other.ends.iter().for_each(|(how, count)| *self.ends.entry(how.clone()).or_default() += count);
        other.lengths.iter().for_each(|(&moves, count)| *self.lengths.entry(moves).or_default() += count);
        self.watched.join(&other.watched);
        if let Some(mattered) = &other.mattered {
            self.mattered.get_or_insert_default().join(mattered);
        }
        if let Some(courses) = &other.courses {
            self.courses.get_or_insert_default().join(courses);
        }
    }

    /// Whether no count exceeds so many games.
    pub fn is_within(&self, games: u64) -> bool {
        // A bot may play for all sides.
        let most = games.saturating_mul(self.sides.len() as u64);
        let results = |all: &ResultCounts| {
            let counts = [all.won, all.drawn, all.lost];
            counts.iter().all(|count| *count <= most)
                && all.shared <= all.drawn * u64::from(POINTS_PER_GAME / 2)
        };
        let counts = self.ends.values().chain(self.lengths.values()).copied();
        let TraceStats { games: seen, positions, choices, most, counted, leads } = self.watched;
        // Moves are more than games, but not without end.
        let asked = self.mattered.iter().flat_map(RuleImpact::counts);
        let moves = [positions, choices, most, leads].into_iter().chain(asked).all(|count| count < 1 << 60);
        let results = self.sides.iter().chain(&self.bots).all(results);
        let courses = self
            .courses
            .iter()
            .all(|courses| courses.games <= games && courses.different.len() as u64 <= courses.games);
        moves
            && results
            && courses
            && counts.chain([self.unfinished, seen, counted]).all(|count| count <= games)
    }

    /// How many games were played, those broken off included.
    pub fn games(&self) -> u64 {
        self.lengths.values().sum()
    }

    /// How games ended, the most frequent first, and how many were broken off.
    pub fn ends_by_count(&self) -> Vec<(&str, u64)> {
        let mut ends: Vec<(&str, u64)> =
            self.ends.iter().map(|(how, count)| (how.as_str(), *count)).collect();
        ends.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        ends.extend((self.unfinished > 0).then_some(("unfinished", self.unfinished)));
        ends
    }

    pub fn mean_length(&self) -> f64 {
        let moves: u64 = self.lengths.iter().map(|(&moves, count)| u64::from(moves) * count).sum();
        moves as f64 / self.games().max(1) as f64
    }

    /// The length that a share of the games does not exceed.
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

impl TraceStats {
    fn join(&mut self, other: &TraceStats) {
        self.games += other.games;
        self.positions += other.positions;
        self.choices += other.choices;
        self.most = self.most.max(other.most);
        self.counted += other.counted;
        self.leads += other.leads;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(winners: &[Team], sides: usize) -> Vec<u32> {
        let outcome = Some((winners.to_vec(), "score".to_string()));
        let (moves, is_partial, course, watched, mattered, record) = (9, false, None, None, None, None);
        let played = GameResult { outcome, is_partial, moves, course, watched, mattered, record };
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
