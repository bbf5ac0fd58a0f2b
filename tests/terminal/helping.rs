//! What helps while a line is typed: completion, hints, colours; and the first minute of somebody new.

use vt100::Color;

use crate::common::desk::Desk;
use crate::person::{Key, Person};

const PAGES: [&str; 2] = [include_str!("../../README.md"), include_str!("../../docs/prompt.md")];

/// A road of white needs one stone more, and black can cover two.
const NEARLY: &str = "play tak --seats human,human --set size=3 --moves \"c3 a3 a2 c2\"";

#[test]
fn tab_completes_commands_games_variants_options_seats_and_moves() {
    let desk = Desk::with("mine.toml", "");
    let mut person = Person::at(&desk, "play tak --seats human,human --set size=3");
    let mut completes = |typed: &str, line: &str| {
        person.is_asked().types(typed).presses(Key::Tab).sees(&format!("white 1> {line}"));
        person.drops_it().sees_line("white 1>");
    };
    completes("und", "undo");
    completes("play tan", "play tantrix");
    completes("play tak+late-", "play tak+late-walls");
    completes("play tak si", "play tak size=");
    completes("seats human,me", "seats human,medium");
    completes("load mi", "load mine.toml");
    completes("why c", "why c");
    completes("lua view.tu", "lua view.turn");
    person.types("b").presses(Key::Tab).sees("board").sees("b1").sees("b3");
}

#[test]
fn a_dim_hint_tells_what_a_move_would_do() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, NEARLY);
    person.is_asked().types("a1").sees("white 3> a1  wins by road");
    assert!(person.look_of("wins by road").dim);
    person.drops_it().types("c3").sees("not legal: occupied");
    person.drops_it().types("c2<").sees("not legal:");
    person.drops_it().types("a3-").sees("a3-  covers 1");
    // A hint is no part of the line.
    person.presses(Key::Enter).sees_line("black 3>").enters("position").sees("x2,2/11,x,2/x3 2 3");
}

#[test]
fn pages_show_hints_as_they_are() {
    let desk = Desk::new();
    let trax = "play trax --seats human,human --moves \"@0/ B1+\"";
    let shown = [
        (NEARLY, "a1", "white 3> a1  wins by road"),
        (NEARLY, "c3", "white 3> c3  not legal: occupied: c3 is not empty"),
        (trax, "A0/", "white 2> A0/  forces 1 tile, white line of 4"),
    ];
    for (game, typed, line) in shown {
        Person::at(&desk, game).is_asked().types(typed).sees_line(line);
        assert!(PAGES.iter().all(|page| page.contains(&format!("    {line}\n"))), "{line}");
    }
}

#[test]
fn hints_tell_what_becomes_of_tiles_and_threats() {
    let desk = Desk::new();
    let hinted = |game: &str, typed: &str, hint: &str| {
        let mut person = Person::at(&desk, &format!("play {game}"));
        person.is_asked().types(typed).sees(&format!("> {typed}  {hint}"));
    };
    hinted("trax --seats human,human --moves \"@0/ B1+\"", "A0/", "forces 1 tile");
    hinted(
        "discovery-3 --moves \"1@0,0:0 2@-1,0:2\"",
        "3 b:0",
        "3 of 3 edges match, closes a yellow loop of 3, solves it",
    );
    hinted("discovery-3 --moves \"1@0,0:0 2@-1,0:2\"", "put 3 b:1", "1 of 3 edges clash");
    hinted("tic-tac-toe --seats human,human --moves \"b2 a1 c3 a3\"", "a2", "threatens to win");
    hinted("tak --seats human,human --moves \"a1 b1 Cb2 c3\"", "b2-", "covers 1");
}

#[test]
fn the_rest_of_the_only_move_is_hinted_and_taken_with_the_arrow_to_the_right() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "play trax");
    person.is_asked().types("@0").sees("2 moves").types("/").sees_line("white 1> @0/");
    person.drops_it().sees_line("white 1>").types("resi").drops_it();
    person.types("hist").sees("white 1> history").presses(Key::Right).sees("white 1> history  the moves so far");
}

