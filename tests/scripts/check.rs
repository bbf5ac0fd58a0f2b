//! Findings of `check`: in random games, under other options, in files beside a script and in folders.

use std::path::Path;

use crate::common::test_dir::{HOUSERULE, RunOutput, TestDir};

/// Checks a variant with some hooks.
fn check_hooks(hooks: &str, more: &[&str]) -> RunOutput {
    let text = format!("return variant \"odd\" {{ base = \"tak\", rules = {{ hooks = {{ {hooks} }} }} }}\n");
    TestDir::with("odd.lua", text).run(["check", "odd.lua", "--set", "size=3"].iter().chain(more))
}

#[test]
fn the_points_of_random_games_are_checked_too() {
    let output = check_hooks("points = function() return { white = 'a', black = 0 } end", &[]);
    let fault = "error: points of odd: the points of white are not a number\n --> odd.lua:1:58\n";
    output.assert_stdout_starts_with(fault);
    output.assert_stdout_contains("houserule score odd.lua --set size=3 --seed 1 --moves '");
    assert_eq!(output.code, 1);
}

#[test]
fn the_reproduction_contains_the_failing_move() {
    let output =
        check_hooks("after_move = function() return give { seat = 'white', piece = 'flat', count = -99 } end", &[]);
    let (_, again) = output.stdout.split_once("reproduce with: houserule moves ").expect("a command");
    let (_, moves) = again.split_once("--moves ").expect("moves");
    assert_eq!(moves.split_whitespace().count(), 1, "{}", output.stdout);
}

#[test]
fn long_games_are_reproduced_by_seed() {
    let output =
        check_hooks("finish = function() return nil end, moves = function() return 'pass' end", &["--seed", "7"]);
    output.assert_stdout_contains("a random game did not end within 2000 moves");
    let again = "houserule check odd.lua --set size=3 --seed 7 --games 1";
    output.assert_stdout_contains(again);
}

#[test]
fn a_game_without_winners_gets_a_warning() {
    let output = check_hooks("after_move = function(view) if view.ply > 1 then return tie 'soon' end end", &[]);
    output.assert_stdout_starts_with("warning: odd.lua: no side won any of 300 random games\n");
    assert_eq!(output.code, 0);
}

#[test]
fn check_options_do_not_affect_the_tests_of_a_file() {
    let output = TestDir::new().run(["check", "tak", "--set", "size=3"]);
    assert!(output.stdout.starts_with("tak: ok (") && output.stdout.contains(" tests)"), "{}", output.stdout);
    let output = TestDir::new().run(["test", "tak", "--set", "size=3"]);
    assert_eq!(output.code, 1, "`test --set` runs the tests with other options: {}", output.stdout);
}

/// Runs the command that a report prints to reproduce a fault; its exit code and stdout.
fn run_reproduction(dir: &TestDir, output: &RunOutput) -> (i32, String) {
    let (_, command) = output.stdout.split_once("reproduce with: ").expect("a command");
    let command = command.lines().next().expect("a line");
    let folder = Path::new(HOUSERULE).parent().expect("a folder").to_str().expect("a path");
    let mut shell = dir.command("sh");
    shell.args(["-c", command]).env("PATH", format!("{folder}:/usr/bin:/bin"));
    let output = RunOutput::from(shell.output().expect("a shell"));
    (output.code, output.stdout)
}

#[test]
fn points_must_name_every_team() {
    let output = check_hooks("points = function() local points = {} points.white = 3 return points end", &[]);
    output.assert_stdout_starts_with("error: points of odd: returned no points for black");
    assert_eq!(output.code, 1);
}

