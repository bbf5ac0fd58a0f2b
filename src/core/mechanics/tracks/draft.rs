//! Rule values of a game of tiles: collected one by one, and checked for conflicts.

use super::goal::GoalEnd;
use super::offboard::OffboardDraft;
use super::restrictions::{ControlledSide, NoFourth, NoTriple, While};
use super::rules::{RuleSources, TrackEnd};
use super::scoring::LongestTrack;
use super::values::{AutoFill, First};
use crate::geometry::Lattice;
use crate::mechanics::supply::{Bag, Dealing, Hand, Middle, StartMethod, StartRule};
use crate::mechanics::turns::Steps;
use crate::mechanics::{CompileErrors, GameDef, GoalRule, Rule, StuckResult, TurnStep};
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
    pub fn collect(def: &GameDef, errors: &mut CompileErrors) -> TrackDraft {
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
                Rule::WinPoints(points) if points.cells => errors.add(
                    format!("{}.cells", named_rule.key_path()),
                    "an open board has no cells to count; remove `cells`",
                ),
                Rule::WinPoints(_) => {}
                other => {
                    let name = other.spec().name;
                    let message = match is_for_puzzles(other) {
                        true => {
                            format!("`{name}` is a rule for puzzles, whose moves are `put`, `turn`, `take` and `swap`")
                        }
                        false => format!("`{name}` is a rule for pieces, but this game has tiles"),
                    };
                    errors.add(named_rule.key_path(), message);
                }
            }
        }
        draft
    }

    /// Reports rule values that are missing or conflict with each other.
    pub fn check_conflicts(&self, set: &TileSet, errors: &mut CompileErrors) {
        if !self.has_lay {
            errors.add("moves", "missing moves; write `moves = { lay {} }`");
        }
        match &self.lattice {
            None => {
                errors.add("board", "missing board for tiles; write `board = open_square {}` or `board = open_hex {}`")
            }
            Some(lattice) if lattice.sides() != set.sides => {
                errors.add(
                    "tiles",
                    format!("the cells have {} sides, but the tiles have {}", lattice.sides(), set.sides),
                );
            }
            Some(_) => {}
        }
        if let Some(first) = self.first_rotation
            && set.orientations.iter().all(|orientation| orientation.rotation != first)
        {
            errors.add(self.sources.key_path::<First>(), format!("no tile of the set has rotation {first}"));
        }
        self.check_supply(errors);
        // With fewer, the closure along a straight edge would never end.
        if self.controlled_sides.is_some_and(|(filled, _)| filled as usize * 2 < set.sides) {
            let path = format!("{}.filled", self.sources.key_path::<ControlledSide>());
            errors.add(path, format!("the minimum for tiles with {} sides is {}", set.sides, set.sides / 2));
        }
        if let Some(steps) = &self.steps {
            let path = self.sources.key_path::<Steps>();
            if self.forced_neighbours.is_none() && steps.steps.contains(&TurnStep::Fill) {
                errors.add(&path, "a `fill` step needs mandatory moves; add `fill_first {}` to the constraints");
            }
            steps.errors().into_iter().for_each(|message| errors.add(&path, message));
        }
        let has_all_played = self.ends.iter().any(|(_, end)| *end == TrackEnd::AllPlayed);
        if has_all_played && self.scoring.is_none() {
            errors.add("finish", "`all_played` needs points; for example, write `points = longest {}`");
        }
        if has_all_played && self.bag.is_none() {
            errors.add("finish", "`all_played` never happens without a bag; add `bag {}` to the supply");
        }
        if let (None, Some((id, _))) = (&self.bag, self.goals.first()) {
            errors.add(
                format!("finish.{id}"),
                "a goal is checked after the last tile, but there is no bag; add `bag {}` to the supply",
            );
        }
    }

    /// Reports a bag, hands and what depends on them that do not fit together.
    fn check_supply(&self, errors: &mut CompileErrors) {
        let sources = &self.sources;
        match (&self.bag, &self.hand) {
            (Some(_), None) => {
                errors.add(sources.key_path::<Bag>(), "a bag needs hands; add `hand { size = 6 }`");
            }
            (None, Some(_)) => errors.add(sources.key_path::<Hand>(), "hands need a bag; add `bag {}`"),
            (None, None) if self.start.is_some_and(|start| start != StartMethod::FirstSeat) => {
                let message =
                    "drawing tiles for the first move needs a bag and hands; add `bag {}` and `hand { size = 6 }`";
                errors.add(sources.key_path::<StartRule>(), message);
            }
            (Some(_), Some(_)) if self.auto_fill_sides.is_some() => {
                let message = "`auto_fill` needs an unlimited supply; remove `auto_fill` or the bag";
                errors.add(sources.key_path::<AutoFill>(), message);
            }
            _ => {}
        }
        let conditions = [
            (sources.key_path::<NoTriple>(), self.impossible_sides.map(|(_, while_)| while_)),
            (sources.key_path::<NoFourth>(), self.crowded_sides.map(|(_, while_)| while_)),
            (sources.key_path::<ControlledSide>(), self.controlled_sides.map(|(_, while_)| while_)),
        ];
        for (path, while_) in conditions {
            if while_ == Some(While::BagNotEmpty) && self.bag.is_none() {
                errors.add(path, "`while_ = \"bag_not_empty\"` needs a bag; add `bag {}` or remove `while_`");
            }
        }
    }

    /// Key path of a rule value for which every team needs a colour, if there is one.
    pub fn needs_colours(&self) -> Option<String> {
        let claim = self.ends.iter().find(|(_, end)| end.claim().is_some());
        claim.map(|(id, _)| format!("finish.{id}")).or(self.scoring.is_some().then(|| "points".to_string()))
    }

    /// Compiles bag and hands, in a game that has both.
    pub fn compile_dealing(&self, set: &TileSet, errors: &mut CompileErrors) -> Option<Dealing> {
        let (bag, hand) = self.bag.as_ref().zip(self.hand.as_ref())?;
        let start = self.start.unwrap_or(StartMethod::FirstSeat);
        let dealing = Dealing::compile(bag, hand, start, self.offboard.extras, set);
        let add_error = |(path, message): (&str, String)| {
            let path = path.replace("supply.bag", &self.sources.key_path::<Bag>());
            let path = path.replace("supply.hand", &self.sources.key_path::<Hand>());
            errors.add(path.replace("supply.middle", &self.sources.key_path::<Middle>()), message);
        };
        dealing.map_err(|faults| faults.into_iter().for_each(add_error)).ok()
    }

    /// Compiles the goals for these tiles and stores them in the ends.
    pub fn compile_goals(&mut self, names: &Names, set: &TileSet, dealing: &Dealing, errors: &mut CompileErrors) {
        for (id, goal) in &self.goals {
            if names.seats.len() > 1 {
                errors.add(format!("finish.{id}"), "a goal needs a game with one seat");
            }
            let compiled = GoalEnd::compile(goal, id, set, dealing, errors);
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
