//! Broken rule files: `check` tells every fault with its file, line and key path, and nothing that only follows from
//! another fault.

use std::path::{Path, PathBuf};

use crate::common::desk::Desk;

/// The only reader of `tests/data/broken`: the files, each with the faults that stand beside it in `NAME.txt`.
fn broken() -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/broken");
    let entries = std::fs::read_dir(folder).expect("the folder of broken files");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "lua"))
        .collect();
    paths.sort();
    let read = |path: &Path| std::fs::read_to_string(path).expect("a file");
    paths
        .iter()
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            let faults = read(&path.with_extension("txt"));
            (name.into_owned(), read(path), faults)
        })
        .collect()
}

/// The lines of a text in the order of the file they speak of; which of two faults in a line is told first says
/// nothing.
fn by_line(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let number = |line: &String| -> Option<u32> { line.split(':').nth(1)?.parse().ok() };
    lines.sort_by_key(|line| (number(line), line.clone()));
    lines
}

#[test]
fn check_tells_every_fault_of_a_file_and_no_other() {
    let files = broken();
    assert!(files.len() >= 12, "only {} files were read", files.len());
    for (name, source, expected) in files {
        let said = Desk::with(&name, source).run(["check", &name]);
        assert_eq!(by_line(&said.faults()), by_line(&expected), "{name}");
        let titles = said.out.lines().filter(|line| line.starts_with("error: ")).count();
        assert_eq!(titles, expected.lines().count(), "{}", said.out);
        assert_eq!((said.code, said.err.as_str()), (1, ""), "{name}");
    }
}

#[test]
fn a_broken_file_is_told_alike_by_every_command_that_plays_it() {
    for (name, source, expected) in broken() {
        let desk = Desk::with(&name, source);
        for command in ["moves", "rules", "score", "render", "play"] {
            let said = desk.run([command, &name]);
            let case = format!("{command} {name}");
            assert_eq!(by_line(&said.err), by_line(&expected), "{case}");
            assert_eq!((said.code, said.out.as_str()), (1, ""), "{case}");
        }
    }
}

#[test]
fn faults_as_json_hold_the_same_words() {
    for (name, source, expected) in broken() {
        let said = Desk::with(&name, source).run(["check", "--json", &name]);
        let reports: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        assert_eq!(reports[0]["ok"], false, "{name}");
        let word = |fault: &serde_json::Value, key: &str| fault[key].as_str().expect("a text").to_string();
        let told: Vec<String> = reports[0]["faults"]
            .as_array()
            .expect("a list of faults")
            .iter()
            .map(|fault| match word(fault, "path").as_str() {
                "" => format!("{}: {}", word(fault, "place"), word(fault, "says")),
                path => format!("{}: {path}: {}", word(fault, "place"), word(fault, "says")),
            })
            .collect();
        assert_eq!(by_line(&told.join("\n")), by_line(&expected), "{name}");
        assert_eq!(said.code, 1, "{name}");
    }
}

#[test]
fn one_broken_file_does_not_keep_another_from_being_checked() {
    let desk = Desk::new();
    for (name, source, _) in broken() {
        desk.write(&name, source);
    }
    let said = desk.run(["check", "syntax-error.lua", "tak", "unknown-hook.lua"]);
    let faults = said.faults();
    let lines: Vec<&str> = faults.lines().collect();
    assert_eq!(lines.len(), 3, "{}", said.out);
    assert!(lines[0].starts_with("syntax-error.lua:4: "), "{}", said.out);
    assert!(said.out.contains("\ntak: ok ("), "{}", said.out);
    assert!(lines[1].starts_with("unknown-hook.lua:6: "), "{}", said.out);
    assert_eq!(said.code, 1);
}

#[test]
fn a_broken_file_in_a_folder_spoils_nothing_but_itself() {
    let desk = Desk::new();
    for (name, source, _) in broken() {
        desk.write(&format!("variants/{name}"), source);
    }
    let said = desk.run(["moves", "tak+late-walls", "--set", "size=3"]);
    let moves = "a1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\n";
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, moves, ""));
    let said = desk.run(["games"]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains("tak+late-walls"), "{}", said.out);
    let note = "warning: variants/syntax-error.lua does not load: line 4: a comma is missing before `rules`; `houserule check` shows more\n";
    assert!(said.err.contains(note), "{}", said.err);
    let said = desk.run(["lesson"]);
    assert!(said.code == 0 && said.err.contains(note), "{}", said.err);
    let said = desk.run_with([""; 0], "quit\n");
    let notes: Vec<&str> = said.out.lines().filter(|line| line.starts_with("Note: variants/")).collect();
    assert!(notes.len() == 1 && said.out.contains("`houserule check` shows why"), "{}", said.out);
}

/// The only reader of `tests/data/syntax.txt`: texts that Lua refuses, each with the place, the words there and what is said.
fn refused() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syntax.txt");
    let mut cases = Vec::new();
    let mut text = String::new();
    for line in std::fs::read_to_string(path).expect("a file").lines() {
        match line.strip_prefix("--> ") {
            Some(told) => cases.push((std::mem::take(&mut text), told.to_string())),
            None if text.is_empty() && line.is_empty() => {}
            None => text += &format!("{line}\n"),
        }
    }
    cases
}

