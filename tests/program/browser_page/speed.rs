//! From a click to the board that it leads to.

use super::driver::Page;

/// Notes the time from each click to the frame that shows the next board.
const MEASURE: &str = "
    window.times = [];
    let clicked = null;
    addEventListener('click', (event) => { clicked = event.timeStamp; }, true);
    new MutationObserver(() => {
        if (clicked === null) return;
        const since = clicked;
        clicked = null;
        requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - since)));
    }).observe(document.getElementById('board'), { attributeFilter: ['data-drawings'] });";

/// `HOUSERULE_CLICKS=200 cargo test --release --test program every_click -- --nocapture` prints how long a click takes with
/// 56 tiles on the table.
#[test]
fn every_click_is_one_drawn_board() {
    let clicks: usize = std::env::var("HOUSERULE_CLICKS").ok().and_then(|clicks| clicks.parse().ok()).unwrap_or(6);
    let Some(mut page) = Page::open(&["play", "tantrix", "--seats", "human,human"]) else { return };
    let simulate = ["simulate", "tantrix", "--bots", "random", "--games", "1", "--records", "game.toml"];
    assert_eq!(page.table.dir.run(simulate).code, 0);
    page.table.type_line("load game.toml");
    page.table.type_line("seats human,human");
    page.wait_for_moves(56);
    assert_eq!(page.count(".cell.occupied"), 56);
    page.run(MEASURE);
    for click in 0..clicks {
        if click % 2 == 0 {
            page.click("[data-id=undo]");
        } else {
            page.run("document.querySelector('#supply .tile:not(:disabled)').click()");
            page.click(".cell.lit");
        }
        page.wait_until(&format!("window.times.length === {}", click + 1), "the board was not drawn");
        page.wait_until("document.body.dataset.moves > 40", "the table has most of its tiles");
    }
    let mut times: Vec<f64> =
        page.run("return window.times").as_array().expect("times").iter().filter_map(|time| time.as_f64()).collect();
    assert_eq!(times.len(), clicks, "one board for each click");
    times.sort_by(f64::total_cmp);
    println!("{clicks} clicks, 95 % within {:.1} ms, slowest {:.1} ms", times[clicks * 95 / 100], times[clicks - 1]);
}
