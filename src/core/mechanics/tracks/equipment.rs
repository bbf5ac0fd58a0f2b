//! Tiles of a game and the owners of their tracks, described in sentences.

use super::TrackRules;
use crate::mechanics::tile_equipment::tile_sentences;
use crate::mechanics::{NamedRule, Rule};
use crate::rules_text::{RuleSentence, RulesSection};
use crate::text::{capitalised, series};
use crate::tiles::{ColourIndex, TileIndex};

impl TrackRules {
    /// Describes the tiles in play and the owners of tracks.
    pub(super) fn describe_equipment(&self, rules: &[NamedRule]) -> RulesSection {
        let supply = if self.dealing.is_none() { "; the supply is unlimited" } else { "" };
        let mut sentences = tile_sentences(&self.set, &self.tiles_in_play(rules), &self.lattice.side_names, supply);
        sentences.extend(self.owner_sentences());
        RulesSection { heading: "Tiles", sentences }
    }

    /// Tiles of the set that the game is played with.
    fn tiles_in_play(&self, rules: &[NamedRule]) -> Vec<TileIndex> {
        let bag = rules.iter().find_map(|named_rule| match &named_rule.rule {
            Rule::Bag(bag) => Some(&bag.tiles),
            _ => None,
        });
        let tiles = &self.set.tiles;
        let is_in = |tile: &TileIndex| bag.is_none_or(|bag| bag.is_empty() || bag.contains(&tiles[*tile].name));
        tiles.indices().filter(is_in).collect()
    }

    /// Sentences about the owners of tracks.
    fn owner_sentences(&self) -> Vec<RuleSentence> {
        let name = |colour: &ColourIndex| self.set.colours[*colour].name.as_str();
        let is_named_after =
            |(team, colours): (&String, &Vec<ColourIndex>)| matches!(&colours[..], [one] if name(one) == team);
        let mut owners = self.names.teams.iter().zip(&self.colours_of_team);
        if owners.clone().all(is_named_after) {
            let owner = if self.names.has_teams() { "team" } else { "player" };
            let text = format!("Each {owner} owns the tracks of their own colour; anyone may extend them.");
            return vec![RuleSentence::new("colours", text)];
        }
        if owners.all(|(_, owned)| owned.is_empty()) {
            return Vec::new();
        }
        let each = self.names.teams.iter().zip(&self.colours_of_team).map(|(team, colours)| {
            let colour_names: Vec<&str> = colours.iter().map(name).collect();
            RuleSentence::new(
                format!("colours.{team}"),
                format!("{} owns the {} tracks.", capitalised(team), series(&colour_names, "and")),
            )
        });
        each.collect()
    }
}
