//! The tutorial matches the program from top to bottom.

use crate::common::pages;

const TUTORIAL: &str = "docs/tutorial.md";

#[test]
fn the_tutorial_matches_the_program() {
    pages::assert_page_matches(TUTORIAL, 15);
}

#[test]
fn the_tutorial_has_ten_steps() {
    let page = pages::read_page(TUTORIAL);
    assert_eq!(page.lines().filter(|line| line.starts_with("## ") && line.contains(". ")).count(), 10, "ten steps");
}
