//! `check` plays: what it finds in random games, under other options, beside a file and in folders.

use std::path::Path;

use crate::common::desk::{Desk, Said};

/// A variant with one hook, or more, as it is checked.
fn checked(hooks: &str, more: &[&str]) -> Said {
    let text = format!("return variant \"odd\" {{ base = \"tak\", rules = {{ hooks = {{ {hooks} }} }} }}\n");
    Desk::with("odd.lua", text).run(["check", "odd.lua", "--set", "size=3"].iter().chain(more))
}

#[test]
fn the_points_of_a_trial_game_are_counted_too() {
    let said = checked("points = function() return { white = 'a', black = 0 } end", &[]);
    let fault = "error: points of odd: the points of white are not a number\n --> odd.lua:1:58\n";
    assert!(said.out.starts_with(fault), "{}", said.out);
    assert!(said.out.contains("houserule score odd.lua --set size=3 --seed 1 --moves '"), "{}", said.out);
    assert_eq!(said.code, 1);
}

#[test]
fn the_command_that_shows_a_fault_again_has_the_move_that_fails() {
    let said = checked("after_move = function() return give { seat = 'white', piece = 'flat', count = -99 } end", &[]);
    let (_, again) = said.out.split_once("see it again: houserule moves ").expect("a command");
    let (_, moves) = again.split_once("--moves ").expect("moves");
    assert_eq!(moves.split_whitespace().count(), 1, "{}", said.out);
}

#[test]
fn the_moves_of_a_long_game_are_not_told_in_one_line() {
    let said = checked("finish = function() return nil end, moves = function() return 'pass' end", &["--seed", "7"]);
    assert!(said.out.contains("a random game has not ended within 2000 moves"), "{}", said.out);
    let again = "houserule check odd.lua --set size=3 --seed 7 --games 1";
    assert!(said.out.contains(again), "{}", said.out);
}

#[test]
fn a_game_that_nobody_ever_wins_is_worth_a_word() {
    let said = checked("after_move = function(view) if view.ply > 1 then return tie 'soon' end end", &[]);
    assert!(said.out.starts_with("warning: odd.lua: nobody won any of 300 random games\n"), "{}", said.out);
    assert_eq!(said.code, 0);
}

#[test]
fn options_given_to_check_leave_the_tests_of_a_file_alone() {
    let said = Desk::new().run(["check", "tak", "--set", "size=3"]);
    assert!(said.out.starts_with("tak: ok (") && said.out.contains(" tests)"), "{}", said.out);
    let said = Desk::new().run(["test", "tak", "--set", "size=3"]);
    assert_eq!(said.code, 1, "whoever asks for the tests under other options gets them so: {}", said.out);
}

