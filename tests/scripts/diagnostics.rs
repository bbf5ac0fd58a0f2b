//! Broken rule files: `check` reports every fault with file, line and key path, but not the consequences of other faults.

use std::path::{Path, PathBuf};

use crate::common::stride;
use crate::common::test_dir::TestDir;
use crate::common::transcript::assert_golden;

/// The reader of `tests/data/broken`: name and text of each file, and its faults from `NAME.txt`.
fn broken_files() -> Vec<(String, String, String)> {
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

/// Messages sorted by line; the order of faults on one line does not matter.
fn by_line(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let number = |line: &String| -> Option<u32> { line.split(':').nth(1)?.parse().ok() };
    lines.sort_by_key(|line| (number(line), line.clone()));
    lines
}

#[test]
fn check_reports_exactly_the_faults_of_a_file() {
    let files = broken_files();
    assert!(files.len() >= 12, "only {} files were read", files.len());
    for (name, source, expected) in files {
        let output = TestDir::with(&name, source).run(["check", &name]);
        let faults: String = by_line(&output.diagnostics()).into_iter().map(|fault| fault + "\n").collect();
        assert_golden(&format!("broken/{}", name.replace(".lua", ".txt")), faults);
        let titles = output.stdout.lines().filter(|line| line.starts_with("error: ")).count();
        assert_eq!(titles, expected.lines().count(), "{}", output.stdout);
        assert_eq!((output.code, output.stderr.as_str()), (1, ""), "{name}");
    }
}

#[test]
fn every_command_reports_a_broken_file_the_same_way() {
    for (name, source, expected) in broken_files() {
        let dir = TestDir::with(&name, source);
        for command in ["moves", "rules", "score", "render", "play"] {
            let output = dir.run([command, &name]);
            let case = format!("{command} {name}");
            assert_eq!(by_line(&output.stderr), by_line(&expected), "{case}");
            assert_eq!((output.code, output.stdout.as_str()), (1, ""), "{case}");
        }
    }
}

#[test]
fn json_faults_have_the_same_text() {
    for (name, source, expected) in broken_files().into_iter().step_by(stride()) {
        let output = TestDir::with(&name, source).run(["check", "--json", &name]);
        let reports = output.json();
        assert_eq!(reports[0]["ok"], false, "{name}");
        let text = |fault: &serde_json::Value, key: &str| fault[key].as_str().expect("a text").to_string();
        let lines: Vec<String> = reports[0]["faults"]
            .as_array()
            .expect("a list of faults")
            .iter()
            .map(|fault| match text(fault, "path").as_str() {
                "" => format!("{}: {}", text(fault, "place"), text(fault, "says")),
                path => format!("{}: {path}: {}", text(fault, "place"), text(fault, "says")),
            })
            .collect();
        assert_eq!(by_line(&lines.join("\n")), by_line(&expected), "{name}");
        assert_eq!(output.code, 1, "{name}");
    }
}

#[test]
fn a_broken_file_does_not_stop_the_check_of_others() {
    let dir = TestDir::new();
    for (name, source, _) in broken_files() {
        dir.write(&name, source);
    }
    let output = dir.run(["check", "syntax-error.lua", "tak", "unknown-hook.lua"]);
    let faults = output.diagnostics();
    let lines: Vec<&str> = faults.lines().collect();
    assert_eq!(lines.len(), 3, "{}", output.stdout);
    assert!(lines[0].starts_with("syntax-error.lua:4: "), "{}", output.stdout);
    output.assert_stdout_contains("\ntak: ok (");
    assert!(lines[1].starts_with("unknown-hook.lua:6: "), "{}", output.stdout);
    assert_eq!(output.code, 1);
}

#[test]
fn a_broken_file_in_a_folder_affects_only_itself() {
    let dir = TestDir::new();
    for (name, source, _) in broken_files() {
        dir.write(&format!("variants/{name}"), source);
    }
    let output = dir.run(["moves", "tak+late-walls", "--set", "size=3"]);
    let moves = "a1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\n";
    assert_eq!((output.code, output.stdout.as_str(), output.stderr.as_str()), (0, moves, ""));
    let output = dir.run(["games"]);
    assert_eq!(output.code, 0);
    output.assert_stdout_contains("tak+late-walls");
    let note = "warning: variants/syntax-error.lua does not load: line 4: missing comma before `rules`; `houserule check` shows all errors\n";
    output.assert_stderr_contains(note);
    let output = dir.run(["lesson"]);
    assert!(output.code == 0 && output.stderr.contains(note), "{}", output.stderr);
    let output = dir.run_with([""; 0], "quit\n");
    let notes: Vec<&str> = output.stdout.lines().filter(|line| line.starts_with("Note: variants/")).collect();
    assert!(notes.len() == 1 && output.stdout.contains("`houserule check` shows why"), "{}", output.stdout);
}

/// The reader of `tests/data/syntax.txt`: texts with syntax errors, each with its place, token and message.
fn syntax_cases() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syntax.txt");
    let mut cases = Vec::new();
    let mut text = String::new();
    for line in std::fs::read_to_string(path).expect("a file").lines() {
        match line.strip_prefix("--> ") {
            Some(expected) => cases.push((std::mem::take(&mut text), expected.to_string())),
            None if text.is_empty() && line.is_empty() => {}
            None => text += &format!("{line}\n"),
        }
    }
    cases
}

