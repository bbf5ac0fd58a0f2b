//! Pages of games: they show every position without a script, and browser controls with one.

use std::path::{Path, PathBuf};
use std::process::Command;

use houserule_app::render::{Annotations, PictureFormat, SvgStyle, render_picture};
use houserule_core::mechanics::Seat;
use houserule_script::play::AgreedResult;

use crate::common::open;
use crate::common::test_dir::TestDir;

const MOVES: &str = "c3 a3 a2 c2 a1";

fn page() -> String {
    let mut session = open("tak", &[("size", "3")], None, MOVES);
    let page = render_picture(&mut session, &Annotations::default(), PictureFormat::Page, &SvgStyle::default())
        .expect("a page");
    String::from_utf8(page).expect("text")
}

#[test]
fn every_position_is_in_the_page_without_a_script() {
    let page = page();
    let before_script = page.split("<script>").next().expect("a page");
    assert_eq!(before_script.matches("<figure ").count(), 6, "the start and five moves");
    for caption in ["start · white to move", "turn 1, white: c3", "turn 3, white: a1 · white wins by road"] {
        assert!(before_script.contains(&format!("<figcaption>{caption}")), "{caption}");
    }
    assert!(before_script.contains("aria-label=\"Step through the game\" hidden"), "unusable controls are hidden");
    assert_eq!(before_script.matches("href=\"#move-").count(), 6, "every position is linked");
}

#[test]
fn a_page_shows_notes_and_agreed_results() {
    let mut session = open("tak", &[("size", "3")], None, "c3 a3");
    session.add_note("a <bold> start");
    session.end_by_agreement(AgreedResult::Resigned(Seat::FIRST)).expect("a player may resign");
    let page = render_picture(&mut session, &Annotations::default(), PictureFormat::Page, &SvgStyle::default())
        .expect("a page");
    let page = String::from_utf8(page).expect("text");
    let caption = "<figcaption>turn 1, black: a3 · black wins by resignation</figcaption>\n<p class=\"note\">a &lt;bold&gt; start</p>";
    assert!(page.contains(caption), "{page}");
    let outcome = session.game.outcome().expect("no script fails").expect("it is still over");
    assert_eq!(outcome.describe(session.plan()), "black wins by resignation");
    assert_eq!(session.moves().len(), 2);
}

#[test]
fn a_page_loads_nothing_from_elsewhere() {
    let page = page().replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "src=", "@import", "url(http", "fetch("] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("default-src 'none'"), "the policy blocks loading");
}

#[test]
fn every_reference_in_a_page_is_defined() {
    let page = page();
    for part in page.split("href=\"#").skip(1) {
        let id = part.split('"').next().expect("an id");
        assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
}

/// A browser on this machine, if any.
fn browser() -> Option<PathBuf> {
    let from_env = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let folders = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let on_path = folders.into_iter().flatten().flat_map(|folder| names.map(|name| folder.join(name)));
    from_env.into_iter().chain(on_path).find(|path| path.is_file())
}

/// DOM of a page after its scripts ran.
fn dump_dom(browser: &Path, dir: &TestDir, file: &str) -> String {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--no-first-run", "--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", dir.path("browser").display()))
        .arg(format!("file://{}", dir.path(file).display()))
        .output()
        .expect("the browser starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Script that uses the slider, keys and buttons, and notes what is visible after each.
const VISITOR_SCRIPT: &str = r##"<script>
(async function () {
  var notes = [];
  function shown() {
    return Array.from(document.querySelectorAll("figure")).filter(function (figure) {
      return getComputedStyle(figure).display !== "none" && figure.querySelector("svg").getBoundingClientRect().height > 50;
    }).map(function (figure) { return figure.id; }).join("+");
  }
  function note(what) {
    var says = document.getElementById("caption").textContent;
    notes.push(what + ": " + shown() + " at " + document.getElementById("slider").value + " (" + says + ")");
  }
  function press(key, target) {
    (target || document.body).dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true, cancelable: true }));
  }
  function wait(time) { return new Promise(function (done) { setTimeout(done, time); }); }
  var slider = document.getElementById("slider");
  note("opened");
  slider.value = 2; slider.dispatchEvent(new Event("input", { bubbles: true })); note("slid");
  press("ArrowRight"); note("right");
  press("ArrowLeft"); press("ArrowLeft"); note("left twice");
  press("Home"); note("home");
  press("ArrowLeft"); note("left of the start");
  press("End"); note("end");
  document.getElementById("back").click(); note("back");
  document.querySelectorAll(".moves a")[1].click(); note("clicked a move");
  document.getElementById("play").click();
  await wait(2500); note("played for a while");
  press(" "); var stopped = slider.value; await wait(3000);
  note("paused " + (stopped === slider.value));
  press("Home"); press(" "); await wait(9000); note("played to the end " + document.getElementById("play").textContent);
  var list = document.createElement("pre"); list.id = "notes"; list.textContent = notes.join("\n");
  document.body.append(list);
})();
</script></body>"##;

#[test]
fn the_controls_work_in_a_browser() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no Chromium was found; CHROMIUM=path names one");
        return;
    };
    let dir = TestDir::new();
    dir.write("visited.html", page().replace("</body>", VISITOR_SCRIPT));

    let dom = dump_dom(&browser, &dir, "visited.html");
    let notes = dom.split("<pre id=\"notes\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let expected = "\
opened: move-5 at 5 (turn 3, white: a1 · white wins by road)
slid: move-2 at 2 (turn 1, black: a3 · white to move)
right: move-3 at 3 (turn 2, white: a2 · black to move)
left twice: move-1 at 1 (turn 1, white: c3 · black to move)
home: move-0 at 0 (start · white to move)
left of the start: move-0 at 0 (start · white to move)
end: move-5 at 5 (turn 3, white: a1 · white wins by road)
back: move-4 at 4 (turn 2, black: c2 · white to move)
clicked a move: move-1 at 1 (turn 1, white: c3 · black to move)
played for a while: move-3 at 3 (turn 2, white: a2 · black to move)
paused true: move-3 at 3 (turn 2, white: a2 · black to move)
played to the end Play: move-5 at 5 (turn 3, white: a1 · white wins by road)";
    assert_eq!(notes, Some(expected), "{dom}");

    let escaped = page().replace('&', "&amp;").replace('"', "&quot;");
    dir.write("still.html", SCRIPTLESS_FRAME.replace("PAGE", &escaped));
    let scriptless = dump_dom(&browser, &dir, "still.html");
    let notes = scriptless.split("<pre id=\"notes\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    assert_eq!(notes, Some("6 of 6 positions, scripted false, controls none"), "{scriptless}");
}

/// The page in a frame without scripts, inspected from outside.
const SCRIPTLESS_FRAME: &str = r##"<!DOCTYPE html><meta charset="utf-8"><body>
<iframe sandbox="allow-same-origin" width="900" height="700" srcdoc="PAGE"></iframe>
<script>
window.addEventListener("load", function () {
  var page = document.querySelector("iframe").contentDocument;
  var figures = Array.from(page.querySelectorAll("figure"));
  var seen = figures.filter(function (figure) {
    return figure.getBoundingClientRect().height > 50 && figure.querySelector("svg").getBoundingClientRect().height > 50;
  });
  var controls = page.defaultView.getComputedStyle(page.querySelector(".controls")).display;
  var list = document.createElement("pre");
  list.id = "notes";
  list.textContent = seen.length + " of " + figures.length + " positions, scripted "
    + page.body.classList.contains("scripted") + ", controls " + controls;
  document.body.append(list);
});
</script></body>"##;
