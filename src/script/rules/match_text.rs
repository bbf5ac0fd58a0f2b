//! Rules of a match in words.

use super::match_rules::{Begins, GamePoints, MATCH, MatchFunctionKind};
use super::match_terms::{MatchRequest, MatchTerms};
use super::plan::{RulePlan, short_location};
use houserule_core::mechanics::{Rule, StartMethod, ordinal};
use houserule_core::points::Points;
use houserule_core::rules_text::RuleSentence;
use houserule_core::text::{plural, series};

/// Sentences about the match that scripts declare; none if they declare nothing.
pub(super) fn declared(plan: &RulePlan) -> Vec<RuleSentence> {
    let terms = MatchTerms::resolve(plan, &MatchRequest::default()).ok().filter(|_| plan.match_rules.is_declared());
    terms.map_or_else(Vec::new, |terms| terms.sentences(plan))
}

impl MatchTerms {
    /// The terms in words, one sentence each: the length, who begins, what a game adds, and who wins.
    pub fn sentences(&self, plan: &RulePlan) -> Vec<RuleSentence> {
        let is_alone = plan.names.seats.len() < 2;
        let mut sentences = self.length(plan, is_alone);
        let mut add = |key: &str, text: String| sentences.push(RuleSentence::new(format!("{MATCH}.{key}"), text));
        if !is_alone {
            add("begins", self.describe_begins(plan));
        }
        add("points", self.describe_points(plan, is_alone));
        let winner = match self.first_to {
            None => Some("The most points win the match; equal points are a draw."),
            Some(_) if self.games.is_some() || self.target.is_some() || self.over_by_script => {
                Some("Otherwise the most games won decide the match, then the points.")
            }
            Some(_) => None,
        };
        if let Some(text) = winner.filter(|_| !is_alone) {
            add("winner", text.to_string());
        }
        sentences
    }

    /// The length in a few words: `2 games`, `3 games, first to 2 wins`; empty if it has none or a script decides it.
    pub fn describe_length(&self) -> String {
        let parts = [
            self.games.map(|games| plural(games, "game")),
            self.first_to.map(|wins| format!("first to {}", plural(wins, "win"))),
            self.target.map(|points| format!("first to {points} points")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn length(&self, plan: &RulePlan, is_alone: bool) -> Vec<RuleSentence> {
        let player = if plan.names.has_teams() { "team" } else { "player" };
        let games = self.games.map(|games| match self.first_to {
            Some(_) => format!("A match has at most {}.", plural(games, "game")),
            None => format!("A match has {}.", plural(games, "game")),
        });
        let first_to = self.first_to.map(|wins| match is_alone {
            true => format!("The match ends after {} won.", plural(wins, "game")),
            false => format!("The first {player} to win {} wins the match.", plural(wins, "game")),
        });
        let target = self
            .target
            .map(|target| format!("The match ends after the game in which a {player} reaches {}.", count(target)));
        let over = self
            .over_by_script
            .then(|| format!("A script decides when the match is over{}.", location(plan, MatchFunctionKind::Over)));
        let open = self.is_open().then(|| "A match has as many games as the players like.".to_string());
        let parts = [("games", games), ("first_to", first_to), ("target", target), ("over", over), ("open", open)];
        let sentence = |(key, text): (&str, Option<String>)| Some(RuleSentence::new(format!("{MATCH}.{key}"), text?));
        parts.into_iter().filter_map(sentence).collect()
    }

    fn describe_begins(&self, plan: &RulePlan) -> String {
        let is_pair = plan.names.seats.len() == 2;
        let (begins, begin) = match plan.first_seat_begins() {
            true => ("begins", "begin"),
            false => ("takes the first seat in", "take the first seat"),
        };
        match self.begins {
            Begins::Alternate if is_pair => {
                format!("The players change seats after every game, so they {begin} in turn.")
            }
            Begins::Alternate => {
                format!("Everyone moves on by one seat after every game, so the players {begin} in turn.")
            }
            Begins::Loser if is_pair => {
                format!("The loser of a game {begins} the next one; after a draw the other player does.")
            }
            Begins::Loser => format!("The player in last place {begins} the next game."),
            Begins::Drawn => format!("Who {begins} a game is drawn."),
            Begins::Same => "The players keep their seats.".to_string(),
        }
    }

    fn describe_points(&self, plan: &RulePlan, is_alone: bool) -> String {
        let player = if plan.names.has_teams() { "team" } else { "player" };
        match &self.points {
            GamePoints::Score => "The points of all games are added up.".to_string(),
            GamePoints::Margin => {
                format!("The winner of a game scores the lead over the best other {player}; the others score nothing.")
            }
            GamePoints::Wins if is_alone => "A solved game scores 1 point, a partial success half a point.".to_string(),
            GamePoints::Wins => "A win scores 1 point; a draw is shared.".to_string(),
            GamePoints::Places(places) => {
                let place = |(index, points): (usize, &Points)| match index {
                    0 => format!("first place scores {}", count(*points)),
                    _ => format!("{} {points}", ordinal(index as u32 + 1)),
                };
                let places: Vec<String> = places.iter().enumerate().map(place).collect();
                format!("In a game, {}; tied {player}s share their places.", series(&places, "and"))
            }
            GamePoints::Script => {
                format!("A script counts the points of a game{}.", location(plan, MatchFunctionKind::Points))
            }
        }
    }
}

/// Number of points with its noun.
pub(super) fn count(points: Points) -> String {
    if points == Points::whole(1) { "1 point".to_string() } else { format!("{points} points") }
}

fn location(plan: &RulePlan, kind: MatchFunctionKind) -> String {
    let function = plan.match_rules.function(kind);
    function.map(|function| format!(" ({})", short_location(&function.place))).unwrap_or_default()
}

impl RulePlan {
    /// Whether the first seat makes the first move: not in a race, and not if the beginner is drawn.
    pub fn first_seat_begins(&self) -> bool {
        let is_fixed = |rule: &Rule| match rule {
            Rule::StartRule(start) => start.by == StartMethod::FirstSeat,
            Rule::RaceRule(_) => false,
            _ => true,
        };
        self.rules.iter().all(|named_rule| is_fixed(&named_rule.rule))
    }
}