#[test]
fn scripted_points_decide_the_winner() {
    let text = "return variant 'fewest' { base = 'tantrix', rules = { points = function(view, base)\n\
                local points = base(view)\n\
                for _, side in ipairs(view.sides) do points[side] = 100 - points[side] end\n\
                return points end } }";
    let dir = TestDir::with("fewest.lua", text);
    let position = "1@0,0:0 2@-1,0:2 | hands 3/ | bag 0";
    let output = dir.run(["score", "fewest.lua", "--position", position, "--moves", "3@0,-1:0"]);
    assert_eq!(output.stdout, "red 99 line of 1\nyellow 94 loop of 3\noutcome: red wins by score\n");
    assert_eq!(dir.run(["check", "fewest.lua"]).code, 0);
}

#[test]
fn hidden_state_is_reproduced_by_the_printed_command() {
    let output =
        check_hooks("allow = (function() local n = 0 return function() n = n + 1 return n % 7 ~= 3 end end)()", &[]);
    output.assert_stdout_starts_with("error: hidden state: ");
    output.assert_stdout_contains("so replaying gives different moves; use a script variable instead");
    assert_eq!(output.code, 1);
    let text = "local n = 0\nreturn variant 'odd' { base = 'tak', rules = { hooks = { after_move = function()\n\
                n = n + 1 if n % 40 == 0 then return skip() end end } } }";
    let dir = TestDir::with("odd file.lua", text);
    let output = dir.run(["check", "odd file.lua"]);
    output.assert_stdout_starts_with("error: hidden state: ");
    assert_eq!(run_reproduction(&dir, &output), (1, output.stdout));
}

#[test]
fn a_setup_hook_with_a_bag_is_not_reported_as_hidden_state() {
    let text = "return variant 'five' { base = 'tantrix', rules = { vars = { n = 0 }, hooks = {\n\
                setup = function() return set { n = 5 } end } } }";
    let output = TestDir::with("five.lua", text).run(["check", "five.lua", "--games", "3"]);
    assert_eq!((output.code, output.stdout.as_str()), (0, "five.lua: ok (3 random games, 168 moves)\n"));
}

#[test]
fn only_hooks_without_effect_get_a_warning() {
    let text = "return variant 'pass-first' { base = 'gomoku', rules = { hooks = {\n\
                moves = function(view) if view.ply == 0 then return 'pass' end end,\n\
                allow = function(view, move) return view.ply > 0 or move.kind == 'act' end } } }";
    let output = TestDir::with("pass-first.lua", text).run(["check", "pass-first.lua"]);
    assert!(!output.stdout.contains("had no effect"), "{}", output.stdout);
    assert_eq!(output.code, 0);
    let output = TestDir::new().run(["check", "tak+no-walls+late-walls"]);
    output.assert_stdout_starts_with("warning: tak+no-walls+late-walls: `allow of late-walls` had no effect");
}

#[test]
fn check_tries_every_value_of_an_option() {
    let text = "return variant 'many' { base = 'tak',\n\
                rules = function(o) return { reserve = {\n\
                flat = ({ [5] = 23, [6] = 'many' })[o.size] } } end }";
    let output = TestDir::with("many.lua", text).run(["check", "many.lua"]);
    let fault = "error: with size=6: expected a whole number from 0 to 250, not the text \"many\"\n --> many.lua:3:1\n";
    output.assert_stdout_starts_with(fault);
    assert_eq!((output.code, output.stdout.matches("error:").count()), (1, 1));

    let text = "return variant 'late' { base = 'tak', options = { far = { default = false }, deep = { default = 2, min = 1, max = 4 } },\n\
                rules = function(o) return { hooks = { allow = function(view)\n\
                if o.far and view.ply > 3 then return view.ply .. nil end\n\
                if o.deep == 4 and view.ply > 5 then return 7 end\n\
                return true end } } end }";
    let dir = TestDir::with("late.lua", text);
    let output = dir.run(["check", "late.lua"]);
    output.assert_stdout_contains("error: with far=true: attempt to concatenate a nil value\n --> late.lua:3:");
    output.assert_stdout_contains("error: with deep=4: allow of late: returned a whole number");
    assert_eq!((output.code, output.stdout.matches("error:").count()), (1, 2));
    assert_eq!(run_reproduction(&dir, &output).0, 1);
}

