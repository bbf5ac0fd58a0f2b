//! What a move does to a puzzle: which edges match, and how far its colours are joined.

use houserule_core::mechanics::TilesView;
use houserule_core::mechanics::puzzle::{PuzzleAim, PuzzlePosition, TrackForm, longest};

pub struct PuzzleSummary {
    contacts: usize,
    clashes: usize,
    /// Every colour that is asked for, its longest loop and its longest line.
    colours: Vec<(String, u32, u32)>,
}

pub fn see(layout: &PuzzlePosition) -> PuzzleSummary {
    let (set, puzzle) = (layout.set(), &layout.plan().puzzle);
    let wanted: Vec<u8> = match &puzzle.aim {
        PuzzleAim::Goals(goals) => goals.iter().map(|goal| goal.colour).collect(),
        PuzzleAim::Longest(_) => (0..set.colours.len() as u8).collect(),
    };
    if layout.tile_count() == 0 {
        return PuzzleSummary { contacts: 0, clashes: 0, colours: Vec::new() };
    }
    layout.table(|table| {
        let stands = |colour: &u8| {
            let strands = table.strands(*colour);
            let name = set.colours[*colour as usize].name.clone();
            (name, longest(&strands, TrackForm::Loop), longest(&strands, TrackForm::Line))
        };
        PuzzleSummary {
            contacts: table.contacts(),
            clashes: table.clashes().len(),
            colours: wanted.iter().map(stands).collect(),
        }
    })
}

pub fn compare(before: &PuzzleSummary, after: &PuzzleSummary) -> Vec<String> {
    let mut told = Vec::new();
    if after.clashes > before.clashes {
        told.push(format!("{} of {} edges clash", after.clashes, after.contacts));
    } else if after.contacts > 0 && (after.contacts, after.clashes) != (before.contacts, before.clashes) {
        told.push(format!("{} of {} edges match", after.contacts - after.clashes, after.contacts));
    }
    for (name, closed, line) in &after.colours {
        let had = before.colours.iter().find(|(had, ..)| had == name);
        let (had_closed, had_line) = had.map_or((0, 0), |(_, closed, line)| (*closed, *line));
        if *closed > had_closed {
            told.push(format!("closes a {name} loop of {closed}"));
        } else if *line > had_line.max(1) {
            told.push(format!("{name} line of {line}"));
        }
    }
    told
}
