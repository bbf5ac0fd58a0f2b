//! Untrusted text never controls the terminal: scripts, saved games, files and their names, engines.

use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use crate::common::test_dir::TestDir;
use crate::pty_session::spawn_in_pty;

/// Codes that set the title, clear the screen, change colours, move the cursor, ring the bell and reverse the text.
const ESCAPES: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}[35;46;9mX\u{9b}2J\r\u{202e}\u{8}\u{1b}c";
/// The same codes as escapes of Lua and of TOML.
const LUA_ESCAPES: &str = r"\27]0;owned\7\27[2J\27[35;46;9mX\194\1552J\r\226\128\174\8\27c";
const TOML_ESCAPES: &str = r"\u001b]0;owned\u0007\u001b[2J\u001b[35;46;9mX\u009b2J\r\u202e\b\u001bc";

/// Everything that a run sends to its terminal after some typed lines.
fn run_in_pty(dir: &TestDir, args: &[&str], typed: &str) -> String {
    let (pty, mut child) = spawn_in_pty(dir, args, (50, 100), &[]);
    (&pty).write_all(typed.as_bytes()).expect("the terminal takes what is typed");
    let id = child.id();
    let guard = std::thread::spawn(move || {
        // This only ends runs that would never end.
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
    let (mut output, mut bytes) = (Vec::new(), [0; 4096]);
    // A closed terminal is a read error.
    while let Ok(read @ 1..) = (&pty).read(&mut bytes) {
        output.extend_from_slice(&bytes[..read]);
    }
    assert!(guard.join().expect("the guard"), "{args:?} never ends: {id}");
    String::from_utf8(output).expect("text")
}

/// Control codes of an output, apart from line ends, colours and those of the line editor.
fn control_codes(output: &str) -> String {
    let mut rest = output.replace("\r\n", "\n");
    // The editor moves to the first column and clears its line.
    for editor_code in
        ["\r", "\u{1b}[?2004h", "\u{1b}[?2004l", "\u{1b}[?2026h", "\u{1b}[?2026l", "\u{1b}[K", "\u{1b}[J"]
    {
        rest = if output.contains("\u{1b}[?2004h") { rest.replace(editor_code, "") } else { rest };
    }
    let mut codes = String::new();
    let mut parts = rest.split('\u{1b}');
    codes.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|letter: char| !matches!(letter, '[' | ';' | '0'..='9')).unwrap_or(0);
        let is_allowed = part.starts_with('[') && matches!(part[end..].chars().next(), Some('m' | 'C' | 'A'));
        codes.push_str(if is_allowed { &part[end + 1..] } else { "\u{1b}" });
        if !is_allowed {
            codes.push_str(part);
        }
    }
    codes.chars().filter(|letter| houserule_core::text::is_unprintable(*letter) && !"\n\t".contains(*letter)).collect()
}

/// Asserts that a run prints the expected text without foreign control codes.
fn assert_plain_output(dir: &TestDir, args: &[&str], typed: &str, expected: &str) {
    let output = run_in_pty(dir, args, typed);
    assert!(output.contains(expected), "{args:?}: `{expected}` is not in {output:?}");
    assert_eq!(control_codes(&output), "", "{args:?}: {output:?}");
    assert!(!output.contains("\u{1b}[35;46;9m"), "{args:?} prints foreign colours: {output:?}");
}

#[test]
fn scripts_cannot_send_control_codes() {
    let dir = TestDir::new();
    let script = format!(
        "--- It says {LUA_ESCAPES}.
         return variant 'evil' {{ base = 'tak', title = 'Title{LUA_ESCAPES}',
           options = {{ mode = {{ default = 'a{LUA_ESCAPES}', one_of = {{ 'a{LUA_ESCAPES}', 'b{LUA_ESCAPES}' }}, says = 'which{LUA_ESCAPES}' }} }},
           rules = {{ vars = {{ word = '' }}, hooks = {{
             allow = function(view, move)
               if move.cell == 'a1' then return false, 'reason{LUA_ESCAPES}' end
               if move.cell == 'b1' then error('broken{LUA_ESCAPES}') end
               return true
             end,
             after_move = function(view, move)
               return {{ set {{ word = 'kept{LUA_ESCAPES}' }}, win {{ seat = move.seat, how = 'won{LUA_ESCAPES}' }} }}
             end }} }},
           tests = {{ {{ title = 'test{LUA_ESCAPES}', legal = 'a1' }} }} }}"
    );
    dir.write("variants/evil.lua", script.replace("It says", &format!("It says {}", ESCAPES.replace('\r', ""))));
    for (args, expected) in [
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
        assert_plain_output(&dir, args, "", expected);
    }
    assert_plain_output(
        &dir,
        &["play", "tak+evil"],
        "a1\rb1\rset\rlua 'x' .. view:var 'word'\rc3\rhistory\rquit\r",
        "reason",
    );
}

#[test]
fn lessons_cannot_send_control_codes() {
    let dir = TestDir::new();
    let lesson = format!(
        "return lesson 'evil' {{ title = 'Title{LUA_ESCAPES}', game = 'tak', steps = {{
           {{ say = 'Say{LUA_ESCAPES}', ask = 'Ask{LUA_ESCAPES}', hints = {{ 'Hint{LUA_ESCAPES}' }}, accept = 'a1', right = 'Right{LUA_ESCAPES}' }} }} }}"
    );
    dir.write("variants/evil.lua", lesson);
    assert_plain_output(&dir, &["lesson"], "", "Title");
    assert_plain_output(&dir, &["lesson", "evil"], "hint\rb1\ra1\rquit\r", "Ask");
}

