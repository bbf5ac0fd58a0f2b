//! Pieces and reserves in plain sentences.

use super::{StackRules, Uses};
use crate::mechanics::{NamedRule, Rule, Seat};
use crate::rules_text::{RuleSentence, RulesSection};
use crate::text::{counted, series};

impl StackRules {
    /// Properties and numbers of the kinds of pieces.
    pub(super) fn pieces_in_words(&self, rules: &[NamedRule]) -> RulesSection {
        let has = |is: fn(&Rule) -> bool| rules.iter().any(|named_rule| is(&named_rule.rule));
        let uses = Uses {
            roads: has(|rule| matches!(rule, Rule::Road(_))),
            stacks: has(|rule| matches!(rule, Rule::SpreadRule(_))),
        };
        let kinds = self.names.pieces.iter().zip(&self.pieces).filter_map(|(name, piece)| {
            Some(RuleSentence::new(format!("pieces.{name}"), piece.words(name, &self.names, uses)?))
        });
        let sentences = kinds.chain([RuleSentence::new("reserve", self.reserve_in_words())]).collect();
        RulesSection { heading: "Pieces", sentences }
    }

    /// Initial reserve of every seat.
    fn reserve_in_words(&self) -> String {
        let holds = |seat: Seat| -> String {
            let pools = self.pools().into_iter().filter(|&kind| self.reserve.get(seat, kind) > 0);
            let counts: Vec<String> =
                pools.map(|kind| counted(self.reserve.get(seat, kind) as usize, &self.names.pieces[kind])).collect();
            if counts.is_empty() { "nothing".into() } else { series(&counts, "and") }
        };
        let all: Vec<String> = self.names.seats.indices().map(holds).collect();
        if all.iter().all(|held| *held == all[0]) {
            return format!("Each seat starts with {} in reserve.", all[0]);
        }
        let each: Vec<String> =
            self.names.seats.iter().zip(&all).map(|(seat, held)| format!("{seat} has {held}")).collect();
        format!("Reserves: {}.", each.join("; "))
    }
}
