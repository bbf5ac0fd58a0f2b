//! Finished game as a match sees it: who won, the points, and who played.

use crate::game::{Game, HookFault, Outcome};
use crate::play::Session;
use houserule_core::mechanics::{Seat, Team};
use houserule_core::points::Points;

/// Result of a finished game, by team of that game. A clock that takes points changes `points`.
#[derive(Clone, PartialEq, Debug)]
pub struct GameScore {
    /// Result.
    pub outcome: Outcome,
    /// Points of each team by the game's own rules.
    pub points: Vec<Points>,
    /// The result in words: `white wins by road`, `red wins 24 to 18`.
    pub result: String,
    /// Number of moves.
    pub moves: u32,
    /// Seat that made the first move; `None` in a race and if it is unknown.
    pub began: Option<Seat>,
    /// For each seat, the seat at which its player started the game; they differ after a swap.
    pub started_at: Vec<Seat>,
}

impl GameScore {
    /// Score of a game, if it is over. The first move is taken to be the first seat's unless the beginner is drawn.
    pub fn of_game(game: &mut Game) -> Result<Option<GameScore>, HookFault> {
        let Some(outcome) = game.outcome()? else { return Ok(None) };
        let points = game.score()?.into_iter().map(|line| {
            let points = Points::nearest(line.points);
            points.ok_or_else(|| HookFault::new(format!("{} points are too many for a match", line.points)))
        });
        let points = points.collect::<Result<_, _>>()?;
        let result = game.describe_result()?.unwrap_or_else(|| outcome.describe(game.plan()));
        let seats = game.plan().names.seats.indices();
        Ok(Some(GameScore {
            outcome,
            points,
            result,
            moves: game.board().turn_state().ply,
            began: game.plan().first_seat_begins().then_some(Seat::FIRST),
            started_at: seats.map(|seat| game.player(seat)).collect(),
        }))
    }

    /// Score of a session's game, if it is over.
    pub fn of_session(session: &mut Session) -> Result<Option<GameScore>, HookFault> {
        let Some(score) = GameScore::of_game(&mut session.game)? else { return Ok(None) };
        let began = (!session.moves().is_empty() && !session.is_race()).then(|| session.seat_of(0));
        Ok(Some(GameScore { moves: session.moves().len() as u32, began, ..score }))
    }

    /// Number of teams.
    pub fn teams(&self) -> usize {
        self.points.len()
    }

    /// Whether a team won, alone or with others, and did not draw.
    pub fn has_won(&self, team: usize) -> bool {
        let is_winner = self.outcome.winners.contains(&Team::new(team));
        match self.outcome.solitaire_result() {
            Some(word) => word == "solved",
            None => is_winner && !self.outcome.is_draw(),
        }
    }

    /// Share of one point for a team: a draw is shared by those who draw, and a game without a winner by all.
    pub fn share(&self, team: usize) -> Points {
        let one = Points::whole(1);
        let winners = &self.outcome.winners;
        match (self.outcome.solitaire_result(), winners.len()) {
            (Some("solved"), _) => one,
            (Some("partial"), _) => one.shared(2),
            (Some(_), _) => Points::ZERO,
            (None, 0) => one.shared(self.teams()),
            (None, count) if winners.contains(&Team::new(team)) => one.shared(count),
            (None, _) => Points::ZERO,
        }
    }

    /// Place of a team, from 1: the winners, then the others by their points. Tied teams share a place.
    pub fn place(&self, team: usize) -> usize {
        1 + (0..self.teams()).filter(|other| self.rank(*other) < self.rank(team)).count()
    }

    /// Orders the teams: those that won or drew, then the most points.
    fn rank(&self, team: usize) -> (bool, Points) {
        match self.outcome.winners.contains(&Team::new(team)) {
            true => (false, Points::ZERO),
            false => (true, -self.points[team]),
        }
    }

    /// Lead of a team that won over the best other team; 0 for all others.
    pub fn margin(&self, team: usize) -> Points {
        let others = (0..self.teams()).filter(|other| *other != team).map(|other| self.points[other]);
        match others.max().filter(|_| self.has_won(team)) {
            Some(best) => (self.points[team] - best).max(Points::ZERO),
            None => Points::ZERO,
        }
    }

    /// Points of a team by its place; tied teams share the points of their places.
    pub fn place_points(&self, team: usize, places: &[Points]) -> Points {
        let place = self.place(team);
        let tied = (0..self.teams()).filter(|other| self.place(*other) == place).count();
        let shared: Points = places.iter().copied().skip(place - 1).take(tied).sum();
        shared.shared(tied)
    }
}
