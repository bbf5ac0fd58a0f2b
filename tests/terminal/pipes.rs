//! Input from a pipe: plain text, JSON events for programs, Lua within its budget.

use serde_json::Value;

use crate::common::test_dir::{RunOutput, TestDir};

const ROAD_THREAT: [&str; 6] = ["play", "tak", "--set", "size=3", "--moves", "c3 a3 a2 c2"];

/// Exit code, stdout after the first board, and stderr.
fn run_lines(lines: &str) -> (i32, String, String) {
    let output = TestDir::new().run_with(ROAD_THREAT, lines);
    let stdout = output.stdout.split_once("b black: 8 flats left\n").expect("the board").1.to_string();
    (output.code, stdout, output.stderr)
}

#[test]
fn a_pipe_gets_neither_colours_nor_hints() {
    let output = TestDir::new().run_with(["play", "trax"], "@0/\nB1+\nhelp\nmoves\n").success();
    assert!(!output.stdout.contains('\u{1b}') && !output.stdout.contains("> "), "{}", output.stdout);
}

#[test]
fn help_is_by_task_and_its_example_is_legal() {
    let (code, stdout, _) = run_lines("help\n");
    let tasks: Vec<&str> = stdout.lines().filter_map(|line| line.get(2..18)?.split("  ").next()).collect();
    assert_eq!(code, 0);
    for task in ["play", "look", "go back", "save", "set up", "learn"] {
        assert!(tasks.contains(&task), "{task}: {stdout}");
    }
    assert!(stdout.lines().count() <= 12, "{stdout}");
    let (_, stdout, _) = run_lines("help move\n");
    let example = stdout.split_once("legal moves now:\n  ").expect("an example").1;
    let example = example.split_whitespace().next().expect("a move");
    assert_eq!(run_lines(&format!("why {example}\n")).1, "legal\n");
    assert!(run_lines("help undo\n").1.starts_with("undo: take back the last turn\nAgainst bots it also takes back "));
}

#[test]
fn lua_prints_values_readably_within_its_budget() {
    for (line, expected) in [
        ("lua 1 + 1", "2\n"),
        ("lua view.turn, view.seat", "3\nwhite\n"),
        ("lua view:moves()[1]", "a1\n"),
        ("lua #view.history, view:after('a1').history", "4\n{ \"c3\", \"a3\", \"a2\", \"c2\", \"a1\" }\n"),
        ("lua { size = view.width, free = { 'a1', 'b1' } }", "{ free = { \"a1\", \"b1\" }, size = 3 }\n"),
        ("lua local n = 0\nlua n", ""),
        (
            "lua for _, move in ipairs(view:moves()) do\nif view:after(move).winner then print(move.text) end\nend",
            "a1\n",
        ),
        ("lua local x = view:after('a1')", ""),
    ] {
        let (_, stdout, _) = run_lines(&format!("{line}\n"));
        assert_eq!(stdout, expected, "{line}");
    }
    let greedy = "lua local s = 'x' while true do s = s .. s end\n";
    let (stdout, cost) = TestDir::new().run_measured(ROAD_THREAT, greedy);
    assert_eq!((stdout.code, stdout.stderr.as_str()), (1, "lua:1: the text would be longer than 64 kB\n"));
    assert!(cost.memory < 64 * 1024, "{} kB", cost.memory);
}

#[test]
fn lua_cannot_see_hidden_hands() {
    let position = "17@0,0:3 13@1,-1:5 | hands 16,53,40,51,11,6/18,37,2,48,25,42 | seat red";
    let lines = "lua view:hand('red')\nlua view:hand('yellow')\n";
    let hands = |game: &str| TestDir::new().run_with(["play", game, "--position", position], lines).stdout;
    let (open, hidden) = (hands("tantrix"), hands("tantrix+hidden-hands"));
    assert!(open.contains("{ \"18\", \"37\", \"2\", \"48\", \"25\", \"42\" }"), "{open}");
    assert!(hidden.contains("{ \"16\", \"53\", \"40\", \"51\", \"11\", \"6\" }"), "{hidden}");
    assert!(!hidden.contains("{ \"18\", \"37\", \"2\", \"48\", \"25\", \"42\" }"), "{hidden}");
}

#[test]
fn errors_in_the_game_are_reported_before_errors_in_its_options() {
    let error = run_lines("play y gom\n").2;
    assert!(error.starts_with("unknown game `y`") && !error.contains("gom "), "{error}");
}

