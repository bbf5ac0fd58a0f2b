//! Rule values of a game of tiles, collected one by one, and the conflicts between them.

use super::goal::GoalEnd;
use super::offboard::OffboardDraft;
use super::restrictions::{ControlledSide, NoFourth, NoTriple, While};
use super::rules::{RuleSources, TrackEnd};
use super::scoring::LongestTrack;
use super::values::{AutoFill, First};
use crate::geometry::Lattice;
use crate::mechanics::supply::{Bag, Begins, Dealing, Hand, StartRule};
use crate::mechanics::turns::Steps;
use crate::mechanics::{CompileError, GameDef, GoalRule, Rule, StuckResult, TurnStep};
use crate::names::Names;
use crate::tiles::TileSet;

/// Rule values of a game of tiles before they are checked against each other.
#[derive(Default)]
pub(super) struct TrackDraft {
    pub lattice: Option<Lattice>,
    pub lays: bool,
    pub bag: Option<Bag>,
    pub hand: Option<Hand>,
    pub begins: Option<Begins>,
    pub steps: Option<Steps>,
    pub first_rotation: Option<u8>,
    pub touch: Vec<u32>,
    pub within: Option<(i32, i32)>,
    pub pulled: Option<u32>,
    pub torn: Option<(u8, While)>,
    pub crowded: Option<(u32, While)>,
    pub controlled: Option<(u32, While)>,
    pub forced: Option<u32>,
    pub ends: Vec<(String, TrackEnd)>,
    pub stuck: Option<(String, StuckResult)>,
    pub worth: Option<LongestTrack>,
    pub goals: Vec<(String, GoalRule)>,
    pub aside: OffboardDraft,
    pub sources: RuleSources,
}

impl TrackDraft {
    /// Collects every rule value for tiles and reports the others as errors.
    pub fn of(parts: &GameDef, complaints: &mut Vec<CompileError>) -> TrackDraft {
        let mut draft = TrackDraft::default();
        for named_rule in &parts.rules {
            draft.sources.note(named_rule);
            if let Rule::HandEmpty(_) = &named_rule.rule {
                draft.ends.push((named_rule.id.clone(), TrackEnd::HandEmpty));
            }
            if draft.aside.takes_up(named_rule) {
                continue;
            }
            let mut end = |end| draft.ends.push((named_rule.id.clone(), end));
            match &named_rule.rule {
                Rule::OpenSquare(_) => draft.lattice = Some(Lattice::square()),
                Rule::OpenHex(_) => draft.lattice = Some(Lattice::hex()),
                Rule::Bag(bag) => draft.bag = Some(bag.clone()),
                Rule::Hand(hand) => draft.hand = Some(hand.clone()),
                Rule::StartRule(start) => draft.begins = Some(start.by),
                Rule::Steps(steps) => draft.steps = Some(steps.clone()),
                Rule::Lay(_) => draft.lays = true,
                Rule::First(first) => draft.first_rotation = Some(first.rotation),
                Rule::Touch(rule) => draft.touch = rule.min.clone(),
                Rule::Within(rule) => draft.within = Some((rule.width, rule.height)),
                Rule::AutoFill(rule) => draft.pulled = Some(rule.same_colour),
                Rule::NoTriple(rule) => draft.torn = Some((rule.sides as u8, rule.while_)),
                Rule::NoFourth(rule) => draft.crowded = Some((rule.sides, rule.while_)),
                Rule::ControlledSide(rule) => draft.controlled = Some((rule.filled, rule.while_)),
                Rule::FillFirst(rule) => draft.forced = Some(rule.sides),
                Rule::LoopRule(rule) => end(TrackEnd::Loop(rule.clone())),
                Rule::LineRule(rule) => end(TrackEnd::Line(rule.clone())),
                Rule::TilesPlayed(rule) => end(TrackEnd::TilesPlayed(rule.count)),
                Rule::PlyLimit(rule) => end(TrackEnd::Limit(rule.plies)),
                Rule::AllPlayed(_) => end(TrackEnd::AllPlayed),
                Rule::GoalRule(goal) => {
                    end(TrackEnd::Goal(GoalEnd::default()));
                    if goal.partial {
                        end(TrackEnd::SmallerLoop(GoalEnd::default()));
                    }
                    draft.goals.push((named_rule.id.clone(), goal.clone()));
                }
                Rule::PaceRule(_) | Rule::Pie(_) => {}
                Rule::Stuck(rule) => draft.stuck = Some((named_rule.id.clone(), rule.result)),
                Rule::LongestTrack(rule) => draft.worth = Some(rule.clone()),
                Rule::WinPoints(points) if points.cells => complaints.push(CompileError::new(
                    format!("{}.cells", named_rule.key_path()),
                    "an open board has no cells to count; leave out `cells`".into(),
                )),
                Rule::WinPoints(_) => {}
                other => {
                    let name = other.spec().name;
                    let says = match is_for_puzzles(other) {
                        true => format!("`{name}` is a rule for puzzles, with `moves = {{ put {{}}, turn {{}} }}`"),
                        false => format!("`{name}` is a rule for pieces, and this game has tiles"),
                    };
                    complaints.push(CompileError::new(named_rule.key_path(), says));
                }
            }
        }
        draft
    }

