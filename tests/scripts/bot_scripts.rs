//! Scripted bots: they play like other bots, see only what they may see, and their errors are reported.

use crate::common::script_dir::ScriptDir;
use crate::common::test_dir::{RunOutput, TestDir};
use houserule_core::mechanics::Seat;
use houserule_script::game::BotScript;
use houserule_script::lua::steps_spent;
use houserule_script::play::Rng;

/// Bot whose `choose` function has this body, from line 2 on.
fn choosing_bot(body: &str) -> TestDir {
    TestDir::with("own.lua", format!("return bot \"own\" {{ choose = function(view)\n{body}\nend }}\n"))
}

fn play(dir: &TestDir, game: &[&str], seats: &str, lines: &str) -> RunOutput {
    dir.run_with([&["play"], game, &["--seats", seats]].concat(), lines)
}

const SMALL_TAK: [&str; 3] = ["tak", "--set", "size=3"];

#[test]
fn a_scripted_bot_plays_by_path_and_by_name() {
    let dir = choosing_bot("return \"c2\"");
    dir.write("variants/other.lua", "return bot \"other\" { choose = function(view) return view:moves()[1] end }\n");
    for (bot, answer) in [("./own.lua", "black: c2\n"), ("lua:other", "black: "), ("other", "black: ")] {
        let output = play(&dir, &SMALL_TAK, &format!("human,{bot}"), "a1\nseats\n");
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{bot}: {}", output.stdout);
        assert!(output.stdout.contains(answer), "{bot}: {}", output.stdout);
        assert!(output.stdout.contains(&format!("\nblack: {bot}\n")), "{bot}: {}", output.stdout);
    }
}

#[test]
fn a_failing_bot_gives_its_seat_to_a_human() {
    for (body, message) in [
        ("return \"e9\"", "own.lua:2: choose of own did not return a move: `e9` is not a legal move here"),
        ("return 7", "own.lua:2: choose of own did not return a move: expected a move, not a whole number"),
        ("return nil", "own.lua:2: choose of own did not return a move: expected a move, not nothing"),
        ("return view:after(\"z9\"):moves()[1]", "own.lua:2: `z9` is not a legal move here"),
        (
            "local m = view:moves()[1]\nreturn view:after(m):moves()[1]",
            "own.lua:3: choose of own did not return a move: that move was listed in another position",
        ),
        ("while true do end", "own.lua:2: ran too long: more than 1000000 steps in one call"),
        ("local seen = view return seen:move()", "own.lua:2: the view has no `move`; did you mean `moves`?"),
        ("return view:random(0)", "own.lua:2: `random` needs a whole number from 1 to 4294967296"),
    ] {
        let dir = choosing_bot(body);
        let output = play(&dir, &SMALL_TAK, "human,./own.lua", "a1\n");
        let whole = format!("./{message}; you now play black\n");
        assert_eq!((output.code, output.stderr.as_str()), (1, whole.as_str()), "{body}");
        assert_eq!(output.stdout.matches("\nblack: ").count(), 0, "{}", output.stdout);
        let output = dir.run(["simulate", "tak", "--bots", "./own.lua,random", "--games", "2", "--threads", "1"]);
        assert_eq!(
            (output.code, output.stderr.lines().next()),
            (1, Some(format!("game 1: ./{message}").as_str())),
            "{body}"
        );
    }
}

#[test]
fn wrong_bot_declarations_are_reported_with_their_line() {
    for (keys, message) in [
        ("choose = 1", "choose: expected a function of the view, not 1"),
        ("chose = function(view) end", "chose: unknown key; did you mean `choose`?"),
        ("evaluate = function(view) end, playouts = 0", "playouts: expected a whole number from 1 to 1000000"),
        ("choose = function(view) end, plies = 3", "plies: only a bot with `evaluate` uses this key"),
    ] {
        let dir = TestDir::with("own.lua", format!("return bot \"own\" {{\n{keys}\n}}\n"));
        let output = dir.run(["check", "own.lua"]);
        let whole = format!("own.lua:2: {message}\n");
        assert_eq!((output.code, output.diagnostics(), output.stderr.as_str()), (1, whole.clone(), ""), "{keys}");
        let output = play(&dir, &SMALL_TAK, "human,own.lua", "");
        assert_eq!((output.code, output.stdout.as_str(), output.stderr), (2, "", whole), "{keys}");
    }
}

