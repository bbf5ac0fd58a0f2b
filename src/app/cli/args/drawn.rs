//! Arguments for drawing a board, and for the screen.

use std::path::PathBuf;

use clap::Args;

use super::{PositionArgs, RulesArgs};
use crate::config::{ColourMode, PaletteName};
use crate::render::BoardChoice;

#[derive(Args)]
pub struct RenderArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub at: PositionArgs,
    /// Draw the last position of a saved or recorded game
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub load: Option<PathBuf>,
    /// Write to this file: .txt, .svg, .png, or .html for a page with the whole game
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Animate the .svg: it plays through the game
    #[arg(long, requires = "output")]
    pub animate: bool,
    /// Write up to three letters or digits on a cell (repeatable)
    #[arg(long = "label", value_name = "CELL=TEXT")]
    pub labels: Vec<String>,
    /// Highlight a cell (repeatable)
    #[arg(long = "highlight", value_name = "CELL", allow_hyphen_values = true)]
    pub highlights: Vec<String>,
    /// Mark the cells that would win for the player who moved last
    #[arg(long)]
    pub threats: bool,
    /// Draw only the board, without the heading and the legend
    #[arg(long)]
    pub bare: bool,
}

/// Screen options, for every command.
#[derive(Args, Clone, Default)]
pub struct ScreenArgs {
    /// When to use colours: auto, always or never
    #[arg(
        long,
        alias = "color",
        global = true,
        value_name = "WHEN",
        hide_possible_values = true,
        help_heading = "Screen"
    )]
    pub colour: Option<ColourMode>,
    /// Colours of boards: usual, or safe for colour-blind eyes
    #[arg(long, global = true, value_name = "PALETTE", hide_possible_values = true, help_heading = "Screen")]
    pub palette: Option<PaletteName>,
    /// How a terminal shows boards: letters, lines, blocks or picture [default: the best it can]
    #[arg(long, global = true, value_name = "STYLE", hide_possible_values = true, help_heading = "Screen")]
    pub board: Option<BoardChoice>,
    /// Describe boards and moves in words, for screen readers
    #[arg(long, global = true, help_heading = "Screen")]
    pub speak: bool,
    /// Draw boards in ASCII letters only
    #[arg(long, global = true, help_heading = "Screen")]
    pub ascii: bool,
}
