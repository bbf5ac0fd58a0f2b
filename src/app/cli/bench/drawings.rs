//! How long it takes to draw a board: as text, as SVG and as PNG, with all that is pointed out on it.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Deserialize;

use super::super::args::WithArgs;
use super::super::{CliResult, table};
use super::best;
use crate::render::{self, Annotations, HandVisibility, Screen, SvgStyle};
use houserule_script::play::{Rng, playout};

#[derive(Deserialize)]
pub struct RenderBench {
    pub name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// How many random moves have been played.
    after: usize,
}

impl RenderBench {
    pub fn time(&self, out: &mut dyn Write) -> CliResult {
        let table = table(&WithArgs::default())?;
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let mut game = table.load(&self.game, &sets)?.game(None, table.seed)?;
        playout(&mut game, &mut Rng::new(table.seed), self.after)?;
        let (name, screen) = (&self.name, Screen { marks: true, unicode: true, ..Screen::plain() });
        let mut row = |what: &str, work: &mut dyn FnMut() -> anyhow::Result<u64>| -> CliResult {
            let rate = best(work)?;
            writeln!(out, "{name}-{what} {:.3} ms", 1e3 / rate)?;
            Ok(out.flush()?)
        };
        row("text", &mut || {
            let pointed = Annotations::of(&mut game).with_threats(&game);
            Ok(!render::board_on(&game, &pointed, HandVisibility::Seen, &screen).is_empty() as u64)
        })?;
        row("svg", &mut || {
            let pointed = Annotations::of(&mut game).with_threats(&game);
            Ok(!render::svg(&mut game, &pointed, &SvgStyle::default()).is_empty() as u64)
        })?;
        let drawing = render::svg(&mut game, &Annotations::default(), &SvgStyle::default());
        row("png", &mut || render::png(&drawing).map(|_| 1))
    }
}
