//! Ends of games and their points.

use std::fmt;
use std::sync::Arc;

use super::{Game, HookFault};
use crate::rules::{HookKind, RulePlan};
use houserule_core::mechanics::{BoardOutcome, EndIndex, SeatSet, Team};
use houserule_core::names::Names;
use houserule_core::text::{format_halves, plural_of, series};

/// Reason of a loss on time.
pub const TIME: &str = "time";

/// Ending as the game stores it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnding {
    /// Seats that won.
    pub winners: SeatSet,
    /// Whether several winners draw with each other instead of winning together.
    pub is_tie: bool,
    /// Rule or text that explains the end.
    pub reason: EndReason,
}

/// Winners of a finished game, cheap enough to query after every move; [`Outcome`] is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// Seats that won.
    pub winners: SeatSet,
    /// Whether the winners draw with each other; all other seats have lost.
    pub is_draw: bool,
    /// Whether a solitaire is a partial success.
    pub is_partial: bool,
}

impl GameEnd {
    /// End of a game won by these seats; a draw if these are all.
    pub fn won(winners: SeatSet, names: &Names) -> GameEnd {
        let count = winners.teams(names).count();
        GameEnd { winners, is_draw: count > 1 && count == names.teams.len(), is_partial: false }
    }
}

/// Reason for the end of a game: one of the plan's end rules, or a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// Index of the end rule.
    Rule(EndIndex),
    /// Text of a script or of the players.
    Text(Arc<str>),
}

impl GameEnding {
    /// Ending by the board's outcome.
    pub fn from_board(outcome: BoardOutcome) -> GameEnding {
        let BoardOutcome { winners, is_tie, end } = outcome;
        GameEnding { winners, is_tie, reason: EndReason::Rule(end) }
    }

    /// The ending without its reason.
    pub fn end(&self, plan: &RulePlan) -> GameEnd {
        let is_partial = matches!(self.reason, EndReason::Rule(end) if plan.mechanic.is_partial(end));
        let end = GameEnd::won(self.winners, &plan.names);
        let is_tie = self.is_tie && self.winners.teams(&plan.names).count() > 1;
        GameEnd { is_draw: end.is_draw || is_tie, is_partial, ..end }
    }

    /// The ending with its reason and the winning teams.
    pub fn outcome(&self, plan: &RulePlan) -> Outcome {
        let reason = match &self.reason {
            EndReason::Rule(end) => plan.end_id(*end),
            EndReason::Text(text) => text,
        };
        Outcome::new(self.end(plan), reason, &plan.names)
    }
}

/// Result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The teams that won, in their order; in a draw those that share it.
    pub winners: Vec<Team>,
    /// Reason for the end.
    pub reason: String,
    teams: usize,
    is_draw: bool,
    is_partial: bool,
}

impl Outcome {
    /// A team wins with any of its seats.
    pub fn new(end: GameEnd, reason: &str, names: &Names) -> Outcome {
        let GameEnd { winners, is_draw, is_partial } = end;
        let winners = winners.teams(names).collect();
        Outcome { winners, reason: reason.to_string(), teams: names.teams.len(), is_draw, is_partial }
    }

    /// Result of a solitaire: `solved`, `partial` or `failed`.
    pub fn solitaire_result(&self) -> Option<&'static str> {
        if self.teams != 1 {
            return None;
        }
        Some(match (self.winners.is_empty(), self.is_partial) {
            (true, _) => "failed",
            (false, true) => "partial",
            (false, false) => "solved",
        })
    }

    /// Whether the winners draw with one another: all teams, or those that share the best score.
    pub fn is_draw(&self) -> bool {
        self.is_draw
    }

    /// Whether every team is among the winners.
    pub fn is_shared_by_all(&self) -> bool {
        self.winners.len() == self.teams
    }

    /// The one team that won.
    pub fn winner(&self) -> Option<Team> {
        match self.winners[..] {
            [team] if self.teams > 1 => Some(team),
            _ => None,
        }
    }

    /// Describes the result: `white wins by road`, `draw by flats`, `draw by score (yellow, green)` if others lose; for
    /// a solitaire `solved`, `partial` or `failed`.
    pub fn describe(&self, plan: &RulePlan) -> String {
        let names: Vec<&str> = self.winners.iter().map(|&team| plan.team_name(team)).collect();
        if let Some(word) = self.solitaire_result() {
            return word.to_string();
        }
        let how = match self.reason.as_str() {
            TIME => "on time".to_string(),
            reason => format!("by {reason}"),
        };
        match names.len() {
            0 => format!("nobody wins {how}"),
            1 => format!("{} wins {how}", names[0]),
            _ if self.is_draw && self.is_shared_by_all() => format!("draw {how}"),
            _ if self.is_draw => format!("draw {how} ({})", names.join(", ")),
            _ => format!("{} win {how}", series(&names, "and")),
        }
    }
}

