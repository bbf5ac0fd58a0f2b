//! Arguments that say how long a match is and who begins its games.

use clap::Args;
use houserule_script::matches::{Begins, GamePoints, MatchRequest};

#[derive(Args, Clone, Default)]
pub struct MatchArgs {
    /// Play a match of this many games
    #[arg(long = "match", value_name = "N", allow_negative_numbers = true)]
    pub games: Option<u32>,
    /// Play a match that ends when a player has won this many games
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub first_to: Option<u32>,
    /// Play a match that ends when a player has this many points
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub points: Option<f64>,
    /// Who begins the next game of a match: alternate, loser, drawn or same
    #[arg(long, value_name = "WHO", value_parser = begins)]
    pub begins: Option<Begins>,
    /// What a game of a match adds: its points, the winner's margin, or the win itself: points, margin or wins
    #[arg(long, value_name = "WHAT", value_parser = scoring)]
    pub scoring: Option<GamePoints>,
}

impl MatchArgs {
    /// Returns what was asked for; `None` if there was nothing about matches.
    pub fn request(&self) -> Option<MatchRequest> {
        let MatchArgs { games, first_to, points: target, begins, scoring } = self.clone();
        let request = MatchRequest { games, first_to, target, begins, points: scoring };
        (request != MatchRequest::default()).then_some(request)
    }
}

fn begins(text: &str) -> Result<Begins, String> {
    Begins::named(text).ok_or_else(|| format!("write one of {}", Begins::WORDS.join(", ")))
}

fn scoring(text: &str) -> Result<GamePoints, String> {
    GamePoints::named(text).ok_or_else(|| format!("write one of {}", GamePoints::WORDS.join(", ")))
}
