//! Author's tests of the rules of a match.

use super::Workspace;
use super::author_tests::{FailedAssertion, failures};
use crate::game::{GameEnd, HookFault, Outcome};
use crate::lua::{LoadError, Ruleset};
use crate::matches::{GameRules, GameScore, Match, MatchError, MatchRequest, MatchTerms};
use crate::rules::{TestedGame, TestedMatch};
use houserule_core::mechanics::{Seat, SeatSet, Team};
use houserule_core::names::Names;
use houserule_core::points::Points;
use houserule_core::text::{nearest, plural};

/// Plays the match of a test and returns everything that is not as expected.
pub(super) fn run(
    workspace: &Workspace,
    game: &str,
    sets: &[(String, String)],
    tested: &TestedMatch,
) -> Vec<FailedAssertion> {
    let ruleset = match workspace.load(game, sets) {
        Ok(ruleset) => ruleset,
        Err(error) => return failures(error),
    };
    let tester = MatchTester { workspace, game, sets, names: &ruleset.plan.names };
    match tester.play(&ruleset, tested) {
        Ok(played) => {
            let problems = tester.mismatches(&played, tested).unwrap_or_else(|error| vec![error.to_string()]);
            problems.into_iter().map(FailedAssertion::Mismatch).collect()
        }
        Err(failures) => failures,
    }
}

struct MatchTester<'a> {
    workspace: &'a Workspace,
    game: &'a str,
    sets: &'a [(String, String)],
    names: &'a Names,
}

impl MatchTester<'_> {
    fn play(&self, ruleset: &Ruleset, tested: &TestedMatch) -> Result<Match, Vec<FailedAssertion>> {
        let terms =
            MatchTerms::resolve(&ruleset.plan, &MatchRequest::default()).map_err(|error| mismatch(error.message))?;
        let played = Match::new(terms, &self.names.seats, ruleset, self.workspace.seed);
        let mut played = played.map_err(|error| mismatch(error.to_string()))?;
        let failed = |fault: HookFault| vec![fault.into()];
        let mut scripts = ruleset.match_scripts().map_err(failed)?;
        for (index, game) in tested.games.iter().enumerate() {
            let number = index + 1;
            if played.is_over() {
                return Err(mismatch(format!("the match is over before game {number}")));
            }
            let score = match game {
                TestedGame::Given { winners, score } => {
                    self.given(winners, score).map_err(|error| mismatch(error.to_string()))?
                }
                TestedGame::Played { position, moves } => {
                    let score = self.played(position.as_deref(), moves).map_err(failures)?;
                    score.ok_or_else(|| mismatch(format!("game {number} is not over after its moves")))?
                }
            };
            played.add(&score, self.names, &GameRules::of(ruleset), &mut scripts).map_err(failed)?;
        }
        Ok(played)
    }

    /// Score of a game whose result is given.
    fn given(&self, winners: &[String], score: &[(String, f64)]) -> Result<GameScore, MatchError> {
        let names = self.names;
        let winners: Vec<Team> = winners.iter().map(|name| self.team(name)).collect::<Result<_, _>>()?;
        let is_draw = winners.is_empty() && names.teams.len() > 1;
        let seats: SeatSet = match is_draw {
            true => SeatSet::all(names.seats.len()),
            false => winners.iter().flat_map(|team| names.seats_of(*team)).collect(),
        };
        let outcome = Outcome::new(GameEnd { winners: seats, is_draw, is_partial: false }, "test", names);
        let mut points = vec![Points::ZERO; names.teams.len()];
        for (name, number) in score {
            let given = Points::nearest(*number).ok_or_else(|| format!("{number} is not a number of points"))?;
            points[self.team(name)?.index()] = given;
        }
        let winners: Vec<&str> = outcome.winners.iter().map(|team| names.teams[*team].as_str()).collect();
        let result = if is_draw { "draw".to_string() } else { format!("{} wins", winners.join(", ")) };
        let started_at = names.seats.indices().collect();
        Ok(GameScore { outcome, points, result, moves: 0, began: Some(Seat::FIRST), started_at })
    }

    /// Score of a game that is played; `None` if it is not over.
    fn played(&self, position: Option<&str>, moves: &[String]) -> Result<Option<GameScore>, LoadError> {
        let mut session = self.workspace.open(self.game, self.sets, position, moves)?;
        Ok(GameScore::of_session(&mut session)?)
    }

    fn team(&self, name: &str) -> Result<Team, MatchError> {
        let teams = &self.names.teams;
        let unknown = || match nearest(name, teams.iter().map(String::as_str)) {
            Some(near) => format!("unknown side `{name}`; did you mean `{near}`?"),
            None => format!("unknown side `{name}`; the sides are {}", teams.join(", ")),
        };
        Ok(self.names.team(name).ok_or_else(unknown)?)
    }

    /// Everything that differs from the expected table.
    fn mismatches(&self, played: &Match, tested: &TestedMatch) -> Result<Vec<String>, MatchError> {
        let mut problems = Vec::new();
        let name = |entrant: usize| self.names.teams[Team::new(entrant)].as_str();
        for (player, expected) in &tested.points {
            let points = played.totals()[self.team(player)?.index()];
            if Points::nearest(*expected) != Some(points) {
                problems.push(format!("{player} adds up to {points}, not {expected}"));
            }
        }
        for (player, expected) in &tested.wins {
            let wins = played.wins()[self.team(player)?.index()];
            if f64::from(wins) != *expected {
                problems.push(format!("{player} has {}, not {expected}", plural(wins, "win")));
            }
        }
        if let Some(expected) = tested.is_over.filter(|expected| *expected != played.is_over()) {
            problems.push(if expected { "the match is not over" } else { "the match is over" }.to_string());
        }
        if let Some(expected) = &tested.winner {
            if expected != "draw" {
                self.team(expected)?;
            }
            match played.winner().map_or("draw", name) {
                _ if !played.is_over() => problems.push(format!("the match has no winner yet, not `{expected}`")),
                winner if winner != expected => {
                    problems.push(format!("the winner of the match is `{winner}`, not `{expected}`"));
                }
                _ => {}
            }
        }
        if let Some(expected) = &tested.begins {
            self.team(expected)?;
            let begins = name(played.entrant_of(played.seating()[0]));
            if begins != expected {
                problems.push(format!("{begins} begins the next game, not {expected}"));
            }
        }
        Ok(problems)
    }
}

fn mismatch(message: String) -> Vec<FailedAssertion> {
    vec![FailedAssertion::Mismatch(message)]
}
