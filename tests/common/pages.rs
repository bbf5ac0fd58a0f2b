//! Pages that show files, commands and their output: run from top to bottom in a directory of their own, and compared
//! word for word. `SNAPSHOTS=overwrite cargo test --test program` rewrites the output in them.

use std::path::Path;
use std::process::Stdio;

use super::test_dir::{HOUSERULE, TestDir};
use super::transcript::{assert_golden, split_args};

/// The text of a page of the repository.
pub fn read_page(file: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a page")
}

/// Compares a page, of which the path starts at the repository, with the page it should be; or overwrites it.
pub fn assert_page(file: &str, text: String) {
    assert_golden(&format!("../../{file}"), text);
}

/// Runs the commands of a page, of which there are at least `min_commands`, and compares their output.
pub fn assert_page_matches(file: &str, min_commands: usize) {
    let (text, commands) = run_page(&read_page(file), |_, text| text);
    assert!(commands >= min_commands, "only {commands} commands were found");
    assert_page(file, text);
}

/// Runs the commands of a page and returns the page with their output, and their number; `edit_file` may change what is
/// written to a path.
pub fn run_page(page: &str, edit_file: impl Fn(&str, String) -> String) -> (String, usize) {
    let dir = TestDir::new();
    // Readers have one, in the repository or because a page says to make it.
    std::fs::create_dir(dir.path("variants")).expect("a folder");
    let (mut text, mut commands, mut path) = (Vec::new(), 0, None);
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        text.push(line.to_string());
        if let Some(typed) = line.strip_prefix("    $ houserule ") {
            let mut shown = Vec::new();
            while let Some(line) = lines.next_if(|line| is_output(line)) {
                shown.push(line.strip_prefix("    ").unwrap_or(line));
            }
            // Trailing blank lines are not part of the output.
            let blanks = shown.iter().rev().take_while(|line| line.is_empty()).count();
            shown.truncate(shown.len() - blanks);
            // A prompt without output would wait for input.
            if !shown.is_empty() || !typed.starts_with("play ") {
                let printed = current_output(&dir, typed, &shown).into_iter();
                text.extend(printed.map(|line| if line.is_empty() { line } else { format!("    {line}") }));
                commands += 1;
            }
            text.extend(std::iter::repeat_n(String::new(), blanks));
        } else if line.starts_with("```lua") || line.starts_with("```toml") {
            let file: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            text.extend(file.iter().map(ToString::to_string));
            text.push("```".to_string());
            let file: String = file.iter().map(|line| format!("{line}\n")).collect();
            let path = path.take().unwrap_or_else(|| script_file_name(&file));
            dir.write(&path, edit_file(&path, file));
        } else if line == "```sh" {
            let script: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            text.extend(script.iter().map(ToString::to_string));
            text.push("```".to_string());
            commands += run_shell(&dir, &script);
        } else if !line.is_empty() {
            // The line before a file may name it; otherwise the script in it does.
            path = line.split('`').find(|word| word.ends_with(".lua") || word.ends_with(".toml")).map(str::to_string);
        }
    }
    (text.join("\n") + "\n", commands)
}

/// Runs the commands of a `sh` block, which must succeed, and returns their number. A picture that is also in
/// `docs/images` is compared with it, or overwrites it.
fn run_shell(dir: &TestDir, script: &[&str]) -> usize {
    let is_cargo = |line: &&&str| ["cargo ", "git ", "bash ", "SNAPSHOTS="].iter().any(|word| line.starts_with(word));
    let script: Vec<&str> = script.iter().filter(|line| !is_cargo(line)).copied().collect();
    let folder = Path::new(HOUSERULE).parent().expect("a folder").to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&path))).expect("a path");
    let mut command = dir.command("sh");
    command.args(["-e", "-c", &script.join("\n")]).env("PATH", path).stdin(Stdio::null());
    let output = command.output().expect("a shell");
    assert!(output.status.success(), "{script:#?}\n{}", String::from_utf8_lossy(&output.stderr));
    let written = script.iter().flat_map(|line| line.split(" -o ").skip(1)).filter_map(|rest| rest.split(' ').next());
    for name in written {
        let picture = format!("docs/images/{name}");
        if Path::new(env!("CARGO_MANIFEST_DIR")).join(&picture).exists() {
            assert_page(&picture, dir.read(name));
        }
    }
    script.iter().filter(|line| line.starts_with("houserule ")).count()
}

