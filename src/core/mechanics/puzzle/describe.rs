//! A puzzle in plain words: how far it is solved, and the effects of a move.

use super::definition::{PuzzleAim, PuzzleGoal, TrackForm};
use super::judge::{SolutionFault, Strand, TileMap, longest};
use super::position::PuzzlePosition;
use crate::geometry::Coord;
use crate::mechanics::{BoardView, Describe, Position, Seat, TextLine, TilesView};
use crate::text::{counted, series};

impl Describe for PuzzlePosition {
    fn view(&self) -> BoardView<'_> {
        BoardView::Tiles(self)
    }

    /// Everything that keeps the puzzle from being solved.
    fn overview(&self) -> Vec<TextLine> {
        let judged = self.judge();
        let missing = judged.faults.iter().filter(|fault| matches!(fault, SolutionFault::Missing { .. })).count();
        let mut lines = Vec::new();
        if missing > 0 {
            let are = if missing == 1 { "is" } else { "are" };
            lines.push(format!("{} {are} left", counted(missing, "tile")));
        }
        let is_shown =
            |fault: &&SolutionFault| !matches!(fault, SolutionFault::Missing { .. } | SolutionFault::Bare { .. });
        lines.extend(judged.faults.iter().filter(is_shown).map(|fault| fault.say(&self.plan.puzzle)));
        lines.extend(judged.worth.map(|worth| format!("the sum is {worth}")));
        if judged.is_solution() {
            lines.push("nothing is wrong".to_string());
        }
        lines.into_iter().map(TextLine::from).collect()
    }

    /// Matching edges, and how far each goal is reached; before the first tile, what is wanted.
    fn status(&self) -> Vec<TextLine> {
        self.table(|table| {
            let mut lines = Vec::new();
            let mut line = |head: &str, items: Vec<String>| lines.push(TextLine { head: head.to_string(), items });
            let is_begun = self.tile_count() > 0;
            if is_begun {
                line("edges", edges(table));
            }
            match &self.plan.puzzle.aim {
                PuzzleAim::Goals(goals) if goals.is_empty() && !is_begun => {
                    line("edges", vec!["wanted is that all match".to_string()]);
                }
                PuzzleAim::Goals(goals) => {
                    for goal in goals {
                        let wanted = self.wanted(goal);
                        let words = match is_begun {
                            true => format!("{}; {wanted}", strands_in_words(&table.strands(goal.colour))),
                            false => wanted,
                        };
                        line(&self.set().colours[goal.colour as usize].name, vec![words]);
                    }
                }
                PuzzleAim::Longest(form) if is_begun => {
                    let colours = 0..self.set().colours.len() as u8;
                    let each: Vec<u32> = colours.map(|colour| longest(&table.strands(colour), *form)).collect();
                    let named = self.set().colours.iter().zip(&each);
                    let named = named.map(|(colour, length)| format!("{} {length}", colour.name));
                    let sum = format!("sum {}", each.iter().sum::<u32>());
                    line(&format!("{}s", form.word()), named.chain([sum]).collect());
                }
                PuzzleAim::Longest(form) => {
                    let words = match self.plan.wanted_sum() {
                        Some(sum) => format!("wanted is a sum of {sum}, the longest of each colour"),
                        None => "wanted is the largest sum, the longest of each colour".to_string(),
                    };
                    line(&format!("{}s", form.word()), vec![words]);
                }
            }
            lines
        })
    }

    /// Edges that match or clash, and the tracks of the goals' colours.
    fn changes_since(&self, before: &dyn Position, _: Seat) -> Vec<String> {
        let Some(before) = before.view().puzzle() else { return Vec::new() };
        let ((had_contacts, had_clashes), (contacts, clashes)) = (before.contacts(), self.contacts());
        let mut changes = Vec::new();
        if clashes > had_clashes {
            changes.push(format!("{clashes} of {contacts} edges clash"));
        } else if contacts > 0 && (contacts, clashes) != (had_contacts, had_clashes) {
            changes.push(format!("{} of {contacts} edges match", contacts - clashes));
        }
        for ((colour, closed, line), (_, had_closed, had_line)) in self.tracks().into_iter().zip(before.tracks()) {
            let name = &self.set().colours[colour as usize].name;
            if closed > had_closed {
                changes.push(format!("closes a {name} loop of {closed}"));
            } else if line > had_line.max(1) {
                changes.push(format!("{name} line of {line}"));
            }
        }
        changes
    }
}

impl PuzzlePosition {
    /// Number of edges at which tiles touch, and of those that clash.
    fn contacts(&self) -> (usize, usize) {
        self.table(|table| (table.contacts(), table.clashes().len()))
    }

    /// Each colour of a goal with its longest loop and line.
    fn tracks(&self) -> Vec<(u8, u32, u32)> {
        if self.tile_count() == 0 {
            return self.goal_colours().into_iter().map(|colour| (colour, 0, 0)).collect();
        }
        self.table(|table| {
            let lengths = |colour: u8| {
                let strands = table.strands(colour);
                (colour, longest(&strands, TrackForm::Loop), longest(&strands, TrackForm::Line))
            };
            self.goal_colours().into_iter().map(lengths).collect()
        })
    }

    /// Colours that the goals name; all, if the longest tracks count.
    fn goal_colours(&self) -> Vec<u8> {
        match &self.plan.puzzle.aim {
            PuzzleAim::Goals(goals) => goals.iter().map(|goal| goal.colour).collect(),
            PuzzleAim::Longest(_) => (0..self.set().colours.len() as u8).collect(),
        }
    }

    /// `wanted is one loop of 9`.
    fn wanted(&self, goal: &PuzzleGoal) -> String {
        let has = |tile: &&u16| self.set().orientations_of(**tile)[0].colours.contains(&goal.colour);
        let tiles = self.plan.puzzle.tiles.iter().filter(has).count();
        format!("wanted is one {} of {tiles}", goal.form.word())
    }
}

/// Number of edges that match, and the cells at those that clash.
fn edges(table: &TileMap) -> Vec<String> {
    let (clashes, contacts) = (table.clashes(), table.contacts());
    let cell = |at: Coord| format!("{},{}", at.x, at.y);
    let mut items = vec![match (contacts, clashes.len()) {
        (0, _) => "none touch".to_string(),
        (contacts, 0) => format!("{contacts} of {contacts} match"),
        (contacts, wrong) => format!("{} of {contacts} match; clash:", contacts - wrong),
    }];
    items.extend(clashes.iter().map(|(a, b)| format!("{}/{}", cell(*a), cell(*b))));
    items
}

/// Tracks of a colour: `a line of 5 and 2 more`.
fn strands_in_words(strands: &[Strand]) -> String {
    let best = |form: TrackForm| Some(longest(strands, form)).filter(|length| *length > 0);
    let parts: Vec<String> = [(TrackForm::Loop, best(TrackForm::Loop)), (TrackForm::Line, best(TrackForm::Line))]
        .into_iter()
        .filter_map(|(form, length)| Some(format!("a {} of {}", form.word(), length?)))
        .collect();
    let more = strands.len() - parts.len();
    match (parts.is_empty(), more) {
        (true, _) => "nothing yet".to_string(),
        (false, 0) => series(&parts, "and"),
        (false, more) => format!("{} and {more} more", parts.join(", ")),
    }
}
