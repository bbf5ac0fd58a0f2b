//! SVG drawings as PNG. The font is part of the program, so that text looks the same everywhere.

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
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size();
    let scale = SCALE.min(MAX_PNG_SIDE / size.width().max(size.height()));
    let [width, height] = [size.width(), size.height()].map(|side| ((side * scale).ceil() as u32).max(1));
    let mut pixmap = Pixmap::new(width, height).context("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap.encode_png()?)
}
