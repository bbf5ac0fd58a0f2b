//! Rules of a match in scripts: merged, tested by their authors, checked by playing, and outside the rules hash.

use crate::common::script_dir::ScriptDir;
use crate::common::test_dir::{RunOutput, TestDir};

/// A variant of a game with the rules of a match, which begin in line 2.
fn variant(name: &str, base: &str, rules: &str) -> String {
    format!("return variant '{name}' {{ base = '{base}', rules = {{ match = {{\n{rules}\n}} }} }}\n")
}

fn check(base: &str, rules: &str) -> RunOutput {
    TestDir::with("odd.lua", variant("odd", base, rules)).run(["check", "odd.lua"])
}

#[test]
fn rules_of_a_match_stack_by_key() {
    let dir = TestDir::with("variants/loser.lua", variant("loser", "tak", "begins = 'loser'"));
    dir.write("variants/stay.lua", variant("stay", "tak", "alternate = false"));
    let match_rules = |game: &str| {
        let output = dir.run(["rules", game]).stdout;
        let section = output.split("\nMatch\n").nth(1).expect("a section").split("\n\n").next().expect("sentences");
        section.to_string()
    };
    let text = match_rules("tak+best-of-three+loser");
    assert!(text.contains("The first player to win 2 games wins the match."), "{text}");
    assert!(text.contains("The loser of a game begins the next one; after a draw the other player does."), "{text}");
    assert!(match_rules("tak+rule-sheet+stay").contains("The players keep their seats."));
    let output = dir.run(["check", "tak+best-of-three+rule-sheet"]);
    let warning =
        "best-of-three.lua:5 and variants/tak/rule-sheet.lua:7 both set `match.games`; the second one applies";
    output.assert_stdout_contains(warning);
}

#[test]
fn a_match_that_never_ends_is_found_by_playing() {
    let output = check("tak", "over = function(match) return match.players[1].points < 0 end");
    let fault =
        "error: a match of random games is not over after 1000 games; add `games` as a limit\n --> odd.lua:2:1\n";
    output.assert_stdout_starts_with(fault);
    assert_eq!(output.code, 1);
    let fault = "error: 4 points are out of reach: 3 games give at most 3\n --> odd.lua:2:12\n";
    check("trax", "games = 3, target = 4, points = 'wins'").assert_stdout_starts_with(fault);
    let fault = "error: a match of 3 games cannot have 4 wins\n";
    check("trax", "games = 3, first_to = 4").assert_stdout_starts_with(fault);
    let fault = "error: trax+odd counts no points that could be added; use \"wins\"\n";
    check("trax", "games = 3, points = 'margin'").assert_stdout_starts_with(fault);
    let fault = "error: a game for one player has no margin and no places\n";
    check("solitaire", "games = 3, points = { 1 }").assert_stdout_starts_with(fault);
}

#[test]
fn a_function_of_a_match_that_fails_is_reported_with_its_line() {
    let points = |body: &str| check("tak", &format!("games = 2, points = function(game, match)\n{body}\nend"));
    for (body, message) in [
        ("return { white = 1 }", "points of the match in odd: returned no points for black; every side needs a number"),
        ("return 3", "points of the match in odd: returned a whole number, not a table of points by side"),
        (
            "return { white = 1e300, black = 0 }",
            "points of the match in odd: the points of white are not a number up to 1000000000",
        ),
        (
            "return { white = game.players[1].pints, black = 0 }",
            "unknown name `player.pints`; did you mean `player.points`?",
        ),
        ("game.players[1].points = 5 return { white = 0, black = 0 }", "`player.points` is read-only"),
        ("game.players[3] = 5 return { white = 0, black = 0 }", "the table is read-only"),
        ("while true do end", "ran too long: more than 1000000 steps in one call"),
    ] {
        let output = points(body);
        output.assert_stdout_starts_with(&format!("error: {message}"));
        output.assert_stdout_contains(" --> odd.lua:3:");
        assert_eq!(output.code, 1, "{body}");
    }
    let output = check("tak", "games = 2, over = function(match) return #match.games end");
    output.assert_stdout_starts_with(
        "error: over of the match in odd: returned a whole number, not true or false\n --> odd.lua:2:",
    );
}

#[test]
fn hidden_state_in_a_match_is_found() {
    let text = "local n = 0\nreturn variant 'odd' { base = 'tak', rules = { match = { games = 3, points = function(game)\n\
                n = n + 1\nreturn { white = n, black = 0 } end } } }";
    let output = TestDir::with("odd.lua", text).run(["check", "odd.lua"]);
    output.assert_stdout_starts_with(
        "error: hidden state: `n` survives between calls, so the same match gives different tables",
    );
    output.assert_stdout_contains(" --> odd.lua:3:1\n");
}

