//! The first words: before a game, and at its board.

use std::io::{self, Write};

use super::{CommandOutcome, CommandResult, Prompt, help};
use crate::render;
use houserule_core::text::series;
use houserule_script::lua::ScriptOrigin;
use houserule_script::rules::{Manifest, ScriptKind};

impl Prompt {
    pub(super) fn welcome(&self, out: &mut dyn Write) -> io::Result<()> {
        let heads = self.table.library.heads();
        let is_base = |head: &&Manifest| head.role == ScriptKind::Game;
        let names: Vec<&str> = heads.games().filter(is_base).map(|head| head.name.as_str()).collect();
        let more = heads.games().count() - names.len();
        let title = "Houserule: tile and stone games whose rules you can change.";
        writeln!(out, "{}", render::folded(title))?;
        let games = format!("Games: {}; `games` tells of {more} more and of house rules.", series(&names, "and"));
        writeln!(out, "{}", render::folded(&games))?;
        // The game with the least to say about itself is the one that is learnt soonest.
        let own = heads.good.iter().filter(|(head, origin)| is_base(&head) && *origin == ScriptOrigin::BuiltIn);
        if let Some((first, _)) = own.min_by_key(|(head, _)| head.source.text.len()) {
            let says = format!("New here? Type `play {}`: you get a board and a first move to try.", first.name);
            writeln!(out, "{}", render::folded(&says))?;
        }
        if let Some(broken) = heads.not_loading() {
            writeln!(out, "{}", render::folded(&format!("Note: {broken}; `houserule check` shows why.")))?;
        }
        let help = "`help` tells what else you can type; Tab completes it, Ctrl-D leaves.";
        writeln!(out, "{}", render::folded(help))
    }

    pub(super) fn greet(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let is_shown = self.is_timed && !self.is_bots_turn() && !self.is_hand_hidden();
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        let title = session.plan().title.clone();
        let greeting = match help::example(session, &self.seated).filter(|_| is_shown) {
            Some(example) => format!(
                "{title}. Type a move such as `{example}`; `moves` lists them all, `help move` tells how they are written."
            ),
            None => format!("{title}. Type a move, `moves` to see them all, or `help`."),
        };
        writeln!(out, "{}", render::folded(&greeting))?;
        if session.plan().mechanic.has_chance() {
            writeln!(out, "Dealt with seed {}.", session.seed)?;
        }
        self.introduce(out)?;
        self.show(out)
    }

    pub(super) fn games(&self, out: &mut dyn Write) -> CommandResult {
        for (head, _) in self.table.library.heads().good {
            writeln!(out, "  {:<24} {}", head.reference(), head.title)?;
        }
        Ok(CommandOutcome::Done)
    }
}
