//! Rule values compiled into plain data that all positions share.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use super::constraints::{ConstraintTables, ForcedThresholds};
use super::draft::TrackDraft;
use super::goal::GoalEnd;
use super::offboard::{OffboardRules, OtherRules};
use super::restrictions::While;
use super::scoring::LongestTrack;
use super::tables::{EdgePattern, OrientedTile, patterns, tables};
use super::values::{Lay, LineRule, LoopRule, TrackClaim};
use crate::geometry::Lattice;
use crate::index::IndexVec;
use crate::mechanics::supply::{Bag, Begins, Dealing, Hand, Middle};
use crate::mechanics::{
    CompileError, EndIndex, FARTHEST, GameDef, MAX_SEATS, NamedRule, Rule, Seat, SeatSet, StuckResult, Team, TileGame,
    TurnStep, Violation,
};
use crate::spec::RuleValue;
use crate::tiles::TileSet;

/// Compiled rules of a game of tiles.
#[derive(Clone, PartialEq, Debug)]
pub struct TrackRules {
    /// Tiles, bag, hands and owners of colours.
    pub game: TileGame,
    /// Lookup tables of edge constraints.
    pub needs: ConstraintTables,
    /// Orientations of the set, prepared for placing.
    pub tables: Vec<OrientedTile>,
    /// Colours on the sides of every orientation, which are checked far more often than an orientation is placed.
    pub patterns: Vec<EdgePattern>,
    /// Tile of every orientation.
    pub tile_of: Vec<u16>,
    /// Side that leads to the same cell as two steps, by the sides of the steps.
    pub shortcuts: Shortcuts,
    /// Whether a hand may hold a tile twice.
    pub has_copies: bool,
    /// Steps of a turn.
    pub steps: Vec<TurnStep>,
    /// Step with which the first turn of a game begins.
    pub begins_at: u8,
    /// Whether a turn is one free move, and no move is ever mandatory and no tile drawn.
    pub one_move_turns: bool,
    /// Rotation of the first tile, if it is fixed.
    pub first_rotation: Option<u8>,
    /// Number of tiles that a new one must touch; the maximum over all seats if they differ.
    pub touch: u32,
    /// The same by seat, if they differ.
    pub touch_of: Option<IndexVec<Seat, u32>>,
    /// Maximum number of columns and rows.
    pub within: Option<(i32, i32)>,
    /// Whether some rule needs the extent of the tiles after every move.
    pub measures_extent: bool,
    /// Number of sides of one colour from which a space is filled at once, or never.
    pub pulled: u8,
    /// Number of sides of one colour from which a space is impossible.
    pub torn: Option<(u8, While)>,
    /// Number of neighbours that an empty space must not have.
    pub crowded: Option<(u32, While)>,
    /// Number of neighbours from which the closure fills a space.
    pub controlled: Option<(u32, While)>,
    /// Number of neighbours of a forced space.
    pub forced: Option<u32>,
    /// The same number for the grid: more than a cell has if nothing is forced.
    pub forced_sides: u8,
    /// Ends with their ids, applied in this order after every move.
    pub ends: IndexVec<EndIndex, (String, TrackEnd)>,
    /// Cheap lower bounds for any end.
    pub soonest: EarliestEnd,
    /// Id and result of the rule for having no legal move.
    pub stuck: Option<(String, StuckResult)>,
    /// Points of the longest tracks.
    pub worth: Option<LongestTrack>,
    /// Races, gifts, discards and bonus tiles, in a game that has any of them.
    pub aside: Option<OffboardRules>,
    /// Seats that score for a colour's tracks.
    pub seats_of_colour: Vec<SeatSet>,
    /// Key paths of the rules that violations refer to.
    pub sources: RuleSources,
}

impl Deref for TrackRules {
    type Target = TileGame;

    fn deref(&self) -> &TileGame {
        &self.game
    }
}

/// Necessary conditions for the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EarliestEnd {
    /// Number of tiles on the board.
    pub tiles: usize,
    pub plies: u32,
    /// Extent of the tiles that any line needs.
    pub across: i32,
    pub when_all_is_played: bool,
}

impl EarliestEnd {
    fn of(ends: &[(String, TrackEnd)]) -> EarliestEnd {
        let never = EarliestEnd { tiles: usize::MAX, plies: u32::MAX, across: i32::MAX, when_all_is_played: false };
        ends.iter().fold(never, |soonest, (_, end)| match end {
            TrackEnd::TilesPlayed(count) => EarliestEnd { tiles: soonest.tiles.min(*count as usize), ..soonest },
            TrackEnd::Limit(plies) => EarliestEnd { plies: soonest.plies.min(*plies), ..soonest },
            TrackEnd::Line(line) => EarliestEnd { across: soonest.across.min(line.across), ..soonest },
            TrackEnd::AllPlayed | TrackEnd::Goal(_) => EarliestEnd { when_all_is_played: true, ..soonest },
            // A loop is noted when it closes.
            TrackEnd::Loop(_) | TrackEnd::SmallerLoop(_) | TrackEnd::HandEmpty => soonest,
        })
    }
}

