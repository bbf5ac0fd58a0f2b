//! What the README shows is what the program says: its commands are run on its own files and compared word for word.

mod common;

use common::desk::Desk;

const README: &str = include_str!("../README.md");

/// The Lua files of the README, by the names of their variants and bots.
fn lua_files() -> Vec<(String, String)> {
    let blocks = README.split("```lua\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks
        .map(|block| {
            let named =
                ["return variant \"", "return bot \""].iter().find_map(|start| block.split(start).nth(1));
            let name = named.and_then(|rest| rest.split('"').next());
            (name.expect("a variant or a bot with a name").to_string(), block.to_string())
        })
        .collect()
}

/// A line typed at the prompt: `white 2> A0/`.
fn typed(line: &str) -> Option<&str> {
    let (sign, typed) = line.split_once("> ")?;
    let number = sign.rsplit_once(' ')?.1;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(typed)
}

/// Commands with what the README says they print; a prompt of which nothing is shown is left out.
fn commands() -> Vec<(Vec<String>, String)> {
    let mut found: Vec<(Vec<String>, String)> = Vec::new();
    let mut open = false;
    for line in README.lines() {
        if let Some(command) = line.strip_prefix("    $ houserule ") {
            // The only quotes are those around a list of moves.
            let parts = command.split('"').enumerate();
            let words = parts.flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().map(str::to_string).collect::<Vec<_>>(),
                _ => vec![part.to_string()],
            });
            found.push((words.collect(), String::new()));
            open = true;
        } else if let (Some(text), true) = (line.strip_prefix("    ").or(line.is_empty().then_some("")), open)
        {
            if let Some((_, expected)) = found.last_mut() {
                expected.push_str(&format!("{text}\n"));
            }
        } else {
            open = false;
        }
    }
    // Blank lines belong to what is shown only if more of it follows.
    found.iter_mut().for_each(|(_, shown)| shown.truncate(shown.trim_end().len()));
    found.retain(|(words, shown)| words[0] != "play" || !shown.is_empty());
    found
}

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    let desk = Desk::new();
    for (name, text) in lua_files() {
        let folder = if README.contains(&format!("variants/{name}.lua")) { "variants/" } else { "" };
        // The README shows what becomes of a slip in this one.
        let text = if name == "my-house" { text.replace("diagonal", "diagnoal") } else { text };
        desk.write(&format!("{folder}{name}.lua"), text);
    }
    let commands = commands();
    assert!(commands.len() >= 3, "only {} commands were found", commands.len());
    for (words, expected) in commands {
        let input: Vec<&str> = expected.lines().filter_map(typed).collect();
        let shown: Vec<&str> = expected.lines().filter(|line| typed(line).is_none()).collect();
        let said = desk.run_with(&words, input.join("\n"));
        // How many games are played in the time there is depends on the machine.
        let told = |line: &str| match words[0].as_str() {
            "check" => line.split(" (").next().unwrap_or(line).to_string(),
            _ => line.to_string(),
        };
        let out: Vec<String> = said.out.trim_end().lines().map(told).collect();
        let shown: Vec<String> = shown.into_iter().map(told).collect();
        assert_eq!(out, shown, "houserule {}", words.join(" "));
    }
}

#[test]
fn the_command_table_of_the_readme_and_the_help_name_the_same_commands() {
    let help = Desk::new().run(["--help"]).out;
    let listed: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    let shown: Vec<&str> = README
        .lines()
        .filter_map(|line| line.strip_prefix("| `houserule "))
        .filter_map(|rest| rest.split(['`', ' ']).next())
        .collect();
    assert_eq!(shown, listed);
}
