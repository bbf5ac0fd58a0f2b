//! What many games come to: whole numbers only, so that adding them up gives the same in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::experiment::{Experiment, Played};
use super::mattered::Mattered;

/// Games won, drawn and lost; of somebody alone solved, half solved and failed. Whoever shares a win has drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
}

/// What was seen in games that were looked at move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Watched {
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
    pub sides: Vec<Results>,
    /// The results of every bot, in the order in which they were named.
    pub bots: Vec<Results>,
    /// Games that were broken off because they were too long.
    pub unfinished: u64,
    /// How many games ended by which rule.
    pub ends: BTreeMap<String, u64>,
    /// How many games took how many moves.
    pub lengths: BTreeMap<u32, u64>,
    pub watched: Watched,
    /// How often each rule mattered, where somebody asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mattered: Option<Mattered>,
}

impl Results {
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Wins and half the draws.
    pub fn score(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    /// Counts a game that gave 2, 1 or 0 half points.
    pub(super) fn add(&mut self, halves: u8) {
        match halves {
            2 => self.won += 1,
            1 => self.drawn += 1,
            _ => self.lost += 1,
        }
    }

    pub(super) fn join(&mut self, other: &Results) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

impl Played {
    /// What each side got, in half points; none if the game was broken off. Alone, a game broken off is lost.
    pub fn halves(&self, sides: usize) -> Option<Vec<u8>> {
        let Some((winners, _)) = &self.outcome else {
            return (sides == 1).then(|| vec![0]);
        };
        let alone = sides == 1;
        let of_side = |side: u8| match (winners.contains(&side), winners.len()) {
            (true, 1) if alone && self.is_partial => 1,
            (true, 1) => 2,
            (true, _) => 1,
            // Where nobody wins nobody is beaten either.
            (false, 0) if !alone => 1,
            (false, _) => 0,
        };
        Some((0..sides as u8).map(of_side).collect())
    }
}

impl Tally {
    pub fn new(experiment: &Experiment) -> Tally {
        let sides = experiment.ruleset.plan.names.sides.len();
        let none = |count| vec![Results::default(); count];
        Tally { sides: none(sides), bots: none(experiment.seats()), ..Tally::default() }
    }

    /// Counts game `number` of an experiment.
    pub fn add(&mut self, experiment: &Experiment, number: u64, played: &Played) {
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
        let Some(halves) = played.halves(names.sides.len()) else { return };
        self.sides.iter_mut().zip(&halves).for_each(|(results, &halves)| results.add(halves));
        for (seat, &side) in names.side_of.iter().enumerate() {
            self.bots[experiment.bot_at(seat, number)].add(halves[side as usize]);
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
    }

    /// Whether no count exceeds so many games.
    pub fn is_within(&self, games: u64) -> bool {
        let results = self.sides.iter().chain(&self.bots).flat_map(|all| [all.won, all.drawn, all.lost]);
        let counts = self.ends.values().chain(self.lengths.values()).copied().chain(results);
        let Watched { games: seen, positions, choices, most, counted, leads } = self.watched;
        // Moves are more than games, but not without end.
        let asked = self.mattered.iter().flat_map(Mattered::counts);
        let moves = [positions, choices, most, leads].into_iter().chain(asked).all(|count| count < 1 << 60);
        moves && counts.chain([self.unfinished, seen, counted]).all(|count| count <= games)
    }

    /// How many games were played, those broken off included.
    pub fn games(&self) -> u64 {
        self.lengths.values().sum()
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

impl Watched {
    fn join(&mut self, other: &Watched) {
        self.games += other.games;
        self.positions += other.positions;
        self.choices += other.choices;
        self.most = self.most.max(other.most);
        self.counted += other.counted;
        self.leads += other.leads;
    }
}