/// Explanation of a score in a game that counts no points now.
const NO_POINTS: &str = "-";

/// One team's part of a score.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoreLine {
    /// Name of the team.
    pub team: String,
    /// Points of the team.
    pub points: f64,
    /// Explanation of the points.
    pub explanation: String,
}

impl ScoreLine {
    /// The points with what they count: `1 flat`, `2.5 points`.
    pub fn count(&self, noun: &str) -> String {
        let points = self.points_text();
        let counted = if points == "1" { noun.to_string() } else { plural_of(noun) };
        format!("{points} {counted}")
    }

    /// What the points are for, if the board says so.
    pub fn reason(&self) -> Option<&str> {
        Some(self.explanation.as_str()).filter(|explanation| *explanation != NO_POINTS)
    }

    /// Whether the board or a script counts points.
    pub fn is_counted(&self) -> bool {
        self.reason().is_some() || self.points != 0.0
    }

    fn points_text(&self) -> String {
        let doubled = self.points * 2.0;
        match doubled.fract() == 0.0 && doubled.abs() < f64::from(i32::MAX) {
            true => format_halves(doubled as i32),
            false => format!("{:.1}", self.points),
        }
    }
}

/// Describes a result by the points of the teams.
fn describe_points(outcome: &Outcome, score: &[ScoreLine], plan: &RulePlan) -> Option<String> {
    let (won, mut lost): (Vec<_>, Vec<_>) =
        score.iter().enumerate().partition(|(index, _)| outcome.winners.contains(&Team::new(*index)));
    lost.sort_by(|(_, one), (_, other)| other.points.total_cmp(&one.points));
    let lost: Vec<String> = lost.into_iter().map(|(_, line)| line.points_text()).collect();
    let (_, best) = won.first()?;
    let counted = best.count("point");
    let (best, names) = (best.points_text(), won.iter().map(|(_, line)| line.team.as_str()).collect::<Vec<_>>());
    Some(match (outcome.winner(), lost.is_empty()) {
        (Some(team), false) => format!("{} wins {best} to {}", plan.team_name(team), series(&lost, "and")),
        (None, true) if outcome.is_draw => format!("draw, {counted} each"),
        (None, false) if outcome.is_draw => {
            format!("{} draw with {counted}; the others have {}", series(&names, "and"), series(&lost, "and"))
        }
        _ => return None,
    })
}

/// Describes a result by counts of pieces, where the rule that decided counts them.
fn describe_counts(outcome: &Outcome, counts: &[(i32, String)], plan: &RulePlan) -> Option<String> {
    let piece = plan.names.pieces.iter().find(|piece| plural_of(piece) == outcome.reason)?;
    if counts.iter().any(|(_, rule)| *rule != outcome.reason) {
        return None;
    }
    let amount = |halves: i32| match halves {
        2 => format!("1 {piece}"),
        _ => format!("{} {}", format_halves(halves), outcome.reason),
    };
    let count_of = |team: Team| counts.get(team.index()).map(|(count, _)| *count);
    match outcome.winner() {
        Some(winner) => {
            let others = counts.iter().enumerate().filter(|(index, _)| *index != winner.index());
            let margin = count_of(winner)? - others.map(|(_, (count, _))| *count).max()?;
            (margin > 0).then(|| format!("{} wins by {}", plan.team_name(winner), amount(margin)))
        }
        None if outcome.is_draw && outcome.is_shared_by_all() => {
            Some(format!("draw, {} each", amount(count_of(*outcome.winners.first()?)?)))
        }
        None => None,
    }
}

impl fmt::Display for ScoreLine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {} {}", self.team, self.points_text(), self.explanation)
    }
}

impl Game {
    /// Ends a game by agreement, such as a resignation. It must not be over.
    pub fn end_by_agreement(&mut self, winners: SeatSet, reason: &str) {
        self.ending = Some(GameEnding { winners, is_tie: false, reason: EndReason::Text(reason.into()) });
    }

    /// Reopens a game that was closed after its last move.
    pub fn reopen(&mut self) {
        self.ending = None;
    }

    /// Describes the result with its numbers: `red wins 24 to 18`, `black wins by 3 flats`, and like
    /// [`Outcome::describe`] where nothing was counted.
    pub fn describe_result(&mut self) -> Result<Option<String>, HookFault> {
        let Some(outcome) = self.outcome()? else { return Ok(None) };
        let with_numbers = match self.counts_points(&outcome) {
            true => describe_points(&outcome, &self.score()?, &self.plan),
            false => self.board.score_now().and_then(|counts| describe_counts(&outcome, &counts, &self.plan)),
        };
        Ok(Some(with_numbers.unwrap_or_else(|| outcome.describe(&self.plan))))
    }

