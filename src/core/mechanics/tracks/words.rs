//! Tiles of a game and the owners of their tracks in plain sentences.

use super::TrackRules;
use crate::mechanics::tile_words::tiles_in_words;
use crate::mechanics::{NamedRule, Rule};
use crate::rules_text::{RuleSentence, RulesSection};
use crate::text::series;

impl TrackRules {
    /// Tiles in play, and whose tracks are whose.
    pub(super) fn tiles_in_words(&self, rules: &[NamedRule]) -> RulesSection {
        let supply = if self.dealing.is_none() { "; there are as many as are needed" } else { "" };
        let mut sentences = tiles_in_words(&self.set, &self.tiles_in_play(rules), &self.lattice.side_names, supply);
        sentences.extend(self.owners_in_words());
        RulesSection { heading: "Tiles", sentences }
    }

    /// Tiles of the set that the game is played with.
    fn tiles_in_play(&self, rules: &[NamedRule]) -> Vec<u16> {
        let bag = rules.iter().find_map(|named_rule| match &named_rule.rule {
            Rule::Bag(bag) => Some(&bag.tiles),
            _ => None,
        });
        let tiles = &self.set.tiles;
        let is_in = |tile: &u16| bag.is_none_or(|bag| bag.is_empty() || bag.contains(&tiles[*tile as usize].name));
        (0..tiles.len() as u16).filter(is_in).collect()
    }

    /// Owners of the self.
    fn owners_in_words(&self) -> Vec<RuleSentence> {
        let names: Vec<&str> = self.set.colours.iter().map(|colour| colour.name.as_str()).collect();
        let named_after =
            |(side, owned): (&String, &Vec<u8>)| matches!(owned[..], [one] if names[one as usize] == side);
        let mut owners = self.names.teams.iter().zip(&self.colours_of_team);
        if owners.clone().all(named_after) {
            let owner = if self.names.has_teams() { "side" } else { "seat" };
            let says =
                format!("A {owner}'s tracks are those of the colour it is named after; every seat may extend any.");
            return vec![RuleSentence::new("colours", says)];
        }
        if owners.all(|(_, owned)| owned.is_empty()) {
            return Vec::new();
        }
        let each = self.names.teams.iter().zip(&self.colours_of_team).map(|(side, owned)| {
            let owned: Vec<&str> = owned.iter().map(|colour| names[*colour as usize]).collect();
            RuleSentence::new(
                format!("colours.{side}"),
                format!("The tracks of {side} are those of {}.", series(&owned, "and")),
            )
        });
        each.collect()
    }
}
