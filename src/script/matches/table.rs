//! Match in progress: its terms and players, the games so far, the standing and the end.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::seating::SeatLayout;
use super::{GameScore, LoadedScripts, MatchScripts};
use crate::game::HookFault;
use crate::lua::{LoadError, Ruleset};
use crate::notation::record::Record;
use crate::play::Workspace;
use crate::rules::{Begins, GamePoints, MAX_MATCH_GAMES, MatchTerms, RulePlan};
use houserule_core::names::Names;
use houserule_core::points::Points;
use houserule_core::rng::{Rng, mix};
use houserule_core::text::plural;

sentence_errors! {
    /// Players or rules that do not fit a match.
    MatchError;
}

/// Match of some players.
///
/// Players are numbered from 0 by their seats in the first game. They score as *entrants*: each player is one, or in a
/// game with teams each team of the first game, numbered in the order of the game's teams. Partners stay partners.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    pub(super) terms: MatchTerms,
    pub(super) players: Vec<String>,
    pub(super) layout: SeatLayout,
    pub(super) rules: GameRules,
    pub(super) terms_hash: String,
    pub(super) seed: u64,
    pub(super) games: Vec<MatchGame>,
    pub(super) end: Option<MatchEnd>,
}

/// Rules by which a game of a match is played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRules {
    /// Reference, such as `tak+late-walls`.
    pub reference: String,
    /// Options.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

impl GameRules {
    /// Rules of a ruleset.
    pub fn of(ruleset: &Ruleset) -> GameRules {
        let options = ruleset.plan.settings.iter().map(|(key, value)| (key.clone(), value.to_string()));
        GameRules { reference: ruleset.reference.clone(), options: options.collect() }
    }
}

/// Finished game of a match. Lists by entrant have one entry for each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchGame {
    /// Player in each seat, at the start.
    pub seats: Vec<usize>,
    /// Player who made the first move; `None` in a race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began: Option<usize>,
    /// The result in words, with the sides of the game: `white wins by road`.
    pub result: String,
    /// Id of the rule that ended it.
    pub reason: String,
    /// Number of moves.
    pub moves: u32,
    /// Side of each entrant at the end.
    pub sides: Vec<String>,
    /// Entrants who won, alone or together; none in a draw.
    pub winners: Vec<usize>,
    /// Place of each entrant, from 1.
    pub places: Vec<usize>,
    /// The game's own points, by entrant.
    pub score: Vec<Points>,
    /// Points that the game added, by entrant.
    pub points: Vec<Points>,
    /// Its rules, if they differ from those of the game before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<GameRules>,
}

/// Why a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchEnd {
    /// All games are played.
    Games,
    /// An entrant won the number of games asked for.
    FirstTo,
    /// An entrant reached the points asked for.
    Target,
    /// A script decided it.
    Script,
    /// It had [`MAX_MATCH_GAMES`] games without another end.
    Limit,
}

impl MatchGame {
    /// The game as a function of a script gets it, which decides what it adds.
    pub(super) fn without_points(&self) -> MatchGame {
        MatchGame { points: vec![Points::ZERO; self.points.len()], ..self.clone() }
    }
}

impl Match {
    /// Match under some rules, with the names of its players in the order of their seats in the first game. Equal names
    /// are numbered. The seed determines who begins if that is drawn, and the seeds of the games.
    pub fn new(terms: MatchTerms, players: &[String], ruleset: &Ruleset, seed: u64) -> Result<Match, MatchError> {
        let plan = &ruleset.plan;
        let layout = SeatLayout::of(&plan.names);
        if players.len() != layout.seats() {
            bail!("{} has {}, not {}", plan.name, plural(layout.seats(), "seat"), players.len());
        }
        Ok(Match {
            terms,
            players: distinct(players),
            layout,
            rules: GameRules::of(ruleset),
            terms_hash: plan.match_rules.hash.clone(),
            seed,
            games: Vec::new(),
            end: None,
        })
    }

    /// Checks that a game can be the next one: the seats and teams must be those of the first game.
    pub fn check_rules(&self, names: &Names) -> Result<(), MatchError> {
        let layout = SeatLayout::of(names);
        if layout.seats() != self.layout.seats() {
            bail!("the match is for {}, but these rules have {}", plural(self.layout.seats(), "seat"), layout.seats());
        }
        if layout != self.layout {
            bail!("these rules have other teams than the match");
        }
        Ok(())
    }

    /// Whether the rules of the match are still those under which it began; a sentence if they are not. The match goes
    /// on by its own terms, but functions of scripts are those of the new rules.
    pub fn changed_rules(&self, plan: &RulePlan) -> Option<String> {
        let is_changed = plan.match_rules.hash != self.terms_hash;
        is_changed.then(|| match self.terms.is_scripted() {
            true => format!(
                "the match rules of {} have changed since the match began; its scripts count by the new ones",
                self.rules.reference
            ),
            false => format!(
                "the match rules of {} have changed since the match began; it goes on by the old ones",
                self.rules.reference
            ),
        })
    }

