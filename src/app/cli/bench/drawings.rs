//! Time to draw a board with all annotations: in every way that terminals show it, as SVG and as PNG.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Deserialize;

use super::super::args::WithArgs;
use super::super::{CliResult, workspace};
use super::best_rate;
use crate::render::{self, Annotations, BoardStyle, ColourDepth, HandVisibility, Screen, SvgStyle};
use crate::terminal::{Graphics, GraphicsProtocol};
use houserule_script::play::{Rng, playout};

#[derive(Deserialize)]
pub struct RenderBench {
    pub name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// Number of random moves played.
    after: usize,
}

impl RenderBench {
    pub fn run(&self, out: &mut dyn Write) -> CliResult {
        let workspace = workspace(&WithArgs::default())?;
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let mut game = workspace.load(&self.game, &sets)?.game(None, workspace.seed)?;
        playout(&mut game, &mut Rng::new(workspace.seed), self.after)?;
        let screen = Screen { marks: true, unicode: true, depth: ColourDepth::True, columns: 160, ..Screen::plain() };
        let name = &self.name;
        let mut measure = |format: &str, work: &mut dyn FnMut() -> anyhow::Result<u64>| -> CliResult {
            let rate = best_rate(work)?;
            writeln!(out, "{name}-{format} {:.3} ms", 1e3 / rate)?;
            Ok(out.flush()?)
        };
        let picture = BoardStyle::Picture(Graphics { protocol: GraphicsProtocol::Kitty, cell: [10, 20] });
        let styles = [
            ("letters", BoardStyle::Letters),
            ("lines", BoardStyle::Lines),
            ("blocks", BoardStyle::Blocks),
            ("picture", picture),
            ("sixel", BoardStyle::Picture(Graphics { protocol: GraphicsProtocol::Sixel, cell: [10, 20] })),
        ];
        for (style, boards) in styles {
            // A window of the usual size for pictures; as much as there is of the others.
            let rows = matches!(boards, BoardStyle::Picture(_)).then_some(50);
            let screen = Screen { boards, rows, ..screen };
            measure(style, &mut || {
                let annotations = Annotations::of(&mut game).with_threats(&game);
                Ok(!render::board_on(&game, &annotations, HandVisibility::Visible, &screen).is_empty() as u64)
            })?;
        }
        measure("svg", &mut || {
            let annotations = Annotations::of(&mut game).with_threats(&game);
            Ok(!render::svg(&mut game, &annotations, &SvgStyle::default()).is_empty() as u64)
        })?;
        let drawing = render::svg(&mut game, &Annotations::default(), &SvgStyle::default());
        measure("png", &mut || render::png(&drawing).map(|_| 1))
    }
}
