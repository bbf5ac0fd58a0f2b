//! The README and the other pages match the program: their commands run on their files, and the output is compared word
//! for word.

use crate::common::pages;
use crate::common::test_dir::TestDir;

const README: &str = include_str!("../../README.md");

#[test]
fn the_readme_matches_the_program() {
    // The README shows the message for a typo in this file.
    let with_typo = |path: &str, text: String| match path {
        "my-house.lua" => text.replace("diagonal", "diagnoal"),
        _ => text,
    };
    let (text, commands) = pages::run_page(&pages::read_page("README.md"), with_typo);
    assert!(commands >= 3, "only {commands} commands were found");
    pages::assert_page("README.md", text);
}

#[test]
fn the_prompt_page_matches_the_program_and_lists_all_commands() {
    let page = pages::read_page("docs/prompt.md");
    let (page, commands) = pages::run_page(&page, |_, text| text);
    assert!(commands >= 2, "only {commands} commands were found");
    let (before, rest) = page.split_once(" -->\n").expect("the start of the table");
    let (_, after) = rest.split_once("<!-- end of").expect("the end of the table");
    let table = houserule_app::repl::command_table();
    pages::assert_page("docs/prompt.md", format!("{before} -->\n\n{table}\n<!-- end of{after}"));
}

#[test]
fn the_games_page_matches_the_program() {
    pages::assert_page_matches("docs/games.md", 5);
}

#[test]
fn the_lessons_page_matches_the_program() {
    pages::assert_page_matches("docs/lessons.md", 2);
}

#[test]
fn the_laboratory_page_matches_the_program() {
    pages::assert_page_matches("docs/laboratory.md", 4);
}

#[test]
fn links_between_pages_resolve() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let anchor = |title: &str| -> String {
        let letters = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
        letters.collect::<String>().to_lowercase().replace(' ', "-")
    };
    let names = ["README.md", "docs/prompt.md", "docs/programs.md", "docs/games.md", "docs/lessons.md"];
    for name in names.into_iter().chain(["docs/laboratory.md", "docs/tutorial.md", "docs/rules.md"]) {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let to = if file.is_empty() { path.clone() } else { path.parent().expect("a folder").join(file) };
            assert!(to.exists(), "{name}: {link}");
            let page = if fragment.is_empty() { String::new() } else { std::fs::read_to_string(&to).expect("a page") };
            let titles = page.lines().filter(|line| line.starts_with('#'));
            let mut anchors = titles.map(|line| anchor(line.trim_start_matches('#').trim()));
            assert!(fragment.is_empty() || anchors.any(|anchor| anchor == fragment), "{name}: {link}");
        }
    }
}

#[test]
fn the_readme_and_the_help_list_the_same_commands() {
    let help = TestDir::new().run(["--help"]).stdout;
    let in_help: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    let in_readme: Vec<&str> = README
        .lines()
        .filter_map(|line| line.strip_prefix("| `houserule "))
        .filter_map(|rest| rest.split(['`', ' ']).next())
        .collect();
    assert_eq!(in_readme, in_help);
}
