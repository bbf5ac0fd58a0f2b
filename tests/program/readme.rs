//! The README and the other pages match the program: their commands run on their files, and the output is compared word
//! for word.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::pages;
use crate::common::test_dir::TestDir;

/// Tests of pages, each with the least number of commands in it: they run, and the page shows their output.
macro_rules! pages_with_commands {
    ($($test:ident: $page:literal, $min_commands:literal;)*) => {
        mod matches_the_program {
            use crate::common::pages;

            $(#[test]
            fn $test() {
                pages::assert_page_matches($page, $min_commands);
            })*
        }

        const PAGES_WITH_COMMANDS: &[&str] = &[$($page),*];
    };
}

pages_with_commands! {
    readme: "README.md", 9;
    contributing: "CONTRIBUTING.md", 3;
    playing: "docs/play.md", 8;
    games: "docs/games.md", 9;
    browser: "docs/browser.md", 1;
    lessons: "docs/lessons.md", 2;
    laboratory: "docs/laboratory.md", 7;
    house_rules: "docs/house-rules.md", 8;
    bots: "docs/bots.md", 5;
    notation: "docs/notation.md", 5;
    programs: "docs/programs.md", 4;
    pictures: "docs/pictures.md", 6;
    tutorial: "docs/tutorial.md", 15;
}

/// The page whose table of commands comes from the program.
const PROMPT_PAGE: &str = "docs/prompt.md";

#[test]
fn every_page_with_commands_is_tested() {
    let has_commands = |page: &String| {
        let text = pages::read_page(page);
        text.lines().any(|line| line.starts_with("    $ houserule ") || line.starts_with("houserule "))
    };
    let with_commands: BTreeSet<String> = all_pages().into_iter().filter(has_commands).collect();
    let tested = PAGES_WITH_COMMANDS.iter().chain([&PROMPT_PAGE]).map(ToString::to_string).collect();
    assert_eq!(with_commands, tested);
}

#[test]
fn the_readme_is_short() {
    assert!(pages::read_page("README.md").lines().count() <= 150);
}

#[test]
fn the_tutorial_has_ten_steps() {
    let page = pages::read_page("docs/tutorial.md");
    assert_eq!(page.lines().filter(|line| line.starts_with("## ") && line.contains(". ")).count(), 10);
}

#[test]
fn the_prompt_page_matches_the_program_and_lists_all_commands() {
    let page = pages::read_page(PROMPT_PAGE);
    let (page, commands) = pages::run_page(&page, |_, text| text);
    assert!(commands >= 2, "only {commands} commands were found");
    let (before, rest) = page.split_once(" -->\n").expect("the start of the table");
    let (_, after) = rest.split_once("<!-- end of").expect("the end of the table");
    let table = houserule_app::repl::command_table();
    pages::assert_page(PROMPT_PAGE, format!("{before} -->\n\n{table}\n<!-- end of{after}"));
}

#[test]
fn the_games_page_names_every_game_and_house_rule() {
    let page = pages::read_page("docs/games.md");
    for game in games() {
        let name = game.rsplit('+').next().expect("a name");
        // An option may follow a puzzle's name: `rainbow-green`.
        assert!([format!("`{name}`"), format!("`{name}-")].iter().any(|text| page.contains(text)), "{game}");
    }
}

#[test]
fn the_engine_answers_as_the_page_about_programs_shows() {
    let page = pages::read_page("docs/programs.md");
    let shown =
        || page.lines().skip_while(|line| !line.starts_with("    > tei")).map_while(|line| line.strip_prefix("    "));
    let typed: Vec<&str> = shown().filter_map(|line| line.strip_prefix("> ")).collect();
    let output = TestDir::new().run_with(["tei"], format!("{}\n", typed.join("\n"))).success();
    // Times and moves differ from run to run, the names of the fields do not.
    let names = |line: &str| {
        let words = line.split(" pv ").next().unwrap_or(line).split(' ');
        words.filter(|word| word.starts_with(char::is_lowercase) && word.len() > 2).collect::<Vec<_>>().join(" ")
    };
    let expected: Vec<String> = shown().filter(|line| !line.starts_with("> ")).map(names).collect();
    let answers: Vec<String> = output.stdout.lines().map(names).collect();
    assert!(answers.ends_with(&expected), "{}", output.stdout);
}