    /// Terms.
    pub fn terms(&self) -> &MatchTerms {
        &self.terms
    }

    /// Names of the players.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Changes the names of the players, who stay the same for the table.
    pub fn rename_players(&mut self, players: &[String]) {
        if players.len() == self.players.len() {
            self.players = distinct(players);
        }
    }

    /// Rules under which the match began; they have its functions.
    pub fn rules(&self) -> &GameRules {
        &self.rules
    }

    /// Rules of the last game, or those under which the match began.
    pub fn last_rules(&self) -> &GameRules {
        self.games.iter().rev().find_map(|game| game.rules.as_ref()).unwrap_or(&self.rules)
    }

    /// Finished games.
    pub fn games(&self) -> &[MatchGame] {
        &self.games
    }

    /// Number of entrants.
    pub fn entrants(&self) -> usize {
        self.layout.teams()
    }

    /// Entrant that a player belongs to.
    pub fn entrant_of(&self, player: usize) -> usize {
        self.layout.team_of()[player]
    }

    /// Name of an entrant: its players.
    pub fn entrant_name(&self, entrant: usize) -> String {
        let names: Vec<&str> =
            self.layout.seats_of(entrant).into_iter().map(|player| self.players[player].as_str()).collect();
        houserule_core::text::series(&names, "and")
    }

    /// Number of the game in progress, from 1.
    pub fn game_number(&self) -> usize {
        self.games.len() + 1
    }

    /// Seed of the game in progress. The first game has the seed of the match.
    pub fn game_seed(&self) -> u64 {
        /// Seeds are typed, so they have nine digits at most.
        const MAX_SEED: u64 = 1_000_000_000;
        match self.games.len() as u64 {
            0 => self.seed,
            number => mix(self.seed ^ mix(number)) % MAX_SEED,
        }
    }

    /// Player in each seat of the game in progress.
    pub fn seating(&self) -> Vec<usize> {
        let start: Vec<usize> = (0..self.players.len()).collect();
        let beginners = self.layout.beginners();
        let Some(last) = self.games.last() else { return start };
        match self.terms.begins {
            Begins::Same => start,
            Begins::Alternate => self.layout.with_first(&start, beginners[self.games.len() % beginners.len()]),
            Begins::Drawn => {
                let mut rng = Rng::new(mix(self.seed) ^ self.games.len() as u64);
                self.layout.with_first(&start, beginners[rng.below(beginners.len())])
            }
            Begins::Loser => {
                let worst = last.places.iter().max();
                let is_worst = |player: &&usize| Some(&last.places[self.entrant_of(**player)]) == worst;
                // Of several, the next in turn after the one who began.
                let (first, others) = last.seats.split_at(1);
                let mut candidates = others.iter().chain(first).filter(|player| beginners.contains(player));
                let loser = candidates.find(is_worst).copied();
                loser.map_or(last.seats.clone(), |loser| self.layout.with_first(&last.seats, loser))
            }
        }
    }

    /// Adds a finished game, which was played by `rules` with the seats of [`Match::seating`]. `scripts` are those of
    /// [`Ruleset::match_scripts`] for the rules under which the match began. After a fault the match is unchanged.
    pub fn add(
        &mut self,
        score: &GameScore,
        names: &Names,
        rules: &GameRules,
        scripts: &mut LoadedScripts,
    ) -> Result<&MatchGame, HookFault> {
        self.check_rules(names).map_err(|error| HookFault::new(error.to_string()))?;
        let mut game = self.unscored(score, names, rules);
        let team_of = |entrant: usize| self.team_of(entrant, score, &game.seats);
        let entrants = 0..self.entrants();
        game.points = match &self.terms.points {
            GamePoints::Score => game.score.clone(),
            GamePoints::Margin => entrants.map(|entrant| score.margin(team_of(entrant))).collect(),
            GamePoints::Wins => entrants.map(|entrant| score.share(team_of(entrant))).collect(),
            GamePoints::Places(places) => {
                entrants.map(|entrant| score.place_points(team_of(entrant), places)).collect()
            }
            GamePoints::Script => loaded(scripts)?.points(&game, self)?,
        };
        self.games.push(game);
        match self.judge_end(scripts) {
            Ok(end) => self.end = end,
            Err(fault) => {
                self.games.pop();
                return Err(fault);
            }
        }
        Ok(&self.games[self.games.len() - 1])
    }

