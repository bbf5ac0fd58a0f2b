//! SVG drawings as pixels. The font is part of the program, so that text looks the same everywhere.

use anyhow::Context;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// Pixels per unit of a drawing, enough for print.
const SCALE: f32 = 2.0;

/// Maximum side in pixels; larger drawings are scaled down.
const MAX_PNG_SIDE: f32 = 2400.0;

/// The embedded fonts, loaded once.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for face in [dejavu::sans::regular(), dejavu::sans::bold()] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(face)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// Renders a drawing as a PNG file.
pub fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
    let tree = parse(svg)?;
    let size = tree.size();
    let scale = SCALE.min(MAX_PNG_SIDE / size.width().max(size.height()));
    let pixels = [size.width(), size.height()].map(|side| ((side * scale).ceil() as u32).max(1));
    Ok(render(&tree, pixels, [scale; 2])?.encode_png()?)
}

/// Renders a drawing on a given number of pixels, which need not be squares.
pub(super) fn pixels(svg: &str, [width, height]: [u32; 2]) -> anyhow::Result<Pixmap> {
    let tree = parse(svg)?;
    let scale = [width as f32 / tree.size().width(), height as f32 / tree.size().height()];
    render(&tree, [width, height], scale)
}

fn parse(svg: &str) -> anyhow::Result<Tree> {
    Ok(Tree::from_str(svg, &Options { fontdb: FONTS.clone(), ..Options::default() })?)
}

fn render(tree: &Tree, [width, height]: [u32; 2], [x, y]: [f32; 2]) -> anyhow::Result<Pixmap> {
    let mut pixmap = Pixmap::new(width, height).context("the picture is too large")?;
    resvg::render(tree, Transform::from_scale(x, y), &mut pixmap.as_mut());
    Ok(pixmap)
}
