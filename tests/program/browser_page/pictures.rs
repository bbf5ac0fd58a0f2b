//! The picture of the page in the documentation.

use std::path::Path;

use super::driver::{Page, tile};
use crate::common::test_dir::TestDir;

/// `cargo test --test program picture_of_the_page -- --ignored` draws it again.
#[test]
#[ignore = "it writes docs/images/browser.png"]
fn the_picture_of_the_page() {
    let moves = "49@0,0:0 3@-1,0:4 12@-2,0:1 29@-3,1:2";
    let args = ["play", "tantrix", "--seats", "human,human", "--moves", moves];
    let Some(mut page) = Page::open_in(TestDir::new(), &args, (1280, 1060)) else { return };
    page.table.type_line("seats human,easy");
    page.wait_for_text("#players", "easy");
    page.click(&tile("22"));
    page.wait_for(".cell.lit");
    page.hover(".cell.lit");
    page.wait_for_text("#choice", "22");
    page.save_picture(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/images/browser.png"));
}