fn is_output(line: &str) -> bool {
    line.is_empty() || line.starts_with("    ") && !line.starts_with("    $ houserule ")
}

/// Runs a command and returns what the page should show below it: `shown` itself if that is still right.
fn current_output(dir: &TestDir, typed: &str, shown: &[&str]) -> Vec<String> {
    let is_json = typed.ends_with(" --json");
    let is_typed = |line: &&str| typed_input(line, is_json).is_some();
    let input: Vec<&str> = shown.iter().filter_map(|line| typed_input(line, is_json)).collect();
    let before = dir.copy();
    let run = |dir: &TestDir, input: &[&str]| -> Vec<String> {
        let output = dir.run_with(split_args(typed), input.join("\n"));
        // Pages omit stderr unless there is nothing else.
        let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
        text.lines().map(if is_json { with_short_hash } else { str::to_string }).collect()
    };
    let mut printed = run(dir, &input);
    printed.truncate(printed.len() - printed.iter().rev().take_while(|line| line.trim().is_empty()).count());
    let shown_output = shown.iter().filter(|line| !is_typed(line));
    if shown_output.map(|line| without_counts(line)).eq(printed.iter().map(|line| without_counts(line))) {
        return shown.iter().map(ToString::to_string).collect();
    }
    // What was printed before a line was typed is also printed if the input ends there.
    let (mut text, mut start) = (Vec::new(), 0);
    for (count, line) in shown.iter().filter(|line| is_typed(line)).enumerate() {
        let so_far = run(&before.copy(), &input[..count]);
        let end = printed.iter().zip(&so_far).take_while(|(all, part)| all == part).count().max(start);
        text.extend_from_slice(&printed[start..end]);
        text.push(line.to_string());
        start = end;
    }
    text.extend_from_slice(&printed[start..]);
    text
}

/// A line without the numbers of games and moves that `check` played within its time limit: they depend on the machine.
fn without_counts(line: &str) -> String {
    match line.split_once(": ok (") {
        Some((file, counts)) => format!("{file}: ok ({}", counts.replace(|letter: char| letter.is_ascii_digit(), "")),
        None => line.to_string(),
    }
}

/// An event with a short hash of the rules: pages show only the beginning.
fn with_short_hash(line: &str) -> String {
    const SHOWN_DIGITS: usize = 8;
    let parts = line.split_once("\"rules\":\"").and_then(|(before, rest)| Some((before, rest.split_once('"')?)));
    let Some((before, (hash, after))) = parts else { return line.to_string() };
    format!("{before}\"rules\":\"{}...\"{after}", &hash[..SHOWN_DIGITS])
}

/// The input of a line typed at the prompt: `white 2> A0/`, `game over> new`. A program types lines without a prompt: `> A0/`.
fn typed_input(line: &str, is_json: bool) -> Option<&str> {
    let (sign, typed) = line.split_once("> ")?;
    if is_json {
        return sign.is_empty().then_some(typed);
    }
    // Clocks follow the turn.
    let sign = sign.split_once(" [").map_or(sign, |(sign, _)| sign).trim_end_matches(", paused");
    let number = sign.rsplit_once(' ')?.1;
    let is_prompt = sign == "game over" || number.bytes().all(|byte| byte.is_ascii_digit());
    is_prompt.then_some(typed)
}

fn script_file_name(text: &str) -> String {
    let name = ["return variant \"", "return game \"", "return bot \"", "return lesson \""]
        .iter()
        .find_map(|start| text.split(start).nth(1));
    let name = name.and_then(|rest| rest.split('"').next()).expect("a script with a name");
    format!("{name}.lua")
}
