//! Arguments that say how long a match is, who begins its games and how they add up.

use clap::Args;
use houserule_script::matches::{Begins, GamePoints, MatchRequest};

use crate::error::UsageError;

/// Match at the prompt.
#[derive(Args, Clone, Default)]
pub struct MatchArgs {
    /// Play a match of N games
    #[arg(long = "match", value_name = "N", allow_negative_numbers = true, value_parser = count)]
    games: Option<u32>,
    #[command(flatten)]
    others: MatchTermsArgs,
}

/// Other ends of a match, who begins and what a game adds.
#[derive(Args, Clone, Default)]
pub struct MatchTermsArgs {
    /// Play matches that end when a player has won N games
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    first_to: Option<u32>,
    /// Play matches that end when a player has N points
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    points: Option<f64>,
    /// Who begins the next game of a match: alternate, loser, drawn or same
    #[arg(long, value_name = "WHO", value_parser = begins)]
    begins: Option<Begins>,
    /// What a game of a match adds: its points, the winner's margin, or the win itself: points, margin or wins
    #[arg(long, value_name = "WHAT", value_parser = scoring)]
    scoring: Option<GamePoints>,
}

impl MatchArgs {
    /// Returns what was asked for; `None` if there was nothing about matches.
    pub fn request(&self) -> Option<MatchRequest> {
        let request = self.others.request(self.games);
        (request != MatchRequest::default()).then_some(request)
    }

    /// Returns the first option about matches that was typed.
    pub fn first_option(&self) -> Option<&'static str> {
        let MatchTermsArgs { first_to, points, begins, scoring } = &self.others;
        let given = [
            ("--match", self.games.is_some()),
            ("--first-to", first_to.is_some()),
            ("--points", points.is_some()),
            ("--begins", begins.is_some()),
            ("--scoring", scoring.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}

impl MatchTermsArgs {
    /// Returns what was asked for, with a number of games.
    pub fn request(&self, games: Option<u32>) -> MatchRequest {
        let MatchTermsArgs { first_to, points: target, begins, scoring } = self.clone();
        MatchRequest { games, first_to, target, begins, points: scoring }
    }
}

fn count(typed: &str) -> Result<u32, UsageError> {
    typed.parse().map_err(|_| "write a whole number of games".into())
}

fn begins(typed: &str) -> Result<Begins, UsageError> {
    Begins::named(typed).ok_or_else(|| format!("write one of {}", Begins::WORDS.join(", ")).into())
}

fn scoring(typed: &str) -> Result<GamePoints, UsageError> {
    GamePoints::named(typed).ok_or_else(|| format!("write one of {}", GamePoints::WORDS.join(", ")).into())
}