/// What else is wrong with the texts of `tests/data/syntax.txt`.
const AFTER_MENDING: [&str; 4] = [
    "a table alone says nothing",
    "unknown name `f`",
    "missing: a variant names the game it changes",
    "assignment to undeclared global `x`",
];

#[test]
fn a_syntax_error_points_at_its_token_and_says_what_was_meant() {
    let cases = refused();
    assert!(cases.len() > 70, "only {} cases were read", cases.len());
    for (text, expected) in cases {
        let said = Desk::with("x.lua", &text).run(["check", "--json", "x.lua"]);
        let reports: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        let faults = reports[0]["faults"].as_array().expect("a list of faults");
        // Most of the texts are no declaration even when they are mended, and check says that, too.
        for fault in &faults[1..] {
            let says = fault["says"].as_str().expect("a text");
            assert!(AFTER_MENDING.iter().any(|words| says.starts_with(words)), "{text}: {says}");
        }
        assert_eq!(said.code, 1, "{text}");
        let number = |key: &str| faults[0][key].as_u64().expect("a number") as usize;
        let (line, column, length) = (number("line"), number("column"), number("length"));
        let shown: String = text.lines().nth(line - 1).expect("a line").chars().skip(column - 1).take(length).collect();
        let says = faults[0]["says"].as_str().expect("a text");
        assert_eq!(format!("{line}:{column} `{shown}`: {says}"), expected, "{text}");
    }
}

#[test]
fn a_byte_order_mark_and_any_line_ends_leave_the_code_frame_as_it_is() {
    let lines = ["--- A slip.", "return variant \"x\" {", "  base = \"tak\", ruels = {}, rules = {},", "}", ""];
    let plain = Desk::with("x.lua", lines.join("\n")).run(["check", "x.lua"]);
    assert!(plain.out.contains(" --> x.lua:3:17\n"), "{}", plain.out);
    assert!(plain.out.contains("\n  |                 ^^^^^ ruels"), "{}", plain.out);
    for (mark, end) in [("\u{feff}", "\n"), ("", "\r\n"), ("\u{feff}", "\r\n"), ("\u{feff}", "\r")] {
        let said = Desk::with("x.lua", format!("{mark}{}", lines.join(end))).run(["check", "x.lua"]);
        let trimmed = |out: &str| out.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
        assert_eq!(trimmed(&said.out), trimmed(&plain.out), "{mark:?} {end:?}");
    }
}

#[test]
fn the_functions_of_bots_and_lessons_are_read_as_those_of_hooks() {
    let bot = "return bot \"x\" { game = \"tak\",
  choose = function(view)
    if view.choices > 99999 then return view.mee or tei end
    return view:moves()[1]
  end,
}\n";
    let lesson = "return lesson \"x\" { game = \"tak\", steps = {
  { ask = \"?\", accept = { prevents { goal = function(before, after) return after.winer ~= nil end } } },
  { ask = \"?\", accept = function(old, new) return old.top(\"a1\") == new:topp(\"a1\") end },
} }\n";
    for (text, expected) in [
        (bot, "x.lua:3: the view has no `mee`; did you mean `me`?\nx.lua:3: unknown name `tei`; did you mean `tie`?\n"),
        (
            lesson,
            "x.lua:2: the view has no `winer`; did you mean `winner`?\n\
             x.lua:3: `top` is called with a colon: `old:top(...)`\n\
             x.lua:3: the view has no `topp`; did you mean `top`?\n",
        ),
    ] {
        let said = Desk::with("x.lua", text).run(["check", "x.lua"]);
        assert_eq!(said.faults(), expected, "{}", said.out);
        assert_eq!(said.code, 1);
    }
}

#[test]
fn options_are_a_table_that_knows_which_there_are() {
    let text = |asks: &str| {
        format!(
            "return variant \"x\" {{ base = \"tak\", options = {{ caps = {{ default = 1 }}, unset = {{ min = 1 }} }}, \
             rules = function(o)\n{asks}\nend }}\n"
        )
    };
    let fine = "local n, all = 0, o
      for key in pairs(all) do n = n + 1 end
      assert(n == 3 and all.unset == nil and all[1] == nil and all[\"size\"] == 5)
      return { reserve = { cap = all.caps } }";
    let said = Desk::with("x.lua", text(fine)).run(["moves", "x.lua"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let said = Desk::with("x.lua", text("local all = o return { reserve = { cap = all[\"ca\" .. \"ap\"] } }"))
        .run(["moves", "x.lua"]);
    assert_eq!((said.code, said.err.as_str()), (1, "x.lua:2: rules: unknown option `caap`; did you mean `caps`?\n"));
    let said =
        Desk::with("x.lua", text("local all = o return { reserve = { cap = all.cap } }")).run(["check", "x.lua"]);
    assert!(said.out.contains(" --> x.lua:2:46\n"), "the word itself is pointed at: {}", said.out);
}

#[test]
fn a_script_that_speaks_of_its_environment_is_left_to_run() {
    let text = "local _ENV = { variant = variant, tei = 1 }\nreturn variant \"x\" { base = \"tak\", rules = { vars = { seen = tei } } }\n";
    let said = Desk::with("x.lua", text).run(["moves", "x.lua"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
}
