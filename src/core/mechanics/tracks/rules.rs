//! Rule values compiled into plain data shared by all positions.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use super::constraints::{ConstraintTables, ForcedThresholds};
use super::draft::TrackDraft;
use super::goal::GoalEnd;
use super::offboard::OffboardRules;
use super::restrictions::While;
use super::scoring::LongestTrack;
use super::tables::{EdgePattern, OrientedTile, oriented_tiles, patterns};
use super::values::{Lay, LineRule, LoopRule, TrackClaim};
use crate::geometry::Lattice;
use crate::index::IndexVec;
use crate::mechanics::supply::Dealing;
use crate::mechanics::{
    CompileErrors, EndIndex, GameDef, MAX_DISTANCE, MAX_SEATS, NamedRule, Seat, SeatSet, StuckResult, Team, TileGame,
    TurnStep, Violation,
};
use crate::spec::RuleValue;
use crate::tiles::{ColourIndex, OrientationIndex, TileIndex, TileSet};

/// Compiled rules of a game of tiles.
#[derive(Clone, PartialEq, Debug)]
pub struct TrackRules {
    /// Tiles, bag, hands and owners of colours.
    pub game: TileGame,
    /// Lookup tables of edge constraints.
    pub constraints: ConstraintTables,
    /// Orientations of the set, prepared for placing.
    pub oriented_tiles: IndexVec<OrientationIndex, OrientedTile>,
    /// Edge patterns of every orientation, apart from the rest because they are checked far more often than a tile is
    /// placed.
    pub patterns: IndexVec<OrientationIndex, EdgePattern>,
    /// Tile of every orientation.
    pub tile_of: IndexVec<OrientationIndex, TileIndex>,
    /// Side that leads to the same cell as two steps, by the sides of those steps.
    pub shortcuts: Shortcuts,
    /// Whether a hand may hold a tile twice.
    pub has_copies: bool,
    /// Steps of a turn.
    pub steps: Vec<TurnStep>,
    /// Step with which the first turn of a game begins.
    pub opening_step: u8,
    /// Whether every turn is one free move, without mandatory moves and draws from a bag.
    pub one_move_turns: bool,
    /// Rotation of the first tile, if it is fixed.
    pub first_rotation: Option<usize>,
    /// Number of tiles that a new one must touch; the maximum over all seats if they differ.
    pub min_neighbours: u32,
    /// The same by seat, if they differ.
    pub min_neighbours_by_seat: Option<IndexVec<Seat, u32>>,
    /// Maximum number of columns and rows.
    pub max_extent: Option<(i32, i32)>,
    /// Whether some rule needs the extent of the tiles after every move.
    pub measures_extent: bool,
    /// Number of sides of one colour from which a space is filled at once; `ForcedThresholds::NEVER` if none.
    pub auto_fill_sides: u8,
    /// Number of sides of one colour from which a space is impossible.
    pub impossible_sides: Option<(u8, While)>,
    /// Number of neighbours that an empty space must not have.
    pub crowded_sides: Option<(u32, While)>,
    /// Number of neighbours from which the closure (`controlled_side`) fills a space.
    pub controlled_sides: Option<(u32, While)>,
    /// Number of neighbours of a forced space.
    pub forced_neighbours: Option<u32>,
    /// The same number for the grid; `u8::MAX` if no space is forced.
    pub forced_sides: u8,
    /// Ends with their ids, applied in this order after every move.
    pub ends: IndexVec<EndIndex, (String, TrackEnd)>,
    /// Lower bounds for the end of the game, tested before the end rules.
    pub earliest_end: EarliestEnd,
    /// Id and result of the rule for having no legal move.
    pub stuck: Option<(String, StuckResult)>,
    /// Points of the longest tracks.
    pub scoring: Option<LongestTrack>,
    /// Rules of races, gifts, discards and rewards, in a game that has any of them.
    pub offboard_rules: Option<OffboardRules>,
    /// Seats that score for a colour's tracks.
    pub seats_of_colour: IndexVec<ColourIndex, SeatSet>,
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
    pub all_played: bool,
}

