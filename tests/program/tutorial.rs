//! The tutorial matches the program from top to bottom.

use crate::common::pages;

#[test]
fn the_tutorial_matches_the_program() {
    let page = include_str!("../../docs/tutorial.md");
    assert_eq!(page.lines().filter(|line| line.starts_with("## ") && line.contains(". ")).count(), 10, "ten steps");
    let commands = pages::run_page(page, |_, text| text);
    assert!(commands >= 15, "only {commands} commands were found");
}
