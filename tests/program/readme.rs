//! What the README and the pages behind it show is what the program says: their commands are run on their own files and
//! compared word for word.

use crate::common::desk::Desk;
use crate::common::pages;

const README: &str = include_str!("../../README.md");

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

/// Follows a page that shows so many commands at least.
fn follow(page: &str, least: usize) {
    let commands = pages::follow(page, |_, text| text);
    assert!(commands >= least, "only {commands} commands were found");
}

#[test]
fn the_page_about_the_prompt_shows_what_is_said_there() {
    follow(include_str!("../../docs/prompt.md"), 2);
}

#[test]
fn the_page_about_the_games_shows_their_boards() {
    follow(include_str!("../../docs/games.md"), 5);
}

#[test]
fn the_page_about_lessons_shows_one_being_taken() {
    follow(include_str!("../../docs/lessons.md"), 2);
}

#[test]
fn the_page_about_the_laboratory_shows_what_comes_out() {
    follow(include_str!("../../docs/laboratory.md"), 4);
}

#[test]
fn links_between_pages_lead_somewhere() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let anchor = |title: &str| -> String {
        let kept = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    let names = ["README.md", "docs/prompt.md", "docs/programs.md", "docs/games.md", "docs/lessons.md"];
    for name in names.into_iter().chain(["docs/laboratory.md", "docs/tutorial.md"]) {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let to = if file.is_empty() { path.clone() } else { path.parent().expect("a folder").join(file) };
            assert!(to.exists(), "{name}: {link}");
            let page = if place.is_empty() { String::new() } else { std::fs::read_to_string(&to).expect("a page") };
            let titles = page.lines().filter(|line| line.starts_with('#'));
            let mut anchors = titles.map(|line| anchor(line.trim_start_matches('#').trim()));
            assert!(place.is_empty() || anchors.any(|anchor| anchor == place), "{name}: {link}");
        }
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
