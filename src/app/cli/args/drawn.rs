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
    /// Draw a saved game or a record, as it ends
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub load: Option<PathBuf>,
    /// Write to this file instead of the terminal: .txt, .svg, .png, or .html for a page with the whole game
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Let the .svg play the game through
    #[arg(long, requires = "output")]
    pub animate: bool,
    /// Write something on a cell; may be repeated
    #[arg(long = "label", value_name = "CELL=TEXT")]
    pub labels: Vec<String>,
    /// Point a cell out; may be repeated
    #[arg(long = "highlight", value_name = "CELL", allow_hyphen_values = true)]
    pub highlights: Vec<String>,
    /// Mark where the seat that moved last would win if it could move again
    #[arg(long)]
    pub threats: bool,
    /// Leave out what stands above and below the board in drawings
    #[arg(long)]
    pub bare: bool,
}

/// What is said of the screen, to every command.
#[derive(Args, Clone, Default)]
pub struct ScreenArgs {
    /// When text has colours: auto, always or never
    #[arg(
        long,
        alias = "color",
        global = true,
        value_name = "WHEN",
        hide_possible_values = true,
        help_heading = "Screen"
    )]
    pub colour: Option<ColourMode>,
    /// Which colours boards have: usual, or safe for colour-blind eyes
    #[arg(long, global = true, value_name = "PALETTE", hide_possible_values = true, help_heading = "Screen")]
    pub palette: Option<PaletteName>,
    /// How boards are drawn in a terminal: letters, lines, blocks or picture; by default the best that it can show
    #[arg(long, global = true, value_name = "STYLE", hide_possible_values = true, help_heading = "Screen")]
    pub board: Option<BoardChoice>,
    /// Keep boards to ASCII
    #[arg(long, global = true, help_heading = "Screen")]
    pub ascii: bool,
}