#[test]
fn functions_count_points_and_end_a_match() {
    let text = "return variant 'roads' { base = 'tak', rules = { match = {\n\
        points = function(game, match)\n\
          local points = {}\n\
          for _, player in ipairs(game.players) do\n\
            points[player.side] = player.won and game.how == 'road' and 3 or 1\n\
            if #match.games > 0 and match.games[1].players[1].won then points[player.side] = points[player.side] + 0.5 end\n\
          end\n\
          return points\n\
        end,\n\
        over = function(match) return match.players[1].points >= 7 or match.players[2].points >= 7 end,\n\
      } }, tests = {\n\
        { set = { size = 3 }, games = { { moves = 'c3 a3 a2 c2 a1' }, { winner = 'black' } },\n\
          match = { points = { white = 4.5, black = 2.5 }, wins = { white = 2 }, over = false, begins = 'white' } },\n\
        { set = { size = 3 }, games = { { moves = 'c3 a3 a2 c2 a1' }, {}, {}, {} },\n\
          match = { points = { white = 7.5, black = 5.5 }, over = true, winner = 'white' } },\n\
      } }";
    let dir = TestDir::with("roads.lua", text);
    assert_eq!(dir.run(["test", "roads.lua"]).stdout, "roads.lua: 2 tests passed\n");
    let output = dir.run(["check", "roads.lua"]);
    assert_eq!(output.code, 0, "{}", output.stdout);
}

#[test]
fn a_failed_test_of_a_match_says_what_is_different() {
    let tests = "
      { games = { { winner = 'wite' } }, match = { points = { white = 1 } } },
      { games = { { winner = 'white' }, { winner = 'red' }, {} }, match = { over = true } },
      { title = 'wrong', games = { { winner = 'white' } },
        match = { points = { white = 2 }, wins = { red = 1 }, over = true, winner = 'red', begins = 'white' } },
      { games = { { moves = '@0/' } }, match = { over = true } },";
    let text = format!(
        "return variant 'odd' {{ base = 'trax', rules = {{ match = {{ first_to = 2 }} }}, tests = {{{tests}\n}} }}"
    );
    let output = TestDir::with("odd.lua", text).run(["test", "odd.lua"]);
    for message in [
        "after 1 game: unknown side `wite`; did you mean `white`?",
        "after 3 games: the match is over before game 3",
        "wrong: white adds up to 1, not 2",
        "wrong: red has 0 wins, not 1",
        "wrong: the match is not over",
        "wrong: the match has no winner yet, not `red`",
        "wrong: red begins the next game, not white",
        "after 1 game: game 1 is not over after its moves",
    ] {
        output.assert_stdout_contains(&format!("error: {message}\n"));
    }
    assert_eq!(output.code, 1);
}

#[test]
fn a_match_in_a_file_with_hooks_does_not_change_the_rules_hash() {
    let hooks = "    hooks = { allow = function(view, move) return move.piece ~= 'wall' end },\n";
    let added = "    match = { games = 2, over = function(match) return #match.games > 1 end },\n";
    let dir = ScriptDir::new();
    let hash = |rules: &str| {
        dir.write("house", &format!("return variant 'house' {{\n  base = 'tak', rules = {{\n{rules}  }},\n}}\n"));
        dir.workspace.load("tak+house", &[]).expect("rules").plan.hash.clone()
    };
    let without = hash(hooks);
    assert_eq!(hash(&format!("{hooks}{added}")), without);
    assert_eq!(hash(&format!("{added}{hooks}")), without);
    assert_ne!(hash(&hooks.replace("wall", "cap")), without);
}

#[test]
fn options_that_only_a_match_reads_do_not_change_the_rules_hash() {
    let dir = ScriptDir::new();
    let script = |name: &str, more: &str| {
        format!(
            "return variant '{name}' {{ base = 'tak', options = {{ n = {{ default = 2, min = 1 }} }},\n\
             rules = function(o) return {{ match = {{ games = o.n }}{more} }} end }}"
        )
    };
    dir.write("short", &script("short", "")).write("both", &script("both", ", vars = { n = o.n }"));
    let hash = |game: &str, n: &str| {
        let sets = [("n".to_string(), n.to_string())];
        dir.workspace.load(game, &sets).expect("rules").plan.hash.clone()
    };
    assert_eq!(hash("tak+short", "3"), hash("tak+short", "4"));
    assert_ne!(hash("tak+both", "3"), hash("tak+both", "4"));
    // A variant with no rules at all has options for the game that it is based on.
    let position = |layout: &str| {
        let sets = [("layout".to_string(), layout.to_string())];
        dir.workspace.load("pyramid", &sets).expect("rules").plan.hash.clone()
    };
    assert_ne!(position("1@0,0 2@1,0"), position("1@0,0 3@1,0"));
}
