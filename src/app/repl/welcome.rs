//! The greeting, without a game and at the start of one; the list of games.

use std::io::{self, Write};

use super::active_game::{ActiveGame, Pace};
use super::mode::Prompt;
use super::{CommandOutcome, CommandResult, Context, help, refuse};
use crate::catalogue;
use crate::render::{self, Screen};
use houserule_core::text::{one_line, series};
use houserule_script::lua::ScriptOrigin;
use houserule_script::rules::{Manifest, ScriptKind};

impl Prompt {
    pub fn welcome(&self, out: &mut dyn Write) -> io::Result<()> {
        let heads = self.context.workspace.library.manifests();
        let is_base = |head: &&Manifest| head.kind == ScriptKind::Game;
        let names: Vec<&str> = heads.games().filter(is_base).map(|head| head.name.as_str()).collect();
        let more = heads.games().count() - names.len();
        let title = "Houserule: tile and stone games whose rules you can change.";
        writeln!(out, "{}", render::wrap_hanging(title))?;
        let games = format!("Games: {}. `games` lists {more} more, plus house rules.", series(&names, "and"));
        writeln!(out, "{}", render::wrap_hanging(&games))?;
        // The game with the shortest script is the easiest to learn.
        let built_in =
            heads.playable.iter().filter(|(head, origin)| is_base(&head) && *origin == ScriptOrigin::BuiltIn);
        if let Some((first, _)) = built_in.min_by_key(|(head, _)| head.source.text.len()) {
            let tip = format!("New here? Type `play {}` for a board and a first move to try.", first.name);
            writeln!(out, "{}", render::wrap_hanging(&tip))?;
        }
        if let Some(broken) = heads.describe_broken() {
            writeln!(out, "{}", render::wrap_hanging(&format!("Note: {broken}; `houserule check` shows why.")))?;
        }
        let help = "`help` lists the commands, Tab completes them, Ctrl-D leaves.";
        writeln!(out, "{}", render::wrap_hanging(help))
    }

    /// `games`, `games tak` or `games tak 2`: a window full of what matches.
    pub fn games(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let (filter, page) = split_page(rest);
        let mut heads = self.context.workspace.library.manifests().playable;
        heads.retain(|(head, _)| catalogue::matches(head, filter.split_whitespace()));
        if heads.is_empty() && !filter.is_empty() {
            return refuse(format!("no game matches `{}`; `games` lists them all", one_line(filter, 40)));
        }
        let page_len = Screen::current().rows.map_or(heads.len(), |rows| rows.saturating_sub(LINES_BESIDE_PAGE)).max(1);
        let pages = heads.len().div_ceil(page_len).max(1);
        if page > pages {
            return refuse(format!("the list ends with page {pages}"));
        }
        for (head, _) in heads.iter().skip((page - 1) * page_len).take(page_len) {
            writeln!(out, "  {:<24} {}", head.reference(), head.title)?;
        }
        if page < pages {
            let next = format!("games {filter} {}", page + 1).replace("  ", " ");
            writeln!(out, "Page {page} of {pages}; `{next}` shows the next.")?;
        }
        Ok(CommandOutcome::Done)
    }
}

/// Lines of a window that a page leaves free: the command, the note on further pages and the prompt.
const LINES_BESIDE_PAGE: usize = 3;

/// Splits a page number off the end of a filter; without one it is the first page.
fn split_page(rest: &str) -> (&str, usize) {
    let (filter, last) = rest.rsplit_once(' ').unwrap_or(("", rest));
    match last.parse() {
        Ok(page) if page > 0 => (filter.trim_end(), page),
        _ => (rest, 1),
    }
}

impl ActiveGame {
    pub fn greet(&mut self, context: &Context, out: &mut dyn Write) -> io::Result<()> {
        let is_bots_turn = self.is_bots_turn();
        let shows_example = context.is_interactive && !is_bots_turn && !self.is_hand_hidden();
        let title = self.session.plan().title.clone();
        let first_step = help::first_step(&mut self.session, &self.seating).filter(|_| shows_example);
        // The first tile of an open board has no place to choose; how to choose one is said at the next turn.
        self.told.first_step = first_step.is_some() && !self.session.is_first_tile();
        let greeting = match first_step {
            Some(step) => format!("{title}. {step} `moves` lists all moves; `help move` explains how to write them."),
            None => format!("{title}. Type a move, `moves` to see them all, or `help`."),
        };
        writeln!(out, "{}", render::wrap_hanging(&greeting))?;
        let session = &self.session;
        if session.plan().mechanic.has_chance() {
            writeln!(out, "Dealt with seed {}.", session.seed)?;
        }
        self.introduce(out)?;
        self.introduce_match(out)?;
        if context.is_interactive && is_bots_turn && self.pace == Pace::Playing {
            // The board follows the moves of the bots that begin.
            self.is_board_due = true;
            return Ok(());
        }
        self.show(context, out)
    }
}