    /// Reports combinations of rule values that make no sense.
    pub fn clashes(&self, set: &TileSet, complaints: &mut Vec<CompileError>) {
        let mut complain =
            |path: &str, says: &str| complaints.push(CompileError::new(path.to_string(), says.to_string()));
        if !self.lays {
            complain("moves", "no moves; write `moves = { lay {} }`");
        }
        match &self.lattice {
            None => complain("board", "no board for tiles; write `board = open_square {}` or `open_hex {}`"),
            Some(lattice) if lattice.sides() != set.sides => {
                let says = format!("the cells have {} sides, the tiles {}", lattice.sides(), set.sides);
                complain("tiles", &says);
            }
            Some(_) => {}
        }
        if let Some(rotation) =
            self.first_rotation.filter(|first| set.orientations.iter().all(|l| l.rotation != *first))
        {
            complain(&self.sources.path::<First>(), &format!("no tile of the set lies in rotation {rotation}"));
        }
        match (&self.bag, &self.hand) {
            (Some(_), None) => {
                complain(&self.sources.path::<Bag>(), "a bag needs hands to draw into; add `hand { size = 6 }`")
            }
            (None, Some(_)) => complain(&self.sources.path::<Hand>(), "hands are drawn from a bag; add `bag {}`"),
            (None, None) if self.begins.is_some_and(|begins| begins != Begins::FirstSeat) => {
                complain(
                    &self.sources.path::<StartRule>(),
                    "the tiles drawn cannot decide who begins without a bag and hands",
                );
            }
            (Some(_), Some(_)) if self.pulled.is_some() => {
                complain(
                    &self.sources.path::<AutoFill>(),
                    "spaces cannot fill themselves from a bag; leave out one of the two",
                );
            }
            _ => {}
        }
        let conditions = [
            (self.sources.path::<NoTriple>(), self.torn.map(|(_, while_)| while_)),
            (self.sources.path::<NoFourth>(), self.crowded.map(|(_, while_)| while_)),
            (self.sources.path::<ControlledSide>(), self.controlled.map(|(_, while_)| while_)),
        ];
        for (path, _) in conditions.iter().filter(|(_, while_)| *while_ == Some(While::BagNotEmpty)) {
            if self.bag.is_none() {
                complain(path, "it is to hold while the bag is not empty, and there is no bag");
            }
        }
        // With fewer, filling along a straight edge would never end.
        if self.controlled.is_some_and(|(filled, _)| filled as usize * 2 < set.sides) {
            let least = set.sides / 2;
            let says = format!("{least} are the fewest with such tiles");
            complain(&format!("{}.filled", self.sources.path::<ControlledSide>()), &says);
        }
        if let Some(steps) = &self.steps {
            let path = self.sources.path::<Steps>();
            if self.forced.is_none() && steps.steps.contains(&TurnStep::Fill) {
                complain(&path, "nothing is owed in a step `fill`; add `fill_first {}` to the constraints");
            }
            steps.faults().iter().for_each(|says| complain(&path, says));
        }
        if self.worth.is_none() && self.ends.iter().any(|(_, end)| *end == TrackEnd::AllPlayed) {
            complain("finish", "`all_played` is decided by points; write `points = longest {}`");
        }
        if self.bag.is_none() && self.ends.iter().any(|(_, end)| *end == TrackEnd::AllPlayed) {
            complain("finish", "tiles never run out without a bag, so `all_played` cannot come");
        }
        if self.bag.is_none() && !self.goals.is_empty() {
            let path = format!("finish.{}", self.goals[0].0);
            complain(&path, "without a bag there is no last tile after which a goal is judged");
        }
    }

    /// Resolves the goals for these tiles and adds them to the ends.
    pub fn fold_goals(&mut self, names: &Names, set: &TileSet, dealing: &Dealing, complaints: &mut Vec<CompileError>) {
        for (id, goal) in &self.goals {
            let folded = GoalEnd::compile(goal, id, names, set, dealing, complaints);
            for (_, end) in self.ends.iter_mut().filter(|(of, _)| of == id) {
                match end {
                    TrackEnd::Goal(goal) | TrackEnd::SmallerLoop(goal) => *goal = folded.clone(),
                    _ => {}
                }
            }
        }
    }
}

/// Whether a rule value is only for puzzles.
fn is_for_puzzles(rule: &Rule) -> bool {
    matches!(
        rule,
        Rule::Triangle(_)
            | Rule::Hexagon(_)
            | Rule::CellsArea(_)
            | Rule::OpenEnded(_)
            | Rule::Times(_)
            | Rule::GoalRule(_)
    )
}
