//! Time to draw a board with all annotations: as text, as SVG and as PNG.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Deserialize;

use super::super::args::WithArgs;
use super::super::{CliResult, workspace};
use super::best_rate;
use crate::render::{self, Annotations, HandVisibility, Screen, SvgStyle};
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
        let (name, screen) = (&self.name, Screen { marks: true, unicode: true, ..Screen::plain() });
        let mut measure = |format: &str, work: &mut dyn FnMut() -> anyhow::Result<u64>| -> CliResult {
            let rate = best_rate(work)?;
            writeln!(out, "{name}-{format} {:.3} ms", 1e3 / rate)?;
            Ok(out.flush()?)
        };
        measure("text", &mut || {
            let annotations = Annotations::of(&mut game).with_threats(&game);
            Ok(!render::board_on(&game, &annotations, HandVisibility::Visible, &screen).is_empty() as u64)
        })?;
        measure("svg", &mut || {
            let annotations = Annotations::of(&mut game).with_threats(&game);
            Ok(!render::svg(&mut game, &annotations, &SvgStyle::default()).is_empty() as u64)
        })?;
        let drawing = render::svg(&mut game, &Annotations::default(), &SvgStyle::default());
        measure("png", &mut || render::png(&drawing).map(|_| 1))
    }
}
