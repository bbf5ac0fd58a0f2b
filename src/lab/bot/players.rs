//! Teams and seats, and the value of a final or intermediate position for every team.

use houserule_core::index::IndexVec;
use houserule_core::mechanics::{MAX_SEATS, Move, Seat};
use houserule_script::game::{Game, GameEnd};

/// Result per team, from 0 (loss) to 1 (win).
pub type Returns = [f32; MAX_SEATS];

/// What a bot knows of a game besides its moves.
pub struct PlayerMap {
    pub sides: usize,
    side_of: IndexVec<Seat, u8>,
    pub is_race: bool,
    pub has_chance: bool,
}

/// Evaluation lead that counts as half way to a win.
const LEAD: f32 = 60.0;

impl PlayerMap {
    pub fn of(game: &Game) -> PlayerMap {
        let plan = game.plan();
        PlayerMap {
            sides: plan.names.teams.len(),
            side_of: plan.names.side_of.clone(),
            is_race: plan.mechanic.is_race(),
            has_chance: plan.mechanic.has_chance(),
        }
    }

    /// Team of the player who started at `seat`. It differs from the seat's own team once players have swapped.
    pub fn side(&self, game: &Game, seat: Seat) -> u8 {
        self.side_of[game.player(seat)]
    }

    /// Team that makes a listed move.
    pub fn mover(&self, game: &Game, mv: Move) -> u8 {
        self.side(game, game.mover_of(mv))
    }

    /// Whether wins can be proven: two teams, zero-sum, perfect information.
    pub fn can_prove(&self) -> bool {
        self.sides == 2 && !self.has_chance && !self.is_race
    }

    /// Value of an end: the winners share the win. In a solitaire, partial success counts half, and a failure more the
    /// closer it came.
    pub fn returns(&self, game: &Game, end: GameEnd) -> Returns {
        let mut rewards = [0.0; MAX_SEATS];
        let won = self.won(game, end);
        let count = won.iter().filter(|won| **won).count();
        match (self.sides, count, end.is_partial) {
            (1, 0, _) => rewards[0] = 0.5 * self.alone(game),
            (1, _, true) => rewards[0] = 0.6,
            _ => {
                for side in (0..self.sides).filter(|side| won[*side]) {
                    rewards[side] = 1.0 / count as f32;
                }
            }
        }
        rewards
    }

    /// Value of an unfinished game, by static evaluation.
    pub fn evaluate(&self, game: &Game) -> Returns {
        let mut rewards = [0.0; MAX_SEATS];
        if self.sides == 1 {
            rewards[0] = 0.5 * self.alone(game);
            return rewards;
        }
        let measures = self.measures(game);
        let best = measures[..self.sides].iter().copied().max().unwrap_or(0);
        let weight = |measure: i32| {
            let behind = LEAD / (LEAD + (best - measure) as f32);
            behind * behind
        };
        let all: f32 = measures[..self.sides].iter().map(|measure| weight(*measure)).sum();
        (0..self.sides).for_each(|side| rewards[side] = weight(measures[side]) / all);
        rewards
    }

    fn alone(&self, game: &Game) -> f32 {
        let measure = game.board().evaluate(0).max(0) as f32;
        measure / (measure + 4.0 * LEAD)
    }

    fn measures(&self, game: &Game) -> [i32; MAX_SEATS] {
        let mut measures = [0; MAX_SEATS];
        (0..self.sides).for_each(|side| measures[side] = game.board().evaluate(side as u8));
        if game.has_swapped() {
            measures.swap(0, 1);
        }
        measures
    }

    /// Lead of a team over the best other team.
    pub fn lead(&self, game: &Game, side: u8) -> i32 {
        let measures = self.measures(game);
        let others = (0..self.sides).filter(|other| *other != side as usize).map(|other| measures[other]);
        measures[side as usize] - others.max().unwrap_or(0)
    }

    /// Teams among the winners.
    fn won(&self, game: &Game, end: GameEnd) -> [bool; MAX_SEATS] {
        let mut won = [false; MAX_SEATS];
        for seat in self.side_of.indices() {
            won[self.side(game, seat) as usize] |= end.winners.has(seat);
        }
        won
    }

    /// Whether a team wins outright, without sharing.
    pub fn wins(&self, game: &Game, end: GameEnd, side: u8) -> bool {
        self.sharers(game, end, side) == Some(1)
    }

    /// Number of teams that share the win, if `side` is one of them.
    pub fn sharers(&self, game: &Game, end: GameEnd, side: u8) -> Option<usize> {
        let won = self.won(game, end);
        won[side as usize].then(|| won.iter().filter(|won| **won).count())
    }
}
