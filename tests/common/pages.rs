//! Pages that show files, commands and what these print: followed from top to bottom on a desk, and compared word for
//! word.

use super::desk::Desk;
use super::transcript::words;

/// What a page shows, in its order.
enum PageOutput {
    /// A file, by its path.
    File(String, String),
    /// A command and what it prints.
    Command(String, String),
}

/// Follows a page; `file` may change what is written to a path. Gives the number of commands that were run.
pub fn follow(page: &str, file: impl Fn(&str, String) -> String) -> usize {
    let desk = Desk::new();
    let mut commands = 0;
    for shown in read(page) {
        match shown {
            PageOutput::File(path, text) => desk.write(&path, file(&path, text)),
            // A prompt of which nothing is shown would wait for somebody.
            PageOutput::Command(typed, said) if typed.starts_with("play ") && said.is_empty() => {}
            PageOutput::Command(typed, said) => {
                compare(&desk, &typed, &said);
                commands += 1;
            }
        }
    }
    commands
}

fn compare(desk: &Desk, typed: &str, expected: &str) {
    let input: Vec<&str> = expected.lines().filter_map(at_the_prompt).collect();
    let shown = expected.lines().filter(|line| at_the_prompt(line).is_none());
    let said = desk.run_with(words(typed), input.join("\n"));
    // How many games are played in the time there is depends on the machine.
    let told = |line: &str| match typed.starts_with("check ") {
        true => line.split(" (").next().unwrap_or(line).to_string(),
        false => line.to_string(),
    };
    // Talk beside the data is not shown, unless there is nothing else.
    let said = if said.out.is_empty() { said.err } else { said.out };
    let out: Vec<String> = said.trim_end().lines().map(told).collect();
    assert_eq!(out, shown.map(told).collect::<Vec<String>>(), "houserule {typed}");
}

/// A line typed at the prompt: `white 2> A0/`.
fn at_the_prompt(line: &str) -> Option<&str> {
    let (sign, typed) = line.split_once("> ")?;
    let number = sign.rsplit_once(' ')?.1;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(typed)
}

fn read(page: &str) -> Vec<PageOutput> {
    let mut found: Vec<PageOutput> = Vec::new();
    let (mut is_open, mut path) = (false, None);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(command) = line.strip_prefix("    $ houserule ") {
            found.push(PageOutput::Command(command.to_string(), String::new()));
            is_open = true;
            continue;
        }
        let text = line.strip_prefix("    ").or(line.is_empty().then_some(""));
        if let (Some(text), true, Some(PageOutput::Command(_, said))) = (text, is_open, found.last_mut()) {
            said.push_str(&format!("{text}\n"));
            continue;
        }
        is_open = false;
        if line.starts_with("```lua") || line.starts_with("```toml") {
            let text: String =
                lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
            let path = path.take().unwrap_or_else(|| file_of(&text));
            found.push(PageOutput::File(path, text));
        } else if !line.is_empty() {
            // A file is named in the last line before it, or goes by the name of what it holds.
            path = line.split('`').find(|word| word.ends_with(".lua") || word.ends_with(".toml")).map(str::to_string);
        }
    }
    // Blank lines belong to what is shown only if more of it follows.
    for shown in &mut found {
        if let PageOutput::Command(_, said) = shown {
            said.truncate(said.trim_end().len());
        }
    }
    found
}

fn file_of(text: &str) -> String {
    let name = ["return variant \"", "return game \"", "return bot \"", "return lesson \""]
        .iter()
        .find_map(|start| text.split(start).nth(1));
    let name = name.and_then(|rest| rest.split('"').next()).expect("a script with a name");
    format!("{name}.lua")
}
