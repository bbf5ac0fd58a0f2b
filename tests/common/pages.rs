//! Pages that show files, commands and their output: run from top to bottom in a directory of their own, and compared
//! word for word.

use super::test_dir::TestDir;
use super::transcript::split_args;

/// One example of a page.
enum PageItem {
    File { path: String, text: String },
    Command { typed: String, expected: String },
}

/// Runs the commands of a page and returns their number; `edit_file` may change what is written to a path.
pub fn run_page(page: &str, edit_file: impl Fn(&str, String) -> String) -> usize {
    let dir = TestDir::new();
    let mut commands = 0;
    for item in parse(page) {
        match item {
            PageItem::File { path, text } => dir.write(&path, edit_file(&path, text)),
            // A prompt without output would wait for input.
            PageItem::Command { typed, expected } if typed.starts_with("play ") && expected.is_empty() => {}
            PageItem::Command { typed, expected } => {
                assert_command(&dir, &typed, &expected);
                commands += 1;
            }
        }
    }
    commands
}

fn assert_command(dir: &TestDir, typed: &str, expected: &str) {
    let input: Vec<&str> = expected.lines().filter_map(prompt_input).collect();
    let printed = expected.lines().filter(|line| prompt_input(line).is_none());
    let output = dir.run_with(split_args(typed), input.join("\n"));
    // The number of games played within a time limit depends on the machine.
    let without_count = |line: &str| match typed.starts_with("check ") {
        true => line.split(" (").next().unwrap_or(line).to_string(),
        false => line.to_string(),
    };
    // Pages omit stderr unless there is nothing else.
    let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    let lines: Vec<String> = text.trim_end().lines().map(without_count).collect();
    assert_eq!(lines, printed.map(without_count).collect::<Vec<String>>(), "houserule {typed}");
}

/// The input of a line typed at the prompt: `white 2> A0/`.
fn prompt_input(line: &str) -> Option<&str> {
    let (sign, typed) = line.split_once("> ")?;
    let number = sign.rsplit_once(' ')?.1;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(typed)
}

fn parse(page: &str) -> Vec<PageItem> {
    let mut items: Vec<PageItem> = Vec::new();
    let (mut is_open, mut path) = (false, None);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(command) = line.strip_prefix("    $ houserule ") {
            items.push(PageItem::Command { typed: command.to_string(), expected: String::new() });
            is_open = true;
            continue;
        }
        let text = line.strip_prefix("    ").or(line.is_empty().then_some(""));
        if let (Some(text), true, Some(PageItem::Command { expected, .. })) = (text, is_open, items.last_mut()) {
            expected.push_str(&format!("{text}\n"));
            continue;
        }
        is_open = false;
        if line.starts_with("```lua") || line.starts_with("```toml") {
            let text: String =
                lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
            let path = path.take().unwrap_or_else(|| script_file_name(&text));
            items.push(PageItem::File { path, text });
        } else if !line.is_empty() {
            // The line before a file may name it; otherwise the script in it does.
            path = line.split('`').find(|word| word.ends_with(".lua") || word.ends_with(".toml")).map(str::to_string);
        }
    }
    // Trailing blank lines are not part of the output.
    for item in &mut items {
        if let PageItem::Command { expected, .. } = item {
            expected.truncate(expected.trim_end().len());
        }
    }
    items
}

fn script_file_name(text: &str) -> String {
    let name = ["return variant \"", "return game \"", "return bot \"", "return lesson \""]
        .iter()
        .find_map(|start| text.split(start).nth(1));
    let name = name.and_then(|rest| rest.split('"').next()).expect("a script with a name");
    format!("{name}.lua")
}
