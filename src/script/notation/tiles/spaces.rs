//! Labels of the spaces where tiles may be laid. A space gets its label when a tile first touches it, and keeps it until
//! it is filled: what a player remembers stays true. The label is a function of the tiles and their order alone, so
//! undo, saved games and copies of a position agree.

use std::collections::BTreeMap;

use houserule_core::geometry::Coord;
use houserule_core::mechanics::TilesView;
use houserule_core::mechanics::puzzle::Area;

/// Letters of labels, without those that stand for colours on boards.
const LABEL_LETTERS: &[u8] = b"acdefhijklmnopqstuvxz";

/// Number of tiles after which the label of a filled space is given again. Until then nobody takes the new space for
/// the old one.
const REST: usize = 8;

/// Label with an index: a to z, then aa, ac and so on.
fn label(index: usize) -> String {
    let letter = |digit: usize| LABEL_LETTERS[digit] as char;
    match index.checked_sub(LABEL_LETTERS.len()) {
        None => letter(index).to_string(),
        Some(rest) => format!("{}{}", label(rest / LABEL_LETTERS.len()), letter(rest % LABEL_LETTERS.len())),
    }
}

/// Use of a label.
#[derive(Clone, Copy)]
enum LabelUse {
    Space(Coord),
    /// The space was filled by the tile with this number.
    Filled(Coord, usize),
}

/// Labels by index, as tiles are laid one after the other.
#[derive(Default)]
struct SpaceLabels {
    uses: Vec<LabelUse>,
    tiles: usize,
}

impl SpaceLabels {
    fn index_of(&self, at: Coord) -> Option<usize> {
        self.uses.iter().position(|used| matches!(used, LabelUse::Space(space) if *space == at))
    }

    /// Gives a space the label that it had before it was filled, or the first one that is free.
    fn give(&mut self, at: Coord) {
        if self.index_of(at).is_some() {
            return;
        }
        let former = self.uses.iter().position(|used| matches!(used, LabelUse::Filled(space, _) if *space == at));
        let is_free = |used: &LabelUse| matches!(used, LabelUse::Filled(_, tile) if tile + REST <= self.tiles);
        match former.or_else(|| self.uses.iter().position(is_free)) {
            Some(index) => self.uses[index] = LabelUse::Space(at),
            None => self.uses.push(LabelUse::Space(at)),
        }
    }

    fn fill(&mut self, at: Coord) {
        self.tiles += 1;
        if let Some(index) = self.index_of(at) {
            self.uses[index] = LabelUse::Filled(at, self.tiles);
        }
    }
}

/// Returns the labels of some spaces of a board.
pub(super) fn labels(board: &dyn TilesView, mut spaces: Vec<Coord>) -> Vec<(Coord, String)> {
    spaces.sort_unstable_by_key(reading_order);
    spaces.dedup();
    let mut labels = labels_so_far(board);
    // Some rules let tiles be laid apart from the others, and the first tile touches none.
    spaces.iter().for_each(|at| labels.give(*at));
    spaces.into_iter().filter_map(|at| Some((at, label(labels.index_of(at)?)))).collect()
}

/// Returns the space that had a label until it was filled, and nobody has it since.
pub(super) fn filled_space(board: &dyn TilesView, name: &str) -> Option<Coord> {
    let labels = labels_so_far(board);
    let filled = labels.uses.iter().enumerate().find(|(index, _)| label(*index).eq_ignore_ascii_case(name));
    match filled? {
        (_, LabelUse::Filled(at, _)) => Some(*at),
        (_, LabelUse::Space(_)) => None,
    }
}

fn reading_order(at: &Coord) -> (i32, i32) {
    (at.y, at.x)
}

/// Labels as the tiles of a board have given them.
fn labels_so_far(board: &dyn TilesView) -> SpaceLabels {
    let mut labels = SpaceLabels::default();
    if let Some(Area::Cells(cells)) = board.puzzle().map(|puzzle| &puzzle.rules().puzzle.area) {
        let mut cells: Vec<Coord> = cells.to_vec();
        cells.sort_unstable_by_key(reading_order);
        cells.into_iter().for_each(|at| labels.give(at));
    }
    let mut is_filled: BTreeMap<Coord, bool> = BTreeMap::new();
    for at in board.journal() {
        let filled = is_filled.entry(at).or_default();
        *filled = !*filled;
        if !*filled {
            labels.give(at);
            continue;
        }
        labels.fill(at);
        let around = board.lattice().steps.iter().map(|step| at.plus(*step, 1));
        let mut touched: Vec<Coord> = around.filter(|at| !is_filled.get(at).is_some_and(|filled| *filled)).collect();
        touched.sort_unstable_by_key(reading_order);
        touched.into_iter().for_each(|at| labels.give(at));
    }
    labels
}
