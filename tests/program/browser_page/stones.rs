//! Games of stones on the page.

use super::driver::{Page, cell};
use thirtyfour::Key;

#[test]
fn a_game_of_tak_with_a_spread_of_three_drops_is_played_by_mouse() {
    let Some(mut page) = Page::open(&["play", "tak", "--set", "size=4", "--seats", "human,human"]) else { return };
    let place = |page: &Page, name: &str, count: usize| {
        page.click(&cell(name));
        page.wait_for_moves(count);
    };
    place(&page, "a1", 1);
    place(&page, "d4", 2);
    place(&page, "b1", 3);
    place(&page, "d1", 4);
    // A single piece is lifted, and dropped on the next cell.
    let step = |page: &Page, from: &str, to: &str, count: usize| {
        page.click(&cell(from));
        page.wait_for_text("#choice", "1 in hand");
        page.click(&cell(to));
        page.wait_for_moves(count);
    };
    step(&page, "b1", "a1", 5);
    place(&page, "d2", 6);
    place(&page, "b1", 7);
    place(&page, "c1", 8);
    step(&page, "b1", "a1", 9);
    place(&page, "c2", 10);

    page.click(&cell("a1"));
    page.wait_for_text("#choice", "3 in hand from a1");
    page.click(&cell("a2"));
    page.wait_for_text("#choice", "1 on a2");
    // What will lie there is shown before it is let go.
    page.hover(&cell("a3"));
    page.wait_for_text("#choice", "1 on a2, 1 on a3, 1 in hand from a1; all of it here, with Shift, is 3a1+12");
    page.wait_for(".ghost [data-on='0,2']");
    assert_eq!(page.count(".ghost [data-on='0,3']"), 0, "a click drops one, so nothing is shown on a4");
    page.click(&cell("a3"));
    page.wait_for_text("#choice", "1 on a3");
    page.click(&cell("a4"));
    page.wait_for_moves(11);

    place(&page, "c3", 12);
    place(&page, "c4", 13);
    place(&page, "b3", 14);
    page.hover(&cell("b4"));
    page.wait_for_text("#choice", "wins by road");
    page.click(&cell("b4"));
    page.wait_for_text("#turn", "white wins by road");
    assert_eq!(page.record().join(" "), "a1 d4 b1 d1 b1< d2 b1 c1 b1< c2 3a1+111 c3 c4 b3 b4");
    assert!(page.text("#moves").contains("3a1+111"));
}

#[test]
fn a_whole_game_is_played_by_keyboard_alone() {
    let Some(mut page) = Page::open(&["play", "tak", "--set", "size=3", "--seats", "human,human"]) else { return };
    // The board is one stop of the Tab key, after the button that skips to it.
    page.press([Key::Tab, Key::Enter]);
    page.wait_for(".cell:focus");
    assert_eq!(page.run("return location.hash"), format!("#{}", page.table.key));
    let at = |page: &Page| page.run("return document.activeElement.dataset.at").as_str().unwrap_or("none").to_string();
    let go = |page: &Page, to: &str| {
        let keys = |from: &str| {
            let (from, to) = (from.as_bytes(), to.as_bytes());
            let across = if to[0] < from[0] { Key::Left } else { Key::Right };
            let along = if to[1] < from[1] { Key::Down } else { Key::Up };
            let count = |axis: usize| usize::from(from[axis].abs_diff(to[axis]));
            [vec![across; count(0)], vec![along; count(1)]].concat()
        };
        page.press(keys(&at(page)));
        assert_eq!(at(page), to);
    };
    for (index, (digit, to)) in [('1', "c3"), ('1', "a3"), ('1', "a2"), ('2', "c2")].into_iter().enumerate() {
        page.press([digit]);
        go(&page, to);
        page.press([Key::Enter]);
        page.wait_for_moves(index + 1);
    }
    page.wait_for_text("#live", "black: Sc2. White to move");
    // A choice is dropped with Escape, and a move with U.
    go(&page, "a3");
    page.press([Key::Enter]);
    page.wait_for_text("#choice", "1 in hand from a3");
    page.press([Key::Escape]);
    go(&page, "b2");
    page.press([Key::Enter]);
    page.wait_for_moves(5);
    page.press(['u']);
    page.wait_for_moves(4);
    go(&page, "a1");
    page.press([Key::Enter]);
    page.wait_for_text("#turn", "white wins by road");
    assert_eq!(page.record(), ["c3", "a3", "a2", "Sc2", "a1"]);
}

#[test]
fn the_page_says_why_a_cell_is_not_allowed() {
    let moves = "a1 e5 c3 c4";
    let Some(mut page) = Page::open(&["play", "tak", "--seats", "human,human", "--moves", moves]) else { return };
    page.wait_for_moves(4);
    page.hover(&cell("c4"));
    page.wait_for_text("#choice.refused", "c4 is not empty [tak.lua:");
    page.click(&cell("c4"));
    page.type_line("c4");
    page.wait_for_text("#log .refused", "c4 is not empty");
    assert_eq!(page.record().len(), 4);
}

#[test]
fn what_the_page_says_is_about_what_it_shows() {
    let Some(page) = Page::open(&["play", "tak", "--seats", "human,human", "--moves", "a1 e5 c3 c4"]) else { return };
    page.wait_for_moves(4);
    page.type_line("note");
    page.wait_for_text("#choice.refused", "note needs a text");
    assert_eq!(page.text("#choice code"), "note");
    // Neither the refusal nor what speaks against the cell under the pointer is left.
    page.click(&cell("b2"));
    page.wait_for_moves(5);
    page.hover(&cell("b2"));
    assert_eq!(page.text("#choice"), "");
}

#[test]
fn shift_drops_all_that_is_in_hand() {
    let moves = "a1 e5 c3 c4 c3+ a5";
    let Some(mut page) = Page::open(&["play", "tak", "--seats", "human,human", "--moves", moves]) else { return };
    page.wait_for_moves(6);
    page.click(&cell("c4"));
    page.hover(&cell("c3"));
    page.wait_for_text("#choice", "1 on c3, 1 in hand from c4");
    page.shift_click(&cell("c3"));
    page.wait_for_moves(7);
    assert_eq!(page.record()[6], "2c4-");
}

#[test]
fn a_stack_is_dragged_and_a_piece_too() {
    let moves = "a1 e5 c3 c4 c3+ a5";
    let Some(mut page) = Page::open(&["play", "tak", "--seats", "human,human", "--moves", moves]) else { return };
    page.wait_for_moves(6);
    page.drag(&cell("c4"), &cell("c2"));
    page.wait_for_moves(7);
    page.drag("#supply [data-piece=wall]", &cell("b2"));
    page.wait_for_moves(8);
    assert_eq!(page.record()[6..], ["2c4-11", "Sb2"]);
}
