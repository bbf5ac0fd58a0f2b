//! The table at a terminal: games that are resumed, hands that are covered, rules that are saved meanwhile.

use crate::common::desk::Desk;
use crate::person::{Key, Person};

const TAK: &str = "play tak --set size=3 --seats human,human";

#[test]
fn a_game_is_offered_after_a_kill_and_goes_on_where_it_was() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, TAK);
    person.enters("a1").enters("note fine").enters("c3").types("b").kills();
    let mut person = Person::at(&desk, "");
    person.sees("You left a game of tak after 2 moves, just now: `resume` goes on with it.");
    person.enters("resume").enters("history").sees("1. a1 {fine} c3");
    person.enters("b2").enters("c2").presses(Key::CtrlD);
    person.sees("`houserule` offers to go on with this game. It is kept in ");
    assert_eq!(person.sees_it_end(), Some(0));
    let mut person = Person::at(&desk, "play tak --set size=3");
    person.sees("You left a game of tak after 4 moves, just now: `resume` goes on with it.");
    let mut person = Person::at(&desk, "play trax");
    person.is_asked();
    assert!(!person.screen().join("\n").contains("You left"), "another game is not meant");
}

#[test]
fn a_game_that_is_over_or_played_elsewhere_is_not_offered() {
    let desk = Desk::new();
    let mut first = Person::at(&desk, TAK);
    first.enters("a1");
    let mut second = Person::at(&desk, "");
    second.is_asked();
    assert!(!second.screen().join("\n").contains("You left"), "it is played at another terminal");
    first.enters("resign").kills();
    let mut third = Person::at(&desk, "");
    third.is_asked();
    assert!(!third.screen().join("\n").contains("You left"), "it is over");
}

#[test]
fn hidden_hands_are_covered_until_the_next_person_is_there() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "play tantrix+hidden-hands --seed 1 --seats Ann,Bert");
    person.sees("It is the turn of Ann (red). Press Enter when nobody else sees the screen.");
    let hand = "49 bbgyyg";
    let told = |person: &Person, text: &str| person.screen().join("\n").contains(text);
    assert!(!told(&person, hand));
    assert!(told(&person, "Tantrix + Hidden hands. Type a move,"), "the greeting stays: nobody saw a hand yet");
    for line in ["hand", "moves", "look", "hint", "lua view:moves()", "help move", "why 49@0,0:0", "49@0,0:0"] {
        person.enters(line);
    }
    assert!(!told(&person, hand) && !told(&person, "49@0,0:1"), "nothing tells of a hand that is covered");
    person.enters("").sees(hand);
    person.enters("position").sees(" | hand 49,").sees("`position all` would tell every hand");
    assert!(!told(&person, "/"), "what others hold is not told unasked");
    person.enters("49@0,0:0");
    person.sees("It is the turn of Bert (yellow). Press Enter when nobody else sees the screen.");
    assert!(!told(&person, hand) && !told(&person, "51 bgbygy"), "what Ann saw is wiped away");
    person.enters("").sees("3 bbyyrr");
    assert!(!told(&person, "51 bgbygy"));
}

#[test]
fn a_hand_needs_no_cover_where_only_bots_sit_there_too() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "play tantrix+hidden-hands --seed 1 --seats human,random");
    person.sees("49 bbgyyg");
    assert!(!person.screen().join("\n").contains("Press Enter when"));
}

const WAIT: &str = "return variant 'wait' { base = 'tak', options = { turn = { default = 1, min = 1 } },
  rules = function(o) return { hooks = { allow = function(view, move)
    if move.piece == 'wall' and view.turn < o.turn then return false, 'not yet' end
    return true
  end } } end }\n";

#[test]
fn a_file_that_is_saved_is_told_above_the_line_being_typed() {
    let desk = Desk::with("wait.lua", WAIT);
    let mut person = Person::at(&desk, "play wait.lua --set size=3 --seats human,human");
    person.enters("watch").enters("a1").enters("c3").enters("Sb2").types("hist");
    desk.write("wait.lua", WAIT.replace("default = 1", "default = 5"));
    person.sees("The rules were saved. The first move that changed is Sb2 of white in turn 2:");
    person.sees_line("black 2> history");
    desk.write("wait.lua", "return variant 'wait' {");
    person.sees("The rules were saved, but the new ones do not load:");
    desk.write("wait.lua", WAIT.replace("default = 1", "default = 5"));
    person.types("ory").presses(Key::Enter).sees("taken back: Sb2");
}

#[test]
fn a_paste_of_a_thousand_lines_is_played_line_by_line() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "play tak --set size=6 --seats human,human");
    let fro = ["b1>", "e6<", "c1<", "d6>"].into_iter().cycle();
    let lines: Vec<&str> = ["a1", "f6", "b1", "e6"].into_iter().chain(fro).take(1000).collect();
    person.is_asked().pastes(&lines.join("\n")).presses(Key::Enter);
    person.sees_line("white 501>");
    person.kills();
    let said = desk.run_with([""; 0], "resume\nposition\n");
    assert!(said.out.contains(" 1 501\n"), "{}", said.out);
}