#[test]
fn what_is_typed_is_coloured_by_whether_it_is_legal() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, NEARLY);
    person.is_asked().types("a1").sees("wins by road");
    let legal = person.look_of("a1  wins");
    assert_eq!((legal.bold, legal.colour), (true, Color::Idx(2)));
    person.drops_it().types("c3").sees("not legal");
    assert_eq!(person.look_of("c3  not").colour, Color::Idx(1));
    person.drops_it().types("undo").sees("take the last turn back");
    let command = person.look_of("undo  take");
    assert_eq!((command.bold, command.colour), (true, Color::Default));
}

#[test]
fn without_colours_a_hint_stands_in_brackets() {
    let desk = Desk::new();
    let mut person = Person::before(&desk, NEARLY, (50, 100), &[("NO_COLOR", "1")]);
    person.is_asked().types("a1").sees("white 3> a1  (wins by road)");
    let look = person.look_of("a1  (wins");
    assert_eq!((look.dim, look.bold, look.colour), (false, false, Color::Default));
}

/// Walls wait for some turn.
const WAIT: &str = "return variant 'wait' { base = 'tak', rules = { hooks = { allow = function(view, move)
  if move.piece == 'wall' and view.turn < 1 then return false, 'not yet' end
  return true
end } } }";

#[test]
fn hints_follow_the_rules_when_they_are_read_again_and_stay_when_those_are_broken() {
    let desk = Desk::with("wait.lua", WAIT);
    let mut person = Person::at(&desk, "play wait.lua --set size=3 --seats human,human");
    person.enters("a1").enters("c3").types("Sb2").sees("white 2> Sb2").drops_it();
    desk.write("wait.lua", WAIT.replace("view.turn < 1", "view.turn < 5"));
    person.enters("reload").types("Sb2").sees("Sb2  not legal: wait: not yet").drops_it();
    desk.write("wait.lua", "return variant 'wait' {");
    person.enters("reload").sees("the rules stay as they were").types("Sb3").sees("Sb3  not legal: wait: not yet");
    person.drops_it().enters("position").sees("x2,1/x3/2,x2 1 2");
}

#[test]
fn neither_tab_nor_hints_tell_what_others_hold() {
    let desk = Desk::new();
    let position = "17@0,0:3 13@1,-1:5 | hands 16,53,40,51,11,6/18,37,2,48,25,42 | seat red";
    let typed = format!("play tantrix+hidden-hands --seats human,human --position \"{position}\"");
    let mut person = Person::at(&desk, &typed);
    person.sees("Press Enter").types("16@").presses(Key::Tab).types("x").sees_line("red 1> 16@x");
    person.drops_it().enters("").types("16@").presses(Key::Tab).sees("16@1,0:");
    person.drops_it().types("18@").presses(Key::Tab).types("x").sees("> 18@x");
    let screen = person.screen().join("\n");
    assert!(!screen.contains("18@0") && !screen.contains("18@1"), "{screen}");
}

#[test]
fn a_lesson_is_found_with_tab_and_its_answer_not_given_away() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "");
    person.is_asked().types("lesson tak-first").presses(Key::Tab).sees("lesson tak-first-road").enters("");
    person.enters("").sees("Finish the road.").types("c2").sees_line("tak-first-road 2> c2");
    assert_eq!(person.look_of("c2").colour, Color::Idx(2));
}

#[test]
fn somebody_new_is_led_to_a_first_move() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "");
    person.sees("tile and stone games").sees("tantrix").sees("Type `play gomoku`").sees_line("houserule>");
    let greeting: Vec<String> = person.screen().into_iter().filter(|row| !row.is_empty()).collect();
    assert!(greeting.len() <= 6, "five lines and the prompt: {greeting:#?}");
    person.enters("gomoku").sees("`gomoku` is a game; type `play gomoku`");
    person.enters("play gomoku").sees("Type a move such as `h5`").enters("h5").sees("black: h5").sees("2>");
}

#[test]
fn what_is_refused_keeps_to_the_window() {
    let desk = Desk::new();
    let mut person = Person::before(&desk, "play tak --seats human,human", (40, 34), &[]);
    person.enters("set komi");
    person.sees("komi is a number in steps of 0.5\n  from -5 to 9.5, and is 0 now;\n  write set komi=0");
}