impl EarliestEnd {
    fn from_ends(ends: &[(String, TrackEnd)]) -> EarliestEnd {
        let never = EarliestEnd { tiles: usize::MAX, plies: u32::MAX, across: i32::MAX, all_played: false };
        ends.iter().fold(never, |earliest, (_, end)| match end {
            TrackEnd::TilesPlayed(count) => EarliestEnd { tiles: earliest.tiles.min(*count as usize), ..earliest },
            TrackEnd::Limit(plies) => EarliestEnd { plies: earliest.plies.min(*plies), ..earliest },
            TrackEnd::Line(line) => EarliestEnd { across: earliest.across.min(line.across), ..earliest },
            TrackEnd::AllPlayed | TrackEnd::Goal(_) => EarliestEnd { all_played: true, ..earliest },
            // Loops are recorded when they close.
            TrackEnd::Loop(_) | TrackEnd::SmallerLoop(_) | TrackEnd::HandEmpty => earliest,
        })
    }
}

/// Id and key path of each rule value, by its name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RuleSources(BTreeMap<&'static str, (String, String)>);

impl RuleSources {
    pub(super) fn record(&mut self, named_rule: &NamedRule) {
        self.0.insert(named_rule.rule.spec().name, (named_rule.id.clone(), named_rule.key_path()));
    }

    /// Key path of a value, or the part it would be in.
    pub(super) fn key_path<V: RuleValue>(&self) -> String {
        self.0.get(V::SPEC.name).map_or_else(|| V::SPEC.part.key().to_string(), |(_, key_path)| key_path.clone())
    }