    /// The game as an entry of the table, without the points that it adds.
    fn unscored(&self, score: &GameScore, names: &Names, rules: &GameRules) -> MatchGame {
        let seats = self.seating();
        let teams: Vec<usize> = (0..self.entrants()).map(|entrant| self.team_of(entrant, score, &seats)).collect();
        MatchGame {
            began: score.began.map(|seat| seats[seat.index()]),
            result: score.result.clone(),
            reason: score.outcome.reason.clone(),
            moves: score.moves,
            sides: teams.iter().map(|team| names.teams[houserule_core::mechanics::Team::new(*team)].clone()).collect(),
            winners: (0..self.entrants()).filter(|entrant| score.has_won(teams[*entrant])).collect(),
            places: teams.iter().map(|team| score.place(*team)).collect(),
            score: teams.iter().map(|team| score.points[*team]).collect(),
            points: vec![Points::ZERO; self.entrants()],
            rules: (rules != self.last_rules()).then(|| rules.clone()),
            seats,
        }
    }

    /// Team of the game for which an entrant's players play at its end.
    fn team_of(&self, entrant: usize, score: &GameScore, seats: &[usize]) -> usize {
        let plays = |seat: &usize| self.entrant_of(seats[score.started_at[*seat].index()]) == entrant;
        let seat = (0..self.layout.seats()).find(plays).unwrap_or(0);
        self.layout.team_of()[seat]
    }

    fn judge_end(&self, scripts: &mut LoadedScripts) -> Result<Option<MatchEnd>, HookFault> {
        let count = self.games.len() as u32;
        let is_reached = |target: Points| self.totals().into_iter().any(|points| points >= target);
        let has_won = |target: u32| self.wins().into_iter().any(|wins| wins >= target);
        Ok(if self.terms.first_to.is_some_and(has_won) {
            Some(MatchEnd::FirstTo)
        } else if self.terms.target.is_some_and(is_reached) {
            Some(MatchEnd::Target)
        } else if self.terms.games.is_some_and(|games| count >= games) {
            Some(MatchEnd::Games)
        } else if self.terms.over_by_script && loaded(scripts)?.is_over(self)? {
            Some(MatchEnd::Script)
        } else {
            (count >= MAX_MATCH_GAMES).then_some(MatchEnd::Limit)
        })
    }

    /// Removes the last game, to continue it; the seats are again those of that game.
    pub fn undo(&mut self) -> Option<MatchGame> {
        let game = self.games.pop()?;
        self.end = None;
        Some(game)
    }

    /// Points of each entrant so far.
    pub fn totals(&self) -> Vec<Points> {
        (0..self.entrants()).map(|entrant| self.games.iter().map(|game| game.points[entrant]).sum()).collect()
    }

    /// Number of games that each entrant won.
    pub fn wins(&self) -> Vec<u32> {
        let wins = |entrant: usize| self.games.iter().filter(|game| game.winners.contains(&entrant)).count() as u32;
        (0..self.entrants()).map(wins).collect()
    }

    /// Why the match is over; `None` while it is not.
    pub fn end(&self) -> Option<MatchEnd> {
        self.end
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// Entrants in first place: one, or several that are tied. Games won come first in a match to a number of them, then
    /// points. In a match that is over they have won or drawn it.
    pub fn leaders(&self) -> Vec<usize> {
        let (totals, wins) = (self.totals(), self.wins());
        let key = |entrant: &usize| (if self.terms.first_to.is_some() { wins[*entrant] } else { 0 }, totals[*entrant]);
        let best = (0..self.entrants()).map(|entrant| key(&entrant)).max();
        (0..self.entrants()).filter(|entrant| Some(key(entrant)) == best).collect()
    }

    /// The only winner of a match that is over; `None` in a draw, and for one entrant.
    pub fn winner(&self) -> Option<usize> {
        match self.leaders()[..] {
            [winner] if self.is_over() && self.entrants() > 1 => Some(winner),
            _ => None,
        }
    }

    /// The table computed again from the records of its games.
    pub fn replayed(&self, workspace: &Workspace, records: &[Record]) -> Result<Match, LoadError> {
        let sets: Vec<_> = self.rules.options.clone().into_iter().collect();
        let mut scripts = workspace.load(&self.rules.reference, &sets)?.match_scripts()?;
        let mut replayed = Match { games: Vec::new(), end: None, ..self.clone() };
        for record in records {
            let (mut session, _) = workspace.restore(record, None)?;
            let score = GameScore::of_session(&mut session)?;
            let score = score.ok_or_else(|| LoadError::Usage("the game of a record is not over".to_string()))?;
            replayed.add(&score, &session.plan().names, &GameRules::of(&session.ruleset), &mut scripts)?;
        }
        Ok(replayed)
    }
}

/// Functions that the terms need.
fn loaded(scripts: &mut LoadedScripts) -> Result<&mut Box<dyn MatchScripts>, HookFault> {
    scripts.as_mut().ok_or_else(|| HookFault::new("the rules of this match have no function for it any more"))
}

/// Names without repetition: equal ones get numbers.
fn distinct(names: &[String]) -> Vec<String> {
    let name = |(index, name): (usize, &String)| {
        let is_same = |other: &&String| *other == name;
        match names.iter().filter(is_same).count() {
            1 => name.clone(),
            _ => format!("{name} {}", names[..=index].iter().filter(is_same).count()),
        }
    };
    names.iter().enumerate().map(name).collect()
}
