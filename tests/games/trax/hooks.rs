//! What scripts see of a board of tiles.

use crate::common;
use crate::common::rules_against;
use crate::common::shelf::Shelf;
use houserule_script::play::Session;

/// A variant of Trax with one hook, played for some turns.
fn with_hook(hook: &str, body: &str, turns: &str) -> Session {
    let shelf = Shelf::new();
    let takes = if hook == "finish" { "base" } else { "move" };
    shelf.write(
        "house",
        &format!(
            "return variant 'house' {{ base = 'trax', rules = {{ vars = {{ told = '' }},\n\
             hooks = {{ {hook} = function(view, {takes})\n{body}\nend }} }} }}\n"
        ),
    );
    let turns: Vec<String> = turns.split_whitespace().map(str::to_string).collect();
    shelf.table.open("trax+house", &[], None, &turns).unwrap_or_else(|error| panic!("{body}: {error}"))
}

/// What a Lua expression about the view or the move gives after a last turn, as a refusal's sentence.
fn seen(expression: &str, turns: &str, turn: &str) -> String {
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
        assert_eq!(seen(expression, turns, r"@1\"), expected, "{expression}");
    }
}

#[test]
fn a_turn_keeps_its_name_after_it_was_played() {
    let body = "if move.text == '@1+' then return move.text .. ' became ' .. view.laid[1] end";
    let mut session = with_hook("reject", body, "@0/");
    let violations = session.why("@1+").expect("it is a turn");
    assert_eq!(violations.iter().map(|violation| violation.message.as_str()).collect::<Vec<_>>(), ["@1+ became A1"]);
    assert_eq!(rules_against(&mut session, "@1/"), [] as [String; 0]);
}

#[test]
fn scripts_may_end_a_game_of_tiles() {
    let body = "if view.tiles >= 3 then return win { seat = 'red', how = 'three tiles' } end return base(view)";
    let mut session = with_hook("finish", body, "@0/ B1+ C1/");
    assert_eq!(common::result(&mut session), "red three tiles");
    let mut session = with_hook("after_move", "if #view.laid > 1 then return win(move.seat) end", r"@0/ B1+ A0/");
    assert_eq!(common::result(&mut session), "white rule", "who forces a tile wins");
}

#[test]
fn what_belongs_to_pieces_is_refused_in_one_sentence() {
    for (expression, expected) in
        [("view:top('A1')", "this game has tiles, not pieces"), ("view:sign('A@')", "`A@` is not a cell of this board")]
    {
        let mut session = with_hook("allow", &format!("if view.ply > 0 then {expression} end return true"), "@0/");
        let error = session.play("B1+").expect_err("the script fails").to_string();
        assert!(error.ends_with(expected), "{error}");
    }
}
