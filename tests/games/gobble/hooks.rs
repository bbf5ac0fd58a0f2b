//! Scripts that watch a race: who moves, what is owed, who is out.

use crate::common::desk::Desk;

fn ask(rules: &str, more: &[&str]) -> crate::common::desk::Said {
    let desk = Desk::with("watch.lua", format!("return variant 'watch' {{ base = 'gobble', rules = {{ {rules} }} }}"));
    let position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,20,21/5,6";
    let args: Vec<&str> = [&["moves", "watch.lua", "--position", position][..], more].concat().into_iter().collect();
    desk.run(args)
}

#[test]
fn a_hook_is_told_who_moves() {
    let said = ask("hooks = { allow = function(view, move) return move.seat ~= 'two' end }", &[]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(!said.out.is_empty() && said.out.lines().all(|line| line.starts_with("1:")), "{}", said.out);
}

#[test]
fn a_hook_sees_gifts_and_what_is_owed() {
    let rules = "hooks = { allow = function(view, move) \
        if move.kind == 'give' then \
          return move.to == 'two' and move.tile == '20' and move.cell == nil and view:owes(move.seat) == 1 end \
        return #view.movers == 2 and view:place('one') == nil and #view.discards == 0 end }";
    let said = ask(rules, &["--moves", "1:4@0,0:5"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let gifts: Vec<&str> = said.out.lines().filter(|line| line.starts_with("1:")).collect();
    assert_eq!(gifts, ["1:give:20>2"], "{}", said.out);
}

#[test]
fn an_effect_after_a_move_knows_its_seat_and_nobody_is_skipped() {
    let rules = "vars = { last = '' }, hooks = { after_move = function(view, move) return set { last = move.seat } end, \
        allow = function(view, move) return view:var('last') ~= move.seat end }";
    let said = ask(rules, &["--moves", "1:4@0,0:5"]);
    assert!(said.out.lines().all(|line| line.starts_with("2:")) && !said.out.is_empty(), "{said:?}");
    let said = ask("hooks = { after_move = function() return skip() end }", &["--moves", "1:4@0,0:5"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("in a race there is no turn to skip"), "{}", said.err);
}