#[test]
fn check_plays_with_bots_and_reports_their_errors() {
    let dir = choosing_bot("if view.ply > 3 then return \"z9\" end\nreturn view:moves()[1]");
    let output = dir.run(["check", "own.lua"]);
    assert_eq!(output.code, 1);
    output
        .assert_stdout_contains("choose of own did not return a move: `z9` is not a legal move here\n --> own.lua:2:");
    let output = dir.run(["check", "stifle", "flat-counter"]).success();
    let lines: Vec<&str> = output.stdout.lines().filter_map(|line| line.split(" (").next()).collect();
    assert_eq!(lines, ["stifle: ok", "flat-counter: ok"], "{}", output.stdout);
}

#[test]
fn a_bot_plays_only_its_game_and_is_not_a_game() {
    let dir = TestDir::new();
    let output = play(&dir, &["trax"], "human,flat-counter", "");
    assert_eq!((output.code, output.stderr.as_str()), (2, "the bot `flat-counter` plays tak, not trax\n"));
    play(&dir, &["tak+late-walls"], "human,flat-counter", "").success();
    let dir = choosing_bot("return view:moves()[1]");
    let output = dir.run(["moves", "own.lua"]);
    let message = "`own.lua` is a bot, not a game; name a game, and seat the bot with --seats human,own.lua\n";
    assert_eq!((output.code, output.stderr.as_str()), (2, message));
}

#[test]
fn scripted_bots_are_reproducible_on_any_number_of_threads() {
    let dir = choosing_bot("local all = view:moves()\nreturn all[view:random(#all)]");
    for (game, bots) in [
        ("tak", "./own.lua,stifle"),
        ("tantrix", "./own.lua"),
        ("gobble", "./own.lua"),
        ("tak+late-walls", "flat-counter,random"),
    ] {
        let run = |threads: &str, seed: &str| {
            let args = ["simulate", game, "--bots", bots, "--games", "2", "--longest", "12", "--records"];
            let output = dir.run([&args[..], &["kept.txt", "--threads", threads, "--seed", seed]].concat());
            assert_ne!(output.code, 2, "{}", output.stderr);
            dir.read("kept.txt")
        };
        let one = run("1", "5");
        assert!(one.len() > 40, "{one}");
        assert_eq!(run("2", "5"), one, "{game}");
        assert_ne!(run("1", "6"), one, "{game}");
    }
}

#[test]
fn evaluate_returns_a_number_from_0_to_1_for_every_team() {
    for (body, message) in [
        ("return 1", "returned a whole number, not a table with a number for every side"),
        ("return { white = 0.5 }", "did not return a number from 0 to 1 for black"),
        ("return { white = 0.5, black = 2 }", "did not return a number from 0 to 1 for black"),
        ("return { white = 0 / 0, black = 0 }", "did not return a number from 0 to 1 for white"),
    ] {
        let text = format!("return bot \"own\" {{ evaluate = function(view)\n{body}\nend }}\n");
        let output = play(&TestDir::with("own.lua", text), &SMALL_TAK, "human,own.lua", "a1\n");
        let whole = format!("own.lua:2: evaluate of own {message}; you now play black\n");
        assert_eq!((output.code, output.stderr.as_str()), (1, whole.as_str()), "{body}");
    }
    let text = "return bot \"own\" { evaluate = function(view) return view:moves() end }\n";
    let output = play(&TestDir::with("own.lua", text), &SMALL_TAK, "human,own.lua", "a1\n");
    output.assert_stderr_contains("only the view in a bot's `choose` can do that");
}

/// On 3x3, white makes a road along column a with a1.
#[test]
fn choosing_and_evaluating_bots_find_a_win() {
    for bot in ["stifle", "flat-counter"] {
        let output =
            play(&TestDir::new(), &[&SMALL_TAK[..], &["--moves", "c3 a3 a2 c2"]].concat(), &format!("{bot},human"), "");
        assert!(output.stdout.contains("white: a1\n"), "{bot}: {}", output.stdout);
    }
}

