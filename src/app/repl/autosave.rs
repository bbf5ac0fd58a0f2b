//! The running game is on disk after every line that changed it, and whoever comes back can go on with it.

use std::io::{self, Write};
use std::time::Duration;

use super::save_dir::{SaveDir, SaveSlot, SavedGame, SyncMode};
use super::{CommandOutcome, CommandResult, Prompt, eprint_note, refused, seats};
use anyhow::anyhow;
use houserule_core::text::{counted, one_line};
use houserule_script::files::DisplayPath;
use houserule_script::notation::record::Record;

/// How many of the games that were left are listed, unless all are asked for: a screenful.
const LISTED: usize = 20;

/// What keeps the running game.
pub struct Autosave {
    save_dir: Option<SaveDir>,
    /// Whether games are kept: at a terminal, or where somebody asks for it.
    is_on: bool,
    spot: Option<SaveSlot>,
    /// Whether what happens now is no game of anybody's.
    pub is_paused: bool,
    /// Whether the game could not be written as it is now; somebody was told so.
    is_behind: bool,
    /// Whether somebody who was leaving was told what would be lost.
    pub is_warned: bool,
}

impl Autosave {
    pub fn new(is_on: bool) -> Autosave {
        Autosave::at(SaveDir::find(), is_on)
    }

    fn at(save_dir: Option<SaveDir>, is_on: bool) -> Autosave {
        Autosave { save_dir, is_on, spot: None, is_paused: false, is_behind: false, is_warned: false }
    }

    /// Lets go of the game that was played so far; it stays where it is.
    pub fn turn_page(&mut self) {
        (self.spot, self.is_behind) = (None, false);
    }

    /// What of the game is not on disk, in a sentence; nothing where all of it is.
    fn lost(&self) -> Option<String> {
        let kept = self.spot.as_ref().filter(|spot| spot.is_used()).map(SaveSlot::path);
        self.is_behind.then(|| match kept {
            Some(path) => {
                format!("The last moves could not be kept on disk; the game before them is kept in {}", path.shown())
            }
            None => "This game could not be kept on disk".to_string(),
        })
    }

    fn write(&mut self, game: &str, text: String, sync: SyncMode) -> io::Result<()> {
        let Some(save_dir) = &self.save_dir else { return Ok(()) };
        let spot = match &mut self.spot {
            Some(spot) => spot,
            None => self.spot.insert(save_dir.spot(game)?),
        };
        spot.write(text, sync)
    }
}

impl Prompt {
    /// Puts the game on disk. Where that cannot be done it is said once, and the game goes on. Lessons are not kept.
    pub(super) fn keep(&mut self) {
        self.keep_with(SyncMode::Now);
    }

    /// Writes the game down after a bot's move, which costs nobody anything to lose: the disk is waited for once a second,
    /// and before a person is asked for the next line.
    pub(super) fn keep_soon(&mut self) {
        self.keep_with(SyncMode::Soon);
    }

    fn keep_with(&mut self, sync: SyncMode) {
        let is_kept = self.autosave.is_on && !self.autosave.is_paused && self.lesson_session.is_none();
        let Some(session) = self.session.as_mut().filter(|_| is_kept) else { return };
        let is_fresh = session.moves().is_empty() && session.notes().is_empty() && self.before.is_empty();
        if is_fresh && self.autosave.spot.is_none() {
            return;
        }
        let record = Record { seats: self.seated.recorded(), ..session.record_in_full() };
        let written = self.autosave.write(&session.plan().name, record.to_saved(), sync);
        let was_behind = std::mem::replace(&mut self.autosave.is_behind, written.is_err());
        if let Err(error) = written
            && !was_behind
        {
            let says = format!("The game cannot be kept on disk ({error}); it goes on, and `save FILE` may work.");
            let _ = eprint_note(&says);
        }
    }

