//! Statistics of games that are traced move by move. A new one needs an implementation of [`Statistic`] and a line in
//! the list; reports, their JSON and `merge` follow the list.

use serde::{Deserialize, Serialize};

use houserule_core::mechanics::{Move, Team};
use houserule_script::game::Game;

/// Upper limit of a count of moves, which may exceed the number of games.
pub(super) const MAX_COUNT: u64 = 1 << 60;

/// Integer counts over the positions of traced games, so that sums are the same in any order.
pub(super) trait Statistic {
    /// Counts a position before a move is played.
    fn observe(&mut self, game: &Game, legal_moves: &[Move]);
    /// Adds the counts of other games.
    fn join(&mut self, other: &Self)
    where
        Self: Sized;
    /// Returns whether the counts are possible for this number of games: a report file may contain anything.
    fn is_plausible(&self, games: u64) -> bool;
    /// Returns the value for JSON; `None` if no game has one.
    fn value(&self) -> Option<f64>;
    /// Formats the line of the text report: a label of ten characters, a blank, the value in words.
    fn line(&self, value: f64) -> String;
}

/// Declares [`TraceStats`] with a field for every statistic. The name of the field is the key of the value in JSON.
macro_rules! statistics {
    ($($(#[$serde:meta])* $key:ident: $statistic:ty,)*) => {
        /// Statistics of games that were traced move by move.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        pub struct TraceStats {
            pub games: u64,
            $($(#[$serde])* $key: $statistic,)*
        }

        impl TraceStats {
            pub(super) fn observe(&mut self, game: &Game, legal_moves: &[Move]) {
                $(self.$key.observe(game, legal_moves);)*
            }

            pub(super) fn join(&mut self, other: &TraceStats) {
                self.games += other.games;
                $(self.$key.join(&other.$key);)*
            }

            /// Every statistic with its key.
            pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, &dyn Statistic)> {
                [$((stringify!($key), &self.$key as &dyn Statistic)),*].into_iter()
            }
        }
    };
}

// The counts of the first two are in one table of the report. Newer ones have a table each and a default, because older
// reports lack them: `#[serde(default)] captures: Captures,`.
statistics! {
    #[serde(flatten)] branching: Branching,
    #[serde(flatten)] lead_changes: LeadChanges,
}

/// Branching factor: legal moves of each position, and the maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Branching {
    positions: u64,
    #[serde(rename = "choices")]
    moves: u64,
    most: u64,
}

impl Statistic for Branching {
    fn observe(&mut self, _: &Game, legal_moves: &[Move]) {
        let moves = legal_moves.len() as u64;
        self.join(&Branching { positions: 1, moves, most: moves });
    }

    fn join(&mut self, other: &Branching) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.most = self.most.max(other.most);
    }

    fn is_plausible(&self, _: u64) -> bool {
        [self.positions, self.moves, self.most].iter().all(|count| *count < MAX_COUNT)
    }

    fn value(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.moves as f64 / self.positions as f64)
    }

    fn line(&self, value: f64) -> String {
        format!("branching  {value:.1} legal moves on average, {} at most", self.most)
    }
}

/// Lead changes per game in which a team can lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct LeadChanges {
    #[serde(rename = "counted")]
    games: u64,
    #[serde(rename = "leads")]
    changes: u64,
    /// Last team that led alone in this game.
    #[serde(skip)]
    leader: Option<Team>,
}

impl Statistic for LeadChanges {
    fn observe(&mut self, game: &Game, _: &[Move]) {
        let Some(leaders) = leaders(game) else { return };
        self.games = 1;
        if let [team] = leaders[..] {
            let previous = self.leader.replace(team);
            self.changes += previous.is_some_and(|previous| previous != team) as u64;
        }
    }

    fn join(&mut self, other: &LeadChanges) {
        self.games += other.games;
        self.changes += other.changes;
    }

    fn is_plausible(&self, games: u64) -> bool {
        self.games <= games && self.changes < MAX_COUNT
    }

    fn value(&self) -> Option<f64> {
        (self.games > 0).then(|| self.changes as f64 / self.games as f64)
    }

    fn line(&self, value: f64) -> String {
        format!("lead       changes {value:.1} times per game")
    }
}

/// Returns the leading teams of a position; `None` if the game has no leaders.
fn leaders(game: &Game) -> Option<Vec<Team>> {
    let (names, (seats, _)) = (&game.plan().names, game.board().leaders());
    if !seats.is_empty() {
        return Some(seats.teams(names).collect());
    }
    let score = game.board().score_now().filter(|score| score.len() > 1)?;
    let best = score.iter().map(|(points, _)| *points).max()?;
    Some(Team::all(score.len()).filter(|team| score[team.index()].0 == best).collect())
}