/// Id and key path of each rule value, by its name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RuleSources(BTreeMap<&'static str, (String, String)>);

impl RuleSources {
    pub(super) fn note(&mut self, named_rule: &NamedRule) {
        self.0.insert(named_rule.rule.spec().name, (named_rule.id.clone(), named_rule.key_path()));
    }

    /// Key path of a value, or the part it would be in.
    pub(super) fn path<V: RuleValue>(&self) -> String {
        self.0.get(V::SPEC.name).map_or_else(|| V::SPEC.part.key().to_string(), |(_, cite)| cite.clone())
    }

    /// Error in the bag or the hands, with their actual key path.
    fn of_supply(&self, (path, says): (&str, String)) -> CompileError {
        let path = path.replace("supply.bag", &self.path::<Bag>());
        let path = path.replace("supply.hand", &self.path::<Hand>());
        CompileError::new(path.replace("supply.middle", &self.path::<Middle>()), says)
    }

    /// Violation of a rule value, under its usual name unless the script gave it another id. Violations without a rule
    /// value belong to placing tiles itself.
    pub fn violation<V: RuleValue>(&self, usual: &str, says: impl Into<String>) -> Violation {
        match self.0.get(V::SPEC.name) {
            Some((id, cite)) if id == V::SPEC.name => Violation::new(usual, cite, says),
            Some((id, cite)) => Violation::new(id, cite, says),
            None => Violation::new(usual, self.path::<Lay>(), says),
        }
    }
}

/// Compiled end rule.
#[derive(Clone, PartialEq, Debug)]
pub enum TrackEnd {
    /// A closed track.
    Loop(LoopRule),
    /// A track between opposite outermost edges.
    Line(LineRule),
    /// A number of tiles on the board.
    TilesPlayed(u32),
    /// A number of moves.
    Limit(u32),
    /// No tiles left; the points decide.
    AllPlayed,
    /// An empty hand; evaluated by the race, not by the tiles.
    HandEmpty,
    /// The goal of a solitaire.
    Goal(GoalEnd),
    /// A loop of a goal's colour that is too small: partial success.
    SmallerLoop(GoalEnd),
}

impl TrackEnd {
    /// How the end is evaluated, if a seat reaches it by a track of its colour.
    pub fn claim(&self) -> Option<TrackClaim> {
        match self {
            TrackEnd::Loop(end) => Some(end.claim),
            TrackEnd::Line(end) => Some(end.claim),
            _ => None,
        }
    }
}