#[test]
fn every_line_gets_events_that_end_with_the_state_of_the_game() {
    let lines = "a1\nundo\nb1\nnew\nplay hex size=3\nset size=4\nquit\n";
    let output =
        TestDir::new().run_with([&ROAD_THREAT[..], &["--json", "--seats", "human,random"]].concat(), lines).success();
    let (kinds, events) = kinds(&output);
    let expected = [
        &["game", "turn"][..],
        &["played", "over"],
        &["taken_back", "turn"],
        &["played", "played", "turn"],
        &["game", "turn"],
        &["game", "turn"],
        &["told", "game", "turn"],
    ];
    assert_eq!(kinds, expected.concat());
    assert_eq!(events[3]["outcome"], "white wins by road");
    assert_eq!(events.last().expect("an event")["position"], "x4/x4/x4/x4 1 1");
}

/// The events of some lines, and the kind of each.
fn events(args: &[&str], lines: &str) -> (Vec<String>, Vec<Value>) {
    let output = TestDir::with("road.lua", ROAD_LESSON).run_with([args, &["--json"]].concat(), lines).success();
    kinds(&output)
}

fn kinds(output: &RunOutput) -> (Vec<String>, Vec<Value>) {
    let events = output.events();
    let kind = |event: &Value| event["event"].as_str().expect("a kind").to_string();
    (events.iter().map(kind).collect(), events)
}

const ROAD_LESSON: &str = r#"--- A road.
return lesson "road" {
  game    = "tak",
  options = { size = 3 },
  course  = "mine",
  steps   = {
    { say = "A road joins two sides." },
    { position = "x3/1,1,x/2,2,x 1 3", ask = "Win.", accept = wins_in(1), hints = { "In row 2." } },
  },
}
"#;

#[test]
fn with_json_every_line_is_one_command() {
    let (_, events) = events(&["play", "tak", "--set", "size=3"], "lua for i = 1, 2 do\na1\n");
    let message = "incomplete Lua; write the whole command in one line";
    assert_eq!((&events[2]["event"], &events[2]["says"]), (&"refused".into(), &message.into()), "{events:?}");
    assert_eq!(events[4]["event"], "played", "the next line is a new command: {events:?}");
}

#[test]
fn programs_get_the_table_of_commands() {
    let (kinds, events) = events(&["play", "tak"], "help\nhelp undo\n");
    assert_eq!(kinds, ["game", "turn", "commands", "told", "turn", "told", "turn"]);
    let commands = events[2]["commands"].as_array().expect("rows");
    let named = |word: &str| commands.iter().find(|row| row["word"] == word).expect("a row");
    assert!(commands.len() > 40, "{}", commands.len());
    assert_eq!((&named("undo")["changes"], &named("undo")["needs_game"]), (&"game_in_events".into(), &true.into()));
    assert_eq!((&named("hand")["reveals"], &named("play")["in_lesson"]), (&"hand".into(), &"leaves".into()));
}

#[test]
fn a_rejected_swap_names_its_rule() {
    let (_, events) = events(&["play", "hex", "--set", "size=4"], "swap\n");
    assert_eq!(events[2]["rules"][0]["rule"], "swap", "{events:?}");
    assert!(events[2]["rules"][0]["at"].is_string(), "{events:?}");
}

#[test]
fn set_up_boards_appear_as_events() {
    let (kinds, events) = events(&ROAD_THREAT, "put b2 white wall\na1\nundo\nundo\n");
    let expected = [
        &["game", "turn"][..],
        &["told", "set_up", "turn"],
        &["played", "over"],
        &["taken_back", "turn"],
        &["set_up", "played", "played", "played", "played", "turn"],
    ];
    assert_eq!(kinds, expected.concat());
    assert_eq!(events[3]["position"], "1,x,2/1,1S,2/x3 1 3");
    assert_eq!(events[9]["position"], Value::Null, "from the usual start");
    let (_, events) = self::events(&["play", "tak", "--position", "x3/x3/1,2,x 1 2"], "");
    assert_eq!(events[0]["position"], "x3/x3/1,2,x 1 2", "the game event has the start position");
}

#[test]
fn lesson_texts_appear_as_events() {
    let (kinds, events) = events(&ROAD_THREAT, "lesson road.lua\nc1\nc2\n");
    let expected =
        [&["game", "turn"][..], &["told", "game", "step", "turn"], &["told", "turn"], &["told", "played", "over"]];
    assert_eq!(kinds, expected.concat(), "{events:?}");
    let text = |index: usize| events[index]["text"].as_str().expect("a text");
    assert!(text(2).contains("A road joins two sides.") && text(2).contains("Win."), "{}", text(2));
    assert_eq!(events[3]["position"], "x3/1,1,x/2,2,x 1 3");
    // On a pipe a step without a question does not wait for Enter.
    assert_eq!((&events[4]["lesson"], &events[4]["step"]), (&"road".into(), &2.into()));
    assert!(text(6).contains("Taken back. Try again"), "{}", text(6));
    assert!(text(8).contains("End of `road`."), "{}", text(8));
}
