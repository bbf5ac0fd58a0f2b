//! Plain use: lines from a pipe, events for programs, Lua within its budget.

use crate::common::desk::Desk;

const PAGE: &str = include_str!("../../docs/programs.md");
const NEARLY: [&str; 6] = ["play", "tak", "--set", "size=3", "--moves", "c3 a3 a2 c2"];

/// What is printed after the board of the start.
fn answers(lines: &str) -> (i32, String, String) {
    let said = Desk::new().run_with(NEARLY, lines);
    let told = said.out.split_once("b black: 8 flats left\n").expect("the board").1.to_string();
    (said.code, told, said.err)
}

#[test]
fn a_pipe_gets_neither_colours_nor_hints() {
    let said = Desk::new().run_with(["play", "trax"], "@0/\nB1+\nhelp\nmoves\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(!said.out.contains('\u{1b}') && !said.out.contains("> "), "{}", said.out);
}

#[test]
fn help_is_by_task_and_its_example_is_legal() {
    let (code, told, _) = answers("help\n");
    let tasks: Vec<&str> = told.lines().filter_map(|line| line.get(2..18)?.split("  ").next()).collect();
    assert_eq!(code, 0);
    for task in ["play", "look", "take back", "keep", "change the rules", "learn"] {
        assert!(tasks.contains(&task), "{task}: {told}");
    }
    assert!(told.lines().count() <= 12, "{told}");
    let (_, told, _) = answers("help move\n");
    let example = told.split_once("for example:\n  ").expect("an example").1;
    let example = example.split_whitespace().next().expect("a move");
    assert_eq!(answers(&format!("why {example}\n")).1, "legal\n");
    assert_eq!(answers("help undo\n").1, "undo: take the last turn back\n");
}

#[test]
fn a_slip_gets_a_suggestion() {
    for (line, says) in [
        ("a4>", "a4> cannot be played: off-board: a4 is off the board, which runs from a1 to c3 [tak.lua:13]"),
        ("a2->", "`a2->` is not a move; did you mean `a2-`?"),
        ("hsitory", "`hsitory` is no command; did you mean `history`?"),
        ("trax", "`trax` is a game; type `play trax`"),
        ("help mvoes", "`mvoes` is no command; did you mean `moves`?"),
        ("play trax lines-only", "`lines-only` is a variant; write play trax+lines-only"),
        (
            "play trax gom",
            "`gom` is neither an option nor a variant of trax; write play trax KEY=VALUE or play trax+VARIANT",
        ),
        ("play trax+lines-onyl", "trax has no variant `lines-onyl`; did you mean `lines-only`?"),
    ] {
        assert_eq!(answers(&format!("{line}\n")), (1, String::new(), format!("{says}\n")), "{line}");
    }
    // What is wrong with the game comes before what is wrong behind it.
    let said = answers("play y gom\n").2;
    assert!(said.starts_with("there is no game `y`; the games are ") && !said.contains("gom "), "{said}");
}

#[test]
fn lua_is_told_readably_and_within_its_budget() {
    for (line, told) in [
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
        let (_, said, _) = answers(&format!("{line}\n"));
        assert_eq!(said, told, "{line}");
    }
    for (line, says) in [
        ("lua", "lua what? lua view.turn\n"),
        ("lua veiw.turn", "lua:1: unknown name `veiw`; did you mean `view`?\n"),
        ("lua view.trun", "lua:1: the view has no `trun`; did you mean `turn`?\n"),
        ("lua while true do end", "lua:1: ran too long: more than 1000000 steps in one call\n"),
        ("lua view:after('c3')", "lua:1: `c3` is not a legal move here\n"),
    ] {
        let (code, _, err) = answers(&format!("{line}\n"));
        assert_eq!((code, err.as_str()), (1, says), "{line}");
    }
    let greedy = "lua local s = 'x' while true do s = s .. s end\n";
    let (said, cost) = Desk::new().weigh(NEARLY, greedy);
    assert_eq!((said.code, said.err.as_str()), (1, "lua:1: the text would be longer than 64 kB\n"));
    assert!(cost.memory < 64 * 1024, "{} kB", cost.memory);
}

#[test]
fn lua_does_not_see_what_the_seat_to_move_does_not() {
    let position = "17@0,0:3 13@1,-1:5 | hands 16,53,40,51,11,6/18,37,2,48,25,42 | seat red";
    let lines = "lua view:hand('red')\nlua view:hand('yellow')\n";
    let hands = |game: &str| Desk::new().run_with(["play", game, "--position", position], lines).out;
    let (open, hidden) = (hands("tantrix"), hands("tantrix+hidden-hands"));
    assert!(open.contains("{ \"18\", \"37\", \"2\", \"48\", \"25\", \"42\" }"), "{open}");
    assert!(hidden.contains("{ \"16\", \"53\", \"40\", \"51\", \"11\", \"6\" }"), "{hidden}");
    assert!(!hidden.contains("{ \"18\", \"37\", \"2\", \"48\", \"25\", \"42\" }"), "{hidden}");
}

#[test]
fn programs_are_told_events_as_their_page_shows_them() {
    let said = Desk::new().run_with([&NEARLY[..], &["--json"]].concat(), "c2\nscore\na1\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert_eq!(said.out.lines().count(), 8, "{}", said.out);
    let shown = |line: &str| match line.split_once("\"rules\":\"") {
        // A hash is shown by its beginning.
        Some((before, hash)) => format!("{before}\"rules\":\"{}...\"}}", &hash[..8]),
        None => line.to_string(),
    };
    for line in said.out.lines().map(shown) {
        assert!(PAGE.contains(&format!("    {line}\n")), "{line}");
    }
}

#[test]
fn every_line_of_a_program_is_answered_and_the_last_event_tells_how_the_game_stands() {
    let lines = "a1\nundo\nb1\nnew\nplay hex size=3\nset size=4\nquit\n";
    let said = Desk::new().run_with([&NEARLY[..], &["--json", "--seats", "human,random"]].concat(), lines);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let events: Vec<serde_json::Value> =
        said.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().expect("a kind")).collect();
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

/// What is told of lines, as the kind of each event and the whole.
fn events(args: &[&str], lines: &str) -> (Vec<String>, Vec<serde_json::Value>) {
    let said = Desk::with("road.lua", ROAD).run_with([args, &["--json"]].concat(), lines);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let events: Vec<serde_json::Value> =
        said.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kind = |event: &serde_json::Value| event["event"].as_str().expect("a kind").to_string();
    (events.iter().map(kind).collect(), events)
}

const ROAD: &str = r#"--- A road.
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
fn a_line_of_a_program_is_one_command() {
    let (_, told) = events(&["play", "tak", "--set", "size=3"], "lua for i = 1, 2 do\na1\n");
    let says = "a line is one command, and this Lua goes on; write it in one line";
    assert_eq!((&told[2]["event"], &told[2]["says"]), (&"refused".into(), &says.into()), "{told:?}");
    assert_eq!(told[4]["event"], "played", "the next line is another: {told:?}");
}

#[test]
fn a_refused_swap_tells_its_rule_as_other_moves_do() {
    let (_, told) = events(&["play", "hex", "--set", "size=4"], "swap\n");
    assert_eq!(told[2]["rules"][0]["rule"], "swap", "{told:?}");
    assert!(told[2]["rules"][0]["at"].is_string(), "{told:?}");
}

#[test]
fn programs_are_told_of_a_board_that_is_set_up() {
    let (kinds, events) = events(&NEARLY, "put b2 white wall\na1\nundo\nundo\n");
    let expected = [
        &["game", "turn"][..],
        &["told", "set_up", "turn"],
        &["played", "over"],
        &["taken_back", "turn"],
        &["set_up", "played", "played", "played", "played", "turn"],
    ];
    assert_eq!(kinds, expected.concat());
    assert_eq!(events[3]["position"], "1,x,2/1,1S,2/x3 1 3");
    assert_eq!(events[9]["position"], serde_json::Value::Null, "from the usual start");
    let (_, events) = self::events(&["play", "tak", "--position", "x3/x3/1,2,x 1 2"], "");
    assert_eq!(events[0]["position"], "x3/x3/1,2,x 1 2", "where a game begins is told with it");
}

#[test]
fn programs_are_told_what_a_lesson_says() {
    let (kinds, events) = events(&NEARLY, "lesson road.lua\nc1\nc2\n");
    let expected =
        [&["game", "turn"][..], &["told", "game", "step", "turn"], &["told", "turn"], &["told", "played", "over"]];
    assert_eq!(kinds, expected.concat(), "{events:?}");
    let text = |index: usize| events[index]["text"].as_str().expect("a text");
    assert!(text(2).contains("A road joins two sides.") && text(2).contains("Win."), "{}", text(2));
    assert_eq!(events[3]["position"], "x3/1,1,x/2,2,x 1 3");
    // On a pipe what asks nothing is not waited for.
    assert_eq!((&events[4]["lesson"], &events[4]["step"]), (&"road".into(), &2.into()));
    assert!(text(6).contains("Taken back. Try again"), "{}", text(6));
    assert!(text(8).contains("The end of `road`."), "{}", text(8));
}
