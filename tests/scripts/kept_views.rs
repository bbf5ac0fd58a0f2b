//! Views and moves that a hook keeps after it returned.

use crate::common::script_dir::{ScriptDir, parse_settings};

/// Error for a view that was kept.
const KEPT_VIEW_ERROR: &str = "the view and the move are valid only while their hook runs; do not keep them";

/// Plays until something fails and returns the error.
fn play_until_error(scripts: &ScriptDir, game: &str) -> String {
    let settings = if game.starts_with("tak") { parse_settings(&["size=3"]) } else { Vec::new() };
    let mut session = match scripts.workspace.open(game, &settings, None, &[]) {
        Ok(session) => session,
        Err(error) => return error.to_string(),
    };
    for _ in 0..60 {
        let mv = match session.legal_moves() {
            Ok(moves) if moves.is_empty() => break,
            Ok(moves) => {
                let is_spread = |mv: &&String| mv.contains(['<', '>', '+', '-']);
                moves.iter().find(|mv| !is_spread(mv)).unwrap_or(&moves[moves.len() / 2]).clone()
            }
            Err(fault) => return fault.to_string(),
        };
        if let Err(error) = session.play(&mv).map_err(|error| error.to_string()) {
            return error;
        }
    }
    // The points hook runs when the game is over.
    let scores = [session.game.score(), session.game.score()];
    let fault = scores.into_iter().find_map(Result::err);
    fault.map_or("nothing fails".to_string(), |fault| fault.to_string())
}

#[test]
fn a_kept_view_is_unusable_in_later_calls() {
    // Kept from the first call, or from each call to the next.
    let first = "kept = kept or view\nlocal seen = kept.turn";
    let last = "local before = kept\nkept = view\nlocal seen = before and before.turn";
    for keeper_hook in [first, last] {
        for (hook, takes, gives) in [
            ("allow", "move", "true"),
            ("reject", "move", "false"),
            ("after_move", "move", "nil"),
            ("moves", "", "{ 'wait' }"),
            ("next", "base", "base(view)"),
            ("finish", "base", "base(view)"),
            ("points", "base", "base(view)"),
        ] {
            let scripts = ScriptDir::new();
            let function = format!("{hook} = function(view, {takes})\n{keeper_hook}\nreturn {gives} end");
            let function = function.replace("view, )", "view)");
            let rules = format!("rules = {{ hooks = {{ {function} }} }}");
            scripts.write("keeps", &format!("local kept\nreturn variant 'keeps' {{ base = 'tak', {rules} }}"));
            let error = play_until_error(&scripts, "tak+keeps");
            assert!(error.contains("keeps.lua:") && error.ends_with(KEPT_VIEW_ERROR), "{hook}, {keeper_hook}: {error}");
        }
    }
}

#[test]
fn a_kept_view_is_unusable_in_other_hooks() {
    let gives = [("setup", "nil"), ("deal", "tiles"), ("allow", "true"), ("after_move", "nil"), ("finish", "nil")];
    for (index, (keeper, given)) in gives.iter().enumerate() {
        for (user, answer) in gives.iter().skip(index.max(1) + 1) {
            let scripts = ScriptDir::new();
            let keeper_hook = format!("{keeper} = function(view, tiles) kept = view return {given} end");
            let uses = format!("{user} = function(view) local seen = kept and kept.turn return {answer} end");
            let rules = format!("rules = {{ hooks = {{ {keeper_hook}, {uses} }} }}");
            let text = format!("local kept\nreturn variant 'keeps' {{ base = 'tantrix', {rules} }}");
            scripts.write("keeps", &text);
            let error = play_until_error(&scripts, "tantrix+keeps");
            assert!(error.ends_with(KEPT_VIEW_ERROR), "{keeper} to {user}: {error}");
        }
    }
}

#[test]
fn a_kept_move_is_unusable_later() {
    for field in ["text", "kind", "cell", "seat", "piece", "count"] {
        let scripts = ScriptDir::new();
        let body = format!("kept = kept or move local seen = kept.{field} return true");
        let rules = format!("rules = {{ hooks = {{ allow = function(view, move) {body} end }} }}");
        scripts.write("keeps", &format!("local kept\nreturn variant 'keeps' {{ base = 'tak', {rules} }}"));
        assert!(play_until_error(&scripts, "tak+keeps").ends_with(KEPT_VIEW_ERROR), "{field}");
    }
}

