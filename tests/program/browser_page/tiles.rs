//! Games and puzzles of tiles on the page.

use super::driver::{Page, cell, tile};
use crate::common::test_dir::TestDir;
use thirtyfour::Key;

/// Turns the tile at the cell that is looked at until the sentence begins like this.
#[track_caller]
fn turn_until(page: &Page, sentence: &str) {
    for _ in 0..6 {
        page.wait_for("#choice:not(:empty)");
        let shown = page.text("#choice");
        if shown.starts_with(sentence) {
            return;
        }
        page.press(['r']);
        // The next turning is another sentence.
        let start = std::time::Instant::now();
        while page.text("#choice") == shown && start.elapsed().as_secs() < 10 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
    panic!("no turning is `{sentence}`: {}", page.text("#choice"));
}

#[test]
fn clicks_go_through_the_faces_that_fit_in_trax_and_a_double_click_lays_one_with_what_it_forces() {
    let moves = "@0/ B1+ C1/ A0/";
    let Some(mut page) = Page::open(&["play", "trax", "--seats", "human,human", "--moves", moves]) else { return };
    page.wait_for_moves(4);
    assert_eq!(page.count(".cell.lit"), 10, "cells where a tile fits");
    page.hover(&cell("D1"));
    page.wait_for_text("#choice", "D1+");
    page.click(&cell("D1"));
    page.wait_for(".cell.chosen");
    page.click(&cell("D1"));
    page.wait_for_text("#choice", "D1/");
    turn_until(&page, "D1\\: forces 1 tile");
    assert_eq!(page.count(".ghost [data-on]"), 2, "the tile and the one it forces are shown");
    page.double_click(&cell("D1"));
    page.wait_for_moves(5);
    assert_eq!(page.record()[4], "D1\\");
    assert_eq!(page.count(".cell[data-last]"), 2);
    assert_eq!(page.text("#turn"), "Red to move, turn 3.");
}

#[test]
fn the_first_trax_tile_shows_both_faces_and_its_buttons_wait_for_the_pointer() {
    let Some(mut page) = Page::open(&["play", "trax", "--seats", "human,human"]) else { return };
    page.click(&cell("@0"));
    page.wait_for_text("#choice", "@0+");
    page.hover("#typed");
    page.click("#steps button:nth-child(1)");
    page.wait_for_text("#choice", "@0/");
    page.click("#steps button:nth-child(2)");
    page.wait_for_moves(1);
    assert_eq!(page.record(), ["@0/"]);
}

#[test]
fn a_tantrix_turn_with_fills_before_and_after_is_played() {
    let moves = "49@0,0:0 3@-1,0:4 12@-2,0:1 29@-3,1:2";
    let Some(mut page) = Page::open(&["play", "tantrix", "--seats", "human,human", "--moves", moves]) else { return };
    page.wait_for_moves(4);
    for (index, (name, at, turning)) in
        [("22", "-2,1", 4), ("37", "-4,1", 1), ("19", "-3,0", 4)].into_iter().enumerate()
    {
        if index != 1 {
            page.wait_for(&format!("{}.fits", tile(name)));
        }
        page.click(&tile(name));
        page.wait_for(&format!("{}.lit", cell(at)));
        page.hover(&cell(at));
        let notation = format!("{name}@{at}:{turning}");
        let text = page.table.post("/table/ask", &serde_json::json!({ "ask": "moves" })).json();
        let listed = text["moves"].as_array().expect("moves").iter().find(|mv| mv["notation"] == *notation);
        let text =
            listed.unwrap_or_else(|| panic!("{notation} is not legal: {text}"))["text"].as_str().expect("a text");
        turn_until(&page, text);
        page.click(&cell(at));
        page.wait_for_moves(5 + index);
    }
    assert_eq!(page.record()[4..], ["22@-2,1:4", "37@-4,1:1", "19@-3,0:4"]);
    assert_eq!(page.text("#turn"), "Yellow to move, turn 3.");
}

#[test]
fn discovery_5_is_solved_by_dragging() {
    let Some(mut page) = Page::open(&["play", "discovery-5"]) else { return };
    let mut count = 0;
    for (name, at, turning) in [("4", "0,0", 0), ("1", "0,-1", 5), ("2", "1,0", 3), ("5", "1,-1", 3), ("3", "1,-2", 4)]
    {
        page.drag(&tile(name), &cell(at));
        count += 1;
        page.wait_for_moves(count);
        if turning == 0 {
            continue;
        }
        // It lies as it was in the heap; it is turned in its place.
        page.click(&cell(at));
        page.wait_for_text("#choice", &format!("Tile {name} on {at}"));
        page.press(['r']);
        turn_until(&page, &format!("turn:{name}:{turning}"));
        page.press([Key::Enter]);
        count += 1;
        if name != "3" {
            page.wait_for_moves(count);
        }
    }
    page.wait_for_text("#turn", "solved");
    assert_eq!(page.record().len(), 9);
}

#[test]
fn a_turned_tile_of_a_puzzle_stays_turned_when_another_is_chosen() {
    let Some(mut page) = Page::open(&["play", "discovery-5"]) else { return };
    page.drag(&tile("1"), &cell("0,0"));
    page.wait_for_moves(1);
    assert_eq!(page.count("#steps button"), 0, "nothing is left to put back");
    page.click(&cell("0,0"));
    page.wait_for_text("#choice", "Tile 1 on 0,0");
    turn_until(&page, "turn:1:2");
    page.click(&tile("2"));
    page.wait_for_moves(2);
    page.wait_for("#supply [data-tile='2'][aria-pressed=true]");
    assert_eq!(page.record()[1], "turn:1:2");
}

#[test]
fn a_board_that_grows_stays_under_the_pointer() {
    let Some(page) = Page::open(&["play", "tantrix", "--seats", "human,human", "--moves", "49@0,0:0"]) else { return };
    page.wait_for_moves(1);
    let place = |page: &Page| {
        let place = "const place = document.querySelector('.cell[data-cell=\"0,0\"]').getBoundingClientRect();\
                     return [place.x, place.y, place.width, document.querySelector('#board').offsetHeight]";
        page.run(place).as_array().expect("numbers").iter().map(|each| each.as_f64().expect("a number")).collect()
    };
    page.table.post("/table/line", &serde_json::json!({ "line": "3@-1,0:4" }));
    page.wait_for_moves(2);
    let before: Vec<f64> = place(&page);
    page.table.post("/table/line", &serde_json::json!({ "line": "undo" }));
    page.wait_for_moves(1);
    assert_eq!(place(&page), before);
}

#[test]
fn a_race_of_three_seats_is_played_to_its_end() {
    let position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 12,20,21/5,6/7,8 | bag 0";
    let args = ["play", "gobble", "--set", "players=3", "--seats", "human,human,human", "--position", position];
    let Some(mut page) = Page::open(&args) else { return };
    assert_eq!(page.text("#turn"), "Everyone may move.");
    let mut count = 0;
    let mut gifts = 0;
    'race: while page.count("#turn.over") == 0 {
        let names = page.run(
            "return [...document.querySelectorAll('#supply .tile:not(:disabled)')].map((tile) => tile.dataset.tile)",
        );
        for name in names.as_array().expect("tiles").iter().filter_map(|name| name.as_str()) {
            page.click(&tile(name));
            page.wait_for(&format!("{}[aria-pressed=true]", tile(name)));
            let gift = "#steps [data-id^=move-]";
            let is_gift = page.count(gift) > 0;
            let next = if is_gift { gift } else { ".cell.lit" };
            if page.count(next) > 0 {
                if is_gift {
                    page.wait_for_text("#choice", "choose who gets it.");
                }
                page.click(next);
                (count, gifts) = (count + 1, gifts + usize::from(is_gift));
                page.wait_for_moves(count);
                continue 'race;
            }
            page.press([Key::Escape]);
        }
        panic!("nobody can move, and the race is not over: {}", page.text("main"));
    }
    assert!(gifts > 0, "no tile was given away");
    assert_eq!(page.record().len(), count);
}

const FAST: &str = r#"--- Bots move every second.
return variant "fast" {
  title = "Fast",
  base  = "gobble",
  rules = { turn = { pace { seconds = 1 } } },
}
"#;

#[test]
fn a_tile_stays_chosen_while_bots_race() {
    let dir = TestDir::with("variants/fast.lua", FAST);
    let args = ["play", "gobble+fast", "--set", "players=3", "--seats", "human,random,random", "--seed", "2"];
    let Some(mut page) = Page::open_in(dir, &args, (1280, 900)) else { return };
    // The first move starts the race.
    page.click("#supply .tile:not(:disabled)");
    page.click(".cell.lit");
    page.wait_for("body:not([data-moves='0'])");
    page.click("#supply .tile:not(:disabled)");
    page.wait_for("#supply [aria-pressed=true]");
    let chosen = page.run("return document.querySelector('#supply [aria-pressed=true]').dataset.tile");
    page.wait_for_text("#moves", "2:");
    page.wait_for_text("#moves", "3:");
    page.wait_for("#supply .tile");
    page.wait_for(&format!("#supply [data-tile={chosen}][aria-pressed=true]"));
    let record = page.record();
    assert!(record.iter().filter(|text| text.starts_with("1:")).count() == 1, "{record:?}");
}
