//! The turns of all moves of a record, for notations that number them.

use std::collections::HashMap;

use super::Session;
use crate::notation::record::{LineTurns, Record, Variation, VariationTurns};

impl Session {
    /// Turns of the moves of a record of this game. Its variations are played on a copy, each move once.
    pub(super) fn line_turns(&self, record: &Record) -> LineTurns {
        let turns = |session: &Session| session.stamps().iter().map(|stamp| stamp.clock.turns).collect();
        if self.moves() == record.moves && record.variations.is_empty() {
            return LineTurns { main: turns(self), variations: Vec::new() };
        }
        // These rules have made a session before.
        let Ok(mut scratch) = self.start_under(self.ruleset.clone()) else { return LineTurns::default() };
        let _ = scratch.play_all(&record.moves);
        let main = turns(&scratch);
        let variations = VariationWalk::new(&record.variations, record.moves.len()).run(&mut scratch);
        LineTurns { main, variations }
    }
}

/// Visits variations depth first and from the last moves to the first, so that no move is played twice.
struct VariationWalk<'r> {
    variations: &'r [Variation],
    /// Variations by the name of their parent, the last to be visited first.
    children: HashMap<&'r str, Vec<usize>>,
    /// Variations to visit, the next one last, and the length of the line that each leaves.
    stack: Vec<(usize, usize)>,
    turns: Vec<Option<VariationTurns>>,
}

impl<'r> VariationWalk<'r> {
    fn new(variations: &'r [Variation], main_len: usize) -> VariationWalk<'r> {
        let mut children: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, variation) in variations.iter().enumerate() {
            children.entry(&variation.parent).or_default().push(index);
        }
        for indices in children.values_mut() {
            indices.sort_by_key(|index| variations[*index].after);
        }
        let turns = variations.iter().map(|_| None).collect();
        let mut walk = VariationWalk { variations, children, stack: Vec::new(), turns };
        walk.push_children("", main_len);
        walk
    }

    /// Adds the variations that leave a line of some length; none is visited twice.
    fn push_children(&mut self, parent: &str, line_len: usize) {
        let children = self.children.remove(parent).unwrap_or_default();
        self.stack.extend(children.into_iter().map(|index| (index, line_len)));
    }

    fn run(mut self, scratch: &mut Session) -> Vec<Option<VariationTurns>> {
        while let Some((index, line_len)) = self.stack.pop() {
            let variation = &self.variations[index];
            if variation.after > line_len {
                // The line is too short, as where moves were undone.
                continue;
            }
            self.turns[index] = Some(turns_of(variation, scratch));
            self.push_children(&variation.name, variation.after + variation.moves.len());
        }
        self.turns
    }
}

/// Plays a variation, and returns the turns of its moves and of those before them in the same round. Moves that cannot
/// be played count as a turn each.
fn turns_of(variation: &Variation, scratch: &mut Session) -> VariationTurns {
    scratch.undo_to(variation.after);
    let is_reached = scratch.moves().len() == variation.after;
    let missing = (variation.after - scratch.moves().len()) as u32;
    let first = scratch.next_stamp().clock.turns.saturating_add(missing);
    let seats = scratch.plan().names.seats.len() as u32;
    let mut turns: Vec<u32> = match is_reached {
        true => {
            let played = scratch.stamps().iter().rev().map(|stamp| stamp.clock.turns);
            played.take_while(|turn| turn / seats == first / seats).collect()
        }
        false => (first / seats * seats..first).rev().collect(),
    };
    turns.reverse();
    let before = turns.len();
    let mut is_playable = is_reached;
    for text in &variation.moves {
        let next = turns.last().map_or(first, |last| last.saturating_add(1)).max(first);
        let turn = if is_playable { scratch.next_stamp().clock.turns } else { next };
        is_playable = is_playable && scratch.play(text).is_ok();
        turns.push(turn);
    }
    VariationTurns { before, turns }
}