#[test]
fn saved_games_cannot_send_control_codes() {
    let dir = TestDir::new();
    let saved = |game: &str, moves: &str, more: &str| {
        format!("houserule = 1\ngame = \"{game}\"\nrules = \"0\"\nseed = 1\nmoves = \"{moves}\"\n{more}")
    };
    dir.write("game.toml", saved(&format!("tak{TOML_ESCAPES}"), "a1", ""));
    dir.write("move.toml", saved("tak", &format!("a1 b2{TOML_ESCAPES}"), ""));
    dir.write("option.toml", saved("tak", "a1", &format!("[options]\n\"size{TOML_ESCAPES}\" = \"5{TOML_ESCAPES}\"\n")));
    let note = format!(
        "[[note]]\nafter = 1\ntext = \"Note{TOML_ESCAPES}\"\n[words]\n\"board{TOML_ESCAPES}\" = \"was{TOML_ESCAPES}\"\n"
    );
    dir.write(
        "note.toml",
        saved("tak", "a1", &format!("result = \"x{TOML_ESCAPES}\"\nseats = [\"Ann{TOML_ESCAPES}\", \"Bob\"]\n{note}")),
    );
    dir.write("key.toml", saved("tak", "a1", &format!("\"key{TOML_ESCAPES}\" = 1\n")));
    dir.write("game.ptn", format!("[Size \"5\"]\n[Opening \"odd{ESCAPES}\"]\n1. a1 b2{ESCAPES} {{Note{ESCAPES}}}\n"));
    dir.write("game.trx", format!("1\ttrax{ESCAPES}\t@0/ B1{ESCAPES}\tdraw{ESCAPES}\n"));
    for name in ["game.toml", "move.toml", "option.toml", "note.toml", "key.toml", "game.ptn", "game.trx"] {
        assert_plain_output(&dir, &["replay", name], "", name);
    }
    for name in ["move.toml", "option.toml", "key.toml"] {
        assert_plain_output(&dir, &["play", "tak", "--load", name], "quit\r", "");
    }
    assert_plain_output(&dir, &["play", "tak", "--load", "note.toml"], "history\rseats\rhelp\rquit\r", "Note");
}

#[test]
fn file_names_cannot_send_control_codes() {
    let dir = TestDir::new();
    // Some file systems reject such names.
    let name = format!("odd{ESCAPES}");
    dir.write(&format!("{name}.lua"), "return variant 'odd' { base = 'tak', rules = { boards = 1 } }");
    dir.write(&format!("{name}.toml"), "houserule = 1");
    dir.write(&format!("{name}/broken.lua"), "return variant 'broken' {");
    for (args, expected) in [
        (&["check", &format!("./{name}.lua")][..], "boards"),
        (&["moves", &format!("./{name}.lua")], "boards"),
        (&["replay", &format!("{name}.toml")], "odd"),
        (&["games", "--scripts", &name], "broken"),
        (&["games", "--scripts", &format!("{name}no")], "no such folder"),
        (&["render", "tak", "-o", &format!("nowhere/{name}.svg")], "odd"),
    ] {
        assert_plain_output(&dir, args, "", expected);
    }
    assert_plain_output(&dir, &["play", "tak"], "load o\t\t\x03quit\r", "");
}

#[test]
fn engines_cannot_send_control_codes() {
    let dir = TestDir::new();
    let engine = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in\n\
         tei) printf 'id name Engine{0}\\nid author A{0}\\noption name HalfKomi{0} type spin\\nteiok\\n';;\n\
         isready) printf 'readyok\\n';;\n\
         go*) printf 'info string Thinking{0}\\nbestmove b2{0}\\n';;\nquit) exit;;\nesac; done\n",
        ESCAPES.replace('\r', "").replace('\u{1b}', "\\033").replace('\u{7}', "\\007").replace('\u{8}', "\\010")
    );
    dir.write("engine", engine);
    let path = dir.path("engine");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    assert_plain_output(&dir, &["play", "tak", "--seats", "human,tei:./engine"], "a1\rseats\rquit\r", "engine");
    let args = ["simulate", "tak", "--games", "1", "--bots", "tei:./engine,random"];
    assert_plain_output(&dir, &args, "", "engine");
}

#[test]
fn tile_sets_and_reports_cannot_send_control_codes() {
    let dir = TestDir::new();
    dir.write("tiles/odd.toml", format!("sides = 6\n\"key{TOML_ESCAPES}\" = \"x{TOML_ESCAPES}\"\n"));
    let game = "return game 'odd' { title = 'Odd', rules = { seats = { 'a', 'b' }, tiles = 'odd' } }";
    dir.write("odd.lua", game);
    assert_plain_output(&dir, &["check", "odd.lua", "--scripts", "."], "", "odd");
    dir.write("report.json", format!("{{ \"game{TOML_ESCAPES}\": 1 }}").replace("\\b", "\\u0008"));
    assert_plain_output(&dir, &["merge", "report.json"], "", "report.json");
}
