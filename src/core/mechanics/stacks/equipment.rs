//! Pieces and reserves described in sentences.

use super::{StackRules, Uses};
use crate::mechanics::{NamedRule, Rule, Seat};
use crate::rules_text::{RuleSentence, RulesSection};
use crate::text::{plural, series};

impl StackRules {
    /// Describes the properties and the numbers of the kinds of pieces.
    pub(super) fn describe_pieces(&self, rules: &[NamedRule]) -> RulesSection {
        let has = |matches_rule: fn(&Rule) -> bool| rules.iter().any(|named_rule| matches_rule(&named_rule.rule));
        let road = rules.iter().find(|named_rule| matches!(named_rule.rule, Rule::Road(_)));
        // Where every piece counts for roads, there is nothing to say about it.
        let road = road.filter(|_| self.pieces.iter().any(|piece| !piece.road));
        let uses = Uses {
            road: road.map(|named_rule| named_rule.id.as_str()),
            stacks: has(|rule| matches!(rule, Rule::SpreadRule(_))),
        };
        let kinds = self.names.pieces.iter().zip(&self.pieces).filter_map(|(name, piece)| {
            Some(RuleSentence::new(format!("pieces.{name}"), piece.describe(name, &self.names, uses)?))
        });
        let stacks = uses.stacks.then(|| {
            RuleSentence::new("stacks", "The top piece of a stack decides who controls it; only top pieces count.")
        });
        let sentences = kinds.chain(stacks).chain([RuleSentence::new("reserve", self.describe_reserves())]).collect();
        RulesSection { heading: "Pieces", sentences }
    }

    /// Describes the initial reserve of every seat.
    fn describe_reserves(&self) -> String {
        let describe_reserve = |seat: Seat| -> String {
            let pools = self.pools().into_iter().filter(|&kind| self.reserve.get(seat, kind) > 0);
            let counts: Vec<String> =
                pools.map(|kind| plural(self.reserve.get(seat, kind), &self.names.pieces[kind])).collect();
            if counts.is_empty() { "nothing".into() } else { series(&counts, "and") }
        };
        let all: Vec<String> = self.names.seats.indices().map(describe_reserve).collect();
        if all.iter().all(|reserve| *reserve == all[0]) {
            return format!("Each player starts with {} in reserve.", all[0]);
        }
        let each: Vec<String> =
            self.names.seats.iter().zip(&all).map(|(seat, reserve)| format!("{seat} has {reserve}")).collect();
        format!("Reserves at the start: {}.", each.join("; "))
    }
}
