//! Compiled offboard rules.

use std::ops::Deref;

use super::super::restrictions::While;
use super::super::rules::RuleSources;
use crate::index::IndexVec;
use crate::mechanics::Seat;
use crate::mechanics::race::{HandEmpty, RaceRule};
use crate::mechanics::supply::{Bag, Discard, Extras, Give, Hand, Reward, TakeBack};
use crate::mechanics::turns::{Steps, Stuck};
use crate::mechanics::{CompileError, NamedRule, OffboardMoves, Rule, StuckResult};
use crate::names::Names;

/// Races, gifts, discards and bonus tiles, in games that have any of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OffboardRules {
    /// Moves that are not made on the board.
    pub moves: OffboardMoves,
    /// Rewards by neighbours, most first.
    pub rewards: Vec<Reward>,
    /// Number of neighbours of a space that only a seat that can fill it may create.
    pub fillable: Option<(u32, While)>,
    /// How many tiles every seat is to hold, where nothing is drawn for more.
    pub kept_at: Option<IndexVec<Seat, u32>>,
    /// Rule that ends the race for a seat without tiles.
    pub hand_empty: Option<HandEmpty>,
    /// Whether places score.
    pub places_score: bool,
}

impl Deref for OffboardRules {
    type Target = OffboardMoves;

    fn deref(&self) -> &OffboardMoves {
        &self.moves
    }
}

/// Offboard rule values before they are checked against the others.
#[derive(Default)]
pub struct OffboardDraft {
    plan: OffboardRules,
    pub extras: Extras,
    /// Key paths of the values that make no sense without a bag and hands.
    needs_hands: Vec<String>,
    /// Whether some value requires more than placing tiles.
    is_used: bool,
}

impl OffboardDraft {
    /// Collects a rule value, if it is one of these.
    pub fn takes_up(&mut self, named_rule: &NamedRule) -> bool {
        let plan = &mut self.plan;
        let mut is_used = true;
        match &named_rule.rule {
            Rule::RaceRule(_) => plan.moves.race = true,
            Rule::Discard(_) => plan.moves.discards = true,
            Rule::Give(_) => plan.moves.gives = true,
            Rule::TakeBack(_) => plan.moves.takes = true,
            Rule::Reward(reward) => plan.rewards.push(reward.clone()),
            Rule::Fillable(rule) => plan.fillable = Some((rule.sides, rule.while_)),
            Rule::HandEmpty(rule) => (plan.hand_empty, plan.moves.places) = (Some(rule.clone()), true),
            Rule::PlacesRule(_) => plan.places_score = true,
            Rule::Middle(middle) => (self.extras.middle, is_used) = (middle.tiles, false),
            Rule::RemainderTo(rule) => (self.extras.remainder_to, is_used) = (Some(rule.seat), false),
            _ => return false,
        }
        self.is_used |= is_used;
        self.needs_hands.push(named_rule.key_path());
        true
    }

    /// Reports combinations of these values, with each other or with others, that make no sense.
    pub fn clashes(&self, with: &OtherRules, complaints: &mut Vec<CompileError>) {
        let (plan, sources) = (&self.plan, with.sources);
        let mut complain = |path: String, says: &str| complaints.push(CompileError::new(path, says.to_string()));
        if with.bag.is_none() && with.hand.is_none() {
            for path in &self.needs_hands {
                complain(path.clone(), "it needs a bag and hands; add `bag {}` and `hand { size = 6 }`");
            }
        }
        let seats = with.names.seats.len();
        if plan.race && seats < 2 {
            complain(sources.path::<RaceRule>(), "a race needs two seats or more");
        }
        if plan.race && with.names.has_teams() {
            complain(sources.path::<RaceRule>(), "in a race every seat plays for itself; leave out `sides`");
        }
        if plan.race && with.has_steps {
            complain(sources.path::<Steps>(), "a race has no turns, so a turn has no steps");
        }
        if plan.race && plan.discards {
            complain(sources.path::<Discard>(), "in a race nobody has to move, so nothing is discarded");
        }
        if plan.gives && seats < 2 {
            complain(sources.path::<Give>(), "there is nobody to give a tile to");
        }
        for (index, reward) in plan.rewards.iter().enumerate() {
            let path = with.rewards[index].clone();
            if reward.give > 0 && !plan.gives {
                complain(path.clone(), "tiles are to be given; add `give {}` to the moves");
            }
            if reward.take > 0 && !(plan.discards && plan.takes) {
                let says =
                    "discards are to be taken back; add `discard {}` to the supply and `take_back {}` to the moves";
                complain(path.clone(), says);
            }
            let is_kept = plan.discards || with.hand.is_some_and(|hand| hand.first.is_some());
            if reward.draw > 0 && is_kept {
                let says =
                    "hands that start larger, or that discard, are kept at their size; no tile is drawn beside it";
                complain(path, says);
            }
        }
        if plan.takes && !plan.discards {
            complain(sources.path::<TakeBack>(), "nothing is discarded; add `discard {}` to the supply");
        }
        if with.stuck == Some(StuckResult::Fewest) && with.bag.is_none() {
            complain(sources.path::<Stuck>(), "without a bag and hands nobody has tiles left to count");
        }
    }

    /// The compiled rules, if there are any.
    pub fn compile(mut self, hand: Option<&Hand>) -> Option<OffboardRules> {
        let kept_at = hand.filter(|hand| hand.first.is_some() || self.plan.discards);
        let kept_at = kept_at.map(|hand| hand.sizes.clone());
        let is_used = self.is_used || kept_at.is_some();
        self.plan.kept_at = kept_at;
        self.plan.rewards.sort_by_key(|reward| std::cmp::Reverse(reward.neighbours));
        is_used.then_some(self.plan)
    }
}

/// Other rules of the game that matter here.
pub struct OtherRules<'a> {
    pub names: &'a Names,
    pub bag: Option<&'a Bag>,
    pub hand: Option<&'a Hand>,
    pub has_steps: bool,
    pub stuck: Option<StuckResult>,
    pub sources: &'a RuleSources,
    /// Key paths of the rewards, in order.
    pub rewards: Vec<String>,
}

impl OffboardRules {
    /// Reward for filling a space with this number of neighbours.
    pub fn reward(&self, neighbours: u32) -> Option<&Reward> {
        self.rewards.iter().find(|reward| neighbours >= reward.neighbours)
    }
}
