//! Teams and seats, and the value of a final or intermediate position for every team.

use houserule_core::index::IndexArray;
use houserule_core::mechanics::{MAX_SEATS, Team};
use houserule_script::game::{Game, GameEnd};

/// Result per team, from 0 (loss) to 1 (win).
pub type Returns = IndexArray<Team, f32, MAX_SEATS>;

/// Number of teams, and whether the game is a race or has chance.
pub struct GameTraits {
    pub teams: usize,
    pub is_race: bool,
    pub has_chance: bool,
}

/// Lead in static evaluation that is worth half of the way to a win.
const HALF_WIN_LEAD: f32 = 60.0;

impl GameTraits {
    pub fn of(game: &Game) -> GameTraits {
        let plan = game.plan();
        GameTraits {
            teams: plan.names.teams.len(),
            is_race: plan.mechanic.is_race(),
            has_chance: plan.mechanic.has_chance(),
        }
    }

    /// Returns whether wins can be proven: two teams, zero-sum, perfect information.
    pub fn can_prove(&self) -> bool {
        self.teams == 2 && !self.has_chance && !self.is_race
    }

    /// Returns the value of an end: the winners share the win. In a solitaire, partial success counts 0.6, and a
    /// failure less than a half, by its static evaluation.
    pub fn returns(&self, game: &Game, end: GameEnd) -> Returns {
        let mut rewards = Returns::default();
        let winners = self.winning_teams(game, end);
        let count = winners.iter().filter(|won| **won).count();
        match (self.teams, count, end.is_partial) {
            (1, 0, _) => rewards[Team::FIRST] = 0.5 * self.solitaire_progress(game),
            (1, _, true) => rewards[Team::FIRST] = 0.6,
            _ => {
                for team in Team::all(self.teams).filter(|team| winners[*team]) {
                    rewards[team] = 1.0 / count as f32;
                }
            }
        }
        rewards
    }

    /// Returns the value of an unfinished game by static evaluation.
    pub fn evaluate(&self, game: &Game) -> Returns {
        let mut rewards = Returns::default();
        if self.teams == 1 {
            rewards[Team::FIRST] = 0.5 * self.solitaire_progress(game);
            return rewards;
        }
        let evaluations = self.evaluations(game);
        let best = evaluations.iter().take(self.teams).copied().max().unwrap_or(0);
        let weight = |evaluation: i32| {
            let ratio = HALF_WIN_LEAD / (HALF_WIN_LEAD + (best - evaluation) as f32);
            ratio * ratio
        };
        let total: f32 = evaluations.iter().take(self.teams).map(|evaluation| weight(*evaluation)).sum();
        Team::all(self.teams).for_each(|team| rewards[team] = weight(evaluations[team]) / total);
        rewards
    }

    fn solitaire_progress(&self, game: &Game) -> f32 {
        let evaluation = game.board().evaluate(Team::FIRST).max(0) as f32;
        evaluation / (evaluation + 4.0 * HALF_WIN_LEAD)
    }

    fn evaluations(&self, game: &Game) -> IndexArray<Team, i32, MAX_SEATS> {
        let mut evaluations = IndexArray::<Team, i32, MAX_SEATS>::default();
        for team in Team::all(self.teams) {
            evaluations[game.seated_team(team)] = game.board().evaluate(team);
        }
        evaluations
    }

    /// Returns the lead of a team over the best other team.
    pub fn lead(&self, game: &Game, team: Team) -> i32 {
        let evaluations = self.evaluations(game);
        let others = Team::all(self.teams).filter(|other| *other != team).map(|other| evaluations[other]);
        evaluations[team] - others.max().unwrap_or(0)
    }

    /// Returns which teams are among the winners.
    fn winning_teams(&self, game: &Game, end: GameEnd) -> IndexArray<Team, bool, MAX_SEATS> {
        let mut winners = IndexArray::<Team, bool, MAX_SEATS>::default();
        for seat in game.plan().names.seats.indices() {
            winners[game.team_of(seat)] |= end.winners.has(seat);
        }
        winners
    }

    /// Returns whether a team wins outright, without sharing.
    pub fn wins(&self, game: &Game, end: GameEnd, team: Team) -> bool {
        self.winner_count(game, end, team) == Some(1)
    }

    /// Returns the number of winning teams, if `team` is one of them.
    pub fn winner_count(&self, game: &Game, end: GameEnd, team: Team) -> Option<usize> {
        let winners = self.winning_teams(game, end);
        winners[team].then(|| winners.iter().filter(|won| **won).count())
    }
}