#[test]
fn option_values_rejected_by_a_script_are_notes() {
    let text = "return variant 'wide' { base = 'tak', rules = function(o)\n\
                if o.size < 5 then error('needs a board of 5 or more') end return {} end }";
    let output = TestDir::with("wide.lua", text).run(["check", "wide.lua", "--games", "20"]);
    let notes = "note: wide.lua: size=3 is rejected: needs a board of 5 or more\n\
                 note: wide.lua: size=4 is rejected: needs a board of 5 or more\n";
    output.assert_stdout_starts_with(notes);
    assert_eq!(output.code, 0);
}

#[test]
fn rules_without_a_legal_first_move_are_reported() {
    let game = |more: &str| {
        let text = format!(
            "return game 'odd' {{ rules = {{\nseats = {{ 'white', 'black' }}, board = square(5), pieces = {{ stone = {{}} }},\n\
             moves = {{ place {{ 'stone' }} }}, finish = {{ in_a_row(4) }}, {more} }} }}"
        );
        TestDir::with("odd.lua", text).run(["check", "odd.lua"])
    };
    let output = game("");
    let fault = "there is no legal first move: without a `reserve` there are no pieces to place; add `reserve = { stone = 20 }`";
    output.assert_stdout_contains(fault);
    let output = game("reserve = { stone = 20 },\nhooks = { allow = function() return false, 'never' end }");
    let fault = "error: there is no legal first move: `odd` (odd.lua:4) forbids 25 of 25 moves\n --> odd.lua:4:11\n";
    output.assert_stdout_contains(fault);
    assert_eq!(output.code, 1);
}

#[test]
fn check_prints_the_same_line_every_time() {
    // The steps leave time for only some of the games.
    let check_effect = "allow = function(view, move) local n = 0 for i = 1, 3000 do n = n + i end return n > 0 end";
    let first = check_hooks(check_effect, &[]).stdout;
    assert_eq!(check_hooks(check_effect, &[]).stdout, first);
    let games: usize = first.split("ok (").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).expect("games");
    assert!((1..300).contains(&games), "{first}");
}

#[test]
fn check_plays_at_least_one_game_and_as_many_as_requested() {
    let check_effect = "allow = function(view, move) local n = 0 for i = 1, 60000 do n = n + i end return n > 0 end";
    let output = check_hooks(check_effect, &[]);
    output.assert_stdout_contains("ok (1 random game, ");
    let output = TestDir::new().run(["check", "trax", "--games", "1000"]);
    output.assert_stdout_contains("ok (1000 random games, ");
}

#[test]
fn files_beside_a_script_are_found_from_anywhere() {
    let dir = TestDir::new();
    let tiles = include_str!("../../scripts/tiles/tantrix.toml");
    dir.write("house/ours.toml", tiles);
    dir.write(
        "house/field.lua",
        "return variant 'field' { base = 'tantrix', game = true, rules = { tiles = 'ours' } }",
    );
    dir.write("house/more.lua", "return variant 'more' { base = 'field', rules = {} }");
    dir.write("house/extra.lua", "return variant 'extra' { base = 'field', rules = {} }");
    for rules in ["house/more.lua", "house/field.lua+extra", "house/more.lua+extra"] {
        for command in ["moves", "rules", "score", "position", "check"] {
            let output = dir.run([command, rules]);
            assert_eq!(output.code, 0, "{command} {rules}: {}{}", output.stdout, output.stderr);
        }
    }
    let output = dir.run(["check", "house"]);
    let lines: Vec<&str> = output.stdout.lines().map(|line| line.split_once(" (").expect("what was done").0).collect();
    assert_eq!(lines, ["house/extra.lua: ok", "house/field.lua: ok", "house/more.lua: ok", "house/ours.toml: ok"]);
    dir.write("house/ours.toml", tiles.replacen("sides", "side", 1));
    let output = dir.run(["check", "house/ours.toml"]);
    output.assert_stdout_contains("--> house/ours.toml:");
    assert_eq!(output.code, 1);
    let output = dir.run(["check", "nowhere.toml"]);
    assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{}", output.stderr);
}

