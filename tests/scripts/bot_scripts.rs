//! Bots that scripts describe: they sit where other bots sit, see no more than they may, and their mistakes are told.

use crate::common::desk::{Desk, Said};
use crate::common::shelf::{Shelf, pairs};
use houserule_core::mechanics::Seat;
use houserule_script::game::BotScript;
use houserule_script::lua::steps_spent;
use houserule_script::play::Rng;

/// A bot whose `choose` has this body, which begins in line 2.
fn chooser(body: &str) -> Desk {
    Desk::with("own.lua", format!("return bot \"own\" {{ choose = function(view)\n{body}\nend }}\n"))
}

fn play(desk: &Desk, game: &[&str], seats: &str, lines: &str) -> Said {
    desk.run_with([&["play"], game, &["--seats", seats]].concat(), lines)
}

const SMALL: [&str; 3] = ["tak", "--set", "size=3"];

#[test]
fn a_bot_of_ones_own_plays_by_its_path_and_by_its_name() {
    let desk = chooser("return \"c2\"");
    desk.write("variants/other.lua", "return bot \"other\" { choose = function(view) return view:moves()[1] end }\n");
    for (bot, answer) in [("./own.lua", "black: c2\n"), ("lua:other", "black: "), ("other", "black: ")] {
        let said = play(&desk, &SMALL, &format!("human,{bot}"), "a1\nseats\n");
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{bot}: {}", said.out);
        assert!(said.out.contains(answer), "{bot}: {}", said.out);
        assert!(said.out.contains(&format!("\nblack: {bot}\n")), "{bot}: {}", said.out);
    }
}

#[test]
fn a_bot_that_fails_makes_room_for_a_person_and_changes_nothing() {
    for (body, says) in [
        ("return \"e9\"", "own.lua:2: choose of own returned no move: `e9` is not a legal move here"),
        ("return 7", "own.lua:2: choose of own returned no move: expected a move, not a whole number"),
        ("return nil", "own.lua:2: choose of own returned no move: expected a move, not nothing"),
        ("return view:after(\"z9\"):moves()[1]", "own.lua:2: `z9` is not a legal move here"),
        (
            "local m = view:moves()[1]\nreturn view:after(m):moves()[1]",
            "own.lua:3: choose of own returned no move: that move was listed in another position",
        ),
        ("while true do end", "own.lua:2: ran too long: more than 1000000 steps in one call"),
        ("local seen = view return seen:move()", "own.lua:2: the view has no `move`; did you mean `moves`?"),
        ("return view:random(0)", "own.lua:2: `random` takes a whole number from 1 to 4294967296"),
    ] {
        let desk = chooser(body);
        let said = play(&desk, &SMALL, "human,./own.lua", "a1\n");
        let whole = format!("./{says}; black is yours now\n");
        assert_eq!((said.code, said.err.as_str()), (1, whole.as_str()), "{body}");
        assert_eq!(said.out.matches("\nblack: ").count(), 0, "{}", said.out);
        let said = desk.run(["simulate", "tak", "--bots", "./own.lua,random", "--games", "2", "--threads", "1"]);
        assert_eq!((said.code, said.err.lines().next()), (1, Some(format!("game 1: ./{says}").as_str())), "{body}");
    }
}

#[test]
fn what_a_bot_declares_wrongly_is_told_with_its_line() {
    for (table, says) in [
        ("choose = 1", "choose: expected a function of the view, not 1"),
        ("chose = function(view) end", "chose: unknown key; did you mean `choose`?"),
        ("evaluate = function(view) end, playouts = 0", "playouts: expected a whole number from 1 to 1000000"),
        ("choose = function(view) end, plies = 3", "plies: only a bot with `evaluate` searches"),
    ] {
        let desk = Desk::with("own.lua", format!("return bot \"own\" {{\n{table}\n}}\n"));
        let said = desk.run(["check", "own.lua"]);
        let whole = format!("own.lua:2: {says}\n");
        assert_eq!((said.code, said.faults(), said.err.as_str()), (1, whole.clone(), ""), "{table}");
        let said = play(&desk, &SMALL, "human,own.lua", "");
        assert_eq!((said.code, said.out.as_str(), said.err), (2, "", whole), "{table}");
    }
}

