//! One table in several windows, and what happens to them.

use super::driver::{Page, cell};

#[test]
fn undo_typed_at_the_prompt_is_seen_on_the_page_and_a_reload_shows_the_same_game() {
    let Some(mut page) = Page::open(&["play", "tak", "--seats", "human,human"]) else { return };
    page.click(&cell("a1"));
    page.wait_for_moves(1);
    page.table.wait_for_output("white 1> a1\nwhite: a1\n");
    page.click(&cell("e5"));
    page.wait_for_moves(2);
    page.table.type_line("undo");
    page.wait_for_moves(1);
    assert_eq!(page.count(".cell.occupied"), 1);
    page.reload();
    page.wait_for_moves(1);
    assert_eq!(page.count(".cell.occupied"), 1);
    assert_eq!(page.text("#moves .undone"), "e5");
    assert_eq!(page.record(), ["a1"]);
}

#[test]
fn two_windows_are_in_step_and_one_of_a_seat_moves_only_in_its_turn() {
    let Some(mut page) = Page::open(&["play", "tak", "--seats", "human,human"]) else { return };
    let first = page.open_same_window();
    page.wait_for_moves(0);
    page.click(&cell("b2"));
    page.wait_for_moves(1);
    page.go_to_window(&first);
    page.wait_for_moves(1);
    let key = page.table.key_of("white");
    let link = format!("http://{}/#{key}", page.table.host());
    page.open_window(&link);
    page.wait_for_moves(1);
    page.type_line("c3");
    page.wait_for("#choice.refused");
    assert_eq!(page.record(), ["b2"]);
    page.table.type_line("d4");
    page.wait_for_moves(2);
    page.click(&cell("c3"));
    page.wait_for_moves(3);
    assert_eq!(page.record(), ["b2", "d4", "c3"]);
}

#[test]
fn a_click_on_a_move_goes_there_and_rules_change_in_the_middle_of_the_game() {
    let moves = "a1 e5 c3 Sb2 b3";
    let Some(mut page) = Page::open(&["play", "tak", "--seats", "human,human", "--moves", moves]) else { return };
    page.wait_for_moves(5);
    page.click("#moves [data-id=ply-2]");
    page.wait_for_moves(2);
    page.click("[data-id=redo]");
    page.type_line("goto end");
    page.wait_for_moves(5);
    page.type_line("variant +late-walls turn=3");
    page.wait_for_text("#log", "The first difference is Sb2");
    page.wait_for_moves(3);
    assert_eq!(page.record(), ["a1", "e5", "c3"]);
}

#[test]
fn a_window_that_only_shows_the_game_has_no_buttons_and_one_of_a_seat_has_its_own() {
    let Some(mut page) = Page::open(&["play", "tak", "--seats", "human,human", "--moves", "a1 e5 c3"]) else { return };
    let shown = "return [...document.querySelectorAll('button:not(#skip), input, select, textarea')].filter((each) => each.offsetParent).length";
    let link = |page: &mut Page, viewer: &str| format!("http://{}/#{}", page.table.host(), page.table.key_of(viewer));
    let readonly = link(&mut page, "readonly");
    page.open_window(&readonly);
    page.wait_for_moves(3);
    page.wait_for_text("#moves", "c3");
    page.run("for (const fold of document.querySelectorAll('details')) fold.open = true");
    page.wait_for_text("#seats .fold", "human");
    page.wait_for_text("#options .fold", "size");
    assert_eq!(page.run(shown), 0, "{}", page.text("main"));
    let black = link(&mut page, "black");
    page.open_window(&black);
    page.wait_for_moves(3);
    assert_eq!(page.text("#actions"), "UndoRedoResign");
    assert_eq!(page.count("#actions button:disabled"), 1, "nothing was undone");
    page.click(&cell("d4"));
    page.wait_for_moves(4);
    assert_eq!(page.count("#actions button:disabled"), 3, "it is not its turn");
}

#[test]
fn the_page_says_that_the_program_has_ended() {
    let Some(mut page) = Page::open(&["play", "tak", "--seats", "human,human"]) else { return };
    page.table.quit();
    page.wait_for_text("#connection", "The program has ended. Start it again and open the link that it prints.");
}

#[test]
fn a_wrong_link_is_said_in_one_sentence() {
    let Some(page) = Page::open(&["play", "tak"]) else { return };
    page.visit("about:blank");
    page.visit(&format!("http://{}/", page.table.host()));
    page.wait_for_text("#connection", "This address lacks its key.");
}

#[test]
fn the_page_fits_a_window_400_pixels_wide_and_a_zoom_of_200_percent() {
    let args = ["play", "tantrix", "--seats", "human,human", "--moves", "49@0,0:0 3@-1,0:4 12@-2,0:1"];
    let Some(page) = Page::open(&args) else { return };
    for (width, height, zoom) in [(400, 800, 1), (640, 450, 2)] {
        page.resize(width, height, zoom);
        page.wait_until(&format!("innerWidth === {width}"), "the window has another size");
        let wide = "return [...document.querySelectorAll('main *')]\
                    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1).length";
        assert_eq!(page.run(wide), 0, "something is wider than {width} pixels");
        let board = page.run("return document.querySelector('#board svg').getBoundingClientRect().width");
        assert!(board.as_f64().expect("a number") > f64::from(width) / 3.0, "{board} of {width}");
    }
}