#[test]
fn two_files_with_one_name_are_both_reported() {
    let dir = TestDir::new();
    for folder in ["one", "two"] {
        dir.write(&format!("{folder}/same.lua"), "return variant 'same' { base = 'tak', rules = {} }");
    }
    let output = dir.run(["moves", "tak+same", "--scripts", "one", "--scripts", "two", "--set", "size=3"]);
    assert_eq!(
        (output.code, output.stderr.as_str()),
        (0, "warning: using one/same.lua; two/same.lua has the same name\n")
    );
}

#[test]
fn a_variant_that_restores_a_removed_rule_gets_a_warning() {
    let output = TestDir::new().run(["check", "tak+placing-only+carry", "--games", "3"]);
    let warning =
        "variants/tak/carry.lua:7 adds `spread` to `moves` again, which variants/tak/placing-only.lua:5 removes";
    output.assert_stdout_contains(warning);
    let output = TestDir::new().run(["check", "tak+carry+placing-only", "--games", "3"]);
    output.assert_stdout_starts_with("tak+carry+placing-only: ok (");
}

#[test]
fn json_faults_from_random_games_have_line_and_column() {
    let check_effect = "allow = function(view) return view.ply < 3 or nil + 1 end";
    let output = check_hooks(check_effect, &["--json"]);
    let reports = output.json();
    let fault = &reports[0]["faults"][0];
    assert_eq!((fault["file"].as_str(), fault["line"].as_u64()), (Some("odd.lua"), Some(1)), "{fault}");
    assert!(fault["column"].is_u64() && fault["length"].is_u64(), "{fault}");
    assert!(fault["again"].as_str().is_some_and(|again| again.starts_with("houserule moves odd.lua")), "{fault}");
}

#[test]
fn effect_errors_are_reported_at_the_effect() {
    let check_effect = |effect: &str| {
        let text = format!(
            "return variant 'odd' {{ base = 'tak', rules = {{ vars = {{ n = 0 }}, hooks = {{\nafter_move = function(view, move)\n\
             if view.ply > 2 then\nreturn {{ skip(),\n{effect} }}\nend\nend }} }} }}"
        );
        TestDir::with("odd.lua", text).run(["check", "odd.lua"])
    };
    for (effect, message) in [
        ("give { seat = 'white', piece = 'flat', amount = 1 }", "`give` has no `amount`"),
        ("set { m = 1 }", "unknown variable `m`"),
        ("remove 'z9'", "`z9` is not a cell"),
        ("give { seat = 'white', piece = 'flat', count = -99 }", "white"),
    ] {
        let output = check_effect(effect);
        assert!(
            output.stdout.contains(message) && output.stdout.contains("--> odd.lua:5:"),
            "{effect}: {}",
            output.stdout
        );
        assert_eq!((output.code, output.stdout.matches("error:").count()), (1, 1), "{effect}: {}", output.stdout);
    }
}

#[test]
fn points_without_a_team_are_found_in_unreached_code() {
    let check_effect =
        "points = function(view, base)\nif view.turn > 900 then return { white = 1 } end\nreturn base(view) end";
    let output = check_hooks(check_effect, &[]);
    let fault = "error: no points for black; give every side points, even if 0\n --> odd.lua:2:25\n";
    output.assert_stdout_starts_with(fault);
    assert_eq!((output.code, output.stdout.matches("error:").count()), (1, 1));
}

