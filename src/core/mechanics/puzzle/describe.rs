//! A puzzle described in words: progress towards the solution, and the effects of a move.

use super::definition::{PuzzleAim, PuzzleGoal, TrackForm};
use super::judge::{SolutionFault, Strand, TileMap, longest};
use super::position::PuzzlePosition;
use crate::geometry::Coord;
use crate::mechanics::{BoardView, Describe, Position, Seat, TextLine, TilesView};
use crate::text::{plural, series};
use crate::tiles::{ColourIndex, TileIndex};

impl Describe for PuzzlePosition {
    fn view(&self) -> BoardView<'_> {
        BoardView::Tiles(self)
    }

    /// Lists everything that keeps the puzzle from being solved.
    fn overview(&self, _: &[(Coord, String)]) -> Vec<TextLine> {
        let judgement = self.judge();
        let missing = judgement.faults.iter().filter(|fault| matches!(fault, SolutionFault::Missing { .. })).count();
        let mut lines = Vec::new();
        if missing > 0 {
            let are = if missing == 1 { "is" } else { "are" };
            lines.push(format!("{} {are} left to place", plural(missing, "tile")));
        }
        let is_shown =
            |fault: &&SolutionFault| !matches!(fault, SolutionFault::Missing { .. } | SolutionFault::EmptyCell { .. });
        lines.extend(judgement.faults.iter().filter(is_shown).map(|fault| fault.message(&self.rules.puzzle)));
        lines.extend(judgement.score.map(|worth| format!("the sum is {worth}")));
        if judgement.is_solution() {
            lines.push("no faults found".to_string());
        }
        lines.into_iter().map(TextLine::from).collect()
    }

    /// Matching edges, and the progress of each goal; before the first tile, the goals themselves.
    fn status(&self) -> Vec<TextLine> {
        let map = self.tile_map();
        let mut lines = Vec::new();
        let mut line = |head: &str, items: Vec<String>| lines.push(TextLine { head: head.to_string(), items });
        let has_tiles = self.tile_count() > 0;
        if has_tiles {
            line("edges", describe_edges(&map));
        }
        match &self.rules.puzzle.aim {
            PuzzleAim::Goals(goals) if goals.is_empty() && !has_tiles => {
                line("edges", vec!["goal: all edges match".to_string()]);
            }
            PuzzleAim::Goals(goals) => {
                for goal in goals {
                    let goal_text = self.goal_text(goal);
                    let text = match has_tiles {
                        true => format!("{}; {goal_text}", describe_strands(&map.strands(goal.colour))),
                        false => goal_text,
                    };
                    line(&self.set().colours[goal.colour].name, vec![text]);
                }
            }
            PuzzleAim::Longest(form) if has_tiles => {
                let colours = self.set().colours.indices();
                let lengths: Vec<u32> = colours.map(|colour| longest(&map.strands(colour), *form)).collect();
                let named = self.set().colours.iter().zip(&lengths);
                let named = named.map(|(colour, length)| format!("{} {length}", colour.name));
                let sum = format!("sum {}", lengths.iter().sum::<u32>());
                line(&format!("{}s", form.name()), named.chain([sum]).collect());
            }
            PuzzleAim::Longest(form) => {
                let text = match self.rules.required_sum() {
                    Some(sum) => format!("goal: the longest of each colour add up to {sum}"),
                    None => "goal: the largest sum of the longest of each colour".to_string(),
                };
                line(&format!("{}s", form.name()), vec![text]);
            }
        }
        lines
    }

    /// Edges that match or clash, and the tracks of the goals' colours.
    fn changes_since(&self, before: &dyn Position, _: Seat) -> Vec<String> {
        let Some(before) = before.view().puzzle() else { return Vec::new() };
        let (old, new) = (Progress::of(before), Progress::of(self));
        let Progress { contacts, clashes, .. } = new;
        let share = |count: usize, verb: &str| match contacts {
            1 => format!("1 edge {verb}es"),
            _ => format!("{count} of {contacts} edges {verb}"),
        };
        let mut changes = Vec::new();
        if clashes > old.clashes {
            changes.push(share(clashes, "clash"));
        } else if contacts > 0 && (contacts, clashes) != (old.contacts, old.clashes) {
            changes.push(share(contacts - clashes, "match"));
        }
        for ((colour, line, closed), (_, old_line, old_closed)) in new.longest.into_iter().zip(old.longest) {
            let name = &self.set().colours[colour].name;
            if closed > old_closed {
                changes.push(format!("closes a {name} loop of {closed}"));
            } else if line > old_line.max(1) {
                changes.push(format!("{name} line of {line}"));
            }
        }
        changes
    }
}

/// What a move may change.
struct Progress {
    /// Number of edges at which tiles touch.
    contacts: usize,
    /// Number of edges that clash.
    clashes: usize,
    /// Lengths of the longest line and the longest loop, for each colour of the goals.
    longest: Vec<(ColourIndex, u32, u32)>,
}

impl Progress {
    fn of(position: &PuzzlePosition) -> Progress {
        let map = position.tile_map();
        let lengths = |colour: ColourIndex| {
            let strands = map.strands(colour);
            (colour, longest(&strands, TrackForm::Line), longest(&strands, TrackForm::Loop))
        };
        Progress {
            contacts: map.contacts(),
            clashes: map.clashes().len(),
            longest: position.goal_colours().into_iter().map(lengths).collect(),
        }
    }
}

impl PuzzlePosition {
    /// Colours that the goals name; all colours if the sum of the longest tracks counts.
    fn goal_colours(&self) -> Vec<ColourIndex> {
        match &self.rules.puzzle.aim {
            PuzzleAim::Goals(goals) => goals.iter().map(|goal| goal.colour).collect(),
            PuzzleAim::Longest(_) => self.set().colours.indices().collect(),
        }
    }

    /// Goal of a colour, such as `goal: one loop of 9`.
    fn goal_text(&self, goal: &PuzzleGoal) -> String {
        let has = |tile: &&TileIndex| self.set().orientations_of(**tile)[0].colours.contains(&goal.colour);
        let tiles = self.rules.puzzle.tiles.iter().filter(has).count();
        format!("goal: one {} of {tiles}", goal.form.name())
    }
}

/// Number of edges that match, and the cells at those that clash.
fn describe_edges(map: &TileMap) -> Vec<String> {
    let (clashes, contacts) = (map.clashes(), map.contacts());
    let cell = |at: Coord| format!("{},{}", at.x, at.y);
    let mut items = vec![match (contacts, clashes.len()) {
        (0, _) => "none touch".to_string(),
        (contacts, 0) => format!("{contacts} of {contacts} match"),
        (contacts, clash_count) => format!("{} of {contacts} match; clash:", contacts - clash_count),
    }];
    items.extend(clashes.iter().map(|(a, b)| format!("{}/{}", cell(*a), cell(*b))));
    items
}

/// Tracks of a colour: `a line of 5 and 2 more`.
fn describe_strands(strands: &[Strand]) -> String {
    let best = |form: TrackForm| Some(longest(strands, form)).filter(|length| *length > 0);
    let parts: Vec<String> = [(TrackForm::Loop, best(TrackForm::Loop)), (TrackForm::Line, best(TrackForm::Line))]
        .into_iter()
        .filter_map(|(form, length)| Some(format!("a {} of {}", form.name(), length?)))
        .collect();
    let more = strands.len() - parts.len();
    match (parts.is_empty(), more) {
        (true, _) => "nothing yet".to_string(),
        (false, 0) => series(&parts, "and"),
        (false, more) => format!("{} and {more} more", parts.join(", ")),
    }
}
