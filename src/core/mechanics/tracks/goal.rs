//! Goals of solitaires, compiled and evaluated: one track through every tile with its colour.

use super::TrackPosition;
use super::grid::JournalMark;
use crate::mechanics::supply::Dealing;
use crate::mechanics::{CompileErrors, GoalRule};
use crate::text::one_line;
use crate::tiles::{ColourIndex, TileIndex, TileSet};

/// Goal resolved for a set and the tiles of the game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GoalEnd {
    forms: Vec<ColourGoal>,
    pub has_partial: bool,
}

/// Track that one colour must form.
#[derive(Clone, Copy, PartialEq, Debug)]
struct ColourGoal {
    colour: ColourIndex,
    closed: bool,
    /// Total number of links of the colour.
    links: u32,
}

impl GoalEnd {
    pub fn compile(goal: &GoalRule, id: &str, set: &TileSet, dealing: &Dealing, errors: &mut CompileErrors) -> GoalEnd {
        let mut report = |key: &str, message: String| errors.add(format!("finish.{id}{key}"), message);
        for text in &goal.malformed {
            report(
                ".colours",
                format!("`{}` is not a goal; write a colour and a form, such as \"red:loop\"", one_line(text, 40)),
            );
        }
        if let Some(key) = goal.longest.as_ref().map(|_| ".longest").or((!goal.allows_holes).then_some(".holes")) {
            report(key, "this key is for puzzles only; remove it".into());
        } else if goal.lines.is_empty() && goal.loops.is_empty() && goal.malformed.is_empty() {
            report("", "missing goal; write `line = \"COLOUR\"` or `loop = \"COLOUR\"`".into());
        }
        if goal.partial && goal.loops.is_empty() {
            report(".partial", "`partial` needs a loop; remove it".into());
        }
        let mut forms: Vec<ColourGoal> = Vec::new();
        for (key, closed, names) in [(".line", false, &goal.lines), (".loop", true, &goal.loops)] {
            for name in names {
                let Some(colour) = set.colour_named(name) else {
                    report(key, format!("the tiles have no colour `{name}`"));
                    continue;
                };
                let links_of = |tile: &TileIndex| {
                    let colours = &set.orientations_of(*tile)[0].colours;
                    colours.iter().filter(|side_colour| **side_colour == colour).count() as u32 / 2
                };
                let links = dealing.tiles().iter().map(links_of).sum();
                if links == 0 {
                    report(key, format!("no tile in the game has {name}"));
                }
                if forms.iter().any(|form| form.colour == colour) {
                    report(key, format!("{name} is listed twice"));
                }
                forms.push(ColourGoal { colour, closed, links });
            }
        }
        GoalEnd { forms, has_partial: goal.partial }
    }
}

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Whether every colour of a goal forms the required track.
    pub(super) fn has_reached(&self, goal: &GoalEnd) -> bool {
        let longest = self.grid.longest();
        goal.forms.iter().all(|form| {
            let (line, closed) = longest[form.colour];
            (if form.closed { closed } else { line }) == form.links
        })
    }

    /// Number of tiles in the longest tracks of a goal's colours.
    pub(super) fn progress(&self, goal: &GoalEnd) -> u32 {
        let longest = self.grid.longest();
        let longest_track = |form: &ColourGoal| {
            let (line, closed) = longest[form.colour];
            line.max(closed)
        };
        goal.forms.iter().map(longest_track).sum()
    }

    /// Whether the last move closed a loop of a colour that must form one.
    pub(super) fn has_closed(&self, goal: &GoalEnd, mark: JournalMark) -> bool {
        let must_close = |colour: ColourIndex| goal.forms.iter().any(|form| form.closed && form.colour == colour);
        self.grid.closed_since(mark).iter().any(|closed| must_close(closed.colour))
    }
}
