//! Drawings as pictures of dots. Letters come from a font that the program carries, so that they look the same everywhere.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// How many dots a unit of a drawing has, so that it is sharp in print.
const SCALE: f32 = 2.0;

/// No side is longer, in dots: larger drawings are made smaller.
const LONGEST: f32 = 8000.0;

/// A drawing as a PNG file.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size();
    let scale = SCALE.min(LONGEST / size.width().max(size.height()));
    let [width, height] = [size.width(), size.height()].map(|side| ((side * scale).ceil() as u32).max(1));
    let mut dots = Pixmap::new(width, height).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut dots.as_mut());
    dots.encode_png().map_err(|error| error.to_string())
}
