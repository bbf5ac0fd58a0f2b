//! Results that several seats share, by hooks that end a game.

use crate::common::outcome;
use crate::common::script_dir::{ROAD, ScriptDir};
use houserule_core::mechanics::Team;
use houserule_lab::bot::BotName;
use houserule_script::notation::record;
use houserule_script::play::{Proof, Prover, Rng};

#[test]
fn several_seats_can_win_together() {
    let scripts = ScriptDir::new();
    scripts.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    scripts.hook("both", "after_move", "return win { seat = { 'white', 'grey' }, how = 'luck' }");
    scripts.hook("others", "finish", "local ending = base(view)\nreturn ending and win { seat = ending.winners }");
    scripts.hook("nobody", "after_move", "return win { seat = {} }");
    assert_eq!(outcome(&mut scripts.open("tak+three+both", "a1")), "white and grey win by luck");
    assert_eq!(outcome(&mut scripts.open("tak+others", ROAD)), "white wins by rule");
    let fault = scripts.open("tak+nobody", "").play("a1").expect_err("the hook fails").to_string();
    assert!(fault.ends_with("`win` needs at least one winning seat"), "{fault}");
}

#[test]
fn a_tie_can_be_shared_by_some_seats_while_the_others_lose() {
    let scripts = ScriptDir::new();
    scripts.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    scripts.hook("some", "after_move", "return tie { seat = { 'white', 'grey' }, how = 'truce' }");
    scripts.hook("everybody", "after_move", "return tie { seat = { 'white', 'black', 'grey' }, how = 'truce' }");
    scripts.hook("plain", "after_move", "return tie 'truce'");
    scripts.hook("seen", "finish", "local ending = base(view)\nreturn ending and tie { seat = ending.winners, how = #ending.winners .. ' and ' .. (ending.winner or 'nobody') }");
    scripts.hook("points", "points", "local p = base(view)\nfor _, side in ipairs(view.winners) do p[side] = p[side] + 7 end\nassert(view.winner == nil)\nreturn p");
    for (name, wants) in [("one", "{ 'grey' }"), ("none", "{}"), ("alone", "'white'")] {
        scripts.hook(name, "after_move", &format!("return tie {{ seat = {wants} }}"));
    }
    let end = |game: &str| outcome(&mut scripts.open(game, "a1"));
    assert_eq!(end("tak+three+some"), "draw by truce (white, grey)");
    assert_eq!(end("tak+three+everybody"), "draw by truce");
    assert_eq!(end("tak+three+plain"), "draw by truce");
    assert_eq!(end("tak+three+some+seen"), "draw by 2 and nobody (white, grey)");
    let score = scripts.open("tak+three+some", "a1").game.score().expect("no script fails");
    let lines: Vec<String> = score.iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["white 0 drawn", "black 0 lost", "grey 0 drawn"]);
    let score = scripts.open("tak+three+some+points", "a1").game.score().expect("no script fails");
    assert_eq!(score.iter().map(|line| line.points).collect::<Vec<_>>(), [7.0, 0.0, 7.0]);
    for one in ["one", "none", "alone"] {
        let fault = scripts.open(&format!("tak+three+{one}"), "").play("a1").expect_err("it fails").to_string();
        let message = "`tie` needs seats of at least two sides; use `win` if one side wins";
        assert!(fault.ends_with(message), "{one}: {fault}");
    }
}

#[test]
fn records_keep_shared_results() {
    let scripts = ScriptDir::new();
    scripts.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    scripts.hook("truce", "after_move", "return tie { seat = { 'white', 'grey' }, how = 'truce' }");
    scripts.hook("both", "after_move", "return win { seat = { 'white', 'grey' }, how = 'luck' }");
    for (game, result) in [("truce", "draw by truce (white, grey)"), ("both", "white+grey luck")] {
        let mut session = scripts.open(&format!("tak+three+{game}"), "a1");
        let text = session.to_file("game.ptn").expect("no script fails");
        let read = record::read(&text).expect("a PTN file");
        assert_eq!((&read[0].moves[..], read[0].result.as_deref()), (&["a1".to_string()][..], Some(result)), "{text}");
    }
}

/// Hook that ends a game on 3x3 according to the cell of the move.
const ENDS_BY_CELL: &str = "local ends = {
  a1 = tie { seat = { 'white', 'black' } }, b1 = tie { seat = { 'black', 'grey' } }, c1 = tie {},
  a2 = win { seat = { 'black', 'grey' } },
}
return ends[move.cell]";

#[test]
fn bots_value_shared_results() {
    let scripts = ScriptDir::new();
    scripts.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    scripts.hook("ends", "after_move", ENDS_BY_CELL);
    scripts.hook("closed", "allow", "return move.kind == 'place' and move.piece == 'flat' and move.cell < 'b2'");
    scripts.hook("better", "after_move", "if move.cell == 'b1' then return win 'white' end");
    let chosen = |game: &str, name: &str, seed: u64| {
        let mut session = scripts.open(game, "");
        let bot: BotName = name.parse().expect("a bot");
        let seat = session.game.seat();
        let chosen = bot.create().choose(&mut session.game, seat, &mut Rng::new(seed)).expect("no script fails");
        session.move_text(chosen.expect("a move"))
    };
    for name in ["greedy", "mcts:200"] {
        for seed in 0..6 {
            assert_eq!(chosen("tak+three+ends+closed", name, seed), "a1", "{name}, seed {seed}");
            let alone = chosen("tak+three+ends+better+closed", name, seed);
            assert_eq!(alone, "b1", "an unshared win is better: {name}, seed {seed}");
        }
    }
}

#[test]
fn a_shared_draw_is_not_proved_to_be_a_win() {
    let scripts = ScriptDir::new();
    scripts.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    scripts.hook("truce", "after_move", "return tie { seat = { 'white', 'grey' } }");
    scripts.hook("both", "after_move", "return win { seat = { 'white', 'grey' } }");
    let proof =
        |game: &str| Prover::new(Team::FIRST).wins(&mut scripts.open(game, "").game, 1).expect("no script fails");
    assert_eq!((proof("tak+three+truce"), proof("tak+three+both")), (Proof::No, Proof::Yes));
}
