//! Rule values of a game of tiles: collected one by one, and checked for conflicts.

use super::goal::GoalEnd;
use super::offboard::OffboardDraft;
use super::restrictions::{ControlledSide, NoFourth, NoTriple, While};
use super::rules::{RuleSources, TrackEnd};
use super::scoring::LongestTrack;
use super::values::{AutoFill, First};
use crate::geometry::Lattice;
use crate::mechanics::supply::{Bag, Dealing, Hand, StartMethod, StartRule};
use crate::mechanics::turns::Steps;
use crate::mechanics::{CompileError, GameDef, GoalRule, Rule, StuckResult, TurnStep};
use crate::names::Names;
use crate::tiles::TileSet;

/// Rule values of a game of tiles before they are checked against each other.
#[derive(Default)]
pub(super) struct TrackDraft {
    pub lattice: Option<Lattice>,
    pub has_lay: bool,
    pub bag: Option<Bag>,
    pub hand: Option<Hand>,
    pub start: Option<StartMethod>,
    pub steps: Option<Steps>,
    pub first_rotation: Option<usize>,
    pub touch: Vec<u32>,
    pub max_extent: Option<(i32, i32)>,
    pub auto_fill_sides: Option<u32>,
    pub impossible_sides: Option<(u8, While)>,
    pub crowded_sides: Option<(u32, While)>,
    pub controlled_sides: Option<(u32, While)>,
    pub forced_neighbours: Option<u32>,
    pub ends: Vec<(String, TrackEnd)>,
    pub stuck: Option<(String, StuckResult)>,
    pub scoring: Option<LongestTrack>,
    pub goals: Vec<(String, GoalRule)>,
    pub offboard: OffboardDraft,
    pub sources: RuleSources,
}

impl TrackDraft {
    /// Collects every rule value for tiles and reports the others as errors.
    pub fn collect(def: &GameDef, errors: &mut Vec<CompileError>) -> TrackDraft {
        let mut draft = TrackDraft::default();
        for named_rule in &def.rules {
            draft.sources.record(named_rule);
            if let Rule::HandEmpty(_) = &named_rule.rule {
                draft.ends.push((named_rule.id.clone(), TrackEnd::HandEmpty));
            }
            if draft.offboard.collect(named_rule) {
                continue;
            }
            let mut push_end = |end| draft.ends.push((named_rule.id.clone(), end));
            match &named_rule.rule {
                Rule::OpenSquare(_) => draft.lattice = Some(Lattice::square()),
                Rule::OpenHex(_) => draft.lattice = Some(Lattice::hex()),
                Rule::Bag(bag) => draft.bag = Some(bag.clone()),
                Rule::Hand(hand) => draft.hand = Some(hand.clone()),
                Rule::StartRule(start) => draft.start = Some(start.by),
                Rule::Steps(steps) => draft.steps = Some(steps.clone()),
                Rule::Lay(_) => draft.has_lay = true,
                Rule::First(first) => draft.first_rotation = Some(first.rotation),
                Rule::Touch(rule) => draft.touch = rule.min.clone(),
                Rule::Within(rule) => draft.max_extent = Some((rule.width, rule.height)),
                Rule::AutoFill(rule) => draft.auto_fill_sides = Some(rule.same_colour),
                Rule::NoTriple(rule) => draft.impossible_sides = Some((rule.sides as u8, rule.while_)),
                Rule::NoFourth(rule) => draft.crowded_sides = Some((rule.sides, rule.while_)),
                Rule::ControlledSide(rule) => draft.controlled_sides = Some((rule.filled, rule.while_)),
                Rule::FillFirst(rule) => draft.forced_neighbours = Some(rule.sides),
                Rule::LoopRule(rule) => push_end(TrackEnd::Loop(rule.clone())),
                Rule::LineRule(rule) => push_end(TrackEnd::Line(rule.clone())),
                Rule::TilesPlayed(rule) => push_end(TrackEnd::TilesPlayed(rule.count)),
                Rule::PlyLimit(rule) => push_end(TrackEnd::Limit(rule.plies)),
                Rule::AllPlayed(_) => push_end(TrackEnd::AllPlayed),
                Rule::GoalRule(goal) => {
                    push_end(TrackEnd::Goal(GoalEnd::default()));
                    if goal.partial {
                        push_end(TrackEnd::SmallerLoop(GoalEnd::default()));
                    }
                    draft.goals.push((named_rule.id.clone(), goal.clone()));
                }
                Rule::PaceRule(_) | Rule::Pie(_) => {}
                Rule::Stuck(rule) => draft.stuck = Some((named_rule.id.clone(), rule.result)),
                Rule::LongestTrack(rule) => draft.scoring = Some(rule.clone()),
                Rule::WinPoints(points) if points.cells => errors.push(CompileError::new(
                    format!("{}.cells", named_rule.key_path()),
                    "an open board has no cells to count; leave out `cells`".into(),
                )),
                Rule::WinPoints(_) => {}
                other => {
                    let name = other.spec().name;
                    let message = match is_for_puzzles(other) {
                        true => format!("`{name}` is a rule for puzzles, with `moves = {{ put {{}}, turn {{}} }}`"),
                        false => format!("`{name}` is a rule for pieces, and this game has tiles"),
                    };
                    errors.push(CompileError::new(named_rule.key_path(), message));
                }
            }
        }
        draft
    }

