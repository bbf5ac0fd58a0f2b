//! What the README shows is what the program says: its commands are run on its own files and compared word for word.

mod common;

use common::desk::Desk;
use common::pages;

const README: &str = include_str!("../README.md");

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    // The README shows what becomes of a slip in this one.
    let spoilt = |path: &str, text: String| match path {
        "my-house.lua" => text.replace("diagonal", "diagnoal"),
        _ => text,
    };
    let commands = pages::follow(README, spoilt);
    assert!(commands >= 3, "only {commands} commands were found");
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