/// The command that a report offers, as a shell runs it: its exit code and what it prints.
fn seen_again(desk: &Desk, said: &Said) -> (Option<i32>, String) {
    let (_, command) = said.out.split_once("see it again: ").expect("a command");
    let command = command.lines().next().expect("a line");
    let program = Path::new(env!("CARGO_BIN_EXE_houserule"));
    let folder = program.parent().expect("a folder").to_str().expect("a path");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", command]).current_dir(desk.path("")).envs(desk.home()).env("NO_COLOR", "1");
    let output = shell.env("PATH", format!("{folder}:/usr/bin:/bin")).output().expect("a shell");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn points_are_given_to_every_side() {
    let said = checked("points = function() local points = {} points.white = 3 return points end", &[]);
    assert!(said.out.starts_with("error: points of odd: returned no points for black"), "{}", said.out);
    assert_eq!(said.code, 1);
}

#[test]
fn points_of_a_script_decide_who_has_most() {
    let text = "return variant 'fewest' { base = 'tantrix', rules = { points = function(view, base)\n\
                local points = base(view)\n\
                for _, side in ipairs(view.sides) do points[side] = 100 - points[side] end\n\
                return points end } }";
    let desk = Desk::with("fewest.lua", text);
    let position = "1@0,0:0 2@-1,0:2 | hands 3/ | bag 0";
    let said = desk.run(["score", "fewest.lua", "--position", position, "--moves", "3@0,-1:0"]);
    assert_eq!(said.out, "red 99 line of 1\nyellow 94 loop of 3\noutcome: red wins by score\n");
    assert_eq!(desk.run(["check", "fewest.lua"]).code, 0);
}

#[test]
fn hidden_state_is_shown_again_by_the_command_offered() {
    let said = checked("allow = (function() local n = 0 return function() n = n + 1 return n % 7 ~= 3 end end)()", &[]);
    assert!(said.out.starts_with("error: hidden state: "), "{}", said.out);
    assert!(said.out.contains("so replaying gives different moves; use a script variable instead"), "{}", said.out);
    assert_eq!(said.code, 1);
    let text = "local n = 0\nreturn variant 'odd' { base = 'tak', rules = { hooks = { after_move = function()\n\
                n = n + 1 if n % 40 == 0 then return skip() end end } } }";
    let desk = Desk::with("odd file.lua", text);
    let said = desk.run(["check", "odd file.lua"]);
    assert!(said.out.starts_with("error: hidden state: "), "{}", said.out);
    assert_eq!(seen_again(&desk, &said), (Some(1), said.out));
}

#[test]
fn a_pure_setup_in_a_game_with_a_bag_is_not_accused() {
    let text = "return variant 'five' { base = 'tantrix', rules = { vars = { n = 0 }, hooks = {\n\
                setup = function() return set { n = 5 } end } } }";
    let said = Desk::with("five.lua", text).run(["check", "five.lua", "--games", "3"]);
    assert_eq!((said.code, said.out.as_str()), (0, "five.lua: ok (3 random games, 168 moves)\n"));
}

#[test]
fn a_hook_beside_offered_moves_is_seen_to_matter_and_one_that_cannot_is_told() {
    let text = "return variant 'pass-first' { base = 'gomoku', rules = { hooks = {\n\
                moves = function(view) if view.ply == 0 then return 'pass' end end,\n\
                allow = function(view, move) return view.ply > 0 or move.kind == 'act' end } } }";
    let said = Desk::with("pass-first.lua", text).run(["check", "pass-first.lua"]);
    assert!(!said.out.contains("never did anything"), "{}", said.out);
    assert_eq!(said.code, 0);
    let said = Desk::new().run(["check", "tak+no-walls+late-walls"]);
    assert!(said.out.starts_with("warning: tak+no-walls+late-walls: `allow of late-walls` never did"), "{}", said.out);
}

#[test]
fn every_value_of_an_option_is_tried() {
    let text = "return variant 'many' { base = 'tak',\n\
                rules = function(o) return { reserve = {\n\
                flat = ({ [5] = 23, [6] = 'many' })[o.size] } } end }";
    let said = Desk::with("many.lua", text).run(["check", "many.lua"]);
    let fault = "error: with size=6: expected a whole number from 0 to 250, not the text \"many\"\n --> many.lua:3:1\n";
    assert!(said.out.starts_with(fault), "{}", said.out);
    assert_eq!((said.code, said.out.matches("error:").count()), (1, 1));

    let text = "return variant 'late' { base = 'tak', options = { far = { default = false }, deep = { default = 2, min = 1, max = 4 } },\n\
                rules = function(o) return { hooks = { allow = function(view)\n\
                if o.far and view.ply > 3 then return view.ply .. nil end\n\
                if o.deep == 4 and view.ply > 5 then return 7 end\n\
                return true end } } end }";
    let desk = Desk::with("late.lua", text);
    let said = desk.run(["check", "late.lua"]);
    assert!(
        said.out.contains("error: with far=true: attempt to concatenate a nil value\n --> late.lua:3:"),
        "{}",
        said.out
    );
    assert!(said.out.contains("error: with deep=4: allow of late: returned a whole number"), "{}", said.out);
    assert_eq!((said.code, said.out.matches("error:").count()), (1, 2));
    assert_eq!(seen_again(&desk, &said).0, Some(1));
}

#[test]
fn a_value_that_a_script_refuses_is_a_note() {
    let text = "return variant 'wide' { base = 'tak', rules = function(o)\n\
                if o.size < 5 then error('needs a board of 5 or more') end return {} end }";
    let said = Desk::with("wide.lua", text).run(["check", "wide.lua", "--games", "20"]);
    let notes = "note: wide.lua: size=3 is refused: needs a board of 5 or more\n\
                 note: wide.lua: size=4 is refused: needs a board of 5 or more\n";
    assert!(said.out.starts_with(notes), "{}", said.out);
    assert_eq!(said.code, 0);
}

#[test]
fn rules_that_forbid_every_first_move_are_named() {
    let game = |more: &str| {
        let text = format!(
            "return game 'odd' {{ rules = {{\nseats = {{ 'white', 'black' }}, board = square(5), pieces = {{ stone = {{}} }},\n\
             moves = {{ place {{ 'stone' }} }}, finish = {{ in_a_row(4) }}, {more} }} }}"
        );
        Desk::with("odd.lua", text).run(["check", "odd.lua"])
    };
    let said = game("");
    let fault = "there is no legal first move: there is no `reserve`, so nobody has a piece to place; write `reserve = { stone = 20 }`";
    assert!(said.out.contains(fault), "{}", said.out);
    let said = game("reserve = { stone = 20 },\nhooks = { allow = function() return false, 'never' end }");
    let fault = "error: there is no legal first move: `odd` (odd.lua:4) forbids 25 of 25 moves\n --> odd.lua:4:11\n";
    assert!(said.out.contains(fault), "{}", said.out);
    assert_eq!(said.code, 1);
}

#[test]
fn the_same_file_prints_the_same_line_whenever_it_is_checked() {
    // So many steps that only some of the games are played.
    let hook = "allow = function(view, move) local n = 0 for i = 1, 3000 do n = n + i end return n > 0 end";
    let first = checked(hook, &[]).out;
    assert_eq!(checked(hook, &[]).out, first);
    let games: usize = first.split("ok (").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).expect("games");
    assert!((1..300).contains(&games), "{first}");
}

