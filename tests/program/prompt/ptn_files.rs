//! PTN files at the prompt: the names of players, tags and bytes survive.

use crate::common::test_dir::TestDir;

const CLUB: &str = include_str!("../../data/ptn/club.ptn");
const BRANCHES: &str = include_str!("../../data/ptn/branches.ptn");

#[test]
fn a_loaded_file_is_saved_with_the_same_bytes() {
    for text in [CLUB, BRANCHES] {
        let dir = TestDir::with("in.ptn", text);
        let lines =
            "load in.ptn\nhistory\ngoto 2\nsave a.ptn\ngoto end\nsave b.ptn\nsave c.toml\nload c.toml\nsave d.ptn\n";
        dir.run_with([""; 0], lines).success();
        for name in ["a.ptn", "b.ptn", "d.ptn"] {
            assert_eq!(dir.read(name), text, "{name}");
        }
    }
}

#[test]
fn a_comment_about_the_program_stays_a_comment_in_a_saved_game() {
    let text = "[Size \"3\"]\n\n1. a1 {note\nhouserule = 1\nis great} c3\n";
    let dir = TestDir::with("in.ptn", text);
    let lines = "load in.ptn\nb2\nsave n.toml\nload n.toml\nhistory\n";
    let output = dir.run_with(["play", "tak", "--keep"], lines).success();
    output.assert_stdout_contains("{note houserule = 1 is great}");
    let output = dir.run_with([""; 0], "resume\nsave out.ptn\n").success();
    assert_eq!(output.stderr, "");
    assert!(dir.read("out.ptn").contains("1. a1 {note\nhouserule = 1\nis great} c3\n2. b2"), "{}", dir.read("out.ptn"));
}

#[test]
fn players_keep_the_names_of_their_tags() {
    let dir = TestDir::with("in.ptn", CLUB);
    let output =
        dir.run_with([""; 0], "load in.ptn\nseats\nsave game.toml\nload game.toml\nb2\nsave out.ptn\n").success();
    output.assert_stdout_contains_wrapped("Alice plays white and Bob <the> Ältere, jr. plays black.");
    output.assert_stdout_contains("white: alice\nblack: Bob <the> Ältere, jr.\n");
    let tags = |text: &str| {
        text.lines().take(11).filter(|line| !line.contains("Result")).map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(tags(&dir.read("out.ptn"))[..10], tags(CLUB)[..10]);
    let output = dir.run_with([""; 0], "load in.ptn\nseats Ann,human\nsave out.ptn\n").success();
    assert_eq!(output.stderr, "");
    assert!(dir.read("out.ptn").contains("[Player1 \"Ann\"]\n[Player2 \"human\"]\n"), "{}", dir.read("out.ptn"));
}

#[test]
fn a_bot_in_a_tag_plays_again_and_an_engine_does_not() {
    let dir = TestDir::with("in.ptn", "[Size \"3\"]\n[Player1 \"greedy\"]\n[Player2 \"black\"]\n\n1. a1 c3\n");
    let output = dir.run_with([""; 0], "load in.ptn\nseats\n").success();
    output.assert_stdout_contains("white: greedy\nblack: human\n");
    output.assert_stdout_contains_wrapped("Greedy plays white and you play black. ");
    let text = "[Size \"3\"]\n[Player1 \"tei:touch sprung\"]\n[Player2 \"mcts:zero\"]\n\n1. a1 c3\n";
    let dir = TestDir::with("in.ptn", text);
    let output = dir.run_with([""; 0], "load in.ptn\nseats\nsave out.ptn\n");
    let all = output.stdout.clone() + output.stderr.as_str();
    assert!(
        all.contains("a saved game must not start an engine, so a person plays instead of `tei:touch sprung`"),
        "{all}"
    );
    assert!(all.contains("a person plays instead of the bot `mcts:zero`: invalid search limit"), "{all}");
    output.assert_stdout_contains("white: human\nblack: human\n");
    assert!(!dir.path("sprung").exists());
    assert_eq!(dir.read("out.ptn"), text, "nothing was played");
}

#[test]
fn control_characters_in_tags_do_not_reach_the_screen() {
    let text = "[Size \"3\"]\n[Player1 \"\u{1b}[31mEve\u{1b}[0m\"]\n[Site \"\u{7}\"]\n\n1. a1 {\u{1b}[2J} c3\n\n{\u{1b}[2Jx}\n1. -- b2 \u{1b}x\u{7}\n";
    let dir = TestDir::with("in.ptn", text);
    let output =
        dir.run_with([""; 0], "load in.ptn\nseats\nhistory\nsave out.ptn\nsvg board.svg\nsvg game.html\n").success();
    assert!(!output.stdout.contains(['\u{1b}', '\u{7}']), "{:?}", output.stdout);
    assert!(!dir.read("board.svg").contains('\u{1b}') && !dir.read("game.html").contains('\u{1b}'));
    assert_eq!(dir.read("out.ptn"), text);
}

#[test]
fn pictures_and_pages_name_the_players() {
    let dir = TestDir::with("in.ptn", CLUB);
    dir.run_with([""; 0], "load in.ptn\nsvg board.svg\npng board.png\nsvg game.html\n").success();
    for name in ["board.svg", "game.html"] {
        let text = dir.read(name);
        assert!(text.contains("white (alice)") && text.contains("black (Bob &lt;the&gt; Ältere, jr.)"), "{name}");
    }
    dir.run(["render", "tak", "--load", "in.ptn", "-o", "film.svg", "--animate"]).success();
    assert!(dir.read("film.svg").contains("white (alice)"));
    assert!(dir.path("board.png").exists());
    dir.run_with(["play", "tak", "--set", "size=3"], "a1\nsvg plain.svg\n").success();
    assert!(!dir.read("plain.svg").contains("white ("), "unnamed people are not named");
}