#[test]
fn consequences_of_another_fault_are_not_reported() {
    // The test fails because the hook does.
    let text = "return variant 'odd' { base = 'tak', rules = { hooks = {\nallow = function(view, move)\n\
                return view.ply + nil end } },\ntests = { { title = 'a move', legal = 'a1' } } }";
    let output = TestDir::with("odd.lua", text).run(["check", "odd.lua"]);
    assert_eq!((output.code, output.stdout.matches("error:").count()), (1, 1), "{}", output.stdout);
    output.assert_stdout_contains("--> odd.lua:3:");
    // A misspelt seat is also a missing one.
    let text = "return variant 'odd' { base = 'tantrix', rules = {\nsides = { red = 'red', yelow = 'red' } } }";
    let output = TestDir::with("odd.lua", text).run(["check", "odd.lua"]);
    assert_eq!((output.code, output.stdout.matches("error:").count()), (1, 1), "{}", output.stdout);
    output.assert_stdout_contains("did you mean `yellow`?");
}

#[test]
fn playable_rules_with_a_fault_are_still_played() {
    let text = "return variant 'odd' { base = 'tak', titel = 'Odd', rules = { hooks = {\nallow = function(view, move)\n\
                return view.ply + nil end } } }";
    let output = TestDir::with("odd.lua", text).run(["check", "odd.lua"]);
    output.assert_stdout_contains("--> odd.lua:1:");
    output.assert_stdout_contains("--> odd.lua:3:");
    assert_eq!((output.code, output.stdout.matches("error:").count()), (1, 2));
}

#[test]
fn an_endless_game_is_reported_at_its_finish_function() {
    let output = check_hooks(
        "finish = function(view, base)\nlocal ending = base(view)\nif ending and view.turn < 3 then return nil end\nend",
        &[],
    );
    output.assert_stdout_contains("let `finish` of odd return `base(view)`");
    output.assert_stdout_contains("--> odd.lua:1:");
}

#[test]
fn a_bot_for_an_unknown_game_is_reported_at_its_key() {
    let text =
        "return bot 'b' {\n  title = 'B',\n  game = 'traxx',\n  choose = function(view) return view:moves()[1] end,\n}";
    let output = TestDir::with("b.lua", text).run(["check", "b.lua"]);
    output.assert_stdout_contains("unknown game `traxx`; did you mean `trax`?\n --> b.lua:3:3\n");
    assert_eq!(output.code, 1);
}

#[test]
fn a_wrong_return_value_is_reported_at_its_return() {
    let hooks = "allow = function(view, move)
  if view.turn > 900 then return false end
  return \"yes\"
end";
    let output = check_hooks(hooks, &[]);
    output.assert_stdout_contains("allow of odd: returned a text, not true or false\n --> odd.lua:3:3\n");
    let output = check_hooks(
        "after_move = function(view, move)\n  local e = give { seat = move.seat, peice = 'flat' }\n  return e\nend",
        &[],
    );
    output.assert_stdout_contains("`give` has no `peice`; did you mean `piece`?\n --> odd.lua:2:");
}

#[test]
fn an_invalid_option_value_is_reported_in_the_variant_that_adds_it() {
    let text = "return variant 'wide' {\n  base = 'tak',\n  options = {\n    size = { one_of = { 5, 9 } },\n  },\n  rules = {},\n}\n";
    let output = TestDir::with("wide.lua", text).run(["check", "wide.lua", "--games", "5"]);
    output.assert_stdout_starts_with("error: with size=9: ");
    assert!(
        output.stdout.contains("\n --> wide.lua:4:5\n") && !output.stdout.contains("--> scripts"),
        "{}",
        output.stdout
    );
    assert_eq!((output.code, output.stdout.matches("error:").count()), (1, 1), "{}", output.stdout);
}

#[test]
fn errors_are_reported_at_their_line_and_exhausted_budgets_at_the_loop() {
    let check_effect = |body: &str| {
        check_hooks(
            &format!("allow = function(view, move)\nfor i = 1, 9 do\nlocal n = i\n{body}\nend\nreturn true\nend"),
            &[],
        )
    };
    for (body, line) in [("error 'ran away'", 4), ("while true do end", 4), ("for j = 1, 1e9 do\nn = j\nend", 4)] {
        let output = check_effect(body);
        assert!(output.stdout.contains(&format!("\n --> odd.lua:{line}:")), "{body}: {}", output.stdout);
    }
}
