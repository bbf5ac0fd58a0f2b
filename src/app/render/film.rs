//! A game that plays itself: one SVG document without a script. What is the same in several positions is drawn once, with the
//! time in which it is seen; where nothing moves, or people do not want it to, the last position stands.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::reel::Reel;
use super::svg::{SvgItem, document, number};

/// How long a position is seen, in seconds, and how much longer the last one.
const EACH: f64 = 1.0;
const MORE: f64 = 3.0;

/// A game as one document.
pub fn film(reel: &Reel) -> String {
    let count = reel.frames.len();
    let length = EACH * count as f64 + MORE;
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
        let part = |frame: usize| number(100.0 * EACH * frame as f64 / length);
        let mut keys = String::new();
        if from > 0 {
            let _ = write!(keys, "0%{{visibility:hidden}}");
        }
        let _ = write!(keys, "{}%{{visibility:visible}}", part(from));
        if to < count {
            let _ = write!(keys, "{}%{{visibility:hidden}}", part(to));
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
    document(reel.bounds, &format!("{}: {}", reel.title, reel.says()), &(style + &reel.defs() + &body))
}

/// Every shape with the positions, from one up to another, in which it is seen; the lowest shapes first.
fn runs(reel: &Reel) -> Vec<(&SvgItem, usize, usize)> {
    let mut seen: BTreeMap<&SvgItem, Vec<(usize, usize)>> = BTreeMap::new();
    for (index, frame) in reel.frames.iter().enumerate() {
        for item in &frame.drawing.items {
            let runs = seen.entry(item).or_default();
            match runs.last_mut() {
                Some((_, to)) if *to >= index => *to = index + 1,
                _ => runs.push((index, index + 1)),
            }
        }
    }
    let spread = |(item, runs): (_, Vec<(usize, usize)>)| runs.into_iter().map(move |(from, to)| (item, from, to));
    let mut all: Vec<(&SvgItem, usize, usize)> = seen.into_iter().flat_map(spread).collect();
    all.sort_by_key(|(item, from, to)| (item.layer, item.depth, *from, *to));
    all
}
