//! Games that people end: resigned, or drawn by agreement.

use crate::common::desk::Desk;
use crate::table::{last, refused, tail};

const OVER: &str = "`undo`, `new` or `quit`?";

#[test]
fn whoever_is_to_move_resigns_unless_another_is_named() {
    assert_eq!(last("a1\nresign\n", 1), [format!("The game is over: white wins by resignation. {OVER}")]);
    assert_eq!(last("a1\nresign white\nscore\n", 1), ["outcome: black wins by resignation"]);
    assert_eq!(refused("resign green\n"), "there is no seat `green`; the seats are white and black");
    assert_eq!(refused("resign\nresign\n"), "the game is over: black wins by resignation");
    assert!(refused("resign\na1\n").contains("over"), "nothing is played after it");
}

#[test]
fn a_resignation_can_be_taken_back() {
    assert_eq!(last("a1\nresign\nundo\nposition\n", 1), ["x3/x3/2,x2 2 1"]);
    assert_eq!(last("a1\nresign\nundo\nundo\nposition\n", 1), ["x3/x3/x3 1 1"]);
    assert_eq!(last("a1\ndraw\nundo\nc3\nhistory\n", 1), ["1. a1 c3"]);
    assert_eq!(last("a1\nc3\nresign\ngoto 1 black\nposition\n", 1), ["x3/x3/2,x2 2 1"]);
    assert_eq!(refused("a1\nc3\nresign\ngoto 9\n"), "the game has come to turn 2; `goto end` goes to its last move");
}

#[test]
fn a_resignation_taken_back_stands_again_after_redo() {
    let told = last("a1\nresign\nundo\nundo\nredo\nredo\n", 1);
    assert!(told[0].ends_with(OVER), "{told:?}");
    assert_eq!(refused("a1\nresign\nundo\nc3\nredo\n"), "there is no move to play again");
}

#[test]
fn against_bots_the_person_resigns() {
    let args = ["play", "tak", "--set", "size=3", "--seats", "random,human"];
    let said = Desk::new().run_with(args, "resign\n");
    assert_eq!(tail(&said, 1), [format!("The game is over: white wins by resignation. {OVER}")]);
}

#[test]
fn people_agree_on_a_draw_and_bots_take_one_where_they_stand_worse() {
    assert_eq!(last("a1\ndraw\n", 1), [format!("The game is over: draw by agreement. {OVER}")]);
    let against = |position: &str| {
        let args = ["play", "tak", "--position", position, "--seats", "human,random"];
        let said = Desk::new().run_with(args, "draw\n");
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
        tail(&said, 1)[0].to_string()
    };
    assert_eq!(against("2,2,2,x/x4/x4/1,x3 1 4"), "random declines the draw: it hopes for more.");
    assert_eq!(against("2,x3/x4/x4/1,1,1,x 1 4"), format!("The game is over: draw by agreement. {OVER}"));
}

#[test]
fn alone_at_the_table_one_can_only_give_up() {
    let play = |lines: &str| Desk::new().run_with(["play", "discovery-3"], lines);
    let said = play("draw\n");
    assert_eq!(said.err, "there is nobody to agree with on a draw; `resign` gives up\n");
    assert_eq!(tail(&play("resign\n"), 1), [format!("The game is over: failed. {OVER}")]);
}

#[test]
fn records_keep_how_people_ended_a_game() {
    for (game, first, file) in [
        ("tak", "a1", "game.ptn"),
        ("tak", "a1", "game.toml"),
        ("trax", "@0/", "game.trax"),
        ("tantrix", "bot random", "game.toml"),
    ] {
        for (word, how) in [("resign", "wins by resignation"), ("draw", "draw by agreement")] {
            let desk = Desk::new();
            let said = desk.run_with(["play", game], format!("{first}\n{word}\nsave {file}\n"));
            assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
            let said = desk.run_with([""; 0], format!("load {file}\nscore\n"));
            assert!(tail(&said, 1)[0].ends_with(how), "{file}: {}\n{}", said.out, desk.read(file));
            let said = desk.run(["replay", file]);
            assert_eq!((said.code, said.out.lines().last()), (0, Some("1 games, 1 ok")), "{}", said.out);
        }
    }
}

#[test]
fn sides_are_changed_where_the_rules_have_it() {
    assert_eq!(refused("a1\nswap\n"), "these rules have no swap; `rules` tells what they have");
    let said = Desk::new().run_with(["play", "tak+pie"], "a1\nswap\nhistory\n");
    assert_eq!((said.err.as_str(), tail(&said, 1)[0]), ("", "1. a1 swap"));
    assert!(said.out.contains("\nWhoever was black plays white and whoever was white plays black now.\n"));
}

#[test]
fn after_a_change_of_sides_everybody_is_named_by_what_they_play_now() {
    let desk = Desk::new();
    let hex = ["play", "hex", "--set", "size=4", "--seats", "Ann,Bob"];
    let said = desk.run_with(hex, "a1\nswap\nseats\nsave game.toml\nseats easy,Cleo\nseats\n");
    assert_eq!(said.err, "");
    assert!(said.out.contains("\nBob plays red and Ann plays blue now.\n"), "{}", said.out);
    assert!(said.out.contains("\nred: Bob\nblue: Ann\nsaved"), "{}", said.out);
    assert_eq!(tail(&said, 2), ["red: easy", "blue: Cleo"]);
    let said = desk.run_with([""; 0], "load game.toml\nseats\n");
    assert!(said.out.contains("\nRed is Bob and blue is Ann.\n"), "{}", said.out);
    assert_eq!(tail(&said, 2), ["red: Bob", "blue: Ann"]);
}