#[test]
fn kept_views_and_moves_are_unusable_in_the_next_choice() {
    const KEPT_VIEW_ERROR: &str = "the view and the move are valid only while their hook runs; do not keep them";
    // A view, the view of a later position, a listed move, and a move chosen again.
    for (kept_value, later_use) in [
        ("view", "local seen = kept.turn"),
        ("view", "local seen = kept:moves()"),
        ("view", "local seen = kept.history"),
        ("view:after(view:moves()[1])", "local seen = kept.turn"),
        ("view:after(view:moves()[1])", "local seen = kept:after(kept:moves()[1])"),
        ("view:moves()[1]", "local seen = kept.text"),
        ("view:moves()[1]", "local seen = kept.kind"),
        ("view:moves()[1]", "local seen = view:after(kept)"),
        ("view:moves()[1]", "do return kept end"),
    ] {
        let body = format!("if kept then {later_use} end\nkept = kept or {kept_value}\nreturn view:moves()[1]");
        let text = format!("local kept\nreturn bot \"own\" {{ choose = function(view)\n{body}\nend }}\n");
        let scripts = ScriptDir::new();
        scripts.write("own", &text);
        let ruleset = scripts.load("tak", &["size=3"]);
        let bot = ruleset.bot("own").expect("no faults").expect("a bot");
        let mut bot_instance = bot.instantiate(&ruleset.plan).expect("no faults");
        let mut choose = || bot_instance.choose(ruleset.game(None, 1).expect("a game"), Seat::FIRST, Rng::new(1));
        choose().unwrap_or_else(|fault| panic!("{kept_value}: {fault}"));
        let fault = choose().expect_err(later_use).to_string();
        assert!(fault.contains(KEPT_VIEW_ERROR), "{kept_value}, {later_use}: {fault}");
    }
    let text = "local kept return bot \"own\" { evaluate = function(view) kept = kept or view local seen = kept.turn \
                return { white = 0.5, black = 0.5 } end }\n";
    let dir = TestDir::with("own.lua", text);
    let output = play(&dir, &SMALL_TAK, "human,./own.lua", "a1\n");
    assert!(output.code == 1 && output.stderr.contains(KEPT_VIEW_ERROR), "{} {}", output.stdout, output.stderr);
}

#[test]
fn a_bot_can_choose_a_swap() {
    for body in [
        "for _, move in ipairs(view:moves()) do if move.text == \"swap\" and move.kind == \"act\" then return move end end",
        "return \"swap\"",
    ] {
        let output = play(&choosing_bot(body), &["hex", "--set", "size=5"], "human,./own.lua", "c3\n");
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{body}");
        assert!(output.stdout.contains(": swap\n"), "{body}: {}", output.stdout);
    }
}

/// Result of some work, and the steps that scripts of this thread took for it.
fn count_steps<R>(work: impl FnOnce() -> R) -> (R, u64) {
    let before = steps_spent();
    let done = work();
    (done, steps_spent() - before)
}

