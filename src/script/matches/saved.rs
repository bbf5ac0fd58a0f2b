//! Match in a file.

use serde::{Deserialize, Serialize};

use super::seating::SeatLayout;
use super::table::{GameRules, Match, MatchEnd, MatchError, MatchGame};
use crate::rules::{MAX_MATCH_GAMES, MatchTerms};
use houserule_core::mechanics::MAX_SEATS;
use houserule_core::text::one_line;

/// A match as a save holds it. Players and entrants are numbered from 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedMatch {
    players: Vec<String>,
    /// Team of each seat.
    teams: Vec<usize>,
    /// As a signed number, because TOML has no larger ones.
    seed: i64,
    /// Hash of the rules of the match that scripts declared; empty if they declared none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    declared: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<MatchEnd>,
    rules: GameRules,
    terms: MatchTerms,
    #[serde(default, rename = "game", skip_serializing_if = "Vec::is_empty")]
    games: Vec<MatchGame>,
}

impl From<&Match> for SavedMatch {
    fn from(played: &Match) -> SavedMatch {
        SavedMatch {
            players: played.players.clone(),
            teams: played.layout.team_of().to_vec(),
            seed: played.seed.cast_signed(),
            declared: played.terms_hash.clone(),
            end: played.end,
            rules: played.rules.clone(),
            terms: played.terms.clone(),
            games: played.games.clone(),
        }
    }
}

impl TryFrom<SavedMatch> for Match {
    type Error = MatchError;

    /// Checks everything that a file could have wrong, since other code relies on it.
    fn try_from(saved: SavedMatch) -> Result<Match, MatchError> {
        let invalid = |what: &str| MatchError::from(format!("the saved match is damaged: {what}"));
        let layout = SeatLayout::new(saved.teams).filter(|layout| (1..=MAX_SEATS).contains(&layout.seats()));
        let layout = layout.ok_or_else(|| invalid("its teams are incomplete"))?;
        if saved.players.len() != layout.seats() {
            return Err(invalid("it has another number of players than seats"));
        }
        let MatchTerms { games, first_to, .. } = &saved.terms;
        let is_count = |count: &Option<u32>| count.is_none_or(|count| (1..=MAX_MATCH_GAMES).contains(&count));
        if !is_count(games) || !is_count(first_to) || saved.games.len() > MAX_MATCH_GAMES as usize {
            return Err(invalid("its number of games is out of range"));
        }
        if let Some(number) = saved.games.iter().position(|game| !fits(game, &layout)) {
            return Err(invalid(&format!("game {} does not fit its players", number + 1)));
        }
        let line = |text: &String| one_line(text, MAX_TEXT_LEN);
        let rules = |rules: GameRules| GameRules {
            reference: line(&rules.reference),
            options: rules.options.iter().map(|(key, value)| (line(key), line(value))).collect(),
        };
        let game = |game: MatchGame| MatchGame {
            result: line(&game.result),
            reason: line(&game.reason),
            sides: game.sides.iter().map(line).collect(),
            rules: game.rules.map(rules),
            ..game
        };
        Ok(Match {
            terms: saved.terms,
            players: saved.players.iter().map(line).collect(),
            layout,
            rules: rules(saved.rules),
            terms_hash: saved.declared,
            seed: saved.seed.cast_unsigned(),
            games: saved.games.into_iter().map(game).collect(),
            end: saved.end,
        })
    }
}

/// Longest text of a file that is kept.
const MAX_TEXT_LEN: usize = 200;

/// Whether a game has an entry for every player and entrant, and partners in it are partners.
fn fits(game: &MatchGame, layout: &SeatLayout) -> bool {
    let (seats, entrants) = (layout.seats(), layout.teams());
    let mut sorted = game.seats.clone();
    sorted.sort_unstable();
    let counts = [game.sides.len(), game.places.len(), game.score.len(), game.points.len()];
    sorted.iter().copied().eq(0..seats)
        && layout.keeps_partners(&game.seats)
        && counts.iter().all(|count| *count == entrants)
        && game.winners.iter().all(|winner| *winner < entrants)
        && game.places.iter().all(|place| (1..=entrants).contains(place))
        && game.began.is_none_or(|player| player < seats)
}
