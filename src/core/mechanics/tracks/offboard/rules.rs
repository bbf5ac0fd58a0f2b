//! Compiled offboard rules.

use std::ops::Deref;

use super::super::draft::TrackDraft;
use super::super::restrictions::While;
use crate::index::IndexVec;
use crate::mechanics::Seat;
use crate::mechanics::race::{HandEmpty, RaceRule};
use crate::mechanics::supply::{Discard, Extras, Give, Hand, Reward, TakeBack};
use crate::mechanics::turns::{Steps, Stuck};
use crate::mechanics::{CompileErrors, NamedRule, OffboardMoves, Rule, StuckResult};
use crate::names::Names;

/// Rules of races, gifts, discards and rewards.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OffboardRules {
    /// Moves that are not made on the board.
    pub moves: OffboardMoves,
    /// Rewards by neighbours, most first.
    pub rewards: Vec<Reward>,
    /// Number of neighbours that make a space forced; only a seat that can fill it may create one.
    pub fillable: Option<(u32, While)>,
    /// Hand size of every seat, if hands are only refilled up to it.
    pub hand_sizes: Option<IndexVec<Seat, u32>>,
    /// Rule that ends the race for a seat without tiles.
    pub hand_empty: Option<HandEmpty>,
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
    rules: OffboardRules,
    pub extras: Extras,
    /// Key paths of the values that require a bag and hands.
    needs_hands: Vec<String>,
    /// Key paths of the rewards, in their order.
    reward_paths: Vec<String>,
    /// Whether some value requires more than placing tiles.
    is_used: bool,
}

impl OffboardDraft {
    /// Collects an offboard rule value; returns `false` for any other.
    pub fn collect(&mut self, named_rule: &NamedRule) -> bool {
        let rules = &mut self.rules;
        let mut is_used = true;
        match &named_rule.rule {
            Rule::RaceRule(_) => rules.moves.is_race = true,
            Rule::Discard(_) => rules.moves.has_discards = true,
            Rule::Give(_) => rules.moves.has_gifts = true,
            Rule::TakeBack(_) => rules.moves.has_take_back = true,
            Rule::Reward(reward) => {
                rules.rewards.push(reward.clone());
                self.reward_paths.push(named_rule.key_path());
            }
            Rule::Fillable(rule) => rules.fillable = Some((rule.sides, rule.while_)),
            Rule::HandEmpty(rule) => (rules.hand_empty, rules.moves.has_places) = (Some(rule.clone()), true),
            Rule::PlacesRule(_) => {}
            Rule::Middle(middle) => (self.extras.middle, is_used) = (middle.tiles, false),
            Rule::RemainderTo(rule) => (self.extras.remainder_to, is_used) = (Some(rule.seat), false),
            _ => return false,
        }
        self.is_used |= is_used;
        self.needs_hands.push(named_rule.key_path());
        true
    }

    /// Reports offboard rule values that conflict with each other or with other rules.
    pub fn check_conflicts(&self, others: &TrackDraft, names: &Names, errors: &mut CompileErrors) {
        let (rules, sources) = (&self.rules, &others.sources);
        if others.bag.is_none() && others.hand.is_none() {
            for path in &self.needs_hands {
                errors.add(path, "this rule needs a bag and hands; add `bag {}` and `hand { size = 6 }`");
            }
        }
        let seats = names.seats.len();
        if rules.is_race && seats < 2 {
            errors.add(sources.key_path::<RaceRule>(), "a race needs at least two seats");
        }
        if rules.is_race && names.has_teams() {
            errors.add(sources.key_path::<RaceRule>(), "a race has no teams; remove `sides`");
        }
        if rules.is_race && others.steps.is_some() {
            errors.add(sources.key_path::<Steps>(), "a race has no turns; remove `steps`");
        }
        if rules.is_race && rules.has_discards {
            errors.add(sources.key_path::<Discard>(), "a race has no mandatory moves; remove `discard`");
        }
        if rules.has_gifts && seats < 2 {
            errors.add(sources.key_path::<Give>(), "`give` needs at least two seats");
        }
        for (reward, path) in rules.rewards.iter().zip(&self.reward_paths) {
            if reward.give > 0 && !rules.has_gifts {
                errors.add(path, "`give` in a reward needs a move; add `give {}` to the moves");
            }
            if reward.take > 0 && !(rules.has_discards && rules.has_take_back) {
                let message = "`take` in a reward needs `discard {}` in the supply and `take_back {}` in the moves";
                errors.add(path, message);
            }
            let has_fixed_size =
                rules.has_discards || others.hand.as_ref().is_some_and(|hand| hand.initial_sizes.is_some());
            if reward.draw > 0 && has_fixed_size {
                let message = "`draw` in a reward does not work with `discard` or with `first` of `hand`, which fix the hand size";
                errors.add(path, message);
            }
        }
        if rules.has_take_back && !rules.has_discards {
            errors.add(
                sources.key_path::<TakeBack>(),
                "`take_back` needs a discard pile; add `discard {}` to the supply",
            );
        }
        if matches!(others.stuck, Some((_, StuckResult::Fewest))) && others.bag.is_none() {
            errors.add(
                sources.key_path::<Stuck>(),
                "`fewest` counts the tiles left, but there is no bag; add `bag {}` and `hand { size = 6 }`",
            );
        }
    }

    /// The compiled rules, if there are any.
    pub fn compile(mut self, hand: Option<&Hand>) -> Option<OffboardRules> {
        let sized_hand = hand.filter(|hand| hand.initial_sizes.is_some() || self.rules.has_discards);
        let hand_sizes = sized_hand.map(|hand| hand.sizes.clone());
        let is_used = self.is_used || hand_sizes.is_some();
        self.rules.hand_sizes = hand_sizes;
        self.rules.rewards.sort_by_key(|reward| std::cmp::Reverse(reward.neighbours));
        is_used.then_some(self.rules)
    }
}

impl OffboardRules {
    /// Reward for filling a space with this number of neighbours.
    pub fn reward(&self, neighbours: u32) -> Option<&Reward> {
        self.rewards.iter().find(|reward| neighbours >= reward.neighbours)
    }
}
