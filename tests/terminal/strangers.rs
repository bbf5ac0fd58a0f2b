//! What strangers write never does anything to the terminal: scripts, saved games, files and their names, engines.

use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking::{Command, open};

use crate::common::desk::Desk;

/// Sets the title, wipes the screen, colours, moves the cursor, rings and turns the line round.
const EVIL: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}[35;46;9mX\u{9b}2J\r\u{202e}\u{8}\u{1b}c";
/// The same in Lua and in TOML.
const LUA: &str = r"\27]0;owned\7\27[2J\27[35;46;9mX\194\1552J\r\226\128\174\8\27c";
const TOML: &str = r"\u001b]0;owned\u0007\u001b[2J\u001b[35;46;9mX\u009b2J\r\u202e\b\u001bc";

/// Everything that a run sends to its terminal, after some lines were typed.
fn sent(desk: &Desk, args: &[&str], typed: &str) -> String {
    let (pty, pts) = open().expect("a pseudo-terminal");
    pty.resize(Size::new(50, 100)).expect("a size");
    let command = Command::new(env!("CARGO_BIN_EXE_houserule"))
        .args(args)
        .current_dir(desk.path(""))
        .env_clear()
        .envs(desk.home())
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("TERM", "xterm-256color");
    let mut child = command.spawn(pts).expect("the program starts");
    (&pty).write_all(typed.as_bytes()).expect("the terminal takes what is typed");
    let id = child.id();
    let guard = std::thread::spawn(move || {
        // No test is about speed; this only ends what would never end.
        for _ in 0..600 {
            std::thread::sleep(Duration::from_millis(100));
            match child.try_wait() {
                Ok(None) => {}
                _ => return true,
            }
        }
        let _ = child.kill();
        let _ = child.wait();
        false
    });
    let (mut all, mut bytes) = (Vec::new(), [0; 4096]);
    // A closed terminal is an error to the reader.
    while let Ok(read @ 1..) = (&pty).read(&mut bytes) {
        all.extend_from_slice(&bytes[..read]);
    }
    assert!(guard.join().expect("the guard"), "{args:?} never ends: {id}");
    String::from_utf8(all).expect("text")
}

/// What is left of a text when the line ends of the terminal, colours and what the line editor needs are taken away.
fn beyond_text(sent: &str) -> String {
    let mut rest = sent.replace("\r\n", "\n");
    // The editor goes to the first column, and wipes and steps within its line.
    for own in ["\r", "\u{1b}[?2004h", "\u{1b}[?2004l", "\u{1b}[?2026h", "\u{1b}[?2026l", "\u{1b}[K", "\u{1b}[J"] {
        rest = if sent.contains("\u{1b}[?2004h") { rest.replace(own, "") } else { rest };
    }
    let mut left = String::new();
    let mut parts = rest.split('\u{1b}');
    left.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|letter: char| !matches!(letter, '[' | ';' | '0'..='9')).unwrap_or(0);
        let is_own = part.starts_with('[') && matches!(part[end..].chars().next(), Some('m' | 'C' | 'A'));
        left.push_str(if is_own { &part[end + 1..] } else { "\u{1b}" });
        if !is_own {
            left.push_str(part);
        }
    }
    left.chars().filter(|letter| houserule_core::text::is_unprintable(*letter) && !"\n\t".contains(*letter)).collect()
}

/// Runs something of which the terminal must see the words, and nothing else.
fn says(desk: &Desk, args: &[&str], typed: &str, wanted: &str) {
    let sent = sent(desk, args, typed);
    assert!(sent.contains(wanted), "{args:?}: `{wanted}` is not in {sent:?}");
    assert_eq!(beyond_text(&sent), "", "{args:?}: {sent:?}");
    assert!(!sent.contains("\u{1b}[35;46;9m"), "{args:?} takes a stranger's colours: {sent:?}");
}

#[test]
fn the_words_of_a_script_are_only_words() {
    let desk = Desk::new();
    let script = format!(
        "--- It says {LUA}.
         return variant 'evil' {{ base = 'tak', title = 'Title{LUA}',
           options = {{ mode = {{ default = 'a{LUA}', one_of = {{ 'a{LUA}', 'b{LUA}' }}, says = 'which{LUA}' }} }},
           rules = {{ vars = {{ word = '' }}, hooks = {{
             allow = function(view, move)
               if move.cell == 'a1' then return false, 'reason{LUA}' end
               if move.cell == 'b1' then error('broken{LUA}') end
               return true
             end,
             after_move = function(view, move)
               return {{ set {{ word = 'kept{LUA}' }}, win {{ seat = move.seat, how = 'won{LUA}' }} }}
             end }} }},
           tests = {{ {{ title = 'test{LUA}', legal = 'a1' }} }} }}"
    );
    desk.write("variants/evil.lua", script.replace("It says", &format!("It says {}", EVIL.replace('\r', ""))));
    for (args, wanted) in [
        (&["games"][..], "evil"),
        (&["rules", "tak+evil"], "Title"),
        (&["check", "variants/evil.lua"], "evil"),
        (&["test", "variants/evil.lua"], "test"),
        (&["moves", "tak+evil", "--set", "mode=c"], "mode"),
        (&["why", "tak+evil", "a1"], "reason"),
        (&["why", "tak+evil", "b1"], "broken"),
        (&["score", "tak+evil", "--moves", "c3"], "won"),
        (&["position", "tak+evil", "--moves", "c3"], "word=\"kept"),
    ] {
        says(&desk, args, "", wanted);
    }
    says(&desk, &["play", "tak+evil"], "a1\rb1\rset\rlua 'x' .. view:var 'word'\rc3\rhistory\rquit\r", "reason");
}