    /// Warns somebody at a terminal who would leave a game that is not on disk, once.
    pub(super) fn is_held_back(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.keep();
        let Some(lost) = self.autosave.lost().filter(|_| self.is_timed && !self.autosave.is_warned) else {
            return Ok(false);
        };
        self.autosave.is_warned = true;
        writeln!(out, "{lost}")?;
        let remedy = "`save FILE` may keep it elsewhere; leave once more to go without it.";
        writeln!(out, "{}", crate::render::folded(remedy))?;
        Ok(true)
    }

    /// What is said to somebody who leaves.
    pub(super) fn farewell(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.keep();
        if self.autosave.is_warned {
            return Ok(());
        }
        let lost = self.autosave.lost();
        let Some(session) = &mut self.session else { return Ok(()) };
        let Some(spot) = self.autosave.spot.as_ref().filter(|spot| spot.is_used()) else { return Ok(()) };
        let path = spot.path().shown();
        if let Some(lost) = lost {
            return writeln!(out, "{lost}");
        }
        match session.game.outcome() {
            Ok(Some(_)) => writeln!(out, "The game is kept in {path}"),
            _ => writeln!(out, "`houserule` offers to go on with this game. It is kept in {path}"),
        }
    }

    /// Tells of the games that were left: all, or those under the same rules.
    pub(super) fn offer_left(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(save_dir) = self.autosave.save_dir.as_ref().filter(|_| self.autosave.is_on) else {
            return Ok(());
        };
        let left = save_dir.left();
        let rules = self.session.as_ref().map(|session| session.ruleset.reference.as_str());
        let same = |left: &&SavedGame| rules.is_none_or(|rules| left.record.game.as_deref() == Some(rules));
        let Some(last) = left.iter().find(same) else { return Ok(()) };
        let number = left.iter().position(|other| other.path == last.path).unwrap_or(0) + 1;
        let which = if number == 1 { String::new() } else { format!(" {number}") };
        let others = match left.len() {
            1 => String::new(),
            _ => format!("; `resume list` shows all {}", left.len()),
        };
        let says = format!("You left {}: `resume{which}` goes on with it{others}.", told(last));
        writeln!(out, "{}", crate::render::folded(&says))
    }

    /// `resume`, `resume 2`, `resume list`, `resume list all`.
    pub(super) fn resume(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(save_dir) = &self.autosave.save_dir else { return refused(NOTHING_LEFT) };
        let left = save_dir.left();
        if left.is_empty() {
            return refused(NOTHING_LEFT);
        }
        match rest.split_whitespace().collect::<Vec<_>>()[..] {
            ["list"] => return list(&left, LISTED, out),
            ["list", "all"] => return list(&left, left.len(), out),
            _ => {}
        }
        let picked = match picked(&left, rest, "resume") {
            Ok(picked) => picked,
            Err(says) => return refused(says),
        };
        let (session, mut notes) = match self.table.restore(&picked.record, None) {
            Ok(restored) => restored,
            Err(error) => {
                let path = picked.path.shown();
                return refused(format!("the game in {path} cannot be gone on with: {error}"));
            }
        };
        let spot = match save_dir.take_again(picked) {
            Ok(Some(spot)) => spot,
            Ok(None) => return refused("somebody goes on with that game already"),
            Err(error) => return refused(format!("cannot take up {}: {error}", picked.path.shown())),
        };
        let occupants = seats::seated_again(&picked.record.seats, &session.ruleset, &mut notes);
        let told = self.take(session, notes, Some(occupants), out)?;
        // Taken up after the page was turned: from here on it is written where it was.
        (self.autosave.spot, self.autosave.is_on) = (Some(spot), true);
        Ok(told)
    }

    /// `forget 2`.
    pub(super) fn forget(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(save_dir) = &self.autosave.save_dir else { return refused(NOTHING_LEFT) };
        let left = save_dir.left();
        if left.is_empty() {
            return refused(NOTHING_LEFT);
        }
        if rest.is_empty() {
            return refused("forget which? `resume list` numbers them: forget 1");
        }
        match picked(&left, rest, "forget") {
            Err(says) => refused(says),
            Ok(left) => {
                left.forget();
                writeln!(out, "{} is gone", told(left))?;
                Ok(CommandOutcome::Done)
            }
        }
    }
}

