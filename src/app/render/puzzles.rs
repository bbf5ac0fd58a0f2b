//! What is to be seen of a puzzle beside its tiles: those left, and what is right already.

use super::hands::tile_text;
use super::screen::Screen;
use super::{Annotations, hexes, squares};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::TilesView;
use houserule_core::mechanics::puzzle::{PuzzleAim, PuzzlePosition, SolutionFault, Strand, TrackForm, longest};
use houserule_core::text::{counted, series};

/// The tiles that lie and the cells that are open, the pool, and how the goals stand.
pub fn board(layout: &PuzzlePosition, pointed: &Annotations, screen: &Screen) -> String {
    let picture = match layout.lattice().sides() {
        6 => hexes::board(layout, pointed, screen),
        _ => squares::board(layout, pointed, screen),
    };
    picture + &super::hands::legend(layout, pointed, screen) + &pool(layout, screen) + &stands(layout, screen)
}

const HEAD: usize = 8;

fn line(screen: &Screen, head: &str, items: impl IntoIterator<Item = String>) -> String {
    let head = format!("  {head:<HEAD$}");
    screen.fold(&head, items, 2, head.len()).trim_end().to_string() + "\n"
}

/// The tiles that are left, each with its edges.
fn pool(layout: &PuzzlePosition, screen: &Screen) -> String {
    let tiles = layout.pool();
    match tiles.is_empty() {
        true => String::new(),
        false => line(screen, "left", tiles.iter().map(|tile| tile_text(layout, *tile, screen))),
    }
}

/// Which edges match, and how far each goal is reached; where nothing lies yet, what is wanted.
fn stands(layout: &PuzzlePosition, screen: &Screen) -> String {
    let (puzzle, set) = (&layout.plan().puzzle, layout.set());
    let is_begun = layout.tile_count() > 0;
    layout.table(|table| {
        let (clashes, contacts) = (table.clashes(), table.contacts());
        let cell = |at: Coord| format!("{},{}", at.x, at.y);
        let mut items = vec![match (contacts, clashes.len()) {
            (0, _) => "none touch".to_string(),
            (contacts, 0) => format!("{contacts} of {contacts} match"),
            (contacts, wrong) => format!("{} of {contacts} match; clash:", contacts - wrong),
        }];
        items.extend(clashes.iter().map(|(a, b)| format!("{}/{}", cell(*a), cell(*b))));
        let mut out = if is_begun { line(screen, "edges", items) } else { String::new() };
        match &puzzle.aim {
            PuzzleAim::Goals(goals) if goals.is_empty() && !is_begun => {
                out += &line(screen, "edges", ["wanted is that all match".to_string()]);
            }
            PuzzleAim::Goals(goals) => {
                for goal in goals {
                    let has = |tile: &&u16| set.orientations_of(**tile)[0].colours.contains(&goal.colour);
                    let all = puzzle.tiles.iter().filter(has).count();
                    let name = &set.colours[goal.colour as usize].name;
                    let wanted = format!("wanted is one {} of {all}", goal.form.word());
                    let says = match is_begun {
                        true => format!("{}; {wanted}", strands(&table.strands(goal.colour))),
                        false => wanted,
                    };
                    out += &line(screen, name, [says]);
                }
            }
            PuzzleAim::Longest(form) if is_begun => {
                let colours = 0..set.colours.len() as u8;
                let each: Vec<u32> = colours.map(|colour| longest(&table.strands(colour), *form)).collect();
                let named = set.colours.iter().zip(&each).map(|(colour, length)| format!("{} {length}", colour.name));
                let sum = format!("sum {}", each.iter().sum::<u32>());
                out += &line(screen, &format!("{}s", form.word()), named.chain([sum]));
            }
            PuzzleAim::Longest(form) => {
                let says = match layout.plan().wanted_sum() {
                    Some(sum) => format!("wanted is a sum of {sum}, the longest of each colour"),
                    None => "wanted is the largest sum, the longest of each colour".to_string(),
                };
                out += &line(screen, &format!("{}s", form.word()), [says]);
            }
        }
        out
    })
}

/// `a line of 5 and 2 more`.
fn strands(strands: &[Strand]) -> String {
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

/// Everything that keeps a puzzle from being solved.
pub fn look(layout: &PuzzlePosition) -> String {
    let judged = layout.judge();
    let puzzle = &layout.plan().puzzle;
    let missing = judged.faults.iter().filter(|fault| matches!(fault, SolutionFault::Missing { .. })).count();
    let mut out = String::new();
    if missing > 0 {
        let are = if missing == 1 { "is" } else { "are" };
        out += &format!("{} {are} left\n", counted(missing, "tile"));
    }
    let told = |fault: &&SolutionFault| !matches!(fault, SolutionFault::Missing { .. } | SolutionFault::Bare { .. });
    for fault in judged.faults.iter().filter(told) {
        out += &format!("{}\n", fault.say(puzzle));
    }
    if let Some(worth) = judged.worth {
        out += &format!("the sum is {worth}\n");
    }
    if judged.is_solution() {
        out += "nothing is wrong\n";
    }
    out
}
