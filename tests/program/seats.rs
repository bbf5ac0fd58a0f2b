//! Who sits where: bots at the prompt, on a pipe.

use crate::common::desk::{Desk, Said};

fn play(game: &str, seats: &str, lines: &str) -> Said {
    let mut args = vec!["play", game];
    if !seats.is_empty() {
        args.extend(["--seats", seats]);
    }
    if game == "tak" {
        args.extend(["--set", "size=3"]);
    }
    Desk::new().run_with(args, lines)
}

/// The lines that tell a move: `white: a1`.
fn moves(said: &Said) -> Vec<(&str, &str)> {
    let seats = ["white", "black", "red", "one", "two"];
    said.out.lines().filter_map(|line| line.split_once(": ")).filter(|(seat, _)| seats.contains(seat)).collect()
}

#[test]
fn a_bot_answers_when_it_is_its_turn() {
    let said = play("tak", "human,greedy", "a1\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let says = "White is yours and black is played by greedy; `seats human,human` is for people alone.";
    assert!(words.contains(says), "{}", said.out);
    let seats: Vec<&str> = moves(&said).iter().map(|(seat, _)| *seat).collect();
    assert_eq!(seats, ["white", "black"]);
}

#[test]
fn people_play_alone_on_a_pipe_unless_they_say_otherwise() {
    let said = play("tak", "", "a1\nseats\n");
    assert_eq!(moves(&said), [("white", "a1"), ("white", "human"), ("black", "human")]);
}

#[test]
fn a_bot_may_begin_and_bots_may_play_alone() {
    let said = play("tak", "random,human", "");
    assert_eq!(moves(&said).len(), 1, "{}", said.out);
    for game in ["tak", "trax"] {
        let said = play(game, "greedy,random", "");
        assert!(said.out.contains("The game is over: "), "{}", said.out);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
    }
}

#[test]
fn in_a_race_bots_keep_pace_with_people() {
    let said = play("gobble", "human,random", "bot random\nbot random\n");
    let seats: Vec<&str> = moves(&said).iter().map(|(seat, _)| *seat).collect();
    assert_eq!(seats, ["one", "two", "one", "two"], "{}", said.out);
}

#[test]
fn undo_takes_back_the_answer_too_and_redo_plays_both_again() {
    let said = play("tak", "human,greedy", "a1\nundo\nhistory\nredo\nhistory\n");
    assert_eq!(said.err, "");
    let history: Vec<&str> =
        said.out.lines().filter(|line| line.starts_with("took") || line.starts_with("played")).collect();
    let [_, (_, answer)] = moves(&said)[..] else { panic!("{}", said.out) };
    assert_eq!(history, [format!("took back a1 {answer}"), format!("played a1 {answer} again")]);
}

#[test]
fn seats_change_in_the_middle_of_a_game_and_stay_for_the_next() {
    let said = play("tak", "", "a1\nseats human,random\nseats human,human\nseats greedy,human\nnew\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let seats: Vec<&str> = moves(&said).iter().map(|(seat, _)| *seat).collect();
    assert_eq!(seats, ["white", "black", "white", "white"]);
}

#[test]
fn a_bot_makes_a_move_for_whoever_asks() {
    let road = "c3\na3\na2\nc2\n";
    let said = play("tak", "", &format!("{road}hint\nbot hard\n"));
    assert!(said.out.contains("hard would play a1\n"), "{}", said.out);
    assert_eq!(moves(&said).last(), Some(&("white", "a1")));
    let said = play("tak", "", &format!("{road}a1\nbot\n"));
    assert_eq!((said.code, said.err.as_str()), (1, "the game is over: white wins by road\n"));
}

#[test]
fn who_cannot_sit_down_is_told_so() {
    for (seats, says) in [
        ("human", "Tak has 2 seats, white and black; you name 1\n"),
        ("human,hrad", "there is no bot `hrad`; did you mean `hard`?\n"),
        (
            "human,xyzzy",
            "`xyzzy` cannot sit down; say `human` or a name with a capital, `easy`, `medium`, `hard`, `random`, `greedy`, \
             `mcts:1000` (playouts) or `mcts:2s`, or `tei:./engine` for a Tak engine\n",
        ),
        ("human,mcts:0", "`0` is no amount of thinking; write mcts:1000 (playouts) or mcts:2s\n"),
    ] {
        let said = play("tak", seats, "");
        assert_eq!((said.code, said.err.as_str()), (2, says));
    }
    let said = play("tak", "", "seats human,hrad\n");
    assert_eq!(said.code, 1);
}

#[test]
fn people_have_names_which_the_record_keeps() {
    let desk = Desk::new();
    let lines = "seats Ann,Bert Lee\nseats\na1\nsave game.toml\nsave game.ptn\n";
    let said = desk.run_with(["play", "tak", "--seats", "Ann,hard"], lines);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert!(said.out.contains("White is Ann and black is played by hard; "), "{}", said.out);
    assert!(said.out.contains("white: Ann\nblack: Bert Lee\n"), "{}", said.out);
    assert!(desk.read("game.ptn").starts_with("[Player1 \"Ann\"]\n[Player2 \"Bert Lee\"]\n"));
    let said = desk.run_with([""; 0], "load game.toml\nseats\n");
    assert!(said.out.ends_with("white: Ann\nblack: Bert Lee\n"), "{}", said.out);
}