#[test]
fn one_game_is_played_whatever_it_takes_and_more_where_they_are_wished() {
    let hook = "allow = function(view, move) local n = 0 for i = 1, 60000 do n = n + i end return n > 0 end";
    let said = checked(hook, &[]);
    assert!(said.out.contains("ok (1 random game, "), "{}", said.out);
    let said = Desk::new().run(["check", "trax", "--games", "1000"]);
    assert!(said.out.contains("ok (1000 random games, "), "{}", said.out);
}

#[test]
fn what_lies_beside_a_file_is_found_from_everywhere() {
    let desk = Desk::new();
    let tiles = include_str!("../../scripts/tiles/tantrix.toml");
    desk.write("house/ours.toml", tiles);
    desk.write(
        "house/field.lua",
        "return variant 'field' { base = 'tantrix', game = true, rules = { tiles = 'ours' } }",
    );
    desk.write("house/more.lua", "return variant 'more' { base = 'field', rules = {} }");
    desk.write("house/extra.lua", "return variant 'extra' { base = 'field', rules = {} }");
    for rules in ["house/more.lua", "house/field.lua+extra", "house/more.lua+extra"] {
        for command in ["moves", "rules", "score", "position", "check"] {
            let said = desk.run([command, rules]);
            assert_eq!(said.code, 0, "{command} {rules}: {}{}", said.out, said.err);
        }
    }
    let said = desk.run(["check", "house"]);
    let lines: Vec<&str> = said.out.lines().map(|line| line.split_once(" (").expect("what was done").0).collect();
    assert_eq!(lines, ["house/extra.lua: ok", "house/field.lua: ok", "house/more.lua: ok", "house/ours.toml: ok"]);
    desk.write("house/ours.toml", tiles.replacen("sides", "side", 1));
    let said = desk.run(["check", "house/ours.toml"]);
    assert!(said.out.contains("--> house/ours.toml:"), "{}", said.out);
    assert_eq!(said.code, 1);
    let said = desk.run(["check", "nowhere.toml"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
}

#[test]
fn two_files_of_one_name_are_both_named() {
    let desk = Desk::new();
    for folder in ["one", "two"] {
        desk.write(&format!("{folder}/same.lua"), "return variant 'same' { base = 'tak', rules = {} }");
    }
    let said = desk.run(["moves", "tak+same", "--scripts", "one", "--scripts", "two", "--set", "size=3"]);
    assert_eq!((said.code, said.err.as_str()), (0, "warning: one/same.lua is used; two/same.lua has the same name\n"));
}

#[test]
fn a_variant_that_brings_back_what_an_earlier_one_removed_says_so() {
    let said = Desk::new().run(["check", "tak+placing-only+carry", "--games", "3"]);
    let warning =
        "variants/tak/carry.lua:7 brings `spread` back into `moves`, which variants/tak/placing-only.lua:5 removes";
    assert!(said.out.contains(warning), "{}", said.out);
    let said = Desk::new().run(["check", "tak+carry+placing-only", "--games", "3"]);
    assert!(said.out.starts_with("tak+carry+placing-only: ok ("), "{}", said.out);
}

#[test]
fn faults_seen_in_play_have_a_line_and_a_column_in_json() {
    let hook = "allow = function(view) return view.ply < 3 or nil + 1 end";
    let said = checked(hook, &["--json"]);
    let reports: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let fault = &reports[0]["faults"][0];
    assert_eq!((fault["file"].as_str(), fault["line"].as_u64()), (Some("odd.lua"), Some(1)), "{fault}");
    assert!(fault["column"].is_u64() && fault["length"].is_u64(), "{fault}");
    assert!(fault["again"].as_str().is_some_and(|again| again.starts_with("houserule moves odd.lua")), "{fault}");
}

#[test]
fn an_effect_is_told_on_the_line_that_makes_it() {
    let hook = |effect: &str| {
        let text = format!(
            "return variant 'odd' {{ base = 'tak', rules = {{ vars = {{ n = 0 }}, hooks = {{\nafter_move = function(view, move)\n\
             if view.ply > 2 then\nreturn {{ skip(),\n{effect} }}\nend\nend }} }} }}"
        );
        Desk::with("odd.lua", text).run(["check", "odd.lua"])
    };
    for (effect, says) in [
        ("give { seat = 'white', piece = 'flat', amount = 1 }", "`give` has no `amount`"),
        ("set { m = 1 }", "there is no variable `m`"),
        ("remove 'z9'", "`z9` is not a cell"),
        ("give { seat = 'white', piece = 'flat', count = -99 }", "white"),
    ] {
        let said = hook(effect);
        assert!(said.out.contains(says) && said.out.contains("--> odd.lua:5:"), "{effect}: {}", said.out);
        assert_eq!((said.code, said.out.matches("error:").count()), (1, 1), "{effect}: {}", said.out);
    }
}

#[test]
fn points_that_forget_a_side_are_seen_where_no_game_comes() {
    let hook = "points = function(view, base)\nif view.turn > 900 then return { white = 1 } end\nreturn base(view) end";
    let said = checked(hook, &[]);
    let fault = "error: no points for black; every side has some, or 0\n --> odd.lua:2:25\n";
    assert!(said.out.starts_with(fault), "{}", said.out);
    assert_eq!((said.code, said.out.matches("error:").count()), (1, 1));
}

#[test]
fn what_only_follows_from_another_fault_is_not_told() {
    // The test fails because the hook does.
    let text = "return variant 'odd' { base = 'tak', rules = { hooks = {\nallow = function(view, move)\n\
                return view.ply + nil end } },\ntests = { { title = 'a move', legal = 'a1' } } }";
    let said = Desk::with("odd.lua", text).run(["check", "odd.lua"]);
    assert_eq!((said.code, said.out.matches("error:").count()), (1, 1), "{}", said.out);
    assert!(said.out.contains("--> odd.lua:3:"), "{}", said.out);
    // A seat written wrong is missing, too.
    let text = "return variant 'odd' { base = 'tantrix', rules = {\nsides = { red = 'red', yelow = 'red' } } }";
    let said = Desk::with("odd.lua", text).run(["check", "odd.lua"]);
    assert_eq!((said.code, said.out.matches("error:").count()), (1, 1), "{}", said.out);
    assert!(said.out.contains("did you mean `yellow`?"), "{}", said.out);
}

#[test]
fn rules_that_can_be_played_in_spite_of_a_fault_show_what_else_is_wrong() {
    let text = "return variant 'odd' { base = 'tak', titel = 'Odd', rules = { hooks = {\nallow = function(view, move)\n\
                return view.ply + nil end } } }";
    let said = Desk::with("odd.lua", text).run(["check", "odd.lua"]);
    assert!(said.out.contains("--> odd.lua:1:") && said.out.contains("--> odd.lua:3:"), "{}", said.out);
    assert_eq!((said.code, said.out.matches("error:").count()), (1, 2));
}

#[test]
fn a_game_that_a_script_never_lets_end_is_told_at_its_function() {
    let said = checked(
        "finish = function(view, base)\nlocal ending = base(view)\nif ending and view.turn < 3 then return nil end\nend",
        &[],
    );
    assert!(said.out.contains("`finish` of odd returns what `base(view)` gives"), "{}", said.out);
    assert!(said.out.contains("--> odd.lua:1:"), "{}", said.out);
}

#[test]
fn a_bot_for_a_game_that_is_not_there_says_so_at_its_key() {
    let text =
        "return bot 'b' {\n  title = 'B',\n  game = 'traxx',\n  choose = function(view) return view:moves()[1] end,\n}";
    let said = Desk::with("b.lua", text).run(["check", "b.lua"]);
    assert!(said.out.contains("there is no game `traxx`; did you mean `trax`?\n --> b.lua:3:3\n"), "{}", said.out);
    assert_eq!(said.code, 1);
}

#[test]
fn a_wrong_answer_of_a_hook_is_told_at_the_line_that_gives_it() {
    let hooks = "allow = function(view, move)
  if view.turn > 900 then return false end
  return \"yes\"
end";
    let said = checked(hooks, &[]);
    assert!(said.out.contains("allow of odd: returned a text, not true or false\n --> odd.lua:3:3\n"), "{}", said.out);
    let said = checked(
        "after_move = function(view, move)\n  local e = give { seat = move.seat, peice = 'flat' }\n  return e\nend",
        &[],
    );
    assert!(said.out.contains("`give` has no `peice`; did you mean `piece`?\n --> odd.lua:2:"), "{}", said.out);
}

#[test]
fn a_value_that_a_variant_adds_to_an_option_of_its_base_is_told_there() {
    let text = "return variant 'wide' {\n  base = 'tak',\n  options = {\n    size = { one_of = { 5, 9 } },\n  },\n  rules = {},\n}\n";
    let said = Desk::with("wide.lua", text).run(["check", "wide.lua", "--games", "5"]);
    assert!(said.out.starts_with("error: with size=9: "), "{}", said.out);
    assert!(said.out.contains("\n --> wide.lua:4:5\n") && !said.out.contains("--> scripts"), "{}", said.out);
    assert_eq!((said.code, said.out.matches("error:").count()), (1, 1), "{}", said.out);
}

#[test]
fn only_a_used_up_budget_is_told_at_its_loop_whatever_a_script_says() {
    let hook = |body: &str| {
        checked(
            &format!("allow = function(view, move)\nfor i = 1, 9 do\nlocal n = i\n{body}\nend\nreturn true\nend"),
            &[],
        )
    };
    for (body, line) in [("error 'ran away'", 4), ("while true do end", 4), ("for j = 1, 1e9 do\nn = j\nend", 4)] {
        let said = hook(body);
        assert!(said.out.contains(&format!("\n --> odd.lua:{line}:")), "{body}: {}", said.out);
    }
}