    /// Reports rule values that are missing or conflict with each other.
    pub fn check_conflicts(&self, set: &TileSet, errors: &mut Vec<CompileError>) {
        let mut report =
            |path: &str, message: &str| errors.push(CompileError::new(path.to_string(), message.to_string()));
        if !self.has_lay {
            report("moves", "no moves; write `moves = { lay {} }`");
        }
        match &self.lattice {
            None => report("board", "no board for tiles; write `board = open_square {}` or `open_hex {}`"),
            Some(lattice) if lattice.sides() != set.sides => {
                let message = format!("the cells have {} sides, the tiles {}", lattice.sides(), set.sides);
                report("tiles", &message);
            }
            Some(_) => {}
        }
        if let Some(rotation) =
            self.first_rotation.filter(|first| set.orientations.iter().all(|l| l.rotation != *first))
        {
            report(&self.sources.key_path::<First>(), &format!("no tile of the set lies in rotation {rotation}"));
        }
        match (&self.bag, &self.hand) {
            (Some(_), None) => {
                report(&self.sources.key_path::<Bag>(), "a bag needs hands to draw into; add `hand { size = 6 }`")
            }
            (None, Some(_)) => report(&self.sources.key_path::<Hand>(), "hands are drawn from a bag; add `bag {}`"),
            (None, None) if self.start.is_some_and(|start| start != StartMethod::FirstSeat) => {
                report(
                    &self.sources.key_path::<StartRule>(),
                    "the tiles drawn cannot decide who begins without a bag and hands",
                );
            }
            (Some(_), Some(_)) if self.auto_fill_sides.is_some() => {
                report(
                    &self.sources.key_path::<AutoFill>(),
                    "spaces cannot fill themselves from a bag; leave out one of the two",
                );
            }
            _ => {}
        }
        let conditions = [
            (self.sources.key_path::<NoTriple>(), self.impossible_sides.map(|(_, while_)| while_)),
            (self.sources.key_path::<NoFourth>(), self.crowded_sides.map(|(_, while_)| while_)),
            (self.sources.key_path::<ControlledSide>(), self.controlled_sides.map(|(_, while_)| while_)),
        ];
        for (path, _) in conditions.iter().filter(|(_, while_)| *while_ == Some(While::BagNotEmpty)) {
            if self.bag.is_none() {
                report(path, "it is to hold while the bag is not empty, and there is no bag");
            }
        }
        // With fewer, the closure along a straight edge would never end.
        if self.controlled_sides.is_some_and(|(filled, _)| filled as usize * 2 < set.sides) {
            let least = set.sides / 2;
            let message = format!("{least} are the fewest with such tiles");
            report(&format!("{}.filled", self.sources.key_path::<ControlledSide>()), &message);
        }
        if let Some(steps) = &self.steps {
            let path = self.sources.key_path::<Steps>();
            if self.forced_neighbours.is_none() && steps.steps.contains(&TurnStep::Fill) {
                report(&path, "nothing is owed in a step `fill`; add `fill_first {}` to the constraints");
            }
            steps.errors().iter().for_each(|message| report(&path, message));
        }
        if self.scoring.is_none() && self.ends.iter().any(|(_, end)| *end == TrackEnd::AllPlayed) {
            report("finish", "`all_played` is decided by points; write `points = longest {}`");
        }
        if self.bag.is_none() && self.ends.iter().any(|(_, end)| *end == TrackEnd::AllPlayed) {
            report("finish", "tiles never run out without a bag, so `all_played` cannot come");
        }
        if self.bag.is_none() && !self.goals.is_empty() {
            let path = format!("finish.{}", self.goals[0].0);
            report(&path, "without a bag there is no last tile after which a goal is judged");
        }
    }

    /// Compiles the goals for these tiles and stores them in the ends.
    pub fn compile_goals(&mut self, names: &Names, set: &TileSet, dealing: &Dealing, errors: &mut Vec<CompileError>) {
        for (id, goal) in &self.goals {
            let compiled = GoalEnd::compile(goal, id, names, set, dealing, errors);
            for (_, end) in self.ends.iter_mut().filter(|(end_id, _)| end_id == id) {
                match end {
                    TrackEnd::Goal(goal) | TrackEnd::SmallerLoop(goal) => *goal = compiled.clone(),
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