#[test]
fn a_file_that_goes_away_and_comes_back_is_told_of() {
    let desk = Desk::with("wait.lua", WAIT);
    let mut person = Person::at(&desk, "play wait.lua --set size=3 --seats human,human");
    person.enters("watch").enters("a1").types("hist");
    std::fs::remove_file(desk.path("wait.lua")).expect("it is taken away");
    person.sees("wait.lua is gone; the rules stay as they were read.").sees_line("black 1> history");
    desk.write("wait.lua", WAIT);
    person.sees("wait.lua is back.").sees_line("black 1> history");
    desk.write("wait.lua", WAIT.replace("default = 1", "default = 5"));
    person.sees("The rules were saved. The one move stands;");
    desk.write("wait.lua", WAIT);
    person.sees("The rules are again as they were.");
    person.types("ory").presses(Key::Enter).sees("1. a1");
}

#[test]
fn other_variants_are_watched_as_soon_as_they_are_played_with() {
    let desk = Desk::with("variants/wait.lua", WAIT);
    desk.write("variants/late.lua", WAIT.replace("'wait'", "'late'"));
    let mut person = Person::at(&desk, "play tak+wait --set size=3 --seats human,human");
    person.enters("watch").sees("Watching 1 file: variants/wait.lua.");
    person.enters("variant +late -wait").sees("Watching 1 file: variants/late.lua.");
    person.enters("a1").enters("c3").enters("Sb2").types("hist");
    desk.write("variants/late.lua", WAIT.replace("'wait'", "'late'").replace("default = 1", "default = 5"));
    person.sees("The rules were saved. The first move that changed is Sb2 of white in turn 2:");
    person.drops_it().enters("variant -late").sees("Nothing is watched while all rules are built in.");
    person.enters("new").enters("variant +wait").sees("Watching 1 file: variants/wait.lua.");
}

#[test]
fn hands_are_wiped_away_where_no_colours_are_wanted_too() {
    let desk = Desk::new();
    let game = "play tantrix+hidden-hands --seed 1 --seats Ann,Bert";
    let mut person = Person::before(&desk, game, (50, 100), &[("NO_COLOR", "1")]);
    person.enters("").sees("49 bbgyyg").enters("49@0,0:0").sees("It is the turn of Bert (yellow).");
    let screen = person.screen().join("\n");
    assert!(!screen.contains("49 bbgyyg") && !screen.contains("51 bgbygy"), "{screen}");
}

#[test]
fn whoever_leaves_a_game_that_could_not_be_kept_is_told() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, TAK);
    person.enters("a1");
    std::fs::remove_dir_all(desk.path("home/data/houserule/games")).expect("the games are taken away");
    person.enters("c3").sees("The game cannot be kept on disk (");
    person.enters("b2").sees_line("black 2>").presses(Key::CtrlD);
    person.sees("The last moves could not be kept on disk; the game before them is kept in ");
    person.sees("`save FILE` may keep it elsewhere; leave once more to go without it.");
    person.sees_line("black 2>").presses(Key::CtrlD);
    assert_eq!(person.sees_it_end(), Some(0));
}

#[test]
fn whoever_leaves_a_game_that_was_never_kept_is_told_once_and_may_save_it() {
    let desk = Desk::new();
    // A file where the folder should be.
    desk.write("home/data", "");
    let mut person = Person::at(&desk, TAK);
    person.enters("a1").sees("The game cannot be kept on disk (");
    person.enters("quit").sees("This game could not be kept on disk").sees("`save FILE` may keep it elsewhere");
    person.enters("save game.toml").sees("saved 1 move to game.toml");
    person.enters("quit").types("quit").presses(Key::Enter);
    assert_eq!(person.sees_it_end(), Some(0));
}

#[test]
fn bots_among_themselves_stop_at_ctrl_c_and_go_on_when_they_are_told() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "play hex --set size=4");
    person.is_asked().types("seats mcts:600s,mcts:600s").presses(Key::Enter);
    person.sees("seats: mcts:600s,mcts:600s").presses(Key::CtrlC);
    person.sees("The bots wait: Enter or `bot` lets them go on, `seats` changes who plays.");
    person.enters("history").sees("No move has been played.");
    person.enters("seats random,random").sees("The game is over: ");
}

#[test]
fn who_has_several_moves_in_a_turn_is_told_which_comes_next() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "play connect6 --set size=6 --seats human,human");
    person.sees("black 1>").enters("a1").sees("white 1, move 1 of 2>");
    person.enters("b1").sees("white 1, move 2 of 2>").enters("b2").sees("black 2, move 1 of 2>");
}
