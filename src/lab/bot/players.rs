//! Teams and seats, and the value of a final or intermediate position for every team.

use houserule_core::index::IndexArray;
use houserule_core::mechanics::{MAX_SEATS, Team};
use houserule_script::game::{Game, GameEnd};

/// Result per team, from 0 (loss) to 1 (win).
pub type Returns = IndexArray<Team, f32, MAX_SEATS>;

/// What a bot knows of a game besides its moves.
pub struct PlayerMap {
    pub teams: usize,
    pub is_race: bool,
    pub has_chance: bool,
}

/// Evaluation lead that counts as half way to a win.
const LEAD: f32 = 60.0;

impl PlayerMap {
    pub fn of(game: &Game) -> PlayerMap {
        let plan = game.plan();
        PlayerMap {
            teams: plan.names.teams.len(),
            is_race: plan.mechanic.is_race(),
            has_chance: plan.mechanic.has_chance(),
        }
    }

    /// Whether wins can be proven: two teams, zero-sum, perfect information.
    pub fn can_prove(&self) -> bool {
        self.teams == 2 && !self.has_chance && !self.is_race
    }

    /// Value of an end: the winners share the win. In a solitaire, partial success counts half, and a failure more the
    /// closer it came.
    pub fn returns(&self, game: &Game, end: GameEnd) -> Returns {
        let mut rewards = Returns::default();
        let won = self.won(game, end);
        let count = won.iter().filter(|won| **won).count();
        match (self.teams, count, end.is_partial) {
            (1, 0, _) => rewards[Team::FIRST] = 0.5 * self.alone(game),
            (1, _, true) => rewards[Team::FIRST] = 0.6,
            _ => {
                for team in Team::all(self.teams).filter(|team| won[*team]) {
                    rewards[team] = 1.0 / count as f32;
                }
            }
        }
        rewards
    }

    /// Value of an unfinished game, by static evaluation.
    pub fn evaluate(&self, game: &Game) -> Returns {
        let mut rewards = Returns::default();
        if self.teams == 1 {
            rewards[Team::FIRST] = 0.5 * self.alone(game);
            return rewards;
        }
        let measures = self.measures(game);
        let best = measures.iter().take(self.teams).copied().max().unwrap_or(0);
        let weight = |measure: i32| {
            let behind = LEAD / (LEAD + (best - measure) as f32);
            behind * behind
        };
        let all: f32 = measures.iter().take(self.teams).map(|measure| weight(*measure)).sum();
        Team::all(self.teams).for_each(|team| rewards[team] = weight(measures[team]) / all);
        rewards
    }

    fn alone(&self, game: &Game) -> f32 {
        let measure = game.board().evaluate(Team::FIRST).max(0) as f32;
        measure / (measure + 4.0 * LEAD)
    }

    fn measures(&self, game: &Game) -> IndexArray<Team, i32, MAX_SEATS> {
        let mut measures = IndexArray::<Team, i32, MAX_SEATS>::default();
        for team in Team::all(self.teams) {
            measures[game.seated_team(team)] = game.board().evaluate(team);
        }
        measures
    }

    /// Lead of a team over the best other team.
    pub fn lead(&self, game: &Game, team: Team) -> i32 {
        let measures = self.measures(game);
        let others = Team::all(self.teams).filter(|other| *other != team).map(|other| measures[other]);
        measures[team] - others.max().unwrap_or(0)
    }

    /// Teams among the winners.
    fn won(&self, game: &Game, end: GameEnd) -> IndexArray<Team, bool, MAX_SEATS> {
        let mut won = IndexArray::<Team, bool, MAX_SEATS>::default();
        for seat in game.plan().names.seats.indices() {
            won[game.team_of(seat)] |= end.winners.has(seat);
        }
        won
    }

    /// Whether a team wins outright, without sharing.
    pub fn wins(&self, game: &Game, end: GameEnd, team: Team) -> bool {
        self.sharers(game, end, team) == Some(1)
    }

    /// Number of teams that share the win, if `team` is one of them.
    pub fn sharers(&self, game: &Game, end: GameEnd, team: Team) -> Option<usize> {
        let won = self.won(game, end);
        won[team].then(|| won.iter().filter(|won| **won).count())
    }
}