impl TrackRules {
    /// Compiles a definition, or returns all errors together.
    pub fn compile(parts: &GameDef, set: &Arc<TileSet>) -> Result<TrackRules, Vec<CompileError>> {
        let mut complaints = parts.second_of_a_kind();
        let names = &parts.names;
        if !(1..=MAX_SEATS).contains(&names.seats.len()) {
            let says = format!("a game has 1 to {MAX_SEATS} seats, not {}", names.seats.len());
            complaints.push(CompileError::new("seats".into(), says));
        }
        let mut draft = TrackDraft::of(parts, &mut complaints);
        draft.clashes(set, &mut complaints);
        let rewards = parts.rules.iter().filter(|named_rule| matches!(named_rule.rule, Rule::Reward(_)));
        let others = OtherRules {
            names,
            bag: draft.bag.as_ref(),
            hand: draft.hand.as_ref(),
            has_steps: draft.steps.is_some(),
            stuck: draft.stuck.as_ref().map(|(_, result)| *result),
            sources: &draft.sources,
            rewards: rewards.map(NamedRule::key_path).collect(),
        };
        draft.aside.clashes(&others, &mut complaints);
        let begins = draft.begins.unwrap_or(Begins::FirstSeat);
        let dealing = match (&draft.bag, &draft.hand) {
            (Some(bag), Some(hand)) => match Dealing::compile(bag, hand, begins, draft.aside.extras, set) {
                Ok(dealing) => Some(dealing),
                Err(faults) => {
                    complaints.extend(faults.into_iter().map(|fault| draft.sources.of_supply(fault)));
                    None
                }
            },
            _ => None,
        };
        if let Some(dealing) = &dealing {
            draft.fold_goals(names, set, dealing, &mut complaints);
        }
        let colours_of_team = colours_of_teams(parts, set, &mut complaints);
        let mut seats_of_colour = vec![SeatSet::default(); set.colours.len()];
        for (seat, &team) in names.team_of.iter_enumerated() {
            for &colour in &colours_of_team[team] {
                seats_of_colour[colour as usize].insert(seat);
            }
        }
        let counted = draft.ends.iter().find(|(_, end)| end.claim().is_some()).map(|(id, _)| format!("finish.{id}"));
        let counted = counted.or(draft.worth.is_some().then(|| "points".to_string()));
        let lacks = colours_of_team.position(Vec::is_empty);
        if let (Some(path), Some(team)) = (counted, lacks) {
            let says = format!(
                "no colour of the tiles is called {}; name seats after colours, or say `colours`",
                names.teams[team]
            );
            complaints.push(CompileError::new(path, says));
        }
        if !complaints.is_empty() {
            return Err(complaints);
        }
        let lattice = draft.lattice.unwrap_or_else(Lattice::square);
        let needs = ConstraintTables::new(set, draft.pulled.map(|sides| sides as usize));
        let soonest = EarliestEnd::of(&draft.ends);
        let steps = draft.steps.unwrap_or_default();
        let (begins_at, steps) = (steps.begins_at(), steps.steps);
        let aside = draft.aside.compile(draft.hand.as_ref());
        Ok(TrackRules {
            tables: tables(set, &lattice, &needs),
            patterns: patterns(set),
            tile_of: set.orientations.iter().map(|orientation| orientation.tile).collect(),
            shortcuts: shortcuts(&lattice),
            needs,
            measures_extent: draft.within.is_some() || soonest.across < i32::MAX,
            soonest,
            forced_sides: draft.forced.map_or(u8::MAX, |sides| sides as u8),
            has_copies: draft.bag.is_some_and(|bag| bag.copies > 1),
            one_move_turns: dealing.is_none() && draft.forced.is_none() && steps == [TurnStep::Free],
            game: TileGame {
                names: names.clone(),
                lattice,
                naming: parts.naming,
                set: set.clone(),
                dealing,
                moves_per_turn: steps.len(),
                offboard: aside.as_ref().map(|aside| aside.moves),
                colours_of_team,
            },
            aside,
            steps,
            begins_at,
            first_rotation: draft.first_rotation,
            touch: draft.touch.iter().max().copied().unwrap_or(1),
            touch_of: draft.touch.iter().any(|min| *min != draft.touch[0]).then(|| draft.touch.into()),
            within: draft.within,
            pulled: draft.pulled.map_or(ForcedThresholds::NEVER, |sides| sides as u8),
            torn: draft.torn,
            crowded: draft.crowded,
            controlled: draft.controlled,
            forced: draft.forced,
            ends: draft.ends.into(),
            stuck: draft.stuck,
            worth: draft.worth,
            seats_of_colour,
            sources: draft.sources,
        })
    }

    /// Message for a cell beyond the maximum distance.
    pub fn too_far(place: &str) -> String {
        format!("{place} is too far away; {} is the farthest", FARTHEST)
    }

    /// Distance that the first window of memory covers from the first tile.
    pub fn reach(&self) -> i32 {
        const ROOM: i32 = 3;
        const OPEN: i32 = 15;
        let dealt = |dealing: &Dealing| 2 * (dealing.tiles().len() as f64).sqrt() as i32;
        let open = self.dealing.as_ref().map_or(OPEN, |dealing| dealt(dealing).clamp(ROOM, OPEN));
        self.within.map_or(open, |(width, height)| (width.max(height) + ROOM).min(FARTHEST))
    }
}

type Shortcuts = [[Option<u8>; Lattice::MAX_SIDES]; Lattice::MAX_SIDES];

fn shortcuts(lattice: &Lattice) -> Shortcuts {
    let mut shortcuts = Shortcuts::default();
    for (first, row) in shortcuts.iter_mut().enumerate().take(lattice.sides()) {
        for (second, side) in row.iter_mut().enumerate().take(lattice.sides()) {
            *side = lattice.shortcut(first, second).map(|side| side as u8);
        }
    }
    shortcuts
}

/// The colours that count for each team: those the game gives it, or the one it is named after.
fn colours_of_teams(parts: &GameDef, set: &TileSet, complaints: &mut Vec<CompileError>) -> IndexVec<Team, Vec<u8>> {
    let colour = |name: &str| set.colours.iter().position(|colour| colour.name == name).map(|index| index as u8);
    for (team, given) in &parts.colours {
        for name in given.iter().filter(|name| colour(name).is_none()) {
            complaints.push(CompileError::new(format!("colours.{team}"), format!("the tiles have no colour `{name}`")));
        }
    }
    let of = |team: &String| match parts.colours.get(team) {
        Some(given) => given.iter().filter_map(|name| colour(name)).collect(),
        None => colour(team).into_iter().collect(),
    };
    parts.names.teams.iter().map(of).collect()
}