#[test]
fn check_lets_bots_play_and_tells_where_they_fail() {
    let desk = chooser("if view.ply > 3 then return \"z9\" end\nreturn view:moves()[1]");
    let said = desk.run(["check", "own.lua"]);
    assert_eq!(said.code, 1);
    assert!(
        said.out.contains("choose of own returned no move: `z9` is not a legal move here\n --> own.lua:2:"),
        "{}",
        said.out
    );
    let said = desk.run(["check", "stifle", "flat-counter"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let lines: Vec<&str> = said.out.lines().filter_map(|line| line.split(" (").next()).collect();
    assert_eq!(lines, ["stifle: ok", "flat-counter: ok"], "{}", said.out);
}

#[test]
fn a_bot_is_for_the_game_it_names_and_is_no_game() {
    let desk = Desk::new();
    let said = play(&desk, &["trax"], "human,flat-counter", "");
    assert_eq!((said.code, said.err.as_str()), (2, "the bot `flat-counter` plays tak, not trax\n"));
    let said = play(&desk, &["tak+late-walls"], "human,flat-counter", "");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let desk = chooser("return view:moves()[1]");
    let said = desk.run(["moves", "own.lua"]);
    let says = "`own.lua` is a bot, which plays; name a game, and the bot as in --seats human,own.lua\n";
    assert_eq!((said.code, said.err.as_str()), (2, says));
}

#[test]
fn bots_of_scripts_repeat_from_the_seed_whatever_the_threads() {
    let desk = chooser("local all = view:moves()\nreturn all[view:random(#all)]");
    for (game, bots) in [
        ("tak", "./own.lua,stifle"),
        ("tantrix", "./own.lua"),
        ("gobble", "./own.lua"),
        ("tak+late-walls", "flat-counter,random"),
    ] {
        let run = |threads: &str, seed: &str| {
            let args = ["simulate", game, "--bots", bots, "--games", "2", "--longest", "12", "--records"];
            let said = desk.run([&args[..], &["kept.txt", "--threads", threads, "--seed", seed]].concat());
            assert_ne!(said.code, 2, "{}", said.err);
            desk.read("kept.txt")
        };
        let one = run("1", "5");
        assert!(one.len() > 40, "{one}");
        assert_eq!(run("2", "5"), one, "{game}");
        assert_ne!(run("1", "6"), one, "{game}");
    }
}

#[test]
fn a_judgement_must_name_every_side_with_a_number_from_0_to_1() {
    for (body, says) in [
        ("return 1", "returned a whole number, not a table with a number for every side"),
        ("return { white = 0.5 }", "returned no number from 0 to 1 for black"),
        ("return { white = 0.5, black = 2 }", "returned no number from 0 to 1 for black"),
        ("return { white = 0 / 0, black = 0 }", "returned no number from 0 to 1 for white"),
    ] {
        let text = format!("return bot \"own\" {{ evaluate = function(view)\n{body}\nend }}\n");
        let said = play(&Desk::with("own.lua", text), &SMALL, "human,own.lua", "a1\n");
        let whole = format!("own.lua:2: evaluate of own {says}; black is yours now\n");
        assert_eq!((said.code, said.err.as_str()), (1, whole.as_str()), "{body}");
    }
    let text = "return bot \"own\" { evaluate = function(view) return view:moves() end }\n";
    let said = play(&Desk::with("own.lua", text), &SMALL, "human,own.lua", "a1\n");
    assert!(said.err.contains("only the view of a bot that chooses a move can do that"), "{}", said.err);
}

/// On 3x3 white makes a road along the column a with a1.
#[test]
fn scripts_that_look_ahead_or_judge_find_a_win() {
    for bot in ["stifle", "flat-counter"] {
        let said = play(&Desk::new(), &[&SMALL[..], &["--moves", "c3 a3 a2 c2"]].concat(), &format!("{bot},human"), "");
        assert!(said.out.contains("white: a1\n"), "{bot}: {}", said.out);
    }
}

#[test]
fn what_a_bot_keeps_from_an_earlier_choice_shows_nothing() {
    const KEPT: &str = "the view and the move are there only while their hook runs; do not keep them";
    // A view, a view of a position ahead, a move that was listed, and one that is chosen again.
    for (keeps, uses) in [
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
        let body = format!("if kept then {uses} end\nkept = kept or {keeps}\nreturn view:moves()[1]");
        let text = format!("local kept\nreturn bot \"own\" {{ choose = function(view)\n{body}\nend }}\n");
        let shelf = Shelf::new();
        shelf.write("own", &text);
        let ruleset = shelf.table.load("tak", &pairs(&["size=3"])).expect("the rules");
        let bot = ruleset.bot("own").expect("no faults").expect("a bot");
        let mut mind = bot.instantiate(&ruleset.plan).expect("no faults");
        let mut choose = || mind.choose(ruleset.game(None, 1).expect("a game"), Seat::FIRST, Rng::new(1));
        choose().unwrap_or_else(|fault| panic!("{keeps}: {fault}"));
        let fault = choose().expect_err(uses).to_string();
        assert!(fault.contains(KEPT), "{keeps}, {uses}: {fault}");
    }
    let text = "local kept return bot \"own\" { evaluate = function(view) kept = kept or view local seen = kept.turn \
                return { white = 0.5, black = 0.5 } end }\n";
    let desk = Desk::with("own.lua", text);
    let said = play(&desk, &SMALL, "human,./own.lua", "a1\n");
    assert!(said.code == 1 && said.err.contains(KEPT), "{} {}", said.out, said.err);
}

#[test]
fn a_bot_sees_a_swap_as_what_it_is_and_may_choose_it() {
    for body in [
        "for _, move in ipairs(view:moves()) do if move.text == \"swap\" and move.kind == \"act\" then return move end end",
        "return \"swap\"",
    ] {
        let said = play(&chooser(body), &["hex", "--set", "size=5"], "human,./own.lua", "c3\n");
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{body}");
        assert!(said.out.contains(": swap\n"), "{body}: {}", said.out);
    }
}

/// The steps that scripts take on this thread while something is done, and what comes of it.
fn steps_of<R>(work: impl FnOnce() -> R) -> (R, u64) {
    let begun = steps_spent();
    let done = work();
    (done, steps_spent() - begun)
}

/// Nobody gets more than one call's worth of steps out of one call, by whatever way others are made to work for it.
#[test]
fn a_call_that_looks_ahead_pays_for_the_hooks_of_the_game() {
    let says = "busy.lua:4: ran too long: more than 60000000 steps of hooks in one call that looks ahead";
    for hook in ["allow", "reject", "after_move"] {
        let answer = if hook == "allow" { "return true" } else { "return nil" };
        let shelf = Shelf::new();
        shelf.hook("busy", hook, &format!("for i = 1, 60 do local s = string.rep(\"x\", 65536) end\n{answer}"));
        let ruleset = shelf.table.load("tak+busy", &pairs(&["size=3"])).expect("the rules");
        // Where the hook begins or goes on depends on how many steps are left.
        let says = |fault: &str| {
            let fault = fault.replace("busy.lua:3", "busy.lua:4").replace("busy.lua:5", "busy.lua:4");
            assert!(fault.contains(says), "{hook}: {fault}");
        };
        for looks in ["view:moves()", "local n = view.choices", "view:after('a1')", "view:after('a1'):moves()"] {
            if hook == "after_move" && !looks.contains("after") {
                continue;
            }
            let body = format!("for i = 1, 200 do {looks} view:after('b2') end return 'a1'");
            shelf.write("own", &format!("return bot 'own' {{ choose = function(view) {body} end }}"));
            let bot = ruleset.bot("own").expect("no faults").expect("a bot");
            let (fault, steps) = steps_of(|| {
                let mut mind = bot.instantiate(&ruleset.plan).expect("no faults");
                let game = ruleset.game(None, 1).expect("a game");
                mind.choose(game, Seat::FIRST, Rng::new(1)).expect_err(looks).to_string()
            });
            says(&fault);
            assert!((59_000_000..62_000_000).contains(&steps), "{hook}, {looks}: {steps} steps");
        }
        let (fault, steps) = steps_of(|| {
            let game = ruleset.game(None, 1).expect("a game");
            let source = "for i = 1, 200 do view:moves() view:after('b2') end";
            ruleset.evaluate_lua(game, Seat::FIRST, Rng::new(1), &[], source).expect_err("too much")
        });
        says(&fault.to_string());
        assert!((59_000_000..62_000_000).contains(&steps), "{hook}, at the prompt: {steps} steps");
        let goal = "accept = function(before, after)\nfor i = 1, 200 do before:moves() before:after('b2') end end";
        let steps = format!("steps = {{ {{ say = 'x', ask = 'y', {goal} }} }}");
        shelf.write("taught", &format!("return lesson 'taught' {{ game = 'tak+busy', {steps} }}"));
        let lesson = shelf.table.library.lesson("taught").unwrap_or_else(|error| panic!("{error}"));
        let (fault, steps) = steps_of(|| {
            let mut checker = lesson.checker(&ruleset.plan).expect("no faults");
            let mut game = ruleset.game(None, 1).expect("a game");
            let mv = game.legal_moves().expect("moves")[0];
            checker.judge(0, game, Seat::FIRST, mv).expect_err("too much").to_string()
        });
        says(&fault);
        // The first listing is the test's own.
        assert!((59_000_000..72_000_000).contains(&steps), "{hook}, in a lesson: {steps} steps");
    }
}

/// Hooks of slow steps, each of which keeps to its own limits: the clock of the call that waits for them ends them.
#[test]
fn hooks_end_with_the_time_of_the_call_that_looks_ahead() {
    let shelf = Shelf::new();
    // Comparing costs one step, however long the texts are.
    let slow = "local a = string.rep('\\0', 65000) local b, c = a .. 'b', a .. 'c' \
                for i = 1, 400 do local x = b < c end return true";
    shelf.hook("slow", "allow", slow);
    shelf.write("own", "return bot 'own' { choose = function(view)\nreturn view:moves()[1] end }");
    let ruleset = shelf.table.load("tak+slow", &pairs(&["size=8"])).expect("the rules");
    let bot = ruleset.bot("own").expect("no faults").expect("a bot");
    let mut mind = bot.instantiate(&ruleset.plan).expect("no faults");
    let game = ruleset.game(None, 1).expect("a game");
    let fault =
        mind.choose(game, Seat::FIRST, Rng::new(1)).expect_err("64 moves, each of which takes long").to_string();
    assert!(fault.contains("own.lua:2: ") && fault.contains("slow.lua:3: the call that looks ahead"), "{fault}");
    assert!(fault.contains("took more than 0.9 s"), "{fault}");
}

/// What takes long costs many steps, so that they run out before the clock does on slow machines, too. The least that each
/// of these may cost is what it takes at 45 ns a step.
#[test]
fn what_takes_long_costs_many_steps() {
    let shelf = Shelf::new();
    let ruleset = shelf.table.load("tak", &pairs(&["size=8"])).expect("the rules");
    for (first, body, least) in [
        ("", "local x = road {}", 24),
        ("", "local x = game 'x'", 24),
        ("", "local x = tile_set 'tantrix'", 1_200),
        ("", "local x = string.format('%.99f', 1e300)", 110),
        ("local t = {} for j = 1, 2000 do t['k' .. j] = j end", "print(t)", 20_000),
        ("local s = string.rep('\\n', 60000)", "print(s)", 50_000),
    ] {
        let (said, steps) = steps_of(|| {
            let game = ruleset.game(None, 1).expect("a game");
            ruleset.evaluate_lua(game, Seat::FIRST, Rng::new(1), &[], &format!("{first} for i = 1, 10 do {body} end"))
        });
        said.unwrap_or_else(|fault| panic!("{body}: {fault}"));
        assert!(steps >= 10 * least, "{body}: {steps} steps for ten");
    }
}