/// Game on 3x3 with small reserves and effects after every move.
fn small_game(reserve: u32, moves: &str, effects: &str) -> ScriptDir {
    let scripts = ScriptDir::new();
    let pieces = "pieces = { flat = {}, wall = { letter = 'S', stands = true }, cap = {} }";
    scripts.write(
        "small",
        &format!(
            "return game 'small' {{ title = 'Small', rules = {{ seats = {{ 'white', 'black' }}, board = square(3),
             {pieces}, reserve = {{ flat = {reserve} }}, moves = {{ {moves} }}, finish = {{ stuck {{}} }},
             hooks = {{ after_move = function(view, move)
               {effects}
             end }} }} }}"
        ),
    );
    scripts
}

#[test]
fn the_piece_limit_of_scripts_does_not_depend_on_reserves() {
    let places = "local all = {} for i = 1, 200 do all[i] = place { cell = 'c3', seat = 'white', piece = 'flat' } end return all";
    let max_pieces = 1024 / 2;
    for reserve in [3, 5, 40] {
        for moves in ["place { 'flat' }", "place { 'flat' }, spread { carry = 3 }"] {
            let scripts = small_game(reserve, moves, places);
            let mut session = scripts.workspace.open("small", &[], None, &[]).expect("rules");
            let mut hashes = vec![session.game.position_hash()];
            let fault = loop {
                let free = if session.moves().len().is_multiple_of(2) { "a1" } else { "b1" };
                let mv = match session.why(free) {
                    Ok(violations) if violations.is_empty() => free.to_string(),
                    _ => session.legal_moves().expect("no script fails").swap_remove(0),
                };
                match session.play(&mv) {
                    Ok(_) => hashes.push(session.game.position_hash()),
                    Err(error) => break error.to_string(),
                }
            };
            let stones = session.game.board().view().stones().expect("stones");
            let plan = stones.game();
            let tallest = plan.grid.cells().map(|cell| stones.height(plan.grid.coord(cell))).max().unwrap_or(0);
            assert!(fault.contains("small.lua:4: "), "{reserve}, {moves}: {fault}");
            assert!(fault.ends_with(&format!("the maximum is {max_pieces}")), "{reserve}, {moves}: {fault}");
            assert!(
                tallest + 200 + 2 * reserve > max_pieces,
                "{reserve}, {moves}: only {tallest} pieces, then {fault}"
            );
            // The stacks grew into wider words; undo restores every position.
            while let Some(key) = hashes.pop() {
                assert_eq!(
                    session.game.position_hash(),
                    key,
                    "{reserve}, {moves}: after {} moves",
                    session.moves().len()
                );
                session.undo();
            }
        }
    }
}

#[test]
fn kept_values_are_unusable_any_number_of_calls_later() {
    for calls in 1..=12 {
        for (what, field) in [("view", "turn"), ("move", "text")] {
            for keeper_hook in [format!("kept = {what}"), format!("kept = (function() return {what} end)()")] {
                let body = format!(
                    "calls = calls + 1\nif calls == 1 then {keeper_hook} end\n\
                     if calls == {calls} + 1 then local seen = kept.{field} end\nreturn true"
                );
                let hooks = format!("hooks = {{ allow = function(view, move)\n{body} end }}");
                let scripts = ScriptDir::new();
                let text = format!(
                    "local kept, calls = nil, 0\nreturn variant 'keeps' {{ base = 'tak', rules = {{ {hooks} }} }}"
                );
                scripts.write("keeps", &text);
                let error = play_until_error(&scripts, "tak+keeps");
                assert!(error.ends_with(KEPT_VIEW_ERROR), "{keeper_hook}, used {calls} calls later: {error}");
            }
        }
    }
}

/// A function that captures views gets new ones, which a long listing must free.
#[test]
fn hooks_that_capture_their_view_do_not_run_out_of_memory() {
    let scripts = ScriptDir::new();
    scripts.hook("hands", "allow", "local seen = { view }\nreturn seen[1].turn < 1000");
    let mut session = scripts.open_with("tak+hands", &["size=8"], None, "a1 h8");
    for _ in 0..300 {
        assert_eq!(session.legal_moves().map(|moves| moves.len()).map_err(|fault| fault.to_string()), Ok(188));
    }
}