    /// Violation of a rule value, under `default_id` unless the script gave it another id. Violations without a rule
    /// value belong to placing tiles.
    pub fn violation<V: RuleValue>(&self, default_id: &str, message: impl Into<String>) -> Violation {
        match self.0.get(V::SPEC.name) {
            Some((id, key_path)) if id == V::SPEC.name => Violation::new(default_id, key_path, message),
            Some((id, key_path)) => Violation::new(id, key_path, message),
            None => Violation::new(default_id, self.key_path::<Lay>(), message),
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
    /// Sign of two orientations that no neighbour tells apart, if there is one.
    pub(super) fn ambiguous_sign(&self) -> Option<&str> {
        let must_touch = match &self.min_neighbours_by_seat {
            Some(minimums) => minimums.iter().all(|minimum| *minimum > 0),
            None => self.min_neighbours > 0,
        };
        let can_be_alone = |rotation: usize| self.first_rotation.is_none_or(|first| first == rotation) || !must_touch;
        let orientations = self.set.orientations.iter().filter(|orientation| can_be_alone(orientation.rotation));
        let signs: Vec<&str> = orientations.map(|orientation| orientation.sign.as_str()).collect();
        signs.iter().enumerate().find(|(index, sign)| signs[..*index].contains(sign)).map(|(_, sign)| *sign)
    }

    /// Compiles a definition, or returns all errors together.
    pub fn compile(def: &GameDef, set: &Arc<TileSet>) -> Result<TrackRules, CompileErrors> {
        let mut errors = def.duplicate_errors();
        let names = &def.names;
        if !(1..=MAX_SEATS).contains(&names.seats.len()) {
            errors.add("seats", format!("a game has 1 to {MAX_SEATS} seats, not {}", names.seats.len()));
        }
        let mut draft = TrackDraft::collect(def, &mut errors);
        draft.check_conflicts(set, &mut errors);
        draft.offboard.check_conflicts(&draft, names, &mut errors);
        let dealing = draft.compile_dealing(set, &mut errors);
        if let Some(dealing) = &dealing {
            draft.compile_goals(names, set, dealing, &mut errors);
        }
        let colours_of_team = colours_of_teams(def, set, &mut errors);
        if let (Some(path), Some(team)) = (draft.needs_colours(), colours_of_team.position(Vec::is_empty)) {
            let team = &names.teams[team];
            let message = format!("the tiles have no colour `{team}`; name seats after colours, or set `colours`");
            errors.add(path, message);
        }
        if !errors.0.is_empty() {
            return Err(errors);
        }
        Ok(TrackRules::from_draft(draft, def, set, dealing, colours_of_team))
    }

    /// Rules of a draft without errors.
    fn from_draft(
        draft: TrackDraft,
        def: &GameDef,
        set: &Arc<TileSet>,
        dealing: Option<Dealing>,
        colours_of_team: IndexVec<Team, Vec<ColourIndex>>,
    ) -> TrackRules {
        let lattice = draft.lattice.unwrap_or_else(Lattice::square);
        let constraints = ConstraintTables::new(set, draft.auto_fill_sides.map(|sides| sides as usize));
        let earliest_end = EarliestEnd::from_ends(&draft.ends);
        let steps = draft.steps.unwrap_or_default();
        let (opening_step, steps) = (steps.opening_step(), steps.steps);
        let offboard_rules = draft.offboard.compile(draft.hand.as_ref());
        let mut seats_of_colour = IndexVec::from(vec![SeatSet::default(); set.colours.len()]);
        for (seat, &team) in def.names.team_of.iter_enumerated() {
            colours_of_team[team].iter().for_each(|colour| seats_of_colour[*colour].insert(seat));
        }
        TrackRules {
            oriented_tiles: oriented_tiles(set, &lattice, &constraints),
            patterns: patterns(set),
            tile_of: set.orientations.iter().map(|orientation| orientation.tile).collect(),
            shortcuts: shortcuts(&lattice),
            constraints,
            measures_extent: draft.max_extent.is_some() || earliest_end.across < i32::MAX,
            earliest_end,
            forced_sides: draft.forced_neighbours.map_or(u8::MAX, |sides| sides as u8),
            has_copies: draft.bag.is_some_and(|bag| bag.copies > 1),
            one_move_turns: dealing.is_none() && draft.forced_neighbours.is_none() && steps == [TurnStep::Free],
            game: TileGame {
                names: def.names.clone(),
                lattice,
                naming: def.naming,
                set: set.clone(),
                dealing,
                moves_per_turn: steps.len(),
                offboard: offboard_rules.as_ref().map(|rules| rules.moves),
                colours_of_team,
            },
            offboard_rules,
            steps,
            opening_step,
            first_rotation: draft.first_rotation,
            min_neighbours: draft.touch.iter().max().copied().unwrap_or(1),
            min_neighbours_by_seat: draft.touch.iter().any(|min| *min != draft.touch[0]).then(|| draft.touch.into()),
            max_extent: draft.max_extent,
            auto_fill_sides: draft.auto_fill_sides.map_or(ForcedThresholds::NEVER, |sides| sides as u8),
            impossible_sides: draft.impossible_sides,
            crowded_sides: draft.crowded_sides,
            controlled_sides: draft.controlled_sides,
            forced_neighbours: draft.forced_neighbours,
            ends: draft.ends.into(),
            stuck: draft.stuck,
            scoring: draft.scoring,
            seats_of_colour,
            sources: draft.sources,
        }
    }

    /// Message for a cell beyond the maximum distance.
    pub fn too_far_message(place: &str) -> String {
        format!("{place} is too far away; the maximum distance is {MAX_DISTANCE}")
    }

    /// Distance from the first tile that the initial window covers.
    pub fn initial_reach(&self) -> i32 {
        const MARGIN: i32 = 3;
        const MAX_REACH: i32 = 15;
        let reach_of_deal = |dealing: &Dealing| 2 * (dealing.tiles().len() as f64).sqrt() as i32;
        let open = self.dealing.as_ref().map_or(MAX_REACH, |dealing| reach_of_deal(dealing).clamp(MARGIN, MAX_REACH));
        self.max_extent.map_or(open, |(width, height)| (width.max(height) + MARGIN).min(MAX_DISTANCE))
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

/// The colours that score for each team: those that the game assigns, or the one that it is named after.
fn colours_of_teams(def: &GameDef, set: &TileSet, errors: &mut CompileErrors) -> IndexVec<Team, Vec<ColourIndex>> {
    for (team, colours) in &def.colours {
        for name in colours.iter().filter(|name| set.colour_named(name).is_none()) {
            errors.add(format!("colours.{team}"), format!("the tiles have no colour `{name}`"));
        }
    }
    let colours_of = |team: &String| match def.colours.get(team) {
        Some(colours) => colours.iter().filter_map(|name| set.colour_named(name)).collect(),
        None => set.colour_named(team).into_iter().collect(),
    };
    def.names.teams.iter().map(colours_of).collect()
}
