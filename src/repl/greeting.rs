//! The first words, and the words for somebody who is lost.

use std::io::{self, Write};

use super::command::COMMANDS;
use super::{Answer, Prompt, Told};
use crate::render;
use crate::vocabulary::{nearest, one_line};

impl Prompt {
    pub(super) fn welcome(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Houserule: tile and stone games whose rules you can change.")?;
        for head in self.table.library.heads().games() {
            writeln!(out, "  play {:<10} {}", head.name, head.title)?;
        }
        writeln!(out, "Type one of these lines, `help` for the commands, `quit` to leave.")
    }

    pub(super) fn greet(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        let title = &session.plan().title;
        let greeting = format!("{title}. Type a move, `moves` to see them all, or `help`.");
        writeln!(out, "{}", render::folded(&greeting))?;
        if session.plan().mechanic.has_chance() {
            writeln!(out, "Dealt with seed {}.", session.seed)?;
        }
        self.introduce(out)?;
        self.show(out)
    }

    /// A word that is neither a command nor looks like a move.
    pub(super) fn unknown(&self, word: &str) -> String {
        let word = &one_line(word, 40);
        match nearest(word, COMMANDS.iter().map(|(known, ..)| *known)) {
            Some(near) => format!("`{word}` is no command; did you mean `{near}`?"),
            None => format!("`{word}` is no command and no move; `help` lists what there is"),
        }
    }

    pub(super) fn help(&self, out: &mut dyn Write) -> Told {
        if let Some(session) = &self.session {
            let help = session.notation().help(session.game.board());
            writeln!(out, "{}", render::folded(&format!("  A move: {help}.")))?;
        }
        for (word, argument, says, _) in COMMANDS {
            let line = format!("  {:<16} {says}", format!("{word} {argument}"));
            writeln!(out, "{}", render::folded_at(&line, 17))?;
        }
        Ok(Answer::Done)
    }

    pub(super) fn games(&self, out: &mut dyn Write) -> Told {
        for (head, _) in self.table.library.heads().good {
            writeln!(out, "  {:<24} {}", head.reference(), head.title)?;
        }
        Ok(Answer::Done)
    }
}