    /// Whether an outcome was decided by points.
    fn counts_points(&self, outcome: &Outcome) -> bool {
        let plan = &self.plan;
        self.board.outcome().is_some_and(|BoardOutcome { end, .. }| {
            plan.end_id(end) == outcome.reason && plan.mechanic.counts_points(end)
        })
    }

    /// Points of every team: final if the game is over, otherwise as the board counts them now.
    pub fn score(&mut self) -> Result<Vec<ScoreLine>, HookFault> {
        let outcome = self.outcome_by_rules()?;
        let mut lines = self.score_by_rules(outcome.as_ref())?;
        for (line, penalty) in lines.iter_mut().zip(&self.penalties).filter(|(_, penalty)| **penalty > 0.0) {
            line.points -= penalty;
            line.explanation += &format!(", {penalty} lost for time");
        }
        Ok(lines)
    }

    /// Sets the points that teams lose for time.
    pub fn set_penalties(&mut self, penalties: Vec<f64>) {
        self.penalties = if penalties.iter().all(|points| *points == 0.0) { Vec::new() } else { penalties };
    }

    /// Outcome in which teams have lost points for time: where points decide, the best team wins.
    pub(super) fn with_penalties(&mut self, outcome: Outcome) -> Result<Outcome, HookFault> {
        if self.penalties.is_empty() || !self.counts_points(&outcome) {
            return Ok(outcome);
        }
        let points = self.final_points(&outcome)?;
        let points: Vec<f64> = points.iter().zip(&self.penalties).map(|(points, penalty)| points - penalty).collect();
        let best = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_best = |(index, points): (usize, &f64)| (*points == best).then(|| Team::new(index));
        let winners: Vec<Team> = points.iter().enumerate().filter_map(is_best).collect();
        Ok(Outcome { is_draw: winners.len() > 1, winners, ..outcome })
    }

    /// Points of every team without penalties for time, with explanations.
    fn score_by_rules(&mut self, outcome: Option<&Outcome>) -> Result<Vec<ScoreLine>, HookFault> {
        let native = match (outcome, &self.plan.points) {
            (Some(Outcome { winners, is_draw, .. }), Some(points)) => {
                points.score(&*self.board, winners, *is_draw, &self.plan.names)
            }
            _ => match self.board.score_now() {
                Some(score) => score,
                None => self.plan.names.teams.iter().map(|_| (0, NO_POINTS.to_string())).collect(),
            },
        };
        let halves: Vec<i32> = native.iter().map(|(halves, _)| *halves).collect();
        let points = match outcome {
            Some(_) => self.points_by_hooks(&halves)?,
            None => halves_to_points(&halves),
        };
        let teams = self.plan.names.teams.iter().cloned();
        let line = |((team, points), (_, explanation)): ((String, f64), (i32, String))| ScoreLine {
            team,
            points,
            explanation,
        };
        Ok(teams.zip(points).zip(native).map(line).collect())
    }

    /// The final points of every team without explanations, and without penalties for time. `outcome` is that of the game.
    pub fn final_points(&mut self, outcome: &Outcome) -> Result<Vec<f64>, HookFault> {
        let halves = self.native_points(outcome);
        self.points_by_hooks(&halves)
    }

    /// Points of every team at an outcome without scripts, in half points.
    fn native_points(&self, outcome: &Outcome) -> Vec<i32> {
        let RulePlan { points, names, .. } = &*self.plan;
        match points {
            Some(points) => points.points(&*self.board, &outcome.winners, outcome.is_draw, names),
            None => self.board.points_now().unwrap_or_else(|| vec![0; names.teams.len()]),
        }
    }

    /// Points of every team of a finished game, scripts included.
    fn points_by_hooks(&mut self, halves: &[i32]) -> Result<Vec<f64>, HookFault> {
        let points = halves_to_points(halves);
        if !self.has_hook(HookKind::Points) {
            return Ok(points);
        }
        self.reset_budget();
        self.points_by_script(points)
    }

    /// Points of every team at an outcome of the board, scripts included.
    pub(super) fn points_for(&mut self, board_outcome: BoardOutcome) -> Result<Vec<f64>, HookFault> {
        let outcome = GameEnding::from_board(board_outcome).outcome(&self.plan);
        let base = halves_to_points(&self.native_points(&outcome));
        self.points_by_script(base)
    }

    fn points_by_script(&mut self, base: Vec<f64>) -> Result<Vec<f64>, HookFault> {
        self.call_hooks(self.seat(), |hooks, context| hooks.points(context, base))
    }
}

fn halves_to_points(halves: &[i32]) -> Vec<f64> {
    halves.iter().map(|halves| f64::from(*halves) / 2.0).collect()
}
