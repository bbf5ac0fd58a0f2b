//! Hooks on a board of tiles.

use crate::common;
use crate::common::script_dir::ScriptDir;
use crate::common::violated_rules;
use houserule_script::play::Session;

/// A variant of Trax with one hook, played for some turns.
fn with_hook(hook: &str, body: &str, turns: &str) -> Session {
    let scripts = ScriptDir::new();
    let takes = if hook == "finish" { "base" } else { "move" };
    scripts.write(
        "house",
        &format!(
            "return variant 'house' {{ base = 'trax', rules = {{ vars = {{ told = '' }},\n\
             hooks = {{ {hook} = function(view, {takes})\n{body}\nend }} }} }}\n"
        ),
    );
    let turns: Vec<String> = turns.split_whitespace().map(str::to_string).collect();
    scripts.workspace.open("trax+house", &[], None, &turns).unwrap_or_else(|error| panic!("{body}: {error}"))
}

/// Value of a Lua expression about the view or the move for a last turn, through the message of a violation.
fn evaluate_in_hook(expression: &str, turns: &str, turn: &str) -> String {
    let body = format!(
        "if view.ply < {} then return true end return false, tostring({expression})",
        turns.split_whitespace().count()
    );
    let mut session = with_hook("allow", &body, turns);
    let violations = session.why(turn).expect("it is a turn");
    violations.iter().map(|violation| violation.message.clone()).collect::<Vec<_>>().join("; ")
}

#[test]
fn scripts_see_tiles_extent_and_the_turn() {
    let turns = "@0/ B1+ C1/";
    for (expression, expected) in [
        ("view.tiles", "3"),
        ("view.width .. 'x' .. view.height", "3x1"),
        ("table.concat(view.cells, ' ')", "A1 B1 C1"),
        ("view:sign('A1') .. view:sign('b1') .. view:sign('C1')", "/+/"),
        ("view:sign('A2')", "nil"),
        ("view:tile('A1') .. ' ' .. view:tile('B1')", "curve straight"),
        ("table.concat(view:neighbours('B1'), ' ')", "C1 A1"),
        ("table.concat(view.laid, ' ')", "C1"),
        (
            "move.kind .. ' ' .. move.cell .. ' ' .. move.sign .. ' ' .. move.text .. ' ' .. move.seat",
            "lay @1 \\ @1\\ red",
        ),
        ("move.piece", "nil"),
        ("view.seat", "red"),
    ] {
        assert_eq!(evaluate_in_hook(expression, turns, r"@1\"), expected, "{expression}");
    }
}

#[test]
fn hooks_see_the_text_a_turn_was_played_with() {
    let body = "if move.text == '@1+' then return move.text .. ' became ' .. view.laid[1] end";
    let mut session = with_hook("reject", body, "@0/");
    let violations = session.why("@1+").expect("it is a turn");
    assert_eq!(violations.iter().map(|violation| violation.message.as_str()).collect::<Vec<_>>(), ["@1+ became A1"]);
    assert_eq!(violated_rules(&mut session, "@1/"), [] as [String; 0]);
}

#[test]
fn scripts_can_end_a_tile_game() {
    let body = "if view.tiles >= 3 then return win { seat = 'red', how = 'three tiles' } end return base(view)";
    let mut session = with_hook("finish", body, "@0/ B1+ C1/");
    assert_eq!(common::result(&mut session), "red three tiles");
    let mut session = with_hook("after_move", "if #view.laid > 1 then return win(move.seat) end", r"@0/ B1+ A0/");
    assert_eq!(common::result(&mut session), "white rule", "the seat that forces a tile wins");
}

#[test]
fn functions_for_pieces_are_errors_in_tile_games() {
    for (expression, expected) in
        [("view:top('A1')", "this game has tiles, not pieces"), ("view:sign('A@')", "`A@` is not a cell of this board")]
    {
        let mut session = with_hook("allow", &format!("if view.ply > 0 then {expression} end return true"), "@0/");
        let error = session.play("B1+").expect_err("the script fails").to_string();
        assert!(error.ends_with(expected), "{error}");
    }
}