#[test]
fn the_words_of_a_lesson_are_only_words() {
    let desk = Desk::new();
    let lesson = format!(
        "return lesson 'evil' {{ title = 'Title{LUA}', game = 'tak', steps = {{
           {{ say = 'Say{LUA}', ask = 'Ask{LUA}', hints = {{ 'Hint{LUA}' }}, accept = 'a1', right = 'Right{LUA}' }} }} }}"
    );
    desk.write("variants/evil.lua", lesson);
    says(&desk, &["lesson"], "", "Title");
    says(&desk, &["lesson", "evil"], "hint\rb1\ra1\rquit\r", "Ask");
}

#[test]
fn the_words_of_a_saved_game_are_only_words() {
    let desk = Desk::new();
    let saved = |game: &str, moves: &str, more: &str| {
        format!("houserule = 1\ngame = \"{game}\"\nrules = \"0\"\nseed = 1\nmoves = \"{moves}\"\n{more}")
    };
    desk.write("game.toml", saved(&format!("tak{TOML}"), "a1", ""));
    desk.write("move.toml", saved("tak", &format!("a1 b2{TOML}"), ""));
    desk.write("option.toml", saved("tak", "a1", &format!("[options]\n\"size{TOML}\" = \"5{TOML}\"\n")));
    let note = format!("[[note]]\nafter = 1\ntext = \"Note{TOML}\"\n[words]\n\"board{TOML}\" = \"was{TOML}\"\n");
    desk.write(
        "note.toml",
        saved("tak", "a1", &format!("result = \"x{TOML}\"\nseats = [\"Ann{TOML}\", \"Bob\"]\n{note}")),
    );
    desk.write("key.toml", saved("tak", "a1", &format!("\"key{TOML}\" = 1\n")));
    desk.write("game.ptn", format!("[Size \"5\"]\n[Opening \"odd{EVIL}\"]\n1. a1 b2{EVIL} {{Note{EVIL}}}\n"));
    desk.write("game.trx", format!("1\ttrax{EVIL}\t@0/ B1{EVIL}\tdraw{EVIL}\n"));
    for name in ["game.toml", "move.toml", "option.toml", "note.toml", "key.toml", "game.ptn", "game.trx"] {
        says(&desk, &["replay", name], "", name);
    }
    for name in ["move.toml", "option.toml", "key.toml"] {
        says(&desk, &["play", "tak", "--load", name], "quit\r", "");
    }
    says(&desk, &["play", "tak", "--load", "note.toml"], "history\rseats\rhelp\rquit\r", "Note");
}

#[test]
fn the_name_of_a_file_is_only_a_name() {
    let desk = Desk::new();
    // Some file systems take no such names.
    let name = format!("odd{EVIL}");
    desk.write(&format!("{name}.lua"), "return variant 'odd' { base = 'tak', rules = { boards = 1 } }");
    desk.write(&format!("{name}.toml"), "houserule = 1");
    desk.write(&format!("{name}/broken.lua"), "return variant 'broken' {");
    for (args, wanted) in [
        (&["check", &format!("./{name}.lua")][..], "boards"),
        (&["moves", &format!("./{name}.lua")], "boards"),
        (&["replay", &format!("{name}.toml")], "odd"),
        (&["games", "--scripts", &name], "broken"),
        (&["games", "--scripts", &format!("{name}no")], "no such folder"),
        (&["render", "tak", "-o", &format!("nowhere/{name}.svg")], "odd"),
    ] {
        says(&desk, args, "", wanted);
    }
    says(&desk, &["play", "tak"], "load o\t\t\x03quit\r", "");
}

#[test]
fn the_words_of_an_engine_are_only_words() {
    let desk = Desk::new();
    let engine = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in\n\
         tei) printf 'id name Engine{0}\\nid author A{0}\\noption name HalfKomi{0} type spin\\nteiok\\n';;\n\
         isready) printf 'readyok\\n';;\n\
         go*) printf 'info string Thinking{0}\\nbestmove b2{0}\\n';;\nquit) exit;;\nesac; done\n",
        EVIL.replace('\r', "").replace('\u{1b}', "\\033").replace('\u{7}', "\\007").replace('\u{8}', "\\010")
    );
    desk.write("engine", engine);
    let path = desk.path("engine");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    says(&desk, &["play", "tak", "--seats", "human,tei:./engine"], "a1\rseats\rquit\r", "engine");
    let args = ["simulate", "tak", "--games", "1", "--bots", "tei:./engine,random"];
    says(&desk, &args, "", "engine");
}

#[test]
fn the_words_of_other_files_are_only_words() {
    let desk = Desk::new();
    desk.write("tiles/odd.toml", format!("sides = 6\n\"key{TOML}\" = \"x{TOML}\"\n"));
    let game = "return game 'odd' { title = 'Odd', rules = { seats = { 'a', 'b' }, tiles = 'odd' } }";
    desk.write("odd.lua", game);
    says(&desk, &["check", "odd.lua", "--scripts", "."], "", "odd");
    desk.write("report.json", format!("{{ \"game{TOML}\": 1 }}").replace("\\b", "\\u0008"));
    says(&desk, &["merge", "report.json"], "", "report.json");
}