/// One call never gets more steps than its budget, even through other hooks.
#[test]
fn a_call_that_looks_ahead_pays_for_hooks() {
    let assert_step_limit = "busy.lua:4: ran too long: more than 60000000 steps of hooks in one call that looks ahead";
    for hook in ["allow", "reject", "after_move"] {
        let answer = if hook == "allow" { "return true" } else { "return nil" };
        let scripts = ScriptDir::new();
        scripts.hook("busy", hook, &format!("for i = 1, 60 do local s = string.rep(\"x\", 65536) end\n{answer}"));
        let ruleset = scripts.load("tak+busy", &["size=3"]);
        // The line depends on how many steps are left.
        let assert_step_limit = |fault: &str| {
            let fault = fault.replace("busy.lua:3", "busy.lua:4").replace("busy.lua:5", "busy.lua:4");
            assert!(fault.contains(assert_step_limit), "{hook}: {fault}");
        };
        for lookahead in ["view:moves()", "local n = view.choices", "view:after('a1')", "view:after('a1'):moves()"] {
            if hook == "after_move" && !lookahead.contains("after") {
                continue;
            }
            let body = format!("for i = 1, 200 do {lookahead} view:after('b2') end return 'a1'");
            scripts.write("own", &format!("return bot 'own' {{ choose = function(view) {body} end }}"));
            let bot = ruleset.bot("own").expect("no faults").expect("a bot");
            let (fault, steps) = count_steps(|| {
                let mut bot_instance = bot.instantiate(&ruleset.plan).expect("no faults");
                let game = ruleset.game(None, 1).expect("a game");
                bot_instance.choose(game, Seat::FIRST, Rng::new(1)).expect_err(lookahead).to_string()
            });
            assert_step_limit(&fault);
            assert!((59_000_000..62_000_000).contains(&steps), "{hook}, {lookahead}: {steps} steps");
        }
        let (fault, steps) = count_steps(|| {
            let game = ruleset.game(None, 1).expect("a game");
            let source = "for i = 1, 200 do view:moves() view:after('b2') end";
            ruleset.evaluate_lua(game, Seat::FIRST, Rng::new(1), &[], source).expect_err("too much")
        });
        assert_step_limit(&fault.to_string());
        assert!((59_000_000..62_000_000).contains(&steps), "{hook}, at the prompt: {steps} steps");
        let goal = "accept = function(before, after)\nfor i = 1, 200 do before:moves() before:after('b2') end end";
        let steps = format!("steps = {{ {{ say = 'x', ask = 'y', {goal} }} }}");
        scripts.write("taught", &format!("return lesson 'taught' {{ game = 'tak+busy', {steps} }}"));
        let lesson = scripts.workspace.library.lesson("taught").unwrap_or_else(|error| panic!("{error}"));
        let (fault, steps) = count_steps(|| {
            let mut checker = lesson.checker(&ruleset.plan).expect("no faults");
            let mut game = ruleset.game(None, 1).expect("a game");
            let mv = game.legal_moves().expect("moves")[0];
            checker.judge(0, game, Seat::FIRST, mv).expect_err("too much").to_string()
        });
        assert_step_limit(&fault);
        // The test lists the moves once itself.
        assert!((59_000_000..72_000_000).contains(&steps), "{hook}, in a lesson: {steps} steps");
    }
}

/// Slow hooks within their own limits end with the time limit of the call that waits for them.
#[test]
fn hooks_end_with_the_time_limit_of_their_caller() {
    let scripts = ScriptDir::new();
    // A comparison costs one step for texts of any length.
    let slow = "local a = string.rep('\\0', 65000) local b, c = a .. 'b', a .. 'c' \
                for i = 1, 400 do local x = b < c end return true";
    scripts.hook("slow", "allow", slow);
    scripts.write("own", "return bot 'own' { choose = function(view)\nreturn view:moves()[1] end }");
    let ruleset = scripts.load("tak+slow", &["size=8"]);
    let bot = ruleset.bot("own").expect("no faults").expect("a bot");
    let mut bot_instance = bot.instantiate(&ruleset.plan).expect("no faults");
    let game = ruleset.game(None, 1).expect("a game");
    let fault = bot_instance
        .choose(game, Seat::FIRST, Rng::new(1))
        .expect_err("64 moves, each of which takes long")
        .to_string();
    assert!(fault.contains("own.lua:2: ") && fault.contains("slow.lua:3: the call that looks ahead"), "{fault}");
    assert!(fault.contains("took more than 0.9 s"), "{fault}");
}

/// Slow operations cost many steps, so the step limit applies before the time limit even on slow machines. The minimum
/// of each is its time at 45 ns a step.
#[test]
fn slow_operations_cost_many_steps() {
    let scripts = ScriptDir::new();
    let ruleset = scripts.load("tak", &["size=8"]);
    for (first, body, min_steps) in [
        ("", "local x = road {}", 24),
        ("", "local x = game 'x'", 24),
        ("", "local x = tile_set 'tantrix'", 1_200),
        ("", "local x = string.format('%.99f', 1e300)", 110),
        ("local t = {} for j = 1, 2000 do t['k' .. j] = j end", "print(t)", 20_000),
        ("local s = string.rep('\\n', 60000)", "print(s)", 50_000),
    ] {
        let (result, steps) = count_steps(|| {
            let game = ruleset.game(None, 1).expect("a game");
            ruleset.evaluate_lua(game, Seat::FIRST, Rng::new(1), &[], &format!("{first} for i = 1, 10 do {body} end"))
        });
        result.unwrap_or_else(|fault| panic!("{body}: {fault}"));
        assert!(steps >= 10 * min_steps, "{body}: {steps} steps for ten");
    }
}
