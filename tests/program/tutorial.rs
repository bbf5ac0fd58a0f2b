//! The tutorial is followed from top to bottom: what it shows is what the program says.

use crate::common::pages;

#[test]
fn the_tutorial_shows_what_happens() {
    let page = include_str!("../../docs/tutorial.md");
    assert_eq!(page.lines().filter(|line| line.starts_with("## ") && line.contains(". ")).count(), 10, "ten steps");
    let commands = pages::follow(page, |_, text| text);
    assert!(commands >= 15, "only {commands} commands were found");
}
