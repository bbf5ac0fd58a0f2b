//! A game as one animated SVG document without a script. A shape that occurs in several positions is drawn once, with
//! the times at which it is visible. Without animation the last position is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::reel::Reel;
use super::svg::{SvgItem, document, number};

/// Seconds that a position is shown, and how much longer the last one is.
const FRAME_SECONDS: f64 = 1.0;
const FINAL_SECONDS: f64 = 3.0;

/// Renders a game as an animated document.
pub fn film(reel: &Reel) -> String {
    let count = reel.frames.len();
    let length = FRAME_SECONDS * count as f64 + FINAL_SECONDS;
    let mut body = String::new();
    let mut times: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (item, from, to) in runs(reel) {
        if (from, to) == (0, count) {
            let _ = writeln!(body, "{}", item.svg);
            continue;
        }
        times.insert((from, to));
        let hidden = if to == count { "" } else { " visibility=\"hidden\"" };
        let _ = writeln!(body, "<g class=\"t{from}-{to}\"{hidden}>{}</g>", item.svg);
    }
    let mut style = String::new();
    for (from, to) in times {
        let percent = |frame: usize| number(100.0 * FRAME_SECONDS * frame as f64 / length);
        let mut keys = String::new();
        if from > 0 {
            let _ = write!(keys, "0%{{visibility:hidden}}");
        }
        let _ = write!(keys, "{}%{{visibility:visible}}", percent(from));
        if to < count {
            let _ = write!(keys, "{}%{{visibility:hidden}}", percent(to));
        }
        let end = if to < count { "hidden" } else { "visible" };
        let _ = writeln!(
            style,
            "@keyframes t{from}-{to}{{{keys}100%{{visibility:{end}}}}}.t{from}-{to}{{animation:t{from}-{to} {}s step-end infinite}}",
            number(length)
        );
    }
    let style =
        format!("<style>\n{style}@media (prefers-reduced-motion:reduce){{g{{animation:none!important}}}}\n</style>\n");
    document(reel.bounds, &format!("{}: {}", reel.title, reel.summary()), &(style + &reel.defs() + &body))
}

/// Lists every shape with the range of frames in which it is visible, lowest shapes first.
fn runs(reel: &Reel) -> Vec<(&SvgItem, usize, usize)> {
    let mut runs_by_item: BTreeMap<&SvgItem, Vec<(usize, usize)>> = BTreeMap::new();
    for (index, frame) in reel.frames.iter().enumerate() {
        for item in &frame.drawing.items {
            let runs = runs_by_item.entry(item).or_default();
            match runs.last_mut() {
                Some((_, to)) if *to >= index => *to = index + 1,
                _ => runs.push((index, index + 1)),
            }
        }
    }
    let expand = |(item, runs): (_, Vec<(usize, usize)>)| runs.into_iter().map(move |(from, to)| (item, from, to));
    let mut all: Vec<(&SvgItem, usize, usize)> = runs_by_item.into_iter().flat_map(expand).collect();
    all.sort_by_key(|(item, from, to)| (item.layer, item.depth, *from, *to));
    all
}