/// Numbers the games that were left, the first so many of them.
fn list(left: &[SavedGame], listed: usize, out: &mut dyn Write) -> CommandResult {
    for (index, left) in left.iter().take(listed).enumerate() {
        writeln!(out, "{}", crate::render::folded_at(&format!("  {} {}", index + 1, told(left)), 2))?;
    }
    if left.len() > listed {
        writeln!(out, "  and {} older: `resume list all` shows them, too", left.len() - listed)?;
    }
    writeln!(out, "`resume 1` goes on with the first, `forget 1` takes it away.")?;
    Ok(CommandOutcome::Done)
}

const NOTHING_LEFT: &str = "no game was left before its end";

fn picked<'a>(left: &'a [SavedGame], number: &str, command: &str) -> anyhow::Result<&'a SavedGame> {
    let index = if number.is_empty() { Some(0) } else { number.parse::<usize>().ok().and_then(|n| n.checked_sub(1)) };
    index.and_then(|index| left.get(index)).ok_or_else(|| {
        let number = one_line(number, 20);
        anyhow!(
            "`{number}` is none of the {} that were left; `resume list` numbers them: {command} 1",
            counted(left.len(), "game")
        )
    })
}

/// `a game of tak after 12 moves, 5 min ago`.
fn told(left: &SavedGame) -> String {
    let game = one_line(left.record.game.as_deref().unwrap_or("?"), 60);
    let who = if left.record.seats.is_empty() { String::new() } else { format!(" ({})", left.record.seats.join(", ")) };
    let moves = counted(left.record.moves.len(), "move");
    format!("a game of {game}{who} after {moves}, {}", ago(left.age))
}

fn ago(age: Duration) -> String {
    match age.as_secs() {
        0..60 => "just now".to_string(),
        seconds @ 60..3600 => format!("{} min ago", seconds / 60),
        seconds @ 3600..172_800 => format!("{} h ago", seconds / 3600),
        seconds => format!("{} days ago", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use houserule_script::lua::Library;
    use houserule_script::play::Workspace;

    #[test]
    fn bots_among_themselves_do_not_wait_for_the_disk_after_every_move() {
        let folder = tempfile::tempdir().expect("a folder");
        let table = Workspace { library: Library::new(Vec::new()), seed: 1 };
        let session = table.open("tak", &[], None, &[]).expect("a game");
        let bots = seats::read("random,random", &session.ruleset).expect("two bots");
        let autosave = Autosave::at(Some(SaveDir::at(folder.path())), true);
        let mut prompt = Prompt::new(Some(session), table, autosave, false);
        prompt.seat(Some(bots));
        let begun = Instant::now();
        let told = prompt.let_bots_move(&mut io::sink()).expect("nobody reads it");
        assert!(matches!(told, CommandOutcome::Done));
        let moves = prompt.session.as_ref().expect("a game").moves().len();
        let seconds = begun.elapsed().as_secs() as usize;
        let syncs = |prompt: &Prompt| prompt.autosave.spot.as_ref().expect("it is kept").syncs;
        let during = syncs(&prompt);
        assert!(moves > 20 && during <= 1 + seconds, "{during} times for {moves} moves in {seconds} s");
        // Before a person is asked all of it is on the disk, once.
        prompt.keep();
        prompt.keep();
        assert!(syncs(&prompt) <= during + 1);
        let kept = SaveDir::at(folder.path());
        drop(prompt);
        assert_eq!(kept.left().len(), 0, "the game is over");
    }

    #[test]
    fn the_age_of_a_game_is_told_in_one_unit() {
        let told = [5, 120, 7300, 3 * 86_400].map(|seconds| ago(Duration::from_secs(seconds)));
        assert_eq!(told, ["just now", "2 min ago", "2 h ago", "3 days ago"]);
    }
}
