//! A game as one HTML file: every position, with a slider. It needs neither a network nor a server; without scripting
//! all positions are shown below each other.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::reel::Reel;
use super::svg::{SvgItem, document_head};
use houserule_core::text::escaped;

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Renders a game as a page.
pub fn page(reel: &Reel) -> String {
    let shared_items = share_items(reel);
    let mut shapes = reel.defs();
    let mut definitions = String::new();
    for (item, id) in &shared_items {
        let _ = writeln!(definitions, "<g id=\"{id}\">{}</g>", item.svg);
    }
    let _ = write!(shapes, "<defs>\n{definitions}</defs>\n");

    let (attributes, ground) = document_head(reel.bounds);
    let (mut positions, mut moves) = (String::new(), String::new());
    for (index, frame) in reel.frames.iter().enumerate() {
        let caption = escaped(&frame.caption());
        let body: String = frame
            .drawing
            .sorted()
            .into_iter()
            .map(|item| match shared_items.get(item) {
                Some(id) => format!("<use href=\"#{id}\"/>"),
                None => item.svg.clone(),
            })
            .collect();
        let notes = frame.notes.iter().map(|note| format!("<p class=\"note\">{}</p>\n", escaped(note)));
        let notes: String = notes.collect();
        let _ = writeln!(
            positions,
            "<figure id=\"move-{index}\" data-caption=\"{caption}\">\n<figcaption>{caption}</figcaption>\n{notes}\
             <svg {attributes} aria-label=\"{}\">{ground}{body}</svg>\n</figure>",
            escaped(&frame.drawing.description)
        );
        let text = frame.mv.as_ref().map_or("start", |played| played.text.as_str());
        let _ = writeln!(moves, "<li><a href=\"#move-{index}\">{}</a></li>", escaped(text));
    }
    let (title, last) = (escaped(&reel.title), reel.frames.len().saturating_sub(1));
    let summary = escaped(&reel.summary());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <svg class=\"shapes\" aria-hidden=\"true\" width=\"0\" height=\"0\">\n{shapes}</svg>\n\
         <header><h1>{title}</h1><p>{summary}</p></header>\n<main>\n\
         <div class=\"controls\" role=\"group\" aria-label=\"Step through the game\" hidden>\n\
         <button type=\"button\" id=\"first\" aria-label=\"Go to the start\">|&lt;</button>\n\
         <button type=\"button\" id=\"back\" aria-label=\"Back one move\">&lt;</button>\n\
         <button type=\"button\" id=\"play\" aria-pressed=\"false\">Play</button>\n\
         <button type=\"button\" id=\"forward\" aria-label=\"Forward one move\">&gt;</button>\n\
         <button type=\"button\" id=\"last\" aria-label=\"Go to the end\">&gt;|</button>\n\
         <input type=\"range\" id=\"slider\" min=\"0\" max=\"{last}\" value=\"{last}\" aria-label=\"Move shown\">\n\
         <output id=\"caption\" for=\"slider\" aria-live=\"polite\"></output>\n</div>\n\
         <div class=\"game\">\n<div class=\"positions\">\n{positions}</div>\n\
         <nav aria-label=\"Moves\"><ol start=\"0\" class=\"moves\">\n{moves}</ol></nav>\n</div>\n</main>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// Minimum length of a shared shape; shorter ones are repeated.
const MIN_SHARED_LEN: usize = 40;

/// Returns the shapes that occur in several positions, with their ids.
fn share_items(reel: &Reel) -> BTreeMap<&SvgItem, String> {
    let mut counts: BTreeMap<&SvgItem, usize> = BTreeMap::new();
    for item in reel.frames.iter().flat_map(|frame| &frame.drawing.items) {
        *counts.entry(item).or_default() += 1;
    }
    let repeated = counts.into_iter().filter(|(item, count)| *count > 1 && item.svg.len() > MIN_SHARED_LEN);
    repeated.enumerate().map(|(index, (item, _))| (item, format!("s{index}"))).collect()
}
