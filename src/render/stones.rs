//! A board of stones as lines of text.

use anstyle::{AnsiColor, Style};

use super::Pointed;
use crate::game::Game;
use crate::geometry::{At, Grid};
use crate::mechanics::stacks::StackPlan;
use crate::mechanics::{Seat, Stone, StoneBoard};
use crate::vocabulary::Names;

/// Stacks taller than this show their height and their upper part only.
const TALLEST_SHOWN: usize = 7;

const COLOURS: [AnsiColor; 4] =
    [AnsiColor::BrightYellow, AnsiColor::BrightCyan, AnsiColor::BrightMagenta, AnsiColor::BrightGreen];

/// The board with its coordinates, then what is left in reserve. Styled text: print it through `anstream`, or strip
/// it where colours are not wanted.
pub fn board(game: &Game, board: &dyn StoneBoard, pointed: &Pointed) -> String {
    let (names, grid) = (&game.plan().names, &board.plan().grid);
    let columns: Vec<i32> = (0..grid.width as i32).collect();
    let cell = |x: i32, y: i32| {
        let at = At { x, y };
        Square::new(names, board.plan(), &board.stack(at), at, pointed)
    };
    let widest = |x: &i32| (0..grid.height as i32).map(|y| cell(*x, y).width).max().unwrap_or(1);
    let mut widths: Vec<usize> = columns.iter().map(|x| widest(x).max(2)).collect();
    // Where rows lean, each is half a cell to the right of the one below; all cells are then as wide as the widest.
    let mut lean = 0;
    if grid.leans() {
        let widest = widths.iter().max().map_or(1, |width| width | 1);
        widths.fill(widest);
        lean = widest.div_ceil(2);
    }
    let margin = grid.height.to_string().len();

    let mut out = String::new();
    for y in (0..grid.height as i32).rev() {
        out.push_str(&" ".repeat(lean * y as usize));
        out.push_str(&format!("{:>margin$} ", y + 1));
        for (&x, &width) in columns.iter().zip(&widths) {
            let square = cell(x, y);
            out.push_str(&" ".repeat(1 + width - square.width));
            out.push_str(&square.text);
        }
        out.push('\n');
    }
    out.push_str(&" ".repeat(margin + 1));
    for (&x, &width) in columns.iter().zip(&widths) {
        let name = Grid::name(At { x, y: 0 });
        out.push_str(&format!(" {:>width$}", &name[..1]));
    }
    out.push('\n');
    out.push_str(&reserves(names, board));
    out
}

/// One line for each seat: the letter and colour of its pieces and what it has left.
fn reserves(names: &Names, board: &dyn StoneBoard) -> String {
    let plan = board.plan();
    let mut out = String::new();
    for (index, name) in names.seats.iter().enumerate() {
        let seat = index as Seat;
        let left: Vec<String> = plan
            .pools()
            .into_iter()
            .filter(|&kind| plan.reserve.get(seat, kind) > 0)
            .map(|kind| {
                let count = board.in_reserve(seat, kind);
                let piece = &names.pieces[kind as usize];
                format!("{count} {piece}{}", if count == 1 { "" } else { "s" })
            })
            .collect();
        let style = style(seat);
        out.push_str(&format!(
            "{style}{}{style:#} {name}: {} left\n",
            seat_letter(names, seat),
            left.join(", ")
        ));
    }
    out
}

fn style(seat: Seat) -> Style {
    COLOURS[seat as usize % COLOURS.len()].on_default()
}

/// The first letter of a seat's name, or its number where two names share one.
fn seat_letter(names: &Names, seat: Seat) -> char {
    let first = |name: &String| name.chars().next().unwrap_or('?').to_ascii_lowercase();
    let letter = first(&names.seats[seat as usize]);
    let shared = names.seats.iter().filter(|name| first(name) == letter).count() > 1;
    if shared { char::from_digit(seat as u32 + 1, 10).unwrap_or('?') } else { letter }
}

/// What one cell shows: its pieces from the bottom up, then the letter of a top that is not the usual piece.
struct Square {
    text: String,
    width: usize,
}

impl Square {
    fn new(names: &Names, plan: &StackPlan, stack: &[Stone], at: At, pointed: &Pointed) -> Square {
        let mut square = Square { text: String::new(), width: 0 };
        let Some(top) = stack.last() else {
            square.plain(&pointed.text(at));
            return square;
        };
        if pointed.highlights.contains(&at) {
            square.plain("*");
        }
        let hidden = if stack.len() > TALLEST_SHOWN { stack.len() - (TALLEST_SHOWN - 3) } else { 0 };
        if hidden > 0 {
            square.plain(&format!("{}:", stack.len()));
        }
        for stone in &stack[hidden..] {
            let style = style(stone.seat);
            square.text.push_str(&format!("{style}{}{style:#}", seat_letter(names, stone.seat)));
            square.width += 1;
        }
        if plan.place.first() != Some(&top.kind) {
            square.plain(&plan.pieces[top.kind as usize].letter.to_string());
        }
        if let Some(label) = pointed.labels.get(&at) {
            square.plain(&format!("={label}"));
        }
        square
    }

    fn plain(&mut self, text: &str) {
        self.text.push_str(text);
        self.width += text.len();
    }
}
