//! Lessons, rules that change, and files, on the page.

use super::driver::{Page, cell};
use crate::common::test_dir::TestDir;

#[test]
fn a_lesson_is_taken_with_a_wrong_answer_first() {
    let Some(page) = Page::open(&["play", "tak"]) else { return };
    page.type_line("lesson tak-walls");
    page.wait_for_text("#lesson", "step 1 of 4");
    page.wait_for_text("#lesson", "Does white have a road?");
    assert!(page.count(".cell[aria-label*=highlighted]") == 1, "the wall is highlighted");
    page.click("#lesson [data-id=word-yes]");
    page.wait_for_text("#log", "A wall is never part of a road, not even for its owner.");
    assert!(page.text("#lesson").contains("step 1 of 4"));
    page.click("#lesson [data-id=word-no]");
    page.wait_for_text("#log", "> no");
    page.click("#lesson [data-id=word-next]");
    page.wait_for_text("#lesson", "step 2 of 4");
    page.table.wait_for_output("tak-walls 1> yes");
}

#[test]
fn a_rule_is_edited_wrongly_then_rightly_and_the_game_is_replayed() {
    let moves = "a1 e5 c3 d4 b3 d3 b4 e4 Sb2";
    let args = ["play", "tak+late-walls", "--seats", "human,human", "--moves", moves];
    let Some(mut page) = Page::open(&args) else { return };
    page.wait_for_moves(9);
    page.click("#workshop summary");
    page.wait_for("#workshop option");
    page.wait_for_text("#workshop select", "late-walls");
    let edit = |text: &str| {
        let script = format!(
            "const field = document.querySelector('#workshop textarea'); field.value = {text}; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        );
        page.run(&script);
    };
    page.run("window.original = document.querySelector('#workshop textarea').value");
    edit("original + '\\nlocal x = ('");
    page.wait_for("#faults .fault");
    assert_eq!(page.count("#workshop .numbers .faulty"), 1);
    assert_eq!(page.text("#workshop .tags"), page.run("return document.querySelector('#workshop .faulty').title"));
    assert_eq!(page.count("#workshop button:disabled"), 1, "it cannot be applied");
    edit("original.replace('default = 5', 'default = 6')");
    page.wait_for_text("#faults", "Sb2");
    page.click("#workshop .row button");
    page.wait_for_moves(8);
    page.wait_for_text("#log", "The first difference is Sb2");
    assert!(page.table.dir.read("variants/late-walls.lua").contains("default = 6"));
    page.hover("[data-piece=wall]");
    page.click("[data-piece=wall]");
    page.hover(&cell("b2"));
    page.wait_for_text("#choice", "walls wait until turn 6");
    assert_eq!(page.record().len(), 8);
}

#[test]
fn a_script_keeps_its_line_ends() {
    let script = "return variant \"late\" {\r\n  title = \"Late\",\r\n  base = \"tak\",\r\n  rules = {},\r\n}\r\n";
    let dir = TestDir::with("variants/late.lua", script);
    let args = ["play", "tak+late", "--seats", "human,human"];
    let Some(page) = Page::open_in(dir, &args, (1280, 900)) else { return };
    page.click("#workshop summary");
    page.wait_for("#workshop option");
    page.wait_for_text("#workshop .numbers", "5");
    let edit = "const field = document.querySelector('#workshop textarea'); field.value = field.value.replace('Late', 'Later'); \
                field.dispatchEvent(new Event('input', { bubbles: true }))";
    page.run(edit);
    page.wait_for("#workshop .row button:enabled:not(:last-child)");
    page.click("#workshop .row button");
    page.wait_for_text("#title", "Later");
    assert_eq!(page.table.dir.read("variants/late.lua"), script.replace("Late", "Later"));
    page.wait_for("#workshop .row button:disabled");
}

#[test]
fn a_file_that_is_no_game_is_said_in_one_sentence_and_a_game_is_loaded() {
    let Some(mut page) = Page::open(&["play", "tak", "--seats", "human,human", "--moves", "a1 e5"]) else { return };
    page.wait_for_moves(2);
    let drop = |name: &str, text: &str| {
        let script = format!(
            "const dropped = new DataTransfer(); dropped.items.add(new File([{text:?}], {name:?})); \
             window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: dropped, cancelable: true }}))"
        );
        page.run(&script);
    };
    drop("shopping.txt", "milk");
    page.wait_for_text("#choice.refused", "cannot read shopping.txt");
    drop("game.ptn", "[Size \"4\"]\n\n1. a1 d4\n2. b2\n");
    page.wait_for_moves(3);
    assert_eq!(page.count(".cell"), 16);
    assert_eq!(page.record(), ["a1", "d4", "b2"]);
}