#[test]
fn the_page_about_pictures_draws_the_pictures_of_all_pages() {
    let page = pages::read_page("docs/pictures.md");
    for picture in repository().join("docs/images").read_dir().expect("a folder").flatten() {
        let name = picture.file_name().into_string().expect("a name");
        // The browser of the tests draws its own.
        assert!(page.contains(&format!(" -o {name}")) || name == "browser.png", "{name}");
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of the repository, from its root.
fn all_pages() -> Vec<String> {
    let pages_in = |folder: &'static str| {
        let entries = repository().join(folder).read_dir().expect("a folder").flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.filter(|name| name.ends_with(".md")).map(move |name| format!("{folder}{name}"))
    };
    let pages: Vec<String> = pages_in("").chain(pages_in("docs/")).collect();
    assert!(pages.len() >= 15, "{pages:?}");
    pages
}

/// The files that a page links to or shows, each with the fragment behind `#`.
fn links(text: &str) -> Vec<(&str, &str)> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = text.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let local = links.chain(pictures).filter(|link| !link.contains("://"));
    local.map(|link| link.split_once('#').unwrap_or((link, ""))).collect()
}

#[test]
fn links_between_pages_resolve() {
    let anchor = |title: &str| -> String {
        let letters = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
        letters.collect::<String>().to_lowercase().replace(' ', "-")
    };
    for name in all_pages() {
        let path = repository().join(&name);
        for (file, fragment) in links(&pages::read_page(&name)) {
            let to = if file.is_empty() { path.clone() } else { path.parent().expect("a folder").join(file) };
            assert!(to.exists(), "{name}: {file}");
            let page = if fragment.is_empty() { String::new() } else { std::fs::read_to_string(&to).expect("a page") };
            let titles = page.lines().filter(|line| line.starts_with('#'));
            let mut anchors = titles.map(|line| anchor(line.trim_start_matches('#').trim()));
            assert!(fragment.is_empty() || anchors.any(|anchor| anchor == fragment), "{name}: {file}#{fragment}");
        }
    }
}

#[test]
fn the_index_links_to_every_page() {
    let index = pages::read_page("docs/README.md");
    let linked: BTreeSet<String> = links(&index).iter().map(|(file, _)| file.replace("../", "")).collect();
    for page in all_pages().iter().map(|page| page.trim_start_matches("docs/")) {
        assert!(linked.contains(page), "{page}");
    }
}

/// The games and variants that `games` lists.
fn games() -> Vec<String> {
    let list = TestDir::new().run(["games"]).stdout;
    let names = list.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| !name.contains(':'));
    names.map(str::to_string).collect()
}

/// The commands that `--help` lists.
fn commands_in_help() -> Vec<String> {
    let help = TestDir::new().run(["--help"]).stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let words = lines.map_while(|line| line.strip_prefix("  ")?.split_whitespace().next());
    words.filter(|command| *command != "help").map(str::to_string).collect()
}

#[test]
fn the_page_of_commands_and_the_help_list_the_same_commands() {
    let page = pages::read_page("docs/commands.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `houserule "));
    let mut in_page: Vec<&str> = rows.filter_map(|rest| rest.split(['`', ' ']).next()).collect();
    let mut in_help = commands_in_help();
    in_page.sort_unstable();
    in_help.sort_unstable();
    assert_eq!(in_page, in_help);
}

#[test]
fn pages_name_only_commands_that_exist() {
    let words: BTreeSet<String> = commands_in_help().into_iter().chain(games()).collect();
    for name in all_pages() {
        let page = pages::read_page(&name);
        let named = page.split("`houserule ").skip(1).filter_map(|rest| rest.split(['`', ' ']).next());
        for word in named.filter(|word| word.starts_with(char::is_lowercase)) {
            assert!(words.contains(word), "{name}: houserule {word}");
        }
    }
}
