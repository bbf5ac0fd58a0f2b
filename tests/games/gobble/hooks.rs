//! Hooks in a race: the moving seat, pending gifts, effects.

use crate::common::test_dir::TestDir;

fn list_moves(rules: &str, more: &[&str]) -> crate::common::test_dir::RunOutput {
    let dir =
        TestDir::with("watch.lua", format!("return variant 'watch' {{ base = 'gobble', rules = {{ {rules} }} }}"));
    let position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,20,21/5,6";
    let args: Vec<&str> = [&["moves", "watch.lua", "--position", position][..], more].concat().into_iter().collect();
    dir.run(args)
}

#[test]
fn hooks_see_the_moving_seat() {
    let output = list_moves("hooks = { allow = function(view, move) return move.seat ~= 'two' end }", &[]).success();
    assert!(!output.stdout.is_empty() && output.stdout.lines().all(|line| line.starts_with("1:")), "{}", output.stdout);
}

#[test]
fn hooks_see_gifts_and_pending_gifts() {
    let rules = "hooks = { allow = function(view, move) \
        if move.kind == 'give' then \
          return move.to == 'two' and move.tile == '20' and move.cell == nil and view:owes(move.seat) == 1 end \
        return #view.movers == 2 and view:place('one') == nil and #view.discards == 0 end }";
    let output = list_moves(rules, &["--moves", "1:4@0,0:5"]).success();
    let gifts: Vec<&str> = output.stdout.lines().filter(|line| line.starts_with("1:")).collect();
    assert_eq!(gifts, ["1:give:20>2"], "{}", output.stdout);
}

#[test]
fn effects_know_their_seat_and_skip_is_an_error() {
    let rules = "vars = { last = '' }, hooks = { after_move = function(view, move) return set { last = move.seat } end, \
        allow = function(view, move) return view:var('last') ~= move.seat end }";
    let output = list_moves(rules, &["--moves", "1:4@0,0:5"]);
    assert!(output.stdout.lines().all(|line| line.starts_with("2:")) && !output.stdout.is_empty(), "{output:?}");
    let output = list_moves("hooks = { after_move = function() return skip() end }", &["--moves", "1:4@0,0:5"]);
    assert_eq!(output.code, 1, "{output:?}");
    output.assert_stderr_contains("a race has no turns to skip");
}