/// Other faults of the texts in `tests/data/syntax.txt`.
const FOLLOW_UP_FAULTS: [&str; 4] = [
    "a table alone is not a declaration",
    "unknown name `f`",
    "missing `base`; write `base",
    "assignment to undeclared global `x`",
];

#[test]
fn a_syntax_error_points_at_its_token_with_a_suggestion() {
    let cases = syntax_cases();
    assert!(cases.len() > 70, "only {} cases were read", cases.len());
    for (text, expected) in cases {
        let output = TestDir::with("x.lua", &text).run(["check", "--json", "x.lua"]);
        let reports = output.json();
        let faults = reports[0]["faults"].as_array().expect("a list of faults");
        // Most of the texts are not declarations, which is reported as well.
        for fault in &faults[1..] {
            let message = fault["says"].as_str().expect("a text");
            assert!(FOLLOW_UP_FAULTS.iter().any(|words| message.starts_with(words)), "{text}: {message}");
        }
        assert_eq!(output.code, 1, "{text}");
        let number = |key: &str| faults[0][key].as_u64().expect("a number") as usize;
        let (line, column, length) = (number("line"), number("column"), number("length"));
        let token: String = text.lines().nth(line - 1).expect("a line").chars().skip(column - 1).take(length).collect();
        let message = faults[0]["says"].as_str().expect("a text");
        assert_eq!(format!("{line}:{column} `{token}`: {message}"), expected, "{text}");
    }
}

#[test]
fn byte_order_marks_and_line_ends_do_not_change_the_code_frame() {
    let lines = ["--- A slip.", "return variant \"x\" {", "  base = \"tak\", ruels = {}, rules = {},", "}", ""];
    let plain = TestDir::with("x.lua", lines.join("\n")).run(["check", "x.lua"]);
    plain.assert_stdout_contains(" --> x.lua:3:17\n");
    plain.assert_stdout_contains("\n  |                 ^^^^^ ruels");
    for (mark, end) in [("\u{feff}", "\n"), ("", "\r\n"), ("\u{feff}", "\r\n"), ("\u{feff}", "\r")] {
        let output = TestDir::with("x.lua", format!("{mark}{}", lines.join(end))).run(["check", "x.lua"]);
        let trimmed = |out: &str| out.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
        assert_eq!(trimmed(&output.stdout), trimmed(&plain.stdout), "{mark:?} {end:?}");
    }
}

#[test]
fn functions_of_bots_and_lessons_are_analysed_like_hooks() {
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
             x.lua:3: `top` is a method; write `old:top(...)`\n\
             x.lua:3: the view has no `topp`; did you mean `top`?\n",
        ),
    ] {
        let output = TestDir::with("x.lua", text).run(["check", "x.lua"]);
        assert_eq!(output.diagnostics(), expected, "{}", output.stdout);
        assert_eq!(output.code, 1);
    }
}

#[test]
fn the_options_table_knows_its_keys() {
    let text = |body: &str| {
        format!(
            "return variant \"x\" {{ base = \"tak\", options = {{ caps = {{ default = 1 }}, unset = {{ min = 1 }} }}, \
             rules = function(o)\n{body}\nend }}\n"
        )
    };
    let valid = "local n, all = 0, o
      for key in pairs(all) do n = n + 1 end
      assert(n == 3 and all.unset == nil and all[1] == nil and all[\"size\"] == 5)
      return { reserve = { cap = all.caps } }";
    TestDir::with("x.lua", text(valid)).run(["moves", "x.lua"]).success();
    let output = TestDir::with("x.lua", text("local all = o return { reserve = { cap = all[\"ca\" .. \"pp\"] } }"))
        .run(["moves", "x.lua"]);
    assert_eq!(
        (output.code, output.stderr.as_str()),
        (1, "x.lua:2: rules: unknown option `capp`; did you mean `caps`?\n")
    );
    let output =
        TestDir::with("x.lua", text("local all = o return { reserve = { cap = all.cap } }")).run(["check", "x.lua"]);
    assert!(output.stdout.contains(" --> x.lua:2:46\n"), "the caret points at the word: {}", output.stdout);
}

#[test]
fn scripts_that_replace_their_environment_run() {
    let text = "local _ENV = { variant = variant, tei = 1 }\nreturn variant \"x\" { base = \"tak\", rules = { vars = { seen = tei } } }\n";
    TestDir::with("x.lua", text).run(["moves", "x.lua"]).success();
}
